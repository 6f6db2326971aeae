//! Eight rows at a time with AVX2.
//!
//! Sixteen with AVX-512 took 0.9 to 1.1 of that time, and as long again to compile.
#![allow(unsafe_code, reason = "vector instructions; the loops are a fifth of the time of the portable ones")]

use super::{BLOCK, Hits, Lanes, List, Moves, Planes, check_from, check_to};
use crate::bits::MAX_WORDS;
use crate::tree::{Context, Work};
use std::arch::x86_64::*;

/// Proof that the processor has AVX2 (and what always comes with it).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    pub(crate) fn detect() -> Option<Self> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Self(()))
    }
}

impl Context for Avx2 {
    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn within<W: Work>(work: W) -> W::Output {
            work.run()
        }
        // SAFETY: `self` proves that the processor has these features.
        unsafe { within(work) }
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn moves(self, mask: u64) -> Moves {
        Moves::of_mask(mask)
    }

    #[inline(always)]
    fn pack(self, bits: u64, moves: &Moves) -> u64 {
        // SAFETY: `self` proves BMI2.
        unsafe { _pext_u64(bits, moves.mask) }
    }

    #[inline(always)]
    fn reach<const W: usize>(self, arena: &[u32], from: List, forbidden: &[u32; W]) -> [u32; W] {
        check_from::<W>(arena, from);
        // SAFETY: `self` proves AVX2, and the list is inside the arena.
        unsafe { reach256(arena.as_ptr(), from, forbidden) }
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
        // SAFETY: `self` proves AVX2, and the lists are inside the arena and apart.
        unsafe { filter256(arena.as_mut_ptr(), from, to, forbidden) }
    }

    #[inline(always)]
    fn count<const W: usize, const D: usize>(self, arena: &[u32], from: List) -> Planes<W, D> {
        check_from::<W>(arena, from);
        // SAFETY: `self` proves AVX2, and the list is inside the arena.
        unsafe { count256(arena.as_ptr(), from) }
    }

    #[inline(always)]
    fn find(self, words: &[u32], len: usize, start: usize, mask: u32) -> Hits {
        // SAFETY: `self` proves AVX2.
        unsafe { find256(words, len, start, mask) }
    }
}

/// Eight rows.
///
/// # Safety
/// The places must be inside the arena.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load256<const W: usize>(arena: *const u32, from: List, at: usize) -> [__m256i; W] {
    // SAFETY: by the caller's promise.
    std::array::from_fn(|w| unsafe { _mm256_loadu_si256(arena.add(from.base + w * from.stride + at).cast()) })
}

/// All ones in the lanes whose row has no forbidden bit.
#[inline]
#[target_feature(enable = "avx2")]
fn free256<const W: usize>(rows: &[__m256i; W], forbidden: &[__m256i; W]) -> __m256i {
    let mut conflict = _mm256_and_si256(rows[0], forbidden[0]);
    for w in 1..W {
        conflict = _mm256_or_si256(conflict, _mm256_and_si256(rows[w], forbidden[w]));
    }
    _mm256_cmpeq_epi32(conflict, _mm256_setzero_si256())
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn reach256<const W: usize>(arena: *const u32, from: List, forbidden: &[u32; W]) -> [u32; W] {
    let forbidden: [__m256i; W] = std::array::from_fn(|w| _mm256_set1_epi32(forbidden[w] as i32));
    let mut reach = [_mm256_setzero_si256(); W];
    for at in (0..from.len).step_by(8) {
        // SAFETY: the caller has checked the list. The ones behind it are not free.
        let rows = unsafe { load256::<W>(arena, from, at) };
        let free = free256(&rows, &forbidden);
        for w in 0..W {
            reach[w] = _mm256_or_si256(reach[w], _mm256_and_si256(rows[w], free));
        }
    }
    total256(&[], &reach).more
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn filter256<const W: usize, const D: usize>(
    arena: *mut u32,
    from: List,
    to: &mut List,
    forbidden: &[u32; W],
) -> Planes<W, D> {
    let forbidden: [__m256i; W] = std::array::from_fn(|w| _mm256_set1_epi32(forbidden[w] as i32));
    let mut sums = [[_mm256_setzero_si256(); W]; D];
    let mut more = [_mm256_setzero_si256(); W];
    let target = *to;
    let mut kept = 0;
    for at in (0..from.len).step_by(8) {
        // SAFETY: the caller has checked the list. The ones behind it are not free.
        let rows = unsafe { load256::<W>(arena, from, at) };
        let free = free256(&rows, &forbidden);
        let mask = _mm256_movemask_ps(_mm256_castsi256_ps(free)) as usize & 0xff;
        // SAFETY: each entry of the table has eight bytes.
        let packing = unsafe { _mm256_cvtepu8_epi32(_mm_loadl_epi64(PACKING[mask].as_ptr().cast())) };
        for w in 0..W {
            let packed = _mm256_permutevar8x32_epi32(rows[w], packing);
            // SAFETY: at most `from.len` rows are kept, and sixteen more have room.
            unsafe { _mm256_storeu_si256(arena.add(target.base + w * target.stride + kept).cast(), packed) };
            add256(&mut sums, &mut more[w], w, _mm256_and_si256(rows[w], free));
        }
        kept += mask.count_ones() as usize;
    }
    to.len = kept;
    for w in 0..W {
        let end = target.base + w * target.stride + kept;
        for half in [0, 8] {
            // SAFETY: as above.
            unsafe { _mm256_storeu_si256(arena.add(end + half).cast(), _mm256_set1_epi32(-1)) };
        }
    }
    total256(&sums, &more)
}

/// Where the kept rows come from, for each set of kept ones.
static PACKING: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut kept) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 != 0 {
                table[mask][kept] = lane as u8;
                kept += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn count256<const W: usize, const D: usize>(arena: *const u32, from: List) -> Planes<W, D> {
    const { assert!(D > 2) };
    let mut sums = [[_mm256_setzero_si256(); W]; D];
    let mut more = [_mm256_setzero_si256(); W];
    let fours = from.len / 32 * 32;
    for at in (0..fours).step_by(32) {
        // SAFETY: the caller has checked the list.
        let rows = std::array::from_fn::<_, 4, _>(|k| unsafe { load256::<W>(arena, from, at + 8 * k) });
        for w in 0..W {
            // Four at a time, because most of what is added does not go further than that.
            let (ones, a) = sum256(sums[0][w], rows[0][w], rows[1][w]);
            let (ones, b) = sum256(ones, rows[2][w], rows[3][w]);
            let (twos, carry) = sum256(sums[1][w], a, b);
            (sums[0][w], sums[1][w]) = (ones, twos);
            add256(&mut sums[2..], &mut more[w], w, carry);
        }
    }
    let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    for at in (fours..from.len).step_by(8) {
        // SAFETY: as above. The ones behind the list do not count.
        let rows = unsafe { load256::<W>(arena, from, at) };
        let inside = _mm256_cmpgt_epi32(_mm256_set1_epi32((from.len - at) as i32), lanes);
        for w in 0..W {
            add256(&mut sums, &mut more[w], w, _mm256_and_si256(rows[w], inside));
        }
    }
    total256(&sums, &more)
}

/// Adds one word of eight rows to the counters of eight lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn add256<const W: usize>(sums: &mut [[__m256i; W]], more: &mut __m256i, w: usize, mut carry: __m256i) {
    for sum in sums {
        let next = _mm256_and_si256(sum[w], carry);
        sum[w] = _mm256_xor_si256(sum[w], carry);
        carry = next;
    }
    *more = _mm256_or_si256(*more, carry);
}

/// The sum of three bits in each place, and what is carried.
#[inline]
#[target_feature(enable = "avx2")]
fn sum256(a: __m256i, b: __m256i, c: __m256i) -> (__m256i, __m256i) {
    let either = _mm256_xor_si256(a, b);
    let carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(either, c));
    (_mm256_xor_si256(either, c), carry)
}

/// Adds up the counters of the eight lanes, of up to four words at once: by halves, quarters and eighths of the vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn total256<const W: usize, const D: usize>(sums: &[[__m256i; W]; D], more: &[__m256i; W]) -> Planes<W, D> {
    let zero = ([_mm256_setzero_si256(); D], _mm256_setzero_si256());
    let word = |w: usize| if w < W { (std::array::from_fn(|d| sums[d][w]), more[w]) } else { zero };
    let halves = |v, w| (_mm256_permute2x128_si256::<0x20>(v, w), _mm256_permute2x128_si256::<0x31>(v, w));
    let quarters = |v, w| (_mm256_unpacklo_epi64(v, w), _mm256_unpackhi_epi64(v, w));
    let eighths = |v, w| (v, _mm256_shuffle_epi32::<0b10_11_00_01>(w));
    let mut all = [zero; MAX_WORDS / 4];
    for (group, sum) in all[..W.div_ceil(4)].iter_mut().enumerate() {
        let first = 4 * group;
        let even = merge256(word(first), word(first + 2), halves);
        let odd = if first + 1 < W { merge256(word(first + 1), word(first + 3), halves) } else { zero };
        let both = merge256(even, odd, quarters);
        *sum = merge256(both, both, eighths);
    }
    let spread = |of: &dyn Fn(usize) -> __m256i| {
        let words: [[u32; 4]; MAX_WORDS / 4] =
            std::array::from_fn(|group| if 4 * group < W { spread256(of(group)) } else { [0; 4] });
        std::array::from_fn(|w| words[w / 4][w % 4])
    };
    Planes {
        digits: std::array::from_fn(|d| spread(&|group| all[group].0[d])),
        more: spread(&|group| all[group].1),
    }
}

/// Adds two times eight counters, after `split` has brought together what belongs together.
#[inline]
#[target_feature(enable = "avx2")]
fn merge256<const D: usize>(
    (left, left_more): ([__m256i; D], __m256i),
    (right, right_more): ([__m256i; D], __m256i),
    split: impl Fn(__m256i, __m256i) -> (__m256i, __m256i),
) -> ([__m256i; D], __m256i) {
    let mut digits = left;
    let mut carry = _mm256_setzero_si256();
    for d in 0..D {
        let (a, b) = split(left[d], right[d]);
        (digits[d], carry) = sum256(a, b, carry);
    }
    let (a, b) = split(left_more, right_more);
    (digits, _mm256_or_si256(_mm256_or_si256(a, b), carry))
}

/// The first lanes of the four quarters.
#[inline]
#[target_feature(enable = "avx2")]
fn spread256(vector: __m256i) -> [u32; 4] {
    let packed = _mm256_permutevar8x32_epi32(vector, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
    let mut lanes = [0; 4];
    // SAFETY: the array has the size of half a vector.
    unsafe { _mm_storeu_si128(lanes.as_mut_ptr().cast(), _mm256_castsi256_si128(packed)) };
    lanes
}

#[inline]
#[target_feature(enable = "avx2,bmi1")]
unsafe fn find256(words: &[u32], len: usize, start: usize, mask: u32) -> Hits {
    // The bit becomes the sign of its lane.
    let shift = _mm_cvtsi32_si128(mask.leading_zeros() as i32);
    find_block(words, len, start, |block, words| {
        (0..words).step_by(8).fold(0, |bits, at| {
            // SAFETY: eight words from here are inside the block.
            let chunk = unsafe { _mm256_loadu_si256(block.as_ptr().add(at).cast()) };
            let hits = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_sll_epi32(chunk, shift)));
            bits | u64::from(hits as u32) << at
        })
    })
}

/// The first block that has a hit; how many words of a list are looked at, would be hard to predict one by one.
#[inline(always)]
fn find_block(words: &[u32], len: usize, start: usize, hits: impl Fn(&[u32; BLOCK], usize) -> u64) -> Hits {
    let mut base = start;
    while base < len {
        let block = words[base..].first_chunk().expect("room for a block");
        let inside = u64::MAX >> BLOCK.saturating_sub(len - base);
        let bits = if len - base <= 16 { hits(block, 16) } else { hits(block, BLOCK) } & inside;
        if bits != 0 {
            return Hits { base, bits, end: base + BLOCK };
        }
        base += BLOCK;
    }
    panic!("the number of branches was counted");
}
