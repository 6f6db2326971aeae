//! Solutions in the order of a property.

use crate::answer::Answer;
use crate::group::Group;
use crate::judge::Judge;
use crate::plan::{Found, Method, Plan, Why, at_once};
use crate::question::{Question, Subject, What, Which};
use polydlx_cover::{Aim, BigUint, Engine, Frontier, Monitor, OptionId, Priced, Search, Step, Zdd};
use polydlx_properties::{Better, Measure};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// By what solutions are put into an order, and which come first.
#[derive(Clone, Copy, Debug)]
pub struct Rank<'a> {
    /// Who asks them; costs can be asked for without a judge.
    pub judge: Option<&'a Judge>,
    /// For what.
    pub measure: &'a Measure,
    /// Whether the worst ones come first.
    pub worst: bool,
}

/// A solution and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// What the measure says of it.
    pub value: i64,
    /// Its options, in ascending order.
    pub options: Vec<OptionId>,
    /// How it was found.
    pub steps: Vec<Step>,
}

impl Rank<'_> {
    /// A number that is less for what is better.
    fn badness(&self, value: i64) -> i64 {
        match self.measure.property.better {
            Better::Less => value,
            Better::More => value.saturating_neg(),
        }
    }

    /// A number that is less for what comes first.
    pub fn key(&self, value: i64) -> i64 {
        if self.worst { self.badness(value).saturating_neg() } else { self.badness(value) }
    }
}

impl<'a> Question<'a> {
    /// How many solutions have which value. Of a class, the best value counts.
    pub fn distribution(&self, rank: Rank<'_>, monitor: &Monitor) -> (BTreeMap<i64, BigUint>, Answer) {
        if let Some(add) = self.sum_of_costs(rank) {
            if let Some(family) = self.family {
                return self.costs_of(family, add, monitor);
            }
            if let Some((family, why)) = self.swept(monitor) {
                let (values, answer) = self.costs_of(&family, add, monitor);
                return (values, Answer { method: Method::Sweep, why, ..answer });
            }
        }
        let mut found: BTreeMap<i64, BigUint> = BTreeMap::new();
        let scorer = Scorer::new(self, rank);
        let answer = self.for_each(monitor, &mut |solution| {
            *found.entry(scorer.value_of(solution)).or_default() += 1u32;
            ControlFlow::Continue(())
        });
        (found, answer)
    }

    /// The solutions that come first, so many of them at most, in order; of equal ones those whose options come first, so
    /// that it does not matter how they are found.
    /// Of a class, its best solution stands for it, even if the worst come first.
    pub fn first(&self, number: usize, rank: Rank<'_>, monitor: &Monitor) -> (Vec<Scored>, Answer) {
        match (self.aim(rank), self.family) {
            (Some(aim), Some(family)) => return self.best_of(family, number, aim, monitor),
            (Some(aim), None) => {
                if self.config.engine == Engine::Frontier
                    && let Some((family, why)) = self.swept(monitor)
                {
                    let (found, answer) = self.best_of(&family, number, aim, monitor);
                    return (found, Answer { method: Method::Sweep, why, ..answer });
                }
                return self.cheapest(number, aim, monitor);
            }
            _ => {}
        }
        let mut ranking = Ranking::new(number, Scorer::new(self, rank));
        let answer = self.for_each(monitor, &mut |solution| {
            ranking.add(solution);
            ControlFlow::Continue(())
        });
        (ranking.into_list(), answer)
    }

    /// How a search with cutoffs would find what comes first, if nothing speaks against it.
    fn aim(&self, rank: Rank<'_>) -> Option<Aim> {
        match (rank.measure.property.name, rank.worst) {
            _ if !self.takes_all() => None,
            ("cost", false) => Some(Aim::Cheapest),
            ("cost", true) => Some(Aim::Dearest),
            ("max", false) => Some(Aim::Minimax),
            _ => None,
        }
    }

    /// How the costs of options add up to the measure, if they do and all solutions count.
    fn sum_of_costs(&self, rank: Rank<'_>) -> Option<fn(u64, u64) -> u64> {
        match rank.measure.property.name {
            _ if !self.takes_all() => None,
            "cost" => Some(u64::saturating_add),
            "max" => Some(u64::max),
            _ => None,
        }
    }

    /// A diagram of all solutions, if a sweep is asked for or is how they would be counted; none if it will not do.
    pub(crate) fn swept(&self, monitor: &Monitor) -> Option<(Zdd, Why)> {
        let why = match self.config.engine {
            Engine::Frontier => Why::Asked,
            Engine::Auto => {
                let plan = self.clone().what(What::Number).plan(monitor).ok()?;
                (plan.method == Method::Sweep).then_some(plan.why)?
            }
            _ => return None,
        };
        let diagram = Frontier::with(self.problem(), &self.config, monitor).diagram().ok()?;
        Some((diagram.zdd(), why))
    }

    fn cheapest(&self, number: usize, aim: Aim, monitor: &Monitor) -> (Vec<Scored>, Answer) {
        let search = Search::with(self.problem(), &self.config).monitor(monitor);
        let (found, outcome) = search.cheapest(number, aim);
        let mut answer = Answer::new(Method::Search, Why::Asked, 1);
        answer.add_search(&outcome);
        answer.add_solutions(outcome.solutions.into());
        let scored = found.into_iter().map(|Priced { cost, solution }| {
            let mut options: Vec<OptionId> = solution.options().collect();
            options.sort_unstable();
            Scored { value: cost as i64, options, steps: solution.steps().to_vec() }
        });
        (scored.collect(), answer)
    }
}

impl<'a> Plan<'a> {
    /// What gives the solutions of this plan their values; none if it is proved that there are none.
    pub fn scorer<'q>(&'q self, rank: Rank<'q>) -> Option<Scorer<'q, 'a>> {
        self.question.as_ref().map(|question| Scorer::new(question, rank))
    }
}

/// The solutions that come first, so many of them at most.
#[derive(Debug)]
pub struct Ranking<'q, 'a> {
    number: usize,
    scorer: Scorer<'q, 'a>,
    /// What is kept, so that the last one is the first to go.
    kept: BTreeMap<(i64, Vec<OptionId>), Scored>,
}

impl<'q, 'a> Ranking<'q, 'a> {
    /// Nothing yet.
    pub fn new(number: usize, scorer: Scorer<'q, 'a>) -> Self {
        Self { number, scorer, kept: BTreeMap::new() }
    }

    /// One more solution.
    pub fn add(&mut self, solution: &Found<'_>) {
        let Self { number, scorer, kept } = self;
        let mut scored = scorer.best(solution);
        let key = scorer.rank.key(scored.value);
        if kept.len() < *number || kept.last_key_value().is_some_and(|((last, _), _)| key <= *last) {
            scorer.settle(&mut scored);
            kept.insert((key, scored.options.clone()), scored);
        }
        if kept.len() > *number {
            kept.pop_last();
        }
    }

    /// Those that come first, in order.
    pub fn into_list(self) -> Vec<Scored> {
        self.kept.into_values().collect()
    }
}

/// Finds the values of solutions, or of the best of their images.
#[derive(Clone, Debug)]
pub struct Scorer<'q, 'a> {
    question: &'q Question<'a>,
    rank: Rank<'q>,
    images: Option<(&'a Group, Vec<usize>)>,
}

impl<'q, 'a> Scorer<'q, 'a> {
    fn new(question: &'q Question<'a>, rank: Rank<'q>) -> Self {
        let images = match (question.which, rank.judge) {
            (Which::UpTo(group), Some(judge)) => {
                let mut measures = vec![rank.measure];
                if let Some((_, condition)) = question.condition {
                    measures.extend(condition.measures());
                }
                // A family need not have all images of its solutions.
                let numbers = match question.family {
                    Some(_) => (0..group.order()).collect(),
                    None => judge.cosets(group, &measures),
                };
                Some((group, numbers))
            }
            _ => None,
        };
        Self { question, rank, images }
    }

    /// The value of a solution; of a class, that of its best solution.
    pub fn value_of(&self, solution: &Found<'_>) -> i64 {
        self.best(solution).value
    }

    fn value(&self, options: &[OptionId]) -> i64 {
        match (self.question.subject, self.rank.judge) {
            (Subject::Packing(packing), Some(judge)) => judge.value(packing, self.rank.measure, options),
            // Without geometry there are only costs.
            _ => {
                let costs = options.iter().map(|&option| self.question.problem().cost(option));
                let cost =
                    if self.rank.measure.property.name == "max" { costs.max() } else { Some(costs.sum()) };
                i64::try_from(cost.unwrap_or(0)).unwrap_or(i64::MAX)
            }
        }
    }

    fn best(&self, solution: &Found<'_>) -> Scored {
        let value = |options: &[OptionId]| self.value(options);
        let mut best = Scored {
            value: value(solution.options),
            options: solution.options.to_vec(),
            steps: solution.steps.to_vec(),
        };
        let Some((group, numbers)) = &self.images else { return best };
        for &number in numbers {
            let image = group.image(number, solution.options);
            let score = value(&image);
            if self.rank.badness(score) < self.rank.badness(best.value) && self.fits(&image) {
                best = self.scored(score, image);
            }
        }
        best
    }

    /// Of the images of a solution that are as good, takes the one whose options come first.
    fn settle(&self, best: &mut Scored) {
        let Some((group, _)) = &self.images else { return };
        let found = best.options.clone();
        for number in 0..group.order() {
            let image = group.image(number, &found);
            if image < best.options && self.value(&image) == best.value && self.fits(&image) {
                *best = self.scored(best.value, image);
            }
        }
    }

    fn fits(&self, image: &[OptionId]) -> bool {
        let met = match (self.question.subject, self.question.condition) {
            (Subject::Packing(packing), Some((judge, condition))) => judge.holds(packing, condition, image),
            _ => true,
        };
        met && self.question.family.is_none_or(|family| family.contains(image))
    }

    /// An image of a solution: nobody found it step by step.
    fn scored(&self, value: i64, options: Vec<OptionId>) -> Scored {
        let first_item = |option| self.question.problem().option(option)[0].item;
        let steps = at_once(&options, first_item).collect();
        Scored { value, options, steps }
    }
}
