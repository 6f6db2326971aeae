//! Several boxes and one pool of pieces: which sets fill which box, so that every piece is used as it should be.
//!
//! It is done in two stages (TAOCP 7.2.2.1, answers 294, 297 and 341). First the sets of pieces that fill each box are
//! found, with the number of ways. They are the options of another exact cover problem, whose items are the pieces and the
//! boxes. A solution of that is a *partition* of the pool, and stands for as many packings as the product of its ways says.

use polydlx_cover::{
    BigUint, Bounds, Config, Entry, ItemId, Monitor, OptionId, Problem, Refusal, Stopped, Zdd,
};
use polydlx_lattice::{Piece, Puzzle, Sided};
use polydlx_packing::{Group, Packing, Question};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;

/// Boxes, the sets of pieces that fill them, and how they go together.
#[derive(Debug)]
pub struct Split {
    pieces: Vec<Piece>,
    kinds: Vec<Kind>,
    problem: Problem,
    /// For each option of the problem, the box and the set that it is, and which copies of pieces it takes.
    choices: Vec<Choice>,
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

#[derive(Clone, Debug)]
struct Choice {
    kind: usize,
    set: usize,
    copies: Vec<(usize, Vec<u32>)>,
}

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
        let (problem, choices) = second_stage(&first.pieces, &kinds, fills_all(first, &kinds));
        Ok(Self { pieces: first.pieces.clone(), kinds, problem, choices })
    }

    /// The pieces of the pool.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The boxes that look different, with the sets that fill them.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The second stage as an exact cover problem: pieces and boxes are items, sets are options.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Calls `visit` with each partition, until it breaks; whether these were all.
    pub fn for_each(
        &self,
        config: &Config,
        monitor: &Monitor,
        mut visit: impl FnMut(&Partition<'_>) -> ControlFlow<()>,
    ) -> bool {
        let question = Question::about_problem(&self.problem).config(config);
        let answer = question.for_each(monitor, &mut |found| {
            let mut chosen: Vec<&Choice> =
                found.options.iter().map(|option| &self.choices[option.0 as usize]).collect();
            chosen.sort_by_key(|choice| (choice.kind, choice.set));
            if !is_first(&mut chosen) {
                return ControlFlow::Continue(());
            }
            let sets = self.kinds.iter().enumerate().map(|(number, kind)| {
                let own = chosen.iter().filter(|choice| choice.kind == number);
                (kind, own.map(|choice| &kind.sets[choice.set]).collect())
            });
            visit(&Partition { sets: sets.collect() })
        });
        answer.complete
    }

    /// Counts partitions and packings; where pieces are used at most once, without a list of them.
    pub fn count(&self, config: &Config, monitor: &Monitor) -> Result<Totals, (Totals, Stopped)> {
        if self.pieces.iter().all(|piece| piece.bounds.high == 1) {
            match Zdd::searched(&self.problem, config, monitor) {
                Ok(zdd) => return self.totals(&zdd, monitor).map_err(|stopped| (Totals::default(), stopped)),
                Err(Refusal::Stopped) => return Err((Totals::default(), Stopped)),
                Err(_) => {}
            }
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

    fn totals(&self, zdd: &Zdd, monitor: &Monitor) -> Result<Totals, Stopped> {
        let one = BigUint::from(1u32);
        let sinks = [[0u32; 3], [1; 3]].map(|numbers| numbers.map(BigUint::from));
        let join = |option: OptionId, low: &[BigUint; 3], high: &[BigUint; 3]| {
            let Choice { kind, set, .. } = self.choices[option.0 as usize];
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
    let pieces: Vec<usize> =
        packing.problem().option_ids().map(|option| packing.placement(option).piece.0).collect();
    let taken = |options: &[OptionId]| {
        let mut taken = vec![0; free.pieces.len()];
        options.iter().for_each(|option| taken[pieces[option.0 as usize]] += 1);
        taken
    };
    let mut found: BTreeMap<Vec<u32>, (u64, u64)> = BTreeMap::new();
    let answer = Question::about(&packing).config(config).for_each(monitor, &mut |solution| {
        let own = taken(solution.options);
        // Symmetries may exchange pieces; those that do not make classes.
        let is_first = (0..group.order()).all(|number| {
            let image = group.image(number, solution.options);
            image.as_slice() >= solution.options || taken(&image) != own
        });
        let (ways, classes) = found.entry(own).or_default();
        *ways += 1;
        *classes += u64::from(is_first);
        ControlFlow::Continue(())
    });
    if !answer.complete {
        return Err(Stopped);
    }
    // Those with the first piece before those without it.
    let sets = found.into_iter().rev();
    Ok(sets.map(|(pieces, (ways, classes))| Filling { pieces, ways, classes }).collect())
}

/// Whether sets that use all pieces are as many as there are boxes, because the boxes look alike, and have as many cells
/// together as the pieces.
fn fills_all(puzzle: &Puzzle, kinds: &[Kind]) -> bool {
    let [kind] = kinds else { return false };
    let size = |number: usize| {
        let shapes = puzzle.shapes.iter().filter(|typical| typical.piece.0 == number);
        let sizes: BTreeSet<usize> = shapes.map(|typical| typical.shape.unguarded().sites().len()).collect();
        sizes.first().copied().filter(|_| sizes.len() == 1)
    };
    let cells = puzzle.pieces.iter().enumerate().map(|(number, piece)| {
        let Bounds { low, high } = piece.bounds;
        size(number).filter(|_| low == high).map(|size| size * high as usize)
    });
    let room = kind.boxes.len() * puzzle.region.shape().unguarded().sites().len();
    cells.sum::<Option<usize>>() == Some(room)
}

/// Pieces and boxes as items, sets as options. A piece that can be used several times is as many items, its copies. If the
/// number of sets follows, it need not be asked for.
fn second_stage(pieces: &[Piece], kinds: &[Kind], follows: bool) -> (Problem, Vec<Choice>) {
    let mut builder = Problem::builder();
    let copies: Vec<Vec<ItemId>> = pieces
        .iter()
        .map(|piece| {
            let Bounds { low, high } = piece.bounds;
            let item = |number: u32| {
                let name =
                    if high == 1 { piece.name.clone() } else { format!("{}.{}", piece.name, number + 1) };
                if number < low { builder.primary(&name, Bounds::ONCE) } else { builder.secondary(&name) }
            };
            (0..high).map(item).collect()
        })
        .collect();
    let boxes: Vec<Option<ItemId>> = kinds
        .iter()
        .enumerate()
        .map(|(number, kind)| {
            // No piece has a space in its name.
            let times = Bounds::exactly(kind.boxes.len() as u32);
            (!follows).then(|| builder.primary(&format!("box {}", number + 1), times))
        })
        .collect();
    let mut choices = Vec::new();
    for (number, kind) in kinds.iter().enumerate() {
        for (set, filling) in kind.sets.iter().enumerate() {
            for taken in takings(&filling.pieces, pieces) {
                let items =
                    taken.iter().flat_map(|(piece, of)| of.iter().map(|&copy| copies[*piece][copy as usize]));
                builder.option(boxes[number].into_iter().chain(items).map(Entry::from));
                choices.push(Choice { kind: number, set, copies: taken });
            }
        }
    }
    (builder.build().expect("every option has a box, or pieces that must be used"), choices)
}

/// All ways to take copies of pieces.
fn takings(numbers: &[u32], pieces: &[Piece]) -> Vec<Vec<(usize, Vec<u32>)>> {
    let mut all = vec![Vec::new()];
    for (piece, &number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
        let ways = subsets(pieces[piece].bounds.high, number);
        let with = |taken: Vec<(usize, Vec<u32>)>| {
            ways.iter()
                .map(move |way| {
                    let mut taken = taken.clone();
                    taken.push((piece, way.clone()));
                    taken
                })
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

/// All sets of `number` of the numbers below `bound`.
fn subsets(bound: u32, number: u32) -> Vec<Vec<u32>> {
    match (bound, number) {
        (_, 0) => vec![Vec::new()],
        (0, _) => Vec::new(),
        _ => {
            let mut all = subsets(bound - 1, number);
            all.extend(subsets(bound - 1, number - 1).into_iter().map(|mut set| {
                set.push(bound - 1);
                set
            }));
            all
        }
    }
}

/// Whether the copies of pieces are taken in order, as one of the ways to take them does.
fn is_first(chosen: &mut [&Choice]) -> bool {
    chosen.sort_by(|a, b| (a.kind, a.set, &a.copies).cmp(&(b.kind, b.set, &b.copies)));
    let mut next: BTreeMap<usize, u32> = BTreeMap::new();
    chosen.iter().flat_map(|choice| &choice.copies).all(|(piece, copies)| {
        let next = next.entry(*piece).or_default();
        copies.iter().all(|&copy| {
            *next += 1;
            copy + 1 == *next
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{Split, SplitError, Totals};
    use polydlx_cover::{BigUint, Config, Monitor, Random};
    use polydlx_lattice::{Puzzle, Region};
    use polydlx_packing::{Packing, Question};
    use polydlx_spec::{NoSets, Source, load};
    use std::ops::ControlFlow;

    fn puzzle(text: &str) -> Puzzle {
        let loaded = load(Source::new("test", text), None, &NoSets);
        loaded.puzzle().unwrap_or_else(|| panic!("{text}")).clone()
    }

    /// Small pieces, some several times, some optional, in boxes that stand apart: as one puzzle, and in two stages.
    #[test]
    fn two_stages_find_what_one_does() {
        let pool = [
            "I 0[0-2]",
            "L 00 01 10",
            "2|D 00 01",
            "1:2|M 00",
            "O [01][01]",
            "T 0[0-2] 11",
            "0:1|S 00 01 11 12",
        ];
        let boxes = ["0[0-4]", "[01][0-2]", "[0-2][01]", "[01][0-3]", "0[0-2] 10", "[0-2]0 01"];
        let shifted = |cells: &str, by: usize| {
            let text = format!("|! lattice square\n{cells}\nX 00\n");
            let region = puzzle(&text).region;
            region.shape().shifted([0, 10 * by as i32, 0])
        };
        let mut random = Random::new(1);
        let (mut solved, mut alike) = (0, 0);
        let (config, monitor) = (Config::default(), Monitor::new());
        for _ in 0..3000 {
            let some: Vec<&str> = pool.iter().copied().filter(|_| random.below(3) > 0).collect();
            if some.is_empty() {
                continue;
            }
            let taken: Vec<&str> =
                (0..1 + random.below(3)).map(|_| boxes[random.below(6) as usize]).collect();
            let spec = |cells: &str| puzzle(&format!("|! lattice square\n{cells}\n{}\n", some.join("\n")));
            let puzzles: Vec<Puzzle> = taken.iter().map(|cells| spec(cells)).collect();
            let split = Split::new(&puzzles, &config, &monitor).unwrap();
            let mut whole = puzzles[0].clone();
            let sites: Vec<_> =
                (0..taken.len()).flat_map(|at| shifted(taken[at], at).sites().to_vec()).collect();
            whole.region = Region::new(whole.lattice, sites.into_iter().collect()).unwrap();
            let expected = Question::about(&Packing::new(&whole)).count(&monitor).count;
            let totals = split.count(&config, &monitor).unwrap();
            let mut listed = Totals::default();
            // Boxes that look alike are not told apart; those that have the same set are none.
            let mut ordered = BigUint::default();
            assert!(split.for_each(&config, &monitor, |partition| {
                let mut orders = BigUint::from(1u32);
                for (kind, sets) in &partition.sets {
                    assert_eq!(kind.boxes.len(), sets.len());
                    let mut left = sets.clone();
                    while let Some(first) = left.first().copied() {
                        let equal = left.iter().filter(|set| **set == first).count();
                        // So many places for those that are equal.
                        orders *= (0..equal)
                            .fold(BigUint::from(1u32), |product, at| product * (left.len() - at) / (at + 1));
                        left.retain(|set| *set != first);
                    }
                    alike += usize::from(sets.len() > 1);
                }
                listed.partitions += 1u32;
                listed.packings += partition.packings();
                listed.classes += partition.classes();
                ordered += orders * partition.packings();
                ControlFlow::Continue(())
            }));
            assert_eq!(listed, totals, "{taken:?} {some:?}");
            assert_eq!(ordered, expected, "{taken:?} {some:?}");
            solved += usize::from(expected > BigUint::default());
        }
        assert!(solved > 40 && alike > 20, "{solved} {alike}");
    }

    #[test]
    fn what_cannot_be_split() {
        let (config, monitor) = (Config::default(), Monitor::new());
        assert_eq!(Split::new(&[], &config, &monitor).unwrap_err(), SplitError::NoBox);
        let optional = puzzle("|! lattice square\n|! cells optional\n0[01]\nM 00\n");
        assert_eq!(Split::new(&[optional], &config, &monitor).unwrap_err(), SplitError::MoreRules);
        let [one, other] =
            ["M 00", "D 00 01"].map(|piece| puzzle(&format!("|! lattice square\n0[01]\n{piece}\n")));
        assert_eq!(Split::new(&[one.clone(), other], &config, &monitor).unwrap_err(), SplitError::Different);
        monitor.stop();
        assert_eq!(Split::new(&[one], &config, &monitor).unwrap_err(), SplitError::Stopped);
    }
}
