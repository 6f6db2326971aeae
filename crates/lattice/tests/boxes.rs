use polydlx_lattice::{Cell, Lattice, NamedBox, NoBox, Shape, Sided, polyforms};
use std::collections::BTreeSet;

const SQUARE: Lattice = Lattice::SQUARE;
const TRIANGLE: Lattice = Lattice::TRIANGLE;
const HEX: Lattice = Lattice::HEX;
const CUBE: Lattice = Lattice::CUBE;
const SPHERE: Lattice = Lattice::SPHERE;
const POLYPLET: Lattice = Lattice::POLYPLET;
const WEAKCUBE: Lattice = Lattice::WEAKCUBE;
const JUBE: Lattice = Lattice::JUBE;
const TAN: Lattice = Lattice::TAN;

fn cells(name: &str, lattice: Lattice, numbers: &[i32]) -> Shape {
    let known = NamedBox::find(name, lattice, numbers.len()).unwrap_or_else(|| panic!("{name}"));
    known.shape(numbers, &Shape::default()).unwrap()
}

/// Formulas that share nothing with the way in which the cells are made.
#[test]
fn sizes_are_those_of_the_formulas() {
    let size =
        |name: &str, lattice: Lattice, numbers: &[i32]| cells(name, lattice, numbers).sites().len() as i32;
    for n in 1..9 {
        assert_eq!(size("diamond", SQUARE, &[n]), 2 * n * (n - 1) + 1);
        assert_eq!(size("aztec", SQUARE, &[n]), 2 * n * (n + 1));
        assert_eq!(size("triangle", SQUARE, &[n]), n * (n + 1) / 2);
        assert_eq!(size("triangle", TRIANGLE, &[n]), n * n);
        assert_eq!(size("hexagon", TRIANGLE, &[n]), 6 * n * n);
        assert_eq!(size("star", TRIANGLE, &[n]), 12 * n * n);
        assert_eq!(size("hexagon", HEX, &[n]), 3 * n * (n - 1) + 1);
        assert_eq!(size("triangle", HEX, &[n]), n * (n + 1) / 2);
        assert_eq!(size("pyramid", CUBE, &[n]), n * (4 * n * n - 1) / 3);
        assert_eq!(size("octahedron", CUBE, &[n]), (2 * n - 1) * (2 * n * n - 2 * n + 3) / 3);
        assert_eq!(size("tetrahedron", SPHERE, &[n]), n * (n + 1) * (n + 2) / 6);
        assert_eq!(size("pyramid", SPHERE, &[n]), n * (n + 1) * (2 * n + 1) / 6);
        assert_eq!(size("octahedron", SPHERE, &[n]), n * (2 * n * n + 1) / 3);
        assert_eq!(size("cuboctahedron", SPHERE, &[n]), (2 * n - 1) * (5 * n * n - 5 * n + 3) / 3);
        assert_eq!(size("square", POLYPLET, &[n]), n * n);
        assert_eq!(size("cube", WEAKCUBE, &[n]), n * n * n);
        assert_eq!(size("tetrahedron", JUBE, &[n]), n * (n + 1) * (n + 2) / 6);
        assert_eq!(size("pyramid", JUBE, &[n]), n * (n + 1) * (2 * n + 1) / 6);
        assert_eq!(size("octahedron", JUBE, &[n]), n * (2 * n * n + 1) / 3);
        for m in 1..9 {
            let roof: i32 = (0..m.min(n)).map(|k| (m - k) * (n - k)).sum();
            assert_eq!(size("roof", SPHERE, &[m, n]), roof);
            assert_eq!(size("stretched-roof", SPHERE, &[m, n]), roof);
            assert_eq!(size("rectangle", POLYPLET, &[m, n]), m * n);
            assert_eq!(size("cuboid", WEAKCUBE, &[2, m, n]), 2 * m * n);
            for a in [1, 2, 5] {
                assert_eq!(size("hexagon", TRIANGLE, &[a, m, n]), 2 * (a * m + m * n + n * a));
                assert_eq!(size("hexagon", HEX, &[a, m, n]), a * m + m * n + n * a - a - m - n + 1);
            }
        }
        // What a corner loses is half a square of its side; a tan is half a unit square, and two cells.
        assert_eq!(size("convex", TAN, &[n, n + 1, 0, n, 0, 1]), 4 * n * (n + 1) - 2 * (n * n + 1));
        assert_eq!(size("convex", TAN, &[2 * n, 2 * n, n, n, n, n]), 8 * n * n);
        for m in 1..=n {
            assert_eq!(size("trapezoid", TRIANGLE, &[n, m]), n * n - (n - m) * (n - m));
            assert_eq!(size("trapezoid", HEX, &[n, m]), (n * (n + 1) - (n - m) * (n - m + 1)) / 2);
            for (c, d) in (0..=m).flat_map(|c| (0..=c).map(move |d| (c, d))) {
                let formula = (n + c + d) * (n + c + d) - m * m - c * c - d * d;
                assert_eq!(size("convex", TRIANGLE, &[n, m, c, d]), formula);
            }
        }
    }
}

#[test]
fn regular_boxes_have_the_symmetries_of_their_names() {
    let symmetries = |name: &str, lattice: Lattice, numbers: &[i32]| {
        let region = polydlx_lattice::Region::new(lattice, cells(name, lattice, numbers)).unwrap();
        region.symmetries(lattice).len()
    };
    assert_eq!(symmetries("rectangle", SQUARE, &[3, 5]), 4);
    assert_eq!(symmetries("diamond", SQUARE, &[4]), 8);
    assert_eq!(symmetries("aztec", SQUARE, &[4]), 8);
    assert_eq!(symmetries("triangle", TRIANGLE, &[4]), 6);
    assert_eq!(symmetries("rhombus", TRIANGLE, &[3]), 4);
    assert_eq!(symmetries("hexagon", TRIANGLE, &[3]), 12);
    assert_eq!(symmetries("star", TRIANGLE, &[2]), 12);
    assert_eq!(symmetries("hexagon", HEX, &[3]), 12);
    assert_eq!(symmetries("convex", TAN, &[4, 4, 1, 1, 1, 1]), 8);
    assert_eq!(symmetries("convex", TAN, &[3, 4, 1, 2, 1, 2]), 2);
    assert_eq!(symmetries("triangle", HEX, &[3]), 6);
    assert_eq!(symmetries("rectangle", HEX, &[3, 4]), 2);
    assert_eq!(symmetries("cuboid", CUBE, &[2, 3, 4]), 8);
    assert_eq!(symmetries("pyramid", CUBE, &[3]), 8);
    assert_eq!(symmetries("octahedron", CUBE, &[3]), 48);
    assert_eq!(symmetries("tetrahedron", SPHERE, &[4]), 24);
    assert_eq!(symmetries("pyramid", SPHERE, &[4]), 8);
    assert_eq!(symmetries("roof", SPHERE, &[3, 4]), 4);
    assert_eq!(symmetries("stretched-roof", SPHERE, &[3, 4]), 4);
    assert_eq!(symmetries("octahedron", SPHERE, &[4]), 48);
    assert_eq!(symmetries("truncated-octahedron", SPHERE, &[]), 48);
    assert_eq!(symmetries("cuboctahedron", SPHERE, &[3]), 48);
    assert_eq!(symmetries("rectangle", POLYPLET, &[3, 5]), 4);
    assert_eq!(symmetries("square", POLYPLET, &[3]), 8);
    assert_eq!(symmetries("cuboid", WEAKCUBE, &[2, 3, 4]), 8);
    assert_eq!(symmetries("cube", WEAKCUBE, &[3]), 48);
    assert_eq!(symmetries("tetrahedron", JUBE, &[4]), 24);
    assert_eq!(symmetries("pyramid", JUBE, &[4]), 8);
    assert_eq!(symmetries("octahedron", JUBE, &[3]), 48);
}

#[test]
fn every_lattice_has_boxes() {
    for lattice in Lattice::ALL {
        assert!(NamedBox::on(lattice).next().is_some(), "{lattice:?}");
    }
}

#[test]
fn all_boxes_hang_together() {
    let corner = |lattice: Lattice| Shape::new(polyforms(lattice, 3, Sided::Fixed)[0].sites().to_vec());
    for known in NamedBox::ALL {
        let shape = known.shape(known.example, &corner(known.lattice)).unwrap();
        let all: BTreeSet<Cell> = shape.sites().iter().map(|site| site.cell()).collect();
        let mut reached: Vec<Cell> = all.iter().copied().take(1).collect();
        let mut seen: BTreeSet<Cell> = reached.iter().copied().collect();
        while let Some(cell) = reached.pop() {
            for next in known.lattice.neighbors(cell).filter(|next| all.contains(next)) {
                if seen.insert(next) {
                    reached.push(next);
                }
            }
        }
        assert_eq!(seen.len(), all.len(), "{} on {:?}", known.name, known.lattice);
        assert_eq!(shape.lowest(), [0; 3]);
    }
}

#[test]
fn what_is_made_of_a_piece_is_so_many_times_as_large() {
    for lattice in Lattice::ALL {
        for shape in polyforms(lattice, 4, Sided::Fixed) {
            for known in NamedBox::on(lattice).filter(|known| known.of_piece) {
                let k = 2;
                let times = match (known.name, lattice.dimension()) {
                    ("magnify", dimension) => 2_usize.pow(dimension as u32),
                    ("rosette", _) => 7,
                    _ => {
                        let layers: BTreeSet<_> =
                            shape.sites().iter().map(|site| (site.at[1], site.at[2])).collect();
                        let columns = layers.len();
                        let made = known.shape(&[k], &shape).unwrap().sites().len();
                        assert!(made >= shape.sites().len() + columns);
                        continue;
                    }
                };
                assert_eq!(known.shape(&[k], &shape).unwrap().sites().len(), 4 * times, "{}", known.name);
            }
        }
    }
}

#[test]
fn numbers_that_make_no_box_are_refused() {
    let refuse = |name: &str, lattice: Lattice, numbers: &[i32]| {
        NamedBox::find(name, lattice, numbers.len()).unwrap().shape(numbers, &Shape::default()).unwrap_err()
    };
    assert!(matches!(refuse("rectangle", SQUARE, &[0, 3]), NoBox::Rule(_)));
    assert!(matches!(refuse("rectangle", SQUARE, &[-1, 3]), NoBox::Rule(_)));
    assert!(matches!(refuse("convex", TRIANGLE, &[1, 2, 0, 0]), NoBox::Rule(_)));
    assert!(matches!(refuse("trapezoid", TRIANGLE, &[2, 3]), NoBox::Rule(_)));
    assert!(matches!(refuse("convex", TAN, &[1, 1, 1, 0, 1, 0]), NoBox::Rule(_)));
    let grows = |known: &&NamedBox| !known.numbers.is_empty() && !known.of_piece && known.lattice != TAN;
    for known in NamedBox::ALL.iter().filter(grows) {
        for large in [900, 5000, i32::MAX] {
            let numbers = vec![large; known.numbers.len()];
            let found = known.shape(&numbers, &Shape::default());
            assert!(found.is_ok() || found == Err(NoBox::TooLarge), "{}", known.name);
        }
    }
    assert!(NamedBox::find("rectangle", SPHERE, 3).is_none());
}
