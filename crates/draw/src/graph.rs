//! Few colours, so that pieces that touch differ.

use crate::geometry::{Space, space};
use crate::scene::Owner;
use itertools::{Itertools, iproduct};
use polydlx_lattice::{Cell, Lattice};
use std::collections::{BTreeMap, BTreeSet};

/// How many steps the search for fewer colours may take; maps of a hundred pieces seldom need a thousand.
const PATIENCE: usize = 50_000;

/// A colour for each of n pieces, so that the two of every pair differ.
///
/// First come the choices of Brélaz's DSATUR (Communications of the ACM 22, 1979), then, with some patience,
/// a search for one colour less, and again.
pub(crate) fn coloring(n: usize, pairs: &[(usize, usize)]) -> Vec<usize> {
    let mut around = vec![BTreeSet::new(); n];
    for &(a, b) in pairs {
        around[a].insert(b);
        around[b].insert(a);
    }
    let mut best = color_with(n, &around).unwrap_or_else(|| (0..n).collect());
    while let Some(most) = best.iter().max().filter(|&&most| most > 0) {
        match color_with(*most, &around) {
            Some(better) => best = better,
            None => break,
        }
    }
    best
}

/// Pairs of pieces that have neighbouring cells.
pub(crate) fn neighbors(lattice: Lattice, cells: &BTreeMap<Cell, Owner>) -> Vec<(usize, usize)> {
    let pairs = cells.iter().flat_map(|(&cell, &owner)| {
        lattice.neighbors(cell).filter_map(move |other| pair(owner, *cells.get(&other)?))
    });
    pairs.sorted().dedup().collect()
}

/// Pairs of pieces that touch, if only at a corner.
pub(crate) fn touching(lattice: Lattice, cells: &BTreeMap<Cell, Owner>) -> Vec<(usize, usize)> {
    let corners = |cell: Cell| -> Vec<[i32; 3]> {
        match space(lattice) {
            Space::Plane(tessellation) => {
                tessellation.corners(cell).into_iter().map(|[i, j]| [i, j, 0]).collect()
            }
            Space::Cubes => {
                let [x, y, z] = cell.at;
                iproduct!(0..2, 0..2, 0..2).map(|(i, j, k)| [x + i, y + j, z + k]).collect()
            }
            Space::Polyhedra => lattice.corners(cell).map(|[a, b, c, d]| [a, b, c + 10_000 * d]).collect(),
            // Balls have no corners.
            Space::Balls => Vec::new(),
        }
    };
    let mut meeting: BTreeMap<[i32; 3], BTreeSet<usize>> = BTreeMap::new();
    for (&cell, &owner) in cells {
        for corner in corners(cell) {
            meeting.entry(corner).or_default().extend(owner);
        }
    }
    let pairs =
        |pieces: BTreeSet<usize>| pieces.into_iter().array_combinations().map(|[one, other]| (one, other));
    let at_corners = meeting.into_values().flat_map(pairs);
    at_corners.chain(neighbors(lattice, cells)).sorted().dedup().collect()
}

fn pair(one: Owner, other: Owner) -> Option<(usize, usize)> {
    let (one, other) = (one?, other?);
    (one < other).then_some((one, other))
}

/// A colouring with so many colours, if there is one and it can be found with patience.
fn color_with(colors: usize, around: &[BTreeSet<usize>]) -> Option<Vec<usize>> {
    let mut colored = vec![None; around.len()];
    let mut patience = PATIENCE;
    extend(colors, around, &mut colored, &mut patience).then(|| colored.into_iter().flatten().collect())
}

fn extend(
    colors: usize,
    around: &[BTreeSet<usize>],
    colored: &mut [Option<usize>],
    patience: &mut usize,
) -> bool {
    let seen = |piece: usize, colored: &[Option<usize>]| -> BTreeSet<usize> {
        around[piece].iter().filter_map(|&other| colored[other]).collect()
    };
    // The piece that sees the most colours is the hardest to please.
    let Some(piece) = (0..colored.len())
        .filter(|&piece| colored[piece].is_none())
        .max_by_key(|&piece| (seen(piece, colored).len(), around[piece].len(), usize::MAX - piece))
    else {
        return true;
    };
    let forbidden = seen(piece, colored);
    // Colours not used so far are all alike, so one of them is enough.
    let used = colored.iter().flatten().max().map_or(0, |most| most + 1);
    for color in (0..colors.min(used + 1)).filter(|color| !forbidden.contains(color)) {
        if *patience == 0 {
            return false;
        }
        *patience -= 1;
        colored[piece] = Some(color);
        if extend(colors, around, colored, patience) {
            return true;
        }
        colored[piece] = None;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(n: usize, pairs: &[(usize, usize)], colors: usize) {
        let found = coloring(n, pairs);
        assert_eq!(found.len(), n);
        assert!(pairs.iter().all(|&(a, b)| found[a] != found[b]));
        assert_eq!(found.iter().max().map_or(0, |most| most + 1), colors);
    }

    #[test]
    fn as_few_colours_as_possible() {
        check(0, &[], 0);
        check(3, &[], 1);
        check(2, &[(0, 1)], 2);
        let cycle = |n: usize| (0..n).map(|i| (i, (i + 1) % n)).collect_vec();
        check(6, &cycle(6), 2);
        check(7, &cycle(7), 3);
        check(4, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], 4);
        // A wheel with five spokes.
        check(6, &(0..5).map(|i| (i, 5)).chain(cycle(5)).collect_vec(), 4);
    }

    /// Unit squares of a board, each a piece: neighbours need two colours, with corners four.
    #[test]
    fn corners_count_in_the_strong_form_only() {
        let board: BTreeMap<Cell, Owner> = (0..5)
            .cartesian_product(0..5)
            .enumerate()
            .map(|(number, (x, y))| (Cell { at: [x, y, 0], class: 0 }, Some(number)))
            .collect();
        check(25, &neighbors(Lattice::SQUARE, &board), 2);
        check(25, &touching(Lattice::SQUARE, &board), 4);
        check(25, &touching(Lattice::HEX, &board), 3);
        check(25, &neighbors(Lattice::HEX, &board), 3);
        check(25, &touching(Lattice::TRIANGLE, &board), 3);
        check(25, &touching(Lattice::CUBE, &board), 4);
        assert_eq!(touching(Lattice::SPHERE, &board), neighbors(Lattice::SPHERE, &board));
    }
}
