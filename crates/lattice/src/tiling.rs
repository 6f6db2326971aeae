//! Where pieces lie.

use crate::puzzle::PieceId;
use crate::shape::Shape;
use std::ops::Deref;

/// A piece in its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The piece.
    pub piece: PieceId,
    /// The sites that it covers.
    pub shape: Shape,
}

/// Pieces that lie in a region: a packing, or a part of one.
///
/// Placements come in the order of the pieces in the puzzle, copies by their least site, so equal tilings are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tiling(Vec<Placement>);

impl Tiling {
    /// Whether it has a placement.
    pub fn contains(&self, placement: &Placement) -> bool {
        self.0.binary_search(placement).is_ok()
    }
}

impl Deref for Tiling {
    type Target = [Placement];

    fn deref(&self) -> &[Placement] {
        &self.0
    }
}

impl FromIterator<Placement> for Tiling {
    fn from_iter<I: IntoIterator<Item = Placement>>(placements: I) -> Self {
        let mut placements: Vec<Placement> = placements.into_iter().collect();
        placements.sort_unstable();
        Self(placements)
    }
}
