//! One solution of a giant, or a few: many short searches, each in another way, instead of one long one.
//!
//! A search for all solutions must go through everything below its first choices before it takes back one of them, and if
//! they were bad it will not see the end. Searches that give up soon and begin anew, in another order, have some luck
//! instead (Gomes, Selman and Kautz, 1998); how soon, is Luby's sequence (Luby, Sinclair and Zuckerman, 1993). What dives
//! leave over, later ones take earlier.
//!
//! The work is a list of tasks, a few ways in turn, and what counts is the first task in this list that finds something, not
//! the first in time. So the same seed finds the same, whatever the number of threads.

mod diver;
mod style;
#[cfg(test)]
mod tests;

use crate::engine::engine_used;
use crate::monitor::Slot;
use crate::search::{Callback, Outcome};
use crate::walk::{Turn, Walk};
use crate::{Config, Engine, Monitor, OptionId, Problem, Solution};
use diver::{Dive, Diver};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use style::{Style, Values};

/// What is hunted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quarry {
    /// How many solutions.
    pub number: u64,
    /// The same seed finds the same ones.
    pub seed: u64,
    /// Whether the search for all solutions takes part. It begins, and those that it finds in a moment are its own; if it
    /// comes to an end, there are no more.
    pub orderly: bool,
}

/// The work of a first dive: for each option of the problem, and at least.
const FIRST_DIVE: (u64, u64) = (20, 600_000);

/// What the search for all solutions may do alone, and then in each of its tasks: nodes, and the work of its engine.
const ALONE: Share = Share { nodes: 100_000, bits: 100_000_000, links: 10_000_000 };

#[derive(Clone, Copy)]
struct Share {
    nodes: u64,
    bits: u64,
    links: u64,
}

/// Hunts for solutions, and calls `visit` with each.
pub(crate) fn hunt(
    problem: &Problem,
    config: &Config,
    monitor: &Monitor,
    quarry: Quarry,
    visit: &mut Callback<'_>,
) -> Outcome {
    let engine = engine_used(problem, config);
    let mut ways = Vec::new();
    if quarry.orderly {
        let most = if engine == Engine::Links { ALONE.links } else { ALONE.bits };
        ways.push(Way::Walk { walk: Walk::new(problem, config), most });
    }
    let (solution, seen) = (Solution::default(), BTreeSet::new());
    let outcome = Outcome { left: Vec::new(), ..Outcome::nothing(engine) };
    let mut trophies = Trophies { problem, quarry, solution, seen, outcome, visit };
    let threads = config.threads.max(1);
    let slots = monitor.enrol(threads);
    let stop = || monitor.is_stopped();
    // Whatever the search for all solutions finds in a moment need not be hunted.
    let mut done = false;
    if let Some(way) = ways.first_mut() {
        done = trophies.add(way.pursue(None, 0, quarry, &stop, &slots[0])).is_break();
    }
    if !done && !monitor.is_stopped() {
        let items = problem.primary_items();
        let styles = [(true, Values::Learned), (false, Values::Rare), (true, Values::Random)];
        ways.extend(styles.map(|(shuffled, values)| Way::Dive(Style::new(items, shuffled, values))));
        let first = FIRST_DIVE.1.max(FIRST_DIVE.0 * problem.options() as u64);
        if threads == 1 {
            let mut diver = Diver::new(problem);
            for task in 0.. {
                let at = task % ways.len();
                let budget = first * luby((task / ways.len()) as u64 + 1);
                let catch = ways[at].pursue(Some((&mut diver, budget)), task, quarry, &stop, &slots[0]);
                if trophies.add(catch).is_break() {
                    break;
                }
            }
        } else {
            let camp = Camp::new(ways, first, quarry, monitor);
            std::thread::scope(|scope| {
                for slot in &slots {
                    let camp = &camp;
                    scope.spawn(move || camp.work(Diver::new(problem), slot));
                }
                for task in 0.. {
                    if trophies.add(camp.catch(task)).is_break() {
                        break;
                    }
                }
                camp.strike();
            });
        }
    }
    monitor.dismiss(&slots);
    trophies.outcome
}

/// What a task brings home.
#[derive(Debug, Default)]
struct Catch {
    solutions: Vec<Vec<OptionId>>,
    nodes: u64,
    /// There are no more.
    ended: bool,
    /// It was stopped.
    stopped: bool,
}

/// A way to look for solutions, with what it has learned.
enum Way {
    Walk { walk: Walk, most: u64 },
    Dive(Style),
}

impl Way {
    /// Does a task.
    fn pursue(
        &mut self,
        dive: Option<(&mut Diver, u64)>,
        task: usize,
        quarry: Quarry,
        stop: &dyn Fn() -> bool,
        slot: &Slot,
    ) -> Catch {
        let mut catch = Catch::default();
        match (self, dive) {
            (Self::Walk { walk, most }, _) => {
                let before = (walk.nodes(), walk.work());
                let spent =
                    |walk: &Walk| walk.nodes() - before.0 > ALONE.nodes || walk.work() - before.1 > *most;
                while !catch.ended && !catch.stopped && !spent(walk) {
                    match walk.step(256) {
                        Turn::Solution => catch.solutions.push(walk.solution().options().collect()),
                        Turn::Pause => catch.stopped = stop(),
                        Turn::End => catch.ended = true,
                    }
                    if catch.solutions.len() as u64 >= quarry.number {
                        break;
                    }
                }
                catch.nodes = walk.nodes() - before.0;
            }
            (Self::Dive(style), Some((diver, budget))) => {
                // Each task has random numbers of its own.
                style.begin(quarry.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(task as u64));
                match diver.dive(style, budget, stop, &mut catch.nodes) {
                    Dive::Found(options) => catch.solutions.push(options),
                    Dive::None => catch.ended = true,
                    Dive::Unknown => catch.stopped = stop(),
                }
            }
            (Self::Dive(_), None) => unreachable!("whoever dives has a diver"),
        }
        slot.add(catch.nodes);
        catch
    }
}

/// What has been found so far, each once.
struct Trophies<'v, 'w> {
    problem: &'v Problem,
    quarry: Quarry,
    solution: Solution,
    seen: BTreeSet<Vec<OptionId>>,
    outcome: Outcome,
    visit: &'v mut Callback<'w>,
}

impl Trophies<'_, '_> {
    /// Adds a catch; breaks if nothing more is wanted, or nothing more will come.
    fn add(&mut self, catch: Catch) -> ControlFlow<()> {
        self.outcome.nodes += catch.nodes;
        for mut options in catch.solutions {
            self.solution.set(self.problem, &options);
            options.sort_unstable();
            // Samples may be the same, and they must: there may be no others.
            if !self.quarry.orderly || self.seen.insert(options) {
                self.outcome.solutions += 1;
                (self.visit)(&self.solution)?;
                if self.outcome.solutions == self.quarry.number {
                    return ControlFlow::Break(());
                }
            }
        }
        if catch.ended {
            self.outcome.complete = true;
            return ControlFlow::Break(());
        }
        if catch.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Where several threads get their tasks, and bring what they catch.
struct Camp<'m> {
    first: u64,
    quarry: Quarry,
    monitor: &'m Monitor,
    board: Mutex<Board>,
    news: Condvar,
    over: AtomicBool,
}

struct Board {
    /// The ways that nobody is busy with, each with the number of its next task.
    free: Vec<(usize, Way)>,
    ways: usize,
    catches: BTreeMap<usize, Catch>,
}

impl<'m> Camp<'m> {
    fn new(ways: Vec<Way>, first: u64, quarry: Quarry, monitor: &'m Monitor) -> Self {
        let number = ways.len();
        let free = ways.into_iter().enumerate().collect();
        let board = Mutex::new(Board { free, ways: number, catches: BTreeMap::new() });
        Self { first, quarry, monitor, board, news: Condvar::new(), over: AtomicBool::new(false) }
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does one task after the other, until all is over. If there are more threads than ways, some wait.
    fn work(&self, mut diver: Diver, slot: &Slot) {
        let stop = || self.over.load(Ordering::Relaxed) || self.monitor.is_stopped();
        let mut board = self.board();
        while !self.over.load(Ordering::Relaxed) {
            let Some(next) = (0..board.free.len()).min_by_key(|&at| board.free[at].0) else {
                board = self.news.wait(board).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let (task, mut way) = board.free.swap_remove(next);
            let budget = self.first * luby((task / board.ways) as u64 + 1);
            drop(board);
            let catch = way.pursue(Some((&mut diver, budget)), task, self.quarry, &stop, slot);
            board = self.board();
            let next = task + board.ways;
            board.free.push((next, way));
            board.catches.insert(task, catch);
            self.news.notify_all();
        }
    }

    /// Waits for what a task has caught.
    fn catch(&self, task: usize) -> Catch {
        let mut board = self.board();
        loop {
            if let Some(catch) = board.catches.remove(&task) {
                return catch;
            }
            board = self.news.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Sends everybody home.
    fn strike(&self) {
        // With the board in hand, so that nobody has just looked and is about to wait.
        let _board = self.board();
        self.over.store(true, Ordering::Relaxed);
        self.news.notify_all();
    }
}

/// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, from 1.
fn luby(at: u64) -> u64 {
    let whole = (at + 1).next_power_of_two();
    if whole == at + 1 { whole / 2 } else { luby(at + 1 - whole / 2) }
}
