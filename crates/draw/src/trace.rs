//! Outlines and border lines, traced in integers.

use crate::geometry::{Tiling, Vertex};
use itertools::Itertools;
use polydlx_lattice::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// A side of a cell, whichever way it is run: the lesser end first.
pub(crate) type Side = [Vertex; 2];

/// The sides of a cell, each in the direction in which the cell is on the same hand.
pub(crate) fn directed_sides(tiling: &Tiling, cell: Cell) -> impl Iterator<Item = (Vertex, Vertex)> {
    (tiling.corners)(cell).into_iter().circular_tuple_windows()
}

/// The sides of a cell.
pub(crate) fn sides(tiling: &Tiling, cell: Cell) -> impl Iterator<Item = Side> {
    directed_sides(tiling, cell).map(|(a, b)| if a < b { [a, b] } else { [b, a] })
}

/// The border of a set of cells: closed loops, without the corners at which they go straight on.
///
/// Loops around the set and loops around its holes run in opposite directions. Where cells touch at a corner only,
/// a loop turns back to the cell it came along, so that no loop crosses itself.
pub(crate) fn outline(tiling: &Tiling, cells: impl IntoIterator<Item = Cell>) -> Vec<Vec<Vertex>> {
    let mut edges = BTreeSet::new();
    for (from, to) in cells.into_iter().flat_map(|cell| directed_sides(tiling, cell)) {
        // A side between two cells of the set is run both ways, which is as good as not at all.
        if !edges.remove(&(to, from)) {
            edges.insert((from, to));
        }
    }
    let mut loops = Vec::new();
    while let Some((start, mut at)) = edges.pop_first() {
        let mut corners = vec![start];
        while at != start {
            let before = *corners.last().expect("the loop has begun");
            let next = leftmost(step(before, at), at, &edges);
            edges.remove(&(at, next));
            corners.push(at);
            at = next;
        }
        loops.push(without_straight(&corners));
    }
    loops
}

/// Where the sharpest turn to the left leads: around the cells that the loop has kept to its left.
fn leftmost(arrival: Vertex, at: Vertex, edges: &BTreeSet<(Vertex, Vertex)>) -> Vertex {
    let ways = edges.range((at, [i32::MIN; 2])..=(at, [i32::MAX; 2])).map(|&(_, to)| to);
    let turn = |to: Vertex| cross(arrival, step(at, to)).signum();
    ways.max_by(|&one, &other| {
        turn(one).cmp(&turn(other)).then_with(|| cross(step(at, other), step(at, one)).cmp(&0))
    })
    .expect("as many sides leave a corner as arrive there")
}

fn without_straight(corners: &[Vertex]) -> Vec<Vertex> {
    let n = corners.len();
    let turns = |&i: &usize| {
        let (before, at, after) = (corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]);
        cross(step(before, at), step(at, after)) != 0
    };
    (0..n).filter(turns).map(|i| corners[i]).collect()
}

/// Lines that run along each of the sides just once, straight on where they can.
pub(crate) fn lines(sides: impl IntoIterator<Item = Side>) -> Vec<Vec<Vertex>> {
    let mut ways: BTreeMap<Vertex, BTreeSet<Vertex>> = BTreeMap::new();
    for [a, b] in sides {
        ways.entry(a).or_default().insert(b);
        ways.entry(b).or_default().insert(a);
    }
    let mut lines = Vec::new();
    // Where an odd number of sides meet, some line must end, so it may as well begin; what remains are circuits.
    let odd = ways.iter().filter(|(_, ends)| ends.len() % 2 == 1).map(|(&from, _)| from).collect_vec();
    let starts = odd.into_iter().chain(ways.keys().copied().collect_vec());
    for start in starts {
        while !ways[&start].is_empty() {
            lines.push(walk(start, &mut ways));
        }
    }
    lines
}

fn walk(start: Vertex, ways: &mut BTreeMap<Vertex, BTreeSet<Vertex>>) -> Vec<Vertex> {
    let mut line = vec![start];
    let (mut at, mut arrival) = (start, [0, 0]);
    loop {
        let straight = [at[0] + arrival[0], at[1] + arrival[1]];
        let goes_on = straight != at && ways[&at].contains(&straight);
        let Some(next) = if goes_on { Some(straight) } else { ways[&at].first().copied() } else {
            return line;
        };
        ways.entry(at).or_default().remove(&next);
        ways.entry(next).or_default().remove(&at);
        if goes_on {
            line.pop();
        }
        line.push(next);
        (arrival, at) = (step(at, next), next);
    }
}

fn step(from: Vertex, to: Vertex) -> Vertex {
    [to[0] - from[0], to[1] - from[1]]
}

/// Positive if the second step turns to the left of the first.
fn cross(a: Vertex, b: Vertex) -> i32 {
    a[0] * b[1] - a[1] * b[0]
}
