//! `polydlx options`

use crate::args::OptionsArgs;
use crate::failure::Failure;
use crate::search::group;
use crate::voice::is_quiet;
use crate::{Answer, Outcome, input, output};
use polydlx::diagnostic::Diagnostic;
use polydlx::packing::{Packing, Reduction, write_options, write_reduced_options};
use std::io::Write;

pub(crate) fn run(args: &OptionsArgs) -> Outcome {
    let loaded = input::puzzle(&args.input)?;
    let too_long = loaded.too_long_for_dlx();
    if !too_long.is_empty() {
        return Err(Failure::Mistakes(loaded.sources, too_long));
    }
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let text = &loaded.sources[0].text;
    let summary = match args.up_to {
        None => output::to(args.output.as_deref(), |mut out| write_options(puzzle, text, &mut out))?,
        Some(up_to) => {
            let packing = Packing::new(puzzle);
            let reduction = Reduction::new(&packing, &group(&packing, up_to));
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
