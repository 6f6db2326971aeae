//! What pictures are made of: plain values, from which the writers make SVG, PNG and PDF.

use crate::color::{Fill, Hatch, Rgb};

/// A place on paper: to the right, and down.
pub(crate) type Point = [f64; 2];

/// One thing to be seen, or several.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    Figure(Figure),
    Text(Text),
    Group(Group),
}

/// An outline that is filled, or stroked, or both; filled first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    pub(crate) outline: Outline,
    pub(crate) fill: Option<Paint>,
    pub(crate) stroke: Option<Stroke>,
}

impl Figure {
    /// The same, filled.
    #[must_use]
    pub(crate) fn filled(self, paint: Paint) -> Self {
        Self { fill: Some(paint), ..self }
    }

    /// The same with a line along it.
    #[must_use]
    pub(crate) fn stroked(self, width: f64, color: Rgb) -> Self {
        Self { stroke: Some(Stroke { width, color }), ..self }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outline {
    /// Open lines.
    Lines(Vec<Vec<Point>>),
    /// Closed ones.
    Loops {
        loops: Vec<Vec<Point>>,
        rule: Rule,
    },
    Circle {
        at: Point,
        radius: f64,
    },
}

/// Where the inside of loops is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Wherever a loop goes around.
    Around,
    /// Wherever an odd number of loops goes around, so that there can be holes.
    EvenOdd,
}

/// A line with round ends and joins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) width: f64,
    pub(crate) color: Rgb,
}

/// What an area is filled with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Paint {
    Plain(Rgb),
    Gradient(Gradient),
    Hatch(Hatch),
}

/// Colours that change from a point outwards. Lengths are parts of the square around the circle that is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gradient {
    /// The light upon a ball.
    Sheen(Rgb),
    /// The dark around a ball, where light does not reach what it touches.
    Shadow,
}

/// A colour at a part of a gradient's radius, and how opaque it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stop {
    pub(crate) offset: f64,
    pub(crate) color: Rgb,
    pub(crate) opacity: f64,
}

impl Gradient {
    /// A name that other gradients do not have.
    pub(crate) fn id(self) -> String {
        match self {
            Self::Sheen(color) => format!("ball-{:06x}", color.0),
            Self::Shadow => "shadow".to_owned(),
        }
    }

    /// The point where it begins.
    pub(crate) fn center(self) -> Point {
        match self {
            Self::Sheen(_) => [0.38, 0.34],
            Self::Shadow => [0.5, 0.5],
        }
    }

    pub(crate) fn radius(self) -> f64 {
        match self {
            Self::Sheen(_) => 0.7,
            Self::Shadow => 0.5,
        }
    }

    /// Before the first and behind the last stop the colour stays as it is there.
    pub(crate) fn stops(self) -> Vec<Stop> {
        let stop = |(offset, color, opacity)| Stop { offset, color, opacity };
        match self {
            Self::Sheen(color) => [
                (0.0, color.mixed(Rgb::WHITE, 0.45), 1.0),
                (0.35, color, 1.0),
                (1.0, color.mixed(Rgb::BLACK, 0.5), 1.0),
            ]
            .map(stop)
            .into(),
            Self::Shadow => [(0.8, Rgb::BLACK, 0.4), (1.0, Rgb::BLACK, 0.0)].map(stop).into(),
        }
    }
}

/// A line of text, in the middle of which is a point.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) at: Point,
    pub(crate) size: f64,
    pub(crate) color: Rgb,
    /// The colour of a rim around the letters.
    pub(crate) rim: Option<Rgb>,
}

impl Text {
    /// A text upon a piece; upon a pattern it gets a rim, so that it can be read.
    pub(crate) fn upon(fill: Fill, text: &str, at: Point, size: f64) -> Self {
        let rim = fill.pattern.is_some().then_some(fill.color);
        Self { text: text.to_owned(), at, size, color: fill.color.text(), rim }
    }

    /// The middle of the line upon which the letters stand: capitals are 0.7 high, and the point is in their middle.
    pub(crate) fn base(&self) -> Point {
        [self.at[0], self.at[1] + 0.35 * self.size]
    }

    /// How wide the line is that makes the rim; half of it is seen.
    pub(crate) fn rim_width(&self) -> f64 {
        0.3 * self.size
    }
}

/// Marks that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Group {
    /// What it is.
    pub(crate) title: Option<String>,
    /// Where its marks are put, if not where they say.
    pub(crate) placing: Option<Placing>,
    pub(crate) marks: Vec<Mark>,
}

/// Marks are made smaller or larger, and shifted then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placing {
    pub(crate) shift: Point,
    pub(crate) scale: f64,
}

impl Group {
    /// An empty group that says what it is.
    pub(crate) fn titled(title: &str) -> Self {
        Self { title: Some(title.to_owned()), ..Self::default() }
    }

    pub(crate) fn add(&mut self, mark: impl Into<Mark>) {
        self.marks.push(mark.into());
    }
}

/// Closed loops, to be filled.
pub(crate) fn loops(loops: impl IntoIterator<Item = Vec<Point>>, rule: Rule) -> Figure {
    let outline = Outline::Loops { loops: loops.into_iter().collect(), rule };
    Figure { outline, fill: None, stroke: None }
}

/// Lines that are not filled.
pub(crate) fn lines(lines: impl IntoIterator<Item = Vec<Point>>, width: f64, color: Rgb) -> Figure {
    let outline = Outline::Lines(lines.into_iter().collect());
    Figure { outline, fill: None, stroke: Some(Stroke { width, color }) }
}

/// A circle around a point.
pub(crate) fn circle(at: Point, radius: f64) -> Figure {
    Figure { outline: Outline::Circle { at, radius }, fill: None, stroke: None }
}

impl From<Figure> for Mark {
    fn from(figure: Figure) -> Self {
        Self::Figure(figure)
    }
}

impl From<Text> for Mark {
    fn from(text: Text) -> Self {
        Self::Text(text)
    }
}

impl From<Group> for Mark {
    fn from(group: Group) -> Self {
        Self::Group(group)
    }
}

impl From<Rgb> for Paint {
    fn from(color: Rgb) -> Self {
        Self::Plain(color)
    }
}
