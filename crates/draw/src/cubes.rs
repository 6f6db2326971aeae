//! Cubes: in layers, and as a solid.

use crate::canvas::{Canvas, text_width};
use crate::color::{Fill, Rgb};
use crate::flat::{self, GRID, THICK, THIN};
use crate::geometry::{Tessellation, Vertex};
use crate::mark::{Group, Paint, Point, Rule, lines, loops};
use crate::page;
use crate::scene::{Owner, Scene};
use crate::style::Style;
use crate::tint::{self, Tint};
use crate::trace::{self, Pinch};
use crate::view::ENOUGH;
use itertools::Itertools;
use polydlx_lattice::{Cell, Lattice, Motion, Part};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A layer for each x, from the lowest up; in each, y goes down and z to the right.
pub(crate) fn layers(scene: &Scene<'_>, style: &Style) -> Canvas {
    let squares = Tessellation::new(scene.lattice.layer());
    let mut layers = Vec::new();
    for x in scene.cells.keys().map(|cell| cell.at[0]).sorted().dedup() {
        let layer = scene
            .part(|Cell { at: [at, y, z], class }, _| (at == x).then_some(Cell { at: [y, z, 0], class }));
        let mut picture = flat::picture(&squares, &layer, style);
        // All layers are as large as the region, so that what lies upon each other looks it.
        for &Cell { at: [_, y, z], class } in scene.cells.keys() {
            for corner in squares.corners(Cell { at: [y, z, 0], class }) {
                picture.cover(squares.point(corner).map(|d| d * style.cell_size), THICK * style.cell_size);
            }
        }
        layers.push((picture, Some(format!("x = {x}"))));
    }
    page::layers(layers, style)
}

/// How cubes are looked at.
#[derive(Clone, Copy)]
pub(crate) struct Pose {
    /// What is done to the solid, so that the wanted direction is up and the wanted corner in front.
    turn: Motion,
    /// Whether it is seen from below.
    below: bool,
}

impl Pose {
    pub(crate) fn new(style: &Style, up: [i32; 3]) -> Self {
        let turns = Lattice::CUBE.rotation_group();
        let find = |wanted: &dyn Fn(Motion) -> bool| turns.iter().copied().find(|&turn| wanted(turn));
        let upright = find(&|turn| turn.turn(up) == [0, 0, 1]).expect("cubes can be turned to every side");
        let quarter = find(&|turn| turn.turn([0, 0, 1]) == [0, 0, 1] && turn.turn([1, 0, 0]) == [0, -1, 0]);
        let quarter = quarter.expect("cubes can be turned by a quarter");
        let turn = (0..style.corner.quarters()).fold(upright, |turn, _| quarter.after(turn));
        Self { turn, below: style.corner.is_below() }
    }

    /// The directions of faces that are seen; the smallest on paper first.
    fn seen(self) -> [Direction; 3] {
        let [upper, left, right] = SEEN;
        let lower = Direction { out: [0, 0, -1], shade: (Rgb::BLACK, 0.42), ..upper };
        [if self.below { lower } else { upper }, left, right]
    }

    /// Cubes in the opposite of this order are painted from the back to the front.
    ///
    /// Rays from the eye run towards greater x and y and lesser z (from below, greater z).
    fn distance(self, [x, y, z]: [i32; 3]) -> [i32; 3] {
        [x, y, if self.below { z } else { -z }]
    }

    /// Where a corner with a colour is, from the middle of its cube.
    fn toward(self, tint: &Tint) -> Option<[i32; 3]> {
        let corner = Lattice::CUBE.corners(tint.cell).nth(tint.number)?;
        let middle = Lattice::CUBE.point(tint.cell).map(|d| d * Lattice::CUBE.corner_scale());
        Some(self.turn.turn([0, 1, 2].map(|axis| (corner[axis] - middle[axis]).signum())))
    }

    /// Where the middle of a cube is on paper.
    pub(crate) fn middle(self, cell: Cell, size: f64) -> Point {
        self.project(self.turn.turn(cell.at).map(|d| 2 * d + 1), size / 2.0)
    }

    /// Knuth's projection, in which z goes straight up; from below, x and y go down instead of up.
    fn project(self, [x, y, z]: [i32; 3], size: f64) -> Point {
        let back = if self.below { -1 } else { 1 } * (14 * x + 10 * y);
        [30 * x - 42 * y, -(back + 45 * z)].map(|d| f64::from(d) / 45.0 * size)
    }
}

/// A direction of faces.
#[derive(Clone, Copy)]
struct Direction {
    /// The step that leads out of the cube.
    out: [i32; 3],
    /// What is mixed into the colour, and how much.
    shade: (Rgb, f64),
    /// The largest size of letters, and the width that a text may have.
    room: [f64; 2],
}

/// The directions of faces that are seen from above.
const SEEN: [Direction; 3] = [
    Direction { out: [0, 0, 1], shade: (Rgb::WHITE, 0.16), room: [0.3, 0.5] },
    Direction { out: [0, -1, 0], shade: (Rgb::BLACK, 0.26), room: [0.42, 0.55] },
    Direction { out: [-1, 0, 0], shade: (Rgb::BLACK, 0.08), room: [0.42, 0.75] },
];

/// A face that is turned to the viewer and not covered by a neighbour.
struct Face {
    cell: Cell,
    owner: Owner,
    /// The number of its direction.
    direction: usize,
    corners: [Point; 4],
    color: Rgb,
    /// Which of its sides are at the end of the piece, or of what can be seen of it.
    borders: [bool; 4],
    /// What is painted upon it.
    spots: Vec<(Vec<Point>, Rgb)>,
}

/// The solid, painted from the back to the front.
pub(crate) fn solid(scene: &Scene<'_>, pose: Pose, style: &Style) -> Canvas {
    let size = style.cell_size;
    let mut picture = Canvas::default();
    let faces = all_faces(scene, pose, style);
    for (_, faces) in &faces.iter().chunk_by(|face| face.cell) {
        let faces = faces.collect_vec();
        let mut group = Group::titled(scene.name(faces[0].owner));
        for face in &faces {
            let area = loops([face.corners.to_vec()], Rule::Around);
            // With a hair of its own colour around, so that no seam shows what is behind.
            group.add(area.clone().filled(face.color.into()).stroked(THIN * size / 2.0, face.color));
            if let Some(hatch) = scene.fill(face.owner).hatch(size) {
                group.add(area.filled(Paint::Hatch(hatch)));
            }
            for (area, color) in &face.spots {
                group.add(loops([area.clone()], Rule::Around).filled((*color).into()));
            }
        }
        let (mut thick, mut thin) = (Vec::new(), Vec::new());
        for face in faces {
            for (border, (&from, &to)) in
                face.borders.iter().zip(face.corners.iter().circular_tuple_windows())
            {
                picture.cover(from, THICK * size / 2.0);
                if *border { &mut thick } else { &mut thin }.push(vec![from, to]);
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
        write_names(scene, pose, style, &faces, &mut picture);
    }
    picture
}

/// Where the solid stands, in thin lines; from below it would be in the way.
pub(crate) fn floor(scene: &Scene<'_>, pose: Pose, style: &Style) -> Canvas {
    let size = style.cell_size;
    let mut picture = Canvas::default();
    let cells = scene.cells.keys().map(|cell| pose.turn.turn(cell.at)).collect_vec();
    let Some(low) = cells.iter().map(|at| at[2]).min().filter(|_| !pose.below) else { return picture };
    let ground: BTreeSet<Cell> = cells.iter().map(|&[x, y, _]| Cell { at: [x, y, 0], class: 0 }).collect();
    let ground = trace::outline(&Tessellation::new(scene.lattice.layer()), ground, Pinch::Parted);
    let closed = |corners: Vec<Vertex>| {
        let around = corners.iter().chain(corners.first());
        around.map(|&[x, y]| pose.project([x, y, low], size)).collect_vec()
    };
    picture.add(lines(ground.into_iter().map(closed), THIN * size, GRID));
    picture
}

/// How much is seen of the cube that shows least, in hundredths of a face, and how much of all.
pub(crate) fn shown(scene: &Scene<'_>, pose: Pose, style: &Style) -> (usize, usize) {
    let faces = all_faces(scene, pose, style);
    let mut seen: BTreeMap<Cell, usize> =
        scene.cells.keys().map(|cell| (Cell { at: pose.turn.turn(cell.at), ..*cell }, 0)).collect();
    for (number, face) in faces.iter().enumerate() {
        let hidden = |at: &Point| faces[number + 1..].iter().any(|nearer| contains(&nearer.corners, *at));
        let clear = probes(face).iter().filter(|at| !hidden(at)).count();
        *seen.entry(face.cell).or_default() += ENOUGH / probes(face).len() * clear;
    }
    (seen.values().copied().min().unwrap_or(0), seen.values().sum())
}

/// The faces that are turned to the viewer, from the back to the front.
fn all_faces(scene: &Scene<'_>, pose: Pose, style: &Style) -> Vec<Face> {
    let scene = &scene.part(|cell, _| Some(Cell { at: pose.turn.turn(cell.at), ..cell }));
    let cubes = scene.cells.iter().sorted_by_key(|(cell, _)| Reverse(pose.distance(cell.at)));
    cubes.flat_map(|(&cell, &owner)| faces(scene, pose, style, cell, owner)).collect()
}

fn faces(scene: &Scene<'_>, pose: Pose, style: &Style, cell: Cell, owner: Owner) -> Vec<Face> {
    let occupied = |by: [i32; 3]| scene.cells.get(&cell.shifted(by)).copied();
    let seen = pose.seen();
    let visible = seen.iter().enumerate().filter(|(_, direction)| occupied(direction.out).is_none());
    visible
        .map(|(direction, &Direction { out, shade: (light, part), .. })| {
            let axis = out.iter().position(|&d| d != 0).expect("a direction");
            let [u, v] = [(axis + 1) % 3, (axis + 2) % 3].map(unit);
            let base = plus(cell.at, out.map(|d| d.max(0)));
            let corners = [base, plus(base, u), plus(plus(base, u), v), plus(base, v)];
            let borders = [v.map(|d| -d), u, v, u.map(|d| -d)].map(|along| {
                // What is seen beyond a side: a face that rises there, the next face of a plane, another face of the
                // same cube, or none.
                match occupied(plus(along, out)).or_else(|| occupied(along)) {
                    Some(other) => other != owner,
                    None => seen.iter().all(|seen| seen.out != along),
                }
            });
            let on_paper = corners.map(|corner| pose.project(corner, style.cell_size));
            let spot = |tint: &Tint| {
                let area = if tint.part == Part::Corner {
                    let at = plus(cell.at, pose.toward(tint)?.map(|d| d.max(0)));
                    tint::kite(&on_paper, corners.iter().position(|&corner| corner == at)?)
                } else {
                    let step = pose.turn.turn(tint.step(scene.lattice)?);
                    (step == out).then(|| tint::shrunk(&on_paper, tint::SPOT))?
                };
                Some((area, scene.hue(style, owner, tint.color).mixed(light, part)))
            };
            Face {
                cell,
                owner,
                direction,
                corners: on_paper,
                color: scene.fill(owner).color.mixed(light, part),
                borders,
                spots: scene.tints.get(&cell).into_iter().flatten().filter_map(spot).collect(),
            }
        })
        .collect()
}

/// Writes the name of each piece upon its best face: one that nothing hides and that is large on paper.
fn write_names(scene: &Scene<'_>, pose: Pose, style: &Style, faces: &[Face], picture: &mut Canvas) {
    let mut best: BTreeMap<usize, &Face> = BTreeMap::new();
    for (number, face) in faces.iter().enumerate() {
        let nearer = &faces[number + 1..];
        let hidden =
            || probes(face).iter().any(|&at| nearer.iter().any(|other| contains(&other.corners, at)));
        let Some(owner) = face.owner.filter(|_| scene.label(face.owner).is_some()) else { continue };
        // Upon colours names are hard to read.
        if !face.spots.is_empty() {
            continue;
        }
        if best.get(&owner).is_none_or(|best| face.direction >= best.direction) && !hidden() {
            best.insert(owner, face);
        }
    }
    for (owner, face) in best {
        let Some(name) = scene.label(Some(owner)) else { continue };
        let [largest, width] = pose.seen()[face.direction].room;
        let size = style.cell_size * (width / text_width(name)).min(largest);
        picture.write_upon(name, center(face), size, Fill { color: face.color, ..scene.fill(face.owner) });
    }
}

/// The centre of a face, and what is halfway to its corners.
fn probes(face: &Face) -> [Point; 5] {
    let [x, y] = center(face);
    let [a, b, c, d] = face.corners.map(|[u, v]| [(x + u) / 2.0, (y + v) / 2.0]);
    [[x, y], a, b, c, d]
}

fn center(face: &Face) -> Point {
    let [[a, b], _, [c, d], _] = face.corners;
    [(a + c) / 2.0, (b + d) / 2.0]
}

/// Whether a point lies inside a convex polygon.
fn contains(corners: &[Point; 4], [x, y]: Point) -> bool {
    let sides = corners.iter().circular_tuple_windows();
    let hands = sides.map(|(a, b)| (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]));
    hands.map(|hand| hand > 0.0).all_equal()
}

fn unit(axis: usize) -> [i32; 3] {
    let mut unit = [0; 3];
    unit[axis] = 1;
    unit
}

fn plus(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Corner, Drawing, Drawn};
    use polydlx_lattice::{Shape, Site};

    /// How many faces are drawn, and how many of their sides are borders.
    fn check(pieces: &[&[[i32; 3]]], expected: (usize, usize)) {
        let pieces = pieces.iter().map(|at| {
            let shape = at.iter().copied().map(Site::new).collect();
            Drawn { name: String::new(), color: 0, shape }
        });
        let (lattice, region) = (Lattice::CUBE, Shape::default());
        let drawing = Drawing {
            lattice,
            region,
            pieces: pieces.collect(),
            title: None,
            caption: None,
            labels: Vec::new(),
            tints: Vec::new(),
        };
        let style = Style::default();
        let scene = Scene::new(&drawing, &style);
        let pose = Pose::new(&style, [0, 0, 1]);
        let faces = scene.cells.iter().flat_map(|(&cell, &owner)| faces(&scene, pose, &style, cell, owner));
        let faces = faces.collect_vec();
        let borders = faces.iter().flat_map(|face| face.borders).filter(|&border| border).count();
        assert_eq!((faces.len(), borders), expected);
    }

    /// Faces have the colours that look to the reader, however the cube is turned; corners show on each face that has them.
    #[test]
    fn faces_have_their_colors() {
        let lattice = Lattice::CUBE;
        let cell = Cell::default();
        for (part, spots) in [(Part::Side, 1), (Part::Face, 1), (Part::Corner, 4)] {
            let sites = (1..).zip(lattice.parts(part, cell));
            let sites = sites.map(|(color, place)| Site { suffix: part.suffix(), color, ..place.site() });
            let shape: Shape = sites.chain([cell.site()]).collect();
            let drawing = Drawing::of_piece(lattice, shape);
            let hues = (1..=8).map(|color| (color, Rgb(u32::from(color) << 20))).collect();
            let style = Style { hues, ..Style::default() };
            let scene = Scene::new(&drawing, &style);
            for up in [[0, 0, 1], [0, -1, 0], [1, 0, 0]] {
                let pose = Pose::new(&style, up);
                let faces = all_faces(&scene, pose, &style);
                assert!(faces.iter().all(|face| face.spots.len() == spots), "{part:?}");
                if part == Part::Corner {
                    continue;
                }
                let top = faces.iter().find(|face| face.direction == 0).unwrap();
                let beyond = lattice.neighbors(cell).position(|next| next.at == up).unwrap() as u32 + 1;
                let (light, much) = SEEN[0].shade;
                assert_eq!(top.spots[0].1, Rgb(beyond << 20).mixed(light, much), "{part:?} {up:?}");
            }
        }
    }

    #[test]
    fn only_faces_that_can_be_seen_are_drawn() {
        // A cube shows three faces and has a hexagon around it.
        check(&[&[[0, 0, 0]]], (3, 6));
        // A bar has two more faces, and a hexagon around it.
        check(&[&[[0, 0, 0], [0, 0, 1]]], (5, 8));
        // In two pieces, both sides of the two sides between them are borders.
        check(&[&[[0, 0, 0]], &[[0, 0, 1]]], (5, 12));
        let block = itertools::iproduct!(0..2, 0..2, 0..2).map(|(x, y, z)| [x, y, z]).collect_vec();
        check(&[&block], (12, 12));
        // In the angle of an L one cube stands upon the other, and there is no border.
        check(&[&[[0, 0, 0], [1, 0, 0], [1, 0, 1]]], (7, 10));
    }

    #[test]
    fn every_corner_comes_to_the_front() {
        for corner in Corner::ALL {
            let pose = Pose::new(&Style { corner, ..Style::default() }, [0, 0, 1]);
            let bits = corner.name().chars().map(|letter| if letter.is_uppercase() { 1 } else { -1 });
            let [x, y, z] = pose.turn.turn(bits.collect_array().unwrap());
            assert_eq!((x, y, z == -1), (-1, -1, pose.below), "{corner:?}");
        }
        for up in crate::assembly::directions(Lattice::CUBE) {
            assert_eq!(Pose::new(&Style::default(), up).turn.turn(up), [0, 0, 1]);
        }
        assert_eq!(Pose::new(&Style::default(), [0, 0, 1]).turn, Motion::IDENTITY);
    }
}
