//! Pictures of boxes, pieces and puzzles: lines of characters between `|! picture …` and `|! end`.
//!
//! A space or `.` is outside, `#` is a cell of the box, any other character is a cell of the piece that it stands for.
//! Lines `| NAME: SYMBOLS` say what characters stand for, as the legends of solutions do, and `| NAME: @WORD` what lies on a
//! cell that shows a word; a line `N:` is the number of a solution, and does not matter.

use crate::mistake;
use crate::parse::{Reader, is_space, words};
use crate::syntax::{CellSpec, Multiplicity, Spanned};
use polydlx_diagnostic::{Diagnostic, Span};
use polydlx_lattice::{
    COORDINATES, Cell, Lattice, LinedPicture, Part, Shape, Site, Spot, cells_of_letters, is_line, is_mark,
    is_summary, letters_of_cells, without_escapes,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureSpec {
    /// What it shows.
    pub kind: PictureKind,
    /// The least coordinates; 0 if nothing is said.
    pub at: Option<Spanned<CellSpec>>,
    /// Its lines, legends and comments included.
    pub lines: Vec<Spanned<String>>,
}

/// What a picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PictureKind {
    /// The box; characters other than `#` are pieces that lie there.
    Box,
    /// The box and its pieces: each character but `#` is a piece, and where it lies does not matter.
    Puzzle,
    /// Pieces, each by its character.
    Pieces,
    /// One piece, whatever characters it is drawn with.
    Piece(Option<Spanned<Multiplicity>>, Spanned<String>),
}

impl PictureKind {
    /// Whether the picture says what the box is.
    pub fn has_box(&self) -> bool {
        matches!(self, Self::Box | Self::Puzzle)
    }
}

/// A character's piece, its cells, and where it stands first.
pub(crate) type Symbol = (String, Shape, Span);

/// What a picture says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawn {
    /// All cells, with the least coordinates that were asked for.
    pub(crate) shape: Shape,
    /// What stands for pieces.
    pub(crate) symbols: Vec<Symbol>,
    /// Colours that stand upon lines between cells, and those sides and corners.
    pub(crate) tints: Vec<(Site, char)>,
}

impl Drawn {
    /// The same with colours upon the sides and corners of shapes, given their numbers.
    pub(crate) fn colored(mut self, lattice: Lattice, mut number: impl FnMut(&str) -> u16) -> Self {
        let tints: Vec<Site> = { self.tints.iter() }
            .map(|(site, name)| Site { color: number(&name.to_string()), ..*site })
            .collect();
        for shape in self.symbols.iter_mut().map(|(_, shape, _)| shape).chain([&mut self.shape]) {
            let is_around =
                |site: &&Site| lattice.around(site.cell()).any(|(cell, _)| shape.contains(cell.site()));
            *shape = shape.sites().iter().chain(tints.iter().filter(is_around)).copied().collect();
        }
        self
    }
}

/// What stands for a cell of the box that is no piece's.
const FREE: char = '#';
/// What stands for a cell of the box that no piece covers, in pictures that are printed.
const UNCOVERED: char = '·';

/// Reads the lines of a picture.
pub(crate) fn decode(lattice: Lattice, picture: &PictureSpec) -> Result<Drawn, Box<Diagnostic>> {
    let (mut spots, mut outside): (Vec<(Spot, char, Span)>, Vec<Spot>) = (Vec::new(), Vec::new());
    let mut legend = Legend::of(picture)?;
    let mut lines: Vec<Spanned<String>> =
        picture.lines.iter().filter(|line| !is_said(line)).cloned().collect();
    for line in lines.iter_mut().filter(|line| line.value.contains('\x1b')) {
        // Nothing is told of single characters of such a line.
        *line = Spanned::new(without_escapes(&line.value), Span { end: line.span.start, ..line.span });
    }
    let texts: Vec<String> = lines.iter().map(|line| line.value.clone()).collect();
    let lined = LinedPicture::read(lattice, &texts);
    if let Some(lined) = &lined {
        let span = lines.first().map_or(Span::default(), |line| line.span);
        let words = lined.pieces_on_words(&legend.words);
        legend.symbols.extend(words.map_err(|fault| Box::new(mistake::picture_words(span, &fault)))?);
        // Nothing is told of single characters any more.
        let span = Span { end: span.start, ..span };
        lines = lined.letters().iter().map(|line| Spanned::new(line.clone(), span)).collect();
    }
    let is_uncovered = |symbol: char| {
        let is_word = lined.as_ref().is_some_and(|lined| lined.word(symbol).is_some());
        symbol == UNCOVERED || is_word && !legend.symbols.contains_key(&symbol)
    };
    for (row, line) in lines.iter().enumerate() {
        for (column, (at, symbol)) in line.value.char_indices().enumerate() {
            let start = line.span.start + at;
            let span = match line.span.end == line.span.start {
                false => Span { start, end: start + symbol.len_utf8(), ..line.span },
                true => line.span,
            };
            match symbol {
                ' ' | '\r' => {}
                // In a box that was drawn that is a cell; beside the pieces of a solution, it was left out.
                _ if is_uncovered(symbol) && picture.kind == PictureKind::Box => {
                    spots.push(((row, column), FREE, span));
                }
                _ if symbol == '.' || is_uncovered(symbol) => outside.push((row, column)),
                _ if is_line(symbol) && symbol != '_' => {
                    return Err(Box::new(mistake::picture_line(span, symbol)));
                }
                '*' if lattice.stars() => return Err(Box::new(mistake::picture_character(span, symbol))),
                '|' | ':' => return Err(Box::new(mistake::picture_character(span, symbol))),
                _ if symbol.is_control() || is_space(symbol) || is_mark(symbol) => {
                    return Err(Box::new(mistake::picture_character(span, symbol)));
                }
                _ => spots.push(((row, column), symbol, span)),
            }
        }
    }
    let places: Vec<Spot> = spots.iter().map(|(spot, ..)| *spot).collect();
    let cells = cells_of_letters(lattice, &places, &outside).map_err(|wrong| {
        let found = spots.iter().find(|(spot, ..)| *spot == wrong).map_or(Span::default(), |found| found.2);
        Box::new(mistake::between_cells(found, lattice))
    })?;
    let corner = corner(lattice, picture);
    let lowest = Shape::new(cells.iter().map(|cell| cell.site())).lowest();
    let by = [0, 1, 2].map(|axis| corner[axis] - lowest[axis]);
    let cells: Vec<Cell> = cells.into_iter().map(|cell| cell.shifted(by)).collect();
    let shape = Shape::new(cells.iter().map(|cell| cell.site()));
    if let Some(at) = cells.iter().position(|cell| cell.at.iter().any(|&d| d >= COORDINATES)) {
        return Err(Box::new(mistake::picture_too_large(spots[at].2)));
    }
    let mut symbols: BTreeMap<char, (Vec<Cell>, Span)> = BTreeMap::new();
    let mut tints = Vec::new();
    if let (Some(lined), Some((spot, ..)), Some(&cell)) = (&lined, spots.first(), cells.first()) {
        tints = colors_between(lattice, lined, &shape, cell, *spot);
    }
    for (&(_, symbol, span), &cell) in spots.iter().zip(&cells).filter(|((_, symbol, _), _)| *symbol != FREE)
    {
        symbols.entry(symbol).or_insert((Vec::new(), span)).0.push(cell);
    }
    let name = |symbol: char| legend.symbols.get(&symbol).cloned().unwrap_or_else(|| symbol.to_string());
    let symbols = symbols
        .into_iter()
        .map(|(symbol, (cells, span))| (name(symbol), Shape::new(cells.into_iter().map(Cell::site)), span));
    Ok(Drawn { shape, symbols: symbols.collect(), tints })
}

/// Whether a line is no part of what is drawn: a legend, the number of a solution, or how many there are.
fn is_said(line: &Spanned<String>) -> bool {
    line.value.starts_with('|') || is_number(&line.value) || is_summary(&line.value)
}

/// The colours upon lines around the cells of a shape, given where the letter of one cell stands.
fn colors_between(
    lattice: Lattice,
    lined: &LinedPicture,
    shape: &Shape,
    cell: Cell,
    spot: Spot,
) -> Vec<(Site, char)> {
    if lattice.dimension() == 3 {
        return Vec::new();
    }
    let [_, row, column] = lattice.letter_place(cell);
    let shift = (spot.0 as i32 - row, spot.1 as i32 - column);
    let place = |(cell, _): (Cell, usize)| {
        let [_, row, column] = lattice.letter_place(cell);
        (row + shift.0, column + shift.1)
    };
    let of_cell = |cell: Cell| {
        [Part::Side, Part::Corner].into_iter().flat_map(move |part| {
            lattice.parts(part, cell).map(move |place| Site { suffix: part.suffix(), ..place.site() })
        })
    };
    let all: BTreeSet<Site> = shape.sites().iter().flat_map(|site| of_cell(site.cell())).collect();
    let color = |site: &Site| lined.color_between(lattice.around(site.cell()).map(place));
    all.into_iter().filter_map(|site| Some((site, color(&site)?))).collect()
}

/// The least coordinates.
fn corner(lattice: Lattice, picture: &PictureSpec) -> [i32; 3] {
    let mut corner = [0; 3];
    if let Some(at) = &picture.at {
        for (axis, digits) in at.value.coordinates.iter().enumerate().take(lattice.dimension()) {
            corner[axis] = digits.iter().next().unwrap_or(0);
        }
    }
    corner
}

/// What characters and words stand for.
#[derive(Default)]
struct Legend {
    symbols: BTreeMap<char, String>,
    /// Words that cells show, and the pieces that lie there.
    words: Vec<(String, String)>,
}

impl Legend {
    /// All that a picture says of itself; of several solutions only one can be meant.
    fn of(picture: &PictureSpec) -> Result<Self, Box<Diagnostic>> {
        let mut legend = Self::default();
        let mut numbered: Option<Span> = None;
        for line in picture.lines.iter().filter(|line| is_said(line)) {
            if line.value.starts_with('|') {
                legend.read(&line.value, line.span)?;
            } else if is_summary(&line.value) {
                continue;
            } else if let Some(first) = numbered.replace(line.span) {
                return Err(Box::new(mistake::several_pictures(line.span, first)));
            }
        }
        Ok(legend)
    }

    /// Takes in a line that begins with `|`: part of a legend if it looks so, else a comment.
    fn read(&mut self, text: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
        let is_plain = |text: &str| is_word(text) && !text.contains(['|', ':']);
        let parts = text.strip_prefix("| ").and_then(|line| line.trim_end().split_once(": "));
        let Some((name, symbols)) = parts.filter(|(name, _)| is_plain(name)) else { return Ok(()) };
        if let Some(word) = symbols.strip_prefix('@').filter(|word| is_word(word)) {
            self.words.push((word.to_owned(), name.to_owned()));
            return Ok(());
        }
        for symbol in symbols.chars().filter(|_| is_plain(symbols)) {
            let other = self.symbols.insert(symbol, name.to_owned());
            if let Some(other) = other.filter(|other| other != name) {
                return Err(Box::new(mistake::legend_twice(span, symbol, &other, name)));
            }
        }
        Ok(())
    }
}

/// `12:`, the number of a solution.
fn is_number(text: &str) -> bool {
    let digits = text.trim().strip_suffix(':');
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

impl PictureSpec {
    /// A picture of the cells of a shape; the character of each is asked for.
    pub fn of(lattice: Lattice, kind: PictureKind, shape: &Shape, symbol: impl Fn(Cell) -> char) -> Self {
        let cells: Vec<Cell> = shape.sites().iter().map(|site| site.cell()).collect();
        let picture = letters_of_cells(lattice, &cells);
        let inked = cells.iter().zip(&picture.spots).map(|(&cell, &spot)| (spot, symbol(cell)));
        let all: BTreeMap<Spot, char> =
            inked.chain(picture.outside.iter().map(|&spot| (spot, '.'))).collect();
        let height = all.keys().map(|(row, _)| row + 1).max().unwrap_or(0);
        let mut lines = vec![String::new(); height];
        for ((row, column), symbol) in all {
            let line = &mut lines[row];
            let width = line.chars().count();
            line.extend(std::iter::repeat_n(' ', column - width));
            line.push(symbol);
        }
        let lowest = shape.lowest();
        let coordinates = lowest[..lattice.dimension()].iter().map(|&d| crate::Digits::of(d)).collect();
        let at = CellSpec { coordinates, suffix: String::new() };
        let at = (lowest != [0; 3] && kind.has_box()).then(|| at.into());
        Self { kind, at, lines: lines.into_iter().map(Spanned::from).collect() }
    }
}

impl fmt::Display for PictureSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("|! picture ")?;
        match &self.kind {
            PictureKind::Box => f.write_str("box")?,
            PictureKind::Puzzle => f.write_str("puzzle")?,
            PictureKind::Pieces => f.write_str("pieces")?,
            PictureKind::Piece(None, name) => write!(f, "piece {}", name.value)?,
            PictureKind::Piece(Some(times), name) => write!(f, "piece {}|{}", times.value, name.value)?,
        }
        self.at.iter().try_for_each(|at| write!(f, " at {}", at.value))?;
        self.lines.iter().try_for_each(|line| write!(f, "\n{}", line.value))?;
        f.write_str("\n|! end")
    }
}

/// Whether a picture of that kind has a box in it.
pub(crate) fn is_of_box(kind: &str) -> bool {
    !matches!(kind, "piece" | "pieces")
}

/// What follows `|!` on a line, by its first word.
pub(crate) fn keyword(line: &str) -> Option<&str> {
    words(line.strip_prefix("|!")?).next()
}

impl<'a> Reader<'a> {
    /// Reads a picture from its first line, which is `header`, on; takes the lines up to its end.
    pub(crate) fn picture(
        &mut self,
        header: &'a str,
        lines: &mut impl Iterator<Item = &'a str>,
    ) -> Option<PictureSpec> {
        let mut inside = Vec::new();
        let mut ended = false;
        for line in lines {
            if keyword(line) == Some("end") {
                ended = true;
                if let Some(word) = words(&line[2..]).nth(1) {
                    self.report(mistake::superfluous_word(self.span(word), "end"));
                }
                break;
            }
            if line.starts_with("|!") {
                self.report(mistake::pragma_in_picture(self.span(line), self.span(header)));
                continue;
            }
            inside.push(Spanned::new(line.trim_end_matches(is_space).to_owned(), self.span(line)));
        }
        if !ended {
            self.report(mistake::open_picture(self.span(header)));
        }
        let (kind, at) = self.picture_header(&header[2..])?;
        let picture = PictureSpec { kind, at, lines: inside };
        let lattice = self.lattice?;
        match decode(lattice, &picture) {
            Err(diagnostic) => {
                self.report(*diagnostic);
                return None;
            }
            Ok(drawn) if drawn.shape.sites().is_empty() => {
                self.report(mistake::empty_picture(self.span(header)));
                return None;
            }
            Ok(drawn) => self.check_margin(lattice, &drawn, header),
        }
        ended.then_some(picture)
    }

    /// On triangles a margin tells which of them point up. If they do not hang together so, but would in the other way,
    /// it was forgotten.
    fn check_margin(&mut self, lattice: Lattice, drawn: &Drawn, header: &'a str) {
        if !lattice.has_primes() || lattice.dimension() == 3 {
            return;
        }
        let cells: BTreeSet<Cell> = drawn.shape.sites().iter().map(|site| site.cell()).collect();
        let turned = |cell: &Cell| {
            let [layer, row, column] = lattice.letter_place(*cell);
            lattice.cell_at_letter([layer, row, column + 1])
        };
        let other: BTreeSet<Cell> = cells.iter().filter_map(turned).collect();
        let is_connected = |cells: &BTreeSet<Cell>| lattice.parts_of(cells.iter().copied()).len() <= 1;
        if !is_connected(&cells) && is_connected(&other) {
            self.report(mistake::picture_margin(self.span(header)));
        }
    }

    fn picture_header(&mut self, text: &'a str) -> Option<(PictureKind, Option<Spanned<CellSpec>>)> {
        const EXAMPLE: &str = "picture box";
        const KINDS: [&str; 4] = ["box", "puzzle", "pieces", "piece"];
        let mut rest = words(text).skip(1);
        let Some(word) = rest.next() else {
            let end = &text[text.len()..];
            self.report(mistake::missing_word(self.span(end), "what the picture shows", EXAMPLE));
            return None;
        };
        let kind = match word {
            "box" => PictureKind::Box,
            "puzzle" => PictureKind::Puzzle,
            "pieces" => PictureKind::Pieces,
            "piece" => {
                let Some(name) = rest.next() else {
                    let end = &text[text.len()..];
                    self.report(mistake::missing_word(
                        self.span(end),
                        "the name of the piece",
                        "picture piece X",
                    ));
                    return None;
                };
                let (times, name) = match name.split_once('|') {
                    Some((times, name)) => (Some(self.number_or_range(times)?), name),
                    None => (None, name),
                };
                if let Some(found) = name.chars().find(|found| matches!(found, '|' | ':')) {
                    self.report(mistake::piece_name_character(self.span(name), found));
                    return None;
                }
                if name.is_empty() {
                    self.report(mistake::no_piece_name(self.span(name)));
                    return None;
                }
                PictureKind::Piece(times, Spanned::new(name.to_owned(), self.span(name)))
            }
            _ => {
                self.report(mistake::unknown_word(self.span(word), "thing to draw", word, &KINDS));
                return None;
            }
        };
        let mut at = None;
        match rest.next() {
            Some("at") if kind.has_box() => {
                let Some(corner) = rest.next() else {
                    let end = &text[text.len()..];
                    self.report(mistake::missing_word(self.span(end), "a cell", "picture box at 11"));
                    return None;
                };
                at = self.place(corner);
                if at.as_ref().is_none_or(|at| !at.value.is_plain()) {
                    self.report(mistake::not_a_corner(self.span(corner)));
                    return None;
                }
            }
            Some(word) => {
                self.report(mistake::superfluous_word(self.span(word), EXAMPLE));
                return None;
            }
            None => {}
        }
        if let Some(word) = rest.next() {
            self.report(mistake::superfluous_word(self.span(word), EXAMPLE));
            return None;
        }
        Some((kind, at))
    }
}

impl CellSpec {
    /// Whether it is a single cell without suffix.
    fn is_plain(&self) -> bool {
        self.suffix.is_empty() && self.coordinates.iter().all(|digits| digits.len() == 1)
    }
}
