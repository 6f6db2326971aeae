//! What is said twice, or makes no sense together.

use super::{Entry, Loader};
use crate::mistake;
use crate::syntax::{Line, Pragma, Spec};
use crate::wrap::WrapLine;
use itertools::Itertools;
use polydlx_diagnostic::{Diagnostic, Span};
use polydlx_lattice::{Piece, PieceId, Placement, Puzzle, Sided, Site};
use std::collections::{BTreeMap, BTreeSet};

impl Loader<'_> {
    /// Pragmas that may be said only once, or not together.
    pub(super) fn check_repetitions(&mut self, spec: &Spec) {
        let mut first: BTreeMap<String, Span> = BTreeMap::new();
        let mut spans: [Option<Span>; 3] = [None; 3];
        for line in &spec.lines {
            if let Line::Picture(picture) = &line.value
                && picture.kind.has_box()
            {
                let first = *first.entry("the box".to_owned()).or_insert(line.span);
                if first != line.span {
                    self.report(mistake::said_twice(line.span, "the box", first));
                }
            }
            let Line::Pragma(pragma) = &line.value else { continue };
            let what = match pragma {
                Pragma::Title(_) => "the title".to_owned(),
                Pragma::Source(_) => "the source".to_owned(),
                Pragma::Cost(_) => "the cost".to_owned(),
                Pragma::Sided(_, pieces) if pieces.is_empty() => "how pieces may be moved".to_owned(),
                Pragma::Expect(what, _) => mistake::expect_twice(*what),
                Pragma::Set => "that this is a set".to_owned(),
                Pragma::Box(_) => "the box".to_owned(),
                Pragma::CellsOptional => "that cells are optional".to_owned(),
                Pragma::PiecesOptional => "that pieces are optional".to_owned(),
                Pragma::Color(name, _) if name.value.starts_with(':') => {
                    format!("what colour {} looks like", &name.value[1..])
                }
                Pragma::Color(piece, _) => format!("the colour of piece {}", piece.value),
                Pragma::Border(_) => "the colour of the border".to_owned(),
                Pragma::Wrap(WrapLine::Axis(axis, _)) => {
                    format!("what is beyond the end along {}", axis.name())
                }
                Pragma::Mirror(piece, None) => format!("that piece {} is mirrored", piece.value),
                Pragma::Lattice(_)
                | Pragma::Use(_)
                | Pragma::Sided(..)
                | Pragma::Place(..)
                | Pragma::Rule(_)
                | Pragma::Colored(_)
                | Pragma::Recolor(_)
                | Pragma::Wrap(_)
                | Pragma::Require(_)
                | Pragma::Charge(..)
                | Pragma::Mirror(..)
                | Pragma::Also(..)
                | Pragma::Label(..) => String::new(),
            };
            if !what.is_empty() {
                if let Some(&first) = first.get(&what) {
                    self.report(mistake::said_twice(line.span, &what, first));
                }
                first.entry(what).or_insert(line.span);
            }
            match pragma {
                Pragma::Set => spans[0] = Some(line.span),
                Pragma::CellsOptional => spans[1] = Some(line.span),
                Pragma::PiecesOptional => spans[2] = Some(line.span),
                _ => {}
            }
        }
        if let [_, Some(cells), Some(pieces)] = spans {
            self.report(mistake::nothing_to_cover(pieces, cells));
        }
        let Some(set) = spans[0] else { return };
        for line in &spec.lines {
            if matches!(&line.value, Line::Picture(picture) if picture.kind.has_box()) {
                self.report(mistake::not_in_a_set(line.span, set));
            }
            if let Line::Pragma(
                Pragma::CellsOptional
                | Pragma::PiecesOptional
                | Pragma::Place(..)
                | Pragma::Rule(_)
                | Pragma::Colored(_)
                | Pragma::Border(_)
                | Pragma::Recolor(_)
                | Pragma::Wrap(_)
                | Pragma::Expect(..)
                | Pragma::Require(_)
                | Pragma::Charge(..)
                | Pragma::Box(_),
            ) = line.value
            {
                self.report(mistake::not_in_a_set(line.span, set));
            }
        }
    }

    /// Words upon cells that are not in the box, unless it is another one than the file's.
    pub(super) fn check_labels(&mut self, spec: &Spec, puzzle: &Puzzle) {
        if self.other_box || spec.is_set() {
            return;
        }
        let known = |site: &Site| puzzle.region.index_of(site.cell().site()).is_some();
        for pragma in spec.pragmas() {
            let Pragma::Label(cells, _) = pragma else { continue };
            let shape = self.silently(|loader| loader.shape(std::slice::from_ref(cells)));
            if !shape.sites().iter().all(known) {
                self.report(mistake::label_outside(cells.span, &cells.value.to_string()));
            }
        }
    }

    /// Mirror images of pieces that may be flipped anyway.
    pub(super) fn check_mirrors(&mut self, spec: &Spec, puzzle: &Puzzle) {
        for pragma in spec.pragmas() {
            let Pragma::Mirror(name, None) = pragma else { continue };
            let piece = puzzle.pieces.iter().find(|piece| piece.name == name.value);
            if piece.is_some_and(|piece| piece.sided == Sided::Free) {
                self.report(mistake::mirror_of_free(name.span, &name.value));
            }
        }
    }

    /// Names of pieces that are names of cells too.
    pub(super) fn check_names(&mut self, puzzle: &Puzzle) {
        let box_span = self.box_span;
        let clashes = self.entries.iter().filter(|entry| puzzle.site_named(&entry.name).is_some());
        let mistakes =
            clashes.map(|entry| mistake::name_is_cell(entry.span, &entry.name, box_span)).collect_vec();
        self.diagnostics.extend(mistakes);
    }

    /// Pieces that fit nowhere, and shapes of a piece that give the same options.
    pub(super) fn check_placements(&mut self, puzzle: &Puzzle) {
        let mut fits = vec![false; puzzle.pieces.len()];
        let mut seen: BTreeMap<Placement, usize> = BTreeMap::new();
        let several: BTreeSet<PieceId> =
            puzzle.shapes.iter().map(|typical| typical.piece).duplicates().collect();
        let mut mistakes = Vec::new();
        for (number, typical) in puzzle.shapes.iter().enumerate() {
            let mut twin = None;
            for shape in puzzle.base_placements(typical) {
                let placeable = puzzle.fits(&shape);
                fits[typical.piece.0] |= placeable;
                if placeable && several.contains(&typical.piece) {
                    twin = twin.or(seen.insert(Placement { piece: typical.piece, shape }, number));
                }
            }
            if let Some(twin) = twin {
                let name = &puzzle.pieces[typical.piece.0].name;
                mistakes.push(mistake::duplicate_options(self.shapes[number].1, name, self.shapes[twin].1));
            }
        }
        let sites = puzzle.region.sites();
        let all_point_up =
            self.lattice.has_primes() && sites.len() > 1 && sites.iter().all(|site| site.class == 0);
        if all_point_up {
            self.report(mistake::all_point_up(self.box_span));
        } else if !puzzle.region.is_empty() {
            // Of a whole set of pieces that may stay unused, not all need fit.
            let is_idle = |(entry, piece): (&Entry, &Piece)| entry.from_set && piece.bounds.low == 0;
            let entries = self.entries.iter().zip(&puzzle.pieces).zip(fits);
            let lost = entries.filter(|(entry, fits)| !fits && !is_idle(*entry));
            mistakes.extend(lost.map(|((entry, _), _)| mistake::piece_fits_nowhere(entry.span, &entry.name)));
        }
        self.diagnostics.extend(mistakes);
    }
}

/// How many mistakes of a kind are told one by one, if there are many.
const TOLD: usize = 5;

/// Tells of many mistakes of one kind that there are more of them.
pub(super) fn summarise(diagnostics: &mut Vec<Diagnostic>) {
    let counts = diagnostics.iter().map(|diagnostic| diagnostic.kind).counts();
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    let all = std::mem::take(diagnostics).into_iter().filter_map(|diagnostic| {
        let number = told.entry(diagnostic.kind).or_default();
        *number += 1;
        let many = counts[diagnostic.kind] > 2 * TOLD;
        match *number {
            number if !many || number <= TOLD => Some(diagnostic),
            number if number == TOLD + 1 => {
                Some(mistake::many_more(counts[diagnostic.kind] - TOLD, diagnostic))
            }
            _ => None,
        }
    });
    *diagnostics = all.collect();
}
