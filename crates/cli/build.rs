//! Embeds `shapes/` and `puzzles/`, so that the command needs no files beside it, and tells `--version` what is built.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let mut code = String::new();
    for (constant, folder) in [("SHAPES", "shapes"), ("PUZZLES", "puzzles")] {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files: Vec<_> = fs::read_dir(&folder)?.collect::<io::Result<_>>()?;
        files.sort_by_key(|file| file.path().file_stem().map(ToOwned::to_owned));
        let _ = writeln!(code, "const {constant}: &[(&str, Format, &str)] = &[");
        for path in files.iter().map(fs::DirEntry::path) {
            let format = match path.extension().and_then(|extension| extension.to_str()) {
                Some("spec") => "Spec",
                Some("dlx") => "Dlx",
                _ => continue,
            };
            if let Some(name) = path.file_stem() {
                let _ = writeln!(code, "    ({name:?}, Format::{format}, include_str!({path:?})),");
            }
        }
        code.push_str("];\n");
    }
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(Path::new(&out).join("library.rs"), code)?;
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
