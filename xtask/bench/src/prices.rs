//! `cargo xtask bench --prices`: what a node, a shape, a way and a state cost on this machine.
//!
//! The constants of `crates/packing/src/cost.rs` are these figures, rounded.

use crate::engine::means;
use crate::library::{Found, cpu, puzzles};
use polydlx::cover::{Config, Engine, Frontier, Monitor, Outcome, Problem, Search};
use polydlx::packing::{Group, Method, Packing, Question};

/// Measures on all puzzles of the library that take neither a moment nor a minute, and prints the figures.
pub(crate) fn prices() {
    let (mut bits, mut sets, mut links) = (Vec::new(), Vec::new(), Vec::new());
    let (mut tries, mut states, mut plans) = (Vec::new(), Vec::new(), Vec::new());
    for Found { name, loaded } in puzzles() {
        let Some(puzzle) = loaded.puzzle() else { continue };
        let packing = Packing::new(puzzle);
        let problem = packing.lean_problem();
        for engine in [Engine::Auto, Engine::Sets, Engine::Links] {
            let (outcome, seconds) = search(problem, engine);
            if outcome.nodes < 20_000 {
                continue;
            }
            let list = match outcome.engine {
                Engine::Bits => &mut bits,
                Engine::Sets => &mut sets,
                _ => &mut links,
            };
            let (nodes, work, time) = (outcome.nodes as f64, outcome.work as f64, seconds * 1e9);
            list.push(([nodes, work], time));
            println!(
                "{name}: {:?}, {nodes} nodes, work {:.0} and {:.0} ns a node",
                outcome.engine,
                work / nodes,
                time / nodes
            );
        }
        let monitor = Monitor::new();
        let entries = problem.entries() as f64;
        if Group::new(&packing).order() > 1 && (3000.0..1e5).contains(&entries) {
            let question = Question::about(&packing).by(Method::Search).config(&means(Engine::Auto));
            let (_, seconds) = cpu(|| question.plan(&monitor));
            plans.push(seconds * 1e9 / entries);
            println!("{name}: {entries} entries, a search is planned in {:.1} ms", seconds * 1e3);
        }
        let frontier = Frontier::with(problem, &Config::default(), &monitor).memory(1 << 30);
        let allowance = polydlx::cover::Allowance { budget: 3e8, way: 145.0, pass: 45.0, state: 8.6 };
        let frontier = frontier.allow(allowance);
        let (prepared, seconds) = cpu(|| frontier.prepare());
        let Ok(prepared) = prepared else { continue };
        let ways = prepared.tries();
        if ways > 5000 {
            tries.push(seconds * 1e9 / ways as f64);
            println!("{name}: {ways} ways, {:.1} ms", seconds * 1e3);
        }
        let (tally, seconds) = cpu(|| frontier.count_from(&prepared));
        if let Some(tally) = tally.ok().filter(|tally| tally.ways > 5000) {
            let time = seconds * 1e9;
            states.push(([tally.ways as f64, tally.states as f64], time));
            println!(
                "{name}: {} states on {} ways, {:.1} ns a state; told before: {:.2} times as much",
                tally.states,
                tally.ways,
                time / tally.states as f64,
                prepared.forecast(&allowance) / time
            );
        }
    }
    let [node, word] = fit(&bits);
    println!("\nA node with bits: {node:.0} ns and {word:.3} ns for each word that it looks at.");
    let [node, update] = fit(&sets);
    println!("A node with sets: {node:.0} ns and {update:.2} ns for each number that is counted down.");
    let [node, update] = fit(&links);
    println!("A node with links: {node:.0} ns and {update:.2} ns for each update.");
    println!("A way: {:.0} ns.", median(tries));
    let [pass, state] = fit(&states);
    println!("To sweep a way: {pass:.0} ns, and {state:.1} ns for each state that goes along.");
    println!(
        "To plan a search up to symmetry, the guess of its size included: {:.0} ns an entry.",
        median(plans)
    );
}

/// What a search comes to in a third of a second, and how long that is.
fn search(problem: &Problem, engine: Engine) -> (Outcome, f64) {
    let monitor = Monitor::new();
    let search = Search::with(problem, &means(engine)).monitor(&monitor);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..64 {
                if !monitor.is_stopped() {
                    std::thread::sleep(std::time::Duration::from_millis(5));
                }
            }
            monitor.stop();
        });
        let result = cpu(|| search.count());
        monitor.stop();
        result
    })
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
