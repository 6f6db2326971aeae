//! All polyforms of a size.
//!
//! Redelmeier's method visits every fixed polyform just once and remembers none of them:
//! a connected set is grown from its least cell, and a cell that was offered and not taken is never offered again.
//! A fixed polyform then stands for its class when it is the least of its base placements.
//! So no table of shapes already seen is needed, and nothing has to be known of the lattice but its neighbours;
//! in particular spheres come out right, where growing one representative of each class would miss some
//! (a flat piece may be turned over in space although the lattice may not).

use crate::shape::{Shape, Sided};
use crate::site::Cell;
use crate::table::Lattice;
use std::ops::ControlFlow;

/// All polyforms with `size` cells, one canonical representative each, in ascending order.
///
/// ```
/// use polydlx_lattice::{Lattice, Sided, polyforms};
/// assert_eq!(polyforms(Lattice::SQUARE, 5, Sided::Free).len(), 12);
/// ```
pub fn polyforms(lattice: Lattice, size: usize, sided: Sided) -> Vec<Shape> {
    let mut found = Vec::new();
    for_each_polyform(lattice, size, sided, |shape| found.push(shape));
    found.sort_unstable();
    found
}

/// Calls `visit` for each polyform with `size` cells, in no particular order, without storing them.
pub fn for_each_polyform(lattice: Lattice, size: usize, sided: Sided, mut visit: impl FnMut(Shape)) {
    let _ = try_for_each_polyform(lattice, size, sided, |shape| {
        visit(shape);
        ControlFlow::Continue(())
    });
}

/// The same, until `visit` breaks; always in the same order.
pub fn try_for_each_polyform(
    lattice: Lattice,
    size: usize,
    sided: Sided,
    mut visit: impl FnMut(Shape) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if size == 0 {
        return ControlFlow::Continue(());
    }
    for root in lattice.cell_classes() {
        let mut growth = Growth {
            steps: lattice.cell_classes().map(|from| steps(lattice, from)).collect(),
            root,
            size,
            reach: i32::try_from(size).expect("a size that anyone can wait for"),
            offered: Vec::new(),
            taken: Vec::with_capacity(size),
        };
        growth.offered = vec![false; growth.index(root.shifted([growth.reach; 3])) + 2];
        let start = growth.index(root);
        growth.offered[start] = true;
        growth.grow(&mut vec![root], 0, &mut |cells| {
            let shape = Shape::new(cells.iter().map(|cell| cell.site())).normalized();
            if shape.is_canonical(lattice, sided) { visit(shape) } else { ControlFlow::Continue(()) }
        })?;
    }
    ControlFlow::Continue(())
}

/// Steps to the neighbours of a cell in the user's coordinates, and which way they point.
fn steps(lattice: Lattice, from: Cell) -> Vec<Cell> {
    lattice.neighbors(from).collect()
}

struct Growth {
    /// For cells that point up and down: where the neighbours of the cell at 0 are.
    steps: Vec<Vec<Cell>>,
    root: Cell,
    size: usize,
    reach: i32,
    /// Cells that are taken, or wait on the untried list, or were passed over.
    offered: Vec<bool>,
    taken: Vec<Cell>,
}

impl Growth {
    /// Takes each untried cell from number `next` on in turn, with all that can follow.
    fn grow(
        &mut self,
        untried: &mut Vec<Cell>,
        next: usize,
        visit: &mut impl FnMut(&[Cell]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for choice in next..untried.len() {
            let cell = untried[choice];
            self.taken.push(cell);
            if self.taken.len() == self.size {
                visit(&self.taken)?;
            } else {
                let before = untried.len();
                for i in 0..self.steps[usize::from(cell.down)].len() {
                    let step = self.steps[usize::from(cell.down)][i];
                    let neighbor = step.shifted(cell.at);
                    let at = self.index(neighbor);
                    if neighbor > self.root && !self.offered[at] {
                        self.offered[at] = true;
                        untried.push(neighbor);
                    }
                }
                self.grow(untried, choice + 1, visit)?;
                for neighbor in untried.drain(before..) {
                    let at = index(neighbor, self.reach);
                    self.offered[at] = false;
                }
            }
            self.taken.pop();
        }
        ControlFlow::Continue(())
    }

    fn index(&self, cell: Cell) -> usize {
        index(cell, self.reach)
    }
}

/// A number for each cell no farther than `reach` from 0.
fn index(cell: Cell, reach: i32) -> usize {
    let [x, y, z] = cell.at.map(|d| (d + reach) as usize);
    let side = 2 * reach as usize + 1;
    ((x * side + y) * side + z) * 2 + usize::from(cell.down)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lattice: Lattice, sided: Sided, expected: &[usize]) {
        for (size, &number) in (1..).zip(expected) {
            let mut found = 0;
            for_each_polyform(lattice, size, sided, |_| found += 1);
            assert_eq!(found, number, "{sided:?} {lattice:?} of size {size}");
        }
    }

    #[test]
    fn polyominoes() {
        check(Lattice::SQUARE, Sided::Free, &[1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073, 63600]);
        check(Lattice::SQUARE, Sided::One, &[1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189]);
        check(Lattice::SQUARE, Sided::Fixed, &[1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446]);
    }

    #[test]
    fn polyiamonds() {
        check(Lattice::TRIANGLE, Sided::Free, &[1, 1, 1, 3, 4, 12, 24, 66, 160, 448, 1186, 3334]);
        check(Lattice::TRIANGLE, Sided::One, &[1, 1, 1, 4, 6, 19, 43, 120, 307, 866]);
        check(Lattice::TRIANGLE, Sided::Fixed, &[2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053]);
    }

    #[test]
    fn polyhexes() {
        check(Lattice::HEX, Sided::Free, &[1, 1, 3, 7, 22, 82, 333, 1448, 6572]);
        check(Lattice::HEX, Sided::One, &[1, 1, 3, 10, 33, 147, 620, 2821]);
        check(Lattice::HEX, Sided::Fixed, &[1, 3, 11, 44, 186, 814, 3652, 16689]);
    }

    #[test]
    fn polycubes() {
        check(Lattice::CUBE, Sided::One, &[1, 1, 2, 8, 29, 166, 1023, 6922]);
        check(Lattice::CUBE, Sided::Free, &[1, 1, 2, 7, 23, 112, 607, 3811]);
        check(Lattice::CUBE, Sided::Fixed, &[1, 3, 15, 86, 534, 3481, 23502]);
    }

    #[test]
    fn polyspheres() {
        check(Lattice::SPHERE, Sided::One, &[1, 1, 4, 25, 210, 2209]);
    }

    #[test]
    fn there_is_no_polyform_without_cells() {
        assert_eq!(polyforms(Lattice::SQUARE, 0, Sided::Free), []);
    }
}
