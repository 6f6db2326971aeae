//! `polydlx sample`

use crate::Outcome;
use crate::solve::{SolveArgs, solve_or_sample};

/// Draw solutions at random, each as likely as any other
///
/// The solutions come from a diagram of all of them, made by engine frontier; if memory does not suffice for that, they
/// are drawn while all solutions are enumerated. One solution may be drawn more than once.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx sample pentominoes-6x10 -n 5 --seed 1
  polydlx sample dominoes-16x16 --draw random.svg --color-by graph --no-labels
  polydlx sample 6x10.zdd --spec pentominoes-6x10 -n 5
  polydlx sample folder -n 5            from what `polydlx solve --save folder` has kept

Exit status: 0 drawn, 1 there is no solution, 2 error, 3 stopped early.")]
pub(crate) struct SampleArgs {
    /// The same seed draws the same solutions
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) solve: SolveArgs,
}

pub(crate) fn run(args: &SampleArgs) -> Outcome {
    solve_or_sample(&args.solve, Some(args.seed))
}
