//! From cells anywhere to the text of a spec.

use crate::{Export, foreign};
use itertools::Itertools;
use polydlx_bounds::Bounds;
use polydlx_diagnostic::Diagnostic;
use polydlx_lattice::{Cell, Lattice, Rule, Shape, Sided, push_coordinate};
use polydlx_spec::cells_of;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A puzzle in the making: cells may have any coordinates.
pub(crate) struct Draft {
    pub(crate) lattice: Lattice,
    pub(crate) title: Option<String>,
    /// Cells that must be covered.
    pub(crate) filled: Vec<Cell>,
    /// Cells that may be covered, and how many of them must be, if that is said.
    pub(crate) optional: Vec<Cell>,
    pub(crate) least: Option<usize>,
    /// Which cells of pieces with a suffix may lie there.
    pub(crate) suffixed: Vec<(Cell, String)>,
    pub(crate) pieces: Vec<DraftPiece>,
}

/// A piece in the making.
pub(crate) struct DraftPiece {
    pub(crate) name: String,
    pub(crate) bounds: Bounds,
    /// How it may be moved, if not as usual.
    pub(crate) sided: Option<Sided>,
    /// One shape or several, cells with suffixes.
    pub(crate) shapes: Vec<Vec<(Cell, Option<String>)>>,
    /// Whether it lies where its first shape is.
    pub(crate) is_placed: bool,
}

impl Draft {
    /// The text of a spec; of a set if there are no cells.
    pub(crate) fn text(mut self) -> Result<String, Vec<Diagnostic>> {
        let lattice = self.lattice;
        let is_set = self.filled.is_empty() && self.optional.is_empty();
        let low = lowest(self.filled.iter().chain(&self.optional));
        let shift = |cell: Cell| cell.shifted(low.map(|d| -d));
        for cell in self.filled.iter_mut().chain(&mut self.optional) {
            *cell = shift(*cell);
        }
        for (cell, _) in &mut self.suffixed {
            *cell = shift(*cell);
        }
        let mut text = format!("|! lattice {}\n", lattice.name());
        let title = self.title.as_deref().map(one_line).filter(|title| !title.is_empty());
        if let Some(title) = title {
            let _ = writeln!(text, "|! title {title}");
        }
        if is_set {
            text.push_str("|! set\n");
        } else {
            let all = self.filled.iter().chain(&self.optional).map(|&cell| (cell, None));
            let suffixed = self.suffixed.iter().map(|(cell, suffix)| (*cell, Some(suffix.clone())));
            let _ = writeln!(text, "{}", cells(lattice, all.chain(suffixed))?);
        }
        if !self.optional.is_empty() {
            let cells = cells(lattice, self.optional.iter().map(|&cell| (cell, None)))?;
            let _ = match self.least {
                Some(least) => writeln!(text, "|! cover {least}:{} of {cells}", self.optional.len()),
                None => writeln!(text, "|! optional {cells}"),
            };
        }
        let mut taken = self.site_names();
        for piece in &self.pieces {
            let name = free_name(lattice, &piece.name, &mut taken);
            if let Some(sided) = piece.sided.filter(|&sided| sided != Sided::default_for(lattice)) {
                let _ = writeln!(text, "|! sided {} {name}", sided.name());
            }
            let prefix =
                if piece.bounds == Bounds::ONCE { String::new() } else { format!("{}|", piece.bounds) };
            for shape in &piece.shapes {
                let low = lowest(shape.iter().map(|(cell, _)| cell)).map(|d| -d);
                let own = shape.iter().map(|(cell, suffix)| (cell.shifted(low), suffix.clone()));
                let _ = writeln!(text, "{prefix}{name} {}", cells(lattice, own)?);
            }
            if piece.is_placed {
                let there = piece.shapes[0].iter().map(|(cell, suffix)| (shift(*cell), suffix.clone()));
                let _ = writeln!(text, "|! place {name} {}", cells(lattice, there)?);
            }
        }
        Ok(text)
    }

    /// The names that cells have, which pieces must not have.
    fn site_names(&self) -> BTreeSet<String> {
        let plain = self.filled.iter().chain(&self.optional).map(|&cell| (cell, ""));
        let suffixed = self.suffixed.iter().map(|(cell, suffix)| (*cell, suffix.as_str()));
        let name = |(cell, suffix): (Cell, &str)| {
            let mut name = String::new();
            cell.at[..self.lattice.dimension()].iter().for_each(|&d| push_coordinate(d, &mut name));
            name + suffix
        };
        plain.chain(suffixed).map(name).collect()
    }
}

fn lowest<'a>(cells: impl Iterator<Item = &'a Cell>) -> [i32; 3] {
    let least = |a: [i32; 3], b: [i32; 3]| [0, 1, 2].map(|i| a[i].min(b[i]));
    cells.map(|cell| cell.at).reduce(least).unwrap_or_default()
}

/// Cells as a line of a spec has them, first those without a suffix.
fn cells(
    lattice: Lattice,
    cells: impl Iterator<Item = (Cell, Option<String>)>,
) -> Result<String, Vec<Diagnostic>> {
    let mut by_suffix: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
    for (cell, suffix) in cells {
        by_suffix.entry(suffix.unwrap_or_default()).or_default().push(cell);
    }
    let lists = by_suffix.into_iter().map(|(suffix, cells)| {
        let shape = Shape::new(cells.into_iter().map(Cell::site));
        let list = cells_of(lattice, &shape)
            .map_err(|why| vec![Diagnostic::error("too-large", format!("the puzzle is too large: {why}"))])?;
        Ok(list.split(' ').map(|word| format!("{word}{suffix}")).join(" "))
    });
    lists.collect::<Result<Vec<_>, _>>().map(|lists| lists.join(" "))
}

/// A name that a piece can have, as near to the wanted one as possible.
fn free_name(lattice: Lattice, wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let is_odd = |c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '|' | ':') || (c == '*' && lattice.stars())
    };
    let word: String = wanted.trim().chars().map(|c| if is_odd(c) { '-' } else { c }).collect();
    let word = if word.is_empty() { "piece".to_owned() } else { word };
    // `@` begins the label of a cell.
    let word = if word.starts_with('@') { format!("-{word}") } else { word };
    let numbered = (2..).map(|number| format!("{word}-{number}"));
    let free = std::iter::once(word.clone()).chain(numbered).find(|name| !taken.contains(name));
    let name = free.expect("there are enough numbers");
    taken.insert(name.clone());
    name
}

/// A text without ends of lines.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().join(" ")
}

/// What no other format can express.
pub(crate) fn foreign_to_all(export: &Export<'_>) -> Vec<Diagnostic> {
    let puzzle = export.puzzle;
    let mut reasons = Vec::new();
    if puzzle.wrap.is_some() {
        reasons.push(foreign("boxes without ends cannot be carried over"));
    }
    if export.has_more {
        reasons.push(foreign("conditions and costs cannot be carried over"));
    }
    let is_other = |rule: &&Rule| !matches!(rule, Rule::Optional(_) | Rule::Of(..));
    if puzzle.rules.iter().any(|rule| is_other(&rule)) {
        reasons.push(foreign("rules on pieces, and on cells that are covered twice, cannot be carried over"));
    }
    reasons
}
