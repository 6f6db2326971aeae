//! From a puzzle to an exact cover problem and back.
//!
//! Items are cells and pieces; an option is a piece and the cells that one of its placements covers.
//! This is the only crate in which the words cell and item meet.
//!
//! * [`Options`] lists the placements of all pieces in Knuth's order;
//! * [`write_options`] writes them as a DLX file, as Knuth's generators do, without storing any;
//! * [`Packing`] is the problem in memory, for the solver, and leads back from its solutions to tilings;
//! * [`Group`] is the symmetry group of a puzzle, [`Reduction`] finds one solution of each class,
//!   [`Invariant`] those that are symmetrical themselves;
//! * a [`Question`] says which solutions are meant and what is wanted of them; its [`Plan`] says by which method, in
//!   which units, why, and at what price; the [`Answer`]s of units add up;
//! * a [`Judge`] asks solutions for their properties; conditions on these are part of a question, or of the puzzle;
//! * [`Question::diagram`] has all solutions at once;
//! * [`Question::relation`] tells which solutions differ in few pieces, [`bipairs`] how two pieces can do that;
//! * [`reasons`] tells why there can be no solution, where that is cheap to see;
//! * [`check`] tells whether a list of placements solves a puzzle, with geometry of its own.

mod answer;
mod bill;
mod change;
mod check;
mod cost;
mod diagram;
mod edited;
mod factor;
mod graph;
mod group;
mod invariant;
mod judge;
mod narrow;
mod options;
mod packing;
mod plan;
mod planner;
mod question;
mod reasons;
mod reduce;
mod relate;
mod rules;
mod score;
mod sign;
mod swap;
mod taken;
mod units;
mod write;

pub use answer::Answer;
pub use check::{Claim, Fault, check, check_weights, first_fault};
pub use diagram::Way;
pub use edited::Edits;
pub use factor::{Weighed, Weights};
pub use group::{Element, Group};
pub use invariant::Invariant;
pub use judge::Judge;
pub use options::{Options, Shifted};
pub use packing::Packing;
pub use plan::{Found, Method, Plan, Visit, Why};
pub use question::{Question, Tree, What, Which};
pub use reasons::{Reason, area, reasons, reasons_watched};
pub use reduce::{Case, Reduction};
pub use relate::{Nearness, Relation};
pub use score::{Rank, Ranking, Scored, Scorer};
pub use swap::{Bipair, Twins, bipairs, grown, twins};
pub use write::{Summary, reduced_problem, write_comments, write_options};
