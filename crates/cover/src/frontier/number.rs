//! Numbers of packings, as wide as they have to be.

use super::set::Set;
use crate::Digest;
use num_bigint::BigUint;
use std::fmt::Write;

/// A number that a state can have; it says when it is too narrow.
pub(super) trait Number: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// What to go on with when it is.
    type Wider: Number;
    /// The sets beside it then: as short as they can be only where many states are to be expected. To sweep is compiled for
    /// each pair of sets and numbers, and nobody waits for what is hardly ever used.
    type Sets<S: Set>: Set;
    /// Whether there is nothing wider.
    const IS_WIDEST: bool = false;
    const ZERO: Self;
    const ONE: Self;
    fn add(self, other: Self) -> Option<Self>;
    /// The same number with more room; `None` if there is nothing wider.
    fn widen(self) -> Option<Self::Wider>;
    fn big(self) -> BigUint;

    /// The same in a word, if it is a number that has room there.
    #[inline]
    fn small(self) -> Option<u64> {
        None
    }

    /// Writes it in hexadecimal digits.
    fn write(self, text: &mut String) {
        text.push_str(&self.big().to_str_radix(16));
    }

    /// Reads what was written; none if that makes no sense.
    fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Self>;

    /// The same number of packings, each with one option more, which has this mark.
    #[inline]
    fn with(self, _mark: Digest) -> Self {
        self
    }

    /// The digest of the packings, if it is carried along.
    fn digest(self) -> Digest {
        Digest::ZERO
    }
}

/// A number of packings, and their digest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marked<C>(C, Digest);

impl<C: Number> Number for Marked<C> {
    type Wider = Marked<C::Wider>;
    type Sets<S: Set> = u128;
    const IS_WIDEST: bool = C::IS_WIDEST;
    const ZERO: Self = Self(C::ZERO, Digest::ZERO);
    const ONE: Self = Self(C::ONE, Digest::ONE);

    fn add(self, other: Self) -> Option<Self> {
        Some(Self(self.0.add(other.0)?, self.1 + other.1))
    }

    fn widen(self) -> Option<Self::Wider> {
        Some(Marked(self.0.widen()?, self.1))
    }

    fn big(self) -> BigUint {
        self.0.big()
    }

    fn write(self, text: &mut String) {
        self.0.write(text);
        let _ = write!(text, " {}", self.1);
    }

    fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Self> {
        Some(Self(C::read(words)?, words.next()?.parse().ok()?))
    }

    fn with(self, mark: Digest) -> Self {
        Self(self.0.with(mark), self.1 * mark)
    }

    fn digest(self) -> Digest {
        self.1
    }
}

macro_rules! native {
    ($narrow:ty, $wide:ty, $sets:ty, $widen:expr) => {
        impl Number for $narrow {
            type Wider = $wide;
            type Sets<S: Set> = $sets;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn add(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }

            fn widen(self) -> Option<$wide> {
                Some($widen(self))
            }

            fn big(self) -> BigUint {
                self.into()
            }

            #[inline]
            fn small(self) -> Option<u64> {
                self.try_into().ok()
            }

            fn write(self, text: &mut String) {
                let _ = write!(text, "{self:x}");
            }

            fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Self> {
                Self::from_str_radix(words.next()?, 16).ok()
            }
        }
    };
}

native!(u16, u32, S, u32::from);
native!(u32, u64, S::Longer, u64::from);
native!(u64, Wide<4>, u128, |number: u64| Wide([number, 0, 0, 0]));

/// No number: for those who want to know which states there are, and nothing else.
impl Number for () {
    type Wider = ();
    type Sets<S: Set> = S;
    const ZERO: Self = ();
    const ONE: Self = ();

    fn add(self, (): Self) -> Option<Self> {
        Some(())
    }

    fn widen(self) -> Option<Self> {
        Some(())
    }

    fn big(self) -> BigUint {
        BigUint::default()
    }

    fn read<'a>(_: &mut impl Iterator<Item = &'a str>) -> Option<Self> {
        Some(())
    }
}

/// `64·N` bits, the lowest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    fn sum(self, other: Self) -> Option<Self> {
        let mut carry = false;
        let sum = std::array::from_fn(|i| {
            let (sum, over) = self.0[i].overflowing_add(other.0[i]);
            let (sum, again) = sum.overflowing_add(carry.into());
            carry = over || again;
            sum
        });
        (!carry).then_some(Self(sum))
    }

    fn to_big(self) -> BigUint {
        self.0.iter().rev().fold(BigUint::default(), |sum, &word| (sum << 64u32) + word)
    }
}

macro_rules! wide {
    ($length:literal, $wider:literal, $is_last:literal) => {
        impl Number for Wide<$length> {
            type Wider = Wide<$wider>;
            type Sets<S: Set> = u128;
            const IS_WIDEST: bool = $is_last;
            const ZERO: Self = Self([0; $length]);
            const ONE: Self = {
                let mut words = [0; $length];
                words[0] = 1;
                Self(words)
            };

            fn add(self, other: Self) -> Option<Self> {
                self.sum(other)
            }

            fn widen(self) -> Option<Wide<$wider>> {
                let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
                (!$is_last).then(|| Wide(std::array::from_fn(word)))
            }

            fn big(self) -> BigUint {
                self.to_big()
            }

            fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Self> {
                let digits = BigUint::parse_bytes(words.next()?.as_bytes(), 16)?.to_u64_digits();
                let word = |i: usize| digits.get(i).copied().unwrap_or(0);
                (digits.len() <= $length).then(|| Self(std::array::from_fn(word)))
            }
        }
    };
}

wide!(4, 64, false);
wide!(64, 64, true);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_are_right_or_refused(a in any::<[u64; 4]>(), b in any::<[u64; 4]>()) {
            let (a, b) = (Wide(a), Wide(b));
            let sum = a.big() + b.big();
            match a.add(b) {
                Some(found) => prop_assert_eq!(found.big(), sum),
                None => prop_assert!(sum.bits() > 256),
            }
            prop_assert_eq!(a.widen().unwrap().big(), a.big());
            let mut text = String::new();
            a.write(&mut text);
            prop_assert_eq!(Number::read(&mut text.split(' ')), Some(a));
        }

        #[test]
        fn widening_keeps_the_number(a in any::<u64>()) {
            prop_assert_eq!(a.widen().unwrap().big(), a.into());
        }
    }
}
