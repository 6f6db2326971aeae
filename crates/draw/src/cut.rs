//! Outlines for a laser cutter: hairlines at true scale, every cut once.

use crate::canvas::Canvas;
use crate::color::Rgb;
use crate::engrave;
use crate::flat::{self, Borders};
use crate::geometry::{Tessellation, Vertex};
use crate::label;
use crate::layering::{Layering, Slice};
use crate::mark::{Group, Point, lines};
use crate::markup::number;
use crate::picture::Picture;
use crate::scene::Scene;
use crate::sticks;
use crate::style::{Style, Unit};
use crate::trace::{self, Pinch};
use crate::{Drawing, Drawn};
use itertools::Itertools;
use polydlx_lattice::{Cell, Lattice, Shape};
use std::fmt;

/// How pieces are cut. All lengths are millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// The distance of neighbouring cells of one kind, as in [`Style::cell_size`].
    pub cell_size: f64,
    /// The width of what the beam burns away. If it is 0, pieces that lie side by side share their cuts.
    pub kerf: f64,
    /// Whether names are engraved.
    pub labels: bool,
}

/// Why something cannot be cut.
#[derive(Clone, Copy, Debug, PartialEq)]
// Whoever reports them has a remedy for each, so this is exhaustive: the compiler tells if one is missing.
pub enum CutError {
    /// It is not flat.
    Solid(Lattice),
    /// Pieces are made of edges, and some angles between these are too small.
    Edges(Lattice),
    /// The beam or the clearance is wider than a quarter of a cell, or a length is not what lengths are.
    Kerf,
    /// The cells of the piece with this number do not hang together, or have suffixes: it is not made of cells.
    Scattered(usize),
    /// A piece, or the tray, is larger than the material.
    Sheet,
    /// A solid lies in no tray.
    SolidTray(Lattice),
    /// A cell is not so many sheets high.
    Thickness,
}

impl fmt::Display for CutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solid(lattice) => {
                write!(
                    f,
                    "{} are solid, and not made of flat layers: they cannot be cut",
                    lattice.polyforms()
                )
            }
            Self::SolidTray(lattice) => write!(f, "{} are solid, and trays are flat", lattice.polyforms()),
            Self::Thickness => write!(f, "the size of a cell is not a whole number of sheets"),
            Self::Edges(lattice) => {
                let about = "are lines, and meet at angles so small that there is no room";
                write!(f, "{} {about}", lattice.polyforms())
            }
            Self::Kerf => write!(f, "kerf and clearance must be less than a quarter of a cell"),
            Self::Scattered(_) => write!(f, "a piece whose cells do not hang together cannot be cut"),
            Self::Sheet => write!(f, "something is larger than the material"),
        }
    }
}

impl std::error::Error for CutError {}

/// Cuts are red, engravings blue, and both as thin as all machines want them.
pub(crate) const CUT: Rgb = Rgb(0xff0000);
pub(crate) const ENGRAVE: Rgb = Rgb(0x0000ff);
pub(crate) const HAIRLINE: f64 = 0.025;

/// The width of the frame around a tray, and the least distance of things that are cut out, as parts of a cell.
pub(crate) const FRAME: f64 = 0.75;
pub(crate) const GAP: f64 = 0.2;

/// A packing to be cut, with a tray to keep it in, as a picture at true scale.
///
/// Without kerf all lies in one place: the frame, the outline of the region, the lines between pieces, each once.
/// With kerf every piece, and the tray, needs cuts of its own, half a kerf outside: then they are laid out apart.
pub fn cut(drawing: &Drawing, cut: &Cut) -> Result<Picture, CutError> {
    let sheet = Layout::new(drawing.lattice, cut)?;
    // Lines with a width have no sides in common, nor have layers.
    let is_plain = !sheet.layering.tessellation.has_edges() && !sheet.layering.tessellation.is_layered();
    let picture = if cut.kerf == 0.0 && is_plain {
        sheet.packed(drawing)
    } else {
        sheet.apart(Some(&drawing.region), &drawing.pieces)
    };
    let title = drawing.title.as_deref().unwrap_or(drawing.lattice.polyforms());
    Ok(sheet.document(picture, title))
}

/// Pieces to be cut, laid out apart, as a picture at true scale; a region among them becomes a tray.
pub fn cut_pieces(
    lattice: Lattice,
    region: Option<&Shape>,
    pieces: &[(String, Shape)],
    cut: &Cut,
) -> Result<Picture, CutError> {
    let sheet = Layout::new(lattice, cut)?;
    let pieces =
        pieces.iter().map(|(name, shape)| Drawn { name: name.clone(), color: 0, shape: shape.clone() });
    let picture = sheet.apart(region, &pieces.collect_vec());
    Ok(sheet.document(picture, lattice.polyforms()))
}

struct Layout<'a> {
    layering: Layering,
    cut: &'a Cut,
    style: Style,
}

impl<'a> Layout<'a> {
    fn new(lattice: Lattice, cut: &'a Cut) -> Result<Self, CutError> {
        let layering =
            Layering::new(lattice).ok().filter(Layering::is_flat).ok_or(CutError::Solid(lattice))?;
        if !sticks::have_room(&layering.tessellation) {
            return Err(CutError::Edges(lattice));
        }
        let fits = cut.cell_size > 0.0 && cut.kerf >= 0.0 && cut.kerf < cut.cell_size / 4.0;
        if !fits {
            return Err(CutError::Kerf);
        }
        let style = Style { cell_size: cut.cell_size, unit: Unit::Millimetre, ..Style::default() };
        Ok(Self { layering, cut, style })
    }

    fn document(&self, canvas: Canvas, title: &str) -> Picture {
        let Cut { cell_size, kerf, .. } = *self.cut;
        let (cell_size, kerf) = (number(cell_size), number(kerf));
        let about =
            format!("For cutting: cells of {cell_size} mm, kerf {kerf} mm. Red is cut, blue is engraved.");
        Picture::new(canvas, title, &about, &self.style)
    }

    fn on_paper(&self, lines: Vec<Vec<Vertex>>) -> Vec<Vec<Point>> {
        let place = |corner: Vertex| self.layering.tessellation.point(corner).map(|d| d * self.cut.cell_size);
        lines.into_iter().map(|line| line.into_iter().map(place).collect()).collect()
    }

    /// Everything in its place, every line once.
    fn packed(&self, drawing: &Drawing) -> Canvas {
        let scene = Scene::new(drawing, &self.style);
        let Borders { between, around, .. } = flat::borders(&self.layering.tessellation, &scene);
        let mut picture = Canvas::default();
        let sides = around.into_iter().chain(between);
        self.add(&mut picture, "cuts", self.on_paper(trace::lines(sides)));
        for (number, piece) in drawing.pieces.iter().enumerate() {
            let cells =
                scene.cells.iter().filter(|(_, owner)| **owner == Some(number)).map(|(&cell, _)| cell);
            self.engrave(&mut picture, &piece.name, &cells.collect_vec());
        }
        let frame = frame(&picture, FRAME * self.cut.cell_size);
        self.add(&mut picture, "frame", vec![frame]);
        picture
    }

    /// Every piece for itself, and the tray.
    fn apart(&self, region: Option<&Shape>, pieces: &[Drawn]) -> Canvas {
        let half = self.cut.kerf / 2.0;
        let tray = region.map(|region| {
            let mut picture = Canvas::default();
            let cells = self.layering.lowest(region).into_iter();
            let opening =
                opening(&self.layering.tessellation, cells, Pinch::Parted, -half, self.cut.cell_size);
            self.add(&mut picture, "tray", opening);
            let frame = frame(&picture, FRAME * self.cut.cell_size + 2.0 * half);
            self.add(&mut picture, "frame", vec![frame]);
            picture
        });
        let slices = pieces.iter().flat_map(|piece| self.layering.slices(&piece.name, &piece.shape));
        let pieces = slices.map(|Slice { name, cells, .. }| {
            let mut picture = Canvas::default();
            let cuts = border(
                &self.layering.tessellation,
                cells.iter().copied(),
                Pinch::Joined,
                half,
                self.cut.cell_size,
            );
            self.add(&mut picture, &name, cuts);
            self.engrave(&mut picture, &name, &cells);
            picture
        });
        shelved(tray, pieces.collect(), GAP * self.cut.cell_size + self.cut.kerf)
    }

    fn add(&self, picture: &mut Canvas, title: &str, cuts: Vec<Vec<Point>>) {
        for &point in cuts.iter().flatten() {
            picture.cover(point, 0.0);
        }
        let mut group = Group::titled(title);
        group.add(lines(cuts, HAIRLINE, CUT));
        picture.add(group);
    }

    fn engrave(&self, picture: &mut Canvas, name: &str, cells: &[Cell]) {
        if !self.cut.labels {
            return;
        }
        for place in label::places(&self.layering.tessellation, cells, name) {
            let (at, size) = (place.at.map(|d| d * self.cut.cell_size), place.size * self.cut.cell_size);
            match engrave::strokes(name, at, size) {
                Some(strokes) => picture.add(lines(strokes, HAIRLINE, ENGRAVE)),
                // Letters that are not in the stroke font are left to whoever reads the file.
                None => picture.write(name, at, size, ENGRAVE),
            }
        }
    }
}

/// The border of cells, moved outwards, so that what is left of the material has the right size.
pub(crate) fn border(
    tessellation: &Tessellation,
    cells: impl Iterator<Item = Cell>,
    pinch: Pinch,
    by: f64,
    cell_size: f64,
) -> Vec<Vec<Point>> {
    if tessellation.has_edges() {
        return on_paper(sticks::outline(tessellation, cells, by / cell_size), cell_size);
    }
    let place = |corner: Vertex| tessellation.point(corner).map(|d| d * cell_size);
    let loops = trace::outline(tessellation, cells, pinch).into_iter();
    let loops = loops.map(|corners| corners.into_iter().map(place).collect_vec());
    loops.map(|corners| closed(offset(&corners, by * tessellation.hand()))).collect()
}

/// The same for what is left free for cells.
pub(crate) fn opening(
    tessellation: &Tessellation,
    cells: impl Iterator<Item = Cell>,
    pinch: Pinch,
    by: f64,
    cell_size: f64,
) -> Vec<Vec<Point>> {
    if tessellation.has_edges() {
        return on_paper(sticks::opening(tessellation, cells, by / cell_size), cell_size);
    }
    border(tessellation, cells, pinch, by, cell_size)
}

/// Loops with y upwards, closed, on paper.
fn on_paper(loops: Vec<Vec<Point>>, cell_size: f64) -> Vec<Vec<Point>> {
    let place = |[x, y]: Point| [x * cell_size, 0.0 - y * cell_size];
    loops.into_iter().map(|corners| closed(corners.into_iter().map(place).collect())).collect()
}

/// A rectangle around a picture.
fn frame(picture: &Canvas, width: f64) -> Vec<Point> {
    let [[left, top], [right, bottom]] = picture.extent();
    let ([left, top], [right, bottom]) = ([left - width, top - width], [right + width, bottom + width]);
    closed(vec![[left, top], [right, top], [right, bottom], [left, bottom]])
}

pub(crate) fn closed(mut corners: Vec<Point>) -> Vec<Point> {
    corners.extend(corners.first().copied());
    corners
}

/// A closed polygon whose sides are moved to the right by a distance.
pub(crate) fn offset(corners: &[Point], by: f64) -> Vec<Point> {
    let normal = |a: Point, b: Point| {
        let [x, y] = [b[0] - a[0], b[1] - a[1]];
        let length = (x * x + y * y).sqrt();
        [y / length, -x / length]
    };
    let corner = |(&before, &at, &after): (&Point, &Point, &Point)| {
        let ([a, b], [c, d]) = (normal(before, at), normal(at, after));
        // Where the two moved sides meet.
        let far = by / (1.0 + a * c + b * d);
        [at[0] + far * (a + c), at[1] + far * (b + d)]
    };
    corners.iter().circular_tuple_windows().map(corner).collect()
}

/// Pictures in rows from left to right, none of them over another; the first in a row of its own.
fn shelved(first: Option<Canvas>, pictures: Vec<Canvas>, gap: f64) -> Canvas {
    let area: f64 = pictures.iter().map(Canvas::size).map(|[w, h]| (w + gap) * (h + gap)).sum();
    let widest = pictures.iter().chain(&first).map(|picture| picture.size()[0]).fold(0.0, f64::max);
    let limit = widest.max((1.5 * area).sqrt());
    let mut page = Canvas::default();
    let (mut left, mut top, mut height) = (0.0, 0.0, 0.0_f64);
    let alone = first.is_some();
    for (at, picture) in first.into_iter().chain(pictures).enumerate() {
        let ([w, h], [low, _]) = (picture.size(), picture.extent());
        if left > 0.0 && (left + w > limit || (alone && at == 1)) {
            (left, top, height) = (0.0, top + height + gap, 0.0);
        }
        page.place(picture, None, [left - low[0], top - low[1]]);
        (left, height) = (left + w + gap, height.max(h));
    }
    page
}
