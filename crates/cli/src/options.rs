//! `polydlx options`

use crate::args::OptionsArgs;
use crate::failure::Failure;
use crate::{Answer, Outcome, input, output};
use polydlx::packing::write_options;

pub(crate) fn run(args: &OptionsArgs) -> Outcome {
    let loaded = input::puzzle(&args.input)?;
    let too_long = loaded.too_long_for_dlx();
    if !too_long.is_empty() {
        return Err(Failure::Mistakes(loaded.sources, too_long));
    }
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let text = &loaded.sources[0].text;
    let summary = output::to(args.output.as_deref(), |mut out| write_options(puzzle, text, &mut out))?;
    if !args.quiet {
        eprintln!("{summary}");
    }
    Ok(Answer::Yes)
}
