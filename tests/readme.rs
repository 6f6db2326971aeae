//! The transcripts of README and book: every `$ polydlx …` prints what stands below it.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs a command line in a folder and gives all that it prints.
pub(super) fn shell(line: &str, folder: &Path) -> String {
    let binary = Path::new(assert_cmd::cargo::cargo_bin!("polydlx"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", &format!("({line}) 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env_remove("POLYDLX_PATH")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The blocks of indented lines of a text, each with the last line before it. A blank line belongs to a block if more of
/// it follows.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_more = |at: usize| {
        let next = lines[at..].iter().find(|line| !line.is_empty());
        next.is_some_and(|line| line.starts_with("    "))
    };
    let (mut at, mut before, mut found) = (0, "", Vec::new());
    while at < lines.len() {
        if !lines[at].starts_with("    ") {
            before = if lines[at].is_empty() { before } else { lines[at] };
            at += 1;
            continue;
        }
        let start = at;
        while at < lines.len() && is_more(at) {
            at += 1;
        }
        let content = lines[start..at].iter().map(|line| line.strip_prefix("    ").unwrap_or(""));
        found.push((before, content.collect()));
    }
    found
}

/// The name of the file that a block is, if "Put this into `FILE`:" stands above it.
fn file_name(before: &str) -> Option<&str> {
    let (_, name) = before.strip_suffix("`:")?.rsplit_once("into `")?;
    Some(name)
}

/// Writes the files that a text tells the reader to write.
pub(super) fn write_files(text: &str, folder: &Path) {
    for (before, content) in blocks(text) {
        if let Some(name) = file_name(before) {
            fs::write(folder.join(name), content.join("\n") + "\n").unwrap();
        }
    }
}

/// Compares all transcripts of a text with what really happens; gives their number, and the blocks that are none.
fn compare_transcripts(text: &str) -> (usize, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let (mut compared, mut others) = (0, Vec::new());
    for (before, content) in blocks(text) {
        if let Some(name) = file_name(before) {
            fs::write(folder.path().join(name), content.join("\n") + "\n").unwrap();
        } else if !content[0].starts_with("$ ") {
            others.push(content.join("\n"));
        }
        let commands: Vec<usize> = (0..content.len()).filter(|&at| content[at].starts_with("$ ")).collect();
        for (number, &start) in commands.iter().enumerate() {
            let end = commands.get(number + 1).copied().unwrap_or(content.len());
            let expected = content[start + 1..end].join("\n");
            let command = &content[start][2..];
            let printed = shell(command, folder.path());
            let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
            assert_eq!(printed.join("\n").trim_end(), expected.trim_end(), "{command}");
            compared += 1;
        }
    }
    (compared, others)
}

#[test]
fn transcripts_are_true() {
    let text = fs::read_to_string(super::folder().join("../README.md")).unwrap();
    let (compared, _) = compare_transcripts(&text);
    assert!(compared >= 8, "only {compared} transcripts were found");
}

#[test]
fn the_book_is_true() {
    let folder = super::folder().join("../crates/cli/doc");
    let contents = fs::read_to_string(folder.join("README.md")).unwrap();
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.sort();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let (compared, others) = compare_transcripts(&text);
        assert!(compared > 0, "{name} has no examples");
        // What is not run might be wrong.
        assert!(others.is_empty(), "{name} has examples that are not run: {others:?}");
        assert!(
            name == "README.md" || contents.contains(&format!("]({name})")),
            "{name} is not in the contents"
        );
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            assert!(folder.join(link).exists(), "{name} has a link to {link}");
        }
    }
}

/// The Rust code in the README is the example in the documentation of the crate, which the compiler checks.
#[test]
fn the_library_example_compiles() {
    let readme = fs::read_to_string(super::folder().join("../README.md")).unwrap();
    let code = readme.split("```rust\n").nth(1).unwrap().split("```").next().unwrap();
    let documented: String =
        code.lines().map(|line| format!("{}\n", format!("//! {line}").trim_end())).collect();
    let library = fs::read_to_string(super::folder().join("../crates/polydlx/src/lib.rs")).unwrap();
    assert!(library.contains(&documented), "{documented}");
}

/// Every box that has a name is shown with a picture.
#[test]
fn all_boxes_are_in_the_book() {
    let book = fs::read_to_string(super::folder().join("../crates/cli/doc/lattices.md")).unwrap();
    for row in polydlx::lattice::NamedBox::ALL {
        let name = row.lattice.name();
        let shown = book
            .lines()
            .find(|line| line.contains("for box in") && line.contains(&format!("--lattice {name} ")));
        let list = shown.unwrap_or_else(|| panic!("no list of boxes on {name}"));
        assert!(list.contains(&format!("'{}", row.name)), "{} on {name}", row.name);
    }
}
