//! Boxes by name: one table of the regions that people fill.

mod make;

use crate::digit::COORDINATES;
use crate::shape::Shape;
use crate::site::Cell;
use crate::table::Lattice;
use std::fmt;

/// A box that has a name: what it is on one lattice.
///
/// ```
/// use polydlx_lattice::{Lattice, NamedBox, Shape};
///
/// let hexagon = NamedBox::find("hexagon", Lattice::TRIANGLE, 1).unwrap();
/// assert_eq!(hexagon.shape(&[4], &Shape::default()).unwrap().sites().len(), 96);
/// ```
#[derive(Clone, Copy)]
pub struct NamedBox {
    /// As in `|! box NAME`.
    pub name: &'static str,
    /// What it is made of.
    pub lattice: Lattice,
    /// What its numbers are called.
    pub numbers: &'static [&'static str],
    /// Numbers to show it with.
    pub example: &'static [i32],
    /// What it looks like, in a few words.
    pub meaning: &'static str,
    /// Whether it is made from the cells of a piece.
    pub of_piece: bool,
    rule: Rule,
    /// None for a block of periods.
    make: Option<Make>,
}

/// What the numbers must be like, and a test of it.
type Rule = (&'static str, fn(&[i32]) -> bool);
/// The cells, anywhere.
type Make = fn(&[i32], &[Cell]) -> make::Cells;

/// How many cells a box may have.
pub const MOST_CELLS: usize = 1_000_000;

/// Why there is no such box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoBox {
    /// What the numbers should be like.
    Rule(&'static str),
    /// It has too many cells, or coordinates that nobody can write.
    TooLarge,
}

impl fmt::Display for NoBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) => f.write_str(rule),
            Self::TooLarge => write!(
                f,
                "a box has at most {MOST_CELLS} cells, with coordinates from 0 to {}",
                COORDINATES - 1
            ),
        }
    }
}

impl std::error::Error for NoBox {}

impl NamedBox {
    /// All of them that are made for one lattice, by lattice.
    pub const ALL: &'static [Self] = &ALL;

    /// The box of that name with so many numbers.
    pub fn find(name: &str, lattice: Lattice, numbers: usize) -> Option<&'static Self> {
        Self::on(lattice).find(|known| known.name == name && known.numbers.len() == numbers)
    }

    /// The boxes on a lattice.
    pub fn on(lattice: Lattice) -> impl Iterator<Item = &'static Self> + Clone {
        Self::ALL.iter().chain(&BLOCKS).filter(move |known| known.lattice == lattice)
    }

    /// The cells, with least coordinates 0; those of `piece` matter only to boxes that are made of one.
    pub fn shape(&self, numbers: &[i32], piece: &Shape) -> Result<Shape, NoBox> {
        let (rule, holds) = self.rule;
        if numbers.len() != self.numbers.len() || !holds(numbers) {
            return Err(NoBox::Rule(rule));
        }
        if numbers.iter().any(|&number| number >= COORDINATES) {
            return Err(NoBox::TooLarge);
        }
        let sites: Vec<_> = self.cells(numbers, piece).take(MOST_CELLS + 1).map(Cell::site).collect();
        let shape = Shape::new(sites).normalized();
        let writable = shape.highest().iter().all(|&d| d < COORDINATES);
        if shape.sites().len() <= MOST_CELLS && writable { Ok(shape) } else { Err(NoBox::TooLarge) }
    }

    /// The cells one after the other, anywhere, however many; the numbers must be what they should be like.
    pub fn cells(&self, numbers: &[i32], piece: &Shape) -> impl Iterator<Item = Cell> + use<> {
        let cells: Vec<Cell> =
            piece.sites().iter().filter(|site| site.suffix == 0).map(|site| site.cell()).collect();
        self.make.map_or_else(|| block(self.lattice, numbers), |make| make(numbers, &cells))
    }

    /// The name with its numbers and its piece, as `rectangle M N`.
    pub fn form(&self) -> String {
        let piece = self.of_piece.then_some("PIECE");
        let words = self.numbers.iter().copied().chain(piece);
        words.fold(self.name.to_owned(), |text, word| format!("{text} {}", word.to_uppercase()))
    }
}

impl fmt::Debug for NamedBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {:?}", self.form(), self.lattice)
    }
}

const POSITIVE: Rule = ("all numbers must be at least 1", |n| n.iter().all(|&n| n >= 1));
const NOT_HIGHER: Rule =
    ("the height must be at least 1 and at most the side", |n| n[1] >= 1 && n[1] <= n[0]);
const FALLING: Rule = ("the numbers must be a ≥ b ≥ c ≥ d ≥ 0, and a at least 1", |n| {
    n.is_sorted_by(|a, b| a >= b) && n[0] >= 1 && n[3] >= 0
});
const CORNERS: Rule = (
    "m and n must be at least 1, no corner less than 0, a+b and c+d at most n, a+d and b+c at most m, and something must be left",
    |n| {
        let [m, n, a, b, c, d] = [n[0], n[1], n[2], n[3], n[4], n[5]].map(i64::from);
        let sides = m >= 1 && n >= 1 && [a, b, c, d].iter().all(|&corner| corner >= 0);
        let fit = a + b <= n && c + d <= n && a + d <= m && b + c <= m;
        sides && fit && a * a + b * b + c * c + d * d < 2 * m * n
    },
);
const TILT: Rule = ("the tilt must be 1 or 2", |n| (1..=2).contains(&n[0]));

const fn row(
    lattice: Lattice,
    name: &'static str,
    (numbers, example): (&'static [&'static str], &'static [i32]),
    meaning: &'static str,
    make: Make,
) -> NamedBox {
    NamedBox { name, lattice, numbers, example, meaning, of_piece: false, rule: POSITIVE, make: Some(make) }
}

const fn of_piece(row: NamedBox) -> NamedBox {
    NamedBox { of_piece: true, ..row }
}

const fn with_rule(rule: Rule, row: NamedBox) -> NamedBox {
    NamedBox { rule, ..row }
}

const SQUARE: Lattice = Lattice::SQUARE;
const TRIANGLE: Lattice = Lattice::TRIANGLE;
const HEX: Lattice = Lattice::HEX;
const CUBE: Lattice = Lattice::CUBE;
const SPHERE: Lattice = Lattice::SPHERE;
const POLYPLET: Lattice = Lattice::POLYPLET;
const WEAKCUBE: Lattice = Lattice::WEAKCUBE;
const JUBE: Lattice = Lattice::JUBE;
const TAN: Lattice = Lattice::TAN;

const N: &[&str] = &["n"];
const M_N: &[&str] = &["m", "n"];
const L_M_N: &[&str] = &["l", "m", "n"];
const SIDES: &[&str] = &["a", "b", "c"];
const SIDE_HEIGHT: &[&str] = &["side", "height"];

static ALL: [NamedBox; 52] = [
    row(SQUARE, "rectangle", (M_N, &[3, 5]), "m rows of n squares", make::rectangle),
    row(SQUARE, "square", (N, &[4]), "n rows of n squares", make::square),
    row(
        SQUARE,
        "parallelogram",
        (M_N, &[3, 4]),
        "m rows of n squares, each one further to the right",
        make::skew,
    ),
    row(SQUARE, "triangle", (N, &[4]), "rows of 1, 2, …, n squares", make::stairs),
    with_rule(
        NOT_HIGHER,
        row(
            SQUARE,
            "trapezoid",
            (SIDE_HEIGHT, &[5, 3]),
            "the last rows of the triangle with that side",
            make::cut_stairs,
        ),
    ),
    row(SQUARE, "diamond", (N, &[3]), "rows of 1, 3, …, 2n−1, …, 3, 1 squares", make::diamond),
    row(
        SQUARE,
        "aztec",
        (N, &[3]),
        "Aztec diamond of order n: rows of 2, 4, …, 2n, 2n, …, 4, 2 squares",
        make::aztec,
    ),
    of_piece(row(
        SQUARE,
        "magnify",
        (&["k"], &[2]),
        "the piece, each square replaced by k×k squares",
        make::magnified_squares,
    )),
    row(TRIANGLE, "triangle", (N, &[3]), "the triangle with side n", make::triangle),
    row(TRIANGLE, "rhombus", (N, &[3]), "the rhombus with side n", make::rhombus_of_triangles),
    row(
        TRIANGLE,
        "parallelogram",
        (M_N, &[4, 2]),
        "side m below, side n on the left",
        make::parallelogram_of_triangles,
    ),
    with_rule(
        NOT_HIGHER,
        row(
            TRIANGLE,
            "trapezoid",
            (SIDE_HEIGHT, &[4, 2]),
            "the lowest rows of the triangle with that side",
            make::trapezoid,
        ),
    ),
    row(TRIANGLE, "hexagon", (N, &[2]), "the regular hexagon with side n", make::hexagon_of_triangles),
    row(
        TRIANGLE,
        "hexagon",
        (SIDES, &[1, 2, 3]),
        "the hexagon with sides a, b, c, a, b, c",
        make::lozenge_hexagon,
    ),
    with_rule(
        FALLING,
        row(
            TRIANGLE,
            "convex",
            (&["a", "b", "c", "d"], &[4, 2, 1, 1]),
            "the polygon with sides a, d, a−b+c, b, a−b+d, c in turn, as in TAOCP 7.2.2.1, answer 143",
            make::convex,
        ),
    ),
    row(TRIANGLE, "star", (N, &[1]), "the hexagram with points of side n", make::star),
    of_piece(row(
        TRIANGLE,
        "magnify",
        (&["k"], &[2]),
        "the piece, each triangle replaced by one with side k",
        make::magnified_triangles,
    )),
    row(HEX, "hexagon", (N, &[3]), "the hexagon with n cells on each side", make::hexagon),
    row(
        HEX,
        "hexagon",
        (SIDES, &[2, 3, 4]),
        "the hexagon with a, b, c, a, b, c cells on its sides",
        make::long_hexagon,
    ),
    row(HEX, "triangle", (N, &[4]), "rows of n, n−1, …, 1 cells", make::rows_of_hexagons),
    with_rule(
        NOT_HIGHER,
        row(
            HEX,
            "trapezoid",
            (SIDE_HEIGHT, &[5, 3]),
            "the first rows of the triangle with that side",
            make::trapezoid_of_hexagons,
        ),
    ),
    row(HEX, "rhombus", (N, &[3]), "n rows of n cells, each half a cell further to the right", make::rhombus),
    row(
        HEX,
        "parallelogram",
        (M_N, &[3, 5]),
        "m rows of n cells, each half a cell further to the right",
        make::rectangle,
    ),
    row(
        HEX,
        "rectangle",
        (M_N, &[4, 4]),
        "m rows of n cells, by turns half a cell to the right and back",
        make::brick,
    ),
    with_rule(
        TILT,
        of_piece(row(
            HEX,
            "rosette",
            (&["tilt"], &[1]),
            "the piece, each cell replaced by a cell and its six neighbours; there are two tilts, 1 and 2",
            make::rosettes,
        )),
    ),
    row(CUBE, "cuboid", (L_M_N, &[2, 3, 4]), "l layers of m rows of n cubes", make::cuboid),
    row(CUBE, "cube", (N, &[3]), "n layers of n rows of n cubes", make::cube),
    row(CUBE, "pyramid", (N, &[3]), "layers of 1×1, 3×3, …, (2n−1)×(2n−1) cubes", make::steps),
    row(
        CUBE,
        "tetrahedron",
        (N, &[3]),
        "a corner: layers that are triangles of sides n, …, 1",
        make::tetrahedron,
    ),
    row(
        CUBE,
        "octahedron",
        (N, &[3]),
        "layers that are diamonds 1, 2, …, n, …, 2, 1",
        make::octahedron_of_cubes,
    ),
    of_piece(row(
        CUBE,
        "prism",
        (&["l"], &[2]),
        "l copies of the piece, one upon the other along x",
        make::prism,
    )),
    of_piece(row(
        CUBE,
        "magnify",
        (&["k"], &[2]),
        "the piece, each cube replaced by k×k×k cubes",
        make::magnified_cubes,
    )),
    row(
        SPHERE,
        "tetrahedron",
        (N, &[4]),
        "triangles of sides n, …, 1, one upon the other",
        make::tetrahedron,
    ),
    row(SPHERE, "pyramid", (N, &[4]), "squares of sides n, …, 1, one upon the other", make::pyramid),
    row(SPHERE, "roof", (M_N, &[3, 4]), "rectangles m×n, (m−1)×(n−1), …, one upon the other", make::roof),
    row(
        SPHERE,
        "stretched-roof",
        (M_N, &[3, 4]),
        "the same between its other neighbours: its ends lean outwards",
        make::stretched_roof,
    ),
    row(SPHERE, "octahedron", (N, &[3]), "two pyramids base to base, with side n", make::octahedron),
    row(SPHERE, "truncated-octahedron", (&[], &[]), "the 24 spheres at its corners", make::permutations),
    row(SPHERE, "cuboctahedron", (N, &[2]), "a sphere and n−1 shells around it", make::cuboctahedron),
    row(SPHERE, "rectangle", (M_N, &[2, 3]), "a square layer: m rows of n spheres", make::layer),
    row(
        SPHERE,
        "triangle",
        (N, &[3]),
        "a hexagonal layer: rows of n, n−1, …, 1 spheres",
        make::rows_of_hexagons,
    ),
    row(SPHERE, "parallelogram", (M_N, &[2, 4]), "a hexagonal layer: m rows of n spheres", make::rectangle),
    row(SPHERE, "hexagon", (N, &[2]), "a hexagonal layer with n spheres on each side", make::hexagon),
    row(SPHERE, "rhombus", (N, &[3]), "a hexagonal layer: n rows of n spheres", make::rhombus),
    row(POLYPLET, "rectangle", (M_N, &[2, 3]), "m rows of n squares", make::rectangle),
    row(POLYPLET, "square", (N, &[3]), "n rows of n squares", make::square),
    with_rule(
        CORNERS,
        row(
            TAN,
            "convex",
            (&["m", "n", "a", "b", "c", "d"], &[3, 4, 1, 0, 2, 1]),
            "the rectangle, m high and n wide, without triangles of sides a, b, c, d at its corners in turn, as in TAOCP 7.2.2.1, answer 320",
            make::convex_of_tans,
        ),
    ),
    row(WEAKCUBE, "cuboid", (L_M_N, &[2, 3, 4]), "l layers of m rows of n cubes", make::cuboid),
    row(WEAKCUBE, "cube", (N, &[3]), "n layers of n rows of n cubes", make::cube),
    row(JUBE, "tetrahedron", (N, &[3]), "triangles of sides n, …, 1, one upon the other", make::tetrahedron),
    row(JUBE, "pyramid", (N, &[3]), "squares of sides n, …, 1, one upon the other", make::pyramid),
    row(JUBE, "octahedron", (N, &[2]), "two pyramids base to base, with side n", make::octahedron),
];

/// On all lattices but the first five there are blocks.
const fn blocks(lattice: Lattice, is_solid: bool) -> NamedBox {
    let (numbers, example, meaning): (&[&str], &[i32], _) = if is_solid {
        (L_M_N, &[2, 2, 2], "l by m by n periods, along x, y and z")
    } else {
        (M_N, &[2, 3], "m by n periods, along x and y; lines at all of its sides")
    };
    NamedBox {
        name: "block",
        lattice,
        numbers,
        example,
        meaning,
        of_piece: false,
        rule: POSITIVE,
        make: None,
    }
}

/// Those of the lattices that people have no names of boxes for: all but squares, triangles, hexagons, cubes and spheres.
static BLOCKS: [NamedBox; Lattice::ALL.len() - 5] = [
    blocks(Lattice::POLYPLET, false),
    blocks(Lattice::STICK, false),
    blocks(Lattice::TWIG, false),
    blocks(Lattice::TRIG, false),
    blocks(Lattice::TAN, false),
    blocks(Lattice::TETRAKIS, false),
    blocks(Lattice::KITE, false),
    blocks(Lattice::DRAFTER, false),
    blocks(Lattice::KISRHOMBILLE, false),
    blocks(Lattice::RHOMBILLE, false),
    blocks(Lattice::TRIHEXAGONAL, false),
    blocks(Lattice::OCTAGON, false),
    blocks(Lattice::CAIRO, false),
    blocks(Lattice::FLORET, false),
    blocks(Lattice::SKEW, false),
    blocks(Lattice::WINDMILL, false),
    blocks(Lattice::WEAKCUBE, true),
    blocks(Lattice::JUBE, true),
    blocks(Lattice::BCC, true),
    blocks(Lattice::CRUNCH, true),
    blocks(Lattice::TETOCT, true),
    blocks(Lattice::TRIPRISM, true),
    blocks(Lattice::HEXPRISM, true),
];

/// So many periods along each axis. Edges are there if both of their ends are within.
fn block(lattice: Lattice, numbers: &[i32]) -> make::Cells {
    let sides = [0, 1, 2].map(|axis| numbers.get(axis).copied().unwrap_or(1));
    let more = i32::from(lattice.has_edges());
    let along = move |axis: usize| 0..sides[axis] + if axis < lattice.dimension() { more } else { 0 };
    let all = along(0).flat_map(move |x| along(1).flat_map(move |y| along(2).map(move |z| [x, y, z])));
    let cells = all.flat_map(move |at| lattice.cell_classes().map(move |cell| cell.shifted(at)));
    Box::new(cells.filter(move |&cell| {
        more == 0 || lattice.corners_along(cell).all(|at| (0..2).all(|i| at[i] <= i64::from(sides[i])))
    }))
}
