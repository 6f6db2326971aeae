//! The same tree on bit masks: live lists of options that shrink from level to level.
//!
//! An option is a row of `W` words of 32 bits: one bit per primary item, a few bits per secondary item, and its own number in the top bits of the last
//! word, where no item is. A level keeps the rows that can still be chosen, all first words together, then all second
//! words, and so on. Choosing a row filters the list by one test per word, and on the way adds the survivors into
//! bit-sliced counters: word planes that hold, for all items at once, the binary digits of how many options each has left.
//! Undoing a choice is going back to the longer list.
//!
//! When enough items are covered, the bits that no row has any more are left out, and rows become narrower: worth about a fourth of the
//! time on 45 Y in 15×15 (single runs on a busy machine), and hardly anything on 6×10.
//!
//! What lost, user time for 6×10 pentominoes with AVX-512, when that was still used (0.31 s as it was): words of 64 bits (0.34 s, since fewer rows fit a vector);
//! finding the rarest item by counting item by item when all have more options than the planes can count (0.2 s for that alone);
//! filtering at once instead of looking for dead ends first (about a fourth slower).
//! That lists begin at a cache line made no difference that could be measured.
//! With AVX2, looking for dead ends in two, three or four branches at once, which halves the rows that are read, made none, either.

use crate::tree::{Branch, Fork, Tree, Work};
use crate::{Color, ItemId, OptionId, Problem};

mod arena;
pub(crate) mod lanes;

use arena::Arena;
use lanes::{Hits, Lanes, Moves};

/// Lists of at most so many rows are filtered at once, longer ones looked through for dead ends first.
const SHORT: usize = 16;

/// Lists of at least so many rows are worth being made narrower.
const LONG: usize = 64;

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
        let options = if problem.has_colors() { problem.options() } else { 0 };
        for entry in problem.option_ids().take(options).flat_map(|option| problem.option(option)) {
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
        let id_bits = (usize::BITS - problem.options().leading_zeros()).max(1) as usize;
        let layout = Self { places, bits, id_bits };
        (layout.words() <= MAX_WORDS).then_some(layout)
    }

    /// For those who only count: rows have no numbers, so that they become narrower sooner. With colours they need them.
    pub(crate) fn nameless(mut self) -> Self {
        if self.places.iter().all(|place| place.colors.is_empty()) {
            self.id_bits = 0;
        }
        self
    }

    /// The words that a row needs.
    pub(crate) fn words(&self) -> usize {
        (self.bits + self.id_bits).div_ceil(32).max(1)
    }

    /// Lists of at least so many rows are long enough to look ahead, if somebody wants to: a third of all options.
    ///
    /// There are few nodes with such lists, and there is much below them. Not if a list takes longer than a moment.
    pub(crate) fn worth_a_look(&self, options: usize) -> usize {
        const MOMENT: usize = 1 << 27;
        let words = options.saturating_mul(options).saturating_mul(self.words());
        if words > MOMENT { usize::MAX } else { options / 3 }
    }

    /// What an option occupies, and what it forbids.
    ///
    /// Two rows conflict if one forbids what the other occupies. For items without colours both are the item's bit.
    /// A colour occupies one bit of the pair for each digit of its code and forbids the other, so that different codes conflict and equal ones do
    /// not; an uncoloured use of the same item occupies and forbids all its bits.
    fn masks(&self, problem: &Problem, option: OptionId) -> (Mask, Mask) {
        let (mut occupied, mut forbidden) = ([0; MAX_WORDS], [0; MAX_WORDS]);
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

impl<const W: usize, const D: usize> Default for Planes<W, D> {
    fn default() -> Self {
        Self { digits: [[0; W]; D], more: [0; W] }
    }
}

/// The digits kept while filtering: enough to count to seven.
const DIGITS: usize = 3;

/// A set of bits of a row, wherever the width is not known to the compiler.
type Mask = [u32; MAX_WORDS];

#[derive(Clone, Copy)]
struct Level {
    list: List,
    /// Words of a row at this level.
    words: usize,
    /// The level whose encoding says which bit is which item.
    encoding: usize,
    /// Primary items not yet covered.
    open: Mask,
    /// The item to branch on, as a bit number, and the number of its options.
    item: u32,
    degree: u32,
    /// Whether no item is open.
    solved: bool,
    /// Where in the list the next options of the item are.
    hits: Hits,
    /// The option chosen.
    chosen: u32,
}

pub(crate) struct Bits<L> {
    lanes: L,
    /// Whether the leftmost item is branched on, not the one with the fewest branches.
    leftmost: bool,
    arena: Arena,
    levels: Vec<Level>,
    depth: usize,
    /// For levels where rows became narrower, the item of each bit (without colours, an item has but one).
    encodings: Vec<Vec<ItemId>>,
    /// What each option forbids, if that is not what it occupies.
    forbidden: Vec<Mask>,
    id_bits: u32,
    narrowing: Narrowing,
    /// Lists of at least so many rows are looked through for rows that lead to a dead end.
    ahead: usize,
    /// Options from this one on cannot be chosen, if there is such a limit; and what stood where a list was cut off.
    limit: Option<u32>,
    cut: Vec<u32>,
    /// Words of rows looked at.
    work: u64,
}

/// When rows are made narrower because enough items are covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Narrowing {
    /// When the list is long enough that there will be many nodes below to profit.
    Usual,
    /// Never, or whenever possible: for tests.
    Never,
    Always,
}

impl<L: Lanes> Bits<L> {
    /// Rows get at least `words` words.
    pub(crate) fn new(
        problem: &Problem,
        layout: &Layout,
        lanes: L,
        branch: &Branch,
        (words, narrowing): (usize, Narrowing),
    ) -> Self {
        let leftmost = *branch == Branch::First;
        let words = width(layout.words().max(words));
        let stride = stride(problem.options());
        let mut arena = Arena::new(words * stride);
        arena.words_mut()[..words * stride].fill(u32::MAX);
        let mut forbidden = Vec::new();
        let id_bits = layout.id_bits as u32;
        let has_colors = problem.has_colors();
        for option in problem.option_ids() {
            let (mut occupied, forbids) = layout.masks(problem, option);
            occupied[words - 1] |= option.0.checked_shl(32 - id_bits).unwrap_or(0);
            for (w, &word) in occupied[..words].iter().enumerate() {
                arena.words_mut()[w * stride + option.0 as usize] = word;
            }
            if has_colors {
                forbidden.push(forbids);
            }
        }
        let mut open = [0; MAX_WORDS];
        (0..problem.primary_items()).for_each(|bit| set(&mut open, bit));
        let list = List { base: 0, stride, len: problem.options() };
        let solved = problem.primary_items() == 0;
        let root = Level {
            list,
            words,
            encoding: 0,
            open,
            item: 0,
            degree: 0,
            solved,
            hits: Hits::default(),
            chosen: 0,
        };
        let levels = vec![root; problem.primary_items() + 1];
        let mut encodings = vec![Vec::new(); levels.len()];
        encodings[0] = problem.listing().to_vec();
        let mut bits = Self {
            lanes,
            leftmost,
            arena,
            levels,
            depth: 0,
            encodings,
            forbidden,
            id_bits,
            narrowing,
            ahead: usize::MAX,
            limit: None,
            cut: Vec::new(),
            work: 0,
        };
        if !solved {
            let item = first(&open);
            (bits.levels[0].item, bits.levels[0].degree) = if leftmost {
                (item, bits.options_of(list, item))
            } else {
                let (best, degree) = bits.rarest_of_many::<MAX_WORDS>(Level { words, ..root });
                (first(&best), degree)
            };
        }
        bits
    }

    /// Looks ahead near the root, where lists have at least so many rows: there, what would leave some item without options cannot be
    /// chosen. That is another tree, which is smaller as a rule and has the same solutions.
    pub(crate) fn looking_ahead(mut self, from: usize) -> Self {
        self.ahead = from;
        self
    }

    /// The items with the fewest options, and how many, when all have more than the planes can count: near the root only,
    /// but there the lists are long, and counting item by item took a third of all time.
    #[cold]
    fn rarest_of_many<const W: usize>(&self, level: Level) -> (Mask, u32) {
        let Level { list, words, open, .. } = level;
        let mut best = open;
        if words == W {
            let planes = self.lanes.count::<W, 7>(self.arena.words(), list);
            if let Some((rarest, degree)) = rarest(&planes, &narrow::<W>(&open)) {
                best[..W].copy_from_slice(&rarest);
                return (best, degree);
            }
        }
        let mut digits = [[0u32; MAX_WORDS]; 32];
        for at in 0..list.len {
            for w in 0..words {
                let mut carry = self.arena.words()[list.base + w * list.stride + at];
                for digit in &mut digits {
                    (digit[w], carry) = (digit[w] ^ carry, digit[w] & carry);
                    if carry == 0 {
                        break;
                    }
                }
            }
        }
        let degree = digits.iter().rev().fold(0, |degree, digit| degree * 2 + keep_zeros(&mut best, digit));
        (best, degree)
    }

    /// Of some items, each of which has an option in the list, the one whose first option comes last.
    #[cold]
    fn dearest<const W: usize>(&self, list: List, mut items: [u32; W]) -> u32 {
        for at in 0..list.len {
            let word = |w: usize| self.arena.words()[list.base + w * list.stride + at];
            let later: [u32; W] = std::array::from_fn(|w| items[w] & !word(w));
            if later == [0; W] {
                break;
            }
            items = later;
        }
        first(&items)
    }

    /// Cuts off the rows of options that cannot be chosen, for a while.
    #[cold]
    fn cut_off<const W: usize>(&mut self, list: List, limit: u32) -> List {
        let ids = list.base + (W - 1) * list.stride;
        let len =
            self.arena.words()[ids..ids + list.len].partition_point(|&word| self.number_in(word) < limit);
        self.cut.clear();
        for w in 0..W {
            let at = list.base + w * list.stride + len;
            let places = &mut self.arena.words_mut()[at..at + PAD];
            self.cut.extend_from_slice(places);
            places.fill(u32::MAX);
        }
        List { len, ..list }
    }

    /// Puts back what was cut off.
    #[cold]
    fn put_back(&mut self, list: List) {
        for (w, places) in self.cut.chunks_exact(PAD).enumerate() {
            let at = list.base + w * list.stride + list.len;
            self.arena.words_mut()[at..at + PAD].copy_from_slice(places);
        }
    }

    fn options_of(&self, list: List, bit: u32) -> u32 {
        let start = list.base + bit as usize / 32 * list.stride;
        self.arena.words()[start..start + list.len].iter().map(|word| word >> (bit % 32) & 1).sum()
    }

    /// Where the level's next branches are.
    #[inline(always)]
    fn hits(&self) -> Hits {
        let Level { list, item, hits, .. } = self.levels[self.depth];
        if hits.bits != 0 {
            return hits;
        }
        let start = list.base + item as usize / 32 * list.stride;
        self.lanes.find(&self.arena.words()[start..], list.len, hits.end, 1 << (item % 32))
    }

    /// The row of the level's next branch, which is then behind us.
    #[inline(always)]
    fn next_row(&mut self) -> usize {
        let mut hits = self.hits();
        let at = hits.base + hits.bits.trailing_zeros() as usize;
        hits.bits &= hits.bits - 1;
        self.levels[self.depth].hits = hits;
        at
    }

    /// What a row forbids to others.
    #[inline(always)]
    fn forbidden_by<const W: usize>(&self, row: &[u32; W]) -> [u32; W] {
        if self.forbidden.is_empty() {
            let mut items = *row;
            items[W - 1] &= self.item_bits();
            items
        } else {
            narrow(&self.forbidden[self.number_in(row[W - 1]) as usize])
        }
    }

    /// The bits of the last word of a row that are not for its number.
    #[inline(always)]
    fn item_bits(&self) -> u32 {
        (u64::from(u32::MAX) >> self.id_bits) as u32
    }

    /// Whether rows have numbers, so that solutions can be told.
    #[inline(always)]
    fn has_names(&self) -> bool {
        self.id_bits > 0
    }

    /// The number of an option, from the last word of its row; 0 if rows have none.
    #[inline(always)]
    fn number_in(&self, word: u32) -> u32 {
        (u64::from(word) >> (32 - self.id_bits)) as u32
    }

    /// Takes the next branch of a level whose rows have `W` words, but passes over at most `most` dead ends; returns how many.
    #[inline(always)]
    fn descend<const W: usize>(&mut self, most: u32) -> u32 {
        let Level { list, open: before, encoding, .. } = self.levels[self.depth];
        let before: [u32; W] = narrow(&before);
        let mut passed = 0;
        loop {
            let at = self.next_row();
            let mut row = [0; W];
            for (w, word) in row.iter_mut().enumerate() {
                *word = self.arena.words()[list.base + w * list.stride + at];
            }
            let open: [u32; W] = std::array::from_fn(|w| before[w] & !row[w]);
            let forbidden = self.forbidden_by(&row);
            let solved = open == [0; W];
            // Most nodes are dead ends (two thirds of them for pentominoes), and to see that is much cheaper than to filter.
            if most > 0 && list.len > SHORT && !self.leftmost && self.limit.is_none() && !solved {
                self.work += (W * list.len) as u64;
                if !self.lanes.reaches(self.arena.words(), list, &forbidden, &open) {
                    passed += 1;
                    if passed == most {
                        return passed;
                    }
                    continue;
                }
            }
            self.levels[self.depth].chosen = self.number_in(row[W - 1]);
            self.depth += 1;
            let level = &mut self.levels[self.depth];
            level.solved = solved;
            if solved {
                return passed;
            }
            (level.words, level.encoding) = (W, encoding);
            match self.limit {
                None => self.sift(list, &forbidden, open, most == 0),
                Some(limit) => {
                    let list = self.cut_off::<W>(list, limit);
                    self.sift(list, &forbidden, open, true);
                    self.put_back(list);
                }
            }
            // Short lists are filtered without a look, so there are dead ends among them.
            if most == 0 || list.len > SHORT || self.levels[self.depth].degree > 0 {
                return passed;
            }
            self.depth -= 1;
            passed += 1;
            if passed == most {
                return passed;
            }
        }
    }

    /// Makes the level out of a list: the rows that are compatible with the one that was chosen.
    #[inline(always)]
    fn sift<const W: usize>(&mut self, list: List, row: &[u32; W], open: [u32; W], doubtful: bool) {
        let level = &mut self.levels[self.depth];
        if doubtful && list.len > SHORT && !self.leftmost {
            self.work += (W * list.len) as u64;
            let reach = self.lanes.reach(self.arena.words(), list, row);
            let missing: [u32; W] = std::array::from_fn(|w| open[w] & !reach[w]);
            if missing != [0; W] {
                (level.item, level.degree) = (first(&missing), 0);
                return;
            }
        }
        level.open[..W].copy_from_slice(&open);
        self.work += (W * list.len) as u64;
        let mut child = List { base: list.base + W * list.stride, stride: stride(list.len), len: 0 };
        self.arena.reserve(child.base + W * child.stride);
        let mut planes = self.lanes.filter::<W, DIGITS>(self.arena.words_mut(), list, &mut child, row);
        if child.len >= self.ahead && self.limit.is_none() {
            self.thin(&mut child, &mut planes, row, &open);
        }
        self.levels[self.depth].list = child;
        let (item, degree) = if self.leftmost {
            let item = first(&open);
            (item, self.options_of(child, item))
        } else {
            let (best, degree) = rarest(&planes, &open).unwrap_or_else(|| {
                let (best, degree) = self.rarest_of_many::<W>(self.levels[self.depth]);
                (narrow(&best), degree)
            });
            let choose =
                if self.limit.is_some() && degree > 0 { self.dearest(child, best) } else { first(&best) };
            (choose, degree)
        };
        let level = &mut self.levels[self.depth];
        (level.item, level.degree) = (item, degree);
        let long = match self.narrowing {
            Narrowing::Usual => child.len >= LONG,
            Narrowing::Never => false,
            Narrowing::Always => true,
        };
        // With one branch the next level will do.
        if W > 1 && long && degree > 1 && self.forbidden.is_empty() {
            let mut used: [u32; W] = std::array::from_fn(|w| {
                planes.digits.iter().fold(open[w] | planes.more[w], |used, digit| used | digit[w])
            });
            used[W - 1] &= self.item_bits();
            let bits = used.iter().map(|word| word.count_ones()).sum::<u32>() + self.id_bits;
            let words = width((bits as usize).div_ceil(32));
            if words < W {
                self.repack(&used, words);
            }
        }
    }

    /// Leaves out the rows that would leave one of the open items without options, and counts anew. One round, for others find hardly more.
    ///
    /// Nothing in the list conflicts with `row`; what is left out becomes a row of ones, which does.
    #[cold]
    fn thin<const W: usize>(
        &mut self,
        list: &mut List,
        planes: &mut Planes<W, DIGITS>,
        row: &[u32; W],
        open: &[u32; W],
    ) {
        let List { base, stride, len } = *list;
        self.work += (W * len * (len + 1)) as u64;
        let mut useless = false;
        for at in 0..len {
            let other: [u32; W] = std::array::from_fn(|w| self.arena.words()[base + w * stride + at]);
            let reach = self.lanes.reach(self.arena.words(), *list, &self.forbidden_by(&other));
            if (0..W).any(|w| open[w] & !other[w] & !reach[w] != 0) {
                (0..W).for_each(|w| self.arena.words_mut()[base + w * stride + at] = u32::MAX);
                useless = true;
            }
        }
        if useless {
            let mut rest = List { base: base + W * stride, stride, len: 0 };
            self.arena.reserve(rest.base + W * stride);
            *planes = self.lanes.filter(self.arena.words_mut(), *list, &mut rest, row);
            *list = rest;
        }
    }

    /// Leaves out the bits that no row has any more, so that rows need fewer words from here on.
    #[inline(always)]
    fn repack<const W: usize>(&mut self, used: &[u32; W], words: usize) {
        let packer = Packer::new(self.lanes, used, words);
        let id_mask = !self.item_bits();
        let Level { list, encoding, open, item, .. } = self.levels[self.depth];
        let arena = self.arena.words_mut();
        for at in 0..list.len {
            let place = |w: usize| list.base + w * list.stride + at;
            let row: [u32; W] = std::array::from_fn(|w| arena[place(w)]);
            let mut packed = packer.pack(&row);
            packed[words - 1] |= row[W - 1] & id_mask;
            for (w, &word) in packed[..words].iter().enumerate() {
                arena[place(w)] = word;
            }
        }
        self.levels[self.depth].encoding = self.depth;
        if self.has_names() {
            let [before, here] = self.encodings.get_disjoint_mut([encoding, self.depth]).expect("two levels");
            here.clear();
            for (w, &word) in used.iter().enumerate() {
                let bits = (0..32).filter(|bit| word >> bit & 1 != 0).map(|bit| 32 * w + bit);
                here.extend(bits.map(|bit| before[bit]));
            }
        }
        let mut only = [0; W];
        set(&mut only, item as usize);
        let level = &mut self.levels[self.depth];
        level.open = packer.pack(&narrow(&open));
        level.item = first(&packer.pack(&only));
        level.words = words;
    }
}

/// Brings the used bits of a row together.
struct Packer<L, const W: usize> {
    lanes: L,
    /// Of two words at once, in the first places.
    moves: [Moves; MAX_WORDS / 2],
    words: usize,
}

impl<L: Lanes, const W: usize> Packer<L, W> {
    #[inline(always)]
    fn new(lanes: L, used: &[u32; W], words: usize) -> Self {
        let moves = std::array::from_fn(|at| match 2 * at {
            w if w < W => lanes.moves(pair(used, w)),
            _ => Moves::of_mask(0),
        });
        Self { lanes, moves, words }
    }

    #[inline(always)]
    fn pack(&self, row: &[u32; W]) -> Mask {
        let mut packed = [0; MAX_WORDS];
        if self.words <= 2 {
            let (mut all, mut count) = (0u64, 0);
            for w in (0..W).step_by(2) {
                let moves = &self.moves[w / 2];
                all |= self.lanes.pack(pair(row, w), moves).unbounded_shl(count);
                count += moves.mask.count_ones();
            }
            (packed[0], packed[1]) = (all as u32, (all >> 32) as u32);
            return packed;
        }
        let (mut pending, mut count, mut out) = (0u128, 0, 0);
        for w in (0..W).step_by(2) {
            let moves = &self.moves[w / 2];
            pending |= u128::from(self.lanes.pack(pair(row, w), moves)) << count;
            count += moves.mask.count_ones();
            while count >= 32 || (w + 2 >= W && out < self.words) {
                packed[out] = pending as u32;
                pending >>= 32;
                count = count.saturating_sub(32);
                out += 1;
            }
        }
        packed
    }
}

/// Taking a branch, which is where all time goes: this alone is compiled for the kind of processor, once for each width.
struct Down<'a, L>(&'a mut Bits<L>, u32);

impl<L: Lanes> Work for Down<'_, L> {
    type Output = u32;

    #[inline(always)]
    fn run(self) -> u32 {
        let Self(bits, most) = self;
        match bits.levels[bits.depth].words {
            1 => bits.descend::<1>(most),
            2 => bits.descend::<2>(most),
            3 => bits.descend::<3>(most),
            4 => bits.descend::<4>(most),
            6 => bits.descend::<6>(most),
            8 => bits.descend::<8>(most),
            12 => bits.descend::<12>(most),
            _ => bits.descend::<MAX_WORDS>(most),
        }
    }
}

impl<L: Lanes> Tree for Bits<L> {
    #[inline(always)]
    fn look(&mut self) -> Option<Fork> {
        let level = &self.levels[self.depth];
        if level.solved {
            return None;
        }
        // Who only counts does not care which item it is.
        let item =
            if self.has_names() { self.encodings[level.encoding][level.item as usize] } else { ItemId(0) };
        Some(Fork { item, degree: level.degree })
    }

    #[inline(always)]
    fn open(&mut self) {
        self.levels[self.depth].hits = Hits::default();
    }

    fn skip(&mut self, count: u32) {
        for _ in 0..count {
            self.next_row();
        }
    }

    fn down(&mut self) {
        self.advance(0);
    }

    #[inline(never)]
    fn advance(&mut self, most: u32) -> u32 {
        self.lanes.run(Down(self, most))
    }

    #[inline(always)]
    fn up(&mut self) {
        self.depth -= 1;
    }

    fn close(&mut self) {}

    fn next(&self) -> Option<OptionId> {
        let level = &self.levels[self.depth];
        let words = |w: usize| {
            let start = level.list.base + w * level.list.stride;
            &self.arena.words()[start..start + level.list.stride]
        };
        let hits = self.hits();
        let at = hits.base + hits.bits.trailing_zeros() as usize;
        Some(OptionId(self.number_in(words(level.words - 1)[at])))
    }

    fn limit(&mut self, options: u32) {
        self.limit = Some(options);
    }

    fn chosen(&self, level: usize) -> Option<OptionId> {
        Some(OptionId(self.levels[level].chosen))
    }

    fn work(&self) -> u64 {
        self.work
    }
}

/// The least width that there is a loop for, which has room for so many words.
fn width(words: usize) -> usize {
    [1, 2, 3, 4, 6, 8, 12].into_iter().find(|&width| width >= words).unwrap_or(MAX_WORDS)
}

/// The first words of a mask.
#[inline(always)]
fn narrow<const W: usize>(mask: &Mask) -> [u32; W] {
    std::array::from_fn(|w| mask[w])
}

/// Room for the survivors of so many rows, with the padding, in whole cache lines.
fn stride(len: usize) -> usize {
    (len + PAD).next_multiple_of(PAD)
}

/// The least bit of a set, which has one. Without branches: where it is, is hard to predict.
#[inline(always)]
fn first<const W: usize>(set: &[u32; W]) -> u32 {
    (0..W).step_by(2).rev().fold(0, |first, w| match pair(set, w) {
        0 => first,
        bits => 32 * w as u32 + bits.trailing_zeros(),
    })
}

/// Two words at once.
#[inline(always)]
fn pair<const W: usize>(words: &[u32; W], w: usize) -> u64 {
    u64::from(words[w]) | if w + 1 < W { u64::from(words[w + 1]) << 32 } else { 0 }
}

/// The open items with the fewest options, and how many; `None` if all have more than can be told.
#[inline(always)]
fn rarest<const W: usize, const D: usize>(planes: &Planes<W, D>, open: &[u32; W]) -> Option<([u32; W], u32)> {
    let mut best = *open;
    if keep_zeros(&mut best, &planes.more) != 0 {
        return None;
    }
    let degree =
        planes.digits.iter().rev().fold(0, |degree, digit| 2 * degree + keep_zeros(&mut best, digit));
    Some((best, degree))
}

/// Keeps the items whose digit is 0, if there are any; returns the digit of those kept.
/// Without branches, for they would be unpredictable.
#[inline(always)]
fn keep_zeros<const W: usize>(items: &mut [u32; W], digit: &[u32; W]) -> u32 {
    let any = (0..W).step_by(2).fold(0, |any, w| any | pair(items, w) & !pair(digit, w));
    let keep = u32::from(any != 0).wrapping_neg();
    for w in 0..W {
        items[w] &= !(digit[w] & keep);
    }
    u32::from(any == 0)
}
