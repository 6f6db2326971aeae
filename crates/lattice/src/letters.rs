//! Pictures made of letters: where cells stand in them, and which cells stand there.
//!
//! Squares, triangles and hexagons stand in rows, hexagons two columns apart; solids have their layers side by side.
//! On triangles the lowest row counts: there the even columns, beginning with 0, are triangles that point up. Where cells
//! have more classes, a picture does not tell which is which, and is only to be looked at.

mod lined;

pub use lined::letters_of_lines;

use crate::site::{Cell, minus};
use crate::table::Lattice;
use std::collections::BTreeSet;

/// A line and a column of a picture, from 0.
pub type Spot = (usize, usize);

/// Where cells stand in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterPicture {
    /// Where each cell stands, in the order in which they were given.
    pub spots: Vec<Spot>,
    /// Where something must say that there is no cell, for else the layers of a solid could not be told apart.
    pub outside: Vec<Spot>,
}

/// Columns between two layers.
const GAP: usize = 3;

/// Where cells stand in a picture, as far up and to the left as can be.
///
/// ```
/// use polydlx_lattice::{Cell, Lattice, cells_of_letters, letters_of_cells};
///
/// let cells = [[0, 1, 0], [1, 0, 0], [1, 1, 0]].map(|at| Cell { at, class: 0 });
/// let picture = letters_of_cells(Lattice::HEX, &cells);
/// assert_eq!(picture.spots, [(0, 1), (1, 0), (1, 2)]);
/// assert_eq!(cells_of_letters(Lattice::HEX, &picture.spots, &[]).unwrap().len(), 3);
/// ```
pub fn letters_of_cells(lattice: Lattice, cells: &[Cell]) -> LetterPicture {
    let places: Vec<[i32; 3]> = cells.iter().map(|&cell| lattice.letter_place(cell)).collect();
    let extreme = |axis: usize, f: fn(i32, i32) -> i32| places.iter().map(|p| p[axis]).reduce(f).unwrap_or(0);
    let least = [0, 1, 2].map(|axis| extreme(axis, i32::min));
    let most = [0, 1, 2].map(|axis| extreme(axis, i32::max));
    let spot = |[layer, row, column]: [i32; 3], margin: i32| {
        let width = most[2] - least[2] + 1 + GAP as i32;
        let column = (layer - least[0]) * width + column - least[2] + margin;
        ((row - least[1]) as usize, column as usize)
    };
    let is_right = |spots: &[Spot], outside: &[Spot]| {
        !lattice.reads_letters()
            || cells_of_letters(lattice, spots, outside).is_ok_and(|read| are_shifted(cells, &read))
    };
    // A margin may be needed to tell which triangles point up.
    for margin in 0..2 {
        let spots: Vec<Spot> = places.iter().map(|&place| spot(place, margin)).collect();
        if is_right(&spots, &[]) {
            return LetterPicture { spots, outside: Vec::new() };
        }
    }
    let taken: BTreeSet<[i32; 3]> = places.iter().copied().collect();
    let all = (least[0]..=most[0])
        .flat_map(|layer| (least[1]..=most[1]).map(move |row| (layer, row)))
        .flat_map(|(layer, row)| (least[2]..=most[2]).map(move |column| [layer, row, column]));
    let free: Vec<[i32; 3]> = all.filter(|place| !taken.contains(place)).collect();
    let spots: Vec<Spot> = places.iter().map(|&place| spot(place, 0)).collect();
    // Where a cell could be, and only if that does not suffice, between them, too.
    let could_be = free.iter().filter(|place| lattice.cell_at_letter(**place).is_some());
    let mut outside: Vec<Spot> = could_be.map(|&place| spot(place, 0)).collect();
    if !is_right(&spots, &outside) {
        outside = free.iter().map(|&place| spot(place, 0)).collect();
    }
    debug_assert!(is_right(&spots, &outside), "{lattice:?} {cells:?}");
    LetterPicture { spots, outside }
}

/// Whether the same shift leads from all cells to others.
fn are_shifted(cells: &[Cell], others: &[Cell]) -> bool {
    let Some((first, other)) = cells.first().zip(others.first()) else { return true };
    let shift = minus(other.at, first.at);
    cells.iter().zip(others).all(|(cell, &other)| cell.shifted(shift) == other)
}

/// Which cells stand at some spots of a picture, up to a shift; `outside` are spots that are shown, but are no cells.
///
/// Layers of a solid stand side by side with three empty columns between them, and are as narrow as that permits; or one
/// below the other, with empty lines between them. A spot that is on no cell is the mistake.
pub fn cells_of_letters(lattice: Lattice, spots: &[Spot], outside: &[Spot]) -> Result<Vec<Cell>, Spot> {
    if let Some(&first) = spots.first().filter(|_| !lattice.reads_letters()) {
        return Err(first);
    }
    let places = places(lattice, spots, outside);
    let read = |margin: i32| -> Result<Vec<Cell>, Spot> {
        let cell = |(&[layer, row, column], &spot): (&[i32; 3], &Spot)| {
            lattice.cell_at_letter([layer, row, column + margin]).ok_or(spot)
        };
        places.iter().zip(spots).map(cell).collect()
    };
    let Some(&first) = places.first() else { return Ok(Vec::new()) };
    // Where only some spots are cells, the first one is.
    let margin =
        (0..2).find(|margin| lattice.cell_at_letter([first[0], first[1], first[2] + margin]).is_some());
    read(margin.unwrap_or(0))
}

/// Layer, row and column of each spot.
fn places(lattice: Lattice, spots: &[Spot], outside: &[Spot]) -> Vec<[i32; 3]> {
    if lattice.dimension() == 2 {
        // The lowest row is row 0.
        let lowest = spots.iter().map(|spot| spot.0).max().unwrap_or(0) as i32;
        return spots.iter().map(|&(line, column)| [0, line as i32 - lowest, column as i32]).collect();
    }
    let shown = || spots.iter().chain(outside);
    let lines: BTreeSet<usize> = shown().map(|spot| spot.0).collect();
    let tops: Vec<usize> =
        lines.iter().copied().filter(|&line| line == 0 || !lines.contains(&(line - 1))).collect();
    if tops.len() > 1 {
        // One layer below the other: each begins with its first line.
        return spots
            .iter()
            .map(|&(line, column)| {
                let layer = tops.partition_point(|&top| top <= line) - 1;
                [layer as i32, (line - tops[layer]) as i32, column as i32]
            })
            .collect();
    }
    let columns: BTreeSet<usize> = shown().map(|spot| spot.1).collect();
    let (first, end) = (columns.first().copied().unwrap_or(0), columns.last().map_or(0, |last| last + 1));
    let is_gap = |column: usize| (column..column + GAP).all(|column| !columns.contains(&column));
    let fits = |width: usize| (first..end).step_by(width + GAP).all(|layer| is_gap(layer + width));
    let width = (1..=end).find(|&width| fits(width)).unwrap_or(end);
    let place = |&(line, column): &Spot| {
        let column = column - first;
        [(column / (width + GAP)) as i32, line as i32, (column % (width + GAP)) as i32]
    };
    spots.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    /// Random sets of cells, in one part or in many, on all lattices.
    #[test]
    fn what_is_drawn_is_read_back() {
        let mut seed = 7_u64;
        let mut random = |below: i32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as i32 % below
        };
        let mut with_dots = 0;
        for case in 0..20_000 {
            let lattice = Lattice::ALL[case % Lattice::ALL.len()];
            if !lattice.reads_letters() {
                continue;
            }
            let (number, reach) = (1 + random(12), [1 + random(9), 1 + random(9), 1 + random(9)]);
            let mut cell = || {
                let mut at = [0; 3];
                (0..lattice.dimension()).for_each(|axis| at[axis] = random(reach[axis]));
                Cell { at, class: random(lattice.cell_classes().count() as i32) as u8 }.site()
            };
            let shape = Shape::new((0..number).map(|_| cell())).normalized();
            let cells: Vec<Cell> = shape.sites().iter().map(|site| site.cell()).collect();
            let picture = letters_of_cells(lattice, &cells);
            with_dots += usize::from(!picture.outside.is_empty());
            let read = cells_of_letters(lattice, &picture.spots, &picture.outside).unwrap();
            assert_eq!(Shape::new(read.into_iter().map(Cell::site)).normalized(), shape);
        }
        assert!((100..10_000).contains(&with_dots), "{with_dots}");
    }

    #[test]
    fn layers_may_stand_one_below_the_other() {
        let spots = [(0, 0), (0, 1), (1, 0), (3, 0), (4, 1)];
        let cells = cells_of_letters(Lattice::CUBE, &spots, &[]).unwrap();
        let at: Vec<_> = cells.iter().map(|cell| cell.at).collect();
        assert_eq!(at, [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 1, 1]]);
    }

    #[test]
    fn between_two_hexagons_there_is_no_cell() {
        assert_eq!(cells_of_letters(Lattice::HEX, &[(0, 0), (0, 2), (1, 2)], &[]), Err((1, 2)));
    }
}
