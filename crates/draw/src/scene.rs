//! A drawing made ready for the painters: whose each cell is, and what each piece is painted with.

use crate::color::Fill;
use crate::graph;
use crate::style::{ColorBy, Style};
use crate::{Drawing, Drawn};
use polydlx_lattice::{Cell, Shape};
use std::collections::BTreeMap;

/// Whose a cell is: the number of a piece, or none if it is uncovered.
pub(crate) type Owner = Option<usize>;

/// Whose each cell is, and what each piece is painted with.
#[derive(Clone)]
pub(crate) struct Scene<'a> {
    pub(crate) cells: BTreeMap<Cell, Owner>,
    pieces: &'a [Drawn],
    fills: Vec<Fill>,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(drawing: &'a Drawing, style: &Style) -> Self {
        let seen = |shape: &Shape| {
            let sites = shape.sites().iter().filter(|site| site.suffix == 0);
            sites.map(|site| site.cell()).collect::<Vec<_>>()
        };
        let mut cells: BTreeMap<Cell, Owner> =
            seen(&drawing.region).into_iter().map(|cell| (cell, None)).collect();
        for (number, piece) in drawing.pieces.iter().enumerate() {
            cells.extend(seen(&piece.shape).into_iter().map(|cell| (cell, Some(number))));
        }
        let colors = colors(drawing, &cells, style.color_by);
        let fills = colors.into_iter().map(|color| Fill::numbered(style.palette, color)).collect();
        Self { cells, pieces: &drawing.pieces, fills }
    }

    /// The same pieces, with some of the cells only, which may go elsewhere.
    pub(crate) fn part(&self, moved: impl Fn(Cell) -> Option<Cell>) -> Self {
        let cells = self.cells.iter().filter_map(|(&cell, &owner)| Some((moved(cell)?, owner))).collect();
        Self { cells, ..self.clone() }
    }

    /// What an owner's cells are painted with.
    pub(crate) fn fill(&self, owner: Owner) -> Fill {
        owner.map_or(Fill::EMPTY, |number| self.fills[number])
    }

    /// What an owner is called.
    pub(crate) fn name(&self, owner: Owner) -> &'a str {
        owner.map_or("uncovered", |number| &self.pieces[number].name)
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

/// The number of the colour of each piece.
fn colors(drawing: &Drawing, cells: &BTreeMap<Cell, Owner>, color_by: ColorBy) -> Vec<usize> {
    let graph = |pairs: Vec<(usize, usize)>| graph::coloring(drawing.pieces.len(), &pairs);
    match color_by {
        ColorBy::Piece => drawing.pieces.iter().map(|piece| piece.color).collect(),
        ColorBy::Graph => graph(graph::neighbors(drawing.lattice, cells)),
        ColorBy::StrongGraph => graph(graph::touching(drawing.lattice, cells)),
    }
}
