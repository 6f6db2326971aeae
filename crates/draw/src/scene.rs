//! A drawing made ready for the painters: whose each cell is, and what each piece is painted with.

use crate::color::{Fill, Rgb};
use crate::graph;
use crate::style::{ColorBy, Style};
use crate::tint::{self, Tint};
use crate::{Drawing, Drawn};
use polydlx_lattice::{Cell, Lattice, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// Whose a cell is: the number of a piece, or none if it is uncovered.
pub(crate) type Owner = Option<usize>;

/// Of so many pieces with one name each still bears it.
const MOST_COPIES: usize = 12;

/// Whose each cell is, and what each piece is painted with.
#[derive(Clone)]
pub(crate) struct Scene<'a> {
    pub(crate) lattice: Lattice,
    pub(crate) cells: BTreeMap<Cell, Owner>,
    pub(crate) pieces: &'a [Drawn],
    fills: Vec<Fill>,
    /// Cells that are drawn elsewhere, and where.
    pub(crate) joined: BTreeMap<Cell, Cell>,
    /// Sites with a suffix: where they are, the number of the suffix, and whose they are.
    pub(crate) discs: Vec<(Cell, u16, Owner)>,
    /// What has a colour on each cell.
    pub(crate) tints: BTreeMap<Cell, Vec<Tint>>,
    /// What pieces bear instead of long names.
    short: BTreeMap<String, String>,
    /// Words upon cells, where there is room for them.
    pub(crate) words: Vec<(Cell, &'a str)>,
    /// The one piece that stands out, if any does: all others are faint and bear no names.
    focus: Owner,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(drawing: &'a Drawing, style: &Style) -> Self {
        let mut cells: BTreeMap<Cell, Owner> = seen(&drawing.region).map(|cell| (cell, None)).collect();
        for (number, piece) in drawing.pieces.iter().enumerate() {
            cells.extend(seen(&piece.shape).map(|cell| (cell, Some(number))));
        }
        let numbers = colors(drawing, &cells, style.color_by);
        let fill = |(piece, number): (&Drawn, usize)| match style.colors.get(&piece.name) {
            Some(&color) => Fill::plain(color),
            None => Fill::numbered(style.palette, number),
        };
        let fills = drawing.pieces.iter().zip(numbers).map(fill).collect();
        let joined = style.joined.clone();
        let mut discs: BTreeMap<(Cell, u16), Owner> =
            suffixed(&drawing.region).map(|place| (place, None)).collect();
        for (number, piece) in drawing.pieces.iter().enumerate() {
            discs.extend(suffixed(&piece.shape).map(|place| (place, Some(number))));
        }
        let discs = discs.into_iter().map(|((cell, suffix), owner)| (cell, suffix, owner)).collect();
        let mut tints: BTreeMap<Cell, Vec<Tint>> = BTreeMap::new();
        for tint in drawing.pieces.iter().flat_map(|piece| tint::tints(drawing.lattice, piece, &joined)) {
            tints.entry(tint.cell).or_default().push(tint);
        }
        let words = words(drawing).into_iter().filter(|(cell, _)| cells.contains_key(cell)).collect();
        Self {
            lattice: drawing.lattice,
            cells,
            pieces: &drawing.pieces,
            fills,
            joined,
            discs,
            tints,
            short: style.short.clone(),
            words,
            focus: None,
        }
    }

    /// The same pieces, with some of the cells only, which may go elsewhere.
    pub(crate) fn part(&self, moved: impl Fn(Cell, Owner) -> Option<Cell>) -> Self {
        let cells = self.cells.iter().filter_map(|(&cell, &owner)| Some((moved(cell, owner)?, owner)));
        let discs = self.discs.iter();
        let discs = discs.filter_map(|&(cell, suffix, owner)| Some((moved(cell, owner)?, suffix, owner)));
        let tints = self.tints.iter().filter_map(|(&cell, tints)| {
            let owner = self.cells.get(&cell).copied().flatten();
            Some((moved(cell, owner)?, tints.clone()))
        });
        Self { cells: cells.collect(), discs: discs.collect(), tints: tints.collect(), ..self.clone() }
    }

    /// The same, with one piece that stands out.
    pub(crate) fn focused(&self, piece: usize) -> Self {
        Self { focus: Some(piece), ..self.clone() }
    }

    /// What an owner's cells are painted with.
    pub(crate) fn fill(&self, owner: Owner) -> Fill {
        let fill = owner.map_or(Fill::EMPTY, |number| self.fills[number]);
        if self.stands_back(owner) { fill.faint() } else { fill }
    }

    /// What a colour looks like on an owner's cells.
    pub(crate) fn hue(&self, style: &Style, owner: Owner, color: u16) -> Rgb {
        let hue = Fill::plain(tint::hue(style, color));
        if self.stands_back(owner) { hue.faint() } else { hue }.color
    }

    /// What an owner is called.
    pub(crate) fn name(&self, owner: Owner) -> &'a str {
        owner.map_or("uncovered", |number| &self.pieces[number].name)
    }

    /// What is to be written upon an owner's cells, if anything.
    ///
    /// A name that many pieces have tells nothing, and no more does one that all have.
    pub(crate) fn label(&self, owner: Owner) -> Option<&str> {
        let name = self.pieces[owner.filter(|_| !self.stands_back(owner))?].name.as_str();
        tells(self.pieces, name).then(|| self.short.get(name).map_or(name, String::as_str))
    }

    fn stands_back(&self, owner: Owner) -> bool {
        self.focus.is_some() && self.focus != owner
    }

    /// The owners and their cells; uncovered cells first.
    pub(crate) fn by_owner(&self) -> BTreeMap<Owner, Vec<Cell>> {
        let mut owners: BTreeMap<Owner, Vec<Cell>> = BTreeMap::new();
        for (&cell, &owner) in &self.cells {
            owners.entry(owner).or_default().push(cell);
        }
        owners
    }
}

/// Whether a name tells some pieces from others.
pub(crate) fn tells(pieces: &[Drawn], name: &str) -> bool {
    let copies = pieces.iter().filter(|piece| piece.name == name).count();
    copies == 1 || (copies < pieces.len() && copies <= MOST_COPIES)
}

/// The words of a drawing that pieces do not hide.
pub(crate) fn words(drawing: &Drawing) -> Vec<(Cell, &str)> {
    let hides = |piece: &Drawn, cell: Cell| {
        seen(&piece.shape).any(|own| own == cell) && seen(&piece.shape).count() > 1
    };
    let shown = |cell: Cell| !drawing.pieces.iter().any(|piece| hides(piece, cell));
    let labels = drawing.labels.iter().filter(|(cell, _)| shown(*cell));
    labels.map(|(cell, word)| (*cell, word.as_str())).collect()
}

/// The cells of a shape that can be looked at: those without a suffix.
pub(crate) fn seen(shape: &Shape) -> impl Iterator<Item = Cell> {
    shape.sites().iter().filter(|site| site.suffix == 0).map(|site| site.cell())
}

/// The places of a shape's sites with a suffix, and their suffixes.
fn suffixed(shape: &Shape) -> impl Iterator<Item = (Cell, u16)> {
    shape.sites().iter().filter(|site| site.is_suffixed()).map(|site| (site.cell(), site.suffix))
}

/// The number of the colour of each piece.
fn colors(drawing: &Drawing, cells: &BTreeMap<Cell, Owner>, color_by: ColorBy) -> Vec<usize> {
    let graph = |pairs: Vec<(usize, usize)>| graph::coloring(drawing.pieces.len(), &pairs);
    match color_by {
        ColorBy::Piece => drawing.pieces.iter().map(|piece| piece.color).collect(),
        ColorBy::Direction => directions(drawing),
        ColorBy::Graph => graph(graph::neighbors(drawing.lattice, cells)),
        ColorBy::Strong => graph(graph::touching(drawing.lattice, cells)),
    }
}

/// How each piece is turned: its place among all ways in which it could lie, which is the same in every solution.
fn directions(drawing: &Drawing) -> Vec<usize> {
    let motions = drawing.lattice.motion_group();
    let mut known: BTreeMap<Shape, usize> = BTreeMap::new();
    let direction = |piece: &Drawn| {
        let own = Shape::new(seen(&piece.shape).map(Cell::site)).normalized();
        if let Some(&number) = known.get(&own) {
            return number;
        }
        let ways = motions.iter().map(|&motion| own.moved(drawing.lattice, motion).normalized());
        let ways: BTreeSet<Shape> = ways.collect();
        for (number, way) in ways.into_iter().enumerate() {
            known.insert(way, number);
        }
        known.get(&own).copied().unwrap_or_default()
    };
    drawing.pieces.iter().map(direction).collect()
}
