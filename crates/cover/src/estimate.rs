//! Knuth's Monte Carlo estimate of the size of a tree, without walking it (TAOCP 7.2.2.1 ex. 86).
//!
//! A trial goes down at random, and weighs what it meets by the product of the branching degrees above it.
//! Each trial is unbiased; their spread tells how far to trust the mean.

use crate::random::Random;
use crate::tree::Tree;

/// What random descents say about a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Trials made.
    pub trials: u64,
    /// Nodes of the tree, root and solutions included.
    pub nodes: Figure,
    /// Solutions.
    pub solutions: Figure,
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

pub(crate) fn estimate<T: Tree>(
    tree: &mut T,
    trials: u64,
    seed: u64,
    mut go_on: impl FnMut() -> bool,
) -> Estimate {
    let mut random = Random::new(seed);
    let (mut nodes, mut solutions) = (Moments::default(), Moments::default());
    let mut profile = Vec::new();
    for _ in 0..trials {
        if !go_on() {
            break;
        }
        let (mut weight, mut total, mut found, mut level) = (1.0f64, 0.0, 0.0, 0);
        loop {
            total += weight;
            if level == profile.len() {
                profile.push(0.0);
            }
            profile[level] += weight;
            let Some(fork) = tree.look() else {
                found = weight;
                break;
            };
            if fork.degree == 0 {
                break;
            }
            tree.open();
            tree.skip(random.below(fork.degree));
            tree.down();
            weight *= f64::from(fork.degree);
            level += 1;
        }
        for _ in 0..level {
            tree.up();
            tree.close();
        }
        nodes.add(total);
        solutions.add(found);
    }
    let made = nodes.count;
    profile.iter_mut().for_each(|level| *level /= made);
    Estimate { trials: made as u64, nodes: nodes.figure(), solutions: solutions.figure(), profile }
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
