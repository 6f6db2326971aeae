//! `polydlx options`

use crate::args::{ProblemArgs, UpTo};
use crate::asking::{self, no_requirement};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::pruning::{self, Reduce};
use crate::voice::is_quiet;
use crate::{Answer, Outcome, output};
use polydlx::cover::{Monitor, Problem, dlx};
use polydlx::diagnostic::Diagnostic;
use polydlx::packing::{Group, Packing, Reduction, Summary, reduced_problem, write_comments, write_options};
use polydlx::spec::Loaded;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Write the exact cover problem of a puzzle as a DLX option file
///
/// The file is the one that Knuth's POLYOMINO-DLX, POLYIAMOND-DLX and POLYCUBE-DLX write,
/// and any DLX solver reads it. A summary goes to standard error. A DLX file can be made smaller, too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx options pentominoes-6x10 -o 6x10.dlx
  polydlx options --lattice triangle old.spec
  polydlx options pentominoes-3x20 --reduce area
  polydlx options large.dlx --reduce all -o small.dlx
  printf '[0-3][0-9]\\n20|D 0[01]\\n' | polydlx options - --lattice square")]
pub(crate) struct OptionsArgs {
    #[command(flatten)]
    pub(crate) input: ProblemArgs,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Only as many options as are needed to find one solution of each class, where one file can say that
    #[arg(long, value_name = "WHAT")]
    pub(crate) up_to: Option<UpTo>,

    /// Leave out options that no solution has, and items that need not be asked for
    #[arg(long, value_name = "RULE")]
    pub(crate) reduce: Option<Reduce>,
}

pub(crate) fn run(args: &OptionsArgs) -> Outcome {
    let loaded = match (args.up_to, args.reduce) {
        (None, Some(_)) => match input::problem(&args.input)? {
            Input::Spec(loaded) => input::with_box(*loaded)?,
            Input::Dlx(problem, _) => return write(args, &problem, None).map(|()| Answer::Yes),
        },
        _ => input::with_box(input::spec(&args.input.input, args.input.lattice, &args.input.change)?)?,
    };
    no_requirement(&loaded, "an option file")?;
    let too_long = loaded.too_long_for_dlx();
    if !too_long.is_empty() {
        return Err(Failure::Mistakes(loaded.sources, too_long));
    }
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    if !loaded.charges().is_empty() {
        return with_costs(args, &loaded);
    }
    let text = &text(args, &loaded);
    if args.up_to.is_none() && args.reduce.is_none() {
        return Ok(tell(&output::to(args.output.as_deref(), |mut out| {
            write_options(puzzle, text, &mut out)
        })?));
    }
    let packing = Packing::new(puzzle);
    let problem = up_to(args, &packing)?;
    let problem = problem.as_ref().unwrap_or(packing.problem());
    let summary = Summary::new(packing.options());
    write(args, problem, Some((&loaded, &packing)))?;
    Ok(tell(&summary))
}

/// The file that was read, or what was made of it.
fn text(args: &OptionsArgs, loaded: &Loaded) -> String {
    match loaded.spec.as_ref().filter(|_| !args.input.change.changes().is_empty()) {
        Some(spec) => spec.to_string() + &loaded.sources[1].text,
        None => loaded.sources[0].text.clone(),
    }
}

/// The problem up to symmetry, if that is asked for.
fn up_to(args: &OptionsArgs, packing: &Packing<'_>) -> Result<Option<Problem>, Failure> {
    let Some(up_to) = args.up_to else { return Ok(None) };
    let group = Group::new(packing);
    let group = if up_to == UpTo::Rotation { group.rotations() } else { group };
    let reduction = Reduction::new(packing, &group);
    reduced_problem(packing, &reduction).map(Some).ok_or_else(|| {
        let message = "no single option file has one solution of each class";
        let remedy = "`polydlx solve --up-to` and `polydlx count --up-to` can do it in several cases";
        Failure::mistake(Diagnostic::error("several-cases", message).remedy(remedy))
    })
}

/// Writes a problem, without what is useless if that is asked for.
fn write(
    args: &OptionsArgs,
    problem: &Problem,
    puzzle: Option<(&Loaded, &Packing<'_>)>,
) -> Result<(), Failure> {
    let pruning = args.reduce.map(|reduce| {
        // Nobody is enrolled: whoever stops it ends the process.
        let packing = puzzle.map(|(_, packing)| packing);
        pruning::of(problem, packing, reduce, &Monitor::new()).expect("nobody stops it")
    });
    let pruned = pruning.as_ref().map(|pruning| pruning.problem().0);
    output::to(args.output.as_deref(), |out| {
        let mut out = BufWriter::new(out);
        if let Some((loaded, _)) = puzzle {
            write_comments(&text(args, loaded), &mut out)?;
        }
        dlx::write(pruned.as_ref().unwrap_or(problem), &mut out)?;
        out.flush()
    })?;
    if let Some(pruning) = pruning.filter(|_| !is_quiet()) {
        eprintln!("{}", pruning::summary(&pruning));
    }
    Ok(())
}

fn tell(summary: &Summary) -> Answer {
    if !is_quiet() {
        eprintln!("{summary}");
    }
    Answer::Yes
}

/// The file of a puzzle whose placements cost something: costs follow the options, as dlx5 reads them.
fn with_costs(args: &OptionsArgs, loaded: &Loaded) -> Outcome {
    if args.up_to.is_some() {
        let message = "solutions of one class may cost different sums, so none can stand for all";
        let remedy = "leave out --up-to; `polydlx solve --best K --by cost --up-to symmetry` shows the cheapest of each class";
        return Err(Failure::mistake(Diagnostic::error("classes-by-cost", message).remedy(remedy)));
    }
    let packing = asking::packing(loaded, &Monitor::new()).expect("nobody stops it");
    write(args, packing.problem(), None)?;
    if !is_quiet() {
        eprintln!("{} options, with costs", packing.problem().options());
    }
    Ok(Answer::Yes)
}
