//! What a puzzle has to say about its packings beforehand.

use crate::areas;
use crate::condition::{Argument, Condition, Measure};
use crate::lines::Lines;
use crate::parse::Flaw;
use crate::surroundings::Surroundings;
use crate::table::Needs;
use crate::view::{Given, View};
use polydlx_lattice::{
    Cell, Lattice, Motion, Part, PieceId, Point, Puzzle, Quotient, Shape, Sided, Tiling, Wrap, describe,
    is_same_motion,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A region, seen as cells, sides between them and points where they meet. Sites with a suffix do not count.
#[derive(Clone, Debug)]
pub struct Board {
    /// Whether there is geometry at all.
    is_somewhere: bool,
    goes_around: bool,
    is_stacked: bool,
    pub(crate) lattice: Lattice,
    pub(crate) pieces: Vec<String>,
    /// The cells in ascending order.
    pub(crate) cells: Vec<Cell>,
    /// The sides between cells of the region, as pairs of cells, in ascending order. Around a narrow box, two cells may have
    /// several sides in common, and a cell may meet itself.
    pub(crate) sides: Vec<(usize, usize)>,
    /// How many sides each cell has towards the outside of the region.
    pub(crate) bare: Vec<usize>,
    /// The points where cells meet.
    pub(crate) points: Vec<Meeting>,
    pub(crate) lines: Lines,
    /// For each piece that differs from its mirror image: how it lies when it is not flipped.
    pub(crate) hands: Vec<Option<BTreeSet<Shape>>>,
    quotient: Quotient,
    surroundings: OnceLock<Surroundings>,
    motions: Vec<(Motion, String, OnceLock<Sides>)>,
}

/// A point where cells meet.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    /// The cells of the region; around a narrow box, one may be there twice.
    pub(crate) cells: Vec<usize>,
    /// Those that share a side.
    pub(crate) sides: Vec<(usize, usize)>,
}

/// What becomes of each side; none if that is no side.
type Sides = Vec<Option<usize>>;

impl Board {
    /// The board of a puzzle.
    pub fn of(puzzle: &Puzzle) -> Self {
        let lattice = puzzle.lattice;
        let names = puzzle.pieces.iter().map(|piece| piece.name.clone()).collect();
        let shapes = puzzle.shapes_by_piece();
        let hand = |piece: usize| {
            let own: Vec<Shape> = shapes[piece].iter().map(|typical| plain(&typical.shape)).collect();
            let turned = own.iter().flat_map(|shape| shape.base_placements(lattice, Sided::One));
            let turned: BTreeSet<Shape> = turned.collect();
            let mirror = lattice.mirror()?;
            let flipped = |shape: &Shape| !turned.contains(&shape.moved(lattice, mirror).normalized());
            own.iter().any(flipped).then_some(turned)
        };
        let hands = (0..puzzle.pieces.len()).map(hand).collect();
        let is_stacked = puzzle.is_stacked();
        Self {
            hands,
            is_stacked,
            ..Self::wrapped(lattice, puzzle.region.shape(), puzzle.wrap.as_ref(), names)
        }
    }

    /// The board of a region, and the names of the pieces that packings are made of; of these nothing else is known, so
    /// that none of them is told from its mirror image.
    pub fn new(lattice: Lattice, region: &Shape, pieces: Vec<String>) -> Self {
        Self::wrapped(lattice, region, None, pieces)
    }

    fn wrapped(lattice: Lattice, region: &Shape, wrap: Option<&Wrap>, pieces: Vec<String>) -> Self {
        let sites = region.sites().iter().filter(|site| site.suffix == 0);
        let mut cells: Vec<Cell> = sites.map(|site| site.cell()).collect();
        cells.sort_unstable();
        let find = |cell: Cell| {
            let cell = wrap.map_or(Some(cell), |wrap| wrap.representative(cell))?;
            cells.binary_search(&cell).ok()
        };
        let mut sides = Vec::new();
        let mut bare = vec![0; cells.len()];
        for (number, &cell) in cells.iter().enumerate() {
            for neighbor in lattice.neighbors(cell) {
                match find(neighbor) {
                    Some(other) if other >= number => sides.push((number, other)),
                    Some(_) => {}
                    None => bare[number] += 1,
                }
            }
        }
        sides.sort_unstable();
        let quotient = Quotient::new(lattice, wrap);
        let points = match wrap {
            None => corners(lattice, &cells),
            Some(_) => corners_around(lattice, &quotient, &cells),
        };
        let meeting = |around: Vec<Cell>| {
            let known: Vec<(Cell, usize)> =
                around.into_iter().filter_map(|cell| Some((cell, find(cell)?))).collect();
            let pairs = known
                .iter()
                .enumerate()
                .flat_map(|(at, one)| known[..at].iter().map(move |other| (one, other)));
            let beside = pairs.filter(|(one, other)| lattice.neighbors(one.0).any(|cell| cell == other.0));
            let sides = beside.map(|(one, other)| (one.1.min(other.1), one.1.max(other.1))).collect();
            Meeting { cells: known.iter().map(|(_, number)| *number).collect(), sides }
        };
        let points = points.into_iter().map(meeting).collect();
        let lines = match wrap {
            None => Lines::across(lattice, &cells),
            Some(wrap) => Lines::around(lattice, wrap, &cells, find),
        };
        let motions = lattice.motion_group().into_iter();
        let motions = motions.map(|motion| (motion, describe(lattice, motion), OnceLock::new())).collect();
        Self {
            is_somewhere: true,
            goes_around: wrap.is_some(),
            is_stacked: false,
            lattice,
            hands: vec![None; pieces.len()],
            pieces,
            cells,
            sides,
            bare,
            points,
            lines,
            quotient,
            surroundings: OnceLock::new(),
            motions,
        }
    }

    /// The board of a problem without geometry, whose solutions have no properties but costs and `maximal`.
    pub fn nowhere() -> Self {
        Self { is_somewhere: false, ..Self::new(Lattice::default(), &Shape::default(), Vec::new()) }
    }

    /// What cells are.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// A packing on this board.
    pub fn view<'a>(&'a self, tiling: &Tiling, given: Given) -> View<'a> {
        View::new(self, tiling, given)
    }

    /// Whether all that a condition speaks of exists here.
    pub fn fits(&self, condition: &Condition) -> Result<(), Flaw> {
        condition.measures().iter().try_for_each(|measure| self.knows(measure))
    }

    /// Whether a measure makes sense here: its lattice, the pieces or the symmetry that it names.
    pub fn knows(&self, measure: &Measure) -> Result<(), Flaw> {
        let property = measure.property;
        // Options of a DLX file cost something, and may wait for room.
        let is_anywhere = property.needs == Needs::Costs || property.name == "maximal";
        if !self.is_somewhere && !is_anywhere {
            return Err(Flaw::NoGeometry(property.name));
        }
        if !property.is_on(self.lattice) {
            return Err(Flaw::NotHere { name: property.name, lattice: self.lattice });
        }
        if self.goes_around && !property.around {
            return Err(Flaw::NotAround(property.name));
        }
        if self.is_stacked && !property.stacked {
            return Err(Flaw::NotStacked(property.name));
        }
        match &measure.argument {
            Argument::Nothing => Ok(()),
            Argument::Pieces(names) => match names.iter().find(|name| !self.pieces.contains(name)) {
                Some(name) => Err(Flaw::UnknownPiece { name: name.clone(), known: self.pieces.clone() }),
                None => Ok(()),
            },
            Argument::Sides(text) => match areas::read(self.lattice, text) {
                Ok(sides) if sides.is_empty() => Err(Flaw::UnknownSide(String::new())),
                Ok(_) => Ok(()),
                Err(word) => Err(Flaw::UnknownSide(word.to_owned())),
            },
            Argument::Symmetry(name) if self.motion(name).is_some() => Ok(()),
            Argument::Symmetry(name) => {
                let known = self.motions.iter().map(|(_, name, _)| name.clone()).collect();
                Err(Flaw::UnknownSymmetry { name: name.clone(), known })
            }
        }
    }

    /// Whether every packing has the same value as its image under a symmetry, given by a motion that does it and by
    /// what it makes of each piece. If this cannot be told, no.
    pub fn is_kept(&self, measure: &Measure, motion: Motion, pieces: &[PieceId]) -> bool {
        (measure.property.kept)(self, &measure.argument, motion, pieces)
    }

    /// The straight lines, or planes, inside the region along which a packing might be cut.
    pub fn lines(&self) -> Vec<(usize, i32)> {
        self.lines.all()
    }

    /// Whether a line cuts what has these cells of the region.
    pub fn cuts(&self, line: (usize, i32), cells: impl IntoIterator<Item = Cell>) -> bool {
        let number = |cell: Cell| self.cells.binary_search(&cell).ok();
        self.lines.cuts(line, &cells.into_iter().filter_map(number).collect::<Vec<_>>())
    }

    /// The cells that have a side in common with each cell of the region.
    pub fn beside(&self) -> BTreeMap<Cell, Vec<Cell>> {
        let mut found: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
        for (one, other) in self.sides.iter().map(|&(one, other)| (self.cells[one], self.cells[other])) {
            found.entry(one).or_default().push(other);
            found.entry(other).or_default().push(one);
        }
        found
    }

    /// Four cells around each point where just four meet: each has a side there in common with the next.
    pub fn rings(&self) -> Vec<[Cell; 4]> {
        let ring = |Meeting { cells, sides }: &Meeting| {
            let [one, rest @ ..]: [usize; 4] = cells.as_slice().try_into().ok()?;
            let meet = |a: usize, b: usize| sides.contains(&(a.min(b), a.max(b)));
            let other = *rest.iter().find(|&&cell| !meet(one, cell))?;
            let [left, right] =
                rest.into_iter().filter(|&cell| cell != other).collect::<Vec<_>>().try_into().ok()?;
            let ring = [one, left, other, right];
            let is_ring = sides.len() == 4 && (0..4).all(|at| meet(ring[at], ring[(at + 1) % 4]));
            let distinct = ring.iter().collect::<BTreeSet<_>>().len() == 4;
            (is_ring && distinct).then(|| ring.map(|cell| self.cells[cell]))
        };
        self.points.iter().filter_map(ring).collect()
    }

    /// The motion of that name.
    pub(crate) fn motion(&self, name: &str) -> Option<Motion> {
        self.motions.iter().find(|(_, own, _)| is_same_motion(own, name)).map(|(motion, ..)| *motion)
    }

    /// What each side becomes by a motion that puts the picture's bounding box back into its place; none if that is no side.
    pub(crate) fn moved_sides(&self, motion: Motion) -> &[Option<usize>] {
        let row = self.motions.iter().find(|(own, ..)| *own == motion).expect("a motion of the lattice");
        row.2.get_or_init(|| {
            let turned: Vec<Cell> = self.cells.iter().map(|&cell| self.lattice.moved(cell, motion)).collect();
            let (to, from) = (lowest_place(self.lattice, &self.cells), lowest_place(self.lattice, &turned));
            let way = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
            let Some(shift) = shift_in_picture(self.lattice, way) else {
                return vec![None; self.sides.len()];
            };
            let find = |cell: &Cell| self.cells.binary_search(&cell.shifted(shift)).ok();
            let moved: Vec<Option<usize>> = turned.iter().map(find).collect();
            let image = |&(one, other): &(usize, usize)| {
                let (one, other) = (moved[one]?, moved[other]?);
                self.sides.binary_search(&(one.min(other), one.max(other))).ok()
            };
            self.sides.iter().map(image).collect()
        })
    }

    pub(crate) fn surroundings(&self) -> &Surroundings {
        self.surroundings.get_or_init(|| Surroundings::new(self.lattice, &self.quotient, &self.cells))
    }
}

/// The cells at each point that is a corner of one of some cells.
fn corners(lattice: Lattice, cells: &[Cell]) -> Vec<Vec<Cell>> {
    let mut points: BTreeMap<Point, Vec<Cell>> = BTreeMap::new();
    for &cell in cells {
        lattice.corners(cell).for_each(|corner| points.entry(corner).or_default().push(cell));
    }
    points.into_values().collect()
}

/// The same where cells go around: points that are the same count once, with all cells that are there.
fn corners_around(lattice: Lattice, quotient: &Quotient, cells: &[Cell]) -> Vec<Vec<Cell>> {
    let places: BTreeMap<Cell, Cell> = { cells.iter() }
        .flat_map(|&cell| lattice.parts(Part::Corner, cell))
        .map(|corner| (quotient.cell(corner), corner))
        .collect();
    places.into_values().map(|corner| lattice.around(corner).map(|(cell, _)| cell).collect()).collect()
}

/// The cells of a shape, without what has a suffix.
pub(crate) fn plain(shape: &Shape) -> Shape {
    shape.sites().iter().copied().filter(|site| site.suffix == 0).collect()
}

/// The least layer, row and column of some cells in pictures made of letters.
fn lowest_place(lattice: Lattice, cells: &[Cell]) -> [i32; 3] {
    let places = cells.iter().map(|&cell| lattice.letter_place(cell));
    places.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].min(b[2])]).unwrap_or_default()
}

/// The shift that leads so many layers, rows and columns on in pictures made of letters, if there is one.
fn shift_in_picture(lattice: Lattice, way: [i32; 3]) -> Option<[i32; 3]> {
    let origin = lattice.letter_place(Cell::default());
    let step = |axis: usize| {
        let mut at = [0; 3];
        at[axis] = 1;
        let place = lattice.letter_place(Cell { at, class: 0 });
        [place[0] - origin[0], place[1] - origin[1], place[2] - origin[2]]
    };
    let mut columns = [step(0), step(1), step(2)];
    // In the plane there are no layers, and nothing moves along z: let z stand for them.
    if lattice.dimension() == 2 {
        columns[2] = [1, 0, 0];
    }
    let determinant = |[a, b, c]: [[i32; 3]; 3]| {
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    };
    let whole = determinant(columns);
    let mut shift = [0; 3];
    for axis in 0..3 {
        let mut replaced = columns;
        replaced[axis] = way;
        let part = determinant(replaced);
        if whole == 0 || part % whole != 0 {
            return None;
        }
        shift[axis] = part / whole;
    }
    Some(shift)
}

/// The reflection that reverses the columns (2), rows (1) or layers (0) of pictures made of letters, and nothing else.
pub(crate) fn picture_mirror(lattice: Lattice, axis: usize) -> Option<Motion> {
    let origin = Cell::default();
    let minus = |a: [i32; 3], b: [i32; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let place = |cell: Cell| minus(lattice.letter_place(cell), lattice.letter_place(origin));
    let steps: Vec<Cell> = (0..lattice.dimension())
        .map(|along| {
            let mut step = [0; 3];
            step[along] = 1;
            origin.shifted(step)
        })
        .collect();
    let reverses = |motion: &Motion| {
        *motion != Motion::IDENTITY
            && steps.iter().all(|&step| {
                let way = minus(lattice.moved(step, *motion).at, lattice.moved(origin, *motion).at);
                let image = origin.shifted(way);
                let mut wanted = place(step);
                wanted[axis] = -wanted[axis];
                place(image) == wanted
            })
    };
    lattice.motion_group().into_iter().find(reverses)
}
