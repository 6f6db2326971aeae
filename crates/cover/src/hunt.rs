//! One solution of a giant, or a few: many short searches, each in another way, instead of one long one.
//!
//! A search for all solutions must go through everything below its first choices before it takes back one of them, and if
//! they were bad it will not see the end. Searches that give up soon and begin anew, in another order, have some luck
//! instead (Gomes, Selman and Kautz, 1998); how soon, is Luby's sequence (Luby, Sinclair and Zuckerman, 1993). What dives
//! leave over, later ones take earlier; where there are pieces, sweeps take the awkward ones first, and do better.
//!
//! The work is a list of tasks, a few ways in turn, and what counts is the first task in this list that finds something, not
//! the first in time. So the same seed finds the same, whatever the number of threads.

mod diver;
mod rehearsal;
mod style;
mod sweep;
use crate::engine::engine_used;
use crate::monitor::Slot;
use crate::search::{Callback, Outcome};
use crate::team::lock;
use crate::tight::tighten;
use crate::walk::{Turn, Walk};
use crate::{Config, Engine, Monitor, OptionId, Problem, Solution};
use diver::{Dive, Diver};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use style::{Style, Values, luby};
use sweep::{Sweep, TAILS};

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
const STROLL_NODES: u64 = 100_000;
const STROLL_BITS: u64 = 100_000_000;
const STROLL_UPDATES: u64 = 10_000_000;

/// Hunts for solutions, and calls `visit` with each.
pub(crate) fn hunt(
    problem: &Problem,
    config: &Config,
    monitor: &Monitor,
    quarry: Quarry,
    visit: &mut Callback<'_>,
) -> Outcome {
    let engine = engine_used(problem, config);
    let (solution, seen) = (Solution::default(), BTreeSet::new());
    let outcome = Outcome { left: Vec::new(), ..Outcome::nothing(engine) };
    let mut trophies = Trophies { problem, kept: None, quarry, solution, seen, outcome, visit };
    let slots = monitor.enrol(config.threads.max(1));
    let stop = || monitor.is_stopped();
    let mut ways = Vec::new();
    let mut done = false;
    if quarry.orderly {
        let mut stroll = Stroll::new(problem, config, engine);
        // Whatever it finds in a moment need not be hunted.
        done = trophies.add(stroll.go(quarry, &stop, &slots[0])).is_break();
        ways.push(Way::Walk(stroll));
    }
    if !done && !monitor.is_stopped() {
        // If there is no time to get ready, there is none for the rest.
        let tight = tighten(problem, monitor).unwrap_or_default().map(|(tight, kept)| {
            trophies.kept = Some(kept);
            tight
        });
        let problem = tight.as_ref().unwrap_or(problem);
        if let ([way], Some(tight)) = (&mut ways[..], &tight) {
            *way = Way::Walk(Stroll::new(tight, config, engine_used(tight, config)));
        }
        let diver = Diver::new(problem);
        let style = |shuffled, values| Way::Dive(Style::new(problem.primary_items(), shuffled, values));
        let learned = style(true, Values::Learned);
        match Sweep::new(problem, &diver, monitor).unwrap_or_default() {
            Some(sweep) => {
                let sweeps = Arc::new(Sweeps { first: sweep, others: OnceLock::new() });
                let sweep = |is_first| Way::Sweep(Arc::clone(&sweeps), is_first);
                ways.extend([sweep(true), sweep(false), learned, sweep(false)]);
            }
            None => ways.extend([learned, style(false, Values::Rare), style(true, Values::Random)]),
        }
        let first = FIRST_DIVE.1.max(FIRST_DIVE.0 * problem.options() as u64);
        let tasks = Tasks { ways: ways.len(), first, quarry };
        if let [slot] = &slots[..] {
            let mut diver = diver;
            for task in 0.. {
                let way = &mut ways[task % tasks.ways];
                if trophies.add(way.pursue(&mut diver, tasks, task, &stop, slot)).is_break() {
                    break;
                }
            }
        } else {
            let camp = Camp::new(ways, tasks, monitor);
            std::thread::scope(|scope| {
                // Also if a visitor panics.
                let _end = Strike(&camp);
                for slot in &slots {
                    let camp = &camp;
                    let diver = diver.clone();
                    scope.spawn(move || camp.work(diver, slot));
                }
                for task in 0.. {
                    if trophies.add(camp.catch(task)).is_break() {
                        break;
                    }
                }
            });
        }
    }
    monitor.dismiss(&slots);
    trophies.outcome
}

/// The list of tasks: each way in turn, with budgets that grow slowly.
#[derive(Clone, Copy)]
struct Tasks {
    ways: usize,
    first: u64,
    quarry: Quarry,
}

impl Tasks {
    fn budget(self, task: usize) -> u64 {
        self.first * self.round(task)
    }

    /// How much longer a task may take than the first.
    fn round(self, task: usize) -> u64 {
        luby((task / self.ways) as u64 + 1)
    }

    /// Each task has random numbers of its own.
    fn seed(self, task: usize) -> u64 {
        self.quarry.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(task as u64)
    }
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
    Walk(Stroll),
    Dive(Style),
    /// The first of these begins before all is known.
    Sweep(Arc<Sweeps>, bool),
}

/// What is ready at once, for one short try; and what is better, for all others.
struct Sweeps {
    first: Sweep,
    others: OnceLock<Sweep>,
}

impl Way {
    /// Does a task.
    fn pursue(
        &mut self,
        diver: &mut Diver,
        tasks: Tasks,
        task: usize,
        stop: &dyn Fn() -> bool,
        slot: &Slot,
    ) -> Catch {
        let mut catch = Catch::default();
        let dive = match self {
            Self::Walk(stroll) => return stroll.go(tasks.quarry, stop, slot),
            Self::Dive(style) => {
                style.begin(tasks.seed(task));
                diver.dive(style, tasks.budget(task), stop, &mut catch.nodes)
            }
            Self::Sweep(sweeps, is_first) => {
                let (sweep, tails) = if std::mem::take(is_first) {
                    (&sweeps.first, 1)
                } else {
                    (sweeps.others.get_or_init(|| sweeps.first.rehearsed(diver, stop)), TAILS)
                };
                sweep.go(diver, (tasks.seed(task), tasks.round(task), tails), stop, &mut catch.nodes)
            }
        };
        match dive {
            Dive::Found(options) => catch.solutions.push(options),
            Dive::None => catch.ended = true,
            Dive::Unknown => catch.stopped = stop(),
        }
        slot.add(catch.nodes);
        catch
    }
}

/// The search for all solutions, a part at a time.
struct Stroll {
    walk: Walk,
    /// The work of a part.
    most: u64,
}

impl Stroll {
    fn new(problem: &Problem, config: &Config, engine: Engine) -> Self {
        let most = if engine == Engine::Bits { STROLL_BITS } else { STROLL_UPDATES };
        Self { walk: Walk::new(problem, config), most }
    }

    fn go(&mut self, quarry: Quarry, stop: &dyn Fn() -> bool, slot: &Slot) -> Catch {
        let Self { walk, most } = self;
        let (nodes, work) = (walk.nodes() + STROLL_NODES, walk.work() + *most);
        let before = walk.nodes();
        let mut catch = Catch::default();
        while !catch.ended && !catch.stopped && walk.nodes() <= nodes && walk.work() <= work {
            match walk.step(256) {
                Turn::Solution => catch.solutions.push(walk.solution().options().collect()),
                Turn::Pause => catch.stopped = stop(),
                Turn::End => catch.ended = true,
            }
            if catch.solutions.len() as u64 >= quarry.number {
                break;
            }
        }
        catch.nodes = walk.nodes() - before;
        slot.add(catch.nodes);
        catch
    }
}

/// What has been found so far, each once.
struct Trophies<'v, 'w> {
    problem: &'v Problem,
    /// Which options those are that tasks speak of, if not all were kept.
    kept: Option<Vec<OptionId>>,
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
            if let Some(kept) = &self.kept {
                options.iter_mut().for_each(|option| *option = kept[option.0 as usize]);
            }
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
    tasks: Tasks,
    monitor: &'m Monitor,
    board: Mutex<Board>,
    news: Condvar,
    over: AtomicBool,
}

struct Board {
    /// The ways that nobody is busy with, each with the number of its next task.
    free: Vec<(usize, Way)>,
    catches: BTreeMap<usize, Catch>,
}

impl<'m> Camp<'m> {
    fn new(ways: Vec<Way>, tasks: Tasks, monitor: &'m Monitor) -> Self {
        let free = ways.into_iter().enumerate().collect();
        let board = Mutex::new(Board { free, catches: BTreeMap::new() });
        Self { tasks, monitor, board, news: Condvar::new(), over: AtomicBool::new(false) }
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Does one task after the other, until all is over. If there are more threads than ways, some wait.
    fn work(&self, mut diver: Diver, slot: &Slot) {
        let stop = || self.is_over() || self.monitor.is_stopped();
        // Whoever leaves, by a panic even, sends all others home: nobody else would do the task.
        let _end = Strike(self);
        let mut board = lock(&self.board);
        while !self.is_over() {
            let Some(next) = (0..board.free.len()).min_by_key(|&at| board.free[at].0) else {
                board = self.wait(board);
                continue;
            };
            let (task, mut way) = board.free.swap_remove(next);
            drop(board);
            let catch = way.pursue(&mut diver, self.tasks, task, &stop, slot);
            board = lock(&self.board);
            board.free.push((task + self.tasks.ways, way));
            board.catches.insert(task, catch);
            self.news.notify_all();
        }
    }

    /// Waits for what a task has caught.
    fn catch(&self, task: usize) -> Catch {
        let mut board = lock(&self.board);
        while !self.is_over() {
            if let Some(catch) = board.catches.remove(&task) {
                return catch;
            }
            board = self.wait(board);
        }
        Catch { stopped: true, ..Catch::default() }
    }

    fn wait<'b>(&self, board: MutexGuard<'b, Board>) -> MutexGuard<'b, Board> {
        self.news.wait(board).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends everybody home when it goes.
struct Strike<'c, 'm>(&'c Camp<'m>);

impl Drop for Strike<'_, '_> {
    fn drop(&mut self) {
        // With the board in hand, so that nobody has just looked and is about to wait.
        let _board = lock(&self.0.board);
        self.0.over.store(true, Ordering::Relaxed);
        self.0.news.notify_all();
    }
}
