//! `polydlx solve`, and the work of `polydlx sample`

use crate::args::{PictureArgs, ProblemArgs, SearchArgs, SymmetryArgs, UpTo};
use crate::caption::{caption, stabilizer_of};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::pages::{Pages, Target, style};
use crate::picture::Picture;
use crate::search::{
    Setup, Symmetries, answer, because, engine_name, explain_none, no_geometry, print_stats, problem_of,
    reduction, search, subgroup,
};
use crate::watch::{Show, Watch};
use crate::{Answer, Outcome, screen};
use clap::ValueEnum;
use itertools::Itertools;
use polydlx::cover::{self, Monitor, Problem, Step};
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::{Drawing, drawing};
use polydlx::lattice::Puzzle;
use polydlx::packing::{Invariant, Packing};
use polydlx::solutions::{DlxWriter, Found, JsonWriter, NoWriter, TextWriter, Writer};
use polydlx::spec::Loaded;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

/// Find the solutions of a puzzle
///
/// Solutions appear as they are found, in an order that does not depend on the number of threads.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx solve pentominoes-6x10 -n 1
  polydlx solve soma-3x3x3 --up-to symmetry
  polydlx solve my.spec --format jsonl > solutions.jsonl
  polydlx solve pentominoes-6x10 --up-to symmetry --format none --draw all-%03d.svg --per-page 60
  polydlx solve queens.dlx --threads 1 --stats

Formats: picture is for people, with lines and colours; text shows the packing with one symbol a \
cell, solids layer by layer; jsonl has one object a line, first the puzzle, then the solutions; dlx is \
what Knuth's solvers print. `polydlx check` and `polydlx draw` read the last three.

Pictures: --draw makes one picture of one solution, a sheet of several, and pages if the name has %d; \
the end of the name (.svg, .png, .pdf) says what is made. Below each solution stand its number and its \
symmetries. Solutions are printed all the same, unless --format is none.

Exit status: 0 found, 1 there is no solution, 2 error, 3 stopped early.")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    /// Stop after this many solutions; of samples, how many to draw
    #[arg(short = 'n', long = "number", value_name = "N")]
    pub(crate) number: Option<u64>,

    /// How solutions are written [default: picture on a terminal, else text; dlx for DLX files]
    #[arg(long)]
    pub(crate) format: Option<Format>,

    /// Write solutions in any order: a little faster with several threads
    #[arg(long)]
    pub(crate) unordered: bool,

    #[command(flatten)]
    pub(crate) symmetry: SymmetryArgs,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Draw the solutions, too: into this file, or into several if its name has %d for the number of the page
    #[arg(long, visible_alias = "svg", value_name = "FILE", help_heading = "Pictures")]
    pub(crate) draw: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

/// The forms of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A picture for people, with lines and colours
    Picture,
    /// A picture made of letters
    Text,
    /// One JSON object a line
    Jsonl,
    /// Options, as Knuth's solvers print them
    Dlx,
    /// Not at all, if they are only to be drawn or counted
    None,
}

pub(crate) fn run(args: &SolveArgs) -> Outcome {
    solve_or_sample(args, None)
}

/// Finds solutions, or draws some at random if there is a seed.
pub(crate) fn solve_or_sample(args: &SolveArgs, seed: Option<u64>) -> Outcome {
    if seed.is_some() && (args.symmetry.up_to.is_some() || !args.symmetry.invariant_under.is_empty()) {
        let message = "samples are drawn from all solutions, not from classes or symmetrical ones";
        let remedy = "leave out --up-to and --invariant-under, or list those solutions with `polydlx solve`";
        return Err(Failure::mistake(Diagnostic::error("no-sample", message).remedy(remedy)));
    }
    let begun = Instant::now();
    match input::problem(&args.problem)? {
        Input::Dlx(problem, _) => {
            no_geometry(&args.symmetry)?;
            let mut writer: Box<dyn Writer> = match args.format.unwrap_or(Format::Dlx) {
                _ if args.draw.is_some() => return Err(no_picture()),
                Format::Picture | Format::Text => return Err(no_picture()),
                Format::Dlx => Box::new(DlxWriter(&problem)),
                Format::Jsonl => Box::new(JsonWriter::of_problem(&problem)),
                Format::None => Box::new(NoWriter),
            };
            solve(args, begun, writer.as_mut(), None, None, |visit, monitor| {
                all(args, seed, &problem, monitor, visit)
            })
        }
        Input::Spec(loaded) => {
            let loaded = input::with_box(loaded)?;
            let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
            let pages = pages(args, &loaded)?;
            let packing = Packing::new(puzzle);
            let symmetries = Symmetries::new(&packing);
            let title = loaded.spec.as_ref().and_then(|spec| spec.title());
            let usual = if screen::is_terminal() { Format::Picture } else { Format::Text };
            let mut writer: Box<dyn Writer> = match args.format.unwrap_or(usual) {
                Format::Picture => Box::new(Picture::new(puzzle, screen::terminal(&args.picture, None))),
                Format::Text => Box::new(TextWriter::new(puzzle)),
                Format::Jsonl => Box::new(JsonWriter::of_puzzle(&packing, title)),
                Format::Dlx => Box::new(DlxWriter(packing.problem())),
                Format::None => Box::new(NoWriter),
            };
            let painter = pages.map(|pages| Painter {
                title: title.map(str::to_owned),
                symmetries: &symmetries,
                puzzle,
                pages,
            });
            let names = &args.symmetry.invariant_under;
            let answer = if let Some(up_to) = args.symmetry.up_to {
                solve(args, begun, writer.as_mut(), Some(&packing), painter, |visit, monitor| {
                    classes(args, &symmetries, up_to, monitor, visit)
                })
            } else if !names.is_empty() {
                let group = symmetries.all();
                let invariant = Invariant::new(&packing, group, &subgroup(group, names)?);
                solve(args, begun, writer.as_mut(), Some(&packing), painter, |visit, monitor| {
                    symmetrical(args, &packing, &invariant, monitor, visit)
                })
            } else {
                solve(args, begun, writer.as_mut(), Some(&packing), painter, |visit, monitor| {
                    let lean = args.format != Some(Format::Dlx);
                    let problem = if lean { problem_of(&args.search, &packing) } else { packing.problem() };
                    all(args, seed, problem, monitor, visit)
                })
            }?;
            if answer == Answer::No && names.is_empty() && args.number != Some(0) && !args.search.quiet {
                explain_none(&packing);
            }
            Ok(answer)
        }
    }
}

fn no_picture() -> Failure {
    let message = "a DLX file has no geometry, so there is no picture of its solutions";
    let remedy = "use `--format dlx` or `--format jsonl`";
    Failure::mistake(Diagnostic::error("no-geometry", message).remedy(remedy))
}

/// The pages that `--draw` asks for.
fn pages(args: &SolveArgs, loaded: &Loaded) -> Result<Option<Pages>, Failure> {
    let picture = &args.picture;
    match &args.draw {
        Some(path) => {
            let target = Target::new(Some(path), None, picture)?;
            Pages::new(target, style(picture, loaded)?, picture).map(Some)
        }
        None if picture.per_page.is_some() || picture.columns.is_some() || picture.width.is_some() => {
            let message = "there is no file to draw into";
            let remedy = "name one with --draw; what is printed has neither pages nor columns";
            Err(Failure::mistake(Diagnostic::error("no-file", message).remedy(remedy)))
        }
        None => Ok(None),
    }
}

/// Draws solutions with their captions.
struct Painter<'a> {
    puzzle: &'a Puzzle,
    symmetries: &'a Symmetries<'a>,
    title: Option<String>,
    pages: Pages,
}

impl Painter<'_> {
    /// Takes a solution, and the symmetries that leave it as it is if they are known.
    fn add(&mut self, found: &Found<'_>, stabilizer: Option<Vec<usize>>) -> Result<(), Failure> {
        let group = self.symmetries.all();
        let stabilizer = stabilizer.unwrap_or_else(|| stabilizer_of(group, found.options()));
        let tiling = found.tiling().expect("a solution of a puzzle");
        self.pages.add(Drawing {
            title: self.title.clone(),
            caption: Some(caption(group, found.number, &stabilizer)),
            ..drawing(self.puzzle, tiling)
        })
    }
}

/// What is done with each solution, given as steps, and with the symmetries that leave it as it is where they are known.
type Visit<'a> = &'a mut dyn FnMut(&[Step], Option<Vec<usize>>) -> ControlFlow<()>;

/// All solutions, or some at random.
fn all(
    args: &SolveArgs,
    seed: Option<u64>,
    problem: &Problem,
    monitor: &Monitor,
    visit: Visit<'_>,
) -> cover::Outcome {
    let search = search(&args.search, problem, monitor).ordered(!args.unordered);
    match seed {
        None => search.for_each(|solution| visit(solution.steps(), None)),
        Some(seed) => search.sample(args.number.unwrap_or(1), seed, |solution| visit(solution.steps(), None)),
    }
}

/// One solution of each class.
fn classes(
    args: &SolveArgs,
    symmetries: &Symmetries<'_>,
    up_to: UpTo,
    monitor: &Monitor,
    visit: Visit<'_>,
) -> cover::Outcome {
    let group = symmetries.up_to(up_to);
    let reduction = reduction(&args.search, symmetries.packing(), &group);
    // Captions name all symmetries, not only rotations.
    let is_caption = args.draw.is_some() && up_to == UpTo::Symmetry;
    let setup = Setup { args: &args.search, monitor, ordered: !args.unordered };
    reduction.for_each(
        &group,
        |search| setup.search(search),
        |class| visit(class.steps, is_caption.then(|| class.stabilizer(&group))),
    )
}

/// Solutions that some symmetries leave as they are. They were not found step by step, so each option counts as one.
fn symmetrical(
    args: &SolveArgs,
    packing: &Packing<'_>,
    invariant: &Invariant,
    monitor: &Monitor,
    visit: Visit<'_>,
) -> cover::Outcome {
    let search = search(&args.search, &invariant.problem, monitor).ordered(!args.unordered);
    invariant.for_each(&search, |options| {
        let steps = options.iter().map(|&option| Step {
            item: packing.problem().option(option)[0].item,
            option: Some(option),
            choice: 1,
            degree: 1,
        });
        visit(&steps.collect_vec(), None)
    })
}

/// Lets a search run, and does with its solutions what was asked for.
fn solve(
    args: &SolveArgs,
    begun: Instant,
    writer: &mut dyn Writer,
    packing: Option<&Packing<'_>>,
    mut painter: Option<Painter<'_>>,
    run: impl FnOnce(Visit<'_>, &Monitor) -> cover::Outcome,
) -> Outcome {
    let monitor = Monitor::new();
    let show = Show::new(args.search.progress, args.search.quiet, screen::is_terminal());
    let mut out = BufWriter::new(io::stdout().lock());
    writer.begin(&mut out).map_err(Failure::stdout)?;
    if args.number == Some(0) {
        return out.flush().map(|()| Answer::Yes).map_err(Failure::stdout);
    }
    let watch = Watch::start(&monitor, args.search.time_left(begun), show);
    let mut number = 0;
    let mut failed = None;
    let mut visit = |steps: &[Step], stabilizer: Option<Vec<usize>>| {
        number += 1;
        // Each solution is to be seen at once, whatever reads it.
        let found = packing.map_or_else(
            || Found::in_problem(number, steps),
            |packing| Found::in_puzzle(packing, number, steps),
        );
        let written = writer.write(&found, &mut out).and_then(|()| out.flush());
        let drawn = |()| painter.as_mut().map_or(Ok(()), |painter| painter.add(&found, stabilizer));
        match written.map_err(Failure::stdout).and_then(drawn) {
            Ok(()) if args.number == Some(number) => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        }
    };
    let outcome = run(&mut visit, &monitor);
    let cause = watch.cause();
    drop(watch);
    if let Some(failure) = failed {
        return Err(failure);
    }
    out.flush().map_err(Failure::stdout)?;
    if let Some(painter) = painter {
        painter.pages.finish()?;
    }
    if args.search.verbose {
        eprintln!("Engine {}.", engine_name(outcome.engine));
    }
    if args.search.stats {
        print_stats(&outcome);
    }
    if !args.search.quiet {
        let solutions = if outcome.solutions == 1 { "solution" } else { "solutions" };
        match (outcome.complete, cause) {
            (true, _) => eprintln!("{} {solutions}.", outcome.solutions),
            (false, None) => eprintln!("{} {solutions} as asked for; there may be more.", outcome.solutions),
            (false, cause) => eprintln!("At least {} {solutions}: {}.", outcome.solutions, because(cause)),
        }
    }
    Ok(answer(outcome.complete, outcome.solutions == 0, cause))
}
