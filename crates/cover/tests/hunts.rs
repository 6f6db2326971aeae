//! What is hunted is a solution, and what is said to be none is none.

use crate::diver::{Dive, Diver};
use crate::problems::{Traits, oracle, queens, random_problem};
use crate::rehearsal::rehearse;
use crate::sweep::{Sweep, TAILS};
use polydlx_cover::{Bounds, Monitor, OptionId, Problem, Quarry, Random, Search, Solution};
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

/// Pieces of five cells that fill a box, some cells of which may stay empty; each can lie in most places, but not be turned.
fn snakes(width: u32, height: u32, loose: bool, random: &mut Random) -> Problem {
    let cells = width * height;
    assert_eq!(cells % 5, 0);
    // One long snake through the box, cut into pieces: so there is a packing.
    let snake = (0..width * height).map(|at| {
        let (row, column) = (at / width, at % width);
        (row, if row % 2 == 0 { column } else { width - 1 - column })
    });
    let snake: Vec<(u32, u32)> = snake.collect();
    let mut builder = Problem::builder();
    let pieces: Vec<_> =
        (0..cells / 5).map(|piece| builder.primary(&format!("p{piece}"), Bounds::ONCE)).collect();
    let ids: Vec<_> = (0..width * height)
        .map(|cell| match cell {
            0..5 if loose => builder.secondary(&format!("c{cell}")),
            _ => builder.primary(&format!("c{cell}"), Bounds::ONCE),
        })
        .collect();
    for (&piece, own) in pieces.iter().zip(snake.chunks(5)) {
        let (top, left) = (own.iter().map(|c| c.0).min().unwrap(), own.iter().map(|c| c.1).min().unwrap());
        let shape: Vec<(u32, u32)> = own.iter().map(|c| (c.0 - top, c.1 - left)).collect();
        for at in 0..width * height {
            let moved: Vec<(u32, u32)> = shape.iter().map(|c| (c.0 + at / width, c.1 + at % width)).collect();
            let is_own = at == top * width + left;
            // Not all places, so that it is not too easy.
            if moved.iter().all(|c| c.0 < height && c.1 < width) && (is_own || random.below(4) > 0) {
                let cells = moved.iter().map(|c| ids[(c.0 * width + c.1) as usize].into());
                builder.option([piece.into()].into_iter().chain(cells).collect::<Vec<_>>());
            }
        }
    }
    builder.build().unwrap()
}

/// A sweep by itself finds what is there, leaves the diver as it was, and does the same again.
#[test]
fn a_sweep_finds_packings() {
    let mut random = Random::new(7);
    for (width, height, loose) in [(10, 10, false), (15, 12, false), (10, 10, true)] {
        let problem = snakes(width, height, loose, &mut random);
        let (mut diver, monitor) = (Diver::new(&problem), Monitor::new());
        let sweep = Sweep::new(&problem, &diver, &monitor).unwrap().expect("there are pieces");
        let rehearsed = sweep.rehearsed(&diver, &|| false);
        let mut found = 0;
        for seed in 0..6 {
            let sweep = if seed % 2 == 0 { &sweep } else { &rehearsed };
            let mut go = |nodes: &mut u64| sweep.go(&mut diver, (seed, 1, TAILS), &|| false, nodes);
            let (mut nodes, mut again) = (0, 0);
            let dive = go(&mut nodes);
            assert_eq!((go(&mut again), again), (dive.clone(), nodes), "{width}x{height}, seed {seed}");
            if let Dive::Found(options) = dive {
                assert!(problem.is_solution(&options));
                found += 1;
            }
        }
        assert!(found > 0, "{width}x{height}");
        let quarry = Quarry { number: 3, seed: 5, orderly: false };
        let one = hunted(&problem, quarry, 1);
        assert_eq!(one.0.len(), 3);
        assert_eq!(hunted(&problem, quarry, 2), one);
        assert_eq!(hunted(&problem, quarry, 5), one);
    }
}

/// Twelve P pentominoes and twelve X, in a box of which they cannot fill all: what is easy to place comes last.
#[test]
fn rehearsals_tell_what_is_easy() {
    let (width, height) = (12, 10);
    let mut builder = Problem::builder();
    let pieces: Vec<_> = (0..24).map(|piece| builder.primary(&format!("p{piece}"), Bounds::ONCE)).collect();
    let ids: Vec<_> = (0..width * height).map(|c| builder.primary(&format!("c{c}"), Bounds::ONCE)).collect();
    let p = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)];
    let x = [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)];
    for (number, &piece) in pieces.iter().enumerate() {
        let mut shapes = BTreeSet::new();
        for turn in 0..8 {
            let mut shape = if number % 2 == 0 { p } else { x };
            for cell in &mut shape {
                let (row, column) = *cell;
                let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
                let row = if turn & 2 == 0 { row } else { 2 - row };
                *cell = (row, if turn & 4 == 0 { column } else { 2 - column });
            }
            let least = |of: fn(&(usize, usize)) -> usize| shape.iter().map(of).min().unwrap();
            let (top, left) = (least(|cell| cell.0), least(|cell| cell.1));
            shape.iter_mut().for_each(|cell| *cell = (cell.0 - top, cell.1 - left));
            shape.sort_unstable();
            shapes.insert(shape);
        }
        for (shape, at) in shapes.iter().flat_map(|shape| (0..width * height).map(move |at| (shape, at))) {
            let cells = shape.map(|cell| (cell.0 + at / width, cell.1 + at % width));
            if cells.iter().all(|cell| cell.0 < height && cell.1 < width) {
                let cells = cells.map(|cell| ids[cell.0 * width + cell.1].into());
                builder.option([piece.into()].into_iter().chain(cells).collect::<Vec<_>>());
            }
        }
    }
    let problem = builder.build().unwrap();
    let (diver, monitor) = (Diver::new(&problem), Monitor::new());
    let sweep = Sweep::new(&problem, &diver, &monitor).unwrap().expect("there are pieces");
    let used = rehearse(&diver, &sweep, &|| false);
    let (easy, awkward) = used[..24].chunks(2).fold((0, 0), |sum, pair| (sum.0 + pair[0], sum.1 + pair[1]));
    assert!(easy > 100 && easy > 3 * awkward, "{used:?}");
    assert!(rehearse(&diver, &sweep, &|| true).iter().all(|&times| times == 0));
    let sweep = sweep.rehearsed(&diver, &|| false);
    let ranks = |first: usize| (first..24).step_by(2).map(|piece| sweep.awkward[piece].unwrap()).sum::<f64>();
    assert!(ranks(0) < ranks(1) / 2.0, "{:?}", sweep.awkward);
}

/// What a sweep is not made for, it leaves to others.
#[test]
fn a_sweep_knows_its_limits() {
    let monitor = Monitor::new();
    let is_swept = |problem: &Problem| Sweep::new(problem, &Diver::new(problem), &monitor).unwrap().is_some();
    assert!(!is_swept(&queens(12)));
    let mut random = Random::new(33);
    for number in 0..200 {
        let problem =
            random_problem(&mut random, Traits { colors: number % 2 == 0, bounds: number % 3 == 0 });
        assert!(!is_swept(&problem), "{problem:?}");
    }
    monitor.stop();
    let problem = snakes(10, 10, false, &mut random);
    assert!(Sweep::new(&problem, &Diver::new(&problem), &monitor).is_err());
}
