//! What stays the same during a search: which options cover an item, which exclude each other, what each of them covers.

use crate::{Color, ItemId, Problem};
use std::collections::BTreeMap;

/// No larger tables than this, in words of 64 bits: a quarter of a gigabyte.
const MOST: usize = 1 << 25;

/// Sets of options, one bit for each option.
///
/// There is a set for each primary item: the options that cover it. And there is one for each secondary item with each
/// colour, or without: the options that use it in another way.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The words of a set.
    pub(super) words: usize,
    /// The primary items, which are the first in the listing.
    pub(super) primary: usize,
    sets: Vec<u64>,
    /// For each option the sets that it fills or excludes, primary items first, and where they begin and end.
    numbers: Vec<u32>,
    ends: Vec<(u32, u32, u32)>,
}

impl Table {
    /// Whether there is room for it.
    pub(crate) fn fits(problem: &Problem) -> bool {
        let secondary = problem.secondaries().len();
        let entries = problem.option_ids().flat_map(|option| problem.option(option));
        let colors = if problem.has_colors() { entries.filter_map(|entry| entry.color).max() } else { None };
        let sets = problem.items() + secondary * colors.map_or(0, |color| color.0.get() as usize);
        sets.saturating_mul(problem.options().div_ceil(64)) <= MOST
    }

    pub(super) fn new(problem: &Problem) -> Self {
        let (primary, words) = (problem.primary_items(), problem.options().div_ceil(64));
        let mut place = vec![0; problem.items()];
        for (at, &item) in (0..).zip(problem.listing()) {
            place[item.0 as usize] = at;
        }
        // The ways to use each secondary item, with the numbers of their sets.
        let mut uses: Vec<Vec<(Option<Color>, u32)>> = vec![Vec::new(); problem.items()];
        let mut known: BTreeMap<(ItemId, Option<Color>), u32> = BTreeMap::new();
        let mut count = primary as u32;
        let (mut numbers, mut ends) = (Vec::with_capacity(problem.entries()), Vec::new());
        for option in problem.option_ids() {
            let start = numbers.len() as u32;
            let entries = problem.option(option);
            let places = entries.iter().map(|entry| place[entry.item.0 as usize]);
            numbers.extend(places.filter(|&at| at < primary as u32));
            let middle = numbers.len() as u32;
            for entry in entries.iter().filter(|entry| !problem.is_primary(entry.item)) {
                numbers.push(*known.entry((entry.item, entry.color)).or_insert_with(|| {
                    uses[entry.item.0 as usize].push((entry.color, count));
                    count += 1;
                    count - 1
                }));
            }
            ends.push((start, middle, numbers.len() as u32));
        }
        let mut sets = vec![0; count as usize * words];
        for option in problem.option_ids() {
            let (word, bit) = (option.0 as usize / 64, 1u64 << (option.0 % 64));
            for entry in problem.option(option) {
                if problem.is_primary(entry.item) {
                    sets[place[entry.item.0 as usize] as usize * words + word] |= bit;
                }
                for &(color, number) in &uses[entry.item.0 as usize] {
                    if color.is_none() || color != entry.color {
                        sets[number as usize * words + word] |= bit;
                    }
                }
            }
        }
        Self { words, primary, sets, numbers, ends }
    }

    /// A set by its number; primary items have the first ones.
    #[inline]
    pub(super) fn set(&self, number: u32) -> &[u64] {
        &self.sets[number as usize * self.words..][..self.words]
    }

    /// The primary items of an option.
    #[inline]
    pub(super) fn covered(&self, option: u32) -> &[u32] {
        let (start, middle, _) = self.ends[option as usize];
        &self.numbers[start as usize..middle as usize]
    }

    /// The sets that an option excludes because of its secondary items.
    #[inline]
    pub(super) fn excluded(&self, option: u32) -> &[u32] {
        let (_, middle, end) = self.ends[option as usize];
        &self.numbers[middle as usize..end as usize]
    }
}
