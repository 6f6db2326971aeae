//! Writing results: to standard output, or to a file that appears only when it is whole.

use crate::failure::Failure;
use clap::ArgMatches;
use clap::parser::ValueSource;
use polydlx::diagnostic::Diagnostic;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lets `write` write to a file, or to standard output if there is none.
///
/// A file is first written under another name beside it, so that nothing half-written is left behind.
/// What is no ordinary file, such as `/dev/stdout` or a pipe, is written to as it is.
pub(crate) fn to<T>(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> Result<T, Failure> {
    let Some(path) = path else {
        let mut out = io::stdout().lock();
        return write(&mut out).and_then(|value| out.flush().map(|()| value)).map_err(Failure::stdout);
    };
    to_file(path, write).map_err(|error| Failure::Io(path.display().to_string(), error))
}

/// Says so if a command is told to write over one of the files that it is given to read, whatever command that is.
pub(crate) fn spare_input(matches: &ArgMatches) -> Result<(), Failure> {
    if let Some((_, inner)) = matches.subcommand() {
        return spare_input(inner);
    }
    let said = |id: &str| -> Vec<PathBuf> {
        let given = matches.value_source(id) == Some(ValueSource::CommandLine);
        let values = given.then(|| matches.try_get_raw(id).ok().flatten()).flatten();
        values.into_iter().flatten().map(PathBuf::from).collect()
    };
    let place = |path: &PathBuf| path.canonicalize().ok().filter(|path| path.is_file());
    let ids: Vec<&str> = matches.ids().map(clap::Id::as_str).collect();
    let [written, read] = [true, false].map(|written| {
        let ids = ids.iter().filter(move |id| WRITTEN.contains(*id) == written);
        ids.flat_map(|id| said(id)).collect::<Vec<PathBuf>>()
    });
    let places: Vec<PathBuf> = read.iter().filter_map(place).collect();
    match written.iter().find(|path| place(path).is_some_and(|place| places.contains(&place))) {
        None => Ok(()),
        Some(path) => {
            let message = format!("{} is what is to be read, and would be lost", path.display());
            let remedy = "write the result to another file";
            Err(Failure::mistake(Diagnostic::error("overwrites-input", message).remedy(remedy)))
        }
    }
}

/// What files that are written are called among the arguments.
const WRITTEN: [&str; 3] = ["output", "draw", "specs"];

fn to_file<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    let special = fs::metadata(path).is_ok_and(|found| !found.is_file());
    if special {
        return write(&mut File::options().write(true).open(path)?);
    }
    let (draft, mut file) = Draft::of(path)?;
    let value = write(&mut file)?;
    file.flush()?;
    drop(file);
    fs::rename(&draft.0, path)?;
    Ok(value)
}

/// A file that is written part by part, and appears only when it is finished.
pub(crate) struct Stream {
    path: PathBuf,
    draft: Draft,
    file: File,
}

impl Stream {
    pub(crate) fn begin(path: &Path) -> Result<Self, Failure> {
        let begun = Draft::of(path).map(|(draft, file)| Self { path: path.to_owned(), draft, file });
        begun.map_err(|error| Failure::Io(path.display().to_string(), error))
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.file.write_all(bytes).map_err(|error| Failure::Io(self.path.display().to_string(), error))
    }

    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let done = self.file.flush().and_then(|()| fs::rename(&self.draft.0, &self.path));
        done.map_err(|error| Failure::Io(self.path.display().to_string(), error))
    }
}

/// A file that vanishes again unless it was given its name.
struct Draft(PathBuf);

/// The drafts that there are, for whoever ends the process.
static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn drafts() -> MutexGuard<'static, Vec<PathBuf>> {
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Draft {
    /// A draft of the file at a path, beside it.
    fn of(path: &Path) -> io::Result<(Self, File)> {
        let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        let draft = path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id()));
        // Nobody can end the process between the two.
        let mut drafts = drafts();
        let file = File::create_new(&draft)?;
        drafts.push(draft.clone());
        Ok((Self(draft), file))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
        drafts().retain(|path| *path != self.0);
    }
}

/// Removes what is half-written; the process ends before anything more is written.
pub(crate) fn remove_drafts() {
    // The lock is kept, so that no other draft begins.
    let drafts = std::mem::ManuallyDrop::new(drafts());
    drafts.iter().for_each(|path| drop(fs::remove_file(path)));
}
