//! Base placements and options, as TAOCP 7.2.2.1 states them.

use polydlx::lattice::{Lattice, PieceId, Sided, polyforms};
use polydlx::packing::Options;

/// For each piece of a spec its base placements and its options.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let loaded = super::loaded(text);
    let options = Options::new(loaded.puzzle().unwrap());
    (0..loaded.puzzle().unwrap().pieces.len())
        .map(|piece| {
            let bases = options.bases().iter().filter(|(id, _)| *id == PieceId(piece));
            (bases.clone().count(), bases.map(|(id, base)| options.of(*id, base).count()).sum())
        })
        .collect()
}

fn bases(text: &str) -> Vec<usize> {
    numbers(text).into_iter().map(|(bases, _)| bases).collect()
}

fn options(text: &str) -> Vec<usize> {
    numbers(text).into_iter().map(|(_, options)| options).collect()
}

#[test]
fn pentominoes_in_rectangles() {
    let spec = |region| format!("|! lattice square\n|! use pentominoes\n{region}\n");
    assert_eq!(bases(&spec("00")), [2, 8, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]);
    // SQ-O1, SQ-O3, SQ-O4, SQ-O6, SQ-O7.
    assert_eq!(options(&spec("[0-2][0-j]")), [48, 220, 136, 144, 136, 72, 110, 72, 72, 18, 136, 72]);
    assert_eq!(options(&spec("[0-4][0-b]")), [52, 292, 232, 240, 232, 120, 146, 120, 120, 30, 232, 120]);
    assert_eq!(options(&spec("[0-5][0-9]")), [56, 304, 248, 256, 248, 128, 152, 128, 128, 32, 248, 128]);
    let scott = options(&spec("[0-2][0-7] [5-7][0-7] [34][0-25-7]"));
    assert_eq!((scott.iter().sum::<usize>(), scott[3]), (1568, 192));
}

#[test]
fn small_polyominoes_on_a_chessboard() {
    let spec = "|! lattice square\n|! use trominoes only tri-I\n|! use monomino\n[0-7][0-7]\n";
    assert_eq!(options(spec), [96, 64]);
}

/// SQ-N12: all n-ominoes but the straight one, in an n×n square.
#[test]
fn nonstraight_polyominoes_in_squares() {
    for (size, expected) in (3_u32..=7).zip([16, 105, 561, 2804, 13602]) {
        let shapes = polyforms(Lattice::Square, size as usize, Sided::Free);
        let last = size - 1;
        let mut spec = format!("|! lattice square\n[0-{last}][0-{last}]\n");
        for (number, shape) in shapes.iter().enumerate().skip(1) {
            let cells = polydlx::spec::cells_of(Lattice::Square, shape).unwrap();
            spec += &format!("p-{number} {cells}\n");
        }
        assert_eq!(options(&spec).iter().sum::<usize>(), expected, "{spec}");
    }
}

#[test]
fn polyiamonds() {
    assert_eq!(bases("|! lattice triangle\n|! use tetriamonds\n00\n"), [2, 6, 6]);
    let hexiamonds = "|! lattice triangle\n|! use hexiamonds\n[0-5][0-5] [0-5][0-5]'\n";
    assert_eq!(bases(hexiamonds), [6, 3, 6, 1, 6, 6, 12, 12, 6, 12, 12, 12]);
    assert_eq!(options(hexiamonds).iter().sum::<usize>(), 1845);
}

#[test]
fn soma() {
    let spec = "|! lattice cube\n|! use soma\n[0-2][0-2][0-2]\n";
    assert_eq!(bases(spec), [12, 24, 12, 12, 12, 12, 8]);
    assert_eq!(options(spec), [144, 144, 72, 72, 96, 96, 64]);
}

#[test]
fn other_cubes() {
    // PEERS: the sizes of the matrices that were measured.
    let solid = "|! lattice cube\n|! use solid-pentominoes\n[0-2][0-3][0-4]\n";
    assert_eq!(options(solid).iter().sum::<usize>(), 2440);
    let bedlam = "|! lattice cube\n|! use bedlam\n[0-3][0-3][0-3]\n";
    assert_eq!(options(bedlam).iter().sum::<usize>(), 4188);
}

#[test]
fn polyspheres() {
    // SP-B1, in the order of the numbers 1 to 4; SP-B2.
    assert_eq!(bases("|! lattice sphere\n|! use trispheres\n000\n"), [8, 12, 24, 6]);
    let tetrahedron = "00[0-3] 01[0-2] 02[01] 030 10[0-2] 11[01] 120 20[01] 210 300";
    let found = numbers(&format!("|! lattice sphere\n|! use tetraspheres\n{tetrahedron}\n"));
    assert_eq!(found.iter().map(|(bases, _)| bases).sum::<usize>(), 475);
    assert_eq!(found.iter().map(|(_, options)| options).sum::<usize>(), 853);
}

#[test]
fn symmetries_of_regions() {
    for (spec, order) in [
        ("|! lattice square\n[0-7][0-7]\n", 8),
        ("|! lattice square\n[0-5][0-9]\n", 4),
        ("|! lattice square\n[0-2][0-2] 00!\n", 2),
        ("|! lattice square\n0[0-4]\n", 2),
        ("|! lattice triangle\n[0-5][0-5] [0-5][0-5]'\n", 4),
        ("|! lattice triangle\n00\n", 1),
        ("|! lattice triangle\n01 0[01]' 1[01] 10'\n", 12),
        ("|! lattice hex\n0[3-6] 1[2-6] 2[1-6] 3[0-6] 4[0-5] 5[0-4] 6[0-3]\n", 12),
        ("|! lattice hex\n[0-3][0-6]\n", 2),
        ("|! lattice cube\n[0-2][0-2][0-2]\n", 48),
        ("|! lattice cube\n[0-3][0-3]0\n", 8),
        ("|! lattice cube\n000 001 011\n", 2),
        ("|! lattice sphere\n00[0-3] 01[0-2] 02[01] 030 10[0-2] 11[01] 120 20[01] 210 300\n", 24),
        ("|! lattice square\n\n", 1),
    ] {
        let loaded = super::loaded(spec);
        let puzzle = loaded.puzzle().unwrap();
        assert_eq!(puzzle.region.symmetries(puzzle.lattice).len(), order, "{spec}");
    }
}
