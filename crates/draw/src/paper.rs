//! Pictures on paper: PDF files, page after page.
//!
//! Objects are written as soon as they are known, so what is kept of a page is where its objects stand, and which new
//! letters and gradients it has. These are shared by all pages, and come at the end.

use crate::color::{Hatch, Rgb};
use crate::mark::{Figure, Gradient, Mark, Outline, Paint, Point, Rule, Stop, Text};
use crate::picture::{Picture, Refusal, thousandths};
use itertools::Itertools;
use letters::Letters;
use pdf_writer::types::{
    ColorSpaceOperand, FunctionShadingType, LineCapStyle, LineJoinStyle, MaskType, PaintType, TilingType,
};
use pdf_writer::{Chunk, Content, Filter, Name, Rect, Ref, Settings};

mod letters;

/// A PDF file of pictures, each on a page of its true size, that is made while they come one at a time.
///
/// The file is what [`Booklet::begin`] returns, then [`Booklet::add`] for each picture, then [`Booklet::end`]. The same
/// pictures give the same bytes. Its letters can be searched for and copied.
///
/// ```
/// # use polydlx_draw::{Booklet, Drawing, Style, picture};
/// # use polydlx_lattice::{Lattice, Shape, Site};
/// # let region = Shape::new([Site::new([0, 0, 0])]);
/// # let drawing = Drawing { lattice: Lattice::Hex, region, pieces: vec![], title: None, caption: None };
/// let (mut booklet, mut file) = Booklet::begin();
/// for _ in 0..3 {
///     file.extend(booklet.add(&picture(&drawing, &Style::default()))?);
/// }
/// file.extend(booklet.end());
/// assert!(file.starts_with(b"%PDF-") && file.ends_with(b"%%EOF\n"));
/// # Ok::<(), polydlx_draw::Refusal>(())
/// ```
#[derive(Debug)]
pub struct Booklet {
    file: File,
    pages: Vec<Ref>,
    letters: Letters,
    /// Those that have been used, in the order in which they were.
    gradients: Vec<Gradient>,
}

/// The greatest width and height of a page in points that readers of PDF agree upon.
const LARGEST_PAGE: f64 = 14_400.0;

/// Points in an inch.
const POINTS: f64 = 72.0;

/// The objects that all pages refer to.
const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const FONTS: Ref = Ref::new(3);
const SHADINGS: Ref = Ref::new(4);
const STATES: Ref = Ref::new(5);

/// The state in which patterns are drawn.
const HATCHED: Name<'static> = Name(b"Hatch");

impl Booklet {
    /// A file without pages yet, and its first bytes.
    pub fn begin() -> (Self, Vec<u8>) {
        let mut file = File { bytes: b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec(), ..File::default() };
        for _ in [CATALOG, PAGES, FONTS, SHADINGS, STATES] {
            file.number();
        }
        let bytes = file.take();
        (Self { file, pages: Vec::new(), letters: Letters::new(), gradients: Vec::new() }, bytes)
    }

    /// The next page. If a picture is refused, the file can go on without it.
    pub fn add(&mut self, picture: &Picture) -> Result<Vec<u8>, Refusal> {
        let size = picture.frame.size_in(POINTS);
        if size.iter().any(|&points| points > LARGEST_PAGE) {
            return Err(Refusal::TooLargeForPage(size.map(|points| points * 25.4 / 72.0)));
        }
        let [left, top] = picture.frame.low;
        let scale = picture.frame.unit_in(POINTS);
        // From here on down is down.
        let place = Place { scale: [scale, -scale], shift: [-scale * left, size[1] + scale * top] };
        let mut page = Page {
            content: Content::new(),
            patterns: Vec::new(),
            letters: &mut self.letters,
            gradients: &mut self.gradients,
        };
        page.content.transform(place.matrix());
        page.content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
        for marks in &picture.parts {
            page.marks(marks, place);
        }
        let (content, patterns) = (page.content.finish(), page.patterns);
        let patterns =
            patterns.into_iter().map(|(hatch, place)| self.file.pattern(hatch, place)).collect_vec();
        let stream = self.file.number();
        self.file.stream(stream, &content);
        let id = self.file.number();
        self.pages.push(id);
        self.file.object(id, |chunk| {
            let mut page = chunk.page(id);
            page.parent(PAGES)
                .media_box(Rect::new(0.0, 0.0, short(size[0]), short(size[1])))
                .contents(stream);
            let mut resources = page.resources();
            resources.pair(Name(b"Font"), FONTS);
            resources.pair(Name(b"Shading"), SHADINGS);
            resources.pair(Name(b"ExtGState"), STATES);
            let mut dictionary = resources.patterns();
            for (number, pattern) in patterns.into_iter().enumerate() {
                dictionary.pair(Name(pattern_name(number).as_bytes()), pattern);
            }
        });
        Ok(self.file.take())
    }

    /// The last bytes: what pages refer to, and where everything stands.
    pub fn end(mut self) -> Vec<u8> {
        let file = &mut self.file;
        let fonts = self.letters.write(file);
        file.object(FONTS, |chunk| {
            let mut dictionary = chunk.indirect(FONTS).dict();
            for (name, font) in fonts {
                dictionary.pair(Name(name.as_bytes()), font);
            }
        });
        let shadings =
            self.gradients.iter().map(|&gradient| (gradient, file.shading(gradient))).collect_vec();
        file.object(SHADINGS, |chunk| {
            let mut dictionary = chunk.indirect(SHADINGS).dict();
            for &(gradient, shading) in &shadings {
                dictionary.pair(Name(gradient.id().as_bytes()), shading);
            }
        });
        let clear = self.gradients.iter().copied().filter(|&gradient| is_clear(gradient));
        let masks = clear.map(|gradient| (gradient, file.mask(gradient))).collect_vec();
        file.object(STATES, |chunk| {
            let mut dictionary = chunk.indirect(STATES).dict();
            dictionary
                .insert(HATCHED)
                .start::<pdf_writer::writers::ExtGraphicsState<'_>>()
                .stroking_alpha(Hatch::OPACITY as f32);
            for &(gradient, mask) in &masks {
                let mut state = dictionary
                    .insert(Name(gradient.id().as_bytes()))
                    .start::<pdf_writer::writers::ExtGraphicsState<'_>>();
                state.soft_mask().subtype(MaskType::Luminosity).group(mask);
            }
        });
        let pages = self.pages;
        let count = i32::try_from(pages.len()).expect("a file that can be written has fewer pages");
        file.object(PAGES, |chunk| {
            chunk.pages(PAGES).kids(pages).count(count);
        });
        file.object(CATALOG, |chunk| {
            chunk.indirect(CATALOG).dict().pair(Name(b"Type"), Name(b"Catalog")).pair(Name(b"Pages"), PAGES);
        });
        file.end();
        file.take()
    }
}

/// Objects are read by programs, so there is no need for indentation.
const PLAIN: Settings = Settings { pretty: false };

/// What has been written, and what is about to be.
#[derive(Debug, Default)]
struct File {
    /// What the user has not got yet.
    bytes: Vec<u8>,
    /// How many bytes the user has got.
    done: usize,
    /// Where each object stands.
    offsets: Vec<usize>,
}

impl File {
    /// The number of an object to be written.
    fn number(&mut self) -> Ref {
        self.offsets.push(0);
        Ref::new(i32::try_from(self.offsets.len()).expect("a file that can be written has fewer objects"))
    }

    /// Writes an object, the only one of a chunk.
    fn object(&mut self, id: Ref, write: impl FnOnce(&mut Chunk)) {
        let mut chunk = Chunk::with_settings(PLAIN);
        write(&mut chunk);
        self.offsets[id.get() as usize - 1] = self.done + self.bytes.len();
        self.bytes.extend(chunk.as_bytes());
    }

    /// Writes a stream that is nothing else.
    fn stream(&mut self, id: Ref, data: &[u8]) {
        let data = compressed(data);
        self.object(id, |chunk| {
            chunk.stream(id, &data).filter(Filter::FlateDecode);
        });
    }

    /// Hands over what has been written.
    fn take(&mut self) -> Vec<u8> {
        self.done += self.bytes.len();
        std::mem::take(&mut self.bytes)
    }

    /// Writes where all objects stand.
    fn end(&mut self) {
        let (at, size) = (self.done + self.bytes.len(), self.offsets.len() + 1);
        let objects: String = self.offsets.iter().map(|offset| format!("{offset:010} 00000 n \n")).collect();
        let table = format!("xref\n0 {size}\n0000000000 65535 f \n{objects}");
        let root = CATALOG.get();
        let trailer = format!("trailer\n<</Size {size}/Root {root} 0 R>>\nstartxref\n{at}\n%%EOF\n");
        self.bytes.extend((table + &trailer).into_bytes());
    }

    /// Writes a pattern in its place on a page.
    fn pattern(&mut self, hatch: Hatch, place: Place) -> Ref {
        let mut content = Content::new();
        content.set_parameters(HATCHED).set_line_cap(LineCapStyle::RoundCap);
        content.set_line_width(Hatch::WIDTH as f32);
        stroke_color(&mut content, hatch.ink);
        hatch.pattern.lines.iter().for_each(|line| add_line(&mut content, line));
        if let Some((at, radius)) = hatch.pattern.ring {
            add_circle(&mut content, at, radius);
        }
        content.stroke();
        let (id, data) = (self.number(), compressed(&content.finish()));
        let side = Hatch::SIDE as f32;
        self.object(id, |chunk| {
            let mut pattern = chunk.tiling_pattern(id, &data);
            pattern.filter(Filter::FlateDecode);
            pattern.paint_type(PaintType::Colored).tiling_type(TilingType::NoDistortion);
            pattern.bbox(Rect::new(0.0, 0.0, side, side)).x_step(side).y_step(side);
            pattern.matrix(place.placed([0.0, 0.0], hatch.scale).matrix());
            pattern.resources().pair(Name(b"ExtGState"), STATES);
        });
        id
    }

    /// Writes the colours of a gradient, upon a square with side 1.
    fn shading(&mut self, gradient: Gradient) -> Ref {
        self.shading_of(gradient, |stop| channels(stop.color).to_vec())
    }

    /// Writes how opaque a gradient is, upon a square with side 1.
    fn mask(&mut self, gradient: Gradient) -> Ref {
        let shading = self.shading_of(gradient, |stop| vec![stop.opacity as f32]);
        let name = Name(b"Mask");
        let mut content = Content::new();
        content.shading(name);
        let (id, data) = (self.number(), compressed(&content.finish()));
        self.object(id, |chunk| {
            let mut form = chunk.form_xobject(id, &data);
            form.filter(Filter::FlateDecode);
            form.bbox(Rect::new(0.0, 0.0, 1.0, 1.0));
            form.resources().shadings().pair(name, shading);
            form.group().transparency().color_space().device_gray();
        });
        id
    }

    fn shading_of(&mut self, gradient: Gradient, color: impl Fn(&Stop) -> Vec<f32>) -> Ref {
        let mut stops = gradient.stops();
        // Functions are for the whole radius.
        if stops[0].offset > 0.0 {
            stops.insert(0, Stop { offset: 0.0, ..stops[0] });
        }
        let parts = stops.iter().tuple_windows().map(|(from, to)| {
            let id = self.number();
            self.object(id, |chunk| {
                let mut function = chunk.exponential_function(id);
                function.domain([0.0, 1.0]).c0(color(from)).c1(color(to)).n(1.0);
            });
            id
        });
        let parts = parts.collect_vec();
        let whole = self.number();
        self.object(whole, |chunk| {
            let mut function = chunk.stitching_function(whole);
            function.domain([0.0, 1.0]).encode(parts.iter().flat_map(|_| [0.0, 1.0]));
            function.bounds(stops[1..stops.len() - 1].iter().map(|stop| stop.offset as f32));
            function.functions(parts);
        });
        let id = self.number();
        let ([x, y], radius) = (gradient.center().map(|d| d as f32), gradient.radius() as f32);
        let is_gray = color(&stops[0]).len() == 1;
        self.object(id, |chunk| {
            let mut shading = chunk.function_shading(id);
            shading.shading_type(FunctionShadingType::Radial);
            let space = shading.color_space();
            if is_gray {
                space.device_gray();
            } else {
                space.device_rgb();
            }
            shading.coords([x, y, 0.0, x, y, radius]).function(whole).extend([true, true]);
        });
        id
    }
}

/// A page under construction.
struct Page<'a> {
    content: Content,
    /// What areas are hatched with, and in which place: readers want to know where on the page a pattern begins.
    patterns: Vec<(Hatch, Place)>,
    letters: &'a mut Letters,
    gradients: &'a mut Vec<Gradient>,
}

impl Page<'_> {
    fn marks(&mut self, marks: &[Mark], place: Place) {
        for mark in marks {
            match mark {
                Mark::Figure(figure) => self.figure(figure, place),
                Mark::Text(text) => self.text(text),
                Mark::Group(group) => match group.placing {
                    None => self.marks(&group.marks, place),
                    Some(placing) => {
                        self.content.save_state();
                        self.content.transform(shifted(placing.shift, [placing.scale; 2]));
                        self.marks(&group.marks, place.placed(placing.shift, placing.scale));
                        self.content.restore_state();
                    }
                },
            }
        }
    }

    fn figure(&mut self, figure: &Figure, place: Place) {
        match figure.fill {
            None => {}
            Some(Paint::Plain(color)) => {
                let [red, green, blue] = channels(color);
                self.content.set_fill_rgb(red, green, blue);
            }
            Some(Paint::Gradient(gradient)) => self.gradient(gradient, &figure.outline),
            Some(Paint::Hatch(hatch)) => {
                let number = self.pattern(hatch, place);
                self.content.set_fill_color_space(ColorSpaceOperand::Pattern);
                self.content.set_fill_pattern([], Name(pattern_name(number).as_bytes()));
            }
        }
        if let Some(stroke) = figure.stroke {
            self.content.set_line_width(short(stroke.width));
            stroke_color(&mut self.content, stroke.color);
        }
        let is_filled = matches!(figure.fill, Some(Paint::Plain(_) | Paint::Hatch(_)));
        if is_filled || figure.stroke.is_some() {
            add_outline(&mut self.content, &figure.outline);
        }
        let even_odd = matches!(figure.outline, Outline::Loops { rule: Rule::EvenOdd, .. });
        match (is_filled, even_odd, figure.stroke.is_some()) {
            (false, _, false) => &mut self.content,
            (false, _, true) => self.content.stroke(),
            (true, false, false) => self.content.fill_nonzero(),
            (true, true, false) => self.content.fill_even_odd(),
            (true, false, true) => self.content.fill_nonzero_and_stroke(),
            (true, true, true) => self.content.fill_even_odd_and_stroke(),
        };
    }

    /// The number of a pattern in its place.
    fn pattern(&mut self, hatch: Hatch, place: Place) -> usize {
        // Marks of one place follow each other, so there is no need to go through all patterns of a large sheet.
        let here = self.patterns.iter().enumerate().rev().take_while(|(_, (_, other))| *other == place);
        let known = { here }.find(|(_, (other, _))| *other == hatch).map(|(number, _)| number);
        known.unwrap_or_else(|| {
            self.patterns.push((hatch, place));
            self.patterns.len() - 1
        })
    }

    /// Fills a circle; nothing else has gradients.
    fn gradient(&mut self, gradient: Gradient, outline: &Outline) {
        let &Outline::Circle { at: [x, y], radius } = outline else { return };
        if !self.gradients.contains(&gradient) {
            self.gradients.push(gradient);
        }
        let id = gradient.id();
        let name = Name(id.as_bytes());
        let content = &mut self.content;
        content.save_state();
        content.transform(shifted([x - radius, y - radius], [2.0 * radius; 2]));
        if is_clear(gradient) {
            content.set_parameters(name);
        }
        add_circle(content, [0.5, 0.5], 0.5);
        content.clip_nonzero().end_path().shading(name).restore_state();
    }

    fn text(&mut self, text: &Text) {
        let line = self.letters.line(&text.text);
        let base = text.base();
        let left = base[0] - line.width / 2.0 * text.size;
        if let Some(rim) = text.rim {
            // As an outline: as a text it would be found twice.
            let unit = self.letters.unit();
            self.content.save_state();
            self.content.transform(shifted([left, base[1]], [unit * text.size, -unit * text.size]));
            stroke_color(&mut self.content, rim);
            self.content.set_line_width(short(text.rim_width() / text.size / unit));
            self.letters.add_outlines(&line, &mut self.content);
            self.content.stroke().restore_state();
        }
        let [red, green, blue] = channels(text.color);
        self.content.set_fill_rgb(red, green, blue);
        self.content.begin_text();
        self.content.set_text_matrix(shifted([left, base[1]], [1.0, -1.0]));
        self.letters.show(&line, text.size, &mut self.content);
        self.content.end_text();
    }
}

/// Where something stands on a page: scaled, and shifted then.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    scale: [f64; 2],
    shift: Point,
}

impl Place {
    /// The place of what is scaled and shifted before.
    fn placed(self, shift: Point, scale: f64) -> Self {
        let shift = [0, 1].map(|axis| self.shift[axis] + self.scale[axis] * shift[axis]);
        Self { scale: self.scale.map(|own| own * scale), shift }
    }

    fn matrix(self) -> [f32; 6] {
        shifted(self.shift, self.scale)
    }
}

fn shifted(shift: Point, scale: [f64; 2]) -> [f32; 6] {
    // Scales are multiplied by large numbers, and need all their digits.
    [scale[0] as f32, 0.0, 0.0, scale[1] as f32, short(shift[0]), short(shift[1])]
}

fn pattern_name(number: usize) -> String {
    format!("P{number}")
}

fn is_clear(gradient: Gradient) -> bool {
    gradient.stops().iter().any(|stop| stop.opacity < 1.0)
}

fn add_outline(content: &mut Content, outline: &Outline) {
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

fn add_line(content: &mut Content, points: &[Point]) {
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
fn add_circle(content: &mut Content, [x, y]: Point, radius: f64) {
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

fn stroke_color(content: &mut Content, color: Rgb) {
    let [red, green, blue] = channels(color);
    content.set_stroke_rgb(red, green, blue);
}

/// Red, green and blue from 0 to 1; five decimals tell all of them apart.
fn channels(color: Rgb) -> [f32; 3] {
    let [_, rgb @ ..] = color.0.to_be_bytes();
    rgb.map(|channel| (f64::from(channel) / 255.0 * 1e5).round() as f32 / 1e5)
}

/// A length to a thousandth, which takes fewer digits, and is less than anybody sees.
fn short(length: f64) -> f32 {
    thousandths(length) as f32
}

fn compressed(data: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(data, 6)
}
