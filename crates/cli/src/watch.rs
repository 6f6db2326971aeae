//! A command from outside: signals, time limit, progress.
//!
//! All commands can be stopped, by one mechanism. Whoever has something to say when it is stopped enrols a monitor, by a
//! [`Watch`], and polls it. What nobody polls is ended from here a moment later, and leaves nothing half-written behind.

use crate::system::processor_seconds;
use crate::voice::is_quiet;
use crate::{Answer, output};
use polydlx::cover::{Monitor, Pace, Progress, SweepProgress};
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Why a command ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    TimeLimit,
    Signal,
}

/// From now on the command ends on Ctrl-C, on SIGTERM, and after this time.
pub(crate) fn begin(limit: Option<Duration>) {
    // Without a handler a signal simply kills the process.
    let _ = ctrlc::set_handler(|| stop(Cause::Signal));
    if let Some(limit) = limit {
        std::thread::spawn(move || {
            std::thread::sleep(limit);
            stop(Cause::TimeLimit);
        });
    }
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

    /// Makes room for something else where a line of progress may stand.
    pub(crate) fn clear(self) {
        if self == Self::Line {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Watches until it is dropped.
pub(crate) struct Watch {
    cause: Told,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What stopped a search, if anything did.
type Told = Arc<OnceLock<Cause>>;

/// A monitor and what watches it, for a command without a search of its own.
pub(crate) fn watched() -> (Monitor, Watch) {
    let monitor = Monitor::new();
    let watch = Watch::start(&monitor, Show::new(false, is_quiet(), false));
    (monitor, watch)
}

impl Watch {
    /// Stops the search when the command is to end, and shows its progress.
    pub(crate) fn start(monitor: &Monitor, show: Show) -> Self {
        let watched = monitor.clone();
        let mut account = Account::default();
        Self::with(monitor, show, move |elapsed| {
            account.line(elapsed, &watched.progress(), show == Show::Lines)
        })
    }

    /// The same, with other words for the progress.
    pub(crate) fn with(
        monitor: &Monitor,
        show: Show,
        line: impl FnMut(Duration) -> String + Send + 'static,
    ) -> Self {
        Self::new(monitor, None, show, line)
    }

    /// Stops a part of the work when it has taken so long, or when the command is to end.
    pub(crate) fn limited(monitor: &Monitor, limit: Duration) -> Self {
        Self::new(monitor, Some(limit), Show::Nothing, |_| String::new())
    }

    fn new(
        monitor: &Monitor,
        limit: Option<Duration>,
        show: Show,
        mut line: impl FnMut(Duration) -> String + Send + 'static,
    ) -> Self {
        let cause = Told::default();
        running().enrol(monitor, &cause);
        let (end, ended) = channel();
        let (monitor, told) = (monitor.clone(), Arc::clone(&cause));
        let thread = std::thread::spawn(move || watch(&monitor, &told, limit, (show, &mut line), &ended));
        Self { cause, end: Some(end), thread: Some(thread) }
    }

    /// From now on what was done is saved when this is stopped, and that is not cut short.
    pub(crate) fn saves(&self) {
        let mut running = running();
        running
            .searches
            .iter_mut()
            .filter(|known| known.is(&self.cause))
            .for_each(|known| known.saves = true);
    }

    /// What stopped the search, if anything did.
    pub(crate) fn cause(&self) -> Option<Cause> {
        self.cause.get().copied()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut running = running();
        running.searches.retain(|known| !known.is(&self.cause));
        running.heard |= running.told.is_some() && running.searches.is_empty();
        drop(running);
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What goes on in this process. There may be several searches in turn, and parts of a search that are watched by themselves;
/// what stops the command stops those that run and those to come.
#[derive(Default)]
struct Running {
    searches: Vec<Enrolled>,
    told: Option<Cause>,
    /// Whether a search has ended since then: the command says what came of it.
    heard: bool,
}

/// A search that is to be told when the command is stopped.
struct Enrolled {
    monitor: Monitor,
    cause: Told,
    saves: bool,
}

impl Enrolled {
    fn is(&self, cause: &Told) -> bool {
        Arc::ptr_eq(&self.cause, cause)
    }

    fn stop(&self, cause: Cause) {
        // Whatever stopped it first is why it ended.
        let _ = self.cause.set(cause);
        self.monitor.stop();
    }
}

impl Running {
    fn enrol(&mut self, monitor: &Monitor, cause: &Told) {
        let search = Enrolled { monitor: monitor.clone(), cause: Arc::clone(cause), saves: false };
        if let Some(cause) = self.told {
            search.stop(cause);
        }
        self.searches.push(search);
    }

    /// Stops the searches that run and those to come; false if the command is to end already.
    fn tell(&mut self, cause: Cause) -> bool {
        let is_first = self.told.is_none();
        if is_first {
            self.told = Some(cause);
            self.searches.iter().for_each(|search| search.stop(cause));
        }
        is_first
    }
}

static RUNNING: Mutex<Running> = Mutex::new(Running { searches: Vec::new(), told: None, heard: false });

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stops the command. Whoever asks a second time does not want to wait.
fn stop(cause: Cause) {
    let is_first = running().tell(cause);
    if is_first {
        std::thread::spawn(move || insist(cause));
    } else if cause == Cause::Signal {
        output::remove_drafts();
        std::process::exit(130);
    }
}

/// So many seconds of processor time has a command that was stopped to say what it knows. Half a second is promised, and the
/// system takes a part of it for much memory that is given back.
const ENOUGH: f64 = 0.4;
/// What does nothing for so long waits for something, such as its input.
const IDLE: Duration = Duration::from_secs(2);
const NOTHING: f64 = 0.05;
/// So long has a command to end if nothing is enrolled: it may be about to begin, or to print its answer.
const MOMENT: Duration = Duration::from_millis(200);

/// Ends the process if the command does not come to its end by itself.
fn insist(cause: Cause) {
    let (told, before) = (Instant::now(), processor_seconds());
    let mut idle = told;
    loop {
        std::thread::sleep(Duration::from_millis(10));
        let used = match (before, processor_seconds()) {
            (Some(before), Some(now)) => now - before,
            // Where the system does not tell, as if nobody else used the processor.
            _ => told.elapsed().as_secs_f64(),
        };
        let running = running();
        let is_over = match &running.searches[..] {
            [] => used >= ENOUGH || idle.elapsed() >= MOMENT,
            searches if searches.iter().any(|search| search.saves) => return,
            _ => {
                idle = Instant::now();
                used >= ENOUGH || (used < NOTHING && told.elapsed() >= IDLE)
            }
        };
        let heard = running.heard;
        drop(running);
        if is_over {
            output::remove_drafts();
            if !heard && !is_quiet() {
                eprintln!("It was {}.", because(Some(cause)));
            }
            std::process::exit(Answer::Partial.status());
        }
    }
}

/// The words for what ended a command early.
pub(crate) fn because(cause: Option<Cause>) -> &'static str {
    match cause {
        Some(Cause::TimeLimit) => "stopped at the time limit",
        Some(Cause::Signal) => "interrupted",
        None => "stopped",
    }
}

fn watch(
    monitor: &Monitor,
    cause: &OnceLock<Cause>,
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
            let _ = cause.set(Cause::TimeLimit);
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
    show.clear();
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
        let [first, second] = [(); 2].map(|()| (Monitor::new(), Told::default()));
        let mut running = Running::default();
        running.enrol(&first.0, &first.1);
        assert!(!first.0.is_stopped());
        assert!(running.tell(Cause::Signal));
        assert!(first.0.is_stopped());
        running.enrol(&second.0, &second.1);
        assert!(second.0.is_stopped());
        assert_eq!(second.1.get(), Some(&Cause::Signal));
        // Whoever asks twice does not want to wait.
        assert!(!running.tell(Cause::Signal));
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
