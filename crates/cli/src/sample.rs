//! `polydlx sample`

use crate::Outcome;
use crate::failure::Failure;
use crate::solve::{Draw, SolveArgs, solve_or_sample};
use polydlx::diagnostic::Diagnostic;

/// Draw solutions at random, each as likely as any other
///
/// The solutions come from a diagram of all of them, made by engine frontier; if memory does not suffice for that, they
/// are drawn while all solutions are enumerated. One solution may be drawn more than once. With --quick they are found by
/// many short searches instead, where nobody will ever see all of them; then some are likelier than others.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx sample pentominoes-6x10 -n 5 --seed 1
  polydlx sample dominoes-16x16 --draw random.svg --color-by graph --no-labels
  polydlx sample hexominoes-15x15 --quick --seed 7
  polydlx sample 6x10.zdd --spec pentominoes-6x10 -n 5
  polydlx sample folder -n 5            from what `polydlx solve --save folder` has kept

Exit status: 0 drawn, 1 there is no solution, 2 error, 3 stopped early.")]
pub(crate) struct SampleArgs {
    /// Solutions that are found quickly, at random, but not each as likely as any other
    #[arg(long)]
    pub(crate) quick: bool,

    #[command(flatten)]
    pub(crate) solve: SolveArgs,
}

pub(crate) fn run(args: &SampleArgs) -> Outcome {
    if args.solve.save.save.is_some() {
        let message = "samples are drawn in one go, and nothing of that can be kept";
        let remedy =
            "leave out --save; `polydlx solve --save` keeps solutions, and `sample` reads its folder";
        return Err(Failure::mistake(Diagnostic::error("cannot-keep", message).remedy(remedy)));
    }
    solve_or_sample(&args.solve, Some(if args.quick { Draw::Quick } else { Draw::Uniform }))
}
