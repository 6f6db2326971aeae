//! Solutions in files of the user's.

use crate::failure::{Failure, plain};
use crate::input::{STDIN, most_bytes, too_large};
use crate::long::reader;
use polydlx::diagnostic::Diagnostic;
use polydlx::lattice::Puzzle;
use polydlx::solutions::{Solution, Solutions, Unreadable};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The solutions in a file, or on standard input, if the spec does not come from there.
pub(crate) fn open<'a>(
    spec: &str,
    file: &str,
    puzzle: &'a Puzzle,
) -> Result<impl Iterator<Item = Result<Solution, Failure>> + use<'a>, Failure> {
    open_edited(spec, file, puzzle, None)
}

/// The same; options of a file that was edited may have these items, too.
pub(crate) fn open_edited<'a>(
    spec: &str,
    file: &str,
    puzzle: &'a Puzzle,
    items: Option<&[String]>,
) -> Result<impl Iterator<Item = Result<Solution, Failure>> + use<'a>, Failure> {
    if spec == "-" && file == "-" {
        let message = "the spec and the solutions cannot both come from standard input";
        return Err(Failure::mistake(
            Diagnostic::error("two-inputs", message).remedy("put one of them into a file"),
        ));
    }
    let reader: Box<dyn BufRead> = match file {
        "-" => Box::new(io::stdin().lock()),
        // What `polydlx solve --save` has kept.
        _ if Path::new(file).is_dir() => Box::new(reader::solutions(Path::new(file))?),
        _ => Box::new(BufReader::new(File::open(file).map_err(|error| cannot_read(file, &error))?)),
    };
    let name = if file == "-" { STDIN } else { file }.to_owned();
    let most = most_bytes();
    let solutions = Solutions::new(puzzle, reader).at_most(most);
    let solutions = match items {
        Some(items) => solutions.of_edited_file(items.iter().cloned()),
        None => solutions,
    };
    Ok(solutions.map(move |solution| {
        solution.map_err(|why| match why {
            Unreadable::Io(error) => cannot_read(&name, &error),
            Unreadable::Binary(line) => Failure::mistake(
                Diagnostic::error("not-text", format!("{name}, line {line}: this is no text"))
                    .remedy("solutions are text; is this a picture, or a compressed file?"),
            ),
            Unreadable::Endless(line) => {
                too_large(&format!("{name}, line {line}: what a solution is held in"), most)
            }
            Unreadable::Line(line, message) => Failure::mistake(
                Diagnostic::error("not-a-solution", format!("{name}, line {line}: {message}"))
                    .remedy("see `polydlx check --help` for what can be read"),
            ),
        })
    }))
}

fn cannot_read(name: &str, error: &io::Error) -> Failure {
    Failure::mistake(Diagnostic::error("cannot-read", format!("cannot read {name}: {}", plain(error))))
}
