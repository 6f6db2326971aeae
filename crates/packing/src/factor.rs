//! Factoring: sums that every solution must have (TAOCP 7.2.2.1, "Factoring an exact cover problem").
//!
//! Give weights to the cells that must be covered. Whatever the weights are, the pieces of a solution weigh as much together
//! as the box does; and each piece has but a few weights, depending on where it lies. If they do not add up, with or without
//! a modulus, there is no solution, and anybody can check that by adding. If they do, but not with a piece in some place, no
//! solution has it there.
//!
//! What lost: to split into cases, one for each way in which the pieces can share the weight. Cases repeat what is near the root of the
//! tree, and there are too many of them. Nodes of all cases together, by a checkerboard: 6×10 3.6 million to about 23 million (660
//! cases, 100 of them searched), 3×4×5 46 million to about 133 million (660, 60), 3×20 33 thousand to 361 thousand (660, 300);
//! Soma, of which 488 options are left, by its corners 113,135 to 106,778 (6 cases), by a checkerboard there is but one.
//!
//! Weights come from three sources: rules that look at coordinates modulo 2, 3 and 4, which are easy to believe; linear algebra
//! modulo small primes, which finds all weights for which each piece weighs the same everywhere ([`field`]); and linear
//! programming, which finds weights for which pieces are always too light ([`farkas`]).

mod farkas;
mod field;

use crate::packing::{Meaning, Packing};
use crate::reasons::colorings;
use crate::rules::piece_bounds;
use itertools::Itertools;
use polydlx_cover::{Bounds, ItemId, Monitor, OptionId, Problem, Stopped, Sums};
use polydlx_lattice::{PieceId, Site};
use std::collections::{BTreeMap, BTreeSet};

/// Weights of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By item of the problem; items that are no cells to be covered once weigh nothing.
    pub items: Vec<u32>,
    /// If only remainders count.
    pub modulus: Option<u32>,
    /// What the cells of weight 1 have in common, if all others weigh nothing and that is the rule.
    pub rule: Option<String>,
}

/// What weights come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// The weight of the box.
    pub wanted: usize,
    /// The weights next to it that the pieces can have together, if there are any below and above; without a modulus only.
    pub possible: (Option<usize>, Option<usize>),
}

/// A problem that is to be weighed.
pub(crate) struct Scale<'p> {
    problem: &'p Problem,
    /// The options that place pieces, and which.
    placements: Vec<(OptionId, usize)>,
    /// How often a piece is used.
    bounds: Vec<Bounds>,
    /// The cells to be covered exactly once.
    cells: Vec<(ItemId, Site)>,
}

impl<'p> Scale<'p> {
    /// `problem` has items of the packing; none if too little is known of what they mean.
    pub(crate) fn new(packing: &Packing<'_>, problem: &'p Problem) -> Option<Self> {
        let puzzle = packing.puzzle();
        if packing.is_edited || puzzle.has_cell_rules() || puzzle.cells_optional {
            return None;
        }
        let meaning = |item: ItemId| packing.meanings.get(item.0 as usize).copied();
        let piece = |option: OptionId| {
            problem.option(option).iter().find_map(|entry| match meaning(entry.item) {
                Some(Meaning::Piece(piece)) => Some(piece.0),
                _ => None,
            })
        };
        let placements =
            problem.option_ids().map(|option| Some((option, piece(option)?))).collect::<Option<_>>()?;
        let most = puzzle.region.len() as u32;
        let bounds = (0..puzzle.pieces.len()).map(|piece| {
            let Bounds { low, high } = piece_bounds(puzzle, PieceId(piece));
            Bounds { low, high: high.min(most.max(low)) }
        });
        let cell = |&item: &ItemId| match meaning(item) {
            Some(Meaning::Site(site)) if problem.is_primary(item) => Some((item, site)),
            _ => None,
        };
        let cells = problem.listing().iter().filter_map(cell).collect();
        Some(Self { problem, placements, bounds: bounds.collect(), cells })
    }

    /// What the pieces can weigh in the places that are left to them, if that is not what the box weighs.
    pub(crate) fn refutes(&self, weights: &Weights, keeps: impl Fn(OptionId) -> bool) -> Option<Weighed> {
        let values = self.values(weights, keeps);
        let wanted = self.wanted(weights);
        let most = self.most(weights);
        let all = (0..values.len()).fold(Sums::zero(most), |sums, piece| self.with(sums, piece, &values, 0));
        if hits(&all, wanted, 0, weights.modulus) {
            return None;
        }
        let below = (0..wanted).rev().find(|&sum| all.has(sum));
        let above = (wanted + 1..=most).find(|&sum| all.has(sum));
        let possible = if weights.modulus.is_some() { (None, None) } else { (below, above) };
        Some(Weighed { wanted, possible })
    }

    /// The options that no solution has, because the other pieces cannot make up for their weight.
    pub(crate) fn useless(&self, weights: &Weights, keeps: impl Fn(OptionId) -> bool) -> Vec<OptionId> {
        let values = self.values(weights, &keeps);
        if values.iter().all(|values| values.len() <= 1) {
            return Vec::new();
        }
        let (wanted, most, pieces) = (self.wanted(weights), self.most(weights), values.len());
        let mut behind = vec![Sums::zero(most)];
        for piece in (1..pieces).rev() {
            behind.push(self.with(behind[behind.len() - 1].clone(), piece, &values, 0));
        }
        let mut before = Sums::zero(most);
        let mut useful = vec![BTreeSet::new(); pieces];
        for piece in 0..pieces {
            let rest = &behind[pieces - 1 - piece];
            let rest: BTreeSet<usize> = (0..=most).filter(|&sum| rest.has(sum)).collect();
            let others = self.with(before.plus(&rest), piece, &values, 1);
            useful[piece] = { values[piece].iter().copied() }
                .filter(|&value| hits(&others, wanted, value, weights.modulus))
                .collect();
            before = self.with(before, piece, &values, 0);
        }
        let value = |option| self.value(weights, option);
        let useless =
            |&&(option, piece): &&(OptionId, usize)| keeps(option) && !useful[piece].contains(&value(option));
        self.placements.iter().filter(useless).map(|&(option, _)| option).collect()
    }

    /// What an option weighs.
    fn value(&self, weights: &Weights, option: OptionId) -> usize {
        let sum: usize = self
            .problem
            .option(option)
            .iter()
            .map(|entry| weights.items[entry.item.0 as usize] as usize)
            .sum();
        weights.modulus.map_or(sum, |modulus| sum % modulus as usize)
    }

    /// What each piece can weigh.
    fn values(&self, weights: &Weights, keeps: impl Fn(OptionId) -> bool) -> Vec<BTreeSet<usize>> {
        let mut values = vec![BTreeSet::new(); self.bounds.len()];
        for &(option, piece) in self.placements.iter().filter(|(option, _)| keeps(*option)) {
            values[piece].insert(self.value(weights, option));
        }
        values
    }

    fn wanted(&self, weights: &Weights) -> usize {
        self.cells.iter().map(|(item, _)| weights.items[item.0 as usize] as usize).sum()
    }

    /// Greater sums need not be looked at.
    fn most(&self, weights: &Weights) -> usize {
        match weights.modulus {
            None => self.wanted(weights),
            Some(modulus) => {
                let copies: usize = self.bounds.iter().map(|bounds| bounds.high as usize).sum();
                (modulus as usize - 1) * copies.min(self.cells.len())
            }
        }
    }

    /// Adds the copies of a piece, but for some.
    fn with(&self, mut sums: Sums, piece: usize, values: &[BTreeSet<usize>], but: u32) -> Sums {
        let Bounds { low, high } = self.bounds[piece];
        for _ in but..low {
            sums = sums.plus(&values[piece]);
        }
        sums.plus_at_most(&values[piece], high.saturating_sub(low.max(but)))
    }
}

/// Whether a sum, and some more, is what is wanted.
fn hits(sums: &Sums, wanted: usize, more: usize, modulus: Option<u32>) -> bool {
    match modulus {
        None => wanted >= more && sums.has(wanted - more),
        Some(modulus) => {
            let modulus = modulus as usize;
            let rest = (wanted + modulus - more % modulus) % modulus;
            (rest..=sums.most()).step_by(modulus).any(|sum| sums.has(sum))
        }
    }
}

impl Packing<'_> {
    /// Weights that prove that there is no solution, if some can be found within a budget of about so many nanoseconds.
    pub fn refuting_weights(
        &self,
        budget: f64,
        monitor: &Monitor,
    ) -> Result<Option<(Weights, Weighed)>, Stopped> {
        let problem = self.problem();
        let Some(scale) = Scale::new(self, problem) else { return Ok(None) };
        monitor.enter("looking for a proof that there is no solution");
        let refutes = |weights: Weights| scale.refutes(&weights, |_| true).map(|weighed| (weights, weighed));
        // A cell that no piece can cover is enough by itself.
        let mut items: Vec<u32> = vec![1; problem.items()];
        problem
            .option_ids()
            .flat_map(|option| problem.option(option))
            .for_each(|entry| items[entry.item.0 as usize] = 0);
        if let Some(bare) = scale.cells.iter().find(|(item, _)| items[item.0 as usize] == 1) {
            let items = (0..problem.items()).map(|item| u32::from(item == bare.0.0 as usize)).collect();
            return Ok(refutes(Weights { items, modulus: None, rule: None }));
        }
        let entries = problem.entries() as f64;
        let simple = self.simple_weights(problem).enumerate();
        for (_, weights) in simple.take_while(|(number, _)| 2.0 * entries * (*number as f64) < budget) {
            monitor.go_on()?;
            if let Some(found) = refutes(weights) {
                return Ok(Some(found));
            }
        }
        let system = System::new(&scale);
        for modulus in [2, 3, 5, 7] {
            if system.price_of_elimination() < budget
                && let Some(found) = field::inconsistent(&system, modulus, monitor)?.and_then(refutes)
            {
                return Ok(Some(found));
            }
        }
        if system.price_of_programming() < budget
            && let Some(rays) = farkas::infeasible(&system, monitor)?
        {
            return Ok(rays.into_iter().find_map(refutes));
        }
        Ok(None)
    }

    /// Options that no solution has because their weights do not fit, and the rules by which they weigh so; as far as they
    /// were kept until now.
    pub(crate) fn outweighed(
        &self,
        problem: &Problem,
        keeps: impl Fn(OptionId) -> bool,
        monitor: &Monitor,
    ) -> Result<Vec<(OptionId, u32)>, Stopped> {
        let Some(scale) = Scale::new(self, problem) else { return Ok(Vec::new()) };
        let rules: Vec<Weights> = self.simple_weights(problem).collect();
        let mut gone = vec![false; problem.options()];
        let (mut found, mut quiet) = (Vec::new(), 0);
        // Round and round, until no rule finds any more.
        for (number, weights) in rules.iter().enumerate().cycle() {
            monitor.go_on()?;
            let useless = scale.useless(weights, |option| keeps(option) && !gone[option.0 as usize]);
            quiet = if useless.is_empty() { quiet + 1 } else { 0 };
            for option in useless {
                gone[option.0 as usize] = true;
                found.push((option, number as u32));
            }
            if quiet >= rules.len() {
                break;
            }
        }
        Ok(found)
    }

    /// What cells weigh, by their names; those that weigh nothing are left out.
    pub fn weights_by_name(&self, weights: &Weights) -> BTreeMap<String, u32> {
        let named = |(item, &weight): (usize, &u32)| match self.meanings[item] {
            Meaning::Site(site) if weight > 0 => Some((self.puzzle().site_name(site), weight)),
            _ => None,
        };
        weights.items.iter().enumerate().filter_map(named).collect()
    }

    /// The rules by which weights remove options, in words.
    pub fn weight_rules(&self) -> Vec<String> {
        let rule = |weights: Weights| weights.rule.unwrap_or_else(|| "all cells".to_owned());
        self.simple_weights(self.problem()).map(rule).collect()
    }

    /// Weights that are easy to believe: all cells alike, and cells of one colour.
    pub(crate) fn simple_weights<'s>(&'s self, problem: &'s Problem) -> impl Iterator<Item = Weights> + 's {
        let weights = move |rule: Option<String>, has: &dyn Fn(Site) -> bool| {
            let weight = |item: usize| match self.meanings.get(item) {
                Some(&Meaning::Site(site)) if problem.is_primary(ItemId(item as u32)) => u32::from(has(site)),
                _ => 0,
            };
            Weights { items: (0..problem.items()).map(weight).collect(), modulus: None, rule }
        };
        let alike = weights(None, &|_| true);
        let colors = colorings(self.puzzle()).map(move |coloring| {
            weights(Some(coloring.to_string()), &|site| coloring.has(self.puzzle(), site))
        });
        [alike].into_iter().chain(colors)
    }
}

/// What a linear system says of each option and of the box: cells first, then pieces that are used a known number of times.
struct System {
    /// For each option the rows in which it has a one.
    columns: Vec<Vec<usize>>,
    /// The right-hand sides.
    wanted: Vec<u32>,
    /// The items of the first rows; the others belong to pieces.
    cells: Vec<ItemId>,
    /// Items of the problem.
    items: usize,
}

impl System {
    fn new(scale: &Scale<'_>) -> Self {
        let mut rows = vec![None; scale.problem.items()];
        let cells: Vec<ItemId> = scale.cells.iter().map(|&(item, _)| item).collect();
        let mut wanted = vec![1; cells.len()];
        cells.iter().enumerate().for_each(|(row, item)| rows[item.0 as usize] = Some(row));
        let mut pieces = vec![None; scale.bounds.len()];
        for (piece, bounds) in scale.bounds.iter().enumerate() {
            if bounds.low == bounds.high {
                pieces[piece] = Some(wanted.len());
                wanted.push(bounds.low);
            }
        }
        let column = |&(option, piece): &(OptionId, usize)| {
            let entries = scale.problem.option(option).iter();
            entries.filter_map(|entry| rows[entry.item.0 as usize]).chain(pieces[piece]).sorted().collect()
        };
        let columns = scale.placements.iter().map(column).collect::<BTreeSet<Vec<usize>>>();
        Self { columns: columns.into_iter().collect(), wanted, cells, items: scale.problem.items() }
    }

    /// Weights of cells, from those of rows.
    fn weights(&self, rows: impl Fn(usize) -> u32, modulus: Option<u32>) -> Weights {
        let mut items = vec![0; self.items];
        self.cells.iter().enumerate().for_each(|(row, item)| items[item.0 as usize] = rows(row));
        Weights { items, modulus, rule: None }
    }

    /// Nanoseconds, about.
    fn price_of_elimination(&self) -> f64 {
        let rows = self.wanted.len() as f64;
        self.columns.len() as f64 * rows * rows
    }

    fn price_of_programming(&self) -> f64 {
        let rows = self.wanted.len() as f64;
        4.0 * rows * rows * (self.columns.len() as f64 + rows)
    }
}
