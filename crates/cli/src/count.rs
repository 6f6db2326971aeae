//! `polydlx count`

use crate::args::{CountArgs, UpTo};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::search::{
    Setup, answer, because, count_classes, explain_none, group, no_geometry, print_stats, problem_of,
    reduction, search, subgroup,
};
use crate::watch::{Show, Watch};
use crate::{Answer, Outcome, output};
use polydlx::cover::{self, Monitor, Search};
use polydlx::diagnostic::Diagnostic;
use polydlx::packing::{Group, Invariant, Packing, fixed};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Instant;

pub(crate) fn run(args: &CountArgs) -> Outcome {
    let begun = Instant::now();
    let monitor = Monitor::new();
    match input::problem(&args.problem)? {
        Input::Dlx(problem) => {
            no_geometry(&args.symmetry)?;
            finish(args, begun, &monitor, || Ok(search(&args.search, &problem, &monitor).count()))
        }
        Input::Spec(loaded) => {
            let loaded = input::with_box(loaded)?;
            let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
            let packing = Packing::new(puzzle);
            let names = &args.symmetry.invariant_under;
            let answer = if let Some(up_to) = args.symmetry.up_to {
                finish(args, begun, &monitor, || classes(args, &packing, up_to, &monitor))
            } else if !names.is_empty() {
                let group = Group::new(&packing);
                let invariant = Invariant::new(&packing, &group, &subgroup(&group, names)?);
                let search = search(&args.search, &invariant.problem, &monitor);
                finish(args, begun, &monitor, || Ok(invariant.count(&search)))
            } else {
                finish(args, begun, &monitor, || {
                    Ok(search(&args.search, problem_of(&args.search, &packing), &monitor).count())
                })
            }?;
            if answer == Answer::No && names.is_empty() && !args.search.quiet {
                explain_none(puzzle);
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
    count: impl FnOnce() -> Result<cover::Outcome, Failure>,
) -> Outcome {
    let show = Show::new(args.search.progress, args.search.quiet, false);
    let watch = Watch::start(monitor, args.search.time_left(begun), show);
    let outcome = count()?;
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

fn classes(
    args: &CountArgs,
    packing: &Packing<'_>,
    up_to: UpTo,
    monitor: &Monitor,
) -> Result<cover::Outcome, Failure> {
    let group = group(packing, up_to);
    let setup = Setup { args: &args.search, monitor, ordered: false };
    if !args.by_stabilizer {
        let outcome = count_classes(&args.search, packing, &group, monitor);
        if args.verify && outcome.complete {
            burnside(packing, &group, outcome.solutions, |search| setup.search(search))?;
        }
        return Ok(outcome);
    }
    let reduction = reduction(&args.search, packing, &group);
    let mut by_stabilizer: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
    let outcome = reduction.for_each(
        &group,
        |search| setup.search(search),
        |class| {
            *by_stabilizer.entry(conjugate(&group, &class.stabilizer(&group))).or_default() += 1;
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
        burnside(packing, &group, outcome.solutions, |search| setup.search(search))?;
    }
    Ok(outcome)
}

/// The least of the conjugates of a subgroup, which stands for all of them.
fn conjugate(group: &Group, subgroup: &[usize]) -> Vec<usize> {
    let by = |other: usize| {
        let inverse = group.inverse(other);
        let mut image: Vec<_> =
            subgroup.iter().map(|&number| group.product(other, group.product(number, inverse))).collect();
        image.sort_unstable();
        image
    };
    (0..group.order()).map(by).min().expect("a group has an element")
}

/// Compares with Burnside's lemma: classes = (1/|G|) Σ fix(g), with fix(g) from searches of their own.
fn burnside(
    packing: &Packing<'_>,
    group: &Group,
    classes: u64,
    configure: impl Fn(Search<'_>) -> Search<'_>,
) -> Result<(), Failure> {
    let Some(fixed) = fixed(packing, group, configure) else {
        eprintln!("Not verified: the searches for symmetrical solutions were stopped.");
        return Ok(());
    };
    let sum: u128 = fixed.iter().map(|&number| u128::from(number)).sum();
    if sum == u128::from(classes) * group.order() as u128 {
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
