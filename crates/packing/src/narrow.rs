//! Conditions that the search itself can heed, so that it never enters what it could not leave.
//!
//! A condition that every solution must meet may rule out options, or pairs of them: an option that alone makes it
//! impossible is dropped, and two that together do get a secondary item in common (TAOCP 7.2.2.1, answer 283 for tatami).
//! Of some options one must be chosen, or not too many: those get an item with bounds, if the problem has such items anyway.
//! Solutions are looked at in the end all the same, so it is enough that nothing is ruled out that could be one.
//!
//! | condition | what the search has |
//! |---|---|
//! | `tatami`, `crossings = 0` | a secondary item for each point where four cells meet |
//! | `crossroads = 0` | the same, with more options; those that make a crossing alone are left out |
//! | `faultfree`, `faults = 0` | of the options that cut a line, one must be chosen |
//! | `inner <= n`, `rim >= n`, `border >= n` | options inside are left out, or have an item in common |
//! | `neighbors A B`, or not | a secondary item for each placement of one with those of the other that it rules out |
//! | `maximal` | for each placement that could be added, one of those that are in its way must be chosen |
//! | `cost <= n`, `max <= n` | options that cost more are left out; with `--best`, the cutoff of the search (`score.rs`); a sweep counts the solutions of each cost instead |
//!
//! Two others could be heeded in part, but that does not pay.
//!
//! *Holes*: alone, only a piece that has a hole encloses cells; usually several pieces do, as many as lie around the hole. To
//! be no hole, a group of empty cells must be connected with what is outside: not a matter of pairs of options, but of ways
//! through cells that no option covers. Those ways would have to be options of their own, which place nothing and say for each
//! empty cell which neighbour is nearer to the outside, with one colour for each distance; and only the first of all such ways
//! could be allowed, or solutions would be counted several times. What can be said with bounds is that an empty cell has an
//! empty neighbour or is at the rim, if to stay empty is an option of each cell. Of the 39,232 ways to put P, U, V and W into
//! 5×6 cells that leaves 15,660, of which 8,924 have no hole; but engine `sets` takes 97 ms to find them, and 11 ms to find
//! all; to look at all of these takes 80 ms. So nothing is won.
//!
//! *Strong*: two options that can be swapped for better ones may not be chosen together. For each option and each piece that
//! is used once, those of its options with which it can be swapped so make one secondary item: 2900 of them in a 6×10 box
//! (Knuth has 2804 pairs, and needs 4.26 gigamems for the 1523 strong packings, but 4.11 for all 2339; answer 278), 1115 in
//! Scott's, 1670 for the Soma cube. Rows of engine `bits` have room for 512. Engine `sets` finds the strong ones in 0.6
//! (Soma) to 0.9 (6×10) of the time that it takes for all, but for all it takes several times as long as `bits` does. So they
//! are looked at in the end, with a table of pairs (`swap.rs`).
//!
//! Colourings, symmetries and gravity are matters of the whole packing.

use crate::judge::Sieve;
use crate::packing::Packing;
use polydlx_cover::{Bounds, Entry, OptionId, Problem};
use polydlx_lattice::{Cell, Piece, PieceId, Site};
use polydlx_properties::{Argument, Comparison, Condition, Given, Measure, Needs, Property, Term};
use std::collections::{BTreeMap, BTreeSet};

/// What conditions rule out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Narrowing {
    dropped: Vec<OptionId>,
    /// Sets of options of which at most one can be chosen.
    marks: Vec<Vec<OptionId>>,
    /// Sets of options of which so many must be chosen.
    bounded: Vec<(Bounds, Vec<OptionId>)>,
    /// Sets of options of which at least one must be chosen, and whether nothing else is asked for.
    pub(crate) needed: Vec<Vec<OptionId>>,
    pub(crate) is_exact: bool,
    /// What was done, in words.
    pub(crate) report: Vec<String>,
}

/// What is done with a condition that the search cannot heed.
const AFTERWARDS: &str = "looked at when a solution has been found";

/// A problem with fewer options and more items.
#[derive(Debug)]
pub(crate) struct Narrowed {
    pub(crate) problem: Problem,
    /// The options of the problem before that these are.
    pub(crate) options: Vec<OptionId>,
}

impl Narrowing {
    pub(crate) fn new(sieve: &Sieve<'_>) -> Self {
        let mut narrowing = Self { is_exact: true, ..Self::default() };
        for (condition, is_necessary) in sieve.parts() {
            if !is_necessary {
                narrowing.is_exact = false;
                narrowing.report.push(format!("{condition}: {AFTERWARDS}, at all its images"));
                continue;
            }
            let sizes =
                |narrowing: &Self| [narrowing.dropped.len(), narrowing.marks.len(), narrowing.bounded.len()];
            let before = sizes(&narrowing);
            let needed = narrowing.needed.len();
            narrowing.heed_costs(sieve.subject.problem(), condition);
            if let Some(packing) = sieve.subject.packing() {
                narrowing.heed(packing, condition);
            }
            narrowing.is_exact &= narrowing.needed.len() > needed;
            let after = sizes(&narrowing);
            let things = [
                ["option is left out of", "options are left out of"],
                ["secondary item in", "secondary items in"],
                ["item with bounds in", "items with bounds in"],
            ];
            let tell = |at: usize| {
                let number = after[at] - before[at];
                (number > 0).then(|| format!("{number} {} the search", things[at][usize::from(number > 1)]))
            };
            let done: Vec<String> = (0..3).filter_map(tell).collect();
            let done = match done.as_slice() {
                [] => AFTERWARDS.to_owned(),
                done => done.join(", "),
            };
            narrowing.report.push(format!("{condition}: {done}"));
        }
        narrowing
    }

    fn heed(&mut self, packing: &Packing<'_>, condition: &Condition) {
        // Where options may place nothing, corners are not what they seem.
        let plain = packing.problem().options() == packing.placements().count() && !packing.is_edited;
        match condition {
            Condition::Flag(measure) => self.heed_flag(packing, plain, measure, true),
            Condition::Not(condition) => {
                if let Condition::Flag(measure) = condition.as_ref() {
                    self.heed_flag(packing, plain, measure, false);
                }
            }
            Condition::Compare(Term::Measure(measure), comparison, Term::Number(number)) => {
                let (least, most) = allowed(*comparison, *number);
                match measure.property.name {
                    "crossings" if plain && most <= 0 => self.marks.extend(corner_marks(packing)),
                    "crossroads" if plain && most <= 0 => self.heed_crossroads(packing),
                    "faults" if plain && most <= 0 => self.heed_lines(packing),
                    "inner" if plain => self.heed_inner(packing, "rim", most),
                    // If all pieces are used, what is not at the rim is inside.
                    name @ ("rim" | "border") if plain && let Some(pieces) = pieces_used(packing) => {
                        self.heed_inner(packing, name, pieces.saturating_sub(least));
                    }
                    "pieces" if plain => self.heed_pieces(packing, most),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// What costs more than all together may cost is left out.
    fn heed_costs(&mut self, problem: &Problem, condition: &Condition) {
        let Condition::Compare(Term::Measure(measure), comparison, Term::Number(number)) = condition else {
            return;
        };
        if measure.property.needs == Needs::Costs {
            let (_, most) = allowed(*comparison, *number);
            let is_too_dear = |option: &OptionId| i128::from(problem.cost(*option)) > i128::from(most);
            self.dropped.extend(problem.option_ids().filter(is_too_dear));
        }
    }

    fn heed_flag(&mut self, packing: &Packing<'_>, plain: bool, measure: &Measure, wanted: bool) {
        match (measure.property.name, &measure.argument) {
            ("tatami", _) if plain && wanted => self.marks.extend(corner_marks(packing)),
            ("faultfree", _) if plain && wanted => self.heed_lines(packing),
            ("maximal", _) if plain && wanted => self.heed_room(packing),
            ("inside", Argument::Pieces(names)) if plain => self.heed_inside(packing, names, wanted),
            ("neighbors", Argument::Pieces(names)) if plain => {
                self.marks.extend(neighbor_marks(packing, names, wanted));
            }
            _ => {}
        }
    }

    /// Every line must be cut by a piece.
    fn heed_lines(&mut self, packing: &Packing<'_>) {
        let puzzle = packing.puzzle();
        if puzzle.region.sites().iter().any(|&site| site.suffix == 0 && puzzle.is_secondary(site)) {
            return;
        }
        let board = packing.board();
        for line in board.lines() {
            let cuts = |&option: &OptionId| {
                let (_, sites) = packing.sites_of(option);
                board.cuts(line, sites.filter(|site| site.suffix == 0).map(Site::cell))
            };
            let cutting: Vec<OptionId> = packing.problem().option_ids().filter(cuts).collect();
            self.at_least_one(packing, cutting);
        }
    }

    /// No piece can be added: for each option, it or something that is in its way must be chosen ("second death", TAOCP
    /// 7.2.2.1, exercise 19). Copies of a piece may be used up, so nothing is said of pieces with several.
    fn heed_room(&mut self, packing: &Packing<'_>) {
        let pieces = &packing.puzzle().pieces;
        let mut at: BTreeMap<Site, Vec<OptionId>> = BTreeMap::new();
        let mut of: BTreeMap<PieceId, Vec<OptionId>> = BTreeMap::new();
        for option in packing.problem().option_ids() {
            let (piece, sites) = packing.sites_of(option);
            // Colours that agree are in nobody's way, but who asks for one more asks for less.
            sites.for_each(|site| at.entry(site.uncolored()).or_default().push(option));
            of.entry(piece).or_default().push(option);
        }
        let (mut sets, mut size) = (Vec::new(), 0);
        for option in packing.problem().option_ids() {
            let (piece, sites) = packing.sites_of(option);
            let Piece { bounds, .. } = &pieces[piece.0];
            if bounds.high > 1 || bounds.low > 0 {
                continue;
            }
            let mut in_the_way: Vec<OptionId> =
                sites.flat_map(|site| &at[&site.uncolored()]).chain(&of[&piece]).copied().collect();
            in_the_way.sort_unstable();
            in_the_way.dedup();
            size += in_the_way.len();
            if size > PAIRS {
                return;
            }
            sets.push((Bounds { low: 1, high: in_the_way.len() as u32 }, in_the_way));
        }
        self.bounded.extend(sets);
    }

    /// At no point, four sides between pieces meet.
    fn heed_crossroads(&mut self, packing: &Packing<'_>) {
        let at = options_at(packing);
        let list = |cell: &Cell| at.get(cell).map_or(&[][..], Vec::as_slice);
        for [one, left, other, right] in rings(packing) {
            // Two opposite cells make four sides if their pieces have neither of the cells between them.
            let lone = |cell: &Cell| -> Vec<OptionId> {
                let has = |option: &OptionId, cell| list(cell).binary_search(option).is_ok();
                let lone = |option: &&OptionId| !has(option, &left) && !has(option, &right);
                list(cell).iter().filter(lone).copied().collect()
            };
            let [ours, theirs] = [lone(&one), lone(&other)];
            let (both, ours): (Vec<OptionId>, _) =
                ours.into_iter().partition(|option| theirs.binary_search(option).is_ok());
            let theirs = theirs.into_iter().filter(|option| both.binary_search(option).is_err());
            self.marks.push(ours.into_iter().chain(theirs).collect());
            self.dropped.extend(both);
        }
    }

    /// At most so many pieces are inside, away from the rim or the border.
    fn heed_inner(&mut self, packing: &Packing<'_>, rim: &str, most: i64) {
        let is_inner = is_away_from(packing, rim);
        let options = packing.problem().option_ids();
        let inner: Vec<OptionId> = options.filter(|&option| is_inner(option)).collect();
        match most {
            ..=0 => self.dropped.extend(inner),
            1 => self.marks.push(inner),
            _ if has_bounds(packing) && most < inner.len() as i64 => {
                self.bounded.push((Bounds { low: 0, high: most as u32 }, inner));
            }
            _ => {}
        }
    }

    /// At most so many pieces are used.
    fn heed_pieces(&mut self, packing: &Packing<'_>, most: i64) {
        let pieces = &packing.puzzle().pieces;
        let options = packing.problem().option_ids();
        let spare = most - pieces.iter().map(|piece| i64::from(piece.bounds.low)).sum::<i64>();
        if spare <= 0 {
            // Others than those that must be used cannot be.
            let may = |&option: &OptionId| pieces[packing.sites_of(option).0.0].bounds.low == 0;
            self.dropped.extend(options.filter(may));
        } else if has_bounds(packing) && most < packing.problem().options() as i64 {
            self.bounded.push((Bounds { low: 0, high: most as u32 }, options.collect()));
        }
    }

    /// A piece is inside, or is not.
    fn heed_inside(&mut self, packing: &Packing<'_>, names: &[String], wanted: bool) {
        let pieces = &packing.puzzle().pieces;
        let is_meant = |&option: &OptionId| {
            let piece = &pieces[packing.sites_of(option).0.0];
            // Of several copies one may be inside, if not all are.
            names.contains(&piece.name) && (wanted || piece.bounds.high == 1)
        };
        let is_inner = is_away_from(packing, "rim");
        let options = packing.problem().option_ids().filter(is_meant);
        self.dropped.extend(options.filter(|&option| is_inner(option) != wanted));
    }

    fn at_least_one(&mut self, packing: &Packing<'_>, options: Vec<OptionId>) {
        if options.is_empty() {
            self.dropped.extend(packing.problem().option_ids());
        } else if has_bounds(packing) {
            self.bounded.push((Bounds { low: 1, high: options.len() as u32 }, options.clone()));
        }
        self.needed.push(options);
    }

    /// The problem without what is ruled out; `whole` tells which option of the whole problem each option is.
    pub(crate) fn apply(
        &self,
        problem: &Problem,
        whole: impl Fn(OptionId) -> Option<OptionId>,
    ) -> Option<Narrowed> {
        if self.dropped.is_empty() && self.marks.is_empty() && self.bounded.is_empty() {
            return None;
        }
        let mut builder = problem.without_options();
        let mut of_option: BTreeMap<OptionId, Vec<Entry>> = BTreeMap::new();
        for (number, options) in self.marks.iter().enumerate() {
            // No cell and no piece has a space in its name.
            let mark = builder.secondary(&format!("mark {number}"));
            options.iter().for_each(|&option| of_option.entry(option).or_default().push(mark.into()));
        }
        for (number, (bounds, options)) in self.bounded.iter().enumerate() {
            let item = builder.primary(&format!("bound {number}"), *bounds);
            options.iter().for_each(|&option| of_option.entry(option).or_default().push(item.into()));
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

/// The least and the greatest value that is allowed.
fn allowed(comparison: Comparison, number: i64) -> (i64, i64) {
    match comparison {
        Comparison::Equal => (number, number),
        Comparison::AtMost => (i64::MIN, number),
        Comparison::Less => (i64::MIN, number.saturating_sub(1)),
        Comparison::AtLeast => (number, i64::MAX),
        Comparison::More => (number.saturating_add(1), i64::MAX),
        Comparison::Differs => (i64::MIN, i64::MAX),
    }
}

/// Whether the search counts how often items are covered anyway. If not, to make it count costs more than it saves.
pub(crate) fn has_bounds(packing: &Packing<'_>) -> bool {
    packing.lean_problem().has_multiplicities()
}

/// How many pieces every solution has, if that is known.
fn pieces_used(packing: &Packing<'_>) -> Option<i64> {
    let used =
        |piece: &Piece| (piece.bounds.low == piece.bounds.high).then_some(i64::from(piece.bounds.high));
    packing.puzzle().pieces.iter().map(used).sum()
}

/// So many pairs of placements are looked at in a moment.
const PAIRS: usize = 1 << 21;

/// For each placement of a piece, those of another beside which it must not lie: because they touch, or because they do not.
/// Neither is used twice, so that of all these at most one is chosen.
fn neighbor_marks(packing: &Packing<'_>, names: &[String], wanted: bool) -> Vec<Vec<OptionId>> {
    let puzzle = packing.puzzle();
    let find = |name: &String| {
        let piece = puzzle.pieces.iter().position(|piece| piece.name == *name)?;
        (puzzle.pieces[piece].bounds.high == 1).then_some(PieceId(piece))
    };
    let [first, second] = names else { return Vec::new() };
    let [Some(one), Some(other)] = [find(first), find(second)] else { return Vec::new() };
    let of = |piece: PieceId| -> Vec<(OptionId, Vec<Cell>)> {
        let own = packing.problem().option_ids().filter(|&option| packing.sites_of(option).0 == piece);
        let cells = |option: OptionId| {
            let sites = packing.sites_of(option).1.filter(|site| site.suffix == 0);
            (option, sites.map(Site::cell).collect())
        };
        own.map(cells).collect()
    };
    let (mut one, mut other) = (of(one), of(other));
    if one.len() > other.len() {
        std::mem::swap(&mut one, &mut other);
    }
    if one.len() * other.len() > PAIRS || first == second {
        return Vec::new();
    }
    let beside = packing.board().beside();
    let mark = |(option, cells): &(OptionId, Vec<Cell>)| {
        let beside: BTreeSet<Cell> =
            cells.iter().filter_map(|cell| beside.get(cell)).flatten().copied().collect();
        let far = other.iter().filter(|(_, cells)| cells.iter().any(|cell| beside.contains(cell)) != wanted);
        [*option].into_iter().chain(far.map(|(option, _)| *option)).collect()
    };
    one.iter().map(mark).filter(|mark: &Vec<OptionId>| mark.len() > 1).collect()
}

/// Tells which options have no side on the rim, or on the border. There is one board for all: to make one for each took ten
/// times as long as the search that was saved.
fn is_away_from<'p>(packing: &'p Packing<'_>, rim: &str) -> impl Fn(OptionId) -> bool + use<'p> {
    let rim: Measure = Property::named(rim).expect("there is such a property").into();
    let board = packing.board();
    move |option| board.view(&packing.tiling([option]), Given::default()).value(&rim) == 0
}

/// At a point where four cells meet, four pieces do if two opposite cells are the only ones there of their pieces, unless
/// one piece has the other two. Where no piece can, one of the two must not be alone.
fn corner_marks(packing: &Packing<'_>) -> Vec<Vec<OptionId>> {
    let at = options_at(packing);
    let list = |cell: &Cell| at.get(cell).map_or(&[][..], Vec::as_slice);
    let has = |option: &OptionId, cell: &Cell| list(cell).binary_search(option).is_ok();
    let mut marks = Vec::new();
    for cells in rings(packing) {
        let [one, left, other, right] = cells;
        for (pair, rest) in [([one, other], [left, right]), ([left, right], [one, other])] {
            let spans =
                |option: &OptionId| has(option, &rest[1]) && !pair.iter().any(|cell| has(option, cell));
            if !list(&rest[0]).iter().any(spans) {
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

/// The options that have each cell, in order.
fn options_at(packing: &Packing<'_>) -> BTreeMap<Cell, Vec<OptionId>> {
    let mut at: BTreeMap<Cell, Vec<OptionId>> = BTreeMap::new();
    for option in packing.problem().option_ids() {
        let (_, sites) = packing.sites_of(option);
        sites
            .filter(|site| site.suffix == 0)
            .for_each(|site| at.entry(site.cell()).or_default().push(option));
    }
    at
}

/// Four cells around each point where four meet, if all of them must be covered: each is a neighbour of the next.
fn rings(packing: &Packing<'_>) -> Vec<[Cell; 4]> {
    let must = |cell: &Cell| !packing.puzzle().is_secondary(cell.site());
    let rings = packing.board().rings().into_iter();
    rings.filter(|ring| ring.iter().all(must)).collect()
}
