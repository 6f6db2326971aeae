//! The same tree for any problem: the options that are left are one set of bits, and each item knows how many it has left.
//!
//! What an option excludes is a union of sets that are made once ([`Table`]). What is left after a choice is another set, and
//! for each option that has gone the numbers of its items are counted down. Undoing a choice is going back to the numbers
//! before. A branch that leaves an item without options is given up where that is seen.
//!
//! Compared with dancing links, user time of the first 300 thousand nodes: 1.5 to 3 times as fast on puzzles of all kinds (pentominoes
//! in 6×10 2.2, 45 Y in 15×15 2.0, partridge squares 2.2, MacMahon squares 2.3 to 3.2, hexominoes in 15×15 1.9, dominoes 1.0), and 30
//! times on Hoffman's bricks in 15×15×15, where most branches are given up after a few of a hundred thousand updates.
//!
//! What lost: sparse sets, as in Knuth's programs SSXCC (2021), with multiplicities and a log of what was taken out. They were
//! slower than dancing links by 1.3 (45 Y in 15×15), 1.4 (pentominoes in 6×10, partridge squares) and 1.2 to 1.3 (MacMahon): an exchange in a set touches
//! more memory than a link, and to undo it for nothing does not make up for that.

mod table;

use crate::choice::Choice;
use crate::tree::{Fork, Tree};
use crate::{Branch, ItemId, OptionId, Problem};
use std::cmp::Reverse;
pub(crate) use table::Table;

/// The degree of items that nobody asks for any more, or more: whatever it is counted down, it stays above [`OPEN`].
const CLOSED: i32 = 1 << 30;
/// The degrees of all others are less.
const OPEN: i32 = 1 << 29;

#[derive(Clone, Copy)]
struct Level {
    /// The item branched on.
    item: u32,
    /// The option at hand; none for a null branch.
    option: Option<u32>,
    /// The options of the item that have been tried or passed over come before this one.
    next: u32,
    /// For activity scores.
    tick: usize,
}

pub(crate) struct Sets {
    table: Table,
    ids: Vec<ItemId>,
    choice: Choice,
    /// How many more options each primary item may get, and upper minus lower bound.
    bounds: Vec<u32>,
    slacks: Vec<u32>,
    /// For each level down to this one, the options that are left.
    left: Vec<u64>,
    /// For each level, the numbers of branches of the primary items (ex. 166), if not closed; nothing or less is a dead end.
    degrees: Vec<i32>,
    levels: Vec<Level>,
    depth: usize,
    /// The item found by `look`.
    item: u32,
    /// Some item has too few options left, and the level was not finished.
    dead: bool,
    /// What is excluded by a choice; here, to be used again.
    excluded: Vec<u64>,
    /// Options from this one on cannot be chosen, if there is such a limit.
    limit: Option<u32>,
    /// How often a degree was counted down.
    work: u64,
}

impl Sets {
    pub(crate) fn new(problem: &Problem, branch: &Branch) -> Self {
        let table = Table::new(problem);
        let (words, primary) = (table.words, table.primary);
        let bounds = { problem.listing()[..primary].iter() }.map(|&item| problem.bounds(item));
        let (highs, slacks): (Vec<u32>, Vec<u32>) =
            bounds.map(|bounds| (bounds.high, bounds.high - bounds.low)).unzip();
        let mut left = vec![u64::MAX; words];
        if !problem.options().is_multiple_of(64) {
            left[words - 1] = u64::MAX >> (64 - problem.options() % 64);
        }
        let degree = |item: usize| {
            let options: u32 = table.set(item as u32).iter().map(|word| word.count_ones()).sum();
            options as i32 + 1 - highs[item].saturating_sub(slacks[item]) as i32
        };
        let degrees = (0..primary).map(degree).collect();
        Self {
            ids: problem.listing().to_vec(),
            choice: Choice::new(problem, branch),
            bounds: highs,
            slacks,
            left,
            degrees,
            levels: Vec::new(),
            depth: 0,
            item: 0,
            dead: false,
            excluded: vec![0; words],
            limit: None,
            work: 0,
            table,
        }
    }

    fn degrees(&self) -> &[i32] {
        &self.degrees[self.depth * self.table.primary..][..self.table.primary]
    }

    fn left(&self) -> &[u64] {
        &self.left[self.depth * self.table.words..][..self.table.words]
    }

    /// The item to branch on.
    fn best(&self) -> Option<u32> {
        let degrees = self.degrees();
        let items = || (0..).zip(degrees).filter(|&(_, &degree)| degree < OPEN);
        // Less slack is tighter, as far as the bound lets it be used, then more options.
        let tightness = |item: u32| {
            let (bound, slack) = (self.bounds[item as usize], self.slacks[item as usize]);
            let options = degrees[item as usize] - 1 + bound.saturating_sub(slack) as i32;
            let dearest = self.limit.map(|_| Reverse(self.option_from(item, 0)));
            (slack.min(bound), -options, dearest)
        };
        if matches!(self.choice, Choice::Fewest) {
            // In two steps, since the first one is a matter of vectors.
            let least = degrees.iter().copied().min().filter(|&least| least < OPEN)?;
            let best = items().filter(|&(_, &degree)| degree == least).map(|(item, _)| item);
            return best.min_by_key(|&item| (tightness(item), item));
        }
        let path = || (0..self.depth).map(|level| self.chosen(level));
        let degree = |item: u32| degrees[item as usize].max(0) as u32;
        self.choice.best(items().map(|(item, _)| item), degree, tightness, path)
    }

    /// The next option of the item that is branched on, from this one on.
    fn option_from(&self, item: u32, from: u32) -> Option<u32> {
        let (left, set) = (self.left(), self.table.set(item));
        let first = from as usize / 64;
        let mut word = left.get(first)? & set[first] & u64::MAX << (from % 64);
        let mut at = first;
        while word == 0 {
            at += 1;
            word = left.get(at)? & set[at];
        }
        Some(at as u32 * 64 + word.trailing_zeros())
    }

    /// Makes the next level out of this one, without what is excluded; says whether all items have enough options left.
    #[inline]
    fn sift(&mut self, item: u32, option: Option<u32>, hasty: bool) -> bool {
        let Self { table, left, degrees, excluded, bounds, slacks, .. } = self;
        let (words, primary) = (table.words, table.primary);
        let (above, below) = left.split_at_mut((self.depth + 1) * words);
        let (above, below) = (&above[self.depth * words..], &mut below[..words]);
        degrees.copy_within(self.depth * primary..(self.depth + 1) * primary, (self.depth + 1) * primary);
        let degrees = &mut degrees[(self.depth + 1) * primary..][..primary];
        // What they still need is one less, unless they need nothing.
        for &covered in option.map_or(&[][..], |option| table.covered(option)) {
            let (bound, slack) = (bounds[covered as usize], slacks[covered as usize]);
            let degree = &mut degrees[covered as usize];
            *degree = if bound == 0 { CLOSED } else { *degree + i32::from(bound >= slack) };
        }
        if option.is_none() {
            degrees[item as usize] = CLOSED;
        }
        for (at, (above, below)) in above.iter().zip(below).enumerate() {
            let mut gone = above & excluded[at];
            *below = above & !excluded[at];
            while gone != 0 {
                let covered = table.covered(at as u32 * 64 + gone.trailing_zeros());
                gone &= gone - 1;
                self.work += covered.len() as u64;
                let mut least = 1;
                for &item in covered {
                    let degree = &mut degrees[item as usize];
                    *degree -= 1;
                    least = least.min(*degree);
                }
                if least <= 0 && hasty {
                    return false;
                }
            }
        }
        true
    }
}

impl Tree for Sets {
    fn look(&mut self) -> Option<Fork> {
        if self.dead {
            return Some(Fork { item: self.ids[self.item as usize], degree: 0 });
        }
        self.item = self.best()?;
        let degree = self.degrees()[self.item as usize].max(0) as u32;
        Some(Fork { item: self.ids[self.item as usize], degree })
    }

    fn open(&mut self) {
        let item = self.item;
        self.bounds[item as usize] -= 1;
        self.levels.truncate(self.depth);
        self.levels.push(Level { item, option: None, next: 0, tick: 0 });
        let Table { words, primary, .. } = self.table;
        self.left.resize(self.left.len().max((self.depth + 2) * words), 0);
        self.degrees.resize(self.degrees.len().max((self.depth + 2) * primary), 0);
    }

    fn skip(&mut self, count: u32) {
        for _ in 0..count {
            let Level { item, next, .. } = self.levels[self.depth];
            match self.option_from(item, next) {
                Some(option) => self.levels[self.depth].next = option + 1,
                None => break,
            }
        }
    }

    fn down(&mut self) {
        let Level { item, next, .. } = self.levels[self.depth];
        let option = self.option_from(item, next);
        let table = &self.table;
        self.excluded.copy_from_slice(table.set(item));
        if let Some(option) = option {
            if self.bounds[item as usize] > 0 {
                // Algorithm M: options after this one may still be chosen for the same item, in this order.
                let word = option as usize / 64;
                self.excluded[word] &= u64::MAX >> (63 - option % 64);
                self.excluded[word + 1..].fill(0);
            }
            let exclude = |excluded: &mut [u64], number: u32| {
                excluded.iter_mut().zip(table.set(number)).for_each(|(word, more)| *word |= more);
            };
            for &covered in table.covered(option).iter().filter(|&&covered| covered != item) {
                let bound = &mut self.bounds[covered as usize];
                *bound -= 1;
                if *bound == 0 {
                    exclude(&mut self.excluded, covered);
                }
            }
            table.excluded(option).iter().for_each(|&number| exclude(&mut self.excluded, number));
            // In another colour it does not exclude itself.
            self.excluded[option as usize / 64] |= 1 << (option % 64);
            self.levels[self.depth].next = option + 1;
        }
        if let Some(limit) = self.limit.filter(|&limit| (limit as usize) < self.excluded.len() * 64) {
            let word = limit as usize / 64;
            self.excluded[word] |= u64::MAX << (limit % 64);
            self.excluded[word + 1..].fill(u64::MAX);
        }
        // Whoever takes the leftmost item does not see that another one has no options.
        let hasty = !matches!(self.choice, Choice::First);
        self.dead = !self.sift(item, option, hasty);
        self.depth += 1;
        let primary = self.table.primary;
        let level = &mut self.levels[self.depth - 1];
        level.option = option;
        if let Choice::Active(activity) = &mut self.choice {
            let (above, below) = self.degrees[(self.depth - 1) * primary..][..2 * primary].split_at(primary);
            let changed = (0..).zip(above.iter().zip(below)).filter(|(_, (above, below))| above != below);
            level.tick = activity.tick(changed.map(|(item, _)| item));
        }
    }

    fn up(&mut self) {
        self.depth -= 1;
        let Level { item, option, tick, .. } = self.levels[self.depth];
        self.dead = false;
        if let Choice::Active(activity) = &mut self.choice {
            activity.back(tick);
        }
        for &covered in option.map_or(&[][..], |option| self.table.covered(option)) {
            self.bounds[covered as usize] += u32::from(covered != item);
        }
    }

    fn close(&mut self) {
        let Level { item, .. } = self.levels[self.depth];
        self.bounds[item as usize] += 1;
    }

    fn next(&self) -> Option<OptionId> {
        let Level { item, next, .. } = self.levels[self.depth];
        self.option_from(item, next).map(OptionId)
    }

    fn limit(&mut self, options: u32) {
        self.limit = Some(options);
    }

    fn chosen(&self, level: usize) -> Option<OptionId> {
        self.levels[level].option.map(OptionId)
    }

    fn work(&self) -> u64 {
        self.work
    }
}
