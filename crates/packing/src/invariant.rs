//! Solutions that a group of symmetries leaves as they are.
//!
//! Such a solution is a union of orbits of options, so it solves a smaller problem: its items are orbits of items, its
//! options are the orbits of options that do not collide with themselves (TAOCP 7.2.2.1, exercises 24 and 129).

use crate::group::Group;
use crate::packing::Packing;
use polydlx_cover::{BigUint, Bounds, Entry, ItemId, OptionId, Outcome, Problem, Search, Solution};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// The problem of the solutions that a subgroup leaves as they are.
///
/// ```
/// use polydlx_cover::Search;
/// use polydlx_packing::{Group, Invariant, Packing};
/// use polydlx_spec::{NoSets, Source, load};
///
/// let text = "|! lattice square\n[0-3][0-3]\n8|D 00 01\n";
/// let loaded = load(Source::new("dominoes", text), None, &NoSets);
/// let packing = Packing::new(loaded.puzzle().expect("no mistakes"));
/// let group = Group::new(&packing);
/// let half_turn = group.find("rotation by 180°").unwrap();
/// let invariant = Invariant::new(&packing, &group, &group.generated(&[half_turn]));
/// let symmetrical = invariant.count(&Search::new(&invariant.problem)).solutions;
/// assert_eq!(symmetrical, 8);
/// ```
#[derive(Debug)]
pub struct Invariant {
    /// Orbits as items and options.
    pub problem: Problem,
    /// The options of the whole problem that each option stands for.
    pub members: Vec<Vec<OptionId>>,
    /// Items whose number of uses must be counted afterwards: which options use it how often, and the bounds.
    counted: Vec<(Vec<u32>, Bounds)>,
}

impl Invariant {
    /// Merges the options of a puzzle into orbits under the symmetries with the given numbers, which must be a group.
    pub fn new(packing: &Packing<'_>, group: &Group, subgroup: &[usize]) -> Self {
        let whole = packing.lean_problem();
        let permutations: Vec<&[u32]> =
            subgroup.iter().map(|&number| group.elements()[number].items.as_slice()).collect();
        let item_orbits = orbits(whole.items(), &permutations);
        let members = option_orbits(whole, group, subgroup);
        // How often each orbit of options uses each item; only orbits that collide with nothing are kept.
        let mut kept: Vec<(Vec<OptionId>, BTreeMap<u32, u32>)> = Vec::new();
        for orbit in members {
            let mut uses: BTreeMap<u32, u32> = BTreeMap::new();
            for entry in orbit.iter().flat_map(|&option| whole.option(option)) {
                *uses.entry(entry.item.0).or_default() += 1;
            }
            let most =
                |item: u32| if whole.is_primary(ItemId(item)) { whole.bounds(ItemId(item)).high } else { 1 };
            if uses.iter().all(|(&item, &times)| times <= most(item)) {
                kept.push((orbit, uses));
            }
        }
        Self::merge(whole, &item_orbits, kept)
    }

    fn merge(whole: &Problem, item_orbits: &[u32], kept: Vec<(Vec<OptionId>, BTreeMap<u32, u32>)>) -> Self {
        let mut builder = Problem::builder();
        let mut merged: BTreeMap<u32, ItemId> = BTreeMap::new();
        let mut counted = Vec::new();
        let representatives = (0..whole.items() as u32).filter(|&item| item_orbits[item as usize] == item);
        for item in representatives {
            let id = ItemId(item);
            if !whole.is_primary(id) {
                merged.insert(item, builder.secondary(whole.name(id)));
                continue;
            }
            let numbers: BTreeSet<u32> =
                kept.iter().filter_map(|(_, uses)| uses.get(&item).copied()).collect();
            let bounds = whole.bounds(id);
            let each = numbers.first().copied().unwrap_or(1);
            let scaled = Bounds { low: bounds.low.div_ceil(each), high: bounds.high / each };
            if numbers.len() <= 1 && scaled.low <= scaled.high && scaled.high > 0 {
                merged.insert(item, builder.primary(whole.name(id), scaled));
            } else {
                // Orbits of different lengths use the piece a different number of times: no item can say that.
                // The item stays, so that its options have something to be found by, and the uses are counted.
                merged.insert(
                    item,
                    builder.primary(whole.name(id), Bounds { low: 0, high: bounds.high.max(1) }),
                );
                counted.push((item, bounds));
            }
        }
        for (_, uses) in &kept {
            let items = uses.keys().filter_map(|item| merged.get(item));
            builder.option(items.map(|&item| Entry::from(item)));
        }
        let uses_of =
            |item: u32| kept.iter().map(|(_, uses)| uses.get(&item).copied().unwrap_or(0)).collect();
        Self {
            problem: builder.build().expect("orbits of items have different names"),
            counted: counted.into_iter().map(|(item, bounds)| (uses_of(item), bounds)).collect(),
            members: kept.into_iter().map(|(orbit, _)| orbit).collect(),
        }
    }

    /// Whether some options of the merged problem, which solve it, make a solution.
    fn accepts(&self, solution: &Solution) -> bool {
        self.counted.iter().all(|(uses, bounds)| {
            let times: u32 = solution.options().map(|option| uses[option.0 as usize]).sum();
            (bounds.low..=bounds.high).contains(&times)
        })
    }

    /// Calls `visit` with each invariant solution, as options of the whole problem in ascending order.
    pub fn for_each(
        &self,
        search: &Search<'_>,
        mut visit: impl FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Outcome {
        let mut found = 0;
        let mut whole = Vec::new();
        let mut outcome = search.for_each(|solution| {
            if !self.accepts(solution) {
                return ControlFlow::Continue(());
            }
            found += 1;
            whole.clear();
            whole.extend(
                solution.options().flat_map(|option| self.members[option.0 as usize].iter().copied()),
            );
            whole.sort_unstable();
            visit(&whole)
        });
        outcome.solutions = found;
        outcome
    }

    /// Whether all solutions of the merged problem are solutions of the puzzle, so that it is enough to count them.
    pub fn is_exact(&self) -> bool {
        self.counted.is_empty()
    }

    /// The number of invariant solutions.
    pub fn count(&self, search: &Search<'_>) -> Outcome {
        if self.is_exact() { search.count() } else { self.for_each(search, |_| ControlFlow::Continue(())) }
    }
}

/// For each symmetry, how many solutions it leaves as they are; `None` if a search was stopped.
///
/// By Burnside's lemma their sum is the order of the group times the number of classes.
pub fn fixed(
    packing: &Packing<'_>,
    group: &Group,
    configure: impl Fn(Search<'_>) -> Search<'_>,
) -> Option<Vec<BigUint>> {
    let count = |invariant: &Invariant| {
        let search = configure(Search::new(&invariant.problem));
        if invariant.is_exact() {
            let total = search.total();
            total.complete.then_some(total.solutions).ok_or(())
        } else {
            let outcome = invariant.count(&search);
            outcome.complete.then(|| outcome.solutions.into()).ok_or(())
        }
    };
    fixed_by(packing, group, count).ok()
}

/// The same, by any way to count.
pub(crate) fn fixed_by<E>(
    packing: &Packing<'_>,
    group: &Group,
    mut count: impl FnMut(&Invariant) -> Result<BigUint, E>,
) -> Result<Vec<BigUint>, E> {
    let mut known: BTreeMap<Vec<usize>, BigUint> = BTreeMap::new();
    let mut counts = Vec::new();
    for number in 0..group.order() {
        // Conjugate symmetries leave equally many solutions as they are.
        let cyclic = group.least_conjugate(&group.generated(&[number]));
        if !known.contains_key(&cyclic) {
            known.insert(cyclic.clone(), count(&Invariant::new(packing, group, &cyclic))?);
        }
        counts.push(known[&cyclic].clone());
    }
    Ok(counts)
}

/// For each of `n` things the least member of its orbit.
fn orbits(n: usize, permutations: &[&[u32]]) -> Vec<u32> {
    (0..n).map(|thing| permutations.iter().map(|p| p[thing]).min().unwrap_or(thing as u32)).collect()
}

fn option_orbits(whole: &Problem, group: &Group, subgroup: &[usize]) -> Vec<Vec<OptionId>> {
    let mut found = Vec::new();
    for option in whole.option_ids() {
        let images = subgroup.iter().map(|&number| group.elements()[number].image(option));
        let orbit: BTreeSet<OptionId> = images.collect();
        if orbit.first() == Some(&option) {
            found.push(orbit.into_iter().collect());
        }
    }
    found
}
