//! The states of a sweep that is being done, kept between layers.

use super::Kept;
use super::crew::lock;
use polydlx::cover::{Keeper, Monitor, States};
use polydlx::journal::{read_states, states_name, write_states};
use std::io;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Keeps the states of a unit from time to time.
pub(crate) struct StatesKeeper<'k, 'a> {
    kept: &'k Kept<'a>,
    unit: usize,
    every: Duration,
    begun: Instant,
    monitor: &'k Monitor,
    times: Mutex<Times>,
}

struct Times {
    /// When states were kept last, and how long that took.
    saved: Instant,
    took: Duration,
    /// When a sign of life was given last.
    marked: Instant,
    /// What was spent before, in seconds.
    before: f64,
    error: Option<io::Error>,
}

/// Keeping states may take this part of the time, but for those that take very long to write.
const PART: u32 = 20;
/// What is done after states were kept is lost with a crash: no more than this, and what a layer takes.
const MOST: Duration = Duration::from_secs(40);
/// A sign of life is given so often.
const MARK: Duration = Duration::from_secs(20);

impl<'k, 'a> StatesKeeper<'k, 'a> {
    pub(crate) fn new(kept: &'k Kept<'a>, unit: usize, every: Duration, monitor: &'k Monitor) -> Self {
        let now = Instant::now();
        let times = Times { saved: now, took: Duration::ZERO, marked: now, before: 0.0, error: None };
        Self { kept, unit, every, begun: now, monitor, times: Mutex::new(times) }
    }

    /// The seconds that it took, also before it was stopped; or what went wrong.
    pub(crate) fn finish(self) -> io::Result<f64> {
        let times = self.times.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        times.error.map_or(Ok(times.before + self.begun.elapsed().as_secs_f64()), Err)
    }
}

impl Keeper for StatesKeeper<'_, '_> {
    fn is_due(&self, is_last: bool) -> bool {
        let mut times = lock(&self.times);
        if times.marked.elapsed() >= MARK {
            self.kept.folder.mark(self.unit);
            times.marked = Instant::now();
        }
        let pause = if is_last { self.every / PART } else { (PART * times.took).min(MOST).max(self.every) };
        times.error.is_none() && times.saved.elapsed() >= pause
    }

    fn keep(&self, states: &States<'_>) {
        let Kept { folder, asked, units, .. } = self.kept;
        let mut times = lock(&self.times);
        let start = Instant::now();
        let seconds = times.before + self.begun.elapsed().as_secs_f64();
        let written = write_states(folder, (asked, units), (self.unit, seconds), |line| states.write(line));
        if let Err(error) = written {
            times.error = Some(error);
            self.monitor.stop();
        }
        (times.saved, times.took) = (Instant::now(), start.elapsed());
    }

    fn kept(&self) -> Option<Box<dyn Iterator<Item = String>>> {
        let Kept { folder, asked, units, .. } = self.kept;
        match read_states(folder, (asked, units), self.unit) {
            Ok(kept) => kept.map(|states| {
                lock(&self.times).before = states.seconds;
                states.lines
            }),
            Err(why) => {
                let path = folder.path().join(states_name(self.unit));
                eprintln!("{}: {why}; what it had is done again.", path.display());
                None
            }
        }
    }
}
