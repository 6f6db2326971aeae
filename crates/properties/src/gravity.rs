//! What holds, and what can be put down.

use polydlx_lattice::{Cell, Lattice, Point};

/// Whether every piece stands: one of its cells is just above the floor, or above a piece that stands
/// (TAOCP 7.2.2.1, answer 333).
pub(crate) fn is_stable(lattice: Lattice, pieces: &[Vec<Cell>], floor: i32) -> bool {
    let mut stands: Vec<bool> =
        pieces.iter().map(|cells| cells.iter().any(|cell| cell.at[2] == floor)).collect();
    let rests = |piece: usize, on: usize| {
        pieces[piece].iter().any(|&cell| {
            lattice.neighbors(cell).any(|below| below.at[2] < cell.at[2] && pieces[on].contains(&below))
        })
    };
    while let Some(piece) = (0..pieces.len()).find(|&piece| {
        !stands[piece] && (0..pieces.len()).any(|on| on != piece && stands[on] && rests(piece, on))
    }) {
        stands[piece] = true;
    }
    stands.into_iter().all(|stands| stands)
}

/// Whether pieces can be put into their places one after the other, each straight along one of some directions.
///
/// Whoever takes a packing apart never makes it harder: a piece that can be taken away is taken away.
pub(crate) fn is_buildable(lattice: Lattice, pieces: &[Vec<Cell>], directions: &[Point]) -> bool {
    let mut rest: Vec<Vec<Point>> =
        pieces.iter().map(|cells| cells.iter().map(|&cell| lattice.point(cell)).collect()).collect();
    let width = lattice
        .neighbors(Cell::default())
        .map(|other| minus(lattice.point(other), lattice.point(Cell::default())))
        .map(|step| dot(step, step))
        .min()
        .unwrap_or(1);
    while !rest.is_empty() {
        let is_free = |piece: usize| {
            directions.iter().any(|&way| {
                let mut others = rest.iter().enumerate().filter(|(other, _)| *other != piece);
                !others.any(|(_, other)| blocks(&rest[piece], other, way, width))
            })
        };
        let Some(free) = (0..rest.len()).find(|&piece| is_free(piece)) else { return false };
        rest.swap_remove(free);
    }
    true
}

/// The directions from which one can build: those that do not come from below, or only the one from above.
pub(crate) fn directions(lattice: Lattice, sideways: bool) -> Vec<Point> {
    let Some(up) = lattice.up() else { return Vec::new() };
    let mut ways: Vec<Point> = lattice.motion_group().into_iter().map(|motion| motion.apply(up)).collect();
    ways.sort_unstable();
    ways.dedup();
    ways.retain(|&way| way == up || sideways && dot(way, up) >= 0);
    ways
}

/// Whether one piece is in the way of another that leaves in a direction: cells of a width pass each other if, seen along
/// the way, their centres are at least so far apart.
fn blocks(piece: &[Point], other: &[Point], way: Point, width: i32) -> bool {
    piece.iter().any(|&from| {
        other.iter().any(|&to| {
            let step = minus(to, from);
            let rise = dot(step, way);
            rise > 0 && dot(step, step) * dot(way, way) - rise * rise < width * dot(way, way)
        })
    })
}

fn minus(a: Point, b: Point) -> Point {
    [0, 1, 2, 3].map(|i| a[i] - b[i])
}

fn dot(a: Point, b: Point) -> i32 {
    (0..4).map(|i| a[i] * b[i]).sum()
}
