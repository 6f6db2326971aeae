//! How much of a search is left, by random descents into it.
//!
//! Branches are not alike: up to symmetry, the first of them have most of the nodes. So the branches that were passed say little
//! of those that are left, but those can be looked at. A random descent from the root comes to a leaf with the probability
//! that [`Stats::done`](crate::walk::Stats) weighs it with; here descents go to what is left alone, and what they see there
//! is, on average, the number of its nodes (as in [`estimate`](crate::estimate)).

use crate::engine::walker;
use crate::estimate::estimate;
use crate::random::Random;
use crate::team::Job;
use crate::walk::Walker;
use crate::{Config, Part};

/// Nodes of a search between its beginning and the first survey; after that, so much more than before.
const FIRST: u64 = 1 << 21;
const MORE: f64 = 1.2;
/// A node of a descent costs as much as so many others, and a survey may take one of so many.
const DESCENT: u64 = 32;
const ONE_OF: u64 = 50;
/// And no more nodes than this, however long the search has lasted: a stop is heard between two places.
const MOST: u64 = 1 << 17;
/// Descents begin at so many places.
const PLACES: u64 = 24;

/// What is left, as far as somebody has looked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Left {
    /// The part of the whole tree that was looked at.
    pub(crate) weight: f64,
    /// The nodes that it seems to have.
    pub(crate) nodes: f64,
    /// How many descents say so.
    pub(crate) descents: u64,
}

/// Who looks from time to time.
pub(crate) struct Surveyor {
    random: Random,
    /// When to look again, in nodes, and when that was done last.
    next: u64,
    last: u64,
    /// A tree of the job at hand.
    spare: Option<(usize, Box<dyn Walker>)>,
}

/// Some branches that nobody has begun, and what part of the whole they are.
struct Place {
    job: usize,
    part: Part,
    weight: f64,
}

impl Surveyor {
    pub(crate) fn new() -> Self {
        Self { random: Random::new(1), next: FIRST, last: 0, spare: None }
    }

    pub(crate) fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.next
    }

    /// Looks at what is left of a job, as parts with their weights, and at jobs that nobody has begun, when so many nodes have
    /// been passed.
    pub(crate) fn look(
        &mut self,
        jobs: &[Job<'_>],
        config: &Config,
        (job, left): (usize, Vec<(Part, f64)>),
        others: impl IntoIterator<Item = usize>,
        (nodes, go_on): (u64, &dyn Fn() -> bool),
    ) -> Left {
        let own = left.into_iter().map(|(part, weight)| Place { job, part, weight });
        let others =
            others.into_iter().map(|job| Place { job, part: Part::default(), weight: jobs[job].share });
        let places: Vec<Place> = own.chain(others).collect();
        let visits = ((nodes - self.last) / (DESCENT * ONE_OF)).min(MOST);
        (self.last, self.next) = (nodes, (nodes as f64 * MORE) as u64);
        self.next = self.next.max(nodes + FIRST);
        let weight: f64 = places.iter().map(|place| place.weight).sum();
        let (mut passed, mut at, mut seen, mut looks) = (0.0, 0.5, 0.0, 0.0);
        // What a descent visits is not known before the first.
        let (mut visited, mut made, mut each) = (0, 0, 1);
        for Place { job, part, weight: own } in places {
            passed += own * PLACES as f64 / weight;
            while at < passed {
                at += 1.0;
                if self.spare.as_ref().is_none_or(|(known, _)| *known != job) {
                    self.spare = Some((job, walker(jobs[job].problem, config)));
                }
                let Some((_, tree)) = &mut self.spare else { continue };
                if !go_on() {
                    return Left::default();
                }
                for _ in 0..each {
                    let (path, branches) = part.branch(&mut self.random);
                    if tree.go(&path, &mut Vec::new()).is_err() {
                        return Left::default();
                    }
                    let seed = u64::from(self.random.below(u32::MAX));
                    let guess = estimate(tree.as_mut(), 1, seed, || true);
                    tree.back(path.len());
                    visited += guess.visited + path.len() as u64;
                    made += 1;
                    seen += guess.nodes.mean * f64::from(branches) / (own * each as f64);
                }
                looks += 1.0;
                each = (visits / PLACES * made / visited).max(1);
            }
        }
        if looks == 0.0 {
            Left::default()
        } else {
            Left { weight, nodes: weight * seen / looks, descents: made }
        }
    }
}
