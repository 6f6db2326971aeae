//! Solutions by their costs, against dlx5 and against sorting all of them.

use super::symmetry::Dice;
use polydlx::cover::{
    Aim, Bounds, Config, Engine, Entry, Frontier, ItemId, Monitor, OptionId, Problem, Search, Zdd, dlx,
};
use polydlx::packing::{Judge, Packing, Question, Rank};
use polydlx::properties::{Condition, Measure};
use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock};

/// The costs of the best solutions, in order.
fn best(problem: &Problem, engine: Engine, number: usize, aim: Aim) -> Vec<u64> {
    let (found, outcome) = Search::new(problem).engine(engine).cheapest(number, aim);
    assert!(outcome.complete);
    for priced in &found {
        let options: Vec<_> = priced.solution.options().collect();
        assert!(problem.is_solution(&options));
        let costs = options.iter().map(|&option| problem.cost(option));
        let cost = if aim == Aim::Minimax { costs.max().unwrap_or(0) } else { costs.sum() };
        assert_eq!(cost, priced.cost);
    }
    found.into_iter().map(|priced| priced.cost).collect()
}

fn table(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(super::folder().join("golden/costs").join(name)).unwrap();
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn the_cheapest_are_those_of_dlx5() {
    let mut swept_cases = 0;
    for name in ["index.tsv", "real.tsv"] {
        let rows = table(name);
        let column = |title: &str| rows[0].iter().position(|word| word == title).unwrap();
        let columns = [(1, column("best1")), (3, column("best3")), (10, column("best10"))];
        for row in &rows[1..] {
            let text = fs::read_to_string(super::folder().join("golden/costs").join(&row[0])).unwrap();
            let (problem, _) = dlx::read(0, &text).unwrap();
            agrees_with_all(&problem, row, &column);
            for (number, column) in columns {
                if row[column] == "-" {
                    // Nobody has computed it, or there is no solution; then the number of solutions says so.
                    continue;
                }
                let expected: Vec<u64> = row[column].split(',').map(|cost| cost.parse().unwrap()).collect();
                for engine in [Engine::Links, Engine::Bits] {
                    assert_eq!(
                        best(&problem, engine, number, Aim::Cheapest),
                        expected,
                        "{} {number}",
                        row[0]
                    );
                }
                // A sweep finds the same, where there is memory for its states.
                let swept = Frontier::new(&problem).memory(1 << 26).best(number, Aim::Cheapest).found;
                if let Ok(swept) = swept {
                    swept_cases += 1;
                    assert_eq!(
                        swept.iter().map(|(cost, _)| *cost).collect::<Vec<_>>(),
                        expected,
                        "{}",
                        row[0]
                    );
                }
            }
        }
    }
    assert!(swept_cases > 20, "only {swept_cases} were swept");
}

/// The number of solutions, the least and the greatest cost, and how many solutions have the least one.
fn agrees_with_all(problem: &Problem, row: &[String], column: &dyn Fn(&str) -> usize) {
    let known = |title: &str| row[column(title)].parse::<u64>().ok();
    let found = Search::new(problem).count();
    if let Some(solutions) = known("solutions") {
        assert_eq!(found.solutions, solutions, "{}", row[0]);
    }
    for (title, aim) in [("min", Aim::Cheapest), ("max", Aim::Dearest)] {
        if let Some(cost) = known(title) {
            assert_eq!(best(problem, Engine::Auto, 1, aim), [cost], "{} {title}", row[0]);
        }
    }
    if let (Some(optima), Some(least)) = (known("optima"), known("min")) {
        let costs = best(problem, Engine::Auto, optima as usize + 1, Aim::Cheapest);
        assert_eq!(costs.iter().filter(|&&cost| cost == least).count() as u64, optima, "{}", row[0]);
    }
}

/// A small problem with everything: colours, multiplicities, costs, optional items.
fn random_problem(dice: &mut Dice) -> Problem {
    let mut builder = Problem::builder();
    let (multiple, colored) = (dice.roll(3) == 0, dice.roll(2) == 0);
    let primary: Vec<ItemId> = (0..2 + dice.roll(5))
        .map(|number| {
            let low = dice.roll(2) as u32;
            let bounds = if multiple && dice.roll(2) == 0 {
                Bounds { low, high: low + 1 + dice.roll(2) as u32 }
            } else {
                Bounds::ONCE
            };
            builder.primary(&format!("p{number}"), bounds)
        })
        .collect();
    let secondary: Vec<ItemId> =
        (0..dice.roll(4)).map(|number| builder.secondary(&format!("s{number}"))).collect();
    let colors = ["a", "b"].map(|name| builder.color(name));
    let most = *dice.pick(&[1, 4, 100, 1_000_000]);
    for _ in 0..dice.roll(18) {
        let mut entries: Vec<Entry> =
            primary.iter().filter(|_| dice.roll(3) == 0).map(|&item| item.into()).collect();
        if entries.is_empty() {
            entries.push((*dice.pick(&primary)).into());
        }
        for &item in &secondary {
            match dice.roll(4) {
                0 => entries.push(item.into()),
                1 if colored => entries.push(Entry { item, color: Some(*dice.pick(&colors)) }),
                _ => {}
            }
        }
        let option = builder.option(entries);
        builder.cost(option, dice.roll(most) as u64);
    }
    builder.build().unwrap()
}

/// Dominoes with names in a box of 2×4 cells: each option has one piece, and two cells.
fn random_packing(dice: &mut Dice) -> Problem {
    let mut builder = Problem::builder();
    let pieces: Vec<ItemId> =
        (0..4).map(|number| builder.primary(&format!("D{number}"), Bounds::ONCE)).collect();
    let cells: Vec<ItemId> =
        (0..8).map(|number| builder.primary(&format!("c{number}"), Bounds::ONCE)).collect();
    let most = *dice.pick(&[2, 10, 1000]);
    for &piece in &pieces {
        for at in 0..8 {
            for other in [at + 4, at + 1].into_iter().filter(|&other| other < 8 && (other != 4 || at == 0)) {
                if dice.roll(4) > 0 {
                    let option = builder.option([piece.into(), cells[at].into(), cells[other].into()]);
                    builder.cost(option, dice.roll(most) as u64);
                }
            }
        }
    }
    builder.build().unwrap()
}

#[test]
fn the_best_are_those_of_all() {
    let mut dice = Dice(5);
    let mut solved = 0;
    for case in 0..4000 {
        let problem = if case % 4 == 0 { random_packing(&mut dice) } else { random_problem(&mut dice) };
        let mut sums = Vec::new();
        let mut greatest = Vec::new();
        for solution in Search::new(&problem).engine(Engine::Links).solutions().take(3000) {
            let costs = || solution.options().map(|option| problem.cost(option));
            sums.push(costs().sum::<u64>());
            greatest.push(costs().max().unwrap_or(0));
        }
        sums.sort_unstable();
        greatest.sort_unstable();
        solved += usize::from(sums.len() > 3);
        let number = 1 + dice.roll(6);
        let first = |sorted: &[u64]| sorted.iter().take(number).copied().collect::<Vec<_>>();
        let reversed: Vec<u64> = sums.iter().rev().copied().collect();
        for engine in [Engine::Links, Engine::Bits, Engine::Sets] {
            assert_eq!(best(&problem, engine, number, Aim::Cheapest), first(&sums), "case {case}");
            assert_eq!(best(&problem, engine, number, Aim::Dearest), first(&reversed), "case {case}");
            assert_eq!(best(&problem, engine, number, Aim::Minimax), first(&greatest), "case {case}");
        }
        // A limit leaves out what is worse, and nothing else.
        let limit = if sums.is_empty() { 3 } else { *dice.pick(&sums) };
        let within = |aim| -> Vec<u64> {
            let search = Search::new(&problem).engine(Engine::Links);
            search.cheapest_within(number, aim, Some(limit)).0.iter().map(|priced| priced.cost).collect()
        };
        let kept = |sorted: &[u64], is: fn(&u64, &u64) -> bool| -> Vec<u64> {
            first(&sorted.iter().copied().filter(|cost| is(cost, &limit)).collect::<Vec<_>>())
        };
        assert_eq!(within(Aim::Cheapest), kept(&sums, u64::le), "case {case}");
        assert_eq!(within(Aim::Dearest), kept(&reversed, u64::ge), "case {case}");
        assert_eq!(within(Aim::Minimax), kept(&greatest, u64::le), "case {case}");
    }
    assert!(solved > 300, "only {solved} problems have several solutions");
}

fn says(args: &[&str], input: &str) -> (String, String, Option<i32>) {
    let output = super::polydlx().args(args).write_stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// The pentominoes in a box of so many columns; a cell costs the weight of what covers it, which is 12 for O, 11 for P and so on,
/// times a number.
fn weighted(columns: usize, number: impl Fn(usize, usize) -> usize, is_first_dearest: bool) -> String {
    let mut text = "|! lattice square\n|! use pentominoes\n".to_owned();
    for (rank, piece) in ["O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z"].iter().enumerate() {
        let weight = if is_first_dearest { 12 - rank } else { rank + 1 };
        for (row, column) in (0..60).map(|cell| (cell / columns, cell % columns)) {
            let name = char::from_digit(column as u32, 36).unwrap();
            let _ = writeln!(text, "|! charge {piece} {row}{name} |{}", weight * number(row, column));
        }
    }
    text + &format!("|! box rectangle {} {columns}\n", 60 / columns)
}

/// A princess's box: a cell costs its number times what covers it (exercise 287).
fn princess(columns: usize) -> String {
    weighted(columns, |row, column| columns * row + column, true)
}

/// What dlx5 found, and what all solutions cost.
#[test]
fn the_cheapest_packings_are_those_of_dlx5() {
    let by_distance = weighted(10, |row, column| (2 * row).abs_diff(5) + (2 * column).abs_diff(9), false);
    for (text, best, worst, optima, total) in [
        (princess(10), vec![8528, 8632, 8632, 8647, 8680, 8682, 8706, 8710, 8714, 8715], 14482, 1, "9356"),
        (princess(15), vec![9046, 9157, 9233, 9234, 9284, 9297, 9306, 9316, 9316, 9318], 13964, 1, "1472"),
        (by_distance, vec![2634, 2634, 2634, 2634, 2644, 2644, 2644, 2644, 2648, 2648], 3472, 4, "9356"),
    ] {
        let costs = |args: &[&str]| -> Vec<u64> {
            let (out, said, _) =
                says(&[&["solve", "-", "--by", "cost", "--format", "jsonl"], args].concat(), &text);
            let cost = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["cost"].as_u64();
            assert!(out.lines().count() > 1, "{said}");
            out.lines().skip(1).filter_map(cost).collect()
        };
        assert_eq!(costs(&["--best", "1"]), best[..1]);
        assert_eq!(costs(&["--best", "10"]), best);
        assert_eq!(costs(&["--worst", "1"]), [worst]);
        let (table, _, _) = says(&["count", "-", "--by", "cost"], &text);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.first().copied(), Some(format!("cost = {}: {optima}", best[0]).as_str()));
        assert_eq!(lines.last().copied(), Some(total));
        assert!(lines[lines.len() - 2].starts_with(&format!("cost = {worst}: ")), "{table}");
    }
}

/// Whoever watches a search for the best is told how far it has come, which is never taken back, and can stop it.
#[test]
fn searches_for_the_best_say_how_far_they_are() {
    let loaded = super::loaded(&princess(10));
    let packing = Packing::new(loaded.puzzle().unwrap());
    let problem = packing.problem();
    let search = |monitor: &Monitor| {
        let search = Search::new(problem).engine(Engine::Bits).monitor(monitor);
        search.cheapest(3, Aim::Cheapest).1
    };
    let monitor = Monitor::new();
    let outcome = search(&monitor);
    let end = monitor.progress();
    assert!(outcome.complete && outcome.nodes > 1000);
    assert_eq!((end.nodes, end.done), (outcome.nodes, 1.0));
    // The handle asks itself, each time that it is asked whether to go on.
    let (seen, itself) = (Arc::new(Mutex::new(Vec::new())), Arc::new(OnceLock::<Monitor>::new()));
    let (saw, own) = (Arc::clone(&seen), Arc::clone(&itself));
    let watched = Monitor::with_pulse(move || {
        let progress = own.get().map(Monitor::progress).unwrap_or_default();
        let mut seen = saw.lock().unwrap();
        seen.push((progress.nodes, progress.done));
        progress.nodes > outcome.nodes / 2
    });
    itself.set(watched.clone()).unwrap();
    assert!(!search(&watched).complete);
    let seen = seen.lock().unwrap();
    assert!(seen.is_sorted(), "{seen:?}");
    let (nodes, done) = *seen.last().unwrap();
    assert!(nodes < outcome.nodes && done > 0.0 && done < 1.0, "{nodes} {done}");
}

#[test]
fn charges_make_placements_cost() {
    let costs = |text: String| -> Vec<u64> {
        let cost = |line: &str| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            line["cost"].as_u64().unwrap()
        };
        text.lines().skip(1).map(cost).collect()
    };
    let princess = princess(10);
    let solve = ["solve", "-", "--by", "cost", "--format", "jsonl"];
    let (cheapest, said, _) = says(&[&solve[..], &["--best", "3"]].concat(), &princess);
    assert_eq!((costs(cheapest), said.as_str()), (vec![8528, 8632, 8632], "The best 3 solutions.\n"));
    let (dearest, _, _) = says(&[&solve[..], &["--worst", "1"]].concat(), &princess);
    assert_eq!(costs(dearest), [14482]);
    // Who knows how far to look says so, and the search knows it from the beginning.
    let limit = ["--best", "9", "--where", "cost < 8632", "-v"];
    let (few, said, _) = says(&[&solve[..], &limit].concat(), &princess);
    assert_eq!(costs(few), [8528]);
    assert!(said.contains("Condition cost < 8632: a cutoff of the search."), "{said}");
    // Up to symmetry all solutions are looked at, and the cheapest of each class stands for it.
    let (classes, said, _) = says(&[&solve[..], &["--best", "2", "--up-to", "symmetry"]].concat(), &princess);
    assert_eq!((costs(classes), said.as_str()), (vec![8528, 8632], "The best 2 of 2339 solutions.\n"));
    let small = "|! lattice square\n|! charge D |2\n|! charge * 00 01 |5\n[0-1][0-2]\n3|D 00 01\n";
    assert_eq!(says(&["count", "-", "--by", "cost"], small).0, "cost = 6: 2\ncost = 11: 1\n3\n");
    assert_eq!(says(&["count", "-", "--where", "cost > 6 and max = 7"], small).0, "1\n");
    // They make sense in boxes that go around, too.
    let ring = "|! lattice square\n|! wrap y\n|! charge D 00 01 |5\n[0-1][0-3]\n4|D 00 01\n";
    let (table, _, _) = says(&["count", "-", "--by", "cost"], ring);
    let dear = table.lines().find_map(|line| line.strip_prefix("cost = 5: ")).unwrap();
    assert_eq!(says(&["count", "-", "--where", "cost = 5"], ring).0.trim(), dear);
    assert_eq!(says(&["count", "-", "--where", "cost = 5 and rim > 0"], ring).0.trim(), dear);
    assert_eq!(says(&["count", "-", "--where", "cost = 5 and hsym > 0"], ring).2, Some(2));
    // Option files have the costs, as dlx5 reads them.
    let (file, _, _) = says(&["options", "-"], small);
    assert!(file.contains("\nD 00 01 |7\n") && file.contains("\nD 10 11 |2\n"), "{file}");
    assert_eq!(
        says(&["count", "-", "--from", "dlx", "--by", "cost"], &file).0,
        "cost = 6: 2\ncost = 11: 1\n3\n"
    );
    assert_eq!(says(&["options", "-", "--up-to", "symmetry"], small).2, Some(2));
    assert_eq!(says(&["count", "-", "--by", "max"], small).0, "max = 2: 2\nmax = 7: 1\n3\n");
}

#[test]
fn charges_are_paid_for_each_of_something() {
    let small = |lines: &str| format!("|! lattice square\n{lines}\n[0-1][0-2]\n3|D 00 01\n");
    let costs = |lines: &str| says(&["count", "-", "--by", "cost"], &small(lines)).0;
    // From the corner, one domino is as far as its column, the other of two in a column one step further.
    assert_eq!(costs("|! charge D 00 |1 per step"), "cost = 3: 3\n3\n");
    assert_eq!(costs("|! charge D 00 10 |10 per step"), "cost = 20: 2\ncost = 30: 1\n3\n");
    assert_eq!(costs("|! charge D 00 01 02 |7 per cell"), "cost = 21: 3\n3\n");
    assert_eq!(costs("|! charge * |1 per perimeter"), "cost = 18: 3\n3\n");
    assert_eq!(costs("|! charge * 00 |5 per rim\n|! charge * |2 per pieces"), "cost = 11: 3\n3\n");
    // On a ring the last column is next to the first.
    let ring = "|! lattice square\n|! wrap y\n|! charge D 00 |1 per step\n0[0-5]\n3|D 00 01\n";
    assert_eq!(says(&["count", "-", "--by", "cost"], ring).0, "cost = 3: 2\n2\n");
}

/// However costs are counted, they are the same: from a diagram, from sweeps, from a list.
#[test]
fn sweeps_count_costs() {
    let text = "|! lattice square\n|! charge D 00 |1 per step\n[0-5][0-5]\n18|D 00 01\n";
    for by in ["cost", "max"] {
        let count = |args: &[&str]| says(&[&["count", "-", "--by", by], args].concat(), text);
        let (listed, _, _) = count(&["--engine", "links"]);
        assert!(listed.ends_with("\n6728\n"), "{listed}");
        assert_eq!(count(&["--engine", "frontier"]).0, listed);
        // There is no room for a diagram, but for sweeps; or for nothing but a search.
        let (swept, said, _) = count(&["--engine", "frontier", "--memory", "300K", "-v"]);
        assert_eq!(swept, listed);
        assert!(said.contains("Engine frontier: as asked."), "{said}");
        let (searched, said, _) = count(&["--engine", "frontier", "--memory", "1", "-v"]);
        assert_eq!(searched, listed);
        assert!(said.contains("engine frontier is not for this"), "{said}");
    }
    let best = |args: &[&str]| {
        says(&[&["solve", "-", "--best", "3", "--by", "cost", "--format", "jsonl"], args].concat(), text)
    };
    let costs = |out: &str| -> Vec<u64> {
        let cost = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["cost"].as_u64();
        out.lines().skip(1).filter_map(cost).collect()
    };
    let (links, _, _) = best(&["--engine", "links"]);
    assert_eq!(costs(&best(&["--engine", "frontier"]).0), costs(&links));
    let (searched, said, _) = best(&["--engine", "frontier", "--memory", "1", "-v"]);
    assert_eq!(costs(&searched), costs(&links));
    assert!(said.contains("engine frontier is not for this"), "{said}");
}

#[test]
fn dlx_files_have_costs() {
    let text = "a b c\na b |3\nc |4 |1\na |1\nb |0 c |2\nb\n";
    let (out, said, _) = says(&["solve", "-", "--from", "dlx", "--best", "1", "--by", "cost"], text);
    assert_eq!(out, "1: (total cost $3)\n a (1 of 2)\n b c (1 of 2)\n");
    assert_eq!(said, "The best 1 solution.\n");
    let (out, _, _) = says(&["solve", "-", "--from", "dlx", "--best", "1", "--by", "max"], text);
    assert_eq!(out, "1: (max 2)\n a (1 of 2)\n c b (1 of 2)\n");
    assert_eq!(
        says(&["count", "-", "--from", "dlx", "--by", "cost"], text).0,
        "cost = 3: 1\ncost = 6: 1\ncost = 8: 1\n3\n"
    );
    assert_eq!(says(&["count", "-", "--from", "dlx"], text).0, "3\n");
    for (text, kind) in
        [("a\na |x\n", "cost-not-a-number"), ("a\na |99999999999999999999\n", "cost-too-large")]
    {
        let (_, said, status) = says(&["count", "-", "--from", "dlx"], text);
        assert!(said.contains(kind) && status == Some(2), "{said}");
    }
    // Conditions may speak of costs, and of nothing else.
    let (_, said, status) = says(&["count", "-", "--from", "dlx", "--where", "cost < 9 and tatami"], text);
    assert!(said.contains("no properties but costs") && status == Some(2), "{said}");
    assert!(said.contains("--where:1:14"), "{said}");
    assert_eq!(says(&["count", "-", "--from", "dlx", "--strong"], text).2, Some(2));
    let (out, _, _) = says(&["solve", "-", "--from", "dlx", "--where", "cost <= 4"], text);
    assert_eq!(out, "1: (total cost $3)\n c b (1 of 1)\n a (1 of 1)\n");
    let count = |args: &[&str]| says(&[&["count", "-", "--from", "dlx"], args].concat(), text);
    assert_eq!(count(&["--where", "cost <= 6"]).0, "2\n");
    assert_eq!(count(&["--by", "cost", "--where", "cost > 3"]).0, "cost = 6: 1\ncost = 8: 1\n2\n");
    let (number, said, _) = count(&["--where", "cost <= 6", "--engine", "frontier", "-v"]);
    assert_eq!(number, "2\n");
    assert!(said.contains("Condition cost <= 6: from the number of solutions of each cost."), "{said}");
}

/// Conditions on costs of problems without geometry, on every engine and from diagrams, compared with all sets of options.
#[test]
fn conditions_on_costs_agree_with_all_sets() {
    let monitor = &Monitor::new();
    let mut dice = Dice(14);
    let mut compared = 0;
    for case in 0.. {
        let problem = random_problem(&mut dice);
        let options: Vec<OptionId> = problem.option_ids().collect();
        let sets = (0..1u32 << options.len().min(12)).map(|set| -> Vec<OptionId> {
            options.iter().copied().filter(|option| set >> option.0 & 1 == 1).collect()
        });
        let solutions: Vec<Vec<OptionId>> = sets.filter(|set| problem.is_solution(set)).collect();
        if options.len() > 12 || solutions.len() < 2 {
            continue;
        }
        let costs = |solution: &[OptionId]| -> [i64; 2] {
            let costs = || solution.iter().map(|&option| problem.cost(option) as i64);
            [costs().sum(), costs().max().unwrap_or(0)]
        };
        let pivot = costs(&solutions[dice.roll(solutions.len())]);
        let (name, at) = *dice.pick(&[("cost", 0), ("max", 1)]);
        let (sign, holds) = *dice.pick(&[
            ("<=", (|a, b| a <= b) as fn(i64, i64) -> bool),
            ("<", |a, b| a < b),
            (">=", |a, b| a >= b),
            ("!=", |a, b| a != b),
        ]);
        // Sometimes the condition speaks of both.
        let both = dice.roll(3) == 0;
        let more = if both { format!(" or max > {}", pivot[1]) } else { String::new() };
        let condition: Condition = format!("not ({name} {sign} {}{more})", pivot[at]).parse().unwrap();
        let is = |values: [i64; 2]| !(holds(values[at], pivot[at]) || both && values[1] > pivot[1]);
        let cheap = |values: [i64; 2]| values[0] <= pivot[0] + 1 && values[1] < pivot[1] + 1;
        let (condition, is): (_, &dyn Fn([i64; 2]) -> bool) = match dice.roll(2) {
            0 if !both => (format!("{name} {sign} {}", pivot[at]).parse().unwrap(), &|values| !is(values)),
            // Of two conditions the one leaves out options, the other is for what is left.
            0 => (format!("cost <= {} and max < {}", pivot[0] + 1, pivot[1] + 1).parse().unwrap(), &cheap),
            _ => (condition, &is),
        };
        let kept: Vec<[i64; 2]> =
            solutions.iter().map(|solution| costs(solution)).filter(|&own| is(own)).collect();
        let judge = Judge::of_problem(&problem);
        let zdd = Zdd::searched(&problem, &Config::default(), monitor).unwrap();
        let ways = Engine::ALL.map(|engine| (engine, false)).into_iter().chain([(Engine::Auto, true)]);
        for (engine, taken) in ways {
            let place = format!("case {case}, {engine:?}, {taken}: {condition}");
            let question = Question::about_problem(&problem)
                .config(&Config { engine, threads: 1, ..Config::default() })
                .when(&judge, &condition);
            let question = if taken { question.among(&zdd) } else { question };
            assert_eq!(question.count(monitor).count, kept.len().into(), "{place}");
            let mut found = Vec::new();
            question.for_each(monitor, &mut |solution| {
                found.push(costs(solution.options));
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            let mut sorted = kept.clone();
            sorted.sort_unstable();
            assert_eq!(found, sorted, "{place}");
            for (measure, at) in [("cost", 0), ("max", 1)] {
                let measure: Measure = measure.parse().unwrap();
                let mut values: Vec<i64> = kept.iter().map(|own| own[at]).collect();
                values.sort_unstable();
                let rank = Rank { judge: &judge, measure: &measure, worst: false };
                let listed: Vec<i64> = { question.distribution(rank, monitor).0.into_iter() }
                    .flat_map(|(value, number)| {
                        std::iter::repeat_n(value, number.to_string().parse().unwrap())
                    })
                    .collect();
                assert_eq!(listed, values, "{place} by {measure}");
                values.truncate(3);
                let first = question.first(3, rank, monitor).0;
                let first: Vec<i64> = first.iter().map(|scored| scored.value).collect();
                assert_eq!(first, values, "{place} by {measure}");
            }
        }
        compared += 1;
        if compared == 250 {
            break;
        }
    }
}

/// What a puzzle requires of costs is swept like what is asked, and an engine that was named and is not used is spoken of.
#[test]
fn conditions_on_costs_are_swept() {
    let charges: String = ["00 01 |5", "11 12 |3", "24 34 |2", "22 23 |1", "12 13 |4"]
        .map(|charge| format!("|! charge D {charge}\n"))
        .concat();
    let text = &format!("|! lattice square\n{charges}[0-3][0-5]\n12|D 00 01\n");
    let asked = "cost <= 5 and max <= 4";
    let (listed, _, _) =
        says(&["count", "-", "--engine", "links", "--where", "cost <= 5 and not max > 4"], text);
    let (number, said, _) = says(&["count", "-", "--engine", "frontier", "--where", asked, "-v"], text);
    assert_eq!((number.as_str(), &number), ("133\n", &listed));
    assert!(said.contains("Engine frontier: as asked.\nCondition cost <= 5: from the number of"), "{said}");
    assert!(said.contains("Condition max <= 4: 1 option is left out."), "{said}");
    let required = text.replace("[0-3]", &format!("|! require {asked}\n[0-3]"));
    let (number, said, _) = says(&["count", "-", "--engine", "frontier", "-v"], &required);
    assert_eq!(number, listed);
    assert!(said.contains("Engine frontier: as asked.\nCondition cost <= 5: from the number of"), "{said}");
    let (by, _, _) = says(&["count", "-", "--engine", "frontier", "--by", "cost"], &required);
    assert_eq!(by, says(&["count", "-", "--engine", "links", "--by", "cost"], &required).0);
    assert!(by.ends_with(&listed) && by.lines().count() > 2, "{by}");
    // Why an engine is not used: a sweep shows no solution, has too little room, or bounds are too much for `bits`.
    for (args, why) in [
        (
            &["--engine", "frontier", "--where", "tatami"][..],
            "engine frontier is not for this: each solution has to be looked at",
        ),
        (
            &["--engine", "frontier", "--where", asked, "--memory", "1"],
            "engine frontier is not for this: the states do not fit into memory",
        ),
        (&["--engine", "bits", "--where", "faultfree"], "the problem does not fit engine bits"),
    ] {
        let (_, said, _) = says(&[&["count", "-", "-v"], args].concat(), text);
        assert!(said.contains(&format!(": {why}.\n")), "{said}");
        let (_, said, _) = says(&[&["count", "-"], args].concat(), text);
        assert!(
            said.to_lowercase().contains(why) && said.contains("is used.") && said.lines().count() == 1,
            "{said}"
        );
        assert_eq!(says(&[&["count", "-", "-q"], args].concat(), text).1, "");
    }
}

/// Second death (TAOCP 7.2.2.1, exercise 19): whatever is left of the secondary items is too little for any option.
#[test]
fn maximal_solutions_leave_no_room() {
    let text = "a b | x y z\na x\na y\nb z\nb\nx y\nz\n";
    assert_eq!(says(&["count", "-", "--from", "dlx", "-q"], text).0, "4\n");
    // Options without primary items are ignored, with a warning, or else made use of.
    let (number, said, _) = says(&["count", "-", "--from", "dlx", "--maximal"], text);
    assert_eq!((number.as_str(), said.as_str()), ("2\n", ""));
    assert_eq!(says(&["count", "-", "--from", "dlx"], text).1.matches("option-ignored").count(), 2);
    // Two names for one thing.
    let asked = |condition: &str| says(&["count", "-", "--from", "dlx", "--where", condition], text);
    assert_eq!(asked("maximal"), (number, said, Some(0)));
    assert_eq!(asked("not maximal").0, "2\n");
    assert_eq!(
        says(&["count", "-", "--from", "dlx", "--by", "maximal"], text).0,
        "not maximal: 2\nmaximal: 2\n4\n"
    );
    assert_eq!(says(&["count", "-", "--from", "dlx", "--where", "maximal"], "a b\na\nb\na b\n").0, "2\n");
    let listed = says(&["solve", "-", "--from", "dlx", "-q", "--maximal"], text).0;
    assert_eq!(listed.matches(": (maximal)\n").count(), 2, "{listed}");
    let colored = "a | x y\na x:R\na x:B y\nx:R y\n";
    // The first leaves room for the last line, which agrees with its colour.
    assert_eq!(says(&["count", "-", "--from", "dlx", "-q", "--maximal"], colored).0, "1\n");
    let spec = "|! lattice square\n|! cells optional\n0[0-4]\nD 00 01\n0:1|T 00 01 02\n";
    // Three of the four places of the domino leave room for the straight piece, or hold it.
    assert_eq!(says(&["count", "-"], spec).0, "6\n");
    assert_eq!(says(&["count", "-", "--maximal"], spec).0, "4\n");
    // A spec can say so itself.
    let maximal = spec.replace("|! cells", "|! maximal\n|! cells");
    assert_eq!(says(&["count", "-"], &maximal).0, "4\n");
    assert!(says(&["info", "-"], &maximal).0.contains("required         maximal\n"));
    // The fewest that block, without seeing all that do.
    let few = "|! lattice square\n|! cells optional\n|! use tetrominoes times 0:1\n|! maximal\n[0-3][0-3]\n";
    let (all, _, _) = says(&["count", "-", "--by", "pieces"], few);
    assert!(all.starts_with("pieces = 2: "), "{all}");
    let (best, said, _) = says(&["solve", "-", "--best", "2", "--by", "pieces", "-v"], few);
    assert_eq!(best.matches(": (pieces 2)\n").count(), 2, "{best}");
    assert!(said.contains("Condition pieces <= 2: ") && said.contains("The best 2 solutions."), "{said}");
    let sorted = says(&["solve", "-", "--by", "pieces", "-q"], few).0;
    assert!(sorted.starts_with(&best), "{best}");
}
