use super::polydlx;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Standard output, standard error and exit status of a command line, with some folders to look for names in.
fn run(args: &[&str], stdin: &str, folders: &[&Path]) -> (String, String, i32) {
    let mut command = polydlx();
    if !folders.is_empty() {
        command.env("POLYDLX_PATH", std::env::join_paths(folders).unwrap());
    }
    let output = command.args(args).write_stdin(stdin).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

/// The commands below a command, from its help.
fn commands_below(path: &[&str]) -> Vec<String> {
    let (help, ..) = run(&[path, &["--help"]].concat(), "", &[]);
    let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let lines = list.lines().take_while(|line| !line.is_empty());
    // Lines of descriptions that were wrapped stand further to the right.
    let names = lines.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    names.map(|line| line.split(' ').next().unwrap().to_owned()).filter(|name| name != "help").collect()
}

/// All commands, as the words that lead to them.
pub(super) fn all_commands() -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    let mut at = 0;
    while at < found.len() {
        let path: Vec<&str> = found[at].iter().map(String::as_str).collect();
        let below = commands_below(&path);
        let more = below.into_iter().map(|name| [found[at].clone(), vec![name]].concat());
        found.extend(more.collect::<Vec<_>>());
        at += 1;
    }
    found
}

#[test]
fn every_help_has_examples_and_every_command_can_be_quiet() {
    let commands = all_commands();
    assert!(commands.len() > 12, "{commands:?}");
    for path in commands {
        let words: Vec<&str> = path.iter().map(String::as_str).collect();
        let (help, _, status) = run(&[&words[..], &["--help"]].concat(), "", &[]);
        assert_eq!(status, 0, "{words:?}");
        let example = format!("Examples:\n  polydlx {}", words.join(" "));
        assert!(help.contains(example.trim_end()), "{words:?}\n{help}");
        for flag in ["-v, --verbose", "-q, --quiet"] {
            assert!(help.contains(flag), "{words:?} lacks {flag}");
        }
    }
    let (help, ..) = run(&["man", "--help"], "", &[]);
    assert!(help.contains("Examples:\n  polydlx man"), "{help}");
}

#[test]
fn completions_know_all_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (text, said, status) = run(&["completions", shell], "", &[]);
        assert_eq!((said.as_str(), status), ("", 0));
        for path in all_commands() {
            assert!(path.iter().all(|word| text.contains(word.as_str())), "{shell} does not know {path:?}");
        }
        assert!(text.contains("up-to") && text.contains("frontier"), "{shell}");
    }
    // The shell that runs the other tests' transcripts reads its file.
    let (bash, ..) = run(&["completions", "bash"], "", &[]);
    if let Ok(mut child) = Command::new("bash").args(["-n"]).stdin(Stdio::piped()).spawn() {
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), bash.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success());
    }
    let (_, said, status) = run(&["completions", "bahs"], "", &[]);
    assert!(status == 2 && said.contains("bash"), "{said}");
}

#[test]
fn every_command_has_a_man_page() {
    let folder = tempfile::tempdir().unwrap();
    let man = folder.path().join("new/man1");
    let (out, said, status) = run(&["man", "-o", man.to_str().unwrap()], "", &[]);
    assert_eq!((out.as_str(), said.as_str(), status), ("", "", 0));
    let commands = all_commands();
    for path in &commands {
        let name = [&["polydlx".to_owned()], &path[..]].concat().join("-");
        let page = fs::read_to_string(man.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH {name} 1")), "{page}");
        assert!(page.contains(".SH EXAMPLES\n.nf\n  polydlx "), "{page}");
    }
    assert_eq!(fs::read_dir(&man).unwrap().count(), commands.len());
}

#[test]
fn versions() {
    let (short, ..) = run(&["-V"], "", &[]);
    assert_eq!(short, format!("polydlx {}\n", env!("CARGO_PKG_VERSION")));
    let (long, ..) = run(&["--version"], "", &[]);
    assert!(long.starts_with(&short), "{long}");
    let fact = |label: &str| long.lines().find_map(|line| line.strip_prefix(label)).map(str::trim);
    assert!(fact("target").unwrap().contains(std::env::consts::ARCH), "{long}");
    assert!(["debug", "release"].contains(&fact("profile").unwrap()), "{long}");
    assert_eq!(fact("engine bits"), Some(polydlx::cover::vector_path()), "{long}");
    if let Some(commit) = fact("commit") {
        assert!(commit.len() == 12 && commit.chars().all(|c| c.is_ascii_hexdigit()), "{long}");
    }
}

#[test]
fn did_you_mean() {
    let spec = |pragma: &str| format!("|! lattice square\n{pragma}\n[01][01]\nA 00\nB 00\nC 00\nD 00\n");
    for (args, stdin, words) in [
        (vec!["cuont", "soma-3x3x3"], String::new(), "'count'"),
        (vec!["count", "soma-3x3x3", "--thread", "1"], String::new(), "'--threads'"),
        (vec!["count", "soma-3x3x3", "--engine", "bit"], String::new(), "'bits'"),
        (vec!["count", "soma-3x3"], String::new(), "`soma-3x3x3`"),
        (vec!["show", "tetromino"], String::new(), "`tetrominoes`"),
        (vec!["info", "-"], spec("|! use pentomino"), "`pentominoes`"),
        (vec!["info", "-"], spec("|! palce A 00"), "`place`"),
        (vec!["info", "-"], spec("|! sided fre"), "`free`"),
        (
            vec!["count", "dominoes-4x4", "--invariant-under", "rotation by 18°"],
            String::new(),
            "`rotation by 180°`",
        ),
    ] {
        let (out, said, status) = run(&args, &stdin, &[]);
        assert_eq!((out.as_str(), status), ("", 2), "{args:?}: {said}");
        assert!(said.contains(words) && (said.contains("did you mean") || said.contains("tip:")), "{said}");
    }
}

#[test]
fn quiet_hides_warnings_but_no_errors() {
    let warned = "|! lattice square\n00\nA 00\nB 0[01]\n";
    let (out, said, _) = run(&["info", "-"], warned, &[]);
    assert!(said.contains("warning[piece-fits-nowhere]"), "{said}");
    for args in [["info", "-", "-q"], ["-q", "info", "-"]] {
        assert_eq!(run(&args, warned, &[]), (out.clone(), String::new(), 0));
    }
    assert!(run(&["info", "-", "-q"], "0\n", &[]).1.contains("error["));
    let (_, said, status) = run(&["count", "-", "-q", "-v"], warned, &[]);
    assert!(status == 2 && said.contains("cannot be used with"), "{said}");
    // Search commands hear the flag before their name, too.
    assert_eq!(run(&["-q", "solve", "dominoes-4x4", "-n", "1"], "", &[]).1, "");
    assert!(run(&["-v", "count", "dominoes-4x4"], "", &[]).1.starts_with("Engine "));
}

#[test]
fn nobody_needs_to_listen() {
    // Standard error is closed, as with `2>&1 | head`: no panic, and the result is the same.
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("polydlx"))
        .args(["solve", "dominoes-8x8", "-n", "2000", "--progress", "--stats"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn names_are_looked_for_in_folders() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    for (path, text) in [
        (first.join("mine.spec"), "|! set\n|! lattice square\n|! title Mine\nbar 0[01]\n"),
        (first.join("pentominoes.spec"), "|! set\n|! lattice square\n|! use mine times 2\n"),
        (first.join("box.spec"), "|! lattice square\n|! title My box\n|! use mine times 2\n[01][01]\n"),
        (second.join("box.spec"), "this is not read\n"),
        (second.join("mine.dlx"), "|! title My items\na b\na\nb\n"),
        (second.join("soma-3x3x3.spec"), "|! lattice cube\n|! use soma only 1\n000 001 010\n"),
        (second.join("notes.txt"), "no spec\n"),
    ] {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let none = folder.path().join("none");
    let folders = [first.as_path(), &none, &second];
    let count = |args: &[&str], stdin: &str| {
        let (out, said, status) = run(&[&["count"], args].concat(), stdin, &folders);
        assert_eq!(status, 0, "{said}");
        (out.trim().to_owned(), said)
    };

    // By name: puzzles, DLX files, sets. Left folders first; a puzzle before a set of the same name.
    assert_eq!(count(&["box"], ""), ("2".to_owned(), String::new()));
    assert_eq!(count(&["mine"], "").0, "1");
    assert_eq!(count(&["-"], "|! lattice square\n|! use mine\n0[01]\n").0, "1");
    // Instead of the library's, which is told on demand.
    let (number, said) = count(&["soma-3x3x3", "--verbose"], "");
    assert_eq!(number, "1");
    let path = second.join("soma-3x3x3.spec");
    assert!(
        said.starts_with(&format!("`soma-3x3x3` is {}, not the one of the library.\n", path.display())),
        "{said}"
    );
    let (number, said) = count(&["-", "-v"], "|! lattice square\n|! use pentominoes times 2\n[01][01]\n");
    assert!(
        number == "2" && said.contains("first/pentominoes.spec, not the one of the library"),
        "{number} {said}"
    );
    assert_eq!(count(&["soma-3x3x3"], "").1, "");
    // The rest of the library is there, and a path is a path.
    assert_eq!(count(&["dominoes-4x4"], "").0, "36");
    assert_eq!(run(&["count", "../puzzles/soma-3x3x3.spec"], "", &folders).0, "11520\n");
    assert_eq!(run(&["show", "box"], "", &folders).0, fs::read_to_string(first.join("box.spec")).unwrap());
    assert!(run(&["show", "shapes/pentominoes"], "", &folders).0.contains("|! title The 12 pentominoes"));

    let (list, said, _) = run(&["list"], "", &folders);
    assert!(said.starts_with(&format!("POLYDLX_PATH: {} is left out: ", none.display())), "{said}");
    let own = "\
Your own piece sets, for `|! use NAME`:
  mine         square    Mine
  pentominoes  square    (instead of the library's)

Your own puzzles:
  box         square    My box
  mine        items     My items
  soma-3x3x3  cube      (instead of the library's)

Piece sets, for `|! use NAME`:
";
    assert!(list.starts_with(own), "{list}");
    assert_eq!(list.matches("\n  pentominoes ").count(), 1, "what is hidden is not listed");

    let (_, said, status) = run(&["count", "boxx"], "", &folders);
    assert!(status == 2 && said.contains("did you mean `box`?"), "{said}");
    let (_, said, status) = run(&["info", "-"], "|! lattice square\n|! use mien\n00\n", &folders);
    assert!(status == 2 && said.contains("did you mean `mine`?"), "{said}");
    // Without the variable nothing of this is known.
    assert_eq!(run(&["count", "box"], "", &[]).2, 2);
}
