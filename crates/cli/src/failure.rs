//! What goes wrong, and how the user hears of it.

use polydlx::diagnostic::{Diagnostic, Paint, render};
use polydlx::spec::Source;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Why a command could not do what it was asked for.
pub(crate) enum Failure {
    /// Mistakes in what it was given.
    Mistakes(Vec<Source>, Vec<Diagnostic>),
    /// The system refused something, with the file it was about.
    Io(String, io::Error),
}

impl Failure {
    /// A single mistake that is not about a place in a text.
    pub(crate) fn mistake(diagnostic: Diagnostic) -> Self {
        Self::Mistakes(Vec::new(), vec![diagnostic])
    }

    /// A failure that the user has been told of already.
    pub(crate) fn told() -> Self {
        Self::Mistakes(Vec::new(), Vec::new())
    }

    /// What writing to standard output came to.
    pub(crate) fn stdout(error: io::Error) -> Self {
        Self::Io("standard output".to_owned(), error)
    }

    /// Tells the user. Whoever reads our output may stop reading: that is no failure.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Io(_, error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Self::Io(name, error) => {
                let message = format!("cannot write to {name}: {}", plain(&error));
                show(&[], &[Diagnostic::error("cannot-write", message)]);
            }
            Self::Mistakes(sources, diagnostics) => show(&sources, &diagnostics),
        }
        ExitCode::from(2)
    }
}

/// Draws diagnostics on standard error.
pub(crate) fn show(sources: &[Source], diagnostics: &[Diagnostic]) {
    let paint = paint(io::stderr().is_terminal(), std::env::var_os("NO_COLOR"));
    // Excerpts show signs for control characters, but not for all beyond ASCII, which some terminals obey as well.
    let text =
        render(sources, diagnostics, paint).replace(|c: char| ('\u{80}'..='\u{9f}').contains(&c), "\u{fffd}");
    // When standard error is closed there is nobody left to tell.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Colours are for terminals, and for those who do not mind them (see no-color.org).
fn paint(is_terminal: bool, no_color: Option<OsString>) -> Paint {
    if is_terminal && no_color.is_none_or(|value| value.is_empty()) { Paint::Ansi } else { Paint::Plain }
}

/// The system's words without its number.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_for_terminals_without_no_color() {
        assert!(matches!(paint(true, None), Paint::Ansi));
        assert!(matches!(paint(true, Some(OsString::new())), Paint::Ansi));
        assert!(matches!(paint(true, Some("1".into())), Paint::Plain));
        assert!(matches!(paint(false, None), Paint::Plain));
    }
}
