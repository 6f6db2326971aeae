//! Straight lines, or planes, along which a packing might be cut.

use polydlx_lattice::{Cell, Lattice, Motion, Move, Point, Wrap};
use std::collections::{BTreeMap, BTreeSet};

/// The lines of a region.
#[derive(Clone, Debug)]
pub(crate) enum Lines {
    /// For each axis on which there are straight lines, how far each cell extends. A line divides the region, so it cuts
    /// what has cells on both sides.
    Across(Vec<Vec<(i32, i32)>>),
    /// For each line of a region that goes around, the pairs of cells that meet there. Such a line may come back to where it
    /// began, and divide nothing: it cuts what has both cells of a pair.
    Around(Vec<BTreeSet<(usize, usize)>>),
}

/// A line: an axis and a coordinate; around, its number and 0.
pub(crate) type Line = (usize, i32);

impl Lines {
    pub(crate) fn across(lattice: Lattice, cells: &[Cell]) -> Self {
        let extents = |axis| cells.iter().map(|&cell| extent(lattice, cell, axis)).collect();
        Self::Across(straight_axes(lattice).into_iter().map(extents).collect())
    }

    /// The lines of a region of which `number` tells the cells.
    pub(crate) fn around(
        lattice: Lattice,
        wrap: &Wrap,
        cells: &[Cell],
        number: impl Fn(Cell) -> Option<usize>,
    ) -> Self {
        let mut meetings: BTreeMap<Line, BTreeSet<(usize, usize)>> = BTreeMap::new();
        for axis in straight_axes(lattice) {
            for (own, &cell) in cells.iter().enumerate() {
                let (low, high) = extent(lattice, cell, axis);
                for neighbor in lattice.neighbors(cell) {
                    let Some(other) = number(neighbor) else { continue };
                    let there = extent(lattice, neighbor, axis);
                    let pair = (own.min(other), own.max(other));
                    for at in [low, high].into_iter().filter(|&at| at == there.0 || at == there.1) {
                        if there != (low, high) {
                            meetings.entry((axis, at)).or_default().insert(pair);
                        }
                    }
                }
            }
        }
        // Lines that are the same have the least of them in common.
        let moves: Vec<Affine> = wrap.members().map(|step| Affine::new(lattice, step)).collect();
        let mut lines: BTreeMap<Line, BTreeSet<(usize, usize)>> = BTreeMap::new();
        let known: BTreeSet<Line> = meetings.keys().copied().collect();
        for (line, pairs) in meetings {
            let mut same = BTreeSet::from([line]);
            let mut new = vec![line];
            while let Some(line) = new.pop() {
                let images = moves.iter().map(|step| step.line(line)).filter(|line| known.contains(line));
                new.extend(images.filter(|&image| same.insert(image)));
            }
            let least = same.into_iter().next().unwrap_or(line);
            lines.entry(least).or_default().extend(pairs);
        }
        Self::Around(lines.into_values().collect())
    }

    /// All lines that run between cells of the region.
    pub(crate) fn all(&self) -> Vec<Line> {
        match self {
            Self::Across(extents) => {
                let inside = |(axis, extents): (usize, &Vec<(i32, i32)>)| {
                    let first = extents.iter().map(|extent| extent.0).min();
                    let begins = extents.iter().map(|extent| extent.0).filter(move |&low| Some(low) > first);
                    begins.map(move |low| (axis, low)).collect::<BTreeSet<_>>()
                };
                extents.iter().enumerate().flat_map(inside).collect()
            }
            Self::Around(lines) => {
                // Where a cell meets itself, it is always cut.
                let runs = |pairs: &BTreeSet<(usize, usize)>| pairs.iter().all(|(one, other)| one != other);
                (0..lines.len()).filter(|&line| runs(&lines[line])).map(|line| (line, 0)).collect()
            }
        }
    }

    /// Whether a line cuts what has these cells.
    pub(crate) fn cuts(&self, (line, at): Line, cells: &[usize]) -> bool {
        match self {
            Self::Across(extents) => {
                let extents = || cells.iter().map(|&cell| extents[line][cell]);
                extents().any(|(low, _)| low < at) && extents().any(|(_, high)| high > at)
            }
            Self::Around(lines) => {
                let has = |cell: &usize| cells.contains(cell);
                lines[line].iter().any(|(one, other)| has(one) && has(other))
            }
        }
    }

    /// How many lines run through a packing and cut no piece; `owner` tells the piece of each cell, of so many.
    pub(crate) fn faults(&self, owner: &[Option<usize>], pieces: usize) -> usize {
        match self {
            Self::Across(extents) => {
                extents.iter().map(|extents| faults_across(extents, owner, pieces)).sum()
            }
            Self::Around(lines) => {
                let owners = |&(one, other): &(usize, usize)| owner[one].zip(owner[other]);
                let is_fault = |pairs: &&BTreeSet<(usize, usize)>| {
                    let mut met = pairs.iter().filter_map(owners).peekable();
                    met.peek().is_some() && met.all(|(one, other)| one != other)
                };
                lines.iter().filter(is_fault).count()
            }
        }
    }
}

/// The lines across one axis that cut no piece and have some on both sides.
fn faults_across(extents: &[(i32, i32)], owner: &[Option<usize>], pieces: usize) -> usize {
    let mut ranges: Vec<Option<(i32, i32)>> = vec![None; pieces];
    for (cell, &(low, high)) in extents.iter().enumerate() {
        if let Some(piece) = owner[cell] {
            let (a, b) = ranges[piece].unwrap_or((low, high));
            ranges[piece] = Some((a.min(low), b.max(high)));
        }
    }
    let mut ranges: Vec<(i32, i32)> = ranges.into_iter().flatten().collect();
    ranges.sort_unstable();
    let width = extents.first().map_or(1, |(low, high)| high - low).max(1);
    // A line where all pieces so far end, and another begins.
    let mut reached: Option<i32> = None;
    let mut faults = 0;
    for (low, high) in ranges {
        if let Some(end) = reached.filter(|&end| end <= low) {
            // In a gap there are as many lines as there are cells across, and one more.
            faults += ((low - end) / width + 1) as usize;
        }
        reached = Some(reached.map_or(high, |end| end.max(high)));
    }
    faults
}

/// The coordinates (a,b,c) in which cells lie side by side without overlap, so that straight lines, or planes, run between
/// them. Hexagons have none, and balls have no sides.
pub(crate) fn straight_axes(lattice: Lattice) -> Vec<usize> {
    let apart = |axis: usize| {
        lattice.cell_classes().all(|cell| {
            let (low, high) = extent(lattice, cell, axis);
            low < high
                && lattice.neighbors(cell).all(|other| {
                    let (a, b) = extent(lattice, other, axis);
                    (a, b) == (low, high) || b <= low || high <= a
                })
        })
    };
    let has_corners = lattice.corners(Cell::default()).count() > 0;
    (0..4).filter(|&axis| has_corners && apart(axis)).collect()
}

/// The least and the greatest coordinate of the corners of a cell.
fn extent(lattice: Lattice, cell: Cell, axis: usize) -> (i32, i32) {
    let along = || lattice.corners(cell).map(|corner| corner[axis]);
    (along().min().unwrap_or(0), along().max().unwrap_or(0))
}

/// What a move does to the corners of cells: a motion, and a shift on their scale.
struct Affine {
    motion: Motion,
    shift: Point,
}

impl Affine {
    fn new(lattice: Lattice, step: Move) -> Self {
        let cell = Cell::default();
        let sum = |corners: Vec<Point>| {
            corners.into_iter().fold([0; 4], |sum, corner| [0, 1, 2, 3].map(|i| sum[i] + corner[i]))
        };
        let number = lattice.corners(cell).count().max(1) as i32;
        let turned = lattice.corners(cell).map(|corner| step.motion.apply(corner)).collect();
        let (from, to) = (sum(turned), sum(lattice.corners(step.apply(lattice, cell)).collect()));
        Self { motion: step.motion, shift: [0, 1, 2, 3].map(|i| (to[i] - from[i]) / number) }
    }

    fn line(&self, (axis, at): Line) -> Line {
        let mut unit = [0; 4];
        unit[axis] = 1;
        let image = self.motion.apply(unit);
        let axis = image.iter().position(|&d| d != 0).unwrap_or(axis);
        (axis, image[axis] * at + self.shift[axis])
    }
}
