//! What a sweep does step by step: the items in order, the options by their first item, and what options do to carried items.

use super::order::Order;
use super::{Refusal, window::Window};
use crate::{Bounds, Color, OptionId, Problem};
use std::f64::consts::TAU;

/// A problem laid out along an order.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// For each step, whether its item must be covered.
    pub(super) required: Vec<bool>,
    /// For each step, the options whose first swept item it settles.
    pub(super) by_first: Vec<Vec<Choice>>,
    /// The longest reach of an option, in steps.
    pub(super) reach: usize,
    /// What each option does to the carried items.
    pub(super) effects: Vec<Effect>,
    /// The carried items that are used up before each step, as bits; the last entry has all of them.
    pub(super) spent: Vec<u128>,
    /// Bits that must be set when they are spent: pieces that must be used.
    pub(super) must: u128,
    /// Fields with several bits that must be looked at when they are spent.
    pub(super) counters: Vec<Counter>,
    /// Whether an item that must be covered has no option.
    pub(super) hopeless: bool,
    /// The bit of each carried item that has just one.
    pub(super) bits: Vec<Option<usize>>,
    /// For each carried item without colours, where its number of uses stands: how far from the end, and its bits.
    pub(super) fields: Vec<Option<(u32, u128)>>,
    /// The number of bits that are carried.
    width: u32,
}

/// An option seen from its first swept item.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) option: OptionId,
    /// The steps of its swept items, from its first one on.
    pub(super) steps: Vec<u32>,
}

impl Choice {
    /// Its items as a window that begins at its first one.
    pub(super) fn window<const N: usize>(&self) -> Window<N> {
        let mut window = Window::EMPTY;
        self.steps.iter().for_each(|&step| window.set((step - self.steps[0]) as usize));
        window
    }
}

/// What an option does to the carried items.
#[derive(Clone, Debug, Default)]
pub(super) struct Effect {
    /// Bits that must be clear, and become set.
    pub(super) need: u128,
    /// Fields that count or have colours.
    pub(super) fields: Vec<Use>,
}

/// What an option does to a field of several bits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    /// One more, up to a limit.
    Count { shift: u32, mask: u128, high: u128 },
    /// This colour, or none before; `shared` unless the option has no colour there.
    Paint { shift: u32, mask: u128, code: u128, shared: bool },
}

impl Use {
    /// The set with this use, if it allows it.
    pub(super) fn apply(self, set: u128) -> Option<u128> {
        match self {
            Self::Count { shift, mask, high } => (set >> shift & mask < high).then(|| set + (1 << shift)),
            Self::Paint { shift, mask, code, shared } => match set >> shift & mask {
                0 => Some(set | code << shift),
                before => (shared && before == code).then_some(set),
            },
        }
    }
}

/// A field that counts uses of an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    pub(super) shift: u32,
    pub(super) mask: u128,
    pub(super) low: u128,
}

impl Plan {
    pub(super) fn new(problem: &Problem, order: &Order) -> Result<Self, Refusal> {
        let mut step = vec![None; problem.items()];
        for (at, item) in order.swept.iter().enumerate() {
            step[item.0 as usize] = Some(at as u32);
        }
        let mut required: Vec<bool> = order.swept.iter().map(|&item| problem.is_primary(item)).collect();
        let mut choices = Vec::new();
        for option in problem.option_ids() {
            let mut steps: Vec<u32> =
                problem.option(option).iter().filter_map(|entry| step[entry.item.0 as usize]).collect();
            steps.sort_unstable();
            if steps.is_empty() {
                // Nothing swept asks for it: it gets a step of its own, in which it is taken or not.
                steps.push(required.len() as u32);
                required.push(false);
            }
            choices.push(Choice { option, steps });
        }
        let firsts: Vec<u32> = choices.iter().map(|choice| choice.steps[0]).collect();
        let last = |choice: &Choice| choice.steps[choice.steps.len() - 1];
        let reach =
            choices.iter().map(|choice| last(choice) - choice.steps[0] + 1).max().unwrap_or(1) as usize;
        let mut by_first = vec![Vec::new(); required.len()];
        choices.into_iter().for_each(|choice| by_first[choice.steps[0] as usize].push(choice));
        let mut plan = Self {
            spent: vec![0; required.len() + 1],
            required,
            by_first,
            reach,
            effects: vec![Effect::default(); problem.options()],
            must: 0,
            counters: Vec::new(),
            hopeless: false,
            bits: vec![None; problem.items()],
            fields: vec![None; problem.items()],
            width: 0,
        };
        let mut users = vec![Vec::new(); problem.items()];
        for option in problem.option_ids() {
            for entry in problem.option(option).iter().filter(|entry| step[entry.item.0 as usize].is_none()) {
                users[entry.item.0 as usize].push((option, entry.color));
            }
        }
        let mut shift = 0;
        for &item in &order.carried {
            let users = std::mem::take(&mut users[item.0 as usize]);
            let (before, colored) = (shift, users.iter().any(|(_, color)| color.is_some()));
            plan.bits[item.0 as usize] = plan.carry(problem.bounds(item), users, &firsts, &mut shift)?;
            let mask = u128::MAX.checked_shr(u128::BITS - (shift - before)).unwrap_or(0);
            plan.fields[item.0 as usize] = (!colored).then_some((before, mask));
        }
        plan.width = shift;
        Ok(plan)
    }

    /// Gives a carried item its bits; tells which it is, if it is just one.
    fn carry(
        &mut self,
        Bounds { low, high }: Bounds,
        users: Vec<(OptionId, Option<Color>)>,
        firsts: &[u32],
        shift: &mut u32,
    ) -> Result<Option<usize>, Refusal> {
        let mut colors = Vec::new();
        for &(_, color) in &users {
            if color.is_some() && !colors.contains(&color) {
                colors.push(color);
            }
        }
        let Some(spent) = users.iter().map(|(option, _)| firsts[option.0 as usize] + 1).max() else {
            self.hopeless |= low > 0;
            return Ok(None);
        };
        let high = u128::from(high).min(users.len() as u128);
        self.hopeless |= u128::from(low) > high;
        let simple = high == 1 && colors.is_empty();
        let values = if colors.is_empty() { high } else { colors.len() as u128 + 1 };
        let width = if simple { 1 } else { u128::BITS - values.leading_zeros() };
        if *shift + width > u128::BITS {
            return Err(Refusal::TooManyCarried);
        }
        let at = std::mem::replace(shift, *shift + width);
        let mask = (1u128 << width) - 1;
        for (option, color) in users {
            let effect = &mut self.effects[option.0 as usize];
            if simple {
                effect.need |= 1 << at;
            } else if colors.is_empty() {
                effect.fields.push(Use::Count { shift: at, mask, high });
            } else {
                let code =
                    colors.iter().position(|known| *known == color).unwrap_or(colors.len()) as u128 + 1;
                effect.fields.push(Use::Paint { shift: at, mask, code, shared: color.is_some() });
            }
        }
        if simple && low == 1 {
            self.must |= 1 << at;
        } else if low > 0 {
            self.counters.push(Counter { shift: at, mask, low: low.into() });
        }
        self.spent[spent as usize..].iter_mut().for_each(|bits| *bits |= mask << at);
        Ok(simple.then_some(at as usize))
    }

    /// How many states go along a way, as a rule: it grows with the number of sets of what has been used of what is carried,
    /// when half of the steps are done, but not as fast.
    ///
    /// It is 11 for twelve pieces, of which the 12 pentominoes have 5 in 6×10, 8 in 5×12 and 12 in 4×15; and 122 for 18,
    /// of which the one-sided ones have 570 in 5×18.
    pub(super) fn states_a_way(&self) -> f64 {
        let (carried, used) = self.carried();
        // By Stirling's formula; the part that is used is at most a half.
        let part = (used / 2.0 / carried.max(1.0)).clamp(1e-9, 0.5);
        let entropy = -part * part.log2() - (1.0 - part) * (1.0 - part).log2();
        let sets = (carried * entropy).exp2() / (1.0 + TAU * carried * part * (1.0 - part)).sqrt();
        (sets / 16.0).max(1.0).powf(0.6).min(250.0)
    }

    /// The same at a step, when about as large a part has been used of what is carried.
    pub(super) fn states_at(&self, step: usize) -> f64 {
        let from_middle = step as f64 / self.steps().max(1) as f64 - 0.5;
        // The numbers of sets of each size are nearly a normal distribution.
        let (carried, used) = self.carried();
        1.0 + self.states_a_way() * (-carried.min(used) * from_middle * from_middle).exp()
    }

    /// The number of bits that are carried.
    pub(super) fn carried_bits(&self) -> usize {
        self.width as usize
    }

    /// The number of bits that are carried, and of options that a solution has, about.
    fn carried(&self) -> (f64, f64) {
        let carried = self.spent.last().map_or(0.0, |bits| f64::from(bits.count_ones()));
        let (options, steps) = { self.by_first.iter().flatten() }
            .fold((0, 0), |(options, steps), choice| (options + 1, steps + choice.steps.len()));
        (carried, (self.steps() * options) as f64 / steps.max(1) as f64)
    }

    /// The number of steps.
    pub(super) fn steps(&self) -> usize {
        self.required.len()
    }
}
