//! Options that no solution has, found before a search: fewer options, the same solutions.
//!
//! Two rules, each applied again and again until nothing changes, so that what is left does not depend on any order, and
//! has all symmetries that the problem had:
//!
//! * *blocking* (TAOCP 7.2.2.1, Algorithm P): an option goes if it would leave some item without enough options; and if
//!   all options of one item contain another, the options that contain only the other go, and the other need not be
//!   asked for any more ([`blocking`](self::blocking));
//! * *area*: an option goes if it cuts what it leaves uncovered into parts of which one cannot be filled by any choice of
//!   other options, because no sizes add up to its own ([`area`](self::area)). Algorithm P does not see this.
//!
//! A tree with fewer options need not be smaller: in the 3×20 box, blocking alone makes it twice as large.

mod area;
mod blocking;
use crate::rows::{Rows, has, ones};
use crate::{Bounds, Color, Entry, ItemId, Monitor, OptionId, Problem, Stopped};

/// Why an option goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// It cuts off a part of so many items, and no choice of options has that size.
    Area(usize),
    /// It leaves this item without enough options.
    Blocks(ItemId),
    /// It contains the first item without the second, but all options of the second contain the first.
    Forced(ItemId, ItemId),
    /// Its weight does not fit what the others weigh, by the rule of this number.
    Weight(u32),
    /// Nothing can be a solution: this item has too few options.
    Hopeless(ItemId),
}

/// Which rules are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Parts that no options can fill.
    pub area: bool,
    /// Algorithm P.
    pub blocking: bool,
    /// Weights that do not fit: for those who know what items mean, and give [`Pruning::among`] what they know.
    pub weights: bool,
}

impl Rules {
    /// All of them.
    pub const ALL: Self = Self { area: true, blocking: true, weights: true };
    /// None of them.
    pub const NONE: Self = Self { area: false, blocking: false, weights: false };
}

/// A problem in which some options are known to be useless.
///
/// ```
/// use polydlx_cover::{Bounds, Monitor, Problem, Pruning, Rules};
///
/// let mut builder = Problem::builder();
/// let cells = ["a", "b", "c", "d"].map(|name| builder.primary(name, Bounds::ONCE));
/// // Dominoes in a row of four cells.
/// for at in 0..3 {
///     builder.option([cells[at].into(), cells[at + 1].into()]);
/// }
/// let problem = builder.build().unwrap();
/// let pruning = Pruning::new(&problem, Rules::ALL, &Monitor::new()).unwrap();
/// assert_eq!(pruning.gone.len(), 1);
/// assert_eq!(pruning.problem().0.options(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Pruning<'p> {
    problem: &'p Problem,
    /// The options that go, in the order in which they were found, and why.
    pub gone: Vec<(OptionId, Cause)>,
    /// Items that are covered whenever the others are.
    pub implied: Vec<ItemId>,
    /// An item that cannot be covered as often as it should be: then there is no solution.
    pub hopeless: Option<ItemId>,
    /// How often all items were looked at.
    pub rounds: usize,
    /// The options of each item that are left, and in the last row all of them.
    lists: Rows,
    is_implied: Vec<bool>,
    near: Option<Vec<(ItemId, ItemId)>>,
    /// What the area rule saw last.
    board: Option<area::Facts>,
    /// For each item, how many options had gone when it last lost one.
    touched: Vec<usize>,
}

impl<'p> Pruning<'p> {
    /// Applies some rules until nothing changes.
    pub fn new(problem: &'p Problem, rules: Rules, monitor: &Monitor) -> Result<Self, Stopped> {
        Self::with(problem, rules, None, &[], monitor)
    }

    /// The same, if it is known which items are neighbours of each other and of themselves, as ordered pairs both ways, and that
    /// the others are heads, of which each option has one; then more is seen to be cut off. Some options may be known to be useless before.
    pub fn among(
        problem: &'p Problem,
        rules: Rules,
        near: Vec<(ItemId, ItemId)>,
        known: &[(OptionId, Cause)],
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        Self::with(problem, rules, Some(near), known, monitor)
    }

    fn with(
        problem: &'p Problem,
        rules: Rules,
        near: Option<Vec<(ItemId, ItemId)>>,
        known: &[(OptionId, Cause)],
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        let mut lists = Rows::new(problem.items() + 1, problem.options());
        for option in problem.option_ids() {
            lists.set(problem.items(), option.0 as usize);
            for entry in problem.option(option) {
                lists.set(entry.item.0 as usize, option.0 as usize);
            }
        }
        let is_implied = vec![false; problem.items()];
        let (gone, implied, touched) = (Vec::new(), Vec::new(), vec![0; problem.items()]);
        let mut pruning = Self {
            problem,
            gone,
            implied,
            hopeless: None,
            rounds: 0,
            lists,
            is_implied,
            near,
            board: None,
            touched,
        };
        known.iter().for_each(|&(option, cause)| pruning.remove(option, cause));
        loop {
            let before = pruning.gone.len();
            if rules.area {
                pruning.area(monitor)?;
            }
            if rules.blocking {
                pruning.block(monitor)?;
            }
            if pruning.gone.len() == before || pruning.hopeless.is_some() || !(rules.area && rules.blocking) {
                return Ok(pruning);
            }
        }
    }

    /// Whether an option is left.
    pub fn keeps(&self, option: OptionId) -> bool {
        has(self.left(), option.0 as usize)
    }

    /// The problem with the options and items that are left, and which options they are.
    ///
    /// Implied items, and secondary ones that no option has any more, are gone. If nothing can be a solution, all that is
    /// left is the item that cannot be covered.
    pub fn problem(&self) -> (Problem, Vec<OptionId>) {
        let options: Vec<OptionId> = self.problem.option_ids().filter(|&option| self.keeps(option)).collect();
        let mut builder = Problem::builder();
        let mut ids = vec![None; self.problem.items()];
        for &item in self.problem.listing() {
            let at = item.0 as usize;
            let primary = self.problem.is_primary(item);
            let stays = match self.hopeless {
                Some(hopeless) => item == hopeless,
                None => !self.is_implied[at] && (primary || ones(self.lists.row(at)).next().is_some()),
            };
            if stays {
                let name = self.problem.name(item);
                ids[at] = Some(match primary {
                    true => builder.primary(name, self.problem.bounds(item)),
                    false => builder.secondary(name),
                });
            }
        }
        for &option in &options {
            let entries: Vec<Entry> = self
                .problem
                .option(option)
                .iter()
                .filter_map(|entry| {
                    let color = entry.color.map(|color| builder.color(self.problem.color_name(color)));
                    ids[entry.item.0 as usize].map(|item| Entry { item, color })
                })
                .collect();
            let kept = builder.option(entries);
            builder.cost(kept, self.problem.cost(option));
        }
        (builder.build().expect("what is left of a problem is a problem"), options)
    }

    fn left(&self) -> &[u64] {
        self.lists.row(self.problem.items())
    }

    /// The options of an item that are left.
    fn list(&self, item: ItemId) -> &[u64] {
        self.lists.row(item.0 as usize)
    }

    fn remove(&mut self, option: OptionId, cause: Cause) {
        let at = option.0 as usize;
        for entry in self.problem.option(option) {
            self.lists.clear(entry.item.0 as usize, at);
            self.touched[entry.item.0 as usize] = self.gone.len() + 1;
        }
        self.lists.clear(self.problem.items(), at);
        self.gone.push((option, cause));
    }

    /// Nothing can be a solution.
    fn give_up(&mut self, item: ItemId) {
        let left: Vec<usize> = ones(self.left()).collect();
        for option in left {
            self.remove(OptionId(option as u32), Cause::Hopeless(item));
        }
        self.hopeless = Some(item);
    }

    /// Whether an item can be covered once only, and not in several colours.
    fn is_once(&self, item: ItemId) -> bool {
        !self.problem.is_primary(item) || self.problem.bounds(item) == Bounds::ONCE
    }

    fn color(&self, option: usize, item: ItemId) -> Option<Color> {
        let entries = self.problem.option(OptionId(option as u32));
        entries.iter().find(|entry| entry.item == item).and_then(|entry| entry.color)
    }
}
