//! Formats of solutions, reading and writing.
//!
//! | form | looks like | writer |
//! |---|---|---|
//! | letters | a picture with one symbol a cell, and a legend | [`TextWriter`], [`Letters`] |
//! | JSON lines | one object about the puzzle, then one a solution | [`JsonWriter`] |
//! | option lines | what Knuth's solvers print | [`DlxWriter`] |
//! | answers of SAT solvers | `v 1 -2 3 … 0`: which options are chosen | – |
//!
//! [`Solutions`] reads all four, and tells them apart by itself. What it gives are [claims](polydlx_packing::Claim):
//! names that someone wrote. [`polydlx_packing::check`] tells whether they are true, [`Solution::tiling`] where the pieces
//! lie.
//!
//! Nothing here opens a file: readers take a [`BufRead`](std::io::BufRead), writers a [`Write`](std::io::Write).
//!
//! ```
//! use polydlx_cover::Search;
//! use polydlx_packing::Packing;
//! use polydlx_solutions::{Found, Solutions, TextWriter, Writer};
//! use polydlx_spec::{NoSets, Source, load};
//!
//! let text = "|! lattice square\n[01][0-2]\n3|D 0[01]\n";
//! let loaded = load(Source::new("dominoes", text), None, &NoSets);
//! let puzzle = loaded.puzzle().expect("no mistakes");
//! let packing = Packing::new(puzzle);
//! let mut writer = TextWriter::new(puzzle);
//! let mut out = Vec::new();
//! for (number, solution) in (1..).zip(Search::new(packing.problem()).solutions()) {
//!     writer.write(&Found::in_puzzle(&packing, number, solution.steps()), &mut out)?;
//! }
//! assert!(out.starts_with(b"| D: ABC\n1:\nAAB\nCCB\n"));
//! assert_eq!(Solutions::new(puzzle, &out[..]).count(), 3);
//! # Ok::<(), std::io::Error>(())
//! ```

mod answer;
mod hidden;
mod letters;
mod read;
mod write;

pub use letters::Letters;
pub use read::{Solution, Solutions, Unknown, Unreadable};
pub use write::{Answered, DlxWriter, Found, JsonWriter, NoWriter, TextWriter, Writer};
