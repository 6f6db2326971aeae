//! A search that begins anew as often as one likes, and learns in between.
//!
//! Options are kept in sparse sets, one for each item, as in Knuth's programs SSXCC (2021): to take an option out is an
//! exchange in each of its sets, and to bring it back is to let the sets grow again. Unlike the trees of the engines this
//! one is made as it goes: which item is next, and in which order its options are tried, is for a [`Style`] to say.

use super::style::Style;
use crate::{Color, ItemId, OptionId, Problem};

/// What came of a dive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dive {
    /// A solution.
    Found(Vec<OptionId>),
    /// The whole tree has none.
    None,
    /// Nobody knows.
    Unknown,
}

/// A problem to dive into; it looks the same after each dive.
#[derive(Clone)]
pub(super) struct Diver {
    /// The items of each option, and the colour there; option `k` has `entries[starts[k]..starts[k + 1]]`.
    entries: Vec<(u32, Option<Color>)>,
    starts: Vec<u32>,
    /// Where each entry's option stands in the set of the entry's item.
    places: Vec<u32>,
    /// The options of item `i` that may still be chosen: `sets[begins[i]..][..sizes[i]]`, as numbers of their entries.
    sets: Vec<u32>,
    begins: Vec<u32>,
    sizes: Vec<u32>,
    /// The option of each entry.
    options: Vec<u32>,
    /// How often each item is covered, and how often it shall be; secondary items come after the primary ones.
    covered: Vec<u32>,
    bounds: Vec<(u32, u32)>,
    colors: Vec<Option<Color>>,
    /// The items that need more options, and behind them those that do not; and where each item stands there.
    open: Vec<u32>,
    stands: Vec<u32>,
    needy: usize,
    /// The options that were taken out, in this order.
    removed: Vec<u32>,
    /// An item that can no longer be covered often enough.
    dead: Option<u32>,
    /// How many options stood in the sets of what this dive has covered: about what it has cost. How many were taken out
    /// depends on their order, which depends on earlier dives.
    work: u64,
}

struct Level {
    /// The options to be tried, the next one last.
    left: Vec<u32>,
    /// How many were taken out before the one that is being tried.
    mark: usize,
}

impl Diver {
    pub(super) fn new(problem: &Problem) -> Self {
        let (listing, primary) = (problem.listing(), problem.primary_items());
        let mut number = vec![0; listing.len()];
        for (at, &ItemId(item)) in (0..).zip(listing) {
            number[item as usize] = at;
        }
        let (mut entries, mut starts, mut options) =
            (Vec::with_capacity(problem.entries()), vec![0], Vec::new());
        let mut sizes = vec![0u32; listing.len()];
        for option in problem.option_ids() {
            for entry in problem.option(option) {
                let item: u32 = number[entry.item.0 as usize];
                sizes[item as usize] += 1;
                entries.push((item, entry.color));
                options.push(option.0);
            }
            starts.push(entries.len() as u32);
        }
        let begins: Vec<u32> = sizes
            .iter()
            .scan(0, |sum, size| {
                *sum += size;
                Some(*sum - size)
            })
            .collect();
        let (mut sets, mut places) = (vec![0; entries.len()], vec![0; entries.len()]);
        let mut filled = vec![0u32; listing.len()];
        for (entry, &(item, _)) in (0..).zip(&entries) {
            let place = &mut filled[item as usize];
            sets[(begins[item as usize] + *place) as usize] = entry;
            places[entry as usize] = *place;
            *place += 1;
        }
        let bounds: Vec<(u32, u32)> = { listing[..primary].iter() }
            .map(|&item| (problem.bounds(item).low, problem.bounds(item).high))
            .collect();
        let (needy, others): (Vec<u32>, Vec<u32>) =
            (0..primary as u32).partition(|&item| bounds[item as usize].0 > 0);
        let open = [needy.as_slice(), &others].concat();
        let mut stands = vec![0; primary];
        for (at, &item) in (0..).zip(&open) {
            stands[item as usize] = at;
        }
        let dead = needy.iter().copied().find(|&item| sizes[item as usize] < bounds[item as usize].0);
        Self {
            entries,
            starts,
            places,
            sets,
            begins,
            covered: vec![0; listing.len()],
            colors: vec![None; listing.len()],
            sizes,
            options,
            bounds,
            needy: needy.len(),
            open,
            stands,
            removed: Vec::new(),
            dead,
            work: 0,
        }
    }

    /// Looks for a solution in the given way, until so much work is done; counts nodes.
    pub(super) fn dive(
        &mut self,
        style: &mut Style,
        budget: u64,
        stop: &dyn Fn() -> bool,
        nodes: &mut u64,
    ) -> Dive {
        if self.dead.is_some() {
            return Dive::None;
        }
        self.work = 0;
        let (mut levels, mut chosen): (Vec<Level>, Vec<u32>) = (Vec::new(), Vec::new());
        let dive = loop {
            *nodes += 1;
            if self.needy == 0 {
                break Dive::Found(chosen.iter().map(|&option| OptionId(option)).collect());
            }
            levels.push(Level { left: self.branches(style), mark: 0 });
            match self.advance(&mut levels, &mut chosen, budget, stop) {
                Some(true) => {}
                Some(false) => break Dive::None,
                None => {
                    style.regret(&self.open[..self.needy]);
                    break Dive::Unknown;
                }
            }
        };
        while let Some(option) = chosen.pop() {
            self.give_back(option, levels[chosen.len()].mark);
        }
        dive
    }

    /// Takes the next option that leaves a chance to all items; false if there is none on any level, nothing if it takes too
    /// long.
    fn advance(
        &mut self,
        levels: &mut Vec<Level>,
        chosen: &mut Vec<u32>,
        budget: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<bool> {
        while let Some(level) = levels.last_mut() {
            if self.work > budget || stop() {
                return None;
            }
            let Some(option) = level.left.pop() else {
                levels.pop();
                if let Some(option) = chosen.pop() {
                    self.give_back(option, levels[chosen.len()].mark);
                }
                continue;
            };
            let mark = self.removed.len();
            level.mark = mark;
            self.take(option);
            if self.dead.take().is_none() {
                chosen.push(option);
                return Some(true);
            }
            self.give_back(option, mark);
        }
        Some(false)
    }

    /// The options of the item that is next, the last one to be tried first.
    fn branches(&self, style: &mut Style) -> Vec<u32> {
        let degree = |item: u32| {
            let item = item as usize;
            self.sizes[item] + self.covered[item] + 1 - self.bounds[item].0
        };
        let next = style.next(self.open[..self.needy].iter().map(|&item| (item, degree(item))));
        let next = next.expect("somebody asks because there is an item to be covered");
        let mut branches = self.options_of(next);
        style.arrange(&mut branches, |style, option| self.urgency(style, option));
        branches
    }

    fn urgency(&self, style: &Style, option: u32) -> f64 {
        self.items_of(option).map(|item| style.urgency(item) / f64::from(self.sizes[item as usize])).sum()
    }

    /// The primary items that need more options, in no order that matters.
    pub(super) fn needy(&self) -> &[u32] {
        &self.open[..self.needy]
    }

    /// What the last dive has cost, about: how many options stood in the sets of what it has covered.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// How many items there are.
    pub(super) fn items(&self) -> usize {
        self.sizes.len()
    }

    /// How many options an item has left.
    pub(super) fn size(&self, item: u32) -> u32 {
        self.sizes[item as usize]
    }

    /// The options that an item has left. Their order depends on what was done before, which shall not matter.
    pub(super) fn set_of(&self, item: u32) -> impl Iterator<Item = u32> {
        let (begin, size) = (self.begins[item as usize] as usize, self.sizes[item as usize] as usize);
        self.sets[begin..begin + size].iter().map(|&entry| self.options[entry as usize])
    }

    /// The same, in order.
    pub(super) fn options_of(&self, item: u32) -> Vec<u32> {
        let mut options: Vec<u32> = self.set_of(item).collect();
        options.sort_unstable();
        options
    }

    /// The items of an option.
    pub(super) fn items_of(&self, option: u32) -> impl Iterator<Item = u32> {
        self.entries[self.entries_of(option)].iter().map(|&(item, _)| item)
    }

    /// Chooses an option if that leaves a chance to all items, and returns what [`Diver::retract`] needs to undo it.
    pub(super) fn choose(&mut self, option: u32) -> Option<usize> {
        let mark = self.removed.len();
        self.take(option);
        if self.dead.take().is_none() {
            return Some(mark);
        }
        self.give_back(option, mark);
        None
    }

    /// Undoes the last [`Diver::choose`].
    pub(super) fn retract(&mut self, option: u32, mark: usize) {
        self.give_back(option, mark);
    }

    /// Takes options out; false if that leaves an item without enough of them.
    pub(super) fn exclude(&mut self, options: &[u32]) -> bool {
        options.iter().for_each(|&option| self.remove(option));
        self.dead.take().is_none()
    }

    /// Undoes all of [`Diver::exclude`], when nothing is chosen any more.
    pub(super) fn readmit(&mut self) {
        while let Some(removed) = self.removed.pop() {
            for entry in self.entries_of(removed) {
                self.sizes[self.entries[entry].0 as usize] += 1;
            }
        }
    }

    fn entries_of(&self, option: u32) -> std::ops::Range<usize> {
        self.starts[option as usize] as usize..self.starts[option as usize + 1] as usize
    }

    /// Chooses an option: takes out all that it excludes.
    fn take(&mut self, option: u32) {
        for entry in self.entries_of(option) {
            let item = self.entries[entry].0 as usize;
            self.covered[item] += 1;
            self.work += u64::from(self.sizes[item]);
            if self.bounds.get(item).is_some_and(|&(low, _)| self.covered[item] == low) {
                self.satisfy(item);
            }
        }
        self.remove(option);
        for entry in self.entries_of(option) {
            let (item, color) = self.entries[entry];
            let item = item as usize;
            let is_full = match (self.bounds.get(item), color) {
                (Some(&(_, high)), _) => self.covered[item] == high,
                (None, color) => color.is_none(),
            };
            if is_full {
                while self.sizes[item] > 0 && self.dead.is_none() {
                    self.remove(self.option_at(item, self.sizes[item] - 1));
                }
            } else if color.is_some() && self.colors[item].is_none() {
                self.colors[item] = color;
                for at in (0..self.sizes[item]).rev() {
                    let other = self.sets[(self.begins[item] + at) as usize] as usize;
                    if self.entries[other].1 != color {
                        self.remove(self.options[other]);
                    }
                }
            }
            if self.dead.is_some() {
                return;
            }
        }
    }

    /// Undoes [`Diver::take`], when so many options had been taken out before.
    fn give_back(&mut self, option: u32, mark: usize) {
        while self.removed.len() > mark {
            let removed = self.removed.pop().expect("there are more than that");
            for entry in self.entries_of(removed) {
                self.sizes[self.entries[entry].0 as usize] += 1;
            }
        }
        for entry in self.entries_of(option).rev() {
            let item = self.entries[entry].0 as usize;
            // Items come back in the order in which they went, so each is the first behind the needy ones.
            if self.bounds.get(item).is_some_and(|&(low, _)| self.covered[item] == low) {
                self.needy += 1;
            }
            self.covered[item] -= 1;
            if self.covered[item] == 0 {
                self.colors[item] = None;
            }
        }
    }

    /// An item needs no more options.
    fn satisfy(&mut self, item: usize) {
        self.needy -= 1;
        let (at, last) = (self.stands[item] as usize, self.needy);
        self.open.swap(at, last);
        self.stands[self.open[at] as usize] = at as u32;
        self.stands[item] = last as u32;
    }

    fn option_at(&self, item: usize, place: u32) -> u32 {
        self.options[self.sets[(self.begins[item] + place) as usize] as usize]
    }

    /// Takes an option out of all its sets.
    fn remove(&mut self, option: u32) {
        self.removed.push(option);
        for entry in self.entries_of(option) {
            let item = self.entries[entry].0 as usize;
            let (begin, place, last) = (self.begins[item], self.places[entry], self.sizes[item] - 1);
            let moved = self.sets[(begin + last) as usize];
            self.sets.swap((begin + place) as usize, (begin + last) as usize);
            self.places[moved as usize] = place;
            self.places[entry] = last;
            self.sizes[item] = last;
            if self.bounds.get(item).is_some_and(|&(low, _)| self.covered[item] + last < low) {
                self.dead = Some(item as u32);
            }
        }
    }
}
