//! Regions: the sites of a box, and where shapes fit into it.

use crate::digit::DIGITS;
use crate::motion::Motion;
use crate::shape::Shape;
use crate::site::{Site, minus};
use crate::table::Lattice;
use std::collections::BTreeMap;
use std::fmt;

/// A finite set of sites with coordinates 0..61, quick to ask where a shape fits.
///
/// The sites of one kind (suffix, up or down) that differ in the last coordinate only make up a row, one bit each:
/// 62 coordinates fit into a word, so all shifts of a shape along a row are tried at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    dimension: usize,
    shape: Shape,
    min: [i32; 3],
    max: [i32; 3],
    /// For each kind of site its rows, x by x and, in space, y by y.
    rows: BTreeMap<(u16, bool), Vec<u64>>,
}

/// A coordinate is not one of the 62 that have a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutsideDigits(pub Site);

impl fmt::Display for OutsideDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the cell at {:?} has a coordinate outside 0..{}", self.0.at, DIGITS - 1)
    }
}

impl std::error::Error for OutsideDigits {}

/// A motion of the lattice, followed by a shift, that maps a region onto itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The motion about the point (0,0,0).
    pub motion: Motion,
    /// The shift that follows, in the user's coordinates.
    pub shift: [i32; 3],
    /// For each site of the region, in ascending order, the number of its image.
    pub permutation: Vec<usize>,
}

impl Region {
    /// The region with the sites of a shape.
    pub fn new(lattice: Lattice, shape: Shape) -> Result<Self, OutsideDigits> {
        let outside = |site: &&Site| site.at.iter().any(|d| !(0..DIGITS).contains(d));
        if let Some(&site) = shape.sites().iter().find(outside) {
            return Err(OutsideDigits(site));
        }
        let mut region = Self {
            dimension: lattice.dimension(),
            min: shape.lowest(),
            max: shape.highest(),
            rows: BTreeMap::new(),
            shape,
        };
        let height = if region.shape.sites().is_empty() { 0 } else { region.row(region.max) + 1 };
        for i in 0..region.len() {
            let site = region.sites()[i];
            let row = region.row(site.at);
            let kind = region.rows.entry((site.suffix, site.down)).or_insert_with(|| vec![0; height]);
            kind[row] |= 1 << site.at[region.dimension - 1];
        }
        Ok(region)
    }

    /// The sites in ascending order.
    pub fn sites(&self) -> &[Site] {
        self.shape.sites()
    }

    /// The sites as a shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How many sites there are.
    pub fn len(&self) -> usize {
        self.sites().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sites().is_empty()
    }

    /// The number of a site in ascending order, if it is in the region.
    pub fn index_of(&self, site: Site) -> Option<usize> {
        self.sites().binary_search(&site).ok()
    }

    /// All shifts that put every site of a normalised shape onto a site of the region with the same suffix,
    /// in ascending order.
    pub fn shifts(&self, shape: &Shape) -> impl Iterator<Item = [i32; 3]> {
        let last = self.dimension - 1;
        self.shift_rows(shape).flat_map(move |(at, bits)| {
            ones(bits).map(move |along| {
                let mut shift = at;
                shift[last] = along;
                shift
            })
        })
    }

    /// The same shifts row by row: a shift whose last coordinate is 0, and a bit for each value that this can have.
    pub fn shift_rows(&self, shape: &Shape) -> ShiftRows<'_> {
        let room = minus(minus(self.max, self.min), shape.highest());
        let mut fits = !self.is_empty() && !shape.sites().is_empty() && room.iter().all(|&room| room >= 0);
        let mut wanted = Vec::with_capacity(shape.sites().len());
        for site in shape.sites() {
            match self.rows.get(&(site.suffix, site.down)) {
                Some(rows) if fits => {
                    wanted.push((rows.as_slice(), self.steps(site.at), site.at[self.dimension - 1] as u32));
                }
                _ => fits = false,
            }
        }
        let first = self.corner();
        let mut last = first;
        for axis in 0..self.dimension - 1 {
            last[axis] += room[axis];
        }
        ShiftRows { region: self, wanted, next: fits.then_some(first), last }
    }

    /// The symmetries of the region, the identity first; motions that move its sites alike count once.
    pub fn symmetries(&self, lattice: Lattice) -> Vec<Symmetry> {
        let mut found: Vec<Symmetry> = Vec::new();
        for symmetry in lattice.motion_group().into_iter().filter_map(|motion| self.symmetry(lattice, motion))
        {
            if !found.iter().any(|other| other.permutation == symmetry.permutation) {
                found.push(symmetry);
            }
        }
        found
    }

    /// The motion as a symmetry of the region, if with some shift it maps the region onto itself.
    pub fn symmetry(&self, lattice: Lattice, motion: Motion) -> Option<Symmetry> {
        let image = self.shape.moved(lattice, motion);
        let shift = minus(self.min, image.lowest());
        if image.shifted(shift) != self.shape {
            return None;
        }
        let permutation = self.sites().iter().map(|&site| {
            let moved = Shape::new([site]).moved(lattice, motion).shifted(shift);
            self.index_of(moved.sites()[0]).expect("the region is mapped onto itself")
        });
        Some(Symmetry { motion, shift, permutation: permutation.collect() })
    }

    /// The least shift, as far as it matters which row it leads to.
    fn corner(&self) -> [i32; 3] {
        let mut corner = self.min;
        corner[self.dimension - 1..].fill(0);
        corner
    }

    /// The number of the row that a position is in.
    fn row(&self, at: [i32; 3]) -> usize {
        self.steps(minus(at, self.corner()))
    }

    /// How many rows a step leads on.
    fn steps(&self, step: [i32; 3]) -> usize {
        let [x, y, _] = step.map(|d| d as usize);
        if self.dimension == 3 { x * (self.max[1] - self.min[1] + 1) as usize + y } else { x }
    }
}

/// Shifts of a shape inside a region, row by row: see [`Region::shift_rows`].
pub struct ShiftRows<'a> {
    region: &'a Region,
    /// For each site of the shape: the rows of its kind, how many rows it lies beyond the shift, and its place there.
    wanted: Vec<(&'a [u64], usize, u32)>,
    next: Option<[i32; 3]>,
    last: [i32; 3],
}

impl Iterator for ShiftRows<'_> {
    type Item = ([i32; 3], u64);

    /// The next row on which the shape fits somewhere.
    fn next(&mut self) -> Option<Self::Item> {
        while let Some(at) = self.next {
            let row = self.region.row(at);
            // The shape is normalised, so a shift along the row that leaves the region at its low end loses the bit
            // of the site with coordinate 0, and one that leaves it at its high end that of the farthest site.
            let bits = self.wanted.iter().fold(u64::MAX, |bits, &(rows, steps, place)| {
                bits & rows[row + steps].checked_shr(place).unwrap_or(0)
            });
            self.next = self.after(at);
            if bits != 0 {
                return Some((at, bits));
            }
        }
        None
    }
}

impl ShiftRows<'_> {
    fn after(&self, mut at: [i32; 3]) -> Option<[i32; 3]> {
        let first = self.region.corner();
        for axis in (0..self.region.dimension - 1).rev() {
            if at[axis] < self.last[axis] {
                at[axis] += 1;
                return Some(at);
            }
            at[axis] = first[axis];
        }
        None
    }
}

/// The places of the one bits, in ascending order.
fn ones(mut bits: u64) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as i32)?;
        bits &= bits - 1;
        Some(place)
    })
}
