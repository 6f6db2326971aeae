//! `polydlx convert`

use crate::args::UpTo;
use crate::asking::{self, no_requirement};
use crate::failure::Failure;
use crate::input::{self, Idle, Input, is_dlx, load_dlx, load_spec, warn};
use crate::{Answer, Outcome, output};
use clap::ValueEnum;
use polydlx::cover::{Monitor, Problem};
use polydlx::diagnostic::Diagnostic;
use polydlx::exchange::{Export, Format, NoCnf, cnf, opb, write};
use polydlx::packing::Group;
use polydlx::spec::{Changes, Loaded, Spec};
use std::path::{Path, PathBuf};

/// Translate puzzles from the files of other programs, and into them
///
/// What another program's file says becomes a spec; all other commands read such files, too. In the other direction a
/// puzzle is written whole or not at all: what a format cannot express is said.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx convert soma.xmpuzzle                            a file of BurrTools, as a spec
  polydlx convert burrs.xmpuzzle --problem 3 -o third.spec
  polydlx convert soma-3x3x3 -o soma.xmpuzzle
  polydlx convert pentominoes-6x10 --to polycube -o 6x10.txt
  polydlx convert pentominoes-6x10 -o 6x10.cnf --up-to symmetry
  cadical -q 6x10.cnf | polydlx draw pentominoes-6x10 - -o found.svg

What is read is known by the end of its name, or by how it begins; what is written, by the end of its name, or by \
--to. Variable k of .cnf and .opb files is option k of the puzzle: `polydlx check` and `polydlx draw` read the answers \
of solvers.")]
pub(crate) struct ConvertArgs {
    /// A spec, a file of another program, `-` for standard input, or the name of a puzzle of the library
    #[arg(value_name = "FILE")]
    pub(crate) input: String,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// What to write [default: what the name of the file says, else a spec]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<To>,

    /// Which problem of a file that has several, counted from 1
    #[arg(long, value_name = "N")]
    pub(crate) problem: Option<usize>,

    /// Let solvers find only one solution of each class
    #[arg(long, value_name = "WHAT")]
    pub(crate) up_to: Option<UpTo>,
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// A spec (.spec)
    Spec,
    /// BurrTools (.xmpuzzle)
    Burrtools,
    /// Busche's polycube
    Polycube,
    /// polysolve (.json)
    Polysolve,
    /// Pieces for puzzlecad (.scad)
    Puzzlecad,
    /// Clauses, for SAT solvers (.cnf)
    Cnf,
    /// Linear constraints, for pseudo-Boolean solvers (.opb)
    Opb,
}

impl To {
    fn of(path: &Path) -> Result<Self, Failure> {
        let end = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        Ok(match end.as_str() {
            "spec" => Self::Spec,
            "xmpuzzle" => Self::Burrtools,
            "json" => Self::Polysolve,
            "scad" => Self::Puzzlecad,
            "cnf" => Self::Cnf,
            "opb" => Self::Opb,
            _ => {
                let message = format!("the name {} does not tell what is to be written", path.display());
                return Err(Failure::mistake(
                    Diagnostic::error("unknown-format", message).remedy("say it with --to"),
                ));
            }
        })
    }
}

pub(crate) fn run(args: &ConvertArgs) -> Outcome {
    let to = match (args.to, &args.output) {
        (Some(to), _) => to,
        (None, Some(path)) => To::of(path)?,
        (None, None) => To::Spec,
    };
    if args.up_to.is_some() && !matches!(to, To::Cnf | To::Opb) {
        let message = "symmetries are broken in files for solvers only";
        let remedy = "leave out --up-to, or write a .cnf or .opb file";
        return Err(Failure::mistake(Diagnostic::error("no-solver", message).remedy(remedy)));
    }
    let source = input::source_of(&args.input, args.problem)?;
    let text = source.text.clone();
    let input = match is_dlx(&source) {
        true => load_dlx(source, Idle::Ignored)?,
        false => Input::Spec(Box::new(load_spec(source, None, &Changes::default())?)),
    };
    let (text, warnings) = match (&input, to) {
        (_, To::Spec) => (text, Vec::new()),
        (Input::Spec(loaded), To::Cnf | To::Opb) => (for_solver(args, to, loaded)?, Vec::new()),
        (Input::Dlx(problem, _), To::Cnf | To::Opb) if args.up_to.is_none() => {
            (solver_text(to, problem, None).map_err(|why| no_cnf(&why))?, Vec::new())
        }
        (Input::Spec(loaded), _) => foreign(to, loaded)?,
        (Input::Dlx(..), _) => {
            let message = "items and options have no geometry that could be written";
            let remedy = "only .cnf and .opb files can be made of them, and not up to symmetry";
            return Err(Failure::mistake(Diagnostic::error("no-geometry", message).remedy(remedy)));
        }
    };
    warn(&[], &warnings);
    output::to(args.output.as_deref(), |out| out.write_all(text.as_bytes()))?;
    Ok(Answer::Yes)
}

/// The file of another program.
fn foreign(to: To, loaded: &Loaded) -> Result<(String, Vec<Diagnostic>), Failure> {
    let format = match to {
        To::Burrtools => Format::BurrTools,
        To::Polycube => Format::Polycube,
        To::Polysolve => Format::Polysolve,
        _ => Format::Puzzlecad,
    };
    let spec = loaded.spec.as_ref();
    let export = Export {
        puzzle: loaded.puzzle().expect("a spec without mistakes is a puzzle"),
        title: spec.and_then(Spec::title),
        is_set: loaded.is_set(),
        has_more: spec.and_then(Spec::requirement).is_some() || !loaded.charges().is_empty(),
    };
    let (text, mut warnings) =
        write(format, &export).map_err(|reasons| Failure::Mistakes(Vec::new(), reasons))?;
    if !loaded.labels().is_empty() {
        let message = "words upon cells are not carried over";
        warnings.push(Diagnostic::warning("not-carried-over", message));
    }
    Ok((text, warnings))
}

/// The problem for a solver.
fn for_solver(args: &ConvertArgs, to: To, loaded: &Loaded) -> Result<String, Failure> {
    if loaded.is_set() {
        let message = "a piece set has no box to be filled";
        return Err(Failure::mistake(Diagnostic::error("no-box", message)));
    }
    no_requirement(loaded, "a file for solvers")?;
    let packing = asking::packing(loaded, &Monitor::new()).expect("nobody stops it");
    let group = args.up_to.map(|up_to| {
        let group = Group::new(&packing);
        if up_to == UpTo::Rotation { group.rotations() } else { group }
    });
    if group.is_some() && packing.problem().has_costs() {
        let message = "solutions of one class may cost different sums, so none can stand for all";
        return Err(Failure::mistake(
            Diagnostic::error("classes-by-cost", message).remedy("leave out --up-to"),
        ));
    }
    solver_text(to, packing.problem(), group.as_ref()).map_err(|why| no_cnf(&why))
}

fn solver_text(to: To, problem: &Problem, group: Option<&Group>) -> Result<String, NoCnf> {
    if to == To::Cnf { cnf(problem, group) } else { opb(problem, group) }
}

fn no_cnf(why: &NoCnf) -> Failure {
    let remedy = match why {
        NoCnf::Costs => "write an .opb file",
        _ => "leave out --up-to",
    };
    Failure::mistake(Diagnostic::error("no-cnf", why.to_string()).remedy(remedy))
}
