//! Solutions as text, read one at a time.
//!
//! Three forms are known: option lines as DLX solvers print them, JSON lines and pictures as `polydlx solve` prints them.

use crate::failure::{Failure, plain};
use crate::input::STDIN;
use crate::picture::Picture;
use polydlx::diagnostic::Diagnostic;
use polydlx::lattice::Puzzle;
use polydlx::packing::Claim;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader};

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
enum Unreadable {
    /// The system refused.
    Io(io::Error),
    /// A line is no text.
    Binary(usize),
    /// A line makes no sense.
    Line(usize, String),
}

/// The solutions in a file, or on standard input, if the spec does not come from there.
pub(crate) fn open<'a>(
    spec: &str,
    file: &str,
    puzzle: &'a Puzzle,
) -> Result<impl Iterator<Item = Result<Solution, Failure>> + use<'a>, Failure> {
    if spec == "-" && file == "-" {
        let message = "the spec and the solutions cannot both come from standard input";
        return Err(Failure::mistake(
            Diagnostic::error("two-inputs", message).remedy("put one of them into a file"),
        ));
    }
    let reader: Box<dyn BufRead> = match file {
        "-" => Box::new(io::stdin().lock()),
        _ => Box::new(BufReader::new(File::open(file).map_err(|error| cannot_read(file, &error))?)),
    };
    let name = if file == "-" { STDIN } else { file }.to_owned();
    Ok(Solutions::new(puzzle, reader).map(move |solution| {
        solution.map_err(|why| match why {
            Unreadable::Io(error) => cannot_read(&name, &error),
            Unreadable::Binary(line) => Failure::mistake(
                Diagnostic::error("not-text", format!("{name}, line {line}: this is no text"))
                    .remedy("solutions are text; is this a picture, or a compressed file?"),
            ),
            Unreadable::Line(line, message) => Failure::mistake(
                Diagnostic::error("not-a-solution", format!("{name}, line {line}: {message}"))
                    .remedy("see `polydlx check --help` for what can be read"),
            ),
        })
    }))
}

fn cannot_read(name: &str, error: &io::Error) -> Failure {
    Failure::mistake(Diagnostic::error("cannot-read", format!("cannot read {name}: {}", plain(error))))
}

/// The solutions of a text.
struct Solutions<'a, R> {
    puzzle: &'a Puzzle,
    pieces: BTreeSet<String>,
    picture: Picture<'a>,
    reader: R,
    line: usize,
    /// Whether the text turned out to be unreadable, or is at its end.
    done: bool,
    /// The number of the solution whose lines are being collected, and these lines.
    number: Option<u64>,
    block: Vec<String>,
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
    fn new(puzzle: &'a Puzzle, reader: R) -> Self {
        let pieces = puzzle.pieces.iter().map(|piece| piece.name.clone()).collect();
        let picture = Picture::new(puzzle);
        Self { puzzle, pieces, picture, reader, line: 0, done: false, number: None, block: Vec::new() }
    }

    /// The next line, without its end; none at the end.
    fn next_line(&mut self) -> Result<Option<String>, Unreadable> {
        self.line += 1;
        let mut bytes = Vec::new();
        if self.reader.read_until(b'\n', &mut bytes).map_err(Unreadable::Io)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8(bytes).ok().filter(|line| !line.contains('\0'));
        let line = line.ok_or(Unreadable::Binary(self.line))?;
        Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
    }

    /// Takes in one line; gives a solution when the line ends it.
    fn take(&mut self, line: &str) -> Result<Option<Solution>, String> {
        if line.starts_with('|') {
            return self.picture.read_legend(line).map(|()| None);
        }
        let word = line.trim();
        if word.starts_with('{') {
            let read: JsonLine = serde_json::from_str(word).map_err(|error| format!("not JSON: {error}"))?;
            let (own, other) = (self.puzzle.lattice.name(), read.lattice);
            if let Some(other) = other.filter(|other| other != own) {
                return Err(format!("these solutions are on lattice {other}, but the puzzle is on {own}"));
            }
            return Ok(read.placements.map(|placements| Solution {
                line: self.line,
                number: read.solution,
                claims: placements.into_iter().map(|p| Claim { piece: p.piece, cells: p.cells }).collect(),
            }));
        }
        let header = word.strip_suffix(':').and_then(|number| number.parse().ok());
        let in_picture = self.is_picture() && self.block.len() < self.picture.height();
        if header.is_none() && (!word.is_empty() || in_picture) {
            self.block.push(line.trim_end().to_owned());
            return Ok(None);
        }
        let ended = self.end_block(self.line);
        self.number = header.or(self.number.filter(|_| word.is_empty()));
        ended
    }

    /// Whether the lines collected so far can only be a picture. A picture may have empty lines, options may not.
    fn is_picture(&self) -> bool {
        self.block.iter().any(|line| self.option_line(line).is_err())
    }

    /// Makes a solution of the lines before line `next`: options if all their cells exist, else a picture,
    /// else options with cells that do not exist.
    fn end_block(&mut self, next: usize) -> Result<Option<Solution>, String> {
        let block = std::mem::take(&mut self.block);
        if block.iter().all(String::is_empty) {
            return Ok(None);
        }
        let options: Result<Vec<_>, _> = block.iter().map(|line| self.option_line(line)).collect();
        let exist = |claim: &Claim| claim.cells.iter().all(|cell| self.puzzle.site_named(cell).is_some());
        let claims = match (options, self.picture.read(&block)) {
            (Ok(options), _) if options.iter().flatten().all(exist) => {
                options.into_iter().flatten().collect()
            }
            (_, Ok(claims)) => claims,
            (Ok(options), Err(_)) => options.into_iter().flatten().collect(),
            (Err(options), Err(picture)) => {
                return Err(format!(
                    "this is neither a picture ({picture}) nor a list of options ({options})"
                ));
            }
        };
        Ok(Some(Solution { line: next - block.len(), number: self.number.take(), claims }))
    }

    /// A piece and its cells in any order; `(2 of 5)` may follow.
    fn option_line(&self, line: &str) -> Result<Option<Claim>, String> {
        let line = line.find(" (").map_or(line, |at| &line[..at]);
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"null") {
            // Knuth's DLX3 says so when it is done with an item that may be used more often.
            return Ok(None);
        }
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
                    self.end_block(self.line).map_err(|why| Unreadable::Line(self.line, why))
                }
                Err(why) => Err(why),
            };
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
