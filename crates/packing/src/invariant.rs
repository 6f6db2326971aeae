//! Solutions that a group of symmetries leaves as they are.
//!
//! Such a solution is a union of orbits of options, so it solves a smaller problem: its items are orbits of items, its
//! options are the orbits of options that do not collide with themselves (TAOCP 7.2.2.1, exercises 24 and 129).

use crate::group::Group;
use crate::packing::Packing;
use polydlx_cover::{Bounds, Color, Entry, ItemId, Monitor, OptionId, Problem, Stopped};
use std::collections::{BTreeMap, BTreeSet};

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
/// assert!(invariant.is_exact());
/// assert_eq!(Search::new(&invariant.problem).count().solutions, 8);
/// ```
#[derive(Debug)]
pub struct Invariant {
    /// Orbits as items and options.
    pub problem: Problem,
    /// The options of the whole problem that each option stands for.
    pub members: Vec<Vec<OptionId>>,
    /// Items whose number of uses must be counted afterwards: which options use it how often, and the bounds.
    counted: Vec<(Vec<u32>, Bounds)>,
    /// The first item of each option of the whole problem.
    firsts: Vec<ItemId>,
}

/// How often an orbit of options uses each item, and in which colour.
type Uses = BTreeMap<u32, (u32, Option<Color>)>;

impl Invariant {
    /// Merges the options of a puzzle into orbits under the symmetries with the given numbers, which must be a group.
    pub fn new(packing: &Packing<'_>, group: &Group, subgroup: &[usize]) -> Self {
        Self::watched(packing, group, subgroup, &Monitor::new()).expect("nobody stops it")
    }

    /// The same, unless it is stopped.
    pub(crate) fn watched(
        packing: &Packing<'_>,
        group: &Group,
        subgroup: &[usize],
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        let whole = packing.lean_problem();
        let permutations: Vec<&[u32]> =
            subgroup.iter().map(|&number| group.elements()[number].items.as_slice()).collect();
        let item_orbits = orbits(whole.items(), &permutations);
        let members = option_orbits(whole, group, subgroup);
        monitor.go_on()?;
        // How often each orbit of options uses each item; only orbits that collide with nothing are kept.
        let mut kept: Vec<(Vec<OptionId>, Uses)> = Vec::new();
        for orbit in members {
            let mut uses = Uses::new();
            let mut agree = true;
            for entry in orbit.iter().flat_map(|&option| whole.option(option)) {
                let (times, color) = uses.entry(entry.item.0).or_insert((0, entry.color));
                *times += 1;
                agree &= *color == entry.color;
            }
            let most = |item: u32, color: Option<Color>| match (whole.is_primary(ItemId(item)), color) {
                (true, _) => whole.bounds(ItemId(item)).high,
                (false, None) => 1,
                (false, Some(_)) => u32::MAX,
            };
            if agree && uses.iter().all(|(&item, &(times, color))| times <= most(item, color)) {
                kept.push((orbit, uses));
            }
        }
        monitor.go_on()?;
        Ok(Self::merge(whole, &item_orbits, kept))
    }

    fn merge(whole: &Problem, item_orbits: &[u32], kept: Vec<(Vec<OptionId>, Uses)>) -> Self {
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
                kept.iter().filter_map(|(_, uses)| uses.get(&item).map(|(times, _)| *times)).collect();
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
            let mut entries = Vec::new();
            for (item, &(_, color)) in uses {
                if let Some(&item) = merged.get(item) {
                    let color = color.map(|color| builder.color(whole.color_name(color)));
                    entries.push(Entry { item, color });
                }
            }
            builder.option(entries);
        }
        let uses_of =
            |item: u32| kept.iter().map(|(_, uses)| uses.get(&item).map_or(0, |(times, _)| *times)).collect();
        Self {
            problem: builder.build().expect("orbits of items have different names"),
            counted: counted.into_iter().map(|(item, bounds)| (uses_of(item), bounds)).collect(),
            members: kept.into_iter().map(|(orbit, _)| orbit).collect(),
            firsts: whole.option_ids().map(|option| whole.option(option)[0].item).collect(),
        }
    }

    /// Whether some options of the merged problem, which solve it, make a solution.
    pub(crate) fn accepts(&self, options: &[OptionId]) -> bool {
        self.counted.iter().all(|(uses, bounds)| {
            let times: u32 = options.iter().map(|option| uses[option.0 as usize]).sum();
            (bounds.low..=bounds.high).contains(&times)
        })
    }

    /// Whether all solutions of the merged problem are solutions of the puzzle, so that it is enough to count them.
    pub fn is_exact(&self) -> bool {
        self.counted.is_empty()
    }

    /// The first item of an option of the whole problem.
    pub(crate) fn first_item(&self, option: OptionId) -> ItemId {
        self.firsts[option.0 as usize]
    }
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
