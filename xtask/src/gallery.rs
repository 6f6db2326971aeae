//! `cargo xtask gallery`: every piece set and puzzle of the library on one page, to be looked at.
//!
//! The command itself draws them, as it would for its users. The page needs no other files, and is the same each time.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

/// The lattices that come first on the page, and in how many ways their solutions are shown.
const LATTICES: [(&str, &[&str]); 5] = [
    ("square", &["auto"]),
    ("triangle", &["auto"]),
    ("hex", &["auto"]),
    ("cube", &["layers", "solid"]),
    ("sphere", &["layers", "solid"]),
];

/// How long the command may look for a solution.
const TIME_LIMIT: &str = "60s";

/// Writes `index.html` into a folder, which is made if need be.
pub(crate) fn gallery(root: &Path, folder: &Path) -> io::Result<bool> {
    let polydlx = built(root)?;
    let (sets, puzzles) = (Entry::all(&root.join("shapes"))?, Entry::all(&root.join("puzzles"))?);
    let mut page = format!("{HEAD}<h1>The library of polydlx</h1>\n");
    let is_first = |lattice: &&str| LATTICES.iter().any(|(first, _)| first == lattice);
    let all = sets.iter().chain(&puzzles).map(|entry| entry.lattice.as_str());
    let others: BTreeSet<&str> = all.filter(|lattice| !lattice.is_empty() && !is_first(lattice)).collect();
    let others = others.into_iter().map(|lattice| (lattice, &["auto"][..]));
    for (lattice, views) in LATTICES.into_iter().chain(others) {
        let _ = writeln!(page, "<h2>{lattice}</h2>");
        for entry in sets.iter().filter(|entry| entry.lattice == lattice) {
            let _ = writeln!(page, "<section>\n<h3>{}</h3>\n{}", escape(&entry.name), entry.about());
            page.push_str(&figure(&polydlx.run(&["draw", &entry.path, "--format", "svg"], "")?, "pieces"));
            page.push_str("</section>\n");
        }
        for entry in puzzles.iter().filter(|entry| entry.lattice == lattice) {
            eprintln!("{}", entry.name);
            let _ = writeln!(page, "<section>\n<h3>{}</h3>\n{}", escape(&entry.name), entry.about());
            page.push_str(&figure(&polydlx.run(&["draw", &entry.path, "--format", "svg"], "")?, "box"));
            let solve =
                ["solve", &entry.path, "-n", "1", "-q", "--format", "jsonl", "--time-limit", TIME_LIMIT];
            let solution = polydlx.run(&solve, "")?;
            for view in views.iter().filter(|_| solution.status == 0) {
                let draw = ["draw", &entry.path, "-", "--format", "svg", "--view", view];
                page.push_str(&figure(&polydlx.run(&draw, &solution.text)?, "solution"));
            }
            match solution.status {
                0 => {}
                1 => page.push_str("<p>There is no solution.</p>\n"),
                _ => drop(writeln!(page, "<p>No solution was found in {TIME_LIMIT}.</p>")),
            }
            page.push_str("</section>\n");
        }
    }
    page.push_str("</body>\n</html>\n");
    fs::create_dir_all(folder)?;
    let path = folder.join("index.html");
    fs::write(&path, page)?;
    println!("{}", path.display());
    Ok(true)
}

/// The command, newly built.
fn built(root: &Path) -> io::Result<Polydlx> {
    let build = ["build", "--release", "--quiet", "--package", "polydlx-cli"];
    if !Command::new("cargo").args(build).current_dir(root).status()?.success() {
        return Err(io::Error::other("polydlx cannot be built"));
    }
    // This program stands in `debug` or `release` of the same folder.
    let own = env::current_exe()?;
    let target = own.ancestors().nth(2).ok_or_else(|| io::Error::other("no target folder"))?;
    Ok(Polydlx(target.join("release").join(format!("polydlx{}", env::consts::EXE_SUFFIX))))
}

struct Polydlx(PathBuf);

/// What the command came to.
struct Done {
    text: String,
    /// 0: found; 1: there is none; 3: none was found in time.
    status: i32,
}

impl Polydlx {
    /// What the command prints; none of its mistakes are forgiven.
    fn run(&self, args: &[&str], input: &str) -> io::Result<Done> {
        let mut child =
            Command::new(&self.0).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut stdin = child.stdin.take().ok_or_else(|| io::Error::other("no pipe"))?;
        let input = input.to_owned();
        // What the command does not read is no mistake.
        let feeder = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let output = child.wait_with_output()?;
        let _ = feeder.join();
        match output.status.code() {
            Some(status @ (0 | 1 | 3)) => {
                let text = String::from_utf8(output.stdout).map_err(io::Error::other)?;
                Ok(Done { text, status })
            }
            _ => Err(io::Error::other(format!("polydlx {} failed", args.join(" ")))),
        }
    }
}

/// A spec of the library.
struct Entry {
    name: String,
    path: String,
    lattice: String,
    /// Its pragmas, without the words `|!`.
    pragmas: Vec<String>,
}

impl Entry {
    fn all(folder: &Path) -> io::Result<Vec<Self>> {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "spec"));
        paths.sort();
        let entry = |path: PathBuf| {
            let text = fs::read_to_string(&path)?;
            let pragmas = text.lines().filter_map(|line| line.strip_prefix("|!"));
            let pragmas: Vec<String> = pragmas.map(|pragma| pragma.trim().to_owned()).collect();
            let mut entry = Self {
                name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
                path: path.display().to_string(),
                lattice: String::new(),
                pragmas,
            };
            entry.lattice = entry.pragma("lattice").unwrap_or_default().to_owned();
            Ok(entry)
        };
        paths.into_iter().map(entry).collect()
    }

    fn pragma(&self, word: &str) -> Option<&str> {
        self.pragmas.iter().find_map(|pragma| pragma.strip_prefix(word)?.strip_prefix(' '))
    }

    /// Title, source and what is expected.
    fn about(&self) -> String {
        let expected = ["expect total", "expect up-to-rotation", "expect up-to-symmetry"]
            .map(|word| Some((self.pragma(word)?, &word[7..])));
        let numbers: Vec<String> =
            expected.into_iter().flatten().map(|(number, what)| format!("{number} {what}")).collect();
        let parts = [
            self.pragma("title").map(str::to_owned),
            self.pragma("source").map(str::to_owned),
            Some(numbers.join(", ")),
        ];
        let lines = parts.into_iter().flatten().filter(|part| !part.is_empty());
        lines.map(|part| format!("<p>{}</p>\n", escape(&part))).collect()
    }
}

/// A picture. As an image it has names of its own for its patterns, so that pictures cannot disturb each other.
fn figure(picture: &Done, what: &str) -> String {
    let mut data = String::new();
    for byte in picture.text.trim_end().bytes() {
        match byte {
            b'%' | b'#' | b'"' | b'<' | b'>' | b'&' | b'\n' | 128.. => drop(write!(data, "%{byte:02X}")),
            _ => data.push(char::from(byte)),
        }
    }
    format!(
        "<figure><img alt=\"{what}\" src=\"data:image/svg+xml,{data}\"><figcaption>{what}</figcaption></figure>\n"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const HEAD: &str = "\
<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<title>The library of polydlx</title>
<style>
body { font-family: sans-serif; margin: 2em; color: #222; background: #fff; }
section { border-top: 1px solid #bbb; padding: 0.5em 0 1em; }
h3, p { margin: 0.3em 0; }
p { color: #555; }
figure { display: inline-block; vertical-align: bottom; margin: 1em 2em 0 0; max-width: 100%; }
img { max-width: 100%; }
figcaption { text-align: center; color: #555; }
</style>
</head>
<body>
";
