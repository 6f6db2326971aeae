//! Sheets for a laser cutter: pieces with clearance, trays with floor and rim, all nested on material of a given size.

use crate::canvas::Canvas;
use crate::cut::{CUT, CutError, ENGRAVE, FRAME, GAP, HAIRLINE, border, closed, opening};
use crate::engrave;
use crate::geometry::Tessellation;
use crate::label;
use crate::layering::{Layering, Slice};
use crate::mark::{Group, Point, lines};
use crate::markup::number;
use crate::picture::{Frame, Picture};
use crate::scene::seen;
use crate::sticks;
use crate::style::Unit;
use crate::trace::Pinch;
use itertools::Itertools;
use polydlx_lattice::{Cell, Lattice, Shape};
use std::collections::BTreeSet;

/// How things are cut. All lengths are millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Laser {
    /// The distance of neighbouring cells of one kind.
    pub cell_size: f64,
    /// The width of what the beam burns away.
    pub kerf: f64,
    /// The room between two pieces that lie side by side, and between a piece and its tray.
    pub clearance: f64,
    /// Whether names are engraved, and the title upon the rim of the tray.
    pub labels: bool,
    /// How thick the material is. A layer of a solid is as many sheets as make a cell, if that is known.
    pub thickness: Option<f64>,
    /// Width and height of the material; without it, there is one sheet that is as large as need be.
    pub sheet: Option<[f64; 2]>,
}

/// What stays free at the edges of the material.
const EDGE: f64 = 3.0;
/// The radius of outer corners of a tray.
const CORNER: f64 = 4.0;
/// How finely places on the material are tried.
const GRAIN: f64 = 1.0;

/// Something to be cut: closed lines, the outermost first, and what is engraved.
#[derive(Clone)]
struct Part {
    name: String,
    cuts: Vec<Vec<Point>>,
    engraved: Vec<Vec<Point>>,
}

/// Sheets with pieces, none of them over another; if there is a region, with a tray for it: a rim, and a floor below it.
pub fn laser(
    lattice: Lattice,
    region: Option<&Shape>,
    pieces: &[(String, Shape)],
    title: Option<&str>,
    laser: &Laser,
) -> Result<Vec<Picture>, CutError> {
    let layering = Layering::new(lattice)?;
    let tessellation = layering.tessellation;
    if !sticks::have_room(&tessellation) {
        return Err(CutError::Edges(lattice));
    }
    let Laser { cell_size, kerf, clearance, .. } = *laser;
    let fits = cell_size > 0.0 && kerf >= 0.0 && clearance >= 0.0 && kerf.max(clearance) < cell_size / 4.0;
    if !fits {
        return Err(CutError::Kerf);
    }
    let mut parts = Vec::new();
    if let Some(region) = region {
        if !layering.is_flat() {
            return Err(CutError::SolidTray(lattice));
        }
        parts.extend(tray(&tessellation, layering.lowest(region), title.filter(|_| laser.labels), laser));
    }
    let sheets = layering.sheets(laser)?;
    for (at, (name, shape)) in pieces.iter().enumerate() {
        let cells = seen(shape).collect_vec();
        let is_whole = cells.len() == shape.uncolored().unguarded().sites().len();
        if !is_whole || !layering.hangs_together(&cells) {
            return Err(CutError::Scattered(at));
        }
        for Slice { name, cells, above } in layering.slices(name, shape) {
            let by = (kerf - clearance) / 2.0;
            let cuts = border(&tessellation, cells.iter().copied(), Pinch::Joined, by, cell_size);
            let mut engraved =
                if laser.labels { names(&tessellation, &name, &cells, laser) } else { Vec::new() };
            // Where the next layer is glued upon this one, well inside of it.
            engraved.extend(border(
                &tessellation,
                above.into_iter(),
                Pinch::Parted,
                -0.08 * cell_size,
                cell_size,
            ));
            parts.extend(std::iter::repeat_n(Part { name, cuts, engraved }, sheets));
        }
    }
    let room = GAP * cell_size + kerf;
    let sheets = nested(&parts, laser.sheet, room)?;
    let about = format!(
        "For cutting: cells of {} mm, kerf {} mm, clearance {} mm. Red is cut, blue is engraved.",
        number(cell_size),
        number(kerf),
        number(clearance)
    );
    let title = title.unwrap_or(lattice.polyforms());
    Ok(sheets.into_iter().map(|parts| picture(parts, laser.sheet, title, &about)).collect())
}

/// Whether each cell of the plane can be reached from each other one, if only over corners.
pub(crate) fn hangs_together(tessellation: &Tessellation, cells: &[Cell]) -> bool {
    let mut rest: Vec<_> = cells.iter().map(|&cell| tessellation.corners(cell)).collect();
    let Some(first) = rest.pop() else { return true };
    let mut reached: BTreeSet<_> = first.into_iter().collect();
    while let Some(next) =
        rest.iter().position(|corners| corners.iter().any(|corner| reached.contains(corner)))
    {
        reached.extend(rest.swap_remove(next));
    }
    rest.is_empty()
}

/// The strokes of a name in each part of a piece.
fn names(tessellation: &Tessellation, name: &str, cells: &[Cell], laser: &Laser) -> Vec<Vec<Point>> {
    let places = label::places(tessellation, cells, name).into_iter();
    let strokes = places.filter_map(|place| {
        engrave::strokes(name, place.at.map(|d| d * laser.cell_size), place.size * laser.cell_size)
    });
    strokes.flatten().collect()
}

/// The rim of a tray, with its title, and the floor to be glued below it.
fn tray(tessellation: &Tessellation, region: Vec<Cell>, title: Option<&str>, laser: &Laser) -> [Part; 2] {
    let by = (laser.clearance - laser.kerf) / 2.0;
    let pinch = if by > 0.0 { Pinch::Joined } else { Pinch::Parted };
    let openings = opening(tessellation, region.into_iter(), pinch, by, laser.cell_size);
    let [low, high] = extent(&openings);
    let rim = (FRAME * laser.cell_size).max(6.0) + laser.kerf;
    let around = rounded([low[0] - rim, low[1] - rim], [high[0] + rim, high[1] + rim]);
    let strokes = title.and_then(|title| {
        // What no stroke makes is left out.
        let is_known = |letter: &char| engrave::strokes(&format!("i{letter}"), [0.0; 2], 1.0).is_some();
        let title = title.chars().filter(is_known).collect::<String>();
        let title = title.trim();
        let width = crate::canvas::text_width(title).max(1.0);
        let size = (0.6 * rim).min((high[0] - low[0]) / width);
        engrave::strokes(title, [(low[0] + high[0]) / 2.0, high[1] + rim / 2.0], size)
    });
    let floor = Part { name: "floor".to_owned(), cuts: vec![around.clone()], engraved: Vec::new() };
    let cuts = std::iter::once(around).chain(openings).collect();
    [Part { name: "rim".to_owned(), cuts, engraved: strokes.unwrap_or_default() }, floor]
}

/// A rectangle with round corners.
fn rounded(low: Point, high: Point) -> Vec<Point> {
    let middles = [
        [high[0] - CORNER, high[1] - CORNER],
        [low[0] + CORNER, high[1] - CORNER],
        [low[0] + CORNER, low[1] + CORNER],
        [high[0] - CORNER, low[1] + CORNER],
    ];
    let mut points = Vec::new();
    for (quarter, middle) in middles.into_iter().enumerate() {
        for step in 0..=8 {
            // A quarter of a circle, from points of a square that are drawn in to it.
            let part = f64::from(step) / 4.0;
            let [x, y] = [(2.0 - part).min(1.0), part.min(1.0)];
            let length = (x * x + y * y).sqrt();
            let [x, y] = (0..quarter).fold([x / length, y / length], |[x, y], _| [-y, x]);
            points.push([middle[0] + CORNER * x, middle[1] + CORNER * y]);
        }
    }
    closed(points)
}

fn extent(loops: &[Vec<Point>]) -> [Point; 2] {
    let points = loops.iter().flatten();
    let end = |pick: fn(f64, f64) -> f64, from: f64| {
        [0, 1].map(|axis| points.clone().map(|point| point[axis]).fold(from, pick))
    };
    [end(f64::min, f64::INFINITY), end(f64::max, f64::NEG_INFINITY)]
}

impl Part {
    /// The same, elsewhere.
    fn moved(&self, to: impl Fn(Point) -> Point) -> Self {
        let all =
            |lines: &[Vec<Point>]| lines.iter().map(|line| line.iter().map(|&at| to(at)).collect()).collect();
        Self { name: self.name.clone(), cuts: all(&self.cuts), engraved: all(&self.engraved) }
    }

    /// The same, turned by quarters, with its least corner at the origin.
    fn turned(&self, quarters: usize) -> Self {
        let turned = self.moved(|at| (0..quarters).fold(at, |[x, y], _| [-y, x]));
        let [low, _] = extent(&turned.cuts);
        turned.moved(|[x, y]| [x - low[0], y - low[1]])
    }

    fn area(&self) -> f64 {
        let [low, high] = extent(&self.cuts);
        (high[0] - low[0]) * (high[1] - low[1])
    }
}

/// Material that is partly taken, grain by grain.
struct Material {
    taken: Vec<Vec<bool>>,
    parts: Vec<Part>,
}

/// Parts on sheets, the largest first, each as far up and to the left as it fits.
fn nested(parts: &[Part], sheet: Option<[f64; 2]>, room: f64) -> Result<Vec<Vec<Part>>, CutError> {
    let edge = if sheet.is_some() { EDGE } else { 0.0 };
    let [width, height] = sheet.unwrap_or_else(|| {
        // Somewhat wider than high, and high enough for all.
        let area: f64 = parts.iter().map(|part| 1.3 * part.area()).sum();
        let widest = parts.iter().map(|part| extent(&part.cuts)).map(|[low, high]| high[0] - low[0]);
        let width = widest.fold((1.5 * area).sqrt(), f64::max) + room;
        [width, f64::INFINITY]
    });
    let columns = ((width - 2.0 * edge) / GRAIN).floor().max(0.0) as usize;
    let rows =
        if height.is_finite() { ((height - 2.0 * edge) / GRAIN).floor().max(0.0) as usize } else { 100_000 };
    let mut sheets: Vec<Material> = Vec::new();
    let order =
        (0..parts.len()).sorted_by(|&a, &b| parts[b].area().total_cmp(&parts[a].area()).then(a.cmp(&b)));
    for number in order {
        let turns = (0..4).map(|quarters| parts[number].turned(quarters)).collect_vec();
        // Without a size nothing needs to be turned.
        let turns = &turns[..if sheet.is_some() { 4 } else { 1 }];
        let grains = turns.iter().map(|part| grains(part, room)).collect_vec();
        let place = |material: &Material| {
            let ways = turns.iter().zip(&grains).filter_map(|(part, grains)| {
                let [x, y] = material.place(grains, columns, rows)?;
                Some(([y, x], part, grains))
            });
            ways.min_by_key(|(at, _, _)| *at)
        };
        let found = sheets.iter().enumerate().find_map(|(at, material)| Some((at, place(material)?)));
        let (at, ([y, x], part, grains)) = match found {
            Some(found) => found,
            None => {
                let fresh = Material { taken: Vec::new(), parts: Vec::new() };
                let found = place(&fresh).ok_or(CutError::Sheet)?;
                sheets.push(fresh);
                (sheets.len() - 1, found)
            }
        };
        let shift = [x, y].map(|d| edge + GRAIN * d as f64);
        let part = part.moved(|[u, v]| [u + shift[0], v + shift[1]]);
        sheets[at].take(grains, [x, y], columns);
        sheets[at].parts.push(part);
    }
    Ok(sheets.into_iter().map(|material| material.parts).collect())
}

/// The grains that a part with its least corner at the origin needs, row by row: those inside, and those near its border.
fn grains(part: &Part, room: f64) -> Vec<Vec<bool>> {
    let around = &part.cuts[..1.min(part.cuts.len())];
    // A piece may have several outer borders, but a tray has one, and what is in it is not free.
    let loops = if part.name == "rim" { around } else { &part.cuts[..] };
    let [_, high] = extent(loops);
    let [columns, rows] = [0, 1].map(|axis| ((high[axis] + room) / GRAIN).ceil() as usize + 1);
    let near = room / 2.0 + 0.75 * GRAIN;
    let is_taken = |x: usize, y: usize| {
        let at = [x, y].map(|d| (d as f64 + 0.5) * GRAIN);
        let mut inside = false;
        for (a, b) in loops.iter().flat_map(|corners| corners.iter().tuple_windows()) {
            if (a[1] > at[1]) != (b[1] > at[1])
                && at[0] < a[0] + (at[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
            {
                inside = !inside;
            }
            let [u, v] = [b[0] - a[0], b[1] - a[1]];
            let along = ((at[0] - a[0]) * u + (at[1] - a[1]) * v) / (u * u + v * v).max(1e-12);
            let along = along.clamp(0.0, 1.0);
            let [dx, dy] = [at[0] - a[0] - along * u, at[1] - a[1] - along * v];
            if dx * dx + dy * dy < near * near {
                return true;
            }
        }
        inside
    };
    (0..rows).map(|y| (0..columns).map(|x| is_taken(x, y)).collect()).collect()
}

impl Material {
    /// Where there is room: as far up as possible, and then to the left.
    fn place(&self, grains: &[Vec<bool>], columns: usize, rows: usize) -> Option<[usize; 2]> {
        let width = grains[0].len();
        // What a part needs beyond its border may lie beyond the sheet.
        let (wide, high) = (width.saturating_sub(1), grains.len().saturating_sub(1));
        if wide > columns + 1 || high > rows + 1 {
            return None;
        }
        let last = (rows + 1).saturating_sub(high).min(self.taken.len());
        let free = |x: usize, y: usize| {
            grains.iter().enumerate().all(|(v, row)| {
                self.taken.get(y + v).is_none_or(|taken| {
                    row.iter()
                        .enumerate()
                        .all(|(u, &grain)| !grain || !taken.get(x + u).copied().unwrap_or(false))
                })
            })
        };
        (0..=last)
            .cartesian_product(0..=(columns + 1).saturating_sub(wide))
            .find(|&(y, x)| free(x, y))
            .map(|(y, x)| [x, y])
    }

    fn take(&mut self, grains: &[Vec<bool>], [x, y]: [usize; 2], columns: usize) {
        for (v, row) in grains.iter().enumerate() {
            while self.taken.len() <= y + v {
                self.taken.push(vec![false; columns + 2]);
            }
            for (u, _) in row.iter().enumerate().filter(|(_, grain)| **grain) {
                if let Some(taken) = self.taken[y + v].get_mut(x + u) {
                    *taken = true;
                }
            }
        }
    }
}

fn picture(parts: Vec<Part>, sheet: Option<[f64; 2]>, title: &str, about: &str) -> Picture {
    let mut canvas = Canvas::default();
    for part in parts {
        for &point in part.cuts.iter().flatten() {
            canvas.cover(point, 0.0);
        }
        let mut group = Group::titled(&part.name);
        group.add(lines(part.cuts, HAIRLINE, CUT));
        if !part.engraved.is_empty() {
            group.add(lines(part.engraved, HAIRLINE, ENGRAVE));
        }
        canvas.add(group);
    }
    let [low, high] = sheet.map_or_else(|| canvas.extent(), |size| [[0.0, 0.0], size]);
    let frame = Frame {
        title: title.to_owned(),
        about: about.to_owned(),
        low,
        size: [0, 1].map(|axis| high[axis] - low[axis]),
        unit: Unit::Millimetre,
    };
    Picture { frame, parts: vec![canvas.into_marks()] }
}
