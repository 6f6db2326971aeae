//! `polydlx check`

use crate::args::CheckArgs;
use crate::{Answer, Outcome, input, output, solutions};
use polydlx::packing::check;

pub(crate) fn run(args: &CheckArgs) -> Outcome {
    let loaded = input::puzzle(&args.input)?;
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let name = if args.solutions == "-" { input::STDIN } else { &args.solutions };
    let mut right: u64 = 0;
    for solution in solutions::open(&args.input.input, &args.solutions, puzzle)? {
        let solution = solution?;
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
