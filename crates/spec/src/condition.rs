//! Conditions on solutions: what a puzzle requires, and what is asked for from outside.

use crate::mistake;
use crate::syntax::{Pragma, Spec};
use polydlx_diagnostic::{Diagnostic, Span};
use polydlx_lattice::Puzzle;
use polydlx_properties::{Board, Condition, Measure, Needs, Wrong};
use std::ops::Range;

/// Reads a condition on the solutions of a puzzle; the text is source `source` of the mistakes.
pub fn read_condition(source: usize, text: &str, board: &Board) -> Result<Condition, Box<Diagnostic>> {
    let point = |at: Range<usize>| Span::new(source, at);
    let condition: Condition =
        text.parse().map_err(|wrong: Wrong| Box::new(mistake::flaw(point(wrong.at), &wrong.flaw)))?;
    board.fits(&condition).map_err(|flaw| Box::new(mistake::flaw(point(flaw.place(text)), &flaw)))?;
    Ok(condition)
}

/// Reads the name of a property, with what it is said of, for the solutions of a puzzle.
pub fn read_measure(source: usize, text: &str, board: &Board) -> Result<Measure, Box<Diagnostic>> {
    let point = |at: Range<usize>| Span::new(source, at);
    let measure: Measure =
        text.parse().map_err(|wrong: Wrong| Box::new(mistake::flaw(point(wrong.at), &wrong.flaw)))?;
    board.knows(&measure).map_err(|flaw| Box::new(mistake::flaw(point(flaw.place(text)), &flaw)))?;
    Ok(measure)
}

/// What is wrong with the conditions that a puzzle requires.
pub(crate) fn check_required(spec: &Spec, puzzle: &Puzzle, text: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let required: Vec<_> = spec.pragmas().filter_map(Pragma::requirement).collect();
    if required.is_empty() {
        return found;
    }
    let has_rules = spec.pragmas().any(|pragma| matches!(pragma, Pragma::Rule(rule) if !rule.leaves_out()));
    let board = Board::of(puzzle);
    for condition in required {
        for measure in condition.value.measures() {
            if let Err(flaw) = board.knows(measure) {
                let Span { source, start, end } = condition.span;
                let place = flaw.place(&text[start..end]);
                let span = Span::new(source, start + place.start..start + place.end);
                found.push(mistake::flaw(span, &flaw));
            } else if measure.property.needs == Needs::Swaps && has_rules {
                found.push(mistake::require_with_rules(condition.span, measure.property.name));
            } else if measure.property.needs == Needs::Reference {
                found.push(mistake::needs_reference(condition.span, measure.property.name));
            }
        }
    }
    found
}
