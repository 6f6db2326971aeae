//! What users read when they mistype something. Review the snapshots as prose.

use polydlx::diagnostic::{Paint, render};
use polydlx::lattice::Lattice;
use polydlx::library::Library;
use polydlx::properties::Board;
use polydlx::spec::{Changes, Missing, Sets, Source, about, load, load_changed, read_condition};
use std::fmt::Write as _;
use std::fs;

/// The library, and some files that are not as they should be.
struct Files;

impl Sets for Files {
    fn find(&self, name: &str, from: &str) -> Result<Source, Missing> {
        let text = match name {
            "./circle.spec" => "|! set\n|! lattice square\n|! use ./circle.spec\nA 00\n",
            "./broken.spec" => "|! set\n|! lattice square\nA 0\n",
            "./puzzle.spec" => "|! lattice square\n00\nA 00\n",
            "./picture.spec" => return Err(Missing::Unfit("it is no text, or too long".to_owned())),
            "../secret.txt" | "../secret.lat" => "root:x:0:0\n",
            name if name.ends_with("deeper.spec") => {
                let text = format!(
                    "|! set\n|! lattice square\n|! use ./x{}\n|! use ./y{}\n",
                    &name[2..],
                    &name[2..]
                );
                return Ok(Source::new(name, text));
            }
            "./words.lat" => {
                "lattice words\npieces polywords\naxis (1,0) (0,1)\nsteps (1,0)\ncell 00\nturn (b,-e)\n"
            }
            "./bare.lat" => "lattice bare\n",
            "./twice.lat" => "lattice twice\nlattice again\n",
            "./flat.lat" => "lattice flat\npieces polyflats\naxes (1,0) (2,0)\ncell (0,0)\nturn (-a,-b)\n",
            "./same.lat" => {
                "lattice same\npieces polysames\naxes (1,0) (0,1)\ncell a (0,0)\ncell a (1,0)\nturn (-a,-b)\n"
            }
            "./turned.lat" => {
                "lattice turned\npieces polyturns\naxes (2,0) (0,1)\ncell (0,0)\nsteps (2,0)\nturn (b,-a)\n"
            }
            "./steps.lat" => {
                "lattice steps\npieces polysteps\naxes (2,0) (0,2)\ncell (0,0)\nsteps (2,0) (0,2) (0,-2)\nturn (b,-a)\n"
            }
            "./corners.lat" => {
                "lattice corners\npieces polycorners\naxes (2,0) (0,2)\ncell (0,0)\nsteps (2,0) (-2,0) (0,2) (0,-2)\n\
                 corners (1,1) (1,-1) (-1,1) (-1,0)\nturn (b,-a)\n"
            }
            "./sides.lat" => {
                "lattice sides\npieces polysides\naxes (2,0) (0,2)\ncell (0,0)\nsteps (2,2) (-2,-2) (2,-2) (-2,2)\n\
                 corners (1,1) (1,-1) (-1,-1) (-1,1)\nturn (b,-a)\n"
            }
            "./area.lat" => {
                "lattice area\npieces polyareas\naxes (4,0) (0,4)\ncell (0,0)\ncorners (1,1) (1,-1) (-1,-1) (-1,1)\nturn (b,-a)\n"
            }
            "./rest.lat" => {
                "lattice rest\npieces polyrests\naxes (2,0) (1,1)\ncell (0,0)\nturn (-a,-b)\nflip (-a,b)\ntext points\n\
                 mirrors left-right\nletters x x\nunit (1,0)\n"
            }
            "./guard.lat" => {
                "lattice guard\npieces polyguards\naxes (2,0) (0,2)\ncell (0,0)\nturn (b,-a)\nguard (1,1) of (0,0) (2,0)\n"
            }
            "./locked.lat" => return Err(Missing::Unreadable("permission denied".to_owned())),
            "./locked.spec" => return Err(Missing::Unreadable("permission denied".to_owned())),
            _ => return Library.find(name, from),
        };
        Ok(Source::new(name, text))
    }

    fn names(&self) -> Vec<&str> {
        // Not all of them: the library grows, and these texts need not change with it.
        vec!["bedlam", "domino", "pentominoes", "soma", "tetrominoes"]
    }
}

/// What is said of each text. A text begins with the name of its lattice, unless that is part of the mistake.
fn report(cases: &[&str]) -> String {
    let mut out = String::new();
    for case in cases {
        let words = case.split_once(": ").and_then(|(name, text)| Some((Lattice::from_name(name)?, text)));
        let (lattice, text) = words.map_or((None, *case), |(lattice, text)| (Some(lattice), text));
        let loaded = load(Source::new("my.spec", text), lattice, &Files);
        let mut found = loaded.diagnostics.clone();
        found.extend(loaded.too_long_for_dlx());
        assert!(!found.is_empty(), "nothing is said of {case:?}");
        let _ = writeln!(out, "---\n{}", render(&loaded.sources, &found, Paint::Plain));
    }
    out
}

#[test]
fn the_file_as_a_whole() {
    insta::assert_snapshot!(report(&[
        "",
        "\n \n",
        "square: | only a comment\n",
        "[0-5][0-9]\nA 00\n",
        "cube: |! lattice square\n[0-5][0-9]\n",
        "|! lattice sqaure\n00\n",
        "|! lattice dodecahedron\n00\n",
        "|! lattice square\n|! lattice cube\n00\n",
        "square: \n[0-5][0-9]\nA 00\n",
    ]));
}

#[test]
fn cells() {
    insta::assert_snapshot!(report(&[
        "square: 00 0? 01\nA 00 01\n",
        "square: 00 é0\n",
        "square: 0-1\n",
        "square: 00 -10\n",
        "square: 00 0 01\n",
        "cube: 000 01\n",
        "square: [0-2 01\nA [0\n",
        "square: [0,1]0 [0 1]1 [0+1]2\n",
        "square: [-5]0 [1-]0 [1-2-3]0 [3--5]0 [3-2]0 0[A-z]\n",
        "square: 001 002 011 [01][01][01]\n",
        "square: [0-2][0-2]\nA 00]\n",
        "cube: 000x\nA 0000\n",
        "square: 00!:a\n",
        "triangle: 00''\n",
        "square: 00verylong [0-2]0\nLongNamedPiece 00\n",
        "|! lattice square\n[0-9\n0[1-0]\nA 0~\n",
    ]));
}

#[test]
fn braces() {
    insta::assert_snapshot!(report(&[
        "square: {0-69}0 {62\n",
        "square: {0-1000}0 {a}0 {1,}0 {-1}0 {0 1}0\n",
        "square: {70-62}0 0{3-1,5}\n",
        "cube: {0-999}{0-999}{0-999}\nA 000\n",
        "cube: 000 {999}{999}{999}\nA 000\n",
        "square: {100-101}{100-101}\nA 00\n",
    ]));
}

#[test]
fn boxes_by_name() {
    insta::assert_snapshot!(report(&[
        "square: |! box\nA 00\n",
        "square: |! box rectangel 3 4\nA 00\n",
        "square: |! box hexagon 3\nA 00\n",
        "triangle: |! box lens 3\nA 00\n",
        "square: |! box rectangle 3\nA 00\n",
        "triangle: |! box hexagon 3 4\nA 00\n",
        "square: |! box rectangle 3 4 5 minus 00\nA 00\n",
        "square: |! box rectangle 3 x4\nA 00\n",
        "square: |! box rectangle 0 4\nA 00\n",
        "triangle: |! box convex 2 3 1 0\nA 00\n",
        "tan: |! box convex 1 1 1 0 1 0\nA 00n 00e\n",
        "tan: |! box convex 3 4 1 0 2\nA 00n 00e\n",
        "cube: |! box cuboid 500 500 500\nA 000\n",
        "square: |! box rectangle 3 4 minus\nA 00\n",
        "square: |! box rectangle 3 4 minus 03 04\nA 00\n",
        "square: |! box square 2 minus [01][01]\nA 00\n",
        "square: |! box magnify 3\nA 00\n",
        "square: |! box magnify 3 B\nA 00\n",
        "square: |! box magnify 3 pentominoes/v\nA 00\n",
        "square: |! box magnify 3 pentomino/V\nA 00\n",
        "square: |! box rectangle 3 4\n|! box square 4\nA 00\n",
        "square: |! box rectangle 3 4\n[0-2][0-3]\nA 00\n",
        "square: |! set\n|! box rectangle 3 4\nA 00\n",
    ]));
}

#[test]
fn pictures() {
    insta::assert_snapshot!(report(&[
        "square: |! picture box\n###\n###\n",
        "square: |! picture box\n##\n|! use domino\n##\n|! end\n",
        "square: 00\n|! end\n",
        "square: |! picture\n##\n|! end\n",
        "square: |! picture boxes\n##\n|! end\n",
        "square: |! picture piece\n##\n|! end\n",
        "square: |! picture piece 2|\n##\n|! end\n00\n|! picture piece 2|A:b\n#\n|! end\n",
        "square: |! picture box at\n##\n|! end\nA 00\n",
        "square: |! picture box at 0[01]\n##\n|! end\nA 00\n",
        "square: |! picture box now\n##\n|! end now\nA 00\n",
        "square: |! picture box at 00 01\n##\n|! end\nA 00\n",
        "square: |! picture box\n...\n\n|! end\nA 00\n",
        "square: |! picture box\n#\t#\n|! end\nA 00\n",
        "square: |! picture box\n#:#\n|! end\nA 00\n",
        "hex: |! picture box\n # #\n# #\n ##\n|! end\nA 00\n",
        "square: |! picture puzzle\n1:\nAB\n\n2:\nBA\n|! end\n",
        "square: |! picture puzzle\n| one: AB\n| two: BC\nABC\n|! end\n",
        "triangle: |! picture box\n#####\n ###\n  #\n|! end\nA 00\n",
        "square: |! picture box at {998}0\n#\n#\n#\n|! end\nA 00\n",
        "square: |! picture box\n##\n|! end\n|! box rectangle 1 2\nA 00\n",
        "square: |! picture box\n##\n|! end\n|! picture puzzle\nAA\n|! end\n",
        "square: |! set\n|! picture box\n##\n|! end\nA 00\n",
        "square: |! picture box\n##\n|! end\n[0-1]0\nA 00\n",
        "square: |! picture box\nBB\n|! end\nA 00\n",
        "square: |! picture box\nAA\n|! end\nA 00\n",
        "square: 00\n##\n#\n",
        "square: |! picture puzzle\n┌───┐\n│Jan│\n└───┘\n|! end\n",
        "square: |! picture puzzle\n┌───┐\n│ A\n└───┘\n|! end\n",
        "square: |! picture puzzle\n| month: @Feb\n┌───┐\n│Jan│\n└───┘\n|! end\n",
        "square: |! picture puzzle\n| month: @Jan\n┌───┬───┐\n│Jan│Jan│\n└───┴───┘\n|! end\n",
        "square: A A B\nC C B\nC D D\n",
        "cube: 1:\n143   544   554\n113   563   667\n223   267   277\n",
        "square: [0-2][0-2]\nAAB\nCCB\nCDD\n",
        "square: XX\nXXX\n",
        "square: |! picture puzzle\nAe\u{301}\n|! end\n",
    ]));
}

#[test]
fn pieces() {
    insta::assert_snapshot!(report(&[
        "square: 0[0-2]\n1[0-2]\nA 00\n",
        "square: 00\n A 00\n",
        "square: 00\n | not a comment\n",
        "square: 00\n2| 00\n",
        "square: 00\nA:b 00\n",
        "cube: 000\n12*Z 000\n",
        "square: 00\n4*Z 00\n",
        "square: 00\nA\nB \nC []0\n",
        "square: 00\nx|A 00\nA 00 | a remark\n1:2:3|B 00\n-1|C 00\n",
        "square: 00\n12345678|A 00\n",
        "square: 00\n0|A 00\n0:0|B 00\n",
        "cube: 000\n0*A 000\n",
        "square: 00\n3:2|A 00\n",
        "square: 00\n2|A 00\n3|A 00\nA 00\n",
        "square: 00 01\n00 00\n",
        "triangle: 00'\n00' 00\n",
        "square: 00 00! \n00! 00\n",
        "square: [0-2][0-2]\nA 0[0-3]\nB 00!\n",
        "square: [0-2][0-2]\nA 00 01\nA 10 00\n",
    ]));
}

#[test]
fn rules() {
    insta::assert_snapshot!(report(&[
        "square: |! optional\n|! optional 00 99\n|! optional []0\n00 01\nA 00\n",
        "square: |! optional 00 99\n|! optional []0\n00 01\nA 00\n",
        "square: |! cover\n|! cover x each 00\n|! cover 3:2 each 00\n|! cover 0 of 00\n|! cover 99999999999 each 00\n|! cover 1 all 00\n|! cover 1 of\n00\nA 00\n",
        "square: |! cover 3 of 00 01\n00 01\nA 00\n",
        "square: |! cover 2 each 00\n|! cover 1:2 of 00 01\n|! optional 01\n00 01\nA 00\n",
        "square: |! choose 3 of A B\n|! choose 1 of C\n|! choose\n|! choose 2 A B\n|! choose 1 of\n00 01\nA 00\nB 00\n",
        "square: |! choose 3\n00 01\nA 00\nB 00\n",
        "square: |! together A\n|! apart A B C\n|! rim\n00 01\nA 00\nB 00\n",
        "square: |! together A A\n|! apart A C\n|! rim C\n00 01\nA 00\nB 00\n",
        "square: |! meet\n|! meet A\n|! meet B 00\n|! meet A 09\n|! optional 00, 01\n00 01\nA 00\n",
        "square: |! within A\n|! within A 09\n|! share s\n|! share A B\n|! share 01 B\n|! share s:t A\n00 01\nA 00\nB 00\n",
        "square: |! share A B\n|! share 01 B\n|! within A 09\n00 01\nA 00\nB 00\n",
        "square: |! mirror\n|! mirror A to B\n|! mirror A as B:c\n|! mirror C\n00 01\nA 00\nB 00\n",
        "square: |! mirror A as B\n|! mirror C\n|! mirror A\n|! mirror A\n00 01\nA 00\nB 00\n",
        "square: |! mirror A\n00 01\nA 00\nB 00\n",
        "square: |! set\n|! rim A\nA 00\n",
        "square: |! use size\n|! use size 0\n|! use size five\n00\n",
        "square: |! use size 5 where\n|! use size 5 where cnvex\n|! use size 5 where fits\n|! use size 5 where fits big\n|! use size 5 where slim convex\n00\n",
        "square: |! use size 40\n00\n",
        "square: |! use size 11\n|! use size 12\n|! use size 10\n00\n",
        "square: |! use pentominoes where holes\n[0-5][0-9]\n",
        "square: |! use pentominoes\n|! together F N\n|! apart I T\n|! rim L\n|! sided one F\n|! choose 1 of L T\n[0-5][0-9]\n",
        "square: |! use pentominoes\n|! pieces optional\n|! together P Q\n|! box rectangle 60 60\n",
    ]));
}

#[test]
fn colors() {
    insta::assert_snapshot!(report(&[
        "square: 00:aaaa 01\nA 00\n",
        "square: |! optional 00:aaaa\n00 01\nA 00:aaaa\n",
        "square: 00 01\nA 00:\nB 00:ab:c\n",
        "square: 00 01\nA 00:abc\nB 00^:a\n",
        "triangle: 00 00'\nA 00:abca 00':ab\n",
        "sphere: 000\nA 000^:a\n",
        "square: 00 01\nA 00:..a. 01:b...\n",
        "square: |! border c\n|! recolor a d a\n|! color :e red\n00 01\nA 00:abab\n",
        "square: |! recolor a\n|! border\n|! colored\n|! border a b\n00 01\nA 00:abab\n",
        "square: |! border a\n|! border b\n|! color :a red\n|! color :a blue\n00 01\nA 00:abab\n",
        "cube: |! recolor a b c d e f g\n000\nA 000:abcdef\nB 000:g.....\n",
        "square: 00 00/x 01^\nA 00:abab\nB 00^:abab\n",
        "square: |! colored 00\n|! colored 05:aaaa\n|! colored 00^:aaaa\n00 01\nA 00:abab\n",
        "square: |! colored 00:a...\n|! border b\n00 01\nA 00:abab\n",
        "square: |! border a\n00 01 00!\nA 00 00!:a\n",
        "square: |! place A 00\n|! place B 01:bbbb\n0[01]\nA 00:aaab\nB 00:bbbb\n",
        "square: |! place A 00:aaaa\n|! place B 01:bbbb\n0[01]\nA 00:aaaa\nB 00:bbbb\n",
        "square: |! set\n|! border a\n|! recolor a b\n|! colored 00:aaaa\nA 00:abab\n",
        "cube: |! colored 000>:abcdefg\n000\nA 000>:abc\n",
        "square: |! colored 00>:aaaa\n00 01 00>x\nA 00:abab\n",
        "square: 00 01 00>x\nA 00>:abab\n",
    ]));
}

#[test]
fn wraps() {
    insta::assert_snapshot!(report(&[
        "square: |! wrap\n|! wrap z\n|! wrap y turn\n|! wrap x flip now\n|! wrap 00 = 0\n00\nA 00\n",
        "cube: |! wrap x\n000\nA 000\n",
        "hex: |! wrap y flip\n[0-2][0-5]\nA 00\n",
        "square: |! wrap 00 = 04\n|! wrap 00 01 = 04 06\n|! wrap 00 01 = 04 14\n|! wrap 00 10 = 10 00 flip\n|! wrap 00 01 = 00 01\n[0-2][0-3]\nA 00\n",
        "square: |! wrap 00 01 = 02 03\n[0-2][0-3]\nA 00\n",
        "square: |! wrap x flip\n|! wrap y flip\n[0-2][0-2]\nA 00\n",
        "square: |! sided one\n|! wrap y flip\n[0-2][0-3]\nA 00 01 11\n",
        "square: |! wrap y\n[0-9a-z][0-9a-z]\nA 00\n",
        "square: |! set\n|! wrap y\nA 00\n",
        "square: |! wrap y\n|! wrap y flip\n[0-2][0-3]\nA 00\n",
        "square: |! wrap y\n|! picture puzzle\nAAA\nBBA\n|! end\n",
    ]));
}

#[test]
fn pragmas() {
    insta::assert_snapshot!(report(&[
        "|!\n|! lattice\n00\n",
        "square: |! titel Something\n|! colour A red\n00\n",
        "square: |! title\n|! source \n00\n",
        "square: |! lattice square now\n|! cells optional please\n00\n",
        "square: |! sided both\n|! sided\n|! cells required\n|! pieces\n00\n",
        "square: |! expect all 5\n|! expect total\n|! expect total many\n|! cost expensive\n00\n",
        "square: |! title A\n|! title B\n|! expect total 5\n|! expect total 6\n|! sided one\n|! sided free\n00\n",
        "square: |! cells optional\n|! pieces optional\n00\nA 00\n",
        "square: |! set\n|! expect total 1\n|! cells optional\nA 00\n",
        "square: |! sided one A B\n|! sided fixed A\n00\nA 00\n",
        "square: |! color A\n|! color A rde\n|! color A ff0000\n|! color A #12\n00\nA 00\n",
        "square: |! also A\n|! also\n|! also B C\n00\nA 00\n",
        "square: |! also B C\n00\nA 00\n",
        "square: |! color A red\n|! color A blue\n|! color B teal\n00\nA 00\n",
    ]));
}

/// What people write who are used to something else.
#[test]
fn habits() {
    insta::assert_snapshot!(report(&[
        "square: [0-10][0-5]\nA 0[0-10] 0[2-30]\n",
        "square: 00 01 02\n10 11 12\nA 00\n",
        "triangle: [01][01] [01][01]’\nA 00 00’\n",
        "triangle: [0-3][0-3]\nA 00 00'\nB 00 00' 10\nC 00 00' 01\n",
        "square: |! picture box\n###\n|! end\nHere is a comment\nA 00\n",
        "<!DOCTYPE html>\n<html>\n</html>\n",
        "| ! lattice square\n00\nA 00\n",
        "square: # pentominoes\n[0-5][0-9]\nA 00\n# the end\n",
        "! lattice square\n[0-5][0-9]\nA 00\n",
        "square: [0-5][0-9]\npieces optional T\nA 00\n",
        "square: |! pieces optional T U\n[0-5][0-9]\nA 00\n",
        "square: |! cells optional 00 01\n[0-5][0-9]\nA 00\n",
        "square: ###\n#.#\n###\nA 00\n",
        "square: 00\n┌───┐\n│ A │\n└───┘\n",
        "square: X 01 10 11 12 21\nY 00 01\n[0-5][0-9]\n",
        "<svg xmlns='http://www.w3.org/2000/svg'>\n<path d='M0 0'/>\n</svg>\n",
        "square: 00\n|! title \u{1b}[31mred\nA 00\n",
        "cube: |! use soma\n",
        "cube: 000\nA\n",
        "square: # Three pieces in a box\n// for ABC\n[0-2][0-4] # 3 by 5\nA 00 01 % a domino\n",
        "square: AAABB\nCCABB\nCCADD\n",
        "square: XX\nX.\nA 00\n",
        "square: 1:\nAAB\nCCB\n",
        "| lattice square\n00\nA 00\n",
        "square: 0[0-4]\nA 0~ 1~ 2~ 3~ 4~ 5~ 6~ 7~ 8~ 9~ a~ b~ c~\n",
    ]));
}

#[test]
fn labels() {
    insta::assert_snapshot!(report(&[
        "square: |! label\n|! label 00\n00\nA 00\n",
        "square: |! label 0[0-2] Jan Feb\n|! label 00! x\n00\nA 00\n",
        "square: |! label 00 Jan\n|! label 0[01] Feb Mar\n00\nA 00\n",
        "square: |! label 00 Jan\n|! place A @Jam\n00\nA 00\n",
        "square: |! label 0[0-2] Jan Feb Mar\n00 01\nA 00\n",
    ]));
}

/// What is said on the command line has mistakes of its own, and a text that they point into.
#[test]
fn changes() {
    let mut out = String::new();
    let said = |words: &str| Some(words.to_owned());
    let many = |words: &str| vec![words.to_owned()];
    let none = Changes::default;
    for changes in [
        Changes { region: said("rectangel 3 4"), ..none() },
        Changes { region: said("[0-2][0-3"), ..none() },
        Changes { place: many("D"), ..none() },
        Changes { place: many("D 00 11"), ..none() },
        Changes { place: many("E 00"), ..none() },
        Changes { only: many("D,E F"), ..none() },
        Changes { without: many("D"), ..none() },
        Changes { times: said("two"), ..none() },
        Changes { times: said("0"), ..none() },
    ] {
        let source = Source::new("my.spec", "|! lattice square\n[01][0-2]\n3|D 00 01\n");
        let loaded = load_changed(source, None, &changes, &Files);
        assert!(!loaded.diagnostics.is_empty(), "{changes:?}");
        let _ = writeln!(out, "---\n{}", render(&loaded.sources, &loaded.diagnostics, Paint::Plain));
    }
    // What a file says of things that are taken away is forgotten.
    for changes in [
        Changes { without: many("D"), ..none() },
        Changes { region: said("rectangle 1 8"), ..none() },
        Changes { without: many("D"), place: many("D 00 01"), ..none() },
    ] {
        let text = "|! lattice square\n|! together D E\n|! rim D E\n|! choose 2:3 of D E F\n|! within D 0[0-2]\n\
                    |! meet E 13\n|! optional 11\n|! place D 00 01\n[01][0-3]\nD 00 01\nE 00 01\nF 00\n";
        let loaded = load_changed(Source::new("my.spec", text), None, &changes, &Files);
        let _ = writeln!(out, "---\n{}", render(&loaded.sources, &loaded.diagnostics, Paint::Plain));
        if let Some(puzzle) = loaded.puzzle() {
            let _ = writeln!(out, "{:?}\n{:?}", puzzle.rules, puzzle.placed);
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn requirements() {
    insta::assert_snapshot!(report(&[
        "square: |! require\n00\nA 00\n",
        "square: |! require tatmi\n|! require something-else\n00\nA 00\n",
        "square: |! require hsym\n|! require 3 < tatami\n00\nA 00\n",
        "square: |! require tatami and\n|! require (tatami\n|! require tatami faultfree\n|! require hsym >\n00\nA 00\n",
        "square: |! require sym \"half a turn\" > 3\n|! require neighbors A B\n|! require stable\n00\nA 00\n",
        "square: |! charge\n|! charge A 00\n|! charge A 00 |x\n|! charge A |99999999999999999999\n00\nA 00\n",
        "square: |! charge B 00 |1\n|! charge A 07 |1\n00\nA 00\n",
        "square: |! charge A 00 |1 per\n|! charge A 00 |1 per mile\n|! charge A |1 per tatami\n00\nA 00\n",
        "square: |! charge A |1 per step\n|! charge A 00 |1 per step\n00 02\n2|A 00\n",
        "square: |! require areas \"00/1 00/9\" > 0\n|! require areas \"\" > 0\n00\nA 00\n",
        "square: |! require areas > 0\n00\nA 00\n",
        "square: |! cover 2 each 00\n|! require tatami and rim > 1\n00 01\nA 00 01\nB 00\n",
        "square: |! require moved < 3\n00\nA 00\n",
        "square: |! wrap y\n|! require hsym > 3\n[0-3][0-3]\n8|A 00 01\n",
        "square: |! optional 00\n|! require maximal\n[0-3][0-3]\n0:8|A 00 01\n",
        "square: |! set\n|! require tatami\nA 00\n",
        "square: |! require cost < 99999999999999999999\n00\nA 00\n",
        &format!("square: |! require {}tatami\n00\nA 00\n", "not ".repeat(102)),
    ]));
}

#[test]
fn piece_sets() {
    insta::assert_snapshot!(report(&[
        "square: |! use\n|! use pentominos\n|! use nothing-like-it\n00\n",
        "square: |! use domino times two\n|! use domino times 0\n00\n",
        "square: |! use pentominoes without X\n|! use pentominoes only\n|! use pentominoes times x\n00\n",
        "square: |! use pentominoes only F I L N X\n[0-4][0-4]\n",
        "square: |! use pentominoes only O Ö\n|! use tetrominoes except foo\n00\n",
        "square: |! use domino except domino\n00\n",
        "cube: |! use pentominoes\n000\n",
        "square: |! use pentominoes\n|! use pentominoes only X Y\n[0-9][0-9]\nZ 00\n",
        "square: |! use ./circle.spec\n00\n",
        "square: |! use ./broken.spec\n00\n",
        "square: |! use ./puzzle.spec\n00\n",
        "square: |! use ./locked.spec\n00\n",
        "square: |! use ../secret.txt\n00\n",
        "|! lattice ../secret.lat\n00\n",
        "square: |! use ./picture.spec\n00\n",
        "square: |! use ./deeper.spec\n00\n",
    ]));
}

#[test]
fn lattices_of_many_cells() {
    insta::assert_snapshot!(report(&[
        "tan: 00 0[01]x [01][01][nq]\nA 00n\n",
        "stick: 00\nA 01 11\n",
        "floret: |! mirror A as B\n|! box block 2 2\nA 00p\n",
        "stick: |! wrap y\n[0-4][0-4]\nA 01\n",
        "kite: |! picture box\n## #\n|! end\nA 00a\n",
    ]));
}

#[test]
fn lattices_of_users() {
    let names = [
        "words", "bare", "twice", "flat", "same", "turned", "steps", "corners", "sides", "area", "rest",
        "guard", "locked",
    ];
    let cases: Vec<String> =
        names.iter().map(|name| format!("|! lattice ./{name}.lat\n00\nA 00\n")).collect();
    insta::assert_snapshot!(report(&cases.iter().map(String::as_str).collect::<Vec<_>>()));
}

#[test]
fn placed_pieces() {
    insta::assert_snapshot!(report(&[
        "square: |! place A 00\n[0-2][0-2]\nB 00\n",
        "square: |! place A\n[0-2][0-2]\nA 00\n",
        "square: |! place A 00 11\n[0-2][0-2]\nA 00 01\n",
        "square: |! sided one\n|! place A 00 01 02 10\n[0-2][0-2]\nA 00 01 02 12\n",
        "cube: |! sided fixed\n|! place A 000 010\n[0-2][0-2][0-2]\nA 000 001\n",
        "square: |! place A 00 01\n0[0-3] 0[0-3]!\nA 0[01] 00!\n",
        "square: |! place A 02 03\n[0-2][0-2]\nA 00 01\n",
        "square: |! place A 00 01\n|! place B 01\n[0-2][0-2]\nA 00 01\nB 00\n",
        "square: |! place A 00 01\n|! place A 10 11\n[0-2][0-2]\nA 00 01\n",
        "square: |! cover 2 each 00\n|! place A 00\n|! place B 00\n|! place C 00\n0[0-2]\nA 00\nB 00\nC 00\n",
        "square: |! cover 2 each 00\n|! place A 00\n|! place A 00\n0[0-2]\n2|A 00\nB 00\n",
    ]));
}

#[test]
fn pragmas_of_dlx_files() {
    let text = "|! lattice square\n|! titel Queens\n|! cost fast\n|! cost slow\n|! expect up-to-symmetry 12\na b\na b\n";
    let (_, mistakes) = about(0, text);
    insta::assert_snapshot!(render(&[Source::new("queens.dlx", text)], &mistakes, Paint::Plain));
}

#[test]
fn conditions_without_geometry() {
    let text = "cost < 9 and tatami";
    let mistake = read_condition(0, text, &Board::nowhere()).unwrap_err();
    insta::assert_snapshot!(render(&[Source::new("--where", text)], &[*mistake], Paint::Plain));
}

/// A piece whose name could be a cell is not taken for a line of the box if that cell is far away.
#[test]
fn names_that_are_no_cells_of_the_box() {
    let said = |text: &str| load(Source::new("my.spec", text), Some(Lattice::SQUARE), &Files).diagnostics;
    let warns = |text| said(text).iter().any(|diagnostic| diagnostic.kind == "box-on-two-lines");
    assert!(!warns("[0-1][0-2]\nA1 00 01\nB 00 01\nC 00 01\n"));
    assert!(warns("[0-1][0-2]\n20 21 22\nB 00 01\n"));
}

/// Every kind of mistake that the source text knows is in one of these snapshots.
#[test]
fn no_kind_is_left_out() {
    let source = fs::read_to_string(super::folder().join("../crates/spec/src/mistake.rs")).unwrap();
    let kinds: Vec<&str> = source
        .split(['"', '\n'])
        .filter(|word| word.contains('-') && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'))
        .collect();
    assert!(kinds.len() >= 50, "{kinds:?}");
    let snapshots = fs::read_dir(super::folder().join("snapshots")).unwrap();
    let shown: String = snapshots.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    for kind in kinds {
        assert!(shown.contains(&format!("[{kind}]")), "no snapshot shows the mistake {kind}");
    }
}
