//! The command: arguments, files, exit status. What it does is done by the crates that it calls.

/// Like the one of the standard library, but it is no failure if nobody listens: standard error may be closed, too.
macro_rules! eprintln {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

mod args;
mod caption;
mod catalog;
mod check;
mod count;
mod design;
mod draw;
mod failure;
#[allow(unreachable_pub, dead_code, reason = "what one build leaves out, another has")]
mod image;
mod info;
mod input;
mod manual;
mod options;
mod output;
mod pages;
mod picture;
mod pieces;
mod screen;
mod search;
mod solutions;
mod solve;
mod verify;
mod version;
mod voice;
mod watch;
mod zdd;

use args::{Args, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    voice::Voice::set(args.verbose, args.quiet);
    let result = match args.command {
        Command::Solve(args) => solve::run(&args, None),
        Command::Sample(args) => solve::run(&args.solve, Some(args.seed)),
        Command::Count(args) => count::run(&args),
        Command::Zdd(args) => zdd::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Options(args) => options::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Pieces(args) => pieces::run(&args),
        Command::Design(args) => design::run(&args),
        Command::Check(args) => check::run(&args),
        Command::List(args) => catalog::list(&args),
        Command::Show(args) => catalog::show(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
    };
    match result {
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

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Yes => Self::SUCCESS,
            Answer::No => Self::from(1),
            Answer::Partial => Self::from(3),
        }
    }
}

type Outcome = Result<Answer, Failure>;
