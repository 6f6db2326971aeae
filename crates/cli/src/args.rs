//! What can be said on the command line.
//!
//! The arguments of a command stand in its own module; here are those that several commands share.

mod asking;
mod branch;
mod input;
mod make;
mod picture;
mod search;
mod symmetry;
mod value;

pub(crate) use asking::{AskArgs, RankArgs};
pub(crate) use branch::words as branch_words;
pub(crate) use input::{ChangeArgs, From, InputArgs, ProblemArgs};
pub(crate) use make::{Layout, MakeArgs};
pub(crate) use picture::{PaperName, PictureArgs, PictureFormat, When};
pub(crate) use search::{SearchArgs, WorkArgs};
pub(crate) use symmetry::{SymmetryArgs, UpTo};
pub(crate) use value::{
    Stretch, bytes, cell_length, lattice, length, named, numbers, sheet_size, stretch, time,
};

use crate::Outcome;
use crate::{
    check, completions, convert, count, design, draw, info, list, man, merge, options, pieces, plan, relate,
    sample, sheets, show, solve, status, studio, verify, work, zdd,
};
use clap::{Parser, Subcommand};
use std::time::Duration;

/// Polyform puzzles on squares, triangles, hexagons, cubes, spheres and many other lattices.
///
/// A puzzle is a box of cells and a set of pieces, written in Knuth's compact notation.
/// polydlx turns it into an exact cover problem, and finds or counts the solutions.
#[derive(Debug, Parser)]
#[command(
    name = "polydlx",
    version,
    long_version = crate::version::LONG.as_str(),
    arg_required_else_help = true,
    after_help = "\
Examples:
  polydlx solve pentominoes-6x10 -n 1       one solution of a puzzle of the library
  polydlx count soma-3x3x3                  how many there are
  polydlx draw tetrahexes -o chart.svg      a picture of a piece set
  polydlx options my.spec -o my.dlx         the exact cover problem, for other solvers
  polydlx convert their.xmpuzzle -o my.spec the files of other programs, there and back
  polydlx info my.spec                      what a puzzle is made of
  polydlx pieces --lattice hex --size 5     all pentahexes
  polydlx design sets my.spec               sets of pieces that fill a box in just one way
  polydlx studio                            all that on a page in your browser
  polydlx list                              the piece sets and puzzles that come with polydlx

Exit status: 0 found or true, 1 none or false, 2 error, 3 stopped early. Ctrl-C, SIGTERM and --time-limit stop every command; what is
known by then is printed.

Environment: POLYDLX_PATH is a list of folders with piece sets and puzzles of your own, which are found by name before
those of the library; NO_COLOR turns colours off."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Say which way was taken, and why
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,

    /// Say nothing but the results
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Stop after this time, as in 90, 90s, 15m, 8h or 2d; the answer is then partial
    #[arg(long, global = true, value_name = "TIME", value_parser = time)]
    pub(crate) time_limit: Option<Duration>,
}

/// A command is one row: its name, and its module, which has its arguments and a function `run`.
macro_rules! commands {
    ($($name:ident($module:ident::$args:ident),)*) => {
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($name($module::$args),)*
        }

        impl Command {
            pub(crate) fn run(&self) -> Outcome {
                match self {
                    $(Self::$name(args) => $module::run(args),)*
                }
            }
        }
    };
}

commands! {
    Solve(solve::SolveArgs),
    Count(count::CountArgs),
    Sample(sample::SampleArgs),
    Zdd(zdd::ZddArgs),
    Relate(relate::RelateArgs),
    Draw(draw::DrawArgs),
    Options(options::OptionsArgs),
    Info(info::InfoArgs),
    Verify(verify::VerifyArgs),
    Plan(plan::PlanArgs),
    Work(work::WorkOnArgs),
    Status(status::StatusArgs),
    Merge(merge::MergeArgs),
    Pieces(pieces::PiecesArgs),
    Design(design::DesignArgs),
    Sheets(sheets::SheetsArgs),
    Convert(convert::ConvertArgs),
    Check(check::CheckArgs),
    Studio(studio::StudioArgs),
    List(list::ListArgs),
    Show(show::ShowArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}
