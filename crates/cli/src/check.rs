//! `polydlx check`

use crate::args::InputArgs;
use crate::caption::Known;
use crate::{Answer, Outcome, asking, input, output, solutions};
use polydlx::cover::Monitor;
use polydlx::packing::{Judge, Packing, check};
use polydlx::properties::Condition;
use polydlx::solutions::Solution;
use polydlx::spec::Spec;

/// Verify solutions of a puzzle
///
/// Reads solutions as option lines (a piece and its cells in any order, `N:` or a blank line before each solution),
/// as JSON lines, or as pictures made of letters (if no cell has a suffix), and says what is wrong with the first bad one.
/// It does not use the solver's code.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx check pentominoes-6x10 solutions.txt
  polydlx solve pentominoes-6x10 --format jsonl | polydlx check pentominoes-6x10 -

Exit status: 0 all solutions are right, 1 one is wrong or there are none, 2 error.")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The solutions, `-` for standard input
    pub(crate) solutions: String,
}

pub(crate) fn run(args: &CheckArgs) -> Outcome {
    let loaded = input::puzzle(&args.input)?;
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let name = if args.solutions == "-" { input::STDIN } else { &args.solutions };
    let packing = loaded.spec.as_ref().and_then(Spec::requirement);
    let packing = packing.and_then(|_| asking::packing(&loaded, &Monitor::new()).ok());
    let requirement = packing.as_ref().and_then(Requirement::new);
    let mut right: u64 = 0;
    for solution in solutions::open(&args.input.input, &args.solutions, puzzle)? {
        let solution = solution?;
        let fault = match check(puzzle, &solution.claims) {
            Err(fault) => Some(fault.to_string()),
            Ok(()) => requirement.as_ref().and_then(|requirement| requirement.fault(&solution)),
        };
        if let Some(fault) = fault {
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

/// What the puzzle requires of solutions, besides.
struct Requirement<'a> {
    packing: &'a Packing<'a>,
    known: Known,
    judge: &'a Judge,
    condition: &'a Condition,
}

impl<'a> Requirement<'a> {
    fn new(packing: &'a Packing<'a>) -> Option<Self> {
        let (judge, condition) = packing.requirement()?;
        Some(Self { packing, known: Known::new(packing), judge, condition })
    }

    /// What is wrong with a solution that is right otherwise.
    fn fault(&self, solution: &Solution) -> Option<String> {
        let options = self.known.options(&solution.tiling(self.packing.puzzle()).ok()?)?;
        let holds = self.judge.holds(self.packing, self.condition, &options);
        (!holds).then(|| format!("the puzzle requires `{}`", self.condition))
    }
}
