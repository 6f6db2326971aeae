//! The frontier against the oracle and the other engines.

use crate::problems::{Traits, oracle, random_problem};
use polydlx_cover::{
    Aim, Allowance, Best, BigUint, Bounds, Config, Digest, Engine, Frontier, ItemId, Job, Keeper, Monitor,
    OptionId, Part, Problem, Random, Refusal, Search, States, Total, Unit, Zdd, run,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

#[test]
fn random_problems_have_the_solutions_that_the_oracle_finds() {
    let mut random = Random::new(5);
    for number in 0..4000 {
        let traits = Traits { colors: number % 2 == 0, bounds: number % 4 < 2 };
        let problem = random_problem(&mut random, traits);
        let expected = oracle(&problem);
        let tally = Frontier::new(&problem).threads(1 + number % 2).count().unwrap();
        assert_eq!(tally.solutions, BigUint::from(expected.len()), "{problem:?}");
        let diagram = Frontier::new(&problem).diagram().unwrap();
        assert_eq!(diagram.solutions(), tally.solutions);
        let mut found = BTreeSet::new();
        let flow = diagram.for_each(|solution| {
            let mut solution: Vec<u32> = solution.iter().map(|option| option.0).collect();
            solution.sort_unstable();
            assert!(found.insert(solution), "a solution came twice");
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        assert_eq!(found, expected);
        let monitor = Monitor::new();
        let zdd = diagram.zdd(1 << 20, &monitor).unwrap();
        assert_eq!(zdd.count(&monitor).unwrap(), tally.solutions);
        assert!(zdd.holds_for(&problem));
        let unknown = Zdd::read(0, "2: (~1000?0:1)\n3: (~0?2:2)\n", &monitor).unwrap();
        assert!(!unknown.holds_for(&problem));
        let mut text = String::new();
        zdd.write(&mut text).unwrap();
        let again = Zdd::read(0, &text, &monitor).unwrap();
        assert_eq!(again.nodes(), zdd.nodes());
    }
}

#[test]
fn sweeps_find_the_best_solutions() {
    let mut random = Random::new(16);
    let (mut limited, mut refused, mut several) = (0, 0, 0);
    for case in 0..6000 {
        let traits = Traits { colors: case % 2 == 0, bounds: case % 4 < 2 };
        let problem = random_problem(&mut random, traits);
        let most = [1, 3, 20, 1_000_000][random.below(4) as usize];
        let costs: Vec<u64> = problem.option_ids().map(|_| u64::from(random.below(most))).collect();
        let problem = problem.with_costs(costs.clone());
        let solutions = oracle(&problem);
        let number = 1 + random.below(5) as usize;
        for aim in [Aim::Cheapest, Aim::Dearest, Aim::Minimax] {
            let cost = |solution: &Vec<u32>| {
                let costs = solution.iter().map(|&option| costs[option as usize]);
                if aim == Aim::Minimax { costs.max().unwrap_or(0) } else { costs.sum() }
            };
            let mut expected: Vec<u64> = solutions.iter().map(cost).collect();
            expected.sort_unstable();
            if aim == Aim::Dearest {
                expected.reverse();
            }
            several += usize::from(expected.len() > number);
            expected.truncate(number);
            // With little memory the states do not fit; but what is known by then must be true.
            let memory = if case % 5 == 0 { 1 << 8 } else { 1 << 20 };
            let frontier = Frontier::new(&problem).memory(memory).few([1, 2]);
            let Best { limit, found } = frontier.best(number, aim);
            if let Some(limit) = limit {
                limited += 1;
                let last = *expected.last().unwrap();
                assert_eq!(expected.len(), number);
                assert!(if aim == Aim::Dearest { limit <= last } else { limit >= last }, "{problem:?}");
            }
            let Ok(found) = found else {
                assert_eq!(case % 5, 0);
                refused += 1;
                continue;
            };
            assert_eq!(
                found.iter().map(|(cost, _)| *cost).collect::<Vec<_>>(),
                expected,
                "{problem:?} {aim:?}"
            );
            let mut different = BTreeSet::new();
            for (value, options) in found {
                let mut options: Vec<u32> = options.iter().map(|option| option.0).collect();
                options.sort_unstable();
                assert!(solutions.contains(&options));
                assert_eq!(cost(&options), value);
                assert!(different.insert(options), "a solution came twice");
            }
        }
    }
    assert!(limited > 100 && refused > 100 && several > 500, "{limited} {refused} {several}");
}

#[test]
fn sweeps_know_how_many_solutions_have_which_cost() {
    let mut random = Random::new(6);
    let mut ways = BTreeSet::new();
    for number in 0..3000 {
        let traits = Traits { colors: number % 2 == 0, bounds: number % 4 < 2 };
        let problem = random_problem(&mut random, traits);
        // Some have few costs, some have costs with a common divisor, some cost much.
        let (most, unit) = [(2, 1), (10, 1), (4, 7), (3, 1 << 60)][random.below(4) as usize];
        let costs: Vec<u64> = problem.option_ids().map(|_| u64::from(random.below(most)) * unit).collect();
        let problem = problem.with_costs(costs.clone());
        for total in [Total::Sum, Total::Greatest] {
            let mut expected: BTreeMap<u64, BigUint> = BTreeMap::new();
            for solution in oracle(&problem) {
                let cost = solution.iter().fold(0, |sum, &option| total.add(sum, costs[option as usize]));
                *expected.entry(cost).or_default() += 1u32;
            }
            let frontier = Frontier::new(&problem);
            match frontier.costs(total) {
                Err(Refusal::TooLarge) => {
                    assert_eq!((unit, frontier.sweeps(total)), (1 << 60, usize::MAX));
                    continue;
                }
                found => assert_eq!(found.unwrap(), expected, "{problem:?} {costs:?}"),
            }
            ways.insert((frontier.sweeps(total).min(20), expected.len().min(9)));
        }
    }
    assert!(ways.len() > 50, "{ways:?}");
}

/// The number of tilings by so many upright dominoes is more than fits into a word, and few costs are apart.
#[test]
fn costs_of_many_solutions() {
    let problem = dominoes(10, 12);
    let upright = |option: &OptionId| {
        let [a, b] = [0, 1].map(|at| problem.option(*option)[at].item.0);
        u64::from(a.abs_diff(b) > 1)
    };
    let costs: Vec<u64> = problem.option_ids().map(|option| upright(&option)).collect();
    let problem = problem.with_costs(costs.clone());
    let frontier = Frontier::new(&problem);
    let monitor = Monitor::new();
    let table = frontier.costs(Total::Sum).unwrap();
    let zdd = frontier.zdd().unwrap();
    let cost = |option: OptionId| costs[option.0 as usize];
    assert_eq!(table, zdd.costs(cost, Total::Sum, 1 << 24, &monitor).unwrap());
    assert_eq!(table.values().sum::<BigUint>(), frontier.count().unwrap().solutions);
    assert_eq!(zdd.costs(cost, Total::Sum, 1 << 10, &monitor), Err(Refusal::Memory));
    assert_eq!(frontier.diagram().unwrap().zdd(1 << 10, &monitor).err(), Some(Refusal::Memory));
    monitor.stop();
    assert_eq!(zdd.costs(cost, Total::Sum, 1 << 24, &monitor), Err(Refusal::Stopped));
    let stopped = Frontier::with(&problem, &Config::default(), &monitor);
    assert_eq!(stopped.costs(Total::Greatest), Err(Refusal::Stopped));
}

/// Dominoes on a rectangle with `rows` rows and `columns` columns.
fn dominoes(rows: u32, columns: u32) -> Problem {
    let mut builder = Problem::builder();
    let cells: Vec<ItemId> =
        (0..rows * columns).map(|cell| builder.primary(&format!("c{cell}"), Bounds::ONCE)).collect();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let cell = |row: u32, column: u32| cells[(row * columns + column) as usize].into();
        if row + 1 < rows {
            builder.option([cell(row, column), cell(row + 1, column)]);
        }
        if column + 1 < columns {
            builder.option([cell(row, column), cell(row, column + 1)]);
        }
    }
    builder.build().unwrap()
}

/// Fixed pieces of random cells that must all be used, on a rectangle: many shapes, many sets.
fn pieces(random: &mut Random, rows: u32, columns: u32, number: u32) -> Problem {
    let mut builder = Problem::builder();
    let cells: Vec<ItemId> =
        (0..rows * columns).map(|cell| builder.primary(&format!("c{cell}"), Bounds::ONCE)).collect();
    for piece in 0..number {
        let item = builder.primary(&format!("p{piece}"), Bounds::ONCE);
        let shape = match random.below(3) {
            0 => vec![(0, 0), (0, 1)],
            1 => vec![(0, 0), (1, 0)],
            _ => vec![(0, 0), (1, 1)],
        };
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let inside = |&(down, right): &(u32, u32)| row + down < rows && column + right < columns;
            if shape.iter().all(inside) {
                let cell = |&(down, right): &(u32, u32)| {
                    cells[((row + down) * columns + column + right) as usize].into()
                };
                builder.option(shape.iter().map(cell).chain([item.into()]));
            }
        }
    }
    builder.build().unwrap()
}

#[test]
fn numbers_grow_as_wide_as_they_must() {
    let count =
        |rows, columns| Frontier::new(&dominoes(rows, columns)).count().unwrap().solutions.to_string();
    assert_eq!(count(8, 8), "12988816");
    assert_eq!(count(16, 16), "2444888770250892795802079170816");
    // Fibonacci numbers, as wide as they come: number 1001 has 209 digits.
    let (mut a, mut b) = (BigUint::from(0u32), BigUint::from(1u32));
    for _ in 0..1000 {
        (a, b) = (b.clone(), a + b);
    }
    assert_eq!(count(2, 1000), b.to_string());
    assert_eq!(Frontier::new(&dominoes(2, 9000)).count(), Err(Refusal::TooLarge));
    let diagram = Frontier::new(&dominoes(2, 1000)).diagram().unwrap();
    assert_eq!(diagram.solutions(), b);
    assert_eq!(diagram.sample(3, 1).count(), 3);
}

#[test]
fn little_memory_costs_time_but_not_the_answer() {
    let mut random = Random::new(11);
    let (mut split, mut refused) = (0, 0);
    for _ in 0..8 {
        let problem = pieces(&mut random, 2, 14, 14);
        let expected = Search::new(&problem).count().solutions;
        let plenty = Frontier::new(&problem).count().unwrap();
        assert_eq!(plenty.solutions, expected.into());
        for kilobytes in [1, 20, 30, 40, 60, 80, 120, 160, 240] {
            match Frontier::new(&problem).memory(kilobytes << 10).count() {
                Ok(tally) => {
                    assert_eq!(tally.solutions, expected.into());
                    assert!(8 * tally.peak <= kilobytes << 10);
                    split += u32::from(tally.states > plenty.states);
                }
                Err(refusal) => {
                    assert_eq!(refusal, Refusal::Memory);
                    refused += 1;
                }
            }
        }
    }
    assert!(split > 8 && refused > 8, "{split} split, {refused} refused");
}

/// A few states that do not fit are split until each is alone; what still does not fit is refused.
#[test]
fn next_to_no_memory_is_no_trap() {
    let mut builder = Problem::builder();
    let cells = ["a", "b", "c", "d"].map(|name| builder.secondary(name));
    let pieces = [("T", 1, 2), ("E", 0, 1), ("g", 1, 1)]
        .map(|(name, low, high)| builder.primary(name, Bounds { low, high }));
    for piece in pieces {
        for cell in cells {
            builder.option([piece.into(), cell.into()]);
        }
    }
    let problem = builder.build().unwrap();
    let expected = Search::new(&problem).count().solutions;
    for memory in (100..6000).step_by(50) {
        match Frontier::new(&problem).memory(memory).count() {
            Ok(tally) => assert_eq!(tally.solutions, expected.into(), "{memory}"),
            Err(refusal) => assert_eq!(refusal, Refusal::Memory, "{memory}"),
        }
    }
}

/// What is split costs more, and who pays for a sweep is told when parts of it are done.
#[test]
fn split_states_are_paid_for() {
    let mut random = Random::new(11);
    let mut refused = 0;
    for _ in 0..8 {
        let problem = pieces(&mut random, 2, 14, 14);
        let plenty = Frontier::new(&problem).count().unwrap();
        // The forecast of what comes may be several times too much.
        let budget = 16.0 * plenty.states as f64;
        let allowance = Allowance { budget, way: 0.0, pass: 0.0, state: 1.0 };
        let allowed = || Frontier::new(&problem).allow(allowance);
        let prepared = Frontier::new(&problem).prepare().unwrap();
        assert_eq!(allowed().count_from(&prepared).unwrap().states, plenty.states);
        for kilobytes in [30, 40, 60, 80, 120] {
            let Ok(tally) = Frontier::new(&problem).memory(kilobytes << 10).count() else { continue };
            match allowed().memory(kilobytes << 10).count_from(&prepared) {
                Ok(same) => assert_eq!(same.solutions, tally.solutions),
                Err(refusal) => {
                    assert!(
                        matches!(refusal, Refusal::Work(_)) && tally.states > plenty.states,
                        "{refusal:?}"
                    );
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 2, "{refused}");
}

#[test]
fn work_is_limited() {
    let problem = dominoes(8, 8);
    let states = Frontier::new(&problem).count().unwrap().states;
    let allow = |budget: f64| Allowance { budget, way: 10.0, pass: 0.0, state: 1.0 };
    assert!(Frontier::new(&problem).allow(allow(1000.0 * states as f64)).count().is_ok());
    let refused = Frontier::new(&problem).allow(allow(states as f64)).count();
    assert!(matches!(refused, Err(Refusal::Work(_))), "{refused:?}");
}

/// The 0.1 per mille point of the chi-square distribution, about (Wilson and Hilferty).
fn unlikely(freedom: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom);
    freedom * (1.0 - part + 3.719 * part.sqrt()).powi(3)
}

#[test]
fn samples_are_uniform() {
    // 36 tilings of the 4 by 4 square, and problems with pieces.
    let mut random = Random::new(3);
    let mut problems = vec![dominoes(4, 4), dominoes(3, 6)];
    problems.extend((0..30).map(|_| pieces(&mut random, 3, 4, 6)));
    let mut tested = 0;
    for problem in &problems {
        let diagram = Frontier::new(problem).diagram().unwrap();
        let solutions: u64 = diagram.solutions().try_into().unwrap();
        if !(2..=200).contains(&solutions) {
            continue;
        }
        let draws = 200 * solutions;
        let mut seen: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        for solution in diagram.sample(draws, 42) {
            assert!(problem.is_solution(&solution));
            *seen.entry(solution.iter().map(|option| option.0).collect()).or_default() += 1;
        }
        assert_eq!(seen.len() as u64, solutions);
        let square = |&times: &u64| (times as f64 - 200.0).powi(2) / 200.0;
        let chi: f64 = seen.values().map(square).sum();
        assert!(chi < unlikely((solutions - 1) as f64), "{chi} for {solutions} solutions");
        tested += 1;
    }
    assert!(tested > 5, "only {tested} problems had few solutions");
}

#[test]
fn samples_without_a_diagram_are_uniform_too() {
    let problem = dominoes(4, 4);
    for memory in [1 << 20, 1] {
        let mut seen: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        let outcome = Search::new(&problem).memory(memory).sample(7200, 9, |solution| {
            let mut options: Vec<u32> = solution.options().map(|option| option.0).collect();
            options.sort_unstable();
            *seen.entry(options).or_default() += 1;
            ControlFlow::Continue(())
        });
        assert_eq!((outcome.solutions, outcome.complete), (7200, true));
        assert_eq!(seen.len(), 36);
        let chi: f64 = seen.values().map(|&times| (times as f64 - 200.0).powi(2) / 200.0).sum();
        assert!(chi < unlikely(35.0), "{chi}");
    }
}

/// The digest of all solutions, by an oracle.
fn digest(problem: &Problem) -> Digest {
    let product =
        |solution: &Vec<u32>| solution.iter().map(|&option| problem.mark(OptionId(option))).product();
    oracle(problem).iter().map(product).sum::<Digest>()
}

fn marks(problem: &Problem) -> Vec<Digest> {
    problem.option_ids().map(|option| problem.mark(option)).collect()
}

#[test]
fn digests_are_those_of_the_oracle_for_every_engine() {
    let mut random = Random::new(17);
    let traits = [(false, false), (true, false), (false, true), (true, true)];
    let traits = traits.map(|(colors, bounds)| Traits { colors, bounds });
    let mut with_solutions = 0;
    for round in 0..1200 {
        let problem = random_problem(&mut random, traits[round % 4]);
        let expected = digest(&problem);
        with_solutions += u32::from(expected != Digest::ZERO);
        let marks = marks(&problem);
        let sign = |options: &[OptionId]| options.iter().map(|option| marks[option.0 as usize]).product();
        for engine in [Engine::Links, Engine::Bits] {
            let config = Config { engine, threads: 1 + round % 3, ..Config::default() };
            let job = Job { sign: Some(&sign), ..Job::new(&problem) };
            let outcomes = run(&[job], vec![Unit::whole(0)], &config, &Monitor::new(), None);
            assert_eq!(outcomes[0].digest, Some(expected), "{round}");
        }
        let frontier = Frontier::new(&problem).marks(&marks).threads(1 + round % 2);
        let Ok(prepared) = frontier.prepare() else { continue };
        assert_eq!(frontier.count_from(&prepared).unwrap().digest, Some(expected), "{round}");
        let parts = 1 + random.below(5);
        let tallies = (0..parts).map(|part| Part::share(parts, part..part + 1));
        let tallies = tallies.map(|part| frontier.count_part(&prepared, &part).unwrap());
        let sum: Digest = tallies.map(|tally| tally.digest.unwrap()).sum();
        assert_eq!(sum, expected, "{round}: {parts} parts");
    }
    assert!(with_solutions > 300, "{with_solutions}");
}

#[test]
fn parts_of_a_sweep_add_up() {
    let mut random = Random::new(5);
    let problems = [dominoes(8, 8), dominoes(4, 30), pieces(&mut random, 4, 6, 12)];
    for problem in &problems {
        let marks = marks(problem);
        let frontier = Frontier::new(problem).marks(&marks);
        let prepared = frontier.prepare().unwrap();
        let whole = frontier.count_from(&prepared).unwrap();
        for parts in [1, 2, 3, 7, 64, 500] {
            let (mut solutions, mut sum) = (BigUint::default(), Digest::ZERO);
            let mut first = 0;
            while first < parts {
                let end = parts.min(first + 1 + random.below(3));
                let tally = frontier.count_part(&prepared, &Part::share(parts, first..end)).unwrap();
                (solutions, sum) = (solutions + tally.solutions, sum + tally.digest.unwrap());
                first = end;
            }
            assert_eq!((solutions, Some(sum)), (whole.solutions.clone(), whole.digest), "{parts} parts");
        }
    }
}

/// Keeps states at every layer, and stops the sweep when it has kept them so many times.
struct Stopper {
    monitor: Monitor,
    left: AtomicU32,
    lines: Mutex<Vec<String>>,
}

impl Keeper for Stopper {
    fn is_due(&self, _: bool) -> bool {
        true
    }

    fn keep(&self, states: &States<'_>) {
        let mut lines = Vec::new();
        let mut keep = |line: &str| {
            lines.push(line.to_owned());
            Ok(())
        };
        states.write(&mut keep).unwrap();
        *self.lines.lock().unwrap() = lines;
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.monitor.stop();
        }
    }

    fn kept(&self) -> Option<Box<dyn Iterator<Item = String>>> {
        let lines = self.lines.lock().unwrap().clone();
        (!lines.is_empty()).then(|| Box::new(lines.into_iter()) as _)
    }
}

#[test]
fn a_sweep_goes_on_from_the_states_that_were_kept() {
    let mut random = Random::new(9);
    // The numbers of the second become wider than 64 bits, and the third is split because there is little memory.
    let mut problems = vec![dominoes(8, 8), dominoes(6, 40), pieces(&mut random, 4, 6, 12)];
    let traits = Traits { colors: true, bounds: true };
    problems.extend((0..20).map(|_| random_problem(&mut random, traits)));
    let mut stops = 0;
    for (number, problem) in problems.iter().enumerate() {
        let marks = marks(problem);
        let Ok(prepared) = Frontier::new(problem).prepare() else { continue };
        let little = prepared.bytes() + 64 * prepared.shapes() + (1 << 13);
        for (part, memory) in
            [(Part::default(), 1 << 30), (Part::share(3, 1..2), 1 << 30), (Part::default(), little)]
        {
            let frontier = Frontier::new(problem).marks(&marks).memory(memory);
            let Ok(expected) = frontier.count_part(&prepared, &part) else { continue };
            let mut lines = Vec::new();
            let tally = loop {
                let monitor = Monitor::new();
                let left = AtomicU32::new(2 + random.below(9));
                let stopper = Stopper { monitor: monitor.clone(), left, lines: Mutex::new(lines) };
                let config = Config { memory, ..Config::default() };
                let frontier = Frontier::with(problem, &config, &monitor).marks(&marks).keeper(&stopper);
                match frontier.count_part(&prepared, &part) {
                    Ok(tally) => break tally,
                    Err(refusal) => assert_eq!(refusal, Refusal::Stopped),
                }
                stops += 1;
                lines = stopper.lines.into_inner().unwrap();
            };
            let found = (tally.solutions, tally.digest);
            assert_eq!(found, (expected.solutions, expected.digest), "{number}: {part}, {memory}");
        }
    }
    assert!(stops > 100, "{stops}");
}

#[test]
fn states_of_another_sweep_are_not_gone_on_from() {
    let [one, other] = [dominoes(4, 8), dominoes(6, 4)];
    let stopper = |lines: Vec<String>| Stopper {
        monitor: Monitor::new(),
        left: AtomicU32::new(5),
        lines: Mutex::new(lines),
    };
    let stopped = stopper(Vec::new());
    let counted = Frontier::with(&one, &Config::default(), &stopped.monitor).keeper(&stopped).count();
    assert_eq!(counted, Err(Refusal::Stopped));
    let lines = stopped.lines.into_inner().unwrap();
    for lines in [vec!["sweep".to_owned()], lines[..lines.len() - 1].to_vec(), lines] {
        let count =
            Frontier::new(&other).keeper(&Stopper { left: AtomicU32::new(99), ..stopper(lines) }).count();
        assert_eq!(count.unwrap().solutions, 281u32.into());
    }
}

/// A problem on a rectangle that is its own mirror image, upside down: random options, and their images. The first pieces
/// are their own images, the others come in pairs; some need not be used. And the permutation of the items.
fn mirrored(random: &mut Random, rows: u32, columns: u32) -> (Problem, Vec<u32>) {
    let mut builder = Problem::builder();
    let mut items = Vec::new();
    for cell in 0..rows * columns {
        let name = format!("c{cell}");
        // The image of an optional cell must be optional, too.
        let is_optional = columns > 4 && cell % columns == 1;
        items.push(if is_optional { None } else { Some(builder.primary(&name, Bounds::ONCE)) });
    }
    let (single, pairs) = (random.below(4), 1 + random.below(3));
    let mut pieces: Vec<ItemId> = Vec::new();
    for orbit in 0..single + pairs {
        // Most of them take a bit; those that are counted may not change places.
        let bounds = [
            Bounds::ONCE,
            Bounds { low: 0, high: 1 },
            Bounds { low: 0, high: 1 },
            Bounds { low: 0, high: 2 },
        ];
        let bounds = bounds[random.below(4) as usize];
        for _ in 0..if orbit < single { 1 } else { 2 } {
            pieces.push(builder.primary(&format!("p{}", pieces.len()), bounds));
        }
    }
    let cells: Vec<ItemId> = (0..rows * columns)
        .map(|cell| items[cell as usize].unwrap_or_else(|| builder.secondary(&format!("c{cell}"))))
        .collect();
    let flipped = |cell: u32| (rows - 1 - cell / columns) * columns + cell % columns;
    let twin = |piece: u32| if piece < single { piece } else { single + ((piece - single) ^ 1) };
    for _ in 0..20 + random.below(60) {
        let (row, column) = (random.below(rows), random.below(columns));
        let shape: &[(u32, u32)] = match random.below(5) {
            0 => &[(0, 0)],
            1 => &[(0, 0), (0, 1)],
            2 => &[(0, 0), (1, 0)],
            3 => &[(0, 0), (1, 0), (1, 1)],
            _ => &[(0, 0), (0, 1), (1, 1), (1, 2)],
        };
        if !shape.iter().all(|(down, right)| row + down < rows && column + right < columns) {
            continue;
        }
        let covered: Vec<u32> =
            shape.iter().map(|(down, right)| (row + down) * columns + column + right).collect();
        let piece = random.below(pieces.len() as u32);
        let option = |cell: &dyn Fn(u32) -> u32, piece: u32| {
            let mut option: Vec<polydlx_cover::Entry> =
                covered.iter().map(|&c| cells[cell(c) as usize].into()).collect();
            option.push(pieces[piece as usize].into());
            option
        };
        builder.option(option(&|cell| cell, piece));
        builder.option(option(&flipped, twin(piece)));
    }
    let problem = builder.build().unwrap();
    let mut mirror: Vec<u32> = (0..problem.items() as u32).collect();
    for cell in 0..rows * columns {
        mirror[cells[cell as usize].0 as usize] = cells[flipped(cell) as usize].0;
    }
    for (piece, item) in pieces.iter().enumerate() {
        mirror[item.0 as usize] = pieces[twin(piece as u32) as usize].0;
    }
    (problem, mirror)
}

#[test]
fn symmetries_change_the_work_and_not_the_answer() {
    let mut random = Random::new(77);
    let (mut fewer, mut some) = (0, 0);
    for number in 0..1500 {
        let (rows, columns) = (2 + random.below(3), 3 + random.below(5));
        let (problem, mirror) = mirrored(&mut random, rows, columns);
        let plain = Frontier::new(&problem).count().unwrap();
        // What is no symmetry does no harm.
        let mut wrong = mirror.clone();
        wrong.swap(0, random.below(mirror.len() as u32) as usize);
        let symmetries = [(0..mirror.len() as u32).collect(), wrong, mirror[1..].to_vec(), mirror];
        let symmetries = symmetries.each_ref().map(|items: &Vec<u32>| &items[..]);
        let folded = Frontier::new(&problem).symmetries(&symmetries);
        let tally = folded.clone().threads(1 + number % 2).count().unwrap();
        assert_eq!(tally.solutions, plain.solutions, "{problem:?}");
        let links = Search::with(&problem, &Config { engine: Engine::Links, ..Config::default() }).count();
        assert_eq!(tally.solutions, links.solutions.into(), "{problem:?}");
        assert!(tally.shapes <= plain.shapes);
        fewer += u32::from(tally.shapes < plain.shapes);
        some += u32::from(tally.solutions > BigUint::from(1u32));
        // Digests are those of all solutions, with symmetries and without.
        let prepared = folded.prepare().unwrap();
        let marks = marks(&problem);
        let expected = Frontier::new(&problem).marks(&marks).count().unwrap().digest;
        let signed = folded.clone().marks(&marks);
        assert_eq!(signed.count_from(&prepared).unwrap().digest, expected);
        assert_eq!(signed.count().unwrap().digest, expected);
        // Parts of a folded sweep add up.
        let part = |part| folded.count_part(&prepared, &Part::share(3, part..part + 1)).unwrap().solutions;
        assert_eq!((0..3).map(part).sum::<BigUint>(), plain.solutions);
        assert_eq!(folded.diagram().unwrap().solutions(), plain.solutions);
    }
    assert!(fewer > 150 && some > 500, "{fewer} {some}");
}

/// Pieces that are used once each, and fill a box: whatever the memory, and wherever both sides meet.
#[test]
fn both_ends_of_a_sweep_meet() {
    let mut random = Random::new(12);
    let (mut met, mut split, mut some) = (0, 0, 0);
    for number in 0..60 {
        // Fewer pieces are not worth a second side.
        let (rows, columns) = (3 + random.below(2), 6);
        let problem = pieces(&mut random, rows, columns, rows * columns / 2);
        let expected = BigUint::from(Search::new(&problem).count().solutions);
        let prepared = Frontier::new(&problem).prepare().unwrap();
        // Digests are carried from the beginning to the end.
        let marks = marks(&problem);
        let whole = Frontier::new(&problem).marks(&marks).count().unwrap();
        assert_eq!(whole.solutions, expected, "{problem:?}");
        for by in [1 << 30, 1 << 16, 1 << 14, 1 << 13, 1 << 12, 1 << 11] {
            let memory = prepared.bytes() + by;
            match Frontier::new(&problem).memory(memory).threads(1 + number % 2).count_from(&prepared) {
                Ok(tally) => {
                    assert_eq!(tally.solutions, expected, "{memory}: {problem:?}");
                    met += u32::from(tally.states < whole.states);
                    split += u32::from(by < 1 << 30 && tally.states > whole.states);
                }
                Err(refusal) => assert_eq!(refusal, Refusal::Memory),
            }
        }
        some += u32::from(expected > BigUint::from(0u32));
    }
    assert!(met > 50 && split > 50 && some > 8, "{met} {split} {some}");
}
