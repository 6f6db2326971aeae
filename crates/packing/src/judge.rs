//! Solutions by their properties.

use crate::group::Group;
use crate::packing::Packing;
use crate::question::Subject;
use crate::swap::Swaps;
use polydlx_cover::{Entry, Monitor, OptionId, Problem, Stopped};
use polydlx_lattice::Tiling;
use polydlx_properties::{Board, Condition, Given, Measure, Needs, View};

/// Asks solutions of a puzzle for their properties; those of a problem without geometry have only costs.
///
/// ```
/// use polydlx_cover::Monitor;
/// use polydlx_packing::{Group, Judge, Packing, Question, Which};
/// use polydlx_spec::{NoSets, Source, load};
///
/// let text = "|! lattice square\n[0-3][0-3]\n8|D 00 01\n";
/// let loaded = load(Source::new("dominoes", text), None, &NoSets);
/// let packing = Packing::new(loaded.puzzle().expect("no mistakes"));
/// let judge = Judge::new(&packing);
/// let question = Question::about(&packing);
/// let tatami = "tatami".parse().unwrap();
/// assert_eq!(question.clone().when(&judge, &tatami).count(&Monitor::new()).count, 2u32.into());
/// let group = Group::new(&packing);
/// let classes = question.which(Which::UpTo(&group)).when(&judge, &tatami);
/// assert_eq!(classes.count(&Monitor::new()).count, 1u32.into());
/// ```
#[derive(Clone, Debug)]
pub struct Judge {
    board: Board,
    /// The symmetries of the options, if somebody needs them.
    group: Option<Group>,
    /// All images of the solution to compare with.
    reference: Vec<Tiling>,
    /// How pieces can be swapped, if somebody needs to know.
    swaps: Option<Swaps>,
    /// What each option costs, if any does.
    costs: Vec<u64>,
    /// A problem without geometry, if some of its options wait for room.
    idle: Option<Box<Problem>>,
}

impl Judge {
    /// A judge of the solutions of a puzzle.
    pub fn new(packing: &Packing<'_>) -> Self {
        Self::of(packing.board(), packing.problem())
    }

    /// A judge of the solutions of a problem without geometry: of what they cost, and whether they leave room for an
    /// option without primary items.
    pub fn of_problem(problem: &Problem) -> Self {
        let idle = problem.has_idle_options().then(|| Box::new(problem.clone()));
        Self { idle, ..Self::of(Board::nowhere(), problem) }
    }

    fn of(board: Board, problem: &Problem) -> Self {
        let costs = problem.option_ids().map(|option| problem.cost(option)).collect();
        Self { board, group: None, reference: Vec::new(), swaps: None, costs, idle: None }
    }

    /// The same, ready for some measures: what they need to know is found out.
    pub fn prepared_for(
        mut self,
        measures: &[&Measure],
        packing: &Packing<'_>,
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        if self.group.is_none() && measures.iter().any(|measure| measure.property.needs == Needs::Group) {
            monitor.enter("looking for symmetries");
            self.group = Some(Group::of_options(packing, monitor)?);
        }
        if self.swaps.is_none() && measures.iter().any(|measure| measure.property.needs == Needs::Swaps) {
            self.swaps = Some(Swaps::new(packing, monitor));
        }
        Ok(self)
    }

    /// The same, with a solution to compare with: all its images, if there is a group.
    #[must_use]
    pub fn compared_with(mut self, packing: &Packing<'_>, options: &[OptionId], group: &Group) -> Self {
        let image = |number| packing.tiling(group.image(number, options));
        self.reference = (0..group.order()).map(image).collect();
        self
    }

    /// What the puzzle has to say beforehand.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The value of a measure; without a packing, of a problem's solution.
    pub fn value<'p>(
        &self,
        packing: impl Into<Option<&'p Packing<'p>>>,
        measure: &Measure,
        options: &[OptionId],
    ) -> i64 {
        self.view(packing.into(), options).value(measure)
    }

    /// Whether a condition is true of a solution.
    pub fn holds<'p>(
        &self,
        packing: impl Into<Option<&'p Packing<'p>>>,
        condition: &Condition,
        options: &[OptionId],
    ) -> bool {
        self.view(packing.into(), options).holds(condition)
    }

    /// Whether a condition that speaks of costs only is true of solutions that cost so much, or whose dearest option does.
    pub(crate) fn allows(&self, condition: &Condition, cost: u64) -> bool {
        let given = Given { cost, max: cost, ..Given::default() };
        self.board.view(&Tiling::default(), given).holds(condition)
    }

    fn view(&self, packing: Option<&Packing<'_>>, options: &[OptionId]) -> View<'_> {
        let costs = || options.iter().map(|option| self.costs[option.0 as usize]);
        let (cost, max) = (costs().sum(), costs().max().unwrap_or(0));
        let Some(packing) = packing else {
            let maximal = self.idle.as_ref().is_none_or(|problem| problem.is_maximal(options));
            return self.board.view(&Tiling::default(), Given { cost, max, maximal, ..Given::default() });
        };
        let tiling = packing.tiling(options.iter().copied());
        let stabilizer = self.group.as_ref().map_or(1, |group| {
            let mut options = options.to_vec();
            options.sort_unstable();
            group.stabilizer(&options).len() as u64
        });
        let elsewhere =
            |image: &Tiling| tiling.iter().filter(|placement| !image.contains(placement)).count() as u64;
        let (swaps, strong) = self.swaps.as_ref().map_or((0, true), |swaps| swaps.of(packing, options));
        let maximal = self.swaps.is_none() || is_maximal(packing, options);
        let moved = self.reference.iter().map(elsewhere).min().unwrap_or(0);
        self.board.view(&tiling, Given { stabilizer, moved, cost, max, swaps, strong, maximal })
    }

    /// The numbers of the symmetries that keep all of some measures, as far as can be told.
    pub fn keepers(&self, group: &Group, measures: &[&Measure]) -> Vec<usize> {
        let keeps = |number: usize| {
            let element = &group.elements()[number];
            let costs = |(option, cost): (usize, &u64)| {
                *cost == self.costs[element.image(OptionId(option as u32)).0 as usize]
            };
            let (by_cost, others): (Vec<&&Measure>, Vec<&&Measure>) =
                measures.iter().partition(|measure| measure.property.needs == Needs::Costs);
            let all =
                |motion| others.iter().all(|measure| self.board.is_kept(measure, motion, &element.pieces));
            (others.is_empty() || group.motions(number).any(all))
                && (by_cost.is_empty() || self.costs.iter().enumerate().all(costs))
        };
        // The identity keeps everything.
        (0..group.order()).filter(|&number| number == 0 || keeps(number)).collect()
    }

    /// The symmetries that lead to images with other values: all images have the values of one of these.
    pub(crate) fn cosets(&self, group: &Group, measures: &[&Measure]) -> Vec<usize> {
        group.cosets(&self.keepers(group, measures))
    }
}

/// Whether no piece can be added to a solution.
fn is_maximal(packing: &Packing<'_>, options: &[OptionId]) -> bool {
    let problem = packing.problem();
    let mut uses = vec![(0, None); problem.items()];
    for entry in
        options.iter().filter(|&&option| packing.places(option)).flat_map(|&option| problem.option(option))
    {
        let (times, color) = &mut uses[entry.item.0 as usize];
        (*times, *color) = (*times + 1, entry.color);
    }
    // Whoever asks for the same colour is not in the way.
    let has_room = |entry: &Entry| {
        let (times, color) = uses[entry.item.0 as usize];
        times < problem.bounds(entry.item).high || color.is_some() && color == entry.color
    };
    let fits = |option: OptionId| problem.option(option).iter().all(has_room);
    !packing.placements().any(fits)
}

/// Tells the solutions that are meant from others.
#[derive(Debug)]
pub(crate) struct Sieve<'a> {
    pub(crate) subject: Subject<'a>,
    pub(crate) requirement: Option<(&'a Judge, &'a Condition)>,
    /// A condition, and under which symmetries it is enough if an image meets it.
    pub(crate) condition: Option<(&'a Judge, &'a Condition, Option<Images<'a>>)>,
}

/// The images that matter, as symmetries by number.
pub(crate) type Images<'a> = (&'a Group, Vec<usize>);

impl Sieve<'_> {
    /// Whether a solution counts; its options are in ascending order.
    pub(crate) fn accepts(&self, options: &[OptionId]) -> bool {
        let packing = self.subject.packing();
        self.requirement.is_none_or(|(judge, condition)| judge.holds(packing, condition, options))
            && self.condition.as_ref().is_none_or(|(judge, condition, images)| match images {
                None => judge.holds(packing, condition, options),
                Some((group, numbers)) => numbers
                    .iter()
                    .any(|&number| judge.holds(packing, condition, &group.image(number, options))),
            })
    }

    /// The conditions, and whether every solution that is accepted meets each, whatever its images are like.
    pub(crate) fn parts(&self) -> Vec<(&Condition, bool)> {
        let required = self.requirement.iter().flat_map(|(_, condition)| condition.parts());
        let asked = self.condition.iter().flat_map(|(judge, condition, images)| {
            let is_kept = move |part: &Condition| match images {
                Some((group, _)) => judge.keepers(group, &part.measures()).len() == group.order(),
                None => true,
            };
            condition.parts().into_iter().map(move |part| (part, is_kept(part)))
        });
        required.map(|part| (part, true)).chain(asked).collect()
    }

    /// An image that meets the condition, if the solution itself does not.
    pub(crate) fn fitting(&self, options: &[OptionId]) -> Option<Vec<OptionId>> {
        let (judge, condition, images) = self.condition.as_ref()?;
        let (group, numbers) = images.as_ref()?;
        let packing = self.subject.packing();
        if judge.holds(packing, condition, options) {
            return None;
        }
        let mut images = numbers.iter().map(|&number| group.image(number, options));
        images.find(|image| judge.holds(packing, condition, image))
    }
}
