//! The two inner loops of the bit engine, for each kind of processor.
//!
//! All variants give the same results to the bit; tests compare them.

use super::{List, Planes};

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::Avx512;

/// A way to go through live lists.
pub(crate) trait Lanes: Copy + Send {
    /// The items that still have an option among the rows without a bit of `forbidden`.
    fn reach<const W: usize>(self, arena: &[u64], from: List, forbidden: &[u64; W]) -> [u64; W];

    /// Copies the rows without a bit of `forbidden`, which has one, to the list `to` in the same arena, sets its length and the ones behind it,
    /// and counts the options of each item in them.
    fn filter<const W: usize, const D: usize>(
        self,
        arena: &mut [u64],
        from: List,
        to: &mut List,
        forbidden: &[u64; W],
    ) -> Planes<W, D>;

    /// Counts the options of each item.
    fn count<const W: usize, const D: usize>(self, arena: &[u64], from: List) -> Planes<W, D>;

    /// The first position from `start` on whose word has the bit `mask`; there must be one.
    fn find(self, words: &[u64], start: usize, mask: u64) -> usize;
}
