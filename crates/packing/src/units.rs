//! The units of a plan: made to be of about equal size, verified to be all of it, done again in another way.

use crate::answer::Answer;
use crate::cost;
use crate::plan::{Job, Method, Plan, Source};
use polydlx_cover::{self as cover, Config, Engine, Gap, Monitor, OptionId, Part, Scout, Search};
use polydlx_cover::{BigUint, Sha256, Unit, engine_used};

impl Plan<'_> {
    /// The same plan, which is not given up for another one when its sweeps turn out to be expensive: so its units are the
    /// same today and tomorrow.
    #[must_use]
    pub fn firm(mut self) -> Self {
        self.sweep_budget = f64::INFINITY;
        self
    }

    /// The same plan with other means: threads for each unit, and memory for its states.
    #[must_use]
    pub fn with_means(mut self, threads: usize, memory: usize) -> Self {
        if let Some(question) = &mut self.question {
            (question.config.threads, question.config.memory) = (threads, memory);
        }
        self
    }

    /// What the sum over all units makes of the answer; none if it is not divisible, so that something is wrong.
    pub fn quotient(&self, sum: &BigUint) -> Option<BigUint> {
        let quotient = sum / self.divisor;
        (&quotient * self.divisor == *sum).then_some(quotient)
    }

    /// By what the sum over all units is divided.
    pub fn divisor(&self) -> u64 {
        self.divisor
    }

    /// The same if not all is known: so many there are at least.
    pub fn at_least(&self, sum: &BigUint) -> BigUint {
        (sum + (self.divisor - 1)) / self.divisor
    }

    /// Whether the work is made of units that can be done one by one.
    pub fn has_units(&self) -> bool {
        !matches!(self.method, Method::Diagram | Method::Hunt)
    }

    /// About so many units of about equal price, and at least one for each job, with their prices in nanoseconds, about.
    ///
    /// The same plan is divided in the same way each time, unless it is stopped.
    pub fn divide(&self, number: usize, monitor: &Monitor) -> Vec<(Unit, f64)> {
        monitor.enter("dividing the work");
        let config = self.config();
        // What each job costs, and a node of it.
        let prices: Vec<(f64, f64)> = self.jobs.iter().map(|job| job.prices(&config, monitor)).collect();
        let sum: f64 = prices.iter().map(|(all, _)| all).sum();
        let mut units = Vec::new();
        for (at, (job, &(price, node))) in self.jobs.iter().zip(&prices).enumerate() {
            let own = (number as f64 * price / sum).ceil().max(1.0) as usize;
            if job.sweep.is_none() {
                let mut scout = Scout::new(job.problem(), &config);
                let parts = scout.divide(own, &|| !monitor.is_stopped());
                units.extend(parts.into_iter().map(|(part, nodes)| (Unit { job: at, part }, nodes * node)));
            } else if own > 1 {
                let parts = own.min(u32::MAX as usize) as u32;
                let unit = |part| Unit { job: at, part: Part::share(parts, part..part + 1) };
                units.extend((0..parts).map(|part| (unit(part), price / f64::from(parts))));
            } else {
                units.push((Unit::whole(at), price));
            }
        }
        units
    }

    /// Verifies that some units are all of the plan, nothing twice; by going through the trees again, from their roots.
    /// Returns the nodes above them, by level, which belong to none.
    pub fn verify(&self, units: &[Unit]) -> Result<Vec<u64>, (usize, Gap)> {
        let mut above: Vec<u64> = Vec::new();
        if let Some(unit) = units.iter().find(|unit| unit.job >= self.jobs.len()) {
            return Err((unit.job, Gap::Unknown(unit.part.clone())));
        }
        for (at, job) in self.jobs.iter().enumerate() {
            let parts: Vec<Part> =
                units.iter().filter(|unit| unit.job == at).map(|unit| unit.part.clone()).collect();
            if job.sweep.is_some() {
                verify_shares(&parts).map_err(|gap| (at, gap))?;
                continue;
            }
            let own = Scout::new(job.problem(), &self.config()).verify(&parts).map_err(|gap| (at, gap))?;
            above.resize(above.len().max(own.len()), 0);
            above.iter_mut().zip(own).for_each(|(sum, nodes)| *sum += nodes);
        }
        Ok(above)
    }

    /// Whether a unit is a part of a tree, which can be stopped and gone on with, and not of a sweep, which begins anew.
    pub fn is_search(&self, unit: &Unit) -> bool {
        self.jobs.get(unit.job).is_some_and(|job| job.sweep.is_none())
    }

    /// Does a unit once more, and in another way where there is one: as a problem of its own, with items and options in the
    /// opposite order, by another engine. Count and digest must be the same. The second value says whether it was another way.
    pub fn replay(&self, unit: &Unit, monitor: &Monitor) -> (Answer, bool) {
        let job = &self.jobs[unit.job];
        let config = self.config();
        let other = match engine_used(job.problem(), &config) {
            Engine::Links => Engine::Bits,
            _ => Engine::Links,
        };
        let opposite = || Scout::new(job.problem(), &config).opposite(job.problem(), &unit.part);
        let Some((problem, options)) = job.sweep.is_none().then(opposite).flatten() else {
            return (self.run_units(vec![unit.clone()], monitor, None), false);
        };
        let Some(question) = &self.question else { return (Answer::stopped(), false) };
        let sieve = question.sieve();
        let back = |some: &[OptionId]| -> Vec<OptionId> {
            some.iter().map(|option| options[option.0 as usize]).collect()
        };
        let (weigh, sign) = (self.sift(job, sieve.as_ref()), self.sign(job));
        let weigh = weigh.map(|weigh| move |some: &[OptionId]| weigh(&back(some)));
        let sign = sign.map(|sign| move |some: &[OptionId]| sign(&back(some)));
        let job_again = cover::Job {
            weigh: weigh.as_ref().map(|weigh| weigh as &cover::Weigh<'_>),
            sign: sign.as_ref().map(|sign| sign as &cover::Sign<'_>),
            ..cover::Job::new(&problem)
        };
        let config = Config { engine: other, ..config };
        let outcomes = cover::run(&[job_again], vec![Unit::whole(0)], &config, monitor, None);
        let mut answer = Answer::new(self.method, self.why, self.divisor);
        answer.digest = self.marks().map(|_| cover::Digest::ZERO);
        let times = self.times(job);
        for outcome in &outcomes {
            answer.complete &= outcome.complete;
            answer.add_digest(outcome.digest);
            answer.add_solutions(BigUint::from(outcome.solutions) * times);
        }
        (answer, true)
    }

    /// A hash of all that the numbers of units refer to: the problems of all jobs, with the order of items and options.
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut hash = Sha256::default();
        let mut tell = |text: String| hash.update(text.as_bytes());
        let config = self.config();
        let ahead = if config.ahead { ", looking ahead" } else { "" };
        tell(format!("{:?} by {} {:?}{ahead}\n", self.method, self.divisor, config.branch));
        for job in &self.jobs {
            let problem = job.problem();
            let way = if job.sweep.is_some() { "sweep" } else { "search" };
            let case = if let Source::Case(case, _) = &job.source { case.key() } else { String::new() };
            tell(format!("{way} times {} {case}\n", job.times));
            for &item in problem.listing() {
                tell(format!("{} {:?} ", problem.name(item), problem.bounds(item)));
            }
            for option in problem.option_ids() {
                tell(format!("\n{}", problem.contents(option)));
            }
        }
        hash.finish()
    }

    fn config(&self) -> Config {
        self.question.as_ref().map_or_else(Config::default, |question| question.config.clone())
    }
}

/// Random descents from the root of each tree.
const GUESSES: u64 = 100;

impl Job<'_> {
    /// What it costs, and a node of it, in nanoseconds, about.
    fn prices(&self, config: &Config, monitor: &Monitor) -> (f64, f64) {
        if self.sweep.is_some() {
            return (self.price, 0.0);
        }
        let guess = Search::with(self.problem(), config).monitor(monitor).estimate(GUESSES, 1);
        let price = cost::size(self.problem(), config)(guess.nodes.mean, guess.work).price.max(1.0);
        (price, price / guess.nodes.mean.max(1.0))
    }
}

/// Whether parts of a sweep are all of it.
fn verify_shares(parts: &[Part]) -> Result<(), Gap> {
    let mut parts = parts.to_vec();
    parts.sort();
    let Some(first) = parts.first() else { return Err(Gap::Missing(Part::default())) };
    if first.is_whole() {
        return parts.get(1).map_or(Ok(()), |other| Err(Gap::Twice(other.clone())));
    }
    let Some((number, _)) = first.as_share() else { return Err(Gap::Unknown(first.clone())) };
    let mut next = 0;
    for part in &parts {
        match part.as_share() {
            Some((same, range)) if same == number && range.start == next => next = range.end,
            Some((same, range)) if same == number && range.start > next => {
                return Err(Gap::Missing(Part::share(number, next..range.start)));
            }
            Some((same, _)) if same == number => return Err(Gap::Twice(part.clone())),
            _ => return Err(Gap::Unknown(part.clone())),
        }
    }
    if next < number { Err(Gap::Missing(Part::share(number, next..number))) } else { Ok(()) }
}
