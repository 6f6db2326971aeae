//! What stands below a solution on a sheet: its number, and its symmetries.

use polydlx::cover::OptionId;
use polydlx::lattice::{Placement, Tiling};
use polydlx::packing::{Group, Packing};
use std::collections::BTreeMap;

/// The number of a solution, and what the symmetries are made of that leave it as it is: `3 · rotation by 180°`.
pub(crate) fn caption(group: &Group, number: u64, stabilizer: &[usize]) -> String {
    let generators = group.generators_of(stabilizer);
    let names: Vec<&str> =
        generators.into_iter().map(|number| group.elements()[number].name.as_str()).collect();
    if names.is_empty() { number.to_string() } else { format!("{number} · {}", names.join(", ")) }
}

/// The symmetries that leave some options as they are.
pub(crate) fn stabilizer_of(group: &Group, options: impl IntoIterator<Item = OptionId>) -> Vec<usize> {
    let mut options: Vec<OptionId> = options.into_iter().collect();
    options.sort_unstable();
    group.stabilizer(&options)
}

/// The options of a puzzle by what they are, for solutions that were found elsewhere.
pub(crate) struct Known {
    group: Group,
    options: BTreeMap<Placement, OptionId>,
}

impl Known {
    pub(crate) fn new(packing: &Packing<'_>) -> Self {
        let mut options = BTreeMap::new();
        for option in packing.placements() {
            // Of options that occur twice the first is meant, as in the group.
            options.entry(packing.placement(option)).or_insert(option);
        }
        Self { group: Group::new(packing), options }
    }

    /// The caption of a solution; only its number if it is none.
    pub(crate) fn caption(&self, number: u64, tiling: &Tiling) -> String {
        let options: Option<Vec<_>> =
            tiling.iter().map(|placement| self.options.get(placement).copied()).collect();
        options.map_or_else(
            || number.to_string(),
            |options| caption(&self.group, number, &stabilizer_of(&self.group, options)),
        )
    }
}
