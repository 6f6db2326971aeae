//! Convex polygons, by their area.

use crate::site::{Cell, Point};
use crate::table::Lattice;
use std::collections::BTreeSet;

/// Whether cells in the plane fill their convex hull.
pub(super) fn is_convex(lattice: Lattice, cells: &BTreeSet<Cell>) -> bool {
    let flat = |corner: Point| [i64::from(corner[0]), i64::from(corner[1])];
    let polygon = |cell: &Cell| lattice.corners(*cell).map(flat).collect::<Vec<_>>();
    let all: BTreeSet<[i64; 2]> = cells.iter().flat_map(polygon).collect();
    doubled_area(&hull(&all.into_iter().collect::<Vec<_>>()))
        == cells.iter().map(|cell| doubled_area(&polygon(cell))).sum()
}

fn cross(o: [i64; 2], p: [i64; 2], q: [i64; 2]) -> i64 {
    (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])
}

fn doubled_area(polygon: &[[i64; 2]]) -> i64 {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(&p, &q)| cross([0, 0], p, q)).sum::<i64>().abs()
}

/// The convex hull of sorted points, in two chains.
fn hull(points: &[[i64; 2]]) -> Vec<[i64; 2]> {
    let chain = |points: &mut dyn Iterator<Item = [i64; 2]>| {
        let mut chain: Vec<[i64; 2]> = Vec::new();
        for point in points {
            while let [.., o, p] = chain[..]
                && cross(o, p, point) <= 0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.extend(chain(&mut points.iter().rev().copied()));
    hull
}
