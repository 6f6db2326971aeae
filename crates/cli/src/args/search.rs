//! How to search.

use super::branch::Branches;
use super::value::{bytes, described};
use polydlx::cover::{Branch, Engine, Vectors};

/// How to search.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// What the search tree is represented by
    #[arg(long, default_value = "auto", value_parser = described(ENGINES, Engine::name))]
    pub(crate) engine: Engine,

    /// How many threads search [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// How much memory engine frontier may use for its states, as in 500M or 8G [default: half of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory: Option<usize>,

    /// Which item to branch on
    #[arg(long, value_name = "WAY", default_value = "mrv", value_parser = Branches)]
    pub(crate) branch: Branch,

    /// The vector instructions that engine bits may use: to measure
    #[arg(long, hide = true, default_value = "best", value_parser = described(VECTORS, name_of_vectors))]
    pub(crate) vectors: Vectors,

    /// Print nodes, updates (engine links) and the profile of the search tree on standard error
    #[arg(long)]
    pub(crate) stats: bool,

    /// Print progress as lines, also where standard error is no terminal
    #[arg(long)]
    pub(crate) progress: bool,

    /// Say which way was taken, and why
    #[arg(short, long)]
    pub(crate) verbose: bool,

    /// Say nothing but the results
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
}

/// The engines, and what `--help` says of each.
const ENGINES: [(Engine, &str); Engine::ALL.len()] = [
    (Engine::Auto, "The fastest one that can do it"),
    (Engine::Links, "Knuth's dancing links"),
    (Engine::Bits, "The same search tree on bit masks"),
    (Engine::Sets, "The same search tree, in sets of options: for what does not fit engine bits"),
    (
        Engine::Frontier,
        "No search tree: partial packings that leave the same cells and pieces are merged, and only counted",
    ),
];

/// The vector instructions.
const VECTORS: [(Vectors, &str); 2] =
    [(Vectors::Best, "The best that there are"), (Vectors::Portable, "None")];

fn name_of_vectors(vectors: Vectors) -> &'static str {
    match vectors {
        Vectors::Portable => "portable",
        _ => "best",
    }
}

/// How to work.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct WorkArgs {
    /// How many threads search [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// The vector instructions that engine bits may use: to measure
    #[arg(long, hide = true, default_value = "best", value_parser = described(VECTORS, name_of_vectors))]
    pub(crate) vectors: Vectors,

    /// Print progress as lines, also where standard error is no terminal
    #[arg(long)]
    pub(crate) progress: bool,

    /// Say nothing but the results
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
