//! Cells and sites, in the coordinates that the user writes.

/// A cell, by the coordinates that the user writes (z is 0 in the plane) and, on triangles, which way it points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cell {
    /// x, y, z.
    pub at: [i32; 3],
    /// Whether it is a triangle that points down (∇, written with a prime).
    pub down: bool,
}

impl Cell {
    /// The same cell, moved by a vector in the user's coordinates.
    #[must_use]
    pub fn shifted(self, by: [i32; 3]) -> Self {
        Self { at: plus(self.at, by), ..self }
    }

    /// This cell without a suffix.
    pub fn site(self) -> Site {
        Site { at: self.at, suffix: 0, down: self.down }
    }
}

/// A cell with a suffix: what becomes an item.
///
/// The derived order is that of Knuth's generators: x, y, z, then the number of the suffix, then up before down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Site {
    /// x, y, z.
    pub at: [i32; 3],
    /// Number of the suffix in the puzzle's table; 0 for none. Sites with a suffix are secondary items.
    pub suffix: u16,
    /// Whether it is a triangle that points down (∇, written with a prime).
    pub down: bool,
}

impl Site {
    /// A cell without suffix that does not point down.
    pub fn new(at: [i32; 3]) -> Self {
        Self { at, ..Self::default() }
    }

    /// The cell of this site.
    pub fn cell(self) -> Cell {
        Cell { at: self.at, down: self.down }
    }

    /// The same site, moved by a vector in the user's coordinates.
    #[must_use]
    pub fn shifted(self, by: [i32; 3]) -> Self {
        Self { at: plus(self.at, by), ..self }
    }
}

pub(crate) fn plus(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn minus(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
