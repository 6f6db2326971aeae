//! Whatever can take long is stopped when asked, within half a second of processor time, says what is known, and shows
//! honest progress.

use super::{folder, polydlx};
use polydlx::cover::{BigUint, Monitor};
use polydlx::library::{self, Kind, Library};
use polydlx::packing::{Method, Packing, Question};
use polydlx::spec::{Source, load};
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Processor time after a stop, in seconds.
const PATIENCE: f64 = 0.5;

/// Lets a process hear signals that whoever runs the tests may have told its children to pass over.
static AS_USUAL: LazyLock<&[&str]> = LazyLock::new(|| {
    let all: &[&str] = &["env", "--default-signal=INT,TERM"];
    let works = Command::new(all[0]).args([all[1], "true"]).status().is_ok_and(|status| status.success());
    if works { all } else { &all[..1] }
});

fn spawn(args: &[&str]) -> Child {
    Command::new(AS_USUAL[0])
        .args(&AS_USUAL[1..])
        .arg(assert_cmd::cargo::cargo_bin!("polydlx"))
        .args(args)
        .current_dir(folder())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Seconds of processor time that a process has used, if it is there and the system tells.
fn cpu(id: u32) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields[11].parse::<f64>().ok()? + fields[12].parse::<f64>().ok()?;
    (fields[0] != "Z").then_some(ticks / 100.0)
}

/// Whether a process has its own answer to SIGINT and SIGTERM.
fn listens(id: u32) -> bool {
    let text = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    [2, 15].iter().all(|signal| caught >> (signal - 1) & 1 == 1)
}

/// What is left of a process: output, what was said, status, and processor time since it was told to stop.
struct Ended {
    out: String,
    said: String,
    status: Option<i32>,
    after: f64,
}

/// Sends a signal, or waits for the time limit that the process was given, after some milliseconds.
fn ended(mut child: Child, milliseconds: u64, signal: Option<&str>) -> Ended {
    std::thread::sleep(Duration::from_millis(milliseconds));
    let mut before = cpu(child.id());
    // Before anybody listens a signal is the system's matter: it kills, or is passed over if the parent's shell says so. On a
    // busy machine a process takes longer than some milliseconds to begin.
    while signal.is_some() && before.is_some_and(|seconds| seconds < 0.02) && !listens(child.id()) {
        std::thread::sleep(Duration::from_millis(1));
        before = cpu(child.id());
    }
    if let Some(signal) = signal.filter(|_| before.is_some()) {
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    }
    let begun = Instant::now();
    let mut after = 0.0;
    let what =
        fs::read_to_string(format!("/proc/{}/cmdline", child.id())).unwrap_or_default().replace('\0', " ");
    // Its output must not fill the pipe.
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let readers = [std::thread::spawn(move || text(&mut out)), std::thread::spawn(move || text(&mut err))];
    while child.try_wait().unwrap().is_none() {
        if let (Some(before), Some(now)) = (before, cpu(child.id())) {
            after = now - before;
        }
        if begun.elapsed() > Duration::from_secs(60) {
            let state = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            child.kill().unwrap();
            panic!("it does not end at all: {what}, {after:.2} s of processor time since; {state}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let status = child.wait().unwrap().code();
    let [out, said] = readers.map(|reader| reader.join().unwrap());
    Ended { out, said, status, after }
}

fn text(from: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// At all times between the beginning and the end; these are some of them.
fn moment(text: &str) -> u64 {
    let hash = text.bytes().fold(7u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    [5, 20, 60, 120, 250][(hash % 5) as usize]
}

/// Puzzles that no machine is done with in a moment.
fn long() -> Vec<&'static str> {
    let is_long = |text: &str| text.lines().any(|line| line == "|! cost slow" || line == "|! cost huge");
    library::items()
        .filter(|item| item.kind == Kind::Puzzle && is_long(item.text))
        .map(|item| item.name)
        .collect()
}

fn is_stopped_in_time(args: &[&str]) {
    let signal = if args.len().is_multiple_of(2) { "-INT" } else { "-TERM" };
    let Ended { out, said, status, after } = ended(spawn(args), moment(&args.concat()), Some(signal));
    assert!(after <= PATIENCE, "{args:?}: {after:.2} s of processor time after {signal}; {said}");
    // It may have come to its end before.
    assert!(matches!(status, Some(0 | 1 | 3)), "{args:?}: {status:?} {out} {said}");
    if status == Some(3) && !args.contains(&"-q") {
        let told = out.starts_with("at least ") || said.contains("At least ") || out.contains("unknown: ");
        assert!(told || said.contains("stopped") || said.contains("interrupted"), "{args:?}: {out} {said}");
    }
}

#[test]
fn counts_of_the_whole_library_can_be_stopped_at_any_time() {
    for name in long() {
        is_stopped_in_time(&["count", name]);
        if !name.is_empty() && library::find(name).is_some_and(|item| item.path().ends_with(".spec")) {
            is_stopped_in_time(&["count", name, "--up-to", "symmetry"]);
        }
    }
}

/// What is known of a command: how it can take long, in some command lines, or why it cannot.
enum Known {
    Long(&'static [&'static str]),
    Short(&'static str),
}

/// All commands. Words stand apart by blanks; `%` is a folder with what [`Kit`] has made.
const COMMANDS: &[(&str, Known)] = &[
    (
        "solve",
        Known::Long(&[
            "solve dorian-5x5x5 --format none",
            "solve one-sided-9x10 --up-to symmetry --format none",
            "solve heptiamonds-7x12 --invariant-under identity --format none",
            "solve hoffman-15x15x15 --engine links --format none",
            "solve dominoes-8x8 --format none --draw %/sheet.svg",
        ]),
    ),
    (
        "count",
        Known::Long(&[
            "count hexominoes-15x15 --engine frontier",
            "count one-sided-9x10 --engine frontier --up-to rotation",
            "count dominoes-S32 --up-to symmetry --by-stabilizer",
            "count dominoes-S32 --engine links",
            "count bedlam-4x4x4 --engine links --save %/kept",
        ]),
    ),
    ("sample", Known::Long(&["sample dorian-5x5x5 -n 3", "sample one-sided-9x10 -n 3 --memory 20M"])),
    ("zdd", Known::Long(&["zdd windmill-snakes-5x7 -o %/all.zdd", "zdd dorian-5x5x5 -o %/all.zdd"])),
    ("relate", Known::Long(&["relate heptominoes", "relate heptominoes --pairs", "relate dorian-5x5x5"])),
    (
        "draw",
        Known::Long(&[
            "draw dominoes-8x8 %/many.jsonl -o %/sheet.svg",
            "draw dominoes-8x8 %/many.jsonl --format picture",
        ]),
    ),
    ("options", Known::Long(&["options dorian-5x5x5 --up-to symmetry -o %/all.dlx"])),
    (
        "info",
        Known::Long(&[
            "info dorian-5x5x5 --estimate=100000000",
            "info dorian-5x5x5 --difficulty",
            "info hexominoes-15x15 --reduce",
            "info hexominoes-15x15 --certificate %/proof.json",
        ]),
    ),
    ("verify", Known::Long(&["verify one-sided-9x10 y-15x15 bedlam-4x4x4"])),
    ("plan", Known::Long(&["plan count dorian-5x5x5 -o %/planned"])),
    ("work", Known::Long(&["work %/work"])),
    ("status", Known::Short("it reads what others have counted")),
    ("merge", Known::Long(&["merge %/done --replay 100%"])),
    (
        "pieces",
        Known::Long(&["pieces --lattice square --size 16", "pieces --lattice square --size 16 --count"]),
    ),
    ("design hints", Known::Long(&["design hints dorian-5x5x5", "design hints hexominoes-15x15"])),
    ("design regions", Known::Long(&["design regions soma --family polyforms"])),
    ("design sets", Known::Long(&["design sets heptiamonds-7x12"])),
    (
        "design split",
        Known::Long(&[
            "design split [0-4][0-4][0-4] [0-4][0-3]0 pentacubes",
            "design split [0-4][0-4][0-4] [0-4][0-3]0 pentacubes --count",
        ]),
    ),
    (
        "sheets",
        Known::Long(&["sheets dorian-5x5x5 -o %/one.pdf", "sheets calendar --year 2028 -o %/year.pdf"]),
    ),
    ("convert", Known::Long(&["convert dorian-5x5x5 --up-to symmetry -o %/all.cnf"])),
    ("check", Known::Long(&["check dominoes-8x8 %/many.jsonl"])),
    ("studio", Known::Long(&["studio --no-open"])),
    ("list", Known::Short("it prints what the program has in it")),
    ("show", Known::Short("it prints what the program has in it")),
    ("completions", Known::Short("it prints what the program has in it")),
];

/// These are stopped later, too, after so many milliseconds: when much has been found, it takes longer to let it go.
const LATER: &[(&str, u64)] = &[
    ("relate heptominoes", 1000),
    ("verify one-sided-9x10 y-15x15 bedlam-4x4x4", 1000),
    ("sheets calendar --year 2028 -o %/year.pdf", 1000),
    ("solve dominoes-8x8 --format none --draw %/sheet.svg", 1000),
    ("zdd windmill-snakes-5x7 -o %/all.zdd", 5000),
];

/// A new command is either stopped below, or it says here why it need not be.
#[test]
fn every_command_is_known_to_end() {
    let all = super::manners::all_commands();
    let is_group =
        |path: &Vec<String>| all.iter().any(|other| other.len() > path.len() && other.starts_with(path));
    let names = all.iter().filter(|path| !is_group(path)).map(|path| path.join(" "));
    let known: BTreeSet<String> = COMMANDS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names.collect::<BTreeSet<_>>(), known);
    for (name, known) in COMMANDS {
        match known {
            Known::Long(lines) => assert!(lines.iter().all(|line| line.starts_with(name)), "{name}"),
            Known::Short(why) => assert!(!why.is_empty(), "{name}"),
        }
    }
}

/// What commands need that work on what others have made.
struct Kit(tempfile::TempDir);

impl Kit {
    fn new() -> Self {
        let kit = Self(tempfile::tempdir().unwrap());
        for line in [
            "plan count bedlam-4x4x4 --engine links --units 20 -o %/work",
            "plan count pentominoes-6x10 --engine links --units 20 -o %/done",
            "work %/done",
        ] {
            let output = polydlx().args(kit.words(line)).output().unwrap();
            assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        }
        let line = "solve dominoes-8x8 -n 20000 --format jsonl";
        let output = polydlx().args(line.split(' ')).output().unwrap();
        fs::write(kit.0.path().join("many.jsonl"), output.stdout).unwrap();
        kit
    }

    fn words(&self, line: &str) -> Vec<String> {
        let folder = format!("{}/", self.0.path().display());
        line.split(' ').map(|word| word.replace("%/", &folder)).collect()
    }

    /// Files that are half-written, here or in a folder of it.
    fn drafts(&self) -> Vec<PathBuf> {
        let below = |path: &Path| fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        let mut open: Vec<PathBuf> = below(self.0.path());
        let mut found = Vec::new();
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend::<Vec<PathBuf>>(below(&path));
            } else if path.extension().is_some_and(|end| end == "part") {
                found.push(path);
            }
        }
        found
    }

    /// Stops a command line after so many milliseconds, by a signal or by its time limit.
    fn stop(&self, line: &str, milliseconds: u64, signal: Option<&str>) {
        let mut words = self.words(line);
        if signal.is_none() {
            words.extend(["--time-limit".to_owned(), format!("{milliseconds}ms")]);
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let Ended { out, said, status, after } = ended(spawn(&words), milliseconds, signal);
        let how = signal.unwrap_or("the limit");
        let what = format!(
            "{line}, {how} after {milliseconds} ms: {after:.2} s of processor time, {status:?}; {said}"
        );
        // Without a signal the time begins with the limit, which is a little later.
        assert!(after <= PATIENCE + if signal.is_some() { 0.0 } else { 0.2 }, "{what}");
        assert_eq!(status, Some(3), "{what}");
        let because = if signal.is_some() { "interrupted" } else { "stopped at the time limit" };
        assert!(said.contains(because) || out.contains(because), "{what}");
        assert!(self.drafts().is_empty(), "{what}");
    }
}

#[test]
fn all_commands_can_be_stopped_at_any_time() {
    let kit = Kit::new();
    let lines = COMMANDS.iter().flat_map(|(_, known)| match known {
        Known::Long(lines) => *lines,
        Known::Short(_) => &[],
    });
    for line in lines {
        for signal in [Some("-INT"), Some("-TERM"), None] {
            kit.stop(line, moment(&format!("{line} {signal:?}")), signal);
        }
    }
    for &(line, milliseconds) in LATER {
        kit.stop(line, milliseconds, Some("-INT"));
    }
}

/// Whoever stops a sample gets as many solutions as it says.
#[test]
fn a_sample_that_is_stopped_counts_what_it_printed() {
    let args = ["sample", "dominoes-8x8", "-n", "100000000", "--format", "jsonl"];
    let Ended { out, said, status, .. } = ended(spawn(&args), 1500, Some("-INT"));
    assert_eq!(status, Some(3), "{said}");
    // The first line is about the puzzle.
    let printed = out.lines().count() - 1;
    assert!(
        printed > 0 && said.contains(&format!("At least {printed} solutions: interrupted.")),
        "{printed} {said}"
    );
}

/// The ones that ran for minutes: the limit is obeyed while the count gets ready.
#[test]
fn time_limits_hold_while_getting_ready() {
    let folder = tempfile::tempdir().unwrap();
    let hexominoes = folder.path().join("10x21.spec");
    fs::write(&hexominoes, "|! lattice square\n|! use hexominoes\n[0-9][0-k]\n").unwrap();
    let many = folder.path().join("many.spec");
    let pieces: String = (1..=250).map(|number| format!("P{number} 00\n")).collect();
    fs::write(&many, format!("|! lattice square\n|! pieces optional\n[0-3][0-3]\n{pieces}")).unwrap();
    let [hexominoes, many] = [&hexominoes, &many].map(|path| path.to_str().unwrap());
    for name in ["dorian-5x5x5", hexominoes, many] {
        for more in [&[][..], &["--up-to", "symmetry"]] {
            let args = [&["count", name, "--time-limit", "300ms"], more].concat();
            let Ended { out, said, status, after, .. } = ended(spawn(&args), 300, None);
            assert!(after <= PATIENCE + 0.2, "{args:?}: {after:.2} s of processor time after the limit");
            // A proof ends it before: hexominoes do not fill rectangles.
            let proved = out == "0\n" && said.contains("There is no solution");
            let partial = out.starts_with("at least ") && said.contains("stopped at the time limit");
            assert!(proved && status == Some(1) || partial && status == Some(3), "{args:?}: {out} {said}");
        }
    }
}

/// What is proved to have no solution is not searched.
#[test]
fn a_proof_ends_the_question() {
    for args in [
        &["count", "hexominoes-6x35"][..],
        &["count", "hexominoes-6x35", "--up-to", "symmetry"],
        &["solve", "hexominoes-6x35", "-n", "1"],
    ] {
        let output = polydlx().args(args).timeout(Duration::from_secs(60)).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(said.contains("There is no solution: 105 cells have x+y ≡ 0 (mod 2)"), "{args:?}: {said}");
    }
    let folder = tempfile::tempdir().unwrap();
    let big = folder.path().join("big.spec");
    fs::write(&big, "|! lattice square\n[0-9][0-5]\nA [0-9][0-5]\n").unwrap();
    for size in ["25", "3"] {
        let output = polydlx()
            .args(["design", "regions", big.to_str().unwrap(), "--family", "polyforms", "--size", size])
            .timeout(Duration::from_secs(60))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let reason = format!("There is no such region: the box has {size} cells, the pieces have 60.");
        assert!(said.contains(&reason), "{said}");
    }
}

/// What can be done while progress is shown, in words.
const PHASES: [&str; 9] = [
    "listing placements",
    "looking for symmetries",
    "looking for placements that no solution has",
    "looking for a proof that there is no solution",
    "splitting into cases, up to symmetry",
    "estimating",
    "searching",
    "laying out a sweep",
    "sweeping",
];

/// Progress is one for the whole question: it never goes back, whatever the number of cases, and says what is being done.
#[test]
fn progress_never_goes_back() {
    for args in [
        &["solve", "solid-pentominoes-3x4x5", "--up-to", "symmetry", "--engine", "links", "--format", "none"]
            [..],
        &["count", "one-sided-hexiamonds-19"],
        &["count", "one-sided-6x15", "--memory", "60M"],
        &["verify", "soma-3x3x3", "one-sided-hexiamonds-19", "dominoes-8x8", "--engine", "links"],
    ] {
        let args = [args, &["--progress", "--time-limit", "4s", "--threads", "2"]].concat();
        let output = polydlx().args(&args).timeout(Duration::from_secs(60)).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = said.lines().filter(|line| line.contains(" s: ")).collect();
        assert!(!lines.is_empty(), "{args:?}: {said}");
        let done = |line: &&str| line.split_once(" % done")?.0.rsplit(' ').next()?.parse::<f64>().ok();
        let figures: Vec<f64> = lines.iter().filter_map(done).collect();
        assert!(figures.windows(2).all(|pair| pair[0] <= pair[1]), "{args:?}: {said}");
        assert!(lines.iter().all(|line| !line.contains(": 0 solutions, 0 nodes")), "{args:?}: {said}");
        for line in lines {
            let phase = PHASES.iter().find(|phase| line.contains(&format!(": {phase}")));
            // Where a sweep is has no meaning in another phase.
            let of_sweep = phase.is_some_and(|phase| phase.contains("sweep"));
            assert!(phase.is_some() && (of_sweep || !line.contains(", item ")), "{args:?}: {line}");
        }
    }
}

/// A total is found by way of classes, but progress counts solutions.
#[test]
fn progress_counts_all_that_a_class_stands_for() {
    for (name, classes) in [("soma-3x3x3", 240), ("scott-8x8", 65), ("hexiamonds-6x6", 156)] {
        let item = library::find(name).unwrap();
        let loaded = load(Source::new(name, item.text), None, &Library);
        let packing = Packing::new(loaded.puzzle().unwrap());
        let monitor = Monitor::new();
        let answer = Question::about(&packing).by(Method::Search).count(&monitor);
        assert!(answer.complete);
        assert_eq!(BigUint::from(monitor.progress().solutions), answer.count, "{name}");
        assert!(answer.count > BigUint::from(classes as u32));
        assert!(answer.search.unwrap().solutions < 2 * classes, "{name} is searched up to symmetry");
    }
}

/// Thousands of pictures are not drawn to the end when somebody has had enough; what there is says so, and is whole.
#[test]
fn drawing_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("sheet.svg");
    let args = ["solve", "pentominoes-3x20", "--format", "none", "--draw", sheet.to_str().unwrap()];
    // All of them are drawn if nobody minds.
    assert_eq!(polydlx().args(args).output().unwrap().status.code(), Some(0));
    assert!(!fs::read_to_string(&sheet).unwrap().contains("Only the first"));
    let many =
        ["solve", "dominoes-8x8", "-n", "30000", "--format", "none", "--draw", sheet.to_str().unwrap()];
    let Ended { said, status, after, .. } = ended(spawn(&many), 1500, Some("-INT"));
    assert!(after <= PATIENCE, "{after:.2} s of processor time; {said}");
    if status == Some(3) {
        let picture = fs::read_to_string(&sheet).unwrap();
        assert!(picture.ends_with("</svg>\n"));
        let told = said.contains("Drawn are only the first ");
        assert_eq!(told, picture.contains(">Only the first "), "{said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The engine that is named is the one that is used, up to symmetry, too.
#[test]
fn a_named_engine_is_used() {
    for (engine, more) in [("links", ""), ("bits", ""), ("links", "symmetry"), ("bits", "symmetry")] {
        let mut args = vec!["count", "dominoes-4x4", "--engine", engine, "-v"];
        if !more.is_empty() {
            args.extend(["--up-to", more]);
        }
        let output = polydlx().args(&args).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let expected = if more.is_empty() { "36\n" } else { "9\n" };
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
        // Copies of one piece are multiplicities, unless they follow from the number of cells.
        let fits = engine == "links" || !more.is_empty();
        let used = if fits { engine } else { "sets" };
        let why = if fits { "as asked" } else { "the problem does not fit engine bits" };
        assert!(said.contains(&format!("Engine {used}: {why}.")), "{args:?}: {said}");
    }
}

/// A sweep that runs out of memory, with most of its states in one shape, is split as often as it must be.
#[test]
fn little_memory_is_no_reason_to_fail() {
    let pieces: String = (2..=9).map(|length| format!("0:9|B{length} 0[0-{}]\n", length - 1)).collect();
    let folder = tempfile::tempdir().unwrap();
    let bars = folder.path().join("bars.spec");
    fs::write(&bars, format!("|! lattice square\n0[0-Z]\n{pieces}")).unwrap();
    let bars = bars.to_str().unwrap();
    for memory in ["1G", "20M"] {
        let output =
            polydlx().args(["count", bars, "--engine", "frontier", "--memory", memory]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "1424221829311\n", "{memory}: {said}");
    }
    // With next to nothing it takes long, but it neither fails nor forgets to obey.
    let args = ["count", bars, "--engine", "frontier", "--memory", "100K", "--time-limit", "1s"];
    let Ended { out, status, .. } = ended(spawn(&args), 1000, None);
    assert!(
        out == "1424221829311\n" && status == Some(0) || out.starts_with("at least ") && status == Some(3),
        "{out}"
    );
}
