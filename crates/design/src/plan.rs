//! How to go through a long list: which stretch of it, in which order, with how many threads.

use polydlx_cover::{Monitor, mix};
use polydlx_packing::Reason;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How to search a list of sets or regions.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which members of the list are looked at.
    pub span: Span,
    /// If given, the list is shuffled; the same seed gives the same order.
    pub seed: Option<u64>,
    /// How many threads work; 0 counts as 1.
    pub threads: usize,
    /// To stop the search from outside.
    pub monitor: Monitor,
    /// Where the search shows how many members of the span are done, about.
    pub done: Arc<AtomicU64>,
}

impl Default for Plan {
    /// Everything, in order, with one thread.
    fn default() -> Self {
        Self { span: Span::ALL, seed: None, threads: 1, monitor: Monitor::new(), done: Arc::default() }
    }
}

impl Plan {
    pub(crate) fn show(&self, number: u64) {
        self.done.store(number - self.span.first.min(number), Ordering::Relaxed);
    }
}

/// A stretch of a list, by numbers from 1: from `first` to `last`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first member.
    pub first: u64,
    /// The last one; none for the end of the list.
    pub last: Option<u64>,
}

impl Span {
    /// The whole list.
    pub const ALL: Self = Self { first: 1, last: None };

    /// Whether a member is in it.
    pub fn contains(self, number: u64) -> bool {
        number >= self.first && self.last.is_none_or(|last| number <= last)
    }
}

/// How far a search came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many members of the list were looked at, each of them to the end.
    pub looked_at: u64,
    /// The number of the first member of the span that was not, if the search ended early.
    pub stopped_at: Option<u64>,
    /// How many of those that were looked at are regions with a coordinate beyond 61, which no spec can have.
    pub left_out: u64,
    /// A proof that none can be what is wanted, so that none was looked at.
    pub proof: Option<Reason>,
}

/// A random order of the numbers below `length`, computed, not stored: a Feistel network whose values that are too great
/// are mapped again until they are not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shuffle {
    seed: u64,
    length: u64,
    /// Half of the bits of a number.
    half: u32,
}

impl Shuffle {
    pub(crate) fn new(seed: u64, length: u64) -> Self {
        let bits = u64::BITS - length.saturating_sub(1).leading_zeros();
        Self { seed, length, half: bits.div_ceil(2).max(1) }
    }

    pub(crate) fn get(&self, position: u64) -> u64 {
        debug_assert!(position < self.length, "a position in the list");
        let mut value = self.network(position);
        while value >= self.length {
            value = self.network(value);
        }
        value
    }

    fn network(&self, value: u64) -> u64 {
        let mask = (1 << self.half) - 1;
        let (mut left, mut right) = (value >> self.half, value & mask);
        for round in 0..4 {
            (left, right) = (right, left ^ (mix(self.seed ^ mix(right << 3 | round)) & mask));
        }
        left << self.half | right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_shuffle_is_a_permutation() {
        for length in (1..70).chain([1000, 4096, 4097]) {
            let shuffle = Shuffle::new(7, length);
            let images: BTreeSet<u64> = (0..length).map(|position| shuffle.get(position)).collect();
            assert_eq!(images.len() as u64, length);
            assert!(images.into_iter().all(|image| image < length));
        }
        let order = |seed| (0..50).map(|position| Shuffle::new(seed, 50).get(position)).collect::<Vec<_>>();
        assert_ne!(order(1), order(2));
        // The longest list there can be: no overflow, and different positions have different images.
        let long = Shuffle::new(3, u64::MAX);
        let images: BTreeSet<u64> = (0..100).map(|back| long.get(u64::MAX - 1 - back)).collect();
        assert_eq!(images.len(), 100);
    }
}
