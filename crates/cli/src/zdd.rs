//! `polydlx zdd`

use crate::args::{AskArgs, ChangeArgs, ProblemArgs, SearchArgs};
use crate::asking::{Asked, packing};
use crate::diagram::{self, Opened};
use crate::edited::SpecArgs;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::search::{Symmetries, because, config, report_way, watched};
use crate::watch::Watch;
use crate::{Answer, Outcome, output};
use polydlx::cover::{BigUint, Family, Monitor, Refusal, Zdd};
use polydlx::diagnostic::Diagnostic;
use polydlx::diagnostic::harmless;
use polydlx::packing::{Question, Way};
use std::path::PathBuf;

/// Write all solutions as a zero-suppressed decision diagram
///
/// The diagram has one line a node, children before parents, as Knuth's dlx6 prints it: `2a: (~17?9:1f)` is node 2a,
/// which goes on to node 9 if option 17 is not chosen and to node 1f if it is. Nodes are numbered in radix 16, 0 and 1 are
/// the sinks, and options are numbered from 1 as `polydlx options` lists them. The last line, with option 0, is the root.
/// Of a file that ends in .zdd, the solutions are taken that --place and --without leave; `polydlx count`, `solve` and
/// `sample` read such files, too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx zdd pentominoes-6x10 -o 6x10.zdd
  polydlx zdd pentominoes-6x10 --where 'tatami and faultfree' -o tatami.zdd
  polydlx zdd 6x10.zdd --place 'X 12 21 22 23 32' -o some.zdd
  polydlx zdd some.zdd --union others.zdd -o both.zdd
  polydlx count 6x10.zdd --place 'X 12'
  polydlx solve 6x10.zdd --spec pentominoes-6x10 --skip 1000 -n 1
  polydlx sample 6x10.zdd --spec pentominoes-6x10 -n 3

A sweep makes the diagram; where none fits, or with --engine links or bits, a search that remembers what it \
has seen (Knuth's Algorithm Z). Solutions that must meet a condition, here or in the spec, are listed, and the diagram \
is made of the list.

Exit status: 0 done, 1 there are no solutions, 2 error, 3 stopped early.")]
pub(crate) struct ZddArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    /// Only solutions with these properties, as in 'tatami and faultfree'; of a DLX file or a diagram, as in 'cost <= 40'
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) condition: Option<String>,

    /// Add the solutions of another diagram; options are the same if they have the same items
    #[arg(long, value_name = "FILE")]
    pub(crate) union: Vec<String>,

    /// Only solutions that another diagram has, too
    #[arg(long, value_name = "FILE")]
    pub(crate) intersect: Vec<String>,

    /// Only solutions that another diagram does not have
    #[arg(long, value_name = "FILE")]
    pub(crate) minus: Vec<String>,

    /// Where to write the diagram [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

pub(crate) fn run(args: &ZddArgs) -> Outcome {
    let (monitor, watch) = watched(&args.search, args.output.is_none());
    let made = made(args, &monitor)?.and_then(|family| {
        let solutions = family.zdd.count(&monitor)?;
        Ok((family, solutions))
    });
    let (family, solutions) = match made {
        Ok(made) => made,
        Err(Refusal::Stopped) => return Ok(nothing(watch)),
        Err(refusal) => {
            let message = format!("there is no diagram: {refusal}");
            let remedy = "give it more with `--memory`, or list the solutions with `polydlx solve`";
            return Err(Failure::mistake(Diagnostic::error("no-diagram", message).remedy(remedy)));
        }
    };
    drop(watch);
    let said = format!("{} nodes, {solutions} solutions", family.zdd.nodes().len());
    let mut text = format!("| {said}\n");
    family.write(&mut text).expect("strings take everything");
    let text = if args.output.is_some() { text } else { harmless(&text).into_owned() };
    output::to(args.output.as_deref(), |out| out.write_all(text.as_bytes()))?;
    if !args.search.quiet {
        eprintln!("{said}");
    }
    Ok(if solutions == BigUint::default() { Answer::No } else { Answer::Yes })
}

/// It was stopped.
fn nothing(watch: Watch) -> Answer {
    let cause = watch.cause();
    drop(watch);
    eprintln!("Nothing was written: {}.", because(cause));
    Answer::Partial
}

/// The diagram that is asked for, if there is memory for it.
fn made(args: &ZddArgs, monitor: &Monitor) -> Result<Result<Family, Refusal>, Failure> {
    let ask = AskArgs { condition: args.condition.clone(), ..AskArgs::default() };
    let opened = diagram::open(&args.problem.input, &args.problem, &SpecArgs::default(), &ask, monitor)?;
    let Some(Opened { input, family, .. }) = opened else { return Ok(Err(Refusal::Stopped)) };
    let family = match (input, family) {
        (_, Some(family)) if args.condition.is_none() => Ok(family),
        (Input::Dlx(problem, _), None) if args.condition.is_none() => {
            let zdd = all(args, Question::about_problem(&problem), monitor);
            zdd.map(|zdd| Family::new(zdd, &problem))
        }
        (Input::Dlx(problem, _), family) => {
            diagram::check_alone(family.as_ref(), &ask)?;
            let asked = Asked::of_problem(&ask, &problem)?;
            let question = Question::about_problem(&problem);
            let question = if let Some(family) = &family { question.among(&family.zdd) } else { question };
            let zdd = all(args, when(question, &asked), monitor);
            match family {
                Some(family) => zdd.map(|zdd| Family { zdd, ..family }),
                None => zdd.map(|zdd| Family::new(zdd, &problem)),
            }
        }
        (Input::Spec(loaded), _) => {
            let loaded = input::with_box(*loaded)?;
            let Ok(packing) = packing(&loaded, monitor) else { return Ok(Err(Refusal::Stopped)) };
            let question = Question::about(&packing);
            let zdd = if args.condition.is_none() && packing.requirement().is_none() {
                all(args, question, monitor)
            } else {
                let symmetries = Symmetries::new(&packing);
                let asked = Asked::new(&ask, &args.problem.input, &symmetries, monitor)?;
                all(args, when(question, &asked), monitor)
            };
            zdd.map(|zdd| Family::new(zdd, packing.problem()))
        }
    };
    // A node stands in a list and in a table, and what was made of two nodes in another one.
    let most = config(&args.search).memory / 128;
    type Combine = fn(Family, &Family, usize, &Monitor) -> Result<Family, Refusal>;
    let operations: [(&[String], Combine); 3] = [
        (&args.union, Family::union),
        (&args.intersect, Family::intersection),
        (&args.minus, Family::difference),
    ];
    let mut family = family;
    for (files, combine) in operations {
        for file in files {
            let other = diagram::read(file, &ChangeArgs::default(), monitor)?;
            if let (Ok(family), Ok(other)) = (&family, &other)
                && !family.is_akin(other)
            {
                input::warn(&[], &[of_another_puzzle(file)]);
            }
            family = family.and_then(|family| combine(family, &other?, most, monitor));
        }
    }
    Ok(family)
}

/// Each of two diagrams has options that the other has not.
fn of_another_puzzle(file: &str) -> Diagnostic {
    let message = format!("{} has the solutions of another puzzle, with other options", harmless(file));
    let remedy = "options are the same if they have the same items; all others are kept apart";
    Diagnostic::warning("another-puzzle", message).remedy(remedy)
}

/// The same question about solutions that meet the condition.
fn when<'a>(question: Question<'a>, asked: &'a Asked) -> Question<'a> {
    match &asked.condition {
        Some(condition) => question.when(&asked.judge, condition),
        None => question,
    }
}

/// All solutions.
fn all(args: &ZddArgs, question: Question<'_>, monitor: &Monitor) -> Result<Zdd, Refusal> {
    let SearchArgs { verbose, .. } = args.search;
    question.config(&config(&args.search)).diagram(monitor, |way| match way {
        Way::Searched(Some(refusal)) if verbose => {
            eprintln!("A sweep will not do: {refusal}. A search makes the diagram (Algorithm Z).");
        }
        Way::Listed(answer) => report_way(&args.search, answer, verbose),
        _ => {}
    })
}
