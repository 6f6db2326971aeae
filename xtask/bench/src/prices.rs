//! `cargo xtask bench --prices`: what a node, a shape, a way and a state cost on this machine.
//!
//! The constants of `crates/packing/src/cost.rs` are these figures, rounded.

use crate::library::{Found, cpu, puzzles};
use polydlx::cover::{Config, Engine, Frontier, Monitor, Problem, Search, engine_used};
use polydlx::packing::Packing;

/// Measures on all puzzles of the library that take neither a moment nor a minute, and prints the figures.
pub(crate) fn prices() {
    let (mut bits, mut links, mut shapes, mut states) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for Found { name, loaded } in puzzles() {
        let Some(puzzle) = loaded.puzzle() else { continue };
        let packing = Packing::new(puzzle);
        let problem = packing.lean_problem();
        for engine in [Engine::Auto, Engine::Links] {
            let (nodes, price) = node(problem, engine);
            if nodes < 20_000 {
                continue;
            }
            let (list, size) = match engine_used(problem, &Config { engine, ..Config::default() }) {
                Engine::Bits => (&mut bits, problem.options()),
                _ => (&mut links, problem.entries()),
            };
            list.push((size as f64, price));
            println!("{name}: {engine:?}, {nodes} nodes, {price:.0} ns a node");
        }
        let monitor = Monitor::new();
        let frontier = Frontier::with(problem, &Config::default(), &monitor).memory(1 << 30);
        let allowance = polydlx::cover::Allowance { budget: 2e9, shape: 0.0, way: 230.0, state: 11.0 };
        let frontier = frontier.allow(allowance);
        let (prepared, seconds) = cpu(|| frontier.prepare());
        let Ok(prepared) = prepared else { continue };
        let (grown, ways) = prepared.size();
        if grown > 2000 {
            shapes.push((grown as f64, ways as f64, seconds * 1e9));
            println!("{name}: {grown} shapes, {ways} ways, {:.1} ms", seconds * 1e3);
        }
        let (tally, seconds) = cpu(|| frontier.count_from(&prepared));
        if let Some(tally) = tally.ok().filter(|tally| tally.states > 100_000) {
            states.push(seconds * 1e9 / tally.states as f64);
            println!("{name}: {} states, {:.1} ns a state", tally.states, states[states.len() - 1]);
        }
    }
    let [base, root] =
        fit(&bits.iter().map(|(size, price)| ([1.0, size.sqrt()], *price)).collect::<Vec<_>>());
    println!("\nA node with bits: {base:.0} ns and {root:.2} ns for the square root of the options.");
    let root = median(links.iter().map(|(size, price)| price / (size + 100.0).sqrt()).collect());
    println!("A node with links: {root:.1} ns for the square root of the entries.");
    let rows: Vec<_> =
        shapes.iter().map(|&(shapes, ways, time)| ([shapes / time, ways / time], 1.0)).collect();
    let [shape, way] = fit(&rows);
    println!("A shape: {shape:.0} ns, a way: {way:.0} ns.");
    println!("A state: {:.1} ns.", median(states));
}

/// Nodes of a search, at most a few million, and nanoseconds for each.
fn node(problem: &Problem, engine: Engine) -> (u64, f64) {
    let monitor = Monitor::new();
    let search = Search::new(problem).engine(engine).monitor(&monitor);
    let (outcome, seconds) = std::thread::scope(|scope| {
        scope.spawn(|| {
            while monitor.progress().nodes < 3_000_000 && !monitor.is_stopped() {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            monitor.stop();
        });
        let result = cpu(|| search.count());
        monitor.stop();
        result
    });
    (outcome.nodes, seconds * 1e9 / outcome.nodes.max(1) as f64)
}

/// The two factors that explain the rows best, by least squares of the relative errors.
fn fit(rows: &[([f64; 2], f64)]) -> [f64; 2] {
    let (mut aa, mut ab, mut bb, mut ay, mut by) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for &([a, b], y) in rows {
        let (a, b) = (a / y, b / y);
        aa += a * a;
        ab += a * b;
        bb += b * b;
        ay += a;
        by += b;
    }
    let determinant = aa * bb - ab * ab;
    let both = [(ay * bb - by * ab) / determinant, (aa * by - ab * ay) / determinant];
    // Nothing has a negative price.
    match both {
        [a, _] if a < 0.0 => [0.0, by / bb],
        [_, b] if b < 0.0 => [ay / aa, 0.0],
        _ => both,
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
