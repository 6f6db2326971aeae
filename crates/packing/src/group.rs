//! The symmetries of a puzzle.
//!
//! A motion of the lattice is a symmetry of the puzzle if, with a shift, it maps the sites of the region onto themselves
//! and options onto options. Names of pieces may be permuted: mirror twins of a one-sided set are swapped by reflections,
//! and pieces that may not be turned go to each other under rotations. For that, names are grouped by what their options
//! cover and how often they are used; a symmetry maps each group onto a group of as many names, the first to the first
//! and so on. So swapping two congruent pieces is no symmetry by itself.
//! Rules must become rules, too: what was compiled from them is mapped onto itself, and that is verified.
//! If the puzzle allows colours to be exchanged, a symmetry is a motion and a permutation of colours.
//! Motions that permute the options alike count once.

use crate::change::{Change, recolorings};
use crate::edited;
use crate::packing::{Covered, Packing};
use crate::rules::{Compiled, Key, Moved, rule_images};
use itertools::Itertools;
use polydlx_cover::{Bounds, Color, Entry, ItemId, Monitor, OptionId, Stopped};
use polydlx_lattice::{Motion, PieceId, Puzzle, Rule, Wrap, describe, describe_move, is_same_motion};
use std::collections::{BTreeMap, BTreeSet};

/// The group of symmetries of a puzzle, as permutations of its options.
///
/// ```
/// use polydlx_packing::{Group, Packing};
/// use polydlx_spec::{NoSets, Source, load};
///
/// let text = "|! lattice square\n[0-3][0-3]\n8|D 00 01\n";
/// let loaded = load(Source::new("dominoes", text), None, &NoSets);
/// let packing = Packing::new(loaded.puzzle().expect("no mistakes"));
/// let group = Group::new(&packing);
/// assert_eq!((group.order(), group.rotations().order()), (8, 4));
/// assert_eq!(group.elements()[group.find("rotation 180").unwrap()].name, "rotation by 180°");
/// ```
#[derive(Clone, Debug)]
pub struct Group {
    elements: Vec<Element>,
    by_change: BTreeMap<Change, usize>,
    /// If the region is wrapped, motions have many shifts: all products, row by row.
    products: Vec<u32>,
}

/// A symmetry of a puzzle.
#[derive(Clone, Debug)]
pub struct Element {
    /// In words: `rotation by 90°`.
    pub name: String,
    /// Whether a rotation does it.
    pub is_rotation: bool,
    /// What each piece becomes.
    pub pieces: Vec<PieceId>,
    /// What each item becomes.
    pub(crate) items: Vec<u32>,
    /// What each option becomes.
    options: Vec<OptionId>,
    change: Change,
}

impl Element {
    /// What an option becomes.
    pub fn image(&self, option: OptionId) -> OptionId {
        self.options[option.0 as usize]
    }
}

/// The cells that an option covers, as items, with their colours, and whether it has an extra item.
type Footprint = (Vec<Covered>, bool);

impl Group {
    /// The symmetries of a puzzle, the identity first.
    pub fn new(packing: &Packing<'_>) -> Self {
        Self::watched(packing, &Monitor::new()).expect("nobody stops it")
    }

    /// The same, unless it is stopped. What the puzzle requires is kept by all of them.
    pub fn watched(packing: &Packing<'_>, monitor: &Monitor) -> Result<Self, Stopped> {
        let group = Self::of_options(packing, monitor)?;
        Ok(match packing.requirement() {
            Some((judge, condition)) => {
                let keepers = judge.keepers(&group, &condition.measures());
                group.only(|number| keepers.contains(&number))
            }
            None => group,
        })
    }

    /// The symmetries of the options, whatever else is required of solutions.
    pub(crate) fn of_options(packing: &Packing<'_>, monitor: &Monitor) -> Result<Self, Stopped> {
        Self::cached(packing, monitor).cloned()
    }

    /// The same, found once.
    pub(crate) fn cached<'p>(packing: &'p Packing<'_>, monitor: &Monitor) -> Result<&'p Self, Stopped> {
        if let Some(group) = packing.group.get() {
            return Ok(group);
        }
        let group = Self::found(packing, monitor)?;
        Ok(packing.group.get_or_init(|| Box::new(group)))
    }

    fn found(packing: &Packing<'_>, monitor: &Monitor) -> Result<Self, Stopped> {
        let puzzle = packing.puzzle();
        let lattice = puzzle.lattice;
        let rotations: BTreeSet<Motion> = lattice.rotation_group().into_iter().collect();
        let mut group = Self { elements: Vec::new(), by_change: BTreeMap::new(), products: Vec::new() };
        let recolorings = recolorings(&puzzle.palette);
        // What each permutation of the colours and sites is, if the region is wrapped.
        let mut by_sites: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        let mut known: BTreeMap<Vec<OptionId>, usize> = BTreeMap::new();
        let pieces = Pieces::new(packing);
        let mut all = match &puzzle.wrap {
            Some(_) => BTreeMap::new(),
            None => symmetries(packing, &pieces, &recolorings, monitor)?,
        };
        // Rotations first, so that what a rotation does is called by its name.
        let (turns, flips): (Vec<_>, Vec<_>) =
            lattice.motion_group().into_iter().partition(|motion| rotations.contains(motion));
        for motion in turns.into_iter().chain(flips) {
            let symmetries = puzzle.symmetries_with(motion);
            for (symmetry, colors) in symmetries.iter().cartesian_product(&recolorings) {
                monitor.go_on()?;
                let change = Change { motion, colors: colors.clone() };
                let sites = symmetry.permutation.iter().map(|site| site + colors.len());
                let permutation: Vec<usize> = colors.iter().map(|&c| usize::from(c)).chain(sites).collect();
                if by_sites.contains_key(&permutation) {
                    continue;
                }
                let induced = match &puzzle.wrap {
                    Some(_) => induced(packing, &pieces, &symmetry.permutation, colors),
                    None => all.remove(&change),
                };
                let Some(Induced { items, options, pieces: names }) = induced else { continue };
                let name = match &puzzle.wrap {
                    Some(_) => describe_move(lattice, motion, symmetry.shift),
                    None => describe(lattice, motion),
                };
                let number = *known.entry(options.clone()).or_insert_with(|| {
                    group.elements.push(Element {
                        name: change.name(name, &puzzle.palette),
                        // Where a way around flips, rotations and reflections are the same.
                        is_rotation: rotations.contains(&motion)
                            || puzzle.wrap.as_ref().is_some_and(Wrap::flips),
                        pieces: names,
                        items,
                        options,
                        change: change.clone(),
                    });
                    group.elements.len() - 1
                });
                group.by_change.insert(change, number);
                if puzzle.wrap.is_some() {
                    by_sites.insert(permutation, number);
                }
            }
        }
        group.products = group.all_products(&by_sites, monitor)?;
        Ok(group)
    }

    /// The products of all symmetries, found by what they do to the sites; nothing if motions tell them.
    fn all_products(
        &self,
        by_sites: &BTreeMap<Vec<usize>, usize>,
        monitor: &Monitor,
    ) -> Result<Vec<u32>, Stopped> {
        // A few sites are enough to tell symmetries apart.
        let told = |few: usize| by_sites.keys().map(|sites| &sites[..few]).collect::<BTreeSet<_>>().len();
        let most = by_sites.keys().next().map_or(0, Vec::len);
        let few = (0..most).find(|&few| told(few) == by_sites.len()).unwrap_or(most);
        let by_few: BTreeMap<&[usize], usize> =
            by_sites.iter().map(|(sites, &number)| (&sites[..few], number)).collect();
        let mut sites: Vec<Option<&Vec<usize>>> = vec![None; self.order()];
        by_sites.iter().for_each(|(permutation, &number)| {
            sites[number].get_or_insert(permutation);
        });
        let mut products = Vec::new();
        for second in sites.iter().flatten() {
            monitor.go_on()?;
            for first in sites.iter().flatten() {
                let both: Vec<usize> = first[..few].iter().map(|&site| second[site]).collect();
                products.push(by_few[both.as_slice()] as u32);
            }
        }
        Ok(products)
    }

    /// The symmetries, the identity first.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// How many there are.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// Those that rotations do.
    #[must_use]
    pub fn rotations(&self) -> Self {
        self.only(|number| self.elements[number].is_rotation)
    }

    /// Those of some numbers; together they must be a group.
    pub(crate) fn only(&self, is_wanted: impl Fn(usize) -> bool) -> Self {
        let mut only = Self { elements: Vec::new(), by_change: BTreeMap::new(), products: Vec::new() };
        let mut numbers = BTreeMap::new();
        for (number, element) in self.elements.iter().enumerate().filter(|(number, _)| is_wanted(*number)) {
            numbers.insert(number, only.elements.len());
            only.elements.push(element.clone());
        }
        let kept = self.by_change.iter();
        let kept = kept.filter_map(|(change, number)| Some((change.clone(), *numbers.get(number)?)));
        only.by_change = kept.collect();
        if !self.products.is_empty() {
            let pairs = numbers.keys().flat_map(|&second| numbers.keys().map(move |&first| (second, first)));
            only.products =
                pairs.map(|(second, first)| numbers[&self.product(second, first)] as u32).collect();
        }
        only
    }

    /// The motions that do what a symmetry does: in a box with one layer, say, several do the same. Around a box, one motion
    /// with many shifts does many.
    pub(crate) fn motions(&self, number: usize) -> impl Iterator<Item = Motion> {
        let others = self.by_change.iter().filter(move |(_, other)| **other == number);
        [self.elements[number].change.motion].into_iter().chain(others.map(|(change, _)| change.motion))
    }

    /// Symmetries of which each other one is a product: some member of a subgroup after one of them. The identity is first.
    pub(crate) fn cosets(&self, subgroup: &[usize]) -> Vec<usize> {
        let mut known = BTreeSet::new();
        let mut found = Vec::new();
        for number in 0..self.order() {
            if !known.contains(&number) {
                found.push(number);
                known.extend(subgroup.iter().map(|&member| self.product(member, number)));
            }
        }
        found
    }

    /// The number of the symmetry that does `second` after `first`.
    pub fn product(&self, second: usize, first: usize) -> usize {
        if self.products.is_empty() {
            return self.by_change[&self.elements[second].change.after(&self.elements[first].change)];
        }
        self.products[second * self.order() + first] as usize
    }

    /// The number of the inverse: the last power before the identity.
    pub fn inverse(&self, number: usize) -> usize {
        let mut power = number;
        loop {
            match self.product(number, power) {
                0 => return power,
                next => power = next,
            }
        }
    }

    /// The numbers of all symmetries that the given ones make, in ascending order.
    pub fn generated(&self, generators: &[usize]) -> Vec<usize> {
        let mut found = BTreeSet::from([0]);
        let mut new = vec![0];
        while let Some(element) = new.pop() {
            for &generator in generators {
                let next = self.product(generator, element);
                if found.insert(next) {
                    new.push(next);
                }
            }
        }
        found.into_iter().collect()
    }

    /// The least of the conjugates of a subgroup, which stands for all of them.
    pub fn least_conjugate(&self, subgroup: &[usize]) -> Vec<usize> {
        self.conjugates(subgroup).min().expect("a group has an element")
    }

    /// The conjugates of a subgroup, by each symmetry.
    fn conjugates<'s>(&'s self, subgroup: &'s [usize]) -> impl Iterator<Item = Vec<usize>> + 's {
        (0..self.order()).map(move |other| {
            let inverse = self.inverse(other);
            let conjugate = |&number: &usize| self.product(other, self.product(number, inverse));
            subgroup.iter().map(conjugate).sorted_unstable().collect()
        })
    }

    /// The subgroups that single symmetries generate, one of each kind, with the number of symmetries that generate one of
    /// that kind: conjugate ones leave equally many solutions as they are.
    pub fn cyclic_subgroups(&self) -> Vec<(Vec<usize>, u64)> {
        let mut kinds: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
        let mut kind_of: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
        for number in 0..self.order() {
            let subgroup = self.generated(&[number]);
            if !kind_of.contains_key(&subgroup) {
                let conjugates: BTreeSet<_> = self.conjugates(&subgroup).collect();
                let least = conjugates.first().expect("a subgroup is a conjugate of itself").clone();
                kind_of.extend(conjugates.into_iter().map(|conjugate| (conjugate, least.clone())));
            }
            *kinds.entry(kind_of[&subgroup].clone()).or_default() += 1;
        }
        let mut kinds: Vec<_> = kinds.into_iter().collect();
        kinds.sort_by_key(|(subgroup, _)| subgroup.len());
        kinds
    }

    /// A few symmetries that generate all others.
    pub fn generators(&self) -> Vec<usize> {
        self.generators_of(&(0..self.order()).collect::<Vec<_>>())
    }

    /// A few members of a subgroup that generate it, such as a stabiliser.
    pub fn generators_of(&self, subgroup: &[usize]) -> Vec<usize> {
        let mut generators = Vec::new();
        let mut reached = vec![0];
        while reached.len() < subgroup.len() {
            // The one that leads farthest; of equal ones the first.
            let with = |number: usize| {
                let mut more = generators.clone();
                more.push(number);
                self.generated(&more)
            };
            let tried = subgroup.iter().map(|&number| (number, with(number))).rev();
            let (number, all) = tried.max_by_key(|(_, all)| all.len()).expect("a group has an element");
            generators.push(number);
            reached = all;
        }
        generators
    }

    /// The symmetry of that name; `°`, case, and the words `by`, `the`, `in`, `about` do not matter.
    pub fn find(&self, name: &str) -> Option<usize> {
        (0..self.order()).find(|&number| is_same_motion(&self.elements[number].name, name))
    }

    /// What a solution becomes: its options in ascending order.
    pub fn image(&self, number: usize, solution: &[OptionId]) -> Vec<OptionId> {
        let mut image: Vec<_> = solution.iter().map(|&option| self.elements[number].image(option)).collect();
        image.sort_unstable();
        image
    }

    /// The numbers of the symmetries that leave a solution as it is; its options are in ascending order.
    pub fn stabilizer(&self, solution: &[OptionId]) -> Vec<usize> {
        (0..self.order()).filter(|&number| self.image(number, solution) == solution).collect()
    }
}

/// What a motion does to the items, options and pieces of a puzzle.
#[derive(Clone, Debug)]
struct Induced {
    items: Vec<u32>,
    options: Vec<OptionId>,
    pieces: Vec<PieceId>,
}

impl Induced {
    /// This, after another.
    fn after(&self, first: &Self) -> Self {
        Self {
            items: first.items.iter().map(|&item| self.items[item as usize]).collect(),
            options: first.options.iter().map(|&option| self.options[option.0 as usize]).collect(),
            pieces: first.pieces.iter().map(|&piece| self.pieces[piece.0]).collect(),
        }
    }
}

/// The motions and recolourings that are symmetries. Only a few are looked at; the others follow, because symmetries are a
/// group.
fn symmetries(
    packing: &Packing<'_>,
    pieces: &Pieces<'_>,
    recolorings: &[Vec<u16>],
    monitor: &Monitor,
) -> Result<BTreeMap<Change, Induced>, Stopped> {
    let puzzle = packing.puzzle();
    let mut generators: Vec<(Change, Induced)> = Vec::new();
    let mut found: BTreeMap<Change, Induced> = BTreeMap::new();
    let mut refused: BTreeSet<Change> = BTreeSet::new();
    let changes = { puzzle.lattice.motion_group().into_iter() }
        .cartesian_product(recolorings)
        .map(|(motion, colors)| Change { motion, colors: colors.clone() });
    for change in changes {
        monitor.go_on()?;
        if found.contains_key(&change) || refused.contains(&change) {
            continue;
        }
        let symmetry = puzzle.region.symmetry(puzzle.lattice, change.motion);
        let induced = symmetry.and_then(|it| induced(packing, pieces, &it.permutation, &change.colors));
        let Some(induced) = induced else {
            // A symmetry after this one is none, either.
            refused.extend(found.keys().map(|other| other.after(&change)));
            refused.insert(change);
            continue;
        };
        found.insert(change.clone(), induced.clone());
        generators.push((change, induced));
        let mut new: Vec<Change> = found.keys().cloned().collect();
        while let Some(first) = new.pop() {
            monitor.go_on()?;
            for (second, does) in &generators {
                let product = second.after(&first);
                if !found.contains_key(&product) {
                    let induced = does.after(&found[&first]);
                    found.insert(product.clone(), induced);
                    new.push(product);
                }
            }
        }
    }
    Ok(found)
}

/// What a permutation of the sites and of their colours does, if it is a symmetry.
fn induced(packing: &Packing<'_>, pieces: &Pieces<'_>, sites: &[usize], colors: &[u16]) -> Option<Induced> {
    let stays = |(at, &to): (usize, &usize)| at == to;
    if sites.iter().enumerate().all(stays)
        && colors.iter().map(|&color| usize::from(color)).eq(0..colors.len())
    {
        let items = (0..packing.problem().items() as u32).collect();
        let options = packing.problem().option_ids().collect();
        return Some(Induced { items, options, pieces: (0..pieces.options.len()).map(PieceId).collect() });
    }
    let recolor = pieces.recolor(colors)?;
    let recolor = |color: Option<Color>| color.map(|color| *recolor.get(&color).unwrap_or(&color));
    let induced = pieces.induced(&packing.cell_items(sites)?, &recolor)?;
    with_rules(packing, sites, &recolor, induced)
}

/// Goes on to the items and options of the rules; none if the rules do not become rules.
fn with_rules(
    packing: &Packing<'_>,
    sites: &[usize],
    recolor: &dyn Fn(Option<Color>) -> Option<Color>,
    induced: Induced,
) -> Option<Induced> {
    let puzzle = packing.puzzle();
    let Induced { mut items, mut options, pieces } = induced;
    if packing.is_edited {
        edited::others(packing, &mut items, &mut options)?;
        return is_automorphism(packing, recolor, &items, &options).then_some(Induced {
            items,
            options,
            pieces,
        });
    }
    if puzzle.rules.is_empty() {
        return Some(Induced { items, options, pieces });
    }
    let placements: Vec<usize> =
        packing.placements().map(|option| options[option.0 as usize].0 as usize).collect();
    let moved = Moved { sites, placements: &|placement| placements[placement], pieces: &pieces };
    let rules = rule_images(puzzle, &moved)?;
    let Compiled { items: extras, idle, .. } = &packing.compiled;
    let by_key: BTreeMap<Key, u32> =
        extras.iter().zip(&packing.extras).map(|(extra, item)| (extra.key, item.0)).collect();
    for (extra, item) in extras.iter().zip(&packing.extras) {
        items[item.0 as usize] = *by_key.get(&Compiled::image(extra.key, &rules, &moved))?;
    }
    let first = placements.len();
    let by_key: BTreeMap<Key, usize> = idle.iter().map(|idle| idle.key).zip(first..).collect();
    for (number, idle) in (first..).zip(idle) {
        let image = *by_key.get(&Compiled::image(idle.key, &rules, &moved))?;
        options[number] = OptionId(image as u32);
    }
    is_automorphism(packing, recolor, &items, &options).then_some(Induced { items, options, pieces })
}

/// Whether items become items of the same kind, and options what their items become.
fn is_automorphism(
    packing: &Packing<'_>,
    recolor: &dyn Fn(Option<Color>) -> Option<Color>,
    items: &[u32],
    options: &[OptionId],
) -> bool {
    let problem = packing.problem();
    // What rules have colours for is not for users to exchange.
    let color = |entry: &Entry| if packing.is_added(entry.item) { entry.color } else { recolor(entry.color) };
    let kind = |item: u32| (problem.is_primary(ItemId(item)), problem.bounds(ItemId(item)));
    let mut distinct = items.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let sorted = |entries: &mut dyn Iterator<Item = (u32, Option<Color>)>| {
        let mut list: Vec<_> = entries.collect();
        list.sort_unstable();
        list
    };
    distinct.len() == items.len()
        && (0..items.len()).all(|item| kind(item as u32) == kind(items[item]))
        && problem.option_ids().all(|option| {
            let image = problem.option(options[option.0 as usize]);
            let entries = problem.option(option).iter();
            let moved = sorted(&mut entries.map(|entry| (items[entry.item.0 as usize], color(entry))));
            moved == sorted(&mut image.iter().map(|entry| (entry.item.0, entry.color)))
        })
}

/// What of a piece must be the same for it to take the place of another.
fn signature(puzzle: &Puzzle, piece: PieceId) -> Signature {
    let mut said: Vec<(&'static str, Option<Bounds>)> = puzzle
        .rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::Choose(bounds, pieces) if pieces.contains(&piece) => Some(("choose", Some(*bounds))),
            Rule::Together(a, b) if [*a, *b].contains(&piece) => Some(("together", None)),
            Rule::Apart(a, b) if [*a, *b].contains(&piece) => Some(("apart", None)),
            Rule::Share(_, shared, _) if *shared == piece => Some(("share", None)),
            _ => None,
        })
        .collect();
    said.sort();
    (puzzle.pieces[piece.0].bounds, said)
}

/// What the pieces of a puzzle cover.
struct Pieces<'a> {
    packing: &'a Packing<'a>,
    /// All that options cover, in ascending order; from here on, a footprint is its number here.
    footprints: Vec<Footprint>,
    /// For each piece its options by footprint.
    options: Vec<Vec<(u32, OptionId)>>,
    /// Pieces with the same footprints, the same bounds, and rules of the same kinds.
    groups: BTreeMap<(Vec<u32>, Signature), Vec<PieceId>>,
    /// The extra items of options that have one.
    extras: BTreeMap<OptionId, u32>,
    /// The colours of the problem, by their numbers in the palette.
    colors: BTreeMap<u16, Color>,
}

/// Bounds, and in which rules a piece occurs.
type Signature = (Bounds, Vec<(&'static str, Option<Bounds>)>);

impl<'a> Pieces<'a> {
    fn new(packing: &'a Packing<'a>) -> Self {
        let puzzle = packing.puzzle();
        let (mut extras, mut colors) = (BTreeMap::new(), BTreeMap::new());
        let mut placements: Vec<(Footprint, PieceId, OptionId)> = Vec::new();
        for option in packing.placements() {
            let (piece, cells, extra) = packing.footprint(option);
            let numbered = |color| Some((puzzle.palette.number(packing.problem().color_name(color))?, color));
            colors.extend(cells.iter().filter_map(|(_, color)| *color).filter_map(numbered));
            extras.extend(extra.map(|extra| (option, extra)));
            placements.push(((cells, extra.is_some()), piece, option));
        }
        placements.sort_unstable();
        let mut footprints: Vec<Footprint> = Vec::new();
        let mut options = vec![Vec::new(); puzzle.pieces.len()];
        for (footprint, piece, option) in placements {
            if footprints.last() != Some(&footprint) {
                footprints.push(footprint);
            }
            options[piece.0].push((footprints.len() as u32 - 1, option));
        }
        let mut groups: BTreeMap<_, Vec<PieceId>> = BTreeMap::new();
        for (number, list) in options.iter().enumerate() {
            let footprints = list.iter().map(|(footprint, _)| *footprint).collect();
            groups.entry((footprints, signature(puzzle, PieceId(number)))).or_default().push(PieceId(number));
        }
        Self { packing, footprints, options, groups, extras, colors }
    }

    /// A permutation of the palette, as one of the colours of the problem; none if one of them would get lost.
    fn recolor(&self, colors: &[u16]) -> Option<BTreeMap<Color, Color>> {
        let image = |(number, color): (&u16, &Color)| {
            Some((*color, *self.colors.get(&colors[usize::from(*number)])?))
        };
        self.colors.iter().map(image).collect()
    }

    /// What becomes of each footprint; none if one of them becomes something that no option covers.
    fn images(&self, cells: &[u32], recolor: &dyn Fn(Option<Color>) -> Option<Color>) -> Option<Vec<u32>> {
        let mut moved = (Vec::new(), false);
        let image = |(covered, extra): &Footprint| {
            moved.0.clear();
            moved.0.extend(covered.iter().map(|&(cell, color)| (cells[cell as usize], recolor(color))));
            moved.0.sort_unstable();
            moved.1 = *extra;
            self.footprints.binary_search(&moved).ok().map(|number| number as u32)
        };
        self.footprints.iter().map(image).collect()
    }

    /// The permutations of items, options and pieces that a permutation of cells and colours induces; none if it is no
    /// symmetry.
    fn induced(&self, cells: &[u32], recolor: &dyn Fn(Option<Color>) -> Option<Color>) -> Option<Induced> {
        let images = self.images(cells, recolor)?;
        let mut items = cells.to_vec();
        let mut options = vec![OptionId(0); self.packing.problem().options()];
        let mut pieces = vec![PieceId(0); self.options.len()];
        for ((footprints, signature), names) in &self.groups {
            // All pieces of a group have these footprints, in this order.
            let moved = footprints.iter().map(|&footprint| images[footprint as usize]);
            let (moved, order): (Vec<u32>, Vec<usize>) = moved.zip(0..).sorted_unstable().unzip();
            let targets = self.groups.get(&(moved, signature.clone()));
            let targets = targets.filter(|targets| targets.len() == names.len())?;
            for (&name, &target) in names.iter().zip(targets) {
                pieces[name.0] = target;
                match (self.packing.piece_item(name), self.packing.piece_item(target)) {
                    (Some(from), Some(to)) => items[from as usize] = to,
                    (None, None) => {}
                    _ => return None,
                }
                for (&from, (_, image)) in order.iter().zip(&self.options[target.0]) {
                    let (_, option) = self.options[name.0][from];
                    options[option.0 as usize] = *image;
                }
            }
        }
        for (option, &extra) in &self.extras {
            items[extra as usize] = *self.extras.get(&options[option.0 as usize])?;
        }
        Some(Induced { items, options, pieces })
    }
}
