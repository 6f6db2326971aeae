//! Engine frontier: counts, diagrams and samples of puzzles.

use super::{loaded, run};
use polydlx::cover::{Allowance, Frontier, Refusal};
use polydlx::packing::Packing;
use polydlx::spec::Equivalence;
use std::collections::BTreeMap;
use std::fs;

/// Every fast puzzle of the library that is not too much for a sweep has the total that it states.
#[test]
fn the_library_agrees() {
    let (mut counted, mut refused) = (0, 0);
    for item in polydlx::library::items().filter(|item| item.path().ends_with(".spec")) {
        let says = |words: &str| item.text.lines().any(|line| line.starts_with(words));
        // What solutions must be like besides is looked at afterwards.
        if !says("|! cost fast") || says("|! require") || says("|! maximal") {
            continue;
        }
        let loaded = loaded(item.text);
        let Some(expected) = loaded.spec.as_ref().unwrap().expected(Equivalence::Total) else { continue };
        let packing = Packing::new(loaded.puzzle().unwrap());
        for problem in [packing.problem(), packing.lean_problem()] {
            let allowance = Allowance { budget: 1e7, way: 100.0, pass: 0.0, state: 1.0 };
            match Frontier::new(problem).threads(2).allow(allowance).count() {
                Ok(tally) => {
                    assert_eq!(tally.solutions.to_string(), expected, "{}", item.name);
                    counted += 1;
                }
                Err(Refusal::Work(_) | Refusal::TooManyCarried) => refused += 1,
                Err(refusal) => panic!("{}: {refusal}", item.name),
            }
        }
    }
    assert!(counted > 100 && counted > 2 * refused, "{counted} counted, {refused} refused");
}

/// What enumeration could not do, each in a moment.
#[test]
fn large_numbers() {
    for (puzzle, number) in [
        ("dominoes-8x8", "12988816"),
        ("dominoes-16x16", "2444888770250892795802079170816"),
        ("dominoes-S32", "152326556015596771390830202722034115329"),
        ("cuts-6x6", "320098"),
        ("one-sided-3x30", "184"),
    ] {
        let (out, said, status) = run(&["count", puzzle, "-v"], "");
        assert_eq!((out.as_str(), status), (format!("{number}\n").as_str(), 0), "{puzzle}: {said}");
        // Where a search takes moments, it may be preferred.
        assert!(number.len() < 7 || said.starts_with("Engine frontier: "), "{puzzle}: {said}");
    }
}

#[test]
fn the_engine_is_chosen_and_named() {
    let (out, said, _) = run(&["count", "soma-3x3x3", "-v"], "");
    assert_eq!(out, "11520\n");
    assert!(said.starts_with("Engine bits: the search, up to 48 symmetries, has about "), "{said}");
    let (out, said, _) = run(&["count", "soma-3x3x3", "--engine", "frontier", "--stats"], "");
    assert_eq!(out, "11520\n");
    assert!(said.starts_with("Engine frontier: as asked.\nshapes     "), "{said}");
    let (out, ..) =
        run(&["count", "soma-3x3x3", "--engine", "frontier", "--up-to", "symmetry", "--verify"], "");
    assert_eq!(out, "240\n");
    let (out, ..) = run(&["count", "cuts-4x4", "--engine", "frontier", "--up-to", "symmetry"], "");
    assert_eq!(out, run(&["count", "cuts-4x4", "--engine", "links", "--up-to", "symmetry"], "").0);
}

/// The process itself says how much memory it had: states, shapes, and some megabytes for the program.
#[test]
#[cfg(target_os = "linux")]
fn the_memory_limit_holds() {
    for (limit, megabytes) in [("64M", 64), ("100M", 100)] {
        let args = ["count", "one-sided-5x18", "--engine", "frontier", "--memory", limit, "--stats"];
        let (out, said, status) = run(&args, "");
        assert_eq!((out.as_str(), status), ("2746512\n", 0), "{said}");
        let memory = said.lines().find_map(|line| line.strip_prefix("memory ")).unwrap();
        let memory: u64 = memory.trim().split(' ').next().unwrap().parse().unwrap();
        assert!(memory <= megabytes + 14, "{memory} MB with a limit of {limit}");
    }
    // With next to nothing it searches instead.
    let (out, said, _) =
        run(&["count", "pentominoes-4x15", "--engine", "frontier", "--memory", "1K", "-v"], "");
    assert_eq!(out, "1472\n");
    assert!(said.contains("engine frontier is not for this: the states do not fit into memory"), "{said}");
}

/// A diagram that does not fit is refused before it takes much more: the tables of what has been seen are counted, too.
#[test]
#[cfg(target_os = "linux")]
fn diagrams_keep_to_the_memory_limit() {
    let folder = tempfile::tempdir().unwrap();
    let dominoes = folder.path().join("20x20.spec");
    fs::write(&dominoes, "|! lattice square\n[0-9a-j][0-9a-j]\n200|D 0[01]\n").unwrap();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("polydlx"));
    command.args(["zdd", dominoes.to_str().unwrap(), "--memory", "200M", "-o", "/dev/null"]);
    let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or_default() / 1024);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(peak > 20 && peak <= 240, "{peak} MB with a limit of 200 MB");
}

#[test]
fn solutions_come_from_the_diagram_too() {
    for puzzle in ["pentominoes-3x20", "hexes-37", "y-5x10", "tetracubes-2x4x4"] {
        let (solutions, _, status) =
            run(&["solve", puzzle, "--engine", "frontier", "--format", "jsonl", "--quiet"], "");
        assert_eq!(status, 0);
        let (number, ..) = run(&["count", puzzle], "");
        assert_eq!(solutions.lines().count() - 1, number.trim().parse::<usize>().unwrap(), "{puzzle}");
        let (verdict, said, status) = run(&["check", puzzle, "-"], &solutions);
        assert_eq!(status, 0, "{puzzle}: {verdict}{said}");
    }
}

#[test]
fn diagrams_can_be_reread() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("soma.zdd");
    let file = file.to_str().unwrap();
    let (out, said, status) = run(&["zdd", "soma-3x3x3", "-o", file], "");
    assert_eq!((out.as_str(), status), ("", 0));
    assert!(said.ends_with(" nodes, 11520 solutions\n"), "{said}");
    let text = fs::read_to_string(file).unwrap();
    assert!(text.starts_with("| "));
    assert_eq!(
        text.lines().filter(|line| line.starts_with("| ")).count(),
        1 + 688,
        "one line for each option"
    );
    let (out, _, status) = run(&["zdd", file], "");
    assert_eq!((out, status), (text.clone(), 0));
    fs::write(file, text.replacen("(~", "(", 1)).unwrap();
    let (_, said, status) = run(&["zdd", file], "");
    assert_eq!(status, 2);
    assert!(said.contains("not of the form"), "{said}");
    let (_, said, status) = run(&["zdd", "soma-3x3x3", "--memory", "1M"], "");
    assert_eq!(status, 2);
    assert!(said.contains("the states do not fit into memory") && said.contains("--memory"), "{said}");
}

#[test]
fn samples_are_solutions_and_depend_on_the_seed_only() {
    let sample = |seed: &str, n: &str| {
        let (out, said, status) =
            run(&["sample", "pentominoes-3x20", "-n", n, "--seed", seed, "--format", "jsonl", "--quiet"], "");
        assert_eq!((said.as_str(), status), ("", 0));
        out
    };
    let some = sample("7", "400");
    assert_eq!(some, sample("7", "400"));
    assert_ne!(some, sample("8", "400"));
    let (verdict, ..) = run(&["check", "pentominoes-3x20", "-"], &some);
    assert_eq!(verdict, "400 solutions, all right\n");
    // Eight packings, about fifty times each.
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for line in some.lines().skip(1) {
        *seen.entry(line.split_once("placements").unwrap().1).or_default() += 1;
    }
    assert_eq!(seen.len(), 8);
    assert!(seen.values().all(|times| (25..=80).contains(times)), "{seen:?}");
    // Where the states do not fit, solutions are drawn while all are enumerated.
    let args = ["sample", "pentominoes-3x20", "-n", "400", "--format", "jsonl", "--memory", "1K"];
    let (some, _, status) = run(&args, "");
    assert_eq!(status, 0);
    let (verdict, ..) = run(&["check", "pentominoes-3x20", "-"], &some);
    assert_eq!(verdict, "400 solutions, all right\n");
    assert_eq!(run(&["sample", "-", "-n", "3"], "|! lattice square\n[0-1][0-2]\nI 0[0-3]\n").2, 1);
}

/// Random descents take the search for a short one, and it has more than 80 million nodes.
#[test]
fn a_search_that_was_taken_for_short_is_given_up() {
    let (out, said, status) = run(&["count", "sphinx-7", "--verbose"], "");
    assert_eq!((out.as_str(), status), ("5965398\n", 0), "{said}");
    assert!(said.starts_with("Engine frontier"), "{said}");
}
