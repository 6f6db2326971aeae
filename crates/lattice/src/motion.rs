//! Motions: signed permutations of the four coordinates of Z⁴.

use crate::site::{Cell, Point};

/// A linear map that permutes the coordinates (a,b,c,d) and changes signs.
///
/// On some lattices it takes a shift to make a symmetry of it (a glide, or a screw); that shift is the lattice's, so that a
/// motion is the same thing everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Motion {
    /// Which old coordinate each new one takes.
    axis: [u8; 4],
    /// Its sign, 1 or -1.
    sign: [i8; 4],
}

impl Motion {
    /// The motion that moves nothing.
    pub const IDENTITY: Self = Self::signed([1, 2, 3, 4]);

    /// A motion in mathematicians' shorthand: `[2, -1, 3, 4]` takes (a,b,c,d) to (b,-a,c,d).
    pub const fn signed(images: [i8; 4]) -> Self {
        let mut motion = Self { axis: [0; 4], sign: [1; 4] };
        let mut i = 0;
        while i < 4 {
            motion.axis[i] = images[i].unsigned_abs() - 1;
            motion.sign[i] = images[i].signum();
            i += 1;
        }
        motion
    }

    /// The image of each unit vector, as the rows of a matrix: row i says what coordinate i becomes.
    pub fn matrix(self) -> [[i32; 4]; 4] {
        let mut matrix = [[0; 4]; 4];
        for i in 0..4 {
            matrix[i][usize::from(self.axis[i])] = i32::from(self.sign[i]);
        }
        matrix
    }

    /// The image of a vector.
    pub fn apply(self, v: Point) -> Point {
        [0, 1, 2, 3].map(|i| i32::from(self.sign[i]) * v[usize::from(self.axis[i])])
    }

    /// The image of a vector without height, where there are none.
    pub fn turn(self, [a, b, c]: [i32; 3]) -> [i32; 3] {
        let [a, b, c, _] = self.apply([a, b, c, 0]);
        [a, b, c]
    }

    /// The motion that does `self` after `first`.
    #[must_use]
    pub fn after(self, first: Self) -> Self {
        let mut both = self;
        for i in 0..4 {
            both.axis[i] = first.axis[usize::from(self.axis[i])];
            both.sign[i] = self.sign[i] * first.sign[usize::from(self.axis[i])];
        }
        both
    }

    /// All motions that are made of the given ones, the identity first, breadth first.
    pub fn group(generators: &[Self]) -> Vec<Self> {
        let mut group = vec![Self::IDENTITY];
        let mut done = 0;
        while done < group.len() {
            for generator in generators {
                let next = generator.after(group[done]);
                if !group.contains(&next) {
                    group.push(next);
                }
            }
            done += 1;
        }
        group
    }
}

/// A way to turn a piece, possibly not open to all pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transformation {
    /// What it does.
    pub motion: Motion,
    /// To which pieces it may be done.
    pub when: When,
}

/// Which pieces may be turned in some way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// All.
    Always,
    /// Those on whose cells this linear form of (a,b,c,d) is constant.
    ///
    /// A piece that lies in one hexagonal layer of the sphere packing may be turned over in space although the packing
    /// as a whole may not; within its layer that is a reflection, which does keep the packing.
    /// So this motion is a signed permutation like the others, but only some pieces may use it:
    /// rule (iii) of TAOCP 7.2.2.1, answer 355.
    Flat(Point),
    /// Those that are made of bricks; each of them becomes another set of cells.
    ///
    /// A piece of half triangles that is made of rectangles may lie half an edge further along its rows, which is no
    /// shift of the lattice.
    Bricks(Vec<[Vec<Cell>; 2]>),
}
