//! Files of other programs, there and back.

use polydlx_cover::Monitor;
use polydlx_exchange::{Export, Format, Text, read, write};
use polydlx_packing::{Packing, Question};
use polydlx_spec::{Loaded, NoSets, Source, load};

fn loaded(text: &str) -> Loaded {
    let loaded = load(Source::new("test", text), None, &NoSets);
    assert!(loaded.puzzle().is_some(), "{text}\n{:#?}", loaded.diagnostics);
    loaded
}

fn spec(format: Format, text: &str) -> String {
    match read(format, "test", text.as_bytes(), None).unwrap_or_else(|why| panic!("{text} {why:?}")).text {
        Text::Spec(text) => text,
        Text::Dlx(text) => panic!("{text}"),
    }
}

fn count(text: &str) -> u64 {
    let loaded = loaded(text);
    let packing = Packing::new(loaded.puzzle().unwrap());
    Question::about(&packing).count(&Monitor::new()).count.to_string().parse().unwrap()
}

fn written(format: Format, text: &str) -> String {
    let loaded = loaded(text);
    let export = Export {
        puzzle: loaded.puzzle().unwrap(),
        title: loaded.spec.as_ref().and_then(|spec| spec.title()),
        is_set: loaded.is_set(),
        has_more: false,
    };
    write(format, &export).unwrap_or_else(|why| panic!("{text} {why:?}")).0
}

const SOMA: &str = "|! lattice cube\n[0-2][0-2][0-2]\nV 0[01]0 100\nL [0-2]00 010\nT [0-2]00 110\nZ [01]00 [12]10\n\
                    A [01]00 110 111\nB [01]00 11[0] 001\nP [01]00 010 001\n";

/// Puzzles that several formats know, and how many solutions they have.
const PUZZLES: [(&str, u64); 6] = [
    (SOMA, 11520),
    ("|! lattice square\n|! title Three bars\n[0-2][0-3]\nA 0[0-3]\nB 0[0-3]\nC 0[0-3]\n", 6),
    ("|! lattice square\n|! sided one L J\n[01][0-3]\nL 0[0-2] 10\nJ 0[0-2] 10\n", 2),
    ("|! lattice square\n[0-2][0-3]\nI 0[0-3]\n|! place I 1[0-3]\nA 0[0-3]\nB 0[0-3]\n", 2),
    ("|! lattice triangle\n[0-2]0 0[12] 11 [01]0' 01'\nA 00 00' 10\nB 00 00' 10\nC 00 00' 10\n", 12),
    ("|! lattice hex\n0[01] 1[0-2] 2[0-2]\n|! sided fixed B\nA 0[01] 10\nB 0[01] 10\nC 00 01\n", 0),
];

#[test]
fn puzzles_go_to_polycube_and_back() {
    for (text, solutions) in &PUZZLES[..4] {
        assert_eq!(count(text), *solutions, "{text}");
        assert_eq!(count(&spec(Format::Polycube, &written(Format::Polycube, text))), *solutions, "{text}");
    }
}

#[test]
fn puzzles_go_to_polysolve_and_back() {
    for (text, _) in PUZZLES {
        let file = written(Format::Polysolve, text);
        assert_eq!(count(&spec(Format::Polysolve, &file)), count(text), "{text}\n{file}");
    }
}

#[test]
fn polycube_draws_pieces_from_above() {
    let file = "# two puzzles\nD:xDim=3:yDim=2:zDim=2\nL:stationary=A\nA A B, A B B # the row y=1\nA A B, A B B\n~L\n~D\n\
                D:xDim=2 : yDim=2:oneSide=1\nC:name=x : type=M:layout=0 0 0, 1 0 0, 1 1 0\nC:name=y:layout=0 0 0\n~D\n";
    let first = read(Format::Polycube, "f", file.as_bytes(), None).unwrap();
    assert_eq!(first.warnings.len(), 1);
    assert_eq!(
        first.text,
        Text::Spec(
            "|! lattice cube\n00[01] 01[01] 10[01] 11[01] 20[01] 21[01]\nA 00[01] 01[01] 100 110\n|! place A 00[01] 01[01] 100 110\n\
             B 001 011 10[01] 11[01]\n"
                .to_owned()
        )
    );
    let second = read(Format::Polycube, "f", file.as_bytes(), Some(2)).unwrap();
    assert_eq!(
        second.text,
        Text::Spec(
            "|! lattice square\n0[01] 1[01]\n|! sided one x\nx 01 1[01]\n|! sided one y\ny 00\n".to_owned()
        )
    );
    for wrong in [
        "",
        "X\n",
        "D:xDim=2\n~D\n",
        "D:xDim=2:yDim=2\nC:name=a:layout=0 0\n~D\n",
        "D:xDim=2:yDim=2\n",
        "D:xDim=2:yDim=2:zDim=2:oneSide\n~D\n",
    ] {
        assert!(read(Format::Polycube, "f", wrong.as_bytes(), None).is_err(), "{wrong}");
    }
}

#[test]
fn polysolve_says_what_it_can() {
    let file = r#"{"grid":"cube","board":{"tiles":[[[1,1,1],[1,1,1],[1,1,1]],[[1,1,1],[1,1,1],[1,1,1]],[[1,1,1],[1,1,1],[1,1,1]]]},
        "shapes":[{"mobility":"rotate","morphs":[{"tiles":[[1,1],[1,0]]}]},{"mobility":"rotate","morphs":[{"tiles":[[1,1,1],[1,0,0]]}]},
        {"mobility":"rotate","morphs":[{"tiles":[[1,1,1],[0,1,0]]}]},{"mobility":"rotate","morphs":[{"tiles":[[1,1,0],[0,1,1]]}]},
        {"mobility":"rotate","morphs":[{"tiles":[[[1,1],[1,0]],[[1,0],[0,0]]]}]},{"mobility":"rotate","morphs":[{"tiles":[[[1,1],[1,0]],[[0,1],[0,0]]]}]},
        {"mobility":"rotate","morphs":[{"tiles":[[[1,1],[1,0]],[[0,0],[1,0]]]}]}]}"#;
    assert_eq!(count(&spec(Format::Polysolve, file)), 11520);
    // Axes of triangles and hexagons: a hexagon of triangles is turned onto itself by a rotation of the program.
    let turn = |[x, y, z]: [i32; 3]| [1 - x, y - z + x - 1, y];
    let mut ring = vec![[0, 0, 0]];
    while ring.len() < 6 {
        ring.push(turn(*ring.last().unwrap()));
    }
    let file = |coords: &[[i32; 3]]| {
        format!(
            r#"{{"grid":"triangle","board":{{"coords":{coords:?}}},"shapes":[{{"mobility":"translate","amount":6,"morphs":[{{"coords":[[0,0,0]]}},{{"coords":[[1,0,0]]}}]}}]}}"#
        )
    };
    let text = spec(Format::Polysolve, &file(&ring));
    let loaded = loaded(&text);
    let puzzle = loaded.puzzle().unwrap();
    // Each of the six touches two others.
    assert!(puzzle.region.sites().iter().all(|&site| puzzle.neighbors(site).count() == 2), "{text}");
    for wrong in [
        "",
        "[]",
        "{\"grid\":\"tan\"}",
        "{\"grid\":\"square\",\"board\":{},\"shapes\":[]}",
        "{\"grid\":\"square\",\"board\":{\"tiles\":[[1]]},\"shapes\":[{\"mobility\":\"fly\",\"morphs\":[]}]}",
    ] {
        assert!(read(Format::Polysolve, "f", wrong.as_bytes(), None).is_err(), "{wrong}");
    }
}

#[test]
fn puzzlecad_has_pieces() {
    let file = "include <puzzlecad.scad>\n// burr_piece(\"xx\");\nburr_piece(\"xxx|.x.\");\n\
                *burr_plate([[\"xx|x.\", \"..|x{connect=mz+}.\"], \"xx\", [\"xx\"]], $burr_scale = [1, 2]);\n";
    let imported = read(Format::Puzzlecad, "f", file.as_bytes(), None).unwrap();
    let expected = "|! lattice cube\n|! set\nP1 000 1[01]0 200\nP2 000 01[01] 100\n2|P3 [01]00\n";
    let Text::Spec(text) = &imported.text else { panic!() };
    assert_eq!(loaded(text).puzzle(), loaded(expected).puzzle(), "{text}");
    assert_eq!(imported.warnings.len(), 1);
    let again = spec(Format::Puzzlecad, &written(Format::Puzzlecad, text));
    assert_eq!(loaded(&again).puzzle().unwrap().shapes, loaded(expected).puzzle().unwrap().shapes);
    assert!(read(Format::Puzzlecad, "f", b"cube(3);", None).is_err());
    assert!(read(Format::Puzzlecad, "f", b"burr_piece(\"xX\");", None).is_err());
}

#[test]
fn files_are_known_by_their_names_or_by_how_they_begin() {
    for (name, bytes, format) in [
        ("a.xmpuzzle", &b""[..], Some(Format::BurrTools)),
        ("a", b"\x1f\x8b\x08", Some(Format::BurrTools)),
        ("a", b"\n<puzzle version=\"2\">", Some(Format::BurrTools)),
        ("a.JSON", b"", Some(Format::Polysolve)),
        ("a", b"{ \"grid\": \"cube\"", Some(Format::Polysolve)),
        ("a.scad", b"", Some(Format::Puzzlecad)),
        ("a.txt", b"# soma\n\nD:xDim=3", Some(Format::Polycube)),
        ("a.spec", b"{0-69}0\nD 00 01\n", None),
        ("a", b"", None),
    ] {
        assert_eq!(Format::of(name, bytes), format, "{name}");
    }
}
