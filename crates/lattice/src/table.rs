//! The table of lattices.
//!
//! All of them are sets of points (a,b,c,d) of Z⁴ that shifts divide into classes, and all their symmetries are signed
//! permutations of the coordinates, perhaps with a shift. The user counts with other coordinates: in the plane x and y, in
//! space x, y and z. What is written in the rows is told in [`read`]; nobody but the table knows how many of them there are.

mod check;
mod fault;
mod parts;
mod read;
mod row;

pub use fault::{RowFault, RowMistake};
pub use parts::Part;
pub use row::PaperAxis;

use crate::digit::{digit_value, push_coordinate, read_coordinate};
use crate::motion::{Motion, Transformation};
use crate::site::{Cell, Point, Site};
use row::{Marking, Row};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// What pieces and boxes can be made of: a row of the table, which nobody outside needs to see.
///
/// ```
/// use polydlx_lattice::{Lattice, Sided, polyforms};
///
/// let hex = Lattice::from_name("hex").unwrap();
/// assert_eq!(hex, Lattice::HEX);
/// assert_eq!((hex.dimension(), hex.rotation_group().len(), hex.motion_group().len()), (2, 6, 12));
/// assert_eq!(polyforms(hex, 4, Sided::Free).len(), 7);
/// ```
#[derive(Clone, Copy)]
pub struct Lattice(&'static Entry);

/// A row, read as soon as somebody asks for it.
struct Entry {
    /// Its place in the table; those of users come last.
    number: usize,
    name: &'static str,
    /// The file that it was read from, if it is a user's.
    file: Option<&'static str>,
    text: &'static str,
    row: OnceLock<Row>,
}

impl Entry {
    const fn new(number: usize, name: &'static str, text: &'static str) -> Self {
        Self { number, name, file: None, text, row: OnceLock::new() }
    }
}

/// The rows that everybody has. The plane ones come first.
macro_rules! rows {
    ($($name:ident $number:literal $file:literal $meaning:literal;)*) => {
        /// Their texts.
        mod entries {
            use super::Entry;
            $(pub(super) static $name: Entry = Entry::new($number, $file, include_str!(concat!("table/rows/", $file, ".lat")));)*
        }

        impl Lattice {
            /// All lattices that need no file, the plane ones first.
            pub const ALL: [Self; [$($number),*].len()] = [$(Self::$name),*];

            $(#[doc = $meaning] pub const $name: Self = Self(&entries::$name);)*
        }
    };
}

rows! {
    SQUARE 0 "square" "Squares in the plane: polyominoes.";
    TRIANGLE 1 "triangle" "Triangles in the plane: polyiamonds.";
    HEX 2 "hex" "Hexagons in the plane: polyhexes.";
    POLYPLET 3 "polyplet" "Squares that may hang together by their corners only: polyplets.";
    STICK 4 "stick" "Edges of squares: polysticks.";
    TWIG 5 "twig" "Edges of hexagons: polytwigs.";
    TRIG 6 "trig" "Edges of triangles: polytrigs.";
    TAN 7 "tan" "Half squares: polyaboloes.";
    TETRAKIS 8 "tetrakis" "Quarters of squares.";
    KITE 9 "kite" "Sixths of hexagons: polykites.";
    DRAFTER 10 "drafter" "Half triangles: polydrafters.";
    KISRHOMBILLE 11 "kisrhombille" "Sixths of triangles.";
    RHOMBILLE 12 "rhombille" "Rhombs, three ways up.";
    TRIHEXAGONAL 13 "trihexagonal" "Hexagons with triangles between them.";
    OCTAGON 14 "octagon" "Octagons with squares between them.";
    CAIRO 15 "cairo" "The pentagons of Cairo's pavements.";
    FLORET 16 "floret" "Pentagons, six around a point like petals.";
    SKEW 17 "skew" "Squares and rhombs in turn: polyskews.";
    WINDMILL 18 "windmill" "Large and small squares: windmills.";
    CUBE 19 "cube" "Cubes in space: polycubes.";
    WEAKCUBE 20 "weakcube" "Cubes that may hang together by their edges only.";
    SPHERE 21 "sphere" "Spheres in the face-centred cubic packing: polyspheres.";
    JUBE 22 "jube" "Rhombic dodecahedra: polyjubes.";
    BCC 23 "bcc" "Truncated octahedra: polysplatts.";
    CRUNCH 24 "crunch" "Truncated octahedra that touch with their hexagons only.";
    TETOCT 25 "tetoct" "Octahedra and tetrahedra.";
    TRIPRISM 26 "triprism" "Prisms upon triangles.";
    HEXPRISM 27 "hexprism" "Prisms upon hexagons.";
}

impl Lattice {
    /// The row, which the tests of the table have checked, so that it only has to be read.
    fn row(self) -> &'static Row {
        let read = || Row::read(self.0.text).unwrap_or_else(|wrong| panic!("{wrong:?}: {}", self.0.text));
        self.0.row.get_or_init(|| read().0)
    }

    /// The lattice that the text of a file describes, or all that is wrong with it.
    ///
    /// Lattices last as long as the program does, so this is for the few that a user brings.
    ///
    /// ```
    /// use polydlx_lattice::Lattice;
    ///
    /// let text = "lattice row\npieces polyrows\naxes (1,0) (0,1)\ncell (0,0)\nsteps (1,0) (-1,0)\nturn (-a,-b)\n";
    /// let lattice = Lattice::from_text("./row.lat", text).unwrap();
    /// assert_eq!((lattice.name(), lattice.said()), ("row", "./row.lat"));
    /// assert!(Lattice::from_text("./nothing.lat", "lattice nothing").is_err());
    /// ```
    pub fn from_text(file: &str, text: &str) -> Result<Self, Vec<RowMistake>> {
        let row = Row::new(text)?;
        let file = Some(&*file.to_owned().leak());
        let (name, text) = (row.name.clone().leak(), text.to_owned().leak());
        let entry = Entry { file, ..Entry::new(Self::ALL.len(), name, text) };
        let _ = entry.row.set(row);
        Ok(Self(Box::leak(Box::new(entry))))
    }

    /// How one says which lattice is meant: by its name, or by the file that describes it.
    pub fn said(self) -> &'static str {
        self.0.file.unwrap_or_else(|| self.name())
    }

    /// The text that describes the lattice.
    pub fn text(self) -> &'static str {
        self.0.text
    }

    /// The name, as in `|! lattice NAME`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The lattice of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lattice| lattice.name() == name)
    }

    /// What pieces on this lattice are called: `polyominoes`, …
    pub fn polyforms(self) -> &'static str {
        &self.row().polyforms
    }

    /// How many coordinates a cell is written with: 2 or 3.
    pub fn dimension(self) -> usize {
        self.row().dimension
    }

    /// Whether a prime tells the cells of two classes apart, as triangles that point up and down.
    pub fn has_primes(self) -> bool {
        self.row().marking == Marking::Primes
    }

    /// Whether a letter tells the cells of several classes apart.
    pub fn has_letters(self) -> bool {
        self.row().marking == Marking::Letters
    }

    /// Whether not all places that can be written are cells, because the coordinates of points are.
    pub fn writes_points(self) -> bool {
        self.row().marking == Marking::Points
    }

    /// The letters of the classes.
    pub fn class_letters(self) -> impl Iterator<Item = char> {
        self.row().classes.iter().map(|class| class.letter)
    }

    /// The classes that a text begins with, and what follows: a letter, letters in brackets, a prime, or nothing.
    ///
    /// None if there should be something that is not there.
    pub fn read_classes(self, text: &str) -> Option<(Vec<u8>, &str)> {
        let class = |letter: char| self.class_letters().position(|known| known == letter).map(|at| at as u8);
        match self.row().marking {
            Marking::Plain | Marking::Points => Some((vec![0], text)),
            Marking::Primes => Some(match text.strip_prefix('\'') {
                Some(rest) => (vec![1], rest),
                None => (vec![0], text),
            }),
            Marking::Letters => {
                let Some(inside) = text.strip_prefix('[') else {
                    let letter = text.chars().next()?;
                    return Some((vec![class(letter)?], &text[letter.len_utf8()..]));
                };
                let (inside, rest) = inside.split_once(']')?;
                let mut found = BTreeSet::new();
                let mut letters = inside.chars().peekable();
                while let Some(letter) = letters.next() {
                    let first = class(letter)?;
                    let last = match letters.next_if_eq(&'-') {
                        Some(_) => class(letters.next()?).filter(|last| *last >= first)?,
                        None => first,
                    };
                    found.extend(first..=last);
                }
                Some((found.into_iter().collect(), rest))
            }
        }
    }

    /// What stands behind the coordinates of cells of some classes.
    pub fn classes_text(self, classes: &[u8]) -> String {
        let letter = |class: &u8| self.row().classes[usize::from(*class)].letter;
        match (self.row().marking, classes) {
            (Marking::Letters, [class]) => letter(class).to_string(),
            (Marking::Letters, _) => format!("[{}]", classes.iter().map(letter).collect::<String>()),
            (Marking::Primes, [1]) => "'".to_owned(),
            _ => String::new(),
        }
    }

    /// The coordinates that are written for a cell, or for a guard.
    pub fn digits(self, cell: Cell) -> [i32; 3] {
        let mut digits = cell.at;
        let row = self.row();
        if row.marking == Marking::Points {
            let class = usize::from(cell.class);
            let guard = || row.guards[class - row.classes.len()].origin;
            let origin = row.classes.get(class).map_or_else(guard, |class| class.origin);
            for (axis, digit) in digits.iter_mut().enumerate().take(row.dimension) {
                *digit = *digit * row.axes[axis][axis] + origin[axis];
            }
        }
        digits
    }

    /// How much the written coordinates grow when a cell is shifted by 1.
    pub fn digit_steps(self) -> [i32; 3] {
        let row = self.row();
        [0, 1, 2]
            .map(|i| if row.marking == Marking::Points && i < row.dimension { row.axes[i][i] } else { 1 })
    }

    /// The cell that has these coordinates and one of these classes, as they are written.
    pub fn written(self, digits: [i32; 3], class: u8) -> Option<Cell> {
        let row = self.row();
        if row.marking != Marking::Points {
            return Some(Cell { at: digits, class });
        }
        let steps = self.digit_steps();
        (0_u8..).zip(&row.classes).find_map(|(number, class)| {
            let rest = |axis: usize| if axis < row.dimension { digits[axis] - class.origin[axis] } else { 0 };
            let fits = (0..3).all(|axis| rest(axis).rem_euclid(steps[axis]) == 0);
            fits.then(|| Cell { at: [0, 1, 2].map(|axis| rest(axis).div_euclid(steps[axis])), class: number })
        })
    }

    /// Appends a cell as it is written, or a guard.
    pub fn push_cell(self, cell: Cell, text: &mut String) {
        let row = self.row();
        self.digits(cell)[..row.dimension].iter().for_each(|&d| push_coordinate(d, text));
        self.push_mark(cell.class, text);
    }

    /// Appends what stands behind the coordinates.
    pub fn push_mark(self, class: u8, text: &mut String) {
        let row = self.row();
        match usize::from(class).checked_sub(row.classes.len()) {
            Some(guard) => text.extend(row.guards[guard].letter),
            None => text.push_str(&self.classes_text(&[class])),
        }
    }

    /// The cell that a text begins with, and what follows.
    pub fn read_cell(self, text: &str) -> Option<(Cell, &str)> {
        let mut rest = text;
        let mut digits = [0; 3];
        for d in &mut digits[..self.dimension()] {
            (*d, rest) = read_coordinate(rest)?;
        }
        let (classes, rest) = self.read_classes(rest)?;
        let &[class] = &classes[..] else { return None };
        Some((self.written(digits, class)?, rest))
    }

    /// The part of a cell that has a name, as `00/2`, and where it is.
    pub fn read_part(self, name: &str) -> Option<(Part, Cell)> {
        let (cell, rest) = self.read_cell(name)?;
        let part = Part::ALL.into_iter().find(|part| rest.starts_with(part.letter()))?;
        let number = digit_value(rest[1..].chars().next().filter(|_| rest.len() == 2)?)?;
        Some((part, self.parts(part, cell).nth(number as usize)?))
    }

    /// Whether a character can be the letter of a class.
    pub fn is_class_letter(self, letter: char) -> bool {
        self.has_letters()
            && self.class_letters().any(|known| known == letter)
            && digit_value(letter).is_some()
    }

    /// Whether a piece may be flipped when nobody says otherwise: in the plane.
    pub fn flips(self) -> bool {
        self.dimension() == 2
    }

    /// Whether `4*Z` is a way to say that piece Z is used four times.
    pub fn stars(self) -> bool {
        self.row().stars
    }

    /// Layer, row and column of a cell in pictures made of letters.
    pub fn letter_place(self, cell: Cell) -> [i32; 3] {
        self.row().letter_place(cell)
    }

    /// The cell at a layer, a row and a column of pictures made of letters, if one stands there.
    pub fn cell_at_letter(self, place: [i32; 3]) -> Option<Cell> {
        self.row().cell_at_letter(place)
    }

    /// Whether a row of letters counts that shows only a dot: cells of different classes may stand in different rows.
    pub(crate) fn counts_dots(self) -> bool {
        self.row().classes.len() > 1 && !self.has_primes()
    }

    /// What the directions a, b and c in space are called: x, y and z if they are those of the user.
    pub fn directions(self) -> [&'static str; 3] {
        let is_own = self.row().axes == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]];
        if is_own { ["x", "y", "z"] } else { ["a", "b", "c"] }
    }

    /// What the reflections of a plane lattice are called: the mirror, then the mirror followed by one turn, by two, …
    pub fn reflections(self) -> &'static [String] {
        &self.row().mirrors
    }

    /// How many cells meet around a point in the plane, or around an edge in space: the least cycle of neighbours.
    pub fn ring(self) -> usize {
        self.row().ring
    }

    /// Whether a cell is black, if the lattice can be coloured like a checkerboard.
    pub fn is_black(self, cell: Cell) -> Option<bool> {
        let (form, classes) = self.row().checkerboard.as_ref()?;
        let sum: i32 = (0..3).map(|i| form[i] * cell.at[i]).sum();
        Some((sum + classes[usize::from(cell.class)]).rem_euclid(2) == 1)
    }

    /// How pieces turn, in Knuth's order.
    pub fn rotations(self) -> &'static [Transformation] {
        &self.row().turns
    }

    /// One motion that flips, if there is one. In the plane -1 is a rotation, so this cannot be told from a determinant.
    pub fn mirror(self) -> Option<Motion> {
        self.row().mirror
    }

    /// The rotations that map the whole lattice onto itself.
    pub fn rotation_group(self) -> Vec<Motion> {
        self.row().rotations.clone()
    }

    /// The motions, reflections included, that map the whole lattice onto itself.
    pub fn motion_group(self) -> Vec<Motion> {
        self.row().motions.clone()
    }

    /// What a motion makes of a cell, or of a guard. Where it takes a shift to keep the lattice, that is done, too.
    pub fn moved(self, cell: Cell, motion: Motion) -> Cell {
        self.row().action(motion).apply(cell)
    }

    /// The same for many cells.
    pub(crate) fn mover(self, motion: Motion) -> impl Fn(Cell) -> Cell {
        let action = self.row().action(motion);
        move |cell| action.apply(cell)
    }

    /// The cells with coordinates 0: one for each class of cells that shifts do not mix.
    pub fn cell_classes(self) -> impl Iterator<Item = Cell> {
        (0..self.row().classes.len() as u8).map(|class| Cell { at: [0; 3], class })
    }

    /// The point (a,b,c,d) of a cell.
    pub fn point(self, cell: Cell) -> Point {
        self.row().point(cell)
    }

    /// The cell at a point (a,b,c,d), if there is one.
    pub fn cell(self, point: Point) -> Option<Cell> {
        self.row().cell(point)
    }

    /// What hangs together of some cells, each part in the order of its cells, and the parts in the order of their first ones.
    pub fn parts_of(self, cells: impl IntoIterator<Item = Cell>) -> Vec<BTreeSet<Cell>> {
        let mut left: BTreeSet<Cell> = cells.into_iter().collect();
        let mut parts = Vec::new();
        while let Some(first) = left.pop_first() {
            let (mut part, mut reached) = (BTreeSet::from([first]), vec![first]);
            while let Some(cell) = reached.pop() {
                let new: Vec<Cell> = self.neighbors(cell).filter(|next| left.remove(next)).collect();
                part.extend(&new);
                reached.extend(new);
            }
            parts.push(part);
        }
        parts
    }

    /// The neighbours of a cell.
    pub fn neighbors(self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.row().neighbors(cell)
    }

    /// The corners of a cell, as points on a finer scale: two cells share those that they have in common. In the plane they
    /// go around it. Balls have none.
    pub fn corners(self, cell: Cell) -> impl Iterator<Item = Point> {
        self.row().corners(cell)
    }

    /// How much finer the scale of corners is.
    pub fn corner_scale(self) -> i32 {
        self.row().scale
    }

    /// The sides or the corners of a cell, in order: places that are the same for all cells around them. In the plane both
    /// go around the cell, and a side follows each corner.
    ///
    /// They are written as cells, of classes that no cell has, and move with cells.
    pub fn parts(self, part: Part, cell: Cell) -> impl Iterator<Item = Cell> {
        let of_cells = &self.row().parts.of_cells[part as usize];
        of_cells.get(usize::from(cell.class)).into_iter().flatten().map(move |place| place.shifted(cell.at))
    }

    /// The cells that have a part, and which of their sides, corners or faces it is.
    pub fn around(self, place: Cell) -> impl Iterator<Item = (Cell, usize)> {
        let row = self.row();
        let number = usize::from(place.class).checked_sub(row.classes.len() + row.guards.len());
        let around = number.and_then(|number| row.parts.around.get(number));
        around.into_iter().flatten().map(move |&(cell, number)| (cell.shifted(place.at), number))
    }

    /// The cells that a part touches: those around a side or a corner; of a face, its own and the one beyond.
    pub fn touched(self, part: Part, place: Cell) -> impl Iterator<Item = Cell> {
        let own = |(cell, number): (Cell, usize)| self.parts(Part::Side, cell).nth(number);
        let side = (part == Part::Face).then(|| self.around(place).find_map(own)).flatten();
        self.around(side.unwrap_or(place)).map(|(cell, _)| cell)
    }

    /// Where the unit steps x, y and z lead.
    pub fn axes(self) -> &'static [Point] {
        &self.row().axes[..self.dimension()]
    }

    /// How far a cell is along the axes, as often as it takes to make that whole numbers.
    pub(crate) fn along(self, cell: Cell) -> [i32; 3] {
        let point = self.point(cell);
        self.row().inverse.map(|form| (0..4).map(|i| form[i] * point[i]).sum())
    }

    /// How far the corners of a cell are along the axes, rounded up.
    pub(crate) fn corners_along(self, cell: Cell) -> impl Iterator<Item = [i64; 3]> {
        let row = self.row();
        let whole = i64::from(row.divisor) * i64::from(row.scale);
        self.corners(cell).map(move |corner| {
            row.inverse.map(|form| {
                let sum: i64 = (0..4).map(|i| i64::from(form[i]) * i64::from(corner[i])).sum();
                -(-sum).div_euclid(whole)
            })
        })
    }

    /// Which way is up, as a form on points that grows with z; none in the plane.
    pub fn up(self) -> Option<Point> {
        (self.dimension() == 3).then_some(self.row().inverse[2])
    }

    /// What pieces are made of, each way up; nothing if that is single cells.
    pub fn units(self) -> &'static [Vec<Cell>] {
        &self.row().units
    }

    /// The guards that a set of cells uses: places that at most one piece may use.
    pub fn guards(self, cells: &[Cell]) -> Vec<Site> {
        let row = self.row();
        let has: BTreeSet<Cell> =
            if row.guards.is_empty() { BTreeSet::new() } else { cells.iter().copied().collect() };
        let mut found = BTreeSet::new();
        for (number, guard) in row.guards.iter().enumerate() {
            for [one, other] in guard.pairs.iter().flat_map(|pair| [*pair, [pair[1], pair[0]]]) {
                for cell in cells.iter().filter(|cell| cell.class == one.class) {
                    let at = crate::site::minus(cell.at, one.at);
                    if has.contains(&other.shifted(at)) {
                        let class = (row.classes.len() + number) as u8;
                        found.insert(Site { suffix: Site::GUARD, ..Cell { at, class }.site() });
                    }
                }
            }
        }
        found.into_iter().collect()
    }

    /// Whether pieces may not cross where they have no cells in common.
    pub fn has_guards(self) -> bool {
        !self.row().guards.is_empty()
    }

    /// Whether cells are lines between two points.
    pub fn has_edges(self) -> bool {
        self.row().classes.iter().all(|class| class.corners.len() == 2)
    }

    /// Whether neighbours need not share a side.
    pub fn is_loose(self) -> bool {
        self.row().loose
    }

    /// Where points stand on paper: two forms of them, and where their units lead.
    pub fn paper(self) -> [PaperAxis; 2] {
        self.row().paper
    }

    /// What cells look like in a terminal: `squares`, `triangles` or `hexagons`, if they look like one of those.
    pub fn look(self) -> Option<&'static str> {
        self.row().look.as_deref()
    }

    /// What solid cells look like: `cubes` or `balls`, if they look like one of those.
    pub fn solid(self) -> Option<&'static str> {
        self.row().solid.as_deref()
    }

    /// The lattice of the plane whose cells stand for those of a layer: the first whose cells look like them, or else squares.
    pub fn layer(self) -> Self {
        let looks_alike = |plane: &Self| plane.dimension() == 2 && plane.look() == self.look();
        self.look().and_then(|_| Self::ALL.into_iter().find(looks_alike)).unwrap_or_default()
    }

    /// Whether cells are cubes in all that matters: a cell has six neighbours, one along each axis and each way, and can be
    /// turned onto itself in 24 ways.
    pub fn is_cubic(self) -> bool {
        let origin = Cell::default();
        let steps =
            (0..3).flat_map(|axis| [1, -1].map(|step| [0, 1, 2].map(|i| if i == axis { step } else { 0 })));
        let along: BTreeSet<Cell> = steps.map(|step| origin.shifted(step)).collect();
        self.cell_classes().count() == 1
            && self.neighbors(origin).collect::<BTreeSet<_>>() == along
            && self.rotation_group().len() == 24
    }
}

/// Squares, for those who do not say a lattice.
impl Default for Lattice {
    fn default() -> Self {
        Self::SQUARE
    }
}

impl PartialEq for Lattice {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0) || self.0.text == other.0.text
    }
}

impl Eq for Lattice {}

impl PartialOrd for Lattice {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Lattice {
    /// As in the table, the plane ones first.
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.number.cmp(&other.0.number).then_with(|| self.0.text.cmp(other.0.text))
    }
}

impl Hash for Lattice {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.text.hash(state);
    }
}

impl fmt::Debug for Lattice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name())
    }
}
