//! Pictures as text: they parse, and say what they show.

use crate::board::{board, nothing, usual_board};
use itertools::Itertools;
use polydlx_draw::{
    Body, ColorBy, Drawing, Drawn, Palette, Rgb, Sheet, Style, Unit, View, body, chart, placements, sheet,
    svg,
};
use polydlx_lattice::{Lattice, Shape, Sided, Site, polyforms};
use roxmltree::Document;
use std::collections::BTreeSet;

fn parse(text: &str) -> Document<'_> {
    Document::parse(text).expect("XML")
}

/// The colour of each piece as the text tells it: the first fill after its title.
fn fill<'a>(text: &'a str, name: &str) -> &'a str {
    paint(text, name, "fill", 0)
}

/// The colour of a piece: edges are lines, each upon a darker and wider one; all else is areas.
fn color<'a>(lattice: Lattice, text: &'a str, name: &str) -> &'a str {
    let edges = [Lattice::STICK, Lattice::TWIG, Lattice::TRIG].contains(&lattice);
    if edges { paint(text, name, "stroke", 1) } else { fill(text, name) }
}

fn paint<'a>(text: &'a str, name: &str, attribute: &str, number: usize) -> &'a str {
    let (_, rest) = text.split_once(&format!("<title>{name}</title>")).expect("a title");
    let paint = rest.split(&format!("{attribute}=\"#")).nth(number + 1).expect("a colour");
    paint.split('"').next().expect("its end")
}

#[test]
fn every_picture_parses_and_is_the_same_each_time() {
    for lattice in Lattice::ALL {
        let drawing = usual_board(lattice);
        let ways =
            Palette::ALL.into_iter().cartesian_product(View::ALL).zip(ColorBy::ALL.into_iter().cycle());
        for ((palette, view), color_by) in ways {
            let style = Style { palette, view, color_by, ..Style::default() };
            let text = svg(&drawing, &style);
            assert!(text.contains("A &lt;board&gt; &amp; more"));
            assert_eq!(text, svg(&drawing, &style));
            // What is referred to is defined.
            let document = parse(&text);
            let ids = document.descendants().filter_map(|node| node.attribute("id")).collect_vec();
            for paint in document.descendants().filter_map(|node| node.attribute("fill")) {
                let id = paint.strip_prefix("url(#").map(|rest| rest.trim_end_matches(')'));
                assert!(id.is_none_or(|id| ids.contains(&id)), "{paint}");
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
        let text = chart(lattice, &pieces, &Style::default()).svg();
        parse(&text);
        for (name, _) in &pieces {
            assert!(text.contains(&format!(">{name}</text>")), "{name}");
        }
        let drawings: Vec<Drawing> = (0..5)
            .map(|number| Drawing { caption: Some(format!("No. {number}")), ..board(lattice, 3, 3) })
            .collect();
        let text = sheet(&drawings, 2, &Style::default()).svg();
        parse(&text);
        assert!((0..5).all(|number| text.contains(&format!(">No. {number}</text>"))));
    }
    parse(&sheet(&[], 0, &Style::default()).svg());
    parse(&chart(Lattice::SPHERE, &[], &Style::default()).svg());
}

#[test]
fn empty_drawings_are_no_trouble() {
    for (lattice, view) in Lattice::ALL.into_iter().cartesian_product(View::ALL) {
        parse(&svg(&nothing(lattice), &Style { view, ..Style::default() }));
    }
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
        let told = text.contains("straight down") || text.contains("can all pieces be put down");
        assert_eq!(told, lattice.dimension() == 3, "{lattice:?}");
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
    assert!(text.contains(&format!("{side} {side}\"")), "{text}");
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
    assert_eq!(text, sheet(&drawings, 2, &style).svg());
    parse(&text);
    let ids = text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect_vec();
    assert!(ids.iter().all_unique() && ids.contains(&"shadow"), "{ids:?}");
}

#[test]
fn base_placements_are_numbered_and_have_the_colour_of_the_piece() {
    for lattice in Lattice::ALL {
        let shape = polyforms(lattice, 4, Sided::default_for(lattice)).pop().unwrap();
        let shapes = shape.base_placements(lattice, Sided::default_for(lattice));
        let text = placements(lattice, "P", 2, &shapes, &Style { grid: false, ..Style::default() }).svg();
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
        let document = parse(&text);
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
            // Behind others, in a picture of one side.
            let hidden = view == View::Solid && lattice.dimension() == 3 && body(lattice) != Body::Ball;
            assert!(hidden || titles.contains(piece.name.as_str()), "{lattice:?} {view:?} {}", piece.name);
        }
        for node in document.descendants().filter(|node| node.has_tag_name("text")) {
            assert!(node.attribute("font-family").is_none(), "no font is asked for");
        }
    }
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
                    color(lattice, &text, &one.name),
                    color(lattice, &text, &other.name),
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
    Drawing {
        lattice,
        region,
        pieces,
        title: Some("Small".to_owned()),
        caption: Some("1".to_owned()),
        labels: Vec::new(),
        tints: Vec::new(),
    }
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

/// From one side some solids look like others: in a chart they are turned so that all of their cells show.
#[test]
fn solids_are_turned_so_that_they_show_themselves() {
    let cubes = |at: &[[i32; 3]]| Shape::new(at.iter().copied().map(Site::new));
    // An L with a cube behind it, where the eye does not see it.
    let hidden = cubes(&[[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 1, 0]]);
    let style = Style::default();
    for shape in [hidden, cubes(&[[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 1, 1]])] {
        let turned = polydlx_draw::clearest(Lattice::CUBE, &shape, &style);
        let turns = shape.base_placements(Lattice::CUBE, Sided::One);
        assert!(turns.contains(&turned.normalized()), "{turned:?} is another piece");
    }
    // What is flat, or shows itself, stays as it is.
    let flat = cubes(&[[0, 0, 0], [0, 1, 0], [1, 1, 0]]);
    assert_eq!(polydlx_draw::clearest(Lattice::SQUARE, &flat, &style), flat);
    let bar = cubes(&[[0, 0, 0], [1, 0, 0]]);
    assert_eq!(polydlx_draw::clearest(Lattice::CUBE, &bar, &style), bar);
}
