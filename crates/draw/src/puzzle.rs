//! From puzzles to drawings.

use crate::{Drawing, Drawn};
use polydlx_lattice::{Placement, Puzzle, Shape};

/// The box of a puzzle with pieces in it.
pub fn drawing(puzzle: &Puzzle, placements: &[Placement]) -> Drawing {
    let drawn = |Placement { piece, shape }: &Placement| {
        let name = puzzle.pieces[piece.0].name.clone();
        Drawn { name, color: piece.0, shape: shape.clone() }
    };
    Drawing {
        lattice: puzzle.lattice,
        region: puzzle.region.shape().clone(),
        pieces: placements.iter().map(drawn).collect(),
        title: None,
        caption: None,
        labels: Vec::new(),
        tints: puzzle.palette.names.clone(),
    }
}

/// The shapes of all pieces with their names, as [`chart`](crate::chart) wants them.
pub fn shapes(puzzle: &Puzzle) -> Vec<(String, Shape)> {
    let named = puzzle.shapes.iter().map(|typical| {
        let name = puzzle.pieces[typical.piece.0].name.clone();
        (name, typical.shape.normalized())
    });
    named.collect()
}
