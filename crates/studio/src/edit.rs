//! Changes that are drawn, as changes of the text: the text is the puzzle, and the page only shows it.
//!
//! Lines that have nothing to do with a change stay as they are. What the text expects of the solutions goes with the
//! puzzle that it was said of.

use crate::cell::{Id, Placed, placement, shape};
use crate::puzzle::{UsedSet, puzzle, used_sets, whole};
use crate::request::Refused;
use crate::{hello, puzzle};
use itertools::Itertools;
use polydlx::lattice::{Lattice, Placement, Puzzle, Shape, Sided};
use polydlx::spec::{Form, Line, Loaded, Pragma, Sets, Spec, cells_of};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A change.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Change {
    /// The box has these cells.
    Cells(Vec<Id>),
    /// The box is this one: its name and its numbers.
    Box(String),
    /// What the puzzle is called.
    Title(String),
    /// A set of pieces is used, or not.
    Set { name: String, on: bool },
    /// How often a piece is used: `2`, `0:3`; `0` for not at all.
    Times { piece: String, times: String },
    /// How all pieces may be moved; none for as usual.
    Sided(Option<String>),
    /// A piece of the puzzle's own has these cells; without any it goes.
    Piece { name: String, cells: Vec<Id> },
    /// Whether cells may stay empty, and pieces unused.
    Optional { cells: bool, pieces: bool },
    /// These pieces lie there, and no others.
    Place(Vec<Placed>),
}

/// The text after a change, as an event.
pub(crate) fn edit(text: &str, change: &Change, sets: &dyn Sets) -> Result<Value, Refused> {
    let loaded = puzzle::read(text, sets);
    let loaded = if loaded.puzzle().is_some() { loaded } else { whole(text, sets)? };
    changed(&loaded, change, sets).map(|text| hello::text(&text))
}

/// The text of a puzzle after a change.
pub(crate) fn changed(loaded: &Loaded, change: &Change, sets: &dyn Sets) -> Result<String, Refused> {
    let puzzle = puzzle(loaded);
    let lattice = puzzle.lattice;
    // What is drawn in letters becomes lists of cells, which are easier to change.
    let drawn = |line: &Line| matches!(line, Line::Picture(_));
    let spec = loaded.spec.as_ref().filter(|spec| !spec.lines.iter().any(|line| drawn(&line.value)));
    let spec = spec.cloned().or_else(|| loaded.rewritten(Form::Cells)).expect("there are no mistakes");
    let mut text = Text::new(&spec);
    match change {
        Change::Cells(ids) => {
            let wanted = shape(lattice, ids).ok_or("there is no such cell")?;
            let (wanted, placed) = fitted(puzzle, &spec, loaded, &wanted)?;
            text.set_box(cells(lattice, &wanted)?);
            text.replace(is_place, placed);
            text.forget_expectations();
        }
        Change::Box(name) => {
            text.set_box(format!("|! box {}", one_line(name)));
            text.replace(is_place, Vec::new());
            text.forget_expectations();
        }
        Change::Title(title) => {
            let title = one_line(title);
            let line = (!title.is_empty()).then(|| format!("|! title {title}"));
            text.replace(|line| matches!(line, Line::Pragma(Pragma::Title(_))), line.into_iter().collect());
        }
        Change::Set { name, on } => {
            let name = one_line(name);
            let line = on.then(|| format!("|! use {name}"));
            text.replace(|line| uses(line, &name), line.into_iter().collect());
            if !on {
                let gone = UsedSet::named(&name, lattice, sets).map(|set| set.names).unwrap_or_default();
                text.replace(|line| matches!(line, Line::Pragma(Pragma::Place(piece, _)) if gone.contains(&piece.value)), Vec::new());
            }
            text.forget_expectations();
        }
        Change::Times { piece, times } => {
            set_times(&mut text, &spec, puzzle, sets, (piece, &one_line(times)))?;
            text.forget_expectations();
        }
        Change::Sided(sided) => {
            let sided = sided.as_deref().and_then(Sided::from_name);
            let line = sided.map(|sided| format!("|! sided {}", sided.name()));
            let all =
                |line: &Line| matches!(line, Line::Pragma(Pragma::Sided(_, pieces)) if pieces.is_empty());
            text.replace(all, line.into_iter().collect());
            text.forget_expectations();
        }
        Change::Piece { name, cells: ids } => {
            let name = one_line(name);
            let wanted = shape(lattice, ids).ok_or("there is no such cell")?.normalized();
            let times = puzzle.pieces.iter().find(|piece| piece.name == name).map(|piece| &piece.prefix);
            let times = times.map_or("", String::as_str);
            let line = if ids.is_empty() {
                None
            } else {
                Some(format!("{times}{name} {}", cells(lattice, &wanted)?))
            };
            let is_gone = line.is_none();
            text.replace(|line| is_piece(line, &name), line.into_iter().collect());
            if is_gone {
                text.replace(
                    |line| matches!(line, Line::Pragma(Pragma::Place(piece, _)) if piece.value == name),
                    Vec::new(),
                );
            }
            text.forget_expectations();
        }
        Change::Optional { cells, pieces } => {
            let line = |on: bool, what: &str| Vec::from_iter(on.then(|| format!("|! {what} optional")));
            text.replace(|line| *line == Line::Pragma(Pragma::CellsOptional), line(*cells, "cells"));
            text.replace(|line| *line == Line::Pragma(Pragma::PiecesOptional), line(*pieces, "pieces"));
            text.forget_expectations();
        }
        Change::Place(placed) => {
            let placed = placed.iter().map(|placed| placement(puzzle, placed));
            let placed = placed.collect::<Option<Vec<_>>>().ok_or("there is no such piece or cell")?;
            text.replace(is_place, places(puzzle, &placed, [0; 3])?);
            text.forget_expectations();
        }
    }
    Ok(text.to_string())
}

/// What a person typed, without line breaks that would make lines of it.
fn one_line(text: &str) -> String {
    text.split_whitespace().join(" ")
}

/// The lines of a spec, each with what it is.
struct Text {
    lines: Vec<(Option<Line>, String)>,
}

impl std::fmt::Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.lines.iter().try_for_each(|(_, line)| writeln!(f, "{line}"))
    }
}

impl Text {
    fn new(spec: &Spec) -> Self {
        let mut lines: Vec<_> =
            spec.lines.iter().map(|line| (Some(line.value.clone()), line.value.to_string())).collect();
        if !spec.pragmas().any(|pragma| matches!(pragma, Pragma::Lattice(_))) {
            lines.insert(0, (None, format!("|! lattice {}", spec.lattice.name())));
        }
        Self { lines }
    }

    /// Puts lines where others are; if there are no others, where such lines belong.
    fn replace(&mut self, old: impl Fn(&Line) -> bool, new: Vec<String>) {
        let is_old = |(line, _): &(Option<Line>, String)| line.as_ref().is_some_and(&old);
        let at = self.lines.iter().position(is_old);
        let at = at.unwrap_or_else(|| match new.first() {
            Some(line) if line.starts_with("|! title") => 0,
            Some(line) if !line.starts_with('|') => self.lines.len(),
            _ => self.first_line_of_box(),
        });
        let before = self.lines[..at].iter().filter(|line| !is_old(line)).count();
        self.lines.retain(|line| !is_old(line));
        self.lines.splice(before..before, new.into_iter().map(|text| (None, text)));
    }

    /// Where pragmas end and the box begins.
    fn first_line_of_box(&self) -> usize {
        let is_box = |(line, _): &(Option<Line>, String)| matches!(line, Some(line) if is_box(line) || matches!(line, Line::Piece(_)));
        self.lines.iter().position(is_box).unwrap_or(self.lines.len())
    }

    fn set_box(&mut self, line: String) {
        // Before the box an empty line would be one.
        let end = self.first_line_of_box();
        let mut number = 0;
        self.lines.retain(|(line, _)| {
            number += 1;
            number > end || *line != Some(Line::Blank)
        });
        let at = self.first_line_of_box();
        self.lines.retain(|(line, _)| !line.as_ref().is_some_and(is_box));
        self.lines.insert(at.min(self.lines.len()), (None, line));
    }

    /// Another puzzle has other solutions.
    fn forget_expectations(&mut self) {
        let is_expectation = |line: &Line| matches!(line, Line::Pragma(Pragma::Expect(..) | Pragma::Cost(_)));
        self.lines.retain(|(line, _)| !line.as_ref().is_some_and(is_expectation));
    }
}

fn is_box(line: &Line) -> bool {
    matches!(line, Line::Box(_) | Line::Pragma(Pragma::Box(_)))
        || matches!(line, Line::Picture(picture) if picture.kind.has_box())
}

fn is_place(line: &Line) -> bool {
    matches!(line, Line::Pragma(Pragma::Place(..)))
}

fn is_piece(line: &Line, name: &str) -> bool {
    matches!(line, Line::Piece(piece) if piece.name.value == name)
}

fn uses(line: &Line, set: &str) -> bool {
    matches!(line, Line::Pragma(Pragma::Use(used)) if used.set.value == set)
}

/// The cells of a box or a piece as the text writes them.
fn cells(lattice: Lattice, shape: &Shape) -> Result<String, Refused> {
    cells_of(lattice, shape).map_err(|error| format!("this cannot be written: {error}"))
}

/// The lines that place pieces, after a shift.
fn places(puzzle: &Puzzle, placed: &[Placement], by: [i32; 3]) -> Result<Vec<String>, Refused> {
    let line = |Placement { piece, shape }: &Placement| {
        let plain: Shape = shape.sites().iter().filter(|site| site.suffix == 0).copied().collect();
        let cells = cells(puzzle.lattice, &plain.shifted(by))?;
        Ok(format!("|! place {} {cells}", puzzle.pieces[piece.0].name))
    };
    placed.iter().map(line).collect()
}

/// A box where it can be written, and the lines that place pieces inside it.
fn fitted(
    puzzle: &Puzzle,
    spec: &Spec,
    loaded: &Loaded,
    wanted: &Shape,
) -> Result<(Shape, Vec<String>), Refused> {
    let by = if wanted.sites().is_empty() { [0; 3] } else { wanted.lowest().map(|d| (-d).max(0)) };
    let names_cells =
        |pragma: &Pragma| matches!(pragma, Pragma::Rule(_) | Pragma::Wrap(_) | Pragma::Label(..));
    if by != [0; 3] && (spec.pragmas().any(names_cells) || !loaded.charges().is_empty()) {
        return Err("the box cannot grow in this direction, because other lines of the text name its cells"
            .to_owned());
    }
    // Cells that are there only for suffixes stay; guards and coloured parts follow from the others.
    if puzzle.region.sites().iter().any(|site| site.is_suffixed()) {
        return Err("a box with suffixes can be changed only in the text".to_owned());
    }
    let wanted = wanted.shifted(by);
    let lies_inside = |placement: &&Placement| {
        placement.shape.shifted(by).sites().iter().all(|&site| site.suffix != 0 || wanted.contains(site))
    };
    let placed = puzzle.placed.iter().filter(lies_inside).cloned().collect_vec();
    let lines = places(puzzle, &placed, by)?;
    Ok((wanted, lines))
}

/// Changes how often a piece is used.
fn set_times(
    text: &mut Text,
    spec: &Spec,
    puzzle: &Puzzle,
    sets: &dyn Sets,
    (piece, times): (&str, &str),
) -> Result<(), Refused> {
    let own = spec.lines.iter().any(|line| is_piece(&line.value, piece));
    if own {
        for (line, written) in &mut text.lines {
            if let Some(Line::Piece(own)) = line
                && own.name.value == piece
            {
                let cells = own.cells.iter().map(|cell| cell.value.to_string()).join(" ");
                let times = if times == "1" { String::new() } else { format!("{times}|") };
                *written = format!("{times}{piece} {cells}");
            }
        }
        return Ok(());
    }
    let used = used_sets(spec, puzzle, sets);
    let set = used.iter().find(|set| set.names.iter().any(|name| name == piece));
    let set = set.ok_or_else(|| format!("how often {piece} is used can be changed only in the text"))?;
    // All pieces of the set that are used equally often share a line.
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in &set.names {
        let now = puzzle.pieces.iter().find(|piece| piece.name == *name);
        let now = now.map(|piece| piece.bounds.to_string()).filter(|now| now != "0");
        let now = if name == piece { Some(times.to_owned()).filter(|times| times != "0") } else { now };
        if let Some(now) = now {
            groups.entry(now).or_default().push(name);
        }
    }
    let lines = groups.into_iter().map(|(times, names)| {
        let others = set.names.iter().map(String::as_str).filter(|name| !names.contains(name)).collect_vec();
        let which = match others.len() {
            0 => String::new(),
            few if few < names.len() => format!(" except {}", others.join(" ")),
            _ => format!(" only {}", names.join(" ")),
        };
        let times = if times == "1" { String::new() } else { format!(" times {times}") };
        format!("|! use {}{which}{times}", set.name)
    });
    text.replace(|line| uses(line, &set.name), lines.collect());
    if times == "0" {
        text.replace(
            |line| matches!(line, Line::Pragma(Pragma::Place(placed, _)) if placed.value == piece),
            Vec::new(),
        );
    }
    Ok(())
}
