//! From what a spec says to the exact cover problem that it poses.

use crate::cover::{Monitor, Stopped};
use crate::lattice::{PieceId, Site};
use crate::packing::{Charge, Packing};
use crate::spec::{Loaded, Spec};

/// The puzzle of a spec, with its charges and with what it requires of solutions.
///
/// # Panics
/// If the spec has mistakes.
pub fn packing<'a>(loaded: &'a Loaded, monitor: &Monitor) -> Result<Packing<'a>, Stopped> {
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let mut packing = Packing::watched(puzzle, monitor)?;
    if !loaded.charges().is_empty() {
        let charge = |(piece, sites, cost): &(Option<PieceId>, Vec<Site>, u64)| Charge {
            piece: *piece,
            sites: sites.clone(),
            cost: *cost,
        };
        packing = packing.charge(&loaded.charges().iter().map(charge).collect::<Vec<_>>());
    }
    match loaded.spec.as_ref().and_then(Spec::requirement) {
        Some(condition) => packing.require(condition, monitor),
        None => Ok(packing),
    }
}
