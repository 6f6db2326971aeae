//! Option files that were edited keep their geometry.

use super::symmetry::{Dice, random_puzzle};
use polydlx::cover::{BigUint, Config};
use polydlx::cover::{Engine, Monitor, OptionId, Problem, Search, dlx};
use polydlx::packing::{Edits, Group, Packing, Question, Which};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn read(text: &str) -> Problem {
    dlx::read(0, text).unwrap_or_else(|mistakes| panic!("{text}\n{mistakes:#?}")).0
}

/// A file with some options left out and some that share an item; often what symmetries make of them, too.
fn edited(dice: &mut Dice, file: &str, group: &Group) -> String {
    let body: Vec<&str> = file.lines().filter(|line| !line.starts_with('|')).collect();
    let options = &body[1..];
    let some = |dice: &mut Dice| {
        let all = dice.roll(2) == 0;
        let mut chosen = BTreeSet::new();
        for _ in 0..dice.roll(3) {
            let option = OptionId(dice.roll(options.len()) as u32);
            let images = group.elements().iter().map(|element| element.image(option).0 as usize);
            chosen.extend(images.filter(|&image| all || image == option.0 as usize));
        }
        chosen
    };
    let (dropped, shared) = (some(dice), some(dice));
    let bar = if body[0].contains(" | ") || body[0].ends_with(" |") { "" } else { " |" };
    // Different colours are seldom symmetrical.
    let (mixed, one) = (dice.roll(4) == 0, *dice.pick(&["", ":a"]));
    let color = |dice: &mut Dice| if mixed { *dice.pick(&["", ":a", ":b"]) } else { one };
    let mut text = format!("{}{bar} s\n", body[0]);
    for (number, option) in options.iter().enumerate().filter(|(number, _)| !dropped.contains(number)) {
        let share = if shared.contains(&number) { format!(" s{}", color(dice)) } else { String::new() };
        text += &format!("{option}{share}\n");
    }
    text
}

/// Rules have items of their own; in a file that nobody has edited it is known what they mean.
#[test]
fn files_with_rules_keep_their_symmetries() {
    for spec in [
        "|! lattice square\n|! together D E\n[0-2][0-3]\n4|D 00 01\n2|E 00 01\n",
        "|! lattice square\n|! apart D D\n|! optional 11\n[0-2][0-2]\n2|D 00 01\n4:5|E 00\n",
        "|! lattice hex\n|! rim D\n|! choose 3 of D E\n[0-2][0-2]\n2|D 00 01 02\n2|E 00 01 02\n",
    ] {
        let loaded = super::loaded(spec);
        let puzzle = loaded.puzzle().unwrap();
        let (same, _) = Packing::edited(puzzle, read(&super::option_file(spec)));
        let order = Group::new(&Packing::new(puzzle)).order();
        assert!(order > 1, "{spec}");
        assert_eq!(Group::new(&same).order(), order, "{spec}");
    }
}

#[test]
fn edited_files_are_classified_as_brute_force_does() {
    let mut dice = Dice(13);
    let (mut compared, mut symmetrical) = (0, 0);
    while compared < 1000 {
        let spec = random_puzzle(&mut dice);
        let loaded = super::loaded(&spec);
        let puzzle = loaded.puzzle().unwrap();
        let whole = Packing::new(puzzle);
        if puzzle.region.len() > 16 || whole.problem().options() == 0 || whole.problem().primary_items() == 0
        {
            continue;
        }
        let file = super::option_file(&spec);
        let group = Group::new(&whole);
        // What was not edited has all symmetries.
        let (same, edits) = Packing::edited(puzzle, read(&file));
        assert_eq!(Group::new(&same).order(), group.order(), "{spec}");
        assert_eq!((edits.missing, edits.others, edits.lost), (0, 0, Vec::new()), "{spec}");

        let text = edited(&mut dice, &file, &group);
        let problem = read(&text);
        let mut solutions: BTreeSet<Vec<OptionId>> = BTreeSet::new();
        let found = Search::new(&problem).limit(400).for_each(|solution| {
            let mut options: Vec<OptionId> = solution.options().collect();
            options.sort_unstable();
            solutions.insert(options);
            ControlFlow::Continue(())
        });
        if !found.complete || problem.options() == 0 {
            continue;
        }
        compared += 1;
        let (packing, _) = Packing::edited(puzzle, problem.clone());
        let group = Group::new(&packing);
        assert!(group.order() >= 1, "{text}");
        symmetrical += usize::from(group.order() > 1 && solutions.len() > 1);
        let image = |number: usize, solution: &Vec<OptionId>| {
            let mut image: Vec<OptionId> =
                solution.iter().map(|&option| group.elements()[number].image(option)).collect();
            image.sort_unstable();
            image
        };
        let mut classes = BTreeSet::new();
        for solution in &solutions {
            let orbit: BTreeSet<_> = (0..group.order()).map(|number| image(number, solution)).collect();
            assert!(orbit.is_subset(&solutions), "{spec}{text}");
            classes.insert(orbit);
        }
        let monitor = &Monitor::new();
        for engine in [Engine::Auto, Engine::Links, Engine::Frontier] {
            let config = Config { engine, ..Config::default() };
            let question = Question::about(&packing).config(&config);
            assert_eq!(question.count(monitor).count, solutions.len().into(), "{engine:?} {spec}{text}");
            let count = question.which(Which::UpTo(&group)).count(monitor).count;
            assert_eq!(count, classes.len().into(), "{engine:?} {spec}{text}");
        }
        let fixed = Question::about(&packing).thoroughly().fixed(&group, monitor).unwrap();
        let sum: BigUint = fixed.iter().map(|(_, number, solutions)| solutions * number).sum();
        assert_eq!(sum, (group.order() * classes.len()).into(), "{spec}{text}");
    }
    assert!(symmetrical > 40, "only {symmetrical} files have symmetries and several solutions");
}

#[test]
fn edits_are_told() {
    let spec = "|! lattice square\n[01][0-2]\n3|D 00 01\n";
    let loaded = super::loaded(spec);
    let puzzle = loaded.puzzle().unwrap();
    // A cell less, an item more, an option less, and one that is no domino.
    let text = " 00 01 02 10 11 1:3|D | s\nD 00 01\nD 01 02\nD 00 10 s\nD 01 11\nD 10 11\nD 02 s\n";
    let (packing, edits) = Packing::edited(puzzle, read(text));
    assert_eq!(edits, Edits { kept: 5, missing: 2, others: 1, lost: vec!["12".to_owned()], added: 1 });
    assert_eq!(Question::about(&packing).count(&Monitor::new()).count, 1_u32.into());
    assert_eq!(packing.placements().count(), 5);
}

#[test]
fn the_command_keeps_geometry() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("box.spec"), "|! lattice square\n[0-3][0-3]\n8|D 00 01\n").unwrap();
    super::polydlx().args(["options", &path("box.spec"), "-o", &path("all.dlx")]).assert().success();
    let all = std::fs::read_to_string(path("all.dlx")).unwrap();
    // No domino in the middle lies along y.
    let fewer: String = all
        .lines()
        .filter(|line| *line != "D 11 12" && *line != "D 21 22")
        .map(|line| format!("{line}\n"))
        .collect();
    std::fs::write(path("edited.dlx"), fewer).unwrap();
    let run = |args: &[&str]| super::polydlx().args(args).output().unwrap();
    let (edited, spec) = (path("edited.dlx"), path("box.spec"));
    let plain = String::from_utf8(run(&["count", &edited]).stdout).unwrap();
    let output = run(&["count", &edited, "--spec", &spec]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), plain);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "Of 24 placements of the spec the file has 22.\n");
    let output =
        run(&["count", &edited, "--spec", &spec, "--up-to", "symmetry", "--by-stabilizer", "--verify"]);
    assert!(output.status.success());
    let output =
        run(&["solve", &edited, "--spec", &spec, "-n", "1", "--draw", &path("first.svg"), "--quiet"]);
    assert!(output.status.success() && String::from_utf8(output.stdout).unwrap().starts_with("| D: "));
    assert!(std::fs::read_to_string(path("first.svg")).unwrap().contains("<svg"));
    let solutions = run(&["solve", &edited, "--spec", &spec, "--format", "jsonl"]).stdout;
    std::fs::write(path("all.jsonl"), solutions).unwrap();
    assert!(run(&["check", &spec, &path("all.jsonl")]).status.success());
    // Option lines are drawn, with items that are no cells, holes that an option fills, and cells that are gone.
    let picture = |file: &str, solutions: &[&str]| {
        let args = [&["draw", file], solutions, &["--spec", &spec, "--format", "picture", "-q"]].concat();
        let output = run(&args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    std::fs::write(path("holes.dlx"), "00 01 10 11 20 1:3|D | s\nD 00 01 s\nD 10 11 s\nD 10 11\n20\n")
        .unwrap();
    let holes = path("holes.dlx");
    let options = run(&["solve", &holes]).stdout;
    std::fs::write(path("options.txt"), options).unwrap();
    let empty = "┌───────┐\n│ ·   · │\n│       │\n│ ·   · │\n│   ┌───┘\n│ · │\n└───┘\n";
    assert_eq!(picture(&holes, &[]), empty);
    let full = "| D: AB\n1:\n┌───────┐\n│ A   A │\n├───────┤\n│ B   B │\n├───┬───┘\n│ · │\n└───┘\n\n";
    assert_eq!(picture(&holes, &[&path("options.txt")]), full);
    let solved = run(&["solve", &holes, "--spec", &spec, "--format", "picture", "-q"]).stdout;
    assert_eq!(String::from_utf8(solved).unwrap(), full);
    assert!(!run(&["draw", &holes, "--spec", &spec, "--matrix"]).status.success());
    assert_eq!(run(&["count", &spec, "--spec", &spec]).status.code(), Some(2));
    assert_eq!(run(&["count", &edited, "--spec", "pentominoes-6x10"]).status.code(), Some(2));
}
