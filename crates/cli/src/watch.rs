//! A running search from outside: signals, time limit, progress.

use polydlx::cover::{Monitor, Pace, Progress, SweepProgress};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Why a search ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    TimeLimit,
    Signal,
}

/// How to tell the user how far the search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    Nothing,
    /// One line that is written over again and again.
    Line,
    /// A new line each time, with Knuth's short form of the position.
    Lines,
}

impl Show {
    /// Plain lines on demand; else one line if it disturbs nobody.
    pub(crate) fn new(forced: bool, quiet: bool, results_on_terminal: bool) -> Self {
        match (forced, quiet || results_on_terminal || !io::stderr().is_terminal()) {
            (true, _) => Self::Lines,
            (false, true) => Self::Nothing,
            (false, false) => Self::Line,
        }
    }
}

/// Watches until it is dropped.
pub(crate) struct Watch {
    cause: Arc<AtomicU8>,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

const NONE: u8 = 0;
const TIME: u8 = 1;
const SIGNAL: u8 = 2;

impl Watch {
    /// Stops the search on Ctrl-C, on SIGTERM and at the time limit, and shows its progress.
    pub(crate) fn start(monitor: &Monitor, limit: Option<Duration>, show: Show) -> Self {
        let watched = monitor.clone();
        let mut account = Account::default();
        Self::with(monitor, limit, show, move |elapsed| {
            account.line(elapsed, &watched.progress(), show == Show::Lines)
        })
    }

    /// The same, with other words for the progress.
    pub(crate) fn with(
        monitor: &Monitor,
        limit: Option<Duration>,
        show: Show,
        mut line: impl FnMut(Duration) -> String + Send + 'static,
    ) -> Self {
        let cause = Arc::new(AtomicU8::new(NONE));
        on_signal(monitor.clone(), Arc::clone(&cause));
        let (end, ended) = channel();
        let (monitor, told) = (monitor.clone(), Arc::clone(&cause));
        let thread = std::thread::spawn(move || watch(&monitor, &told, limit, (show, &mut line), &ended));
        Self { cause, end: Some(end), thread: Some(thread) }
    }

    /// What stopped the search, if anything did.
    pub(crate) fn cause(&self) -> Option<Cause> {
        match self.cause.load(Ordering::Relaxed) {
            TIME => Some(Cause::TimeLimit),
            SIGNAL => Some(Cause::Signal),
            _ => None,
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The search that a signal ends. There is one handler for the process, but there may be several searches in turn, and a
/// signal that comes between two of them ends the next one.
#[derive(Default)]
struct Running {
    search: Option<(Monitor, Arc<AtomicU8>)>,
    told: bool,
}

impl Running {
    /// From now on this search is the one that runs.
    fn enroll(&mut self, monitor: Monitor, cause: Arc<AtomicU8>) {
        if self.told {
            stop(&monitor, &cause);
        }
        self.search = Some((monitor, cause));
    }

    /// Ends the search that runs and those to come; false if the user has asked before and does not want to wait.
    fn tell(&mut self) -> bool {
        let is_first = !self.told && !self.search.as_ref().is_some_and(|(monitor, _)| monitor.is_stopped());
        self.told = true;
        if let Some((monitor, cause)) = self.search.as_ref().filter(|_| is_first) {
            stop(monitor, cause);
        }
        is_first
    }
}

fn stop(monitor: &Monitor, cause: &AtomicU8) {
    cause.store(SIGNAL, Ordering::Relaxed);
    monitor.stop();
}

static RUNNING: OnceLock<Mutex<Running>> = OnceLock::new();

fn on_signal(monitor: Monitor, cause: Arc<AtomicU8>) {
    let mut first = false;
    let running = RUNNING.get_or_init(|| {
        first = true;
        Mutex::default()
    });
    running.lock().unwrap_or_else(PoisonError::into_inner).enroll(monitor, cause);
    if first {
        // Without a handler a signal simply kills the process, which is no worse than before.
        let _ = ctrlc::set_handler(|| {
            let Some(running) = RUNNING.get() else { return };
            if !running.lock().unwrap_or_else(PoisonError::into_inner).tell() {
                std::process::exit(130);
            }
        });
    }
}

fn watch(
    monitor: &Monitor,
    cause: &AtomicU8,
    limit: Option<Duration>,
    (show, line): (Show, &mut dyn FnMut(Duration) -> String),
    ended: &Receiver<()>,
) {
    let start = Instant::now();
    let mut next = Duration::from_secs(1);
    let mut limit = limit;
    loop {
        // More often than a line is shown, so that the pace is known from the beginning.
        let until = if show == Show::Nothing { None } else { Some(next.min(start.elapsed() + LOOK)) };
        let wake = [until, limit].into_iter().flatten().min().unwrap_or(Duration::from_secs(3600));
        match ended.recv_timeout(wake.saturating_sub(start.elapsed())) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
        }
        if limit.is_some_and(|limit| start.elapsed() >= limit) {
            limit = None;
            let _ = cause.compare_exchange(NONE, TIME, Ordering::Relaxed, Ordering::Relaxed);
            monitor.stop();
        }
        if show == Show::Nothing {
            continue;
        }
        let line = line(start.elapsed());
        if start.elapsed() >= next {
            next = start.elapsed() + Duration::from_secs(1);
            let _ = match show {
                Show::Lines => writeln!(io::stderr(), "{line}"),
                _ => write!(io::stderr(), "\r\x1b[K{line}"),
            };
        }
    }
    if show == Show::Line {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

/// So many levels of a position are shown.
const LEVELS: usize = 16;

/// How often the pace is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// What is told of the work while it goes on.
#[derive(Default)]
struct Account {
    pace: Pace,
    /// When the first nodes had been seen, and how many.
    begun: Option<(f64, u64)>,
}

impl Account {
    /// A line that says how far the work has come.
    fn line(&mut self, elapsed: Duration, progress: &Progress, positions: bool) -> String {
        let seconds = elapsed.as_secs_f64();
        let mut line = format!("{}: {}", duration(seconds), progress.phase);
        if progress.done == 0.0 && progress.nodes == 0 {
            if let Some(SweepProgress { step, steps, .. }) = progress.sweep {
                line += &format!(", item {step} of {steps}");
            }
            return line;
        }
        let (since, nodes) = *self.begun.get_or_insert((seconds, progress.nodes));
        if let Some(SweepProgress { step, steps, states }) = progress.sweep {
            line += &format!(", item {step} of {steps}, {} states in memory", count(states as f64));
        } else {
            line += &format!(", {} solutions", progress.solutions);
            if seconds > since {
                let speed = (progress.nodes - nodes) as f64 / (seconds - since);
                line += &format!(", {} nodes/s", count(speed));
            }
        }
        line += &format!(", {:.2} % done", progress.done * 100.0);
        if let Some(left) = self.pace.left(seconds, progress) {
            line += &format!(", about {} left", duration(left));
        }
        if positions {
            for position in &progress.positions {
                line.push_str("; at ");
                line.push_str(&Progress::short(&position[..position.len().min(LEVELS)]));
                line.push_str(if position.len() > LEVELS { " …" } else { "" });
            }
        }
        line
    }
}

/// A length of time in the unit that suits it.
pub(crate) fn duration(seconds: f64) -> String {
    const UNITS: [(f64, &str); 5] =
        [(1.0, "s"), (60.0, "min"), (3600.0, "h"), (86400.0, "days"), (31_557_600.0, "years")];
    let (size, name) = UNITS.into_iter().rev().find(|(size, _)| seconds >= 2.0 * size).unwrap_or(UNITS[0]);
    let value = seconds / size;
    if value >= 10_000.0 { format!("{value:.1e} {name}") } else { format!("{value:.0} {name}") }
}

/// A number with a unit prefix.
pub(crate) fn count(number: f64) -> String {
    let (size, prefix) = [(1e9, "G"), (1e6, "M"), (1e3, "k")]
        .into_iter()
        .find(|(size, _)| number >= *size)
        .unwrap_or((1.0, ""));
    if prefix.is_empty() { format!("{number:.0}") } else { format!("{:.1} {prefix}", number / size) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_between_two_searches_ends_the_second() {
        let [first, second] = [(); 2].map(|()| (Monitor::new(), Arc::new(AtomicU8::new(NONE))));
        let mut running = Running::default();
        running.enroll(first.0.clone(), Arc::clone(&first.1));
        assert!(!first.0.is_stopped());
        assert!(running.tell());
        assert!(first.0.is_stopped());
        running.enroll(second.0.clone(), Arc::clone(&second.1));
        assert!(second.0.is_stopped());
        assert_eq!(second.1.load(Ordering::Relaxed), SIGNAL);
        // Whoever asks twice does not want to wait.
        assert!(!running.tell());
    }

    #[test]
    fn the_pace_is_that_of_the_work_and_not_of_getting_ready() {
        let mut account = Account::default();
        let mut at = |seconds: u64, done: f64, nodes: u64| {
            let progress = Progress { phase: "searching", done, outlook: done, nodes, ..Progress::default() };
            account.line(Duration::from_secs(seconds), &progress, false)
        };
        assert_eq!(at(50, 0.0, 0), "50 s: searching");
        assert_eq!(at(51, 0.01, 1000), "51 s: searching, 0 solutions, 1.00 % done");
        assert_eq!(
            at(61, 0.11, 11_000),
            "61 s: searching, 0 solutions, 1.0 k nodes/s, 11.00 % done, about 89 s left"
        );
    }

    #[test]
    fn units() {
        assert_eq!(duration(0.4), "0 s");
        assert_eq!(duration(119.0), "119 s");
        assert_eq!(duration(121.0), "2 min");
        assert_eq!(duration(1e12), "3.2e4 years");
        assert_eq!(count(999.0), "999");
        assert_eq!(count(1_234_567.0), "1.2 M");
    }
}
