//! `polydlx verify`

use crate::args::VerifyArgs;
use crate::search::{because, print_stats, search};
use crate::watch::{Show, Watch};
use crate::{Answer, Outcome, input, output};
use polydlx::cover::Monitor;
use polydlx::packing::Packing;
use polydlx::spec::Equivalence;

pub(crate) fn run(args: &VerifyArgs) -> Outcome {
    let mut worst = Answer::Yes;
    for name in &args.inputs {
        let loaded = input::with_box(input::spec(name, None)?)?;
        let spec = loaded.spec.as_ref().expect("a spec without mistakes");
        let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
        let line =
            |what: &str, verdict: &str| output::to(None, |out| writeln!(out, "{name}: {what}: {verdict}"));
        if let Some(expected) = spec.expected(Equivalence::Total) {
            let monitor = Monitor::new();
            let packing = Packing::new(puzzle);
            let search = search(&args.search, packing.problem(), &monitor);
            let show = Show::new(args.search.progress, args.search.quiet, false);
            let watch = Watch::start(&monitor, args.search.time_limit, show);
            let outcome = search.count();
            let cause = watch.cause();
            drop(watch);
            if args.search.stats {
                print_stats(&outcome);
            }
            let found = outcome.solutions.to_string();
            if outcome.complete && found == expected {
                line("total", &format!("{found}, as expected"))?;
            } else if outcome.complete || longer_or_greater(&found, expected) {
                let at_least = if outcome.complete { "" } else { "at least " };
                line("total", &format!("{at_least}{found}, WRONG: {expected} is expected"))?;
                worst = Answer::No;
            } else {
                line("total", &format!("at least {found} of {expected}: {}", because(cause)))?;
                worst = if worst == Answer::Yes { Answer::Partial } else { worst };
            }
        }
        for what in [Equivalence::UpToRotation, Equivalence::UpToSymmetry] {
            if let Some(expected) = spec.expected(what) {
                line(what.name(), &format!("{expected} is expected, not counted"))?;
            }
        }
        if Equivalence::ALL.iter().all(|&what| spec.expected(what).is_none()) {
            line("nothing", "no number is expected")?;
        }
    }
    Ok(worst)
}

/// Whether one decimal number is greater than another.
fn longer_or_greater(a: &str, b: &str) -> bool {
    (a.len(), a) > (b.len(), b)
}
