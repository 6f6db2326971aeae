//! Whether a piece can be moved onto some cells, told from the corners of cells.

use polydlx_lattice::{Cell, Lattice, Part, Point, Puzzle, Sided, Site};
use std::collections::{BTreeMap, BTreeSet};

type Matrix = [[i32; 4]; 4];

/// Whether a piece with the typical cells `piece` can be moved onto `target`.
pub(super) fn congruent(puzzle: &Puzzle, sided: Sided, piece: &[Site], target: &[Site]) -> bool {
    let lattice = puzzle.lattice;
    // Around a box without ends, what has a colour can meet itself.
    let cells = |sites: &[Site]| sites.iter().filter(|site| is_cell(site)).count();
    if cells(piece) != cells(target) || target.is_empty() {
        return false;
    }
    allowed(lattice, sided, piece)
        .any(|matrix| moves(puzzle, matrix, piece, target) || fills(lattice, sided, matrix, piece, target))
}

/// All places where a piece can lie in the region, and perhaps some more; none if there are ways of lying that are not
/// known here, on boxes whose ends are joined and where cells can be cut anew.
pub(super) fn places(puzzle: &Puzzle, sided: Sided, piece: &[Site]) -> Option<BTreeSet<Vec<Site>>> {
    let lattice = puzzle.lattice;
    if puzzle.wrap.is_some() || lattice.name() == "drafter" || puzzle.has_cell_rules() {
        return None;
    }
    let cells: Vec<Site> =
        piece.iter().copied().filter(|site| site.suffix != Site::GUARD && is_cell(site)).collect();
    let point = |site: &Site| lattice.point(site.cell());
    let mut found = BTreeSet::new();
    for matrix in allowed(lattice, sided, &cells) {
        let image: Vec<(Point, u16)> =
            cells.iter().map(|site| (times(matrix, point(site)), site.suffix)).collect();
        for there in puzzle.region.sites().iter().filter(|there| there.suffix == image[0].1) {
            let shift = minus(point(there), image[0].0);
            let moved = image.iter().map(|&(at, suffix)| {
                let cell = lattice.cell([0, 1, 2, 3].map(|i| at[i] + shift[i]))?;
                Some(Site { suffix, ..cell.site() })
                    .filter(|site| puzzle.region.sites().binary_search(site).is_ok())
            });
            let Some(mut place) = moved.collect::<Option<Vec<Site>>>() else { continue };
            place.sort_unstable();
            if !found.contains(&place) && keeps(lattice, matrix, shift) {
                found.insert(place);
            }
        }
    }
    Some(found)
}

/// The matrices by which a piece may be turned.
fn allowed(lattice: Lattice, sided: Sided, piece: &[Site]) -> impl Iterator<Item = Matrix> {
    let turned_over = lattice.name() == "sphere" && lies_in_hexagonal_layer(lattice, piece);
    signed_permutations(lattice).filter(move |&matrix| match (sided, handedness(lattice, matrix)) {
        (_, None) => false,
        (Sided::Fixed, _) => matrix == IDENTITY,
        (Sided::Free, _) | (Sided::One, Some(1)) => true,
        (Sided::One, _) => turned_over,
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

/// Whether a matrix and a shift that keep the lattice take some cells to others, with all that has colours.
fn moves(puzzle: &Puzzle, matrix: Matrix, from: &[Site], to: &[Site]) -> bool {
    let lattice = puzzle.lattice;
    let (from, from_parts): (Vec<Site>, Vec<Site>) = from.iter().partition(|site| is_cell(site));
    let (to, to_parts): (Vec<Site>, Vec<Site>) = to.iter().partition(|site| is_cell(site));
    let point = |site: &Site| lattice.point(site.cell());
    let image: Vec<(Point, Site)> = from.iter().map(|site| (times(matrix, point(site)), *site)).collect();
    let at =
        |(image, _): &(Point, Site), shift: Point| lattice.cell([0, 1, 2, 3].map(|i| image[i] + shift[i]));
    match &puzzle.wrap {
        None => {
            // What is least stays least when all is shifted.
            let (Some(first), Some(least)) =
                (image.iter().map(|(at, _)| at).min(), to.iter().map(point).min())
            else {
                return false;
            };
            let shift = minus(least, *first);
            let arrives = |image: &(Point, Site)| {
                at(image, shift).is_some_and(|cell| to.contains(&like(image.1, cell)))
            };
            image.iter().all(arrives)
                && keeps(lattice, matrix, shift)
                && parts_move(puzzle, matrix, shift, &from_parts, &to_parts)
        }
        Some(wrap) => to.iter().any(|there| {
            let shift = minus(point(there), image[0].0);
            let stands_for = |image: &(Point, Site)| {
                let cell = wrap.representative(at(image, shift)?)?;
                Some(like(image.1, cell))
            };
            let reached: Option<BTreeSet<Site>> = image.iter().map(stands_for).collect();
            let arrives = reached.is_some_and(|reached| {
                reached.len() == to.len() && to.iter().all(|site| reached.contains(site))
            });
            arrives
                && keeps(lattice, matrix, shift)
                && parts_move(puzzle, matrix, shift, &from_parts, &to_parts)
        }),
    }
}

fn is_cell(site: &Site) -> bool {
    Part::of_suffix(site.suffix).is_none()
}

/// A cell with the suffix and the colour of a site.
fn like(site: Site, cell: Cell) -> Site {
    Site { suffix: site.suffix, color: site.color, ..cell.site() }
}

/// Whether parts with colours become others: a side or a face is told from others of its cell by the points of the cells on
/// both sides of it, a corner by its own.
fn parts_move(puzzle: &Puzzle, matrix: Matrix, shift: Point, from: &[Site], to: &[Site]) -> bool {
    let lattice = puzzle.lattice;
    let moved = |v: Point, scale: i32| {
        let image = times(matrix, v);
        [0, 1, 2, 3].map(|i| image[i] + scale * shift[i])
    };
    let ends = |site: Site| -> (i32, Vec<Point>) {
        let around = lattice.around(site.cell());
        match Part::of_suffix(site.suffix) {
            Some(Part::Corner) => {
                let corner = |(cell, number)| lattice.corners(cell).nth(number);
                (lattice.corner_scale(), around.take(1).filter_map(corner).collect())
            }
            Some(part) => (1, lattice.touched(part, site.cell()).map(|cell| lattice.point(cell)).collect()),
            None => (1, Vec::new()),
        }
    };
    let arrives = |&site: &Site| {
        let part = Part::of_suffix(site.suffix)?;
        let (scale, points) = ends(site);
        let images: BTreeSet<Point> = points.into_iter().map(|point| moved(point, scale)).collect();
        let (owner, _) = lattice.around(site.cell()).next()?;
        let owner = lattice.cell(moved(lattice.point(owner), 1))?;
        let mut places = lattice.parts(part, owner).map(|place| like(site, place));
        let place = places.find(|&place| ends(place).1.into_iter().collect::<BTreeSet<Point>>() == images)?;
        match &puzzle.wrap {
            Some(wrap) => wrap.representative(place.cell()).map(|cell| like(site, cell)),
            None => Some(place),
        }
    };
    let reached: Option<BTreeSet<Site>> = from.iter().map(arrives).collect();
    reached.is_some_and(|reached| reached == to.iter().copied().collect())
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

/// Whether all points have the same value of a+b+c, or of that with some signs changed; those around a side, too.
fn lies_in_hexagonal_layer(lattice: Lattice, sites: &[Site]) -> bool {
    let points = |site: &Site| -> Vec<Point> {
        match Part::of_suffix(site.suffix) {
            None => vec![lattice.point(site.cell())],
            Some(part) => lattice.touched(part, site.cell()).map(|cell| lattice.point(cell)).collect(),
        }
    };
    let points: Vec<Point> = sites.iter().flat_map(points).collect();
    [[1, 1, 1], [1, 1, -1], [1, -1, 1], [-1, 1, 1]].into_iter().any(|form| {
        let height = |at: &Point| (0..3).map(|i| form[i] * at[i]).sum::<i32>();
        points.iter().all(|at| height(at) == height(&points[0]))
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
