//! Exact cover with secondary items, colours and multiplicities: problems, DLX text, engines.
//!
//! A [`Problem`] has items and options; a [`Search`] visits every way to choose options so that each primary item is
//! covered as often as it should be, and no secondary item twice unless in one colour.
//!
//! ```
//! use polydlx_cover::{Bounds, Problem, Search};
//!
//! let mut builder = Problem::builder();
//! let [a, b, c] = ["a", "b", "c"].map(|name| builder.primary(name, Bounds::ONCE));
//! builder.option([a.into(), b.into()]);
//! builder.option([c.into()]);
//! builder.option([b.into(), c.into()]);
//! builder.option([a.into()]);
//! let problem = builder.build().unwrap();
//! assert_eq!(Search::new(&problem).count().solutions, 2);
//! ```
//!
//! The crate knows no geometry, prints nothing, has no clock and no global state.
//! The same search gives the same results each time; with threads, the same set of them, and the same order on demand.

mod bits;
pub mod dlx;
mod estimate;
mod frontier;
mod links;
mod monitor;
mod pool;
mod problem;
mod random;
mod search;
#[cfg(test)]
mod tests;
mod total;
mod tree;
mod walk;

pub use estimate::{Estimate, Figure};
pub use frontier::{Diagram, Frontier, Node, Refusal, Tally, Zdd};
pub use monitor::{Monitor, Progress, SweepProgress};
pub use num_bigint::BigUint;
pub use problem::{Bounds, Color, Entry, ItemId, OptionId, Problem, ProblemBuilder, ProblemError};
pub use search::{Engine, Outcome, Search, Solution, Solutions, vector_path};
pub use total::{SMALL_TREE, Total};
pub use tree::{Branch, Step};
