//! The best solutions, by a sweep over another semiring: of all ways to a state only the least cost counts.
//!
//! All states are kept, but with nothing beside them, so that they fit where a diagram does not; and from the end one walks
//! back to the best solutions. A state that cannot lead to one of them is dropped: what its shape will cost at least, whatever
//! it carries, is known before, and how good the best are at least, is found out by sweeps that keep a few states of each
//! shape. Costs are taxed, as they are for searches, which makes that bound a good one.

use super::plan::Plan;
use super::set::Set;
use super::sets::{Passage, step_of};
use super::shapes::{Shapes, Way};
use super::{Frontier, Prepared, Refusal, Watch};
use crate::cheapest::{Taxed, UNIT};
use crate::sorted::sort_by_keys;
use crate::{Aim, OptionId};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// The best solutions that a sweep finds.
#[derive(Clone, Debug)]
pub struct Best {
    /// What none of the best is worse than, if as many as are wanted are known.
    pub limit: Option<u64>,
    /// What they cost and their options, the best first; or why there are none.
    pub found: Result<Vec<(u64, Vec<OptionId>)>, Refusal>,
}

/// So many states of each shape are kept at first, to see how good solutions can be.
pub(super) const FEW: [usize; 2] = [16, 512];

impl Frontier<'_> {
    /// How many states of each shape are kept at first. For tests, whose problems have few.
    #[doc(hidden)]
    #[must_use]
    pub fn few(mut self, few: [usize; 2]) -> Self {
        self.few = few;
        self
    }

    /// The best solutions, at most so many. Which of equal ones are taken is the same each time.
    ///
    /// ```
    /// use polydlx_cover::{Aim, Frontier, dlx};
    ///
    /// let (problem, _) = dlx::read(0, "a b c\na b |3\nc |4\na |1\nb c |2\nb |5\n").unwrap();
    /// let costs = |aim| {
    ///     let found = Frontier::new(&problem).best(2, aim).found.unwrap();
    ///     found.iter().map(|(cost, _)| *cost).collect::<Vec<_>>()
    /// };
    /// assert_eq!(costs(Aim::Cheapest), [3, 7]);
    /// assert_eq!(costs(Aim::Dearest), [10, 7]);
    /// assert_eq!(costs(Aim::Minimax), [2, 4]);
    /// ```
    pub fn best(&self, number: usize, aim: Aim) -> Best {
        let mut best = Best { limit: None, found: Ok(Vec::new()) };
        if number > 0 {
            best.found = self.search_best(number, aim, &mut best.limit);
        }
        best
    }

    fn search_best(
        &self,
        number: usize,
        aim: Aim,
        limit: &mut Option<u64>,
    ) -> Result<Vec<(u64, Vec<OptionId>)>, Refusal> {
        let Prepared { plan, shapes, .. } = self.lay_out(&[])?;
        let watch = Watch::new(self, "sweeping for the best");
        let found = match plan.carried_bits() {
            0..=64 => self.walk_back::<u64>((&plan, &shapes), number, aim, limit, &watch),
            _ => self.walk_back::<u128>((&plan, &shapes), number, aim, limit, &watch),
        };
        self.monitor.end_sweep(if found.is_ok() { self.share } else { 0.0 });
        found
    }

    fn walk_back<S: Set>(
        &self,
        (plan, shapes): (&Plan, &Shapes),
        number: usize,
        aim: Aim,
        limit: &mut Option<u64>,
        watch: &Watch<'_>,
    ) -> Result<Vec<(u64, Vec<OptionId>)>, Refusal> {
        let sweep = CostSweep::new(self, plan, shapes, aim, watch)?;
        let mut most = None;
        for few in self.few.into_iter().map(Some).chain([None]) {
            let (lists, is_whole) = sweep.states::<S>(few, most)?;
            let found = sweep.best(&lists, number)?;
            if is_whole {
                return Ok(found);
            }
            if found.len() == number {
                *limit = found.last().map(|(cost, _)| *cost);
                most = limit.and_then(|limit| sweep.taxed(limit));
            }
        }
        unreachable!("the last sweep has all states")
    }
}

/// What a sweep for costs needs to know.
struct CostSweep<'a> {
    frontier: &'a Frontier<'a>,
    plan: &'a Plan,
    shapes: &'a Shapes,
    watch: &'a Watch<'a>,
    aim: Aim,
    /// What each option costs when taxes are paid, and what solutions cost besides.
    prices: Vec<i64>,
    base: i128,
    /// By shape, what it costs at least to come to the end.
    to_go: Vec<i64>,
}

/// By shape, what is carried and what it costs at least to come there; in the order of what is carried.
type Costly<S> = Vec<Vec<(S, i64)>>;

impl<'a> CostSweep<'a> {
    fn new(
        frontier: &'a Frontier<'a>,
        plan: &'a Plan,
        shapes: &'a Shapes,
        aim: Aim,
        watch: &'a Watch<'a>,
    ) -> Result<Self, Refusal> {
        let problem = frontier.problem;
        let taxed = if problem.has_multiplicities() {
            // Taxes on items that are covered more or less often are only a bound.
            let price = |option| aim.sign() * UNIT * i128::from(problem.cost(option));
            Taxed { rest: problem.option_ids().map(price).collect(), base: 0 }
        } else {
            Taxed::new(problem, aim, &frontier.monitor)
        };
        // No way has more options than there are.
        let greatest = i128::from(i64::MAX) / (problem.options() as i128 + 2) / 4;
        let small = |&rest: &i128| i64::try_from(rest).ok().filter(|_| rest.abs() < greatest);
        let prices: Vec<i64> =
            taxed.rest.iter().map(small).collect::<Option<_>>().ok_or(Refusal::TooLarge)?;
        let to_go = vec![i64::MAX / 2; shapes.len()];
        let mut sweep = Self { frontier, plan, shapes, watch, aim, prices, base: taxed.base, to_go };
        if let Some(end) = sweep.to_go.last_mut() {
            *end = 0;
        }
        for to in (0..shapes.len()).rev() {
            for way in shapes.ways_into(to) {
                let through = sweep.add(sweep.price(*way), sweep.to_go[to]);
                let from = &mut sweep.to_go[way.from as usize];
                *from = through.min(*from);
            }
        }
        Ok(sweep)
    }

    /// What two parts of a way cost together.
    fn add(&self, one: i64, other: i64) -> i64 {
        if self.aim == Aim::Minimax { one.max(other) } else { one.saturating_add(other) }
    }

    fn price(&self, way: Way) -> i64 {
        way.choice.option().map_or(0, |option| self.prices[option.0 as usize])
    }

    /// What a cost is when taxes are paid.
    fn taxed(&self, cost: u64) -> Option<i64> {
        i64::try_from(self.aim.sign() * i128::from(cost) * UNIT - self.base).ok()
    }

    /// All states that may lead to something that costs no more than `most`, or the cheapest few of each shape; and whether
    /// these are all.
    fn states<S: Set>(&self, few: Option<usize>, most: Option<i64>) -> Result<(Costly<S>, bool), Refusal> {
        let Self { frontier, plan, shapes, watch, .. } = *self;
        let room = frontier.memory.saturating_sub(shapes.bytes()) / 2 / size_of::<(S, i64)>();
        let mut lists: Costly<S> = vec![Vec::new(); shapes.len()];
        if let Some(first) = lists.first_mut() {
            first.push((S::from_bits(0), 0));
        }
        let (mut live, mut is_whole) = (1, true);
        for step in 1..=plan.steps() {
            for shape in shapes.steps[step] as usize..shapes.steps[step + 1] as usize {
                let mut states = self.collect(step, shape, &lists, most, room.saturating_sub(live))?;
                if let Some(few) = few.filter(|&few| states.len() > few) {
                    is_whole = false;
                    states.select_nth_unstable_by_key(few, |&(set, cost)| (cost, set));
                    states.truncate(few);
                    states.sort_unstable();
                }
                live += states.len();
                lists[shape] = states;
            }
            let done = if few.is_none() { step as f64 / plan.steps() as f64 } else { 0.0 };
            watch.publish(step, plan.steps(), live, done);
        }
        Ok((lists, is_whole))
    }

    /// What comes into a shape, each state once.
    fn collect<S: Set>(
        &self,
        step: usize,
        shape: usize,
        lists: &Costly<S>,
        most: Option<i64>,
        room: usize,
    ) -> Result<Vec<(S, i64)>, Refusal> {
        let shapes = self.shapes;
        let masks = shapes.demands_of(shape).iter().map(|&number| shapes.masks[usize::from(number)]);
        let demands: Vec<u128> = masks.collect();
        let mut states: Vec<(S, i64)> = Vec::new();
        for way in shapes.ways_into(shape) {
            self.frontier.monitor.go_on()?;
            let passage = Passage::new(self.plan, *way, step_of(shapes, way.from), step);
            let price = self.price(*way);
            for &(set, cost) in &lists[way.from as usize] {
                let cost = self.add(cost, price);
                if most.is_some_and(|most| self.add(cost, self.to_go[shape]) > most) {
                    continue;
                }
                if let Some(set) = passage.lead(set.bits())
                    && demands.iter().all(|&demand| set & demand != demand)
                {
                    states.push((S::from_bits(set), cost));
                }
            }
            if states.len() > room {
                merge(&mut states);
                if states.len() > room / 2 {
                    return Err(Refusal::Memory);
                }
            }
        }
        merge(&mut states);
        Ok(states)
    }

    /// The best solutions whose states are in the lists, from the end to the beginning: it is known of each state what it
    /// costs to come there, so ways that are begun are gone on with in the order of what they will cost.
    fn best<S: Set>(&self, lists: &Costly<S>, number: usize) -> Result<Vec<(u64, Vec<OptionId>)>, Refusal> {
        let mut found = Vec::new();
        let mut begun = BinaryHeap::new();
        let mut known: HashMap<(usize, usize), Vec<Before>> = HashMap::new();
        let mut list: Vec<(OptionId, Option<usize>)> = Vec::new();
        let mut order = 0usize;
        if let Some((_, cost)) = lists.last().and_then(|list| list.first()) {
            begun.push((Reverse(*cost), order, 0i64, (lists.len() - 1, 0), None::<usize>));
        }
        while found.len() < number
            && let Some((_, _, after, here, last)) = begun.pop()
        {
            if here.0 == 0 {
                let options: Vec<OptionId> =
                    std::iter::successors(last, |&at: &usize| list[at].1).map(|at| list[at].0).collect();
                found.push((self.cost_of(&options), options));
                continue;
            }
            self.frontier.monitor.go_on()?;
            let all = known.entry(here).or_insert_with(|| self.before(lists, here));
            // Of equal ones the last that was begun goes on, so that one comes to its end.
            for &Before { state, option } in all.iter().rev() {
                let price = option.map_or(0, |option| self.prices[option.0 as usize]);
                let (after, mut last) = (self.add(price, after), last);
                if let Some(option) = option {
                    list.push((option, last));
                    last = Some(list.len() - 1);
                }
                order += 1;
                begun.push((Reverse(self.add(lists[state.0][state.1].1, after)), order, after, state, last));
            }
        }
        Ok(found)
    }

    fn cost_of(&self, options: &[OptionId]) -> u64 {
        let costs = options.iter().map(|&option| self.frontier.problem.cost(option));
        if self.aim == Aim::Minimax { costs.max().unwrap_or(0) } else { costs.sum() }
    }

    /// The states that lead to a state, and how.
    fn before<S: Set>(&self, lists: &Costly<S>, (shape, at): (usize, usize)) -> Vec<Before> {
        let (plan, shapes) = (self.plan, self.shapes);
        let step = step_of(shapes, shape as u32);
        let here = lists[shape][at].0.bits();
        let mut all = Vec::new();
        for way in shapes.ways_into(shape) {
            let from = step_of(shapes, way.from);
            let list = &lists[way.from as usize];
            let option = way.choice.option();
            let lead = |at: usize| Before { state: (way.from as usize, at), option };
            let effect = option.map(|option| &plan.effects[option.0 as usize]);
            if plan.spent[from] == plan.spent[step] && effect.is_none_or(|effect| effect.fields.is_empty()) {
                // Nothing but the need of the option is added, so it is clear what was before.
                let need = effect.map_or(0, |effect| effect.need);
                let before = list.binary_search_by_key(&(here & !need), |(set, _)| set.bits());
                all.extend(before.ok().filter(|_| here & need == need).map(lead));
            } else {
                let passage = Passage::new(plan, *way, from, step);
                let leads = |&at: &usize| passage.lead(list[at].0.bits()) == Some(here);
                all.extend((0..list.len()).filter(leads).map(lead));
            }
        }
        sort_by_keys(&mut all, |before| [before.option.map_or(u64::MAX, |option| option.0.into()), 0, 0]);
        all
    }
}

/// A state before another one, and the option that is chosen between them.
#[derive(Clone)]
struct Before {
    state: (usize, usize),
    option: Option<OptionId>,
}

/// Keeps the cheapest of equal states.
fn merge<S: Set>(states: &mut Vec<(S, i64)>) {
    states.sort_unstable();
    states.dedup_by_key(|(set, _)| *set);
}
