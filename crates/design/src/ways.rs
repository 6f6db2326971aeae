//! In how many ways a puzzle can be solved, all told and up to its symmetries.

use polydlx_cover::{Monitor, OptionId, Search};
use polydlx_lattice::Puzzle;
use polydlx_packing::{Group, Packing, Reduction, reasons};
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
    let search = Search::new(packing.lean_problem()).monitor(monitor);
    if search.estimate(TRIALS, 1).nodes.mean > HARD && !reasons(packing.options()).is_empty() {
        return Verdict::Counted(Found { total: 0, classes: 0 });
    }
    let symmetries = puzzle.region.symmetries(puzzle.lattice).len() as u64;
    let most = wanted.high.map(|high| high.saturating_mul(symmetries));
    let mut solutions: Vec<Vec<OptionId>> = Vec::new();
    let outcome = search.for_each(|solution| {
        let mut options: Vec<OptionId> = solution.options().collect();
        options.sort_unstable();
        solutions.push(options);
        let found = solutions.len() as u64;
        if found > FEW || most.is_some_and(|most| found > most) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let total = solutions.len() as u64;
    if outcome.complete && total == 0 {
        return Verdict::Counted(Found { total, classes: 0 });
    }
    if !outcome.complete {
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

/// Random descents that tell whether a puzzle is hard.
const TRIALS: u64 = 20;
/// With more nodes than this it is worth while to look for a proof that there is no solution.
const HARD: f64 = 1e5;
/// With more solutions than this it is worth while to search up to symmetry, and not to store them.
const FEW: u64 = 2000;

/// The same by a search of one solution of each class.
fn count_classes(packing: &Packing<'_>, wanted: Ways, monitor: &Monitor) -> Verdict {
    let group = &Group::new(packing);
    let mut found = Found { total: 0, classes: 0 };
    let configured = Configured(monitor);
    let outcome = Reduction::new(packing, group).for_each(
        group,
        |search| configured.search(search),
        |class| {
            found.classes += 1;
            found.total += (group.order() / class.stabilizer(group).len()) as u64;
            if wanted.is_exceeded_by(found.classes) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    match (outcome.complete, monitor.is_stopped()) {
        (true, _) => Verdict::Counted(found),
        (false, true) => Verdict::Stopped,
        (false, false) => Verdict::TooMany,
    }
}

/// Not a closure, because argument and result share a lifetime.
struct Configured<'a>(&'a Monitor);

impl Configured<'_> {
    fn search<'s>(&self, search: Search<'s>) -> Search<'s> {
        search.monitor(self.0)
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
