//! A search tree seen from above: its nodes one by one, parts of about equal size, and whether parts are all of it.

use crate::engine::walker;
use crate::estimate::estimate;
use crate::part::NoSuchPart;
use crate::tree::Step;
use crate::walk::Walker;
use crate::{Bounds, Config, Entry, ItemId, OptionId, Part, Problem};
use std::collections::BinaryHeap;
use std::fmt;

/// Looks at nodes of a search tree. A node is named by the branches that lead to it, from 0.
///
/// ```
/// use polydlx_cover::{Bounds, Config, Part, Problem, Scout};
///
/// let mut builder = Problem::builder();
/// let cells: Vec<_> = (0..12).map(|at| builder.primary(&format!("c{at}"), Bounds::ONCE)).collect();
/// // A ring of cells, and dominoes.
/// for at in 0..12 {
///     builder.option([cells[at].into(), cells[(at + 1) % 12].into()]);
/// }
/// let problem = builder.build().unwrap();
/// let mut scout = Scout::new(&problem, &Config::default());
/// assert_eq!(scout.look(&[]).unwrap().degree, 2);
/// let mut parts: Vec<Part> = scout.divide(2, &|| true).into_iter().map(|(part, _)| part).collect();
/// assert!(scout.verify(&parts).is_ok());
/// parts.pop();
/// assert!(scout.verify(&parts).is_err());
/// ```
pub struct Scout {
    walker: Box<dyn Walker>,
}

/// What there is to see at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The choices that lead there.
    pub steps: Vec<Step>,
    /// The item to branch on; none at a solution.
    pub item: Option<ItemId>,
    /// The number of branches; 0 at a solution and in a dead end.
    pub degree: u32,
}

/// Why some parts are not the whole of a tree, each branch once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Nothing has these branches.
    Missing(Part),
    /// These branches are there twice.
    Twice(Part),
    /// The tree has no such branches.
    Unknown(Part),
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(part) => write!(f, "the part {part} of the search tree is missing"),
            Self::Twice(part) => write!(f, "the part {part} of the search tree is there twice"),
            Self::Unknown(part) => write!(f, "the search tree has no part {part}"),
        }
    }
}

impl std::error::Error for Gap {}

/// Random descents that guess the size of a subtree.
const TRIALS: u64 = 24;
/// Parts are divided until the largest is no larger than so many times the mean, or there are so many times as many.
const UNEVEN: f64 = 1.5;
const MANY: usize = 8;

impl Scout {
    /// Looks at the tree of a problem, which an engine that walks trees would walk.
    pub fn new(problem: &Problem, config: &Config) -> Self {
        Self { walker: walker(problem, config) }
    }

    /// What there is at a node.
    pub fn look(&mut self, path: &[u32]) -> Result<Sight, NoSuchPart> {
        let mut steps = Vec::new();
        let fork = self.walker.go(path, &mut steps)?;
        self.walker.back(path.len());
        let (item, degree) = (fork.map(|fork| fork.item), fork.map_or(0, |fork| fork.degree));
        Ok(Sight { steps, item, degree })
    }

    /// The number of nodes of the subtree at a node, by random descents; the same each time.
    pub fn guess(&mut self, path: &[u32], trials: u64) -> Result<f64, NoSuchPart> {
        self.walker.go(path, &mut Vec::new())?;
        let seed = path.iter().fold(1, |seed: u64, &branch| {
            seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(branch))
        });
        let guess = estimate(self.walker.as_mut(), trials, seed, || true);
        self.walker.back(path.len());
        Ok(guess.nodes.mean)
    }

    /// About so many parts of about equal size that are all of the tree, in its order, each with its nodes by guess.
    /// If `go_on` says no, they are fewer and less equal.
    pub fn divide(&mut self, number: usize, go_on: &dyn Fn() -> bool) -> Vec<(Part, f64)> {
        let whole = Subtree { size: self.size(&[]), path: Vec::new() };
        let mut sum = whole.size;
        let mut heap = BinaryHeap::from([whole]);
        let mut leaves = Vec::new();
        while heap.len() + leaves.len() < number * MANY && go_on() {
            let Some(largest) = heap.pop() else { break };
            if number == 1 || largest.size <= UNEVEN * sum / number as f64 {
                heap.push(largest);
                break;
            }
            let degree = self.look(&largest.path).map_or(0, |sight| sight.degree);
            if degree == 0 {
                leaves.push(largest);
                continue;
            }
            sum -= largest.size;
            for branch in 0..degree {
                let path = [&largest.path[..], &[branch]].concat();
                let size = self.size(&path);
                sum += size;
                heap.push(Subtree { size, path });
            }
        }
        leaves.extend(heap);
        leaves.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Self::joined(&leaves, sum / number as f64)
    }

    /// Neighbours that are small together are one part.
    fn joined(subtrees: &[Subtree], size: f64) -> Vec<(Part, f64)> {
        let mut parts: Vec<(Part, f64)> = Vec::new();
        for Subtree { size: own, path } in subtrees {
            let Some((&last, above)) = path.split_last() else { return vec![(Part::default(), *own)] };
            if let Some((before, sum)) = parts.last_mut()
                && before.start.len() == path.len()
                && before.start[..above.len()] == *above
                && before.end == last
                && *sum + own <= size
            {
                before.end += 1;
                *sum += own;
                continue;
            }
            parts.push((Part { start: path.clone(), end: last + 1 }, *own));
        }
        parts
    }

    fn size(&mut self, path: &[u32]) -> f64 {
        self.guess(path, TRIALS).unwrap_or(0.0)
    }

    /// A problem whose solutions are those of a part of the tree of `problem`, with all items and options in the opposite
    /// order, and which options these are; none if an item on the way there need not be covered just once.
    pub fn opposite(&mut self, problem: &Problem, part: &Part) -> Option<(Problem, Vec<OptionId>)> {
        let mut only: Vec<(ItemId, Vec<OptionId>)> = Vec::new();
        if let Some((&first, path)) = part.start.split_last() {
            let steps = self.look(path).ok()?.steps;
            only.extend(steps.iter().map(|step| (step.item, step.option.into_iter().collect())));
            let branch = |branch: u32| Some(*self.look(&[path, &[branch]].concat()).ok()?.steps.last()?);
            let branches: Vec<Step> = (first..part.end).map(branch).collect::<Option<_>>()?;
            let options = branches.iter().filter_map(|step| step.option).collect();
            only.push((branches.first()?.item, options));
        }
        if only.iter().any(|(item, _)| !problem.is_primary(*item) || problem.bounds(*item) != Bounds::ONCE) {
            return None;
        }
        let allows = |option: OptionId| {
            let entries = problem.option(option);
            only.iter().all(|(item, options)| {
                options.contains(&option) || entries.iter().all(|entry| entry.item != *item)
            })
        };
        let mut builder = Problem::builder();
        let last = problem.items() as u32;
        for item in (0..last).rev().map(ItemId) {
            if problem.is_primary(item) {
                builder.primary(problem.name(item), problem.bounds(item));
            } else {
                builder.secondary(problem.name(item));
            }
        }
        let options: Vec<OptionId> = problem.option_ids().filter(|&option| allows(option)).collect();
        let options: Vec<OptionId> = options.into_iter().rev().collect();
        for &option in &options {
            let mut entries = Vec::new();
            for entry in problem.option(option) {
                let color = entry.color.map(|color| builder.color(problem.color_name(color)));
                entries.push(Entry { item: ItemId(last - 1 - entry.item.0), color });
            }
            builder.option(entries);
        }
        Some((builder.build().ok()?, options))
    }

    /// Goes through the tree from its root to some parts, and verifies that each branch is in just one of them.
    /// Returns the nodes above them, by level: they are in none.
    pub fn verify(&mut self, parts: &[Part]) -> Result<Vec<u64>, Gap> {
        let mut parts = parts.to_vec();
        parts.sort_unstable();
        let mut above = Vec::new();
        match &parts[..] {
            [] => Err(Gap::Missing(Part::default())),
            [one] if one.is_whole() => Ok(above),
            [first, ..] if first.is_whole() => Err(Gap::Twice(parts[1].clone())),
            _ => {
                self.verify_below(&[], &parts, &mut above)?;
                Ok(above)
            }
        }
    }

    /// The same for the node at `path`, to which all these parts belong.
    fn verify_below(&mut self, path: &[u32], mut parts: &[Part], above: &mut Vec<u64>) -> Result<(), Gap> {
        let level = path.len();
        let degree = self.look(path).map_err(|NoSuchPart| Gap::Unknown(parts[0].clone()))?.degree;
        above.resize(above.len().max(level + 1), 0);
        above[level] += 1;
        let branches = |from: u32, end: u32| Part { start: [path, &[from]].concat(), end };
        let mut next = 0;
        while let Some((part, others)) = parts.split_first() {
            let branch = part.start[level];
            if branch > next {
                return Err(Gap::Missing(branches(next, branch)));
            }
            if branch < next {
                return Err(Gap::Twice(part.clone()));
            }
            if part.start.len() == level + 1 {
                (next, parts) = (part.end, others);
            } else {
                let own = parts.partition_point(|part| part.start[level] == branch);
                if let Some(short) = parts[..own].iter().find(|part| part.start.len() == level + 1) {
                    return Err(Gap::Twice(short.clone()));
                }
                self.verify_below(&[path, &[branch]].concat(), &parts[..own], above)?;
                (next, parts) = (branch + 1, &parts[own..]);
            }
            if next > degree {
                return Err(Gap::Unknown(part.clone()));
            }
        }
        if next < degree { Err(Gap::Missing(branches(next, degree))) } else { Ok(()) }
    }
}

impl fmt::Debug for Scout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scout").finish_non_exhaustive()
    }
}

/// A subtree, and how many nodes it has, by guess.
#[derive(Debug, PartialEq)]
struct Subtree {
    size: f64,
    path: Vec<u32>,
}

impl Eq for Subtree {}

impl PartialOrd for Subtree {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Subtree {
    /// By size; of equals, the first of the tree is the greatest.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.size.total_cmp(&other.size).then_with(|| other.path.cmp(&self.path))
    }
}
