//! Where cells are on paper: the table of lattices as far as drawing goes.

use crate::mark::Point;
use polydlx_lattice::{Cell, Lattice};

/// A corner of a cell, in integers.
pub(crate) type Vertex = [i32; 2];

/// How a lattice is drawn.
#[derive(Clone, Copy)]
pub(crate) enum Space {
    /// As a tiling.
    Plane(&'static Tiling),
    /// As cubes.
    Cubes,
    /// As balls.
    Balls,
}

/// How a lattice is drawn.
///
/// # Panics
/// If it is not in the table: a lattice that is new needs a row here, too.
pub(crate) fn space(lattice: Lattice) -> Space {
    let row = SPACES.iter().find(|(name, _)| *name == lattice.name());
    row.unwrap_or_else(|| panic!("nobody knows how to draw {}", lattice.polyforms())).1
}

/// How each lattice is drawn, by its name.
const SPACES: [(&str, Space); Lattice::ALL.len()] = [
    ("square", Space::Plane(&SQUARES)),
    ("triangle", Space::Plane(&TRIANGLES)),
    ("hex", Space::Plane(&HEXAGONS)),
    ("cube", Space::Cubes),
    ("sphere", Space::Balls),
];

/// A tiling of the plane.
pub(crate) struct Tiling {
    /// The corners of a cell, so that its doubled area in integers is positive.
    pub(crate) corners: fn(Cell) -> Vec<Vertex>,
    /// Where the two unit steps of the integers lead on paper.
    basis: [Point; 2],
    /// The next cell in a row.
    pub(crate) right: fn(Cell) -> Cell,
    /// How much room text has in the row.
    pub(crate) room: Room,
}

/// How much room text has in a row of cells, when a cell has size 1.
pub(crate) struct Room {
    /// Width of a row of one cell.
    pub(crate) single: f64,
    /// Width per cell of longer rows.
    pub(crate) each: f64,
    /// How much narrower it gets when the text gets higher by 1.
    pub(crate) slant: f64,
    /// The largest size of letters.
    pub(crate) largest: f64,
}

impl Tiling {
    /// Where a corner is on paper, when a cell has size 1.
    pub(crate) fn point(&self, [i, j]: Vertex) -> Point {
        let along = |axis: usize| f64::from(i) * self.basis[0][axis] + f64::from(j) * self.basis[1][axis];
        [along(0), along(1)]
    }

    /// 1 if loops in integers that run around a cell have their outside to the right on paper, else -1.
    pub(crate) fn hand(&self) -> f64 {
        let [[a, b], [c, d]] = self.basis;
        (a * d - b * c).signum()
    }

    /// Where the centre of a cell is.
    pub(crate) fn center(&self, cell: Cell) -> Point {
        let corners = (self.corners)(cell);
        let sum = corners.iter().fold([0, 0], |sum, corner| [sum[0] + corner[0], sum[1] + corner[1]]);
        self.point(sum).map(|d| d / corners.len() as f64)
    }
}

/// Half the square root of 3.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// x goes down, y to the right.
pub(crate) const SQUARES: Tiling = Tiling {
    corners: |Cell { at: [x, y, _], .. }| vec![[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]],
    basis: [[0.0, 1.0], [1.0, 0.0]],
    right: |cell| cell.shifted([0, 1, 0]),
    room: Room { single: 1.0, each: 1.0, slant: 0.0, largest: 0.5 },
};

/// x goes to the right, y up and half a step to the right.
const TRIANGLES: Tiling = Tiling {
    corners: |Cell { at: [x, y, _], down }| {
        if down { vec![[x + 1, y], [x + 1, y + 1], [x, y + 1]] } else { vec![[x, y], [x + 1, y], [x, y + 1]] }
    },
    basis: [[1.0, 0.0], [0.5, -HEIGHT]],
    right: |cell| {
        if cell.down { Cell { down: false, ..cell.shifted([1, 0, 0]) } } else { Cell { down: true, ..cell } }
    },
    // The middle line of a triangle is half a side long; text in a single one stands at its centre, which is lower.
    room: Room { single: 2.0 / 3.0, each: 0.5, slant: 0.5 / HEIGHT, largest: 0.38 },
};

/// Rows x go down, each half a step to the right of the one above; y goes to the right.
/// The integers count half widths and half sides.
const HEXAGONS: Tiling = Tiling {
    corners: |Cell { at: [x, y, _], .. }| {
        let (column, row) = (2 * y + x, 3 * x);
        [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]].map(|[i, j]| [column + i, row + j]).to_vec()
    },
    basis: [[0.5, 0.0], [0.0, HEIGHT / 3.0]],
    right: |cell| cell.shifted([0, 1, 0]),
    room: Room { single: 1.0, each: 1.0, slant: 0.0, largest: 0.5 },
};

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use std::collections::BTreeSet;

    #[test]
    fn neighbours_share_a_side_and_others_do_not() {
        for lattice in [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX] {
            let Space::Plane(tiling) = space(lattice) else { panic!("a plane lattice") };
            let corners = |cell| (tiling.corners)(cell).into_iter().collect::<BTreeSet<_>>();
            for cell in lattice.cell_classes() {
                let around: BTreeSet<Cell> = lattice.neighbors(cell).collect();
                for (x, y) in (-3..=3).cartesian_product(-3..=3) {
                    for other in lattice.cell_classes().map(|class| class.shifted([x, y, 0])) {
                        let shared = corners(cell).intersection(&corners(other)).count();
                        let expected = around.contains(&other) || other == cell;
                        assert_eq!(shared >= 2, expected, "{lattice:?} {cell:?} {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_next_cell_in_a_row_is_a_neighbour_to_the_right() {
        for lattice in [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX] {
            let Space::Plane(tiling) = space(lattice) else { panic!("a plane lattice") };
            for cell in lattice.cell_classes() {
                let right = (tiling.right)(cell);
                assert!(lattice.neighbors(cell).contains(&right));
                assert!(tiling.center(right)[0] > tiling.center(cell)[0]);
            }
        }
    }

    #[test]
    fn sides_are_equal_on_paper() {
        for lattice in [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX] {
            let Space::Plane(tiling) = space(lattice) else { panic!("a plane lattice") };
            for cell in lattice.cell_classes() {
                let lengths = (tiling.corners)(cell).into_iter().circular_tuple_windows().map(|(a, b)| {
                    let ([x, y], [u, v]) = (tiling.point(a), tiling.point(b));
                    (x - u) * (x - u) + (y - v) * (y - v)
                });
                let (least, most) = lengths.minmax().into_option().unwrap();
                assert!(most - least < 1e-9, "{lattice:?}: {least} {most}");
            }
        }
    }
}
