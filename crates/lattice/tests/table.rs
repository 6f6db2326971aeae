use itertools::{Itertools, iproduct};
use polydlx_lattice::{Cell, Lattice, Part, Point};
use std::collections::BTreeSet;

fn cells(lattice: Lattice) -> Vec<Cell> {
    let depth = if lattice.dimension() == 3 { -2..=2 } else { 0..=0 };
    iproduct!(-3..=3, -3..=3, depth)
        .flat_map(|(x, y, z)| lattice.cell_classes().map(move |class| class.shifted([x, y, z])))
        .collect()
}

/// Which points are cells, rotations, all motions, neighbours of the lattices that are older than the table.
type Design = (Lattice, fn(i32, i32, i32) -> bool, usize, usize, usize);

const DESIGN: [Design; 5] = [
    (Lattice::SQUARE, |_, _, c| c == 0, 4, 8, 4),
    (Lattice::TRIANGLE, |a, b, c| (a + b + c).abs() == 1, 6, 12, 3),
    (Lattice::HEX, |a, b, c| a + b + c == 0, 6, 12, 6),
    (Lattice::CUBE, |_, _, _| true, 24, 48, 6),
    (Lattice::SPHERE, |a, b, c| (a + b + c) % 2 == 0, 24, 48, 12),
];

#[test]
fn cells_are_the_points_that_the_table_of_the_design_names() {
    for (lattice, is_cell, turns, all, number) in DESIGN {
        for (a, b, c) in iproduct!(-4..=4, -4..=4, -4..=4) {
            assert_eq!(lattice.cell([a, b, c, 0]).is_some(), is_cell(a, b, c), "{lattice:?}");
        }
        assert_eq!((lattice.rotation_group().len(), lattice.motion_group().len()), (turns, all));
        assert!(lattice.cell_classes().all(|cell| lattice.neighbors(cell).count() == number));
    }
    // Sources: an up triangle xy touches xy', (x-1)y' and x(y-1)'.
    let around: BTreeSet<_> = Lattice::TRIANGLE.neighbors(Cell { at: [5, 5, 0], class: 0 }).collect();
    assert_eq!(around, [[5, 5, 0], [4, 5, 0], [5, 4, 0]].map(|at| Cell { at, class: 1 }).into());
    let rings = DESIGN.map(|(lattice, ..)| lattice.ring());
    assert_eq!(rings, [4, 6, 3, 4, 3]);
}

/// Reading a row is checking it, so this is the test of the whole table.
#[test]
fn rows_can_be_read_and_have_numbers_and_names_of_their_own() {
    for (number, lattice) in Lattice::ALL.into_iter().enumerate() {
        let text = lattice.text();
        let mine = Lattice::from_text("./mine.lat", text).unwrap_or_else(|wrong| {
            let mut told =
                wrong.iter().map(|wrong| format!("{}: {:?}", &text[wrong.at.clone()], wrong.fault));
            panic!("{}: {}", text.lines().next().unwrap(), told.join("; "));
        });
        assert_eq!(mine, lattice);
        assert_eq!(mine.name(), lattice.name());
        assert_eq!(Lattice::from_name(lattice.name()), Some(lattice));
        // Lattices are in the order of their numbers, and those of users come last.
        assert!(Lattice::ALL.iter().all(|other| *other < mine));
        assert!(Lattice::ALL.iter().enumerate().all(|(at, other)| at.cmp(&number) == other.cmp(&lattice)));
    }
    assert!(Lattice::ALL.is_sorted_by_key(|lattice| lattice.dimension()));
}

#[test]
fn point_and_cell_are_inverse() {
    for lattice in Lattice::ALL {
        for cell in cells(lattice) {
            assert_eq!(lattice.cell(lattice.point(cell)), Some(cell));
            assert_eq!(lattice.cell_at_letter(lattice.letter_place(cell)), Some(cell), "{lattice:?}");
            if cell.at.iter().all(|&d| d >= 0) {
                let mut text = String::new();
                lattice.push_cell(cell, &mut text);
                assert_eq!(lattice.read_cell(&text), Some((cell, "")), "{lattice:?} {text}");
            }
        }
    }
}

fn minus(a: Point, b: Point) -> Point {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

#[test]
fn motions_keep_cells_and_neighbours_and_are_put_together() {
    for lattice in Lattice::ALL {
        let group = lattice.motion_group();
        for &motion in &group {
            let origin = lattice.cell_classes().next().unwrap();
            for cell in cells(lattice).into_iter().step_by(7) {
                let moved = lattice.moved(cell, motion);
                let way = |from: Cell, to: Cell| minus(lattice.point(to), lattice.point(from));
                assert_eq!(way(lattice.moved(origin, motion), moved), motion.apply(way(origin, cell)));
                let around: BTreeSet<_> =
                    lattice.neighbors(cell).map(|next| lattice.moved(next, motion)).collect();
                assert_eq!(around, lattice.neighbors(moved).collect());
            }
        }
    }
}

/// Every side and every corner is the same for all cells around it, and motions take parts of cells to parts of their images.
#[test]
fn sides_and_corners_are_shared() {
    for lattice in Lattice::ALL {
        for part in Part::ALL {
            for cell in lattice.cell_classes().map(|cell| cell.shifted([3, 2, 1])) {
                let own: Vec<Cell> = lattice.parts(part, cell).collect();
                for (number, &place) in own.iter().enumerate() {
                    let around: Vec<(Cell, usize)> = lattice.around(place).collect();
                    assert!(around.contains(&(cell, number)), "{lattice:?} {cell:?} {number}");
                    for &(other, number) in &around {
                        assert_eq!(lattice.parts(part, other).nth(number), Some(place), "{lattice:?}");
                        assert!((0..3).all(|axis| other.at[axis] <= place.at[axis]), "{lattice:?}");
                    }
                    if part == Part::Side {
                        assert!(
                            around.len() == 2
                                && lattice
                                    .neighbors(cell)
                                    .any(|next| next == around[0].0 || next == around[1].0)
                        );
                    }
                    for motion in lattice.motion_group() {
                        let moved: BTreeSet<Cell> =
                            lattice.parts(part, lattice.moved(cell, motion)).collect();
                        assert!(moved.contains(&lattice.moved(place, motion)), "{lattice:?}");
                    }
                }
                let sides = lattice.neighbors(cell).count();
                let corners = lattice.corners(cell).count();
                let flat = lattice.dimension() == 2 && corners > 2;
                let expected = if part == Part::Corner || flat { corners } else { sides };
                if part == Part::Face {
                    for (&face, side) in own.iter().zip(lattice.parts(Part::Side, cell)) {
                        assert_eq!(lattice.around(face).count(), 1, "{lattice:?}");
                        let touched: Vec<Cell> = lattice.touched(part, face).collect();
                        assert!(touched.contains(&cell) && touched.len() == 2, "{lattice:?}");
                        assert!(lattice.touched(Part::Side, side).eq(touched), "{lattice:?}");
                    }
                }
                assert_eq!(own.len(), expected, "{lattice:?} {part:?}");
            }
        }
    }
    // Sides go around with the corners: those of a square are left, bottom, right, top.
    let sides = |cell: Cell| lattice_sides(Lattice::SQUARE, cell);
    assert_eq!(sides(Cell { at: [1, 1, 0], class: 0 }), [[1, 0], [2, 1], [1, 2], [0, 1]]);
}

#[test]
fn layers_look_like_their_solids() {
    for (solid, layer) in [
        (Lattice::CUBE, Lattice::SQUARE),
        (Lattice::WEAKCUBE, Lattice::SQUARE),
        (Lattice::SPHERE, Lattice::HEX),
        (Lattice::TRIPRISM, Lattice::TRIANGLE),
        (Lattice::HEXPRISM, Lattice::HEX),
    ] {
        assert_eq!(solid.layer(), layer, "{solid:?}");
    }
    for lattice in Lattice::ALL {
        assert_eq!(lattice.is_cubic(), lattice == Lattice::CUBE, "{lattice:?}");
    }
}

/// The cells beyond the sides of a cell.
fn lattice_sides(lattice: Lattice, cell: Cell) -> Vec<[i32; 2]> {
    let beyond = |place: Cell| lattice.around(place).map(|(cell, _)| cell).find(|other| *other != cell);
    let beyond = lattice.parts(Part::Side, cell).filter_map(beyond);
    beyond.map(|cell| [cell.at[0], cell.at[1]]).collect()
}
