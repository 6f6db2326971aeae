//! What people write who are used to something else.

use crate::mistake;
use crate::parse::{Reader, coordinates, is_bare_cell, is_space, words};
use crate::pragma::is_keyword;
use polydlx_lattice::{Lattice, digit_value};

impl<'a> Reader<'a> {
    /// Whether the text is something else altogether; that is then said, and nothing more.
    pub(crate) fn is_something_else(&mut self, body: &'a str) -> bool {
        const KINDS: [(&str, &str); 7] = [
            ("<svg", "a picture"),
            ("<?xml", "a picture, or another file of XML"),
            ("<!doctype", "a page of the web"),
            ("<html", "a page of the web"),
            ("%PDF", "a PDF file"),
            ("{\"", "a file of JSON"),
            ("\u{fffd}PNG", "a picture"),
        ];
        let start = body.trim_start();
        let begins =
            |begin: &str| start.get(..begin.len()).is_some_and(|start| start.eq_ignore_ascii_case(begin));
        if let Some((_, what)) = KINDS.iter().find(|(begin, _)| begins(begin)) {
            let line = &start[..start.find('\n').unwrap_or(start.len()).min(40)];
            let line = start.get(..line.len()).unwrap_or("");
            self.report(mistake::not_a_spec(self.span(line), what));
            return true;
        }
        // Escape sequences colour pictures that were copied from a terminal.
        let colored = body.contains("picture");
        let is_strange = |c: char| c.is_control() && c != '\n' && !is_space(c) && !(colored && c == '\x1b');
        let strange = body.char_indices().find(|(_, c)| is_strange(*c));
        if let Some((at, found)) = strange {
            self.report(mistake::control_character(self.span(&body[at..at + found.len_utf8()]), found));
        }
        strange.is_some()
    }

    /// Whether a line that is neither a comment nor blank is a habit from elsewhere; that is then said. What a line is may
    /// depend on the one that follows, and on whether the box has been seen.
    pub(crate) fn is_habit(&mut self, line: &'a str, next: Option<&str>, box_seen: bool) -> bool {
        let is_line = |c: char| ('─'..='╿').contains(&c);
        let is_art = |c: char| matches!(c, '#' | '.') || is_space(c);
        let first = words(line).next().unwrap_or_default();
        let lettered = begins_picture(line, next, box_seen) || self.art_told && is_row(line);
        if lettered || line.contains(is_line) || (line.contains('#') && line.chars().all(is_art)) {
            if !std::mem::replace(&mut self.art_told, true) {
                self.report(mistake::bare_picture(self.span(line)));
            }
            return true;
        }
        if line.starts_with(COMMENTS) || line.starts_with("//") {
            let has_cells = self
                .lattice
                .is_some_and(|lattice| words(line).skip(1).any(|word| is_bare_cell(lattice, word)));
            if !box_seen
                || !has_cells
                || first.chars().count() == 1 && words(line).skip(1).any(|word| word.len() > 9)
            {
                self.report(mistake::foreign_comment(self.span(line), false));
                return true;
            }
        }
        if let Some(word) = line.strip_prefix('!')
            && let keyword = words(word).next().unwrap_or_default()
            && is_keyword(keyword)
        {
            self.place_for_lattice &= keyword != "lattice";
            self.report(mistake::foreign_comment(self.span(line), true));
            return true;
        }
        let all_cells = |lattice| words(line).skip(1).all(|word| is_bare_cell(lattice, word));
        if is_keyword(first) && words(line).count() > 1 && !self.lattice.is_some_and(all_cells) {
            self.place_for_lattice &= first != "lattice";
            self.report(mistake::pragma_without_bar(self.span(first), first));
            return true;
        }
        // A comment without its `|`: words, no digit anywhere, and one of them is too short for a cell.
        let prose = self.lattice.is_some_and(|lattice| {
            let is_word = |word: &str| word.chars().all(|c| c.is_alphabetic() || ",.;:?!'-".contains(c));
            let is_short = |word: &str| word.chars().count() < lattice.dimension();
            words(line).count() > 2 && words(line).all(is_word) && words(line).skip(1).any(is_short)
        });
        if prose {
            self.report(mistake::foreign_comment(self.span(line), false));
            return true;
        }
        false
    }

    /// A line of cells without a comment behind them, as others write it; that is then said. Cells begin with coordinates.
    pub(crate) fn without_comment(&mut self, line: &'a str) -> &'a str {
        let is_comment = |word: &&str| word.starts_with(COMMENTS) || word.starts_with("//");
        let Some(word) = words(line).skip(1).find(is_comment) else { return line };
        let at = word.as_ptr() as usize - line.as_ptr() as usize;
        self.report(mistake::comment_behind(self.span(&line[at..])));
        &line[..at]
    }

    /// Whether the line where the box should be is a piece; that is then said.
    pub(crate) fn is_piece_before_box(&mut self, lattice: Lattice, line: &'a str) -> bool {
        let mut all = words(line);
        let name = all.next().unwrap_or_default();
        let is_piece = name.chars().count() < lattice.dimension()
            && !name.contains(['[', '{', '@'])
            && all.clone().next().is_some()
            && all.all(|word| is_bare_cell(lattice, word));
        if is_piece {
            self.report(mistake::piece_before_box(self.span(name), name));
        }
        is_piece
    }

    /// A second line of cells directly below the box.
    pub(crate) fn check_second_line(&mut self, lattice: Lattice, line: &'a str) {
        let Some(first) = self.box_line else { return };
        let name = words(line).next().unwrap_or_default();
        let span = self.span(line);
        if span.start == first.end + 1
            && words(line).count() > 1
            && words(line).all(|word| is_bare_cell(lattice, word))
            && is_beside(reach(lattice, self.text_at(first)), reach(lattice, line))
        {
            self.report(mistake::box_on_two_lines(span, name, first));
        }
    }

    /// `[0-10]` is 0 and 1.
    pub(crate) fn check_two_digits(&mut self, token: &'a str) {
        for inside in token.split('[').skip(1).filter_map(|rest| rest.split_once(']')) {
            if is_two_digits(inside.0) && self.told_of(inside.0) {
                self.report(mistake::two_digits(self.span(inside.0), inside.0));
            }
        }
    }
}

/// What comments begin with elsewhere, besides `//`.
const COMMENTS: [char; 3] = ['#', ';', '%'];

/// Whether a line can be a row of a picture: a word, characters with blanks between them, or words of several layers.
fn is_row(line: &str) -> bool {
    let is_drawn = |c: char| c.is_alphanumeric() || matches!(c, '.' | '#' | '·' | ' ');
    let widths = || words(line).map(|word| word.chars().count());
    let alike = widths().all(|width| Some(width) == widths().next());
    let apart = line.trim().contains("   ") || widths().all(|width| width == 1);
    line.trim_end().chars().all(is_drawn) && alike && (apart || widths().count() == 1)
}

/// Whether a line and the one that follows begin a picture, perhaps with the number of a solution. As cells and a piece they
/// would make no sense: the piece would have no cells, or cells no coordinates.
fn begins_picture(line: &str, next: Option<&str>, box_seen: bool) -> bool {
    let Some(next) = next.filter(|next| is_row(next) && words(next).next().is_some()) else { return false };
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    if line.trim_end().strip_suffix(':').is_some_and(is_number) {
        return !box_seen;
    }
    let both = |is: &dyn Fn(&str) -> bool| is_row(line) && is(line) && is(next);
    let is_letters = |text: &str| !text.contains(|c: char| c.is_ascii_digit());
    let is_spaced = |text: &str| words(text).nth(1).is_some_and(|word| word.chars().count() == 1);
    let is_word = |text: &str| {
        let shown = text.trim().chars();
        words(text).count() == 1 && shown.clone().count() > 1 && { shown }.any(char::is_alphanumeric)
    };
    let is_large = |text: &str| !text.contains(char::is_lowercase);
    let alike = line.trim_end().chars().count() == next.trim_end().chars().count();
    both(&|text| is_spaced(text) && is_letters(text))
        || both(&|text| {
            is_word(text) && if box_seen { alike && is_large(text) } else { alike || is_letters(text) }
        })
}

/// The greatest coordinates of some cells.
fn reach(lattice: Lattice, cells: &str) -> [i32; 3] {
    let mut reach = [0; 3];
    for word in words(cells) {
        for (most, digits) in reach.iter_mut().zip(coordinates(lattice, word)) {
            *most = digits.iter().last().unwrap_or(0).max(*most);
        }
    }
    reach
}

/// Whether cells that reach so far can belong to a box that reaches so far without them.
fn is_beside(first: [i32; 3], second: [i32; 3]) -> bool {
    first.iter().zip(second).all(|(&first, second)| second <= first + 2)
}

/// Whether a range and a decimal digit behind it look like a range up to a number of two digits: nobody would write them
/// so who means the digits.
fn is_two_digits(inside: &str) -> bool {
    let chars: Vec<char> = inside.chars().collect();
    let decimal = |c: char| digit_value(c).filter(|_| c.is_ascii_digit());
    chars.windows(4).enumerate().any(|(at, window)| {
        let [from, dash, to, next] = window[..] else { return false };
        let (Some(from), Some(to), Some(next)) = (decimal(from), decimal(to), decimal(next)) else {
            return false;
        };
        let single = chars.get(at + 4) != Some(&'-');
        dash == '-' && to > 0 && single && (next <= to + 1 || to == from + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::is_two_digits;

    #[test]
    fn ranges_that_look_like_others() {
        for inside in ["0-10", "0-11", "0-12", "0-15", "0-20", "5-10"] {
            assert!(is_two_digits(inside), "{inside}");
        }
        for inside in ["0-9", "0-25", "14-7", "1-24-6", "0-9a", "7-z32-4A5-5", "01", "0-2", "2-57-9"] {
            assert!(!is_two_digits(inside), "{inside}");
        }
    }
}
