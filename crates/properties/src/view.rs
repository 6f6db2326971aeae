//! A packing, to be asked.

use crate::board::{Board, Meeting};
use crate::condition::{Comparison, Condition, Measure, Term};
use crate::gravity;
use polydlx_lattice::{Cell, Motion, PieceId, Shape, Site, Tiling};
use std::collections::BTreeSet;

/// A packing on a [`Board`].
#[derive(Debug)]
pub struct View<'a> {
    pub(crate) board: &'a Board,
    pub(crate) given: Given,
    /// For each cell of the board the number of its piece in the packing.
    owner: Vec<Option<usize>>,
    /// Which piece each is, and its cells.
    pieces: Vec<(PieceId, Vec<Cell>)>,
    /// The sides of cells that have colours.
    colored: Vec<(Cell, u16)>,
}

/// What a packing does not know by itself; whoever knows it says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// How many symmetries of the puzzle leave it as it is.
    pub stabilizer: u64,
    /// How many of its pieces lie elsewhere in a given solution, over all images of that.
    pub moved: u64,
    /// What it costs.
    pub cost: u64,
    /// What its dearest piece costs.
    pub max: u64,
    /// How many other ways there are to place two of its pieces, all others staying where they are.
    pub swaps: u64,
    /// Whether none of these is better than how they lie.
    pub strong: bool,
    /// Whether no piece can be added to it.
    pub maximal: bool,
}

impl Default for Given {
    /// A packing like most.
    fn default() -> Self {
        Self { stabilizer: 1, moved: 0, cost: 0, max: 0, swaps: 0, strong: true, maximal: true }
    }
}

impl<'a> View<'a> {
    pub(crate) fn new(board: &'a Board, tiling: &Tiling, given: Given) -> Self {
        let mut owner = vec![None; board.cells.len()];
        let mut pieces = Vec::with_capacity(tiling.len());
        let mut colored = Vec::new();
        for (number, placement) in tiling.iter().enumerate() {
            let sites = placement.shape.sites().iter().filter(|site| site.suffix == 0);
            let cells: Vec<Cell> = sites.map(|site| site.cell()).collect();
            for cell in &cells {
                if let Ok(at) = board.cells.binary_search(cell) {
                    owner[at] = Some(number);
                }
            }
            pieces.push((placement.piece, cells));
            let sides = placement.shape.sites().iter().filter(|site| site.suffix == Site::SIDE);
            colored.extend(sides.map(|site| (site.cell(), site.color)));
        }
        Self { board, given, owner, pieces, colored }
    }

    /// The value of a measure; a flag that is true is 1.
    pub fn value(&self, measure: &Measure) -> i64 {
        (measure.property.value)(self, &measure.argument)
    }

    /// Whether a condition is true.
    pub fn holds(&self, condition: &Condition) -> bool {
        let term = |term: &Term| match term {
            Term::Number(number) => *number,
            Term::Measure(measure) => self.value(measure),
        };
        match condition {
            Condition::All(parts) => parts.iter().all(|part| self.holds(part)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Condition::Not(part) => !self.holds(part),
            Condition::Flag(measure) => self.value(measure) != 0,
            Condition::Compare(one, comparison, other) => comparison.holds(term(one), term(other)),
        }
    }

    /// The sides between different pieces, by number.
    fn edges(&self) -> Vec<bool> {
        let differ = |&(one, other): &(usize, usize)| {
            self.owner[one].is_some() && self.owner[other].is_some() && self.owner[one] != self.owner[other]
        };
        self.board.sides.iter().map(differ).collect()
    }

    /// How many sides between pieces are there.
    pub(crate) fn edge_count(&self) -> usize {
        self.edges().into_iter().filter(|&is| is).count()
    }

    /// How many sides between pieces are sides between pieces after a motion, too.
    pub(crate) fn kept_edges(&self, motion: Motion) -> usize {
        let edges = self.edges();
        let images = self.board.moved_sides(motion);
        edges.iter().zip(images).filter(|(is, image)| **is && image.is_some_and(|image| edges[image])).count()
    }

    /// The sides of all pieces, each counted for the piece that it belongs to.
    pub(crate) fn perimeter(&self) -> usize {
        let bare: usize = (0..self.owner.len())
            .filter(|&cell| self.owner[cell].is_some())
            .map(|cell| self.board.bare[cell])
            .sum();
        let between = self.board.sides.iter().filter(|(one, other)| self.owner[*one] != self.owner[*other]);
        let counted = |&(one, other): &(usize, usize)| {
            usize::from(self.owner[one].is_some()) + usize::from(self.owner[other].is_some())
        };
        bare + between.map(counted).sum::<usize>()
    }

    /// How many pieces meet at each point.
    pub(crate) fn meetings(&self) -> impl Iterator<Item = usize> {
        self.board.points.iter().map(|point| {
            let mut pieces: Vec<usize> = point.cells.iter().filter_map(|&cell| self.owner[cell]).collect();
            pieces.sort_unstable();
            pieces.dedup();
            pieces.len()
        })
    }

    /// How many sides between pieces meet at each point.
    pub(crate) fn sides_at_points(&self) -> impl Iterator<Item = usize> {
        let differ = |&&(one, other): &&(usize, usize)| {
            self.owner[one].zip(self.owner[other]).is_some_and(|(one, other)| one != other)
        };
        self.board.points.iter().map(move |point| point.sides.iter().filter(differ).count())
    }

    /// The sides of cells that have colours, some of them twice.
    pub(crate) fn colors(&self) -> impl Iterator<Item = (Cell, u16)> {
        self.colored.iter().copied()
    }

    /// Whether a side is between cells of the region.
    pub(crate) fn is_between(&self, side: Cell) -> bool {
        self.board.lattice.around(side).all(|(cell, _)| self.board.cells.binary_search(&cell).is_ok())
    }

    /// How many straight lines, or planes, run through the packing and cut no piece.
    pub(crate) fn faults(&self) -> usize {
        self.board.lines.faults(&self.owner, self.pieces.len())
    }

    /// How many pieces have a side on the outer rim of the region.
    pub(crate) fn rim(&self) -> usize {
        self.on_rim().len()
    }

    /// The pieces that do.
    fn on_rim(&self) -> BTreeSet<usize> {
        let on_rim = &self.board.surroundings().on_rim;
        (0..self.owner.len()).filter(|&cell| on_rim[cell]).filter_map(|cell| self.owner[cell]).collect()
    }

    /// How many pieces have a side where the region ends.
    pub(crate) fn border(&self) -> usize {
        let ends = (0..self.owner.len()).filter(|&cell| self.board.bare[cell] > 0);
        ends.filter_map(|cell| self.owner[cell]).collect::<BTreeSet<usize>>().len()
    }

    /// How many pieces there are.
    pub(crate) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// How many holes the pieces enclose.
    pub(crate) fn holes(&self) -> usize {
        self.board.surroundings().holes(|cell| self.owner[cell].is_some())
    }

    /// Whether the cells that are covered hang together.
    pub(crate) fn is_connected(&self) -> bool {
        let mut reached: Vec<bool> = self.owner.iter().map(Option::is_none).collect();
        let Some(first) = reached.iter().position(|&is| !is) else { return true };
        reached[first] = true;
        let mut new = vec![first];
        while let Some(cell) = new.pop() {
            let across = |&(one, other): &(usize, usize)| match cell {
                cell if cell == one => Some(other),
                cell if cell == other => Some(one),
                _ => None,
            };
            for other in self.board.sides.iter().filter_map(across) {
                if !std::mem::replace(&mut reached[other], true) {
                    new.push(other);
                }
            }
        }
        reached.into_iter().all(|is| is)
    }

    /// Whether each piece lies flipped, if it differs from its mirror image.
    pub(crate) fn flipped(&self) -> impl Iterator<Item = (PieceId, bool)> {
        self.pieces.iter().filter_map(|(piece, cells)| {
            let turned = self.board.hands[piece.0].as_ref()?;
            let shape: Shape = cells.iter().map(|cell| cell.site()).collect();
            Some((*piece, !turned.contains(&shape.normalized())))
        })
    }

    /// The pieces that share a side with each piece.
    pub(crate) fn neighbors(&self) -> Vec<Vec<usize>> {
        self.graph(self.board.sides.iter().map(|&(one, other)| (self.owner[one], self.owner[other])))
    }

    /// The pieces that share a side or a point with each piece.
    pub(crate) fn touching(&self) -> Vec<Vec<usize>> {
        let pairs = self.board.points.iter().flat_map(|Meeting { cells, .. }| {
            let owners = cells.iter().map(|&cell| self.owner[cell]);
            cells.iter().flat_map(move |&one| owners.clone().map(move |other| (self.owner[one], other)))
        });
        self.graph(pairs)
    }

    /// The pieces that share a cell with each piece, where cells may be covered more than once.
    pub(crate) fn overlaps(&self) -> Vec<Vec<usize>> {
        let covers = self.pieces.iter().enumerate();
        let mut covers: Vec<(Cell, usize)> =
            covers.flat_map(|(number, (_, cells))| cells.iter().map(move |&cell| (cell, number))).collect();
        covers.sort_unstable();
        let upon = covers.chunk_by(|(one, _), (other, _)| one == other);
        self.graph(upon.flat_map(|there| {
            let pairs = there.iter().flat_map(move |one| there.iter().map(move |other| (one.1, other.1)));
            pairs.map(|(one, other)| (Some(one), Some(other)))
        }))
    }

    fn graph(&self, pairs: impl Iterator<Item = (Option<usize>, Option<usize>)>) -> Vec<Vec<usize>> {
        let mut found: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.pieces.len()];
        for pair in pairs {
            if let (Some(one), Some(other)) = pair
                && one != other
            {
                found[one].insert(other);
                found[other].insert(one);
            }
        }
        found.into_iter().map(|set| set.into_iter().collect()).collect()
    }

    /// Whether a piece of one name shares a side with one of another name.
    pub(crate) fn are_neighbors(&self, names: &[String]) -> bool {
        let [one, other] = names else { return false };
        let name = |piece: Option<usize>| piece.map(|piece| &self.board.pieces[self.pieces[piece].0.0]);
        self.board.sides.iter().any(|&(a, b)| {
            let (a, b) = (self.owner[a], self.owner[b]);
            let (p, q) = (name(a), name(b));
            a != b && ((p, q) == (Some(one), Some(other)) || (q, p) == (Some(one), Some(other)))
        })
    }

    /// Whether there are pieces of these names, all without a side on the outer rim.
    pub(crate) fn is_inside(&self, names: &[String]) -> bool {
        let on_rim = self.on_rim();
        let mut named = self.called(names).peekable();
        named.peek().is_some() && named.all(|piece| !on_rim.contains(&piece))
    }

    /// How many pieces are beside those of these names, in a graph of pieces.
    pub(crate) fn beside(&self, graph: &[Vec<usize>], names: &[String]) -> usize {
        self.called(names).flat_map(|piece| &graph[piece]).collect::<BTreeSet<_>>().len()
    }

    /// The pieces with one of these names.
    fn called(&self, names: &[String]) -> impl Iterator<Item = usize> {
        (0..self.pieces.len()).filter(|&piece| names.contains(&self.board.pieces[self.pieces[piece].0.0]))
    }

    pub(crate) fn is_stable(&self) -> bool {
        let floor = self.board.cells.iter().map(|cell| cell.at[2]).min().unwrap_or(0);
        gravity::is_stable(self.board.lattice, &self.shapes(), floor)
    }

    pub(crate) fn is_buildable(&self, sideways: bool) -> bool {
        let directions = gravity::directions(self.board.lattice, sideways);
        gravity::is_buildable(self.board.lattice, &self.shapes(), &directions)
    }

    fn shapes(&self) -> Vec<Vec<Cell>> {
        self.pieces.iter().map(|(_, cells)| cells.clone()).collect()
    }
}

impl Comparison {
    fn holds(self, one: i64, other: i64) -> bool {
        match self {
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::Equal => one == other,
            Self::AtLeast => one >= other,
            Self::More => one > other,
            Self::Differs => one != other,
        }
    }
}
