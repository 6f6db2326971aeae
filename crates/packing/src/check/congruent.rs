//! Whether a piece can be moved onto some cells, told from the corners of cells.

use polydlx_lattice::{Lattice, Point, Puzzle, Sided, Site};
use std::collections::{BTreeMap, BTreeSet};

type Matrix = [[i32; 4]; 4];

/// Whether a piece with the typical cells `piece` can be moved onto `target`.
pub(super) fn congruent(puzzle: &Puzzle, sided: Sided, piece: &[Site], target: &[Site]) -> bool {
    let lattice = puzzle.lattice;
    if piece.len() != target.len() || target.is_empty() {
        return false;
    }
    let turned_over = lattice.name() == "sphere" && lies_in_hexagonal_layer(lattice, piece);
    signed_permutations(lattice).any(|matrix| {
        let allowed = match (sided, handedness(lattice, matrix)) {
            (_, None) => false,
            (Sided::Fixed, _) => matrix == IDENTITY,
            (Sided::Free, _) | (Sided::One, Some(1)) => true,
            (Sided::One, _) => turned_over,
        };
        allowed && (moves(puzzle, matrix, piece, target) || fills(lattice, sided, matrix, piece, target))
    })
}

const IDENTITY: Matrix = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];

/// The permutations of coordinates with signs; heights stay heights, and if there are none, so does 0.
fn signed_permutations(lattice: Lattice) -> impl Iterator<Item = Matrix> {
    let has_height = lattice.axes().iter().any(|axis| axis[3] != 0);
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    orders.into_iter().flat_map(move |order| {
        (0..if has_height { 16 } else { 8 }).map(move |signs: u32| {
            let mut matrix = [[0; 4]; 4];
            for (row, &column) in order.iter().chain([&3]).enumerate() {
                matrix[row][column] = if signs >> row & 1 == 1 { -1 } else { 1 };
            }
            matrix
        })
    })
}

fn times(matrix: Matrix, v: Point) -> Point {
    matrix.map(|row| (0..4).map(|i| row[i] * v[i]).sum())
}

fn minus(a: Point, b: Point) -> Point {
    [0, 1, 2, 3].map(|i| a[i] - b[i])
}

/// 1 for what keeps the hand of the axes, -1 for what changes it, none for what leads out of the plane or space of cells.
///
/// The axes A span that, so the images of the axes are K A for some matrix K, which is (image Aᵀ)(A Aᵀ)⁻¹; where the third
/// coordinate of points is always 0, one of two matrices that do the same is enough.
fn handedness(lattice: Lattice, matrix: Matrix) -> Option<i32> {
    let axes = lattice.axes();
    let n = axes.len();
    let unused = |i: usize| axes.iter().all(|axis| axis[i] == 0);
    if (0..4).any(|i| unused(i) && matrix[i][i] != 1) {
        return None;
    }
    let images: Vec<Point> = axes.iter().map(|&axis| times(matrix, axis)).collect();
    let product = |rows: &[Point]| {
        let mut found = [[0_i64; 3], [0; 3], [0, 0, 1]];
        for (i, row) in rows.iter().enumerate() {
            for (j, axis) in axes.iter().enumerate() {
                found[i][j] = (0..4).map(|k| i64::from(row[k] * axis[k])).sum();
            }
        }
        if n == 3 { found } else { [found[0], found[1], [0, 0, 1]] }
    };
    let (gram, mixed) = (product(axes), product(&images));
    let (adjugate, whole) = adjugate(gram);
    for (i, image) in images.iter().enumerate() {
        let k = |j: usize| (0..n).map(|l| mixed[i][l] * adjugate[l][j]).sum::<i64>();
        let back = |at: usize| (0..n).map(|j| k(j) * i64::from(axes[j][at])).sum::<i64>();
        if (0..4).any(|at| back(at) != whole * i64::from(image[at])) {
            return None;
        }
    }
    Some(determinant(mixed).signum() as i32)
}

fn determinant(m: [[i64; 3]; 3]) -> i64 {
    (0..3)
        .map(|i| m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]))
        .sum()
}

fn adjugate(m: [[i64; 3]; 3]) -> ([[i64; 3]; 3], i64) {
    let cofactor = |i: usize, j: usize| {
        let (a, b, c, d) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        m[a][c] * m[b][d] - m[a][d] * m[b][c]
    };
    ([0, 1, 2].map(|i| [0, 1, 2].map(|j| cofactor(j, i))), determinant(m))
}

/// Whether a matrix and a shift that keep the lattice take some cells to others.
fn moves(puzzle: &Puzzle, matrix: Matrix, from: &[Site], to: &[Site]) -> bool {
    let lattice = puzzle.lattice;
    let point = |site: &Site| lattice.point(site.cell());
    let image: Vec<(Point, u16)> =
        from.iter().map(|site| (times(matrix, point(site)), site.suffix)).collect();
    let at =
        |(image, _): &(Point, u16), shift: Point| lattice.cell([0, 1, 2, 3].map(|i| image[i] + shift[i]));
    match &puzzle.wrap {
        None => {
            // What is least stays least when all is shifted.
            let (Some(first), Some(least)) =
                (image.iter().map(|(at, _)| at).min(), to.iter().map(point).min())
            else {
                return false;
            };
            let shift = minus(least, *first);
            let arrives = |image: &(Point, u16)| {
                at(image, shift).is_some_and(|cell| to.contains(&Site { suffix: image.1, ..cell.site() }))
            };
            image.iter().all(arrives) && keeps(lattice, matrix, shift)
        }
        Some(wrap) => to.iter().any(|there| {
            let shift = minus(point(there), image[0].0);
            let stands_for = |image: &(Point, u16)| {
                let cell = wrap.representative(at(image, shift)?)?;
                Some(Site { suffix: image.1, ..cell.site() })
            };
            let reached: Option<BTreeSet<Site>> = image.iter().map(stands_for).collect();
            reached.is_some_and(|reached| {
                reached.len() == to.len() && to.iter().all(|site| reached.contains(site))
            }) && keeps(lattice, matrix, shift)
        }),
    }
}

/// Whether a matrix and a shift take cells to cells, each with all of its corners.
fn keeps(lattice: Lattice, matrix: Matrix, shift: Point) -> bool {
    let moved = |v: Point, scale: i32| {
        let image = times(matrix, v);
        [0, 1, 2, 3].map(|i| image[i] + scale * shift[i])
    };
    lattice.cell_classes().all(|cell| {
        let Some(there) = lattice.cell(moved(lattice.point(cell), 1)) else { return false };
        let corners: BTreeSet<Point> = lattice.corners(there).collect();
        lattice.corners(cell).all(|corner| corners.contains(&moved(corner, lattice.corner_scale())))
    })
}

/// Whether all points have the same value of a+b+c, or of that with some signs changed.
fn lies_in_hexagonal_layer(lattice: Lattice, sites: &[Site]) -> bool {
    [[1, 1, 1], [1, 1, -1], [1, -1, 1], [-1, 1, 1]].into_iter().any(|form| {
        let height = |site: &Site| {
            let at = lattice.point(site.cell());
            (0..3).map(|i| form[i] * at[i]).sum::<i32>()
        };
        sites.iter().all(|site| height(site) == height(&sites[0]))
    })
}

/// Whether two sets of half triangles are the same shape, though not made of the same cells: their borders are compared.
fn fills(lattice: Lattice, sided: Sided, matrix: Matrix, from: &[Site], to: &[Site]) -> bool {
    if lattice.name() != "drafter"
        || sided == Sided::Fixed
        || from.iter().chain(to).any(|site| site.suffix != 0)
    {
        return false;
    }
    let one = border(lattice, from).into_iter().map(|side| {
        let [p, q] = side.map(|end| times(matrix, end));
        if p < q { [p, q] } else { [q, p] }
    });
    shifted(one.collect()) == shifted(border(lattice, to))
}

fn shifted(sides: BTreeSet<[Point; 2]>) -> BTreeSet<[Point; 2]> {
    let least = sides.iter().map(|side| side[0]).min().unwrap_or_default();
    sides.into_iter().map(|side| side.map(|end| minus(end, least))).collect()
}

/// The straight sides of a set of cells, as long as they are, the lesser end first.
fn border(lattice: Lattice, sites: &[Site]) -> BTreeSet<[Point; 2]> {
    let mut edges: BTreeSet<[Point; 2]> = BTreeSet::new();
    for site in sites {
        let corners: Vec<Point> = lattice.corners(site.cell()).collect();
        for (at, &p) in corners.iter().enumerate() {
            let q = corners[(at + 1) % corners.len()];
            let side = if p < q { [p, q] } else { [q, p] };
            if !edges.remove(&side) {
                edges.insert(side);
            }
        }
    }
    // Sides of one line that meet are one.
    let way = |[p, q]: [Point; 2]| {
        let v = minus(q, p);
        let size = v.iter().map(|d| d.abs()).filter(|d| *d != 0).min().unwrap_or(1);
        let divisor = (1..=size).rev().find(|d| v.iter().all(|e| e % d == 0)).unwrap_or(1);
        v.map(|d| d / divisor)
    };
    let mut starts: BTreeMap<(Point, Point), Point> =
        edges.into_iter().map(|side| ((side[0], way(side)), side[1])).collect();
    let mut merged = BTreeSet::new();
    let all: Vec<(Point, Point)> = starts.keys().copied().collect();
    for (start, way) in all {
        // In ascending order, a side comes before those that go on from its end.
        let Some(mut end) = starts.remove(&(start, way)) else { continue };
        while let Some(next) = starts.remove(&(end, way)) {
            end = next;
        }
        merged.insert([start, end]);
    }
    merged
}
