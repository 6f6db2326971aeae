//! Pictures as DXF files, as CAD programs and laser cutters read them: lines only, in the oldest form that all know.

use crate::color::Rgb;
use crate::mark::{Figure, Mark, Outline, Point, Text};
use crate::picture::Picture;
use std::fmt::Write as _;

impl Picture {
    /// A DXF file (AutoCAD R12) of the lines of the picture, in millimetres, with y upwards.
    ///
    /// Red lines are on layer `CUT`, blue ones on `ENGRAVE`, others on `DRAW`; what is only filled is left out.
    pub fn dxf(&self) -> String {
        let unit = self.millimetres();
        let [left, top] = self.frame.low;
        let [width, height] = self.frame.size.map(|d| d * unit);
        let mut file = Dxf { text: String::new() };
        file.pairs(&[
            ("0", "SECTION"),
            ("2", "HEADER"),
            ("9", "$ACADVER"),
            ("1", "AC1009"),
            ("9", "$INSUNITS"),
            ("70", "4"),
        ]);
        file.pairs(&[("9", "$EXTMIN"), ("10", "0"), ("20", "0"), ("9", "$EXTMAX")]);
        file.pairs(&[("10", &short(width)), ("20", &short(height)), ("0", "ENDSEC")]);
        file.pairs(&[("0", "SECTION"), ("2", "TABLES"), ("0", "TABLE"), ("2", "LAYER"), ("70", "3")]);
        for (layer, color) in LAYERS {
            file.pairs(&[("0", "LAYER"), ("2", layer), ("70", "0"), ("62", color), ("6", "CONTINUOUS")]);
        }
        file.pairs(&[("0", "ENDTAB"), ("0", "ENDSEC"), ("0", "SECTION"), ("2", "ENTITIES")]);
        let place = move |[x, y]: Point| [(x - left) * unit, height - (y - top) * unit];
        for marks in &self.parts {
            file.marks(marks, &place, unit);
        }
        file.pairs(&[("0", "ENDSEC"), ("0", "EOF")]);
        file.text
    }
}

/// Layers, and the numbers of their colours.
const LAYERS: [(&str, &str); 3] = [("CUT", "1"), ("ENGRAVE", "5"), ("DRAW", "7")];

fn layer(color: Rgb) -> &'static str {
    match color {
        crate::cut::CUT => LAYERS[0].0,
        crate::cut::ENGRAVE => LAYERS[1].0,
        _ => LAYERS[2].0,
    }
}

struct Dxf {
    text: String,
}

impl Dxf {
    fn pairs(&mut self, pairs: &[(&str, &str)]) {
        for (code, value) in pairs {
            let _ = writeln!(self.text, "{code:>3}\n{value}");
        }
    }

    fn marks(&mut self, marks: &[Mark], place: &dyn Fn(Point) -> Point, scale: f64) {
        for mark in marks {
            match mark {
                Mark::Figure(figure) => self.figure(figure, place, scale),
                Mark::Text(text) => self.line_of_text(text, place, scale),
                Mark::Group(group) => match group.placing {
                    None => self.marks(&group.marks, place, scale),
                    Some(placing) => {
                        let inner = |[x, y]: Point| {
                            place([
                                placing.scale * x + placing.shift[0],
                                placing.scale * y + placing.shift[1],
                            ])
                        };
                        self.marks(&group.marks, &inner, scale * placing.scale);
                    }
                },
            }
        }
    }

    fn figure(&mut self, figure: &Figure, place: &dyn Fn(Point) -> Point, scale: f64) {
        let Some(stroke) = figure.stroke else { return };
        let layer = layer(stroke.color);
        match &figure.outline {
            Outline::Lines(lines) => {
                for line in lines {
                    // What ends where it begins is closed.
                    let is_closed = line.len() > 2 && line.first() == line.last();
                    let points = if is_closed { &line[..line.len() - 1] } else { &line[..] };
                    self.polyline(points, is_closed, layer, place);
                }
            }
            Outline::Loops { loops, .. } => {
                loops.iter().for_each(|points| self.polyline(points, true, layer, place));
            }
            &Outline::Circle { at, radius } => {
                let [x, y] = place(at).map(short);
                let radius = short(radius * scale);
                self.pairs(&[("0", "CIRCLE"), ("8", layer), ("10", &x), ("20", &y), ("40", &radius)]);
            }
        }
    }

    fn polyline(&mut self, points: &[Point], is_closed: bool, layer: &str, place: &dyn Fn(Point) -> Point) {
        let flag = if is_closed { "1" } else { "0" };
        self.pairs(&[("0", "POLYLINE"), ("8", layer), ("66", "1"), ("70", flag)]);
        for &point in points {
            let [x, y] = place(point).map(short);
            self.pairs(&[("0", "VERTEX"), ("8", layer), ("10", &x), ("20", &y)]);
        }
        self.pairs(&[("0", "SEQEND"), ("8", layer)]);
    }

    fn line_of_text(&mut self, text: &Text, place: &dyn Fn(Point) -> Point, scale: f64) {
        let [x, y] = place(text.at).map(short);
        let size = short(0.7 * text.size * scale);
        let layer = layer(text.color);
        let words: String = text.text.chars().filter(|c| !c.is_control()).collect();
        // In the middle, both ways.
        self.pairs(&[("0", "TEXT"), ("8", layer), ("10", &x), ("20", &y), ("40", &size), ("1", &words)]);
        self.pairs(&[("72", "1"), ("73", "2"), ("11", &x), ("21", &y)]);
    }
}

/// As many digits as machines can make use of.
fn short(number: f64) -> String {
    let text = format!("{number:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
