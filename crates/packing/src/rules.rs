//! Rules as items and options: the one place in which they are compiled.
//!
//! Whatever a rule says becomes items that placements cover, and, where that is not enough, options that place nothing.
//! Given the placements, these options are determined, so that solutions stay what they were; and a motion that keeps a
//! rule maps what was made of it onto itself, so that symmetries do.
//!
//! | rule | items | other options |
//! |---|---|---|
//! | `optional` | the cells are secondary | – |
//! | `cover each` | the cells have bounds | – |
//! | `cover of` | a primary one that counts holes | a hole for each of the cells |
//! | `choose` | a primary one that counts the pieces | – |
//! | `apart` | a secondary one for each edge between two cells, which both sides cover; or for each pair of placements | – |
//! | `together` | a secondary one for each placement, which those cover that do not touch it; see [`witnesses`] for more copies | three for each placement |
//! | `rim`, `within`, `meet`, colours of the box | none: placements are left out | – |
//! | `share` | a secondary one | – |
//!
//! [`witnesses`]: compile::Compiler::witnesses

mod compile;

use crate::options::Options;
use polydlx_cover::{Bounds, Monitor, Stopped};
use polydlx_lattice::{PieceId, Puzzle, Rule, Shape, Site};
use std::collections::{BTreeMap, BTreeSet};

/// What the rules of a puzzle add to its exact cover problem.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compiled {
    pub(crate) items: Vec<Extra>,
    /// For each placement, the items that it covers besides; empty if there are no rules.
    pub(crate) covers: Vec<Vec<Cover>>,
    /// Options that place nothing.
    pub(crate) idle: Vec<Idle>,
    /// Which sites have an option that leaves them empty.
    pub(crate) holes: BTreeSet<usize>,
}

/// An item that a rule needs.
#[derive(Clone, Debug)]
pub(crate) struct Extra {
    pub(crate) key: Key,
    pub(crate) name: String,
    /// None for a secondary item.
    pub(crate) bounds: Option<Bounds>,
    /// Whether its bounds follow from the number of cells.
    pub(crate) implied: bool,
}

/// An option that places nothing.
#[derive(Clone, Debug)]
pub(crate) struct Idle {
    pub(crate) key: Key,
    /// The site that it leaves empty.
    pub(crate) site: Option<usize>,
    pub(crate) covers: Vec<Cover>,
}

/// The number of an item of a rule, and which of two colours, if it has one. There may be many millions of them.
pub(crate) type Cover = (u32, Option<bool>);

/// What an item or an option of a rule stands for, in terms that motions understand: rules, sites and placements by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key {
    /// All that a rule counts.
    Count(usize),
    /// The edge between two sites, the lesser one first.
    Edge(usize, [usize; 2]),
    /// Two placements that touch, the lesser one first.
    Pair(usize, [usize; 2]),
    /// All placements of a piece of which some must be touched.
    Some(usize, PieceId),
    /// Something that belongs to a placement.
    Of(usize, usize, Role),
    /// A hole at a site.
    Hole(usize),
}

/// What belongs to a placement if it has to touch another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Role {
    /// Items: those that do not touch it; whether it is used; whether it is settled what it is; whether it is touched.
    Far,
    Used,
    Settled,
    Touched,
    Free,
    /// Options: it is not used; it is used and touched; it is used and not touched.
    Absent,
    Witness,
    Alone,
}

/// A motion as far as rules are concerned.
pub(crate) struct Moved<'a> {
    /// What each site becomes, what each placement, what each piece.
    pub(crate) sites: &'a [usize],
    pub(crate) placements: &'a dyn Fn(usize) -> usize,
    pub(crate) pieces: &'a [PieceId],
}

impl Compiled {
    /// Compiles the rules of a puzzle.
    pub(crate) fn new(options: &Options<'_>, monitor: &Monitor) -> Result<Self, Stopped> {
        if options.puzzle().rules.is_empty() {
            Ok(Self::default())
        } else {
            compile::compiled(options, monitor)
        }
    }

    /// What a key becomes under a motion, if all rules do become rules: where each rule goes, and the key.
    pub(crate) fn image(key: Key, rules: &[usize], moved: &Moved<'_>) -> Key {
        let both = |pair: [usize; 2], image: &dyn Fn(usize) -> usize| {
            let mut pair = pair.map(image);
            pair.sort_unstable();
            pair
        };
        match key {
            Key::Count(rule) => Key::Count(rules[rule]),
            Key::Edge(rule, ends) => Key::Edge(rules[rule], both(ends, &|site| moved.sites[site])),
            Key::Pair(rule, pair) => Key::Pair(rules[rule], both(pair, moved.placements)),
            Key::Some(rule, piece) => Key::Some(rules[rule], moved.pieces[piece.0]),
            Key::Of(rule, placement, role) => Key::Of(rules[rule], (moved.placements)(placement), role),
            Key::Hole(site) => Key::Hole(moved.sites[site]),
        }
    }
}

/// The rule that each rule of a puzzle becomes under a motion, if they all become rules.
///
/// Rules that share a name are one, called by the first of them, and what they are called does not matter.
pub(crate) fn rule_images(puzzle: &Puzzle, moved: &Moved<'_>) -> Option<Vec<usize>> {
    let site =
        |site: &Site| puzzle.region.index_of(*site).map(|number| puzzle.region.sites()[moved.sites[number]]);
    let shape = |shape: &Shape| shape.sites().iter().filter_map(site).collect::<Shape>();
    let pair = |a: PieceId, b: PieceId| if a < b { [a, b] } else { [b, a] };
    let piece = |id: &PieceId| moved.pieces[id.0];
    let image = |rule: &Rule| match rule {
        Rule::Optional(cells) => Rule::Optional(shape(cells)),
        Rule::Each(bounds, cells) => Rule::Each(*bounds, shape(cells)),
        Rule::Of(bounds, cells) => Rule::Of(*bounds, shape(cells)),
        Rule::Choose(bounds, pieces) => {
            let mut images: Vec<PieceId> = pieces.iter().map(piece).collect();
            images.sort_unstable();
            Rule::Choose(*bounds, images)
        }
        Rule::Together(a, b) => {
            let [a, b] = pair(piece(a), piece(b));
            Rule::Together(a, b)
        }
        Rule::Apart(a, b) => {
            let [a, b] = pair(piece(a), piece(b));
            Rule::Apart(a, b)
        }
        other => other.clone(),
    };
    // Rules on single placements are in the placements themselves; those that share names are compared as a whole.
    let plain: BTreeMap<Rule, usize> = puzzle.rules.iter().cloned().zip(0..).collect();
    let shared = shares(puzzle);
    let all: BTreeMap<Vec<(PieceId, Option<Shape>)>, usize> =
        shared.iter().map(|(first, members)| (members.clone(), *first)).collect();
    puzzle
        .rules
        .iter()
        .enumerate()
        .map(|(number, rule)| match rule {
            Rule::Optional(_)
            | Rule::Each(..)
            | Rule::Rim(_)
            | Rule::Within(..)
            | Rule::Meet(..)
            | Rule::Colored(_) => Some(number),
            Rule::Share(..) => match shared.get(&number) {
                None => Some(number),
                Some(members) => {
                    let mut images: Vec<_> =
                        members.iter().map(|(id, cells)| (piece(id), cells.as_ref().map(shape))).collect();
                    images.sort();
                    all.get(&images).copied()
                }
            },
            _ => plain.get(&image(rule)).copied(),
        })
        .collect()
}

/// What the rules that share a name have to say, by the number of the first of them.
fn shares(puzzle: &Puzzle) -> BTreeMap<usize, Vec<(PieceId, Option<Shape>)>> {
    let mut found: BTreeMap<usize, Vec<(PieceId, Option<Shape>)>> = BTreeMap::new();
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, rule) in puzzle.rules.iter().enumerate() {
        if let Rule::Share(name, piece, shape) = rule {
            let first = *first.entry(name).or_insert(number);
            found.entry(first).or_default().push((*piece, shape.clone()));
        }
    }
    found.values_mut().for_each(|members| members.sort());
    // Two names for the same are one.
    let mut seen = BTreeSet::new();
    found.retain(|_, members| seen.insert(members.clone()));
    found
}

/// How often a piece is used, if it must touch another one.
pub(crate) fn piece_bounds(puzzle: &Puzzle, piece: PieceId) -> Bounds {
    let touches = |rule: &Rule| matches!(rule, Rule::Together(a, b) if [*a, *b].contains(&piece));
    let Bounds { low, high } = puzzle.pieces[piece.0].bounds;
    Bounds { low: if puzzle.rules.iter().any(touches) { low.max(1) } else { low }, high }
}
