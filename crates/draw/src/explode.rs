//! Pieces pulled apart.

use crate::graph;
use crate::scene::{Owner, Scene};
use polydlx_lattice::{Cell, Lattice};
use std::collections::BTreeMap;

/// How far pieces are pulled, as multiples of how far they are from the middle: as little as will do.
const PULLS: [f64; 12] = [0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0];

/// Of each piece so much shall be seen.
const ENOUGH: f64 = 0.85;

/// The scene with its pieces pulled away from its middle until no two of them touch, and all of them can be seen well
/// if that is possible: `seen` says how much is seen of the piece that is hidden most. Uncovered cells are left out.
///
/// Pieces move by whole cells: so what is nearer is known as surely as before.
pub(crate) fn exploded<'a>(scene: &Scene<'a>, seen: impl Fn(&Scene<'a>) -> f64) -> Scene<'a> {
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
    let pulled = |pull: f64| -> Vec<[i32; 3]> {
        offsets.iter().map(|o| o.map(|d| (d * pull).round() as i32)).collect()
    };
    let cells: Vec<&[Cell]> = pieces.values().map(Vec::as_slice).collect();
    let moved = |shifts: Vec<[i32; 3]>| {
        let shifts: BTreeMap<Owner, [i32; 3]> = pieces.keys().copied().zip(shifts).collect();
        scene.part(|cell, owner| shifts.get(&owner).map(|&by| cell.shifted(by)))
    };
    let mut best: Option<(f64, Scene<'a>)> = None;
    for shifts in PULLS.map(pulled).into_iter().filter(|shifts| are_apart(scene.lattice, &cells, shifts)) {
        let scene = moved(shifts);
        let share = seen(&scene);
        if best.as_ref().is_none_or(|(most, _)| share > *most) {
            best = Some((share, scene));
        }
        if share >= ENOUGH {
            break;
        }
    }
    best.map_or_else(
        || moved(lifted(scene.lattice, &cells, pulled(PULLS[PULLS.len() - 1]))),
        |(_, scene)| scene,
    )
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
        let scene = exploded(&Scene::new(&drawing, &Style::default()), |_| 1.0);
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
