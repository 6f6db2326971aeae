//! Text that does nothing to a terminal.

use std::borrow::Cow;

/// A text as it is, but for characters that would command a terminal or turn the direction of writing: signs stand for
/// them. Ends of lines and tabs stay.
///
/// ```
/// use polydlx_diagnostic::harmless;
///
/// assert_eq!(harmless("a\u{1b}[31m\u{202e}b\n"), "a␛[31m\u{fffd}b\n");
/// ```
pub fn harmless(text: &str) -> Cow<'_, str> {
    if text.contains(is_harmful) { Cow::Owned(text.chars().map(sign).collect()) } else { Cow::Borrowed(text) }
}

fn is_harmful(c: char) -> bool {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

fn sign(c: char) -> char {
    match u32::from(c) {
        _ if !is_harmful(c) => c,
        code @ ..0x20 => char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        0x7f => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}
