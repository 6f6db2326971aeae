//! A row of bits that slides: bit 0 is the first item that is not settled yet.

use std::hash::{Hash, Hasher};

/// `64·N` bits, the first one in the highest place of the first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Window<const N: usize>([u64; N]);

impl<const N: usize> Window<N> {
    pub(super) const EMPTY: Self = Self([0; N]);
    pub(super) const LENGTH: usize = 64 * N;

    pub(super) fn set(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (63 - at % 64);
    }

    #[cfg(test)]
    pub(super) fn has(&self, at: usize) -> bool {
        at < Self::LENGTH && self.0[at / 64] >> (63 - at % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(super) fn contains(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| b & !a == 0)
    }

    /// The places of the bits that are set.
    pub(super) fn bits(self) -> Bits<N> {
        Bits { left: self.0, word: 0 }
    }

    #[inline]
    pub(super) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// How many bits in a row are set, from the first one on.
    #[inline]
    pub(super) fn leading(&self) -> usize {
        let mut sum = 0;
        for word in self.0 {
            sum += word.leading_ones() as usize;
            if word != u64::MAX {
                break;
            }
        }
        sum
    }

    /// One more than the last bit that is set.
    pub(super) fn extent(&self) -> usize {
        let last = (0..N).rev().find(|&i| self.0[i] != 0);
        last.map_or(0, |i| 64 * (i + 1) - self.0[i].trailing_zeros() as usize)
    }

    /// Slides forward: the first bits go.
    #[inline]
    pub(super) fn forward(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Self(std::array::from_fn(|i| {
            let high = word(i + words) << bits;
            if bits == 0 { high } else { high | word(i + words + 1) >> (64 - bits) }
        }))
    }

    /// Slides back: zeros come in at the front.
    #[inline]
    pub(super) fn back(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |i: usize| i.checked_sub(words).map_or(0, |i| self.0[i]);
        Self(std::array::from_fn(|i| {
            let low = word(i) >> bits;
            if bits == 0 || i == 0 { low } else { low | word(i - 1) << (64 - bits) }
        }))
    }

    /// The places before the last bit that is set that are clear; the first place counts as one of them if no bit is set.
    #[inline]
    pub(super) fn gaps(&self) -> Self {
        let extent = self.extent().max(1);
        Self(std::array::from_fn(|i| match extent.saturating_sub(64 * i) {
            0 => 0,
            bits @ 1..64 => !self.0[i] & !(u64::MAX >> bits),
            _ => !self.0[i],
        }))
    }

    /// Four bits from a place on that is a multiple of four, as a number; the first is the highest.
    #[inline]
    pub(super) fn four(&self, at: usize) -> usize {
        (self.0[at / 64] >> (60 - at % 64) & 15) as usize
    }

    /// A word that differs in all its parts for different windows, for hash tables.
    pub(super) fn fold(&self) -> u64 {
        self.0.iter().fold(0, |sum, &word| {
            // Windows have their bits in the high places, and a product moves bits up only.
            let mixed = (sum ^ word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
        })
    }
}

/// The places of the bits of a window that are set, one after the other.
pub(super) struct Bits<const N: usize> {
    left: [u64; N],
    word: usize,
}

impl<const N: usize> Iterator for Bits<N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while let Some(left) = self.left.get_mut(self.word) {
            let at = left.leading_zeros() as usize;
            if at < 64 {
                *left ^= (1 << 63) >> at;
                return Some(64 * self.word + at);
            }
            self.word += 1;
        }
        None
    }
}

/// Hashes windows, whose words are folded already, and sets.
#[derive(Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("windows hash as words");
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }

    fn write_u128(&mut self, set: u128) {
        self.0 = Window([(set >> 64) as u64, set as u64]).fold();
    }
}

impl<const N: usize> Hash for Window<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let folded = self.fold();
        state.write_u64(folded ^ folded >> 32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn window(bits: &[bool]) -> Window<2> {
        let mut window = Window::EMPTY;
        bits.iter().enumerate().filter(|(_, bit)| **bit).for_each(|(at, _)| window.set(at));
        window
    }

    proptest! {
        #[test]
        fn windows_are_rows_of_bits(bits in prop::collection::vec(any::<bool>(), 128), by in 0usize..128) {
            let all = window(&bits);
            let slid = |at: usize| bits.get(at + by).copied().unwrap_or(false);
            let back = |at: usize| at.checked_sub(by).is_some_and(|at| bits[at]);
            for (at, &bit) in bits.iter().enumerate() {
                prop_assert_eq!(all.has(at), bit);
                prop_assert_eq!(all.forward(by).has(at), slid(at));
                prop_assert_eq!(all.back(by).has(at), back(at));
            }
            prop_assert_eq!(all.leading(), bits.iter().take_while(|bit| **bit).count());
            prop_assert_eq!(all.four(by & !3), (by & !3..(by & !3) + 4).fold(0, |sum, at| 2 * sum + usize::from(bits[at])));
            let end = all.extent().max(1);
            prop_assert_eq!(all.gaps().bits().collect::<Vec<_>>(), (0..end).filter(|&at| !bits[at]).collect::<Vec<_>>());
            prop_assert_eq!(all.extent(), bits.iter().rposition(|bit| *bit).map_or(0, |at| at + 1));
        }
    }
}
