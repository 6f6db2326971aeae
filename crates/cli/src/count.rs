//! `polydlx count`

use crate::args::CountArgs;
use crate::input::{self, Input};
use crate::search::{answer, because, explain_none, print_stats, search};
use crate::watch::{Show, Watch};
use crate::{Outcome, output};
use polydlx::cover::Monitor;
use polydlx::packing::Packing;

pub(crate) fn run(args: &CountArgs) -> Outcome {
    match input::problem(&args.problem)? {
        Input::Dlx(problem) => count(args, &problem),
        Input::Spec(loaded) => {
            let loaded = input::with_box(loaded)?;
            let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
            let answer = count(args, Packing::new(puzzle).problem())?;
            if answer == crate::Answer::No && !args.search.quiet {
                explain_none(puzzle);
            }
            Ok(answer)
        }
    }
}

fn count(args: &CountArgs, problem: &polydlx::cover::Problem) -> Outcome {
    let monitor = Monitor::new();
    let search = search(&args.search, problem, &monitor);
    let show = Show::new(args.search.progress, args.search.quiet, false);
    let watch = Watch::start(&monitor, args.search.time_limit, show);
    let outcome = search.count();
    let cause = watch.cause();
    drop(watch);
    let at_least = if outcome.complete { "" } else { "at least " };
    output::to(None, |out| writeln!(out, "{at_least}{}", outcome.solutions))?;
    if args.search.stats {
        print_stats(&outcome);
    }
    if !outcome.complete && !args.search.quiet {
        eprintln!("The count is partial: {}.", because(cause));
    }
    Ok(answer(&outcome, cause))
}
