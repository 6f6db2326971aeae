//! Watching and stopping from outside: values, no printing, no clock.

use crate::Step;
use crate::pace::{Expected, reckon};
use crate::survey::Left;
use crate::walk::{Frame, Stats};
use std::fmt::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A handle on work that is going on; clones are the same handle.
///
/// One monitor goes with one question, from getting ready to the answer. Keep a clone in the thread that has the clock or
/// the signal handler. Whatever can take longer than a moment asks it whether to stop, and tells it how far it has come.
#[derive(Clone, Debug, Default)]
pub struct Monitor {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    /// Whether somebody has asked how far the work has come.
    watched: AtomicBool,
    pulse: Option<Pulse>,
    state: Mutex<State>,
}

/// Who is asked, besides, whether to stop.
struct Pulse(Box<dyn Fn() -> bool + Send + Sync>);

impl fmt::Debug for Pulse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pulse")
    }
}

#[derive(Debug, Default)]
struct State {
    phase: &'static str,
    /// What workers are busy with.
    slots: Vec<Arc<Slot>>,
    /// What is over.
    past: Part,
    /// Where the sweep is that is going on, and the part of the question that it has done.
    sweep: Option<SweepProgress>,
    swept: f64,
    /// The most that was ever said to be done.
    shown: f64,
    /// How many nodes there will be, about.
    expected: Option<Expected>,
}

/// What those hear who were told to stop before they had anything to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it was stopped")
    }
}

impl std::error::Error for Stopped {}

impl Monitor {
    /// A handle that has not stopped anything yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A handle for those who have no other thread: whenever work asks whether to stop, this is called, and true is yes.
    /// It is called often, a thousand times a second or more.
    pub fn with_pulse(pulse: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { shared: Arc::new(Shared { pulse: Some(Pulse(Box::new(pulse))), ..Shared::default() }) }
    }

    /// Asks all work to end soon; it will say that it is not complete. This only sets a flag, so signal handlers may call it.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// Whether [`Monitor::stop`] has been called, or the pulse has said so.
    pub fn is_stopped(&self) -> bool {
        if !self.shared.stop.load(Ordering::Relaxed)
            && let Some(Pulse(pulse)) = &self.shared.pulse
            && pulse()
        {
            self.stop();
        }
        self.shared.stop.load(Ordering::Relaxed)
    }

    /// The same as a result, to be asked with a question mark.
    pub fn go_on(&self) -> Result<(), Stopped> {
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Says in words what is being done from now on, such as `looking for symmetries`. Where a sweep was is no longer told.
    pub fn enter(&self, phase: &'static str) {
        let mut state = self.state();
        state.phase = phase;
        state.sweep = None;
    }

    /// Says how many nodes there will be in all, about; infinite if nobody knows.
    pub fn expect(&self, nodes: f64) {
        let known = nodes.is_finite() && nodes > 0.0;
        self.state().expected = known.then(|| Expected::guessed(nodes));
    }

    /// Says what seems to be left, if what nobody has looked at is like what was looked at.
    pub(crate) fn survey(&self, left: Left) {
        let progress = self.progress();
        let rest = left.nodes / left.weight * (1.0 - progress.passed).max(0.0);
        let mut state = self.state();
        state.expected = Some(Expected::surveyed(state.expected, progress.nodes, rest, left.descents));
    }

    /// Whether anybody wants to know how much is left: if nobody does, it is not looked for.
    pub(crate) fn is_watched(&self) -> bool {
        self.shared.watched.load(Ordering::Relaxed)
    }

    /// How far the work has come, summed over its workers as each published it last. It never goes back.
    pub fn progress(&self) -> Progress {
        self.shared.watched.store(true, Ordering::Relaxed);
        let mut state = self.state();
        let mut sum = Progress {
            phase: state.phase,
            solutions: state.past.solutions,
            nodes: state.past.nodes,
            outlook: 0.0,
            passed: 0.0,
            done: state.past.done + state.swept,
            positions: Vec::new(),
            sweep: state.sweep,
        };
        for slot in &state.slots {
            let part = slot.lock();
            sum.solutions += part.solutions;
            sum.nodes += part.nodes;
            sum.done += part.done;
            if !part.position.is_empty() {
                sum.positions.push(part.position.clone());
            }
        }
        sum.passed = sum.done.min(1.0);
        sum.outlook = reckon(sum.done.min(1.0), sum.nodes, state.expected);
        state.shown = sum.outlook.clamp(state.shown, 1.0);
        sum.done = state.shown;
        sum
    }

    /// Forgets everything but a stop: a new question begins.
    pub fn begin(&self) {
        *self.state() = State::default();
    }

    /// Forgets the work that was done, which is done in another way now; what was said to be done is not taken back.
    pub fn start_over(&self) {
        let mut state = self.state();
        *state = State { shown: state.shown, ..State::default() };
    }

    /// A place for each of some workers.
    pub(crate) fn enrol(&self, workers: usize) -> Vec<Arc<Slot>> {
        let slots: Vec<_> = (0..workers).map(|_| Arc::default()).collect();
        self.state().slots.extend(slots.iter().cloned());
        slots
    }

    /// The workers are done: what they did is past.
    pub(crate) fn dismiss(&self, slots: &[Arc<Slot>]) {
        let mut state = self.state();
        for slot in slots {
            let part = slot.lock();
            state.past.solutions += part.solutions;
            state.past.nodes += part.nodes;
            state.past.done += part.done;
        }
        state.slots.retain(|known| !slots.iter().any(|slot| Arc::ptr_eq(slot, known)));
    }

    /// Where a sweep is, and what part of the question it has done.
    pub(crate) fn publish_sweep(&self, sweep: SweepProgress, done: f64) {
        let mut state = self.state();
        (state.sweep, state.swept) = (Some(sweep), done);
    }

    /// The sweep is over, and has done so much.
    pub(crate) fn end_sweep(&self, done: f64) {
        let mut state = self.state();
        (state.sweep, state.swept) = (None, 0.0);
        state.past.done += done;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How far a sweep of engine frontier has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SweepProgress {
    /// The items that are settled.
    pub step: usize,
    /// All items to settle.
    pub steps: usize,
    /// Shapes or states in memory.
    pub states: usize,
}

/// How far the work has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// What is being done, in words.
    pub phase: &'static str,
    /// Solutions so far, all that are stood for by those that were found.
    pub solutions: u64,
    /// Nodes so far.
    pub nodes: u64,
    /// The part of the whole that is done, between 0 and 1, which never becomes less: for searches the leaves passed, each
    /// weighed by the product of the degrees above it (TAOCP 7.2.2.1 (27)), beside the number of nodes that was expected.
    pub done: f64,
    /// The same as far as it can be told now, even if more was said to be done before.
    pub outlook: f64,
    /// The leaves passed alone.
    pub passed: f64,
    /// For each busy worker the branch it is in at each level, as (choice from 1, number of branches).
    pub positions: Vec<Vec<(u32, u32)>>,
    /// Where the sweep is, if it is one.
    pub sweep: Option<SweepProgress>,
}

impl Progress {
    /// Knuth's short form of a position: two digits of radix 62 per level, `*` above 61, as in `4g 1d 7a`.
    pub fn short(position: &[(u32, u32)]) -> String {
        let digit = |value: u32| match value {
            0..36 => char::from_digit(value, 36).expect("a digit"),
            36..62 => char::from(b'A' + (value - 36) as u8),
            _ => '*',
        };
        let mut text = String::new();
        for (level, &(choice, degree)) in position.iter().enumerate() {
            let space = if level > 0 { " " } else { "" };
            write!(text, "{space}{}{}", digit(choice), digit(degree)).expect("strings take everything");
        }
        text
    }
}

/// Where one worker publishes.
#[derive(Debug, Default)]
pub(crate) struct Slot(Mutex<Part>);

#[derive(Debug, Default)]
struct Part {
    solutions: u64,
    nodes: u64,
    done: f64,
    position: Vec<(u32, u32)>,
}

impl Slot {
    /// Publishes what the worker did before and now, where each solution stands for so many, unless a reader is just
    /// looking: a worker never waits here.
    pub(crate) fn publish(&self, before: &Stats, now: &Stats, times: u64, frames: &[Frame]) {
        if let Ok(mut part) = self.0.try_lock() {
            part.set(before, now, times, frames);
        }
    }

    /// Publishes where a worker is that does one task only, unless a reader is just looking; nowhere is the end.
    pub(crate) fn reach(&self, solutions: u64, nodes: u64, path: &[Step]) {
        if let Ok(mut part) = self.0.try_lock() {
            let (mut done, mut weight) = (if path.is_empty() { 1.0 } else { 0.0 }, 1.0);
            for step in path {
                weight /= f64::from(step.degree);
                done += weight * f64::from(step.choice.saturating_sub(1));
            }
            let position = path.iter().map(|step| (step.choice, step.degree)).collect();
            *part = Part { solutions, nodes, done, position };
        }
    }

    /// Publishes the end of a task, for certain.
    pub(crate) fn finish(&self, stats: &Stats) {
        self.lock().set(stats, &Stats::default(), 1, &[]);
    }

    /// Publishes one more task, which is over.
    pub(crate) fn add(&self, nodes: u64) {
        self.lock().nodes += nodes;
    }

    fn lock(&self) -> MutexGuard<'_, Part> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part {
    fn set(&mut self, before: &Stats, now: &Stats, times: u64, frames: &[Frame]) {
        self.solutions = before.solutions + now.solutions * times;
        self.nodes = before.nodes + now.nodes;
        self.done = before.done + now.done;
        self.position.clear();
        self.position.extend(frames.iter().map(|frame| (frame.choice, frame.degree)));
    }
}
