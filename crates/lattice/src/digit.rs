//! Knuth's radix-62 digits: one character for each coordinate from 0 to 61.

/// How many values a coordinate may have.
pub const DIGITS: i32 = 62;

/// The character of a coordinate: `0`–`9`, then `a`–`z`, then `A`–`Z`; none outside 0..61.
///
/// ```
/// assert_eq!(polydlx_lattice::digit(61), Some('Z'));
/// assert_eq!(polydlx_lattice::digit(62), None);
/// ```
pub fn digit(value: i32) -> Option<char> {
    let value = u8::try_from(value).ok()?;
    match value {
        0..10 => Some(char::from(b'0' + value)),
        10..36 => Some(char::from(b'a' + value - 10)),
        36..62 => Some(char::from(b'A' + value - 36)),
        _ => None,
    }
}

/// The coordinate that a character stands for.
pub fn digit_value(digit: char) -> Option<i32> {
    let value = match digit {
        '0'..='9' => digit as u32 - '0' as u32,
        'a'..='z' => digit as u32 - 'a' as u32 + 10,
        'A'..='Z' => digit as u32 - 'A' as u32 + 36,
        _ => return None,
    };
    i32::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_a_bijection() {
        for value in -3..70 {
            assert_eq!(digit(value).and_then(digit_value), (0..DIGITS).contains(&value).then_some(value));
        }
        assert_eq!((0..DIGITS).filter_map(digit).collect::<String>().len(), 62);
    }
}
