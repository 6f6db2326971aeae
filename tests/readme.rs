//! The README's transcripts: every `$ polydlx …` prints what stands below it.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs a command line in a folder and gives all that it prints.
fn shell(line: &str, folder: &Path) -> String {
    let binary = Path::new(assert_cmd::cargo::cargo_bin!("polydlx"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", &format!("({line}) 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn transcripts_are_true() {
    let text = fs::read_to_string(super::folder().join("../README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut compared = 0;
    let mut lines = text.lines().peekable();
    let mut before = "";
    while let Some(line) = lines.next() {
        if line.trim().is_empty() {
            continue;
        }
        let file = before.strip_suffix("`:").and_then(|text| text.rsplit_once("into `"));
        if let (Some((_, name)), Some(first)) = (file, line.strip_prefix("    ")) {
            // A file for the reader to write.
            let mut content = format!("{first}\n");
            while let Some(text) = lines.peek().and_then(|next| next.strip_prefix("    ")) {
                content += &format!("{text}\n");
                lines.next();
            }
            fs::write(folder.path().join(name), content).unwrap();
        }
        before = line;
        let Some(mut command) = line.strip_prefix("    $ ") else { continue };
        loop {
            let mut expected = String::new();
            let mut next = None;
            while let Some(text) = lines.peek().and_then(|next| next.strip_prefix("    ")) {
                lines.next();
                if let Some(command) = text.strip_prefix("$ ") {
                    next = Some(command);
                    break;
                }
                expected += &format!("{text}\n");
            }
            assert_eq!(shell(command, folder.path()).trim_end(), expected.trim_end(), "{command}");
            compared += 1;
            let Some(following) = next else { break };
            command = following;
        }
    }
    assert!(compared >= 8, "only {compared} transcripts were found");
}

/// The Rust code in the README is the example in the documentation of the crate, which the compiler checks.
#[test]
fn the_library_example_compiles() {
    let readme = fs::read_to_string(super::folder().join("../README.md")).unwrap();
    let code = readme.split("```rust\n").nth(1).unwrap().split("```").next().unwrap();
    let documented: String =
        code.lines().map(|line| format!("{}\n", format!("//! {line}").trim_end())).collect();
    let library = fs::read_to_string(super::folder().join("../crates/cli/src/lib.rs")).unwrap();
    assert!(library.contains(&documented), "{documented}");
}
