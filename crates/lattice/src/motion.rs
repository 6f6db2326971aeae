//! Motions: signed permutations of the three coordinates of Z³.

/// A linear map that permutes the coordinates (a,b,c) and changes signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Motion {
    /// Which old coordinate each new one takes.
    axis: [usize; 3],
    /// Its sign, 1 or -1.
    sign: [i32; 3],
}

impl Motion {
    /// The motion that moves nothing.
    pub const IDENTITY: Self = Self::signed([1, 2, 3]);

    /// A motion in mathematicians' shorthand: `[2, -1, 3]` takes (a,b,c) to (b,-a,c).
    pub(crate) const fn signed(images: [i32; 3]) -> Self {
        let mut motion = Self { axis: [0; 3], sign: [1; 3] };
        let mut i = 0;
        while i < 3 {
            motion.axis[i] = images[i].unsigned_abs() as usize - 1;
            motion.sign[i] = images[i].signum();
            i += 1;
        }
        motion
    }

    /// The image of each unit vector, as the rows of a matrix: row i says what coordinate i becomes.
    pub fn matrix(self) -> [[i32; 3]; 3] {
        let mut matrix = [[0; 3]; 3];
        for i in 0..3 {
            matrix[i][self.axis[i]] = self.sign[i];
        }
        matrix
    }

    /// The image of a vector.
    pub fn apply(self, v: [i32; 3]) -> [i32; 3] {
        [self.sign[0] * v[self.axis[0]], self.sign[1] * v[self.axis[1]], self.sign[2] * v[self.axis[2]]]
    }

    /// The motion that does `self` after `first`.
    #[must_use]
    pub fn after(self, first: Self) -> Self {
        let mut both = self;
        for i in 0..3 {
            both.axis[i] = first.axis[self.axis[i]];
            both.sign[i] = self.sign[i] * first.sign[self.axis[i]];
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

/// A way to turn a piece, possibly open to flat pieces only.
///
/// A piece that lies in one hexagonal layer of the sphere packing may be turned over in space although the packing
/// as a whole may not; within its layer that is a reflection, which does keep the packing.
/// So this motion is a signed permutation like the others, but only some pieces may use it:
/// rule (iii) of TAOCP 7.2.2.1, answer 355.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transformation {
    /// What it does.
    pub motion: Motion,
    /// If given, it may be done only to pieces on whose cells this linear form of (a,b,c) is constant.
    pub flat: Option<[i32; 3]>,
}

impl Transformation {
    pub(crate) const fn always(images: [i32; 3]) -> Self {
        Self { motion: Motion::signed(images), flat: None }
    }

    pub(crate) const fn when_flat(images: [i32; 3], form: [i32; 3]) -> Self {
        Self { motion: Motion::signed(images), flat: Some(form) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_the_right_order() {
        let quarter = Motion::signed([2, -1, 3]);
        let cycle = Motion::signed([2, 3, 1]);
        let mirror = Motion::signed([-1, 2, 3]);
        assert_eq!(Motion::group(&[quarter]).len(), 4);
        assert_eq!(Motion::group(&[quarter, cycle]).len(), 24);
        assert_eq!(Motion::group(&[quarter, cycle, mirror]).len(), 48);
    }

    #[test]
    fn composition_is_application_in_turn() {
        let all = Motion::group(&[Motion::signed([2, -1, 3]), Motion::signed([-2, 3, 1])]);
        for &f in &all {
            for &g in &all {
                assert_eq!(f.after(g).apply([1, 2, 4]), f.apply(g.apply([1, 2, 4])));
            }
        }
    }
}
