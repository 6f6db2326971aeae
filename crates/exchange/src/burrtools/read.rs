//! From text to a document.

use super::document::{Document, Grid, Part, Problem, Shape, Span, State, Voxel};
use itertools::Itertools;
use polydlx_diagnostic::{Diagnostic, Span as Place};
use roxmltree::Node;

/// The text of a file, which may be compressed, and may be older than Unicode.
pub fn text_of(bytes: &[u8]) -> Result<String, Vec<Diagnostic>> {
    let unpacked = if bytes.starts_with(&[0x1f, 0x8b]) {
        let broken =
            || vec![Diagnostic::error("broken-archive", "the file is compressed, and cannot be unpacked")];
        let packed = after_head(bytes).ok_or_else(broken)?;
        miniz_oxide::inflate::decompress_to_vec_with_limit(packed, MOST_BYTES).map_err(|_| broken())?
    } else {
        bytes.to_vec()
    };
    Ok(String::from_utf8(unpacked).unwrap_or_else(|error| {
        // Old files have Latin-1, whose bytes are the first characters of Unicode.
        error.into_bytes().into_iter().map(char::from).collect()
    }))
}

/// No puzzle is as large as that.
const MOST_BYTES: usize = 1 << 28;

/// What follows the head of a gzip file.
fn after_head(bytes: &[u8]) -> Option<&[u8]> {
    let flags = *bytes.get(3)?;
    let mut rest = bytes.get(10..)?;
    if flags & 4 != 0 {
        let length = usize::from(*rest.first()?) + 256 * usize::from(*rest.get(1)?);
        rest = rest.get(2 + length..)?;
    }
    // A name, a comment.
    for flag in [8, 16] {
        if flags & flag != 0 {
            rest = &rest[rest.iter().position(|&byte| byte == 0)? + 1..];
        }
    }
    rest.get(if flags & 2 != 0 { 2.. } else { 0.. })
}

/// Reads a text. All mistakes are told at once, unless it is no XML.
pub fn read(text: &str) -> Result<Document, Vec<Diagnostic>> {
    let xml = roxmltree::Document::parse(text).map_err(|error| vec![no_xml(text, &error)])?;
    let root = xml.root_element();
    if root.tag_name().name() != "puzzle" {
        return Err(vec![mistake(
            "not-a-puzzle",
            &root,
            "the file is XML, but no puzzle",
            "`puzzle` is expected here",
        )]);
    }
    let mut reader = Reader { mistakes: Vec::new() };
    let document = reader.document(&root);
    if reader.mistakes.is_empty() { Ok(document) } else { Err(reader.mistakes) }
}

fn no_xml(text: &str, error: &roxmltree::Error) -> Diagnostic {
    let position = error.pos();
    let line =
        text.split_inclusive('\n').take(position.row.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let column =
        text[line..].chars().take(position.col.saturating_sub(1) as usize).map(char::len_utf8).sum::<usize>();
    let at = (line + column).min(text.len());
    Diagnostic::error("not-xml", "the file is not the XML that it should be")
        .at(Place::new(0, at..at), "here it makes no sense any more")
        .remedy("is it whole? BurrTools writes compressed files, and plain ones")
}

fn mistake(kind: &'static str, node: &Node<'_, '_>, message: impl Into<String>, label: &str) -> Diagnostic {
    let range = node.range();
    // The tag only: what is inside may be long.
    let text = &node.document().input_text()[range.clone()];
    let end = text.find('>').map_or(range.end, |end| range.start + end + 1);
    Diagnostic::error(kind, message).at(Place::new(0, range.start..end), label)
}

struct Reader {
    mistakes: Vec<Diagnostic>,
}

impl Reader {
    fn document(&mut self, root: &Node<'_, '_>) -> Document {
        match root.attribute("version").map(number) {
            Some(1 | 2) => {}
            Some(other) => self.mistakes.push(
                mistake(
                    "unknown-version",
                    root,
                    format!("version {other} of the format is not known"),
                    "1 or 2 are",
                )
                .remedy("is there a newer polydlx?"),
            ),
            None => self.mistakes.push(mistake(
                "no-version",
                root,
                "the file does not say its version",
                "`version` is missing",
            )),
        }
        let children = root.children().filter(Node::is_element).collect_vec();
        let named = |name: &'static str| children.iter().filter(move |node| node.tag_name().name() == name);
        let grid = self.grid(&named("gridType").collect_vec(), named("shapes").next());
        let colors = named("colors").flat_map(|list| elements(list, "color"));
        let colors = colors.map(|color| {
            ["red", "green", "blue"].map(|part| color.attribute(part).map_or(0, number).clamp(0, 255) as u8)
        });
        let colors = colors.collect_vec();
        let shapes = named("shapes").flat_map(|list| elements(list, "voxel")).collect_vec();
        let shapes = shapes.iter().map(|voxel| self.shape(voxel)).collect_vec();
        let problems = named("problems").flat_map(|list| elements(list, "problem")).collect_vec();
        let problems = problems.iter().map(|problem| self.problem(problem, shapes.len())).collect_vec();
        let comment = named("comment").next();
        Document {
            grid,
            colors,
            shapes,
            problems,
            comment: comment.and_then(Node::text).unwrap_or_default().to_owned(),
            popup: comment.is_some_and(|node| node.has_attribute("popup")),
            has_solutions: root.descendants().any(|node| node.has_tag_name("solution")),
        }
    }

    fn grid(&mut self, said: &[&Node<'_, '_>], shapes: Option<&Node<'_, '_>>) -> Grid {
        if let Some(second) = said.get(1) {
            self.mistakes.push(mistake("two-grids", second, "the grid is said twice", "once more"));
        }
        let Some(first) = said.first() else { return Grid::Bricks };
        if shapes.is_some_and(|shapes| shapes.range().start < first.range().start) {
            let message = "the grid is said after the shapes that stand on it";
            self.mistakes
                .push(mistake("late-grid", first, message, "too late").remedy("put it before the shapes"));
        }
        let number = first.attribute("type").map_or(0, number);
        let grid = usize::try_from(number).ok().and_then(|number| Grid::ALL.get(number).copied());
        grid.unwrap_or_else(|| {
            let message = format!("there is no grid of type {number}");
            self.mistakes.push(mistake("unknown-grid", first, message, "0 to 4 are known"));
            Grid::Bricks
        })
    }

    fn shape(&mut self, node: &Node<'_, '_>) -> Shape {
        let size = ["x", "y", "z"].map(|axis| {
            let length = node.attribute(axis).map_or(0, number);
            if length < 1 {
                let message = format!("the box of this shape has no extent {axis}");
                self.mistakes.push(mistake(
                    "no-size",
                    node,
                    message,
                    "x, y and z are needed, each at least 1",
                ));
            }
            usize::try_from(length).unwrap_or(0).min(10_000)
        });
        if node.attribute("type").map(number) != Some(0) {
            let message = "the cells of this shape are written in an unknown way";
            self.mistakes.push(mistake("unknown-cells", node, message, "`type` must be 0"));
        }
        let text = node.children().filter(Node::is_text).filter_map(|child| child.text()).join("");
        let cells = self.voxels(node, &text);
        let expected: usize = size.iter().product();
        let wrong = self.mistakes.is_empty() && cells.len() != expected;
        if wrong {
            let [x, y, z] = size;
            let message =
                format!("the box has {x}×{y}×{z} = {expected} cells, but {} are written", cells.len());
            self.mistakes.push(mistake("wrong-number-of-cells", node, message, "this shape"));
        }
        Shape {
            name: node.attribute("name").map(str::to_owned),
            size,
            cells,
            weight: node.attribute("weight").map(number),
            hotspot: ["hx", "hy", "hz"].map(|axis| node.attribute(axis).map(number)),
            at: Span(node.range().start, node.range().end),
        }
    }

    fn voxels(&mut self, node: &Node<'_, '_>, text: &str) -> Vec<Voxel> {
        if text.is_empty() {
            self.mistakes.push(mistake(
                "no-cells",
                node,
                "no cells are written for this shape",
                "nothing inside",
            ));
        }
        let mut cells: Vec<Voxel> = Vec::new();
        let mut color = String::new();
        let finish = |cells: &mut Vec<Voxel>, color: &mut String| -> Result<(), String> {
            let Some(last) = cells.last_mut().filter(|_| !color.is_empty()) else { return Ok(()) };
            let number: u32 = color.parse().unwrap_or(u32::MAX);
            if number > 63 {
                return Err(format!("there is no colour {color}: they end with 63"));
            }
            // A colour of what is not there is of no use.
            if last.state != State::Empty {
                last.color = number as u8;
            }
            color.clear();
            Ok(())
        };
        for letter in text.chars() {
            if letter.is_ascii_digit() && !cells.is_empty() {
                color.push(letter);
                continue;
            }
            if let Err(message) = finish(&mut cells, &mut color) {
                self.mistakes.push(mistake("unknown-colour", node, message, "in this shape"));
                return cells;
            }
            let state = match letter {
                '_' => State::Empty,
                '#' => State::Filled,
                '+' => State::Variable,
                other => {
                    let message = format!("{other:?} is no cell");
                    let remedy = "cells are `_`, `#` and `+`, without spaces or ends of lines between them";
                    self.mistakes
                        .push(mistake("unknown-cell", node, message, "in this shape").remedy(remedy));
                    return cells;
                }
            };
            cells.push(Voxel { state, color: 0 });
        }
        if let Err(message) = finish(&mut cells, &mut color) {
            self.mistakes.push(mistake("unknown-colour", node, message, "in this shape"));
        }
        cells
    }

    fn problem(&mut self, node: &Node<'_, '_>, shapes: usize) -> Problem {
        let listed =
            elements(node, "shapes").flat_map(|list| elements(&list, "shape").collect_vec()).collect_vec();
        let parts = listed.iter().map(|part| self.part(part, shapes)).collect();
        let result =
            elements(node, "result").next().and_then(|result| result.attribute("id").map(str::to_owned));
        let result = result.and_then(|id| id.trim().parse::<usize>().ok()).filter(|&id| id < shapes);
        let pairs = elements(node, "bitmap").flat_map(|list| elements(&list, "pair").collect_vec());
        let index = |pair: &Node<'_, '_>, name: &str| {
            usize::try_from(pair.attribute(name).map_or(0, number)).unwrap_or(0)
        };
        Problem {
            name: node.attribute("name").map(str::to_owned),
            parts,
            result,
            max_holes: node.attribute("maxHoles").map(|holes| u32::try_from(number(holes)).unwrap_or(0)),
            pairs: pairs.map(|pair| (index(&pair, "piece"), index(&pair, "result"))).collect(),
            at: Span(node.range().start, node.range().end),
        }
    }

    fn part(&mut self, node: &Node<'_, '_>, shapes: usize) -> Part {
        let shape = usize::try_from(node.attribute("id").map_or(-1, number)).unwrap_or(usize::MAX);
        if shape >= shapes {
            let message = format!("there is no shape {}", node.attribute("id").unwrap_or("without a number"));
            let label = format!("there are {shapes}, numbered from 0");
            self.mistakes.push(mistake("unknown-shape", node, message, &label));
        }
        let read = |name: &str| node.attribute(name).map(|value| u32::try_from(number(value)).unwrap_or(0));
        let (low, high) = match (read("count"), read("min"), read("max")) {
            (Some(count), _, _) => (count, count),
            (None, Some(low), Some(high)) => (low, high),
            _ => (1, 1),
        };
        if low > high {
            let message = format!("a piece cannot be used at least {low} times and at most {high} times");
            self.mistakes.push(mistake("empty-range", node, message, "`min` is greater than `max`"));
        }
        let groups = elements(node, "group").map(|group| {
            let read = |name: &str| group.attribute(name).map_or(0, number);
            (read("group"), read("count"))
        });
        let old =
            node.attribute("group").map(|group| (number(group), i32::try_from(high).unwrap_or(i32::MAX)));
        Part { shape, low, high, groups: old.into_iter().chain(groups).collect() }
    }
}

fn elements<'a, 'input: 'a>(
    node: &Node<'a, 'input>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'input>> + use<'a, 'input> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// As C's `atoi` reads it: digits at the beginning, and 0 if there are none.
fn number(text: &str) -> i32 {
    let text = text.trim_start();
    let (sign, digits) =
        text.strip_prefix('-').map_or((1, text.strip_prefix('+').unwrap_or(text)), |rest| (-1, rest));
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    sign * digits[..end].parse::<i32>().unwrap_or(0)
}
