//! What can be wrong with a row.

use std::ops::Range;

/// Something wrong in the text of a lattice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowMistake {
    /// Where: bytes of the text.
    pub at: Range<usize>,
    /// What.
    pub fault: RowFault,
}

/// What is wrong with the text of a lattice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowFault {
    /// A line begins with a word that has no meaning; all that have one.
    UnknownWord(String, Vec<&'static str>),
    /// Something is expected here; an example.
    Expected(&'static str, &'static str),
    /// A line stands before the cell that it belongs to.
    NoCellYet,
    /// A line is missing; an example.
    Missing(&'static str),
    /// Something was said before.
    Twice(&'static str),
    /// The axes lie in a line or in a plane.
    FlatAxes,
    /// Two classes have the same cells, up to a shift; the letters of both.
    SameCells(char, char),
    /// Two classes have the same letter.
    SameLetter(char),
    /// Several classes, and one has no letter.
    NoLetter,
    /// A motion takes the cells of a class to where there are none.
    NoImage(char),
    /// Two ways to the same turn differ by something that is no shift of the lattice.
    TwoShifts,
    /// A step leads to where there is no cell.
    StepNowhere,
    /// A step has no way back.
    StepNotBack,
    /// A motion takes neighbours to cells that are none.
    StepNotMoved,
    /// A motion takes the corners of a cell to where no cell of its image has them.
    CornersNotMoved,
    /// A step leads to a cell that shares no side with this one.
    NoSharedSide,
    /// Two cells share a side, and no step leads from one to the other: the step that does.
    SharedSide(String),
    /// The cells of a period overlap, or leave gaps: their area and the period's, in the same unit.
    Area(i64, i64),
    /// The digits of points do not tell cells apart.
    PointText,
    /// A point of a unit, a brick or a guard is no cell.
    NotACell,
    /// The motions do not keep the guards.
    GuardNotMoved,
    /// The wrong number of names for reflections: how many there should be.
    Mirrors(usize),
    /// Two cells stand at the same place of pictures made of letters.
    SameLetterPlace,
}

pub(super) fn mistake(at: &Range<usize>, fault: RowFault) -> RowMistake {
    RowMistake { at: at.clone(), fault }
}
