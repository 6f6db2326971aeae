//! What is to be covered: items, options, and the rules between them.
//!
//! A [`Problem`] is immutable and flat: one array of entries, cut by one array of offsets.
//! It has the vocabulary of TAOCP 7.2.2.1: a *primary* item must be covered as often as its [`Bounds`] say,
//! a *secondary* item at most once, or any number of times in one [`Color`].

pub use polydlx_bounds::Bounds;
use std::collections::HashMap;
use std::fmt;
use std::num::NonZero;
use std::sync::Arc;

/// An item, numbered from 0 in the order of creation.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct ItemId(pub u32);

/// An option, numbered from 0 in the order of creation.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct OptionId(pub u32);

/// A colour, numbered from 1 in the order of first use, so that `Option<Color>` is one word.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Color(pub NonZero<u32>);

/// One item of an option, with its colour if it has one.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Entry {
    /// The item.
    pub item: ItemId,
    /// Its colour; only secondary items can have one.
    pub color: Option<Color>,
}

impl From<ItemId> for Entry {
    fn from(item: ItemId) -> Self {
        Self { item, color: None }
    }
}

/// Items and options; made by a [`ProblemBuilder`] or by [`crate::dlx::read`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    items: Arc<Items>,
    /// Option `k` is `entries[starts[k]..starts[k + 1]]`.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// What each option costs; empty if none costs anything.
    costs: Vec<u64>,
    /// Options without primary items, which are never chosen.
    idle: Vec<Vec<Entry>>,
}

/// The items of a problem, which problems with other options of the same items share.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Items {
    names: Vec<String>,
    /// `None` marks a secondary item.
    bounds: Vec<Option<Bounds>>,
    /// Primary items first, then secondary ones, each in the order of creation.
    order: Vec<ItemId>,
    primary: usize,
    colors: Vec<String>,
}

impl Problem {
    /// An empty problem to add to.
    pub fn builder() -> ProblemBuilder {
        ProblemBuilder::default()
    }

    /// The number of items, primary and secondary.
    pub fn items(&self) -> usize {
        self.items.names.len()
    }

    /// The number of primary items.
    pub fn primary_items(&self) -> usize {
        self.items.primary
    }

    /// The number of options.
    pub fn options(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of entries of all options together.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// The items as the item line of a DLX file lists them: the primary ones, then the secondary ones.
    pub fn listing(&self) -> &[ItemId] {
        &self.items.order
    }

    /// The primary items, in the order that settles ties between them.
    pub fn primaries(&self) -> &[ItemId] {
        &self.items.order[..self.items.primary]
    }

    /// The secondary items.
    pub fn secondaries(&self) -> &[ItemId] {
        &self.items.order[self.items.primary..]
    }

    /// The name of an item.
    pub fn name(&self, item: ItemId) -> &str {
        &self.items.names[item.0 as usize]
    }

    /// The item of that name, found by looking at all of them.
    pub fn find(&self, name: &str) -> Option<ItemId> {
        self.items.names.iter().position(|known| known == name).map(|at| ItemId(at as u32))
    }

    /// Whether an item is primary.
    pub fn is_primary(&self, item: ItemId) -> bool {
        self.items.bounds[item.0 as usize].is_some()
    }

    /// How often an item is to be covered; `0..=1` for a secondary item, colours aside.
    pub fn bounds(&self, item: ItemId) -> Bounds {
        self.items.bounds[item.0 as usize].unwrap_or(Bounds { low: 0, high: 1 })
    }

    /// The name of a colour.
    pub fn color_name(&self, color: Color) -> &str {
        &self.items.colors[color.0.get() as usize - 1]
    }

    /// The entries of an option, in the order in which they were given.
    pub fn option(&self, option: OptionId) -> &[Entry] {
        let at = option.0 as usize;
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The problem with only some of the options, and which they are.
    #[must_use]
    pub fn restricted(&self, kept: impl Fn(OptionId) -> bool) -> (Self, Vec<OptionId>) {
        let options: Vec<OptionId> = self.option_ids().filter(|&option| kept(option)).collect();
        (self.rearranged(&options), options)
    }

    /// The problem with its options, or some of them, in another order.
    #[must_use]
    pub fn rearranged(&self, options: &[OptionId]) -> Self {
        let mut starts = vec![0];
        let mut entries = Vec::new();
        for &option in options {
            entries.extend_from_slice(self.option(option));
            starts.push(entries.len() as u32);
        }
        let costs = if self.has_costs() {
            options.iter().map(|&option| self.cost(option)).collect()
        } else {
            Vec::new()
        };
        Self { items: Arc::clone(&self.items), starts, entries, costs, idle: self.idle.clone() }
    }

    /// The problem in which some items that may stay uncovered, and have no colours, must be covered once.
    #[must_use]
    pub fn requiring(mut self, items: &[ItemId]) -> Self {
        if items.is_empty() {
            return self;
        }
        let Items { bounds, order, primary, .. } = Arc::make_mut(&mut self.items);
        items.iter().for_each(|item| bounds[item.0 as usize] = Some(Bounds::ONCE));
        // The primary ones first, each kind in its order.
        order.sort_by_key(|item| bounds[item.0 as usize].is_none());
        *primary = order.partition_point(|item| bounds[item.0 as usize].is_some());
        self
    }

    /// Whether some options have no primary item, so that they are never chosen.
    pub fn has_idle_options(&self) -> bool {
        !self.idle.is_empty()
    }

    /// Whether a solution leaves no room for an option without primary items: "second death" (TAOCP 7.2.2.1, exercise 19).
    pub fn is_maximal(&self, solution: &[OptionId]) -> bool {
        let mut used: HashMap<ItemId, Option<Color>> = HashMap::new();
        for entry in solution.iter().flat_map(|&option| self.option(option)) {
            used.insert(entry.item, entry.color);
        }
        let clashes = |entry: &Entry| {
            used.get(&entry.item).is_some_and(|&color| color.is_none() || color != entry.color)
        };
        self.idle.iter().all(|option| option.iter().any(clashes))
    }

    /// What an option costs; 0 if nothing is said.
    pub fn cost(&self, option: OptionId) -> u64 {
        self.costs.get(option.0 as usize).copied().unwrap_or(0)
    }

    /// Whether some option costs something.
    pub fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    /// The same problem with other costs, one for each option.
    ///
    /// # Panics
    /// If there are not as many costs as options.
    #[must_use]
    pub fn with_costs(mut self, costs: Vec<u64>) -> Self {
        assert_eq!(costs.len(), self.options(), "each option has a cost");
        self.costs = if costs.iter().all(|&cost| cost == 0) { Vec::new() } else { costs };
        self
    }

    /// The same items and colours, with their numbers, to give other options and more items to.
    pub fn without_options(&self) -> ProblemBuilder {
        let Items { names, bounds, colors, .. } = &*self.items;
        let number = |at: usize| Color(NonZero::new(at as u32 + 1).expect("at least one colour"));
        let by_color = colors.iter().enumerate().map(|(at, name)| (name.clone(), number(at))).collect();
        let (names, bounds, colors) = (names.clone(), bounds.clone(), colors.clone());
        ProblemBuilder { names, bounds, colors, by_color, ..ProblemBuilder::default() }
    }

    /// All options in order.
    pub fn option_ids(&self) -> impl Iterator<Item = OptionId> + use<> {
        (0..self.options() as u32).map(OptionId)
    }

    /// Whether some entry has a colour.
    pub fn has_colors(&self) -> bool {
        self.entries.iter().any(|entry| entry.color.is_some())
    }

    /// Whether some primary item is to be covered otherwise than exactly once.
    pub fn has_multiplicities(&self) -> bool {
        self.items.bounds.iter().flatten().any(|&bounds| bounds != Bounds::ONCE)
    }

    /// Whether a set of options, in any order, is a solution.
    ///
    /// It is written from the definition and shares nothing with the engines: debug builds ask it about every solution
    /// before they report it.
    pub fn is_solution(&self, chosen: &[OptionId]) -> bool {
        let mut times = vec![0u32; self.items()];
        let mut color: Vec<Option<Option<Color>>> = vec![None; self.items()];
        let mut sorted = chosen.to_vec();
        sorted.sort_unstable();
        let distinct = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        let mut agree = true;
        for entry in chosen.iter().flat_map(|&option| self.option(option)) {
            let at = entry.item.0 as usize;
            times[at] += 1;
            agree &= self.is_primary(entry.item)
                || color[at].is_none_or(|before| before.is_some() && before == entry.color);
            color[at] = Some(entry.color);
        }
        let covered = self.primaries().iter().all(|&item| {
            let Bounds { low, high } = self.bounds(item);
            (low..=high).contains(&times[item.0 as usize])
        });
        distinct && agree && covered
    }
}

/// A problem in the making.
#[derive(Clone, Debug, Default)]
pub struct ProblemBuilder {
    names: Vec<String>,
    bounds: Vec<Option<Bounds>>,
    colors: Vec<String>,
    by_color: HashMap<String, Color>,
    ends: Vec<u32>,
    entries: Vec<Entry>,
    costs: Vec<u64>,
    idle: Vec<Vec<Entry>>,
}

impl ProblemBuilder {
    /// Adds a primary item.
    pub fn primary(&mut self, name: &str, bounds: Bounds) -> ItemId {
        self.item(name, Some(bounds))
    }

    /// Adds a secondary item.
    pub fn secondary(&mut self, name: &str) -> ItemId {
        self.item(name, None)
    }

    /// The colour of that name, the same each time.
    pub fn color(&mut self, name: &str) -> Color {
        if let Some(&known) = self.by_color.get(name) {
            return known;
        }
        self.colors.push(name.to_owned());
        let color = Color(NonZero::new(self.colors.len() as u32).expect("at least one colour"));
        self.by_color.insert(name.to_owned(), color);
        color
    }

    /// Adds an option; whether it makes sense is for [`ProblemBuilder::build`] to say.
    pub fn option(&mut self, entries: impl IntoIterator<Item = Entry>) -> OptionId {
        self.entries.extend(entries);
        let end = u32::try_from(self.entries.len()).expect("fewer than 2^32 entries");
        self.ends.push(end);
        OptionId(self.ends.len() as u32 - 1)
    }

    /// Adds an option that has no primary item. It is never chosen, but a solution may be asked not to leave room for it.
    pub fn idle(&mut self, entries: impl IntoIterator<Item = Entry>) {
        self.idle.push(entries.into_iter().collect());
    }

    /// What an option costs; nothing if this is not said.
    pub fn cost(&mut self, option: OptionId, cost: u64) {
        if cost > 0 {
            self.costs.resize(self.costs.len().max(option.0 as usize + 1), 0);
            self.costs[option.0 as usize] = cost;
        }
    }

    /// The problem, or the first thing that is wrong with it.
    pub fn build(self) -> Result<Problem, ProblemError> {
        let mut seen = HashMap::new();
        for (at, name) in self.names.iter().enumerate() {
            if seen.insert(name.as_str(), at).is_some() {
                return Err(ProblemError::DuplicateName(name.clone()));
            }
            if self.bounds[at].is_some_and(|bounds| bounds.high == 0 || bounds.low > bounds.high) {
                return Err(ProblemError::EmptyBounds(ItemId(at as u32)));
            }
        }
        let mut last_use = vec![u32::MAX; self.names.len()];
        let mut start = 0;
        for (at, &end) in self.ends.iter().enumerate() {
            let option = OptionId(at as u32);
            let mut primary = false;
            for entry in &self.entries[start..end as usize] {
                let item = entry.item.0 as usize;
                if item >= self.names.len()
                    || entry.color.is_some_and(|c| c.0.get() as usize > self.colors.len())
                {
                    return Err(ProblemError::Unknown(option));
                }
                if std::mem::replace(&mut last_use[item], option.0) == option.0 {
                    return Err(ProblemError::DuplicateItem(option, entry.item));
                }
                if self.bounds[item].is_some() {
                    primary = true;
                    if entry.color.is_some() {
                        return Err(ProblemError::ColoredPrimary(option, entry.item));
                    }
                }
            }
            if !primary {
                return Err(ProblemError::NoPrimaryItem(option));
            }
            start = end as usize;
        }
        let ids = || (0..self.names.len() as u32).map(ItemId);
        let primary = |item: &ItemId| self.bounds[item.0 as usize].is_some();
        let mut order: Vec<_> = ids().filter(primary).collect();
        let count = order.len();
        order.extend(ids().filter(|item| !primary(item)));
        let mut starts = vec![0];
        starts.extend(self.ends);
        let items =
            Items { names: self.names, bounds: self.bounds, order, primary: count, colors: self.colors };
        let mut costs = self.costs;
        if !costs.is_empty() {
            costs.resize(starts.len() - 1, 0);
        }
        Ok(Problem { items: Arc::new(items), starts, entries: self.entries, costs, idle: self.idle })
    }

    fn item(&mut self, name: &str, bounds: Option<Bounds>) -> ItemId {
        self.names.push(name.to_owned());
        self.bounds.push(bounds);
        ItemId(u32::try_from(self.names.len() - 1).expect("fewer than 2^32 items"))
    }
}

/// Why a [`ProblemBuilder`] makes no problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// Two items have this name.
    DuplicateName(String),
    /// No number of times is within the bounds of this item, or only zero.
    EmptyBounds(ItemId),
    /// The option names an item or a colour of another builder.
    Unknown(OptionId),
    /// The option contains the item twice.
    DuplicateItem(OptionId, ItemId),
    /// The option colours a primary item.
    ColoredPrimary(OptionId, ItemId),
    /// The option has no primary item, so that nothing would ever ask for it.
    NoPrimaryItem(OptionId),
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateName(name) => write!(f, "two items are called `{name}`"),
            Self::EmptyBounds(item) => write!(f, "the bounds of item {} are empty or zero", item.0),
            Self::Unknown(option) => write!(f, "option {} has an unknown item or colour", option.0),
            Self::DuplicateItem(option, item) => {
                write!(f, "option {} contains item {} twice", option.0, item.0)
            }
            Self::ColoredPrimary(option, item) => {
                write!(f, "option {} gives a colour to primary item {}", option.0, item.0)
            }
            Self::NoPrimaryItem(option) => write!(f, "option {} has no primary item", option.0),
        }
    }
}

impl std::error::Error for ProblemError {}
