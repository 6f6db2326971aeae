//! Solutions that are taken from a diagram instead of being searched for.
//!
//! What a diagram knows by itself is not listed: how many solutions it has, which has a number, which are the cheapest.
//! Otherwise each is looked at. A class of solutions is represented by the first of those that the diagram has and that
//! meet the condition.

use crate::answer::Answer;
use crate::judge::Judge;
use crate::narrow::Narrowing;
use crate::packing::Packing;
use crate::plan::{Found, Method, Visit, Why, at_once};
use crate::question::{Question, Subject, What, Which};
use crate::score::Scored;
use crate::sign::product;
use polydlx_cover::{
    Aim, BigUint, Digest, Monitor, OptionId, Quarry, Random, Refusal, Step, Stopped, Total, Zdd,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

impl Question<'_> {
    pub(crate) fn taken(&self, family: &Zdd, monitor: &Monitor, visit: Option<&mut Visit<'_>>) -> Answer {
        monitor.enter("reading a diagram");
        let mut answer = Answer::new(Method::Given, Why::Asked, 1);
        let taken = match self.what {
            What::Number if self.takes_all() => self.all(family, monitor, &mut answer),
            What::Sample { number, seed } | What::Some(Quarry { number, seed, orderly: false }) => {
                self.drawn(family, (number, seed), monitor, visit, &mut answer)
            }
            What::Number | What::Each | What::Some(_) => self.each(family, monitor, visit, &mut answer),
        };
        answer.complete &= taken.is_ok();
        answer
    }

    /// Counts the solutions that have one of some options, and one of some others, and so on, if that is all that the
    /// condition says and a sweep is how they would be counted without it: such solutions of a diagram make a diagram.
    pub(crate) fn sifted(&self, monitor: &Monitor) -> Result<Option<Answer>, Refusal> {
        let searches = self.digest || !self.narrowed || self.family.is_some();
        if searches || !matches!(self.which, Which::All) {
            return Ok(None);
        }
        let Some(sieve) = self.sieve() else { return Ok(None) };
        let narrowing = Narrowing::new(&sieve);
        if !narrowing.is_exact {
            return Ok(None);
        }
        let all = Question { subject: Subject::Problem(self.problem()), condition: None, ..self.clone() };
        let Some(why) = all.sweeps(monitor) else { return Ok(None) };
        let mut zdd = all.frontier(monitor).zdd()?;
        for options in &narrowing.needed {
            // A node stands in a list and in a table.
            if zdd.nodes().len() > self.config.memory / 256 {
                return Err(Refusal::Memory);
            }
            zdd = zdd.with_one_of(|option| options.binary_search(&option).is_ok(), monitor)?;
        }
        let mut answer = Answer::new(Method::Sweep, why, 1);
        answer.add_solutions(zdd.count(monitor)?);
        let sets = narrowing.needed.len();
        let how = format!("{sets} sets of options, each of which must be met, in a diagram of all solutions");
        let said = sieve.parts().iter().map(|(part, _)| part.to_string()).collect::<Vec<_>>().join(" and ");
        answer.conditions = vec![format!("{said}: {how}")];
        Ok(Some(answer))
    }

    /// Whether all solutions of a family are meant.
    pub(crate) fn takes_all(&self) -> bool {
        matches!(self.which, Which::All) && self.sieve().is_none()
    }

    /// The best solutions of a family, at most so many.
    pub(crate) fn best_of(
        &self,
        family: &Zdd,
        number: usize,
        aim: Aim,
        monitor: &Monitor,
    ) -> (Vec<Scored>, Answer) {
        let mut answer = Answer::new(Method::Given, Why::Asked, 1);
        let found = family.best(number, aim, |option| self.problem().cost(option), monitor);
        answer.complete = found.is_ok();
        let scored = self.listed_by_cost(found.unwrap_or_default());
        answer.add_solutions(scored.len().into());
        (scored, answer)
    }

    /// Solutions with what they cost, in order.
    pub(crate) fn listed_by_cost(&self, found: Vec<(u64, Vec<OptionId>)>) -> Vec<Scored> {
        let scored = |(cost, chosen): (u64, Vec<OptionId>)| {
            let steps = self.steps(&chosen);
            let mut options = chosen;
            options.sort_unstable();
            Scored { value: cost as i64, options, steps }
        };
        found.into_iter().map(scored).collect()
    }

    /// How many solutions of a family have which cost.
    pub(crate) fn costs_of(
        &self,
        family: &Zdd,
        total: Total,
        monitor: &Monitor,
    ) -> Result<BTreeMap<u64, BigUint>, Refusal> {
        family.costs(|option| self.problem().cost(option), total, self.config.memory, monitor)
    }

    fn all(&self, family: &Zdd, monitor: &Monitor, answer: &mut Answer) -> Result<(), Stopped> {
        answer.add_solutions(family.count(monitor)?);
        if let Some(marks) = self.marks() {
            answer.digest = Some(family.digest(&marks, monitor)?);
        }
        Ok(())
    }

    fn each(
        &self,
        family: &Zdd,
        monitor: &Monitor,
        mut visit: Option<&mut Visit<'_>>,
        answer: &mut Answer,
    ) -> Result<(), Stopped> {
        let marks = self.marks();
        answer.digest = marks.as_ref().map(|_| Digest::ZERO);
        let jumps = self.takes_all() && marks.is_none() && self.skip > BigUint::default();
        let numbered = if jumps { Some(family.numbered(monitor)?) } else { None };
        let sets = match &numbered {
            Some(numbered) => numbered.sets_from(self.skip.clone()),
            None => family.sets(),
        };
        let mut left = if jumps { BigUint::default() } else { self.skip.clone() };
        for (number, chosen) in sets.enumerate() {
            if number % 256 == 0 {
                monitor.go_on()?;
            }
            let mut options = chosen.clone();
            options.sort_unstable();
            if !self.counts(family, &options) {
                continue;
            }
            answer.add_solutions(1u32.into());
            answer.add_digest(marks.as_ref().map(|marks| self.signed(marks, &options)));
            if left > BigUint::default() {
                left -= 1u32;
                continue;
            }
            if let Some(visit) = visit.as_mut() {
                let steps = self.steps(&chosen);
                if visit(&Found { steps: &steps, options: &options }).is_break() {
                    answer.complete = false;
                    break;
                }
            }
        }
        Ok(())
    }

    fn drawn(
        &self,
        family: &Zdd,
        (number, seed): (u64, u64),
        monitor: &Monitor,
        visit: Option<&mut Visit<'_>>,
        answer: &mut Answer,
    ) -> Result<(), Stopped> {
        let mut none = |_: &Found<'_>| ControlFlow::Continue(());
        let visit = visit.unwrap_or(&mut none);
        let mut show = |chosen: Vec<OptionId>| {
            let steps = self.steps(&chosen);
            let mut options = chosen;
            options.sort_unstable();
            answer.add_solutions(1u32.into());
            visit(&Found { steps: &steps, options: &options })
        };
        if self.takes_all() {
            for chosen in family.numbered(monitor)?.sample(number, seed) {
                monitor.go_on()?;
                if show(chosen).is_break() {
                    break;
                }
            }
            return Ok(());
        }
        let mut all = Vec::new();
        for (at, mut options) in family.sets().enumerate() {
            if at % 256 == 0 {
                monitor.go_on()?;
            }
            options.sort_unstable();
            if self.counts(family, &options) {
                all.push(options);
            }
        }
        let mut random = Random::new(seed);
        for _ in 0..if all.is_empty() { 0 } else { number } {
            if show(all[random.below(all.len() as u32) as usize].clone()).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Whether a solution of a family is one of those that are meant, and the first of its class.
    fn counts(&self, family: &Zdd, options: &[OptionId]) -> bool {
        if !self.meets(options) {
            return false;
        }
        match self.which {
            Which::All => true,
            Which::Invariant(group, numbers) => {
                numbers.iter().all(|&number| group.image(number, options) == options)
            }
            Which::UpTo(group) => (0..group.order()).all(|number| {
                let image = group.image(number, options);
                image.as_slice() >= options || !family.contains(&image) || !self.meets(&image)
            }),
        }
    }

    /// Whether a solution meets the conditions, whatever its images do.
    fn meets(&self, options: &[OptionId]) -> bool {
        let packing = self.subject.packing();
        let holds = |(judge, condition): (&Judge, _)| judge.holds(packing, condition, options);
        self.condition.is_none_or(holds) && packing.and_then(Packing::requirement).is_none_or(holds)
    }

    /// The digest of a solution; up to symmetry, of all its images.
    fn signed(&self, marks: &[Digest], options: &[OptionId]) -> Digest {
        let Which::UpTo(group) = self.which else { return product(marks, options) };
        let images: BTreeSet<Vec<OptionId>> =
            (0..group.order()).map(|number| group.image(number, options)).collect();
        images.iter().map(|image| product(marks, image)).sum()
    }

    fn steps(&self, chosen: &[OptionId]) -> Vec<Step> {
        at_once(chosen, |option| self.problem().option(option)[0].item).collect()
    }
}
