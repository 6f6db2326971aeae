//! Units that are done once more, in another way, and compared.

use super::Kept;
use super::gather::table;
use crate::failure::Failure;
use polydlx::cover::{Monitor, Random};
use polydlx::diagnostic::Diagnostic;
use polydlx::journal::{Ledger, Replayed, State};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Does a part of the units once more; none if it was stopped.
pub(crate) fn replay(
    kept: &Kept<'_>,
    ledger: &Ledger,
    (part, seed): (f64, u64),
    threads: usize,
    monitor: &Monitor,
) -> Result<Option<Replayed>, Failure> {
    let mut left: Vec<usize> = (0..kept.units.len()).collect();
    let number = (part * left.len() as f64).ceil() as usize;
    let mut random = Random::new(seed);
    let drawn: Vec<usize> =
        (0..number).map(|_| left.swap_remove(random.below(left.len() as u32) as usize)).collect();
    let (next, otherwise) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while let Some(&unit) = drawn.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let State::Done(record) = ledger.state(unit) else { continue };
                    let part = &kept.units.units[unit].0;
                    let (again, other) = kept.plan.replay(part, monitor);
                    let by = if record.by.is_empty() {
                        record.by.clone()
                    } else {
                        table(kept, vec![part.clone()], monitor).by
                    };
                    if monitor.is_stopped() {
                        return;
                    }
                    otherwise.fetch_add(usize::from(other), Ordering::Relaxed);
                    let same = (again.sum(), again.digest) == (&record.sum, Some(record.digest));
                    if same && by != record.by {
                        let message =
                            format!("unit {unit} has solutions with other values when it is done once more");
                        wrong.lock().unwrap_or_else(PoisonError::into_inner).push(differs(message));
                    }
                    if !same {
                        let message = format!(
                            "unit {unit} has {} solutions when it is done once more, but its result says {}",
                            again.sum(),
                            record.sum
                        );
                        let message = if *again.sum() == record.sum {
                            format!("unit {unit} has other solutions when it is done once more: the digests differ")
                        } else {
                            message
                        };
                        wrong.lock().unwrap_or_else(PoisonError::into_inner).push(differs(message));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
    if !wrong.is_empty() {
        return Err(Failure::Mistakes(Vec::new(), wrong));
    }
    if monitor.is_stopped() {
        return Ok(None);
    }
    Ok(Some(Replayed { units: drawn.len(), otherwise: otherwise.into_inner(), seed }))
}

fn differs(message: String) -> Diagnostic {
    Diagnostic::error("replay-differs", message)
        .remedy("the result was forged or damaged, or there is a bug: please report it")
}
