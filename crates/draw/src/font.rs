//! The letters of bitmaps and of paper: DejaVu Sans, which is built in, so that they are the same everywhere.
//!
//! Letters stand side by side from left to right, with the kerning of the font; nothing else is done to them.
// Some of what is known of letters only paper needs.
#![cfg_attr(not(feature = "pdf"), allow(dead_code))]

use crate::mark::Point;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The font.
pub(crate) struct Font {
    face: Face<'static>,
}

/// A letter of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Letter {
    pub(crate) letter: char,
    pub(crate) glyph: GlyphId,
    /// How far right of the beginning it stands, when the size is 1.
    pub(crate) at: f64,
    /// How far the next letter is moved to the right of where it would stand, when the size is 1.
    pub(crate) kerning: f64,
}

/// A line of letters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) letters: Vec<Letter>,
    /// When the size is 1.
    pub(crate) width: f64,
}

impl Font {
    pub(crate) fn new() -> Self {
        Self { face: Face::parse(dejavu::sans::regular(), 0).expect("a font that was built in") }
    }

    /// The letters of a text, without what is not to be seen. Those that the font does not know are boxes.
    pub(crate) fn line(&self, text: &str) -> Line {
        let mut line = Line { letters: Vec::new(), width: 0.0 };
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            let glyph = self.glyph(letter);
            if let Some(last) = line.letters.last_mut() {
                last.kerning = self.kerning(last.glyph, glyph);
                line.width += last.kerning;
            }
            line.letters.push(Letter { letter, glyph, at: line.width, kerning: 0.0 });
            line.width += self.advance(glyph) * self.unit();
        }
        line
    }

    /// The letters of a text that the font does not know.
    pub(crate) fn unknown(&self, text: &str) -> impl Iterator<Item = char> {
        text.chars().filter(|&letter| !letter.is_control() && self.face.glyph_index(letter).is_none())
    }

    /// The glyph of a letter.
    pub(crate) fn glyph(&self, letter: char) -> GlyphId {
        self.face.glyph_index(letter).unwrap_or_default()
    }

    /// How far the next letter stands to the right, in units of the font.
    pub(crate) fn advance(&self, glyph: GlyphId) -> f64 {
        f64::from(self.face.glyph_hor_advance(glyph).unwrap_or_default())
    }

    /// The unit of the font's outlines when its size is 1.
    pub(crate) fn unit(&self) -> f64 {
        1.0 / f64::from(self.face.units_per_em())
    }

    /// The rectangle around all glyphs, in units of the font: lower left, upper right.
    pub(crate) fn bounds(&self) -> [Point; 2] {
        let bounds = self.face.global_bounding_box();
        [[bounds.x_min, bounds.y_min].map(f64::from), [bounds.x_max, bounds.y_max].map(f64::from)]
    }

    /// Draws a glyph in units of the font, where up is up, and tells the rectangle around it.
    pub(crate) fn outline(&self, glyph: GlyphId, pen: &mut impl OutlineBuilder) -> [Point; 2] {
        self.face.outline_glyph(glyph, pen).map_or([[0.0; 2]; 2], |bounds| {
            [[bounds.x_min, bounds.y_min].map(f64::from), [bounds.x_max, bounds.y_max].map(f64::from)]
        })
    }

    fn kerning(&self, left: GlyphId, right: GlyphId) -> f64 {
        let subtables = self.face.tables().kern.iter().flat_map(|table| table.subtables);
        let plain =
            { subtables }.filter(|table| table.horizontal && !table.variable && !table.has_state_machine);
        let kerning = { plain }.find_map(|table| table.glyphs_kerning(left, right));
        f64::from(kerning.unwrap_or_default()) * self.unit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_side_by_side() {
        let font = Font::new();
        assert_eq!(font.line("").width, 0.0);
        let [one, two] = ["n", "nn"].map(|text| font.line(text));
        assert!(one.width > 0.5 && (two.width - 2.0 * one.width).abs() < 0.01);
        assert_eq!(two.letters[1].at, one.width + two.letters[0].kerning);
        // Capitals that lean towards each other stand closer.
        assert!(font.line("AV").letters[0].kerning < 0.0);
    }

    #[test]
    fn captions_have_all_their_letters() {
        let font = Font::new();
        let missing = font.glyph('\u{e000}');
        for letter in "°×·−éÖßñçłőžΔ∇½².,:+()'".chars() {
            assert_ne!(font.glyph(letter), missing, "{letter}");
        }
        assert_eq!(font.line("a\u{7}\nb").letters.len(), 2);
    }
}
