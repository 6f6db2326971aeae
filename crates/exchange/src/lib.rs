//! Puzzles in the files of other programs: BurrTools, polycube, polysolve, puzzlecad, SAT and pseudo-Boolean solvers.
//!
//! | format | of | read | written |
//! |---|---|---|---|
//! | [`Format::BurrTools`] | A. Röver's BurrTools, `.xmpuzzle` | yes | yes |
//! | [`Format::Polycube`] | M. Busche's polycube, text | yes | yes |
//! | [`Format::Polysolve`] | polysolve, `.json` | yes | yes |
//! | [`Format::Puzzlecad`] | puzzlecad, pieces in `.scad` files | yes | yes |
//! | [`cnf`] | SAT solvers | | yes |
//! | [`opb`] | pseudo-Boolean solvers | | yes |
//!
//! What is read becomes the text of a spec, or, if no lattice of ours has such cells, that of a DLX file. So whatever can
//! be done with a puzzle can be done with theirs. What is written is written whole or not at all: a puzzle that a format
//! cannot express is refused with a reason, and what is lost without changing the puzzle, such as labels, is a warning.
//!
//! There is no input or output here.
//!
//! ```
//! use polydlx_exchange::{Format, Text, read};
//!
//! let file = "D:xDim=2:yDim=1:zDim=2\nC:name=A:layout=0 0 0, 1 0 0\nC:name=B:layout=0 0 0, 0 0 1\n~D\n";
//! let imported = read(Format::Polycube, "bars.txt", file.as_bytes(), None).unwrap();
//! assert_eq!(imported.text, Text::Spec("|! lattice cube\n00[01] 10[01]\nA 000 100\nB 00[01]\n".to_owned()));
//! ```

pub mod burrtools;
mod draft;
mod polycube;
mod polysolve;
mod puzzlecad;
mod sat;

pub use sat::{NoCnf, cnf, opb};

use polydlx_diagnostic::{Diagnostic, Source};
use polydlx_lattice::Puzzle;

/// The files of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// BurrTools: shapes of voxels, problems made of them.
    BurrTools,
    /// Busche's polycube: cubes in a cuboid.
    Polycube,
    /// polysolve: a board and shapes as JSON.
    Polysolve,
    /// puzzlecad: pieces as strings in an OpenSCAD file.
    Puzzlecad,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::BurrTools, Self::Polycube, Self::Polysolve, Self::Puzzlecad];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::BurrTools => "burrtools",
            Self::Polycube => "polycube",
            Self::Polysolve => "polysolve",
            Self::Puzzlecad => "puzzlecad",
        }
    }

    /// How the names of such files end, if they end in a way of their own.
    pub fn end(self) -> Option<&'static str> {
        match self {
            Self::BurrTools => Some("xmpuzzle"),
            Self::Polycube => None,
            Self::Polysolve => Some("json"),
            Self::Puzzlecad => Some("scad"),
        }
    }

    /// The format of a file, by the end of its name, or by how it begins.
    pub fn of(name: &str, bytes: &[u8]) -> Option<Self> {
        let end = name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
        let named =
            Self::ALL.into_iter().find(|format| format.end().is_some() && format.end() == end.as_deref());
        named.or_else(|| {
            let start = bytes.trim_ascii_start();
            if bytes.starts_with(&[0x1f, 0x8b])
                || start.starts_with(b"<?xml")
                || start.starts_with(b"<puzzle")
            {
                return Some(Self::BurrTools);
            }
            let text = std::str::from_utf8(&bytes[..bytes.len().min(4096)]).unwrap_or_default();
            if start.starts_with(b"{") && text.contains("\"grid\"") {
                return Some(Self::Polysolve);
            }
            let mut lines =
                text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
            lines
                .next()
                .is_some_and(|line| line.starts_with("D:") && line.contains("Dim="))
                .then_some(Self::Polycube)
        })
    }
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The puzzle, in a language of ours.
    pub text: Text,
    /// What was not carried over.
    pub warnings: Vec<Diagnostic>,
}

/// A puzzle in a language of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// A spec.
    Spec(String),
    /// Items and options: no lattice of ours has such cells.
    Dlx(String),
}

/// Why a file cannot be read: its text, and the mistakes in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The text that the mistakes point into.
    pub source: Source,
    /// The mistakes.
    pub mistakes: Vec<Diagnostic>,
}

/// Reads a file. Some have several problems: the one with a number, counted from 1, or the first.
pub fn read(format: Format, name: &str, bytes: &[u8], problem: Option<usize>) -> Result<Import, Unreadable> {
    let text = match format {
        Format::BurrTools => burrtools::text_of(bytes),
        _ => Ok(String::from_utf8_lossy(bytes).into_owned()),
    };
    let failed = |text: String, mistakes| Unreadable { source: Source::new(name, text), mistakes };
    let text = text.map_err(|mistakes| failed(String::new(), mistakes))?;
    let read = match format {
        Format::BurrTools => {
            burrtools::read(&text).and_then(|document| burrtools::import(&document, problem))
        }
        Format::Polycube => polycube::read(&text, problem),
        Format::Polysolve => polysolve::read(&text),
        Format::Puzzlecad => puzzlecad::read(&text),
    };
    read.map_err(|mistakes| failed(text, mistakes))
}

/// A puzzle to be written, and what is known of it besides.
#[derive(Clone, Copy, Debug)]
pub struct Export<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// What it is called.
    pub title: Option<&'a str>,
    /// Whether it is a set of pieces, without a box.
    pub is_set: bool,
    /// Whether there are things that no format knows: a condition, costs.
    pub has_more: bool,
}

/// A file, and what was not carried over; or why the format cannot express the puzzle.
pub fn write(format: Format, export: &Export<'_>) -> Result<(String, Vec<Diagnostic>), Vec<Diagnostic>> {
    let reasons = draft::foreign_to_all(export);
    if !reasons.is_empty() {
        return Err(reasons);
    }
    match format {
        Format::BurrTools => {
            burrtools::export(export).map(|document| (burrtools::write(&document), Vec::new()))
        }
        Format::Polycube => polycube::write(export),
        Format::Polysolve => polysolve::write(export),
        Format::Puzzlecad => puzzlecad::write(export),
    }
}

/// Something that a format cannot express.
pub(crate) fn foreign(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("cannot-carry-over", message)
}

/// Something that is lost.
pub(crate) fn lost(message: impl Into<String>) -> Diagnostic {
    Diagnostic::warning("not-carried-over", message)
}

/// A point of the lattices that other programs know as one of ours, which have a coordinate more.
fn wide([x, y, z]: [i32; 3]) -> [i32; 4] {
    [x, y, z, 0]
}

/// And back.
fn narrow([x, y, z, _]: [i32; 4]) -> [i32; 3] {
    [x, y, z]
}
