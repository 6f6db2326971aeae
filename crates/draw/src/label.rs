//! Where the name of a piece is written, and how large.

use crate::canvas::text_width;
use crate::geometry::Tessellation;
use crate::mark::Point;
use crate::sticks;
use crate::trace::{self, Side};
use itertools::Itertools;
use polydlx_lattice::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How much of the room a text may take.
const FULL: f64 = 0.8;

/// A place for a text: its middle and its size, when a cell has size 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) at: Point,
    pub(crate) size: f64,
}

/// The best places for a text, one in each part of a piece.
pub(crate) fn places(tessellation: &Tessellation, cells: &[Cell], text: &str) -> Vec<Place> {
    if tessellation.has_edges() {
        return sticks::name_place(tessellation, cells, text).into_iter().collect();
    }
    let parts = components(tessellation, cells).into_iter();
    parts.filter_map(|part| place(tessellation, &part, text)).collect()
}

/// The best place for a text upon connected cells.
///
/// Every row of cells is a candidate, and so is every part of it. The text shall be large; then it shall need few
/// cells, stand far from the border of the piece, among many of its cells, and near its middle.
pub(crate) fn place(tessellation: &Tessellation, cells: &BTreeSet<Cell>, text: &str) -> Option<Place> {
    let near = neighbors(tessellation, cells.iter().copied());
    let depth = depths(tessellation, &near);
    let middle = mean(cells.iter().map(|&cell| tessellation.center(cell)));
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for &first in cells {
        let mut row = Vec::new();
        let mut next = first;
        // A row that is long enough for the largest letters need not be longer.
        while cells.contains(&next) && size(tessellation, row.len(), text) < tessellation.room.largest {
            row.push(next);
            rows.push(row.clone());
            let Some(right) = tessellation.right(next) else { break };
            next = right;
        }
    }
    let merit = |row: &[Cell]| {
        let size = size(tessellation, row.len(), text);
        let inside = row.iter().map(|cell| depth[cell]).min();
        let company: usize = row.iter().map(|cell| near[cell].len()).sum();
        let [x, y] = center(tessellation, row);
        let off = (x - middle[0]).powi(2) + (y - middle[1]).powi(2);
        // In thousandths, lest rounding decide.
        let thousandths = |value: f64| (value * 1000.0).round() as i64;
        (thousandths(size), Reverse(row.len()), inside, company, Reverse(thousandths(off)))
    };
    // The last of the best would win, so they come in reverse.
    let best = rows.iter().rev().max_by_key(|row| merit(row))?;
    Some(Place { at: center(tessellation, best), size: size(tessellation, best.len(), text) })
}

/// The components of a set of cells.
pub(crate) fn components(tessellation: &Tessellation, cells: &[Cell]) -> Vec<BTreeSet<Cell>> {
    let near = neighbors(tessellation, cells.iter().copied());
    let mut rest: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut found = Vec::new();
    while let Some(first) = rest.pop_first() {
        let mut component = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            let new = near[&cell].iter().copied().filter(|cell| rest.remove(cell)).collect_vec();
            component.extend(&new);
            open.extend(new);
        }
        found.push(component);
    }
    found
}

/// The size of letters with which a text fits into a row of so many cells.
fn size(tessellation: &Tessellation, cells: usize, text: &str) -> f64 {
    let room = &tessellation.room;
    let width = if cells == 1 { room.single } else { room.each * cells as f64 };
    // The text is as high as its capitals, and what slants narrows it by that much.
    (FULL * width / (text_width(text) + 0.7 * room.slant)).min(room.largest)
}

/// The middle of a row: for one cell its centre, else that of the rectangle around it.
fn center(tessellation: &Tessellation, row: &[Cell]) -> Point {
    if let &[cell] = row {
        return tessellation.center(cell);
    }
    let corners =
        row.iter().flat_map(|&cell| tessellation.corners(cell)).map(|corner| tessellation.point(corner));
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
fn depths(tessellation: &Tessellation, near: &BTreeMap<Cell, Vec<Cell>>) -> BTreeMap<Cell, usize> {
    let is_rim = |&(&cell, friends): &(&Cell, &Vec<Cell>)| friends.len() < tessellation.corners(cell).len();
    let rim = near.iter().filter(is_rim).map(|(&cell, _)| (cell, 0));
    let mut depths: BTreeMap<Cell, usize> = rim.clone().collect();
    let mut open: VecDeque<(Cell, usize)> = rim.collect();
    while let Some((cell, depth)) = open.pop_front() {
        for &next in &near[&cell] {
            depths.entry(next).or_insert_with(|| {
                open.push_back((next, depth + 1));
                depth + 1
            });
        }
    }
    depths
}

/// For each of the cells those that have a side in common with it.
fn neighbors(tessellation: &Tessellation, cells: impl Iterator<Item = Cell>) -> BTreeMap<Cell, Vec<Cell>> {
    let mut near: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
    let mut first_at: BTreeMap<Side, Cell> = BTreeMap::new();
    for cell in cells {
        near.entry(cell).or_default();
        for side in trace::sides(tessellation, cell) {
            if let Some(other) = first_at.insert(side, cell) {
                near.entry(cell).or_default().push(other);
                near.entry(other).or_default().push(cell);
            }
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydlx_lattice::Lattice;

    fn cells(at: &[[i32; 2]]) -> BTreeSet<Cell> {
        at.iter().map(|&[x, y]| Cell { at: [x, y, 0], class: 0 }).collect()
    }

    fn check(at: &[[i32; 2]], text: &str, expected: Point) {
        assert_eq!(
            place(&Tessellation::new(Lattice::SQUARE), &cells(at), text).map(|place| place.at),
            Some(expected)
        );
    }

    #[test]
    fn short_names_stand_in_the_middle_of_a_good_cell() {
        // X, I, U, and a square with a tail.
        check(&[[0, 1], [1, 0], [1, 1], [1, 2], [2, 1]], "X", [1.5, 1.5]);
        check(&[[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]], "I", [2.5, 0.5]);
        check(&[[0, 0], [0, 2], [1, 0], [1, 1], [1, 2]], "U", [1.5, 1.5]);
        let block = (0..3).cartesian_product(0..3).map(|(x, y)| [x, y]).chain([[2, 3], [2, 4]]).collect_vec();
        check(&block, "B", [1.5, 1.5]);
    }

    #[test]
    fn long_names_stand_where_there_is_room() {
        check(&[[0, 1], [1, 0], [1, 1], [1, 2], [2, 1]], "crossing", [1.5, 1.5]);
        check(&[[0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [2, 3]], "gallows tree", [2.0, 2.5]);
    }

    #[test]
    fn texts_fit_into_their_row() {
        for text in ["I", "II", "straight", "a very long name"] {
            for length in 1..6 {
                assert!(
                    text_width(text) * size(&Tessellation::new(Lattice::SQUARE), length, text)
                        < length as f64
                );
            }
        }
    }

    #[test]
    fn large_pieces_are_no_trouble() {
        let board = (0..62).cartesian_product(0..62).map(|(x, y)| [x, y]).collect_vec();
        check(&board, "a board of the largest size", [30.5, 30.5]);
    }

    #[test]
    fn parts_that_touch_at_a_corner_are_two() {
        let parts = components(
            &Tessellation::new(Lattice::SQUARE),
            &cells(&[[0, 0], [0, 1], [1, 2]]).into_iter().collect_vec(),
        );
        assert_eq!(parts.iter().map(BTreeSet::len).collect_vec(), [2, 1]);
    }
}
