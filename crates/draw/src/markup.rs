//! Pictures as SVG: the one place where its elements and attributes are named, and where numbers become text.

use crate::color::Hatch;
use crate::mark::{Figure, Gradient, Group, Mark, Outline, Paint, Point, Rule, Stroke, Text};
use crate::picture::Frame;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use svg::node::element::{Circle, Description, Element, Path, Title};
use svg::{Node, node};

/// The text of a file, part after part: its head, marks as often as there are some, and [`Writer::END`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Writer {
    /// Gradients and patterns that are in the text already.
    defined: BTreeSet<String>,
}

impl Writer {
    /// The end of the text.
    pub(crate) const END: &str = "</svg>\n";

    /// The beginning of the text.
    pub(crate) fn head(frame: &Frame) -> String {
        let [left, top] = frame.low.map(number);
        let [width, height] = frame.size.map(number);
        let unit = frame.unit.suffix();
        let title = Title::new(printable(&frame.title));
        let about = Description::new().add(node::Text::new(printable(&frame.about)));
        format!(
            "<svg font-family=\"sans-serif\" height=\"{height}{unit}\" role=\"img\" text-anchor=\"middle\" \
             viewBox=\"{left} {top} {width} {height}\" width=\"{width}{unit}\" \
             xmlns=\"http://www.w3.org/2000/svg\">\n{title}\n{about}\n"
        )
    }

    /// Marks, and before them what they refer to, unless that has been defined before.
    pub(crate) fn marks(&mut self, marks: &[Mark]) -> String {
        let mut used = BTreeMap::new();
        marks.iter().for_each(|mark| definitions(mark, &mut used));
        used.retain(|id, _| self.defined.insert(id.clone()));
        let mut definitions = Element::new("defs");
        let any = !used.is_empty();
        for (id, mut definition) in used {
            definition.assign("id", id);
            definitions.append(definition);
        }
        let definitions = any.then(|| format!("{definitions}\n"));
        definitions.into_iter().chain(marks.iter().map(|mark| format!("{}\n", node(mark)))).collect()
    }
}

/// Finds the gradients and patterns of a mark.
fn definitions(mark: &Mark, found: &mut BTreeMap<String, Element>) {
    match mark {
        Mark::Group(group) => group.marks.iter().for_each(|mark| definitions(mark, found)),
        Mark::Figure(Figure { fill: Some(paint), .. }) => {
            let definition = match *paint {
                Paint::Plain(_) => return,
                Paint::Gradient(gradient) => (gradient.id(), gradient_element(gradient)),
                Paint::Hatch(hatch) => (hatch.id(), hatch_element(hatch)),
            };
            found.entry(definition.0).or_insert(definition.1);
        }
        Mark::Figure(_) | Mark::Text(_) => {}
    }
}

fn node(mark: &Mark) -> Box<dyn Node> {
    match mark {
        Mark::Figure(figure) => figure_element(figure).into(),
        Mark::Text(text) => text_element(text).into(),
        Mark::Group(group) => group_element(group).into(),
    }
}

fn figure_element(figure: &Figure) -> Element {
    let mut element: Element = match &figure.outline {
        Outline::Lines(lines) => Path::new().set("d", lines.iter().map(|line| data(line)).join("")).into(),
        Outline::Loops { loops, rule } => {
            let path = Path::new().set("d", loops.iter().map(|corners| data(corners) + "Z").join(""));
            if *rule == Rule::EvenOdd { path.set("fill-rule", "evenodd") } else { path }.into()
        }
        &Outline::Circle { at: [x, y], radius } => {
            Circle::new().set("cx", number(x)).set("cy", number(y)).set("r", number(radius)).into()
        }
    };
    element.assign("fill", figure.fill.map_or_else(|| "none".to_owned(), paint));
    if let Some(Stroke { width, color }) = figure.stroke {
        element.assign("stroke", color.to_string());
        element.assign("stroke-width", number(width));
        if !matches!(figure.outline, Outline::Circle { .. }) {
            element.assign("stroke-linejoin", "round");
        }
        if matches!(figure.outline, Outline::Lines(_)) {
            element.assign("stroke-linecap", "round");
        }
    }
    element
}

fn paint(paint: Paint) -> String {
    match paint {
        Paint::Plain(color) => color.to_string(),
        Paint::Gradient(gradient) => format!("url(#{})", gradient.id()),
        Paint::Hatch(hatch) => format!("url(#{})", hatch.id()),
    }
}

fn text_element(text: &Text) -> Element {
    // Not the crate's own `Text`, which puts the letters on a line of their own, as if space did not matter.
    let mut node = Element::new("text");
    let [x, y] = text.base();
    node.append(node::Text::new(printable(&text.text)));
    node.assign("x", number(x));
    node.assign("y", number(y));
    node.assign("font-size", number(text.size));
    node.assign("fill", text.color.to_string());
    if let Some(rim) = text.rim {
        node.assign("paint-order", "stroke");
        node.assign("stroke", rim.to_string());
        node.assign("stroke-linejoin", "round");
        node.assign("stroke-width", number(text.rim_width()));
    }
    node
}

fn group_element(group: &Group) -> Element {
    let mut element = Element::new("g");
    if let Some(title) = &group.title {
        element.append(Title::new(printable(title)));
    }
    if let Some(placing) = group.placing {
        let [x, y] = placing.shift.map(number);
        let mut transform = format!("translate({x} {y})");
        if placing.scale != 1.0 {
            transform += &format!(" scale({})", number(placing.scale));
        }
        element.assign("transform", transform);
    }
    for mark in &group.marks {
        element.append(node(mark));
    }
    element
}

fn gradient_element(gradient: Gradient) -> Element {
    let mut element = Element::new("radialGradient");
    let [x, y] = gradient.center().map(number);
    element.assign("cx", x);
    element.assign("cy", y);
    element.assign("r", number(gradient.radius()));
    for stop in gradient.stops() {
        let mut node = Element::new("stop");
        node.assign("offset", number(stop.offset));
        node.assign("stop-color", stop.color.to_string());
        node.assign("stop-opacity", number(stop.opacity));
        element.append(node);
    }
    element
}

fn hatch_element(hatch: Hatch) -> Element {
    let side = number(Hatch::SIDE);
    let marks = Path::new()
        .set("d", hatch_data(hatch))
        .set("fill", "none")
        .set("stroke", hatch.ink.to_string())
        .set("stroke-opacity", number(Hatch::OPACITY))
        .set("stroke-width", number(Hatch::WIDTH))
        .set("stroke-linecap", "round");
    let mut element = Element::new("pattern");
    element.assign("width", side.clone());
    element.assign("height", side);
    element.assign("patternUnits", "userSpaceOnUse");
    element.assign("patternTransform", format!("scale({})", number(hatch.scale)));
    element.append(marks);
    element
}

fn hatch_data(hatch: Hatch) -> String {
    let lines = hatch.pattern.lines.iter().map(|line| data(line)).join("");
    let ring = hatch.pattern.ring.map(|([x, y], radius)| {
        let [left, right, y, radius] = [x - radius, x + radius, y, radius].map(number);
        let half = format!("A{radius} {radius} 0 1 0");
        format!("M{left} {y}{half} {right} {y}{half} {left} {y}")
    });
    lines + &ring.unwrap_or_default()
}

fn data(points: &[Point]) -> String {
    let place = |&[x, y]: &Point| format!("{} {}", number(x), number(y));
    format!("M{}", points.iter().map(place).join("L"))
}

/// A number with at most three decimals.
pub(crate) fn number(value: f64) -> String {
    let thousandths = (value * 1000.0).round() as i64;
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, rest) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
    let text = format!("{sign}{whole}.{rest:03}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The text without what XML has no way to write.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
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
