//! What `crates/README.md` promises of the source text.
//!
//! Only code is looked at: comments, the insides of literals, and whatever stands under `#[cfg(test)]` are blanks. It is
//! looked at for words, without regard to what they mean, so that they are found however they are imported. Where a word may
//! stand, a table says with a reason; what is in a table and not in the code is a mistake as well.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

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

/// Words that stand in few places.
struct Rare {
    what: &'static str,
    /// A module is followed by `::`, or by ` as` if it gets another name.
    words: &'static [&'static str],
    /// The files, or folders, that have them, and why they may.
    known: Known,
}

/// Files, or folders, and why they may do what others must not.
type Known = &'static [(&'static str, &'static str)];

const RARE: [Rare; 10] = [
    Rare {
        what: "files",
        words: &["fs::", "fs as"],
        known: &[
            COMMAND,
            CHORES,
            EXAMPLE,
            ("polydlx/build.rs", "cargo runs it to embed the library"),
            ("polydlx/src/shelf.rs", "a shelf is made of folders; which ones, its callers say"),
            ("journal/src/folder.rs", "a long search is kept in a folder; which one, its callers say"),
        ],
    },
    Rare {
        what: "the environment",
        words: &["env::", "env as"],
        known: &[COMMAND, CHORES, EXAMPLE, ("polydlx/build.rs", "cargo tells it where to write")],
    },
    Rare { what: "processes", words: &["process::", "process as"], known: &[COMMAND, CHORES] },
    Rare { what: "the network", words: &["net::", "net as"], known: &[COMMAND] },
    Rare { what: "standard streams", words: &["stdin", "stdout", "stderr"], known: &[COMMAND, CHORES] },
    Rare {
        what: "printing",
        words: &["print!", "println!", "eprint!", "eprintln!", "dbg!"],
        known: &[COMMAND, CHORES, EXAMPLE, ("polydlx/build.rs", "cargo reads what it prints")],
    },
    Rare {
        what: "clocks",
        words: &["Instant", "SystemTime", "UNIX_EPOCH"],
        known: &[COMMAND, CHORES, EXAMPLE],
    },
    Rare {
        what: "threads",
        words: &["thread::", "thread as"],
        known: &[
            COMMAND,
            CHORES,
            ("cover/src/frontier/sets.rs", "sweeps"),
            ("cover/src/hunt.rs", "many short searches"),
            ("cover/src/team.rs", "searches"),
            ("design/src/regions.rs", "goes through a list of puzzles"),
            ("design/src/team.rs", "goes through a list of puzzles"),
        ],
    },
    Rare {
        what: "unsafe code",
        words: &["unsafe"],
        known: &[
            ("cover/src/bits/lanes/wasm.rs", "vector instructions"),
            ("cover/src/bits/lanes/x86.rs", "vector instructions"),
            ("cover/src/links/lists.rs", "the innermost loops of dancing links"),
            ("xtask/wasm/src/lib.rs", "what is outside of a module is reached by pointers"),
        ],
    },
    // Those that never change are listed, too, for their types do not always tell.
    Rare {
        what: "statics",
        words: &["static"],
        known: &[
            ("cli/src/output.rs", "whoever ends the process removes what is half-written"),
            ("cli/src/search.rs", "how much memory is free is asked once"),
            ("cli/src/version.rs", "a text that is made once"),
            ("cli/src/voice.rs", "-q and -v are said once, and what reads files is far from the arguments"),
            ("cli/src/watch.rs", "there is one signal handler for the process"),
            ("cover/src/bits/lanes/x86.rs", "a table of numbers, which never changes"),
            ("lattice/src/boxes.rs", "tables of boxes, which never change"),
            ("lattice/src/table.rs", "rows of the table are read once, when they are asked for"),
            ("xtask/wasm/src/lib.rs", "a page has one module, which keeps its request and its watch"),
        ],
    },
];

const COMMAND: (&str, &str) = ("cli/", "the command");
const CHORES: (&str, &str) = ("xtask/", "chores are run by hand");
const EXAMPLE: (&str, &str) = ("cover/examples/time.rs", "a program of its own, to measure with");

/// Where hash maps are, and what for.
const HASHED: Known = &[
    ("cover/src/dlx/read.rs", "names are only looked up"),
    ("cover/src/frontier/best.rs", "a table of what is known of states already"),
    ("cover/src/frontier/demands.rs", "demands are only looked up, and numbered as they come"),
    ("cover/src/frontier/shapes.rs", "shapes are only looked up, and numbered as they come"),
    ("cover/src/problem.rs", "names are only looked up"),
    ("cover/src/zdd.rs", "nodes are only looked up, and numbered as they come"),
    ("cover/src/zdd/algebra.rs", "a table of what has been made already"),
    ("design/src/pool.rs", "a table of what has been counted already"),
    ("design/src/sets.rs", "a sieve, which is asked, or sorted in the end"),
    ("packing/src/swap.rs", "pairs are only looked up"),
];

/// Hash maps that somebody goes through all the same, and why that does no harm.
const GONE_THROUGH: Known = &[
    ("cover/src/dlx/read.rs", "for the remedy of a mistake; the names are sorted, or the least is taken"),
    ("design/src/sets.rs", "what has come through the sieve is sorted"),
];

/// Who may name a row of the table of lattices, as `Lattice::CUBE` or as `"cube"`.
const NAMED: Known = &[
    ("design/src/convex.rs", "formulas from the literature"),
    ("draw/src/balls.rs", "what looks like a ball lies in one of the heaps that spheres make"),
    ("draw/src/cubes.rs", "what looks like a cube is turned like one"),
    ("exchange/src/burrtools/", "files of BurrTools know five grids"),
    ("exchange/src/polycube.rs", "files of polycube know squares and cubes"),
    ("exchange/src/polysolve.rs", "files of polysolve know four grids"),
    ("exchange/src/puzzlecad.rs", "files of puzzlecad know cubes"),
    ("lattice/", "the table, and the boxes that people have names for"),
    ("packing/src/check/congruent.rs", "a second opinion, which does not trust the columns"),
    ("spec/src/color.rs", "tan is a colour, too"),
    ("xtask/src/gallery.rs", "which pictures are shown"),
];

/// A file, by its name below the root, that of `crates/` left out, and its text.
struct Code {
    name: String,
    text: String,
    /// As long as the text, with blanks for what is no code.
    code: String,
}

impl Code {
    /// All code of crates and chores, but not that of their tests.
    fn all() -> &'static [Self] {
        static ALL: OnceLock<Vec<Code>> = OnceLock::new();
        ALL.get_or_init(|| {
            let files = ["crates", "xtask"].iter().flat_map(|folder| rust_files(&root().join(folder)));
            let all: Vec<Self> = files.map(|(path, text)| Self::new(&name_of(&path), text)).collect();
            let for_tests: BTreeSet<String> = all.iter().flat_map(Self::test_modules).collect();
            let is_test = |file: &Self| {
                let in_module = |module: &String| {
                    let rest = file.name.strip_prefix(module);
                    rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
                };
                // The folder `tests` of a crate is beside `src`.
                file.name.split('/').nth(1) == Some("tests") || for_tests.iter().any(in_module)
            };
            all.into_iter().filter(|file| !is_test(file)).map(Self::without_tests).collect()
        })
    }

    fn new(name: &str, text: String) -> Self {
        Self { name: name.to_owned(), code: masked(&text), text }
    }

    /// The modules for tests only that stand in files of their own, as names of files without `.rs`.
    fn test_modules(&self) -> Vec<String> {
        let stem = self.name.strip_suffix(".rs").expect("a Rust file");
        let folder = ["/lib", "/main", "/mod"].iter().find_map(|end| stem.strip_suffix(end)).unwrap_or(stem);
        let after_marks = self.code.split(TEST_MARK).skip(1);
        let in_files = after_marks
            .filter_map(|after| after.trim_start().lines().next()?.strip_prefix("mod ")?.strip_suffix(';'));
        in_files.map(|name| format!("{folder}/{name}")).collect()
    }

    fn without_tests(self) -> Self {
        Self { code: without_tests(&self.code), ..self }
    }

    /// Whether a word stands there, not as a part of a longer one. Lifetimes are longer by their mark.
    fn has(&self, word: &str) -> bool {
        let ends = |c: Option<char>| c.is_some_and(is_part_of_word);
        let (first, last) = (ends(word.chars().next()), ends(word.chars().next_back()));
        self.code.match_indices(word).any(|(at, _)| {
            let (before, after) = (&self.code[..at], &self.code[at + word.len()..]);
            let goes_on = first && ends(before.chars().next_back()) || last && ends(after.chars().next());
            !goes_on && !before.ends_with('\'')
        })
    }

    /// Whether a string is just that.
    fn says(&self, string: &str) -> bool {
        let quoted = format!("\"{string}\"");
        // Of strings only the quotes are left in the code.
        self.text.match_indices(&quoted).any(|(at, _)| self.code[at..].starts_with('"'))
    }

    /// A hash map that the code goes through, and how.
    fn goes_through(&self) -> Option<String> {
        // As if there were no line too long to be one.
        let lines: Vec<&str> = self.code.split_whitespace().collect();
        let code = Self { code: lines.join(" ").replace(" .", "."), ..made_up("") };
        // Sorted maps have these, too, but there are none where hash maps are.
        let of_maps = ["keys", "values", "values_mut", "into_keys", "into_values"];
        if let Some(found) = of_maps.into_iter().find(|word| code.code.contains(&format!(".{word}("))) {
            return Some(found.to_owned());
        }
        let walks = |name: &str| {
            let by_method = ["iter", "iter_mut", "into_iter", "drain", "retain", "extract_if"]
                .map(|word| format!("{name}.{word}("));
            let by_loop = ["in ", "in &", "in &mut ", "in self.", "in &self.", "in &mut self."]
                .map(|word| format!("{word}{name} {{"));
            let whole = ["extend(", "extend(&", "extend(self."].map(|word| format!("{word}{name})"));
            by_method.into_iter().chain(by_loop).chain(whole).find(|form| code.has(form))
        };
        hashed_names(&code.code).into_iter().find_map(walks)
    }
}

/// Fields and variables that are hash maps or sets, or have some in them.
fn hashed_names(code: &str) -> BTreeSet<&str> {
    let statements = || code.split([';', '{', '}']);
    let name_of_type = |text| Some(word_before(text, " = Hash")?).filter(|_| str::contains(text, "type "));
    let types: Vec<&str> =
        ["HashMap", "HashSet"].into_iter().chain(statements().filter_map(name_of_type)).collect();
    let mut found = BTreeSet::new();
    for (text, word) in statements().flat_map(|text| types.iter().map(move |word| (text, word))) {
        for (at, _) in text.match_indices(word) {
            // What stands before the type, or before the value: `::` is not followed by a blank.
            let before = &text[..at];
            let mark = [": ", " = "].into_iter().max_by_key(|mark| before.rfind(mark));
            found.extend(mark.and_then(|mark| word_before(before, mark)));
        }
    }
    found
}

/// The word before the last place of a mark.
fn word_before<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let before = &text[..text.rfind(mark)?];
    before.rsplit(|c: char| !is_part_of_word(c)).next().filter(|word| !word.is_empty())
}

const TEST_MARK: &str = "#[cfg(test)]";

fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Blanks in place of a text, in as many lines.
fn blanks(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

/// The text with blanks instead of comments and of what stands in quotes. The quotes of strings stay.
fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = literal_or_comment(rest).unwrap_or(c.len_utf8());
        let (part, after) = rest.split_at(end);
        match part.strip_prefix('"').and_then(|inside| inside.strip_suffix('"')) {
            Some(inside) => out += &format!("\"{}\"", blanks(inside)),
            None if part.len() > c.len_utf8() => out += &blanks(part),
            None => out += part,
        }
        rest = after;
    }
    out
}

/// How long the literal or comment is that a text begins with, if it begins with one.
fn literal_or_comment(text: &str) -> Option<usize> {
    let until =
        |start: usize, end: &str| text[start..].find(end).map_or(text.len(), |at| start + at + end.len());
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(until(2, "*/"));
    }
    if let Some(raw) = text.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        return raw[hashes..]
            .starts_with('"')
            .then(|| until(hashes + 2, &format!("\"{}", "#".repeat(hashes))));
    }
    if text.starts_with('"') {
        let mut escaped = false;
        let end = text.char_indices().skip(1).find(|&(_, c)| {
            let is_end = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            is_end
        });
        return Some(end.map_or(text.len(), |(at, _)| at + 1));
    }
    if text.starts_with("'\\") {
        return Some(until(3, "'"));
    }
    // A character, for a lifetime has no second mark.
    let mut chars = text.char_indices();
    let is_char = chars.next()?.1 == '\'' && chars.next().is_some();
    chars.next().filter(|(_, c)| is_char && *c == '\'').map(|(at, _)| at + 1)
}

/// Masked code with blanks instead of what is there for tests only: items, fields, variants and arms.
fn without_tests(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(TEST_MARK) {
        let (before, marked) = rest.split_at(at);
        let (hidden, after) = marked.split_at(TEST_MARK.len() + end_of_item(&marked[TEST_MARK.len()..]));
        out += before;
        out += &blanks(hidden);
        rest = after;
    }
    out + rest
}

/// Where the first thing in a text ends, at the latest: with its block, at `;` or `,`, or with what it is in.
fn end_of_item(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return at;
        }
        if depth == 0 && matches!(c, '}' | ';' | ',') {
            return at + 1;
        }
    }
    text.len()
}

fn root() -> PathBuf {
    super::folder().join("..").canonicalize().unwrap()
}

/// The name of a file below the root, that of `crates/` left out.
fn name_of(path: &Path) -> String {
    let name = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
    name.strip_prefix("crates/").map_or(name.clone(), str::to_owned)
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

/// Asserts that only known files do something, and that all of them do, so that tables do not outlive their reasons.
fn only(what: &str, known: Known, does: impl Fn(&Code) -> bool) {
    let found: Vec<&str> =
        Code::all().iter().filter(|file| does(file)).map(|file| file.name.as_str()).collect();
    let is_of = |file: &str, known: &str| file == known || known.ends_with('/') && file.starts_with(known);
    let unknown: Vec<_> =
        found.iter().filter(|file| !known.iter().any(|(name, _)| is_of(file, name))).collect();
    assert!(unknown.is_empty(), "{what}: nobody expects this of {unknown:?}");
    for (name, _) in known {
        assert!(found.iter().any(|file| is_of(file, name)), "{what}: {name} has no need to be known");
    }
}

/// Code that was made up.
fn made_up(text: &str) -> Code {
    Code::new("crate/src/lib.rs", text.to_owned()).without_tests()
}

#[test]
fn code_is_told_from_the_rest() {
    let file = made_up(
        r##"
// std::env
/* env:: */ const A: &str = "net:: \" env::"; const B: char = '"'; const C: &str = r#"env:: " "#;
#[cfg(test)]
mod tests { fn f() { env::vars(); } }
#[cfg(test)]
use std::process::{Command, exit};
fn g<'a>(x: &'a str, y: &'static str, é: char) { thread::spawn(|| ('é', '\'')); }
"##,
    );
    for word in ["thread::", "const", "'static", "é"] {
        assert!(file.has(word), "{word}");
    }
    for word in ["env::", "net::", "process::", "exit", "tests", "cons", "static", "read::"] {
        assert!(!file.has(word), "{word}");
    }
    assert_eq!(file.code.len(), file.text.len());
}

/// What hides a field must not hide what follows.
#[test]
fn what_is_for_tests_ends_where_it_ends() {
    for item in [
        "struct S { a: u8, #[cfg(test)] b: u8 }",
        "struct S { #[cfg(test)] b: [u8; 3], a: u8 }",
        "enum E { #[cfg(test)] A, B }",
        "enum E { A, #[cfg(test)] B(u8, u8) }",
        "#[cfg(test)] fn f(a: u8, b: u8) -> [u8; 2] { [a, b] }",
        "fn f(a: u8) -> u8 { match a { #[cfg(test)] 0 => 1, _ => a } }",
        "#[cfg(test)] mod tests;",
    ] {
        assert!(made_up(&format!("{item} fn g() {{ fs::read(); }}")).has("fs::"), "{item}");
    }
    let hidden = made_up("enum E { #[cfg(test)] B(stdin, stdout), C }");
    assert!(hidden.has("C") && !hidden.has("stdin") && !hidden.has("stdout"));
}

#[test]
fn files_of_tests_are_those_that_are_said_to_be() {
    let modules = |name: &str, text: &str| Code::new(name, text.to_owned()).test_modules();
    assert_eq!(modules("a/src/lib.rs", "mod b;\n#[cfg(test)]\nmod tests;\nmod tests2;"), ["a/src/tests"]);
    assert_eq!(modules("a/src/b.rs", "#[cfg(test)]\nmod oracle;"), ["a/src/b/oracle"]);
    assert_eq!(modules("a/src/b.rs", "mod tests;\n#[cfg(test)]\nmod more { mod tests; }"), [""; 0]);
}

#[test]
fn rare_words_are_found_however_they_are_imported() {
    let finds = |what: &str, text: &str| {
        let rare = RARE.iter().find(|rare| rare.what == what).unwrap();
        rare.words.iter().any(|word| made_up(text).has(word))
    };
    for (what, text) in [
        ("standard streams", "use std::io::{self}; fn f() { io::stdout(); }"),
        ("standard streams", "use std::io::*; fn f() { stdout(); }"),
        ("clocks", "use std::time; fn f() { time::Instant::now(); }"),
        ("files", "use std::{fs as disk, io}; fn f() { disk::read(); }"),
        ("files", "use std::*; fn f() { fs::read(); }"),
        ("statics", "pub(crate) static X: Wrapped = Wrapped::new();"),
        ("statics", "thread_local! { static X: u8 = 0; }"),
    ] {
        assert!(finds(what, text), "{text}");
    }
    assert!(!finds("statics", "fn f(x: &'static str) {}"));
    assert!(!finds("files", "fn f() { refs::of(); }"));
}

#[test]
fn hash_maps_are_known_by_their_names() {
    for text in [
        "fn f(map: HashMap<u8, u8>) { map.into_keys() }",
        "fn f(table: &HashMap<u8, u8>) { table.keys() }",
        "fn f(table: &HashMap<u8, u8>) { for x in table {} }",
        "fn f(a: u8, tables: &mut Vec<HashMap<u8, u8>>) { tables.iter() }",
        "struct S { seen: std::collections::HashSet<u8> }\nfn f() { self.seen\n    .drain() }",
        "fn f(one: HashMap<u8, u8>, other: HashMap<u8, u8>) { other.retain(|_| true) }",
        "fn f() { let seen = HashSet::new(); out.extend(&seen); }",
        "type Table = HashMap<u8, u8>;\nfn f(table: Table) { for x in &table {} }",
    ] {
        assert!(made_up(text).goes_through().is_some(), "{text}");
    }
    let asked = "fn f(list: &[u8], table: &HashMap<u8, u8>) { for x in list {} list.iter(); table.get(&1); }";
    assert_eq!(made_up(asked).goes_through(), None);
}

#[test]
fn lattices_are_known_by_their_names() {
    for text in [
        "fn f() { match scene.lattice { Lattice::CUBE => 1, _ => 2 } }",
        "fn f() { lattice == Lattice::CUBE }",
        "fn f() { let name = lattice.name(); name == \"cube\" }",
        "fn f() { matches!(lattice.name(), \"hex\" | \"cube\") }",
    ] {
        assert!(names_lattice(&made_up(text), "cube"), "{text}");
    }
    for text in
        ["fn f() { \"a cube\" } // \"cube\"", "fn f() { Space::CUBES }", "#[cfg(test)] fn f() { \"cube\" }"]
    {
        assert!(!names_lattice(&made_up(text), "cube"), "{text}");
    }
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
    only("floating point in lattice", &[], |file| {
        file.name.starts_with("lattice/") && (file.has("f32") || file.has("f64"))
    });
}

#[test]
fn engines_know_no_puzzles() {
    let words = ["lattice", "puzzle", "puzzles", "piece", "pieces", "polyform", "tiling"];
    only("words of puzzles in cover", &[], |file| {
        file.name.starts_with("cover/src/") && words.iter().any(|word| file.has(word))
    });
}

#[test]
fn rare_words_are_where_they_are_known_to_be() {
    for rare in &RARE {
        only(rare.what, rare.known, |file| rare.words.iter().any(|word| file.has(word)));
    }
}

#[test]
fn nobody_goes_through_hash_maps() {
    let has_some = |file: &Code| file.has("HashMap") || file.has("HashSet");
    only("hash maps", HASHED, has_some);
    only("going through a hash map", GONE_THROUGH, |file| has_some(file) && file.goes_through().is_some());
}

/// Whether a row of the table of lattices is named.
fn names_lattice(file: &Code, name: &str) -> bool {
    file.has(&format!("::{}", name.to_uppercase())) || file.says(name)
}

#[test]
fn lattices_are_told_apart_by_their_columns() {
    let rows = fs::read_dir(root().join("crates/lattice/src/table/rows")).unwrap();
    let names: Vec<String> =
        rows.map(|row| row.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    only("names of lattices", NAMED, |file| names.iter().any(|name| names_lattice(file, name)));
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
