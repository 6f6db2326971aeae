//! Where the name of a piece is written, and how large.

use crate::canvas::{Point, text_width};
use crate::geometry::Tiling;
use itertools::Itertools;
use polydlx_lattice::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How much of the room a text may take.
const FULL: f64 = 0.86;

/// A place for a text: its middle and its size, when a cell has size 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) at: Point,
    pub(crate) size: f64,
}

/// The best place for a text upon connected cells.
///
/// Every row of cells is a candidate, and so is every part of it. The text shall be large; then it shall need few
/// cells, stand far from the border of the piece, among many of its cells, and near its middle.
pub(crate) fn place(tiling: &Tiling, cells: &BTreeSet<Cell>, text: &str) -> Option<Place> {
    let depth = depths(tiling, cells);
    let middle = mean(cells.iter().map(|&cell| tiling.center(cell)));
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for &first in cells {
        let row = std::iter::successors(Some(first), |&cell| Some((tiling.right)(cell)))
            .take_while(|cell| cells.contains(cell))
            .collect_vec();
        rows.extend((1..=row.len()).map(|length| row[..length].to_vec()));
    }
    let merit = |row: &[Cell]| {
        let size = size(tiling, row.len(), text);
        let inside = row.iter().map(|cell| depth[cell]).min();
        let company: usize = row.iter().map(|&cell| friends(tiling, cells, cell)).sum();
        let [x, y] = center(tiling, row);
        let off = (x - middle[0]).powi(2) + (y - middle[1]).powi(2);
        // In thousandths, lest rounding decide.
        let thousandths = |value: f64| (value * 1000.0).round() as i64;
        (thousandths(size), Reverse(row.len()), inside, company, Reverse(thousandths(off)))
    };
    // The last of the best would win, so they come in reverse.
    let best = rows.iter().rev().max_by_key(|row| merit(row))?;
    Some(Place { at: center(tiling, best), size: size(tiling, best.len(), text) })
}

/// The components of a set of cells.
pub(crate) fn components(tiling: &Tiling, cells: &[Cell]) -> Vec<BTreeSet<Cell>> {
    let mut rest: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut found = Vec::new();
    while let Some(first) = rest.pop_first() {
        let mut component = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            let near = rest.iter().copied().filter(|&other| adjacent(tiling, cell, other)).collect_vec();
            rest.retain(|cell| !near.contains(cell));
            component.extend(near.iter().copied());
            open.extend(near);
        }
        found.push(component);
    }
    found
}

/// The size of letters with which a text fits into a row of so many cells.
fn size(tiling: &Tiling, cells: usize, text: &str) -> f64 {
    let room = &tiling.room;
    let width = if cells == 1 { room.single } else { room.each * cells as f64 };
    // The text is as high as its capitals, and what slants narrows it by that much.
    (FULL * width / (text_width(text) + 0.7 * room.slant)).min(room.largest)
}

/// The middle of a row: for one cell its centre, else that of the rectangle around it.
fn center(tiling: &Tiling, row: &[Cell]) -> Point {
    if let &[cell] = row {
        return tiling.center(cell);
    }
    let corners = row.iter().flat_map(|&cell| (tiling.corners)(cell)).map(|corner| tiling.point(corner));
    let [low, high] = corners.fold([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], |[low, high], [x, y]| {
        [[low[0].min(x), low[1].min(y)], [high[0].max(x), high[1].max(y)]]
    });
    [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0]
}

fn mean(points: impl ExactSizeIterator<Item = Point>) -> Point {
    let n = points.len() as f64;
    points.fold([0.0; 2], |[x, y], [dx, dy]| [x + dx / n, y + dy / n])
}

/// How many steps each cell is from a cell at the border.
fn depths(tiling: &Tiling, cells: &BTreeSet<Cell>) -> BTreeMap<Cell, usize> {
    let mut depths = BTreeMap::new();
    let mut rest = cells.clone();
    for depth in 0.. {
        let rim = rest
            .iter()
            .copied()
            .filter(|&cell| friends(tiling, &rest, cell) < (tiling.corners)(cell).len())
            .collect_vec();
        if rim.is_empty() {
            break;
        }
        for cell in rim {
            rest.remove(&cell);
            depths.insert(cell, depth);
        }
    }
    depths
}

/// How many of the cells have a side in common with one of them.
fn friends(tiling: &Tiling, cells: &BTreeSet<Cell>, cell: Cell) -> usize {
    cells.iter().filter(|&&other| adjacent(tiling, cell, other)).count()
}

fn adjacent(tiling: &Tiling, one: Cell, other: Cell) -> bool {
    let [corners, others] = [one, other].map(tiling.corners);
    one != other && corners.iter().filter(|corner| others.contains(corner)).count() == 2
}
