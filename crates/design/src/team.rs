//! Several threads that work through a list, with the results in the order of the list.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Does `work` to each item, in several threads, and calls `visit` with the results in the order of the items,
/// in the calling thread, until it breaks.
///
/// Memory is bounded: nobody runs far ahead of the result that is visited next.
pub(crate) fn in_order<T: Send, R: Send>(
    mut items: impl Iterator<Item = T> + Send,
    threads: usize,
    work: impl Fn(T) -> R + Sync,
    mut visit: impl FnMut(R) -> ControlFlow<()>,
) {
    if threads <= 1 {
        let _ = items.try_for_each(|item| visit(work(item)));
        return;
    }
    let desk = Desk {
        state: Mutex::new(State {
            taken: 0,
            given: 0,
            ready: BTreeMap::new(),
            working: threads,
            quit: false,
        }),
        changed: Condvar::new(),
        window: AHEAD * threads,
    };
    let items = Mutex::new(items);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let _leaving = Leaving(&desk);
                while let Some((number, item)) = desk.take(&items) {
                    let result = work(item);
                    desk.lock().ready.insert(number, result);
                    desk.changed.notify_all();
                }
            });
        }
        while let Some(result) = desk.next() {
            if visit(result).is_break() {
                desk.lock().quit = true;
                desk.changed.notify_all();
                break;
            }
        }
    });
}

/// How many results for each thread may wait for one that is late.
const AHEAD: usize = 64;

/// Where items are taken and results are put.
struct Desk<R> {
    state: Mutex<State<R>>,
    changed: Condvar,
    window: usize,
}

struct State<R> {
    /// Items taken, results given to the visitor.
    taken: usize,
    given: usize,
    ready: BTreeMap<usize, R>,
    /// Threads that have not left.
    working: usize,
    quit: bool,
}

impl<R> Desk<R> {
    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next item and its number; none at the end.
    fn take<T>(&self, items: &Mutex<impl Iterator<Item = T>>) -> Option<(usize, T)> {
        // An iterator that has panicked has nothing more to give.
        let mut items = items.lock().ok()?;
        let full = |state: &mut State<R>| state.taken >= state.given + self.window && !state.quit;
        let state = self.changed.wait_while(self.lock(), full).unwrap_or_else(PoisonError::into_inner);
        if state.quit {
            return None;
        }
        drop(state);
        let item = items.next()?;
        let mut state = self.lock();
        state.taken += 1;
        Some((state.taken - 1, item))
    }

    /// The next result; none when all threads have left and there is no more.
    fn next(&self) -> Option<R> {
        let late = |state: &mut State<R>| !state.ready.contains_key(&state.given) && state.working > 0;
        let mut state = self.changed.wait_while(self.lock(), late).unwrap_or_else(PoisonError::into_inner);
        let number = state.given;
        let result = state.ready.remove(&number)?;
        state.given += 1;
        drop(state);
        self.changed.notify_all();
        Some(result)
    }
}

/// Says that a thread has left, even if by a panic: nobody must wait for it.
struct Leaving<'a, R>(&'a Desk<R>);

impl<R> Drop for Leaving<'_, R> {
    fn drop(&mut self) {
        self.0.lock().working -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 5] {
            let mut results = Vec::new();
            let slow = |n: u64| {
                std::thread::sleep(std::time::Duration::from_micros(n * 7 % 50));
                n * n
            };
            in_order(0..1000, threads, slow, |square| {
                results.push(square);
                if square == 900 * 900 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(results, (0..=900).map(|n| n * n).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn a_panic_is_passed_on() {
        let work = |n: u32| assert_ne!(n, 30);
        let run = || in_order(0..100, 3, work, |()| ControlFlow::Continue(()));
        assert!(std::panic::catch_unwind(run).is_err());
    }
}
