//! A diagram with the names of its options, as files have it.

use super::text::{Reader, Unread};
use super::{AT_ONCE, Zdd};
use crate::{Bounds, Monitor, OptionId, Problem, Refusal, Stopped};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

/// A family of sets of options that have names.
#[derive(Clone, Debug, Default)]
pub struct Family {
    /// The sets, by the numbers of their options.
    pub zdd: Zdd,
    /// The options.
    pub options: Vec<Label>,
}

/// What an option is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// The names of its items, those that have a colour with the colour behind a colon.
    pub items: Vec<String>,
    /// What it costs.
    pub cost: u64,
}

impl Label {
    /// Whether it has an item: whatever its colour if none is said, or just in that colour.
    fn has(&self, name: &str) -> bool {
        self.items.iter().any(|item| item == name || Self::uncolored(item) == name)
    }

    /// An item without the colour that its name says.
    pub fn uncolored(item: &str) -> &str {
        item.split_once(':').map_or(item, |(item, _)| item)
    }
}

impl Family {
    /// A family whose options are those of a problem.
    pub fn new(zdd: Zdd, problem: &Problem) -> Self {
        Self { zdd, options: labels(problem) }
    }

    /// The options as a problem of its own, in which every name is an item; it is there to be asked for names and costs,
    /// not to be searched.
    pub fn problem(&self) -> Problem {
        let mut builder = Problem::builder();
        let mut known = BTreeMap::new();
        for label in &self.options {
            let mut items = Vec::new();
            for name in label.items.iter().map(String::as_str) {
                let item = *known.entry(name).or_insert_with(|| builder.primary(name, Bounds::ONCE));
                if !items.contains(&item) {
                    items.push(item);
                }
            }
            let option = builder.option(items.into_iter().map(Into::into));
            builder.cost(option, label.cost);
        }
        builder.build().expect("every option has an item, and none twice")
    }

    /// The sets in terms of the options of a problem, which may have others, or the first option that it lacks.
    pub fn within(&self, problem: &Problem, monitor: &Monitor) -> Result<Result<Zdd, &Label>, Stopped> {
        let theirs = labels(problem);
        let known: BTreeMap<Key<'_>, OptionId> =
            keys(&theirs).into_iter().zip(problem.option_ids()).collect();
        let place: Vec<Option<OptionId>> =
            keys(&self.options).iter().map(|key| known.get(key).copied()).collect();
        let lacks = |option: OptionId| place[option.0 as usize].is_none();
        if let Some(node) = self.zdd.nodes().iter().find(|node| lacks(node.option)) {
            return Ok(Err(&self.options[node.option.0 as usize]));
        }
        let number = |option: OptionId| place[option.0 as usize].expect("none is lacking");
        self.zdd.renumbered(number, monitor).map(Ok)
    }

    /// The sets in which one option has all of these items; those that are said without a colour may have any.
    pub fn with(mut self, items: &[&str], monitor: &Monitor) -> Result<Self, Stopped> {
        let is = |option: OptionId| items.iter().all(|name| self.options[option.0 as usize].has(name));
        self.zdd = self.zdd.with_one_of(is, monitor)?;
        Ok(self)
    }

    /// The sets in which no option has any of these items, likewise.
    pub fn without(mut self, items: &[&str], monitor: &Monitor) -> Result<Self, Stopped> {
        let is = |option: OptionId| items.iter().any(|name| self.options[option.0 as usize].has(name));
        self.zdd = self.zdd.without(is, monitor)?;
        Ok(self)
    }

    /// Whether one of the two has all options of the other, as diagrams of one puzzle have.
    pub fn is_akin(&self, other: &Self) -> bool {
        let [own, theirs] = [&self.options, &other.options].map(|options| BTreeSet::from_iter(keys(options)));
        own.is_subset(&theirs) || theirs.is_subset(&own)
    }

    /// The sets of either family; options are the same if they have the same items. No more than so many nodes are made.
    pub fn union(self, other: &Self, most: usize, monitor: &Monitor) -> Result<Self, Refusal> {
        self.combined(other, |a, b| a.union(b, most, monitor), monitor)
    }

    /// The sets of both families.
    pub fn intersection(self, other: &Self, most: usize, monitor: &Monitor) -> Result<Self, Refusal> {
        self.combined(other, |a, b| a.intersection(b, most, monitor), monitor)
    }

    /// The sets of this family that the other does not have.
    pub fn difference(self, other: &Self, most: usize, monitor: &Monitor) -> Result<Self, Refusal> {
        self.combined(other, |a, b| a.difference(b, most, monitor), monitor)
    }

    fn combined(
        mut self,
        other: &Self,
        combine: impl FnOnce(&Zdd, &Zdd) -> Result<Zdd, Refusal>,
        monitor: &Monitor,
    ) -> Result<Self, Refusal> {
        let own = self.options.clone();
        let mut known: BTreeMap<Key<'_>, u32> = keys(&own).into_iter().zip(0..).collect();
        let mut place = Vec::new();
        for (label, key) in other.options.iter().zip(keys(&other.options)) {
            let next = self.options.len() as u32;
            let number = *known.entry(key).or_insert(next);
            if number == next {
                self.options.push(label.clone());
            }
            place.push(OptionId(number));
        }
        let theirs = other.zdd.renumbered(|option| place[option.0 as usize], monitor)?;
        self.zdd = combine(&self.zdd, &theirs)?;
        Ok(self)
    }

    /// The text form: the options, as comments, and the diagram.
    pub fn write(&self, mut to: impl Write) -> fmt::Result {
        for (label, number) in self.options.iter().zip(1..) {
            write!(to, "| {number}: {}", label.items.join(" "))?;
            if label.cost > 0 {
                write!(to, " |{}", label.cost)?;
            }
            writeln!(to)?;
        }
        self.zdd.write(to)
    }

    /// Reads the text form; `source` is what the spans of mistakes will say. Options of which nothing is said are called by
    /// their numbers.
    pub fn read(source: usize, text: &str, monitor: &Monitor) -> Result<Self, Unread> {
        let zdd = Zdd::read(source, text, monitor)?;
        let mut options: Vec<Label> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            if at % AT_ONCE == 0 {
                monitor.go_on()?;
            }
            let Some((number, label)) = label(line) else { continue };
            if number == options.len() + 1 {
                options.push(label);
            }
        }
        let named = options.len();
        let unknown = zdd.nodes().iter().position(|node| named > 0 && node.option.0 as usize >= named);
        if let Some(node) = unknown {
            let mut reader = Reader { source, text, mistakes: Vec::new() };
            let [_, option, ..] = reader.nth(node).unwrap_or([text; 4]);
            reader.mistake(option, format!("there are only {named} options"), "no such option");
            return Err(Unread::Mistakes(reader.mistakes));
        }
        for number in named + 1..=zdd.bound() {
            options.push(Label { items: vec![number.to_string()], cost: 0 });
        }
        Ok(Self { zdd, options })
    }
}

/// By what an option is known in other families: its items in order, and how many before it have the same.
type Key<'a> = (Vec<&'a str>, u32);

fn keys(labels: &[Label]) -> Vec<Key<'_>> {
    let mut times: BTreeMap<Vec<&str>, u32> = BTreeMap::new();
    let mut keys = Vec::new();
    for label in labels {
        let mut items: Vec<&str> = label.items.iter().map(String::as_str).collect();
        items.sort_unstable();
        let before = times.entry(items.clone()).or_default();
        keys.push((items, *before));
        *before += 1;
    }
    keys
}

fn labels(problem: &Problem) -> Vec<Label> {
    let label = |option| {
        let name = |entry: &crate::Entry| {
            let color = entry.color.map(|color| format!(":{}", problem.color_name(color)));
            problem.name(entry.item).to_owned() + &color.unwrap_or_default()
        };
        Label { items: problem.option(option).iter().map(name).collect(), cost: problem.cost(option) }
    };
    problem.option_ids().map(label).collect()
}

/// A comment of the form `| 17: X 00 01 |3`.
fn label(line: &str) -> Option<(usize, Label)> {
    let (number, rest) = line.strip_prefix('|')?.split_once(':')?;
    let number = number.trim().parse().ok()?;
    let (items, cost) = match rest.rsplit_once('|') {
        Some((items, cost)) => (items, cost.trim().parse().ok()?),
        None => (rest, 0),
    };
    let items: Vec<String> = items.split_whitespace().map(str::to_owned).collect();
    (!items.is_empty()).then_some((number, Label { items, cost }))
}
