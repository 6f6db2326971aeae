//! The ways to search one problem.

use crate::engine::{counter, engine_used};
use crate::estimate::{Estimate, estimate};
use crate::frontier::{Diagram, Frontier, Refusal};
use crate::hunt::{Quarry, hunt};
use crate::random::Random;
use crate::team::{Job, run};
use crate::tree::{Branch, Step};
use crate::walk::{Turn, Walk};
use crate::{Config, Digest, Engine, Monitor, OptionId, Part, Problem, Unit};
use std::ops::ControlFlow;

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
    monitor: Monitor,
}

impl<'p> Search<'p> {
    /// A search with one thread, without limit, by the fewest branches.
    pub fn new(problem: &'p Problem) -> Self {
        Self::with(problem, &Config::default())
    }

    /// A search as configured.
    pub fn with(problem: &'p Problem, config: &Config) -> Self {
        Self { problem, config: config.clone(), monitor: Monitor::new() }
    }

    /// Which engine to use; see [`engine_used`] for what becomes of it.
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
        self.config.threads = threads;
        self
    }

    /// Stop at so many solutions; see [`Config::limit`].
    #[must_use]
    pub fn limit(mut self, solutions: impl Into<Option<u64>>) -> Self {
        self.config.limit = solutions.into();
        self
    }

    /// Whether several threads give the solutions in the order of one thread; see [`Config::ordered`].
    #[must_use]
    pub fn ordered(mut self, ordered: bool) -> Self {
        self.config.ordered = ordered;
        self
    }

    /// How many bytes [`Search::sample`] may use for a diagram.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.config.memory = bytes;
        self
    }

    /// A handle to watch the search and to stop it.
    #[must_use]
    pub fn monitor(mut self, monitor: &Monitor) -> Self {
        self.monitor = monitor.clone();
        self
    }

    /// What is searched, by what means, and who watches.
    pub(crate) fn parts(&self) -> (&'p Problem, &Config, &Monitor) {
        (self.problem, &self.config, &self.monitor)
    }

    /// Counts, and stores nothing.
    pub fn count(&self) -> Outcome {
        let job = Job::new(self.problem);
        let outcomes = run(&[job], vec![Unit::whole(0)], &self.config, &self.monitor, None);
        Outcome::only(outcomes)
    }

    /// Calls `visit` with each solution, in the calling thread, until it breaks.
    ///
    /// `Break` ends the search, and the outcome is not complete.
    pub fn for_each(&self, mut visit: impl FnMut(&Solution) -> ControlFlow<()>) -> Outcome {
        self.visit(&mut visit)
    }

    /// The same, compiled once.
    fn visit(&self, visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>) -> Outcome {
        let job = Job::new(self.problem);
        let mut visit = |_: usize, solution: &Solution| visit(solution);
        let outcomes = run(&[job], vec![Unit::whole(0)], &self.config, &self.monitor, Some(&mut visit));
        Outcome::only(outcomes)
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
        match Frontier::with(self.problem, &self.config, &self.monitor).diagram() {
            Ok(diagram) => self.draw_from(&diagram, number, seed, &mut visit),
            Err(Refusal::Stopped) => Outcome::nothing(engine_used(self.problem, &self.config)),
            Err(_) => self.draw_while_searching(number, seed, &mut visit),
        }
    }

    fn draw_from(&self, diagram: &Diagram, number: u64, seed: u64, visit: &mut Callback<'_>) -> Outcome {
        let mut solution = Solution::default();
        let mut outcome = diagram_outcome(diagram);
        for options in diagram.sample(number, seed) {
            if self.monitor.is_stopped() {
                outcome.complete = false;
                break;
            }
            solution.set(self.problem, &options);
            outcome.solutions += 1;
            if visit(&solution).is_break() {
                outcome.complete = outcome.solutions == number;
                break;
            }
        }
        outcome
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

    /// Calls `visit` with each solution, out of a diagram of all of them, without dead ends;
    /// each option counts as one branch of one.
    pub fn for_each_of(
        &self,
        diagram: &Diagram,
        mut visit: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Outcome {
        let mut solution = Solution::default();
        let mut given = 0;
        let flow = diagram.for_each(|options| {
            if self.config.limit == Some(given) || self.monitor.is_stopped() {
                return ControlFlow::Break(());
            }
            given += 1;
            solution.set(self.problem, options);
            visit(&solution)
        });
        let complete = flow.is_continue() && self.config.limit.is_none_or(|limit| given < limit);
        Outcome { solutions: given, complete, ..diagram_outcome(diagram) }
    }

    /// The solutions one by one, in order, each found when it is asked for; no thread is needed.
    pub fn solutions(&self) -> Solutions {
        Solutions {
            walk: Walk::new(self.problem, &self.config),
            left: self.config.limit,
            ended: false,
            monitor: self.monitor.clone(),
        }
    }

    /// Calls `visit` with some solutions, whichever are found first: for problems of which nobody will ever see all.
    ///
    /// Many short searches are made, each in another order; the same seed finds the same solutions, with any number of threads.
    /// The outcome is complete only if it is certain that there are no others.
    pub fn hunt(&self, quarry: Quarry, mut visit: impl FnMut(&Solution) -> ControlFlow<()>) -> Outcome {
        hunt(self.problem, &self.config, &self.monitor, quarry, &mut visit)
    }

    /// Guesses the size of the tree from random descents; the same seed gives the same guess.
    ///
    /// One trial costs about as much as one solution. A stopped monitor ends the trials early.
    pub fn estimate(&self, trials: u64, seed: u64) -> Estimate {
        let mut walker = counter(self.problem, &self.config);
        estimate(walker.as_mut(), trials, seed, || !self.monitor.is_stopped())
    }
}

pub(crate) type Callback<'a> = dyn FnMut(&Solution) -> ControlFlow<()> + 'a;

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Solutions found, or given to the callback.
    pub solutions: u64,
    /// Nodes of the tree that were entered, root and solutions included, as dlx1 counts them.
    pub nodes: u64,
    /// Removals from linked lists, exactly Knuth's; only [`Engine::Links`] has them.
    pub updates: Option<u64>,
    /// What the engine did, in units of its own: removals from linked lists, or words of rows looked at.
    pub work: u64,
    /// Nodes by level, from the root.
    pub profile: Vec<u64>,
    /// Whether the whole tree was walked; if not, there are at least as many solutions.
    pub complete: bool,
    /// What was not walked, if a monitor stopped the search. Whoever walks that, too, has walked the whole tree, and nothing twice.
    pub left: Vec<Part>,
    /// The sum of the digests of the solutions that were counted, if anybody wanted to know.
    pub digest: Option<Digest>,
    /// The engine that ran.
    pub engine: Engine,
}

impl Outcome {
    /// What is known before anything was done.
    pub fn nothing(engine: Engine) -> Self {
        let left = vec![Part::default()];
        Self {
            solutions: 0,
            nodes: 0,
            updates: None,
            work: 0,
            profile: Vec::new(),
            complete: false,
            left,
            digest: None,
            engine,
        }
    }

    /// Adds what came of other work: answers add up, in any order.
    pub fn add(&mut self, other: &Self) {
        self.solutions += other.solutions;
        self.nodes += other.nodes;
        self.updates = self.updates.zip(other.updates).map(|(a, b)| a + b);
        self.work += other.work;
        self.profile.resize(self.profile.len().max(other.profile.len()), 0);
        self.profile.iter_mut().zip(&other.profile).for_each(|(sum, nodes)| *sum += nodes);
        self.complete &= other.complete;
        self.left.extend_from_slice(&other.left);
        self.digest = self.digest.zip(other.digest).map(|(a, b)| a + b);
    }

    fn only(outcomes: Vec<Self>) -> Self {
        outcomes.into_iter().next().expect("an outcome for the one job")
    }
}

fn diagram_outcome(diagram: &Diagram) -> Outcome {
    let nodes = diagram.states() as u64;
    Outcome { nodes, complete: true, left: Vec::new(), ..Outcome::nothing(Engine::Frontier) }
}

/// One solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Solution {
    pub(crate) steps: Vec<Step>,
}

impl Solution {
    /// The choices in order, null ones included.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Options that were not found step by step: each counts as one branch of one.
    pub(crate) fn set(&mut self, problem: &Problem, options: &[OptionId]) {
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

/// Solutions, each found when it is asked for.
#[derive(Debug)]
pub struct Solutions {
    walk: Walk,
    /// How many may still be given, if not all.
    left: Option<u64>,
    ended: bool,
    monitor: Monitor,
}

impl Solutions {
    /// Whether there are no more: the iterator has come to its end by itself.
    pub fn is_complete(&self) -> bool {
        self.ended
    }

    /// The walk that finds them.
    pub fn walk(&self) -> &Walk {
        &self.walk
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if self.ended || self.left == Some(0) {
            return None;
        }
        loop {
            match self.walk.step(256) {
                Turn::Solution => {
                    self.left = self.left.map(|left| left - 1);
                    return Some(self.walk.solution());
                }
                Turn::Pause if self.monitor.is_stopped() => return None,
                Turn::Pause => {}
                Turn::End => {
                    self.ended = true;
                    return None;
                }
            }
        }
    }
}
