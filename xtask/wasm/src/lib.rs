//! The studio in a worker of a browser: `room` says where to write a request, `answer` answers it.
//!
//! Events go out while it is answered, by the import `emit`; so does, ten times a second, how far it has come. There is
//! one thread, and nobody can tell it to stop: who wants that ends the worker.
#![cfg(target_arch = "wasm32")]
#![allow(unsafe_code, reason = "what is outside of a module is reached by pointers")]

use polydlx::cover::Monitor;
use polydlx::library::Library;
use polydlx_studio::{Home, Request, progress};
use std::cell::RefCell;

#[link(wasm_import_module = "studio")]
unsafe extern "C" {
    /// Hands an event to the page.
    #[link_name = "emit"]
    fn hand_out(at: *const u8, length: usize);
    /// The time in milliseconds.
    safe fn now() -> f64;
}

/// How much memory a search may use: a module has 4 GB at most, and a phone has less.
const MEMORY: usize = 1 << 30;
/// How much slower this is than the command with one thread, about.
const PACE: f64 = 3.0;
/// Milliseconds between two looks at how far it has come.
const PROGRESS: f64 = 100.0;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// What is looked at while a request is answered.
struct Watch {
    monitor: Monitor,
    begin: f64,
    told: f64,
    seconds: Option<f64>,
    is_search: bool,
}

/// Makes room for a request of that length, and says where it is.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request that was written there.
#[unsafe(no_mangle)]
extern "C" fn answer() {
    let request = REQUEST.take();
    let request = match Request::read(&String::from_utf8_lossy(&request)) {
        Ok(request) => request,
        Err(event) => return emit(&event),
    };
    let monitor = Monitor::with_pulse(pulse);
    let begin = now();
    let (seconds, is_search) = (request.seconds(), request.is_search());
    WATCH.set(Some(Watch { monitor: monitor.clone(), begin, told: begin, seconds, is_search }));
    let home = Home { threads: 1, memory: MEMORY, pace: PACE, sets: &Library };
    request.answer(&home, &monitor, &mut |event| emit(&event));
    WATCH.set(None);
}

/// Tells how far the work has come, if it is time; whether it has to stop.
fn pulse() -> bool {
    WATCH.with_borrow_mut(|watch| {
        let Some(watch) = watch else { return false };
        let now = now();
        if watch.is_search && now - watch.told >= PROGRESS {
            watch.told = now;
            emit(&progress(&watch.monitor));
        }
        watch.seconds.is_some_and(|seconds| now - watch.begin > 1000.0 * seconds)
    })
}

fn emit(event: &str) {
    // SAFETY: the page reads these bytes before it returns.
    unsafe { hand_out(event.as_ptr(), event.len()) }
}
