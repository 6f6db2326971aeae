//! `polydlx verify`

use crate::args::{UpTo, VerifyArgs};
use crate::failure::Failure;
use crate::search::{because, count_classes, group, print_stats, problem_of, search};
use crate::watch::{Show, Watch};
use crate::{Answer, Outcome, input, output};
use polydlx::cover::Monitor;
use polydlx::packing::Packing;
use polydlx::spec::Equivalence;

pub(crate) fn run(args: &VerifyArgs) -> Outcome {
    let mut worst = Answer::Yes;
    let mut unreadable = false;
    for name in &args.inputs {
        let loaded = match input::spec(name, None).and_then(input::with_box) {
            Ok(loaded) => loaded,
            Err(failure) => {
                // The others are verified all the same.
                failure.report();
                unreadable = true;
                continue;
            }
        };
        let spec = loaded.spec.as_ref().expect("a spec without mistakes");
        let packing = Packing::new(loaded.puzzle().expect("a spec without mistakes is a puzzle"));
        for what in Equivalence::ALL {
            let Some(expected) = spec.expected(what) else { continue };
            let (verdict, answer) = compare(args, &packing, what, expected);
            output::to(None, |out| writeln!(out, "{name}: {}: {verdict}", what.name()))?;
            worst = match (worst, answer) {
                (Answer::No, _) | (_, Answer::No) => Answer::No,
                (Answer::Partial, _) | (_, Answer::Partial) => Answer::Partial,
                _ => Answer::Yes,
            };
        }
        if Equivalence::ALL.iter().all(|&what| spec.expected(what).is_none()) {
            output::to(None, |out| writeln!(out, "{name}: no number is expected"))?;
        }
    }
    if unreadable { Err(Failure::told()) } else { Ok(worst) }
}

fn compare(args: &VerifyArgs, packing: &Packing<'_>, what: Equivalence, expected: &str) -> (String, Answer) {
    let monitor = Monitor::new();
    let show = Show::new(args.search.progress, args.search.quiet, false);
    let watch = Watch::start(&monitor, args.search.time_limit, show);
    let up_to = match what {
        Equivalence::Total => None,
        Equivalence::UpToSymmetry => Some(UpTo::Symmetry),
        Equivalence::UpToRotation => Some(UpTo::Rotation),
    };
    let outcome = match up_to {
        None => search(&args.search, problem_of(&args.search, packing), &monitor).count(),
        Some(up_to) => count_classes(&args.search, packing, &group(packing, up_to), &monitor),
    };
    let cause = watch.cause();
    drop(watch);
    if args.search.stats {
        print_stats(&outcome);
    }
    let found = outcome.solutions.to_string();
    if outcome.complete && found == expected {
        (format!("{found}, as expected"), Answer::Yes)
    } else if outcome.complete || is_greater(&found, expected) {
        let at_least = if outcome.complete { "" } else { "at least " };
        (format!("{at_least}{found}, WRONG: {expected} is expected"), Answer::No)
    } else {
        (format!("at least {found} of {expected}: {}", because(cause)), Answer::Partial)
    }
}

/// Whether one decimal number is greater than another.
fn is_greater(a: &str, b: &str) -> bool {
    (a.len(), a) > (b.len(), b)
}
