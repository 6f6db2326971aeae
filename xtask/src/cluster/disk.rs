//! A disk that is full, and one that nobody may write to: real ones, in memory.

use super::{Place, TASKS, Task};
use std::process::Command;
use std::{fs, io};

/// The size of a disk that is too small for anything but the question, and of one that is not.
const FULL: &str = "size=100k";
const ROOMY: &str = "size=200m";

/// Fills a disk with each task, gives it room, closes it, and opens it again; what comes out must be right.
pub(super) fn disk(place: &Place) -> io::Result<bool> {
    let path = place.path.join("disk");
    fs::create_dir_all(&path)?;
    let disk = Disk(path.display().to_string());
    let mut all = true;
    for task in &TASKS {
        let right = disk.fill(place, task)?;
        let (verdict, more) = (if right { "ok  " } else { "FAIL" }, task.more.join(" "));
        println!("{verdict} full disk, closed disk: {} {more}", task.puzzle);
        all &= right;
    }
    Ok(all)
}

/// A disk in memory, at this path.
struct Disk(String);

impl Disk {
    fn mount(&self, options: &str) -> io::Result<()> {
        let mounted =
            Command::new("mount").args(["-o", options, "-t", "tmpfs", "tmpfs", &self.0]).status()?;
        if mounted.success() { Ok(()) } else { Err(io::Error::other("a disk cannot be made")) }
    }

    fn change(&self, options: &str) -> io::Result<bool> {
        let options = format!("remount,{options}");
        Ok(Command::new("mount").args(["-o", &options, &self.0]).status()?.success())
    }

    fn fill(&self, place: &Place, task: &Task) -> io::Result<bool> {
        let expected = place.says(&[&["count", task.puzzle, "--digest", "-q"], task.more].concat())?;
        self.mount(FULL)?;
        let full = self.work(place, task, &expected);
        Command::new("umount").arg(&self.0).status()?;
        full
    }

    fn work(&self, place: &Place, task: &Task, expected: &str) -> io::Result<bool> {
        let folder = format!("{}/search", self.0);
        let plan = ["plan", "count", task.puzzle, "-q", "-o", &folder, "--units", task.units];
        let refuses = |what: &[&str]| -> io::Result<bool> {
            let output = place.command("polydlx").args(what).output()?;
            let said = String::from_utf8_lossy(&output.stderr);
            Ok(output.status.code() == Some(2) && said.contains("nothing that was kept before is lost"))
        };
        place.says(&[&plan, task.more].concat())?;
        // Whatever room there is left is taken, so that nothing can be kept.
        let filled = fs::write(format!("{}/filler", self.0), vec![0; 1 << 20]).is_err();
        let mut right = filled && refuses(&["work", &folder, "--threads", "2"])?;
        right &= self.change(ROOMY)?;
        place.says(&["work", &folder, "--next", "-q"])?;
        right &= self.change("ro")? && refuses(&["work", &folder])? && self.change("rw")?;
        place.says(&["work", &folder, "-q"])?;
        let merged = place.says(&["merge", &folder, "-q"])?;
        Ok(right && !expected.is_empty() && merged.starts_with(expected))
    }
}
