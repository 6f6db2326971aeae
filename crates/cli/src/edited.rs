//! `--spec`: an option file that was edited, with the geometry of the spec that it was made from.

use crate::args::{ChangeArgs, InputArgs};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::voice::is_quiet;
use crate::{asking, solutions};
use polydlx::cover::{Monitor, Problem};
use polydlx::diagnostic::Diagnostic;
use polydlx::lattice::{Lattice, Puzzle};
use polydlx::packing::{Edits, Packing};
use polydlx::solutions::Solution;
use polydlx::spec::Loaded;

/// The spec that a DLX file was made from.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct SpecArgs {
    /// The spec that a DLX file or a diagram was made from: its options are matched with placements, so that there are
    /// symmetries and pictures
    #[arg(long, value_name = "SPEC")]
    pub(crate) spec: Option<String>,
}

/// The same input; with `--spec`, the spec, and the problem of the DLX file.
pub(crate) fn with_spec(
    input: Input,
    args: &SpecArgs,
    lattice: Option<Lattice>,
) -> Result<(Input, Option<Problem>), Failure> {
    match (input, &args.spec) {
        (input, None) => Ok((input, None)),
        (Input::Dlx(problem, _), Some(spec)) => {
            Ok((Input::Spec(Box::new(input::spec(spec, lattice, &ChangeArgs::default())?)), Some(problem)))
        }
        (Input::Spec(_), Some(spec)) => {
            let message = "--spec belongs to a DLX file, but this is a spec already";
            let remedy = format!("leave out `--spec {spec}`, or name the DLX file that was made from it");
            Err(Failure::mistake(Diagnostic::error("spec-of-a-spec", message).remedy(remedy)))
        }
    }
}

/// What is to be drawn: a puzzle, or what an edited file has left of it.
pub(crate) struct Subject {
    pub(crate) loaded: Loaded,
    edited: Option<Problem>,
    /// Items of the file that are neither cells nor pieces, if it is one that was edited.
    items: Option<Vec<String>>,
}

impl Subject {
    /// A spec, or with `--spec` a DLX file that was made from it.
    pub(crate) fn new(input: &InputArgs, args: &SpecArgs) -> Result<Self, Failure> {
        if args.spec.is_none() {
            let loaded = input::spec(&input.input, input.lattice, &input.change)?;
            return Ok(Self { loaded, edited: None, items: None });
        }
        let file = input::problem_of(&input.input, input.lattice, &input.change, None)?;
        let (Input::Spec(loaded), Some(problem)) = with_spec(file, args, input.lattice)? else {
            unreachable!("--spec names a spec");
        };
        let loaded = input::with_box(*loaded)?;
        let (region, items) = {
            let packing = packing(&loaded, Some(problem.clone()), &Monitor::new())?;
            let packing = packing.expect("nobody stops it");
            (packing.shown().region.clone(), packing.other_items().map(str::to_owned).collect())
        };
        Ok(Self { loaded: loaded.within(&region), edited: Some(problem), items: Some(items) })
    }

    /// The puzzle, with the holes that the file has.
    pub(crate) fn puzzle(&self) -> &Puzzle {
        self.loaded.puzzle().expect("a spec without mistakes is a puzzle")
    }

    /// Its packing, with the options of the file.
    pub(crate) fn packing(&self) -> Packing<'_> {
        match &self.edited {
            None => Packing::new(self.puzzle()),
            Some(problem) => Packing::edited(self.puzzle(), problem.clone()).0,
        }
    }

    /// The solutions in a file.
    pub(crate) fn solutions(
        &self,
        input: &str,
        file: &str,
    ) -> Result<impl Iterator<Item = Result<Solution, Failure>> + use<'_>, Failure> {
        solutions::open_edited(input, file, self.puzzle(), self.items.as_deref())
    }
}

/// The packing of a puzzle, or of an edited file; none if it was stopped. How the file differs is said in a sentence.
pub(crate) fn packing<'a>(
    loaded: &'a Loaded,
    edited: Option<Problem>,
    monitor: &Monitor,
) -> Result<Option<Packing<'a>>, Failure> {
    let Some(problem) = edited else { return Ok(asking::packing(loaded, monitor).ok()) };
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    monitor.enter("matching options with placements");
    let (packing, edits) = Packing::edited(puzzle, problem);
    if edits.kept == 0 {
        let message = "no option of the file is a placement of a piece of the spec";
        let remedy = "name the spec that the file was made from; names of cells and pieces must be the same";
        return Err(Failure::mistake(Diagnostic::error("another-spec", message).remedy(remedy)));
    }
    if !is_quiet() {
        eprintln!("{}", sentence(&edits));
    }
    Ok(Some(packing))
}

fn sentence(edits: &Edits) -> String {
    let Edits { kept, missing, others, lost, added } = edits;
    let many = |number: usize, one: &str, more: &str| {
        if number == 1 { format!("1 {one}") } else { format!("{number} {more}") }
    };
    let all = many(kept + missing, "placement", "placements");
    let mut text = format!("Of {all} of the spec the file has {kept}");
    if *others > 0 {
        text += &format!("; {}", many(*others, "option of it places nothing", "options of it place nothing"));
        text += " that the spec has";
    }
    if *added > 0 {
        let one = "item of it is neither a cell nor a piece";
        text += &format!("; {}", many(*added, one, "items of it are neither cells nor pieces"));
    }
    if !lost.is_empty() {
        let some = lost.iter().take(9).map(String::as_str).collect::<Vec<_>>().join(" ");
        text += &format!("; it has no item {some}{}", if lost.len() > 9 { " …" } else { "" });
    }
    text + "."
}
