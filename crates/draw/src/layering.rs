//! Solids as stacks of flat layers, each of which can be cut.

use crate::cut::CutError;
use crate::geometry::{Space, Tessellation, space};
use crate::label::components;
use crate::laser::{Laser, hangs_together};
use crate::polyhedra;
use crate::scene::seen;
use itertools::Itertools;
use polydlx_lattice::{Cell, Lattice, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// How the pieces of a lattice are made of flat layers.
pub(crate) struct Layering {
    lattice: Lattice,
    /// What layers are made of.
    pub(crate) tessellation: Tessellation,
}

/// A flat part of a piece: its cells in the plane, and those of the layer above that lie upon them.
pub(crate) struct Slice {
    pub(crate) name: String,
    pub(crate) cells: Vec<Cell>,
    pub(crate) above: Vec<Cell>,
}

impl Layering {
    /// Cells of the plane are a layer, or two, if some lie upon others; cubes and prisms have flat layers, other solids have none.
    pub(crate) fn new(lattice: Lattice) -> Result<Self, CutError> {
        let tessellation = match space(lattice) {
            Space::Plane(tessellation) => tessellation,
            Space::Cubes => Tessellation::new(lattice.layer()),
            // A prism grows along the fourth coordinate.
            Space::Polyhedra if lattice.up().is_some_and(|up| up[3] != 0) => {
                Tessellation::new(lattice.layer())
            }
            Space::Balls | Space::Polyhedra => return Err(CutError::Solid(lattice)),
        };
        Ok(Self { lattice, tessellation })
    }

    pub(crate) fn is_flat(&self) -> bool {
        self.lattice.dimension() == 2
    }

    /// What lies on the floor.
    pub(crate) fn lowest(&self, region: &Shape) -> Vec<Cell> {
        let least = seen(region).filter_map(|cell| self.place(cell)).map(|(layer, _)| layer).min();
        seen(region).filter(|&cell| self.place(cell).map(|(layer, _)| layer) == least).collect()
    }

    /// How many sheets a layer is made of.
    pub(crate) fn sheets(&self, laser: &Laser) -> Result<usize, CutError> {
        let Some(thickness) = laser.thickness.filter(|_| !self.is_flat()) else { return Ok(1) };
        let number = (laser.cell_size / thickness).round();
        let fits = number >= 1.0 && (number * thickness - laser.cell_size).abs() < 1e-6 * laser.cell_size;
        if fits { Ok(number as usize) } else { Err(CutError::Thickness) }
    }

    /// The layer of a cell, and what stands for it there.
    fn place(&self, cell: Cell) -> Option<(i32, Cell)> {
        match space(self.lattice) {
            Space::Plane(tessellation) => Some((tessellation.layer(cell), cell)),
            // As pictures show it: a layer for each x.
            Space::Cubes => {
                let [x, y, z] = cell.at;
                Some((x, Cell { at: [y, z, 0], ..cell }))
            }
            Space::Balls | Space::Polyhedra => polyhedra::in_layer(self.lattice, cell),
        }
    }

    /// Whether a piece is one: flat ones may hang together over corners, layers are glued upon each other.
    pub(crate) fn hangs_together(&self, cells: &[Cell]) -> bool {
        if self.is_flat() {
            return hangs_together(&self.tessellation, cells);
        }
        self.lattice.parts_of(cells.iter().copied()).len() < 2
    }

    /// The parts that a piece is cut as, from the lowest up. A solid is turned so that there are as few as possible.
    pub(crate) fn slices(&self, name: &str, shape: &Shape) -> Vec<Slice> {
        if self.is_flat() && !self.tessellation.is_layered() {
            let cells = seen(shape).collect();
            return vec![Slice { name: name.to_owned(), cells, above: Vec::new() }];
        }
        let turns = self.lattice.rotation_group().into_iter();
        let ways = turns.map(|turn| self.stack(&shape.moved(self.lattice, turn).normalized()));
        let stack = ways.min_by_key(Vec::len).unwrap_or_default();
        let number = stack.len();
        let slices = stack.into_iter().enumerate().map(|(at, (cells, above))| {
            let name = if number == 1 { name.to_owned() } else { format!("{name}-{}", at + 1) };
            Slice { name, cells: cells.into_iter().collect(), above }
        });
        slices.collect()
    }

    /// What hangs together in each layer, from the lowest up, and what lies upon it.
    fn stack(&self, shape: &Shape) -> Vec<(BTreeSet<Cell>, Vec<Cell>)> {
        let mut layers: BTreeMap<i32, Vec<Cell>> = BTreeMap::new();
        for (layer, cell) in seen(shape).filter_map(|cell| self.place(cell)) {
            layers.entry(layer).or_default().push(cell);
        }
        let upon = |layer: i32, part: &BTreeSet<Cell>| {
            let next = layers.get(&(layer + 1)).into_iter().flatten();
            next.copied().filter(|cell| part.contains(cell)).collect_vec()
        };
        let parts = layers.iter().flat_map(|(&layer, cells)| {
            components(&self.tessellation, cells).into_iter().map(move |part| (layer, part))
        });
        parts.map(|(layer, part)| (part.clone(), upon(layer, &part))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydlx_lattice::Site;

    fn slices(at: &[[i32; 3]]) -> Vec<(String, usize, usize)> {
        let shape: Shape = at.iter().copied().map(Site::new).collect();
        let layering = Layering::new(Lattice::CUBE).unwrap();
        assert!(layering.hangs_together(&seen(&shape).collect_vec()));
        let slices = layering.slices("A", &shape).into_iter();
        slices.map(|slice| (slice.name, slice.cells.len(), slice.above.len())).collect()
    }

    #[test]
    fn a_piece_is_a_stack_of_as_few_parts_as_can_be() {
        // A bar lies flat whichever way it is given.
        assert_eq!(slices(&[[0, 0, 0], [1, 0, 0], [2, 0, 0]]), [("A".to_owned(), 3, 0)]);
        // A branch has three cells below, one above, or the other way round.
        let branch = slices(&[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]);
        assert_eq!(branch.iter().map(|(_, cells, _)| cells).sum::<usize>(), 4);
        assert_eq!(branch.iter().map(|(name, ..)| name.as_str()).collect_vec(), ["A-1", "A-2"]);
        assert_eq!(branch[0].2, 1);
    }

    #[test]
    fn what_is_in_two_parts_does_not_hang_together() {
        let layering = Layering::new(Lattice::CUBE).unwrap();
        let cells = [[0, 0, 0], [1, 1, 0]].map(|at| Site::new(at).cell());
        assert!(!layering.hangs_together(&cells));
        assert!(Layering::new(Lattice::SPHERE).is_err());
    }

    #[test]
    fn cells_that_lie_upon_others_are_a_layer_of_their_own() {
        let windmill = Lattice::from_name("windmill").unwrap();
        let shape: Shape =
            [windmill.cell([1, 1, 0, 0]), windmill.cell([1, 3, 0, 0]), windmill.cell([1, 2, 0, 0])]
                .map(|cell| Site::default().moved_to(cell.unwrap()))
                .into_iter()
                .collect();
        let slices = Layering::new(windmill).unwrap().slices("w", &shape);
        let parts = slices.iter().map(|slice| (slice.name.as_str(), slice.cells.len())).collect_vec();
        assert_eq!(parts, [("w-1", 2), ("w-2", 1)]);
    }
}
