//! The fewest pieces that must be placed so that only one solution remains.
//!
//! A set of placements of a solution is unique to it if every other solution lacks one of them. If all solutions are
//! known, the least such sets are found by going through the sets of one placement, two placements, and so on, each with
//! the list of the solutions that have it.
//!
//! For a single solution it is not necessary to know all others: the least set of placements that tells it from some of
//! the others is tried, and whatever solutions that leaves are added to them, until none is left. The last set is the least
//! one that tells the solution from all others, as it is the least one that tells it from some of them.

use crate::notes::Notes;
use crate::team::in_order;
use polydlx_cover::{Config, Monitor, OptionId};
use polydlx_lattice::{Placement, Puzzle, Tiling};
use polydlx_packing::{Packing, Question};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// How to look for hints.
#[derive(Clone, Debug)]
pub struct HintsPlan {
    /// With more solutions than this, only a sample of them is looked at.
    pub most: u64,
    /// How many solutions make up a sample.
    pub sample: u64,
    /// Which of several least sets of hints is found, and which sample is taken.
    pub seed: u64,
    /// How many threads work; 0 counts as 1.
    pub threads: usize,
    /// To stop the search from outside.
    pub monitor: Monitor,
    /// What was found out before, if it is to be gone on with.
    pub notes: Option<Arc<dyn Notes>>,
}

impl Default for HintsPlan {
    /// Up to 100000 solutions, else a sample of 20.
    fn default() -> Self {
        Self { most: 100_000, sample: 20, seed: 0, threads: 1, monitor: Monitor::new(), notes: None }
    }
}

/// Pieces to be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hints {
    /// Where they lie.
    pub placements: Vec<Placement>,
    /// The only solution that remains.
    pub solution: Tiling,
    /// How far it is certain that there are no fewer.
    pub scope: Scope,
}

/// Among which solutions a set of hints is the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Among all, of which there are so many.
    All(u64),
    /// Among so many of them; others may do with fewer.
    Sample(u64),
}

/// Why there are no hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HintsError {
    /// The puzzle has no solution.
    NoSolution,
    /// Two options of a piece cover the same cells, so that solutions are alike that count as different.
    TwinOptions,
    /// The given tiling is no solution.
    NotASolution,
    /// Another solution has all pieces of this one, where it has them, and more.
    Contained,
    /// The monitor ended the search.
    Stopped,
}

impl fmt::Display for HintsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSolution => "the puzzle has no solution",
            Self::TwinOptions => {
                "two options of a piece cover the same cells, and no hint can tell them apart"
            }
            Self::NotASolution => "the tiling is no solution of the puzzle",
            Self::Contained => {
                "another solution has all these pieces and more, so that no hints leave only this one"
            }
            Self::Stopped => "the search was stopped before anything was certain",
        })
    }
}

impl std::error::Error for HintsError {}

/// The fewest hints for any solution of a puzzle, besides the pieces that it places already.
pub fn fewest_hints(puzzle: &Puzzle, plan: &HintsPlan) -> Result<Hints, HintsError> {
    let packing = Packing::new(puzzle);
    let order = Order::new(&packing, plan.seed)?;
    let mut solutions = Vec::new();
    let config = Config { threads: plan.threads, ordered: true, ..Config::default() };
    let answer = Question::about(&packing).config(&config).for_each(&plan.monitor, &mut |solution| {
        if solutions.len() as u64 == plan.most {
            return ControlFlow::Break(());
        }
        let placing = solution.options.iter().copied().filter(|&option| packing.places(option));
        solutions.push(order.places(placing));
        ControlFlow::Continue(())
    });
    if !answer.complete {
        if plan.monitor.is_stopped() {
            return Err(HintsError::Stopped);
        }
        drop(solutions);
        return sampled(&packing, plan);
    }
    among(&packing, &order, &solutions, plan)
}

/// The same for those who know the solutions: all of them, or none if there are more than [`HintsPlan::most`].
pub fn fewest_hints_among(
    puzzle: &Puzzle,
    solutions: Option<&[Tiling]>,
    plan: &HintsPlan,
) -> Result<Hints, HintsError> {
    let packing = Packing::new(puzzle);
    let order = Order::new(&packing, plan.seed)?;
    let Some(solutions) = solutions else { return sampled(&packing, plan) };
    let options: BTreeMap<Placement, OptionId> =
        packing.placements().map(|option| (packing.placement(option), option)).collect();
    let places = |solution: &Tiling| {
        let found = solution.iter().map(|placement| options.get(placement).copied());
        Some(order.places(found.collect::<Option<Vec<_>>>()?.into_iter()))
    };
    let solutions: Option<Vec<_>> = solutions.iter().map(places).collect();
    among(&packing, &order, &solutions.ok_or(HintsError::NotASolution)?, plan)
}

/// Whether there is something that hints cannot say, whatever the solutions are.
pub fn can_be_hinted(puzzle: &Puzzle) -> Result<(), HintsError> {
    Order::new(&Packing::new(puzzle), 0).map(|_| ())
}

/// The fewest hints for any of all solutions, which are known.
fn among(
    packing: &Packing<'_>,
    order: &Order,
    solutions: &[Vec<usize>],
    plan: &HintsPlan,
) -> Result<Hints, HintsError> {
    if solutions.is_empty() {
        return Err(HintsError::NoSolution);
    }
    let (hints, solution) = least(solutions, plan).ok_or(HintsError::Stopped)?;
    Ok(Hints {
        placements: packing.tiling(hints.into_iter().map(|place| order.options[place])).to_vec(),
        solution: packing.tiling(solutions[solution].iter().map(|&place| order.options[place])),
        scope: Scope::All(solutions.len() as u64),
    })
}

/// The fewest hints for one solution of a puzzle, besides the pieces that it places already.
pub fn fewest_hints_for(puzzle: &Puzzle, solution: &Tiling, plan: &HintsPlan) -> Result<Hints, HintsError> {
    can_be_hinted(puzzle)?;
    hints_for(puzzle, solution, plan, "given")
}

/// The same; what other solutions lack is noted under a name.
fn hints_for(puzzle: &Puzzle, solution: &Tiling, plan: &HintsPlan, name: &str) -> Result<Hints, HintsError> {
    let monitor = &plan.monitor;
    let known = |masks: &Vec<Mask>| masks.iter().flatten().all(|&at| at < solution.len());
    let mut masks: Vec<Mask> = plan.recall(name).filter(known).unwrap_or_default();
    if masks.iter().any(Vec::is_empty) {
        return Err(HintsError::Contained);
    }
    let mut number = 0;
    loop {
        let chosen = loop {
            if monitor.is_stopped() {
                return Err(HintsError::Stopped);
            }
            let mut chosen = Vec::new();
            if hit(&masks, number, &mut chosen) {
                break chosen;
            }
            number += 1;
        };
        let placements: Vec<_> = chosen.iter().map(|&at| solution[at].clone()).collect();
        let mut hinted = puzzle.clone();
        hinted.placed.extend(placements.iter().filter(|place| !puzzle.placed.contains(place)).cloned());
        let packing = Packing::new(&hinted);
        let (before, mut same, mut contained) = (masks.len(), false, false);
        let answer = Question::about(&packing).for_each(monitor, &mut |other| {
            let other = packing.tiling(other.options.iter().copied());
            let lacks = |at: usize| !other.contains(&solution[at]);
            let mask: Mask = (0..solution.len()).filter(|&at| lacks(at)).collect();
            if other == *solution {
                same = true;
            } else {
                contained |= mask.is_empty();
                masks.push(mask);
            }
            let enough = contained || masks.len() - before == AT_ONCE;
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // Also of a search that was stopped, or that has shown that there are no hints.
        plan.note(name, masks.iter().map(|mask| &mask[..]));
        if !answer.complete && monitor.is_stopped() {
            return Err(HintsError::Stopped);
        }
        if contained {
            return Err(HintsError::Contained);
        }
        if answer.complete && masks.len() == before {
            return if same {
                Ok(Hints { placements, solution: solution.clone(), scope: Scope::Sample(1) })
            } else {
                Err(HintsError::NotASolution)
            };
        }
    }
}

/// How many more solutions to look at before the next set is tried.
const AT_ONCE: usize = 50;

/// Which placements of a solution another one lacks.
type Mask = Vec<usize>;

/// Finds `number` placements such that each mask has one of them, or fewer; false if there are none.
fn hit(masks: &[Mask], number: usize, chosen: &mut Vec<usize>) -> bool {
    let missed = masks.iter().filter(|mask| !mask.iter().any(|at| chosen.contains(at)));
    let Some(mask) = missed.min_by_key(|mask| mask.len()) else { return true };
    number > 0
        && mask.iter().any(|&at| {
            chosen.push(at);
            let found = hit(masks, number - 1, chosen);
            if !found {
                chosen.pop();
            }
            found
        })
}

/// The options of a puzzle in an order that depends on a seed.
struct Order {
    options: Vec<OptionId>,
    /// The place of each option in that order.
    place: Vec<usize>,
}

impl Order {
    fn new(packing: &Packing<'_>, seed: u64) -> Result<Self, HintsError> {
        let mut seen = BTreeMap::new();
        let options: Vec<OptionId> = packing.problem().option_ids().collect();
        if packing.placements().any(|option| seen.insert(packing.placement(option), ()).is_some()) {
            return Err(HintsError::TwinOptions);
        }
        let shuffle = crate::shuffle::Shuffle::new(seed, options.len() as u64);
        let at = |place: usize| if seed == 0 { place } else { shuffle.get(place as u64) as usize };
        let options: Vec<OptionId> = (0..options.len()).map(|place| options[at(place)]).collect();
        let mut place = vec![0; options.len()];
        options.iter().enumerate().for_each(|(at, option)| place[option.0 as usize] = at);
        Ok(Self { options, place })
    }

    /// The places of some options, in ascending order.
    fn places(&self, options: impl Iterator<Item = OptionId>) -> Vec<usize> {
        let mut places: Vec<usize> = options.map(|option| self.place[option.0 as usize]).collect();
        places.sort_unstable();
        places
    }
}

/// The first of the least sets of placements that only one solution has, and that solution; none if it was stopped.
///
/// It is noted how many placements are tried, and which of the sets that have to be looked at come next, by their first placement.
fn least(solutions: &[Vec<usize>], plan: &HintsPlan) -> Option<(Vec<usize>, usize)> {
    if solutions.len() == 1 {
        return Some((Vec::new(), 0));
    }
    let all: Vec<(usize, usize)> = (0..solutions.len()).map(|solution| (solution, 0)).collect();
    let by_place = having(solutions, &all);
    let noted = plan.recall("least").and_then(|lists| <[usize; 2]>::try_from(&lists.first()?[..]).ok());
    let [mut number, mut from] = noted.unwrap_or([1, 0]);
    loop {
        for (&place, list) in by_place.range(from..) {
            if plan.monitor.is_stopped() {
                return None;
            }
            plan.note("least", [&[number, place][..]]);
            let mut chosen = vec![place];
            let found = match (number, &list[..]) {
                (1, &[(solution, _)]) => Some(solution),
                (1, _) => None,
                _ => extend(solutions, list, number - 1, &mut chosen, &plan.monitor),
            };
            if let Some(solution) = found {
                return Some((chosen, solution));
            }
        }
        if plan.monitor.is_stopped() {
            return None;
        }
        (number, from) = (number + 1, 0);
    }
}

/// The solutions that have a placement, and from where on their placements may be taken then.
type Having = BTreeMap<usize, Vec<(usize, usize)>>;

/// For each placement the solutions that have it, of some solutions with the places from where on their placements may be taken.
fn having(solutions: &[Vec<usize>], some: &[(usize, usize)]) -> Having {
    let mut by_place = Having::new();
    for &(solution, from) in some {
        for (at, &place) in solutions[solution].iter().enumerate().skip(from) {
            by_place.entry(place).or_default().push((solution, at + 1));
        }
    }
    by_place
}

/// Chooses `number` more placements such that only one solution has them all.
///
/// `some` lists the solutions that have those chosen already, and from where on their placements may be taken.
fn extend(
    solutions: &[Vec<usize>],
    some: &[(usize, usize)],
    number: usize,
    chosen: &mut Vec<usize>,
    monitor: &Monitor,
) -> Option<usize> {
    for (place, list) in having(solutions, some) {
        chosen.push(place);
        let found = match (number, &list[..]) {
            (1, &[(solution, _)]) => Some(solution),
            (1, _) => None,
            _ if monitor.is_stopped() => None,
            _ => extend(solutions, &list, number - 1, chosen, monitor),
        };
        if found.is_some() {
            return found;
        }
        chosen.pop();
    }
    None
}

/// The fewest hints for the solutions of a sample: the first ones that are found if options are shuffled.
fn sampled(packing: &Packing<'_>, plan: &HintsPlan) -> Result<Hints, HintsError> {
    let mut best: Option<Hints> = None;
    let (mut looked_at, mut failure) = (0, None);
    let work = |number: u64| {
        let solution = first_solution(packing, plan, number)?;
        hints_for(packing.puzzle(), &solution, plan, &format!("others-{number}"))
    };
    in_order(1..=plan.sample.max(1), plan.threads, work, |hints| {
        match hints {
            Ok(hints) => {
                looked_at += 1;
                if best.as_ref().is_none_or(|best| hints.placements.len() < best.placements.len()) {
                    best = Some(hints);
                }
            }
            Err(error) => {
                looked_at += u64::from(error == HintsError::Contained);
                failure = Some(error);
                if error != HintsError::Contained {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    });
    let best = best.ok_or(failure.unwrap_or(HintsError::Stopped))?;
    Ok(Hints { scope: Scope::Sample(looked_at), ..best })
}

/// The first solution with the options in another order.
fn first_solution(packing: &Packing<'_>, plan: &HintsPlan, number: u64) -> Result<Tiling, HintsError> {
    let order = Order::new(packing, plan.seed.wrapping_add(number))?;
    let name = format!("solution-{number}");
    let known = |places: &Vec<usize>| places.iter().all(|&place| place < order.options.len());
    if let Some(places) = plan.recall(&name).and_then(|lists| lists.into_iter().next()).filter(known) {
        return Ok(packing.tiling(places.into_iter().map(|place| order.options[place])));
    }
    let problem = packing.lean_problem();
    let shuffled = problem.rearranged(&order.options);
    let mut first = None;
    Question::about_problem(&shuffled).for_each(&plan.monitor, &mut |solution| {
        first = Some(solution.options.iter().map(|option| option.0 as usize).collect::<Vec<_>>());
        ControlFlow::Break(())
    });
    let stopped = if plan.monitor.is_stopped() { HintsError::Stopped } else { HintsError::NoSolution };
    let first = first.ok_or(stopped)?;
    plan.note(&name, [&first[..]]);
    Ok(packing.tiling(first.into_iter().map(|place| order.options[place])))
}
