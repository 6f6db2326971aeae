//! Workers that share a tree, and the channel their solutions go through.
//!
//! A worker walks its task without locks. Every few hundred nodes it looks whether somebody is idle, and if so gives away half of the
//! untried branches at its shallowest level that has any; so lopsided trees are balanced as they turn out to be,
//! and nothing is split that nobody waits for. A task is a path from the root, so all that changes hands is a few numbers.

use crate::problem::Problem;
use crate::tree::{Step, Tree};
use crate::walk::{Frame, Host, Stats, Task, steps, walk};
use crate::{Monitor, OptionId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Solutions that travel together: at most so many, and never longer than to the next poll.
const BATCH: usize = 64;
/// In ordered mode, the steps of solutions that may wait for their turn.
const WAITING_STEPS: usize = 1 << 17;
/// Batches between producers and consumer: enough to keep both busy, little enough to be no memory.
pub(crate) const CHANNEL: usize = 16;

/// What a team of workers is to do.
pub(crate) struct Team<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) threads: usize,
    pub(crate) monitor: &'a Monitor,
    /// Set by the consumer, or by the team itself, to end everything.
    pub(crate) quit: Arc<AtomicBool>,
    /// Where solutions go, and whether in the order of one thread; none if they are only counted.
    pub(crate) outlet: Option<Outlet>,
    /// Solutions to count at most.
    pub(crate) limit: Option<u64>,
}

/// Several solutions in one piece of memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    steps: Vec<Step>,
    ends: Vec<usize>,
}

impl Batch {
    pub(crate) fn solutions(&self) -> impl Iterator<Item = &[Step]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.steps[start..end])
    }
}

/// Walks the whole tree with a team; the flag says whether all of it was walked.
pub(crate) fn work<T: Tree>(tree: T, team: Team<'_>) -> (Stats, bool) {
    let slots = team.monitor.enrol(team.threads);
    let pool = Pool::new(team);
    // Each worker has its tree on its own stack: side by side in an array, two of them would share a cache line.
    let trees = vec![tree; pool.team.threads];
    let pool = &pool;
    let mut workers = trees.into_iter().zip(slots);
    let results: Vec<_> = std::thread::scope(|scope| {
        let own = workers.next();
        let spawned: Vec<_> = workers
            .map(|(mut tree, slot)| scope.spawn(move || Worker::new(pool, slot).run(&mut tree)))
            .collect();
        let own = own.map(|(mut tree, slot)| Worker::new(pool, slot).run(&mut tree));
        let join = |handle: std::thread::ScopedJoinHandle<'_, _>| {
            handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        own.into_iter().chain(spawned.into_iter().map(join)).collect()
    });
    let mut sum = Stats::default();
    let mut complete = true;
    for (stats, finished) in results {
        sum.add(&stats);
        complete &= finished;
    }
    if let Some(limit) = pool.team.limit {
        sum.solutions = sum.solutions.min(limit);
    }
    (sum, complete)
}

impl Stats {
    fn add(&mut self, other: &Self) {
        self.solutions += other.solutions;
        self.nodes += other.nodes;
        self.updates += other.updates;
        self.done += other.done;
        self.profile.resize(self.profile.len().max(other.profile.len()), 0);
        self.profile.iter_mut().zip(&other.profile).for_each(|(sum, part)| *sum += part);
    }
}

struct Pool<'a> {
    team: Team<'a>,
    state: Mutex<State>,
    changed: Condvar,
    /// Idle workers less tasks in the queue, to be read without the lock.
    wanted: AtomicIsize,
    /// Solutions counted towards the limit.
    found: AtomicU64,
}

struct State {
    /// The earliest task is taken first, which is what makes ordered delivery free of deadlock.
    queue: BTreeSet<Task>,
    idle: usize,
    over: bool,
}

impl<'a> Pool<'a> {
    fn new(team: Team<'a>) -> Self {
        let state = State { queue: BTreeSet::from([Task::default()]), idle: 0, over: false };
        if let Some(outlet) = &team.outlet {
            outlet.register(&Task::default());
        }
        Self {
            team,
            state: Mutex::new(state),
            changed: Condvar::new(),
            wanted: AtomicIsize::new(0),
            found: AtomicU64::new(0),
        }
    }

    /// The next task, or `None` when there will be no more.
    fn take(&self) -> Option<Task> {
        let mut state = lock(&self.state);
        loop {
            if state.over || self.is_stopped() {
                state.over = true;
                self.changed.notify_all();
                return None;
            }
            if let Some(task) = state.queue.pop_first() {
                self.set_wanted(&state);
                return Some(task);
            }
            state.idle += 1;
            if state.idle == self.team.threads {
                state.over = true;
                self.changed.notify_all();
                return None;
            }
            self.set_wanted(&state);
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    fn give(&self, task: Task) {
        if let Some(outlet) = &self.team.outlet {
            outlet.register(&task);
        }
        let mut state = lock(&self.state);
        state.queue.insert(task);
        self.set_wanted(&state);
        self.changed.notify_one();
    }

    fn set_wanted(&self, state: &State) {
        self.wanted.store(state.idle as isize - state.queue.len() as isize, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.team.quit.load(Ordering::Relaxed) || self.team.monitor.is_stopped()
    }

    /// Ends everything: the idle must hear of it as well.
    fn stop(&self) {
        self.team.quit.store(true, Ordering::Relaxed);
        lock(&self.state).over = true;
        self.changed.notify_all();
        if let Some(outlet) = &self.team.outlet {
            outlet.wake();
        }
    }
}

struct Worker<'a> {
    pool: &'a Pool<'a>,
    slot: Arc<crate::monitor::Slot>,
    /// The task at hand.
    task: Task,
    batch: Batch,
    /// Scratch for checking solutions in debug builds.
    options: Vec<OptionId>,
}

impl<'a> Worker<'a> {
    fn new(pool: &'a Pool<'a>, slot: Arc<crate::monitor::Slot>) -> Self {
        Self { pool, slot, task: Task::default(), batch: Batch::default(), options: Vec::new() }
    }

    fn run<T: Tree>(mut self, tree: &mut T) -> (Stats, bool) {
        let (mut stats, mut frames) = (Stats::default(), Vec::new());
        let _guard = Guard(self.pool);
        while let Some(task) = self.pool.take() {
            self.task.clone_from(&task);
            let mut flow = walk(tree, &mut frames, &task, &mut stats, &mut self);
            if flow.is_continue() {
                flow = self.flush();
            }
            self.slot.finish(&stats);
            if flow.is_break() {
                self.pool.stop();
                return (stats, false);
            }
            if let Some(outlet) = &self.pool.team.outlet {
                outlet.finish(&task);
            }
        }
        (stats, !self.pool.is_stopped())
    }

    fn flush(&mut self) -> ControlFlow<()> {
        match &self.pool.team.outlet {
            Some(outlet) if !self.batch.ends.is_empty() => {
                let batch = std::mem::take(&mut self.batch);
                outlet.deliver(&self.task, batch, || self.pool.is_stopped())
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Gives away half of the untried branches at the shallowest level that has some.
    fn share(&self, frames: &mut [Frame]) {
        let Some(level) = frames.iter().position(|frame| frame.choice < frame.end) else {
            return;
        };
        let frame = &mut frames[level];
        let first = frame.choice + (frame.end - frame.choice) / 2;
        let end = std::mem::replace(&mut frame.end, first);
        let path = frames[..level].iter().map(|frame| frame.choice - 1);
        self.pool.give(Task { start: path.chain([first]).collect(), end });
    }
}

/// Ends the work of all if one panics; they would wait for it for ever.
struct Guard<'a>(&'a Pool<'a>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

impl<T: Tree> Host<T> for Worker<'_> {
    #[inline(never)]
    fn solution(&mut self, tree: &T, frames: &[Frame], _: &Stats) -> ControlFlow<()> {
        let team = &self.pool.team;
        if cfg!(debug_assertions) {
            self.options.clear();
            self.options.extend(steps(tree, frames).filter_map(|step| step.option));
            assert!(team.problem.is_solution(&self.options), "the engine found what is no solution");
        }
        if let Some(limit) = team.limit
            && self.pool.found.fetch_add(1, Ordering::Relaxed) + 1 >= limit
        {
            return ControlFlow::Break(());
        }
        if team.outlet.is_some() {
            self.batch.steps.extend(steps(tree, frames));
            self.batch.ends.push(self.batch.steps.len());
            if self.batch.ends.len() >= BATCH {
                return self.flush();
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(never)]
    fn poll(&mut self, frames: &mut [Frame], stats: &Stats) -> ControlFlow<()> {
        self.slot.publish(frames, stats);
        if self.pool.is_stopped() {
            return ControlFlow::Break(());
        }
        if self.pool.wanted.load(Ordering::Relaxed) > 0 {
            self.share(frames);
        }
        self.flush()
    }
}

/// The way out for solutions.
pub(crate) struct Outlet {
    sender: SyncSender<Batch>,
    /// In ordered mode, what waits for its turn.
    order: Option<Mutex<Order>>,
    room: Condvar,
}

/// The tasks begun or to be begun, in the order of the tree; solutions of the first one go straight out.
#[derive(Default)]
struct Order {
    tasks: BTreeMap<Task, Segment>,
    waiting: usize,
}

#[derive(Default)]
struct Segment {
    batches: Vec<Batch>,
    finished: bool,
}

impl Outlet {
    pub(crate) fn new(sender: SyncSender<Batch>, ordered: bool) -> Self {
        Self { sender, order: ordered.then(Mutex::default), room: Condvar::new() }
    }

    fn register(&self, task: &Task) {
        if let Some(order) = &self.order {
            lock(order).tasks.insert(task.clone(), Segment::default());
        }
    }

    /// Sends the batch, or keeps it until its turn; waits if too much is kept already.
    ///
    /// Somebody always gets on: the first task never waits for its turn, and whoever ends it takes the first of the queue, which is
    /// the next in turn unless another worker has it.
    fn deliver(&self, task: &Task, batch: Batch, is_stopped: impl Fn() -> bool) -> ControlFlow<()> {
        let Some(order) = &self.order else {
            return self.send(batch);
        };
        let mut order = lock(order);
        loop {
            if is_stopped() {
                return ControlFlow::Break(());
            }
            if order.tasks.first_key_value().is_some_and(|(first, _)| first == task) {
                self.release(&mut order)?;
                return self.send(batch);
            }
            if order.waiting < WAITING_STEPS {
                order.waiting += batch.steps.len();
                order.tasks.get_mut(task).expect("registered").batches.push(batch);
                return ControlFlow::Continue(());
            }
            order = self.room.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends a task and passes the turn on.
    fn finish(&self, task: &Task) {
        let Some(order) = &self.order else {
            return;
        };
        let mut order = lock(order);
        order.tasks.get_mut(task).expect("registered").finished = true;
        // If the consumer has gone, the next delivery will notice.
        let _gone = self.release(&mut order);
        self.room.notify_all();
    }

    /// Sends what the first task has waiting, and goes on as long as the first task is finished.
    fn release(&self, order: &mut Order) -> ControlFlow<()> {
        while let Some(mut first) = order.tasks.first_entry() {
            let batches = std::mem::take(&mut first.get_mut().batches);
            let finished = first.get().finished;
            if finished {
                first.remove();
            }
            for batch in batches {
                order.waiting -= batch.steps.len();
                self.send(batch)?;
            }
            if !finished {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    fn send(&self, batch: Batch) -> ControlFlow<()> {
        match self.sender.send(batch) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn wake(&self) {
        if let Some(order) = &self.order {
            // Taking the lock makes sure that nobody is between looking at the flag and going to sleep.
            drop(lock(order));
        }
        self.room.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
