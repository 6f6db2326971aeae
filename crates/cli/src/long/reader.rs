//! The solutions of a folder, as a text to be read.

use super::kept::{folder, question, unreadable};
use crate::failure::Failure;
use polydlx::diagnostic::Diagnostic;
use polydlx::journal::{Asked, Ledger, PLAN, Units};
use std::io::{self, BufReader, Read};
use std::path::Path;

/// The solutions that are kept in a folder, in the order of units, numbered from 1.
pub(crate) fn solutions(path: &Path) -> Result<BufReader<impl Read + use<>>, Failure> {
    let (_, ledger, _) = results(path)?;
    let lines = ledger.solutions(&folder(path));
    Ok(BufReader::new(Numbered { lines, number: 0, rest: Vec::new(), at: 0 }))
}

/// How many solutions a folder keeps, which must be all of them.
pub(crate) fn kept(path: &Path) -> Result<u64, Failure> {
    let (asked, ledger, complete) = results(path)?;
    if asked.command != "solve" || !complete {
        let why = if complete { "keeps no solutions, only their number" } else { "has something left to do" };
        let message = format!("{} {why}", path.display());
        let remedy = "samples are drawn from all solutions, as `polydlx solve --save` keeps them";
        return Err(Failure::mistake(Diagnostic::error("no-sample", message).remedy(remedy)));
    }
    Ok(ledger.total().kept)
}

/// What to say of a solution of another puzzle.
pub(crate) fn not_of_this_puzzle(path: &Path) -> Failure {
    let message = format!("{} has a solution of another puzzle", path.display());
    Failure::mistake(Diagnostic::error("not-a-solution", message))
}

/// The question of a folder, its results, and whether all is done.
pub(crate) fn results(path: &Path) -> Result<(Asked, Ledger, bool), Failure> {
    let folder = folder(path);
    let asked = question(&folder)?;
    let plan = path.join(PLAN);
    let text = folder.read(PLAN).map_err(|error| unreadable(&plan, &error.to_string()))?;
    let units = Units::read(&text, &asked).map_err(|why| unreadable(&plan, &why))?;
    let ledger =
        Ledger::read(&folder, &asked, &units).map_err(|error| unreadable(path, &error.to_string()))?;
    let complete = ledger.left().is_empty();
    Ok((asked, ledger, complete))
}

struct Numbered<I> {
    lines: I,
    number: u64,
    rest: Vec<u8>,
    at: usize,
}

impl<I: Iterator<Item = io::Result<String>>> Read for Numbered<I> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.rest.len() {
            let Some(line) = self.lines.next() else { return Ok(0) };
            self.number += 1;
            self.rest = format!("{}\n", numbered(&line?, self.number)).into_bytes();
            self.at = 0;
        }
        let some = into.len().min(self.rest.len() - self.at);
        into[..some].copy_from_slice(&self.rest[self.at..self.at + some]);
        self.at += some;
        Ok(some)
    }
}

/// The same solution with another number: units number their own.
fn numbered(line: &str, number: u64) -> String {
    let rest = line
        .strip_prefix(r#"{"solution":"#)
        .map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    rest.map_or_else(|| line.to_owned(), |rest| format!(r#"{{"solution":{number}{rest}"#))
}
