//! What is left must be coverable: for each shape, sets of pieces of which one at least must be left, or else some item
//! cannot be covered any more.

use super::fits::Fits;
use super::plan::Plan;
use super::window::{Mixed, Window};
use crate::sorted::sort_by_keys;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Finds the demands of shapes.
pub(super) struct Asker<const N: usize> {
    /// For each step, the options that cover its item, those that begin last first.
    covering: Vec<Vec<Covering<N>>>,
    /// For each step, the option that was possible last time: its first step and its window.
    witness: Vec<(u32, Window<N>)>,
    /// For each step, what was left free when there was a choice: the first step and a window.
    choice: Vec<[Option<(u32, Window<N>)>; LATELY]>,
    /// For each step of shapes, and each item from there on that was asked about, its options that begin no earlier.
    fits: Vec<Vec<Inquiry<N>>>,
    /// Bytes of the tables there.
    tables: usize,
    known: HashMap<u128, u16, BuildHasherDefault<Mixed>>,
    /// All demands, as sets of pieces.
    pub(super) masks: Vec<u128>,
    /// The demands that were found last, as indices.
    pub(super) found: Vec<u16>,
}

/// An option that covers an item: its first step, its window, and the pieces that it uses.
type Covering<const N: usize> = (u32, Window<N>, u128);

/// Demands of more pieces than this are not looked at: they cost more than they save. With 6 there were 3.03 million states on
/// 6×10 pentominoes, with 3 there are 3.18, and less than half as many demands, each of which takes a search for it.
const MANY: u32 = 3;

/// How many free places are remembered for each item.
const LATELY: usize = 4;

/// An item that shapes of a step ask about.
enum Inquiry<const N: usize> {
    /// So often; then a table is worth it.
    Asked(u32),
    Table(Fits<N>),
}

/// So many questions are worth a table, and so many bytes of tables are enough.
const OFTEN: u32 = 8;
const MOST_TABLES: usize = 1 << 24;

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
            sort_by_keys(options, |&(first, _, need)| [!u64::from(first), (need >> 64) as u64, need as u64]);
            let mut turn = 0_u32;
            let mut before = None;
            let mut turns: Vec<_> = options
                .drain(..)
                .map(|option| {
                    turn = if before == Some((option.0, option.2)) { turn + 1 } else { 0 };
                    before = Some((option.0, option.2));
                    (turn, option)
                })
                .collect();
            sort_by_keys(&mut turns, |&(turn, (first, ..))| [!u64::from(first), turn.into(), 0]);
            options.extend(turns.into_iter().map(|(_, option)| option));
        }
        Self {
            covering,
            witness: vec![(0, Window::EMPTY); plan.steps()],
            choice: vec![[None; LATELY]; plan.steps()],
            fits: (0..plan.steps()).map(|_| Vec::new()).collect(),
            tables: 0,
            known: HashMap::default(),
            masks: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Whether an item that a shape surrounds cannot be covered by any option.
    pub(super) fn is_dead(&mut self, plan: &Plan, step: usize, shape: &Window<N>) -> bool {
        let mut open = shape.gaps().bits().map(|by| step + by).take_while(|&at| at < plan.steps());
        open.any(|at| {
            let (first, window) = self.witness[at];
            if !plan.required[at] || first > 0 && is_free(step, shape, first, &window) {
                return false;
            }
            let found = self.find(step, shape, at, |_| true);
            found.map(|(first, window, _)| self.witness[at] = (first, window)).is_none()
        })
    }

    /// Goes through the options of an item that fit a shape of a step, until one is what was looked for.
    fn find(
        &mut self,
        step: usize,
        shape: &Window<N>,
        at: usize,
        mut is_it: impl FnMut(&Covering<N>) -> bool,
    ) -> Option<Covering<N>> {
        let options = &self.covering[at];
        let possible = || options.iter().take_while(|(first, ..)| *first as usize >= step);
        let inquiries = &mut self.fits[step];
        if inquiries.len() <= at - step {
            inquiries.resize_with(at - step + 1, || Inquiry::Asked(0));
        }
        let inquiry = &mut inquiries[at - step];
        if let Inquiry::Asked(times) = inquiry {
            if *times < OFTEN || self.tables > MOST_TABLES {
                *times = times.saturating_add(1);
                let fit = |(first, window, _): &&Covering<N>| is_free(step, shape, *first, window);
                return possible().filter(fit).find(|option| is_it(option)).copied();
            }
            let windows = possible().map(|(first, window, _)| window.back(*first as usize - step));
            let fits = Fits::new(windows);
            self.tables += fits.bytes();
            *inquiry = Inquiry::Table(fits);
        }
        let Inquiry::Table(fits) = inquiry else { unreachable!("it was made") };
        fits.find(shape, |number| is_it(&options[number])).map(|number| options[number])
    }

    /// Finds the demands of the items that a shape surrounds.
    pub(super) fn ask(&mut self, plan: &Plan, step: usize, shape: &Window<N>) {
        self.found.clear();
        for at in shape.gaps().bits().map(|by| step + by).take_while(|&at| at < plan.steps()) {
            if !plan.required[at] {
                continue;
            }
            if let Some(mask) = self.demand(step, shape, at)
                && mask != 0
                && self.masks.len() < usize::from(u16::MAX)
            {
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

    /// Shapes of this step do not ask any more.
    pub(super) fn forget(&mut self, step: usize) {
        for inquiry in self.fits.get_mut(step).map(std::mem::take).unwrap_or_default() {
            if let Inquiry::Table(fits) = inquiry {
                self.tables -= fits.bytes();
            }
        }
    }

    /// The pieces that can cover an item, if there are not many.
    fn demand(&mut self, step: usize, shape: &Window<N>, at: usize) -> Option<u128> {
        let choice = &mut self.choice[at];
        let known = |(first, window): &(u32, Window<N>)| is_free(step, shape, *first, window);
        if let Some(lately) = choice.iter().position(|choice| choice.as_ref().is_some_and(known)) {
            choice.swap(lately, lately.saturating_sub(1));
            return None;
        }
        let (mut mask, mut taken) = (0u128, (0, Window::EMPTY));
        let many = self.find(step, shape, at, |(first, window, need)| {
            if *need != 0 && mask | need == mask {
                return false;
            }
            // They begin earlier and earlier.
            taken = (*first, window.or(&taken.1.back((taken.0.max(*first) - first) as usize)));
            mask |= need;
            *need == 0 || mask.count_ones() > MANY
        });
        if many.is_some() {
            let choice = &mut self.choice[at];
            choice.rotate_right(1);
            choice[0] = Some(taken);
            return None;
        }
        Some(mask)
    }
}

/// Whether an option, or what some options take together, begins no earlier than a shape, and fits it.
#[inline]
fn is_free<const N: usize>(step: usize, shape: &Window<N>, first: u32, window: &Window<N>) -> bool {
    (first as usize).checked_sub(step).is_some_and(|by| !window.back(by).meets(shape))
}
