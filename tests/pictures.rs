//! Pictures: on a terminal, in files, page after page.

use super::colors::{colored, read};
use super::symmetry::{Dice, random_puzzle};
use super::{polydlx, run};
use polydlx::cover::Search;
use polydlx::draw::terminal::{Colors, Terminal, picture, words};
use polydlx::draw::{Drawing, Palette, drawing};
use polydlx::lattice::{Cell, Lattice, Placement, Puzzle, Tiling};
use polydlx::packing::Packing;
use polydlx::solutions::{Letters, Solutions, Unreadable};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What a command prints that must succeed and say nothing else.
fn good(args: &[&str], stdin: &str) -> String {
    let (out, said, status) = run(args, stdin);
    assert_eq!((said.as_str(), status), ("", 0), "{args:?}");
    out
}

/// An error: its kind, and words that it must contain.
fn bad(args: &[&str], stdin: &str, kind: &str, words: &str) {
    let (_, said, status) = run(args, stdin);
    assert_eq!(status, 2, "{args:?} {said}");
    assert!(said.starts_with(&format!("error[{kind}]: ")) && said.contains(words), "{said}");
}

const SMALL: &str = "|! lattice square\n|! use tetrominoes\n|! use monomino\n[0-2][0-6]\n";

fn first(puzzle: &str, stdin: &str) -> String {
    good(&["solve", puzzle, "-n", "1", "-q", "--format", "picture"], stdin)
}

#[test]
fn squares_on_a_terminal() {
    insta::assert_snapshot!(first("-", SMALL));
}

#[test]
fn triangles_on_a_terminal() {
    insta::assert_snapshot!(first("hexiamonds-6x6", ""));
}

#[test]
fn hexagons_on_a_terminal() {
    insta::assert_snapshot!(first("hexes-37", ""));
}

#[test]
fn cubes_on_a_terminal() {
    insta::assert_snapshot!(first("soma-3x3x3", ""));
}

#[test]
fn spheres_on_a_terminal() {
    insta::assert_snapshot!(first("pyramystery", ""));
}

#[test]
fn boxes_and_sets_on_a_terminal() {
    let place = format!("|! place square 00 01 10 11\n{SMALL}");
    let region = good(&["draw", "-", "--format", "picture"], &place);
    insta::assert_snapshot!(format!(
        "{region}\n{}",
        good(&["draw", "tetrahexes", "--format", "picture"], "")
    ));
}

/// Where the letter of a cell stands, and the strokes between it and its neighbours, found out by measuring the
/// pictures: line and column, when those of the cell 00, or 000, are 0.
fn letter(lattice: Lattice, cell: Cell) -> (i32, i32) {
    let [x, y, z] = cell.at;
    match lattice.name() {
        "square" => (2 * x, 4 * y),
        "triangle" => (-3 * y, 6 * x + 3 * y + if cell.class == 1 { 3 } else { 0 }),
        "hex" => (2 * x, 4 * y + 2 * x),
        "cube" => (2 * y, 4 * z + 16 * x),
        "sphere" => (2 * y, 4 * z + 2 * y + 20 * x),
        _ => unreachable!("these are all"),
    }
}

/// Every cell bears its letter, and there is ink between cells of different pieces, but none inside a piece.
#[test]
fn terminal_pictures_are_right() {
    for (puzzle, lattice, stdin) in [
        ("-", Lattice::SQUARE, SMALL),
        ("hexiamonds-6x6", Lattice::TRIANGLE, ""),
        ("hexes-37", Lattice::HEX, ""),
        ("soma-3x3x3", Lattice::CUBE, ""),
        ("pyramystery", Lattice::SPHERE, ""),
    ] {
        let picture = first(puzzle, stdin);
        let lines: Vec<&str> = picture.lines().collect();
        let mut symbols: BTreeMap<char, String> = BTreeMap::new();
        for line in lines.iter().filter_map(|line| line.strip_prefix("| ")) {
            let (name, letters) = line.split_once(": ").unwrap();
            symbols.extend(letters.chars().map(|letter| (letter, name.to_owned())));
        }
        let body = lines.iter().skip_while(|line| **line != "1:").skip(1);
        let grid: Vec<Vec<char>> = body.map(|line| line.chars().collect()).collect();
        let at = |(line, column): (i32, i32)| {
            let line = usize::try_from(line).ok().and_then(|line| grid.get(line));
            line.and_then(|line| line.get(usize::try_from(column).ok()?)).copied().unwrap_or(' ')
        };
        let json = good(&["solve", puzzle, "-n", "1", "-q", "--format", "jsonl"], stdin);
        let solution: serde_json::Value = serde_json::from_str(json.lines().nth(1).unwrap()).unwrap();
        let mut owner: BTreeMap<Cell, (usize, String)> = BTreeMap::new();
        for (number, placement) in solution["placements"].as_array().unwrap().iter().enumerate() {
            for name in placement["cells"].as_array().unwrap() {
                let name = name.as_str().unwrap();
                let mut cell = Cell { at: [0; 3], class: u8::from(name.ends_with('\'')) };
                for (d, digit) in cell.at.iter_mut().zip(name.trim_end_matches('\'').chars()) {
                    *d = digit.to_digit(36).unwrap() as i32;
                }
                owner.insert(cell, (number, placement["piece"].as_str().unwrap().to_owned()));
            }
        }
        let places = || owner.keys().map(|&cell| letter(lattice, cell));
        let (top, left) = (places().map(|p| p.0).min().unwrap(), places().map(|p| p.1).min().unwrap());
        // The first line and column with a letter.
        let letters = |(_, symbol): &(usize, &char)| symbol.is_alphanumeric();
        let first_line = grid.iter().position(|line| line.iter().any(|c| c.is_alphanumeric())).unwrap();
        let first_column = grid
            .iter()
            .filter_map(|line| line.iter().enumerate().find(letters))
            .map(|(at, _)| at)
            .min()
            .unwrap();
        let place = |cell: Cell| {
            let (line, column) = letter(lattice, cell);
            (line - top + first_line as i32, column - left + first_column as i32)
        };
        for (&cell, (number, name)) in &owner {
            let symbol = at(place(cell));
            let shown = symbols.get(&symbol).cloned().unwrap_or(symbol.to_string());
            assert_eq!(shown, *name, "{puzzle} {cell:?}\n{picture}");
            let same_layer = |other: &Cell| lattice.dimension() == 2 || other.at[0] == cell.at[0];
            for other in lattice.neighbors(cell).filter(same_layer) {
                let ((line, column), (next_line, next_column)) = (place(cell), place(other));
                let between: Vec<char> = match (lattice.name(), next_line - line, next_column - column) {
                    // Slanting sides pass between letters of one line, one column after the first of them.
                    (_, 0, _) => (column.min(next_column) + 1..column.max(next_column))
                        .map(|c| at((line, c)))
                        .collect(),
                    ("triangle", down, _) => {
                        vec![at((if down > 0 { line + 1 } else { next_line + 1 }, column))]
                    }
                    (_, down, right) => vec![at((line + down / 2, column + right / 2))],
                };
                let ink = between.iter().any(|symbol| *symbol != ' ');
                let expected = owner.get(&other).is_none_or(|(other, _)| other != number);
                assert_eq!(ink, expected, "{puzzle} {cell:?} {other:?} {between:?}\n{picture}");
            }
        }
    }
}

/// The colours are those of the palette, every cell has one, and escapes aside it is the same picture.
#[test]
fn colors_on_a_terminal() {
    let args = ["solve", "-", "-n", "1", "-q", "--format", "picture", "--ansi", "always"];
    let plain = first("-", SMALL);
    let colored = |depth: &str| {
        let output = polydlx().args(args).env("COLORTERM", depth).write_stdin(SMALL).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let full = colored("truecolor");
    for piece in 0..6 {
        let [red, green, blue] = Palette::Default.rgb(piece);
        assert!(full.contains(&format!("\x1b[48;2;{red};{green};{blue};38;2;")), "{piece}");
    }
    assert!(full.matches("\x1b[48;2;").count() >= 12);
    assert!(colored("").contains("\x1b[48;5;") && !colored("").contains(";2;"));
    // What is left without the escapes: the lines, and one letter a piece.
    let mut bare = String::new();
    for (number, part) in full.split('\x1b').enumerate() {
        bare.push_str(if number == 0 { part } else { part.split_once('m').unwrap().1 });
    }
    let body =
        |text: &str| text.lines().skip_while(|line| *line != "1:").map(str::to_owned).collect::<Vec<_>>();
    for (bare, plain) in body(&bare).iter().zip(body(&plain)).skip(1) {
        let lines = |text: &str| text.replace(char::is_alphanumeric, " ").trim_end().to_owned();
        assert_eq!(lines(bare), lines(&plain));
    }
    let letters: Vec<char> = body(&bare)[1..].concat().chars().filter(|c| c.is_alphanumeric()).collect();
    assert_eq!(letters.len(), 6, "{bare}");
    assert_eq!(letters.iter().collect::<BTreeSet<_>>().len(), 6);
    assert!(!plain.contains('\x1b'));
}

#[test]
fn layers_stand_as_wide_as_the_terminal_permits() {
    let shown = |columns: usize| {
        let args = ["solve", "soma-3x3x3", "-n", "1", "-q", "--format", "picture"];
        let output = polydlx().args(args).env("COLUMNS", columns.to_string()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    // Three layers of 13 columns, with 3 between them.
    for (columns, lines) in [(45, 7), (44, 14), (29, 14), (28, 21), (13, 21)] {
        let text = shown(columns);
        assert!(text.lines().all(|line| line.chars().count() <= columns), "{text}");
        assert_eq!(text.lines().skip(1).filter(|line| !line.is_empty()).count(), lines, "{text}");
    }
    // Too narrow even for one: letters alone.
    assert_eq!(shown(12), good(&["solve", "soma-3x3x3", "-n", "1", "-q", "--format", "text"], ""));
}

#[cfg(feature = "png")]
#[test]
fn bitmaps() {
    // The size of a file, and the colour of each of its pixels.
    let read = |path: &Path| {
        let file = std::io::BufReader::new(fs::File::open(path).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgb);
        ([info.width, info.height], bytes)
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.png");
    let path = file.to_str().unwrap();
    let solution = good(&["solve", "scott-8x8", "-n", "1", "-q", "--format", "jsonl"], "");
    let draw = ["draw", "scott-8x8", "-", "--no-labels", "-o", path];
    for (more, width, cell) in
        [(&[][..], 344, 40.0), (&["--cell", "20"][..], 172, 20.0), (&["--width", "1000"], 1000, 116.4)]
    {
        good(&[&draw, more].concat(), &solution);
        let (size, bytes) = read(&file);
        assert_eq!(size, [width, width]);
        let json: serde_json::Value = serde_json::from_str(solution.lines().nth(1).unwrap()).unwrap();
        let pieces = "OPQRSTUVWXYZ";
        let mut seen = 0;
        for placement in json["placements"].as_array().unwrap() {
            let piece = pieces.find(placement["piece"].as_str().unwrap()).unwrap();
            for name in placement["cells"].as_array().unwrap() {
                let digits: Vec<f64> = name
                    .as_str()
                    .unwrap()
                    .chars()
                    .map(|digit| f64::from(digit.to_digit(10).unwrap()))
                    .collect();
                // A quarter of a cell is the margin, and half of the outline's width.
                let place = |d: f64| ((d + 0.5 + 0.25 + 0.045) * cell) as usize;
                let at = 3 * (place(digits[0]) * width as usize + place(digits[1]));
                assert_eq!(bytes[at..at + 3], Palette::Default.rgb(piece), "{name} {more:?}");
                seen += 1;
            }
        }
        assert_eq!(seen, 60);
        assert_eq!(bytes[..3], [255; 3], "white paper");
    }
    // There are letters, whatever fonts the machine has: a label changes pixels.
    good(&draw, &solution);
    let without = fs::read(&file).unwrap();
    good(&["draw", "scott-8x8", "-", "-o", path], &solution);
    assert_ne!(fs::read(&file).unwrap(), without);
    // On standard output, too, if that is no terminal.
    let output = polydlx().args(["draw", "scott-8x8", "--format", "png"]).output().unwrap();
    assert!(output.stdout.starts_with(b"\x89PNG"));
}

#[cfg(feature = "pdf")]
#[test]
fn paper() {
    // The numbers after a word in a text.
    let numbers = |text: &str, word: &str| -> Vec<f64> {
        let rest = &text[text.find(word).unwrap() + word.len()..];
        let end = rest.find(|c: char| !(c.is_ascii_digit() || ". ".contains(c))).unwrap();
        rest[..end].split_whitespace().map(|number| number.parse().unwrap()).collect()
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.pdf");
    let path = file.to_str().unwrap();
    for (unit, millimetres) in [("10mm", 10.0), ("2.5cm", 25.0), ("0.5in", 12.7)] {
        good(&["draw", "pentominoes-6x10", "-o", path, "--unit", unit], "");
        let bytes = fs::read(&file).unwrap();
        assert!(bytes.starts_with(b"%PDF-"));
        let page = numbers(&String::from_utf8_lossy(&bytes), "/MediaBox[");
        // Ten cells and six, a quarter of a cell around them, and half of the outline's width.
        for (found, cells) in [(page[2], 10.0), (page[3], 6.0)] {
            let expected: f64 = (cells + 2.0 * (0.25 + 0.045)) * millimetres * 72.0 / 25.4;
            assert!((found - expected).abs() < 0.01, "{found} {expected}");
        }
        // The same again is the same file.
        good(&["draw", "pentominoes-6x10", "-o", path, "--unit", unit], "");
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
    // Sheets and charts and cuts can be printed, too.
    let solutions = good(&["solve", "soma-3x3x3", "-n", "3", "-q"], "");
    good(&["draw", "soma-3x3x3", "-", "-o", path, "--view", "exploded", "--palette", "safe"], &solutions);
    good(&["draw", "tetraspheres", "-o", path], "");
    good(&["draw", "pentominoes-6x10", "-o", path, "--style", "cut", "--kerf", "0.2mm"], "");
    assert!(fs::read(&file).unwrap().ends_with(b"%%EOF\n"));
    bad(&["draw", "pentominoes-6x10", "-o", path, "--unit", "500mm"], "", "no-picture", "a smaller --unit");
    for unit in ["mm", "ten mm", "0mm", "1m"] {
        assert_eq!(run(&["draw", "soma", "-o", path, "--unit", unit], "").2, 2);
    }
}

/// The lines below the pictures of a sheet.
fn captions(sheet: &str) -> Vec<String> {
    let texts =
        sheet.split("<text").skip(1).map(|text| text.split_once('>').unwrap().1.split_once('<').unwrap().0);
    texts
        .map(|text| text.trim().to_owned())
        .filter(|text| text.starts_with(|c: char| c.is_ascii_digit()))
        .collect()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn pages() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("out-%02d.svg");
    let pattern = pattern.to_str().unwrap();
    let by_stabilizer = good(&["count", "scott-8x8", "--up-to", "symmetry", "--by-stabilizer", "-q"], "");
    let solve = ["solve", "scott-8x8", "--up-to", "symmetry", "-q", "--draw", pattern];
    let out = good(&[&solve[..], &["--per-page", "20", "--columns", "5", "--format", "none"]].concat(), "");
    assert_eq!(out, "");
    assert_eq!(names(folder.path()), ["out-01.svg", "out-02.svg", "out-03.svg", "out-04.svg"]);
    let read =
        |number: usize| fs::read_to_string(folder.path().join(format!("out-{number:02}.svg"))).unwrap();
    let pages: Vec<String> = (1..=4).map(read).collect();
    let per_page: Vec<Vec<String>> = pages.iter().map(|page| captions(page)).collect();
    assert_eq!(per_page.iter().map(Vec::len).collect::<Vec<_>>(), [20, 20, 20, 5]);
    let all = per_page.concat();
    let number = |caption: &String| caption.split(' ').next().unwrap().parse::<usize>().unwrap();
    assert_eq!(all.iter().map(number).collect::<Vec<_>>(), (1..=65).collect::<Vec<_>>());
    // Scott's 65 solutions have no symmetry.
    assert!(by_stabilizer.starts_with("65 classes of 8: no symmetry"), "{by_stabilizer}");
    assert!(all.iter().all(|caption| !caption.contains('·')));

    // What `draw` makes of printed solutions is the same, in any form.
    for format in ["text", "jsonl", "dlx"] {
        let solutions = good(&["solve", "scott-8x8", "--up-to", "symmetry", "-q", "--format", format], "");
        let again = folder.path().join(format!("{format}-%d.svg"));
        let draw =
            ["draw", "scott-8x8", "-", "-o", again.to_str().unwrap(), "--per-page", "20", "--columns", "5"];
        good(&draw, &solutions);
        for (number, page) in (1..).zip(&pages) {
            let path = folder.path().join(format!("{format}-{number}.svg"));
            if format == "dlx" {
                // There the options come in the order in which they were found by the full problem.
                assert_eq!(captions(&fs::read_to_string(&path).unwrap()).len(), captions(page).len());
            } else {
                assert!(fs::read_to_string(&path).unwrap() == *page, "{}", path.display());
            }
        }
    }
    // Without a number in its name there is one sheet; solutions are printed unless they are not wanted.
    let one = folder.path().join("one.svg");
    let printed =
        good(&["solve", "scott-8x8", "--up-to", "symmetry", "-q", "--svg", one.to_str().unwrap()], "");
    assert_eq!(printed, good(&["solve", "scott-8x8", "--up-to", "symmetry", "-q"], ""));
    assert_eq!(captions(&fs::read_to_string(&one).unwrap()).len(), 65);
}

#[test]
fn captions_tell_the_symmetry() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.svg");
    let expected = good(&["count", "cuts-4x4", "--up-to", "symmetry", "--by-stabilizer", "-q"], "");
    good(
        &[
            "solve",
            "cuts-4x4",
            "--up-to",
            "symmetry",
            "-q",
            "--format",
            "none",
            "--draw",
            path.to_str().unwrap(),
        ],
        "",
    );
    let found = captions(&fs::read_to_string(&path).unwrap());
    insta::assert_snapshot!(format!("{expected}\n{}\n", found.join("\n")));
    // The classes with symmetries are as many as `count` finds.
    let with = |text: &str| found.iter().filter(|caption| caption.contains(text)).count();
    let classes = |line: &str| line.split(' ').next().unwrap().parse::<usize>().unwrap();
    let all: usize = expected.lines().filter(|line| line.contains(" of ")).map(classes).sum();
    let plain: usize = expected.lines().filter(|line| line.ends_with("no symmetry")).map(classes).sum();
    assert_eq!((found.len(), with(" · ")), (all, all - plain));
    // They are those that are found when asked for.
    let invariant = good(&["count", "cuts-4x4", "--invariant-under", "rotation by 90°", "-q"], "");
    assert_ne!(invariant.trim(), "0");
    assert!(with(" · rotation by 90°") > 0, "{found:?}");
}

#[test]
fn pictures_that_cannot_be_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let solutions = good(&["solve", "scott-8x8", "-n", "30", "-q"], "");
    let draw = |name: &str, more: &[&str], kind: &str, words: &str| {
        let output = path(name);
        bad(&[&["draw", "scott-8x8", "-", "-o", &output], more].concat(), &solutions, kind, words);
    };
    draw("x.gif", &[], "unknown-picture", "no pictures of the kind .gif");
    draw("x.gif", &[], "unknown-picture", "end the name in .svg, .png, .pdf or .dxf");
    draw("x", &[], "unknown-picture", "does not tell what kind of picture");
    draw("x.svg", &["--per-page", "4"], "no-page-number", "x-%d.svg");
    draw("no/x-%d.svg", &["--per-page", "4"], "no-folder", "/no");
    if cfg!(feature = "png") {
        draw("x.png", &["--width", "90000"], "no-picture", "a smaller --cell");
    }
    bad(&["draw", "scott-8x8", "-", "--per-page", "4"], &solutions, "no-page-number", "-o page-%d.svg");
    bad(&["solve", "scott-8x8", "--per-page", "4"], "", "no-file", "--draw");
    bad(&["solve", "scott-8x8", "--draw", &path("x.jpg")], "", "unknown-picture", ".jpg");
    assert_eq!(names(folder.path()), [] as [&str; 0]);
    // What cannot be written at the end is noticed at the beginning.
    bad(&["solve", "bedlam-4x4x4", "--draw", &path("no/x-%d.svg")], "", "no-folder", "make it first");
    // The search ends when a page cannot be written.
    fs::create_dir(path("y-1.svg")).unwrap();
    bad(
        &["solve", "scott-8x8", "--format", "none", "--draw", &path("y-%d.svg"), "-q"],
        "",
        "cannot-write",
        "y-1.svg",
    );
    fs::remove_dir(path("y-1.svg")).unwrap();
    if cfg!(not(feature = "pdf")) {
        draw("x.pdf", &[], "no-picture", "built without the feature `pdf`");
    }
    let dlx = good(&["options", "soma-3x3x3", "-q"], "");
    bad(&["solve", "-", "--from", "dlx", "--draw", &path("x.svg")], &dlx, "no-geometry", "no picture");

    // Pages before a bad solution are whole, and there is nothing else.
    let spoilt = solutions.replacen("\n17:\n", "\n17:\n??", 1);
    let output = path("page-%d.svg");
    let draw = ["draw", "scott-8x8", "-", "-o", &output, "--per-page", "5"];
    assert_eq!(run(&draw, &spoilt).2, 2);
    assert_eq!(names(folder.path()), ["page-1.svg", "page-2.svg", "page-3.svg"]);
    assert!(fs::read_to_string(path("page-3.svg")).unwrap().ends_with("</svg>\n"));
}

/// Where all pieces have one name, neighbours have different colours all the same.
#[test]
fn pieces_that_are_all_alike() {
    let spec = "|! lattice square\n[01][0-3]\n4|D 0[01]\n";
    let solution = good(&["solve", "-", "-n", "1", "-q", "--format", "jsonl"], spec);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.spec");
    fs::write(&path, spec).unwrap();
    let colors = |more: &[&str]| {
        let picture = good(&[&["draw", path.to_str().unwrap(), "-"], more].concat(), &solution);
        let used = |color: usize| {
            let [red, green, blue] = Palette::Default.rgb(color);
            picture.contains(&format!("fill=\"#{red:02x}{green:02x}{blue:02x}\""))
        };
        (0..20).filter(|&color| used(color)).count()
    };
    assert_eq!(colors(&["--color-by", "piece"]), 1);
    assert!(colors(&["--color-by", "graph"]) > 1);
    // They lie in two ways, or in one.
    assert_eq!(colors(&[]), colors(&["--color-by", "direction"]));
    assert!(!good(&["draw", path.to_str().unwrap(), "-"], &solution).contains(">D</text>"));
}

/// Lozenges have three directions, and each has its colour whatever the solution.
#[test]
fn lozenges_have_the_colour_of_their_direction() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.svg");
    let path = path.to_str().unwrap();
    good(&["solve", "lozenges-3x3x3", "-n", "6", "-q", "--format", "none", "--draw", path], "");
    let picture = fs::read_to_string(path).unwrap();
    let number = |color: usize| {
        let [red, green, blue] = Palette::Default.rgb(color);
        picture.matches(&format!("fill=\"#{red:02x}{green:02x}{blue:02x}\"")).count()
    };
    // In a hexagon of side 3 there are 9 in each direction.
    assert_eq!((0..4).map(number).collect::<Vec<_>>(), [54, 54, 54, 0]);
}

/// Long names are shortened, and there is one legend, at the foot of the page.
#[test]
fn long_names_have_a_legend() {
    let spec = "|! lattice square\n[0-2][0-3]\nstraight 0[0-3]\ncrossbar 0[0-3]\nbar 0[0-3]\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.spec");
    fs::write(&path, spec).unwrap();
    let solutions = good(&["solve", path.to_str().unwrap(), "-q", "--format", "jsonl"], "");
    let picture = good(&["draw", path.to_str().unwrap(), "-"], &solutions);
    assert_eq!(solutions.lines().count(), 7, "{solutions}");
    assert!(!picture.contains(">straight</text>"));
    assert_eq!(picture.matches(">c: crossbar").count(), 1, "{picture}");
    assert_eq!(picture.matches(">s</text>").count(), 6);
}

/// A site with a suffix is a disc: one in the box, one of the piece.
#[test]
fn suffixes_are_discs() {
    let spec = "|! lattice square\n00 01 00! 01!\nA 00 01 00!\n";
    let (plain, _, _) =
        run(&["draw", "-", "--format", "svg"], &spec.replace("00! 01!", "").replace(" 00!", ""));
    let with = good(&["draw", "-", "--format", "svg"], spec);
    assert_eq!((plain.matches("<circle").count(), with.matches("<circle").count()), (0, 2));
}

/// A heap whose layers are squares is shown in them: each is a square, and one lies half a ball from the next.
#[test]
fn square_layers_of_balls_on_a_terminal() {
    insta::assert_snapshot!(good(&["draw", "kanoodle-pyramid", "--format", "picture"], ""));
}

/// The matrix and the tree of Knuth's example (Dancing Links, 2000).
#[test]
fn lessons() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("example.dlx");
    fs::write(&path, "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n").unwrap();
    let path = path.to_str().unwrap();
    let tree = good(&["draw", path, "--tree"], "");
    // A has two options; with A D G nothing covers E, and with A D all goes on to the solution.
    assert!(tree.contains("6 nodes, 1 solution"), "{tree}");
    assert_eq!(tree.matches("a solution").count(), 1);
    let cut = good(&["draw", path, "--tree", "--depth", "1"], "");
    assert!(cut.contains("3 nodes, 0 solutions"), "{cut}");
    let matrix = good(&["draw", path, "--matrix"], "");
    assert!(matrix.contains("7 items, 6 options"));
    assert_ne!(good(&["draw", path, "--matrix", "--cover", "A"], ""), matrix);
    bad(&["draw", path, "--matrix", "--cover", "H"], "", "unknown-item", "no item H");
    bad(&["draw", "pentominoes-6x10", "--matrix"], "", "large-matrix", "2056 options and 72 items");
    bad(&["draw", "pentominoes-6x10", "--tree"], "", "large-tree", "more than 500 nodes");
    assert!(good(&["draw", "dominoes-4x4", "--tree"], "").contains("36 solutions"));
}

/// What a terminal shows, with colours or without, is read back: by `check`, and as a picture of a puzzle.
#[test]
fn pictures_are_read_back() {
    let puzzles = [
        "dominoes-4x4",
        "pentominoes-4x5-and-4x10",
        "scott-8x8",
        "hexiamonds-6x6",
        "hexiamonds-trapezoid",
        "one-sided-pentiamonds-3331",
        "tetrahexes-bee",
        "trihexes-T9",
        "soma-3x3x3",
        "soma-corral-4x5",
        "soma-2x3x5-easy",
        "tetracubes-2x2x8",
        "dicubes-4x4x4",
        "kugelpyramide",
        "tetraspheres-R3x4",
        "tetraspheres-S4x3",
    ];
    for puzzle in puzzles {
        let text = good(&["solve", puzzle, "-n", "1", "-q", "--format", "text"], "");
        let lattice = good(&["info", puzzle, "--json"], "");
        let lattice = lattice.split("\"lattice\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let lined =
            |ansi| good(&["solve", puzzle, "-n", "1", "-q", "--format", "picture", "--ansi", ansi], "");
        let cells = |picture: &str| {
            let spec = format!("|! lattice {lattice}\n|! picture puzzle\n{picture}|! end\n");
            good(&["show", "-", "--as", "cells"], &spec)
        };
        for picture in [&text, &lined("never"), &lined("always")] {
            assert_eq!(good(&["check", puzzle, "-"], picture), "1 solution, right\n", "{puzzle}\n{picture}");
            assert_eq!(cells(picture), cells(&text), "{puzzle}\n{picture}");
        }
        let drawn = |solution: &str| good(&["draw", puzzle, "-", "--format", "svg"], solution);
        assert_eq!(drawn(&lined("never")), drawn(&text));
    }
}

/// What the font of bitmaps lacks is said, each character once, and not where readers bring their own fonts.
#[test]
fn unknown_letters_are_said() {
    let spec = "|! lattice square\n|! label 00 漢字\n|! label 01 漢\n0[0-2]\nA 00 01 02\n";
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let said = |name: &str| run(&["draw", "-", "-o", &file(name)], spec).1;
    for name in ["a.png", "a.pdf"] {
        let said = said(name);
        assert!(said.contains("warning[unknown-letters]") && said.contains("lacks `字`, `漢`\n"), "{said}");
        assert_eq!(said.matches("warning").count(), 1, "{said}");
    }
    assert_eq!(said("a.svg"), "");
    let (_, said, status) = run(&["draw", "-", "-q", "-o", &file("b.png")], spec);
    assert_eq!((said.as_str(), status), ("", 0));
}

/// What is shown of the library's fast puzzles is read again, with lines and without. Each lattice has such a puzzle.
#[test]
fn pictures_of_the_library_are_read_back() {
    let is_fast = |text: &str| text.lines().any(|line| line == "|! cost fast");
    let mut read = 0;
    for item in polydlx::library::items().filter(|item| is_fast(item.text) && item.path().ends_with(".spec"))
    {
        for format in ["picture", "text"] {
            let (shown, _, status) = run(&["solve", item.name, "-n", "1", "-q", "--format", format], "");
            if status != 0 {
                continue;
            }
            let (_, said, status) = run(&["check", item.name, "-"], &shown);
            assert_eq!(status, 0, "{} {format}: {said}\n{shown}", item.name);
            read += 1;
        }
    }
    assert!(read > 200, "{read}");
}

/// A tiling as letters alone, or as a terminal shows it.
fn shown(puzzle: &Puzzle, labels: &[(Cell, String)], tiling: &Tiling, colors: Option<Colors>) -> String {
    let mut letters = Letters::new(puzzle);
    let Some(colors) = colors else {
        return format!("{}1:\n{}\n", letters.legend(tiling, &[]), letters.draw(tiling));
    };
    let mut drawing = Drawing { labels: labels.to_vec(), ..drawing(puzzle, tiling) };
    let legend = letters.legend(tiling, &words(&drawing));
    for (piece, symbol) in drawing.pieces.iter_mut().zip(letters.symbols_of(tiling)) {
        piece.name = symbol.to_string();
    }
    let terminal = Terminal { width: 80, colors, palette: Palette::ALL[0], upright: false };
    format!("{legend}1:\n{}\n", picture(&drawing, &terminal))
}

/// Random puzzles with colours, suffixes and words upon cells: what is shown of their solutions is read back as it was, or it is
/// said that it could be another one. What has lines can be pasted.
#[test]
fn pictures_of_random_puzzles_are_read_back() {
    let mut dice = Dice(1785);
    let cases = std::env::var("PICTURE_CASES").map_or(400, |cases| cases.parse().unwrap());
    let ways = [None, Some(Colors::None), Some(Colors::Full)];
    let (mut compared, mut asked) = (0, 0);
    let mut right = [0; 3];
    let (mut with_words, mut with_colors) = (0, 0);
    while compared < cases {
        let text = if dice.roll(2) == 0 { colored(&mut dice) } else { Some(random_puzzle(&mut dice)) };
        let Some(text) = text else { continue };
        let plain = read(&text);
        let Some(puzzle) = plain.puzzle().filter(|puzzle| puzzle.region.len() < 60) else { continue };
        let mut labels = String::new();
        for &site in puzzle.region.sites().iter().filter(|site| site.suffix == 0) {
            if dice.roll(3) == 0 {
                let word =
                    dice.pick(&["x", "ab", "long", "\u{e9}t\u{e9}", "\u{6f22}\u{5b57}", "y", "17", "1:2"]);
                labels += &format!("|! label {} {word}\n", puzzle.site_name(site));
            }
        }
        let text = labels + &text;
        let loaded = super::loaded(&text);
        let puzzle = loaded.puzzle().unwrap();
        let packing = Packing::new(puzzle);
        for solution in Search::new(packing.problem()).limit(2).solutions() {
            let tiling = packing.tiling(solution.options());
            let sorted = |tiling: &Tiling| {
                let mut placements: Vec<Placement> = tiling.iter().cloned().collect();
                placements.sort();
                placements
            };
            for (way, right) in ways.into_iter().zip(&mut right) {
                let shown = shown(puzzle, loaded.labels(), &tiling, way);
                asked += 1;
                let place = format!("{way:?}\n{text}\n{shown}");
                let found: Vec<_> = Solutions::new(puzzle, shown.as_bytes()).collect();
                match &found[..] {
                    [Ok(solution)] => {
                        assert_eq!(sorted(&solution.tiling(puzzle).unwrap()), sorted(&tiling), "{place}");
                        *right += 1;
                        with_words += usize::from(shown.contains(": @"));
                        with_colors += usize::from(puzzle.has_colors());
                    }
                    [Err(Unreadable::Line(_, why))] => {
                        let open = ["several ways to lay", "several cells show"];
                        assert!(open.iter().any(|words| why.contains(words)), "{why}\n{place}");
                        continue;
                    }
                    other => panic!("{other:?}\n{place}"),
                }
                let pasted = read(&format!(
                    "|! lattice {}\n|! picture puzzle\n{shown}|! end\n",
                    puzzle.lattice.name()
                ));
                let covered: BTreeSet<Cell> = { tiling.iter() }
                    .flat_map(|placement| placement.shape.sites().iter().filter(|site| site.suffix == 0))
                    .map(|site| site.cell())
                    .collect();
                // Colours may hide all sides of hexagons, so that nothing tells that these are not pieces.
                let has_lines =
                    way.is_none() || puzzle.lattice != Lattice::HEX || shown.contains(['│', '╱', '╲']);
                if !covered.is_empty() && has_lines {
                    let cells = pasted
                        .puzzle()
                        .map(|pasted| pasted.region.sites().iter().filter(|site| site.suffix == 0).count());
                    assert_eq!(cells, Some(covered.len()), "{place}\n{:#?}", pasted.diagnostics);
                }
            }
        }
        compared += 1;
    }
    // Lines tell colours of sides and corners, but not all suffixes.
    assert!(right[0] * 2 > asked / 3 && right[1] >= right[0], "{right:?} of {asked}");
    assert!(with_words * 8 > asked && with_colors * 15 > asked, "{with_words} and {with_colors} of {asked}");
}
