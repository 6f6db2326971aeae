//! What the rest will cost at least.

use crate::{OptionId, Problem};
use std::collections::{BTreeMap, BTreeSet};

/// What must still be paid for items that are not covered: the hints Z and z of dlx5, which are found here by themselves.
///
/// If every option has just one item of some kind, each such item that is left takes an option of its own, which costs no
/// less than its cheapest one. If all options have k items that must be covered, the same holds for all items, k times.
pub(super) struct Outlook {
    /// By option, the items that no other option can have beside it.
    items: Vec<Vec<u32>>,
    /// By primary item, its options; the cheapest first.
    lists: Vec<Vec<OptionId>>,
    /// Kinds of items, and how many of each kind an option has.
    kinds: Vec<(Vec<u32>, i128)>,
    covered: Vec<i32>,
    /// How often it was asked, and how often that was of use.
    asked: u64,
    helped: u64,
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
        let mut items = Vec::new();
        for option in problem.option_ids() {
            let firm =
                problem.option(option).iter().filter(|entry| entry.color.is_none()).map(|entry| entry.item.0);
            items.push(firm.collect());
            primaries(option).for_each(|item| lists[item.0 as usize].push(option));
        }
        let covered = vec![0; problem.items()];
        (!kinds.is_empty()).then_some(Self { items, lists, kinds, covered, asked: 0, helped: 0 })
    }

    pub(super) fn cover(&mut self, option: OptionId, by: i32) {
        self.items[option.0 as usize].iter().for_each(|&item| self.covered[item as usize] += by);
    }

    /// Whether the rest may cost less than this. If that is hardly ever of use, it is not asked any more.
    pub(super) fn is_open(&mut self, rest: &[i128], most: i128) -> bool {
        if self.asked > 4096 && self.helped * 8 < self.asked {
            return true;
        }
        self.asked += 1;
        let is_possible = |option: &&OptionId| {
            self.items[option.0 as usize].iter().all(|&item| self.covered[item as usize] == 0)
        };
        let is_open = self.kinds.iter().all(|(kind, times)| {
            let mut sum = 0;
            kind.iter().filter(|&&item| self.covered[item as usize] == 0).all(|&item| {
                let cheapest = self.lists[item as usize].iter().find(is_possible);
                sum += cheapest.map_or(most * times, |option| rest[option.0 as usize]);
                sum < most * times
            })
        });
        self.helped += u64::from(!is_open);
        is_open
    }
}
