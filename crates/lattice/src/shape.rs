//! Shapes and their base placements.

use crate::motion::{Motion, Transformation, When};
use crate::site::{Cell, Site, minus};
use crate::table::{Lattice, Part};
use std::collections::BTreeMap;

/// How a piece may be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sided {
    /// Shifted, turned and flipped.
    Free,
    /// Shifted and turned.
    One,
    /// Only shifted.
    Fixed,
}

impl Sided {
    /// All ways, the freest first.
    pub const ALL: [Self; 3] = [Self::Free, Self::One, Self::Fixed];

    /// What Knuth's programs do: flip in the plane, only turn in space.
    pub fn default_for(lattice: Lattice) -> Self {
        if lattice.flips() { Self::Free } else { Self::One }
    }

    /// The word for it, as in `|! sided WORD`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::One => "one",
            Self::Fixed => "fixed",
        }
    }

    /// The way of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sided| sided.name() == name)
    }
}

/// A set of sites, sorted, each once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Shape(Vec<Site>);

impl Shape {
    /// The shape with these sites; repetitions do not matter.
    pub fn new(sites: impl IntoIterator<Item = Site>) -> Self {
        let mut sites: Vec<Site> = sites.into_iter().collect();
        sites.sort_unstable();
        sites.dedup();
        Self(sites)
    }

    /// The sites in ascending order.
    pub fn sites(&self) -> &[Site] {
        &self.0
    }

    /// Whether a site is one of them.
    pub fn contains(&self, site: Site) -> bool {
        self.0.binary_search(&site).is_ok()
    }

    /// The smallest x, y and z (0 for the empty shape).
    pub fn lowest(&self) -> [i32; 3] {
        self.extreme(i32::min)
    }

    /// The largest x, y and z (0 for the empty shape).
    pub fn highest(&self) -> [i32; 3] {
        self.extreme(i32::max)
    }

    fn extreme(&self, better: fn(i32, i32) -> i32) -> [i32; 3] {
        let best = |a: [i32; 3], b: [i32; 3]| [better(a[0], b[0]), better(a[1], b[1]), better(a[2], b[2])];
        self.0.iter().map(|site| site.at).reduce(best).unwrap_or_default()
    }

    /// The shape, moved by a vector in the user's coordinates.
    #[must_use]
    pub fn shifted(&self, by: [i32; 3]) -> Self {
        Self(self.0.iter().map(|site| site.shifted(by)).collect())
    }

    /// The shape, shifted so that the smallest x, y and z are 0.
    #[must_use]
    pub fn normalized(&self) -> Self {
        self.shifted(self.lowest().map(|least| -least))
    }

    /// The shape with the guards that its cells use, where the lattice has guards.
    #[must_use]
    pub fn guarded(self, lattice: Lattice) -> Self {
        if !lattice.has_guards() {
            return self;
        }
        let cells: Vec<Cell> =
            self.0.iter().filter(|site| site.suffix == 0).map(|site| site.cell()).collect();
        Self::new(self.0.into_iter().chain(lattice.guards(&cells)))
    }

    /// The sites of a region that the shape covers: those without their colours.
    #[must_use]
    pub fn uncolored(&self) -> Self {
        if self.0.iter().all(|site| site.color == 0) {
            return self.clone();
        }
        Self::new(self.0.iter().map(|site| site.uncolored()))
    }

    /// The colour of a site, if it has one; 0 if the site is there without a colour.
    pub fn color_of(&self, site: Site) -> Option<u16> {
        let at = self.0.partition_point(|other| *other < site.uncolored());
        self.0.get(at).filter(|other| other.uncolored() == site.uncolored()).map(|other| other.color)
    }

    /// The first site that has two colours.
    pub fn two_colored(&self) -> Option<Site> {
        self.0.windows(2).find(|pair| pair[0].uncolored() == pair[1].uncolored()).map(|pair| pair[0])
    }

    /// The shape with all sides or all corners of its cells.
    #[must_use]
    pub fn with_parts(&self, lattice: Lattice, part: Part) -> Self {
        let cells = self.0.iter().filter(|site| site.suffix == 0);
        let places = cells.flat_map(|site| lattice.parts(part, site.cell()));
        let sites = places.map(|place| Site { suffix: part.suffix(), ..place.site() });
        Self::new(self.0.iter().copied().chain(sites))
    }

    /// The shape without guards, and without sides and corners that have no colours: what follows from the rest.
    #[must_use]
    pub fn unguarded(&self) -> Self {
        let follows = |site: &Site| {
            site.suffix == Site::GUARD || (site.color == 0 && Part::of_suffix(site.suffix).is_some())
        };
        Self(self.0.iter().copied().filter(|site| !follows(site)).collect())
    }

    /// The shape after a motion of the lattice about the point (0,0,0).
    #[must_use]
    pub fn moved(&self, lattice: Lattice, motion: Motion) -> Self {
        let moved = lattice.mover(motion);
        Self::new(self.0.iter().map(|&site| site.moved_to(moved(site.cell()))))
    }

    /// The shape after a transformation, normalised; none if it is not open to this shape.
    pub fn transformed(&self, lattice: Lattice, turn: &Transformation) -> Option<Self> {
        match &turn.when {
            When::Always => Some(self.moved(lattice, turn.motion).normalized()),
            When::Flat(form) => {
                // A side lies in a layer if both cells do that it is between.
                let cells = self.0.iter().flat_map(|site| match Part::of_suffix(site.suffix) {
                    Some(part) => lattice.touched(part, site.cell()).collect(),
                    None => vec![site.cell()],
                });
                let mut heights = cells.map(|cell| {
                    let point = lattice.point(cell);
                    (0..4).map(|i| form[i] * point[i]).sum::<i32>()
                });
                let is_flat = heights.next().is_none_or(|first| heights.all(|height| height == first));
                is_flat.then(|| self.moved(lattice, turn.motion).normalized())
            }
            When::Bricks(bricks) => self.rebuilt(bricks),
        }
    }

    /// The shape with other cells instead of each brick, normalised; none if it is not made of bricks.
    fn rebuilt(&self, bricks: &[[Vec<Cell>; 2]]) -> Option<Self> {
        // A cell is part of one brick only.
        let mut found: BTreeMap<(u16, usize, [i32; 3]), usize> = BTreeMap::new();
        for site in &self.0 {
            let part =
                bricks.iter().enumerate().filter(|_| site.color == 0).find_map(|(number, [from, _])| {
                    let own = from.iter().find(|cell| cell.class == site.class)?;
                    Some((site.suffix, number, minus(site.at, own.at)))
                });
            *found.entry(part?).or_default() += 1;
        }
        if found.iter().any(|(&(_, number, _), &cells)| cells != bricks[number][0].len()) {
            return None;
        }
        let new = found.into_keys().flat_map(|(suffix, number, at)| {
            bricks[number][1].iter().map(move |cell| Site { suffix, ..cell.shifted(at).site() })
        });
        Some(Self::new(new).normalized())
    }

    /// The base placements: all that the shape becomes by turning (and flipping), normalised.
    ///
    /// They come in Knuth's order: for each one known, apply each elementary transformation and append what is new.
    /// A piece that may not be flipped keeps its rotations, in that same order.
    pub fn base_placements(&self, lattice: Lattice, sided: Sided) -> Vec<Self> {
        if sided == Sided::Fixed {
            return vec![self.normalized()];
        }
        let rotations = lattice.rotations().to_vec();
        if sided == Sided::One && !lattice.flips() {
            return self.closure(lattice, &rotations);
        }
        let all = self.closure(lattice, &with_mirror(lattice));
        if sided == Sided::Free {
            return all;
        }
        let turned = self.closure(lattice, &rotations);
        all.into_iter().filter(|shape| turned.contains(shape)).collect()
    }

    /// Whether none of its base placements is less than this normalised shape.
    ///
    /// Of all base placements of a piece just one passes, so this picks one representative of each polyform.
    pub fn is_canonical(&self, lattice: Lattice, sided: Sided) -> bool {
        let turns = match sided {
            Sided::Fixed => return true,
            Sided::One => lattice.rotations().to_vec(),
            Sided::Free => with_mirror(lattice),
        };
        self.close(lattice, &turns, |image| image >= self).is_some()
    }

    fn closure(&self, lattice: Lattice, turns: &[Transformation]) -> Vec<Self> {
        self.close(lattice, turns, |_| true).expect("nothing is refused")
    }

    /// Breadth-first closure; none as soon as a member is refused.
    fn close(
        &self,
        lattice: Lattice,
        turns: &[Transformation],
        accept: impl Fn(&Self) -> bool,
    ) -> Option<Vec<Self>> {
        let mut known = vec![self.normalized()];
        let mut done = 0;
        while done < known.len() {
            for turn in turns {
                if let Some(image) = known[done].transformed(lattice, turn)
                    && !known.contains(&image)
                {
                    if !accept(&image) {
                        return None;
                    }
                    known.push(image);
                }
            }
            done += 1;
        }
        Some(known)
    }
}

fn with_mirror(lattice: Lattice) -> Vec<Transformation> {
    let mut turns = lattice.rotations().to_vec();
    turns.extend(lattice.mirror().map(|motion| Transformation { motion, when: When::Always }));
    turns
}

impl FromIterator<Site> for Shape {
    fn from_iter<I: IntoIterator<Item = Site>>(sites: I) -> Self {
        Self::new(sites)
    }
}
