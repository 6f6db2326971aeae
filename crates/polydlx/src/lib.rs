//! polydlx as a library: one name for all its crates, the embedded piece sets and puzzles, and folders with more of them.
//!
//! ```
//! use polydlx::cover::Monitor;
//! use polydlx::library::Library;
//! use polydlx::packing::{Group, Packing, Question, Which};
//! use polydlx::spec::{Source, load};
//!
//! let text = "|! lattice square\n|! use pentominoes\n[0-5][0-9]\n";
//! let loaded = load(Source::new("6x10", text), None, &Library);
//! let packing = Packing::new(loaded.puzzle().expect("no mistakes"));
//! let question = Question::about(&packing);
//! assert_eq!(question.count(&Monitor::new()).count, 9356u32.into());
//! let group = Group::new(&packing);
//! assert_eq!(question.which(Which::UpTo(&group)).count(&Monitor::new()).count, 2339u32.into());
//! ```
//!
//! From the name of a puzzle to a picture of its first solution:
//!
//! ```
//! use polydlx::cover::Search;
//! use polydlx::draw::{Drawing, Style, drawing, svg};
//! use polydlx::library::{self, Library};
//! use polydlx::packing::Packing;
//! use polydlx::spec::{Source, load};
//!
//! let item = library::find("soma-3x3x3").expect("it comes with polydlx");
//! let loaded = load(Source::new(item.path(), item.text), None, &Library);
//! let puzzle = loaded.puzzle().expect("no mistakes");
//! let packing = Packing::new(puzzle);
//! let solution = Search::new(packing.problem()).solutions().next().expect("there are 11520");
//! let tiling = packing.tiling(solution.options());
//! let title = Some("The Soma cube".to_owned());
//! let drawing = Drawing { title, ..drawing(puzzle, &tiling) };
//! assert!(svg(&drawing, &Style::default()).starts_with("<svg"));
//! ```

pub use polydlx_cover as cover;
pub use polydlx_design as design;
pub use polydlx_diagnostic as diagnostic;
pub use polydlx_draw as draw;
pub use polydlx_exchange as exchange;
pub use polydlx_journal as journal;
pub use polydlx_lattice as lattice;
pub use polydlx_packing as packing;
pub use polydlx_properties as properties;
pub use polydlx_solid as solid;
pub use polydlx_solutions as solutions;
pub use polydlx_spec as spec;

pub mod library;
pub mod posed;
pub mod shelf;
