//! The two inner loops of the bit engine, for each kind of processor.
//!
//! All variants give the same results to the bit; tests compare them.
#![allow(clippy::needless_range_loop, reason = "words of several arrays are walked side by side")]

use super::{List, PAD, Planes};
use crate::tree::Context;

#[cfg_attr(
    all(target_arch = "wasm32", target_feature = "simd128"),
    allow(dead_code, reason = "there are vectors")
)]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(crate) use portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use wasm::Simd128 as Portable;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::Avx2;

/// A way to go through live lists.
pub(crate) trait Lanes: Context {
    /// What [`Lanes::pack`] has to know of a mask.
    #[inline(always)]
    fn moves(self, mask: u64) -> Moves {
        Moves::new(mask)
    }

    /// The bits of `bits` that are in the mask of `moves`, moved together to the right.
    #[inline(always)]
    fn pack(self, bits: u64, moves: &Moves) -> u64 {
        moves.pack(bits)
    }

    /// The items that still have an option among the rows without a bit of `forbidden`.
    fn reach<const W: usize>(self, arena: &[u32], from: List, forbidden: &[u32; W]) -> [u32; W];

    /// Whether all of some items still have an option among those rows.
    #[inline(always)]
    fn reaches<const W: usize>(
        self,
        arena: &[u32],
        from: List,
        forbidden: &[u32; W],
        items: &[u32; W],
    ) -> bool {
        let reach = self.reach(arena, from, forbidden);
        (0..W).fold(0, |missing, w| missing | items[w] & !reach[w]) == 0
    }

    /// Copies the rows without a bit of `forbidden`, which has one, to the list `to` in the same arena, sets its length and the ones behind it,
    /// and counts the options of each item in them.
    fn filter<const W: usize, const D: usize>(
        self,
        arena: &mut [u32],
        from: List,
        to: &mut List,
        forbidden: &[u32; W],
    ) -> Planes<W, D>;

    /// Counts the options of each item.
    fn count<const W: usize, const D: usize>(self, arena: &[u32], from: List) -> Planes<W, D>;

    /// Which of the `len` words from `start` on have the bit `mask`, at least for the first that has; there must be one. As many as a
    /// [`BLOCK`] of words may be read, so there must be more of them.
    fn find(self, words: &[u32], len: usize, start: usize, mask: u32) -> Hits;
}

/// So many words may be looked at together.
pub(super) const BLOCK: usize = 64;

/// Which words have some bit: bit `k` for the word at `base + k`; what is at `end` and behind it, is not known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hits {
    pub(crate) base: usize,
    pub(crate) bits: u64,
    pub(crate) end: usize,
}

impl Hits {
    /// The word at a place, and nothing behind it.
    #[cfg_attr(target_arch = "x86_64", allow(dead_code, reason = "for those without vectors"))]
    #[inline(always)]
    fn only(at: usize) -> Self {
        Self { base: at, bits: 1, end: at + 1 }
    }
}

/// How to move some bits of a word together: by 1, 2, 4, 8, 16 and 32 places, each time those that have so many gaps below them
/// (Warren, Hacker's Delight, 7–4).
pub(crate) struct Moves {
    pub(crate) mask: u64,
    steps: [u64; 6],
}

impl Moves {
    /// For those who need no more than the mask.
    #[inline(always)]
    pub(crate) fn of_mask(mask: u64) -> Self {
        Self { mask, steps: [0; 6] }
    }

    /// Bits of this mask.
    pub(crate) fn new(mask: u64) -> Self {
        let (mut rest, mut gaps) = (mask, !mask << 1);
        let steps = std::array::from_fn(|step| {
            // Whether the number of gaps below a place is odd.
            let odd = (0..6).fold(gaps, |odd, shift| odd ^ odd << (1 << shift));
            let moved = odd & rest;
            rest = rest ^ moved | moved >> (1 << step);
            gaps &= !odd;
            moved
        });
        Self { mask, steps }
    }

    #[inline(always)]
    fn pack(&self, bits: u64) -> u64 {
        self.steps.iter().enumerate().fold(bits & self.mask, |bits, (step, moved)| {
            let moved = bits & moved;
            bits ^ moved | moved >> (1 << step)
        })
    }
}

/// Whether one can read whole vectors of rows from the list.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn check_from<const W: usize>(arena: &[u32], from: List) {
    assert!(from.stride >= from.len + PAD && from.base + W * from.stride <= arena.len());
}

/// Whether all rows of the one list and a vector more have room in the other, behind it.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn check_to<const W: usize>(arena: &[u32], from: List, to: &List) {
    assert!(to.stride >= from.len + PAD && to.base + W * to.stride <= arena.len());
    assert!(to.base >= from.base + W * from.stride);
}
