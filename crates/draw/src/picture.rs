//! Pictures that are done, and the forms they can be had in.

use crate::canvas::Canvas;
use crate::mark::{Mark, Point};
use crate::markup::Writer;
use crate::style::{Style, Unit};
use std::collections::BTreeSet;
use std::fmt;

/// A picture that is done: marks upon a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub(crate) frame: Frame,
    /// The marks. There are parts so that SVG defines what each part refers to just before it.
    pub(crate) parts: Vec<Vec<Mark>>,
}

impl Picture {
    pub(crate) fn new(canvas: Canvas, title: &str, about: &str, style: &Style) -> Self {
        let frame = Frame::new(canvas.extent(), title, about, style);
        Self { frame, parts: vec![canvas.into_marks()] }
    }

    /// The text of an SVG file.
    pub fn svg(&self) -> String {
        let mut writer = Writer::default();
        let parts: String = self.parts.iter().map(|marks| writer.marks(marks)).collect();
        Writer::head(&self.frame) + &parts + Writer::END
    }

    /// The characters that bitmaps and PDF files show as boxes, because the font that is built in lacks them.
    #[cfg(any(feature = "png", feature = "pdf"))]
    pub fn unknown_letters(&self) -> BTreeSet<char> {
        let font = crate::font::Font::new();
        let mut found = BTreeSet::new();
        let mut left: Vec<&Mark> = self.parts.iter().flatten().collect();
        while let Some(mark) = left.pop() {
            match mark {
                Mark::Text(text) => found.extend(font.unknown(&text.text)),
                Mark::Group(group) => left.extend(&group.marks),
                _ => {}
            }
        }
        found
    }

    /// The characters that bitmaps and PDF files show as boxes: there are no such files in this build.
    #[cfg(not(any(feature = "png", feature = "pdf")))]
    pub fn unknown_letters(&self) -> BTreeSet<char> {
        BTreeSet::new()
    }

    /// A PNG file upon white, so many pixels wide, or as wide as the picture says itself: a pixel is 1/96 of an inch.
    #[cfg(feature = "png")]
    pub fn png(&self, width: Option<u32>) -> Result<Vec<u8>, Refusal> {
        crate::bitmap::png(self, width)
    }

    /// A PNG file: not in this build.
    #[cfg(not(feature = "png"))]
    pub fn png(&self, _width: Option<u32>) -> Result<Vec<u8>, Refusal> {
        Err(Refusal::LeftOut("png"))
    }

    /// A PDF file of one page, in its true size.
    #[cfg(feature = "pdf")]
    pub fn pdf(&self) -> Result<Vec<u8>, Refusal> {
        let (mut booklet, mut bytes) = crate::Booklet::begin();
        bytes.extend(booklet.add(self)?);
        bytes.extend(booklet.end());
        Ok(bytes)
    }

    /// A PDF file: not in this build.
    #[cfg(not(feature = "pdf"))]
    pub fn pdf(&self) -> Result<Vec<u8>, Refusal> {
        Err(Refusal::LeftOut("pdf"))
    }
}

/// The page of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) title: String,
    pub(crate) about: String,
    /// The upper left corner.
    pub(crate) low: Point,
    /// Width and height.
    pub(crate) size: [f64; 2],
    pub(crate) unit: Unit,
}

/// Around the marks, as part of a cell.
const MARGIN: f64 = 0.25;

impl Frame {
    /// A page with a margin around an extent.
    pub(crate) fn new([low, high]: [Point; 2], title: &str, about: &str, style: &Style) -> Self {
        let margin = MARGIN * style.cell_size;
        Self {
            title: title.to_owned(),
            about: about.to_owned(),
            low: low.map(|d| d - margin),
            size: [0, 1].map(|axis| high[axis] - low[axis] + 2.0 * margin),
            unit: style.unit,
        }
    }

    /// Width and height in parts of an inch, after they are rounded as in SVG.
    #[cfg(any(feature = "png", feature = "pdf"))]
    pub(crate) fn size_in(&self, parts: f64) -> [f64; 2] {
        self.size.map(|d| thousandths(thousandths(d) * self.unit_in(parts)))
    }

    /// How long the unit is in parts of an inch.
    #[cfg(any(feature = "png", feature = "pdf"))]
    pub(crate) fn unit_in(&self, parts: f64) -> f64 {
        match self.unit {
            Unit::Pixel => parts / 96.0,
            Unit::Millimetre => parts / 25.4,
        }
    }
}

/// A length without anything finer than thousandths: else a picture that is 100 wide but for a rounding error would need
/// 101 pixels.
#[cfg(any(feature = "png", feature = "pdf"))]
pub(crate) fn thousandths(length: f64) -> f64 {
    (length * 1000.0).round() / 1000.0
}

/// Why a picture cannot be had in a form.
#[derive(Clone, Debug, PartialEq)]
// Whoever reports them has a remedy for each, so this is exhaustive: the compiler tells if one is missing.
pub enum Refusal {
    /// The feature that would do it was left out when polydlx was built.
    LeftOut(&'static str),
    /// A bitmap of so many pixels would be too large.
    TooManyPixels([u32; 2]),
    /// A page of so many millimetres would be too large.
    TooLargeForPage([f64; 2]),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LeftOut(feature) => write!(f, "this polydlx was built without the feature `{feature}`"),
            Self::TooManyPixels([width, height]) => {
                write!(f, "a bitmap of {width}×{height} pixels would be too large")
            }
            Self::TooLargeForPage([width, height]) => {
                write!(f, "a page of {width:.0}×{height:.0} mm would be too large")
            }
        }
    }
}

impl std::error::Error for Refusal {}
