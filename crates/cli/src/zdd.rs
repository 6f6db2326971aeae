//! `polydlx zdd`

use crate::args::{ProblemArgs, SearchArgs};
use crate::asking::no_requirement;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::search::{because, config, watched};
use crate::watch::Watch;
use crate::{Answer, Outcome, output};
use polydlx::cover::{BigUint, Frontier, Monitor, Problem, Refusal, Stopped, Zdd};
use polydlx::diagnostic::Diagnostic;
use polydlx::packing::Packing;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Write all solutions as a zero-suppressed decision diagram
///
/// The diagram has one line a node, children before parents, as Knuth's dlx6 prints it: `2a: (~17?9:1f)` is node 2a,
/// which goes on to node 9 if option 17 is not chosen and to node 1f if it is. Nodes are numbered in radix 16, 0 and 1 are
/// the sinks, and options are numbered from 1 as `polydlx options` lists them. The last line, with option 0, is the root.
/// A file that ends in .zdd is read instead, and the number of its solutions is printed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx zdd pentominoes-6x10 -o 6x10.zdd
  polydlx zdd 6x10.zdd

Exit status: 0 done, 1 there are no solutions, 2 error, 3 stopped early.")]
pub(crate) struct ZddArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    /// Where to write the diagram [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

pub(crate) fn run(args: &ZddArgs) -> Outcome {
    if Path::new(&args.problem.input).extension().is_some_and(|extension| extension == "zdd") {
        return reread(args);
    }
    let (monitor, watch) = watched(&args.search, args.output.is_none());
    match input::problem(&args.problem)? {
        Input::Dlx(problem, _) => write(args, &problem, &monitor, watch),
        Input::Spec(loaded) => {
            let loaded = input::with_box(*loaded)?;
            no_requirement(&loaded, "a diagram")?;
            let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
            match Packing::watched(puzzle, &monitor) {
                Ok(packing) => write(args, packing.lean_problem(), &monitor, watch),
                Err(Stopped) => Ok(nothing(watch)),
            }
        }
    }
}

/// It was stopped.
fn nothing(watch: Watch) -> Answer {
    let cause = watch.cause();
    drop(watch);
    eprintln!("Nothing was written: {}.", because(cause));
    Answer::Partial
}

fn write(args: &ZddArgs, problem: &Problem, monitor: &Monitor, watch: Watch) -> Outcome {
    let diagram = Frontier::with(problem, &config(&args.search), monitor).diagram();
    let diagram = match diagram {
        Ok(diagram) => diagram,
        Err(Refusal::Stopped) => return Ok(nothing(watch)),
        Err(refusal) => {
            let message = format!("there is no diagram: {refusal}");
            let remedy = "give it more with `--memory`, or list the solutions with `polydlx solve`";
            return Err(Failure::mistake(Diagnostic::error("no-diagram", message).remedy(remedy)));
        }
    };
    drop(watch);
    let zdd = diagram.zdd();
    let (solutions, nodes) = (diagram.solutions(), zdd.nodes().len());
    let mut text = String::new();
    describe(&zdd, problem, &solutions, &mut text).expect("strings take everything");
    output::to(args.output.as_deref(), |out| out.write_all(text.as_bytes()))?;
    if !args.search.quiet {
        eprintln!("{nodes} nodes, {solutions} solutions");
    }
    Ok(if solutions == BigUint::default() { Answer::No } else { Answer::Yes })
}

/// The diagram, with a heading that says what its options are.
fn describe(zdd: &Zdd, problem: &Problem, solutions: &BigUint, text: &mut String) -> std::fmt::Result {
    writeln!(text, "| {} nodes, {solutions} solutions", zdd.nodes().len())?;
    for option in problem.option_ids() {
        write!(text, "| {}:", option.0 + 1)?;
        for entry in problem.option(option) {
            write!(text, " {}", problem.name(entry.item))?;
            if let Some(color) = entry.color {
                write!(text, ":{}", problem.color_name(color))?;
            }
        }
        writeln!(text)?;
    }
    zdd.write(text)
}

fn reread(args: &ZddArgs) -> Outcome {
    let source = input::source(&args.problem.input)?;
    let zdd = Zdd::read(&source.text).map_err(|(line, message)| {
        let message = format!("{}:{line}: {message}", source.name);
        Failure::mistake(
            Diagnostic::error("not-a-diagram", message)
                .remedy("write it anew with `polydlx zdd SPEC -o FILE`"),
        )
    })?;
    let solutions = zdd.count();
    output::to(args.output.as_deref(), |out| writeln!(out, "{solutions}"))?;
    if !args.search.quiet {
        eprintln!("{} nodes", zdd.nodes().len());
    }
    Ok(if solutions == BigUint::default() { Answer::No } else { Answer::Yes })
}
