//! `polydlx solve`

use crate::args::{Format, SolveArgs, UpTo};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::picture::Picture;
use crate::search::{
    Setup, answer, because, explain_none, group, no_geometry, print_stats, problem_of, reduction, search,
    subgroup,
};
use crate::watch::{Show, Watch};
use crate::{Answer, Outcome};
use itertools::Itertools;
use polydlx::cover::{self, Monitor, OptionId, Problem, Step, dlx};
use polydlx::diagnostic::Diagnostic;
use polydlx::packing::{Group, Invariant, Packing};
use polydlx::spec::Loaded;
use serde_json::{Value, json};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::ops::ControlFlow;

pub(crate) fn run(args: &SolveArgs) -> Outcome {
    match input::problem(&args.problem)? {
        Input::Dlx(problem, _) => {
            no_geometry(&args.symmetry)?;
            let mut writer: Box<dyn Writer> = match args.format.unwrap_or(Format::Dlx) {
                Format::Dlx => Box::new(DlxWriter(&problem)),
                Format::Jsonl => Box::new(JsonWriter::of_problem(&problem)),
                Format::Text => {
                    let message = "a DLX file has no geometry, so there is no picture of its solutions";
                    let diagnostic = Diagnostic::error("no-geometry", message);
                    return Err(Failure::mistake(
                        diagnostic.remedy("use `--format dlx` or `--format jsonl`"),
                    ));
                }
            };
            solve(args, writer.as_mut(), |visit, monitor| all(args, &problem, monitor, visit))
        }
        Input::Spec(loaded) => {
            let loaded = input::with_box(loaded)?;
            let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
            let packing = Packing::new(puzzle);
            let mut writer: Box<dyn Writer> = match args.format.unwrap_or(Format::Text) {
                Format::Text => Box::new(TextWriter { picture: Picture::new(puzzle), packing: &packing }),
                Format::Jsonl => Box::new(JsonWriter::of_puzzle(&loaded, &packing)),
                Format::Dlx => Box::new(DlxWriter(packing.problem())),
            };
            let names = &args.symmetry.invariant_under;
            let answer = if let Some(up_to) = args.symmetry.up_to {
                solve(args, writer.as_mut(), |visit, monitor| classes(args, &packing, up_to, monitor, visit))
            } else if !names.is_empty() {
                let group = Group::new(&packing);
                let invariant = Invariant::new(&packing, &group, &subgroup(&group, names)?);
                solve(args, writer.as_mut(), |visit, monitor| {
                    symmetrical(args, &packing, &invariant, monitor, visit)
                })
            } else {
                solve(args, writer.as_mut(), |visit, monitor| {
                    let lean = args.format != Some(Format::Dlx);
                    let problem = if lean { problem_of(&args.search, &packing) } else { packing.problem() };
                    all(args, problem, monitor, visit)
                })
            }?;
            if answer == Answer::No && names.is_empty() && args.number != Some(0) && !args.search.quiet {
                explain_none(puzzle);
            }
            Ok(answer)
        }
    }
}

/// What is done with each solution, given as steps.
type Visit<'a> = &'a mut dyn FnMut(&[Step]) -> ControlFlow<()>;

/// All solutions.
fn all(args: &SolveArgs, problem: &Problem, monitor: &Monitor, visit: Visit<'_>) -> cover::Outcome {
    let search = search(&args.search, problem, monitor).ordered(!args.unordered);
    search.for_each(|solution| visit(solution.steps()))
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

fn solve(
    args: &SolveArgs,
    writer: &mut dyn Writer,
    run: impl FnOnce(Visit<'_>, &Monitor) -> cover::Outcome,
) -> Outcome {
    let monitor = Monitor::new();
    let show = Show::new(args.search.progress, args.search.quiet, io::stdout().is_terminal());
    let mut out = BufWriter::new(io::stdout().lock());
    writer.begin(&mut out).map_err(Failure::stdout)?;
    if args.number == Some(0) {
        return out.flush().map(|()| Answer::Yes).map_err(Failure::stdout);
    }
    let watch = Watch::start(&monitor, args.search.time_limit, show);
    let mut number = 0;
    let mut failed = None;
    let mut visit = |steps: &[Step]| {
        number += 1;
        // Each solution is to be seen at once, whatever reads it.
        match writer.write(number, steps, &mut out).and_then(|()| out.flush()) {
            Ok(()) if args.number == Some(number) => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let outcome = run(&mut visit, &monitor);
    let cause = watch.cause();
    drop(watch);
    if let Some(error) = failed {
        return Err(Failure::stdout(error));
    }
    out.flush().map_err(Failure::stdout)?;
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

struct TextWriter<'a> {
    picture: Picture<'a>,
    packing: &'a Packing<'a>,
}

impl Writer for TextWriter<'_> {
    fn write(&mut self, number: u64, steps: &[Step], out: &mut BufWriter<StdoutLock<'_>>) -> io::Result<()> {
        if number == 1 {
            write!(out, "{}", self.picture.legend())?;
        }
        let tiling = self.packing.tiling(steps.iter().filter_map(|step| step.option));
        writeln!(out, "{number}:\n{}", self.picture.draw(&tiling))
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
