#[path = "../src/split/first.rs"]
mod first;

use first::FirstStage;
use polydlx_cover::{BigUint, Config, Monitor, Random};
use polydlx_design::{Split, SplitError, Totals};
use polydlx_lattice::{Puzzle, Region, Sided};
use polydlx_packing::{Group, Packing, Question};
use polydlx_spec::{NoSets, Source, load};
use std::ops::ControlFlow;

fn puzzle(text: &str) -> Puzzle {
    let loaded = load(Source::new("test", text), None, &NoSets);
    loaded.puzzle().unwrap_or_else(|| panic!("{text}")).clone()
}

/// Small pieces, some several times, some optional, in boxes that stand apart: as one puzzle, and in two stages.
#[test]
fn two_stages_find_what_one_does() {
    let pool =
        ["I 0[0-2]", "L 00 01 10", "2|D 00 01", "1:2|M 00", "O [01][01]", "T 0[0-2] 11", "0:1|S 00 01 11 12"];
    let boxes = ["0[0-4]", "[01][0-2]", "[0-2][01]", "[01][0-3]", "0[0-2] 10", "[0-2]0 01"];
    let shifted = |cells: &str, by: usize| {
        let text = format!("|! lattice square\n{cells}\nX 00\n");
        let region = puzzle(&text).region;
        region.shape().shifted([0, 10 * by as i32, 0])
    };
    let mut random = Random::new(1);
    let (mut solved, mut alike, mut swept, mut added) = (0, 0, 0, 0);
    let (config, monitor) = (Config::default(), Monitor::new());
    for _ in 0..3000 {
        let some: Vec<&str> = pool.iter().copied().filter(|_| random.below(3) > 0).collect();
        if some.is_empty() {
            continue;
        }
        let taken: Vec<&str> = (0..1 + random.below(3)).map(|_| boxes[random.below(6) as usize]).collect();
        let spec = |cells: &str| puzzle(&format!("|! lattice square\n{cells}\n{}\n", some.join("\n")));
        let puzzles: Vec<Puzzle> = taken.iter().map(|cells| spec(cells)).collect();
        let split = Split::new(&puzzles, &config, &monitor).unwrap();
        two_ways_to_fill(&puzzles[0], &mut swept);
        let mut whole = puzzles[0].clone();
        let sites: Vec<_> = (0..taken.len()).flat_map(|at| shifted(taken[at], at).sites().to_vec()).collect();
        whole.region = Region::new(whole.lattice, sites.into_iter().collect()).unwrap();
        let expected = Question::about(&Packing::new(&whole)).count(&monitor).count;
        let totals = split.count(&config, &monitor).unwrap();
        let mut listed = Totals::default();
        // Boxes that look alike are not told apart; those that have the same set are none.
        let mut ordered = BigUint::default();
        assert!(split.for_each(&config, &monitor, |partition| {
            let mut orders = BigUint::from(1u32);
            for (kind, sets) in &partition.sets {
                assert_eq!(kind.boxes.len(), sets.len());
                let mut left = sets.clone();
                while let Some(first) = left.first().copied() {
                    let equal = left.iter().filter(|set| **set == first).count();
                    // So many places for those that are equal.
                    orders *= (0..equal)
                        .fold(BigUint::from(1u32), |product, at| product * (left.len() - at) / (at + 1));
                    left.retain(|set| *set != first);
                }
                alike += usize::from(sets.len() > 1);
            }
            listed.partitions += 1u32;
            listed.packings += partition.packings();
            listed.classes += partition.classes();
            ordered += orders * partition.packings();
            ControlFlow::Continue(())
        }));
        assert_eq!(listed, totals, "{taken:?} {some:?}");
        // Sets can be added up wherever pieces are used as often as they are there.
        if let Some(sum) = split.added_up(&config, &monitor).unwrap() {
            assert_eq!(sum, totals, "{taken:?} {some:?}");
            added += usize::from(sum.partitions > BigUint::default());
        }
        assert_eq!(ordered, expected, "{taken:?} {some:?}");
        solved += usize::from(expected > BigUint::default());
    }
    assert!(solved > 40 && alike > 20 && swept > 500 && added > 0, "{solved} {alike} {swept} {added}");
}

/// The sets of a box by a sweep and by a list; one that is turned may exchange pieces.
fn two_ways_to_fill(puzzle: &Puzzle, swept: &mut usize) {
    let mut free = puzzle.clone();
    for (number, piece) in free.pieces.iter_mut().enumerate() {
        piece.bounds.low = 0;
        piece.prefix = format!("0:{}|", piece.bounds.high);
        piece.sided = if number % 2 == 0 { piece.sided } else { Sided::Fixed };
    }
    let (config, monitor) = (Config::default(), Monitor::new());
    let packing = Packing::new(&free);
    let group = Group::new(&packing);
    let stage = FirstStage::new(&packing, &group, &config, &monitor);
    let listed = stage.listed().unwrap();
    if let Some(found) = stage.swept().unwrap() {
        *swept += usize::from(!listed.is_empty());
        assert_eq!(found, listed, "{free:?}");
    }
}

/// Sets of dominoes and monominoes for several equal boxes, counted and listed.
#[test]
fn pools_with_many_copies() {
    let (config, monitor) = (Config::default(), Monitor::new());
    for (pool, boxes) in [
        ("6|D 00 01\n6|M 00\n", 3),
        ("4|D 00 01\n4|L 00 01 10\n4|M 00\n", 4),
        ("3|I 0[0-2]\n3|L 00 01 10\n1|D 00 01\n4|M 00\n", 4),
    ] {
        let box_of = puzzle(&format!("|! lattice square\n[01][0-2]\n{pool}"));
        let split = Split::new(&vec![box_of; boxes], &config, &monitor).unwrap();
        let totals = split.count(&config, &monitor).unwrap();
        assert_eq!(split.added_up(&config, &monitor).unwrap(), Some(totals.clone()));
        let mut listed = Totals::default();
        assert!(split.for_each(&config, &monitor, |partition| {
            listed.partitions += 1u32;
            listed.packings += partition.packings();
            listed.classes += partition.classes();
            ControlFlow::Continue(())
        }));
        assert_eq!(listed, totals, "{pool}");
        assert!(totals.partitions > 1u32.into(), "{totals:?}");
    }
}

#[test]
fn what_cannot_be_split() {
    let (config, monitor) = (Config::default(), Monitor::new());
    assert_eq!(Split::new(&[], &config, &monitor).unwrap_err(), SplitError::NoBox);
    let optional = puzzle("|! lattice square\n|! cells optional\n0[01]\nM 00\n");
    assert_eq!(Split::new(&[optional], &config, &monitor).unwrap_err(), SplitError::MoreRules);
    let [one, other] =
        ["M 00", "D 00 01"].map(|piece| puzzle(&format!("|! lattice square\n0[01]\n{piece}\n")));
    assert_eq!(Split::new(&[one.clone(), other], &config, &monitor).unwrap_err(), SplitError::Different);
    monitor.stop();
    assert_eq!(Split::new(&[one], &config, &monitor).unwrap_err(), SplitError::Stopped);
}
