//! The memory that all requests share.
//!
//! Each request that needs much gets half of what is free, and keeps within it as well as it can tell beforehand. Whether
//! that was right is seen from what the process has: if it nearly has all that it may, requests end, those that came last
//! first. They take some more until they have ended, for which there is room.

use crate::system::kilobytes;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What there is for all requests together.
pub(crate) struct Memory {
    most: usize,
    free: AtomicUsize,
    /// What the process has without any request.
    own: usize,
}

/// What requests take until they have ended, at most, as a rule.
const ROOM: usize = 64 << 20;

/// What a request may use; it is given back at the end.
pub(crate) struct Share<'a> {
    of: &'a Memory,
    pub(crate) bytes: usize,
    /// What the process had at the beginning.
    before: usize,
}

impl Memory {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, free: AtomicUsize::new(most), own: taken().unwrap_or_default() }
    }

    /// Half of what is free, so that there is always something left for the next one.
    pub(crate) fn share(&self) -> Share<'_> {
        let rest = |free: usize| Some(free - free / 2);
        let before = self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).unwrap_or_default();
        Share { of: self, bytes: before / 2, before: taken().unwrap_or_default() }
    }

    /// Nothing, for a request that needs next to nothing.
    pub(crate) fn none(&self) -> Share<'_> {
        Share { of: self, bytes: 0, before: usize::MAX }
    }

    /// Why a request was stopped, in a sentence.
    pub(crate) fn sentence(&self) -> String {
        format!(
            "This was stopped, because it needs more memory than the studio may use, which is {} MB. \
             `polydlx studio --memory 8G` lets it use more.",
            self.most >> 20
        )
    }
}

impl Share<'_> {
    /// Whether requests have taken nearly all that there is; no where the system does not tell. What others left behind, and
    /// the system did not get back yet, is none of this request's.
    pub(crate) fn is_exceeded(&self) -> bool {
        let most = self.of.most - ROOM.min(self.of.most / 2);
        let most = self.of.own.saturating_add(most).max(self.before);
        taken().is_some_and(|now| now > most)
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.of.free.fetch_add(self.bytes, Ordering::Relaxed);
    }
}

/// How many bytes of memory this process has, files aside, where the system tells.
fn taken() -> Option<usize> {
    Some(kilobytes("/proc/self/status", "RssAnon")? << 10)
}
