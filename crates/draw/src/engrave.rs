//! Letters made of single strokes, for engraving: no font is needed, and the beam goes along each stroke once.

use crate::canvas::text_width;
use crate::mark::Point;
use itertools::Itertools;

/// The strokes of a text around a point, so that capitals are as high as in a font of that size.
///
/// None if a letter is not known. Small letters are small capitals.
pub(crate) fn strokes(text: &str, [x, y]: Point, size: f64) -> Option<Vec<Vec<Point>>> {
    let letters = text.chars().map(letter).collect::<Option<Vec<_>>>()?;
    let last = letters.last()?.1;
    let width = letters.iter().map(|(_, scale)| STEP * scale).sum::<f64>() - GAP * last;
    // As high as capitals of a font, unless that is wider than was reckoned with.
    let unit = (0.7 / HEIGHT).min(text_width(text) / width) * size;
    let mut left = -width / 2.0;
    let mut lines = Vec::new();
    for (strokes, scale) in letters {
        for stroke in strokes.split(' ').filter(|stroke| !stroke.is_empty()) {
            let digits = stroke.bytes().map(|digit| f64::from(digit - b'0')).tuples();
            let place = |(u, v): (f64, f64)| {
                [x + unit * (left + scale * u), y + unit * (HEIGHT / 2.0 - scale * (HEIGHT - v))]
            };
            lines.push(digits.map(place).collect());
        }
        left += STEP * scale;
    }
    Some(lines)
}

/// Letters are 4 wide, and stand 6 apart.
const STEP: f64 = 6.0;
const GAP: f64 = 2.0;
const HEIGHT: f64 = 6.0;

/// The strokes of a letter, and how large it is.
fn letter(letter: char) -> Option<(&'static str, f64)> {
    if letter == ' ' {
        return Some(("", 0.75));
    }
    let capital = letter.to_ascii_uppercase();
    let strokes = LETTERS.iter().find(|(known, _)| *known == capital)?.1;
    Some((strokes, if letter.is_ascii_lowercase() { 0.75 } else { 1.0 }))
}

/// Strokes are points, two digits each: to the right from 0 to 4, down from 0 to 6.
const LETTERS: [(char, &str); 50] = [
    ('A', "062046 1333"),
    ('B', "00063645443303 3342413000"),
    ('C', "4130100105163645"),
    ('D', "00062644422000"),
    ('E', "40000646 0333"),
    ('F', "400006 0333"),
    ('G', "41301001051636454323"),
    ('H', "0006 4046 0343"),
    ('I', "1030 2026 1636"),
    ('J', "4045361605"),
    ('K', "0006 400346"),
    ('L', "000646"),
    ('M', "0600234046"),
    ('N', "06004640"),
    ('O', "103041453616050110"),
    ('P', "06003041423303"),
    ('Q', "103041453616050110 2446"),
    ('R', "06003041423303 2346"),
    ('S', "413010010213334445361605"),
    ('T', "0040 2026"),
    ('U', "000516364540"),
    ('V', "002640"),
    ('W', "0016233640"),
    ('X', "0046 4006"),
    ('Y', "002340 2326"),
    ('Z', "00400646"),
    ('0', "103041453616050110 1531"),
    ('1', "112026 1636"),
    ('2', "01103041420646"),
    ('3', "01103041423313 334445361605"),
    ('4', "36300444"),
    ('5', "400003334445361605"),
    ('6', "4130100105163645443303"),
    ('7', "004016"),
    ('8', "13020110304142331304051636454433"),
    ('9', "0516364541301001021343"),
    ('-', "1333"),
    ('_', "0646"),
    ('.', "2526"),
    (',', "2517"),
    ('\'', "2022"),
    ('"', "1012 3032"),
    ('+', "0343 2125"),
    ('=', "0242 0444"),
    ('!', "2024 2526"),
    ('#', "1016 3036 0242 0444"),
    ('/', "0640"),
    ('*', "2125 0244 0442"),
    ('(', "30121436"),
    (')', "10323416"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_differ_and_keep_to_their_place() {
        assert!(LETTERS.iter().map(|(letter, _)| letter).all_unique());
        assert!(LETTERS.iter().map(|(_, strokes)| strokes).all_unique());
        for (letter, strokes) in LETTERS {
            for stroke in strokes.split(' ').filter(|stroke| !stroke.is_empty()) {
                assert!(stroke.len() >= 4 && stroke.len() % 2 == 0, "{letter}");
                for (x, y) in stroke.bytes().tuples() {
                    assert!((b'0'..=b'4').contains(&x) && (b'0'..=b'7').contains(&y), "{letter}");
                }
            }
        }
    }

    #[test]
    fn texts_are_no_wider_than_was_reckoned_with() {
        for text in ["I", "ill", "Piece-12", "W", "p-1"] {
            let lines = strokes(text, [10.0, 20.0], 3.0).expect("letters");
            let reach = lines.iter().flatten().map(|point| (point[0] - 10.0).abs()).fold(0.0, f64::max);
            assert!(reach <= 3.0 * text_width(text) / 2.0 + 1e-9, "{text}");
            let height = lines.iter().flatten().map(|point| (point[1] - 20.0).abs()).fold(0.0, f64::max);
            assert!(height <= 3.0 * 0.7 / 2.0 + 1e-9, "{text}");
        }
        assert!(strokes("Öre", [0.0, 0.0], 1.0).is_none());
    }
}
