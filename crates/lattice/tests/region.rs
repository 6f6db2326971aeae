use polydlx_lattice::{Cell, Lattice, Region, Shape};

/// Random regions with rows of up to four words, compared with trying all shifts one by one.
#[test]
fn shifts_are_those_that_keep_the_shape_inside() {
    let mut seed = 1_u64;
    let mut random = |below: i32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as i32 % below
    };
    for case in 0..300 {
        let lattice = Lattice::ALL[case % Lattice::ALL.len()];
        let last = lattice.dimension() - 1;
        let long = [9, 64, 65, 200][random(4) as usize];
        let mut cell = |rows: i32, long: i32| {
            let mut at = [0; 3];
            at[..last].fill_with(|| random(rows));
            at[last] = random(long);
            Cell { at, class: random(lattice.cell_classes().count() as i32) as u8 }.site()
        };
        let region = Shape::new((0..3 * long).map(|_| cell(3, long)));
        let shape = Shape::new((0..3).map(|_| cell(2, 3))).normalized();
        let inside = |shift: &[i32; 3]| {
            shape.shifted(*shift).sites().iter().all(|site| region.sites().binary_search(site).is_ok())
        };
        let mut expected = Vec::new();
        for x in 0..if last > 0 { 3 } else { 1 } {
            for y in 0..if last > 1 { 3 } else { 1 } {
                let at = |along: i32| {
                    let mut at = [x, y, 0];
                    at[last] = along;
                    at
                };
                expected.extend((0..long).map(at).filter(inside));
            }
        }
        let region = Region::new(lattice, region.clone()).unwrap();
        assert_eq!(region.shifts(&shape).collect::<Vec<_>>(), expected, "{lattice:?}");
    }
}
