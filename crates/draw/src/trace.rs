//! Outlines and border lines, traced in integers.

use crate::geometry::{Tessellation, Vertex};
use itertools::Itertools;
use polydlx_lattice::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// A side of a cell, whichever way it is run: the lesser end first.
pub(crate) type Side = [Vertex; 2];

/// The sides of a cell, each in the direction in which the cell is on the same hand.
pub(crate) fn directed_sides(
    tessellation: &Tessellation,
    cell: Cell,
) -> impl Iterator<Item = (Vertex, Vertex)> {
    tessellation.corners(cell).into_iter().circular_tuple_windows()
}

/// The sides of a cell.
pub(crate) fn sides(tessellation: &Tessellation, cell: Cell) -> impl Iterator<Item = Side> {
    directed_sides(tessellation, cell).map(|(a, b)| if a < b { [a, b] } else { [b, a] })
}

/// What becomes of cells that touch at a corner only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pinch {
    /// A loop turns back to the cell it came along.
    Parted,
    /// A loop goes over to the other cell.
    Joined,
}

/// The border of a set of cells: closed loops, without the corners at which they go straight on.
///
/// Loops around the set and loops around its holes run in opposite directions, and no loop crosses itself.
pub(crate) fn outline(
    tessellation: &Tessellation,
    cells: impl IntoIterator<Item = Cell>,
    pinch: Pinch,
) -> Vec<Vec<Vertex>> {
    let mut edges = BTreeSet::new();
    for (from, to) in cells.into_iter().flat_map(|cell| directed_sides(tessellation, cell)) {
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
            let next = turn(step(before, at), at, &edges, pinch);
            edges.remove(&(at, next));
            corners.push(at);
            at = next;
        }
        loops.push(without_straight(&corners));
    }
    loops
}

/// Where the sharpest turn to the left leads, around the cells that the loop has kept to its left; or to the right.
fn turn(arrival: Vertex, at: Vertex, edges: &BTreeSet<(Vertex, Vertex)>, pinch: Pinch) -> Vertex {
    let ways = edges.range((at, [i32::MIN; 2])..=(at, [i32::MAX; 2])).map(|&(_, to)| to);
    let hand = |to: Vertex| cross(arrival, step(at, to)).signum();
    let farther_left = |&one: &Vertex, &other: &Vertex| {
        hand(one).cmp(&hand(other)).then_with(|| cross(step(at, other), step(at, one)).cmp(&0))
    };
    let end = match pinch {
        Pinch::Parted => ways.max_by(farther_left),
        Pinch::Joined => ways.min_by(farther_left),
    };
    end.expect("as many sides leave a corner as arrive there")
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
        let first = ways[&at].first().copied();
        let Some(next) = first.map(|first| if goes_on { straight } else { first }) else {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Space, space};
    use polydlx_lattice::{Lattice, Shape, Sided, polyforms};

    const PLANE: [Lattice; 3] = [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX];

    fn tessellation(lattice: Lattice) -> Tessellation {
        match space(lattice) {
            Space::Plane(tessellation) => tessellation,
            _ => panic!("{lattice:?} is not in the plane"),
        }
    }

    fn cells(shape: &Shape) -> Vec<Cell> {
        shape.sites().iter().map(|site| site.cell()).collect()
    }

    fn doubled_area(corners: &[Vertex]) -> i32 {
        corners.iter().circular_tuple_windows().map(|(&a, &b)| cross(a, b)).sum()
    }

    /// All sides along a line between two corners that may be several sides apart.
    fn unit_sides(tessellation: &Tessellation, from: Vertex, to: Vertex) -> Vec<Side> {
        let [di, dj] = step(from, to);
        // Sides of hexagons are never joined, and those of others have coordinates without common divisor.
        let n = if tessellation.corners(Cell::default()).len() == 6 { 1 } else { di.abs().max(dj.abs()) };
        (0..n)
            .map(|k| {
                let at = |k: i32| [from[0] + di / n * k, from[1] + dj / n * k];
                let (a, b) = (at(k), at(k + 1));
                if a < b { [a, b] } else { [b, a] }
            })
            .collect()
    }

    /// Sides that have a cell of the set on one hand only.
    fn border(tessellation: &Tessellation, cells: &[Cell]) -> Vec<Side> {
        let counts = cells.iter().flat_map(|&cell| sides(tessellation, cell)).counts();
        counts.into_iter().filter(|&(_, count)| count == 1).map(|(side, _)| side).sorted().collect()
    }

    fn check(lattice: Lattice, cells: &[Cell]) {
        for pinch in [Pinch::Parted, Pinch::Joined] {
            check_pinched(lattice, cells, pinch);
        }
    }

    fn check_pinched(lattice: Lattice, cells: &[Cell], pinch: Pinch) {
        let tessellation = tessellation(lattice);
        let loops = outline(&tessellation, cells.iter().copied(), pinch);
        let area: i32 = loops.iter().map(|corners| doubled_area(corners)).sum();
        let expected: i32 = cells.iter().map(|&cell| doubled_area(&tessellation.corners(cell))).sum();
        assert_eq!(area, expected, "{lattice:?} {cells:?}");
        let traced = loops.iter().flat_map(|corners| {
            corners
                .iter()
                .circular_tuple_windows()
                .flat_map(|(&a, &b)| unit_sides(&tessellation, a, b))
                .collect_vec()
        });
        assert_eq!(traced.sorted().collect_vec(), border(&tessellation, cells), "{lattice:?} {cells:?}");
        let ruled = lines(border(&tessellation, cells));
        let ruled = ruled
            .iter()
            .flat_map(|line| line.iter().tuple_windows())
            .flat_map(|(&a, &b)| unit_sides(&tessellation, a, b));
        assert_eq!(ruled.sorted().collect_vec(), border(&tessellation, cells), "{lattice:?} {cells:?}");
    }

    #[test]
    fn outlines_of_all_small_pieces_have_their_area_and_border() {
        for (lattice, size) in PLANE.into_iter().zip([7, 8, 6]) {
            for shape in polyforms(lattice, size, Sided::Free) {
                check(lattice, &cells(&shape));
            }
        }
    }

    #[test]
    fn the_area_of_a_cell_is_positive_and_the_same_for_all() {
        for lattice in PLANE {
            let areas = lattice.cell_classes().map(|cell| doubled_area(&tessellation(lattice).corners(cell)));
            let areas = areas.collect_vec();
            assert!(areas[0] > 0 && areas.iter().all_equal());
        }
    }

    #[test]
    fn holes_are_loops_of_their_own_that_run_the_other_way() {
        for lattice in PLANE {
            // All cells around a corner or a cell, without what is in the middle.
            let board = (0..5)
                .cartesian_product(0..5)
                .flat_map(|(x, y)| lattice.cell_classes().map(move |class| class.shifted([x, y, 0])));
            let ring = board.filter(|cell| cell.at != [2, 2, 0]).collect_vec();
            check(lattice, &ring);
            let areas = outline(&tessellation(lattice), ring, Pinch::Parted)
                .iter()
                .map(|corners| doubled_area(corners).signum())
                .sorted()
                .collect_vec();
            assert_eq!(areas, [-1, 1], "{lattice:?}");
        }
    }

    #[test]
    fn loops_do_not_cross_where_cells_touch_at_a_corner() {
        let at = |x, y| Cell { at: [x, y, 0], class: 0 };
        let loops = outline(&tessellation(Lattice::SQUARE), [at(0, 0), at(1, 1)], Pinch::Parted);
        assert_eq!(loops.iter().map(|corners| doubled_area(corners)).collect_vec(), [2, 2]);
        assert_eq!(outline(&tessellation(Lattice::SQUARE), [at(0, 0), at(1, 1)], Pinch::Joined).len(), 1);
        check(Lattice::SQUARE, &[at(0, 0), at(1, 1), at(0, 1), at(2, 0)]);
        // Three triangles that meet at a corner only.
        check(Lattice::TRIANGLE, &[at(1, 1), at(0, 1), at(1, 0)]);
    }

    #[test]
    fn a_straight_border_is_one_line() {
        let bar = (0..7).map(|y| Cell { at: [0, y, 0], class: 0 }).collect_vec();
        assert_eq!(outline(&tessellation(Lattice::SQUARE), bar.clone(), Pinch::Parted)[0].len(), 4);
        assert_eq!(lines(border(&tessellation(Lattice::SQUARE), &bar)).len(), 1);
    }
}
