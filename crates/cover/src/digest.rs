//! Digests of sets of solutions that do not depend on the order in which they are found.
//!
//! Each option has a mark, an element of the field of integers modulo the prime 2¹²⁷ − 1 that is made of what the option
//! covers. A solution is the product of the marks of its options, and a set of solutions the sum of its members: so a
//! search can add up what it finds in any order, and a sweep can carry sums beside its numbers. Exclusive or would not do:
//! what is counted twice would vanish.

use crate::sha::sha256;
use crate::{OptionId, Problem};
use num_bigint::BigUint;
use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Mul, Sub};
use std::str::FromStr;

/// The modulus.
const PRIME: u128 = (1 << 127) - 1;

/// A digest of solutions, or the mark of an option.
///
/// Its text has 32 hexadecimal digits.
///
/// ```
/// use polydlx_cover::Digest;
///
/// let [a, b, c] = [2u64, 3, 5].map(Digest::from);
/// assert_eq!((a + b) * c, Digest::from(25));
/// assert_eq!((a * c).over(5), a);
/// let text = "00000000000000000000000000000019";
/// assert_eq!(Digest::from(25).to_string(), text);
/// assert_eq!(text.parse(), Ok(Digest::from(25)));
/// ```
// Two words, so that states of sweeps need no padding.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u64; 2]);

impl Digest {
    /// The digest of no solution.
    pub const ZERO: Self = Self([0, 0]);
    /// The digest of a solution without options.
    pub const ONE: Self = Self([0, 1]);
    /// Numbers with fewer bits are different digests.
    pub(crate) const BITS: u64 = 127;

    /// The element that some bytes stand for: never zero, which would hide what it is multiplied with.
    pub fn of(bytes: &[u8]) -> Self {
        let hash = sha256(bytes);
        let first = u128::from_be_bytes(hash[..16].try_into().expect("a hash has 32 bytes"));
        Self::new(reduce(first & PRIME).max(1))
    }

    /// Divided by a number that is not zero.
    #[must_use]
    pub fn over(self, number: u64) -> Self {
        self * Self::from(number).inverse()
    }

    /// What it is to be multiplied with to get one; it must not be zero.
    pub(crate) fn inverse(self) -> Self {
        // By Fermat.
        self.power(PRIME - 2)
    }

    /// Multiplied with itself, so often.
    pub(crate) fn power(self, mut times: u128) -> Self {
        let (mut product, mut square) = (Self::ONE, self);
        while times > 0 {
            if times & 1 == 1 {
                product = product * square;
            }
            square = square * square;
            times >>= 1;
        }
        product
    }

    /// The least number that it stands for.
    pub(crate) fn big(self) -> BigUint {
        self.value().into()
    }

    #[inline]
    fn new(value: u128) -> Self {
        Self([(value >> 64) as u64, value as u64])
    }

    #[inline]
    fn value(self) -> u128 {
        u128::from(self.0[0]) << 64 | u128::from(self.0[1])
    }
}

/// A number below 2¹²⁷ + 2¹²⁶, say, modulo the prime.
#[inline]
fn reduce(value: u128) -> u128 {
    if value >= PRIME { value - PRIME } else { value }
}

impl From<u64> for Digest {
    fn from(number: u64) -> Self {
        Self([0, number])
    }
}

impl Add for Digest {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(reduce(self.value() + other.value()))
    }
}

impl AddAssign for Digest {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Digest {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(reduce(self.value() + (PRIME - other.value())))
    }
}

impl Mul for Digest {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        let (a, b) = (u128::from(self.0[0]), u128::from(self.0[1]));
        let (c, d) = (u128::from(other.0[0]), u128::from(other.0[1]));
        // Schoolbook: (a 2⁶⁴ + b)(c 2⁶⁴ + d), with a and c below 2⁶³, so that the middle does not overflow.
        let middle = a * d + b * c;
        let (low, carry) = (b * d).overflowing_add(middle << 64);
        let high = a * c + (middle >> 64) + u128::from(carry);
        // 2¹²⁷ is 1.
        Self::new(reduce((low & PRIME) + reduce(high << 1 | low >> 127)))
    }
}

impl Sum for Digest {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Self::add)
    }
}

impl Product for Digest {
    fn product<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ONE, Self::mul)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.value())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is no [`Digest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDigest;

impl fmt::Display for NoDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is no digest: it has 32 hexadecimal digits")
    }
}

impl std::error::Error for NoDigest {}

impl FromStr for Digest {
    type Err = NoDigest;

    fn from_str(text: &str) -> Result<Self, NoDigest> {
        let plain = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let value = u128::from_str_radix(text, 16).ok().filter(|&value| plain && value < PRIME);
        value.map(Self::new).ok_or(NoDigest)
    }
}

impl Problem {
    /// The mark of an option. It is made of the names and colours of its items, so that it does not depend on the order
    /// of items and options.
    pub fn mark(&self, option: OptionId) -> Digest {
        Digest::of(self.contents(option).as_bytes())
    }

    /// The names of an option's items with their colours, in the order of names.
    pub fn contents(&self, option: OptionId) -> String {
        let name = |entry: &crate::Entry| match entry.color {
            Some(color) => format!("{}:{}", self.name(entry.item), self.color_name(color)),
            None => self.name(entry.item).to_owned(),
        };
        let mut names: Vec<String> = self.option(option).iter().map(name).collect();
        names.sort_unstable();
        names.join(" ")
    }
}
