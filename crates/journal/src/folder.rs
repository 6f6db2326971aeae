//! The folder in which a search is kept, as files that appear only when they are whole.
//!
//! Many workers may share it, on one machine or on several: nobody waits for anybody, and files are never changed. A file
//! is written under another name, synced, renamed, and the folder synced after it; so whatever is killed in between leaves
//! a draft that nobody reads. Marks say who is doing what. They are hints only: if one is lost or wrong, something is done
//! twice.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A folder with a search.
#[derive(Clone)]
pub struct Folder {
    path: PathBuf,
    /// Who works here, as host and process: `HOST-PID`.
    who: String,
    next: Arc<AtomicU64>,
    /// Called when a file has been written and has not got its name yet; for tests.
    hook: Option<Arc<dyn Fn() + Send + Sync>>,
}

/// Where results are.
pub const RESULTS: &str = "results";
/// Where units are that are not finished, as far as they have come.
pub const PARTIAL: &str = "partial";
const DRAFTS: &str = "drafts";
const TAKEN: &str = "taken";

/// A mark that is older than this is forgotten.
const OLD: Duration = Duration::from_secs(120);

impl Folder {
    /// The folder at `path`, for `who`.
    pub fn new(path: impl Into<PathBuf>, who: impl Into<String>) -> Self {
        Self { path: path.into(), who: who.into(), next: Arc::default(), hook: None }
    }

    /// The same; `hook` is called each time a file has been written and has not got its name yet.
    #[must_use]
    pub fn with_hook(mut self, hook: impl Fn() + Send + Sync + 'static) -> Self {
        self.hook = Some(Arc::new(hook));
        self
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a file is there.
    pub fn has(&self, name: &str) -> bool {
        self.path.join(name).is_file()
    }

    /// Makes the folder and what is inside, as far as it is missing.
    pub fn create(&self) -> io::Result<()> {
        for name in [RESULTS, PARTIAL, DRAFTS, TAKEN] {
            fs::create_dir_all(self.path.join(name))?;
        }
        Ok(())
    }

    /// Whether the folder has no files but its own.
    pub fn is_fresh(&self) -> io::Result<bool> {
        match fs::read_dir(&self.path) {
            Ok(mut entries) => Ok(entries.next().is_none()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// The contents of a file.
    pub fn read(&self, name: &str) -> io::Result<String> {
        fs::read_to_string(self.path.join(name))
    }

    /// Gives a file its contents, at once or not at all.
    pub fn write(&self, name: &str, contents: &str) -> io::Result<()> {
        let mut draft = self.draft()?;
        draft.write_all(contents.as_bytes())?;
        self.publish(draft, name)
    }

    /// A file without a name.
    pub fn draft(&self) -> io::Result<Draft> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let path = self.path.join(DRAFTS).join(format!("{}-{number}.part", self.who));
        // Whoever had the same name is gone.
        let file = OpenOptions::new().write(true).create(true).truncate(true).open(&path)?;
        Ok(Draft { path, file: BufWriter::new(file) })
    }

    /// Gives a draft its name, when all of it is on the disk.
    pub fn publish(&self, mut draft: Draft, name: &str) -> io::Result<()> {
        let to = self.path.join(name);
        let result = draft.sync().and_then(|()| {
            if let Some(hook) = &self.hook {
                hook();
            }
            fs::rename(&draft.path, &to)
        });
        if result.is_err() {
            let _ = fs::remove_file(&draft.path);
            return result;
        }
        // The name, too, is to last; systems that cannot sync folders do it by themselves.
        if let Some(folder) = to.parent().and_then(|folder| File::open(folder).ok()) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// The files of a folder inside, in the order of their names.
    pub fn list(&self, inside: &str) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        match fs::read_dir(self.path.join(inside)) {
            Ok(entries) => {
                for entry in entries {
                    names.push(format!("{inside}/{}", entry?.file_name().to_string_lossy()));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        names.sort_unstable();
        Ok(names)
    }

    /// A file to be read from its beginning.
    pub fn open(&self, name: &str) -> io::Result<BufReader<File>> {
        File::open(self.path.join(name)).map(BufReader::new)
    }

    /// Removes a file of which nothing is needed any more; if it stays, it does no harm.
    pub fn forget(&self, name: &str) {
        let _ = fs::remove_file(self.path.join(name));
    }

    /// Removes drafts that nobody will finish: `is_gone` knows the host and process that they belong to.
    pub fn tidy(&self, is_gone: impl Fn(&str) -> bool) {
        for name in self.list(DRAFTS).unwrap_or_default() {
            let who = name.trim_start_matches(DRAFTS).trim_start_matches('/').rsplit_once('-');
            if who.is_some_and(|(who, _)| is_gone(who)) {
                self.forget(&name);
            }
        }
    }

    /// Marks a unit as being done, unless somebody else is doing it; `is_gone` knows who does nothing any more.
    pub fn take(&self, unit: usize, is_gone: impl Fn(&str) -> bool) -> bool {
        let path = self.path.join(TAKEN).join(unit.to_string());
        if let Ok(other) = fs::read_to_string(&path)
            && other != self.who
            && !is_gone(&other)
            && self.age(&path).is_none_or(|age| age < OLD)
        {
            return false;
        }
        self.mark(unit);
        true
    }

    /// Says that a unit is still being done.
    pub fn mark(&self, unit: usize) {
        let _ = fs::write(self.path.join(TAKEN).join(unit.to_string()), &self.who);
    }

    /// Says that a unit is no longer being done.
    pub fn release(&self, unit: usize) {
        let path = self.path.join(TAKEN).join(unit.to_string());
        if fs::read_to_string(&path).is_ok_and(|who| who == self.who) {
            let _ = fs::remove_file(path);
        }
    }

    /// How old a file is by the clock of the disk it is on, which may be another machine's.
    fn age(&self, path: &Path) -> Option<Duration> {
        let probe = self.path.join(TAKEN).join(format!(".{}", self.who));
        fs::write(&probe, "").ok()?;
        let now = fs::metadata(&probe).and_then(|file| file.modified());
        let _ = fs::remove_file(&probe);
        let then = fs::metadata(path).and_then(|file| file.modified()).ok()?;
        now.ok()?.duration_since(then).ok()
    }
}

impl std::fmt::Debug for Folder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Folder").field("path", &self.path).field("who", &self.who).finish_non_exhaustive()
    }
}

/// A file that has no name yet.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Draft {
    fn sync(&mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()
    }

    /// Throws it away.
    pub fn discard(self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_whole_or_not_there() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path().join("deep/er"), "here-1");
        assert!(folder.is_fresh().unwrap());
        folder.create().unwrap();
        folder.write("a", "one\n").unwrap();
        folder.write("a", "two\n").unwrap();
        assert_eq!(folder.read("a").unwrap(), "two\n");
        let seen = Arc::new(AtomicU64::new(0));
        let (counted, path) = (seen.clone(), folder.path().to_owned());
        let hooked = folder.clone().with_hook(move || {
            assert_eq!(fs::read_to_string(path.join("a")).unwrap(), "two\n", "nothing has changed yet");
            counted.fetch_add(1, Ordering::Relaxed);
        });
        hooked.write("a", "three\n").unwrap();
        assert_eq!((folder.read("a").unwrap().as_str(), seen.load(Ordering::Relaxed)), ("three\n", 1));
        assert_eq!(folder.list(DRAFTS).unwrap(), [""; 0]);
        let _left = folder.draft().unwrap();
        assert_eq!(folder.list(DRAFTS).unwrap().len(), 1);
        folder.tidy(|who| who == "there-1");
        assert_eq!(folder.list(DRAFTS).unwrap().len(), 1);
        folder.tidy(|who| who == "here-1");
        assert_eq!(folder.list(DRAFTS).unwrap(), [""; 0]);
    }

    #[test]
    fn marks_are_heeded_unless_their_owners_are_gone() {
        let place = tempfile::tempdir().unwrap();
        let [one, two] = ["a-1", "b-2"].map(|who| Folder::new(place.path(), who));
        one.create().unwrap();
        assert!(one.take(7, |_| false));
        assert!(one.take(7, |_| false), "one's own mark is no obstacle");
        assert!(!two.take(7, |_| false));
        assert!(two.take(7, |who| who == "a-1"));
        one.release(7);
        assert!(!one.take(7, |_| false), "it was not one's own to release");
        two.release(7);
        assert!(one.take(7, |_| false));
    }
}
