use polydlx::cover::dlx;
use polydlx::lattice::{Cell, Lattice, Part, Piece, Puzzle, Shape, Sided, polyforms};
use polydlx::library::{Format, Item, Kind, Library, items};
use polydlx::spec::{Cost, Equivalence, Loaded, Pragma, Source, about, load};
use std::collections::{BTreeMap, BTreeSet};

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
    use Sided::{Free, One};
    for (set, lattice, size, sided, number) in [
        ("monomino", Lattice::SQUARE, 1, Free, 1),
        ("domino", Lattice::SQUARE, 2, Free, 1),
        ("trominoes", Lattice::SQUARE, 3, Free, 2),
        ("tetrominoes", Lattice::SQUARE, 4, Free, 5),
        ("one-sided-tetrominoes", Lattice::SQUARE, 4, One, 7),
        ("pentominoes", Lattice::SQUARE, 5, Free, 12),
        ("one-sided-pentominoes", Lattice::SQUARE, 5, One, 18),
        ("hexominoes", Lattice::SQUARE, 6, Free, 35),
        ("heptominoes", Lattice::SQUARE, 7, Free, 108),
        ("triamond", Lattice::TRIANGLE, 3, Free, 1),
        ("tetriamonds", Lattice::TRIANGLE, 4, Free, 3),
        ("pentiamonds", Lattice::TRIANGLE, 5, Free, 4),
        ("one-sided-pentiamonds", Lattice::TRIANGLE, 5, One, 6),
        ("hexiamonds", Lattice::TRIANGLE, 6, Free, 12),
        ("one-sided-hexiamonds", Lattice::TRIANGLE, 6, One, 19),
        ("heptiamonds", Lattice::TRIANGLE, 7, Free, 24),
        ("trihexes", Lattice::HEX, 3, Free, 3),
        ("tetrahexes", Lattice::HEX, 4, Free, 7),
        ("one-sided-tetrahexes", Lattice::HEX, 4, One, 10),
        ("pentahexes", Lattice::HEX, 5, Free, 22),
        ("tricubes", Lattice::CUBE, 3, One, 2),
        ("tetracubes", Lattice::CUBE, 4, One, 8),
        ("pentacubes", Lattice::CUBE, 5, One, 29),
        ("trispheres", Lattice::SPHERE, 3, One, 4),
        ("tetraspheres", Lattice::SPHERE, 4, One, 25),
        ("disticks", Lattice::STICK, 2, Free, 2),
        ("tristicks", Lattice::STICK, 3, Free, 5),
        ("tetrasticks", Lattice::STICK, 4, Free, 16),
        ("pentasticks", Lattice::STICK, 5, Free, 55),
        ("hexasticks", Lattice::STICK, 6, Free, 222),
        ("tetraboloes", Lattice::TAN, 4, Free, 14),
        ("pentaboloes", Lattice::TAN, 5, Free, 30),
        ("hexaboloes", Lattice::TAN, 6, Free, 107),
        ("trikites", Lattice::KITE, 3, Free, 4),
        ("tetrakites", Lattice::KITE, 4, Free, 10),
        ("pentakites", Lattice::KITE, 5, Free, 27),
        ("didrafters", Lattice::DRAFTER, 2, Free, 6),
        ("tridrafters", Lattice::DRAFTER, 3, Free, 14),
        ("tetradrafters", Lattice::DRAFTER, 4, Free, 64),
        ("tetraskews", Lattice::SKEW, 4, Free, 10),
        ("tetracairos", Lattice::CAIRO, 4, Free, 17),
        ("tetraplets", Lattice::POLYPLET, 4, Free, 22),
        ("tetrasplatts", Lattice::BCC, 4, One, 44),
        ("weak-tricubes", Lattice::WEAKCUBE, 3, One, 9),
        ("triangle-tetraprisms", Lattice::TRIPRISM, 4, One, 13),
        ("hexagon-tetraprisms", Lattice::HEXPRISM, 4, One, 23),
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
    let all = |set| canonical_set(set, Lattice::CUBE, Sided::One);
    // Soma: the bent tricube, and the tetracubes that no box of one cube's thickness and two rows contains.
    let convex = |shape: &Shape| {
        let mut edges = shape.highest().map(|most| most + 1);
        edges.sort_unstable();
        edges.iter().product::<i32>() as usize == shape.sites().len()
    };
    let mut irregular: BTreeSet<Shape> = polyforms(Lattice::CUBE, 3, Sided::One).into_iter().collect();
    irregular.extend(polyforms(Lattice::CUBE, 4, Sided::One));
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
        ("pentacubes", Lattice::CUBE, "ABCDEF"),
        ("tetraspheres", Lattice::SPHERE, "CDEFG"),
        ("one-sided-pentominoes", Lattice::SQUARE, "PQRSYZ"),
        ("one-sided-hexiamonds", Lattice::TRIANGLE, "FGHIJKL"),
    ] {
        let pieces = shapes(set);
        for (name, shape) in &pieces {
            let mirrored = canonical(lattice, Sided::One, &shape.moved(lattice, lattice.mirror().unwrap()));
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
        let free = shape.base_placements(Lattice::TRIANGLE, Sided::Free);
        let one = shape.base_placements(Lattice::TRIANGLE, Sided::One);
        assert_eq!(free.len(), bases, "{name}");
        assert_eq!(free.len() != one.len(), name.as_str() >= "F", "{name} is chiral or not");
        let down = shape.sites().iter().filter(|site| site.class == 1).count();
        assert_eq!(down != 3, name == "K" || name == "L", "{name} is balanced or not");
    }
}

/// Trispheres are numbered by the greatest squared distance of two of their cells.
#[test]
fn trispheres_are_numbered_by_distance() {
    for (name, shape) in shapes("trispheres") {
        let points: Vec<_> = shape.sites().iter().map(|site| Lattice::SPHERE.point(site.cell())).collect();
        let square = |a: [i32; 4], b: [i32; 4]| (0..4).map(|i| (a[i] - b[i]).pow(2)).sum::<i32>();
        let farthest = points.iter().flat_map(|&a| points.iter().map(move |&b| square(a, b))).max().unwrap();
        // Neighbours are at squared distance 2 in these coordinates.
        assert_eq!(name, (farthest / 2).to_string());
    }
}

fn puzzles() -> impl Iterator<Item = Item> {
    items().filter(|item| item.kind == Kind::Puzzle)
}

fn spec_of(item: Item) -> Loaded {
    load(Source::new(item.path(), item.text), None, &Library)
}

#[test]
fn all_files_are_without_mistakes_and_say_what_they_are() {
    for item in items() {
        assert_eq!(items().filter(|other| other.name == item.name).count(), 1, "{}", item.name);
        if item.format == Format::Dlx {
            let (about, mistakes) = about(0, item.text);
            assert_eq!(mistakes, [], "{}", item.name);
            assert!(about.title().is_some() && about.source().is_some(), "{}", item.name);
            assert_eq!(dlx::read(0, item.text).unwrap().1, [], "{}", item.name);
            continue;
        }
        let loaded = spec_of(item);
        assert_eq!(loaded.diagnostics, [], "{}", item.name);
        assert_eq!(loaded.is_set(), item.kind == Kind::Shapes, "{}", item.name);
        let spec = loaded.spec.as_ref().unwrap();
        assert!(spec.title().is_some() && spec.source().is_some(), "{}", item.name);
        assert!(loaded.too_long_for_dlx().is_empty(), "{}", item.name);
    }
}

/// Every puzzle says how long it takes, how many solutions it has, and who counted them.
#[test]
fn puzzles_say_where_their_numbers_come_from() {
    assert!(puzzles().count() >= 100);
    for item in puzzles() {
        let (cost, numbers) = match item.format {
            Format::Dlx => (about(0, item.text).0.cost(), about(0, item.text).0.expected().iter().count()),
            Format::Spec => {
                let spec = spec_of(item).spec.unwrap();
                (spec.cost(), Equivalence::ALL.iter().filter(|&&what| spec.expected(what).is_some()).count())
            }
        };
        let counts: Vec<&str> =
            item.text.lines().filter_map(|line| line.strip_prefix("| Counts: ")).collect();
        assert_eq!(counts.len(), 1, "{} says once where its numbers come from", item.name);
        assert_eq!(numbers == 0, counts[0].starts_with("none is known"), "{}", item.name);
        assert!(numbers > 0 || cost == Some(Cost::Huge), "{}", item.name);
        let recomputed = !item.text.contains("not recomputed") && numbers > 0;
        assert_eq!(recomputed, cost.expect(item.name) != Cost::Huge, "{}", item.name);
    }
}

/// There is a puzzle for everything that a puzzle can have.
#[test]
fn puzzles_show_all_features() {
    let mut shown: BTreeMap<String, usize> = BTreeMap::new();
    let mut show = |what: &str, has: bool| *shown.entry(what.to_owned()).or_default() += usize::from(has);
    for item in puzzles() {
        if item.format == Format::Dlx {
            let (problem, _) = dlx::read(0, item.text).unwrap();
            show("colours", problem.has_colors());
            show("multiplicities of items", problem.has_multiplicities());
            show("secondary items", !problem.secondaries().is_empty());
            continue;
        }
        let loaded = spec_of(item);
        let (spec, puzzle) = (loaded.spec.as_ref().unwrap(), loaded.puzzle().unwrap());
        let says = |wanted: &dyn Fn(&Pragma) -> bool| spec.pragmas().any(wanted);
        let any = |wanted: &dyn Fn(&Piece) -> bool| puzzle.pieces.iter().any(wanted);
        for lattice in Lattice::ALL {
            show(lattice.name(), puzzle.lattice == lattice);
        }
        for what in Equivalence::ALL {
            show(what.name(), spec.expected(what).is_some());
        }
        for cost in Cost::ALL {
            show(cost.name(), spec.cost() == Some(cost));
        }
        show("multiplicities", any(&|piece| piece.bounds.high > 1 && piece.bounds.low > 0));
        show("ranges of multiplicities", any(&|piece| piece.bounds.low < piece.bounds.high));
        show("suffixes", puzzle.region.sites().iter().any(|site| site.suffix != 0));
        show("colours of sides", puzzle.colored_parts().any(|part| part == Part::Side));
        show("colours of corners", puzzle.colored_parts().any(|part| part == Part::Corner));
        show("colours that may be exchanged", !puzzle.palette.alike.is_empty());
        show("optional cells", says(&|pragma| *pragma == Pragma::CellsOptional));
        show("optional pieces", says(&|pragma| *pragma == Pragma::PiecesOptional));
        show("placed pieces", !puzzle.placed.is_empty());
        show("one-sided pieces in the plane", {
            puzzle.lattice.dimension() == 2 && any(&|piece| piece.sided == Sided::One)
        });
        show("fixed pieces", any(&|piece| piece.sided == Sided::Fixed));
        show("boxes in several parts", !is_connected(puzzle));
        show("no solution", spec.expected(Equivalence::Total) == Some("0"));
        show("numbers beyond 64 bits", {
            Equivalence::ALL.iter().filter_map(|&what| spec.expected(what)).any(|number| number.len() > 20)
        });
        show("symmetrical solutions", item.text.contains("\n| Invariant: "));
    }
    let missing: Vec<_> = shown.iter().filter(|(_, number)| **number == 0).collect();
    assert!(missing.is_empty(), "no puzzle shows {missing:?}");
    for lattice in [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX, Lattice::CUBE, Lattice::SPHERE] {
        assert!(shown[lattice.name()] >= 8, "{shown:?}");
    }
}

/// Whether all cells of a box can be reached from each other.
fn is_connected(puzzle: &Puzzle) -> bool {
    let sites = puzzle.region.sites().iter().filter(|site| site.suffix == 0);
    let mut left: BTreeSet<Cell> = sites.map(|site| site.cell()).collect();
    let mut reached: Vec<Cell> = left.pop_first().into_iter().collect();
    while let Some(cell) = reached.pop() {
        reached.extend(puzzle.lattice.neighbors(cell).filter(|next| left.remove(next)));
    }
    left.is_empty()
}

/// Printing in any notation, and reading and printing again, gives the same text.
#[test]
fn notations_are_stable() {
    for item in items().filter(|item| item.format == Format::Spec) {
        let read = |text: &str| load(Source::new(item.name, text), None, &Library);
        let own = read(item.text);
        for form in polydlx::spec::Form::ALL {
            let once = own.rewritten(form).unwrap_or_else(|| panic!("{} {form:?}", item.name)).to_string();
            let twice =
                read(&once).rewritten(form).unwrap_or_else(|| panic!("{} {form:?}\n{once}", item.name));
            assert_eq!(once, twice.to_string(), "{} {form:?}", item.name);
        }
    }
}
