//! Items that need not be covered, but are in every solution, because there is no room to leave them out.
//!
//! Give weights to all items. Whatever they are, the options of a solution weigh no more together than all items do; so if
//! there must be `k` of them, none lighter than `m`, and all items together weigh less than `km + w`, then each item of
//! weight `w` is covered, and no option weighs more than `m + w`. That is how D. Hoffman saw that 27 bricks of
//! a×b×c leave no choice on certain lines of a cube of side a+b+c (TAOCP 7.2.2.1, exercise 349). For bricks of 4×5×6 that
//! makes 2783 cells of the 3375 that must be covered, and a search that branches on them is short.
//!
//! Weights are dual solutions of linear programs: fractions of options, as many as possible, if an item is not to be covered.
//! Items and options that look alike are made one, as far as colour refinement sees no difference; that does not change the
//! optimum (Grohe, Kersting, Mladenov and Selman, 2014). Where there is nothing alike the programs are too large, and
//! nothing is found. The weights are made to whole numbers, and believed as far as they add up.

use crate::frontier::heads;
use crate::{Bounds, Entry, Monitor, OptionId, Problem, Stopped, mix, simplex};
use std::collections::BTreeMap;

/// Larger programs are left alone: rows, and columns.
const LARGEST: (usize, usize) = (400, 2000);
/// The unit of weights.
const UNIT: f64 = 1_048_576.0;

/// The same solutions, with more items that must be covered and with fewer options; and which options they are. Nothing, if
/// nothing is seen.
pub(crate) fn tighten(
    problem: &Problem,
    monitor: &Monitor,
) -> Result<Option<(Problem, Vec<OptionId>)>, Stopped> {
    if problem.secondaries().is_empty() || problem.has_colors() || problem.has_idle_options() {
        return Ok(None);
    }
    let Some(fewest) = fewest_options(problem) else { return Ok(None) };
    let Some(program) = Program::new(problem, monitor)? else { return Ok(None) };
    let mut facts = Facts::new(problem, fewest);
    for (class, members) in program.items.iter().enumerate() {
        if problem.is_primary(problem.listing()[members[0]]) || facts.is_covered[members[0]] {
            continue;
        }
        let Some(duals) = program.duals(class, monitor)? else { continue };
        let mut weights = vec![0; problem.items()];
        for (members, dual) in program.items.iter().zip(duals) {
            members.iter().for_each(|&item| weights[item] = (dual * UNIT).round().max(0.0) as u64);
        }
        facts.weigh(&weights);
        monitor.go_on()?;
    }
    Ok(facts.problem())
}

/// How many options a solution has at least, if that is easy to say.
fn fewest_options(problem: &Problem) -> Option<u64> {
    let is_head = heads(problem);
    let number = |option: &[Entry]| option.iter().filter(|entry| is_head[entry.item.0 as usize]).count();
    let once = problem.option_ids().all(|option| number(problem.option(option)) == 1);
    let heads = problem.primaries().iter().filter(|item| is_head[item.0 as usize]);
    let fewest = heads.map(|&item| u64::from(problem.bounds(item).low)).sum();
    (once && fewest > 0).then_some(fewest)
}

/// What is known, by places in the listing.
struct Facts<'p> {
    problem: &'p Problem,
    fewest: u64,
    /// How often items can be covered.
    most: Vec<u64>,
    options: Vec<Vec<usize>>,
    is_covered: Vec<bool>,
    is_gone: Vec<bool>,
}

impl<'p> Facts<'p> {
    fn new(problem: &'p Problem, fewest: u64) -> Self {
        let places = places(problem);
        let place = |entry: &Entry| places[entry.item.0 as usize];
        let options: Vec<Vec<usize>> =
            problem.option_ids().map(|option| problem.option(option).iter().map(place).collect()).collect();
        // No item is covered more often than there are options to cover it.
        let mut most = vec![0; places.len()];
        options.iter().flatten().for_each(|&item| most[item] += 1);
        for (most, &item) in most.iter_mut().zip(problem.listing()) {
            *most = u64::from(problem.bounds(item).high).min(*most);
        }
        let (is_covered, is_gone) = (vec![false; places.len()], vec![false; options.len()]);
        Self { problem, fewest, most, options, is_covered, is_gone }
    }

    /// Sees what follows from weights, whatever they are.
    fn weigh(&mut self, weights: &[u64]) {
        let weigh = |option: &Vec<usize>| option.iter().map(|&item| weights[item]).sum::<u64>();
        let left = self.options.iter().zip(&self.is_gone).filter(|(_, gone)| !**gone);
        let Some(lightest) = left.map(|(option, _)| weigh(option)).min() else { return };
        let all: u64 = self.most.iter().zip(weights).map(|(most, weight)| most * weight).sum();
        // What may be lost in all: by items that are not covered, and by options that are not the lightest. If it is less
        // than nothing, there is no solution, and all options go.
        let (room, is_hopeless) = match all.checked_sub(self.fewest * lightest) {
            Some(room) => (room, false),
            None => (0, true),
        };
        for (item, &weight) in weights.iter().enumerate() {
            self.is_covered[item] |= weight > room && self.most[item] == 1;
        }
        for (option, is_gone) in self.options.iter().zip(&mut self.is_gone) {
            *is_gone |= is_hopeless || weigh(option) > lightest + room;
        }
    }

    fn problem(&self) -> Option<(Problem, Vec<OptionId>)> {
        let forced = |item: usize| self.is_covered[item] && item >= self.problem.primary_items();
        if !self.is_gone.contains(&true) && !(0..self.most.len()).any(forced) {
            return None;
        }
        let mut builder = Problem::builder();
        let ids: Vec<_> = { self.problem.listing().iter().enumerate() }
            .map(|(place, &item)| match self.problem.name(item) {
                name if self.problem.is_primary(item) => builder.primary(name, self.problem.bounds(item)),
                name if forced(place) => builder.primary(name, Bounds::ONCE),
                name => builder.secondary(name),
            })
            .collect();
        let mut kept = Vec::new();
        for option in self.problem.option_ids().filter(|option| !self.is_gone[option.0 as usize]) {
            let entries = { self.options[option.0 as usize].iter() }.map(|&place| ids[place].into());
            builder.option(entries.collect::<Vec<Entry>>());
            kept.push(option);
        }
        Some((builder.build().expect("what is left of a problem is a problem"), kept))
    }
}

fn places(problem: &Problem) -> Vec<usize> {
    let mut places = vec![0; problem.items()];
    problem.listing().iter().enumerate().for_each(|(place, item)| places[item.0 as usize] = place);
    places
}

/// As many options as possible, in fractions: a row for each class of items, a column for each class of options.
struct Program {
    /// The members of each class of items, by their places in the listing.
    items: Vec<Vec<usize>>,
    /// How often all members together can be covered.
    most: Vec<f64>,
    /// How many members an option of each class has, by row.
    columns: Vec<Vec<f64>>,
}

impl Program {
    fn new(problem: &Problem, monitor: &Monitor) -> Result<Option<Self>, Stopped> {
        let Some((items, options)) = refine(problem, monitor)? else { return Ok(None) };
        let places = places(problem);
        let mut row = vec![0; problem.items()];
        for (class, members) in items.iter().enumerate() {
            members.iter().for_each(|&place| row[place] = class);
        }
        let columns = options.iter().map(|members| {
            let mut column = vec![0.0; items.len()];
            for entry in problem.option(OptionId(members[0] as u32)) {
                column[row[places[entry.item.0 as usize]]] += 1.0;
            }
            column
        });
        let most = items.iter().map(|members| {
            let high = problem.bounds(problem.listing()[members[0]]).high;
            members.len() as f64 * f64::from(high.min(problem.options() as u32))
        });
        Ok(Some(Self { most: most.collect(), columns: columns.collect(), items }))
    }

    /// The weights of the classes of items, if one member of a class is not covered: the dual solution, by the simplex method.
    fn duals(&self, class: usize, monitor: &Monitor) -> Result<Option<Vec<f64>>, Stopped> {
        let (rows, columns) = (self.items.len(), self.columns.len());
        let width = columns + rows + 1;
        let mut table = vec![0.0; (rows + 1) * width];
        for (number, column) in self.columns.iter().enumerate() {
            column.iter().enumerate().for_each(|(row, &value)| table[row * width + number] = value);
            table[rows * width + number] = -1.0;
        }
        for (row, &most) in self.most.iter().enumerate() {
            table[row * width + columns + row] = 1.0;
            // Different right-hand sides by very little keep the method from going in circles.
            let less = if row == class { 1.0 } else { 0.0 };
            table[row * width + width - 1] = most - less + 1e-6 * (1.0 + row as f64 / rows as f64);
        }
        let is_best = simplex(&mut table, width, columns + rows, monitor)?;
        Ok(is_best.then(|| table[rows * width + columns..][..rows].to_vec()))
    }
}

/// Classes of items, by place in the listing, and of options.
type Classes = (Vec<Vec<usize>>, Vec<Vec<usize>>);

/// Items that are in equally many options of each class, and options that have equally many items of each class; nothing if
/// there are too many classes. Colours are hashes: should two be the same by accident, weights are worse, not wrong.
fn refine(problem: &Problem, monitor: &Monitor) -> Result<Option<Classes>, Stopped> {
    let places = places(problem);
    let mut items: Vec<u64> = { problem.listing().iter() }
        .map(|&item| {
            let Bounds { low, high } = problem.bounds(item);
            mix(mix(u64::from(low) << 32 | u64::from(high)) ^ u64::from(problem.is_primary(item)))
        })
        .collect();
    let mut options = vec![0; problem.options()];
    let mut classes = 0;
    loop {
        monitor.go_on()?;
        let mut sums = vec![0u64; items.len()];
        for (option, color) in problem.option_ids().zip(&mut options) {
            let place = |entry: &Entry| places[entry.item.0 as usize];
            let sum =
                problem.option(option).iter().fold(0u64, |sum, entry| sum.wrapping_add(items[place(entry)]));
            *color = mix(mix(*color) ^ sum);
            problem.option(option).iter().for_each(|entry| {
                sums[place(entry)] = sums[place(entry)].wrapping_add(*color);
            });
        }
        items.iter_mut().zip(sums).for_each(|(color, sum)| *color = mix(mix(*color) ^ sum));
        let found = (grouped(&items), grouped(&options));
        if found.0.len() > LARGEST.0 || found.1.len() > LARGEST.1 {
            return Ok(None);
        }
        if found.0.len() + found.1.len() == classes {
            return Ok(Some(found));
        }
        classes = found.0.len() + found.1.len();
    }
}

/// The numbers of those that are equal, in the order of the first of each.
fn grouped(colors: &[u64]) -> Vec<Vec<usize>> {
    let mut numbers = BTreeMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (number, color) in colors.iter().enumerate() {
        let group = *numbers.entry(color).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(members) => members.push(number),
            None => groups.push(vec![number]),
        }
    }
    groups
}
