//! How questions are to be answered.

use polydlx_cover::{Config, Engine, Monitor};
use polydlx_packing::{Packing, Question};
use polydlx_spec::{NoSets, Source, load};

/// A long count looks ahead near the root; not if an engine is named, if it ends with the first solution, or if it is short.
#[test]
fn only_long_counts_look_ahead() {
    let bedlam = include_str!("../../../shapes/bedlam.spec");
    let pieces: Vec<&str> = bedlam.lines().filter(|line| !line.starts_with('|')).collect();
    let long = format!("|! lattice cube\n[0-3][0-3][0-3]\n{}\n", pieces.join("\n"));
    let short = "|! lattice square\n[0-2][0-1]\n3|D 0[01]\n";
    let looks_ahead = |text: &str, config: &Config| {
        let loaded = load(Source::new("test", text), None, &NoSets);
        let packing = Packing::new(loaded.puzzle().expect("no mistakes"));
        let plan = Question::about(&packing).config(config).plan(&Monitor::new()).expect("nobody stops it");
        plan.looks_ahead()
    };
    assert!(looks_ahead(&long, &Config::default()));
    assert!(!looks_ahead(short, &Config::default()));
    assert!(!looks_ahead(&long, &Config { engine: Engine::Bits, ..Config::default() }));
    assert!(!looks_ahead(&long, &Config { limit: Some(1), ..Config::default() }));
}
