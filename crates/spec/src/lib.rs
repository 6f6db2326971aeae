//! The text language of boxes, pieces and puzzle files.
//!
//! # Syntax
//!
//! A file is read line by line. Spaces and tabs separate words; a carriage return at the end of a line does not matter.
//!
//! | line | meaning |
//! |---|---|
//! | `\|` anything | a comment |
//! | `\|!` pragma | see below |
//! | the first other line | the box: a list of cells, possibly empty |
//! | each further line | `NAME CELL CELL …`, a piece by its typical cells; blank lines are skipped |
//!
//! A *cell* is written as its coordinates, two in the plane and three in space, and an optional suffix.
//! A coordinate is a digit of radix 62 (`0`–`9`, `a`–`z`, `A`–`Z` for 0 to 61) or a set of them in brackets:
//! `[0-5]`, `[14-7]`, `[7-z32-4A5-5]`, even `[]`; all combinations are meant.
//! Braces hold decimal numbers up to 999: `{0-69}`, `{62,64}`.
//! A *suffix* is whatever follows up to the next space. It makes another item of the cell, a secondary one.
//! On triangles the suffix `'` alone marks the triangle that points down, which is primary,
//! and `'` before another suffix does the same for that suffix.
//!
//! Several lines may share a name: the piece then has several shapes.
//! `12|Z` is a piece to be used twelve times, `0:3|Z` one to be used at most three times.
//! On cubes `4*Z`, with one digit of radix 62, means the same as `4|Z`.
//!
//! # Pragmas
//!
//! | pragma | meaning |
//! |---|---|
//! | `lattice square\|triangle\|hex\|cube\|sphere` | what a cell is |
//! | `title TEXT`, `source TEXT` | for people |
//! | `set` | the file is a piece set: it has no box, all lines are pieces |
//! | `box NAME N … [PIECE] [plus CELL …] [minus CELL …]` | the box by its name, instead of a line: [`BoxSpec`] |
//! | `picture box\|puzzle\|pieces\|piece P [at CELL]` … `end` | a picture between the two lines: [`PictureSpec`] |
//! | `use SET [only P …] [except P …] [times N] [where WORDS]` | brings in the pieces of a set; `times LO:HI` too; `use size N` all polyforms of a size |
//! | `sided free\|one\|fixed [P …]` | turn and flip, only turn, only shift; for the whole file or some pieces |
//! | `also P NAME …` | other names by which a piece can be asked for |
//! | `place P CELL …` | the piece lies there |
//! | `color P COLOR` | what the piece is painted with in pictures: `#rrggbb`, `#rgb` or a name that CSS knows; `:a` is colour a of sides and corners |
//! | `mirror P`, `mirror P as Q` | the piece is turned over; its mirror image is another piece |
//! | `optional CELL …` | these cells may stay empty |
//! | `cover LO:HI each CELL …`, `cover LO:HI of CELL …` | each of these cells is covered so often; so many of them are covered |
//! | `choose LO:HI of P …` | so many of these pieces are used |
//! | `together P Q`, `apart P Q` | the pieces touch, or do not |
//! | `rim P …`, `within P CELL …` | the piece lies at the rim, or within these cells |
//! | `share NAME P [CELL …]` | of all placements that share a name at most one is used |
//! | `wrap x\|y [flip]`, `wrap A B = C D [flip]` | cells beyond the box are cells of the box: cylinders, tori, Möbius strips, Klein bottles |
//! | `label CELL WORD …` | words upon cells; `@WORD` is the cell with that word |
//! | `border COLOR`, `colored CELL:COLORS …`, `recolor COLOR …` | colours of the box, and which may be exchanged |
//! | `cells optional` | cells may stay empty |
//! | `pieces optional` | pieces may stay unused |
//! | `expect total\|up-to-symmetry\|up-to-rotation N` | the number of solutions |
//! | `cost fast\|slow\|huge` | how long it takes to find them |
//! | `charge P CELL … \|N` | placements of P (`*` for all pieces) that cover these cells cost N; charges add up; `per step` from these cells, `per cell` of them, or per part of a property that adds up |
//! | `require CONDITION` | only solutions with these properties count, as in `require tatami and rim >= 10` |
//! | `maximal` | the same as `require maximal`: solutions leave no room for another piece |
//!
//! DLX files may have `title`, `source`, `cost` and `expect total`; [`about`] reads them.
//!
//! # Use
//!
//! ```
//! use polydlx_spec::{NoSets, Source, load};
//!
//! let text = "|! lattice square\n[0-1][0-3]\n4|domino 0[01]\n";
//! let loaded = load(Source::new("dominoes.spec", text), None, &NoSets);
//! let puzzle = loaded.puzzle().expect("no mistakes");
//! assert_eq!(puzzle.region.len(), 8);
//! assert_eq!(puzzle.pieces[0].bounds.high, 4);
//! ```
//!
//! [`parse`] gives the lines of a file as values that print as text again; [`load`] goes on to a
//! [`Puzzle`](polydlx_lattice::Puzzle). Both report all mistakes at once, and neither opens files:
//! piece sets are asked for through [`Sets`].

mod about;
mod boxes;
mod change;
mod color;
mod condition;
mod digits;
mod habit;
mod load;
mod mistake;
mod parse;
mod picture;
mod pragma;
mod print;
mod rewrite;
mod rule;
mod syntax;
mod tint;
mod wrap;

pub use about::{About, about};
pub use boxes::BoxSpec;
pub use change::Changes;
pub use color::{Color, NoColor};
pub use condition::{read_condition, read_measure};
pub use digits::Digits;
pub use load::lattice::read_lattice;
pub use load::{Loaded, Missing, NoSets, Sets, is_elsewhere, load, load_changed};
pub use parse::parse;
pub use picture::{PictureKind, PictureSpec};
pub use polydlx_diagnostic::{Diagnostic, Source, Span};
pub use print::{UnwritableShape, cells_of};
pub use rewrite::{Form, all_cells_of, cell_specs};
pub use rule::RuleLine;
pub use syntax::{
    CellSpec, ChargeLine, Cost, Equivalence, Line, Multiplicity, PieceLine, Pragma, Spanned, Spec, Use,
};
pub use wrap::{Axis, WrapLine};
