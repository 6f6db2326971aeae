//! What can be said on the command line.

use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use clap::{Parser, Subcommand};
use polydlx::lattice::{Lattice, Sided};
use std::path::PathBuf;

/// Polyform puzzles on squares, triangles, hexagons, cubes and spheres.
///
/// A puzzle is a box of cells and a set of pieces, written in Knuth's compact notation.
/// polydlx lists all placements of the pieces as an exact cover problem.
#[derive(Debug, Parser)]
#[command(
    name = "polydlx",
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  polydlx options pentominoes-6x10          the option file of a puzzle of the library
  polydlx info my.spec                      what a puzzle is made of
  polydlx pieces --lattice hex --size 5     all pentahexes
  polydlx list                              the piece sets and puzzles that come with polydlx

Exit status: 0 found or true, 1 none or false, 2 error, 3 stopped early."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Options(OptionsArgs),
    Info(InfoArgs),
    Pieces(PiecesArgs),
    Check(CheckArgs),
    List(ListArgs),
    Show(ShowArgs),
}

/// What to read.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// A spec file, `-` for standard input, or the name of a puzzle of the library
    #[arg(value_name = "SPEC")]
    pub(crate) input: String,

    /// What cells are, if the file does not say it
    #[arg(long, value_name = "LATTICE", value_parser = lattices())]
    pub(crate) lattice: Option<Lattice>,
}

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

    /// Say nothing when all is well
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Show what a puzzle or a piece set is made of
///
/// Cells, pieces, base placements, options, and how many symmetries the box has.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx info soma-3x3x3
  polydlx info shapes/tetraspheres.spec
  polydlx info my.spec --lattice hex --json")]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// List all polyforms of a size as a piece set
///
/// There is one representative of each, the least one in the order of specs; they are called p-1, p-2, and so on.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx pieces --lattice square --size 6                 the 35 hexominoes
  polydlx pieces --lattice triangle --size 7 --sided one   the 43 one-sided heptiamonds
  polydlx pieces --lattice cube --size 8 --count           6922")]
pub(crate) struct PiecesArgs {
    /// What cells are
    #[arg(long, value_name = "LATTICE", value_parser = lattices())]
    pub(crate) lattice: Lattice,

    /// How many cells
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=62))]
    pub(crate) size: u8,

    /// Which shapes are the same: free = turned or flipped, one = turned, fixed = only shifted
    /// [default: free in the plane, one in space]
    #[arg(long, value_parser = PossibleValuesParser::new(Sided::ALL.map(Sided::name)).map(|name| Sided::from_name(&name).expect("a possible value")))]
    pub(crate) sided: Option<Sided>,

    /// Only print how many there are
    #[arg(long)]
    pub(crate) count: bool,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Verify solutions of a puzzle
///
/// Reads solutions as option lines (a piece and its cells in any order, `N:` or a blank line before each solution)
/// or as JSON lines, and says what is wrong with the first bad one. It does not use the solver's code.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx check pentominoes-6x10 solutions.txt
  dlx2 m1 < 6x10.dlx | polydlx check pentominoes-6x10 -

Exit status: 0 all solutions are right, 1 one is wrong or there are none, 2 error.")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The solutions, `-` for standard input
    pub(crate) solutions: String,
}

/// List the piece sets and puzzles that come with polydlx
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx list
  polydlx list --lattice sphere")]
pub(crate) struct ListArgs {
    /// Only those on this lattice
    #[arg(long, value_name = "LATTICE", value_parser = lattices())]
    pub(crate) lattice: Option<Lattice>,
}

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

fn lattices() -> impl clap::builder::TypedValueParser<Value = Lattice> {
    PossibleValuesParser::new(Lattice::ALL.map(Lattice::name))
        .map(|name| Lattice::from_name(&name).expect("a possible value"))
}
