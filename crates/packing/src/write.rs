//! Option files, byte for byte as Knuth's generators write them.

use crate::options::Options;
use crate::packing::Packing;
use crate::reduce::Reduction;
use polydlx_cover::{ItemId, Problem, dlx};
use polydlx_lattice::{DIGIT, DIGITS, Placement, Puzzle};
use std::fmt;
use std::io::{self, BufWriter, Write};

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
    /// What there is to say before any option is written.
    pub fn new(options: &Options<'_>) -> Self {
        let puzzle = options.puzzle();
        let suffixed = puzzle.region.sites().iter().filter(|site| site.suffix != 0).count();
        let (mut kept, mut peak) = (0, 0);
        for (typical, bases) in puzzle.shapes.iter().zip(options.bases_of_shapes()) {
            let size = typical.shape.sites().len();
            kept += bases * size;
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
    if !puzzle.rules.is_empty() || puzzle.wrap.is_some() || puzzle.has_colors() {
        return write_packing(&Packing::new(puzzle), spec, out);
    }
    let options = Options::new(puzzle);
    let mut summary = Summary::new(&options);
    let out = &mut BufWriter::with_capacity(1 << 16, out);
    write_comments(spec, out)?;
    writeln!(out, "{}", item_line(&options))?;
    let long = puzzle.region.shape().highest().iter().any(|&d| d >= DIGITS);
    if long || puzzle.lattice.writes_points() {
        summary.options = write_long_names(&options, out)?;
        out.flush()?;
        return Ok(summary);
    }
    for base in options.bases() {
        let mut row = Row::new(puzzle, base);
        if options.are_restricted() {
            for placement in options.of(base) {
                row.lie_at(placement.shift, 1 << placement.shift[row.last]);
                summary.options += row.write(options.extra_name(&placement).as_deref(), out)?;
            }
        } else {
            for (shift, bits) in puzzle.region.shift_rows(&base.shape) {
                row.lie_at(shift, bits);
                summary.options += row.write(None, out)?;
            }
        }
    }
    out.flush()?;
    Ok(summary)
}

/// The same for a puzzle with rules or wraps, whose options are not rows of shifts.
fn write_packing(packing: &Packing<'_>, spec: &str, out: &mut impl Write) -> io::Result<Summary> {
    let out = &mut BufWriter::with_capacity(1 << 16, out);
    write_comments(spec, out)?;
    dlx::write(packing.problem(), out)?;
    out.flush()?;
    Ok(Summary { options: packing.problem().options() as u64, ..Summary::new(packing.options()) })
}

/// The problem of a puzzle up to symmetry, so that any solver finds one solution of each class.
///
/// Options that are not needed are left out; where a symmetry can remain, additional secondary items keep apart what
/// must not meet. Not every reduction can be said in this way: then there is none.
pub fn reduced_problem(packing: &Packing<'_>, reduction: &Reduction) -> Option<Problem> {
    let file = reduction.file.as_ref()?;
    let problem = packing.problem();
    let mut builder = problem.without_options();
    let taken = |name: &String| problem.find(name).is_some();
    let names = (1..).map(|n| format!("s{n}!")).filter(|name| !taken(name));
    let marks: Vec<ItemId> = names.take(file.marks.len()).map(|name| builder.secondary(&name)).collect();
    for option in problem.option_ids().filter(|option| !file.dropped.contains(option)) {
        let marked = marks.iter().zip(&file.marks).filter(|(_, options)| options.contains(&option));
        let entries = problem.option(option).iter().copied();
        builder.option(entries.chain(marked.map(|(&mark, _)| mark.into())));
    }
    Some(builder.build().expect("some options of a problem, and more items"))
}

/// Writes a spec as comments of an option file.
pub fn write_comments(spec: &str, out: &mut impl Write) -> io::Result<()> {
    for line in spec.strip_prefix('\u{feff}').unwrap_or(spec).lines() {
        writeln!(out, "| {line}")?;
    }
    writeln!(out, "| this file was created by polydlx from that data")
}

/// Primary cells, pieces, and behind a bar the secondary cells, a space before each.
///
/// The bar stands there as soon as any suffix was mentioned, even if no cell has one: so do Knuth's programs.
fn item_line(options: &Options<'_>) -> String {
    let puzzle = options.puzzle();
    let mut line = String::new();
    let put_sites = |secondary: bool, line: &mut String| {
        for &site in puzzle.region.sites().iter().filter(|&&site| puzzle.is_secondary(site) == secondary) {
            line.push(' ');
            puzzle.push_site_name(site, line);
        }
    };
    put_sites(false, &mut line);
    for piece in &puzzle.pieces {
        line.extend([" ", &piece.prefix, &piece.name]);
    }
    for name in options.extra_names() {
        line.extend([" ", &name]);
    }
    if puzzle.has_suffixes() || puzzle.cells_optional || puzzle.lattice.has_guards() {
        line.push_str(" |");
        put_sites(true, &mut line);
    }
    line
}

/// The lines of all options, where some coordinates have no digit, so that not all names are equally long.
fn write_long_names(options: &Options<'_>, out: &mut impl Write) -> io::Result<u64> {
    let puzzle = options.puzzle();
    let (mut count, mut line) = (0, String::new());
    for placement in options.iter() {
        line.clone_from(&puzzle.pieces[placement.piece.0].name);
        for site in placement.sites() {
            line.push(' ');
            puzzle.push_site_name(site, &mut line);
        }
        if let Some(name) = options.extra_name(&placement) {
            line.extend([" ", &name]);
        }
        writeln!(out, "{line}")?;
        count += 1;
    }
    Ok(count)
}

/// The lines of the options that differ in the last coordinate of the shift only.
///
/// From one row to the next there are mostly the same lines again, with other digits for the other coordinates;
/// so the text is kept and single bytes of it are changed.
struct Row {
    /// One option, with all digits 0.
    line: Vec<u8>,
    /// For each coordinate: where its digits stand in the line, and their values before the shift.
    digits: [Vec<(usize, usize)>; 3],
    /// The coordinate that changes along the row.
    last: usize,
    /// Where the row lies, and which options it has.
    shift: [i32; 3],
    bits: u64,
    /// The lines of these options.
    text: Vec<u8>,
}

impl Row {
    fn new(puzzle: &Puzzle, base: &Placement) -> Self {
        let dimension = puzzle.lattice.dimension();
        let mut line = puzzle.pieces[base.piece.0].name.clone().into_bytes();
        let mut digits = [Vec::new(), Vec::new(), Vec::new()];
        for site in base.shape.sites() {
            line.push(b' ');
            for (axis, places) in digits.iter_mut().enumerate().take(dimension) {
                places.push((line.len(), site.at[axis] as usize));
                line.push(b'0');
            }
            let mut mark = String::new();
            puzzle.lattice.push_mark(site.class, &mut mark);
            mark.push_str(&puzzle.suffixes[usize::from(site.suffix)]);
            line.extend_from_slice(mark.as_bytes());
        }
        line.push(b'\n');
        Self { line, digits, last: dimension - 1, shift: [0; 3], bits: 0, text: Vec::new() }
    }

    /// Makes this the row with the given options.
    fn lie_at(&mut self, shift: [i32; 3], bits: u64) {
        let fresh = bits != self.bits;
        if fresh {
            self.bits = bits;
            self.text.clear();
            for along in (0..DIGITS as usize).filter(|along| bits >> along & 1 == 1) {
                self.text.extend_from_slice(&self.line);
                let start = self.text.len() - self.line.len();
                for &(place, value) in &self.digits[self.last] {
                    self.text[start + place] = DIGIT[value + along];
                }
            }
        }
        for axis in (0..self.last).filter(|&axis| fresh || shift[axis] != self.shift[axis]) {
            for &(place, value) in &self.digits[axis] {
                let digit = DIGIT[value + shift[axis] as usize];
                self.text.chunks_exact_mut(self.line.len()).for_each(|line| line[place] = digit);
            }
        }
        self.shift = shift;
    }

    /// Writes the lines, the last one with one more item if there is one; tells how many.
    fn write(&self, extra: Option<&str>, out: &mut impl Write) -> io::Result<u64> {
        let count = u64::from(self.bits.count_ones());
        match extra {
            None => out.write_all(&self.text)?,
            Some(name) => writeln!(out, "{} {name}", String::from_utf8_lossy(self.text.trim_ascii_end()))?,
        }
        Ok(count)
    }
}
