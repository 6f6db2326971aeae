//! Pages: one picture, many, or a set of pieces.

use crate::canvas::{Picture, number, printable, text_width};
use crate::geometry::{Space, space};
use crate::scene::Scene;
use crate::style::{Style, View};
use crate::{Drawing, Drawn, balls, cubes, flat};
use itertools::Itertools;
use polydlx_lattice::{Lattice, Shape};
use svg::Document;
use svg::node::element::{Description, Title};

/// Margins and gaps, as parts of a cell.
const MARGIN: f64 = 0.25;
const GAP: f64 = 0.75;
/// Size of captions.
const CAPTION: f64 = 0.45;

/// The picture of a drawing, as the text of an SVG file.
pub fn svg(drawing: &Drawing, style: &Style) -> String {
    let title =
        drawing.title.as_deref().or(drawing.caption.as_deref()).unwrap_or(drawing.lattice.polyforms());
    document(captioned(drawing, style), title, &description(drawing), style)
}

/// Many drawings on one page in so many columns, each with its caption.
pub fn sheet(drawings: &[Drawing], columns: usize, style: &Style) -> String {
    let title = drawings.iter().find_map(|drawing| drawing.title.as_deref()).unwrap_or("Packings");
    let about = match drawings {
        [] => "An empty page.".to_owned(),
        [first, ..] => format!("{} pictures. The first: {}", drawings.len(), description(first)),
    };
    let pictures = drawings.iter().map(|drawing| (captioned(drawing, style), drawing.caption.clone()));
    document(arranged(pictures.collect(), columns, style), title, &about, style)
}

/// A set of pieces with their names; solids are shown as such.
pub fn chart(lattice: Lattice, pieces: &[(String, Shape)], style: &Style) -> String {
    let view = if style.view == View::Auto { View::Solid } else { style.view };
    let style = Style { labels: false, view, ..*style };
    let drawings = pieces.iter().enumerate().map(|(color, (name, shape))| Drawing {
        lattice,
        region: shape.clone(),
        pieces: vec![Drawn { name: name.clone(), color, shape: shape.clone() }],
        title: None,
        caption: Some(name.clone()),
    });
    let pictures = drawings.map(|drawing| (captioned(&drawing, &style), drawing.caption)).collect_vec();
    let names = pieces.iter().map(|(name, _)| name).join(", ");
    let about = format!("{} {}: {names}.", pieces.len(), lattice.polyforms());
    let title = format!("{} {}", pieces.len(), lattice.polyforms());
    let columns = columns(&pictures);
    document(arranged(pictures, columns, &style), &title, &about, &style)
}

/// Layers side by side, with what they are below.
pub(crate) fn layers(layers: Vec<(Picture, Option<String>)>, style: &Style) -> Picture {
    // Up to six in a row; more are shared out evenly.
    let rows = layers.len().div_ceil(6).max(1);
    let columns = layers.len().div_ceil(rows);
    let captioned = layers.into_iter().map(|(mut picture, caption)| {
        picture.caption(caption.as_deref().unwrap_or_default(), CAPTION * style.cell_size);
        (picture, caption)
    });
    arranged(captioned.collect(), columns, style)
}

fn captioned(drawing: &Drawing, style: &Style) -> Picture {
    let mut picture = picture(drawing, style);
    if let Some(caption) = &drawing.caption {
        // Long captions are written smaller, to a point.
        let fitting = picture.size()[0] / text_width(caption).max(1.0);
        let [least, most] = [CAPTION * 0.6, CAPTION].map(|part| part * style.cell_size);
        picture.caption(caption, fitting.clamp(least, most));
    }
    picture
}

fn picture(drawing: &Drawing, style: &Style) -> Picture {
    let scene = Scene::new(drawing, style);
    let (layers, solid): (Painter, Painter) = match space(drawing.lattice) {
        Space::Plane(tiling) => return flat::picture(tiling, &scene, style),
        Space::Cubes => (cubes::layers, cubes::solid),
        Space::Balls => (balls::layers, balls::solid),
    };
    match style.view {
        View::Auto | View::Layers => layers(&scene, style),
        View::Solid => solid(&scene, style),
        View::Both => {
            let pictures = [solid, layers].map(|paint| (paint(&scene, style), None));
            arranged(pictures.into(), 2, style)
        }
    }
}

type Painter = fn(&Scene<'_>, &Style) -> Picture;

/// Pictures in rows and columns, which are as wide and high as need be.
///
/// In a column pictures are centred; in a row they stand on one line, so that their captions do, too.
fn arranged(pictures: Vec<(Picture, Option<String>)>, columns: usize, style: &Style) -> Picture {
    let columns = columns.max(1);
    let gap = GAP * style.cell_size;
    let sizes = pictures.iter().map(|(picture, _)| picture.size()).collect_vec();
    let widest =
        |column: usize| sizes.iter().skip(column).step_by(columns).map(|size| size[0]).fold(0.0, f64::max);
    let widths = (0..columns).map(widest).collect_vec();
    let mut page = Picture::default();
    let (mut left, mut top) = (0.0, 0.0);
    let heights =
        sizes.chunks(columns).map(|row| row.iter().map(|size| size[1]).fold(0.0, f64::max)).collect_vec();
    for (number, (picture, title)) in pictures.into_iter().enumerate() {
        let (row, column) = (number / columns, number % columns);
        let ([width, height], [low, _]) = (picture.size(), picture.extent());
        let at = [left + (widths[column] - width) / 2.0, top + heights[row] - height];
        page.place(picture, title.as_deref(), [at[0] - low[0], at[1] - low[1]]);
        left += widths[column] + gap;
        if column + 1 == columns {
            (left, top) = (0.0, top + heights[row] + gap);
        }
    }
    page
}

/// How many columns make a page somewhat wider than high.
fn columns(pictures: &[(Picture, Option<String>)]) -> usize {
    let most = |axis: usize| pictures.iter().map(|(picture, _)| picture.size()[axis]).fold(1.0, f64::max);
    let fitting = ((1.5 * most(1) / most(0) * pictures.len() as f64).sqrt().ceil() as usize).max(1);
    // As many rows as that needs, but shared out evenly.
    pictures.len().div_ceil(pictures.len().div_ceil(fitting).max(1))
}

fn document(picture: Picture, title: &str, about: &str, style: &Style) -> String {
    let margin = MARGIN * style.cell_size;
    let ([left, top], [width, height]) = (picture.extent()[0], picture.size());
    let view = [left - margin, top - margin, width + 2.0 * margin, height + 2.0 * margin].map(number);
    let root = Document::new()
        .set("viewBox", view.join(" "))
        .set("width", view[2].clone())
        .set("height", view[3].clone())
        .set("role", "img")
        .set("font-family", "sans-serif")
        .set("text-anchor", "middle")
        .add(Title::new(printable(title)))
        .add(Description::new().add(svg::node::Text::new(printable(about))));
    picture.into_nodes().fold(root, Document::add).to_string() + "\n"
}

fn description(drawing: &Drawing) -> String {
    let cells = drawing.region.sites().iter().filter(|site| site.suffix == 0).count();
    let (lattice, pieces) = (drawing.lattice, &drawing.pieces);
    if pieces.is_empty() {
        return format!("A region of {cells} cells for {}.", lattice.polyforms());
    }
    let names = pieces.iter().map(|piece| &piece.name).join(", ");
    format!("{} {} in a region of {cells} cells: {names}.", pieces.len(), lattice.polyforms())
}
