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
    /// If the region is wrapped: for each base placement, where it lies.
    wrapped: Vec<Vec<([i32; 3], Shape)>>,
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
    /// The sites of the region that it covers, if these are not just the shifted ones, because the region is wrapped.
    pub wrapped: Option<&'a Shape>,
}

impl Shifted<'_> {
    /// The sites that are covered, in ascending order.
    pub fn sites(&self) -> impl Iterator<Item = Site> + Clone {
        let (shape, shift) = self.wrapped.map_or((self.base, self.shift), |shape| (shape, [0; 3]));
        shape.sites().iter().map(move |site| site.shifted(shift))
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
        let wrapped = wrapped(puzzle, &bases);
        Self { puzzle, bases, bases_of_shapes, placed: Placed::new(puzzle), wrapped }
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
        let shifted = move |shift| Shifted { piece: *piece, base: shape, shift, wrapped: None };
        let allowed = |option: &Shifted<'_>| {
            self.placed.allows(option) && self.puzzle.allows(option.piece, &option.sites())
        };
        let is_base = |other: &Placement| std::ptr::eq(other, base);
        let number = (!self.wrapped.is_empty()).then(|| self.bases.iter().position(is_base)).flatten();
        let around = number.map(|number| self.wrapped[number].iter()).into_iter().flatten();
        let around = around.map(move |(shift, shape)| Shifted { wrapped: Some(shape), ..shifted(*shift) });
        let shifts = self.puzzle.wrap.is_none().then(|| self.puzzle.region.shifts(shape));
        shifts.into_iter().flatten().map(shifted).chain(around).filter(allowed)
    }

    /// How many options a base placement has. Where nothing but the region forbids some, none is looked at.
    pub fn count_of(&self, base: &Placement) -> usize {
        let puzzle = self.puzzle;
        if puzzle.wrap.is_none() && puzzle.placed.is_empty() && puzzle.rules.is_empty() {
            return puzzle.region.count_shifts(&base.shape);
        }
        self.of(base).count()
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

/// Where base placements lie in a region that is wrapped. What two of them cover alike is one option of their piece.
fn wrapped(puzzle: &Puzzle, bases: &[Placement]) -> Vec<Vec<([i32; 3], Shape)>> {
    let Some(wrap) = &puzzle.wrap else { return Vec::new() };
    let mut seen = BTreeSet::new();
    let mut fresh = |piece: PieceId, shape: &Shape| seen.insert((piece, shape.clone()));
    let of = |Placement { piece, shape }: &Placement| {
        let mut placed = wrap.placements(&puzzle.region, shape);
        placed.retain(|(_, shape)| fresh(*piece, shape));
        placed
    };
    bases.iter().map(of).collect()
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
        // What has a colour may be shared.
        let sites = sites.filter(|site| site.color == 0 && puzzle.cover_bounds(*site).high == 1).collect();
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
