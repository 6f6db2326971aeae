//! From text to lines.
//!
//! The small parsers (digits, brackets, cells, multiplicities) are nom's; they stop at a mistake and say what it is.
//! The reader around them goes on behind the mistake, so that all mistakes of a file are found.

use crate::digits::Digits;
use crate::syntax::{CellSpec, Line, Multiplicity, PieceLine, Spanned, Spec};
use crate::{mistake, picture, tint};
use nom::bytes::complete::{take_till, take_till1, take_while1};
use nom::character::complete::{anychar, char};
use nom::combinator::{all_consuming, map_opt, opt};
use nom::error::{ErrorKind, ParseError};
use nom::multi::{count, fold_many0};
use nom::sequence::{preceded, terminated};
use nom::{Err, IResult, Parser};
use polydlx_bounds::{Bounds, BoundsError};
use polydlx_diagnostic::{Diagnostic, Span};
use polydlx_lattice::{COORDINATES, Lattice, digit_value};
use std::collections::BTreeSet;

/// Reads a spec: all lines that make sense, and all mistakes.
///
/// `source` is the number that spans will carry. `lattice` is what was said from outside, if anything.
/// There is no spec when nobody says what lattice it is on.
///
/// ```
/// let (spec, mistakes) = polydlx_spec::parse(0, "|! lattice hex\n[0-2][0-2]\nA 00 01 11\n", None);
/// assert!(mistakes.is_empty());
/// assert_eq!(spec.unwrap().to_string(), "|! lattice hex\n[0-2][0-2]\nA 00 01 11\n");
/// ```
pub fn parse(source: usize, text: &str, lattice: Option<Lattice>) -> (Option<Spec>, Vec<Diagnostic>) {
    parse_with(source, text, lattice, &[])
}

/// The same, with lattices that were read from files, by the words for them.
pub(crate) fn parse_with(
    source: usize,
    text: &str,
    lattice: Option<Lattice>,
    own: &[(String, Option<Lattice>)],
) -> (Option<Spec>, Vec<Diagnostic>) {
    let mut reader = Reader { own, ..Reader::new(source, text, lattice) };
    let lines = reader.file();
    (reader.lattice.map(|lattice| Spec { lattice, lines }), reader.diagnostics)
}

/// What stands between words.
pub(crate) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\x0b' | '\x0c')
}

pub(crate) struct Reader<'a> {
    source: usize,
    text: &'a str,
    pub(crate) lattice: Option<Lattice>,
    /// Lattices that were read from files.
    own: &'a [(String, Option<Lattice>)],
    /// Where the file says that it is a piece set.
    set: Option<Span>,
    /// Where it says its box by name.
    named_box: Option<Span>,
    /// Whether the lack of a lattice is still worth a word.
    pub(crate) place_for_lattice: bool,
    suffixes_warned_of: BTreeSet<&'a str>,
    /// Where the box is, if it is a line.
    pub(crate) box_line: Option<Span>,
    /// Whether a picture outside of its frame has been told of.
    pub(crate) art_told: bool,
    /// Whether a piece stands where the box should be.
    box_missed: bool,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(source: usize, text: &'a str, lattice: Option<Lattice>) -> Self {
        Self {
            source,
            text,
            lattice,
            own: &[],
            set: None,
            named_box: None,
            place_for_lattice: true,
            suffixes_warned_of: BTreeSet::new(),
            box_line: None,
            art_told: false,
            box_missed: false,
            diagnostics: Vec::new(),
        }
    }

    fn file(&mut self) -> Vec<Spanned<Line>> {
        let body = self.text.strip_prefix('\u{feff}').unwrap_or(self.text);
        if body.chars().all(|c| c == '\n' || is_space(c)) {
            // An empty line is an empty box, but a file of empty lines is no puzzle.
            self.report(mistake::empty_file(self.span(&body[body.len()..])));
            return Vec::new();
        }
        if self.is_something_else(body) {
            return Vec::new();
        }
        let lines: Vec<&str> = body.strip_suffix('\n').unwrap_or(body).split('\n').collect();
        self.find_lattice_and_set(&lines);
        let mut parsed = Vec::new();
        let mut box_seen = self.set.is_some() || self.named_box.is_some();
        let mut lines = lines.into_iter();
        while let Some(line) = lines.next() {
            let value = if picture::keyword(line) == Some("picture") {
                self.picture(line, &mut lines).map(Line::Picture)
            } else if line.starts_with('|') {
                self.comment(line)
            } else {
                self.content(line, lines.as_slice().first().copied(), &mut box_seen)
            };
            parsed.extend(value.map(|value| Spanned::new(value, self.span(line))));
        }
        if self.lattice.is_none() && self.place_for_lattice {
            let is_lattice = |line: &&str| {
                line.strip_prefix('|').is_some_and(|text| {
                    // `| !` is a comment, too.
                    let text = text.trim_start();
                    let mut words = words(text.strip_prefix('!').unwrap_or(text));
                    words.next() == Some("lattice") && words.next().and_then(Lattice::from_name).is_some()
                })
            };
            match body.lines().find(is_lattice) {
                Some(line) => self.report(mistake::pragma_in_comment(self.span(line))),
                None => self.report(mistake::no_lattice(self.span(&body[..0]))),
            }
        }
        if !box_seen {
            self.report(mistake::no_box(self.span(&body[body.len()..]), self.lattice));
        }
        parsed
    }

    /// The pragmas that the meaning of all other lines depends on, wherever they stand.
    fn find_lattice_and_set(&mut self, lines: &[&'a str]) {
        let asked = self.lattice;
        let mut said: Option<Span> = None;
        for line in lines {
            let Some(pragma) = line.strip_prefix("|!") else { continue };
            let mut words = words(pragma);
            let Some(keyword) = words.next() else { continue };
            if keyword == "set" {
                self.set.get_or_insert(self.span(line));
            }
            if keyword == "box"
                || (keyword == "picture" && words.clone().next().is_none_or(picture::is_of_box))
            {
                self.named_box.get_or_insert(self.span(line));
            }
            if keyword != "lattice" {
                continue;
            }
            let name = words.next().unwrap_or_default();
            let Some(lattice) = self.lattice_called(name) else {
                // What is wrong with this line is said when it is read.
                self.place_for_lattice = false;
                continue;
            };
            let span = self.span(name);
            match (said, asked) {
                (Some(first), _) => self.report(mistake::said_twice(span, "the lattice", first)),
                (None, Some(asked)) if asked != lattice => {
                    self.report(mistake::lattice_conflict(span, lattice, asked));
                    self.lattice = Some(lattice);
                }
                _ => self.lattice = Some(lattice),
            }
            said.get_or_insert(span);
        }
    }

    /// The lattice of that name, or in that file.
    pub(crate) fn lattice_called(&self, name: &str) -> Option<Lattice> {
        let own = self.own.iter().find(|(word, _)| word == name);
        own.map_or_else(|| Lattice::from_name(name), |(_, lattice)| *lattice)
    }

    /// Whether a lattice was looked for in a file, so that all has been said of it.
    pub(crate) fn is_own_lattice(&self, name: &str) -> bool {
        self.own.iter().any(|(word, _)| word == name)
    }

    fn comment(&mut self, line: &'a str) -> Option<Line> {
        match line.strip_prefix("|!") {
            Some(pragma) => self.pragma(pragma).map(Line::Pragma),
            None => Some(Line::Comment(line[1..].trim_end_matches('\r').to_owned())),
        }
    }

    fn content(&mut self, line: &'a str, next: Option<&str>, box_seen: &mut bool) -> Option<Line> {
        let blank = line.chars().all(is_space);
        if !blank && self.is_habit(line, next, *box_seen) {
            // A picture stands for the box.
            *box_seen |= self.art_told;
            return None;
        }
        let line = self.without_comment(line);
        if !*box_seen {
            *box_seen = true;
            if blank {
                self.report(mistake::empty_box(self.span(line)));
            }
            if self.lattice.is_some_and(|lattice| self.is_piece_before_box(lattice, line)) {
                self.box_missed = true;
                return self.piece(line).map(Line::Piece);
            }
            self.box_line = Some(self.span(line));
            return Some(Line::Box(self.cells(line)));
        }
        if blank {
            return Some(Line::Blank);
        }
        if let (Some(first), Some(lattice)) = (self.named_box, self.lattice)
            && words(line).all(|word| is_bare_cell(lattice, word))
            && (line.starts_with(['[', '{']) || words(line).count() == 1)
        {
            self.report(mistake::second_box(self.span(line), first));
            return None;
        }
        if let Some(lattice) = self.lattice {
            if self.box_missed && words(line).all(|word| is_bare_cell(lattice, word)) {
                // This is the box, and where it should stand has been said.
                self.box_missed = false;
                return Some(Line::Box(self.cells(line)));
            }
            self.check_second_line(lattice, line);
        }
        self.piece(line).map(Line::Piece)
    }

    /// Whether a text has not been warned of yet.
    pub(crate) fn told_of(&mut self, text: &'a str) -> bool {
        self.suffixes_warned_of.insert(text)
    }

    fn piece(&mut self, line: &'a str) -> Option<PieceLine> {
        if line.starts_with(is_space) {
            let word = line.trim_start_matches(is_space);
            let margin = &line[..line.len() - word.len()];
            self.report(mistake::indented_line(self.span(margin), word.starts_with('|')));
            return None;
        }
        let (multiplicity, rest) = self.multiplicity(line)?;
        let named = take_till1::<_, _, Stop<'_>>(is_space).parse(rest);
        let Ok((cells, name)) = named else {
            self.report(mistake::no_piece_name(self.span(&rest[..0])));
            return None;
        };
        let spanned = Spanned::new(name.to_owned(), self.span(name));
        let stars = self.lattice.is_some_and(Lattice::stars);
        let refused = |c: char| matches!(c, '|' | ':') || (stars && c == '*');
        if let Some(at) = name.find(refused) {
            let found = &name[at..=at];
            self.report(mistake::piece_name_character(self.span(found), found.chars().next()?));
        } else if let (Some(lattice), Some(at)) = (self.lattice, name.find('*'))
            && at > 0
            && name[..at].bytes().all(|b| b.is_ascii_digit())
            && at + 1 < name.len()
        {
            self.report(mistake::star_in_name(spanned.span, name, lattice));
        }
        if cells.chars().all(is_space) {
            self.report(mistake::piece_without_cells(spanned.span, name, self.lattice));
        }
        Some(PieceLine { multiplicity, cells: self.colored_cells(cells), name: spanned })
    }

    /// What stands before the name of a piece, and the rest of the line; none if it makes no sense.
    fn multiplicity(&mut self, line: &'a str) -> Option<(Option<Spanned<Multiplicity>>, &'a str)> {
        if let Some(at) = line.find('|') {
            let multiplicity = self.number_or_range(&line[..at])?;
            return Some((Some(multiplicity), &line[at + 1..]));
        }
        let starred = terminated(digit, char('*')).parse(line);
        if let (true, Ok((rest, value))) = (self.lattice.is_some_and(Lattice::stars), starred) {
            let span = self.span(&line[..1]);
            if value == 0 {
                self.report(mistake::zero_multiplicity(span));
                return None;
            }
            let bounds = Bounds::exactly(value.unsigned_abs());
            return Some((Some(Spanned::new(bounds.into(), span)), rest));
        }
        Some((None, line))
    }

    /// `12` or `0:3`.
    pub(crate) fn number_or_range(&mut self, text: &'a str) -> Option<Spanned<Multiplicity>> {
        let span = self.span(text);
        // Item lines have room for seven digits (FORMATS: the prefix with its end must fit into 8 bytes).
        let too_long = text.split(':').any(|digits| digits.trim_start_matches('0').len() > 7);
        let mistake = match text.parse() {
            Err(BoundsError::NotANumber(_)) => mistake::bad_multiplicity(span, text),
            Err(BoundsError::TooLarge(_)) => mistake::multiplicity_too_large(span),
            _ if too_long => mistake::multiplicity_too_large(span),
            Err(BoundsError::Zero(_)) => mistake::zero_multiplicity(span),
            Err(BoundsError::Reversed(Bounds { low, high })) => {
                mistake::decreasing_multiplicity(span, low, high)
            }
            Ok(bounds) => return Some(Spanned::new(Multiplicity { bounds, text: text.to_owned() }, span)),
        };
        self.report(mistake);
        None
    }

    /// All cells of the rest of a line.
    pub(crate) fn cells(&mut self, rest: &'a str) -> Vec<Spanned<CellSpec>> {
        self.cells_or_colors(rest, false)
    }

    /// All cells of the rest of a line, which may have colours.
    pub(crate) fn colored_cells(&mut self, rest: &'a str) -> Vec<Spanned<CellSpec>> {
        self.cells_or_colors(rest, true)
    }

    /// The coordinates of a place, whatever cells stand there.
    pub(crate) fn place(&mut self, word: &'a str) -> Option<Spanned<CellSpec>> {
        let lattice = self.lattice.filter(|lattice| lattice.has_letters());
        match lattice.map(|lattice| cell(lattice.dimension(), word)) {
            Some(Ok(("", (coordinates, "")))) => {
                let place = CellSpec { coordinates, suffix: String::new() };
                Some(Spanned::new(place, self.span(word)))
            }
            _ => self.cells(word).into_iter().next(),
        }
    }

    fn cells_or_colors(&mut self, mut rest: &'a str, colored: bool) -> Vec<Spanned<CellSpec>> {
        let mut cells = Vec::new();
        let Some(lattice) = self.lattice else { return cells };
        loop {
            rest = rest.trim_start_matches(is_space);
            if rest.is_empty() {
                return cells;
            }
            if rest.starts_with('@') {
                // A cell by the word upon it.
                let word = words(rest).next().unwrap_or_default();
                let label = CellSpec { coordinates: Vec::new(), suffix: word.to_owned() };
                cells.push(Spanned::new(label, self.span(word)));
                rest = &rest[word.len()..];
                continue;
            }
            match cell(lattice.dimension(), rest) {
                Ok((after, (coordinates, suffix))) => {
                    let span = self.span(&rest[..rest.len() - after.len()]);
                    self.check_suffix(lattice, suffix, colored);
                    self.check_two_digits(&rest[..rest.len() - after.len()]);
                    cells.push(Spanned::new(CellSpec { coordinates, suffix: suffix.to_owned() }, span));
                    rest = after;
                }
                Err(Err::Error(stop) | Err::Failure(stop)) => {
                    self.report_stop(lattice, rest, &stop);
                    rest = behind_mistake(rest, &stop);
                }
                Err(Err::Incomplete(_)) => unreachable!("the whole line is there"),
            }
        }
    }

    fn check_suffix(&mut self, lattice: Lattice, suffix: &'a str, colored: bool) {
        let suffix = match lattice.read_classes(suffix) {
            Some((_, rest)) if lattice.has_letters() => rest,
            Some(_) => suffix,
            None => {
                let wrong = suffix
                    .find(']')
                    .map_or_else(|| suffix.chars().next().map_or(0, char::len_utf8), |at| at + 1);
                self.report(mistake::no_class(self.span(&suffix[..wrong]), lattice));
                return;
            }
        };
        let (suffix, colors) = tint::split(suffix);
        if let Some(colors) = colors {
            self.check_colors(colors, colored);
        }
        if let Some(at) = suffix.find('|') {
            self.report(mistake::suffix_character(self.span(&suffix[at..=at]), '|'));
        }
        if let Some(found) = suffix.chars().next().filter(|c| matches!(c, '’' | '‘' | '′' | '´' | '`'))
            && lattice.has_primes()
        {
            self.report(mistake::typographic_prime(self.span(&suffix[..found.len_utf8()]), found));
        }
        if lattice.has_primes() && suffix.starts_with("''") {
            self.report(mistake::double_prime(self.span(&suffix[1..2])));
        }
        let looks_like_coordinate = |c| digit_value(c).is_some() || matches!(c, '[' | ']');
        if suffix.starts_with(looks_like_coordinate) && self.suffixes_warned_of.insert(suffix) {
            self.report(mistake::digit_became_suffix(self.span(suffix), suffix, lattice));
        }
    }

    fn report_stop(&mut self, lattice: Lattice, token: &'a str, stop: &Stop<'a>) {
        let found = stop.at.chars().next();
        let span = self.span(&stop.at[..found.map_or(0, char::len_utf8)]);
        let diagnostic = match (stop.why, found) {
            (Why::OpenBracket, _) => mistake::open_bracket(span),
            (Why::IllegalRange, _) => mistake::illegal_range(span),
            (Why::DecreasingRange, Some(from)) => {
                mistake::decreasing_range(span, from, stop.at.chars().nth(2).unwrap_or(from))
            }
            (Why::OpenBrace, _) => mistake::open_brace(span),
            (Why::Number | Why::DecreasingNumbers, _) => {
                // The mistake is all that stands between commas or braces.
                let text = &stop.at[..stop.at.find([',', '}', '-']).unwrap_or(stop.at.len())];
                let range = &stop.at[..stop.at.find([',', '}']).unwrap_or(stop.at.len())];
                match stop.why {
                    Why::Number => mistake::not_a_coordinate(self.span(text), text),
                    _ => mistake::decreasing_numbers(self.span(range), range),
                }
            }
            (Why::BracketedDigit, Some(found)) => mistake::illegal_bracketed_digit(span, found),
            (Why::Digit, Some('-')) => mistake::coordinate_range(span),
            (Why::Digit, Some(found)) if !is_space(found) => mistake::illegal_digit(span, found),
            _ => {
                let cell = &token[..token.len() - stop.at.len()];
                mistake::too_few_coordinates(self.span(cell), lattice)
            }
        };
        self.report(diagnostic);
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The part of the text that a span stands for.
    pub(crate) fn text_at(&self, span: Span) -> &'a str {
        &self.text[span.start..span.end]
    }

    /// The span of a part of the text.
    pub(crate) fn span(&self, part: &str) -> Span {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        Span::new(self.source, start..start + part.len())
    }
}

/// The words of a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// Where reading goes on: behind the token, and behind the bracket that the mistake is in.
fn behind_mistake<'a>(token: &'a str, stop: &Stop<'a>) -> &'a str {
    let close = match stop.why {
        Why::BracketedDigit | Why::IllegalRange | Why::DecreasingRange => stop.at.find(']'),
        Why::Number | Why::DecreasingNumbers => stop.at.find('}'),
        Why::OpenBracket | Why::OpenBrace => Some(stop.at.len()),
        Why::Digit => None,
    };
    let rest = &stop.at[close.unwrap_or(0)..];
    let end = rest.find(is_space).map_or("", |at| &rest[at..]);
    debug_assert!(end.len() < token.len());
    end
}

/// A mistake that stops one of the small parsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stop<'a> {
    at: &'a str,
    why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Digit,
    OpenBracket,
    BracketedDigit,
    IllegalRange,
    DecreasingRange,
    OpenBrace,
    Number,
    DecreasingNumbers,
}

impl<'a> ParseError<&'a str> for Stop<'a> {
    fn from_error_kind(at: &'a str, _: ErrorKind) -> Self {
        Self { at, why: Why::Digit }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

type Parsed<'a, T> = IResult<&'a str, T, Stop<'a>>;

fn fail<T>(at: &str, why: Why) -> Parsed<'_, T> {
    Err(Err::Failure(Stop { at, why }))
}

/// Coordinates and suffix.
fn cell(dimension: usize, input: &str) -> Parsed<'_, (Vec<Digits>, &str)> {
    (count(coordinate, dimension), take_till(is_space)).parse(input)
}

/// Whether a word is one or several cells, without suffix.
pub(crate) fn is_bare_cell(lattice: Lattice, word: &str) -> bool {
    let is_end = |suffix: &str| lattice.read_classes(suffix).is_some_and(|(_, rest)| rest.is_empty());
    cell(lattice.dimension(), word).is_ok_and(|(rest, (_, suffix))| rest.is_empty() && is_end(suffix))
}

/// The coordinates of a word that is a cell, or several; none if it is not.
pub(crate) fn coordinates(lattice: Lattice, word: &str) -> Vec<Digits> {
    cell(lattice.dimension(), word).map_or_else(|_| Vec::new(), |(_, (coordinates, _))| coordinates)
}

fn coordinate(input: &str) -> Parsed<'_, Digits> {
    match input.chars().next() {
        Some('[') => bracket(input),
        Some('{') => braces(input),
        _ => digit.map(Digits::of).parse(input),
    }
}

fn digit(input: &str) -> Parsed<'_, i32> {
    map_opt(anychar, digit_value).parse(input)
}

fn bracket(input: &str) -> Parsed<'_, Digits> {
    let members = fold_many0(member, Digits::default, |mut all, (from, to)| {
        all.extend(from..=to);
        all
    });
    let (rest, all) = preceded(char('['), members).parse(input)?;
    match rest.chars().next() {
        Some(']') => Ok((&rest[1..], all)),
        _ if !rest.contains(']') => fail(input, Why::OpenBracket),
        Some('-') => fail(rest, Why::IllegalRange),
        _ => fail(rest, Why::BracketedDigit),
    }
}

/// A digit or a range inside brackets.
fn member(input: &str) -> Parsed<'_, (i32, i32)> {
    let (rest, (from, to)) = (digit, opt(preceded(char('-'), digit))).parse(input)?;
    let to = to.unwrap_or(from);
    if from > to { fail(input, Why::DecreasingRange) } else { Ok((rest, (from, to))) }
}

/// Decimal numbers and ranges with commas between them: `{0-69}`, `{62,64-70}`.
fn braces(input: &str) -> Parsed<'_, Digits> {
    let Some(end) = input.find('}') else { return fail(input, Why::OpenBrace) };
    let (inside, rest) = (&input[1..end], &input[end + 1..]);
    let from_here = |part: &str| &input[part.as_ptr() as usize - input.as_ptr() as usize..];
    let mut all = Digits::default();
    for member in inside.split(',').filter(|_| !inside.is_empty()) {
        let (from, to) = member.split_once('-').unwrap_or((member, member));
        match (coordinate_value(from), coordinate_value(to)) {
            (Some(from), Some(to)) if from <= to => all.extend(from..=to),
            (Some(_), Some(_)) => return fail(from_here(member), Why::DecreasingNumbers),
            (None, _) => return fail(from_here(from), Why::Number),
            (_, None) => return fail(from_here(to), Why::Number),
        }
    }
    Ok((rest, all))
}

/// A coordinate in decimal digits.
fn coordinate_value(text: &str) -> Option<i32> {
    all_consuming(number).parse(text).ok()?;
    text.parse().ok().filter(|value| (0..COORDINATES).contains(value))
}

fn number(input: &str) -> Parsed<'_, &str> {
    take_while1(|c: char| c.is_ascii_digit()).parse(input)
}

/// A number without superfluous zeros.
pub(crate) fn decimal(text: &str) -> Option<String> {
    let (_, digits) = all_consuming(number).parse(text).ok()?;
    let short = digits.trim_start_matches('0');
    Some(if short.is_empty() { "0" } else { short }.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets() {
        let digits = |text| bracket(text).map(|(_, digits)| digits.to_string());
        assert_eq!(digits("[7-z32-4A5-5]").unwrap(), "[2-57-A]");
        assert_eq!(digits("[]").unwrap(), "[]");
        assert_eq!(digits("[0-9a-zA-Z]").unwrap(), "[0-Z]");
        assert_eq!(digits("[13]").unwrap(), "[13]");
        for (text, at, why) in [
            ("[-5]", 1, Why::IllegalRange),
            ("[1-]", 2, Why::IllegalRange),
            ("[1-2-3]", 4, Why::IllegalRange),
            ("[3--5]", 2, Why::IllegalRange),
            ("[3-2]", 1, Why::DecreasingRange),
            ("[1,2]", 2, Why::BracketedDigit),
            ("[12", 0, Why::OpenBracket),
        ] {
            assert_eq!(bracket(text), fail(&text[at..], why), "{text}");
        }
    }
}
