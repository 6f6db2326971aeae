//! `cargo xtask bench --giants`: one solution each of puzzles of which nobody will ever see all.

use polydlx::cover::{Config, Monitor, Quarry};
use polydlx::library::{self, Library};
use polydlx::packing::{Packing, Question, What};
use polydlx::spec::{Loaded, Source, load};
use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A name, and what the spec says; nothing, if it is in the library.
const GIANTS: [(&str, &str); 20] = [
    ("hexominoes-15x15", ""),
    ("dorian-5x5x5", ""),
    ("y-5x5x5", ""),
    ("y-15x15", ""),
    ("hoffman-15x15x15", ""),
    ("squares-partridge-6", ""),
    ("29 pentacubes, 5x5x6 less a row", "cube|use pentacubes|box cuboid 5 5 6 minus [0-4]45"),
    ("29 pentacubes, 3x7x7 less two", "cube|use pentacubes|box cuboid 3 7 7 minus 033 233"),
    ("60 one-sided hexominoes, 18x20", "square|sided one|use size 6|box rectangle 18 20"),
    ("60 one-sided hexominoes, 15x24", "square|sided one|use size 6|box rectangle 15 24"),
    ("107 heptominoes, 7x107", "square|use size 7 where not holes|box rectangle 7 107"),
    (
        "108 heptominoes, 28x28 with holes",
        "square|optional 55|use heptominoes|box rectangle 28 28 minus [c-e][9-h]",
    ),
    ("24 heptiamonds, 4x21", "triangle|use size 7|box parallelogram 4 21"),
    ("24 heptiamonds, 7x12", "triangle|use size 7|box parallelogram 7 12"),
    ("66 octiamonds, 11x24", "triangle|use size 8|box parallelogram 11 24"),
    ("22 pentahexes, 10x11", "hex|use size 5|box rectangle 10 11"),
    ("22 pentahexes, 5x22", "hex|use size 5|box rectangle 5 22"),
    ("82 hexahexes, 17x29", "hex|optional 88|use size 6|box rectangle 17 29"),
    ("33 one-sided pentahexes, 11x15", "hex|sided one|use size 5|box rectangle 11 15"),
    ("166 hexacubes, 10x10x10 less four", "cube|use size 6|box cuboid 10 10 10 minus 000 009 990 999"),
];

/// Prints a table; nothing that is found is wrong, and what is not found in time is no mistake.
pub(crate) fn giants(patience: u64) {
    println!("| puzzle | pieces | items | options | found | nodes | s |");
    println!("|---|--:|--:|--:|---|--:|--:|");
    for (name, text) in GIANTS {
        let loaded = giant(name, text);
        let puzzle = loaded.puzzle().unwrap_or_else(|| panic!("{name}: {:?}", loaded.diagnostics));
        let begin = Instant::now();
        let (found, nodes, items, options) = one(&Packing::new(puzzle), patience);
        println!(
            "| {name} | {} | {items} | {options} | {} | {nodes} | {:.1} |",
            puzzle.pieces.len(),
            if found { "yes" } else { "–" },
            begin.elapsed().as_secs_f64(),
        );
    }
}

fn giant(name: &str, text: &str) -> Loaded {
    let source = match library::find(name).filter(|_| text.is_empty()) {
        Some(item) => Source::new(item.path(), item.text),
        None => Source::new(name, format!("|! lattice {}\n", text.replace('|', "\n|! "))),
    };
    load(source, None, &Library)
}

/// Whether a solution was found, after how many nodes; and the size of the problem.
fn one(packing: &Packing<'_>, patience: u64) -> (bool, u64, usize, usize) {
    let problem = packing.problem();
    let config = Config { threads: 2, ordered: true, ..Config::default() };
    let what = What::Some(Quarry { number: 1, seed: 1, orderly: true });
    let question = Question::about(packing).what(what).config(&config);
    let monitor = Monitor::new();
    let (end, ended) = channel::<()>();
    std::thread::scope(|scope| {
        let watched = monitor.clone();
        scope.spawn(move || {
            if ended.recv_timeout(Duration::from_secs(patience)) == Err(RecvTimeoutError::Timeout) {
                watched.stop();
            }
        });
        let mut found = false;
        let answer = question.for_each(&monitor, &mut |solution| {
            assert!(problem.is_solution(solution.options), "what is found is a solution");
            found = true;
            ControlFlow::Break(())
        });
        drop(end);
        (found, answer.search.map_or(0, |outcome| outcome.nodes), problem.items(), problem.options())
    })
}
