//! Families of regions.

use crate::convex::convex_polygons;
use crate::parts::Parts;
use polydlx_cover::Monitor;
use polydlx_lattice::{Bounds, Lattice, Motion, Piece, Puzzle, Shape, Sided, Site, look_for_polyforms};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

/// A list of regions with the same number of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Family {
    /// All connected regions.
    Polyforms,
    /// All boxes: rectangles, parallelograms, cuboids, parallelepipeds.
    Boxes,
    /// All polyominoes, on cubes, with so many equal layers.
    Prisms(u32),
    /// All convex polygons, on triangles and tans.
    Convex,
    /// Parts of a region, connected or not.
    Parts(Parts),
    /// These.
    Listed(Vec<Shape>),
}

/// Why there is no such family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FamilyError {
    /// Prisms are made of cubes.
    PrismsOffCubes,
    /// The height does not divide the number of cells: height and number.
    Height(u32, usize),
    /// Convex polygons are made of triangles or tans.
    ConvexElsewhere,
    /// Parts have all cells of a layer or none, and so many layers, but the region is no such prism: its number of layers.
    Layers(u32),
    /// There are no parts of that size: the least and the greatest that there could be.
    PartSize(usize, usize),
    /// What all parts shall have is not in the region.
    NotWithin,
}

impl fmt::Display for FamilyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PrismsOffCubes => write!(f, "prisms are made of cubes"),
            Self::Height(height, size) => write!(f, "{size} cells do not make {height} equal layers"),
            Self::ConvexElsewhere => write!(f, "convex polygons are made of triangles or tans"),
            Self::Layers(height) => write!(f, "the box is no prism of {height} layers"),
            Self::PartSize(least, most) => write!(f, "parts of the box have {least} to {most} cells"),
            Self::NotWithin => write!(f, "the box lacks some cells that all its parts shall have"),
        }
    }
}

impl std::error::Error for FamilyError {}

/// Which regions need not be told apart, because the pieces fill them in the same ways.
///
/// If turning and flipping maps the set of pieces onto itself, it does not matter how a region lies; if only turning
/// does, a region and its mirror image differ; else only shifts do not matter.
pub fn equivalence(puzzle: &Puzzle) -> Sided {
    let lattice = puzzle.lattice;
    let pieces = |motion: Motion| {
        let placements = |number: usize| -> BTreeSet<Shape> {
            let shapes = puzzle.shapes.iter().filter(|typical| typical.piece.0 == number);
            let bases = shapes.flat_map(|typical| puzzle.base_placements(typical));
            bases.map(|base| base.moved(lattice, motion).normalized()).collect()
        };
        let mut pieces: Vec<(BTreeSet<Shape>, Bounds)> =
            puzzle.pieces.iter().enumerate().map(|(at, piece)| (placements(at), piece.bounds)).collect();
        pieces.sort();
        pieces
    };
    let same = pieces(Motion::IDENTITY);
    let closed = |motions: Vec<Motion>| motions.into_iter().all(|motion| pieces(motion) == same);
    if !closed(lattice.rotation_group()) {
        Sided::Fixed
    } else if lattice.mirror().is_none_or(|mirror| pieces(mirror) == same) {
        Sided::Free
    } else {
        Sided::One
    }
}

impl Family {
    /// Whether there is such a family on this lattice and with so many cells.
    pub fn check(&self, lattice: Lattice, size: usize) -> Result<(), FamilyError> {
        match self {
            Self::Prisms(_) if !lattice.is_cubic() => Err(FamilyError::PrismsOffCubes),
            Self::Prisms(height) if *height == 0 || !size.is_multiple_of(*height as usize) => {
                Err(FamilyError::Height(*height, size))
            }
            Self::Convex if convex_polygons(lattice, 1).is_none() => Err(FamilyError::ConvexElsewhere),
            Self::Parts(parts) => parts.check(size),
            _ => Ok(()),
        }
    }

    /// Calls `visit` with the regions of a size, always in the same order, until it breaks or the monitor is stopped.
    ///
    /// Regions that `sided` does not tell apart come once; listed ones come as they are.
    pub fn for_each(
        &self,
        (lattice, size, sided): (Lattice, usize, Sided),
        monitor: &Monitor,
        mut visit: impl FnMut(Shape) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let units = lattice.units().first().map_or(1, Vec::len);
        // Between two regions that are wanted there may be a great many that are not.
        let polyforms =
            |lattice: Lattice, size: usize, sided: Sided, visit: &mut dyn FnMut(Shape) -> ControlFlow<()>| {
                look_for_polyforms(lattice, size, sided, || unless_stopped(monitor), visit)
            };
        self.check(lattice, size).map_or(ControlFlow::Continue(()), |()| match self {
            // Where pieces are made of units, so are regions.
            Self::Polyforms if !size.is_multiple_of(units) => ControlFlow::Continue(()),
            Self::Polyforms => polyforms(lattice, size / units, sided, &mut visit),
            Self::Boxes => distinct(lattice, sided, boxes(lattice, size)).into_iter().try_for_each(visit),
            Self::Prisms(height) => {
                // A prism can be turned over, and then its base is flipped.
                let base = if sided == Sided::Fixed { Sided::Fixed } else { Sided::Free };
                polyforms(lattice.layer(), size / *height as usize, base, &mut |shape| {
                    visit(prism(&shape, *height as i32))
                })
            }
            Self::Convex => {
                let polygons = convex_polygons(lattice, size).into_iter().flatten();
                distinct(lattice, sided, polygons).into_iter().try_for_each(visit)
            }
            Self::Parts(parts) => parts.for_each((lattice, size, sided), monitor, visit),
            Self::Listed(shapes) => shapes.iter().cloned().try_for_each(visit),
        })
    }
}

/// Breaks if somebody wants it to end.
pub(crate) fn unless_stopped(monitor: &Monitor) -> ControlFlow<()> {
    if monitor.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The shapes that `sided` tells apart, in the order in which they come, flipped and turned ones included.
fn distinct(lattice: Lattice, sided: Sided, shapes: impl Iterator<Item = Shape>) -> Vec<Shape> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for shape in shapes {
        // As it is first, so that the usual way to write it is kept.
        let mut images = vec![shape.normalized()];
        images.extend(lattice.motion_group().iter().map(|&motion| shape.moved(lattice, motion).normalized()));
        for image in images {
            let least =
                image.base_placements(lattice, sided).into_iter().min().expect("a shape lies somehow");
            if seen.insert(least) {
                found.push(image);
            }
        }
    }
    found
}

/// Boxes by their sides, in ascending order.
fn boxes(lattice: Lattice, size: usize) -> impl Iterator<Item = Shape> {
    let classes = lattice.cell_classes().count();
    let volume = if size.is_multiple_of(classes) { (size / classes) as i32 } else { 0 };
    let divisors = move |n: i32| (1..=n).filter(move |d| n % d == 0);
    let sides = divisors(volume).flat_map(move |a| {
        let rest = volume / a;
        divisors(rest).map(move |b| [a, b, rest / b])
    });
    let flat = lattice.dimension() == 2;
    let sides = sides.filter(move |&[a, b, c]| a <= b && if flat { c == 1 } else { b <= c });
    sides.map(move |[a, b, c]| {
        let at = (0..a).flat_map(|x| (0..b).flat_map(move |y| (0..c).map(move |z| [x, y, z])));
        at.flat_map(|at| lattice.cell_classes().map(move |cell| cell.shifted(at).site())).collect()
    })
}

/// Layers of a polyomino.
fn prism(base: &Shape, height: i32) -> Shape {
    let layer = |x: i32| base.sites().iter().map(move |site| Site::new([x, site.at[0], site.at[1]]));
    (0..height).flat_map(layer).collect()
}

/// How many cells the pieces have together, if that is certain.
pub fn cells_of_pieces(puzzle: &Puzzle) -> Option<usize> {
    let cells = |(number, piece): (usize, &Piece)| {
        let mut sizes = puzzle
            .shapes
            .iter()
            .filter(|typical| typical.piece.0 == number)
            .map(|typical| typical.shape.sites().iter().filter(|site| site.suffix == 0).count());
        let size = sizes.next()?;
        let certain = piece.bounds.low == piece.bounds.high && sizes.all(|other| other == size);
        certain.then_some(size * piece.bounds.low as usize)
    };
    puzzle.pieces.iter().enumerate().map(cells).sum()
}
