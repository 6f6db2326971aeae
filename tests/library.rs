use polydlx::lattice::{Lattice, Shape, Sided, polyforms};
use polydlx::library::{Kind, Library, items};
use polydlx::spec::{Source, load};
use std::collections::BTreeSet;

/// The shapes of an embedded set, by name.
fn shapes(set: &str) -> Vec<(String, Shape)> {
    let item = items().find(|item| item.name == set).expect(set);
    let loaded = load(Source::new(set, item.text), None, &Library);
    let puzzle = loaded.puzzle().unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics));
    let name = |piece: usize| puzzle.pieces[piece].name.clone();
    puzzle.shapes.iter().map(|typical| (name(typical.piece.0), typical.shape.clone())).collect()
}

/// The least of the base placements of a shape.
fn canonical(lattice: Lattice, sided: Sided, shape: &Shape) -> Shape {
    shape.base_placements(lattice, sided).into_iter().min().unwrap()
}

fn canonical_set(set: &str, lattice: Lattice, sided: Sided) -> BTreeSet<Shape> {
    shapes(set).iter().map(|(_, shape)| canonical(lattice, sided, shape)).collect()
}

#[test]
fn complete_families_are_complete() {
    use Lattice::{Cube, Hex, Sphere, Square, Triangle};
    use Sided::{Free, One};
    for (set, lattice, size, sided, number) in [
        ("monomino", Square, 1, Free, 1),
        ("domino", Square, 2, Free, 1),
        ("trominoes", Square, 3, Free, 2),
        ("tetrominoes", Square, 4, Free, 5),
        ("pentominoes", Square, 5, Free, 12),
        ("one-sided-pentominoes", Square, 5, One, 18),
        ("hexominoes", Square, 6, Free, 35),
        ("heptominoes", Square, 7, Free, 108),
        ("triamond", Triangle, 3, Free, 1),
        ("tetriamonds", Triangle, 4, Free, 3),
        ("pentiamonds", Triangle, 5, Free, 4),
        ("hexiamonds", Triangle, 6, Free, 12),
        ("heptiamonds", Triangle, 7, Free, 24),
        ("trihexes", Hex, 3, Free, 3),
        ("tetrahexes", Hex, 4, Free, 7),
        ("pentahexes", Hex, 5, Free, 22),
        ("tricubes", Cube, 3, One, 2),
        ("tetracubes", Cube, 4, One, 8),
        ("pentacubes", Cube, 5, One, 29),
        ("trispheres", Sphere, 3, One, 4),
        ("tetraspheres", Sphere, 4, One, 25),
    ] {
        let enumerated: BTreeSet<Shape> = polyforms(lattice, size, sided).into_iter().collect();
        assert_eq!(enumerated.len(), number, "{set}");
        assert_eq!(shapes(set).len(), number, "{set}");
        assert_eq!(canonical_set(set, lattice, sided), enumerated, "{set}");
        let text = items().find(|item| item.name == set).unwrap().text;
        assert!(text.contains(&format!("| {number} piece")), "{set} says how many pieces it has");
    }
}

/// Sets that are parts of families: which part.
#[test]
fn other_sets_are_what_they_say() {
    let all = |set| canonical_set(set, Lattice::Cube, Sided::One);
    // Soma: the bent tricube, and the tetracubes that no box of one cube's thickness and two rows contains.
    let convex = |shape: &Shape| {
        let mut edges = shape.highest().map(|most| most + 1);
        edges.sort_unstable();
        edges.iter().product::<i32>() as usize == shape.sites().len()
    };
    let mut irregular: BTreeSet<Shape> = polyforms(Lattice::Cube, 3, Sided::One).into_iter().collect();
    irregular.extend(polyforms(Lattice::Cube, 4, Sided::One));
    irregular.retain(|shape| !convex(shape));
    assert_eq!(all("soma"), irregular);
    assert_eq!(shapes("soma").len(), 7);

    let pentacubes = all("pentacubes");
    let flat = |shape: &&Shape| shape.highest().contains(&0);
    assert_eq!(all("solid-pentominoes"), pentacubes.iter().filter(flat).cloned().collect());
    assert_eq!(shapes("solid-pentominoes").len(), 12);

    let bedlam = all("bedlam");
    assert_eq!(bedlam.len(), 13);
    assert_eq!(bedlam.iter().map(|shape| shape.sites().len()).sum::<usize>(), 64);
    assert_eq!(bedlam.intersection(&pentacubes).count(), 12);
    assert_eq!(bedlam.intersection(&all("tetracubes")).count(), 1);
    // All but the flat ones X and W and the like: the straight ones are missing, as they must be in a 4x4x4 box.
    assert!(bedlam.iter().all(|shape| shape.highest().iter().all(|&most| most <= 3)));
}

#[test]
fn chiral_pieces_come_in_pairs() {
    for (set, lattice, capitals) in [
        ("pentacubes", Lattice::Cube, "ABCDEF"),
        ("tetraspheres", Lattice::Sphere, "CDEFG"),
        ("one-sided-pentominoes", Lattice::Square, "PQRSYZ"),
    ] {
        let pieces = shapes(set);
        for (name, shape) in &pieces {
            let mirrored = canonical(lattice, Sided::One, &shape.moved(lattice, lattice.mirror()));
            let (twin, _) = pieces
                .iter()
                .find(|(_, other)| canonical(lattice, Sided::One, other) == mirrored)
                .expect("all mirror images are there");
            let paired = capitals.contains(&name.to_uppercase());
            let expected = match (paired, name.to_uppercase() == *name) {
                (false, _) => name.clone(),
                (true, true) => name.to_lowercase(),
                (true, false) => name.to_uppercase(),
            };
            assert_eq!(*twin, expected, "{set}");
        }
    }
}

/// What the texts on hexiamonds say: their number of base placements, and that K and L are unbalanced.
#[test]
fn hexiamonds_fit_their_letters() {
    for ((name, shape), bases) in shapes("hexiamonds").iter().zip([6, 3, 6, 1, 6, 6, 12, 12, 6, 12, 12, 12]) {
        let free = shape.base_placements(Lattice::Triangle, Sided::Free);
        let one = shape.base_placements(Lattice::Triangle, Sided::One);
        assert_eq!(free.len(), bases, "{name}");
        assert_eq!(free.len() != one.len(), name.as_str() >= "F", "{name} is chiral or not");
        let down = shape.sites().iter().filter(|site| site.down).count();
        assert_eq!(down != 3, name == "K" || name == "L", "{name} is balanced or not");
    }
}

/// Trispheres are numbered by the greatest squared distance of two of their cells.
#[test]
fn trispheres_are_numbered_by_distance() {
    for (name, shape) in shapes("trispheres") {
        let points: Vec<_> = shape.sites().iter().map(|site| Lattice::Sphere.point(site.cell())).collect();
        let square = |a: [i32; 3], b: [i32; 3]| (0..3).map(|i| (a[i] - b[i]).pow(2)).sum::<i32>();
        let farthest = points.iter().flat_map(|&a| points.iter().map(move |&b| square(a, b))).max().unwrap();
        // Neighbours are at squared distance 2 in these coordinates.
        assert_eq!(name, (farthest / 2).to_string());
    }
}

#[test]
fn all_files_are_without_mistakes_and_say_what_they_are() {
    assert!(items().count() > 30);
    for item in items() {
        let loaded = load(Source::new(item.name, item.text), None, &Library);
        assert_eq!(loaded.diagnostics, [], "{}", item.name);
        assert_eq!(loaded.is_set(), item.kind == Kind::Shapes, "{}", item.name);
        assert!(loaded.spec.as_ref().unwrap().title().is_some(), "{}", item.name);
        assert!(loaded.too_long_for_dlx().is_empty(), "{}", item.name);
        assert_eq!(items().filter(|other| other.name == item.name).count(), 1, "{}", item.name);
    }
}
