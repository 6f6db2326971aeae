//! Two pieces that can fill their place together in another way: bipairs (TAOCP 7.2.2.1, exercises 208 to 217).

use crate::packing::{Covered, Packing};
use crate::relate::is_better;
use polydlx_cover::{Monitor, OptionId, Random, Stopped};
use polydlx_lattice::{Lattice, Motion, Shape, Sided, Site};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Finds the swaps that are possible in solutions of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Swaps {
    /// Options by their items, in ascending order.
    by_items: BTreeMap<Vec<Covered>, Vec<OptionId>>,
    /// Options by item.
    lists: Vec<Vec<OptionId>>,
    items: Vec<Vec<Covered>>,
    /// Who is asked whether to go on, how many solutions were looked at, and all pairs that can be swapped, once it is worth
    /// the while to know them.
    monitor: Monitor,
    asked: Arc<AtomicUsize>,
    pairs: Arc<OnceLock<Option<Pairs>>>,
}

/// Pairs of options, the lesser first, that can be swapped: in how many ways, and whether none of them is better.
type Pairs = HashMap<[OptionId; 2], (u64, bool)>;

/// So many solutions are looked at one by one before all pairs are looked for. With 6×10 pentominoes that takes about as long as
/// some hundred solutions, of 9356.
const MANY: usize = 256;

/// Of so many options all pairs are looked at in a moment.
const OPTIONS: usize = 4096;

/// So many pairs are held in memory at the same time.
const AT_ONCE: usize = 1 << 21;

impl Swaps {
    pub(crate) fn new(packing: &Packing<'_>, monitor: &Monitor) -> Self {
        let problem = packing.problem();
        let mut by_items: BTreeMap<Vec<Covered>, Vec<OptionId>> = BTreeMap::new();
        let mut lists = vec![Vec::new(); problem.items()];
        let mut items = Vec::new();
        for option in problem.option_ids() {
            let entries = problem.option(option).iter();
            let mut own: Vec<Covered> = entries.map(|entry| (entry.item.0, entry.color)).collect();
            own.sort_unstable();
            own.iter().for_each(|&(item, _)| lists[item as usize].push(option));
            by_items.entry(own.clone()).or_default().push(option);
            items.push(own);
        }
        let (asked, pairs) = (Arc::default(), Arc::default());
        Self { by_items, lists, items, monitor: monitor.clone(), asked, pairs }
    }

    /// How many other ways there are to place two pieces of a solution, and whether none of them is better.
    pub(crate) fn of(&self, packing: &Packing<'_>, options: &[OptionId]) -> (u64, bool) {
        let is_many = self.asked.fetch_add(1, Ordering::Relaxed) >= MANY && self.items.len() <= OPTIONS;
        let known = if is_many { self.pairs.get_or_init(|| self.all_pairs(packing).ok()) } else { &None };
        let (mut number, mut strong) = (0, true);
        for (at, &one) in options.iter().enumerate() {
            for &other in &options[at + 1..] {
                let (ways, is_best) = match known {
                    Some(pairs) => pairs.get(&[one.min(other), one.max(other)]).copied().unwrap_or((0, true)),
                    None => self.of_pair(packing, one, other),
                };
                number += ways;
                strong &= is_best;
            }
        }
        (number, strong)
    }

    /// The same for one pair.
    fn of_pair(&self, packing: &Packing<'_>, one: OptionId, other: OptionId) -> (u64, bool) {
        let ways = self.ways(one, other);
        (ways.len() as u64, !ways.iter().any(|way| is_better(packing, way, &[one, other])))
    }

    /// All pairs of options that cover the same items as another pair. Pairs are found by sums of random numbers, one for each
    /// item; those that have a sum in common are looked at.
    fn all_pairs(&self, packing: &Packing<'_>) -> Result<Pairs, Stopped> {
        let mut random = Random::new(1);
        let mut marks: BTreeMap<Covered, u64> = BTreeMap::new();
        for item in self.items.iter().flatten() {
            marks.entry(*item).or_insert_with(|| {
                u64::from(random.below(u32::MAX)) << 32 | u64::from(random.below(u32::MAX))
            });
        }
        let sum = |items: &Vec<Covered>| items.iter().fold(0u64, |sum, item| sum.wrapping_add(marks[item]));
        let sums: Vec<u64> = self.items.iter().map(sum).collect();
        let parts = (sums.len() * sums.len() / 2 / AT_ONCE + 1).next_power_of_two() as u64;
        let mut pairs = Pairs::new();
        for part in 0..parts {
            let mut found: Vec<(u64, u32, u32)> = Vec::new();
            for (one, first) in sums.iter().enumerate() {
                if one % 256 == 0 {
                    self.monitor.go_on()?;
                }
                let rest = sums.iter().enumerate().skip(one + 1);
                let sums =
                    rest.map(|(other, second)| (first.wrapping_add(*second), one as u32, other as u32));
                found.extend(sums.filter(|(sum, ..)| sum & (parts - 1) == part));
            }
            found.sort_unstable();
            self.monitor.go_on()?;
            for same in found.chunk_by(|one, other| one.0 == other.0).filter(|same| same.len() > 1) {
                for &(_, one, other) in same {
                    let pair = [OptionId(one), OptionId(other)];
                    let (ways, is_best) = self.of_pair(packing, pair[0], pair[1]);
                    if ways > 0 {
                        pairs.insert(pair, (ways, is_best));
                    }
                }
            }
        }
        Ok(pairs)
    }

    /// The other pairs of options that cover the same items.
    fn ways(&self, one: OptionId, other: OptionId) -> Vec<[OptionId; 2]> {
        let items = |option: OptionId| self.items[option.0 as usize].as_slice();
        let mut union = [items(one), items(other)].concat();
        union.sort_unstable();
        let mut found = Vec::new();
        for &first in &self.lists[union[0].0 as usize] {
            if !items(first).iter().all(|item| union.binary_search(item).is_ok()) {
                continue;
            }
            let Some(rest) = without(&union, items(first)) else { continue };
            for &second in self.by_items.get(&rest).into_iter().flatten() {
                let way = [first.min(second), first.max(second)];
                if first != second && way != [one.min(other), one.max(other)] && !found.contains(&way) {
                    found.push(way);
                }
            }
        }
        found
    }
}

/// All solutions that can be had from some by moving two pieces at a time to other places that they fill together, in the
/// order in which they are found; the strong solutions of a puzzle lead to all others (TAOCP 7.2.2.1, exercise 212).
pub fn grown(
    packing: &Packing<'_>,
    seeds: &[Vec<OptionId>],
    monitor: &Monitor,
) -> Result<Vec<Vec<OptionId>>, Stopped> {
    let swaps = Swaps::new(packing, monitor);
    let mut known: BTreeSet<Vec<OptionId>> = BTreeSet::new();
    let mut all: Vec<Vec<OptionId>> = Vec::new();
    let mut found: Vec<Vec<OptionId>> = seeds.to_vec();
    let mut at = 0;
    loop {
        for mut solution in found.drain(..) {
            solution.sort_unstable();
            if known.insert(solution.clone()) {
                all.push(solution);
            }
        }
        let Some(solution) = all.get(at) else { return Ok(all) };
        monitor.go_on()?;
        at += 1;
        for (place, &one) in solution.iter().enumerate() {
            for &other in &solution[place + 1..] {
                let rest = solution.iter().copied().filter(|option| ![one, other].contains(option));
                found.extend(swaps.ways(one, other).into_iter().map(|way| rest.clone().chain(way).collect()));
            }
        }
    }
}

/// What is left of a sorted list when another one is taken out of it; none if it is not in it.
fn without(list: &[Covered], part: &[Covered]) -> Option<Vec<Covered>> {
    let mut rest = Vec::with_capacity(list.len());
    let mut part = part.iter().peekable();
    for item in list {
        if part.next_if_eq(&item).is_none() {
            rest.push(*item);
        }
    }
    part.peek().is_none().then_some(rest)
}

/// Two pieces that fill a shape together in two ways.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bipair {
    /// The pieces, by number.
    pub pieces: [usize; 2],
    /// What they fill together.
    pub shape: Shape,
    /// Where the first piece lies, in two ways; the other one has the rest.
    pub first: [Shape; 2],
    /// Whether the shape encloses cells that do not belong to it.
    pub has_hole: bool,
}

/// All bipairs of distinct pieces, one of each class: those that a motion takes to each other are the same.
pub fn bipairs(
    lattice: Lattice,
    sided: Sided,
    pieces: &[Shape],
    monitor: &Monitor,
) -> Result<Vec<Bipair>, Stopped> {
    monitor.enter("looking for bipairs");
    let motions = match sided {
        Sided::Free => lattice.motion_group(),
        Sided::One => lattice.rotation_group(),
        Sided::Fixed => vec![Motion::IDENTITY],
    };
    let bases: Vec<Vec<Shape>> = pieces.iter().map(|piece| piece.base_placements(lattice, sided)).collect();
    let mut found = Vec::new();
    for one in 0..pieces.len() {
        for other in one + 1..pieces.len() {
            // The ways to fill each union, as places of the first piece.
            let mut ways: BTreeMap<Shape, BTreeSet<Shape>> = BTreeMap::new();
            for a in &bases[one] {
                for b in &bases[other] {
                    monitor.go_on()?;
                    for shift in shifts(lattice, a, b) {
                        let union = Shape::new(
                            a.sites().iter().copied().chain(b.shifted(shift).sites().iter().copied()),
                        );
                        let back = union.lowest().map(|least| -least);
                        ways.entry(union.normalized()).or_default().insert(a.shifted(back));
                    }
                }
            }
            for (shape, places) in ways.into_iter().filter(|(_, places)| places.len() > 1) {
                monitor.go_on()?;
                let images: Vec<(Motion, Shape)> = motions
                    .iter()
                    .map(|&motion| (motion, shape.moved(lattice, motion).normalized()))
                    .collect();
                if images.iter().any(|(_, image)| *image < shape) {
                    continue;
                }
                let keepers: Vec<Motion> = images
                    .into_iter()
                    .filter(|(_, image)| *image == shape)
                    .map(|(motion, _)| motion)
                    .collect();
                found.extend(pairs(lattice, &shape, &places, &keepers).into_iter().map(|first| Bipair {
                    pieces: [one, other],
                    shape: shape.clone(),
                    first,
                    has_hole: has_hole(lattice, &shape),
                }));
            }
        }
    }
    Ok(found)
}

/// Four pieces, two of which fill the same shape as the two others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Twins {
    /// What they fill, one of each class.
    pub shape: Shape,
    /// The pieces, by number.
    pub pairs: [[usize; 2]; 2],
    /// Whether the shape encloses cells that do not belong to it.
    pub has_hole: bool,
}

/// All shapes that can be filled by two pairs of pieces, all four of them different (TAOCP 7.2.2.1, exercise 314).
pub fn twins(
    lattice: Lattice,
    sided: Sided,
    pieces: &[Shape],
    monitor: &Monitor,
) -> Result<Vec<Twins>, Stopped> {
    monitor.enter("looking for pairs of pieces");
    let bases: Vec<Vec<Shape>> = pieces.iter().map(|piece| piece.base_placements(lattice, sided)).collect();
    // Which pairs fill a shape.
    let mut filled: BTreeMap<Shape, BTreeSet<[usize; 2]>> = BTreeMap::new();
    for one in 0..pieces.len() {
        for other in one + 1..pieces.len() {
            for (a, b) in bases[one].iter().flat_map(|a| bases[other].iter().map(move |b| (a, b))) {
                monitor.go_on()?;
                for shift in shifts(lattice, a, b) {
                    let b = b.shifted(shift);
                    let union = Shape::new(a.sites().iter().chain(b.sites()).copied());
                    let images = union.base_placements(lattice, sided);
                    let least = images.into_iter().min().expect("a shape lies somehow");
                    filled.entry(least).or_default().insert([one, other]);
                }
            }
        }
    }
    let mut found = Vec::new();
    for (shape, fillers) in filled {
        monitor.go_on()?;
        for &one in &fillers {
            let others = fillers
                .iter()
                .filter(|other| **other > one && !other.iter().any(|piece| one.contains(piece)));
            found.extend(others.map(|&other| Twins {
                shape: shape.clone(),
                pairs: [one, other],
                has_hole: has_hole(lattice, &shape),
            }));
        }
    }
    Ok(found)
}

/// Pairs of places in a shape, one of each class under the motions that keep the shape.
fn pairs(lattice: Lattice, shape: &Shape, places: &BTreeSet<Shape>, keepers: &[Motion]) -> Vec<[Shape; 2]> {
    let image = |place: &Shape, motion: Motion| {
        let back = shape.moved(lattice, motion).lowest().map(|least| -least);
        place.moved(lattice, motion).shifted(back)
    };
    let mut found = BTreeSet::new();
    for one in places {
        for other in places.range(one..).skip(1) {
            let images = keepers.iter().map(|&motion| {
                let mut pair = [image(one, motion), image(other, motion)];
                pair.sort();
                pair
            });
            found.extend(images.min());
        }
    }
    found.into_iter().collect()
}

/// The shifts that put one shape next to another one, without overlap.
fn shifts(lattice: Lattice, a: &Shape, b: &Shape) -> BTreeSet<[i32; 3]> {
    let mut found = BTreeSet::new();
    for site in a.sites() {
        for neighbor in lattice.neighbors(site.cell()) {
            for other in b.sites().iter().filter(|other| other.class == neighbor.class) {
                found.insert([0, 1, 2].map(|axis| neighbor.at[axis] - other.at[axis]));
            }
        }
    }
    // What has a colour may be shared, if it is the same colour.
    let apart = |site: &Site| a.color_of(*site).is_none_or(|color| color != 0 && color == site.color);
    found.retain(|&shift| b.shifted(shift).sites().iter().all(apart));
    found
}

fn has_hole(lattice: Lattice, shape: &Shape) -> bool {
    let tiling = [polydlx_lattice::Placement { piece: polydlx_lattice::PieceId(0), shape: shape.clone() }];
    let board = polydlx_properties::Board::new(lattice, shape, vec![String::new()]);
    let holes = polydlx_properties::Property::named("holes").expect("there is such a property");
    board.view(&tiling.into_iter().collect(), polydlx_properties::Given::default()).value(&holes.into()) > 0
}
