//! What `solve`, `count` and `verify` have in common.

use crate::Answer;
use crate::args::{BranchName, EngineName, SearchArgs, SymmetryArgs, UpTo};
use crate::failure::Failure;
use crate::json::Object;
use crate::watch::Cause;
use polydlx::cover::{Branch, Engine, Monitor, Outcome, Problem, Search, Total};
use polydlx::diagnostic::{Diagnostic, nearest};
use polydlx::lattice::Sided;
use polydlx::packing::{self, Group, Packing, Reason, Reduction, reasons};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::LazyLock;
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
        EngineName::Frontier => Engine::Frontier,
    };
    let branch = match args.branch {
        BranchName::Mrv => Branch::Mrv,
        BranchName::First => Branch::First,
    };
    let threads = args.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
    let memory = args.memory.unwrap_or_else(|| *HALF_OF_WHAT_IS_FREE);
    search.engine(engine).branch(branch).threads(threads).memory(memory).monitor(monitor)
}

/// Half of the memory that can be had, asked once; a gigabyte where nobody knows.
static HALF_OF_WHAT_IS_FREE: LazyLock<usize> = LazyLock::new(|| {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kilobytes =
        text.lines().find_map(|line| line.strip_prefix("MemAvailable:")?.trim().split(' ').next());
    kilobytes.and_then(|number| number.parse::<usize>().ok()).map_or(1 << 30, |number| number * 512)
});

/// The problem to search: the quickest one, unless it is the engine or the tree that matters.
pub(crate) fn problem_of<'a>(args: &SearchArgs, packing: &'a Packing<'_>) -> &'a Problem {
    match args.engine {
        EngineName::Auto | EngineName::Frontier => packing.lean_problem(),
        EngineName::Links | EngineName::Bits => packing.problem(),
    }
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
    pub(crate) fn all(&self) -> &Group {
        self.all.get_or_init(|| Group::new(self.packing))
    }

    /// Those that `--up-to` means.
    pub(crate) fn up_to(&self, up_to: UpTo) -> Cow<'_, Group> {
        match up_to {
            UpTo::Symmetry => Cow::Borrowed(self.all()),
            UpTo::Rotation => Cow::Owned(self.all().rotations()),
        }
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

/// The number of all solutions.
pub(crate) fn count_all(args: &SearchArgs, symmetries: &Symmetries<'_>, monitor: &Monitor) -> Total {
    let packing = symmetries.packing;
    match args.engine {
        // Those who name an engine want its tree, whole.
        EngineName::Links | EngineName::Bits => search(args, packing.problem(), monitor).total(),
        EngineName::Auto | EngineName::Frontier => {
            let setup = Setup { args, monitor, ordered: false };
            packing::count_all(packing, symmetries.all(), |search| setup.search(search))
        }
    }
}

/// The number of classes.
pub(crate) fn count_classes(
    args: &SearchArgs,
    packing: &Packing<'_>,
    group: &Group,
    monitor: &Monitor,
) -> Total {
    let setup = Setup { args, monitor, ordered: false };
    let reduction = reduction(args, packing, group);
    packing::count_classes(packing, group, &reduction, |search| setup.search(search))
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

/// How a number was found.
pub(crate) fn report(args: &SearchArgs, total: &Total) {
    if args.verbose || (args.stats && total.sweep.is_some()) {
        eprintln!("Engine {}: {}.", engine_of(total), total.why);
    }
    if let (true, Some(tally)) = (args.stats, &total.sweep) {
        eprintln!("shapes     {}", tally.shapes);
        eprintln!("states     {}", tally.states);
        eprintln!("peak       {} states at a time", tally.peak);
    }
    if let (true, Some(outcome)) = (args.stats, &total.search) {
        print_stats(outcome);
    }
    if let (true, Some(megabytes)) = (args.stats, peak_memory()) {
        eprintln!("memory     {megabytes} MB at most");
    }
}

/// What a number was found with.
fn engine_of(total: &Total) -> &'static str {
    total.search.as_ref().map_or("frontier", |outcome| engine_name(outcome.engine))
}

/// A number and how it was found, for programs; with `--stats` also what people would be told.
pub(crate) fn total_json(args: &SearchArgs, total: &Total) -> Object {
    let (search, sweep) = (total.search.as_ref(), total.sweep.as_ref());
    let object = Object::default()
        .raw("count", &total.solutions)
        .with("complete", total.complete)
        .with("engine", engine_of(total))
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
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().split(' ').next()?.parse::<usize>().ok()?.div_ceil(1024))
}

/// The name of an engine, as `--engine` has it.
pub(crate) fn engine_name(engine: Engine) -> &'static str {
    match engine {
        Engine::Bits => "bits",
        Engine::Frontier => "frontier",
        Engine::Auto | Engine::Links => "links",
    }
}

/// What the search tree was like.
pub(crate) fn print_stats(outcome: &Outcome) {
    let engine = engine_name(outcome.engine);
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

/// The words for what ended a search early.
pub(crate) fn because(cause: Option<Cause>) -> &'static str {
    match cause {
        Some(Cause::TimeLimit) => "stopped at the time limit",
        Some(Cause::Signal) => "interrupted",
        None => "stopped",
    }
}

/// Says why a puzzle has no solution, as far as that is easy to see.
pub(crate) fn explain_none(packing: &Packing<'_>) {
    let puzzle = packing.puzzle();
    let reasons = reasons(packing.options());
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
