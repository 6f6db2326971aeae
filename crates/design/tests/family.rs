use polydlx_cover::Monitor;
use polydlx_design::{Family, FamilyError, equivalence};
use polydlx_lattice::{Cell, Lattice, Shape, Sided};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn regions(family: &Family, lattice: Lattice, size: usize, sided: Sided) -> Vec<Shape> {
    let mut found = Vec::new();
    let _ = family.for_each((lattice, size, sided), &Monitor::new(), |shape| {
        assert_eq!(shape.sites().len(), size);
        found.push(shape);
        ControlFlow::Continue(())
    });
    found
}

fn number(family: &Family, lattice: Lattice, size: usize, sided: Sided) -> usize {
    regions(family, lattice, size, sided).len()
}

#[test]
fn boxes_by_their_sides() {
    assert_eq!(number(&Family::Boxes, Lattice::SQUARE, 60, Sided::Free), 6);
    assert_eq!(number(&Family::Boxes, Lattice::SQUARE, 60, Sided::Fixed), 12);
    assert_eq!(number(&Family::Boxes, Lattice::SQUARE, 36, Sided::Fixed), 9);
    assert_eq!(number(&Family::Boxes, Lattice::CUBE, 27, Sided::One), 3);
    assert_eq!(number(&Family::Boxes, Lattice::CUBE, 27, Sided::Fixed), 3 + 6 + 1);
    // A parallelogram can be told from its mirror image, unless it is a rhombus or a single row: 1 + 2 + 2 + 2 + 1.
    assert_eq!(number(&Family::Boxes, Lattice::HEX, 36, Sided::Free), 5);
    assert_eq!(number(&Family::Boxes, Lattice::HEX, 36, Sided::One), 8);
    assert_eq!(number(&Family::Boxes, Lattice::TRIANGLE, 72, Sided::Free), 5);
    assert_eq!(number(&Family::Boxes, Lattice::TRIANGLE, 7, Sided::Free), 0);
    assert_eq!(number(&Family::Boxes, Lattice::SPHERE, 12, Sided::Free), 4);
}

#[test]
fn prisms_on_polyominoes() {
    assert_eq!(number(&Family::Prisms(3), Lattice::CUBE, 15, Sided::Free), 12);
    assert_eq!(number(&Family::Prisms(3), Lattice::CUBE, 15, Sided::One), 12);
    assert_eq!(number(&Family::Prisms(3), Lattice::CUBE, 15, Sided::Fixed), 63);
    assert_eq!(Family::Prisms(2).check(Lattice::CUBE, 27), Err(FamilyError::Height(2, 27)));
    assert_eq!(Family::Prisms(0).check(Lattice::CUBE, 27), Err(FamilyError::Height(0, 27)));
    assert_eq!(Family::Prisms(1).check(Lattice::HEX, 27), Err(FamilyError::PrismsOffCubes));
    assert_eq!(Family::Convex.check(Lattice::HEX, 27), Err(FamilyError::ConvexElsewhere));
    assert_eq!(number(&Family::Convex, Lattice::HEX, 27, Sided::Free), 0);
}

/// OEIS A096004, and TAOCP 7.2.2.1, answers 143, 308 and 309.
#[test]
fn convex_polygons_by_their_parameters() {
    let free = |size| number(&Family::Convex, Lattice::TRIANGLE, size, Sided::Free);
    assert_eq!((1..=10).map(free).collect::<Vec<_>>(), [1, 1, 1, 2, 1, 2, 2, 3, 2, 2]);
    assert_eq!([20, 24, 30, 72].map(free), [4, 6, 5, 11]);
}

/// TAOCP 7.2.2.1, answer 320; and all polyaboloes whose hull has no other cells. A tan is two cells.
#[test]
fn convex_polygons_of_tans() {
    let free = |tans: usize| number(&Family::Convex, Lattice::TAN, 2 * tans, Sided::Free);
    assert_eq!([16, 56].map(free), [20, 63]);
    let convex: polydlx_lattice::PieceCondition = "convex".parse().unwrap();
    for tans in 1..=8 {
        let all = polydlx_lattice::polyforms(Lattice::TAN, tans, Sided::Free);
        let expected: BTreeSet<Shape> =
            all.into_iter().filter(|shape| convex.holds(Lattice::TAN, shape)).collect();
        let least =
            |shape: Shape| shape.base_placements(Lattice::TAN, Sided::Free).into_iter().min().unwrap();
        let found = regions(&Family::Convex, Lattice::TAN, 2 * tans, Sided::Free);
        assert_eq!(found.len(), expected.len(), "{tans}");
        assert_eq!(found.into_iter().map(least).collect::<BTreeSet<_>>(), expected, "{tans}");
    }
}

/// Convex means: with each triangle on both sides of a line, nothing between them is missing.
/// The oracle takes all polyiamonds and keeps those whose boundary never turns inwards.
#[test]
fn convex_polygons_are_the_convex_polyiamonds() {
    for size in 1..=11 {
        let mut expected: Vec<Shape> = polydlx_lattice::polyforms(Lattice::TRIANGLE, size, Sided::Free)
            .into_iter()
            .filter(is_convex)
            .collect();
        let least =
            |shape: Shape| shape.base_placements(Lattice::TRIANGLE, Sided::Free).into_iter().min().unwrap();
        let mut found: Vec<Shape> =
            regions(&Family::Convex, Lattice::TRIANGLE, size, Sided::Free).into_iter().map(least).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{size}");
    }
}

/// Whether around every corner the triangles make an angle of at most 180°, without gaps.
fn is_convex(shape: &Shape) -> bool {
    let has = |x: i32, y: i32, down: bool| {
        shape.sites().contains(&Cell { at: [x, y, 0], class: down.into() }.site())
    };
    let mut corners = BTreeSet::new();
    for site in shape.sites() {
        let [x, y, _] = site.at;
        corners.extend([[x + 1, y], [x, y + 1], if site.class == 1 { [x + 1, y + 1] } else { [x, y] }]);
    }
    corners.into_iter().all(|[x, y]| {
        let around = [
            has(x, y, false),
            has(x - 1, y, true),
            has(x - 1, y, false),
            has(x - 1, y - 1, true),
            has(x, y - 1, false),
            has(x, y - 1, true),
        ];
        let number = around.iter().filter(|there| **there).count();
        let ends = (0..6).filter(|&at| around[at] && !around[(at + 1) % 6]).count();
        number == 6 || (number <= 3 && ends == 1)
    })
}

#[test]
fn what_need_not_be_told_apart() {
    let of = |text: &str| {
        let loaded = polydlx_spec::load(polydlx_spec::Source::new("test", text), None, &polydlx_spec::NoSets);
        equivalence(loaded.puzzle().unwrap())
    };
    assert_eq!(of("|! lattice square\n|! set\nL 0[0-2] 10\n"), Sided::Free);
    assert_eq!(of("|! lattice square\n|! set\n|! sided one\nL 0[0-2] 10\n"), Sided::One);
    assert_eq!(of("|! lattice square\n|! set\n|! sided one\nL 0[0-2] 10\nJ 0[0-2] 12\n"), Sided::Free);
    assert_eq!(of("|! lattice square\n|! set\n|! sided one\n2|L 0[0-2] 10\nJ 0[0-2] 12\n"), Sided::One);
    assert_eq!(of("|! lattice square\n|! set\n|! sided fixed\nI 0[0-2]\n"), Sided::Fixed);
    assert_eq!(of("|! lattice square\n|! set\n|! sided fixed\nI 0[0-2]\nH [0-2]0\n"), Sided::Free);
    assert_eq!(of("|! lattice cube\n|! set\nL 00[01] 010 110\n"), Sided::One);
    assert_eq!(of("|! lattice cube\n|! set\nL 00[01] 010 110\nR 00[01] 010 101\n"), Sided::Free);
}
