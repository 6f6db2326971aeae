//! Why a puzzle has no solution, where that is cheap to see.
//!
//! Everything here follows from counting: how many cells there are, and how many of them each piece can cover.
//! The same is then counted for the cells of one colour only, for all simple colourings of the lattice
//! (checkerboards, stripes, residues mod 2, 3 and 4); TAOCP 7.2.2.1 calls this factoring.
//! A reason is a proof. That none is given proves nothing.

use crate::factor::{Weighed, Weights};
use crate::packing::Packing;
use crate::rules::piece_bounds;
use itertools::{Itertools, iproduct};
use polydlx_cover::{Monitor, Stopped, Sums};
use polydlx_lattice::{PieceId, Puzzle, Site};
use std::collections::BTreeSet;
use std::fmt;

/// A proof that a puzzle has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The pieces have too few cells, or too many: cells of the region, least and most cells of the pieces.
    Area(usize, usize, usize),
    /// The same if rules say how often cells are covered: how many can be, and how many cells the pieces have.
    Room((usize, usize), (usize, usize)),
    /// No choice of pieces has as many cells as the region.
    NoSum(usize),
    /// A piece that must be used cannot be placed.
    NoPlacement(String),
    /// A cell that must be covered cannot be.
    BareCell(String),
    /// Of the cells of one colour there are so many, and the pieces can only cover so many.
    Coloring {
        /// Which cells.
        cells: String,
        /// How many there are.
        wanted: usize,
        /// The numbers next to it that the pieces can cover, if there are any below and above.
        possible: (Option<usize>, Option<usize>),
    },
    /// With some weights of the cells, the pieces cannot weigh what the box weighs.
    Weights(Weights, Weighed),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Area(cells, least, most) if least == most => {
                write!(f, "the box has {cells} cells, the pieces have {least}")
            }
            Self::Area(cells, least, _) if least > cells => {
                write!(f, "the box has {cells} cells, the pieces have at least {least}")
            }
            Self::Area(cells, _, most) => {
                write!(f, "the box has {cells} cells, the pieces have at most {most}")
            }
            Self::Room((low, high), (least, most)) => {
                let range = |a: &usize, b: &usize| if a == b { a.to_string() } else { format!("{a} to {b}") };
                let (room, pieces) = (range(low, high), range(least, most));
                write!(f, "{room} cells are to be covered, and the pieces have {pieces}")
            }
            Self::NoSum(cells) => write!(f, "no choice of pieces has {cells} cells in all"),
            Self::NoPlacement(piece) => write!(f, "piece {piece} cannot be placed anywhere"),
            Self::BareCell(cell) => write!(f, "no piece can cover cell {cell}"),
            Self::Coloring { cells, wanted, possible } => {
                write!(f, "{wanted} cells have {cells}, but the pieces together cover ")?;
                match possible {
                    (Some(below), Some(above)) => write!(f, "{below} or fewer or {above} or more of them"),
                    (Some(below), None) => write!(f, "at most {below} of them"),
                    (None, Some(above)) => write!(f, "at least {above} of them"),
                    (None, None) => write!(f, "no number of them"),
                }
            }
            Self::Weights(Weights { modulus: Some(modulus), .. }, Weighed { wanted, .. }) => {
                let wanted = *wanted as u32 % modulus;
                write!(f, "cells can be given weights for which the box weighs {wanted} modulo {modulus}, ")?;
                write!(f, "and the pieces always weigh something else")
            }
            Self::Weights(_, Weighed { wanted, possible }) => {
                write!(f, "cells can be given weights for which the box weighs {wanted}, and the pieces ")?;
                match possible {
                    (Some(below), Some(above)) => write!(f, "{below} or less or {above} or more"),
                    (Some(below), None) => write!(f, "at most {below}"),
                    (None, Some(above)) => write!(f, "at least {above}"),
                    (None, None) => write!(f, "always weigh more"),
                }
            }
        }
    }
}

/// The proofs that are cheap to find, the simplest first; the first colouring that proves it stands for all.
pub fn reasons(packing: &Packing<'_>) -> Vec<Reason> {
    reasons_watched(packing, &Monitor::new()).expect("nobody stops it")
}

/// The same, watched and stopped by a monitor.
pub fn reasons_watched(packing: &Packing<'_>, monitor: &Monitor) -> Result<Vec<Reason>, Stopped> {
    let found = packing.counting_proofs();
    if found.is_empty() { packing.coloring_proofs(A_WHILE, monitor) } else { Ok(found) }
}

impl Packing<'_> {
    /// Proofs that there is no solution that follow from looking at the options once.
    pub fn counting_proofs(&self) -> Vec<Reason> {
        let puzzle = self.puzzle();
        let mut found = Vec::new();
        if self.is_edited {
            // What the spec says of bounds and cells need not be true of the file.
            return found;
        }
        let mut used = vec![false; puzzle.pieces.len()];
        let mut covered = vec![false; self.problem().items()];
        for entry in self.problem().option_ids().flat_map(|option| self.problem().option(option)) {
            covered[entry.item.0 as usize] = true;
        }
        for (number, used) in used.iter_mut().enumerate() {
            *used = self.piece_item(PieceId(number)).is_some_and(|item| covered[item as usize]);
        }
        for (number, piece) in puzzle.pieces.iter().enumerate() {
            if piece_bounds(puzzle, PieceId(number)).low > 0 && !used[number] {
                found.push(Reason::NoPlacement(piece.name.clone()));
            }
        }
        if found.is_empty() {
            found.extend(area_within(puzzle, puzzle.room()));
        }
        let sites = puzzle.region.sites().iter().enumerate();
        let sites = sites.filter(|(_, site)| puzzle.cover_bounds(**site).low > 0);
        let bare =
            { sites }.find(|(number, _)| !self.site_item(*number).is_some_and(|item| covered[item as usize]));
        found.extend(bare.map(|(_, &site)| Reason::BareCell(puzzle.site_name(site))));
        found
    }

    /// A proof by a colouring of the cells, if there is one, and if a search of the given price is worth looking for it.
    pub fn coloring_proofs(&self, price: f64, monitor: &Monitor) -> Result<Vec<Reason>, Stopped> {
        let puzzle = self.puzzle();
        if self.is_edited || puzzle.has_cell_rules() || price < self.problem().entries() as f64 * A_LOOK {
            return Ok(Vec::new());
        }
        monitor.enter("looking for a proof that there is no solution");
        let cells: Vec<Site> =
            puzzle.region.sites().iter().copied().filter(|site| site.suffix == 0).collect();
        let number = colorings(puzzle).count();
        // Colourings see coordinates modulo 2, 3 and 4, so that placements with the same residues modulo 12 are one. In a small
        // region there are no such placements, and what it costs is known before they are looked for.
        let is_small = (0..3).all(|axis| {
            let coordinates = || cells.iter().map(|site| site.at[axis]);
            coordinates().max() < coordinates().min().map(|least| least + 12)
        });
        let covered = self.problem().entries() - self.problem().options();
        if is_small && price < (covered * number) as f64 * A_LOOK {
            return Ok(Vec::new());
        }
        let mut placements = BTreeSet::new();
        for (number, option) in self.placements().enumerate() {
            if number % 1024 == 0 {
                monitor.go_on()?;
            }
            let (piece, sites) = self.sites_of(option);
            let residues = sites
                .filter(|site| site.suffix == 0)
                .map(|site| Site { at: site.at.map(|coordinate| coordinate.rem_euclid(12)), ..site });
            placements.insert((piece, residues.sorted().collect::<Vec<Site>>()));
        }
        let size: usize = placements.iter().map(|(_, sites)| sites.len()).sum();
        if price < (size * number) as f64 * A_LOOK {
            return Ok(Vec::new());
        }
        let placements: Vec<_> = placements.into_iter().collect();
        for coloring in colorings(puzzle) {
            monitor.go_on()?;
            if let Some(reason) = coloring.refutes(puzzle, &cells, &placements) {
                return Ok(vec![reason]);
            }
        }
        let weights = self.refuting_weights(price / ALGEBRA, monitor)?;
        Ok(weights.map(|(weights, weighed)| Reason::Weights(weights, weighed)).into_iter().collect())
    }
}

/// The part of the price of a search for which weights may be looked for, and what is spent on it if nobody searches.
const ALGEBRA: f64 = 20.0;
const A_WHILE: f64 = 2e10;

/// What looking at a cell costs, many times over: looking for a proof shall cost a small part of what the search costs.
const A_LOOK: f64 = 400.0;

/// Whether the pieces have the right number of cells for a region of so many cells, cells with suffixes aside.
pub fn area(puzzle: &Puzzle, cells: usize) -> Option<Reason> {
    area_within(puzzle, (if puzzle.cells_optional { 0 } else { cells }, cells))
}

/// Whether the pieces can have as many cells as are to be covered, at least and at most.
fn area_within(puzzle: &Puzzle, (low, high): (usize, usize)) -> Option<Reason> {
    let shapes = puzzle.shapes_by_piece();
    let sizes = |piece: usize| -> BTreeSet<usize> {
        let shapes = shapes[piece].iter();
        shapes.map(|typical| typical.shape.sites().iter().filter(|site| site.suffix == 0).count()).collect()
    };
    let (mut least, mut most) = (0, 0);
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        least += piece.bounds.low as usize * sizes(number).first().copied().unwrap_or_default();
        most += piece.bounds.high as usize * sizes(number).last().copied().unwrap_or_default();
    }
    if least > high || most < low {
        let has_rules = puzzle.rules.iter().any(|rule| rule.covered().is_some());
        let room = if least > high { high } else { low };
        return Some(if has_rules {
            Reason::Room((low, high), (least, most))
        } else {
            Reason::Area(room, least, most)
        });
    }
    (low == high && !reachable(puzzle, high, sizes).has(high)).then_some(Reason::NoSum(high))
}

/// Which totals up to `most` the pieces can have together, if one copy of a piece can have any of these values.
fn reachable(puzzle: &Puzzle, most: usize, values: impl Fn(usize) -> BTreeSet<usize>) -> Sums {
    let mut sums = Sums::zero(most);
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        let values = values(number);
        for _ in 0..piece.bounds.low {
            sums = sums.plus(&values);
        }
        sums = sums.plus_at_most(&values, piece.bounds.high - piece.bounds.low);
    }
    sums
}

/// Some of the cells, chosen by a rule.
#[derive(Clone, Debug)]
pub(crate) struct Coloring {
    /// Coefficients of x, y, z, and of pointing down, and the remainder of their sum.
    conditions: Vec<([i32; 4], i32)>,
    modulus: i32,
}

pub(crate) fn colorings(puzzle: &Puzzle) -> impl Iterator<Item = Coloring> + use<> {
    let z = if puzzle.lattice.dimension() == 3 { 4 } else { 1 };
    let down = if puzzle.lattice.has_primes() { 4 } else { 1 };
    let forms =
        move |m: i32| iproduct!(0..m, 0..m, 0..m.min(z), 0..m.min(down)).filter(|&form| form != (0, 0, 0, 0));
    // Few colours first: they are the easiest to believe.
    let stripes = (2..=4).flat_map(move |modulus| {
        iproduct!(forms(modulus), 0..modulus).map(move |((x, y, z, down), residue)| Coloring {
            conditions: vec![([x, y, z, down], residue)],
            modulus,
        })
    });
    // Cells whose coordinates all have given remainders, as in answer 326.
    let points = (2..=3).flat_map(move |modulus| {
        iproduct!(0..modulus, 0..modulus, 0..modulus.min(z)).map(move |(x, y, c)| {
            let mut conditions = vec![([1, 0, 0, 0], x), ([0, 1, 0, 0], y)];
            conditions.extend((z > 1).then_some(([0, 0, 1, 0], c)));
            Coloring { conditions, modulus }
        })
    });
    stripes.chain(points)
}

impl Coloring {
    pub(crate) fn has(&self, puzzle: &Puzzle, site: Site) -> bool {
        let [x, y, z] = puzzle.lattice.digits(site.cell());
        let holds = |&([p, q, r, s], residue): &([i32; 4], i32)| {
            (p * x + q * y + r * z + s * i32::from(site.class)).rem_euclid(self.modulus) == residue
        };
        self.conditions.iter().all(holds)
    }

    fn refutes(
        &self,
        puzzle: &Puzzle,
        cells: &[Site],
        placements: &[(PieceId, Vec<Site>)],
    ) -> Option<Reason> {
        let number = |sites: &[Site]| sites.iter().filter(|&&site| self.has(puzzle, site)).count();
        let wanted = number(cells);
        let mut values = vec![BTreeSet::new(); puzzle.pieces.len()];
        for (piece, sites) in placements {
            values[piece.0].insert(number(sites));
        }
        let sums = reachable(puzzle, cells.len(), |piece| values[piece].clone());
        if sums.has(wanted) {
            return None;
        }
        let below = (0..wanted).rev().find(|&sum| sums.has(sum));
        let above = (wanted + 1..=cells.len()).find(|&sum| sums.has(sum));
        Some(Reason::Coloring { cells: self.to_string(), wanted, possible: (below, above) })
    }
}

impl fmt::Display for Coloring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |(form, residue): &([i32; 4], i32)| {
            let terms = form.iter().zip(["x", "y", "z", "p"]).filter(|(coefficient, _)| **coefficient != 0);
            let term = |(&c, name): (&i32, &str)| if c == 1 { name.to_owned() } else { format!("{c}{name}") };
            format!("{} ≡ {residue}", terms.map(term).join("+"))
        };
        write!(f, "{} (mod {})", self.conditions.iter().map(sum).join(", "), self.modulus)?;
        if self.conditions.iter().any(|(form, _)| form[3] != 0) {
            write!(f, " where p is 1 for cells with a prime")?;
        }
        Ok(())
    }
}
