//! Mistakes in a text, and how they are shown.
//!
//! A [`Diagnostic`] says where (a [`Span`] of a [`Source`]), what, and how to mend it.
//! The readers of specs and of DLX files make them; whoever has a terminal draws them with [`render`].
//! Nothing here knows what the text means, and nothing here prints.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::ops::Range;

mod harmless;
mod nearest;

pub use harmless::harmless;
pub use nearest::nearest;

/// A text with the name that the user knows it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// A path, `<stdin>`, or the name of an embedded file.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// A source from its name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// A range of bytes in one of several sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// Index of the source in the list that is given to [`render`].
    pub source: usize,
    /// First byte.
    pub start: usize,
    /// One past the last byte; equal to `start` for a place between two bytes.
    pub end: usize,
}

impl Span {
    /// The span of a range of bytes in a source.
    pub fn new(source: usize, range: Range<usize>) -> Self {
        Self { source, start: range.start, end: range.end }
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// The text has a meaning, though perhaps not the one intended.
    Warning,
    /// The text has no meaning.
    Error,
}

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Warning or error.
    pub severity: Severity,
    /// A stable name for this kind of mistake, such as `unknown-pragma`.
    pub kind: &'static str,
    /// One sentence in the user's words, without a full stop.
    pub message: String,
    /// Where, with a few words that stand beside the caret; none for mistakes of the file as a whole.
    pub at: Option<(Span, String)>,
    /// Other places that matter, such as "first used here".
    pub related: Vec<(Span, String)>,
    /// What to do about it.
    pub remedy: Option<String>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn error(kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            kind,
            message: message.into(),
            at: None,
            related: Vec::new(),
            remedy: None,
        }
    }

    /// A warning without a place.
    pub fn warning(kind: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(kind, message) }
    }

    /// The same, at a place, with a few words for the caret.
    #[must_use]
    pub fn at(mut self, span: Span, label: impl Into<String>) -> Self {
        self.at = Some((span, label.into()));
        self
    }

    /// The same, with one more place.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// The same, with a remedy.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// The same, with texts that can be shown on a terminal.
    fn harmless(&self) -> Self {
        let text = |text: &String| harmless(text).into_owned();
        let place = |(span, label): &(Span, String)| (*span, text(label));
        Self {
            message: text(&self.message),
            at: self.at.as_ref().map(place),
            related: self.related.iter().map(place).collect(),
            remedy: self.remedy.as_ref().map(text),
            ..*self
        }
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Whether any of the diagnostics is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}

/// How [`render`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Paint {
    /// ASCII without colours.
    Plain,
    /// With terminal colours.
    Ansi,
}

/// Draws diagnostics one after another, each with excerpt and carets, a blank line between them.
pub fn render(sources: &[Source], diagnostics: &[Diagnostic], paint: Paint) -> String {
    let renderer = match paint {
        Paint::Plain => Renderer::plain(),
        Paint::Ansi => Renderer::styled(),
    };
    let mut out = String::new();
    let names: Vec<String> = sources.iter().map(|source| harmless(&source.name).into_owned()).collect();
    for diagnostic in diagnostics {
        // Excerpts are made harmless by whoever draws them.
        let diagnostic = &diagnostic.harmless();
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&renderer.render(&[group(sources, &names, diagnostic)]));
        out.push('\n');
    }
    out
}

fn group<'a>(sources: &'a [Source], names: &'a [String], diagnostic: &'a Diagnostic) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.kind);
    let mut group = Group::with_title(title);
    if let Some((span, label)) = &diagnostic.at {
        let (near, far): (Vec<_>, Vec<_>) =
            diagnostic.related.iter().partition(|(other, _)| other.source == span.source);
        group =
            group.element(snippet(&sources[span.source], &names[span.source], Some((span, label)), &near));
        for place in far {
            group = group.element(snippet(&sources[place.0.source], &names[place.0.source], None, &[place]));
        }
    } else if let Some(name) = names.first() {
        group = group.element(Origin::path(name.as_str()));
    }
    if let Some(remedy) = &diagnostic.remedy {
        group = group.element(Level::HELP.message(remedy.as_str()));
    }
    group
}

/// One excerpt of a source: only the lines from the first place to the last, so that a long file costs nothing.
fn snippet<'a>(
    source: &'a Source,
    name: &'a str,
    main: Option<(&Span, &'a String)>,
    others: &[&'a (Span, String)],
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let places = main.into_iter().chain(others.iter().map(|(span, label)| (span, label)));
    let (mut first, mut last) = (usize::MAX, 0);
    for (span, _) in places {
        first = first.min(span.start);
        last = last.max(span.end);
    }
    let text = source.text.as_str();
    let start = text[..first.min(text.len())].rfind('\n').map_or(0, |at| at + 1);
    let end = text[last.min(text.len())..].find('\n').map_or(text.len(), |at| last + at);
    let line = 1 + text[..start].matches('\n').count();
    let range = |span: &Span| {
        let to = |at: usize| at.clamp(start, end) - start;
        to(span.start)..to(span.end)
    };
    Snippet::source(&text[start..end])
        .path(name)
        .line_start(line)
        .annotations(
            main.map(|(span, label)| AnnotationKind::Primary.span(range(span)).label(label.as_str())),
        )
        .annotations(
            others
                .iter()
                .map(|(span, label)| AnnotationKind::Context.span(range(span)).label(label.as_str())),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_place_and_remedy() {
        let sources = [Source::new("a.spec", "[0-2\nZ 00 zz\nZ 11 01")];
        let shown = render(
            &sources,
            &[
                Diagnostic::error("open-bracket", "this bracket is never closed")
                    .at(Span::new(0, 0..4), "no `]` before the end of the line")
                    .remedy("write `[0-2]`"),
                Diagnostic::warning("twice", "said twice")
                    .at(Span::new(0, 13..14), "here")
                    .related(Span::new(0, 5..6), "first here"),
                Diagnostic::error("empty", "the file is empty"),
            ],
            Paint::Plain,
        );
        insta::assert_snapshot!(shown, @"
        error[open-bracket]: this bracket is never closed
         --> a.spec:1:1
          |
        1 | [0-2
          | ^^^^ no `]` before the end of the line
          |
          = help: write `[0-2]`

        warning[twice]: said twice
         --> a.spec:3:1
          |
        2 | Z 00 zz
          | - first here
        3 | Z 11 01
          | ^ here

        error[empty]: the file is empty
        --> a.spec
        ");
    }
}
