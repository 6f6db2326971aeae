//! From text to a problem, with all mistakes at once.

use crate::{Bounds, Color, Entry, ItemId, Problem, ProblemBuilder};
use polydlx_bounds::BoundsError;
use polydlx_diagnostic::{Diagnostic, Span, has_errors, nearest};
use std::collections::HashMap;
use std::ops::Range;

/// Reads a problem in the format of dlx1, dlx2, dlx3 or dlx5, which are one format.
///
/// `source` is what the spans of the diagnostics will say; a problem comes with its warnings, such as `option-ignored`.
pub fn read(source: usize, text: &str) -> Result<(Problem, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut reader = Reader { source, text, ..Reader::default() };
    let mut lines = lines(text).filter(|line| !is_ignored(&text[line.clone()]));
    match lines.next() {
        Some(line) => reader.item_line(line),
        None => reader.diagnostics.push(
            Diagnostic::error("no-items", "there is no line of items")
                .remedy("write the names of the items on the first line that is no comment"),
        ),
    }
    for line in lines {
        reader.option_line(line);
    }
    if has_errors(&reader.diagnostics) {
        return Err(reader.diagnostics);
    }
    let problem = reader.builder.build().expect("the reader has checked what the builder checks");
    Ok((problem, reader.diagnostics))
}

#[derive(Default)]
struct Reader<'a> {
    source: usize,
    text: &'a str,
    builder: ProblemBuilder,
    items: HashMap<&'a str, Known>,
    diagnostics: Vec<Diagnostic>,
    /// The items of the option at hand, with their places.
    used: HashMap<ItemId, Span>,
}

#[derive(Clone, Copy)]
struct Known {
    item: ItemId,
    primary: bool,
    place: Span,
}

impl<'a> Reader<'a> {
    fn item_line(&mut self, line: Range<usize>) {
        let mut bar: Option<Span> = None;
        for token in tokens(self.text, line) {
            let mut name = token.clone();
            if self.text[token.clone()].starts_with('|') {
                let here = self.span(token.start..token.start + 1);
                if let Some(first) = bar {
                    self.diagnostics.push(
                        Diagnostic::error("second-bar", "the item line has two bars")
                            .at(here, "only one is allowed")
                            .related(first, "the first bar")
                            .remedy("list all primary items, one `|`, then all secondary items"),
                    );
                }
                bar.get_or_insert(here);
                name.start += 1;
                if name.is_empty() {
                    continue;
                }
            }
            match bar {
                Some(_) => self.secondary(name),
                None => self.primary(name),
            }
        }
    }

    fn primary(&mut self, token: Range<usize>) {
        let text = &self.text[token.clone()];
        let (bounds, name) = match text.split_once('|') {
            None => (Some(Bounds::ONCE), token),
            Some((prefix, _)) => {
                let prefix = token.start..token.start + prefix.len();
                (self.bounds(&prefix), prefix.end + 1..token.end)
            }
        };
        let known = self.diagnostics.len();
        if let Some((name, place)) = self.name(name) {
            let item = self.builder.primary(name, bounds.unwrap_or(Bounds::ONCE));
            self.items.insert(name, Known { item, primary: true, place });
        } else if bounds.is_none() {
            // One mistake per token is enough.
            self.diagnostics.truncate(known);
        }
    }

    fn secondary(&mut self, token: Range<usize>) {
        let text = &self.text[token.clone()];
        if let Some((prefix, name)) = text.split_once('|')
            && prefix.bytes().all(|byte| byte.is_ascii_digit() || byte == b':')
        {
            let place = self.span(token.start..token.start + prefix.len() + 1);
            self.diagnostics.push(
                Diagnostic::error("bound-on-secondary", format!("the secondary item `{name}` has a bound"))
                    .at(place, "bounds are for primary items")
                    .remedy("move the item before the bar, or leave out the bound"),
            );
        } else if let Some((name, place)) = self.name(token) {
            let item = self.builder.secondary(name);
            self.items.insert(name, Known { item, primary: false, place });
        }
    }

    /// The bounds before the bar in `low:high|name` or `high|name`.
    fn bounds(&mut self, prefix: &Range<usize>) -> Option<Bounds> {
        let text = &self.text[prefix.clone()];
        let place = self.span(prefix.clone());
        if !text.bytes().any(|byte| byte.is_ascii_digit()) && !text.contains(':') {
            self.diagnostics.push(
                Diagnostic::error("bar-in-name", "the bar touches the name before it")
                    .at(self.span(prefix.start..prefix.end + 1), "neither a bound nor a separator")
                    .remedy(format!(
                        "put a space before the bar, as in `{text} |`, or write a bound, as in `2|{text}`"
                    )),
            );
            return None;
        }
        let error = match text.parse() {
            Ok(bounds) => return Some(bounds),
            Err(error) => error,
        };
        let part = |at: &Range<usize>| self.span(prefix.start + at.start..prefix.start + at.end);
        self.diagnostics.push(match &error {
            BoundsError::NotANumber(at) => Diagnostic::error(
                "bound-not-a-number",
                format!("`{}` is no bound", &text[at.clone()]),
            )
            .at(part(at), "not a decimal number")
            .remedy("write a bound as `2|NAME` or `0:2|NAME`; a bar that separates needs a space before it"),
            BoundsError::TooLarge(at) => Diagnostic::error("bound-too-large", "the bound is too large")
                .at(part(at), format!("more than {}", u32::MAX))
                .remedy("no item can be covered more often than there are options"),
            BoundsError::Zero(at) => Diagnostic::error("bound-zero", "the upper bound is zero")
                .at(part(at), "must be at least 1")
                .remedy("leave the item out, or allow `0:1`"),
            BoundsError::Reversed(Bounds { low, high }) => {
                Diagnostic::error("bounds-reversed", "the lower bound exceeds the upper bound")
                    .at(place, error.to_string())
                    .remedy(format!("write `{high}:{low}`"))
            }
        });
        None
    }

    /// A name on the item line, if it is legal and new.
    fn name(&mut self, token: Range<usize>) -> Option<(&'a str, Span)> {
        let name = &self.text[token.clone()];
        let place = self.span(token.clone());
        let mistake = if name.is_empty() {
            Diagnostic::error("empty-name", "the name of the item is empty")
                .at(place, "a name is missing here")
                .remedy("write the name right after the bound, as in `2|A`")
        } else if let Some(at) = name.find('|') {
            Diagnostic::error("bar-in-name", "an item name contains a bar")
                .at(self.span(token.start + at..token.start + at + 1), "not allowed in names")
                .remedy("put a space before the bar that begins the secondary items")
        } else if let Some(at) = name.find(':') {
            let colon = self.span(token.start + at..token.start + at + 1);
            if at > 0 && name[..at].bytes().all(|byte| byte.is_ascii_digit()) {
                Diagnostic::error("lower-bound-alone", "a lower bound without an upper bound")
                    .at(self.span(token.start..token.start + at + 1), "only one bound")
                    .remedy(format!("write `{}:HIGH|{}`", &name[..at], &name[at + 1..]))
            } else {
                Diagnostic::error("colon-in-name", "an item name contains a colon")
                    .at(colon, "not allowed in names")
                    .remedy("colours belong to the options, not to the item line")
            }
        } else if let Some(known) = self.items.get(name) {
            Diagnostic::error("duplicate-item", format!("the item `{name}` is listed twice"))
                .at(place, "listed again")
                .related(known.place, "first listed here")
                .remedy("leave one of them out")
        } else {
            return Some((name, place));
        };
        self.diagnostics.push(mistake);
        None
    }

    fn option_line(&mut self, line: Range<usize>) {
        let before = self.diagnostics.len();
        let mut entries = Vec::new();
        let mut primary = false;
        let mut cost: u64 = 0;
        self.used.clear();
        for token in tokens(self.text, line.clone()) {
            if self.text[token.clone()].starts_with('|') {
                cost = self.cost(cost, token);
            } else if let Some((entry, is_primary)) = self.entry(token) {
                primary |= is_primary;
                entries.push(entry);
            }
        }
        if self.diagnostics.len() > before {
            return;
        }
        if primary {
            let option = self.builder.option(entries);
            self.builder.cost(option, cost);
        } else {
            self.builder.idle(entries);
            let range = trim(self.text, line);
            self.diagnostics.push(
                Diagnostic::warning("option-ignored", "an option without primary items is ignored")
                    .at(self.span(range), "only secondary items")
                    .remedy("name a primary item in it, or leave the line out; `--maximal` makes use of it"),
            );
        }
    }

    /// Adds a cost `|n`, as dlx5 reads it.
    fn cost(&mut self, sum: u64, token: Range<usize>) -> u64 {
        let number = &self.text[token.start + 1..token.end];
        let is_decimal = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let most = 1 << 62;
        match number.parse::<u64>().ok().and_then(|cost| sum.checked_add(cost)).filter(|&sum| sum <= most) {
            Some(sum) if is_decimal => return sum,
            _ if is_decimal => self.diagnostics.push(
                Diagnostic::error("cost-too-large", "the cost of this option is too large")
                    .at(self.span(token), format!("more than {most} in all"))
                    .remedy("measure costs in a larger unit"),
            ),
            _ => self.diagnostics.push(
                Diagnostic::error("cost-not-a-number", "the cost of an option is a decimal number")
                    .at(self.span(token), "not a number")
                    .remedy("as in `a b |3`; only the item line has a bar that separates"),
            ),
        }
        sum
    }

    fn entry(&mut self, token: Range<usize>) -> Option<(Entry, bool)> {
        let text = &self.text[token.clone()];
        let (name, color) = match text.split_once(':') {
            None => (text, None),
            Some((name, color)) => (name, Some(color)),
        };
        let place = self.span(token.start..token.start + name.len());
        if name.is_empty() {
            self.diagnostics.push(
                Diagnostic::error("empty-entry", "a colour without an item")
                    .at(self.span(token), "no name before the colon")
                    .remedy("write `NAME:C` without spaces"),
            );
            return None;
        }
        let Some(&Known { item, primary, .. }) = self.items.get(name) else {
            let mistake = self.unknown(name, place);
            self.diagnostics.push(mistake);
            return None;
        };
        let color = match color {
            None => None,
            Some(color) => Some(self.color(color, token.end - color.len(), (name, primary))?),
        };
        if let Some(&first) = self.used.get(&item) {
            self.diagnostics.push(
                Diagnostic::error("repeated-item", format!("the option contains `{name}` twice"))
                    .at(place, "again")
                    .related(first, "first used here")
                    .remedy("an option covers each of its items once; leave one out"),
            );
            return None;
        }
        self.used.insert(item, place);
        Some((Entry { item, color }, primary))
    }

    fn color(&mut self, color: &str, start: usize, (name, primary): (&str, bool)) -> Option<Color> {
        let place = self.span(start..start + color.len());
        let mistake = if primary {
            Diagnostic::error("colored-primary", format!("the primary item `{name}` has a colour"))
                .at(place, "colours are for secondary items")
                .related(self.items[name].place, "listed as primary here")
                .remedy("leave out the colour, or list the item after the bar")
        } else if color.len() != 1 {
            Diagnostic::error("color-length", "a colour must be a single byte")
                .at(place, if color.is_empty() { "no colour after the colon" } else { "more than one byte" })
                .remedy("use one ASCII character, such as `R` or `1`")
        } else {
            return Some(self.builder.color(color));
        };
        self.diagnostics.push(mistake);
        None
    }

    fn unknown(&self, name: &str, place: Span) -> Diagnostic {
        let mistake = Diagnostic::error("unknown-item", format!("there is no item called `{name}`"))
            .at(place, "not on the item line");
        // POLYCUBE-DLX writes multiplicities as `4*Z`, which no solver reads as such.
        let starred = self.items.iter().filter_map(|(known, found)| {
            let (times, rest) = known.split_once('*')?;
            (rest == name && times.parse::<u32>().is_ok()).then_some((found.place, *known, times))
        });
        if let Some((listed, known, times)) = starred.min() {
            return mistake
                .related(listed, "listed here with a star")
                .remedy(format!("write `{times}|{name}` instead of `{known}` on the item line"));
        }
        let mut names: Vec<_> = self.items.keys().copied().collect();
        names.sort_unstable();
        match nearest(name, names) {
            Some(near) => mistake.remedy(format!("did you mean `{near}`?")),
            None => mistake.remedy("add it to the item line, before the bar if it must be covered"),
        }
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range)
    }
}

/// The lines of the text without their newlines; the last needs none.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let range = start..start + line.len();
        start = range.end;
        range
    })
}

fn is_ignored(line: &str) -> bool {
    let text = line.trim_start_matches(is_space);
    text.is_empty() || text.starts_with('|')
}

fn tokens(text: &str, line: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut rest = line;
    std::iter::from_fn(move || {
        let skipped = text[rest.clone()].find(|c| !is_space(c))?;
        let start = rest.start + skipped;
        let length = text[start..rest.end].find(is_space).unwrap_or(rest.end - start);
        rest.start = start + length;
        Some(start..rest.start)
    })
}

fn trim(text: &str, line: Range<usize>) -> Range<usize> {
    let part = &text[line.clone()];
    let start = line.start + part.len() - part.trim_start_matches(is_space).len();
    start..start + part.trim_matches(is_space).len()
}

/// What `isspace` of the C locale says.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r')
}
