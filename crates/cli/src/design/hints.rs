//! `polydlx design hints`

use super::listing::{show, threads, usual_style};
use super::notes::FolderNotes;
use crate::args::{InputArgs, WorkArgs};
use crate::asking::no_requirement;
use crate::failure::Failure;
use crate::json::Object;
use crate::long::reader::not_of_this_puzzle;
use crate::long::session::Session;
use crate::long::{Means, QuestionArgs, Which, begin, with_kept};
use crate::search::because;
use crate::sheets::{Entry, Look, write};
use crate::watch::{Watch, duration};
use crate::{Answer, Outcome, input, output, solutions};
use polydlx::cover::Monitor;
use polydlx::design::{
    Hints, HintsError, HintsPlan, Notes, Scope, can_be_hinted, fewest_hints, fewest_hints_among,
    fewest_hints_for,
};
use polydlx::diagnostic::Diagnostic;
use polydlx::lattice::{Placement, Puzzle, Tiling};
use polydlx::packing::check;
use polydlx::spec::{Line, Loaded, Pragma, Spec, all_cells_of, cells_of};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Place the fewest pieces that make the solution unique
///
/// Prints a spec with the hints as `|! place` lines. All packings count, not only those that differ by more than
/// a symmetry. If there are too many solutions to look at all of them, a sample is taken: for each of its solutions the
/// number of hints is the least one, but others may do with fewer, and the spec says so.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx design hints pentominoes-6x10
  polydlx design hints soma-3x3x3 --seed 7            other hints, if there are any
  polydlx design hints my.spec --solution mine.txt    for one solution
  polydlx design hints my.spec --most 1000000
  polydlx design hints my.spec --save hints           to be gone on with

Exit status: 0 found, 1 there is no solution, 2 error, 3 stopped early.")]
pub(crate) struct HintsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Give hints for the first solution in this file, `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) solution: Option<String>,

    /// Look at all solutions if there are no more than this
    #[arg(long, value_name = "N", default_value = "100000")]
    pub(crate) most: u64,

    /// How many solutions to look at if there are more
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: u64,

    /// Which of several answers is given
    #[arg(long, value_name = "SEED", default_value = "0")]
    pub(crate) seed: u64,

    /// Write a JSON object instead of a spec
    #[arg(long)]
    pub(crate) json: bool,

    /// Write the puzzle as a sheet to be printed, too, with its solution (.pdf); see `polydlx sheets`
    #[arg(long, value_name = "FILE")]
    pub(crate) draw: Option<PathBuf>,

    /// Keep what was found out in this folder; the same command again goes on where it stopped
    #[arg(long, value_name = "FOLDER")]
    pub(crate) save: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

pub(crate) fn run(args: &HintsArgs) -> Outcome {
    let loaded = input::puzzle(&args.input)?;
    no_requirement(&loaded, "`polydlx design`")?;
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let given = args.solution.as_ref().map(|file| solution(&args.input.input, file, puzzle)).transpose()?;
    let monitor = Monitor::new();
    let mut plan = HintsPlan {
        most: args.most,
        sample: args.sample,
        seed: args.seed,
        threads: threads(&args.work),
        monitor: monitor.clone(),
        notes: None,
    };
    let (result, cause) = if let Some(folder) = &args.save {
        let notes = FolderNotes::open(folder, &args.input.input, args.solution.as_deref())?;
        let notes = Arc::new(notes);
        plan.notes = Some(Arc::clone(&notes) as Arc<dyn Notes>);
        let session = Session::start(args.work.progress);
        plan.monitor = session.monitor.clone();
        let result = match &given {
            Some(solution) => fewest_hints_for(puzzle, solution, &plan),
            None => kept_hints(args, puzzle, folder, &plan, &session)?,
        };
        notes.flush()?;
        (result, session.end())
    } else {
        // There are many searches, and nobody knows how many more: so no part of them is said to be done.
        let watched = monitor.clone();
        let watch = Watch::with(&monitor, show(&args.work, false), move |elapsed| {
            let solutions = watched.progress().solutions;
            format!("{}: {solutions} solutions looked at", duration(elapsed.as_secs_f64()))
        });
        let result = match &given {
            Some(solution) => fewest_hints_for(puzzle, solution, &plan),
            None => fewest_hints(puzzle, &plan),
        };
        (result, watch.cause())
    };
    match result {
        Ok(hints) => {
            let text = if args.json {
                format!("{}\n", as_json(puzzle, &hints, args))
            } else {
                hinted(&loaded, &hints, args)
            };
            output::to(None, |out| out.write_all(text.as_bytes()))?;
            if let Some(path) = &args.draw {
                let title =
                    loaded.spec.as_ref().and_then(Spec::title).unwrap_or(&args.input.input).to_owned();
                let puzzle = Puzzle { placed: hints.placements.clone(), ..puzzle.clone() };
                let entry =
                    Entry { title, puzzle, labels: loaded.labels().to_vec(), style: usual_style(&loaded) };
                write(&[entry], &Look::default(), path)?;
            }
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
                let again = if args.save.is_some() { "; the same command goes on from there" } else { "" };
                eprintln!("No hints: {}{again}.", because(cause));
            }
            Ok(Answer::Partial)
        }
        Err(error) => Err(Failure::mistake(Diagnostic::error("no-hints", error.to_string()))),
    }
}

/// The fewest hints for any solution; the solutions are kept in a folder inside, as `polydlx solve` keeps them.
fn kept_hints(
    args: &HintsArgs,
    puzzle: &Puzzle,
    folder: &Path,
    plan: &HintsPlan,
    session: &Session,
) -> Result<Result<Hints, HintsError>, Failure> {
    if let Err(error) = can_be_hinted(puzzle) {
        return Ok(Err(error));
    }
    let InputArgs { input, lattice, change } = &args.input;
    let question = QuestionArgs::about(input, *lattice, change)?;
    let path = folder.join("solutions");
    begin(&path, "solve", (&question).into(), &plan.monitor)?;
    let means = Means { threads: plan.threads, ..Means::default() };
    let enough = plan.most.saturating_add(1);
    let found = with_kept(&path, means, &plan.monitor, |kept| {
        session.work(kept, Which::Every, plan.threads, Some(enough))
    })?;
    session.rest();
    let Some(found) = found.filter(|found| found.complete || found.total.kept >= enough) else {
        return Ok(Err(HintsError::Stopped));
    };
    if !found.complete || found.total.kept > plan.most {
        return Ok(fewest_hints_among(puzzle, None, plan));
    }
    let mut all = Vec::new();
    for solution in solutions::open("", &path.display().to_string(), puzzle)? {
        all.push(solution?.tiling(puzzle).map_err(|_| not_of_this_puzzle(&path))?);
    }
    Ok(fewest_hints_among(puzzle, Some(&all), plan))
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

/// The hints, the solution that they leave, and among how many solutions there are no fewer.
fn as_json(puzzle: &Puzzle, hints: &Hints, args: &HintsArgs) -> Object {
    let placement = |Placement { piece, shape }: &Placement| {
        let cells: Vec<String> = shape.sites().iter().map(|&site| puzzle.site_name(site)).collect();
        Object::default().with("piece", puzzle.pieces[piece.0].name.as_str()).with("cells", cells)
    };
    let (least_of, solutions) = match hints.scope {
        Scope::All(all) => ("all", all),
        Scope::Sample(size) if args.solution.is_some() => ("given", size),
        Scope::Sample(size) => ("sample", size),
    };
    Object::default()
        .list("hints", hints.placements.iter().map(placement))
        .list("solution", hints.solution.iter().map(placement))
        .with("least_of", least_of)
        .with("solutions", solutions)
}

/// The spec with its hints.
fn hinted(loaded: &Loaded, hints: &Hints, args: &HintsArgs) -> String {
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
        text += &format!("|! lattice {}\n", puzzle.lattice.said());
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
                let cells = cells_of(puzzle.lattice, shape).unwrap_or_else(|_| all_cells_of(puzzle, shape));
                text += &format!("|! place {} {cells}\n", puzzle.pieces[piece.0].name);
            }
        }
        text += &format!("{}\n", line.value);
    }
    text
}
