//! `polydlx show`

use crate::failure::{Failure, plain};
use crate::{Answer, Outcome, input, output};
use polydlx::diagnostic::{Diagnostic, nearest};
use polydlx::library;
use std::fs;

/// Print a piece set or a puzzle of the library
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx show pentominoes
  polydlx show soma-3x3x3 > mine.spec")]
pub(crate) struct ShowArgs {
    /// Its name, as `polydlx list` prints it
    pub(crate) name: String,
}

pub(crate) fn run(args: &ShowArgs) -> Outcome {
    let name = args.name.strip_suffix(".spec").or(args.name.strip_suffix(".dlx")).unwrap_or(&args.name);
    let shelf = input::shelf();
    if let Some(file) = shelf.find(name) {
        input::tell(file);
        let text = fs::read(&file.path).map_err(|error| {
            let message = format!("cannot read {}: {}", file.path.display(), plain(&error));
            Failure::mistake(Diagnostic::error("cannot-read", message))
        })?;
        output::to(None, |out| out.write_all(&text))?;
        return Ok(Answer::Yes);
    }
    // With its folder, a name means the library's file whatever hides it.
    let name = name.strip_prefix("shapes/").or(name.strip_prefix("puzzles/")).unwrap_or(name);
    let Some(item) = library::find(name) else {
        let own = shelf.files().iter().map(|file| file.name.as_str());
        let remedy = match nearest(name, own.chain(library::items().map(|item| item.name))) {
            Some(known) => format!("did you mean `{known}`?"),
            None => "`polydlx list` shows them all".to_owned(),
        };
        let message = format!("the library has no piece set and no puzzle called `{name}`");
        return Err(Failure::mistake(Diagnostic::error("not-in-library", message).remedy(remedy)));
    };
    output::to(None, |out| out.write_all(item.text.as_bytes()))?;
    Ok(Answer::Yes)
}
