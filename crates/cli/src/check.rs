//! `polydlx check`

use crate::args::{ChangeArgs, lattice};
use crate::caption::Known;
use crate::voice::is_quiet;
use crate::watch::{because, watched};
use crate::{Answer, Outcome, asking, certificate, input, output, solutions};
use polydlx::cover::Monitor;
use polydlx::diagnostic::harmless;
use polydlx::lattice::Lattice;
use polydlx::packing::{Judge, Packing, first_fault};
use polydlx::properties::Condition;
use polydlx::solutions::Solution;
use polydlx::spec::Spec;
use std::path::PathBuf;

/// Verify solutions of a puzzle
///
/// Reads solutions as option lines (a piece and its cells in any order, `N:` or a blank line before each solution),
/// as JSON lines, or as pictures, and says what is wrong with the first bad one. Suffixes and colours that a picture does not
/// show are found if there is only one way to lay pieces so.
/// Whether a solution is right is told without the solver's code.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx check pentominoes-6x10 solutions.txt
  polydlx solve pentominoes-6x10 --format jsonl | polydlx check pentominoes-6x10 -
  polydlx check pentominoes-6x10 folder                 what `polydlx solve --save folder` has kept
  polydlx check --certificate folder/certificate.json pentominoes-6x10

Exit status: 0 all solutions are right, 1 one is wrong or there are none, 2 error, 3 stopped early.")]
pub(crate) struct CheckArgs {
    /// A spec file, `-` for standard input, or the name of a puzzle of the library
    #[arg(value_name = "SPEC", required_unless_present = "certificate")]
    pub(crate) input: Option<String>,

    /// The solutions: a file, `-` for standard input, or a folder of `polydlx solve --save`
    #[arg(required_unless_present = "certificate")]
    pub(crate) solutions: Option<String>,

    /// Verify what this file states instead, as `polydlx merge` and `polydlx info` write it; with SPEC, also that it is about this puzzle
    #[arg(long, value_name = "FILE", conflicts_with = "solutions")]
    pub(crate) certificate: Option<PathBuf>,

    /// What cells are, if the file does not say it
    #[arg(long, value_name = "LATTICE", value_parser = lattice())]
    pub(crate) lattice: Option<Lattice>,

    #[command(flatten)]
    pub(crate) change: ChangeArgs,
}

pub(crate) fn run(args: &CheckArgs) -> Outcome {
    if let Some(path) = &args.certificate {
        let spec = args.input.as_ref();
        let spec = spec.map(|name| input::problem_of(name, args.lattice, &args.change, None)).transpose()?;
        return certificate::run(path, spec.as_ref());
    }
    let (Some(spec), Some(file)) = (&args.input, &args.solutions) else {
        unreachable!("clap asks for them");
    };
    let loaded = input::with_box(input::spec(spec, args.lattice, &args.change)?)?;
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let name = if file == "-" { input::STDIN } else { file };
    let packing = loaded.spec.as_ref().and_then(Spec::requirement);
    let packing = packing.and_then(|_| asking::packing(&loaded, &Monitor::new()).ok());
    let requirement = packing.as_ref().and_then(Requirement::new);
    let (monitor, watch) = watched();
    monitor.enter("looking at solutions");
    let mut right: u64 = 0;
    for solution in solutions::open(spec, file, puzzle)? {
        if monitor.is_stopped() {
            let solutions = if right == 1 { "solution" } else { "solutions" };
            output::to(None, |out| writeln!(out, "at least {right} {solutions}, right so far"))?;
            if !is_quiet() {
                eprintln!("Not all were looked at: {}.", because(watch.cause()));
            }
            return Ok(Answer::Partial);
        }
        let solution = solution?;
        let fault = match first_fault(puzzle, &solution.claims) {
            Some((claim, fault)) => Some((claim, fault.to_string())),
            None => {
                let fault = requirement.as_ref().and_then(|requirement| requirement.fault(&solution));
                fault.map(|fault| (None, fault))
            }
        };
        if let Some((claim, fault)) = fault {
            drop(watch);
            let number = solution.number.map_or_else(|| (right + 1).to_string(), |number| number.to_string());
            let line = solution.line_of(claim);
            let message = format!("{name}, line {line}: solution {number} is wrong: {fault}");
            output::to(None, |out| writeln!(out, "{}", harmless(&message)))?;
            return Ok(Answer::No);
        }
        right += 1;
    }
    drop(watch);
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
