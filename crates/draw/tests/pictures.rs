//! Pictures as pictures: they parse, and a bitmap of them has the right colours in the right places.

mod board;

use board::board;
use itertools::Itertools;
use polydlx_draw::{
    ColorBy, Corner, Drawing, Drawn, Palette, Rgb, Sheet, Style, Unit, View, chart, placements, sheet, svg,
};
use polydlx_lattice::{Lattice, Shape, Sided, Site, polyforms};
use resvg::{tiny_skia, usvg};
use std::collections::BTreeSet;

const PLANE: [Lattice; 3] = [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX];

fn parse(text: &str) -> usvg::Tree {
    usvg::Tree::from_str(text, &usvg::Options::default()).expect("SVG")
}

fn render(text: &str) -> tiny_skia::Pixmap {
    let tree = parse(text);
    let size = tree.size().to_int_size();
    let mut bitmap = tiny_skia::Pixmap::new(size.width(), size.height()).expect("a bitmap");
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut bitmap.as_mut());
    bitmap
}

/// The colour of each piece as the text tells it: the first fill after its title.
fn fill<'a>(text: &'a str, name: &str) -> &'a str {
    let rest = text.split_once(&format!("<title>{name}</title>"));
    rest.expect("a title").1.split_once("fill=\"#").expect("a fill").1.split('"').next().expect("a colour")
}

/// The upper left corner of the picture.
fn origin(text: &str) -> Vec<f64> {
    let view = text.split_once("viewBox=\"").unwrap().1.split('"').next().unwrap();
    view.split(' ').take(2).map(|number| number.parse().unwrap()).collect()
}

/// Where a cell's centre is, by formulas that have nothing in common with those of the crate.
fn center(lattice: Lattice, site: Site) -> [f64; 2] {
    let [x, y, _] = site.at.map(f64::from);
    let height = 0.75_f64.sqrt();
    match lattice.name() {
        "square" => [y + 0.5, x + 0.5],
        "hex" => [y + x / 2.0, x * height],
        "triangle" if site.down => [x + y / 2.0 + 1.0, -(y + 2.0 / 3.0) * height],
        "triangle" => [x + y / 2.0 + 0.5, -(y + 1.0 / 3.0) * height],
        _ => unreachable!("a plane lattice"),
    }
}

#[test]
fn every_cell_has_the_colour_of_its_piece_at_its_centre() {
    for (lattice, grid) in PLANE.into_iter().cartesian_product([true, false]) {
        let drawing = board(lattice, 7, 5);
        let style = Style { labels: false, grid, ..Style::default() };
        let text = svg(&drawing, &style);
        let bitmap = render(&text);
        let origin = origin(&text);
        let mut owners: Vec<(&str, &Shape)> =
            drawing.pieces.iter().map(|piece| (piece.name.as_str(), &piece.shape)).collect();
        let covered: BTreeSet<Site> =
            drawing.pieces.iter().flat_map(|piece| piece.shape.sites().to_vec()).collect();
        let uncovered: Shape =
            drawing.region.sites().iter().copied().filter(|site| !covered.contains(site)).collect();
        owners.push(("uncovered", &uncovered));
        for (name, shape) in owners {
            for &site in shape.sites() {
                let [x, y] = center(lattice, site);
                let pixel = bitmap.pixel(
                    (x * style.cell_size - origin[0]) as u32,
                    (y * style.cell_size - origin[1]) as u32,
                );
                let color = pixel.expect("inside").demultiply();
                let seen = format!("{:02x}{:02x}{:02x}", color.red(), color.green(), color.blue());
                assert_eq!(seen, fill(&text, name), "{lattice:?} {name} {site:?}");
                assert_eq!(color.alpha(), 255);
            }
        }
    }
}

#[test]
fn every_picture_parses_and_has_ink_inside_its_margin_only() {
    for lattice in Lattice::ALL {
        let side = if lattice.dimension() == 3 { 3 } else { 5 };
        let drawing = board(lattice, side, 4);
        let ways =
            Palette::ALL.into_iter().cartesian_product(View::ALL).zip(ColorBy::ALL.into_iter().cycle());
        for ((palette, view), color_by) in ways {
            let style = Style { palette, view, color_by, ..Style::default() };
            let text = svg(&drawing, &style);
            assert!(text.contains("A &lt;board&gt; &amp; more"));
            assert_eq!(text, svg(&drawing, &style));
            let bitmap = render(&text);
            let (width, height) = (bitmap.width(), bitmap.height());
            for (x, y) in (0..width).cartesian_product(0..height) {
                if x.min(y) < 5 || width - x < 5 || height - y < 5 {
                    assert_eq!(bitmap.pixel(x, y).unwrap().alpha(), 0, "{lattice:?} {view:?} at {x} {y}");
                }
            }
        }
    }
}

#[test]
fn charts_and_sheets_show_all_names_and_captions() {
    for lattice in Lattice::ALL {
        let pieces: Vec<(String, Shape)> = polyforms(lattice, 4, Sided::default_for(lattice))
            .into_iter()
            .enumerate()
            .map(|(number, shape)| (format!("piece {number}"), shape))
            .collect();
        let text = chart(lattice, &pieces, &Style::default());
        parse(&text);
        for (name, _) in &pieces {
            assert!(text.contains(&format!(">{name}</text>")), "{name}");
        }
        let drawings: Vec<Drawing> = (0..5)
            .map(|number| Drawing { caption: Some(format!("No. {number}")), ..board(lattice, 3, 3) })
            .collect();
        let text = sheet(&drawings, 2, &Style::default());
        parse(&text);
        assert!((0..5).all(|number| text.contains(&format!(">No. {number}</text>"))));
    }
    parse(&sheet(&[], 0, &Style::default()));
    parse(&chart(Lattice::SPHERE, &[], &Style::default()));
}

#[test]
fn empty_drawings_are_no_trouble() {
    for (lattice, view) in Lattice::ALL.into_iter().cartesian_product(View::ALL) {
        let nothing =
            Drawing { lattice, region: Shape::default(), pieces: vec![], title: None, caption: None };
        parse(&svg(&nothing, &Style { view, ..Style::default() }));
    }
}

/// Faces of a solid with holes and overhangs, against rays that march from each of them towards the eye.
#[test]
fn what_is_nearer_hides_what_is_farther() {
    // By how many quarters the solid is turned, and whether it is seen from below.
    for (corner, quarters, below) in
        [("xyZ", 0, false), ("XyZ", 1, false), ("XYz", 2, true), ("xYZ", 3, false), ("xyz", 0, true)]
    {
        check_faces(Corner::from_name(corner).unwrap(), quarters, below);
    }
}

fn check_faces(corner: Corner, quarters: usize, below: bool) {
    let all = board(Lattice::CUBE, 4, 5);
    let kept = |site: &Site| (site.at[0] * 7 + site.at[1] * 5 + site.at[2] * 3) % 4 != 0;
    let thinned = |shape: &Shape| shape.sites().iter().copied().filter(kept).collect::<Shape>();
    let pieces = all.pieces.iter().map(|piece| Drawn { shape: thinned(&piece.shape), ..piece.clone() });
    let drawing = Drawing { region: Shape::default(), pieces: pieces.collect(), ..all };
    let style = Style { view: View::Solid, labels: false, grid: false, corner, ..Style::default() };
    let text = svg(&drawing, &style);
    let bitmap = render(&text);
    let origin = origin(&text);
    // From here on everything is turned, and the eye is where Knuth has it, or below.
    let turned = |site: &Site| {
        let turn = |[x, y, z]: [i32; 3], _| [y, -x, z];
        Site::new((0..quarters).fold(site.at, turn))
    };
    let up = if below { -1.0 } else { 1.0 };
    let shapes = drawing.pieces.iter().map(|piece| piece.shape.sites().iter().map(turned).collect_vec());
    let shapes = shapes.collect_vec();
    let occupied: BTreeSet<Site> = shapes.iter().flatten().copied().collect();
    let all: BTreeSet<&str> =
        text.split("fill=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let mut seen = 0;
    for (piece, sites) in drawing.pieces.iter().zip(&shapes) {
        let title = format!("<title>{}</title>", piece.name);
        let groups = text.split("<g>").filter(|group| group.contains(&title));
        let shades: BTreeSet<&str> = groups
            .flat_map(|group| group.split("fill=\"#").skip(1))
            .filter_map(|rest| rest.split('"').next())
            .collect();
        let outs = [[-0.5, 0.0, 0.0], [0.0, -0.5, 0.0], [0.0, 0.0, up / 2.0]];
        for (site, out) in sites.iter().cartesian_product(outs) {
            let face = std::array::from_fn(|axis| f64::from(site.at[axis]) + 0.5 + out[axis]);
            // Whatever is projected to one point lies on a line in this direction.
            let ray = |step: i32| {
                let t = f64::from(step) / 100.0;
                let along: [f64; 3] =
                    [face[0] - 42.0 / 30.0 * t, face[1] - t, face[2] + up * 29.6 / 45.0 * t];
                Site::new(along.map(|d| d.floor() as i32))
            };
            if (1..600).any(|step| occupied.contains(&ray(step))) {
                continue;
            }
            let [x, y, z] = face;
            let place = [30.0 * x - 42.0 * y, -(up * (14.0 * x + 10.0 * y) + 45.0 * z)];
            let [x, y] = place.map(|d| d / 45.0 * style.cell_size);
            let color = bitmap.pixel((x - origin[0]) as u32, (y - origin[1]) as u32).expect("inside");
            let color = format!("{:02x}{:02x}{:02x}", color.red(), color.green(), color.blue());
            // A border of something nearer may pass by, but no other face.
            let other = all.contains(color.as_str()) && !shades.contains(color.as_str());
            assert!(!other, "{corner:?} {} {site:?} {color}", piece.name);
            seen += usize::from(shades.contains(color.as_str()));
        }
    }
    assert!(seen > 40, "{seen}");
}

/// A picture of all pieces pulled apart shows something of each, and the name of each.
#[test]
fn nothing_is_lost_when_pieces_are_pulled_apart() {
    for lattice in Lattice::ALL {
        let drawing = board(lattice, if lattice.dimension() == 3 { 3 } else { 5 }, 5);
        let text = svg(&drawing, &Style { view: View::Exploded, ..Style::default() });
        for piece in &drawing.pieces {
            assert!(text.contains(&format!(">{}</text>", piece.name)), "{lattice:?} {}", piece.name);
        }
        assert!(!text.contains("uncovered"));
    }
}

#[test]
fn an_assembly_has_a_step_for_each_piece() {
    for lattice in Lattice::ALL {
        let drawing = board(lattice, 3, 4);
        let text = svg(&drawing, &Style { view: View::Assembly, ..Style::default() });
        for (step, piece) in (1..=drawing.pieces.len()).cartesian_product(&drawing.pieces) {
            let caption = format!("<title>step {step}: {}</title>", piece.name);
            assert!(text.matches(&caption).count() <= 1);
        }
        assert_eq!(text.matches("<title>step ").count(), drawing.pieces.len(), "{lattice:?}");
        assert_eq!(text.contains("straight down"), lattice.dimension() == 3, "{lattice:?}");
    }
    // Two rings like those of a chain.
    let ring = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];
    let (one, other) = (ring.map(|(x, y)| [x, y, 1]), ring.map(|(x, z)| [x + 1, 1, z]));
    let text = svg(
        &small(Lattice::CUBE, &[("one", &one), ("other", &other)]),
        &Style { view: View::Assembly, ..Style::default() },
    );
    assert!(text.contains("In no direction can all pieces be put down: here one cannot."));
    assert_eq!(text.matches("(not from above)</text>").count(), 1);
}

#[test]
fn pieces_have_the_colours_that_are_chosen_for_them() {
    let colors = [("p1".to_owned(), Rgb(0x123456)), ("nobody".to_owned(), Rgb(0x654321))];
    for (palette, color_by) in Palette::ALL.into_iter().cartesian_product(ColorBy::ALL) {
        let style = Style { palette, color_by, colors: colors.clone().into(), ..Style::default() };
        let text = svg(&board(Lattice::HEX, 5, 5), &style);
        assert_eq!(fill(&text, "p1"), "123456");
        assert!(!text.contains("654321"));
    }
}

#[test]
fn in_millimetres_pictures_have_true_scale() {
    let style = Style { cell_size: 12.5, unit: Unit::Millimetre, ..Style::default() };
    let text = svg(&board(Lattice::SQUARE, 4, 4), &style);
    // Four cells, the outline, and the margin on both sides.
    let side = 12.5 * (4.0 + 0.09 + 2.0 * 0.25);
    assert!(text.contains(&format!("width=\"{side}mm\"")), "{text}");
    // A browser has 96 pixels an inch.
    assert!((f64::from(parse(&text).size().width()) - side / 25.4 * 96.0).abs() < 0.01);
}

#[test]
fn sheets_can_be_made_drawing_by_drawing() {
    let drawings =
        (0..5).map(|number| Drawing { caption: Some(number.to_string()), ..board(Lattice::SPHERE, 3, 3) });
    let drawings = drawings.collect_vec();
    let style = Style { palette: Palette::Safe, view: View::Solid, ..Style::default() };
    let (mut sheet_, mut text) = Sheet::begin(&drawings[0], drawings.len(), 2, &style);
    for drawing in &drawings {
        text += &sheet_.add(drawing);
    }
    text += Sheet::END;
    assert_eq!(text, sheet(&drawings, 2, &style));
    parse(&text);
    let ids = text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect_vec();
    assert!(ids.iter().all_unique() && ids.contains(&"shadow"), "{ids:?}");
    // Nothing leaves the page, even if a later drawing is larger than the first.
    let mixed = [board(Lattice::SQUARE, 3, 3), board(Lattice::SQUARE, 9, 3)];
    let bitmap = render(&sheet(&mixed, 2, &Style::default()));
    let (width, height) = (bitmap.width(), bitmap.height());
    for (x, y) in (0..width).cartesian_product(0..height) {
        if x.min(y) < 5 || width - x < 5 || height - y < 5 {
            assert_eq!(bitmap.pixel(x, y).unwrap().alpha(), 0, "at {x} {y}");
        }
    }
}

#[test]
fn base_placements_are_numbered_and_have_the_colour_of_the_piece() {
    for lattice in Lattice::ALL {
        let shape = polyforms(lattice, 4, Sided::default_for(lattice)).pop().unwrap();
        let shapes = shape.base_placements(lattice, Sided::default_for(lattice));
        let text = placements(lattice, "P", 2, &shapes, &Style { grid: false, ..Style::default() });
        parse(&text);
        assert_eq!(text.matches("</text>").count(), shapes.len());
        assert!(text.contains(&format!(">{}</text>", shapes.len())));
        assert!(text.contains("<title>Base placements of P</title>"));
        let as_third = svg(
            &small(lattice, &[("a", &[[0, 0, 0]]), ("b", &[[2, 0, 0]]), ("P", &[[4, 0, 0]])]),
            &Style { view: View::Solid, ..Style::default() },
        );
        if lattice.dimension() == 2 {
            assert_eq!(fill(&text, "P"), fill(&as_third, "P"));
        }
    }
}

/// Everything that can be seen says what it is, in a way that XML understands.
#[test]
fn pieces_and_pictures_have_titles() {
    for (lattice, view) in Lattice::ALL.into_iter().cartesian_product(View::ALL) {
        let drawing = board(lattice, 3, 4);
        let text = svg(&drawing, &Style { view, ..Style::default() });
        let document = roxmltree::Document::parse(&text).expect("XML");
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let child =
            |name: &str| root.children().find(|node| node.has_tag_name(name)).and_then(|node| node.text());
        let child = |name: &str| child(name).map(str::trim);
        assert_eq!(child("title"), Some("A <board> & more"));
        assert!(child("desc").is_some_and(|about| about.contains("in a region of")));
        let titles: BTreeSet<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("title"))
            .filter_map(|node| node.text())
            .collect();
        for piece in &drawing.pieces {
            let hidden = view == View::Solid && lattice == Lattice::CUBE;
            assert!(hidden || titles.contains(piece.name.as_str()), "{lattice:?} {view:?} {}", piece.name);
        }
        for node in document.descendants().filter(|node| node.has_tag_name("text")) {
            assert!(node.attribute("font-family").is_none(), "no font is asked for");
        }
    }
}

/// No hole is painted over, and a piece may lie in it.
#[test]
fn a_piece_in_the_hole_of_another_is_seen() {
    let ring: Shape = (0..3)
        .cartesian_product(0..3)
        .filter(|&at| at != (1, 1))
        .map(|(x, y)| Site::new([x, y, 0]))
        .collect();
    let dot = Shape::new([Site::new([1, 1, 0])]);
    let region = ring.sites().iter().chain(dot.sites()).copied().collect();
    let pieces = [("dot", dot), ("ring", ring)];
    let pieces = pieces.into_iter().enumerate().map(|(color, (name, shape))| Drawn {
        name: name.to_owned(),
        color,
        shape,
    });
    let drawing =
        Drawing { lattice: Lattice::SQUARE, region, pieces: pieces.collect(), title: None, caption: None };
    let text = svg(&drawing, &Style { labels: false, ..Style::default() });
    let bitmap = render(&text);
    let color = bitmap.pixel(bitmap.width() / 2, bitmap.height() / 2).unwrap();
    assert_eq!(format!("{:02x}{:02x}{:02x}", color.red(), color.green(), color.blue()), fill(&text, "dot"));
}

#[test]
fn neighbours_have_different_colours_when_the_graph_is_coloured() {
    for lattice in Lattice::ALL {
        let drawing = board(lattice, if lattice.dimension() == 3 { 3 } else { 7 }, 4);
        let text = svg(&drawing, &Style { color_by: ColorBy::Graph, ..Style::default() });
        for (one, other) in drawing.pieces.iter().cartesian_product(&drawing.pieces) {
            let touch = one
                .shape
                .sites()
                .iter()
                .flat_map(|site| lattice.neighbors(site.cell()))
                .any(|cell| other.shape.sites().contains(&cell.site()));
            if one.name != other.name && touch {
                assert_ne!(
                    fill(&text, &one.name),
                    fill(&text, &other.name),
                    "{lattice:?} {} {}",
                    one.name,
                    other.name
                );
            }
        }
    }
}

fn small(lattice: Lattice, shapes: &[(&str, &[[i32; 3]])]) -> Drawing {
    let piece = |(color, &(name, at)): (usize, &(&str, &[[i32; 3]]))| Drawn {
        name: name.to_owned(),
        color,
        shape: at.iter().copied().map(Site::new).collect(),
    };
    let pieces = shapes.iter().enumerate().map(piece).collect_vec();
    let region = pieces.iter().flat_map(|piece| piece.shape.sites().to_vec()).collect();
    Drawing { lattice, region, pieces, title: Some("Small".to_owned()), caption: Some("1".to_owned()) }
}

#[test]
fn squares() {
    let drawing = small(
        Lattice::SQUARE,
        &[("L", &[[0, 0, 0], [1, 0, 0], [1, 1, 0]]), ("I", &[[0, 1, 0], [0, 2, 0], [1, 2, 0]])],
    );
    insta::assert_snapshot!(svg(&drawing, &Style::default()));
}

#[test]
fn cubes() {
    let drawing = small(Lattice::CUBE, &[("a", &[[0, 0, 0], [1, 0, 0]]), ("b", &[[0, 0, 1]])]);
    insta::assert_snapshot!(svg(&drawing, &Style { view: View::Solid, ..Style::default() }));
}

#[test]
fn spheres() {
    let drawing = small(Lattice::SPHERE, &[("a", &[[0, 0, 0], [1, 0, 0]]), ("b", &[[0, 0, 1]])]);
    insta::assert_snapshot!(svg(
        &drawing,
        &Style { view: View::Both, palette: Palette::Safe, ..Style::default() }
    ));
}
