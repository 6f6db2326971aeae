//! The solutions of least cost: Algorithms X$, C$ and M$ (TAOCP 7.2.2.1).
//!
//! The K best solutions so far give a cutoff, and whatever cannot be better is not entered. Four things make that early:
//! every item that must be covered is *taxed*, so that what cannot be avoided is paid at once and only the differences
//! between options are left (exercise 247), by taxes that follow demand ([`demand`]); the options of each item are tried in
//! the order of what is left of their costs, so that one that is too dear ends the branching, and those that are too dear do
//! not count where the item with the fewest options is looked for (exercise 248); and good solutions come first. And where
//! every option has just one item of some kind, or all have equally many, what is left to be covered says what it will cost
//! at least ([`Outlook`]), which is asked where it pays.
//!
//! Nodes and user time with engine `bits`, for the best one: the princess's 6×10 box (exercise 287) 98,609 and 0.29 s, where
//! greedy taxes took 139,456 and 1.8 s, and dlx5 takes 825,729 nodes; pentominoes by distance from the centre 283,200 and
//! 0.5 s, before 456,724 and 15 s (dlx5 1,939,835); Langford's pairs of 16 by sums of squares 30,602 and 0.08 s, before more
//! than a minute. To leave out what is too dear is worth a tenth of the nodes. What lost: to ask for the outlook at every
//! node (28,628 nodes for the princess, but 0.7 s). The outlook heeds colours: of prime rectangles (answer 238), the greatest 3×6
//! product took 68,410 nodes without that, and takes 32,523. Five rows and columns of five digits (text, (109) to (112)) are
//! out of reach all the same: 3.4 million nodes were not enough. What is missing is a root that knows the cutoff: of the 83,630
//! options of the greatest product, options that leave too little for the other items and digits that no crossing option has
//! can be left out again and again until 13,278 are left, and then 1.4 million nodes of engine `sets` prove it. Of the least
//! product this leaves 62,900, no fewer than Algorithm P, because one of its primes costs much more than the others.
//!
//! Whatever the engine, the tree is that of the problem with its options in that order.

mod demand;
mod outlook;

use crate::engine::{engine_used, walker};
use crate::monitor::Slot;
use crate::random::Random;
use crate::search::{Outcome, Search, Solution};
use crate::tree::{Step, Tree};
use crate::{Bounds, ItemId, Monitor, OptionId, Problem};
use outlook::Outlook;
use std::collections::BTreeSet;

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aim {
    /// Those of least cost.
    Cheapest,
    /// Those of greatest cost.
    Dearest,
    /// Those whose dearest option is cheapest: minimax (TAOCP 7.2.2.1, exercises 84 and 85).
    Minimax,
}

impl Aim {
    /// What costs are multiplied by, so that less is better.
    pub(crate) fn sign(self) -> i128 {
        if self == Self::Dearest { -1 } else { 1 }
    }

    /// What options cost, so that less is better.
    fn costs(self, problem: &Problem) -> Vec<i128> {
        problem.option_ids().map(|option| self.sign() * i128::from(problem.cost(option))).collect()
    }
}

/// What the costs of options come to together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// Their sum.
    Sum,
    /// The greatest of them.
    Greatest,
}

impl Total {
    /// The total of two; what is too large for a word stays the greatest word.
    pub fn add(self, a: u64, b: u64) -> u64 {
        match self {
            Self::Sum => a.saturating_add(b),
            Self::Greatest => a.max(b),
        }
    }
}

/// A solution and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Priced {
    /// The sum of the costs of its options, or the greatest of them.
    pub cost: u64,
    /// The solution.
    pub solution: Solution,
}

impl Search<'_> {
    /// The best solutions, at most so many, the best first; of equal ones those that are found first.
    ///
    /// If it is stopped, the outcome is not complete, and these are the best so far. One thread does it.
    ///
    /// ```
    /// use polydlx_cover::{Aim, Search, dlx};
    ///
    /// let text = "a b c\na b |3\nc |4\na |1\nb c |2\nb |5\n";
    /// let (problem, _) = dlx::read(0, text).unwrap();
    /// let costs = |aim| Search::new(&problem).cheapest(9, aim).0.iter().map(|priced| priced.cost).collect::<Vec<_>>();
    /// assert_eq!(costs(Aim::Cheapest), [3, 7, 10]);
    /// assert_eq!(costs(Aim::Dearest), [10, 7, 3]);
    /// assert_eq!(costs(Aim::Minimax), [2, 4, 5]);
    /// ```
    pub fn cheapest(&self, number: usize, aim: Aim) -> (Vec<Priced>, Outcome) {
        self.cheapest_within(number, aim, None)
    }

    /// The same, but nothing that is worse than a limit, if there is one: what is worse is not entered from the beginning.
    pub fn cheapest_within(&self, number: usize, aim: Aim, limit: Option<u64>) -> (Vec<Priced>, Outcome) {
        let (problem, config, monitor) = self.parts();
        let engine = engine_used(problem, config);
        let (sign, costs) = (aim.sign(), aim.costs(problem));
        let taxed = Taxed::new(problem, aim, monitor);
        let mut order: Vec<OptionId> = problem.option_ids().collect();
        order.sort_by_key(|option| taxed.rest[option.0 as usize]);
        let sorted = problem.rearranged(&order);
        let mut bounding = Bounding {
            aim,
            number,
            threshold: limit.map(|limit| sign * i128::from(limit) + 1),
            rest: order.iter().map(|option| taxed.rest[option.0 as usize]).collect(),
            costs: order.iter().map(|option| costs[option.0 as usize]).collect(),
            has_nulls: problem.has_multiplicities(),
            spent: vec![taxed.base],
            outlook: Outlook::new(&sorted).filter(|_| aim != Aim::Minimax),
            path: Vec::new(),
            best: BTreeSet::new(),
            kept: Vec::new(),
            nodes: 1,
            asked: 0,
            profile: vec![1],
            monitor,
        };
        monitor.enter("searching for the best");
        let complete = number == 0 || walker(&sorted, config).bounded(&mut bounding);
        let Bounding { best, mut kept, nodes, profile, .. } = bounding;
        let price = |cost: i128| u64::try_from(sign * cost).expect("costs are not negative");
        let found = best.into_iter().map(|(cost, at)| {
            let mut steps = std::mem::take(&mut kept[at]);
            for step in &mut steps {
                step.option = step.option.map(|option| order[option.0 as usize]);
            }
            Priced { cost: price(cost), solution: Solution { steps } }
        });
        let found: Vec<Priced> = found.collect();
        let solutions = found.len() as u64;
        let outcome =
            Outcome { solutions, nodes, profile, complete, left: Vec::new(), ..Outcome::nothing(engine) };
        (found, outcome)
    }
}

/// The least and the greatest sum of costs that a solution may have, if they fit into words; there need not be one.
pub(crate) fn range(problem: &Problem) -> Option<(u64, u64)> {
    let bound = |aim: Aim| {
        // Costs are whole numbers, so what lies between two of them is the next.
        let base = -(-Taxed::new(problem, aim, &Monitor::new()).base).div_euclid(UNIT);
        u64::try_from((aim.sign() * base).max(0)).ok()
    };
    Some((bound(Aim::Cheapest)?, bound(Aim::Dearest)?))
}

/// What options cost when what is unavoidable has been paid.
#[derive(Debug)]
pub(crate) struct Taxed {
    /// For each option what is left of its cost; not negative.
    pub(crate) rest: Vec<i128>,
    /// What a solution costs at least, besides; without multiplicities that is just what it costs besides.
    pub(crate) base: i128,
}

/// Taxes are fractions of the unit of costs, with this denominator.
pub(crate) const UNIT: i128 = 64;

impl Taxed {
    /// What costs come to, so that less is better. The greatest of them is not taxed.
    pub(crate) fn new(problem: &Problem, aim: Aim, monitor: &Monitor) -> Self {
        let costs = aim.costs(problem);
        match aim {
            Aim::Minimax => Self { rest: costs.iter().map(|&cost| cost * UNIT).collect(), base: 0 },
            Aim::Cheapest | Aim::Dearest => Self::best(problem, &costs, monitor),
        }
    }

    /// Taxes that were raised where items are in demand, and then levied in several orders of the items; those that take the
    /// most are the best. All in fractions of a unit.
    fn best(problem: &Problem, costs: &[i128], monitor: &Monitor) -> Self {
        let mut lists: Vec<(ItemId, Vec<usize>)> =
            problem.primaries().iter().map(|&item| (item, Vec::new())).collect();
        let mut place = vec![usize::MAX; problem.items()];
        lists.iter().enumerate().for_each(|(at, (item, _))| place[item.0 as usize] = at);
        for option in problem.option_ids() {
            for entry in problem.option(option) {
                if let Some((_, list)) = lists.get_mut(place[entry.item.0 as usize]) {
                    list.push(option.0 as usize);
                }
            }
        }
        let plain = Self { rest: costs.iter().map(|&cost| cost * UNIT).collect(), base: 0 };
        let mut best = Self::levied(problem, &plain, &lists);
        for before in [Some(plain), demand::taxes(problem, costs, monitor)].into_iter().flatten() {
            let mut lists = lists.clone();
            let cheapest = |(_, list): &(ItemId, Vec<usize>)| list.iter().map(|&option| costs[option]).min();
            let mut attempt = |lists: &[(ItemId, Vec<usize>)]| {
                let other = Self::levied(problem, &before, lists);
                if other.base > best.base {
                    best = other;
                }
            };
            attempt(&lists);
            lists.sort_by_key(|(_, list)| list.len());
            attempt(&lists);
            lists.sort_by_key(|list| std::cmp::Reverse(cheapest(list)));
            attempt(&lists);
            let mut random = Random::new(1);
            for _ in 0..if problem.entries() < 1 << 20 { 20 } else { 0 } {
                for at in (1..lists.len()).rev() {
                    lists.swap(at, random.below(at as u32 + 1) as usize);
                }
                attempt(&lists);
            }
        }
        best
    }

    /// Each item in turn takes what its cheapest option costs; what it takes is taken as often as it is covered.
    fn levied(problem: &Problem, before: &Self, lists: &[(ItemId, Vec<usize>)]) -> Self {
        let Self { mut rest, mut base } = Self { rest: before.rest.clone(), base: before.base };
        for (item, list) in lists {
            let Some(tax) = list.iter().map(|&option| rest[option]).min() else { continue };
            let Bounds { low, high } = problem.bounds(*item);
            if tax > 0 && low == 0 {
                continue;
            }
            list.iter().for_each(|&option| rest[option] -= tax);
            // No option is chosen twice.
            let high = high.min(list.len() as u32);
            base += tax * i128::from(if tax > 0 { low } else { high });
        }
        Self { rest, base }
    }
}

/// What keeps a walk to what can be better than the best so far.
pub(crate) struct Bounding<'a> {
    aim: Aim,
    number: usize,
    /// What must be undercut even by the first solutions.
    threshold: Option<i128>,
    /// By option, what is left of its cost, in ascending order; and what it costs.
    rest: Vec<i128>,
    costs: Vec<i128>,
    has_nulls: bool,
    /// What is spent at least, by level.
    spent: Vec<i128>,
    /// What the rest will cost, and the options that were chosen, by level, with the number of nodes before.
    outlook: Option<Outlook>,
    path: Vec<(Option<OptionId>, u64)>,
    /// Costs and numbers of the best solutions, and all solutions that were among them for a while.
    best: BTreeSet<(i128, usize)>,
    kept: Vec<Vec<Step>>,
    nodes: u64,
    /// How often it was asked whether to enter a branch.
    asked: u64,
    profile: Vec<u64>,
    monitor: &'a Monitor,
}

/// So often is it asked whether to enter a branch, before anybody is told how far the search has come, and asked whether to stop.
const POLL: u64 = 256;

/// What to do with a branch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Enter,
    Skip,
    SkipRest,
}

impl Bounding<'_> {
    /// What must be undercut.
    fn cutoff(&self) -> Option<i128> {
        if self.best.len() < self.number { self.threshold } else { self.best.last().map(|&(cost, _)| cost) }
    }

    /// The same for what is spent at least, in fractions: costs are whole numbers, so less is one less.
    fn most(&self) -> Option<i128> {
        self.cutoff().map(|cutoff| (cutoff - 1) * UNIT + 1)
    }

    /// Whether to go on. Tells how far the search has come: what was cut off is done.
    fn poll(&mut self, slot: &Slot, frames: &[Step]) -> bool {
        self.asked += 1;
        if !self.asked.is_multiple_of(POLL) {
            return true;
        }
        slot.reach(self.kept.len() as u64, self.nodes, frames);
        !self.monitor.is_stopped()
    }

    fn enter(&mut self, option: Option<OptionId>) -> Verdict {
        let before = *self.spent.last().expect("the root has been paid for");
        let rest = option.map_or(0, |option| self.rest[option.0 as usize]);
        let spent = if self.aim == Aim::Minimax { before.max(rest) } else { before + rest };
        let cutoff = self.most();
        if cutoff.is_some_and(|cutoff| spent >= cutoff) {
            // Later options cost no less; but a null branch costs nothing.
            return if self.has_nulls || option.is_none() { Verdict::Skip } else { Verdict::SkipRest };
        }
        if let (Some(outlook), Some(option)) = (&mut self.outlook, option) {
            outlook.cover(option, 1);
            if cutoff.is_some_and(|cutoff| !outlook.is_open(self.path.len(), &self.rest, cutoff - spent)) {
                outlook.cover(option, -1);
                return Verdict::Skip;
            }
        }
        self.path.push((option, self.nodes));
        self.spent.push(spent);
        self.nodes += 1;
        let level = self.spent.len() - 1;
        if level >= self.profile.len() {
            self.profile.resize(level + 1, 0);
        }
        self.profile[level] += 1;
        Verdict::Enter
    }

    /// How many options are not too dear after what was chosen: they are in ascending order.
    fn affordable(&self) -> u32 {
        let spent = *self.spent.last().expect("the root has been paid for");
        let spent = if self.aim == Aim::Minimax { 0 } else { spent };
        let affordable = |cutoff: i128| self.rest.partition_point(|&rest| spent + rest < cutoff);
        self.most().map_or(self.rest.len(), affordable) as u32
    }

    /// Takes back a branch that was entered.
    fn leave(&mut self) {
        self.spent.pop();
        if let (Some(outlook), Some((Some(option), begun))) = (&mut self.outlook, self.path.pop()) {
            outlook.cover(option, -1);
            outlook.learn(self.path.len(), self.nodes - begun);
        }
    }

    fn solution(&mut self, steps: Vec<Step>) {
        let costs = steps.iter().filter_map(|step| step.option).map(|option| self.costs[option.0 as usize]);
        let cost = if self.aim == Aim::Minimax { costs.max().unwrap_or(0) } else { costs.sum() };
        if self.cutoff().is_some_and(|cutoff| cost >= cutoff) {
            return;
        }
        self.best.insert((cost, self.kept.len()));
        self.kept.push(steps);
        if self.best.len() > self.number
            && let Some((_, last)) = self.best.pop_last()
        {
            self.kept[last] = Vec::new();
        }
    }
}

/// Walks a tree as far as it pays; false if it was stopped.
pub(crate) fn bounded<T: Tree>(tree: &mut T, bounding: &mut Bounding<'_>) -> bool {
    let monitor = bounding.monitor.clone();
    let slots = monitor.enrol(1);
    let complete = walk(tree, bounding, &slots[0]);
    if complete {
        slots[0].reach(bounding.kept.len() as u64, bounding.nodes, &[]);
    }
    monitor.dismiss(&slots);
    complete
}

fn walk<T: Tree>(tree: &mut T, bounding: &mut Bounding<'_>, slot: &Slot) -> bool {
    let mut frames: Vec<Step> = Vec::new();
    loop {
        match tree.look() {
            Some(fork) if fork.degree > 0 => {
                tree.open();
                frames.push(Step { item: fork.item, option: None, choice: 0, degree: fork.degree });
            }
            leaf => {
                if leaf.is_none() {
                    let choose =
                        |(level, frame): (usize, &Step)| Step { option: tree.chosen(level), ..*frame };
                    bounding.solution(frames.iter().enumerate().map(choose).collect());
                }
                if frames.is_empty() {
                    return true;
                }
                tree.up();
                bounding.leave();
            }
        }
        loop {
            let level = frames.len() - 1;
            let frame = &mut frames[level];
            if frame.choice < frame.degree {
                frame.choice += 1;
                if !bounding.poll(slot, &frames) {
                    return false;
                }
                match bounding.enter(tree.next()) {
                    Verdict::Enter => {
                        if !bounding.has_nulls {
                            tree.limit(bounding.affordable());
                        }
                        tree.down();
                        break;
                    }
                    Verdict::SkipRest => frames[level].choice = frames[level].degree,
                    Verdict::Skip => tree.skip(1),
                }
            } else {
                tree.close();
                frames.pop();
                if frames.is_empty() {
                    return true;
                }
                tree.up();
                bounding.leave();
            }
        }
    }
}
