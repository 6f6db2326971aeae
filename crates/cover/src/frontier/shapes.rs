//! The states without what they carry: which items are covered beyond the first one that is not.
//!
//! Many states have the same shape and differ only in the pieces that they have used. So the graph of shapes is
//! small; it is made first, and whatever does not lead from the beginning to the end is thrown away.
//! That gets rid of every hole that no pieces fit, at once and exactly. For pieces that are already used, each shape
//! has demands: sets of pieces of which one at least must be left, or else some item cannot be covered any more.

use super::demands::Asker;
use super::fits::Fits;
use super::folds::{Folding, Folds, Turn};
use super::plan::{Choice, Plan};
use super::window::{Mixed, Window};
use super::{Refusal, Watch, outlook};
use crate::OptionId;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The shapes that lie between beginning and end, in the order of their steps, and the ways between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    /// Shapes of step `s` are those from `steps[s]` to `steps[s + 1]`; the last step has the end alone.
    pub(super) steps: Vec<u32>,
    /// Ways into shape `v` are those from `into[v]` to `into[v + 1]`.
    pub(super) into: Vec<u32>,
    pub(super) ways: Vec<Way>,
    /// The last step that a way out of the shape leads to.
    pub(super) last: Vec<u32>,
    /// Demands of shape `v`, as indices into `masks`, are those from `demand_starts[v]` to `demand_starts[v + 1]`.
    pub(super) demand_starts: Vec<u32>,
    pub(super) demands: Vec<u16>,
    pub(super) masks: Vec<u128>,
    /// Bytes that it took to find them. They have been given back, but an allocator may keep them for itself, and does not
    /// hand to one thread what another has given back.
    made_with: usize,
    grown: Grown,
}

/// A way, as it is seen from one of its ends: where it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) from: u32,
    pub(super) choice: Taken,
}

/// The ways that bring states to each shape, from shapes that are done before it.
#[derive(Clone, Copy)]
pub(super) struct Ways<'a> {
    pub(super) starts: &'a [u32],
    pub(super) ways: &'a [Way],
    /// If they are gone from the end: what undoes each turn.
    pub(super) back: Option<&'a [Turn]>,
}

impl<'a> Ways<'a> {
    pub(super) fn of(&self, shape: usize) -> &'a [Way] {
        &self.ways[self.starts[shape] as usize..self.starts[shape + 1] as usize]
    }
}

/// The option that is chosen, or none if the item stays uncovered, and the number of the turn that follows; in one word,
/// because there are many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken(u32);

impl Taken {
    /// Options and turns share the bits of a word.
    const SHIFT: u32 = 28;
    const NONE: u32 = (1 << Self::SHIFT) - 1;
    /// The most options that there may be.
    pub(super) const MOST: usize = Self::NONE as usize;

    fn new(option: Option<OptionId>, turn: u8) -> Self {
        Self(u32::from(turn) << Self::SHIFT | option.map_or(Self::NONE, |option| option.0))
    }

    pub(super) fn option(self) -> Option<OptionId> {
        let option = self.0 & Self::NONE;
        (option != Self::NONE).then_some(OptionId(option))
    }

    pub(super) fn turn(self) -> usize {
        (self.0 >> Self::SHIFT) as usize
    }
}

/// Shapes between two questions whether to go on.
const POLL: usize = 256;

impl Shapes {
    /// All shapes of a plan, whose reach must fit the window.
    pub(super) fn new<const N: usize>(
        plan: &Plan,
        folds: &Folds,
        watch: &Watch<'_>,
        most: usize,
    ) -> Result<Self, Refusal> {
        assert!(plan.reach <= Window::<N>::LENGTH, "the window is too short");
        let mut growth = Growth::<N>::new(plan, folds);
        for step in 0..plan.steps() {
            growth.grow(plan, step, watch, most)?;
            watch.publish(step, plan.steps(), 0, 0.0);
        }
        growth.finish(plan, watch)
    }

    /// Nothing between beginning and end.
    pub(super) fn none(plan: &Plan) -> Self {
        Self { steps: vec![0; plan.steps() + 2], into: vec![0], demand_starts: vec![0], ..Self::default() }
    }

    /// The numbers of shapes and ways that were found on the way to these.
    pub(super) fn grown(&self) -> Grown {
        self.grown
    }

    /// The number of shapes.
    pub(super) fn len(&self) -> usize {
        self.last.len()
    }

    /// The memory that is not to be had for anything else.
    pub(super) fn bytes(&self) -> usize {
        self.made_with + 16 * self.len() + 8 * self.ways.len() + 2 * self.demands.len()
    }

    pub(super) fn ways_into(&self, shape: usize) -> &[Way] {
        self.inward().of(shape)
    }

    /// The ways in the direction of the sweep.
    pub(super) fn inward(&self) -> Ways<'_> {
        Ways { starts: &self.into, ways: &self.ways, back: None }
    }

    pub(super) fn demands_of(&self, shape: usize) -> &[u16] {
        &self.demands[self.demand_starts[shape] as usize..self.demand_starts[shape + 1] as usize]
    }
}

/// The graph as it grows from the beginning.
struct Growth<const N: usize> {
    steps: Vec<Level<N>>,
    choices: Vec<Vec<(Window<N>, OptionId)>>,
    folding: Folding<N>,
    asker: Asker<N>,
    grown: Grown,
    /// For each step, how many options begin at those before it: what there may be to try at each of their shapes.
    begin: Vec<usize>,
    /// The same for shapes whose ways have been followed.
    done: usize,
    /// Entries of the tables of what is known, dead ends and images of others included.
    known: usize,
}

/// How much was found, and done for it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grown {
    pub(super) shapes: usize,
    /// Ways from one shape to another.
    pub(super) ways: usize,
    /// Options that fitted, dead ends included.
    pub(super) tries: usize,
}

/// The number of shapes that have none.
const DEAD: u32 = u32::MAX;

#[derive(Default)]
struct Level<const N: usize> {
    shapes: Vec<Window<N>>,
    known: HashMap<Window<N>, Stand, BuildHasherDefault<Mixed>>,
    /// Ways out of each shape, one after the other.
    ends: Vec<u32>,
    out: Vec<Out>,
}

/// What stands for a shape: a shape of a step, and the turn that leads there.
#[derive(Clone, Copy)]
struct Stand {
    step: u32,
    shape: u32,
    turn: u8,
}

#[derive(Clone, Copy)]
struct Out {
    step: u32,
    shape: u32,
    choice: Taken,
}

impl<const N: usize> Level<N> {
    /// A new shape of a step, which stands for itself.
    fn add(&mut self, step: usize, shape: Window<N>) -> Stand {
        self.shapes.push(shape);
        Stand { step: step as u32, shape: self.shapes.len() as u32 - 1, turn: 0 }
    }

    fn ways_from(&self, shape: usize) -> &[Out] {
        let start = if shape == 0 { 0 } else { self.ends[shape - 1] };
        &self.out[start as usize..self.ends[shape] as usize]
    }
}

impl<const N: usize> Growth<N> {
    fn new(plan: &Plan, folds: &Folds) -> Self {
        let mut steps: Vec<Level<N>> = (0..=plan.steps())
            .map(|_| Level {
                shapes: Vec::new(),
                known: HashMap::default(),
                ends: Vec::new(),
                out: Vec::new(),
            })
            .collect();
        steps[0].add(0, Window::EMPTY);
        let choice = |choice: &Choice| (choice.window(), choice.option);
        let choices: Vec<Vec<_>> =
            plan.by_first.iter().map(|choices| choices.iter().map(choice).collect()).collect();
        let begin = outlook::sums(choices.iter().map(Vec::len));
        Self {
            steps,
            begin,
            choices,
            folding: Folding::new(folds),
            asker: Asker::new(plan),
            grown: Grown { shapes: 1, ..Grown::default() },
            done: 0,
            known: 0,
        }
    }

    /// Follows all ways out of the shapes of a step.
    fn grow(&mut self, plan: &Plan, step: usize, watch: &Watch<'_>, most: usize) -> Result<(), Refusal> {
        let mut level = std::mem::take(&mut self.steps[step].shapes);
        let (mut out, mut ends) = (Vec::new(), Vec::new());
        let mut first = Window::EMPTY;
        first.set(0);
        let counts: Vec<usize> =
            self.steps[..step].iter().map(|level| level.shapes.len()).chain([level.len()]).collect();
        let rest = outlook::coming(&counts, &self.begin);
        let choices = std::mem::take(&mut self.choices[step]);
        let fits = Fits::new(choices.iter().map(|(window, _)| *window));
        for (number, shape) in level.iter().enumerate() {
            if number % POLL == 0 {
                let found = (self.done + number * choices.len()).max(1) as f64;
                let more = ((level.len() - number) * choices.len()) as f64 + rest;
                watch.shapes(&self.grown, more / found)?;
                if self.bytes() > most {
                    return Err(Refusal::Memory);
                }
            }
            let mut follow = |covered: Window<N>, option: Option<OptionId>| {
                let by = covered.leading();
                self.grown.tries += 1;
                let Stand { step, shape, turn } = self.reach(plan, step + by, covered.forward(by));
                if shape != DEAD {
                    self.grown.ways += 1;
                    out.push(Out { step, shape, choice: Taken::new(option, turn) });
                }
            };
            if !plan.required[step] {
                follow(shape.or(&first), None);
            }
            fits.find(shape, |number| {
                let (window, option) = &choices[number];
                follow(shape.or(window), Some(*option));
                false
            });
            ends.push(u32::try_from(out.len()).expect("memory ends before"));
        }
        level.shrink_to_fit();
        out.shrink_to_fit();
        self.done += level.len() * choices.len();
        let done = &mut self.steps[step];
        (done.shapes, done.out, done.ends) = (level, out, ends);
        self.known -= done.known.len();
        done.known = HashMap::default();
        self.asker.forget(step);
        Ok(())
    }

    /// What stands for a shape of a step; its number is `DEAD` if the shape leads nowhere.
    fn reach(&mut self, plan: &Plan, step: usize, shape: Window<N>) -> Stand {
        if let Some(known) = self.steps[step].known.get(&shape) {
            return *known;
        }
        if self.asker.is_dead(plan, step, &shape) {
            let dead = Stand { step: step as u32, shape: DEAD, turn: 0 };
            self.note(step, shape, dead);
            return dead;
        }
        let (mut at, mut best, mut turn) = self.folding.representative(step, shape);
        let mut known = self.steps[at].known.get(&best).copied();
        // Two turns in a row are none that is known here: the symmetries that are of use need not be a group.
        if known.is_some_and(|known| known.turn > 0) {
            (at, best, turn, known) = (step, shape, 0, None);
        }
        let found = known.unwrap_or_else(|| {
            self.grown.shapes += 1;
            let found = self.steps[at].add(at, best);
            self.note(at, best, found);
            found
        });
        let found = Stand { turn, ..found };
        if best != shape || at != step {
            self.note(step, shape, found);
        }
        found
    }

    fn note(&mut self, step: usize, shape: Window<N>, stand: Stand) {
        self.known += usize::from(self.steps[step].known.insert(shape, stand).is_none());
    }

    /// The memory that it takes; tables are about half empty.
    fn bytes(&self) -> usize {
        let entry = 2 * (size_of::<(Window<N>, Stand)>() + 1);
        self.grown.shapes * (8 * N + 24) + self.known * entry + self.grown.ways * 14
    }

    /// Keeps what leads to the end.
    fn finish(mut self, plan: &Plan, watch: &Watch<'_>) -> Result<Shapes, Refusal> {
        let end = plan.steps();
        let (made_with, grown) = (self.bytes(), self.grown);
        let mut alive: Vec<Vec<bool>> = vec![Vec::new(); end + 1];
        alive[end] = vec![true; self.steps[end].shapes.len()];
        for step in (0..end).rev() {
            watch.shapes(&self.grown, 0.0)?;
            let level = &self.steps[step];
            let leads = |way: &Out| alive[way.step as usize][way.shape as usize];
            alive[step] =
                (0..level.shapes.len()).map(|shape| level.ways_from(shape).iter().any(leads)).collect();
        }
        let mut shapes = Shapes {
            steps: vec![0],
            into: vec![0],
            demand_starts: vec![0],
            made_with,
            grown,
            ..Shapes::default()
        };
        let mut numbers: Vec<Vec<u32>> = Vec::new();
        let mut count = 0;
        for alive in &alive {
            let number = |alive: &bool| {
                count += u32::from(*alive);
                if *alive { count - 1 } else { DEAD }
            };
            numbers.push(alive.iter().map(number).collect());
            shapes.steps.push(count);
        }
        let mut incoming = vec![0u32; count as usize + 1];
        let each = |growth: &Self, visit: &mut dyn FnMut(u32, u32, Out)| {
            for (step, level) in growth.steps[..end].iter().enumerate() {
                for shape in (0..level.shapes.len()).filter(|&shape| alive[step][shape]) {
                    for way in level.ways_from(shape) {
                        let to = numbers[way.step as usize][way.shape as usize];
                        if to != DEAD {
                            visit(numbers[step][shape], to, *way);
                        }
                    }
                }
            }
        };
        let mut last = vec![0; count as usize];
        each(&self, &mut |from, to, way| {
            incoming[to as usize + 1] += 1;
            last[from as usize] = last[from as usize].max(way.step);
        });
        shapes.last = last;
        for at in 1..incoming.len() {
            incoming[at] += incoming[at - 1];
        }
        let mut place = incoming.clone();
        shapes.ways = vec![Way { from: 0, choice: Taken::new(None, 0) }; incoming[count as usize] as usize];
        each(&self, &mut |from, to, way| {
            shapes.ways[place[to as usize] as usize] = Way { from, choice: way.choice };
            place[to as usize] += 1;
        });
        shapes.into = incoming;
        self.steps.iter_mut().for_each(|level| level.out = Vec::new());
        let mut asker = self.asker;
        watch.enter("laying out a sweep: what is left must be coverable");
        for (step, level) in self.steps.iter().enumerate() {
            watch.publish(step, plan.steps(), 0, 0.0);
            let alive = level.shapes.iter().zip(&alive[step]).filter(|(_, alive)| **alive);
            for (number, (shape, _)) in alive.enumerate() {
                if number % POLL == 0 && watch.is_stopped() {
                    return Err(Refusal::Stopped);
                }
                asker.ask(plan, step, shape);
                shapes.demands.extend_from_slice(&asker.found);
                shapes.demand_starts.push(shapes.demands.len() as u32);
            }
            asker.forget(step);
        }
        shapes.masks = asker.masks;
        Ok(shapes)
    }
}
