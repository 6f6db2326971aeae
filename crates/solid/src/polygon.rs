//! Polygons with holes: moved inwards, and cut into triangles.

use itertools::Itertools;

/// A corner of a polygon, in units.
pub(crate) type Corner = [i32; 2];

/// Closed loops with their inside to the left, every side moved inwards by a distance; none if not all of it is left.
pub(crate) fn inset(loops: &[Vec<[f64; 2]>], by: f64) -> Option<Vec<Vec<[f64; 2]>>> {
    loops.iter().map(|corners| inset_loop(corners, by)).collect()
}

fn inset_loop(corners: &[[f64; 2]], by: f64) -> Option<Vec<[f64; 2]>> {
    // To the left.
    let normal = |a: [f64; 2], b: [f64; 2]| {
        let [x, y] = [b[0] - a[0], b[1] - a[1]];
        let length = (x * x + y * y).sqrt();
        [-y / length, x / length]
    };
    let moved = |(&before, &at, &after): (&[f64; 2], &[f64; 2], &[f64; 2])| {
        let ([a, b], [c, d]) = (normal(before, at), normal(at, after));
        // Where the two moved sides meet.
        let far = by / (1.0 + a * c + b * d);
        [at[0] + far * (a + c), at[1] + far * (b + d)]
    };
    // The middle corner of each three, so the first comes last.
    let mut moved: Vec<[f64; 2]> = corners.iter().circular_tuple_windows().map(moved).collect();
    moved.rotate_right(1);
    let keeps_its_way = |i: usize| {
        let j = (i + 1) % corners.len();
        let step = |of: &[[f64; 2]]| [of[j][0] - of[i][0], of[j][1] - of[i][1]];
        let ([x, y], [u, v]) = (step(corners), step(&moved));
        // A hair is too thin to print.
        x * u + y * v > 0.01 * (x * x + y * y)
    };
    (0..corners.len()).all(keeps_its_way).then_some(moved)
}

/// Triangles that fill polygons with holes, by the numbers of their corners in all loops, one after the other.
///
/// Loops have the inside to their left. None if they cross each other.
pub(crate) fn triangles(loops: &[Vec<Corner>]) -> Option<Vec<[usize; 3]>> {
    let starts = loops.iter().scan(0, |sum, corners| {
        let start = *sum;
        *sum += corners.len();
        Some(start)
    });
    let numbered = loops.iter().zip(starts);
    let numbered = numbered.map(|(corners, start)| {
        corners.iter().enumerate().map(|(i, &corner)| (start + i, corner)).collect_vec()
    });
    let (mut outer, holes): (Vec<_>, Vec<_>) = numbered.partition(|corners| doubled_area(corners) > 0);
    // The right end of a hole sees the right end of what is around it, or a hole that came before.
    let holes = holes.into_iter().sorted_by_key(|hole| hole.iter().map(|(_, corner)| -corner[0]).min());
    for hole in holes {
        let inside = |corners: &&mut Vec<Numbered>| contains(corners, hole[0].1);
        let around = outer.iter_mut().filter(inside).min_by_key(|corners| doubled_area(corners))?;
        *around = bridged(around, &hole)?;
    }
    outer.into_iter().map(ears).collect::<Option<Vec<_>>>().map(|parts| parts.concat())
}

/// A corner, and its number.
type Numbered = (usize, Corner);

/// A polygon with a slit to a hole, so that it has one border.
fn bridged(around: &[Numbered], hole: &[Numbered]) -> Option<Vec<Numbered>> {
    let pairs = (0..around.len()).cartesian_product(0..hole.len());
    let length = |&(i, j): &(usize, usize)| {
        let ([a, b], [c, d]) = (wide(around[i].1), wide(hole[j].1));
        (a - c) * (a - c) + (b - d) * (b - d)
    };
    let sides = || [around, hole].into_iter().flat_map(|of| of.iter().circular_tuple_windows());
    let free = |&(i, j): &(usize, usize)| {
        let (from, to) = (around[i].1, hole[j].1);
        let into = |of: &[Numbered], at: usize, other: Corner| {
            let n = of.len();
            is_inside_corner(of[(at + n - 1) % n].1, of[at].1, of[(at + 1) % n].1, other)
        };
        into(around, i, to) && into(hole, j, from) && sides().all(|(a, b)| !are_crossing(from, to, a.1, b.1))
    };
    let (i, j) = pairs.sorted_by_key(length).find(free)?;
    let there = around[..=i].iter();
    let about = hole[j..].iter().chain(&hole[..=j]);
    Some(there.chain(about).chain(&around[i..]).copied().collect())
}

/// A polygon without holes, ear by ear.
fn ears(mut corners: Vec<Numbered>) -> Option<Vec<[usize; 3]>> {
    let mut found = Vec::with_capacity(corners.len());
    while corners.len() > 3 {
        let n = corners.len();
        let ear = (0..n).find(|&i| {
            let [a, b, c] = [corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]].map(|c| c.1);
            let others = corners.iter().map(|c| c.1).filter(|at| ![a, b, c].contains(at));
            cross(a, b, c) > 0 && others.into_iter().all(|at| !is_in_triangle([a, b, c], at))
        })?;
        found.push([(ear + n - 1) % n, ear, (ear + 1) % n].map(|i| corners[i].0));
        corners.remove(ear);
    }
    if cross(corners[0].1, corners[1].1, corners[2].1) <= 0 {
        return None;
    }
    found.push([0, 1, 2].map(|i| corners[i].0));
    Some(found)
}

fn wide(at: Corner) -> [i64; 2] {
    at.map(i64::from)
}

/// Positive if c lies to the left of the way from a to b.
fn cross(a: Corner, b: Corner, c: Corner) -> i64 {
    let [a, b, c] = [a, b, c].map(wide);
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn doubled_area(corners: &[Numbered]) -> i64 {
    let sides = corners.iter().circular_tuple_windows();
    sides.map(|((_, a), (_, b))| cross([0, 0], *a, *b)).sum()
}

fn is_in_triangle([a, b, c]: [Corner; 3], at: Corner) -> bool {
    cross(a, b, at) >= 0 && cross(b, c, at) >= 0 && cross(c, a, at) >= 0
}

/// Whether a way from a corner leads to its left, into the polygon.
fn is_inside_corner(before: Corner, at: Corner, after: Corner, to: Corner) -> bool {
    let (one, other) = (cross(before, at, to) > 0, cross(at, after, to) > 0);
    if cross(before, at, after) >= 0 { one && other } else { one || other }
}

/// Whether two ways have a point in common that is no end of both.
fn are_crossing(a: Corner, b: Corner, c: Corner, d: Corner) -> bool {
    let touches = |end: Corner, from: Corner, to: Corner| {
        let between = |i: usize| from[i].min(to[i]) <= end[i] && end[i] <= from[i].max(to[i]);
        end != from && end != to && cross(from, to, end) == 0 && between(0) && between(1)
    };
    let parts = |from: Corner, to: Corner, one: Corner, other: Corner| {
        cross(from, to, one).signum() * cross(from, to, other).signum() < 0
    };
    (parts(a, b, c, d) && parts(c, d, a, b))
        || touches(a, c, d)
        || touches(b, c, d)
        || touches(c, a, b)
        || touches(d, a, b)
}

fn contains(corners: &[Numbered], at: Corner) -> bool {
    let crossed = corners.iter().circular_tuple_windows().filter(|((_, a), (_, b))| {
        let (low, high) = if a[1] < b[1] { (*a, *b) } else { (*b, *a) };
        low[1] <= at[1] && at[1] < high[1] && cross(low, high, at) > 0
    });
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(loops: &[Vec<Corner>]) {
        let found = triangles(loops).unwrap();
        let corners = loops.concat();
        let areas = found.iter().map(|&[a, b, c]| cross(corners[a], corners[b], corners[c])).collect_vec();
        assert!(areas.iter().all(|&area| area > 0));
        let area: i64 = loops
            .iter()
            .map(|corners| doubled_area(&corners.iter().map(|&corner| (0, corner)).collect_vec()))
            .sum();
        assert_eq!(areas.iter().sum::<i64>(), area);
        // Every side of a triangle is one of another triangle, or one of a loop.
        let sides = found.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]).counts();
        let border = sides.keys().filter(|&&(a, b)| !sides.contains_key(&(b, a))).count();
        assert!(sides.values().all(|&number| number == 1));
        assert_eq!(border, corners.len());
    }

    #[test]
    fn triangles_fill_polygons() {
        let square = |at: Corner, side: i32| {
            [[0, 0], [side, 0], [side, side], [0, side]].map(|[x, y]| [at[0] + x, at[1] + y]).to_vec()
        };
        let hole = |at: Corner, side: i32| square(at, side).into_iter().rev().collect_vec();
        check(&[square([0, 0], 2)]);
        check(&[vec![[0, 0], [4, 0], [4, 4], [2, 4], [2, 2], [0, 2]]]);
        check(&[square([0, 0], 9), hole([1, 1], 2), hole([4, 1], 2), hole([1, 5], 3), hole([5, 6], 2)]);
        // An island in a hole, and another polygon beside it.
        check(&[square([0, 0], 9), hole([1, 1], 7), square([3, 3], 3), hole([4, 4], 1), square([20, 0], 5)]);
        // A comb.
        let teeth = (0..5).flat_map(|i| [[4 * i, 0], [4 * i + 2, 0], [4 * i + 2, 6], [4 * i + 4, 6]]);
        check(&[teeth.chain([[20, 9], [0, 9]]).collect()]);
    }

    #[test]
    fn what_is_too_thin_has_no_inside() {
        let bar = vec![vec![[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [0.0, 1.0]]];
        assert_eq!(inset(&bar, 0.25).unwrap()[0], [[0.25, 0.25], [3.75, 0.25], [3.75, 0.75], [0.25, 0.75]]);
        assert_eq!(inset(&bar, 0.5), None);
        assert!(inset(&bar, -0.5).is_some());
    }
}
