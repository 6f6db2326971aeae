//! In which order pieces can be put down from above.

use crate::geometry::{Space, space};
use crate::polyhedra;
use crate::scene::seen;
use itertools::Itertools;
use polydlx_lattice::{Cell, Lattice, Shape};
use std::collections::BTreeSet;

/// An order in which pieces can be put down, straight from above, where nothing is in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembly {
    /// Which way is up, in the coordinates of [`Lattice::point`].
    pub up: [i32; 3],
    /// The pieces by number, the first to be put down first.
    pub order: Vec<usize>,
    /// Those of them that cannot be put down when it is their turn, because another one lies above their place.
    ///
    /// It is empty if and only if there is an order without such pieces, for this direction or another one.
    pub blocked: BTreeSet<usize>,
}

/// The order in which pieces can be put down.
///
/// A piece moves straight down. It must come before all pieces that have a cell above one of its own, no matter how far
/// up; so there is an order if and only if this relation has no cycle, and then the order found keeps to it.
/// The directions of [`directions`] are tried in turn, after `wanted`, which is taken if it is as good as any other.
/// If there is a cycle for all of them, some pieces must be moved in otherwise: when every piece is in the way of
/// others, one is taken that is in the way of the fewest, and the direction with the fewest blocked pieces wins.
///
/// ```
/// use polydlx_draw::assembly;
/// use polydlx_lattice::{Lattice, Shape, Site};
///
/// let lid = Shape::new([[0, 0, 1], [1, 0, 1]].map(Site::new));
/// let floor = Shape::new([[0, 0, 0], [1, 0, 0]].map(Site::new));
/// assert_eq!(assembly(Lattice::CUBE, &[lid, floor], [0, 0, 1]).order, [1, 0]);
/// ```
pub fn assembly(lattice: Lattice, pieces: &[Shape], wanted: [i32; 3]) -> Assembly {
    let point = |cell| {
        let [a, b, c, _] = lattice.point(cell);
        [a, b, c]
    };
    let points: Vec<Vec<Spot>> =
        pieces.iter().map(|piece| seen(piece).map(|cell| (cell, point(cell))).collect()).collect();
    let mut best: Option<Assembly> = None;
    for up in [wanted].into_iter().chain(directions(lattice)) {
        let found = drop_order(lattice, &points, up);
        if best.as_ref().is_none_or(|best| found.blocked.len() < best.blocked.len()) {
            best = Some(found);
        }
        if best.as_ref().is_some_and(|best| best.blocked.is_empty()) {
            break;
        }
    }
    best.expect("there is at least one direction")
}

/// The ways that can be up: those in which cells stand in layers.
pub fn directions(lattice: Lattice) -> Vec<[i32; 3]> {
    let axes = [[0, 0, 1], [1, 0, 0], [0, 1, 0]];
    let diagonals = [[1, 1, -1], [1, 1, 1], [1, -1, 1], [-1, 1, 1]];
    let both = |up: [i32; 3]| [up, up.map(|d| -d)];
    match space(lattice) {
        // One looks down at pieces in the plane, and none of them is above another.
        Space::Plane(_) => vec![[0, 0, 1]],
        Space::Cubes => axes.into_iter().flat_map(both).collect(),
        // What polyhedra stand on is told by their pictures, in which z is up.
        Space::Polyhedra => vec![[0, 0, 1]],
        Space::Balls => diagonals.into_iter().chain(axes).flat_map(both).collect(),
    }
}

/// The order for one direction.
fn drop_order(lattice: Lattice, pieces: &[Vec<Spot>], up: [i32; 3]) -> Assembly {
    let n = pieces.len();
    let under = |&(one, other): &(usize, usize)| {
        let pairs = pieces[one].iter().cartesian_product(&pieces[other]);
        one != other && pairs.into_iter().any(|(&low, &high)| is_under(lattice, low, high, up))
    };
    let mut below: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); n];
    let mut above: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); n];
    for (low, high) in (0..n).cartesian_product(0..n).filter(under) {
        below[high].insert(low);
        above[low].insert(high);
    }
    // The lowest first; so the heap grows evenly.
    let height = |piece: usize| pieces[piece].iter().map(|&(_, point)| dot(point, up)).sorted().collect_vec();
    let mut rest: Vec<usize> = (0..n).sorted_by_cached_key(|&piece| (height(piece), piece)).collect();
    let mut found = Assembly { up, order: Vec::new(), blocked: BTreeSet::new() };
    while !rest.is_empty() {
        // How many pieces are not yet there that should be: if none is, all is well.
        let missing = |piece: usize| below[piece].iter().filter(|low| rest.contains(low)).count();
        let next = (0..rest.len()).min_by_key(|&at| missing(rest[at])).expect("there are pieces left");
        let piece = rest.remove(next);
        if above[piece].iter().any(|high| found.order.contains(high)) {
            found.blocked.insert(piece);
        }
        found.order.push(piece);
    }
    found
}

/// A cell and its point.
type Spot = (Cell, [i32; 3]);

/// Whether a cell at `low` can no longer be reached from above when there is one at `high`.
fn is_under(lattice: Lattice, (below, low): Spot, (above, high): Spot, up: [i32; 3]) -> bool {
    let way = [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
    let rise = dot(way, up);
    // The square of what is left of the way when it is seen from above, times that of `up`.
    let aside = dot(way, way) * dot(up, up) - rise * rise;
    match space(lattice) {
        Space::Plane(_) => false,
        // Columns of cubes do not overlap.
        Space::Cubes => rise > 0 && aside == 0,
        // Balls pass each other if their centres keep the distance of neighbours, the square root of 2.
        Space::Balls => rise > 0 && aside < 2 * dot(up, up),
        Space::Polyhedra => polyhedra::is_under(lattice, below, above),
    }
}

fn dot(a: [i32; 3], b: [i32; 3]) -> i32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydlx_lattice::Site;

    fn shape(at: &[[i32; 3]]) -> Shape {
        at.iter().copied().map(Site::new).collect()
    }

    /// Cells that move down one by one, each as far as it can: the order holds if every piece arrives.
    fn simulate(pieces: &[Shape], order: &[usize], axis: usize, sign: i32) -> BTreeSet<usize> {
        let mut filled: BTreeSet<[i32; 3]> = BTreeSet::new();
        let mut stuck = BTreeSet::new();
        for &piece in order {
            let sites = pieces[piece].sites();
            // From far above, step by step.
            let free = (0..40).all(|rise| {
                sites.iter().all(|site| {
                    let mut at = site.at;
                    at[axis] += sign * rise;
                    !filled.contains(&at)
                })
            });
            if !free {
                stuck.insert(piece);
            }
            filled.extend(sites.iter().map(|site| site.at));
        }
        stuck
    }

    #[test]
    fn pieces_are_put_down_from_above() {
        // A table with a block under it, a bridge over both.
        let pieces = [
            shape(&[[0, 0, 2], [1, 0, 2], [2, 0, 2]]),
            shape(&[[0, 0, 0], [0, 0, 1], [1, 0, 1]]),
            shape(&[[1, 0, 0], [2, 0, 0], [2, 0, 1]]),
        ];
        let found = assembly(Lattice::CUBE, &pieces, [0, 0, 1]);
        assert_eq!((found.up, found.order.as_slice(), found.blocked.len()), ([0, 0, 1], &[2, 1, 0][..], 0));
        assert!(simulate(&pieces, &found.order, 2, 1).is_empty());
        // The other way round it is on its head, and the bridge comes first.
        let found = assembly(Lattice::CUBE, &pieces, [0, 0, -1]);
        assert_eq!((found.up, found.order[0]), ([0, 0, -1], 0));
        assert!(simulate(&pieces, &found.order, 2, -1).is_empty());
    }

    #[test]
    fn another_direction_is_taken_if_the_wanted_one_has_a_cycle() {
        // Two hooks, each over the other's foot: they come apart sideways only.
        let pieces = [
            shape(&[[0, 0, 0], [1, 0, 0], [0, 0, 1], [0, 0, 2]]),
            shape(&[[1, 0, 1], [2, 0, 1], [2, 0, 0]]),
            shape(&[[1, 0, 2], [2, 0, 2], [3, 0, 2], [3, 0, 1], [3, 0, 0]]),
        ];
        assert!(assembly(Lattice::CUBE, &pieces, [0, 0, 1]).blocked.is_empty());
        let hooks = [
            shape(&[[0, 0, 0], [1, 0, 0], [0, 0, 1], [0, 0, 2], [1, 0, 2]]),
            shape(&[[1, 0, 1], [2, 0, 1], [3, 0, 1]]),
        ];
        let found = assembly(Lattice::CUBE, &hooks, [0, 0, 1]);
        assert!(found.blocked.is_empty());
        assert_eq!(found.up, [1, 0, 0]);
        assert!(simulate(&hooks, &found.order, 0, 1).is_empty());
    }

    /// Two rings that are linked like those of a chain.
    #[test]
    fn linked_rings_cannot_be_put_down_at_all() {
        let flat = (0..3).cartesian_product(0..3).filter(|&at| at != (1, 1));
        let one = flat.clone().map(|(x, y)| [x, y, 1]).collect_vec();
        let other = flat.map(|(x, z)| [x + 1, 1, z]).collect_vec();
        assert!(one.iter().all(|at| !other.contains(at)));
        let pieces = [shape(&one), shape(&other)];
        let found = assembly(Lattice::CUBE, &pieces, [0, 0, 1]);
        assert_eq!((found.order.len(), found.blocked.len()), (2, 1));
        for (axis, sign) in (0..3).cartesian_product([1, -1]) {
            for order in [[0, 1], [1, 0]] {
                assert!(!simulate(&pieces, &order, axis, sign).is_empty());
            }
        }
    }

    /// Against all orders of all ways to cut a small box into bars.
    #[test]
    fn an_order_is_found_whenever_there_is_one() {
        let box_cells = itertools::iproduct!(0..2, 0..2, 0..3).map(|(x, y, z)| [x, y, z]).collect_vec();
        let mut state = 1_u64;
        for _ in 0..300 {
            // Cells are given to four pieces at random: whether they hang together does not matter here.
            let mut cells = vec![Vec::new(); 4];
            for &cell in &box_cells {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                cells[(state >> 33) as usize % 4].push(cell);
            }
            let pieces = cells.iter().map(|cells| shape(cells)).collect_vec();
            let ways = [(2, 1), (2, -1), (0, 1), (0, -1), (1, 1), (1, -1)];
            let possible = ways.iter().any(|&(axis, sign)| {
                (0..4).permutations(4).any(|order| simulate(&pieces, &order, axis, sign).is_empty())
            });
            let found = assembly(Lattice::CUBE, &pieces, [0, 0, 1]);
            assert_eq!(found.blocked.is_empty(), possible, "{pieces:?}");
            let axis = found.up.iter().position(|&d| d != 0).unwrap();
            assert_eq!(simulate(&pieces, &found.order, axis, found.up[axis]), found.blocked);
        }
    }

    #[test]
    fn balls_pass_each_other_where_there_is_room() {
        let ball = |x, y, z| shape(&[[x, y, z]]);
        // In layers of constant z: two of one layer do not mind each other, one in the hollow of others comes later.
        let up = [1, 1, -1];
        let found = assembly(Lattice::SPHERE, &[ball(0, 0, 1), ball(0, 0, 0), ball(1, 0, 0)], up);
        assert_eq!((found.up, found.order.as_slice()), (up, &[1, 2, 0][..]));
        let at = |x, y, z| {
            let cell = Cell { at: [x, y, z], class: 0 };
            let [a, b, c, _] = Lattice::SPHERE.point(cell);
            (cell, [a, b, c])
        };
        assert!(is_under(Lattice::SPHERE, at(0, 0, 0), at(0, 0, 1), up));
        assert!(!is_under(Lattice::SPHERE, at(0, 0, 1), at(0, 0, 0), up));
        assert!(!is_under(Lattice::SPHERE, at(0, 0, 0), at(1, 0, 0), up));
        // Two rows away in the next layer.
        assert!(!is_under(Lattice::SPHERE, at(0, 0, 0), at(2, 0, 1), up));
        // Three layers up, straight above.
        assert!(is_under(Lattice::SPHERE, at(0, 0, 0), at(-1, -1, 3), up));
    }
}
