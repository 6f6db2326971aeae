//! Polyforms that are made of units: of tans, say, each of which has two cells.
//!
//! Redelmeier's method would count sets of units, and one set of cells can be cut into units in several ways. So these are
//! grown level by level, by a unit at a time that touches what is there, and one of each class is kept. For this, classes
//! are those of the lattice's own motions, for only they keep what can be grown; what other transformations make equal is
//! told apart, or not, in the end.

use crate::motion::Motion;
use crate::shape::{Shape, Sided};
use crate::site::{Cell, Site, minus};
use crate::table::Lattice;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

pub(super) fn try_for_each(
    lattice: Lattice,
    size: usize,
    sided: Sided,
    mut look: impl FnMut() -> ControlFlow<()>,
    mut visit: impl FnMut(Shape) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let motions = match sided {
        Sided::Free => lattice.motion_group(),
        Sided::One => lattice.rotation_group(),
        Sided::Fixed => vec![Motion::IDENTITY],
    };
    let least = |shape: Shape| {
        let images = motions.iter().map(|&motion| shape.moved(lattice, motion).normalized());
        images.min().expect("there is a motion")
    };
    let shape = |cells: &[Cell]| Shape::new(cells.iter().map(|cell| cell.site()));
    let mut level: BTreeSet<Shape> = lattice.units().iter().map(|unit| least(shape(unit))).collect();
    for _ in 1..size {
        let mut next = BTreeSet::new();
        for known in &level {
            for unit in beside(lattice, known) {
                look()?;
                let both = known.sites().iter().copied().chain(unit.into_iter().map(Cell::site));
                next.insert(least(Shape::new(both)));
            }
        }
        level = next;
    }
    level.into_iter().filter(|shape| shape.is_canonical(lattice, sided)).try_for_each(&mut visit)
}

/// The units that touch a shape and do not overlap it.
fn beside(lattice: Lattice, shape: &Shape) -> BTreeSet<Vec<Cell>> {
    let is_free = |cell: &Cell| !shape.contains(cell.site());
    let cells = shape.sites().iter().map(|site: &Site| site.cell());
    let around: BTreeSet<Cell> = cells.flat_map(|cell| lattice.neighbors(cell)).filter(is_free).collect();
    let mut found = BTreeSet::new();
    for next in around {
        for unit in lattice.units() {
            for own in unit.iter().filter(|cell| cell.class == next.class) {
                let by = minus(next.at, own.at);
                let placed: Vec<Cell> = unit.iter().map(|cell| cell.shifted(by)).collect();
                if placed.iter().all(is_free) {
                    found.insert(placed);
                }
            }
        }
    }
    found
}
