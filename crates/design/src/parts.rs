//! Parts of a region: what is left of a box without a few of its cells, say (TAOCP 7.2.2.1, exercises 328 and 329).

use crate::family::{FamilyError, unless_stopped};
use polydlx_cover::Monitor;
use polydlx_lattice::{Lattice, Shape, Sided, Site};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// All parts of a region that have some cells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The region.
    pub within: Shape,
    /// What all parts have.
    pub with: Shape,
    /// The region has so many layers, along x, and of cells above each other a part has all or none; 1 if they are free.
    pub height: u32,
}

impl Parts {
    /// Whether there are parts of a size.
    pub(crate) fn check(&self, size: usize) -> Result<(), FamilyError> {
        if !self.with.sites().iter().all(|&site| self.within.contains(site)) {
            return Err(FamilyError::NotWithin);
        }
        let height = self.height as usize;
        if height == 0 || self.columns().any(|(_, column)| column.len() != height) {
            return Err(FamilyError::Layers(self.height));
        }
        let least = self.columns().filter(|(wanted, _)| *wanted).count() * height;
        if size < least || size > self.within.sites().len() {
            return Err(FamilyError::PartSize(least, self.within.sites().len()));
        }
        if size.is_multiple_of(height) { Ok(()) } else { Err(FamilyError::Height(self.height, size)) }
    }

    /// Calls `visit` with one part of each class; of parts that `sided` does not tell apart, that is the least.
    pub(crate) fn for_each(
        &self,
        (lattice, size, sided): (Lattice, usize, Sided),
        monitor: &Monitor,
        mut visit: impl FnMut(Shape) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (with, free): (Vec<_>, Vec<_>) = self.columns().partition(|(wanted, _)| *wanted);
        let always: Vec<Site> = with.into_iter().flat_map(|(_, column)| column).collect();
        let free: Vec<Vec<Site>> = free.into_iter().map(|(_, column)| column).collect();
        let taken = (size - always.len()) / self.height as usize;
        // The columns that are taken, by number; next come those with the last one that can be moved on.
        let mut chosen: Vec<usize> = (0..taken).collect();
        loop {
            unless_stopped(monitor)?;
            let columns = chosen.iter().flat_map(|&column| &free[column]);
            let part = Shape::new(always.iter().chain(columns).copied());
            if self.is_least(lattice, sided, &part) {
                visit(part)?;
            }
            let moves = |at: &usize| chosen[*at] + (taken - at) < free.len();
            let Some(last) = (0..taken).rev().find(moves) else { return ControlFlow::Continue(()) };
            let next = chosen[last] + 1;
            chosen.truncate(last);
            chosen.extend((next..).take(taken - last));
        }
    }

    /// Whether no part that could as well stand for it comes before it. Nothing is remembered for this.
    fn is_least(&self, lattice: Lattice, sided: Sided, part: &Shape) -> bool {
        let (from, to) = (self.within.lowest(), self.within.highest());
        part.base_placements(lattice, sided).into_iter().all(|image| {
            let (low, high) = (image.lowest(), image.highest());
            let along = |axis: usize| from[axis] - low[axis]..=to[axis] - high[axis];
            let shifts = along(0).flat_map(|x| along(1).flat_map(move |y| along(2).map(move |z| [x, y, z])));
            shifts.map(|shift| image.shifted(shift)).all(|other| other >= *part || !self.has(&other))
        })
    }

    /// Whether this is one of the parts, if it has as many cells.
    fn has(&self, part: &Shape) -> bool {
        part.sites().iter().all(|&site| self.within.contains(site))
            && self.columns().all(|(wanted, column)| {
                let number = column.iter().filter(|&&site| part.contains(site)).count();
                number == column.len() || number == 0 && !wanted
            })
    }

    /// The cells above each other, and whether all parts have them; if the height is 1, that is each cell.
    fn columns(&self) -> impl Iterator<Item = (bool, Vec<Site>)> {
        let mut columns: BTreeMap<(i32, i32, i32, u8), Vec<Site>> = BTreeMap::new();
        for &site in self.within.sites() {
            let [x, y, z] = site.at;
            let layer = if self.height > 1 { 0 } else { x };
            columns.entry((layer, y, z, site.class)).or_default().push(site);
        }
        columns.into_values().map(|column| (column.iter().any(|&site| self.with.contains(site)), column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Family;
    use std::collections::BTreeSet;

    fn cells(list: impl IntoIterator<Item = [i32; 3]>) -> Shape {
        Shape::new(list.into_iter().map(Site::new))
    }

    fn cuboid([a, b, c]: [i32; 3]) -> Shape {
        cells((0..a).flat_map(|x| (0..b).flat_map(move |y| (0..c).map(move |z| [x, y, z]))))
    }

    fn found(parts: &Parts, lattice: Lattice, size: usize, sided: Sided) -> Vec<Shape> {
        let mut found = Vec::new();
        let family = Family::Parts(parts.clone());
        assert_eq!(family.check(lattice, size), Ok(()));
        let _ = family.for_each((lattice, size, sided), &Monitor::new(), |shape| {
            found.push(shape);
            ControlFlow::Continue(())
        });
        found
    }

    /// TAOCP 7.2.2.1, answers 328 and 329: 421 + 129 and 129; 60; 60.
    #[test]
    fn parts_of_boxes_for_soma() {
        let number = |within: [i32; 3], with: Shape, height: u32| {
            let parts = Parts { within: cuboid(within), with, height };
            found(&parts, Lattice::CUBE, 27, Sided::Free).len()
        };
        assert_eq!(number([3, 5, 2], Shape::default(), 1), 421 + 129);
        assert_eq!(number([3, 5, 2], cells((0..15).map(|i| [i / 5, i % 5, 0])), 1), 129);
        assert_eq!(number([3, 4, 3], cuboid([3, 4, 2]), 1), 60);
        assert_eq!(number([3, 3, 4], Shape::default(), 3), 60);
    }

    /// All sets of cells, and the classes that they fall into by a table of what was seen.
    #[test]
    fn parts_are_all_classes_of_subsets() {
        let rhombus = |classes: usize| {
            (0..9).flat_map(move |at| {
                (0..classes).map(move |class| Site { class: class as u8, ..Site::new([at / 3, at % 3, 0]) })
            })
        };
        for (lattice, within) in [
            (Lattice::SQUARE, Shape::new(rhombus(1))),
            (Lattice::HEX, Shape::new(rhombus(1))),
            (Lattice::TRIANGLE, Shape::new(rhombus(2).take(11))),
            (Lattice::CUBE, cuboid([2, 2, 3])),
            (Lattice::SPHERE, cuboid([2, 2, 2])),
        ] {
            for sided in Sided::ALL {
                for with in [Shape::default(), Shape::new(within.sites()[1..3].iter().copied())] {
                    for size in [3, 4, 6] {
                        let parts = Parts { within: within.clone(), with: with.clone(), height: 1 };
                        let sites = within.sites();
                        let mut classes = BTreeSet::new();
                        for bits in 0_u32..1 << sites.len() {
                            let chosen =
                                (0..sites.len()).filter(|at| bits >> at & 1 == 1).map(|at| sites[at]);
                            let part = Shape::new(chosen);
                            if bits.count_ones() == size
                                && with.sites().iter().all(|&site| part.contains(site))
                            {
                                classes.insert(part.base_placements(lattice, sided).into_iter().min());
                            }
                        }
                        let found = found(&parts, lattice, size as usize, sided);
                        let least = |part: &Shape| part.base_placements(lattice, sided).into_iter().min();
                        assert_eq!(found.len(), classes.len(), "{lattice:?} {sided:?} {size}");
                        assert_eq!(found.iter().map(least).collect::<BTreeSet<_>>(), classes);
                    }
                }
            }
        }
    }

    #[test]
    fn parts_that_there_are_not() {
        let check = |with: Shape, height: u32, size: usize| {
            Family::Parts(Parts { within: cuboid([2, 2, 2]), with, height }).check(Lattice::CUBE, size)
        };
        assert_eq!(check(Shape::default(), 1, 9), Err(FamilyError::PartSize(0, 8)));
        assert_eq!(check(cuboid([2, 2, 1]), 1, 3), Err(FamilyError::PartSize(4, 8)));
        assert_eq!(check(cells([[0, 0, 2]]), 1, 4), Err(FamilyError::NotWithin));
        assert_eq!(check(Shape::default(), 3, 6), Err(FamilyError::Layers(3)));
        assert_eq!(check(Shape::default(), 2, 5), Err(FamilyError::Height(2, 5)));
        assert_eq!(check(cells([[0, 0, 0]]), 2, 2), Ok(()));
    }
}
