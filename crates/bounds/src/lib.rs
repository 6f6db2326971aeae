//! How often an item is to be covered, a piece to be used.
//!
//! Knuth writes it before the name, with a bar: `12|` is twelve times, `0:3|` at most three times, and nothing is once.
//!
//! ```
//! use polydlx_bounds::Bounds;
//!
//! let bounds: Bounds = "0:3".parse()?;
//! assert!(bounds.contains(0) && !bounds.contains(4));
//! assert_eq!((bounds.to_string(), bounds.prefix()), ("0:3".to_owned(), "0:3|".to_owned()));
//! assert_eq!((Bounds::exactly(12).prefix(), Bounds::ONCE.prefix()), ("12|".to_owned(), String::new()));
//! # Ok::<(), polydlx_bounds::BoundsError>(())
//! ```

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// How often: `low..=high` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bounds {
    /// At least so often.
    pub low: u32,
    /// At most so often.
    pub high: u32,
}

impl Bounds {
    /// Just once, as in exact cover proper.
    pub const ONCE: Self = Self::exactly(1);

    /// Exactly so often.
    pub const fn exactly(times: u32) -> Self {
        Self { low: times, high: times }
    }

    /// Whether so often is right.
    pub const fn contains(self, times: u32) -> bool {
        self.low <= times && times <= self.high
    }

    /// What stands before a name: `12|`, `0:3|`, or nothing for once.
    pub fn prefix(self) -> String {
        if self == Self::ONCE { String::new() } else { format!("{self}|") }
    }
}

impl fmt::Display for Bounds {
    /// `12` or `0:3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { low, high } = self;
        if low == high { write!(f, "{high}") } else { write!(f, "{low}:{high}") }
    }
}

impl FromStr for Bounds {
    type Err = BoundsError;

    /// Reads `12` or `0:3`.
    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let whole = 0..text.len();
        let (low, high) = match text.find(':') {
            None => (whole.clone(), whole),
            Some(colon) => (0..colon, colon + 1..text.len()),
        };
        let digits = |at: &Range<usize>| {
            let digits = &text[at.clone()];
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        if let Some(wrong) = [&high, &low].into_iter().find(|at| !digits(at)) {
            return Err(BoundsError::NotANumber(wrong.clone()));
        }
        let number = |at: &Range<usize>| {
            text[at.clone()].parse::<u32>().map_err(|_| BoundsError::TooLarge(at.clone()))
        };
        let (high_value, low_value) = (number(&high)?, number(&low)?);
        if high_value == 0 {
            return Err(BoundsError::Zero(high));
        }
        if low_value > high_value {
            return Err(BoundsError::Reversed(Self { low: low_value, high: high_value }));
        }
        Ok(Self { low: low_value, high: high_value })
    }
}

/// What is wrong with a text that should be bounds, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoundsError {
    /// These bytes are no number.
    NotANumber(Range<usize>),
    /// This number is too large.
    TooLarge(Range<usize>),
    /// The upper bound, here, is zero.
    Zero(Range<usize>),
    /// The lower bound exceeds the upper one.
    Reversed(Bounds),
}

impl fmt::Display for BoundsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber(_) => write!(f, "a bound is no number"),
            Self::TooLarge(_) => write!(f, "a bound is too large"),
            Self::Zero(_) => write!(f, "the upper bound is zero"),
            Self::Reversed(Bounds { low, high }) => write!(f, "{low} is more than {high}"),
        }
    }
}

impl std::error::Error for BoundsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        for (low, high) in [(1, 1), (0, 1), (12, 12), (3, 7), (0, u32::MAX)] {
            let bounds = Bounds { low, high };
            assert_eq!(bounds.to_string().parse(), Ok(bounds));
        }
        assert_eq!("01".parse(), Ok(Bounds::ONCE));
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, error) in [
            ("", BoundsError::NotANumber(0..0)),
            ("1:", BoundsError::NotANumber(2..2)),
            (":1", BoundsError::NotANumber(0..0)),
            ("1:2:3", BoundsError::NotANumber(2..5)),
            ("-1", BoundsError::NotANumber(0..2)),
            ("4294967296", BoundsError::TooLarge(0..10)),
            ("0", BoundsError::Zero(0..1)),
            ("0:0", BoundsError::Zero(2..3)),
            ("3:2", BoundsError::Reversed(Bounds { low: 3, high: 2 })),
        ] {
            assert_eq!(text.parse::<Bounds>(), Err(error), "{text}");
        }
    }
}
