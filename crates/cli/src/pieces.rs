//! `polydlx pieces`

use crate::args::{lattice, named};
use crate::failure::Failure;
use crate::search::{HALF_OF_WHAT_IS_FREE, because};
use crate::watch::{Show, Watch};
use crate::{Answer, Outcome, output};
use itertools::Itertools;
use polydlx::cover::Monitor;
use polydlx::diagnostic::Diagnostic;
use polydlx::lattice::{
    FEATURES, Lattice, PieceCondition, Shape, Sided, Site, SymmetryType, look_for_polyforms,
};
use polydlx::spec::cells_of;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// List all polyforms of a size as a piece set
///
/// There is one representative of each, the least one in the order of specs; they are called p-1, p-2, and so on.
/// With --where some of them are left out, and the others keep their names.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx pieces --lattice square --size 6                 the 35 hexominoes
  polydlx pieces --lattice triangle --size 7 --sided one   the 43 one-sided heptiamonds
  polydlx pieces --lattice cube --size 8 --count           6922
  polydlx pieces --lattice square --size 9 --where 'slim and fits 4x4' --count
  polydlx pieces --lattice hex --size 6 --where 'not holes'
  polydlx pieces --lattice square --size 8 --by-symmetry   the 369 octominoes by type
  polydlx pieces --lattice cube --types                    the 11 types of symmetry without reflections
  polydlx pieces --lattice ./mine.lat --size 4             on a lattice of your own

Exit status: 0 done, 2 error, 3 stopped early: then numbers are those of what was found until then.")]
pub(crate) struct PiecesArgs {
    /// What cells are
    #[arg(long, value_name = "LATTICE", value_parser = lattice())]
    pub(crate) lattice: Lattice,

    /// How many cells; where pieces are made of units, as tans are of quarters, how many of those
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=62), required_unless_present = "types")]
    pub(crate) size: Option<u8>,

    /// Which shapes are the same: free = turned or flipped, one = turned, fixed = only shifted
    /// [default: free in the plane, one in space]
    #[arg(long, value_parser = named(Sided::ALL, Sided::name))]
    pub(crate) sided: Option<Sided>,

    /// Only those of which this can be said: words from the list below, with `not` before and `and` between them
    #[arg(long = "where", value_name = "WORDS", long_help = long_help())]
    pub(crate) condition: Option<PieceCondition>,

    /// Only print how many there are
    #[arg(long)]
    pub(crate) count: bool,

    /// Only print how many there are of each type of symmetry
    #[arg(long, conflicts_with = "count")]
    pub(crate) by_symmetry: bool,

    /// Print all types of symmetry that shapes of any size can have
    #[arg(long, conflicts_with_all = ["size", "count", "by_symmetry", "condition"])]
    pub(crate) types: bool,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

pub(crate) fn run(args: &PiecesArgs) -> Outcome {
    let (lattice, size) = (args.lattice, args.size.map_or(0, usize::from));
    let condition = args.condition.clone().unwrap_or_default();
    let usual = Sided::default_for(lattice);
    let sided = args.sided.unwrap_or(usual);
    if args.types {
        let Some(types) = SymmetryType::all(lattice, sided) else {
            let message =
                "on this lattice some symmetries are glides or screws, and not all sets of them keep a shape";
            let remedy = "count the shapes of a size with `--by-symmetry`";
            return Err(Failure::mistake(Diagnostic::error("no-types", message).remedy(remedy)));
        };
        output::to(args.output.as_deref(), |out| {
            types.iter().try_for_each(|found| writeln!(out, "{:>8}  {found}", found.order()))?;
            writeln!(out, "{} types.", types.len())
        })?;
        return Ok(Answer::Yes);
    }
    let monitor = Monitor::new();
    let watch = Watch::with(&monitor, Show::Nothing, |_| String::new());
    let go_on = || if monitor.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let all = |visit: &mut dyn FnMut(Shape) -> ControlFlow<()>| {
        look_for_polyforms(lattice, size, sided, go_on, visit)
    };
    let answer = |ended: ControlFlow<()>| {
        if ended.is_continue() {
            return Answer::Yes;
        }
        eprintln!("There are more: {}.", because(watch.cause()));
        Answer::Partial
    };
    if args.count {
        let mut count: u64 = 0;
        let ended = all(&mut |shape| {
            count += u64::from(condition.holds(lattice, &shape));
            ControlFlow::Continue(())
        });
        output::to(args.output.as_deref(), |out| writeln!(out, "{count}"))?;
        return Ok(answer(ended));
    }
    if args.by_symmetry {
        let mut types = ByType::default();
        let ended = all(&mut |shape| {
            if condition.holds(lattice, &shape) {
                types.add(&SymmetryType::of(lattice, sided, &shape));
            }
            ControlFlow::Continue(())
        });
        output::to(args.output.as_deref(), |out| write!(out, "{types}"))?;
        return Ok(answer(ended));
    }
    // All of them are sorted in the end, so that none is named before the last is known.
    let each = size * lattice.units().first().map_or(1, Vec::len) * size_of::<Site>() + size_of::<Shape>();
    let most = *HALF_OF_WHAT_IS_FREE / each;
    let mut shapes = Vec::new();
    let ended = all(&mut |shape| {
        shapes.push(shape);
        if shapes.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if shapes.len() > most {
        let message = format!("there are more than {most} of these, too many for the memory");
        let remedy = "count them with `--count`, or name a smaller size";
        return Err(Failure::mistake(Diagnostic::error("too-many-polyforms", message).remedy(remedy)));
    }
    if ended.is_break() {
        eprintln!("Nothing is listed, since there are more: {}.", because(watch.cause()));
        return Ok(Answer::Partial);
    }
    drop(watch);
    shapes.sort_unstable();
    let shapes = (1..).zip(&shapes).filter(|(_, shape)| condition.holds(lattice, shape)).collect_vec();
    output::to(args.output.as_deref(), |out| {
        let mut out = BufWriter::new(out);
        let which = match sided {
            Sided::Free => "free",
            Sided::One => "one-sided",
            Sided::Fixed => "fixed",
        };
        let such = if condition.is_empty() { String::new() } else { format!(", {condition}") };
        writeln!(out, "| All {which} {} of size {size}{such}: {}.", lattice.polyforms(), shapes.len())?;
        writeln!(out, "|! set\n|! lattice {}", lattice.said())?;
        if sided != usual {
            writeln!(out, "|! sided {}", sided.name())?;
        }
        for (number, shape) in &shapes {
            let cells = cells_of(lattice, shape).map_err(io::Error::other)?;
            writeln!(out, "p-{number} {cells}")?;
        }
        out.flush()
    })?;
    Ok(Answer::Yes)
}

/// How many shapes have which type of symmetry.
#[derive(Default)]
pub(crate) struct ByType(BTreeMap<(usize, String), u64>);

impl ByType {
    /// One more shape of that type.
    pub(crate) fn add(&mut self, found: &SymmetryType) {
        *self.0.entry((found.order(), found.to_string())).or_default() += 1;
    }
}

impl fmt::Display for ByType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|((_, name), number)| writeln!(f, "{number:>8}  {name}"))
    }
}

/// All words of the table.
fn long_help() -> String {
    let word = |name: &str, argument: Option<&str>| [Some(name), argument].into_iter().flatten().join(" ");
    let lines = FEATURES
        .iter()
        .map(|feature| format!("- {}: {}", word(feature.name, feature.argument), feature.meaning));
    format!(
        "Only those of which this can be said: words from this list, with `not` before and `and` between them\n\n{}",
        lines.format("\n")
    )
}
