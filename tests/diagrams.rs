//! Solutions that stand in files, compared with those that are searched for.

use super::run;
use super::symmetry::{Brute, Dice, random_puzzle};
use polydlx::cover::{BigUint, Config, Family, Monitor, OptionId, Refusal, Zdd, dlx};
use polydlx::packing::{Group, Judge, Method, Packing, Question, Rank, What, Which};
use polydlx::properties::{Condition, Measure};
use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;

/// All that can be asked of a diagram is what can be asked of the puzzle; and of a part of it, what brute force finds.
#[test]
fn diagrams_answer_as_puzzles_do() {
    let mut dice = Dice(14);
    let monitor = &Monitor::new();
    let (mut compared, mut parts) = (0, 0);
    for _ in 0..400 {
        let text = random_puzzle(&mut dice);
        let loaded = super::loaded(&text);
        let puzzle = loaded.puzzle().unwrap();
        let Some(brute) = Brute::new(puzzle).filter(|brute| (2..300).contains(&brute.solutions.len())) else {
            continue;
        };
        let packing = Packing::new(puzzle);
        let costs = packing.problem().option_ids().map(|_| dice.roll(4) as u64).collect();
        let problem = packing.problem().clone().with_costs(costs);
        let diagram = |method: Method| Question::about(&packing).by(method).diagram(monitor, |_| {});
        let searched = diagram(Method::Search).unwrap();
        let zdd = match diagram(Method::Sweep) {
            Ok(zdd) => zdd,
            Err(Refusal::TooWide | Refusal::TooManyCarried) => searched.clone(),
            Err(refusal) => panic!("{refusal} {text}"),
        };
        let all = BigUint::from(brute.solutions.len());
        assert_eq!(
            (zdd.count(monitor).unwrap(), searched.count(monitor).unwrap()),
            (all.clone(), all),
            "{text}"
        );
        let group = Group::new(&packing);
        let judge = Judge::new(&packing);
        let rim: Measure = "rim".parse().unwrap();
        let condition: Condition = "rim >= 2".parse().unwrap();
        let plain = Question::about(&packing).digest();
        let taken = plain.clone().among(&zdd);
        let all: Vec<usize> = (0..group.order()).collect();
        for which in [Which::All, Which::UpTo(&group), Which::Invariant(&group, &all)] {
            let (plain, taken) = (plain.clone().which(which), taken.clone().which(which));
            let answers = [&plain, &taken].map(|question| {
                let answer = question.count(monitor);
                assert!(answer.complete);
                (answer.count, answer.digest.filter(|_| !matches!(which, Which::Invariant(..))))
            });
            assert_eq!(answers[0], answers[1], "{text}");
            let when =
                |question: &Question<'_>| question.clone().when(&judge, &condition).count(monitor).count;
            assert_eq!(when(&plain), when(&taken), "{text}");
            let listed = plain.clone().when(&judge, &condition).diagram(monitor, |_| {}).unwrap();
            assert_eq!(listed.count(monitor).unwrap(), when(&plain), "{text}");
            let rank = Rank { judge: &judge, measure: &rim, worst: false };
            assert_eq!(plain.distribution(rank, monitor).0, taken.distribution(rank, monitor).0, "{text}");
            let best = |question: &Question<'_>| -> Vec<(i64, Vec<OptionId>)> {
                let (found, _) = question.first(4, rank, monitor);
                found.into_iter().map(|scored| (scored.value, scored.options)).collect()
            };
            assert_eq!(best(&plain), best(&taken), "{text}");
        }
        // Costs.
        let judge = Judge::of_problem(&problem);
        for name in ["cost", "max"] {
            let measure: Measure = name.parse().unwrap();
            let rank = Rank { judge: &judge, measure: &measure, worst: false };
            let question = Question::about_problem(&problem);
            let listed = question.distribution(rank, monitor).0;
            assert_eq!(question.among(&zdd).distribution(rank, monitor).0, listed, "{text}");
            let config = Config { engine: polydlx::cover::Engine::Frontier, ..Config::default() };
            let swept = Question::about_problem(&problem).config(&config);
            assert_eq!(swept.distribution(rank, monitor).0, listed, "{text}");
            let values = |question: &Question<'_>| -> Vec<i64> {
                question.first(3, rank, monitor).0.iter().map(|scored| scored.value).collect()
            };
            assert_eq!(values(&swept), values(&Question::about_problem(&problem)), "{text}");
        }
        // A part: those with one of some options. A class counts if one of its solutions is there.
        let some: BTreeSet<u32> =
            packing.problem().option_ids().map(|option| option.0).filter(|_| dice.roll(5) == 0).collect();
        let part = zdd.with_one_of(|option| some.contains(&option.0), monitor).unwrap();
        let is = |solution: &&Vec<usize>| solution.iter().any(|&option| some.contains(&(option as u32)));
        let expected: BTreeSet<Vec<usize>> = brute.solutions.iter().filter(is).cloned().collect();
        let taken = Question::about(&packing).among(&part);
        assert_eq!(taken.count(monitor).count, expected.len().into(), "{text}");
        let classes: BTreeSet<Vec<usize>> =
            expected.iter().map(|solution| brute.canonical(solution, false)).collect();
        assert_eq!(
            taken.clone().which(Which::UpTo(&group)).count(monitor).count,
            classes.len().into(),
            "{text}"
        );
        // Solutions have numbers, and what is drawn is one of them.
        let mut listed = Vec::new();
        taken.clone().for_each(monitor, &mut |found| {
            listed.push(found.options.to_vec());
            ControlFlow::Continue(())
        });
        let skip = dice.roll(listed.len() + 1);
        let mut rest = Vec::new();
        taken.clone().skip(skip.into()).for_each(monitor, &mut |found| {
            rest.push(found.options.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(rest, listed[skip..], "{text}");
        taken.clone().what(What::Sample { number: 3, seed: 1 }).for_each(monitor, &mut |found| {
            assert!(listed.contains(&found.options.to_vec()));
            parts += 1;
            ControlFlow::Continue(())
        });
        compared += 1;
    }
    assert!(compared > 50 && parts > 100, "{compared} {parts}");
}

/// An item is in an option whatever its colour, unless a colour is said; compared with all sets of options.
#[test]
fn items_of_diagrams_have_colors() {
    let mut dice = Dice(15);
    let monitor = &Monitor::new();
    let mut compared = 0;
    for _ in 0..300 {
        let mut options: Vec<Vec<String>> = Vec::new();
        for _ in 0..8 {
            let mut items: Vec<String> = Vec::new();
            for name in ["a", "b", "c"] {
                items.extend((dice.roll(2) == 0).then(|| name.to_owned()));
            }
            if items.is_empty() {
                items.push("a".to_owned());
            }
            for name in ["Y", "Z"] {
                let color = ["", ":r", ":s"][dice.roll(3)];
                items.extend((dice.roll(2) == 0).then(|| format!("{name}{color}")));
            }
            options.push(items);
        }
        let lines: Vec<String> = options.iter().map(|items| items.join(" ")).collect();
        let text = format!("a b c | Y Z\n{}\n", lines.join("\n"));
        let (problem, _) = dlx::read(0, &text).unwrap();
        let zdd = Zdd::searched(&problem, &Config::default(), monitor).unwrap();
        let family = Family::new(zdd, &problem);
        let solutions: Vec<Vec<&Vec<String>>> = (0..1u32 << options.len())
            .map(|set| (0..options.len()).filter(|at| set >> at & 1 == 1).map(|at| &options[at]).collect())
            .filter(|chosen: &Vec<&Vec<String>>| {
                let all: Vec<&str> =
                    chosen.iter().flat_map(|items| items.iter()).map(String::as_str).collect();
                let times = |name: &str| all.iter().filter(|item| **item == name).count();
                ["a", "b", "c"].iter().all(|name| times(name) == 1)
                    && ["Y", "Z"].iter().all(|name| {
                        let mut of_item = all.iter().filter(|item| item.starts_with(name));
                        of_item.clone().count() < 2
                            || (times(name) == 0 && of_item.clone().min() == of_item.by_ref().max())
                    })
            })
            .collect();
        let has = |items: &[String], said: &str| {
            items
                .iter()
                .any(|item| item == said || item.strip_prefix(said).is_some_and(|rest| rest.starts_with(':')))
        };
        let count = |family: Family| family.zdd.count(monitor).unwrap();
        assert_eq!(count(family.clone()), solutions.len().into(), "{text}");
        for said in [vec!["Z"], vec!["Z:r"], vec!["a", "Z"], vec!["a", "Y:s"], vec!["Y", "Z"], vec!["b"]] {
            let placed = solutions
                .iter()
                .filter(|chosen| chosen.iter().any(|items| said.iter().all(|name| has(items, name))));
            assert_eq!(
                count(family.clone().with(&said, monitor).unwrap()),
                placed.count().into(),
                "{said:?} {text}"
            );
            let left = solutions
                .iter()
                .filter(|chosen| !chosen.iter().any(|items| said.iter().any(|name| has(items, name))));
            assert_eq!(
                count(family.clone().without(&said, monitor).unwrap()),
                left.count().into(),
                "{said:?} {text}"
            );
        }
        compared += usize::from(solutions.len() > 1);
    }
    assert!(compared > 50, "{compared}");
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let zdd = file("colors.zdd");
    for (text, said, expected) in [
        ("a b | Z\na Z:r\na Z\nb Z:r\nb\na\n", ["--without", "Z"], "1\n"),
        ("a b | Z\na Z:r\na Z\nb Z:r\nb\na\n", ["--place", "a Z"], "3\n"),
        ("a b | Z\na Z:r\na Z\nb Z:r\nb\na\n", ["--place", "a Z:r"], "2\n"),
        ("a b | Z\na Z:r\nb Z:r\nb\na\n", ["--without", "Z"], "1\n"),
        ("a b | 01 02\na 01:r\nb 02:r\nb\na\n", ["--without", "0[12]"], "1\n"),
    ] {
        fs::write(file("colors.dlx"), text).unwrap();
        assert_eq!(run(&["zdd", &file("colors.dlx"), "-o", &zdd], "").2, 0);
        assert_eq!(run(&[&["count", &zdd], &said[..]].concat(), "").0, expected, "{said:?} {text}");
    }
}

/// A search passes over as many as it is told to.
#[test]
fn solutions_can_be_skipped() {
    let all = run(&["solve", "pentominoes-3x20", "--quiet"], "").0;
    let rest = run(&["solve", "pentominoes-3x20", "--quiet", "--skip", "7"], "").0;
    assert!(all.ends_with(rest.split_once("1:\n").unwrap().1), "{rest}");
    assert_eq!(run(&["solve", "pentominoes-3x20", "--quiet", "--skip", "8"], "").2, 1);
}

#[test]
fn the_command_asks_diagrams() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (soma, some, rest, both) = (file("soma.zdd"), file("some.zdd"), file("rest.zdd"), file("both.zdd"));
    assert_eq!(run(&["zdd", "soma-3x3x3", "-o", &soma], "").2, 0);
    let count = |args: &[&str]| run(&[&["count"], args].concat(), "").0.trim().to_owned();
    assert_eq!(count(&[&soma]), "11520");
    assert_eq!(count(&[&soma, "--spec", "soma-3x3x3", "--up-to", "symmetry"]), "240");
    let place = ["--place", "7 010 100 110 111"];
    let placed = count(&[&["soma-3x3x3"], &place[..]].concat());
    assert_eq!(count(&[&[soma.as_str()], &place[..]].concat()), placed);
    assert_eq!(run(&[&["zdd", &soma, "-o", &some], &place[..]].concat(), "").2, 0);
    assert_eq!(count(&[&some]), placed);
    assert_eq!(run(&["zdd", &soma, "--minus", &some, "-o", &rest], "").2, 0);
    assert_eq!(run(&["zdd", &some, "--union", &rest, "-o", &both], "").2, 0);
    assert_eq!(count(&[&both]), "11520");
    assert_eq!(run(&["zdd", &some, "--intersect", &rest, "-o", &both], "").2, 1);
    assert_eq!(count(&[&soma, "--without", "7"]), "0");
    // Solutions of two puzzles may be put together, but hardly anybody wants that.
    let three = file("three.zdd");
    assert_eq!(run(&["zdd", "pentominoes-3x20", "-o", &three], "").2, 0);
    let (_, said, status) = run(&["zdd", &soma, "--union", &three, "-o", &both], "");
    assert!(
        status == 0 && said.starts_with("warning[another-puzzle]: ") && said.contains("three.zdd"),
        "{said}"
    );
    assert_eq!(count(&[&both]), "11528");
    let (_, said, _) = run(&["zdd", &soma, "--union", &some, "-o", &both], "");
    assert!(!said.contains("warning"), "{said}");
    // Whoever names an engine that walks a tree gets a diagram from there.
    assert_eq!(run(&["zdd", "soma-3x3x3", "--engine", "bits", "-o", &both], "").2, 0);
    assert_eq!(run(&["zdd", &soma, "--minus", &both, "-o", &rest], "").2, 1);
    // Without its spec a diagram shows options; with it, pictures.
    let (out, _, status) = run(&["solve", &soma, "--skip", "11519"], "");
    assert!(status == 0 && out.lines().count() == 8 && out.starts_with("1:\n "), "{out}");
    let (out, _, _) = run(&["sample", &soma, "--spec", "soma-3x3x3", "-n", "2", "--format", "text"], "");
    fs::write(file("two.txt"), &out).unwrap();
    assert_eq!(run(&["check", "soma-3x3x3", &file("two.txt")], "").2, 0);
    for (args, code) in [
        (vec!["count", &soma, "--place", "8 000"], "unknown-item"),
        (vec!["count", &soma, "--place", ""], "no-names"),
        (vec!["zdd", &soma, "--without", " "], "no-names"),
        (vec!["count", &soma, "--times", "2"], "solutions-are-given"),
        (vec!["count", &soma, "--spec", "pentominoes-6x10"], "another-spec"),
        (vec!["count", &soma, "--maximal"], "no-geometry"),
        (vec!["count", &soma, "--where", "not maximal"], "no-geometry"),
        (vec!["count", &soma, "--where", "rim > 2"], "no-geometry"),
        (vec!["info", &soma], "is-a-diagram"),
    ] {
        let (_, said, status) = run(&args, "");
        assert!(status == 2 && said.contains(code), "{args:?} {said}");
    }
    // Costs of the file, or of the spec.
    let text = "a b c\na b |3\nc |4\na |1\nb c |2\nb |5\n";
    fs::write(file("work.dlx"), text).unwrap();
    assert_eq!(run(&["zdd", &file("work.dlx"), "-o", &both], "").2, 0);
    let (out, _, _) = run(&["solve", &both, "--best", "2", "--by", "cost"], "");
    assert!(out.contains("total cost $3") && out.contains("total cost $7"), "{out}");
    assert_eq!(count(&[&both, "--by", "cost"]), "cost = 3: 1\ncost = 7: 1\ncost = 10: 1\n3");
    assert_eq!(run(&["zdd", &both, "--where", "cost > 3", "-o", &rest], "").2, 0);
    assert_eq!(count(&[&rest, "--by", "cost"]), "cost = 7: 1\ncost = 10: 1\n2");
    let family = Family::read(0, &fs::read_to_string(&both).unwrap(), &Monitor::new()).unwrap();
    assert_eq!(family.options[0].cost, 3);
}

/// What a diagram cannot be, and where it cannot be read, is said.
#[test]
fn mistakes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("three.zdd");
    let path = file.to_str().unwrap();
    fs::write(&file, "| 1: A x\n| 2: B y\n| 3: C z\n2: (~9?0:1)\n3: (~0?2:2)\n").unwrap();
    let (_, said, status) = run(&["count", path], "");
    assert!(status == 2 && said.contains("there are only 3 options"), "{said}");
    assert!(
        said.contains("three.zdd:4:6\n") && said.contains("2: (~9?0:1)\n  |      ^ no such option"),
        "{said}"
    );
    fs::write(&file, "2: (~1?0:1)\n3: (~1?1:2)\n4: (~0?3:3)\n").unwrap();
    let (_, said, status) = run(&["count", path], "");
    assert!(status == 2 && said.contains("may ask for an option twice"), "{said}");
    fs::write(&file, "| 1: A x\n| 2: B y\n2: (~2?0:1)\n3: (~0?2:2)\n").unwrap();
    assert_eq!(run(&["count", path], "").0, "1\n");
    for command in ["options", "draw", "info", "verify"] {
        let (_, said, status) = run(&[command, path], "");
        assert!(status == 2 && said.contains("has solutions, but no puzzle"), "{command}: {said}");
    }
    let (_, said, status) = run(&["sample", "soma-3x3x3", "--save", path], "");
    assert!(status == 2 && said.contains("samples are drawn in one go"), "{said}");
}
