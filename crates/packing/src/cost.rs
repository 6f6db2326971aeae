//! What work costs: the one place that knows prices, and compares them.
//!
//! Prices are nanoseconds on the machine on which they were measured; only their ratios matter.
//! `cargo xtask bench --prices` measures them anew, and `cargo xtask bench --auto` shows how good the choices are.

use polydlx_cover::{Allowance, Config, Engine, Monitor, Problem, Search, Stopped, engine_used};

/// Work of less than this is begun without thinking: two milliseconds.
pub(crate) const MOMENT: f64 = 2e6;

/// A shape of a sweep: to be found, and to be asked for its demands.
const SHAPE: f64 = 700.0;
/// A way from one shape to another.
const WAY: f64 = 130.0;
/// A state that goes such a way: to be looked at, sorted and merged.
const STATE: f64 = 14.0;

/// A node of a search with engine bits, and for each option of the problem, whose rows it may have to look at.
const BITS_NODE: f64 = 45.0;
const BITS_ROW: f64 = 0.03;
/// A node of a search with engine links, and for each entry of the problem.
const LINKS_NODE: f64 = 600.0;
const LINKS_ENTRY: f64 = 0.12;

/// Nodes near the root, where a random descent spends its time, cost so much more than others.
const DESCENT: f64 = 6.0;
/// The part of a search that may be spent on guessing its size.
const GUESSING: f64 = 1.0 / 40.0;
/// Random descents at least and at most.
const FEW: u64 = 24;
const MANY: u64 = 4000;

/// The price of a node of the search tree.
pub(crate) fn node(problem: &Problem, engine: Engine) -> f64 {
    match engine_used(problem, engine) {
        Engine::Bits => BITS_NODE + BITS_ROW * problem.options() as f64,
        _ => LINKS_NODE + LINKS_ENTRY * problem.entries() as f64,
    }
}

/// A sweep that may cost so much.
pub(crate) fn allow(budget: f64) -> Allowance {
    Allowance { budget, shape: SHAPE, way: WAY, state: STATE }
}

/// The size of a search, by guess.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Size {
    pub(crate) nodes: f64,
    pub(crate) price: f64,
}

impl Size {
    /// Guesses how many nodes a search has, and what it costs. The guess itself costs a small part of that.
    pub(crate) fn of(problem: &Problem, config: &Config, monitor: &Monitor) -> Result<Self, Stopped> {
        Self::within(problem, config, monitor, f64::INFINITY)
    }

    /// The same, with so much to be spent on it at most, beside a few descents.
    pub(crate) fn within(
        problem: &Problem,
        config: &Config,
        monitor: &Monitor,
        budget: f64,
    ) -> Result<Self, Stopped> {
        let node = node(problem, config.engine);
        let search = Search::with(problem, config).monitor(monitor);
        let (mut trials, mut seed) = (FEW, 1);
        let (mut made, mut sum) = (0, 0.0);
        loop {
            let guess = search.estimate(trials, seed);
            monitor.go_on()?;
            made += guess.trials;
            sum += guess.nodes.mean * guess.trials as f64;
            let nodes = sum / made as f64;
            let next = 2.0 * guess.visited as f64 * node * DESCENT;
            if next > (nodes * node * GUESSING).min(budget) || made >= MANY {
                return Ok(Self { nodes, price: nodes * node });
            }
            (trials, seed) = (2 * trials, seed + 1);
        }
    }
}
