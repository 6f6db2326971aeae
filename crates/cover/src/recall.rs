//! States seen before, for searches that only count.
//!
//! How many solutions there are below a node depends on nothing but the items that are covered there, if no item has a colour and
//! none is covered several times. A search comes to the same items in several ways: two pieces may be laid in another
//! order, or cover the same cells in another way. So the number of each subtree that was walked as a whole is kept in a table of bounded size,
//! under all of its items and not only under a hash of them: what is found there is right.
//!
//! The nodes of the search are then those that it visits, and what several threads remember is different.
//! Whether it pays depends on the puzzle and on the level: to look something up that is not in the cache costs about as much as a
//! node. Each level keeps accounts, and pauses if nodes are not saved at this price.
//!
//! What lost beside it, nodes by the same order of items, and why:
//!
//! - *Parts that fall apart*, to be counted separately and multiplied: the item with the fewest options is found next to the last
//!   piece, so that one part is filled before the other is begun, and there is hardly ever a choice left in both. With the
//!   table at hand 6×10 splits 6 times in 2.2 million nodes, Soma, hexiamonds 6×6, the Kanoodle pyramid and 20 Y in 10×10 never;
//!   36 sphinxes split 1273 times, for 5 nodes less in a hundred.
//! - *Consistency of pairs*: an option goes, at any node, if it leaves an item without options. The trees become small (3×20 32,644 nodes to
//!   999, hexiamonds 6×6 267,663 to 14,345, 6×10 3.62 million to 192 thousand, a part of Bedlam's cube 189,552 to 26,520), but
//!   all options of all items are compared for that: 889 million rows on 6×10, where the nodes saved look at half as
//!   many. With items of few options only, or without going round until nothing changes, both shrink alike; near the root only,
//!   it does nothing for most trees (6×10, 4 levels: 3.45 million nodes), and makes some larger (3×20, 1 level: 63,190).

#[cfg(test)]
mod tests;

use crate::{OptionId, Problem};

/// Looks at a level before its account is settled. If they did not pay, it lets many times as many nodes pass, and twice as many each time,
/// as often as this.
const TRIAL: u32 = 1 << 12;
const PATIENCE: u32 = 12;

/// The nodes that a look must save, on the average, to pay.
const PRICE: u64 = 1;

/// Places of the table in the beginning; there are two for each hash.
const FIRST: usize = 1 << 10;

/// What a walk remembers.
#[derive(Clone, Debug)]
pub(crate) struct Recall {
    /// Words of a set of items.
    words: usize,
    /// The items of each option.
    options: Vec<u64>,
    /// For each level down to the last, the items covered.
    covered: Vec<u64>,
    levels: Vec<Level>,
    /// The last level of which these are known.
    reached: usize,
    /// Places of `words` words for the items, then the solutions, then the nodes that it took to find them, at least one.
    table: Vec<u64>,
    /// Places in use, and the most there may be.
    used: usize,
    most: usize,
}

/// A level, and the node on it that is being walked.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// What the walk had counted before; none if the subtree is not walked as a whole, or not worth it.
    before: Option<(u64, u64)>,
    /// Looks in this trial, the nodes that they saved, and nodes that pass without a look.
    looks: u32,
    saved: u64,
    pause: u32,
    /// Trials in a row that did not pay.
    failures: u32,
}

impl Recall {
    /// Remembers in so many bytes, about; none if numbers of solutions depend on more than items.
    pub(crate) fn new(problem: &Problem, bytes: usize) -> Option<Self> {
        let words = problem.items().div_ceil(64);
        let most = (bytes / (8 * (words + 2)) + 1).next_power_of_two() / 2;
        if problem.has_colors() || problem.has_multiplicities() || most < FIRST {
            return None;
        }
        let mut options = vec![0; words * problem.options()];
        for option in problem.option_ids() {
            let set = &mut options[option.0 as usize * words..][..words];
            problem
                .option(option)
                .iter()
                .for_each(|entry| set[entry.item.0 as usize / 64] |= 1 << (entry.item.0 % 64));
        }
        let table = vec![0; FIRST * (words + 2)];
        let (covered, levels) = (vec![0; words], Vec::new());
        Some(Self { words, options, covered, levels, reached: 0, table, used: 0, most })
    }

    /// The solutions below a node with branches, if they are known; `so_far` are the solutions and nodes of the walk, `chosen` tells by which
    /// options it came there.
    #[inline(always)]
    pub(crate) fn known(
        &mut self,
        level: usize,
        so_far: (u64, u64),
        chosen: impl Fn(usize) -> Option<OptionId>,
    ) -> Option<u64> {
        self.reached = self.reached.min(level.saturating_sub(1));
        if self.levels.len() <= level {
            self.deepen(level);
        }
        let account = &mut self.levels[level];
        account.before = None;
        if account.pause > 0 {
            account.pause -= 1;
            return None;
        }
        for level in self.reached + 1..=level {
            self.cover(level, chosen(level - 1));
        }
        self.reached = level;
        self.look(level, so_far)
    }

    #[cold]
    fn deepen(&mut self, level: usize) {
        self.levels.resize(level + 1, Level::default());
        self.covered.resize((level + 1) * self.words, 0);
    }

    /// The items covered on a level: those of the level above, and those of an option.
    fn cover(&mut self, level: usize, option: Option<OptionId>) {
        let words = self.words;
        let option = option.expect("no item is covered several times").0 as usize;
        let (above, here) = self.covered.split_at_mut(level * words);
        let above = &above[(level - 1) * words..];
        let option = &self.options[option * words..][..words];
        here.iter_mut()
            .zip(above.iter().zip(option))
            .for_each(|(here, (above, option))| *here = above | option);
    }

    #[inline(never)]
    fn look(&mut self, level: usize, so_far: (u64, u64)) -> Option<u64> {
        let account = &mut self.levels[level];
        if account.looks == TRIAL {
            let pays = account.saved >= PRICE * u64::from(TRIAL);
            account.failures = if pays { 0 } else { (account.failures + 1).min(PATIENCE) };
            account.pause = if pays { 0 } else { TRIAL << (3 + account.failures) };
            (account.looks, account.saved) = (0, 0);
        }
        account.looks += 1;
        account.before = Some(so_far);
        let (words, stride) = (self.words, self.words + 2);
        let items = &self.covered[level * words..][..words];
        let found = self.table[bucket(&self.table, items)..][..2 * stride]
            .chunks_exact(stride)
            .find(|place| place[words + 1] > 0 && place[..words] == *items)?;
        account.saved += found[words + 1];
        account.before = None;
        Some(found[words])
    }

    /// The walk leaves a node with branches that it walked.
    pub(crate) fn leave(&mut self, level: usize, (solutions, nodes): (u64, u64)) {
        let Some(before) = self.levels.get_mut(level).and_then(|level| level.before.take()) else { return };
        let (words, stride) = (self.words, self.words + 2);
        let weight = (nodes - before.1).max(1);
        if 2 * self.used > self.table.len() / stride && self.table.len() / stride < self.most {
            self.grow();
        }
        let items = &self.covered[level * words..][..words];
        let at = bucket(&self.table, items);
        // What took less to find is forgotten first.
        let place = self.table[at..][..2 * stride]
            .chunks_exact_mut(stride)
            .min_by_key(|place| place[words + 1])
            .expect("there are two places");
        self.used += usize::from(place[words + 1] == 0);
        place[..words].copy_from_slice(items);
        (place[words], place[words + 1]) = (solutions - before.0, weight);
    }

    /// A walk begins that sees a part only of what is below the nodes of so many levels.
    pub(crate) fn begin(&mut self, levels: usize) {
        self.reached = 0;
        if levels > 0 {
            self.share(levels - 1);
        }
    }

    /// Down to this level, somebody else walks a part of what is below the nodes.
    pub(crate) fn share(&mut self, level: usize) {
        self.levels.iter_mut().take(level + 1).for_each(|level| level.before = None);
    }

    fn grow(&mut self) {
        let (words, stride) = (self.words, self.words + 2);
        let mut table = vec![0; 2 * self.table.len()];
        for place in self.table.chunks_exact(stride).filter(|place| place[words + 1] > 0) {
            let at = bucket_of(table.len(), stride, &place[..words]);
            let free = table[at..][..2 * stride].chunks_exact_mut(stride).find(|place| place[words + 1] == 0);
            free.expect("two places come from two").copy_from_slice(place);
        }
        self.table = table;
    }
}

/// Where the two places for these items begin.
fn bucket(table: &[u64], items: &[u64]) -> usize {
    bucket_of(table.len(), items.len() + 2, items)
}

fn bucket_of(len: usize, stride: usize, items: &[u64]) -> usize {
    let hash = items.iter().fold(0u64, |hash, &word| {
        let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        (product >> 64) as u64 ^ product as u64
    });
    let buckets = len / (2 * stride);
    // The table has a power of two of buckets; a larger one has those of a smaller one at the same remainder.
    (hash as usize & (buckets - 1)) * 2 * stride
}
