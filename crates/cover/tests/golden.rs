//! Figures of Knuth's programs, reproduced to the unit, and counts by every engine and thread count.

use polydlx_cover::{Branch, Engine, Problem, Search, dlx};
use std::ops::ControlFlow;

fn problem(name: &str) -> Problem {
    let path = format!("{}/tests/data/{name}.dlx", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let (problem, warnings) = dlx::read(0, &text).unwrap();
    assert_eq!(warnings, []);
    problem
}

/// Solutions, nodes and updates as dlx1 reports them.
fn check(name: &str, solutions: u64, nodes: u64, updates: u64) {
    let problem = problem(name);
    for threads in [1, 2] {
        let search = Search::new(&problem).threads(threads);
        let links = search.clone().engine(Engine::Links).count();
        assert_eq!((links.solutions, links.nodes, links.updates), (solutions, nodes, Some(updates)));
        let bits = search.engine(Engine::Bits).count();
        assert_eq!((bits.engine, bits.solutions, bits.nodes), (Engine::Bits, solutions, nodes));
        assert_eq!(bits.profile, links.profile);
    }
}

#[test]
fn pentominoes_3x20() {
    check("square-pent-3x20", 8, 32_644, 10_935_596);
}

#[test]
fn pentominoes_8x8_less_centre() {
    check("square-pent-8x8-hole", 520, 289_327, 101_013_837);
}

#[test]
fn pentominoes_6x10() {
    check("square-pent-6x10", 9356, 3_620_988, 1_235_724_537);
}

#[test]
fn hexiamonds_6x6() {
    check("triangle-hexiamond-6x6", 624, 267_695, 137_110_139);
}

#[test]
fn soma() {
    let problem = problem("cube-soma-3x3x3");
    for engine in [Engine::Links, Engine::Bits] {
        assert_eq!(Search::new(&problem).engine(engine).count().solutions, 11520);
    }
}

/// TAOCP 7.2.2.1: without MRV the 20×3 rectangle, columnwise, takes 71,191 nodes.
#[test]
fn first_item_in_columns() {
    let original = problem("square-pent-3x20");
    // The cells of the 3×20 file by columns are those of the 20×3 box by rows.
    let mut items: Vec<_> = original.primaries().to_vec();
    items[..60].sort_by_key(|&item| {
        let name = original.name(item);
        (name[1..].to_owned().chars().map(|c| c.to_digit(36)).collect::<Vec<_>>(), name.to_owned())
    });
    let mut builder = Problem::builder();
    let mut new = vec![None; original.items()];
    for item in items {
        new[item.0 as usize] = Some(builder.primary(original.name(item), original.bounds(item)));
    }
    for option in original.option_ids() {
        let entries: Vec<_> =
            original.option(option).iter().map(|entry| new[entry.item.0 as usize].unwrap().into()).collect();
        builder.option(entries);
    }
    let turned = builder.build().unwrap();
    for engine in [Engine::Links, Engine::Bits] {
        let outcome = Search::new(&turned).engine(engine).branch(Branch::First).count();
        assert_eq!((outcome.solutions, outcome.nodes), (8, 71_191));
    }
}

#[test]
fn multiplicities() {
    for (name, solutions) in [("square-tet2-4x10", 1796), ("square-Y10-5x10", 10)] {
        let problem = problem(name);
        for threads in [1, 2] {
            let outcome = Search::new(&problem).threads(threads).count();
            assert_eq!((outcome.engine, outcome.solutions), (Engine::Sets, solutions), "{name}");
        }
    }
}

#[test]
fn ordered_threads_give_the_order_of_one() {
    let problem = problem("cube-soma-3x3x3");
    let list = |threads: usize, engine: Engine| {
        let mut all = Vec::new();
        Search::new(&problem).engine(engine).threads(threads).ordered(true).for_each(|solution| {
            all.push(solution.clone());
            ControlFlow::Continue(())
        });
        all
    };
    let reference = list(1, Engine::Links);
    assert_eq!(reference.len(), 11520);
    assert!(reference == list(1, Engine::Bits));
    assert!(reference == list(2, Engine::Bits));
    assert!(reference == list(5, Engine::Bits));
}

#[test]
fn golden_files_survive_writing() {
    for name in ["square-tet2-4x10", "square-Y10-5x10", "cube-soma-3x3x3"] {
        let first = problem(name);
        let mut text = Vec::new();
        dlx::write(&first, &mut text).unwrap();
        let (second, _) = dlx::read(0, std::str::from_utf8(&text).unwrap()).unwrap();
        assert_eq!(first, second);
    }
}
