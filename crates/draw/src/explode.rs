//! Pieces pulled apart.

use crate::graph;
use crate::mark::Point;
use crate::scene::{Owner, Scene};
use polydlx_lattice::{Cell, Lattice};
use std::collections::BTreeMap;

/// How far pieces are pulled in the plane, as multiples of how far they are from the middle: as little as will do.
const PULLS: [f64; 12] = [0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0];

/// Where a cell of a solid is on paper: those that are at least 1 apart do not overlap there.
pub(crate) type Spot<'s> = &'s dyn Fn(Cell) -> Point;

/// The scene with its pieces pulled away from its middle until no two of them touch, nor overlap on paper if it is a
/// solid. Uncovered cells are left out.
///
/// Pieces move by whole cells: so what is nearer is known as surely as before.
pub(crate) fn exploded<'a>(scene: &Scene<'a>, spot: Option<Spot<'_>>) -> Scene<'a> {
    let mut pieces = scene.by_owner();
    pieces.remove(&None);
    let middle = mean(pieces.values().flatten());
    let offsets: Vec<[f64; 3]> = pieces
        .values()
        .map(|cells| {
            let own = mean(cells);
            [0, 1, 2].map(|axis| own[axis] - middle[axis])
        })
        .collect();
    let cells: Vec<&[Cell]> = pieces.values().map(Vec::as_slice).collect();
    let shifts = match spot {
        Some(spot) => spread(scene.lattice, &cells, &offsets, spot),
        None => pulled(scene.lattice, &cells, &offsets),
    };
    let shifts: BTreeMap<Owner, [i32; 3]> = pieces.keys().copied().zip(shifts).collect();
    scene.part(|cell, owner| shifts.get(&owner).map(|&by| cell.shifted(by)))
}

/// All pieces away from the middle, as far as none touches another.
fn pulled(lattice: Lattice, cells: &[&[Cell]], offsets: &[[f64; 3]]) -> Vec<[i32; 3]> {
    let by = |pull: f64| -> Vec<[i32; 3]> {
        offsets.iter().map(|offset| offset.map(|d| (d * pull).round() as i32)).collect()
    };
    let apart = PULLS.map(by).into_iter().find(|shifts| are_apart(lattice, cells, shifts));
    apart.unwrap_or_else(|| lifted(lattice, cells, by(PULLS[PULLS.len() - 1])))
}

/// Each piece, from the middle outwards, goes twice as far from the middle as it is, or as near to that as it can without
/// hiding one that is there, or being hidden.
fn spread(lattice: Lattice, cells: &[&[Cell]], offsets: &[[f64; 3]], spot: Spot<'_>) -> Vec<[i32; 3]> {
    // In thousandths, lest rounding decide.
    let far = |offset: &[f64; 3]| (offset.iter().map(|d| d * d).sum::<f64>() * 1000.0).round() as i64;
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by_key(|&piece| far(&offsets[piece]));
    let mut shifts = vec![[0; 3]; cells.len()];
    let mut there: Vec<usize> = Vec::new();
    let mut taken: Vec<Point> = Vec::new();
    for piece in order {
        let spots = |by: [i32; 3]| cells[piece].iter().map(move |cell| spot(cell.shifted(by)));
        let is_clear = |by: [i32; 3]| {
            let clear = |[x, y]: Point| taken.iter().all(|[u, v]| (x - u).powi(2) + (y - v).powi(2) >= 1.0);
            let all: Vec<&[Cell]> = there.iter().chain([&piece]).map(|&piece| cells[piece]).collect();
            let moved: Vec<[i32; 3]> =
                there.iter().map(|&piece| shifts[piece]).chain(std::iter::once(by)).collect();
            spots(by).all(clear) && are_apart(lattice, &all, &moved)
        };
        let ideal = offsets[piece].map(|d| d.round() as i32);
        let by = (0..).find_map(|radius| {
            let mut ring = ring(radius);
            ring.sort_by_key(|step| step.iter().map(|d| d * d).sum::<i32>());
            let places = ring.into_iter().map(|step| [0, 1, 2].map(|axis| ideal[axis] + step[axis]));
            { places }.find(|&by| is_clear(by))
        });
        shifts[piece] = by.expect("far away there is room");
        taken.extend(spots(shifts[piece]));
        there.push(piece);
    }
    shifts
}

/// All steps whose longest coordinate is this.
fn ring(radius: i32) -> Vec<[i32; 3]> {
    let range = || -radius..=radius;
    let all = range().flat_map(|x| range().flat_map(move |y| range().map(move |z| [x, y, z])));
    all.filter(|step| step.iter().any(|d| d.abs() == radius)).collect()
}

/// Where pieces have one middle, as a ring has with what is inside, no pull helps: then each goes up past those before.
fn lifted(lattice: Lattice, cells: &[&[Cell]], mut shifts: Vec<[i32; 3]>) -> Vec<[i32; 3]> {
    let last = lattice.dimension() - 1;
    for piece in 1..cells.len() {
        while !are_apart(lattice, &cells[..=piece], &shifts[..=piece]) {
            shifts[piece][last] += 1;
        }
    }
    shifts
}

fn are_apart(lattice: Lattice, cells: &[&[Cell]], shifts: &[[i32; 3]]) -> bool {
    let mut moved: BTreeMap<Cell, Owner> = BTreeMap::new();
    for (number, (cells, &by)) in cells.iter().zip(shifts).enumerate() {
        for cell in *cells {
            if moved.insert(cell.shifted(by), Some(number)).is_some() {
                return false;
            }
        }
    }
    graph::touching(lattice, &moved).is_empty()
}

fn mean<'c>(cells: impl IntoIterator<Item = &'c Cell>) -> [f64; 3] {
    let (mut sum, mut n) = ([0; 3], 0);
    for cell in cells {
        sum = [0, 1, 2].map(|axis| sum[axis] + cell.at[axis]);
        n += 1;
    }
    sum.map(|d| f64::from(d) / f64::from(n.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Drawing, Drawn, Style};
    use itertools::Itertools;
    use polydlx_lattice::{Shape, Site};

    /// The exploded pieces keep their shapes, and no two of them touch.
    fn check(lattice: Lattice, pieces: &[Vec<[i32; 3]>]) {
        let pieces = pieces.iter().map(|at| Drawn {
            name: String::new(),
            color: 0,
            shape: at.iter().copied().map(Site::new).collect(),
        });
        let pieces = pieces.collect_vec();
        let region = Shape::new([Site::new([9, 9, 0])]);
        let drawing = Drawing {
            lattice,
            region,
            pieces,
            title: None,
            caption: None,
            labels: Vec::new(),
            tints: Vec::new(),
        };
        // Any projection will do, if no two cells have one spot.
        let aslant = |cell: Cell| {
            let [x, y, z] = cell.at.map(f64::from);
            [0.7 * x - 0.9 * y, 0.3 * x + 0.2 * y + z]
        };
        let spot: Option<Spot<'_>> = if lattice.dimension() == 3 { Some(&aslant) } else { None };
        let scene = exploded(&Scene::new(&drawing, &Style::default()), spot);
        if lattice.dimension() == 3 {
            for [(one, a), (other, b)] in scene.cells.iter().array_combinations() {
                let ([x, y], [u, v]) = (aslant(*one), aslant(*other));
                assert!(a == b || (x - u).hypot(y - v) >= 1.0, "{lattice:?}");
            }
        }
        assert!(graph::touching(lattice, &scene.cells).is_empty());
        let found = scene
            .by_owner()
            .into_values()
            .map(|cells| Shape::new(cells.into_iter().map(Cell::site)).normalized());
        let expected = drawing.pieces.iter().map(|piece| piece.shape.normalized());
        assert_eq!(found.collect_vec(), expected.collect_vec(), "{lattice:?}");
    }

    #[test]
    fn pieces_are_pulled_apart() {
        let cube = itertools::iproduct!(0..3, 0..3, 0..3).map(|(x, y, z)| [x, y, z]);
        let bars = cube.into_group_map_by(|&[x, y, _]| (x, y)).into_values().sorted().collect_vec();
        check(Lattice::CUBE, &bars);
        check(Lattice::SPHERE, &bars);
        let rows = (0..4).map(|x| (0..4).map(|y| [x, y, 0]).collect_vec()).collect_vec();
        for lattice in [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX] {
            check(lattice, &rows);
        }
    }

    #[test]
    fn a_ring_and_what_is_in_it_are_pulled_apart() {
        let (dot, ring) =
            itertools::iproduct!(0..3, 0..3).map(|(x, y)| [x, y, 0]).partition(|at| *at == [1, 1, 0]);
        let pieces: [Vec<[i32; 3]>; 2] = [ring, dot];
        for lattice in Lattice::ALL {
            check(lattice, &pieces);
        }
    }
}
