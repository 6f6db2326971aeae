//! Sheets for a laser cutter.

use super::{DrawArgs, DrawStyle, solid, to_make, uncuttable};
use crate::edited::Subject;
use crate::failure::Failure;
use crate::pages::Target;
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::{CutError, Laser, laser};
use polydlx::lattice::Shape;

/// Whether something is asked for that only sheets have.
pub(super) fn is_wanted(args: &DrawArgs) -> Result<bool, Failure> {
    let make = &args.make;
    let asks = make.clearance.is_some() || make.tray || make.sheet.is_some();
    if asks && args.style != DrawStyle::Cut {
        let message = "clearance, trays and sheets are for things that are made, but this is a picture";
        let remedy = "say `--style cut`, or name a .3mf, .stl or .obj file";
        return Err(Failure::mistake(Diagnostic::error("nothing-made", message).remedy(remedy)));
    }
    Ok(asks)
}

/// Writes the sheets: the pieces of the puzzle, or of one solution, and a tray if the puzzle has a box.
pub(super) fn write(args: &DrawArgs, subject: &Subject, target: &Target) -> Result<(), Failure> {
    let (loaded, puzzle) = (&subject.loaded, subject.puzzle());
    let pieces = match solid::one_solution(args, subject)? {
        Some(lying) => lying,
        None => to_make(puzzle),
    };
    let name = |piece: usize| puzzle.pieces[piece].name.clone();
    let pieces: Vec<(String, Shape)> =
        pieces.into_iter().map(|(piece, shape)| (name(piece.0), shape)).collect();
    let region = (!loaded.is_set() && args.make.tray).then(|| puzzle.region.shape());
    if args.make.tray && region.is_none() {
        let message = "a set of pieces has no box, and so there is no tray for it";
        return Err(Failure::mistake(Diagnostic::error("no-tray", message).remedy("leave out --tray")));
    }
    let how = Laser {
        cell_size: args.picture.unit.unwrap_or(10.0),
        kerf: args.kerf.unwrap_or(0.0),
        clearance: args.make.clearance.unwrap_or(0.0),
        labels: !args.picture.no_labels,
        thickness: args.make.thickness,
        sheet: args.make.sheet,
    };
    let title = loaded.spec.as_ref().and_then(|spec| spec.title());
    let sheets = laser(puzzle.lattice, region, &pieces, title, &how).map_err(|error| match error {
        CutError::Scattered(number) => {
            let message = format!("piece {} cannot be cut: its cells do not hang together", pieces[number].0);
            let remedy = "its cells stand for something else, such as sticks or halves of squares";
            Failure::mistake(Diagnostic::error("scattered-piece", message).remedy(remedy))
        }
        error => uncuttable(error),
    })?;
    target.write_all(&sheets)
}
