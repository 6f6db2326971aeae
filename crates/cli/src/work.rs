//! `polydlx work`

use crate::args::{Stretch, WorkArgs, bytes, stretch};
use crate::failure::Failure;
use crate::long::session::Session;
use crate::long::{Means, Which, with_kept};
use crate::voice::is_quiet;
use crate::watch::because;
use crate::{Answer, Outcome};
use polydlx::diagnostic::Diagnostic;
use std::path::PathBuf;
use std::thread::available_parallelism;

/// Do units of a search that was planned
///
/// Without --unit, --range or --next all units are done that nobody else is doing. Many may work in one folder at the same time,
/// also on several machines that share it; what is done twice does no harm. Whoever is stopped or killed leaves what was
/// saved last, which is never older than a minute.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx work search --threads 8
  polydlx work search --unit 17
  polydlx work search --range 100..199 --time-limit 8h
  polydlx work search --next

Exit status: 0 all that was asked for is done, 2 error, 3 stopped early.")]
pub(crate) struct WorkOnArgs {
    /// The folder, as `polydlx plan` made it
    pub(crate) folder: PathBuf,

    /// Do the unit of this number; the first is 0
    #[arg(long, value_name = "K", conflicts_with_all = ["range", "next"])]
    pub(crate) unit: Option<usize>,

    /// Do the units of these numbers, both included
    #[arg(long, value_name = "A..B", value_parser = stretch, conflicts_with = "next")]
    pub(crate) range: Option<Stretch>,

    /// Do one unit that nobody else is doing
    #[arg(long)]
    pub(crate) next: bool,

    /// How much memory all threads together may use for sweeps, as in 500M or 8G [default: as much as when it was planned]
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = "Search")]
    pub(crate) memory: Option<usize>,

    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

pub(crate) fn run(args: &WorkOnArgs) -> Outcome {
    let session = Session::start(args.work.progress);
    let alone = args.unit.is_some() || args.next;
    let cores = || available_parallelism().map_or(1, usize::from);
    // A unit is for one thread.
    let threads = if alone { 1 } else { args.work.threads.map_or_else(cores, usize::from) };
    let done = with_kept(
        &args.folder,
        Means { threads, memory: args.memory, units: None },
        &session.monitor,
        |kept| {
            let units = kept.units.len();
            let which = match (args.unit, args.range, args.next) {
                (Some(unit), ..) if unit >= units => return Err(no_unit(unit, units)),
                (Some(unit), ..) => Which::Range(unit..unit + 1),
                (_, Some(range), _) if range.low as usize >= units => {
                    return Err(no_unit(range.low as usize, units));
                }
                (_, Some(range), _) => {
                    let end = range.high.map_or(units, |high| (high as usize).saturating_add(1).min(units));
                    Which::Range(range.low as usize..end)
                }
                (_, _, true) => Which::Next,
                _ => Which::All,
            };
            session.work(kept, which, threads, None)
        },
    )?;
    let cause = session.end();
    if !is_quiet() {
        match &done {
            Some(conclusion) => {
                let total = &conclusion.total;
                let because = cause.map(|cause| format!(": {}", because(Some(cause)))).unwrap_or_default();
                eprintln!("{} of {} units are done{because}.", total.done, total.units);
            }
            None => eprintln!("Nothing was done: {} while getting ready.", because(cause)),
        }
    }
    Ok(if cause.is_some() { Answer::Partial } else { Answer::Yes })
}

fn no_unit(unit: usize, units: usize) -> Failure {
    let message = format!("there is no unit {unit}: the plan has {units}, and the first is 0");
    Failure::mistake(Diagnostic::error("no-such-unit", message).remedy("see `polydlx status`"))
}
