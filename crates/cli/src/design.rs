//! `polydlx design`

use crate::args::{
    DesignArgs, DesignCommand, DesignHintsArgs, DesignRegionsArgs, DesignSetsArgs, FamilyName, ListingArgs,
    Stretch, WorkArgs,
};
use crate::failure::Failure;
use crate::search::because;
use crate::watch::{Show, Watch, duration};
use crate::{Answer, Outcome, input, output, solutions};
use polydlx::cover::Monitor;
use polydlx::design::{
    Family, Found, Hints, HintsError, HintsPlan, Plan, Pool, Report, Rules, Scope, Span, Ways,
    cells_of_pieces, equivalence, fewest_hints, fewest_hints_for, search_regions, search_sets,
};
use polydlx::diagnostic::Diagnostic;
use polydlx::lattice::{Lattice, Placement, Puzzle, Shape, Tiling};
use polydlx::packing::check;
use polydlx::spec::{Line, Loaded, NoSets, Pragma, Source, cells_of, load};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;

pub(crate) fn run(args: &DesignArgs) -> Outcome {
    match &args.what {
        DesignCommand::Sets(args) => sets(args),
        DesignCommand::Regions(args) => regions(args),
        DesignCommand::Hints(args) => hints(args),
    }
}

fn sets(args: &DesignSetsArgs) -> Outcome {
    let loaded = input::puzzle(&args.input)?;
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let rules = Rules { pieces: args.pieces, sizes: args.sizes.clone() };
    let pool = Pool::new(puzzle, &rules)
        .map_err(|error| Failure::mistake(Diagnostic::error("no-pool", error.to_string())))?;
    let listing =
        Listing { list: &args.list, work: &args.work, names: ["set", "sets"], length: Some(pool.len()) };
    listing.run(|plan, visit| {
        search_sets(&pool, ways(args.ways), plan, |set| {
            visit(set.number, set.ways, &|| Ok(pool.names(&set.pieces).join(" ")))
        })
    })
}

fn regions(args: &DesignRegionsArgs) -> Outcome {
    let loaded = input::spec(&args.input, args.lattice)?;
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let lattice = puzzle.lattice;
    let (family, size) = match &args.regions {
        Some(file) => (Family::Listed(listed(file, lattice)?), 0),
        None => family(args, puzzle)?,
    };
    let default = if args.list.count { Ways::ANY } else { Ways::SOME };
    let wanted = args.ways.map_or(default, ways);
    let sided = args.sided.unwrap_or_else(|| equivalence(puzzle));
    let length = match &family {
        Family::Listed(shapes) => Some(shapes.len() as u64),
        _ => None,
    };
    let listing = Listing { list: &args.list, work: &args.work, names: ["region", "regions"], length };
    listing.run(|plan, visit| {
        search_regions(puzzle, (&family, size, sided), wanted, plan, |region| {
            visit(region.number, region.ways, &|| cells_of(lattice, &region.shape).map_err(io::Error::other))
        })
    })
}

/// The family that the arguments name, and the number of cells.
fn family(args: &DesignRegionsArgs, puzzle: &Puzzle) -> Result<(Family, usize), Failure> {
    let mistake = |kind: &'static str, message: String, remedy: String| {
        Failure::mistake(Diagnostic::error(kind, message).remedy(remedy))
    };
    let size = args.size.map(usize::from).or_else(|| cells_of_pieces(puzzle)).ok_or_else(|| {
        let message = "how many cells the pieces have depends on which of them are used";
        mistake("unknown-size", message.to_owned(), "say `--size N`".to_owned())
    })?;
    let family = match args.family.expect("clap sees to it") {
        FamilyName::Polyforms => Family::Polyforms,
        FamilyName::Boxes => Family::Boxes,
        FamilyName::Convex => Family::Convex,
        FamilyName::Prisms => Family::Prisms(args.height.ok_or_else(|| {
            let heights: Vec<_> =
                (1..=size).filter(|h| size.is_multiple_of(*h)).map(|h| h.to_string()).collect();
            let remedy = format!("say `--height N`; {size} cells make {} layers", heights.join(", "));
            mistake("no-height", "it takes a height to make a prism".to_owned(), remedy)
        })?),
    };
    if args.height.is_some() && args.family != Some(FamilyName::Prisms) {
        let remedy = "say `--family prisms`, or leave out the height".to_owned();
        return Err(mistake("no-prisms", "only prisms have a height".to_owned(), remedy));
    }
    family.check(puzzle.lattice, size).map_err(|error| {
        let remedy = "see `polydlx design regions --help` for the families".to_owned();
        mistake("no-family", error.to_string(), remedy)
    })?;
    Ok((family, size))
}

/// The regions in a file: a box on each line, behind what `polydlx design regions` writes before it.
fn listed(file: &str, lattice: Lattice) -> Result<Vec<Shape>, Failure> {
    let source = input::source(file)?;
    let mut shapes = Vec::new();
    for (number, line) in source.text.lines().enumerate() {
        if line.starts_with('|') || line.trim().is_empty() {
            continue;
        }
        let cells = line.rsplit_once(": ").map_or(line, |(_, cells)| cells);
        let name = format!("{}, line {}", source.name, number + 1);
        let loaded = load(Source::new(name.clone(), cells), Some(lattice), &NoSets);
        let Some(puzzle) = loaded.puzzle() else {
            return Err(Failure::Mistakes(loaded.sources, loaded.diagnostics));
        };
        if puzzle.has_suffixes() {
            let message = format!("{name}: cells of a region have no suffixes here");
            return Err(Failure::mistake(Diagnostic::error("region-suffix", message)));
        }
        shapes.push(puzzle.region.shape().clone());
    }
    Ok(shapes)
}

fn hints(args: &DesignHintsArgs) -> Outcome {
    let loaded = input::puzzle(&args.input)?;
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let given = args.solution.as_ref().map(|file| solution(&args.input.input, file, puzzle)).transpose()?;
    let monitor = Monitor::new();
    let plan = HintsPlan {
        most: args.most,
        sample: args.sample,
        seed: args.seed,
        threads: threads(&args.work),
        monitor: monitor.clone(),
    };
    let watch = Watch::start(&monitor, args.work.time_limit, show(&args.work, false));
    let result = match &given {
        Some(solution) => fewest_hints_for(puzzle, solution, &monitor),
        None => fewest_hints(puzzle, &plan),
    };
    let cause = watch.cause();
    drop(watch);
    match result {
        Ok(hints) => {
            let text = hinted(&loaded, &hints, args);
            output::to(None, |out| out.write_all(text.as_bytes()))?;
            Ok(if cause.is_some() { Answer::Partial } else { Answer::Yes })
        }
        Err(HintsError::NoSolution) => {
            if !args.work.quiet {
                eprintln!("There is no solution.");
            }
            Ok(Answer::No)
        }
        Err(HintsError::Stopped) => {
            if !args.work.quiet {
                eprintln!("No hints: {}.", because(cause));
            }
            Ok(Answer::Partial)
        }
        Err(error) => Err(Failure::mistake(Diagnostic::error("no-hints", error.to_string()))),
    }
}

/// The first solution in a file.
fn solution(spec: &str, file: &str, puzzle: &Puzzle) -> Result<Tiling, Failure> {
    let Some(found) = solutions::open(spec, file, puzzle)?.next() else {
        let message = format!("there are no solutions in {file}");
        return Err(Failure::mistake(Diagnostic::error("no-solutions", message)));
    };
    let found = found?;
    check(puzzle, &found.claims).map_err(|fault| {
        let message = format!("{file}, line {}: this is no solution: {fault}", found.line);
        Failure::mistake(Diagnostic::error("wrong-solution", message))
    })?;
    Ok(found.tiling(puzzle).expect("checked"))
}

/// The spec with its hints.
fn hinted(loaded: &Loaded, hints: &Hints, args: &DesignHintsArgs) -> String {
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let spec = loaded.spec.as_ref().expect("a spec without mistakes");
    let number = hints.placements.len();
    let hints_leave = if number == 1 { "1 hint leaves".to_owned() } else { format!("{number} hints leave") };
    let fewer = if number == 0 { "" } else { ", and fewer leave more" };
    let mut text = match hints.scope {
        Scope::All(1) => "| There is only one solution, without hints.\n".to_owned(),
        Scope::All(all) => format!("| {hints_leave} one of {all} solutions{fewer}.\n"),
        Scope::Sample(_) if args.solution.is_some() => {
            format!("| {hints_leave} just the given solution; fewer of its pieces leave more.\n")
        }
        Scope::Sample(size) => format!(
            "| {hints_leave} just one solution.\n| There are more than {} solutions, and {size} were looked at: \
             none of them does with fewer hints, but others may.\n",
            args.most
        ),
    };
    if !spec.pragmas().any(|pragma| matches!(pragma, Pragma::Lattice(_))) {
        text += &format!("|! lattice {}\n", puzzle.lattice.name());
    }
    let mut box_seen = false;
    for line in &spec.lines {
        // What was said of all solutions is true no more, and who knows what comments say.
        if matches!(line.value, Line::Pragma(Pragma::Expect(..) | Pragma::Cost(_)) | Line::Comment(_)) {
            continue;
        }
        if matches!(line.value, Line::Box(_)) && !box_seen {
            box_seen = true;
            text += "|! expect total 1\n";
            for Placement { piece, shape } in &hints.placements {
                let names = || shape.sites().iter().map(|&site| puzzle.site_name(site)).collect::<Vec<_>>();
                let cells = cells_of(puzzle.lattice, shape).unwrap_or_else(|_| names().join(" "));
                text += &format!("|! place {} {cells}\n", puzzle.pieces[piece.0].name);
            }
        }
        text += &format!("{}\n", line.value);
    }
    text
}

/// A list to go through.
struct Listing<'a> {
    list: &'a ListingArgs,
    work: &'a WorkArgs,
    /// What its members are called, one and several.
    names: [&'static str; 2],
    /// How many there are, if that is known.
    length: Option<u64>,
}

/// What is done with a member that was found: its number, its ways, and its text.
type Visit<'a> = &'a mut dyn FnMut(u64, Found, &dyn Fn() -> io::Result<String>) -> ControlFlow<()>;

impl Listing<'_> {
    /// Searches under watch, and prints what is found, or how many with each number of ways.
    fn run(&self, search: impl FnOnce(&Plan, Visit<'_>) -> Report) -> Outcome {
        let span = self.list.range.map_or(Span::ALL, |range| Span { first: range.low, last: range.high });
        let plan = Plan { span, seed: self.list.seed, threads: threads(self.work), ..Plan::default() };
        let (done, length, names) = (plan.done.clone(), self.length, self.names);
        let on_terminal = !self.list.count && io::stdout().is_terminal();
        let watch =
            Watch::with(&plan.monitor, self.work.time_limit, show(self.work, on_terminal), move |elapsed| {
                let of = length.map(|length| format!(" of {length}")).unwrap_or_default();
                let done = done.load(Ordering::Relaxed);
                format!("{}: {done}{of} {} looked at", duration(elapsed.as_secs_f64()), names[1])
            });
        let mut found = 0;
        let mut failed = None;
        let mut by_ways: BTreeMap<u64, u64> = BTreeMap::new();
        let report = search(&plan, &mut |number, ways, text| {
            found += 1;
            *by_ways.entry(ways.classes).or_default() += 1;
            if !self.list.count {
                let line = || Ok(format!("{number}: {}: {}", words(ways), text()?));
                failed = line()
                    .map_err(Failure::stdout)
                    .and_then(|line| output::to(None, |out| writeln!(out, "{line}")))
                    .err();
            }
            let enough = failed.is_some() || self.list.number == Some(found);
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let cause = watch.cause();
        drop(watch);
        if let Some(failure) = failed {
            return Err(failure);
        }
        if self.list.count {
            for (ways, number) in by_ways {
                let [way, member] = [plural(ways, ["way", "ways"]), plural(number, self.names)];
                output::to(None, |out| writeln!(out, "{ways} {way}: {number} {member}"))?;
            }
        }
        if !self.work.quiet {
            self.summary(found, &report, cause.map(|cause| because(Some(cause))));
        }
        Ok(match (report.stopped_at, cause) {
            (Some(_), Some(_)) => Answer::Partial,
            _ if found == 0 => Answer::No,
            _ => Answer::Yes,
        })
    }

    fn summary(&self, found: u64, report: &Report, because: Option<&str>) {
        let Report { looked_at, stopped_at, left_out } = *report;
        let members = plural(looked_at, self.names);
        match (stopped_at, because) {
            (None, _) => eprintln!("{found} of {looked_at} {members}."),
            (Some(_), None) => eprintln!("{found} of the first {looked_at} {members}, as asked for."),
            (Some(next), Some(because)) => eprintln!(
                "At least {found}: {because} after {looked_at} {members}; `--range {next}..` goes on from there."
            ),
        }
        if left_out > 0 {
            let regions = plural(left_out, self.names);
            eprintln!("{left_out} {regions} could not be looked at: a coordinate would be greater than 61.");
        }
    }
}

fn words(ways: Found) -> String {
    format!("{} {}, {} up to symmetry", ways.total, plural(ways.total, ["way", "ways"]), ways.classes)
}

fn plural(number: u64, [one, several]: [&'static str; 2]) -> &'static str {
    if number == 1 { one } else { several }
}

fn ways(stretch: Stretch) -> Ways {
    Ways { low: stretch.low, high: stretch.high }
}

fn threads(work: &WorkArgs) -> usize {
    work.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
}

fn show(work: &WorkArgs, on_terminal: bool) -> Show {
    Show::new(work.progress, work.quiet, on_terminal)
}
