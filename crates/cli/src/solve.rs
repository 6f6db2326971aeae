//! `polydlx solve` and `polydlx sample`

use crate::args::{Format, SolveArgs, UpTo};
use crate::caption::caption;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::pages::{Pages, Target, style};
use crate::picture::Picture;
use crate::search::{
    Setup, answer, because, engine_name, explain_none, group, no_geometry, print_stats, problem_of,
    reduction, search, subgroup,
};
use crate::watch::{Show, Watch};
use crate::{Answer, Outcome, screen};
use itertools::Itertools;
use polydlx::cover::{self, Monitor, OptionId, Problem, Step, dlx};
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::Drawing;
use polydlx::drawing::drawing;
use polydlx::packing::{Group, Invariant, Packing};
use polydlx::spec::Loaded;
use polydlx::terminal::Terminal;
use serde_json::{Value, json};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::ops::ControlFlow;
use std::time::Instant;

/// Finds solutions, or draws some at random if there is a seed.
pub(crate) fn run(args: &SolveArgs, seed: Option<u64>) -> Outcome {
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
            solve(args, begun, writer.as_mut(), None, |visit, monitor| {
                all(args, seed, &problem, monitor, visit)
            })
        }
        Input::Spec(loaded) => {
            let loaded = input::with_box(loaded)?;
            let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
            let pages = pages(args, &loaded)?;
            let packing = Packing::new(puzzle);
            let usual = if screen::is_terminal() { Format::Picture } else { Format::Text };
            let mut writer: Box<dyn Writer> = match args.format.unwrap_or(usual) {
                Format::Picture => {
                    let terminal = screen::terminal(&args.picture, None);
                    Box::new(TextWriter::new(&packing, Some(terminal)))
                }
                Format::Text => Box::new(TextWriter::new(&packing, None)),
                Format::Jsonl => Box::new(JsonWriter::of_puzzle(&loaded, &packing)),
                Format::Dlx => Box::new(DlxWriter(packing.problem())),
                Format::None => Box::new(NoWriter),
            };
            let painter = pages.map(|pages| Painter {
                title: loaded.spec.as_ref().and_then(|spec| spec.title()).map(str::to_owned),
                group: Group::new(&packing),
                packing: &packing,
                pages,
            });
            let names = &args.symmetry.invariant_under;
            let answer = if let Some(up_to) = args.symmetry.up_to {
                solve(args, begun, writer.as_mut(), painter, |visit, monitor| {
                    classes(args, &packing, up_to, monitor, visit)
                })
            } else if !names.is_empty() {
                let group = Group::new(&packing);
                let invariant = Invariant::new(&packing, &group, &subgroup(&group, names)?);
                solve(args, begun, writer.as_mut(), painter, |visit, monitor| {
                    symmetrical(args, &packing, &invariant, monitor, visit)
                })
            } else {
                solve(args, begun, writer.as_mut(), painter, |visit, monitor| {
                    let lean = args.format != Some(Format::Dlx);
                    let problem = if lean { problem_of(&args.search, &packing) } else { packing.problem() };
                    all(args, seed, problem, monitor, visit)
                })
            }?;
            if answer == Answer::No && names.is_empty() && args.number != Some(0) && !args.search.quiet {
                explain_none(puzzle);
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
    packing: &'a Packing<'a>,
    group: Group,
    title: Option<String>,
    pages: Pages,
}

impl Painter<'_> {
    fn add(&mut self, number: u64, steps: &[Step]) -> Result<(), Failure> {
        let options = || steps.iter().filter_map(|step| step.option);
        let placements = self.packing.tiling(options()).0;
        self.pages.add(Drawing {
            title: self.title.clone(),
            caption: Some(caption(&self.group, number, options())),
            ..drawing(self.packing.puzzle(), placements)
        })
    }
}

/// What is done with each solution, given as steps.
type Visit<'a> = &'a mut dyn FnMut(&[Step]) -> ControlFlow<()>;

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
        None => search.for_each(|solution| visit(solution.steps())),
        Some(seed) => search.sample(args.number.unwrap_or(1), seed, |solution| visit(solution.steps())),
    }
}

/// One solution of each class.
fn classes(
    args: &SolveArgs,
    packing: &Packing<'_>,
    up_to: UpTo,
    monitor: &Monitor,
    visit: Visit<'_>,
) -> cover::Outcome {
    let group = group(packing, up_to);
    let reduction = reduction(&args.search, packing, &group);
    let setup = Setup { args: &args.search, monitor, ordered: !args.unordered };
    reduction.for_each(&group, |search| setup.search(search), |class| visit(class.steps))
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
        visit(&steps.collect_vec())
    })
}

/// Lets a search run, and does with its solutions what was asked for.
fn solve(
    args: &SolveArgs,
    begun: Instant,
    writer: &mut dyn Writer,
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
    let mut visit = |steps: &[Step]| {
        number += 1;
        // Each solution is to be seen at once, whatever reads it.
        let written = writer.write(number, steps, &mut out).and_then(|()| out.flush());
        let drawn = |()| painter.as_mut().map_or(Ok(()), |painter| painter.add(number, steps));
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

/// A form of solutions.
trait Writer {
    /// What comes before the first solution.
    fn begin(&self, _: &mut BufWriter<StdoutLock<'_>>) -> io::Result<()> {
        Ok(())
    }

    /// A solution and its number.
    fn write(&mut self, number: u64, steps: &[Step], out: &mut BufWriter<StdoutLock<'_>>) -> io::Result<()>;
}

/// For those who only want to know how it ends.
struct NoWriter;

impl Writer for NoWriter {
    fn write(&mut self, _: u64, _: &[Step], _: &mut BufWriter<StdoutLock<'_>>) -> io::Result<()> {
        Ok(())
    }
}

/// For people if there is a terminal, else for programs.
struct TextWriter<'a> {
    picture: Picture<'a>,
    packing: &'a Packing<'a>,
    terminal: Option<Terminal>,
}

impl<'a> TextWriter<'a> {
    fn new(packing: &'a Packing<'a>, terminal: Option<Terminal>) -> Self {
        Self { picture: Picture::new(packing.puzzle()), packing, terminal }
    }
}

impl Writer for TextWriter<'_> {
    fn write(&mut self, number: u64, steps: &[Step], out: &mut BufWriter<StdoutLock<'_>>) -> io::Result<()> {
        let tiling = self.packing.tiling(steps.iter().filter_map(|step| step.option));
        let picture = match &self.terminal {
            Some(terminal) => self.picture.show(&tiling, terminal),
            None => self.picture.draw(&tiling),
        };
        writeln!(out, "{}{number}:\n{picture}", self.picture.legend(&tiling))
    }
}

struct DlxWriter<'a>(&'a Problem);

impl Writer for DlxWriter<'_> {
    fn write(&mut self, number: u64, steps: &[Step], out: &mut BufWriter<StdoutLock<'_>>) -> io::Result<()> {
        dlx::write_solution(self.0, number, steps, out)
    }
}

/// The text of each option is made once; solutions only put them together.
struct JsonWriter {
    header: String,
    field: &'static str,
    options: Vec<String>,
    /// For each option its place in the order in which placements are listed.
    rank: Vec<usize>,
}

impl JsonWriter {
    fn of_puzzle(loaded: &Loaded, packing: &Packing<'_>) -> Self {
        let puzzle = packing.puzzle();
        let names =
            |sites: &[polydlx::lattice::Site]| sites.iter().map(|&site| puzzle.site_name(site)).collect_vec();
        let title = loaded.spec.as_ref().and_then(|spec| spec.title());
        let pieces = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect_vec();
        let header = format!(
            r#"{{"polydlx":1,"lattice":{},"title":{},"cells":{},"pieces":{}}}"#,
            json!(puzzle.lattice.name()),
            json!(title),
            json!(names(puzzle.region.sites())),
            json!(pieces)
        );
        let placements = packing.problem().option_ids().map(|option| packing.placement(option)).collect_vec();
        let text = |(piece, sites): &(polydlx::lattice::PieceId, Vec<polydlx::lattice::Site>)| {
            format!(r#"{{"piece":{},"cells":{}}}"#, json!(pieces[piece.0]), json!(names(sites)))
        };
        let mut order = (0..placements.len()).collect_vec();
        order.sort_by_key(|&option| &placements[option]);
        let mut rank = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &option)| rank[option] = at);
        Self { header, field: "placements", options: placements.iter().map(text).collect(), rank }
    }

    fn of_problem(problem: &Problem) -> Self {
        let text = |option: OptionId| {
            let names = problem.option(option).iter().map(|entry| {
                let color = entry.color.map(|color| format!(":{}", problem.color_name(color)));
                format!("{}{}", problem.name(entry.item), color.unwrap_or_default())
            });
            Value::from(names.collect_vec()).to_string()
        };
        let items = |ids: &[cover::ItemId]| json!(ids.iter().map(|&item| problem.name(item)).collect_vec());
        let header = format!(
            r#"{{"polydlx":1,"primary":{},"secondary":{}}}"#,
            items(problem.primaries()),
            items(problem.secondaries())
        );
        let options = problem.option_ids().map(text).collect_vec();
        Self { header, field: "options", rank: (0..options.len()).collect(), options }
    }
}

impl Writer for JsonWriter {
    fn begin(&self, out: &mut BufWriter<StdoutLock<'_>>) -> io::Result<()> {
        writeln!(out, "{}", self.header)
    }

    fn write(&mut self, number: u64, steps: &[Step], out: &mut BufWriter<StdoutLock<'_>>) -> io::Result<()> {
        let chosen = steps
            .iter()
            .filter_map(|step| Some(step.option?.0 as usize))
            .sorted_by_key(|&option| self.rank[option]);
        write!(out, r#"{{"solution":{number},"{}":["#, self.field)?;
        for (at, option) in chosen.enumerate() {
            let comma = if at > 0 { "," } else { "" };
            write!(out, "{comma}{}", self.options[option])?;
        }
        writeln!(out, "]}}")
    }
}
