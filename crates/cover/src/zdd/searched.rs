//! A diagram from a search that remembers what it has seen: Algorithm Z (TAOCP 7.2.2.1, exercises 253–256).
//!
//! What can still be chosen depends on the items only: which of them are covered, how often, and in which colour. That is
//! the *signature* of a node of the search tree, and nodes with the same signature are roots of the same family.
//! Where items may be covered several times, an option that is chosen, or was tried before, might still fit, but must not
//! be chosen again: such options belong to the signature, too. (Knuth's algorithm is for items that are covered once.)

use super::seen::Seen;
use super::{Node, Zdd};
use crate::engine::walker;
use crate::tree::Tree;
use crate::{Config, Entry, ItemId, Monitor, OptionId, Problem, Refusal};

impl Zdd {
    /// The solutions of a problem, by a search that does nothing twice; refused if there is too little memory.
    ///
    /// ```
    /// use polydlx_cover::{Config, Monitor, Zdd, dlx};
    ///
    /// // A ring of four cells, and dominoes.
    /// let (problem, _) = dlx::read(0, "a b c d\na b\nb c\nc d\nd a\n").unwrap();
    /// let zdd = Zdd::searched(&problem, &Config::default(), &Monitor::new()).unwrap();
    /// assert_eq!(zdd.count(&Monitor::new()), Ok(2u32.into()));
    /// ```
    pub fn searched(problem: &Problem, config: &Config, monitor: &Monitor) -> Result<Self, Refusal> {
        monitor.enter("searching for a diagram");
        let mut merging = Merging::new(problem, config.memory, monitor);
        let root = walker(problem, config).merged(&mut merging)?;
        Ok(merging.zdd.rooted(root))
    }
}

/// What an item looks like if nothing covers it any more.
const CLOSED: u32 = u32::MAX;

/// What a search remembers.
pub(crate) struct Merging<'a> {
    problem: &'a Problem,
    zdd: Zdd,
    /// The roots of what has been seen, by signature.
    seen: Seen,
    /// For each item, how often it is covered, its colour, or that it is closed.
    items: Vec<u32>,
    /// Options that must not be chosen any more, though they might fit.
    barred: Vec<OptionId>,
    /// Bytes that may be taken.
    memory: usize,
    nodes: u64,
    monitor: &'a Monitor,
}

impl<'a> Merging<'a> {
    fn new(problem: &'a Problem, memory: usize, monitor: &'a Monitor) -> Self {
        Self {
            problem,
            zdd: Zdd::default(),
            seen: Seen::default(),
            items: vec![0; problem.items()],
            barred: Vec::new(),
            memory,
            nodes: 0,
            monitor,
        }
    }

    /// Counts a node; refuses to go on if it was stopped or memory is full.
    fn go_on(&mut self) -> Result<(), Refusal> {
        self.nodes += 1;
        if self.nodes % 1024 == 1 {
            self.monitor.go_on()?;
        }
        if self.seen.bytes() + self.zdd.bytes() > self.memory { Err(Refusal::Memory) } else { Ok(()) }
    }

    /// What an item looks like when an option with this entry has been chosen.
    fn covered(&self, entry: &Entry) -> u32 {
        let now = self.items[entry.item.0 as usize];
        match (self.problem.is_primary(entry.item), entry.color) {
            (true, _) if now + 1 < self.problem.bounds(entry.item).high => now + 1,
            (false, Some(color)) => color.0.get(),
            _ => CLOSED,
        }
    }

    /// Chooses an option, or that an item gets no further one; tells how to undo it.
    fn choose(&mut self, item: ItemId, option: Option<OptionId>) -> Vec<(ItemId, u32)> {
        let problem = self.problem;
        let after: Vec<(ItemId, u32)> = match option {
            Some(option) => {
                problem.option(option).iter().map(|entry| (entry.item, self.covered(entry))).collect()
            }
            None => vec![(item, CLOSED)],
        };
        after
            .into_iter()
            .map(|(item, state)| (item, std::mem::replace(&mut self.items[item.0 as usize], state)))
            .collect()
    }

    fn undo(&mut self, before: &[(ItemId, u32)]) {
        before.iter().for_each(|&(item, state)| self.items[item.0 as usize] = state);
    }

    fn signature(&self) -> Box<[u32]> {
        let fits = |entry: &Entry| {
            let now = self.items[entry.item.0 as usize];
            now == 0
                || now != CLOSED
                    && (self.problem.is_primary(entry.item)
                        || entry.color.is_some_and(|color| color.0.get() == now))
        };
        let mut barred: Vec<u32> = { self.barred.iter() }
            .filter(|&&option| self.problem.option(option).iter().all(fits))
            .map(|option| option.0)
            .collect();
        barred.sort_unstable();
        // An item that is closed or free is one bit; most are.
        let mut words = vec![0; self.items.len().div_ceil(32)];
        for (at, &item) in self.items.iter().enumerate() {
            words[at / 32] |= u32::from(item == CLOSED) << (at % 32);
            if item != 0 && item != CLOSED {
                words.extend([at as u32, item]);
            }
        }
        words.extend([CLOSED].iter().chain(&barred));
        words.into()
    }
}

/// A fork of which some branches have been gone.
struct Open {
    item: ItemId,
    degree: u32,
    signature: Box<[u32]>,
    /// The branches that lead to solutions.
    branches: Vec<(Option<OptionId>, u32)>,
    begun: u32,
    /// How to undo the branch that we are in, and how many options were barred before.
    before: Vec<(ItemId, u32)>,
    barred: usize,
}

/// Walks a tree as far as it is new; the root of the family.
pub(crate) fn merged<T: Tree>(tree: &mut T, merging: &mut Merging<'_>) -> Result<u32, Refusal> {
    let bars = merging.problem.has_multiplicities();
    let mut path: Vec<Open> = Vec::new();
    loop {
        // We have come to a node, and leave it if its family is known.
        merging.go_on()?;
        let signature = merging.signature();
        let mut family = merging.seen.get(&signature);
        if family.is_none() {
            match tree.look() {
                None => family = Some(Zdd::TOP),
                Some(fork) if fork.degree == 0 => family = Some(Zdd::BOTTOM),
                Some(fork) => {
                    tree.open();
                    path.push(Open {
                        item: fork.item,
                        degree: fork.degree,
                        signature,
                        branches: Vec::new(),
                        begun: 0,
                        before: Vec::new(),
                        barred: merging.barred.len(),
                    });
                }
            }
        }
        // We go back until there is a branch to be gone.
        loop {
            let level = path.len().wrapping_sub(1);
            if let Some(found) = family.take() {
                let Some(open) = path.last_mut() else { return Ok(found) };
                open.branches.push((tree.chosen(level), found));
                tree.up();
                merging.undo(&open.before);
            }
            let open = path.last_mut().expect("the root has been opened");
            if open.begun < open.degree {
                open.begun += 1;
                tree.down();
                let option = tree.chosen(level);
                open.before = merging.choose(open.item, option);
                // It is not chosen a second time, neither below nor in the branches that follow.
                merging.barred.extend(option.filter(|_| bars));
                break;
            }
            tree.close();
            let Open { signature, branches, barred, .. } = path.pop().expect("the root has been opened");
            merging.barred.truncate(barred);
            let mut low = Zdd::BOTTOM;
            // The branch without an option comes last: none of the others is chosen there.
            let (nulls, options): (Vec<_>, Vec<_>) =
                branches.into_iter().partition(|(option, _)| option.is_none());
            nulls.into_iter().for_each(|(_, found)| low = found);
            for (option, high) in options.into_iter().rev() {
                let option = option.expect("these have options");
                low = merging.zdd.node(Node { option, low, high });
            }
            merging.seen.insert(&signature, low);
            family = Some(low);
        }
    }
}
