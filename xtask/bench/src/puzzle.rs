//! The puzzles, as exact cover problems made by polydlx.

use clap::ValueEnum;
use polydlx::cover::{Bounds, Entry, ItemId, Problem};
use polydlx::library::{self, Library};
use polydlx::packing::Packing;
use polydlx::spec::{Loaded, Source, load};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Puzzle {
    #[value(name = "6x10")]
    Pentominoes6x10,
    #[value(name = "5x12")]
    Pentominoes5x12,
    #[value(name = "4x15")]
    Pentominoes4x15,
    #[value(name = "3x20")]
    Pentominoes3x20,
    #[value(name = "8x8")]
    Scott8x8,
    Soma,
    Hexiamonds,
    #[value(name = "3x4x5")]
    Solid3x4x5,
    #[value(name = "y15")]
    Y15x15,
    Bedlam,
    Queens,
}

impl Puzzle {
    pub(crate) const ALL: [Self; 11] = [
        Self::Pentominoes6x10,
        Self::Pentominoes5x12,
        Self::Pentominoes4x15,
        Self::Pentominoes3x20,
        Self::Scott8x8,
        Self::Soma,
        Self::Hexiamonds,
        Self::Solid3x4x5,
        Self::Y15x15,
        Self::Bedlam,
        Self::Queens,
    ];

    /// How many solutions there are.
    pub(crate) fn solutions(self) -> u64 {
        match self {
            Self::Pentominoes6x10 => 9356,
            Self::Pentominoes5x12 => 4040,
            Self::Pentominoes4x15 => 1472,
            Self::Pentominoes3x20 => 8,
            Self::Scott8x8 => 520,
            Self::Soma => 11520,
            Self::Hexiamonds => 624,
            Self::Solid3x4x5 => 31520,
            Self::Y15x15 => 1696,
            Self::Bedlam => 19186,
            Self::Queens => 365_596,
        }
    }

    /// Whether linked lists take minutes.
    pub(crate) fn is_long(self) -> bool {
        matches!(self, Self::Solid3x4x5 | Self::Y15x15 | Self::Bedlam)
    }

    /// Whether too many states are open at a time, so that merging them does not pay.
    pub(crate) fn is_thick(self) -> bool {
        matches!(self, Self::Solid3x4x5 | Self::Y15x15 | Self::Bedlam | Self::Queens)
    }

    /// The spec, if it is a puzzle with geometry.
    pub(crate) fn text(self) -> Option<&'static str> {
        let from_library = |name| Some(library::find(name).expect("a puzzle of the library").text);
        match self {
            Self::Pentominoes6x10 => from_library("pentominoes-6x10"),
            Self::Pentominoes5x12 => from_library("pentominoes-5x12"),
            Self::Pentominoes4x15 => from_library("pentominoes-4x15"),
            Self::Pentominoes3x20 => from_library("pentominoes-3x20"),
            Self::Scott8x8 => from_library("scott-8x8"),
            Self::Soma => from_library("soma-3x3x3"),
            Self::Hexiamonds => from_library("hexiamonds-6x6"),
            Self::Solid3x4x5 => Some("|! lattice cube\n|! use solid-pentominoes\n[0-2][0-3][0-4]\n"),
            Self::Y15x15 => Some("|! lattice square\n|! use pentominoes only Y times 45\n[0-9a-e][0-9a-e]\n"),
            Self::Bedlam => from_library("bedlam-4x4x4"),
            Self::Queens => None,
        }
    }

    /// How many solutions of the puzzle each one stands for, where symmetry is broken by hand for those who know nothing of it.
    pub(crate) fn images(self) -> u64 {
        if self == Self::Bedlam { 24 } else { 1 }
    }

    pub(crate) fn problem(self) -> Problem {
        match (self, self.text()) {
            (Self::Y15x15, Some(text)) => once_only(&from_text(text)),
            (Self::Bedlam, Some(text)) => one_way_up(&from_text(text)),
            (_, Some(text)) => from_text(text),
            (_, None) => queens(14),
        }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pentominoes6x10 => "pentominoes 6×10",
            Self::Pentominoes5x12 => "pentominoes 5×12",
            Self::Pentominoes4x15 => "pentominoes 4×15",
            Self::Pentominoes3x20 => "pentominoes 3×20",
            Self::Scott8x8 => "8×8 less centre",
            Self::Soma => "Soma cube",
            Self::Hexiamonds => "hexiamonds 6×6",
            Self::Solid3x4x5 => "solid pentominoes 3×4×5",
            Self::Y15x15 => "45 Y in 15×15",
            Self::Bedlam => "Bedlam's cube",
            Self::Queens => "14 queens",
        })
    }
}

fn from_text(text: &str) -> Problem {
    Packing::new(loaded(text).puzzle().expect("no mistakes")).problem().clone()
}

pub(crate) fn loaded(text: &str) -> Loaded {
    load(Source::new("bench", text), None, &Library)
}

/// The problem without the items that are to be covered more than once, as no other crate here has such;
/// for one kind of piece that fills the box the cells say it all.
fn once_only(problem: &Problem) -> Problem {
    let mut builder = Problem::builder();
    let items: Vec<_> = problem
        .primaries()
        .iter()
        .filter(|&&item| problem.bounds(item) == Bounds::ONCE)
        .map(|&item| (item, builder.primary(problem.name(item), Bounds::ONCE)))
        .collect();
    for option in problem.option_ids() {
        let entries = problem.option(option).iter();
        let kept = entries.filter_map(|entry| items.iter().find(|(item, _)| *item == entry.item));
        builder.option(kept.map(|&(_, item)| Entry::from(item)));
    }
    builder.build().expect("as good as the problem it was")
}

/// The problem with one piece only shifted, which can be turned in 24 ways and looks different each time.
fn one_way_up(problem: &Problem) -> Problem {
    let name = |entry: &Entry| problem.name(entry.item);
    // Names of pieces are the first items of options, and cells are coordinates.
    let piece = |option| name(&problem.option(option)[0]);
    let least = |option| -> Vec<[u8; 3]> {
        let cells: Vec<[u8; 3]> = { problem.option(option)[1..].iter() }
            .map(|entry| name(entry).as_bytes().try_into().expect("three digits"))
            .collect();
        let origin = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().expect("some cells"));
        let mut cells: Vec<[u8; 3]> =
            cells.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] - origin[axis])).collect();
        cells.sort_unstable();
        cells
    };
    let mut ways: BTreeMap<&str, BTreeSet<Vec<[u8; 3]>>> = BTreeMap::new();
    for option in problem.option_ids() {
        ways.entry(piece(option)).or_default().insert(least(option));
    }
    let (chosen, ways) = ways.iter().find(|(_, ways)| ways.len() == 24).expect("a piece without symmetry");
    let mut builder = Problem::builder();
    let item = |&item| builder.primary(problem.name(item), problem.bounds(item));
    let items: Vec<ItemId> = problem.primaries().iter().map(item).collect();
    for option in problem.option_ids() {
        if piece(option) != *chosen || Some(&least(option)) == ways.first() {
            let kept = problem.option(option).iter().map(|entry| items[entry.item.0 as usize]);
            builder.option(kept.map(Entry::from));
        }
    }
    builder.build().expect("as good as the problem it was")
}

/// Rows and columns primary, diagonals secondary.
fn queens(n: usize) -> Problem {
    let mut builder = Problem::builder();
    let rows: Vec<_> = (0..n).map(|at| builder.primary(&format!("r{at}"), Bounds::ONCE)).collect();
    let columns: Vec<_> = (0..n).map(|at| builder.primary(&format!("c{at}"), Bounds::ONCE)).collect();
    let rising: Vec<_> = (0..2 * n - 1).map(|at| builder.secondary(&format!("a{at}"))).collect();
    let falling: Vec<_> = (0..2 * n - 1).map(|at| builder.secondary(&format!("b{at}"))).collect();
    for (r, &row) in rows.iter().enumerate() {
        for (c, &column) in columns.iter().enumerate() {
            builder.option([row, column, rising[r + c], falling[n - 1 + r - c]].map(Entry::from));
        }
    }
    builder.build().expect("no name twice")
}
