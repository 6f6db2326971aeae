//! What `crates/README.md` promises of the source text.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    super::folder().join("..").canonicalize().unwrap()
}

/// All Rust files below a folder, build products aside.
fn rust_files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().unwrap() != "target" {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

#[test]
fn crates_see_only_what_they_may() {
    for (name, may_see) in [
        ("diagnostic", vec![]),
        ("bounds", vec![]),
        ("lattice", vec!["bounds"]),
        ("cover", vec!["bounds", "diagnostic"]),
        ("spec", vec!["bounds", "diagnostic", "lattice"]),
        ("packing", vec!["lattice", "cover"]),
        ("design", vec!["lattice", "cover", "packing"]),
        ("solutions", vec!["lattice", "cover", "packing"]),
        ("draw", vec!["lattice"]),
    ] {
        let manifest = fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml"))).unwrap();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
        let seen: BTreeSet<_> = dependencies
            .lines()
            .filter_map(|line| line.strip_prefix("polydlx-")?.split(['.', ' ']).next())
            .collect();
        let allowed: BTreeSet<_> = may_see.into_iter().collect();
        assert!(seen.is_subset(&allowed), "{name} may see {allowed:?}, not {seen:?}");
    }
}

#[test]
fn geometry_is_done_in_integers() {
    for (path, text) in rust_files(&root().join("crates/lattice")) {
        assert!(!text.contains("f32") && !text.contains("f64"), "{} has floating point", path.display());
    }
}

#[test]
fn only_the_command_touches_the_world() {
    for name in ["diagnostic", "bounds", "lattice", "cover", "spec", "packing", "design", "solutions", "draw"]
    {
        for (path, text) in rust_files(&root().join(format!("crates/{name}/src"))) {
            for word in ["std::fs", "std::env::", "println!", "eprintln!", "process::exit"] {
                let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                let used =
                    code.take_while(|line| !line.contains("#[cfg(test)]")).any(|line| line.contains(word));
                assert!(!used, "{} uses {word}", path.display());
            }
        }
    }
}

#[test]
fn nothing_is_left_to_do_later() {
    for (path, text) in rust_files(&root()) {
        if path.ends_with("tests/tidy.rs") {
            continue;
        }
        for word in ["todo!(", "unimplemented!(", "#[ignore", "FIXME", "TODO"] {
            assert!(!text.contains(word), "{} has {word}", path.display());
        }
    }
}

#[test]
fn the_top_level_is_as_agreed() {
    let expected = [
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "crates",
        "puzzles",
        "shapes",
        "tests",
        "xtask",
    ];
    let found: BTreeSet<String> = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with('.') && name != "target")
        .collect();
    assert_eq!(found, expected.map(str::to_owned).into());
}
