//! Conditions that the search itself can heed, so that it never enters what it could not leave.
//!
//! A condition that every solution must meet may rule out options, or pairs of them: an option that alone makes it
//! impossible is dropped, and two that together do get a secondary item in common (TAOCP 7.2.2.1, answer 283 for tatami).
//! Solutions are looked at in the end all the same, so it is enough that nothing is ruled out that could be one.

use crate::judge::Sieve;
use crate::packing::Packing;
use polydlx_cover::{Entry, OptionId, Problem};
use polydlx_lattice::{Cell, Point, Site};
use polydlx_properties::{Comparison, Condition, Measure, Property, Term};
use std::collections::BTreeMap;

/// What conditions rule out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Narrowing {
    dropped: Vec<OptionId>,
    /// Sets of options of which at most one can be chosen.
    marks: Vec<Vec<OptionId>>,
    /// What was done, in words.
    pub(crate) report: Vec<String>,
}

/// A problem with fewer options and more items.
#[derive(Debug)]
pub(crate) struct Narrowed {
    pub(crate) problem: Problem,
    /// The options of the problem before that these are.
    pub(crate) options: Vec<OptionId>,
}

impl Narrowing {
    pub(crate) fn new(sieve: &Sieve<'_>) -> Self {
        let mut narrowing = Self::default();
        for condition in sieve.necessary() {
            let before = (narrowing.dropped.len(), narrowing.marks.len());
            narrowing.heed(sieve.packing, condition);
            let (dropped, marks) = (narrowing.dropped.len() - before.0, narrowing.marks.len() - before.1);
            let done = match (dropped, marks) {
                (0, 0) => "looked at when a solution has been found".to_owned(),
                (dropped, 0) => format!("{dropped} options are left out of the search"),
                (_, marks) => format!("{marks} secondary items in the search"),
            };
            narrowing.report.push(format!("{condition}: {done}"));
        }
        narrowing
    }

    fn heed(&mut self, packing: &Packing<'_>, condition: &Condition) {
        // Where options may place nothing, or go around, corners are not what they seem.
        let plain = packing.problem().options() == packing.placements().count() && !packing.is_edited;
        match condition {
            Condition::Flag(measure) if plain && measure.property.name == "tatami" => {
                self.marks.extend(corner_marks(packing));
            }
            Condition::Compare(Term::Measure(measure), comparison, Term::Number(number)) => {
                // The greatest value that is allowed.
                let most = match comparison {
                    Comparison::Equal | Comparison::AtMost => *number,
                    Comparison::Less => number.saturating_sub(1),
                    _ => i64::MAX,
                };
                let options = packing.problem().option_ids();
                match measure.property.name {
                    "inner" if plain && most <= 0 => {
                        self.dropped.extend(options.filter(|&o| !is_at_rim(packing, o)));
                    }
                    "cost" | "max" => {
                        let cost = |option: OptionId| i128::from(packing.problem().cost(option));
                        self.dropped.extend(options.filter(|&option| cost(option) > i128::from(most)));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The problem without what is ruled out; `whole` tells which option of the whole problem each option is.
    pub(crate) fn apply(
        &self,
        problem: &Problem,
        whole: impl Fn(OptionId) -> Option<OptionId>,
    ) -> Option<Narrowed> {
        if self.dropped.is_empty() && self.marks.is_empty() {
            return None;
        }
        let mut builder = problem.without_options();
        let mut of_option: BTreeMap<OptionId, Vec<Entry>> = BTreeMap::new();
        for (number, options) in self.marks.iter().enumerate() {
            // No cell and no piece has a space in its name.
            let mark = builder.secondary(&format!("mark {number}"));
            options.iter().for_each(|&option| of_option.entry(option).or_default().push(mark.into()));
        }
        let mut options = Vec::new();
        for option in problem.option_ids() {
            let of_whole = whole(option)?;
            if self.dropped.binary_search(&of_whole).is_err() {
                let marks = of_option.get(&of_whole).into_iter().flatten();
                let new = builder.option(problem.option(option).iter().chain(marks).copied());
                builder.cost(new, problem.cost(option));
                options.push(option);
            }
        }
        Some(Narrowed { problem: builder.build().ok()?, options })
    }

    /// Puts in order what `apply` looks up.
    pub(crate) fn sorted(mut self) -> Self {
        self.dropped.sort_unstable();
        self.dropped.dedup();
        self
    }
}

fn is_at_rim(packing: &Packing<'_>, option: OptionId) -> bool {
    let rim: Measure = Property::named("rim").expect("there is such a property").into();
    packing.board().view(&packing.tiling([option]), polydlx_properties::Given::default()).value(&rim) > 0
}

/// At a point where four cells meet, four pieces do if two opposite cells are the only ones there of their pieces, unless
/// one piece has the other two. Where no piece can, one of the two must not be alone.
fn corner_marks(packing: &Packing<'_>) -> Vec<Vec<OptionId>> {
    let puzzle = packing.puzzle();
    let lattice = puzzle.lattice;
    let must = |site: &&Site| site.suffix == 0 && !puzzle.is_secondary(**site);
    let mut points: BTreeMap<Point, Vec<Cell>> = BTreeMap::new();
    for site in puzzle.region.sites().iter().filter(must) {
        for corner in lattice.corners(site.cell()) {
            points.entry(corner).or_default().push(site.cell());
        }
    }
    let mut at: BTreeMap<Cell, Vec<OptionId>> = BTreeMap::new();
    for option in packing.problem().option_ids() {
        let (_, sites) = packing.sites_of(option);
        sites
            .filter(|site| site.suffix == 0)
            .for_each(|site| at.entry(site.cell()).or_default().push(option));
    }
    let list = |cell: &Cell| at.get(cell).map_or(&[][..], Vec::as_slice);
    let mut marks = Vec::new();
    for cells in points.into_values().filter(|cells| cells.len() == 4) {
        let is_neighbor = |a: &Cell, b: &Cell| lattice.neighbors(*a).any(|cell| cell == *b);
        let Some(opposite) = cells[1..].iter().position(|cell| !is_neighbor(&cells[0], cell)) else {
            continue;
        };
        let pair = [cells[0], cells[opposite + 1]];
        let rest: Vec<Cell> = cells.iter().copied().filter(|cell| !pair.contains(cell)).collect();
        let is_ring =
            pair.iter().all(|a| rest.iter().all(|b| is_neighbor(a, b))) && !is_neighbor(&rest[0], &rest[1]);
        let has = |option: &OptionId, cell: &Cell| list(cell).binary_search(option).is_ok();
        for (pair, rest) in [(&pair[..], &rest[..]), (&rest[..], &pair[..])] {
            let spans =
                |option: &OptionId| has(option, &rest[1]) && !pair.iter().any(|cell| has(option, cell));
            if is_ring && !list(&rest[0]).iter().any(spans) {
                let alone = |cell: &Cell| {
                    let others: Vec<Cell> = cells.iter().copied().filter(|other| other != cell).collect();
                    let only = list(cell).iter().copied();
                    only.filter(move |option| !others.iter().any(|other| has(option, other)))
                        .collect::<Vec<_>>()
                };
                marks.push(pair.iter().flat_map(alone).collect());
                break;
            }
        }
    }
    marks
}
