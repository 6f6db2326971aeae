//! Playing: pieces to be moved, and whether what lies there can still be completed.

use crate::Home;
use crate::cell::{Id, Placed, id, ids, placement, placements};
use crate::puzzle::{colors, puzzle, size, whole};
use crate::request::Refused;
use itertools::Itertools;
use polydlx::cover::{Config, Monitor};
use polydlx::lattice::{Cell, PieceId, Placement, Puzzle, Shape, Tiling};
use polydlx::packing::{Packing, Question};
use polydlx::spec::Spec;
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// The pieces, with all ways to turn and flip each of them.
pub(crate) fn tray(text: &str, home: &Home<'_>) -> Result<Value, Refused> {
    let loaded = whole(text, home.sets)?;
    let puzzle = puzzle(&loaded);
    let pieces = (0..puzzle.pieces.len()).map(PieceId).map(|piece| {
        let mut event = of_piece(puzzle, piece);
        event["colors"] = colors(&loaded, piece);
        event
    });
    Ok(json!({
        "event": "tray",
        "lattice": puzzle.lattice.name(),
        "cells": ids(puzzle.lattice, puzzle.region.shape()),
        "pieces": pieces.collect_vec(),
        "placed": placements(puzzle, &puzzle.placed),
        "cellsOptional": puzzle.cells_optional,
        "seam": seam(puzzle),
        "beyond": beyond(puzzle),
    }))
}

/// Cells that a piece can reach beyond the ends of a box that are joined, each with the cell of the box that it is.
fn seam(puzzle: &Puzzle) -> Vec<[Id; 2]> {
    let (Some(wrap), lattice) = (&puzzle.wrap, puzzle.lattice) else { return Vec::new() };
    let region = puzzle.region.shape();
    let extent = |shape: &Shape, axis: usize| shape.highest()[axis] - shape.lowest()[axis];
    let bases = puzzle.shapes.iter().flat_map(|typical| puzzle.base_placements(typical)).collect_vec();
    let range = |axis: usize| {
        let reach = bases.iter().map(|base| extent(base, axis)).max().unwrap_or_default();
        region.lowest()[axis] - reach..=region.highest()[axis] + reach
    };
    let places = range(0).cartesian_product(range(1)).cartesian_product(range(2));
    let cells = { lattice.cell_classes() }
        .cartesian_product(places)
        .map(|(class, ((x, y), z))| class.shifted([x, y, z]))
        .filter(|cell| puzzle.region.index_of(cell.site()).is_none());
    cells.filter_map(|cell| Some([cell, wrap.representative(cell)?].map(|cell| id(lattice, cell)))).collect()
}

/// Those of them that touch the box.
fn beyond(puzzle: &Puzzle) -> Vec<Id> {
    let Some(wrap) = &puzzle.wrap else { return Vec::new() };
    let is_cell = |cell: &Cell| puzzle.lattice.cell_classes().any(|class| class.class == cell.class);
    wrap.beyond(&puzzle.region).into_keys().filter(is_cell).map(|cell| id(puzzle.lattice, cell)).collect()
}

/// A piece: how it can lie, and which way of lying becomes which by each turn and by a flip.
fn of_piece(puzzle: &Puzzle, piece: PieceId) -> Value {
    let lattice = puzzle.lattice;
    let shapes = puzzle.shapes.iter().filter(|typical| typical.piece == piece);
    let bases: Vec<Shape> = shapes.flat_map(|typical| puzzle.base_placements(typical)).unique().collect();
    let number = |image: Option<Shape>| bases.iter().position(|base| Some(base) == image.as_ref());
    let turns = lattice
        .rotations()
        .iter()
        .map(|turn| bases.iter().map(|base| number(base.transformed(lattice, turn))).collect_vec());
    let mirror = lattice.mirror();
    let flips =
        bases.iter().map(|base| number(mirror.map(|mirror| base.moved(lattice, mirror).normalized())));
    json!({
        "name": puzzle.pieces[piece.0].name,
        "low": puzzle.pieces[piece.0].bounds.low,
        "high": puzzle.pieces[piece.0].bounds.high,
        "ways": bases.iter().map(|base| ids(lattice, base)).collect_vec(),
        "turns": turns.collect_vec(),
        "flips": flips.collect_vec(),
    })
}

/// Whether placements, with those of the puzzle, are part of a solution; if wanted, one more placement of it.
pub(crate) fn light(
    text: &str,
    placed: &[Placed],
    hint: bool,
    home: &Home<'_>,
    monitor: &Monitor,
) -> Result<Value, Refused> {
    let loaded = whole(text, home.sets)?;
    let mut puzzle = puzzle(&loaded).clone();
    size(&puzzle, home.for_puzzle())?;
    let own = placed.iter().map(|placed| placement(&puzzle, placed)).collect::<Option<Vec<_>>>();
    let own = own.ok_or("there is no such piece or cell")?;
    let new = own.into_iter().filter(|placement| !puzzle.placed.contains(placement)).collect_vec();
    puzzle.placed.extend(new);
    let lying: Tiling = puzzle.placed.iter().cloned().collect();
    let event = |light: &str, hint: Option<&Placement>| {
        let hint = hint.map(|hint| placements(&puzzle, std::slice::from_ref(hint)));
        json!({"event": "light", "light": light, "hint": hint.map(|hint| hint[0].clone())})
    };
    if !is_possible(&puzzle) {
        return Ok(event("no", None));
    }
    let Ok(packing) = Packing::watched(&puzzle, monitor) else { return Ok(event("unknown", None)) };
    let packing = match loaded.spec.as_ref().and_then(Spec::requirement) {
        Some(condition) => match packing.require(condition, monitor) {
            Ok(packing) => packing,
            Err(_) => return Ok(event("unknown", None)),
        },
        None => packing,
    };
    let config =
        Config { limit: Some(1), threads: home.threads, memory: home.for_states(), ..Config::default() };
    let mut found: Option<Vec<Placement>> = None;
    let answer = Question::about(&packing).config(&config).for_each(monitor, &mut |solution| {
        let options = solution.steps.iter().filter_map(|step| step.option);
        found = Some(
            options
                .filter(|&option| packing.places(option))
                .map(|option| packing.placement(option))
                .collect(),
        );
        ControlFlow::Break(())
    });
    Ok(match found {
        Some(solution) => {
            // The first that the search chose is the one with the fewest other ways.
            let next = solution.iter().find(|placement| !lying.contains(placement));
            event(if next.is_none() { "solved" } else { "yes" }, next.filter(|_| hint))
        }
        None if answer.complete => event("no", None),
        None => event("unknown", None),
    })
}

/// Whether all placed pieces lie inside the box, none upon another, and none too often.
fn is_possible(puzzle: &Puzzle) -> bool {
    let sites =
        puzzle.placed.iter().flat_map(|placement| placement.shape.sites()).sorted().dedup_with_count();
    let pieces = puzzle.placed.iter().map(|placement| placement.piece).sorted().dedup_with_count();
    let fits = |times: usize, most: u32| u32::try_from(times).is_ok_and(|times| times <= most);
    { sites }.all(|(times, &site)| {
        puzzle.region.index_of(site).is_some() && fits(times, puzzle.cover_bounds(site).high)
    }) && { pieces }.all(|(times, piece)| fits(times, puzzle.pieces[piece.0].bounds.high))
        && puzzle.placed.iter().all(|placement| is_lawful(puzzle, placement))
}

/// Whether a piece can lie like that at all.
fn is_lawful(puzzle: &Puzzle, placement: &Placement) -> bool {
    let shapes = puzzle.shapes.iter().filter(|typical| typical.piece == placement.piece);
    let mut bases = shapes.flat_map(|typical| puzzle.base_placements(typical));
    bases.any(|base| puzzle.placements(&base).iter().any(|(_, shape)| *shape == placement.shape))
}
