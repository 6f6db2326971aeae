use polydlx_cover::Monitor;
use polydlx_design::{Family, FamilyError, Parts};
use polydlx_lattice::{Lattice, Shape, Sided, Site};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn cells(list: impl IntoIterator<Item = [i32; 3]>) -> Shape {
    Shape::new(list.into_iter().map(Site::new))
}

fn cuboid([a, b, c]: [i32; 3]) -> Shape {
    cells((0..a).flat_map(|x| (0..b).flat_map(move |y| (0..c).map(move |z| [x, y, z]))))
}

fn found(parts: &Parts, lattice: Lattice, size: usize, sided: Sided) -> Vec<Shape> {
    let mut found = Vec::new();
    let family = Family::Parts(parts.clone());
    assert_eq!(family.check(lattice, size), Ok(()));
    let _ = family.for_each((lattice, size, sided), &Monitor::new(), |shape| {
        found.push(shape);
        ControlFlow::Continue(())
    });
    found
}

/// TAOCP 7.2.2.1, answers 328 and 329: 421 + 129 and 129; 60; 60.
#[test]
fn parts_of_boxes_for_soma() {
    let number = |within: [i32; 3], with: Shape, height: u32| {
        let parts = Parts { within: cuboid(within), with, height };
        found(&parts, Lattice::CUBE, 27, Sided::Free).len()
    };
    assert_eq!(number([3, 5, 2], Shape::default(), 1), 421 + 129);
    assert_eq!(number([3, 5, 2], cells((0..15).map(|i| [i / 5, i % 5, 0])), 1), 129);
    assert_eq!(number([3, 4, 3], cuboid([3, 4, 2]), 1), 60);
    assert_eq!(number([3, 3, 4], Shape::default(), 3), 60);
}

/// All sets of cells, and the classes that they fall into by a table of what was seen.
#[test]
fn parts_are_all_classes_of_subsets() {
    let rhombus = |classes: usize| {
        (0..9).flat_map(move |at| {
            (0..classes).map(move |class| Site { class: class as u8, ..Site::new([at / 3, at % 3, 0]) })
        })
    };
    for (lattice, within) in [
        (Lattice::SQUARE, Shape::new(rhombus(1))),
        (Lattice::HEX, Shape::new(rhombus(1))),
        (Lattice::TRIANGLE, Shape::new(rhombus(2).take(11))),
        (Lattice::CUBE, cuboid([2, 2, 3])),
        (Lattice::SPHERE, cuboid([2, 2, 2])),
    ] {
        for sided in Sided::ALL {
            for with in [Shape::default(), Shape::new(within.sites()[1..3].iter().copied())] {
                for size in [3, 4, 6] {
                    let parts = Parts { within: within.clone(), with: with.clone(), height: 1 };
                    let sites = within.sites();
                    let mut classes = BTreeSet::new();
                    for bits in 0_u32..1 << sites.len() {
                        let chosen = (0..sites.len()).filter(|at| bits >> at & 1 == 1).map(|at| sites[at]);
                        let part = Shape::new(chosen);
                        if bits.count_ones() == size && with.sites().iter().all(|&site| part.contains(site)) {
                            classes.insert(part.base_placements(lattice, sided).into_iter().min());
                        }
                    }
                    let found = found(&parts, lattice, size as usize, sided);
                    let least = |part: &Shape| part.base_placements(lattice, sided).into_iter().min();
                    assert_eq!(found.len(), classes.len(), "{lattice:?} {sided:?} {size}");
                    assert_eq!(found.iter().map(least).collect::<BTreeSet<_>>(), classes);
                }
            }
        }
    }
}

#[test]
fn parts_that_there_are_not() {
    let check = |with: Shape, height: u32, size: usize| {
        Family::Parts(Parts { within: cuboid([2, 2, 2]), with, height }).check(Lattice::CUBE, size)
    };
    assert_eq!(check(Shape::default(), 1, 9), Err(FamilyError::PartSize(0, 8)));
    assert_eq!(check(cuboid([2, 2, 1]), 1, 3), Err(FamilyError::PartSize(4, 8)));
    assert_eq!(check(cells([[0, 0, 2]]), 1, 4), Err(FamilyError::NotWithin));
    assert_eq!(check(Shape::default(), 3, 6), Err(FamilyError::Layers(3)));
    assert_eq!(check(Shape::default(), 2, 5), Err(FamilyError::Height(2, 5)));
    assert_eq!(check(cells([[0, 0, 0]]), 2, 2), Ok(()));
}
