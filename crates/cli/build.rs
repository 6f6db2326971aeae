//! Tells `--version` what is built.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, io};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    println!("cargo::rerun-if-changed=build.rs");
    for name in ["TARGET", "PROFILE"] {
        let value = env::var(name).map_err(io::Error::other)?;
        println!("cargo::rustc-env=POLYDLX_{name}={value}");
    }
    if let Some(commit) = commit(&root) {
        println!("cargo::rustc-env=POLYDLX_COMMIT={commit}");
    }
    Ok(())
}

/// The commit that is checked out, if the source is a checkout of its own. A copy inside another repository is not.
fn commit(root: &Path) -> Option<String> {
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
        Some(text.trim().to_owned())
    };
    let top = PathBuf::from(git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()?;
    if top != root {
        return None;
    }
    // Every commit and every checkout writes to the log of HEAD.
    for file in ["HEAD", "logs/HEAD"] {
        let path = root.join(git(&["rev-parse", "--git-path", file])?);
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}
