//! `polydlx pieces`

use crate::args::PiecesArgs;
use crate::{Answer, Outcome, output};
use polydlx::lattice::{Sided, for_each_polyform, polyforms};
use polydlx::spec::cells_of;
use std::io::{self, BufWriter, Write};

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
