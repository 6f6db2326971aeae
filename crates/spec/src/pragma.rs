//! Lines that begin with `|!`.

use crate::mistake;
use crate::parse::{Reader, decimal, is_space, words};
use crate::rule::RULES;
use crate::syntax::{ChargeLine, Cost, Equivalence, Multiplicity, Pragma, Spanned, Use};
use crate::wrap::WRAP;
use polydlx_diagnostic::Span;
use polydlx_lattice::{NoCondition, PieceCondition, Sided};
use polydlx_properties::{Condition, Per};

/// A keyword and an example of its use, which the mistakes quote.
const PRAGMAS: [(&str, &str); 25] = [
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
    ("colored", "colored 00:a..b"),
    ("border", "border a"),
    ("recolor", "recolor b c d"),
    ("mirror", "mirror P as p"),
    WRAP,
    ("label", "label 14 Nov"),
    ("cells", "cells optional"),
    ("pieces", "pieces optional"),
    ("expect", "expect total 9356"),
    ("cost", "cost fast"),
    ("charge", "charge X 11 |5"),
    ("require", "require tatami and hsym >= 40"),
    ("maximal", "maximal"),
];

/// How the name of a set begins that is all polyforms of a size.
pub(crate) const SIZE: &str = "size ";
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
        let mut all = PRAGMAS.iter().chain(&RULES);
        let Some(&(_, example)) = all.find(|(name, _)| *name == keyword) else {
            let known: Vec<&str> = PRAGMAS.iter().chain(&RULES).map(|(name, _)| *name).collect();
            self.report(mistake::unknown_pragma(self.span(keyword), keyword, &known));
            return None;
        };
        if RULES.iter().any(|(name, _)| *name == keyword) {
            return self.rule(keyword, rest, example).map(Pragma::Rule);
        }
        let pragma = match keyword {
            "lattice" => {
                let name = self.word(&mut rest, "the name of the lattice", example)?;
                let Some(lattice) = self.lattice_called(name) else {
                    if !self.is_own_lattice(name) {
                        self.report(mistake::unknown_lattice(self.span(name), name));
                    }
                    return None;
                };
                Pragma::Lattice(lattice)
            }
            "charge" => return self.charge(&mut rest, example),
            "require" => return self.require(&rest, example),
            // A short way to require it.
            "maximal" => {
                let condition = keyword.parse().expect("it is a property");
                Pragma::Require(Spanned::new(condition, self.span(keyword)))
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
                return Some(Pragma::Place(piece, self.colored_cells(rest.text)));
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
            "colored" => {
                if rest.clone().next().is_none() {
                    self.report(mistake::missing_word(self.span(rest.text), "a list of cells", example));
                    return None;
                }
                return Some(Pragma::Colored(self.colored_cells(rest.text)));
            }
            "border" => {
                let color = self.word(&mut rest, "the colour", example)?;
                Pragma::Border(Spanned::new(color.to_owned(), self.span(color)))
            }
            "recolor" => {
                if rest.clone().nth(1).is_none() {
                    self.report(mistake::missing_word(self.span(rest.text), "the second colour", example));
                    return None;
                }
                return Some(Pragma::Recolor(self.names(rest)));
            }
            "mirror" => {
                let piece = self.word(&mut rest, "the name of the piece", example)?;
                let piece = Spanned::new(piece.to_owned(), self.span(piece));
                let mut other = None;
                if rest.clone().next().is_some() {
                    self.one_of(&mut rest, "word that can follow", example, ["as"], |word| word)?;
                    let name = self.word(&mut rest, "the name of its mirror image", example)?;
                    if let Some(at) = name.find(['|', ':']) {
                        let found = name[at..].chars().next().unwrap_or(':');
                        self.report(mistake::piece_name_character(self.span(&name[at..=at]), found));
                        return None;
                    }
                    other = Some(Spanned::new(name.to_owned(), self.span(name)));
                }
                Pragma::Mirror(piece, other)
            }
            "wrap" => return self.wrap(rest).map(Pragma::Wrap),
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
        let is_optional = matches!(pragma, Pragma::CellsOptional | Pragma::PiecesOptional);
        let others = rest.text.trim();
        if is_optional && !others.is_empty() {
            self.report(mistake::some_optional(self.span(others), keyword, others));
        } else if let Some(word) = rest.next() {
            self.report(mistake::superfluous_word(self.span(word), example));
        }
        Some(pragma)
    }

    fn use_set(&mut self, mut rest: Words<'a>, example: &str) -> Option<Use> {
        let set = self.word(&mut rest, "the name of the piece set", example)?;
        let set = match set {
            "size" => {
                let size =
                    self.word(&mut rest, "how many cells the pieces have", "use size 5 where convex")?;
                let span = self.span(set);
                let span = Span { end: self.span(size).end, ..span };
                match size.parse::<u8>().ok().filter(|size| (1..=62).contains(size)) {
                    Some(size) => Spanned::new(format!("{SIZE}{size}"), span),
                    None => {
                        self.report(mistake::bad_size(self.span(size)));
                        return None;
                    }
                }
            }
            _ => Spanned::new(set.to_owned(), self.span(set)),
        };
        let mut found = Use {
            set,
            only: Vec::new(),
            except: Vec::new(),
            times: None,
            condition: PieceCondition::default(),
        };
        let keywords = ["only", "except", "times", "where"];
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
            if keyword == "where" {
                let words: Vec<&str> = rest.clone().take_while(|word| !keywords.contains(word)).collect();
                found.condition = match PieceCondition::read(&words) {
                    Ok(condition) => condition,
                    Err(why) => {
                        let (NoCondition::Unknown(at) | NoCondition::Argument(at, _) | NoCondition::And(at)) =
                            why;
                        let word = words.get(at).copied();
                        let span = self.span(word.unwrap_or(rest.text));
                        self.report(mistake::bad_condition(span, word, &why));
                        return None;
                    }
                };
                next = rest.nth(words.len());
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

    fn charge(&mut self, rest: &mut Words<'a>, example: &str) -> Option<Pragma> {
        let piece = self.word(rest, "the name of the piece", example)?;
        let piece = Spanned::new(piece.to_owned(), self.span(piece));
        let Some((cells, cost)) = rest.text.rsplit_once('|') else {
            self.report(mistake::missing_word(self.span(&rest.text[rest.text.len()..]), "the cost", example));
            return None;
        };
        let (cost, per) = match cost.split_once("per") {
            Some((cost, per)) => (cost, self.per(per)?),
            None => (cost, Spanned::new(Per::Placement, self.span(cost))),
        };
        let digits = cost.trim_matches(is_space);
        let number = Some(digits).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        match number.and_then(|digits| digits.parse::<u64>().ok()).filter(|&cost| cost <= 1 << 40) {
            Some(cost) => Some(Pragma::Charge(ChargeLine { piece, cells: self.cells(cells), cost, per })),
            None => {
                self.report(mistake::not_a_cost(self.span(if digits.is_empty() { cost } else { digits })));
                None
            }
        }
    }

    /// What a charge is reckoned by.
    fn per(&mut self, text: &'a str) -> Option<Spanned<Per>> {
        let word = text.trim_matches(is_space);
        let span = self.span(if word.is_empty() { text } else { word });
        match word.parse() {
            Ok(per) => return Some(Spanned::new(per, span)),
            Err(_) if word.is_empty() => {
                self.report(mistake::missing_word(span, "what it is paid for", "charge X 00 |5 per step"));
            }
            Err(_) => self.report(mistake::not_per(span, word)),
        }
        None
    }

    fn require(&mut self, rest: &Words<'a>, example: &str) -> Option<Pragma> {
        let text = rest.text.trim_matches(is_space);
        if text.is_empty() {
            self.report(mistake::missing_word(self.span(rest.text), "the condition", example));
            return None;
        }
        let span = self.span(text);
        match text.parse::<Condition>() {
            Ok(condition) => Some(Pragma::Require(Spanned::new(condition, span))),
            Err(wrong) => {
                let at = Span::new(span.source, span.start + wrong.at.start..span.start + wrong.at.end);
                self.report(mistake::flaw(at, &wrong.flaw));
                None
            }
        }
    }

    fn free_text(&mut self, rest: &Words<'a>, what: &str, example: &str) -> Option<String> {
        let text = rest.text.trim_matches(is_space);
        if text.is_empty() {
            self.report(mistake::missing_word(self.span(rest.text), what, example));
            return None;
        }
        Some(text.to_owned())
    }

    pub(crate) fn names(&self, rest: Words<'a>) -> Vec<Spanned<String>> {
        rest.map(|name| Spanned::new(name.to_owned(), self.span(name))).collect()
    }

    pub(crate) fn word(&mut self, rest: &mut Words<'a>, what: &str, example: &str) -> Option<&'a str> {
        let word = rest.next();
        if word.is_none() {
            self.report(mistake::missing_word(self.span(rest.text), what, example));
        }
        word
    }

    pub(crate) fn one_of<T: Copy, const N: usize>(
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
pub(crate) struct Words<'a> {
    pub(crate) text: &'a str,
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
