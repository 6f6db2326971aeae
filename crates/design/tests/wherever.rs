use polydlx_design::{Pool, PoolError, Ways};
use polydlx_lattice::PieceId;
use polydlx_spec::{NoSets, Source, load};

fn left(text: &str) -> Result<usize, PoolError> {
    let loaded = load(Source::new("pool", text), None, &NoSets);
    let puzzle = loaded.puzzle().unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let named = |name: &str| puzzle.pieces.iter().position(|piece| piece.name == name).map(PieceId);
    let pieces: Vec<PieceId> = ["M", "N"].into_iter().filter_map(named).collect();
    Pool::wherever(puzzle, &pieces, Ways::SOME).map(|puzzles| puzzles.len())
}

#[test]
fn places_that_need_not_be_told_apart() {
    // A corner, a side or the centre of a square.
    assert_eq!(left("|! lattice square\n[0-2][0-2]\nI 0[0-2]\nM 00\n"), Ok(3));
    assert_eq!(left("|! lattice square\n|! sided one\n[0-2][0-3]\nI 0[0-2]\nM 00\n"), Ok(6));
    assert_eq!(left("|! lattice square\n[0-2][0-3]\nI 0[0-2]\nM 00\n"), Ok(4));
    assert_eq!(left("|! lattice square\n|! sided fixed I\n[0-2][0-2]\nI 0[0-2]\nM 00\n"), Ok(9));
    // Two parts can be turned by themselves, if no piece lies in both.
    assert_eq!(left("|! lattice square\n[0-2][0-2] [0-2]5\nI 0[0-2]\nM 00\n"), Ok(5));
    assert_eq!(left("|! lattice square\n[0-2][0-2] [0-2]5\nI 0[02]\nM 00\n"), Ok(8));
    // Marks tell where a piece may lie, and do not matter when it lies there.
    assert_eq!(left("|! lattice square\n[0-2][0-2] [0-2]0! 22?\nI 0[0-2]\nM 00 00!\nN 00 00?\n"), Ok(3));
    assert_eq!(left("|! lattice square\n[0-2][0-2]\n|! place M 11\nI 0[0-2]\nM 00\n"), Ok(1));
}

#[test]
fn pieces_that_are_not_somewhere() {
    assert_eq!(
        left("|! lattice square\n00 02\nI 0[0-2]\nM 00 01\n"),
        Err(PoolError::NoPlace("M".to_owned()))
    );
    assert_eq!(
        left("|! lattice square\n0[0-3]\nI 0[0-2]\n2|M 00\n"),
        Err(PoolError::NotOnce("M".to_owned()))
    );
    assert_eq!(left("|! lattice square\n|! rim I\n0[0-3]\nI 0[0-2]\nM 00\n"), Err(PoolError::MoreRules));
    let large = "|! lattice square\n[0-9a-j][0-9a-j]\nI 0[0-2]\nM 00\nN 00\n";
    assert_eq!(left(large), Err(PoolError::TooManyPlaces(10_000)));
}
