//! What `solve`, `count` and `verify` have in common.

use crate::Answer;
use crate::args::{BranchName, EngineName, SearchArgs, SymmetryArgs, UpTo};
use crate::failure::Failure;
use crate::watch::Cause;
use polydlx::cover::{Branch, Engine, Monitor, Outcome, Problem, Search};
use polydlx::diagnostic::{Diagnostic, nearest};
use polydlx::lattice::{Puzzle, Sided};
use polydlx::packing::{Group, Packing, Reason, Reduction, reasons};
use std::thread::available_parallelism;

/// A search as the arguments want it.
pub(crate) fn search<'a>(args: &SearchArgs, problem: &'a Problem, monitor: &Monitor) -> Search<'a> {
    let search = configure(args, monitor, Search::new(problem));
    if args.engine == EngineName::Bits && search.engine_used() != Engine::Bits && !args.quiet {
        eprintln!("The problem does not fit engine bits: engine links is used.");
    }
    search
}

/// The same, without a problem yet: what each case of a reduction is to be searched with.
pub(crate) fn configure<'s>(args: &SearchArgs, monitor: &Monitor, search: Search<'s>) -> Search<'s> {
    let engine = match args.engine {
        EngineName::Auto => Engine::Auto,
        EngineName::Links => Engine::Links,
        EngineName::Bits => Engine::Bits,
    };
    let branch = match args.branch {
        BranchName::Mrv => Branch::Mrv,
        BranchName::First => Branch::First,
    };
    let threads = args.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
    search.engine(engine).branch(branch).threads(threads).monitor(monitor)
}

/// The problem to search: the quickest one, unless it is the engine or the tree that matters.
pub(crate) fn problem_of<'a>(args: &SearchArgs, packing: &'a Packing<'_>) -> &'a Problem {
    if args.engine == EngineName::Auto { packing.lean_problem() } else { packing.problem() }
}

/// The symmetries that `--up-to` means.
pub(crate) fn group(packing: &Packing<'_>, up_to: UpTo) -> Group {
    let group = Group::new(packing);
    match up_to {
        UpTo::Symmetry => group,
        UpTo::Rotation => group.rotations(),
    }
}

/// How each case of a reduction is searched. Not a closure, because argument and result share a lifetime.
pub(crate) struct Setup<'a> {
    pub(crate) args: &'a SearchArgs,
    pub(crate) monitor: &'a Monitor,
    pub(crate) ordered: bool,
}

impl Setup<'_> {
    pub(crate) fn search<'s>(&self, search: Search<'s>) -> Search<'s> {
        configure(self.args, self.monitor, search).ordered(self.ordered)
    }
}

/// The reduction of a puzzle; with `--stats` it is reported.
pub(crate) fn reduction(args: &SearchArgs, packing: &Packing<'_>, group: &Group) -> Reduction {
    let reduction = Reduction::new(packing, group);
    if args.stats {
        eprintln!("group      of order {}", group.order());
        reduction.report.iter().for_each(|line| eprintln!("reduction  {line}"));
    }
    reduction
}

/// The number of classes.
pub(crate) fn count_classes(
    args: &SearchArgs,
    packing: &Packing<'_>,
    group: &Group,
    monitor: &Monitor,
) -> Outcome {
    let setup = Setup { args, monitor, ordered: false };
    reduction(args, packing, group).count(group, |search| setup.search(search))
}

/// The symmetries that `--invariant-under` names, and all that they make.
pub(crate) fn subgroup(group: &Group, names: &[String]) -> Result<Vec<usize>, Failure> {
    let mut numbers = Vec::new();
    for name in names {
        let found = group.find(name).ok_or_else(|| {
            let known = group.elements().iter().map(|element| element.name.as_str());
            let remedy = match nearest(name, known.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("its symmetries are: {}", known.collect::<Vec<_>>().join(", ")),
            };
            let message = format!("the puzzle has no symmetry called `{name}`");
            Failure::mistake(Diagnostic::error("unknown-symmetry", message).remedy(remedy))
        })?;
        numbers.push(found);
    }
    Ok(group.generated(&numbers))
}

/// What to say when somebody asks for the symmetry of a DLX file.
pub(crate) fn no_geometry(symmetry: &SymmetryArgs) -> Result<(), Failure> {
    if symmetry.up_to.is_none() && symmetry.invariant_under.is_empty() {
        return Ok(());
    }
    let message = "a DLX file has no geometry, so there are no symmetries to count up to";
    let remedy = "give the spec instead, or break the symmetry in the file";
    Err(Failure::mistake(Diagnostic::error("no-geometry", message).remedy(remedy)))
}

/// What the search tree was like.
pub(crate) fn print_stats(outcome: &Outcome) {
    let engine = if outcome.engine == Engine::Bits { "bits" } else { "links" };
    eprintln!("engine     {engine}");
    eprintln!("solutions  {}", outcome.solutions);
    eprintln!("nodes      {}", outcome.nodes);
    if let Some(updates) = outcome.updates {
        eprintln!("updates    {updates}");
    }
    eprintln!("profile    nodes by level");
    for (level, nodes) in outcome.profile.iter().enumerate() {
        eprintln!("{level:9}: {nodes}");
    }
}

/// The answer that an outcome gives.
pub(crate) fn answer(outcome: &Outcome, cause: Option<Cause>) -> Answer {
    match (outcome.complete, cause) {
        (false, Some(_)) => Answer::Partial,
        _ if outcome.solutions == 0 => Answer::No,
        _ => Answer::Yes,
    }
}

/// The words for what ended a search early.
pub(crate) fn because(cause: Option<Cause>) -> &'static str {
    match cause {
        Some(Cause::TimeLimit) => "stopped at the time limit",
        Some(Cause::Signal) => "interrupted",
        None => "stopped",
    }
}

/// Says why a puzzle has no solution, as far as that is easy to see.
pub(crate) fn explain_none(puzzle: &Puzzle) {
    let reasons = reasons(puzzle);
    for reason in &reasons {
        eprintln!("There is no solution: {reason}.");
    }
    let freer = |(number, sided): (usize, Sided)| {
        let mut shapes = puzzle.shapes.iter().filter(|typical| typical.piece.0 == number);
        sided != Sided::Free
            && shapes.any(|typical| {
                let placements = |sided| typical.shape.base_placements(puzzle.lattice, sided).len();
                placements(Sided::Free) > placements(sided)
            })
    };
    let by_shape =
        reasons.iter().all(|reason| matches!(reason, Reason::NoPlacement(_) | Reason::BareCell(_)));
    if by_shape && puzzle.pieces.iter().map(|piece| piece.sided).enumerate().any(freer) {
        eprintln!("Not all pieces may be flipped; `|! sided free` would allow it.");
    }
}
