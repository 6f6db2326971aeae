//! Which item is next: the ways of [`Branch`], for every engine that can do more than one of them.
//!
//! What is chosen at a node depends on the node alone, and on nothing that was done before: so parts of a tree can be walked
//! by anybody, in any order.

mod activity;

use crate::random::mix;
use crate::{Branch, OptionId, Problem};
use activity::Activity;

/// A way to choose. Items have the numbers of their places in the listing.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// The fewest branches.
    Fewest,
    /// The leftmost.
    First,
    /// The fewest branches among those whose turn it is.
    Turns(Vec<u32>),
    /// The fewest branches, ties by the seed.
    Random(u64),
    /// The fewest branches, weighed by what happened lately.
    Active(Activity),
}

impl Choice {
    pub(crate) fn new(problem: &Problem, branch: &Branch) -> Self {
        let names = || problem.listing().iter().map(|&item| problem.name(item));
        match branch {
            Branch::Mrv => Self::Fewest,
            Branch::First => Self::First,
            Branch::Sharp => Self::Turns(names().map(|name| u32::from(!name.starts_with('#'))).collect()),
            Branch::Nonsharp => Self::Turns(names().map(|name| u32::from(name.starts_with('#'))).collect()),
            Branch::Order(order) => {
                let turn = |name: &str| order.iter().position(|known| known == name);
                Self::Turns(names().map(|name| turn(name).unwrap_or(order.len()) as u32).collect())
            }
            Branch::Random(seed) => Self::Random(*seed),
            Branch::Activity => Self::Active(Activity::new(problem.items())),
        }
    }

    /// The item to branch on, if there is any; `path` is what was chosen on the way to the node.
    ///
    /// Of two items with the same number of branches, the tighter one is better, then the leftmost (ex. 9 and 166).
    #[inline(always)]
    pub(crate) fn best<T: Ord, P: Iterator<Item = Option<OptionId>>>(
        &self,
        items: impl Iterator<Item = u32>,
        degree: impl Fn(u32) -> u32,
        tightness: impl Fn(u32) -> T,
        path: impl Fn() -> P,
    ) -> Option<u32> {
        match self {
            Self::Fewest => fewest(items, degree, tightness),
            Self::First => items.min(),
            Self::Turns(turns) => items.min_by_key(|&item| {
                let degree = degree(item);
                // An item that leaves no choice waits for nobody.
                (if degree > 1 { turns[item as usize] } else { 0 }, degree, tightness(item), item)
            }),
            Self::Random(seed) => {
                let number = |option: Option<OptionId>| option.map_or(0, |option| u64::from(option.0) + 1);
                let node = path().fold(mix(*seed), |node, option| mix(node ^ number(option)));
                items.min_by_key(|&item| (degree(item), mix(node ^ u64::from(item)), item))
            }
            Self::Active(activity) => items.min_by(|&one, &other| {
                let rating = |item: u32| activity.rating(item, degree(item));
                let ties = || (tightness(one), one).cmp(&(tightness(other), other));
                rating(one).total_cmp(&rating(other)).then_with(ties)
            }),
        }
    }
}

/// The usual way, which has to be quick.
#[inline(always)]
fn fewest<T: Ord>(
    mut items: impl Iterator<Item = u32>,
    degree: impl Fn(u32) -> u32,
    tightness: impl Fn(u32) -> T,
) -> Option<u32> {
    let mut best = items.next()?;
    let mut least = degree(best);
    for item in items {
        if least == 0 {
            break;
        }
        let degree = degree(item);
        if degree < least || degree == least && (tightness(item), item) < (tightness(best), best) {
            (best, least) = (item, degree);
        }
    }
    Some(best)
}
