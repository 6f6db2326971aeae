//! Tilings as text: one symbol a cell, layers side by side.

use crate::hidden::Hidden;
use polydlx_lattice::{
    Cell, LinedPicture, PieceId, Placement, Puzzle, Shape, Site, Spot, Tiling, WordFault, is_mark, is_wide,
    letters_of_cells,
};
use polydlx_packing::Claim;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Where each cell of a puzzle is printed, and what stands for each piece.
pub struct Letters<'a> {
    puzzle: &'a Puzzle,
    /// Row and column of each cell without suffix.
    places: BTreeMap<Site, Spot>,
    /// Where a picture says that there is no cell.
    outside: Vec<Spot>,
    height: usize,
    width: usize,
    /// For each piece one symbol a copy.
    symbols: Vec<Vec<char>>,
    /// Symbols that the legend has told of.
    explained: BTreeSet<char>,
    /// What a legend that was read says, by names of pieces.
    read: BTreeMap<char, String>,
    /// Words that the legend of the next picture has instead of symbols, and the pieces that lie there.
    words: Vec<(String, String)>,
    /// Made when a picture is read that does not show all.
    hidden: OnceCell<Hidden>,
}

/// What stands for a cell that no piece covers, and where needed for one that is not in the box.
const EMPTY: char = '.';
/// The same in pictures for people.
const UNCOVERED: char = '·';
/// What stands for a cell that several pieces cover, which rules may allow.
const SEVERAL: char = '*';
/// What a word in a legend begins with.
const WORD: char = '@';
/// What stands for a copy of a piece that the puzzle does not have, which happens only in solutions that are none.
const UNKNOWN: char = '?';

impl<'a> Letters<'a> {
    /// The symbols of a puzzle.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let cells: Vec<Site> =
            puzzle.region.sites().iter().copied().filter(|site| site.suffix == 0).collect();
        let picture =
            letters_of_cells(puzzle.lattice, &cells.iter().map(|site| site.cell()).collect::<Vec<_>>());
        let places: BTreeMap<_, _> = cells.iter().copied().zip(picture.spots).collect();
        Self {
            puzzle,
            height: places.values().chain(&picture.outside).map(|(row, _)| row + 1).max().unwrap_or(0),
            width: places.values().chain(&picture.outside).map(|(_, column)| column + 1).max().unwrap_or(0),
            places,
            outside: picture.outside,
            symbols: symbols(puzzle, puzzle.room().1),
            explained: BTreeSet::new(),
            read: BTreeMap::new(),
            words: Vec::new(),
            hidden: OnceCell::new(),
        }
    }

    /// How many lines a picture has.
    pub(crate) fn height(&self) -> usize {
        self.height
    }

    /// What the symbols of a tiling mean, as far as no legend has told it before: a line for each piece whose symbol is
    /// not its name. Where a cell shows a word instead, a line says whose it is.
    pub fn legend(&mut self, tiling: &Tiling, words: &[(Cell, &str)]) -> String {
        let word = |placement: &Placement| {
            let lies_there = |(cell, _): &&(Cell, &str)| placement.shape.sites().contains(&cell.site());
            words.iter().find(lies_there).map(|(_, word)| *word)
        };
        let symbols = tiling.iter().zip(self.symbols_of(tiling));
        let used: BTreeSet<char> =
            symbols.filter(|(placement, _)| word(placement).is_none()).map(|(_, symbol)| symbol).collect();
        let mut lines = String::new();
        for (piece, symbols) in self.puzzle.pieces.iter().zip(&self.symbols) {
            let new: String = symbols
                .iter()
                .filter(|symbol| used.contains(symbol) && !self.explained.contains(symbol))
                .collect();
            if !new.is_empty() && *symbols != piece.name.chars().collect::<Vec<_>>() {
                lines.push_str(&format!("| {}: {new}\n", piece.name));
            }
        }
        for (placement, word) in tiling.iter().filter_map(|placement| Some((placement, word(placement)?))) {
            lines.push_str(&format!("| {}: {WORD}{word}\n", self.puzzle.pieces[placement.piece.0].name));
        }
        self.explained.extend(used);
        lines
    }

    /// The symbol of each piece of a tiling.
    pub fn symbols_of(&self, tiling: &Tiling) -> Vec<char> {
        let mut copies = vec![0; self.symbols.len()];
        let symbol = |Placement { piece, .. }: &Placement| {
            copies[piece.0] += 1;
            self.symbols[piece.0].get(copies[piece.0] - 1).copied().unwrap_or(UNKNOWN)
        };
        tiling.iter().map(symbol).collect()
    }

    /// The tiling, line by line.
    pub fn draw(&self, tiling: &Tiling) -> String {
        let mut grid = vec![vec![' '; self.width]; self.height];
        for &(row, column) in self.places.values().chain(&self.outside) {
            grid[row][column] = EMPTY;
        }
        for (placement, symbol) in tiling.iter().zip(self.symbols_of(tiling)) {
            for &(row, column) in placement.shape.sites().iter().filter_map(|site| self.places.get(site)) {
                grid[row][column] = if grid[row][column] == EMPTY { symbol } else { SEVERAL };
            }
        }
        let lines = grid.iter().map(|row| row.iter().collect::<String>());
        lines.map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// Takes in a line that begins with `|`: part of a legend if it looks so, else a comment.
    pub(crate) fn read_legend(&mut self, line: &str) -> Result<(), String> {
        let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
        let parts = line.strip_prefix("| ").and_then(|line| line.trim_end().split_once(": "));
        let Some((name, symbols)) = parts.filter(|(name, symbols)| is_word(name) && is_word(symbols)) else {
            return Ok(());
        };
        if let Some(word) = symbols.strip_prefix(WORD).filter(|word| !word.is_empty()) {
            self.words.push((word.to_owned(), name.to_owned()));
            return Ok(());
        }
        for symbol in symbols.chars() {
            let other = self.read.insert(symbol, name.to_owned());
            if let Some(other) = other.filter(|other| other != name) {
                return Err(format!("the legend shows both {other} and {name} as `{symbol}`"));
            }
        }
        Ok(())
    }

    /// Whether a line is the part of a legend that is about one picture only, the next one.
    pub(crate) fn is_legend_of_words(line: &str) -> bool {
        line.starts_with("| ") && line.contains(": @")
    }

    /// Whether a picture does not show all cells yet.
    pub(crate) fn lacks_cells(&self, lines: &[String]) -> bool {
        let shown = lines
            .iter()
            .flat_map(|line| line.chars())
            .filter(|&symbol| !matches!(symbol, ' ' | EMPTY | UNCOVERED))
            .count();
        shown < self.places.len()
    }

    /// What a picture says, read back; its legend of words is used up.
    pub(crate) fn read(&mut self, lines: &[String]) -> Result<Vec<Claim>, String> {
        let words = std::mem::take(&mut self.words);
        let shown = self.shown(lines, &words)?;
        let placements = if self.puzzle.has_suffixes() { self.completed(&shown)? } else { shown.placements };
        let claim = |placement: Placement| Claim {
            piece: self.puzzle.pieces[placement.piece.0].name.clone(),
            cells: placement.shape.sites().iter().map(|&site| self.puzzle.site_name(site)).collect(),
        };
        Ok(placements.into_iter().map(claim).collect())
    }

    /// What is seen of a picture.
    fn shown(&self, lines: &[String], words: &[(String, String)]) -> Result<Shown, String> {
        if lines.iter().any(|line| line.contains(SEVERAL)) {
            return Err(
                "a picture does not show which pieces cover a cell together; use `--format jsonl`".to_owned()
            );
        }
        let lined = self.lined(lines);
        let lines = lined.as_ref().map_or(lines, LinedPicture::letters);
        let lying = match &lined {
            Some(lined) => lined.pieces_on_words(words).map_err(|fault| fault.to_string())?,
            None => match words.first() {
                Some((word, _)) => return Err(WordFault::Missing(word.clone()).to_string()),
                None => BTreeMap::new(),
            },
        };
        let is_word = |symbol: char| lined.as_ref().is_some_and(|lined| lined.word(symbol).is_some());
        // Pictures without lines have a dot of another kind for cells that no piece covers, and words show those, too.
        let plain = |symbol: char| match symbol {
            UNCOVERED => EMPTY,
            _ if is_word(symbol) && !lying.contains_key(&symbol) => EMPTY,
            _ => symbol,
        };
        let grid: Vec<Vec<char>> = lines.iter().map(|line| line.chars().map(plain).collect()).collect();
        if grid.len() > self.height {
            return Err("it has more lines than the box".to_owned());
        }
        // The margin that tells which triangles point up may be missing: the box tells it, too.
        let own = self.places.values().chain(&self.outside).map(|(_, column)| *column).min().unwrap_or(0);
        let theirs = grid.iter().filter_map(|line| line.iter().position(|&symbol| symbol != ' ')).min();
        let missing = own.saturating_sub(theirs.unwrap_or(own));
        let grid: Vec<Vec<char>> = grid.into_iter().map(|line| [vec![' '; missing], line].concat()).collect();
        let at =
            |(row, column): Spot| grid.get(row).and_then(|line| line.get(column)).copied().unwrap_or(' ');
        let is_piece = |symbol: char| !matches!(symbol, ' ' | EMPTY);
        let inked = grid.iter().flatten().filter(|&&symbol| is_piece(symbol)).count();
        if inked != self.places.values().filter(|&&place| is_piece(at(place))).count() {
            return Err("it does not have the form of the box".to_owned());
        }
        let mut cells: BTreeMap<char, Vec<Site>> = BTreeMap::new();
        for (&site, &place) in self.places.iter().filter(|(_, place)| is_piece(at(**place))) {
            cells.entry(at(place)).or_default().push(site);
        }
        let pieces = &self.puzzle.pieces;
        let owner = |symbol: char| match lying.get(&symbol).or_else(|| self.read.get(&symbol)) {
            Some(name) => pieces
                .iter()
                .position(|piece| piece.name == *name)
                .ok_or_else(|| format!("its legend names a piece {name}, which the puzzle does not have")),
            None => {
                let piece = self.symbols.iter().position(|symbols| symbols.contains(&symbol));
                piece.ok_or_else(|| format!("no piece is shown as `{symbol}`"))
            }
        };
        let placed = cells.into_iter().map(|(symbol, cells)| {
            Ok(Placement { piece: PieceId(owner(symbol)?), shape: cells.into_iter().collect() })
        });
        Ok(Shown { placements: placed.collect::<Result<_, String>>()?, missing, lined })
    }

    /// A picture that has lines between its pieces.
    fn lined(&self, lines: &[String]) -> Option<LinedPicture> {
        let lattice = self.puzzle.lattice;
        // Colours may stand upon all lines; then there are more lines of text than in a picture without.
        let covered = self.puzzle.has_colors() && lines.len() > self.height;
        let colored = || covered.then(|| LinedPicture::with_colors(lattice, lines)).flatten();
        LinedPicture::read(lattice, lines).or_else(colored)
    }

    /// The same with what is not seen, if there is only one way; colours upon lines tell more than letters.
    fn completed(&self, shown: &Shown) -> Result<Vec<Placement>, String> {
        let lined = shown.lined.as_ref().filter(|_| self.puzzle.lattice.dimension() == 2);
        let place = |cell: Cell| {
            let [_, row, column] = self.puzzle.lattice.letter_place(cell);
            (row, column)
        };
        // From places of cells to rows and columns of the letters.
        let shift = self.places.iter().next().map_or((0, 0), |(site, spot)| {
            let (row, column) = place(site.cell());
            (spot.0 as i32 - row, spot.1 as i32 - column - shown.missing as i32)
        });
        let shows = |site: &Site| {
            let around = self.puzzle.lattice.around(site.cell()).map(|(cell, _)| {
                let (row, column) = place(cell);
                (row + shift.0, column + shift.1)
            });
            let color = self.puzzle.palette.name(site.color).and_then(|name| name.chars().next());
            lined.is_none_or(|lined| lined.color_between(around) == color)
        };
        let is_upon_line = |site: &&Site| [Site::SIDE, Site::CORNER].contains(&site.suffix);
        let fits = |shape: &Shape| shape.sites().iter().filter(is_upon_line).all(shows);
        let hidden = self.hidden.get_or_init(|| Hidden::new(self.puzzle));
        hidden.complete(&shown.placements, fits).ok_or_else(|| {
            "there are several ways to lay pieces so, which differ in colours or suffixes that it does not show; use `--format jsonl`".to_owned()
        })
    }
}

/// What is seen of a picture, how many columns it lacks at the left, and its lines, if there are any.
struct Shown {
    placements: Vec<Placement>,
    missing: usize,
    lined: Option<LinedPicture>,
}

/// A symbol for each copy of each piece: its name where that is one character, else others that are not in use.
fn symbols(puzzle: &Puzzle, cells: usize) -> Vec<Vec<char>> {
    let single = |name: &str| {
        let mut chars = name.chars();
        chars.next().filter(|&first| {
            chars.next().is_none() && first.is_alphanumeric() && !is_mark(first) && !is_wide(first)
        })
    };
    let shapes = puzzle.shapes_by_piece();
    let copies = |number: usize| {
        let sizes = shapes[number]
            .iter()
            .map(|typical| typical.shape.sites().iter().filter(|site| site.suffix == 0).count());
        let most = sizes.min().filter(|&size| size > 0).map_or(cells, |size| cells / size);
        (puzzle.pieces[number].bounds.high as usize).min(most.max(1))
    };
    let mut taken: BTreeSet<char> = BTreeSet::new();
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        taken.extend(single(&piece.name).filter(|_| copies(number) == 1));
    }
    // Letters and digits first; whoever needs more gets letters of other scripts that are as narrow, and only who has
    // thousands of pieces wide ones.
    let reserve = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain('α'..='ω')
        .chain('А'..='я')
        .chain('Ա'..='Ֆ')
        .chain('ა'..='ჰ')
        .chain('Ꭰ'..='Ᏼ')
        .chain('ᐁ'..='ᙬ')
        .chain('ꔀ'..='ꘋ')
        .chain('\u{4e00}'..='\u{9fff}')
        .chain('\u{ac00}'..='\u{d7a3}');
    let mut reserve = reserve.filter(|symbol| !taken.contains(symbol)).cycle();
    let pieces = puzzle.pieces.iter().enumerate();
    pieces
        .map(|(number, piece)| match single(&piece.name) {
            Some(symbol) if copies(number) == 1 => vec![symbol],
            _ => reserve.by_ref().take(copies(number)).collect(),
        })
        .collect()
}
