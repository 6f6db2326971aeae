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
