//! All that is handed out: the command, its man pages, completions for shells, the book, README and licences.

use std::env::consts::EXE_SUFFIX;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::Command;

/// The shells, and what each wants its file to be called.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "polydlx.bash"),
    ("elvish", "polydlx.elv"),
    ("fish", "polydlx.fish"),
    ("powershell", "_polydlx.ps1"),
    ("zsh", "_polydlx"),
];

/// Builds the command and fills a folder; files that are there already are written anew.
pub(crate) fn dist(root: &Path, folder: &Path) -> io::Result<bool> {
    let build = ["build", "--profile", "full", "--package", "polydlx-cli"];
    if !Command::new("cargo").args(build).current_dir(root).status()?.success() {
        return Ok(false);
    }
    // This program stands in a folder of the same target directory, wherever that is.
    let here = std::env::current_exe()?;
    let target = here.parent().and_then(Path::parent).ok_or(io::ErrorKind::NotFound)?;
    let command = target.join(format!("full/polydlx{EXE_SUFFIX}"));
    for part in ["bin", "man/man1", "completions", "book"] {
        fs::create_dir_all(folder.join(part))?;
    }
    fs::copy(&command, folder.join(format!("bin/polydlx{EXE_SUFFIX}")))?;
    let man = Command::new(&command).arg("man").arg("-o").arg(folder.join("man/man1")).status()?;
    let mut done = man.success();
    for (shell, name) in SHELLS {
        let file = File::create(folder.join("completions").join(name))?;
        done &= Command::new(&command).args(["completions", shell]).stdout(file).status()?.success();
    }
    for name in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root.join(name), folder.join(name))?;
    }
    for entry in fs::read_dir(root.join("crates/cli/doc"))? {
        let path = entry?.path();
        if let Some(name) = path.file_name() {
            fs::copy(&path, folder.join("book").join(name))?;
        }
    }
    println!("{}", folder.display());
    Ok(done)
}
