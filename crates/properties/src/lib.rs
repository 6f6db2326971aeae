//! What there is to ask of a packing.
//!
//! A [`Property`] is a row of one table, [`PROPERTIES`]: its name, what it means, who asked for it first, which way is
//! better, on which lattices it makes sense, which symmetries keep it, and how it is found. A [`Measure`] is a property
//! with its arguments, a [`Condition`] is made of measures, numbers, `and`, `or` and `not`.
//!
//! A [`Board`] is what a puzzle has to say beforehand; a [`View`] is one packing on it, of which measures have values.
//!
//! ```
//! use polydlx_lattice::{Lattice, PieceId, Placement, Shape, Site, Tiling};
//! use polydlx_properties::{Board, Condition, Given};
//!
//! // Four dominoes in a 2x4 box, two upright and two lying between them.
//! let domino = |one, other| Placement { piece: PieceId(0), shape: Shape::new([one, other].map(Site::new)) };
//! let tiling: Tiling = [
//!     domino([0, 0, 0], [1, 0, 0]),
//!     domino([0, 1, 0], [0, 2, 0]),
//!     domino([1, 1, 0], [1, 2, 0]),
//!     domino([0, 3, 0], [1, 3, 0]),
//! ]
//! .into_iter()
//! .collect();
//! let region = Shape::new(tiling.iter().flat_map(|placement| placement.shape.sites()).copied());
//! let board = Board::new(Lattice::SQUARE, &region, vec!["D".to_owned()]);
//! let condition: Condition = "tatami and hsym = 6 and faults >= 2".parse().unwrap();
//! assert!(board.fits(&condition).is_ok());
//! assert!(board.view(&tiling, Given::default()).holds(&condition));
//! ```

mod areas;
mod board;
mod charge;
mod colors;
mod condition;
mod gravity;
mod lines;
mod parse;
mod surroundings;
mod table;
mod view;

pub use board::Board;
pub use charge::{Charge, NotPer, Per};
pub use condition::{Argument, Comparison, Condition, Measure, Term};
pub use parse::{Flaw, Wrong};
pub use table::{Better, Kind, Needs, PROPERTIES, Property, Takes};
pub use view::{Given, View};
