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
    /// What language it is in.
    pub format: Format,
}

impl Item {
    /// Where it stands in the source tree.
    pub fn path(self) -> String {
        let folder = if self.kind == Kind::Shapes { "shapes" } else { "puzzles" };
        let extension = if self.format == Format::Spec { "spec" } else { "dlx" };
        format!("{folder}/{}.{extension}", self.name)
    }
}

/// What a file of the library is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A piece set, from `shapes/`.
    Shapes,
    /// A puzzle, from `puzzles/`.
    Puzzle,
}

/// The language of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Box and pieces.
    Spec,
    /// Items and options.
    Dlx,
}

/// All files of the library: piece sets, then puzzles, each by name.
pub fn items() -> impl Iterator<Item = Item> + Clone {
    let of = |files: &'static [(&str, Format, &str)], kind| {
        files.iter().map(move |&(name, format, text)| Item { name, text, kind, format })
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
            .map(|item| Source::new(item.path(), item.text))
            .ok_or(Missing::Unknown)
    }

    fn names(&self) -> Vec<&str> {
        items().filter(|item| item.kind == Kind::Shapes).map(|item| item.name).collect()
    }
}
