//! BurrTools' `.xmpuzzle` files.
//!
//! A [`Document`] is what such a file says, without stored solutions and the state of a search: [`read`] and [`write()`] keep
//! the order of everything, so that what is written and read again is equal. [`import`] and [`export`] go on to puzzles.

mod document;
mod problem;
mod puzzle;
mod read;
mod write;

pub use document::{Document, Grid, Part, Problem, Shape, Span, State, Voxel};
pub use puzzle::{export, import};
pub use read::{read, text_of};
pub use write::write;
