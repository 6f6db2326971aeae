use itertools::iproduct;
use polydlx_lattice::{Cell, Lattice, Motion, Move, Quotient, Region, Shape, Wrap};
use std::collections::BTreeSet;

/// A strip of 3×4 squares, closed in several ways.
fn strip(moves: Vec<Move>) -> (Vec<Cell>, Wrap) {
    let cells: Vec<Cell> =
        (0..3).flat_map(|x| (0..4).map(move |y| Cell { at: [x, y, 0], class: 0 })).collect();
    let shape = cells.iter().map(|cell| cell.site()).collect::<Shape>();
    let region = Region::new(Lattice::SQUARE, shape).expect("it is small");
    let wrap = Wrap::new(Lattice::SQUARE, &region, moves, 4).expect("it goes around");
    (cells, wrap)
}

#[test]
fn cells_are_the_same_as_their_representatives() {
    let mirror = Motion::signed([-1, 2, 3, 4]);
    let around = Move::shift([0, 4, 0]);
    for moves in [
        vec![around],
        vec![Move { motion: mirror, shift: [2, 4, 0] }],
        vec![around, Move::shift([3, 0, 0])],
        vec![around, Move::shift([3, 1, 0])],
        vec![Move { motion: mirror, shift: [2, 4, 0] }, Move::shift([3, 0, 0])],
    ] {
        let (cells, wrap) = strip(moves);
        let quotient = Quotient::new(Lattice::SQUARE, Some(&wrap));
        let own: BTreeSet<Cell> = cells.iter().map(|&cell| quotient.cell(cell)).collect();
        assert_eq!(own.len(), cells.len());
        let mut known = 0;
        // Farther away there are no representatives.
        for (x, y) in iproduct!(-50..50, -50..50) {
            let cell = Cell { at: [x, y, 0], class: 0 };
            let Some(representative) = wrap.representative(cell) else { continue };
            assert_eq!(quotient.cell(cell), quotient.cell(representative), "{cell:?}");
            known += 1;
        }
        assert!(known > 100, "{known}");
        let is_far = quotient.far_from(&cells);
        assert_eq!(is_far(Cell { at: [3, 1, 0], class: 0 }), wrap.generators().len() == 1);
        assert!(!is_far(Cell { at: [2, 9, 0], class: 0 }));
    }
}

#[test]
fn without_a_wrap_all_cells_differ() {
    let quotient = Quotient::new(Lattice::CUBE, None);
    let cell = Cell { at: [5, -7, 2], class: 0 };
    assert_eq!(quotient.cell(cell), cell);
    assert!(quotient.far_from(&[Cell::default()])(cell));
}
