//! One solution of each class: a puzzle up to its symmetries, as cases without symmetry.
//!
//! Every solution covers an item that must be covered just once by one of that item's options.
//! If the group leaves the item in place it permutes those options, and it is enough to look at one representative of
//! each orbit; what remains of the group then is the representative's stabiliser. TAOCP 7.2.2.1 does this by hand:
//! X in one quadrant, V unrotated, the options of the centre cell. Representatives with the same stabiliser make up one
//! case, and the case is split again with that smaller group, until nothing is left of it.
//!
//! If the group leaves no such item in place, take a cell c that it moves, and let every solution compete with its images
//! for the least option at c: the case of option o leaves out whatever would give an image a lesser option there.
//! Images with the same option are compared as a whole, when a solution has been found.
//!
//! Where no item must be covered just once, but some may stay uncovered, they serve as well: what leaves them uncovered is one more
//! case, with all of the group and fewer options.
//!
//! So each class has just one solution that is accepted, in just one case. Which item is taken is decided by estimates of
//! the search tree; it does not matter for the result.

use crate::cost::{GUESS, MOMENT, Size};
use crate::group::Group;
use crate::packing::Packing;
use itertools::Itertools;
use polydlx_cover::{Bounds, Config, ItemId, Monitor, OptionId, Problem, Rules, Stopped};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A puzzle up to a group of symmetries: cases that have no solution in common, up to symmetry.
///
/// A [`crate::Question`] up to a group makes use of it; it may be looked at by itself.
#[derive(Debug)]
pub struct Reduction {
    /// The cases.
    pub cases: Vec<Case>,
    /// What was done, in words.
    pub report: Vec<String>,
    /// How one option file can express it, if it can.
    pub(crate) file: Option<File>,
}

/// A part of a puzzle: its problem with only some of the options.
///
/// That problem is made when it is needed: there may be hundreds of cases, and whoever only wants to know what a search
/// would cost looks at a few.
#[derive(Clone, Debug)]
pub struct Case {
    /// The options of the whole problem that it has.
    pub options: Vec<OptionId>,
    /// Items that must be covered here, though elsewhere they may stay uncovered.
    required: Vec<ItemId>,
    /// Symmetries under which a solution must be compared with its images.
    residual: Vec<usize>,
    /// An option that all solutions of this case have; images that lack it belong elsewhere.
    pinned: Option<OptionId>,
    /// Which part of the whole search this is, about, if all options of an item lead to trees of the same size.
    pub(crate) part: f64,
}

/// What to leave out of the option file, and which options get which additional secondary item.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    pub(crate) dropped: BTreeSet<OptionId>,
    pub(crate) marks: Vec<BTreeSet<OptionId>>,
}

impl Case {
    /// The whole of a problem, if nothing is known of its symmetries.
    pub(crate) fn all(problem: &Problem) -> Self {
        let options = problem.option_ids().collect();
        Self { options, required: Vec::new(), residual: Vec::new(), pinned: None, part: 1.0 }
    }

    /// Its problem, if that is a part of this one.
    pub fn problem(&self, whole: &Problem) -> Problem {
        whole.rearranged(&self.options).requiring(&self.required)
    }

    /// Forgets options that no solution has; gives back what is left of its problem.
    pub(crate) fn prune(
        &mut self,
        problem: &Problem,
        packing: &Packing<'_>,
        monitor: &Monitor,
    ) -> Result<Problem, Stopped> {
        let pruning = packing.prune(problem, Rules::ALL, monitor)?;
        let (problem, kept) = problem.restricted(|option| pruning.keeps(option));
        self.options = kept.iter().map(|option| self.options[option.0 as usize]).collect();
        Ok(problem)
    }

    /// The options of the whole problem that a solution of this case has, in ascending order.
    pub(crate) fn whole(&self, options: &[OptionId]) -> Vec<OptionId> {
        let mut whole: Vec<_> = options.iter().map(|&option| self.options[option.0 as usize]).collect();
        whole.sort_unstable();
        whole
    }

    /// Whether every solution of this case stands for its class.
    pub fn accepts_all(&self) -> bool {
        self.residual.is_empty()
    }

    /// Whether a solution, given by its options in the whole problem in ascending order, stands for its class.
    pub fn accepts(&self, group: &Group, solution: &[OptionId]) -> bool {
        self.residual.iter().all(|&number| {
            let image = group.image(number, solution);
            let elsewhere = self.pinned.is_some_and(|option| image.binary_search(&option).is_err());
            elsewhere || image.as_slice() >= solution
        })
    }

    /// What its solutions are compared with, in words.
    pub(crate) fn key(&self) -> String {
        format!("{:?} {:?}", self.residual, self.pinned)
    }

    /// The symmetries that leave a solution of this case as it is.
    pub fn stabilizer(&self, group: &Group, solution: &[OptionId]) -> Vec<usize> {
        let kept = self.residual.iter().copied().filter(|&number| group.image(number, solution) == solution);
        let mut stabilizer: Vec<usize> = [0].into_iter().chain(kept).collect();
        stabilizer.sort_unstable();
        stabilizer
    }
}

impl Reduction {
    /// Splits a puzzle into cases.
    pub fn new(packing: &Packing<'_>, group: &Group) -> Self {
        Self::watched(packing, group, f64::INFINITY, &Monitor::new()).expect("nobody stops it")
    }

    /// The same, unless it is stopped; `price` is about what a search without symmetry costs, in nanoseconds.
    pub(crate) fn watched(
        packing: &Packing<'_>,
        group: &Group,
        price: f64,
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        let problem = packing.lean_problem();
        let mut by_item = vec![Vec::new(); problem.items()];
        for option in problem.option_ids() {
            for entry in problem.option(option) {
                by_item[entry.item.0 as usize].push(option);
            }
        }
        let mut splitter = Splitter {
            problem,
            group,
            monitor,
            price,
            by_item,
            cases: Vec::new(),
            report: Vec::new(),
            file: Some(File::default()),
        };
        let all: Vec<usize> = (0..group.order()).collect();
        let kept = vec![true; problem.options()];
        splitter.split(&all, Node { kept: &kept, required: &[], depth: 0, part: 1.0 })?;
        Ok(Self { cases: splitter.cases, report: splitter.report, file: splitter.file })
    }
}

struct Splitter<'a> {
    problem: &'a Problem,
    group: &'a Group,
    monitor: &'a Monitor,
    /// What the search costs without symmetry, about.
    price: f64,
    /// The options of each item.
    by_item: Vec<Vec<OptionId>>,
    cases: Vec<Case>,
    report: Vec<String>,
    file: Option<File>,
}

/// The options of an item, up to a subgroup.
struct Orbits {
    item: ItemId,
    /// For each stabiliser that occurs, the representatives that have it.
    representatives: BTreeMap<Vec<usize>, Vec<OptionId>>,
    /// All options of the item, representatives or not.
    all: Vec<OptionId>,
}

impl Orbits {
    fn count(&self) -> usize {
        self.representatives.values().map(Vec::len).sum()
    }

    fn others(&self) -> impl Iterator<Item = OptionId> + '_ {
        let chosen: BTreeSet<OptionId> = self.representatives.values().flatten().copied().collect();
        self.all.iter().copied().filter(move |option| !chosen.contains(option))
    }
}

/// What is to be split, and where it is: a part of the whole search, about, so many cases deep.
#[derive(Clone, Copy)]
struct Node<'n> {
    /// The options that there are.
    kept: &'n [bool],
    /// Items that must be covered, though they need not be elsewhere.
    required: &'n [ItemId],
    depth: usize,
    part: f64,
}

/// How many items are compared by estimates.
const FINALISTS: usize = 4;
/// So often something is left uncovered: what is uncovered then, too, is compared with its images, or boxes with thousands of cells
/// would have thousands of cases.
const DEEP: usize = 3;
/// How much smaller an estimate must be to be believed.
const CLEAR: f64 = 0.6;
/// What may be spent on an estimate, however large the search is: a tenth of a second.
const MOST_GUESSING: f64 = 1e8;

impl Splitter<'_> {
    /// Makes cases of a node, up to the symmetries in `subgroup`, which map what it has onto itself.
    fn split(&mut self, subgroup: &[usize], node: Node<'_>) -> Result<(), Stopped> {
        self.monitor.go_on()?;
        if subgroup.len() == 1 {
            self.push(node, Vec::new(), None);
            return Ok(());
        }
        if node.depth >= 2 && self.price * node.part < MOMENT {
            // Comparing a few solutions with their images costs less than more cases.
            self.file = None;
            self.push(node, subgroup[1..].to_vec(), None);
            return Ok(());
        }
        let ways = if node.depth < DEEP { &[false, true][..] } else { &[false] };
        for &optional in ways {
            let single = self.single(optional);
            let candidates = self.candidates(&single, subgroup, node.kept)?;
            if let Some(orbits) = self.best(candidates, subgroup, node)? {
                return self.branch(&orbits, optional, subgroup, node);
            }
            self.file = None;
            if let Some(leader) = self.leader(&single, subgroup, node.kept) {
                return self.lead(leader, optional, subgroup, node);
            }
        }
        self.report.push(format!("all solutions are compared with their {} images", subgroup.len()));
        self.push(node, subgroup[1..].to_vec(), None);
        Ok(())
    }

    /// Cases by the option of an item that the subgroup leaves in place.
    fn branch(
        &mut self,
        orbits: &Orbits,
        optional: bool,
        subgroup: &[usize],
        node: Node<'_>,
    ) -> Result<(), Stopped> {
        let Node { kept, required, depth, part } = node;
        self.report.push(format!(
            "{}{}: {} of its {} options{}, for {} symmetries",
            "  ".repeat(depth),
            self.problem.name(orbits.item),
            orbits.count(),
            orbits.all.len(),
            if optional { " or none" } else { "" },
            subgroup.len(),
        ));
        self.note(orbits, depth);
        let mut without = kept.to_vec();
        orbits.all.iter().for_each(|option| without[option.0 as usize] = false);
        let with: Vec<ItemId> = required.iter().copied().chain(optional.then_some(orbits.item)).collect();
        let (depth, part) = (depth + 1, part / (orbits.all.len() + usize::from(optional)) as f64);
        for (stabilizer, representatives) in &orbits.representatives {
            let mut kept = without.clone();
            representatives.iter().for_each(|option| kept[option.0 as usize] = true);
            self.mark(depth - 1, stabilizer.len() > 1, representatives);
            let part = part * representatives.len() as f64;
            self.split(stabilizer, Node { kept: &kept, required: &with, depth, part })?;
        }
        if optional { self.split(subgroup, Node { kept: &without, required, depth, part }) } else { Ok(()) }
    }

    /// Items that no two options of a solution share: those that must be covered, or those that may stay uncovered.
    fn single(&self, optional: bool) -> Vec<ItemId> {
        let low = u32::from(!optional);
        let plain = |item: ItemId| {
            let options = self.by_item[item.0 as usize].iter();
            let mut entries = options.flat_map(|&option| self.problem.option(option));
            entries.all(|entry| entry.item != item || entry.color.is_none())
        };
        let items = self.problem.listing().iter().copied();
        items.filter(|&item| self.problem.bounds(item) == Bounds { low, high: 1 } && plain(item)).collect()
    }

    /// Those of some items that the subgroup leaves in place, and whose options it moves.
    fn candidates(
        &self,
        single: &[ItemId],
        subgroup: &[usize],
        kept: &[bool],
    ) -> Result<Vec<Orbits>, Stopped> {
        let fixed = |item: &&ItemId| {
            subgroup.iter().all(|&number| self.group.elements()[number].items[item.0 as usize] == item.0)
        };
        let orbits = single.iter().filter(fixed).map(|&item| {
            self.monitor.go_on()?;
            Ok(self.orbits(item, subgroup, kept))
        });
        orbits.filter_ok(|orbits| orbits.count() < orbits.all.len()).collect()
    }

    fn orbits(&self, item: ItemId, subgroup: &[usize], kept: &[bool]) -> Orbits {
        let options = self.by_item[item.0 as usize].iter().copied();
        let all: Vec<OptionId> = options.filter(|option| kept[option.0 as usize]).collect();
        let mut seen = vec![false; kept.len()];
        let mut representatives: BTreeMap<Vec<usize>, Vec<OptionId>> = BTreeMap::new();
        for &option in &all {
            if seen[option.0 as usize] {
                continue;
            }
            let image = |number: usize| self.group.elements()[number].image(option);
            let mut orbit: Vec<OptionId> = subgroup.iter().map(|&number| image(number)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            orbit.iter().for_each(|option| seen[option.0 as usize] = true);
            // As a rule, only the identity leaves options as they are.
            let asked = if orbit.len() == subgroup.len() { &orbit[..1] } else { &orbit };
            // Conjugate stabilisers occur in an orbit; always taking the least one makes fewer cases.
            let stabilizer = |option: OptionId| -> Vec<usize> {
                let keeps = |number: &usize| self.group.elements()[*number].image(option) == option;
                subgroup.iter().copied().filter(keeps).collect()
            };
            let least = asked.iter().map(|&option| (stabilizer(option), option)).min();
            let (stabilizer, representative) = least.expect("an orbit has a member");
            representatives.entry(stabilizer).or_default().push(representative);
        }
        Orbits { item, representatives, all }
    }

    /// The item that leaves the smallest search tree, about.
    ///
    /// An item with few representatives is branched on at once, and if few of them have symmetries, each branch is searched
    /// for one class only. So the product of the two is a good guess: it found the best item of pentominoes in 6×10, 5×12
    /// and 8×8 less its centre, and of Soma; on other puzzles it was up to 1.7 times as bad as the best. Either alone did worse.
    /// Later on, what is left of the symmetry should go at once, or there will be many small cases. If the search is
    /// long, the best few by that rule are compared by estimates: in the 3×4×5 box of solid pentominoes W leaves 6.6 million
    /// nodes, V 8.0, X 12.0, O 13.6. Estimates of all items with few trials did worse than the rule: the item that was
    /// underestimated most won.
    fn best(
        &self,
        mut candidates: Vec<Orbits>,
        subgroup: &[usize],
        node: Node<'_>,
    ) -> Result<Option<Orbits>, Stopped> {
        let first = subgroup.len() == self.group.order();
        let score = |orbits: &Orbits| -> f64 {
            // Pairs of a representative and a symmetry of it, for each option: at least 1/|G|.
            let pairs = orbits.representatives.iter().map(|(stabilizer, list)| stabilizer.len() * list.len());
            let rest = pairs.sum::<usize>() as f64 / orbits.all.len() as f64;
            if first { orbits.count() as f64 * rest } else { rest }
        };
        candidates.sort_by(|a, b| {
            score(a).total_cmp(&score(b)).then(a.count().cmp(&b.count())).then(a.item.cmp(&b.item))
        });
        candidates.truncate(FINALISTS);
        if candidates.len() < 2 {
            return Ok(candidates.pop());
        }
        // If all goes as well as it can.
        let left = self.price * node.part / subgroup.len() as f64;
        let budget = (left / 20.0 / FINALISTS as f64).min(MOST_GUESSING);
        if budget < GUESS {
            return Ok(Some(candidates.swap_remove(0)));
        }
        let mut sizes = Vec::new();
        for orbits in &candidates {
            sizes.push(self.estimate(node.kept, orbits, budget)?);
        }
        let best = (0..candidates.len()).min_by(|&a, &b| sizes[a].total_cmp(&sizes[b])).unwrap_or(0);
        // Estimates are noisy: against the rule they must be clear.
        let clear = sizes[best] < CLEAR * sizes[0];
        Ok(Some(candidates.swap_remove(if clear { best } else { 0 })))
    }

    /// The price of a search, about, if only representatives are kept.
    fn estimate(&self, kept: &[bool], orbits: &Orbits, budget: f64) -> Result<f64, Stopped> {
        let mut kept = kept.to_vec();
        for option in orbits.others() {
            kept[option.0 as usize] = false;
        }
        let (problem, _) = self.problem.restricted(|option| kept[option.0 as usize]);
        Ok(Size::guess(&problem, &Config::default(), self.monitor, (budget, f64::INFINITY))?.price)
    }

    /// The options of an item that are kept.
    fn options(&self, item: ItemId, kept: &[bool]) -> Vec<OptionId> {
        self.by_item[item.0 as usize].iter().copied().filter(|option| kept[option.0 as usize]).collect()
    }

    /// Where the subgroup leads an item.
    fn orbit(&self, item: ItemId, subgroup: &[usize]) -> BTreeSet<u32> {
        let elements = self.group.elements();
        subgroup.iter().map(|&number| elements[number].items[item.0 as usize]).collect()
    }

    /// The item among some that the subgroup moves that is best to compare images at: a long orbit breaks the most symmetry,
    /// and few options make few cases.
    fn leader(&self, single: &[ItemId], subgroup: &[usize], kept: &[bool]) -> Option<ItemId> {
        let moved = single.iter().map(|&item| (self.orbit(item, subgroup).len(), item));
        // What may stay uncovered, and must, leads nowhere.
        let lists = moved.filter(|(length, _)| *length > 1).filter_map(|(length, item)| {
            let number = self.options(item, kept).len();
            let useful = number > 0 || self.problem.bounds(item).low > 0;
            useful.then_some((length, Reverse(number), Reverse(item)))
        });
        lists.max().map(|(_, _, Reverse(item))| item)
    }

    /// Cases by the least option at a cell that the subgroup moves.
    fn lead(
        &mut self,
        item: ItemId,
        optional: bool,
        subgroup: &[usize],
        node: Node<'_>,
    ) -> Result<(), Stopped> {
        let Node { kept, required, depth, part } = node;
        let elements = self.group.elements();
        let list = self.options(item, kept);
        if list.is_empty() {
            // Nothing can cover it, so there is no solution to be compared with others.
            self.push(node, Vec::new(), None);
            return Ok(());
        }
        let orbit = self.orbit(item, subgroup);
        let rest = part / (list.len() + 1) as f64;
        // The later a rival shows, the less is saved: of the factor that a fixed item would give, about the root.
        let part = part / (list.len() as f64 * (orbit.len() as f64).sqrt());
        self.report.push(format!(
            "{}{}: {} cases, by its least option in {} images{}",
            "  ".repeat(depth),
            self.problem.name(item),
            list.len(),
            subgroup.len(),
            if optional { ", or none" } else { "" },
        ));
        let with: Vec<ItemId> = required.iter().copied().chain(optional.then_some(item)).collect();
        for &option in &list {
            self.monitor.go_on()?;
            let mut kept = kept.to_vec();
            list.iter().for_each(|&other| kept[other.0 as usize] = other == option);
            for &number in &subgroup[1..] {
                // An image has at `item` what the solution has where the symmetry leads it.
                let there = elements[number].items[item.0 as usize];
                let back = &elements[self.group.inverse(number)];
                for &other in &self.by_item[there as usize] {
                    if back.image(other) < option {
                        kept[other.0 as usize] = false;
                    }
                }
            }
            if kept[option.0 as usize] {
                let ties = |number: &usize| kept[elements[*number].image(option).0 as usize];
                // A tie under g shows in the image under its inverse.
                let residual =
                    subgroup[1..].iter().copied().filter(ties).map(|number| self.group.inverse(number));
                let residual = residual.collect();
                self.push(Node { kept: &kept, required: &with, depth, part }, residual, Some(option));
            }
        }
        if !optional {
            return Ok(());
        }
        // No image has anything there.
        let mut without = kept.to_vec();
        for &there in &orbit {
            self.by_item[there as usize].iter().for_each(|option| without[option.0 as usize] = false);
        }
        self.split(subgroup, Node { kept: &without, required, depth: depth + 1, part: rest })
    }

    fn push(&mut self, node: Node<'_>, residual: Vec<usize>, pinned: Option<OptionId>) {
        let options = self.problem.option_ids().filter(|option| node.kept[option.0 as usize]).collect();
        self.cases.push(Case {
            options,
            required: node.required.to_vec(),
            residual,
            pinned,
            part: node.part,
        });
    }

    /// Notes for the option file which options are no representatives.
    ///
    /// On the first level they are dropped. On the second they only must not meet the representatives that led there,
    /// which a secondary item common to both prevents. Deeper levels would need more than that.
    fn note(&mut self, orbits: &Orbits, depth: usize) {
        let Some(file) = &mut self.file else { return };
        match depth {
            0 => file.dropped.extend(orbits.others()),
            1 => file.marks.last_mut().expect("marked before").extend(orbits.others()),
            _ => self.file = None,
        }
    }

    fn mark(&mut self, depth: usize, has_symmetry: bool, representatives: &[OptionId]) {
        if let (Some(file), 0, true) = (&mut self.file, depth, has_symmetry) {
            file.marks.push(representatives.iter().copied().collect());
        }
    }
}
