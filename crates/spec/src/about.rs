//! What a DLX file says of itself.

use crate::mistake;
use crate::parse::{Reader, is_space};
use crate::syntax::{Cost, Equivalence, Pragma};
use polydlx_diagnostic::{Diagnostic, Span};

/// The pragmas of a DLX file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    pragmas: Vec<Pragma>,
}

/// Reads the lines of a DLX file that begin with `|!`; to all who read such files they are comments.
///
/// ```
/// let text = "|! title Two matchings\n|! expect total 2\na b c d\na b\nc d\na d\nb c\n";
/// let (about, mistakes) = polydlx_spec::about(0, text);
/// assert!(mistakes.is_empty());
/// assert_eq!((about.title(), about.expected()), (Some("Two matchings"), Some("2")));
/// ```
pub fn about(source: usize, text: &str) -> (About, Vec<Diagnostic>) {
    let mut reader = Reader::new(source, text, None);
    let mut about = About::default();
    let mut first: Vec<(&str, Span)> = Vec::new();
    for line in text.split('\n') {
        let line = line.trim_start_matches(is_space);
        let Some(rest) = line.strip_prefix("|!") else { continue };
        let Some(pragma) = reader.pragma(rest) else { continue };
        let span = reader.span(line);
        let what = match pragma {
            Pragma::Title(_) => "the title",
            Pragma::Source(_) => "the source",
            Pragma::Cost(_) => "the cost",
            Pragma::Expect(Equivalence::Total, _) => "the number of solutions",
            _ => {
                reader.report(mistake::not_in_dlx(span));
                continue;
            }
        };
        match first.iter().find(|(known, _)| *known == what) {
            Some(&(_, first)) => reader.report(mistake::said_twice(span, what, first)),
            None => first.push((what, span)),
        }
        about.pragmas.push(pragma);
    }
    (about, reader.diagnostics)
}

impl About {
    /// What it is called.
    pub fn title(&self) -> Option<&str> {
        self.pragmas.iter().find_map(Pragma::title)
    }

    /// Where it comes from.
    pub fn source(&self) -> Option<&str> {
        self.pragmas.iter().find_map(Pragma::source)
    }

    /// The number of solutions that is expected, in decimal digits.
    pub fn expected(&self) -> Option<&str> {
        self.pragmas.iter().find_map(|pragma| pragma.expected(Equivalence::Total))
    }

    /// How long it takes to find all solutions.
    pub fn cost(&self) -> Option<Cost> {
        self.pragmas.iter().find_map(Pragma::cost)
    }
}
