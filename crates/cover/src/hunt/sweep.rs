//! A sweep from one end to the other, the awkward heads first, and a search for all that is left in the end.
//!
//! Whoever packs a hundred pieces by hand does it like this: what is covered stays in one piece, so that few items are half
//! shut in at any time; pieces that fit badly go first, while there are many to choose from; and the last ones, for which
//! there will be no choice, are those that go with everything. Then a search of the rest has a chance, and [`Engine::Bits`]
//! does a hundred nodes of it in the time of one dive's node. If it finds nothing soon, some of the last pieces are taken
//! back and others are tried.
//!
//! What lost: to search the rest in the diver's sparse sets, which came to 106 of 108 heptominoes in the time in which `bits`
//! fills the box; and searches so short that most of the time is spent on sweeping.
//!
//! Pieces fit badly if their options shut other items in: an item next to a bay loses most of its options, one next to a
//! straight side half of them. No geometry is known here, but that can be counted. That is quick, and good enough for a first
//! try; what is better takes longer, and comes if that fails ([`rehearse`]).

use super::diver::{Dive, Diver};
use super::rehearsal::{rehearse, restricted};
use crate::frontier::{heads, positions};
use crate::sorted::{float, sort_by_keys};
use crate::{Config, Engine, Monitor, OptionId, Problem, Random, Stopped, Turn, Walk};

/// What a search is left with: at most so many items that must be covered, and at most this part of all, in percent.
const TAIL: (usize, usize) = (256, 60);
/// How many searches a task makes, and the nodes of the first.
pub(super) const TAILS: u32 = 12;
const TAIL_NODES: u64 = 200_000;
/// How many options of a head are looked at.
const SAMPLES: u32 = 5;
/// How far beyond the first item that is not covered the sweep may be, in percent of all.
const WINDOW: usize = 4;
/// Fewer heads than this are searched for at once.
const HEADS: usize = 12;

/// What is known of a problem before it is swept. Items have the numbers that [`Diver`] gives them.
#[derive(Clone)]
pub(super) struct Sweep {
    /// The head of each option.
    pub(super) head: Vec<u32>,
    /// How awkward each head is, from 0 to 1; nothing for other items.
    pub(super) awkward: Vec<Option<f64>>,
    /// The place of each item in the order of the sweep; heads are everywhere.
    pub(super) place: Vec<u32>,
    /// How many items are swept.
    pub(super) length: u32,
    /// Options that shut an item in.
    pub(super) useless: Vec<u32>,
    primary: usize,
    tail: usize,
    window: u32,
}

/// The options that were chosen, each with what is needed to take it back.
type Path = Vec<(u32, usize)>;

impl Sweep {
    /// Gets ready, if there are heads and all is to be covered once.
    pub(super) fn new(problem: &Problem, diver: &Diver, monitor: &Monitor) -> Result<Option<Self>, Stopped> {
        if problem.has_colors() || problem.has_multiplicities() {
            return Ok(None);
        }
        let is_head = heads(problem);
        let (listing, primary) = (problem.listing(), problem.primary_items());
        let number = { listing[..primary].iter() }.filter(|item| is_head[item.0 as usize]).count();
        let few = 2 * number < primary;
        if number < HEADS || !few {
            return Ok(None);
        }
        let along = positions(problem, &is_head, monitor)?;
        let mut order: Vec<(u64, u32)> = Vec::new();
        let mut awkward = vec![None; listing.len()];
        for (at, item) in listing.iter().enumerate() {
            match along[item.0 as usize] {
                Some(along) => order.push((float(along), at as u32)),
                None => awkward[at] = Some(0.0),
            }
        }
        order.sort_unstable();
        let mut place = vec![0; listing.len()];
        order.iter().enumerate().for_each(|(place_of, &(_, at))| place[at as usize] = place_of as u32);
        let of_option = |option: OptionId| {
            let mut items = diver.items_of(option.0);
            items.find(|&item| awkward[item as usize].is_some()).unwrap_or(0)
        };
        let mut sweep = Self {
            head: problem.option_ids().map(of_option).collect(),
            awkward,
            place,
            length: order.len() as u32,
            useless: Vec::new(),
            primary,
            tail: TAIL.0.min(primary * TAIL.1 / 100),
            window: (order.len() * WINDOW / 100) as u32,
        };
        sweep.judge(diver, monitor)?;
        Ok(Some(sweep))
    }

    /// Finds out how awkward heads are, and which options of the worst are of no use.
    fn judge(&mut self, diver: &Diver, monitor: &Monitor) -> Result<(), Stopped> {
        let mut random = Random::new(1);
        let mut judged = Vec::new();
        let mut harm = Harm::new(self.awkward.len(), self.head.len());
        for head in (0..self.awkward.len() as u32).filter(|&item| self.awkward[item as usize].is_some()) {
            monitor.go_on()?;
            let options = diver.options_of(head);
            if options.is_empty() {
                continue;
            }
            let sample = |random: &mut Random| options[random.below(options.len() as u32) as usize];
            let mut harms: Vec<f64> =
                (0..SAMPLES).map(|_| harm.of(self, diver, sample(&mut random))).collect();
            sort_by_keys(&mut harms, |&harm| [float(harm), 0, 0]);
            let median = harms[harms.len() / 2];
            if median == f64::INFINITY {
                for option in options {
                    monitor.go_on()?;
                    if harm.shuts_in(self, diver, option) {
                        self.useless.push(option);
                    }
                }
            }
            judged.push((float(median), head));
        }
        judged.sort_unstable();
        self.rank(judged.iter().map(|judged| judged.1));
        Ok(())
    }

    /// Puts heads into order, the easiest first.
    fn rank(&mut self, heads: impl ExactSizeIterator<Item = u32>) {
        let all = heads.len() as f64;
        heads.enumerate().for_each(|(rank, head)| self.awkward[head as usize] = Some(rank as f64 / all));
    }

    /// The same sweep, with heads in a better order, which takes longer to find. Of those that are used equally often the order
    /// stays what it was.
    pub(super) fn rehearsed(&self, diver: &Diver, stop: &dyn Fn() -> bool) -> Self {
        let used = rehearse(diver, self, stop);
        let mut sweep = self.clone();
        let mut order: Vec<u32> = (0..used.len() as u32).filter(|&item| self.is_head(item)).collect();
        let awkward = |item: u32| self.awkward[item as usize].unwrap_or(0.0);
        sort_by_keys(&mut order, |&item| [!u64::from(used[item as usize]), float(awkward(item)), 0]);
        sweep.rank(order.into_iter());
        sweep
    }

    /// Whether an item is none of the heads, and must be covered.
    pub(super) fn is_to_be_covered(&self, item: u32) -> bool {
        (item as usize) < self.primary && !self.is_head(item)
    }

    pub(super) fn is_head(&self, item: u32) -> bool {
        self.awkward[item as usize].is_some()
    }

    /// Sweeps, and searches what is left; several times.
    pub(super) fn go(
        &self,
        diver: &mut Diver,
        (seed, round, tails): (u64, u64, u32),
        stop: &dyn Fn() -> bool,
        nodes: &mut u64,
    ) -> Dive {
        let mut random = Random::new(seed);
        let mut path = Path::new();
        let mut dive = Dive::Unknown;
        if diver.exclude(&self.useless) {
            let backwards = random.below(2) == 1;
            for _ in 0..tails {
                if !self.extend(diver, &mut path, backwards, &mut random, stop, nodes) {
                    break;
                }
                if let Some(options) = self.search(diver, &path, backwards, TAIL_NODES * round, stop, nodes) {
                    dive = Dive::Found(options);
                    break;
                }
                let back = 2 + random.below(path.len().min(24) as u32 + 1);
                retreat(diver, &mut path, back as usize);
            }
        }
        let all = path.len();
        retreat(diver, &mut path, all);
        diver.readmit();
        dive
    }

    /// Goes on until a search can take over; false if that does not come about.
    fn extend(
        &self,
        diver: &mut Diver,
        path: &mut Path,
        backwards: bool,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
        nodes: &mut u64,
    ) -> bool {
        let mut failures = 0;
        while diver.needy().len() > self.tail {
            if stop() || failures > 200 {
                return false;
            }
            *nodes += 1;
            let item = self.next(diver, backwards);
            let mut keys: Vec<(u64, u32)> = { diver.options_of(item).into_iter() }
                .map(|option| {
                    let awkward = self.awkward[self.head[option as usize] as usize].unwrap_or(0.0);
                    // The greatest first.
                    let key = awkward + 0.1 * f64::from(random.below(1 << 20)) / f64::from(1 << 20);
                    (!float(key), option)
                })
                .collect();
            keys.sort_unstable();
            let chosen = keys.iter().find_map(|&(_, option)| Some((option, diver.choose(option)?)));
            match chosen {
                Some(step) => path.push(step),
                None if path.is_empty() => return false,
                None => {
                    failures += 1;
                    retreat(diver, path, 1 + random.below(2 + failures / 4) as usize);
                }
            }
        }
        true
    }

    fn place_of(&self, item: u32, backwards: bool) -> u32 {
        let place = self.place[item as usize];
        if backwards { self.length - 1 - place } else { place }
    }

    /// The item with the fewest options, unless it is far away and can wait.
    fn next(&self, diver: &Diver, backwards: bool) -> u32 {
        let place = |item: u32| if self.is_head(item) { None } else { Some(self.place_of(item, backwards)) };
        let first = diver.needy().iter().filter_map(|&item| place(item)).min().unwrap_or(0);
        let waits =
            |item: u32| diver.size(item) > 1 && place(item).is_some_and(|place| place > first + self.window);
        let key = |item: u32| (waits(item), diver.size(item), place(item), item);
        diver.needy().iter().copied().min_by_key(|&item| key(item)).expect("there are items to be covered")
    }

    /// Searches what is left, through so many nodes.
    fn search(
        &self,
        diver: &Diver,
        path: &Path,
        backwards: bool,
        most: u64,
        stop: &dyn Fn() -> bool,
        nodes: &mut u64,
    ) -> Option<Vec<OptionId>> {
        let mut items = diver.needy().to_vec();
        let mut options: Vec<u32> = items.iter().flat_map(|&item| diver.options_of(item)).collect();
        options.sort_unstable();
        options.dedup();
        // Whatever was said of heads is true here, too: of options that are equally good, the first is tried first.
        let awkward = |option: u32| self.awkward[self.head[option as usize] as usize].unwrap_or(0.0);
        sort_by_keys(&mut options, |&option| [!float(awkward(option)), 0, 0]);
        let place = |item: u32| self.place_of(item, backwards);
        sort_by_keys(&mut items, |&item| [self.is_head(item).into(), place(item).into(), item.into()]);
        let problem = restricted(diver, &items, &options);
        let mut walk = Walk::new(&problem, &Config { engine: Engine::Bits, ..Config::default() });
        let found = loop {
            match walk.step(256) {
                Turn::Solution => break true,
                Turn::End => break false,
                Turn::Pause if walk.nodes() > most || stop() => break false,
                Turn::Pause => {}
            }
        };
        *nodes += walk.nodes();
        found.then(|| {
            let rest = walk.solution();
            let rest = rest.options().map(|option| OptionId(options[option.0 as usize]));
            path.iter().map(|&(option, _)| OptionId(option)).chain(rest).collect()
        })
    }
}

/// Takes back so many options.
fn retreat(diver: &mut Diver, path: &mut Path, steps: usize) {
    for _ in 0..steps {
        let Some((option, mark)) = path.pop() else { return };
        diver.retract(option, mark);
    }
}

/// Finds out what options do to others.
struct Harm {
    /// How many options each item loses.
    lost: Vec<u32>,
    /// When an option, or an item, was last looked at.
    options: Vec<u32>,
    items: Vec<u32>,
    time: u32,
    /// The items that share options with an item, as far as somebody has asked.
    near: Vec<Option<Vec<u32>>>,
}

impl Harm {
    fn new(items: usize, options: usize) -> Self {
        let near = vec![None; items];
        Self { lost: vec![0; items], options: vec![0; options], items: vec![0; items], time: 0, near }
    }

    /// The sum of what items lose: of one that keeps a third of its options, two.
    fn of(&mut self, sweep: &Sweep, diver: &Diver, option: u32) -> f64 {
        self.time += 1;
        let mut near = Vec::new();
        for item in diver.items_of(option).filter(|&item| !sweep.is_head(item)) {
            for other in diver.set_of(item) {
                if std::mem::replace(&mut self.options[other as usize], self.time) == self.time {
                    continue;
                }
                for item in diver.items_of(other).filter(|&item| sweep.is_to_be_covered(item)) {
                    if self.lost[item as usize] == 0 {
                        near.push(item);
                    }
                    self.lost[item as usize] += 1;
                }
            }
        }
        diver.items_of(option).for_each(|item| self.lost[item as usize] = 0);
        let mut harm = 0.0;
        for item in near {
            let (lost, size) = (std::mem::take(&mut self.lost[item as usize]), diver.size(item));
            harm += f64::from(size) / f64::from(size - lost) - 1.0;
        }
        harm
    }

    /// Whether an option leaves some item near it without any.
    fn shuts_in(&mut self, sweep: &Sweep, diver: &Diver, option: u32) -> bool {
        for item in diver.items_of(option).filter(|&item| !sweep.is_head(item)) {
            if self.near[item as usize].is_none() {
                self.near[item as usize] = Some(self.near(sweep, diver, item));
            }
        }
        self.time += 1;
        diver.items_of(option).for_each(|item| self.items[item as usize] = self.time);
        let meets = |other: u32| diver.items_of(other).any(|item| self.items[item as usize] == self.time);
        let near = diver.items_of(option).filter_map(|item| self.near[item as usize].as_ref()).flatten();
        { near.filter(|&&item| self.items[item as usize] != self.time) }
            .any(|&item| diver.set_of(item).all(meets))
    }

    fn near(&mut self, sweep: &Sweep, diver: &Diver, item: u32) -> Vec<u32> {
        self.time += 1;
        let others = diver.set_of(item).flat_map(|option| diver.items_of(option));
        others
            .filter(|&other| {
                sweep.is_to_be_covered(other)
                    && std::mem::replace(&mut self.items[other as usize], self.time) != self.time
            })
            .collect()
    }
}
