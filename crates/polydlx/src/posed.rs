//! From what a spec says to the exact cover problem that it poses, and to what its pictures look like.

use crate::cover::{Monitor, Stopped};
use crate::draw::{Rgb, Style, short_names};
use crate::lattice::PieceId;
use crate::packing::Packing;
use crate::spec::{Loaded, Spec};

/// The puzzle of a spec, with its charges and with what it requires of solutions.
///
/// # Panics
/// If the spec has mistakes.
pub fn packing<'a>(loaded: &'a Loaded, monitor: &Monitor) -> Result<Packing<'a>, Stopped> {
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let mut packing = Packing::watched(puzzle, monitor)?;
    if !loaded.charges().is_empty() {
        packing = packing.charge(loaded.charges(), monitor)?;
    }
    match loaded.spec.as_ref().and_then(Spec::requirement) {
        Some(condition) => packing.require(condition, monitor),
        None => Ok(packing),
    }
}

/// The colours that a spec gives to pieces, and to sides and corners; short forms of names that are too long; and where the
/// cells of its box go on, if it goes around.
///
/// # Panics
/// If the spec has mistakes.
pub fn paint(style: &mut Style, loaded: &Loaded) {
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        if let Some(color) = loaded.color(PieceId(number)) {
            style.colors.insert(piece.name.clone(), Rgb(color.rgb));
        }
    }
    for color in 1..=puzzle.palette.names.len() as u16 {
        let hue = puzzle.palette.name(color).and_then(|name| loaded.hue(name));
        style.hues.extend(hue.map(|hue| (color, Rgb(hue.rgb))));
    }
    style.short = short_names(puzzle.pieces.iter().map(|piece| piece.name.as_str()));
    style.joined = puzzle.wrap.as_ref().map(|wrap| wrap.beyond(&puzzle.region)).unwrap_or_default();
}
