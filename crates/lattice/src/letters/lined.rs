//! Pictures with lines between pieces, as terminals show them, back to letters alone.

use super::{GAP, is_wide};
use crate::table::Lattice;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A picture with lines between its pieces.
///
/// A letter may stand in each cell of a piece or only in one, as where colours tell the rest. Escape sequences for
/// colours are skipped.
///
/// ```
/// use polydlx_lattice::{Lattice, LinedPicture};
///
/// let lined = ["┌───┐", "│ L │", "│   └───┐", "│       │", "└───────┘"].map(str::to_owned);
/// assert_eq!(LinedPicture::read(Lattice::SQUARE, &lined).unwrap().letters(), ["L", "LL"]);
/// ```
#[derive(Clone, Debug)]
pub struct LinedPicture {
    kind: Kind,
    ink: BTreeMap<Place, char>,
    /// Where the letter in the first row and column stands.
    origin: Place,
    letters: Vec<String>,
    words: Vec<String>,
}

impl LinedPicture {
    /// Reads lines; none if there is no line between pieces, or they enclose no letters.
    pub fn read(lattice: Lattice, lines: &[String]) -> Option<Self> {
        let kind = Kind::of(lattice)?;
        let is_stroke = |c: char| is_line(c) && c != '_';
        lines.iter().any(|line| line.contains(is_stroke)).then(|| Self::of_kind(kind, lattice, lines))?
    }

    /// The same where colours may stand upon all lines, so that none is left to tell that it is such a picture.
    pub fn with_colors(lattice: Lattice, lines: &[String]) -> Option<Self> {
        Self::of_kind(Kind::of(lattice)?, lattice, lines)
    }

    /// The picture as letters alone; what stands for words, [`LinedPicture::word`] tells.
    pub fn letters(&self) -> &[String] {
        &self.letters
    }

    /// The word that a character among the letters stands for, as much of it as there is room for.
    pub fn word(&self, letter: char) -> Option<&str> {
        let number = u32::from(letter).checked_sub(WORDS)?;
        self.words.get(number as usize).map(String::as_str)
    }

    /// Which piece lies on a cell that shows a word, by what stands for the word, given words and pieces of a legend. Where the
    /// legend names none, the cell is uncovered.
    pub fn pieces_on_words(&self, legend: &[(String, String)]) -> Result<BTreeMap<char, String>, WordFault> {
        let mut cells: BTreeMap<&str, Vec<char>> = BTreeMap::new();
        for symbol in self.letters.iter().flat_map(|line| line.chars()) {
            if let Some(shown) = self.word(symbol) {
                cells.entry(shown).or_default().push(symbol);
            }
        }
        let mut found = BTreeMap::new();
        for (shown, symbols) in &cells {
            let named = legend.iter().filter(|(word, _)| self.shows(shown, word)).map(|(_, name)| name);
            let named: Vec<&String> = named.collect();
            let Some(&first) = named.first() else { continue };
            if named.len() < symbols.len() || named.iter().any(|name| *name != first) {
                return Err(WordFault::Several((*shown).to_owned()));
            }
            found.extend(symbols.iter().map(|&symbol| (symbol, first.clone())));
        }
        let is_shown = |word: &str| cells.keys().any(|shown| self.shows(shown, word));
        match legend.iter().find(|(word, _)| !is_shown(word)) {
            Some((word, _)) => Err(WordFault::Missing(word.clone())),
            None => Ok(found),
        }
    }

    /// Whether a cell with this word shows what this picture has: a word that is too long is cut.
    fn shows(&self, shown: &str, word: &str) -> bool {
        let cut = word.chars().scan(0, |used, c| {
            *used += columns(c);
            (*used <= self.kind.room()).then_some(c)
        });
        cut.eq(shown.chars())
    }

    /// The colour that stands between cells, upon a side or a corner, given their rows and columns among the letters.
    pub fn color_between(&self, cells: impl IntoIterator<Item = (i32, i32)>) -> Option<char> {
        let ((high, wide), half) = (self.kind.period(), i32::from(self.kind == Kind::Triangles));
        let (mut number, mut lines, mut columns) = (0, 0, 0);
        for (row, column) in cells {
            number += 1;
            // Twice the middle of a cell, so that it is a whole number.
            lines += 2 * (self.origin.0 + high * row);
            columns += 2 * (self.origin.1 + wide * column) + half;
        }
        // Rounded, halves down.
        let mean = |sum: i32| -(number - sum).div_euclid(2 * number.max(1));
        self.ink.get(&(mean(lines), mean(columns))).copied().filter(|&c| !is_line(c))
    }

    fn of_kind(kind: Kind, lattice: Lattice, lines: &[String]) -> Option<Self> {
        let mut ink: BTreeMap<Place, char> = BTreeMap::new();
        for (line, text) in (0..).zip(lines) {
            let inked = (0..).zip(plain(text)).filter(|(_, c)| *c != ' ');
            ink.extend(inked.map(|(column, c)| ((line, column), c)));
        }
        let page = Page { kind, ink: &ink, solid: lattice.dimension() == 3 };
        let mut words = Vec::new();
        let letters = page.letters(&mut words)?;
        let (grid, origin) = if page.solid { (page.layers(&letters)?, (0, 0)) } else { page.rows(&letters)? };
        let (first, last) = (grid.keys().map(|at| at.0).min()?, grid.keys().map(|at| at.0).max()?);
        let line = |row: i32| {
            let mut text = String::new();
            let mut width = 0;
            for (&(_, column), &symbol) in grid.range((row, i32::MIN)..=(row, i32::MAX)) {
                text.extend(std::iter::repeat_n(' ', (column - width) as usize));
                text.push(symbol);
                width = column + 1;
            }
            text
        };
        let letters = (first..=last).map(line).collect();
        Some(Self { kind, ink, origin, letters, words })
    }
}

/// Why words do not tell where pieces lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordFault {
    /// Several cells show this, and the legend does not speak of all of them alike.
    Several(String),
    /// No cell shows this word of the legend.
    Missing(String),
}

impl fmt::Display for WordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Several(shown) => {
                write!(f, "several cells show `{shown}`, and the legend does not tell what lies on which")
            }
            Self::Missing(word) => write!(f, "the legend has the word `{word}`, which no cell shows"),
        }
    }
}

impl std::error::Error for WordFault {}

/// A line and a column, or a row and a column of cells.
type Place = (i32, i32);

/// The first of the characters that stand for words, of which each is used once; nobody draws with them.
const WORDS: u32 = 0xe000;
const MOST_WORDS: usize = 6400;

/// Stands behind a character that is two columns wide.
const REST: char = '\0';

/// How many columns of a terminal a character takes.
fn columns(c: char) -> i32 {
    if is_wide(c) { 2 } else { 1 }
}

/// What stands in each column of a line.
fn plain(line: &str) -> Vec<char> {
    let line = without_escapes(line);
    line.trim_end().chars().flat_map(|c| [Some(c), is_wide(c).then_some(REST)]).flatten().collect()
}

/// A line without the escape sequences by which terminals colour it.
pub fn without_escapes(line: &str) -> String {
    let mut chars = line.chars();
    let mut found = String::new();
    while let Some(c) = chars.next() {
        if c == '\x1b' {
            chars.by_ref().find(char::is_ascii_alphabetic);
        } else {
            found.push(c);
        }
    }
    found
}

/// Whether a line is what the command says below solutions, as `2 solutions.`: on a terminal it stands with them.
pub fn is_summary(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let number = words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let what = words.next().map(|word| word.trim_end_matches(['.', ',']));
    number && matches!(what, Some("solution" | "solutions")) && line.trim_end().ends_with('.')
}

/// Whether a character is part of a line between pieces.
pub fn is_line(c: char) -> bool {
    // The block of box-drawing characters has the slanting ones, too.
    matches!(c, '─'..='╿' | '_')
}

/// What cells look like: squares, hexagons or triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Squares,
    Hexagons,
    Triangles,
}

/// From a letter to that of a neighbour, and where the line between them would be.
type Step = (Place, Place);

impl Kind {
    fn of(lattice: Lattice) -> Option<Self> {
        match lattice.look()? {
            "squares" => Some(Self::Squares),
            "hexagons" => Some(Self::Hexagons),
            "triangles" => Some(Self::Triangles),
            _ => None,
        }
    }

    /// Lines and columns from a letter to the next.
    fn period(self) -> (i32, i32) {
        match self {
            Self::Squares => (2, 4),
            Self::Hexagons => (2, 2),
            Self::Triangles => (3, 3),
        }
    }

    /// How many columns a cell has for what stands in it.
    fn room(self) -> i32 {
        match self {
            Self::Squares | Self::Hexagons => 3,
            Self::Triangles => 2,
        }
    }

    fn steps(self, points_up: bool) -> Vec<Step> {
        let mut steps = match self {
            Self::Squares => vec![((0, 4), (0, 2)), ((0, -4), (0, -2)), ((2, 0), (1, 0)), ((-2, 0), (-1, 0))],
            Self::Hexagons => vec![((0, 4), (0, 2)), ((0, -4), (0, -2))],
            Self::Triangles => vec![((0, 3), (0, 2)), ((0, -3), (0, -1))],
        };
        match self {
            Self::Hexagons => steps.extend(
                [-1, 1]
                    .into_iter()
                    .flat_map(|down| [-1, 1].map(|right| ((2 * down, 2 * right), (down, right)))),
            ),
            Self::Triangles if points_up => steps.push(((3, 0), (1, 0))),
            Self::Triangles => steps.push(((-3, 0), (-2, 0))),
            Self::Squares => {}
        }
        steps
    }
}

/// The ink of a picture. Where cells are is told by its lines: their columns and lines, modulo the period.
struct Page<'a> {
    kind: Kind,
    ink: &'a BTreeMap<Place, char>,
    solid: bool,
}

impl Page<'_> {
    /// What stands in each cell: its letter, from there the same to where no line is in between, or what stands for its word.
    fn letters(&self, words: &mut Vec<String>) -> Option<BTreeMap<Place, char>> {
        let mut letters = BTreeMap::new();
        for (at, inside) in self.rooms()? {
            let symbol = match inside[..] {
                [(column, c)] if column == (self.kind.room() - columns(c)) / 2 => c,
                _ if words.len() == MOST_WORDS => return None,
                _ => {
                    words.push(inside.iter().map(|(_, c)| *c).collect());
                    char::from_u32(WORDS + words.len() as u32 - 1)?
                }
            };
            letters.insert(at, symbol);
        }
        let bottom = self.ink.keys().map(|at| at.0).max()?;
        let (left, right) = (self.ink.keys().map(|at| at.1).min()?, self.ink.keys().map(|at| at.1).max()?);
        let is_of_piece = |c: char| {
            !matches!(c, '.' | '·')
                && u32::from(c).checked_sub(WORDS).is_none_or(|n| n as usize >= words.len())
        };
        let mut new: Vec<(Place, char)> =
            letters.iter().map(|(&at, &c)| (at, c)).filter(|(_, c)| is_of_piece(*c)).collect();
        while let Some((at, symbol)) = new.pop() {
            let up = self.kind != Kind::Triangles || self.points_up(at)?;
            for (to, wall) in self.kind.steps(up) {
                let (to, wall) = ((at.0 + to.0, at.1 + to.1), (at.0 + wall.0, at.1 + wall.1));
                // A colour stands upon a line.
                if self.ink.contains_key(&wall) || letters.contains_key(&to) {
                    continue;
                }
                if to.0 < 0 || to.1 < left || to.0 > bottom || to.1 > right {
                    // Pieces have lines all around them.
                    return None;
                }
                letters.insert(to, symbol);
                new.push((to, symbol));
            }
        }
        Some(letters)
    }

    /// What stands inside of each cell, by the place of its letter, with the column in the room that it has; none if
    /// something stands neither there nor where colours may.
    fn rooms(&self) -> Option<BTreeMap<Place, Vec<(i32, char)>>> {
        let mut rooms: BTreeMap<Place, Vec<(i32, char)>> = BTreeMap::new();
        let (high, _) = self.kind.period();
        let letter_line = self.letter_line()?;
        for (&at, &c) in self.ink.iter().filter(|(_, c)| !is_line(**c) && **c != REST) {
            let inside = match (at.0 - letter_line).rem_euclid(high) {
                0 => self.beyond_wall(at, letter_line)?,
                _ => 0,
            };
            if inside > 0 {
                let letter = at.1 - (inside - 1) + (self.kind.room() - 1) / 2;
                rooms.entry((at.0, letter)).or_default().push((inside - 1, c));
            } else if self.solid {
                return None;
            }
        }
        Some(rooms)
    }

    /// A line on which letters stand.
    fn letter_line(&self) -> Option<i32> {
        let line_of = |wanted: &[char]| self.ink.iter().find(|(_, c)| wanted.contains(c)).map(|(at, _)| at.0);
        match self.kind {
            Kind::Squares => Some(line_of(&['─'])? + 1),
            Kind::Triangles => Some(line_of(&['_'])? + 2),
            // All their lines are as short as what stands upon them.
            Kind::Hexagons => {
                let slanting = line_of(&['╱', '╲']).map(|line| line + 1);
                slanting.or_else(|| line_of(&['│'])).or_else(|| Some(self.ink.keys().next()?.0 + 1))
            }
        }
    }

    /// How far something is from the wall left of it, if it stands on a line of letters, and the cell has room there.
    fn beyond_wall(&self, at: Place, letter_line: i32) -> Option<i32> {
        let is_upright = |c: char| is_line(c) && !matches!(c, '─' | '╴' | '╶' | '_');
        let stroke = self.first(is_upright);
        match self.kind {
            Kind::Squares => {
                let wall =
                    stroke.map_or_else(|| self.ink.keys().map(|at| at.1).min(), |(at, _)| Some(at.1))?;
                Some((at.1 - wall).rem_euclid(4))
            }
            Kind::Triangles => {
                let (up, _) = self.up_letter(stroke?, letter_line);
                Some((at.1 - up + 1).rem_euclid(3))
            }
            // From layer to layer only every second column is the same.
            Kind::Hexagons if self.solid => {
                let ((_, wall), _) = self.first(|c| c == '│')?;
                let behind = self.ink.get(&(at.0, at.1 - 1)).is_some_and(|&c| !is_line(c));
                Some(match (at.1 - wall) % 2 {
                    0 => 2,
                    _ if behind => 3,
                    _ => 1,
                })
            }
            Kind::Hexagons => {
                let on_letters = |at: &&Place| (at.0 - letter_line) % 2 == 0;
                let (line, wall) = match stroke {
                    Some((at, '╱')) => (at.0 + 1, at.1 - 1),
                    Some((at, '╲')) => (at.0 + 1, at.1 - 3),
                    Some((at, _)) => at,
                    None => *self.ink.keys().filter(on_letters).min_by_key(|at| at.1)?,
                };
                Some((at.1 - wall + at.0 - line).rem_euclid(4))
            }
        }
    }

    /// The first stroke of some kind.
    fn first(&self, wanted: impl Fn(char) -> bool) -> Option<(Place, char)> {
        self.ink.iter().find(|(_, c)| wanted(**c)).map(|(&at, &c)| (at, c))
    }

    /// The next stroke of some kind to the left. That belongs to the same layer, since pieces have lines all around them.
    fn before(&self, at: Place, wanted: impl Fn(char) -> bool) -> Option<(Place, char)> {
        let before = self.ink.range((at.0, i32::MIN)..at).rev();
        { before }.find(|(_, c)| wanted(**c)).map(|(&at, &c)| (at, c))
    }

    /// Where the letter of a triangle that points up stands in the row of a slanting line: its column and line.
    fn up_letter(&self, ((line, column), slant): (Place, char), letter_line: i32) -> (i32, i32) {
        // The side of such a triangle takes three lines; its letter stands on the second.
        let down = (line - letter_line + 1).rem_euclid(3);
        let letter = if slant == '╱' { column + down } else { column - 1 - down };
        (letter, line + 1 - down)
    }

    /// Whether the triangle with a letter at some place points up: a slanting line tells it, in solids one of the same layer.
    fn points_up(&self, at: Place) -> Option<bool> {
        let slant = |c: char| matches!(c, '╱' | '╲');
        let stroke = if self.solid { self.before(at, slant) } else { self.first(slant) }?;
        let (column, line) = self.up_letter(stroke, self.letter_line()?);
        Some(((at.1 - column).div_euclid(3) + (at.0 - line).div_euclid(3)).rem_euclid(2) == 0)
    }

    /// Row and column of each letter, if all stand where cells can be, and where the first row and column are.
    fn rows(&self, letters: &BTreeMap<Place, char>) -> Option<(BTreeMap<Place, char>, Place)> {
        let top = letters.keys().map(|at| at.0).min()?;
        let left = letters.keys().map(|at| at.1).min()?;
        let (high, wide) = self.kind.period();
        let left = left - wide * self.margin(letters, left);
        let place = |(&(line, column), &symbol): (&Place, &char)| {
            let (down, right) = (line - top, column - left);
            let fits = down % high == 0 && right % wide == 0;
            fits.then_some(((down / high, right / wide), symbol))
        };
        Some((letters.iter().map(place).collect::<Option<_>>()?, (top, left)))
    }

    /// The same for layers, which stand side by side, and below each other where there was no room.
    fn layers(&self, letters: &BTreeMap<Place, char>) -> Option<BTreeMap<Place, char>> {
        let (places, _) = self.rows(letters)?;
        // Layers of squares have one column between them, those of triangles two, others as many as letters have.
        let gap = match self.kind {
            Kind::Squares => 1,
            Kind::Triangles => 2,
            Kind::Hexagons => GAP as i32,
        };
        let columns: BTreeSet<i32> = places.keys().map(|at| at.1).collect();
        let end = columns.last()? + 1;
        let is_gap = |from: i32| (from..from + gap).all(|column| !columns.contains(&column));
        let fits = |width: i32| (0..end).step_by((width + gap) as usize).all(|layer| is_gap(layer + width));
        let width = (1..=end).find(|&width| fits(width))?;
        let rows: BTreeSet<i32> = places.keys().map(|at| at.0).collect();
        let tops: Vec<i32> = rows.iter().copied().filter(|row| !rows.contains(&(row - 1))).collect();
        let beside = (end + gap + width - 1) / (width + gap);
        let place = |(&(row, column), &symbol): (&Place, &char)| {
            let group = tops.partition_point(|&top| top <= row) - 1;
            let layer = column / (width + gap) + group as i32 * beside;
            let column = column % (width + gap) + layer * (width + GAP as i32);
            ((row - tops[group], column), symbol)
        };
        Some(places.iter().map(place).collect())
    }

    /// How many columns the letters of triangles are shifted, so that the lowest row tells which of them point up.
    fn margin(&self, letters: &BTreeMap<Place, char>, left: i32) -> i32 {
        // Layers of solids have no margin.
        let in_plane = self.kind == Kind::Triangles && !self.solid;
        let Some((&at, _)) = letters.iter().next_back().filter(|_| in_plane) else { return 0 };
        let column = (at.1 - left) / 3;
        self.points_up(at).map_or(0, |up| i32::from((column % 2 == 0) != up))
    }
}
