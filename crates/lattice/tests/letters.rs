use polydlx_lattice::{Cell, Lattice, Shape, cells_of_letters, letters_of_cells};

/// Random sets of cells, in one part or in many, on all lattices.
#[test]
fn what_is_drawn_is_read_back() {
    let mut seed = 7_u64;
    let mut random = |below: i32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as i32 % below
    };
    let mut with_dots = 0;
    for case in 0..20_000 {
        let lattice = Lattice::ALL[case % Lattice::ALL.len()];
        let (number, reach) = (1 + random(12), [1 + random(9), 1 + random(9), 1 + random(9)]);
        let mut cell = || {
            let mut at = [0; 3];
            (0..lattice.dimension()).for_each(|axis| at[axis] = random(reach[axis]));
            Cell { at, class: random(lattice.cell_classes().count() as i32) as u8 }.site()
        };
        let shape = Shape::new((0..number).map(|_| cell())).normalized();
        let cells: Vec<Cell> = shape.sites().iter().map(|site| site.cell()).collect();
        let picture = letters_of_cells(lattice, &cells);
        with_dots += usize::from(!picture.outside.is_empty());
        let read = cells_of_letters(lattice, &picture.spots, &picture.outside).unwrap();
        assert_eq!(Shape::new(read.into_iter().map(Cell::site)).normalized(), shape);
    }
    assert!((100..10_000).contains(&with_dots), "{with_dots}");
}

#[test]
fn layers_may_stand_one_below_the_other() {
    let spots = [(0, 0), (0, 1), (1, 0), (3, 0), (4, 1)];
    let cells = cells_of_letters(Lattice::CUBE, &spots, &[]).unwrap();
    let at: Vec<_> = cells.iter().map(|cell| cell.at).collect();
    assert_eq!(at, [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 1, 1]]);
}

#[test]
fn between_two_hexagons_there_is_no_cell() {
    assert_eq!(cells_of_letters(Lattice::HEX, &[(0, 0), (0, 2), (1, 2)], &[]), Err((1, 2)));
}
