//! What is said of a spec from outside: another box, placed pieces, some pieces less.

use crate::mistake;
use crate::parse::{Reader, is_bare_cell, words};
use crate::picture::PictureKind;
use crate::syntax::{Line, Multiplicity, Pragma, Spanned, Spec};
use itertools::Itertools;
use polydlx_diagnostic::{Diagnostic, Source};
use polydlx_lattice::{Lattice, NamedBox};

/// Changes of a puzzle, as the command line says them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Another box: its name, as after `|! box`, or a list of cells.
    pub region: Option<String>,
    /// Pieces and where they lie, as after `|! place`.
    pub place: Vec<String>,
    /// Only these pieces.
    pub only: Vec<String>,
    /// Not these pieces.
    pub without: Vec<String>,
    /// How often each piece is used.
    pub times: Option<String>,
}

/// The changes, read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Read {
    pub(crate) only: Vec<Spanned<String>>,
    pub(crate) without: Vec<Spanned<String>>,
    pub(crate) times: Option<Spanned<Multiplicity>>,
}

impl Changes {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The changes as a text of their own, which mistakes can point into.
    pub(crate) fn source(&self) -> Source {
        let one = |option: &str, values: &[String]| -> String {
            values.iter().map(|value| format!("--{option} {}\n", value.replace('\n', " "))).collect()
        };
        let region: Vec<String> = self.region.iter().cloned().collect();
        let times: Vec<String> = self.times.iter().cloned().collect();
        let text = one("box", &region)
            + &one("place", &self.place)
            + &one("only", &self.only)
            + &one("without", &self.without)
            + &one("times", &times);
        Source::new("<command line>", text)
    }

    /// Changes the lines of a spec, and says what else is to be changed when its pieces are known.
    pub(crate) fn apply(&self, source: usize, text: &str, spec: &mut Spec) -> (Read, Vec<Diagnostic>) {
        let mut reader = Reader::new(source, text, Some(spec.lattice));
        let mut read = Read::default();
        if self.region.is_some() {
            without_box(spec);
        }
        // Numbers of solutions were said of another puzzle.
        spec.lines.retain(|line| !matches!(line.value, Line::Pragma(Pragma::Expect(..) | Pragma::Cost(_))));
        for line in text.lines() {
            let said = &line["--".len()..];
            let (option, rest) = said.split_once(' ').unwrap_or((said, ""));
            let names = words(rest).map(|word| Spanned::new(word.to_owned(), reader.span(word)));
            match option {
                "only" => read.only.extend(names),
                "without" => read.without.extend(names),
                "times" => read.times = times(&mut reader, rest),
                "box" if is_list_of_cells(rest, spec.lattice) => {
                    let cells = reader.cells(rest);
                    spec.lines.push(Spanned::new(Line::Box(cells), reader.span(line)));
                }
                _ => {
                    let pragma = reader.pragma(said).map(Line::Pragma);
                    spec.lines.extend(pragma.map(|pragma| Spanned::new(pragma, reader.span(line))));
                }
            }
        }
        (read, reader.diagnostics)
    }
}

fn times<'a>(reader: &mut Reader<'a>, text: &'a str) -> Option<Spanned<Multiplicity>> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') {
        reader.report(mistake::bad_times(reader.span(text)));
        return None;
    }
    reader.number_or_range(text)
}

/// Whether the first word is not the name of a box, but cells.
fn is_list_of_cells(text: &str, lattice: Lattice) -> bool {
    let first = words(text).next().unwrap_or_default();
    let looks_so = first.starts_with(['[', '{']) || is_bare_cell(lattice, first);
    looks_so && !NamedBox::on(lattice).any(|row| row.name == first)
}

/// Takes the box out of a spec, or makes a puzzle of a set.
fn without_box(spec: &mut Spec) {
    for line in &mut spec.lines {
        if let Line::Picture(picture) = &mut line.value
            && picture.kind == PictureKind::Puzzle
        {
            picture.kind = PictureKind::Pieces;
            picture.at = None;
        }
    }
    spec.lines.retain(|line| match &line.value {
        Line::Box(_) | Line::Pragma(Pragma::Box(_) | Pragma::Set) => false,
        Line::Picture(picture) => !picture.kind.has_box(),
        _ => true,
    });
}

impl Read {
    /// Whether a piece stays; names may stand side by side with commas between them.
    pub(crate) fn keeps(&self, name: &str) -> bool {
        let listed = |list: &[Spanned<String>]| list.iter().any(|said| names(&said.value).contains(&name));
        (self.only.is_empty() || listed(&self.only)) && !listed(&self.without)
    }

    /// Names that no piece has.
    pub(crate) fn unknown<'a>(&'a self, known: &[&str]) -> Vec<(&'a Spanned<String>, &'a str)> {
        let said = self.only.iter().chain(&self.without);
        said.flat_map(|said| names(&said.value).into_iter().map(move |name| (said, name)))
            .filter(|(said, name)| !known.contains(name) && !known.contains(&said.value.as_str()))
            .filter(|(said, name)| *name != said.value || !name.trim_matches(',').contains(','))
            .collect()
    }
}

/// A word as it is, and the words between its commas.
fn names(word: &str) -> Vec<&str> {
    let parts = word.split(',').filter(|part| !part.is_empty()).collect_vec();
    if parts.len() > 1 { parts.into_iter().chain([word]).collect() } else { vec![word] }
}
