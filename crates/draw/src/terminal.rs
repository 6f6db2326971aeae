//! Drawings for a terminal: lines between pieces, and colours or letters.
//!
//! A character is about twice as high as it is wide, so a square takes four columns and two lines, counted from line to
//! line; triangles and hexagons have about the same size. What a cell looks like is a table; all else is the same for
//! all lattices: a side is drawn if it separates pieces, or a piece from what is not there.
//!
//! ```
//! use polydlx_draw::terminal::{Colors, Terminal, picture};
//! use polydlx_draw::{Drawing, Drawn, Palette};
//! use polydlx_lattice::{Lattice, Shape, Site};
//!
//! let ell = Shape::new([[0, 0, 0], [1, 0, 0], [1, 1, 0]].map(Site::new));
//! let drawing = Drawing {
//!     lattice: Lattice::SQUARE,
//!     region: ell.clone(),
//!     pieces: vec![Drawn { name: "L".to_owned(), color: 0, shape: ell }],
//!     title: None,
//!     caption: None, labels: Vec::new(), tints: Vec::new(),
//! };
//! let terminal = Terminal { width: 80, colors: Colors::None, palette: Palette::Default, upright: true };
//! assert_eq!(picture(&drawing, &terminal), "\
//! ┌───┐
//! │ L │
//! │   └───┐
//! │ L   L │
//! └───────┘
//! ");
//! ```

use crate::balls::square_layers;
use crate::geometry::{Space, space};
use crate::{Drawing, Drawn, Palette, scene};
use polydlx_lattice::{
    Cell, Lattice, LinedPicture, Shape, Site, Spot as LetterSpot, cells_of_letters, is_wide, letters_of_cells,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a terminal can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// How many columns it has. Layers that do not fit beside each other stand below each other.
    pub width: usize,
    /// Which colours it knows.
    pub colors: Colors,
    /// Which colours pieces have.
    pub palette: Palette,
    /// Whether a heap of balls lies in the layers that suit it, for the eye; else in those in which it can be read back.
    pub upright: bool,
}

/// Which colours a terminal knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Colors {
    /// None: every cell bears the name of its piece.
    None,
    /// The 256 of xterm.
    Indexed,
    /// All.
    Full,
}

/// The picture of a drawing, a text of several lines.
///
/// Names of pieces are cut to the room that one cell has, so they had better be short. With colours each piece bears its
/// name once in each layer; without them, or where there are no lines or colours upon them, in each cell. Solids are shown as layers of equal x,
/// heaps of balls in the layers that suit them, if they are to be upright.
pub fn picture(drawing: &Drawing, terminal: &Terminal) -> String {
    let (lattice, width) = (drawing.lattice, terminal.width);
    let tile = tiles(drawing, terminal);
    let tints = tinted(drawing);
    // Where lines are missing, or letters hide them, each cell has its own.
    let all_labelled = terminal.colors == Colors::None || !tints.is_empty() || lattice.look().is_none();
    let cells = cells(drawing, all_labelled, &tile);
    if lattice.look().is_none() {
        let dots = letter_spots(drawing).1;
        return block(lattice, &tile, &cells, &[], &dots, width).text(&drawing.pieces, terminal);
    }
    let whole = block(lattice, &tile, &cells, &tints, &[], width);
    let plain = whole.text(&drawing.pieces, &Terminal { colors: Colors::None, ..*terminal });
    let is_square = square_heap(drawing, terminal).is_some();
    if lattice.dimension() == 2 || is_square || tells_layers_apart(lattice, &cells, &plain) {
        return whole.text(&drawing.pieces, terminal);
    }
    let dot = |cell: Cell| {
        let (layer, Tile { label: ((line, column), room), .. }) = tile(cell);
        (layer, (line, column + (room as i32 - 1) / 2), '.')
    };
    let dots: Vec<_> = outside(lattice, &cells).into_iter().map(dot).collect();
    block(lattice, &tile, &cells, &[], &dots, width).text(&drawing.pieces, terminal)
}

/// The layer that a cell is in, and what it looks like there.
type Tiles = Box<dyn Fn(Cell) -> (i32, Tile)>;

/// What the cells of a drawing look like: as their lattice says, but a heap of balls has layers as suits it.
fn tiles(drawing: &Drawing, terminal: &Terminal) -> Tiles {
    let lattice = drawing.lattice;
    match square_heap(drawing, terminal) {
        Some(place) => Box::new(move |cell| {
            let [layer, line, column] = place(cell);
            (layer, square_at(line, 2 * column))
        }),
        None if lattice.look().is_none() => {
            let (spots, _) = letter_spots(drawing);
            Box::new(move |cell| {
                let (line, column) = spots.get(&cell).copied().unwrap_or_default();
                (0, letter(line, column))
            })
        }
        None => Box::new(move |cell| tile(lattice, cell)),
    }
}

/// Where cells stand that are letters and nothing else, and where a dot must say that there is none, or a blank that the
/// margin begins there.
fn letter_spots(drawing: &Drawing) -> (BTreeMap<Cell, Spot>, Vec<Dot>) {
    let shapes = std::iter::once(&drawing.region).chain(drawing.pieces.iter().map(|piece| &piece.shape));
    let cells: BTreeSet<Cell> = shapes.flat_map(visible).collect();
    let cells: Vec<Cell> = cells.into_iter().collect();
    let picture = letters_of_cells(drawing.lattice, &cells);
    let spot = |&(line, column): &LetterSpot| (line as i32, column as i32);
    let dots = picture.outside.iter().map(|at| (0, spot(at), '.')).chain([(0, (0, 0), ' ')]).collect();
    (cells.into_iter().zip(picture.spots.iter().map(spot)).collect(), dots)
}

/// Where the balls of a heap with square layers are.
fn square_heap(drawing: &Drawing, terminal: &Terminal) -> Option<impl Fn(Cell) -> [i32; 3] + use<>> {
    let shapes = std::iter::once(&drawing.region).chain(drawing.pieces.iter().map(|piece| &piece.shape));
    let heap: BTreeSet<Cell> = shapes.flat_map(visible).collect();
    let heap: Vec<Cell> = heap.into_iter().collect();
    let is_heap = terminal.upright && matches!(space(drawing.lattice), Space::Balls) && !heap.is_empty();
    is_heap.then(|| square_layers(&heap)).flatten()
}

/// Whether a picture of a solid can be read back.
fn tells_layers_apart(lattice: Lattice, cells: &BTreeMap<Cell, Owner<'_>>, text: &str) -> bool {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let Some(lined) = LinedPicture::read(lattice, &lines) else { return lattice.look().is_none() };
    let spots = lined.letters().iter().enumerate().flat_map(|(line, text)| {
        let inked = text.chars().enumerate().filter(|(_, symbol)| *symbol != ' ');
        inked.map(move |(column, _)| (line, column))
    });
    let spots: Vec<LetterSpot> = spots.collect();
    let own: Shape = cells.keys().map(|cell| cell.site()).collect();
    let read = cells_of_letters(lattice, &spots, &[]);
    read.is_ok_and(|read| {
        read.iter().map(|cell| cell.site()).collect::<Shape>().normalized() == own.normalized()
    })
}

/// The cells beside a solid, in all layers as far as one reaches.
fn outside(lattice: Lattice, cells: &BTreeMap<Cell, Owner<'_>>) -> Vec<Cell> {
    let places: Vec<[i32; 3]> = cells.keys().map(|&cell| lattice.letter_place(cell)).collect();
    let range = |axis: usize| {
        let values = || places.iter().map(|place| place[axis]);
        values().min().unwrap_or(0)..=values().max().unwrap_or(-1)
    };
    let all = range(0).flat_map(|layer| range(1).map(move |row| (layer, row)));
    let all = all.flat_map(|(layer, row)| range(2).map(move |column| [layer, row, column]));
    all.filter_map(|place| lattice.cell_at_letter(place)).filter(|cell| !cells.contains_key(cell)).collect()
}

/// How wide the picture of a drawing is at least: one layer of it.
pub fn least_width(drawing: &Drawing, terminal: &Terminal) -> usize {
    let tile = tiles(drawing, terminal);
    block(drawing.lattice, &tile, &cells(drawing, false, &tile), &tinted(drawing), &[], 0).width()
}

/// A set of pieces with their names. Pieces of one name are several shapes of a piece, and have one colour. Colours of sides
/// and corners have names, too.
pub fn chart(lattice: Lattice, pieces: &[(String, Shape)], tints: &[String], terminal: &Terminal) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut all = Vec::new();
    for (name, shape) in pieces {
        let color = names.iter().position(|known| known == name).unwrap_or(names.len());
        if color == names.len() {
            names.push(name);
        }
        all.push(Drawn { name: name.clone(), color, shape: shape.clone() });
    }
    let blocks = all.iter().enumerate().map(|(number, piece)| {
        let owner = Owner { piece: Some(number), label: "", is_word: false };
        let cells = visible(&piece.shape).map(|cell| (cell, owner)).collect();
        let tile: Tiles = Box::new(move |cell| tile(lattice, cell));
        let mut block = block(lattice, &tile, &cells, &tints_of(lattice, piece, tints), &[], terminal.width);
        block.write_below(&piece.name);
        block
    });
    beside(blocks.collect(), terminal.width, 1).text(&all, terminal)
}

/// Sides and corners that have a colour, and the letter of that colour.
fn tinted(drawing: &Drawing) -> Vec<(Cell, char)> {
    drawing.pieces.iter().flat_map(|piece| tints_of(drawing.lattice, piece, &drawing.tints)).collect()
}

fn tints_of(lattice: Lattice, piece: &Drawn, names: &[String]) -> Vec<(Cell, char)> {
    // In solids they would stand between layers, and where cells are letters there is no room.
    let has_room = lattice.dimension() == 2 && lattice.look().is_some();
    let sites = piece.shape.sites().iter().filter(|_| has_room);
    // A face stands where its side does, and there is room for one letter only.
    let parts = sites.filter(|site| [Site::SIDE, Site::CORNER].contains(&site.suffix));
    let letter = |site: &Site| names.get(usize::from(site.color).checked_sub(1)?)?.chars().next();
    parts.filter_map(|site| Some((site.cell(), letter(site)?))).collect()
}

/// Where the letter of a side or a corner stands: in the middle of the cells around it.
fn spot_of(lattice: Lattice, place: Cell) -> Spot {
    let (mut number, mut lines, mut columns) = (0, 0, 0);
    for (cell, _) in lattice.around(place) {
        let ((line, column), room) = tile(lattice, cell).1.label;
        number += 1;
        // Twice the middle of its label, so that this is a whole number.
        lines += 2 * line;
        columns += 2 * column + room as i32 - 1;
    }
    // Rounded, halves down.
    let mean = |sum: i32| -(number - sum).div_euclid(2 * number.max(1));
    (mean(lines), mean(columns))
}

/// Whose a cell is, and what stands in it.
#[derive(Clone, Copy)]
struct Owner<'a> {
    /// None if it is uncovered.
    piece: Option<usize>,
    label: &'a str,
    /// Whether that is a word of the puzzle's, and no name.
    is_word: bool,
}

/// Whose each cell is.
fn cells<'d>(drawing: &'d Drawing, all_labelled: bool, tile: &Tiles) -> BTreeMap<Cell, Owner<'d>> {
    let uncovered = Owner { piece: None, label: "·", is_word: false };
    let mut cells: BTreeMap<_, _> = visible(&drawing.region).map(|cell| (cell, uncovered)).collect();
    for (number, piece) in drawing.pieces.iter().enumerate() {
        let parts = parts(drawing.lattice, &piece.shape, tile);
        for cell in visible(&piece.shape) {
            let label = if all_labelled || parts.contains(&cell) { piece.name.as_str() } else { "" };
            cells.insert(cell, Owner { piece: Some(number), label, is_word: false });
        }
    }
    for (cell, word) in words(drawing) {
        cells.entry(cell).and_modify(|owner| (owner.label, owner.is_word) = (word, true));
    }
    cells
}

/// The words that cells bear in a picture: where no piece of several cells lies, and a cell has room for more than a letter, so
/// that a word of one character can stand where no letter would.
pub fn words(drawing: &Drawing) -> Vec<(Cell, &str)> {
    let lattice = drawing.lattice;
    let is_told = |(cell, word): &(Cell, &str)| {
        let room = tile(lattice, *cell).1.label.1;
        let text = fitting(word, room);
        let symbols = text.iter().filter(|&&symbol| symbol != REST).count();
        symbols > 1 || symbols == 1 && text.len() < room
    };
    scene::words(drawing).into_iter().filter(is_told).collect()
}

/// The first cell of each part of a piece that hangs together within a layer.
fn parts(lattice: Lattice, shape: &Shape, tile: &Tiles) -> Vec<Cell> {
    let mut left: BTreeSet<Cell> = visible(shape).collect();
    let layer = |cell: Cell| tile(cell).0;
    let mut firsts = Vec::new();
    while let Some(first) = left.pop_first() {
        firsts.push(first);
        let mut reached = vec![first];
        while let Some(cell) = reached.pop() {
            let beside = lattice.neighbors(cell).filter(|&next| layer(next) == layer(cell));
            reached.extend(beside.filter(|next| left.remove(next)));
        }
    }
    firsts
}

/// Sites with a suffix are not cells to look at.
fn visible(shape: &Shape) -> impl Iterator<Item = Cell> {
    shape.sites().iter().filter(|site| site.suffix == 0).map(|site| site.cell())
}

/// A line and a column.
type Spot = (i32, i32);

/// What stands beside cells: the layer, where, and the character.
type Dot = (i32, Spot, char);

/// What a cell looks like.
struct Tile {
    /// Where its label begins, and how many columns there are for it.
    label: (Spot, usize),
    /// All of its inside.
    inside: Vec<Spot>,
    /// Its sides. Cells that have a side in common name it alike.
    sides: Vec<Vec<(Spot, Stroke)>>,
}

/// A part of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stroke {
    /// Arms of a box-drawing character.
    Arms(u8),
    /// A slanting line.
    Slant(char),
    /// A line below, which other strokes may overwrite.
    Below,
}

const UP: u8 = 1;
const DOWN: u8 = 2;
const RIGHT: u8 = 4;
const LEFT: u8 = 8;
/// The box-drawing character with each set of arms.
const BOXES: [char; 16] = [' ', '╵', '╷', '│', '╶', '└', '┌', '├', '╴', '┘', '┐', '┤', '─', '┴', '┬', '┼'];

/// The layer that a cell is in, and what it looks like there, as its lattice says.
fn tile(lattice: Lattice, cell: Cell) -> (i32, Tile) {
    let [layer, row, column] = lattice.letter_place(cell);
    let look = TILES.iter().find(|(look, ..)| Some(*look) == lattice.look());
    let (_, up, down) = look.unwrap_or(&("letters", letter, letter));
    (layer, if cell.class == 1 { down } else { up }(row, column))
}

/// A tile at a row and a column.
type Look = fn(i32, i32) -> Tile;

/// What cells look like: those that point up, or nowhere, and those that point down.
const TILES: [(&str, Look, Look); 3] =
    [("squares", square, square), ("triangles", up_triangle, down_triangle), ("hexagons", hexagon, hexagon)];

/// Where lines between cells would only confuse, there is a letter.
fn letter(row: i32, column: i32) -> Tile {
    Tile { label: ((row, column), 1), inside: vec![(row, column)], sides: Vec::new() }
}

fn square(row: i32, column: i32) -> Tile {
    square_at(2 * row, 4 * column)
}

/// A square with its upper left corner there.
fn square_at(top: i32, left: i32) -> Tile {
    let across = |line: i32| {
        let arms = [RIGHT, LEFT | RIGHT, LEFT | RIGHT, LEFT | RIGHT, LEFT];
        (left..).zip(arms).map(|(column, arms)| ((line, column), Stroke::Arms(arms))).collect()
    };
    let along = |column: i32| {
        let arms = [DOWN, UP | DOWN, UP];
        (top..).zip(arms).map(|(line, arms)| ((line, column), Stroke::Arms(arms))).collect()
    };
    Tile {
        label: ((top + 1, left + 1), 3),
        inside: (1..4).map(|column| (top + 1, left + column)).collect(),
        sides: vec![across(top), across(top + 2), along(left), along(left + 4)],
    }
}

/// Columns are counted in half hexagons.
fn hexagon(row: i32, column: i32) -> Tile {
    let (top, left) = (2 * row, 2 * column);
    let at = |line: i32, column: i32| (top + line, left + column);
    Tile {
        label: (at(1, 1), 3),
        inside: vec![at(0, 2), at(1, 1), at(1, 2), at(1, 3), at(2, 2)],
        sides: vec![
            vec![(at(0, 1), Stroke::Slant('╱'))],
            vec![(at(0, 3), Stroke::Slant('╲'))],
            vec![(at(1, 0), Stroke::Arms(UP | DOWN))],
            vec![(at(1, 4), Stroke::Arms(UP | DOWN))],
            vec![(at(2, 1), Stroke::Slant('╲'))],
            vec![(at(2, 3), Stroke::Slant('╱'))],
        ],
    }
}

/// Columns are counted in half triangles. A level side stands below the line above it.
fn up_triangle(row: i32, column: i32) -> Tile {
    let (top, left) = (3 * row, 3 * column);
    let at = |line: i32, column: i32| (top + line, left + column);
    Tile {
        label: (at(1, 2), 2),
        inside: vec![at(1, 2), at(1, 3), at(2, 1), at(2, 2), at(2, 3), at(2, 4)],
        sides: vec![
            (0..3).map(|line| (at(line, 2 - line), Stroke::Slant('╱'))).collect(),
            (0..3).map(|line| (at(line, 3 + line), Stroke::Slant('╲'))).collect(),
            (0..6).map(|column| (at(2, column), Stroke::Below)).collect(),
        ],
    }
}

fn down_triangle(row: i32, column: i32) -> Tile {
    let (top, left) = (3 * row, 3 * column);
    let at = |line: i32, column: i32| (top + line, left + column);
    Tile {
        label: (at(1, 2), 2),
        inside: vec![at(0, 1), at(0, 2), at(0, 3), at(0, 4), at(1, 2), at(1, 3)],
        sides: vec![
            (0..3).map(|line| (at(line, line), Stroke::Slant('╲'))).collect(),
            (0..3).map(|line| (at(line, 5 - line), Stroke::Slant('╱'))).collect(),
            (0..6).map(|column| (at(-1, column), Stroke::Below)).collect(),
        ],
    }
}

/// The picture of some cells, layers beside each other; dots stand where there is none, if that has to be said.
fn block(
    lattice: Lattice,
    tile: &Tiles,
    cells: &BTreeMap<Cell, Owner<'_>>,
    tints: &[(Cell, char)],
    dots: &[Dot],
    width: usize,
) -> Block {
    let mut layers: BTreeMap<i32, Vec<(Tile, Owner<'_>)>> = BTreeMap::new();
    for (&cell, &owner) in cells {
        let (layer, tile) = tile(cell);
        layers.entry(layer).or_default().push((tile, owner));
    }
    let mut painted: BTreeMap<i32, BTreeMap<Spot, Ink>> =
        layers.iter().map(|(&layer, tiles)| (layer, paint(tiles))).collect();
    for &(place, letter) in tints {
        painted.entry(0).or_default().entry(spot_of(lattice, place)).or_insert(Ink::NONE).symbol = letter;
    }
    for &(layer, spot, symbol) in dots {
        painted.entry(layer).or_default().entry(spot).or_insert(Ink { symbol, ground: None });
    }
    let layers: Vec<BTreeMap<Spot, Ink>> = painted.into_values().collect();
    // All layers are equally large, so that what lies upon each other looks it.
    let range = |of: fn(&Spot) -> i32| {
        let values = || layers.iter().flat_map(BTreeMap::keys).map(of);
        values().min().unwrap_or(0)..=values().max().unwrap_or(-1)
    };
    let (lines, columns) = (range(|spot| spot.0), range(|spot| spot.1));
    let cut = |layer: &BTreeMap<Spot, Ink>| {
        let ink = |spot: Spot| layer.get(&spot).copied().unwrap_or(Ink::NONE);
        Block(lines.clone().map(|line| columns.clone().map(|column| ink((line, column))).collect()).collect())
    };
    // Triangles take three lines, others two or one: where layers stand below each other, lines go on in step.
    let step = if lattice.look() == Some("triangles") { 3 } else { 1 };
    beside(layers.iter().map(cut).collect(), width, step)
}

/// One layer.
fn paint(tiles: &[(Tile, Owner<'_>)]) -> BTreeMap<Spot, Ink> {
    let mut painted: BTreeMap<Spot, Ink> = BTreeMap::new();
    // Whose cells a side separates, and whose meet at a spot of sides.
    let mut sides: BTreeMap<&[(Spot, Stroke)], Vec<Option<usize>>> = BTreeMap::new();
    let mut meet: BTreeMap<Spot, Vec<Option<usize>>> = BTreeMap::new();
    for (tile, owner) in tiles {
        for &spot in &tile.inside {
            painted.insert(spot, Ink { symbol: ' ', ground: owner.piece });
        }
        for side in &tile.sides {
            sides.entry(side).or_default().push(owner.piece);
            for &(spot, _) in side.iter().filter(|(_, stroke)| *stroke != Stroke::Below) {
                meet.entry(spot).or_default().push(owner.piece);
            }
        }
    }
    let mut strokes: BTreeMap<Spot, Stroke> = BTreeMap::new();
    for (side, owners) in sides {
        if matches!(owners[..], [one, other] if one == other) {
            continue;
        }
        for &(spot, stroke) in side {
            let merged = match (strokes.get(&spot), stroke) {
                (Some(&Stroke::Arms(others)), Stroke::Arms(arms)) => Stroke::Arms(others | arms),
                (Some(&other), Stroke::Below) => other,
                _ => stroke,
            };
            strokes.insert(spot, merged);
        }
    }
    for (spot, owners) in meet {
        let whole = owners.iter().all(|owner| *owner == owners[0]);
        let open = matches!(strokes.get(&spot), None | Some(Stroke::Below));
        painted.insert(spot, Ink { symbol: ' ', ground: owners[0].filter(|_| whole && open) });
    }
    for (spot, stroke) in strokes {
        painted.entry(spot).or_insert(Ink::NONE).symbol = match stroke {
            Stroke::Arms(arms) => BOXES[usize::from(arms)],
            Stroke::Slant(symbol) => symbol,
            Stroke::Below => '_',
        };
    }
    for (tile, owner) in tiles {
        let ((line, column), room) = tile.label;
        let text = fitting(owner.label, room);
        let middle = (room - text.len()) / 2;
        // A word of one character stands beside the middle, so that it is not taken for a piece.
        let beside = if middle == 0 { room - text.len() } else { 0 };
        let single = owner.is_word && text.iter().filter(|&&symbol| symbol != REST).count() == 1;
        let first = column + if single { beside } else { middle } as i32;
        for (column, symbol) in (first..).zip(text) {
            painted.insert((line, column), Ink { symbol, ground: owner.piece });
        }
    }
    painted
}

/// What stands at a spot, and whose the ground is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ink {
    symbol: char,
    ground: Option<usize>,
}

impl Ink {
    const NONE: Self = Self { symbol: ' ', ground: None };
}

/// Stands behind a character that is two columns wide.
const REST: char = '\0';

/// As much of a text as fits into so many columns, one character a column.
fn fitting(text: &str, room: usize) -> Vec<char> {
    let mut columns = Vec::new();
    for symbol in text.chars() {
        let wide = is_wide(symbol);
        if columns.len() + 1 + usize::from(wide) > room {
            break;
        }
        columns.push(symbol);
        columns.extend(wide.then_some(REST));
    }
    columns
}

/// Columns between two blocks.
const GAP: usize = 3;

/// A rectangle of characters.
struct Block(Vec<Vec<Ink>>);

impl Block {
    fn width(&self) -> usize {
        self.0.first().map_or(0, Vec::len)
    }

    /// Adds a line of text.
    fn write_below(&mut self, text: &str) {
        let text = fitting(text, usize::MAX);
        let width = self.width().max(text.len());
        let mut line = vec![Ink::NONE; (width - text.len()) / 2];
        line.extend(text.into_iter().map(|symbol| Ink { symbol, ground: None }));
        self.0.push(line);
        self.widen(width);
    }

    fn widen(&mut self, width: usize) {
        self.0.iter_mut().for_each(|line| line.resize(width, Ink::NONE));
    }

    /// The lines, in colours if the terminal has any.
    fn text(&self, pieces: &[Drawn], terminal: &Terminal) -> String {
        let mut text = String::new();
        for line in &self.0 {
            let end = line.iter().rposition(|ink| *ink != Ink::NONE).map_or(0, |last| last + 1);
            let mut ground = None;
            for ink in &line[..end] {
                if ink.ground != ground && terminal.colors != Colors::None {
                    ground = ink.ground;
                    let color = ground.map(|piece| terminal.palette.rgb(pieces[piece].color));
                    text.push_str(&escape(color, terminal.colors));
                }
                text.extend(Some(ink.symbol).filter(|&symbol| symbol != REST));
            }
            if ground.is_some() {
                text.push_str(RESET);
            }
            // Without colours there may be blanks that would have had some.
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text
    }
}

/// Blocks side by side, as many as the width permits; they stand on one line, and the next ones some steps below.
fn beside(blocks: Vec<Block>, width: usize, step: usize) -> Block {
    let mut lines: Vec<Vec<Ink>> = Vec::new();
    let mut blocks = blocks.into_iter().peekable();
    while let Some(first) = blocks.next() {
        let mut row = vec![first];
        let mut used = row[0].width();
        while let Some(next) = blocks.next_if(|next| used + GAP + next.width() <= width) {
            used += GAP + next.width();
            row.push(next);
        }
        if !lines.is_empty() {
            lines.push(Vec::new());
            lines.resize(lines.len().next_multiple_of(step), Vec::new());
        }
        let height = row.iter().map(|block| block.0.len()).max().unwrap_or(0);
        for line in 0..height {
            let mut whole = Vec::new();
            for block in &row {
                if !whole.is_empty() {
                    whole.extend([Ink::NONE; GAP]);
                }
                let above = height - block.0.len();
                match line.checked_sub(above) {
                    Some(line) => whole.extend(&block.0[line]),
                    None => whole.extend(vec![Ink::NONE; block.width()]),
                }
            }
            lines.push(whole);
        }
    }
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    let mut block = Block(lines);
    block.widen(width);
    block
}

const RESET: &str = "\x1b[0m";

/// What makes the ground that colour, and letters upon it readable.
fn escape(color: Option<[u8; 3]>, colors: Colors) -> String {
    let Some([red, green, blue]) = color else { return RESET.to_owned() };
    // The luma of Rec. 601, as for pictures on paper.
    let bright = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 127_500;
    match colors {
        Colors::Full => {
            let ink = if bright { "34;34;34" } else { "255;255;255" };
            format!("\x1b[48;2;{red};{green};{blue};38;2;{ink}m")
        }
        _ => {
            let ink = if bright { 235 } else { 231 };
            format!("\x1b[48;5;{};38;5;{ink}m", indexed([red, green, blue]))
        }
    }
}

/// The nearest of xterm's colours: a cube of 6×6×6, and 24 greys.
fn indexed(color: [u8; 3]) -> usize {
    let levels = [0, 95, 135, 175, 215, 255];
    let cube = (0..216).map(|n: usize| (16 + n, [levels[n / 36], levels[n / 6 % 6], levels[n % 6]]));
    let grays = (0..24).map(|n: usize| (232 + n, [8 + 10 * n as i32; 3]));
    let distance = |other: [i32; 3]| {
        color.iter().zip(other).map(|(&own, other)| (i32::from(own) - other).pow(2)).sum::<i32>()
    };
    cube.chain(grays).min_by_key(|&(_, other)| distance(other)).map_or(0, |(number, _)| number)
}
