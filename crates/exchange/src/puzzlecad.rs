//! puzzlecad's strings: pieces made of cubes, as arguments of `burr_piece` and `burr_plate` in an OpenSCAD file.
//!
//! A letter is a cube and a dot is none, `|` separates rows, and a list of strings is a list of layers. What stands in braces
//! behind a cube says how it is made, not where it is.

use crate::draft::{Draft, DraftPiece};
use crate::wide;
use crate::{Export, Import, Text, foreign, lost};
use itertools::Itertools;
use polydlx_bounds::Bounds;
use polydlx_diagnostic::{Diagnostic, Span};
use polydlx_lattice::{Lattice, PieceId};
use std::fmt::Write as _;

pub(crate) fn read(text: &str) -> Result<Import, Vec<Diagnostic>> {
    let mut mistakes = Vec::new();
    let mut annotated = false;
    let mut pieces: Vec<(Vec<[i32; 3]>, u32)> = Vec::new();
    for (start, call, is_plate) in calls(text) {
        for layers in arguments(call, is_plate) {
            let at = |part: &str| start + (part.as_ptr() as usize - call.as_ptr() as usize);
            let mut cells = Vec::new();
            for (z, layer) in layers.iter().enumerate() {
                if z == 0 && layer.starts_with('{') {
                    annotated = true;
                    continue;
                }
                match cubes(layer, &mut annotated) {
                    Ok(found) => cells.extend(found.into_iter().map(|[x, y]| [x, y, z as i32])),
                    Err(letter) => {
                        let place = Span::new(0, at(layer)..at(layer) + layer.len());
                        let message = format!("{letter:?} is no cube");
                        mistakes
                            .push(Diagnostic::error("not-puzzlecad", message).at(place, "in this string"));
                    }
                }
            }
            if cells.is_empty() {
                continue;
            }
            match pieces.iter_mut().find(|(known, _)| *known == cells) {
                Some((_, times)) => *times += 1,
                None => pieces.push((cells, 1)),
            }
        }
    }
    if pieces.is_empty() && mistakes.is_empty() {
        let message = "there is no `burr_piece` or `burr_plate` with strings in this file";
        mistakes.push(Diagnostic::error("not-puzzlecad", message));
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let cell = |at: [i32; 3]| Lattice::CUBE.cell(wide(at)).expect("all points are cubes");
    let pieces = pieces.into_iter().enumerate().map(|(number, (cells, times))| DraftPiece {
        name: format!("P{}", number + 1),
        bounds: Bounds::exactly(times),
        sided: None,
        shapes: vec![cells.into_iter().map(|at| (cell(at), None)).collect()],
        is_placed: false,
    });
    let draft = Draft {
        lattice: Lattice::CUBE,
        title: None,
        filled: Vec::new(),
        optional: Vec::new(),
        least: None,
        suffixed: Vec::new(),
        pieces: pieces.collect(),
    };
    let told = "what stands in braces, such as connectors and labels, is not read";
    Ok(Import {
        text: Text::Spec(draft.text()?),
        warnings: annotated.then(|| lost(told)).into_iter().collect(),
    })
}

/// The calls of a text: where they begin, their arguments, whether they are of several pieces.
fn calls(text: &str) -> Vec<(usize, &str, bool)> {
    let mut found = Vec::new();
    for (name, is_plate) in [("burr_piece(", false), ("burr_plate(", true)] {
        for (at, _) in text.match_indices(name) {
            // What is commented out does not count.
            let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
            if text[line..at].contains("//") {
                continue;
            }
            let start = at + name.len();
            let end = closing(&text[start..]).map_or(text.len(), |end| start + end);
            found.push((start, &text[start..end], is_plate));
        }
    }
    found.sort_unstable_by_key(|(start, _, _)| *start);
    found
}

/// Where the bracket closes that is open at the beginning.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut quoted) = (1, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The pieces of a call, each a list of layers.
fn arguments(call: &str, is_plate: bool) -> Vec<Vec<&str>> {
    // A plate is a list of pieces; each is a string, or a list of strings.
    let own = if is_plate { 1 } else { 0 };
    let mut pieces = Vec::new();
    let mut layers: Option<Vec<&str>> = None;
    let (mut depth, mut quote) = (0, None);
    for (at, letter) in call.char_indices() {
        match (letter, quote) {
            ('"', None) => quote = Some(at + 1),
            ('"', Some(start)) => {
                quote = None;
                match layers.as_mut() {
                    Some(layers) => layers.push(&call[start..at]),
                    None => pieces.push(vec![&call[start..at]]),
                }
            }
            ('[', None) => {
                if depth == own {
                    layers = Some(Vec::new());
                }
                depth += 1;
            }
            (']', None) => {
                depth -= 1;
                if depth == own {
                    pieces.extend(layers.take());
                }
                if depth == 0 {
                    break;
                }
            }
            // Other arguments follow.
            (',', None) if depth == 0 => break,
            _ => {}
        }
    }
    pieces
}

/// Where the cubes of a layer are.
fn cubes(layer: &str, annotated: &mut bool) -> Result<Vec<[i32; 2]>, char> {
    let (mut x, mut y, mut depth) = (0, 0, 0);
    let mut found = Vec::new();
    for letter in layer.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth > 0 => *annotated = true,
            '|' => (x, y) = (0, y + 1),
            '.' => x += 1,
            'a'..='z' | '+' | '#' => {
                found.push([x, y]);
                x += 1;
            }
            other => return Err(other),
        }
    }
    Ok(found)
}

pub(crate) fn write(export: &Export<'_>) -> Result<(String, Vec<Diagnostic>), Vec<Diagnostic>> {
    let puzzle = export.puzzle;
    if ![Lattice::SQUARE, Lattice::CUBE].contains(&puzzle.lattice) {
        return Err(vec![foreign(format!("puzzlecad makes cubes, but no {}", puzzle.lattice.polyforms()))]);
    }
    if puzzle.shapes.iter().any(|typical| typical.shape.sites().iter().any(|site| site.suffix != 0)) {
        return Err(vec![foreign("puzzlecad knows no cells with suffixes")]);
    }
    let mut text = String::from("include <puzzlecad.scad>\n\n");
    if let Some(title) = export.title {
        let _ = writeln!(text, "// {title}");
    }
    text.push_str("burr_plate([\n");
    for typical in puzzle.shapes.iter().unique_by(|typical| typical.piece) {
        let PieceId(number) = typical.piece;
        let piece = &puzzle.pieces[number];
        let shape = typical.shape.normalized();
        let [x, y, z] = shape.highest();
        let layer = |z: i32| {
            let row = |y: i32| {
                (0..=x)
                    .map(|x| if shape.sites().iter().any(|site| site.at == [x, y, z]) { 'x' } else { '.' })
                    .join("")
            };
            format!("\"{}\"", (0..=y).map(row).join("|"))
        };
        let layers = (0..=z).map(layer).join(", ");
        let times = if export.is_set {
            piece.bounds.low.max(1)
        } else {
            piece.bounds.high.min(puzzle.region.len() as u32)
        };
        for _ in 0..times {
            let _ = writeln!(text, "    [{layers}],  // {}", piece.name);
        }
    }
    text.push_str("]);\n");
    let told = "puzzlecad makes pieces: the box, and how they fill it, are not carried over";
    Ok((text, (!export.is_set).then(|| lost(told)).into_iter().collect()))
}
