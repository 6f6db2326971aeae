//! Option files that were edited keep their geometry: options are matched with the placements of a spec.
//!
//! Knuth calls editing the normal use of an option file: options are deleted, items are added, a hole is made. Items that
//! have the name of a cell or a piece are that cell or piece. An option places a piece if it has one piece, and cells on
//! which the spec could put it; what it has besides does not matter. Everything else is kept as it is.

use crate::options::Options;
use crate::packing::{Meaning, Packing};
use crate::rules::Compiled;
use polydlx_cover::{Color, ItemId, OptionId, Problem, dlx};
use polydlx_lattice::{PieceId, Puzzle, Region, Shape, Site};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// How an edited file differs from what its spec would give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// Placements of the spec that are options of the file.
    pub kept: usize,
    /// Placements of the spec that are not.
    pub missing: usize,
    /// Options of the file that place nothing that the spec has.
    pub others: usize,
    /// Cells and pieces that the file has no item for.
    pub lost: Vec<String>,
    /// Items of the file that are neither cells nor pieces.
    pub added: usize,
}

impl<'a> Packing<'a> {
    /// The problem of an edited file, with the geometry of a puzzle.
    pub fn edited(puzzle: &'a Puzzle, problem: Problem) -> (Self, Edits) {
        let options = Options::new(puzzle);
        let mut edits = Edits::default();
        let mut meanings = vec![Meaning::Rule; problem.items()];
        let by_name: BTreeMap<&str, ItemId> =
            (0..problem.items() as u32).map(ItemId).map(|item| (problem.name(item), item)).collect();
        let mut find = |name: &str, meaning: Meaning| {
            let item = by_name.get(name).copied();
            match item {
                Some(item) => meanings[item.0 as usize] = meaning,
                None => edits.lost.push(name.to_owned()),
            }
            item
        };
        let sites = puzzle.region.sites().iter();
        let sites: Vec<Option<ItemId>> =
            sites.map(|&site| find(&puzzle.site_name(site), Meaning::Site(site))).collect();
        let pieces = puzzle.pieces.iter().enumerate();
        let pieces: Vec<Option<ItemId>> =
            pieces.map(|(number, piece)| find(&piece.name, Meaning::Piece(PieceId(number)))).collect();
        edits.added = meanings.iter().filter(|meaning| **meaning == Meaning::Rule).count();

        let known: BTreeSet<(PieceId, Shape)> =
            options.iter().map(|option| (option.piece, option.sites().collect())).collect();
        let mut used = BTreeSet::new();
        let place = |option: OptionId| {
            let (mut piece, mut several, mut covered) = (None, false, Vec::new());
            for entry in problem.option(option) {
                match meanings[entry.item.0 as usize] {
                    Meaning::Piece(id) => several |= piece.replace(id).is_some(),
                    Meaning::Site(site) => {
                        let color = entry.color.map(|color| problem.color_name(color));
                        let color = color.and_then(|name| puzzle.palette.number(name)).unwrap_or(0);
                        covered.push(Site { color, ..site });
                    }
                    _ => {}
                }
            }
            let placed = (piece?, Shape::new(covered));
            (!several && known.contains(&placed)).then_some(placed)
        };
        let places: Vec<bool> = { problem.option_ids() }
            .map(|option| place(option).map(|placed| used.insert(placed)).is_some())
            .collect();
        edits.kept = used.len();
        edits.missing = known.len() - used.len();
        edits.others = places.iter().filter(|places| !**places).count();
        // A file that nobody has edited is the puzzle's own, and then it is known what the items of its rules mean.
        if !puzzle.rules.is_empty() && edits.missing == 0 && edits.lost.is_empty() {
            let own = Self::new(puzzle);
            let [this, that] = [&problem, &own.problem].map(|problem| {
                let mut text = Vec::new();
                dlx::write(problem, &mut text).map(|()| text).ok()
            });
            if this == that {
                return (own, edits);
            }
        }
        let packing = Self {
            options,
            problem,
            lean: None,
            meanings,
            sites,
            pieces,
            compiled: Compiled::default(),
            extras: Vec::new(),
            places,
            is_edited: true,
            requirement: None,
            group: OnceLock::new(),
            turned: OnceLock::new(),
        };
        (packing, edits)
    }

    /// The puzzle as it is to be shown: where an edited file has no item for a cell, there is a hole.
    pub fn shown(&self) -> Cow<'a, Puzzle> {
        let puzzle = self.options.puzzle();
        if self.sites.iter().all(Option::is_some) {
            return Cow::Borrowed(puzzle);
        }
        let there = puzzle.region.sites().iter().zip(&self.sites).filter(|(_, item)| item.is_some());
        let there = Shape::new(there.map(|(&site, _)| site));
        let region = Region::new(puzzle.lattice, there).expect("a part of a region");
        Cow::Owned(Puzzle { region, ..puzzle.clone() })
    }

    /// The names of the items that are neither cells nor pieces.
    pub fn other_items(&self) -> impl Iterator<Item = &str> {
        let items = (0..self.problem.items() as u32).map(ItemId);
        items.filter(|&item| self.is_added(item)).map(|item| self.problem.name(item))
    }
}

/// The items and options that are neither cells nor pieces nor placements, under a motion whose images of those are known.
///
/// An item goes where the placements go that have it, and an option where its items go; whether that is right is for
/// somebody else to verify.
pub(crate) fn others(packing: &Packing<'_>, items: &mut [u32], options: &mut [OptionId]) -> Option<()> {
    let problem = packing.problem();
    let mut of_item: Vec<Vec<(OptionId, Option<Color>)>> = vec![Vec::new(); problem.items()];
    for option in packing.placements() {
        for entry in problem.option(option) {
            of_item[entry.item.0 as usize].push((option, entry.color));
        }
    }
    let mut goals: BTreeMap<Vec<(OptionId, Option<Color>)>, Vec<u32>> = BTreeMap::new();
    let added: Vec<u32> =
        (0..problem.items() as u32).filter(|&item| packing.is_added(ItemId(item))).collect();
    for &item in added.iter().rev() {
        goals.entry(of_item[item as usize].clone()).or_default().push(item);
    }
    for &item in &added {
        let moved = of_item[item as usize].iter().map(|&(option, color)| (options[option.0 as usize], color));
        let mut moved: Vec<_> = moved.collect();
        moved.sort_unstable();
        items[item as usize] = goals.get_mut(&moved)?.pop()?;
    }
    let entries = |option: OptionId, image: &dyn Fn(u32) -> u32| {
        let entries = problem.option(option).iter();
        let mut list: Vec<_> = entries.map(|entry| (image(entry.item.0), entry.color)).collect();
        list.sort_unstable();
        list
    };
    let idle: Vec<OptionId> = problem.option_ids().filter(|&option| !packing.places(option)).collect();
    let mut goals: BTreeMap<Vec<(u32, Option<Color>)>, Vec<OptionId>> = BTreeMap::new();
    for &option in idle.iter().rev() {
        goals.entry(entries(option, &|item| item)).or_default().push(option);
    }
    for &option in &idle {
        options[option.0 as usize] = goals.get_mut(&entries(option, &|item| items[item as usize]))?.pop()?;
    }
    Some(())
}
