//! Option files, byte for byte as Knuth's generators write them.

use crate::options::{Options, Placement};
use polydlx_lattice::Puzzle;
use std::fmt;
use std::io::{self, Write};

/// What Knuth's generators say when they are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Cells without suffix.
    pub cells: usize,
    /// Cells with a suffix.
    pub suffixed: usize,
    /// Pieces.
    pub pieces: usize,
    /// Base placements of all pieces together.
    pub base_placements: usize,
    /// The most list nodes that his program needs at a time.
    pub nodes: usize,
    /// Options.
    pub options: u64,
}

impl fmt::Display for Summary {
    /// Knuth's words; the number of options is ours to know.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Altogether {}", self.cells)?;
        if self.suffixed > 0 {
            write!(f, "+{}", self.suffixed)?;
        }
        let Self { pieces, base_placements, nodes, .. } = self;
        write!(f, " cells, {pieces} pieces, {base_placements} base placements, {nodes} nodes.")
    }
}

impl Summary {
    fn new(options: &Options<'_>) -> Self {
        let puzzle = options.puzzle();
        let suffixed = puzzle.region.sites().iter().filter(|site| site.suffix != 0).count();
        let (mut kept, mut peak) = (0, 0);
        for typical in &puzzle.shapes {
            let size = typical.shape.sites().len();
            kept += puzzle.base_placements(typical).len() * size;
            peak = peak.max(kept + size);
        }
        Self {
            cells: puzzle.region.len() - suffixed,
            suffixed,
            pieces: puzzle.pieces.len(),
            base_placements: options.bases().len(),
            nodes: 1 + puzzle.region.len() + peak,
            options: 0,
        }
    }
}

/// Writes the option file of a puzzle: its spec as comments, the item line, and a line for each option.
///
/// Options are written as they are found, so memory does not grow with their number.
///
/// ```
/// use polydlx_spec::{NoSets, Source, load};
///
/// let text = "|! lattice square\n0[0-2]\nI 00 01\nO 00\n";
/// let loaded = load(Source::new("example", text), None, &NoSets);
/// let mut out = Vec::new();
/// let summary = polydlx_packing::write_options(loaded.puzzle().unwrap(), text, &mut out)?;
/// assert!(String::from_utf8_lossy(&out).ends_with(" 00 01 02 I O\nI 00 01\nI 01 02\nO 00\nO 01\nO 02\n"));
/// assert_eq!(summary.options, 5);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_options(puzzle: &Puzzle, spec: &str, out: &mut impl Write) -> io::Result<Summary> {
    let options = Options::new(puzzle);
    let mut summary = Summary::new(&options);
    for line in spec.strip_prefix('\u{feff}').unwrap_or(spec).lines() {
        writeln!(out, "| {line}")?;
    }
    writeln!(out, "| this file was created by polydlx from that data")?;
    writeln!(out, "{}", item_line(&options))?;
    let mut buffer = Vec::with_capacity(2 * FLUSH);
    for (piece, base) in options.bases() {
        let mut line = OptionLine::new(puzzle, &Placement { piece: *piece, base, shift: [0; 3] });
        if options.are_restricted() {
            for placement in options.of(*piece, base) {
                line.write(placement.shift, &mut buffer);
                if let Some(extra) = options.extra(&placement) {
                    buffer.pop();
                    let name = options.extra_names().nth(extra.0).expect("as many names as extras");
                    writeln!(buffer, " {name}")?;
                }
                summary.options += 1;
            }
        } else {
            for shift in puzzle.region.shifts(base) {
                line.write(shift, &mut buffer);
                summary.options += 1;
                if buffer.len() >= FLUSH {
                    out.write_all(&buffer)?;
                    buffer.clear();
                }
            }
        }
        out.write_all(&buffer)?;
        buffer.clear();
    }
    out.flush()?;
    Ok(summary)
}

const FLUSH: usize = 1 << 16;

/// Primary cells, pieces, and behind a bar the secondary cells, a space before each.
///
/// The bar stands there as soon as any suffix was mentioned, even if no cell has one: so do Knuth's programs.
fn item_line(options: &Options<'_>) -> String {
    let puzzle = options.puzzle();
    let mut line = String::new();
    let mut put = |word: &str| {
        line.push(' ');
        line.push_str(word);
    };
    let sites = |secondary| {
        puzzle.region.sites().iter().copied().filter(move |&site| puzzle.is_secondary(site) == secondary)
    };
    sites(false).for_each(|site| put(&puzzle.site_name(site)));
    for piece in &puzzle.pieces {
        put(&format!("{}{}", piece.prefix, piece.name));
    }
    options.extra_names().for_each(|name| put(&name));
    if puzzle.has_suffixes() || puzzle.cells_optional {
        put("|");
        sites(true).for_each(|site| put(&puzzle.site_name(site)));
    }
    line
}

/// The text of one option, in which a shift changes single digits.
struct OptionLine {
    text: Vec<u8>,
    /// For each coordinate: where its digits stand, and their values before the shift.
    digits: [Vec<(usize, usize)>; 3],
    last: usize,
    shift: [i32; 3],
}

const DIGIT: [u8; 62] = {
    let text = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    *text
};

impl OptionLine {
    fn new(puzzle: &Puzzle, placement: &Placement<'_>) -> Self {
        let dimension = puzzle.lattice.dimension();
        let mut text = puzzle.pieces[placement.piece.0].name.clone().into_bytes();
        let mut digits = [Vec::new(), Vec::new(), Vec::new()];
        for site in placement.base.sites() {
            text.push(b' ');
            for (axis, places) in digits.iter_mut().enumerate().take(dimension) {
                places.push((text.len(), site.at[axis] as usize));
                text.push(b'0');
            }
            if site.down {
                text.push(b'\'');
            }
            text.extend_from_slice(puzzle.suffixes[usize::from(site.suffix)].as_bytes());
        }
        text.push(b'\n');
        Self { text, digits, last: dimension - 1, shift: [-1; 3] }
    }

    /// Appends the option with the given shift.
    fn write(&mut self, shift: [i32; 3], out: &mut Vec<u8>) {
        for axis in 0..=self.last {
            if shift[axis] != self.shift[axis] {
                for &(place, value) in &self.digits[axis] {
                    self.text[place] = DIGIT[value + shift[axis] as usize];
                }
            }
        }
        self.shift = shift;
        out.extend_from_slice(&self.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydlx_lattice::digit;

    #[test]
    fn digits_are_those_of_the_lattice() {
        for (value, &byte) in (0..).zip(&DIGIT) {
            assert_eq!(digit(value), Some(char::from(byte)));
        }
    }
}
