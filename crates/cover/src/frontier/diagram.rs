//! All solutions at once: the states of a sweep with the ways between them.
//!
//! Every state from which the end can be reached knows in how many ways. That is enough to draw solutions at random, all
//! equally likely, and to list them without ever coming to a dead end.

use super::number::Number;
use super::plan::Plan;
use super::sets::{Passage, Sweep, step_of};
use super::shapes::{Shapes, Way};
use super::{Refusal, Watch};
use crate::random::Random;
use crate::{Monitor, Node, OptionId, Zdd};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The solutions of a problem, merged wherever they go on alike.
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
/// let diagram = Frontier::new(&problem).diagram().unwrap();
/// assert_eq!(diagram.solutions(), 2u32.into());
/// // Three solutions at random, all of them equally likely.
/// assert_eq!(diagram.sample(3, 0).count(), 3);
/// ```
#[derive(Debug)]
pub struct Diagram {
    plan: Plan,
    shapes: Shapes,
    /// States of shape `v` are those from `starts[v]` to `starts[v + 1]`.
    starts: Vec<usize>,
    /// What each state carries.
    sets: Vec<u128>,
    /// From each state, the number of ways to the end.
    ways: Box<dyn Ways>,
    /// Ways out of shape `v` are those from `out_starts[v]` to `out_starts[v + 1]`: the shape they lead to, and how.
    out_starts: Vec<usize>,
    out: Vec<(u32, Way)>,
}

/// Numbers by state.
trait Ways: std::fmt::Debug + Send + Sync {
    fn of(&self, state: usize) -> BigUint;
    fn is_none(&self, state: usize) -> bool;
}

impl<C: Number> Ways for Vec<Option<C>> {
    fn of(&self, state: usize) -> BigUint {
        self[state].map(Number::big).unwrap_or_default()
    }

    fn is_none(&self, state: usize) -> bool {
        self[state].is_none()
    }
}

/// Bytes for a state, with all that is made of it.
const STATE: usize = 128;

impl Diagram {
    pub(super) fn new(
        plan: Plan,
        shapes: Shapes,
        threads: usize,
        watch: &Watch<'_>,
        budget: usize,
    ) -> Result<Self, Refusal> {
        let sweep = Sweep::new(&plan, &shapes, threads, watch);
        let lists = sweep.all(budget / STATE)?;
        let mut starts = vec![0];
        let mut sets = Vec::new();
        for list in lists {
            watch.go_on(0.0)?;
            sets.extend(list.iter().map(|state| state.set));
            starts.push(sets.len());
        }
        let mut out_starts = vec![0usize; shapes.len() + 1];
        shapes.ways.iter().for_each(|way| out_starts[way.from as usize + 1] += 1);
        (0..shapes.len()).for_each(|shape| out_starts[shape + 1] += out_starts[shape]);
        let mut place = out_starts.clone();
        let mut out = vec![None; shapes.ways.len()];
        for shape in 0..shapes.len() {
            for way in shapes.ways_into(shape) {
                out[place[way.from as usize]] = Some((shape as u32, *way));
                place[way.from as usize] += 1;
            }
        }
        let mut out: Vec<(u32, Way)> = out.into_iter().flatten().collect();
        for shape in 0..shapes.len() {
            // Options in their order, and at last the way on which the item stays uncovered.
            let key = |(_, way): &(u32, Way)| way.choice.option().map_or(u32::MAX, |option| option.0);
            out[out_starts[shape]..out_starts[shape + 1]].sort_unstable_by_key(key);
        }
        let mut diagram =
            Self { plan, shapes, starts, sets, ways: Box::new(Vec::<Option<u32>>::new()), out_starts, out };
        diagram.ways = diagram.numbered::<u64>(watch, budget)?;
        Ok(diagram)
    }

    /// The number of ways from each state to the end, in as many bits as are needed and fit into memory.
    fn numbered<C: Number>(&self, watch: &Watch<'_>, budget: usize) -> Result<Box<dyn Ways>, Refusal> {
        let beside = STATE - size_of::<Option<u128>>();
        if self.sets.len().saturating_mul(beside + size_of::<Option<C>>()) > budget {
            return Err(Refusal::Memory);
        }
        match self.number::<C>(watch)? {
            Some(ways) => Ok(Box::new(ways)),
            None if C::IS_WIDEST => Err(Refusal::TooLarge),
            None => self.numbered::<C::Wider>(watch, budget),
        }
    }

    /// The number of solutions.
    pub fn solutions(&self) -> BigUint {
        if self.sets.is_empty() { BigUint::default() } else { self.ways.of(0) }
    }

    /// The number of states that lead to a solution.
    pub fn states(&self) -> usize {
        (0..self.sets.len()).filter(|&state| !self.ways.is_none(state)).count()
    }

    /// Calls `visit` with each solution, until it breaks; its options are in the order of the sweep.
    pub fn for_each(&self, mut visit: impl FnMut(&[OptionId]) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.sets.is_empty() || self.ways.is_none(0) {
            return ControlFlow::Continue(());
        }
        let mut chosen: Vec<OptionId> = Vec::new();
        // For each state on the path, the ways out of it that are still to be gone, and how many options led to it.
        let mut path = vec![((0, 0), self.leads((0, 0)), 0)];
        while let Some((here, leads, depth)) = path.last_mut() {
            chosen.truncate(*depth);
            if here.0 + 1 == self.shapes.len() {
                path.pop();
                visit(&chosen)?;
            } else if let Some((next, option)) = leads.pop() {
                chosen.extend(option);
                let depth = chosen.len();
                path.push((next, self.leads(next), depth));
            } else {
                path.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Draws `number` solutions at random, with replacement, each as likely as any other; the same seed draws the same ones.
    pub fn sample(&self, number: u64, seed: u64) -> impl Iterator<Item = Vec<OptionId>> + '_ {
        let mut random = Random::new(seed);
        let total = self.solutions();
        let none = total == BigUint::default();
        (0..if none { 0 } else { number }).map(move |_| self.draw(random.big(&total)))
    }

    /// The diagram as a zero-suppressed binary decision diagram, in so many bytes.
    pub fn zdd(&self, memory: usize, monitor: &Monitor) -> Result<Zdd, Refusal> {
        let mut zdd = Zdd::default();
        let mut node = vec![Zdd::BOTTOM; self.sets.len()];
        for shape in (0..self.shapes.len()).rev() {
            monitor.go_on()?;
            if zdd.bytes() > memory {
                return Err(Refusal::Memory);
            }
            for state in self.starts[shape]..self.starts[shape + 1] {
                if shape + 1 == self.shapes.len() {
                    node[state] = Zdd::TOP;
                    continue;
                }
                for ((to, at), option) in self.leads((shape, state)) {
                    debug_assert!(to > shape);
                    node[state] = match option {
                        Some(option) => zdd.node(Node { option, low: node[state], high: node[at] }),
                        None => node[at],
                    };
                }
            }
        }
        Ok(zdd.rooted(node.first().copied().unwrap_or(Zdd::BOTTOM)))
    }

    /// The solution with this number.
    fn draw(&self, mut number: BigUint) -> Vec<OptionId> {
        let mut chosen = Vec::new();
        let mut here = (0, 0);
        while here.0 + 1 < self.shapes.len() {
            for (next, option) in self.leads(here).into_iter().rev() {
                let ways = self.ways.of(next.1);
                if number < ways {
                    chosen.extend(option);
                    here = next;
                    break;
                }
                number -= ways;
            }
        }
        chosen
    }

    /// Where a state leads to, and by which option, last way first; only states from which the end can be reached.
    fn leads(&self, (shape, state): (usize, usize)) -> Vec<((usize, usize), Option<OptionId>)> {
        let step = step_of(&self.shapes, shape as u32);
        let out = &self.out[self.out_starts[shape]..self.out_starts[shape + 1]];
        let lead = |&(to, way): &(u32, Way)| {
            let next = self.follow(way, step, to as usize, self.sets[state])?;
            (!self.ways.is_none(next)).then_some(((to as usize, next), way.choice.option()))
        };
        out.iter().rev().filter_map(lead).collect()
    }

    /// The state of a shape that a way leads to.
    fn follow(&self, way: Way, step: usize, to: usize, set: u128) -> Option<usize> {
        let passage = Passage::new(&self.plan, way, step, step_of(&self.shapes, to as u32));
        let set = passage.lead(set)?;
        let range = self.starts[to]..self.starts[to + 1];
        self.sets[range].binary_search(&set).ok().map(|at| self.starts[to] + at)
    }

    /// From the end to the beginning: in how many ways each state can be completed; `None` if a number is too large.
    fn number<C: Number>(&self, watch: &Watch<'_>) -> Result<Option<Vec<Option<C>>>, Refusal> {
        let mut ways: Vec<Option<C>> = vec![None; self.sets.len()];
        if let Some(end) = self.shapes.len().checked_sub(1) {
            ways[self.starts[end]..].fill(Some(C::ONE));
        }
        for to in (0..self.shapes.len()).rev() {
            if watch.is_stopped() {
                return Err(Refusal::Stopped);
            }
            for way in self.shapes.ways_into(to) {
                let from = way.from as usize;
                let step = step_of(&self.shapes, way.from);
                for state in self.starts[from]..self.starts[from + 1] {
                    let Some(next) = self.follow(*way, step, to, self.sets[state]) else { continue };
                    ways[state] = match (ways[state], ways[next]) {
                        (Some(some), Some(more)) => match some.add(more) {
                            None => return Ok(None),
                            sum => sum,
                        },
                        (some, more) => some.or(more),
                    };
                }
            }
        }
        Ok(Some(ways))
    }
}
