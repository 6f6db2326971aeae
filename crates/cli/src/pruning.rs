//! What is known to be useless before a search, in words.

use itertools::Itertools;
use polydlx::cover::{Cause, Monitor, Problem, Pruning, Rules, Stopped};
use polydlx::packing::Packing;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Which rules remove options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Reduce {
    /// Options that cut off a part that no pieces can fill
    Area,
    /// Options that leave an item without options, and items that others imply (Algorithm P)
    Blocking,
    /// Options whose cells, counted by colours, do not leave what the other pieces can cover (factoring)
    Weights,
    /// All of these, until nothing changes
    All,
}

impl From<Reduce> for Rules {
    fn from(reduce: Reduce) -> Self {
        match reduce {
            Reduce::Area => Self { area: true, ..Self::NONE },
            Reduce::Blocking => Self { blocking: true, ..Self::NONE },
            Reduce::Weights => Self { weights: true, ..Self::NONE },
            Reduce::All => Self::ALL,
        }
    }
}

/// Applies them to the problem of a puzzle or of a DLX file.
pub(crate) fn of<'p>(
    problem: &'p Problem,
    packing: Option<&'p Packing<'_>>,
    reduce: Reduce,
    monitor: &Monitor,
) -> Result<Pruning<'p>, Stopped> {
    monitor.enter("looking for useless options");
    match packing {
        Some(packing) => packing.prune(problem, reduce.into(), monitor),
        None => Pruning::new(problem, reduce.into(), monitor),
    }
}

/// One line: what went.
pub(crate) fn summary(pruning: &Pruning<'_>) -> String {
    let plural = |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
    let (options, items) = (pruning.gone.len(), pruning.implied.len());
    let rounds = plural(pruning.rounds, "round");
    format!("Removed {} and {}, after {rounds}.", plural(options, "option"), plural(items, "item"))
}

/// Some lines: what went, and why.
pub(crate) fn reasons(
    problem: &Problem,
    packing: Option<&Packing<'_>>,
    pruning: &Pruning<'_>,
) -> Vec<String> {
    let all = problem.options();
    let mut lines = vec![format!("{} of {all} options are left", all - pruning.gone.len())];
    let mut parts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut blocked: BTreeMap<u32, usize> = BTreeMap::new();
    let mut forced: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    let mut weights: BTreeMap<u32, usize> = BTreeMap::new();
    for (_, cause) in &pruning.gone {
        match cause {
            Cause::Area(size) => *parts.entry(*size).or_default() += 1,
            Cause::Blocks(item) => *blocked.entry(item.0).or_default() += 1,
            Cause::Weight(rule) => *weights.entry(*rule).or_default() += 1,
            Cause::Forced(item, by) => *forced.entry((item.0, by.0)).or_default() += 1,
            _ => {}
        }
    }
    let name = |item: u32| problem.name(polydlx::cover::ItemId(item));
    let most = |list: Vec<(usize, String)>| {
        let shown = list.iter().sorted_by_key(|(times, _)| std::cmp::Reverse(*times)).take(SHOWN);
        let text = shown.map(|(times, text)| format!("{text} ({times})")).join(", ");
        if list.len() > SHOWN { format!("{text}, …") } else { text }
    };
    if !parts.is_empty() {
        let sizes = parts.iter().map(|(size, times)| (*times, size.to_string())).collect();
        let number: usize = parts.values().sum();
        lines.push(format!("{number} cut off parts that no pieces fill, of so many items: {}", most(sizes)));
    }
    if !blocked.is_empty() {
        let items = blocked.iter().map(|(&item, times)| (*times, name(item).to_owned())).collect();
        let number: usize = blocked.values().sum();
        lines.push(format!("{number} leave an item without options: {}", most(items)));
    }
    if !forced.is_empty() {
        let pairs = forced
            .iter()
            .map(|(&(item, by), times)| (*times, format!("{} only with {}", name(item), name(by))))
            .collect();
        let number: usize = forced.values().sum();
        lines.push(format!("{number} cover an item without another that must go with it: {}", most(pairs)));
    }
    if !weights.is_empty() {
        let rules = packing.map(Packing::weight_rules).unwrap_or_default();
        let rules = weights.iter().map(|(&rule, times)| (*times, rules[rule as usize].clone())).collect();
        let number: usize = weights.values().sum();
        let text = "leave a number of cells of one colour that the other pieces cannot cover";
        lines.push(format!("{number} {text}: {}", most(rules)));
    }
    if !pruning.implied.is_empty() {
        let items = pruning.implied.iter().map(|&item| problem.name(item)).take(SHOWN).join(" ");
        let more = if pruning.implied.len() > SHOWN { " …" } else { "" };
        lines.push(format!("{} items are implied by others: {items}{more}", pruning.implied.len()));
    }
    lines.extend(
        pruning
            .hopeless
            .map(|item| format!("there is no solution: nothing is left to cover {}", problem.name(item))),
    );
    lines
}

/// How many items are named.
const SHOWN: usize = 8;

/// The same for programs: all options that went, each with its reason.
pub(crate) fn json(problem: &Problem, packing: Option<&Packing<'_>>, pruning: &Pruning<'_>) -> Value {
    let rules = packing.map(Packing::weight_rules).unwrap_or_default();
    let gone = pruning.gone.iter().map(|(option, cause)| {
        let names = problem.option(*option).iter().map(|entry| problem.name(entry.item)).join(" ");
        let cause = match cause {
            Cause::Area(size) => json!({"rule": "area", "part": size}),
            Cause::Blocks(item) => json!({"rule": "blocking", "item": problem.name(*item)}),
            Cause::Forced(item, by) => {
                json!({"rule": "forcing", "item": problem.name(*item), "by": problem.name(*by)})
            }
            Cause::Weight(rule) => json!({"rule": "weights", "cells": rules[*rule as usize]}),
            _ => json!({"rule": "hopeless"}),
        };
        json!({"option": names, "because": cause})
    });
    json!({
        "options": problem.options() - pruning.gone.len(),
        "rounds": pruning.rounds,
        "gone": gone.collect_vec(),
        "implied": pruning.implied.iter().map(|&item| problem.name(item)).collect_vec(),
        "no_solution": pruning.hopeless.is_some(),
    })
}
