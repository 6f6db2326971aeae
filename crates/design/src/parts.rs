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
