use polydlx_lattice::{FEATURES, Lattice, NoCondition, PieceCondition, Sided, for_each_polyform};

fn count(lattice: Lattice, size: usize, sided: Sided, text: &str) -> usize {
    let condition: PieceCondition = text.parse().expect(text);
    let mut found = 0;
    for_each_polyform(lattice, size, sided, |shape| {
        found += usize::from(condition.holds(lattice, &shape));
    });
    found
}

/// TAOCP 7.2.2.1, answers 68 and 302.
#[test]
fn numbers_of_the_literature() {
    let fixed: Vec<usize> =
        (1..=7).map(|size| count(Lattice::SQUARE, size, Sided::Fixed, "convex")).collect();
    assert_eq!(fixed, [1, 2, 6, 19, 59, 176, 502]);
    assert_eq!(count(Lattice::SQUARE, 9, Sided::Fixed, "convex and fits 4x4"), 325);
    assert_eq!(count(Lattice::SQUARE, 9, Sided::Free, "slim and fits 4x4"), 94);
    assert_eq!(count(Lattice::SQUARE, 6, Sided::Free, "parity even"), 11);
    assert_eq!(count(Lattice::SQUARE, 6, Sided::Free, "not balanced"), 11);
    // Polyominoes with holes: A001419. Trees: A054359 counts them fixed.
    let holes: Vec<usize> = (6..=9).map(|size| count(Lattice::SQUARE, size, Sided::Free, "holes")).collect();
    assert_eq!(holes, [0, 1, 6, 37]);
    // One-sided minus free ones are the chiral ones.
    assert_eq!(count(Lattice::SQUARE, 5, Sided::Free, "chiral"), 18 - 12);
    assert_eq!(count(Lattice::CUBE, 5, Sided::One, "chiral"), 12);
    assert_eq!(count(Lattice::CUBE, 5, Sided::One, "flat"), 12);
    assert_eq!(count(Lattice::SPHERE, 4, Sided::One, "chiral"), 10);
    assert_eq!(count(Lattice::TRIANGLE, 6, Sided::Free, "chiral"), 19 - 12);
    assert_eq!(count(Lattice::HEX, 4, Sided::Free, "chiral"), 10 - 7);
}

#[test]
fn words_by_hand() {
    // The hexagon of six triangles is the only hexiamond with a block, and the only convex one beside
    // the parallelograms and the trapezoid.
    assert_eq!(count(Lattice::TRIANGLE, 6, Sided::Free, "not slim"), 1);
    assert_eq!(count(Lattice::TRIANGLE, 5, Sided::Free, "slim and tree"), 4);
    assert_eq!(count(Lattice::HEX, 3, Sided::Free, "slim"), 2);
    assert_eq!(count(Lattice::HEX, 3, Sided::Free, "convex"), 3);
    assert_eq!(count(Lattice::HEX, 4, Sided::Free, "not convex"), 1);
    assert_eq!(count(Lattice::TRIANGLE, 6, Sided::Free, "not balanced"), 2);
    assert_eq!(count(Lattice::HEX, 6, Sided::Free, "holes"), 1);
    assert_eq!(count(Lattice::SPHERE, 3, Sided::One, "slim"), 3);
    assert_eq!(count(Lattice::CUBE, 4, Sided::One, "not slim"), 1);
    assert_eq!(count(Lattice::SQUARE, 5, Sided::Free, "symmetric"), 7);
    assert_eq!(count(Lattice::SQUARE, 5, Sided::Free, "parity odd"), 0);
    assert_eq!(count(Lattice::HEX, 4, Sided::Free, "balanced"), 0);
    assert_eq!(count(Lattice::SQUARE, 4, Sided::Free, "fits 2x3"), 4);
}

#[test]
fn conditions_are_read_and_written() {
    for text in ["convex", "not holes", "fits 4x4 and not slim and parity odd"] {
        assert_eq!(text.parse::<PieceCondition>().unwrap().to_string(), text);
    }
    for (text, wrong) in [
        ("", NoCondition::Unknown(0)),
        ("not", NoCondition::Unknown(1)),
        ("round", NoCondition::Unknown(0)),
        ("fits", NoCondition::Argument(1, "4x4")),
        ("fits 4", NoCondition::Argument(1, "4x4")),
        ("slim parity", NoCondition::And(1)),
        ("slim and", NoCondition::Unknown(2)),
        ("parity big", NoCondition::Argument(1, "even")),
    ] {
        assert_eq!(text.parse::<PieceCondition>(), Err(wrong), "{text}");
    }
    assert!(FEATURES.windows(2).all(|pair| pair[0].name < pair[1].name));
}
