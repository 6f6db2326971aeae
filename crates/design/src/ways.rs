//! In how many ways a puzzle can be solved, all told and up to its symmetries.

use polydlx_cover::{Monitor, OptionId};
use polydlx_lattice::Puzzle;
use polydlx_packing::{Group, Packing, Question, Which};
use std::ops::ControlFlow;

/// Numbers of ways that are wanted: from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// At least.
    pub low: u64,
    /// At most; none for any number.
    pub high: Option<u64>,
}

impl Ways {
    /// Any number, 0 included.
    pub const ANY: Self = Self { low: 0, high: None };

    /// Any number but 0.
    pub const SOME: Self = Self { low: 1, high: None };

    /// Just this number.
    pub const fn exactly(number: u64) -> Self {
        Self { low: number, high: Some(number) }
    }

    /// Whether a number is wanted.
    pub fn contains(self, number: u64) -> bool {
        number >= self.low && !self.is_exceeded_by(number)
    }

    /// Whether a number is too great.
    pub fn is_exceeded_by(self, number: u64) -> bool {
        self.high.is_some_and(|high| number > high)
    }
}

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// All of them.
    pub total: u64,
    /// Up to the symmetries of the puzzle.
    pub classes: u64,
}

/// What came of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// These are all.
    Counted(Found),
    /// There are more classes than wanted; counting ended there.
    TooMany,
    /// The monitor ended it: nothing is known.
    Stopped,
}

/// Counts the solutions of a puzzle, as long as no more than `wanted.high` classes appear.
///
/// To find the symmetries of a puzzle takes longer than to solve a small one, so they are left to the end: no class has
/// more members than the region has symmetries, which is enough to see that there are too many.
pub fn count_ways(puzzle: &Puzzle, wanted: Ways, monitor: &Monitor) -> Verdict {
    let packing = Packing::new(puzzle);
    let question = Question::about(&packing);
    let symmetries = puzzle.region_symmetries() as u64;
    let most = wanted.high.map(|high| high.saturating_mul(symmetries));
    let mut solutions: Vec<Vec<OptionId>> = Vec::new();
    let answer = question.for_each(monitor, &mut |solution| {
        solutions.push(solution.options.to_vec());
        let found = solutions.len() as u64;
        if found > FEW || most.is_some_and(|most| found > most) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let total = solutions.len() as u64;
    if answer.complete && total == 0 {
        return Verdict::Counted(Found { total, classes: 0 });
    }
    if !answer.complete {
        if monitor.is_stopped() {
            return Verdict::Stopped;
        }
        if most.is_some_and(|most| total > most) {
            return Verdict::TooMany;
        }
        drop(solutions);
        return count_classes(&packing, wanted, monitor);
    }
    let group = Group::new(&packing);
    let classes = solutions.iter().filter(|solution| is_least(&group, solution)).count() as u64;
    if wanted.is_exceeded_by(classes) { Verdict::TooMany } else { Verdict::Counted(Found { total, classes }) }
}

/// Whether a puzzle has as many solutions, up to symmetry, as wanted; none if the monitor ended it.
///
/// Where any greater number will do, one does not wait for all solutions.
pub(crate) fn has_ways(puzzle: &Puzzle, wanted: Ways, monitor: &Monitor) -> Option<bool> {
    if wanted.high.is_none() {
        let symmetries = puzzle.region_symmetries() as u64;
        let enough = wanted.low.saturating_sub(1).saturating_mul(symmetries).saturating_add(1);
        let packing = Packing::new(puzzle);
        let mut found = 0;
        let answer = Question::about(&packing).for_each(monitor, &mut |_| {
            found += 1;
            if found < enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if found >= enough || wanted.low == 0 {
            return Some(true);
        }
        if answer.complete && found < wanted.low {
            return Some(false);
        }
    }
    match count_ways(puzzle, wanted, monitor) {
        Verdict::Counted(found) => Some(wanted.contains(found.classes)),
        Verdict::TooMany => Some(false),
        Verdict::Stopped => None,
    }
}

/// With more solutions than this it is worth while to search up to symmetry, and not to store them.
const FEW: u64 = 2000;

/// The same by a search of one solution of each class.
fn count_classes(packing: &Packing<'_>, wanted: Ways, monitor: &Monitor) -> Verdict {
    let Ok(group) = Group::watched(packing, monitor) else { return Verdict::Stopped };
    let mut found = Found { total: 0, classes: 0 };
    let question = Question::about(packing).which(Which::UpTo(&group));
    let answer = question.for_each(monitor, &mut |class| {
        found.classes += 1;
        found.total += (group.order() / group.stabilizer(class.options).len()) as u64;
        if wanted.is_exceeded_by(found.classes) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match (answer.complete, monitor.is_stopped()) {
        (true, _) => Verdict::Counted(found),
        (false, true) => Verdict::Stopped,
        (false, false) => Verdict::TooMany,
    }
}

/// Whether no symmetry makes a lesser solution of this one: just one of each class passes.
fn is_least(group: &Group, solution: &[OptionId]) -> bool {
    let mut image = Vec::with_capacity(solution.len());
    group.elements()[1..].iter().all(|element| {
        image.clear();
        image.extend(solution.iter().map(|&option| element.image(option)));
        image.sort_unstable();
        image.as_slice() >= solution
    })
}
