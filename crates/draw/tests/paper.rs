//! Pictures on paper: PDF files, read by a reader of our own.

use crate::board::board;
use itertools::Itertools;
use polydlx_draw::{
    Booklet, Cut, Drawing, Palette, Picture, Refusal, Style, Unit, View, chart, cut_pieces, picture, sheet,
};
use polydlx_lattice::{Lattice, Sided, polyforms};
use std::collections::BTreeMap;

/// The objects of a file by number, each as a dictionary and what is in its stream.
struct Pdf(BTreeMap<usize, (String, String)>);

impl Pdf {
    /// Reads a file as readers do: from the end, by the table of offsets.
    fn new(bytes: &[u8]) -> Self {
        assert!(bytes.starts_with(b"%PDF-1.7\n"));
        // Positions count bytes, so each of them becomes one character of a single byte.
        let text: String =
            bytes.iter().map(|&byte| if byte < 128 { char::from(byte) } else { '?' }).collect();
        let end = text.trim_end().strip_suffix("%%EOF").expect("an end").trim_end();
        let (rest, at) = end.rsplit_once("startxref\n").expect("where the table is");
        let (table, trailer) = rest[at.parse().unwrap()..].split_once("trailer\n").expect("a trailer");
        let entries = table.lines().skip(2).collect_vec();
        let size: usize = table.lines().nth(1).unwrap().strip_prefix("0 ").unwrap().parse().unwrap();
        assert!(table.starts_with("xref\n0 ") && entries.len() == size);
        assert!(table.lines().skip(2).all(|line| line.len() == 19), "20 bytes with the end of the line");
        assert!(trailer.contains(&format!("/Size {size}")) && trailer.contains("/Root 1 0 R"));
        assert_eq!(entries[0], "0000000000 65535 f ");
        let objects = (1..size).map(|number| {
            let offset: usize = entries[number].strip_suffix(" 00000 n ").unwrap().parse().unwrap();
            let object = text[offset..].strip_prefix(&format!("{number} 0 obj\n")).expect("an object");
            let stream = object.find("stream\n").filter(|&at| at < object.find("endobj").unwrap());
            let Some(at) = stream else {
                return (number, (object.split_once("\nendobj").unwrap().0.to_owned(), String::new()));
            };
            let head = &object[..at];
            let length: usize = after(head, "/Length ");
            let start = bytes.len() - (text.len() - offset)
                + format!("{number} 0 obj\n").len()
                + at
                + "stream\n".len();
            assert!(head.contains("/Filter/FlateDecode"), "{head}");
            let data =
                miniz_oxide::inflate::decompress_to_vec_zlib(&bytes[start..start + length]).expect("zlib");
            assert!(bytes[start + length..].starts_with(b"\nendstream"));
            (number, (head.to_owned(), String::from_utf8_lossy(&data).into_owned()))
        });
        let pdf = Self(objects.collect());
        pdf.check();
        pdf
    }

    /// What is referred to is there, what is begun is ended, and names are known.
    fn check(&self) {
        for (head, stream) in self.0.values() {
            let words = head.split([' ', '[', ']', '<', '>', '/', '\n']).collect_vec();
            for (number, _, _) in
                words.iter().tuple_windows().filter(|(_, zero, r)| **zero == "0" && **r == "R")
            {
                assert!(self.0.contains_key(&number.parse().unwrap()), "{number} in {head}");
            }
            let count = |operator: &str| {
                stream.lines().filter(|line| line.split(' ').next_back() == Some(operator)).count()
            };
            assert_eq!(count("q"), count("Q"));
            assert_eq!(count("BT"), count("ET"));
        }
    }

    fn pages(&self) -> Vec<&(String, String)> {
        assert!(self.0[&1].0.contains("/Type/Catalog") && self.0[&1].0.contains("/Pages 2 0 R"));
        let tree = &self.0[&2].0;
        let kids = tree.split_once("/Kids[").unwrap().1.split_once(']').unwrap().0;
        let kids = kids.split(" 0 R").map(str::trim).filter(|kid| !kid.is_empty());
        let pages = kids.map(|kid| &self.0[&kid.parse().unwrap()]).collect_vec();
        assert_eq!(after::<usize>(tree, "/Count "), pages.len());
        assert!(pages.iter().all(|(head, _)| head.contains("/Type/Page/") && head.contains("/Parent 2 0 R")));
        pages
    }

    /// What is drawn on a page.
    fn content(&self, page: usize) -> &str {
        &self.0[&after(&self.pages()[page].0, "/Contents ")].1
    }

    fn size(&self, page: usize) -> [f64; 2] {
        let area = self.pages()[page].0.split_once("/MediaBox[0 0 ").unwrap().1.split_once(']').unwrap().0;
        area.split(' ').map(|number| number.parse().unwrap()).collect_array().unwrap()
    }

    /// The texts of a page, by what its font says that codes mean.
    fn texts(&self, page: usize) -> Vec<String> {
        let fonts = &self.0[&3].0;
        let font = &self.0[&after(fonts, "/F0 ")].0;
        let meanings = &self.0[&after(font, "/ToUnicode ")].1.split_once("beginbfchar").expect("meanings").1;
        let meaning = |code: u8| {
            let line = meanings
                .lines()
                .find(|line| line.starts_with(&format!("<{code:02X}> <")))
                .expect("a meaning");
            let units = line.split('<').nth(2).unwrap().trim_end_matches('>');
            char::from_u32(u32::from_str_radix(units, 16).unwrap()).unwrap()
        };
        let shown = self.content(page).lines().filter(|line| line.ends_with("TJ"));
        shown.map(|line| codes(line).into_iter().map(meaning).collect()).collect()
    }
}

/// The codes in the strings of an operator.
fn codes(line: &str) -> Vec<u8> {
    let mut codes = Vec::new();
    let mut rest = line.as_bytes();
    while let Some(start) = rest.iter().position(|byte| b"(<".contains(byte)) {
        let is_hex = rest[start] == b'<';
        rest = &rest[start + 1..];
        if is_hex {
            let end = rest.iter().position(|&byte| byte == b'>').expect("an end");
            let digits = std::str::from_utf8(&rest[..end]).unwrap();
            codes.extend((0..end / 2).map(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap()));
            rest = &rest[end + 1..];
            continue;
        }
        let mut depth = 1;
        while depth > 0 {
            let (code, length) = match rest {
                [b'\\', b'0'..=b'7', ..] => {
                    let digits = rest[1..4].iter().fold(0, |code, digit| 8 * code + u32::from(digit - b'0'));
                    (digits as u8, 4)
                }
                [b'\\', b'n', ..] => (b'\n', 2),
                [b'\\', b'r', ..] => (b'\r', 2),
                [b'\\', b't', ..] => (b'\t', 2),
                [b'\\', b'b', ..] => (8, 2),
                [b'\\', b'f', ..] => (12, 2),
                [b'\\', byte, ..] => (*byte, 2),
                [byte, ..] => {
                    depth += i32::from(*byte == b'(') - i32::from(*byte == b')');
                    (*byte, 1)
                }
                [] => panic!("a string without end"),
            };
            rest = &rest[length..];
            if depth > 0 {
                codes.push(code);
            }
        }
    }
    codes
}

/// The number after a word.
fn after<T: std::str::FromStr>(text: &str, word: &str) -> T {
    let rest = text.split_once(word).unwrap_or_else(|| panic!("{word} in {text}")).1;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok().expect("a number")
}

fn read(picture: &Picture) -> Pdf {
    let bytes = picture.pdf().expect("small enough");
    assert_eq!(picture.pdf().as_deref(), Ok(&bytes[..]), "the same bytes");
    Pdf::new(&bytes)
}

#[test]
fn every_picture_can_be_a_page_of_its_true_size() {
    for lattice in Lattice::ALL {
        let drawing = board(lattice, if lattice.dimension() == 3 { 3 } else { 5 }, 4);
        for (palette, view) in Palette::ALL.into_iter().cartesian_product(View::ALL) {
            let pdf = read(&picture(&drawing, &Style { palette, view, ..Style::default() }));
            assert_eq!(pdf.pages().len(), 1);
        }
        let shapes = polyforms(lattice, 3, Sided::default_for(lattice)).into_iter();
        let pieces = shapes.enumerate().map(|(number, shape)| (number.to_string(), shape)).collect_vec();
        read(&chart(lattice, &pieces, &Style::default()));
        read(&sheet(&[drawing.clone(), drawing], 2, &Style::default()));
    }
    // Four cells, the outline, and the margin on both sides.
    let side = 4.0 + 0.09 + 2.0 * 0.25;
    for (unit, inch) in [(Unit::Pixel, 96.0), (Unit::Millimetre, 25.4)] {
        let style = Style { cell_size: 12.5, unit, ..Style::default() };
        let size = read(&picture(&board(Lattice::SQUARE, 4, 4), &style)).size(0);
        assert!(size.iter().all(|points| (points - 12.5 * side / inch * 72.0).abs() < 0.001), "{size:?}");
        let huge = picture(&board(Lattice::SQUARE, 4, 4), &Style { cell_size: 10_000.0, ..style });
        assert!(matches!(huge.pdf(), Err(Refusal::TooLargeForPage(_))));
    }
}

#[test]
fn lines_lie_where_they_shall() {
    let style = Cut { cell_size: 10.0, kerf: 0.0, labels: false };
    let shape = polyforms(Lattice::SQUARE, 1, Sided::Free).remove(0);
    let page = cut_pieces(Lattice::SQUARE, None, &[("one".to_owned(), shape)], &style).expect("flat");
    let pdf = read(&page);
    // From the lower left corner in points: a cell of 10 mm, and a margin of 2.5 mm.
    let content = pdf.content(0);
    let numbers = |line: &str| line.split(' ').filter_map(|word| word.parse::<f64>().ok()).collect_vec();
    let to_points = |matrices: &[Vec<f64>], point: &[f64]| {
        matrices.iter().rev().fold([point[0], point[1]], |[x, y], m| [m[0] * x + m[4], m[3] * y + m[5]])
    };
    let matrices = content.lines().filter(|line| line.ends_with(" cm")).map(numbers).collect_vec();
    let corners = content.lines().filter(|line| line.ends_with(" m") || line.ends_with(" l")).map(numbers);
    let corners =
        corners.map(|point| to_points(&matrices, &point).map(|d| (d * 25.4 / 72.0 * 100.0).round() / 100.0));
    let expected = [[2.5, 12.5], [2.5, 2.5], [12.5, 2.5], [12.5, 12.5]];
    let corners = corners.collect_vec();
    assert_eq!(corners.len(), 5);
    assert!(expected.iter().all(|corner| corners.contains(corner)), "{corners:?}");
}

#[test]
fn letters_can_be_searched_for() {
    for caption in ["1 · rotation by 90°", "3×4 AVAVA", "Öre, naïveté", "(\\)", "−1 ∇ 中"] {
        let drawing = Drawing { caption: Some(caption.to_owned()), ..board(Lattice::SQUARE, 3, 3) };
        let mut texts = read(&picture(&drawing, &Style::default())).texts(0);
        assert_eq!(texts.pop().as_deref(), Some(caption));
        assert_eq!(texts, ["p0", "p1", "p2"]);
    }
    // A rim around letters is no text.
    let style = Style { palette: Palette::Mono, ..Style::default() };
    assert_eq!(read(&picture(&board(Lattice::SQUARE, 3, 3), &style)).texts(0), ["p0", "p1", "p2"]);
}

#[test]
fn fonts_have_room_for_all_letters() {
    let many: String = ('\u{21}'..'\u{7f}').chain('\u{100}'..'\u{250}').collect();
    let drawing = Drawing { caption: Some(many.clone()), ..board(Lattice::SQUARE, 3, 3) };
    let pdf = read(&picture(&drawing, &Style { labels: false, ..Style::default() }));
    let shown = pdf.content(0).lines().filter(|line| line.ends_with("TJ"));
    assert_eq!(shown.flat_map(codes).count(), many.chars().count());
    assert!(pdf.0[&3].0.contains("/F1 ") && !pdf.0[&3].0.contains("/F2 "));
}

#[test]
fn booklets_are_made_page_by_page() {
    let style = Style { palette: Palette::Safe, view: View::Solid, ..Style::default() };
    let page = |number: usize| {
        let lattice = Lattice::ALL[number % Lattice::ALL.len()];
        picture(&Drawing { caption: Some(format!("page {number}")), ..board(lattice, 3, 3) }, &style)
    };
    let (mut booklet, mut bytes) = Booklet::begin();
    for number in 0..50 {
        let part = booklet.add(&page(number)).expect("small enough");
        assert!(!part.is_empty());
        bytes.extend(part);
        // What is refused leaves nothing behind.
        let huge = Style { cell_size: 20_000.0, ..style.clone() };
        assert!(booklet.add(&picture(&board(Lattice::HEX, 3, 3), &huge)).is_err());
    }
    let end = booklet.end();
    // Letters and gradients are there once, however many pages there are.
    assert!(end.len() < 20_000, "{}", end.len());
    bytes.extend(end);
    let pdf = Pdf::new(&bytes);
    assert_eq!(pdf.pages().len(), 50);
    for number in 0..50 {
        assert_eq!(pdf.texts(number).last(), Some(&format!("page {number}")));
        let alone = read(&page(number));
        assert_eq!(alone.size(0), pdf.size(number));
    }
    let (booklet, start) = Booklet::begin();
    assert_eq!(Pdf::new(&[start, booklet.end()].concat()).pages().len(), 0);
}
