//! What to read.

use super::named;
use clap::ValueEnum;
use polydlx::lattice::Lattice;

/// What to read.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// A spec file, `-` for standard input, or the name of a puzzle of the library
    #[arg(value_name = "SPEC")]
    pub(crate) input: String,

    /// What cells are, if the file does not say it
    #[arg(long, value_name = "LATTICE", value_parser = named(Lattice::ALL, Lattice::name))]
    pub(crate) lattice: Option<Lattice>,
}

/// What to search.
#[derive(Debug, clap::Args)]
pub(crate) struct ProblemArgs {
    /// A spec (.spec), a DLX file (.dlx), `-` for standard input, or the name of a puzzle of the library
    pub(crate) input: String,

    /// What cells are, if the spec does not say it
    #[arg(long, value_name = "LATTICE", value_parser = named(Lattice::ALL, Lattice::name))]
    pub(crate) lattice: Option<Lattice>,

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
