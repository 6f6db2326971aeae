//! Which pieces go with everything: a part of the items is covered at random, many times, and those that are used often
//! are the easy ones.
//!
//! To look at a piece alone does not tell: by how many options its neighbours lose, a cross of seven squares is among the 40
//! easiest of 107 heptominoes, and when two of them are left over, it is one of them. The last dozen of pieces must be so
//! easy that there are many ways to place them; so the order of pieces decides whether a sweep finds something.

use super::diver::{Dive, Diver};
use super::style::{Style, Values};
use super::sweep::Sweep;
use crate::{Bounds, Entry, ItemId, Problem};

/// What is covered: about as many items as so many heads have, and at least this part of all, in percent; but no more than a
/// third, or else it is as hard as the whole.
const PART: (usize, usize) = (24, 20);
/// Until each head was used about so often, unless that is more work than this; and the work of one time.
const USES: usize = 6;
const WORK: u64 = 10_000_000;
const WORK_AT_ONCE: u64 = 1_000_000;

/// How often each item that is a head was used when the first items of the sweep were covered, and no others need be.
pub(super) fn rehearse(diver: &Diver, sweep: &Sweep, stop: &dyn Fn() -> bool) -> Vec<u32> {
    let length = sweep.length as usize;
    let heads = (diver.items() - length).max(1);
    let end = (PART.0 * length / heads).max(PART.1 * length / 100).min(length / 3) as u32;
    // What begins there ends not far beyond.
    let (items, options) = first_part(diver, sweep, end, 2 * end);
    let mut times = vec![0; diver.items()];
    if options.is_empty() {
        return times;
    }
    let problem = restricted(diver, &items, &options);
    let mut part = Diver::new(&problem);
    let mut style = Style::new(problem.primary_items(), true, Values::Random);
    let (mut work, mut uses, mut nodes) = (0, 0, 0);
    for seed in 0.. {
        if work > WORK || uses > USES * heads || stop() {
            break;
        }
        style.begin(seed);
        if let Dive::Found(found) = part.dive(&mut style, WORK_AT_ONCE, stop, &mut nodes) {
            uses += found.len();
            for option in found {
                times[sweep.head[options[option.0 as usize] as usize] as usize] += 1;
            }
        }
        // Even if there was nothing to do.
        work += part.work().max(WORK_AT_ONCE / 100);
    }
    times
}

/// The items of the first places that must be covered, and the options that have one of them and do not reach beyond the last.
fn first_part(diver: &Diver, sweep: &Sweep, end: u32, last: u32) -> (Vec<u32>, Vec<u32>) {
    let mut is_useless = vec![false; sweep.head.len()];
    sweep.useless.iter().for_each(|&option| is_useless[option as usize] = true);
    let is_before = |item: u32, end: u32| sweep.place[item as usize] < end;
    let is_first = |&item: &u32| sweep.is_to_be_covered(item) && is_before(item, end);
    let fits = |&option: &u32| {
        !is_useless[option as usize]
            && diver.items_of(option).any(|item| is_first(&item))
            && diver.items_of(option).all(|item| sweep.is_head(item) || is_before(item, last))
    };
    let items = (0..diver.items() as u32).filter(is_first).collect();
    (items, (0..sweep.head.len() as u32).filter(fits).collect())
}

/// A problem of its own: some options, and some items that must be covered; whatever else options have may be.
pub(super) fn restricted(diver: &Diver, items: &[u32], options: &[u32]) -> Problem {
    let mut builder = Problem::builder();
    let mut ids: Vec<Option<ItemId>> = vec![None; diver.items()];
    for &item in items {
        ids[item as usize] = Some(builder.primary(&item.to_string(), Bounds::ONCE));
    }
    for &option in options {
        let entries: Vec<Entry> = { diver.items_of(option) }
            .map(|item| {
                let id = ids[item as usize].get_or_insert_with(|| builder.secondary(&item.to_string()));
                Entry { item: *id, color: None }
            })
            .collect();
        builder.option(entries);
    }
    builder.build().expect("a part of a problem is a problem")
}
