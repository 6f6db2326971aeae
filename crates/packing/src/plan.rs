//! How a question is answered: by which method, in which units, why, and at what expected price.
//!
//! Whatever the method, the answer is a sum over jobs, each a problem whose solutions are searched or swept and count so
//! many times, divided by a number: one job for all solutions, a job for each case of a [`crate::Reduction`] for one solution of
//! each class, a job for each kind of symmetry for Burnside's lemma.

use crate::answer::Answer;
use crate::cost::{self, Size};
use crate::group::Group;
use crate::invariant::Invariant;
use crate::judge::Sieve;
use crate::narrow::{Narrowed, Narrowing};
use crate::planner::{Planner, Prospects, Sketch};
use crate::question::{Question, What};
use crate::reasons::Reason;
use crate::reduce::Case;
use crate::sign::{Images, product};
use polydlx_cover::{
    self as cover, BigUint, Config, Digest, Engine, Frontier, ItemId, Keeper, Monitor, OptionId, Outcome,
    Prepared, Problem, Refusal, Search, Solution, Step, Stopped, Unit,
};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::{Mutex, OnceLock};

/// A search may cost so many times as much as the sweep that was refused for it.
const PATIENCE: f64 = 2.0;

/// A way to the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// It is proved that there is nothing.
    Proof,
    /// The search tree is walked, or the trees of the cases that are left up to symmetry.
    Search,
    /// States that cover the same items are merged.
    Sweep,
    /// Sweeps and searches for the solutions that each symmetry leaves as they are, and Burnside's lemma.
    Burnside,
    /// All solutions are made at once, and taken from there.
    Diagram,
    /// Many short searches, each in another order.
    Hunt,
    /// They were known before, and are taken from there.
    Given,
}

/// Why this method.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Why {
    /// There is no other, or it was asked for.
    Asked,
    /// There is a proof.
    Proved,
    /// The search tree has about so many nodes, which is little.
    Small(f64),
    /// A sweep is over in a moment.
    SweepIsSmall,
    /// The search tree has about so many nodes, and a sweep is cheaper.
    SweepIsCheaper(f64),
    /// The search tree has about so many nodes, and a sweep would not do.
    SearchIsCheaper(f64, Refusal),
    /// The search tree has about so many nodes, which is too many to see the end.
    Huge(f64),
    /// What was asked for is not possible.
    Refused(Refusal),
    /// What was asked for is a sweep, which shows no solution, and each must be looked at.
    Unseen,
    /// It was stopped before it was decided.
    Stopped,
}

/// A plan.
#[derive(Debug)]
pub struct Plan<'a> {
    pub(crate) question: Option<Question<'a>>,
    /// How the answer is found.
    pub method: Method,
    /// Why.
    pub why: Why,
    /// What it costs, about, in nanoseconds of one thread; infinite if nobody knows.
    pub price: f64,
    /// The number of nodes of a search, about; infinite if nobody knows.
    pub(crate) nodes: f64,
    /// How the puzzle was split into cases, in words.
    pub report: Vec<String>,
    /// How conditions are heeded, in words.
    pub conditions: Vec<String>,
    /// The order of the group that was made use of.
    pub symmetries: usize,
    pub(crate) group: Option<Cow<'a, Group>>,
    pub(crate) jobs: Vec<Job<'a>>,
    pub(crate) divisor: u64,
    pub(crate) proofs: Vec<Reason>,
    /// What a sweep may cost before anything else is thought of, and what it may cost at any rate.
    pub(crate) sweep_budget: f64,
    pub(crate) sweep_least: f64,
    /// What work a proof has been looked for to save.
    pub(crate) sought: f64,
    /// The size of a search without symmetry, and the search, as far as a plan to sweep has looked at them.
    pub(crate) size: Option<Size>,
    pub(crate) search: Mutex<Option<Box<Sketch<'a>>>>,
    /// The mark of each option of the whole problem, when somebody has asked for them.
    pub(crate) marks: OnceLock<Option<Vec<Digest>>>,
    /// And of its images, likewise.
    pub(crate) images: OnceLock<Images>,
}

/// What is done with each solution.
pub type Visit<'a> = dyn FnMut(&Found<'_>) -> ControlFlow<()> + 'a;

/// A solution, in terms of the whole problem.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// How it was found.
    pub steps: &'a [Step],
    /// Its options, in ascending order.
    pub options: &'a [OptionId],
}

/// A problem to be searched or swept.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    pub(crate) source: Source<'a>,
    /// For how much each of its solutions counts.
    pub(crate) times: u64,
    /// What is prepared, if it is swept.
    pub(crate) sweep: Option<Prepared>,
    /// The problem without what conditions rule out.
    narrowed: Option<Narrowed>,
    pub(crate) price: f64,
}

#[derive(Debug)]
pub(crate) enum Source<'a> {
    Whole(&'a Problem),
    /// A case, and its problem.
    Case(Case, Problem),
    Invariant(Invariant),
}

impl Source<'_> {
    pub(crate) fn problem(&self) -> &Problem {
        match self {
            Self::Whole(problem) => problem,
            Self::Case(_, problem) => problem,
            Self::Invariant(invariant) => &invariant.problem,
        }
    }

    /// The options of the whole problem that a solution has, in ascending order.
    pub(crate) fn whole(&self, options: &[OptionId]) -> Vec<OptionId> {
        let mut whole: Vec<OptionId> = match self {
            Self::Whole(_) => options.to_vec(),
            Self::Case(case, _) => return case.whole(options),
            Self::Invariant(invariant) => {
                options.iter().flat_map(|option| &invariant.members[option.0 as usize]).copied().collect()
            }
        };
        whole.sort_unstable();
        whole
    }
}

impl<'a> Job<'a> {
    pub(crate) fn search(source: Source<'a>, times: u64, price: f64) -> Self {
        Self { source, times, sweep: None, narrowed: None, price }
    }

    pub(crate) fn sweep(source: Source<'a>, times: u64, prepared: Prepared) -> Self {
        let price = prepared.forecast(&cost::allow(0.0)).max(1.0);
        Self { source, times, sweep: Some(prepared), narrowed: None, price }
    }

    pub(crate) fn problem(&self) -> &Problem {
        self.narrowed.as_ref().map_or_else(|| self.source.problem(), |narrowed| &narrowed.problem)
    }

    /// The option of the source's problem that an option is.
    pub(crate) fn of_source(&self, option: OptionId) -> OptionId {
        self.narrowed.as_ref().map_or(option, |narrowed| narrowed.options[option.0 as usize])
    }

    /// Leaves out what conditions rule out.
    fn narrow(&mut self, narrowing: &Narrowing) {
        self.narrowed = match &self.source {
            Source::Whole(problem) => narrowing.apply(problem, Some),
            Source::Case(case, problem) => {
                narrowing.apply(problem, |option| case.options.get(option.0 as usize).copied())
            }
            Source::Invariant(_) => None,
        };
    }
}

impl<'a> Plan<'a> {
    /// Lets the search heed the conditions that it can heed.
    pub(crate) fn narrow(&mut self) {
        if let Some(sieve) = self.question.as_ref().and_then(Question::sieve) {
            let narrowing = Narrowing::new(&sieve).sorted();
            self.jobs.iter_mut().filter(|job| job.sweep.is_none()).for_each(|job| job.narrow(&narrowing));
            self.conditions = narrowing.report;
        }
    }

    pub(crate) fn new(question: &Question<'a>, monitor: &Monitor) -> Result<Self, Stopped> {
        Planner { question, monitor }.plan()
    }

    pub(crate) fn empty(method: Method, why: Why) -> Self {
        Self {
            question: None,
            method,
            why,
            price: 0.0,
            nodes: 0.0,
            report: Vec::new(),
            conditions: Vec::new(),
            symmetries: 1,
            group: None,
            jobs: Vec::new(),
            divisor: 1,
            proofs: Vec::new(),
            sweep_budget: f64::INFINITY,
            sweep_least: f64::INFINITY,
            sought: 0.0,
            size: None,
            search: Mutex::default(),
            marks: OnceLock::new(),
            images: OnceLock::new(),
        }
    }

    /// Whether a search leaves out, near the root, what would lead to a dead end at once ([`Config::ahead`](polydlx_cover::Config::ahead)).
    pub fn looks_ahead(&self) -> bool {
        self.question.as_ref().is_some_and(|question| question.config.ahead)
    }

    /// The units that make up the work.
    pub fn units(&self) -> Vec<Unit> {
        (0..self.jobs.len()).map(Unit::whole).collect()
    }

    /// Does all of it.
    pub fn run(&self, monitor: &Monitor, visit: Option<&mut Visit<'_>>) -> Answer {
        self.work(self.units(), true, (monitor, None), visit)
    }

    /// Does some units. The answers of units that together are all of the plan's add up to the answer of the question.
    pub fn run_units(&self, units: Vec<Unit>, monitor: &Monitor, visit: Option<&mut Visit<'_>>) -> Answer {
        self.work(units, false, (monitor, None), visit)
    }

    /// Does a unit, whose states are kept between layers if it is a sweep; it goes on from those that were kept before.
    pub fn run_kept(&self, unit: Unit, monitor: &Monitor, keeper: &dyn Keeper) -> Answer {
        self.work(vec![unit], false, (monitor, Some(keeper)), None)
    }

    /// The nodes after which a search is given up, if a sweep was refused because the search seemed to be cheaper.
    fn patience(&self) -> Option<u64> {
        match self.why {
            Why::SearchIsCheaper(_, Refusal::Work(price)) if self.price.is_finite() && self.nodes >= 1.0 => {
                Some((PATIENCE * (price as f64).max(self.price) * self.nodes / self.price).max(1.0) as u64)
            }
            _ => None,
        }
    }

    /// Does some units, or all of them. What a sweep refuses is searched; if it is all there is to do, whatever is best then.
    fn work(
        &self,
        units: Vec<Unit>,
        all: bool,
        (monitor, keeper): (&Monitor, Option<&dyn Keeper>),
        mut visit: Option<&mut Visit<'_>>,
    ) -> Answer {
        let mut answer = Answer::new(self.method, self.why, self.divisor);
        answer.proofs.clone_from(&self.proofs);
        answer.report.clone_from(&self.report);
        answer.conditions.clone_from(&self.conditions);
        answer.symmetries = self.symmetries;
        let Some(question) = &self.question else { return answer };
        let config = &question.config;
        let marks = self.marks();
        answer.digest = marks.map(|_| Digest::ZERO);
        if matches!(self.method, Method::Diagram | Method::Hunt) {
            return self.run_at_once(answer, monitor, visit);
        }
        let prices: f64 = self.jobs.iter().map(|job| job.price).sum();
        let share = |job: &Job<'_>| job.price / prices;
        let (swept, mut searched): (Vec<Unit>, Vec<Unit>) =
            units.into_iter().partition(|unit| self.jobs[unit.job].sweep.is_some());
        let mut prospects = Prospects::of(self, Planner { question, monitor });
        for unit in swept {
            let job = &self.jobs[unit.job];
            let own = marks.filter(|_| self.is_signed(job)).map(|marks| job.marks(marks));
            let swept = job.sweep.as_ref().map(|prepared| {
                prospects.sweep(job.problem(), share(job), (prepared, &unit.part), own.as_deref(), keeper)
            });
            match swept.expect("these are swept") {
                Ok(tally) => {
                    answer.add_sweep(&tally);
                    answer.add_digest(tally.digest);
                    answer.add_solutions(tally.solutions * job.times);
                }
                Err(Refusal::Stopped) => {
                    answer.complete = false;
                    answer.left.push(unit);
                }
                Err(refusal) if !all => {
                    answer.why = Why::Refused(refusal);
                    if unit.part.is_whole() {
                        searched.push(unit);
                    } else {
                        // States that were split are no part of a tree.
                        answer.complete = false;
                        answer.left.push(unit);
                    }
                }
                Err(refusal) => match prospects.instead(refusal) {
                    Ok(plan) => return plan.run(monitor, visit.take()),
                    Err(Stopped) => {
                        answer.complete = false;
                        answer.left.push(unit);
                    }
                },
            }
        }
        if searched.is_empty() {
            return answer;
        }
        monitor.enter("searching");
        // Nobody knows how much smaller a tree becomes by looking ahead.
        let is_guessed = all && answer.sweep.is_none() && !config.ahead;
        monitor.expect(if is_guessed { self.nodes } else { f64::INFINITY });
        let sieve = question.sieve();
        let weighs: Vec<_> = self.jobs.iter().map(|job| self.sift(job, sieve.as_ref())).collect();
        let signs: Vec<_> = self.jobs.iter().map(|job| self.sign(job)).collect();
        let instead: Vec<usize> = { searched.iter() }
            .filter(|unit| self.jobs[unit.job].sweep.is_some())
            .map(|unit| unit.job)
            .collect();
        let jobs: Vec<cover::Job<'_>> = self
            .jobs
            .iter()
            .zip(weighs.iter().zip(&signs))
            .map(|(job, (weigh, sign))| cover::Job {
                problem: job.problem(),
                weigh: weigh.as_deref(),
                sign: sign.as_deref(),
                share: share(job),
                times: self.times(job),
            })
            .collect();
        // Random descents see too little of some trees: a search that costs many times what a sweep would is given up for it.
        let most = self.patience().filter(|_| all && visit.is_none());
        let config = &Config { nodes: most, ..config.clone() };
        let outcomes = match visit {
            None => cover::run(&jobs, searched, config, monitor, None),
            Some(visit) => {
                let sieve = sieve.as_ref();
                let mut translator = Translator { plan: self, sieve, steps: Vec::new(), options: Vec::new() };
                let mut visit = |job: usize, solution: &Solution| visit(&translator.found(job, solution));
                cover::run(&jobs, searched, config, monitor, Some(&mut visit))
            }
        };
        let mut go_on = false;
        if let Some(most) = most
            && !monitor.is_stopped()
            && outcomes.iter().any(|outcome| !outcome.complete)
        {
            let spent = most as f64 * self.price / self.nodes;
            match (Planner { question, monitor }).sweep_after(spent) {
                Ok(plan) if plan.method != Method::Search => {
                    monitor.start_over();
                    let swept = plan.run(monitor, None);
                    if swept.complete {
                        return swept;
                    }
                    // It was stopped, and what the search has found is still known.
                }
                Ok(_) => go_on = true,
                Err(Stopped) => {}
            }
        }
        for (number, (job, outcome)) in self.jobs.iter().zip(&outcomes).enumerate() {
            if job.sweep.is_some() && !instead.contains(&number) {
                continue;
            }
            if job.sweep.is_some() && !outcome.complete {
                // Parts of this tree would be taken for parts of the sweep: all of it is left.
                answer.complete = false;
                answer.left.push(Unit::whole(number));
                continue;
            }
            answer.add_search(outcome);
            answer.add_digest(outcome.digest);
            answer.add_solutions(BigUint::from(outcome.solutions) * self.times(job));
            answer.left.extend(outcome.left.iter().map(|part| Unit { job: number, part: part.clone() }));
        }
        if go_on {
            // There is no better way, after all.
            let left = std::mem::take(&mut answer.left);
            answer.complete = true;
            answer.search.iter_mut().for_each(|search| (search.complete, search.left) = (true, Vec::new()));
            answer.add(&self.run_units(left, monitor, None));
        }
        answer
    }

    /// Finds solutions in ways that cannot be divided into units.
    fn run_at_once(&self, mut answer: Answer, monitor: &Monitor, visit: Option<&mut Visit<'_>>) -> Answer {
        let question = self.question.as_ref().expect("there is a question to the answer");
        let problem = question.problem();
        let search = Search::with(problem, &question.config).monitor(monitor);
        let mut none = |_: &Found<'_>| ControlFlow::Continue(());
        let visit = visit.unwrap_or(&mut none);
        let mut options = Vec::new();
        let (marks, mut digest) = (self.marks(), Digest::ZERO);
        let mut visit = |solution: &Solution| {
            options.clear();
            options.extend(solution.options());
            options.sort_unstable();
            if let Some(marks) = marks {
                digest += product(marks, &options);
            }
            visit(&Found { steps: solution.steps(), options: &options })
        };
        let outcome = match question.what {
            What::Sample { number, seed } => search.sample(number, seed, visit),
            What::Some(quarry) => {
                monitor.enter("hunting for solutions");
                search.hunt(quarry, visit)
            }
            What::Each | What::Number => match Frontier::with(problem, &question.config, monitor).diagram() {
                Ok(diagram) => search.for_each_of(&diagram, &mut visit),
                Err(Refusal::Stopped) => Outcome::nothing(Engine::Frontier),
                Err(refusal) => {
                    answer.why = Why::Refused(refusal);
                    answer.method = Method::Search;
                    monitor.enter("searching");
                    search.for_each(&mut visit)
                }
            },
        };
        answer.add_search(&outcome);
        answer.add_digest(Some(digest));
        answer.add_solutions(outcome.solutions.into());
        answer
    }

    /// For how many each of the solutions stands that a search of this job counts.
    pub(crate) fn times(&self, job: &Job<'_>) -> u64 {
        if self.weighs_itself(job) { 1 } else { job.times }
    }

    /// Whether the solutions of a job count for different numbers.
    pub(crate) fn weighs_itself(&self, job: &Job<'_>) -> bool {
        matches!(&job.source, Source::Case(case, _) if !case.accepts_all())
    }

    /// For how much a solution of a job counts, if that is not always the same or some do not count at all.
    pub(crate) fn sift<'s>(
        &'s self,
        job: &'s Job<'a>,
        sieve: Option<&'s Sieve<'a>>,
    ) -> Option<Box<cover::Weigh<'s>>> {
        let weigh = self.weigh(job);
        let Some(sieve) = sieve else { return weigh };
        Some(Box::new(move |options| {
            let options: Vec<OptionId> = options.iter().map(|&option| job.of_source(option)).collect();
            let number = weigh.as_ref().map_or(1, |weigh| weigh(&options));
            if number > 0 && sieve.accepts(&job.source.whole(&options)) { number } else { 0 }
        }))
    }

    /// Finds all solutions, and then draws some of them, each as likely as any other.
    pub(crate) fn run_and_draw(
        &self,
        number: u64,
        seed: u64,
        monitor: &Monitor,
        visit: &mut Visit<'_>,
    ) -> Answer {
        let mut all: Vec<(Vec<Step>, Vec<OptionId>)> = Vec::new();
        let answer = self.run(
            monitor,
            Some(&mut |found| {
                all.push((found.steps.to_vec(), found.options.to_vec()));
                ControlFlow::Continue(())
            }),
        );
        let mut random = cover::Random::new(seed);
        for _ in 0..if answer.complete && !all.is_empty() { number } else { 0 } {
            let (steps, options) = &all[random.below(all.len() as u32) as usize];
            if visit(&Found { steps, options }).is_break() {
                break;
            }
        }
        answer
    }

    /// For how much a solution of a job counts, if that is not always the same.
    fn weigh<'s>(&'s self, job: &'s Job<'a>) -> Option<Box<cover::Weigh<'s>>> {
        let group = self.group.as_deref();
        match (&job.source, group) {
            (Source::Case(case, _), Some(group)) if !case.accepts_all() => {
                let total = job.times > 1;
                Some(Box::new(move |options| {
                    let whole = case.whole(options);
                    if !case.accepts(group, &whole) {
                        0
                    } else if total {
                        (group.order() / case.stabilizer(group, &whole).len()) as u64
                    } else {
                        1
                    }
                }))
            }
            (Source::Invariant(invariant), _) if !invariant.is_exact() => {
                Some(Box::new(move |options| u64::from(invariant.accepts(options))))
            }
            _ => None,
        }
    }
}

/// Turns the solutions of jobs into solutions of the whole problem.
struct Translator<'p, 'a> {
    plan: &'p Plan<'a>,
    sieve: Option<&'p Sieve<'a>>,
    steps: Vec<Step>,
    options: Vec<OptionId>,
}

impl Translator<'_, '_> {
    fn found(&mut self, job: usize, solution: &Solution) -> Found<'_> {
        let job = &self.plan.jobs[job];
        self.steps.clear();
        match &job.source {
            Source::Whole(_) => self.steps.extend(
                solution
                    .steps()
                    .iter()
                    .map(|step| Step { option: step.option.map(|option| job.of_source(option)), ..*step }),
            ),
            Source::Case(case, _) => self.steps.extend(solution.steps().iter().map(|step| Step {
                option: step.option.map(|option| case.options[job.of_source(option).0 as usize]),
                ..*step
            })),
            Source::Invariant(invariant) => {
                let options: Vec<OptionId> = solution.options().collect();
                self.steps
                    .extend(at_once(&job.source.whole(&options), |option| invariant.first_item(option)));
            }
        }
        self.options.clear();
        self.options.extend(self.steps.iter().filter_map(|step| step.option));
        self.options.sort_unstable();
        // Of a class, a solution is shown that meets the condition.
        if let Some(image) = self.sieve.and_then(|sieve| sieve.fitting(&self.options)) {
            let problem = self.plan.question.as_ref().expect("there is a question to the answer").problem();
            self.steps = at_once(&image, |option| problem.option(option)[0].item).collect();
            self.options = image;
        }
        Found { steps: &self.steps, options: &self.options }
    }
}

/// The steps of a solution that was not found step by step: each option counts as one branch of one.
pub(crate) fn at_once(
    options: &[OptionId],
    first_item: impl Fn(OptionId) -> ItemId,
) -> impl Iterator<Item = Step> {
    let step = move |option| Step { item: first_item(option), option: Some(option), choice: 1, degree: 1 };
    options.iter().copied().map(step)
}
