//! Pieces from sets, and all polyforms of a size.

use super::{Entry, Loader, Missing};
use crate::mistake;
use crate::parse::parse_with;
use crate::syntax::{Pragma, Spanned, Spec, Use};
use itertools::Itertools;
use polydlx_diagnostic::{Span, has_errors};
use polydlx_lattice::{Bounds, Lattice, PieceId, Shape, Sided, Typical, look_for_polyforms};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

impl Loader<'_> {
    pub(super) fn use_set(&mut self, wanted: &Use, path: &mut Vec<String>) {
        let (name, span) = (&wanted.set.value, wanted.set.span);
        let found = match self.sets.find(name, &self.sources[span.source].name) {
            Ok(found) => found,
            Err(Missing::Unreadable(why)) => return self.report(mistake::unreadable_set(span, name, &why)),
            Err(Missing::Unfit(why)) => return self.report(mistake::unfit_set(span, name, &why)),
            Err(Missing::Unknown) => {
                let names = self.sets.names();
                return self.report(mistake::unknown_set(span, name, &names));
            }
        };
        self.uses += 1;
        let most = MOST_USES.saturating_mul(self.sets.leeway());
        if path.len() >= MOST_DEEP || self.uses > most {
            // Said once; then no set is followed any more.
            if self.uses <= most.saturating_add(1) {
                self.report(mistake::too_many_sets(span, MOST_DEEP, most));
            }
            self.uses = most.saturating_add(1);
            return;
        }
        if path.contains(&found.name) || found.name == self.sources[0].name {
            return self.report(mistake::set_uses_itself(span, name));
        }
        // Each file is read once, however often it is used.
        let known = self.parsed.iter().position(|(source, ..)| self.sources[*source].name == found.name);
        path.push(found.name.clone());
        let is_foreign = self.sets.is_foreign(name, &self.sources[span.source].name);
        let at = known.unwrap_or_else(|| {
            let source = self.sources.len();
            let own = super::lattice::find(&found, source, source + 1, self.sets);
            let (spec, mut diagnostics) = parse_with(source, &found.text, None, &own.own);
            diagnostics.extend(own.diagnostics);
            self.sources.push(found);
            self.sources.extend(own.sources);
            let errors = has_errors(&diagnostics);
            if errors && is_foreign {
                // What stands in files of others is nobody's business.
                self.diagnostics.push(mistake::foreign_set(span, name));
            } else {
                self.diagnostics.extend(diagnostics);
            }
            self.parsed.push((source, spec, errors));
            self.parsed.len() - 1
        });
        let (_, spec, errors) = self.parsed[at].clone();
        if let Some(spec) = spec.filter(|_| !errors) {
            if !spec.is_set() {
                self.report(mistake::not_a_set(span, name));
            } else if spec.lattice != self.lattice {
                self.report(mistake::set_lattice(span, name, spec.lattice, self.lattice));
            } else {
                self.take_from(&spec, wanted, path);
            }
        }
        path.pop();
    }

    /// Brings in the pieces of a set that are wanted, as if its lines stood here.
    pub(super) fn take_from(&mut self, spec: &Spec, wanted: &Use, path: &mut Vec<String>) {
        let before = self.put_away();
        self.check_repetitions(spec);
        self.pieces(spec, path);
        self.mirror(spec);
        self.name(spec);
        let sided = self.said_sided(spec);
        for (entry, sided) in self.entries.iter_mut().zip(sided) {
            entry.sided = sided.or(entry.sided);
        }
        self.paint(spec);
        self.take_wanted(wanted, before);
    }

    /// Brings in all polyforms of a size that are wanted. Those are the same that may be moved onto each other.
    pub(super) fn use_size(&mut self, spec: &Spec, size: &str, wanted: &Use) {
        let general = spec.pragmas().find_map(|pragma| match pragma {
            Pragma::Sided(sided, pieces) if pieces.is_empty() => Some(*sided),
            _ => None,
        });
        let sided = general.unwrap_or(Sided::default_for(self.lattice));
        let number = size.parse().unwrap_or(1);
        let mut shapes = Vec::new();
        let leeway = self.sets.leeway();
        let left = MOST_LOOKS.saturating_mul(leeway as u64).saturating_sub(self.looks);
        let most = MOST_POLYFORMS.saturating_mul(leeway);
        let looks = look(self.lattice, number, sided, left, |shape| {
            shapes.push(shape);
            if shapes.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.looks += looks.unwrap_or(left);
        if looks.is_none() {
            return self.report(mistake::too_many_polyforms(wanted.set.span));
        }
        shapes.sort_unstable();
        let before = self.put_away();
        let span = wanted.set.span;
        for (number, shape) in shapes.into_iter().enumerate() {
            self.entries.push(Entry {
                name: format!("{size}-{}", number + 1),
                multiplicity: Bounds::ONCE.into(),
                sided: None,
                color: None,
                also: Vec::new(),
                span,
                multiplicity_span: span,
                from_set: true,
            });
            self.shapes.push((Typical { piece: PieceId(number), shape }, span));
        }
        self.take_wanted(wanted, before);
    }

    /// Of all pieces that there are now, keeps those that are wanted, behind those that were there before.
    pub(super) fn take_wanted(&mut self, wanted: &Use, before: (Vec<Entry>, Vec<(Typical, Span)>)) {
        let (entries, shapes) = self.put_away();
        (self.entries, self.shapes) = before;
        let mut holds = vec![true; entries.len()];
        for (typical, _) in shapes.iter().filter(|_| !wanted.condition.is_empty()) {
            holds[typical.piece.0] &= wanted.condition.holds(self.lattice, &typical.shape);
        }

        let names = entries.iter().map(|entry| entry.name.as_str()).collect_vec();
        // By their own names first, then by others.
        let real = |word: &Spanned<String>| {
            let other = || entries.iter().find(|entry| entry.also.contains(&word.value));
            let own = names.contains(&word.value.as_str()).then(|| word.value.clone());
            own.or_else(|| other().map(|entry| entry.name.clone()))
        };
        let asked = wanted.only.iter().chain(&wanted.except);
        let unknown = asked.filter(|word| real(word).is_none());
        let mistakes =
            unknown.map(|name| mistake::unknown_piece(name.span, &name.value, &names)).collect_vec();
        let all_known = mistakes.is_empty();
        self.diagnostics.extend(mistakes);
        let asked = wanted.only.iter().chain(&wanted.except);
        let others =
            asked.filter_map(|word| Some((word, real(word)?))).filter(|(word, name)| word.value != *name);
        let others = others.collect_vec();
        if let Some((first, _)) = others.first() {
            let pairs = others.iter().map(|(word, name)| (word.value.as_str(), name.as_str())).collect_vec();
            self.diagnostics.push(mistake::other_names(first.span, &pairs));
        }
        let [only, except] =
            [&wanted.only, &wanted.except].map(|list| list.iter().filter_map(real).collect_vec());
        let take = |name: &String| (wanted.only.is_empty() || only.contains(name)) && !except.contains(name);
        let taken = entries.iter().map(|entry| take(&entry.name)).collect_vec();
        let mut numbers = BTreeMap::new();
        let known: BTreeMap<String, Span> =
            self.entries.iter().map(|entry| (entry.name.clone(), entry.span)).collect();
        for (old, entry) in entries.into_iter().enumerate().filter(|(old, _)| holds[*old] && taken[*old]) {
            if let Some(&first) = known.get(&entry.name) {
                self.report(mistake::name_in_use(wanted.set.span, &entry.name, first));
                continue;
            }
            numbers.insert(PieceId(old), PieceId(self.entries.len()));
            let multiplicity = wanted.times.as_ref().map_or(entry.multiplicity, |times| times.value.clone());
            let span = wanted.set.span;
            self.entries.push(Entry { multiplicity, span, multiplicity_span: span, from_set: true, ..entry });
        }
        if numbers.is_empty() && all_known && !has_errors(&self.diagnostics) {
            self.report(mistake::nothing_used(wanted.set.span, &wanted.set.value));
        }
        for (typical, span) in shapes {
            if let Some(&piece) = numbers.get(&typical.piece) {
                self.shapes.push((Typical { piece, ..typical }, span));
            }
        }
    }
}

/// How many sets may use each other in turn.
const MOST_DEEP: usize = 16;

/// How many `use` lines may be followed.
const MOST_USES: usize = 500;

/// So many polyforms a line `use size` brings in, and no more.
const MOST_POLYFORMS: usize = 100_000;

/// So many shapes all such lines of a file look at, to find those: a second or two.
const MOST_LOOKS: u64 = 600_000;

/// So many cells polyforms have at most, as those of `polydlx pieces`.
const LARGEST: usize = 62;

/// Calls `visit` with all polyforms of a size, and says how many shapes had to be looked at for this; none if that would be
/// more than `most`, or if `visit` breaks.
fn look(
    lattice: Lattice,
    size: usize,
    sided: Sided,
    most: u64,
    visit: impl FnMut(Shape) -> ControlFlow<()>,
) -> Option<u64> {
    // Pieces of units are grown level by level, and each shape is compared with all its images.
    let price = if lattice.units().is_empty() { 1 } else { 4 };
    let mut looks = 0;
    let at_most = |looks: &mut u64| {
        *looks += price;
        if *looks > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    if size > LARGEST {
        return None;
    }
    // From one size to the next the number of shapes grows by more than from 4 to 5, so that it is known at once if there
    // are far too many.
    if size > 5 {
        let counts = [4, 5].map(|small| {
            let mut count = 0;
            let all = look_for_polyforms(
                lattice,
                small,
                sided,
                || at_most(&mut count),
                |_| ControlFlow::Continue(()),
            );
            all.is_continue().then_some(count as f64)
        });
        let [Some(four), Some(five)] = counts else { return None };
        // What is large has small parts.
        if four == 0.0 {
            return Some(0);
        }
        if five * (five / four).powi(size as i32 - 5) > most as f64 {
            return None;
        }
    }
    let found = look_for_polyforms(lattice, size, sided, || at_most(&mut looks), visit);
    found.is_continue().then_some(looks)
}
