//! Reading solutions, one at a time.

use crate::answer::Answer;
use crate::letters::Letters;
use polydlx_lattice::{LinedPicture, PieceId, Placement, Puzzle, Rule, Tiling, is_summary, without_escapes};
use polydlx_packing::Claim;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, BufRead, Read};

/// A solution that someone claims to have found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The line that it begins on.
    pub line: usize,
    /// The number that it was given.
    pub number: Option<u64>,
    /// Its placements.
    pub claims: Vec<Claim>,
    /// The line that each of them stands on; empty if the solution is a picture, or stands on one line.
    pub lines: Vec<usize>,
}

impl Solution {
    /// The line that a placement stands on, by its number; that of the whole solution if it has none of its own.
    pub fn line_of(&self, claim: Option<usize>) -> usize {
        claim.and_then(|claim| self.lines.get(claim)).copied().unwrap_or(self.line)
    }

    /// A solution that stands on one line.
    fn on_line(line: usize, number: Option<u64>, claims: Vec<Claim>) -> Self {
        Self { line, number, claims, lines: Vec::new() }
    }

    /// Where the pieces lie, in the order of the puzzle; nobody has checked that they fit.
    pub fn tiling(&self, puzzle: &Puzzle) -> Result<Tiling, Unknown> {
        let placement = |claim: &Claim| {
            let piece = puzzle.pieces.iter().position(|piece| piece.name == claim.piece);
            let piece = piece.ok_or_else(|| Unknown::Piece(claim.piece.clone()))?;
            let site = |cell: &String| puzzle.site_named(cell).ok_or_else(|| Unknown::Cell(cell.clone()));
            let shape = claim.cells.iter().map(site).collect::<Result<_, _>>()?;
            Ok(Placement { piece: PieceId(piece), shape })
        };
        self.claims.iter().map(placement).collect()
    }
}

/// A name in a solution that the puzzle does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// No piece is called so.
    Piece(String),
    /// No cell is called so.
    Cell(String),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Piece(name) => write!(f, "there is no piece {name}"),
            Self::Cell(name) => write!(f, "there is no cell {name}"),
        }
    }
}

impl std::error::Error for Unknown {}

/// Why a solution cannot be read.
#[derive(Debug)]
pub enum Unreadable {
    /// The system refused.
    Io(io::Error),
    /// A line is no text.
    Binary(usize),
    /// A line makes no sense.
    Line(usize, String),
    /// A solution takes more bytes than allowed, and so does what it is held in; this is where it was given up.
    Endless(usize),
}

/// How many bytes one solution may take, unless [`Solutions::at_most`] says otherwise.
const MOST_BYTES: u64 = 1 << 28;
/// What it takes to keep a line, besides its characters.
const A_LINE: u64 = 64;

/// The solutions of a text, in any of the three forms. After one that cannot be read there are no more.
pub struct Solutions<'a, R> {
    puzzle: &'a Puzzle,
    pieces: BTreeSet<String>,
    /// Items that options of an edited file may have besides.
    others: Option<BTreeSet<String>>,
    letters: Letters<'a>,
    reader: R,
    line: usize,
    /// How many bytes a solution may take, and how many have been read since the last one.
    most: u64,
    held: u64,
    /// Whether the text turned out to be unreadable, or is at its end.
    done: bool,
    /// The number of the solution whose lines are being collected, and these lines.
    number: Option<u64>,
    block: Vec<String>,
    /// The line that the first of them stands on.
    begun: usize,
    /// What a solver has said so far, if the text is its answer.
    answer: Option<Answer>,
}

/// A line of the JSON form: the header, or a solution. The header has more fields, which the puzzle knows better.
#[derive(Deserialize)]
struct JsonLine {
    lattice: Option<String>,
    solution: Option<u64>,
    placements: Option<Vec<JsonPlacement>>,
}

#[derive(Deserialize)]
struct JsonPlacement {
    piece: String,
    cells: Vec<String>,
}

impl<'a, R: BufRead> Solutions<'a, R> {
    /// What a text says about a puzzle.
    pub fn new(puzzle: &'a Puzzle, reader: R) -> Self {
        let pieces = puzzle.pieces.iter().map(|piece| piece.name.clone()).collect();
        let letters = Letters::new(puzzle);
        Self {
            puzzle,
            pieces,
            others: None,
            letters,
            reader,
            line: 0,
            most: MOST_BYTES,
            held: 0,
            done: false,
            number: None,
            block: Vec::new(),
            begun: 0,
            answer: None,
        }
    }

    /// The same of an option file that was edited: options may have these items, too, and need not place a piece.
    pub fn of_edited_file(self, items: impl IntoIterator<Item = String>) -> Self {
        Self { others: Some(items.into_iter().collect()), ..self }
    }

    /// The same, but no solution may take more bytes than this: a pipe need not end, nor its first line.
    pub fn at_most(self, bytes: u64) -> Self {
        Self { most: bytes, ..self }
    }

    /// The next line, without its end; none at the end.
    fn next_line(&mut self) -> Result<Option<String>, Unreadable> {
        self.line += 1;
        let mut bytes = Vec::new();
        let room = self.most.saturating_sub(self.held);
        let read = self.reader.by_ref().take(room.saturating_add(1)).read_until(b'\n', &mut bytes);
        let read = read.map_err(Unreadable::Io)? as u64;
        if read == 0 {
            return Ok(None);
        }
        if read > room {
            return Err(Unreadable::Endless(self.line));
        }
        self.held += read + A_LINE;
        let line = String::from_utf8(bytes).ok().filter(|line| !line.contains('\0'));
        let line = line.ok_or(Unreadable::Binary(self.line))?;
        Ok(Some(without_escapes(line.trim_end_matches(['\n', '\r']))))
    }

    /// Takes in one line; gives a solution when the line ends it.
    fn take(&mut self, line: &str) -> Result<Option<Solution>, String> {
        if self.answer.is_none() && self.block.is_empty() && Answer::begins(line) {
            self.answer = Some(Answer::default());
        }
        if let Some(answer) = &mut self.answer {
            let claims = answer.take(self.puzzle, line)?;
            return Ok(claims.map(|claims| Solution::on_line(self.line, None, claims)));
        }
        if line.starts_with('|') {
            if Letters::is_legend_of_words(line) {
                // It stands above its picture, so the one before is at its end.
                let ended = self.end_block()?;
                return self.letters.read_legend(line).map(|()| ended);
            }
            return self.letters.read_legend(line).map(|()| None);
        }
        let word = line.trim();
        if self.block.is_empty() && is_summary(word) {
            return Ok(None);
        }
        if word.starts_with('{') {
            let read: JsonLine = serde_json::from_str(word).map_err(|error| format!("not JSON: {error}"))?;
            let (own, other) = (self.puzzle.lattice.name(), read.lattice);
            if let Some(other) = other.filter(|other| other != own) {
                return Err(format!("these solutions are on lattice {other}, but the puzzle is on {own}"));
            }
            return Ok(read.placements.map(|placements| {
                let claims = placements.into_iter().map(|p| Claim { piece: p.piece, cells: p.cells });
                Solution::on_line(self.line, read.solution, claims.collect())
            }));
        }
        // A remark in brackets may follow: `3: (hsym 42)`.
        let number = word.split_once(": (").filter(|_| word.ends_with(')')).map(|(number, _)| number);
        let header = number.or(word.strip_suffix(':')).and_then(|number| number.parse().ok());
        // A picture may have empty lines; one with lines between its pieces, between layers.
        let is_short = || match LinedPicture::read(self.puzzle.lattice, &self.block) {
            None if self.block.iter().all(|line| line.chars().all(|c| matches!(c, ' ' | '.'))) => true,
            None => self.block.len() < self.letters.height(),
            Some(lined) => self.letters.lacks_cells(lined.letters()),
        };
        let in_picture = word.is_empty() && self.is_picture() && is_short();
        if header.is_none() && (!word.is_empty() || in_picture) {
            if self.block.is_empty() {
                self.begun = self.line;
            }
            self.block.push(line.trim_end().to_owned());
            return Ok(None);
        }
        let ended = self.end_block();
        self.number = header.or(self.number.filter(|_| word.is_empty()));
        ended
    }

    /// Whether the lines collected so far can only be a picture. A picture may have empty lines, options may not.
    fn is_picture(&self) -> bool {
        self.block.iter().any(|line| self.option_line(line).is_err())
    }

    /// Makes a solution of the lines that were collected: options if all their cells exist, else a picture,
    /// else options with cells that do not exist.
    fn end_block(&mut self) -> Result<Option<Solution>, String> {
        if let Some(answer) = &mut self.answer {
            let claims = answer.end(self.puzzle)?;
            // The text is at its end, one line beyond the last.
            return Ok(claims.map(|claims| Solution::on_line(self.line.saturating_sub(1), None, claims)));
        }
        let mut block = std::mem::take(&mut self.block);
        // Where nothing is covered, nobody knows before whether empty lines belong to the picture.
        while block.last().is_some_and(String::is_empty) {
            block.pop();
        }
        if block.is_empty() {
            return Ok(None);
        }
        let is_dotted = block.iter().all(|line| line.chars().all(|c| matches!(c, ' ' | '.')));
        if is_dotted && self.number.is_none() && self.puzzle.lattice.dimension() == 3 {
            // The end of a solid whose last lines are empty.
            return Ok(None);
        }
        let lines = (self.begun..).zip(&block);
        let options: Result<Vec<_>, String> =
            lines.map(|(at, line)| Ok(self.option_line(line)?.map(|claim| (at, claim)))).collect();
        let exist = |(_, claim): &(usize, Claim)| {
            claim.cells.iter().all(|cell| self.puzzle.site_named(cell).is_some())
        };
        let are_options = options.as_ref().is_ok_and(|options| options.iter().flatten().all(exist));
        let picture = if are_options { None } else { Some(self.letters.read(&block)) };
        let (lines, claims) = match (options, picture) {
            (_, Some(Ok(claims))) => (Vec::new(), claims),
            (Ok(options), _) => options.into_iter().flatten().unzip(),
            (Err(options), picture) => {
                let picture = picture.and_then(Result::err).unwrap_or_default();
                return Err(format!(
                    "this is neither a picture ({picture}) nor a list of options ({options})"
                ));
            }
        };
        Ok(Some(Solution { line: self.begun, number: self.number.take(), claims, lines }))
    }

    fn are_cells(&self, words: &[&str]) -> bool {
        words.iter().all(|word| self.puzzle.site_named(word).is_some())
    }

    /// A piece and its cells in any order; `(2 of 5)` may follow.
    fn option_line(&self, line: &str) -> Result<Option<Claim>, String> {
        let line = line.find(" (").map_or(line, |at| &line[..at]);
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"null") {
            // Knuth's DLX3 says so when it is done with an item that may be used more often.
            return Ok(None);
        }
        // Items of rules are called `#1` and so on, or by the name that placements share; they may have colours.
        let is_rule = |word: &str| {
            let name = word.split(':').next().unwrap_or_default();
            let rules = &self.puzzle.rules;
            let shares = |rule: &Rule| matches!(rule, Rule::Share(shared, ..) if shared == name);
            self.others.as_ref().is_some_and(|others| others.contains(name))
                || !rules.is_empty() && (name.starts_with('#') || rules.iter().any(shares))
        };
        let rules = words.iter().filter(|word| is_rule(word)).count();
        let words: Vec<&str> = words.into_iter().filter(|word| !is_rule(word)).collect();
        let pieces: Vec<&str> = words.iter().copied().filter(|word| self.pieces.contains(*word)).collect();
        match pieces[..] {
            [piece] if words.len() > 1 => {
                let cells = words.into_iter().filter(|word| *word != piece && !word.starts_with('@'));
                let cells: Vec<String> = cells.map(str::to_owned).collect();
                if let Some(cell) =
                    cells.iter().find(|cell| cell.chars().count() < 2 || cell.starts_with('.'))
                {
                    return Err(format!("`{cell}` is no cell"));
                }
                Ok(Some(Claim { piece: piece.to_owned(), cells }))
            }
            // An option of a rule places nothing, and one that was added need not.
            [] if rules > 0 => Ok(None),
            [] if self.others.is_some() && self.are_cells(&words) => Ok(None),
            [] => Err(format!("no piece of the puzzle is named in `{line}`")),
            _ => Err(format!("`{line}` does not name a piece and its cells")),
        }
    }
}

impl<R: BufRead> Iterator for Solutions<'_, R> {
    type Item = Result<Solution, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            let taken = match self.next_line() {
                Ok(Some(line)) => self.take(&line).map_err(|why| Unreadable::Line(self.line, why)),
                Ok(None) => {
                    self.done = true;
                    self.end_block().map_err(|why| Unreadable::Line(self.line, why))
                }
                Err(why) => Err(why),
            };
            match taken {
                Ok(None) => {}
                Ok(Some(solution)) => {
                    self.held = 0;
                    return Some(Ok(solution));
                }
                Err(why) => {
                    self.done = true;
                    return Some(Err(why));
                }
            }
        }
        None
    }
}
