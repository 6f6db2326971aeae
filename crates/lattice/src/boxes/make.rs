//! The cells of the boxes, as they come.
//!
//! Cells are made one by one, so that a box that is too large is noticed before it is there.

use crate::site::Cell;

pub(super) type Cells = Box<dyn Iterator<Item = Cell>>;

fn at(x: i32, y: i32, z: i32) -> Cell {
    Cell { at: [x, y, z], class: 0 }
}

fn down(x: i32, y: i32) -> Cell {
    Cell { at: [x, y, 0], class: 1 }
}

/// What becomes of each cell of a piece, one after the other.
fn grow<I: Iterator<Item = Cell> + 'static>(piece: &[Cell], grown: impl Fn(Cell) -> I + 'static) -> Cells {
    let piece: Vec<Cell> = piece.into();
    Box::new(piece.into_iter().flat_map(grown))
}

/// Rows of cells in the plane: the row x has the columns that `columns` says.
fn rows<R: IntoIterator<Item = i32>>(number: i32, columns: impl Fn(i32) -> R + 'static) -> Cells
where
    R::IntoIter: 'static,
{
    Box::new((0..number).flat_map(move |x| columns(x).into_iter().map(move |y| at(x, y, 0))))
}

/// Layers of rows in space: the row y of layer x has the columns that `columns` says.
fn layers<R: IntoIterator<Item = i32>>(
    (number, height): (i32, i32),
    columns: impl Fn(i32, i32) -> R + Copy + 'static,
) -> Cells
where
    R::IntoIter: 'static,
{
    let row = move |x: i32, y: i32| columns(x, y).into_iter().map(move |z| at(x, y, z));
    Box::new((0..number).flat_map(move |x| (0..height).flat_map(move |y| row(x, y))))
}

// Squares; on other lattices the same coordinates make other figures.

pub(super) fn rectangle(n: &[i32], _: &[Cell]) -> Cells {
    let width = n[1];
    rows(n[0], move |_| 0..width)
}

pub(super) fn square(n: &[i32], piece: &[Cell]) -> Cells {
    rectangle(&[n[0], n[0]], piece)
}

pub(super) fn rhombus(n: &[i32], piece: &[Cell]) -> Cells {
    square(n, piece)
}

pub(super) fn skew(n: &[i32], _: &[Cell]) -> Cells {
    let width = n[1];
    rows(n[0], move |x| x..x + width)
}

pub(super) fn stairs(n: &[i32], piece: &[Cell]) -> Cells {
    cut_stairs(&[n[0], n[0]], piece)
}

pub(super) fn cut_stairs(n: &[i32], _: &[Cell]) -> Cells {
    let above = n[0] - n[1];
    rows(n[1], move |x| 0..above + x + 1)
}

pub(super) fn diamond(n: &[i32], _: &[Cell]) -> Cells {
    let n = n[0];
    rows(2 * n - 1, move |x| {
        let reach = n - 1 - (x - n + 1).abs();
        n - 1 - reach..n + reach
    })
}

pub(super) fn aztec(n: &[i32], _: &[Cell]) -> Cells {
    let n = n[0];
    rows(2 * n, move |x| {
        let half = if x < n { x + 1 } else { 2 * n - x };
        n - half..n + half
    })
}

pub(super) fn magnified_squares(n: &[i32], piece: &[Cell]) -> Cells {
    magnified(piece, [n[0], n[0], 1])
}

fn magnified(piece: &[Cell], [k, l, m]: [i32; 3]) -> Cells {
    let grown = move |cell: Cell| {
        let [x, y, z] = cell.at;
        layers((k, l), move |_, _| 0..m).map(move |inner| inner.shifted([k * x, l * y, m * z]))
    };
    grow(piece, grown)
}

// Triangles.

/// The triangles whose corners (x,y) are all allowed; x and y are less than `reach`.
fn triangles(reach: i32, allowed: impl Fn(i32, i32) -> bool + Copy + 'static) -> Cells {
    let at = move |(x, y): (i32, i32)| {
        // Both triangles have these corners; the third one tells them apart.
        let both = allowed(x + 1, y) && allowed(x, y + 1);
        let up = (both && allowed(x, y)).then_some(at(x, y, 0));
        up.into_iter().chain((both && allowed(x + 1, y + 1)).then_some(down(x, y)))
    };
    Box::new((0..reach).flat_map(move |x| (0..reach).map(move |y| (x, y))).flat_map(at))
}

/// The triangles whose corners (x,y,z) have x+y+z = sum and no coordinate less than 0 or more than its bound.
fn simplex(sum: i32, [a, b, c]: [i32; 3]) -> Cells {
    let inside = |value: i32, most: i32| (0..=most).contains(&value);
    triangles(sum, move |x, y| inside(x, a) && inside(y, b) && inside(sum - x - y, c))
}

pub(super) fn triangle(n: &[i32], _: &[Cell]) -> Cells {
    simplex(n[0], [n[0]; 3])
}

pub(super) fn trapezoid(n: &[i32], _: &[Cell]) -> Cells {
    simplex(n[0], [n[0], n[1], n[0]])
}

pub(super) fn hexagon_of_triangles(n: &[i32], piece: &[Cell]) -> Cells {
    lozenge_hexagon(&[n[0]; 3], piece)
}

pub(super) fn lozenge_hexagon(n: &[i32], _: &[Cell]) -> Cells {
    simplex(n[0] + n[1] + n[2], [n[1] + n[2], n[2] + n[0], n[0] + n[1]])
}

pub(super) fn convex(n: &[i32], _: &[Cell]) -> Cells {
    let [a, b, c, d] = [n[0], n[1], n[2], n[3]];
    simplex(a + c + d, [a + c, a + d, a - b + c + d])
}

pub(super) fn rhombus_of_triangles(n: &[i32], piece: &[Cell]) -> Cells {
    parallelogram_of_triangles(&[n[0], n[0]], piece)
}

pub(super) fn parallelogram_of_triangles(n: &[i32], piece: &[Cell]) -> Cells {
    Box::new(rectangle(n, piece).flat_map(|cell| [cell, Cell { class: 1, ..cell }]))
}

pub(super) fn star(n: &[i32], _: &[Cell]) -> Cells {
    let n = n[0];
    let up = triangles(5 * n, move |x, y| x >= n && y >= n && x + y <= 5 * n);
    Box::new(up.chain(triangles(3 * n, move |x, y| x <= 3 * n && y <= 3 * n && x + y >= 3 * n)))
}

/// TAOCP 7.2.2.1, answer 125.
pub(super) fn magnified_triangles(n: &[i32], piece: &[Cell]) -> Cells {
    let k = n[0];
    let grown = move |cell: Cell| {
        let [x, y, _] = cell.at;
        // Of the 2k² triangles of the rhombus at (x,y), those below the diagonal make Δ, the others ∇.
        let both = parallelogram_of_triangles(&[k, k], &[]);
        let below = move |inner: &Cell| inner.at[0] + inner.at[1] + i32::from(inner.class) < k;
        let wanted = both.filter(move |inner| below(inner) != (cell.class == 1));
        wanted.map(move |inner| inner.shifted([k * x, k * y, 0]))
    };
    grow(piece, grown)
}

// Tans.

/// The quarters of squares that are not cut off at the corners.
pub(super) fn convex_of_tans(n: &[i32], _: &[Cell]) -> Cells {
    let [m, n, a, b, c, d] = [n[0], n[1], n[2], n[3], n[4], n[5]];
    // The middles of the quarters n, e, s and w, in fourths.
    let middles = [(2, 3), (3, 2), (2, 1), (1, 2)];
    let squares = (0..n).flat_map(move |x| (0..m).map(move |y| (x, y)));
    Box::new(squares.flat_map(move |(x, y)| {
        let stays = move |&((right, up), _): &((i32, i32), u8)| {
            let (left, below) = (4 * x + right, 4 * y + up);
            let (right, above) = (4 * n - left, 4 * m - below);
            left + below > 4 * a && right + below > 4 * b && right + above > 4 * c && left + above > 4 * d
        };
        let cell = move |(_, class)| Cell { at: [x, y, 0], class };
        middles.into_iter().zip(0..).filter(stays).map(cell)
    }))
}

// Hexagons, and hexagonal layers of spheres.

pub(super) fn hexagon(n: &[i32], piece: &[Cell]) -> Cells {
    long_hexagon(&[n[0]; 3], piece)
}

pub(super) fn long_hexagon(n: &[i32], _: &[Cell]) -> Cells {
    let [a, b, c] = [n[0], n[1], n[2]];
    rows(b + c - 1, move |x| (c - 1 - x).max(0)..(a + c - 1).min(a + b + c - 2 - x))
}

pub(super) fn rows_of_hexagons(n: &[i32], piece: &[Cell]) -> Cells {
    trapezoid_of_hexagons(&[n[0], n[0]], piece)
}

pub(super) fn trapezoid_of_hexagons(n: &[i32], _: &[Cell]) -> Cells {
    let side = n[0];
    rows(n[1], move |x| 0..side - x)
}

pub(super) fn brick(n: &[i32], _: &[Cell]) -> Cells {
    let width = n[1];
    rows(n[0], move |x| -(x / 2)..width - x / 2)
}

pub(super) fn rosettes(n: &[i32], piece: &[Cell]) -> Cells {
    let [along_x, along_y] = if n[0] == 1 { [[2, 1], [-1, 3]] } else { [[3, -1], [1, 2]] };
    let grown = move |cell: Cell| {
        let [x, y, _] = cell.at;
        let center = [0, 1].map(|axis| x * along_x[axis] + y * along_y[axis]);
        hexagon(&[2], &[]).map(move |inner| inner.shifted([center[0] - 1, center[1] - 1, 0]))
    };
    grow(piece, grown)
}

// Cubes.

pub(super) fn cuboid(n: &[i32], _: &[Cell]) -> Cells {
    let width = n[2];
    layers((n[0], n[1]), move |_, _| 0..width)
}

pub(super) fn cube(n: &[i32], piece: &[Cell]) -> Cells {
    cuboid(&[n[0]; 3], piece)
}

pub(super) fn steps(n: &[i32], _: &[Cell]) -> Cells {
    let n = n[0];
    let side = move |x: i32| n - 1 - x..n + x;
    layers((n, 2 * n - 1), move |x, y| if side(x).contains(&y) { side(x) } else { 0..0 })
}

pub(super) fn octahedron_of_cubes(n: &[i32], _: &[Cell]) -> Cells {
    let n = n[0];
    let side = 2 * n - 1;
    layers((side, side), move |x, y| {
        let reach = n - 1 - (x - n + 1).abs() - (y - n + 1).abs();
        n - 1 - reach..n + reach
    })
}

pub(super) fn prism(n: &[i32], piece: &[Cell]) -> Cells {
    let piece = piece.to_vec();
    Box::new((0..n[0]).flat_map(move |x| {
        let layer: Vec<Cell> = piece.iter().map(|cell| cell.shifted([x, 0, 0])).collect();
        layer
    }))
}

pub(super) fn magnified_cubes(n: &[i32], piece: &[Cell]) -> Cells {
    magnified(piece, [n[0]; 3])
}

// Spheres, and what has the same coordinates on cubes. TAOCP 7.2.2.1, exercise 357.

pub(super) fn tetrahedron(n: &[i32], _: &[Cell]) -> Cells {
    let n = n[0];
    layers((n, n), move |x, y| 0..n - x - y)
}

pub(super) fn pyramid(n: &[i32], piece: &[Cell]) -> Cells {
    roof(&[n[0], n[0]], piece)
}

/// The spheres of a roof by their row y, their column x and their height k.
fn roofed(n: &[i32], place: impl Fn(i32, i32, i32) -> Cell + Copy + 'static) -> Cells {
    let [m, n] = [n[0], n[1]];
    let layer = move |k: i32| (0..m - k).flat_map(move |y| (0..n - k).map(move |x| place(x, y, k)));
    Box::new((0..m.min(n)).flat_map(layer))
}

pub(super) fn roof(n: &[i32], _: &[Cell]) -> Cells {
    let m = n[0];
    roofed(n, move |x, y, k| at(x, y + k, m - 1 - y))
}

pub(super) fn stretched_roof(n: &[i32], _: &[Cell]) -> Cells {
    let m = n[0];
    roofed(n, move |x, y, k| at(x + m - 1 - y, y + k, y))
}

pub(super) fn layer(n: &[i32], _: &[Cell]) -> Cells {
    let m = n[0];
    rows(n[1], move |_| 0..m).map_cells(move |[x, y, _]| at(x, y, m - 1 - y))
}

pub(super) fn octahedron(n: &[i32], _: &[Cell]) -> Cells {
    let most = n[0] - 1;
    layers((n[0], n[0]), move |x, y| (most - x - y).max(0)..=most.min(2 * most - x - y))
}

pub(super) fn permutations(_: &[i32], _: &[Cell]) -> Cells {
    Box::new(layers((4, 4), |_, _| 0..4).filter(|cell| {
        let [x, y, z] = cell.at;
        x != y && y != z && z != x
    }))
}

pub(super) fn cuboctahedron(n: &[i32], _: &[Cell]) -> Cells {
    let most = n[0] - 1;
    let side = 2 * most + 1;
    // With w = −x−y−z, half of |w|+|x|+|y|+|z| is the number of steps from the middle.
    let near = move |[x, y, z]: [i32; 3]| x.abs() + y.abs() + z.abs() + (x + y + z).abs() <= 2 * most;
    let all = layers((side, side), move |_, _| 0..side)
        .map_cells(move |[x, y, z]| at(x - most, y - most, z - most));
    Box::new(all.filter(move |cell| near(cell.at)))
}

trait MapCells {
    fn map_cells(self, to: impl Fn([i32; 3]) -> Cell + 'static) -> Cells;
}

impl MapCells for Cells {
    fn map_cells(self, to: impl Fn([i32; 3]) -> Cell + 'static) -> Cells {
        Box::new(self.map(move |cell| to(cell.at)))
    }
}
