//! Areas of one colour, where the sides of cells have colours: each cell is seen as triangles, one for each of its sides,
//! as MacMahon's tiles are painted.

use crate::view::View;
use polydlx_lattice::{Cell, Lattice, Motion, Part, Point};
use std::collections::{BTreeMap, BTreeSet};

/// The sides that a text names, as `00/2 00/1 01/1`; or the first word that is no side.
pub(crate) fn read(lattice: Lattice, text: &str) -> Result<Vec<Cell>, &str> {
    let side = |word| match lattice.read_part(word) {
        Some((Part::Side, place)) => Ok(place),
        _ => Err(word),
    };
    text.split_whitespace().map(side).collect()
}

/// How many areas of a packing, none of them at the rim, look like one that consists of these sides.
pub(crate) fn alike(view: &View<'_>, text: &str) -> usize {
    let lattice = view.board.lattice;
    let Ok(wanted) = read(lattice, text) else { return 0 };
    let motions = lattice.motion_group().into_iter();
    let wanted: BTreeSet<Figure> = motions.map(|motion| figure(lattice, &wanted, motion)).collect();
    let is_inside = |area: &Vec<Cell>| area.iter().all(|&side| view.is_between(side));
    let is_wanted = |area: &Vec<Cell>| wanted.contains(&figure(lattice, area, Motion::IDENTITY));
    areas(lattice, view.colors().collect()).into_iter().filter(is_inside).filter(is_wanted).count()
}

/// What an area looks like: of each side the ends and the middles of its cells, the corners of the two triangles there.
/// Areas that a shift of the plane makes equal are equal, even if it is no shift of the lattice: diamonds around the
/// sides of squares are squares, whether those sides lie or stand.
type Figure = BTreeSet<BTreeSet<Point>>;

fn figure(lattice: Lattice, area: &[Cell], motion: Motion) -> Figure {
    let scale = lattice.corner_scale();
    let triangles = |&side: &Cell| {
        let middles = lattice.around(side).map(|(cell, _)| lattice.point(cell).map(|at| scale * at));
        ends(lattice, side).into_iter().chain(middles).map(|point| motion.apply(point)).collect()
    };
    let figure: Figure = area.iter().map(triangles).collect();
    let Some(least) = figure.iter().flatten().min().copied() else { return figure };
    let shifted = |point: &Point| std::array::from_fn(|axis| point[axis] - least[axis]);
    figure.iter().map(|points| points.iter().map(shifted).collect()).collect()
}

/// Sides of the same colour that hang together.
fn areas(lattice: Lattice, mut colors: BTreeMap<Cell, u16>) -> Vec<Vec<Cell>> {
    let mut found = Vec::new();
    while let Some((first, color)) = colors.pop_first() {
        let mut area = vec![first];
        let mut at = 0;
        while at < area.len() {
            for next in beside(lattice, area[at]) {
                if colors.get(&next) == Some(&color) {
                    colors.remove(&next);
                    area.push(next);
                }
            }
            at += 1;
        }
        found.push(area);
    }
    found
}

/// The other sides of the cells at a side that have an end in common with it: there two triangles of one cell meet.
fn beside(lattice: Lattice, side: Cell) -> impl Iterator<Item = Cell> {
    let own = ends(lattice, side);
    let sides = lattice.around(side).flat_map(move |(cell, _)| lattice.parts(Part::Side, cell));
    sides.filter(move |&other| other != side && !own.is_disjoint(&ends(lattice, other)))
}

/// The corners that all cells at a side have.
fn ends(lattice: Lattice, side: Cell) -> BTreeSet<Point> {
    let corners = lattice.around(side).map(|(cell, _)| lattice.corners(cell).collect::<BTreeSet<Point>>());
    corners.reduce(|one, other| one.intersection(&other).copied().collect()).unwrap_or_default()
}
