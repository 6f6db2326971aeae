//! All solutions of a question at once, as a diagram.

use crate::answer::Answer;
use crate::plan::Method;
use crate::question::{Question, Subject, What, Which};
use polydlx_cover::{BigUint, Engine, Frontier, Monitor, Refusal, Zdd};
use std::ops::ControlFlow;

/// How a diagram is made.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Way<'a> {
    /// By a sweep.
    Swept,
    /// By a search that remembers what it has seen (Algorithm Z); and why not by a sweep, if one was tried.
    Searched(Option<Refusal>),
    /// From a list of the solutions, each of which was looked at.
    Listed(&'a Answer),
}

impl Question<'_> {
    /// All solutions as a diagram, or why there is none; `tell` hears of each way when it is taken, of a list when it is
    /// complete.
    ///
    /// A sweep makes it; where none fits, or with an engine that walks a tree, a search that does nothing twice. If not all
    /// solutions are meant, they are listed.
    ///
    /// ```
    /// use polydlx_cover::{Monitor, dlx};
    /// use polydlx_packing::Question;
    ///
    /// // A ring of four cells, and dominoes.
    /// let (problem, _) = dlx::read(0, "a b c d\na b\nb c\nc d\nd a\n").unwrap();
    /// let zdd = Question::about_problem(&problem).diagram(&Monitor::new(), |_| {}).unwrap();
    /// assert_eq!(zdd.count(&Monitor::new()), Ok(2u32.into()));
    /// ```
    pub fn diagram(&self, monitor: &Monitor, mut tell: impl FnMut(Way<'_>)) -> Result<Zdd, Refusal> {
        let takes_all = matches!(self.which, Which::All) && self.skip == BigUint::default();
        if !takes_all || self.family.is_some() || self.sieve().is_some() {
            return self.diagram_of_list(monitor, tell);
        }
        // The same solutions as the whole problem, with fewer bounds.
        let problem = match self.subject {
            Subject::Packing(packing) => packing.lean_problem(),
            Subject::Problem(problem) => problem,
        };
        let (sweeps, searches) = match (self.method, self.config.engine) {
            (Some(Method::Search), _) | (_, Engine::Links | Engine::Bits | Engine::Sets) => (false, true),
            (Some(Method::Sweep), _) | (_, Engine::Frontier) => (true, false),
            _ => (true, true),
        };
        let mut refused = None;
        if sweeps {
            tell(Way::Swept);
            match Frontier::with(problem, &self.config, monitor).zdd() {
                Err(refusal) if searches && refusal != Refusal::Stopped => refused = Some(refusal),
                made => return made,
            }
        }
        tell(Way::Searched(refused));
        Zdd::searched(problem, &self.config, monitor)
    }

    fn diagram_of_list(&self, monitor: &Monitor, mut tell: impl FnMut(Way<'_>)) -> Result<Zdd, Refusal> {
        // A set stands in the list, and a node for each option in a list and in a table.
        let mut room = self.config.memory / 128;
        let mut list = Vec::new();
        let answer = self.clone().what(What::Each).for_each(monitor, &mut |found| {
            match room.checked_sub(1 + found.options.len()) {
                Some(left) => room = left,
                None => {
                    room = 0;
                    return ControlFlow::Break(());
                }
            }
            list.push(found.options.to_vec());
            ControlFlow::Continue(())
        });
        tell(Way::Listed(&answer));
        match answer.complete {
            true => Ok(Zdd::of_sets(list)),
            false if monitor.is_stopped() => Err(Refusal::Stopped),
            false => Err(Refusal::Memory),
        }
    }
}
