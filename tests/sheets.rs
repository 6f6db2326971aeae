//! Sheets: puzzles on real pages; how hard they are.

use super::{polydlx, run};
use std::fs;
use std::path::Path;

fn bad(args: &[&str], kind: &str, words: &str) {
    let (_, said, status) = run(args, "");
    assert_eq!(status, 2, "{args:?} {said}");
    assert!(said.starts_with(&format!("error[{kind}]: ")) && said.contains(words), "{said}");
}

/// The sizes of the pages of a PDF file, in points.
fn pages(path: &Path) -> Vec<[f64; 2]> {
    let bytes = fs::read(path).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let boxes = text.split("/MediaBox[").skip(1).map(|rest| {
        let numbers: Vec<f64> =
            rest.split(']').next().unwrap().split_whitespace().map(|n| n.parse().unwrap()).collect();
        [numbers[2], numbers[3]]
    });
    boxes.collect()
}

fn made(folder: &Path, name: &str, args: &[&str]) -> Vec<[f64; 2]> {
    let path = folder.join(name);
    polydlx().args(args).arg("-o").arg(&path).assert().success().stderr("");
    pages(&path)
}

#[test]
fn a_book_has_a_cover_contents_puzzles_and_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let puzzles = ["soma-3x3x3", "catel-6x6", "hexiamonds-6x6", "pyramystery", "tetrahexes-4x7"];
    let sheets = |more: &[&'static str]| [&["sheets"], &puzzles[..], more].concat();
    // Cover, contents, five puzzles, solutions.
    let whole = made(folder, "a.pdf", &sheets(&[]));
    assert_eq!(whole.len(), 8);
    assert!(whole.iter().all(|[w, h]| (w - 595.28).abs() < 0.1 && (h - 841.89).abs() < 0.1), "{whole:?}");
    assert_eq!(made(folder, "b.pdf", &sheets(&["--per-page", "6"])).len(), 4);
    assert_eq!(made(folder, "c.pdf", &sheets(&["--per-page", "2", "--no-cover", "--no-solutions"])).len(), 3);
    let letter = made(folder, "d.pdf", &sheets(&["--paper", "letter", "--per-page", "4"]));
    assert_eq!((letter.len(), letter[0]), (5, [612.0, 792.0]));
    // The same input gives the same bytes.
    made(folder, "e.pdf", &sheets(&[]));
    assert_eq!(fs::read(folder.join("a.pdf")).unwrap(), fs::read(folder.join("e.pdf")).unwrap());
}

#[test]
fn a_calendar_has_all_days() {
    let folder = tempfile::tempdir().unwrap();
    // Markers for month and day, and four more cells for a bar.
    let spec = folder.path().join("small.spec");
    let days = (1..=31).map(|day| day.to_string()).collect::<Vec<_>>().join(" ");
    let text = format!(
        "|! lattice square\n|! label 0[0-9ab] Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec\n\
         |! label 1{{0-30}} {days}\n|! optional 0[0-9ab] 1{{0-30}}\n\
         0[0-9ab] 1{{0-30}} 2[0-3] 0[0-9ab]@ 1{{0-30}}=\nmonth 00 00@\nday 00 00=\nB 0[0-3]\n"
    );
    fs::write(&spec, text).unwrap();
    let args = ["sheets", spec.to_str().unwrap(), "--year", "2028", "--per-page", "4", "--no-solutions"];
    let pages = made(folder.path(), "calendar.pdf", &args);
    // Cover, ten pages of contents, the pieces, and the puzzles.
    assert_eq!(pages.len(), 1 + 366_usize.div_ceil(40) + 1 + 366_usize.div_ceil(4));
    bad(&["sheets", "soma-3x3x3", "--year", "2028", "-o", "x.pdf"], "no-calendar", "`month` and `day`");
}

#[test]
fn what_is_wrong_with_sheets_is_said() {
    bad(&["sheets", "soma-3x3x3", "-o", "x.svg"], "not-a-pdf", ".pdf");
    bad(&["sheets", "pentominoes", "-o", "x.pdf"], "no-box", "piece set");
    bad(&["sheets", "soma-3x3x3", "--margin", "90mm", "-o", "x.pdf"], "wide-margins", "--margin");
    bad(&["sheets", "pentominoes-3x20", "--per-page", "60", "-o", "x.pdf"], "no-room", "--per-page");
    bad(&["draw", "soma-3x3x3", "--paper", "a4", "-o", "x.svg"], "no-paper", ".pdf");
    assert!(!super::folder().join("x.pdf").exists());
}

#[test]
fn solutions_fill_pages_of_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.pdf");
    polydlx()
        .args(["solve", "pentominoes-6x10", "-n", "50", "--format", "none", "-q", "--paper", "a4", "--draw"])
        .arg(&path)
        .assert()
        .success();
    let found = pages(&path);
    assert_eq!((found.len(), found[0][0].round()), (3, 595.0));
    let path = folder.path().join("true.pdf");
    polydlx()
        .args(["solve", "pentominoes-6x10", "-n", "5", "--format", "none", "-q", "--per-page", "2", "--draw"])
        .arg(&path)
        .assert()
        .success();
    assert_eq!(pages(&path).len(), 3);
    // Nothing half-written is left behind.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

const POOL: &str = "|! lattice square\n|! use pentominoes\n[0-4][0-4]\n";

#[test]
fn designs_become_specs_and_sheets() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pdf, specs) = (path("class.pdf"), path("set-%d.spec"));
    let args = ["design", "sets", "-", "--seed", "1", "-n", "6", "-q", "--draw", &pdf, "--specs", &specs];
    let (found, said, status) = run(&args, POOL);
    assert_eq!((said.as_str(), status), ("", 0));
    assert_eq!(found.lines().count(), 6);
    // Cover, contents, a page of six puzzles, solutions.
    assert_eq!(pages(Path::new(&pdf)).len(), 4);
    for line in found.lines() {
        let number = line.split(':').next().unwrap();
        let (verified, _, status) = run(&["verify", &path(&format!("set-{number}.spec"))], "");
        assert_eq!(status, 0, "{verified}");
    }
    bad(&["design", "sets", "pentominoes-6x10", "--specs", "x.spec"], "no-page-number", "set-%d.spec");
    let hard = |range: &str| {
        let args =
            ["design", "sets", "-", "--seed", "1", "-n", "40", "-q", "--ways", "1..", "--difficulty", range];
        run(&args, POOL).0.lines().count()
    };
    assert_eq!(hard("1..5"), 40);
    assert!(hard("1") > 0);
}

/// A ladder that people would agree on: from two bars to the twelve pentominoes in their narrowest box.
#[test]
fn harder_puzzles_take_more_effort() {
    let effort = |puzzle: &str, stdin: &str| {
        let (out, _, status) = run(&["info", puzzle, "--difficulty", "--json"], stdin);
        assert_eq!(status, 0);
        let facts: serde_json::Value = serde_json::from_str(&out).unwrap();
        (facts["difficulty"]["effort"].as_f64().unwrap(), facts["difficulty"]["stars"].as_u64().unwrap())
    };
    let bars = "|! lattice square\n[01][0-3]\nA 0[0-3]\nB 0[0-3]\n";
    let three = "|! lattice square\n[0-2][0-4]\nP 00 01 10 11 20\nU 00 01 10 20 21\nV 00 10 20 21 22\n";
    let ladder = [
        effort("-", bars),
        effort("-", three),
        effort("soma-3x3x3", ""),
        effort("pentominoes-6x10", ""),
        effort("pentominoes-3x20", ""),
    ];
    assert!(ladder.is_sorted_by(|a, b| a.0 < b.0), "{ladder:?}");
    assert_eq!((ladder[0].1, ladder[4].1), (1, 5), "{ladder:?}");
    let (out, _, _) = run(&["info", "soma-3x3x3", "--difficulty"], "");
    assert!(out.contains("\ndifficulty "), "{out}");
    // What has no solution is not hard, but impossible.
    let (out, _, status) =
        run(&["info", "-", "--difficulty"], "|! lattice square\n[01][01]\nA 0[0-2]\nB 00\n");
    assert!(status == 0 && !out.contains("difficulty"), "{out}");
}
