//! Pictures with lines between pieces, as terminals show them, back to letters alone.

use super::GAP;
use crate::table::Lattice;
use std::collections::{BTreeMap, BTreeSet};

/// The picture made of letters that a picture with lines between its pieces shows; none if that has no such lines.
///
/// A letter may stand in each cell of a piece or only in one, as where colours tell the rest. Escape sequences for
/// colours are skipped.
///
/// ```
/// let lined = ["┌───┐", "│ L │", "│   └───┐", "│       │", "└───────┘"].map(str::to_owned);
/// let square = polydlx_lattice::Lattice::SQUARE;
/// assert_eq!(polydlx_lattice::letters_of_lines(square, &lined).unwrap(), ["L", "LL"]);
/// ```
pub fn letters_of_lines(lattice: Lattice, lines: &[String]) -> Option<Vec<String>> {
    let mut ink: BTreeMap<Place, char> = BTreeMap::new();
    for (line, text) in (0..).zip(lines) {
        ink.extend((0..).zip(plain(text)).filter(|(_, c)| *c != ' ').map(|(column, c)| ((line, column), c)));
    }
    let kind = Kind::of(&ink)?;
    let letters = kind.letters(&ink)?;
    let grid = if lattice.dimension() == 3 { kind.layers(&letters)? } else { kind.rows(&ink, &letters)? };
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
    Some((first..=last).map(line).collect())
}

/// A line and a column, or a row and a column of cells.
type Place = (i32, i32);

/// The characters of a line, without escape sequences.
fn plain(line: &str) -> Vec<char> {
    let mut chars = line.trim_end().chars();
    let mut found = Vec::new();
    while let Some(c) = chars.next() {
        if c == '\x1b' {
            chars.by_ref().find(char::is_ascii_alphabetic);
        } else {
            found.push(c);
        }
    }
    found
}

/// Whether a character is part of a line between pieces.
pub fn is_line(c: char) -> bool {
    // The block of box-drawing characters has the slanting ones, too.
    matches!(c, '─'..='╿' | '_')
}

/// What cells look like: squares, hexagons or triangles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Squares,
    Hexagons,
    Triangles,
}

/// From a letter to that of a neighbour, and where the line between them would be.
type Step = (Place, Place);

impl Kind {
    fn of(ink: &BTreeMap<Place, char>) -> Option<Self> {
        let has = |wanted: &[char]| ink.values().any(|c| wanted.contains(c));
        match (has(&['─', '│']), has(&['╱', '╲'])) {
            (false, false) => None,
            (true, false) => Some(Self::Squares),
            (true, true) => Some(Self::Hexagons),
            (false, true) => Some(Self::Triangles),
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

    /// Row and column of each letter, if all stand where cells can be.
    fn rows(
        self,
        ink: &BTreeMap<Place, char>,
        letters: &BTreeMap<Place, char>,
    ) -> Option<BTreeMap<Place, char>> {
        let top = letters.keys().map(|at| at.0).min()?;
        let left = letters.keys().map(|at| at.1).min()?;
        let margin = self.margin(ink, letters, left);
        let (high, wide) = self.period();
        let place = |(&(line, column), &symbol): (&Place, &char)| {
            let (down, right) = (line - top, column - left);
            let fits = down % high == 0 && right % wide == 0;
            fits.then_some(((down / high, right / wide + margin), symbol))
        };
        letters.iter().map(place).collect()
    }

    /// The same for layers, which stand side by side, and below each other where there was no room.
    fn layers(self, letters: &BTreeMap<Place, char>) -> Option<BTreeMap<Place, char>> {
        let places = self.rows(&BTreeMap::new(), letters)?;
        // Layers of squares have one column between them, those of triangles two, others as many as letters have.
        let gap = match self {
            Self::Squares => 1,
            Self::Triangles => 2,
            Self::Hexagons => GAP as i32,
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

    /// A letter for each cell: those that are there, and from there to where no line is in between.
    fn letters(self, ink: &BTreeMap<Place, char>) -> Option<BTreeMap<Place, char>> {
        let mut letters: BTreeMap<Place, char> = ink
            .iter()
            .filter(|(_, c)| !is_line(**c))
            .map(|(&at, &c)| (at, if c == '·' { '.' } else { c }))
            .collect();
        let bottom = ink.keys().map(|at| at.0).max()?;
        let (left, right) = (ink.keys().map(|at| at.1).min()?, ink.keys().map(|at| at.1).max()?);
        let mut new: Vec<(Place, char)> =
            letters.iter().map(|(&at, &c)| (at, c)).filter(|(_, c)| *c != '.').collect();
        while let Some((at, symbol)) = new.pop() {
            let up = self != Self::Triangles || self.points_up(ink, at)?;
            for (to, wall) in self.steps(up) {
                let (to, wall) = ((at.0 + to.0, at.1 + to.1), (at.0 + wall.0, at.1 + wall.1));
                if ink.get(&wall).is_some_and(|&c| is_line(c)) || letters.contains_key(&to) {
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

    /// Whether the triangle with a letter at some place points up: the next slanting line to its left tells it. That belongs
    /// to the same layer, since pieces have lines all around them.
    fn points_up(self, ink: &BTreeMap<Place, char>, at: Place) -> Option<bool> {
        let before = ink.range((at.0, i32::MIN)..at).rev();
        let (&(_, column), slant) = { before }.find(|(_, c)| matches!(**c, '╱' | '╲'))?;
        // The one that leans to the right is a column left of the letter of a triangle that points up, the other one two
        // columns right of it.
        let up_letter = if *slant == '╱' { column + 1 } else { column - 2 };
        Some((at.1 - up_letter).div_euclid(3).rem_euclid(2) == 0)
    }

    /// How many columns the letters of triangles are shifted, so that the lowest row tells which of them point up.
    fn margin(self, ink: &BTreeMap<Place, char>, letters: &BTreeMap<Place, char>, left: i32) -> i32 {
        let Some((&at, _)) = letters.iter().next_back().filter(|_| self == Self::Triangles) else { return 0 };
        let column = (at.1 - left) / 3;
        // Layers of solids have no margin.
        let Some(up) = self.points_up(ink, at) else { return 0 };
        i32::from((column % 2 == 0) != up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which triangles point up is another matter in each layer.
    #[test]
    fn layers_of_triangles() {
        let lined = [
            "   ______         ______",
            "  ╱      ╲       ╱╲     ╲",
            " ╱D  D  D ╲     ╱D ╲M  M ╲",
            "╱__________╲   ╱____╲     ╲",
            "╲          ╱   ╲    ╱     ╱",
            " ╲C  C  C ╱     ╲C ╱M  M ╱",
            "  ╲______╱       ╲╱_____╱",
        ];
        let prism = Lattice::from_name("triprism").unwrap();
        let letters = letters_of_lines(prism, &lined.map(str::to_owned)).unwrap();
        assert_eq!(letters, ["DDD   DMM", "CCC   CMM"]);
    }
}
