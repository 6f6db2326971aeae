//! What work costs: the one place that knows prices, and compares them.
//!
//! Prices are nanoseconds on the machine on which they were measured; only their ratios matter.
//! `cargo xtask bench --prices` measures them anew, and `cargo xtask bench --auto` shows how good the choices are.

use polydlx_cover::{Allowance, Config, Engine, Monitor, Problem, Search, Stopped, Turn, Walk, engine_used};

/// Work of less than this is begun without thinking: two milliseconds.
pub(crate) const MOMENT: f64 = 2e6;

/// After this part of it a glance is over, if what was seen is such a small part of the search that all of it would take
/// so many moments.
const GLIMPSE: f64 = MOMENT / 8.0;
const FAR: f64 = 4.0;
/// What has taken a moment goes on if all of it will take so many, as it seems.
const NEAR: f64 = 2.0;

/// What a sweep may cost before anything is known of the search: some times what it costs to guess, because
/// what is told so early is often too much.
pub(crate) const EARLY: f64 = 2e7;

/// A way from one shape of a sweep to another, dead ends included: to be found, and to be asked whether it leads anywhere.
const WAY: f64 = 145.0;
/// The same way when states go along, and each of them: to be looked at, sorted and merged.
const PASS: f64 = 45.0;
const STATE: f64 = 8.6;

/// A node of a search with engine bits, and a word of a row that it looks at.
const BITS_NODE: f64 = 34.0;
const BITS_WORD: f64 = 0.115;
/// A node of a search with engine sets, and what it counts down.
const SETS_NODE: f64 = 75.0;
const SETS_UPDATE: f64 = 1.55;
/// A node of a search with engine links, and an update of its lists.
const LINKS_NODE: f64 = 31.0;
const LINKS_UPDATE: f64 = 4.1;

/// A search of this price looks ahead near its root. In shorter ones too many nodes are near the root.
pub(crate) const AHEAD: f64 = 3e8;

/// Making a case, for each entry of its problem.
const CASE_ENTRY: f64 = 15.0;
/// All that is done until a search through cases can begin, likewise.
const PLAN_ENTRY: f64 = 400.0;
/// Making the problem of the solutions that a symmetry leaves as they are, likewise; and a glance at it.
const INVARIANT_ENTRY: f64 = 200.0;
const INVARIANT: f64 = MOMENT / 4.0;

/// Looking for options that no solution has: for each entry, and for each word that says which options an item has.
const PRUNE_ENTRY: f64 = 200.0;
const PRUNE_WORD: f64 = 0.1;

/// Nodes near the root, where a random descent spends its time, cost so much more than others.
const DESCENT: f64 = 32.0;
/// The part of a search that may be spent on guessing its size, and the most that is ever worth it: if the search takes
/// longer than a second, it hardly matters by how much.
const GUESSING: f64 = 1.0 / 40.0;
const MOST_GUESSING: f64 = 4e7;
/// Whatever it is, work of this price is worth guessing the size of a search.
pub(crate) const LOOK_WORTH: f64 = MOST_GUESSING / GUESSING;
/// Random descents miss what is rare and large: as a rule, they find too little, and the more so the less they agree. A search
/// that is taken for cheaper than a sweep by mistake may cost thirty times as much, a sweep taken by mistake twice as much.
/// So what counts is the mean and so many standard errors: twice the mean, as a rule, when a hundred descents are made.
///
/// Walking some subtrees instead, drawn at a level that has hundreds of them, was no better at the same price.
const ERRORS: f64 = 3.0;
/// Random descents at least and at most. With a few dozen, a tree of four million nodes was guessed to have two thousand;
/// but if so few find so many times more than enough, there is enough.
const FEWEST: u64 = 25;
const TIMES_ENOUGH: f64 = 1000.0;
const FEW: u64 = 100;
const MANY: u64 = 6000;

/// The size of a search with so many nodes and so much work of its engine.
pub(crate) fn size(problem: &Problem, config: &Config) -> impl Fn(f64, f64) -> Size {
    let (node, unit) = match engine_used(problem, config) {
        Engine::Bits => (BITS_NODE, BITS_WORD),
        Engine::Sets => (SETS_NODE, SETS_UPDATE),
        _ => (LINKS_NODE, LINKS_UPDATE),
    };
    move |nodes, work| Size { nodes, price: node * nodes + unit * work, is_rough: false }
}

/// A sweep that may cost so much.
pub(crate) fn allow(budget: f64) -> Allowance {
    Allowance { budget, way: WAY, pass: PASS, state: STATE }
}

/// The price of a case beside its search: its problem, with so many entries, and its tree are made.
pub(crate) fn case(entries: usize) -> f64 {
    CASE_ENTRY * entries as f64
}

/// The price of planning a search: cases are looked for, made, and made smaller.
pub(crate) fn planning(problem: &Problem) -> f64 {
    PLAN_ENTRY * problem.entries() as f64
}

/// The price of so many problems of the solutions that symmetries leave as they are.
pub(crate) fn invariants(problem: &Problem, number: usize) -> f64 {
    (INVARIANT_ENTRY * problem.entries() as f64 + INVARIANT) * number as f64
}

/// The price of looking for options that no solution has, about.
pub(crate) fn pruning(problem: &Problem) -> f64 {
    let words = problem.options() as f64 / 64.0;
    let excluding = problem.options() as f64 * problem.items() as f64 * words;
    PRUNE_ENTRY * problem.entries() as f64 + PRUNE_WORD * excluding
}

/// How much cheaper a search becomes by so many symmetries, as a rule: not as many times, because it is not split evenly.
pub(crate) fn gain(symmetries: usize) -> f64 {
    (symmetries as f64).powf(0.9)
}

/// What is at stake must be so many times what it costs to plan a search, to look closer than a guess.
pub(crate) const CLOSER: f64 = 6.0;

/// What it costs to guess, at least.
pub(crate) const GUESS: f64 = 5e6;

/// The size of a search, by guess, or exactly if it is small.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Size {
    pub(crate) nodes: f64,
    pub(crate) price: f64,
    /// It may be many times less, but was so much more than enough that nobody has looked closer.
    pub(crate) is_rough: bool,
}

impl Size {
    /// The size of something of which nobody knows how large it is.
    pub(crate) const UNKNOWN: Self = Self { nodes: f64::INFINITY, price: f64::INFINITY, is_rough: false };

    /// The size of a search that is over in a moment; none of others.
    pub(crate) fn glance(
        problem: &Problem,
        config: &Config,
        monitor: &Monitor,
    ) -> Result<Option<Self>, Stopped> {
        let size = size(problem, config);
        let mut walk = Walk::new(problem, config);
        loop {
            monitor.go_on()?;
            let turn = walk.step(64);
            let size = size(walk.nodes() as f64, walk.work() as f64);
            match turn {
                Turn::End => return Ok(Some(size)),
                // Near the beginning of a walk nobody knows how far it is, but it is known when it is very far; or near the end.
                _ if size.price > GLIMPSE && size.price > FAR * MOMENT * walk.done() => return Ok(None),
                _ if size.price > MOMENT && size.price > NEAR * MOMENT * walk.done() => return Ok(None),
                _ => {}
            }
        }
    }

    /// Guesses the size of a search that is not over in a moment, by random descents; what that costs is a small part of
    /// the search, and at most `budget` beside the least number of descents; it ends when the price is `enough` for sure.
    pub(crate) fn guess(
        problem: &Problem,
        config: &Config,
        monitor: &Monitor,
        (budget, enough): (f64, f64),
    ) -> Result<Self, Stopped> {
        let size = size(problem, config);
        let descents = Search::with(problem, config).monitor(monitor);
        let (mut trials, mut seed) = (FEWEST, 1);
        let (mut made, mut nodes, mut work, mut variance) = (0.0, 0.0, 0.0, 0.0);
        loop {
            let guess = descents.estimate(trials, seed);
            monitor.go_on()?;
            let weight = guess.trials as f64;
            made += weight;
            nodes += guess.nodes.mean * weight;
            work += guess.work * weight;
            variance += (guess.nodes.error * weight).powi(2);
            let seen = size(nodes / made, work / made);
            let missed = 1.0 + ERRORS * variance.sqrt() / nodes;
            let price = MOMENT.max(missed * seen.price);
            let next = 2.0 * guess.visited as f64 * DESCENT * seen.price / seen.nodes;
            let is_much = made >= FEW as f64;
            let is_sure =
                is_much && (next > (price * GUESSING).min(MOST_GUESSING).min(budget) || made >= MANY as f64);
            let is_enough = is_much && price > 4.0 * enough || price > TIMES_ENOUGH * enough;
            if is_sure || is_enough {
                return Ok(Self { nodes: missed * seen.nodes, price, is_rough: !is_sure });
            }
            (trials, seed) = (FEW.max(2 * trials), seed + 1);
        }
    }

    /// Either of them.
    pub(crate) fn of(problem: &Problem, config: &Config, monitor: &Monitor) -> Result<Self, Stopped> {
        Self::of_some(problem, config, monitor, f64::INFINITY)
    }

    /// The same, if it does not matter how much more it is than `enough`.
    pub(crate) fn of_some(
        problem: &Problem,
        config: &Config,
        monitor: &Monitor,
        enough: f64,
    ) -> Result<Self, Stopped> {
        match Self::glance(problem, config, monitor)? {
            Some(size) => Ok(size),
            None => Self::guess(problem, config, monitor, (f64::INFINITY, enough)),
        }
    }
}
