//! `polydlx options`

use crate::args::{InputArgs, UpTo};
use crate::asking::{self, no_requirement};
use crate::failure::Failure;
use crate::voice::is_quiet;
use crate::{Answer, Outcome, input, output};
use polydlx::cover::{Monitor, dlx};
use polydlx::diagnostic::Diagnostic;
use polydlx::packing::{Group, Packing, Reduction, write_options, write_reduced_options};
use polydlx::spec::Loaded;
use std::io::Write;
use std::path::PathBuf;

/// Write the exact cover problem of a puzzle as a DLX option file
///
/// The file is the one that Knuth's POLYOMINO-DLX, POLYIAMOND-DLX and POLYCUBE-DLX write,
/// and any DLX solver reads it. A summary goes to standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx options pentominoes-6x10 -o 6x10.dlx
  polydlx options --lattice triangle old.spec
  printf '[0-3][0-9]\\n20|D 0[01]\\n' | polydlx options - --lattice square")]
pub(crate) struct OptionsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Only as many options as are needed to find one solution of each class, where one file can say that
    #[arg(long, value_name = "WHAT")]
    pub(crate) up_to: Option<UpTo>,
}

pub(crate) fn run(args: &OptionsArgs) -> Outcome {
    let loaded = input::puzzle(&args.input)?;
    no_requirement(&loaded, "an option file")?;
    let too_long = loaded.too_long_for_dlx();
    if !too_long.is_empty() {
        return Err(Failure::Mistakes(loaded.sources, too_long));
    }
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    if !loaded.charges().is_empty() {
        return with_costs(args, &loaded);
    }
    let text = &loaded.sources[0].text;
    let summary = match args.up_to {
        None => output::to(args.output.as_deref(), |mut out| write_options(puzzle, text, &mut out))?,
        Some(up_to) => {
            let packing = Packing::new(puzzle);
            let group = Group::new(&packing);
            let group = if up_to == UpTo::Rotation { group.rotations() } else { group };
            let reduction = Reduction::new(&packing, &group);
            let write = |mut out: &mut dyn Write| write_reduced_options(&packing, &reduction, text, &mut out);
            output::to(args.output.as_deref(), write)?.ok_or_else(|| {
                let message = "no single option file has one solution of each class";
                let remedy = "`polydlx solve --up-to` and `polydlx count --up-to` can do it in several cases";
                Failure::mistake(Diagnostic::error("several-cases", message).remedy(remedy))
            })?
        }
    };
    if !is_quiet() {
        eprintln!("{summary}");
    }
    Ok(Answer::Yes)
}

/// The file of a puzzle whose placements cost something: costs follow the options, as dlx5 reads them.
fn with_costs(args: &OptionsArgs, loaded: &Loaded) -> Outcome {
    if args.up_to.is_some() {
        let message = "solutions of one class may cost different sums, so none can stand for all";
        let remedy = "leave out --up-to; `polydlx solve --best K --by cost --up-to symmetry` shows the cheapest of each class";
        return Err(Failure::mistake(Diagnostic::error("classes-by-cost", message).remedy(remedy)));
    }
    let packing = asking::packing(loaded, &Monitor::new()).expect("nobody stops it");
    output::to(args.output.as_deref(), |mut out| dlx::write(packing.problem(), &mut out))?;
    if !is_quiet() {
        eprintln!("{} options, with costs", packing.problem().options());
    }
    Ok(Answer::Yes)
}
