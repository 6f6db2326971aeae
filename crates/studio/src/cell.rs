//! Cells and placements as the page knows them.

use polydlx::lattice::{Cell, Lattice, PieceId, Placement, Puzzle, Shape};
use serde::Deserialize;
use serde_json::{Value, json};

/// A cell: its coordinates, and its place among the classes of cells.
pub(crate) type Id = [i32; 4];

/// A piece in its place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Placed {
    pub(crate) piece: String,
    pub(crate) cells: Vec<Id>,
}

/// The page's word for a cell.
pub(crate) fn id(lattice: Lattice, cell: Cell) -> Id {
    let [x, y, z] = cell.at;
    let origin = cell.shifted([-x, -y, -z]);
    let class = lattice.cell_classes().position(|class| class == origin).unwrap_or_default();
    [x, y, z, class as i32]
}

/// The cells of a shape, suffixes aside.
pub(crate) fn ids(lattice: Lattice, shape: &Shape) -> Vec<Id> {
    shape.sites().iter().filter(|site| site.suffix == 0).map(|site| id(lattice, site.cell())).collect()
}

/// The shape with these cells; none if one of them is none.
pub(crate) fn shape(lattice: Lattice, ids: &[Id]) -> Option<Shape> {
    let far = |d: &i32| !(-10_000..=10_000).contains(d);
    let cell = |&[x, y, z, class]: &Id| {
        let class = lattice.cell_classes().nth(usize::try_from(class).ok()?)?;
        let flat = lattice.dimension() == 2 && z != 0;
        (!flat && ![x, y, z].iter().any(far)).then(|| class.shifted([x, y, z]).site())
    };
    ids.iter().map(cell).collect()
}

/// A placement of a puzzle, if the page's word for it makes sense. What a piece covers besides its cells comes from its
/// base placements; if it cannot lie like that, there is nothing besides.
pub(crate) fn placement(puzzle: &Puzzle, placed: &Placed) -> Option<Placement> {
    let piece = PieceId(puzzle.pieces.iter().position(|piece| piece.name == placed.piece)?);
    let plain = shape(puzzle.lattice, &placed.cells)?;
    let shapes = puzzle.shapes.iter().filter(|typical| typical.piece == piece);
    let mut bases = shapes.flat_map(|typical| puzzle.base_placements(typical));
    let cells =
        |shape: &Shape| -> Shape { shape.sites().iter().filter(|site| site.suffix == 0).copied().collect() };
    let found = bases.find_map(|base| {
        let mut placed = puzzle.placements(&base).into_iter().map(|(_, shape)| shape);
        placed.find(|shape| cells(shape) == plain)
    });
    Some(Placement { piece, shape: found.unwrap_or(plain) })
}

/// What the page is told of placements.
pub(crate) fn placements(puzzle: &Puzzle, placements: &[Placement]) -> Value {
    let one = |Placement { piece, shape }: &Placement| json!({"piece": puzzle.pieces[piece.0].name, "cells": ids(puzzle.lattice, shape)});
    placements.iter().map(one).collect()
}
