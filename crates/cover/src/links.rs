//! Dancing links: Algorithms X, C and M of TAOCP 7.2.2.1, one source compiled for the three kinds.
//!
//! This is the reference engine. It takes any problem, and its nodes and updates are Knuth's to the unit.

mod lists;

use crate::choice::Choice;
use crate::tree::{Fork, Tree};
use crate::{Branch, ItemId, OptionId, Problem};
use lists::Lists;
use std::cmp::Reverse;

/// Which of the three algorithms.
pub(crate) trait Kind: Send {
    /// Secondary items may have colours.
    const COLORS: bool;
    /// Primary items may have bounds other than exactly once.
    const BOUNDS: bool;
}

/// Algorithm X: exact cover, secondary items included.
#[derive(Clone)]
pub(crate) struct X;
/// Algorithm C: with colours.
#[derive(Clone)]
pub(crate) struct C;
/// Algorithm M: with colours and multiplicities.
#[derive(Clone)]
pub(crate) struct M;

impl Kind for X {
    const COLORS: bool = false;
    const BOUNDS: bool = false;
}

impl Kind for C {
    const COLORS: bool = true;
    const BOUNDS: bool = false;
}

impl Kind for M {
    const COLORS: bool = true;
    const BOUNDS: bool = true;
}

#[derive(Clone, Copy)]
struct Level {
    /// The item branched on.
    item: u32,
    /// `x_l`: the node of the option at hand, or the item itself for a null branch.
    node: u32,
    /// `FT[l]`: the first node tweaked.
    first: u32,
}

#[derive(Clone)]
pub(crate) struct Links<K> {
    lists: Lists<K>,
    ids: Vec<ItemId>,
    choice: Choice,
    levels: Vec<Level>,
    depth: usize,
    /// The item found by `look`.
    item: u32,
    /// Options from this one on cannot be chosen, if there is such a limit.
    limit: Option<u32>,
    updates: u64,
}

impl<K: Kind> Links<K> {
    pub(crate) fn new(problem: &Problem, branch: &Branch) -> Self {
        Self {
            lists: Lists::new(problem),
            ids: problem.listing().to_vec(),
            choice: Choice::new(problem, branch),
            levels: Vec::new(),
            depth: 0,
            item: 0,
            limit: None,
            updates: 0,
        }
    }

    /// The number of branches on an active item, by ex. 166.
    fn degree(&self, item: u32) -> u32 {
        let len = self.lists.len(item).get();
        if K::BOUNDS {
            let (bound, slack) = (self.lists.bound(item).get(), self.lists.slack(item));
            (len + 1).saturating_sub(bound.saturating_sub(slack))
        } else if let Some(limit) = self.limit {
            self.options(item).take_while(|&option| option < limit).count() as u32
        } else {
            len
        }
    }

    /// The options of an item that are left, in order.
    fn options(&self, item: u32) -> impl Iterator<Item = u32> + '_ {
        let next = move |node: u32| Some(self.lists.down(node)).filter(|&node| node != item);
        std::iter::successors(next(item), move |&node| next(node)).map(|node| self.lists.option(node).0)
    }

    /// The item to branch on.
    fn best(&self) -> Option<u32> {
        let lists = &self.lists;
        let next = |item: u32| Some(lists.right(item)).filter(|&item| item != 0);
        // Less slack is tighter, as far as the bound lets it be used, then more options.
        let tightness = |item: u32| {
            let item = item + 1;
            let slack = if K::BOUNDS { lists.slack(item).min(lists.bound(item).get()) } else { 0 };
            let dearest = self.limit.map(|_| Reverse(self.options(item).next()));
            (slack, if K::BOUNDS { u32::MAX - lists.len(item).get() } else { 0 }, dearest)
        };
        let items = std::iter::successors(next(0), |&item| next(item)).map(|item| item - 1);
        let path = || (0..self.depth).map(|level| self.chosen(level));
        self.choice.best(items, |item| self.degree(item + 1), tightness, path).map(|item| item + 1)
    }

    /// Whether branching on this item goes as in Algorithm X: cover it, then try each option.
    /// `BOUND` has already been decreased for the branch.
    fn is_plain(&self, item: u32) -> bool {
        !K::BOUNDS || self.lists.bound(item).get() == 0 && self.lists.slack(item) == 0
    }

    /// Step M5: what is to be done before a branch, taken or passed over.
    fn prepare(&mut self, item: u32, at: u32) {
        if self.is_plain(item) {
        } else if at != item {
            self.updates += self.lists.tweak(at, item);
        } else if self.lists.bound(item).get() != 0 {
            self.lists.deactivate(item);
        }
    }
}

impl<K: Kind> Tree for Links<K> {
    fn look(&mut self) -> Option<Fork> {
        let item = self.best()?;
        let degree = self.degree(item);
        self.item = item;
        if !K::BOUNDS && degree == 0 {
            // Algorithms X and C cover the item before they see that it has no options; the walk does not, so we count it here.
            self.updates += 1;
        }
        Some(Fork { item: self.ids[item as usize - 1], degree })
    }

    fn open(&mut self) {
        let item = self.item;
        let first = self.lists.down(item);
        let level = Level { item, node: first, first };
        match self.levels.get_mut(self.depth) {
            Some(known) => *known = level,
            None => self.levels.push(level),
        }
        if K::BOUNDS {
            self.lists.bound(item).update(|bound| bound - 1);
            if self.lists.bound(item).get() > 0 {
                return;
            }
        }
        self.updates += self.lists.cover(item);
    }

    fn skip(&mut self, count: u32) {
        let Level { item, mut node, .. } = self.levels[self.depth];
        for _ in 0..count {
            if node == item {
                break;
            }
            self.prepare(item, node);
            node = self.lists.down(node);
        }
        self.levels[self.depth].node = node;
    }

    fn down(&mut self) {
        let Level { item, node, .. } = self.levels[self.depth];
        self.prepare(item, node);
        if !K::BOUNDS || node != item {
            self.updates += self.lists.choose(node);
        }
        self.depth += 1;
    }

    fn up(&mut self) {
        self.depth -= 1;
        let Level { item, node, .. } = self.levels[self.depth];
        if K::BOUNDS && node == item {
            if self.lists.bound(item).get() != 0 {
                self.lists.reactivate(item);
            }
            return;
        }
        self.lists.unchoose(node);
        self.levels[self.depth].node = self.lists.down(node);
    }

    fn close(&mut self) {
        let Level { item, first, .. } = self.levels[self.depth];
        if self.is_plain(item) {
            self.lists.uncover(item);
        } else {
            self.lists.untweak(first, item);
        }
        if K::BOUNDS {
            self.lists.bound(item).update(|bound| bound + 1);
        }
    }

    fn next(&self) -> Option<OptionId> {
        self.chosen(self.depth)
    }

    fn limit(&mut self, options: u32) {
        self.limit = Some(options);
    }

    fn chosen(&self, level: usize) -> Option<OptionId> {
        let Level { item, node, .. } = self.levels[level];
        if K::BOUNDS && node == item {
            return None;
        }
        Some(self.lists.option(node))
    }

    fn work(&self) -> u64 {
        self.updates
    }
}
