//! Pictures of regions, piece sets and packings on all lattices, as SVG, PNG and PDF, and on terminals.
//!
//! A [`Drawing`] says what is to be seen, a [`Style`] how.
//!
//! | function | makes |
//! |---|---|
//! | [`picture()`] | the picture of one drawing |
//! | [`sheet`], [`sheet_while`], [`Sheet`] | a page of many; `Sheet` takes them one at a time and returns SVG part by part |
//! | [`chart`] | a set of pieces with their names |
//! | [`placements`] | the base placements of a piece |
//! | [`cut`], [`cut_pieces`] | outlines for a laser cutter |
//! | [`laser`] | the same on sheets of a given size, with clearance, and a tray with floor and rim |
//! | [`outline`], [`opening`], [`middle`], [`polyhedron`] | no picture, but where cells are, for those who make things of them |
//! | [`Leaf`] | a page of real paper, with pictures and lines of text where they belong |
//! | [`assembly`] | no picture, but the order in which pieces can be put down |
//! | [`network`](network()) | a graph of solutions |
//! | [`matrix`](matrix()), [`search_tree`](search_tree()) | an exact cover problem with its links, and how it is searched |
//! | [`terminal::picture`], [`terminal::chart`] | characters, for a terminal |
//! | [`tile`](tile()) | no picture, but where a single cell is drawn |
//!
//! [`drawing`] makes a drawing of a puzzle and the pieces that lie in it.
//!
//! A [`Picture`] is made of plain marks, from which it can be written in four forms: [`Picture::svg`], [`Picture::dxf`],
//! [`Picture::png`] (feature `png`) and [`Picture::pdf`] (feature `pdf`). A [`Booklet`] is a PDF file of many pages.
//! The letters of bitmaps and PDF files are those of DejaVu Sans, which is built in; in SVG they are left to the reader.
//!
//! Pictures have true scale if [`Style::unit`] is the millimetre: the root of an SVG file then has a width and a height
//! in `mm`, and its view box is in millimetres, too. That is all a printer needs.
//!
//! Outlines are traced in integers: every corner of a cell is a pair of them, so borders meet exactly and each is
//! drawn once. Floating point begins where a corner becomes a place on paper. The same drawing gives the same bytes,
//! whatever fonts there are: there is no input or output here, and no trigonometry.
//!
//! ```
//! use polydlx_draw::{Drawing, Drawn, Style, svg};
//! use polydlx_lattice::{Lattice, Shape, Site};
//!
//! let ell = Shape::new([[0, 0, 0], [1, 0, 0], [1, 1, 0]].map(Site::new));
//! let drawing = Drawing {
//!     lattice: Lattice::SQUARE,
//!     region: ell.clone(),
//!     pieces: vec![Drawn { name: "L".to_owned(), color: 0, shape: ell }],
//!     title: Some("One tromino".to_owned()),
//!     caption: None, labels: Vec::new(), tints: Vec::new(),
//! };
//! assert!(svg(&drawing, &Style::default()).contains("<title>One tromino</title>"));
//! ```

mod assembly;
mod balls;
#[cfg(feature = "png")]
mod bitmap;
#[cfg(not(feature = "pdf"))]
mod blank;
mod body;
mod canvas;
mod color;
mod cubes;
mod cut;
mod dxf;
mod engrave;
mod explode;
mod flat;
#[cfg(any(feature = "png", feature = "pdf"))]
mod font;
mod geometry;
mod graph;
mod label;
mod laser;
mod layering;
mod leaf;
mod mark;
mod markup;
mod matrix;
mod network;
mod page;
#[cfg(feature = "pdf")]
mod paper;
mod picture;
mod polyhedra;
mod puzzle;
mod scene;
mod search_tree;
mod short;
mod sticks;
mod style;
pub mod terminal;
mod tile;
mod tint;
mod trace;
mod view;

pub use assembly::{Assembly, assembly, directions};
#[cfg(not(feature = "pdf"))]
pub use blank::Booklet;
pub use body::{Body, Polyhedron, body, frame, middle, opening, outline, polyhedron};
pub use color::Rgb;
pub use cut::{Cut, CutError, cut, cut_pieces};
pub use laser::{Laser, laser};
pub use leaf::{Align, Leaf, Paper, text_length};
pub use matrix::{Matrix, matrix};
pub use network::network;
pub use page::{Sheet, chart, picture, placements, sheet, sheet_while, svg};
#[cfg(feature = "pdf")]
pub use paper::Booklet;
pub use picture::{Picture, Refusal};
pub use puzzle::{drawing, shapes};
pub use search_tree::{TreeEnd, TreeNode, search_tree};
pub use short::short_names;
pub use style::{ColorBy, Corner, Palette, Style, Unit, View};
pub use tile::{Tile, layer_name, tile};

pub use trace::Pinch;
pub use view::clearest;

use polydlx_lattice::{Cell, Lattice, Shape};

/// What is to be seen: a region, and the pieces that lie in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// What cells are.
    pub lattice: Lattice,
    /// The cells to be filled. Sites with a suffix are discs upon cells.
    pub region: Shape,
    /// The pieces where they lie; cells of the region that none of them covers are shown pale.
    pub pieces: Vec<Drawn>,
    /// What the picture is called; not shown, but known to those who ask.
    pub title: Option<String>,
    /// A line below the picture.
    pub caption: Option<String>,
    /// Words that stand upon cells which are uncovered, or covered by a piece of just one cell.
    pub labels: Vec<(Cell, String)>,
    /// The names of the colours that sites of pieces have, by number, from 1 on. Terminals show their first letters.
    pub tints: Vec<String>,
}

impl Drawing {
    /// A piece by itself, without a region.
    pub(crate) fn of_piece(lattice: Lattice, shape: Shape) -> Self {
        Self {
            lattice,
            region: Shape::default(),
            pieces: vec![Drawn { name: String::new(), color: 0, shape }],
            title: None,
            caption: None,
            labels: Vec::new(),
            tints: Vec::new(),
        }
    }
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
