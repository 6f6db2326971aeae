use polydlx_lattice::{Cell, Lattice, Motion, Move};

#[test]
fn moves_are_put_together_and_undone() {
    for lattice in Lattice::ALL {
        let cells: Vec<Cell> =
            lattice.cell_classes().flat_map(|cell| [cell, cell.shifted([2, 1, 0])]).collect();
        for motion in lattice.motion_group() {
            let mirror = lattice.mirror().unwrap_or(Motion::IDENTITY);
            let (f, g) = (Move { motion, shift: [3, -1, 0] }, Move { motion: mirror, shift: [1, 4, 0] });
            for &cell in &cells {
                let both = f.after(lattice, g);
                assert_eq!(both.apply(lattice, cell), f.apply(lattice, g.apply(lattice, cell)));
                assert_eq!(f.inverse(lattice).apply(lattice, f.apply(lattice, cell)), cell);
            }
        }
    }
}
