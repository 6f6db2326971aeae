use super::{polydlx, run};
use polydlx::lattice::Lattice;
use std::fs;

const DOMINOES: &str = "|! lattice square\n[01][01]\n2|D 0[01]\n";

#[test]
fn options_from_a_file_from_stdin_and_from_the_library() {
    let golden = fs::read_to_string(super::folder().join("golden/square-pent-6x10.dlx")).unwrap();
    let body = |file: &str| {
        file.lines().filter(|line| !line.starts_with('|')).map(str::to_owned).collect::<Vec<_>>()
    };
    let (file, said, status) = run(&["options", "--lattice", "square", "golden/square-pent-6x10.spec"], "");
    assert_eq!(body(&file), body(&golden));
    assert_eq!(
        (said.as_str(), status),
        ("Altogether 60 cells, 12 pieces, 63 base placements, 381 nodes.\n", 0)
    );

    let (library, _, status) = run(&["options", "pentominoes-6x10"], "");
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    assert_eq!((sorted(body(&library)), status), (sorted(body(&golden)), 0));

    let (file, said, status) = run(&["options", "-", "-q"], DOMINOES);
    let expected = "\
| |! lattice square
| [01][01]
| 2|D 0[01]
| this file was created by polydlx from that data
 00 01 10 11 2|D
D 00 01
D 10 11
D 00 10
D 01 11
";
    assert_eq!((file.as_str(), said.as_str(), status), (expected, "", 0));
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.dlx");
    let name = path.to_str().unwrap();
    assert_eq!(run(&["options", "soma-3x3x3", "-o", name], "").2, 0);
    let written = fs::read_to_string(&path).unwrap();
    assert_eq!(written.lines().filter(|line| !line.starts_with('|')).count(), 689);

    // A spec with a mistake does not touch what was there before.
    assert_eq!(run(&["options", "-", "-o", name], "0\n").2, 2);
    assert_eq!(fs::read_to_string(&path).unwrap(), written);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    let (_, said, status) = run(&["options", "soma-3x3x3", "-o", "/no/such/folder/x.dlx"], "");
    assert_eq!(status, 2);
    assert!(said.contains("cannot write to /no/such/folder/x.dlx: no such file or directory"), "{said}");
    assert_eq!(run(&["options", "soma-3x3x3", "-o", "/dev/null"], "").2, 0);
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("latin.spec"), b"|! lattice square\n| caf\xe9\n00\n").unwrap();
    fs::write(path("empty.spec"), b"").unwrap();
    fs::write(path("picture.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    for (input, kind, words) in [
        (path("latin.spec").to_str().unwrap(), "not-utf-8", "latin.spec:2:6"),
        (path("picture.png").to_str().unwrap(), "not-text", "is this a picture"),
        (path("empty.spec").to_str().unwrap(), "empty-file", "there is nothing here"),
        (folder.path().to_str().unwrap(), "is-a-directory", "is a directory"),
        ("no/such.spec", "no-such-file", "there is no file no/such.spec"),
        ("soma-3x3", "no-such-file", "did you mean `soma-3x3x3`"),
    ] {
        for command in ["options", "info"] {
            let (out, said, status) = run(&[command, input], "");
            assert_eq!((out.as_str(), status), ("", 2), "{said}");
            assert!(said.starts_with(&format!("error[{kind}]: ")) && said.contains(words), "{said}");
        }
    }
}

#[test]
fn names_that_do_not_fit_into_a_dlx_file() {
    let spec = "|! lattice square\n[01][01]\nLongNamedPiece 00\n";
    let (out, said, status) = run(&["options", "-"], spec);
    assert_eq!((out.as_str(), status), ("", 2));
    assert!(said.contains("error[name-too-long]"), "{said}");
    // Nothing else minds.
    assert_eq!(run(&["info", "-"], spec).2, 0);
}

#[test]
fn sets_are_found_relative_to_the_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sets")).unwrap();
    fs::write(folder.path().join("sets/mine.spec"), "|! set\n|! lattice hex\nA 00 01\nB 00\n").unwrap();
    let path = folder.path().join("my.spec");
    fs::write(&path, "|! lattice hex\n|! use sets/mine.spec times 2\n[0-2][01]\n").unwrap();
    let (out, _, status) = run(&["options", path.to_str().unwrap()], "");
    assert_eq!(status, 0);
    assert!(out.contains("\n 00 01 10 11 20 21 2|A 2|B\n"), "{out}");
}

#[test]
fn placed_pieces_are_forced() {
    let spec = "|! lattice square\n|! place D 00 01\n[01][01]\n2|D 0[01]\n";
    let (out, ..) = run(&["options", "-"], spec);
    assert!(out.ends_with(" 00 01 10 11 2|D\nD 00 01\nD 10 11\n"), "{out}");
    // Here the cells alone would not force it.
    let spec = "|! lattice square\n|! cells optional\n|! place D 00 01\n[01][01]\n1:2|D 0[01]\n";
    let (out, ..) = run(&["options", "-"], spec);
    assert!(out.ends_with(" 1:2|D @1 | 00 01 10 11\nD 00 01 @1\nD 10 11\n"), "{out}");
}

#[test]
fn optional_cells_and_pieces() {
    let (out, ..) = run(&["options", "-"], "|! lattice square\n|! cells optional\n0[01]\nA 00\n");
    assert!(out.ends_with("\n A | 00 01\nA 00\nA 01\n"), "{out}");
    let (out, ..) =
        run(&["options", "-"], "|! lattice square\n|! pieces optional\n0[01]\nA 00\n3|B 00\n2:4|C 00\n");
    assert!(out.contains("\n 00 01 0:1|A 0:3|B 0:4|C\n"), "{out}");
}

#[test]
fn sidedness() {
    let count = |pragma: &str| {
        let spec = format!("|! lattice square\n{pragma}\n[0-2][0-2]\nL 0[0-2] 10\nS 00 01 11 12\n");
        let (out, ..) = run(&["info", "-"], &spec);
        let column = |line: &str| line.split_whitespace().nth(4).unwrap().parse::<usize>().unwrap();
        out.lines()
            .filter(|line| line.starts_with("L ") || line.starts_with("S "))
            .map(column)
            .collect::<Vec<_>>()
    };
    assert_eq!(count("|"), [8, 4]);
    assert_eq!(count("|! sided one"), [4, 2]);
    assert_eq!(count("|! sided fixed"), [1, 1]);
    assert_eq!(count("|! sided one S"), [8, 2]);
    assert_eq!(count("|! sided fixed\n|! sided free L"), [8, 1]);
    // A set says how its pieces are moved; the file that uses it has the last word.
    let bases = |pragma: &str| {
        let spec = format!("|! lattice square\n|! use one-sided-pentominoes only P\n{pragma}\n[0-2][0-2]\n");
        run(&["info", "-"], &spec).0.lines().last().unwrap().split_whitespace().nth(4).unwrap().to_owned()
    };
    assert_eq!(
        (bases("|"), bases("|! sided free"), bases("|! sided fixed P")),
        ("4".into(), "8".into(), "1".into())
    );
}

#[test]
fn pieces() {
    let (out, _, status) = run(&["pieces", "--lattice", "square", "--size", "4"], "");
    let expected = "\
| All free polyominoes of size 4: 5.
|! set
|! lattice square
p-1 0[0-3]
p-2 0[0-2] 10
p-3 0[0-2] 11
p-4 0[01] 1[01]
p-5 0[01] 1[12]
";
    assert_eq!((out.as_str(), status), (expected, 0));
    // What it writes can be read, and has as many pieces as it says.
    for (lattice, sided, count) in [
        ("triangle", "one", "19"),
        ("hex", "fixed", "814"),
        ("cube", "free", "112"),
        ("sphere", "one", "2209"),
        ("square", "free", "35"),
    ] {
        let args = ["pieces", "--lattice", lattice, "--size", "6", "--sided", sided];
        let (set, _, status) = run(&args, "");
        assert_eq!(status, 0);
        let (info, said, status) = run(&["info", "-"], &set);
        assert_eq!((said.as_str(), status), ("", 0));
        assert!(info.contains(&format!("pieces           {count}\n")), "{info}");
        assert_eq!(run(&[&args[..], &["--count"]].concat(), "").0, format!("{count}\n"));
    }
    // Whoever has no patience gets what was found until then.
    for more in [&["--count"][..], &["--by-symmetry"], &[]] {
        let start = std::time::Instant::now();
        for lattice in ["square", "tan", "weakcube"] {
            let args = ["pieces", "--lattice", lattice, "--size", "40", "--time-limit", "300ms"];
            let (out, said, status) = run(&[&args[..], more].concat(), "");
            assert_eq!(status, 3, "{lattice} {more:?} {said}");
            assert!(said.ends_with("here are more: stopped at the time limit.\n"), "{said}");
            assert_eq!(out.trim().parse::<u64>().is_ok(), more == ["--count"], "{out}");
        }
        assert!(start.elapsed().as_secs() < 60);
    }
    let types = |lattice: &str, sided: &str| {
        run(&["pieces", "--lattice", lattice, "--types", "--sided", sided], "").0
    };
    assert!(types("cube", "free").ends_with("\n33 types.\n"));
    assert!(
        types("square", "free").starts_with("       1  no symmetry\n       2  "),
        "{}",
        types("square", "free")
    );
    let (_, said, status) = run(&["pieces", "--lattice", "cairo", "--types"], "");
    assert!(said.starts_with("error[no-types]: ") && status == 2, "{said}");
    assert_eq!(run(&["pieces", "--lattice", "square", "--size", "0"], "").2, 2);
    let (_, said, status) = run(&["pieces", "--lattice", "sqare", "--size", "3"], "");
    assert_eq!(status, 2);
    assert!(said.contains("'square'"), "{said}");
}

#[test]
fn info() {
    let (out, _, status) = run(&["info", "soma-3x3x3"], "");
    assert_eq!(status, 0);
    insta::assert_snapshot!(out, @"
    title            The Soma cube
    source           Piet Hein; TAOCP 7.2.2.1, exercise 324
    lattice          cube
    pieces           7
    base placements  92
    cells            27
    symmetries       48 of the box, 48 of the puzzle
                     rotation by 120° about the diagonal x+y-z and point reflection, 5→6 6→5
                     rotation by 270° about z
    items            34
    options          688

    piece  cells  times  sided  base placements  options
    1          3      1    one               12      144
    2          4      1    one               24      144
    3          4      1    one               12       72
    4          4      1    one               12       72
    5          4      1    one               12       96
    6          4      1    one               12       96
    7          4      1    one                8       64
    ");
    let (json, ..) = run(&["info", "soma-3x3x3", "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["options"], 688);
    assert_eq!(json["pieces"][1]["base_placements"], 24);
    assert_eq!(json["region_symmetries"], 48);
}

#[test]
fn list_and_show() {
    let (out, _, status) = run(&["list"], "");
    assert_eq!(status, 0);
    assert!(out.contains("  pentominoes  ") && out.contains("  pentominoes-6x10  "), "{out}");
    let (spheres, ..) = run(&["list", "--lattice", "sphere"], "");
    assert!(spheres.contains("tetraspheres") && !spheres.contains("pentominoes"), "{spheres}");
    let (out, _, status) = run(&["show", "soma"], "");
    assert_eq!((out, status), (fs::read_to_string(super::folder().join("../shapes/soma.spec")).unwrap(), 0));
    let (out, ..) = run(&["list"], "");
    assert!(
        out.contains("  queens-8 ") && out.contains("  items     Eight queens on a chessboard\n"),
        "{out}"
    );
    let (out, _, status) = run(&["show", "puzzles/queens-8.dlx"], "");
    assert!(status == 0 && out.starts_with("|! title Eight queens"), "{out}");
    let (_, said, status) = run(&["show", "somma"], "");
    assert_eq!(status, 2);
    assert!(said.contains("did you mean `soma`"), "{said}");
}

/// One of the two solutions of 3x20 and some that are none.
#[test]
fn check() {
    let spec = "|! lattice square\n[0-4][0-2]\n|! use pentominoes only P R U\n";
    // Answer 269 of TAOCP 7.2.2.1: P, R and U fill the 5x3 rectangle.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("5x3.spec");
    fs::write(&path, spec).unwrap();
    let check = |solutions: &str| {
        let (out, said, status) = run(&["check", path.to_str().unwrap(), "-"], solutions);
        (out + &said, status)
    };
    let right = " U 00 01 11 20 21 (1 of 3)\n P 30 31 32 40 41\n";
    let found = brute_force_5x3();
    assert_eq!(found.len(), 4);
    let right_ones: Vec<String> = found.iter().map(|lines| lines.join("\n")).collect();
    let numbered: String = (1..).zip(&right_ones).map(|(n, text)| format!("{n}:\n{text}\n")).collect();
    assert_eq!(check(&numbered), ("4 solutions, all right\n".to_owned(), 0));
    assert_eq!(check(&right_ones.join("\n\n")), ("4 solutions, all right\n".to_owned(), 0));
    let json = |lines: &[String]| {
        let placements: Vec<_> = lines
            .iter()
            .map(|line| {
                let (piece, cells) = line.split_once(' ').unwrap();
                serde_json::json!({"piece": piece, "cells": cells.split(' ').collect::<Vec<_>>()})
            })
            .collect();
        serde_json::json!({"solution": 7, "placements": placements}).to_string()
    };
    let lines = format!("{{\"polydlx\":1}}\n{}\n{}\n", json(&found[0]), json(&found[3]));
    assert_eq!(check(&lines), ("2 solutions, all right\n".to_owned(), 0));

    let first = &found[0];
    let with = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines = first.clone();
        change(&mut lines);
        check(&format!("{}\n\n{}\n", right_ones[1], lines.join("\n")))
    };
    for (change, (line, words)) in [
        (
            &(|lines: &mut Vec<String>| drop(lines.pop())) as &dyn Fn(&mut Vec<String>),
            (5, "4 more are not covered"),
        ),
        // What is wrong with an option is told of its line.
        (&|lines| lines[1] = lines[0].clone(), (6, "is covered by two copies of")),
        (&|lines| lines[2] = lines[2].replacen(' ', " 99 ", 1), (7, "99, which is no cell of the box")),
        (
            &|lines| lines[0] = lines[0][..lines[0].len() - 3].to_owned(),
            (5, "do not have the shape of piece"),
        ),
        (&|lines| lines[1] = format!("{} {}", lines[1], &lines[1][2..4]), (6, "twice")),
    ] {
        let (said, status) = with(change);
        assert_eq!(status, 1, "{said}");
        assert!(
            said.contains(&format!("line {line}: solution 2 is wrong: ")) && said.contains(words),
            "{said}"
        );
    }
    assert_eq!(check("").1, 1);
    assert_eq!(check("Q 00 01\n").1, 2);
    assert_eq!(check("{\"solution\":1,\n").1, 2);
    assert_eq!(check(right).1, 1);
}

/// All ways to put P, R and U into the box, by trying all triples of options.
fn brute_force_5x3() -> Vec<Vec<String>> {
    let file = super::option_file("|! lattice square\n[0-4][0-2]\n|! use pentominoes only P R U\n");
    let options = |piece: &str| -> Vec<String> {
        file.lines().filter(|line| line.starts_with(&format!("{piece} "))).map(str::to_owned).collect()
    };
    let disjoint =
        |a: &str, b: &str| a.split(' ').skip(1).all(|cell| b.split(' ').all(|other| other != cell));
    let mut found = Vec::new();
    for p in options("P") {
        for r in options("R").iter().filter(|r| disjoint(&p, r)) {
            for u in options("U").iter().filter(|u| disjoint(&p, u) && disjoint(r, u)) {
                found.push(vec![p.clone(), r.clone(), u.clone()]);
            }
        }
    }
    found
}

#[test]
fn a_closed_pipe_is_no_failure() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("polydlx"))
        .args(["pieces", "--lattice", "square", "--size", "9"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 5];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((&first, output.status.code(), output.stderr.as_slice()), (b"| All", Some(0), &b""[..]));
}

/// The pictures in the README are what the command draws.
#[test]
fn pictures_are_up_to_date() {
    for (name, view) in [
        ("pentominoes-6x10", "auto"),
        ("hexiamonds-6x6", "auto"),
        ("hexes-37", "auto"),
        ("soma-3x3x3", "both"),
        ("pyramystery", "both"),
    ] {
        let (solution, ..) = run(&["solve", name, "-n", "1", "-q"], "");
        let (drawn, said, status) = run(&["draw", name, "-", "--cell", "24", "--view", view], &solution);
        assert_eq!((said.as_str(), status), ("", 0));
        let path = super::folder().join(format!("../crates/draw/doc/{name}.svg"));
        assert!(drawn == fs::read_to_string(&path).unwrap(), "{} is not what `draw` makes", path.display());
    }
}

/// The page of the book on lattices shows each with a picture, which the command draws; `INSTA_UPDATE=always` makes them anew.
#[test]
fn every_lattice_is_shown() {
    let doc = super::folder().join("../crates/cli/doc");
    let page = fs::read_to_string(doc.join("lattices.md")).unwrap();
    for lattice in Lattice::ALL {
        let file = format!("lattice-{}.svg", lattice.name());
        let line = page.lines().find(|line| line.ends_with(&format!("]({file})"))).expect(&file);
        let name = line.strip_prefix("![A solution of ").and_then(|rest| rest.split(']').next()).expect(line);
        let (solution, ..) = run(&["solve", name, "-n", "1", "-q"], "");
        let view = if lattice.dimension() == 3 { "solid" } else { "auto" };
        let (drawn, said, status) = run(&["draw", name, "-", "--cell", "24", "--view", view], &solution);
        assert_eq!((said.as_str(), status), ("", 0));
        if std::env::var("INSTA_UPDATE").is_ok_and(|when| when == "always") {
            fs::write(doc.join(&file), &drawn).unwrap();
        }
        assert!(drawn == fs::read_to_string(doc.join(&file)).unwrap(), "{file} is not what `draw` makes");
        assert!(drawn.len() < 40_000, "{file} is small");
    }
}

#[test]
fn draw() {
    let (chart, _, status) = run(&["draw", "tetrahexes"], "");
    assert_eq!(status, 0);
    assert!(chart.starts_with("<svg") && chart.contains("worm"), "{chart}");
    let (solutions, ..) = run(&["solve", "scott-8x8", "-n", "7", "--format", "jsonl"], "");
    let (sheet, ..) = run(&["draw", "scott-8x8", "-", "--columns", "4", "--palette", "safe"], &solutions);
    assert_eq!(sheet.matches("<title>X</title>").count(), 7, "each solution has an X");
    let fills: std::collections::BTreeSet<_> = sheet
        .split("<title>X</title>")
        .skip(1)
        .filter_map(|rest| rest.split("fill=").nth(1)?.get(..9))
        .collect();
    assert_eq!(fills.len(), 1, "and it always has the same colour");
    let (region, _, status) = run(&["draw", "scott-8x8"], "");
    assert_eq!((region.matches("<title>X</title>").count(), status), (0, 0));
    assert_eq!(run(&["draw", "scott-8x8", "-"], "").2, 2);
    assert_eq!(run(&["draw", "soma-3x3x3", "-"], &solutions).2, 2);
    // As many titles as there are base placements, and no more.
    let (chart, _, status) = run(&["draw", "pentominoes", "--placements", "R"], "");
    assert_eq!((chart.matches("<title>R</title>").count(), status), (8, 0));
    let one_sided = "|! lattice square\n|! set\n|! sided one\nR 01 02 10 11 21\n";
    let (chart, ..) = run(&["draw", "-", "--placements", "R"], one_sided);
    assert_eq!(chart.matches("<title>R</title>").count(), 4);
    let (_, said, status) = run(&["draw", "tetrominoes", "--placements", "squar"], "");
    assert!(status == 2 && said.contains("did you mean `square`?"), "{said}");
}

#[test]
fn colours_of_single_pieces() {
    let spec = "|! lattice square\n|! color A #0a0b0c\n|! color B Teal\n|! place A 00\n|! place B 01\n0[01]\nA 00\nB 00\n";
    let (picture, ..) = run(&["draw", "-"], spec);
    assert!(picture.contains("fill=\"#0a0b0c\"") && picture.contains("fill=\"#008080\""), "{picture}");
    // What is said last, and nearest, wins.
    let (picture, ..) = run(&["draw", "-", "--color", "A=red", "--color", "A=#0000fe"], spec);
    assert!(picture.contains("fill=\"#0000fe\"") && !picture.contains("#0a0b0c"), "{picture}");
    // A set may bring its colours along.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("set.spec"), "|! set\n|! lattice square\n|! color A #0a0b0c\nA 00\n")
        .unwrap();
    let path = folder.path().join("puzzle.spec");
    fs::write(&path, "|! lattice square\n|! use ./set.spec\n|! place A 00\n00\n").unwrap();
    assert!(run(&["draw", path.to_str().unwrap()], "").0.contains("fill=\"#0a0b0c\""));
    for (wrong, lesson) in
        [("A=rde", "did you mean `red`?"), ("A", "as in X=#c0ffee"), ("C=red", "the pieces are A, B")]
    {
        let (_, said, status) = run(&["draw", "-", "--color", wrong], spec);
        assert!(status == 2 && said.contains(lesson), "{said}");
    }
}

#[test]
fn files_for_cutting() {
    let (solutions, ..) = run(&["solve", "scott-8x8", "-n", "2", "-q", "--format", "jsonl"], "");
    let first: String = solutions.lines().take(2).map(|line| format!("{line}\n")).collect();
    let (shared, said, status) = run(&["draw", "scott-8x8", "-", "--style", "cut", "--unit", "1cm"], &first);
    // Eight cells, the frame, and the margin.
    assert_eq!((said.as_str(), status), ("", 0));
    assert!(shared.contains("width=\"100mm\"") && shared.contains("<title>frame</title>"), "{shared}");
    let kerf = ["draw", "scott-8x8", "-", "--style", "cut", "--kerf", "0.15mm"];
    assert_eq!(run(&kerf, &first).0.matches("stroke=\"#ff0000\"").count(), 14, "12 pieces, tray and frame");
    let (apart, ..) = run(&["draw", "dominoes-8x8", "--style", "cut"], "");
    assert_eq!(apart.matches("stroke=\"#ff0000\"").count(), 34, "32 pieces, tray and frame");
    for (args, lesson) in [
        (&["draw", "scott-8x8", "-", "--style", "cut"][..], "`polydlx solve … -n 1`"),
        (&["draw", "pyramystery", "--style", "cut"], "not made of flat layers"),
        (&["draw", "pentominoes", "--kerf", "1mm"], "say `--style cut`, too"),
        (&["draw", "pentominoes", "--style", "cut", "--kerf", "2.5mm"], "less than a quarter of a cell"),
        (&["draw", "pentominoes", "--unit", "10px"], "use mm, cm or in"),
        (&["draw", "pentominoes", "--unit", "0"], "at least 0.1mm"),
        (&["draw", "pentominoes", "--unit", "-1mm"], "unexpected argument"),
    ] {
        let (out, said, status) = run(args, &solutions);
        assert!(out.is_empty() && status == 2 && said.contains(lesson), "{said}");
    }
}

#[test]
fn solids_from_all_sides_and_step_by_step() {
    let (solution, ..) = run(&["solve", "soma-3x3x3", "-n", "1", "-q"], "");
    let draw = |more: &[&str]| {
        let (picture, said, status) = run(&[&["draw", "soma-3x3x3", "-"], more].concat(), &solution);
        assert_eq!((said.as_str(), status), ("", 0));
        picture
    };
    assert_eq!(draw(&["--view", "assembly"]).matches("<title>step ").count(), 7);
    assert_ne!(draw(&["--view", "exploded"]), draw(&["--view", "solid"]));
    let corners = ["xyZ", "XyZ", "XYZ", "xYZ", "xyz", "Xyz", "XYz", "xYz"];
    let seen: std::collections::BTreeSet<_> =
        corners.iter().map(|corner| draw(&["--view", "solid", "--corner", corner])).collect();
    assert_eq!(seen.len(), corners.len());
    assert!(draw(&["--view", "solid", "--unit", "20mm"]).contains("mm\" role=\"img\""));
}

/// A legend says which piece a symbol stands for, whatever we would have chosen ourselves.
#[test]
fn check_heeds_the_legend() {
    let spec = "|! lattice square\n0[0-4]\ntwo 00 01\nthree 0[0-2]\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.spec");
    fs::write(&path, spec).unwrap();
    let path = path.to_str().unwrap();
    let check = |text: &str| run(&["check", path, "-"], text);
    assert_eq!(check("AABBB\n").0, "1 solution, right\n");
    assert_eq!(check("BBAAA\n").2, 1);
    assert_eq!(check("| two: B\n| three: A\n1:\nBBAAA\n").0, "1 solution, right\n");
    assert_eq!(check("| two: B\n| three: A\n1:\nAABBB\n").2, 1);
    assert_eq!(check("| two: x\n| three: y\n\nxxyyy\n\nyyyxx\n").0, "2 solutions, all right\n");
    // Comments are no legends.
    assert_eq!(check("| By hand: easy\n| Source: A Book\nAABBB\n").0, "1 solution, right\n");
    let (_, said, status) = check("| two: A\n| four: B\nAABBB\n");
    assert_eq!(status, 2);
    assert!(said.contains("its legend names a piece four, which the puzzle does not have"), "{said}");
    let (_, said, status) = check("| two: A\n| three: A\nAABBB\n");
    assert_eq!(status, 2);
    assert!(said.contains("the legend shows both two and three as `A`"), "{said}");
}

#[test]
fn check_heeds_the_lattice() {
    let (solutions, ..) = run(&["solve", "-", "--format", "jsonl", "-q"], DOMINOES);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.spec");
    fs::write(&path, DOMINOES.replace("square", "hex")).unwrap();
    for command in ["check", "draw"] {
        let (out, said, status) = run(&[command, path.to_str().unwrap(), "-"], &solutions);
        assert_eq!((out.as_str(), status), ("", 2));
        assert!(said.contains("these solutions are on lattice square, but the puzzle is on hex"), "{said}");
    }
}

#[test]
fn solutions_that_are_no_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    for bytes in [&b"1:\n\xff\xfe\x00"[..], b"\x1f\x8b\x08\0\0", b"A\0B\n"] {
        fs::write(&path, bytes).unwrap();
        let (_, said, status) = run(&["check", "soma-3x3x3", path.to_str().unwrap()], "");
        assert_eq!(status, 2);
        assert!(said.contains("error[not-text]: ") && said.contains("this is no text"), "{said}");
        assert!(said.contains("is this a picture, or a compressed file?"), "{said}");
    }
}

#[test]
fn dlx_files_where_a_spec_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("soma.dlx");
    let name = path.to_str().unwrap();
    assert_eq!(run(&["options", "soma-3x3x3", "-q", "-o", name], "").2, 0);
    for args in [&["options", name][..], &["draw", name], &["check", name, "-"]] {
        let (out, said, status) = run(args, "");
        assert_eq!((out.as_str(), status), ("", 2), "{args:?}");
        assert!(said.contains("is a DLX file: it has items and options, but no geometry"), "{said}");
        assert!(said.contains("`polydlx solve`, `count`, `info` and `verify` read DLX files"), "{said}");
    }
    assert!(run(&["info", name], "").0.contains("items            34+0\noptions          688\n"));
    // Who insists that it is a spec is believed.
    assert!(run(&["info", name, "--from", "spec"], "").1.contains("no-lattice"));
}

#[test]
fn verify_goes_on() {
    let (out, said, status) = run(&["verify", "no/such.spec", "soma-3x3x3", "soma", "scott-8x8"], "");
    assert_eq!(status, 2);
    assert!(said.contains("there is no file no/such.spec") && said.contains("error[no-box]"), "{said}");
    assert!(out.contains("\nsoma-3x3x3  total              11520     11520  yes\n"), "{out}");
    assert!(out.contains("\nscott-8x8   total                520       520  yes\n"), "{out}");
}

/// Only symbols that are used are explained, each before it is used first.
#[test]
fn legends_tell_what_is_needed() {
    let spec = "|! lattice square\n[01][0-2]\n0:3|two 00 01\n0:2|bent 00 01 10\n";
    let (out, ..) = run(&["solve", "-", "-q"], spec);
    let mut known = String::new();
    let mut used = String::new();
    for line in out.lines() {
        if let Some(legend) = line.strip_prefix("| ") {
            let symbols = legend.split_once(": ").unwrap().1;
            assert!(symbols.chars().all(|symbol| !known.contains(symbol)), "{out}");
            known.push_str(symbols);
        } else if !line.ends_with(':') {
            assert!(line.chars().all(|symbol| known.contains(symbol)), "{out}");
            used.push_str(line);
        }
    }
    assert!(known.chars().all(|symbol| used.contains(symbol)), "{out}");
    let (first, ..) = run(&["solve", "-", "-q", "-n", "1"], spec);
    insta::assert_snapshot!(first, @"
    | two: ABC
    1:
    AAB
    CCB
    ");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.spec");
    fs::write(&path, spec).unwrap();
    assert_eq!(run(&["check", path.to_str().unwrap(), "-"], &out).0, "5 solutions, all right\n");
}

/// The time limit begins with the command, so getting ready counts.
#[test]
fn the_time_limit_is_for_all() {
    let (out, said, status) = run(&["count", "bedlam-4x4x4", "--time-limit", "0"], "");
    assert_eq!(status, 3, "{said}");
    assert!(out.starts_with("at least "), "{out}");
    assert_eq!(run(&["solve", "bedlam-4x4x4", "--time-limit", "0s"], "").2, 3);
}

/// The lines of a result, each an object.
fn objects(args: &[&str], stdin: &str) -> Vec<serde_json::Value> {
    let (out, said, status) = run(args, stdin);
    assert!(status < 2, "{args:?}\n{said}");
    out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"))).collect()
}

#[test]
fn results_for_programs() {
    let [info] = &objects(&["info", "-", "--json"], DOMINOES)[..] else { panic!("one object") };
    assert_eq!((&info["cells"], &info["options"]), (&4.into(), &4.into()));

    let [count] = &objects(&["count", "-", "--json"], DOMINOES)[..] else { panic!("one object") };
    assert_eq!((&count["count"], &count["complete"]), (&2.into(), &true.into()));
    assert!(count["no_solution_because"].is_null());
    let [none] = &objects(&["count", "hexominoes-6x35", "--json"], "")[..] else { panic!("one object") };
    let why = none["no_solution_because"][0].as_str().unwrap();
    assert!(why.starts_with("105 cells have x+y ≡ 0 (mod 2)"), "{why}");
    // A proof is a file of its own, and nothing else is told with it.
    let (_, said, status) = run(&["info", "-", "--json", "--certificate", "proof.json"], DOMINOES);
    assert!(status == 2 && said.contains("cannot be used with"), "{said}");
    assert!(count["up_to"].is_null() && count["stopped_by"].is_null() && count["profile"].is_null());
    assert!(count["nodes"].is_u64() || count["states"].is_u64());

    let stats = ["count", "-", "--json", "--stats", "--engine", "links", "--up-to", "symmetry"];
    let [count] = &objects(&stats, DOMINOES)[..] else { panic!("one object") };
    assert_eq!((&count["up_to"], &count["engine"]), (&"symmetry".into(), &"links".into()));
    assert!(count["updates"].is_u64() && count["profile"].is_array());

    // More digits than any other number of JSON's readers has.
    let (out, ..) = run(&["count", "dominoes-16x16", "--json"], "");
    assert!(out.starts_with("{\"count\":2444888770250892795802079170816,\"complete\":true,"), "{out}");

    let args = ["count", "-", "--json", "--up-to", "symmetry", "--by-stabilizer", "--verify"];
    let [count] = &objects(&args, DOMINOES)[..] else { panic!("one object") };
    assert_eq!((&count["count"], &count["verified"]), (&1.into(), &true.into()));
    let rows = count["by_stabilizer"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["classes"], &rows[0]["size"]), (1, &1.into(), &2.into()));

    let (_, said, status) = run(&["count", "-", "--json"], "|! lattice square\n[0-2][0-2]\n4|D 0[01]\n");
    assert_eq!((said.contains("There is no solution: the box has 9 cells"), status), (true, 1), "{said}");
}

#[test]
fn lists_for_programs() {
    let all = objects(&["list", "--json"], "");
    let (table, ..) = run(&["list"], "");
    assert_eq!(all.len(), table.lines().filter(|line| line.starts_with("  ")).count());
    let soma = all.iter().find(|row| row["name"] == "soma-3x3x3").unwrap();
    assert_eq!((&soma["kind"], &soma["lattice"]), (&"puzzle".into(), &"cube".into()));
    assert!(all.iter().any(|row| row["name"] == "queens-8" && row["lattice"].is_null()));
    assert!(objects(&["list", "--json", "--lattice", "hex"], "").iter().all(|row| row["lattice"] == "hex"));

    let verified = objects(&["verify", "catel-6x6", "queens-8", "--json"], "");
    assert_eq!(verified.len(), 3);
    assert!(verified.iter().all(|row| row["agreed"] == true && row["expected"] == row["counted"]));
    let wrong = "|! lattice square\n|! expect total 3\n[01][01]\n2|D 0[01]\n";
    let [row] = &objects(&["verify", "-", "--json"], wrong)[..] else { panic!("one line") };
    assert_eq!((&row["counted"], &row["agreed"]), (&2.into(), &false.into()));
    let [row] = &objects(&["verify", "-", "--json"], DOMINOES)[..] else { panic!("one line") };
    assert!(row["what"].is_null() && row["agreed"].is_null());

    let pool = "|! lattice square\n|! use pentominoes\n[0-2][0-4]\n";
    let sets = objects(&["design", "sets", "-", "--json"], pool);
    assert_eq!((sets.len(), &sets[0]["number"], &sets[0]["classes"]), (7, &60.into(), &1.into()));
    assert_eq!(sets[0]["pieces"], serde_json::json!(["P", "Q", "V"]));
    let regions = objects(&["design", "regions", "soma", "--family", "boxes", "--json"], "");
    assert_eq!((regions.len(), &regions[0]["ways"], &regions[0]["classes"]), (1, &11520.into(), &240.into()));
    let [hints] = &objects(&["design", "hints", "-", "--json"], DOMINOES)[..] else { panic!("one object") };
    assert_eq!((&hints["least_of"], &hints["solutions"]), (&"all".into(), &2.into()));
    assert_eq!(hints["hints"][0]["piece"], "D");
}

/// Changes from the command line, in all commands that read a puzzle.
#[test]
fn changes_of_a_puzzle() {
    let out = |args: &[&str]| {
        let output = polydlx().args(args).output().unwrap();
        assert!(output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(out(&["count", "pentominoes", "--box", "rectangle 6 10"]), "9356\n");
    assert_eq!(out(&["count", "pentominoes", "--box", "[0-2][0-j]", "-q"]), "8\n");
    assert_eq!(out(&["count", "domino", "--times", "32", "--box", "square 8"]), "12988816\n");
    assert_eq!(
        out(&["count", "pentominoes-5x11", "--only", "P Q R S T U V W X Y Z"]),
        out(&["count", "pentominoes-5x11"])
    );
    // The X in 6x10 has no corner to itself; all places of it together have all solutions.
    assert_eq!(out(&["count", "pentominoes-6x10", "--place", "X 01 10 11 12 21", "-q"]), "0\n");
    let first = out(&["solve", "pentominoes-6x10", "--place", "F 00 01 11 12 21", "-n", "1", "-q"]);
    assert!(first.starts_with("1:\nRR") && first.lines().count() == 8, "{first}");
    assert_eq!(out(&["count", "shapes/domino.spec", "--box", "rectangle 2 3", "--times", "3"]), "3\n");
    assert_eq!(out(&["count", "puzzles/soma-3x3x3", "-q"]), "11520\n");
    let triple = ["count", "pentominoes", "--box", "magnify 3 pentominoes/V", "--without", "V O X", "-q"];
    assert_eq!(
        out(&triple),
        out(&["count", "pentominoes", "--box", "magnify 3 V", "--without", "V,O,X", "-q"])
    );
    let options = out(&["options", "pentominoes", "--only", "X", "--box", "square 3", "-q"]);
    let shown =
        out(&["show", "pentominoes", "--only", "F X", "--times", "2", "--box", "square 3", "--as", "cells"]);
    assert!(shown.ends_with("\n[0-2][0-2]\n2|R 0[01] 1[12] 21\n2|X [02]1 1[0-2]\n"), "{shown}");
    assert!(options.contains("\n| --only X\n"), "{options}");
    assert!(options.ends_with(" 00 01 02 10 11 12 20 21 22 X\nX 01 10 11 12 21\n"), "{options}");
}

/// Rules of a file speak of what it has; what the command line takes away, they forget.
#[test]
fn rules_and_changes() {
    let spec =
        "|! lattice square\n|! use pentominoes\n|! choose 11\n|! together X O\n|! rim X O\n[0-4][0-9a]\n";
    let count = |more: &[&str], spec: &str| run(&[&["count", "-"], more].concat(), spec);
    let (out, said, status) = count(&["--without", "X"], spec);
    assert!(said.starts_with("warning[forgotten]: ") && status == 0, "{said}");
    let without = "|! lattice square\n|! use pentominoes except X\n|! rim O\n[0-4][0-9a]\n";
    assert_eq!(out, count(&[], without).0);
    // Two pieces lie on one cell that is covered twice.
    let twice = "|! lattice square\n|! cover 2 each 00 01\n00 01 02\nA 00 01\nB 00 01\nC 00\n";
    assert_eq!(count(&[], twice).0, "3\n");
    assert_eq!(count(&["--place", "A 00 01", "--place", "B 00 01"], twice).0, "1\n");
}

/// No spec makes anybody wait while polyforms are listed.
#[test]
fn polyforms_of_hostile_sizes() {
    for lattice in ["square", "trig", "tan", "drafter", "crunch", "windmill", "weakcube"] {
        for size in [8, 13, 60, 1_000_000] {
            let text = format!("|! set\n|! lattice {lattice}\n|! use size {size}\n");
            let source = polydlx::spec::Source::new("test", text);
            let start = std::time::Instant::now();
            let loaded = polydlx::spec::load(source, None, &polydlx::spec::NoSets);
            assert!(loaded.puzzle().is_none() || size < 13, "{lattice} {size}");
            assert!(start.elapsed().as_secs() < 30, "{lattice} {size}: {:?}", start.elapsed());
        }
    }
}

/// Whatever `show` prints in another notation is the same puzzle.
#[test]
fn notations() {
    for puzzle in
        ["scott-8x8", "hexiamonds-diaper", "tetrahexes-bee", "soma-corral-4x5", "trispheres-S4", "calendar"]
    {
        let counted = |text: &str| {
            let output = polydlx().args(["info", "-", "--json"]).write_stdin(text).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let field = |name: &str| {
                text.split(&format!("\"{name}\":")).nth(1).unwrap().split(',').next().unwrap().to_owned()
            };
            [field("cells"), field("options"), field("region_symmetries"), field("primary_items")]
        };
        let show = |args: &[&str]| {
            let output = polydlx().args([&["show", puzzle], args].concat()).output().unwrap();
            assert!(output.status.success(), "{puzzle} {args:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        let own = counted(&show(&[]));
        for form in ["picture", "cells", "knuth"] {
            assert_eq!(counted(&show(&["--as", form])), own, "{puzzle} as {form}");
        }
    }
}

/// Whoever looks at a file whose author is not known is not at his mercy.
#[test]
fn terminals_are_not_commanded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.spec");
    fs::write(&path, "|! lattice square\n|! title red\u{1b}[31m\u{9b}1m\u{7f}\n\t\r\n0[01]\nA\u{7} 0[01]\n")
        .unwrap();
    for command in ["show", "info", "count", "solve", "options", "draw"] {
        let output = polydlx().args([command, path.to_str().unwrap()]).output().unwrap();
        let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        let is_command = |c: char| c.is_control() && !"\n\r\t".contains(c);
        assert!(!printed.contains(is_command), "{command}: {printed:?}");
        assert_eq!(output.status.code(), Some(if command == "show" { 0 } else { 2 }), "{command}");
    }
}

/// Names of files are texts of others, too.
#[cfg(unix)]
#[test]
fn names_of_files_command_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let name = "red\u{1b}[31m\u{202e}.spec";
    let path = folder.path().join(name);
    let is_harmful = |c: char| c == '\u{202e}' || (c.is_control() && !"\n\r\t".contains(c));
    for text in ["|! lattice square\n|! expect total 1\n|! title a\u{202e}b\n0[01]\nA 0[01]\n", "0\n"] {
        fs::write(&path, text).unwrap();
        for args in
            [&["list"][..], &["verify", name], &["info", name], &["-v", "count", "red\u{1b}[31m\u{202e}"]]
        {
            let command = polydlx().current_dir(folder.path()).env("POLYDLX_PATH", ".").args(args).output();
            let output = command.unwrap();
            let printed =
                [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
            assert!(printed.contains("red␛[31m\u{fffd}") || args[0] == "info", "{args:?}: {printed}");
            assert!(!printed.contains(is_harmful), "{args:?}: {printed:?}");
        }
    }
}

/// What is wrong with files of other folders is told without their text.
#[cfg(unix)]
#[test]
fn files_of_others_are_not_quoted() {
    let [folder, other] = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let secret = other.path().join("secret");
    fs::write(&secret, "root secret\n").unwrap();
    for link in ["p.lnk.spec", "p.lat"] {
        std::os::unix::fs::symlink(&secret, folder.path().join(link)).unwrap();
    }
    let far = secret.to_str().unwrap();
    let up = format!("./../{}/secret", other.path().file_name().unwrap().to_str().unwrap());
    for (line, kind) in [
        (format!("use {far}"), "foreign-set"),
        ("use ./p.lnk.spec".to_owned(), "foreign-set"),
        (format!("lattice {far}"), "foreign-lattice"),
        (format!("lattice {up}"), "foreign-lattice"),
        ("lattice ./p.lat".to_owned(), "foreign-lattice"),
    ] {
        let path = folder.path().join("x.spec");
        let lattice = if line.starts_with("use") { "|! lattice square\n" } else { "" };
        fs::write(&path, format!("{lattice}|! {line}\n00\n")).unwrap();
        let output = polydlx().args(["count", path.to_str().unwrap()]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with(&format!("error[{kind}]")) && !said.contains("root"), "{line}: {said}");
    }
}

/// Conditions may be as deep as they like: that is no reason to end without a word.
#[test]
fn deep_conditions() {
    let deep = format!("{}tatami", "(".repeat(50_000));
    let (_, said, status) = run(&["count", "soma-3x3x3", "--where", &deep], "");
    assert!(said.contains("[condition-too-deep]"), "{}", said.lines().next().unwrap_or_default());
    assert_eq!(status, 2);
}

/// Pieces are read one by one, but not compared with each other.
#[test]
fn many_pieces() {
    let start = std::time::Instant::now();
    let lines: String = (0..20_000).map(|n| format!("P{n} 00 01\n")).collect();
    let spec = format!("|! lattice square\n|! pieces optional\n00 01\n{lines}");
    let (said, _, status) = run(&["info", "-q", "-"], &spec);
    assert_eq!((status, said.contains("pieces           20000")), (0, true));
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

#[test]
fn what_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.spec");
    let text = "|! lattice square\n[01][0-2]\n3|D 00 01\n";
    fs::write(&path, text).unwrap();
    let file = path.to_str().unwrap();
    let bad = |args: &[&str], kind: &str| {
        let output = polydlx().env("POLYDLX_MAX_BYTES", "1000").args(args).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?} {said}");
        assert!(said.starts_with(&format!("error[{kind}]")), "{args:?} {said}");
    };
    // Whatever command it is, what it reads stays what it is.
    let around = folder.path().join("../").join(folder.path().file_name().unwrap()).join("x.spec");
    let around = around.to_str().unwrap();
    for args in [
        vec!["options", file, "-o", file],
        vec!["options", file, "-o", around],
        vec!["zdd", file, "-o", file],
        vec!["draw", file, "-o", file],
        vec!["draw", "soma-3x3x3", file, "-o", file],
        vec!["convert", file, "-o", file],
        vec!["solve", file, "--draw", file],
    ] {
        bad(&args, "overwrites-input");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{args:?}");
    }
    bad(&["count", "/dev/zero"], "too-large");
    let endless = ["pieces", "--size", "1", "--lattice", "/dev/zero"];
    let endless = polydlx().env("POLYDLX_MAX_BYTES", "1000").args(endless).output().unwrap();
    assert!(String::from_utf8(endless.stderr).unwrap().contains("more than 1000 bytes"));
    bad(&["check", "soma-3x3x3", "/dev/zero"], "too-large");
    bad(&["draw", "soma-3x3x3", "/dev/zero", "-o", "x.svg"], "too-large");
    bad(&["design", "sets", "pentominoes-6x10", "--wherever", "K"], "unknown-piece");
    bad(&["design", "sets", "dominoes-4x4", "--wherever", "domino"], "no-pool");
    bad(&["show", "--box", "hexagon 4"], "no-lattice");
    bad(&["count", "tetrahexes", "--box", "rosette 1 tetrahexes/propeller"], "unknown-piece");
    bad(&["count", "tetrahexes", "--box", "rosette 1 propeller"], "unknown-piece");
    bad(&["show", "--box", "hexagon 4", "--lattice", "square"], "unknown-box");
    bad(&["count", "queens-8", "--only", "A"], "no-geometry");
    // Nothing is expected, so nothing is verified.
    assert_eq!(polydlx().args(["verify", file]).output().unwrap().status.code(), Some(1));
}

/// A number of the environment permits more; what is no number is a mistake, whatever the command.
#[test]
fn numbers_of_the_environment() {
    let count = |leeway: &str, wrapped: usize| {
        let spec =
            format!("|! lattice square\n|! wrap y\n[0-3]{{0-{}}}\n{}|D 00 01\n", wrapped - 1, 2 * wrapped);
        let args = ["count", "-", "--engine", "frontier", "-q"];
        let output = polydlx().env("POLYDLX_LEEWAY", leeway).args(args).write_stdin(spec).output().unwrap();
        (
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
            output.status.code(),
        )
    };
    // 4×70 cells are more than 256.
    let (out, said, status) = count("1", 70);
    assert_eq!((out.as_str(), status), ("", Some(2)));
    assert!(said.contains("POLYDLX_LEEWAY"), "{said}");
    assert_eq!(count("2", 70).2, Some(0));
    for usual in ["18446744073709551615", ""] {
        assert_eq!(count(usual, 4).0, count("1", 4).0);
    }
    for wrong in ["0", "-1", "many", "1.5", "99999999999999999999"] {
        let (out, said, status) = count(wrong, 4);
        assert_eq!((out.as_str(), status), ("", Some(2)), "{wrong}");
        assert!(said.contains("no-number") && said.contains("POLYDLX_LEEWAY"), "{said}");
    }
}

/// Coordinates beyond 61 are written and read, and 62³ cubes are described at once.
#[test]
fn large_boxes() {
    let spec = "|! lattice square\n{0-2}{0-69}\n70|I 0[0-2]\n";
    let count = |args: &[&str], stdin: &str| {
        let output = polydlx().args(args).write_stdin(stdin.to_owned()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    // Vertical ones alone, or three horizontal ones below each other: a(n) = a(n-1) + a(n-3), OEIS A000930.
    let mut ways = vec![1_u64, 1, 1];
    (3..=70).for_each(|n| ways.push(ways[n - 1] + ways[n - 3]));
    assert_eq!(count(&["count", "-"], spec), format!("{}\n", ways[70]));
    let options = count(&["options", "-", "-q"], spec);
    assert!(options.ends_with("I 0{69} 1{69} 2{69}\n"), "{options}");
    assert_eq!(count(&["count", "-", "--from", "dlx"], &options), format!("{}\n", ways[70]));
    let begun = std::time::Instant::now();
    let cubes = "|! lattice cube\n|! box cube 62\nA 000 001\nB 000 001 010\n";
    assert!(count(&["info", "-"], cubes).contains("cells            238328\n"));
    assert!(begun.elapsed().as_secs() < 20);
}
