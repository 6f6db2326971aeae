//! Searches that remember, against searches that do not.

use super::{FIRST, Recall};
use crate::engine::walker;
use crate::random::Random;
use crate::tests::{Traits, queens, random_problem};
use crate::{Bounds, Config, Engine, Entry, Part, Problem, Search, Turn};

/// A board with holes, to be filled with dominoes and bent and straight trominoes; some of them may be used once only.
fn board(random: &mut Random, (rows, columns): (u32, u32), holes: u32) -> Problem {
    let mut builder = Problem::builder();
    let mut cells = vec![vec![None; columns as usize]; rows as usize];
    for (row, cells) in cells.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate() {
            if holes == 0 || random.below(holes) > 0 {
                *cell = Some(builder.primary(&format!("{row}.{column}"), Bounds::ONCE));
            }
        }
    }
    let once: Vec<_> = (0..3).map(|at| builder.secondary(&format!("once{at}"))).collect();
    let shapes: [&[(usize, usize)]; 5] = [
        &[(0, 0), (0, 1)],
        &[(0, 0), (1, 0)],
        &[(0, 0), (0, 1), (0, 2)],
        &[(0, 0), (0, 1), (1, 1)],
        &[(0, 0), (1, 0), (1, 1)],
    ];
    let shapes = &shapes[..if holes == 0 { 2 } else { 5 }];
    for row in 0..rows as usize {
        for column in 0..columns as usize {
            for shape in shapes {
                let place = |&(down, right): &(usize, usize)| *cells.get(row + down)?.get(column + right)?;
                let Some(items) = shape.iter().map(place).collect::<Option<Vec<_>>>() else { continue };
                let mut entries: Vec<Entry> = items.into_iter().map(Entry::from).collect();
                if holes > 0 && random.below(4) == 0 {
                    entries.push(once[random.below(3) as usize].into());
                }
                builder.option(entries);
            }
        }
    }
    builder.build().unwrap()
}

/// Counts in steps of any size, with branches given away and stops in between; the same walk does the parts.
fn count(problem: &Problem, config: &Config, random: &mut Random) -> u64 {
    let new = || {
        let mut walker = walker(problem, config);
        walker.trail_mut().recall =
            Recall::new(problem, FIRST * 8 * (problem.items() / 64 + 3)).map(Box::new);
        walker
    };
    let (mut walk, mut sum) = (new(), 0);
    let mut waiting = vec![Part::default()];
    while !waiting.is_empty() {
        let part = waiting.swap_remove(random.below(waiting.len() as u32) as usize);
        walk.begin(&part, 1.0).unwrap();
        while walk.step(&mut { random.below(40) }, false) != Turn::End {
            if random.below(4) == 0 {
                waiting.extend(walk.trail_mut().share());
            }
            if random.below(30) == 0 {
                sum += walk.trail().stats.solutions;
                waiting.extend(walk.trail().left());
                walk = new();
                break;
            }
        }
        sum += std::mem::take(&mut walk.trail_mut().stats).solutions;
    }
    sum
}

#[test]
fn numbers_are_those_of_whole_trees() {
    let mut random = Random::new(31);
    for round in 0..4000 {
        let problem = match round % 4 {
            0 => random_problem(&mut random, Traits { colors: round % 3 == 1, bounds: round % 5 == 0 }),
            _ => {
                let size = (2 + random.below(3), 2 + random.below(5));
                board(&mut random, size, 9)
            }
        };
        let whole = Search::new(&problem).engine(Engine::Links).count();
        let engine = [Engine::Bits, Engine::Sets, Engine::Links][round % 3];
        let config = Config { engine, ..Config::default() };
        assert_eq!(count(&problem, &config, &mut random), whole.solutions);
        let config = Config { threads: 1 + round % 3, recall: 1 << 20, ..config };
        let outcome = Search::with(&problem, &config).count();
        assert_eq!((outcome.solutions, outcome.complete), (whole.solutions, true));
        assert!(outcome.nodes <= whole.nodes);
        assert_eq!(outcome.profile.iter().sum::<u64>(), outcome.nodes);
    }
}

/// 12988816 ways by Kasteleyn's formula, far more than there are nodes; a small table forgets.
#[test]
fn what_was_seen_is_not_searched_again() {
    let problem = board(&mut Random::new(1), (8, 8), 0);
    let few = FIRST * 8 * 4;
    for (threads, recall, most) in [(1, 1 << 20, 3000), (1, few, 100_000), (3, 3 << 20, 100_000)] {
        let config = Config { threads, recall, ..Config::default() };
        let outcome = Search::with(&problem, &config).count();
        assert_eq!((outcome.solutions, outcome.complete), (12_988_816, true));
        assert!(outcome.nodes < most, "{} nodes", outcome.nodes);
    }
}

/// Whoever wants to see solutions, or some of them only, gets the whole tree.
#[test]
fn only_counting_remembers() {
    let problem = board(&mut Random::new(1), (4, 6), 0);
    let config = Config { recall: 1 << 20, ..Config::default() };
    let (mut seen, whole) = (0, Search::new(&problem).count());
    let outcome = Search::with(&problem, &config).for_each(|_| {
        seen += 1;
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!((seen, outcome.nodes), (281, whole.nodes));
    assert_eq!(Search::with(&problem, &config).limit(100).count().solutions, 100);
    assert!(Search::with(&problem, &config).count().nodes < whole.nodes);
}

/// A level that does not pay pauses: hardly a node of this tree is saved, and the accounts must not disturb the count.
#[test]
fn levels_that_do_not_pay_pause() {
    let problem = queens(11);
    let config = Config { recall: 1 << 20, ..Config::default() };
    assert_eq!(Search::with(&problem, &config).count().solutions, 2680);
}
