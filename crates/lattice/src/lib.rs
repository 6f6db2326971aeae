//! The geometry of polyforms, in plain integers.
//!
//! A [`Lattice`] is one row of a table: which points of Z³ are its cells, how cells touch, how a piece may be moved.
//! All the rest is one piece of code for all lattices: [`Shape`]s and their base placements, the enumeration of
//! polyforms, [`Region`]s and the shifts that keep a shape inside them, and the [`Puzzle`] made of a region and pieces,
//! where a [`Placement`] is a piece in its place and a [`Tiling`] a whole packing.
//!
//! This crate knows no solver, no syntax, no paint and no floating point.
//!
//! ```
//! use polydlx_lattice::{Lattice, Shape, Sided, Site};
//!
//! let ell = Shape::new([Site::new([0, 0, 0]), Site::new([0, 1, 0]), Site::new([1, 0, 0])]);
//! assert_eq!(ell.base_placements(Lattice::SQUARE, Sided::Free).len(), 4);
//! ```

mod boxes;
mod digit;
mod letters;
mod motion;
mod polyform;
mod puzzle;
mod region;
mod shape;
mod site;
mod table;
mod tiling;

pub use boxes::{MOST_CELLS, NamedBox, NoBox};
pub use digit::{COORDINATES, DIGITS, digit, digit_value, push_coordinate, read_coordinate};
pub use letters::{LetterPicture, Spot, cells_of_letters, letters_of_cells, letters_of_lines};
pub use motion::{Motion, Transformation};
pub use polydlx_bounds::Bounds;
pub use polyform::{for_each_polyform, polyforms, try_for_each_polyform};
pub use puzzle::{Piece, PieceId, Puzzle, Typical};
pub use region::{OutsideDigits, Region, ShiftRows, Symmetry};
pub use shape::{Shape, Sided};
pub use site::{Cell, Site};
pub use table::Lattice;
pub use tiling::{Placement, Tiling};
