//! From a question to a plan: the cheapest way that can be found at a small part of its price.
//!
//! First what costs next to nothing: proofs by counting, a search that is over in a moment, a sweep with few shapes. Then
//! the [`Prospects`] of a search are looked at, each step costing more than the one before and telling more, and only as
//! far as the sweep at hand gives reason to. A sweep is given up only for something cheaper than what is left of it.

use crate::cost::{self, CLOSER, EARLY, GUESS, Size};
use crate::group::Group;
use crate::invariant::Invariant;
use crate::packing::Packing;
use crate::plan::{Job, Method, Plan, Source, Why};
use crate::question::{Question, Subject, What, Which};
use crate::reasons::Reason;
use crate::reduce::{Case, Reduction};
use polydlx_cover::{
    Branch, Digest, Engine, Frontier, Keeper, Monitor, Part, Prepared, Problem, Quarry, Refusal, Stopped,
    Tally,
};
use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

/// How many times as much work is worth another look for a proof.
const AGAIN: f64 = 4.0;

/// A sweep is given up if what is left of it costs so many times as much as a search, by guess: the price of a search is
/// guessed too low, as a rule.
const CLEAR: f64 = 1.3;

/// Of so many cases of a search the size is guessed.
const LOOKS: usize = 8;

/// A search must cost so many times as much to be worth looking for options that no solution has.
const PRUNING: f64 = 15.0;

/// If a search costs more than this, half a minute, some solutions are better hunted for, if they are few.
const HUNT: f64 = 3e10;
const FEW: u64 = 1000;
/// What a hunt is thought to cost: a few seconds.
const LUCK: f64 = 3e9;

/// Finds a plan.
#[derive(Clone, Copy)]
pub(crate) struct Planner<'q, 'a> {
    pub(crate) question: &'q Question<'a>,
    pub(crate) monitor: &'q Monitor,
}

/// What there is beside a sweep, found out step by step, and only as far as the sweep gives reason to.
pub(crate) struct Prospects<'q, 'a> {
    pub(crate) planner: Planner<'q, 'a>,
    /// What a sweep may cost, as far as is known.
    pub(crate) budget: f64,
    /// What it may cost at any rate.
    least: f64,
    /// The size of the search without symmetry.
    size: Option<Size>,
    /// A proof that there is nothing to be found, and what work it has been looked for to save.
    proofs: Option<Vec<Reason>>,
    sought: f64,
    /// The search up to symmetry.
    search: Option<Sketch<'a>>,
    stopped: bool,
}

/// A search of which is known what it costs: its cases are made when it is sure that they are searched.
#[derive(Debug)]
pub(crate) struct Sketch<'a> {
    plan: Plan<'a>,
    cases: Vec<Draft>,
    /// For how much each solution of a case counts.
    times: u64,
}

/// A case of it.
#[derive(Debug)]
struct Draft {
    case: Case,
    /// Its problem, without options that no solution has, if somebody has looked at it.
    problem: Option<Problem>,
    /// What it seems to cost as a part of the search, and what cases seem to cost where some were looked at.
    usual: f64,
    price: f64,
}

impl<'q, 'a> Prospects<'q, 'a> {
    pub(crate) fn new(planner: Planner<'q, 'a>, budget: f64) -> Self {
        Self {
            planner,
            budget,
            least: budget,
            size: None,
            proofs: None,
            sought: 0.0,
            search: None,
            stopped: false,
        }
    }

    /// What was found out when a plan to sweep was made.
    pub(crate) fn of(plan: &Plan<'a>, planner: Planner<'q, 'a>) -> Self {
        let search = plan.search.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (search, size) = (search.map(|search| *search), plan.size);
        Self {
            size,
            search,
            sought: plan.sought,
            budget: plan.sweep_budget,
            ..Self::new(planner, plan.sweep_least)
        }
    }

    /// Finds the shapes of a sweep, as long as nothing else is cheaper.
    pub(crate) fn prepare(&mut self, problem: &Problem) -> Result<Prepared, Refusal> {
        let symmetries = self.planner.symmetries()?;
        self.asked(problem, |frontier| frontier.symmetries(&symmetries).prepare())
    }

    /// The same for the whole problem. When the shapes are known, a proof may be worth more than it seemed to be.
    fn prepare_whole(&mut self, problem: &Problem) -> Result<Prepared, Refusal> {
        let prepared = self.prepare(problem)?;
        let forecast = prepared.forecast(&cost::allow(0.0));
        self.prove(forecast)?;
        if self.proofs.is_some() { Err(Refusal::Work(forecast as u64)) } else { Ok(prepared) }
    }

    /// Sweeps, as long as nothing else is cheaper than what is left of it.
    pub(crate) fn sweep(
        &mut self,
        problem: &Problem,
        share: f64,
        (prepared, part): (&Prepared, &Part),
        marks: Option<&[Digest]>,
        keeper: Option<&dyn Keeper>,
    ) -> Result<Tally, Refusal> {
        self.asked(problem, |frontier| {
            let frontier = frontier.share(share);
            let frontier = if let Some(marks) = marks { frontier.marks(marks) } else { frontier };
            let frontier = if let Some(keeper) = keeper { frontier.keeper(keeper) } else { frontier };
            frontier.count_part(prepared, part)
        })
    }

    /// Lets a sweep work that asks the prospects when it becomes expensive.
    fn asked<T>(
        &mut self,
        problem: &Problem,
        work: impl FnOnce(Frontier<'_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let Planner { question, monitor } = self.planner;
        let allowance = cost::allow(self.budget);
        // However dear the search is, a sweep that costs much more than it seemed to may be worth another look for a proof.
        let from = if self.budget.is_finite() { AGAIN * self.sought.max(EARLY) } else { f64::INFINITY };
        let prospects = Mutex::new(self);
        let decide =
            |forecast: f64| prospects.lock().unwrap_or_else(PoisonError::into_inner).decide(forecast);
        work(Frontier::with(problem, &question.config, monitor).allow(allowance).ask(from, &decide))
    }

    /// A sweep will cost so much: what may it cost?
    pub(crate) fn decide(&mut self, forecast: f64) -> f64 {
        if let Err(Stopped) = self.look_further(forecast) {
            self.stopped = true;
        }
        self.budget
    }

    /// First the size of the search is guessed, and what symmetry makes of it, as a rule. A proof that there is nothing to
    /// be found may be worth looking for. If that does not decide it, the search is planned.
    fn look_further(&mut self, forecast: f64) -> Result<(), Stopped> {
        let Question { which, config, .. } = self.planner.question;
        if config.engine != Engine::Auto {
            return Ok(());
        }
        // What was so much more than an early forecast that nobody looked closer may be less than a later one.
        if self.search.is_none() && self.size.is_none_or(|size| size.is_rough) {
            self.planner.monitor.enter("estimating");
            let problem = self.planner.question.problem();
            let symmetries = match (self.planner.question.subject, which) {
                (_, Which::UpTo(group)) => group.order(),
                (Subject::Packing(packing), Which::All) => packing.most_symmetries(),
                _ => 1,
            };
            let gain = cost::gain(symmetries);
            let enough = (f64::INFINITY, gain * forecast);
            let size = Size::guess(problem, config, self.planner.monitor, enough)?;
            self.size = Some(size);
            // To plan the search costs something, too, and in vain if it is not done.
            let search = CLEAR * size.price / gain + 2.0 * cost::planning(problem);
            self.budget = self.least.max(search);
        }
        self.prove(forecast)?;
        if self.proofs.is_some() {
            self.budget = 0.0;
            return Ok(());
        }
        // A plan tells more than a guess, most of all if there are many symmetries, and costs some hundredths of the search.
        let closer = (self.budget / 2.0).max(CLOSER * cost::planning(self.planner.question.problem()));
        if forecast > closer.min(2.0 * cost::LOOK_WORTH) && self.search.is_none() {
            let search = self.search()?;
            self.budget = self.least.max(CLEAR * search.plan.price);
            self.search = Some(search);
        }
        Ok(())
    }

    /// Looks for a proof that there is nothing to be found, if a sweep will cost so much: again, if that is much more than it
    /// seemed to be before. It is not worth more than the search.
    fn prove(&mut self, forecast: f64) -> Result<(), Stopped> {
        let saving = forecast.min(self.budget);
        if self.proofs.is_none() && saving > AGAIN * self.sought {
            self.sought = saving;
            self.proofs = self.planner.coloring_proofs(saving)?;
        }
        Ok(())
    }

    fn search(&self) -> Result<Sketch<'a>, Stopped> {
        self.planner.sketch(Why::Asked, self.size.unwrap_or(Size::UNKNOWN))
    }

    /// What to do instead of a sweep that was refused.
    pub(crate) fn instead(&mut self, refusal: Refusal) -> Result<Plan<'a>, Stopped> {
        if self.stopped || refusal == Refusal::Stopped {
            return Err(Stopped);
        }
        self.look_further(f64::INFINITY)?;
        if let Some(proofs) = self.proofs.take() {
            return Ok(self.planner.proved(proofs));
        }
        let search = match self.search.take() {
            Some(search) => search,
            None => self.search()?,
        };
        let search = self.planner.finish(search)?;
        let why = match self.planner.question.config.engine {
            Engine::Auto => Why::SearchIsCheaper(search.nodes, refusal),
            _ => Why::Refused(refusal),
        };
        Ok(Plan { why, ..search })
    }

    /// A plan to sweep, with why, and what is known of anything else.
    fn preferred(self, plan: Plan<'a>) -> Plan<'a> {
        let why = match (&self.search, self.size) {
            (Some(search), _) => Why::SweepIsCheaper(search.plan.nodes),
            (None, Some(size)) => Why::SweepIsCheaper(size.nodes),
            (None, None) => Why::SweepIsSmall,
        };
        let search = Mutex::new(self.search.map(Box::new));
        let (sweep_budget, sweep_least) = (self.budget, self.least);
        Plan { why, sweep_budget, sweep_least, sought: self.sought, size: self.size, search, ..plan }
    }
}

impl<'a> Planner<'_, 'a> {
    pub(crate) fn plan(&self) -> Result<Plan<'a>, Stopped> {
        self.monitor.enter("getting ready");
        let Question { what, config, .. } = self.question;
        let all = config.limit.is_none();
        if all && let Some(proofs) = self.counting_proofs() {
            return Ok(self.proved(proofs));
        }
        match (self.question.method, what) {
            (Some(Method::Search), What::Number) => {
                let size = Size::of(self.question.problem(), config, self.monitor)?;
                return self.search(Why::Asked, size);
            }
            (Some(Method::Sweep), What::Number) => return self.sweep_at_any_price(),
            _ => {}
        }
        match (what, config.engine, self.question.which) {
            (What::Sample { .. }, ..) | (What::Each, Engine::Frontier, Which::All) => {
                Ok(Plan { price: f64::INFINITY, ..self.empty(Method::Diagram, Why::Asked) })
            }
            (What::Some(Quarry { orderly: false, .. }), _, Which::All) => Ok(self.hunt(Why::Asked)),
            (What::Number, Engine::Frontier, _) if all => self.sweep_at_any_price(),
            (What::Number, Engine::Auto, Which::UpTo(group)) if all => self.classes(group, EARLY),
            (What::Number, Engine::Auto, _) if all => self.cheapest(EARLY),
            (_, Engine::Auto, _)
                if matches!(self.question.subject, Subject::Packing(_)) || matches!(what, What::Some(_)) =>
            {
                let enough = if matches!(what, What::Some(_)) { HUNT } else { f64::INFINITY };
                let size = Size::of_some(self.question.problem(), config, self.monitor, enough)?;
                let hunt = self.is_hunt(size.price);
                let symmetries = if let Which::UpTo(group) = self.question.which { group.order() } else { 1 };
                // Whoever expects to be lucky does not look for a proof for long.
                let worth = if hunt { LUCK } else { size.price / cost::gain(symmetries) };
                match self.coloring_proofs(worth)? {
                    Some(proofs) => Ok(self.proved(proofs)),
                    None if hunt => Ok(self.hunt(Why::Huge(size.nodes))),
                    None => self.search(Why::Asked, size),
                }
            }
            _ => self.search(Why::Asked, Size::UNKNOWN),
        }
    }

    /// Whether some solutions are better hunted for, if the search for all of them has this price.
    fn is_hunt(&self, price: f64) -> bool {
        let Question { which, what, config, .. } = self.question;
        let few = matches!(what, What::Some(quarry) if quarry.number <= FEW);
        few && price > HUNT && matches!(which, Which::All) && config.branch == Branch::Mrv
    }

    fn hunt(&self, why: Why) -> Plan<'a> {
        Plan { price: f64::INFINITY, ..self.empty(Method::Hunt, why) }
    }

    fn empty(&self, method: Method, why: Why) -> Plan<'a> {
        Plan { question: Some(self.question.clone()), ..Plan::empty(method, why) }
    }

    /// Proofs that there is no solution that are there at a glance.
    fn counting_proofs(&self) -> Option<Vec<Reason>> {
        let Subject::Packing(packing) = self.question.subject else { return None };
        Some(packing.counting_proofs()).filter(|proofs| !proofs.is_empty())
    }

    /// Proofs that there is no solution that a search of some price is worth looking for.
    fn coloring_proofs(&self, price: f64) -> Result<Option<Vec<Reason>>, Stopped> {
        let Subject::Packing(packing) = self.question.subject else { return Ok(None) };
        let proofs = packing.coloring_proofs(price, self.monitor)?;
        Ok(Some(proofs).filter(|proofs| !proofs.is_empty()))
    }

    fn proved(&self, proofs: Vec<Reason>) -> Plan<'a> {
        Plan { proofs, ..Plan::empty(Method::Proof, Why::Proved) }
    }

    /// The size of a search that is over in a moment.
    fn glance(&self, problem: &Problem) -> Result<Option<Size>, Stopped> {
        self.monitor.enter("estimating");
        let size = Size::glance(problem, &self.question.config, self.monitor)?;
        Ok(size.filter(|_| !self.question.thorough))
    }

    /// The cheapest way, if a sweep may cost so much at any rate, to count all solutions, or those that are left as they are by some symmetries.
    fn cheapest(&self, budget: f64) -> Result<Plan<'a>, Stopped> {
        let source = match self.question.which {
            Which::Invariant(group, subgroup) => Source::Invariant(self.invariant(group, subgroup)?),
            _ => Source::Whole(self.question.problem()),
        };
        let problem = source.problem();
        if let Some(size) = self.glance(problem)? {
            return self.search(Why::Small(size.nodes), size);
        }
        let mut prospects = Prospects::new(*self, budget);
        let exact = !matches!(&source, Source::Invariant(invariant) if !invariant.is_exact());
        if exact {
            match prospects.prepare_whole(problem) {
                Ok(prepared) => Ok(prospects.preferred(self.sweep(source, prepared))),
                Err(refusal) => prospects.instead(refusal),
            }
        } else {
            prospects.instead(Refusal::TooManyCarried)
        }
    }

    /// The same for classes.
    fn classes(&self, group: &'a Group, budget: f64) -> Result<Plan<'a>, Stopped> {
        let problem = self.question.problem();
        if let Some(size) = self.glance(problem)? {
            return self.search(Why::Small(size.nodes), size);
        }
        let mut prospects = Prospects::new(*self, budget);
        let plan = prospects
            .prepare_whole(problem)
            .and_then(|prepared| self.sweeps(group, prepared, &mut prospects));
        match plan {
            Ok(plan) => Ok(prospects.preferred(plan)),
            Err(refusal) => prospects.instead(refusal),
        }
    }

    /// Sweeps as long as they cost no more than a few times what has been spent on a search in vain; or else another search.
    pub(crate) fn sweep_after(&self, spent: f64) -> Result<Plan<'a>, Stopped> {
        match self.question.which {
            Which::UpTo(group) => self.classes(group, AGAIN * spent),
            _ => self.cheapest(AGAIN * spent),
        }
    }

    /// Sweeps whatever they cost.
    fn sweep_at_any_price(&self) -> Result<Plan<'a>, Stopped> {
        let problem = self.question.problem();
        let any = f64::INFINITY;
        let plan = match self.question.which {
            Which::All => {
                self.prepare(problem, any).map(|prepared| self.sweep(Source::Whole(problem), prepared))
            }
            Which::UpTo(group) => {
                let mut prospects = Prospects::new(*self, any);
                self.prepare(problem, any).and_then(|prepared| self.sweeps(group, prepared, &mut prospects))
            }
            Which::Invariant(group, subgroup) => {
                let invariant = self.invariant(group, subgroup)?;
                if invariant.is_exact() {
                    self.prepare(&invariant.problem, any)
                        .map(|prepared| self.sweep(Source::Invariant(invariant), prepared))
                } else {
                    Err(Refusal::TooManyCarried)
                }
            }
        };
        match plan {
            Ok(plan) => Ok(plan),
            Err(Refusal::Stopped) => Err(Stopped),
            Err(refusal) => self.search(Why::Refused(refusal), Size::UNKNOWN),
        }
    }

    fn prepare(&self, problem: &Problem, budget: f64) -> Result<Prepared, Refusal> {
        let frontier = Frontier::with(problem, &self.question.config, self.monitor);
        frontier.symmetries(&self.symmetries()?).allow(cost::allow(budget)).prepare()
    }

    /// Permutations of the items that may be symmetries of a sweep. A sweep cannot tell the digests of images from each other.
    fn symmetries(&self) -> Result<Vec<&'a [u32]>, Stopped> {
        match self.question.subject {
            Subject::Packing(packing) if !self.question.digest => packing.turned_items(self.monitor),
            _ => Ok(Vec::new()),
        }
    }

    /// A plan of one sweep.
    fn sweep(&self, source: Source<'a>, prepared: Prepared) -> Plan<'a> {
        let jobs = vec![Job::sweep(source, 1, prepared)];
        Plan { jobs, price: f64::INFINITY, ..self.empty(Method::Sweep, Why::Asked) }
    }

    /// Sweeps for the number of classes, by Burnside's lemma; the sweep of the whole puzzle is prepared.
    ///
    /// To sweep the cases of a reduction costs more, since symmetries are of use inside a sweep, and both its ends meet: one-sided
    /// pentominoes in 6×15 had 173 million states in 14 cases, and have 71 million as a whole.
    fn sweeps(
        &self,
        group: &Group,
        whole: Prepared,
        prospects: &mut Prospects<'_, 'a>,
    ) -> Result<Plan<'a>, Refusal> {
        let states = whole.forecast(&cost::allow(0.0));
        let mut jobs = Vec::new();
        let mut subgroups = group.cyclic_subgroups();
        subgroups.retain(|(subgroup, _)| subgroup.len() > 1);
        let price = states + cost::invariants(self.question.problem(), subgroups.len());
        if price > prospects.budget && price > prospects.decide(price) {
            return Err(Refusal::Work(price as u64));
        }
        jobs.push(Job::sweep(Source::Whole(self.question.problem()), 1, whole));
        for (subgroup, times) in subgroups {
            let invariant = self.invariant(group, &subgroup)?;
            let problem = &invariant.problem;
            let glance = self.glance(problem)?.filter(|_| self.question.config.engine == Engine::Auto);
            if invariant.is_exact() && glance.is_none() {
                let prepared = prospects.prepare(problem)?;
                jobs.push(Job::sweep(Source::Invariant(invariant), times, prepared));
                continue;
            }
            let size = match glance {
                Some(size) => size,
                None => Size::of(problem, &self.question.config, self.monitor)?,
            };
            if size.price > prospects.budget && size.price > prospects.decide(size.price) {
                return Err(Refusal::Work(size.price as u64));
            }
            jobs.push(Job::search(Source::Invariant(invariant), times, size.price.max(1.0)));
        }
        let divisor = group.order() as u64;
        let plan = self.empty(Method::Burnside, Why::Asked);
        Ok(Plan { jobs, divisor, symmetries: group.order(), price: f64::INFINITY, ..plan })
    }

    /// A search; without symmetry it has about that size.
    fn search(&self, why: Why, size: Size) -> Result<Plan<'a>, Stopped> {
        self.finish(self.sketch(why, size)?)
    }

    /// What there is to know of a search before its cases are made; where it pays, and nobody wants another tree, one solution
    /// of each class stands for all.
    fn sketch(&self, why: Why, size: Size) -> Result<Sketch<'a>, Stopped> {
        let Question { subject, which, what, config, .. } = self.question;
        let plan = self.empty(Method::Search, why);
        let plan = Plan { price: size.price, nodes: size.nodes, ..plan };
        let free = config.engine == Engine::Auto || matches!(why, Why::Refused(_));
        let small = matches!(why, Why::Small(_));
        let whole = |plan, source| {
            let jobs = vec![Job::search(source, 1, 1.0)];
            Ok(Sketch { plan: Plan { jobs, ..plan }, cases: Vec::new(), times: 1 })
        };
        match (subject, *which) {
            (Subject::Packing(packing), Which::All)
                if *what == What::Number && config.limit.is_none() && free && !small =>
            {
                self.monitor.enter("looking for symmetries");
                let group = Group::watched(packing, self.monitor)?;
                if group.order() == 1 {
                    let case = Case::all(packing.lean_problem());
                    let draft = Draft { case, problem: None, usual: size.price, price: 1.0 };
                    return Ok(Sketch { plan: self.looking_ahead(plan), cases: vec![draft], times: 1 });
                }
                let times = group.order() as u64;
                self.cases(plan, packing, Cow::Owned(group), times, size)
            }
            (Subject::Packing(packing), Which::UpTo(group)) => {
                self.cases(plan, packing, Cow::Borrowed(group), 1, size)
            }
            (Subject::Packing(_), Which::Invariant(group, subgroup)) => {
                whole(plan, Source::Invariant(self.invariant(group, subgroup)?))
            }
            _ => whole(plan, Source::Whole(self.question.problem())),
        }
    }

    /// Makes the cases of a search.
    fn finish(&self, sketch: Sketch<'a>) -> Result<Plan<'a>, Stopped> {
        let Sketch { mut plan, cases, times } = sketch;
        for mut draft in cases {
            let problem = self.made(&mut draft)?;
            plan.jobs.push(Job::search(Source::Case(draft.case, problem), times, draft.price));
        }
        Ok(plan)
    }

    /// A search through the cases of a reduction.
    fn cases(
        &self,
        plan: Plan<'a>,
        packing: &Packing<'a>,
        group: Cow<'a, Group>,
        times: u64,
        size: Size,
    ) -> Result<Sketch<'a>, Stopped> {
        self.monitor.enter("splitting into cases, up to symmetry");
        let reduction = Reduction::watched(packing, &group, size.price, self.monitor)?;
        self.monitor.enter("estimating");
        let number = reduction.cases.len();
        let mut cases: Vec<Draft> = { reduction.cases.into_iter() }
            .map(|case| {
                // If nobody can afford to look at a case, it is the part that it seems to be.
                let usual = (size.price * case.part).clamp(1.0, 1e300 / number as f64);
                Draft { case, problem: None, usual, price: usual }
            })
            .collect();
        // How many times as much as usual cases cost that were looked at, by their places.
        let mut looks: Vec<(usize, f64)> = Vec::new();
        if size.price / group.order() as f64 > 40.0 * GUESS * number.min(LOOKS) as f64 {
            // There may be many cases: a few of them tell enough, the first and the last among them.
            let looked = LOOKS.min(number);
            for at in (0..looked).map(|look| look * (number - 1) / (looked - 1).max(1)) {
                let problem = self.made(&mut cases[at])?;
                let size = Size::of(&problem, &self.question.config, self.monitor)?;
                looks.push((at, size.price.max(1.0) / cases[at].usual));
                cases[at].problem = Some(problem);
            }
        }
        let mut sum = 0.0;
        for (at, draft) in cases.iter_mut().enumerate() {
            draft.price = (draft.usual * between(&looks, at)).max(1.0);
            let options = draft.case.options.iter();
            let entries = options.map(|&option| packing.lean_problem().option(option).len()).sum();
            sum += draft.price + cost::case(entries);
        }
        let symmetries = group.order();
        let nodes = if size.price.is_finite() { size.nodes * (sum / size.price) } else { f64::INFINITY };
        let plan =
            Plan { price: sum, nodes, report: reduction.report, symmetries, group: Some(group), ..plan };
        Ok(Sketch { plan: self.looking_ahead(plan), cases, times })
    }

    /// A long search looks ahead near the root of each tree, if only the number is wanted and nobody has named an engine.
    fn looking_ahead(&self, mut plan: Plan<'a>) -> Plan<'a> {
        let Question { what, config, .. } = self.question;
        let free = *what == What::Number && config.limit.is_none() && config.engine == Engine::Auto;
        if let Some(question) = plan.question.as_mut().filter(|_| free && plan.price > cost::AHEAD) {
            question.config.ahead = true;
        }
        plan
    }

    /// The problem of a case, without options that no solution has if its search is worth looking for them.
    fn made(&self, draft: &mut Draft) -> Result<Problem, Stopped> {
        if let Some(problem) = draft.problem.take() {
            return Ok(problem);
        }
        let Subject::Packing(packing) = self.question.subject else {
            unreachable!("cases belong to a packing")
        };
        let problem = draft.case.problem(packing.lean_problem());
        if self.question.thorough || draft.usual > PRUNING * cost::pruning(&problem) {
            self.monitor.enter("looking for placements that no solution has");
            return draft.case.prune(&problem, packing, self.monitor);
        }
        Ok(problem)
    }

    fn invariant(&self, group: &Group, subgroup: &[usize]) -> Result<Invariant, Stopped> {
        let Subject::Packing(packing) = self.question.subject else {
            unreachable!("a group belongs to a packing")
        };
        Invariant::watched(packing, group, subgroup, self.monitor)
    }
}

/// What lies between the nearest two places of which something is known: cases become smaller from the first to the last,
/// as each is without the options of those before it.
fn between(known: &[(usize, f64)], at: usize) -> f64 {
    let next = known.partition_point(|&(place, _)| place < at);
    match (next.checked_sub(1).map(|before| known[before]), known.get(next)) {
        (Some((before, low)), Some(&(after, high))) => {
            low + (high - low) * (at - before) as f64 / (after - before) as f64
        }
        (Some((_, only)), None) | (None, Some(&(_, only))) => only,
        (None, None) => 1.0,
    }
}
