//! All tests from outside in one program, which is linked once; and modules that stand by themselves, which it includes.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "what the crate does with the modules that are included is not seen here"
)]

mod diagrams;
mod digest;
mod engines;
mod golden;
mod hunts;
mod monitor;
mod peers;
/// Problems to try things on.
mod problems;
mod pruning;
mod room;
mod scout;
mod sha;
mod survey;
mod sweeps;
mod text;

// What the modules below take from the crate, of which they are a part.
use order as frontier;
use polydlx_cover::{
    Bounds, Color, Config, Digest, Engine, Entry, ItemId, Monitor, OptionId, Problem, Progress, Random,
    Stopped, Turn, Walk, mix, simplex,
};

#[path = "../src/hunt/diver.rs"]
mod diver;
#[path = "../src/frontier/fits.rs"]
mod fits;
#[path = "../src/frontier/number.rs"]
mod number;
#[path = "../src/frontier/order.rs"]
mod order;
#[path = "../src/frontier/outlook.rs"]
mod outlook;
#[path = "../src/pace.rs"]
mod pace;
#[path = "../src/hunt/rehearsal.rs"]
mod rehearsal;
#[path = "../src/rows.rs"]
mod rows;
#[path = "../src/frontier/runs.rs"]
mod runs;
#[path = "../src/zdd/seen.rs"]
mod seen;
#[path = "../src/frontier/set.rs"]
mod set;
#[path = "../src/sorted.rs"]
mod sorted;
#[path = "../src/hunt/style.rs"]
mod style;
#[path = "../src/hunt/sweep.rs"]
mod sweep;
#[path = "../src/tight.rs"]
mod tight;
#[path = "../src/frontier/window.rs"]
mod window;
