//! All polyforms of a size.
//!
//! Redelmeier's method visits every fixed polyform just once and remembers none of them:
//! a connected set is grown from its least cell, and a cell that was offered and not taken is never offered again.
//! A fixed polyform then stands for its class when it is the least of its base placements.
//! So no table of shapes already seen is needed, and nothing has to be known of the lattice but its neighbours;
//! in particular spheres come out right, where growing one representative of each class would miss some
//! (a flat piece may be turned over in space although the lattice may not).
//! Where pieces are made of units of several cells, they are grown in another way: see [`units`].

mod units;

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
    visit: impl FnMut(Shape) -> ControlFlow<()>,
) -> ControlFlow<()> {
    look_for_polyforms(lattice, size, sided, || ControlFlow::Continue(()), visit)
}

/// The same, until `look` or `visit` breaks: `look` is called for each shape that is looked at, whether it is one of those
/// that are wanted or not, so that whoever waits can have enough of it.
pub fn look_for_polyforms(
    lattice: Lattice,
    size: usize,
    sided: Sided,
    mut look: impl FnMut() -> ControlFlow<()>,
    mut visit: impl FnMut(Shape) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if size == 0 {
        return ControlFlow::Continue(());
    }
    if !lattice.units().is_empty() {
        return units::try_for_each(lattice, size, sided, look, visit);
    }
    let steps: Vec<Vec<Cell>> =
        lattice.cell_classes().map(|from| lattice.neighbors(from).collect()).collect();
    // How far a step leads at most along an axis.
    let far = steps.iter().flatten().flat_map(|step| step.at).map(i32::abs).max().unwrap_or(0);
    let frame = Frame {
        reach: far * i32::try_from(size).expect("a size that anyone can wait for"),
        depth: if lattice.dimension() == 3 { 1 } else { 0 },
        classes: steps.len(),
    };
    for root in lattice.cell_classes() {
        let mut growth = Growth {
            steps: steps.clone(),
            root,
            size,
            frame,
            offered: vec![false; frame.size()],
            taken: Vec::with_capacity(size),
        };
        let start = growth.frame.index(root);
        growth.offered[start] = true;
        growth.grow(&mut vec![root], 0, &mut |cells| {
            look()?;
            let shape = Shape::new(cells.iter().map(|cell| cell.site())).normalized();
            if shape.is_canonical(lattice, sided) { visit(shape) } else { ControlFlow::Continue(()) }
        })?;
    }
    ControlFlow::Continue(())
}

struct Growth {
    /// For each class: where the neighbours of the cell at 0 are.
    steps: Vec<Vec<Cell>>,
    root: Cell,
    size: usize,
    frame: Frame,
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
                for i in 0..self.steps[usize::from(cell.class)].len() {
                    let step = self.steps[usize::from(cell.class)][i];
                    let neighbor = step.shifted(cell.at);
                    let at = self.frame.index(neighbor);
                    if neighbor > self.root && !self.offered[at] {
                        self.offered[at] = true;
                        untried.push(neighbor);
                    }
                }
                self.grow(untried, choice + 1, visit)?;
                for neighbor in untried.drain(before..) {
                    let at = self.frame.index(neighbor);
                    self.offered[at] = false;
                }
            }
            self.taken.pop();
        }
        ControlFlow::Continue(())
    }
}

/// Numbers for the cells no farther than `reach` from 0, along z only if there is a depth.
#[derive(Clone, Copy)]
struct Frame {
    reach: i32,
    depth: i32,
    classes: usize,
}

impl Frame {
    fn index(&self, cell: Cell) -> usize {
        let [x, y, _] = cell.at.map(|d| (d + self.reach) as usize);
        let z = (cell.at[2] + self.depth * self.reach) as usize;
        let (side, deep) = (2 * self.reach as usize + 1, (2 * self.depth * self.reach) as usize + 1);
        ((x * side + y) * deep + z) * self.classes + usize::from(cell.class)
    }

    fn size(&self) -> usize {
        self.index(Cell { at: [self.reach, self.reach, self.depth * self.reach], class: 0 }) + self.classes
    }
}
