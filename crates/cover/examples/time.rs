//! Times the engines on DLX files: `time [links|bits|sets|auto] [threads] [mrv|first] FILE…`.

use polydlx_cover::{Branch, Engine, Search, dlx};
use std::time::Instant;

fn main() {
    let (mut engine, mut threads, mut branch) = (Engine::Auto, 1, Branch::Mrv);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "links" => engine = Engine::Links,
            "sets" => engine = Engine::Sets,
            "bits" => engine = Engine::Bits,
            "auto" => engine = Engine::Auto,
            "mrv" => branch = Branch::Mrv,
            "first" => branch = Branch::First,
            number if number.parse::<usize>().is_ok() => threads = number.parse().expect("checked"),
            path => {
                let text = std::fs::read_to_string(path).expect("a readable file");
                let (problem, _) = dlx::read(0, &text).expect("a DLX file");
                let start = Instant::now();
                let outcome =
                    Search::new(&problem).engine(engine).threads(threads).branch(branch.clone()).count();
                let seconds = start.elapsed().as_secs_f64();
                let name = path.rsplit('/').next().unwrap_or(path);
                let updates = outcome.updates.map_or(String::new(), |updates| format!(", {updates} updates"));
                println!(
                    "{name}: {:?}, {} solutions, {} nodes{updates}: {seconds:.3} s, {:.1} ns/node",
                    outcome.engine,
                    outcome.solutions,
                    outcome.nodes,
                    seconds * 1e9 / outcome.nodes as f64
                );
            }
        }
    }
}
