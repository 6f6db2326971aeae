//! Cells and sites, in the coordinates that the user writes.

use crate::table::Part;

/// A point of Z⁴, in the lattice's own coordinates (a,b,c,d): what a lattice does not need is 0.
pub type Point = [i32; 4];

/// A cell, by the coordinates that the user counts with (z is 0 in the plane) and the class that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cell {
    /// x, y, z.
    pub at: [i32; 3],
    /// The number of its class: which of the cells with coordinates 0 it is a shifted copy of. Triangles that point down
    /// (∇, written with a prime) have 1.
    pub class: u8,
}

impl Cell {
    /// The same cell, moved by a vector in the user's coordinates.
    #[must_use]
    pub fn shifted(self, by: [i32; 3]) -> Self {
        Self { at: plus(self.at, by), ..self }
    }

    /// This cell without a suffix.
    pub fn site(self) -> Site {
        Site { at: self.at, class: self.class, ..Site::default() }
    }
}

/// A cell with a suffix: what becomes an item.
///
/// The derived order is that of Knuth's generators: x, y, z, then the number of the suffix, then the class, which for
/// triangles means up before down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Site {
    /// x, y, z.
    pub at: [i32; 3],
    /// Number of the suffix in the puzzle's table; 0 for none. Sites with a suffix are secondary items.
    pub suffix: u16,
    /// The class of its cell.
    pub class: u8,
    /// Number of the colour in the puzzle's table; 0 for none. Only sites of pieces have colours: two pieces may share a
    /// site if they agree on its colour.
    pub color: u16,
}

impl Site {
    /// The suffix of guards: places that are no cells, and that at most one piece may use.
    pub const GUARD: u16 = u16::MAX;

    /// The suffixes of sides and corners of cells: places that pieces share if they give them the same colour.
    pub const SIDE: u16 = u16::MAX - 1;

    /// See [`Site::SIDE`].
    pub const CORNER: u16 = u16::MAX - 2;

    /// The suffix of faces of cells, which they do not share with their neighbours.
    pub const FACE: u16 = u16::MAX - 3;

    /// A cell of the first class without suffix.
    pub fn new(at: [i32; 3]) -> Self {
        Self { at, ..Self::default() }
    }

    /// The cell of this site.
    pub fn cell(self) -> Cell {
        Cell { at: self.at, class: self.class }
    }

    /// Whether it has a suffix that somebody gave it: it is no cell, nor a guard, nor a part of a cell.
    pub fn is_suffixed(self) -> bool {
        ![0, Self::GUARD].contains(&self.suffix) && Part::of_suffix(self.suffix).is_none()
    }

    /// The site of the region that this one covers.
    #[must_use]
    pub fn uncolored(self) -> Self {
        Self { color: 0, ..self }
    }

    /// The same at another cell.
    #[must_use]
    pub fn moved_to(self, cell: Cell) -> Self {
        Self { at: cell.at, class: cell.class, ..self }
    }

    /// The same site, moved by a vector in the user's coordinates.
    #[must_use]
    pub fn shifted(self, by: [i32; 3]) -> Self {
        Self { at: plus(self.at, by), ..self }
    }
}

pub(crate) fn plus<const N: usize>(mut a: [i32; N], b: [i32; N]) -> [i32; N] {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    a
}

pub(crate) fn minus<const N: usize>(mut a: [i32; N], b: [i32; N]) -> [i32; N] {
    a.iter_mut().zip(b).for_each(|(a, b)| *a -= b);
    a
}
