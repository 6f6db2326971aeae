//! How solutions hang together: which of them differ in few pieces only.
//!
//! The semidistance of two packings is the number of pieces that lie elsewhere (TAOCP 7.2.2.1, answer 325); if one has
//! more pieces, these lie elsewhere, too. Two classes
//! are as near as their nearest members, so one member of the one is compared with all of the other (answer 325).

use crate::answer::Answer;
use crate::graph::{bicomponents, diameter};
use crate::packing::Packing;
use crate::question::{Question, Subject, Which};
use crate::swap::grown;
use polydlx_cover::{Monitor, OptionId, Stopped};
use polydlx_lattice::{PieceId, Site};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Solutions, or one of each class, and which of them are near each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The solutions, by their options in ascending order.
    pub solutions: Vec<Vec<OptionId>>,
    /// Pairs of them that are near each other, the lesser first.
    pub edges: BTreeMap<(usize, usize), Nearness>,
    /// For each solution how many near it are better, and how many are worse, in the order of Theorem S; not for classes.
    pub swaps: Option<Vec<(u32, u32)>>,
}

/// How near two solutions are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearness {
    /// In how many ways: for classes, by how many images.
    pub times: u32,
    /// How many pieces lie elsewhere; for classes, in the nearest images.
    pub pieces: usize,
}

impl Relation {
    /// The greatest number of edges on a shortest way between two solutions of one component, if that is easy to find out.
    pub fn diameter(&self) -> Option<usize> {
        diameter(&self.neighbors(), &self.components())
    }

    /// How many bicomponents there are: parts, of one edge or more, that no vertex whose loss cuts something off divides.
    pub fn bicomponents(&self) -> usize {
        bicomponents(&self.neighbors())
    }

    fn neighbors(&self) -> Vec<Vec<usize>> {
        let mut near = vec![Vec::new(); self.solutions.len()];
        for &(one, other) in self.edges.keys() {
            near[one].push(other);
            near[other].push(one);
        }
        near
    }

    /// For each solution how many others are near; with `multiple`, each as often as it is.
    pub fn degrees(&self, multiple: bool) -> Vec<u32> {
        let mut degrees = vec![0; self.solutions.len()];
        for (&(one, other), &Nearness { times, .. }) in &self.edges {
            for end in [one, other] {
                degrees[end] += if multiple { times } else { 1 };
            }
        }
        degrees
    }

    /// The groups that hang together, the largest first.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let mut leader: Vec<usize> = (0..self.solutions.len()).collect();
        fn find(leader: &mut [usize], mut at: usize) -> usize {
            while leader[at] != at {
                leader[at] = leader[leader[at]];
                at = leader[at];
            }
            at
        }
        for &(one, other) in self.edges.keys() {
            let (a, b) = (find(&mut leader, one), find(&mut leader, other));
            leader[a.max(b)] = a.min(b);
        }
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for number in 0..self.solutions.len() {
            groups.entry(find(&mut leader, number)).or_default().push(number);
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups
    }
}

impl Question<'_> {
    /// Which solutions, or classes, differ in at most so many pieces.
    ///
    /// All solutions are kept in memory. If it is stopped, there is only what was found; the answer says so.
    pub fn relation(&self, distance: usize, monitor: &Monitor) -> (Relation, Answer) {
        let (solutions, answer) = self.all_found(monitor);
        self.related(solutions, answer, distance, monitor)
    }

    /// The same for all solutions that can be had from these by moving two pieces at a time; the answer is about these.
    pub fn grown_relation(&self, distance: usize, monitor: &Monitor) -> (Relation, Answer) {
        let (mut solutions, mut answer) = self.all_found(monitor);
        if let Subject::Packing(packing) = self.subject {
            match grown(packing, &solutions, monitor) {
                Ok(all) => solutions = all,
                Err(Stopped) => answer.complete = false,
            }
        }
        self.related(solutions, answer, distance, monitor)
    }

    fn all_found(&self, monitor: &Monitor) -> (Vec<Vec<OptionId>>, Answer) {
        let mut solutions = Vec::new();
        let answer = self.for_each(monitor, &mut |found| {
            solutions.push(found.options.to_vec());
            ControlFlow::Continue(())
        });
        (solutions, answer)
    }

    fn related(
        &self,
        solutions: Vec<Vec<OptionId>>,
        answer: Answer,
        distance: usize,
        monitor: &Monitor,
    ) -> (Relation, Answer) {
        let mut relation = Relation { solutions, edges: BTreeMap::new(), swaps: None };
        if answer.complete && relation.connect(self, distance, monitor).is_err() {
            relation.edges.clear();
            return (relation, Answer { complete: false, ..answer });
        }
        (relation, answer)
    }
}

impl Relation {
    fn connect(
        &mut self,
        question: &Question<'_>,
        distance: usize,
        monitor: &Monitor,
    ) -> Result<(), Stopped> {
        let Subject::Packing(packing) = question.subject else { return Ok(()) };
        monitor.enter("comparing solutions");
        // All images of all solutions, each with the number of its class.
        let mut images: Vec<(Vec<OptionId>, usize)> = Vec::new();
        for (number, solution) in self.solutions.iter().enumerate() {
            match question.which {
                Which::UpTo(group) => {
                    let all: BTreeSet<Vec<OptionId>> =
                        (0..group.order()).map(|element| group.image(element, solution)).collect();
                    images.extend(all.into_iter().map(|image| (image, number)));
                }
                _ => images.push((solution.clone(), number)),
            }
        }
        // Packings that are near have something in common: all but a few pieces. If all have equally many pieces, it is
        // enough to leave out as many as possible.
        let uniform = images.iter().all(|(image, _)| image.len() == images[0].0.len());
        let for_each_rest = |list: &[OptionId], visit: &mut dyn FnMut(Vec<OptionId>)| {
            let least = if uniform { distance.min(list.len()) } else { 0 };
            (least..=distance.min(list.len())).for_each(|number| for_each_rest(list, number, visit));
        };
        let mut common: BTreeMap<Vec<OptionId>, Vec<usize>> = BTreeMap::new();
        for (number, (image, _)) in images.iter().enumerate() {
            monitor.go_on()?;
            for_each_rest(image, &mut |rest| common.entry(rest).or_default().push(number));
        }
        let is_class = matches!(question.which, Which::UpTo(_));
        let mut swaps = vec![(0, 0); self.solutions.len()];
        for (one, solution) in self.solutions.iter().enumerate() {
            monitor.go_on()?;
            let mut near: BTreeSet<usize> = BTreeSet::new();
            for_each_rest(solution, &mut |rest| {
                near.extend(common.get(&rest).into_iter().flatten().copied());
            });
            for (image, other) in near.into_iter().map(|number| &images[number]) {
                if one < *other {
                    let pieces = elsewhere(solution, image);
                    let nearness = self.edges.entry((one, *other)).or_insert(Nearness { times: 0, pieces });
                    nearness.times += 1;
                    nearness.pieces = nearness.pieces.min(pieces);
                }
                if one != *other && !is_class {
                    match is_better(packing, solution, image) {
                        true => swaps[one].1 += 1,
                        false => swaps[one].0 += 1,
                    }
                }
            }
        }
        self.swaps = (!is_class).then_some(swaps);
        Ok(())
    }
}

/// How many options of the longer list the other one lacks; both are in ascending order.
fn elsewhere(one: &[OptionId], other: &[OptionId]) -> usize {
    let common = one.iter().filter(|option| other.binary_search(option).is_ok()).count();
    one.len().max(other.len()) - common
}

/// What is left of a list when so many members are left out.
fn for_each_rest(list: &[OptionId], number: usize, visit: &mut dyn FnMut(Vec<OptionId>)) {
    fn go(
        list: &[OptionId],
        at: usize,
        number: usize,
        rest: &mut Vec<OptionId>,
        visit: &mut dyn FnMut(Vec<OptionId>),
    ) {
        if list.len() - at == number {
            return visit(rest.clone());
        }
        rest.push(list[at]);
        go(list, at + 1, number, rest, visit);
        rest.pop();
        if number > 0 {
            go(list, at + 1, number - 1, rest, visit);
        }
    }
    go(list, 0, number, &mut Vec::new(), visit);
}

/// Whether one packing comes before another one: of the first piece that lies elsewhere, in the order of the puzzle, it has
/// the first cell that only one of them has (TAOCP 7.2.2.1, exercise 212, and answer 278).
pub(crate) fn is_better(packing: &Packing<'_>, one: &[OptionId], other: &[OptionId]) -> bool {
    let cells = |options: &[OptionId], others: &[OptionId]| {
        let mut cells: BTreeMap<PieceId, BTreeSet<Site>> = BTreeMap::new();
        let own = options.iter().filter(|option| !others.contains(option) && packing.places(**option));
        for &option in own {
            let (piece, sites) = packing.sites_of(option);
            cells.entry(piece).or_default().extend(sites);
        }
        cells
    };
    let (mine, theirs) = (cells(one, other), cells(other, one));
    for (piece, cells) in &mine {
        let others = theirs.get(piece).cloned().unwrap_or_default();
        let own = cells.difference(&others).next();
        let foreign = others.difference(cells).next();
        match (own, foreign) {
            (Some(own), Some(foreign)) => return own.cmp(foreign) == Ordering::Less,
            (Some(_), None) => return true,
            (None, Some(_)) => return false,
            (None, None) => {}
        }
    }
    one < other
}
