//! Boxes by name: `|! box NAME NUMBER … [PIECE] [plus CELL …] [minus CELL …]`.

use crate::mistake;
use crate::parse::{Reader, words};
use crate::syntax::{CellSpec, Spanned};
use itertools::Itertools;
use polydlx_lattice::{Lattice, NamedBox};
use std::fmt;

/// A box by its name, and what is added to it or taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxSpec {
    /// As in the table of boxes.
    pub name: Spanned<String>,
    /// Its numbers.
    pub numbers: Vec<i32>,
    /// The piece that it is made of, if it is: a piece of the file, or `SET/PIECE`.
    pub piece: Option<Spanned<String>>,
    /// Cells that are added (true) or taken away (false), in this order.
    pub changes: Vec<(bool, Vec<Spanned<CellSpec>>)>,
}

impl BoxSpec {
    /// The row of the table; there is one if the box was read on that lattice.
    pub(crate) fn row(&self, lattice: Lattice) -> Option<&'static NamedBox> {
        let row = NamedBox::find(&self.name.value, lattice, self.numbers.len())?;
        (row.of_piece == self.piece.is_some()).then_some(row)
    }
}

impl fmt::Display for BoxSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "box {}", self.name.value)?;
        self.numbers.iter().try_for_each(|number| write!(f, " {number}"))?;
        self.piece.iter().try_for_each(|piece| write!(f, " {}", piece.value))?;
        self.changes.iter().try_for_each(|(plus, cells)| {
            let cells = cells.iter().map(|cell| &cell.value).join(" ");
            write!(f, " {} {cells}", if *plus { "plus" } else { "minus" })
        })
    }
}

impl<'a> Reader<'a> {
    /// Reads what follows `|! box`.
    pub(crate) fn named_box(&mut self, text: &'a str, example: &str) -> Option<BoxSpec> {
        let all = words(text).collect_vec();
        let Some((&name, rest)) = all.split_first() else {
            self.report(mistake::missing_word(self.span(text), "the name of the box", example));
            return None;
        };
        let lattice = self.lattice?;
        let rows = NamedBox::on(lattice).filter(|row| row.name == name).collect_vec();
        if rows.is_empty() {
            self.report(mistake::unknown_box(self.span(name), name, lattice));
            return None;
        }
        let is_change = |word: &str| matches!(word, "plus" | "minus");
        let mut arguments = rest.iter().copied().take_while(|word| !is_change(word)).collect_vec();
        let last = arguments.last().copied().unwrap_or(name);
        let piece = if rows[0].of_piece { arguments.pop() } else { None };
        let wrong_number = !rows.iter().any(|row| row.numbers.len() == arguments.len());
        if wrong_number || rows[0].of_piece != piece.is_some() {
            let whole = &text[offset(text, name)..offset(text, last) + last.len()];
            let forms = rows.iter().map(|row| row.form()).collect_vec();
            self.report(mistake::box_form(self.span(whole), &forms));
            return None;
        }
        let mut numbers = Vec::new();
        for word in arguments {
            let Some(number) = word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
            else {
                self.report(mistake::not_a_box_number(self.span(word), &rows[0].form()));
                return None;
            };
            numbers.push(number);
        }
        let spanned = |word: &str| Spanned::new(word.to_owned(), self.span(word));
        let (name, piece) = (spanned(name), piece.map(spanned));
        let changes = rest.iter().copied().filter(|word| is_change(word)).collect_vec();
        let ends = changes.iter().skip(1).map(|word| offset(text, word)).chain([text.len()]).collect_vec();
        let mut found = BoxSpec { name, numbers, piece, changes: Vec::new() };
        for (word, end) in changes.into_iter().zip(ends) {
            let cells = &text[offset(text, word) + word.len()..end];
            if words(cells).next().is_none() {
                self.report(mistake::missing_word(self.span(cells), "a list of cells", example));
                return None;
            }
            found.changes.push((word == "plus", self.cells(cells)));
        }
        Some(found)
    }
}

/// Where a part of a text begins.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}
