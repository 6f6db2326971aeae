use polydlx_cover::Monitor;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn a_pulse_stops_once_and_for_all() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let monitor = Monitor::with_pulse(move || counter.fetch_add(1, Ordering::Relaxed) == 2);
    let heard: Vec<bool> = (0..5).map(|_| monitor.clone().is_stopped()).collect();
    assert_eq!(heard, [false, false, true, true, true]);
    assert_eq!(asked.load(Ordering::Relaxed), 3);
}
