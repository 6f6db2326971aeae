//! A puzzle as an exact cover problem, and solutions as tilings.

use crate::bill::Bill;
use crate::group::Group;
use crate::judge::Judge;
use crate::options::Options;
use crate::rules::{Compiled, Cover, piece_bounds};
use polydlx_cover::{
    Bounds, Cause, Color, Entry, ItemId, Monitor, OptionId, Problem, Pruning, Rules, Stopped,
};
use polydlx_lattice::{Cell, PieceId, Placement, Puzzle, Rule, Shape, Sided, Site, Tiling};
use polydlx_properties::{Board, Charge, Condition};
use std::sync::OnceLock;

/// A puzzle and its exact cover problem.
///
/// Items come in the order of Knuth's generators: primary cells, pieces, secondary cells. Options do too. What the rules
/// of a puzzle need comes after that: items, and options that place nothing.
///
/// ```
/// use polydlx_cover::Search;
/// use polydlx_packing::Packing;
/// use polydlx_spec::{NoSets, Source, load};
///
/// let text = "|! lattice square\n[0-3][0-3]\n8|D 00 01\n";
/// let loaded = load(Source::new("dominoes", text), None, &NoSets);
/// let packing = Packing::new(loaded.puzzle().expect("no mistakes"));
/// let solution = Search::new(packing.problem()).solutions().next().expect("there are 36");
/// let tiling = packing.tiling(solution.options());
/// assert_eq!(tiling.len(), 8);
/// ```
#[derive(Clone, Debug)]
pub struct Packing<'a> {
    pub(crate) options: Options<'a>,
    pub(crate) problem: Problem,
    pub(crate) lean: Option<Problem>,
    pub(crate) meanings: Vec<Meaning>,
    /// The items of the sites of the region, in their order, and those of the pieces; an edited file may lack some.
    pub(crate) sites: Vec<Option<ItemId>>,
    pub(crate) pieces: Vec<Option<ItemId>>,
    /// The items of the rules.
    pub(crate) compiled: Compiled,
    pub(crate) extras: Vec<ItemId>,
    /// Which options place a piece.
    pub(crate) places: Vec<bool>,
    /// Whether the problem is that of an edited file.
    pub(crate) is_edited: bool,
    /// What solutions must be like, besides.
    pub(crate) requirement: Option<Box<(Judge, Condition)>>,
    /// The symmetries of the options, when somebody has asked for them.
    pub(crate) group: OnceLock<Box<Group>>,
    /// Permutations of the items that may be symmetries, likewise.
    pub(crate) turned: OnceLock<Vec<Vec<u32>>>,
}

/// An item that an option covers, with its colour, if it has one.
pub(crate) type Covered = (u32, Option<Color>);

/// What an item stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Site(Site),
    Piece(PieceId),
    /// An item that forces a placed piece.
    Extra,
    /// An item of a rule.
    Rule,
}

impl<'a> Packing<'a> {
    /// Makes the problem. Its size is that of the list of all options.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Self::watched(puzzle, &Monitor::new()).expect("nobody stops it")
    }

    /// The same, unless it is stopped.
    pub fn watched(puzzle: &'a Puzzle, monitor: &Monitor) -> Result<Self, Stopped> {
        monitor.enter("listing placements");
        let roles = lean_roles(puzzle);
        let options = Options::new(puzzle);
        let mut compiled = Compiled::new(&options, monitor)?;
        let is_lean =
            roles.iter().any(|&role| role != Role::Bounded) || compiled.items.iter().any(|item| item.implied);
        let lean =
            if is_lean { Some(Layout::new(&options, &roles, &compiled, monitor)?.problem) } else { None };
        compiled.items.iter_mut().for_each(|item| item.implied = false);
        let whole = Layout::new(&options, &vec![Role::Bounded; roles.len()], &compiled, monitor)?;
        let Layout { problem, meanings, sites, pieces, extras, placements } = whole;
        let places = problem.option_ids().map(|option| (option.0 as usize) < placements).collect();
        let sites = sites.into_iter().map(Some).collect();
        let pieces = pieces.into_iter().map(Some).collect();
        let is_edited = false;
        Ok(Self {
            options,
            problem,
            lean,
            meanings,
            sites,
            pieces,
            compiled,
            extras,
            places,
            is_edited,
            requirement: None,
            group: OnceLock::new(),
            turned: OnceLock::new(),
        })
    }

    /// The same puzzle, of which only those solutions count that meet a condition: it is part of the puzzle, so symmetries
    /// that do not keep it are symmetries no longer.
    pub fn require(mut self, condition: Condition, monitor: &Monitor) -> Result<Self, Stopped> {
        let judge = Judge::new(&self).prepared_for(&condition.measures(), &self, monitor)?;
        self.requirement = Some(Box::new((judge, condition)));
        Ok(self)
    }

    /// The same puzzle with placements that cost something. Charges add up.
    pub fn charge(mut self, charges: &[Charge], monitor: &Monitor) -> Result<Self, Stopped> {
        let mut costs = vec![0; self.problem.options()];
        for charge in charges {
            let bill = Bill::new(charge, &self);
            for (number, option) in self.placements().enumerate() {
                if number % 1024 == 0 {
                    monitor.go_on()?;
                }
                let placement = self.placement(option);
                if charge.piece.is_none_or(|piece| piece == placement.piece) {
                    costs[option.0 as usize] += charge.cost * bill.times(&placement);
                }
            }
        }
        self.lean = self.lean.map(|lean| lean.with_costs(costs.clone()));
        self.problem = self.problem.with_costs(costs);
        Ok(self)
    }

    /// What solutions must be like, besides, and who judges it.
    pub fn requirement(&self) -> Option<(&Judge, &Condition)> {
        self.requirement.as_deref().map(|(judge, condition)| (judge, condition))
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.options.puzzle()
    }

    /// Its base placements, and where they can lie.
    pub fn options(&self) -> &Options<'a> {
        &self.options
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// A problem with the same items, options and solutions that is quicker to search.
    ///
    /// When all cells must be covered, the items of some pieces can do with less: a piece that may stay unused is a
    /// secondary item, one that may be used as often as there is room needs no item at all, and if only one piece may be
    /// used several times, how often follows from the number of cells. With fewer multiplicities, or none, faster engines
    /// can be used.
    pub fn lean_problem(&self) -> &Problem {
        self.lean.as_ref().unwrap_or(&self.problem)
    }

    /// What is known to be useless before any search.
    ///
    /// The problem is [`Packing::problem`] or [`Packing::lean_problem`], or has some of their options.
    pub fn prune<'p>(
        &'p self,
        problem: &'p Problem,
        rules: Rules,
        monitor: &Monitor,
    ) -> Result<Pruning<'p>, Stopped> {
        let sites = self.puzzle().region.sites();
        let around = |site: Site| self.puzzle().lattice.neighbors(site.cell()).chain([site.cell()]);
        let near = |a: usize| {
            let cells = around(sites[a]).flat_map(move |cell| self.sites_at(cell));
            cells.filter_map(move |b| Some((self.sites[a]?, self.sites[b]?)))
        };
        let near: Vec<_> = (0..sites.len()).flat_map(near).collect();
        let mut known: Vec<(OptionId, Cause)> = Vec::new();
        loop {
            let pruning = Pruning::among(problem, rules, near.clone(), &known, monitor)?;
            let more = match rules.weights {
                true => self.outweighed(problem, |option| pruning.keeps(option), monitor)?,
                false => Vec::new(),
            };
            if more.is_empty() {
                return Ok(pruning);
            }
            known.extend(more.into_iter().map(|(option, rule)| (option, Cause::Weight(rule))));
        }
    }

    /// The sites of the region at a cell: one, unless there are suffixes.
    fn sites_at(&self, cell: Cell) -> impl Iterator<Item = usize> {
        let region = &self.puzzle().region;
        let suffixes = 0..self.puzzle().suffixes.len().max(1) as u16;
        suffixes.filter_map(move |suffix| region.index_of(Site { suffix, ..cell.site() }))
    }

    /// The options that place a piece. If there are rules there may be others, such as holes.
    pub fn placements(&self) -> impl Iterator<Item = OptionId> + '_ {
        self.problem.option_ids().filter(|&option| self.places(option))
    }

    /// Whether an option places a piece.
    pub fn places(&self, option: OptionId) -> bool {
        self.places[option.0 as usize]
    }

    /// Whether an item is neither a cell nor a piece.
    pub(crate) fn is_added(&self, item: ItemId) -> bool {
        matches!(self.meanings[item.0 as usize], Meaning::Rule | Meaning::Extra)
    }

    /// The piece of an option that places one, and the sites that it covers.
    pub fn placement(&self, option: OptionId) -> Placement {
        let mut piece = PieceId(0);
        let mut sites = Vec::new();
        for entry in self.problem.option(option) {
            match self.meanings[entry.item.0 as usize] {
                Meaning::Piece(id) => piece = id,
                Meaning::Site(site) => sites.push(self.colored(site, entry.color)),
                Meaning::Extra | Meaning::Rule => {}
            }
        }
        Placement { piece, shape: Shape::new(sites) }
    }

    /// A site of the region, with the colour that an option gives it.
    pub(crate) fn colored(&self, site: Site, color: Option<Color>) -> Site {
        let number = |color| self.puzzle().palette.number(self.problem.color_name(color));
        Site { color: color.and_then(number).unwrap_or(0), ..site }
    }

    /// The piece of an option, the items of the cells that it covers, ascending, with their colours, and its extra item.
    pub(crate) fn footprint(&self, option: OptionId) -> (PieceId, Vec<Covered>, Option<u32>) {
        let (mut piece, mut cells, mut extra) = (PieceId(0), Vec::new(), None);
        for entry in self.problem.option(option) {
            let item = entry.item.0;
            match self.meanings[item as usize] {
                Meaning::Piece(id) => piece = id,
                Meaning::Site(_) => cells.push((item, entry.color)),
                Meaning::Extra => extra = Some(item),
                Meaning::Rule => {}
            }
        }
        cells.sort_unstable();
        (piece, cells, extra)
    }

    /// The piece of an option, and the sites that it covers.
    pub(crate) fn sites_of(&self, option: OptionId) -> (PieceId, impl Iterator<Item = Site>) {
        let meanings = { self.problem.option(option).iter() }
            .map(|entry| (self.meanings[entry.item.0 as usize], entry.color));
        let piece = meanings.clone().find_map(|(meaning, _)| match meaning {
            Meaning::Piece(piece) => Some(piece),
            _ => None,
        });
        let site = |(meaning, color)| match meaning {
            Meaning::Site(site) => Some(self.colored(site, color)),
            _ => None,
        };
        (piece.expect("every option has a piece"), meanings.filter_map(site))
    }

    /// What the region has to say about properties.
    pub(crate) fn board(&self) -> Board {
        Board::of(self.puzzle())
    }

    /// The item of a site of the region, by its number there.
    pub(crate) fn site_item(&self, number: usize) -> Option<u32> {
        self.sites[number].map(|item| item.0)
    }

    /// The number of symmetries of the region and of the colours: the puzzle has no more, and it is cheaper to find.
    pub(crate) fn most_symmetries(&self) -> usize {
        let alike = self.puzzle().palette.alike.len();
        self.puzzle().region_symmetries() * (1..=alike).product::<usize>()
    }

    /// Permutations of the items that may be symmetries, found in the cheapest way.
    pub(crate) fn turned_items(&self, monitor: &Monitor) -> Result<Vec<&[u32]>, Stopped> {
        let puzzle = self.puzzle();
        // Around a torus there are so many that to list them may cost more than they save.
        if puzzle.wrap.is_some() {
            return Ok(Vec::new());
        }
        let is_free = puzzle.pieces.iter().all(|piece| piece.sided == Sided::Free);
        if !(is_free && puzzle.rules.is_empty() && !self.is_edited) {
            return Ok(Group::cached(self, monitor)?
                .elements()
                .iter()
                .map(|element| &element.items[..])
                .collect());
        }
        // If all pieces may be turned and flipped, they stay what they are.
        let turned = self.turned.get_or_init(|| {
            let motions = puzzle.lattice.motion_group().into_iter();
            let symmetries = motions.flat_map(|motion| puzzle.symmetries_with(motion));
            symmetries.filter_map(|symmetry| self.cell_items(&symmetry.permutation)).collect()
        });
        Ok(turned.iter().map(|items| &items[..]).collect())
    }

    /// The item of a piece.
    pub(crate) fn piece_item(&self, piece: PieceId) -> Option<u32> {
        self.pieces[piece.0].map(|item| item.0)
    }

    /// A permutation of the sites of the region as one of all items, in which other items stay where they are; none if a
    /// site that has an item goes to one that has none.
    pub(crate) fn cell_items(&self, permutation: &[usize]) -> Option<Vec<u32>> {
        let mut images: Vec<u32> = (0..self.meanings.len() as u32).collect();
        for (from, &to) in permutation.iter().enumerate() {
            match (self.sites[from], self.sites[to]) {
                (Some(from), Some(to)) => images[from.0 as usize] = to.0,
                (None, None) => {}
                _ => return None,
            }
        }
        Some(images)
    }

    /// The tiling that some options make.
    pub fn tiling(&self, options: impl IntoIterator<Item = OptionId>) -> Tiling {
        let placing = options.into_iter().filter(|&option| self.places(option));
        placing.map(|option| self.placement(option)).collect()
    }
}

/// A problem, and what its items stand for.
struct Layout {
    problem: Problem,
    meanings: Vec<Meaning>,
    sites: Vec<ItemId>,
    pieces: Vec<ItemId>,
    extras: Vec<ItemId>,
    placements: usize,
}

impl Layout {
    /// The problem with pieces in these roles.
    fn new(
        options: &Options<'_>,
        roles: &[Role],
        compiled: &Compiled,
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        let puzzle = options.puzzle();
        let mut builder = Problem::builder();
        let mut meanings = Vec::new();
        let sites = puzzle.region.sites();
        let mut items = vec![ItemId(0); sites.len()];
        let bounds: Vec<Option<Bounds>> = (0..sites.len())
            .map(|number| match puzzle.cover_bounds(sites[number]) {
                _ if compiled.holes.contains(&number) => Some(Bounds::ONCE),
                Bounds { low: 0, high: 1 } => None,
                bounds => Some(bounds),
            })
            .collect();
        for ((item, &site), bounds) in items.iter_mut().zip(sites).zip(&bounds) {
            if let Some(bounds) = bounds {
                *item = builder.primary(&puzzle.site_name(site), *bounds);
                meanings.push(Meaning::Site(site));
            }
        }
        let mut pieces = Vec::new();
        for (number, piece) in puzzle.pieces.iter().enumerate() {
            pieces.push(match roles[number] {
                Role::Bounded => builder.primary(&piece.name, piece_bounds(puzzle, PieceId(number))),
                Role::AtMostOnce | Role::Implied => builder.secondary(&piece.name),
            });
            meanings.push(Meaning::Piece(PieceId(number)));
        }
        let forced: Vec<ItemId> =
            options.extra_names().map(|name| builder.primary(&name, Bounds::ONCE)).collect();
        meanings.extend(forced.iter().map(|_| Meaning::Extra));
        for ((item, &site), bounds) in items.iter_mut().zip(sites).zip(&bounds) {
            if bounds.is_none() {
                *item = builder.secondary(&puzzle.site_name(site));
                meanings.push(Meaning::Site(site));
            }
        }
        let extras: Vec<ItemId> = { compiled.items.iter() }
            .map(|item| match item.bounds.filter(|_| !item.implied) {
                Some(bounds) => builder.primary(&item.name, bounds),
                None => builder.secondary(&item.name),
            })
            .collect();
        meanings.extend(extras.iter().map(|_| Meaning::Rule));
        let colors = ["0", "1"].map(|name| builder.color(name));
        let cover = |&(item, color): &Cover| {
            let (item, color) = (item as usize, color.map(|color| colors[usize::from(color)]));
            (!compiled.items[item].implied).then_some(Entry { item: extras[item], color })
        };
        let palette: Vec<Color> = puzzle.palette.names.iter().map(|name| builder.color(name)).collect();
        let covered = |site: Site| {
            let item = items[puzzle.region.index_of(site.uncolored())?];
            let color = usize::from(site.color).checked_sub(1).map(|number| palette[number]);
            Some(Entry { item, color })
        };
        let mut placements = 0;
        let mut entries: Vec<Entry> = Vec::new();
        for (number, placement) in options.iter().enumerate() {
            if number % POLL == 0 {
                monitor.go_on()?;
            }
            entries.clear();
            if roles[placement.piece.0] != Role::Implied {
                entries.push(pieces[placement.piece.0].into());
            }
            entries.extend(placement.sites().filter_map(covered));
            entries.extend(options.extra(&placement).map(|extra| Entry::from(forced[extra])));
            entries.extend(compiled.covers.get(number).into_iter().flatten().filter_map(cover));
            builder.option(entries.iter().copied());
            placements += 1;
        }
        for idle in &compiled.idle {
            let site = idle.site.map(|site| Entry::from(items[site]));
            builder.option(site.into_iter().chain(idle.covers.iter().filter_map(cover)));
        }
        let problem = builder.build().expect("names of cells and pieces differ, and options name each once");
        Ok(Self { problem, meanings, sites: items, pieces, extras, placements })
    }
}

/// Options between two questions whether to go on.
const POLL: usize = 4096;

/// What the item of a piece has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// See to the bounds.
    Bounded,
    /// See that the piece is used at most once.
    AtMostOnce,
    /// Nothing: the bounds follow from the number of cells.
    Implied,
}

fn lean_roles(puzzle: &Puzzle) -> Vec<Role> {
    let pieces = &puzzle.pieces;
    // Holes are options that cover their cells; but other cells may have no item that something asks for.
    let has_holes = puzzle.rules.iter().any(|rule| matches!(rule, Rule::Of(..)));
    let only_holes = puzzle.rules.iter().all(|rule| rule.covered().is_none() || matches!(rule, Rule::Of(..)));
    if puzzle.cells_optional || !only_holes {
        return vec![Role::Bounded; pieces.len()];
    }
    let bounds_of = |number: usize| piece_bounds(puzzle, PieceId(number));
    let plain = |shape: &Shape| shape.sites().iter().filter(|site| site.suffix == 0).count();
    let cells = plain(puzzle.region.shape());
    // The least and the greatest number of cells that a piece has.
    let shapes = puzzle.shapes_by_piece();
    let sizes = |number: usize| {
        let shapes = shapes[number].iter();
        let sizes: Vec<usize> = shapes.map(|typical| plain(&typical.shape)).collect();
        (sizes.iter().copied().min().unwrap_or(0), sizes.iter().copied().max().unwrap_or(0))
    };
    let role = |number: usize| {
        let (least, _) = sizes(number);
        match bounds_of(number) {
            // Each option must keep an item to be found by: one of its cells.
            _ if least == 0 => Role::Bounded,
            Bounds { low: 0, high } if high as usize >= cells / least => Role::Implied,
            Bounds { low: 0, high: 1 } => Role::AtMostOnce,
            _ => Role::Bounded,
        }
    };
    let mut roles: Vec<Role> = (0..pieces.len()).map(role).collect();
    // If one piece is left whose number is not known, the cells tell it.
    let mut unknown = (0..pieces.len()).filter(|&number| bounds_of(number) != Bounds::ONCE);
    if let (Some(piece), None) = (unknown.next(), unknown.next())
        && !has_holes
        && (0..pieces.len()).all(|number| sizes(number).0 == sizes(number).1 && sizes(number).0 > 0)
    {
        let others: usize =
            (0..pieces.len()).filter(|&number| number != piece).map(|number| sizes(number).0).sum();
        let left = cells.checked_sub(others).filter(|left| left.is_multiple_of(sizes(piece).0));
        let times = left.and_then(|left| u32::try_from(left / sizes(piece).0).ok());
        let bounds = bounds_of(piece);
        if times.is_some_and(|times| bounds.contains(times)) {
            roles[piece] = Role::Implied;
        }
    }
    roles
}
