//! Folders with piece sets and puzzles of the user's own, to be found by name.
//!
//! A name is looked for in these folders, and then in the [library]; which folders, the caller says (the command has
//! an environment variable for it). A path is a path, and is never looked for.

use crate::library::{self, Format, Kind, Library};
use polydlx_spec::{Missing, Sets, Source};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The files in some folders, by name.
///
/// ```
/// use polydlx::shelf::Shelf;
/// use polydlx::spec::{Source, load};
///
/// let shelf = Shelf::new(["my/puzzles"]);
/// // Sets of the library are found, too, unless a file of the same name hides them.
/// let text = "|! lattice square\n|! use pentominoes\n[0-5][0-9]\n";
/// assert!(load(Source::new("6x10", text), None, &shelf).puzzle().is_some());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    files: Vec<File>,
    closed: Vec<(PathBuf, String)>,
}

/// A file that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// What it is called: the name of the file without `.spec` or `.dlx`.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// Piece set or puzzle.
    pub kind: Kind,
    /// What language it is in.
    pub format: Format,
}

impl File {
    /// Whether the library has a file of the same name and kind, which is then out of reach.
    pub fn hides_library(&self) -> bool {
        library::items().any(|item| item.name == self.name && item.kind == self.kind)
    }
}

impl Shelf {
    /// What is in these folders now. Of files with one name and kind, the first one counts.
    pub fn new(folders: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        let mut shelf = Self::default();
        for folder in folders.into_iter().map(Into::into) {
            match files_in(&folder) {
                Ok(files) => {
                    for file in files {
                        if !shelf
                            .files
                            .iter()
                            .any(|known| (&known.name, known.kind) == (&file.name, file.kind))
                        {
                            shelf.files.push(file);
                        }
                    }
                }
                Err(error) => shelf.closed.push((folder, error.to_string())),
            }
        }
        shelf.files.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
        shelf
    }

    /// All files: piece sets, then puzzles, each by name.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The piece sets.
    pub fn sets(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.kind == Kind::Shapes)
    }

    /// The file of that name; the puzzle if a piece set has it, too.
    pub fn find(&self, name: &str) -> Option<&File> {
        self.files.iter().rev().find(|file| file.name == name)
    }

    /// The piece set of that name.
    pub fn find_set(&self, name: &str) -> Option<&File> {
        self.sets().find(|file| file.name == name)
    }

    /// Folders that could not be read, and why.
    pub fn closed(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.closed.iter().map(|(folder, why)| (folder.as_path(), why.as_str()))
    }
}

impl Sets for Shelf {
    fn find(&self, name: &str, from: &str) -> Result<Source, Missing> {
        let Some(file) = self.find_set(name) else { return Library.find(name, from) };
        let text = fs::read_to_string(&file.path).map_err(|error| Missing::Unreadable(error.to_string()))?;
        Ok(Source::new(file.path.display().to_string(), text))
    }

    fn names(&self) -> Vec<&str> {
        self.sets().map(|file| file.name.as_str()).chain(Library.names()).collect()
    }
}

/// The specs and DLX files in a folder, by name.
fn files_in(folder: &Path) -> io::Result<Vec<File>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    let file = |path: PathBuf| {
        let format = match path.extension()?.to_str()? {
            "spec" => Format::Spec,
            "dlx" => Format::Dlx,
            _ => return None,
        };
        let name = path.file_stem()?.to_str()?.to_owned();
        // A pipe or a device need not end.
        path.is_file().then(|| {
            let kind = if format == Format::Spec && is_set(&path) { Kind::Shapes } else { Kind::Puzzle };
            File { name, path, kind, format }
        })
    };
    Ok(paths.into_iter().filter_map(file).collect())
}

/// Whether a spec says `|! set`. What cannot be read does not; whoever asks for it hears why.
fn is_set(path: &Path) -> bool {
    let says_set = |line: &str| line.strip_prefix("|!").is_some_and(|pragma| pragma.trim() == "set");
    fs::read_to_string(path).is_ok_and(|text| text.lines().any(says_set))
}
