//! What is known to be useless before a search, compared with Knuth's DLX-PRE and with another program.

use super::run;
use polydlx::cover::{Engine, Monitor, Problem, Pruning, Rules, Search, dlx};
use polydlx::packing::Packing;
use polydlx::spec::{NoSets, Source, load};
use std::fs;

const AREA: Rules = Rules { area: true, ..Rules::NONE };
const BLOCKING: Rules = Rules { blocking: true, ..Rules::NONE };
const ALL: Rules = Rules { area: true, blocking: true, weights: false };

/// The rows of a table behind its heading, and the files that they are about.
fn table(folder: &str) -> Vec<(Vec<String>, String)> {
    let folder = super::folder().join("golden").join(folder);
    let rows = fs::read_to_string(folder.join("index.tsv")).unwrap();
    let row = |line: &str| {
        let fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let text = fs::read_to_string(folder.join(&fields[0])).unwrap();
        (fields, text)
    };
    rows.lines().skip(1).map(row).collect()
}

fn solutions(problem: &Problem) -> u64 {
    Search::new(problem).count().solutions
}

/// What DLX-PRE leaves: as many options and items. Where an option begins with a colour it overlooks some; ours has fewer there.
#[test]
fn algorithm_p() {
    let rows = table("pre");
    assert_eq!(rows.len(), 44);
    for (fields, text) in rows {
        let [file, result, primary, secondary, options, number, exact] = &fields[..] else {
            panic!("{fields:?}")
        };
        let (problem, _) = dlx::read(0, &text).unwrap();
        let pruning = Pruning::new(&problem, BLOCKING, &Monitor::new()).unwrap();
        let (pruned, kept) = pruning.problem();
        let count: u64 = number.parse().unwrap();
        assert_eq!(solutions(&pruned), count, "{file}");
        assert_eq!(pruning.hopeless.is_some(), result == "unsolvable", "{file}");
        if result == "unsolvable" {
            assert_eq!((pruned.options(), pruned.items()), (0, 1), "{file}");
        } else if exact == "yes" {
            let left = [pruned.primary_items(), pruned.secondaries().len(), kept.len()];
            assert_eq!(
                left.map(|n| n.to_string()),
                [primary, secondary, options].map(String::clone),
                "{file}"
            );
        } else {
            assert!(kept.len() < options.parse().unwrap(), "{file}");
        }
        let both = Pruning::new(&problem, ALL, &Monitor::new()).unwrap();
        assert_eq!(solutions(&both.problem().0), count, "{file}");
    }
}

/// Another program left so many options. Ours joins cells by fewer edges, and sees more that is cut off.
#[test]
fn areas() {
    let rows = table("area");
    assert_eq!(rows.len(), 40);
    let mut fewer = 0;
    for (fields, text) in rows {
        let [file, options, left, number, nodes] = &fields[..] else { panic!("{fields:?}") };
        let loaded = load(Source::new(file.clone(), text), None, &NoSets);
        let packing = Packing::new(loaded.puzzle().unwrap());
        assert_eq!(packing.problem().options().to_string(), *options, "{file}");
        let expected: u64 = number.parse().unwrap();
        for rules in [AREA, BLOCKING, ALL] {
            let pruning = packing.prune(packing.problem(), rules, &Monitor::new()).unwrap();
            assert_eq!(solutions(&pruning.problem().0), expected, "{file} {rules:?}");
        }
        let (pruned, kept) = packing.prune(packing.problem(), AREA, &Monitor::new()).unwrap().problem();
        if kept.len().to_string() == *left {
            let search = Search::new(&pruned).engine(Engine::Links);
            assert_eq!(search.count().nodes.to_string(), *nodes, "{file}");
        } else {
            assert!(kept.len() < left.parse().unwrap(), "{file}: {} and {left}", kept.len());
            fewer += 1;
        }
        let items_only = Pruning::new(packing.problem(), AREA, &Monitor::new()).unwrap();
        assert_eq!(solutions(&items_only.problem().0), expected, "{file}");
    }
    assert!(fewer < 10);
}

/// Options and nodes of dlx1 as another program found them, from the command.
#[test]
fn reduced_files() {
    for (puzzle, options, nodes, solutions) in [
        ("pentominoes-3x20", 728, 4783, 8),
        ("scott-8x8", 1432, 249_066, 520),
        ("hexiamonds-6x6", 1595, 238_083, 624),
    ] {
        let (file, said, status) = run(&["options", puzzle, "--reduce", "area"], "");
        assert_eq!(status, 0);
        assert!(said.contains("options and 0 items"), "{said}");
        let (problem, _) = dlx::read(0, &file).unwrap();
        assert_eq!(problem.options(), options, "{puzzle}");
        let search = Search::new(&problem).engine(Engine::Links).count();
        assert_eq!((search.nodes, search.solutions), (nodes, solutions), "{puzzle}");
        // The same from items alone.
        let (whole, _, _) = run(&["options", puzzle], "");
        let (again, _, status) = run(&["options", "-", "--from", "dlx", "--reduce", "area"], &whole);
        let (again, _) = dlx::read(0, &again).unwrap();
        assert_eq!((again.options(), status), (options, 0), "{puzzle}");
    }
    // TAOCP 7.2.2.1: X in one quarter of the 6×10 box, 2032 → 1797 options. V in one place of the 3×20 box: 21,805 → 1,243 nodes.
    let (file, ..) = run(&["options", "pentominoes-6x10", "--up-to", "symmetry", "--reduce", "all"], "");
    let (problem, _) = dlx::read(0, &file).unwrap();
    assert_eq!(solutions(&problem), 2339);
    let (said, _, _) = run(&["info", "pentominoes-3x20", "--reduce=area"], "");
    assert!(said.contains("728 of 1236 options are left"), "{said}");
    let (json, _, _) = run(&["info", "golden/pre/hex6x6.dlx", "--reduce=blocking", "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["reduced"]["options"], 1561);
    assert_eq!(json["reduced"]["gone"].as_array().unwrap().len(), 1845 - 1561);
}
