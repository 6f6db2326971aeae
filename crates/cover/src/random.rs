//! A small generator of random numbers, so that a seed means the same for ever.

use num_bigint::BigUint;

/// SplitMix64 (Steele, Lea and Flood, 2014): one word of state, any seed is good.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers that a seed stands for.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`, all equally likely: Lemire's multiplication, with the rejection that makes it exact.
    pub fn below(&mut self, bound: u32) -> u32 {
        let bound = u64::from(bound);
        let reject = (1u64 << 32) % bound;
        loop {
            let product = (self.next() >> 32) * bound;
            if (product & 0xffff_ffff) >= reject {
                return (product >> 32) as u32;
            }
        }
    }

    /// Whether something happens that happens once in `bound` times.
    pub(crate) fn once_in(&mut self, bound: u64) -> bool {
        let reject = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next()) * u128::from(bound);
            if product as u64 >= reject {
                return product >> 64 == 0;
            }
        }
    }

    /// A number below `bound`, all equally likely.
    pub(crate) fn big(&mut self, bound: &BigUint) -> BigUint {
        let bits = bound.bits();
        loop {
            let mut number = BigUint::default();
            for _ in 0..bits.div_ceil(64) {
                number = (number << 64u32) + self.next();
            }
            number >>= bits.div_ceil(64) * 64 - bits;
            if number < *bound {
                return number;
            }
        }
    }

    fn next(&mut self) -> u64 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        number
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Scatters numbers: the output of SplitMix64 after such a state.
pub fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
