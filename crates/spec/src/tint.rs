//! Colours of sites: what stands behind a colon, and the pragmas that speak of it.
//!
//! `00:aab` is cell 00 with colours on its sides, in order; `00^:aab` has them at its corners, `00>:aab` on its faces; `00!:a`
//! is the item `00!` with colour a. Two pieces may share a site if they agree on its colour.

use crate::load::Loader;
use crate::mistake;
use crate::parse::Reader;
use crate::syntax::{CellSpec, Line, Pragma, Spanned, Spec};
use itertools::Itertools;
use polydlx_diagnostic::Span;
use polydlx_lattice::{Cell, Part, Puzzle, Rule, Shape, Site};
use std::collections::BTreeMap;

/// What stands for no colour in a list of them.
const NONE: char = '.';

/// So many colours may be exchanged; all their permutations are tried.
const MOST_ALIKE: usize = 6;

/// A suffix and the colours behind its colon, if it has one.
pub(crate) fn split(suffix: &str) -> (&str, Option<&str>) {
    suffix.split_once(':').map_or((suffix, None), |(suffix, colors)| (suffix, Some(colors)))
}

/// The part of cells that a suffix before a colon stands for; none if it is a suffix.
fn part(suffix: &str) -> Option<Part> {
    let mut marks = suffix.chars();
    let mark = marks.next();
    Part::ALL.into_iter().find(|part| part.mark() == mark && marks.as_str().is_empty())
}

impl<'a> Reader<'a> {
    /// Looks at what stands behind a colon.
    pub(crate) fn check_colors(&mut self, colors: &'a str, allowed: bool) {
        if !allowed {
            self.report(mistake::color_here(self.span(colors)));
        } else if colors.is_empty() {
            self.report(mistake::no_color(self.span(colors)));
        } else if let Some(at) = colors.find([':', '|']) {
            let found = if colors[at..].starts_with(':') { ':' } else { '|' };
            self.report(mistake::suffix_character(self.span(&colors[at..=at]), found));
        }
    }
}

impl Loader<'_> {
    /// The number of a colour, which may be new.
    pub(crate) fn color(&mut self, name: &str) -> u16 {
        let at = self.colors.iter().position(|known| known == name).unwrap_or_else(|| {
            self.colors.push(name.to_owned());
            self.colors.len() - 1
        });
        u16::try_from(at + 1).expect("fewer than 65535 colours")
    }

    /// The sites that cells with a suffix and colours stand for.
    pub(crate) fn tinted(&mut self, cells: &[Cell], suffix: &str, colors: &str, span: Span) -> Vec<Site> {
        let Some(part) = part(suffix) else {
            let (suffix, color) = (self.suffix(suffix, span), self.color(colors));
            return cells.iter().map(|cell| Site { suffix, color, ..cell.site() }).collect();
        };
        let mut sites = Vec::new();
        for &cell in cells {
            let places = self.lattice.parts(part, cell).collect_vec();
            if places.len() != colors.chars().count() {
                if !colors.is_empty() {
                    self.report(mistake::color_number(span, self.lattice, part, places.len(), colors));
                }
                return cells.iter().map(|cell| cell.site()).collect();
            }
            sites.push(cell.site());
            for (place, name) in places.into_iter().zip(colors.chars()).filter(|(_, name)| *name != NONE) {
                let color = self.color(&name.to_string());
                sites.push(Site { suffix: part.suffix(), color, ..place.site() });
            }
        }
        sites
    }

    /// A site of a shape has one colour.
    pub(crate) fn check_colors(&mut self, shape: &Shape, span: Span) {
        if let Some(site) = shape.two_colored() {
            let names = shape.sites().iter().filter(|other| other.uncolored() == site.uncolored());
            let names = names.map(|site| self.colors[usize::from(site.color).saturating_sub(1)].as_str());
            let names = names.take(2).join(" and ");
            self.report(mistake::two_colors(span, &names));
        }
    }

    /// Gives a puzzle its colours, and its region what has them.
    pub(crate) fn palette(&mut self, spec: &Spec, puzzle: &mut Puzzle) {
        puzzle.palette.names.clone_from(&self.colors);
        let mut named: BTreeMap<u16, Span> = BTreeMap::new();
        for pragma in spec.pragmas() {
            let Pragma::Recolor(names) = pragma else { continue };
            for name in names {
                match puzzle.palette.number(&name.value) {
                    Some(color) if named.contains_key(&color) => {
                        let what = format!("that colour {} may be exchanged", name.value);
                        self.report(mistake::said_twice(name.span, &what, named[&color]));
                    }
                    Some(color) => {
                        named.insert(color, name.span);
                        if named.len() > MOST_ALIKE {
                            self.report(mistake::too_many_alike(name.span, MOST_ALIKE));
                        }
                    }
                    None => self.report(mistake::unknown_color(name.span, &name.value, &self.colors)),
                }
            }
        }
        puzzle.palette.alike = named.into_keys().collect();
        for part in puzzle.colored_parts().collect_vec() {
            let clash = self.suffixes.iter().position(|suffix| suffix.starts_with(part.letter()));
            if let Some(at) = clash {
                self.report(mistake::part_suffix(self.suffix_spans[at], &self.suffixes[at], part));
            }
        }
        puzzle.mark_region();
    }

    /// The colours that pragmas give to places of the box.
    pub(crate) fn colored(&mut self, spec: &Spec, puzzle: &mut Puzzle) {
        let mut known: BTreeMap<Site, (u16, Span)> = BTreeMap::new();
        // That the border is said twice has been told.
        let borders = spec.lines.iter().filter(|line| matches!(line.value, Line::Pragma(Pragma::Border(_))));
        let second = borders.skip(1).map(|line| line.span).collect_vec();
        for line in spec.lines.iter().filter(|line| !second.contains(&line.span)) {
            let sites = match &line.value {
                Line::Pragma(Pragma::Colored(cells)) => self.colored_sites(puzzle, cells),
                Line::Pragma(Pragma::Border(color)) => self.border(puzzle, color),
                _ => continue,
            };
            for site in sites {
                let (color, first) = *known.entry(site.uncolored()).or_insert((site.color, line.span));
                if color != site.color {
                    let what = format!("the colour of {}", puzzle.site_name(site.uncolored()));
                    self.report(mistake::said_twice(line.span, &what, first));
                    break;
                }
            }
        }
        if !known.is_empty() {
            let sites = known.into_iter().map(|(site, (color, _))| Site { color, ..site });
            puzzle.rules.push(Rule::Colored(sites.collect()));
        }
        // A colour that only the box has is one all the same.
        puzzle.palette.names.clone_from(&self.colors);
    }

    fn colored_sites(&mut self, puzzle: &Puzzle, cells: &[Spanned<CellSpec>]) -> Vec<Site> {
        let mut found = Vec::new();
        for cell in cells {
            let shape = self.shape(std::slice::from_ref(cell));
            let sites = shape.sites().iter().filter(|site| site.color != 0).copied().collect_vec();
            if sites.is_empty() && split(&cell.value.suffix).1.is_none() {
                self.report(mistake::colored_without_color(cell.span));
            }
            let inside = sites.iter().filter_map(|&site| puzzle.standing_site(site)).collect_vec();
            if inside.len() < sites.len() {
                let part = sites.iter().find_map(|site| Part::of_suffix(site.suffix));
                match part.filter(|part| !puzzle.colored_parts().contains(part)) {
                    Some(part) => self.report(mistake::nothing_colored(cell.span, part)),
                    None => self.report(mistake::rule_outside(cell.span, &cell.value.to_string())),
                }
            }
            found.extend(inside);
        }
        found
    }

    /// All sides, corners and faces with colours that touch a cell outside of the box.
    fn border(&mut self, puzzle: &Puzzle, name: &Spanned<String>) -> Vec<Site> {
        let Some(color) = puzzle.palette.number(&name.value) else {
            self.report(mistake::unknown_color(name.span, &name.value, &self.colors));
            return Vec::new();
        };
        let at_rim = |site: &&Site| puzzle.has_outside(**site);
        let sites = puzzle.region.sites().iter().filter(at_rim).map(|&site| Site { color, ..site });
        let sites = sites.collect_vec();
        if sites.is_empty() {
            self.report(mistake::no_border(name.span));
        }
        sites
    }

    /// What colours are painted with.
    pub(crate) fn hue(&mut self, name: &Spanned<String>, color: &crate::Color) {
        let known = name.value.strip_prefix(':').filter(|name| self.colors.iter().any(|known| known == name));
        match known {
            Some(known) => {
                self.hues.insert(known.to_owned(), color.clone());
            }
            None => {
                let name = Spanned::new(name.value[1..].to_owned(), name.span);
                self.report(mistake::unknown_color(name.span, &name.value, &self.colors));
            }
        }
    }
}

/// The sites of a shape as they are written: number and text of the suffix, class, and cell. A cell with colours on its sides
/// or corners is written with them.
pub(crate) fn suffixes(puzzle: &Puzzle, shape: &Shape) -> Vec<((u16, u8, String), Cell)> {
    let mut found = Vec::new();
    let name = |color: u16| puzzle.palette.name(color).unwrap_or_default();
    for site in shape.sites() {
        let mut write = |text: String| found.push(((site.suffix, site.class, text), site.cell()));
        if site.suffix != 0 {
            if let Some(suffix) = puzzle.suffixes.get(usize::from(site.suffix)) {
                let colon = if site.color == 0 { "" } else { ":" };
                write(format!("{suffix}{colon}{}", name(site.color)));
            }
            continue;
        }
        let mut is_plain = true;
        for part in Part::ALL {
            let color = |place: Cell| {
                let place = Site { suffix: part.suffix(), ..place.site() };
                shape.color_of(place).map_or(NONE.to_string(), |color| name(color).to_owned())
            };
            let colors: String = puzzle.lattice.parts(part, site.cell()).map(color).collect();
            if colors.chars().any(|color| color != NONE) {
                is_plain = false;
                let mark = part.mark().map(String::from).unwrap_or_default();
                write(format!("{mark}:{colors}"));
            }
        }
        if is_plain {
            write(String::new());
        }
    }
    found
}
