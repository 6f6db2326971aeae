//! Sharp and nonsharp preference: nodes and updates of Knuth's programs with his change files.

use super::{folder, run};
use polydlx::cover::{Branch, Engine, Search, dlx};
use std::fs;

#[test]
fn nodes_and_updates_are_knuths() {
    let folder = folder().join("golden/sharp");
    let table = fs::read_to_string(folder.join("index.tsv")).unwrap();
    let (mut compared, mut differ) = (0, 0);
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (problem, _) = dlx::read(0, &fs::read_to_string(folder.join(fields[0])).unwrap()).unwrap();
        // Figures of dlx2 where there are no multiplicities, or else of dlx3.
        let first = if fields[4] == "-" { 10 } else { 4 };
        for (at, branch) in [(0, Branch::Mrv), (2, Branch::Sharp), (4, Branch::Nonsharp)] {
            let outcome = Search::new(&problem).engine(Engine::Links).branch(branch.clone()).count();
            assert_eq!(outcome.solutions.to_string(), fields[3], "{}", fields[0]);
            let found = [outcome.nodes.to_string(), outcome.updates.unwrap().to_string()];
            // On a problem without multiplicities, dlx3 counts updates in its own way.
            let known = if problem.has_multiplicities() == (first == 10) { 2 } else { 1 };
            assert_eq!(found[..known], fields[first + at..first + at + known], "{} {branch:?}", fields[0]);
            compared += 1;
        }
        differ += usize::from(fields[first] != fields[first + 2]);
    }
    assert!(compared == 120 && differ > 10, "{compared} {differ}");
}

#[test]
fn the_command_knows_them() {
    let file = "golden/sharp/so002.dlx";
    for (branch, nodes) in [("mrv", 126), ("sharp", 137), ("nonsharp", 164)] {
        let (out, said, status) =
            run(&["count", file, "--branch", branch, "--engine", "links", "--stats"], "");
        assert_eq!((out.as_str(), status), ("47\n", 0), "{said}");
        assert!(said.contains(&format!("nodes      {nodes}\n")), "{branch}: {said}");
    }
}

/// Twenty Y in a square, in Knuth's order and by what happened lately.
#[test]
fn activity_makes_trees_smaller() {
    for (branch, nodes) in [("mrv", 17_624), ("activity", 10_033)] {
        let args = ["count", "y-10x10", "--branch", branch, "--engine", "sets", "--threads", "2", "--stats"];
        let (out, said, status) = run(&args, "");
        assert_eq!((out.as_str(), status), ("350\n", 0), "{said}");
        assert!(said.contains(&format!("nodes      {nodes}\n")), "{branch}: {said}");
    }
}

#[test]
fn ways_to_branch_are_explained() {
    for (branch, words) in [
        ("order", "wants the names of items"),
        ("random x", "`x` is no seed"),
        ("mrv 7", "nobody knows what `7` means after --branch mrv"),
        ("order X nobody", "no item is called `nobody`"),
        ("activty", "a similar value exists: 'activity'"),
    ] {
        let (out, said, status) = run(&["count", "pentominoes-3x20", "--branch", branch], "");
        assert_eq!((out.as_str(), status), ("", 2), "{branch}: {said}");
        assert!(said.contains(words), "{branch}: {said}");
    }
    for branch in ["order X W", "random", "random 7"] {
        let (out, said, status) =
            run(&["count", "pentominoes-3x20", "--engine", "sets", "--branch", branch], "");
        assert_eq!((out.as_str(), status), ("8\n", 0), "{branch}: {said}");
    }
}
