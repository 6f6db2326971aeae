//! The piece sets and puzzles that come with polydlx.

use polydlx_spec::{Missing, Sets, Source};

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// A file of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is called.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Piece set or puzzle.
    pub kind: Kind,
}

/// What a file of the library is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A piece set, from `shapes/`.
    Shapes,
    /// A puzzle, from `puzzles/`.
    Puzzle,
}

/// All files of the library: piece sets, then puzzles, each by name.
pub fn items() -> impl Iterator<Item = Item> + Clone {
    let of = |files: &'static [(&str, &str)], kind| {
        files.iter().map(move |&(name, text)| Item { name, text, kind })
    };
    of(SHAPES, Kind::Shapes).chain(of(PUZZLES, Kind::Puzzle))
}

/// The file of that name.
pub fn find(name: &str) -> Option<Item> {
    items().find(|item| item.name == name)
}

/// The embedded piece sets, for [`polydlx_spec::load`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Library;

impl Sets for Library {
    fn find(&self, name: &str, _: &str) -> Result<Source, Missing> {
        items()
            .find(|item| item.kind == Kind::Shapes && item.name == name)
            .map(|item| Source::new(format!("shapes/{name}.spec"), item.text))
            .ok_or(Missing::Unknown)
    }

    fn names(&self) -> Vec<&str> {
        items().filter(|item| item.kind == Kind::Shapes).map(|item| item.name).collect()
    }
}
