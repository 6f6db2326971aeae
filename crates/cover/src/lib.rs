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
mod cheapest;
mod choice;
mod config;
mod digest;
pub mod dlx;
#[doc(hidden)]
pub mod doors;
mod engine;
mod estimate;
mod frontier;
mod hunt;
mod links;
mod monitor;
mod outlet;
mod pace;
mod part;
mod problem;
mod prune;
mod random;
mod rows;
mod scout;
mod search;
mod sets;
mod sha;
mod simplex;
mod sorted;
mod sums;
mod survey;
mod team;
mod tight;
mod tree;
mod walk;
mod zdd;

pub use cheapest::{Aim, Priced, Total};
pub use config::{Config, Engine, Vectors};
pub use digest::{Digest, NoDigest};
pub use engine::{engine_used, vector_path};
pub use estimate::{Estimate, Figure};
pub use frontier::{Allowance, Best, Decide, Diagram, Frontier, Keeper, Prepared, Refusal, States, Tally};
pub use hunt::Quarry;
pub use monitor::{Monitor, Progress, Stopped, SweepProgress};
pub use num_bigint::BigUint;
pub use pace::Pace;
pub use part::{NoSuchPart, Part, Unit};
pub use problem::{Bounds, Color, Entry, ItemId, OptionId, Problem, ProblemBuilder, ProblemError};
pub use prune::{Cause, Pruning, Rules};
pub use random::{Random, mix};
pub use scout::{Gap, Scout, Sight};
pub use search::{Outcome, Search, Solution, Solutions};
pub use sha::{Sha256, sha256};
pub use simplex::simplex;
pub use sums::Sums;
pub use team::{Job, Sign, Visit, Weigh, run};
pub use tree::{Branch, Step};
pub use walk::{Turn, Walk};
pub use zdd::{Family, Label, Node, Numbered, Sets, Unread, Zdd};
