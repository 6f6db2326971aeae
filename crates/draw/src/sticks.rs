//! Pictures of pieces that are made of edges: fat lines on a thin grid.

use crate::canvas::{Canvas, text_width};
use crate::color::Rgb;
use crate::flat::{GRID, THIN};
use crate::geometry::{Tiling, Vertex};
use crate::label::Place;
use crate::mark::{Group, Point, lines};
use crate::scene::{Owner, Scene};
use crate::style::Style;
use crate::trace::{self, Side};
use itertools::Itertools;
use polydlx_lattice::Cell;
use std::collections::BTreeMap;

mod graph;

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
        group.add(lines(strokes.clone(), WIDE * size, scene.fill(owner).color));
        // There is no room for a pattern: a line in the midst says that this is not the plain colour.
        if let Some(hatch) = scene.fill(owner).hatch(size) {
            group.add(lines(strokes, WIDE / 4.0 * size, hatch.ink));
        }
        picture.add(group);
        if style.labels {
            write_name(tiling, scene, style, owner, &sides, &mut picture);
        }
    }
    picture
}

/// The two ends of an edge.
pub(crate) fn side(tiling: &Tiling, cell: Cell) -> Side {
    let corners = tiling.corners(cell);
    let (a, b) = (corners[0], corners[corners.len() - 1]);
    if a < b { [a, b] } else { [b, a] }
}

/// What is drawn of the edges of a piece: each from end to end, as far as the piece goes on there; and where it only turns,
/// across the corner, so that another piece may turn on the other side.
fn strokes(tiling: &Tiling, sides: &[Side]) -> Vec<Vec<Point>> {
    let meet = meeting(sides);
    let goes_through = |at: Vertex| match meet[&at][..] {
        [_] => false,
        [a, b] => is_straight(at, a, b),
        _ => true,
    };
    let end = |at: Vertex, from: Vertex| {
        if goes_through(at) { tiling.point(at) } else { between(tiling, at, from, SHORT) }
    };
    let straight = sides.iter().map(|&[a, b]| vec![end(a, b), end(b, a)]);
    let turns = meet.iter().filter(|(at, ends)| ends.len() == 2 && !goes_through(**at));
    let turns = turns.map(|(&at, ends)| ends.iter().map(|&end| between(tiling, at, end, SHORT)).collect());
    straight.chain(turns).collect()
}

/// For each point the other ends of the edges that meet there.
fn meeting(sides: &[Side]) -> BTreeMap<Vertex, Vec<Vertex>> {
    let mut meet: BTreeMap<Vertex, Vec<Vertex>> = BTreeMap::new();
    for &[a, b] in sides {
        meet.entry(a).or_default().push(b);
        meet.entry(b).or_default().push(a);
    }
    meet
}

/// Whether edges to two points go straight through a third.
fn is_straight(at: Vertex, a: Vertex, b: Vertex) -> bool {
    a[0] + b[0] == 2 * at[0] && a[1] + b[1] == 2 * at[1]
}

/// A point on the way from one to another.
fn between(tiling: &Tiling, from: Vertex, to: Vertex, part: f64) -> Point {
    let (p, q) = (tiling.point(from), tiling.point(to));
    [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part]
}

/// Writes a name upon a piece.
fn write_name(
    tiling: &Tiling,
    scene: &Scene<'_>,
    style: &Style,
    owner: Owner,
    sides: &[Side],
    picture: &mut Canvas,
) {
    let Some(name) = scene.label(owner) else { return };
    let Some(Place { at, size }) = place(tiling, sides, name) else { return };
    picture.write_upon(name, at.map(|d| d * style.cell_size), size * style.cell_size, scene.fill(owner));
}

/// The place for a name: the middle of the edge that has the most others of its piece around it.
fn place(tiling: &Tiling, sides: &[Side], name: &str) -> Option<Place> {
    let others =
        |side: &Side| sides.iter().filter(|other| other.iter().any(|end| side.contains(end))).count();
    let &[a, b] = sides.iter().rev().max_by_key(|side| others(side))?;
    let (p, q) = (tiling.point(a), tiling.point(b));
    let at = [0, 1].map(|axis| (p[axis] + q[axis]) / 2.0);
    Some(Place { at, size: (0.5 / text_width(name)).min(WIDE) })
}

/// The same, upon cells.
pub(crate) fn name_place(tiling: &Tiling, cells: &[Cell], name: &str) -> Option<Place> {
    place(tiling, &cells.iter().map(|&cell| side(tiling, cell)).collect_vec(), name)
}

/// The border of a piece that is cut out, if its lines are so much wider on both sides than in pictures: loops with y
/// upwards and the piece to their left, when a cell has size 1.
pub(crate) fn outline(tiling: &Tiling, cells: impl IntoIterator<Item = Cell>, wider: f64) -> Vec<Vec<Point>> {
    let sides = cells.into_iter().map(|cell| side(tiling, cell)).collect_vec();
    graph::around(&strokes(tiling, &sides), WIDE / 2.0 + wider)
}

/// The border of all that lies within a region of edges, in the same way.
pub(crate) fn opening(tiling: &Tiling, cells: impl IntoIterator<Item = Cell>, wider: f64) -> Vec<Vec<Point>> {
    let sides = cells.into_iter().map(|cell| side(tiling, cell)).collect_vec();
    let short = |at: Vertex, to: Vertex| between(tiling, at, to, SHORT);
    let mut lines = Vec::new();
    for &[a, b] in &sides {
        let ends = [tiling.point(a), short(a, b), short(b, a), tiling.point(b)];
        lines.extend(ends.iter().tuple_windows().map(|(&p, &q)| vec![p, q]));
    }
    // Where pieces may turn.
    for (&at, ends) in &meeting(&sides) {
        let turns = ends.iter().copied().array_combinations().filter(|&[a, b]| !is_straight(at, a, b));
        lines.extend(turns.map(|[a, b]| vec![short(at, a), short(at, b)]));
    }
    let mut loops = graph::around(&lines, WIDE / 2.0 + wider);
    loops.retain(|corners| {
        let sides = corners.iter().circular_tuple_windows();
        sides.map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() > 0.0
    });
    loops
}
