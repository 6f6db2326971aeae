//! What was made by itself, used together: notations, rules, costs, properties, checks.

use super::run;

/// A mirrored piece is mirrored once, in whatever notation the puzzle is shown.
#[test]
fn mirrored_pieces_are_shown_as_they_are() {
    for (mirror, pieces) in [("L", 1), ("L as J", 2)] {
        let more = if pieces == 2 { " 03 12 13 23" } else { "" };
        let spec = format!(
            "|! lattice square\n|! sided one\n|! mirror {mirror}\n00 01 10 20{more}\nL 00 01 02 10\n"
        );
        let (counted, ..) = run(&["count", "-"], &spec);
        for form in ["picture", "cells", "knuth"] {
            let (shown, said, status) = run(&["show", "-", "--as", form], &spec);
            assert_eq!(status, 0, "{said}");
            let (again, said, _) = run(&["count", "-"], &shown);
            assert_eq!(again, counted, "{form}: {shown} {said}");
        }
    }
}

/// Symmetries that keep all costs keep the cost of a solution.
#[test]
fn equal_costs_keep_all_symmetries() {
    let spec = "|! lattice square\n|! charge D |2\n|! require cost <= 100\n[01][0-2]\n3|D 00 01\n";
    assert_eq!(run(&["count", "-", "--up-to", "symmetry"], spec).0, "2\n");
    let spec = "|! lattice square\n|! charge D 00 |2\n|! require cost <= 100\n[01][0-2]\n3|D 00 01\n";
    assert_eq!(run(&["count", "-", "--up-to", "symmetry"], spec).0, "3\n");
}

/// What does not know of rules says so.
#[test]
fn rules_are_heeded_or_refused() {
    let spec = "|! lattice square\n|! cells optional\n|! together P Q\n0[0-2]\nP 00\n0:2|Q 00\n";
    for args in [&["count", "-", "--maximal"][..], &["count", "-", "--strong"], &["relate", "-"]] {
        let (out, said, status) = run(args, spec);
        assert_eq!((out.as_str(), status), ("", 2), "{args:?}");
        assert!(said.contains("unheeded-rules"), "{said}");
    }
    for line in ["|! require rim >= 9", "|! wrap y", "|! within A 00 01", "|! place A 00 01"] {
        let spec = format!("|! lattice square\n{line}\n[01][0-3]\nA 00 01\nB 00 01 02\nC 00 01 11\n");
        let args = ["design", "regions", "-", "--family", "boxes", "--ways", "0.."];
        assert_eq!(run(&args, &spec).2, 2, "{line}");
    }
}

/// Options of rules are read back, as Knuth's solvers print them.
#[test]
fn solutions_with_rules_are_checked_in_all_formats() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ruled.spec");
    let name = path.to_str().unwrap();
    for rule in ["apart P Q", "together P R", "share s P 00 01", "cover 3 of 0[0-3]", "optional 00"] {
        let r = if rule.starts_with("cover") || rule.starts_with("optional") { "R 00" } else { "R 00 01" };
        std::fs::write(&path, format!("|! lattice square\n|! {rule}\n0[0-3]\nP 00\nQ 00\n{r}\n")).unwrap();
        for format in ["dlx", "jsonl", "text"] {
            let (solutions, ..) = run(&["solve", name, "-q", "--format", format], "");
            let (out, said, status) = run(&["check", name, "-"], &solutions);
            assert_eq!(status, 0, "{rule} {format}: {out} {said}\n{solutions}");
        }
    }
}
