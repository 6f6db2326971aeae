//! What a search is done with: plain values.

use crate::Branch;

/// What the search tree is represented by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Engine {
    /// Whatever is quickest.
    #[default]
    Auto,
    /// Dancing links: any problem, and Knuth's count of updates.
    Links,
    /// Bit masks: the same tree, several times faster. A problem that does not fit goes to [`Engine::Sets`].
    Bits,
    /// One set of bits for all options that are left: the same tree, any problem; for those that do not fit [`Engine::Bits`].
    Sets,
    /// No tree: states that cover the same items are merged. A search that must walk a tree takes [`Engine::Auto`] instead.
    Frontier,
}

impl Engine {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Links, Self::Bits, Self::Sets, Self::Frontier];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Links => "links",
            Self::Bits => "bits",
            Self::Sets => "sets",
            Self::Frontier => "frontier",
        }
    }
}

/// The vector instructions that [`Engine::Bits`] may use. Results do not depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Vectors {
    /// None.
    Portable,
    /// The best that the processor has.
    #[default]
    Best,
}

/// How to search. Engines, thread counts and memory differ in speed only: the set of solutions is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Which engine.
    pub engine: Engine,
    /// How to choose the item to branch on.
    pub branch: Branch,
    /// How many threads; 0 counts as 1.
    pub threads: usize,
    /// Stop at so many solutions; the outcome is then not complete, as nobody knows what would have come.
    pub limit: Option<u64>,
    /// Stop after about so many nodes; the outcome is then not complete.
    pub nodes: Option<u64>,
    /// Whether several threads give the solutions in the order of one thread.
    ///
    /// That costs a bounded buffer, and time where one part of the tree has most of the solutions.
    pub ordered: bool,
    /// How many bytes [`Engine::Frontier`] may use for its states.
    pub memory: usize,
    /// The vector instructions that may be used.
    pub vectors: Vectors,
    /// Whether [`Engine::Bits`] looks ahead near the root of a tree: what would leave some item without options is not chosen there.
    ///
    /// The solutions are the same, and the tree is another one; where it is large, it becomes smaller, and a search quicker.
    pub ahead: bool,
}

impl Default for Config {
    /// One thread, no limit, by the fewest branches, a gigabyte.
    fn default() -> Self {
        Self {
            engine: Engine::Auto,
            branch: Branch::Mrv,
            threads: 1,
            limit: None,
            nodes: None,
            ordered: false,
            memory: 1 << 30,
            vectors: Vectors::Best,
            ahead: false,
        }
    }
}
