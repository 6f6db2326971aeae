//! Every mistake that a spec can have, in the user's words.
//!
//! One function a kind, so that the texts can be read and compared in one place.

use crate::color::NoColor;
use crate::syntax::{Equivalence, Multiplicity};
use polydlx_bounds::{Bounds, BoundsError};
use polydlx_diagnostic::{Diagnostic, Span, nearest};
use polydlx_lattice::{
    COORDINATES, FEATURES, Lattice, MOST_CELLS, NamedBox, NoBox, NoCondition, Part, RowFault, RowMistake,
    Sided, WordFault,
};
use polydlx_properties::{Flaw, PROPERTIES, Per, Property};
use std::collections::BTreeSet;

const LEEWAY: &str = "or set the environment variable POLYDLX_LEEWAY: 10 permits ten times as much as usual";
const DIGIT_HELP: &str = "a coordinate is one of the digits 0-9, a-z, A-Z (for 0 to 61), a set of them in brackets, as in `[0-5]`, or decimal numbers in braces, as in `{0-69}`";

fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(word, candidates.clone()) {
        Some(candidate) => format!("did you mean `{candidate}`?"),
        None => {
            let all: Vec<_> = candidates.into_iter().take(40).collect();
            if all.is_empty() {
                "there are none here".to_owned()
            } else {
                format!("known are: {}", all.join(", "))
            }
        }
    }
}

// The file as a whole.

pub(crate) fn empty_file(end: Span) -> Diagnostic {
    Diagnostic::error("empty-file", "there is nothing here: a spec needs at least the line with its box")
        .at(end, "the file ends here")
        .remedy("write the cells of the box on one line, for instance `[0-5][0-9]`, then one line a piece")
}

/// A box and a piece as examples, with as many coordinates as the lattice has.
fn examples(lattice: Option<Lattice>) -> (&'static str, &'static str) {
    match lattice.map_or(2, Lattice::dimension) {
        2 => ("[0-5][0-9]", "00 01 11"),
        _ => ("[0-2][0-2][0-2]", "000 001 011"),
    }
}

pub(crate) fn no_box(end: Span, lattice: Option<Lattice>) -> Diagnostic {
    let (cells, _) = examples(lattice);
    Diagnostic::error("no-box", "the file ends before the box")
        .at(end, "the line with the cells of the box is missing")
        .remedy(format!(
            "write them on one line, for instance `{cells}`; if this is a piece set, say `|! set`"
        ))
}

pub(crate) fn no_lattice(start: Span) -> Diagnostic {
    let names = Lattice::ALL.map(Lattice::name).join(", ");
    Diagnostic::error("no-lattice", "nothing says what lattice this is on")
        .at(start, "`|! lattice NAME` could stand here")
        .remedy(format!("add the line `|! lattice NAME`, or say `--lattice NAME`; the names are {names}"))
}

pub(crate) fn lattice_conflict(span: Span, file: Lattice, flag: Lattice) -> Diagnostic {
    let (file, flag) = (file.name(), flag.name());
    Diagnostic::error("lattice-conflict", format!("the file is on lattice {file}, but {flag} was asked for"))
        .at(span, format!("says {file}"))
        .remedy(format!("leave out `--lattice {flag}`, or change this line"))
}

pub(crate) fn not_a_spec(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error("not-a-spec", format!("this is {what}, not a spec"))
        .at(span, "no box and no pieces")
        .remedy("give the spec that it was made from; `polydlx show pentominoes-6x10` prints one")
}

pub(crate) fn control_character(span: Span, found: char) -> Diagnostic {
    let found = found.escape_debug();
    Diagnostic::error("control-character", format!("`{found}` is not a character to be read"))
        .at(span, "a control character")
        .remedy("delete it; only tabs and ends of lines are allowed")
}

pub(crate) fn foreign_comment(span: Span, pragma: bool) -> Diagnostic {
    let message = if pragma { "a pragma begins with `|!`" } else { "a comment begins with `|`" };
    Diagnostic::error("foreign-comment", message).at(span, "not here").remedy("put a `|` before it")
}

pub(crate) fn comment_behind(span: Span) -> Diagnostic {
    Diagnostic::error("foreign-comment", "comments have lines of their own, which begin with `|`")
        .at(span, "not a cell")
        .remedy("put it on a line above, after a `|`")
}

pub(crate) fn pragma_in_comment(span: Span) -> Diagnostic {
    Diagnostic::error("pragma-in-comment", "nothing says what lattice this is on, but a comment")
        .at(span, "only `|!` begins a line that says something")
        .remedy("write `|!` instead of `|`")
}

pub(crate) fn pragma_without_bar(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error("pragma-without-bar", format!("`{word}` is a pragma, and begins with `|!`"))
        .at(span, "read as a list of cells otherwise")
        .remedy(format!("write `|! {word} …`; a piece of that name can be called otherwise"))
}

pub(crate) fn bare_picture(span: Span) -> Diagnostic {
    Diagnostic::error("bare-picture", "this looks like a picture")
        .at(span, "not a list of cells")
        .remedy("write `|! picture box` (or `puzzle`, `pieces`, `piece NAME`) above it and `|! end` below it")
}

pub(crate) fn picture_line(span: Span, found: char) -> Diagnostic {
    Diagnostic::error("picture-line", format!("`{found}` is part of a line, but these lines enclose no letters of cells"))
        .at(span, "not a piece")
        .remedy("paste such a picture whole, as `polydlx solve --format picture` prints it; `--format text` prints pictures without lines")
}

pub(crate) fn picture_words(span: Span, fault: &WordFault) -> Diagnostic {
    Diagnostic::error("picture-words", fault.to_string())
        .at(span, "in this picture")
        .remedy("a line `| NAME: @WORD` above the picture says which piece lies on the cell with that word")
}

pub(crate) fn picture_around(span: Span, name: &str) -> Diagnostic {
    Diagnostic::warning(
        "picture-around",
        format!("the box goes around, so the picture does not tell what piece {name} is"),
    )
    .at(span, "could be several pieces")
    .remedy(format!("write a line with the cells of {name} as they are in the plane, instead of the picture"))
}

pub(crate) fn piece_before_box(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("piece-before-box", format!("the box comes first, but this looks like a piece {name}"))
        .at(span, "the first line that is no comment is the box")
        .remedy(
            "write the box above it, as a list of cells or as in `|! box rectangle 6 10`; or say `|! set`",
        )
}

pub(crate) fn other_names(span: Span, pairs: &[(&str, &str)]) -> Diagnostic {
    let said = pairs.iter().map(|(word, name)| format!("{word} is {name}")).collect::<Vec<_>>();
    let said = match &said[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => said.concat(),
    };
    Diagnostic::warning("other-names", format!("in this set {said}"))
        .at(span, "another name of this piece")
        .remedy("both names are understood; solutions have those of the set")
}

pub(crate) fn box_on_two_lines(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::warning("box-on-two-lines", format!("this line is a piece called `{name}`"))
        .at(span, "not part of the box")
        .related(first, "the box is this line only")
        .remedy("write all cells of the box on one line, or draw it with `|! picture box`")
}

pub(crate) fn two_digits(span: Span, text: &str) -> Diagnostic {
    Diagnostic::warning("two-digits", format!("`{text}` is not a range up to a number of two digits"))
        .at(span, "each digit stands for itself")
        .remedy("for ten write a, for eleven b, as in `[0-a]`; or write decimal numbers in braces, as in `{0-10}`")
}

pub(crate) fn typographic_prime(span: Span, found: char) -> Diagnostic {
    Diagnostic::error("typographic-prime", format!("`{found}` does not mark a triangle that points down"))
        .at(span, "another character than `'`")
        .remedy("write `'`, the apostrophe of typewriters")
}

pub(crate) fn all_point_up(span: Span) -> Diagnostic {
    Diagnostic::warning("all-point-up", "no triangle of this box points down, so no two of them touch")
        .at(span, "triangles that point up only")
        .remedy("`xy'` is the triangle to the right of `xy` that points down: `[0-2][0-2] [0-2][0-2]'` is a rhombus")
}

pub(crate) fn many_more(more: usize, first: Diagnostic) -> Diagnostic {
    let kind = first.kind;
    Diagnostic { message: format!("there are {more} more like this one: {kind}"), remedy: None, ..first }
}

pub(crate) fn empty_box(span: Span) -> Diagnostic {
    Diagnostic::warning(
        "empty-box",
        "the box has no cells: the first line that is no comment is taken as the box",
    )
    .at(span, "this is the box")
    .remedy("delete the line if the box comes later")
}

pub(crate) fn unknown_box(span: Span, name: &str, lattice: Lattice) -> Diagnostic {
    let elsewhere = Lattice::ALL.into_iter().filter(|&other| NamedBox::on(other).any(|row| row.name == name));
    let elsewhere: Vec<_> = elsewhere.map(Lattice::name).collect();
    // A name with several forms is said once.
    let here: BTreeSet<_> = NamedBox::on(lattice).map(|row| row.name).collect();
    let here = Vec::from_iter(here);
    let remedy = if elsewhere.is_empty() {
        did_you_mean(name, here.iter().copied())
    } else {
        format!("it is one on {}; here there are: {}", elsewhere.join(", "), here.join(", "))
    };
    Diagnostic::error("unknown-box", format!("`{name}` is no box on lattice {}", lattice.name()))
        .at(span, "unknown")
        .remedy(remedy)
}

pub(crate) fn box_form(span: Span, forms: &[String]) -> Diagnostic {
    let forms: Vec<_> = forms.iter().map(|form| format!("`|! box {form}`")).collect();
    Diagnostic::error("box-form", "this box has other parameters")
        .at(span, "too many or too few")
        .remedy(format!("write {}", forms.join(" or ")))
}

pub(crate) fn not_a_box_number(span: Span, form: &str) -> Diagnostic {
    Diagnostic::error("not-a-box-number", "the size of a box is a number")
        .at(span, "only the digits 0-9 can stand here")
        .remedy(format!("write `|! box {form}`"))
}

pub(crate) fn no_such_box(span: Span, why: NoBox) -> Diagnostic {
    Diagnostic::error("no-such-box", "there is no such box")
        .at(span, "with these numbers")
        .remedy(why.to_string())
}

pub(crate) fn nothing_of_box(span: Span) -> Diagnostic {
    Diagnostic::error("nothing-of-box", "nothing is left of the box")
        .at(span, "all of its cells are taken away")
        .remedy("take away fewer cells")
}

pub(crate) fn minus_outside(span: Span) -> Diagnostic {
    Diagnostic::error("minus-outside", "what is taken away is not part of the box")
        .at(span, "not all of these cells are in the box")
        .remedy("`polydlx show --as cells` prints the cells of a box; its least coordinates are 0")
}

pub(crate) fn second_box(span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("second-box", "this looks like a second box")
        .at(span, "a list of cells without the name of a piece")
        .related(first, "the box is said here")
        .remedy("keep one of them; `plus CELL …` adds cells to a box that has a name")
}

pub(crate) fn too_many_cells(span: Span) -> Diagnostic {
    Diagnostic::error("too-many-cells", format!("this is more than {MOST_CELLS} cells"))
        .at(span, "too many")
        .remedy("nobody could fill so large a box; take a smaller one")
}

pub(crate) fn spread_too_far(span: Span) -> Diagnostic {
    Diagnostic::error("spread-too-far", "the cells of this box lie too far apart")
        .at(span, "the least box around them is too large")
        .remedy("bring its parts closer together")
}

// Cells.

pub(crate) fn illegal_digit(span: Span, found: char) -> Diagnostic {
    Diagnostic::error("illegal-digit", format!("`{}` is not a coordinate", found.escape_debug()))
        .at(span, "not a digit")
        .remedy(DIGIT_HELP)
}

pub(crate) fn coordinate_range(span: Span) -> Diagnostic {
    Diagnostic::error("coordinate-range", format!("this coordinate leaves 0..{}", COORDINATES - 1))
        .at(span, "no minus sign here")
        .remedy("shift the shape so that its smallest coordinates are 0; pieces may be given anywhere")
}

pub(crate) fn too_few_coordinates(span: Span, lattice: Lattice) -> Diagnostic {
    let (number, form) = match lattice.dimension() {
        2 => ("two", "`xy`"),
        _ => ("three", "`xyz`"),
    };
    Diagnostic::error("too-few-coordinates", "this cell has too few coordinates")
        .at(span, format!("{} cells have {number}", lattice.name()))
        .remedy(format!("write a cell as {form}, without spaces"))
}

pub(crate) fn open_bracket(span: Span) -> Diagnostic {
    Diagnostic::error("open-bracket", "this bracket is never closed")
        .at(span, "no `]` before the end of the line")
        .remedy("close it, as in `[0-5]`")
}

pub(crate) fn illegal_bracketed_digit(span: Span, found: char) -> Diagnostic {
    let remedy = match found {
        ' ' | '\t' | ',' => "members stand side by side, as in `[02-47]`, without spaces or commas",
        _ => "inside brackets there may be digits 0-9, a-z, A-Z and ranges such as `2-5`",
    };
    let found = found.escape_debug();
    Diagnostic::error("illegal-bracketed-digit", format!("`{found}` cannot stand inside brackets"))
        .at(span, "neither a digit nor a range")
        .remedy(remedy)
}

pub(crate) fn illegal_range(span: Span) -> Diagnostic {
    Diagnostic::error("illegal-range", "this range lacks an end")
        .at(span, "a digit must stand on both sides of `-`")
        .remedy("write a range as `2-5`; several stand side by side, as in `[1-24-6]`")
}

pub(crate) fn decreasing_range(span: Span, from: char, to: char) -> Diagnostic {
    Diagnostic::error("decreasing-range", format!("the range `{from}-{to}` runs backwards"))
        .at(span, "greater than its end")
        .remedy(format!("write `{to}-{from}`; the order of digits is 0-9, a-z, A-Z"))
}

pub(crate) fn open_brace(span: Span) -> Diagnostic {
    Diagnostic::error("open-brace", "this brace is never closed")
        .at(span, "no `}` before the end of the line")
        .remedy("close it, as in `{0-69}`")
}

pub(crate) fn not_a_coordinate(span: Span, found: &str) -> Diagnostic {
    let most = COORDINATES - 1;
    let message = match found {
        "" => "a coordinate in decimal digits is missing".to_owned(),
        _ => format!("`{}` is not a coordinate in decimal digits", found.escape_debug()),
    };
    Diagnostic::error("not-a-coordinate", message)
        .at(span, format!("only numbers from 0 to {most} can stand here"))
        .remedy("write numbers and ranges with commas between them, as in `{0-9,62,64-69}`, without spaces")
}

pub(crate) fn decreasing_numbers(span: Span, found: &str) -> Diagnostic {
    let (from, to) = found.split_once('-').unwrap_or((found, found));
    Diagnostic::error("decreasing-numbers", format!("the range `{found}` runs backwards"))
        .at(span, "greater than its end")
        .remedy(format!("write `{to}-{from}`"))
}

pub(crate) fn digit_became_suffix(span: Span, suffix: &str, lattice: Lattice) -> Diagnostic {
    let (number, name) = (lattice.dimension(), lattice.name());
    Diagnostic::warning(
        "digit-became-suffix",
        format!("`{suffix}` is taken as a suffix, because a {name} cell has {number} coordinates"),
    )
    .at(span, "this makes a secondary item")
    .remedy(
        "put a space between cells; if a suffix is meant, one that does not look like a digit says so more clearly",
    )
}

pub(crate) fn suffix_character(span: Span, found: char) -> Diagnostic {
    Diagnostic::error("suffix-character", format!("a suffix may not contain `{found}`"))
        .at(span, "DLX files give this character a meaning of its own")
        .remedy("use another character, such as `!` or `.`")
}

pub(crate) fn color_here(span: Span) -> Diagnostic {
    Diagnostic::error("color-here", "only pieces have cells with colours")
        .at(span, "colours")
        .remedy("give the box colours by `|! colored 00:a..b`, or its whole rim by `|! border a`")
}

pub(crate) fn no_color(span: Span) -> Diagnostic {
    Diagnostic::error("no-color", "there is no colour behind the colon")
        .at(span, "nothing")
        .remedy("write a character for each side, as in `00:ab.a`, for each corner, as in `00^:ab.a`, or for each face, as in `00>:ab.a`, with `.` for no colour; `00!:a` gives the suffix `!` a colour")
}

pub(crate) fn color_number(
    span: Span,
    lattice: Lattice,
    part: Part,
    places: usize,
    colors: &str,
) -> Diagnostic {
    let name = lattice.name();
    let what = match (part, places) {
        (part, 0) => format!("no {}", part.plural()),
        (part, places) => format!("{places} {}", part.plural()),
    };
    let remedy = match places {
        0 => format!("cells of lattice {name} have no {}: give their sides colours", part.plural()),
        _ => "write one character for each of them, and `.` for no colour".to_owned(),
    };
    let said = match colors.chars().count() {
        1 => "1 colour is said".to_owned(),
        number => format!("{number} colours are said"),
    };
    Diagnostic::error("color-number", format!("a cell has {what} here, but {said}"))
        .at(span, what)
        .remedy(remedy)
}

pub(crate) fn two_colors(span: Span, names: &str) -> Diagnostic {
    Diagnostic::error("two-colors", format!("a place has two colours: {names}"))
        .at(span, "cells that touch share a side, and corners")
        .remedy("give what two cells share the same colour in both, or `.` in one of them")
}

pub(crate) fn unknown_color(span: Span, name: &str, known: &[String]) -> Diagnostic {
    Diagnostic::error("unknown-color", format!("no piece has colour `{name}`"))
        .at(span, "unknown")
        .remedy(did_you_mean(name, known.iter().map(String::as_str)))
}

pub(crate) fn too_many_alike(span: Span, most: usize) -> Diagnostic {
    Diagnostic::error("too-many-alike", format!("at most {most} colours can be exchanged"))
        .at(span, "one more")
        .remedy(
            "each of their permutations may be a symmetry, and all are tried and kept; name fewer of them",
        )
}

pub(crate) fn part_suffix(span: Span, suffix: &str, part: Part) -> Diagnostic {
    let what = part.plural();
    Diagnostic::error("part-suffix", format!("the suffix `{suffix}` would look like a name of {what}"))
        .at(span, "begins here")
        .remedy(format!("{what} with colours are called `00{}1`; choose another suffix", part.letter()))
}

pub(crate) fn colored_without_color(span: Span) -> Diagnostic {
    Diagnostic::error("colored-without-color", "no colour is said of this")
        .at(span, "only a cell")
        .remedy("write a character for each side, as in `|! colored 00:a..b`, with `.` for no colour")
}

pub(crate) fn nothing_colored(span: Span, part: Part) -> Diagnostic {
    let what = part.plural();
    Diagnostic::error("nothing-colored", format!("no piece has colours on its {what}"))
        .at(span, "would not matter")
        .remedy("delete the line, or give pieces colours there, too")
}

pub(crate) fn no_border(span: Span) -> Diagnostic {
    Diagnostic::error("no-border", "nothing at the rim has a colour")
        .at(span, "no side, no corner, no face")
        .remedy("pieces have no colours on sides, corners or faces, or the box has no rim")
}

pub(crate) fn no_class(span: Span, lattice: Lattice) -> Diagnostic {
    let letters: Vec<char> = lattice.class_letters().collect();
    let all: String = letters.iter().collect();
    let (number, name) = (lattice.dimension(), lattice.name());
    let zeros = "0".repeat(number);
    let (first, last) = (letters.first().copied().unwrap_or('a'), letters.last().copied().unwrap_or('b'));
    Diagnostic::error("no-class", format!("which of the {} cells at this place is meant?", letters.len()))
        .at(span, format!("a {name} cell has {number} coordinates and one of the letters {all}"))
        .remedy(format!("write `{zeros}{first}` for a cell, and `{zeros}[{first}{last}]` for two of them"))
}

pub(crate) fn not_a_cell(span: Span, lattice: Lattice) -> Diagnostic {
    let first = |at: [i32; 3]| lattice.cell_classes().map(move |cell| cell.shifted(at));
    let names = first([0; 3]).map(|cell| {
        let mut name = String::new();
        lattice.push_cell(cell, &mut name);
        format!("`{name}`")
    });
    let names: Vec<String> = names.collect();
    let steps: Vec<String> =
        lattice.digit_steps()[..lattice.dimension()].iter().map(ToString::to_string).collect();
    Diagnostic::error("not-a-cell", format!("there is no {} cell at this place", lattice.name()))
        .at(span, "no cell has these coordinates")
        .remedy(format!(
            "cells are {} and what is a multiple of {} further on",
            names.join(", "),
            steps.join(" and ")
        ))
}

pub(crate) fn no_mirror(span: Span, lattice: Lattice) -> Diagnostic {
    Diagnostic::error("no-mirror", format!("lattice {} has no mirror images", lattice.name()))
        .at(span, "a mirror image of this piece would not lie on the lattice")
        .remedy("leave out this line")
}

pub(crate) fn double_prime(span: Span) -> Diagnostic {
    Diagnostic::error("double-prime", "a suffix on triangles may not begin with a second prime")
        .at(span, "the first prime says that the triangle points down")
        .remedy("choose a suffix that begins with another character")
}

// Pictures.

pub(crate) fn open_picture(span: Span) -> Diagnostic {
    Diagnostic::error("open-picture", "this picture has no end")
        .at(span, "begins here")
        .remedy("write `|! end` on a line below it")
}

pub(crate) fn stray_end(span: Span) -> Diagnostic {
    Diagnostic::error("stray-end", "there is no picture that could end here")
        .at(span, "ends nothing")
        .remedy("a picture begins with `|! picture box`, `puzzle`, `pieces` or `piece NAME`")
}

pub(crate) fn pragma_in_picture(span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("pragma-in-picture", "nothing can be said inside a picture")
        .at(span, "not part of a picture")
        .related(first, "it begins here")
        .remedy("end the picture before this with `|! end`")
}

pub(crate) fn empty_picture(span: Span) -> Diagnostic {
    Diagnostic::error("empty-picture", "there is nothing in this picture")
        .at(span, "begins here")
        .remedy("draw cells as `#`, or with the characters of pieces; a space or `.` is outside")
}

pub(crate) fn picture_character(span: Span, found: char) -> Diagnostic {
    let remedy = match found {
        '\t' => "use spaces: nobody knows how wide a tab is",
        '|' | ':' => {
            "DLX files give this character a meaning of its own: let another one stand for the piece"
        }
        _ => "let a letter or a digit stand for the piece",
    };
    let found = found.escape_debug();
    Diagnostic::error("picture-character", format!("`{found}` cannot stand in a picture"))
        .at(span, "not allowed")
        .remedy(remedy)
}

pub(crate) fn between_cells(span: Span, lattice: Lattice) -> Diagnostic {
    Diagnostic::error("between-cells", format!("there is no {} cell at this place", lattice.name()))
        .at(span, "between two cells")
        .remedy(if lattice.cell_classes().count() == 1 {
            "cells of a row stand two columns apart, and each row half of that further than the one before"
                .to_owned()
        } else {
            let numbers = &" 2 2 2"[..2 * lattice.dimension()];
            format!(
                "`polydlx show --box 'block{numbers}' --lattice {}` draws where cells stand",
                lattice.said()
            )
        })
}

pub(crate) fn picture_too_large(span: Span) -> Diagnostic {
    Diagnostic::error("picture-too-large", "this picture is too large")
        .at(span, "a coordinate would leave the range")
        .remedy(format!("coordinates are 0 to {}", COORDINATES - 1))
}

pub(crate) fn several_pictures(span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("several-pictures", "here begins another solution")
        .at(span, "the number of a solution")
        .related(first, "and here is the first")
        .remedy("keep one of them: a picture shows one puzzle")
}

pub(crate) fn legend_twice(span: Span, symbol: char, first: &str, second: &str) -> Diagnostic {
    Diagnostic::error("legend-twice", format!("`{symbol}` stands for {first} and for {second}"))
        .at(span, "again here")
        .remedy("let another character stand for one of them")
}

pub(crate) fn picture_margin(span: Span) -> Diagnostic {
    Diagnostic::warning("picture-margin", "these triangles do not hang together, but others would")
        .at(span, "in this picture")
        .remedy("in the lowest row the first column is a triangle that points up: shift the picture by one column")
}

pub(crate) fn not_a_corner(span: Span) -> Diagnostic {
    Diagnostic::error("not-a-corner", "this is not a cell")
        .at(span, "one cell must stand here")
        .remedy("give the least coordinates of the box, as in `|! picture box at 11`")
}

// Pieces.

pub(crate) fn indented_line(span: Span, comment: bool) -> Diagnostic {
    let diagnostic = if comment {
        Diagnostic::error("indented-comment", "a comment must begin in the first column")
    } else {
        Diagnostic::error("indented-piece", "the line of a piece must begin with its name")
    };
    diagnostic.at(span, "space").remedy("delete the space at the beginning of the line")
}

pub(crate) fn no_piece_name(span: Span) -> Diagnostic {
    Diagnostic::error("no-piece-name", "the name of the piece is missing")
        .at(span, "a name must follow here without a space")
        .remedy("write a multiplicity as `12|Z`")
}

pub(crate) fn piece_name_character(span: Span, found: char) -> Diagnostic {
    let remedy = match found {
        '*' => "write a multiplicity as `12|Z`, or with a single digit as `4*Z`",
        _ => "use letters, digits or other signs",
    };
    Diagnostic::error("piece-name-character", format!("`{found}` cannot stand in the name of a piece"))
        .at(span, "not allowed in names")
        .remedy(remedy)
}

pub(crate) fn piece_without_cells(span: Span, name: &str, lattice: Option<Lattice>) -> Diagnostic {
    let (_, cells) = examples(lattice);
    Diagnostic::error("piece-without-cells", format!("piece {name} has no cells"))
        .at(span, "a list of cells must follow")
        .remedy(if name.contains(['[', '{']) {
            "if these are cells of the box, write them into the line of the box; a piece has a name before its cells".to_owned()
        } else {
            format!("give its typical cells, as in `{name} {cells}`")
        })
}

pub(crate) fn bad_times(span: Span) -> Diagnostic {
    Diagnostic::error("bad-times", "this is neither a number nor a range")
        .at(span, "says how often each piece of the set is used")
        .remedy("write a number or a range, as in `times 2` or `times 0:3`")
}

pub(crate) fn bad_multiplicity(span: Span, text: &str) -> Diagnostic {
    let remedy = if text.contains([' ', '\t']) {
        "a `|` inside a line does not begin a comment: comments have lines of their own"
    } else {
        "write a number or a range before the `|`, as in `12|Z` or `0:3|Z`"
    };
    Diagnostic::error("bad-multiplicity", "this is neither a number nor a range")
        .at(span, "what stands before `|` says how often the piece is used")
        .remedy(remedy)
}

pub(crate) fn multiplicity_too_large(span: Span) -> Diagnostic {
    Diagnostic::error("multiplicity-too-large", "no piece is used as often as that")
        .at(span, "more than 9999999")
        .remedy("the largest number that a DLX file can hold is 9999999")
}

pub(crate) fn zero_multiplicity(span: Span) -> Diagnostic {
    Diagnostic::error("zero-multiplicity", "a piece that is never used cannot be part of a puzzle")
        .at(span, "at most 0 times")
        .remedy("leave the piece out; one that may stay unused is used `0:1` times, as in `0:1|Z`")
}

pub(crate) fn decreasing_multiplicity(span: Span, low: u32, high: u32) -> Diagnostic {
    Diagnostic::error(
        "decreasing-multiplicity",
        format!("at least {low} times and at most {high} times cannot be"),
    )
    .at(span, "the lower bound is greater than the upper one")
    .remedy(format!("write `{high}:{low}|`"))
}

pub(crate) fn inconsistent_multiplicity(
    span: Span,
    name: &str,
    (first, here): (&Multiplicity, &Multiplicity),
    first_span: Span,
) -> Diagnostic {
    Diagnostic::error(
        "inconsistent-multiplicity",
        format!("piece {name} is used {} times here and {} times there", here.text, first.text),
    )
    .at(span, format!("{} here", here.text))
    .related(first_span, format!("{} here", first.text))
    .remedy("all lines of a piece must say the same")
}

pub(crate) fn star_in_name(span: Span, name: &str, lattice: Lattice) -> Diagnostic {
    let mend = name.replacen('*', "|", 1);
    Diagnostic::warning(
        "star-in-name",
        format!("on lattice {} this is a piece called `{name}`", lattice.name()),
    )
    .at(span, "`*` is part of the name")
    .remedy(format!("for a multiplicity write `{mend}`"))
}

pub(crate) fn name_is_cell(span: Span, name: &str, box_span: Span) -> Diagnostic {
    Diagnostic::error("name-is-cell", format!("`{name}` is the name of a piece and of a cell of the box"))
        .at(span, "this piece")
        .related(box_span, "one of these cells has the same name")
        .remedy("give the piece another name, for instance a longer one, or one with `-` in it")
}

pub(crate) fn name_in_use(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::error("name-in-use", format!("there is a piece {name} already, from a piece set"))
        .at(span, format!("{name} again"))
        .related(first, "first brought in here")
        .remedy(format!("leave it out there with `except {name}`, or choose another name here"))
}

pub(crate) fn piece_fits_nowhere(span: Span, name: &str) -> Diagnostic {
    Diagnostic::warning("piece-fits-nowhere", format!("piece {name} cannot be placed anywhere in the box"))
        .at(span, "this piece has no options")
        .remedy(
            "check its cells and suffixes; pieces in space are not flipped unless `|! sided free` says so",
        )
}

pub(crate) fn duplicate_options(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::warning("duplicate-options", format!("two lines of piece {name} give the same options"))
        .at(span, "this shape")
        .related(first, "is a motion of this one")
        .remedy("solutions will be counted more than once; delete one of the lines if that is not meant")
}

pub(crate) fn name_too_long(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("name-too-long", format!("`{name}` is too long for a DLX file"))
        .at(span, format!("{} bytes make the item `{name}`", name.len()))
        .remedy("names of items may have at most 8 bytes, coordinates and suffix together")
}

// Pragmas.

pub(crate) fn unknown_pragma(span: Span, word: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error("unknown-pragma", format!("there is no pragma `{word}`"))
        .at(span, "unknown")
        .remedy(format!("{}; a comment must not begin with `|!`", did_you_mean(word, known.iter().copied())))
}

pub(crate) fn unknown_word(span: Span, what: &str, word: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error("unknown-word", format!("`{word}` is not a {what}"))
        .at(span, "unknown")
        .remedy(did_you_mean(word, known.iter().copied()))
}

pub(crate) fn unknown_lattice(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error("unknown-lattice", format!("there is no lattice `{word}`"))
        .at(span, "unknown")
        .remedy(did_you_mean(word, Lattice::ALL.map(Lattice::name)))
}

pub(crate) fn missing_word(span: Span, what: &str, example: &str) -> Diagnostic {
    Diagnostic::error("missing-word", format!("{what} is missing"))
        .at(span, "expected here")
        .remedy(format!("as in `|! {example}`"))
}

pub(crate) fn some_optional(span: Span, what: &str, some: &str) -> Diagnostic {
    let number = some.split_whitespace().count();
    let remedy = match what {
        "cells" => format!("for some of them write `|! optional {some}`"),
        _ => format!(
            "for some of them write `|! choose 0:{number} of {some}`, or say how often each is used, as in `0:1|X`"
        ),
    };
    Diagnostic::error("some-optional", format!("`{what} optional` is said of all {what} at once"))
        .at(span, "only some of them")
        .remedy(remedy)
}

pub(crate) fn superfluous_word(span: Span, example: &str) -> Diagnostic {
    Diagnostic::error("superfluous-word", "nothing more is expected here")
        .at(span, "superfluous")
        .remedy(format!("as in `|! {example}`"))
}

pub(crate) fn not_a_number(span: Span) -> Diagnostic {
    Diagnostic::error("not-a-number", "this is not a number of solutions")
        .at(span, "only the digits 0-9 can stand here")
        .remedy("as in `|! expect total 9356`")
}

pub(crate) fn not_a_color(span: Span, found: &NoColor) -> Diagnostic {
    Diagnostic::error("not-a-color", format!("`{}` is not a colour", found.text))
        .at(span, "unknown")
        .remedy(found.remedy.clone())
}

pub(crate) fn label_number(span: Span, cells: usize, words: usize) -> Diagnostic {
    Diagnostic::error("label-number", "each cell bears one word")
        .at(span, format!("cells: {cells}, words: {words}"))
        .remedy("give as many words as cells, in ascending order of the cells, which have no suffix")
}

pub(crate) fn label_outside(span: Span, cell: &str) -> Diagnostic {
    Diagnostic::error("label-outside", format!("{cell} is not all in the box"))
        .at(span, "outside")
        .remedy("only cells of the box bear words")
}

pub(crate) fn unknown_label(span: Span, word: &str, known: &[String]) -> Diagnostic {
    Diagnostic::error("unknown-label", format!("no cell bears the word `{word}`"))
        .at(span, "unknown")
        .remedy(did_you_mean(word, known.iter().map(String::as_str)))
}

pub(crate) fn said_twice(span: Span, what: &str, first: Span) -> Diagnostic {
    Diagnostic::error("said-twice", format!("{what} is said twice"))
        .at(span, "again here")
        .related(first, "first said here")
        .remedy("keep one of them")
}

pub(crate) fn nothing_to_cover(span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("nothing-to-cover", "if cells and pieces are both optional, there is nothing to do")
        .at(span, "everything may stay unused")
        .related(first, "and everything may stay empty")
        .remedy("keep one of the two pragmas")
}

pub(crate) fn not_in_dlx(span: Span) -> Diagnostic {
    Diagnostic::error("not-in-dlx", "a DLX file has items and options only, so this makes no sense in it")
        .at(span, "about a spec")
        .remedy("only title, source, cost and `expect total N` can stand in a DLX file")
}

pub(crate) fn not_in_a_set(span: Span, set: Span) -> Diagnostic {
    Diagnostic::error("not-in-a-set", "a piece set has no box, so this makes no sense in it")
        .at(span, "about a puzzle")
        .related(set, "but this is a piece set")
        .remedy("delete one of the two lines")
}

pub(crate) fn not_a_cost(span: Span) -> Diagnostic {
    Diagnostic::error("not-a-cost", "this is not a cost")
        .at(span, "a whole number is expected")
        .remedy("as in `|! charge X 11 |5`: what placements of X cost that cover 11; at most 2^40")
}

pub(crate) fn charge_outside(span: Span) -> Diagnostic {
    Diagnostic::error("charge-outside", "a charge is for cells of the box")
        .at(span, "outside the box")
        .remedy("every placement that covers all these cells pays; none covers this one")
}

pub(crate) fn not_per(span: Span, word: &str) -> Diagnostic {
    let message = match Property::named(word) {
        Some(_) => format!("`{word}` is no sum over the pieces, so none of them can pay for its part"),
        None => format!("nothing can be paid per `{word}`"),
    };
    Diagnostic::error("not-per", message)
        .at(span, "not this")
        .remedy(format!("it can be paid per {}", Per::words().collect::<Vec<_>>().join(", ")))
}

pub(crate) fn steps_from_nowhere(span: Span) -> Diagnostic {
    Diagnostic::error("steps-from-nowhere", "steps are counted from some cells, and none are named")
        .at(span, "from where?")
        .remedy("as in `|! charge X 00 |5 per step`: 5 for each step between X and 00")
}

pub(crate) fn steps_to_nowhere(span: Span, cell: &str) -> Diagnostic {
    Diagnostic::error("steps-to-nowhere", format!("no steps inside the box lead from here to {cell}"))
        .at(span, "the box is not in one piece")
        .remedy("name a cell in each part of the box: steps are counted from the nearest one")
}

/// What is wrong with a condition.
pub(crate) fn flaw(span: Span, flaw: &Flaw) -> Diagnostic {
    match flaw {
        Flaw::Expected(what) => condition_expects(span, what),
        Flaw::TooDeep(most) => condition_too_deep(span, *most),
        Flaw::TooLarge(_) => condition_number(span),
        Flaw::UnknownProperty(name) => unknown_property(span, name),
        Flaw::NotCompared(name) => not_compared(span, name),
        Flaw::Compared(name) => true_or_false(span, name),
        Flaw::NotHere { name, lattice } => not_on_lattice(span, name, *lattice),
        Flaw::NoGeometry(_) => no_geometry(span),
        Flaw::NotAround(name) => not_around(span, name),
        Flaw::NotStacked(name) => not_stacked(span, name),
        Flaw::UnknownPiece { name, known } => {
            unknown_piece(span, name, &known.iter().map(String::as_str).collect::<Vec<_>>())
        }
        Flaw::UnknownSide(name) => unknown_side(span, name),
        Flaw::UnknownSymmetry { name, known } => unknown_symmetry(span, name, known),
    }
}

fn condition_expects(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error("condition-expects", "the condition does not go on like this")
        .at(span, format!("expected {what}"))
        .remedy(
            "as in `tatami and (hsym >= 40 or not faultfree)`; `polydlx info --properties` lists all words",
        )
}

fn condition_too_deep(span: Span, most: usize) -> Diagnostic {
    Diagnostic::error("condition-too-deep", "too many brackets and `not` stand within each other")
        .at(span, "not followed any more")
        .remedy(format!("they may stand {most} deep; `(tatami)` is `tatami`, and `not not tatami` as well"))
}

fn condition_number(span: Span) -> Diagnostic {
    Diagnostic::error("condition-number", "this number is too large")
        .at(span, "no property is as large as this")
        .remedy(format!("numbers go from {} to {}", i64::MIN, i64::MAX))
}

fn unknown_property(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("unknown-property", format!("packings have no property `{name}`"))
        .at(span, "unknown")
        .remedy(match nearest(name, PROPERTIES.iter().map(|property| property.name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`polydlx info --properties` lists all properties".to_owned(),
        })
}

fn not_compared(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("not-compared", format!("`{name}` is a number, so it cannot stand alone"))
        .at(span, "compared with what?")
        .remedy(format!("as in `{name} >= 3`; also `<`, `<=`, `=`, `>` and `!=`"))
}

fn true_or_false(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("true-or-false", format!("`{name}` is true or false, so it cannot be compared"))
        .at(span, "no number")
        .remedy(format!("write `{name}`, or `not {name}`"))
}

fn not_on_lattice(span: Span, name: &str, lattice: Lattice) -> Diagnostic {
    let message = format!("`{name}` makes no sense on lattice {}", lattice.name());
    let on: Vec<&str> = Lattice::ALL
        .into_iter()
        .filter(|&lattice| Property::named(name).is_some_and(|property| property.is_on(lattice)))
        .map(Lattice::name)
        .collect();
    Diagnostic::error("not-on-lattice", message)
        .at(span, "not here")
        .remedy(format!("it can be asked on: {}", on.join(", ")))
}

fn not_around(span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` makes no sense in a box that goes around");
    Diagnostic::error("not-around", message)
        .at(span, "it has no left and right, and no upper side")
        .remedy("leave this out, or `wrap`; `polydlx info --properties` with the puzzle lists what can be asked of it")
}

fn not_stacked(span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` makes no sense where a cell may be covered more than once");
    Diagnostic::error("not-stacked", message)
        .at(span, "there a cell is not of one piece")
        .remedy("leave this out; `polydlx info --properties` with the puzzle lists what can be asked of it")
}

fn no_geometry(span: Span) -> Diagnostic {
    let message = "a DLX file has no geometry, so its solutions have no properties but costs and `maximal`";
    Diagnostic::error("no-geometry", message)
        .at(span, "needs geometry")
        .remedy("ask for `cost`, `max` or `maximal`, or give the spec instead")
}

fn unknown_side(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("unknown-side", format!("`{name}` is no side of a cell"))
        .at(span, "expected a cell, a stroke and the number of a side")
        .remedy("as in `areas \"00/2 00/1 01/1\"`; `polydlx options` shows what sides are called")
}

fn unknown_symmetry(span: Span, name: &str, known: &[String]) -> Diagnostic {
    Diagnostic::error("unknown-symmetry", format!("there is no rotation or reflection called `{name}`"))
        .at(span, "unknown")
        .remedy(did_you_mean(name, known.iter().map(String::as_str)))
}

/// Something that only the command line can say.
pub(crate) fn require_with_rules(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("unheeded-rules", format!("`{name}` knows nothing of rules"))
        .at(span, "in a puzzle with rules")
        .remedy("leave out `require`, or the rules")
}

pub(crate) fn needs_reference(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("needs-reference", format!("`{name}` needs a solution to compare with"))
        .at(span, "compared with what?")
        .remedy("ask for it on the command line: `polydlx solve SPEC --reference FILE --where …`")
}

pub(crate) fn unknown_piece(span: Span, name: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error("unknown-piece", format!("there is no piece {name}"))
        .at(span, "unknown")
        .remedy(did_you_mean(name, known.iter().copied()))
}

pub(crate) fn unknown_set(span: Span, name: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error("unknown-set", format!("there is no piece set `{name}`")).at(span, "unknown").remedy(
        format!(
            "{}; a file is named by its path, as in `./mine.spec`",
            did_you_mean(name, known.iter().copied())
        ),
    )
}

pub(crate) fn unreadable_set(span: Span, name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("unreadable-set", format!("cannot read the piece set `{name}`: {why}"))
        .at(span, "this file")
        .remedy("paths are relative to the file that names them")
}

pub(crate) fn unfit_set(span: Span, name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("unfit-set", format!("`{name}` is no piece set: {why}"))
        .at(span, "this file")
        .remedy("a piece set is text that begins with `|! set`; `polydlx show pentominoes` prints one")
}

pub(crate) fn unreadable_lattice(span: Span, name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("unreadable-lattice", format!("cannot read the lattice `{name}`: {why}"))
        .at(span, "this file")
        .remedy("paths are relative to the file that names them")
}

/// What is wrong with the text of a lattice.
pub(crate) fn row(source: usize, wrong: &RowMistake) -> Diagnostic {
    let example = |example: &str| format!("for example `{example}`");
    let (kind, message, label, remedy) = match &wrong.fault {
        RowFault::UnknownWord(word, known) => (
            "row-word",
            format!("no line of a lattice begins with `{word}`"),
            "unknown".to_owned(),
            did_you_mean(word, known.iter().copied()),
        ),
        RowFault::Expected(what, how) => {
            ("row-expected", format!("here should be {what}"), "not this".to_owned(), example(how))
        }
        RowFault::NoCellYet => (
            "row-order",
            "this line belongs to a cell, and there is none yet".to_owned(),
            "before all cells".to_owned(),
            "begin with a line like `cell a (0,1)`".to_owned(),
        ),
        RowFault::Missing(line) => {
            ("row-missing", "something is not said of this lattice".to_owned(), "until here".to_owned(), format!("add a line like `{line}`"))
        }
        RowFault::Twice(what) => {
            ("row-twice", format!("{what} was said before"), "again".to_owned(), "leave out one of the two".to_owned())
        }
        RowFault::FlatAxes => (
            "row-axes",
            "the axes do not span a plane, or a space".to_owned(),
            "one of them is made of the others".to_owned(),
            "give two vectors for a plane, three for space, none a sum of multiples of the others".to_owned(),
        ),
        RowFault::SameCells(one, other) => (
            "row-classes",
            format!("cells `{one}` and `{other}` are the same, up to a shift along the axes"),
            "is known already".to_owned(),
            "leave out one of the two, or make the axes longer".to_owned(),
        ),
        RowFault::SameLetter(letter) => (
            "row-classes",
            format!("two kinds of cells have the letter `{letter}`"),
            "again".to_owned(),
            "give each a letter of its own".to_owned(),
        ),
        RowFault::NoLetter => (
            "row-classes",
            "there are several kinds of cells, and this one has no letter".to_owned(),
            "how should it be written?".to_owned(),
            "write `cell a (0,1)`; or say `text points`, if coordinates tell cells apart".to_owned(),
        ),
        RowFault::NoImage(letter) => (
            "row-motion",
            format!("this takes the cells `{letter}` to where there are none"),
            "does not keep the lattice".to_owned(),
            "a turn or a flip maps cells to cells; it may need a shift, as in `turn (b,-a) + (1,0)`".to_owned(),
        ),
        RowFault::TwoShifts => (
            "row-motion",
            "done again and again, this makes shifts that are not those of the axes".to_owned(),
            "leads to a second shift".to_owned(),
            "make the axes shorter, or change the shift of this motion".to_owned(),
        ),
        RowFault::StepNowhere => (
            "row-step",
            "this step leads to where there is no cell".to_owned(),
            "no cell there".to_owned(),
            "steps lead from the point of a cell to that of a neighbour".to_owned(),
        ),
        RowFault::StepNotBack => (
            "row-step",
            "this step has no way back".to_owned(),
            "the neighbour has no such step".to_owned(),
            "give the other cell the opposite step".to_owned(),
        ),
        RowFault::StepNotMoved => (
            "row-step",
            "a turn or a flip takes this step to one that is none".to_owned(),
            "not kept".to_owned(),
            "add the steps that it becomes, or leave it out".to_owned(),
        ),
        RowFault::CornersNotMoved => (
            "row-corners",
            "a turn or a flip takes these corners to where no cell has them".to_owned(),
            "not kept".to_owned(),
            "corners are points in the same coordinates as cells, for the cell with coordinates 0".to_owned(),
        ),
        RowFault::NoSharedSide => (
            "row-sides",
            "this step leads to a cell that shares no side with this one".to_owned(),
            "no common side".to_owned(),
            "say `loose` if neighbours need not share a side".to_owned(),
        ),
        RowFault::SharedSide(step) => (
            "row-sides",
            format!("the cell at step {step} shares a side with this one, and is no neighbour"),
            "shares a side".to_owned(),
            format!("add the step {step}, or say `loose` if not all that share a side are neighbours"),
        ),
        RowFault::Area(cells, period) => (
            "row-area",
            format!("the cells have an area of {cells} where there is room for {period}"),
            if cells > period { "cells overlap" } else { "there are gaps" }.to_owned(),
            "corners go around a cell, and the cells of a period fill it; say `loose` if they need not".to_owned(),
        ),
        RowFault::PointText => (
            "row-text",
            "the coordinates of points do not tell which cell is meant".to_owned(),
            "not here".to_owned(),
            "the axes must be (m,0,…) and (0,n,…), and cells have points from 0 up to them; else cells need letters".to_owned(),
        ),
        RowFault::NotACell => (
            "row-cell",
            "one of these points is no cell".to_owned(),
            "of these".to_owned(),
            "name the points of cells, or of cells shifted along the axes".to_owned(),
        ),
        RowFault::GuardNotMoved => (
            "row-guard",
            "a turn or a flip takes a guard to where there is none".to_owned(),
            "not kept".to_owned(),
            "add the guards that it becomes".to_owned(),
        ),
        RowFault::Mirrors(number) => (
            "row-mirrors",
            format!("there should be {number} names of reflections"),
            "not so many".to_owned(),
            "that of the flip, then that of the flip and one turn, and so on, with commas between them".to_owned(),
        ),
        RowFault::SameLetterPlace => (
            "row-letters",
            "two cells would stand at the same place of a picture made of letters".to_owned(),
            "the same row and column".to_owned(),
            "say where they stand, as in `letters -b a`".to_owned(),
        ),
        other => unreachable!("nobody thought of {other:?} here"),
    };
    Diagnostic::error(kind, message).at(Span::new(source, wrong.at.clone()), label).remedy(remedy)
}

pub(crate) fn wrap_guards(span: Span, lattice: Lattice) -> Diagnostic {
    let name = lattice.polyforms();
    Diagnostic::error(
        "wrap-guards",
        format!("{name} cannot be wrapped: nobody watches whether they cross at the seam"),
    )
    .at(span, "not on this lattice")
    .remedy("leave out this line")
}

pub(crate) fn not_a_set(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("not-a-set", format!("`{name}` is a puzzle, not a piece set"))
        .at(span, "has a box")
        .remedy("a piece set begins with `|! set` and has no box")
}

pub(crate) fn set_lattice(span: Span, name: &str, theirs: Lattice, ours: Lattice) -> Diagnostic {
    let (theirs, ours) = (theirs.name(), ours.name());
    Diagnostic::error(
        "set-lattice",
        format!("the pieces of {name} are on lattice {theirs}, this file is on {ours}"),
    )
    .at(span, format!("a set of lattice {theirs}"))
    .remedy(format!("use a set on lattice {ours}: `polydlx list` shows them all"))
}

pub(crate) fn set_uses_itself(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("set-uses-itself", format!("the piece set `{name}` uses itself"))
        .at(span, "this closes the circle")
        .remedy("delete this line")
}

pub(crate) fn too_many_sets(span: Span, deep: usize, uses: usize) -> Diagnostic {
    Diagnostic::error("too-many-sets", "too many sets use each other")
        .at(span, "not followed any more")
        .remedy(format!("sets may use each other {deep} deep, and {uses} times in all; {LEEWAY}"))
}

pub(crate) fn foreign_set(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("foreign-set", format!("`{name}` is not a piece set without mistakes"))
        .at(span, "a file of another folder")
        .remedy("`polydlx info` with this file tells its mistakes")
}

pub(crate) fn foreign_lattice(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("foreign-lattice", format!("`{name}` is not a lattice without mistakes"))
        .at(span, "a file of another folder")
        .remedy("`polydlx pieces --size 1 --lattice` with this file tells its mistakes")
}

pub(crate) fn nothing_used(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("nothing-used", format!("no piece of {name} is left"))
        .at(span, "this brings in nothing")
        .remedy("check what stands after `only`, `except` and `where`")
}

pub(crate) fn nothing_left(span: Span) -> Diagnostic {
    Diagnostic::error("nothing-left", "no piece is left")
        .at(span, "this takes away all of them")
        .remedy("check the names after `--only` and `--without`")
}

pub(crate) fn expect_twice(what: Equivalence) -> String {
    format!("the number of solutions ({})", what.name())
}

// Placed pieces.

pub(crate) fn place_shape(span: Span, name: &str, sided: Sided) -> Diagnostic {
    let how = match sided {
        Sided::Free => "turned and flipped",
        Sided::One => "turned but not flipped",
        Sided::Fixed => "neither turned nor flipped",
    };
    Diagnostic::error("place-shape", format!("piece {name} cannot lie like this"))
        .at(span, "these cells do not have its shape")
        .remedy(format!("{name} may be {how}"))
}

pub(crate) fn place_ambiguous(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("place-ambiguous", format!("piece {name} can lie here in several ways"))
        .at(span, "its suffixes or its colours are not given")
        .remedy("give all cells of the placement, with suffixes and colours")
}

pub(crate) fn place_outside(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("place-outside", format!("piece {name} would leave the box"))
        .at(span, "not all of these cells are in the box")
        .remedy("pieces are placed with the coordinates of the box")
}

pub(crate) fn place_overlap(span: Span, name: &str, other: Span) -> Diagnostic {
    Diagnostic::error("place-overlap", format!("piece {name} overlaps a piece that was placed before"))
        .at(span, "overlaps")
        .related(other, "placed here")
        .remedy("move one of them")
}

pub(crate) fn place_mismatch(span: Span, name: &str, other: Span) -> Diagnostic {
    Diagnostic::error("place-mismatch", format!("piece {name} does not match a piece that was placed before"))
        .at(span, "another colour where they meet")
        .related(other, "placed here")
        .remedy("move or turn one of them")
}

pub(crate) fn place_too_often(span: Span, name: &str, high: u32) -> Diagnostic {
    let times = if high == 1 { "once".to_owned() } else { format!("{high} times") };
    Diagnostic::error("place-too-often", format!("piece {name} is placed more often than it may be used"))
        .at(span, format!("it may be used {times}"))
        .remedy("delete a line, or raise the multiplicity")
}

// Rules.

pub(crate) fn bad_bounds(span: Span, what: &str, why: &BoundsError) -> Diagnostic {
    let message = match why {
        BoundsError::NotANumber(_) => format!("{what} must be a number or a range"),
        BoundsError::TooLarge(_) => "nothing is there as often as that".to_owned(),
        BoundsError::Zero(_) => "at most none is too few".to_owned(),
        BoundsError::Reversed(Bounds { low, high }) => {
            format!("at least {low} and at most {high} cannot be")
        }
    };
    let remedy = match why {
        BoundsError::Zero(_) => "leave out the cells or the pieces instead".to_owned(),
        BoundsError::Reversed(Bounds { low, high }) => format!("write `{high}:{low}`"),
        _ => "as in `3` or `2:4`".to_owned(),
    };
    Diagnostic::error("bad-bounds", message).at(span, format!("says {what}")).remedy(remedy)
}

pub(crate) fn bounds_too_large(span: Span, most: usize, what: &str) -> Diagnostic {
    Diagnostic::error("bounds-too-large", format!("there are only {most} {what} to count"))
        .at(span, "more than there are")
        .remedy(format!("name more {what}, or a lower number"))
}

pub(crate) fn rules_too_large(span: Span) -> Diagnostic {
    Diagnostic::error("rules-too-large", "the rules of this puzzle would become too many items and options")
        .at(span, "with this one")
        .remedy(format!(
            "they grow with the square of the number of placements: take a smaller box or fewer such rules, or ask the solutions instead, as in `--where 'neighbors A B'`; {LEEWAY}"
        ))
}

pub(crate) fn comma_between_cells(span: Span) -> Diagnostic {
    Diagnostic::error("comma-between-cells", "cells stand next to each other without commas")
        .at(span, "taken as part of a cell otherwise")
        .remedy("leave it out: blanks are enough")
}

pub(crate) fn rule_outside(span: Span, cell: &str) -> Diagnostic {
    Diagnostic::error("rule-outside", format!("{cell} is not all in the box"))
        .at(span, "outside")
        .remedy("rules speak of the cells of the box, with their suffixes")
}

pub(crate) fn forgotten(span: Span, why: &str) -> Diagnostic {
    Diagnostic::warning("forgotten", format!("what this line says is forgotten, since {why}"))
        .at(span, "forgotten")
        .remedy(
            "if that is not what you want, write a spec of your own, without the changes of the command line",
        )
}

pub(crate) fn rule_without_cells(span: Span) -> Diagnostic {
    Diagnostic::error("rule-without-cells", "these are no cells at all")
        .at(span, "nothing")
        .remedy("an empty pair of brackets stands for no coordinate; put one in, or delete the line")
}

pub(crate) fn share_name(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("share-name", format!("`{name}` is the name of a piece or of a cell"))
        .at(span, "in use")
        .remedy("what placements share needs a name of its own")
}

pub(crate) fn alone(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("alone", format!("piece {name} is used at most once, and cannot touch itself"))
        .at(span, "the same piece")
        .remedy(format!("name another piece, or use {name} several times, as in `3|{name}`"))
}

pub(crate) fn mirror_of_free(span: Span, name: &str) -> Diagnostic {
    Diagnostic::warning("mirror-of-free", format!("piece {name} may be flipped, so this changes nothing"))
        .at(span, "its mirror image is the same piece")
        .remedy(format!("say `|! sided one {name}` if it may not be flipped"))
}

pub(crate) fn bad_size(span: Span) -> Diagnostic {
    Diagnostic::error("bad-size", "this is not a number of cells")
        .at(span, "a number from 1 to 62")
        .remedy("as in `|! use size 5 where convex`")
}

pub(crate) fn bad_condition(span: Span, word: Option<&str>, why: &NoCondition) -> Diagnostic {
    let words = FEATURES.map(|feature| feature.name);
    let message = match (why, word) {
        (_, None) => "a word is missing".to_owned(),
        (NoCondition::Unknown(_), Some(word)) => format!("`{word}` is nothing that can be said of a piece"),
        (NoCondition::Argument(..), Some(word)) => format!("`{word}` makes no sense here"),
        (NoCondition::And(_), Some(word)) => format!("`{word}` must be joined to what stands before it"),
    };
    let remedy = match (why, word) {
        (NoCondition::Unknown(_), word) => did_you_mean(word.unwrap_or_default(), words),
        (other, _) => other.to_string(),
    };
    Diagnostic::error("bad-condition", message).at(span, "expected here").remedy(remedy)
}

pub(crate) fn too_many_polyforms(span: Span) -> Diagnostic {
    Diagnostic::error("too-many-polyforms", "there are too many pieces of this size")
        .at(span, "too large")
        .remedy(format!(
            "name a smaller size, or make a piece set of those that you want with `polydlx pieces`; {LEEWAY}"
        ))
}

// Wraps.

pub(crate) fn wrap_what(span: Span) -> Diagnostic {
    Diagnostic::error("wrap-what", "this does not say which cells are the same")
        .at(span, "neither a direction nor cells")
        .remedy("write `|! wrap x` or `|! wrap y`, with `flip` for a Möbius strip, or two cells and what they become, as in `|! wrap 00 10 = 3f 2f flip`")
}

pub(crate) fn wrap_in_space(span: Span) -> Diagnostic {
    Diagnostic::error("wrap-in-space", "only boxes in the plane can be wrapped")
        .at(span, "this box is in space")
        .remedy("delete the line")
}

pub(crate) fn wrap_slanted(span: Span, lattice: Lattice) -> Diagnostic {
    let name = lattice.name();
    Diagnostic::error("wrap-slanted", format!("on lattice {name} a flip does not take rows to rows"))
        .at(span, "the box does not say where its cells come to lie")
        .remedy("say what becomes of two cells, as in `|! wrap 00 01 = 25 26 flip`")
}

pub(crate) fn wrap_pairs(span: Span) -> Diagnostic {
    Diagnostic::error("wrap-pairs", "two different cells must stand on each side of `=`")
        .at(span, "not so here")
        .remedy("as in `|! wrap 00 10 = 3f 2f flip`")
}

pub(crate) fn wrap_no_motion(span: Span, flips: bool) -> Diagnostic {
    let how = if flips { "that flips" } else { "that does not flip" };
    Diagnostic::error("wrap-no-motion", format!("no motion {how} takes the first cells to the second ones"))
        .at(span, "their distances differ")
        .remedy("name two neighbours, and what they become")
}

pub(crate) fn wrap_goes_nowhere(span: Span) -> Diagnostic {
    Diagnostic::error("wrap-goes-nowhere", "a way around must lead on: this leaves a point where it is")
        .at(span, "a turn, or a flip without a shift")
        .remedy("boxes are wrapped by shifts, and by flips along the line in which they flip")
}

pub(crate) fn wrap_same(span: Span, a: &str, b: &str) -> Diagnostic {
    Diagnostic::error("wrap-same", format!("cells {a} and {b} of the box would be the same cell"))
        .at(span, "makes them one")
        .remedy("leave one of them out of the box, or wrap it by a longer way")
}

pub(crate) fn wrap_turns(span: Span) -> Diagnostic {
    Diagnostic::error("wrap-turns", "these wraps together turn the box about a point")
        .at(span, "together with those before")
        .remedy("a flip goes together with a shift along its line, or straight across it")
}

pub(crate) fn wrap_sided(span: Span, piece: &str) -> Diagnostic {
    Diagnostic::error("wrap-sided", format!("piece {piece} may not be flipped, but the way around flips it"))
        .at(span, "this strip has one side only")
        .remedy("say `|! sided free`, or wrap the box without `flip`")
}

pub(crate) fn wrap_too_large(span: Span, cells: usize, most: usize) -> Diagnostic {
    Diagnostic::error("wrap-too-large", format!("a box of {cells} cells is too large to be wrapped"))
        .at(span, format!("at most {most} cells"))
        .remedy(format!(
            "shifts are symmetries of a wrapped box, and there would be too many of them; make the box smaller; {LEEWAY}"
        ))
}
