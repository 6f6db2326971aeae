//! `polydlx check`

use crate::args::CheckArgs;
use crate::failure::{Failure, plain};
use crate::solutions::{Solutions, Unreadable};
use crate::{Answer, Outcome, input, output};
use polydlx::diagnostic::Diagnostic;
use polydlx::packing::check;
use std::fs::File;
use std::io::{self, BufRead, BufReader};

pub(crate) fn run(args: &CheckArgs) -> Outcome {
    if args.input.input == "-" && args.solutions == "-" {
        let message = "the spec and the solutions cannot both come from standard input";
        return Err(Failure::mistake(
            Diagnostic::error("two-inputs", message).remedy("put one of them into a file"),
        ));
    }
    let loaded = input::puzzle(&args.input)?;
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let (name, reader): (&str, Box<dyn BufRead>) = if args.solutions == "-" {
        (input::STDIN, Box::new(io::stdin().lock()))
    } else {
        (
            &args.solutions,
            Box::new(BufReader::new(
                File::open(&args.solutions).map_err(|error| cannot_read(&args.solutions, &error))?,
            )),
        )
    };
    let mut right: u64 = 0;
    for solution in Solutions::new(puzzle, reader) {
        let solution = solution.map_err(|why| match why {
            Unreadable::Io(error) => cannot_read(name, &error),
            Unreadable::Line(line, message) => Failure::mistake(
                Diagnostic::error("not-a-solution", format!("{name}, line {line}: {message}"))
                    .remedy("see `polydlx check --help` for what can be read"),
            ),
        })?;
        if let Err(fault) = check(puzzle, &solution.claims) {
            let number = solution.number.map_or_else(|| (right + 1).to_string(), |number| number.to_string());
            let message = format!("{name}, line {}: solution {number} is wrong: {fault}", solution.line);
            output::to(None, |out| writeln!(out, "{message}"))?;
            return Ok(Answer::No);
        }
        right += 1;
    }
    let message = match right {
        0 => "there are no solutions".to_owned(),
        1 => "1 solution, right".to_owned(),
        _ => format!("{right} solutions, all right"),
    };
    output::to(None, |out| writeln!(out, "{message}"))?;
    Ok(if right > 0 { Answer::Yes } else { Answer::No })
}

fn cannot_read(name: &str, error: &io::Error) -> Failure {
    Failure::mistake(Diagnostic::error("cannot-read", format!("cannot read {name}: {}", plain(error))))
}
