//! Solids whose cells are polyhedra: in layers, and as a whole.
//!
//! Cells fill space, and those that share a face have it square between their centres. So what is nearer to the eye is
//! told by the centres, and cells can be painted from the back to the front.

use crate::body::Polyhedron;
use crate::canvas::{Canvas, text_width};
use crate::color::{Fill, Rgb};
use crate::flat::{self, GRID, THICK, THIN};
use crate::geometry::Tessellation;
use crate::mark::{Group, Paint, Point, Rule, lines, loops};
use crate::page;
use crate::scene::{Owner, Scene};
use crate::style::Style;
use crate::tint::{self, Tint};
use itertools::Itertools;
use polydlx_lattice::{Cell, Lattice, Part, Point as LatticePoint};
use std::collections::{BTreeMap, BTreeSet};

/// A point in space, with right angles.
type Place = [f64; 3];

/// The layers as they stand in pictures made of letters, from the lowest up.
pub(crate) fn layers(scene: &Scene<'_>, style: &Style) -> Canvas {
    let tessellation = Tessellation::new(scene.lattice.layer());
    let flat = |cell: Cell| in_layer(scene.lattice, cell);
    let all: Vec<(i32, Cell)> = scene.cells.keys().filter_map(|&cell| flat(cell)).collect();
    let mut pictures = Vec::new();
    for layer in all.iter().map(|(layer, _)| *layer).sorted().dedup() {
        let part = scene.part(|cell, _| flat(cell).filter(|(at, _)| *at == layer).map(|(_, cell)| cell));
        let mut picture = flat::picture(&tessellation, &part, style);
        // All layers are as large as the region, so that what lies upon each other looks it.
        for corner in all.iter().flat_map(|(_, cell)| tessellation.corners(*cell)) {
            picture.cover(tessellation.point(corner).map(|d| d * style.cell_size), THICK * style.cell_size);
        }
        pictures.push((picture, Some(format!("layer {layer}"))));
    }
    page::layers(pictures, style)
}

/// The layers of a lattice without pictures made of letters, each as a solid: its cells with one z, from the lowest up.
pub(crate) fn slices(scene: &Scene<'_>, pose: Pose, style: &Style) -> Canvas {
    let all = solid(scene, pose, style).extent();
    let layers = scene.cells.keys().map(|cell| cell.at[2]).collect::<BTreeSet<_>>();
    let pictures = layers.into_iter().map(|layer| {
        let part = scene.part(|cell, _| (cell.at[2] == layer).then_some(cell));
        let mut picture = solid(&part, pose, style);
        // Each stands where it stands in the whole.
        for corner in all {
            picture.cover(corner, 0.0);
        }
        (picture, Some(format!("z = {layer}")))
    });
    page::layers(pictures.collect(), style)
}

/// The layer of a cell, and what stands for it there.
pub(crate) fn in_layer(lattice: Lattice, cell: Cell) -> Option<(i32, Cell)> {
    let plane = lattice.layer();
    let [layer, row, column] = lattice.letter_place(cell);
    // Hexagons stand in every other column.
    let place = [column, column + 1].into_iter().find_map(|column| plane.cell_at_letter([0, row, column]));
    Some((layer, place?))
}

/// How polyhedra are looked at.
#[derive(Clone, Copy)]
pub(crate) struct Pose {
    lattice: Lattice,
    quarters: usize,
    below: bool,
    /// How large a unit is, so that neighbours are about 1 apart.
    unit: f64,
}

impl Pose {
    pub(crate) fn new(lattice: Lattice, style: &Style) -> Self {
        let quarters = style.corner.quarters();
        let mut pose = Self { lattice, quarters, below: style.corner.is_below(), unit: 1.0 };
        let apart = lattice.cell_classes().flat_map(|cell| {
            let center = pose.center(cell);
            lattice.neighbors(cell).map(move |next| (center, next))
        });
        let far = apart.map(|(p, next)| {
            let q = pose.center(next);
            (0..3).map(|i| (p[i] - q[i]).powi(2)).sum::<f64>().sqrt()
        });
        pose.unit = 1.0 / far.fold(f64::INFINITY, f64::min).max(0.1);
        pose
    }

    /// As those who make things of cells see them.
    pub(crate) fn upright(lattice: Lattice) -> Self {
        Self { quarters: 0, below: false, ..Self::new(lattice, &Style::default()) }
    }

    /// Where a corner is, on the scale of corners.
    fn place(self, corner: LatticePoint) -> Place {
        let scale = f64::from(self.lattice.corner_scale());
        let [a, b, c, d] = corner.map(|d| f64::from(d) * self.unit / scale);
        let [x, y, z] = if self.lattice.up().is_some_and(|up| up[3] != 0) {
            // A prism: its base lies in the plane a+b+c = 0.
            [a + b / 2.0, b * 0.75_f64.sqrt(), d]
        } else {
            [a, b, c]
        };
        let turned = match self.quarters % 4 {
            0 => [x, y],
            1 => [y, -x],
            2 => [-x, -y],
            _ => [-y, x],
        };
        [turned[0], turned[1], z]
    }

    pub(crate) fn center(self, cell: Cell) -> Place {
        let corners: Vec<Place> = self.lattice.corners(cell).map(|corner| self.place(corner)).collect();
        mean(&corners)
    }

    /// Where the middle of a cell is on paper.
    pub(crate) fn middle(self, cell: Cell, size: f64) -> Point {
        self.project(self.center(cell), size)
    }

    /// Knuth's projection of cubes, in which z goes straight up; from below, x and y go down instead of up.
    fn project(self, [x, y, z]: Place, size: f64) -> Point {
        let back = if self.below { -1.0 } else { 1.0 } * (14.0 * x + 10.0 * y);
        [30.0 * x - 42.0 * y, -(back + 45.0 * z)].map(|d| d / 45.0 * size)
    }

    /// How near to the eye a place is; as a vector, the way to the eye.
    fn eye(self) -> Place {
        if self.below { [-1890.0, -1350.0, -888.0] } else { [-1890.0, -1350.0, 888.0] }
    }
}

/// A cell as a body, if it has corners in space.
pub(crate) fn polyhedron(lattice: Lattice, cell: Cell) -> Option<Polyhedron> {
    let pose = Pose::upright(lattice);
    let corners: Vec<_> = lattice.corners(cell).map(|corner| (corner, pose.place(corner))).collect();
    let center = pose.center(cell);
    let mut faces = faces_of(pose, cell);
    for face in &mut faces {
        let [a, b, c] = [0, 1, 2].map(|at| corners[face[at]].1);
        if dot(cross(minus(b, a), minus(c, a)), minus(a, center)) < 0.0 {
            face.reverse();
        }
    }
    (faces.len() >= 4).then_some(Polyhedron { corners, faces })
}

/// Whether a cell cannot be put into its place from above when another one is there: seen from above, they overlap.
pub(crate) fn is_under(lattice: Lattice, low: Cell, high: Cell) -> bool {
    let pose = Pose { lattice, quarters: 0, below: false, unit: 1.0 };
    let outline = |cell: Cell| -> Vec<Point> {
        let places = lattice.corners(cell).map(|corner| pose.place(corner));
        places.map(|[x, y, _]| [x, y]).collect()
    };
    let (one, other) = (outline(low), outline(high));
    // If two convex shapes do not overlap, a line along a side of one of them is between them.
    let parts = |side: &[Point], p: Point, q: Point| {
        let hand = |[x, y]: Point| (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
        let range = |points: &[Point]| {
            let hands = points.iter().map(|&point| hand(point));
            hands.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), d| (low.min(d), high.max(d)))
        };
        let ((a, b), (c, d)) = (range(side), range(if side == one { &other } else { &one }));
        b <= c + 1e-9 || d <= a + 1e-9
    };
    let between = |side: &[Point]| {
        (0..side.len()).array_combinations().any(|[i, j]| side[i] != side[j] && parts(side, side[i], side[j]))
    };
    pose.center(high)[2] > pose.center(low)[2] + 1e-9 && !between(&one) && !between(&other)
}

/// A face that is turned to the viewer and not covered by a neighbour.
struct Face {
    cell: Cell,
    owner: Owner,
    ends: Vec<LatticePoint>,
    corners: Vec<Point>,
    color: Rgb,
    /// What is painted upon it.
    spots: Vec<(Vec<Point>, Rgb)>,
}

/// The solid, painted from the back to the front.
pub(crate) fn solid(scene: &Scene<'_>, pose: Pose, style: &Style) -> Canvas {
    let size = style.cell_size;
    let mut picture = Canvas::default();
    let faces = all_faces(scene, pose, style);
    // The pieces on both sides of each edge that is seen.
    let mut edges: BTreeMap<[LatticePoint; 2], Vec<Owner>> = BTreeMap::new();
    for face in &faces {
        for edge in sides(&face.ends) {
            edges.entry(edge).or_default().push(face.owner);
        }
    }
    for (_, faces) in &faces.iter().chunk_by(|face| face.cell) {
        let faces = faces.collect_vec();
        let mut group = Group::titled(scene.name(faces[0].owner));
        let (mut thick, mut thin) = (Vec::new(), Vec::new());
        for face in faces {
            let area = loops([face.corners.clone()], Rule::Around);
            // With a hair of its own colour around, so that no seam shows what is behind.
            group.add(area.clone().filled(face.color.into()).stroked(THIN * size / 2.0, face.color));
            if let Some(hatch) = scene.fill(face.owner).hatch(size) {
                group.add(area.filled(Paint::Hatch(hatch)));
            }
            for (area, color) in &face.spots {
                group.add(loops([area.clone()], Rule::Around).filled((*color).into()));
            }
            for (edge, (&from, &to)) in sides(&face.ends).zip(face.corners.iter().circular_tuple_windows()) {
                picture.cover(from, THICK * size / 2.0);
                let inside = edges[&edge].len() == 2 && edges[&edge].iter().all_equal();
                if inside { &mut thin } else { &mut thick }.push(vec![from, to]);
            }
        }
        if style.grid && !thin.is_empty() {
            group.add(lines(thin, THIN * size, GRID));
        }
        if !thick.is_empty() {
            group.add(lines(thick, THICK * size, Rgb::INK));
        }
        picture.add(group);
    }
    if style.labels {
        write_names(scene, style, &faces, &mut picture);
    }
    picture
}

/// The faces that are turned to the viewer, from the back to the front.
fn all_faces(scene: &Scene<'_>, pose: Pose, style: &Style) -> Vec<Face> {
    let lattice = scene.lattice;
    let shapes: Vec<Vec<Vec<usize>>> = lattice.cell_classes().map(|cell| faces_of(pose, cell)).collect();
    let ends = |cell: Cell, face: &[usize]| -> Vec<LatticePoint> {
        let corners: Vec<LatticePoint> = lattice.corners(cell).collect();
        face.iter().map(|&at| corners[at]).collect()
    };
    let mut number: BTreeMap<Vec<LatticePoint>, usize> = BTreeMap::new();
    for &cell in scene.cells.keys() {
        for face in &shapes[usize::from(cell.class)] {
            *number.entry(ends(cell, face).into_iter().sorted().collect()).or_default() += 1;
        }
    }
    let depth = |cell: Cell| (dot(pose.center(cell), pose.eye()) * 1000.0).round() as i64;
    let mut found = Vec::new();
    for (&cell, &owner) in scene.cells.iter().sorted_by_key(|(cell, _)| (depth(**cell), **cell)) {
        for face in &shapes[usize::from(cell.class)] {
            let ends = ends(cell, face);
            let places: Vec<Place> = ends.iter().map(|&end| pose.place(end)).collect();
            let normal = outward(&places, pose.center(cell));
            let is_bare = number[&ends.iter().copied().sorted().collect_vec()] == 1;
            if dot(normal, pose.eye()) <= 1e-9 || !is_bare {
                continue;
            }
            // Light comes from above and from the left.
            let light = normal[2] * 0.5 - normal[0] * 0.2 + normal[1] * 0.1;
            let lit = |color: Rgb| match light > 0.0 {
                true => color.mixed(Rgb::WHITE, 0.4 * light),
                false => color.mixed(Rgb::BLACK, -0.6 * light),
            };
            let corners: Vec<Point> =
                places.iter().map(|&place| pose.project(place, style.cell_size)).collect();
            let spot = |tint: &Tint| {
                let by = [0, 1, 2].map(|axis| cell.at[axis] - tint.cell.at[axis]);
                let area = if tint.part == Part::Corner {
                    let at = lattice.corners(cell).nth(tint.number)?;
                    tint::kite(&corners, ends.iter().position(|&end| end == at)?)
                } else {
                    let next: Vec<LatticePoint> =
                        lattice.corners(tint.beyond(lattice)?.shifted(by)).collect();
                    ends.iter().all(|end| next.contains(end)).then(|| tint::shrunk(&corners, tint::SPOT))?
                };
                Some((area, lit(scene.hue(style, owner, tint.color))))
            };
            let spots = scene.tints.get(&cell).into_iter().flatten().filter_map(spot).collect();
            found.push(Face { cell, owner, corners, color: lit(scene.fill(owner).color), spots, ends });
        }
    }
    found
}

/// The faces of a convex cell, as numbers of its corners in the order in which they go around.
fn faces_of(pose: Pose, cell: Cell) -> Vec<Vec<usize>> {
    let places: Vec<Place> = pose.lattice.corners(cell).map(|corner| pose.place(corner)).collect();
    let center = mean(&places);
    let mut found: BTreeSet<Vec<usize>> = BTreeSet::new();
    for [i, j, k] in (0..places.len()).array_combinations() {
        let normal = outward(&[places[i], places[j], places[k]], center);
        if dot(normal, normal) < 1e-9 {
            continue;
        }
        let height = |at: usize| dot(minus(places[at], places[i]), normal);
        if (0..places.len()).all(|at| height(at) < 1e-6) {
            let face = (0..places.len()).filter(|&at| height(at).abs() < 1e-6).collect();
            found.insert(face);
        }
    }
    found.into_iter().map(|face| around(&places, face)).collect()
}

/// The corners of a face in the order in which they go around its middle.
fn around(places: &[Place], mut face: Vec<usize>) -> Vec<usize> {
    let all: Vec<Place> = face.iter().map(|&at| places[at]).collect();
    let center = mean(&all);
    let u = minus(all[0], center);
    let normal = cross(u, minus(all[1], center));
    let normal = if dot(normal, normal) < 1e-9 { cross(u, minus(all[2], center)) } else { normal };
    let v = cross(normal, u);
    let scale = dot(v, v).sqrt().max(1e-9) / dot(u, u).sqrt().max(1e-9);
    let angle = |at: usize| {
        let way = minus(places[at], center);
        ((dot(way, v) / scale).atan2(dot(way, u)) * 1e6).round() as i64
    };
    face.sort_by_key(|&at| angle(at));
    face
}

/// The normal of three or more places, away from a centre, with length 1.
fn outward(places: &[Place], center: Place) -> Place {
    let normal = cross(minus(places[1], places[0]), minus(places[2], places[0]));
    let length = dot(normal, normal).sqrt();
    if length < 1e-9 {
        return [0.0; 3];
    }
    let sign = if dot(normal, minus(places[0], center)) < 0.0 { -1.0 } else { 1.0 };
    normal.map(|d| sign * d / length)
}

fn sides(ends: &[LatticePoint]) -> impl Iterator<Item = [LatticePoint; 2]> {
    ends.iter().circular_tuple_windows().map(|(&p, &q)| if p < q { [p, q] } else { [q, p] })
}

/// Writes the name of each piece upon its best face: the largest on paper that nothing hides.
fn write_names(scene: &Scene<'_>, style: &Style, faces: &[Face], picture: &mut Canvas) {
    let mut best: BTreeMap<usize, (i64, &Face)> = BTreeMap::new();
    for (number, face) in faces.iter().enumerate() {
        let at = middle(&face.corners);
        let hidden = || faces[number + 1..].iter().any(|nearer| contains(&nearer.corners, at));
        let Some(owner) = face.owner.filter(|_| scene.label(face.owner).is_some()) else { continue };
        let size = (room(&face.corners) * 1000.0).round() as i64;
        if best.get(&owner).is_none_or(|(best, _)| size >= *best) && !hidden() {
            best.insert(owner, (size, face));
        }
    }
    for (owner, (_, face)) in best {
        let Some(name) = scene.label(Some(owner)) else { continue };
        let width = 1.5 * room(&face.corners);
        let size = (width / text_width(name)).min(0.42 * style.cell_size);
        picture.write_upon(
            name,
            middle(&face.corners),
            size,
            Fill { color: face.color, ..scene.fill(face.owner) },
        );
    }
}

/// The radius of the circle around the middle of a polygon that fits into it.
fn room(corners: &[Point]) -> f64 {
    let [x, y] = middle(corners);
    let far = corners.iter().circular_tuple_windows().map(|(a, b)| {
        let along = [b[0] - a[0], b[1] - a[1]];
        (along[0] * (y - a[1]) - along[1] * (x - a[0])).abs() / along[0].hypot(along[1]).max(1e-9)
    });
    far.fold(f64::INFINITY, f64::min)
}

fn middle(corners: &[Point]) -> Point {
    let n = corners.len() as f64;
    corners.iter().fold([0.0; 2], |[x, y], [dx, dy]| [x + dx / n, y + dy / n])
}

/// Whether a point lies inside a convex polygon.
fn contains(corners: &[Point], [x, y]: Point) -> bool {
    let sides = corners.iter().circular_tuple_windows();
    let hands = sides.map(|(a, b)| (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]));
    hands.map(|hand| hand > 0.0).all_equal()
}

fn mean(places: &[Place]) -> Place {
    let n = places.len().max(1) as f64;
    places.iter().fold([0.0; 3], |sum, place| [0, 1, 2].map(|i| sum[i] + place[i] / n))
}

fn minus(a: Place, b: Place) -> Place {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Place, b: Place) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Place, b: Place) -> Place {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
