//! Diagrams as text.
//!
//! The text form has one line a node, children before parents, as dlx6 prints them: `2a: (~17?9:1f)` is node 2a, which
//! asks for option 17, goes to node 9 if it is not chosen and to node 1f if it is. Numbers of nodes are hexadecimal, 0 and
//! 1 are the sinks, options are numbered from 1. The last line is the root: it has the variable 0, and both its branches
//! go to the first node that matters. Lines that begin with `|` are comments.

use super::{AT_ONCE, Node, Zdd};
use crate::{Monitor, OptionId, Stopped};
use polydlx_diagnostic::{Diagnostic, Span};
use std::fmt::{self, Write};

impl Zdd {
    /// The text form.
    pub fn write(&self, mut to: impl Write) -> fmt::Result {
        for (at, node) in self.nodes.iter().enumerate() {
            writeln!(to, "{:x}: (~{}?{:x}:{:x})", at + 2, node.option.0 + 1, node.low, node.high)?;
        }
        writeln!(to, "{:x}: (~0?{:x}:{:x})", self.nodes.len() + 2, self.root, self.root)
    }

    /// Reads the text form; `source` is what the spans of mistakes will say.
    pub fn read(source: usize, text: &str, monitor: &Monitor) -> Result<Self, Unread> {
        let mut reader = Reader { source, text, mistakes: Vec::new() };
        let mut zdd = Self::default();
        let (mut next, mut ended) = (2, false);
        for (at, line) in text.lines().enumerate() {
            if at % AT_ONCE == 0 {
                monitor.go_on()?;
            }
            let line = line.trim();
            if line.is_empty() || line.starts_with('|') {
                continue;
            }
            if reader.mistakes.len() >= ENOUGH {
                break;
            }
            if ended {
                reader.mistake(line, "there is something after the root", "leave it out");
                break;
            }
            let Some((name, node)) = reader.node(line, next) else {
                next += 1;
                continue;
            };
            next = name.saturating_add(1);
            match node.option.0.checked_sub(1) {
                Some(option) => zdd.nodes.push(Node { option: OptionId(option), ..node }),
                None => {
                    zdd.root = node.low;
                    ended = true;
                }
            }
        }
        if !ended && reader.mistakes.is_empty() {
            let message = "there is no root, whose option is 0";
            let end = text.trim_end().len();
            reader.mistake(&text[end..end], message, "the file ends here");
        }
        if reader.mistakes.is_empty()
            && let Some(at) = zdd.repetition(monitor)?
        {
            let [_, option, ..] = reader.nth(at).unwrap_or([text; 4]);
            let message = format!("no way may ask for an option twice, but one does for option {option}");
            reader.mistake(option, message, "asked for again after this");
        }
        if reader.mistakes.is_empty() { Ok(zdd) } else { Err(Unread::Mistakes(reader.mistakes)) }
    }

    /// The first node from which a way goes on to another one that asks for the same option, if there is one.
    fn repetition(&self, monitor: &Monitor) -> Result<Option<usize>, Stopped> {
        if self.is_ordered() {
            return Ok(None);
        }
        // For each node all options that it asks for, or nodes below it.
        let none = vec![0u64; self.bound().div_ceil(64)];
        let (mut at, mut first) = (0, None);
        let join = |option: OptionId, low: &Vec<u64>, high: &Vec<u64>| {
            let mut all: Vec<u64> = low.iter().zip(high).map(|(low, high)| low | high).collect();
            let word = &mut all[option.0 as usize / 64];
            let bit = 1 << (option.0 % 64);
            if *word & bit != 0 {
                first = first.or(Some(at));
            }
            *word |= bit;
            at += 1;
            all
        };
        self.fold([none.clone(), none], join, monitor)?;
        Ok(first)
    }
}

/// Why a text is no diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It has mistakes: the first of them.
    Mistakes(Vec<Diagnostic>),
    /// The monitor stopped it.
    Stopped,
}

impl From<Stopped> for Unread {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// So many mistakes are shown; in a file with millions of lines there may be as many.
const ENOUGH: usize = 10;

/// No option has a greater number: there are lists of all options.
const MOST_OPTIONS: u32 = 1 << 24;

pub(super) struct Reader<'t> {
    pub(super) source: usize,
    pub(super) text: &'t str,
    pub(super) mistakes: Vec<Diagnostic>,
}

impl<'t> Reader<'t> {
    /// What is wrong with a part of the text.
    pub(super) fn mistake(&mut self, part: &str, message: impl Into<String>, label: &str) {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        let span = Span::new(self.source, start..start + part.len());
        self.mistakes.push(
            Diagnostic::error("not-a-diagram", message)
                .at(span, label)
                .remedy("write it anew with `polydlx zdd SPEC -o FILE`"),
        );
    }

    /// The parts of the line of a node, counted from 0.
    pub(super) fn nth(&self, node: usize) -> Option<[&'t str; 4]> {
        self.text.lines().map(str::trim).filter_map(fields).nth(node)
    }

    /// The node in a line, with its own number, which should be `next`; its option is numbered from 1.
    fn node(&mut self, line: &str, next: u32) -> Option<(u32, Node)> {
        let Some([name, option, low, high]) = fields(line) else {
            self.mistake(line, "this is no node", "not of the form `2a: (~17?9:1f)`");
            return None;
        };
        let [own, to_low, to_high] = [name, low, high].map(|part| {
            let number = u32::from_str_radix(part, 16);
            if number.is_err() {
                self.mistake(part, "nodes have hexadecimal numbers", "no such number, or too large a one");
            }
            number.ok()
        });
        let number: Option<u32> = option.parse().ok().filter(|&number| number <= MOST_OPTIONS);
        if number.is_none() {
            self.mistake(option, "options have decimal numbers", "no such number, or too large a one");
        }
        let own = own?;
        if own != next {
            self.mistake(
                name,
                "nodes come in the order of their numbers",
                &format!("this should be {next:x}"),
            );
        }
        for (part, to) in [(low, to_low), (high, to_high)] {
            if to.is_some_and(|to| to >= own) {
                self.mistake(part, "a node may refer only to nodes above it", "not above it");
            }
        }
        if number == Some(0) && to_low != to_high {
            self.mistake(high, "both branches of the root go to the same node", "another one");
        }
        Some((own, Node { option: OptionId(number?), low: to_low?, high: to_high? }))
    }
}

/// The parts of `name: (~option?low:high)`.
fn fields(line: &str) -> Option<[&str; 4]> {
    let (name, rest) = line.split_once(':')?;
    let rest = rest.trim().strip_prefix("(~")?.strip_suffix(')')?;
    let (option, rest) = rest.split_once('?')?;
    let (low, high) = rest.split_once(':')?;
    Some([name, option, low, high])
}
