//! A region and more pieces than are needed: the sets of pieces that have as many cells as the region.
//!
//! A set is a list of numbers, how often each piece of the pool is taken. All rules are of one kind: each piece has
//! a vector, and the vectors of a set must add up to a goal. The number of cells is one coordinate; the number of pieces
//! can be another; if the sizes of the pieces are prescribed, each size is one. So the number of sets follows from a table
//! of how many there are for each rest of the goal, and the sets need not be listed to find the one with a given number.

use polydlx_lattice::{Bounds, Piece, PieceId, Placement, Puzzle, Region, Typical};
use std::collections::HashMap;
use std::fmt;

/// Which sets of pieces are wanted, besides that they have as many cells as the region.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// How many pieces.
    pub pieces: Option<u32>,
    /// Which sizes they have, in any order.
    pub sizes: Option<Vec<u32>>,
}

/// Why a puzzle cannot be used as a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PoolError {
    /// Cells may stay empty, so pieces need not have as many cells as the region.
    OptionalCells,
    /// Rules say more of cells and pieces than how often they are used.
    MoreRules,
    /// The shapes of a piece have different sizes.
    SeveralSizes(String),
    /// The wanted sizes do not add up: their sum, and the cells of the region.
    WrongSum(u64, u64),
    /// Another region has more or fewer cells: the cells of that, and those of the first one.
    OtherSize(u64, u64),
    /// There are too many sets to be numbered.
    TooMany,
    /// A piece that every set has is not used just once.
    NotOnce(String),
    /// There is no room for these pieces.
    NoPlace(String),
    /// They can lie in more ways than this.
    TooManyPlaces(usize),
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OptionalCells => write!(f, "cells may stay empty, so any set of pieces has enough room"),
            Self::MoreRules => {
                write!(
                    f,
                    "the puzzle has rules on cells or pieces, of which sets know nothing: leave them out"
                )
            }
            Self::SeveralSizes(piece) => write!(f, "piece {piece} has shapes of different sizes"),
            Self::WrongSum(sum, cells) => {
                write!(f, "the sizes add up to {sum}, but the box has {cells} cells")
            }
            Self::OtherSize(other, cells) => {
                write!(f, "the other box has {other} cells, but the first one has {cells}")
            }
            Self::TooMany => write!(f, "there are more sets than 64 bits can number"),
            Self::NotOnce(piece) => {
                write!(f, "piece {piece} must be used just once, if it is to lie anywhere")
            }
            Self::NoPlace(pieces) => write!(f, "there is no place in the box for {pieces}"),
            Self::TooManyPlaces(most) => {
                write!(
                    f,
                    "these pieces can lie in more than {most} ways, and sets would have to suit them all"
                )
            }
        }
    }
}

impl std::error::Error for PoolError {}

/// A region and the pieces to choose from. A piece that is to be used n times may be taken 0 to n times.
#[derive(Clone, Debug)]
pub struct Pool {
    /// The puzzle, with names for the pieces that cannot be those of cells.
    puzzle: Puzzle,
    /// Other regions that a set must fill, too.
    others: Vec<Region>,
    names: Vec<String>,
    /// How often each piece can be taken; at least as often as it is placed.
    bounds: Vec<Bounds>,
    /// What each piece adds.
    pub(crate) vectors: Vec<Vec<u32>>,
    goal: Vec<u32>,
    /// For each piece and each rest of the goal, how many ways there are to go on from there.
    counts: HashMap<(usize, Vec<u32>), u64>,
}

fn cells_of(region: &Region) -> u32 {
    region.sites().iter().filter(|site| site.suffix == 0).count() as u32
}

/// All sets that take the first pieces as given.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// How often each of the first pieces is taken.
    pub(crate) taken: Vec<u32>,
    /// What is left of the goal.
    pub(crate) rest: Vec<u32>,
    /// The number of its first set, from 0, and how many sets it has.
    pub(crate) start: u64,
    pub(crate) size: u64,
}

impl Pool {
    /// The pool of a puzzle.
    pub fn new(puzzle: &Puzzle, rules: &Rules) -> Result<Self, PoolError> {
        if puzzle.cells_optional {
            return Err(PoolError::OptionalCells);
        }
        if !puzzle.rules.is_empty() {
            return Err(PoolError::MoreRules);
        }
        let cells = cells_of(&puzzle.region);
        let sizes = sizes(puzzle)?;
        let wanted = rules.sizes.clone().unwrap_or_default();
        let sum = wanted.iter().map(|&size| u64::from(size)).sum();
        if rules.sizes.is_some() && sum != u64::from(cells) {
            return Err(PoolError::WrongSum(sum, u64::from(cells)));
        }
        let mut distinct = wanted.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let mut goal: Vec<u32> = if rules.sizes.is_some() {
            let times = |size: &u32| wanted.iter().filter(|&other| other == size).count() as u32;
            distinct.iter().map(times).collect()
        } else {
            vec![cells]
        };
        let vector = |size: u32| -> Vec<u32> {
            let mut vector: Vec<u32> = if rules.sizes.is_some() {
                distinct.iter().map(|&other| u32::from(other == size)).collect()
            } else {
                vec![size]
            };
            vector.extend(rules.pieces.map(|_| 1));
            vector
        };
        goal.extend(rules.pieces);
        let mut pool = Self {
            names: puzzle.pieces.iter().map(|piece| piece.name.clone()).collect(),
            bounds: Vec::new(),
            vectors: sizes.iter().map(|&size| vector(size)).collect(),
            goal,
            counts: HashMap::new(),
            puzzle: with_neutral_names(puzzle),
            others: Vec::new(),
        };
        for (number, piece) in puzzle.pieces.iter().enumerate() {
            let low = puzzle.placed.iter().filter(|placed| placed.piece.0 == number).count() as u32;
            let listed = rules.sizes.is_none() || distinct.contains(&sizes[number]);
            // A piece without cells could be taken for ever.
            let high = if listed && sizes[number] > 0 { piece.bounds.high } else { low };
            pool.bounds.push(Bounds { low, high });
        }
        pool.count_from(0, &pool.goal.clone()).ok_or(PoolError::TooMany)?;
        Ok(pool)
    }

    /// The same pool, whose sets must fill another region in as many ways, too.
    pub fn also(mut self, region: Region) -> Result<Self, PoolError> {
        let [other, cells] = [&region, &self.puzzle.region].map(|region| u64::from(cells_of(region)));
        if other != cells {
            return Err(PoolError::OtherSize(other, cells));
        }
        self.others.push(region);
        Ok(self)
    }

    /// The number of sets.
    pub fn len(&self) -> u64 {
        self.count(0, &self.goal)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The set with a number below [`Pool::len`]: how often each piece is taken.
    ///
    /// Sets with the first piece come before those without it, and so on.
    pub fn get(&self, number: u64) -> Vec<u32> {
        let mut block = self.whole();
        while block.taken.len() < self.bounds.len() {
            let inside = |child: &Block| number - child.start < child.size;
            block = self.children(&block).into_iter().find(inside).expect("a number of a set");
        }
        block.taken
    }

    /// The number of a set.
    pub fn number_of(&self, set: &[u32]) -> Option<u64> {
        let mut block = self.whole();
        for &times in set {
            let same = |child: &Block| child.taken.last() == Some(&times);
            block = self.children(&block).into_iter().find(same)?;
        }
        Some(block.start)
    }

    /// The names of the pieces of a set, `2|Z` for a piece that is taken twice.
    pub fn names(&self, set: &[u32]) -> Vec<String> {
        let named = self.names.iter().zip(set).filter(|(_, times)| **times > 0);
        named
            .map(|(name, &times)| if times == 1 { name.clone() } else { format!("{times}|{name}") })
            .collect()
    }

    /// The puzzle to fill the region with a set.
    pub fn puzzle(&self, set: &[u32]) -> Puzzle {
        self.restricted(|piece| Bounds::exactly(set[piece]))
    }

    /// The puzzles to fill the other regions with it.
    pub(crate) fn other_puzzles(&self, set: &[u32]) -> impl Iterator<Item = Puzzle> {
        self.others.iter().map(|region| Puzzle {
            region: region.clone(),
            placed: Vec::new(),
            wrap: None,
            ..self.puzzle(set)
        })
    }

    /// The puzzle with other bounds; pieces that are never used are left out.
    fn restricted(&self, bounds: impl Fn(usize) -> Bounds) -> Puzzle {
        let mut numbers = vec![None; self.bounds.len()];
        let mut pieces = Vec::new();
        for (number, piece) in self.puzzle.pieces.iter().enumerate() {
            let bounds = bounds(number);
            if bounds.high > 0 {
                numbers[number] = Some(PieceId(pieces.len()));
                pieces.push(Piece { bounds, ..piece.clone() });
            }
        }
        let renumbered = |piece: PieceId| numbers[piece.0];
        Puzzle {
            pieces,
            shapes: self
                .puzzle
                .shapes
                .iter()
                .filter_map(|typical| {
                    Some(Typical { piece: renumbered(typical.piece)?, shape: typical.shape.clone() })
                })
                .collect(),
            placed: self
                .puzzle
                .placed
                .iter()
                .filter_map(|Placement { piece, shape }| {
                    Some(Placement { piece: renumbered(*piece)?, shape: shape.clone() })
                })
                .collect(),
            lattice: self.puzzle.lattice,
            suffixes: self.puzzle.suffixes.clone(),
            region: self.puzzle.region.clone(),
            cells_optional: false,
            rules: Vec::new(),
            wrap: self.puzzle.wrap.clone(),
            palette: self.puzzle.palette.clone(),
        }
    }

    /// The puzzle whose solutions are those of all sets of a block together, and which pieces of the pool it has.
    pub(crate) fn puzzle_of(&self, block: &Block) -> (Puzzle, Vec<usize>) {
        let bounds = |piece: usize| match block.taken.get(piece) {
            Some(&times) => Bounds::exactly(times),
            None => {
                let room = block.rest.iter().zip(&self.vectors[piece]).filter(|(_, step)| **step > 0);
                let room = room.map(|(rest, step)| rest / step).min().unwrap_or(0);
                let Bounds { low, high } = self.bounds[piece];
                Bounds { low, high: high.min(room).max(low) }
            }
        };
        let kept = (0..self.bounds.len()).filter(|&piece| bounds(piece).high > 0).collect();
        (self.restricted(bounds), kept)
    }

    /// The most symmetries that the puzzle of a set can have.
    pub(crate) fn most_symmetries(&self) -> u64 {
        self.puzzle.region_symmetries() as u64
    }

    /// The block of all sets.
    pub(crate) fn whole(&self) -> Block {
        Block { taken: Vec::new(), rest: self.goal.clone(), start: 0, size: self.len() }
    }

    /// A block, divided by how often the next piece is taken: the parts that are not empty, in order.
    pub(crate) fn children(&self, block: &Block) -> Vec<Block> {
        let piece = block.taken.len();
        let Bounds { low, high } = self.bounds[piece];
        let mut start = block.start;
        let mut children = Vec::new();
        for times in (low..=high).rev() {
            let Some(rest) = less(&block.rest, times, &self.vectors[piece]) else { continue };
            let size = self.count(piece + 1, &rest);
            if size > 0 {
                let taken = block.taken.iter().copied().chain([times]).collect();
                children.push(Block { taken, rest, start, size });
                start += size;
            }
        }
        children
    }

    fn count(&self, piece: usize, rest: &[u32]) -> u64 {
        self.counts.get(&(piece, rest.to_vec())).copied().unwrap_or(0)
    }

    /// Fills the table from a piece on; none if there are too many sets.
    fn count_from(&mut self, piece: usize, rest: &[u32]) -> Option<u64> {
        if let Some(&known) = self.counts.get(&(piece, rest.to_vec())) {
            return Some(known);
        }
        let mut sum: u64 = 0;
        if piece == self.bounds.len() {
            sum = u64::from(rest.iter().all(|&left| left == 0));
        } else {
            let Bounds { low, high } = self.bounds[piece];
            for times in low..=high {
                // Taking more of it leaves less and less.
                let Some(rest) = less(rest, times, &self.vectors[piece]) else { break };
                sum = sum.checked_add(self.count_from(piece + 1, &rest)?)?;
            }
        }
        self.counts.insert((piece, rest.to_vec()), sum);
        Some(sum)
    }
}

/// What is left of `rest` after so many steps, if that is not negative.
fn less(rest: &[u32], times: u32, step: &[u32]) -> Option<Vec<u32>> {
    rest.iter().zip(step).map(|(rest, step)| rest.checked_sub(times.checked_mul(*step)?)).collect()
}

/// The numbers of cells without suffix of the pieces.
fn sizes(puzzle: &Puzzle) -> Result<Vec<u32>, PoolError> {
    let size = |(number, piece): (usize, &Piece)| {
        let shapes = puzzle.shapes.iter().filter(|typical| typical.piece.0 == number);
        let mut sizes: Vec<usize> = shapes
            .map(|typical| typical.shape.sites().iter().filter(|site| site.suffix == 0).count())
            .collect();
        sizes.dedup();
        match sizes[..] {
            [size] => Ok(size as u32),
            _ => Err(PoolError::SeveralSizes(piece.name.clone())),
        }
    };
    puzzle.pieces.iter().enumerate().map(size).collect()
}

/// The puzzle with names of pieces that no cell can have, whatever the region.
pub(crate) fn with_neutral_names(puzzle: &Puzzle) -> Puzzle {
    let mut puzzle = puzzle.clone();
    for (number, piece) in puzzle.pieces.iter_mut().enumerate() {
        piece.name = format!("#{number}");
    }
    puzzle
}
