//! What the rest will cost at least.

use crate::{Color, Entry, OptionId, Problem};
use std::collections::{BTreeMap, BTreeSet};

/// What must still be paid for items that are not covered: the hints Z and z of dlx5, which are found here by themselves.
///
/// If every option has just one item of some kind, each such item that is left takes an option of its own, which costs no
/// less than its cheapest one. If all options have k items that must be covered, the same holds for all items, k times.
pub(super) struct Outlook {
    /// By option, what it covers.
    entries: Vec<Vec<Entry>>,
    /// By primary item, its options; the cheapest first.
    lists: Vec<Vec<OptionId>>,
    /// Kinds of items, and how many of each kind an option has.
    kinds: Vec<(Vec<u32>, i128)>,
    /// By item, how often it is covered, and in which colour.
    covered: Vec<(i32, Option<Color>)>,
    /// What was learned of branches, by their level.
    levels: Vec<Level>,
}

/// What is known of the branches of a level.
#[derive(Clone, Copy, Default)]
struct Level {
    /// How often somebody came by, how often the outlook was asked, and how often that was of use.
    passed: u64,
    asked: u64,
    helped: u64,
    /// How many branches were entered, and how many nodes they had.
    entered: u64,
    nodes: u64,
}

/// To ask takes as long as so many nodes of engine `bits`. On the princess's 6×10 box (answer 287) it takes 25 µs, a node 1.5.
const PRICE: u64 = 16;

/// Where it does not pay, it is asked once in so many times all the same, in case that changes.
const SELDOM: u64 = 64;

impl Level {
    /// Whether what would be saved is worth the price.
    fn pays(&self) -> bool {
        self.asked < SELDOM || self.helped * self.nodes >= self.asked * self.entered.saturating_mul(PRICE)
    }
}

impl Outlook {
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        if problem.has_multiplicities() || !problem.has_costs() {
            return None;
        }
        let primaries = |option| {
            problem.option(option).iter().map(|entry| entry.item).filter(|&item| problem.is_primary(item))
        };
        let mut kinds: BTreeMap<Option<char>, BTreeSet<u32>> = BTreeMap::new();
        for &item in problem.primaries() {
            kinds.entry(problem.name(item).chars().next()).or_default().insert(item.0);
        }
        let mut kinds: Vec<BTreeSet<u32>> = kinds.into_values().collect();
        // What stands first in options is often a kind: the pieces of a puzzle.
        kinds.push(
            problem.option_ids().filter_map(|option| primaries(option).next()).map(|item| item.0).collect(),
        );
        kinds.push(problem.primaries().iter().map(|item| item.0).collect());
        let with_number = |kind: BTreeSet<u32>| {
            let number = |option| primaries(option).filter(|item| kind.contains(&item.0)).count();
            let first = problem.option_ids().next().map(number).filter(|&number| number > 0)?;
            problem
                .option_ids()
                .all(|option| number(option) == first)
                .then(|| (kind.iter().copied().collect(), first as i128))
        };
        let kinds: Vec<(Vec<u32>, i128)> = kinds.into_iter().filter_map(with_number).collect();
        let mut lists = vec![Vec::new(); problem.items()];
        let mut entries = Vec::new();
        for option in problem.option_ids() {
            entries.push(problem.option(option).to_vec());
            primaries(option).for_each(|item| lists[item.0 as usize].push(option));
        }
        let covered = vec![(0, None); problem.items()];
        (!kinds.is_empty()).then_some(Self { entries, lists, kinds, covered, levels: Vec::new() })
    }

    pub(super) fn cover(&mut self, option: OptionId, by: i32) {
        for entry in &self.entries[option.0 as usize] {
            let (times, color) = &mut self.covered[entry.item.0 as usize];
            *times += by;
            *color = entry.color;
        }
    }

    /// Learns how many nodes a branch of the level had.
    pub(super) fn learn(&mut self, level: usize, nodes: u64) {
        let level = self.level(level);
        level.entered += 1;
        level.nodes += nodes;
    }

    fn level(&mut self, level: usize) -> &mut Level {
        if level >= self.levels.len() {
            self.levels.resize(level + 1, Level::default());
        }
        &mut self.levels[level]
    }

    /// Whether the rest may cost less than this. If that is hardly ever of use at this level, it is hardly ever asked.
    pub(super) fn is_open(&mut self, level: usize, rest: &[i128], most: i128) -> bool {
        let known = self.level(level);
        known.passed += 1;
        if !known.pays() && !known.passed.is_multiple_of(SELDOM) {
            return true;
        }
        let is_open = self.kinds.iter().all(|(kind, times)| {
            let is_free = |entry: &Entry| {
                let (times, color) = self.covered[entry.item.0 as usize];
                times == 0 || color.is_some() && color == entry.color
            };
            let is_possible = |option: &&OptionId| self.entries[option.0 as usize].iter().all(is_free);
            let mut sum = 0;
            kind.iter().filter(|&&item| self.covered[item as usize].0 == 0).all(|&item| {
                let cheapest = self.lists[item as usize].iter().find(is_possible);
                sum += cheapest.map_or(most * times, |option| rest[option.0 as usize]);
                sum < most * times
            })
        });
        let known = self.level(level);
        known.asked += 1;
        known.helped += u64::from(!is_open);
        is_open
    }
}
