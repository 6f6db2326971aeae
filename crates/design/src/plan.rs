//! How to go through a long list: which stretch of it, in which order, with how many threads.

use polydlx_cover::Monitor;
use polydlx_packing::Reason;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How to search a list of sets or regions.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which members of the list are looked at.
    pub span: Span,
    /// If given, the list is shuffled; the same seed gives the same order.
    pub seed: Option<u64>,
    /// How many threads work; 0 counts as 1.
    pub threads: usize,
    /// To stop the search from outside.
    pub monitor: Monitor,
    /// Where the search shows how many members of the span are done, about.
    pub done: Arc<AtomicU64>,
}

impl Default for Plan {
    /// Everything, in order, with one thread.
    fn default() -> Self {
        Self { span: Span::ALL, seed: None, threads: 1, monitor: Monitor::new(), done: Arc::default() }
    }
}

impl Plan {
    pub(crate) fn show(&self, number: u64) {
        self.done.store(number - self.span.first.min(number), Ordering::Relaxed);
    }
}

/// A stretch of a list, by numbers from 1: from `first` to `last`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first member.
    pub first: u64,
    /// The last one; none for the end of the list.
    pub last: Option<u64>,
}

impl Span {
    /// The whole list.
    pub const ALL: Self = Self { first: 1, last: None };

    /// Whether a member is in it.
    pub fn contains(self, number: u64) -> bool {
        number >= self.first && self.last.is_none_or(|last| number <= last)
    }
}

/// How far a search came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many members of the list were looked at, each of them to the end.
    pub looked_at: u64,
    /// The number of the first member of the span that was not, if the search ended early.
    pub stopped_at: Option<u64>,
    /// How many of those that were looked at are regions with a coordinate beyond 61, which no spec can have.
    pub left_out: u64,
    /// A proof that none can be what is wanted, so that none was looked at.
    pub proof: Option<Reason>,
}
