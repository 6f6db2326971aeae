//! The same tree on bit masks: live lists of options that shrink from level to level.
//!
//! An option is a row of `W` words of 32 bits: one bit per primary item, a few bits per secondary item, and its own number in the top bits of the last
//! word, where no item is. A level keeps the rows that can still be chosen, all first words together, then all second
//! words, and so on. Choosing a row filters the list by one test per word, and on the way adds the survivors into
//! bit-sliced counters: word planes that hold, for all items at once, the binary digits of how many options each has left.
//! Undoing a choice is going back to the longer list.
//!
//! What has been tried and lost is noted where it would have been.

use crate::tree::{Branch, Fork, Tree};
use crate::{Color, ItemId, OptionId, Problem};

mod arena;
pub(crate) mod lanes;

use arena::Arena;
use lanes::Lanes;

/// Lists of at most so many rows are filtered at once, longer ones looked through for dead ends first.
const SHORT: usize = 16;

/// The widest rows, in words, that are worth their while.
pub(crate) const MAX_WORDS: usize = 16;

/// Where the items are in a row.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// First bit and number of colour pairs of each item, by `ItemId`.
    places: Vec<Place>,
    /// Bits used by items.
    bits: usize,
    id_bits: usize,
}

#[derive(Clone, Debug)]
struct Place {
    bit: usize,
    /// The colours the item has in some option; the position in the list is the code of the colour.
    colors: Vec<Color>,
}

impl Place {
    /// Bits of the item: one without colours, otherwise two for each binary digit of a colour's code.
    fn width(&self) -> usize {
        if self.colors.is_empty() { 1 } else { 2 * self.digits() }
    }

    fn digits(&self) -> usize {
        (usize::BITS - (self.colors.len() - 1).leading_zeros()).max(1) as usize
    }
}

impl Layout {
    /// Gives each item its bits; `None` if the problem is not for this engine.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        if problem.has_multiplicities() {
            return None;
        }
        let mut places = vec![Place { bit: 0, colors: Vec::new() }; problem.items()];
        for entry in problem.option_ids().flat_map(|option| problem.option(option)) {
            if let Some(color) = entry.color {
                let colors = &mut places[entry.item.0 as usize].colors;
                if !colors.contains(&color) {
                    colors.push(color);
                }
            }
        }
        let mut bits = 0;
        for &item in problem.listing() {
            let place = &mut places[item.0 as usize];
            place.bit = bits;
            bits += place.width();
        }
        let id_bits = (usize::BITS - problem.options().leading_zeros()) as usize;
        let layout = Self { places, bits, id_bits };
        (layout.words() <= MAX_WORDS).then_some(layout)
    }

    /// The words that a row needs.
    pub(crate) fn words(&self) -> usize {
        (self.bits + self.id_bits).div_ceil(32).max(1)
    }

    /// What an option occupies, and what it forbids.
    ///
    /// Two rows conflict if one forbids what the other occupies. For items without colours both are the item's bit.
    /// A colour occupies one bit of the pair for each digit of its code and forbids the other, so that different codes conflict and equal ones do
    /// not; an uncoloured use of the same item occupies and forbids all its bits.
    fn masks<const W: usize>(&self, problem: &Problem, option: OptionId) -> ([u32; W], [u32; W]) {
        let (mut occupied, mut forbidden) = ([0; W], [0; W]);
        for entry in problem.option(option) {
            let place = &self.places[entry.item.0 as usize];
            match entry.color {
                None => {
                    for bit in place.bit..place.bit + place.width() {
                        set(&mut occupied, bit);
                        set(&mut forbidden, bit);
                    }
                }
                Some(color) => {
                    let code =
                        place.colors.iter().position(|&known| known == color).expect("seen in the layout");
                    for digit in 0..place.digits() {
                        let value = code >> digit & 1;
                        set(&mut occupied, place.bit + 2 * digit + value);
                        set(&mut forbidden, place.bit + 2 * digit + (1 - value));
                    }
                }
            }
        }
        (occupied, forbidden)
    }
}

fn set<const W: usize>(row: &mut [u32; W], bit: usize) {
    row[bit / 32] |= 1 << (bit % 32);
}

/// The most rows that are read or written at once.
const PAD: usize = 16;

/// A list of rows in the arena: word `w` of row `j` is at `base + w * stride + j`.
///
/// Behind the last row there are [`PAD`] more places in each run of words, filled with ones: rows that conflict with everything, so that
/// lists can be read that many at a time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct List {
    pub(crate) base: usize,
    pub(crate) stride: usize,
    pub(crate) len: usize,
}

/// The number of options of each item in `D` binary digits, sideways: `digits[0]` has the units of all items, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Planes<const W: usize, const D: usize> {
    pub(crate) digits: [[u32; W]; D],
    /// Set once a count has passed what the digits can say; they then mean nothing.
    pub(crate) more: [u32; W],
}

/// The digits kept while filtering: enough to count to seven.
const DIGITS: usize = 3;

#[derive(Clone, Copy)]
struct Level<const W: usize> {
    list: List,
    /// Primary items not yet covered.
    open: [u32; W],
    /// The item to branch on, as a bit number, and the number of its options.
    item: u32,
    degree: u32,
    /// Whether no item is open.
    solved: bool,
    /// Where in the list to look for the next option of the item.
    cursor: usize,
    /// The option chosen.
    chosen: u32,
}

#[derive(Clone)]
pub(crate) struct Bits<const W: usize, L> {
    lanes: L,
    branch: Branch,
    arena: Arena,
    levels: Vec<Level<W>>,
    depth: usize,
    /// Item of each primary bit.
    items: Vec<ItemId>,
    /// What each option forbids, if that is not what it occupies.
    forbidden: Vec<[u32; W]>,
    id_shift: u32,
}

impl<const W: usize, L: Lanes> Bits<W, L> {
    pub(crate) fn new(problem: &Problem, layout: &Layout, lanes: L, branch: Branch) -> Self {
        assert!(layout.words() <= W, "rows wide enough");
        let stride = stride(problem.options());
        let mut arena = Arena::new(W * stride);
        arena.words_mut()[..W * stride].fill(u32::MAX);
        let mut forbidden = Vec::new();
        let id_shift = 32 - layout.id_bits.max(1) as u32;
        for option in problem.option_ids() {
            let (mut occupied, forbids) = layout.masks::<W>(problem, option);
            occupied[W - 1] |= option.0 << id_shift;
            for (w, word) in occupied.into_iter().enumerate() {
                arena.words_mut()[w * stride + option.0 as usize] = word;
            }
            if problem.has_colors() {
                forbidden.push(forbids);
            }
        }
        let mut open = [0; W];
        (0..problem.primary_items()).for_each(|bit| set(&mut open, bit));
        let list = List { base: 0, stride, len: problem.options() };
        let root = Level { list, open, item: 0, degree: 0, solved: false, cursor: 0, chosen: 0 };
        let mut levels = vec![root; problem.primary_items() + 1];
        levels.shrink_to_fit();
        let items = problem.primaries().to_vec();
        let mut bits = Self { lanes, branch, arena, levels, depth: 0, items, forbidden, id_shift };
        bits.levels[0].solved = problem.primary_items() == 0;
        let planes = bits.lanes.count::<W, DIGITS>(bits.arena.words(), list);
        bits.fork(0, &planes);
        bits
    }

    /// Decides what a level branches on.
    #[inline(always)]
    fn fork(&mut self, level: usize, planes: &Planes<W, DIGITS>) {
        let Level { list, open, .. } = self.levels[level];
        if self.levels[level].solved {
            return;
        }
        let (item, degree) = match self.branch {
            Branch::Mrv => match rarest(planes, &open) {
                Some(best) => best,
                None => self.rarest_of_many(list, &open),
            },
            Branch::First => {
                let item = first(&open);
                (item, self.options_of(list, item))
            }
        };
        let level = &mut self.levels[level];
        (level.item, level.degree) = (item, degree);
    }

    /// The leftmost item with the fewest options, when all have more than the planes can count: near the root only,
    /// but there the lists are long, and counting item by item took a third of all time.
    #[cold]
    fn rarest_of_many(&self, list: List, open: &[u32; W]) -> (u32, u32) {
        if let Some(best) = rarest(&self.lanes.count::<W, 7>(self.arena.words(), list), open) {
            return best;
        }
        let mut digits = [[0u32; W]; 32];
        for at in 0..list.len {
            let mut carry: [u32; W] =
                std::array::from_fn(|w| self.arena.words()[list.base + w * list.stride + at]);
            for digit in &mut digits {
                let mut any = 0;
                for w in 0..W {
                    let next = digit[w] & carry[w];
                    digit[w] ^= carry[w];
                    carry[w] = next;
                    any |= next;
                }
                if any == 0 {
                    break;
                }
            }
        }
        let mut best = *open;
        let degree = digits.iter().rev().fold(0, |degree, digit| degree * 2 + keep_zeros(&mut best, digit));
        (first(&best), degree)
    }

    fn options_of(&self, list: List, bit: u32) -> u32 {
        let start = list.base + bit as usize / 32 * list.stride;
        self.arena.words()[start..start + list.len].iter().map(|word| word >> (bit % 32) & 1).sum()
    }

    /// The row of the level's next branch; the cursor then stands behind it.
    #[inline(always)]
    fn next_row(&mut self) -> usize {
        let level = &mut self.levels[self.depth];
        let start = level.list.base + level.item as usize / 32 * level.list.stride;
        let words = &self.arena.words()[start..start + level.list.stride];
        let at = self.lanes.find(words, level.cursor, 1 << (level.item % 32));
        level.cursor = at + 1;
        at
    }
}

impl<const W: usize, L: Lanes> Tree for Bits<W, L> {
    type Context = L;

    fn context(&self) -> L {
        self.lanes
    }

    #[inline(always)]
    fn look(&mut self) -> Option<Fork> {
        let level = &self.levels[self.depth];
        (!level.solved).then(|| Fork { item: self.items[level.item as usize], degree: level.degree })
    }

    #[inline(always)]
    fn open(&mut self) {
        self.levels[self.depth].cursor = 0;
    }

    fn skip(&mut self, count: u32) {
        for _ in 0..count {
            self.next_row();
        }
    }

    #[inline(always)]
    fn down(&mut self) {
        let at = self.next_row();
        let Level { list, mut open, .. } = self.levels[self.depth];
        let mut row = [0; W];
        for (w, word) in row.iter_mut().enumerate() {
            *word = self.arena.words()[list.base + w * list.stride + at];
            open[w] &= !*word;
        }
        let id = row[W - 1] >> self.id_shift;
        self.levels[self.depth].chosen = id;
        if self.forbidden.is_empty() {
            row[W - 1] &= !(u32::MAX << self.id_shift);
        } else {
            row = self.forbidden[id as usize];
        }
        self.depth += 1;
        let level = &mut self.levels[self.depth];
        level.open = open;
        level.solved = open == [0; W];
        if level.solved {
            return;
        }
        if list.len > SHORT {
            // Most nodes are dead ends (two thirds of them for pentominoes), and to see that is much cheaper than to filter.
            let reach = self.lanes.reach(self.arena.words(), list, &row);
            let missing: [u32; W] = std::array::from_fn(|w| open[w] & !reach[w]);
            if missing != [0; W] && self.branch == Branch::Mrv {
                let level = &mut self.levels[self.depth];
                (level.item, level.degree) = (first(&missing), 0);
                return;
            }
        }
        let mut child = List { base: list.base + W * list.stride, stride: stride(list.len), len: 0 };
        let end = child.base + W * child.stride;
        self.arena.reserve(end);
        let planes = self.lanes.filter(self.arena.words_mut(), list, &mut child, &row);
        self.levels[self.depth].list = child;
        self.fork(self.depth, &planes);
    }

    #[inline(always)]
    fn up(&mut self) {
        self.depth -= 1;
    }

    fn close(&mut self) {}

    fn chosen(&self, level: usize) -> Option<OptionId> {
        Some(OptionId(self.levels[level].chosen))
    }

    fn updates(&self) -> Option<u64> {
        None
    }
}

/// Room for the survivors of so many rows, with the padding, in whole cache lines.
fn stride(len: usize) -> usize {
    (len + PAD).next_multiple_of(PAD)
}

fn first<const W: usize>(set: &[u32; W]) -> u32 {
    let word = set.iter().position(|&word| word != 0).expect("not empty");
    word as u32 * 32 + set[word].trailing_zeros()
}

/// The leftmost of the open items with the fewest options, and how many; `None` if all have more than can be told.
#[inline(always)]
fn rarest<const W: usize, const D: usize>(planes: &Planes<W, D>, open: &[u32; W]) -> Option<(u32, u32)> {
    let mut best = *open;
    if keep_zeros(&mut best, &planes.more) != 0 {
        return None;
    }
    let degree =
        planes.digits.iter().rev().fold(0, |degree, digit| 2 * degree + keep_zeros(&mut best, digit));
    Some((first(&best), degree))
}

/// Keeps the items whose digit is 0, if there are any; returns the digit of those kept.
/// Without branches, for they would be unpredictable.
#[inline(always)]
fn keep_zeros<const W: usize>(items: &mut [u32; W], digit: &[u32; W]) -> u32 {
    let mut any = 0;
    for w in 0..W {
        any |= items[w] & !digit[w];
    }
    let keep = u32::from(any != 0).wrapping_neg();
    for w in 0..W {
        items[w] &= !(digit[w] & keep);
    }
    u32::from(any == 0)
}
