//! Plain Rust, one row at a time.

use super::{Lanes, List, PAD, Planes};
use crate::tree::Context;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Context for Portable {}

impl Lanes for Portable {
    fn reach<const W: usize>(self, arena: &[u32], from: List, forbidden: &[u32; W]) -> [u32; W] {
        let rows = runs::<W>(arena, from);
        let mut reach = [0; W];
        for at in 0..from.len {
            let keep = is_free(&rows, at, forbidden).wrapping_neg();
            for w in 0..W {
                reach[w] |= rows[w][at] & keep;
            }
        }
        reach
    }

    fn filter<const W: usize, const D: usize>(
        self,
        arena: &mut [u32],
        from: List,
        to: &mut List,
        forbidden: &[u32; W],
    ) -> Planes<W, D> {
        let mut planes = Planes::default();
        let (source, target) = arena.split_at_mut(to.base);
        let rows = runs::<W>(source, from);
        let mut kept = 0;
        for at in 0..from.len {
            let free = is_free(&rows, at, forbidden);
            // Written in any case, and kept by moving on: a branch here would be mispredicted half of the time.
            for w in 0..W {
                target[w * to.stride + kept] = rows[w][at];
            }
            kept += free as usize;
            planes.add(std::array::from_fn(|w| rows[w][at] & free.wrapping_neg()));
        }
        to.len = kept;
        for w in 0..W {
            target[w * to.stride + kept..][..PAD].fill(u32::MAX);
        }
        planes
    }

    fn count<const W: usize, const D: usize>(self, arena: &[u32], from: List) -> Planes<W, D> {
        let rows = runs::<W>(arena, from);
        let mut planes = Planes::default();
        for at in 0..from.len {
            planes.add(std::array::from_fn(|w| rows[w][at]));
        }
        planes
    }

    fn find(self, words: &[u32], start: usize, mask: u32) -> usize {
        start
            + words[start..]
                .iter()
                .position(|word| word & mask != 0)
                .expect("the number of branches was counted")
    }
}

/// The words of a list, without what is behind them.
#[inline(always)]
fn runs<const W: usize>(arena: &[u32], list: List) -> [&[u32]; W] {
    std::array::from_fn(|w| &arena[list.base + w * list.stride..][..list.len])
}

/// 1 if the row has no forbidden bit, else 0.
#[inline(always)]
fn is_free<const W: usize>(rows: &[&[u32]; W], at: usize, forbidden: &[u32; W]) -> u32 {
    let mut conflict = 0;
    for w in 0..W {
        conflict |= rows[w][at] & forbidden[w];
    }
    u32::from(conflict == 0)
}

impl<const W: usize, const D: usize> Default for Planes<W, D> {
    fn default() -> Self {
        Self { digits: [[0; W]; D], more: [0; W] }
    }
}

impl<const W: usize, const D: usize> Planes<W, D> {
    #[inline(always)]
    fn add(&mut self, mut carry: [u32; W]) {
        for digit in &mut self.digits {
            for w in 0..W {
                let next = digit[w] & carry[w];
                digit[w] ^= carry[w];
                carry[w] = next;
            }
        }
        for w in 0..W {
            self.more[w] |= carry[w];
        }
    }
}
