//! A command that works on a folder: what watches it, and what it says.

use super::conclusion::warn_of_broken;
use super::{Conclusion, Crew, Kept, Means, Wanted, Which, begin, conclude, with_kept};
use crate::args::SearchArgs;
use crate::failure::Failure;
use crate::json::Object;
use crate::search::{cause_json, config};
use crate::voice::is_quiet;
use crate::watch::{Cause, Show, Watch, because, duration};
use polydlx::cover::{Monitor, Unit};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Who watches the work, and how far it has come.
pub(crate) struct Session {
    pub(crate) monitor: Monitor,
    watch: Watch,
    pub(crate) done: Arc<AtomicUsize>,
    all: Arc<AtomicUsize>,
}

/// A unit that takes longer than this, in nanoseconds, is one that must be saved before its end: a minute.
const MINUTE: f64 = 6e10;
/// States that take less than this are swept and written in less than that.
const MUCH: usize = 8 << 30;
/// A sweep may cost so many times as much as it was thought to.
const MISSED: f64 = 20.0;

impl Session {
    pub(crate) fn start(progress: bool) -> Self {
        let monitor = Monitor::new();
        let (done, all) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (watched, known) = (Arc::clone(&done), Arc::clone(&all));
        let mut first = None;
        let phase = monitor.clone();
        let show = Show::new(progress, is_quiet(), false);
        let watch = Watch::with(&monitor, show, move |elapsed| {
            let (done, all) = (watched.load(Ordering::Relaxed), known.load(Ordering::Relaxed));
            let seconds = elapsed.as_secs_f64();
            if all == 0 {
                return format!("{}: {}", duration(seconds), phase.progress().phase);
            }
            let (since, before) = *first.get_or_insert((seconds, done));
            let mut line = format!("{}: {done} of {all} units done", duration(seconds));
            if done > before && seconds > since {
                let left = (seconds - since) * (all - done) as f64 / (done - before) as f64;
                line += &format!(", about {} left", duration(left));
            }
            line
        });
        Self { monitor, watch, done, all }
    }

    /// What follows is not made of units.
    pub(crate) fn rest(&self) {
        self.all.store(0, Ordering::Relaxed);
    }

    /// What stopped it, if anything did; it is watched no longer.
    pub(crate) fn end(self) -> Option<Cause> {
        self.watch.cause()
    }

    /// Does units with so many threads, until so many solutions are kept, and adds up all that is known then.
    pub(crate) fn work(
        &self,
        kept: &Kept<'_>,
        which: Which,
        threads: usize,
        enough: Option<u64>,
    ) -> Result<Conclusion, Failure> {
        self.watch.saves();
        let ledger = kept.ledger()?;
        warn_of_broken(kept, &ledger);
        conclude(kept, &ledger)?;
        self.all.store(kept.units.len(), Ordering::Relaxed);
        say_what_cannot_be_saved(kept);
        let is_count = which == Which::Every;
        let first = if is_count { Which::All } else { which };
        Crew::new(kept, &ledger, first, &self.done, &self.monitor).until(enough).work(threads)?;
        let mut ledger = kept.ledger()?;
        if is_count && !ledger.left().is_empty() && !self.monitor.is_stopped() {
            // Others may do it as well, but who knows if they will.
            Crew::new(kept, &ledger, Which::Every, &self.done, &self.monitor).until(enough).work(threads)?;
            ledger = kept.ledger()?;
        }
        conclude(kept, &ledger)
    }
}

/// States between the layers of a sweep are kept, so that no more than a minute is done again; unless there may be so many
/// of them that a layer, or writing them, takes longer: that is said before.
fn say_what_cannot_be_saved(kept: &Kept<'_>) {
    let long = |(unit, price): &&(Unit, f64)| *price * MISSED > MINUTE && !kept.plan.is_search(unit);
    let number = kept.units.units.iter().filter(long).count();
    if number > 0 && kept.memory > MUCH && !is_quiet() {
        eprintln!(
            "{number} of {} units are sweeps with up to {} GB of states each: if one is stopped, more than a minute may be done again. \
             Less --memory avoids that.",
            kept.units.len(),
            kept.memory >> 30
        );
    }
}

/// What came of `--save`.
pub(crate) struct Saved {
    /// None if it was stopped before anything was known.
    pub(crate) conclusion: Option<Conclusion>,
    pub(crate) cause: Option<Cause>,
}

/// Asks a question, keeps it in a folder, and goes on with it as far as it comes, or until so many solutions are kept.
pub(crate) fn save(
    path: &Path,
    command: &str,
    asking: Wanted<'_>,
    enough: Option<u64>,
) -> Result<Saved, Failure> {
    let search = asking.search;
    let session = Session::start(search.progress);
    begin(path, command, asking, &session.monitor)?;
    let threads = config(search).threads;
    let conclusion =
        with_kept(path, Means { threads, memory: search.memory, units: None }, &session.monitor, |kept| {
            session.work(kept, Which::Every, threads, enough)
        })?;
    Ok(Saved { conclusion, cause: session.end() })
}

impl Saved {
    /// Says how far it has come, and how to go on.
    pub(crate) fn tell(&self, path: &Path) {
        if is_quiet() {
            return;
        }
        let path = path.display();
        match &self.conclusion {
            None => eprintln!("Nothing is done yet: {}.", because(self.cause)),
            Some(conclusion) if conclusion.complete => eprintln!("All is kept in {path}."),
            Some(Conclusion { total, .. }) if self.cause.is_none() => eprintln!(
                "{} of {} units are done, and kept in {path}; the same command with a greater number goes on from there.",
                total.done, total.units
            ),
            Some(Conclusion { total, .. }) => eprintln!(
                "{} of {} units are done, and kept in {path}; the same command goes on from there: {}.",
                total.done,
                total.units,
                because(self.cause)
            ),
        }
    }

    /// For programs.
    pub(crate) fn json(&self, search: &SearchArgs) -> Object {
        let Some(conclusion) = &self.conclusion else {
            return Object::default().with("count", 0).with("complete", false);
        };
        let mut object = conclusion.json();
        if !conclusion.complete {
            object = object.with("stopped_by", cause_json(self.cause));
        }
        if search.stats { object.with("seconds", conclusion.total.seconds) } else { object }
    }
}

impl Conclusion {
    /// For programs.
    pub(crate) fn json(&self) -> Object {
        let object = Object::default()
            .raw("count", &self.count)
            .with("complete", self.complete)
            .with("digest", self.digest.to_string())
            .with("units", self.total.units)
            .with("units_done", self.total.done)
            .with("kept", self.total.kept)
            .with("nodes", self.nodes.iter().sum::<u64>())
            .with("profile", self.nodes.clone());
        match &self.by {
            Some(by) => by.json(object),
            None => object,
        }
    }
}
