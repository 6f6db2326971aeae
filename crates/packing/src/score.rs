//! Solutions in the order of a property.

use crate::answer::Answer;
use crate::group::Group;
use crate::judge::Judge;
use crate::narrow::has_bounds;
use crate::packing::Packing;
use crate::plan::{Found, Method, Plan, Visit, Why, at_once};
use crate::question::{Question, Subject, What, Which};
use polydlx_cover::{
    Aim, Best, BigUint, Engine, Frontier, Monitor, OptionId, Priced, Problem, ProblemError, Refusal, Search,
    Step, Total,
};
use polydlx_lattice::{Piece, Puzzle, Site};
use polydlx_properties::{Better, Comparison, Condition, Measure, Term};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// By what solutions are put into an order, and which come first.
#[derive(Clone, Copy, Debug)]
pub struct Rank<'a> {
    /// Who asks them.
    pub judge: &'a Judge,
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

/// A diagram of so many bytes is made in a moment.
const SMALL: usize = 1 << 30;

/// So many sweeps take less time than a larger diagram, which takes as long as a hundred.
const FEW_SWEEPS: usize = 16;

/// More sweeps than this are too many.
const MANY_SWEEPS: usize = 10_000;

/// So many solutions with few pieces are few.
const FEW: usize = 1000;

/// How many pieces fit into the box, at least and at most.
fn numbers_of_pieces(puzzle: &Puzzle) -> (usize, usize) {
    let cells = |site: &&Site| site.suffix == 0;
    let sizes = puzzle.shapes.iter().map(|typical| typical.shape.sites().iter().filter(cells).count().max(1));
    let (smallest, largest) = (sizes.clone().min().unwrap_or(1), sizes.max().unwrap_or(1));
    let (low, high) = puzzle.room();
    let used =
        |bound: fn(&Piece) -> u32| puzzle.pieces.iter().map(|piece| bound(piece) as usize).sum::<usize>();
    let least = used(|piece| piece.bounds.low).max(low.div_ceil(largest));
    (least, used(|piece| piece.bounds.high).min(high / smallest).max(least))
}

/// How many solutions have which value.
type Costs = (BTreeMap<i64, BigUint>, Answer);

/// What is asked of the costs of solutions.
struct Bill<'a> {
    /// What the costs of options come to, in what is asked for.
    total: Total,
    /// No option may cost more, as these conditions say.
    most: Option<u64>,
    cheap: Vec<&'a Condition>,
    /// What the other conditions are is told by the total.
    judged: Vec<(&'a Judge, &'a Condition)>,
}

/// What the dearest option may cost, if that is all that a condition says.
fn dearest(condition: &Condition) -> Option<u64> {
    let Condition::Compare(Term::Measure(measure), comparison, Term::Number(number)) = condition else {
        return None;
    };
    let most = match comparison {
        Comparison::AtMost => *number,
        Comparison::Less => number.checked_sub(1)?,
        _ => return None,
    };
    if measure.property.name == "max" { most.try_into().ok() } else { None }
}

/// A problem without some of its options.
fn without(problem: &Problem, is_out: impl Fn(OptionId) -> bool) -> Result<Problem, ProblemError> {
    let mut builder = problem.without_options();
    for option in problem.option_ids().filter(|&option| !is_out(option)) {
        let new = builder.option(problem.option(option).iter().copied());
        builder.cost(new, problem.cost(option));
    }
    builder.build()
}

impl<'a> Question<'a> {
    /// How many solutions have which value. Of a class, the best value counts.
    pub fn distribution(&self, rank: Rank<'_>, monitor: &Monitor) -> (BTreeMap<i64, BigUint>, Answer) {
        let mut refused = None;
        if let Some(bill) = self.bill(rank.measure) {
            match self.costs(&bill, monitor) {
                Ok(Some(costs)) => return costs,
                Ok(None) => {}
                Err(refusal) => refused = Some(refusal),
            }
        }
        let mut found: BTreeMap<i64, BigUint> = BTreeMap::new();
        let scorer = Scorer::new(self, rank);
        let answer = self.listed(refused, monitor, &mut |solution| {
            *found.entry(scorer.value_of(solution)).or_default() += 1u32;
            ControlFlow::Continue(())
        });
        (found, answer)
    }

    /// The solutions that come first, so many of them at most, in order; of equal ones those whose options come first, so
    /// that it does not matter how they are found. But if it is costs that count, and nobody looks at all solutions, then
    /// which of equal ones are taken depends on the engine; it is the same each time.
    /// Of a class, its best solution stands for it, even if the worst come first.
    pub fn first(&self, number: usize, rank: Rank<'_>, monitor: &Monitor) -> (Vec<Scored>, Answer) {
        match (self.aim(rank), self.family) {
            (Some(aim), Some(family)) => return self.best_of(family, number, aim, monitor),
            (Some(aim), None) if self.config.engine == Engine::Frontier => {
                let Best { limit, found } = self.frontier(monitor).best(number, aim);
                return match found {
                    Ok(found) => {
                        let mut answer = Answer::new(Method::Sweep, Why::Asked, 1);
                        answer.add_solutions(found.len().into());
                        (self.listed_by_cost(found), answer)
                    }
                    // What the sweep found out about them is a cutoff for the search.
                    Err(refusal) => {
                        let (found, answer) = self.cheapest(number, aim, limit, monitor);
                        (found, Answer { why: Why::Refused(refusal), ..answer })
                    }
                };
            }
            (Some(aim), None) => return self.cheapest(number, aim, None, monitor),
            _ => {}
        }
        if let Some((aim, limit)) = self.limit(rank) {
            let (found, mut answer) = self.cheapest(number, aim, Some(limit), monitor);
            let said = self.condition.map(|(_, condition)| format!("{condition}: a cutoff of the search"));
            answer.conditions.extend(said);
            return (found, answer);
        }
        self.fewest(number, rank, monitor).unwrap_or_else(|| self.sorted(number, rank, monitor))
    }

    /// The same, by looking at all solutions.
    fn sorted(&self, number: usize, rank: Rank<'_>, monitor: &Monitor) -> (Vec<Scored>, Answer) {
        let mut ranking = Ranking::new(number, Scorer::new(self, rank));
        let answer = self.for_each(monitor, &mut |solution| {
            ranking.add(solution);
            ControlFlow::Continue(())
        });
        (ranking.into_list(), answer)
    }

    /// The solutions with the fewest pieces, by searches that may use so many, one more, and so on until there are enough:
    /// where pieces may stay unused, most solutions have many of them, and nobody wants to see those.
    fn fewest(&self, number: usize, rank: Rank<'_>, monitor: &Monitor) -> Option<(Vec<Scored>, Answer)> {
        let packing = self.subject.packing().filter(|packing| has_bounds(packing))?;
        let is_least = rank.measure.property.name == "pieces" && !rank.worst;
        if !is_least || number > FEW || !self.narrowed || self.family.is_some() {
            return None;
        }
        let (least, most) = numbers_of_pieces(packing.puzzle());
        let judge = self.condition.map_or(rank.judge, |(judge, _)| judge);
        // With as many as there can be, nothing is left out.
        for limit in least..most {
            let few = Condition::Compare(
                Term::Measure(rank.measure.clone()),
                Comparison::AtMost,
                Term::Number(limit as i64),
            );
            let condition = match self.condition {
                Some((_, condition)) => condition.clone().and(few),
                None => few,
            };
            let question = Question { condition: Some((judge, &condition)), ..self.clone() };
            let (found, mut answer) = question.sorted(number, rank, monitor);
            if found.len() == number || !answer.complete {
                // Others have not been looked for.
                answer.count = found.len().into();
                return Some((found, answer));
            }
        }
        None
    }

    /// How a search with cutoffs would find what comes first, if nothing speaks against it.
    fn aim(&self, rank: Rank<'_>) -> Option<Aim> {
        Self::aim_of(rank).filter(|_| self.takes_all())
    }

    /// The same, if the condition says how far it should look and nothing else: the threshold of Algorithm C$.
    fn limit(&self, rank: Rank<'_>) -> Option<(Aim, u64)> {
        let aim = Self::aim_of(rank)?;
        let (_, condition) = self.condition.filter(|_| self.narrowed && self.family.is_none())?;
        let Condition::Compare(Term::Measure(measure), comparison, Term::Number(number)) = condition else {
            return None;
        };
        let all = Question { condition: None, ..self.clone() };
        if measure != rank.measure || !all.takes_all() {
            return None;
        }
        let limit = match (comparison, aim) {
            (Comparison::AtMost, Aim::Cheapest | Aim::Minimax) | (Comparison::AtLeast, Aim::Dearest) => {
                *number
            }
            (Comparison::Less, Aim::Cheapest | Aim::Minimax) => number.checked_sub(1)?,
            (Comparison::More, Aim::Dearest) => number.checked_add(1)?,
            _ => return None,
        };
        // A limit that no cost can meet, or each, is no matter for the search.
        Some((aim, limit.try_into().ok()?))
    }

    fn aim_of(rank: Rank<'_>) -> Option<Aim> {
        match (rank.measure.property.name, rank.worst) {
            ("cost", false) => Some(Aim::Cheapest),
            ("cost", true) => Some(Aim::Dearest),
            ("max", false) => Some(Aim::Minimax),
            _ => None,
        }
    }

    /// Counts solutions by adding up how many have which cost, if the conditions speak of nothing else and nobody needs to
    /// look at each of them.
    pub(crate) fn added_up(&self, monitor: &Monitor) -> Result<Option<Answer>, Refusal> {
        let conditions = self.conditions();
        let mut measures = conditions.iter().flat_map(|(_, condition)| condition.measures());
        let is_sum = |measure: &&Measure| measure.property.name == "cost";
        let Some(measure) = measures.clone().find(is_sum).or_else(|| measures.next()) else {
            return Ok(None);
        };
        match self.bill(measure).filter(|_| !self.digest) {
            Some(bill) => Ok(self.costs(&bill, monitor)?.map(|(_, answer)| answer)),
            None => Ok(None),
        }
    }

    /// What solutions must be like, one thing at a time.
    fn conditions(&self) -> Vec<(&'a Judge, &'a Condition)> {
        let required = self.subject.packing().and_then(Packing::requirement);
        let all = required.into_iter().chain(self.condition);
        all.flat_map(|(judge, condition)| condition.parts().into_iter().map(move |part| (judge, part)))
            .collect()
    }

    /// What the measure and the conditions say of costs, if they say nothing else.
    fn bill(&self, measure: &Measure) -> Option<Bill<'a>> {
        let total = match measure.property.name {
            "cost" => Total::Sum,
            "max" => Total::Greatest,
            _ => return None,
        };
        let conditions = self.conditions();
        if !matches!(self.which, Which::All) || !(self.narrowed || conditions.is_empty()) {
            return None;
        }
        let mut bill = Bill { total, most: None, cheap: Vec::new(), judged: Vec::new() };
        for (judge, condition) in conditions {
            if condition.measures().iter().all(|&other| other == measure) {
                bill.judged.push((judge, condition));
            } else {
                let most = dearest(condition)?;
                bill.most = Some(bill.most.map_or(most, |before| before.min(most)));
                bill.cheap.push(condition);
            }
        }
        Some(bill)
    }

    /// How many solutions have which cost, if nobody needs to look at each of them.
    fn costs(&self, bill: &Bill<'_>, monitor: &Monitor) -> Result<Option<Costs>, Refusal> {
        let problem = self.problem();
        let is_dear = |option: OptionId| bill.most.is_some_and(|most| problem.cost(option) > most);
        let dear = problem.option_ids().filter(|&option| is_dear(option)).count();
        let (mut costs, method, why) = if let Some(family) = self.family {
            let family = if dear > 0 { &family.without(is_dear, monitor)? } else { family };
            (self.costs_of(family, bill.total, monitor)?, Method::Given, Why::Asked)
        } else {
            let cheap = if dear > 0 { without(problem, is_dear).ok() } else { None };
            let subject = match &cheap {
                Some(cheap) => Subject::Problem(cheap),
                None if dear > 0 => return Ok(None),
                // What the puzzle requires is in the bill.
                None if self.subject.packing().and_then(Packing::requirement).is_some() => {
                    Subject::Problem(problem)
                }
                None => self.subject,
            };
            let all = Question { subject, condition: None, ..self.clone() };
            let Some(why) = all.sweeps(monitor) else { return Ok(None) };
            (all.swept_costs(bill.total, monitor)?, Method::Sweep, why)
        };
        let mut answer = Answer::new(method, why, 1);
        for (judge, condition) in &bill.judged {
            costs.retain(|&cost, _| judge.allows(condition, cost));
            answer.conditions.push(format!("{condition}: from the number of solutions of each cost"));
        }
        let left_out =
            if dear == 1 { "1 option is left out" } else { &format!("{dear} options are left out") };
        answer.conditions.extend(bill.cheap.iter().map(|condition| format!("{condition}: {left_out}")));
        answer.add_solutions(costs.values().sum());
        let value = |(cost, number)| (i64::try_from(cost).unwrap_or(i64::MAX), number);
        Ok(Some((costs.into_iter().map(value).collect(), answer)))
    }

    /// The same, by a diagram of all solutions if that is small; or else by sweeps that carry costs, if few are enough;
    /// or else by a diagram as large as it may be, or by as many sweeps as it takes.
    fn swept_costs(&self, total: Total, monitor: &Monitor) -> Result<BTreeMap<u64, BigUint>, Refusal> {
        let frontier = self.frontier(monitor);
        let sweeps = frontier.sweeps(total);
        let diagram = |memory: usize| {
            self.costs_of(&frontier.clone().memory(memory.min(self.config.memory)).zdd()?, total, monitor)
        };
        let mut costs = diagram(SMALL);
        for most in [FEW_SWEEPS, MANY_SWEEPS] {
            if costs == Err(Refusal::Memory) && sweeps <= most {
                costs = frontier.costs(total);
            }
            if matches!(costs, Err(Refusal::Memory | Refusal::TooLarge)) && most == FEW_SWEEPS {
                costs = diagram(usize::MAX);
            }
        }
        costs
    }

    /// Visits each solution, because no sweep will do.
    fn listed(&self, refused: Option<Refusal>, monitor: &Monitor, visit: &mut Visit<'_>) -> Answer {
        let Some(refusal) = refused.filter(|_| self.config.engine == Engine::Frontier) else {
            return self.for_each(monitor, visit);
        };
        let mut search = self.clone();
        search.config.engine = Engine::Auto;
        Answer { why: Why::Refused(refusal), ..search.for_each(monitor, visit) }
    }

    /// Why all solutions are to be swept, if that is asked for or is how they would be counted.
    pub(crate) fn sweeps(&self, monitor: &Monitor) -> Option<Why> {
        match self.config.engine {
            Engine::Frontier => Some(Why::Asked),
            Engine::Auto => {
                let plan = self.clone().what(What::Number).plan(monitor).ok()?;
                (plan.method == Method::Sweep).then_some(plan.why)
            }
            _ => None,
        }
    }

    pub(crate) fn frontier<'m>(&'m self, monitor: &Monitor) -> Frontier<'m> {
        Frontier::with(self.problem(), &self.config, monitor)
    }

    fn cheapest(
        &self,
        number: usize,
        aim: Aim,
        limit: Option<u64>,
        monitor: &Monitor,
    ) -> (Vec<Scored>, Answer) {
        let search = Search::with(self.problem(), &self.config).monitor(monitor);
        let (found, outcome) = search.cheapest_within(number, aim, limit);
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
        let images = match question.which {
            Which::UpTo(group) => {
                let mut measures = vec![rank.measure];
                if let Some((_, condition)) = question.condition {
                    measures.extend(condition.measures());
                }
                // A family need not have all images of its solutions.
                let numbers = match question.family {
                    Some(_) => (0..group.order()).collect(),
                    None => rank.judge.cosets(group, &measures),
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
        self.rank.judge.value(self.question.subject.packing(), self.rank.measure, options)
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
        let packing = self.question.subject.packing();
        let holds = |(judge, condition): (&Judge, _)| judge.holds(packing, condition, image);
        self.question.condition.is_none_or(holds)
            && self.question.family.is_none_or(|family| family.contains(image))
    }

    /// An image of a solution: nobody found it step by step.
    fn scored(&self, value: i64, options: Vec<OptionId>) -> Scored {
        let first_item = |option| self.question.problem().option(option)[0].item;
        let steps = at_once(&options, first_item).collect();
        Scored { value, options, steps }
    }
}
