//! Workers that share trees, and the channel their solutions go through.
//!
//! A worker walks its unit without locks. Every few hundred nodes it looks whether somebody is idle, and if so gives away half of the
//! untried branches at its shallowest level that has any; so lopsided trees are balanced as they turn out to be,
//! and nothing is split that nobody waits for. A unit is a path from the root of a tree, so all that changes hands is a
//! few numbers; several trees make no difference.

use crate::engine::{counter, engine_used, walker};
use crate::monitor::Slot;
use crate::outlet::{Batch, CHANNEL, Outlet};
use crate::survey::{Left, Surveyor};
use crate::walk::{Stats, Turn, Walker};
use crate::{Config, Digest, Engine, Monitor, OptionId, Outcome, Problem, Solution, Unit};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A problem whose solutions are sought together with those of others.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// For how many each solution counts, given by its options; nothing is visited that counts for none.
    /// Without it each counts for one.
    pub weigh: Option<&'a Weigh<'a>>,
    /// The digest of a solution, given by its options, if digests are to be added up.
    pub sign: Option<&'a Sign<'a>>,
    /// What part of the whole question it is, for progress.
    pub share: f64,
    /// For how many solutions of the question each that is counted stands, for progress.
    pub times: u64,
}

impl<'a> Job<'a> {
    /// All solutions of a problem, each counted once.
    pub fn new(problem: &'a Problem) -> Self {
        Self { problem, weigh: None, sign: None, share: 1.0, times: 1 }
    }
}

/// For how many a solution counts, given by its options; asked in many threads.
pub type Weigh<'a> = dyn Fn(&[OptionId]) -> u64 + Sync + 'a;

/// The digest of a solution, given by its options; asked in many threads.
pub type Sign<'a> = dyn Fn(&[OptionId]) -> Digest + Sync + 'a;

/// What is done with each solution: it is told the number of the job.
pub type Visit<'a> = dyn FnMut(usize, &Solution) -> ControlFlow<()> + 'a;

/// Walks some units of some jobs with a team; gives an outcome for each job.
///
/// Solutions are visited in the calling thread, or only counted. An outcome is complete if none of the given units is left.
pub fn run(
    jobs: &[Job<'_>],
    units: Vec<Unit>,
    config: &Config,
    monitor: &Monitor,
    visit: Option<&mut Visit<'_>>,
) -> Vec<Outcome> {
    let pool = Pool::new(jobs, units, config, monitor);
    if config.limit == Some(0) {
        pool.stop();
    }
    let results = match visit {
        None => pool.work(None),
        Some(visit) if pool.threads() == 1 => {
            let slots = monitor.enrol(1);
            let worker = Worker::new(&pool, Arc::clone(&slots[0]), Sink::Direct(visit));
            let results = vec![worker.run()];
            monitor.dismiss(&slots);
            results
        }
        Some(visit) => pool.work_and_visit(visit),
    };
    pool.outcomes(results)
}

/// Nodes between two polls: rare enough to cost nothing, often enough to answer a stop at once.
fn nodes_between_polls(problem: &Problem) -> u32 {
    // A node looks at all options at worst, at a few nanoseconds an entry.
    (2_000_000 / (problem.entries() + 1)).clamp(1, 256) as u32
}

/// What workers have in common.
struct Pool<'a> {
    jobs: &'a [Job<'a>],
    config: &'a Config,
    monitor: &'a Monitor,
    state: Mutex<State>,
    changed: Condvar,
    /// Idle workers less units in the queue, to be read without the lock.
    wanted: AtomicIsize,
    /// Solutions counted towards the limit.
    found: AtomicU64,
    /// Nodes counted towards theirs.
    passed: AtomicU64,
    /// Set to end everything before the end.
    quit: AtomicBool,
    /// For each job the solutions that were visited, if the visitor broke off: more may have been found.
    visited: Mutex<Option<Vec<u64>>>,
}

struct State {
    /// The earliest unit is taken first, which is what makes ordered delivery free of deadlock.
    queue: BTreeSet<Unit>,
    idle: usize,
    over: bool,
    /// Units that nobody will finish.
    left: Vec<Unit>,
}

/// What a worker did for each job.
type Results = Vec<(usize, Stats)>;

impl<'a> Pool<'a> {
    fn new(jobs: &'a [Job<'a>], units: Vec<Unit>, config: &'a Config, monitor: &'a Monitor) -> Self {
        let state = State { queue: units.into_iter().collect(), idle: 0, over: false, left: Vec::new() };
        Self {
            jobs,
            config,
            monitor,
            state: Mutex::new(state),
            changed: Condvar::new(),
            wanted: AtomicIsize::new(0),
            found: AtomicU64::new(0),
            passed: AtomicU64::new(0),
            quit: AtomicBool::new(false),
            visited: Mutex::new(None),
        }
    }

    fn threads(&self) -> usize {
        self.config.threads.max(1)
    }

    /// Lets all workers work, one of them in this thread.
    fn work(&self, outlet: Option<&Outlet>) -> Vec<Results> {
        let slots = self.monitor.enrol(self.threads());
        let sink = move || outlet.map_or(Sink::Nowhere, Sink::Outlet);
        let results = std::thread::scope(|scope| {
            let spawned: Vec<_> = slots[1..]
                .iter()
                .map(|slot| {
                    let slot = Arc::clone(slot);
                    scope.spawn(move || Worker::new(self, slot, sink()).run())
                })
                .collect();
            let own = Worker::new(self, Arc::clone(&slots[0]), sink()).run();
            let join = |handle: std::thread::ScopedJoinHandle<'_, _>| {
                handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            std::iter::once(own).chain(spawned.into_iter().map(join)).collect()
        });
        self.monitor.dismiss(&slots);
        results
    }

    /// Several threads find, and this one visits.
    fn work_and_visit(&self, visit: &mut Visit<'_>) -> Vec<Results> {
        let (sender, batches) = sync_channel::<Batch>(CHANNEL);
        let outlet = Outlet::new(sender, self.config.ordered);
        lock(&self.state).queue.iter().for_each(|unit| outlet.register(unit));
        std::thread::scope(|scope| {
            // The outlet goes with the team, and the channel ends with it.
            let team = scope.spawn(move || {
                let results = self.work(Some(&outlet));
                outlet.flush();
                results
            });
            let mut solution = Solution::default();
            let (mut given, mut visited) = (0, vec![0; self.jobs.len()]);
            'all: for batch in &batches {
                for (job, steps) in batch.solutions() {
                    solution.steps.clear();
                    solution.steps.extend_from_slice(steps);
                    given += 1;
                    visited[job] += 1;
                    if visit(job, &solution).is_break() || self.config.limit == Some(given) {
                        self.stop();
                        *lock(&self.visited) = Some(visited);
                        break 'all;
                    }
                }
            }
            drop(batches);
            team.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// Adds up what the workers did.
    fn outcomes(self, results: Vec<Results>) -> Vec<Outcome> {
        let mut sums = vec![Stats::default(); self.jobs.len()];
        for (job, stats) in results.into_iter().flatten() {
            sums[job].add(&stats);
        }
        let quit = self.quit.into_inner();
        if let Some(visited) = self.visited.into_inner().unwrap_or_else(PoisonError::into_inner) {
            sums.iter_mut().zip(visited).for_each(|(sum, visited)| sum.solutions = visited);
        }
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut left: Vec<Unit> = state.left.into_iter().chain(state.queue).collect();
        left.sort_unstable();
        let outcome = |(number, stats): (usize, Stats)| {
            let engine = engine_used(self.jobs[number].problem, self.config);
            let left: Vec<_> =
                left.iter().filter(|unit| unit.job == number).map(|unit| unit.part.clone()).collect();
            Outcome {
                solutions: stats.solutions,
                nodes: stats.nodes,
                updates: (engine == Engine::Links).then_some(stats.work),
                work: stats.work,
                profile: stats.profile,
                complete: left.is_empty() && !quit,
                left,
                digest: self.jobs[number].sign.map(|_| stats.digest),
                engine,
            }
        };
        sums.into_iter().enumerate().map(outcome).collect()
    }

    /// The next unit, or `None` when there will be no more.
    fn take(&self) -> Option<Unit> {
        let mut state = lock(&self.state);
        loop {
            if state.over || self.is_stopped() {
                state.over = true;
                self.changed.notify_all();
                return None;
            }
            if let Some(unit) = state.queue.pop_first() {
                self.set_wanted(&state);
                return Some(unit);
            }
            state.idle += 1;
            if state.idle == self.threads() {
                state.over = true;
                self.changed.notify_all();
                return None;
            }
            self.set_wanted(&state);
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    fn give(&self, unit: Unit) {
        let mut state = lock(&self.state);
        state.queue.insert(unit);
        self.set_wanted(&state);
        self.changed.notify_one();
    }

    fn set_wanted(&self, state: &State) {
        self.wanted.store(state.idle as isize - state.queue.len() as isize, Ordering::Relaxed);
    }

    /// Whether there may be no more nodes, when so many more have been passed.
    fn is_enough(&self, nodes: u32) -> bool {
        let passed = |most| self.passed.fetch_add(nodes.into(), Ordering::Relaxed) >= most;
        self.config.nodes.is_some_and(passed)
    }

    fn is_stopped(&self) -> bool {
        self.quit.load(Ordering::Relaxed) || self.monitor.is_stopped()
    }

    /// Ends everything: the idle must hear of it as well.
    fn stop(&self) {
        self.quit.store(true, Ordering::Relaxed);
        lock(&self.state).over = true;
        self.changed.notify_all();
    }
}

impl Stats {
    fn add(&mut self, other: &Self) {
        self.solutions += other.solutions;
        self.nodes += other.nodes;
        self.work += other.work;
        self.done += other.done;
        self.digest += other.digest;
        self.profile.resize(self.profile.len().max(other.profile.len()), 0);
        self.profile.iter_mut().zip(&other.profile).for_each(|(sum, part)| *sum += part);
    }
}

/// Where solutions go.
enum Sink<'a, 'b> {
    /// They are only counted.
    Nowhere,
    /// To whoever asked, in the same thread.
    Direct(&'a mut Visit<'b>),
    /// To whoever asked, in another thread.
    Outlet(&'a Outlet),
}

struct Worker<'a, 'b, 'c> {
    pool: &'a Pool<'a>,
    slot: Arc<Slot>,
    sink: Sink<'b, 'c>,
    /// The unit at hand.
    unit: Unit,
    batch: Batch,
    solution: Solution,
    options: Vec<OptionId>,
    results: Results,
    /// The sum of the results, as progress shows it.
    sum: Stats,
    surveyor: Surveyor,
}

impl<'a, 'b, 'c> Worker<'a, 'b, 'c> {
    fn new(pool: &'a Pool<'a>, slot: Arc<Slot>, sink: Sink<'b, 'c>) -> Self {
        Self {
            pool,
            slot,
            sink,
            unit: Unit::default(),
            batch: Batch::default(),
            solution: Solution::default(),
            options: Vec::new(),
            results: Vec::new(),
            sum: Stats::default(),
            surveyor: Surveyor::new(),
        }
    }

    fn run(mut self) -> Results {
        let _guard = Guard(self.pool);
        // The tree of the last unit serves for the next one if that belongs to the same job.
        let mut known: Option<(usize, Box<dyn Walker>)> = None;
        while let Some(unit) = self.pool.take() {
            self.unit.clone_from(&unit);
            let job = &self.pool.jobs[unit.job];
            let mut walker = match known.take() {
                Some((number, walker)) if number == unit.job => walker,
                _ if self.only_counts(job) => counter(job.problem, self.pool.config),
                _ => walker(job.problem, self.pool.config),
            };
            if walker.begin(&unit.part, job.share).is_err() {
                lock(&self.pool.state).left.push(unit);
                continue;
            }
            let flow = self.walk(walker.as_mut());
            let stats = std::mem::take(&mut walker.trail_mut().stats);
            self.sum.add(&stats);
            self.sum.solutions += stats.solutions * (job.times - 1);
            self.slot.finish(&self.sum);
            match self.results.last_mut() {
                Some((number, sum)) if *number == unit.job => sum.add(&stats),
                _ => self.results.push((unit.job, stats)),
            }
            if flow.is_break() {
                let left = walker.trail().left().into_iter().map(|part| Unit { job: unit.job, part });
                lock(&self.pool.state).left.extend(left);
                // A stop comes from outside; everything else must be passed on.
                if !self.pool.monitor.is_stopped() {
                    self.pool.stop();
                }
            } else {
                known = Some((unit.job, walker));
            }
            if let Sink::Outlet(outlet) = &self.sink {
                outlet.finish(&unit);
            }
        }
        self.results
    }

    /// Whether nobody looks at the solutions of a job. In tests they are verified.
    fn only_counts(&self, job: &Job<'_>) -> bool {
        let is_counted = matches!(self.sink, Sink::Nowhere) && job.weigh.is_none() && job.sign.is_none();
        is_counted && self.pool.config.limit.is_none() && !cfg!(debug_assertions)
    }

    fn walk(&mut self, walker: &mut dyn Walker) -> ControlFlow<()> {
        let job = self.pool.jobs[self.unit.job];
        let nodes = nodes_between_polls(job.problem);
        let pause = !self.only_counts(&job);
        let mut budget = nodes;
        loop {
            match walker.step(&mut budget, pause) {
                Turn::Solution => self.solution(walker)?,
                Turn::Pause => {
                    budget = nodes;
                    let trail = walker.trail();
                    self.slot.publish(&self.sum, &trail.stats, job.times, &trail.frames);
                    self.survey(walker);
                    if self.pool.is_stopped() || self.pool.is_enough(nodes) {
                        // What has been counted is visited, too.
                        let _ = self.flush();
                        return ControlFlow::Break(());
                    }
                    if self.pool.wanted.load(Ordering::Relaxed) > 0
                        && let Some(part) = walker.trail_mut().share()
                    {
                        let unit = Unit { job: self.unit.job, part };
                        if let Sink::Outlet(outlet) = &self.sink {
                            outlet.register(&unit);
                        }
                        self.pool.give(unit);
                    }
                    self.flush()?;
                }
                Turn::End => return self.flush(),
            }
        }
    }

    /// Looks from time to time how much is left, if anybody wants to know.
    fn survey(&mut self, walker: &dyn Walker) {
        let pool = self.pool;
        let trail = walker.trail();
        let nodes = self.sum.nodes + trail.stats.nodes;
        if !self.surveyor.is_due(nodes) || !pool.monitor.is_watched() {
            return;
        }
        let waiting: Vec<usize> =
            lock(&pool.state).queue.iter().filter(|unit| unit.part.is_whole()).map(|unit| unit.job).collect();
        let left = self.surveyor.look(
            pool.jobs,
            pool.config,
            (self.unit.job, trail.weighed()),
            waiting,
            (nodes, &|| !pool.is_stopped()),
        );
        if left != Left::default() {
            pool.monitor.survey(left);
        }
    }

    #[inline(never)]
    fn solution(&mut self, walker: &mut dyn Walker) -> ControlFlow<()> {
        let job = self.pool.jobs[self.unit.job];
        self.solution.steps.clear();
        walker.steps(&mut self.solution.steps);
        self.options.clear();
        self.options.extend(self.solution.options());
        debug_assert!(job.problem.is_solution(&self.options), "the engine found what is no solution");
        let number = job.weigh.map_or(1, |weigh| weigh(&self.options));
        let stats = &mut walker.trail_mut().stats;
        stats.solutions = stats.solutions - 1 + number;
        if number == 0 {
            return ControlFlow::Continue(());
        }
        if let Some(sign) = job.sign {
            stats.digest += sign(&self.options);
        }
        let limit = self.pool.config.limit;
        match &mut self.sink {
            Sink::Nowhere => match limit {
                Some(limit) => {
                    let before = self.pool.found.fetch_add(number, Ordering::Relaxed);
                    stats.solutions -= (before + number).saturating_sub(limit).min(number);
                    if before + number >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                }
                None => ControlFlow::Continue(()),
            },
            Sink::Direct(visit) => {
                let given = self.pool.found.fetch_add(1, Ordering::Relaxed) + 1;
                visit(self.unit.job, &self.solution)?;
                if limit == Some(given) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
            Sink::Outlet(_) => {
                self.batch.push(self.unit.job, &self.solution.steps);
                if self.batch.is_full() { self.flush() } else { ControlFlow::Continue(()) }
            }
        }
    }

    fn flush(&mut self) -> ControlFlow<()> {
        match &self.sink {
            Sink::Outlet(outlet) if !self.batch.is_empty() => {
                let batch = std::mem::take(&mut self.batch);
                outlet.deliver(&self.unit, batch, || self.pool.is_stopped())
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Ends the work of all if one panics; they would wait for it for ever.
struct Guard<'a>(&'a Pool<'a>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
