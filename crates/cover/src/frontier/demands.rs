//! What is left must be coverable: for each shape, sets of pieces of which one at least must be left, or else some item
//! cannot be covered any more.

use super::plan::Plan;
use super::window::Window;
use std::collections::HashMap;

/// Finds the demands of shapes.
pub(super) struct Asker<const N: usize> {
    /// For each step, the options that cover its item, those that begin last first.
    covering: Vec<Vec<Covering<N>>>,
    /// For each step, the option that was possible last time.
    witness: Vec<usize>,
    /// For each step, what was left free when there was a choice: the first step and a window.
    choice: Vec<[Option<(u32, Window<N>)>; LATELY]>,
    /// For each step, if somebody has asked, which of its options are in the way of what is covered.
    barred: Vec<Option<Barred>>,
    /// The options that are barred, as bits.
    bits: Vec<u64>,
    known: HashMap<u128, u16>,
    /// All demands, as sets of pieces.
    pub(super) masks: Vec<u128>,
    /// The demands that were found last, as indices.
    pub(super) found: Vec<u16>,
}

/// An option that covers an item: its first step, its window, and the pieces that it uses.
type Covering<const N: usize> = (u32, Window<N>, u128);

/// So many pieces in a demand are enough not to be looked at.
const MANY: u32 = 6;

/// How many free places are remembered for each item.
const LATELY: usize = 4;

/// The options of an item as bits, for each step that they reach.
struct Barred {
    /// The first such step.
    low: usize,
    /// How many words the options take.
    words: usize,
    bits: Vec<u64>,
}

impl Barred {
    fn new<const N: usize>(options: &[Covering<N>]) -> Self {
        let low = options.iter().map(|(first, ..)| *first as usize).min().unwrap_or(0);
        let end =
            options.iter().map(|(first, window, _)| *first as usize + window.extent()).max().unwrap_or(0);
        let words = options.len().div_ceil(64);
        let mut bits = vec![0; (end - low) * words];
        for (number, (first, window, _)) in options.iter().enumerate() {
            for by in window.bits() {
                bits[(*first as usize + by - low) * words + number / 64] |= 1 << (number % 64);
            }
        }
        Self { low, words, bits }
    }

    /// The options that use a step.
    fn by(&self, step: usize) -> Option<&[u64]> {
        let at = step.checked_sub(self.low)? * self.words;
        self.bits.get(at..at + self.words)
    }
}

impl<const N: usize> Asker<N> {
    pub(super) fn new(plan: &Plan) -> Self {
        let mut covering = vec![Vec::new(); plan.steps()];
        for choice in plan.by_first.iter().flatten() {
            let effect = &plan.effects[choice.option.0 as usize];
            for &step in &choice.steps {
                covering[step as usize].push((choice.steps[0], choice.window(), effect.need));
            }
        }
        // Those that begin last come first, because they stay possible for longest; among them different pieces by
        // turns, so that a few options show that there is a choice.
        for options in &mut covering {
            options.sort_by_key(|(first, _, need)| (std::cmp::Reverse(*first), *need));
            let mut turn = 0;
            let mut before = None;
            let mut turns: Vec<_> = options
                .drain(..)
                .map(|option| {
                    turn = if before == Some((option.0, option.2)) { turn + 1 } else { 0 };
                    before = Some((option.0, option.2));
                    (turn, option)
                })
                .collect();
            turns.sort_by_key(|(turn, (first, ..))| (std::cmp::Reverse(*first), *turn));
            options.extend(turns.into_iter().map(|(_, option)| option));
        }
        Self {
            covering,
            witness: vec![0; plan.steps()],
            choice: vec![[None; LATELY]; plan.steps()],
            barred: (0..plan.steps()).map(|_| None).collect(),
            bits: Vec::new(),
            known: HashMap::new(),
            masks: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Whether an item that a shape surrounds cannot be covered by any option.
    pub(super) fn is_dead(&mut self, plan: &Plan, step: usize, shape: &Window<N>) -> bool {
        let end = (step + shape.extent()).min(plan.steps());
        (step..end).any(|at| {
            if !plan.required[at] || shape.has(at - step) {
                return false;
            }
            let fits = |(first, window, _): &Covering<N>| {
                (*first as usize).checked_sub(step).is_some_and(|by| !window.back(by).meets(shape))
            };
            let options = &self.covering[at];
            if options.get(self.witness[at]).is_some_and(fits) {
                return false;
            }
            let mut possible = options.iter().take_while(|(first, ..)| *first as usize >= step);
            let found = possible.position(fits);
            self.witness[at] = found.unwrap_or(0);
            found.is_none()
        })
    }

    /// Finds the demands of the items that a shape surrounds.
    pub(super) fn ask(&mut self, plan: &Plan, step: usize, shape: &Window<N>) {
        self.found.clear();
        let end = (step + shape.extent().max(1)).min(plan.steps());
        for at in step..end {
            if !plan.required[at] || shape.has(at - step) {
                continue;
            }
            let mask = self.demand(step, shape, at);
            if mask.count_ones() <= MANY && mask != 0 && self.masks.len() < usize::from(u16::MAX) {
                let next = self.masks.len() as u16;
                let number = *self.known.entry(mask).or_insert(next);
                if number == next {
                    self.masks.push(mask);
                }
                if !self.found.contains(&number) {
                    self.found.push(number);
                }
            }
        }
    }

    /// What steps before this one need is not asked for any more.
    pub(super) fn forget(&mut self, step: usize) {
        if let Some(before) = step.checked_sub(1) {
            self.barred[before] = None;
        }
    }

    /// The pieces that can cover an item; all of them, if there are many.
    fn demand(&mut self, step: usize, shape: &Window<N>, at: usize) -> u128 {
        let is_free = |(first, window): &(u32, Window<N>)| {
            (*first as usize).checked_sub(step).is_some_and(|by| !window.back(by).meets(shape))
        };
        let choice = &mut self.choice[at];
        if let Some(lately) = choice.iter().position(|choice| choice.as_ref().is_some_and(is_free)) {
            choice[..=lately].rotate_right(1);
            return u128::MAX;
        }
        let options = &self.covering[at];
        let barred = self.barred[at].get_or_insert_with(|| Barred::new(options));
        self.bits.clear();
        self.bits.resize(barred.words, 0);
        for used in shape.bits().filter_map(|by| barred.by(step + by)) {
            self.bits.iter_mut().zip(used).for_each(|(bits, used)| *bits |= used);
        }
        let (mut mask, mut taken) = (0u128, (0, Window::EMPTY));
        for (word, bits) in self.bits.iter().enumerate() {
            let mut free = !bits;
            while free != 0 {
                let number = 64 * word + free.trailing_zeros() as usize;
                free &= free - 1;
                let Some((first, window, need)) = options.get(number) else { return mask };
                if (*first as usize) < step {
                    return mask;
                }
                if *need != 0 && mask | need == mask {
                    continue;
                }
                // They begin earlier and earlier.
                taken = (*first, window.or(&taken.1.back((taken.0.max(*first) - first) as usize)));
                mask = if *need == 0 { u128::MAX } else { mask | need };
                if mask.count_ones() > MANY {
                    choice.rotate_right(1);
                    choice[0] = Some(taken);
                    return u128::MAX;
                }
            }
        }
        mask
    }
}
