//! The options of a puzzle: where its pieces can lie.

use polydlx_lattice::{Bounds, PieceId, Placement, Puzzle, Shape, Site};
use std::collections::BTreeSet;

/// The base placements of a puzzle, and which of their shifts are options.
///
/// Options are ordered as in Knuth's programs: by lines of the spec, base placements as found, ascending shifts.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    puzzle: &'a Puzzle,
    bases: Vec<Placement>,
    /// For each shape of the puzzle, how many of them are its.
    bases_of_shapes: Vec<usize>,
    placed: Placed<'a>,
}

/// One option: a base placement, and how far it is shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shifted<'a> {
    /// The piece.
    pub piece: PieceId,
    /// Its base placement.
    pub base: &'a Shape,
    /// By how much that is shifted.
    pub shift: [i32; 3],
}

impl Shifted<'_> {
    /// The sites that are covered, in ascending order.
    pub fn sites(&self) -> impl Iterator<Item = Site> + Clone {
        let shift = self.shift;
        self.base.sites().iter().map(move |site| site.shifted(shift))
    }
}

impl<'a> Options<'a> {
    /// Finds the base placements.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let (mut bases, mut bases_of_shapes) = (Vec::new(), Vec::new());
        for typical in &puzzle.shapes {
            let piece = typical.piece;
            let shapes = puzzle.base_placements(typical);
            bases_of_shapes.push(shapes.len());
            bases.extend(shapes.into_iter().map(|shape| Placement { piece, shape }));
        }
        Self { puzzle, bases, bases_of_shapes, placed: Placed::new(puzzle) }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// The base placements in order.
    pub fn bases(&self) -> &[Placement] {
        &self.bases
    }

    /// How many base placements each shape of the puzzle has.
    pub(crate) fn bases_of_shapes(&self) -> &[usize] {
        &self.bases_of_shapes
    }

    /// All options in order.
    pub fn iter(&self) -> impl Iterator<Item = Shifted<'_>> {
        self.bases.iter().flat_map(move |base| self.of(base))
    }

    /// The options of one base placement.
    pub fn of<'b>(&'b self, base: &'b Placement) -> impl Iterator<Item = Shifted<'b>> {
        let Placement { piece, shape } = base;
        let shifted = |shift| Shifted { piece: *piece, base: shape, shift };
        let allowed = |option: &Shifted<'_>| {
            self.placed.allows(option) && self.puzzle.allows(option.piece, &option.sites())
        };
        self.puzzle.region.shifts(shape).map(shifted).filter(allowed)
    }

    /// Names for the extra primary items, in order. No cell and no piece has such a name.
    pub fn extra_names(&self) -> impl Iterator<Item = String> {
        let taken = |name: &String| self.puzzle.pieces.iter().any(|piece| piece.name == *name);
        (1..).map(|n| format!("@{n}")).filter(move |name| !taken(name)).take(self.placed.extras)
    }

    /// The extra item that an option covers besides its piece and cells, by its number.
    ///
    /// A placed piece is forced by its cells, which nothing else may cover. When they may all stay empty that does not
    /// suffice, and the option gets a primary item of its own.
    pub fn extra(&self, placement: &Shifted<'_>) -> Option<usize> {
        self.placed.extra(placement)
    }

    /// The name of that item.
    pub(crate) fn extra_name(&self, placement: &Shifted<'_>) -> Option<String> {
        self.extra(placement).and_then(|number| self.extra_names().nth(number))
    }

    /// Whether some shifts that the region allows are no options.
    pub(crate) fn are_restricted(&self) -> bool {
        !self.puzzle.placed.is_empty()
    }
}

/// What the placed pieces leave of the options.
#[derive(Clone, Debug)]
struct Placed<'a> {
    puzzle: &'a Puzzle,
    sites: BTreeSet<Site>,
    /// For each piece, whether all its copies are placed.
    used_up: Vec<bool>,
    /// For each placed piece, its extra item.
    forced: Vec<Option<usize>>,
    extras: usize,
}

impl<'a> Placed<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let times = |piece| puzzle.placed.iter().filter(|placed| placed.piece == piece).count();
        let used_up: Vec<bool> = (0..puzzle.pieces.len())
            .map(|piece| times(PieceId(piece)) == puzzle.pieces[piece].bounds.high as usize)
            .collect();
        let mut extras = 0;
        let forced = puzzle.placed.iter().map(|Placement { piece, shape }| {
            let by_cells = shape.sites().iter().any(|&site| puzzle.cover_bounds(site) == Bounds::ONCE);
            let bounds = puzzle.pieces[piece.0].bounds;
            let by_number = used_up[piece.0] && bounds.low == bounds.high;
            (!by_cells && !by_number).then(|| {
                extras += 1;
                extras - 1
            })
        });
        let forced = forced.collect();
        let sites = puzzle.placed.iter().flat_map(|placed| placed.shape.sites().iter().copied());
        let sites = sites.filter(|&site| puzzle.cover_bounds(site).high == 1).collect();
        Self { puzzle, sites, used_up, forced, extras }
    }

    fn position(&self, placement: &Shifted<'_>) -> Option<usize> {
        let is_there = |shape: &Shape| placement.sites().eq(shape.sites().iter().copied());
        self.puzzle
            .placed
            .iter()
            .position(|placed| placed.piece == placement.piece && is_there(&placed.shape))
    }

    fn allows(&self, placement: &Shifted<'_>) -> bool {
        let free =
            || !self.used_up[placement.piece.0] && placement.sites().all(|site| !self.sites.contains(&site));
        self.puzzle.placed.is_empty() || self.position(placement).is_some() || free()
    }

    fn extra(&self, placement: &Shifted<'_>) -> Option<usize> {
        if self.extras == 0 { None } else { self.position(placement).and_then(|at| self.forced[at]) }
    }
}
