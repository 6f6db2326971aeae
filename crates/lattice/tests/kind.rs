use itertools::iproduct;
use polydlx_lattice::{Cell, Lattice, Motion, Shape, Sided, SymmetryType, for_each_polyform};
use std::collections::BTreeMap;

/// How many polyforms there are of each type, by the number of its motions and by their names.
fn types(lattice: Lattice, sizes: std::ops::RangeInclusive<usize>) -> BTreeMap<(usize, String), usize> {
    let mut found = BTreeMap::new();
    for size in sizes {
        for_each_polyform(lattice, size, Sided::Free, |shape| {
            let own = SymmetryType::of(lattice, Sided::Free, &shape);
            *found.entry((own.order(), own.to_string())).or_default() += 1;
        });
    }
    found
}

/// Few squares are enough for all 8 types.
#[test]
fn numbers_of_types() {
    assert_eq!(types(Lattice::SQUARE, 1..=9).len(), 8);
    // A sum over classes: each free polyomino has as many fixed ones as its type leaves.
    let fixed: usize = types(Lattice::SQUARE, 8..=8).iter().map(|((order, _), n)| n * 8 / order).sum();
    assert_eq!(fixed, 2725);
}

/// Squares have 8 types, triangles and hexagons 10, cubes 33, and 11 without reflections (exercises 386 and 387). Some
/// need many cells: shapes are made of what two motions and all that they generate make of a few cells.
#[test]
fn all_types() {
    for (lattice, sided, number) in [
        (Lattice::SQUARE, Sided::Free, 8),
        (Lattice::TRIANGLE, Sided::Free, 10),
        (Lattice::HEX, Sided::Free, 10),
        (Lattice::CUBE, Sided::Free, 33),
        (Lattice::CUBE, Sided::One, 11),
    ] {
        let all = if sided == Sided::Free { lattice.motion_group() } else { lattice.rotation_group() };
        // Cells that no motion but the identity exchanges.
        let seeds = [[7, 1, 0], [3, 2, 0], [9, 4, 1]].map(|[x, y, z]| {
            Cell::default().shifted([x, y, if lattice.dimension() == 3 { z } else { 0 }]).site()
        });
        let mut found = Vec::new();
        for generators in iproduct!(&all, &all, &all) {
            let group = Motion::group(&[*generators.0, *generators.1, *generators.2]);
            let images =
                group.iter().flat_map(|&motion| Shape::new(seeds).moved(lattice, motion).sites().to_vec());
            let kind = SymmetryType::of(lattice, sided, &Shape::new(images));
            if !found.contains(&kind) {
                found.push(kind);
            }
        }
        assert_eq!(found.len(), number, "{lattice:?} {sided:?}");
        found.sort_by_key(|kind| (kind.order(), kind.clone()));
        assert_eq!(SymmetryType::all(lattice, sided), Some(found));
    }
}

/// Shapes with few cells have no types but those, on any lattice where that can be said; glides make it impossible.
#[test]
fn types_of_all_lattices() {
    let mut shifted = Vec::new();
    for lattice in Lattice::ALL {
        let Some(all) = SymmetryType::all(lattice, Sided::Free) else {
            shifted.push(lattice.name());
            continue;
        };
        for size in 1..=3 {
            for_each_polyform(lattice, size, Sided::Free, |shape| {
                assert!(all.contains(&SymmetryType::of(lattice, Sided::Free, &shape)), "{lattice:?}");
            });
        }
    }
    assert!(shifted.contains(&"cairo") && !shifted.contains(&"hex"), "{shifted:?}");
}
