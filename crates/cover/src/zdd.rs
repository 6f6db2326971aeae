//! Zero-suppressed binary decision diagrams: families of sets of options (TAOCP 7.1.4 and 7.2.2.1, Algorithm Z).
//!
//! A sweep makes one ([`crate::Diagram::zdd`]), and so does a search that remembers what it has seen ([`Zdd::searched`]).
//! No way asks for an option twice, but different ways may ask in different orders; only [`algebra`] minds that.

mod algebra;
mod ask;
mod family;
mod listed;
mod searched;
mod seen;
mod text;

pub use ask::{Numbered, Sets};
pub use family::{Family, Label};
pub(crate) use searched::{Merging, merged};
pub use text::Unread;

use crate::{Digest, Monitor, OptionId, Problem, Refusal, Stopped};
use num_bigint::BigUint;
use std::collections::HashMap;

/// A family of sets of options.
#[derive(Clone, Debug, Default)]
pub struct Zdd {
    /// Nodes from number 2 on; children before parents.
    nodes: Vec<Node>,
    known: HashMap<Node, u32>,
    root: u32,
}

/// A question: is this option chosen?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The option.
    pub option: OptionId,
    /// Where to go on if it is not chosen.
    pub low: u32,
    /// Where to go on if it is.
    pub high: u32,
}

/// So many nodes are looked at in a moment.
const AT_ONCE: usize = 1 << 14;

/// Bytes for a node that is being made: in a list and in a table, both of which grow.
const NODE: usize = 96;

impl Zdd {
    /// The sink of what is no solution.
    pub const BOTTOM: u32 = 0;
    /// The sink of solutions.
    pub const TOP: u32 = 1;

    /// The nodes apart from the sinks, numbered from 2; children come before parents.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// How many sets there are.
    pub fn count(&self, monitor: &Monitor) -> Result<BigUint, Stopped> {
        self.fold([0u32, 1].map(BigUint::from), |_, low, high| low + high, monitor)
    }

    /// The sum of the products of the marks of each set: the digest of all sets.
    pub fn digest(&self, marks: &[Digest], monitor: &Monitor) -> Result<Digest, Stopped> {
        let join = |option: OptionId, low: &Digest, high: &Digest| *low + marks[option.0 as usize] * *high;
        self.fold([Digest::ZERO, Digest::ONE], join, monitor)
    }

    /// The value of the root, if those of the sinks are given, and that of a node follows from those of its branches.
    pub fn fold<V: Clone>(
        &self,
        sinks: [V; 2],
        join: impl FnMut(OptionId, &V, &V) -> V,
        monitor: &Monitor,
    ) -> Result<V, Stopped> {
        self.fold_within(sinks, join, (|_| 0, usize::MAX), monitor).map_err(|_| Stopped)
    }

    /// The same, with values of which all that are kept at a time weigh no more than they may.
    ///
    /// A value is kept only as long as somebody asks for it.
    fn fold_within<V: Clone>(
        &self,
        sinks: [V; 2],
        mut join: impl FnMut(OptionId, &V, &V) -> V,
        (weigh, most): (fn(&V) -> usize, usize),
        monitor: &Monitor,
    ) -> Result<V, Refusal> {
        let mut uses = vec![0u32; self.nodes.len() + 2];
        for node in &self.nodes {
            uses[node.low as usize] += 1;
            uses[node.high as usize] += 1;
        }
        uses[self.root as usize] += 1;
        let mut values: Vec<Option<V>> = sinks.map(Some).into();
        let (mut weight, mut work) = (values.iter().flatten().map(weigh).sum::<usize>(), 0);
        for (at, node) in self.nodes.iter().enumerate() {
            if at % AT_ONCE == 0 || work > AT_ONCE {
                monitor.go_on()?;
                work = 0;
            }
            let of = |branch: u32| values[branch as usize].as_ref().expect("somebody asks for it");
            let value = join(node.option, of(node.low), of(node.high));
            work += weigh(&value);
            for branch in [node.low, node.high] {
                uses[branch as usize] -= 1;
                if uses[branch as usize] == 0 {
                    weight -= values[branch as usize].take().as_ref().map_or(0, weigh);
                }
            }
            let value = (uses[at + 2] > 0).then_some(value);
            weight += value.as_ref().map_or(0, weigh);
            if weight > most {
                return Err(Refusal::Memory);
            }
            values.push(value);
        }
        Ok(values.swap_remove(self.root as usize).expect("somebody asks for it"))
    }

    /// Whether a set is one of the family; its options are in ascending order.
    pub fn contains(&self, set: &[OptionId]) -> bool {
        let (mut at, mut met) = (self.root, 0);
        while at > Self::TOP {
            let Node { option, low, high } = self.nodes[at as usize - 2];
            let has = set.binary_search(&option).is_ok();
            met += usize::from(has);
            at = if has { high } else { low };
        }
        at == Self::TOP && met == set.len()
    }

    /// Whether all sets are solutions of a problem; looks at each of them.
    pub fn holds_for(&self, problem: &Problem) -> bool {
        self.nodes.iter().all(|node| (node.option.0 as usize) < problem.options())
            && self.sets().all(|set| problem.is_solution(&set))
    }

    /// The memory that it takes while it grows.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * NODE
    }

    /// The node with these branches, the same each time.
    pub(crate) fn node(&mut self, node: Node) -> u32 {
        if node.high == Self::BOTTOM {
            return node.low;
        }
        let next = self.nodes.len() as u32 + 2;
        let number = *self.known.entry(node).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        number
    }

    /// The family of a node, without nodes that it does not need.
    pub(crate) fn rooted(mut self, root: u32) -> Self {
        let mut needed = vec![false; self.nodes.len() + 2];
        needed[root as usize] = true;
        for (at, node) in self.nodes.iter().enumerate().rev() {
            if needed[at + 2] {
                needed[node.low as usize] = true;
                needed[node.high as usize] = true;
            }
        }
        let mut number: Vec<u32> = vec![Self::BOTTOM, Self::TOP];
        let mut kept = 2;
        for (at, node) in self.nodes.iter_mut().enumerate() {
            node.low = number[node.low as usize];
            node.high = number[node.high as usize];
            number.push(kept);
            kept += u32::from(needed[at + 2]);
        }
        let mut needed = needed.into_iter().skip(2);
        self.nodes.retain(|_| needed.next().unwrap_or(false));
        Self { nodes: self.nodes, known: HashMap::new(), root: number[root as usize] }
    }
}
