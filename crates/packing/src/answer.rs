//! What came of a question, or of a part of it.

use crate::plan::{Method, Why};
use crate::reasons::Reason;
use polydlx_cover::{BigUint, Digest, Outcome, Tally, Unit};

/// What is known at the end. Answers to the units of one plan add up, in any order, to the answer of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The number of solutions, of classes, or of what was visited. If the answer is not complete there are at least so many.
    pub count: BigUint,
    /// Whether that is all.
    pub complete: bool,
    /// The digest of the solutions that were counted, if it was asked for.
    pub digest: Option<Digest>,
    /// The searches that were made, added up.
    pub search: Option<Outcome>,
    /// The sweeps that were made, added up; the peak is the greatest.
    pub sweep: Option<Tally>,
    /// What is left to be done, if it was stopped.
    pub left: Vec<Unit>,
    /// How it was found.
    pub method: Method,
    /// Why in this way.
    pub why: Why,
    /// The order of the group that was made use of.
    pub symmetries: usize,
    /// How the puzzle was split into cases, in words.
    pub report: Vec<String>,
    /// How conditions were heeded, in words.
    pub conditions: Vec<String>,
    /// Proofs that there is nothing to be found.
    pub proofs: Vec<Reason>,
    /// What `count` is the quotient of: solutions, each as often as it counts, and by how much they are divided.
    pub(crate) sum: BigUint,
    pub(crate) divisor: u64,
}

impl Answer {
    /// It was stopped before anything was known.
    pub fn stopped() -> Self {
        Self { complete: false, ..Self::new(Method::Search, Why::Stopped, 1) }
    }

    /// So many solutions that were known before.
    pub fn known(number: u64) -> Self {
        Self { count: number.into(), sum: number.into(), ..Self::new(Method::Search, Why::Asked, 1) }
    }

    /// Nothing yet.
    pub(crate) fn new(method: Method, why: Why, divisor: u64) -> Self {
        Self {
            count: BigUint::default(),
            complete: true,
            digest: None,
            search: None,
            sweep: None,
            left: Vec::new(),
            method,
            why,
            symmetries: 1,
            report: Vec::new(),
            conditions: Vec::new(),
            proofs: Vec::new(),
            sum: BigUint::default(),
            divisor,
        }
    }

    /// What `count` is the quotient of, by [`crate::Plan::quotient`]: for answers of units, which need not be divisible.
    pub fn sum(&self) -> &BigUint {
        &self.sum
    }

    /// Adds the answer to another part of the question.
    pub fn add(&mut self, other: &Self) {
        if let Some(outcome) = &other.search {
            self.add_search(outcome);
        }
        if let Some(tally) = &other.sweep {
            self.add_sweep(tally);
        }
        self.add_solutions(other.sum.clone());
        self.complete &= other.complete;
        self.digest = self.digest.zip(other.digest).map(|(a, b)| a + b);
        self.left.extend_from_slice(&other.left);
    }

    pub(crate) fn add_search(&mut self, outcome: &Outcome) {
        self.complete &= outcome.complete;
        match &mut self.search {
            Some(sum) => sum.add(outcome),
            None => self.search = Some(outcome.clone()),
        }
    }

    pub(crate) fn add_sweep(&mut self, tally: &Tally) {
        match &mut self.sweep {
            Some(sum) => {
                sum.shapes += tally.shapes;
                sum.ways += tally.ways;
                sum.states += tally.states;
                sum.peak = sum.peak.max(tally.peak);
                sum.solutions += &tally.solutions;
                sum.digest = sum.digest.zip(tally.digest).map(|(a, b)| a + b);
            }
            None => self.sweep = Some(tally.clone()),
        }
    }

    /// Adds to the digest, if there is one.
    pub(crate) fn add_digest(&mut self, more: Option<Digest>) {
        if let (Some(sum), Some(more)) = (&mut self.digest, more) {
            *sum += more;
        }
    }

    /// Adds solutions; what is known to be there at least is rounded up.
    pub(crate) fn add_solutions(&mut self, more: BigUint) {
        self.sum += more;
        self.count = (&self.sum + (self.divisor - 1)) / self.divisor;
    }
}
