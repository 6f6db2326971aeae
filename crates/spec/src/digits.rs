//! Sets of coordinates.

use polydlx_lattice::{COORDINATES, DIGITS, push_coordinate};
use std::fmt;

/// A set of coordinates 0..999, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digits([u64; WORDS]);

const WORDS: usize = (COORDINATES as usize).div_ceil(u64::BITS as usize);

impl Digits {
    /// The set of one coordinate; of none, if it is not one of 0..999.
    pub fn of(value: i32) -> Self {
        let mut all = Self::default();
        all.insert(value);
        all
    }

    /// Whether a coordinate is in the set.
    pub fn contains(&self, value: i32) -> bool {
        (0..COORDINATES).contains(&value) && self.0[value as usize / 64] >> (value % 64) & 1 == 1
    }

    /// How many coordinates there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The coordinates in ascending order.
    pub fn iter(self) -> impl Iterator<Item = i32> + Clone {
        // Bit by bit: most sets have one coordinate of a thousand.
        (0..).zip(self.0).flat_map(|(number, word)| {
            let bits = std::iter::successors(Some(word), |word| (*word != 0).then(|| word & (word - 1)));
            bits.take_while(|word| *word != 0).map(move |word| number * 64 + word.trailing_zeros() as i32)
        })
    }

    fn insert(&mut self, value: i32) {
        if (0..COORDINATES).contains(&value) {
            self.0[value as usize / 64] |= 1 << (value % 64);
        }
    }
}

impl FromIterator<i32> for Digits {
    fn from_iter<I: IntoIterator<Item = i32>>(values: I) -> Self {
        let mut all = Self::default();
        all.extend(values);
        all
    }
}

impl Extend<i32> for Digits {
    fn extend<I: IntoIterator<Item = i32>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.insert(value));
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Digits {
    /// One coordinate as itself, several as the longest ranges: in brackets if all have digits, else in braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges = self.ranges();
        let name = |value: i32| {
            let mut text = String::new();
            push_coordinate(value, &mut text);
            text
        };
        match ranges[..] {
            [(only, last)] if only == last => return f.write_str(&name(only)),
            [.., (_, last)] if last >= DIGITS => return write_decimal(&ranges, f),
            _ => {}
        }
        f.write_str("[")?;
        for (first, last) in ranges {
            match last - first {
                0 => f.write_str(&name(first))?,
                1 => write!(f, "{}{}", name(first), name(last))?,
                _ => write!(f, "{}-{}", name(first), name(last))?,
            }
        }
        f.write_str("]")
    }
}

/// Numbers and ranges with commas between them.
fn write_decimal(ranges: &[(i32, i32)], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, &(first, last)) in ranges.iter().enumerate() {
        f.write_str(if at == 0 { "{" } else { "," })?;
        if first == last { write!(f, "{first}")? } else { write!(f, "{first}-{last}")? }
    }
    f.write_str("}")
}

impl Digits {
    /// The longest ranges, first and last coordinate of each.
    fn ranges(self) -> Vec<(i32, i32)> {
        let mut ranges: Vec<(i32, i32)> = Vec::new();
        for value in self.iter() {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == value => *last = value,
                _ => ranges.push((value, value)),
            }
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_as_briefly_as_can_be() {
        let text = |values: &[i32]| values.iter().copied().collect::<Digits>().to_string();
        assert_eq!(text(&[]), "[]");
        assert_eq!(text(&[7]), "7");
        assert_eq!(text(&[104]), "{104}");
        assert_eq!(text(&[0, 1, 3, 4, 5, 61]), "[013-5Z]");
        assert_eq!(text(&[0, 61, 62, 70]), "{0,61-62,70}");
        assert_eq!((0..70).collect::<Digits>().to_string(), "{0-69}");
        assert_eq!((0..2000).collect::<Digits>().len(), 1000);
    }
}
