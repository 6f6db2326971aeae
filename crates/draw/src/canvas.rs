//! Pictures under construction: marks with their extent, and the one place where numbers are written.

use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use svg::Node;
use svg::node::Text;
use svg::node::element::{Element, Group, Path, Title};

use crate::color::{Fill, Rgb};

/// A place on paper: to the right, and down.
pub(crate) type Point = [f64; 2];

/// What has been drawn so far.
#[derive(Default)]
pub(crate) struct Picture {
    marks: Vec<Box<dyn Node>>,
    extent: Option<[Point; 2]>,
    /// Gradients and patterns by id, so that each is defined once.
    definitions: BTreeMap<String, Element>,
}

impl Picture {
    pub(crate) fn add(&mut self, mark: impl Into<Box<dyn Node>>) {
        self.marks.push(mark.into());
    }

    pub(crate) fn define(&mut self, id: &str, element: Element) {
        self.definitions.entry(id.to_owned()).or_insert(element);
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
    pub(crate) fn place_scaled(&mut self, other: Self, title: Option<&str>, [x, y]: Point, scale: f64) {
        for [u, v] in other.extent() {
            self.cover([scale * u + x, scale * v + y], 0.0);
        }
        let mut transform = format!("translate({} {})", number(x), number(y));
        if scale != 1.0 {
            transform += &format!(" scale({})", number(scale));
        }
        let mut group = titled(title).set("transform", transform);
        for mark in other.marks {
            group = group.add(mark);
        }
        self.add(group);
        self.definitions.extend(other.definitions);
    }

    /// Adds a line of text below everything.
    pub(crate) fn caption(&mut self, text: &str, size: f64) {
        let [low, high] = self.extent();
        let middle = (low[0] + high[0]) / 2.0;
        self.write(text, [middle, high[1] + size], size, Rgb::INK);
    }

    /// Writes a line of text around a point.
    pub(crate) fn write(&mut self, text: &str, at: Point, size: f64, color: Rgb) {
        let node = self.text(text, at, size, color);
        self.add(node);
    }

    /// Writes a line of text around a point of a piece; upon a pattern it gets a rim, so that it can be read.
    pub(crate) fn write_upon(&mut self, text: &str, at: Point, size: f64, fill: Fill) {
        let mut node = self.text(text, at, size, fill.color.text());
        if fill.pattern.is_some() {
            node.assign("paint-order", "stroke");
            node.assign("stroke", fill.color.to_string());
            node.assign("stroke-linejoin", "round");
            node.assign("stroke-width", number(0.3 * size));
        }
        self.add(node);
    }

    fn text(&mut self, text: &str, [x, y]: Point, size: f64, color: Rgb) -> Element {
        let half = text_width(text) * size / 2.0;
        self.cover([x - half, y - size / 2.0], 0.0);
        self.cover([x + half, y + size / 2.0], 0.0);
        // Not the crate's own `Text`, which puts the letters on a line of their own, as if space did not matter.
        let mut node = Element::new("text");
        node.append(Text::new(printable(text)));
        node.assign("x", number(x));
        // Capitals are 0.7 high, and the point shall be in their middle.
        node.assign("y", number(y + 0.35 * size));
        node.assign("font-size", number(size));
        node.assign("fill", color.to_string());
        node
    }

    /// The ids of what is defined.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = &str> {
        self.definitions.keys().map(String::as_str)
    }

    /// Drops definitions that are known already.
    pub(crate) fn forget(&mut self, known: &BTreeSet<String>) {
        self.definitions.retain(|id, _| !known.contains(id));
    }

    /// The marks, and before them what they refer to.
    pub(crate) fn into_nodes(self) -> impl Iterator<Item = Box<dyn Node>> {
        let mut definitions = Element::new("defs");
        let any = !self.definitions.is_empty();
        for (id, mut definition) in self.definitions {
            definition.assign("id", id);
            definitions.append(definition);
        }
        any.then(|| definitions.into()).into_iter().chain(self.marks)
    }
}

/// A number with at most three decimals.
pub(crate) fn number(value: f64) -> String {
    let thousandths = (value * 1000.0).round() as i64;
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, rest) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
    let text = format!("{sign}{whole}.{rest:03}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
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

/// A group that says what it is.
pub(crate) fn titled(title: Option<&str>) -> Group {
    let group = Group::new();
    match title {
        Some(title) => group.add(Title::new(printable(title))),
        None => group,
    }
}

/// The text without what XML has no way to write.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
}

/// A path that fills closed loops.
pub(crate) fn filled(loops: impl IntoIterator<Item = Vec<Point>>) -> Path {
    let data: String = loops.into_iter().map(|corners| line(&corners) + "Z").collect();
    Path::new().set("d", data)
}

/// A path of lines that are not filled.
pub(crate) fn stroked(lines: impl IntoIterator<Item = Vec<Point>>, width: f64, color: Rgb) -> Path {
    let data: String = lines.into_iter().map(|points| line(&points)).collect();
    Path::new()
        .set("d", data)
        .set("fill", "none")
        .set("stroke", color.to_string())
        .set("stroke-width", number(width))
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
}

fn line(points: &[Point]) -> String {
    let place = |&[x, y]: &Point| format!("{} {}", number(x), number(y));
    format!("M{}", points.iter().map(place).join("L"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_plain() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0001, "0"),
            (-0.5, "-0.5"),
            (1.0, "1"),
            (100.0, "100"),
            (2.0 / 3.0, "0.667"),
            (1e-9, "0"),
            (123_456_789.25, "123456789.25"),
            (-10.04, "-10.04"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn text_that_xml_cannot_hold_is_dropped() {
        assert_eq!(printable("a\u{1}b\n<é"), "ab<é");
    }
}
