//! Solutions stay what they are, and where there is no room it is seen.

use crate::problems::oracle;
use crate::tight::tighten;
use polydlx_cover::{Bounds, Entry, Monitor, Problem, Random};
use std::collections::BTreeSet;

/// All solutions by way of the tighter problem, in terms of the other one; and how much tighter it is.
fn tightened(problem: &Problem) -> (BTreeSet<Vec<u32>>, usize) {
    let Some((tight, kept)) = tighten(problem, &Monitor::new()).unwrap() else { return (oracle(problem), 0) };
    let more = tight.primary_items() - problem.primary_items() + problem.options() - tight.options();
    assert!(more > 0, "nothing is seen, but it is told");
    let solutions = oracle(&tight);
    let original = |solution: Vec<u32>| solution.iter().map(|&option| kept[option as usize].0).collect();
    (solutions.into_iter().map(original).collect(), more)
}

/// So many rectangles in both directions, in a box in which cells may stay empty.
fn bricks(number: u32, brick: (u32, u32), side: (u32, u32)) -> Problem {
    let mut builder = Problem::builder();
    let piece = builder.primary("brick", Bounds { low: number, high: number });
    let cells: Vec<_> = (0..side.0 * side.1).map(|cell| builder.secondary(&format!("c{cell}"))).collect();
    for (height, width) in [brick, (brick.1, brick.0)] {
        for top in 0..(side.0 + 1).saturating_sub(height) {
            for left in 0..(side.1 + 1).saturating_sub(width) {
                let own = (top..top + height)
                    .flat_map(|row| (left..left + width).map(move |column| row * side.1 + column));
                let own: Vec<Entry> = own.map(|cell| cells[cell as usize].into()).collect();
                builder.option([vec![piece.into()], own].concat());
            }
        }
    }
    builder.build().unwrap()
}

#[test]
fn solutions_stay_what_they_are() {
    let mut random = Random::new(21);
    let (mut tighter, mut solvable) = (0, 0);
    for _ in 0..400 {
        let mut builder = Problem::builder();
        let kinds = 1 + random.below(3);
        let pieces: Vec<_> = (0..kinds)
            .map(|piece| {
                let low = random.below(3);
                let high = low + random.below(2);
                let bounds = if high == 0 { Bounds::ONCE } else { Bounds { low, high } };
                builder.primary(&format!("p{piece}"), bounds)
            })
            .collect();
        let cells: Vec<_> = (0..4 + random.below(5))
            .map(|cell| match random.below(4) {
                0 => builder.primary(&format!("c{cell}"), Bounds::ONCE),
                _ => builder.secondary(&format!("c{cell}")),
            })
            .collect();
        for _ in 0..4 + random.below(9) {
            let piece = pieces[random.below(kinds) as usize];
            let size = 1 + random.below(3);
            let own: BTreeSet<usize> = (0..size).map(|_| random.below(cells.len() as u32) as usize).collect();
            let own: Vec<Entry> = own.into_iter().map(|cell| cells[cell].into()).collect();
            builder.option([vec![piece.into()], own].concat());
        }
        let problem = builder.build().unwrap();
        let expected = oracle(&problem);
        let (found, more) = tightened(&problem);
        assert_eq!(found, expected, "{problem:?}");
        tighter += usize::from(more > 0);
        solvable += usize::from(more > 0 && !expected.is_empty());
    }
    assert!(tighter > 40 && solvable > 15, "{tighter} {solvable}");
}

/// Four bricks a×b in a square of side a+b have to be a pinwheel, and a fifth has no room (TAOCP 7.2.2.1, exercise 349).
#[test]
fn four_bricks_are_a_pinwheel() {
    for brick in [(2, 3), (3, 4)] {
        let side = brick.0 + brick.1;
        let problem = bricks(4, brick, (side, side));
        let (found, more) = tightened(&problem);
        assert!(more > problem.options() / 2, "{more}: {brick:?}");
        assert_eq!(found.len(), 2, "one each way: {brick:?}");
        assert_eq!(found, oracle(&problem));
        let (tight, kept) = tighten(&bricks(5, brick, (side, side)), &Monitor::new()).unwrap().unwrap();
        assert_eq!((tight.options(), kept.len()), (0, 0));
    }
    // With room to spare nothing is seen.
    assert!(tighten(&bricks(2, (2, 3), (6, 6)), &Monitor::new()).unwrap().is_none());
}
