//! Boxes without ends: cylinders, tori, Möbius strips and Klein bottles.
//!
//! A wrap is a group Γ of motions of the lattice, each with a shift. The region has one representative of each cell, and
//! a piece lies on representatives of the cells of one of its placements in the plane.

mod quotient;

pub use quotient::Quotient;

use crate::motion::Motion;
use crate::puzzle::Puzzle;
use crate::region::{Region, Symmetry};
use crate::shape::Shape;
use crate::site::{Cell, Site, minus};
use crate::table::{Lattice, Part};
use std::collections::{BTreeMap, BTreeSet};

/// A motion about the point (0,0,0), followed by a shift in the user's coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The motion.
    pub motion: Motion,
    /// The shift that follows.
    pub shift: [i32; 3],
}

impl Move {
    /// Only a shift.
    pub fn shift(by: [i32; 3]) -> Self {
        Self { motion: Motion::IDENTITY, shift: by }
    }

    /// The image of a cell.
    pub fn apply(self, lattice: Lattice, cell: Cell) -> Cell {
        lattice.moved(cell, self.motion).shifted(self.shift)
    }

    /// The moves, turning or flipping, that take two cells to two others; in the plane there is at most one.
    pub fn taking(lattice: Lattice, from: [Cell; 2], to: [Cell; 2], flips: bool) -> Option<Self> {
        let rotations = lattice.rotation_group();
        let motions = lattice.motion_group().into_iter().filter(|motion| rotations.contains(motion) != flips);
        let moves = motions.map(|motion| {
            let still = Self { motion, shift: [0; 3] };
            Self { motion, shift: minus(to[0].at, still.apply(lattice, from[0]).at) }
        });
        { moves }.find(|step| [0, 1].into_iter().all(|at| step.apply(lattice, from[at]) == to[at]))
    }

    /// The move that does this after another one.
    pub fn after(self, lattice: Lattice, first: Self) -> Self {
        let origin = lattice.cell_classes().next().expect("there is a cell");
        let motion = self.motion.after(first.motion);
        let there = self.apply(lattice, first.apply(lattice, origin));
        let still = Self { motion, shift: [0; 3] };
        Self { motion, shift: minus(there.at, still.apply(lattice, origin).at) }
    }

    /// Whether it leads nowhere: it turns about a point, or flips in a line without going along.
    pub fn leaves_a_point(self, lattice: Lattice) -> bool {
        let identity = Self::shift([0; 3]);
        let turns = lattice.rotation_group().contains(&self.motion) && self.motion != Motion::IDENTITY;
        turns || (self != identity && self.after(lattice, self) == identity)
    }

    /// The move that takes everything back.
    pub fn inverse(self, lattice: Lattice) -> Self {
        let group = Motion::group(&[self.motion]);
        let motion = { group.into_iter() }
            .find(|motion| motion.after(self.motion) == Motion::IDENTITY)
            .expect("a group has inverses");
        let half = Self { motion, shift: [0; 3] }.after(lattice, self);
        Self { motion, shift: half.shift.map(|d| -d) }
    }
}

/// A region whose cells stand for those of the whole plane, or of a strip of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrap {
    lattice: Lattice,
    generators: Vec<Move>,
    /// How far pieces reach.
    reach: i32,
    /// The members of the group that are near enough to matter, and the representatives of the cells that are.
    members: BTreeSet<Move>,
    representatives: BTreeMap<Cell, Cell>,
}

/// So many ways to lay a part of a shape in the plane are looked at.
const MOST_WAYS: usize = 2000;

/// Why moves do not wrap a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Whoever reads specs has a text for each of them, so this is exhaustive: the compiler tells if one is missing.
pub enum NoWrap {
    /// Two cells of the region would be the same.
    Same(Cell, Cell),
    /// Some of them together turn the plane about a point, or flip it without a shift.
    Turned,
}

impl Wrap {
    /// The group that some moves make, on a region into which no piece with greater coordinates than `reach` shall fit.
    pub fn new(lattice: Lattice, region: &Region, generators: Vec<Move>, reach: i32) -> Result<Self, NoWrap> {
        Self::of(lattice, region.shape(), generators, reach)
    }

    /// The same group on a region with sides and corners.
    pub(crate) fn with_parts(self, region: &Shape) -> Self {
        Self::of(self.lattice, region, self.generators.clone(), self.reach).unwrap_or(self)
    }

    fn of(lattice: Lattice, region: &Shape, generators: Vec<Move>, reach: i32) -> Result<Self, NoWrap> {
        let cells: BTreeSet<Cell> = region.sites().iter().map(|site| site.cell()).collect();
        // Of sides and corners that are the same, the least stands for the others.
        let is_part = |cell: Cell| lattice.around(cell).next().is_some();
        let (low, high) = (region.lowest(), region.highest());
        let extent: i32 = (0..3).map(|axis| high[axis] - low[axis] + 1).sum();
        let farthest = generators.iter().flat_map(|step| step.shift).map(i32::abs).max().unwrap_or(0);
        let margin = 2 * (extent + farthest) + reach;
        let near = |cell: Cell| {
            (0..lattice.dimension())
                .all(|axis| (low[axis] - margin..=high[axis] + margin).contains(&cell.at[axis]))
        };
        let mut steps = generators.clone();
        steps.extend(generators.iter().map(|step| step.inverse(lattice)));
        let mut representatives = BTreeMap::new();
        let mut seen = BTreeSet::from([Move::shift([0; 3])]);
        let mut new: Vec<Move> = seen.iter().copied().collect();
        while let Some(step) = new.pop() {
            if step.leaves_a_point(lattice) {
                return Err(NoWrap::Turned);
            }
            let mut is_near = false;
            for &cell in &cells {
                let image = step.apply(lattice, cell);
                if !near(image) {
                    continue;
                }
                is_near = true;
                let other = *representatives.entry(image).or_insert(cell);
                if other != cell && !is_part(cell) {
                    return Err(NoWrap::Same(cell.min(other), cell.max(other)));
                }
                if cell < other {
                    representatives.insert(image, cell);
                }
            }
            if is_near {
                for next in steps.iter().map(|other| other.after(lattice, step)) {
                    if seen.insert(next) {
                        new.push(next);
                    }
                }
            }
        }
        Ok(Self { lattice, generators, reach, members: seen, representatives })
    }

    /// The moves that make the group.
    pub fn generators(&self) -> &[Move] {
        &self.generators
    }

    /// The members of the group that do not lead too far away from the region for pieces to get there.
    pub fn members(&self) -> impl Iterator<Item = Move> {
        self.members.iter().copied()
    }

    /// Whether a way around turns things over.
    pub fn flips(&self) -> bool {
        let rotations = self.lattice.rotation_group();
        self.generators.iter().any(|step| !rotations.contains(&step.motion))
    }

    /// The cell of the region that stands for a cell.
    pub fn representative(&self, cell: Cell) -> Option<Cell> {
        self.representatives.get(&cell).copied()
    }

    /// The cells next to the region that are cells of it, and which they are.
    pub fn beyond(&self, region: &Region) -> BTreeMap<Cell, Cell> {
        let around = region.sites().iter().flat_map(|site| self.lattice.neighbors(site.cell()));
        let parts =
            region.sites().iter().filter(|site| site.suffix == 0).flat_map(|site| {
                Part::ALL.into_iter().flat_map(|part| self.lattice.parts(part, site.cell()))
            });
        let elsewhere = parts.filter(|&place| self.representative(place).is_some_and(|there| there != place));
        let outside = around.filter(|cell| region.index_of(cell.site()).is_none()).chain(elsewhere);
        outside.filter_map(|cell| Some((cell, self.representative(cell)?))).collect()
    }

    /// The shapes in the plane that hang together and cover just the cells of this one, each of them once; with whatever
    /// else it has at them. None if there are too many ways to go around.
    pub fn unrolled(&self, shape: &Shape) -> Option<Vec<Shape>> {
        let cells: BTreeSet<Cell> =
            shape.sites().iter().filter(|site| site.suffix == 0).map(|site| site.cell()).collect();
        // Where each cell lies, when the first stays where it is: the ways to lay so many of them.
        let mut ways = BTreeSet::from([BTreeMap::from_iter(cells.first().map(|&cell| (cell, cell)))]);
        for _ in 1..cells.len() {
            let mut longer = BTreeSet::new();
            for way in &ways {
                for next in way.values().flat_map(|&cell| self.lattice.neighbors(cell)) {
                    let here = self.representative(next).filter(|here| cells.contains(here));
                    let Some(here) = here.filter(|here| !way.contains_key(here)) else { continue };
                    let mut way = way.clone();
                    way.insert(here, next);
                    longer.insert(way);
                }
                if longer.len() > MOST_WAYS {
                    return None;
                }
            }
            ways = longer;
        }
        Some(ways.iter().map(|way| self.laid(shape, way)).collect())
    }

    /// A shape whose cells lie elsewhere, and all that is at them with them.
    fn laid(&self, shape: &Shape, way: &BTreeMap<Cell, Cell>) -> Shape {
        let sites = way.iter().flat_map(|(&from, &to)| {
            let step = self.members().find(|step| step.apply(self.lattice, from) == to);
            let own = move |site: &&Site| {
                site.cell() == from || self.lattice.around(site.cell()).any(|(cell, _)| cell == from)
            };
            let moved = move |site: &Site| Some(site.moved_to(step?.apply(self.lattice, site.cell())));
            shape.sites().iter().filter(own).filter_map(moved)
        });
        sites.collect()
    }

    /// The sites of the region that a shape covers, if it covers none of them twice.
    fn reduced(&self, region: &Region, shape: &Shape) -> Option<Shape> {
        let reduce = |site: &Site| {
            let site = site.moved_to(self.representative(site.cell())?);
            region.index_of(site.uncolored()).map(|_| site)
        };
        let sites: Option<Vec<Site>> = shape.sites().iter().map(reduce).collect();
        let reduced = Shape::new(sites?);
        // What has a colour may meet itself, if that is the same colour.
        let plain = |shape: &Shape| shape.sites().iter().filter(|site| site.color == 0).count();
        (plain(&reduced) == plain(shape) && reduced.two_colored().is_none()).then_some(reduced)
    }

    /// Where a base placement can lie: shifts, and the sites that are covered, each set of them once.
    ///
    /// Every shift is tried that puts any site of the shape into the region. If a way around flips, it would not be enough
    /// to put one chosen site there.
    pub fn placements(&self, region: &Region, base: &Shape) -> Vec<([i32; 3], Shape)> {
        let mut shifts = BTreeSet::new();
        for there in region.sites() {
            let here =
                base.sites().iter().filter(|site| (site.suffix, site.class) == (there.suffix, there.class));
            shifts.extend(here.map(|site| minus(there.at, site.at)));
        }
        let mut seen = BTreeSet::new();
        let placed = shifts.into_iter().filter_map(|shift| {
            let shape = self.reduced(region, &base.shifted(shift))?;
            seen.insert(shape.clone()).then_some((shift, shape))
        });
        placed.collect()
    }

    /// All moves with a given motion that permute the cells of the region, cells that are the same going to cells that are.
    pub fn symmetries(&self, region: &Region, motion: Motion) -> Vec<Symmetry> {
        let mut found: Vec<Symmetry> = Vec::new();
        let Some(first) = region.sites().first() else { return found };
        let still = Move { motion, shift: [0; 3] };
        let moved = still.apply(self.lattice, first.cell());
        let targets: BTreeSet<[i32; 3]> = region
            .sites()
            .iter()
            .filter(|site| site.class == moved.class)
            .map(|site| minus(site.at, moved.at))
            .collect();
        for shift in targets {
            let step = Move { motion, shift };
            let Some(permutation) = self.permutation(region, step) else { continue };
            if !found.iter().any(|other| other.permutation == permutation) {
                found.push(Symmetry { motion, shift, permutation });
            }
        }
        found
    }

    fn permutation(&self, region: &Region, step: Move) -> Option<Vec<usize>> {
        let image = |cell: Cell| self.representative(step.apply(self.lattice, cell));
        // It must make members of the group of its members, so that cells that are the same become cells that are.
        let (lattice, back) = (self.lattice, step.inverse(self.lattice));
        let conjugate = |other: &Move| step.after(lattice, other.after(lattice, back));
        if !self.generators.iter().all(|other| self.members.contains(&conjugate(other))) {
            return None;
        }
        let mut permutation = Vec::with_capacity(region.len());
        for site in region.sites() {
            let there = image(site.cell())?;
            permutation.push(region.index_of(site.moved_to(there))?);
        }
        let distinct: BTreeSet<usize> = permutation.iter().copied().collect();
        (distinct.len() == permutation.len()).then_some(permutation)
    }
}

impl Puzzle {
    /// Where a base placement can lie: shifts, and the sites that are covered.
    pub fn placements(&self, base: &Shape) -> Vec<([i32; 3], Shape)> {
        match &self.wrap {
            Some(wrap) => wrap.placements(&self.region, base),
            None => self.region.shifts(base).map(|shift| (shift, base.shifted(shift))).collect(),
        }
    }

    /// Whether a base placement can lie anywhere.
    pub fn fits(&self, base: &Shape) -> bool {
        match &self.wrap {
            Some(wrap) => !wrap.placements(&self.region, base).is_empty(),
            None => self.region.shifts(base).next().is_some(),
        }
    }

    /// The motion, with all shifts that make it a symmetry of the region.
    pub fn symmetries_with(&self, motion: Motion) -> Vec<Symmetry> {
        match &self.wrap {
            Some(wrap) => wrap.symmetries(&self.region, motion),
            None => self.region.symmetry(self.lattice, motion).into_iter().collect(),
        }
    }

    /// The number of symmetries of the region; motions that move its sites alike count once.
    pub fn region_symmetries(&self) -> usize {
        let Some(_) = &self.wrap else { return self.region.symmetries(self.lattice).len() };
        let all = self.lattice.motion_group().into_iter().flat_map(|motion| self.symmetries_with(motion));
        all.map(|symmetry| symmetry.permutation).collect::<BTreeSet<_>>().len()
    }

    /// The kinds of cells: those that symmetries of the region take to each other are of one kind. Kinds are in the order of
    /// their first cells.
    pub fn kinds_of_cells(&self) -> Vec<Vec<Site>> {
        let sites = self.region.sites();
        // The least cell that each is known to become.
        let mut least: Vec<usize> = (0..sites.len()).collect();
        for motion in self.lattice.motion_group() {
            for symmetry in self.symmetries_with(motion) {
                for (least, &image) in least.iter_mut().zip(&symmetry.permutation) {
                    *least = (*least).min(image);
                }
            }
        }
        let mut kinds: BTreeMap<usize, Vec<Site>> = BTreeMap::new();
        for (&site, &first) in sites.iter().zip(&least).filter(|(site, _)| site.suffix == 0) {
            kinds.entry(first).or_default().push(site);
        }
        kinds.into_values().collect()
    }

    /// The site of the region at a cell, or that stands for it.
    pub(crate) fn standing_for(&self, cell: Cell) -> Option<Site> {
        let cell = match &self.wrap {
            Some(wrap) => wrap.representative(cell)?,
            None => cell,
        };
        self.region.index_of(cell.site()).map(|_| cell.site())
    }
}
