//! Balls joined by necks.
//!
//! A ball has twelve neighbours, and its surface falls into twelve parts, each nearest to one of them: the faces of a
//! rhombic dodecahedron. In the middle of each part is a circle, which is closed by a cap, or open to a neck.

use crate::mesh::Mesh;
use crate::vector::{Vector, cross, dot, unit};
use itertools::{Itertools, iproduct};
use std::collections::BTreeMap;

/// Points along a side of a rhombus, rings between its border and the circle, rings inside the circle.
const SIDE: usize = 6;
const RINGS: usize = 2;
const CAP: usize = 2;

/// The body of balls. Places are given in units, and so is the rest; neighbours are `distance` apart.
pub(crate) fn body(middles: &[Vector], distance: f64, radius: f64, neck: f64) -> Mesh {
    let ball = Ball::new(radius, neck);
    let mut mesh = Mesh::default();
    let circles: Vec<Vec<Vec<usize>>> = middles
        .iter()
        .map(|&middle| {
            let joined = |face: &Face| middles.iter().any(|&other| is_next(middle, other, face, distance));
            ball.add(&mut mesh, middle, joined)
        })
        .collect();
    for [one, other] in (0..middles.len()).array_combinations() {
        for (number, face) in ball.faces.iter().enumerate() {
            if is_next(middles[one], middles[other], face, distance) {
                let opposite = ball.opposite(number);
                join(&mut mesh, &circles[one][number], &circles[other][opposite]);
            }
        }
    }
    mesh
}

/// Whether another ball touches one upon a face.
fn is_next(one: Vector, other: Vector, face: &Face, distance: f64) -> bool {
    (0..3).all(|i| (other[i] - one[i] - face.out[i] * distance).abs() < 0.1 * distance)
}

/// A part of the surface, around the direction of a neighbour.
struct Face {
    out: Vector,
    /// Numbers of points: the border, then rings inwards, the last of which is the circle.
    rings: Vec<Vec<usize>>,
    /// Inside the circle: rings, then the middle.
    cap: Vec<Vec<usize>>,
}

struct Ball {
    points: Vec<Vector>,
    faces: Vec<Face>,
}

impl Ball {
    fn new(radius: f64, neck: f64) -> Self {
        let mut ball = Self { points: Vec::new(), faces: Vec::new() };
        let mut borders: BTreeMap<([i32; 3], [i32; 3], usize), usize> = BTreeMap::new();
        let sine = neck / radius;
        let cosine = (1.0 - sine * sine).sqrt();
        for out in directions() {
            let u = unit(out.map(f64::from));
            let mut border = Vec::new();
            for (from, to) in rhombus(out).into_iter().circular_tuple_windows() {
                for step in 0..SIDE {
                    // The same number, whichever way the side is run.
                    let key = match (step, from < to) {
                        (0, _) => (from, from, 0),
                        (_, true) => (from, to, step),
                        (_, false) => (to, from, SIDE - step),
                    };
                    border.push(*borders.entry(key).or_insert_with(|| {
                        let (a, b, step) = key;
                        let [a, b] = [a, b].map(|corner| unit(corner.map(f64::from)));
                        ball.points.push(between(a, b, step as f64 / SIDE as f64));
                        ball.points.len() - 1
                    }));
                }
            }
            let edge: Vec<Vector> = border.iter().map(|&number| ball.points[number]).collect();
            let circle: Vec<Vector> = edge
                .iter()
                .map(|&at| {
                    let height = dot(at, u);
                    let aside = unit([0, 1, 2].map(|i| at[i] - height * u[i]));
                    [0, 1, 2].map(|i| cosine * u[i] + sine * aside[i])
                })
                .collect();
            let mut ring = |from: &[Vector], to: &dyn Fn(usize) -> Vector, part: f64| -> Vec<usize> {
                let first = ball.points.len();
                ball.points.extend(from.iter().enumerate().map(|(i, &at)| between(at, to(i), part)));
                (first..ball.points.len()).collect()
            };
            let mut rings = vec![border];
            rings.extend((1..=RINGS).map(|k| ring(&edge, &|i| circle[i], k as f64 / RINGS as f64)));
            let mut cap = (1..CAP).map(|k| ring(&circle, &|_| u, k as f64 / CAP as f64)).collect_vec();
            cap.push(ring(&[u], &|_| u, 0.0));
            ball.faces.push(Face { out: u, rings, cap });
        }
        for point in &mut ball.points {
            *point = point.map(|d| d * radius);
        }
        ball
    }

    fn opposite(&self, face: usize) -> usize {
        let out = self.faces[face].out;
        let is_opposite = |other: &Face| dot(other.out, out) < -0.9;
        self.faces.iter().position(is_opposite).expect("directions come in pairs")
    }

    /// Adds a ball to a body, and tells where its circles are.
    fn add(&self, mesh: &mut Mesh, middle: Vector, is_open: impl Fn(&Face) -> bool) -> Vec<Vec<usize>> {
        let shift = mesh.points.len();
        // Middles of open circles belong to no triangle, and so they stay away.
        let mut used = vec![true; self.points.len()];
        for face in self.faces.iter().filter(|face| is_open(face)) {
            face.cap.iter().flatten().for_each(|&number| used[number] = false);
        }
        let mut next = shift;
        let numbers = used.iter().map(|&used| {
            next += usize::from(used);
            next - 1
        });
        let numbers = numbers.collect_vec();
        let kept = self.points.iter().zip(&used).filter(|(_, used)| **used);
        mesh.points.extend(kept.map(|(at, _)| [0, 1, 2].map(|i| (at[i] + middle[i]).round() as i32)));
        let numbered =
            |ring: &Vec<usize>| -> Vec<usize> { ring.iter().map(|&number| numbers[number]).collect() };
        let mut circles = Vec::new();
        for face in &self.faces {
            let rings = face.rings.iter().map(numbered).collect_vec();
            for (outer, inner) in rings.iter().tuple_windows() {
                band(mesh, outer, inner);
            }
            let circle = rings[RINGS].clone();
            if !is_open(face) {
                let cap = face.cap.iter().map(numbered).collect_vec();
                let inwards = std::iter::once(&circle).chain(&cap[..CAP - 1]).collect_vec();
                for (outer, inner) in inwards.iter().tuple_windows() {
                    band(mesh, outer, inner);
                }
                let (last, top) = (inwards[CAP - 1], cap[CAP - 1][0]);
                let fan = last.iter().circular_tuple_windows().map(|(&a, &b)| [a, b, top]);
                mesh.triangles.extend(fan);
            }
            circles.push(circle);
        }
        circles
    }
}

/// The surface between a loop and one to its left.
fn band(mesh: &mut Mesh, outer: &[usize], inner: &[usize]) {
    for i in 0..outer.len() {
        let j = (i + 1) % outer.len();
        mesh.quad([outer[i], outer[j], inner[j], inner[i]]);
    }
}

/// The neck between two circles that face each other.
fn join(mesh: &mut Mesh, one: &[usize], other: &[usize]) {
    let n = one.len();
    let distance = |a: usize, b: usize| {
        let (a, b) = (mesh.points[a], mesh.points[b]);
        (0..3).map(|i| i64::from(a[i] - b[i]).pow(2)).sum::<i64>()
    };
    let first = (0..n).min_by_key(|&j| distance(one[0], other[j])).expect("circles have points");
    // Seen from its own ball, each runs counter-clockwise, so seen from here the other runs backwards.
    let turned = (0..n).map(|i| other[(first + n - i) % n]).collect_vec();
    band(mesh, one, &turned);
}

/// Where neighbours are, times the square root of 2.
fn directions() -> Vec<[i32; 3]> {
    let all = iproduct!(-1..=1, -1..=1, -1..=1).map(|(x, y, z)| [x, y, z]);
    all.filter(|step: &[i32; 3]| step.iter().map(|d| d * d).sum::<i32>() == 2).collect()
}

/// The corners of the face in a direction, counter-clockwise as seen from outside.
fn rhombus(out: [i32; 3]) -> [[i32; 3]; 4] {
    let axes = (0..3).filter(|&axis| out[axis] != 0).collect_vec();
    let rest = 3 - axes[0] - axes[1];
    let sharp = [0, 1].map(|i| {
        let mut corner = [0; 3];
        corner[axes[i]] = 2 * out[axes[i]];
        corner
    });
    let blunt = [1, -1].map(|side| {
        let mut corner = out;
        corner[rest] = side;
        corner
    });
    let corners = [sharp[0], blunt[0], sharp[1], blunt[1]];
    let [u, a, b] = [out, corners[0], corners[1]].map(|v| v.map(f64::from));
    if dot(u, cross(a, b)) > 0.0 { corners } else { [corners[3], corners[2], corners[1], corners[0]] }
}

fn between(a: Vector, b: Vector, part: f64) -> Vector {
    unit([0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * part))
}
