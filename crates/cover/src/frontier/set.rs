//! Sets of pieces that have been used, as short as they can be.

use std::ops::{BitAnd, BitOr, Not};

/// The carried items of a state, in as many bits as there must be.
pub(super) trait Set:
    Copy + Ord + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// Sets that are as long, or longer.
    type Longer: Set;
    fn from_bits(bits: u128) -> Self;
    fn bits(self) -> u128;
}

macro_rules! set {
    ($word:ty, $longer:ty) => {
        impl Set for $word {
            type Longer = $longer;

            fn from_bits(bits: u128) -> Self {
                bits as Self
            }

            fn bits(self) -> u128 {
                self.into()
            }
        }
    };
}

set!(u32, u64);
set!(u64, u64);
set!(u128, u128);
