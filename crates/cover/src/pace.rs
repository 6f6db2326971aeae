//! How long it will take, as far as one can tell: a value, no clock.

use crate::Progress;

/// How fast work goes on, once it has begun.
///
/// ```
/// use polydlx_cover::{Pace, Progress};
///
/// let at = |outlook| Progress { outlook, ..Progress::default() };
/// let mut pace = Pace::default();
/// assert_eq!(pace.left(50.0, &at(0.0)), None, "getting ready says nothing");
/// assert_eq!(pace.left(51.0, &at(0.01)), None);
/// assert_eq!(pace.left(61.0, &at(0.11)).map(f64::round), Some(89.0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// When something had been done first, and how much.
    begun: Option<(f64, f64)>,
}

/// The variance of the logarithm of an estimate by random descents: it is wrong by a factor of two, about.
const VARIANCE: f64 = 0.5;
/// The same for a single descent, if many are put together.
const SPREAD: f64 = 50.0;

impl Pace {
    /// The seconds that are left after so many; nothing as long as that cannot be told.
    pub fn left(&mut self, seconds: f64, progress: &Progress) -> Option<f64> {
        let done = progress.outlook;
        if done <= 0.0 {
            return None;
        }
        let (since, before) = *self.begun.get_or_insert((seconds, done));
        (seconds > since && done > before).then(|| (seconds - since) * (1.0 - done) / (done - before))
    }
}

/// How many nodes there will be in all, with the variance of that guess.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Expected {
    nodes: f64,
    variance: f64,
}

impl Expected {
    /// As descents from the root say.
    pub(crate) fn guessed(nodes: f64) -> Self {
        Self { nodes, variance: VARIANCE * nodes * nodes }
    }

    /// When so many nodes have been passed, so many descents say that so many are left. What was thought before counts, too,
    /// as two guesses are put together, each with its variance; the less is left, the less either can be wrong.
    pub(crate) fn surveyed(before: Option<Self>, nodes: u64, left: f64, descents: u64) -> Self {
        let all = nodes as f64 + left;
        let known = before.filter(|before| before.nodes > nodes as f64);
        // A guess that is too small by chance is not a better one.
        let scale = left.max(known.map_or(0.0, |known| known.nodes - nodes as f64));
        let own = Self { nodes: all, variance: SPREAD / descents as f64 * scale * scale };
        let Some(known) = known else { return own };
        let trust = own.variance / (own.variance + known.variance);
        Self { nodes: all + trust * (known.nodes - all), variance: trust * known.variance }
    }
}

/// What part of the work is done, by two witnesses who know nothing of each other: the branches that were passed, and the
/// number of nodes, beside what the tree is thought to have.
///
/// Branches are all taken to be alike, but where later ones leave out what earlier ones had, as in a search up to
/// symmetry, the first of them have most of the nodes. What either says of the nodes that are left is taken for a guess
/// whose logarithm has a variance, and the two are put together as such guesses are.
pub(crate) fn reckon(passed: f64, nodes: u64, expected: Option<Expected>) -> f64 {
    let nodes = nodes as f64;
    let Some(expected) = expected.filter(|_| nodes > 0.0 && passed > 0.0 && passed < 1.0) else {
        return passed;
    };
    let of_passed = VARIANCE + passed.ln().powi(2) / 4.0;
    let rest = expected.nodes - nodes;
    if rest <= 0.0 {
        return passed;
    }
    let of_expected = expected.variance / (rest * rest);
    let share = of_passed / (of_passed + of_expected);
    let left = share * rest.ln() + (1.0 - share) * (nodes * (1.0 - passed) / passed).ln();
    nodes / (nodes + left.exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_believed_in_the_beginning_and_forgotten_in_the_end() {
        let guess = Some(Expected::guessed(1000.0));
        // Few branches are passed, but half of the nodes that were expected.
        assert!((0.2..0.5).contains(&reckon(0.05, 500, guess)));
        assert!((0.97..1.0).contains(&reckon(0.99, 500, guess)));
        // The tree is ten times as large as was thought.
        assert!(reckon(0.05, 10_000, guess) < 0.25);
        // Both agree, or there is but one.
        assert!((reckon(0.3, 300, guess) - 0.3).abs() < 1e-9);
        assert_eq!(reckon(0.3, 300, None), 0.3);
    }
}
