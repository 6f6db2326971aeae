//! Plain Rust, eight rows at a time in arrays that compilers turn into whatever vectors there are.

use super::{Hits, Lanes, List, PAD, Planes};
use crate::tree::Context;

/// Rows at a time; lists are padded, so that there are always as many.
const LANES: usize = 8;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Context for Portable {}

impl Lanes for Portable {
    #[inline(always)]
    fn reach<const W: usize>(self, arena: &[u32], from: List, forbidden: &[u32; W]) -> [u32; W] {
        let runs = runs::<W>(arena, from);
        let mut reach = [[0; LANES]; W];
        for at in (0..from.len).step_by(LANES) {
            let rows = load(&runs, at);
            let free = free(&rows, forbidden);
            for w in 0..W {
                for lane in 0..LANES {
                    reach[w][lane] |= rows[w][lane] & free[lane];
                }
            }
        }
        reach.map(|lanes| lanes.into_iter().fold(0, |all, lane| all | lane))
    }

    #[inline(always)]
    fn filter<const W: usize, const D: usize>(
        self,
        arena: &mut [u32],
        from: List,
        to: &mut List,
        forbidden: &[u32; W],
    ) -> Planes<W, D> {
        let (source, target) = arena.split_at_mut(to.base);
        let runs = runs::<W>(source, from);
        let mut targets = target.chunks_exact_mut(to.stride);
        let targets: [&mut [u32]; W] = std::array::from_fn(|_| targets.next().expect("room for all words"));
        let mut sums = Sums::<W, D>::new();
        let mut kept = 0;
        for at in (0..from.len).step_by(LANES) {
            let mut rows = load(&runs, at);
            let free = free(&rows, forbidden);
            for lane in 0..LANES {
                // Written in any case, and kept by moving on: a branch here would be mispredicted half of the time.
                for w in 0..W {
                    targets[w][kept] = rows[w][lane];
                }
                kept += (free[lane] & 1) as usize;
            }
            for row in &mut rows {
                for lane in 0..LANES {
                    row[lane] &= free[lane];
                }
            }
            sums.add(rows);
        }
        to.len = kept;
        for run in targets {
            run[kept..kept + PAD].fill(u32::MAX);
        }
        sums.total()
    }

    #[inline(always)]
    fn count<const W: usize, const D: usize>(self, arena: &[u32], from: List) -> Planes<W, D> {
        let runs = runs::<W>(arena, from);
        let mut sums = Sums::<W, D>::new();
        for at in (0..from.len).step_by(LANES) {
            let mut rows = load(&runs, at);
            for row in &mut rows {
                row[LANES.min(from.len - at)..].fill(0);
            }
            sums.add(rows);
        }
        sums.total()
    }

    #[inline(always)]
    fn find(self, words: &[u32], _len: usize, start: usize, mask: u32) -> Hits {
        let (chunks, _) = words[start..].as_chunks::<LANES>();
        let without = |chunk: &&[u32; LANES]| chunk.iter().fold(0, |all, word| all | word) & mask == 0;
        let at = start + LANES * chunks.iter().take_while(without).count();
        let hit = words[at..].iter().position(|word| word & mask != 0);
        Hits::only(at + hit.expect("the number of branches was counted"))
    }
}

/// The words of a list, with those of the padding that make up the last lanes.
#[inline(always)]
fn runs<const W: usize>(arena: &[u32], list: List) -> [&[[u32; LANES]]; W] {
    std::array::from_fn(|w| {
        let run = &arena[list.base + w * list.stride..][..list.len.next_multiple_of(LANES)];
        run.as_chunks().0
    })
}

#[inline(always)]
fn load<const W: usize>(runs: &[&[[u32; LANES]]; W], at: usize) -> [[u32; LANES]; W] {
    std::array::from_fn(|w| runs[w][at / LANES])
}

/// All ones for the rows without a forbidden bit.
#[inline(always)]
fn free<const W: usize>(rows: &[[u32; LANES]; W], forbidden: &[u32; W]) -> [u32; LANES] {
    let mut conflict = [0; LANES];
    for w in 0..W {
        for lane in 0..LANES {
            conflict[lane] |= rows[w][lane] & forbidden[w];
        }
    }
    conflict.map(|bits| if bits == 0 { u32::MAX } else { 0 })
}

/// A counter for each lane.
struct Sums<const W: usize, const D: usize> {
    digits: [[[u32; LANES]; W]; D],
    more: [[u32; LANES]; W],
}

impl<const W: usize, const D: usize> Sums<W, D> {
    #[inline(always)]
    fn new() -> Self {
        Self { digits: [[[0; LANES]; W]; D], more: [[0; LANES]; W] }
    }

    #[inline(always)]
    fn add(&mut self, mut carry: [[u32; LANES]; W]) {
        for w in 0..W {
            for digit in &mut self.digits {
                for lane in 0..LANES {
                    let next = digit[w][lane] & carry[w][lane];
                    digit[w][lane] ^= carry[w][lane];
                    carry[w][lane] = next;
                }
            }
            for lane in 0..LANES {
                self.more[w][lane] |= carry[w][lane];
            }
        }
    }

    /// Adds up the lanes: the second half to the first, and so on.
    #[inline(always)]
    fn total(mut self) -> Planes<W, D> {
        let mut half = LANES / 2;
        while half > 0 {
            for w in 0..W {
                for lane in 0..half {
                    let mut carry = 0;
                    for digit in &mut self.digits {
                        let (a, b) = (digit[w][lane], digit[w][lane + half]);
                        digit[w][lane] = a ^ b ^ carry;
                        carry = a & b | (a ^ b) & carry;
                    }
                    self.more[w][lane] |= self.more[w][lane + half] | carry;
                }
            }
            half /= 2;
        }
        Planes {
            digits: self.digits.map(|words| words.map(|lanes| lanes[0])),
            more: self.more.map(|lanes| lanes[0]),
        }
    }
}
