//! Chores of the workspace: `cargo xtask verify [--slow]`, `cargo xtask bench [ARGS]`, `cargo xtask gallery [-o DIR]`,
//! `cargo xtask dist [-o DIR]`, `cargo xtask studio [-o FILE]`, `cargo xtask cluster`.

mod cluster;
mod dist;
mod gallery;
mod studio;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{fs, io};

const USAGE: &str = "\
usage: cargo xtask verify [--slow]    count the puzzles of the library and compare with their `expect` lines;
                                      with --slow also those that take minutes, all numbers of the literature that
                                      the book has, and more random puzzles
       cargo xtask bench [--quick]    compare the speed with other exact cover crates
       cargo xtask gallery [-o DIR]   draw all piece sets and puzzles of the library, with solutions, on one page:
                                      DIR/index.html [default: target/gallery]
       cargo xtask dist [-o DIR]      build the command and put it into a folder with its man pages, completions for
                                      shells, book, README and licences [default: target/dist]
       cargo xtask studio [--engine FILE] [-o FILE]
                                      write the studio as one HTML file that works by itself, with the engine inside
                                      [default: target/studio.html]
       cargo xtask cluster            plan, kill and merge searches on GNU parallel and Slurm, which must be installed
                                      (apt-get install parallel slurm-wlm munge), on this machine, as root";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["verify"] => verify(false),
        ["verify", "--slow"] => verify(true),
        ["bench", ..] => cargo(
            &[&["run", "--release", "--quiet", "--package", "polydlx-bench", "--"], &words[1..]].concat(),
        ),
        ["gallery"] => gallery::gallery(root(), &root().join("target/gallery")),
        ["gallery", "-o", folder] => gallery::gallery(root(), Path::new(folder)),
        ["cluster"] => cluster::cluster(root()),
        ["dist"] => dist::dist(root(), &root().join("target/dist")),
        ["dist", "-o", folder] => dist::dist(root(), Path::new(folder)),
        ["studio", ref rest @ ..] if rest.len() % 2 == 0 => {
            let value =
                |name: &str| rest.chunks(2).find(|pair| pair[0] == name).map(|pair| Path::new(pair[1]));
            let file = value("-o").map_or_else(|| root().join("target/studio.html"), Path::to_path_buf);
            studio::studio(root(), value("--engine"), &file)
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::from(2)
        }
    }
}

/// Counts every puzzle of the wanted cost classes, and prints a table of what agreed.
fn verify(slow: bool) -> io::Result<bool> {
    let mut names = Vec::new();
    let mut files: Vec<PathBuf> =
        fs::read_dir(root().join("puzzles"))?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    for path in files {
        let text = fs::read_to_string(&path)?;
        let is_fast = text.lines().any(|line| line == "|! cost fast");
        let is_huge = text.lines().any(|line| line == "|! cost huge");
        if (is_fast || slow) && !is_huge {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    let verify = ["run", "--release", "--quiet", "--package", "polydlx-cli", "--", "verify"];
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let puzzles = cargo(&[&verify, &names[..]].concat())?;
    let random = if slow {
        let test = ["test", "--release", "--package", "polydlx-cli", "--test", "workspace", "--"];
        let cases = [
            ("SYMMETRY_CASES", "20000"),
            ("RULE_CASES", "5000"),
            ("COLOR_CASES", "5000"),
            ("PICTURE_CASES", "5000"),
            ("ASKED_CASES", "400"),
        ];
        let names = ["agree_with", "of_random_puzzles"];
        let symmetry = run(Command::new("cargo").args(test).args(names).envs(cases))?;
        let against = "against_brute_force";
        let design = run(Command::new("cargo").args(test).arg(against).env("DESIGN_FACTOR", "20"))?;
        let numbers = run(Command::new("cargo").args(test).arg("numbers_of_the").env("SLOW_NUMBERS", "1"))?;
        let kills = ["is_killed", "instead_of_killed", "one_digest"];
        let dice = run(Command::new("cargo").args(test).arg("dice_can").env("DICE_STEP", "1"))?;
        let kills = run(Command::new("cargo").args(test).args(kills).env("KILLS", "200"))?;
        symmetry & design & numbers & dice & kills
    } else {
        true
    };
    Ok(puzzles && random)
}

fn cargo(args: &[&str]) -> io::Result<bool> {
    run(Command::new("cargo").args(args))
}

fn run(command: &mut Command) -> io::Result<bool> {
    Ok(command.current_dir(root()).status()?.success())
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
