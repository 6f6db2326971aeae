//! Lattices that a user brings: a file instead of a name.

use super::{Missing, Sets};
use crate::mistake;
use crate::parse::words;
use polydlx_diagnostic::{Diagnostic, Source, Span};
use polydlx_lattice::Lattice;

/// Lattices by the words that a spec has for them; none if something is wrong with one.
pub(crate) type Own = Vec<(String, Option<Lattice>)>;

/// What was found of the files that a text names as lattices.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) own: Own,
    pub(crate) sources: Vec<Source>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The lattice that a file describes, or all that is wrong with it.
///
/// ```
/// use polydlx_spec::{Source, read_lattice};
///
/// let mistakes = read_lattice(&Source::new("./mine.lat", "lattice mine\nturn (b,a,b)\n")).unwrap_err();
/// assert_eq!(mistakes[0].kind, "row-expected");
/// ```
pub fn read_lattice(file: &Source) -> Result<Lattice, Vec<Diagnostic>> {
    let read = Lattice::from_text(&file.name, &file.text);
    read.map_err(|wrong| wrong.iter().map(|wrong| mistake::row(0, wrong)).collect())
}

/// Whether a word means a file, and not a name.
pub(crate) fn is_file(word: &str) -> bool {
    word.contains(['/', '\\']) || word.ends_with(".lat")
}

/// Reads the lattices that a text names by files. Spans of the text carry the number `at`; the files are sources from
/// number `next` on.
pub(crate) fn find(source: &Source, at: usize, next: usize, sets: &dyn Sets) -> Found {
    let mut found = Found::default();
    for line in source.text.split('\n').filter_map(|line| line.strip_prefix("|!")) {
        let mut words = words(line);
        let (Some("lattice"), Some(word)) = (words.next(), words.next()) else { continue };
        if !is_file(word) || found.own.iter().any(|(known, _)| known == word) {
            continue;
        }
        let start = word.as_ptr() as usize - source.text.as_ptr() as usize;
        let span = Span::new(at, start..start + word.len());
        let lattice = match sets.find(word, &source.name) {
            Err(Missing::Unreadable(why) | Missing::Unfit(why)) => {
                found.diagnostics.push(mistake::unreadable_lattice(span, word, &why));
                None
            }
            Err(Missing::Unknown) => {
                found.diagnostics.push(mistake::unknown_lattice(span, word));
                None
            }
            Ok(file) => {
                let read = Lattice::from_text(word, &file.text);
                if read.is_err() && sets.is_foreign(word, &source.name) {
                    // What stands in files of others is nobody's business.
                    found.diagnostics.push(mistake::foreign_lattice(span, word));
                    found.own.push((word.to_owned(), None));
                    continue;
                }
                let number = next + found.sources.len();
                let wrong = read.as_ref().err().into_iter().flatten();
                found.diagnostics.extend(wrong.map(|wrong| mistake::row(number, wrong)));
                found.sources.push(file);
                read.ok()
            }
        };
        found.own.push((word.to_owned(), lattice));
    }
    found
}
