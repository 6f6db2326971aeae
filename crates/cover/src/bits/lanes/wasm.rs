//! Four rows at a time with the vectors of WebAssembly.
#![allow(unsafe_code, reason = "vector instructions; the portable loops take twice as long")]

use super::{Hits, Lanes, List, PAD, Planes, check_from, check_to};
use crate::tree::Context;
use std::arch::wasm32::*;

/// Whoever builds for this knows that the vectors are there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simd128;

impl Context for Simd128 {}

/// Rows at a time.
const LANES: usize = 4;

impl Lanes for Simd128 {
    #[inline(always)]
    fn reach<const W: usize>(self, arena: &[u32], from: List, forbidden: &[u32; W]) -> [u32; W] {
        check_from::<W>(arena, from);
        let forbidden: [v128; W] = std::array::from_fn(|w| u32x4_splat(forbidden[w]));
        let mut reach = [u32x4_splat(0); W];
        for at in (0..from.len).step_by(LANES) {
            // SAFETY: the list was checked. The ones behind it are not free.
            let rows = unsafe { load::<W>(arena.as_ptr(), from, at) };
            let free = free(&rows, &forbidden);
            for w in 0..W {
                reach[w] = v128_or(reach[w], v128_and(rows[w], free));
            }
        }
        reach.map(|lanes| {
            let half = v128_or(lanes, u32x4_shuffle::<2, 3, 0, 1>(lanes, lanes));
            u32x4_extract_lane::<0>(half) | u32x4_extract_lane::<1>(half)
        })
    }

    #[inline(always)]
    fn filter<const W: usize, const D: usize>(
        self,
        arena: &mut [u32],
        from: List,
        to: &mut List,
        forbidden: &[u32; W],
    ) -> Planes<W, D> {
        check_from::<W>(arena, from);
        check_to::<W>(arena, from, to);
        let forbidden: [v128; W] = std::array::from_fn(|w| u32x4_splat(forbidden[w]));
        let arena = arena.as_mut_ptr();
        let mut sums = Sums::<W, D>::new();
        let mut kept = 0;
        for at in (0..from.len).step_by(LANES) {
            // SAFETY: the list was checked. The ones behind it are not free.
            let rows = unsafe { load::<W>(arena, from, at) };
            let free = free(&rows, &forbidden);
            let which = u32x4_bitmask(free);
            let order = u8x16_of(PACKED[usize::from(which)]);
            for w in 0..W {
                let packed = u8x16_swizzle(rows[w], order);
                // SAFETY: at most `from.len` rows are kept, and four more have room.
                unsafe { v128_store(arena.add(to.base + w * to.stride + kept).cast(), packed) };
                sums.add(w, v128_and(rows[w], free));
            }
            kept += which.count_ones() as usize;
        }
        to.len = kept;
        for w in 0..W {
            for at in (kept..kept + PAD).step_by(LANES) {
                // SAFETY: as above.
                unsafe { v128_store(arena.add(to.base + w * to.stride + at).cast(), u32x4_splat(u32::MAX)) };
            }
        }
        sums.total()
    }

    #[inline(always)]
    fn count<const W: usize, const D: usize>(self, arena: &[u32], from: List) -> Planes<W, D> {
        check_from::<W>(arena, from);
        let mut sums = Sums::<W, D>::new();
        for at in (0..from.len).step_by(LANES) {
            // SAFETY: the list was checked.
            let rows = unsafe { load::<W>(arena.as_ptr(), from, at) };
            let left = u32x4_splat((from.len - at) as u32);
            let inside = u32x4_lt(u32x4(0, 1, 2, 3), left);
            for w in 0..W {
                sums.add(w, v128_and(rows[w], inside));
            }
        }
        sums.total()
    }

    #[inline(always)]
    fn find(self, words: &[u32], _len: usize, start: usize, mask: u32) -> Hits {
        let hit = |word: &u32| word & mask != 0;
        let (chunks, _) = words[start..].as_chunks::<LANES>();
        let mut at = start;
        for chunk in chunks {
            let [a, b, c, d] = *chunk;
            if v128_any_true(v128_and(u32x4(a, b, c, d), u32x4_splat(mask))) {
                break;
            }
            at += LANES;
        }
        Hits::only(at + words[at..].iter().position(hit).expect("the number of branches was counted"))
    }
}

/// Four rows.
///
/// # Safety
/// The places must be inside the arena.
#[inline(always)]
unsafe fn load<const W: usize>(arena: *const u32, from: List, at: usize) -> [v128; W] {
    // SAFETY: by the caller's promise.
    std::array::from_fn(|w| unsafe { v128_load(arena.add(from.base + w * from.stride + at).cast()) })
}

/// All ones for the rows without a forbidden bit.
#[inline(always)]
fn free<const W: usize>(rows: &[v128; W], forbidden: &[v128; W]) -> v128 {
    let mut conflict = v128_and(rows[0], forbidden[0]);
    for w in 1..W {
        conflict = v128_or(conflict, v128_and(rows[w], forbidden[w]));
    }
    u32x4_eq(conflict, u32x4_splat(0))
}

#[inline(always)]
fn u8x16_of(bytes: [u8; 16]) -> v128 {
    let [low, high] = [0, 8].map(|at| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte])));
    u64x2(low, high)
}

/// For each set of lanes, where their bytes come from when they are moved together.
const PACKED: [[u8; 16]; 16] = {
    let mut all = [[0; 16]; 16];
    let mut which = 0;
    while which < 16 {
        let (mut lane, mut to) = (0, 0);
        while lane < LANES {
            if which >> lane & 1 == 1 {
                let mut byte = 0;
                while byte < 4 {
                    all[which][4 * to + byte] = (4 * lane + byte) as u8;
                    byte += 1;
                }
                to += 1;
            }
            lane += 1;
        }
        which += 1;
    }
    all
};

/// A counter for each lane.
struct Sums<const W: usize, const D: usize> {
    digits: [[v128; W]; D],
    more: [v128; W],
}

/// The counters of four lanes, digit by digit, and which of them have overflown.
type Counters<const D: usize> = ([v128; D], v128);

impl<const W: usize, const D: usize> Sums<W, D> {
    #[inline(always)]
    fn new() -> Self {
        Self { digits: [[u32x4_splat(0); W]; D], more: [u32x4_splat(0); W] }
    }

    /// Adds one word of four rows.
    #[inline(always)]
    fn add(&mut self, w: usize, mut carry: v128) {
        for digit in &mut self.digits {
            let next = v128_and(digit[w], carry);
            digit[w] = v128_xor(digit[w], carry);
            carry = next;
        }
        self.more[w] = v128_or(self.more[w], carry);
    }

    /// Adds up the lanes, of four words at once: by halves, then by quarters.
    #[inline(always)]
    fn total(self) -> Planes<W, D> {
        let mut planes = Planes::default();
        let word = |w: usize| -> Counters<D> {
            if w < W {
                (std::array::from_fn(|d| self.digits[d][w]), self.more[w])
            } else {
                ([u32x4_splat(0); D], u32x4_splat(0))
            }
        };
        let halves = |v, w| (u32x4_shuffle::<0, 1, 4, 5>(v, w), u32x4_shuffle::<2, 3, 6, 7>(v, w));
        let quarters = |v, w| (u32x4_shuffle::<0, 2, 4, 6>(v, w), u32x4_shuffle::<1, 3, 5, 7>(v, w));
        for first in (0..W).step_by(LANES) {
            let left = merge(&word(first), &word(first + 1), halves);
            let right = merge(&word(first + 2), &word(first + 3), halves);
            let (digits, more) = merge(&left, &right, quarters);
            for (d, digit) in digits.into_iter().enumerate() {
                spread(&mut planes.digits[d][first..], digit);
            }
            spread(&mut planes.more[first..], more);
        }
        planes
    }
}

/// Adds two times four counters, after `split` has brought together what belongs together.
#[inline(always)]
fn merge<const D: usize>(
    (left, left_more): &Counters<D>,
    (right, right_more): &Counters<D>,
    split: impl Fn(v128, v128) -> (v128, v128),
) -> Counters<D> {
    let mut digits = *left;
    let mut carry = u32x4_splat(0);
    for d in 0..D {
        let (a, b) = split(left[d], right[d]);
        let differ = v128_xor(a, b);
        digits[d] = v128_xor(differ, carry);
        carry = v128_or(v128_and(a, b), v128_and(differ, carry));
    }
    let (a, b) = split(*left_more, *right_more);
    (digits, v128_or(v128_or(a, b), carry))
}

/// The lanes, as far as there is room.
#[inline(always)]
fn spread(words: &mut [u32], vector: v128) {
    let all = [
        u32x4_extract_lane::<0>(vector),
        u32x4_extract_lane::<1>(vector),
        u32x4_extract_lane::<2>(vector),
        u32x4_extract_lane::<3>(vector),
    ];
    let count = words.len().min(LANES);
    words[..count].copy_from_slice(&all[..count]);
}
