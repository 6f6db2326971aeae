//! Where cells are on paper.

use crate::mark::Point;
use polydlx_lattice::{Cell, Lattice, PaperAxis, Point as LatticePoint};

/// A corner of a cell, in integers.
pub(crate) type Vertex = [i32; 2];

/// How a lattice is drawn.
#[derive(Clone, Copy)]
pub(crate) enum Space {
    /// As a tessellation.
    Plane(Tessellation),
    /// As cubes.
    Cubes,
    /// As balls.
    Balls,
    /// As polyhedra.
    Polyhedra,
}

/// How a lattice is drawn.
pub(crate) fn space(lattice: Lattice) -> Space {
    match (lattice.dimension(), lattice.solid()) {
        (2, _) => Space::Plane(Tessellation::new(lattice)),
        (_, Some("cubes")) => Space::Cubes,
        (_, Some("balls")) => Space::Balls,
        _ => Space::Polyhedra,
    }
}

/// A tessellation of the plane.
#[derive(Clone, Copy)]
pub(crate) struct Tessellation {
    lattice: Lattice,
    /// Two forms of corners, what they are for some corner, and what all their differences are multiples of.
    forms: [LatticePoint; 2],
    origin: Vertex,
    grain: Vertex,
    /// Where the two unit steps of the integers lead on paper.
    basis: [Point; 2],
    /// How much room text has in the row.
    pub(crate) room: Room,
}

/// How much room text has in a row of cells, when a cell has size 1.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    /// Width of a row of one cell.
    pub(crate) single: f64,
    /// Width per cell of longer rows.
    pub(crate) each: f64,
    /// How much narrower it gets when the text gets higher by 1.
    pub(crate) slant: f64,
    /// The largest size of letters.
    pub(crate) largest: f64,
}

impl Tessellation {
    pub(crate) fn new(lattice: Lattice) -> Self {
        let paper = lattice.paper();
        let forms = paper.map(|axis| axis.form);
        let scale = lattice.corner_scale();
        let value = |form: LatticePoint, point: LatticePoint| (0..4).map(|i| form[i] * point[i]).sum::<i32>();
        let first = lattice.corners(Cell::default()).next().unwrap_or_default();
        let mut origin = forms.map(|form| value(form, first));
        let corners: Vec<LatticePoint> =
            lattice.cell_classes().flat_map(|cell| lattice.corners(cell)).collect();
        let center = lattice.point(Cell::default()).map(|d| scale * d);
        let mut grain = [0, 0];
        for (axis, &form) in forms.iter().enumerate() {
            let steps = lattice.axes().iter().map(|&step| scale * value(form, step));
            let all = steps.chain(corners.iter().map(|&corner| value(form, corner) - origin[axis]));
            grain[axis] = all.fold(0, gcd).max(1);
            // The first cell stands at the origin, if its corners permit it.
            let middle = value(form, center);
            if (middle - origin[axis]) % grain[axis] == 0 {
                origin[axis] = middle;
            }
        }
        let basis = [0, 1].map(|axis| {
            let PaperAxis { right, up, root, .. } = paper[axis];
            let unit = f64::from(grain[axis]) / f64::from(scale);
            let part = |(top, bottom): (i32, i32)| f64::from(top) * unit / f64::from(bottom);
            [part(right), -part(up) * if root { 2.0 * HEIGHT } else { 1.0 }]
        });
        let room = ROOMS.iter().find(|(look, _)| Some(*look) == lattice.look()).map(|(_, room)| *room);
        let mut tessellation =
            Self { lattice, forms, origin, grain, basis, room: room.unwrap_or(ROOMS[0].1) };
        if room.is_none() {
            tessellation.room = tessellation.least_room();
        }
        tessellation
    }

    /// Whether some cells lie upon others.
    pub(crate) fn is_layered(&self) -> bool {
        self.lattice.is_loose() && self.lattice.cell_classes().count() > 1
    }

    /// The layer of a cell, if some lie upon others: cells of the first class lie below all others.
    pub(crate) fn layer(&self, cell: Cell) -> i32 {
        i32::from(self.is_layered() && cell.class != 0)
    }

    /// Whether cells are edges, and not areas.
    pub(crate) fn has_edges(&self) -> bool {
        self.lattice.has_edges()
    }

    /// The cosine of the least angle between edges that meet in a point.
    pub(crate) fn least_angle(&self) -> f64 {
        let meeting = self.lattice.cell_classes().flat_map(|cell| {
            let ends = self.corners(cell);
            self.lattice.neighbors(cell).map(move |other| (ends.clone(), self.corners(other)))
        });
        let cosine = |(ends, others): (Vec<Vertex>, Vec<Vertex>)| {
            let [at, to, with] = match (&ends[..], &others[..]) {
                (&[a, b], &[c, d]) if a == c || b == c => [c, if a == c { b } else { a }, d],
                (&[a, b], &[c, d]) if a == d || b == d => [d, if a == d { b } else { a }, c],
                _ => return -1.0,
            };
            let [p, q, r] = [at, to, with].map(|vertex| self.point(vertex));
            let ([a, b], [c, d]) = ([q[0] - p[0], q[1] - p[1]], [r[0] - p[0], r[1] - p[1]]);
            (a * c + b * d) / (a.hypot(b) * c.hypot(d))
        };
        meeting.map(cosine).fold(-1.0, f64::max)
    }

    /// The corners of a cell on paper, in the order of the lattice, when a cell has size 1.
    pub(crate) fn corners_in_order(&self, cell: Cell) -> Vec<Point> {
        self.lattice.corners(cell).map(|corner| self.point(self.place(corner))).collect()
    }

    fn place(&self, point: LatticePoint) -> Vertex {
        [0, 1].map(|axis| {
            let value: i32 = (0..4).map(|i| self.forms[axis][i] * point[i]).sum();
            (value - self.origin[axis]) / self.grain[axis]
        })
    }

    /// The corners of a cell, so that its doubled area in integers is positive.
    pub(crate) fn corners(&self, cell: Cell) -> Vec<Vertex> {
        let mut corners: Vec<Vertex> = self.lattice.corners(cell).map(|corner| self.place(corner)).collect();
        if doubled_area(&corners) < 0 {
            corners.reverse();
        }
        corners
    }

    /// The next cell in a row, if cells stand in rows.
    pub(crate) fn right(&self, cell: Cell) -> Option<Cell> {
        match self.lattice.look()? {
            "triangles" if cell.class == 1 => Some(Cell { class: 0, ..cell.shifted([1, 0, 0]) }),
            "triangles" => Some(Cell { class: 1, ..cell }),
            _ => Some(cell.shifted([0, 1, 0])),
        }
    }

    /// Where a corner is on paper, when a cell has size 1.
    pub(crate) fn point(&self, [i, j]: Vertex) -> Point {
        let along = |axis: usize| f64::from(i) * self.basis[0][axis] + f64::from(j) * self.basis[1][axis];
        [along(0), along(1)]
    }

    /// 1 if loops in integers that run around a cell have their outside to the right on paper, else -1.
    pub(crate) fn hand(&self) -> f64 {
        let [[a, b], [c, d]] = self.basis;
        (a * d - b * c).signum()
    }

    /// Where the centre of a cell is.
    pub(crate) fn center(&self, cell: Cell) -> Point {
        let corners = self.corners(cell);
        let sum = corners.iter().fold([0, 0], |sum, corner| [sum[0] + corner[0], sum[1] + corner[1]]);
        self.point(sum).map(|d| d / corners.len() as f64)
    }

    /// The room in the least of the cells: as wide as the circle around its centre that fits into it.
    fn least_room(&self) -> Room {
        let free = |cell: Cell| {
            let center = self.center(cell);
            let corners: Vec<Point> =
                self.corners(cell).into_iter().map(|corner| self.point(corner)).collect();
            let next = corners.iter().cycle().skip(1);
            let far = corners.iter().zip(next).map(|(p, q)| {
                let (along, off) = ([q[0] - p[0], q[1] - p[1]], [center[0] - p[0], center[1] - p[1]]);
                (along[0] * off[1] - along[1] * off[0]).abs() / along[0].hypot(along[1])
            });
            far.fold(f64::INFINITY, f64::min)
        };
        let least = self.lattice.cell_classes().map(free).fold(f64::INFINITY, f64::min);
        let single = if least > 0.0 && least.is_finite() { 2.0 * least } else { 0.3 };
        Room { single, each: 0.0, slant: 0.0, largest: (0.9 * single).min(0.5) }
    }
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn doubled_area(corners: &[Vertex]) -> i32 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|([a, b], [c, d])| a * d - b * c).sum()
}

/// Half the square root of 3.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// The room for text, by what cells look like.
const ROOMS: [(&str, Room); 3] = [
    ("squares", Room { single: 1.0, each: 1.0, slant: 0.0, largest: 0.5 }),
    // The middle line of a triangle is half a side long; text in a single one stands at its centre, which is lower.
    ("triangles", Room { single: 2.0 / 3.0, each: 0.5, slant: 0.5 / HEIGHT, largest: 0.38 }),
    ("hexagons", Room { single: 1.0, each: 1.0, slant: 0.0, largest: 0.5 }),
];

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use std::collections::BTreeSet;

    #[test]
    fn neighbours_share_a_side_and_others_do_not() {
        for lattice in [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX] {
            let Space::Plane(tessellation) = space(lattice) else { panic!("a plane lattice") };
            let corners = |cell| tessellation.corners(cell).into_iter().collect::<BTreeSet<_>>();
            for cell in lattice.cell_classes() {
                let around: BTreeSet<Cell> = lattice.neighbors(cell).collect();
                for (x, y) in (-3..=3).cartesian_product(-3..=3) {
                    for other in lattice.cell_classes().map(|class| class.shifted([x, y, 0])) {
                        let shared = corners(cell).intersection(&corners(other)).count();
                        let expected = around.contains(&other) || other == cell;
                        assert_eq!(shared >= 2, expected, "{lattice:?} {cell:?} {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_next_cell_in_a_row_is_a_neighbour_to_the_right() {
        for lattice in [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX] {
            let Space::Plane(tessellation) = space(lattice) else { panic!("a plane lattice") };
            for cell in lattice.cell_classes() {
                let right = tessellation.right(cell).unwrap();
                assert!(lattice.neighbors(cell).contains(&right));
                assert!(tessellation.center(right)[0] > tessellation.center(cell)[0]);
            }
        }
    }

    #[test]
    fn sides_are_equal_on_paper() {
        for lattice in [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX] {
            let Space::Plane(tessellation) = space(lattice) else { panic!("a plane lattice") };
            for cell in lattice.cell_classes() {
                let lengths =
                    tessellation.corners(cell).into_iter().circular_tuple_windows().map(|(a, b)| {
                        let ([x, y], [u, v]) = (tessellation.point(a), tessellation.point(b));
                        (x - u) * (x - u) + (y - v) * (y - v)
                    });
                let (least, most) = lengths.minmax().into_option().unwrap();
                assert!(most - least < 1e-9, "{lattice:?}: {least} {most}");
            }
        }
    }
}
