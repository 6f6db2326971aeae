//! Searches that last: kept in folders, done by many, proved complete.
//!
//! `count --save`, `solve --save`, `plan`, `work`, `merge` and `status` are these few steps, some of them or all.

pub(crate) mod conclusion;
pub(crate) mod crew;
pub(crate) mod emit;
pub(crate) mod gather;
pub(crate) mod kept;
pub(crate) mod question;
pub(crate) mod reader;
pub(crate) mod replay;
pub(crate) mod session;
pub(crate) mod states;

pub(crate) use conclusion::{Conclusion, conclude};
pub(crate) use crew::{Crew, Which};
pub(crate) use kept::{Kept, Means, begin, folder, with_kept};
pub(crate) use question::{QuestionArgs, Wanted};

use crate::failure::{Failure, plain};
use polydlx::diagnostic::Diagnostic;
use std::io;
use std::path::{Path, PathBuf};

/// Where to keep a search.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Long searches")]
pub(crate) struct SaveArgs {
    /// Keep what is done in this folder; the same command again goes on where it stopped, whatever stopped it
    #[arg(long, value_name = "FOLDER")]
    pub(crate) save: Option<PathBuf>,
}

/// What the system refused in a folder.
pub(crate) fn refused(path: &Path, error: &io::Error) -> Failure {
    let message = format!("cannot keep anything in {}: {}", path.display(), plain(error));
    let remedy =
        "nothing that was kept before is lost; when there is room, or the right to write, say the same again";
    Failure::mistake(Diagnostic::error("cannot-keep", message).remedy(remedy))
}
