//! What a text says: its mistakes, and the puzzle that it is.

use crate::cell::{ids, placements};
use crate::request::Refused;
use polydlx::diagnostic::{Diagnostic, Paint, Source, render};
use polydlx::draw::Palette;
use polydlx::lattice::{Lattice, Piece, PieceId, Puzzle, Sided};
use polydlx::packing::Options;
use polydlx::spec::{Loaded, Pragma, Sets, Spec, load};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What texts are called in messages.
pub(crate) const NAME: &str = "puzzle";

/// Reads a text.
pub(crate) fn read(text: &str, sets: &dyn Sets) -> Loaded {
    load(Source::new(NAME, text), None, sets)
}

/// Reads a text that is to be searched; all mistakes at once if it has any.
pub(crate) fn whole(text: &str, sets: &dyn Sets) -> Result<Loaded, Refused> {
    let loaded = read(text, sets);
    if loaded.puzzle().is_none() {
        let errors: Vec<Diagnostic> =
            loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).cloned().collect();
        return Err(render(&loaded.sources, &errors, Paint::Plain));
    }
    if loaded.is_set() {
        return Err("this is a piece set: it has no box to be filled".to_owned());
    }
    Ok(loaded)
}

/// The puzzle of a text that was read as a whole.
pub(crate) fn puzzle(loaded: &Loaded) -> &Puzzle {
    loaded.puzzle().expect("a spec without mistakes is a puzzle")
}

/// How many placements there are, unless they would need more memory than that.
pub(crate) fn size(puzzle: &Puzzle, memory: usize) -> Result<u64, Refused> {
    /// What a covered cell takes in memory, about: the problem and its lean form, symmetries, and two engines at work.
    const BYTES: usize = 200;
    let options = Options::new(puzzle);
    let (mut number, mut cells) = (0, 0);
    for base in options.bases() {
        let size = base.shape.sites().len() + 1;
        for _ in options.of(base) {
            number += 1;
            cells += size;
            if cells > memory / BYTES {
                return Err(format!(
                    "this puzzle is too large for here: it has more than {number} ways to place a piece"
                ));
            }
        }
    }
    Ok(number)
}

/// The event that says what a text says.
pub(crate) fn event(loaded: &Loaded, sets: &dyn Sets) -> Value {
    let diagnostics: Vec<Value> =
        loaded.diagnostics.iter().map(|diagnostic| mistake(loaded, diagnostic)).collect();
    let mut event = json!({"event": "puzzle", "diagnostics": diagnostics, "ok": loaded.puzzle().is_some()});
    if let Some(spec) = &loaded.spec {
        event["lattice"] = json!(spec.lattice.name());
        event["title"] = json!(spec.title());
        event["source"] = json!(spec.source());
        event["set"] = json!(spec.is_set());
    }
    if let (Some(puzzle), Some(spec)) = (loaded.puzzle(), &loaded.spec) {
        let lattice = puzzle.lattice;
        let is_rule =
            |pragma: &&Pragma| matches!(pragma, Pragma::Rule(_) | Pragma::Wrap(_) | Pragma::Require(_));
        let rules: Vec<String> = spec.pragmas().filter(is_rule).map(ToString::to_string).collect();
        let labels: Vec<Value> = { loaded.labels().iter() }
            .map(|(cell, word)| json!([crate::cell::id(lattice, *cell), word]))
            .collect();
        let used = used_sets(spec, puzzle, sets);
        let from =
            |piece: &Piece| used.iter().find(|set| set.names.contains(&piece.name)).map(|set| &set.name);
        let pieces: Vec<Value> = { puzzle.pieces.iter().enumerate() }
            .map(|(number, piece)| of_piece(loaded, PieceId(number), from(piece).map(String::as_str)))
            .collect();
        event["cells"] = json!(ids(lattice, puzzle.region.shape()));
        event["labels"] = json!(labels);
        event["pieces"] = json!(pieces);
        event["sets"] = used.iter().map(|set| set.event(puzzle)).collect();
        event["placed"] = placements(puzzle, &puzzle.placed);
        event["sided"] = json!(sided(spec).map(Sided::name));
        event["cellsOptional"] = json!(puzzle.cells_optional);
        event["piecesOptional"] = json!(spec.pragmas().any(|pragma| *pragma == Pragma::PiecesOptional));
        event["rules"] = json!(rules);
        event["wrapped"] = json!(puzzle.wrap.is_some());
    }
    event
}

/// How all pieces may be moved, if the file says so.
fn sided(spec: &Spec) -> Option<Sided> {
    spec.pragmas().find_map(|pragma| match pragma {
        Pragma::Sided(sided, pieces) if pieces.is_empty() => Some(*sided),
        _ => None,
    })
}

/// A mistake: where it is, in the characters that browsers count, and how the command shows it.
fn mistake(loaded: &Loaded, diagnostic: &Diagnostic) -> Value {
    let text = &loaded.sources[0].text;
    let characters = |bytes: usize| {
        let end = (0..=bytes.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        text[..end].encode_utf16().count()
    };
    let at = diagnostic.at.as_ref().filter(|(span, _)| span.source == 0);
    json!({
        "severity": if diagnostic.is_error() { "error" } else { "warning" },
        "kind": diagnostic.kind,
        "message": diagnostic.message,
        "at": at.map(|(span, _)| [characters(span.start), characters(span.end)]),
        "remedy": diagnostic.remedy,
        "shown": render(&loaded.sources, std::slice::from_ref(diagnostic), Paint::Plain),
    })
}

fn of_piece(loaded: &Loaded, piece: PieceId, set: Option<&str>) -> Value {
    let puzzle = puzzle(loaded);
    let Piece { name, bounds, sided, .. } = &puzzle.pieces[piece.0];
    let shape = puzzle.shapes.iter().find(|typical| typical.piece == piece);
    let cells = shape.map(|typical| ids(puzzle.lattice, &typical.shape.normalized())).unwrap_or_default();
    json!({
        "name": name,
        "low": bounds.low,
        "high": bounds.high,
        "sided": sided.name(),
        "cells": cells,
        "set": set,
        "colors": colors(loaded, piece),
    })
}

/// The colour of a piece in the usual palette and in the one for the colour-blind.
pub(crate) fn colors(loaded: &Loaded, piece: PieceId) -> Value {
    let own = loaded.color(piece).map(|color| format!("#{:06x}", color.rgb));
    let of = |palette: Palette| {
        let [red, green, blue] = palette.rgb(piece.0);
        own.clone().unwrap_or_else(|| format!("#{red:02x}{green:02x}{blue:02x}"))
    };
    json!([of(Palette::Default), of(Palette::Safe)])
}

/// A set that a spec uses.
pub(crate) struct UsedSet {
    pub(crate) name: String,
    title: Option<String>,
    /// Its pieces, used or not, and their cells.
    pub(crate) names: Vec<String>,
    shapes: BTreeMap<String, Value>,
}

impl UsedSet {
    /// A set by its name; none if there is none on that lattice.
    pub(crate) fn named(name: &str, lattice: Lattice, sets: &dyn Sets) -> Option<Self> {
        let loaded = load(sets.find(name, NAME).ok()?, None, sets);
        let puzzle = loaded.puzzle().filter(|puzzle| puzzle.lattice == lattice)?;
        let shapes = puzzle.shapes.iter().rev().map(|typical| {
            let piece = &puzzle.pieces[typical.piece.0];
            (piece.name.clone(), json!(ids(lattice, &typical.shape.normalized())))
        });
        Some(Self {
            name: name.to_owned(),
            title: loaded.spec.as_ref().and_then(|spec| spec.title().map(str::to_owned)),
            names: puzzle.pieces.iter().map(|piece| piece.name.clone()).collect(),
            shapes: shapes.collect(),
        })
    }

    fn event(&self, puzzle: &Puzzle) -> Value {
        let piece = |name: &String| {
            let used = puzzle.pieces.iter().find(|piece| piece.name == *name);
            let (low, high) = used.map_or((0, 0), |piece| (piece.bounds.low, piece.bounds.high));
            json!({"name": name, "low": low, "high": high, "cells": self.shapes.get(name)})
        };
        json!({"name": self.name, "title": self.title, "pieces": self.names.iter().map(piece).collect::<Value>()})
    }
}

/// The sets that a spec uses by name, each once.
pub(crate) fn used_sets(spec: &Spec, puzzle: &Puzzle, sets: &dyn Sets) -> Vec<UsedSet> {
    let mut found: Vec<UsedSet> = Vec::new();
    for pragma in spec.pragmas() {
        if let Pragma::Use(used) = pragma
            && !found.iter().any(|set| set.name == used.set.value)
        {
            found.extend(UsedSet::named(&used.set.value, puzzle.lattice, sets));
        }
    }
    found
}
