//! What a diagram can be asked: sets by number, at random, by cost.

use super::{AT_ONCE, Node, Zdd};
use crate::random::Random;
use crate::{Aim, Monitor, OptionId, Refusal, Stopped, Total};
use num_bigint::BigUint;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Bytes for a term of a polynomial: in a table, with a number elsewhere.
const TERM: usize = 96;

impl Zdd {
    /// All sets, one by one: of two that differ first in whether an option is chosen, the one that has it.
    pub fn sets(&self) -> Sets<'_> {
        Sets {
            zdd: self,
            counts: None,
            skip: BigUint::default(),
            stack: vec![(self.root, 0)],
            chosen: Vec::new(),
        }
    }

    /// The same family, with the number of sets below each node, so that each set can be had by its number.
    pub fn numbered(&self, monitor: &Monitor) -> Result<Numbered<'_>, Stopped> {
        let mut counts = vec![BigUint::default(), BigUint::from(1u32)];
        for (at, node) in self.nodes.iter().enumerate() {
            if at % AT_ONCE == 0 {
                monitor.go_on()?;
            }
            counts.push(&counts[node.low as usize] + &counts[node.high as usize]);
        }
        Ok(Numbered { zdd: self, counts })
    }

    /// How many sets there are of each cost, in so many bytes.
    ///
    /// No set is looked at: it is a sum of powers, for which polynomials are added and multiplied.
    pub fn costs(
        &self,
        cost: impl Fn(OptionId) -> u64,
        total: Total,
        memory: usize,
        monitor: &Monitor,
    ) -> Result<BTreeMap<u64, BigUint>, Refusal> {
        let one = BTreeMap::from([(0, BigUint::from(1u32))]);
        self.fold_within(
            [BTreeMap::new(), one],
            |option, low, high| {
                let mut sum: BTreeMap<u64, BigUint> = low.clone();
                for (&spent, number) in high {
                    *sum.entry(total.add(spent, cost(option))).or_default() += number;
                }
                sum
            },
            (BTreeMap::len, memory / TERM),
            monitor,
        )
    }

    /// The best sets, at most so many, the best first, with what they cost.
    ///
    /// It is known of each node what the best way from there costs; so ways that are begun are gone on with in the order
    /// of what they will cost, and none in vain.
    pub fn best(
        &self,
        number: usize,
        aim: Aim,
        cost: impl Fn(OptionId) -> u64,
        monitor: &Monitor,
    ) -> Result<Vec<(u64, Vec<OptionId>)>, Stopped> {
        let sign = if aim == Aim::Dearest { -1 } else { 1 };
        let price = |option| sign * i128::from(cost(option));
        let add = |a: i128, b: i128| if aim == Aim::Minimax { a.max(b) } else { a + b };
        // From each node, what the best set costs.
        let mut least: Vec<Option<i128>> = vec![None, Some(0)];
        for (at, node) in self.nodes.iter().enumerate() {
            if at % AT_ONCE == 0 {
                monitor.go_on()?;
            }
            let with = least[node.high as usize].map(|rest| add(rest, price(node.option)));
            let without = least[node.low as usize];
            least.push(with.into_iter().chain(without).min());
        }
        // Ways that are begun: what they cost in the end, when they were begun, what they have cost, where they are, and the
        // last option that they chose, in a list of options with those before. Of equal ones the last goes on: otherwise
        // all of them would be begun before one is at its end.
        let mut begun = BinaryHeap::new();
        let mut list: Vec<(OptionId, Option<usize>)> = Vec::new();
        let mut order = 0;
        if let Some(all) = least[self.root as usize] {
            begun.push((Reverse(all), order, 0, self.root, None));
        }
        let mut found = Vec::new();
        while found.len() < number
            && let Some((Reverse(all), begin, spent, at, last)) = begun.pop()
        {
            if begin % AT_ONCE == 0 {
                monitor.go_on()?;
            }
            if at == Self::TOP {
                let mut chosen: Vec<OptionId> =
                    std::iter::successors(last, |&at: &usize| list[at].1).map(|at| list[at].0).collect();
                chosen.reverse();
                found.push((u64::try_from(sign * all).expect("costs are not negative"), chosen));
                continue;
            }
            let Node { option, low, high } = self.nodes[at as usize - 2];
            if let Some(rest) = least[low as usize] {
                order += 1;
                begun.push((Reverse(add(spent, rest)), order, spent, low, last));
            }
            if let Some(rest) = least[high as usize] {
                let spent = add(spent, price(option));
                list.push((option, last));
                order += 1;
                begun.push((Reverse(add(spent, rest)), order, spent, high, Some(list.len() - 1)));
            }
        }
        Ok(found)
    }
}

/// A family whose sets have numbers.
#[derive(Debug)]
pub struct Numbered<'z> {
    zdd: &'z Zdd,
    counts: Vec<BigUint>,
}

impl Numbered<'_> {
    /// How many sets there are.
    pub fn count(&self) -> &BigUint {
        &self.counts[self.zdd.root as usize]
    }

    /// All sets from a number on, counted from 0; the order is that of [`Zdd::sets`].
    pub fn sets_from(&self, number: BigUint) -> Sets<'_> {
        Sets { counts: Some(&self.counts), skip: number, ..self.zdd.sets() }
    }

    /// Draws sets at random, with replacement, each as likely as any other; the same seed draws the same ones.
    pub fn sample(&self, number: u64, seed: u64) -> impl Iterator<Item = Vec<OptionId>> + '_ {
        let mut random = Random::new(seed);
        let total = self.count();
        let number = if *total == BigUint::default() { 0 } else { number };
        (0..number).filter_map(move |_| self.sets_from(random.big(total)).next())
    }
}

/// Sets of a family, one by one, each with its options in the order in which the diagram asks for them.
#[derive(Debug)]
pub struct Sets<'z> {
    zdd: &'z Zdd,
    /// The number of sets below each node, if some are to be skipped.
    counts: Option<&'z [BigUint]>,
    skip: BigUint,
    /// Nodes to be gone on from, and how many options are chosen there.
    stack: Vec<(u32, usize)>,
    chosen: Vec<OptionId>,
}

impl Iterator for Sets<'_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((at, depth)) = self.stack.pop() {
            if let Some(counts) = self.counts {
                if self.skip >= counts[at as usize] {
                    self.skip -= &counts[at as usize];
                    continue;
                }
                if self.skip == BigUint::default() {
                    self.counts = None;
                }
            }
            match at {
                Zdd::BOTTOM => {}
                Zdd::TOP => {
                    self.chosen.truncate(depth);
                    return Some(self.chosen.clone());
                }
                _ => {
                    let Node { option, low, high } = self.zdd.nodes[at as usize - 2];
                    self.chosen.truncate(depth);
                    self.stack.push((low, depth));
                    self.chosen.push(option);
                    self.stack.push((high, depth + 1));
                }
            }
        }
        None
    }
}
