//! Whether placements solve a puzzle.
//!
//! This shares nothing with the way in which options are made: shapes are compared by trying all 48 signed
//! permutations of the coordinates, and what is a rotation is decided anew.
//! So it can find mistakes in the base placements, in the option files and in the solvers alike.

mod rules;

use polydlx_lattice::{Lattice, PieceId, Placement, Puzzle, Shape, Sided, Site, Wrap};
use std::collections::BTreeMap;
use std::fmt;

/// A piece and the cells that it is said to cover, by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Name of the piece.
    pub piece: String,
    /// Names of the cells, with their suffixes.
    pub cells: Vec<String>,
}

/// What is wrong with a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No piece has that name.
    UnknownPiece(String),
    /// A piece is said to cover something that is no cell of the region.
    UnknownCell(String, String),
    /// A piece is said to cover a cell twice.
    RepeatedCell(String, String),
    /// These cells do not have the shape of the piece.
    WrongShape(Claim),
    /// Two pieces cover a cell.
    Overlap(String, [String; 2]),
    /// Cells that must be covered are not: the first of them, and how many more.
    Uncovered(String, usize),
    /// A cell is covered only so often, and that is not enough.
    Thin(String, u32),
    /// A piece is used a number of times that its bounds do not allow.
    WrongNumber(String, u32),
    /// A piece does not lie where the puzzle puts it.
    NotPlaced(String),
    /// A piece lies in the same place twice.
    Twice(String),
    /// Of some cells so many are covered, where a rule wants so many, of so many.
    WrongCover(u32, String, usize),
    /// Of these pieces so many are used, which is not what a rule wants.
    WrongChoice(u32, Vec<String>),
    /// Two pieces do not touch.
    NotTogether(String, String),
    /// Two pieces touch.
    NotApart(String, String),
    /// A piece does not reach the rim.
    NotAtRim(String),
    /// A piece leaves the cells that it must lie within.
    NotWithin(String),
    /// Two placements use what only one may use.
    Shared(String, [String; 2]),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPiece(piece) => write!(f, "there is no piece {piece}"),
            Self::UnknownCell(piece, cell) => {
                write!(f, "piece {piece} covers {cell}, which is no cell of the box")
            }
            Self::RepeatedCell(piece, cell) => write!(f, "piece {piece} covers cell {cell} twice"),
            Self::WrongShape(claim) => {
                write!(f, "{} do not have the shape of piece {}", claim.cells.join(" "), claim.piece)
            }
            Self::Overlap(cell, [a, b]) if a == b => write!(f, "cell {cell} is covered by two copies of {a}"),
            Self::Overlap(cell, [a, b]) => write!(f, "cell {cell} is covered by {a} and by {b}"),
            Self::Uncovered(cell, 0) => write!(f, "cell {cell} is not covered"),
            Self::Uncovered(cell, more) => write!(f, "cell {cell} and {more} more are not covered"),
            Self::Thin(cell, 1) => write!(f, "cell {cell} is covered only once"),
            Self::Thin(cell, times) => write!(f, "cell {cell} is covered only {times} times"),
            Self::WrongNumber(piece, 0) => write!(f, "piece {piece} is not used"),
            Self::WrongNumber(piece, 1) => write!(f, "piece {piece} is used once"),
            Self::WrongNumber(piece, times) => write!(f, "piece {piece} is used {times} times"),
            Self::Twice(piece) => write!(f, "piece {piece} lies in the same place twice"),
            Self::WrongCover(number, wanted, all) => {
                write!(f, "{number} of {all} cells are covered, where {wanted} are wanted")
            }
            Self::WrongChoice(number, pieces) => {
                write!(f, "of pieces {} {number} are used", pieces.join(" "))
            }
            Self::NotTogether(a, b) => write!(f, "pieces {a} and {b} do not touch"),
            Self::NotApart(a, b) => write!(f, "pieces {a} and {b} touch"),
            Self::NotAtRim(piece) => write!(f, "piece {piece} does not touch the rim"),
            Self::NotWithin(piece) => write!(f, "piece {piece} leaves the cells that it must lie within"),
            Self::Shared(name, [a, b]) if a == b => write!(f, "two copies of {a} share {name}"),
            Self::Shared(name, [a, b]) => write!(f, "pieces {a} and {b} share {name}"),
            Self::NotPlaced(piece) => write!(f, "piece {piece} does not lie where the puzzle places it"),
        }
    }
}

impl std::error::Error for Fault {}

/// Tells whether the claims are a solution of the puzzle; if not, the first thing that is wrong.
pub fn check(puzzle: &Puzzle, claims: &[Claim]) -> Result<(), Fault> {
    let sites: BTreeMap<String, Site> =
        puzzle.region.sites().iter().map(|&site| (puzzle.site_name(site), site)).collect();
    let mut covered: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut used = vec![0; puzzle.pieces.len()];
    let mut placements = Vec::new();
    for claim in claims {
        let name = &claim.piece;
        let piece = puzzle
            .pieces
            .iter()
            .position(|piece| piece.name == *name)
            .ok_or_else(|| Fault::UnknownPiece(name.clone()))?;
        used[piece] += 1;
        let mut shape = Vec::new();
        for cell in &claim.cells {
            let &site = sites.get(cell).ok_or_else(|| Fault::UnknownCell(name.clone(), cell.clone()))?;
            if shape.contains(&site) {
                return Err(Fault::RepeatedCell(name.clone(), cell.clone()));
            }
            shape.push(site);
        }
        let sided = puzzle.pieces[piece].sided;
        let mut typical = puzzle.shapes.iter().filter(|typical| typical.piece.0 == piece);
        if !typical.any(|typical| congruent(puzzle, sided, typical.shape.sites(), &shape)) {
            return Err(Fault::WrongShape(claim.clone()));
        }
        for cell in &claim.cells {
            let pieces = covered.entry(cell).or_default();
            pieces.push(name);
            if pieces.len() as u32 > rules::bounds(puzzle, sites[cell]).1 {
                return Err(Fault::Overlap(cell.clone(), [pieces[0].to_owned(), name.clone()]));
            }
        }
        let placement = Placement { piece: PieceId(piece), shape: Shape::new(shape) };
        if placements.contains(&placement) {
            return Err(Fault::Twice(name.clone()));
        }
        placements.push(placement);
    }
    let missing = |(name, site): &(&String, &Site)| {
        let times = covered.get(name.as_str()).map_or(0, Vec::len) as u32;
        times < rules::bounds(puzzle, **site).0
    };
    let mut holes = sites.iter().filter(missing);
    if let Some((name, _)) = holes.next() {
        if let Some(pieces) = covered.get(name.as_str()) {
            return Err(Fault::Thin(name.clone(), pieces.len() as u32));
        }
        return Err(Fault::Uncovered(name.clone(), holes.count()));
    }
    for (piece, &times) in puzzle.pieces.iter().zip(&used) {
        if !piece.bounds.contains(times) {
            return Err(Fault::WrongNumber(piece.name.clone(), times));
        }
    }
    for placed in &puzzle.placed {
        if !placements.contains(placed) {
            return Err(Fault::NotPlaced(puzzle.pieces[placed.piece.0].name.clone()));
        }
    }
    rules::broken(puzzle, &placements).map_or(Ok(()), Err)
}

/// A point of Z³ with the suffix of its site and, on triangles, which way it points.
type Point = ([i32; 3], u16, bool);

/// Whether a piece with the typical cells `piece` can be moved onto `target`.
fn congruent(puzzle: &Puzzle, sided: Sided, piece: &[Site], target: &[Site]) -> bool {
    let lattice = puzzle.lattice;
    let points = |sites: &[Site]| -> Vec<Point> {
        sites.iter().map(|&site| (lattice.point(site.cell()), site.suffix, site.down)).collect()
    };
    let (piece, target) = (points(piece), sorted(points(target)));
    let turned_over = lattice.name() == "sphere" && lies_in_hexagonal_layer(&piece);
    signed_permutations().any(|matrix| {
        let allowed = match (sided, handedness(lattice, matrix)) {
            (_, None) => false,
            (Sided::Fixed, _) => matrix == [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
            (Sided::Free, _) | (Sided::One, Some(1)) => true,
            (Sided::One, _) => turned_over,
        };
        allowed && {
            let flips = lattice.name() == "triangle" && sum(times(matrix, [1, 1, 1])) < 0;
            let image = piece.iter().map(|&(at, suffix, down)| (times(matrix, at), suffix, down != flips));
            match &puzzle.wrap {
                None => is_shift(&sorted(image.collect()), &target),
                Some(wrap) => is_shift_around(lattice, wrap, &image.collect::<Vec<_>>(), &target),
            }
        }
    })
}

/// 1 for rotations of the lattice, -1 for reflections, none for what does not keep the lattice.
fn handedness(lattice: Lattice, m: [[i32; 3]; 3]) -> Option<i32> {
    let determinant = |m: [[i32; 3]; 3]| {
        (0..3)
            .map(|i| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                m[0][i] * (m[1][j] * m[2][k] - m[1][k] * m[2][j])
            })
            .sum::<i32>()
    };
    match lattice.name() {
        // The third coordinate is always 0, so its sign would only count everything twice.
        "square" => (m[2] == [0, 0, 1]).then(|| determinant(m)),
        // The sum of the coordinates must keep its absolute value; a change of all signs is half a turn.
        "triangle" | "hex" => {
            let signs = times(m, [1, 1, 1]);
            let sign = signs[0];
            (signs == [sign; 3]).then(|| determinant(m) * sign)
        }
        "cube" | "sphere" => Some(determinant(m)),
        // Nothing is believed of a lattice that was never thought about here.
        _ => None,
    }
}

/// Whether all points have the same value of a+b+c, or of that with some signs changed.
fn lies_in_hexagonal_layer(points: &[Point]) -> bool {
    [[1, 1, 1], [1, 1, -1], [1, -1, 1], [-1, 1, 1]].into_iter().any(|form| {
        let height = |&(at, ..): &Point| (0..3).map(|i| form[i] * at[i]).sum::<i32>();
        points.iter().all(|point| height(point) == height(&points[0]))
    })
}

fn signed_permutations() -> impl Iterator<Item = [[i32; 3]; 3]> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    orders.into_iter().flat_map(|order| {
        (0..8).map(move |signs: u32| {
            let mut matrix = [[0; 3]; 3];
            for (row, &column) in order.iter().enumerate() {
                matrix[row][column] = if signs >> row & 1 == 1 { -1 } else { 1 };
            }
            matrix
        })
    })
}

fn times(matrix: [[i32; 3]; 3], v: [i32; 3]) -> [i32; 3] {
    matrix.map(|row| (0..3).map(|i| row[i] * v[i]).sum())
}

fn sum(v: [i32; 3]) -> i32 {
    v.into_iter().sum()
}

fn sorted(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points
}

/// Whether one sorted list of points is another one, shifted.
fn is_shift(a: &[Point], b: &[Point]) -> bool {
    let difference = |i: usize| [0, 1, 2].map(|axis| b[i].0[axis] - a[i].0[axis]);
    a.len() == b.len()
        && (0..a.len()).all(|i| difference(i) == difference(0) && a[i].1 == b[i].1 && a[i].2 == b[i].2)
}

/// The same if some cells are others: a point of one list is put on one of the other, and all points must then stand for
/// those of the other list.
fn is_shift_around(lattice: Lattice, wrap: &Wrap, a: &[Point], b: &[Point]) -> bool {
    let stands_for = |(at, suffix, down): Point| -> Option<Point> {
        let cell = lattice.cell(at).filter(|cell| cell.down == down)?;
        let there = wrap.representative(cell)?;
        Some((lattice.point(there), suffix, there.down))
    };
    itertools::iproduct!(a, b).any(|(from, to)| {
        let shift = [0, 1, 2].map(|axis| to.0[axis] - from.0[axis]);
        let moved = a.iter().map(|&(at, suffix, down)| {
            stands_for(([0, 1, 2].map(|axis| at[axis] + shift[axis]), suffix, down))
        });
        let moved: Option<Vec<Point>> = moved.collect();
        moved.is_some_and(|moved| sorted(moved) == *b)
    })
}
