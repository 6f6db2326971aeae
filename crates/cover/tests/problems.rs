//! Problems to try things on, and an oracle that shares nothing with the engines.

use polydlx_cover::{Bounds, Color, Entry, ItemId, OptionId, Problem, Random};
use std::collections::BTreeSet;

/// Every solution as a sorted list of options, by trying all subsets in order and giving up as soon as something is covered too often.
pub(crate) fn oracle(problem: &Problem) -> BTreeSet<Vec<u32>> {
    fn extend(problem: &Problem, next: u32, chosen: &mut Vec<u32>, found: &mut BTreeSet<Vec<u32>>) {
        let uses = |item: ItemId| {
            let entries = chosen.iter().flat_map(|&option| problem.option(OptionId(option)));
            entries
                .filter(|entry| entry.item == item)
                .map(|entry| entry.color)
                .collect::<Vec<Option<Color>>>()
        };
        let clash = (0..problem.items() as u32).map(ItemId).any(|item| {
            let colors = uses(item);
            if problem.is_primary(item) {
                colors.len() > problem.bounds(item).high as usize
            } else {
                colors.len() > 1 && (colors[0].is_none() || colors.iter().any(|&color| color != colors[0]))
            }
        });
        if clash {
            return;
        }
        if next as usize == problem.options() {
            if problem.primaries().iter().all(|&item| uses(item).len() >= problem.bounds(item).low as usize) {
                found.insert(chosen.clone());
            }
            return;
        }
        extend(problem, next + 1, chosen, found);
        chosen.push(next);
        extend(problem, next + 1, chosen, found);
        chosen.pop();
    }
    let mut found = BTreeSet::new();
    extend(problem, 0, &mut Vec::new(), &mut found);
    found
}

/// What a random problem may contain.
#[derive(Clone, Copy)]
pub(crate) struct Traits {
    pub(crate) colors: bool,
    pub(crate) bounds: bool,
}

/// Few items and options, so that the oracle comes to an end, and every kind of oddity now and then.
pub(crate) fn random_problem(random: &mut Random, traits: Traits) -> Problem {
    let mut builder = Problem::builder();
    let (primary, secondary) = (random.below(7), random.below(5));
    let mut items = Vec::new();
    for at in 0..primary + secondary {
        // Sometimes a secondary item comes first.
        let is_primary = if random.below(8) == 0 { at >= secondary } else { at < primary };
        let bounds = if traits.bounds && random.below(2) == 0 {
            let high = 1 + random.below(3);
            Bounds { low: random.below(high + 1), high }
        } else {
            Bounds::ONCE
        };
        let name = format!("i{at}");
        let item = if is_primary { builder.primary(&name, bounds) } else { builder.secondary(&name) };
        items.push((item, is_primary));
    }
    let colors: Vec<_> = ["a", "b", "c", "d", "e"].iter().map(|name| builder.color(name)).collect();
    let palette = 1 + random.below(5);
    let mut options: Vec<Vec<Entry>> = Vec::new();
    for _ in 0..random.below(14) {
        if random.below(6) == 0 && !options.is_empty() {
            let again = options[random.below(options.len() as u32) as usize].clone();
            options.push(again);
            continue;
        }
        let density = 1 + random.below(4);
        let mut entries: Vec<Entry> = Vec::new();
        let mut has_primary = false;
        for &(item, is_primary) in &items {
            if random.below(6) < density {
                has_primary |= is_primary;
                let color = (traits.colors && !is_primary && random.below(3) > 0)
                    .then(|| colors[random.below(palette) as usize]);
                entries.push(Entry { item, color });
            }
        }
        for at in (1..entries.len()).rev() {
            entries.swap(at, random.below(at as u32 + 1) as usize);
        }
        if has_primary {
            options.push(entries);
        }
    }
    for entries in options {
        builder.option(entries);
    }
    builder.build().unwrap()
}

/// Rows and columns primary, diagonals secondary.
pub(crate) fn queens(n: u32) -> Problem {
    let mut builder = Problem::builder();
    let rows: Vec<_> = (0..n).map(|at| builder.primary(&format!("r{at}"), Bounds::ONCE)).collect();
    let columns: Vec<_> = (0..n).map(|at| builder.primary(&format!("c{at}"), Bounds::ONCE)).collect();
    let up: Vec<_> = (0..2 * n - 1).map(|at| builder.secondary(&format!("a{at}"))).collect();
    let down: Vec<_> = (0..2 * n - 1).map(|at| builder.secondary(&format!("b{at}"))).collect();
    for r in 0..n as usize {
        for c in 0..n as usize {
            let entries = [rows[r], columns[c], up[r + c], down[r + n as usize - 1 - c]];
            builder.option(entries.map(Entry::from));
        }
    }
    builder.build().unwrap()
}
