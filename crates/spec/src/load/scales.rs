//! How much rules come to when they are compiled, so that nobody runs out of memory by them.

use polydlx_lattice::{Cell, PieceId, Puzzle, Rule};
use std::collections::BTreeMap;

/// What was weighed up to now.
pub(crate) struct Scales {
    total: usize,
    most: usize,
    pieces: BTreeMap<PieceId, Figures>,
}

/// What a piece weighs: its placements, how many of them cover a cell, how many cells it has and touches.
#[derive(Clone, Copy)]
struct Figures {
    placements: usize,
    upon: usize,
    around: usize,
}

/// So many entries all rules of a puzzle may have together, unless there is leeway: they take a gigabyte or two.
const MOST_ENTRIES: usize = 50_000_000;

impl Scales {
    /// Scales that bear so many times as much as usual.
    pub(crate) fn new(leeway: usize) -> Self {
        Self { total: 0, most: MOST_ENTRIES.saturating_mul(leeway), pieces: BTreeMap::new() }
    }

    /// Adds a rule; says whether all of them together are light enough. What they weigh may be less, but not more.
    pub(crate) fn bear(&mut self, puzzle: &Puzzle, rule: &Rule) -> bool {
        let weight = self.weight(puzzle, rule);
        self.total = self.total.saturating_add(weight);
        self.total <= self.most
    }

    fn weight(&mut self, puzzle: &Puzzle, rule: &Rule) -> usize {
        let once = |piece: &PieceId| puzzle.pieces[piece.0].bounds.high == 1;
        match rule {
            Rule::Together(a, b) | Rule::Apart(a, b) => {
                let [one, other] = [a, b].map(|piece| self.figures(puzzle, *piece));
                let all = one.placements.saturating_mul(other.placements);
                // A placement is touched by those that cover one of the cells around it.
                let touching = all.min(one.placements.saturating_mul(one.around.saturating_mul(other.upon)));
                let both = if one.placements == other.placements && a != b { 2 } else { 1 };
                match rule {
                    Rule::Apart(..) if once(a) && once(b) || a == b => {
                        one.placements * one.around + other.placements * other.around
                    }
                    // Each pair has an item of its own, with a name.
                    Rule::Apart(..) => touching.saturating_mul(8),
                    _ if a != b && once(a) && once(b) => all.saturating_mul(both),
                    _ => touching.saturating_mul(2 * both),
                }
            }
            Rule::Choose(_, pieces) => {
                pieces.iter().map(|&piece| self.figures(puzzle, piece).placements).sum()
            }
            Rule::Share(_, piece, _) => self.figures(puzzle, *piece).placements,
            _ => 0,
        }
    }

    fn figures(&mut self, puzzle: &Puzzle, piece: PieceId) -> Figures {
        *self.pieces.entry(piece).or_insert_with(|| {
            let steps = puzzle.lattice.neighbors(Cell::default()).count();
            let mut figures = Figures { placements: 0, upon: 0, around: 0 };
            for typical in puzzle.shapes.iter().filter(|typical| typical.piece == piece) {
                let bases = puzzle.base_placements(typical);
                let size = typical.shape.sites().iter().filter(|site| site.suffix == 0).count();
                let shifts = |base| match puzzle.wrap {
                    Some(_) => puzzle.region.len(),
                    None => puzzle.region.count_shifts(base),
                };
                figures.placements += bases.iter().map(shifts).sum::<usize>();
                figures.upon += size * bases.len();
                figures.around = figures.around.max(size * steps);
            }
            figures
        })
    }
}
