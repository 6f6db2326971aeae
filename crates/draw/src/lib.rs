//! Pictures of regions, piece sets and packings on five lattices, as SVG.
//!
//! A [`Drawing`] says what is to be seen, a [`Style`] how. [`svg()`] makes one picture, [`sheet`] puts many on a page,
//! [`chart`] shows a set of pieces with their names.
//!
//! Outlines are traced in integers: every corner of a cell is a pair of them, so borders meet exactly and each is
//! drawn once. Floating point begins where a corner becomes a place on paper, and all numbers are written by one
//! function. The same drawing gives the same bytes: there is no input or output here, and no trigonometry.
//!
//! What becomes of the text (files, bitmaps, paper) is left to others.
//!
//! ```
//! use polydlx_draw::{Drawing, Drawn, Style, svg};
//! use polydlx_lattice::{Lattice, Shape, Site};
//!
//! let ell = Shape::new([[0, 0, 0], [1, 0, 0], [1, 1, 0]].map(Site::new));
//! let drawing = Drawing {
//!     lattice: Lattice::Square,
//!     region: ell.clone(),
//!     pieces: vec![Drawn { name: "L".to_owned(), color: 0, shape: ell }],
//!     title: Some("One tromino".to_owned()),
//!     caption: None,
//! };
//! assert!(svg(&drawing, &Style::default()).contains("<title>One tromino</title>"));
//! ```

mod balls;
mod canvas;
mod color;
mod cubes;
mod flat;
mod geometry;
mod graph;
mod label;
mod page;
mod scene;
mod style;
mod trace;

pub use page::{chart, sheet, svg};
pub use style::{ColorBy, Palette, Style, View};

use polydlx_lattice::{Lattice, Shape};

/// What is to be seen: a region, and the pieces that lie in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// What cells are.
    pub lattice: Lattice,
    /// The cells to be filled. Sites with a suffix are not cells to look at, and are left out.
    pub region: Shape,
    /// The pieces where they lie; cells of the region that none of them covers are shown pale.
    pub pieces: Vec<Drawn>,
    /// What the picture is called; not shown, but known to those who ask.
    pub title: Option<String>,
    /// A line below the picture.
    pub caption: Option<String>,
}

/// A piece in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Its name.
    pub name: String,
    /// The number of its colour: that of the piece in the puzzle, so that it is the same in every solution.
    pub color: usize,
    /// Where it lies.
    pub shape: Shape,
}
