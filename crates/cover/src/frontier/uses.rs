//! How many solutions use some items how often, by one sweep.
//!
//! States carry how often items are used, and forget it when it no longer matters. Here they do not forget it, so that at
//! the end there is one state for each way to use the items, with its number.

use super::sets::Sweep;
use super::{Frontier, Prepared, Refusal, Watch};
use crate::{ItemId, Part};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What the states at the end carry, with their numbers.
pub(super) type Ends = Mutex<BTreeMap<u128, BigUint>>;

impl Frontier<'_> {
    /// How many solutions use some items how often. They must be items that are carried along, without colours: pieces.
    ///
    /// ```
    /// use polydlx_cover::{Frontier, dlx};
    ///
    /// let text = "0:2|D 0:4|M a b c d\nD a b\nD b c\nD c d\nM a\nM b\nM c\nM d\n";
    /// let (problem, _) = dlx::read(0, text).unwrap();
    /// let pieces: Vec<_> = problem.listing().iter().copied().take(2).collect();
    /// let uses: Vec<_> = Frontier::new(&problem).by_uses(&pieces).unwrap().into_iter().collect();
    /// assert_eq!(uses, [(vec![0, 4], 1u32.into()), (vec![1, 2], 3u32.into()), (vec![2, 0], 1u32.into())]);
    /// ```
    pub fn by_uses(&self, items: &[ItemId]) -> Result<BTreeMap<Vec<u32>, BigUint>, Refusal> {
        let Prepared { mut plan, shapes, .. } = self.lay_out(&[])?;
        let fields: Option<Vec<(u32, u128)>> =
            items.iter().map(|item| plan.fields[item.0 as usize]).collect();
        let fields = fields.ok_or(Refusal::TooWide)?;
        let kept = fields.iter().fold(0, |kept, (shift, mask)| kept | mask << shift);
        plan.spent.iter_mut().for_each(|spent| *spent &= !kept);
        let watch = Watch::new(self, "sweeping");
        let budget = self.budget(&shapes);
        let ends = Ends::default();
        let sweep = Sweep { ends: Some(&ends), ..Sweep::new(&plan, &shapes, self.threads, &watch) };
        let whole = Part::default();
        let swept = match plan.carried_bits() {
            0..=32 => sweep.count::<u32>(&whole, budget),
            33..=64 => sweep.count::<u64>(&whole, budget),
            _ => sweep.count::<u128>(&whole, budget),
        };
        self.monitor.end_sweep(if swept.is_ok() { self.share } else { 0.0 });
        swept?;
        let ends = ends.into_inner().unwrap_or_else(PoisonError::into_inner);
        let uses = |set: u128| fields.iter().map(|(shift, mask)| (set >> shift & mask) as u32).collect();
        // What must be used was not looked at when it was not forgotten.
        let low = |item: &ItemId| self.problem.bounds(*item).low;
        let enough = |uses: &Vec<u32>| uses.iter().zip(items).all(|(&uses, item)| uses >= low(item));
        Ok(ends
            .into_iter()
            .map(|(set, number)| (uses(set), number))
            .filter(|(uses, _)| enough(uses))
            .collect())
    }
}
