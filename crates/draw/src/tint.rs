//! Colours on the sides and corners of cells in the plane.

use crate::Drawn;
use crate::canvas::Canvas;
use crate::color::{Fill, Rgb};
use crate::geometry::Tiling;
use crate::mark::{Point, Rule, circle, loops};
use crate::scene::{Scene, seen};
use crate::style::Style;
use polydlx_lattice::{Cell, Lattice, Part, Site};
use std::collections::BTreeMap;

/// A side or a corner of a cell of a piece, and the number of its colour.
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

/// Paints the sides of the pieces as wedges, and their corners as kites, both as far as the middle of the cell.
pub(crate) fn paint(tiling: &Tiling, scene: &Scene<'_>, style: &Style, picture: &mut Canvas) {
    if scene.lattice.dimension() != 2 {
        return;
    }
    for piece in scene.pieces {
        for Tint { cell, part, number, color } in tints(scene.lattice, piece, &style.joined) {
            let paint = hue(style, color).into();
            let corners: Vec<Point> = tiling.corners_in_order(cell);
            let size = |[x, y]: Point| [x * style.cell_size, y * style.cell_size];
            let middle = mean(&corners);
            let corner = |number: usize| corners[number % corners.len()];
            let sides = scene.lattice.parts(Part::Side, cell).count();
            let area = match part {
                Part::Corner => {
                    let (before, after) = (corner(number + corners.len() - 1), corner(number + 1));
                    let halfway = |other: Point| mean(&[corner(number), other]);
                    vec![corner(number), halfway(after), middle, halfway(before)]
                }
                Part::Side if sides == corners.len() => vec![corner(number), corner(number + 1), middle],
                Part::Side => {
                    // Neighbours that share no side of a polygon: a dot on the way to the other one.
                    let around: Vec<Point> =
                        { scene.lattice.parts(Part::Side, cell).nth(number).into_iter() }
                            .flat_map(|place| scene.lattice.around(place))
                            .map(|(cell, _)| mean(&tiling.corners_in_order(cell)))
                            .collect();
                    let at = mean(&[mean(&around), mean(&[mean(&around), middle])]);
                    picture.add(circle(size(at), DOT * style.cell_size).filled(paint));
                    continue;
                }
            };
            picture.add(loops([area.into_iter().map(size).collect()], Rule::EvenOdd).filled(paint));
        }
    }
}

/// The radius of a dot, as a part of a cell.
const DOT: f64 = 0.1;

fn mean(points: &[Point]) -> Point {
    let number = points.len().max(1) as f64;
    [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f64>() / number)
}
