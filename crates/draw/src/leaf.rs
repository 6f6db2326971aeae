//! Leaves of real paper: pictures and lines of text, each where it belongs, in millimetres.

use crate::canvas::Canvas;
use crate::color::Rgb;
use crate::mark::{Group, Mark, Placing, Point, Text, lines};
use crate::picture::{Frame, Picture};
use crate::style::Unit;

/// Sheets of paper, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
    /// What stays free on all sides.
    pub margin: f64,
}

impl Paper {
    /// As most of the world has it.
    pub const A4: Self = Self { width: 210.0, height: 297.0, margin: 15.0 };
    /// As North America has it.
    pub const LETTER: Self = Self { width: 215.9, height: 279.4, margin: 15.0 };

    /// The upper left corner of what can be printed on, and its width and height.
    pub fn area(self) -> [[f64; 2]; 2] {
        [[self.margin; 2], [self.width - 2.0 * self.margin, self.height - 2.0 * self.margin]]
    }
}

/// Where a line of text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// It begins there.
    Left,
    /// Its middle is there.
    Middle,
    /// It ends there.
    Right,
}

/// A leaf under construction. Places are measured from its upper left corner.
#[derive(Clone, Debug)]
pub struct Leaf {
    paper: Paper,
    title: String,
    canvas: Canvas,
}

impl Leaf {
    /// An empty leaf.
    pub fn new(paper: Paper, title: &str) -> Self {
        Self { paper, title: title.to_owned(), canvas: Canvas::default() }
    }

    /// Writes a line whose letters have a size in millimetres; `at` is the middle of its height.
    pub fn write(&mut self, text: &str, at: [f64; 2], size: f64, align: Align) {
        let half = text_length(text) * size / 2.0;
        let x = match align {
            Align::Left => at[0] + half,
            Align::Middle => at[0],
            Align::Right => at[0] - half,
        };
        self.canvas.add(Text { text: text.to_owned(), at: [x, at[1]], size, color: Rgb::INK, rim: None });
    }

    /// The same, cut short if it is longer than a width.
    pub fn write_within(&mut self, text: &str, at: [f64; 2], size: f64, align: Align, width: f64) {
        if text_length(text) * size <= width {
            return self.write(text, at, size, align);
        }
        let mut short: Vec<char> = text.chars().collect();
        while !short.is_empty() && (text_length(&short.iter().collect::<String>()) + 0.8) * size > width {
            short.pop();
        }
        self.write(&format!("{}…", short.iter().collect::<String>().trim_end()), at, size, align);
    }

    /// A thin line.
    pub fn rule(&mut self, from: [f64; 2], to: [f64; 2]) {
        self.canvas.add(lines([vec![from, to]], 0.2, Rgb(0x999999)));
    }

    /// Puts a picture there: its upper left corner, and by how much it is scaled.
    pub fn place(&mut self, picture: &Picture, at: [f64; 2], scale: f64) {
        let Frame { low, .. } = picture.frame;
        let shift: Point = [at[0] - scale * low[0], at[1] - scale * low[1]];
        let marks: Vec<Mark> = picture.parts.concat();
        let title = Some(picture.frame.title.clone());
        self.canvas.add(Group { title, placing: Some(Placing { shift, scale }), marks });
    }

    /// The leaf as a picture, which is as large as the paper.
    pub fn finish(self) -> Picture {
        let Paper { width, height, .. } = self.paper;
        let frame = Frame {
            title: self.title,
            about: String::new(),
            low: [0.0, 0.0],
            size: [width, height],
            unit: Unit::Millimetre,
        };
        Picture { frame, parts: vec![self.canvas.into_marks()] }
    }
}

impl Picture {
    /// Width and height, in the unit of the style that it was made with.
    pub fn size(&self) -> [f64; 2] {
        self.frame.size
    }

    /// How many millimetres that unit has.
    pub fn millimetres(&self) -> f64 {
        match self.frame.unit {
            Unit::Pixel => 25.4 / 96.0,
            Unit::Millimetre => 1.0,
        }
    }
}

/// How long a text is when its size is 1: in the letters of paper, if they are built in.
#[cfg(any(feature = "png", feature = "pdf"))]
pub fn text_length(text: &str) -> f64 {
    crate::font::Font::new().line(text).width
}

/// How long a text is when its size is 1, about.
#[cfg(not(any(feature = "png", feature = "pdf")))]
pub fn text_length(text: &str) -> f64 {
    crate::canvas::text_width(text)
}
