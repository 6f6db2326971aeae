//! Convex polygons.

use polydlx_lattice::{Cell, Lattice, NamedBox, Shape};

/// The convex polygons of a size on a lattice that has such things, each once or several times, turned or flipped.
pub(crate) fn convex_polygons(lattice: Lattice, size: usize) -> Option<impl Iterator<Item = Shape>> {
    let (.., arity, numbers) = NUMBERS.into_iter().find(|(own, ..)| *own == lattice)?;
    let polygon = NamedBox::find("convex", lattice, arity)?;
    let shape = |numbers: Vec<i32>| polygon.cells(&numbers, &Shape::default()).map(Cell::site).collect();
    Some(numbers(size).into_iter().map(shape))
}

/// The numbers that the box `convex` takes, for all polygons of a size.
type Numbers = fn(usize) -> Vec<Vec<i32>>;

/// The lattices that have such polygons, how many numbers tell them apart, and which do.
const NUMBERS: [(Lattice, usize, Numbers); 2] =
    [(Lattice::TRIANGLE, 4, of_triangles), (Lattice::TAN, 6, of_tans)];

/// Convex polygons of triangles by their parameters, as in TAOCP 7.2.2.1, answer 143: a ≥ b ≥ c ≥ d ≥ 0,
/// the sides are a, d, a−b+c, b, a−b+d, c in turn, and the size is (a+c+d)² − b² − c² − d².
fn of_triangles(size: usize) -> Vec<Vec<i32>> {
    let size = size as i64;
    let mut found = Vec::new();
    for c in (0..).take_while(|c| 2 * c * c <= size) {
        for d in (0..=c).take_while(|d| 2 * c * (c + 2 * d) <= size) {
            // This is (a+c+d+b)(a+c+d−b), and q is the lesser factor.
            let product = size + c * c + d * d;
            let factors = (1..).take_while(|q| q * q <= product).filter(|q| product % q == 0);
            for (q, p) in factors.map(|q| (q, product / q)).filter(|(q, p)| (p + q) % 2 == 0) {
                let (a, b) = ((p + q) / 2 - c - d, (p - q) / 2);
                if a >= b && b >= c {
                    found.push([a, b, c, d].map(|number| number as i32).to_vec());
                }
            }
        }
    }
    found
}

/// Convex polygons of tans by their parameters, as in TAOCP 7.2.2.1, answer 320: a rectangle, m high and n wide, without
/// triangles of sides a, b, c, d at its corners. A tan is two cells, so the size is 4mn − 2(a² + b² + c² + d²).
fn of_tans(size: usize) -> Vec<Vec<i32>> {
    let size = size as i32;
    let mut found = Vec::new();
    // What is cut off leaves a piece of each side, if only a point: so a² + d² ≤ m² and b² + c² ≤ m², and at least a
    // strip of tans from one corner to the opposite one is left.
    for m in (1..).take_while(|m| m <= &(size / 4 + 1)) {
        for n in (m..).take_while(|n| 4 * m * (n - m) <= size) {
            let cut = 4 * m * n - size;
            if cut < 0 || cut % 2 != 0 {
                continue;
            }
            for (a, b) in (0..=m).flat_map(|a| (0..=m.min(n - a)).map(move |b| (a, b))) {
                for c in (0..=m - b).take_while(|c| a * a + b * b + c * c <= cut / 2) {
                    let rest = cut / 2 - a * a - b * b - c * c;
                    let d = rest.isqrt();
                    if d * d == rest && a + d <= m && c + d <= n {
                        found.push(vec![m, n, a, b, c, d]);
                    }
                }
            }
        }
    }
    found
}
