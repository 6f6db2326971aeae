//! Taxes by demand: the dual of the linear program, by subgradients (TAOCP 7.2.2.1, answer 247).
//!
//! If each item had a price, an option would cost what it costs less the prices of its items, and every solution the sum of
//! that and of all prices. Let each option belong to one of its items; of the options of an item at most one is chosen, so
//! the cheapest of each is a bound for all solutions. Items that several of these have are too cheap, and those that none
//! has are too dear: so prices go up and down, by ever smaller steps, and the greatest bound is kept.

use super::{Taxed, UNIT};
use crate::{Bounds, Monitor, Problem};

/// So many entries of options are looked at in all.
const WORK: usize = 1 << 23;

/// The most rounds.
const ROUNDS: usize = 600;

/// After so many rounds without a better bound, steps become smaller.
const PATIENCE: usize = 12;

/// What is left of costs by the best prices, as if they were taxes; it may be negative. None if it is not worth the while.
pub(super) fn taxes(problem: &Problem, costs: &[i128], monitor: &Monitor) -> Option<Taxed> {
    let items = problem.primaries();
    let rounds = (WORK / problem.entries().max(1)).min(ROUNDS);
    if rounds < PATIENCE || items.iter().any(|&item| problem.bounds(item) != Bounds::ONCE) {
        return None;
    }
    let mut place = vec![None; problem.items()];
    items.iter().enumerate().for_each(|(at, item)| place[item.0 as usize] = Some(at));
    let options: Vec<Vec<usize>> = problem
        .option_ids()
        .map(|option| {
            problem.option(option).iter().filter_map(|entry| place[entry.item.0 as usize]).collect()
        })
        .collect();
    // An option belongs to its first item; an item all of whose options are its own has one of them for certain.
    let owner = |option: &[usize]| option.first().copied();
    let mut is_certain = vec![true; items.len()];
    for option in &options {
        option.iter().skip(1).for_each(|&item| is_certain[item] = false);
    }
    let mut prices = vec![0.0; items.len()];
    let mut best = (f64::NEG_INFINITY, prices.clone());
    let greatest = costs.iter().map(|cost| cost.unsigned_abs()).max().unwrap_or(0) as f64;
    let (mut gap, mut patience) = (greatest.max(1.0), PATIENCE);
    for _ in 0..rounds {
        if monitor.is_stopped() {
            break;
        }
        let mut cheapest: Vec<(f64, Option<usize>)> =
            is_certain.iter().map(|&is| (if is { f64::INFINITY } else { 0.0 }, None)).collect();
        for (number, option) in options.iter().enumerate() {
            let rest = costs[number] as f64 - option.iter().map(|&item| prices[item]).sum::<f64>();
            if let Some(owner) = owner(option)
                && rest < cheapest[owner].0
            {
                cheapest[owner] = (rest, Some(number));
            }
        }
        let bound: f64 = prices.iter().sum::<f64>() + cheapest.iter().map(|(rest, _)| rest).sum::<f64>();
        if !bound.is_finite() {
            return None;
        }
        if bound > best.0 {
            best = (bound, prices.clone());
            patience = PATIENCE;
        } else {
            patience -= 1;
            if patience == 0 {
                (gap, patience) = (gap / 2.0, PATIENCE);
                prices.clone_from(&best.1);
                continue;
            }
        }
        let mut lack = vec![1.0; items.len()];
        for option in cheapest.iter().filter_map(|(_, option)| *option) {
            options[option].iter().for_each(|&item| lack[item] -= 1.0);
        }
        let square: f64 = lack.iter().map(|lack| lack * lack).sum();
        if square == 0.0 {
            break;
        }
        let step = gap / square;
        prices.iter_mut().zip(&lack).for_each(|(price, lack)| *price += step * lack);
    }
    let prices: Vec<i128> = best.1.iter().map(|price| (price * UNIT as f64) as i128).collect();
    let rest = |(option, cost): (&Vec<usize>, &i128)| {
        cost * UNIT - option.iter().map(|&item| prices[item]).sum::<i128>()
    };
    Some(Taxed { rest: options.iter().zip(costs).map(rest).collect(), base: prices.iter().sum() })
}
