//! Tilings as text: one symbol a cell, layers side by side.

use polydlx_lattice::{
    Placement, Puzzle, Site, Spot, Tiling, is_mark, is_wide, letters_of_cells, letters_of_lines,
};
use polydlx_packing::Claim;
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
}

/// What stands for a cell that no piece covers, and where needed for one that is not in the box.
const EMPTY: char = '.';
/// The same in pictures for people.
const UNCOVERED: char = '·';
/// What stands for a cell that several pieces cover, which rules may allow.
const SEVERAL: char = '*';
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
        }
    }

    /// How many lines a picture has.
    pub(crate) fn height(&self) -> usize {
        self.height
    }

    /// What the symbols of a tiling mean, as far as no legend has told it before: a line for each piece whose symbol is
    /// not its name.
    pub fn legend(&mut self, tiling: &Tiling) -> String {
        let used: BTreeSet<char> = self.symbols_of(tiling).into_iter().collect();
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
        for symbol in symbols.chars() {
            let other = self.read.insert(symbol, name.to_owned());
            if let Some(other) = other.filter(|other| other != name) {
                return Err(format!("the legend shows both {other} and {name} as `{symbol}`"));
            }
        }
        Ok(())
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

    /// What a picture says, read back.
    pub(crate) fn read(&self, lines: &[String]) -> Result<Vec<Claim>, String> {
        if self.puzzle.has_colors() {
            return Err(
                "a picture does not show how pieces with colours lie; use `--format jsonl`".to_owned()
            );
        }
        if self.puzzle.has_suffixes() {
            return Err("a picture does not show cells with suffixes; use `--format jsonl`".to_owned());
        }
        if lines.iter().any(|line| line.contains(SEVERAL)) {
            return Err(
                "a picture does not show which pieces cover a cell together; use `--format jsonl`".to_owned()
            );
        }
        let letters = letters_of_lines(self.puzzle.lattice, lines);
        let lines = letters.as_deref().unwrap_or(lines);
        // Pictures without lines have a dot of another kind for cells that no piece covers.
        let lines: Vec<String> = lines.iter().map(|line| line.replace(UNCOVERED, ".")).collect();
        if lines.len() > self.height {
            return Err("it has more lines than the box".to_owned());
        }
        let grid: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
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
        let mut cells: BTreeMap<char, Vec<String>> = BTreeMap::new();
        for (&site, &place) in self.places.iter().filter(|(_, place)| is_piece(at(**place))) {
            cells.entry(at(place)).or_default().push(self.puzzle.site_name(site));
        }
        let pieces = &self.puzzle.pieces;
        let owner = |symbol: char| match self.read.get(&symbol) {
            Some(name) if pieces.iter().any(|piece| piece.name == *name) => Ok(name.clone()),
            Some(name) => Err(format!("its legend names a piece {name}, which the puzzle does not have")),
            None => {
                let piece = self.symbols.iter().position(|symbols| symbols.contains(&symbol));
                let piece = piece.ok_or_else(|| format!("no piece is shown as `{symbol}`"))?;
                Ok(pieces[piece].name.clone())
            }
        };
        let claims = cells.into_iter().map(|(symbol, cells)| Ok(Claim { piece: owner(symbol)?, cells }));
        claims.collect()
    }
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
