//! `polydlx pieces`

use crate::args::named;
use crate::{Answer, Outcome, output};
use polydlx::lattice::{Lattice, Sided, for_each_polyform, polyforms};
use polydlx::spec::cells_of;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

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
    #[arg(long, value_name = "LATTICE", value_parser = named(Lattice::ALL, Lattice::name))]
    pub(crate) lattice: Lattice,

    /// How many cells
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=62))]
    pub(crate) size: u8,

    /// Which shapes are the same: free = turned or flipped, one = turned, fixed = only shifted
    /// [default: free in the plane, one in space]
    #[arg(long, value_parser = named(Sided::ALL, Sided::name))]
    pub(crate) sided: Option<Sided>,

    /// Only print how many there are
    #[arg(long)]
    pub(crate) count: bool,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

pub(crate) fn run(args: &PiecesArgs) -> Outcome {
    let (lattice, size) = (args.lattice, usize::from(args.size));
    let usual = Sided::default_for(lattice);
    let sided = args.sided.unwrap_or(usual);
    if args.count {
        let mut count: u64 = 0;
        for_each_polyform(lattice, size, sided, |_| count += 1);
        output::to(args.output.as_deref(), |out| writeln!(out, "{count}"))?;
        return Ok(Answer::Yes);
    }
    let shapes = polyforms(lattice, size, sided);
    output::to(args.output.as_deref(), |out| {
        let mut out = BufWriter::new(out);
        let which = match sided {
            Sided::Free => "free",
            Sided::One => "one-sided",
            Sided::Fixed => "fixed",
        };
        writeln!(out, "| All {which} {} of size {size}: {}.", lattice.polyforms(), shapes.len())?;
        writeln!(out, "|! set\n|! lattice {}", lattice.name())?;
        if sided != usual {
            writeln!(out, "|! sided {}", sided.name())?;
        }
        for (number, shape) in (1..).zip(&shapes) {
            let cells = cells_of(lattice, shape).map_err(io::Error::other)?;
            writeln!(out, "p-{number} {cells}")?;
        }
        out.flush()
    })?;
    Ok(Answer::Yes)
}
