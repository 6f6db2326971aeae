//! Coordinates as text: Knuth's radix-62 digits, one character for each from 0 to 61, and braces for what is greater.

/// The digits, in ASCII.
pub const DIGIT: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// How many coordinates have a digit.
pub const DIGITS: i32 = DIGIT.len() as i32;

/// How many values a coordinate may have.
pub const COORDINATES: i32 = 1000;

/// The character of a coordinate: `0`–`9`, then `a`–`z`, then `A`–`Z`; none outside 0..61.
///
/// ```
/// assert_eq!(polydlx_lattice::digit(61), Some('Z'));
/// assert_eq!(polydlx_lattice::digit(62), None);
/// ```
pub fn digit(value: i32) -> Option<char> {
    usize::try_from(value).ok().and_then(|value| DIGIT.get(value)).copied().map(char::from)
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

/// Appends a coordinate: its digit, or the number in braces if it has none. Knuth's programs have no cells with braces,
/// so this collides with none of theirs, and stands in names of items all the same.
///
/// ```
/// let mut text = String::new();
/// polydlx_lattice::push_coordinate(7, &mut text);
/// polydlx_lattice::push_coordinate(104, &mut text);
/// assert_eq!(text, "7{104}");
/// assert_eq!(polydlx_lattice::read_coordinate("{104}0"), Some((104, "0")));
/// ```
pub fn push_coordinate(value: i32, text: &mut String) {
    match digit(value) {
        Some(digit) => text.push(digit),
        None => text.extend(["{", &value.to_string(), "}"]),
    }
}

/// The coordinate that a text begins with, as [`push_coordinate`] writes it, and what follows.
pub fn read_coordinate(text: &str) -> Option<(i32, &str)> {
    let first = text.chars().next()?;
    if let Some(value) = digit_value(first) {
        return Some((value, &text[1..]));
    }
    let (number, rest) = text.strip_prefix('{')?.split_once('}')?;
    let canonical = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    let value = number.parse().ok().filter(|value| canonical && (DIGITS..COORDINATES).contains(value))?;
    Some((value, rest))
}
