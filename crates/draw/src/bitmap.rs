//! Pictures as bitmaps.

use crate::color::{Hatch, Rgb};
use crate::font::Font;
use crate::mark::{Figure, Gradient, Mark, Outline, Paint, Point, Rule, Stroke, Text};
use crate::picture::{Picture, Refusal, thousandths};
use tiny_skia::{
    Color, FillRule, FilterQuality, GradientStop, LineCap, LineJoin, Path, PathBuilder, Pattern, Pixmap,
    RadialGradient, Shader, SpreadMode, Transform,
};
use ttf_parser::OutlineBuilder;

/// The most pixels that a bitmap may have; they take four bytes each.
const MOST_PIXELS: u64 = 100_000_000;

/// A picture as a PNG file upon white, so many pixels wide, or as wide as it says itself.
pub(crate) fn png(picture: &Picture, width: Option<u32>) -> Result<Vec<u8>, Refusal> {
    let natural = picture.frame.size_in(96.0);
    let width = width.map_or(natural[0].ceil(), f64::from);
    let scale = width / natural[0];
    let size = [width, thousandths(natural[1] * scale).ceil()].map(|d| d as u32);
    let too_large = Refusal::TooManyPixels(size);
    if u64::from(size[0]) * u64::from(size[1]) > MOST_PIXELS {
        return Err(too_large);
    }
    let mut pixels = Pixmap::new(size[0], size[1]).ok_or_else(|| too_large.clone())?;
    pixels.fill(Color::WHITE);
    let [left, top] = picture.frame.low.map(|d| d as f32);
    let scale = (picture.frame.unit_in(96.0) * scale) as f32;
    let mut painter = Painter { pixels, font: Font::new() };
    for marks in &picture.parts {
        painter.marks(marks, Transform::from_scale(scale, scale).pre_translate(-left, -top));
    }
    encoded(painter.pixels).map_err(|_| too_large)
}

/// The file. There is nothing to be seen through, so it has three bytes a pixel.
fn encoded(pixels: Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) = (pixels.width(), pixels.height());
    let mut data = pixels.take();
    for pixel in 0..data.len() / 4 {
        data.copy_within(4 * pixel..4 * pixel + 3, 3 * pixel);
    }
    data.truncate(data.len() / 4 * 3);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(&data)?;
    Ok(file)
}

struct Painter {
    pixels: Pixmap,
    font: Font,
}

impl Painter {
    fn marks(&mut self, marks: &[Mark], to: Transform) {
        for mark in marks {
            match mark {
                Mark::Figure(figure) => self.figure(figure, to),
                Mark::Text(text) => self.text(text, to),
                Mark::Group(group) => {
                    let to = group.placing.map_or(to, |placing| {
                        let [x, y] = placing.shift.map(|d| d as f32);
                        to.pre_translate(x, y).pre_scale(placing.scale as f32, placing.scale as f32)
                    });
                    self.marks(&group.marks, to);
                }
            }
        }
    }

    fn figure(&mut self, figure: &Figure, to: Transform) {
        let Some(path) = path(&figure.outline) else { return };
        let rule = match figure.outline {
            Outline::Loops { rule: Rule::EvenOdd, .. } => FillRule::EvenOdd,
            _ => FillRule::Winding,
        };
        match figure.fill {
            None => {}
            Some(Paint::Plain(color)) => self.fill(&path, plain(color), rule, to),
            Some(Paint::Gradient(gradient)) => {
                self.fill(&path, shader(gradient, &path), rule, to);
            }
            Some(Paint::Hatch(hatch)) => {
                if let Some((tile, scale)) = tile(hatch, to) {
                    let (mode, quality) = (SpreadMode::Repeat, FilterQuality::Bicubic);
                    let scale = Transform::from_scale(scale, scale);
                    self.fill(&path, Pattern::new(tile.as_ref(), mode, quality, 1.0, scale), rule, to);
                }
            }
        }
        if let Some(stroke) = figure.stroke {
            self.stroke(&path, stroke, to);
        }
    }

    fn fill(&mut self, path: &Path, shader: Shader<'_>, rule: FillRule, to: Transform) {
        let paint = tiny_skia::Paint { shader, ..tiny_skia::Paint::default() };
        self.pixels.fill_path(path, &paint, rule, to, None);
    }

    fn stroke(&mut self, path: &Path, stroke: Stroke, to: Transform) {
        let paint = tiny_skia::Paint { shader: plain(stroke.color), ..tiny_skia::Paint::default() };
        let stroke = tiny_skia::Stroke {
            width: stroke.width as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..tiny_skia::Stroke::default()
        };
        self.pixels.stroke_path(path, &paint, &stroke, to, None);
    }

    fn text(&mut self, text: &Text, to: Transform) {
        let line = self.font.line(&text.text);
        let [x, y] = text.base();
        let scale = text.size * self.font.unit();
        let mut pen = Pen { path: PathBuilder::new(), at: [0.0; 2], scale };
        for letter in &line.letters {
            pen.at = [x + (letter.at - line.width / 2.0) * text.size, y];
            self.font.outline(letter.glyph, &mut pen);
        }
        let Some(path) = pen.path.finish() else { return };
        if let Some(color) = text.rim {
            self.stroke(&path, Stroke { width: text.rim_width(), color }, to);
        }
        self.fill(&path, plain(text.color), FillRule::Winding, to);
    }
}

fn plain(color: Rgb) -> Shader<'static> {
    Shader::SolidColor(opaque(color, 1.0))
}

fn opaque(color: Rgb, opacity: f64) -> Color {
    let [_, red, green, blue] = color.0.to_be_bytes();
    Color::from_rgba8(red, green, blue, (opacity * 255.0).round() as u8)
}

fn path(outline: &Outline) -> Option<Path> {
    let mut path = PathBuilder::new();
    match outline {
        Outline::Lines(lines) => lines.iter().for_each(|line| add_line(&mut path, line)),
        Outline::Loops { loops, .. } => {
            for corners in loops {
                add_line(&mut path, corners);
                path.close();
            }
        }
        &Outline::Circle { at: [x, y], radius } => path.push_circle(x as f32, y as f32, radius as f32),
    }
    path.finish()
}

fn add_line(path: &mut PathBuilder, points: &[Point]) {
    for (number, &[x, y]) in points.iter().enumerate() {
        if number == 0 { path.move_to(x as f32, y as f32) } else { path.line_to(x as f32, y as f32) }
    }
}

/// A gradient upon what it fills.
fn shader(gradient: Gradient, path: &Path) -> Shader<'static> {
    let bounds = path.bounds();
    let [x, y] = gradient.center().map(|d| d as f32);
    let center = tiny_skia::Point::from_xy(x, y);
    let stops = gradient.stops();
    let colors =
        stops.iter().map(|stop| GradientStop::new(stop.offset as f32, opaque(stop.color, stop.opacity)));
    let to_bounds = Transform::from_row(bounds.width(), 0.0, 0.0, bounds.height(), bounds.x(), bounds.y());
    let radius = gradient.radius() as f32;
    RadialGradient::new(center, 0.0, center, radius, colors.collect(), SpreadMode::Pad, to_bounds)
        .unwrap_or_else(|| plain(stops[0].color))
}

/// The square of a pattern, and how large its pixels are: half as large as those of the picture, or a little less,
/// so that lines stay sharp wherever they come to lie.
fn tile(hatch: Hatch, to: Transform) -> Option<(Pixmap, f32)> {
    let side = (Hatch::SIDE * hatch.scale) as f32;
    let size = (2.0 * side * to.sx).ceil().max(1.0);
    let mut tile = Pixmap::new(size as u32, size as u32)?;
    let mut path = PathBuilder::new();
    hatch.pattern.lines.iter().for_each(|line| add_line(&mut path, line));
    if let Some(([x, y], radius)) = hatch.pattern.ring {
        path.push_circle(x as f32, y as f32, radius as f32);
    }
    let stroke = tiny_skia::Stroke {
        width: Hatch::WIDTH as f32,
        line_cap: LineCap::Round,
        ..tiny_skia::Stroke::default()
    };
    let shader = Shader::SolidColor(opaque(hatch.ink, Hatch::OPACITY));
    let paint = tiny_skia::Paint { shader, ..tiny_skia::Paint::default() };
    let scale = size / Hatch::SIDE as f32;
    tile.stroke_path(&path.finish()?, &paint, &stroke, Transform::from_scale(scale, scale), None);
    Some((tile, side / size))
}

/// Adds glyphs to a path. They have units of their own, and up is up in them.
struct Pen {
    path: PathBuilder,
    at: Point,
    scale: f64,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> [f32; 2] {
        let [left, base] = self.at;
        [left + self.scale * f64::from(x), base - self.scale * f64::from(y)].map(|d| d as f32)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ([x1, y1], [x, y]) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ([x1, y1], [x2, y2], [x, y]) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
