//! How often placements pay a charge.

use crate::packing::Packing;
use polydlx_lattice::{Placement, Site, Tiling};
use polydlx_properties::{Board, Charge, Given, Measure, Per};
use std::collections::BTreeMap;

/// A charge, with what has to be known to reckon it.
pub(crate) struct Bill<'a> {
    charge: &'a Charge,
    /// Steps to each cell.
    steps: BTreeMap<Site, u64>,
    board: Option<Board>,
}

impl<'a> Bill<'a> {
    pub(crate) fn new(charge: &'a Charge, packing: &Packing<'_>) -> Self {
        let steps = match charge.per {
            Per::Step => packing.puzzle().steps_from(&charge.sites),
            _ => BTreeMap::new(),
        };
        let board = matches!(charge.per, Per::Property(_)).then(|| packing.board());
        Self { charge, steps, board }
    }

    /// How often a placement pays.
    pub(crate) fn times(&self, placement: &Placement) -> u64 {
        let Charge { sites, per, .. } = self.charge;
        let own = placement.shape.sites();
        let covers = |site: &Site| own.binary_search(site).is_ok();
        let cells = || own.iter().filter(|site| site.suffix == 0);
        match per {
            Per::Placement => u64::from(sites.iter().all(covers)),
            Per::Cell if sites.is_empty() => cells().count() as u64,
            Per::Cell => sites.iter().filter(|site| covers(site)).count() as u64,
            Per::Step => cells().filter_map(|site| self.steps.get(site)).min().copied().unwrap_or(0),
            Per::Property(property) => match &self.board {
                Some(board) if sites.iter().all(covers) => {
                    let alone: Tiling = [placement.clone()].into_iter().collect();
                    let measure = Measure::from(*property);
                    board.view(&alone, Given::default()).value(&measure).try_into().unwrap_or(0)
                }
                _ => 0,
            },
        }
    }
}
