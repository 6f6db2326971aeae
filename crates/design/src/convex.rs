//! Convex polygons.

use polydlx_lattice::{Cell, Lattice, Shape};

/// What makes the convex polygons of a lattice, if it has such things.
pub(crate) fn convex_polygons(lattice: Lattice) -> Option<Maker> {
    MAKERS.into_iter().find(|(own, _)| *own == lattice).map(|(_, make)| make)
}

/// What makes the convex polygons of a size, each once or several times, turned or flipped.
type Maker = fn(usize) -> Vec<Shape>;

/// The lattices that have such polygons.
const MAKERS: [(Lattice, Maker); 2] = [(Lattice::TRIANGLE, of_triangles), (Lattice::TAN, of_tans)];

/// Convex polygons of triangles by their parameters, as in TAOCP 7.2.2.1, answer 143: a ≥ b ≥ c ≥ d ≥ 0,
/// the sides are a, d, a−b+c, b, a−b+d, c in turn, and the size is (a+c+d)² − b² − c² − d².
fn of_triangles(size: usize) -> Vec<Shape> {
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
                    found.push([a, b, c, d]);
                }
            }
        }
    }
    found.into_iter().map(polygon_of_triangles).collect()
}

/// The triangles whose corners (x,y,z) have x+y+z = a+c+d, 0 ≤ x ≤ a+c, 0 ≤ y ≤ a+d, 0 ≤ z ≤ a−b+c+d.
fn polygon_of_triangles([a, b, c, d]: [i64; 4]) -> Shape {
    let sum = a + c + d;
    let inside = |x: i64, y: i64| {
        (0..=a + c).contains(&x) && (0..=a + d).contains(&y) && (0..=a - b + c + d).contains(&(sum - x - y))
    };
    let mut sites = Vec::new();
    for (x, y) in (0..sum).flat_map(|x| (0..sum).map(move |y| (x, y))) {
        let at = [x as i32, y as i32, 0];
        if inside(x + 1, y) && inside(x, y + 1) {
            // Both triangles have these corners; the third one tells them apart.
            sites.extend(inside(x, y).then_some(Cell { at, class: 0 }.site()));
            sites.extend(inside(x + 1, y + 1).then_some(Cell { at, class: 1 }.site()));
        }
    }
    Shape::new(sites)
}

/// Convex polygons of tans by their parameters, as in TAOCP 7.2.2.1, answer 320: a rectangle, m high and n wide, without
/// triangles of sides a, b, c, d at its corners. A tan is two cells, so the size is 4mn − 2(a² + b² + c² + d²).
fn of_tans(size: usize) -> Vec<Shape> {
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
                        found.push(polygon_of_tans([m, n, a, b, c, d]));
                    }
                }
            }
        }
    }
    found
}

/// The quarters of squares that are not cut off.
fn polygon_of_tans([m, n, a, b, c, d]: [i32; 6]) -> Shape {
    let squares = (0..n).flat_map(|x| (0..m).map(move |y| (x, y)));
    // The middles of the quarters n, e, s and w, in fourths.
    let middles = [(2, 3), (3, 2), (2, 1), (1, 2)];
    let cells = squares.flat_map(|(x, y)| {
        middles
            .iter()
            .zip(0..)
            .map(move |((right, up), class)| ((4 * x + right, 4 * y + up), [x, y, 0], class))
    });
    let stays = |&((x, y), ..): &((i32, i32), [i32; 3], u8)| {
        let (right, up) = (4 * n - x, 4 * m - y);
        x + y > 4 * a && right + y > 4 * b && right + up > 4 * c && x + up > 4 * d
    };
    cells.filter(stays).map(|(_, at, class)| Cell { at, class }.site()).collect()
}
