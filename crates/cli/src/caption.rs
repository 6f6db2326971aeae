//! What stands below a solution on a sheet: its number, what was asked of it, and its symmetries.

use polydlx::cover::OptionId;
use polydlx::lattice::{Placement, Tiling};
use polydlx::packing::{Group, Packing};
use std::collections::BTreeMap;

/// The number of a solution, what was asked of it, and what the symmetries are made of that leave it as it is:
/// `3 · hsym 42 · rotation by 180°`.
pub(crate) fn caption(group: &Group, number: u64, remark: &str, stabilizer: &[usize]) -> String {
    let generators = group.generators_of(stabilizer);
    let names: Vec<&str> =
        generators.into_iter().map(|number| group.elements()[number].name.as_str()).collect();
    let parts = [number.to_string(), remark.to_owned(), names.join(", ")];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
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

    /// The options of a solution, in ascending order.
    pub(crate) fn options(&self, tiling: &Tiling) -> Option<Vec<OptionId>> {
        let found = tiling.iter().map(|placement| self.options.get(placement).copied());
        let mut options = found.collect::<Option<Vec<OptionId>>>()?;
        options.sort_unstable();
        Some(options)
    }

    /// The caption of a solution; only its number if it is none.
    pub(crate) fn caption(&self, number: u64, tiling: &Tiling) -> String {
        self.options(tiling).map_or_else(
            || number.to_string(),
            |options| caption(&self.group, number, "", &self.group.stabilizer(&options)),
        )
    }
}
