//! Pieces: lines and pictures, how they may be moved, what they are called, and their colours.

use super::{Entry, Loader};
use crate::mistake;
use crate::picture::{Drawn, PictureKind, PictureSpec, Symbol};
use crate::pragma::SIZE;
use crate::syntax::{Line, Multiplicity, PieceLine, Pragma, Spanned, Spec};
use itertools::Itertools;
use polydlx_diagnostic::{Span, has_errors};
use polydlx_lattice::{Bounds, PieceId, Region, Shape, Sided, Typical};
use std::collections::BTreeMap;

impl Loader<'_> {
    /// The pieces of a file, those of its sets included; `path` names the sets that led here.
    pub(super) fn pieces(&mut self, spec: &Spec, path: &mut Vec<String>) {
        for line in &spec.lines {
            match &line.value {
                Line::Piece(piece) => self.piece(piece, line.span),
                Line::Picture(picture) => self.drawn_pieces(spec, picture, line.span),
                Line::Pragma(Pragma::Use(wanted)) => match wanted.set.value.strip_prefix(SIZE) {
                    Some(size) => self.use_size(spec, size, wanted),
                    None => self.use_set(wanted, path),
                },
                _ => {}
            }
        }
    }

    pub(super) fn piece(&mut self, line: &PieceLine, span: Span) {
        let shape = self.shape(&line.cells);
        if shape.sites().is_empty() && !line.cells.is_empty() {
            self.report(mistake::piece_without_cells(line.name.span, &line.name.value, Some(self.lattice)));
        }
        self.piece_of_shape(&line.name, line.multiplicity.as_ref(), shape, span);
    }

    /// The pieces that a picture shows.
    pub(super) fn drawn_pieces(&mut self, spec: &Spec, picture: &PictureSpec, span: Span) {
        let drawn = self.drawn(picture);
        match &picture.kind {
            PictureKind::Box => {}
            PictureKind::Piece(times, name) => {
                self.piece_of_shape(name, times.as_ref(), drawn.shape.normalized(), span);
            }
            PictureKind::Puzzle | PictureKind::Pieces => {
                // Several symbols of one piece are copies of it; those that are no motions of each other, its shapes.
                let said = spec.pragmas().find_map(|pragma| match pragma {
                    Pragma::Sided(sided, pieces) if pieces.is_empty() => Some(*sided),
                    _ => None,
                });
                let sided = said.unwrap_or(Sided::default_for(self.lattice));
                let symbols = self.unrolled(spec, &drawn, sided);
                for name in symbols.iter().map(|(name, ..)| name).unique() {
                    let copies = symbols.iter().filter(|symbol| symbol.0 == *name).collect_vec();
                    let first = copies[0].2;
                    let times = (copies.len() > 1)
                        .then(|| Spanned::new(Bounds::exactly(copies.len() as u32).into(), first));
                    let mut known = Vec::new();
                    for (_, shape, _) in copies {
                        let shape = shape.normalized();
                        if !known.contains(&shape) {
                            known.extend(shape.base_placements(self.lattice, sided));
                            let name = Spanned::new(name.clone(), first);
                            self.piece_of_shape(&name, times.as_ref(), shape, first);
                        }
                    }
                }
            }
        }
    }

    /// What stands for pieces in a picture, each as it is in the plane, if the box goes around.
    fn unrolled(&mut self, spec: &Spec, drawn: &Drawn, sided: Sided) -> Vec<Symbol> {
        let mut symbols = drawn.symbols.clone();
        let largest = symbols.iter().map(|(_, shape, _)| shape.sites().len()).max().unwrap_or(0);
        let region = Region::new(self.lattice, drawn.shape.clone()).ok();
        let Some(wrap) = region.and_then(|region| self.wrap_of(spec, &region, largest)) else {
            return symbols;
        };
        for (name, shape, span) in &mut symbols {
            let ways = wrap.unrolled(shape).unwrap_or_default();
            let kinds =
                ways.iter().unique_by(|way| way.base_placements(self.lattice, sided).into_iter().min());
            if kinds.count() != 1 {
                self.report(mistake::picture_around(*span, name));
            }
            if let Some(way) = ways.first().filter(|_| !ways.contains(shape)) {
                shape.clone_from(way);
            }
        }
        symbols
    }

    pub(super) fn piece_of_shape(
        &mut self,
        called: &Spanned<String>,
        times: Option<&Spanned<Multiplicity>>,
        shape: Shape,
        span: Span,
    ) {
        let multiplicity = Spanned::of(&times.cloned());
        let multiplicity_span = times.map_or(called.span, |m| m.span);
        let name = &called.value;
        let known = self.number_of(name);
        if let Some(entry) = known.map(|at| &self.entries[at]) {
            if entry.from_set {
                return self.report(mistake::name_in_use(called.span, name, entry.span));
            }
            if entry.multiplicity.bounds != multiplicity.bounds {
                let both = (&entry.multiplicity, &multiplicity);
                let first = entry.multiplicity_span;
                self.report(mistake::inconsistent_multiplicity(multiplicity_span, name, both, first));
            }
        } else {
            self.entries.push(Entry {
                name: name.clone(),
                multiplicity,
                sided: None,
                color: None,
                also: Vec::new(),
                span: called.span,
                multiplicity_span,
                from_set: false,
            });
        }
        let piece = PieceId(known.unwrap_or(self.entries.len() - 1));
        self.shapes.push((Typical { piece, shape }, span));
    }

    /// Leaves out the pieces that are not wanted, and uses the others as often as is said from outside.
    pub(super) fn change_pieces(&mut self, sided: &mut Vec<Sided>) {
        let changes = std::mem::take(&mut self.changes);
        let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
        let mut changes = changes;
        for said in changes.only.iter_mut().chain(&mut changes.without) {
            // By their other names, too.
            let names = said.value.split(',').map(|name| match self.called(name) {
                Some(at) if !known.contains(&said.value.as_str()) => known[at],
                _ => name,
            });
            said.value = names.collect_vec().join(",");
        }
        let mistakes = changes.unknown(&known).into_iter();
        let mistakes =
            mistakes.map(|(said, name)| mistake::unknown_piece(said.span, name, &known)).collect_vec();
        let kept = known.iter().map(|name| changes.keeps(name)).collect_vec();
        let lost = known.iter().zip(&kept).filter(|(_, kept)| !**kept);
        let lost = lost.map(|(name, _)| (*name).to_owned()).collect_vec();
        self.diagnostics.extend(mistakes);
        let span = changes.only.iter().chain(&changes.without).next().map(|said| said.span);
        if let Some(span) = span.filter(|_| !kept.contains(&true) && !has_errors(&self.diagnostics)) {
            self.report(mistake::nothing_left(span));
        }
        let mut numbers = kept.iter().scan(0, |next, &kept| {
            *next += usize::from(kept);
            Some(PieceId(next.saturating_sub(1)))
        });
        let numbers = numbers.by_ref().collect_vec();
        self.shapes.retain(|(typical, _)| kept[typical.piece.0]);
        self.shapes.iter_mut().for_each(|(typical, _)| typical.piece = numbers[typical.piece.0]);
        let mut flags = kept.iter();
        self.entries.retain(|_| *flags.next().unwrap_or(&true));
        self.forget_numbers();
        self.gone = lost;
        let mut flags = kept.iter();
        sided.retain(|_| *flags.next().unwrap_or(&true));
        if let Some(times) = changes.times {
            self.entries.iter_mut().for_each(|entry| entry.multiplicity = times.value.clone());
        }
    }

    /// How each piece may be moved: as the file says of it, as the file says of all, as its set says, as is usual.
    pub(super) fn sided(&mut self, spec: &Spec) -> Vec<Sided> {
        let said = self.said_sided(spec);
        let usual = Sided::default_for(self.lattice);
        self.entries.iter().zip(said).map(|(entry, said)| said.or(entry.sided).unwrap_or(usual)).collect()
    }

    /// What a file's own pragmas say on how each piece may be moved.
    pub(super) fn said_sided(&mut self, spec: &Spec) -> Vec<Option<Sided>> {
        let mut general = None;
        let mut special: BTreeMap<&str, (Sided, Span)> = BTreeMap::new();
        let mut mistakes = Vec::new();
        let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
        for pragma in spec.pragmas() {
            let Pragma::Sided(sided, pieces) = pragma else { continue };
            if pieces.is_empty() {
                general = Some(*sided);
            }
            for piece in pieces {
                let Some(number) = self.called(&piece.value) else {
                    mistakes.push(mistake::unknown_piece(piece.span, &piece.value, &known));
                    continue;
                };
                if known[number] != piece.value {
                    mistakes.push(mistake::other_names(piece.span, &[(&piece.value, known[number])]));
                }
                if let Some((_, first)) = special.insert(known[number], (*sided, piece.span)) {
                    let what = format!("how piece {} may be moved", piece.value);
                    mistakes.push(mistake::said_twice(piece.span, &what, first));
                }
            }
        }
        let said = known.iter().map(|name| special.get(name).map(|(sided, _)| *sided).or(general)).collect();
        self.diagnostics.extend(mistakes);
        said
    }

    /// Gives pieces the other names that a file's own pragmas say.
    pub(super) fn name(&mut self, spec: &Spec) {
        for pragma in spec.pragmas() {
            let Pragma::Also(piece, names) = pragma else { continue };
            if let Some(entry) = self.entries.iter_mut().find(|entry| entry.name == piece.value) {
                entry.also.extend(names.iter().map(|name| name.value.clone()));
            } else {
                let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
                let diagnostic = mistake::unknown_piece(piece.span, &piece.value, &known);
                self.report(diagnostic);
            }
        }
    }

    /// Gives pieces the colours that a file's own pragmas name.
    pub(super) fn paint(&mut self, spec: &Spec) {
        for pragma in spec.pragmas() {
            let Pragma::Color(piece, color) = pragma else { continue };
            if piece.value.starts_with(':') {
                self.hue(piece, color);
                continue;
            }
            if let Some(number) = self.called(&piece.value) {
                self.explain(piece, number);
                self.entries[number].color = Some(color.clone());
            } else {
                let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
                let diagnostic = mistake::unknown_piece(piece.span, &piece.value, &known);
                self.report(diagnostic);
            }
        }
    }
}
