//! What lies around a region, and what it encloses.

use polydlx_lattice::{Cell, Lattice};

/// A box of cells around a region, one cell wider on each side.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// The neighbours of each cell of the box.
    neighbors: Vec<Vec<usize>>,
    /// Where the cells of the region are.
    places: Vec<usize>,
    /// Which cells of the region have a side on the outer rim.
    pub(crate) on_rim: Vec<bool>,
}

impl Surroundings {
    pub(crate) fn new(lattice: Lattice, region: &[Cell]) -> Self {
        let range = |axis: usize| {
            let along = || region.iter().map(|cell| cell.at[axis]);
            let (low, high) = (along().min().unwrap_or(0), along().max().unwrap_or(0));
            if axis < lattice.dimension() { low - 1..=high + 1 } else { 0..=0 }
        };
        let mut cells = Vec::new();
        for x in range(0) {
            for y in range(1) {
                for z in range(2) {
                    cells.extend(lattice.cell_classes().map(|class| class.shifted([x, y, z])));
                }
            }
        }
        cells.sort_unstable();
        let find = |cell: &Cell| cells.binary_search(cell).ok();
        let neighbors: Vec<Vec<usize>> = cells
            .iter()
            .map(|&cell| lattice.neighbors(cell).filter_map(|other| find(&other)).collect())
            .collect();
        let places: Vec<usize> = region.iter().filter_map(find).collect();
        let mut around = Self { neighbors, places, on_rim: Vec::new() };
        let mut reached = around.mask(|_| true);
        around.fill(0, &mut reached);
        let filled = around.mask(|_| true);
        let is_outside = |cell: usize| reached[cell] && !filled[cell];
        let touches = |&place: &usize| around.neighbors[place].iter().any(|&other| is_outside(other));
        around.on_rim = around.places.iter().map(touches).collect();
        around
    }

    /// How many connected groups of cells lie outside all pieces, but are cut off from infinity.
    pub(crate) fn holes(&self, is_covered: impl Fn(usize) -> bool) -> usize {
        let mut reached = self.mask(is_covered);
        self.fill(0, &mut reached);
        let mut holes = 0;
        for cell in 0..reached.len() {
            if !reached[cell] {
                holes += 1;
                self.fill(cell, &mut reached);
            }
        }
        holes
    }

    /// The box with some cells of the region marked.
    fn mask(&self, is_covered: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut mask = vec![false; self.neighbors.len()];
        for (number, &place) in self.places.iter().enumerate() {
            mask[place] = is_covered(number);
        }
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
