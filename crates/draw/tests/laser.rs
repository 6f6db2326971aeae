//! Sheets for a laser cutter: nothing overlaps, everything has its size, and DXF says the same as SVG.

use itertools::{Itertools, iproduct};
use polydlx_draw::{Cut, CutError, Laser, Picture, cut_pieces, laser};
use polydlx_lattice::{Lattice, Shape, Sided, Site, polyforms};

const PLAIN: Laser =
    Laser { cell_size: 10.0, kerf: 0.0, clearance: 0.0, labels: false, thickness: None, sheet: None };

type Line = Vec<[f64; 2]>;

/// The lines of a DXF file, by layer, closed ones with their first point once more.
fn lines(dxf: &str, layer: &str) -> Vec<Line> {
    let pairs: Vec<(i32, &str)> =
        dxf.lines().tuples().map(|(code, value)| (code.trim().parse().unwrap(), value)).collect();
    let mut found: Vec<Line> = Vec::new();
    let (mut kind, mut is_here, mut is_closed) = ("", false, false);
    for &(code, value) in &pairs {
        match (code, value) {
            (0, _) => {
                if value == "SEQEND" && is_here && is_closed {
                    let line = found.last_mut().unwrap();
                    line.push(line[0]);
                }
                kind = value;
                is_here = false;
            }
            (8, _) => {
                is_here = value == layer;
                if kind == "POLYLINE" && is_here {
                    found.push(Vec::new());
                }
            }
            (70, _) if kind == "POLYLINE" => is_closed = value == "1",
            (10, _) if kind == "VERTEX" && is_here => {
                found.last_mut().unwrap().push([value.parse().unwrap(), 0.0]);
            }
            (20, _) if kind == "VERTEX" && is_here => {
                found.last_mut().unwrap().last_mut().unwrap()[1] = value.parse().unwrap();
            }
            _ => {}
        }
    }
    found
}

fn area(line: &Line) -> f64 {
    line.iter().tuple_windows().map(|(a, b)| (a[0] * b[1] - a[1] * b[0]) / 2.0).sum::<f64>().abs()
}

fn pieces(lattice: Lattice, size: usize) -> Vec<(String, Shape)> {
    let all = polyforms(lattice, size, Sided::Free).into_iter().enumerate();
    all.map(|(number, shape)| (number.to_string(), shape)).collect()
}

/// Whether a point lies inside closed lines.
fn inside(line: &Line, [x, y]: [f64; 2]) -> bool {
    let crossed = line
        .iter()
        .tuple_windows()
        .filter(|(a, b)| (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]));
    crossed.count() % 2 == 1
}

fn sheets(laser_: &Laser, region: Option<&Shape>, pieces: &[(String, Shape)]) -> Vec<Picture> {
    laser(Lattice::SQUARE, region, pieces, Some("A title"), laser_).unwrap()
}

#[test]
fn nothing_overlaps_on_sheets_and_all_is_there() {
    for (lattice, size, cells) in
        [(Lattice::SQUARE, 5, 100.0), (Lattice::TRIANGLE, 6, 43.301_27), (Lattice::HEX, 4, 86.602_54)]
    {
        let pieces = pieces(lattice, size);
        for sheet in [None, Some([120.0, 90.0])] {
            let how = Laser { sheet, ..PLAIN };
            let found = laser(lattice, None, &pieces, None, &how).unwrap();
            // Twelve pentominoes need more than one sheet, and without a size there is just one.
            let expected = if sheet.is_some() && lattice == Lattice::SQUARE { 2..=3 } else { 1..=1 };
            assert!(expected.contains(&found.len()), "{lattice:?} {}", found.len());
            let all = found.iter().map(|sheet| lines(&sheet.dxf(), "CUT")).collect_vec();
            assert_eq!(all.iter().map(Vec::len).sum::<usize>(), pieces.len());
            for cuts in &all {
                for cut in cuts {
                    assert!(
                        (area(cut) / cells / size as f64 - 1.0).abs() < 1e-4,
                        "{lattice:?} {}",
                        area(cut)
                    );
                    if let Some([width, height]) = sheet {
                        assert!(
                            cut.iter()
                                .all(|[x, y]| (2.9..width - 2.9).contains(x)
                                    && (2.9..height - 2.9).contains(y))
                        );
                    }
                }
                for [one, other] in cuts.iter().array_combinations() {
                    let middles =
                        other.iter().tuple_windows().map(|(a, b)| [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]);
                    assert!(other.iter().copied().chain(middles).all(|at| !inside(one, at)), "{lattice:?}");
                }
            }
        }
    }
}

#[test]
fn kerf_and_clearance_change_sizes() {
    let bar = [("I".to_owned(), Shape::new((0..3).map(|y| Site::new([0, y, 0]))))];
    let cut = |kerf, clearance| {
        let found = sheets(&Laser { kerf, clearance, ..PLAIN }, None, &bar);
        area(&lines(&found[0].dxf(), "CUT")[0])
    };
    assert!((cut(0.0, 0.0) - 300.0).abs() < 1e-6);
    // The path of the beam is half a kerf outside, and the piece half a clearance smaller on each side.
    assert!((cut(0.2, 0.0) - 30.2 * 10.2).abs() < 1e-3);
    assert!((cut(0.0, 0.4) - 29.6 * 9.6).abs() < 1e-3);
    assert!((cut(0.2, 0.4) - 29.8 * 9.8).abs() < 1e-3);
}

#[test]
fn a_tray_has_rim_floor_and_title() {
    let board = Shape::new(iproduct!(0..6, 0..10).map(|(x, y)| Site::new([x, y, 0])));
    let how = Laser { clearance: 0.4, kerf: 0.2, labels: true, ..PLAIN };
    let found = sheets(&how, Some(&board), &[]);
    let cuts = lines(&found[0].dxf(), "CUT")
        .into_iter()
        .map(|cut| area(&cut))
        .sorted_by(f64::total_cmp)
        .collect_vec();
    // The opening is half a clearance larger, and the path of the beam half a kerf inside.
    assert_eq!(cuts.len(), 3);
    assert!((cuts[0] - 100.2 * 60.2).abs() < 0.01, "{cuts:?}");
    assert!((cuts[1] - cuts[2]).abs() < 0.01 && cuts[1] > 1.2 * cuts[0], "{cuts:?}");
    assert!(!lines(&found[0].dxf(), "ENGRAVE").is_empty());
    assert!(
        lines(&sheets(&Laser { labels: false, ..how }, Some(&board), &[])[0].dxf(), "ENGRAVE").is_empty()
    );
}

#[test]
fn dxf_has_the_lines_of_the_picture() {
    let found = sheets(
        &Laser { labels: true, sheet: Some([200.0, 150.0]), ..PLAIN },
        None,
        &pieces(Lattice::SQUARE, 4),
    );
    let (svg, dxf) = (found[0].svg(), found[0].dxf());
    assert!(svg.contains("width=\"200mm\"") && svg.contains("height=\"150mm\""), "{}", &svg[..200]);
    assert_eq!(lines(&dxf, "CUT").len(), 5);
    assert!(dxf.starts_with("  0\nSECTION\n") && dxf.ends_with("  0\nEOF\n"));
    // Up is up: what is at the top of the picture has the greatest y.
    let top = lines(&dxf, "CUT").concat().iter().map(|at| at[1]).fold(0.0, f64::max);
    assert!((top - 147.0).abs() < 0.1, "{top}");
    assert_eq!(dxf, found[0].dxf());
}

#[test]
fn what_cannot_be_cut_is_refused() {
    let scattered = [("S".to_owned(), Shape::new([[0, 0, 0], [0, 2, 0]].map(Site::new)))];
    assert_eq!(laser(Lattice::SQUARE, None, &scattered, None, &PLAIN), Err(CutError::Scattered(0)));
    let layered =
        [("L".to_owned(), Shape::new([Site::new([0, 0, 0]), Site { suffix: 1, ..Site::new([0, 0, 0]) }]))];
    assert_eq!(laser(Lattice::SQUARE, None, &layered, None, &PLAIN), Err(CutError::Scattered(0)));
    let long = [("I".to_owned(), Shape::new((0..9).map(|y| Site::new([0, y, 0]))))];
    let how = Laser { sheet: Some([60.0, 60.0]), ..PLAIN };
    assert_eq!(laser(Lattice::SQUARE, None, &long, None, &how), Err(CutError::Sheet));
    assert_eq!(laser(Lattice::SPHERE, None, &[], None, &PLAIN), Err(CutError::Solid(Lattice::SPHERE)));
    assert_eq!(laser(Lattice::SQUARE, None, &[], None, &Laser { kerf: 3.0, ..PLAIN }), Err(CutError::Kerf));
}

/// Lines become strips with round ends, each with one border around it; the tray has one opening. Where lines meet at
/// angles of less than 60° there is no room for that.
#[test]
fn sticks_are_cut_as_strips() {
    let pieces: Vec<(String, Shape)> =
        polyforms(Lattice::STICK, 4, Sided::Free).into_iter().map(|shape| ("A".to_owned(), shape)).collect();
    let dxf = laser(Lattice::STICK, Some(&pieces[0].1), &pieces, None, &PLAIN).unwrap()[0].dxf();
    // One of the 16 has a hole; and there are a floor, a rim and its opening.
    assert_eq!(lines(&dxf, "CUT").len(), 16 + 1 + 3);
    let cut = Cut { cell_size: 20.0, kerf: 0.0, labels: true };
    assert!(cut_pieces(Lattice::TWIG, None, &pieces[..0], &cut).is_ok());
    let pieces = polyforms(Lattice::TRIG, 4, Sided::Free).into_iter().map(|shape| ("A".to_owned(), shape));
    let dxf = laser(Lattice::TRIG, None, &pieces.collect::<Vec<_>>(), None, &PLAIN).unwrap()[0].dxf();
    // Two of the 60 have a triangle, one is a rhombus.
    assert_eq!(lines(&dxf, "CUT").len(), 60 + 3);
    let row = Lattice::TRIG.text().replace("lattice trig", "lattice flat").replace("up 1/4√3", "up 1/8√3");
    let flat = Lattice::from_text("flat.lat", &row).unwrap();
    assert_eq!(laser(flat, None, &[], None, &PLAIN), Err(CutError::Edges(flat)));
    assert_eq!(cut_pieces(flat, None, &[], &cut).map(drop), Err(CutError::Edges(flat)));
}
