//! The tests of the workspace as a whole, in one binary.

/// Boxes that go around.
mod around;
/// What is asked of puzzles with colours.
mod asked;
/// Colours of sides, corners and suffixes.
mod colors;
/// The command: arguments, files, exit status.
mod command;
/// Costs.
mod costs;
/// Making puzzles.
mod design;
/// Solutions that stand in files.
mod diagrams;
/// Option files that were edited.
mod edited;
/// Files of other programs.
mod exchange;
/// Weights that remove options and prove that there is no solution.
mod factoring;
/// Counting without enumerating.
mod frontier;
/// Option files equal Knuth's.
mod golden;
/// Stopping, limits, progress.
mod hand;
/// The embedded piece sets are what they say.
mod library;
/// Searches that are kept in folders.
mod long;
/// Help, man pages, completions, versions, hints, and where names are looked for.
mod manners;
/// Every mistake is explained.
mod mistakes;
/// Numbers of the literature.
mod numbers;
/// Option files of random specs equal those of a generator that shares no code with ours.
mod oracle;
/// What becomes of pictures: terminals, bitmaps, paper, pages.
mod pictures;
/// What solutions can be asked for.
mod properties;
/// What is known to be useless before a search.
mod pruning;
/// README and book are true.
mod readme;
/// How solutions hang together.
mod relate;
/// What cells and pieces may do.
mod rules;
/// Which item next.
mod sharp;
/// Puzzles on pages.
mod sheets;
/// Solving and counting.
mod solver;
/// The server of the studio.
mod studio;
/// Classes of solutions.
mod symmetry;
/// Facts that hold of the source text.
mod tidy;
/// Things that were made by themselves, used together.
mod together;
/// Base placements, options and solutions, piece by piece.
mod truth;
/// Things to hold.
mod workshop;

use polydlx::library::Library;
use polydlx::spec::{Loaded, Source, load};
use std::path::PathBuf;

/// The folder that these tests stand in.
fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests"))
}

/// A spec that must have no mistakes.
fn loaded(text: &str) -> Loaded {
    let loaded = load(Source::new("test", text), None, &Library);
    assert!(loaded.puzzle().is_some(), "{text}\n{:#?}", loaded.diagnostics);
    loaded
}

/// The option file of a spec.
fn option_file(text: &str) -> String {
    let mut out = Vec::new();
    polydlx::packing::write_options(loaded(text).puzzle().unwrap(), text, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The command, to be given arguments.
fn polydlx() -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("polydlx"));
    command.current_dir(folder()).env("NO_COLOR", "1").env("COLUMNS", "80");
    command.env_remove("POLYDLX_PATH").env_remove("COLORTERM");
    command
}

/// What the command prints and says, and its status.
fn run(args: &[&str], stdin: &str) -> (String, String, i32) {
    let output = polydlx().args(args).write_stdin(stdin).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}
