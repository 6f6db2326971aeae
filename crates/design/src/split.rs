//! Several boxes and one pool of pieces: which sets fill which box, so that every piece is used as it should be.
//!
//! It is done in two stages (TAOCP 7.2.2.1, answers 294, 297 and 341). First the sets of pieces that fill each box are
//! found, with the number of ways: by a list of all packings, or by a sweep where that would be how to count them. A
//! *partition* of the pool is a set for each box, and stands for as many packings as the product of its ways says. If
//! each piece is there once, partitions are the solutions of another exact cover problem, whose options are the sets; or
//! else sets are tried one after the other, and counted by adding them up ([`sums`]).

mod first;
mod sums;

use first::FirstStage;
use polydlx_cover::{
    BigUint, Bounds, Config, Entry, ItemId, Monitor, OptionId, Problem, Refusal, Stopped, Zdd,
};
use polydlx_lattice::{Piece, Puzzle, Sided};
use polydlx_packing::{Group, Method, Packing, Question};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

/// Boxes, the sets of pieces that fill them, and how they go together.
#[derive(Debug)]
pub struct Split {
    pieces: Vec<Piece>,
    kinds: Vec<Kind>,
    /// Whether sets that fill all boxes have as many cells as the pool, if each piece is used as often as it is there.
    fits: bool,
    /// If each piece is there once, pieces and boxes as items and sets as options; and for each option, which kind of box
    /// and which set it is.
    problem: Option<(Problem, Vec<Choice>)>,
}

/// A box, as often as it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The numbers of the boxes that look like this, from 0.
    pub boxes: Vec<usize>,
    /// The sets of pieces that fill it.
    pub sets: Vec<Filling>,
}

/// A set of pieces that fills a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// How often each piece of the pool is taken.
    pub pieces: Vec<u32>,
    /// In how many ways it fills the box.
    pub ways: u64,
    /// The same up to the symmetries of the box.
    pub classes: u64,
}

/// A set for a box: the kind of the box, and the number of the set.
type Choice = (usize, usize);

/// How many partitions there are, and how many packings they stand for, if boxes that look alike are not told apart; of
/// boxes that have the same set, each packing of the one goes with each of the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Ways to give each box a set, so that every piece is used as it should be.
    pub partitions: BigUint,
    /// The packings of all boxes.
    pub packings: BigUint,
    /// The same up to the symmetries of each box.
    pub classes: BigUint,
}

/// A partition of the pool: for each kind of box the sets that fill its boxes.
#[derive(Clone, Debug)]
pub struct Partition<'a> {
    /// The sets, by kind.
    pub sets: Vec<(&'a Kind, Vec<&'a Filling>)>,
}

impl Partition<'_> {
    /// How many packings it stands for.
    pub fn packings(&self) -> BigUint {
        self.product(|filling| filling.ways)
    }

    /// The same up to the symmetries of each box.
    pub fn classes(&self) -> BigUint {
        self.product(|filling| filling.classes)
    }

    fn product(&self, of: impl Fn(&Filling) -> u64) -> BigUint {
        self.sets.iter().flat_map(|(_, sets)| sets).map(|filling| BigUint::from(of(filling))).product()
    }
}

/// Why nothing can be split.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SplitError {
    /// The monitor stopped it.
    Stopped,
    /// There is no box.
    NoBox,
    /// Boxes have different lattices or pieces.
    Different,
    /// Cells may stay empty, there are rules, colours or suffixes, pieces lie somewhere already, or a box goes around.
    MoreRules,
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stopped => "it was stopped",
            Self::NoBox => "there is no box to be filled",
            Self::Different => "the boxes have different lattices or pieces",
            Self::MoreRules => {
                "the pool has rules, colours, suffixes, cells that may stay empty, pieces in their places or a box that goes around, of which sets know nothing: leave them out"
            }
        })
    }
}

impl std::error::Error for SplitError {}

impl From<Stopped> for SplitError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl Split {
    /// The first stage: which sets fill each box. All puzzles have the same pieces; each is a box.
    pub fn new(boxes: &[Puzzle], config: &Config, monitor: &Monitor) -> Result<Self, SplitError> {
        let first = boxes.first().ok_or(SplitError::NoBox)?;
        if boxes.iter().any(|other| (&other.pieces, &other.shapes) != (&first.pieces, &first.shapes)) {
            return Err(SplitError::Different);
        }
        let says_more = |puzzle: &Puzzle| {
            puzzle.cells_optional
                || !puzzle.rules.is_empty()
                || !puzzle.placed.is_empty()
                || puzzle.wrap.is_some()
                || puzzle.has_suffixes()
        };
        if boxes.iter().any(says_more) {
            return Err(SplitError::MoreRules);
        }
        let mut kinds = Vec::new();
        for boxes_alike in alike(boxes) {
            let sets = fillings(&boxes[boxes_alike[0]], config, monitor)?;
            kinds.push(Kind { boxes: boxes_alike, sets });
        }
        let fits = fits(boxes);
        let once = first.pieces.iter().all(|piece| piece.bounds.high == 1);
        let problem = once.then(|| second_stage(&first.pieces, &kinds, fits && kinds.len() == 1));
        Ok(Self { pieces: first.pieces.clone(), kinds, fits, problem })
    }

    /// The pieces of the pool.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The boxes that look different, with the sets that fill them.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Calls `visit` with each partition, until it breaks; whether these were all.
    pub fn for_each(
        &self,
        config: &Config,
        monitor: &Monitor,
        mut visit: impl FnMut(&Partition<'_>) -> ControlFlow<()>,
    ) -> bool {
        let mut show = |chosen: &mut [Choice]| {
            chosen.sort_unstable();
            let sets = self.kinds.iter().enumerate().map(|(number, kind)| {
                let own = chosen.iter().filter(|(kind, _)| *kind == number);
                (kind, own.map(|&(_, set)| &kind.sets[set]).collect())
            });
            visit(&Partition { sets: sets.collect() })
        };
        let Some((problem, choices)) = &self.problem else {
            let mut lister = Lister::new(self, monitor, &mut show);
            return lister.go(&[]).is_ok_and(|way| way.is_continue());
        };
        let question = Question::about_problem(problem).config(config);
        let answer = question.for_each(monitor, &mut |found| {
            show(&mut found.options.iter().map(|option| choices[option.0 as usize]).collect::<Vec<_>>())
        });
        answer.complete
    }

    /// Counts partitions and packings, as a rule without a list of them.
    pub fn count(&self, config: &Config, monitor: &Monitor) -> Result<Totals, (Totals, Stopped)> {
        let counted = match &self.problem {
            Some((problem, choices)) => {
                // Options have many pieces each, so that a sweep would reach far.
                let question = Question::about_problem(problem).config(config).by(Method::Search);
                match question.diagram(monitor, |_| {}) {
                    Ok(zdd) => self.totals(&zdd, choices, monitor).map(Some),
                    Err(Refusal::Stopped) => Err(Stopped),
                    Err(_) => Ok(None),
                }
            }
            None => self.added_up(config, monitor),
        };
        match counted {
            Ok(Some(totals)) => return Ok(totals),
            Ok(None) => {}
            Err(stopped) => return Err((Totals::default(), stopped)),
        }
        let mut totals = Totals::default();
        let complete = self.for_each(config, monitor, |partition| {
            totals.partitions += 1u32;
            totals.packings += partition.packings();
            totals.classes += partition.classes();
            ControlFlow::Continue(())
        });
        if complete { Ok(totals) } else { Err((totals, Stopped)) }
    }

    /// Counts by adding up sets, if each piece is used as often as it is there. Public for tests: [`Self::count`] falls back to
    /// a list, so that nobody would notice if this never worked.
    #[doc(hidden)]
    pub fn added_up<'s>(&'s self, config: &Config, monitor: &Monitor) -> Result<Option<Totals>, Stopped> {
        let is_fixed = |piece: &Piece| piece.bounds.low == piece.bounds.high;
        if !self.pieces.iter().all(is_fixed) || !self.pieces.iter().all(|piece| piece.bounds.high < 256) {
            return Ok(None);
        }
        if !self.fits {
            return Ok(None);
        }
        monitor.enter("adding up sets");
        let pool: Vec<u32> = self.pieces.iter().map(|piece| piece.bounds.high).collect();
        let sum = |weight: fn(&Filling) -> u64| {
            let terms = |kind: &'s Kind| {
                let sets = kind.sets.iter().map(|set| (set.pieces.as_slice(), weight(set)));
                (kind.boxes.len(), sets.collect())
            };
            let kinds: Vec<sums::Terms<'s>> = self.kinds.iter().map(terms).collect();
            sums::sum(&pool, &kinds, config.memory, monitor)
        };
        let Some(partitions) = sum(|_| 1)? else { return Ok(None) };
        let (packings, classes) = (sum(|set| set.ways)?, sum(|set| set.classes)?);
        Ok(packings.zip(classes).map(|(packings, classes)| Totals { partitions, packings, classes }))
    }

    fn totals(&self, zdd: &Zdd, choices: &[Choice], monitor: &Monitor) -> Result<Totals, Stopped> {
        let one = BigUint::from(1u32);
        let sinks = [[0u32; 3], [1; 3]].map(|numbers| numbers.map(BigUint::from));
        let join = |option: OptionId, low: &[BigUint; 3], high: &[BigUint; 3]| {
            let (kind, set) = choices[option.0 as usize];
            let filling = &self.kinds[kind].sets[set];
            let times = [one.clone(), filling.ways.into(), filling.classes.into()];
            std::array::from_fn(|at| &low[at] + &times[at] * &high[at])
        };
        let [partitions, packings, classes] = zdd.fold(sinks, join, monitor)?;
        Ok(Totals { partitions, packings, classes })
    }
}

/// The numbers of boxes that a motion that pieces can make turns into each other.
fn alike(boxes: &[Puzzle]) -> Vec<Vec<usize>> {
    let mut kinds: Vec<Vec<usize>> = Vec::new();
    for (number, puzzle) in boxes.iter().enumerate() {
        let strict = |sided: &Sided| Sided::ALL.iter().position(|other| other == sided);
        let sided = puzzle.pieces.iter().map(|piece| piece.sided).max_by_key(strict).unwrap_or(Sided::Fixed);
        let shape = puzzle.region.shape().unguarded();
        let turned = shape.base_placements(puzzle.lattice, sided);
        let is_alike =
            |kind: &&mut Vec<usize>| turned.contains(&boxes[kind[0]].region.shape().unguarded().normalized());
        match kinds.iter_mut().find(is_alike) {
            Some(kind) => kind.push(number),
            None => kinds.push(vec![number]),
        }
    }
    kinds
}

/// The sets that fill a box: every piece may be used or not.
fn fillings(puzzle: &Puzzle, config: &Config, monitor: &Monitor) -> Result<Vec<Filling>, Stopped> {
    let mut free = puzzle.clone();
    for piece in &mut free.pieces {
        piece.bounds.low = 0;
        piece.prefix = format!("0:{}|", piece.bounds.high);
    }
    let packing = Packing::watched(&free, monitor)?;
    let group = Group::watched(&packing, monitor)?;
    let stage = FirstStage::new(&packing, &group, config, monitor);
    let found = match stage.question().plan(monitor)?.method {
        Method::Sweep => stage.swept()?,
        _ => None,
    };
    let found = found.map_or_else(|| stage.listed(), Ok)?;
    // Those with the first piece before those without it.
    let sets = found.into_iter().rev();
    Ok(sets.map(|(pieces, (ways, classes))| Filling { pieces, ways, classes }).collect())
}

/// Whether the boxes have as many cells together as the pieces of the pool, each of which is used as often as it is there and
/// always has the same number of cells.
fn fits(boxes: &[Puzzle]) -> bool {
    let puzzle = &boxes[0];
    let size = |number: usize| {
        let shapes = puzzle.shapes.iter().filter(|typical| typical.piece.0 == number);
        let sizes: BTreeSet<usize> = shapes.map(|typical| typical.shape.unguarded().sites().len()).collect();
        sizes.first().copied().filter(|_| sizes.len() == 1)
    };
    let cells = puzzle.pieces.iter().enumerate().map(|(number, piece)| {
        let Bounds { low, high } = piece.bounds;
        size(number).filter(|_| low == high).map(|size| size * high as usize)
    });
    let room: usize = boxes.iter().map(|puzzle| puzzle.region.shape().unguarded().sites().len()).sum();
    cells.sum::<Option<usize>>() == Some(room)
}

/// Pieces and boxes as items, sets as options. If the number of sets follows, it need not be asked for.
fn second_stage(pieces: &[Piece], kinds: &[Kind], follows: bool) -> (Problem, Vec<Choice>) {
    let mut builder = Problem::builder();
    let items: Vec<ItemId> = { pieces.iter() }
        .map(|piece| match piece.bounds.low {
            0 => builder.secondary(&piece.name),
            _ => builder.primary(&piece.name, Bounds::ONCE),
        })
        .collect();
    let boxes: Vec<Option<ItemId>> = { kinds.iter().enumerate() }
        .map(|(number, kind)| {
            // No piece has a space in its name.
            let times = Bounds::exactly(kind.boxes.len() as u32);
            (!follows).then(|| builder.primary(&format!("box {}", number + 1), times))
        })
        .collect();
    let mut choices = Vec::new();
    for (number, kind) in kinds.iter().enumerate() {
        for (set, filling) in kind.sets.iter().enumerate() {
            let taken = items.iter().zip(&filling.pieces).filter(|(_, times)| **times > 0);
            let taken = taken.map(|(item, _)| *item);
            builder.option(boxes[number].into_iter().chain(taken).map(Entry::from));
            choices.push((number, set));
        }
    }
    (builder.build().expect("every option has a box, or pieces that must be used"), choices)
}

/// Tries sets for one box after the other; of boxes that look alike, the next has the same set or a later one.
struct Lister<'a, 'v> {
    split: &'a Split,
    monitor: &'a Monitor,
    /// The kind of each box.
    order: Vec<usize>,
    /// What is left of each piece.
    left: Vec<u32>,
    chosen: Vec<Choice>,
    show: &'v mut dyn FnMut(&mut [Choice]) -> ControlFlow<()>,
}

impl<'a, 'v> Lister<'a, 'v> {
    fn new(
        split: &'a Split,
        monitor: &'a Monitor,
        show: &'v mut dyn FnMut(&mut [Choice]) -> ControlFlow<()>,
    ) -> Self {
        let kinds = split.kinds.iter().enumerate();
        let order = kinds.flat_map(|(number, kind)| kind.boxes.iter().map(move |_| number)).collect();
        let left = split.pieces.iter().map(|piece| piece.bounds.high).collect();
        Self { split, monitor, order, left, chosen: Vec::new(), show }
    }

    /// Goes on with the next box; `before` are the sets that it may have if it looks like the one before.
    fn go(&mut self, before: &[usize]) -> Result<ControlFlow<()>, Stopped> {
        let Some(&number) = self.order.get(self.chosen.len()) else {
            let used = |(piece, left): (&Piece, &u32)| piece.bounds.low <= piece.bounds.high - left;
            if !self.split.pieces.iter().zip(&self.left).all(used) {
                return Ok(ControlFlow::Continue(()));
            }
            return Ok((self.show)(&mut self.chosen.clone()));
        };
        let sets = &self.split.kinds[number].sets;
        let is_alike = self.chosen.last().is_some_and(|(kind, _)| *kind == number);
        let is_last = self.chosen.len() + 1 == self.order.len();
        let least = self.chosen.last().filter(|_| is_alike).map_or(0, |(_, set)| *set);
        self.monitor.go_on()?;
        let candidates: Vec<usize> = if is_last && self.split.fits {
            // What is left must be one of the sets, which are in descending order.
            let found = sets.binary_search_by(|set| self.left.cmp(&set.pieces));
            found.into_iter().filter(|&set| set >= least).collect()
        } else {
            let all: Vec<usize>;
            let some = if is_alike {
                &before[before.partition_point(|&set| set < least)..]
            } else {
                all = (0..sets.len()).collect();
                &all
            };
            let fits =
                |set: &&usize| sets[**set].pieces.iter().zip(&self.left).all(|(own, left)| own <= left);
            some.iter().filter(fits).copied().collect()
        };
        for &set in &candidates {
            self.chosen.push((number, set));
            self.left.iter_mut().zip(&sets[set].pieces).for_each(|(left, own)| *left -= own);
            let way = self.go(&candidates)?;
            self.left.iter_mut().zip(&sets[set].pieces).for_each(|(left, own)| *left += own);
            self.chosen.pop();
            if way.is_break() {
                return Ok(way);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
