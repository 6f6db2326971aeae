//! Watching and stopping a search from outside: values, no printing, no clock.

use crate::walk::{Frame, Stats};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A handle on a running search; clones are the same handle.
///
/// Give it to [`crate::Search::monitor`] and keep a clone in the thread that has the clock or the signal handler.
#[derive(Clone, Debug, Default)]
pub struct Monitor {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    slots: Mutex<Vec<Arc<Slot>>>,
    sweep: Mutex<Option<SweepProgress>>,
}

impl Monitor {
    /// A handle that has not stopped anything yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to end soon; it will say that it is not complete. This only sets a flag, so signal handlers may call it.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// Whether [`Monitor::stop`] has been called.
    pub fn is_stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
    }

    /// How far the search has come, summed over its workers as each published it last.
    pub fn progress(&self) -> Progress {
        let slots = self.shared.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let sweep = *self.shared.sweep.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sum = Progress { sweep, ..Progress::default() };
        for slot in slots.iter() {
            let part = slot.0.lock().unwrap_or_else(PoisonError::into_inner);
            sum.solutions += part.solutions;
            sum.nodes += part.nodes;
            sum.done += part.done;
            if !part.position.is_empty() {
                sum.positions.push(part.position.clone());
            }
        }
        sum.done = sum.done.min(1.0);
        sum
    }

    /// Forgets what former searches published and makes a place for each worker of a new one.
    pub(crate) fn enrol(&self, workers: usize) -> Vec<Arc<Slot>> {
        *self.shared.sweep.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let mut slots = self.shared.slots.lock().unwrap_or_else(PoisonError::into_inner);
        *slots = (0..workers).map(|_| Arc::default()).collect();
        slots.clone()
    }
}

impl Monitor {
    /// Where a sweep is.
    pub(crate) fn publish_sweep(&self, step: usize, steps: usize, states: usize) {
        let mut sweep = self.shared.sweep.lock().unwrap_or_else(PoisonError::into_inner);
        *sweep = Some(SweepProgress { step, steps, states });
    }
}

/// How far a sweep of engine frontier has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepProgress {
    /// The items that are settled.
    pub step: usize,
    /// All items to settle.
    pub steps: usize,
    /// States in memory.
    pub states: usize,
}

/// How far a search has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Solutions so far.
    pub solutions: u64,
    /// Nodes so far.
    pub nodes: u64,
    /// Knuth's completion ratio, TAOCP 7.2.2.1 (27), added up over the workers: between 0 and 1.
    pub done: f64,
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
    /// Publishes, unless a reader is just looking: a worker never waits here.
    pub(crate) fn publish(&self, frames: &[Frame], stats: &Stats) {
        if let Ok(mut part) = self.0.try_lock() {
            part.set(frames, stats);
        }
    }

    /// Publishes the end of a task, for certain.
    pub(crate) fn finish(&self, stats: &Stats) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).set(&[], stats);
    }
}

impl Part {
    fn set(&mut self, frames: &[Frame], stats: &Stats) {
        self.solutions = stats.solutions;
        self.nodes = stats.nodes;
        // Half of the branch we are in counts as done, as in (27).
        self.done = stats.done + frames.last().map_or(0.0, |frame| frame.weight / 2.0);
        self.position.clear();
        self.position.extend(frames.iter().map(|frame| (frame.choice, frame.degree)));
    }
}
