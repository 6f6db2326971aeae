//! Pruned problems have the solutions that they had; what goes does not depend on the order of the options.

use crate::problems::{Traits, oracle, random_problem};
use polydlx_cover::{Bounds, Entry, Monitor, OptionId, Problem, Pruning, Random, Rules};
use std::collections::BTreeSet;

const ALL: [Rules; 3] =
    [Rules { area: true, ..Rules::NONE }, Rules { blocking: true, ..Rules::NONE }, Rules::ALL];

/// Solutions as sets of options of the whole problem.
fn solutions_left(problem: &Problem, pruning: &Pruning<'_>) -> BTreeSet<Vec<u32>> {
    let (pruned, options) = pruning.problem();
    let whole = |solution: Vec<u32>| solution.iter().map(|&option| options[option as usize].0).collect();
    let found: BTreeSet<Vec<u32>> = oracle(&pruned).into_iter().map(whole).collect();
    let (restricted, same) = problem.restricted(|option| pruning.keeps(option));
    assert_eq!(options, same);
    assert_eq!(oracle(&restricted).len(), found.len(), "items that went were needed");
    found
}

#[test]
fn solutions_stay() {
    let mut random = Random::new(20);
    let (mut solvable, mut went) = (0, [0; 3]);
    for number in 0..1500 {
        let problem =
            random_problem(&mut random, Traits { colors: number % 2 == 0, bounds: number % 3 == 0 });
        let expected = oracle(&problem);
        solvable += usize::from(!expected.is_empty());
        for (rules, went) in ALL.into_iter().zip(&mut went) {
            let pruning = Pruning::new(&problem, rules, &Monitor::new()).unwrap();
            assert_eq!(solutions_left(&problem, &pruning), expected, "{rules:?} {problem:?}");
            assert!(pruning.hopeless.is_none() || expected.is_empty());
            *went += pruning.gone.len();
        }
    }
    assert!(solvable > 300 && went.iter().all(|&went| went > 50), "{solvable} {went:?}");
}

/// Rows and rings of cells with bars of several lengths, of which there are few.
#[test]
fn areas_stay() {
    let mut random = Random::new(21);
    let mut went = 0;
    for _ in 0..300 {
        let problem = bars(&mut random);
        let pruning = Pruning::new(&problem, ALL[0], &Monitor::new()).unwrap();
        assert_eq!(solutions_left(&problem, &pruning), oracle(&problem), "{problem:?}");
        went += pruning.gone.len();
    }
    assert!(went > 300, "{went}");
}

fn bars(random: &mut Random) -> Problem {
    let mut builder = Problem::builder();
    let length = 4 + random.below(5);
    let cells: Vec<_> = (0..length)
        .map(|at| match random.below(9) {
            0 => builder.secondary(&format!("c{at}")),
            _ => builder.primary(&format!("c{at}"), Bounds::ONCE),
        })
        .collect();
    let ring = random.below(2) == 0;
    let mut options: Vec<Vec<Entry>> = Vec::new();
    for piece in 0..2 + random.below(2) {
        let item = match random.below(4) {
            0 => builder.secondary(&format!("p{piece}")),
            1 => builder.primary(&format!("p{piece}"), Bounds { low: random.below(2), high: 2 }),
            _ => builder.primary(&format!("p{piece}"), Bounds::ONCE),
        };
        let size = 1 + random.below(3);
        for at in 0..if ring { length } else { length + 1 - size } {
            let bar = (0..size).map(|k| cells[((at + k) % length) as usize].into());
            options.push([item.into()].into_iter().chain(bar).collect());
        }
    }
    let primary = |option: &Vec<Entry>| {
        option.iter().any(|entry| cells.contains(&entry.item)) // Most of these are primary.
    };
    let mut kept: Vec<Vec<Entry>> = options.into_iter().filter(primary).collect();
    kept.truncate(16);
    let plain = builder.clone();
    for option in &kept {
        builder.option(option.iter().copied());
    }
    builder.build().unwrap_or_else(|_| plain.build().expect("items alone are a problem"))
}

#[test]
fn the_order_of_options_does_not_matter() {
    let mut random = Random::new(22);
    for number in 0..400 {
        let problem =
            random_problem(&mut random, Traits { colors: number % 2 == 0, bounds: number % 3 == 0 });
        let mut order: Vec<u32> = (0..problem.options() as u32).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, random.below(at as u32 + 1) as usize);
        }
        let ids: Vec<OptionId> = order.iter().map(|&option| OptionId(option)).collect();
        let shuffled = problem.rearranged(&ids);
        let left = |problem: &Problem, name: &dyn Fn(u32) -> u32| -> BTreeSet<u32> {
            let pruning = Pruning::new(problem, ALL[1], &Monitor::new()).unwrap();
            let kept = problem.option_ids().filter(|&option| pruning.keeps(option));
            kept.map(|option| name(option.0)).collect()
        };
        assert_eq!(left(&problem, &|option| option), left(&shuffled, &|at| order[at as usize]));
    }
}
