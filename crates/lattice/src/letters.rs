//! Pictures made of letters: where cells stand in them, and which cells stand there.
//!
//! Squares, triangles and hexagons stand in rows, hexagons two columns apart; solids have their layers side by side.
//! On triangles the lowest row counts: there the even columns, beginning with 0, are triangles that point up. In the same
//! way columns count wherever cells have several classes; there rows count from the first or, where coordinates go up, the
//! last that shows something, if only a dot. What is left open then is decided in favour of the first way in which each letter stands on a cell.

mod lined;

pub use lined::{LinedPicture, WordFault, is_line, is_summary, without_escapes};

use crate::site::{Cell, minus, plus};
use crate::table::Lattice;
use itertools::iproduct;
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

/// Whether a character stands upon the one before it, or is not to be seen at all.
pub fn is_mark(c: char) -> bool {
    matches!(u32::from(c),
        0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5bd | 0x610..=0x61a | 0x64b..=0x65f | 0x1ab0..=0x1aff
        | 0x1dc0..=0x1dff | 0x200b..=0x200f | 0x2060..=0x2064 | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0xfe20..=0xfe2f)
}

/// Whether a character takes two columns of a terminal.
pub fn is_wide(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xa960..=0xa97f | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f
        | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd)
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
    let taken: BTreeSet<[i32; 3]> = places.iter().copied().collect();
    let picture = |window: Window, dots: &[[i32; 3]], margin: i32| LetterPicture {
        spots: places.iter().map(|&place| window.spot(place, margin)).collect(),
        outside: dots.iter().map(|&place| window.spot(place, margin)).collect(),
    };
    let is_right = |picture: &LetterPicture| {
        cells_of_letters(lattice, &picture.spots, &picture.outside)
            .is_ok_and(|read| are_shifted(cells, &read))
    };
    let [layers, rows, columns] = periods(lattice);
    let window = Window::around(&places);
    let free = |window: Window| window.places().filter(|place| !taken.contains(place));
    let could_be = |place: &[i32; 3]| lattice.cell_at_letter(*place).is_some();
    // A margin may be needed to tell which cells are meant.
    let plain = (0..columns).map(|margin| picture(window, &[], margin));
    // Dots where a cell could be, and only if that does not suffice, between them, too.
    let dotted = [false, true].into_iter().map(|between| {
        let dots: Vec<_> = free(window).filter(|place| between || could_be(place)).collect();
        picture(window, &dots, 0)
    });
    // Or a dot says where rows begin, or layers.
    let grown = || {
        let flat = lattice.dimension() == 2;
        let wider = if flat { 1 } else { columns };
        let below = flat && !rows_go_down(lattice);
        iproduct!(0..layers, 0..rows, 0..wider).skip(1).map(move |(l, r, c)| window.grown(below, [l, r, c]))
    };
    let cornered =
        grown().flat_map(|(window, corner)| (0..columns).map(move |margin| (window, corner, margin)));
    let cornered = cornered.map(|(window, corner, margin)| picture(window, &[corner], margin));
    let full = grown().map(|(window, _)| picture(window, &free(window).collect::<Vec<_>>(), 0));
    let found = plain.chain(dotted).chain(cornered).chain(full).find(is_right);
    debug_assert!(found.is_some(), "{lattice:?} {cells:?}");
    found.unwrap_or_else(|| picture(window, &[], 0))
}

/// The layers, rows and columns that a picture shows, from the first to the last.
#[derive(Clone, Copy)]
struct Window {
    least: [i32; 3],
    most: [i32; 3],
}

impl Window {
    fn around(places: &[[i32; 3]]) -> Self {
        let extreme =
            |axis: usize, f: fn(i32, i32) -> i32| places.iter().map(|p| p[axis]).reduce(f).unwrap_or(0);
        Self {
            least: [0, 1, 2].map(|axis| extreme(axis, i32::min)),
            most: [0, 1, 2].map(|axis| extreme(axis, i32::max)),
        }
    }

    /// Where something at a place stands.
    fn spot(self, [layer, row, column]: [i32; 3], margin: i32) -> Spot {
        let width = self.most[2] - self.least[2] + 1 + GAP as i32;
        let column = (layer - self.least[0]) * width + column - self.least[2] + margin;
        ((row - self.least[1]) as usize, column as usize)
    }

    fn places(self) -> impl Iterator<Item = [i32; 3]> {
        let range = |axis: usize| self.least[axis]..=self.most[axis];
        iproduct!(range(0), range(1), range(2)).map(|(layer, row, column)| [layer, row, column])
    }

    /// A larger one, and its new corner: where rows are counted from.
    fn grown(mut self, below: bool, by: [i32; 3]) -> (Self, [i32; 3]) {
        if below {
            self.most[1] += by[1];
            return (self, [self.least[0], self.most[1], self.least[2]]);
        }
        self.least = minus(self.least, by);
        (self, self.least)
    }
}

/// Whether the first coordinate that leads to other rows leads to lower ones.
fn rows_go_down(lattice: Lattice) -> bool {
    let row = |at: [i32; 3]| lattice.letter_place(Cell { at, class: 0 })[1];
    let steps = [[1, 0, 0], [0, 1, 0]].map(|at| row(at) - row([0; 3]));
    steps.into_iter().find(|step| *step != 0).is_some_and(|step| step > 0)
}

/// After how many layers, rows and columns a picture of all cells repeats itself.
fn periods(lattice: Lattice) -> [i32; 3] {
    let first = lattice.letter_place(Cell::default());
    [0, 1, 2].map(|axis| {
        let is_again = |by: &i32| {
            let mut place = first;
            place[axis] += by;
            lattice.cell_at_letter(place).is_some_and(|cell| cell.class == 0)
        };
        if axis == 0 && lattice.dimension() == 2 { 1 } else { (1..).find(is_again).unwrap_or(1) }
    })
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
    let places = places(lattice, spots, outside);
    let cell = |place: [i32; 3], by: [i32; 3]| lattice.cell_at_letter(plus(place, by));
    let read = |by: [i32; 3]| -> Result<Vec<Cell>, Spot> {
        places.iter().zip(spots).map(|(&place, &spot)| cell(place, by).ok_or(spot)).collect()
    };
    let Some(&first) = places.first() else { return Ok(Vec::new()) };
    let [layers, rows, columns] = periods(lattice);
    let mut ways = iproduct!(0..columns, 0..layers, 0..rows).map(|(column, layer, row)| [layer, row, column]);
    if let Some(cells) = ways.clone().find_map(|by| read(by).ok()) {
        return Ok(cells);
    }
    // The first letter stands on a cell.
    read(ways.find(|&by| cell(first, by).is_some()).unwrap_or_default())
}

/// Layer, row and column of each spot.
fn places(lattice: Lattice, spots: &[Spot], outside: &[Spot]) -> Vec<[i32; 3]> {
    if lattice.dimension() == 2 {
        // The lowest row is row 0. Where letters alone tell which row it is, dots do not matter.
        let counted = if lattice.counts_dots() { outside } else { &[] };
        let lines = spots.iter().chain(counted).map(|spot| spot.0 as i32);
        let from_top = lattice.counts_dots() && rows_go_down(lattice);
        let zero = if from_top { lines.min() } else { lines.max() }.unwrap_or(0);
        return spots.iter().map(|&(line, column)| [0, line as i32 - zero, column as i32]).collect();
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
