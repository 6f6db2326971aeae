//! Pictures under construction: marks with their extent.

use crate::color::{Fill, Rgb};
use crate::mark::{Group, Mark, Placing, Point, Text};

/// What has been drawn so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canvas {
    marks: Vec<Mark>,
    extent: Option<[Point; 2]>,
}

impl Canvas {
    pub(crate) fn add(&mut self, mark: impl Into<Mark>) {
        self.marks.push(mark.into());
    }

    /// Makes room for whatever reaches as far as `radius` around a point.
    pub(crate) fn cover(&mut self, [x, y]: Point, radius: f64) {
        let (low, high) = ([x - radius, y - radius], [x + radius, y + radius]);
        self.extent = Some(self.extent.map_or([low, high], |[least, most]| {
            [[least[0].min(low[0]), least[1].min(low[1])], [most[0].max(high[0]), most[1].max(high[1])]]
        }));
    }

    /// The upper left and the lower right corner.
    pub(crate) fn extent(&self) -> [Point; 2] {
        self.extent.unwrap_or_default()
    }

    /// Width and height.
    pub(crate) fn size(&self) -> [f64; 2] {
        let [low, high] = self.extent();
        [high[0] - low[0], high[1] - low[1]]
    }

    /// Adds a whole picture, shifted.
    pub(crate) fn place(&mut self, other: Self, title: Option<&str>, by: Point) {
        self.place_scaled(other, title, by, 1.0);
    }

    /// Adds a whole picture, made smaller or larger, and shifted then.
    pub(crate) fn place_scaled(&mut self, other: Self, title: Option<&str>, shift: Point, scale: f64) {
        for [u, v] in other.extent() {
            self.cover([scale * u + shift[0], scale * v + shift[1]], 0.0);
        }
        let title = title.map(str::to_owned);
        self.add(Group { title, placing: Some(Placing { shift, scale }), marks: other.marks });
    }

    /// Adds a line of text below everything.
    pub(crate) fn caption(&mut self, text: &str, size: f64) {
        let [low, high] = self.extent();
        let middle = (low[0] + high[0]) / 2.0;
        self.write(text, [middle, high[1] + size], size, Rgb::INK);
    }

    /// Writes a line of text around a point.
    pub(crate) fn write(&mut self, text: &str, at: Point, size: f64, color: Rgb) {
        self.add_text(Text { text: text.to_owned(), at, size, color, rim: None });
    }

    /// Writes a line of text around a point of a piece.
    pub(crate) fn write_upon(&mut self, text: &str, at: Point, size: f64, fill: Fill) {
        self.add_text(Text::upon(fill, text, at, size));
    }

    fn add_text(&mut self, text: Text) {
        let ([x, y], size) = (text.at, text.size);
        let half = text_width(&text.text) * size / 2.0;
        self.cover([x - half, y - size / 2.0], 0.0);
        self.cover([x + half, y + size / 2.0], 0.0);
        self.add(text);
    }

    pub(crate) fn into_marks(self) -> Vec<Mark> {
        self.marks
    }
}

/// How wide a text is when its size is 1: about, since nobody knows the font, and rather too much than too little.
pub(crate) fn text_width(text: &str) -> f64 {
    let width = |letter: char| match letter {
        'f' | 'i' | 'j' | 'l' | 'r' | 't' | 'I' | ' ' | '.' | ',' | '\'' => 0.4,
        'm' | 'w' | 'M' | 'W' => 0.95,
        'A'..='Z' => 0.75,
        c if c.is_ascii() => 0.62,
        // Some alphabets have square letters.
        _ => 1.0,
    };
    text.chars().map(width).sum()
}
