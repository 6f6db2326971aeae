//! Places, lines, colours and numbers as PDF wants them.

use crate::color::Rgb;
use crate::mark::{Outline, Point};
use crate::picture::thousandths;
use pdf_writer::Content;

/// Where something stands on a page: scaled, and shifted then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) scale: [f64; 2],
    pub(super) shift: Point,
}

impl Place {
    /// The place of what is scaled and shifted before.
    pub(super) fn placed(self, shift: Point, scale: f64) -> Self {
        let shift = [0, 1].map(|axis| self.shift[axis] + self.scale[axis] * shift[axis]);
        Self { scale: self.scale.map(|own| own * scale), shift }
    }

    pub(super) fn matrix(self) -> [f32; 6] {
        shifted(self.shift, self.scale)
    }
}

pub(super) fn shifted(shift: Point, scale: [f64; 2]) -> [f32; 6] {
    // Scales are multiplied by large numbers, and need all their digits.
    [scale[0] as f32, 0.0, 0.0, scale[1] as f32, short(shift[0]), short(shift[1])]
}

pub(super) fn add_outline(content: &mut Content, outline: &Outline) {
    match outline {
        Outline::Lines(lines) => lines.iter().for_each(|line| add_line(content, line)),
        Outline::Loops { loops, .. } => {
            for corners in loops {
                add_line(content, corners);
                content.close_path();
            }
        }
        &Outline::Circle { at, radius } => add_circle(content, at, radius),
    }
}

pub(super) fn add_line(content: &mut Content, points: &[Point]) {
    for (number, &point) in points.iter().enumerate() {
        let [x, y] = point.map(short);
        if number == 0 {
            content.move_to(x, y)
        } else {
            content.line_to(x, y)
        };
    }
}

/// A circle of four curves.
pub(super) fn add_circle(content: &mut Content, [x, y]: Point, radius: f64) {
    // How far the handles of a quarter reach.
    const REACH: f64 = 0.552_284_75;
    let place = |u: f64, v: f64| [x + radius * u, y + radius * v].map(short);
    let [u, v] = place(1.0, 0.0);
    content.move_to(u, v);
    for [a, b] in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
        // A quarter turn leads from (a,b) to (-b,a).
        let [x1, y1] = place(a - REACH * b, b + REACH * a);
        let [x2, y2] = place(-b + REACH * a, a + REACH * b);
        let [x3, y3] = place(-b, a);
        content.cubic_to(x1, y1, x2, y2, x3, y3);
    }
    content.close_path();
}

pub(super) fn stroke_color(content: &mut Content, color: Rgb) {
    let [red, green, blue] = channels(color);
    content.set_stroke_rgb(red, green, blue);
}

/// Red, green and blue from 0 to 1; five decimals tell all of them apart.
pub(super) fn channels(color: Rgb) -> [f32; 3] {
    let [_, rgb @ ..] = color.0.to_be_bytes();
    rgb.map(|channel| (f64::from(channel) / 255.0 * 1e5).round() as f32 / 1e5)
}

/// A length to a thousandth, which takes fewer digits, and is less than anybody sees.
pub(super) fn short(length: f64) -> f32 {
    thousandths(length) as f32
}
