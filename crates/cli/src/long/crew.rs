//! Threads that do units, and save what they have done.

use super::gather::{Gathered, each, first, table};
use super::kept::{Kept, is_gone};
use super::refused;
use super::states::StatesKeeper;
use crate::failure::Failure;
use polydlx::cover::{Monitor, Unit};
use polydlx::diagnostic::Diagnostic;
use polydlx::journal::{Draft, Ledger, Record, State, head, sealed::Sealing, states_name};
use polydlx::packing::Why;
use std::collections::VecDeque;
use std::env;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Which units to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// All that nobody else is doing.
    All,
    /// All, whatever others are doing.
    Every,
    /// One that nobody else is doing.
    Next,
    /// Those with these numbers, whoever else is doing them.
    Range(Range<usize>),
}

/// What is done is saved after this time, and again, and again: so twice that much is done again at most.
const EVERY: Duration = Duration::from_secs(20);

/// How often the threads are looked after.
const LOOK: Duration = Duration::from_millis(10);

/// Those who work on a folder.
pub(crate) struct Crew<'k, 'a> {
    kept: &'k Kept<'a>,
    ledger: &'k Ledger,
    monitor: &'k Monitor,
    queue: Mutex<VecDeque<usize>>,
    which: Which,
    every: Duration,
    /// Units that are done now, with those that were before; others may watch.
    done: Arc<AtomicUsize>,
    failure: Mutex<Option<Failure>>,
    /// Solutions that are kept, and how many are enough.
    found: AtomicU64,
    enough: Option<u64>,
}

/// What a thread is doing.
#[derive(Default)]
struct Slot(Mutex<Option<Doing>>);

struct Doing {
    monitor: Monitor,
    since: Instant,
    /// Whether it can be stopped and gone on with.
    is_search: bool,
}

impl<'k, 'a> Crew<'k, 'a> {
    pub(crate) fn new(
        kept: &'k Kept<'a>,
        ledger: &'k Ledger,
        which: Which,
        done: &Arc<AtomicUsize>,
        monitor: &'k Monitor,
    ) -> Self {
        let mut left = ledger.left();
        done.store(kept.units.len() - left.len(), Ordering::Relaxed);
        if let Which::Range(range) = &which {
            left.retain(|unit| range.contains(unit));
        }
        // What takes long is begun first, so that in the end nobody waits long for others.
        left.sort_by(|&a, &b| kept.units.units[b].1.total_cmp(&kept.units.units[a].1));
        // For tests, which cannot wait so long.
        let every = env::var("POLYDLX_SAVE_EVERY").ok().and_then(|text| text.parse().ok());
        let every = every.map_or(EVERY, Duration::from_millis);
        let (queue, done) = (Mutex::new(left.into()), Arc::clone(done));
        let (failure, found) = (Mutex::new(None), AtomicU64::new(0));
        Self { kept, ledger, monitor, queue, which, every, done, failure, found, enough: None }
    }

    /// The same; it ends when so many solutions are kept, with those that were kept before. Each thread finishes the one
    /// that it is writing.
    #[must_use]
    pub(crate) fn until(mut self, enough: Option<u64>) -> Self {
        self.enough = enough;
        if enough.is_some() {
            self.found = AtomicU64::new(self.ledger.total().kept);
        }
        self
    }

    /// Whether nothing more is to be done.
    fn is_over(&self) -> bool {
        let found = self.found.load(Ordering::Relaxed);
        self.monitor.is_stopped() || self.enough.is_some_and(|enough| found >= enough)
    }

    /// Lets so many threads work until there is nothing more to do, or it is stopped.
    pub(crate) fn work(self, threads: usize) -> Result<(), Failure> {
        self.kept.folder.tidy(is_gone);
        let slots: Vec<Slot> = (0..threads.max(1)).map(|_| Slot::default()).collect();
        std::thread::scope(|scope| {
            let crew = &self;
            let workers: Vec<_> = slots
                .iter()
                .map(|slot| scope.spawn(move || Worker { crew, slot, draft: None }.run()))
                .collect();
            while workers.iter().any(|worker| !worker.is_finished()) {
                std::thread::sleep(LOOK);
                slots.iter().for_each(|slot| slot.look_after(self.is_over(), self.every));
            }
        });
        for file in self.ledger.superfluous() {
            self.kept.folder.forget(file);
        }
        lock(&self.failure).take().map_or(Ok(()), Err)
    }

    /// The next unit to do.
    fn next(&self) -> Option<usize> {
        loop {
            if self.is_over() {
                return None;
            }
            let mut queue = lock(&self.queue);
            let unit = queue.pop_front()?;
            let heeds_others = matches!(self.which, Which::All | Which::Next);
            if heeds_others && !self.kept.folder.take(unit, is_gone) {
                continue;
            }
            if self.which == Which::Next {
                queue.clear();
            }
            return Some(unit);
        }
    }

    /// Ends everything.
    fn fail(&self, failure: Failure) {
        lock(&self.failure).get_or_insert(failure);
        self.monitor.stop();
    }
}

impl Slot {
    /// Stops what is to be saved, or to be ended.
    fn look_after(&self, stop: bool, every: Duration) {
        if let Some(doing) = &*lock(&self.0)
            && (stop || (doing.is_search && doing.since.elapsed() >= every))
        {
            doing.monitor.stop();
        }
    }
}

/// One thread.
struct Worker<'w, 'k, 'a> {
    crew: &'w Crew<'k, 'a>,
    slot: &'w Slot,
    draft: Option<Results>,
}

/// A file with results that is being written.
struct Results {
    file: Sealing<Draft>,
    begun: Instant,
    units: Vec<usize>,
}

impl Worker<'_, '_, '_> {
    fn run(mut self) {
        let done = self.work_on();
        if let Err(error) = done {
            self.crew.fail(refused(self.crew.kept.folder.path(), &error));
        }
        if let Some(results) = self.draft.take() {
            results.units.iter().for_each(|&unit| self.crew.kept.folder.release(unit));
        }
    }

    fn work_on(&mut self) -> io::Result<()> {
        while let Some(unit) = self.crew.next() {
            self.unit(unit)?;
            if self.draft.as_ref().is_some_and(|results| results.begun.elapsed() >= self.crew.every) {
                self.publish()?;
            }
        }
        self.publish()
    }

    /// Does a unit, and saves it from time to time.
    fn unit(&mut self, number: usize) -> io::Result<()> {
        let kept = self.crew.kept;
        let part = &kept.units.units[number].0;
        let mut so_far = match self.crew.ledger.state(number) {
            State::Begun(record) => record,
            _ => Record::begin(number, part),
        };
        loop {
            let stretch = self.stretch(&so_far)?;
            let begun = stretch.left != so_far.left;
            so_far.add(&stretch);
            match (so_far.is_last(), kept.keeps_solutions()) {
                (true, true) => self.add(number, &stretch)?,
                (true, false) => self.add(number, &so_far)?,
                // Solutions stand before the record of the stretch in which they were found.
                (false, true) if begun => {
                    self.add(number, &stretch)?;
                    self.publish()?;
                }
                (false, false) if begun => {
                    // A count is kept as a whole, so that the file before it is of no use any more.
                    let text = [head(&kept.asked, &kept.units), so_far.to_line()];
                    let text = polydlx::journal::sealed::seal(text.iter().map(String::as_str));
                    kept.folder.write(&format!("partial/{number:06}.jsonl"), &text)?;
                    self.publish()?;
                }
                (false, _) => {}
            }
            if so_far.is_last() {
                self.crew.done.fetch_add(1, Ordering::Relaxed);
                return Ok(());
            }
            if self.crew.is_over() {
                kept.folder.release(number);
                return Ok(());
            }
            kept.folder.mark(number);
        }
    }

    /// Does what is left of a unit, until it is to be saved; its solutions are written, its record is not.
    fn stretch(&mut self, so_far: &Record) -> io::Result<Record> {
        let kept = self.crew.kept;
        let monitor = Monitor::new();
        let is_search = kept.plan.is_search(&so_far.part);
        let since = Instant::now();
        *lock(&self.slot.0) = Some(Doing { monitor: monitor.clone(), since, is_search });
        if self.crew.is_over() {
            monitor.stop();
        }
        let (gathered, seconds) = self.gather(so_far, &monitor)?;
        *lock(&self.slot.0) = None;
        let Gathered { answer, kept: number, by, best } = gathered;
        if let (false, Why::Refused(refusal), false) = (answer.complete, answer.why, monitor.is_stopped()) {
            let message = format!("unit {} cannot be done here: {refusal}", so_far.unit);
            let remedy = "work on it with fewer threads, or on a machine with more memory";
            self.crew.fail(Failure::mistake(Diagnostic::error("refused-unit", message).remedy(remedy)));
        }
        let is_first = so_far.left.len() == 1 && so_far.left[0] == so_far.part;
        let mut left: Vec<Unit> = answer.left.clone();
        left.sort();
        Ok(Record {
            from: if is_first { Vec::new() } else { so_far.left.clone() },
            left,
            sum: answer.sum().clone(),
            digest: answer.digest.unwrap_or_default(),
            nodes: answer.search.as_ref().map_or_else(Vec::new, |outcome| outcome.profile.clone()),
            kept: number,
            by,
            best,
            seconds: seconds.unwrap_or_else(|| since.elapsed().as_secs_f64()),
            ..Record::begin(so_far.unit, &so_far.part)
        })
    }

    /// Does what is left, and keeps of it what is asked for; a sweep says how long it took, because it may have begun before.
    fn gather(&mut self, so_far: &Record, monitor: &Monitor) -> io::Result<(Gathered, Option<f64>)> {
        let (crew, kept, left) = (self.crew, self.crew.kept, so_far.left.clone());
        if kept.keeps_solutions() {
            let file = &mut self.draft()?.file;
            let mut write = |line: &str| file.line(line);
            let gathered = match kept.rank.number() {
                Some(most) => first(kept, left, most, monitor, &mut write)?,
                None => each(kept, left, monitor, &mut write, &|| {
                    crew.found.fetch_add(1, Ordering::Relaxed);
                    crew.enough.is_some() && crew.is_over()
                })?,
            };
            return Ok((gathered, None));
        }
        if kept.rank().is_some() {
            return Ok((table(kept, left, monitor), None));
        }
        if kept.plan.is_search(&so_far.part) {
            return Ok((kept.plan.run_units(left, monitor, None).into(), None));
        }
        let keeper = StatesKeeper::new(kept, so_far.unit, crew.every, monitor);
        let answer = kept.plan.run_kept(so_far.part.clone(), monitor, &keeper);
        Ok((answer.into(), Some(keeper.finish()?)))
    }

    /// The file that is being written.
    fn draft(&mut self) -> io::Result<&mut Results> {
        if self.draft.is_none() {
            let kept = self.crew.kept;
            let mut file = Sealing::new(kept.folder.draft()?);
            file.line(&head(&kept.asked, &kept.units))?;
            self.draft = Some(Results { file, begun: Instant::now(), units: Vec::new() });
        }
        Ok(self.draft.as_mut().expect("it was just made"))
    }

    /// Writes a record.
    fn add(&mut self, unit: usize, record: &Record) -> io::Result<()> {
        let results = self.draft()?;
        results.units.push(unit);
        results.file.line(&record.to_line())
    }

    /// Gives the file that is being written its name; from then on it counts.
    fn publish(&mut self) -> io::Result<()> {
        let Some(Results { file, units, .. }) = self.draft.take() else { return Ok(()) };
        let (draft, hash) = file.finish()?;
        let Some(first) = units.first() else {
            draft.discard();
            return Ok(());
        };
        let folder = &self.crew.kept.folder;
        folder.publish(draft, &format!("results/{first:06}-{}.jsonl", &hash[..12]))?;
        for unit in units {
            folder.forget(&format!("partial/{unit:06}.jsonl"));
            folder.forget(&states_name(unit));
            folder.release(unit);
        }
        Ok(())
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
