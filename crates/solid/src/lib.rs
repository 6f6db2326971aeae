//! Pieces and trays as watertight bodies to be printed: STL, 3MF, OBJ.
//!
//! | function | makes |
//! |---|---|
//! | [`piece`] | the body of a piece, where its cells are |
//! | [`tray`] | a box or tray for a region |
//! | [`plate`], [`assembled`], [`exploded`] | a [`Model`]: bodies with names and colours, each in its place |
//! | [`Model::stl`], [`Model::three_mf`], [`Model::obj`] | the bytes of a file |
//!
//! Lengths that are asked for are millimetres. Surfaces are found in integers: which cells are there decides which
//! triangles there are, and lengths come in only when a corner gets its place. So a body is watertight whatever the
//! lengths are, as long as something is left of it: see [`Misfit`].
//!
//! ```
//! use polydlx_lattice::{Lattice, Shape, Site};
//! use polydlx_solid::{Make, piece};
//!
//! let ell = Shape::new([[0, 0, 0], [1, 0, 0], [1, 1, 0]].map(Site::new));
//! let make = Make { cell_size: 20.0, clearance: 0.2, bevel: 0.0, ..Make::default() };
//! let body = piece(Lattice::CUBE, &ell, &make)?;
//! assert!(body.is_watertight());
//! // Three cubes, and two strips between them.
//! assert!((body.volume() - (3.0 * 19.8 * 19.8 * 19.8 + 2.0 * 0.2 * 19.8 * 19.8)).abs() < 1e-6);
//! # Ok::<(), polydlx_solid::Misfit>(())
//! ```

mod balls;
mod cubes;
mod file;
mod mesh;
mod model;
mod polygon;
mod polyhedra;
mod tiles;
mod tray;
mod vector;
mod zip;

pub use mesh::{Mesh, PER_MILLIMETRE};
pub use model::{Model, Part, Piece, assembled, exploded, plate};
pub use tray::tray;

use mesh::units;
use polydlx_draw::{Body, Pinch, body, middle, outline, polyhedron};
use polydlx_lattice::{Cell, Lattice, Shape};
use std::fmt;
use tiles::Step;

/// How bodies are made. All lengths are millimetres; what [`Make::default`] says suits a nozzle of 0.4 mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Make {
    /// The distance of neighbouring cells of one kind.
    pub cell_size: f64,
    /// The room between two pieces that lie side by side, half of which each of them gives.
    pub clearance: f64,
    /// How much edges are bevelled. Balls have no edges, and those of polyhedra other than cubes stay as they are.
    pub bevel: f64,
    /// Whether edges are rounded instead of cut.
    pub round: bool,
    /// The width of what joins two cells of a piece. Balls have necks in any case; cubes are joined by all of their faces
    /// if nothing is said; tiles always are.
    pub connector: Option<f64>,
    /// The thickness of flat pieces.
    pub thickness: f64,
}

impl Default for Make {
    fn default() -> Self {
        Self { cell_size: 15.0, clearance: 0.2, bevel: 0.4, round: false, connector: None, thickness: 5.0 }
    }
}

/// The width of necks between balls, as part of the distance of their middles.
const NECK: f64 = 0.4;

/// Cells of a piece that touch at an edge only stay this far apart, whatever the clearance.
const LEAST_GAP: f64 = 0.01;

/// In how many steps edges are rounded.
const STEPS: i32 = 4;

/// Why something cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Whoever reports them has a remedy for each, so this is exhaustive: the compiler tells if one is missing.
pub enum Misfit {
    /// Clearance, bevel, connector or thickness leave nothing of a cell, or a length is not what lengths are.
    Thin,
    /// Tiles and polyhedra hang together by all of their sides.
    Connector,
    /// A circle of the neck would reach into that of the next one.
    Neck,
    /// Cells lie upon others, or are edges of which too many meet in a point.
    Cells,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Thin => "clearance, bevel, connectors and thickness leave too little of a cell",
            Self::Connector => "only cubes and balls have connectors: other cells are joined by whole sides, with no connectors between them",
            Self::Cells => {
                "the cells of this lattice lie upon each other, or have no room beside each other"
            }
            Self::Neck => "necks between balls must be narrower than half a ball",
        })
    }
}

impl std::error::Error for Misfit {}

/// The body of a piece, where its cells are. Sites with a suffix are no cells that could be printed.
///
/// Solids stand as [`middle`] has them, tiles lie as pictures show them.
pub fn piece(lattice: Lattice, shape: &Shape, make: &Make) -> Result<Mesh, Misfit> {
    let Make { cell_size, clearance, bevel, round, connector, thickness } = *make;
    let lengths = [cell_size, clearance, bevel, thickness, connector.unwrap_or(1.0)];
    if cell_size <= 0.0 || lengths.iter().any(|length| !(0.0..=10_000.0).contains(length)) {
        return Err(Misfit::Thin);
    }
    let gap = clearance.max(LEAST_GAP) / 2.0;
    let cells = cells(shape);
    match body(lattice) {
        Body::Other => Err(Misfit::Cells),
        Body::Tile | Body::Polyhedron if connector.is_some() => Err(Misfit::Connector),
        Body::Tile => {
            if thickness <= 2.0 * bevel {
                return Err(Misfit::Thin);
            }
            let loops = scaled(outline(lattice, cells, Pinch::Parted), cell_size);
            tiles::prism(&loops, &profile(gap, bevel, round, thickness))
        }
        Body::Polyhedron => {
            let all: Option<Vec<_>> = cells.map(|cell| polyhedron(lattice, cell)).collect();
            let scale = cell_size * PER_MILLIMETRE;
            polyhedra::body(&all.ok_or(Misfit::Cells)?, scale, gap * PER_MILLIMETRE)
        }
        Body::Cube => {
            let place = |cell| {
                let [x, y, z, _] = lattice.point(cell);
                [x, y, z]
            };
            let cells = cells.map(place).collect();
            let form = cubes::Form {
                cell: units(cell_size),
                gap: units(gap),
                bevel: units(bevel),
                steps: if round { STEPS } else { 1 },
                connector: connector.map(units),
            };
            cubes::body(&cells, &form)
        }
        Body::Ball => {
            let radius = (cell_size - clearance) / 2.0;
            let neck = connector.unwrap_or(NECK * cell_size) / 2.0;
            if radius <= 0.0 || neck <= 0.0 {
                return Err(Misfit::Thin);
            }
            if neck >= 0.98 * radius / 2.0 {
                return Err(Misfit::Neck);
            }
            let scale = cell_size * PER_MILLIMETRE;
            let middles: Vec<[f64; 3]> =
                cells.filter_map(|cell| middle(lattice, cell)).map(|at| at.map(|d| d * scale)).collect();
            Ok(balls::body(&middles, scale, radius * PER_MILLIMETRE, neck * PER_MILLIMETRE))
        }
    }
}

/// The cells of a shape that can be held.
pub(crate) fn cells(shape: &Shape) -> impl Iterator<Item = Cell> {
    shape.sites().iter().filter(|site| site.suffix == 0).map(|site| site.cell())
}

pub(crate) fn scaled(loops: Vec<Vec<[f64; 2]>>, size: f64) -> Vec<Vec<[f64; 2]>> {
    let point = |at: [f64; 2]| at.map(|d| d * size);
    loops.into_iter().map(|corners| corners.into_iter().map(point).collect()).collect()
}

/// The border of a flat piece from its floor to its top.
fn profile(gap: f64, bevel: f64, round: bool, thickness: f64) -> Vec<Step> {
    if bevel == 0.0 {
        return vec![(gap, 0.0), (gap, thickness)];
    }
    // From flat to upright: a corner (1,0) … (1,1) … (0,1) of a square, drawn in to the line or circle through its ends.
    let steps = if round { STEPS } else { 1 };
    let half = (0..=steps).map(|k| [1.0, f64::from(k) / f64::from(steps)]);
    let rest = (0..steps).rev().map(|k| [f64::from(k) / f64::from(steps), 1.0]);
    let corner = half.chain(rest).map(|[down, out]| {
        let norm = if round { (down * down + out * out).sqrt() } else { down + out };
        (gap + bevel * (1.0 - out / norm), bevel * (1.0 - down / norm))
    });
    let low: Vec<Step> = if round { corner.collect() } else { vec![(gap + bevel, 0.0), (gap, bevel)] };
    let high = low.iter().rev().map(|&(by, height)| (by, thickness - height));
    low.iter().copied().chain(high).collect()
}
