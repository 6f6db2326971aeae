//! Diagrams as text.
//!
//! The text form has one line a node, children before parents, as dlx6 prints them: `2a: (~17?9:1f)` is node 2a, which
//! asks for option 17, goes to node 9 if it is not chosen and to node 1f if it is. Numbers of nodes are hexadecimal, 0 and
//! 1 are the sinks, options are numbered from 1. The last line is the root: it has the variable 0, and both its branches
//! go to the first node that matters. Lines that begin with `|` are comments.

use super::{Node, Zdd};
use crate::OptionId;
use std::fmt::{self, Write};

impl Zdd {
    /// The text form.
    pub fn write(&self, mut to: impl Write) -> fmt::Result {
        for (at, node) in self.nodes.iter().enumerate() {
            writeln!(to, "{:x}: (~{}?{:x}:{:x})", at + 2, node.option.0 + 1, node.low, node.high)?;
        }
        writeln!(to, "{:x}: (~0?{:x}:{:x})", self.nodes.len() + 2, self.root, self.root)
    }

    /// Reads the text form; the error says which line is wrong, and how.
    pub fn read(text: &str) -> Result<Self, (usize, String)> {
        let mut zdd = Self::default();
        let mut ended = false;
        for (at, line) in text.lines().enumerate() {
            let wrong = |message: &str| (at + 1, message.to_owned());
            let line = line.trim();
            if line.is_empty() || line.starts_with('|') {
                continue;
            }
            if ended {
                return Err(wrong("there is something after the root"));
            }
            let [name, option, low, high] =
                fields(line).ok_or_else(|| wrong("this is not of the form `2a: (~17?9:1f)`"))?;
            let number = |text: &str| {
                u32::from_str_radix(text, 16)
                    .map_err(|_| wrong("this is no hexadecimal number, or too large a one"))
            };
            let (name, low, high) = (number(name)?, number(low)?, number(high)?);
            let option: u32 = option
                .parse()
                .map_err(|_| wrong("the number of the option is no decimal number, or too large a one"))?;
            let next = zdd.nodes.len() as u32 + 2;
            if name != next {
                return Err(wrong(&format!("node {next:x} should come here")));
            }
            if low >= name || high >= name {
                return Err(wrong("a node may refer only to nodes above it"));
            }
            match option.checked_sub(1) {
                Some(option) => zdd.nodes.push(Node { option: OptionId(option), low, high }),
                None => {
                    zdd.root = low;
                    ended = true;
                }
            }
        }
        if ended {
            Ok(zdd)
        } else {
            Err((text.lines().count().max(1), "there is no root, whose option is 0".to_owned()))
        }
    }
}

/// The parts of `name: (~option?low:high)`.
pub(super) fn fields(line: &str) -> Option<[&str; 4]> {
    let (name, rest) = line.split_once(':')?;
    let rest = rest.trim().strip_prefix("(~")?.strip_suffix(')')?;
    let (option, rest) = rest.split_once('?')?;
    let (low, high) = rest.split_once(':')?;
    Some([name, option, low, high])
}
