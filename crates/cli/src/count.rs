//! `polydlx count`

use crate::args::{ProblemArgs, SearchArgs, SymmetryArgs, UpTo};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::search::{
    Setup, Symmetries, answer, because, count_all, count_classes, explain_none, no_geometry, reduction,
    report, search, subgroup,
};
use crate::watch::{Show, Watch};
use crate::{Answer, Outcome, output};
use polydlx::cover::{BigUint, Monitor, Search, Total};
use polydlx::diagnostic::Diagnostic;
use polydlx::packing::{Group, Invariant, Packing, fixed};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Instant;

/// Count the solutions of a puzzle
///
/// Prints just the number. Nothing is stored. If the search is stopped early, prints "at least" before it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx count pentominoes-6x10 --up-to symmetry
  polydlx count cuts-4x4 --invariant-under 'rotation by 180°'
  polydlx count soma-3x3x3 --engine links --threads 1 --stats
  polydlx count my.dlx --time-limit 8h

Exit status: 0 there are solutions, 1 there are none, 2 error, 3 stopped early.")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    #[command(flatten)]
    pub(crate) symmetry: SymmetryArgs,

    /// Print how many classes have which symmetry
    #[arg(long, requires = "up_to", help_heading = "Symmetry")]
    pub(crate) by_stabilizer: bool,

    /// Count once more by Burnside's lemma, and compare
    #[arg(long, requires = "up_to", help_heading = "Symmetry")]
    pub(crate) verify: bool,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

pub(crate) fn run(args: &CountArgs) -> Outcome {
    let begun = Instant::now();
    let monitor = Monitor::new();
    match input::problem(&args.problem)? {
        Input::Dlx(problem, _) => {
            no_geometry(&args.symmetry)?;
            finish(args, begun, &monitor, || Ok(search(&args.search, &problem, &monitor).total()))
        }
        Input::Spec(loaded) => {
            let loaded = input::with_box(loaded)?;
            let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
            let packing = Packing::new(puzzle);
            let symmetries = Symmetries::new(&packing);
            let names = &args.symmetry.invariant_under;
            let answer = if let Some(up_to) = args.symmetry.up_to {
                finish(args, begun, &monitor, || classes(args, &symmetries, up_to, &monitor))
            } else if !names.is_empty() {
                let group = symmetries.all();
                let invariant = Invariant::new(&packing, group, &subgroup(group, names)?);
                let search = search(&args.search, &invariant.problem, &monitor);
                finish(args, begun, &monitor, || {
                    Ok(if invariant.is_exact() { search.total() } else { invariant.count(&search).into() })
                })
            } else {
                finish(args, begun, &monitor, || Ok(count_all(&args.search, &symmetries, &monitor)))
            }?;
            if answer == Answer::No && names.is_empty() && !args.search.quiet {
                explain_none(&packing);
            }
            Ok(answer)
        }
    }
}

/// Counts under watch, and prints the number.
fn finish(
    args: &CountArgs,
    begun: Instant,
    monitor: &Monitor,
    count: impl FnOnce() -> Result<Total, Failure>,
) -> Outcome {
    let show = Show::new(args.search.progress, args.search.quiet, false);
    let watch = Watch::start(monitor, args.search.time_left(begun), show);
    let outcome = count()?;
    let cause = watch.cause();
    drop(watch);
    let at_least = if outcome.complete { "" } else { "at least " };
    output::to(None, |out| writeln!(out, "{at_least}{}", outcome.solutions))?;
    report(&args.search, &outcome);
    if !outcome.complete && !args.search.quiet {
        eprintln!("The count is partial: {}.", because(cause));
    }
    Ok(answer(outcome.complete, outcome.solutions == BigUint::default(), cause))
}

fn classes(
    args: &CountArgs,
    symmetries: &Symmetries<'_>,
    up_to: UpTo,
    monitor: &Monitor,
) -> Result<Total, Failure> {
    let (packing, group) = (symmetries.packing(), symmetries.up_to(up_to));
    let setup = Setup { args: &args.search, monitor, ordered: false };
    if !args.by_stabilizer {
        let outcome = count_classes(&args.search, packing, &group, monitor);
        if args.verify && outcome.complete {
            burnside(packing, &group, &outcome.solutions, |search| setup.search(search))?;
        }
        return Ok(outcome);
    }
    let reduction = reduction(&args.search, packing, &group);
    let mut by_stabilizer: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
    let outcome = reduction.for_each(
        &group,
        |search| setup.search(search),
        |class| {
            *by_stabilizer.entry(group.least_conjugate(&class.stabilizer(&group))).or_default() += 1;
            ControlFlow::Continue(())
        },
    );
    let mut total: u128 = 0;
    for (stabilizer, &number) in &by_stabilizer {
        let names = stabilizer[1..].iter().map(|&number| group.elements()[number].name.as_str());
        let names = if stabilizer.len() == 1 {
            "no symmetry".to_owned()
        } else {
            names.collect::<Vec<_>>().join(", ")
        };
        total += u128::from(number) * (group.order() / stabilizer.len()) as u128;
        output::to(None, |out| {
            let (class, size) =
                (if number == 1 { "class" } else { "classes" }, group.order() / stabilizer.len());
            writeln!(out, "{number} {class} of {size}: {names}")
        })?;
    }
    if outcome.complete && !args.search.quiet {
        eprintln!("{total} solutions in all.");
    }
    if args.verify && outcome.complete {
        burnside(packing, &group, &outcome.solutions.into(), |search| setup.search(search))?;
    }
    Ok(outcome.into())
}

/// Compares with Burnside's lemma: classes = (1/|G|) Σ fix(g), with fix(g) from searches of their own.
fn burnside(
    packing: &Packing<'_>,
    group: &Group,
    classes: &BigUint,
    configure: impl Fn(Search<'_>) -> Search<'_>,
) -> Result<(), Failure> {
    let Some(fixed) = fixed(packing, group, configure) else {
        eprintln!("Not verified: the searches for symmetrical solutions were stopped.");
        return Ok(());
    };
    let sum: BigUint = fixed.iter().sum();
    if sum == classes * group.order() {
        let order = group.order();
        eprintln!(
            "Verified by Burnside's lemma: the numbers of solutions that each symmetry fixes add up to {sum} = {order}·{classes}."
        );
        return Ok(());
    }
    let message = format!(
        "two ways to count disagree: {classes} classes, but Burnside's sum is {sum} for {} symmetries",
        group.order()
    );
    Err(Failure::mistake(
        Diagnostic::error("count-disagrees", message).remedy("this is a bug: please report the puzzle"),
    ))
}
