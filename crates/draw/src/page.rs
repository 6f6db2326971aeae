//! Pages: one picture, many, or a set of pieces.

use crate::canvas::{Canvas, text_width};
use crate::mark::{Mark, Point};
use crate::markup::Writer;
use crate::picture::{Frame, Picture};
use crate::scene::tells;
use crate::short::legend;
use crate::style::{Style, View};
use crate::{Drawing, Drawn, view};
use itertools::Itertools;
use polydlx_lattice::{Lattice, Shape};

/// Gaps, as parts of a cell.
const GAP: f64 = 0.75;
/// Size of captions.
const CAPTION: f64 = 0.45;

/// The picture of a drawing.
pub fn picture(drawing: &Drawing, style: &Style) -> Picture {
    let title =
        drawing.title.as_deref().or(drawing.caption.as_deref()).unwrap_or(drawing.lattice.polyforms());
    let mut canvas = captioned(drawing, style);
    let is_there = |name: &str| drawing.pieces.iter().any(|piece| piece.name == name);
    explain(&mut canvas, |name| is_there(name) && tells(&drawing.pieces, name), style);
    Picture::new(canvas, title, &description(drawing), style)
}

/// Says below everything what the short forms of names mean.
fn explain(canvas: &mut Canvas, shown: impl Fn(&str) -> bool, style: &Style) {
    if !style.labels {
        return;
    }
    let size = CAPTION * 0.8 * style.cell_size;
    let widest = (canvas.size()[0] / size).max(12.0);
    for (number, line) in legend(&style.short, shown, widest).iter().enumerate() {
        if number == 0 {
            let [low, high] = canvas.extent();
            canvas.cover([low[0], high[1] + size / 2.0], 0.0);
        }
        canvas.caption(line, size);
    }
}

/// The picture of a drawing, as the text of an SVG file.
pub fn svg(drawing: &Drawing, style: &Style) -> String {
    picture(drawing, style).svg()
}

/// Many drawings on one page in so many columns, each with its caption; see [`Sheet`] for very many.
pub fn sheet(drawings: &[Drawing], columns: usize, style: &Style) -> Picture {
    sheet_while(drawings, columns, style, &mut || true).0
}

/// So many drawings can be written in a moment, on a busy machine, too.
const WRITTEN_AT_ONCE: usize = 300;

/// The same as far as `go_on` says yes before a drawing, but at least one; and how many there are. If they are not all, the
/// page says so.
pub fn sheet_while(
    drawings: &[Drawing],
    columns: usize,
    style: &Style,
    go_on: &mut dyn FnMut() -> bool,
) -> (Picture, usize) {
    let Some(first) = drawings.first() else {
        return (Picture::new(Canvas::default(), "Packings", "An empty page.", style), 0);
    };
    let mut layout = Layout::new(first, drawings.len(), columns, style);
    let mut parts = Vec::new();
    for drawing in drawings {
        if !parts.is_empty() && !go_on() {
            // What there is has to be written, too.
            parts.truncate(WRITTEN_AT_ONCE);
            break;
        }
        parts.push(layout.place(drawing));
    }
    let (done, all) = (parts.len(), drawings.len());
    let remark = (done < all).then(|| format!("Only the first {done} of {all}."));
    let (frame, foot) = layout.page(first, done, remark.as_deref());
    parts.extend(foot);
    (Picture { frame, parts }, done)
}

/// A page as SVG that is made while drawings come one at a time, so that nothing of it needs to be kept.
///
/// The text of the file is what [`Sheet::begin`] returns, then [`Sheet::add`] for each drawing, then [`Sheet::END`].
#[derive(Clone, Debug)]
pub struct Sheet {
    layout: Layout,
    writer: Writer,
}

impl Sheet {
    /// A page for so many drawings; the first one says how large they are. Also the beginning of its text.
    ///
    /// Drawings of one puzzle are all alike. One that is larger than the first is drawn smaller, so as to fit.
    pub fn begin(first: &Drawing, number: usize, columns: usize, style: &Style) -> (Self, String) {
        let layout = Layout::new(first, number, columns, style);
        let (frame, foot) = layout.page(first, number, None);
        let mut writer = Writer::default();
        let foot: String = foot.iter().map(|marks| writer.marks(marks)).collect();
        (Self { layout, writer }, Writer::head(&frame) + &foot)
    }

    /// The next drawing. If there are more than were announced, they leave the page.
    pub fn add(&mut self, drawing: &Drawing) -> String {
        self.writer.marks(&self.layout.place(drawing))
    }

    /// The end of the text.
    pub const END: &str = Writer::END;
}

/// Where the drawings of a sheet go.
#[derive(Clone, Debug)]
struct Layout {
    style: Style,
    columns: usize,
    /// Width and height of what each drawing has.
    room: [f64; 2],
    placed: usize,
}

impl Layout {
    fn new(first: &Drawing, number: usize, columns: usize, style: &Style) -> Self {
        let columns = columns.clamp(1, number.max(1));
        let room = captioned(first, style).size();
        Self { style: style.clone(), columns, room, placed: 0 }
    }

    /// The page for so many drawings, and what stands at its foot, if anything does.
    fn page(&self, first: &Drawing, number: usize, remark: Option<&str>) -> (Frame, Option<Vec<Mark>>) {
        let rows = number.div_ceil(self.columns);
        let low = self.corner(0);
        let high = self.corner(rows.max(1) * self.columns - 1);
        let title = first.title.as_deref().unwrap_or("Packings");
        let about = format!("{number} pictures. The first: {}", description(first));
        let mut foot = Canvas::default();
        foot.cover(low, 0.0);
        foot.cover([high[0] + self.room[0], high[1] + self.room[1]], 0.0);
        let is_alike = first.pieces.len() > 1 && first.pieces.iter().map(|piece| &piece.name).all_equal();
        explain(&mut foot, |_| !is_alike, &self.style);
        if let Some(remark) = remark {
            caption(&mut foot, remark, &self.style);
        }
        let frame = Frame::new(foot.extent(), title, &about, &self.style);
        let marks = foot.into_marks();
        (frame, Some(marks).filter(|marks| !marks.is_empty()))
    }

    /// The marks of the next drawing.
    fn place(&mut self, drawing: &Drawing) -> Vec<Mark> {
        let picture = captioned(drawing, &self.style);
        let ([width, height], [low, _]) = (picture.size(), picture.extent());
        let scale = (self.room[0] / width).min(self.room[1] / height).min(1.0);
        // What is smaller stands in the middle, at the foot.
        let [left, top] = self.corner(self.placed);
        let at = [
            left + (self.room[0] - scale * width) / 2.0 - scale * low[0],
            top + self.room[1] - scale * height - scale * low[1],
        ];
        self.placed += 1;
        let mut page = Canvas::default();
        page.place_scaled(picture, drawing.caption.as_deref(), at, scale);
        page.into_marks()
    }

    /// The upper left corner of the room for a drawing.
    fn corner(&self, number: usize) -> Point {
        let gap = GAP * self.style.cell_size;
        let along = |step: usize, axis: usize| step as f64 * (self.room[axis] + gap);
        [along(number % self.columns, 0), along(number / self.columns, 1)]
    }
}

/// A set of pieces with their names; solids are shown as such.
///
/// Pieces of one name are several shapes of a piece, and have one colour.
pub fn chart(lattice: Lattice, pieces: &[(String, Shape)], style: &Style) -> Picture {
    let names = pieces.iter().map(|(name, _)| name).unique().collect_vec();
    let color = |name: &String| names.iter().position(|known| *known == name).unwrap_or_default();
    let cards = pieces.iter().map(|(name, shape)| {
        // Some solids look like others from one side.
        let turned =
            matches!(style.view, View::Auto | View::Solid).then(|| view::clearest(lattice, shape, style));
        let shape = turned.unwrap_or_else(|| shape.clone());
        (Drawn { name: name.clone(), color: color(name), shape }, name.clone())
    });
    let title = format!("{} {}", names.len(), lattice.polyforms());
    let about = format!("{title}: {}.", names.iter().join(", "));
    cards_page(lattice, cards.collect(), &title, &about, style)
}

/// The base placements of a piece, with their numbers; `color` is the number of its colour.
pub fn placements(lattice: Lattice, name: &str, color: usize, shapes: &[Shape], style: &Style) -> Picture {
    let cards = (1..).zip(shapes).map(|(number, shape)| {
        let piece = Drawn { name: name.to_owned(), color, shape: shape.clone() };
        (piece, number.to_string())
    });
    let title = format!("Base placements of {name}");
    let about = format!("{title}: {}.", shapes.len());
    cards_page(lattice, cards.collect(), &title, &about, style)
}

/// Single pieces, each with a line below.
fn cards_page(
    lattice: Lattice,
    cards: Vec<(Drawn, String)>,
    title: &str,
    about: &str,
    style: &Style,
) -> Picture {
    let view = if style.view == View::Auto { View::Solid } else { style.view };
    let style = Style { labels: false, view, ..style.clone() };
    let pictures = cards.into_iter().map(|(piece, caption)| {
        let caption = Some(caption);
        let region = piece.shape.clone();
        let drawing = Drawing {
            lattice,
            region,
            pieces: vec![piece],
            title: None,
            caption,
            labels: Vec::new(),
            tints: Vec::new(),
        };
        (captioned(&drawing, &style), drawing.caption)
    });
    let pictures = pictures.collect_vec();
    let columns = columns(&pictures);
    Picture::new(arranged(pictures, columns, &style), title, about, &style)
}

/// Layers side by side, with what they are below.
pub(crate) fn layers(layers: Vec<(Canvas, Option<String>)>, style: &Style) -> Canvas {
    // Up to six in a row; more are shared out evenly.
    let rows = layers.len().div_ceil(6).max(1);
    let columns = layers.len().div_ceil(rows);
    let captioned = layers.into_iter().map(|(mut picture, text)| {
        caption(&mut picture, text.as_deref().unwrap_or_default(), style);
        (picture, text)
    });
    arranged(captioned.collect(), columns, style)
}

fn captioned(drawing: &Drawing, style: &Style) -> Canvas {
    let mut picture = view::picture(drawing, style);
    if let Some(text) = &drawing.caption {
        caption(&mut picture, text, style);
    }
    picture
}

/// Adds a line of text below everything. Long ones are written smaller, to a point.
pub(crate) fn caption(picture: &mut Canvas, text: &str, style: &Style) {
    let fitting = picture.size()[0] / text_width(text).max(1.0);
    let [least, most] = [CAPTION * 0.6, CAPTION].map(|part| part * style.cell_size);
    picture.caption(text, fitting.clamp(least, most));
}

/// Pictures in rows and columns, which are as wide and high as need be.
///
/// In a column pictures are centred; in a row they stand on one line, so that their captions do, too.
pub(crate) fn arranged(pictures: Vec<(Canvas, Option<String>)>, columns: usize, style: &Style) -> Canvas {
    let columns = columns.max(1);
    let gap = GAP * style.cell_size;
    let sizes = pictures.iter().map(|(picture, _)| picture.size()).collect_vec();
    let widest =
        |column: usize| sizes.iter().skip(column).step_by(columns).map(|size| size[0]).fold(0.0, f64::max);
    let widths = (0..columns).map(widest).collect_vec();
    let mut page = Canvas::default();
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
fn columns(pictures: &[(Canvas, Option<String>)]) -> usize {
    let most = |axis: usize| pictures.iter().map(|(picture, _)| picture.size()[axis]).fold(1.0, f64::max);
    let fitting = ((1.5 * most(1) / most(0) * pictures.len() as f64).sqrt().ceil() as usize).max(1);
    // As many rows as that needs, but shared out evenly.
    pictures.len().div_ceil(pictures.len().div_ceil(fitting).max(1))
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
