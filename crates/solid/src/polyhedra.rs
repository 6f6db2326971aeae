//! Bodies made of polyhedra that fill space.
//!
//! Each cell is drawn in by half a clearance. What lies between cells of one piece is filled again: between two that share a
//! face, along an edge with cells of the piece all around, and at a corner in the midst of them. So the surface is made of
//!
//! - the faces of cells behind which there is no other cell of the piece;
//! - walls along the edges of faces that two cells share, unless all around the edge is filled;
//! - lids upon the ends of filled edges, unless all around the corner is filled.
//!
//! Which of them are there is told by corners that are the same or not, so the surface is closed. Walls are flat: where two
//! cells of a piece make a dent of 120° and the edge of another piece enters it, about a seventh of the clearance is lost.

use crate::Misfit;
use crate::mesh::Mesh;
use crate::vector::{Vector, cross, dot, mean, minus, unit};
use polydlx_draw::Polyhedron;
use polydlx_lattice::Point;
use std::collections::BTreeMap;

/// A cell by its number, and one of its faces.
type Face = (usize, usize);

/// An edge, by its ends in ascending order.
type Edge = [Point; 2];

/// The body of cells. Lengths are in units of the mesh, and one of the polyhedra is `scale` of them.
pub(crate) fn body(cells: &[Polyhedron], scale: f64, gap: f64) -> Result<Mesh, Misfit> {
    let mut mesh = Mesh::default();
    let mut places: Vec<BTreeMap<Point, [i32; 3]>> = Vec::new();
    for cell in cells {
        let corners = cell.corners.iter().map(|(corner, _)| *corner);
        places.push(corners.zip(drawn_in(cell, scale, gap).ok_or(Misfit::Thin)?).collect());
    }
    // Only what is on the surface has a number.
    let mut numbers: BTreeMap<(usize, Point), usize> = BTreeMap::new();
    for polygon in Surface::new(cells).polygons() {
        let number = |(cell, corner): (usize, Point)| {
            *numbers.entry((cell, corner)).or_insert_with(|| mesh.add(places[cell][&corner]))
        };
        let corners: Vec<usize> = polygon.into_iter().map(number).collect();
        mesh.triangles.extend((2..corners.len()).map(|i| [corners[0], corners[i - 1], corners[i]]));
    }
    Ok(mesh)
}

/// The corners of a cell whose faces are all moved inwards; none if nothing is left of it.
fn drawn_in(cell: &Polyhedron, scale: f64, gap: f64) -> Option<Vec<[i32; 3]>> {
    let places: Vec<Vector> = cell.corners.iter().map(|(_, at)| at.map(|d| d * scale)).collect();
    let center = mean(&places);
    // For each face the way out, and how far it is from the centre.
    let planes: Vec<(Vector, f64)> = cell
        .faces
        .iter()
        .map(|face| {
            let [a, b, c] = [0, 1, 2].map(|at| places[face[at]]);
            let normal = unit(cross(minus(b, a), minus(c, a)));
            (normal, dot(normal, minus(a, center)))
        })
        .collect();
    // A hair is too thin to print.
    if planes.iter().any(|(_, far)| far - gap < 0.01 * far) {
        return None;
    }
    let corner = |number: usize| {
        let own: Vec<usize> = (0..planes.len()).filter(|&at| cell.faces[at].contains(&number)).collect();
        let normal = |at: usize| planes[at].0;
        // Three faces that meet at right angles as nearly as can be; all others go through the same point.
        let mut best = (0.0, [0; 3]);
        for (i, &a) in own.iter().enumerate() {
            for (j, &b) in own.iter().enumerate().skip(i + 1) {
                for &c in &own[j + 1..] {
                    let size = dot(normal(a), cross(normal(b), normal(c))).abs();
                    if size > best.0 + 1e-9 {
                        best = (size, [a, b, c]);
                    }
                }
            }
        }
        let [a, b, c] = best.1;
        let determinant = dot(normal(a), cross(normal(b), normal(c)));
        let parts = [(a, [b, c]), (b, [c, a]), (c, [a, b])].map(|(one, [p, q])| {
            cross(normal(p), normal(q)).map(|d| d * (planes[one].1 - gap) / determinant)
        });
        [0, 1, 2].map(|i| (center[i] + parts.iter().map(|part| part[i]).sum::<f64>()).round() as i32)
    };
    Some((0..places.len()).map(corner).collect())
}

/// The cells of a piece, and what they share.
struct Surface<'a> {
    cells: &'a [Polyhedron],
    /// For each face that two cells share: the other cell's.
    other: BTreeMap<Face, Face>,
    /// Whether all around an edge, or a corner, is filled.
    edges: BTreeMap<Edge, bool>,
    corners: BTreeMap<Point, bool>,
}

impl<'a> Surface<'a> {
    fn new(cells: &'a [Polyhedron]) -> Self {
        let mut surface =
            Self { cells, other: BTreeMap::new(), edges: BTreeMap::new(), corners: BTreeMap::new() };
        let mut owners: BTreeMap<Vec<Point>, Face> = BTreeMap::new();
        for face in surface.faces() {
            let mut key = surface.ends(face);
            key.sort_unstable();
            if let Some(&known) = owners.get(&key) {
                surface.other.insert(face, known);
                surface.other.insert(known, face);
            }
            owners.insert(key, face);
        }
        for face in surface.faces() {
            let shared = surface.other.contains_key(&face);
            for [from, to] in surface.sides(face) {
                *surface.edges.entry(edge(from, to)).or_insert(true) &= shared;
                *surface.corners.entry(from).or_insert(true) &= shared;
            }
        }
        surface
    }

    fn faces(&self) -> Vec<Face> {
        let all = self.cells.iter().enumerate();
        all.flat_map(|(number, cell)| (0..cell.faces.len()).map(move |face| (number, face))).collect()
    }

    fn ends(&self, (cell, face): Face) -> Vec<Point> {
        self.cells[cell].faces[face].iter().map(|&at| self.cells[cell].corners[at].0).collect()
    }

    fn sides(&self, face: Face) -> Vec<[Point; 2]> {
        let ends = self.ends(face);
        (0..ends.len()).map(|i| [ends[i], ends[(i + 1) % ends.len()]]).collect()
    }

    /// What the surface is made of: corners of cells, against the clock when seen from outside.
    fn polygons(&self) -> Vec<Vec<(usize, Point)>> {
        let mut found = Vec::new();
        // At the end of a filled edge: from which cell the lid goes on to which.
        let mut lids: BTreeMap<(Edge, Point), BTreeMap<usize, usize>> = BTreeMap::new();
        for face in self.faces() {
            let own = face.0;
            let Some(&(other, _)) = self.other.get(&face) else {
                found.push(self.ends(face).into_iter().map(|corner| (own, corner)).collect());
                continue;
            };
            for [from, to] in self.sides(face) {
                let edge = edge(from, to);
                if !self.edges[&edge] {
                    // Each wall is seen from both cells.
                    if own < other {
                        found.push(vec![(own, from), (own, to), (other, to), (other, from)]);
                    }
                    continue;
                }
                for (end, step) in [(from, [other, own]), (to, [own, other])] {
                    if !self.corners[&end] {
                        lids.entry((edge, end)).or_default().insert(step[0], step[1]);
                    }
                }
            }
        }
        for ((_, end), steps) in lids {
            let Some(&first) = steps.keys().next() else { continue };
            let mut lid = vec![(first, end)];
            while let Some(&next) = steps.get(&lid[lid.len() - 1].0).filter(|&&next| next != first) {
                lid.push((next, end));
            }
            found.push(lid);
        }
        found
    }
}

fn edge(from: Point, to: Point) -> Edge {
    if from < to { [from, to] } else { [to, from] }
}
