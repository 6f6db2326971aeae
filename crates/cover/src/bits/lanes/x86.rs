//! Eight rows at a time with AVX-512.
#![allow(unsafe_code, reason = "vector instructions; the loops are a fifth of the time of the portable ones")]

use super::{Lanes, List, Planes};
use std::arch::x86_64::*;

/// Proof that the processor has AVX-512F.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    pub(crate) fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx512f").then_some(Self(()))
    }
}

impl Lanes for Avx512 {
    #[inline(always)]
    fn reach<const W: usize>(self, arena: &[u64], from: List, forbidden: &[u64; W]) -> [u64; W] {
        check_from::<W>(arena, from);
        // SAFETY: `self` proves AVX-512F, and the list is inside the arena.
        unsafe { reach512(arena.as_ptr(), from, forbidden) }
    }

    #[inline(always)]
    fn filter<const W: usize, const D: usize>(
        self,
        arena: &mut [u64],
        from: List,
        to: &mut List,
        forbidden: &[u64; W],
    ) -> Planes<W, D> {
        check_from::<W>(arena, from);
        check_to::<W>(arena, from, to);
        // SAFETY: `self` proves AVX-512F, and the lists are inside the arena and apart.
        unsafe { filter512(arena.as_mut_ptr(), from, to, forbidden) }
    }

    #[inline(always)]
    fn count<const W: usize, const D: usize>(self, arena: &[u64], from: List) -> Planes<W, D> {
        check_from::<W>(arena, from);
        // SAFETY: `self` proves AVX-512F, and the list is inside the arena.
        unsafe { count512(arena.as_ptr(), from) }
    }

    #[inline(always)]
    fn find(self, words: &[u64], start: usize, mask: u64) -> usize {
        // SAFETY: `self` proves AVX-512F.
        unsafe { find512(words, start, mask) }
    }
}

/// Whether one can read eight rows at a time from the list.
#[inline(always)]
fn check_from<const W: usize>(arena: &[u64], from: List) {
    assert!(from.stride >= from.len + 8 && from.base + W * from.stride <= arena.len());
}

/// Whether all rows of the one list and eight more have room in the other, behind it.
#[inline(always)]
fn check_to<const W: usize>(arena: &[u64], from: List, to: &List) {
    assert!(to.stride >= from.len + 8 && to.base + W * to.stride <= arena.len());
    assert!(to.base >= from.base + W * from.stride);
}

/// Eight rows.
///
/// # Safety
/// The places must be inside the arena.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn load512<const W: usize>(arena: *const u64, from: List, at: usize) -> [__m512i; W] {
    // SAFETY: by the caller's promise.
    std::array::from_fn(|w| unsafe { _mm512_loadu_epi64(arena.add(from.base + w * from.stride + at).cast()) })
}

/// Which of the eight rows have no forbidden bit.
#[inline]
#[target_feature(enable = "avx512f")]
fn free512<const W: usize>(rows: &[__m512i; W], forbidden: &[__m512i; W]) -> __mmask8 {
    let mut conflict = _mm512_and_si512(rows[0], forbidden[0]);
    for w in 1..W {
        conflict = _mm512_ternarylogic_epi64::<0xf8>(conflict, rows[w], forbidden[w]);
    }
    _mm512_testn_epi64_mask(conflict, conflict)
}

#[target_feature(enable = "avx512f")]
unsafe fn reach512<const W: usize>(arena: *const u64, from: List, forbidden: &[u64; W]) -> [u64; W] {
    let forbidden: [__m512i; W] = std::array::from_fn(|w| _mm512_set1_epi64(forbidden[w] as i64));
    let mut reach = [_mm512_setzero_si512(); W];
    for at in (0..from.len).step_by(8) {
        // SAFETY: the caller has checked the list. The ones behind it are not free.
        let rows = unsafe { load512::<W>(arena, from, at) };
        let free = free512(&rows, &forbidden);
        for w in 0..W {
            reach[w] = _mm512_mask_or_epi64(reach[w], free, reach[w], rows[w]);
        }
    }
    std::array::from_fn(|w| _mm512_reduce_or_epi64(reach[w]) as u64)
}

#[target_feature(enable = "avx512f,popcnt")]
unsafe fn filter512<const W: usize, const D: usize>(
    arena: *mut u64,
    from: List,
    to: &mut List,
    forbidden: &[u64; W],
) -> Planes<W, D> {
    let forbidden: [__m512i; W] = std::array::from_fn(|w| _mm512_set1_epi64(forbidden[w] as i64));
    let mut sums = [[_mm512_setzero_si512(); W]; D];
    let mut more = [_mm512_setzero_si512(); W];
    let target = List { len: 0, ..*to };
    let mut kept = 0;
    for at in (0..from.len).step_by(8) {
        // SAFETY: the caller has checked the list. The ones behind it are not free.
        let rows = unsafe { load512::<W>(arena, from, at) };
        let free = free512(&rows, &forbidden);
        for w in 0..W {
            let packed = _mm512_maskz_compress_epi64(free, rows[w]);
            // SAFETY: at most `from.len` rows are kept, and eight more have room.
            unsafe { _mm512_storeu_epi64(arena.add(target.base + w * target.stride + kept).cast(), packed) };
            add512(&mut sums, &mut more, w, _mm512_maskz_mov_epi64(free, rows[w]));
        }
        kept += free.count_ones() as usize;
    }
    to.len = kept;
    for w in 0..W {
        let end = target.base + w * target.stride + kept;
        // SAFETY: as above.
        unsafe { _mm512_storeu_epi64(arena.add(end).cast(), _mm512_set1_epi64(-1)) };
    }
    total512(&sums, &more)
}

#[target_feature(enable = "avx512f")]
unsafe fn count512<const W: usize, const D: usize>(arena: *const u64, from: List) -> Planes<W, D> {
    let mut sums = [[_mm512_setzero_si512(); W]; D];
    let mut more = [_mm512_setzero_si512(); W];
    for at in (0..from.len).step_by(8) {
        // SAFETY: the caller has checked the list.
        let rows = unsafe { load512::<W>(arena, from, at) };
        let left = from.len - at;
        let inside = if left < 8 { (1 << left) - 1 } else { 0xff };
        for w in 0..W {
            add512(&mut sums, &mut more, w, _mm512_maskz_mov_epi64(inside, rows[w]));
        }
    }
    total512(&sums, &more)
}

/// Adds one word of eight rows to the counters of eight lanes.
#[inline]
#[target_feature(enable = "avx512f")]
fn add512<const W: usize, const D: usize>(
    sums: &mut [[__m512i; W]; D],
    more: &mut [__m512i; W],
    w: usize,
    mut carry: __m512i,
) {
    for sum in &mut sums[..D - 1] {
        let next = _mm512_and_si512(sum[w], carry);
        sum[w] = _mm512_xor_si512(sum[w], carry);
        carry = next;
    }
    more[w] = _mm512_ternarylogic_epi64::<0xf8>(more[w], sums[D - 1][w], carry);
    sums[D - 1][w] = _mm512_xor_si512(sums[D - 1][w], carry);
}

/// Adds up the counters of the eight lanes.
#[inline]
#[target_feature(enable = "avx512f")]
fn total512<const W: usize, const D: usize>(sums: &[[__m512i; W]; D], more: &[__m512i; W]) -> Planes<W, D> {
    let mut planes = Planes::default();
    for w in 0..W {
        let digits = std::array::from_fn(|d| sums[d][w]);
        let sum = fold512((digits, more[w]), |v| _mm512_shuffle_i64x2::<0b01_00_11_10>(v, v));
        let sum = fold512(sum, |v| _mm512_shuffle_i64x2::<0b10_11_00_01>(v, v));
        let (digits, more) = fold512::<D>(sum, |v| _mm512_shuffle_epi32::<0b01_00_11_10>(v));
        let low = |v| _mm_cvtsi128_si64(_mm512_castsi512_si128(v)) as u64;
        for d in 0..D {
            planes.digits[d][w] = low(digits[d]);
        }
        planes.more[w] = low(more);
    }
    planes
}

/// Adds to each lane's counter that of another lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn fold512<const D: usize>(
    (mut digits, mut more): ([__m512i; D], __m512i),
    other: impl Fn(__m512i) -> __m512i,
) -> ([__m512i; D], __m512i) {
    let mut carry = _mm512_setzero_si512();
    for digit in &mut digits {
        let (a, b) = (*digit, other(*digit));
        *digit = _mm512_ternarylogic_epi64::<0x96>(a, b, carry);
        carry = _mm512_ternarylogic_epi64::<0xe8>(a, b, carry);
    }
    more = _mm512_ternarylogic_epi64::<0xfe>(more, other(more), carry);
    (digits, more)
}

#[target_feature(enable = "avx512f")]
unsafe fn find512(words: &[u64], start: usize, mask: u64) -> usize {
    let mask = _mm512_set1_epi64(mask as i64);
    let mut at = start;
    while at + 8 <= words.len() {
        // SAFETY: eight words from here are inside the slice.
        let chunk = unsafe { _mm512_loadu_epi64(words.as_ptr().add(at).cast()) };
        let hits = _mm512_test_epi64_mask(chunk, mask);
        if hits != 0 {
            return at + hits.trailing_zeros() as usize;
        }
        at += 8;
    }
    panic!("the number of branches was counted");
}
