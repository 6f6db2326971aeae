//! The other end of a sweep: what leads to the end is found from there, and both meet where they have done equally much.
//!
//! Most states of the second half lead nowhere, because the pieces that they have left do not fit. Seen from the end it is
//! the other way round: there most states of the first half are of no use. So the shapes, which are known from end to end,
//! are gone through from both ends, and a solution is a state of the one side with what it needs on the other.
//! One-sided pentominoes in 6×15 take a fifth of the states that way, and in 9×10 still less.

use super::folds::Turn;
use super::number::Number;
use super::set::Set;
use super::sets::{Halt, Lists, State, Sweep, step_of, weight};
use super::shapes::{Way, Ways};
use super::worker::Worker;
use super::{Refusal, Shapes};
use num_bigint::BigUint;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How numbers of ways to the end are kept: if one is greater, the other side goes on.
type Count = u16;

/// What was done from the end.
pub(super) struct Meeting {
    /// For each shape what may have been used when it leads to the end, and in how many ways it does.
    lists: Lists<u32, Count>,
    /// All shapes of this step and the ones after it are done.
    pub(super) step: usize,
    /// What the lists take.
    pub(super) bytes: usize,
    /// Whether it may go on.
    pub(super) open: bool,
    /// States that were looked at, here and on the other side.
    gone: [usize; 2],
    /// Ways out of each shape, as ways that come from where they lead to.
    starts: Vec<u32>,
    ways: Vec<Way>,
    turns: Vec<Turn>,
    /// For each step the shapes that have all their ways from there and later.
    ends: Vec<Vec<u32>>,
}

impl Meeting {
    /// The end alone; none where a state does not tell what was before it, if there are hardly more states than ways, or if it would take
    /// a third of the memory.
    pub(super) fn new(sweep: &Sweep<'_>, budget: usize) -> Option<Self> {
        let Sweep { plan, shapes, .. } = sweep;
        let bits = plan.carried_bits();
        let simple = plan.must == plan.spent.last().copied()? && plan.counters.is_empty();
        let plain = plan.effects.iter().all(|effect| effect.fields.is_empty());
        let usual = sweep.marks.is_none() && sweep.ends.is_none() && sweep.watch.frontier.keeper.is_none();
        if shapes.len() < 2
            || plan.states_a_way() < MANY
            || !(1..=32).contains(&bits)
            || !simple
            || !plain
            || !usual
            || bytes(shapes) > budget / 3
        {
            return None;
        }
        let mut lists: Lists<u32, Count> = (0..shapes.len()).map(|_| Box::default()).collect();
        *lists.last_mut()? = Box::new([State { set: 0, count: 1 }]);
        let mut starts = vec![0; shapes.len() + 1];
        shapes.ways.iter().for_each(|way| starts[way.from as usize + 1] += 1);
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        let mut place = starts.clone();
        let mut ways = shapes.ways.clone();
        let mut ends = vec![Vec::new(); shapes.steps.len()];
        for shape in 0..shapes.len() {
            if shape % POLL == 0 && sweep.watch.is_stopped() {
                return None;
            }
            let into = shapes.ways_into(shape);
            for way in into {
                let at = &mut place[way.from as usize];
                ways[*at as usize] = Way { from: shape as u32, ..*way };
                *at += 1;
            }
            // They come in the order of their shapes.
            if let Some(first) = into.first() {
                ends[step_of(shapes, first.from)].push(shape as u32);
            }
        }
        let turns = sweep.turns.iter().map(|turn| turn.inverse(bits)).collect();
        let step = plan.steps();
        Some(Self { lists, step, bytes: bytes(shapes), open: true, gone: [0; 2], starts, ways, turns, ends })
    }

    /// Goes a step back from the end, if that is less work than the next step of the other side, with so many states; tells
    /// whether it did. Once there is no room it stays where it is.
    pub(super) fn retreat(
        &mut self,
        sweep: &Sweep<'_>,
        (step, intake): (usize, usize),
        room: usize,
    ) -> Result<bool, Refusal> {
        if !self.open || self.step <= step {
            return Ok(false);
        }
        let to = self.step - 1;
        let ways = Ways { starts: &self.starts, ways: &self.ways, back: Some(&self.turns) };
        let own = sweep.intake(ways, to, &self.lists);
        if self.gone[0] + own > self.gone[1] + intake {
            self.gone[1] += intake;
            return Ok(false);
        }
        match sweep.step(ways, to, (own, to - step), &self.lists, room.saturating_sub(self.bytes)) {
            Ok(made) => {
                for (shape, list) in made {
                    self.bytes += weight(&list);
                    self.lists[shape] = list;
                }
            }
            Err(Halt::Narrow | Halt::Full) => {
                self.open = false;
                return Ok(false);
            }
            Err(Halt::Refused(refusal)) => return Err(refusal),
        }
        for &shape in &self.ends[to] {
            self.bytes -= weight(&self.lists[shape as usize]);
            self.lists[shape as usize] = Box::default();
        }
        self.gone[0] += own;
        self.step = to;
        Ok(true)
    }

    /// The number of solutions, if states of the other side have come as far as the step before.
    pub(super) fn join<S: Set, C: Number>(
        &self,
        sweep: &Sweep<'_>,
        lists: &Lists<S, C>,
    ) -> Result<BigUint, Refusal> {
        let shapes = sweep.shapes;
        let first = shapes.steps[self.step];
        let next = AtomicUsize::new(first as usize);
        let work = || {
            let worker = Worker::<S, C>::new(sweep, shapes.inward(), &[]);
            let mut index = Index::new(sweep.plan.carried_bits());
            let mut none = Index(Vec::new());
            let mut sum = Sum::default();
            loop {
                let shape = next.fetch_add(1, Ordering::Relaxed);
                if shape >= shapes.len() || sweep.watch.is_stopped() {
                    return sum.total();
                }
                let list = &self.lists[shape];
                let ways = shapes.ways_into(shape).iter().take_while(|way| way.from < first);
                let states: usize = ways.clone().map(|way| lists[way.from as usize].len()).sum();
                if list.is_empty() || states == 0 {
                    continue;
                }
                // A few are better looked up in the list itself.
                let index = if FEW * states < list.len() { &mut none } else { &mut index };
                index.set(list);
                let step = step_of(shapes, shape as u32);
                for way in ways {
                    worker.go(*way, step, lists, |set, count| {
                        if let Some(times) = index.find(list, set.bits() as u32) {
                            sum.add(count, times);
                        }
                        Some(())
                    });
                }
                index.clear(list);
            }
        };
        let states = lists.iter().map(|list| list.len()).sum();
        let total = sweep.together(states, work).into_iter().sum();
        if sweep.watch.is_stopped() { Err(Refusal::Stopped) } else { Ok(total) }
    }
}

/// A list by its sets, if they have few bits; there are no states with a count of 0.
struct Index(Vec<Count>);

impl Index {
    /// Sets of more bits are looked up in the list.
    const MOST: usize = 20;

    fn new(bits: usize) -> Self {
        Self(if bits <= Self::MOST { vec![0; 1 << bits] } else { Vec::new() })
    }

    fn set(&mut self, list: &[State<u32, Count>]) {
        if !self.0.is_empty() {
            list.iter().for_each(|state| self.0[state.set as usize] = state.count);
        }
    }

    fn clear(&mut self, list: &[State<u32, Count>]) {
        if !self.0.is_empty() {
            list.iter().for_each(|state| self.0[state.set as usize] = 0);
        }
    }

    #[inline]
    fn find(&self, list: &[State<u32, Count>], set: u32) -> Option<Count> {
        if self.0.is_empty() {
            return list.binary_search_by_key(&set, |state| state.set).ok().map(|at| list[at].count);
        }
        Some(self.0[set as usize]).filter(|&count| count > 0)
    }
}

/// So many states on each way are worth a second side: less than nine pieces have too few sets.
const MANY: f64 = 3.0;

/// Shapes between two questions whether to go on.
const POLL: usize = 1 << 12;

/// So much less than a list has is looked up in it, and not by its index.
const FEW: usize = 4;

/// What it takes before there are states.
fn bytes(shapes: &Shapes) -> usize {
    24 * shapes.len() + 8 * shapes.ways.len()
}

/// A sum of products.
#[derive(Default)]
struct Sum {
    low: u128,
    high: BigUint,
}

impl Sum {
    fn add<C: Number>(&mut self, count: C, times: Count) {
        match count.small() {
            Some(small) => {
                let product = u128::from(small) * u128::from(times);
                match self.low.checked_add(product) {
                    Some(sum) => self.low = sum,
                    None => self.high += std::mem::replace(&mut self.low, product),
                }
            }
            None => self.high += count.big() * times,
        }
    }

    fn total(self) -> BigUint {
        self.high + self.low
    }
}
