//! Names that are too long to stand upon a cell: their short forms, and the legend that tells what these mean.

use crate::canvas::text_width;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// Wider names would be written upon a single cell in letters of less than a quarter of its size.
const WIDEST: f64 = 3.2;

/// Short forms of those names that are too long to stand upon a cell, each unlike all others.
///
/// They are the beginnings of the names, as far as it takes to tell them apart; if that is too long, they are numbers.
///
/// ```
/// let short = polydlx_draw::short_names(["straight", "square", "tee"]);
/// assert_eq!(short["straight"], "st");
/// assert_eq!(short.get("tee"), None);
/// ```
pub fn short_names<'n>(names: impl IntoIterator<Item = &'n str>) -> BTreeMap<String, String> {
    let names: BTreeSet<&str> = names.into_iter().collect();
    let (long, mut taken): (Vec<&str>, BTreeSet<String>) = names.iter().copied().partition_map(|name| {
        if text_width(name) > WIDEST {
            itertools::Either::Left(name)
        } else {
            itertools::Either::Right(name.to_owned())
        }
    });
    let beginning = |name: &str| {
        let ends = name.char_indices().map(|(at, letter)| at + letter.len_utf8());
        let all = ends.map(|end| &name[..end]).filter(|text| !text.ends_with([' ', '-', '_']));
        let differs = |text: &&str| names.iter().all(|other| *other == name || !other.starts_with(text));
        { all }.find(differs).filter(|text| text_width(text) <= WIDEST).map(str::to_owned)
    };
    let mut short = BTreeMap::new();
    for name in long {
        let number = || (1..).map(|number: u32| number.to_string()).find(|text| !taken.contains(text));
        let form = beginning(name).filter(|text| !taken.contains(text)).or_else(number);
        let form = form.expect("there are enough numbers");
        taken.insert(form.clone());
        short.insert(name.to_owned(), form);
    }
    short
}

/// What short forms mean, in lines no wider than so many letters' sizes.
pub(crate) fn legend<'n>(
    short: &BTreeMap<String, String>,
    names: impl Fn(&str) -> bool + 'n,
    width: f64,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for entry in short.iter().filter(|(name, _)| names(name)).map(|(name, form)| format!("{form}: {name}")) {
        match lines.last_mut() {
            Some(line) if text_width(line) + text_width(&entry) + 1.4 <= width => {
                line.push_str(",  ");
                line.push_str(&entry);
            }
            _ => lines.push(entry),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Drawing, Drawn, Style, sheet, svg};
    use polydlx_lattice::{Lattice, Shape, Site};

    #[test]
    fn short_names_differ_and_are_short() {
        let names = ["tessellate", "tessera", "t", "te", "piece number 1", "piece number 2", "1", "ab"];
        let short = short_names(names);
        assert_eq!(short.len(), 4);
        let all = names.map(|name| short.get(name).map_or(name, String::as_str));
        assert!(all.iter().all_unique(), "{all:?}");
        assert!(all.iter().all(|name| text_width(name) <= WIDEST), "{all:?}");
        assert_eq!(short["piece number 1"], "2");
    }

    #[test]
    fn pieces_that_are_all_alike_have_neither_names_nor_legend() {
        let names = ["straight", "straight"];
        let picture = |names: [&str; 2]| {
            let shapes = [[0, 0, 0], [0, 1, 0]].map(|at| Shape::new([Site::new(at)]));
            let pieces = names.iter().zip(&shapes).map(|(name, shape)| Drawn {
                name: (*name).to_owned(),
                color: 0,
                shape: shape.clone(),
            });
            let drawing = Drawing {
                lattice: Lattice::SQUARE,
                region: Shape::default(),
                pieces: pieces.collect(),
                title: None,
                caption: None,
                labels: Vec::new(),
                tints: Vec::new(),
            };
            let style = Style { short: short_names(names), ..Style::default() };
            (svg(&drawing, &style), sheet(&[drawing.clone(), drawing], 2, &style).svg())
        };
        let (one, many) = picture(names);
        assert!(!one.contains("</text>") && !many.contains("</text>"));
        let (one, many) = picture(["straight", "square"]);
        assert!(one.contains("sq: square") && one.contains("st: straight"));
        // At the foot, and not below each picture.
        assert_eq!(many.matches("sq: square").count(), 1);
    }

    #[test]
    fn a_legend_names_what_is_there() {
        let short = short_names(["straight", "square", "crossing"]);
        assert_eq!(legend(&short, |_| true, 100.0), ["c: crossing,  sq: square,  st: straight"]);
        assert_eq!(legend(&short, |name| name != "square", 5.0), ["c: crossing", "st: straight"]);
        assert!(legend(&short, |_| false, 5.0).is_empty());
    }
}
