//! Zero-suppressed binary decision diagrams: families of sets of options (TAOCP 7.1.4 and 7.2.2.1, Algorithm Z).
//!
//! The text form has one line a node, children before parents, as dlx6 prints them: `2a: (~17?9:1f)` is node 2a, which
//! asks for option 17, goes to node 9 if it is not chosen and to node 1f if it is. Numbers of nodes are hexadecimal, 0 and
//! 1 are the sinks, options are numbered from 1. The last line is the root: it has the variable 0, and both its branches
//! go to the first node that matters. Lines that begin with `|` are comments.

use crate::{OptionId, Problem};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::fmt::{self, Write};

/// A family of sets of options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zdd {
    /// Nodes from number 2 on; children before parents.
    nodes: Vec<Node>,
    known: HashMap<Node, u32>,
    root: u32,
}

/// A question: is this option chosen?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The option.
    pub option: OptionId,
    /// Where to go on if it is not chosen.
    pub low: u32,
    /// Where to go on if it is.
    pub high: u32,
}

impl Zdd {
    /// The sink of what is no solution.
    pub const BOTTOM: u32 = 0;
    /// The sink of solutions.
    pub const TOP: u32 = 1;

    /// The nodes apart from the sinks, numbered from 2; children come before parents.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// How many sets there are.
    pub fn count(&self) -> BigUint {
        let mut counts = vec![BigUint::default(), BigUint::from(1u32)];
        for node in &self.nodes {
            let sum = &counts[node.low as usize] + &counts[node.high as usize];
            counts.push(sum);
        }
        counts.swap_remove(self.root as usize)
    }

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
                u32::from_str_radix(text, 16).map_err(|_| wrong("this number is not hexadecimal"))
            };
            let (name, low, high) = (number(name)?, number(low)?, number(high)?);
            let option: u32 = option.parse().map_err(|_| wrong("the number of the option is not decimal"))?;
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

    /// Whether all sets are solutions of a problem; looks at each of them.
    pub fn holds_for(&self, problem: &Problem) -> bool {
        if self.nodes.iter().any(|node| node.option.0 as usize >= problem.options()) {
            return false;
        }
        let mut stack = vec![(self.root, Vec::new())];
        while let Some((node, chosen)) = stack.pop() {
            match node {
                Self::BOTTOM => {}
                Self::TOP => {
                    if !problem.is_solution(&chosen) {
                        return false;
                    }
                }
                _ => {
                    let Node { option, low, high } = self.nodes[node as usize - 2];
                    let with = chosen.iter().copied().chain([option]).collect();
                    stack.extend([(low, chosen), (high, with)]);
                }
            }
        }
        true
    }

    /// The node with these branches, the same each time.
    pub(super) fn node(&mut self, node: Node) -> u32 {
        if node.high == Self::BOTTOM {
            return node.low;
        }
        let next = self.nodes.len() as u32 + 2;
        let number = *self.known.entry(node).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        number
    }

    pub(super) fn root(&mut self, root: u32) {
        self.root = root;
        self.known = HashMap::new();
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
