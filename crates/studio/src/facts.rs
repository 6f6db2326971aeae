//! What is known of a puzzle at once, while it is edited.

use crate::request::Emit;
use crate::suit::boxes_of;
use crate::{Home, puzzle};
use itertools::Itertools;
use polydlx::cover::{Config, Monitor, Stopped};
use polydlx::lattice::{Puzzle, Shape};
use polydlx::packing::{Group, Question, What, area};
use polydlx::posed;
use polydlx::spec::Loaded;
use serde_json::json;

/// Tells what a text says, then what follows from it, what is quick to find first.
pub(crate) fn facts(text: &str, home: &Home<'_>, monitor: &Monitor, emit: &mut Emit<'_>) {
    let loaded = puzzle::read(text, home.sets);
    emit(puzzle::event(&loaded, home.sets));
    if loaded.puzzle().is_some()
        && !loaded.is_set()
        && let Err(Stopped) = of_puzzle(&loaded, home, monitor, emit)
    {
        emit(json!({"event": "price", "seconds": null}));
    }
}

fn of_puzzle(
    loaded: &Loaded,
    home: &Home<'_>,
    monitor: &Monitor,
    emit: &mut Emit<'_>,
) -> Result<(), Stopped> {
    let puzzle = puzzle::puzzle(loaded);
    let (least, most) = cells_of_pieces(puzzle);
    let mut facts = json!({
        "event": "facts",
        "cells": plain(puzzle.region.shape()),
        "room": puzzle.room(),
        "least": least,
        "most": most,
        "pieces": puzzle.pieces.iter().map(|piece| u64::from(piece.bounds.high)).sum::<u64>(),
    });
    let (low, high) = puzzle.room();
    if least == most && !(low as u64..=high as u64).contains(&most) {
        facts["boxes"] = json!(boxes_of(puzzle.lattice, most as usize));
    }
    let options = match puzzle::size(puzzle, home.for_puzzle()) {
        Ok(options) => options,
        Err(sentence) => {
            let reasons = area(puzzle, plain(puzzle.region.shape()));
            facts["reasons"] = reasons.iter().map(ToString::to_string).collect();
            facts["tooLarge"] = json!(sentence);
            emit(facts);
            return Ok(());
        }
    };
    let packing = posed::packing(loaded, monitor)?;
    let group = Group::watched(&packing, monitor)?;
    let names = group.generators().into_iter().map(|number| group.elements()[number].name.clone());
    facts["options"] = json!(options);
    facts["boxSymmetries"] = json!(puzzle.region_symmetries());
    facts["symmetries"] = json!(group.order());
    facts["generators"] = json!(names.collect_vec());
    let mut reasons = packing.counting_proofs();
    if reasons.is_empty() && !puzzle.region.is_empty() {
        reasons = packing.coloring_proofs(f64::INFINITY, monitor)?;
    }
    facts["reasons"] = reasons.iter().map(ToString::to_string).collect();
    emit(facts);
    if reasons.is_empty() && !puzzle.region.is_empty() && !puzzle.pieces.is_empty() {
        let config = Config { threads: 1, memory: home.for_states(), ..Config::default() };
        let plan = Question::about(&packing).what(What::Each).config(&config).plan(monitor)?;
        let seconds = plan.price / 1e9 * home.pace / home.threads.max(1) as f64;
        emit(json!({"event": "price", "seconds": Some(seconds).filter(|seconds| seconds.is_finite())}));
    }
    Ok(())
}

/// How many cells a shape has, those with suffixes aside.
fn plain(shape: &Shape) -> usize {
    shape.sites().iter().filter(|site| site.suffix == 0).count()
}

/// The least and the greatest number of cells that the pieces have together.
fn cells_of_pieces(puzzle: &Puzzle) -> (u64, u64) {
    let (mut least, mut most) = (0, 0);
    for (piece, shapes) in puzzle.pieces.iter().zip(puzzle.shapes_by_piece()) {
        let sizes = shapes.iter().map(|typical| plain(&typical.shape) as u64).minmax().into_option();
        let (small, large) = sizes.unwrap_or_default();
        least += u64::from(piece.bounds.low) * small;
        most += u64::from(piece.bounds.high) * large;
    }
    (least, most)
}
