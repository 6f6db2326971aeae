//! The plane, where cells that are the same are told by one of them.

use super::{Move, Wrap};
use crate::motion::Motion;
use crate::site::Cell;
use crate::table::Lattice;

/// What is left of a lattice when the cells that a wrap makes the same are one; without a wrap, the lattice.
///
/// Where nothing turns about a point, the shifts of the group and one move that flips, if there is any, make all of it.
#[derive(Clone, Debug)]
pub struct Quotient {
    lattice: Lattice,
    /// What shifts are made of: none, one, or two of which the second goes along y only.
    shifts: Vec<[i32; 2]>,
    flip: Option<Move>,
}

impl Quotient {
    /// The cells of a lattice, some of which may be the same.
    pub fn new(lattice: Lattice, wrap: Option<&Wrap>) -> Self {
        let members = || wrap.into_iter().flat_map(|wrap| &wrap.members);
        let shifts = members().filter(|step| step.motion == Motion::IDENTITY);
        let shifts = shifts.fold(Vec::new(), |basis, step| with(&basis, [step.shift[0], step.shift[1]]));
        let flip = members().find(|step| step.motion != Motion::IDENTITY).copied();
        Self { lattice, shifts, flip }
    }

    /// Of all cells that are the same, always the same one. Sides and corners are told apart likewise.
    pub fn cell(&self, cell: Cell) -> Cell {
        let flipped = self.flip.map(|step| self.shifted(step.apply(self.lattice, cell)));
        let own = self.shifted(cell);
        flipped.map_or(own, |flipped| flipped.min(own))
    }

    /// Of all cells that are shifts of each other, always the same one.
    fn shifted(&self, mut cell: Cell) -> Cell {
        for shift in &self.shifts {
            let along = usize::from(shift[0] == 0);
            let times = cell.at[along].div_euclid(shift[along]);
            cell.at[0] -= times * shift[0];
            cell.at[1] -= times * shift[1];
        }
        cell
    }

    /// Tells the cells that are so far from all of some that nothing is between them and infinity. Around a torus there are
    /// none.
    pub fn far_from(&self, cells: &[Cell]) -> impl Fn(Cell) -> bool + use<> {
        // Numbers that shifts do not change.
        let forms: Vec<[i32; 3]> = match self.shifts[..] {
            [] => [[1, 0, 0], [0, 1, 0], [0, 0, 1]][..self.lattice.dimension()].to_vec(),
            [[x, y]] => vec![[y, -x, 0]],
            _ => Vec::new(),
        };
        let value = |form: &[i32; 3], cell: Cell| (0..3).map(|i| form[i] * cell.at[i]).sum::<i32>();
        let flipped =
            self.flip.iter().flat_map(|step| cells.iter().map(|&cell| step.apply(self.lattice, cell)));
        let all: Vec<Cell> = cells.iter().copied().chain(flipped).collect();
        let range = |form: &[i32; 3]| {
            let values = || all.iter().map(|&cell| value(form, cell));
            values().min().unwrap_or(0)..=values().max().unwrap_or(0)
        };
        let ranges: Vec<_> = forms.iter().map(range).collect();
        move |cell| forms.iter().zip(&ranges).any(|(form, range)| !range.contains(&value(form, cell)))
    }
}

/// What makes all that a basis and one shift more make: Euclid's algorithm on the first coordinates, then on the second.
fn with(basis: &[[i32; 2]], shift: [i32; 2]) -> Vec<[i32; 2]> {
    let mut first = basis.iter().copied().find(|other| other[0] != 0).unwrap_or_default();
    let mut second = basis.iter().copied().find(|other| other[0] == 0).unwrap_or_default();
    let mut rest = shift;
    while rest[0] != 0 {
        let times = first[0].div_euclid(rest[0]);
        (first, rest) = (rest, [first[0] - times * rest[0], first[1] - times * rest[1]]);
    }
    while rest[1] != 0 {
        (second, rest) = (rest, [0, second[1] % rest[1]]);
    }
    [first, second].into_iter().filter(|shift| *shift != [0; 2]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::region::Region;
    use crate::shape::Shape;
    use std::collections::BTreeSet;

    /// A strip of 3×4 squares, closed in several ways.
    fn strip(moves: Vec<Move>) -> (Vec<Cell>, Wrap) {
        let cells: Vec<Cell> =
            (0..3).flat_map(|x| (0..4).map(move |y| Cell { at: [x, y, 0], class: 0 })).collect();
        let shape = cells.iter().map(|cell| cell.site()).collect::<Shape>();
        let region = Region::new(Lattice::SQUARE, shape).expect("it is small");
        let wrap = Wrap::new(Lattice::SQUARE, &region, moves, 4).expect("it goes around");
        (cells, wrap)
    }

    #[test]
    fn cells_are_the_same_as_their_representatives() {
        let mirror = Motion::signed([-1, 2, 3, 4]);
        let around = Move::shift([0, 4, 0]);
        for moves in [
            vec![around],
            vec![Move { motion: mirror, shift: [2, 4, 0] }],
            vec![around, Move::shift([3, 0, 0])],
            vec![around, Move::shift([3, 1, 0])],
            vec![Move { motion: mirror, shift: [2, 4, 0] }, Move::shift([3, 0, 0])],
        ] {
            let (cells, wrap) = strip(moves);
            let quotient = Quotient::new(Lattice::SQUARE, Some(&wrap));
            let own: BTreeSet<Cell> = cells.iter().map(|&cell| quotient.cell(cell)).collect();
            assert_eq!(own.len(), cells.len());
            for (&cell, &representative) in &wrap.representatives {
                assert_eq!(quotient.cell(cell), quotient.cell(representative), "{cell:?}");
            }
            let is_far = quotient.far_from(&cells);
            assert_eq!(is_far(Cell { at: [3, 1, 0], class: 0 }), wrap.generators().len() == 1);
            assert!(!is_far(Cell { at: [2, 9, 0], class: 0 }));
        }
    }

    #[test]
    fn without_a_wrap_all_cells_differ() {
        let quotient = Quotient::new(Lattice::CUBE, None);
        let cell = Cell { at: [5, -7, 2], class: 0 };
        assert_eq!(quotient.cell(cell), cell);
        assert!(quotient.far_from(&[Cell::default()])(cell));
    }
}
