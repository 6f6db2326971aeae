//! The table of lattices.
//!
//! All of them are sets of points (a,b,c) of Z³, and all their symmetries are signed permutations of a, b and c.
//! The user writes other coordinates: in the plane x and y, in space x, y and z.
//! `axes` says where a unit step along each of them leads, `origins` which point the cell at 00 (or 000) is.

use crate::motion::{Motion, Transformation};
use crate::site::{Cell, minus, plus};

/// The lattices that pieces and boxes can be made of.
///
/// ```
/// use polydlx_lattice::{Lattice, Sided, polyforms};
///
/// let hex = Lattice::from_name("hex").unwrap();
/// assert_eq!((hex.dimension(), hex.rotation_group().len(), hex.motion_group().len()), (2, 6, 12));
/// assert_eq!(polyforms(hex, 4, Sided::Free).len(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lattice {
    /// Squares in the plane: polyominoes.
    Square,
    /// Triangles in the plane: polyiamonds.
    Triangle,
    /// Hexagons in the plane: polyhexes.
    Hex,
    /// Cubes in space: polycubes.
    Cube,
    /// Spheres in the face-centred cubic packing: polyspheres.
    Sphere,
}

/// What there is to know of a lattice.
struct Row {
    /// As in `|! lattice NAME`.
    name: &'static str,
    /// What pieces are called.
    polyforms: &'static str,
    /// How many coordinates the user writes.
    dimension: usize,
    /// Images in Z³ of the unit steps along the user's x, y and z.
    axes: [[i32; 3]; 3],
    /// The way back, `divisor` times: rows of the inverse on the lattice's translations.
    inverse: [[i32; 3]; 3],
    divisor: i32,
    /// Where the cells with coordinates 0 are: one cell for each translation class, up before down.
    origins: &'static [[i32; 3]],
    /// Steps from a cell (that does not point down) to its neighbours; a cell that points down takes the opposite ones.
    steps: &'static [[i32; 3]],
    /// How pieces turn, in the order of Knuth's programs (TAOCP 7.2.2.1, answers 266, 308, 315, 324 and 355).
    rotations: &'static [Transformation],
    /// One motion that flips. In the plane -1 is a rotation, so this cannot be told from a determinant.
    mirror: Motion,
    /// Whether pieces may be flipped unless the user says otherwise: yes in the plane, no in space.
    flips: bool,
}

const SQUARE: Row = Row {
    name: "square",
    polyforms: "polyominoes",
    dimension: 2,
    axes: [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
    inverse: [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
    divisor: 1,
    origins: &[[0, 0, 0]],
    steps: &[[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]],
    rotations: &[Transformation::always([2, -1, 3])],
    mirror: Motion::signed([2, 1, 3]),
    flips: true,
};

const TRIANGLE: Row = Row {
    name: "triangle",
    polyforms: "polyiamonds",
    dimension: 2,
    axes: [[1, 0, -1], [0, 1, -1], [0, 0, 0]],
    inverse: [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
    divisor: 1,
    origins: &[[-1, -1, 1], [0, 0, 1]],
    steps: &[[0, 1, 1], [1, 0, 1], [1, 1, 0]],
    rotations: &[Transformation::always([-3, -1, -2])],
    mirror: Motion::signed([2, 1, 3]),
    flips: true,
};

const HEX: Row = Row {
    name: "hex",
    polyforms: "polyhexes",
    origins: &[[0, 0, 0]],
    steps: &[[1, 0, -1], [0, 1, -1], [-1, 1, 0], [-1, 0, 1], [0, -1, 1], [1, -1, 0]],
    ..TRIANGLE
};

const CUBE: Row = Row {
    name: "cube",
    polyforms: "polycubes",
    dimension: 3,
    axes: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    inverse: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    divisor: 1,
    origins: &[[0, 0, 0]],
    steps: &[[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]],
    rotations: &[Transformation::always([2, -1, 3]), Transformation::always([2, 3, 1])],
    mirror: Motion::signed([-1, 2, 3]),
    flips: false,
};

/// The user's x, y, z are those of TAOCP exercise 355 and (a,b,c) = (x+z, y+z, x+y), so z = (a+b-c)/2.
const SPHERE: Row = Row {
    name: "sphere",
    polyforms: "polyspheres",
    axes: [[1, 0, 1], [0, 1, 1], [1, 1, 0]],
    inverse: [[1, -1, 1], [-1, 1, 1], [1, 1, -1]],
    divisor: 2,
    steps: &[
        [1, 1, 0],
        [1, 0, 1],
        [0, 1, 1],
        [1, -1, 0],
        [1, 0, -1],
        [0, 1, -1],
        [-1, 1, 0],
        [-1, 0, 1],
        [0, -1, 1],
        [-1, -1, 0],
        [-1, 0, -1],
        [0, -1, -1],
    ],
    rotations: &[
        Transformation::always([3, 1, 2]),
        Transformation::always([2, -1, 3]),
        Transformation::when_flat([2, 1, 3], [1, 1, -1]),
    ],
    ..CUBE
};

impl Lattice {
    /// All lattices, the plane ones first.
    pub const ALL: [Self; 5] = [Self::Square, Self::Triangle, Self::Hex, Self::Cube, Self::Sphere];

    fn row(self) -> &'static Row {
        match self {
            Self::Square => &SQUARE,
            Self::Triangle => &TRIANGLE,
            Self::Hex => &HEX,
            Self::Cube => &CUBE,
            Self::Sphere => &SPHERE,
        }
    }

    /// The name, as in `|! lattice NAME`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The lattice of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lattice| lattice.name() == name)
    }

    /// What pieces on this lattice are called: `polyominoes`, …
    pub fn polyforms(self) -> &'static str {
        self.row().polyforms
    }

    /// How many coordinates a cell is written with: 2 or 3.
    pub fn dimension(self) -> usize {
        self.row().dimension
    }

    /// Whether cells come pointing up and pointing down.
    pub fn has_down(self) -> bool {
        self.row().origins.len() > 1
    }

    /// Whether a piece may be flipped when nobody says otherwise.
    pub fn flips(self) -> bool {
        self.row().flips
    }

    /// How pieces turn, in Knuth's order.
    pub fn rotations(self) -> &'static [Transformation] {
        self.row().rotations
    }

    /// One motion that flips.
    pub fn mirror(self) -> Motion {
        self.row().mirror
    }

    /// The rotations that map the whole lattice onto itself.
    pub fn rotation_group(self) -> Vec<Motion> {
        Motion::group(&self.whole_rotations())
    }

    /// The motions, reflections included, that map the whole lattice onto itself.
    pub fn motion_group(self) -> Vec<Motion> {
        let mut generators = self.whole_rotations();
        generators.push(self.mirror());
        Motion::group(&generators)
    }

    fn whole_rotations(self) -> Vec<Motion> {
        self.rotations().iter().filter(|turn| turn.flat.is_none()).map(|turn| turn.motion).collect()
    }

    /// The cells with coordinates 0: one for each class of cells that shifts do not mix.
    pub fn cell_classes(self) -> impl Iterator<Item = Cell> {
        (0..self.row().origins.len()).map(|class| Cell { at: [0; 3], down: class == 1 })
    }

    /// The point (a,b,c) of a cell.
    pub fn point(self, cell: Cell) -> [i32; 3] {
        let row = self.row();
        let [x, y, z] = cell.at;
        let along = |i: usize| x * row.axes[0][i] + y * row.axes[1][i] + z * row.axes[2][i];
        plus([along(0), along(1), along(2)], row.origins[usize::from(cell.down)])
    }

    /// The cell at a point (a,b,c), if there is one.
    pub fn cell(self, point: [i32; 3]) -> Option<Cell> {
        let row = self.row();
        row.origins.iter().enumerate().find_map(|(class, &origin)| {
            let v = minus(point, origin);
            let along = |i: usize| {
                let sum = v[0] * row.inverse[i][0] + v[1] * row.inverse[i][1] + v[2] * row.inverse[i][2];
                sum.div_euclid(row.divisor)
            };
            let cell = Cell { at: [along(0), along(1), along(2)], down: class == 1 };
            (self.point(cell) == point).then_some(cell)
        })
    }

    /// The neighbours of a cell.
    pub fn neighbors(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let point = self.point(cell);
        let sign = if cell.down { -1 } else { 1 };
        self.row().steps.iter().filter_map(move |step| self.cell(plus(point, step.map(|d| sign * d))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::{Itertools, iproduct};
    use std::collections::BTreeSet;

    fn cells(lattice: Lattice) -> Vec<Cell> {
        iproduct!(-4..=4, -4..=4, -4..=4).filter_map(|(a, b, c)| lattice.cell([a, b, c])).collect()
    }

    #[test]
    fn cells_are_the_points_that_the_table_of_the_design_names() {
        for (a, b, c) in iproduct!(-4..=4, -4..=4, -4..=4) {
            let is_cell = |lattice: Lattice| lattice.cell([a, b, c]).is_some();
            assert_eq!(is_cell(Lattice::Square), c == 0);
            assert_eq!(is_cell(Lattice::Triangle), (a + b + c) * (a + b + c) == 1);
            assert_eq!(is_cell(Lattice::Hex), a + b + c == 0);
            assert!(is_cell(Lattice::Cube));
            assert_eq!(is_cell(Lattice::Sphere), (a + b + c) % 2 == 0);
        }
    }

    #[test]
    fn point_and_cell_are_inverse() {
        for lattice in Lattice::ALL {
            for cell in cells(lattice) {
                assert_eq!(lattice.cell(lattice.point(cell)), Some(cell));
            }
        }
    }

    #[test]
    fn neighbours_are_mutual_and_right_in_number() {
        for (lattice, number) in Lattice::ALL.into_iter().zip([4, 3, 6, 6, 12]) {
            for cell in cells(lattice) {
                let around: BTreeSet<Cell> = lattice.neighbors(cell).collect();
                assert_eq!(around.len(), number);
                assert!(around.iter().all(|&other| lattice.neighbors(other).contains(&cell)));
            }
        }
        // Sources: an up triangle xy touches xy', (x-1)y' and x(y-1)'.
        let around: BTreeSet<_> = Lattice::Triangle.neighbors(Cell { at: [5, 5, 0], down: false }).collect();
        assert_eq!(around, [[5, 5, 0], [4, 5, 0], [5, 4, 0]].map(|at| Cell { at, down: true }).into());
    }

    #[test]
    fn motions_keep_cells_and_neighbours() {
        for (lattice, (turns, all)) in
            Lattice::ALL.into_iter().zip([(4, 8), (6, 12), (6, 12), (24, 48), (24, 48)])
        {
            assert_eq!(lattice.rotation_group().len(), turns);
            assert_eq!(lattice.motion_group().len(), all);
            for motion in lattice.motion_group() {
                let moved = |cell| lattice.cell(motion.apply(lattice.point(cell))).expect("a cell");
                for cell in cells(lattice) {
                    let around: BTreeSet<_> = lattice.neighbors(cell).map(moved).collect();
                    assert_eq!(around, lattice.neighbors(moved(cell)).collect());
                }
            }
        }
    }
}
