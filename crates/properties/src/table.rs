//! The table of properties.

use crate::areas;
use crate::board::{Board, picture_mirror};
use crate::colors::{chromatic_number, is_colorable};
use crate::condition::Argument;
use crate::lines::straight_axes;
use crate::view::View;
use polydlx_lattice::{Cell, Lattice, Motion, PieceId, Puzzle};

/// A property of packings.
#[derive(Debug)]
pub struct Property {
    /// The word for it.
    pub name: &'static str,
    /// What it is said of, besides the packing.
    pub takes: Takes,
    /// What its values are.
    pub kind: Kind,
    /// Which values are better.
    pub better: Better,
    /// What has to be known besides the packing.
    pub needs: Needs,
    /// Whether the value of a packing is the sum of what its pieces would have alone.
    pub adds: bool,
    /// Whether it makes sense in boxes that go around.
    pub around: bool,
    /// Whether it makes sense where a cell may be covered more than once.
    pub stacked: bool,
    /// In one sentence.
    pub meaning: &'static str,
    /// Who asks for it.
    pub source: &'static str,
    pub(crate) on: fn(Lattice) -> bool,
    pub(crate) kept: fn(&Board, &Argument, Motion, &[PieceId]) -> bool,
    pub(crate) value: fn(&View<'_>, &Argument) -> i64,
}

/// What a property is said of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// The packing.
    Nothing,
    /// So many pieces, by their names.
    Pieces(usize),
    /// A symmetry, by its name.
    Symmetry,
    /// Sides of cells, by their names.
    Sides,
}

/// What values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Conditions, orders and columns have to be made for each of them, so this is exhaustive.
pub enum Kind {
    /// True or false.
    Flag,
    /// Integers.
    Number,
}

/// Which values are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Greater ones; of flags, true.
    More,
    /// Smaller ones.
    Less,
}

/// What has to be known besides the packing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// The symmetries of the puzzle.
    Group,
    /// A solution to compare with.
    Reference,
    /// What options cost.
    Costs,
    /// Which options there are, to swap pieces or to add one.
    Swaps,
}

impl Property {
    /// The property of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PROPERTIES.iter().find(|property| property.name == name)
    }

    /// Whether it makes sense on a lattice.
    pub fn is_on(&self, lattice: Lattice) -> bool {
        (self.on)(lattice)
    }

    /// Whether it makes sense for a puzzle.
    pub fn is_for(&self, puzzle: &Puzzle) -> bool {
        self.is_on(puzzle.lattice)
            && (self.around || puzzle.wrap.is_none())
            && (self.stacked || !puzzle.is_stacked())
    }
}

const ROW: Property = Property {
    name: "",
    takes: Takes::Nothing,
    kind: Kind::Number,
    better: Better::More,
    needs: Needs::Nothing,
    adds: false,
    around: true,
    stacked: false,
    meaning: "",
    source: "",
    on: |_| true,
    kept: |_, _, _, _| true,
    value: |_, _| 0,
};

const FLAG: Property = Property { kind: Kind::Flag, ..ROW };

/// All properties.
pub const PROPERTIES: &[Property] = &[
    Property {
        name: "tatami",
        meaning: "There is no point where four pieces meet.",
        source: "TAOCP 7.2.2.1, answers 277 and 303",
        on: has_crossings,
        value: |view, _| i64::from(view.meetings().all(|pieces| pieces < 4)),
        ..FLAG
    },
    Property {
        name: "crossings",
        better: Better::Less,
        meaning: "Points where four pieces or more meet.",
        source: "TAOCP 7.2.2.1, answer 277",
        on: has_crossings,
        value: |view, _| number(view.meetings().filter(|&pieces| pieces >= 4).count()),
        ..ROW
    },
    Property {
        name: "crossroads",
        better: Better::Less,
        meaning: "Points where four sides between pieces or more meet; one piece may be there twice.",
        source: "polydlx; TAOCP 7.2.2.1, answer 277, asks for four pieces",
        on: has_crossings,
        value: |view, _| number(view.sides_at_points().filter(|&sides| sides >= 4).count()),
        ..ROW
    },
    Property {
        name: "meeting",
        better: Better::Less,
        meaning: "The greatest number of pieces that meet at a point.",
        source: "polydlx, for triangles",
        on: has_corners,
        value: |view, _| number(view.meetings().max().unwrap_or(0)),
        ..ROW
    },
    Property {
        name: "faultfree",
        meaning: "Every straight line, or plane, through the packing cuts a piece.",
        source: "TAOCP 7.2.2.1, answer 280; S. W. Golomb, Polyominoes",
        on: has_lines,
        value: |view, _| i64::from(view.faults() == 0),
        ..FLAG
    },
    Property {
        name: "faults",
        better: Better::Less,
        meaning: "Straight lines, or planes, that run through the packing and cut no piece.",
        source: "TAOCP 7.2.2.1, answer 280",
        on: has_lines,
        value: |view, _| number(view.faults()),
        ..ROW
    },
    Property {
        name: "rim",
        adds: true,
        meaning: "Pieces with a side on the outer rim of the box.",
        source: "polyform folklore",
        value: |view, _| number(view.rim()),
        ..ROW
    },
    Property {
        name: "border",
        adds: true,
        meaning: "Pieces with a side on the rim of the box, that of a hole in the box included.",
        source: "polyform folklore",
        value: |view, _| number(view.border()),
        ..ROW
    },
    Property {
        name: "inner",
        adds: true,
        better: Better::Less,
        meaning: "Pieces without a side on the outer rim of the box.",
        source: "polyform folklore",
        value: |view, _| number(view.len() - view.rim()),
        ..ROW
    },
    Property {
        name: "holes",
        stacked: true,
        better: Better::Less,
        meaning: "Connected groups of empty cells that the pieces enclose.",
        source: "TAOCP 7.2.2.1, answer 282",
        value: |view, _| number(view.holes()),
        ..ROW
    },
    Property {
        name: "connected",
        stacked: true,
        meaning: "The cells that are covered hang together.",
        source: "TAOCP 7.2.2.1, answer 334",
        value: |view, _| i64::from(view.is_connected()),
        ..FLAG
    },
    Property {
        name: "pieces",
        stacked: true,
        adds: true,
        better: Better::Less,
        meaning: "Pieces that are used.",
        source: "TAOCP 7.2.2.1, exercise 284",
        value: |view, _| number(view.len()),
        ..ROW
    },
    Property {
        name: "weak-3-colorable",
        meaning: "Three colours are enough, if pieces that share a side differ.",
        source: "TAOCP 7.2.2.1, exercise 277",
        value: |view, _| i64::from(is_colorable(&view.neighbors(), 3)),
        ..FLAG
    },
    Property {
        name: "strong-3-colorable",
        meaning: "Three colours are enough, if pieces that share a side or a point differ.",
        source: "TAOCP 7.2.2.1, exercise 277",
        on: has_corners,
        value: |view, _| i64::from(is_colorable(&view.touching(), 3)),
        ..FLAG
    },
    Property {
        name: "colors",
        better: Better::Less,
        meaning: "The least number of colours, if pieces that share a side differ.",
        source: "TAOCP 7.2.2.1, exercise 277",
        value: |view, _| number(chromatic_number(&view.neighbors())),
        ..ROW
    },
    Property {
        name: "strong-colors",
        better: Better::Less,
        meaning: "The least number of colours, if pieces that share a side or a point differ.",
        source: "TAOCP 7.2.2.1, exercise 277",
        on: has_corners,
        value: |view, _| number(chromatic_number(&view.touching())),
        ..ROW
    },
    Property {
        name: "levels",
        stacked: true,
        better: Better::Less,
        meaning: "The least number of levels, if pieces that share a cell lie on different ones.",
        source: "TAOCP 7.2.2.1, exercise 301",
        value: |view, _| number(chromatic_number(&view.overlaps())),
        ..ROW
    },
    Property {
        name: "edges",
        better: Better::Less,
        meaning: "Sides of cells that lie between different pieces.",
        source: "D. E. Knuth, Dancing Links (2000)",
        value: |view, _| number(view.edge_count()),
        ..ROW
    },
    Property {
        name: "perimeter",
        adds: true,
        better: Better::Less,
        meaning: "The perimeters of all pieces, added up.",
        source: "TAOCP 7.2.2.1, answer 289",
        value: |view, _| number(view.perimeter()),
        ..ROW
    },
    Property {
        name: "hsym",
        around: false,
        meaning: "Sides between pieces that are such sides after a left-right reflection of the box, too.",
        source: "D. E. Knuth, Dancing Links (2000), Figures 1 and 8 to 10",
        on: |lattice| picture_mirror(lattice, 2).is_some(),
        kept: |board, _, motion, _| commutes(picture_mirror(board.lattice, 2), motion),
        value: |view, _| mirrored(view, 2),
        ..ROW
    },
    Property {
        name: "vsym",
        around: false,
        meaning: "Sides between pieces that are such sides after an up-down reflection of the box, too.",
        source: "D. E. Knuth, Dancing Links (2000), Figures 1 and 8 to 10",
        on: |lattice| picture_mirror(lattice, 1).is_some(),
        kept: |board, _, motion, _| commutes(picture_mirror(board.lattice, 1), motion),
        value: |view, _| mirrored(view, 1),
        ..ROW
    },
    Property {
        name: "dsym",
        around: false,
        meaning: "Sides between pieces that are such sides after the layers of the box are reversed, too.",
        source: "D. E. Knuth, Dancing Links (2000), carried over to solids",
        on: |lattice| picture_mirror(lattice, 0).is_some(),
        kept: |board, _, motion, _| commutes(picture_mirror(board.lattice, 0), motion),
        value: |view, _| mirrored(view, 0),
        ..ROW
    },
    Property {
        name: "sym",
        around: false,
        takes: Takes::Symmetry,
        meaning: "Sides between pieces that are such sides after the named rotation or reflection of the box, too.",
        source: "D. E. Knuth, Dancing Links (2000), for any motion of the lattice",
        kept: |board, argument, motion, _| commutes(named(board, argument), motion),
        value: |view, argument| {
            named(view.board, argument).map_or(0, |motion| number(view.kept_edges(motion)))
        },
        ..ROW
    },
    Property {
        name: "stabilizer",
        stacked: true,
        needs: Needs::Group,
        meaning: "Symmetries of the puzzle that leave the packing as it is.",
        source: "polydlx, as in `polydlx count --by-stabilizer`",
        value: |view, _| view.given.stabilizer as i64,
        ..ROW
    },
    Property {
        name: "stable",
        meaning: "Every piece stands on the floor or on a piece that stands; z is up.",
        source: "TAOCP 7.2.2.1, answer 333",
        on: |lattice| lattice.up().is_some(),
        kept: |board, _, motion, _| keeps_up(board, motion),
        value: |view, _| i64::from(view.is_stable()),
        ..FLAG
    },
    Property {
        name: "buildable",
        meaning: "The pieces can be put down one after the other, each straight from above; z is up.",
        source: "polydlx, for step-by-step pictures",
        on: |lattice| lattice.up().is_some(),
        kept: |board, _, motion, _| keeps_up(board, motion),
        value: |view, _| i64::from(view.is_buildable(false)),
        ..FLAG
    },
    Property {
        name: "buildable-sideways",
        meaning: "The pieces can be put in one after the other, each straight from above or from a side; z is up.",
        source: "polydlx, for step-by-step pictures",
        on: |lattice| lattice.up().is_some(),
        kept: |board, _, motion, _| keeps_up(board, motion),
        value: |view, _| i64::from(view.is_buildable(true)),
        ..FLAG
    },
    Property {
        name: "neighbors",
        takes: Takes::Pieces(2),
        meaning: "The two named pieces share a side.",
        source: "TAOCP 7.2.2.1, exercise 272(f)",
        kept: keeps_named,
        value: |view, argument| i64::from(view.are_neighbors(argument.names())),
        ..FLAG
    },
    Property {
        name: "inside",
        takes: Takes::Pieces(1),
        meaning: "The named piece is used, and has no side on the outer rim of the box.",
        source: "TAOCP 7.2.2.1, exercise 272(c)",
        kept: keeps_named,
        value: |view, argument| i64::from(view.is_inside(argument.names())),
        ..FLAG
    },
    Property {
        name: "degree",
        takes: Takes::Pieces(1),
        meaning: "Pieces that share a side with the named one.",
        source: "TAOCP 7.2.2.1, exercise 272(f)",
        kept: keeps_named,
        value: |view, argument| number(view.beside(&view.neighbors(), argument.names())),
        ..ROW
    },
    Property {
        name: "contacts",
        takes: Takes::Pieces(1),
        meaning: "Pieces that share a side or a point with the named one.",
        source: "TAOCP 7.2.2.1, exercise 272(f)",
        on: has_corners,
        kept: keeps_named,
        value: |view, argument| number(view.beside(&view.touching(), argument.names())),
        ..ROW
    },
    Property {
        name: "hands",
        stacked: true,
        around: false,
        meaning: "Which pieces are mirror images of what the puzzle has: of those that differ from their mirror images the first counts 1, the second 2, then 4 and so on, up to 62 of them.",
        source: "TAOCP 7.2.2.1, exercise 286",
        on: has_corners,
        kept: |board, _, motion, pieces| {
            let chiral = (0..pieces.len()).filter(|&piece| board.hands[piece].is_some());
            board.lattice.rotation_group().contains(&motion) && { chiral }
                .all(|piece| pieces[piece].0 == piece)
        },
        value: |view, _| {
            let rank = |piece: PieceId| view.board.hands[..piece.0].iter().flatten().count();
            let flipped = view.flipped().filter(|(piece, is)| *is && rank(*piece) < 62);
            flipped.map(|(piece, _)| 1 << rank(piece)).fold(0, i64::saturating_add)
        },
        ..ROW
    },
    Property {
        name: "areas",
        around: false,
        takes: Takes::Sides,
        meaning: "Areas of one colour, none of them at the rim, that have the shape of the named sides of cells, turned or flipped; each cell is seen as triangles, one at each of its sides.",
        source: "TAOCP 7.2.2.1, exercise 134",
        on: |lattice| lattice.dimension() == 2 && has_corners(lattice) && !lattice.has_edges(),
        value: |view, argument| number(areas::alike(view, argument.sides())),
        ..ROW
    },
    Property {
        name: "moved",
        stacked: true,
        needs: Needs::Reference,
        better: Better::Less,
        meaning: "Pieces that lie elsewhere in the solution of --reference, over all images of that.",
        source: "TAOCP 7.2.2.1, answer 325: semidistance",
        value: |view, _| view.given.moved as i64,
        ..ROW
    },
    Property {
        name: "swaps",
        stacked: true,
        needs: Needs::Swaps,
        meaning: "Ways to move two pieces to other places that they fill together, with the same colours, all others staying where they are.",
        source: "TAOCP 7.2.2.1, exercise 217: bipairs",
        value: |view, _| view.given.swaps as i64,
        ..ROW
    },
    Property {
        name: "strong",
        stacked: true,
        needs: Needs::Swaps,
        meaning: "No such way moves the first of the two pieces, in the order of the puzzle, to an earlier cell.",
        source: "TAOCP 7.2.2.1, Theorem S and exercise 212",
        kept: |_, _, _, _| false,
        value: |view, _| i64::from(view.given.strong),
        ..FLAG
    },
    Property {
        name: "maximal",
        stacked: true,
        needs: Needs::Swaps,
        meaning: "There is no room for another piece, among those that may be used more often.",
        source: "TAOCP 7.2.2.1, exercises 19 and 284",
        value: |view, _| i64::from(view.given.maximal),
        ..FLAG
    },
    Property {
        name: "cost",
        stacked: true,
        needs: Needs::Costs,
        better: Better::Less,
        meaning: "What the placements cost, added up.",
        source: "TAOCP 7.2.2.1, Algorithm C$",
        kept: |_, _, _, _| false,
        value: |view, _| i64::try_from(view.given.cost).unwrap_or(i64::MAX),
        ..ROW
    },
    Property {
        name: "max",
        stacked: true,
        needs: Needs::Costs,
        better: Better::Less,
        meaning: "What the dearest placement costs.",
        source: "TAOCP 7.2.2.1, exercises 84 and 85",
        kept: |_, _, _, _| false,
        value: |view, _| i64::try_from(view.given.max).unwrap_or(i64::MAX),
        ..ROW
    },
];

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn has_corners(lattice: Lattice) -> bool {
    lattice.corners(Cell::default()).next().is_some()
}

fn has_lines(lattice: Lattice) -> bool {
    !straight_axes(lattice).is_empty()
}

/// Whether four cells or more meet at a point of the plane.
fn has_crossings(lattice: Lattice) -> bool {
    let Some(corner) = lattice.corners(Cell::default()).next() else { return false };
    let near = (-2..=2).flat_map(|x| (-2..=2).map(move |y| [x, y, 0]));
    let cells = near.flat_map(|at| lattice.cell_classes().map(move |class| class.shifted(at)));
    let meet = cells.filter(|&cell| lattice.corners(cell).any(|other| other == corner)).count();
    lattice.dimension() == 2 && meet >= 4
}

fn mirrored(view: &View<'_>, axis: usize) -> i64 {
    picture_mirror(view.board.lattice, axis).map_or(0, |motion| number(view.kept_edges(motion)))
}

fn named(board: &Board, argument: &Argument) -> Option<Motion> {
    if let Argument::Symmetry(name) = argument { board.motion(name) } else { None }
}

/// Whether the pieces that an argument names become each other.
fn keeps_named(board: &Board, argument: &Argument, _: Motion, pieces: &[PieceId]) -> bool {
    let named = |name: &String| board.pieces.iter().position(|own| own == name).map(PieceId);
    let Some(mut before) = argument.names().iter().map(named).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let mut after: Vec<PieceId> = before.iter().map(|piece| pieces[piece.0]).collect();
    before.sort_unstable();
    after.sort_unstable();
    before == after
}

/// Whether sides kept by `own` go to sides kept by `own` under a motion.
fn commutes(own: Option<Motion>, motion: Motion) -> bool {
    own.is_some_and(|own| own.after(motion) == motion.after(own))
}

fn keeps_up(board: &Board, motion: Motion) -> bool {
    board.lattice.up().is_some_and(|up| motion.apply(up) == up)
}
