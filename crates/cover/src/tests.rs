//! All engines, thread counts and ways to ask, against each other and against an oracle that shares nothing with them.

use crate::bits::lanes::{Lanes, Portable};
use crate::bits::{Bits, Layout, Narrowing};
use crate::random::Random;
use crate::tree::Tree;
use crate::walk::{Turn, WalkOf, Walker};
use crate::{
    Bounds, Branch, Color, Config, Engine, Entry, ItemId, Job, Monitor, OptionId, Part, Problem, Search,
    Unit, Walk, engine_used, run,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// Every solution as a sorted list of options, by trying all subsets in order and giving up as soon as something is covered too often.
pub(crate) fn oracle(problem: &Problem) -> BTreeSet<Vec<u32>> {
    fn extend(problem: &Problem, next: u32, chosen: &mut Vec<u32>, found: &mut BTreeSet<Vec<u32>>) {
        let uses = |item: ItemId| {
            let entries = chosen.iter().flat_map(|&option| problem.option(OptionId(option)));
            entries
                .filter(|entry| entry.item == item)
                .map(|entry| entry.color)
                .collect::<Vec<Option<Color>>>()
        };
        let clash = (0..problem.items() as u32).map(ItemId).any(|item| {
            let colors = uses(item);
            if problem.is_primary(item) {
                colors.len() > problem.bounds(item).high as usize
            } else {
                colors.len() > 1 && (colors[0].is_none() || colors.iter().any(|&color| color != colors[0]))
            }
        });
        if clash {
            return;
        }
        if next as usize == problem.options() {
            if problem.primaries().iter().all(|&item| uses(item).len() >= problem.bounds(item).low as usize) {
                found.insert(chosen.clone());
            }
            return;
        }
        extend(problem, next + 1, chosen, found);
        chosen.push(next);
        extend(problem, next + 1, chosen, found);
        chosen.pop();
    }
    let mut found = BTreeSet::new();
    extend(problem, 0, &mut Vec::new(), &mut found);
    found
}

/// What a random problem may contain.
#[derive(Clone, Copy)]
pub(crate) struct Traits {
    pub(crate) colors: bool,
    pub(crate) bounds: bool,
}

/// Few items and options, so that the oracle comes to an end, and every kind of oddity now and then.
pub(crate) fn random_problem(random: &mut Random, traits: Traits) -> Problem {
    let mut builder = Problem::builder();
    let (primary, secondary) = (random.below(7), random.below(5));
    let mut items = Vec::new();
    for at in 0..primary + secondary {
        // Sometimes a secondary item comes first.
        let is_primary = if random.below(8) == 0 { at >= secondary } else { at < primary };
        let bounds = if traits.bounds && random.below(2) == 0 {
            let high = 1 + random.below(3);
            Bounds { low: random.below(high + 1), high }
        } else {
            Bounds::ONCE
        };
        let name = format!("i{at}");
        let item = if is_primary { builder.primary(&name, bounds) } else { builder.secondary(&name) };
        items.push((item, is_primary));
    }
    let colors: Vec<_> = ["a", "b", "c", "d", "e"].iter().map(|name| builder.color(name)).collect();
    let palette = 1 + random.below(5);
    let mut options: Vec<Vec<Entry>> = Vec::new();
    for _ in 0..random.below(14) {
        if random.below(6) == 0 && !options.is_empty() {
            let again = options[random.below(options.len() as u32) as usize].clone();
            options.push(again);
            continue;
        }
        let density = 1 + random.below(4);
        let mut entries: Vec<Entry> = Vec::new();
        let mut has_primary = false;
        for &(item, is_primary) in &items {
            if random.below(6) < density {
                has_primary |= is_primary;
                let color = (traits.colors && !is_primary && random.below(3) > 0)
                    .then(|| colors[random.below(palette) as usize]);
                entries.push(Entry { item, color });
            }
        }
        for at in (1..entries.len()).rev() {
            entries.swap(at, random.below(at as u32 + 1) as usize);
        }
        if has_primary {
            options.push(entries);
        }
    }
    for entries in options {
        builder.option(entries);
    }
    builder.build().unwrap()
}

/// All solutions of a tree, and its nodes, in steps of all sizes.
fn collect(tree: impl Tree) -> (Vec<Vec<crate::Step>>, u64) {
    let mut walker = WalkOf::new(tree);
    let mut found = Vec::new();
    for budget in (0..5).cycle() {
        match walker.step(&mut { budget }, true) {
            Turn::Solution => {
                let mut steps = Vec::new();
                walker.steps(&mut steps);
                found.push(steps);
            }
            Turn::Pause => {}
            Turn::End => break,
        }
    }
    let stats = &walker.trail().stats;
    assert!((stats.done - 1.0).abs() < 1e-9, "the parts of the tree add up");
    assert_eq!(stats.profile.iter().sum::<u64>(), stats.nodes);
    assert!(walker.trail().left().is_empty());
    (found, stats.nodes)
}

fn set(solutions: &[Vec<crate::Step>]) -> BTreeSet<Vec<u32>> {
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
fn check_bits(problem: &Problem, branch: &Branch, reference: &[Vec<crate::Step>], nodes: u64) {
    if let Some(layout) = Layout::new(problem) {
        assert_eq!(engine_used(problem, &Config::default()), Engine::Bits);
        // Any width that is enough will do, whether it changes on the way or not, and all kinds of lanes must agree.
        for settings in
            [(0, Narrowing::Usual), (3, Narrowing::Never), (2, Narrowing::Always), (16, Narrowing::Always)]
        {
            let expected = (reference.to_vec(), nodes);
            check_lanes(problem, &layout, Portable, (branch, settings), &expected);
            #[cfg(target_arch = "x86_64")]
            {
                use crate::bits::lanes::Avx2;
                if let Some(lanes) = Avx2::detect() {
                    check_lanes(problem, &layout, lanes, (branch, settings), &expected);
                }
            }
        }
    }
}

/// All kinds of lanes count alike, however many rows there are.
#[cfg(target_arch = "x86_64")]
#[test]
fn lanes_count_alike() {
    use crate::bits::lanes::{Avx2, Lanes};
    use crate::bits::{List, Planes};
    let mut random = Random::new(5);
    for len in 0..128 {
        // Behind the rows there are ones.
        let list = List { base: 2, stride: len + 16, len };
        let mut arena = vec![u32::MAX; list.base + 3 * list.stride];
        for at in (0..3 * len).map(|number| list.base + number / len * list.stride + number % len) {
            arena[at] = random.below(u32::MAX) | random.below(u32::MAX);
        }
        let expected: Planes<3, 7> = Portable.count(&arena, list);
        if let Some(lanes) = Avx2::detect() {
            assert_eq!(lanes.count::<3, 7>(&arena, list), expected, "{len} rows");
        }
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

fn check_lanes(
    problem: &Problem,
    layout: &Layout,
    lanes: impl Lanes,
    (branch, settings): (&Branch, (usize, Narrowing)),
    expected: &(Vec<Vec<crate::Step>>, u64),
) {
    assert_eq!(&collect(Bits::new(problem, layout, lanes, branch, settings)), expected);
    // Who only counts does not know which options they are.
    let nameless = layout.clone().nameless();
    let (found, nodes) = collect(Bits::new(problem, &nameless, lanes, branch, settings));
    assert_eq!((found.len(), nodes), (expected.0.len(), expected.1));
}

/// Who looks ahead walks another tree, whatever the lanes, and finds the same.
#[test]
fn looking_ahead_keeps_the_solutions() {
    let mut random = Random::new(21);
    let (mut nodes_before, mut nodes_after) = (0, 0);
    for round in 0..6000 {
        let problem = random_problem(&mut random, Traits { colors: round % 2 == 1, bounds: false });
        let branch = if round % 5 == 0 { Branch::First } else { Branch::Mrv };
        let layout = Layout::new(&problem).unwrap();
        for from in [0, 3] {
            let tree =
                |settings| Bits::new(&problem, &layout, Portable, &branch, settings).looking_ahead(from);
            let ahead = collect(tree((0, Narrowing::Usual)));
            assert_eq!(set(&ahead.0), oracle(&problem));
            assert_eq!(collect(tree((2, Narrowing::Always))), ahead);
            #[cfg(target_arch = "x86_64")]
            {
                use crate::bits::lanes::Avx2;
                let usual = (0, Narrowing::Usual);
                if let Some(lanes) = Avx2::detect() {
                    let tree = Bits::new(&problem, &layout, lanes, &branch, usual);
                    assert_eq!(collect(tree.looking_ahead(from)), ahead);
                }
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

/// Rows and columns primary, diagonals secondary.
pub(crate) fn queens(n: u32) -> Problem {
    let mut builder = Problem::builder();
    let rows: Vec<_> = (0..n).map(|at| builder.primary(&format!("r{at}"), Bounds::ONCE)).collect();
    let columns: Vec<_> = (0..n).map(|at| builder.primary(&format!("c{at}"), Bounds::ONCE)).collect();
    let up: Vec<_> = (0..2 * n - 1).map(|at| builder.secondary(&format!("a{at}"))).collect();
    let down: Vec<_> = (0..2 * n - 1).map(|at| builder.secondary(&format!("b{at}"))).collect();
    for r in 0..n as usize {
        for c in 0..n as usize {
            let entries = [rows[r], columns[c], up[r + c], down[r + n as usize - 1 - c]];
            builder.option(entries.map(Entry::from));
        }
    }
    builder.build().unwrap()
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
                    let mut visit = |_: usize, _: &crate::Solution| ControlFlow::Continue(());
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
                let mut visit = |_: usize, _: &crate::Solution| {
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
        let mut visit = |job: usize, _: &crate::Solution| {
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
    let (problem, _) = crate::dlx::read(0, text).unwrap();
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
    assert_eq!(crate::Progress::short(&position), "4g 1d AZ **");
}

#[test]
fn estimates_are_near_and_repeatable() {
    let problem = queens(8);
    let search = Search::new(&problem);
    let truth = search.count();
    let guess = search.estimate(20_000, 7);
    let links = search.clone().engine(Engine::Links);
    assert_eq!(guess, crate::Estimate { work: guess.work, ..links.estimate(20_000, 7) });
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
