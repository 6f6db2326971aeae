//! What `crates/README.md` promises of the source text.
//!
//! Only code is looked at: comments, the insides of strings, and whatever stands under `#[cfg(test)]` are left out.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What each crate may see of the others, in order of dependency.
const MAY_SEE: [(&str, &[&str]); 16] = [
    ("diagnostic", &[]),
    ("bounds", &[]),
    ("lattice", &["bounds"]),
    ("properties", &["lattice"]),
    ("cover", &["bounds", "diagnostic"]),
    ("spec", &["bounds", "diagnostic", "lattice", "properties"]),
    ("packing", &["lattice", "cover", "properties"]),
    ("design", &["lattice", "cover", "packing"]),
    ("solutions", &["lattice", "cover", "packing"]),
    ("journal", &["cover", "packing"]),
    ("draw", &["lattice"]),
    ("solid", &["draw", "lattice"]),
    ("exchange", &["bounds", "cover", "diagnostic", "lattice", "packing", "spec"]),
    (
        "polydlx",
        &[
            "cover",
            "design",
            "diagnostic",
            "draw",
            "exchange",
            "journal",
            "lattice",
            "packing",
            "properties",
            "solid",
            "solutions",
            "spec",
        ],
    ),
    ("studio", &[]),
    ("cli", &["studio"]),
];

/// What only `cli` and `xtask` do, and who else may.
const WORLD: [(&str, &[&str]); 8] = [
    // A shelf is made of folders, and a long search is kept in one; which ones, their callers say.
    ("std::fs", &["journal/src/folder.rs", "polydlx/src/shelf.rs"]),
    ("std::env", &[]),
    ("std::process", &[]),
    ("std::net", &[]),
    ("std::io::{stdin,stdout,stderr}", &[]),
    ("std::time::{Instant,SystemTime}", &[]),
    ("print!", &[]),
    ("std::thread", THREADS),
];

/// Where threads are started, besides the command: what runs searches, and what goes through lists of puzzles.
const THREADS: &[&str] = &[
    "cover/src/frontier/sets.rs",
    "cover/src/hunt.rs",
    "cover/src/team.rs",
    "design/src/regions.rs",
    "design/src/team.rs",
];

/// Where code may be unsafe: vector instructions, and the innermost loops of dancing links.
const UNSAFE: &[&str] =
    &["cover/src/bits/lanes/wasm.rs", "cover/src/bits/lanes/x86.rs", "cover/src/links/lists.rs"];

/// Global state, all of it the command's.
const GLOBAL: &[(&str, &str)] = &[
    ("cli/src/search.rs", "how much memory is free is asked once"),
    ("cli/src/version.rs", "a text that is made once"),
    ("cli/src/voice.rs", "-q and -v are said once, and what reads files is far from the arguments"),
    ("cli/src/watch.rs", "there is one signal handler for the process"),
];

/// Where hash maps are, and what for.
const HASHED: &[(&str, &str)] = &[
    ("cover/src/dlx/read.rs", "names are only looked up"),
    ("cover/src/frontier/best.rs", "a table of what is known of states already"),
    ("cover/src/frontier/demands.rs", "demands are only looked up, and numbered as they come"),
    ("cover/src/frontier/shapes.rs", "shapes are only looked up, and numbered as they come"),
    ("cover/src/problem.rs", "names are only looked up"),
    ("cover/src/zdd.rs", "nodes are only looked up, and numbered as they come"),
    ("cover/src/zdd/algebra.rs", "a table of what has been made already"),
    ("cover/src/zdd/searched.rs", "a table of what has been seen already"),
    ("design/src/pool.rs", "a table of what has been counted already"),
    ("design/src/sets.rs", "a sieve that is only asked"),
    ("packing/src/swap.rs", "pairs are only looked up"),
];

/// Hash maps that somebody goes through all the same, and why that does no harm.
const GONE_THROUGH: &[(&str, &str, &str)] = &[(
    "cover/src/dlx/read.rs",
    "items",
    "for the remedy of a mistake; the names are sorted, or the least is taken",
)];

/// Who may ask for the name of a lattice to tell lattices apart: a second opinion.
const ASK_FOR_NAMES: &[&str] = &["packing/src/check/congruent.rs"];

fn root() -> PathBuf {
    super::folder().join("..").canonicalize().unwrap()
}

/// A file of a crate, by its name below `crates/`, and its code.
struct Code {
    name: String,
    code: String,
}

impl Code {
    /// All code of the crates, but not that of their tests.
    fn of_crates() -> Vec<Self> {
        let crates = root().join("crates");
        let files = rust_files(&crates).into_iter().filter_map(|(path, text)| {
            let name = path.strip_prefix(&crates).unwrap().to_str().unwrap().replace('\\', "/");
            let is_source = name.contains("/src/") && !name.ends_with("/tests.rs");
            is_source.then(|| Self { name, code: without_tests(&masked(&text)) })
        });
        files.collect()
    }

    fn is_of(&self, name: &str) -> bool {
        self.name.starts_with(&format!("{name}/"))
    }

    /// Whether a word stands there, not as a part of a longer one.
    fn has(&self, word: &str) -> bool {
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        self.code.match_indices(word).any(|(at, _)| {
            let (before, after) = (&self.code[..at], &self.code[at + word.len()..]);
            !is_part(before.chars().next_back()) && !is_part(after.chars().next())
        })
    }

    /// All paths that begin with `std`, those of `use` with their braces resolved.
    fn std_paths(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for (at, _) in self.code.match_indices("std::") {
            let rest = &self.code[at..];
            resolve("", tree(rest), &mut found);
        }
        found
    }
}

/// The path, or tree of paths, that a text begins with.
fn tree(text: &str) -> &str {
    let mut depth = 0;
    let end = text.find(|c: char| {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            _ if depth > 0 || c.is_alphanumeric() || matches!(c, '_' | ':') => {}
            _ => return true,
        }
        false
    });
    &text[..end.unwrap_or(text.len())]
}

/// Writes out `a::{b, c::{d, e}}`.
fn resolve(before: &str, text: &str, found: &mut BTreeSet<String>) {
    let Some((head, inner)) = text.split_once('{') else {
        let path = text.trim().split(' ').next().unwrap();
        let path = path.strip_suffix("::self").or((path == "self").then_some("")).unwrap_or(path);
        found.insert(format!("{before}{path}").trim_end_matches(':').to_owned());
        return;
    };
    let before = format!("{before}{}", head.trim());
    let (mut depth, mut start) = (0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                if !inner[start..at].trim().is_empty() {
                    resolve(&before, &inner[start..at], found);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// The text with blanks instead of comments and of what stands in quotes.
fn masked(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let starts = |at: usize, word: &str| word.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c));
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    while at < chars.len() {
        let after_word = at > 0 && is_word(chars[at - 1]);
        let end = if starts(at, "//") {
            (at..chars.len()).find(|&i| chars[i] == '\n').unwrap_or(chars.len())
        } else if starts(at, "/*") {
            (at..chars.len()).find(|&i| starts(i, "*/")).map_or(chars.len(), |i| i + 2)
        } else if !after_word && (starts(at, "r\"") || starts(at, "r#")) && {
            let hashes = chars[at + 1..].iter().take_while(|&&c| c == '#').count();
            chars.get(at + 1 + hashes) == Some(&'"')
        } {
            let hashes = chars[at + 1..].iter().take_while(|&&c| c == '#').count();
            let close = format!("\"{}", "#".repeat(hashes));
            (at + 2 + hashes..chars.len())
                .find(|&i| starts(i, &close))
                .map_or(chars.len(), |i| i + 1 + hashes)
        } else if chars[at] == '"' {
            let mut i = at + 1;
            while i < chars.len() && chars[i] != '"' {
                i += if chars[i] == '\\' { 2 } else { 1 };
            }
            i + 1
        } else if chars[at] == '\'' && (chars.get(at + 2) == Some(&'\'') && chars[at + 1] != '\\') {
            at + 3
        } else if starts(at, "'\\") {
            (at + 3..chars.len()).find(|&i| chars[i] == '\'').map_or(chars.len(), |i| i + 1)
        } else {
            out.push(chars[at]);
            at += 1;
            continue;
        };
        let end = end.min(chars.len());
        out.extend(chars[at..end].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
        at = end;
    }
    out
}

/// Masked code without the items that are there for tests only.
fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut out = String::new();
    let mut rest = code;
    while let Some((before, item)) = rest.split_once(MARK) {
        out.push_str(before);
        let (mut depth, mut end) = (0, item.len());
        for (at, c) in item.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 && matches!(c, ';' | '}') {
                end = at + 1;
                break;
            }
        }
        rest = &item[end..];
    }
    out + rest
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

/// Asserts that only these files do something, and that all of them do, so that lists do not outlive their reasons.
fn only(what: &str, allowed: impl IntoIterator<Item = &'static str>, does: impl Fn(&Code) -> bool) {
    let found: BTreeSet<String> =
        Code::of_crates().into_iter().filter(|file| does(file)).map(|file| file.name).collect();
    let allowed: BTreeSet<String> = allowed.into_iter().map(str::to_owned).collect();
    assert_eq!(found, allowed, "{what}");
}

#[test]
fn code_is_told_from_the_rest() {
    let text = r##"
use std::{fs::{self, File}, io::Write as _};
// std::env
const A: &str = "std::net \" std::env"; const B: char = '"'; const C: &str = r#"std::env"#;
#[cfg(test)]
mod tests { fn f() { std::env::vars(); } }
#[cfg(test)]
use std::process;
fn g<'a>(x: &'a str) { std::thread::spawn(|| ()); }
"##;
    let code = Code { name: String::new(), code: without_tests(&masked(text)) };
    let expected = ["std::fs", "std::fs::File", "std::io::Write", "std::thread::spawn"];
    assert_eq!(code.std_paths(), expected.map(str::to_owned).into());
    assert!(code.has("const") && !code.has("cons") && !code.has("vars"));
}

#[test]
fn crates_see_only_what_they_may() {
    for (name, may_see) in MAY_SEE {
        let manifest = fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml"))).unwrap();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
        let seen: BTreeSet<_> = dependencies
            .lines()
            .filter_map(|line| line.strip_prefix("polydlx-")?.split(['.', ' ']).next())
            .collect();
        let allowed: BTreeSet<_> = may_see.iter().copied().collect();
        assert_eq!(seen, allowed, "{name}");
    }
    let members = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let members: Vec<&str> =
        members.lines().filter_map(|line| line.strip_prefix("    \"crates/")?.strip_suffix("\",")).collect();
    assert_eq!(members, MAY_SEE.map(|(name, _)| name));
}

#[test]
fn geometry_is_done_in_integers() {
    only("floating point in lattice", [], |file| {
        file.is_of("lattice") && (file.has("f32") || file.has("f64"))
    });
}

#[test]
fn only_the_command_touches_the_world() {
    for (what, others) in WORLD {
        let mut paths = BTreeSet::new();
        resolve("", what, &mut paths);
        only(what, others.iter().copied(), |file| {
            let touches = |path: &String| {
                let below = format!("{path}::");
                file.std_paths().iter().any(|used| used == path || used.starts_with(&below))
            };
            let prints = || {
                ["print", "println", "eprint", "eprintln", "dbg"]
                    .iter()
                    .any(|word| file.has(word) && file.code.contains(&format!("{word}!")))
            };
            !file.is_of("cli") && if what == "print!" { prints() } else { paths.iter().any(touches) }
        });
    }
}

#[test]
fn unsafe_code_is_where_it_is_known_to_be() {
    only("unsafe code", UNSAFE.iter().copied(), |file| file.has("unsafe"));
}

#[test]
fn global_state_is_known() {
    only("global state", GLOBAL.iter().map(|(name, _)| *name), |file| {
        let statics = file.code.match_indices("static ").filter(|(at, _)| {
            let before = file.code[..*at].chars().next_back();
            before.is_none_or(|c| c != '\'' && !c.is_alphanumeric())
        });
        let changes = |(at, _): (usize, &str)| {
            let declared = file.code[at..].split(['=', ';']).next().unwrap();
            let mutable = ["static mut ", "Cell<", "Lock<", "Mutex<", "Atomic", "Once"];
            mutable.iter().any(|word| declared.contains(word))
        };
        { statics }.any(changes) || file.code.contains("thread_local!")
    });
}

#[test]
fn nobody_goes_through_hash_maps() {
    only("hash maps", HASHED.iter().map(|(name, _)| *name), |file| {
        file.has("HashMap") || file.has("HashSet")
    });
    for file in Code::of_crates().iter().filter(|file| file.has("HashMap") || file.has("HashSet")) {
        let is_known =
            |name: &&str| GONE_THROUGH.iter().any(|&(other, known, _)| (other, known) == (&file.name, *name));
        for name in hashed_names(&file.code).into_iter().filter(|name| !is_known(name)) {
            for walk in ["iter", "iter_mut", "keys", "values", "values_mut", "into_iter", "drain", "retain"] {
                let used = file.has(&format!("{name}.{walk}"));
                assert!(!used, "{}: {name} is a hash map, and has no order to go through", file.name);
            }
            for walk in ["in ", "in &", "in &mut ", "in self.", "in &self."] {
                let used = file.has(&format!("{walk}{name} {{"));
                assert!(!used, "{}: {name} is a hash map, and has no order to go through", file.name);
            }
        }
    }
}

/// The names of fields and variables that are hash maps or sets.
fn hashed_names(code: &str) -> BTreeSet<&str> {
    let declared = code.match_indices("Hash").filter_map(|(at, _)| {
        let before = code[..at].trim_end();
        let before = before.strip_suffix(':').or_else(|| before.strip_suffix('='))?.trim_end();
        let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        Some(&before[start..]).filter(|name| !name.is_empty())
    });
    declared.collect()
}

#[test]
fn lattices_are_told_apart_by_their_columns() {
    for file in Code::of_crates().iter().filter(|file| !file.is_of("lattice")) {
        for subject in ["match lattice {", "match self.lattice {", "match puzzle.lattice {"] {
            assert!(!file.code.contains(subject), "{} has {subject}", file.name);
        }
    }
    only("names of lattices", ASK_FOR_NAMES.iter().copied(), |file| {
        let told_apart = ["lattice.name() {", "lattice.name() ==", "== lattice.name()"];
        !file.is_of("lattice") && told_apart.iter().any(|form| file.code.contains(form))
    });
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

/// Tests of a folder are modules of one program, so that a file which nobody names would never run.
#[test]
fn every_file_of_tests_is_run() {
    let mut folders: Vec<(PathBuf, &str)> = vec![(root().join("tests"), "workspace.rs")];
    folders
        .extend(MAY_SEE.iter().map(|(name, _)| (root().join("crates").join(name).join("tests"), "all.rs")));
    let mut seen = 0;
    for (folder, all) in folders {
        let Ok(all) = fs::read_to_string(folder.join(all)) else { continue };
        for entry in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            let name = entry.file_stem().expect("a name").to_string_lossy().into_owned();
            if entry.extension().is_some_and(|end| end == "rs") && !matches!(&*name, "all" | "workspace") {
                assert!(all.lines().any(|line| line == format!("mod {name};")), "{}", entry.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "{seen}");
}

/// A crate that is compiled without its tests must not have any that nobody names: they would never run.
#[test]
fn every_test_in_a_source_file_is_run() {
    for (name, _) in MAY_SEE {
        let folder = root().join("crates").join(name);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        if !manifest.contains("[lib]\ntest = false\n") {
            continue;
        }
        let tests: String = { rust_files(&folder).into_iter() }
            .filter(|(path, _)| path.starts_with(folder.join("tests")))
            .map(|(_, text)| text)
            .collect();
        for (path, text) in rust_files(&folder.join("src")) {
            let own =
                path.strip_prefix(folder.join("src")).expect("below it").to_string_lossy().replace('\\', "/");
            let named = || tests.contains(&format!("#[path = \"../src/{own}\"]\n"));
            assert!(!masked(&text).contains("#[cfg(test)]") || named(), "{}", path.display());
        }
    }
}
