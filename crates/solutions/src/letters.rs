//! Tilings as text: one symbol a cell, layers side by side.

use polydlx_lattice::{Placement, Puzzle, Site, Tiling};
use polydlx_packing::Claim;
use std::collections::{BTreeMap, BTreeSet};

/// Where each cell of a puzzle is printed, and what stands for each piece.
pub struct Letters<'a> {
    puzzle: &'a Puzzle,
    /// Row and column of each cell without suffix.
    places: BTreeMap<Site, (usize, usize)>,
    height: usize,
    width: usize,
    /// For each piece one symbol a copy.
    symbols: Vec<Vec<char>>,
    /// Symbols that the legend has told of.
    explained: BTreeSet<char>,
    /// What a legend that was read says, by names of pieces.
    read: BTreeMap<char, String>,
}

/// What stands for a cell that no piece covers.
const EMPTY: char = '.';
/// What stands for a cell that several pieces cover, which rules may allow.
const SEVERAL: char = '*';
/// What stands for a copy of a piece that the puzzle does not have, which happens only in solutions that are none.
const UNKNOWN: char = '?';
/// Columns between two layers.
const GAP: i32 = 3;

impl<'a> Letters<'a> {
    /// The symbols of a puzzle.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let cells: Vec<Site> =
            puzzle.region.sites().iter().copied().filter(|site| site.suffix == 0).collect();
        let positions: Vec<[i32; 3]> =
            cells.iter().map(|&site| puzzle.lattice.letter_place(site.cell())).collect();
        let extreme =
            |axis: usize, f: fn(i32, i32) -> i32| positions.iter().map(|p| p[axis]).reduce(f).unwrap_or(0);
        let least = [0, 1, 2].map(|axis| extreme(axis, i32::min));
        let layer_width = extreme(2, i32::max) - least[2] + 1 + GAP;
        let places = cells.iter().zip(&positions).map(|(&site, position)| {
            let [layer, row, column] = [0, 1, 2].map(|axis| position[axis] - least[axis]);
            (site, (row as usize, (layer * layer_width + column) as usize))
        });
        let places: BTreeMap<_, _> = places.collect();
        Self {
            puzzle,
            height: places.values().map(|(row, _)| row + 1).max().unwrap_or(0),
            width: places.values().map(|(_, column)| column + 1).max().unwrap_or(0),
            places,
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
        for &(row, column) in self.places.values() {
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

    /// What a picture says, read back.
    pub(crate) fn read(&self, lines: &[String]) -> Result<Vec<Claim>, String> {
        if self.puzzle.has_suffixes() {
            return Err("a picture does not show cells with suffixes; use `--format jsonl`".to_owned());
        }
        if lines.iter().any(|line| line.contains(SEVERAL)) {
            return Err(
                "a picture does not show which pieces cover a cell together; use `--format jsonl`".to_owned()
            );
        }
        if lines.len() > self.height {
            return Err("it has more lines than the box".to_owned());
        }
        let grid: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
        let at = |(row, column): (usize, usize)| {
            grid.get(row).and_then(|line| line.get(column)).copied().unwrap_or(' ')
        };
        let inked = grid.iter().flatten().filter(|&&symbol| symbol != ' ').count();
        if inked != self.places.values().filter(|&&place| at(place) != ' ').count() {
            return Err("it does not have the form of the box".to_owned());
        }
        let mut cells: BTreeMap<char, Vec<String>> = BTreeMap::new();
        for (&site, &place) in self.places.iter().filter(|(_, place)| !matches!(at(**place), ' ' | EMPTY)) {
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
            chars.next().is_none() && first != EMPTY && first != '|' && first.is_alphanumeric()
        })
    };
    let copies = |number: usize| {
        let sizes = puzzle
            .shapes
            .iter()
            .filter(|typical| typical.piece.0 == number)
            .map(|typical| typical.shape.sites().iter().filter(|site| site.suffix == 0).count());
        let most = sizes.min().filter(|&size| size > 0).map_or(cells, |size| cells / size);
        (puzzle.pieces[number].bounds.high as usize).min(most.max(1))
    };
    let mut taken: Vec<char> = Vec::new();
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        taken.extend(single(&piece.name).filter(|_| copies(number) == 1));
    }
    // Letters and digits first; whoever needs more gets Greek and Cyrillic, then ideographs, of which there are enough.
    let reserve = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain('α'..='ω')
        .chain('А'..='я')
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
