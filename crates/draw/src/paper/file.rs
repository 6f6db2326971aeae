//! The objects of a PDF file, and where they stand.

use super::pen::{Place, add_circle, add_line, channels, stroke_color};
use super::{CATALOG, HATCHED, STATES};
use crate::color::Hatch;
use crate::mark::{Gradient, Stop};
use itertools::Itertools;
use pdf_writer::types::{FunctionShadingType, LineCapStyle, PaintType, TilingType};
use pdf_writer::{Chunk, Content, Filter, Name, Rect, Ref, Settings};

/// What has been written, and what is about to be.
#[derive(Debug)]
pub(super) struct File {
    /// What the user has not got yet.
    bytes: Vec<u8>,
    /// How many bytes the user has got.
    done: usize,
    /// Where each object stands.
    offsets: Vec<usize>,
}

impl File {
    pub(super) fn new() -> Self {
        // The second line tells programs that this is no text.
        Self { bytes: b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec(), done: 0, offsets: Vec::new() }
    }

    /// The number of an object to be written.
    pub(super) fn number(&mut self) -> Ref {
        self.offsets.push(0);
        Ref::new(i32::try_from(self.offsets.len()).expect("a file that can be written has fewer objects"))
    }

    /// Writes an object, the only one of a chunk.
    pub(super) fn object(&mut self, id: Ref, write: impl FnOnce(&mut Chunk)) {
        let mut chunk = Chunk::with_settings(PLAIN);
        write(&mut chunk);
        self.offsets[id.get() as usize - 1] = self.done + self.bytes.len();
        self.bytes.extend(chunk.as_bytes());
    }

    /// Writes a stream that is nothing else.
    pub(super) fn stream(&mut self, id: Ref, data: &[u8]) {
        let data = compressed(data);
        self.object(id, |chunk| {
            chunk.stream(id, &data).filter(Filter::FlateDecode);
        });
    }

    /// Hands over what has been written.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.done += self.bytes.len();
        std::mem::take(&mut self.bytes)
    }

    /// Writes where all objects stand.
    pub(super) fn end(&mut self) {
        let (at, size) = (self.done + self.bytes.len(), self.offsets.len() + 1);
        let objects: String = self.offsets.iter().map(|offset| format!("{offset:010} 00000 n \n")).collect();
        let table = format!("xref\n0 {size}\n0000000000 65535 f \n{objects}");
        let root = CATALOG.get();
        let trailer = format!("trailer\n<</Size {size}/Root {root} 0 R>>\nstartxref\n{at}\n%%EOF\n");
        self.bytes.extend((table + &trailer).into_bytes());
    }

    /// Writes a pattern in its place on a page.
    pub(super) fn pattern(&mut self, hatch: Hatch, place: Place) -> Ref {
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
    pub(super) fn shading(&mut self, gradient: Gradient) -> Ref {
        self.shading_of(gradient, |stop| channels(stop.color).to_vec())
    }

    /// Writes how opaque a gradient is, upon a square with side 1.
    pub(super) fn mask(&mut self, gradient: Gradient) -> Ref {
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

/// Objects are read by programs, so there is no need for indentation.
const PLAIN: Settings = Settings { pretty: false };

fn compressed(data: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(data, 6)
}
