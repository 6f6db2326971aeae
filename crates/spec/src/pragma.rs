//! Lines that begin with `|!`.

use crate::mistake;
use crate::parse::{Reader, decimal, is_space, words};
use crate::syntax::{Cost, Equivalence, Multiplicity, Pragma, Spanned, Use};
use polydlx_lattice::{Lattice, Sided};

/// A keyword and an example of its use, which the mistakes quote.
const PRAGMAS: [(&str, &str); 17] = [
    ("lattice", "lattice square"),
    ("title", "title Twelve pentominoes in a 6x10 box"),
    ("source", "source TAOCP 7.2.2.1, exercise 271"),
    ("set", "set"),
    ("box", "box rectangle 6 10"),
    ("picture", "picture box"),
    ("end", "end"),
    ("use", "use pentominoes except X times 2"),
    ("sided", "sided one"),
    ("also", "also R F"),
    ("place", "place X 01 10 11 12 21"),
    ("color", "color X #c0ffee"),
    ("label", "label 14 Nov"),
    ("cells", "cells optional"),
    ("pieces", "pieces optional"),
    ("expect", "expect total 9356"),
    ("cost", "cost fast"),
];

/// Whether a word begins a pragma.
pub(crate) fn is_keyword(word: &str) -> bool {
    PRAGMAS.iter().any(|(name, _)| *name == word)
}

impl<'a> Reader<'a> {
    /// Reads what follows `|!`.
    pub(crate) fn pragma(&mut self, text: &'a str) -> Option<Pragma> {
        let mut rest = Words { text };
        let Some(keyword) = rest.next() else {
            self.report(mistake::missing_word(self.span(rest.text), "the pragma", "lattice square"));
            return None;
        };
        let Some(&(_, example)) = PRAGMAS.iter().find(|(name, _)| *name == keyword) else {
            self.report(mistake::unknown_pragma(self.span(keyword), keyword, &PRAGMAS.map(|(name, _)| name)));
            return None;
        };
        let pragma = match keyword {
            "lattice" => {
                let name = self.word(&mut rest, "the name of the lattice", example)?;
                let Some(lattice) = Lattice::from_name(name) else {
                    self.report(mistake::unknown_lattice(self.span(name), name));
                    return None;
                };
                Pragma::Lattice(lattice)
            }
            "title" => return self.free_text(&rest, "the title", example).map(Pragma::Title),
            "source" => return self.free_text(&rest, "the source", example).map(Pragma::Source),
            "set" => Pragma::Set,
            "box" => return self.named_box(rest.text, example).map(Pragma::Box),
            // In specs pictures are read before this, with their lines.
            "picture" => {
                self.report(mistake::not_in_dlx(self.span(keyword)));
                return None;
            }
            "end" => {
                self.report(mistake::stray_end(self.span(keyword)));
                return None;
            }
            "use" => return self.use_set(rest, example).map(Pragma::Use),
            "sided" => {
                let sided = self.one_of(&mut rest, "way to move pieces", example, Sided::ALL, Sided::name)?;
                return Some(Pragma::Sided(sided, self.names(rest)));
            }
            "also" => {
                let piece = self.word(&mut rest, "the name of the piece", example)?;
                let piece = Spanned::new(piece.to_owned(), self.span(piece));
                if rest.clone().next().is_none() {
                    self.report(mistake::missing_word(self.span(rest.text), "its other name", example));
                    return None;
                }
                return Some(Pragma::Also(piece, self.names(rest)));
            }
            "place" => {
                let piece = self.word(&mut rest, "the name of the piece", example)?;
                let piece = Spanned::new(piece.to_owned(), self.span(piece));
                if rest.clone().next().is_none() {
                    self.report(mistake::missing_word(self.span(rest.text), "where the piece lies", example));
                    return None;
                }
                return Some(Pragma::Place(piece, self.cells(rest.text)));
            }
            "color" => {
                let piece = self.word(&mut rest, "the name of the piece", example)?;
                let color = self.word(&mut rest, "the colour", example)?;
                let read = match color.parse() {
                    Ok(read) => read,
                    Err(no_color) => {
                        self.report(mistake::not_a_color(self.span(color), &no_color));
                        return None;
                    }
                };
                Pragma::Color(Spanned::new(piece.to_owned(), self.span(piece)), read)
            }
            "label" => {
                let cell = self.word(&mut rest, "the cell", example)?;
                let cell = self.cells(cell).into_iter().next()?;
                if rest.clone().next().is_none() {
                    self.report(mistake::missing_word(self.span(rest.text), "the word", example));
                    return None;
                }
                return Some(Pragma::Label(cell, self.names(rest)));
            }
            "cells" => {
                self.one_of(&mut rest, "thing to say of cells", example, ["optional"], |word| word)?;
                Pragma::CellsOptional
            }
            "pieces" => {
                self.one_of(&mut rest, "thing to say of pieces", example, ["optional"], |word| word)?;
                Pragma::PiecesOptional
            }
            "expect" => {
                let what =
                    self.one_of(&mut rest, "kind of number", example, Equivalence::ALL, Equivalence::name)?;
                let number = self.word(&mut rest, "the number of solutions", example)?;
                let Some(digits) = decimal(number) else {
                    self.report(mistake::not_a_number(self.span(number)));
                    return None;
                };
                Pragma::Expect(what, digits)
            }
            "cost" => Pragma::Cost(self.one_of(&mut rest, "cost", example, Cost::ALL, Cost::name)?),
            _ => unreachable!("all keywords of the table are read here"),
        };
        if let Some(word) = rest.next() {
            self.report(mistake::superfluous_word(self.span(word), example));
        }
        Some(pragma)
    }

    fn use_set(&mut self, mut rest: Words<'a>, example: &str) -> Option<Use> {
        let set = self.word(&mut rest, "the name of the piece set", example)?;
        let set = Spanned::new(set.to_owned(), self.span(set));
        let mut found = Use { set, only: Vec::new(), except: Vec::new(), times: None };
        let keywords = ["only", "except", "times"];
        let mut next = rest.next();
        while let Some(keyword) = next {
            let keyword_span = self.span(keyword);
            if !keywords.contains(&keyword) {
                self.report(mistake::unknown_word(keyword_span, "word that can follow", keyword, &keywords));
                return None;
            }
            if keyword == "times" {
                let number = self.word(&mut rest, "how often each piece is used", example)?;
                if !number.bytes().all(|b| b.is_ascii_digit() || b == b':') {
                    self.report(mistake::bad_times(self.span(number)));
                    return None;
                }
                found.times = Some(self.number_or_range(number)?);
                next = rest.next();
                continue;
            }
            let list = if keyword == "only" { &mut found.only } else { &mut found.except };
            let before = list.len();
            next = rest.next();
            while let Some(name) = next.filter(|word| !keywords.contains(word)) {
                list.push(Spanned::new(name.to_owned(), self.span(name)));
                next = rest.next();
            }
            if list.len() == before {
                self.report(mistake::missing_word(self.span(rest.text), "the name of a piece", example));
                return None;
            }
        }
        Some(found)
    }

    fn free_text(&mut self, rest: &Words<'a>, what: &str, example: &str) -> Option<String> {
        let text = rest.text.trim_matches(is_space);
        if text.is_empty() {
            self.report(mistake::missing_word(self.span(rest.text), what, example));
            return None;
        }
        Some(text.to_owned())
    }

    fn names(&self, rest: Words<'a>) -> Vec<Spanned<String>> {
        rest.map(|name| Spanned::new(name.to_owned(), self.span(name))).collect()
    }

    fn word(&mut self, rest: &mut Words<'a>, what: &str, example: &str) -> Option<&'a str> {
        let word = rest.next();
        if word.is_none() {
            self.report(mistake::missing_word(self.span(rest.text), what, example));
        }
        word
    }

    fn one_of<T: Copy, const N: usize>(
        &mut self,
        rest: &mut Words<'a>,
        what: &str,
        example: &str,
        all: [T; N],
        name: fn(T) -> &'static str,
    ) -> Option<T> {
        let word = self.word(rest, &format!("the {what}"), example)?;
        let found = all.into_iter().find(|&value| name(value) == word);
        if found.is_none() {
            self.report(mistake::unknown_word(self.span(word), what, word, &all.map(name)));
        }
        found
    }
}

/// The words of a text; `text` is what is left of it.
#[derive(Clone)]
struct Words<'a> {
    text: &'a str,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let word = words(self.text).next()?;
        let end = word.as_ptr() as usize - self.text.as_ptr() as usize + word.len();
        self.text = &self.text[end..];
        Some(word)
    }
}

impl Spanned<Multiplicity> {
    /// The multiplicity without its place.
    pub(crate) fn of(multiplicity: &Option<Self>) -> Multiplicity {
        multiplicity.as_ref().map_or_else(|| polydlx_lattice::Bounds::ONCE.into(), |m| m.value.clone())
    }
}
