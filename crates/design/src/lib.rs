//! Making puzzles: which pieces, which region, which hints.
//!
//! * [`Pool`] is a region and more pieces than are needed; [`search_sets`] finds the sets of pieces that fill the region
//!   in as many ways as wanted, for example in just one;
//! * [`Split`] is several boxes and the sets of pieces that fill them, put together so that a pool is used up;
//! * [`Family`] is a list of regions; [`search_regions`] tells in how many ways given pieces fill each of them;
//! * [`fewest_hints`] finds the fewest pieces that must be placed so that only one solution remains;
//! * [`difficulty`] tells how hard a puzzle is for a person.
//!
//! Ways are counted up to the symmetries of each puzzle by itself, as [`polydlx_packing::Group`] finds them.
//! Searches give their results in order, as they are found, whatever the number of threads, and any stretch of the
//! list can be searched by itself, in the order of the list or in a random one.
//!
//! The crate prints nothing, has no clock and no global state.
//!
//! ```
//! use polydlx_design::{Plan, Pool, Rules, Ways, search_sets};
//! use polydlx_spec::{NoSets, Source, load};
//! use std::ops::ControlFlow;
//!
//! let text = "|! lattice square\n[0-2][0-2]\nI 0[0-2]\nL 0[01] 10\nO [01][01]\nS 0[01] 1[12]\nT 0[0-2] 11\nU 0[0-2] 1[02]\n";
//! let loaded = load(Source::new("example", text), None, &NoSets);
//! let pool = Pool::new(loaded.puzzle().unwrap(), &Rules::default()).unwrap();
//! let mut found = Vec::new();
//! search_sets(&pool, Ways::exactly(1), &Plan::default(), |set| {
//!     found.push(pool.names(&set.pieces).join(" "));
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(found, ["T U"]);
//! ```

mod convex;
mod difficulty;
mod family;
mod hints;
mod notes;
mod parts;
mod plan;
mod pool;
mod regions;
mod sets;
mod shuffle;
mod split;
mod team;
mod ways;
mod wherever;

pub use difficulty::{Difficulty, difficulty};
pub use family::{Family, FamilyError, cells_of_pieces, equivalence};
pub use hints::{
    Hints, HintsError, HintsPlan, Scope, can_be_hinted, fewest_hints, fewest_hints_among, fewest_hints_for,
};
pub use notes::Notes;
pub use parts::Parts;
pub use plan::{Plan, Report, Span};
pub use pool::{Pool, PoolError, Rules};
pub use regions::{FoundRegion, search_regions};
pub use sets::{FoundSet, search_sets};
pub use split::{Filling, Kind, Partition, Split, SplitError, Totals};
pub use ways::{Found, Verdict, Ways, count_ways};
