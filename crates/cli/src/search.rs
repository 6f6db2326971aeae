//! From the arguments of `solve`, `count`, `verify` and others to a question, and from its answer to words.

use crate::Answer;
use crate::args::{SearchArgs, SymmetryArgs, UpTo};
use crate::failure::Failure;
use crate::json::Object;
use crate::system::kilobytes;
pub(crate) use crate::watch::because;
use crate::watch::{Cause, Show, Watch};
use polydlx::cover::{
    Branch, Config, Engine, ItemId, Monitor, Outcome, Problem, Refusal, Stopped, engine_used,
};
use polydlx::diagnostic::{Diagnostic, nearest};
use polydlx::lattice::Sided;
use polydlx::packing::{self, Group, Method, Packing, Reason, Why, reasons};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::LazyLock;
use std::thread::available_parallelism;

/// The means that the arguments allow.
pub(crate) fn config(args: &SearchArgs) -> Config {
    Config {
        engine: args.engine,
        branch: args.branch.clone(),
        threads: args.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from),
        memory: args.memory.unwrap_or_else(|| *HALF_OF_WHAT_IS_FREE),
        vectors: args.vectors,
        ..Config::default()
    }
}

/// Half of the memory that can be had, asked once; a gigabyte where nobody knows.
pub(crate) static HALF_OF_WHAT_IS_FREE: LazyLock<usize> =
    LazyLock::new(|| kilobytes("/proc/meminfo", "MemAvailable").map_or(1 << 30, |number| number * 512));

/// A monitor and what watches it, from the beginning of the command.
pub(crate) fn watched(args: &SearchArgs, results_on_terminal: bool) -> (Monitor, Watch) {
    let monitor = Monitor::new();
    let show = Show::new(args.progress, args.quiet, results_on_terminal);
    let watch = Watch::start(&monitor, show);
    (monitor, watch)
}

/// The items of these names, all of which must be there; `sentence` says what is wrong if some are not.
pub(crate) fn named_items(
    problem: &Problem,
    names: &[String],
    sentence: impl Fn(&[&str]) -> String,
) -> Result<Vec<ItemId>, Failure> {
    let unknown: Vec<&str> =
        names.iter().map(String::as_str).filter(|name| problem.find(name).is_none()).collect();
    let Some(first) = unknown.first() else {
        return Ok(names.iter().filter_map(|name| problem.find(name)).collect());
    };
    let known = problem.listing().iter().map(|&item| problem.name(item));
    let remedy = match nearest(first, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "the first line of `polydlx options` that does not begin with `|` names all items".to_owned(),
    };
    Err(Failure::mistake(Diagnostic::error("unknown-item", sentence(&unknown)).remedy(remedy)))
}

/// Says so if the engine that was named cannot be used, and whether it did; items that were named must be there.
pub(crate) fn warn_of_engine(args: &SearchArgs, problem: &Problem) -> Result<bool, Failure> {
    if let Branch::Order(order) = &args.branch {
        named_items(problem, order, |unknown| {
            format!("no item is called `{}`, so it cannot come first", unknown.join("` or `"))
        })?;
    }
    let used = engine_used(problem, &config(args));
    let free = matches!(args.engine, Engine::Auto | Engine::Frontier);
    let is_refused = used != args.engine && !free;
    if is_refused && !args.quiet {
        let (engine, used) = (args.engine.name(), used.name());
        eprintln!("The problem does not fit engine {engine}: engine {used} is used.");
    }
    Ok(is_refused)
}

/// The symmetries of a puzzle, found when somebody asks for them first.
pub(crate) struct Symmetries<'a> {
    packing: &'a Packing<'a>,
    all: OnceCell<Group>,
}

impl<'a> Symmetries<'a> {
    pub(crate) fn new(packing: &'a Packing<'a>) -> Self {
        Self { packing, all: OnceCell::new() }
    }

    /// The puzzle.
    pub(crate) fn packing(&self) -> &'a Packing<'a> {
        self.packing
    }

    /// All of them.
    pub(crate) fn all(&self, monitor: &Monitor) -> Result<&Group, Stopped> {
        if self.all.get().is_none() {
            monitor.enter("looking for symmetries");
            let _ = self.all.set(Group::watched(self.packing, monitor)?);
        }
        self.all.get().ok_or(Stopped)
    }

    /// Those that `--up-to` means.
    pub(crate) fn up_to(&self, up_to: UpTo, monitor: &Monitor) -> Result<Cow<'_, Group>, Stopped> {
        let all = self.all(monitor)?;
        Ok(match up_to {
            UpTo::Symmetry => Cow::Borrowed(all),
            UpTo::Rotation => Cow::Owned(all.rotations()),
        })
    }
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

/// What to say when somebody asks for the symmetry of a DLX file, or of a diagram.
pub(crate) fn no_geometry(symmetry: &SymmetryArgs) -> Result<(), Failure> {
    if symmetry.up_to.is_none() && symmetry.invariant_under.is_empty() {
        return Ok(());
    }
    let message = "a DLX file or a diagram has no geometry, so there are no symmetries to count up to";
    let remedy = "say with --spec to which puzzle it belongs, or give the spec instead";
    Err(Failure::mistake(Diagnostic::error("no-geometry", message).remedy(remedy)))
}

/// How an answer was found, and what it took.
pub(crate) fn report(args: &SearchArgs, answer: &packing::Answer) {
    report_way(args, answer, args.verbose || (args.stats && answer.sweep.is_some()));
    if args.stats {
        report_work(answer);
    }
}

/// Which way was taken, if that is wanted, and why.
pub(crate) fn report_way(args: &SearchArgs, answer: &packing::Answer, is_wanted: bool) {
    if is_wanted {
        match answer.method {
            Method::Proof => eprintln!("No engine: there is a proof."),
            Method::Given => eprintln!("No engine: the solutions are those of the diagram."),
            _ => match engine_of(answer) {
                Some(engine) => eprintln!("Engine {engine}: {}.", why(args, answer)),
                None => eprintln!("No engine yet: it was stopped while getting ready."),
            },
        }
    }
    for line in answer.conditions.iter().filter(|_| args.verbose) {
        eprintln!("Condition {line}.");
    }
}

/// What it took.
fn report_work(answer: &packing::Answer) {
    if answer.symmetries > 1 {
        eprintln!("group      of order {}", answer.symmetries);
    }
    answer.report.iter().for_each(|line| eprintln!("reduction  {line}"));
    if let Some(tally) = &answer.sweep {
        eprintln!("shapes     {}", tally.shapes);
        eprintln!("states     {}", tally.states);
        eprintln!("peak       {} states at a time", tally.peak);
    }
    if let Some(outcome) = &answer.search {
        print_stats(outcome);
    }
    if let Some(megabytes) = peak_memory() {
        eprintln!("memory     {megabytes} MB at most");
    }
}

/// Why an answer was found in this way.
fn why(args: &SearchArgs, answer: &packing::Answer) -> String {
    let tree = |guess: f64| {
        // Whoever has counted need not guess.
        let counted = answer.search.as_ref().filter(|outcome| outcome.complete && answer.sweep.is_none());
        let nodes = round(counted.map_or(guess, |outcome| outcome.nodes as f64));
        if answer.symmetries > 1 {
            format!("the search, up to {} symmetries, has about {nodes} nodes", answer.symmetries)
        } else {
            format!("the search tree has about {nodes} nodes")
        }
    };
    let quicker = match answer.method {
        Method::Burnside => "Burnside's lemma is quicker",
        _ => "a sweep is quicker",
    };
    match answer.why {
        Why::Proved => "there is a proof".to_owned(),
        Why::Small(nodes) => format!("{}, which is little", tree(nodes)),
        Why::SweepIsSmall => match answer.method {
            Method::Burnside => "sweeps have few shapes, and Burnside's lemma does the rest".to_owned(),
            _ => "a sweep has few shapes".to_owned(),
        },
        Why::SweepIsCheaper(nodes) => format!("{}, and {quicker}", tree(nodes)),
        Why::SearchIsCheaper(nodes, Refusal::Work(_)) => {
            format!("{}, and a sweep is no quicker", tree(nodes))
        }
        Why::SearchIsCheaper(nodes, refusal) => {
            format!("{}, and a sweep would not do: {refusal}", tree(nodes))
        }
        Why::Huge(nodes) => format!("{}, so it was hunted for with many short searches", tree(nodes)),
        _ => match refusal(args, answer) {
            Some(refusal) => refusal,
            None if engine_of(answer) == Some(args.engine.name()) => "as asked".to_owned(),
            None => "no other will do".to_owned(),
        },
    }
}

/// Why the engine that was named was not used, if it was not.
fn refusal(args: &SearchArgs, answer: &packing::Answer) -> Option<String> {
    let used = engine_of(answer)?;
    match answer.why {
        Why::Refused(refusal) => Some(format!("engine frontier is not for this: {refusal}")),
        Why::Unseen => Some("engine frontier is not for this: each solution has to be looked at".to_owned()),
        _ if matches!(args.engine, Engine::Auto | Engine::Frontier) || used == args.engine.name() => None,
        _ => Some(format!("the problem does not fit engine {}", args.engine.name())),
    }
}

/// Says so if the engine that was named was not used, and nobody could know that before.
pub(crate) fn warn_of_refusal(args: &SearchArgs, answer: &packing::Answer) {
    let said = refusal(args, answer).filter(|_| !args.quiet && !args.verbose);
    if let (Some(refusal), Some(used)) = (said, engine_of(answer)) {
        let mut letters = refusal.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        let refusal: String = first.into_iter().chain(letters).collect();
        eprintln!("{refusal}; engine {used} is used.");
    }
}

/// A number for people.
fn round(number: f64) -> String {
    match number {
        1e12.. => format!("10^{}", number.log10().round()),
        1e9.. => format!("{:.0} thousand million", number / 1e9),
        1e6.. => format!("{:.0} million", number / 1e6),
        1e3.. => format!("{:.0} thousand", number / 1e3),
        _ => format!("{number:.0}"),
    }
}

/// What an answer was found with, if anything was begun.
pub(crate) fn engine_of(answer: &packing::Answer) -> Option<&'static str> {
    match (&answer.sweep, &answer.search, answer.method) {
        (None, Some(outcome), _) => Some(outcome.engine.name()),
        (Some(_), ..) | (None, None, Method::Sweep | Method::Burnside) => Some(Engine::Frontier.name()),
        _ => None,
    }
}

/// An answer and how it was found, for programs; with `--stats` also what people would be told.
pub(crate) fn answer_json(args: &SearchArgs, answer: &packing::Answer) -> Object {
    let (search, sweep) = (answer.search.as_ref(), answer.sweep.as_ref());
    let object = Object::default()
        .raw("count", &answer.count)
        .with("complete", answer.complete)
        .with("engine", engine_of(answer))
        .with("nodes", search.map(|outcome| outcome.nodes))
        .with("states", sweep.map(|tally| tally.states));
    if !args.stats {
        return object;
    }
    object
        .with("updates", search.and_then(|outcome| outcome.updates))
        .with("profile", search.map(|outcome| outcome.profile.clone()))
        .with("shapes", sweep.map(|tally| tally.shapes))
        .with("peak_states", sweep.map(|tally| tally.peak))
        .with("peak_megabytes", peak_memory())
}

/// The most memory that this process had, in megabytes, where the system tells.
fn peak_memory() -> Option<usize> {
    Some(kilobytes("/proc/self/status", "VmHWM")?.div_ceil(1024))
}

/// What the search tree was like.
fn print_stats(outcome: &Outcome) {
    eprintln!("engine     {}", outcome.engine.name());
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
pub(crate) fn answer(complete: bool, is_none: bool, cause: Option<Cause>) -> Answer {
    match (complete, cause) {
        (false, Some(_)) => Answer::Partial,
        _ if is_none => Answer::No,
        _ => Answer::Yes,
    }
}

/// What ended a search early, for programs.
pub(crate) fn cause_json(cause: Option<Cause>) -> Option<&'static str> {
    cause.map(|cause| match cause {
        Cause::TimeLimit => "time_limit",
        Cause::Signal => "signal",
    })
}

/// Reasons in words: the first ones, and how many more there are.
pub(crate) fn told(reasons: &[Reason]) -> Vec<String> {
    const MOST: usize = 5;
    let most = if reasons.len() > MOST + 1 { MOST } else { reasons.len() };
    let more = (most < reasons.len()).then(|| format!("there are {} more reasons", reasons.len() - most));
    reasons[..most].iter().map(ToString::to_string).chain(more).collect()
}

/// The proofs that were found, or else those that are cheap to find.
fn known_reasons<'a>(packing: &Packing<'_>, proofs: &'a [Reason]) -> Cow<'a, [Reason]> {
    if proofs.is_empty() { Cow::Owned(reasons(packing)) } else { Cow::Borrowed(proofs) }
}

/// Why a puzzle has no solution, for programs.
pub(crate) fn why_none(packing: &Packing<'_>, proofs: &[Reason]) -> Vec<String> {
    known_reasons(packing, proofs).iter().map(ToString::to_string).collect()
}

/// Says why a puzzle has no solution, as far as that is easy to see.
pub(crate) fn explain_none(packing: &Packing<'_>, proofs: &[Reason]) {
    let puzzle = packing.puzzle();
    let reasons = known_reasons(packing, proofs);
    for reason in told(&reasons) {
        eprintln!("There is no solution: {reason}.");
    }
    let shapes = puzzle.shapes_by_piece();
    let freer = |(number, sided): (usize, Sided)| {
        let mut shapes = shapes[number].iter();
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
