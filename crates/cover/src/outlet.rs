//! The way of solutions from workers to whoever visits them: in batches, and in the order of the tree if wanted.

use crate::Unit;
use crate::team::lock;
use crate::tree::Step;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::SyncSender;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Batches between producers and consumer: enough to keep both busy, little enough to be no memory.
pub(crate) const CHANNEL: usize = 16;
/// Solutions that travel together: at most so many, and never longer than to the next poll.
const BATCH: usize = 64;
/// In ordered mode, the steps of solutions that may wait for their turn.
const WAITING_STEPS: usize = 1 << 17;
/// How long a worker sleeps that waits for its turn, before it asks whether all is over.
const NAP: Duration = Duration::from_millis(20);

/// Several solutions in one piece of memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    steps: Vec<Step>,
    /// The job of each solution, and where it ends.
    ends: Vec<(usize, usize)>,
}

impl Batch {
    pub(crate) fn push(&mut self, job: usize, steps: &[Step]) {
        self.steps.extend_from_slice(steps);
        self.ends.push((job, self.steps.len()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.ends.len() >= BATCH
    }

    pub(crate) fn solutions(&self) -> impl Iterator<Item = (usize, &[Step])> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|(_, end)| *end));
        starts.zip(&self.ends).map(|(start, &(job, end))| (job, &self.steps[start..end]))
    }
}

pub(crate) struct Outlet {
    sender: SyncSender<Batch>,
    /// In ordered mode, what waits for its turn.
    order: Option<Mutex<Order>>,
    room: Condvar,
}

/// The units begun or to be begun, in the order of the trees; solutions of the first one go straight out.
#[derive(Default)]
struct Order {
    units: BTreeMap<Unit, Segment>,
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

    pub(crate) fn register(&self, unit: &Unit) {
        if let Some(order) = &self.order {
            lock(order).units.insert(unit.clone(), Segment::default());
        }
    }

    /// Sends the batch, or keeps it until its turn; waits if too much is kept already, unless all is over.
    ///
    /// Somebody always gets on: the first unit never waits for its turn, and whoever ends it takes the first of the queue, which is
    /// the next in turn unless another worker has it.
    pub(crate) fn deliver(&self, unit: &Unit, batch: Batch, is_over: impl Fn() -> bool) -> ControlFlow<()> {
        let Some(order) = &self.order else {
            return self.send(batch);
        };
        let mut order = lock(order);
        loop {
            if order.units.first_key_value().is_some_and(|(first, _)| first == unit) {
                self.release(&mut order)?;
                return self.send(batch);
            }
            let over = is_over();
            if over || order.waiting < WAITING_STEPS {
                order.waiting += batch.steps.len();
                order.units.get_mut(unit).expect("registered").batches.push(batch);
                return if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            (order, _) = self.room.wait_timeout(order, NAP).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends a unit and passes the turn on.
    pub(crate) fn finish(&self, unit: &Unit) {
        let Some(order) = &self.order else {
            return;
        };
        let mut order = lock(order);
        order.units.get_mut(unit).expect("registered").finished = true;
        // If the consumer has gone, the next delivery will notice.
        let _gone = self.release(&mut order);
        self.room.notify_all();
    }

    /// Sends all that is still waiting, in order: the work is over, and what has been found counts.
    pub(crate) fn flush(&self) {
        if let Some(order) = &self.order {
            let mut order = lock(order);
            order.units.values_mut().for_each(|segment| segment.finished = true);
            let _gone = self.release(&mut order);
        }
    }

    /// Sends what the first unit has waiting, and goes on as long as the first unit is finished.
    fn release(&self, order: &mut Order) -> ControlFlow<()> {
        while let Some(mut first) = order.units.first_entry() {
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
}
