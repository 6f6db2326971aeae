//! Sides and corners of cells, as places that have a name whichever cell they are seen from; and their faces, which are only
//! theirs.
//!
//! A side is a pair of neighbours, a corner a point, a face a cell and the way to a neighbour. Shifts divide them into classes, like cells; their numbers follow those
//! of cells and guards, so that motions move them like cells. The coordinates of a side or a corner are the greatest that
//! its cells have, so that no cell is shifted differently because of them.

use super::row::{Action, Row};
use crate::motion::Motion;
use crate::site::{Cell, Point, Site, minus, plus};
use std::collections::{BTreeMap, BTreeSet};

/// What of a cell can have a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
// Whoever draws must know all of them, so this is exhaustive.
pub enum Part {
    /// What it has in common with a neighbour, or would have.
    Side,
    /// A corner.
    Corner,
    /// What it shows towards a neighbour, whatever that shows.
    Face,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Side, Self::Corner, Self::Face];

    /// The suffix of its sites.
    pub fn suffix(self) -> u16 {
        match self {
            Self::Side => Site::SIDE,
            Self::Corner => Site::CORNER,
            Self::Face => Site::FACE,
        }
    }

    /// What stands between the name of a cell and the number of its part.
    pub fn letter(self) -> char {
        match self {
            Self::Side => '/',
            Self::Corner => '^',
            Self::Face => '>',
        }
    }

    /// What stands between a cell and the colon of its colours; none for sides, which need no mark.
    pub fn mark(self) -> Option<char> {
        (self != Self::Side).then(|| self.letter())
    }

    /// What several of them are called.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Side => "sides",
            Self::Corner => "corners",
            Self::Face => "faces",
        }
    }

    /// The part whose sites have a suffix.
    pub fn of_suffix(suffix: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.suffix() == suffix)
    }
}

/// The sides, corners and faces of all cells.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// For each class of them, the cells around the one with coordinates 0, each with the number that it has there.
    pub(crate) around: Vec<Vec<(Cell, usize)>>,
    /// For each class of cells, the parts of the cell with coordinates 0, kind by kind, in order.
    pub(crate) of_cells: [Vec<Vec<Cell>>; 3],
}

/// The parts of a row that has its steps and motions, and where each motion takes them.
pub(super) fn parts(row: &Row) -> (Parts, Vec<Vec<Cell>>) {
    let pair = |cell: Cell, next: Cell| {
        let mut ends = vec![End::Cell(cell), End::Cell(next)];
        ends.sort_unstable();
        ends
    };
    let sides = Ends::of(row, |cell| beyond_sides(row, cell).map(|next| pair(cell, next)).collect());
    let corners = Ends::of(row, |cell| row.corners(cell).map(|corner| vec![End::Point(corner)]).collect());
    let faces =
        Ends::of(row, |cell| beyond_sides(row, cell).map(|next| vec![End::Way(cell, next)]).collect());
    let mut parts = Parts::default();
    let first = row.classes.len() + row.guards.len();
    let mut images: Vec<Vec<Cell>> = vec![Vec::new(); row.actions.len()];
    for (ends, of_cells) in [sides, corners, faces].into_iter().zip(0..) {
        let number = first + parts.around.len();
        let moved: Option<Vec<Vec<Cell>>> =
            row.actions.iter().map(|(motion, action)| ends.moved(row, *motion, action, number)).collect();
        // A row whose motions do not keep them has mistakes, or motions that only some pieces may use.
        let Some(moved) = moved.filter(|_| number + ends.around.len() <= usize::from(u8::MAX)) else {
            parts.of_cells[of_cells] = vec![Vec::new(); row.classes.len()];
            continue;
        };
        let class = |cell: &Cell| Cell { class: (number + usize::from(cell.class)) as u8, ..*cell };
        parts.of_cells[of_cells] =
            ends.of_cells.iter().map(|list| list.iter().map(class).collect()).collect();
        parts.around.extend(ends.around);
        images.iter_mut().zip(moved).for_each(|(images, moved)| images.extend(moved));
    }
    (parts, images)
}

/// What a part is told from others by: the cells on both sides of it, its point, or its cell and the way out of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Cell(Cell),
    Point(Point),
    Way(Cell, Cell),
}

impl End {
    fn shifted(self, row: &Row, by: [i32; 3]) -> Self {
        match self {
            Self::Cell(cell) => Self::Cell(cell.shifted(by)),
            Self::Way(cell, next) => Self::Way(cell.shifted(by), next.shifted(by)),
            Self::Point(point) => Self::Point(plus(point, row.vector(by).map(|d| d * row.scale))),
        }
    }
}

/// Parts of one kind, numbered from 0.
struct Ends {
    /// The class of each, and how far the ends of its member with coordinates 0 are.
    known: BTreeMap<Vec<End>, u8>,
    around: Vec<Vec<(Cell, usize)>>,
    of_cells: Vec<Vec<Cell>>,
}

impl Ends {
    fn of(row: &Row, parts: impl Fn(Cell) -> Vec<Vec<End>>) -> Self {
        let classes = || (0..row.classes.len() as u8).map(|class| Cell { at: [0; 3], class });
        // All cells of each part, up to shifts: those ends that are least stand for the part.
        let mut cells: BTreeMap<Vec<End>, BTreeSet<(Cell, usize)>> = BTreeMap::new();
        for cell in classes() {
            for (number, ends) in parts(cell).into_iter().enumerate() {
                let (least, by) = least(row, &ends);
                cells.entry(least).or_default().insert((cell.shifted(by), number));
            }
        }
        let mut found = Self { known: BTreeMap::new(), around: Vec::new(), of_cells: Vec::new() };
        for (class, (ends, cells)) in (0..=u8::MAX).zip(cells) {
            let most = cells.iter().map(|(cell, _)| cell.at).reduce(greatest).unwrap_or_default();
            let back = most.map(|d| -d);
            let ends = ends.into_iter().map(|end| end.shifted(row, back)).collect();
            found.known.insert(ends, class);
            found.around.push(cells.into_iter().map(|(cell, number)| (cell.shifted(back), number)).collect());
        }
        found.of_cells = classes()
            .map(|cell| parts(cell).iter().filter_map(|ends| found.find(row, ends)).collect())
            .collect();
        found
    }

    /// The part that has these ends.
    fn find(&self, row: &Row, ends: &[End]) -> Option<Cell> {
        self.known.iter().find_map(|(known, &class)| {
            let at = offset(row, known[0], *ends.iter().min()?)?;
            let mut shifted: Vec<End> = known.iter().map(|end| end.shifted(row, at)).collect();
            shifted.sort_unstable();
            let mut ends = ends.to_vec();
            ends.sort_unstable();
            (shifted == ends).then_some(Cell { at, class })
        })
    }

    /// Where a motion takes the parts with coordinates 0, as classes from a number on.
    fn moved(&self, row: &Row, motion: Motion, action: &Action, number: usize) -> Option<Vec<Cell>> {
        // The shift of a motion is that of the centres.
        let first = Cell::default();
        let shift = minus(row.point(action.apply(first)), motion.apply(row.point(first)));
        let shift = shift.map(|d| d * row.scale);
        let image = |end: &End| match *end {
            End::Cell(cell) => End::Cell(action.apply(cell)),
            End::Way(cell, next) => End::Way(action.apply(cell), action.apply(next)),
            End::Point(point) => End::Point(plus(motion.apply(point), shift)),
        };
        let mut found = vec![Cell::default(); self.known.len()];
        for (ends, &class) in &self.known {
            let images: Vec<End> = ends.iter().map(image).collect();
            let there = self.find(row, &images)?;
            found[usize::from(class)] = Cell { class: (number + usize::from(there.class)) as u8, ..there };
        }
        Some(found)
    }
}

/// The cells beyond the sides of a cell: in the plane in the order of its corners, each side from one corner to the next;
/// elsewhere, and where neighbours share no sides, in the order of its steps.
fn beyond_sides(row: &Row, cell: Cell) -> impl Iterator<Item = Cell> {
    let corners: Vec<Point> = row.corners(cell).collect();
    let beyond = |number: usize| {
        let both = [corners[number], corners[(number + 1) % corners.len()]];
        let shares = |next: &Cell| {
            let theirs: Vec<Point> = row.corners(*next).collect();
            both.iter().all(|corner| theirs.contains(corner))
        };
        let mut next = row.neighbors(cell).filter(shares);
        next.next().filter(|_| next.next().is_none())
    };
    let around: Option<Vec<Cell>> = match row.dimension == 2 && corners.len() > 2 {
        true => (0..corners.len()).map(beyond).collect(),
        false => None,
    };
    around.unwrap_or_else(|| row.neighbors(cell).collect()).into_iter()
}

/// The least of all shifted copies of some ends, of a kind, and by how much that is shifted.
fn least(row: &Row, ends: &[End]) -> (Vec<End>, [i32; 3]) {
    let by = match ends[0] {
        // The greatest coordinates become 0.
        End::Cell(_) | End::Way(..) => {
            let cells = ends.iter().filter_map(|end| match end {
                End::Cell(cell) | End::Way(cell, _) => Some(cell.at),
                End::Point(_) => None,
            });
            cells.reduce(greatest).unwrap_or_default().map(|d| -d)
        }
        // Points are divided by the axes, with a remainder that is the same for all copies.
        End::Point(point) => {
            let whole = row.divisor * row.scale;
            row.inverse.map(|form| -(0..4).map(|i| form[i] * point[i]).sum::<i32>().div_euclid(whole))
        }
    };
    let mut shifted: Vec<End> = ends.iter().map(|end| end.shifted(row, by)).collect();
    shifted.sort_unstable();
    (shifted, by)
}

/// How far it is from one end to another of the same kind, if that is a shift.
fn offset(row: &Row, from: End, to: End) -> Option<[i32; 3]> {
    match (from, to) {
        (End::Cell(from), End::Cell(to)) | (End::Way(from, _), End::Way(to, _)) => {
            (from.class == to.class).then(|| minus(to.at, from.at))
        }
        (End::Point(from), End::Point(to)) => {
            let way = minus(to, from);
            let coarse = way.map(|d| d / row.scale);
            (coarse.map(|d| d * row.scale) == way).then(|| row.along(coarse)).flatten()
        }
        _ => None,
    }
}

fn greatest(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    [0, 1, 2].map(|i| a[i].max(b[i]))
}
