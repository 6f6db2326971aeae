//! The geometry of polyforms, in plain integers.
//!
//! A [`Lattice`] is one row of a table: which points of Z⁴ are its cells, how cells touch, how a piece may be moved.
//! All the rest is one piece of code for all lattices: [`Shape`]s and their base placements, the enumeration of
//! polyforms, [`Region`]s and the shifts that keep a shape inside them, and the [`Puzzle`] made of a region and pieces,
//! where a [`Placement`] is a piece in its place and a [`Tiling`] a whole packing. What else is asked of a packing is a list
//! of [`Rule`]s; what can be said of a piece in words is a [`PieceCondition`].
//!
//! This crate knows no solver, no syntax but that of its table, no paint and no floating point.
//!
//! ```
//! use polydlx_lattice::{Lattice, Shape, Sided, Site};
//!
//! let ell = Shape::new([Site::new([0, 0, 0]), Site::new([0, 1, 0]), Site::new([1, 0, 0])]);
//! assert_eq!(ell.base_placements(Lattice::SQUARE, Sided::Free).len(), 4);
//! ```

mod boxes;
mod digit;
mod feature;
mod kind;
mod letters;
mod motion;
mod polyform;
mod puzzle;
mod region;
mod rule;
mod shape;
mod site;
mod table;
mod tiling;
mod words;
mod wrap;

pub use boxes::{MOST_CELLS, NamedBox, NoBox};
pub use digit::{COORDINATES, DIGIT, DIGITS, digit, digit_value, push_coordinate, read_coordinate};
pub use feature::{FEATURES, Feature, NoCondition, PieceCondition};
pub use kind::SymmetryType;
pub use letters::{
    LetterPicture, LinedPicture, Spot, WordFault, cells_of_letters, is_line, is_mark, is_summary, is_wide,
    letters_of_cells, without_escapes,
};
pub use motion::{Motion, Transformation, When};
pub use polydlx_bounds::Bounds;
pub use polyform::{for_each_polyform, look_for_polyforms, polyforms, try_for_each_polyform};
pub use puzzle::{Palette, Piece, PieceId, Puzzle, Typical};
pub use region::{OutsideDigits, Region, ShiftRows, Symmetry};
pub use rule::Rule;
pub use shape::{Shape, Sided};
pub use site::{Cell, Point, Site};
pub use table::{Lattice, PaperAxis, Part, RowFault, RowMistake};
pub use tiling::{Placement, Tiling};
pub use words::{describe, describe_move, is_same_motion};
pub use wrap::{Move, NoWrap, Quotient, Wrap};
