//! What to read.

use super::lattice;
use clap::ValueEnum;
use polydlx::lattice::Lattice;
use polydlx::spec::Changes;

/// What to read.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// A spec file, `-` for standard input, or the name of a puzzle of the library
    #[arg(value_name = "SPEC")]
    pub(crate) input: String,

    /// What cells are, if the file does not say it
    #[arg(long, value_name = "LATTICE", value_parser = lattice())]
    pub(crate) lattice: Option<Lattice>,

    #[command(flatten)]
    pub(crate) change: ChangeArgs,
}

/// What to change.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Changes")]
pub(crate) struct ChangeArgs {
    /// Take another box, by name, as in 'rectangle 6 10' or 'square 8 minus 00 77', or as cells, as in '[0-5][0-9]';
    /// a set becomes a puzzle by it
    #[arg(long = "box", value_name = "BOX")]
    pub(crate) region: Option<String>,

    /// Let a piece lie there, as in 'X 01 10 11 12 21'; may be said for several pieces. Of a diagram, only solutions in
    /// which one option has all these items
    #[arg(long, value_name = "PIECE CELLS")]
    pub(crate) place: Vec<String>,

    /// Take only these pieces, as in 'T U V'
    #[arg(long, value_name = "PIECES")]
    pub(crate) only: Vec<String>,

    /// Leave out these pieces; of a diagram, all solutions that use one of these pieces or cells
    #[arg(long, value_name = "PIECES")]
    pub(crate) without: Vec<String>,

    /// Use each piece so many times, as in 2 or 0:3
    #[arg(long, value_name = "N")]
    pub(crate) times: Option<String>,
}

impl ChangeArgs {
    pub(crate) fn changes(&self) -> Changes {
        Changes {
            region: self.region.clone(),
            place: self.place.clone(),
            only: self.only.clone(),
            without: self.without.clone(),
            times: self.times.clone(),
        }
    }
}

/// What to search.
#[derive(Debug, clap::Args)]
pub(crate) struct ProblemArgs {
    /// A spec (.spec), a DLX file (.dlx), `-` for standard input, the name of a puzzle of the library, or, where
    /// solutions are asked for, a diagram of them (.zdd)
    pub(crate) input: String,

    /// What cells are, if the spec does not say it
    #[arg(long, value_name = "LATTICE", value_parser = lattice())]
    pub(crate) lattice: Option<Lattice>,

    #[command(flatten)]
    pub(crate) change: ChangeArgs,

    /// What the input is [default: dlx for files that end in .dlx, else spec]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<From>,
}

/// What an input can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum From {
    /// Box and pieces
    Spec,
    /// Items and options
    Dlx,
}
