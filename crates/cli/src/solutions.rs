//! Solutions as text, read one at a time.
//!
//! Two forms are known: option lines as DLX solvers print them, and JSON lines as polydlx prints them.

use polydlx::lattice::Puzzle;
use polydlx::packing::Claim;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::io::{self, BufRead, Lines};

/// A solution that someone claims to have found.
pub(crate) struct Solution {
    /// The line that it begins on.
    pub(crate) line: usize,
    /// The number that it was given.
    pub(crate) number: Option<u64>,
    /// Its placements.
    pub(crate) claims: Vec<Claim>,
}

/// Why a solution cannot be read.
pub(crate) enum Unreadable {
    /// The system refused.
    Io(io::Error),
    /// A line makes no sense.
    Line(usize, String),
}

/// The solutions of a text.
pub(crate) struct Solutions<R> {
    pieces: BTreeSet<String>,
    lines: Lines<R>,
    line: usize,
    /// Whether the text turned out to be unreadable, or is at its end.
    done: bool,
    /// The solution whose header has been read.
    next: Option<Solution>,
}

/// A line of the JSON form: the header has other fields, which do not matter here.
#[derive(Deserialize)]
struct JsonLine {
    solution: Option<u64>,
    placements: Option<Vec<JsonPlacement>>,
}

#[derive(Deserialize)]
struct JsonPlacement {
    piece: String,
    cells: Vec<String>,
}

impl<R: BufRead> Solutions<R> {
    pub(crate) fn new(puzzle: &Puzzle, reader: R) -> Self {
        let pieces = puzzle.pieces.iter().map(|piece| piece.name.clone()).collect();
        Self { pieces, lines: reader.lines(), line: 0, done: false, next: None }
    }

    /// Takes in one line; gives a solution when the line ends it.
    fn take(&mut self, line: &str) -> Result<Option<Solution>, String> {
        let line = line.trim();
        let header = line.strip_suffix(':').and_then(|number| number.parse().ok());
        if line.is_empty() || header.is_some() {
            let ended = self.next.take().filter(|solution| !solution.claims.is_empty());
            if header.is_some() {
                self.next = Some(Solution { line: self.line, number: header, claims: Vec::new() });
            }
            return Ok(ended);
        }
        if line.starts_with('{') {
            let read: JsonLine = serde_json::from_str(line).map_err(|error| format!("not JSON: {error}"))?;
            return Ok(read.placements.map(|placements| Solution {
                line: self.line,
                number: read.solution,
                claims: placements.into_iter().map(|p| Claim { piece: p.piece, cells: p.cells }).collect(),
            }));
        }
        if let Some(claim) = self.option_line(line)? {
            let fresh = Solution { line: self.line, number: None, claims: Vec::new() };
            self.next.get_or_insert(fresh).claims.push(claim);
        }
        Ok(None)
    }

    /// A piece and its cells in any order; `(2 of 5)` may follow.
    fn option_line(&self, line: &str) -> Result<Option<Claim>, String> {
        let line = line.find(" (").map_or(line, |at| &line[..at]);
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"null") {
            // Knuth's DLX3 says so when it is done with an item that may be used more often.
            return Ok(None);
        }
        let is_piece = |word: &&str| self.pieces.contains(*word);
        match words.iter().copied().filter(is_piece).count() {
            0 => Err(format!("no piece of the puzzle is named in `{line}`")),
            1 => Ok(words.iter().copied().find(is_piece).map(|piece| Claim {
                piece: piece.to_owned(),
                cells: words
                    .iter()
                    .filter(|word| **word != piece && !word.starts_with('@'))
                    .map(|&word| word.to_owned())
                    .collect(),
            })),
            _ => Err(format!("several pieces are named in `{line}`")),
        }
    }
}

impl<R: BufRead> Iterator for Solutions<R> {
    type Item = Result<Solution, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            let Some(line) = self.lines.next() else {
                self.done = true;
                return self.next.take().filter(|solution| !solution.claims.is_empty()).map(Ok);
            };
            self.line += 1;
            let taken = line
                .map_err(Unreadable::Io)
                .and_then(|line| self.take(&line).map_err(|message| Unreadable::Line(self.line, message)));
            match taken {
                Ok(None) => {}
                Ok(Some(solution)) => return Some(Ok(solution)),
                Err(why) => {
                    self.done = true;
                    return Some(Err(why));
                }
            }
        }
        None
    }
}
