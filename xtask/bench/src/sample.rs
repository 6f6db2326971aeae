//! One measurement, each in a process of its own, so that peak memory is that of one engine.

use crate::engine::Engine;
use crate::puzzle::{Puzzle, loaded};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use nix::sys::resource::{UsageWho, getrusage};
use nix::time::{ClockId, clock_gettime};
use polydlx::packing::Packing;
use std::fmt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs at most.
const RUNS: usize = 3;
/// A run is not repeated once this much time is spent.
const ENOUGH: f64 = 1.0;

/// What counting once took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Seconds of processor time.
    pub(crate) cpu: f64,
    /// Seconds that passed.
    pub(crate) wall: f64,
    /// The most memory that the process had.
    pub(crate) peak_kb: u64,
}

impl Sample {
    /// Counts in this process.
    ///
    /// The time is from the options to the count. It is all processor time, not only what the kernel calls user time: of a short run
    /// that is a guess from a few ticks, and an engine that counts asks little of the kernel.
    pub(crate) fn here(puzzle: Puzzle, engine: Engine) -> Self {
        let problem = puzzle.problem();
        let loaded = puzzle.text().map(loaded);
        let packing = loaded.as_ref().map(|loaded| Packing::new(loaded.puzzle().expect("no mistakes")));
        let (cpu, wall) = (processor_time(), Instant::now());
        let solutions = engine.count(&problem, packing.as_ref());
        let (cpu, wall) = (processor_time() - cpu, wall.elapsed());
        let images = if engine == Engine::Auto { puzzle.images() } else { 1 };
        assert_eq!(solutions, images * puzzle.solutions(), "{puzzle} by {engine}");
        let usage = getrusage(UsageWho::RUSAGE_SELF).expect("one's own usage is no secret");
        let peak_kb = u64::try_from(usage.max_rss()).expect("memory is not negative");
        Self { cpu: cpu.as_secs_f64(), wall: wall.as_secs_f64(), peak_kb }
    }

    /// The least of a few runs: what disturbs a run only ever makes it longer.
    pub(crate) fn best(puzzle: Puzzle, engine: Engine, time: impl Fn(&Self) -> f64) -> Self {
        let mut spent = 0.0;
        let runs = (0..RUNS).map_while(|_| {
            let sample = (spent < ENOUGH).then(|| Self::in_child(puzzle, engine))?;
            spent += sample.wall;
            Some(sample)
        });
        runs.min_by(|a, b| time(a).total_cmp(&time(b))).expect("at least one run")
    }

    fn in_child(puzzle: Puzzle, engine: Engine) -> Self {
        let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
        let names = [engine.to_possible_value(), puzzle.to_possible_value()]
            .map(|value| value.expect("none is hidden"));
        command.arg("--one").args(names.iter().map(PossibleValue::get_name));
        let output = command.stderr(Stdio::inherit()).output().expect("this program runs again");
        assert!(output.status.success(), "{puzzle} by {engine} failed");
        let text = String::from_utf8_lossy(&output.stdout);
        let [cpu, wall, peak] = *text.split_whitespace().collect::<Vec<_>>() else {
            panic!("three figures, not {text:?}");
        };
        let seconds = |text: &str| text.parse().expect("seconds");
        Self { cpu: seconds(cpu), wall: seconds(wall), peak_kb: peak.parse().expect("kilobytes") }
    }
}

/// As [`Sample::in_child`] reads it.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.6} {:.6} {}", self.cpu, self.wall, self.peak_kb)
    }
}

fn processor_time() -> Duration {
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("every process has this clock").into()
}
