//! The fewest pieces that must be placed so that only one solution remains.
//!
//! A set of placements of a solution is unique to it if every other solution lacks one of them. If all solutions are
//! known, the least such sets are found by going through the sets of one placement, two placements, and so on, each with
//! the list of the solutions that have it.
//!
//! For a single solution it is not necessary to know all others: the least set of placements that tells it from some of
//! the others is tried, and whatever solutions that leaves are added to them, until none is left. The last set is the least
//! one that tells the solution from all others, as it is the least one that tells it from some of them.

use crate::team::in_order;
use polydlx_cover::{Config, Monitor, OptionId};
use polydlx_lattice::{Placement, Puzzle, Tiling};
use polydlx_packing::{Packing, Question};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

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
}

impl Default for HintsPlan {
    /// Up to 100000 solutions, else a sample of 20.
    fn default() -> Self {
        Self { most: 100_000, sample: 20, seed: 0, threads: 1, monitor: Monitor::new() }
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
    if solutions.is_empty() {
        return Err(HintsError::NoSolution);
    }
    let (hints, solution) = least(&solutions, &plan.monitor).ok_or(HintsError::Stopped)?;
    Ok(Hints {
        placements: packing.tiling(hints.into_iter().map(|place| order.options[place])).to_vec(),
        solution: packing.tiling(solutions[solution].iter().map(|&place| order.options[place])),
        scope: Scope::All(solutions.len() as u64),
    })
}

/// The fewest hints for one solution of a puzzle, besides the pieces that it places already.
pub fn fewest_hints_for(puzzle: &Puzzle, solution: &Tiling, monitor: &Monitor) -> Result<Hints, HintsError> {
    Order::new(&Packing::new(puzzle), 0)?;
    let mut masks: Vec<Mask> = Vec::new();
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
        let shuffle = crate::plan::Shuffle::new(seed, options.len() as u64);
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
fn least(solutions: &[Vec<usize>], monitor: &Monitor) -> Option<(Vec<usize>, usize)> {
    if solutions.len() == 1 {
        return Some((Vec::new(), 0));
    }
    let all: Vec<(usize, usize)> = (0..solutions.len()).map(|solution| (solution, 0)).collect();
    for number in 1.. {
        let mut chosen = Vec::new();
        if let Some(solution) = extend(solutions, &all, number, &mut chosen, monitor) {
            return Some((chosen, solution));
        }
        if monitor.is_stopped() {
            break;
        }
    }
    None
}

/// Chooses `number` more placements such that only one solution has them all.
///
/// `having` lists the solutions that have those chosen already, and from where on their placements may be taken.
fn extend(
    solutions: &[Vec<usize>],
    having: &[(usize, usize)],
    number: usize,
    chosen: &mut Vec<usize>,
    monitor: &Monitor,
) -> Option<usize> {
    let mut by_place: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    for &(solution, from) in having {
        for (at, &place) in solutions[solution].iter().enumerate().skip(from) {
            by_place.entry(place).or_default().push((solution, at + 1));
        }
    }
    for (place, list) in by_place {
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
        let solution = first_solution(packing, plan.seed.wrapping_add(number), &plan.monitor)?;
        fewest_hints_for(packing.puzzle(), &solution, &plan.monitor)
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
fn first_solution(packing: &Packing<'_>, seed: u64, monitor: &Monitor) -> Result<Tiling, HintsError> {
    let order = Order::new(packing, seed)?;
    let problem = packing.lean_problem();
    let shuffled = problem.rearranged(&order.options);
    let mut first = None;
    Question::about_problem(&shuffled).for_each(monitor, &mut |solution| {
        let options = solution.options.iter().map(|option| order.options[option.0 as usize]);
        first = Some(packing.tiling(options));
        ControlFlow::Break(())
    });
    first.ok_or(if monitor.is_stopped() { HintsError::Stopped } else { HintsError::NoSolution })
}
