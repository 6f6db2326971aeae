//! What a puzzle asks for besides its region and the number of its pieces.

use crate::puzzle::{PieceId, Puzzle};
use crate::shape::Shape;
use crate::site::Site;
use polydlx_bounds::Bounds;
use std::collections::{BTreeMap, VecDeque};

/// One thing that a solution must obey, as a plain value. All rules of a puzzle hold together.
///
/// Cells are those without suffix, unless a rule names others. Two placements touch if a cell of one is a neighbour of a
/// cell of the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// These sites may stay empty.
    Optional(Shape),
    /// Each of these sites is covered so often.
    Each(Bounds, Shape),
    /// Of these sites so many are covered.
    Of(Bounds, Shape),
    /// Of these pieces so many are used, each copy counted.
    Choose(Bounds, Vec<PieceId>),
    /// Some copy of the one touches some copy of the other.
    Together(PieceId, PieceId),
    /// No copy of the one touches a copy of the other.
    Apart(PieceId, PieceId),
    /// Every copy covers a cell at the rim: one that has a neighbour outside of the region.
    Rim(PieceId),
    /// Every copy lies within these sites.
    Within(PieceId, Shape),
    /// Every copy covers at least one of these sites.
    Meet(PieceId, Shape),
    /// These sites have these colours: whatever covers them has the same.
    Colored(Shape),
    /// At most one placement is used of those that share a name: all that a piece has within some sites, or anywhere.
    Share(String, PieceId, Option<Shape>),
}

impl Rule {
    /// The sites of which the rule says how often they are covered.
    pub fn covered(&self) -> Option<&Shape> {
        match self {
            Self::Optional(shape) | Self::Each(_, shape) | Self::Of(_, shape) => Some(shape),
            _ => None,
        }
    }

    /// Whether all that it does is to leave out placements.
    pub fn leaves_out(&self) -> bool {
        matches!(self, Self::Rim(_) | Self::Within(..) | Self::Meet(..) | Self::Colored(_))
    }

    /// Whether it names cells, so that it belongs to one region.
    pub fn names_cells(&self) -> bool {
        self.covered().is_some()
            || matches!(
                self,
                Self::Within(..) | Self::Meet(..) | Self::Colored(_) | Self::Share(_, _, Some(_))
            )
    }
}

/// At most once.
const AT_MOST_ONCE: Bounds = Bounds { low: 0, high: 1 };

impl Puzzle {
    /// How often a site is covered.
    pub fn cover_bounds(&self, site: Site) -> Bounds {
        let said = self.rules.iter().find_map(|rule| match rule {
            Rule::Each(bounds, shape) if shape.contains(site) => Some(*bounds),
            Rule::Optional(shape) | Rule::Of(_, shape) if shape.contains(site) => Some(AT_MOST_ONCE),
            _ => None,
        });
        let usual = if self.cells_optional || site.suffix != 0 { AT_MOST_ONCE } else { Bounds::ONCE };
        said.unwrap_or(usual)
    }

    /// Whether a rule says how often cells are covered, so that not each of them is covered just once.
    pub fn has_cell_rules(&self) -> bool {
        self.cells_optional || self.rules.iter().any(|rule| rule.covered().is_some())
    }

    /// Whether a cell may be covered more than once, so that pieces may lie upon each other.
    pub fn is_stacked(&self) -> bool {
        let bounds = |rule: &Rule| if let Rule::Each(bounds, _) = rule { bounds.high } else { 1 };
        self.rules.iter().any(|rule| bounds(rule) > 1)
    }

    /// The least and the greatest number of cells that pieces can cover together; one that is covered twice counts twice.
    pub fn room(&self) -> (usize, usize) {
        let cells = self.region.sites().iter().filter(|site| site.suffix == 0);
        let (low, high) = cells
            .map(|&site| self.cover_bounds(site))
            .fold((0, 0), |(low, high), bounds| (low + bounds.low as usize, high + bounds.high as usize));
        // What rules on several cells say; where there are more of them, only the strongest counts.
        let (mut least, mut empty) = (0, 0);
        for rule in &self.rules {
            if let Rule::Of(bounds, shape) = rule
                && shape.sites().iter().all(|site| site.suffix == 0)
            {
                least = least.max(bounds.low as usize);
                empty = empty.max(shape.sites().len().saturating_sub(bounds.high as usize));
            }
        }
        (low + least, high - empty)
    }

    /// The cells of the region next to a site, whatever its suffix.
    pub fn neighbors(&self, site: Site) -> impl Iterator<Item = Site> {
        self.lattice.neighbors(site.cell()).filter_map(|cell| self.standing_for(cell))
    }

    /// For each cell of the region the least number of steps, each to a neighbour in the region, that lead there from one of
    /// some cells; those to which none lead are left out.
    pub fn steps_from(&self, sites: &[Site]) -> BTreeMap<Site, u64> {
        let mut queue: VecDeque<Site> =
            sites.iter().filter_map(|site| self.standing_for(site.cell())).collect();
        let mut steps: BTreeMap<Site, u64> = queue.iter().map(|&site| (site, 0)).collect();
        while let Some(site) = queue.pop_front() {
            let next = steps[&site] + 1;
            for neighbor in self.neighbors(site) {
                steps.entry(neighbor).or_insert_with(|| {
                    queue.push_back(neighbor);
                    next
                });
            }
        }
        steps
    }

    /// Whether a cell of the region has a neighbour outside.
    pub fn is_at_rim(&self, site: Site) -> bool {
        let outside = |cell| self.standing_for(cell).is_none();
        site.suffix == 0 && self.lattice.neighbors(site.cell()).any(outside)
    }

    /// Whether the rules allow a piece to lie on these sites.
    pub fn allows(&self, piece: PieceId, sites: &(impl Iterator<Item = Site> + Clone)) -> bool {
        self.rules.iter().all(|rule| match rule {
            Rule::Rim(limited) if *limited == piece => sites.clone().any(|site| self.is_at_rim(site)),
            Rule::Within(limited, shape) if *limited == piece => is_within(sites.clone(), shape),
            Rule::Meet(limited, shape) if *limited == piece => sites.clone().any(|site| shape.contains(site)),
            Rule::Colored(shape) => {
                sites.clone().all(|site| shape.color_of(site).is_none_or(|color| color == site.color))
            }
            _ => true,
        })
    }
}

/// Whether the sites without suffix are among those of a shape.
fn is_within(mut sites: impl Iterator<Item = Site>, shape: &Shape) -> bool {
    sites.all(|site| site.suffix != 0 || shape.contains(site))
}
