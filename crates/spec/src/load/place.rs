//! What is said of cells: pieces that lie there, words, and costs.

use super::{Loader, across};
use crate::mistake;
use crate::picture::PictureKind;
use crate::syntax::{ChargeLine, Line, Pragma, Spanned, Spec};
use itertools::Itertools;
use polydlx_diagnostic::Span;
use polydlx_lattice::{Part, PieceId, Placement, Puzzle, Shape, Site};
use polydlx_properties::{Charge, Per};

impl Loader<'_> {
    /// The pieces that `place` pragmas put down.
    pub(super) fn place(&mut self, spec: &Spec, puzzle: &mut Puzzle) {
        if spec.is_set() {
            return;
        }
        let mut wanted = Vec::new();
        for line in &spec.lines {
            match &line.value {
                Line::Pragma(Pragma::Place(piece, cells)) => {
                    wanted.push((piece.clone(), self.shape(cells), across(cells, line.span)));
                }
                Line::Picture(picture) if picture.kind == PictureKind::Box => {
                    let symbols = self.drawn(picture).symbols.into_iter();
                    wanted.extend(symbols.map(|(name, shape, span)| (Spanned::new(name, span), shape, span)));
                }
                _ => {}
            }
        }
        let covered = self.covered_each(spec);
        let mut spans: Vec<Span> = Vec::new();
        for (piece, given, span) in wanted {
            // Sides and corners of a box without ends are called by those that stand for them.
            let stands = |&site: &Site| match Part::of_suffix(site.suffix) {
                Some(_) => puzzle.standing_site(site).unwrap_or(site),
                None => site,
            };
            let given: Shape = given.sites().iter().map(stands).collect();
            let name = &piece.value;
            let from_file = span.source == 0;
            if from_file && self.gone.contains(name) {
                self.report(mistake::forgotten(span, &format!("piece {name} is left out")));
                continue;
            }
            if from_file
                && self.other_box
                && !given.sites().iter().all(|site| puzzle.region.index_of(site.uncolored()).is_some())
            {
                self.report(mistake::forgotten(span, "the box is another one"));
                continue;
            }
            let Some(at) = self.called(name) else {
                let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
                let diagnostic = mistake::unknown_piece(piece.span, name, &known);
                self.report(diagnostic);
                continue;
            };
            let id = PieceId(at);
            let high = puzzle.pieces[at].bounds.high as usize;
            let mut shapes = as_placed(puzzle, id, &given);
            let Some(shape) = shapes.pop() else {
                self.report(mistake::place_shape(span, name, puzzle.pieces[at].sided));
                continue;
            };
            if !shapes.is_empty() {
                self.report(mistake::place_ambiguous(span, name));
                continue;
            }
            // What has a colour may be shared by pieces that agree on it.
            let meets = |other: &Shape, wrong: &dyn Fn(u16, u16) -> bool| {
                let sites = shape.sites().iter();
                { sites }.any(|site| other.color_of(*site).is_some_and(|color| wrong(color, site.color)))
            };
            // Where a cell may be covered twice, two pieces may lie there.
            let room = |site: &Site| {
                let there = puzzle.placed.iter().filter(|other| other.shape.contains(*site)).count();
                there < covered.get(site).map_or(1, |bounds| bounds.high as usize)
            };
            let overlaps = |other: &Placement| {
                let same = other.piece == id && other.shape == shape;
                meets(&other.shape, &|one, other| one == 0 && other == 0)
                    && (same || shape.sites().iter().any(|site| other.shape.contains(*site) && !room(site)))
            };
            let differs = |other: &Shape| meets(other, &|one, other| one != other);
            if !shape.sites().iter().all(|site| puzzle.region.index_of(site.uncolored()).is_some()) {
                self.report(mistake::place_outside(span, name));
            } else if let Some(at) = puzzle.placed.iter().position(overlaps) {
                self.report(mistake::place_overlap(span, name, spans[at]));
            } else if let Some(at) = puzzle.placed.iter().position(|other| differs(&other.shape)) {
                self.report(mistake::place_mismatch(span, name, spans[at]));
            } else if puzzle.placed.iter().filter(|other| other.piece == id).count() == high {
                self.report(mistake::place_too_often(span, name, puzzle.pieces[at].bounds.high));
            } else {
                puzzle.placed.push(Placement { piece: id, shape });
                spans.push(span);
            }
        }
    }

    /// What placements cost.
    pub(super) fn charge(&mut self, spec: &Spec, puzzle: &Puzzle) {
        let names = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect_vec();
        for pragma in spec.pragmas() {
            let Pragma::Charge(ChargeLine { piece, cells, cost, per }) = pragma else { continue };
            let number = names.iter().position(|name| *name == piece.value);
            if number.is_none() && piece.value != "*" {
                self.report(mistake::unknown_piece(piece.span, &piece.value, &names));
                continue;
            }
            let mut sites = Vec::new();
            for cell in cells {
                let shape = self.shape(std::slice::from_ref(cell));
                if shape.sites().iter().any(|&site| puzzle.region.index_of(site).is_none()) {
                    self.report(mistake::charge_outside(cell.span));
                }
                sites.extend_from_slice(shape.sites());
            }
            match per.value {
                Per::Step if cells.is_empty() => self.report(mistake::steps_from_nowhere(per.span)),
                Per::Step => {
                    let steps = puzzle.steps_from(&sites);
                    let mut cells_of_box = puzzle.region.sites().iter().filter(|site| site.suffix == 0);
                    if let (Some(far), false) =
                        (cells_of_box.find(|site| !steps.contains_key(site)), steps.is_empty())
                    {
                        self.report(mistake::steps_to_nowhere(per.span, &puzzle.site_name(*far)));
                    }
                }
                _ => {}
            }
            self.charges.push(Charge { piece: number.map(PieceId), sites, cost: *cost, per: per.value });
        }
    }

    /// The words upon cells.
    pub(super) fn label(&mut self, spec: &Spec) {
        for pragma in spec.pragmas() {
            let Pragma::Label(cells, labels) = pragma else { continue };
            let shape = self.shape(std::slice::from_ref(cells));
            if shape.sites().iter().any(|site| site.suffix != 0) || shape.sites().len() != labels.len() {
                let number = shape.sites().len();
                self.report(mistake::label_number(cells.span, number, labels.len()));
                continue;
            }
            for (site, label) in shape.sites().iter().zip(labels) {
                let cell = site.cell();
                match self.labels.iter().find(|(known, _)| *known == cell) {
                    Some((_, first)) => {
                        let first = first.span;
                        self.report(mistake::said_twice(label.span, "the word upon this cell", first));
                    }
                    None => self.labels.push((cell, label.clone())),
                }
            }
        }
    }
}

/// The placements of a piece that cover the given sites; if these have no suffixes, its own suffixes do not matter.
fn as_placed(puzzle: &Puzzle, piece: PieceId, given: &Shape) -> Vec<Shape> {
    let plain = |shape: &Shape| Shape::new(shape.sites().iter().copied().filter(|site| site.suffix == 0));
    let shapes = puzzle.shapes.iter().filter(|typical| typical.piece == piece);
    let bases = shapes.flat_map(|typical| puzzle.base_placements(typical)).collect_vec();
    if puzzle.wrap.is_some() {
        let plain_or_not = |shape: &Shape| shape == given || plain(shape) == *given;
        let there = bases.iter().flat_map(|base| puzzle.placements(base)).map(|(_, shape)| shape);
        return there.filter(plain_or_not).unique().collect();
    }
    if bases.contains(&given.normalized()) {
        return vec![given.clone()];
    }
    let alike = bases.into_iter().filter(|base| {
        let bare = plain(base);
        !bare.sites().is_empty() && bare.normalized() == given.normalized()
    });
    let there = alike.map(|base| {
        let (from, to) = (plain(&base).lowest(), given.lowest());
        base.shifted([to[0] - from[0], to[1] - from[1], to[2] - from[2]])
    });
    there.unique().collect()
}
