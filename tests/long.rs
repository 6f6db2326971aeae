//! Searches that are kept in folders: split, killed, damaged, forged, resumed; the answer is always the same, or none.

use super::{polydlx, run};
use ::polydlx::cover::{Config, Engine, Monitor, Part, Refusal, Unit};
use ::polydlx::packing::{Method, Packing, Question, Why};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Thirteen-and-a-half thousand nodes, 240 classes, 11520 solutions.
const PUZZLE: &str = "soma-3x3x3";
const DIGEST: &str = "digest 444818dacc747fd169136dd5853ff49b";

/// Runs the command, which must say nothing but results, and end well.
fn right(args: &[&str]) -> String {
    let (out, said, status) = run(&[args, &["-q"]].concat(), "");
    assert_eq!((said.as_str(), status), ("", 0), "{args:?}");
    out
}

/// A folder that does not exist yet.
fn place() -> (TempDir, String) {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("search").to_str().unwrap().to_owned();
    (place, path)
}

/// A plan that has been worked on: results in several files.
fn worked(command: &str, more: &[&str], units: &str) -> (TempDir, String) {
    let (place, folder) = place();
    right(&[&["plan", command, PUZZLE, "-o", &folder, "--units", units], more].concat());
    right(&["work", &folder, "--range", "0..3", "--threads", "1"]);
    right(&["work", &folder, "--unit", "4"]);
    right(&["work", &folder, "--next"]);
    right(&["work", &folder, "--threads", "3"]);
    (place, folder)
}

/// The solutions of a folder, without numbers, in order.
fn solutions(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for file in files(folder) {
        let text = fs::read_to_string(file).unwrap();
        found.extend(text.lines().filter(|line| line.starts_with("{\"solution\"")).map(without_number));
    }
    found.sort();
    found
}

fn without_number(line: &str) -> String {
    line.split_once("\"placements\"").unwrap().1.to_owned()
}

fn files(folder: &str) -> Vec<PathBuf> {
    let list = fs::read_dir(Path::new(folder).join("results")).unwrap();
    let mut files: Vec<PathBuf> = list.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Engines, numbers of units, and numbers of threads: all of them if there is time, or else a few.
fn splits() -> Vec<(&'static str, u32, u32)> {
    let few = [
        ("auto", 9, 8),
        ("links", 1, 1),
        ("links", 3, 4),
        ("links", 60, 2),
        ("bits", 400, 5),
        ("frontier", 1, 2),
        ("frontier", 20, 3),
    ];
    if kills() < 100 {
        return few.to_vec();
    }
    let mut all = few.to_vec();
    for engine in ["links", "bits", "frontier"] {
        for units in [1, 3, 20, 60, 400] {
            all.extend((1..=8).map(|threads| (engine, units, threads)));
        }
    }
    all
}

#[test]
fn one_digest_for_every_split_engine_and_number_of_threads() {
    for (more, count) in [(&[][..], "11520"), (&["--up-to", "symmetry"], "240")] {
        let plain = right(&[&["count", PUZZLE, "--digest"], more].concat());
        assert_eq!(plain, format!("{count}\n{DIGEST}\n"));
        let mut trees = Vec::new();
        let mut depths = BTreeSet::new();
        for (engine, units, threads) in splits() {
            let (units, threads) = (units.to_string(), threads.to_string());
            let (units, threads) = (units.as_str(), threads.as_str());
            let counted = ["count", PUZZLE, "--digest", "--engine", engine, "--threads", threads];
            assert_eq!(right(&[&counted, more].concat()), plain, "{engine} {more:?}");
            let (_place, folder) = place();
            let plan = ["plan", "count", PUZZLE, "-o", &folder, "--units", units, "--engine", engine];
            right(&[&plan, more].concat());
            right(&["work", &folder, "--threads", threads]);
            let merged = right(&["merge", &folder, "--replay", "20%"]);
            let mut lines = merged.lines();
            assert_eq!((lines.next(), lines.next()), (Some(count), Some(DIGEST)), "{engine} {units}");
            if engine == "links" || engine == "bits" {
                trees.push(lines.next().map(str::to_owned));
                // The levels of a part are those between its dots; the whole has none.
                let plan = fs::read_to_string(Path::new(&folder).join("plan.jsonl")).unwrap();
                let parts =
                    plan.lines().filter_map(|line| line.split_once("\"part\":\"").map(|(_, part)| part));
                let levels = |part: &str| {
                    let part = part.split('"').next().unwrap();
                    if part.ends_with('*') { 0 } else { 1 + part.matches('.').count() }
                };
                depths.extend(parts.map(levels).max());
            }
        }
        assert!(!more.is_empty() || [0, 1, 2, 3].iter().all(|depth| depths.contains(depth)), "{depths:?}");
        assert!(trees.iter().all(|nodes| nodes.is_some() && *nodes == trees[0]), "{trees:?}");
    }
}

#[test]
fn the_same_command_goes_on() {
    let (_place, folder) = place();
    let solve = ["solve", PUZZLE, "--engine", "links", "--threads", "2", "--save", &folder];
    let mut rounds = 0;
    loop {
        let limit = format!("{}ms", 40 * (rounds + 1));
        let limited = [&solve[..], &["--time-limit", &limit]].concat();
        let output = polydlx().args(&limited).env("POLYDLX_SAVE_EVERY", "10").output().unwrap();
        match output.status.code() {
            Some(0) => break,
            Some(3) => rounds += 1,
            _ => panic!("{output:?}"),
        }
        if Path::new(&folder).join("plan.jsonl").exists() {
            let (text, _, status) = run(&["status", &folder], "");
            assert!(status == 3 && text.contains("question    solve --engine links"), "{text}");
        }
        assert!(rounds < 500, "it does not come to an end");
    }
    assert!(rounds > 0, "it was too quick to be stopped");
    assert_eq!(right(&["count", PUZZLE, "--digest"]), format!("11520\n{DIGEST}\n"));
    let merged = right(&["merge", &folder]);
    assert!(merged.starts_with(&format!("11520\n{DIGEST}\n")), "{merged}");
    assert_eq!(right(&["check", PUZZLE, &folder]), "11520 solutions, all right\n");
    let whole = right(&["solve", PUZZLE, "--format", "jsonl"]);
    let mut whole: Vec<String> = whole.lines().skip(1).map(without_number).collect();
    whole.sort();
    assert_eq!(solutions(&folder), whole);
    let certificate = format!("{folder}/certificate.json");
    let checked = right(&["check", "--certificate", &certificate, PUZZLE]);
    assert!(
        checked.contains("all 11520 solutions are right, none comes twice, and they have this digest"),
        "{checked}"
    );
    let (said, _, status) = run(&["check", "--certificate", &certificate, "pentominoes-6x10"], "");
    assert!(status == 1 && said.contains("it is about another puzzle"), "{said}");
}

/// How often to kill; `cargo xtask verify --slow` does it more often.
fn kills() -> u64 {
    std::env::var("KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(8)
}

/// Numbers that look random, the same each time.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    *seed >> 33
}

/// How a search is ended before its end.
#[derive(Clone, Copy, Debug)]
enum End {
    /// SIGKILL to the process group, at any time.
    Kill,
    /// It dies when a file has been written and has not got its name yet.
    Failpoint,
    /// SIGTERM, at any time.
    Term,
    Limit,
}

/// What is searched: the arguments, the number and the digest.
const SEARCHES: [(&[&str], &str, &str); 4] = [
    (&["solve", PUZZLE, "--engine", "links"], "11520", DIGEST),
    (&["count", PUZZLE, "--engine", "bits"], "11520", DIGEST),
    (
        &["count", "pentominoes-6x10", "--engine", "frontier"],
        "9356",
        "digest 02d2ee4b3a303dfda92f02656119f7c4",
    ),
    (&["count", PUZZLE, "--engine", "links", "--by", "stabilizer"], "11520", DIGEST),
];

/// Ends searches with two threads in these ways, again and again, and lets them go on; what comes out must be what comes of a
/// search that is left alone.
fn ended_and_resumed(ends: &[End]) {
    let whole = right(&["solve", PUZZLE, "--format", "jsonl"]);
    let mut whole: Vec<String> = whole.lines().skip(1).map(without_number).collect();
    whole.sort();
    let mut seed = 7;
    let (mut ended, mut searches) = (0, 0);
    while ended < kills() {
        let (_place, folder) = place();
        let (args, count, digest) = SEARCHES[searches % SEARCHES.len()];
        searches += 1;
        // Later and later, so that it comes to an end also where there is little time.
        for longest in (150..).step_by(10) {
            let end = ends[next(&mut seed) as usize % ends.len()];
            let delay = next(&mut seed) % longest;
            let mut run = Command::new(assert_cmd::cargo::cargo_bin!("polydlx"));
            run.args(args)
                .args(["--threads", "2", "--save", &folder, "-q"])
                .env("POLYDLX_SAVE_EVERY", "5")
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .process_group(0);
            match end {
                End::Failpoint => drop(run.env("POLYDLX_FAILPOINT", (1 + delay % 12).to_string())),
                End::Limit => drop(run.args(["--time-limit", &format!("{delay}ms")])),
                End::Kill | End::Term => {}
            }
            let mut child = run.spawn().unwrap();
            if let End::Kill | End::Term = end {
                std::thread::sleep(Duration::from_millis(delay));
                if child.try_wait().unwrap().is_none() {
                    let signal = if matches!(end, End::Kill) { "-KILL" } else { "-TERM" };
                    let group = format!("-{}", child.id());
                    Command::new("kill").args([signal, "--", &group]).stderr(Stdio::null()).status().unwrap();
                }
            }
            match (child.wait().unwrap().code(), end) {
                (Some(0), _) => break,
                (None, _) | (Some(3), End::Term | End::Limit) => ended += 1,
                (Some(other), _) => panic!("status {other} after {ended} ends, {end:?}"),
            }
        }
        let merged = right(&["merge", &folder]);
        assert!(merged.contains(&format!("{count}\n{digest}\n")), "{args:?} {merged}");
        if args[0] == "solve" {
            assert_eq!(solutions(&folder), whole);
            assert_eq!(right(&["check", PUZZLE, &folder]), "11520 solutions, all right\n");
        }
        let certificate = format!("{folder}/certificate.json");
        right(&["check", "--certificate", &certificate, args[1]]);
    }
    println!("{ended} times ended, {searches} searches");
}

#[test]
fn whatever_is_killed_goes_on() {
    ended_and_resumed(&[End::Kill, End::Kill, End::Failpoint]);
}

#[test]
fn whatever_is_stopped_instead_of_killed_goes_on() {
    ended_and_resumed(&[End::Term, End::Limit]);
}

#[test]
fn states_of_a_sweep_that_are_damaged_or_foreign_are_not_gone_on_from() {
    let sweep = ["plan", "count", "pentominoes-6x10", "--engine", "frontier", "--memory", "200M"];
    let (_place, folder) = place();
    right(&[&sweep[..], &["-o", &folder, "--units", "1"]].concat());
    let states = Path::new(&folder).join("partial/000000.states");
    let stopped = |folder: &str, states: &Path| {
        for limit in (10..).step_by(5) {
            assert!(limit < 2000, "it cannot be stopped halfway");
            let limit = format!("{limit}ms");
            let work = ["work", folder, "--threads", "1", "--time-limit", &limit, "-q"];
            let output = polydlx().args(work).env("POLYDLX_SAVE_EVERY", "1").output().unwrap();
            assert_eq!(output.status.code(), Some(3), "{output:?}");
            if states.exists() {
                return fs::read_to_string(states).unwrap();
            }
        }
        unreachable!("it was stopped halfway")
    };
    let text = stopped(&folder, &states);
    assert!(run(&["status", &folder], "").0.contains("begun       1"));
    let (_other_place, other) = place();
    right(&[&sweep[..], &["--up-to", "symmetry", "-o", &other, "--units", "1"]].concat());
    let foreign = stopped(&other, &Path::new(&other).join("partial/000000.states"));
    let damaged = text.replacen("sum 0", "sum 1", 1);
    assert_ne!(damaged, text);
    for (bad, why) in [
        (&text[..text.len() / 2], "it is torn"),
        (&damaged, "it is damaged"),
        (&foreign, "it belongs to another question or plan"),
    ] {
        fs::write(&states, bad).unwrap();
        let (_, said, status) = run(&["work", &folder, "--threads", "1"], "");
        assert!(status == 0 && said.contains(why) && said.contains("what it had is done again"), "{said}");
        assert!(right(&["merge", &folder]).starts_with("9356\ndigest 02d2ee4b3a303dfda92f02656119f7c4\n"));
        assert!(!states.exists());
        files(&folder).iter().for_each(|file| fs::remove_file(file).unwrap());
    }
    // Those that are right are gone on from.
    fs::write(&states, &text).unwrap();
    right(&["work", &folder, "--threads", "1"]);
    assert!(right(&["merge", &folder]).starts_with("9356\ndigest 02d2ee4b3a303dfda92f02656119f7c4\n"));
}

#[test]
fn values_of_units_add_up() {
    let args = ["pentominoes-6x10", "--up-to", "symmetry", "--by", "rim"];
    for (args, puzzle) in [
        (&args[..], "pentominoes-6x10"),
        (&[PUZZLE, "--by", "stabilizer", "--up-to", "rotation"], PUZZLE),
        (&[PUZZLE, "--by", "stabilizer"], PUZZLE),
    ] {
        let plain = right(&[&["count"], args].concat());
        let (_place, folder) = place();
        right(&[&["plan", "count", "-o", &folder, "--units", "9"], args].concat());
        right(&["work", &folder, "--threads", "2"]);
        let merged = right(&["merge", &folder, "--replay", "30%"]);
        assert!(merged.starts_with(&plain), "{merged}");
        right(&["check", "--certificate", &format!("{folder}/certificate.json"), puzzle]);
        assert_eq!(right(&[&["count", "--save", &folder], args].concat()), plain);
        let json = right(&[&["count", "--save", &folder, "--json"], args].concat());
        let expected = right(&[&["count", "--json"], args].concat());
        let rows = |text: &str| {
            let value: serde_json::Value = serde_json::from_str(text).unwrap();
            (value["values"].clone(), value["by_stabilizer"].clone())
        };
        assert_eq!(rows(&json), rows(&expected));

        // A value that is forged is found when the unit is done again, or when certificates are added up.
        let file = files(&folder).into_iter().next().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let forged = forge(&text, |line| {
            let (before, after) = line.split_once("\"by\":[[[").unwrap();
            format!("{before}\"by\":[[[9{after}")
        });
        fs::write(&file, forged).unwrap();
        let (_, said, status) = run(&["merge", &folder, "--replay", "100%"], "");
        assert!(status == 2 && said.contains("solutions with other values"), "{said}");
    }
    let (_, said, status) =
        run(&["count", PUZZLE, "--by", "cost", "--engine", "frontier", "--save", "x"], "");
    assert!(status == 2 && said.contains("engine frontier has no solutions one by one"), "{said}");
}

#[test]
fn the_best_of_units_are_the_best_of_all() {
    for (args, which) in [
        (&["pentominoes-6x10", "--up-to", "symmetry", "--by", "rim", "--best", "7"][..], "best"),
        (&["pentominoes-6x10", "--by", "rim", "--worst", "3"], "worst"),
        (&["soma-3x3x3", "--by", "stabilizer", "--best", "20000"], "best"),
    ] {
        let plain = right(&[&["solve", "--format", "jsonl"], args].concat());
        let plain: Vec<&str> = plain.lines().skip(1).collect();
        let (_place, folder) = place();
        right(&[&["plan", "solve", "-o", &folder, "--units", "12"], args].concat());
        let work = ["work", &folder, "--threads", "2", "-q"];
        polydlx().args(work).env("POLYDLX_SAVE_EVERY", "20").assert().success();
        let (_, said, status) = run(&[&["solve", "--save", &folder], args].concat(), "");
        assert!(status == 0 && said.starts_with(&format!("The {which} {} of ", plain.len())), "{said}");
        // `sample` reads what is kept; all of it comes if it is asked for often enough.
        let ledger = ::polydlx::journal::Folder::new(&folder, "test-1");
        let asked = ::polydlx::journal::Asked::read(&ledger.read("question.json").unwrap()).unwrap();
        let units = ::polydlx::journal::Units::read(&ledger.read("plan.jsonl").unwrap(), &asked).unwrap();
        let kept = ::polydlx::journal::Ledger::read(&ledger, &asked, &units).unwrap();
        let kept: Vec<String> = kept.solutions(&ledger).map(Result::unwrap).collect();
        let tail = |line: &str| line.split_once(',').unwrap().1.to_owned();
        assert_eq!(
            kept.iter().map(|line| tail(line)).collect::<Vec<_>>(),
            plain.iter().map(|line| tail(line)).collect::<Vec<_>>()
        );
        let all = format!("{} solution", plain.len());
        assert!(right(&["check", args[0], &folder]).starts_with(&all));
        right(&["merge", &folder]);
        right(&["check", "--certificate", &format!("{folder}/certificate.json"), args[0]]);
    }
    for (args, why) in [
        (&["solve", PUZZLE, "--by", "rim", "--save", "x"][..], "there is no order by a property before"),
        (&["plan", "count", PUZZLE, "--by", "rim", "--best", "3", "-o", "x"], "a number has none"),
        (&["solve", PUZZLE, "--format", "jsonl", "--save", "x"], "a folder keeps solutions as JSON lines"),
        (&["count", PUZZLE, "--up-to", "symmetry", "--verify", "--save", "x"], "--verify counts once more"),
    ] {
        let (_, said, status) = run(args, "");
        assert!(status == 2 && said.contains(why), "{said}");
    }
}

#[test]
fn as_many_solutions_as_asked_for_are_kept() {
    let (_place, folder) = place();
    let solve = ["solve", PUZZLE, "--engine", "links", "--save", &folder];
    for (number, threads) in [("10", "1"), ("10", "1"), ("250", "1"), ("300", "2")] {
        let (out, said, status) = run(&[&solve[..], &["-n", number, "--threads", threads]].concat(), "");
        assert_eq!((out.as_str(), status), ("", 0), "{said}");
        assert!(said.contains("as many as asked for; there may be more"), "{said}");
        let kept = solutions(&folder).len();
        let least = number.parse::<usize>().unwrap();
        // With two threads, each finishes the one that it is writing.
        assert!((least..least + threads.parse::<usize>().unwrap()).contains(&kept), "{kept}");
    }
    let (_, said, status) = run(&[&solve[..], &["-n", "20000"]].concat(), "");
    assert!(status == 0 && said.starts_with("11520 solutions.\n"), "{said}");
    assert!(right(&["merge", &folder]).starts_with(&format!("11520\n{DIGEST}\n")));
}

#[test]
fn hints_go_on() {
    let solution = right(&["solve", "pentominoes-6x10", "-n", "1"]);
    let (place, _) = place();
    let file = place.path().join("solution.txt");
    fs::write(&file, solution).unwrap();
    let file = file.to_str().unwrap();
    for (number, more) in
        [&["--seed", "3"][..], &["--most", "50", "--sample", "4", "--seed", "2"], &["--solution", file]]
            .into_iter()
            .enumerate()
    {
        let folder = place.path().join(format!("hints-{number}")).to_str().unwrap().to_owned();
        let plain = [&["design", "hints", "pentominoes-6x10"], more].concat();
        let expected = right(&plain);
        let saved = [&plain[..], &["--save", &folder]].concat();
        let mut rounds = 0;
        loop {
            let limit = format!("{}ms", 50 + 100 * rounds);
            let limited = [&saved[..], &["--time-limit", &limit]].concat();
            let output = polydlx().args(&limited).env("POLYDLX_SAVE_EVERY", "5").output().unwrap();
            let out = String::from_utf8(output.stdout).unwrap();
            match output.status.code() {
                Some(0) => break assert_eq!(out, expected),
                // A part of a sample has an answer, too.
                Some(3) => {}
                _ => panic!("{:?} {more:?}", output.status),
            }
            rounds += 1;
            assert!(rounds < 200, "it does not come to an end: {more:?}");
        }
        assert!(rounds > 0, "it was too quick to be stopped: {more:?}");
        // All is known now, and what is damaged is found out again.
        assert_eq!(right(&saved), expected);
        for file in files(&folder) {
            fs::write(&file, &fs::read(&file).unwrap()[3..]).unwrap();
        }
        let (out, said, status) = run(&saved, "");
        assert_eq!((out, status), (expected, 0));
        assert!(said.contains("what it had is done again"), "{said}");
        let other = ["design", "hints", "pentominoes-6x10", "--seed", "8", "--save", &folder];
        let (_, said, status) = run(&other, "");
        assert!(status == 2 && said.contains("belongs to another question"), "{said}");
        let (_, said, status) = run(&["merge", &folder], "");
        assert!(status == 2 && said.contains("which has no units"), "{said}");
    }
}

/// What `merge` says if it does not like what it finds.
fn complaint(folder: &str) -> String {
    let (out, said, status) = run(&["merge", folder], "");
    assert_eq!((out.as_str(), status), ("", 2), "{said}");
    said
}

#[test]
fn what_is_torn_or_damaged_is_done_again() {
    let (_place, folder) = worked("solve", &[], "12");
    let merged = right(&["merge", &folder]);
    for round in 0..12 {
        let files = files(&folder);
        let file = &files[round % files.len()];
        let mut bytes = fs::read(file).unwrap();
        let at = bytes.len() * (round + 1) / 13;
        match round % 4 {
            0 => bytes.truncate(at),
            1 => bytes[at] ^= 1,
            2 => bytes.extend_from_within(at..),
            _ => bytes.clear(),
        }
        fs::write(file, bytes).unwrap();
        let said = complaint(&folder);
        assert!(said.contains("no result") && said.contains("what it had is done again"), "{said}");
        let (_, said, status) = run(&["work", &folder], "");
        assert!(status == 0 && said.contains("what it had is done again"), "{said}");
        assert_eq!(run(&["merge", &folder], "").0, merged, "{round}");
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn what_is_missing_foreign_or_forged_is_refused() {
    let (_place, folder) = worked("count", &["--engine", "links"], "12");
    let merged = right(&["merge", &folder]);
    let file = files(&folder)[0].clone();
    let text = fs::read_to_string(&file).unwrap();

    // The same once more does no harm.
    let copy = file.with_file_name("copy.jsonl");
    fs::write(&copy, &text).unwrap();
    assert_eq!(right(&["merge", &folder]), merged);
    fs::remove_file(copy).unwrap();

    fs::remove_file(&file).unwrap();
    let said = complaint(&folder);
    assert!(said.contains("units have no result: 0 1 2 3"), "{said}");
    fs::write(&file, &text).unwrap();

    // Results of another question, and of another plan for this one.
    for (more, units, why) in [
        (&["--engine", "links", "--up-to", "symmetry"][..], "12", "it belongs to another question"),
        (&["--engine", "links"], "30", "it belongs to another plan for the same question"),
    ] {
        let (_other_place, other) = place();
        right(&[&["plan", "count", PUZZLE, "-o", &other, "--units", units], more].concat());
        right(&["work", &other]);
        let foreign = Path::new(&folder).join("results/foreign.jsonl");
        fs::copy(&files(&other)[0], &foreign).unwrap();
        // The memory that is free is a part of the question, and another one each time.
        let said = complaint(&folder);
        assert!(said.contains(why) || said.contains("it belongs to another question"), "{said}");
        let (_, said, status) = run(&["work", &folder], "");
        assert!(status == 2 && said.contains("belongs to another"), "{said}");
        fs::remove_file(foreign).unwrap();
    }

    // Somebody who knows how files are sealed adds a solution.
    let forged = forge(&text, |line| {
        let (before, after) = line.split_once("\"sum\":\"").unwrap();
        let (sum, after) = after.split_once('"').unwrap();
        format!("{before}\"sum\":\"{}\"{after}", sum.parse::<u64>().unwrap() + 1)
    });
    let other = file.with_file_name("forged.jsonl");
    fs::write(&other, &forged).unwrap();
    let said = complaint(&folder);
    assert!(said.contains("was done twice") && said.contains("do not say the same"), "{said}");
    fs::remove_file(&file).unwrap();
    let (_, said, status) = run(&["merge", &folder, "--replay", "100%"], "");
    assert!(status == 2 && said.contains("when it is done once more"), "{said}");
    fs::remove_file(&other).unwrap();
    fs::write(&file, &text).unwrap();
    assert_eq!(right(&["merge", &folder]), merged);

    // The puzzle, the question and the plan are protected as well.
    for name in ["puzzle.spec", "question.json", "plan.jsonl"] {
        let path = Path::new(&folder).join(name);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen('1', "2", 1)).unwrap();
        let said = complaint(&folder);
        assert!(said.contains(name), "{said}");
        fs::write(&path, text).unwrap();
    }
    let path = Path::new(&folder).join("plan.jsonl");
    let plan = fs::read_to_string(&path).unwrap();
    fs::write(&path, forge(&plan, |line| line.replacen("\"part\":\"0:", "\"part\":\"0:0.", 1))).unwrap();
    let said = complaint(&folder);
    assert!(said.contains("not all of the work") || said.contains("belongs to another plan"), "{said}");
    fs::write(&path, plan).unwrap();
    assert_eq!(right(&["merge", &folder]), merged);

    // A certificate that says something else.
    let certificate = format!("{folder}/certificate.json");
    let text = fs::read_to_string(&certificate).unwrap();
    fs::write(&certificate, text.replacen("\"count\":\"11520", "\"count\":\"11521", 1)).unwrap();
    let (said, _, status) = run(&["check", "--certificate", &certificate], "");
    assert!(status == 1 && said.contains("it is damaged"), "{said}");
    fs::write(&certificate, reseal(&text.replacen("\"count\":\"11520", "\"count\":\"11521", 1))).unwrap();
    let (said, _, status) = run(&["check", "--certificate", &certificate], "");
    assert!(status == 1 && said.contains("the counts of the units add up to 11520"), "{said}");
}

/// The same file with another first record, and an end mark that fits.
fn forge(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let first = lines.iter().position(|line| line.starts_with("{\"unit\"")).unwrap();
    lines[first] = change(&lines[first]);
    reseal(&lines.join("\n"))
}

fn reseal(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    ::polydlx::journal::sealed::seal(lines[..lines.len() - 1].iter().copied())
}

#[test]
fn a_disk_that_is_full_or_closed_loses_nothing() {
    let (_place, folder) = place();
    let program = assert_cmd::cargo::cargo_bin!("polydlx");
    // The system refuses to let any file grow beyond 4 kB.
    let script =
        "trap '' XFSZ; ulimit -f 8; exec \"$0\" solve \"$1\" --engine links --save \"$2\" --threads 2";
    let full = Command::new("sh").args(["-c", script]).arg(program).args([PUZZLE, &folder]).output().unwrap();
    let said = String::from_utf8_lossy(&full.stderr).into_owned();
    assert_eq!(full.status.code(), Some(2), "{said}");
    assert!(
        said.contains("cannot keep anything") && said.contains("nothing that was kept before is lost"),
        "{said}"
    );
    right(&["solve", PUZZLE, "--engine", "links", "--save", &folder]);
    let merged = right(&["merge", &folder]);
    assert!(merged.starts_with(&format!("11520\n{DIGEST}\n")), "{merged}");

    // Nobody can write drafts where there is a file instead of a folder.
    let (_place, folder) = place();
    right(&["plan", "count", PUZZLE, "-o", &folder, "--units", "5"]);
    right(&["work", &folder, "--unit", "0"]);
    let drafts = Path::new(&folder).join("drafts");
    fs::remove_dir_all(&drafts).unwrap();
    fs::write(&drafts, "").unwrap();
    let (_, said, status) = run(&["work", &folder], "");
    assert!(status == 2 && said.contains("cannot keep anything in"), "{said}");
    fs::remove_file(&drafts).unwrap();
    fs::create_dir(&drafts).unwrap();
    right(&["work", &folder]);
    assert!(right(&["merge", &folder]).starts_with(&format!("11520\n{DIGEST}\n")));
}

#[test]
fn folders_that_are_something_else_are_refused() {
    let (place, folder) = place();
    right(&["count", PUZZLE, "--save", &folder]);
    for (args, why) in [
        (&["count", PUZZLE, "--up-to", "symmetry"][..], "it says nothing else, not `--up-to symmetry`"),
        (&["count", "pentominoes-3x20"], "it is about another puzzle"),
        (&["solve", PUZZLE], "it was made by `count`, not by `solve`"),
    ] {
        let (_, said, status) = run(&[args, &["--save", &folder]].concat(), "");
        assert!(status == 2 && said.contains(why), "{said}");
    }
    fs::write(place.path().join("letter.txt"), "Dear Don").unwrap();
    let (_, said, status) = run(&["count", PUZZLE, "--save", place.path().to_str().unwrap()], "");
    assert!(status == 2 && said.contains("has other things in it"), "{said}");
    for command in ["work", "status", "merge"] {
        let (_, said, status) = run(&[command, place.path().to_str().unwrap()], "");
        assert!(status == 2 && said.contains("is no folder with a search"), "{said}");
    }
    let (_, said, status) = run(&["work", &folder, "--unit", "7"], "");
    assert!(status == 2 && said.contains("there is no unit 7"), "{said}");
    // Another version.
    let path = Path::new(&folder).join("question.json");
    let text = fs::read_to_string(&path).unwrap().replacen("\"format\":1", "\"format\":9", 1);
    fs::write(&path, reseal(&text)).unwrap();
    let (_, said, status) = run(&["status", &folder], "");
    assert!(
        status == 2 && said.contains("it has format 9, and this version of polydlx reads format 1 only"),
        "{said}"
    );
}

#[test]
fn dlx_files_conditions_and_rules_can_be_kept() {
    let (place, folder) = place();
    let dlx = place.path().join("soma.dlx");
    let dlx = dlx.to_str().unwrap();
    run(&["options", PUZZLE, "-o", dlx], "");
    assert_eq!(right(&["count", dlx, "--save", &folder, "--digest"]), format!("11520\n{DIGEST}\n"));
    let (_place, folder) = self::place();
    right(&["solve", dlx, "--save", &folder]);
    assert!(right(&["merge", &folder, "--replay", "10%"]).starts_with(&format!("11520\n{DIGEST}\n")));
    let checked = right(&["check", "--certificate", &format!("{folder}/certificate.json"), dlx]);
    assert!(checked.contains("all 11520 solutions are right"), "{checked}");

    // Pictures of what is kept.
    let (_place, folder) = self::place();
    right(&["solve", "catel-6x6", "--save", &folder]);
    let drawn = right(&["draw", "catel-6x6", &folder]);
    let printed = right(&["solve", "catel-6x6", "--format", "jsonl"]);
    let (expected, _, _) = run(&["draw", "catel-6x6", "-", "-q"], &printed);
    assert_eq!(drawn, expected);

    for args in [
        &["pentominoes-6x10", "--up-to", "symmetry", "--where", "tatami"][..],
        &["cuts-4x4", "--invariant-under", "rotation by 180°"],
    ] {
        let plain = right(&[&["count", "--digest"], args].concat());
        let (_place, folder) = self::place();
        assert_eq!(right(&[&["count", "--digest", "--save", &folder], args].concat()), plain, "{args:?}");
        assert!(right(&["merge", &folder, "--replay", "100%"]).starts_with(&plain));
        let (_place, folder) = self::place();
        right(&[&["solve", "--save", &folder], args].concat());
        assert!(right(&["merge", &folder]).starts_with(&plain), "{args:?}");
        right(&["check", "--certificate", &format!("{folder}/certificate.json")]);
    }
}

#[test]
fn scripts_for_clusters_name_the_folder_and_the_units() {
    for (engine, words) in [
        ("slurm", &["--array=0-", "SLURM_ARRAY_TASK_ID", "--signal=B:TERM@120", "scontrol requeue"][..]),
        ("parallel", &["seq 0 ", "parallel --jobs 100%", "--unit {}"]),
        ("hyperqueue", &["hq submit --array=0-", "HQ_TASK_ID"]),
        ("k8s", &["completionMode: Indexed", "JOB_COMPLETION_INDEX"]),
    ] {
        let (_place, folder) = place();
        let script = right(&["plan", "count", PUZZLE, "-o", &folder, "--units", "20", "--emit", engine]);
        for word in words.iter().chain(&[folder.as_str()]) {
            assert!(script.contains(word), "{engine} lacks {word}: {script}");
        }
        if engine != "k8s" {
            // Whatever the folder is called, a shell can read it.
            let odd = format!("{folder}, 'so' \"called\" $HOME");
            let script = right(&["plan", "count", PUZZLE, "-o", &odd, "--units", "20", "--emit", engine]);
            let read = Command::new("sh").args(["-n", "-c", &script]).output().unwrap();
            assert!(read.status.success(), "{engine}: {}", String::from_utf8_lossy(&read.stderr));
        }
    }
}

#[test]
fn a_sweep_that_is_refused_is_searched_or_left() {
    let loaded = super::loaded("|! lattice square\n[0-5][0-5]\n18|D 00 01\n");
    let packing = Packing::new(loaded.puzzle().unwrap());
    let monitor = Monitor::new();
    let config = Config { engine: Engine::Frontier, ..Config::default() };
    let question = Question::about(&packing).config(&config).digest();
    let whole = question.count(&monitor);
    assert_eq!(whole.count, 6728u32.into());
    let plan = question.plan(&monitor).unwrap().firm();
    assert_eq!(plan.method, Method::Sweep);
    let plan = plan.with_means(1, 0);
    let answer = plan.run_units(plan.units(), &monitor, None);
    assert_eq!((answer.count, answer.digest, answer.complete), (whole.count, whole.digest, true));
    assert_eq!(answer.why, Why::Refused(Refusal::Memory));
    let unit = Unit { job: 0, part: Part::share(4, 1..2) };
    let answer = plan.run_units(vec![unit.clone()], &monitor, None);
    assert_eq!((answer.count, answer.complete, answer.left), (0u32.into(), false, vec![unit]));
}

#[test]
fn lists_of_the_designer_go_on() {
    let (_place, folder) = place();
    let plain = ["design", "sets", "tetrominoes", "--box", "rectangle 2 6", "--ways", "0..", "-q"];
    let expected = run(&plain, "");
    let saved = [&plain[..], &["--save", &folder]].concat();
    let stopped = run(&[&saved[..], &["--time-limit", "0"]].concat(), "");
    assert_eq!(stopped.2, 3, "{stopped:?}");
    assert_eq!(run(&saved, ""), expected);
    let files = files(&folder);
    assert!(!files.is_empty());
    // All is there already; and a damaged stretch is looked at again.
    assert_eq!(run(&saved, ""), expected);
    let text = fs::read_to_string(&files[0]).unwrap();
    fs::write(&files[0], &text[..text.len() / 2]).unwrap();
    let (out, said, _) = run(&saved, "");
    assert_eq!(out, expected.0);
    assert!(said.contains("what it had is done again"), "{said}");
    let (_, said, status) = run(&[&saved[..], &["--pieces", "3"]].concat(), "");
    assert!(status == 2 && said.contains("belongs to another question"), "{said}");
    let (_, said, status) = run(&["status", &folder], "");
    assert!(status == 2 && said.contains("which has no units"), "{said}");
}
