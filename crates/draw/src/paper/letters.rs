//! The letters of a booklet: a font of those that are used, each of which is a little picture (a font of Type 3).

use super::file::File;
use super::pen::short;
use crate::font::{Font, Line};
use pdf_writer::types::{SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Finish, Name, Rect, Ref, Str};
use std::collections::BTreeMap;
use std::fmt;
use ttf_parser::OutlineBuilder;

/// The letters that have been used.
pub(super) struct Letters {
    font: Font,
    /// Their numbers, in the order in which they were used first.
    numbers: BTreeMap<char, usize>,
}

/// How many letters a font can have.
const MOST: usize = 256;

impl Letters {
    pub(super) fn new() -> Self {
        Self { font: Font::new(), numbers: BTreeMap::new() }
    }

    /// The letters of a text.
    pub(super) fn line(&self, text: &str) -> Line {
        self.font.line(text)
    }

    /// The unit of outlines when the size is 1.
    pub(super) fn unit(&self) -> f64 {
        self.font.unit()
    }

    /// Shows a line as text.
    pub(super) fn show(&mut self, line: &Line, size: f64, content: &mut Content) {
        let numbered: Vec<(usize, f64)> =
            line.letters.iter().map(|letter| (self.number(letter.letter), letter.kerning)).collect();
        for part in numbered.chunk_by(|(one, _), (other, _)| one / MOST == other / MOST) {
            content.set_font(Name(font_name(part[0].0 / MOST).as_bytes()), short(size));
            let mut shown = content.show_positioned();
            let mut items = shown.items();
            let mut run = Vec::new();
            for (number, kerning) in part {
                run.push((number % MOST) as u8);
                if *kerning != 0.0 {
                    items.show(Str(&std::mem::take(&mut run)));
                    items.adjust(short(-1000.0 * kerning));
                }
            }
            if !run.is_empty() {
                items.show(Str(&run));
            }
        }
    }

    /// Draws the outlines of a line, in units of the font.
    pub(super) fn add_outlines(&self, line: &Line, content: &mut Content) {
        for letter in &line.letters {
            let mut pen = Pen { content, left: (letter.at / self.unit()) as f32, last: [0.0; 2] };
            self.font.outline(letter.glyph, &mut pen);
        }
    }

    /// Writes the fonts, and tells their names.
    pub(super) fn write(&self, file: &mut File) -> Vec<(String, Ref)> {
        let mut letters: Vec<char> = self.numbers.keys().copied().collect();
        letters.sort_by_key(|letter| self.numbers[letter]);
        let fonts = letters.chunks(MOST).enumerate();
        fonts.map(|(number, letters)| (font_name(number), self.write_font(letters, file))).collect()
    }

    fn write_font(&self, letters: &[char], file: &mut File) -> Ref {
        let widths: Vec<f32> =
            letters.iter().map(|&letter| self.font.advance(self.font.glyph(letter)) as f32).collect();
        let glyphs: Vec<(String, Ref)> = letters
            .iter()
            .zip(&widths)
            .map(|(&letter, &width)| {
                let id = file.number();
                file.stream(id, &self.glyph(letter, width));
                (format!("u{:04X}", u32::from(letter)), id)
            })
            .collect();
        let mut meanings = UnicodeCmap::new(
            Name(b"Meanings"),
            SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"UCS"), supplement: 0 },
        );
        for (code, &letter) in letters.iter().enumerate() {
            meanings.pair(code as u8, letter);
        }
        let (meanings_id, id) = (file.number(), file.number());
        file.stream(meanings_id, &meanings.finish());
        let [low, high] = self.font.bounds().map(|corner| corner.map(|d| d as f32));
        let unit = self.unit() as f32;
        file.object(id, |chunk| {
            let mut font = chunk.type3_font(id);
            font.bbox(Rect::new(low[0], low[1], high[0], high[1]));
            font.matrix([unit, 0.0, 0.0, unit, 0.0, 0.0]);
            let mut procedures = font.char_procs();
            for (name, glyph) in &glyphs {
                procedures.pair(Name(name.as_bytes()), *glyph);
            }
            procedures.finish();
            let names = glyphs.iter().map(|(name, _)| Name(name.as_bytes()));
            font.encoding_custom().differences().consecutive(0, names);
            font.first_char(0).last_char((letters.len() - 1) as u8).widths(widths);
            font.resources();
            font.to_unicode(meanings_id);
        });
        id
    }

    /// The little picture of a letter.
    fn glyph(&self, letter: char, width: f32) -> Vec<u8> {
        let mut outline = Content::new();
        let mut pen = Pen { content: &mut outline, left: 0.0, last: [0.0; 2] };
        let [low, high] =
            self.font.outline(self.font.glyph(letter), &mut pen).map(|corner| corner.map(|d| d as f32));
        let mut content = Content::new();
        content.start_shape_glyph(width, low[0], low[1], high[0], high[1]);
        let mut bytes = content.finish().into_vec();
        // A space has no outline.
        if !outline.as_bytes().is_empty() {
            outline.fill_nonzero();
            bytes.push(b'\n');
            bytes.extend(outline.finish().into_vec());
        }
        bytes
    }

    fn number(&mut self, letter: char) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(letter).or_insert(next)
    }
}

impl fmt::Debug for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Letters").field("numbers", &self.numbers).finish_non_exhaustive()
    }
}

fn font_name(number: usize) -> String {
    format!("F{number}")
}

/// Draws glyphs, in units of the font.
struct Pen<'a> {
    content: &'a mut Content,
    left: f32,
    last: [f32; 2],
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.content.move_to(self.left + x, y);
        self.last = [x, y];
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.content.line_to(self.left + x, y);
        self.last = [x, y];
    }

    /// PDF has cubic curves only: their handles are two thirds of the way to that of a quadratic one.
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let toward = |from: f32, to: f32| short(f64::from(from) + f64::from(to - from) * 2.0 / 3.0);
        let [x0, y0] = self.last;
        self.curve_to(toward(x0, x1), toward(y0, y1), toward(x, x1), toward(y, y1), x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.content.cubic_to(self.left + x1, y1, self.left + x2, y2, self.left + x, y);
        self.last = [x, y];
    }

    fn close(&mut self) {
        self.content.close_path();
    }
}
