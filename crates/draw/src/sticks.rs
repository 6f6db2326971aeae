//! Pictures of pieces that are made of edges: fat lines on a thin grid.

use crate::canvas::{Canvas, text_width};
use crate::color::Rgb;
use crate::flat::{GRID, THIN};
use crate::geometry::{Tiling, Vertex};
use crate::mark::{Group, Point, lines};
use crate::scene::{Owner, Scene};
use crate::style::Style;
use crate::trace::{self, Side};
use itertools::Itertools;
use std::collections::BTreeMap;

/// Widths of lines, as parts of a cell: those of pieces, and what they have around them.
const WIDE: f64 = 0.2;
const RIM: f64 = 0.05;
/// How far a line stops short of a point that its piece has no other edge at, and where a line turns off.
const SHORT: f64 = 0.2;

/// The picture of a scene whose cells are edges.
pub(crate) fn picture(tiling: &Tiling, scene: &Scene<'_>, style: &Style) -> Canvas {
    let size = style.cell_size;
    let place = |[x, y]: Point| [x * size, y * size];
    let mut picture = Canvas::default();
    let grid = trace::lines(scene.cells.keys().map(|&cell| side(tiling, cell)));
    for &corner in grid.iter().flatten() {
        picture.cover(place(tiling.point(corner)), (WIDE / 2.0 + RIM) * size);
    }
    let grid = grid.into_iter().map(|line| line.into_iter().map(|at| place(tiling.point(at))).collect());
    picture.add(lines(grid, THIN * size, GRID));
    for (owner, cells) in scene.by_owner().into_iter().filter(|(owner, _)| owner.is_some()) {
        let sides = cells.iter().map(|&cell| side(tiling, cell)).collect_vec();
        let strokes = strokes(tiling, &sides).into_iter();
        let strokes = strokes.map(|line| line.into_iter().map(place).collect_vec()).collect_vec();
        let mut group = Group::titled(scene.name(owner));
        group.add(lines(strokes.clone(), (WIDE + 2.0 * RIM) * size, Rgb::INK));
        group.add(lines(strokes, WIDE * size, scene.fill(owner).color));
        picture.add(group);
        if style.labels {
            write_name(tiling, scene, style, owner, &sides, &mut picture);
        }
    }
    picture
}

/// The two ends of an edge.
pub(crate) fn side(tiling: &Tiling, cell: polydlx_lattice::Cell) -> Side {
    let corners = tiling.corners(cell);
    let (a, b) = (corners[0], corners[corners.len() - 1]);
    if a < b { [a, b] } else { [b, a] }
}

/// What is drawn of the edges of a piece: each from end to end, as far as the piece goes on there; and where it only turns,
/// across the corner, so that another piece may turn on the other side.
fn strokes(tiling: &Tiling, sides: &[Side]) -> Vec<Vec<Point>> {
    let mut meet: BTreeMap<Vertex, Vec<Vertex>> = BTreeMap::new();
    for &[a, b] in sides {
        meet.entry(a).or_default().push(b);
        meet.entry(b).or_default().push(a);
    }
    let between = |from: Vertex, to: Vertex, part: f64| {
        let (p, q) = (tiling.point(from), tiling.point(to));
        [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part]
    };
    let goes_through = |at: Vertex| match meet[&at][..] {
        [_] => false,
        [a, b] => a[0] + b[0] == 2 * at[0] && a[1] + b[1] == 2 * at[1],
        _ => true,
    };
    let end = |at: Vertex, from: Vertex| {
        if goes_through(at) { tiling.point(at) } else { between(at, from, SHORT) }
    };
    let straight = sides.iter().map(|&[a, b]| vec![end(a, b), end(b, a)]);
    let turns = meet.iter().filter(|(at, ends)| ends.len() == 2 && !goes_through(**at));
    let turns = turns.map(|(&at, ends)| ends.iter().map(|&end| between(at, end, SHORT)).collect());
    straight.chain(turns).collect()
}

/// Writes a name upon the middle of the edge that has the most others of its piece around it.
fn write_name(
    tiling: &Tiling,
    scene: &Scene<'_>,
    style: &Style,
    owner: Owner,
    sides: &[Side],
    picture: &mut Canvas,
) {
    let Some(name) = scene.label(owner) else { return };
    let others =
        |side: &Side| sides.iter().filter(|other| other.iter().any(|end| side.contains(end))).count();
    let Some(&[a, b]) = sides.iter().rev().max_by_key(|side| others(side)) else { return };
    let (p, q) = (tiling.point(a), tiling.point(b));
    let at = [0, 1].map(|axis| (p[axis] + q[axis]) / 2.0 * style.cell_size);
    let size = style.cell_size * (0.5 / text_width(name)).min(WIDE);
    picture.write_upon(name, at, size, scene.fill(owner));
}
