//! What is asked of a puzzle or of a problem.

use crate::answer::Answer;
use crate::group::Group;
use crate::judge::{Judge, Sieve};
use crate::packing::Packing;
use crate::plan::{Found, Method, Plan, Visit, Why};
use polydlx_cover::{BigUint, Config, Digest, Engine, Monitor, Problem, Quarry, Stopped, Zdd};
use polydlx_properties::Condition;
use std::ops::ControlFlow;

/// A question: which solutions, and what is wanted of them.
///
/// ```
/// use polydlx_cover::Monitor;
/// use polydlx_packing::{Group, Packing, Question, Which};
/// use polydlx_spec::{NoSets, Source, load};
///
/// let text = "|! lattice square\n[0-3][0-3]\n8|D 00 01\n";
/// let loaded = load(Source::new("dominoes", text), None, &NoSets);
/// let packing = Packing::new(loaded.puzzle().expect("no mistakes"));
/// let question = Question::about(&packing);
/// assert_eq!(question.count(&Monitor::new()).count, 36u32.into());
/// let group = Group::new(&packing);
/// assert_eq!(question.which(Which::UpTo(&group)).count(&Monitor::new()).count, 9u32.into());
/// ```
#[derive(Clone, Debug)]
pub struct Question<'a> {
    pub(crate) subject: Subject<'a>,
    pub(crate) which: Which<'a>,
    pub(crate) what: What,
    pub(crate) config: Config,
    pub(crate) tree: Tree,
    pub(crate) thorough: bool,
    pub(crate) method: Option<Method>,
    pub(crate) condition: Option<(&'a Judge, &'a Condition)>,
    pub(crate) narrowed: bool,
    pub(crate) digest: bool,
    pub(crate) family: Option<&'a Zdd>,
    pub(crate) skip: BigUint,
}

/// What it is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject<'a> {
    Packing(&'a Packing<'a>),
    Problem(&'a Problem),
}

impl<'a> Subject<'a> {
    pub(crate) fn packing(self) -> Option<&'a Packing<'a>> {
        match self {
            Self::Packing(packing) => Some(packing),
            Self::Problem(_) => None,
        }
    }

    /// The whole problem, whose options solutions are made of.
    pub(crate) fn problem(self) -> &'a Problem {
        match self {
            Self::Packing(packing) => packing.problem(),
            Self::Problem(problem) => problem,
        }
    }
}

/// Which solutions.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Which<'a> {
    /// All of them.
    All,
    /// One of each class under a group of symmetries.
    UpTo(&'a Group),
    /// Those that some symmetries leave as they are, given by their numbers in a group; together they must be a group.
    Invariant(&'a Group, &'a [usize]),
}

/// What is wanted of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum What {
    /// How many there are.
    Number,
    /// Each of them.
    Each,
    /// So many of them, drawn at random with replacement, each as likely as any other.
    Sample {
        /// How many.
        number: u64,
        /// The same seed draws the same ones.
        seed: u64,
    },
    /// Some of them, whichever are found first; from puzzles of which nobody will ever see all.
    Some(Quarry),
}

/// Whose search tree it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tree {
    /// Whichever is quickest to search.
    Quickest,
    /// The one of the problem that Knuth's generators would write.
    Knuth,
}

impl<'a> Question<'a> {
    /// How many solutions a puzzle has.
    pub fn about(packing: &'a Packing<'a>) -> Self {
        Self::new(Subject::Packing(packing))
    }

    /// How many solutions a problem has.
    pub fn about_problem(problem: &'a Problem) -> Self {
        Self::new(Subject::Problem(problem))
    }

    fn new(subject: Subject<'a>) -> Self {
        Self {
            subject,
            which: Which::All,
            what: What::Number,
            config: Config::default(),
            tree: Tree::Quickest,
            thorough: false,
            method: None,
            condition: None,
            narrowed: true,
            digest: false,
            family: None,
            skip: BigUint::default(),
        }
    }

    /// Which solutions; only puzzles have symmetries.
    #[must_use]
    pub fn which(mut self, which: Which<'a>) -> Self {
        self.which = which;
        self
    }

    /// What is wanted of them.
    #[must_use]
    pub fn what(mut self, what: What) -> Self {
        self.what = what;
        self
    }

    /// By what means.
    #[must_use]
    pub fn config(mut self, config: &Config) -> Self {
        self.config = config.clone();
        self
    }

    /// Whose search tree.
    #[must_use]
    pub fn tree(mut self, tree: Tree) -> Self {
        self.tree = tree;
        self
    }

    /// All ways are thought of, however small the question is; for tests.
    #[must_use]
    pub fn thoroughly(mut self) -> Self {
        self.thorough = true;
        self
    }

    /// Counts by searching or by sweeping only, whatever seems to be cheaper; to compare them.
    #[must_use]
    pub fn by(mut self, method: Method) -> Self {
        self.method = Some(method);
        self
    }

    /// Only solutions that meet a condition. Of classes, those of which one solution does.
    #[must_use]
    pub fn when(mut self, judge: &'a Judge, condition: &'a Condition) -> Self {
        self.condition = Some((judge, condition));
        self
    }

    /// With the digest of the solutions that are counted; up to symmetry, of all images of them.
    ///
    /// It does not depend on how they are found, so that whoever gets the same digest has found the same solutions.
    #[must_use]
    pub fn digest(mut self) -> Self {
        self.digest = true;
        self
    }

    /// Only solutions of a family, which are taken from there instead of being searched for. All of them must be solutions.
    #[must_use]
    pub fn among(mut self, family: &'a Zdd) -> Self {
        self.family = Some(family);
        self
    }

    /// So many solutions are passed over, if each is visited; those of a family are not even looked at.
    #[must_use]
    pub fn skip(mut self, number: BigUint) -> Self {
        self.skip = number;
        self
    }

    /// How to answer it. Conditions are looked at when a solution has been found, so solutions must be found; what the
    /// search itself can heed, it heeds.
    pub fn plan(&self, monitor: &Monitor) -> Result<Plan<'a>, Stopped> {
        if self.sieve().is_none() {
            return Plan::new(self, monitor);
        }
        let mut each = self.clone().what(What::Each);
        let is_swept = each.config.engine == Engine::Frontier;
        if is_swept {
            each.config.engine = Engine::Auto;
        }
        let mut plan = Plan::new(&each, monitor)?;
        if is_swept && plan.method != Method::Proof {
            plan.why = Why::Unseen;
        }
        if self.narrowed {
            plan.narrow();
        }
        Ok(plan)
    }

    /// Conditions are looked at only when a solution has been found; to compare with what the search itself heeds.
    #[must_use]
    pub fn afterwards(mut self) -> Self {
        self.narrowed = false;
        self
    }

    /// Plans, and does what is planned, counting only.
    pub fn count(&self, monitor: &Monitor) -> Answer {
        let mut refused = None;
        for way in [Self::added_up, Self::sifted] {
            match way(self, monitor) {
                Ok(Some(answer)) => return answer,
                Ok(None) => {}
                Err(refusal) => refused = Some(refusal),
            }
        }
        let answer = self.clone().what(What::Number).answer(monitor, None);
        match (refused, answer.why) {
            (Some(refusal), Why::Unseen) => Answer { why: Why::Refused(refusal), ..answer },
            _ => answer,
        }
    }

    /// Plans, and does what is planned, with each solution visited.
    pub fn for_each(&self, monitor: &Monitor, visit: &mut Visit<'_>) -> Answer {
        let what = if self.what == What::Number { What::Each } else { self.what };
        self.clone().what(what).answer(monitor, Some(visit))
    }

    /// For each kind of symmetry in a group: the subgroup that one of the kind generates, how many of the kind there are, and how
    /// many solutions each of them leaves as they are.
    ///
    /// By Burnside's lemma, the sum over all symmetries is the order of the group times the number of classes.
    pub fn fixed(
        &self,
        group: &Group,
        monitor: &Monitor,
    ) -> Result<Vec<(Vec<usize>, u64, BigUint)>, Stopped> {
        let count = |(subgroup, number): (Vec<usize>, u64)| {
            let answer = self.clone().which(Which::Invariant(group, &subgroup)).count(monitor);
            if answer.complete { Ok((subgroup.clone(), number, answer.count)) } else { Err(Stopped) }
        };
        group.cyclic_subgroups().into_iter().map(count).collect()
    }

    fn answer(&self, monitor: &Monitor, mut visit: Option<&mut Visit<'_>>) -> Answer {
        if let Some(family) = self.family {
            return self.taken(family, monitor, visit);
        }
        let mut left = self.skip.clone();
        let mut passing = visit.as_mut().map(|visit| {
            move |found: &Found<'_>| {
                if left == BigUint::default() {
                    return visit(found);
                }
                left -= 1u32;
                ControlFlow::Continue(())
            }
        });
        let visit = passing.as_mut().map(|visit| visit as &mut Visit<'_>);
        let mut answer = match (self.plan(monitor), self.what, visit) {
            (Err(Stopped), ..) => Answer::stopped(),
            (Ok(plan), What::Sample { number, seed }, Some(visit)) if self.sieve().is_some() => {
                plan.run_and_draw(number, seed, monitor, visit)
            }
            (Ok(plan), _, visit) => plan.run(monitor, visit),
        };
        if self.digest && answer.method == Method::Proof {
            answer.digest = Some(Digest::ZERO);
        }
        answer
    }

    /// The mark of each option of the whole problem, from which digests are made; none if nobody wants digests.
    pub(crate) fn marks(&self) -> Option<Vec<Digest>> {
        let problem = self.subject.problem();
        self.digest.then(|| problem.option_ids().map(|option| problem.mark(option)).collect())
    }

    /// What tells the solutions that are meant from others, if there are others.
    pub(crate) fn sieve(&self) -> Option<Sieve<'a>> {
        let condition = self.condition.map(|(judge, condition)| {
            let images = match self.which {
                Which::UpTo(group) => Some((group, judge.cosets(group, &condition.measures()))),
                _ => None,
            };
            (judge, condition, images)
        });
        let subject = self.subject;
        let requirement = subject.packing().and_then(Packing::requirement);
        (condition.is_some() || requirement.is_some()).then_some(Sieve { subject, requirement, condition })
    }

    /// The problem to be searched as a whole. Those who name an engine that walks a tree want its tree.
    pub(crate) fn problem(&self) -> &'a Problem {
        match (self.subject, self.config.engine) {
            (Subject::Problem(problem), _) => problem,
            (Subject::Packing(packing), Engine::Auto | Engine::Frontier) if self.tree == Tree::Quickest => {
                packing.lean_problem()
            }
            (Subject::Packing(packing), _) => packing.problem(),
        }
    }
}
