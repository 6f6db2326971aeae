//! Families made of families: parts of one, and what two have in common.
//!
//! Parts are made node by node, whatever the order in which a diagram asks for options. Two families are put together by
//! going through both at the same time (TAOCP 7.1.4, exercise 203), for which both must ask in the same order: in one that
//! suits both, if there is one, or else in the order of the options' numbers, for which they are made anew.

use super::{AT_ONCE, Node, Zdd};
use crate::{Monitor, OptionId, Refusal, Stopped};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// What is made of two families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Operation {
    Union,
    Intersection,
    Difference,
    /// All sets of the second family, which has none with this option, with it.
    With(OptionId),
}

impl Zdd {
    /// The sets that have none of some options.
    pub fn without(&self, is: impl Fn(OptionId) -> bool, monitor: &Monitor) -> Result<Self, Stopped> {
        let copy = |zdd: &mut Self, node: Node| if is(node.option) { node.low } else { zdd.node(node) };
        self.copied(copy, monitor)
    }

    /// The sets that have at least one of some options.
    pub fn with_one_of(&self, is: impl Fn(OptionId) -> bool, monitor: &Monitor) -> Result<Self, Stopped> {
        let mut zdd = Self::default();
        // For each node its family, and those sets of it that have one.
        let mut all = vec![Self::BOTTOM, Self::TOP];
        let mut some = vec![Self::BOTTOM, Self::BOTTOM];
        for (at, &Node { option, low, high }) in self.nodes.iter().enumerate() {
            if at % AT_ONCE == 0 {
                monitor.go_on()?;
            }
            let (low, high) = (low as usize, high as usize);
            all.push(zdd.node(Node { option, low: all[low], high: all[high] }));
            let chosen = if is(option) { all[high] } else { some[high] };
            some.push(zdd.node(Node { option, low: some[low], high: chosen }));
        }
        Ok(zdd.rooted(some[self.root as usize]))
    }

    /// The same sets of options that have other numbers.
    pub fn renumbered(
        &self,
        number: impl Fn(OptionId) -> OptionId,
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        self.copied(|zdd, node| zdd.node(Node { option: number(node.option), ..node }), monitor)
    }

    /// A copy, node by node, of which each is made from one whose branches are copies.
    fn copied(
        &self,
        mut copy: impl FnMut(&mut Self, Node) -> u32,
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        let mut zdd = Self::default();
        let mut copies = vec![Self::BOTTOM, Self::TOP];
        for (at, node) in self.nodes.iter().enumerate() {
            if at % AT_ONCE == 0 {
                monitor.go_on()?;
            }
            let (low, high) = (copies[node.low as usize], copies[node.high as usize]);
            copies.push(copy(&mut zdd, Node { low, high, ..*node }));
        }
        Ok(zdd.rooted(copies[self.root as usize]))
    }

    /// The sets of either family; with no more than so many nodes.
    pub fn union(&self, other: &Self, most: usize, monitor: &Monitor) -> Result<Self, Refusal> {
        Maker::combine(Operation::Union, self, other, most, monitor)
    }

    /// The sets of both families.
    pub fn intersection(&self, other: &Self, most: usize, monitor: &Monitor) -> Result<Self, Refusal> {
        Maker::combine(Operation::Intersection, self, other, most, monitor)
    }

    /// The sets of this family that the other does not have.
    pub fn difference(&self, other: &Self, most: usize, monitor: &Monitor) -> Result<Self, Refusal> {
        Maker::combine(Operation::Difference, self, other, most, monitor)
    }

    /// Whether there is an order in which all ways ask for options.
    pub fn is_ordered(&self) -> bool {
        common_order(self, &Self::default()).is_some()
    }

    /// The greatest number of an option, and one more.
    pub(super) fn bound(&self) -> usize {
        self.nodes.iter().map(|node| node.option.0 as usize + 1).max().unwrap_or(0)
    }
}

/// Puts families together that ask for options in one order.
struct Maker<'m> {
    zdd: Zdd,
    /// By option, its place in the order.
    rank: Vec<u32>,
    done: HashMap<Task, u32>,
    most: usize,
    monitor: &'m Monitor,
}

type Task = (Operation, u32, u32);

impl<'m> Maker<'m> {
    fn combine(
        operation: Operation,
        a: &Zdd,
        b: &Zdd,
        most: usize,
        monitor: &'m Monitor,
    ) -> Result<Zdd, Refusal> {
        let common = common_order(a, b);
        let is_ordered = common.is_some();
        let rank = common.unwrap_or_else(|| (0..a.bound().max(b.bound()) as u32).collect());
        let mut maker = Self { zdd: Zdd::default(), rank, done: HashMap::new(), most, monitor };
        let [a, b] = [maker.enter(a, is_ordered)?, maker.enter(b, is_ordered)?];
        let root = maker.make((operation, a, b))?;
        Ok(maker.zdd.rooted(root))
    }

    /// Takes over the nodes of a family; if they are in another order, makes them anew.
    fn enter(&mut self, zdd: &Zdd, is_ordered: bool) -> Result<u32, Refusal> {
        let mut copies = vec![Zdd::BOTTOM, Zdd::TOP];
        for (at, &Node { option, low, high }) in zdd.nodes.iter().enumerate() {
            if at % AT_ONCE == 0 {
                self.monitor.go_on()?;
            }
            let [low, high] = [low, high].map(|branch| copies[branch as usize]);
            copies.push(if is_ordered {
                self.zdd.node(Node { option, low, high })
            } else {
                let with = self.make((Operation::With(option), Zdd::BOTTOM, high))?;
                self.make((Operation::Union, low, with))?
            });
        }
        Ok(copies[zdd.root as usize])
    }

    /// Does a task, and those that it needs before, without recursion.
    fn make(&mut self, task: Task) -> Result<u32, Refusal> {
        let mut tasks = vec![task];
        while let Some(&task) = tasks.last() {
            if self.done.len().is_multiple_of(AT_ONCE) {
                self.monitor.go_on()?;
            }
            if self.zdd.nodes.len().max(self.done.len() / 2) > self.most {
                return Err(Refusal::Memory);
            }
            if self.known(task).is_some() {
                tasks.pop();
                continue;
            }
            let (option, parts) = self.parts(task);
            match parts.map(|part| self.known(part)) {
                [Some(low), Some(high)] => {
                    let made = self.zdd.node(Node { option, low, high });
                    self.done.insert(task, made);
                    tasks.pop();
                }
                known => tasks.extend(
                    parts.into_iter().zip(known).filter(|(_, made)| made.is_none()).map(|(part, _)| part),
                ),
            }
        }
        Ok(self.known(task).expect("it has been done"))
    }

    /// What a task comes to, if that is known.
    fn known(&self, task: Task) -> Option<u32> {
        let (operation, a, b) = task;
        let at_once = match operation {
            Operation::Union if a == Zdd::BOTTOM || a == b => Some(b),
            Operation::Union | Operation::Difference if b == Zdd::BOTTOM => Some(a),
            Operation::Intersection if a == b => Some(a),
            Operation::Intersection if a == Zdd::BOTTOM || b == Zdd::BOTTOM => Some(Zdd::BOTTOM),
            Operation::Difference if a == Zdd::BOTTOM || a == b => Some(Zdd::BOTTOM),
            Operation::With(_) if b == Zdd::BOTTOM => Some(Zdd::BOTTOM),
            _ => None,
        };
        at_once.or_else(|| self.done.get(&task).copied())
    }

    /// The option that a task asks for first, and what is to be done without it and with it.
    fn parts(&self, (operation, a, b): Task) -> (OptionId, [Task; 2]) {
        let top = |at: u32| {
            let node = (at as usize).checked_sub(2).map(|at| self.zdd.nodes[at]);
            node.map(|node| (self.rank[node.option.0 as usize], node.option))
        };
        let own = match operation {
            Operation::With(option) => Some((self.rank[option.0 as usize], option)),
            _ => None,
        };
        let (_, option) = [own, top(a), top(b)].into_iter().flatten().min().expect("sinks are known");
        let split = |at: u32| match (at as usize).checked_sub(2).map(|at| self.zdd.nodes[at]) {
            Some(node) if node.option == option => [node.low, node.high],
            _ => [at, Zdd::BOTTOM],
        };
        let ([a0, a1], [b0, b1]) = (split(a), split(b));
        if own.is_some_and(|(_, own)| own == option) {
            // No set has it yet.
            return (
                option,
                [(Operation::Union, Zdd::BOTTOM, Zdd::BOTTOM), (Operation::Union, Zdd::BOTTOM, b)],
            );
        }
        (option, [(operation, a0, b0), (operation, a1, b1)])
    }
}

/// The places of options in an order in which both families ask for them, if there is one.
fn common_order(a: &Zdd, b: &Zdd) -> Option<Vec<u32>> {
    let bound = a.bound().max(b.bound());
    let mut later: Vec<(u32, u32)> = Vec::new();
    for zdd in [a, b] {
        for node in &zdd.nodes {
            let branches = [node.low, node.high].into_iter().filter_map(|at| (at as usize).checked_sub(2));
            later.extend(branches.map(|at| (node.option.0, zdd.nodes[at].option.0)));
        }
    }
    later.sort_unstable();
    later.dedup();
    let mut waits = vec![0u32; bound];
    later.iter().for_each(|&(_, option)| waits[option as usize] += 1);
    let mut ready: BinaryHeap<Reverse<u32>> =
        (0..bound as u32).filter(|&option| waits[option as usize] == 0).map(Reverse).collect();
    let mut rank = vec![0; bound];
    let mut next = 0;
    while let Some(Reverse(option)) = ready.pop() {
        rank[option as usize] = next;
        next += 1;
        let from = later.partition_point(|&(before, _)| before < option);
        for &(_, after) in later[from..].iter().take_while(|&&(before, _)| before == option) {
            waits[after as usize] -= 1;
            if waits[after as usize] == 0 {
                ready.push(Reverse(after));
            }
        }
    }
    (next as usize == bound).then_some(rank)
}
