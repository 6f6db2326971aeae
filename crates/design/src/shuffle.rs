//! Lists in a random order.

use polydlx_cover::mix;

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
