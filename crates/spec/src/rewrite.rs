//! The same spec in another notation.

use crate::digits::Digits;
use crate::load::Loaded;
use crate::picture::{PictureKind, PictureSpec};
use crate::syntax::{CellSpec, Line, PieceLine, Pragma, Spanned, Spec};
use crate::tint;
use itertools::Itertools;
use polydlx_lattice::{Cell, Lattice, PieceId, Puzzle, Shape, Sided, Site, Typical};
use std::collections::BTreeMap;

/// How boxes and pieces are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Drawn.
    Picture,
    /// As lists of cells.
    Cells,
    /// As lists of cells, with all pieces of sets written out, as Knuth's programs read them.
    Knuth,
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Picture, Self::Cells, Self::Knuth];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Picture => "picture",
            Self::Cells => "cells",
            Self::Knuth => "knuth",
        }
    }
}

impl Loaded {
    /// The spec in another notation; none if it has mistakes. Reading it gives the same puzzle.
    pub fn rewritten(&self, form: Form) -> Option<Spec> {
        let (spec, puzzle) = (self.spec.as_ref()?, self.puzzle()?);
        // A box that is drawn stays where it is.
        let drawn =
            |line: &Spanned<Line>| matches!(&line.value, Line::Picture(picture) if picture.kind.has_box());
        let mirrored = spec.pragmas().any(|pragma| matches!(pragma, Pragma::Mirror(..)));
        let stays = form == Form::Picture && !self.pieces_changed && !mirrored;
        let box_written = spec.is_set() || (stays && spec.lines.iter().any(drawn));
        // Pieces that were changed from outside, or mirrored, are no more those of the sets and lines.
        let written_out = form == Form::Knuth || self.pieces_changed || mirrored;
        let mut writer = Writer { form, written_out, puzzle, lines: Vec::new(), box_written };
        if !spec.pragmas().any(|pragma| matches!(pragma, Pragma::Lattice(_))) {
            writer.lines.push(Line::Pragma(Pragma::Lattice(spec.lattice)));
        }
        for line in &spec.lines {
            self.rewrite(line, &mut writer);
        }
        writer.write_box();
        if written_out {
            self.write_out_pieces(&mut writer);
        }
        Some(Spec { lattice: spec.lattice, lines: writer.lines.into_iter().map(Spanned::from).collect() })
    }

    fn rewrite(&self, line: &Spanned<Line>, writer: &mut Writer<'_>) {
        let knuth = writer.written_out;
        match &line.value {
            // Before the box an empty line would be one.
            Line::Blank if !writer.box_written => {}
            Line::Box(_) | Line::Pragma(Pragma::Box(_)) => writer.write_box(),
            Line::Picture(picture) => self.rewrite_picture(picture, line, writer),
            Line::Piece(_) | Line::Pragma(Pragma::Use(_) | Pragma::PiecesOptional | Pragma::Sided(..))
                if knuth => {}
            Line::Pragma(Pragma::Color(..) | Pragma::Mirror(..)) if knuth => {}
            Line::Pragma(Pragma::Also(piece, _))
                if !writer.puzzle.pieces.iter().any(|known| known.name == piece.value) => {}
            Line::Piece(piece) => {
                writer.write_box();
                writer.write_piece(piece, self.shapes_from(&[line.span]).into_iter().next());
            }
            other => writer.lines.push(other.clone()),
        }
    }

    fn rewrite_picture(&self, picture: &PictureSpec, line: &Spanned<Line>, writer: &mut Writer<'_>) {
        if writer.form == Form::Picture && !writer.written_out {
            writer.lines.push(line.value.clone());
            return;
        }
        writer.write_box();
        if picture.kind == PictureKind::Box {
            let (lattice, palette) = (writer.puzzle.lattice, &writer.puzzle.palette);
            let drawn = crate::picture::decode(lattice, picture).unwrap_or_default();
            let drawn = drawn.colored(lattice, |name| palette.number(name).unwrap_or(0));
            for (name, shape, _) in drawn.symbols {
                let cells = writer.cells(&shape);
                writer.lines.push(Line::Pragma(Pragma::Place(name.into(), cells)));
            }
        } else if !writer.written_out {
            let places =
                [line.span].into_iter().chain(picture.lines.iter().map(|line| line.span)).collect_vec();
            for typical in self.shapes_from(&places) {
                writer.write_typical(&typical, self.multiplicity_of(typical.piece));
            }
        }
    }

    /// Knuth's programs know no sets: all pieces, and what else there is to say of them.
    fn write_out_pieces(&self, writer: &mut Writer<'_>) {
        let puzzle = writer.puzzle;
        for sided in Sided::ALL.into_iter().filter(|&sided| sided != Sided::default_for(puzzle.lattice)) {
            let names = puzzle.pieces.iter().filter(|piece| piece.sided == sided);
            let names = names.map(|piece| Spanned::from(piece.name.clone())).collect_vec();
            if names.len() == puzzle.pieces.len() && !names.is_empty() {
                writer.lines.push(Line::Pragma(Pragma::Sided(sided, Vec::new())));
            } else if !names.is_empty() {
                writer.lines.push(Line::Pragma(Pragma::Sided(sided, names)));
            }
        }
        for (number, piece) in puzzle.pieces.iter().enumerate() {
            let color = self.color(PieceId(number)).cloned();
            writer
                .lines
                .extend(color.map(|color| Line::Pragma(Pragma::Color(piece.name.clone().into(), color))));
        }
        // The order of colours is that of their first use, which is another one when they stand here.
        for name in puzzle.palette.names.iter().sorted() {
            let hue = self.hue(name).cloned();
            writer.lines.extend(hue.map(|hue| Line::Pragma(Pragma::Color(format!(":{name}").into(), hue))));
        }
        for typical in &puzzle.shapes {
            let bounds = puzzle.pieces[typical.piece.0].bounds;
            let times = (bounds != polydlx_lattice::Bounds::ONCE).then(|| bounds.into());
            writer.write_typical(typical, times);
        }
    }
}

struct Writer<'a> {
    form: Form,
    /// Whether all pieces are written out at the end.
    written_out: bool,
    puzzle: &'a Puzzle,
    lines: Vec<Line>,
    box_written: bool,
}

impl Writer<'_> {
    /// Writes the box, unless that has been done.
    fn write_box(&mut self) {
        if std::mem::replace(&mut self.box_written, true) {
            return;
        }
        let (lattice, shape) = (self.puzzle.lattice, self.puzzle.region.shape().unguarded());
        let line = if self.form == Form::Picture && can_be_drawn(&shape) {
            Line::Picture(PictureSpec::of(lattice, PictureKind::Box, &shape, |_| '#'))
        } else {
            Line::Box(self.cells(&shape))
        };
        self.lines.push(line);
    }

    fn write_piece(&mut self, piece: &PieceLine, shape: Option<Typical>) {
        let drawn = shape.filter(|known| self.form == Form::Picture && can_be_drawn(&known.shape));
        let line = match drawn {
            Some(Typical { shape, .. }) => {
                let kind = PictureKind::Piece(piece.multiplicity.clone(), piece.name.clone());
                Line::Picture(PictureSpec::of(self.puzzle.lattice, kind, &shape.normalized(), |_| '#'))
            }
            None => Line::Piece(piece.clone()),
        };
        self.lines.push(line);
    }

    fn write_typical(&mut self, typical: &Typical, times: Option<crate::Multiplicity>) {
        let name = self.puzzle.pieces[typical.piece.0].name.clone().into();
        let cells = self.cells(&typical.shape);
        let line = PieceLine { multiplicity: times.map(Spanned::from), name, cells };
        self.write_piece(&line, Some(typical.clone()));
    }

    fn cells(&self, shape: &Shape) -> Vec<Spanned<CellSpec>> {
        let cells = grouped(self.puzzle.lattice, tint::suffixes(self.puzzle, shape));
        cells.into_iter().map(Spanned::from).collect()
    }
}

/// Pictures show no suffixes, and not nothing.
fn can_be_drawn(shape: &Shape) -> bool {
    !shape.sites().is_empty() && shape.sites().iter().all(|site| site.suffix == 0)
}

/// The cells of a shape as a piece line writes them, with suffixes and colours.
pub fn all_cells_of(puzzle: &Puzzle, shape: &Shape) -> String {
    grouped(puzzle.lattice, tint::suffixes(puzzle, shape)).iter().join(" ")
}

/// The cells of a shape, with as few words as rows that are alike permit.
pub fn cell_specs(lattice: Lattice, suffixes: &[String], shape: &Shape) -> Vec<CellSpec> {
    let sites = shape.sites().iter().filter(|site| site.suffix != Site::GUARD);
    let suffix = |site: &Site| suffixes[usize::from(site.suffix)].clone();
    grouped(lattice, sites.map(|site| ((site.suffix, site.class, suffix(site)), site.cell())).collect())
}

/// Cells by suffix and class, the suffix by its number and its text, with as few words as rows that are alike permit.
fn grouped(lattice: Lattice, cells: Vec<((u16, u8, String), Cell)>) -> Vec<CellSpec> {
    let mut found = Vec::new();
    let mut kinds: BTreeMap<_, Vec<Cell>> = BTreeMap::new();
    cells.into_iter().for_each(|(kind, cell)| kinds.entry(kind).or_default().push(cell));
    for ((_, class, suffix), cells) in kinds {
        let mut boxes: Vec<Vec<Digits>> = cells
            .into_iter()
            .map(|cell| {
                let digits = lattice.digits(cell);
                digits[..lattice.dimension()].iter().map(|&d| Digits::of(d)).collect()
            })
            .collect();
        for axis in (0..lattice.dimension()).rev() {
            boxes = merged(boxes, axis);
        }
        let suffix = lattice.classes_text(&[class]) + &suffix;
        found.extend(boxes.into_iter().map(|coordinates| CellSpec { coordinates, suffix: suffix.clone() }));
    }
    found
}

/// Sets of cells that differ only along an axis, made one.
fn merged(boxes: Vec<Vec<Digits>>, axis: usize) -> Vec<Vec<Digits>> {
    let mut found: Vec<Vec<Digits>> = Vec::new();
    let mut known: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for cells in boxes {
        let key = cells
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != axis)
            .map(|(_, d)| d.to_string())
            .collect_vec();
        match known.get(&key) {
            Some(&at) => found[at][axis].extend(cells[axis].iter()),
            None => {
                known.insert(key, found.len());
                found.push(cells);
            }
        }
    }
    found
}
