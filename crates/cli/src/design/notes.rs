//! `design hints --save`: what was found out, in a folder.

use super::keeping;
use crate::failure::Failure;
use crate::long::crew::lock;
use crate::long::kept::is_gone;
use crate::long::{folder, refused};
use polydlx::design::Notes;
use polydlx::journal::{Asked, FORMAT, Folder, RESULTS, sealed};
use serde_json::json;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Notes in a folder.
#[derive(Debug)]
pub(super) struct FolderNotes {
    folder: Folder,
    asked: Asked,
    /// What has changed since it was written, and when something was written last.
    changed: Mutex<(BTreeMap<String, String>, Instant)>,
    error: Mutex<Option<io::Error>>,
}

/// Notes are written so often.
const PACE: Duration = Duration::from_secs(20);

impl FolderNotes {
    /// The notes of a question in a folder; those of another question are refused.
    pub(super) fn open(path: &Path, input: &str, solution: Option<&str>) -> Result<Self, Failure> {
        let folder = folder(path);
        let asked = keeping::begin(&folder, "hints", input, solution)?;
        folder.tidy(is_gone);
        let changed = Mutex::new((BTreeMap::new(), Instant::now()));
        Ok(Self { folder, asked, changed, error: Mutex::new(None) })
    }

    fn head(&self) -> String {
        json!({"polydlx": "notes", "format": FORMAT, "question": self.asked.name()}).to_string()
    }

    /// Writes all that has changed.
    pub(super) fn flush(&self) -> Result<(), Failure> {
        self.write(&mut lock(&self.changed));
        let error = lock(&self.error).take();
        error.map_or(Ok(()), |error| Err(refused(self.folder.path(), &error)))
    }

    fn write(&self, (changed, when): &mut (BTreeMap<String, String>, Instant)) {
        let head = self.head();
        for (name, text) in &*changed {
            let text = sealed::seal(std::iter::once(head.as_str()).chain(text.lines()));
            if let Err(error) = self.folder.write(&file(name), &text) {
                lock(&self.error).get_or_insert(error);
            }
        }
        changed.clear();
        *when = Instant::now();
    }
}

fn file(name: &str) -> String {
    format!("{RESULTS}/{name}.notes")
}

impl Notes for FolderNotes {
    fn recall(&self, name: &str) -> Option<String> {
        if let Some(text) = lock(&self.changed).0.get(name) {
            return Some(text.clone());
        }
        let name = file(name);
        let text = self.folder.read(&name).ok()?;
        let path = self.folder.path().display();
        match sealed::lines(&text) {
            Ok(lines) if lines.first() == Some(&self.head()) => {
                Some(lines[1..].iter().map(|line| format!("{line}\n")).collect())
            }
            Ok(_) => {
                eprintln!("{path}/{name}: it belongs to another question; what it had is done again.");
                None
            }
            Err(broken) => {
                eprintln!("{path}/{name}: {broken}; what it had is done again.");
                None
            }
        }
    }

    fn note(&self, name: &str, text: &str) {
        let mut changed = lock(&self.changed);
        changed.0.insert(name.to_owned(), text.to_owned());
        if changed.1.elapsed() >= PACE {
            self.write(&mut changed);
        }
    }
}
