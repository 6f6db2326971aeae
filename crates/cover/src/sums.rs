//! Which totals can be made of given values.

use std::collections::BTreeSet;

/// A set of totals up to some bound, as bits.
///
/// ```
/// use polydlx_cover::Sums;
///
/// // Two pieces of 3 cells, and any number of pieces of 5.
/// let sums = Sums::zero(20).plus_at_most(&[3].into(), 2).plus_at_most(&[5].into(), u32::MAX);
/// assert!(sums.has(11) && !sums.has(9) && sums.has(20));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums {
    bits: Vec<u64>,
    most: usize,
}

impl Sums {
    /// The total of nothing; totals greater than `most` will not be kept.
    pub fn zero(most: usize) -> Self {
        let mut bits = vec![0; most / 64 + 1];
        bits[0] = 1;
        Self { bits, most }
    }

    /// The greatest total that is kept.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Whether a total can be made.
    pub fn has(&self, total: usize) -> bool {
        total <= self.most && self.bits[total / 64] >> (total % 64) & 1 == 1
    }

    /// With one of these values more.
    #[must_use]
    pub fn plus(&self, values: &BTreeSet<usize>) -> Self {
        let mut bits = vec![0; self.bits.len()];
        for &value in values {
            let (words, shift) = (value / 64, value % 64);
            for (at, word) in bits.iter_mut().enumerate().skip(words) {
                *word |= self.bits[at - words] << shift;
                if shift > 0 && at > words {
                    *word |= self.bits[at - words - 1] >> (64 - shift);
                }
            }
        }
        Self { bits, most: self.most }
    }

    /// With any number of these values more, up to `times`.
    #[must_use]
    pub fn plus_at_most(mut self, values: &BTreeSet<usize>, times: u32) -> Self {
        for _ in 0..times {
            let more = self.plus(values);
            let both: Vec<u64> = self.bits.iter().zip(&more.bits).map(|(a, b)| a | b).collect();
            if both == self.bits {
                break;
            }
            self.bits = both;
        }
        self
    }
}
