//! What is hunted is a solution, and what is said to be none is none.

use super::{Quarry, luby};
use crate::random::Random;
use crate::tests::{Traits, oracle, queens, random_problem};
use crate::{Monitor, OptionId, Problem, Search, Solution};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// All that a hunt brings home, as sets of options; and whether it is sure that there are no others.
fn hunted(problem: &Problem, quarry: Quarry, threads: usize) -> (Vec<Vec<u32>>, bool) {
    let mut found = Vec::new();
    let outcome = Search::new(problem).threads(threads).hunt(quarry, |solution: &Solution| {
        let mut options: Vec<OptionId> = solution.options().collect();
        assert!(problem.is_solution(&options), "{problem:?}");
        options.sort_unstable();
        found.push(options.iter().map(|option| option.0).collect());
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.solutions, found.len() as u64);
    (found, outcome.complete)
}

#[test]
fn sequence() {
    let first: Vec<u64> = (1..=15).map(luby).collect();
    assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}

/// With and without the search for all solutions: by itself, a hunt for more than there are would never end.
#[test]
fn quarry_is_what_the_oracle_knows() {
    let mut random = Random::new(33);
    let (mut solvable, mut hopeless) = (0, 0);
    for number in 0..600 {
        let problem =
            random_problem(&mut random, Traits { colors: number % 2 == 0, bounds: number % 3 == 0 });
        let expected = oracle(&problem);
        let (found, complete) = hunted(&problem, Quarry { number: 1, seed: number, orderly: false }, 1);
        assert!(found.iter().all(|solution| expected.contains(solution)), "{problem:?}");
        assert_eq!((found.len() == 1, complete), (!expected.is_empty(), expected.is_empty()), "{problem:?}");
        let all = expected.len() as u64;
        let (found, complete) = hunted(&problem, Quarry { number: all + 1, seed: number, orderly: true }, 1);
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{problem:?}");
        assert!(complete);
        solvable += usize::from(all > 0);
        hopeless += usize::from(all == 0);
    }
    assert!(solvable > 100 && hopeless > 100, "{solvable} {hopeless}");
}

#[test]
fn threads_find_what_one_thread_finds() {
    let problem = queens(12);
    for seed in 0..5 {
        let quarry = Quarry { number: 7, seed, orderly: false };
        let one = hunted(&problem, quarry, 1);
        assert!(!one.1 && one.0.len() == 7);
        for threads in [2, 3, 8] {
            assert_eq!(hunted(&problem, quarry, threads), one, "{threads} threads");
        }
    }
    let one = hunted(&problem, Quarry { number: 3, seed: 1, orderly: false }, 2);
    assert_ne!(one, hunted(&problem, Quarry { number: 3, seed: 2, orderly: false }, 2));
}

#[test]
fn a_hunt_ends_when_asked() {
    let monitor = Monitor::new();
    monitor.stop();
    for (threads, orderly) in [(1, true), (2, false)] {
        let quarry = Quarry { number: 1, seed: 1, orderly };
        let search = Search::new(&queens(8))
            .threads(threads)
            .monitor(&monitor)
            .hunt(quarry, |_| ControlFlow::Continue(()));
        assert!(!search.complete, "{threads} {orderly}");
    }
}

/// Nobody waits for ever for those who have gone.
#[test]
fn a_panic_ends_the_hunt() {
    let problem = queens(8);
    let hunt = || {
        let quarry = Quarry { number: 1, seed: 1, orderly: false };
        Search::new(&problem).threads(3).hunt(quarry, |_| panic!("a visitor who panics"))
    };
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(hunt)).is_err());
}
