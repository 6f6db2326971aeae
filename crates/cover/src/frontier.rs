//! Counting without enumerating: states of the search that cover the same items are one state.
//!
//! The items are swept in an order that the problem itself suggests ([`order`]). A state is what matters for the rest:
//! which items beyond the first uncovered one are covered already, and which pieces have been used. All partial
//! solutions that lead to the same state are merged, and only their number is kept (TAOCP 7.2.2.1, exercises 40–42;
//! the same states are the nodes of Algorithm Z).

mod diagram;
mod number;
mod order;
mod plan;
mod sets;
mod shapes;
#[cfg(test)]
mod tests;
mod window;
mod zdd;

pub use diagram::Diagram;
pub use zdd::{Node, Zdd};

use crate::{Monitor, Problem};
use num_bigint::BigUint;
use order::Order;
use plan::Plan;
use sets::Sweep;
use shapes::Shapes;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

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
#[derive(Clone, Debug)]
pub struct Frontier<'p> {
    problem: &'p Problem,
    threads: usize,
    memory: usize,
    work: u64,
    monitor: Monitor,
}

/// What came of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of solutions.
    pub solutions: BigUint,
    /// The number of different shapes that states had.
    pub shapes: usize,
    /// States that were looked at, before those of one kind were merged.
    pub states: u64,
    /// The most states that were in memory at the same time.
    pub peak: usize,
}

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It would need more memory than it may have.
    Memory,
    /// It would need more work than it may do.
    Work,
    /// The monitor stopped it.
    Stopped,
    /// An option reaches too far along every order of the items.
    TooWide,
    /// The items that must be carried along need more than 128 bits.
    TooManyCarried,
    /// The number has more than 4096 bits.
    TooLarge,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Memory => "the states do not fit into memory",
            Self::Work => "there are too many states",
            Self::Stopped => "it was stopped",
            Self::TooWide => "options reach too far",
            Self::TooManyCarried => "too many pieces, multiplicities or colours are to be remembered",
            Self::TooLarge => "the number is too large",
        })
    }
}

impl std::error::Error for Refusal {}

impl<'p> Frontier<'p> {
    /// A count with one thread and a gigabyte of memory.
    pub fn new(problem: &'p Problem) -> Self {
        Self { problem, threads: 1, memory: 1 << 30, work: u64::MAX, monitor: Monitor::new() }
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

    /// How many states may be looked at; each shape counts as some hundreds.
    #[must_use]
    pub fn work(mut self, states: u64) -> Self {
        self.work = states;
        self
    }

    /// A handle to watch the count and to stop it.
    #[must_use]
    pub fn monitor(mut self, monitor: &Monitor) -> Self {
        self.monitor = monitor.clone();
        self
    }

    /// Counts.
    pub fn count(&self) -> Result<Tally, Refusal> {
        let watch = Watch::new(self);
        let plan = Plan::new(self.problem, &Order::new(self.problem))?;
        let shapes = self.shapes(&plan, &watch)?;
        let budget = self.budget(&shapes);
        let sweep = Sweep { plan: &plan, shapes: &shapes, threads: self.threads, watch: &watch };
        let bits = u128::BITS - plan.spent.last().copied().unwrap_or(0).leading_zeros();
        let solutions = match bits {
            0..=32 => sweep.count::<u32>(budget),
            33..=64 => sweep.count::<u64>(budget),
            _ => sweep.count::<u128>(budget),
        }?;
        Ok(Tally {
            solutions,
            shapes: shapes.len(),
            states: watch.states.load(Ordering::Relaxed),
            peak: watch.peak.load(Ordering::Relaxed),
        })
    }

    /// All solutions at once, to be listed, drawn at random or written down.
    pub fn diagram(&self) -> Result<Diagram, Refusal> {
        let watch = Watch::new(self);
        let plan = Plan::new(self.problem, &Order::new(self.problem))?;
        let shapes = self.shapes(&plan, &watch)?;
        let budget = self.budget(&shapes);
        Diagram::new(plan, shapes, self.threads, &watch, budget)
    }

    /// Bytes for states: what the shapes leave, less what is lost between lists that come and go in several threads.
    ///
    /// With a limit of 64 MB the process took up to 67 MB beyond its own 11 when an eighth was left for that.
    fn budget(&self, shapes: &Shapes) -> usize {
        self.memory.saturating_sub(shapes.bytes()) / 8 * 5
    }

    fn shapes(&self, plan: &Plan, watch: &Watch<'_>) -> Result<Shapes, Refusal> {
        let most = self.memory / 2;
        if plan.hopeless {
            return Ok(Shapes::none(plan));
        }
        match plan.reach {
            0..=64 => Shapes::new::<1>(plan, watch, most),
            65..=128 => Shapes::new::<2>(plan, watch, most),
            129..=256 => Shapes::new::<4>(plan, watch, most),
            257..=512 => Shapes::new::<8>(plan, watch, most),
            _ => Err(Refusal::TooWide),
        }
    }
}

/// What a count tells about itself, and when it must end.
struct Watch<'a> {
    frontier: &'a Frontier<'a>,
    states: AtomicU64,
    work: AtomicU64,
    peak: AtomicUsize,
}

/// What it takes to find a shape and its demands, in states: about 2 µs against 10 ns.
const SHAPE: u64 = 200;

impl<'a> Watch<'a> {
    fn new(frontier: &'a Frontier<'a>) -> Self {
        frontier.monitor.enrol(0);
        Self { frontier, states: AtomicU64::new(0), work: AtomicU64::new(0), peak: AtomicUsize::new(0) }
    }

    fn is_stopped(&self) -> bool {
        self.frontier.monitor.is_stopped()
    }

    /// Some more shapes; refuses when it is too much.
    fn shapes(&self, shapes: u64) -> Result<(), Refusal> {
        self.work(shapes * SHAPE)
    }

    /// Some more states; refuses when it is too much.
    fn states(&self, states: u64) -> Result<(), Refusal> {
        self.states.fetch_add(states, Ordering::Relaxed);
        self.work(states)
    }

    fn work(&self, more: u64) -> Result<(), Refusal> {
        let before = self.work.fetch_add(more, Ordering::Relaxed);
        if before.saturating_add(more) > self.frontier.work { Err(Refusal::Work) } else { Ok(()) }
    }

    /// Tells how far the sweep has come.
    fn publish(&self, step: usize, steps: usize, live: usize) {
        self.peak.fetch_max(live, Ordering::Relaxed);
        self.frontier.monitor.publish_sweep(step, steps, live);
    }
}
