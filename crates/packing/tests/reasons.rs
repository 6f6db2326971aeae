//! Why there is no solution.

use polydlx_packing::{Packing, reasons};
use polydlx_spec::{NoSets, Source, load};

fn said(text: &str) -> Vec<String> {
    let loaded = load(Source::new("test", text), None, &NoSets);
    reasons(&Packing::new(loaded.puzzle().expect("no mistakes"))).iter().map(ToString::to_string).collect()
}

#[test]
fn areas() {
    assert_eq!(
        said("|! lattice square\n[0-2][0-2]\n4|D 0[01]\n"),
        ["the box has 9 cells, the pieces have 8"]
    );
    assert_eq!(
        said("|! lattice square\n[0-2][0-2]\n5:9|D 0[01]\n"),
        ["the box has 9 cells, the pieces have at least 10"]
    );
    assert_eq!(
        said("|! lattice square\n[0-2][0-2]\n0:9|D 0[01]\n"),
        ["no choice of pieces has 9 cells in all"]
    );
    assert_eq!(
        said("|! lattice square\n|! cells optional\n[0-2][0-2]\n5|D 0[01]\n"),
        ["the box has 9 cells, the pieces have 10"]
    );
    assert_eq!(said("|! lattice square\n|! cells optional\n[0-2][0-2]\n2|D 0[01]\n"), [""; 0]);
}

#[test]
fn places() {
    assert_eq!(
        said("|! lattice square\n[0-2][0-2]\nI 0[0-3]\nQ 0[0-2] 1[01]\n"),
        ["piece I cannot be placed anywhere"]
    );
    assert_eq!(said("|! lattice square\n0[01] 22\nI 0[0-2]\n").len(), 2);
    assert_eq!(
        said("|! lattice square\n0[01] 2[23]\nD 0[01]\nC 00 11\n"),
        ["piece C cannot be placed anywhere", "no piece can cover cell 22"][..1]
    );
    assert_eq!(
        said("|! lattice square\n0[01] 33 44\nD 0[01]\n0:2|C 00 22\n0:2|M 00 55\n"),
        ["no piece can cover cell 33"]
    );
}

/// The mutilated chessboard, and the tee tetromino's parity.
#[test]
fn checkerboards() {
    assert_eq!(
        said("|! lattice square\n0[1-7] [1-6][0-7] 7[0-6]\n31|D 0[01]\n"),
        ["30 cells have x+y ≡ 0 (mod 2), but the pieces together cover at least 31 of them"]
    );
    let tetrominoes = "I 0[0-3]\nO [01][01]\nT 0[0-2] 11\nL 0[0-2] 10\nS 0[01] 1[12]\n";
    let said = said(&format!("|! lattice square\n[0-3][0-4]\n{tetrominoes}"));
    assert_eq!(
        said,
        ["10 cells have x+y ≡ 0 (mod 2), but the pieces together cover 9 or fewer or 11 or more of them"]
    );
}

/// What can be solved is never refuted: the tests of the workspace check that on the library.
#[test]
fn solvable_puzzles_have_no_reason() {
    assert_eq!(said("|! lattice square\n[0-7][0-7]\n32|D 0[01]\n"), [""; 0]);
    assert_eq!(said("|! lattice triangle\n[0-2][0-2] [0-2][0-2]'\n9|D 00 00'\n"), [""; 0]);
}
