//! `wrap`: boxes whose ends are the same.

use crate::load::Loader;
use crate::mistake;
use crate::parse::Reader;
use crate::pragma::Words;
use crate::print::words;
use crate::syntax::{CellSpec, Line, Pragma, Spanned, Spec};
use polydlx_diagnostic::Span;
use polydlx_lattice::{Cell, Move, NoWrap, Puzzle, Region, Shape, Sided, Wrap};
use std::fmt;

/// What `wrap` says: which cells beyond the box are which cells of the box.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrapLine {
    /// `wrap x`, `wrap y flip`: along an axis, by the length of the box, turned over or not.
    Axis(Axis, bool),
    /// `wrap A B = C D`, `wrap A B = C D flip`: by the motion that takes A to C and B to D.
    Cells(Vec<Spanned<CellSpec>>, Vec<Spanned<CellSpec>>, bool),
}

/// A direction of the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The first coordinate.
    X,
    /// The second coordinate.
    Y,
}

impl Axis {
    /// Both.
    pub const ALL: [Self; 2] = [Self::X, Self::Y];

    /// The letter.
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
        }
    }
}

/// The row of the table of pragmas.
pub(crate) const WRAP: (&str, &str) = ("wrap", "wrap y flip");

/// A wrapped box has no more cells, unless there is leeway: each shift of it is a symmetry, and they are listed.
const MOST_CELLS: usize = 256;

/// An example with cells.
const WITH_CELLS: &str = "wrap 00 10 = 3f 2f flip";

impl<'a> Reader<'a> {
    /// Reads what follows `wrap`.
    pub(crate) fn wrap(&mut self, mut rest: Words<'a>) -> Option<WrapLine> {
        let first = self.word(&mut rest.clone(), "the direction", WRAP.1)?;
        if let Some(axis) = Axis::ALL.into_iter().find(|axis| axis.name() == first) {
            rest.next();
            let flip = self.flip(&mut rest, WRAP.1)?;
            return Some(WrapLine::Axis(axis, flip));
        }
        let Some((from, to)) = rest.text.split_once('=') else {
            self.report(mistake::wrap_what(self.span(first)));
            return None;
        };
        let from = self.cells(from);
        let mut rest = Words { text: to };
        let mut text = to;
        // The two cells, then perhaps a word.
        let (_, second) = (rest.next(), rest.next());
        if let Some(second) = second {
            text = &to[..second.as_ptr() as usize - to.as_ptr() as usize + second.len()];
        }
        let to = self.cells(text);
        let flip = self.flip(&mut rest, WITH_CELLS)?;
        Some(WrapLine::Cells(from, to, flip))
    }

    fn flip(&mut self, rest: &mut Words<'a>, example: &str) -> Option<bool> {
        let Some(_) = rest.clone().next() else { return Some(false) };
        self.one_of(rest, "word that can follow", example, ["flip"], |word| word)?;
        if let Some(word) = rest.next() {
            self.report(mistake::superfluous_word(self.span(word), example));
        }
        Some(true)
    }
}

impl fmt::Display for WrapLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flips = match self {
            Self::Axis(axis, flips) => {
                write!(f, "wrap {}", axis.name())?;
                flips
            }
            Self::Cells(from, to, flips) => {
                write!(f, "wrap {} = {}", words(from), words(to))?;
                flips
            }
        };
        if *flips { write!(f, " flip") } else { Ok(()) }
    }
}

impl Loader<'_> {
    /// Wraps the region of a puzzle.
    pub(crate) fn wrap(&mut self, spec: &Spec, puzzle: &mut Puzzle) {
        let moves = self.moves(spec, &puzzle.region);
        let Some(&(_, span)) = moves.last() else { return };
        let most = self.most_wrapped();
        if puzzle.region.len() > most {
            return self.report(mistake::wrap_too_large(span, puzzle.region.len(), most));
        }
        let extents =
            |shape: &Shape| (0..3).map(|axis| shape.highest()[axis] - shape.lowest()[axis]).sum::<i32>();
        let reach = puzzle.shapes.iter().map(|typical| extents(&typical.shape)).max().unwrap_or(0) + 2;
        let name = |cell: Cell| puzzle.site_name(cell.site());
        match Wrap::new(self.lattice, &puzzle.region, moves.iter().map(|(step, _)| *step).collect(), reach) {
            Ok(wrap) => {
                let stiff = puzzle.pieces.iter().find(|piece| piece.sided != Sided::Free);
                if let (true, Some(piece)) = (wrap.flips(), stiff) {
                    self.report(mistake::wrap_sided(span, &piece.name));
                }
                puzzle.wrap = Some(wrap);
            }
            Err(NoWrap::Same(a, b)) => self.report(mistake::wrap_same(span, &name(a), &name(b))),
            Err(NoWrap::Turned) => self.report(mistake::wrap_turns(span)),
        }
    }

    /// The wrap of a region into which pieces of so many cells are drawn, if there is one. What is wrong with it is said when
    /// the puzzle is wrapped.
    pub(crate) fn wrap_of(&mut self, spec: &Spec, region: &Region, cells: usize) -> Option<Wrap> {
        let moves = self.silently(|loader| loader.moves(spec, region));
        let moves: Vec<Move> = moves.into_iter().map(|(step, _)| step).collect();
        if moves.is_empty() || region.len() > self.most_wrapped() {
            return None;
        }
        Wrap::new(self.lattice, region, moves, i32::try_from(cells).ok()?).ok()
    }

    fn most_wrapped(&self) -> usize {
        MOST_CELLS.saturating_mul(self.sets.leeway())
    }

    /// The moves that a spec says, and where.
    fn moves(&mut self, spec: &Spec, region: &Region) -> Vec<(Move, Span)> {
        let mut moves = Vec::new();
        for line in &spec.lines {
            let Line::Pragma(Pragma::Wrap(wrap)) = &line.value else { continue };
            if self.lattice.dimension() != 2 {
                self.report(mistake::wrap_in_space(line.span));
                continue;
            }
            if self.lattice.has_guards() {
                self.report(mistake::wrap_guards(line.span, self.lattice));
                continue;
            }
            let step = match wrap {
                WrapLine::Axis(axis, flips) => self.along(region, *axis, *flips, line.span),
                WrapLine::Cells(from, to, flips) => self.between(from, to, *flips, line.span),
            };
            moves.extend(step.map(|step| (step, line.span)));
        }
        moves
    }

    /// A shift by the length of the box, perhaps with a flip across.
    fn along(&mut self, region: &Region, axis: Axis, flips: bool, span: Span) -> Option<Move> {
        let (low, high) = (region.shape().lowest(), region.shape().highest());
        if region.is_empty() {
            return None;
        }
        let (along, across) = if axis == Axis::X { (0, 1) } else { (1, 0) };
        let mut shift = [0; 3];
        shift[along] = high[along] - low[along] + 1;
        if !flips {
            return Some(Move::shift(shift));
        }
        let corner = Cell { at: low, class: 0 };
        let step = |axis: usize, by: i32| {
            let mut step = [0; 3];
            step[axis] = by;
            step
        };
        let there = corner.shifted(shift).shifted(step(across, high[across] - low[across]));
        let pair = |cell: Cell| [cell, cell.shifted(step(along, 1))];
        let found = Move::taking(self.lattice, pair(corner), pair(there), true)?;
        // Where the axes are not square to each other, a flip does not take rows to rows.
        let beside = found.apply(self.lattice, corner.shifted(step(across, 1)));
        if beside != there.shifted(step(across, -1)) {
            self.report(mistake::wrap_slanted(span, self.lattice));
            return None;
        }
        Some(found)
    }

    /// The motion that takes two cells to two others.
    fn between(
        &mut self,
        from: &[Spanned<CellSpec>],
        to: &[Spanned<CellSpec>],
        flips: bool,
        span: Span,
    ) -> Option<Move> {
        let mut pair = |cells: &[Spanned<CellSpec>]| -> Option<[Cell; 2]> {
            let each: Vec<Shape> = cells.iter().map(|cell| self.shape(std::slice::from_ref(cell))).collect();
            match &each[..] {
                [a, b] => match (a.sites(), b.sites()) {
                    ([a], [b]) if a != b => Some([a.cell(), b.cell()]),
                    _ => None,
                },
                _ => None,
            }
        };
        let (from, to) = (pair(from), pair(to));
        let Some((from, to)) = from.zip(to) else {
            self.report(mistake::wrap_pairs(span));
            return None;
        };
        let Some(step) = Move::taking(self.lattice, from, to, flips) else {
            self.report(mistake::wrap_no_motion(span, flips));
            return None;
        };
        let stays = step == Move::shift([0; 3]) || step.leaves_a_point(self.lattice);
        if stays {
            self.report(mistake::wrap_goes_nowhere(span));
            return None;
        }
        Some(step)
    }
}
