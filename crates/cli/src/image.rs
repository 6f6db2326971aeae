//! SVG pictures as bitmaps and on paper.
//!
//! Letters are those of DejaVu Sans, which is built in: the same picture gives the same bytes everywhere, whatever fonts
//! there are. A pixel of the SVG is 1/96 of an inch, as everywhere else, so what is 10 mm wide there is so on paper.

use std::fmt;

/// Why a picture cannot be had in a form.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The feature that would do it was left out when polydlx was built.
    LeftOut(&'static str),
    /// The text is no SVG picture.
    NotSvg(String),
    /// A bitmap of so many pixels would be too large.
    TooManyPixels([u32; 2]),
    /// A page of so many millimetres would be too large.
    TooLargeForPage([f32; 2]),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LeftOut(feature) => write!(f, "this polydlx was built without the feature `{feature}`"),
            Self::NotSvg(why) => write!(f, "this is no SVG picture: {why}"),
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

/// The most pixels that a bitmap may have; they take four bytes each.
pub const MOST_PIXELS: u64 = 100_000_000;

/// The greatest width and height of a page in points that readers of PDF agree upon.
pub const LARGEST_PAGE: f32 = 14_400.0;

/// A picture as a PNG file upon white, so many pixels wide, or as wide as it says itself.
#[cfg(feature = "png")]
pub fn png(svg: &str, width: Option<u32>) -> Result<Vec<u8>, Refusal> {
    use resvg::tiny_skia::{Color, Pixmap, Transform};
    let tree = tree(svg)?;
    let natural = tree.size();
    let width = width.map_or(natural.width().ceil(), |width| width as f32);
    let scale = width / natural.width();
    let size = [width as u32, (natural.height() * scale).ceil() as u32];
    let too_large = Refusal::TooManyPixels(size);
    if u64::from(size[0]) * u64::from(size[1]) > MOST_PIXELS {
        return Err(too_large);
    }
    let mut bitmap = Pixmap::new(size[0], size[1]).ok_or_else(|| too_large.clone())?;
    bitmap.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut bitmap.as_mut());
    bitmap.encode_png().map_err(|_| too_large)
}

/// A picture as a PDF file of one page, in its true size.
#[cfg(feature = "pdf")]
pub fn pdf(svg: &str) -> Result<Vec<u8>, Refusal> {
    use krilla::Document;
    use krilla::geom::Size;
    use krilla::page::PageSettings;
    use krilla_svg::{SurfaceExt as _, SvgSettings};
    let tree = tree(svg)?;
    let points = [tree.size().width(), tree.size().height()].map(|pixels| pixels * 72.0 / 96.0);
    let too_large = Refusal::TooLargeForPage(points.map(|points| points * 25.4 / 72.0));
    if points.iter().any(|&points| points > LARGEST_PAGE) {
        return Err(too_large);
    }
    let size = Size::from_wh(points[0], points[1]).ok_or_else(|| too_large.clone())?;
    let settings = PageSettings::from_wh(points[0], points[1]).ok_or_else(|| too_large.clone())?;
    let mut document = Document::new();
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    surface.draw_svg(&tree, size, SvgSettings::default());
    surface.finish();
    page.finish();
    document.finish().map_err(|error| Refusal::NotSvg(format!("{error:?}")))
}

#[cfg(feature = "png")]
fn tree(svg: &str) -> Result<resvg::usvg::Tree, Refusal> {
    let mut options = resvg::usvg::Options::default();
    options.fontdb_mut().load_font_data(dejavu::sans::regular().to_vec());
    options.fontdb_mut().set_sans_serif_family("DejaVu Sans");
    resvg::usvg::Tree::from_str(svg, &options).map_err(|error| Refusal::NotSvg(error.to_string()))
}

/// A picture as a PNG file: not in this build.
#[cfg(not(feature = "png"))]
pub fn png(_: &str, _: Option<u32>) -> Result<Vec<u8>, Refusal> {
    Err(Refusal::LeftOut("png"))
}

/// A picture as a PDF file: not in this build.
#[cfg(not(feature = "pdf"))]
pub fn pdf(_: &str) -> Result<Vec<u8>, Refusal> {
    Err(Refusal::LeftOut("pdf"))
}
