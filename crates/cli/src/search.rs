//! What `solve`, `count` and `verify` have in common.

use crate::Answer;
use crate::args::{BranchName, EngineName, SearchArgs};
use crate::watch::Cause;
use polydlx::cover::{Branch, Engine, Monitor, Outcome, Problem, Search};
use polydlx::lattice::{Puzzle, Sided};
use polydlx::packing::{Reason, reasons};
use std::thread::available_parallelism;

/// A search as the arguments want it.
pub(crate) fn search<'a>(args: &SearchArgs, problem: &'a Problem, monitor: &Monitor) -> Search<'a> {
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
    let search = Search::new(problem).engine(engine).branch(branch).threads(threads).monitor(monitor);
    if args.engine == EngineName::Bits && search.engine_used() != Engine::Bits && !args.quiet {
        eprintln!("The problem does not fit engine bits: engine links is used.");
    }
    search
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
