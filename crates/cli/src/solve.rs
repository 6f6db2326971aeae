//! `polydlx solve`, and the work of `polydlx sample`

use crate::args::{AskArgs, PictureArgs, ProblemArgs, RankArgs, SearchArgs, SymmetryArgs};
use crate::asking::Asked;
use crate::caption::{Known, caption};
use crate::diagram::{self, Opened};
use crate::edited::{self, SpecArgs};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::long::session::save;
use crate::long::{SaveArgs, Wanted, kept, reader};
use crate::pages::{Pages, Target, style};
use crate::picture::Picture;
use crate::search::{
    Symmetries, answer, because, config, explain_none, no_geometry, report, subgroup, warn_of_engine, watched,
};
use crate::voice::is_quiet;
use crate::watch::Watch;
use crate::{Answer, Outcome, screen, solutions};
use clap::ValueEnum;
use polydlx::cover::{BigUint, Config, Engine, Monitor, OptionId, Quarry, Random, Step, Stopped, Zdd};
use polydlx::diagnostic::{Diagnostic, harmless};
use polydlx::draw::{Drawing, drawing};
use polydlx::lattice::{Cell, Puzzle};
use polydlx::packing::{self, Packing, Question, Rank, Reason, Scored, Tree, What, Which};
use polydlx::solutions::{DlxWriter, Found, JsonWriter, NoWriter, TextWriter, Writer};
use polydlx::spec::Loaded;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Find the solutions of a puzzle
///
/// Solutions appear as they are found, in an order that does not depend on the number of threads. If only some are wanted,
/// with -n, and a search for all would take too long, they are hunted for by many short searches, each in another order.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx solve pentominoes-6x10 -n 1
  polydlx solve hexominoes-15x15 -n 1 --seed 2
  polydlx solve soma-3x3x3 --up-to symmetry
  polydlx solve my.spec --format jsonl > solutions.jsonl
  polydlx solve my.spec --save folder
  polydlx solve pentominoes-6x10 --up-to symmetry --where 'strong-3-colorable and hsym >= 36'
  polydlx solve pentominoes-6x10 --up-to symmetry --best 6 --by hsym --draw best.svg
  polydlx solve pentominoes-6x10 --up-to symmetry --format none --draw all-%03d.svg --per-page 60
  polydlx solve queens.dlx --threads 1 --stats
  polydlx solve edited.dlx --spec my.spec --draw edited.svg
  polydlx solve 6x10.zdd --spec pentominoes-6x10 --skip 1000 -n 1

Formats: picture is for people, with lines and colours; text shows the packing with one symbol a \
cell, solids layer by layer; jsonl has one object a line, first the puzzle, then the solutions; dlx is \
what Knuth's solvers print. `polydlx check` and `polydlx draw` read the last three.

Pictures: --draw makes one picture of one solution, a sheet of several, and pages if the name has %d; \
the end of the name (.svg, .png, .pdf) says what is made. Below each solution stand its number and its \
symmetries, and what was asked of it. Solutions are printed all the same, unless --format is none.

Exit status: 0 found, 1 there is no solution, 2 error, 3 stopped early.")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    /// Stop after this many solutions; of samples, how many to draw
    #[arg(short = 'n', long = "number", value_name = "N", conflicts_with_all = ["best", "worst"])]
    pub(crate) number: Option<u64>,

    /// For what is found at random: the same seed gives the same solutions [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Leave out the first so many; those of a diagram are not even looked at
    #[arg(long, value_name = "N", conflicts_with_all = ["by", "unordered"])]
    pub(crate) skip: Option<BigUint>,

    /// How solutions are written [default: picture on a terminal, else text; dlx for DLX files]
    #[arg(long)]
    pub(crate) format: Option<Format>,

    /// Write solutions in any order: a little faster with several threads
    #[arg(long)]
    pub(crate) unordered: bool,

    #[command(flatten)]
    pub(crate) spec: SpecArgs,

    #[command(flatten)]
    pub(crate) symmetry: SymmetryArgs,

    #[command(flatten)]
    pub(crate) ask: AskArgs,

    #[command(flatten)]
    pub(crate) rank: RankArgs,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) save: SaveArgs,

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
    if let Some(folder) = &args.save.save {
        return save_solutions(args, folder);
    }
    solve_or_sample(args, None)
}

/// Finds solutions, and keeps them in a folder.
fn save_solutions(args: &SolveArgs, path: &Path) -> Outcome {
    let SolveArgs { problem, spec, symmetry, ask, rank, search, .. } = args;
    if args.skip.is_some() || args.draw.is_some() || args.format.is_some() {
        let message = "a folder keeps solutions as JSON lines, and nothing is printed or drawn meanwhile";
        let remedy = "leave out --skip, --draw and --format; `polydlx draw` reads the folder";
        return Err(Failure::mistake(Diagnostic::error("cannot-keep", message).remedy(remedy)));
    }
    let saved = save(path, "solve", Wanted { problem, spec, symmetry, ask, rank, search }, args.number)?;
    let (complete, kept, all) = saved.conclusion.as_ref().map_or((false, 0, 0u32.into()), |conclusion| {
        (conclusion.complete, conclusion.total.kept, conclusion.count.clone())
    });
    let enough = !complete && args.number.is_some_and(|number| kept >= number);
    if !is_quiet() {
        let solutions = if kept == 1 { "solution" } else { "solutions" };
        let which = if rank.best.is_some() { "best" } else { "worst" };
        match rank.number() {
            Some(_) if complete => eprintln!("The {which} {kept} of {all} solutions."),
            Some(_) => eprintln!("The {which} {kept} of {all} solutions so far."),
            None if enough => eprintln!("{kept} {solutions}, as many as asked for; there may be more."),
            None => eprintln!("{}{kept} {solutions}.", if complete { "" } else { "At least " }),
        }
    }
    saved.tell(path);
    Ok(if complete || enough { answer(true, kept == 0 && !enough, None) } else { Answer::Partial })
}

/// How solutions are drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Draw {
    /// Each as likely as any other.
    Uniform,
    /// Whichever are found first.
    Quick,
}

/// Finds solutions, or draws some at random.
pub(crate) fn solve_or_sample(args: &SolveArgs, draw: Option<Draw>) -> Outcome {
    if draw.is_some() && (args.symmetry.up_to.is_some() || !args.symmetry.invariant_under.is_empty()) {
        let message = "samples are drawn from all solutions, not from classes or symmetrical ones";
        let remedy = "leave out --up-to and --invariant-under, or list those solutions with `polydlx solve`";
        return Err(Failure::mistake(Diagnostic::error("no-sample", message).remedy(remedy)));
    }
    if draw == Some(Draw::Quick) && !args.ask.is_empty() {
        let message = "quick samples are taken as they come, whatever they are like";
        let remedy = "leave out --quick or what is asked of solutions";
        return Err(Failure::mistake(Diagnostic::error("no-sample", message).remedy(remedy)));
    }
    if draw.is_some() && args.ask.by.is_some() {
        let message = "samples come as they are drawn, not in the order of a property";
        let remedy = "leave out --by, or list the solutions with `polydlx solve`";
        return Err(Failure::mistake(Diagnostic::error("no-sample", message).remedy(remedy)));
    }
    let (monitor, watch) = watched(&args.search, screen::is_terminal());
    let seed = args.seed.unwrap_or(1);
    let number = args.number.unwrap_or(1);
    let skip = args.skip.clone().unwrap_or_default();
    let what = match (draw, args.number, args.search.engine) {
        (Some(Draw::Uniform), ..) => What::Sample { number, seed },
        (Some(Draw::Quick), ..) => What::Some(Quarry { number, seed, orderly: false }),
        (None, Some(1..), Engine::Auto) if args.skip.is_none() => {
            What::Some(Quarry { number, seed, orderly: true })
        }
        (None, ..) => What::Each,
    };
    let config = Config { ordered: !args.unordered, ..config(&args.search) };
    let input = &args.problem.input;
    let kept = draw.filter(|_| Path::new(input).is_dir()).map(|_| (Path::new(input), seed));
    let input =
        kept.map_or(Ok(input.clone()), |(folder, _)| kept::puzzle(folder, args.spec.spec.is_some()))?;
    let Some(Opened { input, edited, family }) =
        diagram::open(&input, &args.problem, &args.spec, &args.ask, &monitor)?
    else {
        return nothing(args, watch);
    };
    match input {
        Input::Dlx(problem, _) => {
            no_geometry(&args.symmetry)?;
            diagram::check_alone(family.as_ref(), &args.ask)?;
            let asked = Asked::of_problem(&args.ask, &problem)?;
            warn_of_engine(&args.search, &problem)?;
            let mut writer: Box<dyn Writer> = match args.format.unwrap_or(Format::Dlx) {
                _ if args.draw.is_some() => return Err(no_picture()),
                Format::Picture | Format::Text => return Err(no_picture()),
                Format::Dlx if screen::is_terminal() => Box::new(Tame(DlxWriter(&problem))),
                Format::Dlx => Box::new(DlxWriter(&problem)),
                Format::Jsonl => Box::new(JsonWriter::of_problem(&problem)),
                Format::None => Box::new(NoWriter),
            };
            let question = Question::about_problem(&problem).what(what).config(&config).skip(skip);
            let question = question_of(question, &asked, family.as_ref().map(|family| &family.zdd));
            let run = |visit: &mut packing::Visit<'_>| Ok(ranked(args, &question, &asked, &monitor, visit));
            solve(args, watch, (writer.as_mut(), None, Some(&asked), None), run).map(|(answer, _)| answer)
        }
        Input::Spec(loaded) => {
            let loaded = input::with_box(*loaded)?;
            let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
            let pages = pages(args, &loaded)?;
            let Some(packing) = edited::packing(&loaded, edited, &monitor)? else {
                return nothing(args, watch);
            };
            let shown = packing.shown();
            let symmetries = Symmetries::new(&packing);
            let asked = Asked::new(&args.ask, &args.problem.input, &symmetries, &monitor)?;
            let title = loaded.spec.as_ref().and_then(|spec| spec.title());
            let usual = if screen::is_terminal() { Format::Picture } else { Format::Text };
            let format = args.format.unwrap_or(usual);
            let mut writer: Box<dyn Writer> = match format {
                Format::Picture => {
                    let terminal = screen::terminal(&args.picture, None, args.format.is_none());
                    Box::new(Picture::new(&shown, loaded.labels(), terminal))
                }
                Format::Text => Box::new(TextWriter::new(puzzle)),
                Format::Jsonl => Box::new(JsonWriter::of_puzzle(&packing, title)),
                Format::Dlx if screen::is_terminal() => Box::new(Tame(DlxWriter(packing.problem()))),
                Format::Dlx => Box::new(DlxWriter(packing.problem())),
                Format::None => Box::new(NoWriter),
            };
            let painter = pages.map(|pages| Painter {
                title: title.map(str::to_owned),
                labels: loaded.labels().to_vec(),
                symmetries: &symmetries,
                puzzle: &shown,
                pages,
            });
            let names = &args.symmetry.invariant_under;
            let tree = if format == Format::Dlx { Tree::Knuth } else { Tree::Quickest };
            let family =
                family.map(|family| diagram::within(&family, packing.problem(), &monitor)).transpose()?;
            let question = Question::about(&packing).what(what).config(&config).tree(tree).skip(skip);
            let question = question_of(question, &asked, family.as_ref());
            let search = |question: Question<'_>, visit: &mut packing::Visit<'_>| {
                ranked(args, &question, &asked, &monitor, visit)
            };
            let run = |visit: &mut packing::Visit<'_>| {
                if let Some((folder, seed)) = kept {
                    return draw_kept(folder, args.number.unwrap_or(1), seed, &packing, visit);
                }
                let stopped = |Stopped| packing::Answer::stopped();
                if let Some(up_to) = args.symmetry.up_to {
                    return Ok(symmetries.up_to(up_to, &monitor).map_or_else(stopped, |group| {
                        asked.tell(&group);
                        search(question.which(Which::UpTo(&group)), visit)
                    }));
                }
                if names.is_empty() {
                    warn_of_engine(&args.search, packing.problem())?;
                    return Ok(search(question, visit));
                }
                let Ok(group) = symmetries.all(&monitor) else { return Ok(packing::Answer::stopped()) };
                let subgroup = subgroup(group, names)?;
                Ok(search(question.which(Which::Invariant(group, &subgroup)), visit))
            };
            let (answer, proofs) =
                solve(args, watch, (writer.as_mut(), Some(&packing), Some(&asked), painter), run)?;
            let is_plain = names.is_empty()
                && asked.condition.is_none()
                && packing.requirement().is_none()
                && family.is_none()
                && args.skip.is_none();
            if answer == Answer::No && is_plain && args.number != Some(0) && !args.search.quiet {
                explain_none(&packing, &proofs);
            }
            Ok(answer)
        }
    }
}

/// Solutions for a terminal: names of items may have any characters in them. Files and programs get what there is.
struct Tame<W>(W);

impl<W: Writer> Writer for Tame<W> {
    fn write(&mut self, found: &Found<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mut text = Vec::new();
        self.0.write(found, &mut text)?;
        out.write_all(harmless(&String::from_utf8_lossy(&text)).as_bytes())
    }
}

/// A question, with what the solutions must be like and where they are taken from.
fn question_of<'a>(question: Question<'a>, asked: &'a Asked, family: Option<&'a Zdd>) -> Question<'a> {
    let question = match family {
        Some(family) => question.among(family),
        None => question,
    };
    match &asked.condition {
        Some(condition) => question.when(&asked.judge, condition),
        None => question,
    }
}

/// It was stopped before there was anything to search.
fn nothing(args: &SolveArgs, watch: Watch) -> Outcome {
    let outlets: Outlets<'_, '_> = (&mut NoWriter, None, None, None);
    solve(args, watch, outlets, |_| Ok(packing::Answer::stopped())).map(|(answer, _)| answer)
}

/// Draws from the solutions that a folder keeps, each as likely as any other.
fn draw_kept(
    folder: &Path,
    number: u64,
    seed: u64,
    packing: &Packing<'_>,
    visit: &mut packing::Visit<'_>,
) -> Result<packing::Answer, Failure> {
    let all = reader::kept(folder)?;
    let mut random = Random::new(seed);
    let drawn: Vec<u64> =
        (0..if all > 0 { number } else { 0 }).map(|_| random.below(all as u32).into()).collect();
    let wanted: BTreeSet<u64> = drawn.iter().copied().collect();
    let mut found: BTreeMap<u64, Vec<OptionId>> = BTreeMap::new();
    let known = Known::new(packing);
    let puzzle = packing.puzzle();
    for (at, solution) in (0..).zip(solutions::open("", &folder.display().to_string(), puzzle)?) {
        let solution = solution?;
        if wanted.contains(&at) {
            let options = solution.tiling(puzzle).ok().and_then(|tiling| known.options(&tiling));
            found.insert(at, options.ok_or_else(|| reader::not_of_this_puzzle(folder))?);
        }
        if found.len() == wanted.len() {
            break;
        }
    }
    let step = |&option: &OptionId| {
        let item = packing.problem().option(option)[0].item;
        Step { item, option: Some(option), choice: 1, degree: 1 }
    };
    for options in drawn.iter().filter_map(|at| found.get(at)) {
        let steps: Vec<Step> = options.iter().map(step).collect();
        if visit(&packing::Found { steps: &steps, options }).is_break() {
            break;
        }
    }
    Ok(packing::Answer::known(drawn.len() as u64))
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
    labels: Vec<(Cell, String)>,
    pages: Pages,
}

impl Painter<'_> {
    fn add(&mut self, found: &Found<'_>, options: &[OptionId]) -> Result<(), Failure> {
        // A picture that is begun is finished: this is not to be stopped.
        let group = self.symmetries.all(&Monitor::new()).expect("nobody stops it");
        let stabilizer = group.stabilizer(options);
        let tiling = found.tiling().expect("a solution of a puzzle");
        self.pages.add(Drawing {
            title: self.title.clone(),
            caption: Some(caption(group, found.number, &found.remark(), &stabilizer)),
            labels: self.labels.clone(),
            ..drawing(self.puzzle, tiling)
        })
    }
}

/// What is done with solutions: they are written, told to which packing they belong, asked, and drawn.
type Outlets<'a, 'b> = (&'a mut dyn Writer, Option<&'b Packing<'b>>, Option<&'b Asked>, Option<Painter<'a>>);

/// Visits solutions as they come, or in the order of a property.
fn ranked(
    args: &SolveArgs,
    question: &Question<'_>,
    asked: &Asked,
    monitor: &Monitor,
    visit: &mut packing::Visit<'_>,
) -> packing::Answer {
    let Some(measure) = &asked.by else { return question.for_each(monitor, visit) };
    let rank = Rank { judge: &asked.judge, measure, worst: args.rank.worst.is_some() };
    let number = args.rank.number().unwrap_or(usize::MAX);
    let (found, answer) = question.first(number, rank, monitor);
    for Scored { steps, options, .. } in &found {
        if visit(&packing::Found { steps, options }).is_break() {
            break;
        }
    }
    answer
}

/// Lets a search run, and does with its solutions what was asked for; says what came of it, and why there is nothing.
fn solve(
    args: &SolveArgs,
    watch: Watch,
    (writer, packing, asked, mut painter): Outlets<'_, '_>,
    run: impl FnOnce(&mut packing::Visit<'_>) -> Result<packing::Answer, Failure>,
) -> Result<(Answer, Vec<Reason>), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    writer.begin(&mut out).map_err(Failure::stdout)?;
    if args.number == Some(0) {
        return out.flush().map(|()| (Answer::Yes, Vec::new())).map_err(Failure::stdout);
    }
    let mut number = 0;
    let mut failed = None;
    let mut visit = |solution: &packing::Found<'_>| {
        number += 1;
        // Each solution is to be seen at once, whatever reads it.
        let mut found = packing.map_or_else(
            || Found::in_problem(number, solution.steps),
            |packing| Found::in_puzzle(packing, number, solution.steps),
        );
        if let Some(asked) = asked {
            found.values = asked.values(packing, solution.options);
        }
        let written = writer.write(&found, &mut out).and_then(|()| out.flush());
        let drawn = |()| painter.as_mut().map_or(Ok(()), |painter| painter.add(&found, solution.options));
        match written.map_err(Failure::stdout).and_then(drawn) {
            Ok(()) if args.number == Some(number) => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        }
    };
    let answered = run(&mut visit)?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    out.flush().map_err(Failure::stdout)?;
    let drawn = painter.map(|painter| painter.pages.finish(&watch)).transpose()?;
    let cause = watch.cause();
    drop(watch);
    report(&args.search, &answered);
    if !args.search.quiet {
        let solutions = if number == 1 { "solution" } else { "solutions" };
        let which = args.rank.best.map(|_| "best").or(args.rank.worst.map(|_| "worst"));
        match (answered.complete, cause) {
            (true, _) if which.is_some() && answered.count > number.into() => {
                eprintln!("The {} {number} of {} solutions.", which.unwrap_or_default(), answered.count);
            }
            (true, _) if which.is_some() && args.rank.number() == Some(number as usize) => {
                eprintln!("The {} {number} {solutions}.", which.unwrap_or_default());
            }
            (true, _) => eprintln!("{number} {solutions}."),
            (false, None) => eprintln!("{number} {solutions} as asked for; there may be more."),
            (false, cause) => eprintln!("At least {number} {solutions}: {}.", because(cause)),
        }
    }
    let is_drawn = drawn.as_ref().is_none_or(|drawn| drawn.is_all);
    if let Some(drawn) = drawn {
        drawn.tell(cause);
    }
    Ok((answer(answered.complete && is_drawn, number == 0, cause), answered.proofs))
}
