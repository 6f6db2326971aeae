//! What a BurrTools file says.

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// What cells are.
    pub grid: Grid,
    /// Red, green and blue; colour 1 is the first.
    pub colors: Vec<[u8; 3]>,
    /// All shapes; they are known by their place in this list.
    pub shapes: Vec<Shape>,
    /// What is to be made of them.
    pub problems: Vec<Problem>,
    /// For people.
    pub comment: String,
    /// Whether it is shown when the file is opened.
    pub popup: bool,
    /// Whether there are stored solutions, which are not kept.
    pub has_solutions: bool,
}

/// What cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grid {
    /// Cubes.
    Bricks,
    /// Triangular prisms, in layers.
    Prisms,
    /// Balls in the face-centred cubic packing.
    Spheres,
    /// Pieces of cubes, 24 of each.
    Rhombic,
    /// Tetrahedra and octahedra.
    Tetrahedra,
}

impl Grid {
    /// All grids, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Bricks, Self::Prisms, Self::Spheres, Self::Rhombic, Self::Tetrahedra];
}

/// A box of cells, some of which are filled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// What it is called.
    pub name: Option<String>,
    /// How many cells the box has along x, y and z.
    pub size: [usize; 3],
    /// The cells: x runs fastest, then y, then z.
    pub cells: Vec<Voxel>,
    /// For taking apart.
    pub weight: Option<i32>,
    /// The point by which stored solutions place it.
    pub hotspot: [Option<i32>; 3],
    /// Where it stands in the text.
    pub at: Span,
}

/// A range of bytes. Where something stands does not matter when it is compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span(pub usize, pub usize);

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Span {}

/// A cell of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Voxel {
    /// Whether it is there.
    pub state: State,
    /// The number of its colour, 0 for none.
    pub color: u8,
}

/// Whether a cell is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// It is not: `_`.
    #[default]
    Empty,
    /// It is: `#`.
    Filled,
    /// In a result, it may be: `+`.
    Variable,
}

/// What is to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// What it is called.
    pub name: Option<String>,
    /// The pieces. The same shape may be there twice, as two parts.
    pub parts: Vec<Part>,
    /// The shape to be filled.
    pub result: Option<usize>,
    /// How many variable cells may stay empty, if the number of pieces is not fixed.
    pub max_holes: Option<u32>,
    /// Which colour of a piece may lie on which colour of the result; both are numbered from 0.
    pub pairs: Vec<(usize, usize)>,
    /// Where it stands in the text.
    pub at: Span,
}

/// Pieces of one shape.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The shape.
    pub shape: usize,
    /// How many there are, at least and at most.
    pub low: u32,
    /// How many there are, at most.
    pub high: u32,
    /// Groups for taking apart: number of the group, how many belong to it.
    pub groups: Vec<(i32, i32)>,
}

impl Shape {
    /// The cells that are not empty, with their places.
    pub fn filled(&self) -> impl Iterator<Item = ([i32; 3], Voxel)> + '_ {
        let [x, y, _] = self.size;
        let at = move |number: usize| [number % x, number / x % y, number / x / y].map(|d| d as i32);
        let cells = self.cells.iter().enumerate().map(move |(number, &voxel)| (at(number), voxel));
        cells.filter(|(_, voxel)| voxel.state != State::Empty)
    }
}
