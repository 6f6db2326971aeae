//! Regions: the sites of a box, and where shapes fit into it.

use crate::digit::COORDINATES;
use crate::motion::Motion;
use crate::shape::Shape;
use crate::site::{Site, minus};
use crate::table::{Lattice, Part};
use std::collections::BTreeMap;
use std::fmt;

/// A finite set of sites with coordinates 0..999, quick to ask where a shape fits.
///
/// The sites of one kind (suffix and class) that differ in the last coordinate only make up a row, one bit each:
/// 64 coordinates fit into a word, so as many shifts of a shape along a row are tried at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    dimension: usize,
    shape: Shape,
    min: [i32; 3],
    max: [i32; 3],
    /// How many words a row has.
    words: usize,
    /// For each kind of site its rows, x by x and, in space, y by y.
    rows: BTreeMap<(u16, u8), Vec<u64>>,
}

/// A coordinate is not one of those that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutsideDigits(pub Site);

impl fmt::Display for OutsideDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the cell at {:?} has a coordinate outside 0..{}", self.0.at, COORDINATES - 1)
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
    /// The region with the sites of a shape, and the guards that pieces may use there.
    pub fn new(lattice: Lattice, shape: Shape) -> Result<Self, OutsideDigits> {
        // Sides and corners lie beside cells, and are called by them.
        let is_part = |site: &Site| Part::of_suffix(site.suffix).is_some();
        let outside = |site: &&Site| !is_part(site) && site.at.iter().any(|d| !(0..COORDINATES).contains(d));
        if let Some(&site) = shape.sites().iter().find(outside) {
            return Err(OutsideDigits(site));
        }
        let shape = shape.guarded(lattice);
        let mut region = Self {
            dimension: lattice.dimension(),
            min: shape.lowest(),
            max: shape.highest(),
            words: 0,
            rows: BTreeMap::new(),
            shape,
        };
        let last = region.dimension - 1;
        region.words = region.max[last] as usize / WORD + 1;
        let height = if region.shape.sites().is_empty() { 0 } else { region.row(region.max) + 1 };
        for i in 0..region.len() {
            let site = region.sites()[i];
            let (row, place) = (region.row(site.at), site.at[last] as usize);
            let size = height * region.words;
            let kind = region.rows.entry((site.suffix, site.class)).or_insert_with(|| vec![0; size]);
            kind[row * region.words + place / WORD] |= 1 << (place % WORD);
        }
        Ok(region)
    }

    /// The region with other sites, whose cells are those of this one.
    pub(crate) fn with(&self, lattice: Lattice, shape: Shape) -> Self {
        Self::new(lattice, shape).unwrap_or_else(|_| self.clone())
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
    /// in ascending order. Colours do not matter.
    pub fn shifts(&self, shape: &Shape) -> impl Iterator<Item = [i32; 3]> {
        let last = self.dimension - 1;
        self.shift_rows(shape).flat_map(move |(at, bits)| {
            ones(bits).map(move |along| {
                let mut shift = at;
                shift[last] += along;
                shift
            })
        })
    }

    /// The same shifts row by row: a shift whose last coordinate is a multiple of 64, and a bit for each of the 64 values
    /// from there on that this can have. As long as all coordinates have digits, that multiple is 0.
    pub fn shift_rows(&self, shape: &Shape) -> ShiftRows<'_> {
        let room = minus(minus(self.max, self.min), shape.highest());
        let mut fits = !self.is_empty() && !shape.sites().is_empty() && room.iter().all(|&room| room >= 0);
        let mut wanted = Vec::with_capacity(shape.sites().len());
        for site in shape.sites() {
            match self.rows.get(&(site.suffix, site.class)) {
                Some(rows) if fits => {
                    wanted.push((rows.as_slice(), self.steps(site.at), site.at[self.dimension - 1] as usize));
                }
                _ => fits = false,
            }
        }
        let first = self.corner();
        let mut last = first;
        for axis in 0..self.dimension - 1 {
            last[axis] += room[axis];
        }
        last[self.dimension - 1] = ((self.words - 1) * WORD) as i32;
        ShiftRows { region: self, wanted, next: fits.then_some(first), last }
    }

    /// How many shifts there are.
    pub fn count_shifts(&self, shape: &Shape) -> usize {
        self.shift_rows(shape).map(|(_, bits)| bits.count_ones() as usize).sum()
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
    wanted: Vec<(&'a [u64], usize, usize)>,
    next: Option<[i32; 3]>,
    last: [i32; 3],
}

impl Iterator for ShiftRows<'_> {
    type Item = ([i32; 3], u64);

    /// The next row on which the shape fits somewhere.
    fn next(&mut self) -> Option<Self::Item> {
        while let Some(at) = self.next {
            let (row, words) = (self.region.row(at), self.region.words);
            let from = at[self.region.dimension - 1] as usize;
            // The shape is normalised, so a shift along the row that leaves the region at its low end loses the bit
            // of the site with coordinate 0, and one that leaves it at its high end that of the farthest site.
            let bits = self.wanted.iter().fold(u64::MAX, |bits, &(rows, steps, place)| {
                bits & window(&rows[(row + steps) * words..][..words], from + place)
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
        let along = self.region.dimension - 1;
        for axis in (0..=along).rev() {
            if at[axis] < self.last[axis] {
                at[axis] += if axis == along { WORD as i32 } else { 1 };
                return Some(at);
            }
            at[axis] = first[axis];
        }
        None
    }
}

/// Bits of a word.
const WORD: usize = u64::BITS as usize;

/// As many bits as a word has, from a place on; behind the end there are none.
fn window(words: &[u64], from: usize) -> u64 {
    let (at, place) = (from / WORD, from % WORD);
    let word = |at: usize| words.get(at).copied().unwrap_or(0);
    // A shift by all bits of a word is none, so the word behind is shifted in two steps.
    word(at) >> place | (word(at + 1) << 1) << (WORD - 1 - place)
}

/// The places of the one bits, in ascending order.
fn ones(mut bits: u64) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as i32)?;
        bits &= bits - 1;
        Some(place)
    })
}
