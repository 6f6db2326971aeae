//! Writing results: to standard output, or to a file that appears only when it is whole.

use crate::failure::Failure;
use clap::ArgMatches;
use clap::parser::ValueSource;
use polydlx::diagnostic::Diagnostic;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
    let draft = Draft(draft_name(path)?);
    let mut file = File::create_new(&draft.0)?;
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
        let begun = draft_name(path).and_then(|name| {
            let draft = Draft(name);
            let file = File::create_new(&draft.0)?;
            Ok(Self { path: path.to_owned(), draft, file })
        });
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

fn draft_name(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    Ok(path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id())))
}

/// A file that vanishes again unless it was given its name.
struct Draft(PathBuf);

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
