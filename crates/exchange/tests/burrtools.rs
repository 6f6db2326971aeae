//! BurrTools' files: what they mean, what is wrong with them, and that they come back as they went.
//!
//! The files of `burrtools/made` have known numbers of solutions: all covers and classes, in `index.tsv`.

use polydlx_cover::{Monitor, dlx};
use polydlx_exchange::{Export, Format, Text, burrtools, read, write};
use polydlx_lattice::Puzzle;
use polydlx_packing::{Group, Packing, Question, Which};
use polydlx_spec::{Loaded, NoSets, Source, load};
use std::fs;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/burrtools")).join(name)
}

fn files(name: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder(name))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap()))
        .collect();
    files.sort();
    files
}

fn loaded(text: &str) -> Loaded {
    let loaded = load(Source::new("test", text), None, &NoSets);
    assert!(loaded.puzzle().is_some(), "{text}\n{:#?}", loaded.diagnostics);
    loaded
}

/// The number of all solutions, and of their classes.
fn counts(puzzle: &Puzzle) -> (String, String) {
    let packing = Packing::new(puzzle);
    let group = Group::new(&packing);
    let question = Question::about(&packing);
    let total = question.count(&Monitor::new()).count;
    (total.to_string(), question.which(Which::UpTo(&group)).count(&Monitor::new()).count.to_string())
}

/// Cells `+` of a piece take no room, but make its orientations different: those are left out, and so are their copies.
const OTHER_COVERS: (&str, &str) = ("made/piece-with-variable-cell.xmpuzzle", "4");

/// Millions, which take too long here.
const LARGE: &str = "made/soma-less-P-variable.xmpuzzle";

#[test]
fn puzzles_have_the_known_numbers_of_solutions() {
    let index = fs::read_to_string(folder("index.tsv")).unwrap();
    let mut compared = 0;
    for line in index.lines().filter(|line| line.starts_with("made/")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (file, number, covers, classes) =
            (fields[0], fields[1].parse::<usize>().unwrap(), fields[13], fields[14]);
        let bytes = fs::read(folder(file)).unwrap();
        let imported =
            read(Format::BurrTools, file, &bytes, Some(number + 1)).unwrap_or_else(|why| panic!("{why:?}"));
        if covers == "-" || file == LARGE {
            continue;
        }
        compared += 1;
        match imported.text {
            Text::Spec(text) => {
                let loaded = loaded(&text);
                let (total, found) = counts(loaded.puzzle().unwrap());
                if (file, covers) == OTHER_COVERS {
                    assert_eq!((imported.warnings.len(), found.as_str()), (1, classes));
                    continue;
                }
                assert_eq!((total.as_str(), found.as_str()), (covers, classes), "{file} {number}\n{text}");
            }
            Text::Dlx(text) => {
                let (problem, _) = dlx::read(0, &text).unwrap();
                let total = Question::about_problem(&problem).count(&Monitor::new()).count;
                assert_eq!(total.to_string(), covers, "{file}\n{text}");
            }
        }
    }
    assert_eq!(compared, 46);
}

#[test]
fn documents_come_back_as_they_went() {
    let files = files("made");
    assert_eq!(files.len(), 47);
    for (name, bytes) in files {
        let document = burrtools::read(&burrtools::text_of(&bytes).unwrap()).unwrap();
        assert_eq!(burrtools::read(&burrtools::write(&document)).unwrap(), document, "{name}");
    }
    let odd = "<puzzle version='2'><gridType type='2'/><colors><color red='1' green='2' blue='3'/></colors><shapes>\
               <voxel x='2' y='1' z='1' name='a &lt;&amp;&quot; &#xfc;' weight='-3' hx='1' hz='2' type='0'>#1_</voxel></shapes>\
               <problems><problem name='q' maxHoles='4' state='2'><shapes><shape id='0' min='1' max='3'>\
               <group group='1' count='2'/></shape></shapes><result id='0'/><bitmap><pair piece='0' result='0'/></bitmap>\
               <solutions><solution><assembly>x</assembly></solution></solutions></problem></problems>\
               <comment popup=''>two\nlines</comment></puzzle>";
    let mut document = burrtools::read(odd).unwrap();
    assert!(document.has_solutions && document.popup);
    document.has_solutions = false;
    assert_eq!(burrtools::read(&burrtools::write(&document)).unwrap(), document);
    assert_eq!(document.shapes[0].name.as_deref(), Some("a <&\" ü"));
    assert_eq!((document.shapes[0].weight, document.shapes[0].hotspot), (Some(-3), [Some(1), None, Some(2)]));
    assert_eq!(document.problems[0].parts[0].groups, [(1, 2)]);
}

#[test]
fn puzzles_come_back_as_they_went() {
    for (name, bytes) in files("made") {
        let Text::Spec(text) = read(Format::BurrTools, &name, &bytes, None).unwrap().text else { continue };
        let first = loaded(&text);
        let title = first.spec.as_ref().and_then(|spec| spec.title());
        let export = Export { puzzle: first.puzzle().unwrap(), title, is_set: false, has_more: false };
        let (file, warnings) =
            write(Format::BurrTools, &export).unwrap_or_else(|why| panic!("{name} {why:?}"));
        assert_eq!(warnings, []);
        let again = read(Format::BurrTools, &name, file.as_bytes(), None).unwrap();
        let Text::Spec(again) = again.text else { panic!("{name}") };
        let second = loaded(&again);
        let (one, other) = (first.puzzle().unwrap(), second.puzzle().unwrap());
        assert_eq!((one.lattice, &one.pieces), (other.lattice, &other.pieces), "{name}");
        assert_eq!(one.region.len(), other.region.len(), "{name}");
        for (a, b) in one.shapes.iter().zip(&other.shapes) {
            let sided = one.pieces[a.piece.0].sided;
            let plain = |typical: &polydlx_lattice::Typical| typical.shape.normalized();
            assert!(
                plain(a).base_placements(one.lattice, sided).contains(&plain(b)),
                "{name}\n{text}\n{again}"
            );
        }
        assert_eq!(one.rules.len(), other.rules.len(), "{name}");
    }
}

#[test]
fn broken_files_are_refused() {
    let files = files("bad");
    assert_eq!(files.len(), 19);
    for (name, bytes) in files {
        let Err(why) = read(Format::BurrTools, &name, &bytes, None) else { panic!("{name} was read") };
        assert!(
            why.mistakes.iter().all(|mistake| mistake.is_error() && mistake.at.is_some()),
            "{name} {why:?}"
        );
    }
}

#[test]
fn text_is_found_in_old_and_in_broken_files() {
    assert_eq!(burrtools::text_of(b"h\xf6lzern").unwrap(), "hölzern");
    assert!(burrtools::text_of(&[0x1f, 0x8b, 8, 0, 0]).is_err());
    assert!(burrtools::text_of(&[0x1f, 0x8b, 8, 31, 0, 0, 0, 0, 0, 0, 255, 255, 1]).is_err());
    let soma = fs::read(folder("made/soma-gz.xmpuzzle")).unwrap();
    for end in 0..soma.len() {
        let _ = read(Format::BurrTools, "cut", &soma[..end], None);
    }
}

#[test]
fn what_burrtools_does_not_know_is_said() {
    for (text, word) in [
        (
            "|! lattice square\n|! sided one L\n[01][0-3]\nL 0[0-2] 10\nJ 0[0-2] 12\n",
            "moved in another way: one",
        ),
        ("|! lattice square\n[01][01]\nD 00 01\nD 00 10\n", "several shapes"),
        ("|! lattice square\n[01][01]\n|! place D 00 01\n2|D 00 01\n", "`place`"),
        ("|! lattice square\n[01][0-3]\n|! apart A B\nA 0[0-3]\nB 0[0-3]\n", "rules"),
        ("|! lattice square\n|! wrap y\n[01][0-3]\n4|D 00 01\n", "without ends"),
        ("|! lattice square\n00s [01][01]\nA 00s\n3|B 00\n", "like colours"),
    ] {
        let loaded = loaded(text);
        let export = Export { puzzle: loaded.puzzle().unwrap(), title: None, is_set: false, has_more: false };
        let why = write(Format::BurrTools, &export).unwrap_err();
        assert!(why.iter().any(|reason| reason.message.contains(word)), "{text} {why:?}");
    }
}
