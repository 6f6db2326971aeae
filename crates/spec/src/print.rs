//! Specs as text.

use crate::digits::Digits;
use crate::syntax::{CellSpec, ChargeLine, Line, Multiplicity, PieceLine, Pragma, Spanned, Spec, Use};
use itertools::Itertools;
use polydlx_lattice::{COORDINATES, Lattice, Shape, Site};
use polydlx_properties::Per;
use std::collections::BTreeMap;
use std::fmt;

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{}", line.value))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => Ok(()),
            Self::Comment(text) => write!(f, "|{text}"),
            Self::Pragma(pragma) => write!(f, "|! {pragma}"),
            Self::Box(cells) => write!(f, "{}", words(cells)),
            Self::Piece(piece) => write!(f, "{piece}"),
            Self::Picture(picture) => write!(f, "{picture}"),
        }
    }
}

impl fmt::Display for PieceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(multiplicity) = &self.multiplicity {
            write!(f, "{}|", multiplicity.value)?;
        }
        write!(f, "{} {}", self.name.value, words(&self.cells))
    }
}

impl fmt::Display for Multiplicity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Pragma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lattice(lattice) => write!(f, "lattice {}", lattice.said()),
            Self::Title(text) => write!(f, "title {text}"),
            Self::Source(text) => write!(f, "source {text}"),
            Self::Set => write!(f, "set"),
            Self::Box(named) => write!(f, "{named}"),
            Self::Use(piece_set) => write!(f, "{piece_set}"),
            Self::Sided(sided, pieces) if pieces.is_empty() => write!(f, "sided {}", sided.name()),
            Self::Sided(sided, pieces) => write!(f, "sided {} {}", sided.name(), words(pieces)),
            Self::Also(piece, names) => write!(f, "also {} {}", piece.value, words(names)),
            Self::Place(piece, cells) => write!(f, "place {} {}", piece.value, words(cells)),
            Self::Color(piece, color) => write!(f, "color {} {color}", piece.value),
            Self::Colored(cells) => write!(f, "colored {}", words(cells)),
            Self::Border(color) => write!(f, "border {}", color.value),
            Self::Recolor(colors) => write!(f, "recolor {}", words(colors)),
            Self::Rule(rule) => write!(f, "{rule}"),
            Self::Mirror(piece, None) => write!(f, "mirror {}", piece.value),
            Self::Mirror(piece, Some(other)) => write!(f, "mirror {} as {}", piece.value, other.value),
            Self::Wrap(wrap) => write!(f, "{wrap}"),
            Self::Label(cell, labels) => write!(f, "label {} {}", cell.value, words(labels)),
            Self::CellsOptional => write!(f, "cells optional"),
            Self::PiecesOptional => write!(f, "pieces optional"),
            Self::Expect(what, number) => write!(f, "expect {} {number}", what.name()),
            Self::Cost(cost) => write!(f, "cost {}", cost.name()),
            Self::Charge(charge) => write!(f, "{charge}"),
            Self::Require(condition) => write!(f, "require {}", condition.value),
        }
    }
}

impl fmt::Display for ChargeLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "charge {}", self.piece.value)?;
        self.cells.iter().try_for_each(|cell| write!(f, " {}", cell.value))?;
        write!(f, " |{}", self.cost)?;
        match self.per.value {
            Per::Placement => Ok(()),
            per => write!(f, " per {per}"),
        }
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "use {}", self.set.value)?;
        for (keyword, pieces) in [("only", &self.only), ("except", &self.except)] {
            if !pieces.is_empty() {
                write!(f, " {keyword} {}", words(pieces))?;
            }
        }
        self.times.as_ref().map_or(Ok(()), |times| write!(f, " times {}", times.value))?;
        if self.condition.is_empty() { Ok(()) } else { write!(f, " where {}", self.condition) }
    }
}

impl fmt::Display for CellSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.coordinates.iter().try_for_each(|digits| digits.fmt(f))?;
        f.write_str(&self.suffix)
    }
}

pub(crate) fn words<T: fmt::Display>(values: &[Spanned<T>]) -> String {
    values.iter().map(|value| &value.value).join(" ")
}

/// A shape has a coordinate outside 0..999, or a suffix, so its cells cannot be written by [`cells_of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnwritableShape;

impl fmt::Display for UnwritableShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a coordinate leaves 0..{}", COORDINATES - 1)
    }
}

impl std::error::Error for UnwritableShape {}

/// The cells of a shape without suffixes, as a piece line writes them: rows along the last coordinate in brackets.
///
/// ```
/// use polydlx_lattice::{Lattice, Shape, Site};
/// let ell = Shape::new([[0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 0, 0]].map(Site::new));
/// assert_eq!(polydlx_spec::cells_of(Lattice::SQUARE, &ell).unwrap(), "0[0-2] 10");
/// ```
pub fn cells_of(lattice: Lattice, shape: &Shape) -> Result<String, UnwritableShape> {
    let dimension = lattice.dimension();
    let writable = |at: [i32; 3]| at.iter().all(|d| (0..COORDINATES).contains(d));
    let written = |site: &Site| site.suffix == 0 && writable(lattice.digits(site.cell()));
    if !shape.sites().iter().all(|site| site.suffix == Site::GUARD || written(site)) {
        return Err(UnwritableShape);
    }
    // The classes at each place; where letters tell them, those of a place stand together.
    let mut places: BTreeMap<([i32; 3], u8), Vec<u8>> = BTreeMap::new();
    for site in shape.sites().iter().filter(|site| site.suffix == 0) {
        let kind = if lattice.has_primes() { site.class } else { 0 };
        places.entry((lattice.digits(site.cell()), kind)).or_default().push(site.class);
    }
    let row = |(mut at, kind): ([i32; 3], u8), classes: Vec<u8>| {
        at[dimension - 1] = 0;
        (at, kind, lattice.classes_text(&classes))
    };
    let along = |(at, _): ([i32; 3], u8)| at[dimension - 1];
    let rows =
        places.into_iter().map(|(place, classes)| (row(place, classes), along(place))).into_group_map();
    let lines = rows.into_iter().sorted().map(|((at, _, suffix), places)| {
        let mut coordinates = at[..dimension].iter().map(|&d| Digits::of(d)).collect_vec();
        coordinates[dimension - 1] = places.into_iter().collect();
        CellSpec { coordinates, suffix }.to_string()
    });
    Ok(lines.collect_vec().join(" "))
}
