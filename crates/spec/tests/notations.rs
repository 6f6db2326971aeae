//! The same puzzle as a picture, as cells and in Knuth's notation.

use polydlx_lattice::{Cell, Lattice, NamedBox, Puzzle, Shape, Typical};
use polydlx_spec::{Form, Loaded, NoSets, PictureKind, PictureSpec, Source, cell_specs, load};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(13),
        ..ProptestConfig::default()
    }
}

fn read(text: &str) -> Loaded {
    load(Source::new("random.spec", text), None, &NoSets)
}

/// The puzzle, with all shapes where it does not matter where they are.
fn puzzle(loaded: &Loaded) -> Puzzle {
    let puzzle =
        loaded.puzzle().unwrap_or_else(|| panic!("{}\n{:#?}", loaded.sources[0].text, loaded.diagnostics));
    let shapes =
        puzzle.shapes.iter().map(|typical| Typical { shape: typical.shape.normalized(), ..*typical });
    Puzzle { shapes: shapes.collect(), ..puzzle.clone() }
}

fn cell(lattice: Lattice, reach: i32) -> impl Strategy<Value = Cell> {
    let axis = 0..reach;
    let classes = lattice.cell_classes().count() as u8;
    (axis.clone(), axis.clone(), axis, 0..classes).prop_map(move |(x, y, z, class)| Cell {
        at: if lattice.dimension() == 3 { [x, y, z] } else { [x, y, 0] },
        class,
    })
}

fn shape(lattice: Lattice, most: usize, reach: i32) -> impl Strategy<Value = Shape> {
    prop::collection::vec(cell(lattice, reach), 1..=most)
        .prop_map(|cells| Shape::new(cells.into_iter().map(Cell::site)))
}

/// A box, three pieces, and where the box is shifted to.
fn puzzles() -> impl Strategy<Value = (Lattice, Shape, [Shape; 3], i32)> {
    prop::sample::select(Lattice::ALL.to_vec()).prop_flat_map(|lattice| {
        let pieces = [shape(lattice, 5, 3), shape(lattice, 5, 4), shape(lattice, 3, 9)];
        (Just(lattice), shape(lattice, 30, 7), pieces, 0..70)
    })
}

fn words(lattice: Lattice, shape: &Shape) -> String {
    let cells = cell_specs(lattice, &[String::new()], shape);
    cells.iter().map(|cell| format!(" {cell}")).collect()
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn all_notations_are_the_same_puzzle((lattice, region, pieces, shift) in puzzles()) {
        let by = [shift, shift / 3, if lattice.dimension() == 3 { shift / 9 } else { 0 }];
        let region = region.shifted(by);
        let [a, b, c] = pieces.map(|piece| words(lattice, &piece));
        let name = lattice.name();
        let text = format!("|! lattice {name}\n|! sided one A\n| box\n{}\nA{a}\n\n0:3|B{b}\n0:3|B{c}\n|! expect total 5\n", words(lattice, &region));
        let first = read(&text);
        prop_assert_eq!(first.puzzle().unwrap().region.shape().unguarded(), region);
        for form in Form::ALL {
            let spec = first.rewritten(form).unwrap();
            let again = read(&spec.to_string());
            prop_assert_eq!(puzzle(&again), puzzle(&first), "{}", spec);
            prop_assert_eq!(again.spec.as_ref(), Some(&spec));
            for other in Form::ALL {
                let spec = again.rewritten(other).unwrap();
                prop_assert_eq!(puzzle(&read(&spec.to_string())), puzzle(&first), "{}", spec);
            }
        }
    }

    /// A picture whose cells are handed out to pieces at random is a puzzle with these pieces.
    #[test]
    fn a_picture_of_a_puzzle_says_all((lattice, region, _, _) in puzzles(), letters in "[A-D]{40}") {
        let letters: Vec<char> = letters.chars().collect();
        let symbol = |cell: Cell| {
            let at = region.sites().binary_search(&cell.site()).unwrap();
            letters[at % letters.len()]
        };
        let picture = PictureSpec::of(lattice, PictureKind::Puzzle, &region, symbol);
        let text = format!("|! lattice {}\n{picture}\n", lattice.name());
        let loaded = read(&text);
        let read = loaded.puzzle().unwrap_or_else(|| panic!("{text}"));
        prop_assert_eq!(read.region.shape().unguarded(), region.clone());
        for typical in &read.shapes {
            let name = read.pieces[typical.piece.0].name.chars().next().unwrap();
            let own = Shape::new(region.sites().iter().copied().filter(|site| symbol(site.cell()) == name));
            prop_assert_eq!(typical.shape.unguarded(), own.normalized());
        }
        prop_assert_eq!(puzzle(&read_as(&loaded, Form::Cells)), puzzle(&loaded));
    }
}

fn read_as(loaded: &Loaded, form: Form) -> Loaded {
    read(&loaded.rewritten(form).unwrap().to_string())
}

#[test]
fn boxes_by_name_in_all_notations() {
    for row in NamedBox::ALL {
        let numbers: String = row.example.iter().map(|number| format!(" {number}")).collect();
        let piece = if row.of_piece { " A" } else { "" };
        let mut cell = String::new();
        row.lattice.push_cell(row.lattice.cell_classes().next().unwrap(), &mut cell);
        let text =
            format!("|! lattice {}\n|! box {}{numbers}{piece}\nA {cell}\n", row.lattice.name(), row.name);
        let first = read(&text);
        assert_eq!(first.spec.as_ref().unwrap().to_string(), text);
        for form in Form::ALL {
            assert_eq!(puzzle(&read_as(&first, form)), puzzle(&first), "{text}");
        }
    }
}

#[test]
fn legends_name_pieces_and_copies() {
    let text = "|! lattice square\n|! picture puzzle\n| D: ABC\n1:\nAAB\nCCB\n|! end\n";
    let loaded = read(text);
    let puzzle = loaded.puzzle().unwrap();
    assert_eq!((puzzle.pieces.len(), puzzle.shapes.len(), puzzle.pieces[0].bounds.high), (1, 1, 3));
    assert_eq!(
        loaded.rewritten(Form::Cells).unwrap().to_string(),
        "|! lattice square\n[01][0-2]\n3|D 0[01]\n"
    );
}

#[test]
fn pieces_in_a_picture_of_a_box_lie_there() {
    let text = "|! lattice square\n|! picture box at 11\n##X\n#XXX\n##X#\n|! end\nX 01 1[0-2] 21\nI 00 01\n";
    let loaded = read(text);
    let puzzle = loaded.puzzle().unwrap();
    assert_eq!(puzzle.placed.len(), 1);
    assert_eq!(puzzle.site_name(puzzle.placed[0].shape.sites()[0]), "13");
    assert_eq!(read_as(&loaded, Form::Cells).puzzle().unwrap().placed, puzzle.placed);
}
