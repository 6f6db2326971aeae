//! All engines, thread counts and ways to ask, against each other and against an oracle that shares nothing with them.

use crate::problems::{Traits, oracle, queens, random_problem};
use polydlx_cover::{
    Bounds, Branch, Config, Engine, Entry, Estimate, Job, Monitor, OptionId, Part, Problem, Progress, Random,
    Search, Solution, Step, Turn, Unit, Walk, dlx, doors, engine_used, run,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// All solutions of a tree, and its nodes, in steps of all sizes.
fn collect(mut walk: Walk) -> (Vec<Vec<Step>>, u64) {
    let mut found = Vec::new();
    for budget in (0..5).cycle() {
        match walk.step(budget) {
            Turn::Solution => found.push(walk.solution().steps().to_vec()),
            Turn::Pause => {}
            Turn::End => break,
        }
    }
    assert!((walk.done() - 1.0).abs() < 1e-9, "the parts of the tree add up");
    assert_eq!(walk.profile().iter().sum::<u64>(), walk.nodes());
    assert!(walk.left().is_empty());
    (found, walk.nodes())
}

fn set(solutions: &[Vec<Step>]) -> BTreeSet<Vec<u32>> {
    let set: BTreeSet<Vec<u32>> = solutions
        .iter()
        .map(|steps| {
            let mut options: Vec<_> =
                steps.iter().filter_map(|step| step.option).map(|option| option.0).collect();
            options.sort_unstable();
            options
        })
        .collect();
    assert_eq!(set.len(), solutions.len(), "no solution comes twice");
    set
}

/// The engines that walk a tree.
fn trees() -> impl Iterator<Item = Engine> {
    let problem = queens(4);
    Engine::ALL
        .into_iter()
        .filter(move |&engine| engine_used(&problem, &Config { engine, ..Config::default() }) == engine)
}

fn check(problem: &Problem, branch: &Branch) {
    let expected = oracle(problem);
    let search = Search::new(problem).branch(branch.clone());
    let links = search.clone().engine(Engine::Links);
    let mut reference = Vec::new();
    let outcome = links.for_each(|solution| {
        reference.push(solution.steps().to_vec());
        ControlFlow::Continue(())
    });
    assert!(outcome.complete);
    assert_eq!(set(&reference), expected);
    assert_eq!(outcome.solutions, expected.len() as u64);
    assert_eq!(links.count(), outcome);
    for engine in trees() {
        let search = search.clone().engine(engine);
        let counted = search.count();
        assert_eq!(
            (counted.solutions, counted.nodes, &counted.profile),
            (outcome.solutions, outcome.nodes, &outcome.profile)
        );
        let steps = search.solutions().map(|solution| solution.steps().to_vec());
        assert!(steps.eq(reference.iter().cloned()), "{engine:?} walks the tree of the links");
    }

    check_bits(problem, branch, &reference, outcome.nodes);
}

/// The bit engine in all its variants must walk the tree of the links.
fn check_bits(problem: &Problem, branch: &Branch, reference: &[Vec<Step>], nodes: u64) {
    let walks = doors::bit_walks(problem, branch, None);
    let uses_bits = engine_used(problem, &Config::default()) == Engine::Bits;
    assert_eq!(uses_bits, !walks.is_empty());
    // Any width that is enough will do, whether it changes on the way or not, and all kinds of lanes must agree.
    for (walk, knows_options) in walks {
        let (found, visited) = collect(walk);
        assert_eq!((found.len(), visited), (reference.len(), nodes));
        // Who only counts does not know which options they are.
        assert!(!knows_options || found == reference);
    }
}

/// All kinds of lanes count alike, however many rows there are.
#[test]
fn lanes_count_alike() {
    let mut random = Random::new(5);
    for len in 0..128 {
        // Behind the rows there are ones.
        let (base, stride) = (2, len + 16);
        let mut arena = vec![u32::MAX; base + 3 * stride];
        for at in (0..3 * len).map(|number| base + number / len * stride + number % len) {
            arena[at] = random.below(u32::MAX) | random.below(u32::MAX);
        }
        let counts = doors::counts(&arena, base, stride, len);
        assert!(counts.iter().all(|count| *count == counts[0]), "{len} rows");
    }
}

#[test]
fn engines_agree_with_the_oracle() {
    let mut random = Random::new(1);
    for round in 0..12_000 {
        let traits = Traits { colors: round % 2 == 1, bounds: round % 4 >= 2 };
        let problem = random_problem(&mut random, traits);
        check(&problem, if round % 5 == 0 { &Branch::First } else { &Branch::Mrv });
    }
}

/// Whatever the order of items: links and sets walk the same tree, it has all solutions, and it does not matter who has been where
/// before.
#[test]
fn orders_of_items_are_properties_of_nodes() {
    let mut random = Random::new(12);
    let names: Vec<String> = ["i4", "i0", "nobody", "i2"].map(String::from).to_vec();
    let (mut differ, mut nodes_of_all) = ([0; 4], 0);
    for round in 0..900 {
        let problem = random_problem(&mut random, Traits { colors: round % 2 == 1, bounds: round % 4 >= 2 });
        let (expected, usual) = (oracle(&problem), Search::new(&problem).count().nodes);
        let branches =
            [Branch::Nonsharp, Branch::Order(names.clone().into()), Branch::Random(round), Branch::Activity];
        for (at, branch) in branches.into_iter().enumerate() {
            let mut trees = Vec::new();
            for engine in [Engine::Links, Engine::Sets] {
                let config = Config { engine, branch: branch.clone(), ..Config::default() };
                let steps: Vec<_> =
                    Search::with(&problem, &config).solutions().map(|found| found.steps().to_vec()).collect();
                assert_eq!(set(&steps), expected, "{branch:?}");
                let outcome = Search::with(&problem, &config).count();
                // In small parts, each by a tree that has seen nothing else.
                let (mut parts, mut nodes, mut solutions) = (vec![Part::default()], 0, 0);
                while let Some(part) = parts.pop() {
                    let mut walk = Walk::of_part(&problem, &config, &part).unwrap();
                    let _ = (walk.step(2), walk.step(3));
                    (nodes, solutions) = (nodes + walk.nodes(), solutions + walk.solutions());
                    parts.extend(walk.left());
                }
                assert_eq!((nodes, solutions), (outcome.nodes, outcome.solutions), "{branch:?}");
                trees.push((steps, outcome.nodes, outcome.profile));
            }
            assert!(trees[0] == trees[1], "{branch:?}: links and sets walk the same tree");
            differ[at] += usize::from(trees[0].1 != usual);
            nodes_of_all += trees[0].1;
        }
    }
    // Nobody is sharp here; and on such small problems activity hardly ever matters.
    assert!(differ[0] == 0 && differ[1] > 0 && differ[2] > 0, "{differ:?}");
    assert!(nodes_of_all > 10_000);
}

/// Who looks ahead walks another tree, whatever the lanes, and finds the same.
#[test]
fn looking_ahead_keeps_the_solutions() {
    let mut random = Random::new(21);
    let (mut nodes_before, mut nodes_after) = (0, 0);
    for round in 0..6000 {
        let problem = random_problem(&mut random, Traits { colors: round % 2 == 1, bounds: false });
        let branch = if round % 5 == 0 { Branch::First } else { Branch::Mrv };
        for from in [0, 3] {
            let mut walks = doors::bit_walks(&problem, &branch, Some(from)).into_iter();
            let ahead = walks.next().map(|(walk, _)| collect(walk)).expect("there are no multiplicities");
            assert_eq!(set(&ahead.0), oracle(&problem));
            for (walk, knows_options) in walks {
                let (found, nodes) = collect(walk);
                assert_eq!((found.len(), nodes), (ahead.0.len(), ahead.1));
                assert!(!knows_options || found == ahead.0);
            }
            nodes_before += Search::new(&problem).branch(branch.clone()).count().nodes;
            nodes_after += ahead.1;
        }
    }
    assert!(nodes_after < nodes_before, "{nodes_after} {nodes_before}");
    let search = |ahead| Search::with(&queens(10), &Config { ahead, ..Config::default() }).count();
    let (before, after) = (search(false), search(true));
    assert_eq!((before.solutions, after.solutions), (724, 724));
    assert!(after.nodes < before.nodes);
}

/// A node near the root can take as long as thousands of others when it is looked ahead; whoever waits for a step does not wait for long.
#[test]
fn steps_end_after_much_work() {
    let config = Config { ahead: true, ..Config::default() };
    let mut walk = Walk::new(&queens(50), &config);
    assert_eq!(walk.step(1000), Turn::Pause);
    assert!(walk.nodes() < 20, "{}", walk.nodes());
    assert_eq!(walk.step(1), Turn::Pause);
    assert!(walk.nodes() < 21, "{}", walk.nodes());
}

/// Longer lists and wider rows than the oracle could take.
#[test]
fn bits_agree_with_links_on_larger_problems() {
    let mut random = Random::new(3);
    for round in 0..60 {
        let mut builder = Problem::builder();
        let primary: Vec<_> = (0..18).map(|at| builder.primary(&format!("p{at}"), Bounds::ONCE)).collect();
        let count = [0, 20, 120, 400][round % 4];
        let secondary: Vec<_> = (0..count).map(|at| builder.secondary(&format!("s{at}"))).collect();
        let color = builder.color("a");
        for _ in 0..60 + random.below(80) {
            let mut entries = BTreeSet::new();
            while entries.len() < 3 {
                entries.insert(primary[random.below(18) as usize]);
            }
            let mut entries: Vec<Entry> = entries.into_iter().map(Entry::from).collect();
            if count > 0 {
                let item = secondary[random.below(count) as usize];
                let color = (round % 3 == 0 && random.below(2) == 0).then_some(color);
                entries.push(Entry { item, color });
            }
            builder.option(entries);
        }
        let problem = builder.build().unwrap();
        let branch = if round % 7 == 0 { Branch::First } else { Branch::Mrv };
        let mut reference = Vec::new();
        let outcome =
            Search::new(&problem).engine(Engine::Links).branch(branch.clone()).for_each(|solution| {
                reference.push(solution.steps().to_vec());
                ControlFlow::Continue(())
            });
        check_bits(&problem, &branch, &reference, outcome.nodes);
    }
}

/// Starting threads costs more than these trees, so fewer rounds; larger trees are in the golden tests.
#[test]
fn threads_agree_with_one_thread() {
    let mut random = Random::new(2);
    for round in 0..150 {
        let problem = random_problem(&mut random, Traits { colors: round % 2 == 1, bounds: round % 4 >= 2 });
        threads(&problem);
    }
}

#[test]
fn threads_agree_on_queens() {
    threads(&queens(8));
}

fn threads(problem: &Problem) {
    let mut reference = Vec::new();
    let one = Search::new(problem).engine(Engine::Links).for_each(|solution| {
        reference.push(solution.steps().to_vec());
        ControlFlow::Continue(())
    });
    for engine in trees() {
        for threads in [1, 2, 5] {
            let search = Search::new(problem).engine(engine).threads(threads);
            let outcome = search.count();
            assert_eq!((outcome.solutions, outcome.nodes), (one.solutions, one.nodes));
            assert_eq!(outcome.profile, one.profile);
            assert!(outcome.complete);
            if outcome.engine == Engine::Links {
                assert_eq!(outcome.updates, one.updates);
            }
            let mut unordered = Vec::new();
            search.for_each(|solution| {
                unordered.push(solution.steps().to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!(set(&unordered), set(&reference));
            let ordered = search.clone().ordered(true);
            let mut in_order = Vec::new();
            ordered.for_each(|solution| {
                in_order.push(solution.steps().to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!(in_order, reference);
            let mut stream = ordered.solutions();
            let streamed: Vec<_> = stream.by_ref().map(|solution| solution.steps().to_vec()).collect();
            assert_eq!(streamed, reference);
            assert!(stream.is_complete());
            let limited: Vec<_> =
                ordered.clone().limit(3).solutions().map(|solution| solution.steps().to_vec()).collect();
            assert_eq!(limited, reference[..reference.len().min(3)]);
        }
    }
}

#[test]
fn limits_and_stops_are_not_complete() {
    let problem = queens(8);
    for engine in trees() {
        for threads in [1, 2, 5] {
            let search = Search::new(&problem).engine(engine).threads(threads);
            for limit in [0, 1, 7, 91, 92] {
                let outcome = search.clone().limit(limit).count();
                assert_eq!((outcome.solutions, outcome.complete), (limit, false));
                let mut seen = 0;
                let outcome = search.clone().limit(limit).for_each(|_| {
                    seen += 1;
                    ControlFlow::Continue(())
                });
                assert_eq!((outcome.solutions, outcome.complete, seen), (limit, false, limit));
                let mut stream = search.clone().limit(limit).solutions();
                assert_eq!(stream.by_ref().count() as u64, limit);
                assert!(!stream.is_complete());
            }
            let outcome = search.clone().limit(93).count();
            assert_eq!((outcome.solutions, outcome.complete), (92, true));
            let broken = search.for_each(|_| ControlFlow::Break(()));
            assert_eq!((broken.solutions, broken.complete), (1, false));

            let monitor = Monitor::new();
            monitor.stop();
            let outcome = search.clone().monitor(&monitor).count();
            assert!(!outcome.complete && outcome.solutions < 92);
            let outcome = search.clone().monitor(&monitor).for_each(|_| ControlFlow::Continue(()));
            assert!(!outcome.complete);
        }
    }
}

/// A search that would take years must end when nobody wants its results, and when it is told to from outside.
#[test]
fn long_searches_end_when_asked() {
    let problem = queens(30);
    for threads in [1, 3] {
        for ordered in [false, true] {
            let search = Search::new(&problem).threads(threads).ordered(ordered);
            let mut stream = search.solutions();
            assert!(stream.next().is_some());
            assert!(!stream.is_complete());
            let monitor = Monitor::new();
            let outcome = std::thread::scope(|scope| {
                scope.spawn(|| {
                    while monitor.progress().nodes < 5000 {
                        std::thread::yield_now();
                    }
                    let progress = monitor.progress();
                    assert!(progress.done >= 0.0 && progress.done < 1.0);
                    monitor.stop();
                });
                search.clone().monitor(&monitor).count()
            });
            assert!(!outcome.complete && outcome.nodes >= 5000);
        }
    }
}

/// If a worker panics, so does the call, instead of waiting for a worker that is no more.
#[test]
fn a_panic_ends_the_team() {
    for threads in [1, 2, 5] {
        for visits in [false, true] {
            let (sender, ended) = channel();
            std::thread::spawn(move || {
                let problem = queens(30);
                let seen = AtomicU32::new(0);
                let mine = |_: &[OptionId]| {
                    assert_ne!(seen.fetch_add(1, Ordering::Relaxed), 20, "the mine goes off");
                    1
                };
                let job = Job { weigh: Some(&mine), ..Job::new(&problem) };
                let config = Config { threads, ..Config::default() };
                let result = catch_unwind(AssertUnwindSafe(|| {
                    let mut visit = |_: usize, _: &Solution| ControlFlow::Continue(());
                    let units = vec![Unit::whole(0)];
                    if visits {
                        run(&[job], units, &config, &Monitor::new(), Some(&mut visit))
                    } else {
                        run(&[job], units, &config, &Monitor::new(), None)
                    }
                }));
                sender.send(result.is_err()).unwrap();
            });
            assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Ok(true));
        }
    }
}

/// However a walk is cut into parts, walked in whatever order, each node and each solution is met once.
#[test]
fn parts_make_the_whole() {
    let mut random = Random::new(11);
    for round in 0..400 {
        let problem = random_problem(&mut random, Traits { colors: round % 2 == 1, bounds: round % 4 >= 2 });
        parts(&problem, &mut random);
    }
    parts(&queens(7), &mut random);
}

fn parts(problem: &Problem, random: &mut Random) {
    let ahead = Config { ahead: true, ..Config::default() };
    let configs = trees().map(|engine| Config { engine, ..Config::default() });
    for config in configs.chain([ahead]) {
        let whole = Search::with(problem, &config).count();
        let (mut nodes, mut found) = (0, Vec::new());
        let mut waiting = vec![Part::default()];
        while !waiting.is_empty() {
            let part = waiting.swap_remove(random.below(waiting.len() as u32) as usize);
            assert_eq!(part.to_string().parse(), Ok(part.clone()));
            let mut walk = Walk::of_part(problem, &config, &part).unwrap();
            for _ in 0..random.below(4) {
                if walk.step(random.below(9)) == Turn::Solution {
                    found.push(walk.solution().steps().to_vec());
                }
            }
            nodes += walk.nodes();
            waiting.extend(walk.left());
        }
        assert_eq!((nodes, set(&found).len() as u64), (whole.nodes, whole.solutions));
        assert!(Walk::of_part(problem, &config, &"1000000-1000001".parse().unwrap()).is_err());
    }
}

/// A search that is stopped says what is left; that and what was found are all, whoever goes on.
#[test]
fn what_is_left_can_be_done_elsewhere() {
    let problem = queens(9);
    let whole = Search::new(&problem).count();
    for threads in [1, 3] {
        for visits in [false, true] {
            let config = Config { threads, ordered: visits, ..Config::default() };
            let job = Job::new(&problem);
            let (mut sum, mut visited) = ((0, 0), 0);
            let mut units = vec![Unit::whole(0)];
            while !units.is_empty() {
                let monitor = Monitor::new();
                let mut visit = |_: usize, _: &Solution| {
                    visited += 1;
                    if visited % 40 == 0 {
                        monitor.stop();
                    }
                    ControlFlow::Continue(())
                };
                let outcome = std::thread::scope(|scope| {
                    if visits {
                        return run(&[job], units, &config, &monitor, Some(&mut visit));
                    }
                    scope.spawn(|| {
                        // What is left may be less than that, and over before anybody looks.
                        while monitor.progress().nodes < 2000 && !monitor.is_stopped() {
                            std::thread::yield_now();
                        }
                        monitor.stop();
                    });
                    let outcome = run(&[job], units, &config, &monitor, None);
                    monitor.stop();
                    outcome
                })
                .remove(0);
                sum = (sum.0 + outcome.solutions, sum.1 + outcome.nodes);
                assert_eq!(outcome.complete, outcome.left.is_empty());
                units = outcome.left.into_iter().map(|part| Unit { job: 0, part }).collect();
                for unit in &units {
                    assert_eq!(unit.to_string().parse(), Ok(unit.clone()));
                }
            }
            assert_eq!(sum, (whole.solutions, whole.nodes));
            assert_eq!(visited, if visits { whole.solutions } else { 0 });
        }
    }
}

/// Several problems at once, each with its own way to weigh, in order.
#[test]
fn jobs_are_kept_apart() {
    let problems = [queens(6), queens(8), queens(7)];
    let even = |options: &[OptionId]| 2 * u64::from(options.len().is_multiple_of(2));
    for threads in [1, 4] {
        let config = Config { threads, ordered: true, ..Config::default() };
        let jobs: Vec<Job<'_>> = problems
            .iter()
            .map(|problem| Job { weigh: Some(&even), share: 1.0 / 3.0, ..Job::new(problem) })
            .collect();
        let units: Vec<Unit> = (0..3).map(Unit::whole).collect();
        let monitor = Monitor::new();
        let mut order = Vec::new();
        let mut visit = |job: usize, _: &Solution| {
            order.push(job);
            ControlFlow::Continue(())
        };
        let outcomes = run(&jobs, units, &config, &monitor, Some(&mut visit));
        assert_eq!(outcomes.iter().map(|outcome| outcome.solutions).collect::<Vec<_>>(), [8, 184, 0]);
        assert_eq!(order, [vec![0; 4], vec![1; 92]].concat());
        assert!((monitor.progress().done - 1.0).abs() < 1e-9);
    }
}

/// The example of the tie between items of equal degree: dlx3 says `null b` before `null a`. Its nodes and updates are
/// compared where they are known, in `tests/sharp.rs`.
#[test]
fn ties_are_those_of_dlx3() {
    let text = "x y 0:2|a 0:3|b\nx b\ny b\n";
    let (problem, _) = dlx::read(0, text).unwrap();
    let mut nulls = Vec::new();
    Search::new(&problem).engine(Engine::Links).for_each(|solution| {
        nulls.extend(solution.steps().iter().filter(|step| step.option.is_none()).map(|step| step.item));
        ControlFlow::Continue(())
    });
    let names: Vec<&str> = nulls.iter().map(|&item| problem.name(item)).collect();
    assert_eq!(names, ["b", "a"]);
}

#[test]
fn progress_ends_at_one() {
    let problem = queens(8);
    for threads in [1, 4] {
        let monitor = Monitor::new();
        let outcome = Search::new(&problem).threads(threads).monitor(&monitor).count();
        let progress = monitor.progress();
        assert_eq!((progress.solutions, progress.nodes), (outcome.solutions, outcome.nodes));
        assert!((progress.done - 1.0).abs() < 1e-9);
        assert!(progress.positions.is_empty());
    }
}

#[test]
fn positions_have_a_short_form() {
    let position = [(4, 16), (1, 13), (36, 61), (62, 100)];
    assert_eq!(Progress::short(&position), "4g 1d AZ **");
}

#[test]
fn estimates_are_near_and_repeatable() {
    let problem = queens(8);
    let search = Search::new(&problem);
    let truth = search.count();
    let guess = search.estimate(20_000, 7);
    let links = search.clone().engine(Engine::Links);
    assert_eq!(guess, Estimate { work: guess.work, ..links.estimate(20_000, 7) });
    for search in [&search, &links] {
        let (guess, truth) = (search.estimate(20_000, 7), search.count());
        assert!((guess.work / truth.work as f64 - 1.0).abs() < 0.05, "{} {}", guess.work, truth.work);
    }
    assert_ne!(guess, search.estimate(20_000, 8));
    for (figure, truth) in [(guess.nodes, truth.nodes), (guess.solutions, truth.solutions)] {
        assert!((figure.mean - truth as f64).abs() < 4.0 * figure.error, "{figure:?} {truth}");
        assert!(figure.error < 0.05 * figure.mean);
    }
    let sum: f64 = guess.profile.iter().sum();
    assert!((sum - guess.nodes.mean).abs() < 1e-6 * sum);
}

#[test]
fn nothing_to_cover_is_one_empty_solution() {
    let mut builder = Problem::builder();
    builder.secondary("x");
    let problem = builder.build().unwrap();
    for engine in trees() {
        let outcome = Search::new(&problem).engine(engine).count();
        assert_eq!((outcome.solutions, outcome.nodes, outcome.complete), (1, 1, true));
    }
}
