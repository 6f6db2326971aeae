//! Types of symmetry: what motions a shape has, wherever it lies (TAOCP 7.2.2.1, exercises 386 and 387).

use crate::motion::Motion;
use crate::shape::{Shape, Sided};
use crate::table::Lattice;
use std::collections::BTreeSet;
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
        let group = motions(lattice, sided);
        let shape = shape.normalized();
        let own: Vec<Motion> = group
            .iter()
            .copied()
            .filter(|&motion| shape.moved(lattice, motion).normalized() == shape)
            .collect();
        Self::of_subgroup(lattice, &group, &own)
    }

    /// All types that shapes can have, those with the fewest motions first. None where it takes a shift to make symmetries of
    /// some motions: there a set of motions need not keep any shape.
    ///
    /// Elsewhere a few cells and what the motions around the origin make of them are a shape with just these motions, if the
    /// cells are chosen well; so types are the classes of conjugate subgroups.
    ///
    /// ```
    /// use polydlx_lattice::{Lattice, Sided, SymmetryType};
    /// assert_eq!(SymmetryType::all(Lattice::CUBE, Sided::One).unwrap().len(), 11);
    /// ```
    pub fn all(lattice: Lattice, sided: Sided) -> Option<Vec<Self>> {
        let group = motions(lattice, sided);
        let stays = |motion: Motion| {
            let image = |cell| lattice.point(lattice.moved(cell, motion));
            lattice.cell_classes().all(|cell| image(cell) == motion.apply(lattice.point(cell)))
        };
        if !group.iter().all(|&motion| stays(motion)) {
            return None;
        }
        // Each subgroup is a smaller one and a motion more.
        let mut found = BTreeSet::from([vec![Motion::IDENTITY]]);
        let mut new: Vec<Vec<Motion>> = found.iter().cloned().collect();
        while let Some(smaller) = new.pop() {
            for &motion in group.iter().filter(|motion| !smaller.contains(motion)) {
                let generators: Vec<Motion> = smaller.iter().copied().chain([motion]).collect();
                let mut larger = Motion::group(&generators);
                larger.sort_unstable();
                if found.insert(larger.clone()) {
                    new.push(larger);
                }
            }
        }
        let types = found.iter().map(|own| Self::of_subgroup(lattice, &group, own));
        let mut types: Vec<(usize, Self)> = types.map(|own| (own.order(), own)).collect();
        types.sort();
        types.dedup();
        Some(types.into_iter().map(|(_, own)| own).collect())
    }

    /// The least of the subgroups that are conjugate to one stands for all of them.
    fn of_subgroup(lattice: Lattice, group: &[Motion], own: &[Motion]) -> Self {
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

/// The motions that count.
fn motions(lattice: Lattice, sided: Sided) -> Vec<Motion> {
    match sided {
        Sided::Free => lattice.motion_group(),
        Sided::One => lattice.rotation_group(),
        Sided::Fixed => vec![Motion::IDENTITY],
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
