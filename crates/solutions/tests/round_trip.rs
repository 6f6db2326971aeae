//! What is written can be read, in all forms, on all lattices; what cannot be read is refused where it stands.

use polydlx_cover::Search;
use polydlx_lattice::Tiling;
use polydlx_packing::{Packing, check, first_fault};
use polydlx_solutions::{DlxWriter, Found, JsonWriter, Solutions, TextWriter, Unknown, Unreadable, Writer};
use polydlx_spec::{Loaded, NoSets, Source, load};

fn loaded(text: &str) -> Loaded {
    let loaded = load(Source::new("test", text), None, &NoSets);
    assert!(loaded.puzzle().is_some(), "{:?}", loaded.diagnostics);
    loaded
}

const SPECS: [&str; 5] = [
    "|! lattice square\n[0-2][0-3]\n6|domino 0[01]\n",
    "|! lattice triangle\n[0-2][0-1] [0-2][0-1]'\n6|D 00 00'\n",
    "|! lattice hex\n[0-2][0-2]\nT 00 01 10\n6|M 00\n",
    "|! lattice cube\n[01][01][0-2]\n0:6|D 000 001\n0:1|B 00[0-2]\n",
    "|! lattice sphere\n[01][01][01]\n4|D 000 001\n",
];

#[test]
fn all_forms_on_all_lattices() {
    for text in SPECS {
        let loaded = loaded(text);
        let puzzle = loaded.puzzle().unwrap();
        let packing = Packing::new(puzzle);
        let solutions: Vec<_> = Search::new(packing.problem()).solutions().take(50).collect();
        assert!(!solutions.is_empty(), "{text}");
        let expected: Vec<Tiling> =
            solutions.iter().map(|solution| packing.tiling(solution.options())).collect();
        let writers: [Box<dyn Writer>; 3] = [
            Box::new(TextWriter::new(puzzle)),
            Box::new(JsonWriter::of_puzzle(&packing, Some("A \"title\""))),
            Box::new(DlxWriter(packing.problem())),
        ];
        for mut writer in writers {
            let mut out = Vec::new();
            writer.begin(&mut out).unwrap();
            for (number, solution) in (1..).zip(&solutions) {
                writer.write(&Found::in_puzzle(&packing, number, solution.steps()), &mut out).unwrap();
            }
            let read: Vec<_> = Solutions::new(puzzle, &out[..]).map(Result::unwrap).collect();
            let tilings: Vec<Tiling> = read.iter().map(|found| found.tiling(puzzle).unwrap()).collect();
            assert_eq!(tilings, expected, "{}", String::from_utf8_lossy(&out));
            for (number, found) in (1..).zip(&read) {
                assert_eq!((found.number, check(puzzle, &found.claims)), (Some(number), Ok(())));
            }
        }
    }
}

/// Whatever happens to a text of solutions, it is read or refused; and what is said to be wrong stands on one of its lines.
#[test]
fn damaged_texts_are_read_or_refused() {
    let mut seed: u32 = 7;
    let mut roll = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % below
    };
    let (mut right, mut wrong, mut refused) = (0, 0, 0);
    for text in SPECS {
        let loaded = loaded(text);
        let puzzle = loaded.puzzle().unwrap();
        let packing = Packing::new(puzzle);
        let solutions: Vec<_> = Search::new(packing.problem()).solutions().take(3).collect();
        let writers: [Box<dyn Writer>; 3] = [
            Box::new(TextWriter::new(puzzle)),
            Box::new(JsonWriter::of_puzzle(&packing, None)),
            Box::new(DlxWriter(packing.problem())),
        ];
        for mut writer in writers {
            let mut whole = Vec::new();
            writer.begin(&mut whole).unwrap();
            for (number, solution) in (1..).zip(&solutions) {
                writer.write(&Found::in_puzzle(&packing, number, solution.steps()), &mut whole).unwrap();
            }
            for _ in 0..300 {
                let mut out = whole.clone();
                for _ in 0..=roll(3) {
                    let at = roll(out.len());
                    match roll(4) {
                        0 => out[at] = b" \n01ABD:{}\".'\xff\0"[roll(15)],
                        1 if out.len() > 1 => drop(out.remove(at)),
                        2 => out.truncate(at.max(1)),
                        _ => out.insert(at, b" \n01ABD:{}\".'*"[roll(14)]),
                    }
                }
                let lines = out.iter().filter(|&&byte| byte == b'\n').count() + 1;
                let edited = Solutions::new(puzzle, &out[..]).of_edited_file(["s".to_owned()]);
                assert!(edited.take(100).count() < 100);
                for found in Solutions::new(puzzle, &out[..]) {
                    match found {
                        Ok(found) => match first_fault(puzzle, &found.claims) {
                            Some((claim, _)) => {
                                wrong += 1;
                                assert!((1..=lines).contains(&found.line_of(claim)));
                            }
                            None => {
                                right += 1;
                                assert!(found.tiling(puzzle).is_ok());
                            }
                        },
                        Err(Unreadable::Line(line, _) | Unreadable::Binary(line)) => {
                            refused += 1;
                            assert!((1..=lines + 1).contains(&line));
                        }
                        Err(other) => panic!("{other:?}"),
                    }
                }
            }
        }
    }
    assert!(right > 500 && wrong > 500 && refused > 500, "{right} right, {wrong} wrong, {refused} refused");
}

#[test]
fn what_never_ends_is_given_up() {
    let loaded = loaded(SPECS[0]);
    let puzzle = loaded.puzzle().unwrap();
    for endless in ["\0", "A", "ABAB\n", "| A: B\n", "v 1 2\n", "\n1:\nAAAA\n"] {
        let text = endless.repeat(20_000);
        let mut found = Solutions::new(puzzle, text.as_bytes()).at_most(10_000);
        let last = found.by_ref().find(Result::is_err);
        if endless.starts_with('\n') {
            assert!(last.is_none(), "each solution by itself is short: {last:?}");
        } else {
            assert!(matches!(last, Some(Err(Unreadable::Endless(1..=200)))), "{endless:?}: {last:?}");
            assert!(found.next().is_none());
        }
    }
}

#[test]
fn refusals_have_a_line() {
    let loaded = loaded(SPECS[0]);
    let puzzle = loaded.puzzle().unwrap();
    let line_of = |text: &[u8]| match Solutions::new(puzzle, text).last() {
        Some(Err(Unreadable::Line(line, _) | Unreadable::Binary(line))) => line,
        other => panic!("{other:?}"),
    };
    // An answer that ends with the text stands on its last line.
    assert_eq!(Solutions::new(puzzle, &b"s SATISFIABLE\nv 1"[..]).next().unwrap().unwrap().line, 2);
    assert_eq!(line_of(b"1:\nAAAA\nnonsense and more of it\nBBBB\n\n"), 5);
    assert_eq!(line_of(b"{\"lattice\":\"square\"}\n{\"solution\":}\n"), 2);
    assert_eq!(line_of(b"{\"lattice\":\"hex\"}\n"), 1);
    assert_eq!(line_of(b"1:\n\xff\n"), 2);
    assert_eq!(Solutions::new(puzzle, &b"| nothing\n\n"[..]).count(), 0);
}

#[test]
fn names_that_the_puzzle_does_not_have() {
    let loaded = loaded(SPECS[0]);
    let puzzle = loaded.puzzle().unwrap();
    let unknown = |line: &str| {
        let solution = Solutions::new(puzzle, line.as_bytes()).next().unwrap().unwrap();
        solution.tiling(puzzle).unwrap_err()
    };
    let cell = r#"{"solution":1,"placements":[{"piece":"domino","cells":["00","99"]}]}"#;
    assert_eq!(unknown(cell), Unknown::Cell("99".to_owned()));
    let piece = r#"{"solution":1,"placements":[{"piece":"monomino","cells":["00"]}]}"#;
    assert_eq!(unknown(piece), Unknown::Piece("monomino".to_owned()));
}
