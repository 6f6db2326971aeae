//! Factoring: what weights remove and prove, against searches, and against a checker that shares nothing with what found
//! them.

use super::symmetry::{Dice, random_puzzle};
use super::{loaded, run};
use polydlx::cover::{Monitor, Rules, Search};
use polydlx::packing::{Packing, check_weights};
use std::collections::BTreeMap;

const WEIGHTS: Rules = Rules { weights: true, ..Rules::NONE };

/// What is left of a puzzle: options, and solutions before and after.
fn reduced(text: &str) -> (usize, [u64; 2]) {
    let loaded = loaded(text);
    let packing = Packing::new(loaded.puzzle().unwrap());
    let pruning = packing.prune(packing.problem(), WEIGHTS, &Monitor::new()).unwrap();
    let (problem, kept) = pruning.problem();
    (kept.len(), [packing.problem(), &problem].map(|problem| Search::new(problem).count().solutions))
}

/// TAOCP 7.2.2.1, after (45): 200 of 688 options go, and none of the solutions.
#[test]
fn soma_without_what_corners_and_colours_rule_out() {
    let text = "|! lattice cube\n|! use soma\n[0-2][0-2][0-2]\n";
    assert_eq!(reduced(text), (488, [11520, 11520]));
}

/// Golomb, 1954: the monomino lies in one of four cells.
#[test]
fn a_monomino_among_straight_trominoes() {
    let (out, _, status) = run(&["options", "tri-I-8x8", "--reduce", "weights"], "");
    assert_eq!(status, 0);
    let cells: Vec<&str> =
        out.lines().filter(|line| line.split(' ').any(|word| word == "mono")).skip(1).collect();
    assert_eq!(cells.len(), 4, "{cells:?}");
    for cell in ["22", "25", "52", "55"] {
        assert!(cells.iter().any(|line| line.split(' ').any(|word| word == cell)), "{cells:?}");
    }
}

/// Nothing that is in a solution goes; what is said to be impossible is, and others can add it up.
#[test]
fn random_puzzles_keep_their_solutions() {
    let mut dice = Dice(7);
    let (mut removed, mut proved, mut refused) = (0, 0, 0);
    for _ in 0..150 {
        let text = random_puzzle(&mut dice);
        let loaded = loaded(&text);
        let puzzle = loaded.puzzle().unwrap();
        if puzzle.region.len() > 20 {
            continue;
        }
        let packing = Packing::new(puzzle);
        let problem = packing.problem();
        if problem.options() > 300 {
            continue;
        }
        let pruning = packing.prune(problem, WEIGHTS, &Monitor::new()).unwrap();
        let (left, kept) = pruning.problem();
        let [all, some] = [problem, &left].map(|problem| Search::new(problem).count().solutions);
        assert_eq!(all, some, "{text}");
        removed += problem.options() - kept.len();
        if let Some((weights, _)) = packing.refuting_weights(1e8, &Monitor::new()).unwrap() {
            assert_eq!(all, 0, "{text}");
            let named = packing.weights_by_name(&weights);
            match check_weights(puzzle, &named, weights.modulus) {
                Ok(_) => proved += 1,
                // Where pieces can lie in ways that it does not know, the checker believes nothing.
                Err(why) => assert!(why.contains("not known here"), "{text}\n{why}"),
            }
        }
        // No weights prove what is not true.
        if all > 0 {
            for modulus in [None, Some(2), Some(3)] {
                let weights: BTreeMap<String, u32> = puzzle
                    .region
                    .sites()
                    .iter()
                    .filter(|site| puzzle.cover_bounds(**site).low == 1)
                    .map(|&site| (puzzle.site_name(site), dice.roll(4) as u32))
                    .collect();
                assert!(check_weights(puzzle, &weights, modulus).is_err(), "{text}\n{weights:?} {modulus:?}");
                refused += 1;
            }
        }
    }
    assert!(removed > 20 && proved > 10 && refused > 30, "{removed} {proved} {refused}");
}

/// Proofs of the literature, written and added up again; and what was changed is refused.
#[test]
fn certificates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.json");
    let file = path.to_str().unwrap();
    let wall = "|! lattice cube\n|! use soma\n51[1-3] 41[1-3] 31[1-3] 32[1-3] 33[1-3] 23[1-3] 13[1-3] 14[1-3] 15[1-3]\n";
    let cases = [
        // Answer 326.
        ("-", wall, "the cells weigh 10, and the pieces weigh at most 9: there is no solution"),
        ("dominoes-mutilated", "", "the pieces"),
        ("hexominoes-6x35", "", "the pieces"),
    ];
    for (name, stdin, expected) in cases {
        let (_, err, status) = run(&["info", name, "--certificate", file], stdin);
        assert_eq!(status, 0, "{name} {err}");
        let (out, err, status) = run(&["check", "--certificate", file], "");
        assert_eq!(status, 0, "{name} {out}{err}");
        assert!(out.contains(expected), "{out}");
        let (out, _, status) = run(&["check", "--certificate", file, "soma-3x3x3"], "");
        assert_eq!(status, 1, "{out}");
        assert!(out.contains("another puzzle"), "{out}");
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let changes = [
        ("\"version\":1", "\"version\":9", "version 9"),
        ("\"weights\":{", "\"weights\":{\"zzz\":1,", "no cell zzz"),
        ("\"weights\":{", "\"weights\":{\"a\":-1,", "lacks"),
    ];
    for (from, to, expected) in changes {
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let (out, err, status) = run(&["check", "--certificate", file], "");
        assert_eq!(status, 1, "{to} {out}{err}");
        assert!(out.contains(expected), "{to} {out}");
    }
    let (_, err, status) = run(&["info", "soma-3x3x3", "--certificate", file], "");
    assert_eq!(status, 1);
    assert!(err.contains("proves nothing"), "{err}");
}
