//! What a search is to do, and the ways to run it.

use crate::bits::lanes::Portable;
#[cfg(target_arch = "x86_64")]
use crate::bits::lanes::{Avx2, Avx512};
use crate::bits::{Bits, Layout, Narrowing};
use crate::estimate::{Estimate, estimate};
use crate::frontier::{Diagram, Refusal};
use crate::links::{C, Links, M, X};
use crate::pool::{Batch, CHANNEL, Outlet, Team, work};
use crate::random::Random;
use crate::tree::{Branch, Step, Tree};
use crate::walk::{Frame, Host, Stats, Task, steps, walk};
use crate::{Monitor, OptionId, Problem};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;

/// What the search tree is represented by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Engine {
    /// [`Engine::Bits`] where the problem fits, [`Engine::Links`] elsewhere.
    #[default]
    Auto,
    /// Dancing links: any problem, and Knuth's count of updates.
    Links,
    /// Bit masks: the same tree, several times faster.
    Bits,
    /// No tree: states that cover the same items are merged, for [`Search::total`] and [`Search::for_each`];
    /// elsewhere the same as [`Engine::Auto`].
    Frontier,
}

/// A search for all solutions of a problem.
///
/// Engines and thread counts differ in speed only: the tree, its nodes and the set of solutions are the same.
///
/// ```
/// use polydlx_cover::{Bounds, Engine, Problem, Search};
///
/// let mut builder = Problem::builder();
/// let cells = ["a", "b", "c", "d"].map(|name| builder.primary(name, Bounds::ONCE));
/// // A ring of four cells, and dominoes.
/// for at in 0..4 {
///     builder.option([cells[at].into(), cells[(at + 1) % 4].into()]);
/// }
/// let problem = builder.build().unwrap();
/// let search = Search::new(&problem).engine(Engine::Links).threads(2);
/// for solution in search.solutions() {
///     assert_eq!(solution.options().count(), 2);
/// }
/// let outcome = search.count();
/// assert!(outcome.complete && outcome.solutions == 2);
/// ```
#[derive(Clone, Debug)]
pub struct Search<'p> {
    problem: &'p Problem,
    config: Config,
}

#[derive(Clone, Debug)]
struct Config {
    engine: Engine,
    branch: Branch,
    threads: usize,
    limit: Option<u64>,
    ordered: bool,
    memory: usize,
    monitor: Monitor,
}

impl<'p> Search<'p> {
    /// A search with one thread, without limit, by the fewest branches.
    pub fn new(problem: &'p Problem) -> Self {
        let config = Config {
            engine: Engine::Auto,
            branch: Branch::Mrv,
            threads: 1,
            limit: None,
            ordered: false,
            memory: 1 << 30,
            monitor: Monitor::new(),
        };
        Self { problem, config }
    }

    /// Which engine to use; see [`Search::engine_used`] for what becomes of it.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.config.engine = engine;
        self
    }

    /// How to choose the item to branch on.
    #[must_use]
    pub fn branch(mut self, branch: Branch) -> Self {
        self.config.branch = branch;
        self
    }

    /// How many threads walk the tree; 0 counts as 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.config.threads = threads.max(1);
        self
    }

    /// Stop at so many solutions; the outcome is then not complete, as nobody knows what would have come.
    #[must_use]
    pub fn limit(mut self, solutions: impl Into<Option<u64>>) -> Self {
        self.config.limit = solutions.into();
        self
    }

    /// Whether several threads give the solutions in the order of one thread.
    ///
    /// That costs a bounded buffer, and time where one part of the tree has most of the solutions.
    #[must_use]
    pub fn ordered(mut self, ordered: bool) -> Self {
        self.config.ordered = ordered;
        self
    }

    /// How many bytes [`Engine::Frontier`] may use for its states; a gigabyte, if nothing is said.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.config.memory = bytes;
        self
    }

    /// A handle to watch the search and to stop it.
    #[must_use]
    pub fn monitor(mut self, monitor: &Monitor) -> Self {
        self.config.monitor = monitor.clone();
        self
    }

    /// The engine that walks the tree: [`Engine::Bits`] for a problem that fits, unless [`Engine::Links`] is wanted.
    pub fn engine_used(&self) -> Engine {
        self.config.engine_for(self.problem)
    }

    /// Counts, and stores nothing.
    pub fn count(&self) -> Outcome {
        struct Count<'a>(&'a Search<'a>);
        impl Job for Count<'_> {
            type Output = Outcome;
            fn run<T: Tree>(self, tree: T) -> Outcome {
                let Search { problem, config } = self.0;
                if config.limit == Some(0) {
                    return config.outcome(problem, Stats::default(), false);
                }
                let (stats, complete) = work(tree, config.team(problem, None, config.limit));
                config.outcome(problem, stats, complete)
            }
        }
        self.config.dispatch(self.problem, Count(self))
    }

    /// Calls `visit` with each solution, in the calling thread, until it breaks.
    ///
    /// `Break` ends the search, and the outcome is not complete. With [`Engine::Frontier`] all solutions are made at
    /// once, if they fit into memory, and then listed without dead ends; each option counts as one branch of one.
    pub fn for_each(&self, mut visit: impl FnMut(&Solution) -> ControlFlow<()>) -> Outcome {
        if self.config.engine == Engine::Frontier
            && let Ok(diagram) = self.frontier().diagram()
        {
            return visit_diagram(&diagram, self.problem, &self.config, &mut visit);
        }
        // One compiled walk for all callbacks: an indirect call per solution is nothing beside finding it.
        struct Visit<'a>(&'a Search<'a>, &'a mut Callback<'a>);
        impl Job for Visit<'_> {
            type Output = Outcome;
            fn run<T: Tree>(self, tree: T) -> Outcome {
                let Search { problem, config } = self.0;
                if config.limit == Some(0) {
                    config.outcome(problem, Stats::default(), false)
                } else if config.threads == 1 {
                    visit_here(tree, problem, config, self.1)
                } else {
                    visit_from_team(tree, problem, config, self.1)
                }
            }
        }
        self.config.dispatch(self.problem, Visit(self, &mut visit))
    }

    /// Calls `visit` with `number` solutions drawn at random, with replacement, each as likely as any other.
    ///
    /// The same seed draws the same ones. They come from a [`Diagram`] of all solutions; if there is not enough memory for
    /// that, they are drawn while all solutions are enumerated. The outcome is complete if all were drawn; if there are
    /// no solutions at all, it is complete and empty.
    pub fn sample(
        &self,
        number: u64,
        seed: u64,
        mut visit: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Outcome {
        match self.frontier().diagram() {
            Ok(diagram) => {
                let mut solution = Solution::default();
                let mut outcome = diagram_outcome(&diagram, 0, true);
                for options in diagram.sample(number, seed) {
                    solution.set(self.problem, &options);
                    outcome.solutions += 1;
                    if self.config.monitor.is_stopped() || visit(&solution).is_break() {
                        outcome.complete = outcome.solutions == number;
                        break;
                    }
                }
                outcome
            }
            Err(Refusal::Stopped) => {
                let stats = Stats::default();
                self.config.outcome(self.problem, stats, false)
            }
            Err(_) => self.draw_while_searching(number, seed, &mut visit),
        }
    }

    /// The k-th solution takes each place with probability 1/k (reservoir sampling), so that all are equally likely at the end.
    fn draw_while_searching(&self, number: u64, seed: u64, visit: &mut Callback<'_>) -> Outcome {
        let mut random = Random::new(seed);
        let mut drawn: Vec<Solution> =
            vec![Solution::default(); usize::try_from(number).unwrap_or(usize::MAX)];
        let mut seen = 0u64;
        let search = self.clone().engine(Engine::Auto).ordered(true).limit(None);
        let mut outcome = search.for_each(|solution| {
            seen += 1;
            for place in &mut drawn {
                if random.once_in(seen) {
                    place.clone_from(solution);
                }
            }
            ControlFlow::Continue(())
        });
        outcome.solutions = 0;
        if !outcome.complete || seen == 0 {
            return outcome;
        }
        for solution in &drawn {
            outcome.solutions += 1;
            if visit(solution).is_break() {
                outcome.complete = outcome.solutions == number;
                break;
            }
        }
        outcome
    }

    /// What was asked for.
    pub(crate) fn wanted(&self) -> Engine {
        self.config.engine
    }

    pub(crate) fn has_no_limit(&self) -> bool {
        self.config.limit.is_none()
    }

    pub(crate) fn means(&self) -> (&'p Problem, usize, usize, &Monitor) {
        (self.problem, self.config.threads, self.config.memory, &self.config.monitor)
    }

    /// The solutions one by one, found by threads in the background that wait when nobody takes them.
    pub fn solutions(&self) -> Solutions {
        struct Stream(Arc<Problem>, Config, Outlet, Arc<AtomicBool>);
        impl Job for Stream {
            type Output = Outcome;
            fn run<T: Tree>(self, tree: T) -> Outcome {
                let Self(problem, config, outlet, quit) = self;
                let team = Team { quit, ..config.team(&problem, Some(outlet), None) };
                let (stats, complete) = work(tree, team);
                config.outcome(&problem, stats, complete)
            }
        }
        let (sender, batches) = sync_channel(CHANNEL);
        let quit = Arc::new(AtomicBool::new(self.config.limit == Some(0)));
        let problem = Arc::new(self.problem.clone());
        let config = self.config.clone();
        let limit = config.limit;
        let outlet = Outlet::new(sender, config.ordered && config.threads > 1);
        let stream = Stream(Arc::clone(&problem), config.clone(), outlet, Arc::clone(&quit));
        let team = std::thread::spawn(move || config.dispatch(&problem, stream));
        Solutions {
            batches: Some(batches),
            queue: Vec::new().into_iter(),
            taken: 0,
            limit,
            quit,
            team: Some(team),
        }
    }

    /// Guesses the size of the tree from random descents; the same seed gives the same guess.
    ///
    /// One trial costs about as much as one solution. A stopped monitor ends the trials early.
    pub fn estimate(&self, trials: u64, seed: u64) -> Estimate {
        struct Guess<'a>(&'a Search<'a>, u64, u64);
        impl Job for Guess<'_> {
            type Output = Estimate;
            fn run<T: Tree>(self, mut tree: T) -> Estimate {
                estimate(&mut tree, self.1, self.2, || !self.0.config.monitor.is_stopped())
            }
        }
        self.config.dispatch(self.problem, Guess(self, trials, seed))
    }
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Solutions found, or given to the callback.
    pub solutions: u64,
    /// Nodes of the tree that were entered, root and solutions included, as dlx1 counts them.
    pub nodes: u64,
    /// Removals from linked lists, exactly Knuth's; only [`Engine::Links`] has them.
    pub updates: Option<u64>,
    /// Nodes by level, from the root.
    pub profile: Vec<u64>,
    /// Whether the whole tree was walked; if not, there are at least as many solutions.
    pub complete: bool,
    /// The engine that ran.
    pub engine: Engine,
}

/// One solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Solution {
    steps: Vec<Step>,
}

impl Solution {
    /// The choices in order, null ones included.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Options that were not found step by step: each counts as one branch of one.
    fn set(&mut self, problem: &Problem, options: &[OptionId]) {
        self.steps.clear();
        self.steps.extend(options.iter().map(|&option| {
            let item = problem.option(option)[0].item;
            Step { item, option: Some(option), choice: 1, degree: 1 }
        }));
    }

    /// The options in the order of choice.
    pub fn options(&self) -> impl Iterator<Item = OptionId> + '_ {
        self.steps.iter().filter_map(|step| step.option)
    }
}

/// Solutions from a search in the background; dropping it ends the search.
#[derive(Debug)]
pub struct Solutions {
    batches: Option<Receiver<Batch>>,
    queue: std::vec::IntoIter<Solution>,
    taken: u64,
    limit: Option<u64>,
    quit: Arc<AtomicBool>,
    team: Option<JoinHandle<Outcome>>,
}

impl Solutions {
    /// Ends the search if it is still going on, and says what came of it.
    ///
    /// `solutions` is the number taken from the iterator; `complete` is true only if the iterator has come to its end by itself.
    pub fn finish(mut self) -> Outcome {
        let mut outcome = self.join().expect("joined only here and on drop");
        outcome.complete &= outcome.solutions == self.taken;
        outcome.solutions = self.taken;
        outcome
    }

    fn join(&mut self) -> Option<Outcome> {
        let team = self.team.take()?;
        if !team.is_finished() {
            self.quit.store(true, Ordering::Relaxed);
        }
        // Workers that wait for room in the channel learn from its absence.
        self.batches = None;
        Some(team.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if self.limit.is_some_and(|limit| self.taken >= limit) {
            self.quit.store(true, Ordering::Relaxed);
            return None;
        }
        loop {
            if let Some(solution) = self.queue.next() {
                self.taken += 1;
                return Some(solution);
            }
            let batch = self.batches.as_ref()?.recv().ok()?;
            let own = |steps: &[Step]| Solution { steps: steps.to_vec() };
            self.queue = batch.solutions().map(own).collect::<Vec<_>>().into_iter();
        }
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        // A panic of the team has been or will be reported by its thread; a second one here would abort.
        self.quit.store(true, Ordering::Relaxed);
        self.batches = None;
        if let Some(team) = self.team.take() {
            let _panicked = team.join();
        }
    }
}

type Callback<'a> = dyn FnMut(&Solution) -> ControlFlow<()> + 'a;

/// Something to do with a tree of whatever engine.
trait Job {
    type Output;
    fn run<T: Tree>(self, tree: T) -> Self::Output;
}

impl Config {
    fn engine_for(&self, problem: &Problem) -> Engine {
        match self.engine {
            Engine::Auto | Engine::Bits | Engine::Frontier if Layout::new(problem).is_some() => Engine::Bits,
            _ => Engine::Links,
        }
    }

    /// Chooses the engine once, for the whole job.
    fn dispatch<J: Job>(&self, problem: &Problem, job: J) -> J::Output {
        let layout = Layout::new(problem).filter(|_| self.engine != Engine::Links);
        if let Some(layout) = layout {
            dispatch_bits(problem, &layout, self.branch, job)
        } else if problem.has_multiplicities() {
            job.run(Links::<M>::new(problem, self.branch))
        } else if problem.has_colors() {
            job.run(Links::<C>::new(problem, self.branch))
        } else {
            job.run(Links::<X>::new(problem, self.branch))
        }
    }

    fn team<'a>(&'a self, problem: &'a Problem, outlet: Option<Outlet>, limit: Option<u64>) -> Team<'a> {
        Team { problem, threads: self.threads, monitor: &self.monitor, quit: Arc::default(), outlet, limit }
    }

    fn outcome(&self, problem: &Problem, stats: Stats, complete: bool) -> Outcome {
        let engine = self.engine_for(problem);
        Outcome {
            solutions: stats.solutions,
            nodes: stats.nodes,
            updates: (engine == Engine::Links).then_some(stats.updates),
            profile: stats.profile,
            complete,
            engine,
        }
    }
}

/// The vector instructions that [`Engine::Bits`] uses on this processor, by name; `portable` if it can do without only.
///
/// Results do not depend on them, speed does.
pub fn vector_path() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if Avx512::detect().is_some() {
        return "AVX-512";
    } else if Avx2::detect().is_some() {
        return "AVX2";
    }
    "portable"
}

/// Chooses the kind of processor.
fn dispatch_bits<J: Job>(problem: &Problem, layout: &Layout, branch: Branch, job: J) -> J::Output {
    let usual = (0, Narrowing::Usual);
    #[cfg(target_arch = "x86_64")]
    if let Some(lanes) = Avx512::detect() {
        return job.run(Bits::new(problem, layout, lanes, branch, usual));
    } else if let Some(lanes) = Avx2::detect() {
        return job.run(Bits::new(problem, layout, lanes, branch, usual));
    }
    job.run(Bits::new(problem, layout, Portable, branch, usual))
}

/// One thread, no channel: the callback is called where the solution is found.
fn visit_here<T: Tree>(mut tree: T, problem: &Problem, config: &Config, visit: &mut Callback<'_>) -> Outcome {
    let slot = config.monitor.enrol(1).remove(0);
    let mut host = Visitor { problem, config, slot: &slot, visit, solution: Solution::default() };
    let mut stats = Stats::default();
    let flow = if config.monitor.is_stopped() {
        ControlFlow::Break(())
    } else {
        walk(&mut tree, &mut Vec::new(), &Task::default(), &mut stats, &mut host)
    };
    slot.finish(&stats);
    config.outcome(problem, stats, flow.is_continue())
}

/// No search: the solutions are there already.
fn visit_diagram(diagram: &Diagram, problem: &Problem, config: &Config, visit: &mut Callback<'_>) -> Outcome {
    let mut solution = Solution::default();
    let mut given = 0;
    let flow = diagram.for_each(|options| {
        if config.limit == Some(given) || config.monitor.is_stopped() {
            return ControlFlow::Break(());
        }
        given += 1;
        solution.set(problem, options);
        visit(&solution)
    });
    let complete = flow.is_continue() && config.limit.is_none_or(|limit| given < limit);
    diagram_outcome(diagram, given, complete)
}

fn diagram_outcome(diagram: &Diagram, solutions: u64, complete: bool) -> Outcome {
    let nodes = diagram.states() as u64;
    Outcome { solutions, nodes, updates: None, profile: Vec::new(), complete, engine: Engine::Frontier }
}

struct Visitor<'a, 'b> {
    problem: &'a Problem,
    config: &'a Config,
    slot: &'a crate::monitor::Slot,
    visit: &'a mut Callback<'b>,
    solution: Solution,
}

impl<T: Tree> Host<T> for Visitor<'_, '_> {
    fn solution(&mut self, tree: &T, frames: &[Frame], stats: &Stats) -> ControlFlow<()> {
        self.solution.steps.clear();
        self.solution.steps.extend(steps(tree, frames));
        debug_assert!(self.problem.is_solution(&self.solution.options().collect::<Vec<_>>()));
        (self.visit)(&self.solution)?;
        if self.config.limit == Some(stats.solutions) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn poll(&mut self, frames: &mut [Frame], stats: &Stats) -> ControlFlow<()> {
        self.slot.publish(frames, stats);
        if self.config.monitor.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Several threads find, and this one calls the callback.
fn visit_from_team<T: Tree>(
    tree: T,
    problem: &Problem,
    config: &Config,
    visit: &mut Callback<'_>,
) -> Outcome {
    let (sender, batches) = sync_channel(CHANNEL);
    let team = config.team(problem, Some(Outlet::new(sender, config.ordered)), None);
    let quit = Arc::clone(&team.quit);
    std::thread::scope(|scope| {
        let team = scope.spawn(|| work(tree, team));
        let mut solution = Solution::default();
        let (mut given, mut broken) = (0, false);
        'all: for batch in &batches {
            for steps in batch.solutions() {
                solution.steps.clear();
                solution.steps.extend_from_slice(steps);
                given += 1;
                if visit(&solution).is_break() || config.limit == Some(given) {
                    broken = true;
                    break 'all;
                }
            }
        }
        quit.fetch_or(broken, Ordering::Relaxed);
        drop(batches);
        let (stats, complete) = team.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        config.outcome(problem, Stats { solutions: given, ..stats }, complete && !broken)
    })
}
