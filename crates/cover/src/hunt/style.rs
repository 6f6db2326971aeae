//! How to dive: which item is next, and which of its options comes first.

use crate::Random;
use crate::sorted::float;

/// In which order options are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// At random.
    Random,
    /// Those that cover what has few options left come early: what is awkward does not get better by waiting.
    Rare,
    /// The same, and what earlier dives have left over counts for more.
    Learned,
}

/// A way to dive. The same way and the same random numbers give the same dive.
///
/// Items are chosen by the fewest branches. Weights for items that have failed often, which other solvers are fond of
/// ("dom/wdeg"), did not help here: pieces are not to blame for what was done to their places. Nor did it help to go back a
/// part of the way only.
#[derive(Clone, Debug)]
pub(super) struct Style {
    values: Values,
    /// Whether items with equally many branches are taken in another order each time.
    shuffled: bool,
    ranks: Vec<u32>,
    /// How often each item was left over.
    regrets: Vec<f64>,
    most: f64,
    random: Random,
}

impl Style {
    pub(super) fn new(items: usize, shuffled: bool, values: Values) -> Self {
        let ranks = (0..items as u32).collect();
        Self { values, shuffled, ranks, regrets: vec![0.0; items], most: 1.0, random: Random::new(0) }
    }

    /// Makes ready for another dive.
    pub(super) fn begin(&mut self, seed: u64) {
        self.random = Random::new(seed);
        for at in 1..if self.shuffled { self.ranks.len() } else { 0 } {
            let other = self.random.below(at as u32 + 1) as usize;
            self.ranks.swap(at, other);
        }
    }

    /// The item to branch on, out of all that have to be covered, given with their numbers of branches.
    pub(super) fn next(&self, items: impl Iterator<Item = (u32, u32)>) -> Option<u32> {
        items.min_by_key(|&(item, degree)| (degree, self.ranks[item as usize])).map(|(item, _)| item)
    }

    /// How urgent an item is: options are tried in the order of the sums over their items, each divided by how many options
    /// the item has left.
    pub(super) fn urgency(&self, item: u32) -> f64 {
        match self.values {
            Values::Random => 0.0,
            Values::Rare => 1.0,
            // Secondary items have no regrets.
            Values::Learned => 0.2 + self.regrets.get(item as usize).unwrap_or(&0.0) / self.most,
        }
    }

    /// Puts options into order, the first one last, by how urgent they are, more or less.
    pub(super) fn arrange(&mut self, options: &mut [u32], urgency: impl Fn(&Self, u32) -> f64) {
        if options.len() < 2 {
            return;
        }
        let mut keys: Vec<(u64, u32)> = Vec::with_capacity(options.len());
        for &option in &*options {
            let noise = f64::from(self.random.below(1 << 20)) / f64::from(1 << 20);
            let key = match self.values {
                Values::Random => noise,
                Values::Rare | Values::Learned => urgency(self, option) * (1.0 + noise),
            };
            keys.push((float(key), option));
        }
        keys.sort_unstable();
        options.iter_mut().zip(keys).for_each(|(option, (_, key))| *option = key);
    }

    /// A dive has ended with these items left over.
    pub(super) fn regret(&mut self, items: &[u32]) {
        for &item in items {
            let regret = &mut self.regrets[item as usize];
            *regret += 1.0;
            self.most = self.most.max(*regret);
        }
    }
}

/// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, from 1.
pub(super) fn luby(at: u64) -> u64 {
    let whole = (at + 1).next_power_of_two();
    if whole == at + 1 { whole / 2 } else { luby(at + 1 - whole / 2) }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn sequence() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
