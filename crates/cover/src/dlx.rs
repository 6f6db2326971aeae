//! The text of dlx1, dlx2 and dlx3: problems in, problems out, solutions out.
//!
//! # Syntax
//! ```text
//! | A line whose first mark is a bar is a comment; blank lines are skipped.
//! a b 2|c 0:3|d | x y        primary items, with bounds if not exactly once, then secondary items
//! a c x:R                    an option: items in any order, secondary ones with a colour of one byte if wanted
//! ```
//! White space separates, and that is space, tab, CR, vertical tab and form feed.
//! Names have no white space, `:` or `|`; they may be of any length here, though Knuth's programs and so [`write()`] stop at 8 bytes.

mod read;
mod write;

pub use read::read;
pub use write::{NAME_BYTES, write, write_solution, write_steps};
