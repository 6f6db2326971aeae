//! Whether placements solve a puzzle.
//!
//! This shares nothing with the way in which options are made: shapes are compared by trying all signed permutations of
//! the coordinates, and what keeps the lattice, and what is a rotation, is decided anew.
//! So it can find mistakes in the base placements, in the option files and in the solvers alike.

mod congruent;
mod rules;
mod weights;

use congruent::congruent;
use polydlx_lattice::{PieceId, Placement, Puzzle, Shape, Site};
use std::collections::BTreeMap;
use std::fmt;
pub use weights::check_weights;

/// A piece and the cells that it is said to cover, by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Name of the piece.
    pub piece: String,
    /// Names of the cells, with their suffixes.
    pub cells: Vec<String>,
}

/// What is wrong with a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// No piece has that name.
    UnknownPiece(String),
    /// A piece is said to cover something that is no cell of the region.
    UnknownCell(String, String),
    /// A piece is said to cover a cell twice.
    RepeatedCell(String, String),
    /// These cells do not have the shape of the piece.
    WrongShape(Claim),
    /// Two pieces cover a cell.
    Overlap(String, [String; 2]),
    /// A place has two colours, or should have another one: what it is called, and who says which colour.
    Mismatch(String, [(String, String); 2]),
    /// Cells that must be covered are not: the first of them, and how many more.
    Uncovered(String, usize),
    /// A cell is covered only so often, and that is not enough.
    Thin(String, u32),
    /// A piece is used a number of times that its bounds do not allow.
    WrongNumber(String, u32),
    /// A piece does not lie where the puzzle puts it.
    NotPlaced(String),
    /// A piece lies in the same place twice.
    Twice(String),
    /// Of some cells so many are covered, where a rule wants so many, of so many.
    WrongCover(u32, String, usize),
    /// Of these pieces so many are used, which is not what a rule wants.
    WrongChoice(u32, Vec<String>),
    /// Two pieces do not touch.
    NotTogether(String, String),
    /// Two pieces touch.
    NotApart(String, String),
    /// A piece does not reach the rim.
    NotAtRim(String),
    /// A piece leaves the cells that it must lie within.
    NotWithin(String),
    /// A piece covers none of the cells of which it must cover one.
    NotMeeting(String),
    /// Two placements use what only one may use.
    Shared(String, [String; 2]),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPiece(piece) => write!(f, "there is no piece {piece}"),
            Self::UnknownCell(piece, cell) => {
                write!(f, "piece {piece} covers {cell}, which is no cell of the box")
            }
            Self::RepeatedCell(piece, cell) => write!(f, "piece {piece} covers cell {cell} twice"),
            Self::WrongShape(claim) => {
                write!(f, "{} do not have the shape of piece {}", claim.cells.join(" "), claim.piece)
            }
            Self::Overlap(cell, [a, b]) if a == b => write!(f, "cell {cell} is covered by two copies of {a}"),
            Self::Overlap(cell, [a, b]) => write!(f, "cell {cell} is covered by {a} and by {b}"),
            Self::Mismatch(place, [(a, one), (b, other)]) => {
                write!(f, "{place} is {one} for {a} and {other} for {b}")
            }
            Self::Uncovered(cell, 0) => write!(f, "cell {cell} is not covered"),
            Self::Uncovered(cell, more) => write!(f, "cell {cell} and {more} more are not covered"),
            Self::Thin(cell, 1) => write!(f, "cell {cell} is covered only once"),
            Self::Thin(cell, times) => write!(f, "cell {cell} is covered only {times} times"),
            Self::WrongNumber(piece, 0) => write!(f, "piece {piece} is not used"),
            Self::WrongNumber(piece, 1) => write!(f, "piece {piece} is used once"),
            Self::WrongNumber(piece, times) => write!(f, "piece {piece} is used {times} times"),
            Self::Twice(piece) => write!(f, "piece {piece} lies in the same place twice"),
            Self::WrongCover(number, wanted, all) => {
                write!(f, "{number} of {all} cells are covered, where {wanted} are wanted")
            }
            Self::WrongChoice(number, pieces) => {
                write!(f, "of pieces {} {number} are used", pieces.join(" "))
            }
            Self::NotTogether(a, b) => write!(f, "pieces {a} and {b} do not touch"),
            Self::NotApart(a, b) => write!(f, "pieces {a} and {b} touch"),
            Self::NotAtRim(piece) => write!(f, "piece {piece} does not touch the rim"),
            Self::NotMeeting(piece) => write!(f, "piece {piece} covers none of the cells that it must meet"),
            Self::NotWithin(piece) => write!(f, "piece {piece} leaves the cells that it must lie within"),
            Self::Shared(name, [a, b]) if a == b => write!(f, "two copies of {a} share {name}"),
            Self::Shared(name, [a, b]) => write!(f, "pieces {a} and {b} share {name}"),
            Self::NotPlaced(piece) => write!(f, "piece {piece} does not lie where the puzzle places it"),
        }
    }
}

impl std::error::Error for Fault {}

/// Tells whether the claims are a solution of the puzzle; if not, the first thing that is wrong.
pub fn check(puzzle: &Puzzle, claims: &[Claim]) -> Result<(), Fault> {
    first_fault(puzzle, claims).map_or(Ok(()), |(_, fault)| Err(fault))
}

/// The same, with the number of the claim that is wrong, or that does not go with those before; none if each may be right,
/// but not all of them together.
pub fn first_fault(puzzle: &Puzzle, claims: &[Claim]) -> Option<(Option<usize>, Fault)> {
    let mut board = Board::new(puzzle);
    let mut put =
        claims.iter().enumerate().map(|(number, claim)| Some((Some(number), board.put(claim).err()?)));
    if let Some(fault) = put.find_map(|fault| fault) {
        return Some(fault);
    }
    board.end().err().map(|fault| (None, fault))
}

/// What lies where, claim by claim.
struct Board<'a> {
    puzzle: &'a Puzzle,
    sites: BTreeMap<String, Site>,
    covered: BTreeMap<Site, Vec<&'a str>>,
    colors: BTreeMap<Site, (u16, String)>,
    used: Vec<u32>,
    placements: Vec<Placement>,
}

impl<'a> Board<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        Self {
            puzzle,
            sites: puzzle.region.sites().iter().map(|&site| (puzzle.site_name(site), site)).collect(),
            covered: BTreeMap::new(),
            colors: rules::colors(puzzle),
            used: vec![0; puzzle.pieces.len()],
            placements: Vec::new(),
        }
    }

    /// Puts down a piece where it is said to lie.
    fn put(&mut self, claim: &'a Claim) -> Result<(), Fault> {
        let Self { puzzle, sites, covered, colors, used, placements } = self;
        let name = &claim.piece;
        let piece = puzzle
            .pieces
            .iter()
            .position(|piece| piece.name == *name)
            .ok_or_else(|| Fault::UnknownPiece(name.clone()))?;
        used[piece] += 1;
        let mut shape = Vec::new();
        for cell in &claim.cells {
            let unknown = || Fault::UnknownCell(name.clone(), cell.clone());
            let (place, color) = cell.split_once(':').map_or((&cell[..], None), |(a, b)| (a, Some(b)));
            let &site = sites.get(place).ok_or_else(unknown)?;
            let number = |color| puzzle.palette.names.iter().position(|known| known == color);
            let color = match color {
                Some(color) => number(color).ok_or_else(unknown)? as u16 + 1,
                None => 0,
            };
            let site = Site { color, ..site };
            if shape.contains(&site) {
                return Err(Fault::RepeatedCell(name.clone(), cell.clone()));
            }
            shape.push(site);
        }
        // What no other piece may cross need not be said.
        let cells: Vec<Site> = shape.iter().copied().filter(|site| site.suffix != Site::GUARD).collect();
        let whole = Shape::new(cells.iter().copied()).guarded(puzzle.lattice);
        if !shape.iter().all(|&site| whole.contains(site)) {
            return Err(Fault::WrongShape(claim.clone()));
        }
        shape = whole.sites().to_vec();
        let sided = puzzle.pieces[piece].sided;
        let mut typical = puzzle.shapes.iter().filter(|typical| typical.piece.0 == piece);
        if !typical.any(|typical| congruent(puzzle, sided, typical.shape.sites(), &cells)) {
            return Err(Fault::WrongShape(claim.clone()));
        }
        for &site in shape.iter().filter(|site| site.color != 0) {
            let place = Site { color: 0, ..site };
            let (color, first) = colors.entry(place).or_insert((site.color, name.clone()));
            if *color != site.color {
                let said = |color: u16| puzzle.palette.name(color).unwrap_or_default().to_owned();
                let both = [(first.clone(), said(*color)), (name.clone(), said(site.color))];
                return Err(Fault::Mismatch(puzzle.site_name(place), both));
            }
        }
        for &site in shape.iter().filter(|site| site.color == 0) {
            if site.suffix != 0 && colors.contains_key(&site) {
                let both = [colors[&site].1.clone(), name.clone()];
                return Err(Fault::Overlap(puzzle.site_name(site), both));
            }
            let pieces = covered.entry(site).or_default();
            pieces.push(name);
            if pieces.len() as u32 > rules::bounds(puzzle, site).1 {
                let cell = puzzle.site_name(site);
                return Err(Fault::Overlap(cell, [pieces[0].to_owned(), name.clone()]));
            }
        }
        let placement = Placement { piece: PieceId(piece), shape: Shape::new(shape) };
        if placements.contains(&placement) {
            return Err(Fault::Twice(name.clone()));
        }
        placements.push(placement);
        Ok(())
    }

    /// Looks at all of it.
    fn end(&self) -> Result<(), Fault> {
        let Self { puzzle, sites, covered, used, placements, .. } = self;
        let missing = |(_, site): &(&String, &Site)| {
            let times = covered.get(*site).map_or(0, Vec::len) as u32;
            times < rules::bounds(puzzle, **site).0
        };
        let mut holes = sites.iter().filter(missing);
        if let Some((name, site)) = holes.next() {
            if let Some(pieces) = covered.get(site) {
                return Err(Fault::Thin(name.clone(), pieces.len() as u32));
            }
            return Err(Fault::Uncovered(name.clone(), holes.count()));
        }
        for (piece, &times) in puzzle.pieces.iter().zip(used) {
            if !piece.bounds.contains(times) {
                return Err(Fault::WrongNumber(piece.name.clone(), times));
            }
        }
        for placed in &puzzle.placed {
            if !placements.contains(placed) {
                return Err(Fault::NotPlaced(puzzle.pieces[placed.piece.0].name.clone()));
            }
        }
        rules::broken(puzzle, placements).map_or(Ok(()), Err)
    }
}
