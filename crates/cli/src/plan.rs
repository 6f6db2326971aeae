//! `polydlx plan`

use crate::failure::Failure;
use crate::long::emit::{Emit, script};
use crate::long::session::Session;
use crate::long::{Means, QuestionArgs, begin, with_kept};
use crate::voice::is_quiet;
use crate::watch::{because, duration};
use crate::{Answer, Outcome, output};
use clap::ValueEnum;
use polydlx::diagnostic::Diagnostic;
use std::path::PathBuf;

/// Divide a long search into units that many can do
///
/// Makes a folder with the question and its units, which are of about equal size by estimate. `polydlx work` does units, here or on any
/// machine that sees the folder; `polydlx merge` verifies that nothing is missing and adds up.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx plan count bedlam-4x4x4 -o bedlam --units 100
  polydlx plan solve pentominoes-6x10 --up-to symmetry -o 6x10
  polydlx plan count my.spec -o mine --units 1000 --emit slurm > mine.sh
  polydlx work bedlam; polydlx merge bedlam

Exit status: 0 planned, 2 error, 3 stopped early.")]
pub(crate) struct PlanArgs {
    /// What is asked
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// The folder to be made
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,

    /// About how many units [default: as many as take a tenth of a second each, or ten seconds if they are parts of a sweep, but
    /// at most 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) units: Option<u32>,

    /// Print the few lines that run the plan on a cluster
    #[arg(long, value_name = "WHERE")]
    pub(crate) emit: Option<Emit>,
}

/// What can be asked of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Command {
    /// The number of solutions
    Count,
    /// All solutions, which are kept in the folder
    Solve,
}

pub(crate) fn run(args: &PlanArgs) -> Outcome {
    let search = &args.question.search;
    let session = Session::start(search.progress);
    let command = if args.command == Command::Count { "count" } else { "solve" };
    begin(&args.output, command, (&args.question).into(), &session.monitor)?;
    let units = args.units.map(|number| number as usize);
    let planned = with_kept(&args.output, Means { units, ..Means::default() }, &session.monitor, |kept| {
        let price: f64 = kept.units.units.iter().map(|(_, price)| price).sum();
        Ok((kept.units.len(), price / 1e9))
    })?;
    let cause = session.end();
    let Some((units, seconds)) = planned else {
        if !is_quiet() {
            eprintln!("Nothing was planned: {}.", because(cause));
        }
        return Ok(Answer::Partial);
    };
    if !is_quiet() {
        let [unit, are] = if units == 1 { ["unit", "is"] } else { ["units", "are"] };
        eprintln!("{units} {unit} {are} planned, about {} of one thread by estimate.", duration(seconds));
    }
    if let Some(emit) = args.emit {
        let folder = args.output.canonicalize().map_err(|error| {
            let message = format!("cannot read {}: {error}", args.output.display());
            Failure::mistake(Diagnostic::error("cannot-read", message))
        })?;
        let text = script(emit, &folder.display().to_string(), units);
        output::to(None, |out| out.write_all(text.as_bytes()))?;
    }
    Ok(Answer::Yes)
}
