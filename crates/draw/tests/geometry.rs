//! Pictures as geometry: what their paths say, measured with a ruler.

use crate::board::board;
use itertools::Itertools;
use polydlx_draw::{Cut, CutError, Drawing, Drawn, Style, View, cut, cut_pieces, svg};
use polydlx_lattice::{Cell, Lattice, Shape, Sided, Site, polyforms};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

type Point = [f64; 2];

const PLANE: [Lattice; 3] = [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX];

/// The area of a cell and the length of its side, if cells of one kind are 1 apart.
fn measures(lattice: Lattice) -> [f64; 2] {
    let root = 3.0_f64.sqrt();
    match lattice.name() {
        "square" => [1.0, 1.0],
        "triangle" => [root / 4.0, 1.0],
        "hex" => [root / 2.0, 1.0 / root],
        _ => unreachable!("a plane lattice"),
    }
}

/// The lines of a path, and whether each is closed by a `Z`.
fn lines(path: Node<'_, '_>) -> Vec<(Vec<Point>, bool)> {
    let data = path.attribute("d").expect("a path");
    let lines = data.split('M').skip(1).map(|line| {
        let points = line.trim_end_matches('Z').split('L').map(|point| {
            point
                .split(' ')
                .map(|d| d.parse::<f64>().expect("a number"))
                .collect_array()
                .expect("two numbers")
        });
        (points.collect(), line.ends_with('Z'))
    });
    lines.collect()
}

fn paths<'a>(document: &'a Document<'_>) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(|node| node.has_tag_name("path"))
}

/// The area that loops enclose, where holes run the other way.
fn area(loops: &[Vec<Point>]) -> f64 {
    let doubled = loops.iter().flat_map(|points| {
        let sides = points.iter().circular_tuple_windows();
        sides.map(|(a, b)| a[0] * b[1] - a[1] * b[0]).collect_vec()
    });
    doubled.sum::<f64>().abs() / 2.0
}

fn length(a: Point, b: Point) -> f64 {
    ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt()
}

/// The straight pieces of lines.
fn segments(lines: &[Vec<Point>]) -> Vec<[Point; 2]> {
    lines.iter().flat_map(|points| points.iter().copied().tuple_windows().map(|(a, b)| [a, b])).collect()
}

/// How many sides of cells lie between cells of different owners, or at the edge, by counting neighbours.
fn borders(drawing: &Drawing) -> usize {
    let mut owners: BTreeMap<Cell, Option<usize>> =
        drawing.region.sites().iter().map(|site| (site.cell(), None)).collect();
    for (number, piece) in drawing.pieces.iter().enumerate() {
        owners.extend(piece.shape.sites().iter().map(|site| (site.cell(), Some(number))));
    }
    let sides = owners.iter().flat_map(|(&cell, owner)| {
        drawing.lattice.neighbors(cell).map(|other| (owner, owners.get(&other))).collect_vec()
    });
    let (between, edge): (Vec<_>, Vec<_>) =
        sides.filter(|(owner, other)| *other != Some(owner)).partition(|(_, other)| other.is_some());
    between.len() / 2 + edge.len()
}

/// No two segments have more than a point in common.
fn assert_no_overlap(segments: &[[Point; 2]], scale: f64) {
    for [[a, b], [c, d]] in segments.iter().copied().array_combinations() {
        let off = |p: Point| ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length(a, b);
        if off(c).abs().max(off(d).abs()) > 0.01 * scale {
            continue;
        }
        let along = |p: Point| ((b[0] - a[0]) * (p[0] - a[0]) + (b[1] - a[1]) * (p[1] - a[1])) / length(a, b);
        let (low, high) = (along(c).min(along(d)).max(0.0), along(c).max(along(d)).min(length(a, b)));
        assert!(high - low < 0.01 * scale, "{a:?} {b:?} and {c:?} {d:?}");
    }
}

#[test]
fn pieces_are_closed_outlines_that_fill_the_region() {
    for lattice in PLANE {
        let drawing = board(lattice, 7, 5);
        let style = Style::default();
        let text = svg(&drawing, &style);
        let document = Document::parse(&text).expect("XML");
        let filled = paths(&document).filter(|path| path.attribute("fill") != Some("none"));
        let areas = filled.map(|path| {
            let loops = lines(path);
            assert!(loops.iter().all(|(points, closed)| *closed && points.len() > 2));
            area(&loops.into_iter().map(|(points, _)| points).collect_vec())
        });
        let areas = areas.collect_vec();
        let cell = measures(lattice)[0] * style.cell_size * style.cell_size;
        assert_eq!(areas.len(), drawing.pieces.len() + 1, "each piece, and the uncovered cell");
        assert!((areas[0] - cell).abs() < 0.1);
        for (piece, area) in drawing.pieces.iter().zip(&areas[1..]) {
            let expected = piece.shape.sites().len() as f64 * cell;
            assert!((area - expected).abs() < 0.1, "{lattice:?} {} {area} {expected}", piece.name);
        }
        let all = drawing.region.sites().len() as f64 * cell;
        assert!((areas.iter().sum::<f64>() - all).abs() < 0.5);
    }
}

#[test]
fn every_border_is_drawn_once() {
    for lattice in PLANE {
        let drawing = board(lattice, 6, 5);
        let style = Style { grid: false, labels: false, ..Style::default() };
        let text = svg(&drawing, &style);
        let document = Document::parse(&text).expect("XML");
        let drawn = paths(&document).filter(|path| path.attribute("fill") == Some("none"));
        let drawn = drawn.flat_map(|path| lines(path)).map(|(points, _)| points).collect_vec();
        let segments = segments(&drawn);
        assert_no_overlap(&segments, style.cell_size);
        let total: f64 = segments.iter().map(|&[a, b]| length(a, b)).sum();
        let expected = borders(&drawing) as f64 * measures(lattice)[1] * style.cell_size;
        assert!((total - expected).abs() < 1.0, "{lattice:?} {total} {expected}");
    }
}

const SHARED: Cut = Cut { cell_size: 10.0, kerf: 0.0, labels: true };

/// The groups of a file for cutting by title, with the red lines in them as they stand on paper.
fn cuts(document: &Document<'_>) -> Vec<(String, Vec<Vec<Point>>)> {
    let red = paths(document).filter(|path| path.attribute("stroke") == Some("#ff0000"));
    let groups = red.map(|path| {
        let shift = path.ancestors().filter_map(|node| node.attribute("transform")).map(|shift| -> Point {
            let inside = shift.trim_start_matches("translate(").trim_end_matches(')');
            inside
                .split(' ')
                .map(|d| d.parse::<f64>().expect("a number"))
                .collect_array()
                .expect("two numbers")
        });
        let shift = shift.fold([0.0, 0.0], |sum, by| [sum[0] + by[0], sum[1] + by[1]]);
        let title =
            path.prev_sibling_element().and_then(|node| node.text()).expect("a title").trim().to_owned();
        let moved = lines(path)
            .into_iter()
            .map(|(points, _)| points.into_iter().map(|[x, y]| [x + shift[0], y + shift[1]]).collect());
        (title, moved.collect())
    });
    groups.collect()
}

#[test]
fn without_kerf_every_cut_is_shared_and_made_once() {
    for lattice in PLANE {
        let drawing = board(lattice, 6, 5);
        let text = cut(&drawing, &SHARED).expect("flat").svg();
        let document = Document::parse(&text).expect("XML");
        let cuts = cuts(&document);
        let segments = segments(&cuts.iter().flat_map(|(_, lines)| lines.clone()).collect_vec());
        assert_no_overlap(&segments, SHARED.cell_size);
        let [frame] = cuts.iter().filter(|(title, _)| title == "frame").collect_vec()[..] else {
            panic!("one frame")
        };
        let frame: f64 = self::segments(&frame.1).iter().map(|&[a, b]| length(a, b)).sum();
        let total: f64 = segments.iter().map(|&[a, b]| length(a, b)).sum();
        let expected = borders(&drawing) as f64 * measures(lattice)[1] * SHARED.cell_size;
        assert!((total - frame - expected).abs() < 0.5, "{lattice:?} {total} {frame} {expected}");
        // Long lines, not many short ones.
        let strokes: usize = cuts.iter().map(|(_, lines)| lines.len()).sum();
        assert!(strokes <= 2 * drawing.pieces.len(), "{strokes} strokes for {} pieces", drawing.pieces.len());
        // Nothing is filled, and there are two colours of lines.
        for path in paths(&document) {
            assert_eq!(path.attribute("fill"), Some("none"));
            assert!(matches!(path.attribute("stroke"), Some("#ff0000" | "#0000ff")));
            assert!(path.attribute("stroke-width").unwrap().parse::<f64>().unwrap() < 0.1);
        }
        let blue = paths(&document).filter(|path| path.attribute("stroke") == Some("#0000ff")).count();
        assert_eq!(blue, drawing.pieces.len());
        let plain = cut(&drawing, &Cut { labels: false, ..SHARED }).expect("flat").svg();
        assert!(!plain.contains("#0000ff"));
        // A millimetre is a millimetre.
        let view = document.root_element().attribute("viewBox").unwrap().split(' ').collect_vec();
        assert_eq!(document.root_element().attribute("width"), Some(format!("{}mm", view[2]).as_str()));
        assert_eq!(document.root_element().attribute("height"), Some(format!("{}mm", view[3]).as_str()));
    }
}

/// By how much the area grows: the perimeter times half a kerf, and what the corners add.
fn grown(lattice: Lattice, shape: &Shape, half: f64, cell_size: f64) -> f64 {
    let cells: Vec<Cell> = shape.sites().iter().map(|site| site.cell()).collect();
    let sides =
        cells.iter().flat_map(|&cell| lattice.neighbors(cell)).filter(|cell| !cells.contains(cell)).count();
    let [area, side] = measures(lattice);
    let plain = cells.len() as f64 * area * cell_size * cell_size + sides as f64 * side * cell_size * half;
    // Corners of squares turn by right angles, those of hexagons by 60°; around a loop they make a full turn.
    let corners = match lattice.name() {
        "square" => 4.0,
        "hex" => 6.0 / 3.0_f64.sqrt(),
        _ => unreachable!("triangles have corners of two kinds"),
    };
    plain + corners * half * half
}

#[test]
fn with_kerf_every_piece_is_larger_by_half_a_kerf_on_all_sides() {
    let style = Cut { cell_size: 10.0, kerf: 0.4, labels: false };
    for (lattice, size) in [(Lattice::SQUARE, 6), (Lattice::HEX, 5)] {
        let pieces = polyforms(lattice, size, Sided::Free).into_iter().enumerate();
        let pieces = pieces.map(|(number, shape)| (format!("p{number}"), shape)).collect_vec();
        let text = cut_pieces(lattice, None, &pieces, &style).expect("flat").svg();
        let document = Document::parse(&text).expect("XML");
        let cuts = cuts(&document);
        assert_eq!(cuts.len(), pieces.len());
        for ((title, loops), (name, shape)) in cuts.iter().zip(&pieces) {
            assert_eq!(title, name);
            // Hexominoes and pentahexes have no holes, but for the ring of hexagons, which has six cells.
            assert_eq!(loops.len(), 1);
            assert_eq!(loops[0].first(), loops[0].last());
            let (found, expected) = (area(loops), grown(lattice, shape, 0.2, 10.0));
            assert!((found - expected).abs() < 0.1, "{lattice:?} {name}: {found} {expected}");
        }
        // No two of them overlap: their boxes do not.
        let boxes = cuts.iter().map(|(_, loops)| {
            let extreme = |axis: usize, better: fn(f64, f64) -> f64| {
                loops.iter().flatten().map(|point| point[axis]).reduce(better).expect("a point")
            };
            [0, 1].map(|axis| [extreme(axis, f64::min), extreme(axis, f64::max)])
        });
        for [one, other] in boxes.collect_vec().into_iter().array_combinations() {
            let apart =
                |axis: usize| one[axis][1] + 1.0 < other[axis][0] || other[axis][1] + 1.0 < one[axis][0];
            assert!(apart(0) || apart(1));
        }
    }
}

/// All sides are half a kerf away from where they were, also those of triangles, holes and narrow places.
#[test]
fn with_kerf_sides_move_outwards() {
    let half = 0.5;
    let style = Cut { cell_size: 10.0, kerf: 2.0 * half, labels: false };
    let bare = Cut { kerf: 0.0, ..style };
    for (lattice, size) in [(Lattice::SQUARE, 7), (Lattice::TRIANGLE, 7), (Lattice::HEX, 6)] {
        for shape in polyforms(lattice, size, Sided::Free) {
            let outline = |style: &Cut| {
                let text =
                    cut_pieces(lattice, None, &[("p".to_owned(), shape.clone())], style).expect("flat").svg();
                // Not as it stands on paper, but as it was before it was put there.
                let document = Document::parse(&text).expect("XML");
                let path = paths(&document).next().expect("a path");
                segments(&lines(path).into_iter().map(|(points, _)| points).collect_vec())
            };
            let (inner, outer) = (outline(&bare), outline(&style));
            assert_eq!(inner.len(), outer.len());
            for ([a, b], [c, d]) in inner.into_iter().zip(outer) {
                let off =
                    |p: Point| ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length(a, b);
                assert!(
                    (off(c).abs() - half).abs() < 0.01 && (off(c) - off(d)).abs() < 0.01,
                    "{lattice:?} {shape:?}"
                );
                // Outside: a little beyond the middle of the side there is no cell.
                let beyond = [0, 1].map(|axis| (c[axis] + d[axis]) / 2.0);
                assert!(
                    !is_inside(lattice, &shape, beyond.map(|d| d / 10.0)),
                    "{lattice:?} {shape:?} {beyond:?}"
                );
            }
        }
    }
}

/// Whether a point of the paper lies in a cell of the shape: near enough to its centre that no other cell is meant.
fn is_inside(lattice: Lattice, shape: &Shape, [u, v]: Point) -> bool {
    let height = 0.75_f64.sqrt();
    shape.sites().iter().any(|site| {
        let [x, y, _] = site.at.map(f64::from);
        match lattice.name() {
            "square" => (y..y + 1.0).contains(&u) && (x..x + 1.0).contains(&v),
            "hex" => {
                let [du, dv] = [u - y - x / 2.0, v - x * height];
                // In three directions a hexagon is as wide as one.
                [[1.0, 0.0], [0.5, height], [-0.5, height]].iter().all(|[a, b]| (a * du + b * dv).abs() < 0.5)
            }
            _ => {
                // In slanted coordinates triangles are halves of squares.
                let (t, s) = (-v / height - y, u + v / height / 2.0 - x);
                let in_square = (0.0..1.0).contains(&t) && (0.0..1.0).contains(&s);
                in_square && (s + t > 1.0) == (site.class == 1)
            }
        }
    })
}

#[test]
fn a_tray_has_an_opening_of_the_size_of_the_region() {
    let drawing = board(Lattice::SQUARE, 4, 4);
    let text = cut(&drawing, &Cut { cell_size: 10.0, kerf: 0.2, labels: true }).expect("flat").svg();
    let document = Document::parse(&text).expect("XML");
    let cuts = cuts(&document);
    let side = |wanted: &str| {
        let (_, loops) = cuts.iter().find(|(title, _)| title == wanted).expect("a title");
        area(loops).sqrt()
    };
    // What the beam leaves of the opening is 40 mm wide, of the frame 55 mm.
    assert!((side("tray") - 39.8).abs() < 0.01);
    assert!((side("frame") - 55.2).abs() < 0.01, "{}", side("frame"));
    assert_eq!(cuts.len(), drawing.pieces.len() + 2);
}

#[test]
fn a_piece_with_a_hole_has_two_cuts() {
    let ring = |at: (i32, i32)| at != (1, 1);
    let ring: Shape =
        (0..3).cartesian_product(0..3).filter(|&at| ring(at)).map(|(x, y)| Site::new([x, y, 0])).collect();
    // Without a corner the hole touches the outside, and is a hole still.
    let broken = ring.sites().iter().copied().filter(|site| site.at != [2, 2, 0]).collect();
    for shape in [ring.clone(), broken] {
        let style = Cut { cell_size: 1.0, kerf: 0.24, labels: false };
        let text = cut_pieces(Lattice::SQUARE, None, &[("ring".to_owned(), shape.clone())], &style)
            .expect("flat")
            .svg();
        let document = Document::parse(&text).expect("XML");
        let [(_, loops)] = &cuts(&document)[..] else { panic!("one piece") };
        assert_eq!(loops.len(), 2, "{shape:?}");
        let outer = 3.24 * 3.24 - if shape.sites().len() == 7 { 1.0 } else { 0.0 };
        assert!((area(loops) - (outer - 0.76 * 0.76)).abs() < 0.01, "{}", area(loops));
    }
}

#[test]
fn what_cannot_be_cut_is_refused() {
    for lattice in [Lattice::CUBE, Lattice::SPHERE] {
        assert_eq!(cut(&board(lattice, 2, 2), &SHARED), Err(CutError::Solid(lattice)));
        assert_eq!(cut_pieces(lattice, None, &[], &SHARED), Err(CutError::Solid(lattice)));
    }
    for (cell_size, kerf) in [(10.0, 2.5), (10.0, -0.1), (0.0, 0.0), (f64::NAN, 0.1), (10.0, f64::NAN)] {
        let style = Cut { cell_size, kerf, labels: true };
        assert_eq!(cut(&board(Lattice::HEX, 2, 2), &style), Err(CutError::Kerf), "{style:?}");
    }
    let nothing = Drawing {
        lattice: Lattice::SQUARE,
        region: Shape::default(),
        pieces: vec![Drawn { name: "é".to_owned(), color: 0, shape: Shape::default() }],
        title: None,
        caption: None,
        labels: Vec::new(),
        tints: Vec::new(),
    };
    for kerf in [0.0, 0.1] {
        let text = cut(&nothing, &Cut { kerf, ..SHARED }).expect("flat, at least").svg();
        Document::parse(&text).expect("XML");
    }
}

/// The marks in groups of that title.
fn marks<'a>(document: &'a Document<'_>, title: &'a str, tag: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    let titles =
        document.descendants().filter(move |node| node.has_tag_name("title") && node.text() == Some(title));
    titles
        .filter_map(|node| node.parent())
        .flat_map(move |group| group.children().filter(move |node| node.has_tag_name(tag)))
}

#[test]
fn layers_and_solids_show_every_cell() {
    let style = Style { view: View::Layers, labels: false, ..Style::default() };
    let drawing = board(Lattice::CUBE, 3, 4);
    let text = svg(&drawing, &style);
    let document = Document::parse(&text).expect("XML");
    for piece in &drawing.pieces {
        let loops = marks(&document, &piece.name, "path")
            .map(|path| area(&lines(path).into_iter().map(|(points, _)| points).collect_vec()));
        let expected = piece.shape.sites().len() as f64 * style.cell_size * style.cell_size;
        assert!((loops.sum::<f64>() - expected).abs() < 0.1, "{}", piece.name);
    }
    let drawing = board(Lattice::SPHERE, 3, 4);
    // A ball is a disc in its layer; in a heap it has a shadow, too.
    for (view, discs) in [(View::Layers, 1), (View::Solid, 2), (View::Exploded, 2)] {
        let text = svg(&drawing, &Style { view, ..style.clone() });
        let document = Document::parse(&text).expect("XML");
        for piece in &drawing.pieces {
            let found = marks(&document, &piece.name, "circle").count();
            assert_eq!(found, discs * piece.shape.sites().len(), "{view:?} {}", piece.name);
        }
    }
}
