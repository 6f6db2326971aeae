//! How a question is answered: by which method, in which units, why, and at what expected price.
//!
//! Whatever the method, the answer is a sum over jobs, each a problem whose solutions are searched or swept and count so
//! many times, divided by a number: one job for all solutions, a job for each case of a [`Reduction`] for one solution of
//! each class, a job for each kind of symmetry for Burnside's lemma.

use crate::answer::Answer;
use crate::cost::{self, MOMENT, Size};
use crate::group::Group;
use crate::invariant::Invariant;
use crate::packing::Packing;
use crate::question::{Question, Subject, What, Which};
use crate::reasons::Reason;
use crate::reduce::{Case, Reduction};
use polydlx_cover::{
    self as cover, BigUint, Config, Engine, Frontier, Monitor, OptionId, Outcome, Prepared, Problem, Refusal,
    Search, Solution, Step, Stopped, Unit,
};
use std::borrow::Cow;
use std::ops::ControlFlow;

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
    /// The search tree has about so many nodes, and a sweep is cheaper.
    SweepIsCheaper(f64),
    /// The search tree has about so many nodes, and a sweep would not do.
    SearchIsCheaper(f64, Refusal),
    /// What was asked for is not possible.
    Refused(Refusal),
    /// It was stopped before it was decided.
    Stopped,
}

/// A plan.
#[derive(Debug)]
pub struct Plan<'a> {
    question: Option<Question<'a>>,
    /// How the answer is found.
    pub method: Method,
    /// Why.
    pub why: Why,
    /// What it costs, about, in nanoseconds of one thread; infinite if nobody knows.
    pub price: f64,
    /// How the puzzle was split into cases, in words.
    pub report: Vec<String>,
    /// The order of the group that was made use of.
    pub symmetries: usize,
    group: Option<Cow<'a, Group>>,
    jobs: Vec<Job<'a>>,
    divisor: u64,
    proofs: Vec<Reason>,
    /// What a sweep may cost at most, before the search is cheaper.
    sweep_budget: f64,
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
struct Job<'a> {
    source: Source<'a>,
    /// For how much each of its solutions counts.
    times: u64,
    /// Whether it is swept, and what is prepared for that.
    sweep: Option<Option<Prepared>>,
    price: f64,
}

#[derive(Debug)]
enum Source<'a> {
    Whole(&'a Problem),
    Case(Case),
    Invariant(Invariant),
}

impl<'a> Job<'a> {
    fn search(source: Source<'a>, times: u64, price: f64) -> Self {
        Self { source, times, sweep: None, price }
    }

    fn sweep(source: Source<'a>, times: u64, prepared: Option<Prepared>) -> Self {
        Self { source, times, sweep: Some(prepared), price: 1.0 }
    }

    fn problem(&self) -> &Problem {
        match &self.source {
            Source::Whole(problem) => problem,
            Source::Case(case) => &case.problem,
            Source::Invariant(invariant) => &invariant.problem,
        }
    }

    /// The options of the whole problem that an option stands for.
    fn members(&self, option: OptionId) -> &[OptionId] {
        match &self.source {
            Source::Whole(_) => unreachable!("options of the whole problem stand for themselves"),
            Source::Case(case) => std::slice::from_ref(&case.options[option.0 as usize]),
            Source::Invariant(invariant) => &invariant.members[option.0 as usize],
        }
    }
}

impl<'a> Plan<'a> {
    pub(crate) fn new(question: &Question<'a>, monitor: &Monitor) -> Result<Self, Stopped> {
        Planner { question, monitor }.plan()
    }

    fn empty(method: Method, why: Why) -> Self {
        Self {
            question: None,
            method,
            why,
            price: 0.0,
            report: Vec::new(),
            symmetries: 1,
            group: None,
            jobs: Vec::new(),
            divisor: 1,
            proofs: Vec::new(),
            sweep_budget: f64::INFINITY,
        }
    }

    /// The units that make up the work.
    pub fn units(&self) -> Vec<Unit> {
        (0..self.jobs.len()).map(Unit::whole).collect()
    }

    /// Does all of it.
    pub fn run(&self, monitor: &Monitor, visit: Option<&mut Visit<'_>>) -> Answer {
        self.run_units(self.units(), monitor, visit)
    }

    /// Does some units. The answers of units that together are all of the plan's add up to the answer of the question.
    pub fn run_units(
        &self,
        units: Vec<Unit>,
        monitor: &Monitor,
        mut visit: Option<&mut Visit<'_>>,
    ) -> Answer {
        let mut answer = Answer::new(self.method, self.why, self.divisor);
        answer.proofs.clone_from(&self.proofs);
        answer.report.clone_from(&self.report);
        answer.symmetries = self.symmetries;
        let Some(question) = &self.question else { return answer };
        let config = &question.config;
        if self.method == Method::Diagram {
            return self.run_diagram(answer, monitor, visit);
        }
        let prices: f64 = self.jobs.iter().map(|job| job.price).sum();
        let share = |job: &Job<'_>| job.price / prices;
        let (swept, searched): (Vec<Unit>, Vec<Unit>) =
            units.into_iter().partition(|unit| self.jobs[unit.job].sweep.is_some());
        let mut to_search = searched;
        for unit in swept {
            let job = &self.jobs[unit.job];
            match self.run_sweep(job, share(job), config, monitor) {
                Ok(tally) => {
                    answer.add_sweep(&tally);
                    answer.add_solutions(tally.solutions * job.times);
                }
                Err(Refusal::Stopped) => {
                    answer.complete = false;
                    answer.left.push(unit);
                }
                Err(refusal) => match self.replanned(refusal, monitor) {
                    Some(Ok(plan)) => return plan.run(monitor, visit.take()),
                    Some(Err(Stopped)) => {
                        answer.complete = false;
                        answer.left.push(unit);
                    }
                    None => {
                        answer.why = Why::Refused(refusal);
                        answer.method = Method::Search;
                        to_search.push(unit);
                    }
                },
            }
        }
        if to_search.is_empty() {
            return answer;
        }
        monitor.enter("searching");
        let weighs: Vec<_> = self.jobs.iter().map(|job| self.weigh(job)).collect();
        let jobs: Vec<cover::Job<'_>> = self
            .jobs
            .iter()
            .zip(&weighs)
            .map(|(job, weigh)| cover::Job {
                problem: job.problem(),
                weigh: weigh.as_deref(),
                share: share(job),
            })
            .collect();
        let outcomes = match visit {
            None => cover::run(&jobs, to_search, config, monitor, None),
            Some(visit) => {
                let mut translator = Translator { plan: self, steps: Vec::new(), options: Vec::new() };
                let mut visit = |job: usize, solution: &Solution| visit(&translator.found(job, solution));
                cover::run(&jobs, to_search, config, monitor, Some(&mut visit))
            }
        };
        for (number, (job, outcome)) in self.jobs.iter().zip(&outcomes).enumerate() {
            if job.sweep.is_some() && outcome.nodes == 0 {
                continue;
            }
            answer.add_search(outcome);
            let times = if self.weighs_itself(job) { 1 } else { job.times };
            answer.add_solutions(BigUint::from(outcome.solutions) * times);
            answer.left.extend(outcome.left.iter().map(|part| Unit { job: number, part: part.clone() }));
        }
        answer
    }

    fn run_sweep(
        &self,
        job: &Job<'_>,
        share: f64,
        config: &Config,
        monitor: &Monitor,
    ) -> Result<cover::Tally, Refusal> {
        let frontier =
            Frontier::with(job.problem(), config, monitor).allow(cost::allow(self.sweep_budget)).share(share);
        match job.sweep.as_ref().and_then(Option::as_ref) {
            Some(prepared) => frontier.count_from(prepared),
            None => frontier.count(),
        }
    }

    /// Another plan, if a sweep turned out to be too expensive, or impossible, and there is one.
    fn replanned(&self, refusal: Refusal, monitor: &Monitor) -> Option<Result<Self, Stopped>> {
        let question = self.question.as_ref()?;
        let planner = Planner { question, monitor };
        match self.why {
            Why::SweepIsCheaper(_) => Some(planner.after_refusal(refusal)),
            Why::Asked => Some(planner.search(Why::Refused(refusal))),
            _ => None,
        }
    }

    fn run_diagram(&self, mut answer: Answer, monitor: &Monitor, visit: Option<&mut Visit<'_>>) -> Answer {
        let question = self.question.as_ref().expect("there is a question to the answer");
        let problem = question.problem();
        let search = Search::with(problem, &question.config).monitor(monitor);
        let mut none = |_: &Found<'_>| ControlFlow::Continue(());
        let visit = visit.unwrap_or(&mut none);
        let mut options = Vec::new();
        let mut visit = |solution: &Solution| {
            options.clear();
            options.extend(solution.options());
            options.sort_unstable();
            visit(&Found { steps: solution.steps(), options: &options })
        };
        let outcome = match question.what {
            What::Sample { number, seed } => search.sample(number, seed, visit),
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
        answer.add_solutions(outcome.solutions.into());
        answer
    }

    /// Whether the solutions of a job count for different numbers.
    fn weighs_itself(&self, job: &Job<'_>) -> bool {
        matches!(&job.source, Source::Case(case) if !case.accepts_all())
    }

    /// For how much a solution of a job counts, if that is not always the same.
    fn weigh<'s>(&'s self, job: &'s Job<'a>) -> Option<Box<dyn Fn(&[OptionId]) -> u64 + Sync + 's>> {
        let group = self.group.as_deref();
        match (&job.source, group) {
            (Source::Case(case), Some(group)) if !case.accepts_all() => {
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
    steps: Vec<Step>,
    options: Vec<OptionId>,
}

impl Translator<'_, '_> {
    fn found(&mut self, job: usize, solution: &Solution) -> Found<'_> {
        let job = &self.plan.jobs[job];
        self.steps.clear();
        match &job.source {
            Source::Whole(_) => self.steps.extend_from_slice(solution.steps()),
            Source::Case(case) => self.steps.extend(solution.steps().iter().map(|step| Step {
                option: step.option.map(|option| case.options[option.0 as usize]),
                ..*step
            })),
            // These were not found step by step: each option counts as one branch of one.
            Source::Invariant(invariant) => {
                let mut options: Vec<OptionId> =
                    solution.options().flat_map(|option| job.members(option)).copied().collect();
                options.sort_unstable();
                self.steps.extend(options.into_iter().map(|option| Step {
                    item: invariant.first_item(option),
                    option: Some(option),
                    choice: 1,
                    degree: 1,
                }));
            }
        }
        self.options.clear();
        self.options.extend(self.steps.iter().filter_map(|step| step.option));
        self.options.sort_unstable();
        Found { steps: &self.steps, options: &self.options }
    }
}

/// Finds a plan.
struct Planner<'q, 'a> {
    question: &'q Question<'a>,
    monitor: &'q Monitor,
}

/// The part of the price of a search that may be spent on finding out that a sweep is no better.
const TRY: f64 = 0.3;

impl<'a> Planner<'_, 'a> {
    fn plan(&self) -> Result<Plan<'a>, Stopped> {
        self.monitor.enter("getting ready");
        let Question { what, config, .. } = self.question;
        if config.limit.is_none()
            && let Some(proofs) = self.proofs(f64::INFINITY, false)?
        {
            return Ok(self.proved(proofs));
        }
        match (self.question.method, what) {
            (Some(Method::Search), What::Number) => return self.search(Why::Asked),
            (Some(Method::Sweep), What::Number) => return self.sweep_at_any_price(),
            _ => {}
        }
        match (what, config.engine, self.question.which) {
            (What::Sample { .. }, ..) | (What::Each, Engine::Frontier, Which::All) => {
                Ok(Plan { price: f64::INFINITY, ..self.empty(Method::Diagram, Why::Asked) })
            }
            (What::Number, Engine::Frontier, _) if config.limit.is_none() => self.sweep_at_any_price(),
            (What::Number, Engine::Auto, _) if config.limit.is_none() => self.quickest(),
            (_, Engine::Auto, _) => {
                let size = self.size()?;
                match self.proofs(size.price, true)? {
                    Some(proofs) => Ok(self.proved(proofs)),
                    None => self.search(Why::Asked),
                }
            }
            _ => self.search(Why::Asked),
        }
    }

    fn empty(&self, method: Method, why: Why) -> Plan<'a> {
        Plan { question: Some(self.question.clone()), ..Plan::empty(method, why) }
    }

    /// The size of the search through the whole puzzle.
    fn size(&self) -> Result<Size, Stopped> {
        self.monitor.enter("estimating");
        Size::of(self.question.problem(), &self.question.config, self.monitor)
    }

    /// Proofs that there is no solution: those that are cheap to find, or those that a search of some price is worth.
    fn proofs(&self, price: f64, colorings: bool) -> Result<Option<Vec<Reason>>, Stopped> {
        let Subject::Packing(packing) = self.question.subject else { return Ok(None) };
        let proofs =
            if colorings { packing.coloring_proofs(price, self.monitor)? } else { packing.counting_proofs() };
        Ok(if proofs.is_empty() { None } else { Some(proofs) })
    }

    fn proved(&self, proofs: Vec<Reason>) -> Plan<'a> {
        Plan { proofs, ..Plan::empty(Method::Proof, Why::Proved) }
    }

    /// The cheapest way to count.
    fn quickest(&self) -> Result<Plan<'a>, Stopped> {
        let size = self.size()?;
        if size.price < self.question.moment {
            return self.search(Why::Small(size.nodes));
        }
        if let Some(proofs) = self.proofs(size.price, true)? {
            return Ok(self.proved(proofs));
        }
        match self.question.which {
            Which::All => {
                // A search up to symmetry may be cheaper, but not by more than the symmetries of the region.
                let symmetries = match self.question.subject {
                    Subject::Packing(packing) => packing.most_symmetries(),
                    Subject::Problem(_) => 1,
                };
                let least = size.price / symmetries as f64;
                let budget = if symmetries == 1 { least } else { TRY * least };
                match self.whole_sweep(budget) {
                    Ok(plan) => {
                        Ok(Plan { why: Why::SweepIsCheaper(size.nodes), sweep_budget: least, ..plan })
                    }
                    Err(Refusal::Stopped) => Err(Stopped),
                    Err(refusal) if symmetries == 1 => self.search(Why::SearchIsCheaper(size.nodes, refusal)),
                    Err(refusal) => self.after_refusal(refusal),
                }
            }
            Which::UpTo(_) => self.classes(),
            Which::Invariant(group, subgroup) => {
                let invariant = self.invariant(group, subgroup)?;
                let problem_size = Size::of(&invariant.problem, &self.question.config, self.monitor)?;
                if invariant.is_exact() && problem_size.price >= self.question.moment {
                    match self.prepare(&invariant.problem, problem_size.price) {
                        Ok(prepared) => {
                            let job = Job::sweep(Source::Invariant(invariant), 1, Some(prepared));
                            let why = Why::SweepIsCheaper(problem_size.nodes);
                            let plan = self.empty(Method::Sweep, why);
                            return Ok(Plan { jobs: vec![job], sweep_budget: problem_size.price, ..plan });
                        }
                        Err(Refusal::Stopped) => return Err(Stopped),
                        Err(refusal) => {
                            return self.search(Why::SearchIsCheaper(problem_size.nodes, refusal));
                        }
                    }
                }
                self.search(Why::Small(problem_size.nodes))
            }
        }
    }

    /// The cheapest way to count, after a sweep was refused, which may say what it would cost.
    fn after_refusal(&self, refusal: Refusal) -> Result<Plan<'a>, Stopped> {
        if matches!(self.question.which, Which::UpTo(_)) {
            return self.search_known(refusal);
        }
        let search = self.search(Why::Asked)?;
        let (price, nodes) = (search.price, search.nodes());
        if let Refusal::Work(forecast) = refusal
            && (forecast as f64) < price
        {
            match self.whole_sweep(price) {
                // Should this be refused as well, the search is the next plan.
                Ok(plan) => return Ok(Plan { why: Why::SweepIsCheaper(nodes), sweep_budget: price, ..plan }),
                Err(Refusal::Stopped) => return Err(Stopped),
                Err(_) => {}
            }
        }
        Ok(Plan { why: Why::SearchIsCheaper(nodes, refusal), ..search })
    }

    fn search_known(&self, refusal: Refusal) -> Result<Plan<'a>, Stopped> {
        let search = self.search(Why::Asked)?;
        Ok(Plan { why: Why::SearchIsCheaper(search.nodes(), refusal), ..search })
    }

    /// The cheapest way to count classes.
    fn classes(&self) -> Result<Plan<'a>, Stopped> {
        let search = self.search(Why::Asked)?;
        let (price, nodes) = (search.price, search.nodes());
        if price < self.question.moment {
            return Ok(Plan { why: Why::Small(nodes), ..search });
        }
        match self.sweeps(&search, price) {
            Ok(plan) => Ok(Plan { why: Why::SweepIsCheaper(nodes), sweep_budget: price, ..plan }),
            Err(Refusal::Stopped) => Err(Stopped),
            Err(refusal) => Ok(Plan { why: Why::SearchIsCheaper(nodes, refusal), ..search }),
        }
    }

    /// Sweeps whatever they cost.
    fn sweep_at_any_price(&self) -> Result<Plan<'a>, Stopped> {
        let plan = match self.question.which {
            Which::All => self.whole_sweep(f64::INFINITY),
            Which::UpTo(_) => {
                let search = self.search(Why::Asked)?;
                self.sweeps(&search, f64::INFINITY)
            }
            Which::Invariant(group, subgroup) => {
                let invariant = self.invariant(group, subgroup)?;
                if invariant.is_exact() {
                    self.prepare(&invariant.problem, f64::INFINITY).map(|prepared| {
                        let job = Job::sweep(Source::Invariant(invariant), 1, Some(prepared));
                        Plan { jobs: vec![job], ..self.empty(Method::Sweep, Why::Asked) }
                    })
                } else {
                    Err(Refusal::TooManyCarried)
                }
            }
        };
        match plan {
            Ok(plan) => Ok(Plan { why: Why::Asked, ..plan }),
            Err(Refusal::Stopped) => Err(Stopped),
            Err(refusal) => self.search(Why::Refused(refusal)),
        }
    }

    fn prepare(&self, problem: &Problem, budget: f64) -> Result<Prepared, Refusal> {
        Frontier::with(problem, &self.question.config, self.monitor).allow(cost::allow(budget)).prepare()
    }

    /// One sweep for all solutions.
    fn whole_sweep(&self, budget: f64) -> Result<Plan<'a>, Refusal> {
        let problem = self.question.problem();
        let prepared = self.prepare(problem, budget)?;
        let job = Job::sweep(Source::Whole(problem), 1, Some(prepared));
        Ok(Plan { jobs: vec![job], price: f64::INFINITY, ..self.empty(Method::Sweep, Why::Asked) })
    }

    /// Sweeps for the number of classes: of the cases, if all their solutions count, or else by Burnside's lemma.
    fn sweeps(&self, search: &Plan<'a>, budget: f64) -> Result<Plan<'a>, Refusal> {
        let Which::UpTo(group) = self.question.which else { return Err(Refusal::TooManyCarried) };
        let is_case = |job: &Job<'_>| matches!(&job.source, Source::Case(case) if case.accepts_all());
        let mut left = budget;
        if search.jobs.iter().all(is_case) {
            let mut jobs = Vec::new();
            for job in &search.jobs {
                let Source::Case(case) = &job.source else { continue };
                let prepared = self.prepare(&case.problem, left)?;
                left -= prepared.price(&cost::allow(0.0));
                jobs.push(Job::sweep(Source::Case(case.clone()), 1, Some(prepared)));
            }
            let plan = self.empty(Method::Sweep, Why::Asked);
            let (report, symmetries) = (search.report.clone(), search.symmetries);
            return Ok(Plan { jobs, report, symmetries, price: f64::INFINITY, ..plan });
        }
        let Subject::Packing(packing) = self.question.subject else { return Err(Refusal::TooManyCarried) };
        let mut jobs = Vec::new();
        for (subgroup, times) in group.cyclic_subgroups() {
            let invariant = Invariant::watched(packing, group, &subgroup, self.monitor)?;
            let size = Size::of(&invariant.problem, &self.question.config, self.monitor)?;
            // What is fixed by more than the identity is often found by a glance.
            let swept = invariant.is_exact() && (size.price >= self.question.moment || budget.is_infinite());
            if swept {
                let prepared = self.prepare(&invariant.problem, left)?;
                left -= prepared.price(&cost::allow(0.0));
                jobs.push(Job::sweep(Source::Invariant(invariant), times, Some(prepared)));
            } else {
                left -= size.price;
                jobs.push(Job::search(Source::Invariant(invariant), times, size.price));
            }
            if left < 0.0 {
                return Err(Refusal::Work(budget as u64));
            }
        }
        let divisor = group.order() as u64;
        let plan = self.empty(Method::Burnside, Why::Asked);
        Ok(Plan { jobs, divisor, symmetries: group.order(), price: f64::INFINITY, ..plan })
    }

    /// A search; where it pays, and nobody wants another tree, one solution of each class stands for all.
    fn search(&self, why: Why) -> Result<Plan<'a>, Stopped> {
        let Question { subject, which, what, config, .. } = self.question;
        let whole = self.question.problem();
        let plan = self.empty(Method::Search, why);
        let free = config.engine == Engine::Auto || matches!(why, Why::Refused(_));
        match (subject, *which) {
            (Subject::Packing(packing), Which::All)
                if *what == What::Number
                    && config.limit.is_none()
                    && free
                    && !matches!(why, Why::Small(_)) =>
            {
                self.monitor.enter("looking for symmetries");
                let group = Group::watched(packing, self.monitor)?;
                if group.order() == 1 {
                    return self.whole_search(plan, whole);
                }
                let times = group.order() as u64;
                self.cases(plan, packing, Cow::Owned(group), times)
            }
            (Subject::Packing(packing), Which::UpTo(group)) => {
                self.cases(plan, packing, Cow::Borrowed(group), 1)
            }
            (Subject::Packing(_), Which::Invariant(group, subgroup)) => {
                let invariant = self.invariant(group, subgroup)?;
                let size = Size::within(&invariant.problem, config, self.monitor, MOMENT)?;
                let job = Job::search(Source::Invariant(invariant), 1, size.price.max(1.0));
                Ok(Plan { price: size.price, jobs: vec![job], ..plan })
            }
            _ => self.whole_search(plan, whole),
        }
    }

    fn whole_search(&self, plan: Plan<'a>, whole: &'a Problem) -> Result<Plan<'a>, Stopped> {
        let size = Size::within(whole, &self.question.config, self.monitor, MOMENT)?;
        let job = Job::search(Source::Whole(whole), 1, size.price.max(1.0));
        Ok(Plan { price: size.price, jobs: vec![job], ..plan })
    }

    /// A search through the cases of a reduction.
    fn cases(
        &self,
        plan: Plan<'a>,
        packing: &Packing<'a>,
        group: Cow<'a, Group>,
        times: u64,
    ) -> Result<Plan<'a>, Stopped> {
        self.monitor.enter("splitting into cases, up to symmetry");
        let reduction = Reduction::watched(packing, &group, self.monitor)?;
        self.monitor.enter("estimating");
        let mut jobs = Vec::new();
        let mut sum = 0.0;
        let number = reduction.cases.len();
        for (at, case) in reduction.cases.into_iter().enumerate() {
            // There may be many cases, all alike: a few of them tell enough.
            let price = if at < 8 || number <= 64 {
                let budget = if number <= 8 { f64::INFINITY } else { MOMENT };
                Size::within(&case.problem, &self.question.config, self.monitor, budget)?.price.max(1.0)
            } else {
                sum / at as f64
            };
            sum += price;
            jobs.push(Job::search(Source::Case(case), times, price));
        }
        let symmetries = group.order();
        Ok(Plan { price: sum, report: reduction.report, symmetries, group: Some(group), jobs, ..plan })
    }

    fn invariant(&self, group: &Group, subgroup: &[usize]) -> Result<Invariant, Stopped> {
        let Subject::Packing(packing) = self.question.subject else {
            unreachable!("a group belongs to a packing")
        };
        Invariant::watched(packing, group, subgroup, self.monitor)
    }
}

impl Plan<'_> {
    /// The number of nodes of a search, about.
    fn nodes(&self) -> f64 {
        let engine = self.question.as_ref().map_or(Engine::Auto, |question| question.config.engine);
        self.jobs.iter().map(|job| job.price / cost::node(job.problem(), engine)).sum()
    }
}
