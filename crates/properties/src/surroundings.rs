//! What lies around a region, and what it encloses.

use polydlx_lattice::{Cell, Lattice, Quotient};
use std::collections::BTreeMap;

/// The cells of a region and all that is between them and infinity.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// The neighbours of each cell. The first one is infinity, then follow the cells of the region.
    neighbors: Vec<Vec<usize>>,
    /// Which cells of the region have a side on the outer rim.
    pub(crate) on_rim: Vec<bool>,
}

/// What stands for all cells that are far away.
const INFINITY: usize = 0;

impl Surroundings {
    pub(crate) fn new(lattice: Lattice, quotient: &Quotient, region: &[Cell]) -> Self {
        let is_far = quotient.far_from(region);
        let mut cells: Vec<Cell> = region.to_vec();
        let mut numbers: BTreeMap<Cell, usize> =
            region.iter().enumerate().map(|(number, &cell)| (quotient.cell(cell), number + 1)).collect();
        let mut neighbors: Vec<Vec<usize>> = vec![Vec::new()];
        // Cells are added while there are new ones beside those that are known.
        while let Some(&cell) = cells.get(neighbors.len() - 1) {
            let own = neighbors.len();
            neighbors.push(Vec::new());
            for other in lattice.neighbors(cell) {
                let number = if is_far(other) {
                    neighbors[INFINITY].push(own);
                    INFINITY
                } else {
                    *numbers.entry(quotient.cell(other)).or_insert_with(|| {
                        cells.push(other);
                        cells.len()
                    })
                };
                neighbors[own].push(number);
            }
        }
        let mut around = Self { neighbors, on_rim: Vec::new() };
        let filled = around.mask(region.len(), |_| true);
        let mut reached = filled.clone();
        around.fill(INFINITY, &mut reached);
        let is_outside = |&cell: &usize| reached[cell] && !filled[cell];
        let touches = |place: usize| around.neighbors[place].iter().any(is_outside);
        around.on_rim = (1..=region.len()).map(touches).collect();
        around
    }

    /// How many connected groups of cells lie outside all pieces, but are cut off from infinity.
    pub(crate) fn holes(&self, is_covered: impl Fn(usize) -> bool) -> usize {
        let mut reached = self.mask(self.on_rim.len(), is_covered);
        self.fill(INFINITY, &mut reached);
        let mut holes = 0;
        for cell in 0..reached.len() {
            if !reached[cell] {
                holes += 1;
                self.fill(cell, &mut reached);
            }
        }
        holes
    }

    /// All cells, with some of the region marked.
    fn mask(&self, size: usize, is_covered: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut mask = vec![false; self.neighbors.len()];
        (0..size).for_each(|number| mask[number + 1] = is_covered(number));
        mask
    }

    /// Marks all that can be reached from a cell that is not marked yet.
    fn fill(&self, from: usize, reached: &mut [bool]) {
        reached[from] = true;
        let mut new = vec![from];
        while let Some(cell) = new.pop() {
            for &other in &self.neighbors[cell] {
                if !reached[other] {
                    reached[other] = true;
                    new.push(other);
                }
            }
        }
    }
}
