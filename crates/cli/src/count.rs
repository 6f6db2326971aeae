//! `polydlx count`

use crate::args::{ProblemArgs, SearchArgs, SymmetryArgs, UpTo};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::json::Object;
use crate::search::{
    Setup, Symmetries, answer, because, cause_json, count_all, count_classes, explain_none, no_geometry,
    reduction, report, search, subgroup, total_json,
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

    /// Write one JSON object instead of a number
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

pub(crate) fn run(args: &CountArgs) -> Outcome {
    let begun = Instant::now();
    let monitor = Monitor::new();
    match input::problem(&args.problem)? {
        Input::Dlx(problem, _) => {
            no_geometry(&args.symmetry)?;
            finish(args, begun, &monitor, || Ok(search(&args.search, &problem, &monitor).total().into()))
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
                    let exact = invariant.is_exact();
                    Ok(if exact { search.total() } else { invariant.count(&search).into() }.into())
                })
            } else {
                finish(args, begun, &monitor, || Ok(count_all(&args.search, &symmetries, &monitor).into()))
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
    count: impl FnOnce() -> Result<Counted, Failure>,
) -> Outcome {
    let show = Show::new(args.search.progress, args.search.quiet, false);
    let watch = Watch::start(monitor, args.search.time_left(begun), show);
    let counted = count()?;
    let cause = watch.cause();
    drop(watch);
    if args.json {
        let object = counted.json(args).with("stopped_by", cause_json(cause));
        output::to(None, |out| writeln!(out, "{object}"))?;
    }
    let outcome = counted.total;
    if !args.json {
        let at_least = if outcome.complete { "" } else { "at least " };
        output::to(None, |out| writeln!(out, "{at_least}{}", outcome.solutions))?;
        report(&args.search, &outcome);
    }
    if !outcome.complete && !args.search.quiet {
        eprintln!("The count is partial: {}.", because(cause));
    }
    Ok(answer(outcome.complete, outcome.solutions == BigUint::default(), cause))
}

/// What came of counting.
struct Counted {
    total: Total,
    /// How many classes have which symmetry, if anybody wants to know.
    by_stabilizer: Option<Vec<Stabilized>>,
    /// Whether another way to count gave the same number, if it was tried.
    verified: Option<bool>,
}

/// The classes of solutions that have one kind of symmetry.
struct Stabilized {
    classes: u64,
    /// How many solutions there are in each.
    size: usize,
    /// The symmetries that their solutions have, without the identity.
    symmetries: Vec<String>,
}

impl From<Total> for Counted {
    fn from(total: Total) -> Self {
        Self { total, by_stabilizer: None, verified: None }
    }
}

impl Counted {
    fn json(&self, args: &CountArgs) -> Object {
        let mut object = total_json(&args.search, &self.total)
            .with("up_to", args.symmetry.up_to.map(UpTo::name))
            .with("invariant_under", args.symmetry.invariant_under.clone());
        if let Some(rows) = &self.by_stabilizer {
            let rows = rows.iter().map(|row| {
                Object::default()
                    .with("classes", row.classes)
                    .with("size", row.size)
                    .with("symmetries", row.symmetries.clone())
            });
            object = object.list("by_stabilizer", rows);
        }
        if args.verify {
            object = object.with("verified", self.verified);
        }
        object
    }
}

fn classes(
    args: &CountArgs,
    symmetries: &Symmetries<'_>,
    up_to: UpTo,
    monitor: &Monitor,
) -> Result<Counted, Failure> {
    let (packing, group) = (symmetries.packing(), symmetries.up_to(up_to));
    let setup = Setup { args: &args.search, monitor, ordered: false };
    if !args.by_stabilizer {
        let outcome = count_classes(&args.search, packing, &group, monitor);
        let verified = if args.verify && outcome.complete {
            burnside(packing, &group, &outcome.solutions, |search| setup.search(search))?
        } else {
            None
        };
        return Ok(Counted { verified, ..outcome.into() });
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
    let mut rows = Vec::new();
    for (stabilizer, &classes) in &by_stabilizer {
        let size = group.order() / stabilizer.len();
        let names = stabilizer[1..].iter().map(|&number| group.elements()[number].name.clone());
        total += u128::from(classes) * size as u128;
        rows.push(Stabilized { classes, size, symmetries: names.collect() });
    }
    if !args.json {
        for Stabilized { classes, size, symmetries } in &rows {
            let class = if *classes == 1 { "class" } else { "classes" };
            let names = if symmetries.is_empty() { "no symmetry".to_owned() } else { symmetries.join(", ") };
            output::to(None, |out| writeln!(out, "{classes} {class} of {size}: {names}"))?;
        }
    }
    if outcome.complete && !args.search.quiet {
        eprintln!("{total} solutions in all.");
    }
    let verified = if args.verify && outcome.complete {
        burnside(packing, &group, &outcome.solutions.into(), |search| setup.search(search))?
    } else {
        None
    };
    Ok(Counted { total: outcome.into(), by_stabilizer: Some(rows), verified })
}

/// Compares with Burnside's lemma: classes = (1/|G|) Σ fix(g), with fix(g) from searches of their own. None if these
/// were stopped.
fn burnside(
    packing: &Packing<'_>,
    group: &Group,
    classes: &BigUint,
    configure: impl Fn(Search<'_>) -> Search<'_>,
) -> Result<Option<bool>, Failure> {
    let Some(fixed) = fixed(packing, group, configure) else {
        eprintln!("Not verified: the searches for symmetrical solutions were stopped.");
        return Ok(None);
    };
    let sum: BigUint = fixed.iter().sum();
    if sum == classes * group.order() {
        let order = group.order();
        eprintln!(
            "Verified by Burnside's lemma: the numbers of solutions that each symmetry fixes add up to {sum} = {order}·{classes}."
        );
        return Ok(Some(true));
    }
    let message = format!(
        "two ways to count disagree: {classes} classes, but Burnside's sum is {sum} for {} symmetries",
        group.order()
    );
    Err(Failure::mistake(
        Diagnostic::error("count-disagrees", message).remedy("this is a bug: please report the puzzle"),
    ))
}
