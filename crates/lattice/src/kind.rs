//! Types of symmetry: what motions a shape has, wherever it lies (TAOCP 7.2.2.1, exercises 386 and 387).

use crate::motion::Motion;
use crate::shape::{Shape, Sided};
use crate::table::Lattice;
use std::fmt;

/// A type of symmetry: the motions that leave a shape as it is, up to turning and flipping the shape.
///
/// ```
/// use polydlx_lattice::{Lattice, Sided, SymmetryType, polyforms};
///
/// let free = polyforms(Lattice::SQUARE, 5, Sided::Free);
/// let types = free.iter().map(|shape| SymmetryType::of(Lattice::SQUARE, Sided::Free, shape));
/// assert_eq!(types.filter(|found| found.order() == 1).count(), 5);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SymmetryType {
    motions: Vec<Motion>,
    lattice: Lattice,
}

impl SymmetryType {
    /// The type of a shape. If it may not be flipped, reflections do not count.
    pub fn of(lattice: Lattice, sided: Sided, shape: &Shape) -> Self {
        let group = match sided {
            Sided::Free => lattice.motion_group(),
            Sided::One => lattice.rotation_group(),
            Sided::Fixed => vec![Motion::IDENTITY],
        };
        let shape = shape.normalized();
        let own: Vec<Motion> = group
            .iter()
            .copied()
            .filter(|&motion| shape.moved(lattice, motion).normalized() == shape)
            .collect();
        let conjugates = group.iter().map(|&by| {
            let back = group.iter().copied().find(|inverse| inverse.after(by) == Motion::IDENTITY);
            let back = back.expect("a group has inverses");
            let mut motions: Vec<Motion> = own.iter().map(|&motion| by.after(motion.after(back))).collect();
            motions.sort_unstable();
            motions
        });
        Self { motions: conjugates.min().unwrap_or_default(), lattice }
    }

    /// How many motions it has, the identity included.
    pub fn order(&self) -> usize {
        self.motions.len()
    }
}

impl fmt::Display for SymmetryType {
    /// The motions by their names, without the identity.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = self.motions.iter().filter(|motion| **motion != Motion::IDENTITY);
        let mut names: Vec<String> = others.map(|&motion| crate::describe(self.lattice, motion)).collect();
        names.sort_unstable();
        if names.is_empty() { f.write_str("no symmetry") } else { f.write_str(&names.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polyform::for_each_polyform;
    use std::collections::BTreeMap;

    /// How many polyforms there are of each type, by the number of its motions and by their names.
    fn types(lattice: Lattice, sizes: std::ops::RangeInclusive<usize>) -> BTreeMap<(usize, String), usize> {
        let mut found = BTreeMap::new();
        for size in sizes {
            for_each_polyform(lattice, size, Sided::Free, |shape| {
                let own = SymmetryType::of(lattice, Sided::Free, &shape);
                *found.entry((own.order(), own.to_string())).or_default() += 1;
            });
        }
        found
    }

    /// Squares have 8 types, and few cells are enough for all of them; triangles have 10, of which two need more cells.
    #[test]
    fn numbers_of_types() {
        assert_eq!(types(Lattice::SQUARE, 1..=9).len(), 8);
        assert_eq!(types(Lattice::TRIANGLE, 1..=10).len(), 8);
        // A sum over classes: each free polyomino has as many fixed ones as its type leaves.
        let fixed: usize = types(Lattice::SQUARE, 8..=8).iter().map(|((order, _), n)| n * 8 / order).sum();
        assert_eq!(fixed, 2725);
    }
}
