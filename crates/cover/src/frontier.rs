//! Counting without enumerating: states of the search that cover the same items are one state.
//!
//! The items are swept in an order that the problem itself suggests ([`order`]). A state is what matters for the rest:
//! which items beyond the first uncovered one are covered already, and which pieces have been used. All partial
//! solutions that lead to the same state are merged, and only their number is kept (TAOCP 7.2.2.1, exercises 40–42;
//! the same states are the nodes of Algorithm Z).

mod best;
mod costs;
mod demands;
mod diagram;
mod fits;
mod folds;
mod meeting;
mod number;
mod order;
mod outlook;
mod plan;
mod rest;
mod runs;
mod set;
mod sets;
mod shapes;
mod uses;
mod window;
mod worker;

pub use best::Best;
pub use diagram::Diagram;
pub(crate) use order::{heads, positions};
pub use rest::{Keeper, States};

use crate::monitor::SweepProgress;
use crate::team::lock;
use crate::{Config, Digest, Monitor, Part, Problem, Stopped, Zdd};
use best::FEW;
use folds::{Folds, folds};
use num_bigint::BigUint;
use order::Order;
use plan::Plan;
use sets::Sweep;
use shapes::{Grown, Shapes, Taken};
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// A count of all solutions of a problem that visits none of them.
///
/// ```
/// use polydlx_cover::{Bounds, Frontier, Problem};
///
/// let mut builder = Problem::builder();
/// let cells = ["a", "b", "c", "d"].map(|name| builder.primary(name, Bounds::ONCE));
/// // A ring of four cells, and dominoes.
/// for at in 0..4 {
///     builder.option([cells[at].into(), cells[(at + 1) % 4].into()]);
/// }
/// let problem = builder.build().unwrap();
/// let tally = Frontier::new(&problem).memory(1 << 20).count().unwrap();
/// assert_eq!(tally.solutions, 2u32.into());
/// ```
#[derive(Clone)]
pub struct Frontier<'p> {
    problem: &'p Problem,
    threads: usize,
    memory: usize,
    allowance: Allowance,
    share: f64,
    monitor: Monitor,
    decide: Option<(f64, &'p Decide<'p>)>,
    symmetries: &'p [&'p [u32]],
    marks: Option<&'p [Digest]>,
    keeper: Option<&'p dyn Keeper>,
    /// How many states of each shape are kept at first, if the best solutions are wanted.
    few: [usize; 2],
}

/// Asked when what is left of a sweep will cost much, namely about so much: what it may cost. Asked again when that has
/// become several times as much.
pub type Decide<'a> = dyn Fn(f64) -> f64 + Sync + 'a;

/// How much a sweep may cost, and what its parts cost; in any unit, such as nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance {
    /// What may be spent; it is refused as soon as what is left to do seems to cost more.
    pub budget: f64,
    /// The price of a way from one shape to another, or to a dead end: to be found.
    pub way: f64,
    /// The same for a way that states go along.
    pub pass: f64,
    /// The price of a state.
    pub state: f64,
}

impl Allowance {
    /// What it costs if so many states go along a way.
    fn gone(&self, states: f64) -> f64 {
        self.pass + self.state * states
    }

    /// Whatever it costs.
    pub const ANY: Self = Self { budget: f64::INFINITY, way: 0.0, pass: 0.0, state: 0.0 };
}

/// What came of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of solutions.
    pub solutions: BigUint,
    /// Their digest, if there were marks.
    pub digest: Option<Digest>,
    /// The number of different shapes that states had.
    pub shapes: usize,
    /// The number of ways between them.
    pub ways: usize,
    /// States that were looked at, before those of one kind were merged.
    pub states: u64,
    /// The most states that were in memory at the same time.
    pub peak: usize,
}

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It would need more memory than it may have.
    Memory,
    /// It would cost more than it may, namely so much, about.
    Work(u64),
    /// The monitor stopped it.
    Stopped,
    /// An option reaches too far along every order of the items.
    TooWide,
    /// The items that must be carried along need more than 128 bits.
    TooManyCarried,
    /// The number has more than 4096 bits.
    TooLarge,
    /// There are no states to go on from.
    NoStates,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Memory => "the states do not fit into memory",
            Self::Work(_) => "there are too many states",
            Self::Stopped => "it was stopped",
            Self::TooWide => "options reach too far",
            Self::TooManyCarried => "too many items, multiplicities or colours are to be remembered",
            Self::TooLarge => "the number is too large",
            Self::NoStates => "the states that were kept are not those of this sweep",
        })
    }
}

impl std::error::Error for Refusal {}

impl From<Stopped> for Refusal {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl<'p> Frontier<'p> {
    /// A count with one thread and a gigabyte of memory.
    pub fn new(problem: &'p Problem) -> Self {
        Self::with(problem, &Config::default(), &Monitor::new())
    }

    /// A count with the threads and the memory of a configuration, to be watched and stopped by a monitor.
    pub fn with(problem: &'p Problem, config: &Config, monitor: &Monitor) -> Self {
        Self {
            problem,
            threads: config.threads.max(1),
            memory: config.memory,
            allowance: Allowance::ANY,
            share: 1.0,
            monitor: monitor.clone(),
            decide: None,
            symmetries: &[],
            marks: None,
            keeper: None,
            few: FEW,
        }
    }

    /// How many threads work; 0 counts as 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// How many bytes the states may take.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// How much it may cost.
    #[must_use]
    pub fn allow(mut self, allowance: Allowance) -> Self {
        self.allowance = allowance;
        self
    }

    /// Whom to ask before it is refused because it costs more than it may, or if it will cost more than `from`.
    #[must_use]
    pub fn ask(mut self, from: f64, decide: &'p Decide<'p>) -> Self {
        self.decide = Some((from, decide));
        self
    }

    /// Permutations of the items that may be symmetries of the problem. Those that are, and that keep the direction of the
    /// sweep, make a count cheaper; others do no harm.
    #[must_use]
    pub fn symmetries(mut self, items: &'p [&'p [u32]]) -> Self {
        self.symmetries = items;
        self
    }

    /// The marks of the options: with them, the digest of all solutions is carried along.
    #[must_use]
    pub fn marks(mut self, marks: &'p [Digest]) -> Self {
        self.marks = Some(marks);
        self
    }

    /// Who keeps states between layers, and has those to go on from, if there are any.
    #[must_use]
    pub fn keeper(mut self, keeper: &'p dyn Keeper) -> Self {
        self.keeper = Some(keeper);
        self
    }

    /// What part of a whole question it is, for progress.
    #[must_use]
    pub fn share(mut self, share: f64) -> Self {
        self.share = share;
        self
    }

    /// Counts.
    pub fn count(&self) -> Result<Tally, Refusal> {
        self.count_from(&self.prepare()?)
    }

    /// Does what can be done before any state is looked at: finds the shapes. What that costs is the least that a sweep costs.
    pub fn prepare(&self) -> Result<Prepared, Refusal> {
        // Images have other digests.
        self.lay_out(if self.marks.is_none() { self.symmetries } else { &[] })
    }

    fn lay_out(&self, symmetries: &[&[u32]]) -> Result<Prepared, Refusal> {
        let mut watch = Watch::new(self, "laying out a sweep");
        if self.problem.options() > Taken::MOST {
            return Err(Refusal::TooWide);
        }
        let order = Order::new(self.problem, &self.monitor)?;
        let plan = Plan::new(self.problem, &order)?;
        watch.states_a_way = plan.states_a_way();
        let folds = folds(self.problem, &order, &plan, symmetries, &self.monitor)?;
        let shapes = self.shapes(&plan, &folds, &watch);
        self.monitor.end_sweep(0.0);
        Ok(Prepared { plan, shapes: shapes?, folds })
    }

    /// Counts, when everything is prepared.
    pub fn count_from(&self, prepared: &Prepared) -> Result<Tally, Refusal> {
        self.count_part(prepared, &Part::default())
    }

    /// Counts a part of the solutions: all of them, or a [`Part::share`].
    pub fn count_part(&self, prepared: &Prepared, part: &Part) -> Result<Tally, Refusal> {
        let plain;
        let Prepared { plan, shapes, folds } = if !prepared.folds.is_empty() && self.marks.is_some() {
            plain = self.lay_out(&[])?;
            &plain
        } else {
            prepared
        };
        let watch = Watch::new(self, "sweeping");
        let budget = self.budget(shapes);
        let sweep = Sweep {
            marks: self.marks,
            turns: &folds.turns,
            ..Sweep::new(plan, shapes, self.threads, &watch)
        };
        let solutions = match plan.carried_bits() {
            0..=32 => sweep.count::<u32>(part, budget),
            33..=64 => sweep.count::<u64>(part, budget),
            _ => sweep.count::<u128>(part, budget),
        };
        self.monitor.end_sweep(if solutions.is_ok() { self.share } else { 0.0 });
        let (solutions, digest) = solutions?;
        Ok(Tally {
            solutions,
            digest: self.marks.map(|_| digest),
            shapes: shapes.len(),
            ways: shapes.ways.len(),
            states: watch.states.load(Ordering::Relaxed),
            peak: watch.peak.load(Ordering::Relaxed),
        })
    }

    /// All solutions at once, to be listed, drawn at random or written down.
    pub fn diagram(&self) -> Result<Diagram, Refusal> {
        let Prepared { plan, shapes, .. } = self.lay_out(&[])?;
        let watch = Watch::new(self, "making a diagram of all solutions");
        let budget = self.budget(&shapes);
        let diagram = Diagram::new(plan, shapes, self.threads, &watch, budget);
        self.monitor.end_sweep(if diagram.is_ok() { self.share } else { 0.0 });
        diagram
    }

    /// All solutions as a zero-suppressed binary decision diagram.
    pub fn zdd(&self) -> Result<Zdd, Refusal> {
        self.diagram()?.zdd(self.memory, &self.monitor)
    }

    /// Bytes for states: what the shapes leave, less what is lost between lists that come and go in several threads. That is
    /// some fifty megabytes and a sixth of the rest, or half if there is not much of it.
    fn budget(&self, shapes: &Shapes) -> usize {
        let left = self.memory.saturating_sub(shapes.bytes());
        (left / 2).max(left.saturating_sub(48 << 20) / 6 * 5)
    }

    fn shapes(&self, plan: &Plan, folds: &Folds, watch: &Watch<'_>) -> Result<Shapes, Refusal> {
        // What is kept of them is less than what it takes to find them, but there while that is given back.
        let most = self.memory / 8 * 5;
        if plan.hopeless {
            return Ok(Shapes::none(plan));
        }
        match plan.reach {
            0..=64 => Shapes::new::<1>(plan, folds, watch, most),
            65..=128 => Shapes::new::<2>(plan, folds, watch, most),
            129..=256 => Shapes::new::<4>(plan, folds, watch, most),
            257..=512 => Shapes::new::<8>(plan, folds, watch, most),
            _ => Err(Refusal::TooWide),
        }
    }
}

/// A sweep of which everything is known but its states.
#[derive(Clone, Debug)]
pub struct Prepared {
    plan: Plan,
    shapes: Shapes,
    /// By what shapes stand for others.
    folds: Folds,
}

impl Prepared {
    /// How many shapes there are.
    pub fn shapes(&self) -> usize {
        self.shapes.len()
    }

    /// The memory that they take.
    pub fn bytes(&self) -> usize {
        self.shapes.bytes()
    }

    /// The ways that were tried, many of which lead nowhere.
    pub fn tries(&self) -> usize {
        self.shapes.grown().tries
    }

    /// What it cost to come so far.
    pub fn price(&self, allowance: &Allowance) -> f64 {
        self.tries() as f64 * allowance.way
    }

    /// What it will cost to go on, about.
    pub fn forecast(&self, allowance: &Allowance) -> f64 {
        self.shapes.ways.len() as f64 * allowance.gone(self.plan.states_a_way())
    }
}

/// How many times as much a sweep must cost to be thought about again.
const AGAIN: f64 = 4.0;

/// Nobody sees further than so many times what was found: it costs little to look for some more.
const FAR_SIGHT: f64 = 16.0;

/// What a count tells about itself, and when it must end.
struct Watch<'a> {
    frontier: &'a Frontier<'a>,
    /// What is being done, in words.
    phase: &'static str,
    /// What may be spent from now on, and at which price to ask.
    budget: Mutex<[f64; 2]>,
    /// How many states will go along each way that is found, about.
    states_a_way: f64,
    states: AtomicU64,
    peak: AtomicUsize,
    /// What part of the sweep was done when states first had to be split, and how many there had been.
    split: OnceLock<(f64, u64)>,
}

impl<'a> Watch<'a> {
    fn new(frontier: &'a Frontier<'a>, phase: &'static str) -> Self {
        frontier.monitor.enter(phase);
        let budget = frontier.allowance.budget;
        let budget = Mutex::new([budget, frontier.decide.map_or(budget, |(from, _)| from.min(budget))]);
        let (states, peak) = (AtomicU64::new(0), AtomicUsize::new(0));
        Self { frontier, phase, budget, states_a_way: 0.0, states, peak, split: OnceLock::new() }
    }

    fn is_stopped(&self) -> bool {
        self.frontier.monitor.is_stopped()
    }

    /// Says what is being done from now on.
    fn enter(&self, phase: &'static str) {
        self.frontier.monitor.enter(phase);
    }

    /// So many times as much as was found is still to be found, about; refuses when it is too much.
    fn shapes(&self, grown: &Grown, times: f64) -> Result<(), Refusal> {
        let allowance = &self.frontier.allowance;
        let gone = allowance.gone(self.states_a_way);
        let found = grown.tries as f64 * allowance.way;
        self.go_on((times * (found + grown.ways as f64 * gone)).min(FAR_SIGHT * found))
    }

    /// Some states go along some ways now, and so many times as many are still to come, about; refuses when it is too much.
    fn states(&self, now: usize, ways: usize, rest: f64) -> Result<(), Refusal> {
        self.states.fetch_add(now as u64, Ordering::Relaxed);
        let Allowance { pass, state, .. } = self.frontier.allowance;
        self.go_on((now as f64 * state + ways as f64 * pass) * (1.0 + rest))
    }

    /// States are split, because there is no room for all of them, when this part of the sweep is done.
    fn split(&self, done: f64) {
        self.split.get_or_init(|| (done, self.states.load(Ordering::Relaxed)));
    }

    /// A part of what was split is done, and this part of the sweep. What meets in one list as a whole meets in none of the
    /// parts, so that they may cost many times as much: whether that is too much is seen from those that are done.
    fn part(&self, done: f64) -> Result<(), Refusal> {
        let Some((before, states)) = self.split.get() else { return Ok(()) };
        let spent = (self.states.load(Ordering::Relaxed) - states) as f64 * self.frontier.allowance.state;
        self.go_on(spent * (1.0 - done) / (done - before).max(f64::EPSILON))
    }

    /// Whether what is left to do is worth its price. What has been done does not matter any more.
    fn go_on(&self, price: f64) -> Result<(), Refusal> {
        self.frontier.monitor.go_on()?;
        let mut budget = lock(&self.budget);
        if price > budget[1]
            && let Some((_, decide)) = self.frontier.decide
        {
            let most = decide(price);
            *budget = [most, most.min(AGAIN * price)];
            self.frontier.monitor.go_on()?;
            self.frontier.monitor.enter(self.phase);
        }
        if price > budget[0] { Err(Refusal::Work(price as u64)) } else { Ok(()) }
    }

    /// Tells how far the sweep has come: the part of its ways that have been gone, from 0 to 1.
    fn publish(&self, step: usize, steps: usize, live: usize, done: f64) {
        self.peak.fetch_max(live, Ordering::Relaxed);
        let progress = SweepProgress { step, steps, states: live };
        self.frontier.monitor.publish_sweep(progress, done * self.frontier.share);
    }
}
