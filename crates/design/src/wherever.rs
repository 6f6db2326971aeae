//! What some pieces leave of a region, wherever they lie: all dates of a calendar puzzle, say (TAOCP 7.2.2.1, exercise 291).

use crate::Ways;
use crate::pool::PoolError;
use polydlx_lattice::{Bounds, Lattice, Motion, PieceId, Puzzle, Region, Shape, Sided, Site, Typical};
use std::collections::BTreeSet;

/// More regions are refused: each set of pieces would have to fill them all.
const MOST_REGIONS: usize = 10_000;

impl crate::Pool {
    /// The puzzles that are left when these pieces, which every set has, lie somewhere: one for each of their places, without
    /// those that are solved whenever another one is.
    ///
    /// The pieces stay where they are in the list, but are not used any more. How many solutions are wanted matters in boxes of
    /// several parts: to turn a part by itself keeps their number, but not that of their classes.
    pub fn wherever(puzzle: &Puzzle, pieces: &[PieceId], wanted: Ways) -> Result<Vec<Puzzle>, PoolError> {
        if !puzzle.rules.is_empty() || puzzle.wrap.is_some() || puzzle.has_colors() {
            return Err(PoolError::MoreRules);
        }
        let name = |piece: PieceId| puzzle.pieces[piece.0].name.clone();
        if let Some(&other) = pieces.iter().find(|id| puzzle.pieces[id.0].bounds != Bounds::exactly(1)) {
            return Err(PoolError::NotOnce(name(other)));
        }
        let mut rest = puzzle.clone();
        for piece in pieces {
            rest.pieces[piece.0].bounds = Bounds::exactly(0);
        }
        rest.placed.retain(|placed| !pieces.contains(&placed.piece));
        let mut left = vec![puzzle.region.shape().unguarded()];
        for &piece in pieces {
            let places = places(puzzle, piece);
            let mut next = Vec::new();
            for shape in &left {
                let fits = |place: &&Shape| place.sites().iter().all(|&site| shape.contains(site));
                next.extend(places.iter().filter(fits).map(|place| without(shape, place)));
                if next.len() > MOST_REGIONS {
                    return Err(PoolError::TooManyPlaces(MOST_REGIONS));
                }
            }
            left = next;
        }
        if left.is_empty() {
            return Err(PoolError::NoPlace(
                pieces.iter().map(|&piece| name(piece)).collect::<Vec<_>>().join(" "),
            ));
        }
        let alike = Alike::new(&rest, [Ways::SOME, Ways::exactly(0)].contains(&wanted));
        let mut known = BTreeSet::new();
        let different = left.into_iter().map(|shape| alike.needed(&shape));
        let different = different.filter(|shape| known.insert(alike.key(shape)));
        let region = |shape| Region::new(puzzle.lattice, shape).expect("cells of the region have digits");
        Ok(different.map(|shape| Puzzle { region: region(shape), ..rest.clone() }).collect())
    }
}

/// Where a piece can lie in the region: in its place, if it has one.
fn places(puzzle: &Puzzle, piece: PieceId) -> Vec<Shape> {
    let placed = puzzle.placed.iter().filter(|placed| placed.piece == piece);
    let placed: Vec<Shape> = placed.map(|placed| placed.shape.clone()).collect();
    if !placed.is_empty() {
        return placed;
    }
    let shapes = puzzle.shapes.iter().filter(|typical| typical.piece == piece);
    let bases = shapes.flat_map(|typical| puzzle.base_placements(typical));
    let shifted = |base: Shape| puzzle.region.shifts(&base).map(|by| base.shifted(by)).collect::<Vec<_>>();
    bases.flat_map(shifted).map(|place| place.unguarded()).collect()
}

fn without(shape: &Shape, place: &Shape) -> Shape {
    Shape::new(shape.sites().iter().copied().filter(|&site| !place.contains(site)))
}

/// Which regions the same sets of pieces fill.
struct Alike {
    lattice: Lattice,
    /// The suffixes that pieces have.
    suffixes: BTreeSet<u16>,
    /// How each piece may be moved, and with it a part of the region that pieces do not leave.
    motions: Vec<Motion>,
    /// Whether parts of a region can be turned by themselves: pieces hang together, so that none lies in two of them.
    by_parts: bool,
}

impl Alike {
    fn new(puzzle: &Puzzle, by_parts: bool) -> Self {
        let lattice = puzzle.lattice;
        let is_used = |typical: &&Typical| puzzle.pieces[typical.piece.0].bounds.high > 0;
        let used: Vec<&Typical> = puzzle.shapes.iter().filter(is_used).collect();
        let has = |sided: Sided| used.iter().any(|typical| puzzle.pieces[typical.piece.0].sided == sided);
        let motions = if has(Sided::Fixed) || !puzzle.placed.is_empty() {
            vec![Motion::IDENTITY]
        } else if has(Sided::One) {
            lattice.rotation_group()
        } else {
            lattice.motion_group()
        };
        Self {
            lattice,
            suffixes: used.iter().flat_map(|typical| typical.shape.sites()).map(|site| site.suffix).collect(),
            motions,
            by_parts: by_parts
                && puzzle.placed.is_empty()
                && used.iter().all(|typical| parts(lattice, &typical.shape).len() == 1),
        }
    }

    /// A region without places that no piece has a use for.
    fn needed(&self, region: &Shape) -> Shape {
        let is_needed = |site: &Site| site.suffix == 0 || self.suffixes.contains(&site.suffix);
        Shape::new(region.sites().iter().copied().filter(is_needed))
    }

    /// The same for regions that need not be told apart.
    fn key(&self, region: &Shape) -> Vec<Shape> {
        let parts = if self.by_parts { parts(self.lattice, region) } else { vec![region.clone()] };
        if parts.len() == 1 && self.motions.len() == 1 {
            return parts;
        }
        let least = |part: Shape| {
            let images = self.motions.iter().map(|&motion| part.moved(self.lattice, motion).normalized());
            images.min().unwrap_or(part.clone())
        };
        let mut key: Vec<Shape> = parts.into_iter().map(least).collect();
        key.sort();
        key
    }
}

/// The parts of a shape that hang together; a place with a suffix goes with its cell.
fn parts(lattice: Lattice, shape: &Shape) -> Vec<Shape> {
    let mut left: BTreeSet<Site> = shape.sites().iter().copied().collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = vec![first];
        let mut looked_at = 0;
        while let Some(&site) = part.get(looked_at) {
            looked_at += 1;
            let near: Vec<_> = lattice.neighbors(site.cell()).chain([site.cell()]).collect();
            let found: Vec<Site> =
                left.iter().copied().filter(|other| near.contains(&other.cell())).collect();
            left.retain(|other| !found.contains(other));
            part.extend(found);
        }
        parts.push(Shape::new(part));
    }
    parts
}
