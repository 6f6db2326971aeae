//! The states of a sweep: for each shape a list of the sets that are carried with it, and in how many ways.
//!
//! Shapes are done in the order of their steps. Each collects what comes along the ways that lead into it, so that
//! several shapes can be done at the same time, nothing is stored twice, and a list can go as soon as nothing asks for it.
//!
//! What a list has at the end of its ways does not depend on other states that are swept at the same time: so when memory
//! is short, the states are split into two parts that are swept one after the other.

use super::folds::Turn;
use super::meeting::Meeting;
use super::number::{Marked, Number};
use super::plan::{Effect, Plan};
use super::rest::{Frame, Keeper, Reader, Rest, Stack, States};
use super::set::Set;
use super::shapes::{Shapes, Way, Ways};
use super::uses::Ends;
use super::worker::{Worker, most_at_once};
use super::{Refusal, Watch};
use crate::team::lock;
use crate::{Digest, Part};
use num_bigint::BigUint;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a sweep needs to know.
pub(super) struct Sweep<'a> {
    pub(super) plan: &'a Plan,
    pub(super) shapes: &'a Shapes,
    pub(super) threads: usize,
    pub(super) watch: &'a Watch<'a>,
    /// What turns do to what states carry.
    pub(super) turns: &'a [Turn],
    /// The mark of each option, if digests are carried along.
    pub(super) marks: Option<&'a [Digest]>,
    /// Where to add what states carry at the end, if that is something.
    pub(super) ends: Option<&'a Ends>,
    /// For each step, what it takes to come there, in some unit.
    pub(super) effort: Vec<f64>,
}

/// A state of a shape: what it carries, and the number of ways to come to it; without gaps, because there are many.
#[derive(Clone, Copy)]
#[repr(Rust, packed(2))]
pub(super) struct State<S, C> {
    pub(super) set: S,
    pub(super) count: C,
}

/// The states by shape.
pub(super) type Lists<S, C> = Vec<Box<[State<S, C>]>>;

/// The states in two parts.
type Halves<S, C> = (Lists<S, C>, Lists<S, C>);

/// Lists of a step, with their shapes.
type Done<S, C> = Vec<(usize, Box<[State<S, C>]>)>;

/// States are split as soon as there are so many for each part.
const STATES_A_PART: usize = 64;

/// So many states, before they are merged, are worth a second thread.
const WORTH_A_THREAD: usize = 1 << 14;

impl<'a> Sweep<'a> {
    pub(super) fn new(plan: &'a Plan, shapes: &'a Shapes, threads: usize, watch: &'a Watch<'a>) -> Self {
        // In the middle of a sweep, a way is gone by more states than near its ends.
        let mut sum = 0.0;
        let effort = (0..=plan.steps()).map(|step| {
            let [from, to] = [step, step + 1].map(|step| shapes.into[shapes.steps[step] as usize]);
            sum += f64::from(to - from) * plan.states_at(step);
            sum
        });
        Self { plan, shapes, threads, watch, turns: &[], marks: None, ends: None, effort: effort.collect() }
    }

    /// The number of solutions of a part, and their digest if it is carried along, with lists that take no more than
    /// `budget` bytes.
    pub(super) fn count<S: Set>(&self, part: &Part, budget: usize) -> Result<(BigUint, Digest), Refusal> {
        match self.marks {
            None => self.count_with::<S, u16>(part, budget),
            Some(_) => self.count_with::<u128, Marked<u64>>(part, budget),
        }
    }

    fn count_with<S: Set, C: Number>(
        &self,
        part: &Part,
        budget: usize,
    ) -> Result<(BigUint, Digest), Refusal> {
        if let Some(mut lines) = self.watch.frontier.keeper.and_then(Keeper::kept)
            && let Some((mut reader, before)) = Reader::new(&mut lines, self.shapes)
        {
            let mut stack = Stack::<S, C>::new(Vec::new(), 0, None);
            stack.add(before);
            match self.go_on(&mut reader, stack, budget) {
                Err(Refusal::NoStates) => {}
                counted => return counted,
            }
        }
        let all = Rest { lists: self.beginning::<S, C>(), step: 1, done: 0.0, share: 1.0 };
        match part.as_share() {
            None => self.run(Stack::new(vec![all], 0, None), budget, &mut Meeting::new(self, budget)),
            Some((parts, range)) => self.run_some((all, 0), parts as usize, range, budget),
        }
    }

    /// Goes on with states that were kept, those with the widest numbers first.
    fn go_on<S: Set, C: Number>(
        &self,
        reader: &mut Reader<'_>,
        mut stack: Stack<'_, S, C>,
        budget: usize,
    ) -> Result<(BigUint, Digest), Refusal> {
        while reader.width() == Some(stack.width) {
            stack.waiting.push(reader.rest().ok_or(Refusal::NoStates)?);
        }
        if !reader.is_over() {
            if C::IS_WIDEST {
                return Err(Refusal::NoStates);
            }
            let wider = Stack::<C::Sets<S>, C::Wider>::new(Vec::new(), stack.width + 1, Some(&stack));
            let more = self.go_on(reader, wider, budget)?;
            stack.add(more);
        }
        self.run(stack, budget, &mut None)
    }

    /// Keeps all states, if it is time to.
    fn keep(&self, stack: &dyn Frame) {
        if let Some(keeper) = self.watch.frontier.keeper {
            keeper.keep(&States { frame: stack, shapes: self.shapes });
        }
    }

    fn is_due(&self, is_last: bool) -> bool {
        self.watch.frontier.keeper.is_some_and(|keeper| keeper.is_due(is_last))
    }

    /// Sweeps some of so many parts of the states, which are split as soon as there are enough of them.
    ///
    /// How they are split depends on nothing but the problem and the number of parts.
    fn run_some<S: Set, C: Number>(
        &self,
        (mut rest, width): (Rest<S, C>, u32),
        parts: usize,
        range: Range<u32>,
        budget: usize,
    ) -> Result<(BigUint, Digest), Refusal> {
        while rest.step <= self.plan.steps() && self.needed(&rest.lists, rest.step) < parts * STATES_A_PART {
            let ways = self.shapes.inward();
            let intake = self.intake(ways, rest.step, &rest.lists);
            let left = self.plan.steps() - rest.step;
            match self.step(ways, rest.step, (intake, left), &rest.lists, budget) {
                Ok(made) => made.into_iter().for_each(|(shape, list)| rest.lists[shape] = list),
                Err(Halt::Narrow) => {
                    let wider = rest.widen().ok_or(Refusal::TooLarge)?;
                    return self.run_some((wider, width + 1), parts, range, budget);
                }
                Err(other) => return Err(other.into()),
            }
            rest.step += 1;
        }
        let mut some = Vec::new();
        self.choose(rest, parts, range.start as usize..range.end as usize, &mut some);
        let number = some.len().max(1) as f64;
        some.reverse();
        for (at, rest) in some.iter_mut().rev().enumerate() {
            (rest.done, rest.share) = (at as f64 / number, 1.0 / number);
        }
        self.run(Stack::new(some, width, None), budget, &mut None)
    }

    /// Splits states into so many parts, by halves, and keeps those in a range.
    fn choose<S: Set, C: Number>(
        &self,
        rest: Rest<S, C>,
        parts: usize,
        range: Range<usize>,
        into: &mut Vec<Rest<S, C>>,
    ) {
        if range.is_empty() {
            return;
        }
        let Rest { lists, step, done, share } = rest;
        let halves =
            if parts == 1 || step > self.plan.steps() { Err(lists) } else { self.split(lists, step) };
        let (some, others) = match halves {
            Ok(halves) => halves,
            Err(lists) => {
                // What cannot be split is all in the first of its parts, and the others are empty.
                if range.start == 0 {
                    into.push(Rest { lists, step, done, share });
                }
                return;
            }
        };
        let first = parts / 2;
        let [some, others] = [some, others].map(|lists| Rest { lists, step, done, share });
        self.choose(some, first, range.start.min(first)..range.end.min(first), into);
        let after = range.start.max(first) - first..range.end.max(first) - first;
        self.choose(others, parts - first, after, into);
    }

    /// The number of states that the steps from `step` on need.
    fn needed<S: Set, C: Number>(&self, lists: &Lists<S, C>, step: usize) -> usize {
        let lists = lists.iter().zip(&self.shapes.last);
        lists.filter(|&(_, &last)| last as usize >= step).map(|(list, _)| list.len()).sum()
    }

    /// The beginning: nothing covered, in one way.
    pub(super) fn beginning<S: Set, C: Number>(&self) -> Lists<S, C> {
        let mut lists: Lists<S, C> = (0..self.shapes.len()).map(|_| Box::default()).collect();
        if let Some(first) = lists.first_mut() {
            *first = Box::new([State { set: S::from_bits(0), count: C::ONE }]);
        }
        lists
    }

    /// All states, without numbers.
    pub(super) fn all(&self, most: usize) -> Result<Lists<u128, ()>, Refusal> {
        let mut lists = self.beginning();
        let mut live = 1;
        for step in 1..=self.plan.steps() {
            let ways = self.shapes.inward();
            let intake = self.intake(ways, step, &lists);
            if live + 2 * intake > most {
                return Err(Refusal::Memory);
            }
            let work = (intake, self.plan.steps() - step);
            for (shape, list) in self.step(ways, step, work, &lists, usize::MAX)? {
                live += list.len();
                lists[shape] = list;
            }
            self.watch.publish(step, self.plan.steps(), live, self.since(0, step, self.plan.steps()));
        }
        Ok(lists)
    }

    /// Sweeps to the end whatever there is to sweep, the last first.
    fn run<S: Set, C: Number>(
        &self,
        mut stack: Stack<'_, S, C>,
        budget: usize,
        meeting: &mut Option<Meeting>,
    ) -> Result<(BigUint, Digest), Refusal> {
        let ends = by_last_step(self.shapes);
        let ways = self.shapes.inward();
        while let Some(Rest { mut lists, mut step, mut done, mut share }) = stack.waiting.pop() {
            let mut held = stack.weight().min(budget / 2);
            let begun = step - 1;
            let mut live: usize = lists.iter().map(|list| list.len()).sum();
            let mut bytes = all_weights(&lists);
            loop {
                let end = meeting.as_ref().map_or(self.plan.steps() + 1, |meeting| meeting.step);
                if step >= end {
                    break;
                }
                let is_stopped = self.watch.is_stopped();
                if self.is_due(is_stopped) {
                    let part = share * self.since(begun, step - 1, end);
                    stack.waiting.push(Rest { lists, step, done: done + part, share: share - part });
                    self.keep(&stack);
                    lists = stack.waiting.pop().map(|rest| rest.lists).unwrap_or_default();
                }
                if is_stopped {
                    return Err(Refusal::Stopped);
                }
                let intake = self.intake(ways, step, &lists);
                let mut room = (budget - held).saturating_sub(bytes);
                if let Some(meeting) = meeting {
                    if meeting.retreat(self, (step, intake), room / 2)? {
                        continue;
                    }
                    room = room.saturating_sub(meeting.bytes);
                }
                match self.step(ways, step, (intake, end - step), &lists, room) {
                    Ok(made) => {
                        for (shape, list) in made {
                            live += list.len();
                            bytes += weight(&list);
                            lists[shape] = list;
                        }
                    }
                    // What was there before the step is kept.
                    Err(Halt::Refused(Refusal::Stopped)) if self.watch.is_stopped() => continue,
                    Err(Halt::Refused(refusal)) => return Err(refusal),
                    Err(Halt::Full) => {
                        meeting.iter_mut().for_each(|meeting| meeting.open = false);
                        let part = self.since(begun, step - 1, end);
                        self.watch.split(done + share * part);
                        let (some, others) = self.split(lists, step).map_err(|_| Refusal::Memory)?;
                        let [mine, theirs] = [&some, &others]
                            .map(|lists| lists.iter().map(|list| list.len()).sum::<usize>() as f64);
                        let part = share * (1.0 - part) * theirs / (mine + theirs);
                        share -= part;
                        held = (held + all_weights(&others)).min(budget / 2);
                        stack.waiting.push(Rest { lists: others, step, done: done + share, share: part });
                        lists = some;
                        live = lists.iter().map(|list| list.len()).sum();
                        bytes = all_weights(&lists);
                        continue;
                    }
                    Err(Halt::Narrow) => {
                        let rest = Rest { lists, step, done, share }.widen().ok_or(Refusal::TooLarge)?;
                        let wider = Stack::new(vec![rest], stack.width + 1, Some(&stack));
                        let more = self.run(wider, budget - held, meeting)?;
                        stack.add(more);
                        lists = Vec::new();
                        break;
                    }
                }
                for &shape in &ends[step] {
                    live -= lists[shape as usize].len();
                    bytes -= weight(&lists[shape as usize]);
                    lists[shape as usize] = Box::default();
                }
                let part = share * self.since(begun, step, end);
                self.watch.publish(step, self.plan.steps(), live, done + part);
                step += 1;
            }
            done += share;
            debug_assert!(done < 1.0 + 1e-6, "the parts of a sweep are one whole");
            match meeting {
                Some(meeting) if !lists.is_empty() => {
                    stack.add((meeting.join(self, &lists)?, Digest::ZERO));
                }
                _ => {
                    for &State { set, count } in lists.last().into_iter().flatten() {
                        stack.add((count.big(), count.digest()));
                        if let Some(ends) = self.ends {
                            *lock(ends).entry(set.bits()).or_default() += count.big();
                        }
                    }
                }
            }
            if !stack.waiting.is_empty() {
                self.watch.part(done)?;
            }
        }
        Ok((stack.sum, stack.digest))
    }

    /// What part of the work has been done at a step, of what was not done at the step `begun`, if the steps from `end` on have been
    /// done from the other side.
    fn since(&self, begun: usize, step: usize, end: usize) -> f64 {
        let last = self.plan.steps();
        let all = self.effort[last] - self.effort[begun];
        let done = self.effort[step] - self.effort[begun] + self.effort[last] - self.effort[end.min(last)];
        if all > 0.0 { done / all } else { 1.0 }
    }

    /// How many states the ways into a step bring, before any is refused or merged.
    pub(super) fn intake<S: Set, C: Number>(
        &self,
        ways: Ways<'_>,
        step: usize,
        lists: &Lists<S, C>,
    ) -> usize {
        let shapes = self.shapes.steps[step] as usize..self.shapes.steps[step + 1] as usize;
        shapes.flat_map(|shape| ways.of(shape)).map(|way| lists[way.from as usize].len()).sum()
    }

    /// The lists of a step, if there is room for so many bytes more.
    ///
    /// Nobody knows before how many states will be refused or merged: two of three or more, as a rule. So it is tried.
    pub(super) fn step<S: Set, C: Number>(
        &self,
        ways: Ways<'_>,
        step: usize,
        (intake, left): (usize, usize),
        lists: &Lists<S, C>,
        room: usize,
    ) -> Result<Done<S, C>, Halt> {
        // The steps that follow bring about as many, and fewer towards the end.
        let rest = left as f64 / 3.5;
        let (from, to) = (self.shapes.steps[step] as usize, self.shapes.steps[step + 1] as usize);
        let gone = ways.starts[to] - ways.starts[from];
        self.watch.states(intake, gone as usize, rest)?;
        let next = AtomicUsize::new(from);
        let (narrow, full) = (AtomicBool::new(false), AtomicBool::new(false));
        let (taken, largest) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let masks: Vec<S> = self.shapes.masks.iter().map(|&mask| S::from_bits(mask)).collect();
        let bits = self.plan.carried_bits();
        let work = || {
            let mut done = Vec::new();
            let mut worker = Worker::new(self, ways, &masks);
            loop {
                let shape = next.fetch_add(1, Ordering::Relaxed);
                let ends = narrow.load(Ordering::Relaxed) || full.load(Ordering::Relaxed);
                if shape >= to || ends || self.watch.is_stopped() {
                    return done;
                }
                // States are collected and sorted before they are merged, by each thread in a list of its own.
                let most: usize = ways.of(shape).iter().map(|way| lists[way.from as usize].len()).sum();
                let most = most_at_once::<C>(bits, most);
                let most = largest.fetch_max(most, Ordering::Relaxed).max(most);
                let own = self.threads * 2 * most * size_of::<State<S, C>>();
                if taken.load(Ordering::Relaxed).saturating_add(own) > room {
                    full.store(true, Ordering::Relaxed);
                    return done;
                }
                match worker.collect(step, shape, lists) {
                    Some(list) => {
                        taken.fetch_add(weight(&list), Ordering::Relaxed);
                        done.push((shape, list));
                    }
                    None => narrow.store(true, Ordering::Relaxed),
                }
            }
        };
        let done: Done<S, C> = self.together(intake, work).into_iter().flatten().collect();
        if self.watch.is_stopped() {
            return Err(Halt::Refused(Refusal::Stopped));
        }
        match (full.into_inner(), narrow.into_inner()) {
            (true, _) => Err(Halt::Full),
            (_, true) => Err(Halt::Narrow),
            _ => Ok(done),
        }
    }

    /// Work that all threads do, if there are so many states that it is worth it.
    pub(super) fn together<T: Send>(&self, states: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
        if self.threads < 2 || states <= WORTH_A_THREAD {
            return vec![work()];
        }
        let done = Mutex::new(Vec::new());
        on_threads(self.threads, &|| {
            let own = work();
            lock(&done).push(own);
        });
        done.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Two parts of the states that the steps from `step` on need, none of them empty:
    /// by a piece that about half of them have used, or else in the order of the shapes. If there is but one state, it
    /// comes back. Each list is given back as soon as its parts are made, so that there is hardly more than before.
    fn split<S: Set, C: Number>(&self, lists: Lists<S, C>, step: usize) -> Result<Halves<S, C>, Lists<S, C>> {
        let needed = |shape: usize| self.shapes.last[shape] as usize >= step;
        let kept = |(shape, list): (usize, Box<[_]>)| if needed(shape) { list } else { Box::default() };
        let lists: Lists<S, C> = lists.into_iter().enumerate().map(kept).collect();
        let live: usize = lists.iter().map(|list| list.len()).sum();
        if live < 2 {
            return Err(lists);
        }
        let mut used = [0usize; 128];
        for State { set, .. } in lists.iter().flatten().copied() {
            let mut bits = set.bits() & self.plan.must;
            while bits != 0 {
                used[bits.trailing_zeros() as usize] += 1;
                bits &= bits - 1;
            }
        }
        let bit = (0..128).min_by_key(|&bit| used[bit].abs_diff(live / 2)).expect("there are bits");
        let (mut some, mut others) = (Vec::with_capacity(lists.len()), Vec::with_capacity(lists.len()));
        // Neither part may be empty, or nearly so: it would be split again and again.
        let least = (live / 8).max(1);
        if (least..=live - least).contains(&used[bit]) {
            let has = |state: &State<S, C>| { state.set }.bits() >> bit & 1 == 1;
            for list in lists {
                let number = list.iter().filter(|state| has(state)).count();
                let (mut with, mut without) =
                    (Vec::with_capacity(number), Vec::with_capacity(list.len() - number));
                list.iter()
                    .for_each(|&state| if has(&state) { with.push(state) } else { without.push(state) });
                some.push(with.into_boxed_slice());
                others.push(without.into_boxed_slice());
            }
            return Ok((some, others));
        }
        let mut before = 0;
        for list in lists {
            let own = (live / 2).saturating_sub(before).min(list.len());
            before += list.len();
            some.push(list[..own].into());
            others.push(list[own..].into());
        }
        Ok((some, others))
    }
}

/// The same work on several threads. Starting threads is a lot of code, and this is compiled but once.
fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        work();
        for helper in helpers {
            helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Why a step was not done.
pub(super) enum Halt {
    /// Numbers need more room.
    Narrow,
    /// States need more room.
    Full,
    Refused(Refusal),
}

impl From<Halt> for Refusal {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Narrow => Self::TooLarge,
            Halt::Full => Self::Memory,
            Halt::Refused(refusal) => refusal,
        }
    }
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// What a way from one step to another does to what a state carries.
pub(super) struct Passage<'a> {
    plan: &'a Plan,
    effect: Option<&'a Effect>,
    /// What was spent before, and what is spent on the way.
    before: u128,
    spent: u128,
    turn: Option<&'a Turn>,
}

impl<'a> Passage<'a> {
    pub(super) fn new(plan: &'a Plan, way: Way, from: usize, to: usize) -> Self {
        let effect = way.choice.option().map(|option| &plan.effects[option.0 as usize]);
        let before = plan.spent[from];
        Self { plan, effect, before, spent: plan.spent[to] & !before, turn: None }
    }

    /// The same, and then a turn.
    pub(super) fn turned(self, turn: Option<&'a Turn>) -> Self {
        Self { turn, ..self }
    }

    /// What a state carries at the end of the way, if it can go there.
    pub(super) fn lead(&self, set: u128) -> Option<u128> {
        let mut set = set;
        if let Some(effect) = self.effect {
            if set & effect.need != 0 {
                return None;
            }
            set = effect.fields.iter().try_fold(set | effect.need, |set, field| field.apply(set))?;
        }
        if let Some(turn) = self.turn {
            // What was spent is used or of no use, and so are its images.
            set = turn.apply(set | self.before);
            let spent = self.before | self.spent;
            let due = spent & self.plan.must;
            return (set & due == due).then_some(set & !spent);
        }
        let due = self.spent & self.plan.must;
        let mut counters = self.plan.counters.iter().filter(|counter| self.spent >> counter.shift & 1 == 1);
        let settled =
            set & due == due && counters.all(|counter| set >> counter.shift & counter.mask >= counter.low);
        settled.then_some(set & !self.spent)
    }
}

/// The memory that a list takes, with what the allocator needs for itself.
pub(super) fn weight<T>(list: &[T]) -> usize {
    if list.is_empty() { 0 } else { size_of_val(list) + 32 }
}

/// The memory that the lists of all shapes take, empty ones included.
pub(super) fn all_weights<T>(lists: &[Box<[T]>]) -> usize {
    size_of_val(lists) + lists.iter().map(|list| weight(list)).sum::<usize>()
}

/// The step that a shape belongs to.
pub(super) fn step_of(shapes: &Shapes, shape: u32) -> usize {
    shapes.steps.partition_point(|&first| first <= shape) - 1
}

/// The shapes by the last step that needs them.
fn by_last_step(shapes: &Shapes) -> Vec<Vec<u32>> {
    let mut ends = vec![Vec::new(); shapes.steps.len()];
    for (shape, &last) in shapes.last.iter().enumerate() {
        ends[last as usize].push(shape as u32);
    }
    ends
}
