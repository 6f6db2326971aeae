//! Things to hold: bodies to be printed.

use super::{polydlx, run};
use std::fs;
use std::path::Path;
use std::process::Command;

fn bad(args: &[&str], stdin: &str, kind: &str, words: &str) {
    let (_, said, status) = run(args, stdin);
    assert_eq!(status, 2, "{args:?} {said}");
    assert!(said.starts_with(&format!("error[{kind}]: ")) && said.contains(words), "{said}");
}

/// Makes a file, and gives its bytes.
fn made(folder: &Path, name: &str, args: &[&str]) -> Vec<u8> {
    let path = folder.join(name);
    polydlx().args(args).arg("-o").arg(&path).assert().success().stderr("");
    fs::read(path).unwrap()
}

fn solution(folder: &Path, puzzle: &str) -> String {
    let (found, _, _) = run(&["solve", puzzle, "-n", "1", "-q"], "");
    let path = folder.join(format!("{puzzle}.txt"));
    fs::write(&path, found).unwrap();
    path.to_str().unwrap().to_owned()
}

/// What an independent program has to say of an STL file: how many parts there are, and nothing to repair.
///
/// Where admesh is not installed, there is nobody to ask.
fn independent_opinion(path: &Path, parts: usize) {
    let Ok(output) = Command::new("admesh").arg(path).output() else { return };
    let said = String::from_utf8(output.stdout).unwrap();
    let value = |name: &str| {
        let line =
            said.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {said}"));
        line.split(':').nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
    };
    assert_eq!(value("Number of parts"), parts.to_string(), "{said}");
    for name in [
        "Total disconnected facets",
        "Degenerate facets",
        "Edges fixed",
        "Facets removed",
        "Facets added",
        "Facets reversed",
        "Backwards edges",
        "Normals fixed",
    ] {
        assert_eq!(value(name), "0", "{said}");
    }
}

#[test]
fn bodies_have_nothing_to_repair() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (soma, pyramid) = (solution(folder, "soma-3x3x3"), solution(folder, "pyramystery"));
    for (number, (args, parts)) in [
        (&["draw", "soma-3x3x3", "--tray"][..], 8),
        (&["draw", "soma-3x3x3", &soma, "--layout", "assembled", "--tray", "--round"], 8),
        (&["draw", "soma-3x3x3", &soma, "--layout", "exploded", "--connectors", "5mm"], 7),
        (&["draw", "pyramystery", "--tray"], 7),
        (&["draw", "pyramystery", &pyramid, "--layout", "assembled"], 6),
        (&["draw", "pentominoes-6x10", "--tray", "--unit", "10mm"], 13),
        (&["draw", "hexiamonds", "--round", "--bevel", "0.6mm", "--unit", "1in"], 12),
        (&["draw", "tetrahexes", "--thickness", "3mm", "--bevel", "0"], 7),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("{number}.stl");
        let bytes = made(folder, &name, args);
        let triangles = u32::from_le_bytes(bytes[80..84].try_into().unwrap());
        assert_eq!(bytes.len(), 84 + 50 * triangles as usize, "{args:?}");
        independent_opinion(&folder.join(name), parts);
    }
}

/// The file inside a 3MF file that has the model: deflated, as all of them are.
fn model_of(archive: &[u8]) -> String {
    let name = b"3D/3dmodel.model";
    let at = archive.windows(name.len()).position(|window| window == name).unwrap();
    let number = |at: usize| u32::from_le_bytes(archive[at..at + 4].try_into().unwrap()) as usize;
    let packed = number(at - 12);
    let bytes = &archive[at + name.len()..][..packed];
    let text = miniz_oxide::inflate::decompress_to_vec(bytes).unwrap();
    assert_eq!(text.len(), number(at - 8));
    String::from_utf8(text).unwrap()
}

#[test]
fn in_3mf_pieces_have_names_and_colours() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["draw", "soma-3x3x3", "--color", "7=#c0ffee", "--tray"];
    let archive = made(folder.path(), "soma.3mf", &args);
    assert_eq!(archive, made(folder.path(), "again.3mf", &args));
    let model = model_of(&archive);
    let document = roxmltree::Document::parse(&model).unwrap();
    let named = |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
    let names: Vec<_> = named("object").map(|object| object.attribute("name").unwrap()).collect();
    assert_eq!(names, ["tray", "1", "2", "3", "4", "5", "6", "7"]);
    let colors: Vec<_> = named("base").map(|base| base.attribute("displaycolor").unwrap()).collect();
    let seventh = named("object").next_back().unwrap().attribute("pindex").unwrap();
    assert_eq!(colors[seventh.parse::<usize>().unwrap()], "#C0FFEE");
    assert_eq!(named("item").count(), 8);
    for object in named("object") {
        let vertices = object.descendants().filter(|node| node.has_tag_name("vertex")).count();
        let corners = object.descendants().filter(|node| node.has_tag_name("triangle"));
        for triangle in corners {
            for corner in ["v1", "v2", "v3"] {
                assert!(triangle.attribute(corner).unwrap().parse::<usize>().unwrap() < vertices);
            }
        }
    }
    assert!(model.contains("<metadata name=\"Title\">The Soma cube"), "{}", &model[..400]);
    let obj = made(folder.path(), "soma.obj", &["draw", "soma-3x3x3"]);
    assert_eq!(String::from_utf8(obj).unwrap().lines().filter(|line| line.starts_with("o ")).count(), 7);
}

#[test]
fn what_cannot_be_made_is_said() {
    let out = "/tmp/never.stl";
    let draw = |args: &[&str], kind: &str, words: &str| {
        bad(&[&["draw"], args, &["-o", out]].concat(), "", kind, words);
    };
    draw(&["soma-3x3x3", "--bevel", "8mm"], "cannot-be-made", "too little of a cell");
    draw(&["pentominoes-6x10", "--connectors", "2mm"], "cannot-be-made", "no connectors");
    draw(&["pyramystery", "--connectors", "8mm"], "cannot-be-made", "narrower than half a ball");
    draw(&["pentominoes", "--tray"], "no-tray", "a set of pieces has no box");
    draw(&["soma-3x3x3", "--layout", "assembled"], "no-solution", "polydlx solve soma-3x3x3 -n 1");
    bad(&["solve", "soma-3x3x3", "--draw", out], "", "no-bodies-here", "polydlx draw PUZZLE FILE");
    bad(&["draw", "soma-3x3x3", "-o", "no/such/soma.stl"], "", "no-folder", "no/such");
    assert!(!Path::new(out).exists());
}

#[test]
fn pieces_that_fall_apart_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("loose.stl");
    let spec = "|! lattice square\n[01][01] 00s\nA 00 11\nB 00s 01\n";
    let output = polydlx().args(["draw", "-", "-o"]).arg(&path).write_stdin(spec).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("piece A falls into 2 parts"), "{said}");
    assert!(said.contains("piece B has cells with a suffix"), "{said}");
    assert!(output.status.success());
}

/// Each layer of a solid is cut, as often as sheets make a cell.
#[test]
fn solids_are_cut_in_layers() {
    let folder = tempfile::tempdir().unwrap();
    let cut = |more: &[&str]| {
        let args = [&["draw", "soma", "--style", "cut", "--unit", "18mm"], more].concat();
        String::from_utf8(made(folder.path(), "soma.svg", &args)).unwrap()
    };
    let titles = |picture: &str, name: &str| picture.matches(&format!("<title>{name}</title>")).count();
    let once = cut(&[]);
    // Four of the seven are flat, and three have a second layer.
    let names = ["1", "2", "3", "4", "5-1", "5-2", "6-1", "6-2", "7-1", "7-2"];
    assert_eq!(names.map(|name| titles(&once, name)), [1; 10], "{once}");
    assert_eq!(titles(&cut(&["--thickness", "6mm"]), "7-2"), 3);
    let bad_args =
        |more: &[&'static str]| [&["draw", "soma-3x3x3", "--style", "cut", "--unit", "18mm"], more].concat();
    bad(&bad_args(&["--thickness", "5mm"]), "", "bad-thickness", "not a whole number of sheets");
    bad(&bad_args(&["--tray"]), "", "no-tray", "trays are flat");
    bad(&["draw", "pyramystery", "--style", "cut"], "", "solid-cut", "polyspheres");
}

#[test]
fn sheets_for_a_laser_cutter() {
    let folder = tempfile::tempdir().unwrap();
    let cut =
        ["draw", "pentominoes-6x10", "--style", "cut", "--tray", "--clearance", "0.2mm", "--kerf", "0.15mm"];
    let dxf = String::from_utf8(made(folder.path(), "one.dxf", &cut)).unwrap();
    // Twelve pieces, the rim, its opening, and the floor.
    assert_eq!(dxf.matches("\nPOLYLINE\n  8\nCUT\n").count(), 15);
    assert!(dxf.contains("ENGRAVE"));
    let svg = String::from_utf8(made(folder.path(), "one.svg", &cut)).unwrap();
    assert!(svg.contains("clearance 0.2 mm"));
    let small = [&cut[..], &["--sheet", "150x120mm"]].concat();
    polydlx().args(&small).arg("-o").arg(folder.path().join("s-%d.dxf")).assert().success();
    assert!(folder.path().join("s-2.dxf").exists());
    let out = folder.path().join("s.dxf");
    bad(&[&small[..], &["-o", out.to_str().unwrap()]].concat(), "", "no-page-number", "sheet-%d.dxf");
    let scattered = "|! lattice square\n|! set\nA 00 02\n";
    bad(
        &["draw", "-", "--style", "cut", "--sheet", "300x200mm"],
        scattered,
        "scattered-piece",
        "do not hang together",
    );
    bad(&["draw", "pentominoes", "--style", "cut", "--tray"], "", "no-tray", "a set of pieces");
    bad(&["draw", "pentominoes", "--sheet", "300x200mm"], "", "nothing-made", "--style cut");
    bad(&["draw", "pyramystery", "--style", "cut", "--clearance", "1mm"], "", "solid-cut", "solid");
}
