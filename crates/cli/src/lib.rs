//! polydlx as a library: one name for all its crates, and the embedded piece sets and puzzles.
//!
//! ```
//! use polydlx::library::Library;
//! use polydlx::packing::write_options;
//! use polydlx::spec::{Source, load};
//!
//! let text = "|! lattice square\n|! use pentominoes\n[0-5][0-9]\n";
//! let loaded = load(Source::new("6x10", text), None, &Library);
//! let mut file = Vec::new();
//! let summary = write_options(loaded.puzzle().expect("no mistakes"), text, &mut file)?;
//! assert_eq!(summary.options, 2056);
//! # Ok::<(), std::io::Error>(())
//! ```

pub use polydlx_cover as cover;
pub use polydlx_diagnostic as diagnostic;
pub use polydlx_draw as draw;
pub use polydlx_lattice as lattice;
pub use polydlx_packing as packing;
pub use polydlx_spec as spec;

pub mod library;

/// The Rust code in the README compiles and is true.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
