//! The table of lattices.
//!
//! All of them are sets of points (a,b,c) of Z³, and all their symmetries are signed permutations of a, b and c.
//! The user writes other coordinates: in the plane x and y, in space x, y and z.
//! `axes` says where a unit step along each of them leads, `origins` which point the cell at 00 (or 000) is.

use crate::motion::{Motion, Transformation};
use crate::site::{Cell, minus, plus};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// What pieces and boxes can be made of: a row of the table, which nobody outside needs to see.
///
/// ```
/// use polydlx_lattice::{Lattice, Sided, polyforms};
///
/// let hex = Lattice::from_name("hex").unwrap();
/// assert_eq!(hex, Lattice::HEX);
/// assert_eq!((hex.dimension(), hex.rotation_group().len(), hex.motion_group().len()), (2, 6, 12));
/// assert_eq!(polyforms(hex, 4, Sided::Free).len(), 7);
/// ```
#[derive(Clone, Copy)]
pub struct Lattice(&'static Row);

/// What there is to know of a lattice.
struct Row {
    /// Its place in the table; no two rows have the same.
    number: usize,
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
    /// Steps from a cell (that does not point down) to its corners, `scale` times; a cell that points down takes the
    /// opposite ones. Balls have none.
    corners: &'static [[i32; 3]],
    scale: i32,
    /// How many cells meet around a point in the plane, or around an edge in space: the least cycle of neighbours.
    ring: usize,
    /// How pieces turn, in the order of Knuth's programs (TAOCP 7.2.2.1, answers 266, 308, 315, 324 and 355).
    rotations: &'static [Transformation],
    /// One motion that flips. In the plane -1 is a rotation, so this cannot be told from a determinant.
    mirror: Motion,
    /// Whether pieces may be flipped unless the user says otherwise: yes in the plane, no in space.
    flips: bool,
    /// Whether `4*Z` is a piece that is used four times, as POLYCUBE-DLX has it.
    stars: bool,
    /// Layer, row and column of a cell in pictures made of letters: coefficients of x, y, z, and of pointing down.
    ///
    /// Squares have x downwards and y to the right, solids a layer for each x. Triangles stand as Knuth draws them, y
    /// upwards; hexagons, and the hexagonal layers of spheres, have each row half a cell further to the right.
    letters: [[i32; 4]; 3],
    /// What a, b and c are called where directions in space are named.
    directions: [&'static str; 3],
    /// In the plane, how reflections are called: the mirror, then the mirror followed by one turn, by two turns, …
    reflections: &'static [&'static str],
}

const SQUARE: Row = Row {
    number: 0,
    name: "square",
    polyforms: "polyominoes",
    dimension: 2,
    axes: [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
    inverse: [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
    divisor: 1,
    origins: &[[0, 0, 0]],
    steps: &[[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]],
    corners: &[[1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]],
    scale: 2,
    ring: 4,
    rotations: &[Transformation::always([2, -1, 3])],
    mirror: Motion::signed([2, 1, 3]),
    flips: true,
    stars: false,
    letters: [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]],
    directions: ["x", "y", "z"],
    reflections: &["in the diagonal", "left-right", "in the other diagonal", "up-down"],
};

const TRIANGLE: Row = Row {
    number: 1,
    name: "triangle",
    polyforms: "polyiamonds",
    dimension: 2,
    axes: [[1, 0, -1], [0, 1, -1], [0, 0, 0]],
    inverse: [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
    divisor: 1,
    origins: &[[-1, -1, 1], [0, 0, 1]],
    steps: &[[0, 1, 1], [1, 0, 1], [1, 1, 0]],
    corners: &[[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    scale: 1,
    ring: 6,
    rotations: &[Transformation::always([-3, -1, -2])],
    mirror: Motion::signed([2, 1, 3]),
    flips: true,
    stars: false,
    letters: [[0, 0, 0, 0], [0, -1, 0, 0], [2, 1, 0, 1]],
    directions: ["a", "b", "c"],
    reflections: &[
        "in the line at 30°",
        "in the line at 60°",
        "in the line at 90°",
        "in the line at 120°",
        "in the line at 150°",
        "in the line at 0°",
    ],
};

const HEX: Row = Row {
    number: 2,
    name: "hex",
    polyforms: "polyhexes",
    origins: &[[0, 0, 0]],
    steps: &[[1, 0, -1], [0, 1, -1], [-1, 1, 0], [-1, 0, 1], [0, -1, 1], [1, -1, 0]],
    corners: &[[2, -1, -1], [1, 1, -2], [-1, 2, -1], [-2, 1, 1], [-1, -1, 2], [1, -2, 1]],
    scale: 3,
    ring: 3,
    letters: [[0, 0, 0, 0], [1, 0, 0, 0], [1, 2, 0, 0]],
    ..TRIANGLE
};

const CUBE: Row = Row {
    number: 3,
    name: "cube",
    polyforms: "polycubes",
    dimension: 3,
    axes: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    inverse: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    divisor: 1,
    origins: &[[0, 0, 0]],
    steps: &[[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]],
    corners: &[
        [1, 1, 1],
        [1, 1, -1],
        [1, -1, 1],
        [1, -1, -1],
        [-1, 1, 1],
        [-1, 1, -1],
        [-1, -1, 1],
        [-1, -1, -1],
    ],
    scale: 2,
    ring: 4,
    rotations: &[Transformation::always([2, -1, 3]), Transformation::always([2, 3, 1])],
    mirror: Motion::signed([-1, 2, 3]),
    flips: false,
    stars: true,
    letters: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]],
    directions: ["x", "y", "z"],
    reflections: &[],
};

/// The user's x, y, z are those of TAOCP exercise 355 and (a,b,c) = (x+z, y+z, x+y), so z = (a+b-c)/2.
const SPHERE: Row = Row {
    number: 4,
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
    corners: &[],
    scale: 1,
    ring: 3,
    rotations: &[
        Transformation::always([3, 1, 2]),
        Transformation::always([2, -1, 3]),
        Transformation::when_flat([2, 1, 3], [1, 1, -1]),
    ],
    stars: false,
    letters: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 2, 0]],
    directions: ["a", "b", "c"],
    ..CUBE
};

impl Lattice {
    /// All lattices, the plane ones first.
    pub const ALL: [Self; 5] = [Self::SQUARE, Self::TRIANGLE, Self::HEX, Self::CUBE, Self::SPHERE];

    /// Squares in the plane: polyominoes.
    pub const SQUARE: Self = Self(&SQUARE);
    /// Triangles in the plane: polyiamonds.
    pub const TRIANGLE: Self = Self(&TRIANGLE);
    /// Hexagons in the plane: polyhexes.
    pub const HEX: Self = Self(&HEX);
    /// Cubes in space: polycubes.
    pub const CUBE: Self = Self(&CUBE);
    /// Spheres in the face-centred cubic packing: polyspheres.
    pub const SPHERE: Self = Self(&SPHERE);

    /// The name, as in `|! lattice NAME`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The lattice of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lattice| lattice.name() == name)
    }

    /// What pieces on this lattice are called: `polyominoes`, …
    pub fn polyforms(self) -> &'static str {
        self.0.polyforms
    }

    /// How many coordinates a cell is written with: 2 or 3.
    pub fn dimension(self) -> usize {
        self.0.dimension
    }

    /// Whether cells come pointing up and pointing down.
    pub fn has_down(self) -> bool {
        self.0.origins.len() > 1
    }

    /// Whether a piece may be flipped when nobody says otherwise.
    pub fn flips(self) -> bool {
        self.0.flips
    }

    /// Whether `4*Z` is a way to say that piece Z is used four times.
    pub fn stars(self) -> bool {
        self.0.stars
    }

    /// Layer, row and column of a cell in pictures made of letters.
    pub fn letter_place(self, cell: Cell) -> [i32; 3] {
        let [x, y, z] = cell.at;
        self.0.letters.map(|[a, b, c, d]| a * x + b * y + c * z + d * i32::from(cell.down))
    }

    /// The cell at a layer, a row and a column of pictures made of letters, if one stands there.
    pub fn cell_at_letter(self, place: [i32; 3]) -> Option<Cell> {
        let mut rows = self.0.letters;
        if self.dimension() == 2 {
            rows[0] = [0, 0, 1, 0];
        }
        // Cramer's rule.
        let det = |m: [[i32; 3]; 3]| {
            let minor = |i: usize, j: usize| m[1][i] * m[2][j] - m[1][j] * m[2][i];
            m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
        };
        let matrix = rows.map(|[x, y, z, _]| [x, y, z]);
        self.cell_classes().find_map(|class| {
            let along = |axis: usize| {
                let mut replaced = matrix;
                for (i, row) in replaced.iter_mut().enumerate() {
                    row[axis] = place[i] - rows[i][3] * i32::from(class.down);
                }
                det(replaced).div_euclid(det(matrix))
            };
            let cell = Cell { at: [along(0), along(1), along(2)], down: class.down };
            (self.letter_place(cell) == place).then_some(cell)
        })
    }

    /// What the directions a, b and c in space are called.
    pub fn directions(self) -> [&'static str; 3] {
        self.0.directions
    }

    /// What the reflections of a plane lattice are called: the mirror, then the mirror followed by one turn, by two, …
    pub fn reflections(self) -> &'static [&'static str] {
        self.0.reflections
    }

    /// How many cells meet around a point in the plane, or around an edge in space.
    pub fn ring(self) -> usize {
        self.0.ring
    }

    /// How pieces turn, in Knuth's order.
    pub fn rotations(self) -> &'static [Transformation] {
        self.0.rotations
    }

    /// One motion that flips.
    pub fn mirror(self) -> Motion {
        self.0.mirror
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
        (0..self.0.origins.len()).map(|class| Cell { at: [0; 3], down: class == 1 })
    }

    /// The point (a,b,c) of a cell.
    pub fn point(self, cell: Cell) -> [i32; 3] {
        let row = self.0;
        let [x, y, z] = cell.at;
        let along = |i: usize| x * row.axes[0][i] + y * row.axes[1][i] + z * row.axes[2][i];
        plus([along(0), along(1), along(2)], row.origins[usize::from(cell.down)])
    }

    /// The cell at a point (a,b,c), if there is one.
    pub fn cell(self, point: [i32; 3]) -> Option<Cell> {
        let row = self.0;
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
        self.0.steps.iter().filter_map(move |step| self.cell(plus(point, step.map(|d| sign * d))))
    }

    /// The corners of a cell, as points (a,b,c) on a finer scale: two cells share those that they have in common.
    pub fn corners(self, cell: Cell) -> impl Iterator<Item = [i32; 3]> {
        let point = self.point(cell).map(|d| self.0.scale * d);
        let sign = if cell.down { -1 } else { 1 };
        self.0.corners.iter().map(move |step| plus(point, step.map(|d| sign * d)))
    }

    /// Which way is up, as a form on points (a,b,c) that grows with z; none in the plane.
    pub fn up(self) -> Option<[i32; 3]> {
        (self.dimension() == 3).then_some(self.0.inverse[2])
    }
}

impl PartialEq for Lattice {
    fn eq(&self, other: &Self) -> bool {
        self.0.number == other.0.number
    }
}

impl Eq for Lattice {}

impl PartialOrd for Lattice {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Lattice {
    /// As in the table, the plane ones first.
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.number.cmp(&other.0.number)
    }
}

impl Hash for Lattice {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.number.hash(state);
    }
}

impl fmt::Debug for Lattice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name())
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

    /// The table of the design: which points are cells, rotations, all motions, neighbours.
    type Design = (fn(i32, i32, i32) -> bool, usize, usize, usize);

    const DESIGN: [Design; Lattice::ALL.len()] = [
        (|_, _, c| c == 0, 4, 8, 4),
        (|a, b, c| (a + b + c).abs() == 1, 6, 12, 3),
        (|a, b, c| a + b + c == 0, 6, 12, 6),
        (|_, _, _| true, 24, 48, 6),
        (|a, b, c| (a + b + c) % 2 == 0, 24, 48, 12),
    ];

    #[test]
    fn cells_are_the_points_that_the_table_of_the_design_names() {
        for (lattice, (is_cell, ..)) in Lattice::ALL.into_iter().zip(DESIGN) {
            for (a, b, c) in iproduct!(-4..=4, -4..=4, -4..=4) {
                assert_eq!(lattice.cell([a, b, c]).is_some(), is_cell(a, b, c), "{lattice:?}");
            }
        }
    }

    #[test]
    fn rows_have_numbers_and_names_of_their_own() {
        for (number, lattice) in Lattice::ALL.into_iter().enumerate() {
            assert_eq!(lattice.0.number, number);
            assert_eq!(Lattice::from_name(lattice.name()), Some(lattice));
            let turns = if lattice.dimension() == 2 { lattice.rotation_group().len() } else { 0 };
            assert_eq!(lattice.reflections().len(), turns);
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
        for (lattice, (.., number)) in Lattice::ALL.into_iter().zip(DESIGN) {
            for cell in cells(lattice) {
                let around: BTreeSet<Cell> = lattice.neighbors(cell).collect();
                assert_eq!(around.len(), number);
                assert!(around.iter().all(|&other| lattice.neighbors(other).contains(&cell)));
            }
        }
        // Sources: an up triangle xy touches xy', (x-1)y' and x(y-1)'.
        let around: BTreeSet<_> = Lattice::TRIANGLE.neighbors(Cell { at: [5, 5, 0], down: false }).collect();
        assert_eq!(around, [[5, 5, 0], [4, 5, 0], [5, 4, 0]].map(|at| Cell { at, down: true }).into());
    }

    /// Neighbours share a side, and whoever shares a side is a neighbour: two corners in the plane, four of a cube.
    #[test]
    fn neighbours_share_corners_and_motions_keep_them() {
        for lattice in Lattice::ALL.into_iter().filter(|lattice| lattice.corners(Cell::default()).count() > 0)
        {
            let corners = |cell| lattice.corners(cell).collect::<BTreeSet<_>>();
            let side = if lattice.dimension() == 2 { 2 } else { 4 };
            for cell in lattice.cell_classes() {
                for other in cells(lattice) {
                    let shared = corners(cell).intersection(&corners(other)).count();
                    let expected = other == cell || lattice.neighbors(cell).contains(&other);
                    assert_eq!(shared >= side, expected, "{lattice:?} {cell:?} {other:?}");
                }
                for motion in lattice.motion_group() {
                    let image = lattice.cell(motion.apply(lattice.point(cell))).unwrap();
                    let moved = corners(cell).into_iter().map(|corner| motion.apply(corner)).collect();
                    assert_eq!(corners(image), moved, "{lattice:?} {motion:?}");
                }
            }
        }
    }

    #[test]
    fn motions_keep_cells_and_neighbours() {
        for (lattice, (_, turns, all, _)) in Lattice::ALL.into_iter().zip(DESIGN) {
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
