//! Embeds `shapes/` and `puzzles/`, so that no files are needed beside the program.

use std::fmt::Write as _;
use std::path::Path;
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
    Ok(())
}
