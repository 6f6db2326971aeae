//! Pictures of pieces that are made of edges: fat lines on a thin grid.

use crate::canvas::{Canvas, text_width};
use crate::color::Rgb;
use crate::flat::{GRID, THIN};
use crate::geometry::{Tessellation, Vertex};
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

/// How far from a point lines stop short or turn off, as parts of an edge.
struct Reach {
    /// Where a line turns off to the next one of its piece.
    turn: f64,
    /// Where a line ends, if its piece has no other edge at the point.
    end: f64,
}

/// For angles of 90° and more: turns and ends keep clear of each other and of what goes straight on.
const WIDE_ANGLES: Reach = Reach { turn: 0.2, end: 0.2 };
/// For angles of 60° and more: turns are 0.3 apart and 0.26 from what goes straight on, and one that passes the end of an
/// edge comes no nearer to the point than 0.15.
const NARROW_ANGLES: Reach = Reach { turn: 0.3, end: 0.4 };

impl Reach {
    fn of(tessellation: &Tessellation) -> Self {
        if tessellation.least_angle() < 0.01 { WIDE_ANGLES } else { NARROW_ANGLES }
    }
}

/// Whether pieces that do not cross have room beside each other where their edges meet.
pub(crate) fn have_room(tessellation: &Tessellation) -> bool {
    !tessellation.has_edges() || tessellation.least_angle() < 0.51
}

/// The picture of a scene whose cells are edges.
pub(crate) fn picture(tessellation: &Tessellation, scene: &Scene<'_>, style: &Style) -> Canvas {
    let size = style.cell_size;
    let place = |[x, y]: Point| [x * size, y * size];
    let mut picture = Canvas::default();
    let grid = trace::lines(scene.cells.keys().map(|&cell| side(tessellation, cell)));
    for &corner in grid.iter().flatten() {
        picture.cover(place(tessellation.point(corner)), (WIDE / 2.0 + RIM) * size);
    }
    let grid =
        grid.into_iter().map(|line| line.into_iter().map(|at| place(tessellation.point(at))).collect());
    picture.add(lines(grid, THIN * size, GRID));
    for (owner, cells) in scene.by_owner().into_iter().filter(|(owner, _)| owner.is_some()) {
        let sides = cells.iter().map(|&cell| side(tessellation, cell)).collect_vec();
        let strokes = strokes(tessellation, &sides).into_iter();
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
            write_name(tessellation, scene, style, owner, &sides, &mut picture);
        }
    }
    picture
}

/// The two ends of an edge.
pub(crate) fn side(tessellation: &Tessellation, cell: Cell) -> Side {
    let corners = tessellation.corners(cell);
    let (a, b) = (corners[0], corners[corners.len() - 1]);
    if a < b { [a, b] } else { [b, a] }
}

/// What is drawn of the edges of a piece: each from end to end, as far as the piece goes on there; and where all of them are
/// on one side of a point, from each to the next across the corner, so that another piece may turn on the other side.
///
/// Pieces that do not cross at a point have directions there such that the hulls of those of each piece are apart, and so
/// are these lines.
fn strokes(tessellation: &Tessellation, sides: &[Side]) -> Vec<Vec<Point>> {
    let reach = Reach::of(tessellation);
    let meet: BTreeMap<Vertex, Meeting> =
        meeting(sides).into_iter().map(|(at, ends)| (at, Meeting::new(at, ends))).collect();
    let end = |at: Vertex, from: Vertex| match &meet[&at] {
        Meeting::End => between(tessellation, at, from, reach.end),
        Meeting::Turn(_) => between(tessellation, at, from, reach.turn),
        Meeting::Through => tessellation.point(at),
    };
    let straight = sides.iter().map(|&[a, b]| vec![end(a, b), end(b, a)]);
    let turns = meet.iter().flat_map(|(&at, meeting)| match meeting {
        Meeting::Turn(ends) => {
            ends.iter().tuple_windows().map(|(&a, &b)| [a, b].map(|to| (at, to))).collect_vec()
        }
        Meeting::End | Meeting::Through => Vec::new(),
    });
    let turns = turns.map(|ways| ways.map(|(at, to)| between(tessellation, at, to, reach.turn)).to_vec());
    straight.chain(turns).collect()
}

/// How the edges of a piece meet in a point.
enum Meeting {
    /// There is only one.
    End,
    /// All go to one side; these are their other ends, in the order of their directions.
    Turn(Vec<Vertex>),
    /// They go to all sides, or straight through.
    Through,
}

impl Meeting {
    fn new(at: Vertex, mut ends: Vec<Vertex>) -> Self {
        if ends.len() == 1 {
            return Self::End;
        }
        // The gap of more than half a turn, if there is one, is the way from the last to the first.
        match ends.iter().circular_tuple_windows().position(|(&a, &b)| turn(at, a, b) < 0) {
            Some(gap) => {
                let first = (gap + 1) % ends.len();
                ends.rotate_left(first);
                Self::Turn(ends)
            }
            None => Self::Through,
        }
    }
}

/// For each point the other ends of the edges that meet there, in the order of their directions.
fn meeting(sides: &[Side]) -> BTreeMap<Vertex, Vec<Vertex>> {
    let mut meet: BTreeMap<Vertex, Vec<Vertex>> = BTreeMap::new();
    for &[a, b] in sides {
        meet.entry(a).or_default().push(b);
        meet.entry(b).or_default().push(a);
    }
    for (&at, ends) in &mut meet {
        let is_later_half = |to: &Vertex| [to[1] - at[1], to[0] - at[0]] < [0, 0];
        ends.sort_by(|a, b| is_later_half(a).cmp(&is_later_half(b)).then(turn(at, *b, *a).cmp(&0)));
    }
    meet
}

/// Positive if the way from a point to a second one is less than half a turn after that to a first one, negative if it is
/// more, 0 if it is straight on.
fn turn(at: Vertex, a: Vertex, b: Vertex) -> i32 {
    (a[0] - at[0]) * (b[1] - at[1]) - (a[1] - at[1]) * (b[0] - at[0])
}

/// A point on the way from one to another.
fn between(tessellation: &Tessellation, from: Vertex, to: Vertex, part: f64) -> Point {
    let (p, q) = (tessellation.point(from), tessellation.point(to));
    [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part]
}

/// Writes a name upon a piece.
fn write_name(
    tessellation: &Tessellation,
    scene: &Scene<'_>,
    style: &Style,
    owner: Owner,
    sides: &[Side],
    picture: &mut Canvas,
) {
    let Some(name) = scene.label(owner) else { return };
    let Some(Place { at, size }) = place(tessellation, sides, name) else { return };
    picture.write_upon(name, at.map(|d| d * style.cell_size), size * style.cell_size, scene.fill(owner));
}

/// The place for a name: the middle of the edge that has the most others of its piece around it.
fn place(tessellation: &Tessellation, sides: &[Side], name: &str) -> Option<Place> {
    let others =
        |side: &Side| sides.iter().filter(|other| other.iter().any(|end| side.contains(end))).count();
    let &[a, b] = sides.iter().rev().max_by_key(|side| others(side))?;
    let (p, q) = (tessellation.point(a), tessellation.point(b));
    let at = [0, 1].map(|axis| (p[axis] + q[axis]) / 2.0);
    Some(Place { at, size: (0.5 / text_width(name)).min(WIDE) })
}

/// The same, upon cells that are cut out: what is written stays within their lines, so it is small where none is level.
pub(crate) fn name_place(tessellation: &Tessellation, cells: &[Cell], name: &str) -> Option<Place> {
    let is_level = |&[a, b]: &Side| (tessellation.point(a)[1] - tessellation.point(b)[1]).abs() < 1e-9;
    let (level, others): (Vec<Side>, Vec<Side>) =
        cells.iter().map(|&cell| side(tessellation, cell)).partition(is_level);
    let (sides, width) = if level.is_empty() { (others, 0.8 * WIDE) } else { (level, 0.3) };
    let Place { at, size } = place(tessellation, &sides, name)?;
    Some(Place { at, size: size.min(width / text_width(name)) })
}

/// The border of a piece that is cut out, if its lines are so much wider on both sides than in pictures: loops with y
/// upwards and the piece to their left, when a cell has size 1.
pub(crate) fn outline(
    tessellation: &Tessellation,
    cells: impl IntoIterator<Item = Cell>,
    wider: f64,
) -> Vec<Vec<Point>> {
    let sides = cells.into_iter().map(|cell| side(tessellation, cell)).collect_vec();
    graph::around(&strokes(tessellation, &sides), WIDE / 2.0 + wider)
}

/// The border of all that lies within a region of edges, in the same way.
pub(crate) fn opening(
    tessellation: &Tessellation,
    cells: impl IntoIterator<Item = Cell>,
    wider: f64,
) -> Vec<Vec<Point>> {
    let sides = cells.into_iter().map(|cell| side(tessellation, cell)).collect_vec();
    let Reach { turn: part, .. } = Reach::of(tessellation);
    let short = |at: Vertex, to: Vertex| between(tessellation, at, to, part);
    let mut lines = Vec::new();
    for &[a, b] in &sides {
        let ends = [tessellation.point(a), short(a, b), short(b, a), tessellation.point(b)];
        lines.extend(ends.iter().tuple_windows().map(|(&p, &q)| vec![p, q]));
    }
    // Where pieces may turn: what leads past an edge lies within.
    for (&at, ends) in &meeting(&sides) {
        let next = ends.iter().circular_tuple_windows().filter(|&(&a, &b)| turn(at, a, b) > 0);
        lines.extend(next.map(|(&a, &b)| vec![short(at, a), short(at, b)]));
    }
    let mut loops = graph::around(&lines, WIDE / 2.0 + wider);
    loops.retain(|corners| {
        let sides = corners.iter().circular_tuple_windows();
        sides.map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() > 0.0
    });
    loops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Space, space};
    use polydlx_lattice::Lattice;

    /// The least distance of two lines that do not cross: from an end of one to the other.
    fn distance(one: &[Point], other: &[Point]) -> f64 {
        let from_end = |at: Point, line: &[Point]| {
            let [p, q] = [line[0], line[1]];
            let way = [q[0] - p[0], q[1] - p[1]];
            let along =
                ((at[0] - p[0]) * way[0] + (at[1] - p[1]) * way[1]) / (way[0].powi(2) + way[1].powi(2));
            let along = along.clamp(0.0, 1.0);
            (p[0] + along * way[0] - at[0]).hypot(p[1] + along * way[1] - at[1])
        };
        let ends = one.iter().map(|&at| from_end(at, other)).chain(other.iter().map(|&at| from_end(at, one)));
        ends.fold(f64::INFINITY, f64::min)
    }

    /// Whether two of one piece lie between two of another, in a circle.
    fn cross(owners: &[usize]) -> bool {
        let fours = (0..owners.len()).array_combinations();
        fours.map(|four: [usize; 4]| four.map(|at| owners[at])).any(|[a, b, c, d]| a == c && b == d && a != b)
    }

    #[test]
    fn pieces_that_do_not_cross_lie_beside_each_other() {
        for (name, expected) in [("stick", 14), ("twig", 5), ("trig", 132)] {
            let lattice = Lattice::from_name(name).unwrap();
            let Space::Plane(tessellation) = space(lattice) else { panic!("{name} is flat") };
            assert!(have_room(&tessellation));
            // The edges that meet where the first one ends, in the order of their directions.
            let first = Cell::default();
            let [at, _] = side(&tessellation, first);
            let all = lattice.neighbors(first).chain([first]).map(|cell| side(&tessellation, cell));
            let ends = meeting(&all.collect_vec()).remove(&at).unwrap();
            let sides =
                ends.into_iter().map(|end| if at < end { [at, end] } else { [end, at] }).collect_vec();
            // All partitions that do not cross: a Catalan number of them.
            let numbers = sides.iter().map(|_| 0..sides.len()).multi_cartesian_product();
            let first = |owners: &Vec<usize>| {
                owners
                    .iter()
                    .enumerate()
                    .all(|(at, &owner)| owner <= owners[..at].iter().map(|o| o + 1).max().unwrap_or(0))
            };
            let partitions = numbers.filter(first).filter(|owners| !cross(owners)).collect_vec();
            assert_eq!(partitions.len(), expected, "{name}");
            for owners in partitions {
                let pieces = (0..sides.len()).map(|piece| {
                    let own = sides
                        .iter()
                        .zip(&owners)
                        .filter(|(_, owner)| **owner == piece)
                        .map(|(&side, _)| side);
                    strokes(&tessellation, &own.collect_vec())
                });
                for [one, other] in pieces.collect_vec().iter().array_combinations() {
                    for (a, b) in one.iter().cartesian_product(other) {
                        assert!(distance(a, b) > WIDE - 1e-9, "{name} {owners:?}: {a:?} {b:?}");
                    }
                }
            }
        }
    }
}
