//! The puzzles of the library, and the time of this thread.

use nix::time::{ClockId, clock_gettime};
use polydlx::library::{self, Format, Kind, Library};
use polydlx::spec::{Loaded, Source, load};

/// A puzzle of the library.
pub(crate) struct Found {
    pub(crate) name: &'static str,
    pub(crate) loaded: Loaded,
}

/// All puzzles that are specs.
pub(crate) fn puzzles() -> impl Iterator<Item = Found> {
    let specs = library::items().filter(|item| item.kind == Kind::Puzzle && item.format == Format::Spec);
    specs.map(|item| Found {
        name: item.name,
        loaded: load(Source::new(item.path(), item.text), None, &Library),
    })
}

/// What something gives, and how many seconds of this thread's processor time it takes.
pub(crate) fn cpu<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let now = || {
        let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("a clock for threads");
        time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9
    };
    let before = now();
    let value = work();
    (value, now() - before)
}
