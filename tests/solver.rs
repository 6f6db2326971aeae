//! `solve`, `count`, `verify` and `info` on puzzles and DLX files.

use super::run;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn counts_do_not_depend_on_engine_and_threads() {
    for engine in ["auto", "links", "bits", "frontier"] {
        for threads in ["1", "2", "7"] {
            let (out, said, status) =
                run(&["count", "scott-8x8", "--engine", engine, "--threads", threads], "");
            assert_eq!((out.as_str(), said.as_str(), status), ("520\n", "", 0), "{engine} {threads}");
        }
    }
}

/// The figures that TAOCP 7.2.2.1 gives for 3x20, and for 20x3 without MRV.
#[test]
fn statistics_are_knuths() {
    let (_, said, _) = run(&["count", "pentominoes-3x20", "--engine", "links", "--stats"], "");
    assert!(said.contains("nodes      32644\nupdates    10935596\n"), "{said}");
    let profile =
        said.lines().filter_map(|line| line.trim().split_once(": ")).map(|(_, n)| n.parse::<u64>().unwrap());
    assert_eq!(profile.sum::<u64>(), 32644);
    let tall = "|! lattice square\n|! use pentominoes\n[0-j][0-2]\n";
    for engine in ["links", "bits"] {
        let (out, said, _) = run(&["count", "-", "--branch", "first", "--stats", "--engine", engine], tall);
        assert_eq!(out, "8\n");
        assert!(said.contains("nodes      71191\n"), "{said}");
    }
}

/// What `solve` prints is what `check` accepts, in all formats and on all lattices.
#[test]
fn solutions_pass_the_checker() {
    for (puzzle, number) in [
        ("pentominoes-3x20", 8),
        ("scott-8x8", 520),
        ("y-5x10", 4),
        ("hexiamonds-6x6", 40),
        ("tetrahexes-4x7", 18),
        ("hexes-37", 60),
        ("soma-3x3x3", 50),
        ("tetracubes-2x4x4", 30),
        ("tetraspheres-T4", 100),
        ("pyramystery", 50),
    ] {
        for format in ["text", "jsonl", "dlx"] {
            let n = number.to_string();
            let (solutions, _, status) = run(&["solve", puzzle, "-n", &n, "--format", format], "");
            assert_eq!(status, 0);
            let (verdict, said, status) = run(&["check", puzzle, "-"], &solutions);
            let expected = format!("{number} solutions, all right\n");
            assert_eq!((verdict.as_str(), status), (expected.as_str(), 0), "{puzzle} {format} {said}");
        }
    }
}

#[test]
fn pictures() {
    let (out, said, status) = run(&["solve", "pentominoes-6x10", "-n", "1", "--threads", "1"], "");
    assert_eq!((said.as_str(), status), ("1 solution as asked for; there may be more.\n", 0));
    insta::assert_snapshot!(out, @"
    1:
    QQXOOOOOWW
    QXXXVVVWWY
    QRXUUUVWYY
    QRRUTUVZZY
    RRSSTPPPZY
    SSSTTTPPZZ
    ");
    insta::assert_snapshot!(run(&["solve", "hexiamonds-6x6", "-n", "1"], "").0, @"
    1:
         IIIIIIDDDLLL
        JJJJJHHDDDLL
       CCCCEJHHHHFL
      CCKEEEEEFFFF
     AAKKKBBBGFGG
    AAAAKKBBBGGG
    ");
    insta::assert_snapshot!(run(&["solve", "hexes-37", "-n", "1"], "").0, @"
    | straight: A
    | bent: B
    | triangle: C
    | bar: D
    | wave: E
    | prop: F
    | bee: G
    | arch: H
    | boot: I
    | worm: J
    1:
       F A A A
      B F F C C
     B F I E C G
    D B I E J G G
     D I I E J G
      D H E H J
       D H H J
    ");
    insta::assert_snapshot!(run(&["solve", "soma-3x3x3", "-n", "2"], "").0, @"
    1:
    143   544   554
    113   563   667
    223   267   277

    2:
    143   544   554
    113   573   776
    223   266   276
    ");
    insta::assert_snapshot!(run(&["solve", "pyramystery", "-n", "1"], "").0, @"
    | 1: AB
    1:
    4 4 4 A   o 3 A     o 3       p
     o 3 A     o p       p
      B B       p
       B
    ");
    insta::assert_snapshot!(run(&["solve", "pyramystery", "-n", "1", "--format", "jsonl"], "").0, @r#"
    {"polydlx":1,"lattice":"sphere","title":"Pyramystery: six pieces in the tetrahedron of 20 spheres","cells":["000","001","002","003","010","011","012","020","021","030","100","101","102","110","111","120","200","201","210","300"],"pieces":["1","3","4","o","p"]}
    {"solution":1,"placements":[{"piece":"1","cells":["003","012","102"]},{"piece":"1","cells":["020","021","030"]},{"piece":"3","cells":["011","101","201"]},{"piece":"4","cells":["000","001","002"]},{"piece":"o","cells":["010","100","110","200"]},{"piece":"p","cells":["111","120","210","300"]}]}
    "#);
    insta::assert_snapshot!(run(&["solve", "soma-3x3x3", "-n", "1", "--format", "dlx"], "").0, @"
    1:
     000 010 011 1 (4 of 55)
     020 021 120 220 2 (1 of 20)
     022 112 3 002 012 (1 of 11)
     001 101 102 202 4 (1 of 7)
     100 110 200 201 5 (1 of 8)
     210 211 6 111 121 (1 of 2)
     122 212 221 222 7 (1 of 1)
    ");
    let optional = "|! lattice square\n|! cells optional\n[0-2][0-2]\nT 0[0-2] 11\n";
    insta::assert_snapshot!(run(&["solve", "-", "-n", "1"], optional).0, @"
    1:
    TTT
    .T.
    ...
    ");
}

/// Pictures with empty rows, and rows that look like options, are read as what they are.
#[test]
fn odd_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.spec");
    for spec in [
        "|! lattice square\n[0-1][0-2] [3-4][0-2]\n6|B 0[01]\n",
        "|! lattice triangle\n00 03'\nA 00\nB 00\n",
        "|! lattice hex\n03 30\nA 00\nB 00\n",
        "|! lattice cube\n000 333\n2|A 000\n",
        "|! lattice hex\n|! cells optional\n0[0-2]\nB 00\n",
        "|! lattice square\n00 02 03\nA 00\nB 00\nC 00\n",
    ] {
        fs::write(&path, spec).unwrap();
        let (solutions, said, _) = run(&["solve", path.to_str().unwrap()], "");
        let (verdict, wrong, status) = run(&["check", path.to_str().unwrap(), "-"], &solutions);
        assert_eq!(status, 0, "{solutions}{verdict}{wrong}");
        assert!(verdict.starts_with(said.split(' ').next().unwrap()), "{verdict}{said}");
    }
}

/// A wrong picture is found out.
#[test]
fn wrong_pictures() {
    let (solution, ..) = run(&["solve", "soma-3x3x3", "-n", "1"], "");
    let wrong = solution.replacen('1', "2", 2);
    let (out, _, status) = run(&["check", "soma-3x3x3", "-"], &wrong);
    assert_eq!(status, 1, "{out}");
    let (_, said, status) = run(&["check", "soma-3x3x3", "-"], &solution.replace('7', "?"));
    assert_eq!(status, 2);
    assert!(said.contains("no piece is shown as `?`"), "{said}");
}

#[test]
fn the_order_of_solutions_does_not_depend_on_threads() {
    let solve = |threads| run(&["solve", "scott-8x8", "--threads", threads], "").0;
    let one = solve("1");
    assert_eq!(one, solve("2"));
    assert_eq!(one, solve("5"));
    let (unordered, ..) =
        run(&["solve", "scott-8x8", "--threads", "3", "--unordered", "--format", "jsonl"], "");
    let (ordered, ..) = run(&["solve", "scott-8x8", "--threads", "1", "--format", "jsonl"], "");
    let set = |text: &str| {
        let mut lines: Vec<_> =
            text.lines().skip(1).map(|line| line.split_once(',').unwrap().1.to_owned()).collect();
        lines.sort();
        lines
    };
    assert_eq!(set(&unordered), set(&ordered));
}

#[test]
fn dlx_files() {
    let toy = "| example of TAOCP\nA B C D E F G\nC E\nA D G\nB C F\nA D F\nB G\nD E G\n";
    let (out, said, status) = run(&["solve", "-", "--from", "dlx"], toy);
    assert_eq!(
        (out.as_str(), said.as_str(), status),
        ("1:\n A D F (2 of 2)\n B G (1 of 1)\n C E (1 of 1)\n", "1 solution.\n", 0)
    );
    let (out, ..) = run(&["solve", "-", "--from", "dlx", "--format", "jsonl"], toy);
    assert!(
        out.ends_with("{\"solution\":1,\"options\":[[\"C\",\"E\"],[\"A\",\"D\",\"F\"],[\"B\",\"G\"]]}\n"),
        "{out}"
    );
    assert_eq!(run(&["solve", "-", "--from", "dlx", "--format", "text"], toy).2, 2);
    assert_eq!(run(&["count", "golden/cube-soma-3x3x3.dlx"], "").0, "11520\n");
    let (_, said, status) = run(&["count", "-", "--from", "dlx"], "A B\nA C\n");
    assert_eq!(status, 2);
    assert!(said.contains("C") && said.contains("<stdin>:2:3"), "{said}");
    // What `options` writes is the problem that `solve` solves.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scott.dlx");
    run(&["options", "scott-8x8", "-o", path.to_str().unwrap()], "");
    assert_eq!(run(&["count", path.to_str().unwrap()], "").0, "520\n");
    let dlx = |input: &str| run(&["solve", input, "--format", "dlx", "-n", "20"], "").0;
    assert_eq!(dlx(path.to_str().unwrap()), dlx("scott-8x8"));
}

#[test]
fn no_solution_is_explained() {
    for (spec, words) in [
        ("[0-2][0-2]\n4|D 0[01]\n", "the box has 9 cells, the pieces have 8"),
        ("[0-3][0-4]\n|! use tetrominoes\n", "10 cells have x+y ≡ 0 (mod 2)"),
        ("|! sided one\n0[0-2] 10\nL 0[0-2] 12\n", "piece L cannot be placed anywhere"),
    ] {
        let spec = format!("|! lattice square\n{spec}");
        for command in ["solve", "count"] {
            let (out, said, status) = run(&[command, "-"], &spec);
            let expected = if command == "count" { "0\n" } else { "" };
            assert_eq!((out.as_str(), status), (expected, 1));
            assert!(said.contains(&format!("There is no solution: {words}")), "{said}");
            let flipping = said.contains("Not all pieces may be flipped; `|! sided free` would allow it.");
            assert_eq!(flipping, spec.contains("sided one"), "{said}");
        }
        assert!(run(&["info", "-"], &spec).0.contains(&format!("because {words}")));
    }
}

/// No puzzle of the library that has a solution is refuted.
#[test]
fn reasons_are_proofs() {
    use polydlx::library::{Format, Kind, items};
    use polydlx::packing::{Packing, reasons};
    for item in items().filter(|item| item.kind == Kind::Puzzle && item.format == Format::Spec) {
        let loaded = super::loaded(item.text);
        let spec = loaded.spec.as_ref().unwrap();
        if spec.expected(polydlx::spec::Equivalence::Total) != Some("0") {
            assert_eq!(reasons(&Packing::new(loaded.puzzle().unwrap())), [], "{}", item.name);
        }
    }
}

#[test]
fn limits_give_partial_answers() {
    let start = Instant::now();
    let (out, said, status) =
        run(&["count", "dominoes-8x8", "--time-limit", "200ms", "--engine", "links"], "");
    assert_eq!(status, 3);
    assert!(
        out.starts_with("at least ") && said.contains("partial: stopped at the time limit"),
        "{out}{said}"
    );
    assert!(start.elapsed() < Duration::from_secs(20));
    let (_, said, status) = run(&["solve", "dominoes-8x8", "--time-limit", "100ms", "--format", "dlx"], "");
    assert_eq!(status, 3);
    assert!(said.starts_with("At least "), "{said}");
    assert_eq!(run(&["solve", "soma-3x3x3", "-n", "3"], "").2, 0);
    assert_eq!(run(&["count", "soma-3x3x3", "--time-limit", "soon"], "").2, 2);
}

#[cfg(unix)]
#[test]
fn signals_stop_cleanly() {
    for signal in ["INT", "TERM"] {
        let child = Command::new(assert_cmd::cargo::cargo_bin!("polydlx"))
            .args(["count", "dominoes-8x8", "--engine", "links"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(300));
        Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{signal}");
        assert!(output.stdout.starts_with(b"at least "), "{signal}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"), "{signal}");
    }
}

#[test]
fn progress_lines() {
    let (_, said, _) =
        run(&["count", "dominoes-8x8", "--engine", "links", "--time-limit", "2500ms", "--progress"], "");
    let lines: Vec<_> = said.lines().filter(|line| line.contains("% done")).collect();
    assert!(lines.len() >= 2, "{said}");
    assert!(
        lines[0].contains(" solutions, ") && lines[0].contains(" left") && lines[0].contains("; at "),
        "{said}"
    );
}

#[test]
fn estimates() {
    let estimate = |seed: &str| {
        let (out, ..) = run(&["info", "pentominoes-3x20", "--estimate=4000", "--seed", seed, "--json"], "");
        let facts: serde_json::Value = serde_json::from_str(&out).unwrap();
        let figure = |name: &str| {
            let figure = &facts["estimate"][name];
            (figure["mean"].as_f64().unwrap(), figure["standard_error"].as_f64().unwrap())
        };
        (figure("nodes"), figure("solutions"))
    };
    let (nodes, _) = estimate("1");
    assert_eq!(estimate("1"), estimate("1"));
    assert_ne!(estimate("1"), estimate("2"));
    assert!((nodes.0 - 32644.0).abs() < 5.0 * nodes.1, "{nodes:?}");
}

#[test]
fn verify() {
    let (out, _, status) = run(&["verify", "scott-8x8", "pentominoes-3x20"], "");
    assert_eq!(status, 0);
    let table = "\
puzzle            what            expected   counted  agreed
scott-8x8         total                520       520  yes
scott-8x8         up-to-symmetry        65        65  yes
pentominoes-3x20  total                  8         8  yes
pentominoes-3x20  up-to-symmetry         2         2  yes
";
    assert_eq!(out, table);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.spec");
    fs::write(&path, "|! lattice square\n|! expect total 3\n[01][01]\n2|D 0[01]\n").unwrap();
    let (out, _, status) = run(&["verify", path.to_str().unwrap()], "");
    assert_eq!(status, 1);
    assert!(out.ends_with("  total                  3         2  NO\n"), "{out}");
    let (out, _, status) = run(&["verify", "dominoes-8x8", "--engine", "links", "--time-limit", "100ms"], "");
    assert_eq!(status, 3);
    assert!(out.contains("at least ") && out.ends_with("  unknown: stopped at the time limit\n"), "{out}");
    let (out, _, status) = run(&["verify", "pentahexes-10x11"], "");
    assert_eq!((status, out.ends_with("  no number is expected\n")), (1, true), "{out}");
}

/// DLX files have titles and numbers, too, and the library has some.
#[test]
fn dlx_files_with_pragmas() {
    assert_eq!(run(&["count", "queens-8"], "").0, "92\n");
    assert_eq!(run(&["count", "queens-8.dlx"], "").0, "92\n");
    assert_eq!(run(&["count", "puzzles/queens-8.dlx"], "").0, "92\n");
    let (out, _, status) = run(&["verify", "queens-8", "word-squares-3"], "");
    assert_eq!((status, out.lines().filter(|line| line.ends_with("  yes")).count()), (0, 2), "{out}");
    let (out, ..) = run(&["info", "queens-8"], "");
    assert!(out.starts_with("title            Eight queens on a chessboard\nsource"), "{out}");
    let (json, ..) = run(&["info", "queens-8", "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["title"], "Eight queens on a chessboard");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.dlx");
    fs::write(&path, "|! expect total 3\na b\na\nb\n").unwrap();
    let (out, _, status) = run(&["verify", path.to_str().unwrap()], "");
    assert_eq!(status, 1);
    assert!(out.ends_with("  total                  3         1  NO\n"), "{out}");
    fs::write(&path, "|! expect totl 3\na b\na\nb\n").unwrap();
    let (_, said, status) = run(&["count", path.to_str().unwrap()], "");
    assert_eq!(status, 2);
    assert!(said.contains("did you mean `total`?"), "{said}");
    for command in ["draw", "options", "check"] {
        let (_, said, status) =
            run(&[command, "queens-8", "-"][..if command == "options" { 2 } else { 3 }], "");
        assert_eq!(status, 2, "{command}");
        assert!(said.contains("no-geometry"), "{command}: {said}");
    }
}

/// What nobody can search through is hunted for: the same with any number of threads, and always a solution.
#[test]
fn giants_are_hunted() {
    let hunt = |more: &[&str]| {
        let args = ["solve", "hexominoes-15x15", "-n", "1", "--format", "jsonl", "-v"];
        let (out, said, status) = run(&[&args, more].concat(), "");
        assert_eq!(status, 0, "{said}");
        assert!(said.contains("so it was hunted for with many short searches"), "{said}");
        out
    };
    let one = hunt(&["--threads", "1"]);
    assert_eq!(hunt(&["--threads", "3"]), one);
    assert_ne!(hunt(&["--seed", "2"]), one);
    assert_eq!(run(&["check", "hexominoes-15x15", "-"], &one).0, "1 solution, right\n");
    let quick = ["sample", "dorian-5x5x5", "--quick", "-n", "4", "--format", "jsonl", "-q"];
    let (out, ..) = run(&quick, "");
    assert_eq!(run(&quick, "").0, out);
    assert_eq!(run(&["check", "dorian-5x5x5", "-"], &out).0, "4 solutions, all right\n");
    // There is nothing to be found, and that is known.
    let trominoes = "|! lattice square\n[0-2][0-2]\n3|L 00 01 10\n";
    let (_, said, status) = run(&["sample", "-", "--quick"], trominoes);
    assert_eq!((status, said.contains("0 solutions.")), (1, true), "{said}");
    let (_, said, status) = run(&["sample", "soma-3x3x3", "--quick", "--where", "stable"], "");
    assert_eq!((status, said.contains("quick samples are taken as they come")), (2, true), "{said}");
}
