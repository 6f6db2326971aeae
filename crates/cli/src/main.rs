//! The command: arguments, files, exit status. What it does is done by the crates that it calls.

/// Like the one of the standard library, but it is no failure if nobody listens: standard error may be closed, too. And
/// what names of files and pieces have in them commands no terminal.
macro_rules! eprintln {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let text = format!($($text)*);
        let _ = writeln!(std::io::stderr(), "{}", polydlx::diagnostic::harmless(&text));
    }};
}

mod args;
mod asking;
mod caption;
mod certificate;
mod check;
mod completions;
mod convert;
mod count;
mod design;
mod diagram;
mod draw;
mod edited;
mod failure;
#[allow(unreachable_pub, dead_code, reason = "what one build leaves out, another has")]
mod impossible;
mod info;
mod input;
mod json;
mod list;
mod long;
mod man;
mod merge;
mod options;
mod output;
mod pages;
mod picture;
mod pieces;
mod plan;
mod properties;
mod pruning;
mod relate;
mod sample;
mod screen;
mod search;
mod settings;
mod sheets;
mod show;
mod solutions;
mod solve;
mod status;
mod studio;
mod system;
mod verify;
mod version;
mod voice;
mod watch;
mod work;
mod zdd;

use args::Args;
use clap::{CommandFactory, FromArgMatches};
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let matches = Args::command().get_matches();
    let args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    voice::Voice::set(args.verbose, args.quiet);
    watch::begin(args.time_limit);
    let ready = settings::check().and_then(|()| output::spare_input(&matches));
    match ready.and_then(|()| args.command.run()) {
        Ok(answer) => answer.into(),
        Err(failure) => failure.report(),
    }
}

/// How a command ends when nothing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// Found, true, done.
    Yes,
    /// None, false.
    No,
    /// Stopped early.
    Partial,
}

impl Answer {
    /// What it is for those who called the command.
    fn status(self) -> i32 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Partial => 3,
        }
    }
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> Self {
        Self::from(answer.status() as u8)
    }
}

type Outcome = Result<Answer, Failure>;
