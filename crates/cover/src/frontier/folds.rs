//! Symmetry inside a sweep: a state and its image have equally many ends, so one of them stands for both.
//!
//! A symmetry maps partial solutions to partial solutions, and what is left to that of the image; pieces may become other
//! pieces, such as their mirror images. Most are of no use: turned by half, a sweep that has begun at one end has begun at the other. But
//! one that keeps the direction of the sweep, such as the reflection of a rectangle in its long axis, maps what is
//! nearly a column to what is nearly a column; then the states that are furthest along stand for their images.
//! That takes 0.6 of the time on 6×10 pentominoes, half on hexiamonds in a rhombus, and 0.4 on the Soma cube.
//!
//! What was not tried, because it cannot win there: to sweep from both ends, one of which is the image of the other, and
//! meet in the middle. Pieces that lie beyond the cut may begin anywhere, so within the reach of a piece, 24 cells in 6×10,
//! the second sweep has to choose which cells it leaves for the first one; that is nearly all of its half.

use super::order::Order;
use super::plan::Plan;
use super::window::Window;
use crate::{Color, ItemId, Monitor, Problem, Stopped};
use std::collections::BTreeMap;

/// The symmetries that a sweep makes use of.
#[derive(Clone, Debug, Default)]
pub(super) struct Folds {
    /// Each as a permutation of the steps, and the number of its turn.
    steps: Vec<(Vec<u32>, u8)>,
    /// What symmetries do to what is carried; the first one does nothing.
    pub(super) turns: Vec<Turn>,
}

impl Folds {
    pub(super) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

/// A permutation of the bits of what is carried: for each byte and its value, what becomes of its bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Turn(Vec<[u128; 256]>);

impl Turn {
    fn new(bits: &[usize]) -> Self {
        let byte = |bits: &[usize]| {
            let image = |value: usize| {
                let set = bits.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1);
                set.map(|(_, to)| 1u128 << to).sum()
            };
            std::array::from_fn(image)
        };
        Self(bits.chunks(8).map(byte).collect())
    }

    /// What undoes it.
    pub(super) fn inverse(&self, bits: usize) -> Self {
        let mut from = vec![0; bits];
        (0..bits).for_each(|bit| from[self.apply(1 << bit).trailing_zeros() as usize] = bit);
        Self::new(&from)
    }

    #[inline]
    pub(super) fn apply(&self, set: u128) -> u128 {
        self.0.iter().enumerate().map(|(byte, images)| images[(set >> (8 * byte)) as usize & 255]).sum()
    }
}

/// There are no more turns than this.
const MOST_TURNS: usize = 16;

/// Those of some permutations of the items that are symmetries of the problem and of use in a sweep.
pub(super) fn folds(
    problem: &Problem,
    order: &Order,
    plan: &Plan,
    candidates: &[&[u32]],
    monitor: &Monitor,
) -> Result<Folds, Stopped> {
    let mut folds = Folds::default();
    // What has no place in the order has no image there.
    if plan.steps() != order.swept.len() {
        return Ok(folds);
    }
    let mut step = vec![None; problem.items()];
    for (at, item) in order.swept.iter().enumerate() {
        step[item.0 as usize] = Some(at as u32);
    }
    let turn = |items: &[u32]| {
        if order.carried.iter().all(|item| items[item.0 as usize] == item.0) {
            return Some((0..plan.carried_bits()).collect::<Vec<_>>());
        }
        // Only what takes a bit each can change places.
        let bit = |item: u32| plan.bits.get(item as usize).copied().flatten();
        let moved = order.carried.iter().map(|item| Some((bit(item.0)?, bit(items[item.0 as usize])?)));
        let mut to = vec![0; plan.carried_bits()];
        for (from, image) in moved.collect::<Option<Vec<_>>>()? {
            to[from] = image;
        }
        Some(to)
    };
    let steps = |items: &[u32]| {
        let image = |item: u32| step.get(item as usize).copied().flatten();
        order.swept.iter().map(|item| image(items[item.0 as usize])).collect::<Option<Vec<u32>>>()
    };
    let mut options = None;
    let nothing = Turn::new(&(0..plan.carried_bits()).collect::<Vec<_>>());
    folds.turns.push(nothing);
    for &candidate in candidates.iter().filter(|items| items.len() == problem.items()) {
        let useful = steps(candidate).filter(|steps| is_useful(steps));
        if let Some(steps) = useful.filter(|steps| folds.steps.iter().all(|(known, _)| known != steps))
            && let Some(turn) = turn(candidate).map(|bits| Turn::new(&bits))
        {
            let options = match &mut options {
                Some(options) => options,
                none => none.insert(footprints(problem, monitor)?),
            };
            if !is_symmetry(problem, candidate, options, monitor)? {
                continue;
            }
            let number = folds.turns.iter().position(|known| *known == turn).unwrap_or(folds.turns.len());
            if number == MOST_TURNS {
                continue;
            }
            if number == folds.turns.len() {
                folds.turns.push(turn);
            }
            folds.steps.push((steps, number as u8));
        }
    }
    Ok(folds)
}

/// Whether a permutation of the steps keeps their beginnings together: half way, it brings no more than an eighth to the
/// other side.
fn is_useful(steps: &[u32]) -> bool {
    let half = steps.len() / 2;
    let over = steps[..half].iter().filter(|&&to| to as usize >= half).count();
    let moves = steps.iter().enumerate().any(|(from, &to)| from != to as usize);
    moves && over <= steps.len() / 8
}

/// An option as items and colours in ascending order.
type Footprint = Vec<(u32, Option<Color>)>;

/// Options between two questions whether to go on.
const POLL: usize = 1024;

/// How many options there are with each footprint.
fn footprints(problem: &Problem, monitor: &Monitor) -> Result<BTreeMap<Footprint, usize>, Stopped> {
    let mut found = BTreeMap::new();
    for (number, option) in problem.option_ids().enumerate() {
        if number % POLL == 0 {
            monitor.go_on()?;
        }
        let mut footprint: Footprint =
            problem.option(option).iter().map(|entry| (entry.item.0, entry.color)).collect();
        footprint.sort_unstable();
        *found.entry(footprint).or_default() += 1;
    }
    Ok(found)
}

/// Whether options become options, and items such as are bounded alike.
fn is_symmetry(
    problem: &Problem,
    items: &[u32],
    options: &BTreeMap<Footprint, usize>,
    monitor: &Monitor,
) -> Result<bool, Stopped> {
    let mut hit = vec![false; items.len()];
    items.iter().for_each(|&to| hit[to as usize] = true);
    let alike = problem.listing().iter().all(|&item| {
        let to = ItemId(items[item.0 as usize]);
        problem.is_primary(item) == problem.is_primary(to) && problem.bounds(item) == problem.bounds(to)
    });
    if !alike || !hit.iter().all(|&hit| hit) {
        return Ok(false);
    }
    // Different footprints have different images, so it is enough that each image is one.
    for (number, (footprint, times)) in options.iter().enumerate() {
        if number % POLL == 0 {
            monitor.go_on()?;
        }
        let mut image: Footprint =
            footprint.iter().map(|&(item, color)| (items[item as usize], color)).collect();
        image.sort_unstable();
        if options.get(&image) != Some(times) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Permutations of steps, ready to be applied to shapes.
pub(super) struct Folding<const N: usize> {
    folds: Vec<Fold<N>>,
}

struct Fold<const N: usize> {
    steps: Vec<u32>,
    turn: u8,
    /// For each step: what beyond it comes before it, and what before it goes beyond it; none if that is far away.
    at: Vec<Option<[Window<N>; 2]>>,
}

impl<const N: usize> Folding<N> {
    pub(super) fn new(folds: &Folds) -> Self {
        let fold = |(steps, turn): &(Vec<u32>, u8)| {
            let mut back = vec![0; steps.len()];
            steps.iter().enumerate().for_each(|(from, &to)| back[to as usize] = from as u32);
            let crossing = |step: usize, to: &[u32]| {
                let mut window = Window::EMPTY;
                for by in to[..step].iter().filter_map(|&to| (to as usize).checked_sub(step)) {
                    if by >= Window::<N>::LENGTH {
                        return None;
                    }
                    window.set(by);
                }
                Some(window)
            };
            let at = (0..=steps.len()).map(|step| Some([crossing(step, &back)?, crossing(step, steps)?]));
            Fold { at: at.collect(), steps: steps.clone(), turn: *turn }
        };
        Self { folds: folds.steps.iter().map(fold).collect() }
    }

    /// The shape that stands for a shape of a step, its step, which is no earlier, and the turn that leads there.
    pub(super) fn representative(&self, step: usize, shape: Window<N>) -> (usize, Window<N>, u8) {
        let mut best = (step, shape, 0);
        for fold in &self.folds {
            if let Some((at, image)) = fold.image(step, &shape)
                && (at > best.0 || at == best.0 && image < best.1)
            {
                best = (at, image, fold.turn);
            }
        }
        best
    }
}

impl<const N: usize> Fold<N> {
    /// What a shape becomes, unless that begins earlier.
    fn image(&self, step: usize, shape: &Window<N>) -> Option<(usize, Window<N>)> {
        let [deficit, surplus] = self.at[step].as_ref()?;
        if !shape.contains(deficit) {
            return None;
        }
        let mut image = *surplus;
        for by in shape.bits() {
            if let Some(by) = (self.steps[step + by] as usize).checked_sub(step) {
                if by >= Window::<N>::LENGTH {
                    return None;
                }
                image.set(by);
            }
        }
        let by = image.leading();
        Some((step + by, image.forward(by)))
    }
}
