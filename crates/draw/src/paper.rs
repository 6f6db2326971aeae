//! Pictures on paper: PDF files, page after page.
//!
//! Objects are written as soon as they are known, so what is kept of a page is where its objects stand, and which new
//! letters and gradients it has. These are shared by all pages, and come at the end.

mod file;
mod letters;
mod pen;

use crate::color::Hatch;
use crate::mark::{Figure, Gradient, Mark, Outline, Paint, Rule, Text};
use crate::picture::{Picture, Refusal};
use file::File;
use itertools::Itertools;
use letters::Letters;
use pdf_writer::types::{ColorSpaceOperand, LineCapStyle, LineJoinStyle, MaskType};
use pdf_writer::writers::ExtGraphicsState;
use pdf_writer::{Content, Name, Rect, Ref};
use pen::{Place, add_circle, add_outline, channels, shifted, short, stroke_color};

/// A PDF file of pictures, each on a page of its true size, that is made while they come one at a time.
///
/// The file is what [`Booklet::begin`] returns, then [`Booklet::add`] for each picture, then [`Booklet::end`]. The same
/// pictures give the same bytes. Its letters can be searched for and copied.
///
/// ```
/// # use polydlx_draw::{Booklet, Drawing, Style, picture};
/// # use polydlx_lattice::{Lattice, Shape, Site};
/// # let region = Shape::new([Site::new([0, 0, 0])]);
/// # let drawing = Drawing { lattice: Lattice::HEX, region, pieces: vec![], title: None, caption: None, labels: Vec::new(), tints: Vec::new() };
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
        let mut file = File::new();
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
            dictionary.insert(HATCHED).start::<ExtGraphicsState<'_>>().stroking_alpha(Hatch::OPACITY as f32);
            for &(gradient, mask) in &masks {
                let mut state =
                    dictionary.insert(Name(gradient.id().as_bytes())).start::<ExtGraphicsState<'_>>();
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

fn pattern_name(number: usize) -> String {
    format!("P{number}")
}

fn is_clear(gradient: Gradient) -> bool {
    gradient.stops().iter().any(|stop| stop.opacity < 1.0)
}
