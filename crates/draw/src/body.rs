//! What cells are as bodies, for those who make things of them: outlines in the plane, places in space.

use crate::balls;
use crate::geometry::{Space, space};
use crate::polyhedra;
use crate::sticks;
use crate::style::Style;
use crate::trace::{self, Pinch};
use polydlx_lattice::{Cell, Lattice, Point};

/// What cells are as bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// Polygons in the plane, or lines with a width, which get a thickness.
    Tile,
    /// Cubes.
    Cube,
    /// Balls.
    Ball,
    /// Other polyhedra, which fill space.
    Polyhedron,
    /// Something of which nothing is made: tiles that lie upon others, and edges that meet at small angles.
    Other,
}

/// What the cells of a lattice are.
pub fn body(lattice: Lattice) -> Body {
    match space(lattice) {
        Space::Plane(tessellation) if tessellation.is_layered() || !sticks::have_room(&tessellation) => {
            Body::Other
        }
        Space::Plane(_) => Body::Tile,
        Space::Cubes => Body::Cube,
        Space::Balls => Body::Ball,
        Space::Polyhedra => Body::Polyhedron,
    }
}

/// The border of cells in the plane, as pictures show them, but with y upwards; neighbours of one kind are 1 apart.
///
/// All loops have the cells to their left, so those around holes run the other way. There are none for solids.
///
/// ```
/// use polydlx_draw::{Pinch, outline};
/// use polydlx_lattice::{Lattice, Site};
///
/// let bar = [[0, 0, 0], [0, 1, 0]].map(|at| Site::new(at).cell());
/// assert_eq!(outline(Lattice::SQUARE, bar, Pinch::Parted), [[[0.0, 0.0], [0.0, -1.0], [2.0, -1.0], [2.0, 0.0]]]);
/// ```
pub fn outline(lattice: Lattice, cells: impl IntoIterator<Item = Cell>, pinch: Pinch) -> Vec<Vec<[f64; 2]>> {
    let Space::Plane(tessellation) = space(lattice) else { return Vec::new() };
    if tessellation.has_edges() {
        return sticks::outline(&tessellation, cells, 0.0);
    }
    let loops = trace::outline(&tessellation, cells, pinch);
    let on_paper = |corners: Vec<_>| {
        // No zero shall be negative.
        let mut points: Vec<[f64; 2]> =
            corners.into_iter().map(|corner| tessellation.point(corner)).map(|[x, y]| [x, 0.0 - y]).collect();
        // Paper has y downwards, and so turns loops around once more.
        if tessellation.hand() > 0.0 {
            points.reverse();
        }
        points
    };
    loops.into_iter().map(on_paper).collect()
}

/// The border of what must be free for the cells of a region, as [`outline`] has it: on lattices of edges what they enclose
/// is free, too.
pub fn opening(lattice: Lattice, cells: impl IntoIterator<Item = Cell>) -> Vec<Vec<[f64; 2]>> {
    match space(lattice) {
        Space::Plane(tessellation) if tessellation.has_edges() => sticks::opening(&tessellation, cells, 0.0),
        _ => outline(lattice, cells, Pinch::Joined),
    }
}

/// A cell as a polyhedron.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    /// Its corners: the same point for all cells that share it, and where it is, in the coordinates of [`middle`].
    pub corners: Vec<(Point, [f64; 3])>,
    /// Its faces by numbers of corners, which run against the clock when seen from outside.
    pub faces: Vec<Vec<usize>>,
}

/// What a cell looks like; none where cells are no polyhedra, or are cubes.
pub fn polyhedron(lattice: Lattice, cell: Cell) -> Option<Polyhedron> {
    match space(lattice) {
        Space::Polyhedra => polyhedra::polyhedron(lattice, cell),
        Space::Plane(_) | Space::Cubes | Space::Balls => None,
    }
}

/// Where the middle of a solid cell is, so that neighbours are 1 apart, or the nearest of them are: right, back and up, a right-handed corner.
///
/// Cells in the plane have no such place: see [`outline`].
pub fn middle(lattice: Lattice, cell: Cell) -> Option<[f64; 3]> {
    let [a, b, c, _] = lattice.point(cell).map(f64::from);
    match space(lattice) {
        Space::Plane(_) => None,
        Space::Polyhedra => Some(polyhedra::Pose::upright(lattice).center(cell)),
        Space::Cubes => Some([a, b, c]),
        Space::Balls => Some([b, a, c].map(|d| d * std::f64::consts::FRAC_1_SQRT_2)),
    }
}

/// Unit vectors to the right, to the back and up, in the coordinates of [`middle`], when `up` is one of
/// [`directions`](crate::directions): a matrix that turns solids so that it is up.
pub fn frame(lattice: Lattice, up: [i32; 3]) -> [[f64; 3]; 3] {
    match space(lattice) {
        Space::Plane(_) | Space::Polyhedra => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        Space::Cubes => {
            let turns = lattice.rotation_group();
            let [x, y, z] = up;
            let turn = turns.iter().find(|turn| turn.apply([x, y, z, 0]) == [0, 0, 1, 0]);
            let [a, b, c, _] = turn.expect("cubes can be turned to every side").matrix();
            [a, b, c].map(|[x, y, z, _]| [x, y, z].map(f64::from))
        }
        Space::Balls => balls::Stage::upright(up, &Style::default()).axes(),
    }
}
