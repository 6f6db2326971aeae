//! `polydlx options`

use crate::args::{InputArgs, UpTo};
use crate::failure::Failure;

use crate::voice::is_quiet;
use crate::{Answer, Outcome, input, output};
use polydlx::diagnostic::Diagnostic;
use polydlx::packing::{Group, Packing, Reduction, write_options, write_reduced_options};
use std::io::Write;
use std::path::{Path, PathBuf};

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

/// Whether two paths lead to one file.
fn is_input(output: &Path, input: &str) -> bool {
    let (one, other) = (output.canonicalize(), Path::new(input).canonicalize());
    one.is_ok_and(|one| other.is_ok_and(|other| one == other))
}

pub(crate) fn run(args: &OptionsArgs) -> Outcome {
    if let Some(output) = args.output.as_deref().filter(|output| is_input(output, &args.input.input)) {
        let message = format!("{} is the spec itself, which would be lost", output.display());
        let remedy = "write the options to another file, as in `-o my.dlx`";
        return Err(Failure::mistake(Diagnostic::error("overwrites-input", message).remedy(remedy)));
    }
    let loaded = input::puzzle(&args.input)?;
    let too_long = loaded.too_long_for_dlx();
    if !too_long.is_empty() {
        return Err(Failure::Mistakes(loaded.sources, too_long));
    }
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    // The file that was read, or what was made of it.
    let changed = loaded.spec.as_ref().filter(|_| !args.input.change.changes().is_empty());
    let text = &changed
        .map_or_else(|| loaded.sources[0].text.clone(), |spec| spec.to_string() + &loaded.sources[1].text);
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
