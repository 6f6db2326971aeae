//! Cubes: in layers, and as a solid.

use crate::canvas::{Picture, Point, filled, number, stroked, text_width, titled};
use crate::color::Rgb;
use crate::flat::{self, GRID, THICK, THIN};
use crate::geometry::SQUARES;
use crate::page;
use crate::scene::{Owner, Scene};
use crate::style::Style;
use itertools::Itertools;
use polydlx_lattice::Cell;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A layer for each x, from the lowest up; in each, y goes down and z to the right.
pub(crate) fn layers(scene: &Scene<'_>, style: &Style) -> Picture {
    let mut layers = Vec::new();
    for x in scene.cells.keys().map(|cell| cell.at[0]).sorted().dedup() {
        let layer =
            scene.part(|Cell { at: [at, y, z], down }| (at == x).then_some(Cell { at: [y, z, 0], down }));
        let mut picture = flat::picture(&SQUARES, &layer, style);
        // All layers are as large as the region, so that what lies upon each other looks it.
        for &Cell { at: [_, y, z], down } in scene.cells.keys() {
            for corner in (SQUARES.corners)(Cell { at: [y, z, 0], down }) {
                picture.cover(SQUARES.point(corner).map(|d| d * style.cell_size), THICK * style.cell_size);
            }
        }
        layers.push((picture, Some(format!("x = {x}"))));
    }
    page::layers(layers, style)
}

/// A direction of faces.
struct Direction {
    /// The step that leads out of the cube.
    out: [i32; 3],
    /// What is mixed into the colour, and how much.
    shade: (Rgb, f64),
    /// The largest size of letters, and the width that a text may have.
    room: [f64; 2],
}

/// The directions of faces that are seen; the smallest on paper first.
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
}

/// The solid, from in front and above.
///
/// Cubes are painted from the back to the front. Rays from the eye run towards greater x and y and lesser z, so to
/// paint in the opposite order of (x, y, -z) is right.
pub(crate) fn solid(scene: &Scene<'_>, style: &Style) -> Picture {
    let size = style.cell_size;
    let mut picture = Picture::default();
    let cubes = scene.cells.iter().sorted_by_key(|(cell, _)| Reverse([cell.at[0], cell.at[1], -cell.at[2]]));
    let faces = cubes.flat_map(|(&cell, &owner)| faces(scene, style, cell, owner)).collect_vec();
    for (_, faces) in &faces.iter().chunk_by(|face| face.cell) {
        let faces = faces.collect_vec();
        let mut group = titled(Some(scene.name(faces[0].owner)));
        for face in &faces {
            let area = filled([face.corners.to_vec()]);
            // With a hair of its own colour around, so that no seam shows what is behind.
            group = group.add(
                area.clone()
                    .set("fill", face.color.to_string())
                    .set("stroke", face.color.to_string())
                    .set("stroke-width", number(THIN * size / 2.0))
                    .set("stroke-linejoin", "round"),
            );
            if let Some(pattern) = scene.fill(face.owner).pattern {
                picture.define(pattern.id, pattern.element(size));
                group = group.add(area.set("fill", format!("url(#{})", pattern.id)));
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
            group = group.add(stroked(thin, THIN * size, GRID));
        }
        if !thick.is_empty() {
            group = group.add(stroked(thick, THICK * size, Rgb::INK));
        }
        picture.add(group);
    }
    if style.labels {
        write_names(scene, style, &faces, &mut picture);
    }
    picture
}

fn faces(scene: &Scene<'_>, style: &Style, cell: Cell, owner: Owner) -> Vec<Face> {
    let occupied = |by: [i32; 3]| scene.cells.get(&cell.shifted(by)).copied();
    let visible = SEEN.iter().enumerate().filter(|(_, direction)| occupied(direction.out).is_none());
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
                    None => SEEN.iter().all(|seen| seen.out != along),
                }
            });
            Face {
                cell,
                owner,
                direction,
                corners: corners.map(|corner| project(corner, style.cell_size)),
                color: scene.fill(owner).color.mixed(light, part),
                borders,
            }
        })
        .collect()
}

/// Knuth's projection, in which z goes straight up.
fn project([x, y, z]: [i32; 3], size: f64) -> Point {
    [30 * x - 42 * y, -(14 * x + 10 * y + 45 * z)].map(|d| f64::from(d) / 45.0 * size)
}

/// Writes the name of each piece upon its best face: one that nothing hides and that is large on paper.
fn write_names(scene: &Scene<'_>, style: &Style, faces: &[Face], picture: &mut Picture) {
    let mut best: BTreeMap<usize, &Face> = BTreeMap::new();
    for (number, face) in faces.iter().enumerate() {
        let hidden = faces[number + 1..].iter().any(|other| contains(&other.corners, center(face)));
        if let (Some(owner), false) = (face.owner, hidden) {
            let best = best.entry(owner).or_insert(face);
            if face.direction >= best.direction {
                *best = face;
            }
        }
    }
    for (owner, face) in best {
        let name = scene.name(Some(owner));
        let [largest, width] = SEEN[face.direction].room;
        let size = style.cell_size * (width / text_width(name)).min(largest);
        picture.write(name, center(face), size, face.color.text());
    }
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
    use crate::{Drawing, Drawn};
    use polydlx_lattice::{Lattice, Shape, Site};

    /// How many faces are drawn, and how many of their sides are borders.
    fn check(pieces: &[&[[i32; 3]]], expected: (usize, usize)) {
        let pieces = pieces.iter().map(|at| {
            let shape = at.iter().copied().map(Site::new).collect();
            Drawn { name: String::new(), color: 0, shape }
        });
        let (lattice, region) = (Lattice::Cube, Shape::default());
        let drawing = Drawing { lattice, region, pieces: pieces.collect(), title: None, caption: None };
        let style = Style::default();
        let scene = Scene::new(&drawing, &style);
        let faces =
            scene.cells.iter().flat_map(|(&cell, &owner)| faces(&scene, &style, cell, owner)).collect_vec();
        let borders = faces.iter().flat_map(|face| face.borders).filter(|&border| border).count();
        assert_eq!((faces.len(), borders), expected);
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
}
