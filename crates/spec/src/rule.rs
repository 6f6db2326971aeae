//! Pragmas that say what a cell or a piece may do: as lines, from text, as text, and as rules of a puzzle.

use crate::load::Loader;
use crate::load::scales::Scales;
use crate::mistake;
use crate::parse::Reader;
use crate::pragma::Words;
use crate::print::words;
use crate::syntax::{CellSpec, Line, Multiplicity, Pragma, Spanned, Spec};
use itertools::Itertools;
use polydlx_diagnostic::Span;
use polydlx_lattice::{Bounds, PieceId, Puzzle, Rule, Shape};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A pragma that becomes a [`Rule`], or several.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleLine {
    /// `optional CELL …`
    Optional(Vec<Spanned<CellSpec>>),
    /// `cover N each CELL …`
    Each(Spanned<Multiplicity>, Vec<Spanned<CellSpec>>),
    /// `cover N of CELL …`
    Of(Spanned<Multiplicity>, Vec<Spanned<CellSpec>>),
    /// `choose N of P …`; all pieces if none is named.
    Choose(Spanned<Multiplicity>, Vec<Spanned<String>>),
    /// `together P Q`
    Together([Spanned<String>; 2]),
    /// `apart P Q`
    Apart([Spanned<String>; 2]),
    /// `rim P …`
    Rim(Vec<Spanned<String>>),
    /// `within P CELL …`
    Within(Spanned<String>, Vec<Spanned<CellSpec>>),
    /// `meet P CELL …`
    Meet(Spanned<String>, Vec<Spanned<CellSpec>>),
    /// `share NAME P CELL …`; all placements of the piece if there are no cells.
    Share(Spanned<String>, Spanned<String>, Vec<Spanned<CellSpec>>),
}

impl RuleLine {
    /// Whether all that it does is to leave out placements.
    pub(crate) fn leaves_out(&self) -> bool {
        matches!(self, Self::Rim(_) | Self::Within(..) | Self::Meet(..))
    }
}

/// The keywords of such pragmas, and examples.
pub(crate) const RULES: [(&str, &str); 9] = [
    ("optional", "optional 00 07 70 77"),
    ("cover", "cover 2:3 of 00 07 70 77"),
    ("choose", "choose 11 of O P Q R S T U V W X Y Z"),
    ("together", "together P Q"),
    ("apart", "apart P Q"),
    ("rim", "rim X"),
    ("within", "within X [0-3][0-4]"),
    ("meet", "meet X 00 07 70 77"),
    ("share", "share s X 01 10 11 12 21"),
];

impl<'a> Reader<'a> {
    /// Reads what follows the keyword of a rule.
    pub(crate) fn rule(&mut self, keyword: &str, mut rest: Words<'a>, example: &str) -> Option<RuleLine> {
        let line = match keyword {
            "optional" => RuleLine::Optional(self.some_cells(&rest, example)?),
            "cover" => {
                let bounds = self.how_many(&mut rest, "how many cells are covered", example)?;
                let each =
                    self.one_of(&mut rest, "word for which cells", example, ["each", "of"], |word| word)?;
                let cells = self.some_cells(&rest, example)?;
                if each == "each" { RuleLine::Each(bounds, cells) } else { RuleLine::Of(bounds, cells) }
            }
            "choose" => {
                let bounds = self.how_many(&mut rest, "how many pieces are used", example)?;
                if rest.clone().next().is_none() {
                    return Some(RuleLine::Choose(bounds, Vec::new()));
                }
                self.one_of(&mut rest, "word that can follow", example, ["of"], |word| word)?;
                RuleLine::Choose(bounds, self.some_names(rest, example)?)
            }
            "together" | "apart" => {
                let pair = [self.name(&mut rest, example)?, self.name(&mut rest, example)?];
                if let Some(word) = rest.next() {
                    self.report(mistake::superfluous_word(self.span(word), example));
                }
                if keyword == "together" { RuleLine::Together(pair) } else { RuleLine::Apart(pair) }
            }
            "rim" => RuleLine::Rim(self.some_names(rest, example)?),
            "within" | "meet" => {
                let piece = self.name(&mut rest, example)?;
                let cells = self.some_cells(&rest, example)?;
                if keyword == "within" {
                    RuleLine::Within(piece, cells)
                } else {
                    RuleLine::Meet(piece, cells)
                }
            }
            _ => {
                let item = self.word(&mut rest, "the name that is shared", example)?;
                let item = Spanned::new(item.to_owned(), self.span(item));
                if let Some(at) = item.value.find(['|', ':']) {
                    let found = item.value[at..].chars().next().unwrap_or(':');
                    self.report(mistake::piece_name_character(item.span, found));
                    return None;
                }
                let piece = self.name(&mut rest, example)?;
                RuleLine::Share(item, piece, self.cells(rest.text))
            }
        };
        Some(line)
    }

    fn name(&mut self, rest: &mut Words<'a>, example: &str) -> Option<Spanned<String>> {
        let word = self.word(rest, "the name of a piece", example)?;
        Some(Spanned::new(word.to_owned(), self.span(word)))
    }

    fn some_names(&mut self, mut rest: Words<'a>, example: &str) -> Option<Vec<Spanned<String>>> {
        let mut names = vec![self.name(&mut rest, example)?];
        names.extend(self.names(rest));
        Some(names)
    }

    fn some_cells(&mut self, rest: &Words<'a>, example: &str) -> Option<Vec<Spanned<CellSpec>>> {
        if rest.clone().next().is_none() {
            self.report(mistake::missing_word(self.span(rest.text), "a list of cells", example));
            return None;
        }
        if let Some(word) = rest.clone().find(|word| word.ends_with(',')) {
            self.report(mistake::comma_between_cells(self.span(&word[word.len() - 1..])));
            return None;
        }
        Some(self.cells(rest.text))
    }

    /// `3` or `2:4`.
    fn how_many(&mut self, rest: &mut Words<'a>, what: &str, example: &str) -> Option<Spanned<Multiplicity>> {
        let word = self.word(rest, what, example)?;
        match word.parse() {
            Ok(bounds) => Some(Spanned::new(Multiplicity { bounds, text: word.to_owned() }, self.span(word))),
            Err(why) => {
                self.report(mistake::bad_bounds(self.span(word), what, &why));
                None
            }
        }
    }
}

impl fmt::Display for RuleLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optional(cells) => write!(f, "optional {}", words(cells)),
            Self::Each(bounds, cells) => write!(f, "cover {} each {}", bounds.value, words(cells)),
            Self::Of(bounds, cells) => write!(f, "cover {} of {}", bounds.value, words(cells)),
            Self::Choose(bounds, pieces) if pieces.is_empty() => write!(f, "choose {}", bounds.value),
            Self::Choose(bounds, pieces) => write!(f, "choose {} of {}", bounds.value, words(pieces)),
            Self::Together(pair) => write!(f, "together {}", words(pair)),
            Self::Apart(pair) => write!(f, "apart {}", words(pair)),
            Self::Rim(pieces) => write!(f, "rim {}", words(pieces)),
            Self::Within(piece, cells) => write!(f, "within {} {}", piece.value, words(cells)),
            Self::Meet(piece, cells) => write!(f, "meet {} {}", piece.value, words(cells)),
            Self::Share(item, piece, cells) if cells.is_empty() => {
                write!(f, "share {} {}", item.value, piece.value)
            }
            Self::Share(item, piece, cells) => {
                write!(f, "share {} {} {}", item.value, piece.value, words(cells))
            }
        }
    }
}

/// The rules of a file, where they stand.
fn lines(spec: &Spec) -> impl Iterator<Item = (&RuleLine, Span)> {
    spec.lines.iter().filter_map(|line| match &line.value {
        Line::Pragma(Pragma::Rule(rule)) => Some((rule, line.span)),
        _ => None,
    })
}

/// The cells that placements of a piece within some cells reach, if there are such placements. What is beside them does not
/// matter, so that rules that mean the same placements are the same.
fn reached(puzzle: &Puzzle, piece: PieceId, shape: Shape) -> Shape {
    let typical = puzzle.shapes.iter().filter(|typical| typical.piece == piece);
    let bases = typical.flat_map(|typical| puzzle.base_placements(typical)).collect_vec();
    let plain = |placed: &Shape| placed.sites().iter().copied().filter(|site| site.suffix == 0).collect_vec();
    let placed = bases.iter().flat_map(|base| puzzle.placements(base)).map(|(_, placed)| plain(&placed));
    let within = placed.filter(|cells| cells.iter().all(|&cell| shape.contains(cell)));
    let all = within.flatten().collect_vec();
    if all.is_empty() { shape } else { Shape::new(all) }
}

/// Which pieces need not be used, because some of them are chosen: by name, or all of them.
pub(crate) fn chosen(spec: &Spec) -> impl Fn(&str) -> bool {
    let chosen = || {
        lines(spec).filter_map(|(rule, _)| match rule {
            RuleLine::Choose(_, pieces) => Some(pieces),
            _ => None,
        })
    };
    let all = chosen().any(Vec::is_empty);
    let names: BTreeSet<&str> = chosen().flatten().map(|piece| piece.value.as_str()).collect();
    move |name| all || names.contains(name)
}

impl Loader<'_> {
    /// Gives a puzzle its rules.
    pub(crate) fn rules(&mut self, spec: &Spec, puzzle: &mut Puzzle) {
        // Where it was said how often a site is covered.
        let mut covered = BTreeMap::new();
        let mut scales = Scales::new(self.sets.leeway());
        for (line, span) in lines(spec) {
            let Some(line) = self.still_said(puzzle, line, span) else { continue };
            let rules = match &*line {
                RuleLine::Optional(cells) => {
                    self.rule_cells(puzzle, cells).map(|shape| vec![Rule::Optional(shape)])
                }
                RuleLine::Each(bounds, cells) => {
                    self.rule_cells(puzzle, cells).map(|shape| vec![Rule::Each(bounds.value.bounds, shape)])
                }
                RuleLine::Of(bounds, cells) => self.rule_cells(puzzle, cells).and_then(|shape| {
                    self.at_most(bounds, shape.sites().len(), "cells")?;
                    Some(vec![Rule::Of(bounds.value.bounds, shape)])
                }),
                RuleLine::Choose(bounds, names) => self.choice(puzzle, bounds, names),
                RuleLine::Together(pair) => {
                    self.rule_pair(puzzle, pair).map(|[a, b]| vec![Rule::Together(a, b)])
                }
                RuleLine::Apart(pair) => self.rule_pair(puzzle, pair).map(|[a, b]| vec![Rule::Apart(a, b)]),
                RuleLine::Rim(names) => {
                    let pieces = names.iter().map(|name| self.rule_piece(name)).collect_vec();
                    pieces.into_iter().map(|piece| piece.map(Rule::Rim)).collect()
                }
                RuleLine::Within(name, cells) => {
                    let (piece, shape) = (self.rule_piece(name), self.rule_cells(puzzle, cells));
                    piece.zip(shape).map(|(piece, shape)| vec![Rule::Within(piece, shape)])
                }
                RuleLine::Meet(name, cells) => {
                    let (piece, shape) = (self.rule_piece(name), self.rule_cells(puzzle, cells));
                    piece.zip(shape).map(|(piece, shape)| vec![Rule::Meet(piece, shape)])
                }
                RuleLine::Share(item, name, cells) => self.share(puzzle, item, name, cells),
            };
            for rule in rules.into_iter().flatten() {
                self.check_covered(puzzle, &rule, span, &mut covered);
                // Saying the same twice does no harm, but it is one rule.
                if !puzzle.rules.contains(&rule) {
                    if !scales.bear(puzzle, &rule) {
                        return self.report(mistake::rules_too_large(span));
                    }
                    puzzle.rules.push(rule);
                }
            }
        }
    }

    /// How often each site may be covered, where rules say it.
    pub(crate) fn covered_each(&mut self, spec: &Spec) -> BTreeMap<polydlx_lattice::Site, Bounds> {
        let mut found = BTreeMap::new();
        for (line, _) in lines(spec) {
            if let RuleLine::Each(bounds, cells) = line {
                let sites = self.shape(cells);
                found.extend(sites.sites().iter().map(|&site| (site, bounds.value.bounds)));
            }
        }
        found
    }

    /// What is left of a rule if pieces were left out, or the box is another one: a file can speak only of what it has, so
    /// what it says of things that the command line takes away is forgotten, with a warning.
    fn still_said<'b>(
        &mut self,
        puzzle: &Puzzle,
        line: &'b RuleLine,
        span: Span,
    ) -> Option<Cow<'b, RuleLine>> {
        let there = |name: &Spanned<String>| !self.gone.contains(&name.value);
        let (mut names, mut cells): (Vec<&Spanned<String>>, &[Spanned<CellSpec>]) = (Vec::new(), &[]);
        match line {
            RuleLine::Choose(_, all) | RuleLine::Rim(all) if !all.iter().all(there) => {
                let left = all.iter().filter(|name| there(name)).cloned().collect_vec();
                if !left.is_empty() {
                    return Some(Cow::Owned(match line {
                        RuleLine::Choose(bounds, _) => RuleLine::Choose(bounds.clone(), left),
                        _ => RuleLine::Rim(left),
                    }));
                }
                names.extend(all);
            }
            RuleLine::Choose(..) | RuleLine::Rim(_) => {}
            RuleLine::Together(pair) | RuleLine::Apart(pair) => names.extend(pair),
            RuleLine::Within(name, own) | RuleLine::Meet(name, own) | RuleLine::Share(_, name, own) => {
                (names, cells) = (vec![name], own);
            }
            RuleLine::Optional(own) | RuleLine::Each(_, own) | RuleLine::Of(_, own) => cells = own,
        }
        if let Some(name) = names.into_iter().find(|name| !there(name)) {
            let why = format!("piece {} is left out", name.value);
            self.report(mistake::forgotten(span, &why));
            return None;
        }
        let is_outside = |site: &polydlx_lattice::Site| puzzle.region.index_of(*site).is_none();
        if self.other_box && self.shape(cells).sites().iter().any(is_outside) {
            self.report(mistake::forgotten(span, "the box is another one"));
            return None;
        }
        Some(Cow::Borrowed(line))
    }

    fn choice(
        &mut self,
        puzzle: &Puzzle,
        bounds: &Spanned<Multiplicity>,
        names: &[Spanned<String>],
    ) -> Option<Vec<Rule>> {
        let pieces: Option<Vec<PieceId>> =
            names.iter().map(|name| self.rule_piece(name)).collect_vec().into_iter().collect();
        let mut pieces = pieces?;
        if names.is_empty() {
            pieces = (0..puzzle.pieces.len()).map(PieceId).collect();
        }
        pieces.sort_unstable();
        pieces.dedup();
        let copies = pieces.iter().map(|piece| puzzle.pieces[piece.0].bounds.high as usize).sum();
        self.at_most(bounds, copies, "pieces")?;
        Some(vec![Rule::Choose(bounds.value.bounds, pieces)])
    }

    fn share(
        &mut self,
        puzzle: &Puzzle,
        item: &Spanned<String>,
        name: &Spanned<String>,
        cells: &[Spanned<CellSpec>],
    ) -> Option<Vec<Rule>> {
        let piece = self.rule_piece(name)?;
        let shape = if cells.is_empty() { None } else { Some(self.rule_cells(puzzle, cells)?) };
        let is_piece = puzzle.pieces.iter().any(|piece| piece.name == item.value);
        if is_piece || puzzle.site_named(&item.value).is_some() {
            self.report(mistake::share_name(item.span, &item.value));
            return None;
        }
        let shape = shape.map(|shape| reached(puzzle, piece, shape));
        Some(vec![Rule::Share(item.value.clone(), piece, shape)])
    }

    /// How often a site is covered is said once; that some of several are covered may be said again and again.
    fn check_covered(
        &mut self,
        puzzle: &Puzzle,
        rule: &Rule,
        span: Span,
        covered: &mut BTreeMap<polydlx_lattice::Site, (bool, Span)>,
    ) {
        let Some(shape) = rule.covered() else { return };
        let soft = !matches!(rule, Rule::Each(..));
        for &site in shape.sites() {
            let &mut (known, first) = covered.entry(site).or_insert((soft, span));
            if first != span && !(known && soft) {
                let what = format!("how often cell {} is covered", puzzle.site_name(site));
                return self.report(mistake::said_twice(span, &what, first));
            }
        }
    }

    fn rule_piece(&mut self, name: &Spanned<String>) -> Option<PieceId> {
        let found = self.called(&name.value);
        if let Some(number) = found {
            self.explain(name, number);
        } else {
            let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
            let diagnostic = mistake::unknown_piece(name.span, &name.value, &known);
            self.report(diagnostic);
        }
        found.map(PieceId)
    }

    fn rule_pair(&mut self, puzzle: &Puzzle, pair: &[Spanned<String>; 2]) -> Option<[PieceId; 2]> {
        let [a, b] = [self.rule_piece(&pair[0]), self.rule_piece(&pair[1])];
        let (a, b) = (a?, b?);
        if a == b && puzzle.pieces[a.0].bounds.high == 1 {
            self.report(mistake::alone(pair[1].span, &pair[1].value));
            return None;
        }
        Some([a.min(b), a.max(b)])
    }

    /// The sites of a rule; none if one of them is not in the box.
    fn rule_cells(&mut self, puzzle: &Puzzle, cells: &[Spanned<CellSpec>]) -> Option<Shape> {
        let mut all = Vec::new();
        let mut inside = true;
        for cell in cells {
            let shape = self.shape(std::slice::from_ref(cell));
            let outside = |site: &polydlx_lattice::Site| puzzle.region.index_of(*site).is_none();
            if shape.sites().iter().any(outside) {
                self.report(mistake::rule_outside(cell.span, &cell.value.to_string()));
                inside = false;
            }
            all.extend_from_slice(shape.sites());
        }
        if inside && all.is_empty() {
            let span = cells.first().map(|cell| cell.span).unwrap_or_default();
            self.report(mistake::rule_without_cells(span));
        }
        (inside && !all.is_empty()).then(|| Shape::new(all))
    }

    fn at_most(&mut self, bounds: &Spanned<Multiplicity>, most: usize, what: &str) -> Option<()> {
        let fits = bounds.value.bounds.high as usize <= most;
        if !fits {
            self.report(mistake::bounds_too_large(bounds.span, most, what));
        }
        fits.then_some(())
    }

    /// Mirror images: of a piece itself, or as another piece.
    pub(crate) fn mirror(&mut self, spec: &Spec) {
        for pragma in spec.pragmas() {
            let Pragma::Mirror(name, other) = pragma else { continue };
            let Some(piece) = self.rule_piece(name) else { continue };
            let Some(motion) = self.lattice.mirror() else {
                self.report(mistake::no_mirror(name.span, self.lattice));
                continue;
            };
            let mirror = |shape: &Shape| shape.moved(self.lattice, motion).normalized();
            let Some(other) = other else {
                let mut shapes = std::mem::take(&mut self.shapes);
                for (typical, _) in shapes.iter_mut().filter(|(typical, _)| typical.piece == piece) {
                    typical.shape = mirror(&typical.shape);
                }
                self.shapes = shapes;
                continue;
            };
            if let Some(entry) = self.entries.iter().find(|entry| entry.name == other.value) {
                let diagnostic =
                    mistake::said_twice(other.span, &format!("piece {}", other.value), entry.span);
                self.report(diagnostic);
                continue;
            }
            let images =
                self.shapes.iter().filter(|(typical, _)| typical.piece == piece).map(|(typical, span)| {
                    let piece = PieceId(self.entries.len());
                    (polydlx_lattice::Typical { piece, shape: mirror(&typical.shape) }, *span)
                });
            let images = images.collect_vec();
            self.shapes.extend(images);
            let entry = self.entries[piece.0].twin(&other.value, other.span);
            self.entries.push(entry);
        }
    }
}
