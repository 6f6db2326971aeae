//! Knuth's Monte Carlo estimate of the size of a tree, without walking it (TAOCP 7.2.2.1 ex. 86).
//!
//! A trial goes down at random, and weighs what it meets by the product of the branching degrees above it.
//! Each trial is unbiased; their spread tells how far to trust the mean.

use crate::random::Random;
use crate::walk::Walker;

/// What random descents say about a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Trials made.
    pub trials: u64,
    /// Nodes that were looked at for it.
    pub visited: u64,
    /// Nodes of the tree, root and solutions included.
    pub nodes: Figure,
    /// Solutions.
    pub solutions: Figure,
    /// Mean work of the engine, in units of its own: see [`Outcome::work`](crate::Outcome::work).
    pub work: f64,
    /// Mean number of nodes by level.
    pub profile: Vec<f64>,
}

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Figure {
    /// Mean over the trials.
    pub mean: f64,
    /// Standard error of the mean; 0 for a single trial, which says nothing about it.
    pub error: f64,
}

/// One trial is one way down at random.
pub(crate) fn estimate(
    walker: &mut dyn Walker,
    trials: u64,
    seed: u64,
    go_on: impl Fn() -> bool,
) -> Estimate {
    let mut random = Random::new(seed);
    let (mut nodes, mut solutions) = (Moments::default(), Moments::default());
    let mut profile = Vec::new();
    let (mut visited, mut works) = (0, 0.0);
    for _ in 0..trials {
        let (mut weight, mut total, mut stopped) = (1.0f64, 0.0, false);
        let mut effort = 0.0;
        let solved = walker.descend(&mut random, &mut |level, degree, work| {
            total += weight;
            effort += weight * work as f64;
            visited += 1;
            if level == profile.len() {
                profile.push(0.0);
            }
            profile[level] += weight;
            if degree > 0 {
                // Larger numbers than that say nothing more, and their squares must be numbers, too.
                weight = (weight * f64::from(degree)).min(1e140);
                stopped = !go_on();
            }
            !stopped
        });
        if stopped {
            break;
        }
        nodes.add(total);
        works += effort;
        solutions.add(if solved { weight } else { 0.0 });
    }
    let made = nodes.count.max(1.0);
    profile.iter_mut().for_each(|level| *level /= made);
    let trials = nodes.count as u64;
    let (nodes, solutions) = (nodes.figure(), solutions.figure());
    Estimate { trials, visited, nodes, solutions, work: works / made, profile }
}

/// Mean and spread in one pass (Welford).
#[derive(Default)]
struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let away = value - self.mean;
        self.mean += away / self.count;
        self.squares += away * (value - self.mean);
    }

    fn figure(&self) -> Figure {
        let error =
            if self.count > 1.0 { (self.squares / (self.count - 1.0) / self.count).sqrt() } else { 0.0 };
        Figure { mean: self.mean, error }
    }
}
