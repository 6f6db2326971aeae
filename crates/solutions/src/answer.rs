//! Answers of SAT and pseudo-Boolean solvers: which options are chosen.

use polydlx_cover::OptionId;
use polydlx_lattice::Puzzle;
use polydlx_packing::{Claim, Packing};

/// An answer, as far as its lines have been read.
///
/// Solvers say `s SATISFIABLE` and then, in lines that begin with `v`, the variables that are true: `3`, or `x3` if they are
/// pseudo-Boolean. minisat writes `SAT` and a line of numbers. Variable k is option k of the puzzle.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    chosen: Vec<usize>,
    is_open: bool,
}

impl Answer {
    /// Whether a line can only be the beginning of an answer. Comments of solvers have words, pictures have letters.
    pub(crate) fn begins(line: &str) -> bool {
        let is_talk = |rest: &str| rest.split_whitespace().any(|word| word.chars().count() > 1);
        match line.trim_end().split_at_checked(2) {
            Some(("s ", rest)) => {
                ["SATISFIABLE", "UNSATISFIABLE", "OPTIMUM FOUND", "UNKNOWN"].contains(&rest.trim())
            }
            Some(("c ", rest)) => is_talk(rest),
            Some(("v ", rest)) => rest.split_whitespace().all(|word| variable(word).is_some()),
            _ => matches!(line.trim(), "SAT" | "UNSAT" | "INDET" | "c"),
        }
    }

    /// Takes in a line; gives the placements when the answer is complete.
    pub(crate) fn take(&mut self, puzzle: &Puzzle, line: &str) -> Result<Option<Vec<Claim>>, String> {
        let values = match line.split_at_checked(2) {
            Some(("v ", values)) => values,
            _ if line.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == 'x') => line,
            _ => return Ok(None),
        };
        for word in values.split_whitespace() {
            if word == "0" {
                return self.end(puzzle);
            }
            self.is_open = true;
            if let (true, number) = variable(word).ok_or_else(|| format!("`{word}` is no variable"))? {
                self.chosen.push(number);
            }
        }
        Ok(None)
    }

    /// The placements of what has been read.
    pub(crate) fn end(&mut self, puzzle: &Puzzle) -> Result<Option<Vec<Claim>>, String> {
        if !std::mem::take(&mut self.is_open) {
            return Ok(None);
        }
        let packing = Packing::new(puzzle);
        // Beyond the options there are auxiliary variables.
        let chosen = std::mem::take(&mut self.chosen).into_iter();
        let chosen = chosen.filter(|number| (1..=packing.problem().options()).contains(number));
        let options = chosen.map(|number| OptionId(number as u32 - 1));
        let claim = |placement: &polydlx_lattice::Placement| Claim {
            piece: puzzle.pieces[placement.piece.0].name.clone(),
            cells: placement.shape.sites().iter().map(|&site| puzzle.site_name(site)).collect(),
        };
        let claims: Vec<Claim> = packing.tiling(options).iter().map(claim).collect();
        if claims.is_empty() { Err("this answer chooses no placement".to_owned()) } else { Ok(Some(claims)) }
    }
}

/// Whether a variable is true, and its number.
fn variable(word: &str) -> Option<(bool, usize)> {
    let (is_true, name) = word.strip_prefix(['-', '~']).map_or((true, word), |name| (false, name));
    Some((is_true, name.strip_prefix('x').unwrap_or(name).parse().ok()?))
}
