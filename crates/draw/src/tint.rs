//! Colours on the sides, corners and faces of cells.

use crate::Drawn;
use crate::canvas::Canvas;
use crate::color::{Fill, Rgb};
use crate::geometry::Tessellation;
use crate::mark::{Point, Rule, circle, loops};
use crate::scene::{Scene, seen};
use crate::style::Style;
use polydlx_lattice::{Cell, Lattice, Part, Site};
use std::collections::BTreeMap;

/// A part of a cell of a piece, and the number of its colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tint {
    pub(crate) cell: Cell,
    pub(crate) part: Part,
    pub(crate) number: usize,
    pub(crate) color: u16,
}

/// What has a colour on a piece. Sides that are drawn elsewhere have the colour that they have there.
pub(crate) fn tints(lattice: Lattice, piece: &Drawn, joined: &BTreeMap<Cell, Cell>) -> Vec<Tint> {
    let mut found = Vec::new();
    for cell in seen(&piece.shape) {
        for part in Part::ALL {
            for (number, place) in lattice.parts(part, cell).enumerate() {
                let of = |place: Cell| piece.shape.color_of(Site { suffix: part.suffix(), ..place.site() });
                let color = of(place).or_else(|| of(*joined.get(&place)?));
                found.extend(color.map(|color| Tint { cell, part, number, color }));
            }
        }
    }
    found
}

/// Whether something of a piece has a colour.
pub(crate) fn has_tints(piece: &Drawn) -> bool {
    piece.shape.sites().iter().any(|site| site.color != 0 && Part::of_suffix(site.suffix).is_some())
}

/// What a colour looks like.
pub(crate) fn hue(style: &Style, color: u16) -> Rgb {
    let usual = || Fill::numbered(style.palette, usize::from(color).saturating_sub(1)).color;
    style.hues.get(&color).copied().unwrap_or_else(usual)
}

/// Paints the sides of the pieces as wedges, and their corners as kites, both as far as the middle of the cell. In a layer of
/// cubes the middle is what they show towards the reader.
pub(crate) fn paint(tessellation: &Tessellation, scene: &Scene<'_>, style: &Style, picture: &mut Canvas) {
    let size = |[x, y]: Point| [x * style.cell_size, y * style.cell_size];
    for (&cell, tints) in &scene.tints {
        let corners: Vec<Point> = tessellation.corners_in_order(cell);
        let middle = mean(&corners);
        let owner = scene.cells.get(&cell).copied().flatten();
        for tint in tints {
            let paint = scene.hue(style, owner, tint.color).into();
            let area = match scene.lattice.dimension() {
                2 => flat_area(scene.lattice, &corners, tint),
                _ => layer_area(scene.lattice, &corners, tint),
            };
            if let Some(area) = area {
                picture.add(loops([area.into_iter().map(size).collect()], Rule::EvenOdd).filled(paint));
            } else if scene.lattice.dimension() == 2 {
                // Neighbours that share no side of a polygon: a dot on the way to the other one.
                if let Some(next) = tint.beyond(scene.lattice) {
                    let there = next.shifted([0, 1, 2].map(|axis| cell.at[axis] - tint.cell.at[axis]));
                    let halfway = mean(&[mean(&tessellation.corners_in_order(there)), middle]);
                    let at = mean(&[halfway, mean(&[halfway, middle])]);
                    picture.add(circle(size(at), DOT * style.cell_size).filled(paint));
                }
            }
        }
    }
}

impl Tint {
    /// The cell beyond a side or a face.
    pub(crate) fn beyond(&self, lattice: Lattice) -> Option<Cell> {
        let place = lattice.parts(self.part, self.cell).nth(self.number)?;
        lattice.touched(self.part, place).find(|&next| self.part != Part::Corner && next != self.cell)
    }

    /// The step out of the cell through a side or a face.
    pub(crate) fn step(&self, lattice: Lattice) -> Option<[i32; 3]> {
        self.beyond(lattice).map(|next| [0, 1, 2].map(|axis| next.at[axis] - self.cell.at[axis]))
    }
}

/// The part of a polygon that a corner has, or a side of it; none if it has no such side.
fn flat_area(lattice: Lattice, corners: &[Point], tint: &Tint) -> Option<Vec<Point>> {
    let number = tint.number;
    match tint.part {
        Part::Corner => Some(kite(corners, number)),
        Part::Side | Part::Face => {
            let is_side = lattice.parts(tint.part, tint.cell).count() == corners.len();
            is_side.then(|| vec![corners[number], corners[(number + 1) % corners.len()], mean(corners)])
        }
    }
}

/// The part of a square of a layer that a face of its cube has: y goes down and z to the right, and x towards the reader.
fn layer_area(lattice: Lattice, corners: &[Point], tint: &Tint) -> Option<Vec<Point>> {
    if !lattice.is_cubic() {
        return None;
    }
    let inner = shrunk(corners, 0.5);
    // The sides of a square are left, bottom, right and top.
    let side = match tint.step(lattice)? {
        [1, ..] => return Some(inner),
        [-1, ..] => return None,
        [_, 0, -1] => 0,
        [_, 1, _] => 1,
        [_, 0, _] => 2,
        _ => 3,
    };
    let next = (side + 1) % corners.len();
    Some(vec![corners[side], corners[next], inner[next], inner[side]])
}

/// A corner of a polygon, as far as the middle.
pub(crate) fn kite(corners: &[Point], number: usize) -> Vec<Point> {
    let corner = |number: usize| corners[number % corners.len()];
    let halfway = |other: Point| mean(&[corner(number), other]);
    let (before, after) = (corner(number + corners.len() - 1), corner(number + 1));
    vec![corner(number), halfway(after), mean(corners), halfway(before)]
}

/// The same polygon, smaller, about its middle.
pub(crate) fn shrunk(corners: &[Point], by: f64) -> Vec<Point> {
    let middle = mean(corners);
    corners.iter().map(|at| [0, 1].map(|axis| middle[axis] + by * (at[axis] - middle[axis]))).collect()
}

/// How large the colour of a face is, so that the piece can be seen around it.
pub(crate) const SPOT: f64 = 0.7;

/// The radius of a dot, as a part of a cell.
const DOT: f64 = 0.1;

fn mean(points: &[Point]) -> Point {
    let number = points.len().max(1) as f64;
    [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f64>() / number)
}
