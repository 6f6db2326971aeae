//! Long searches kept in folders: what is asked, the units that the work was divided into, their results, and proofs that
//! nothing is missing and nothing was counted twice.
//!
//! * [`Asked`] and [`Units`] are the question and its division, two files that everything else refers to;
//! * a [`Record`] is what came of a unit, or of a stretch of it, and a [`Ledger`] puts all records of a folder together;
//! * [`Folder`] reads and writes files so that they are whole or not there, and [`sealed`] is the form that they have;
//! * a [`Certificate`] states what was found, with all that is needed to check it, and a [`Listing`] looks at the solutions that
//!   were kept beside it; a [`Refutation`] states that there is none.
//!
//! Nothing here searches: units are done by [`polydlx_packing::Plan::run_units`], wherever and by whomever.

mod certificate;
mod folder;
mod ledger;
mod listing;
mod manifest;
mod record;
mod refutation;
pub mod sealed;
mod states;

pub use certificate::{Certificate, Replayed, UnitResult};
pub use folder::{Draft, Folder, PARTIAL, RESULTS};
pub use ledger::{Fault, Ledger, State, Total, head};
pub use listing::Listing;
pub use manifest::{Asked, FORMAT, PLAN, QUESTION, Units, method_name, options_hash};
pub use record::{Best, Record, Table, add_levels, add_table};
pub use refutation::Refutation;
pub use states::{KeptStates, read_states, states_name, write_states};
