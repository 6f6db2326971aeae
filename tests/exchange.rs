//! Files of other programs: what the command makes of them, and what solvers answer.

use super::run;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn burrtools(name: &str) -> String {
    let folder = super::folder().join("../crates/exchange/tests/burrtools");
    folder.join(name).to_str().unwrap().to_owned()
}

fn good(args: &[&str]) -> String {
    let (out, said, status) = run(args, "");
    assert_eq!((said.as_str(), status), ("", 0), "{args:?}");
    out
}

fn bad(args: &[&str], kind: &str, words: &str) {
    let (_, said, status) = run(args, "");
    assert_eq!(status, 2, "{args:?} {said}");
    assert!(said.starts_with(&format!("error[{kind}]: ")) && said.contains(words), "{said}");
}

#[test]
fn all_commands_read_files_of_other_programs() {
    assert_eq!(good(&["count", &burrtools("made/soma-gz.xmpuzzle"), "-q", "--up-to", "symmetry"]), "240\n");
    assert_eq!(good(&["count", &burrtools("made/prisms-standing.xmpuzzle"), "-q"]), "25\n");
    let (_, said, _) = run(&["count", &burrtools("made/soma-three-problems.xmpuzzle")], "");
    assert!(said.contains("3 problems") && said.contains("--problem N"), "{said}");
    let second = good(&["convert", &burrtools("made/soma-three-problems.xmpuzzle"), "--problem", "2"]);
    let (count, _, _) = run(&["count", "-", "-q"], &second);
    assert_eq!(count, "2718\n");
    bad(
        &["info", &burrtools("bad/too-few-cells.xmpuzzle")],
        "wrong-number-of-cells",
        "2×1×1 = 2 cells, but 1",
    );
    bad(&["count", &burrtools("bad/result-id-out-of-range.xmpuzzle")], "no-result", "which shape");
    bad(
        &["convert", &burrtools("made/soma.xmpuzzle"), "--problem", "2"],
        "no-such-problem",
        "just one problem",
    );
    bad(
        &["draw", &burrtools("made/prisms-standing.xmpuzzle"), "-o", "x.svg", "-q"],
        "no-geometry",
        "items and options",
    );
}

#[test]
fn puzzles_of_the_library_go_to_other_programs_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (puzzle, to, name) in [
        ("soma-3x3x3", "burrtools", "a.xmpuzzle"),
        ("pentominoes-3x20", "burrtools", "b.xmpuzzle"),
        ("hexiamonds-6x6", "burrtools", "c.xmpuzzle"),
        ("tetrahexes-4x7", "burrtools", "d.xmpuzzle"),
        ("pyramystery", "burrtools", "e.xmpuzzle"),
        ("pentominoes-3x20", "polycube", "f.txt"),
        ("soma-3x3x3", "polycube", "g.txt"),
        ("hexiamonds-6x6", "polysolve", "h.json"),
        ("tetrahexes-4x7", "polysolve", "i.json"),
    ] {
        let file = path(name);
        good(&["convert", puzzle, "--to", to, "-o", &file]);
        let counts = |input: &str| good(&["count", input, "-q"]);
        assert_eq!(counts(&file), counts(puzzle), "{puzzle} {to}");
    }
    bad(&["convert", "calendar", "--to", "polycube"], "cannot-carry-over", "cuboid");
    bad(&["convert", "pyramystery", "--to", "polysolve"], "cannot-carry-over", "no grid for polyspheres");
    bad(&["convert", "soma-3x3x3", "-o", "x.y"], "unknown-format", "--to");
    bad(&["convert", "soma-3x3x3", "--up-to", "symmetry"], "no-solver", ".cnf");
}

/// All models of a formula, as far as its first variables go, by trying: an oracle for small ones.
fn models(cnf: &str, variables: usize) -> usize {
    let clauses: Vec<Vec<i32>> = cnf
        .lines()
        .filter(|line| !line.starts_with(['c', 'p']))
        .map(|line| {
            line.split(' ').map(|word| word.parse().unwrap()).filter(|&literal| literal != 0).collect()
        })
        .collect();
    let most: usize = cnf
        .lines()
        .find(|line| line.starts_with("p cnf"))
        .unwrap()
        .split(' ')
        .nth(2)
        .unwrap()
        .parse()
        .unwrap();
    // Unit propagation, then a choice; among auxiliary variables one model is enough.
    fn solve(clauses: &[Vec<i32>], values: &mut Vec<Option<bool>>, next: usize, counted: usize) -> usize {
        let before = values.clone();
        loop {
            let mut changed = false;
            for clause in clauses {
                let value = |literal: i32| {
                    values[literal.unsigned_abs() as usize].map(|value| value == (literal > 0))
                };
                if clause.iter().any(|&literal| value(literal) == Some(true)) {
                    continue;
                }
                let open: Vec<i32> =
                    clause.iter().copied().filter(|&literal| value(literal).is_none()).collect();
                match open[..] {
                    [] => {
                        *values = before;
                        return 0;
                    }
                    [literal] => {
                        values[literal.unsigned_abs() as usize] = Some(literal > 0);
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                break;
            }
        }
        let Some(variable) = (next..values.len()).find(|&variable| values[variable].is_none()) else {
            *values = before;
            return 1;
        };
        let mut found = 0;
        for choice in [true, false] {
            values[variable] = Some(choice);
            let more = solve(clauses, values, variable + 1, counted);
            found += more;
            values[variable] = None;
            // One model of the auxiliary variables is as good as many.
            if variable > counted && found > 0 {
                found = 1;
                break;
            }
        }
        *values = before;
        found
    }
    let mut values = vec![None; most + 1];
    values[0] = Some(true);
    solve(&clauses, &mut values, 1, variables)
}

#[test]
fn clauses_have_as_many_models_as_there_are_solutions() {
    for spec in [
        "|! lattice square\n[0-3][0-3]\n8|D 00 01\n",
        "|! lattice square\n[0-2][0-2]\n|! optional [0-2][0-2]\n0:2|D 00 01\n1:2|M 00\n",
        "|! lattice square\n[0-2][0-3]\n|! apart A B\nA 0[01]\nB 0[01]\n0:4|D 00 01\n",
        "|! lattice square\n[0-2][0-3]\n|! together A B\nA 0[01]\nB 0[01]\n0:4|D 00 01\n",
        "|! lattice square\n[01][01]\nA 00 01 10\nB 00 01 10\n",
    ] {
        let (cnf, said, status) = run(&["convert", "-", "--to", "cnf"], spec);
        assert_eq!((said.as_str(), status), ("", 0));
        let options = cnf.lines().filter(|line| line.starts_with("c ") && line.contains(" = ")).count();
        let (count, _, _) = run(&["count", "-", "-q"], spec);
        assert_eq!(format!("{}\n", models(&cnf, options)), count, "{spec}");
        let (cnf, _, _) = run(&["convert", "-", "--to", "cnf", "--up-to", "symmetry"], spec);
        let (count, _, _) = run(&["count", "-", "-q", "--up-to", "symmetry"], spec);
        assert_eq!(format!("{}\n", models(&cnf, options)), count, "{spec}");
    }
}

/// What a solver says of a file, if there is one.
fn ask(solver: &str, args: &[&str], file: &Path) -> Option<String> {
    let output = Command::new(solver).args(args).arg(file).output().ok()?;
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn answers_of_solvers_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    let file = path("soma.cnf");
    good(&["convert", "soma-3x3x3", "-o", file.to_str().unwrap(), "--up-to", "symmetry"]);
    // Where no solver is installed, nobody answers.
    if let Some(answer) = ask("cadical", &["-q"], &file) {
        fs::write(path("answer"), answer).unwrap();
        let right = good(&["check", "soma-3x3x3", path("answer").to_str().unwrap()]);
        assert_eq!(right, "1 solution, right\n");
    }
    let (answer, _, _) = run(&["check", "-", "/dev/null"], "|! lattice square\n[01][01]\n2|D 00 01\n");
    assert_eq!(answer, "there are no solutions\n");
    let spec = path("two.spec");
    fs::write(&spec, "|! lattice square\n[01][01]\n2|D 00 01\n").unwrap();
    let spec = spec.to_str().unwrap();
    for (answer, status) in [
        ("s SATISFIABLE\nv 1 2 -3\nv -4 0\n", 0),
        ("c a solver's words\nc\ns SATISFIABLE\nv -1 -2 3 4 5 -6 0\n", 0),
        ("SAT\n1 2 -3 -4 0\n", 0),
        ("s OPTIMUM FOUND\nv x1 x2 -x3 -x4\n", 0),
        ("s SATISFIABLE\nv 1 -2 3 -4 0\n", 1),
        ("s UNSATISFIABLE\n", 1),
        ("UNSAT\n", 1),
        ("s SATISFIABLE\nv 1 two 0\n", 2),
        ("s SATISFIABLE\nv -1 -2 -3 -4 0\n", 2),
    ] {
        let (out, said, found) = run(&["check", spec, "-"], answer);
        assert_eq!(found, status, "{answer} {out} {said}");
    }
}

/// Linear constraints are checked with all solutions, and with sets that are none.
#[test]
fn linear_constraints_hold_for_solutions_only() {
    let spec = "|! lattice square\n[01][0-2]\n0:3|D 00 01\n0:1|L 00 01 10\n0:1|M 00\n|! charge L |5\n";
    let (text, said, status) = run(&["convert", "-", "--to", "opb"], spec);
    assert_eq!((said.as_str(), status), ("", 0));
    assert!(text.lines().any(|line| line.starts_with("min: +5 x")), "{text}");
    let options = text.lines().filter(|line| line.starts_with("* ") && line.contains(" = ")).count();
    let constraints: Vec<(Vec<(i64, usize)>, i64)> = text
        .lines()
        .filter(|line| line.contains(">="))
        .map(|line| {
            let (sum, bound) = line.trim_end_matches(" ;").split_once(" >= ").unwrap();
            let words: Vec<&str> = sum.split(' ').collect();
            let terms = words.chunks(2).map(|term| (term[0].parse().unwrap(), term[1][1..].parse().unwrap()));
            (terms.collect(), bound.parse().unwrap())
        })
        .collect();
    let models = (0..1_u64 << options).filter(|set| {
        constraints.iter().all(|(terms, bound)| {
            let sum: i64 =
                terms.iter().map(|&(factor, variable)| factor * (set >> (variable - 1) & 1) as i64).sum();
            sum >= *bound
        })
    });
    let (count, _, _) = run(&["count", "-", "-q"], spec);
    assert_eq!(format!("{}\n", models.count()), count);
}
