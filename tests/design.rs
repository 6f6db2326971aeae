use super::run;
use super::symmetry::{Brute, Dice, random_lattice, random_puzzle};
use polydlx::cover::Search;
use polydlx::design::{
    Family, Found, FoundRegion, FoundSet, Hints, HintsError, HintsPlan, Plan, Pool, Rules, Scope, Span, Ways,
    equivalence, fewest_hints, fewest_hints_for, search_regions, search_sets,
};
use polydlx::lattice::{
    Cell, Lattice, Motion, PieceId, Puzzle, Region, Shape, Sided, Site, Tiling, polyforms,
};
use polydlx::packing::Packing;
use polydlx::spec::cells_of;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

fn all_sets(pool: &Pool, wanted: Ways, plan: &Plan) -> Vec<FoundSet> {
    let mut found = Vec::new();
    let report = search_sets(pool, wanted, plan, |set| {
        found.push(set.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(report.stopped_at, None);
    found
}

fn all_regions(
    puzzle: &Puzzle,
    (family, size, sided): (&Family, usize, Sided),
    wanted: Ways,
    plan: &Plan,
) -> Vec<FoundRegion> {
    let mut found = Vec::new();
    let report = search_regions(puzzle, (family, size, sided), wanted, plan, |region| {
        found.push(region.clone());
        ControlFlow::Continue(())
    });
    assert_eq!((report.stopped_at, report.left_out), (None, 0));
    found
}

/// How many random puzzles to try: `cargo xtask verify --slow` wants more than usual.
fn cases(usual: u64) -> u64 {
    usual * std::env::var("DESIGN_FACTOR").map_or(1, |factor| factor.parse::<u64>().unwrap())
}

/// What brute force counts; none if that would take too long.
fn brute_ways(puzzle: &Puzzle) -> Option<Found> {
    let brute = Brute::new(puzzle)?;
    let classes: BTreeSet<_> =
        brute.solutions.iter().map(|solution| brute.canonical(solution, false)).collect();
    Some(Found { total: brute.solutions.len() as u64, classes: classes.len() as u64 })
}

/// A connected shape of a random size.
fn random_shape(dice: &mut Dice, lattice: Lattice, size: usize) -> Shape {
    let mut sites = vec![lattice.cell_classes().next().unwrap().site()];
    while Shape::new(sites.iter().copied()).sites().len() < size {
        let next: Vec<_> = lattice.neighbors(dice.pick(&sites).cell()).collect();
        sites.push(dice.pick(&next).site());
    }
    Shape::new(sites).normalized()
}

/// Pieces as lines of a spec.
fn lines(lattice: Lattice, pieces: &[(u32, Shape)]) -> String {
    let line = |(at, (times, shape)): (usize, &(u32, Shape))| {
        format!("{times}|p-{at} {}\n", cells_of(lattice, shape).unwrap())
    };
    pieces.iter().enumerate().filter(|(_, (times, _))| *times > 0).map(line).collect()
}

/// Random pools, compared with all their sets one by one.
#[test]
fn sets_against_brute_force() {
    let mut dice = Dice(1);
    let (mut checked, mut unique) = (0, 0);
    for _ in 0..cases(225) {
        let lattice = random_lattice(&mut dice);
        let size = 5 + dice.roll(5);
        let region = random_shape(&mut dice, lattice, size);
        let head = format!(
            "|! lattice {}\n|! sided {}\n{}\n",
            lattice.name(),
            dice.pick(&Sided::ALL).name(),
            cells_of(lattice, &region).unwrap()
        );
        let number = 3 + dice.roll(4);
        let mut pieces: Vec<(u32, Shape)> = Vec::new();
        for _ in 0..number {
            let size = 1 + dice.roll(4);
            let times = *dice.pick(&[1, 1, 1, 2]);
            pieces.push((times, random_shape(&mut dice, lattice, size)));
        }
        let loaded = super::loaded(&format!("{head}{}", lines(lattice, &pieces)));
        let rules = Rules { pieces: (dice.roll(3) == 0).then(|| 2 + dice.roll(3) as u32), sizes: None };
        let pool = Pool::new(loaded.puzzle().unwrap(), &rules).unwrap();
        // All lists of numbers, the greatest first, that fit.
        let mut lists: Vec<Vec<u32>> = vec![Vec::new()];
        for (times, _) in &pieces {
            let longer = |list: &Vec<u32>, n: u32| list.iter().copied().chain([n]).collect::<Vec<_>>();
            lists = lists.iter().flat_map(|list| (0..=*times).rev().map(|n| longer(list, n))).collect();
        }
        lists.retain(|list| {
            let cells: usize =
                list.iter().zip(&pieces).map(|(n, (_, shape))| *n as usize * shape.sites().len()).sum();
            cells == size && rules.pieces.is_none_or(|number| list.iter().sum::<u32>() == number)
        });
        assert_eq!(pool.len(), lists.len() as u64);
        for (number, list) in (0..).zip(&lists) {
            assert_eq!((pool.get(number), pool.number_of(list)), (list.clone(), Some(number)));
        }
        let expected: Option<Vec<(u64, Vec<u32>, Found)>> = (1..)
            .zip(&lists)
            .map(|(number, list)| {
                let set: Vec<_> =
                    list.iter().zip(&pieces).map(|(n, (_, shape))| (*n, shape.clone())).collect();
                let loaded = super::loaded(&format!("{head}{}", lines(lattice, &set)));
                brute_ways(loaded.puzzle().unwrap()).map(|ways| (number, list.clone(), ways))
            })
            .collect();
        let Some(expected) = expected else { continue };
        for wanted in [Ways::exactly(1), Ways::exactly(0), Ways { low: 1, high: Some(3) }, Ways::ANY] {
            let found = all_sets(&pool, wanted, &Plan { threads: 2, ..Plan::default() });
            let found: Vec<_> = found.into_iter().map(|set| (set.number, set.pieces, set.ways)).collect();
            let expected: Vec<_> =
                expected.iter().filter(|(_, _, ways)| wanted.contains(ways.classes)).cloned().collect();
            assert_eq!(found, expected, "{head}{}", lines(lattice, &pieces));
            unique += usize::from(wanted == Ways::exactly(1) && !found.is_empty());
        }
        checked += 1;
    }
    assert!(checked >= 180 && unique >= 30, "{checked} {unique}");
}

/// Sets that fill several boxes are those that fill each of them.
#[test]
fn sets_that_fill_other_boxes_too() {
    let regions = ["[0-2][0-4]", "0[0-3] 1[0-4] 2[0-5]", "[0-3][0-2] 0[3-5]"];
    let puzzles = regions.map(|cells| {
        let loaded = super::loaded(&format!("|! lattice square\n|! use pentominoes\n{cells}\n"));
        loaded.puzzle().unwrap().clone()
    });
    let pool = |puzzle: &Puzzle| Pool::new(puzzle, &Rules::default()).unwrap();
    let sets = |pool: &Pool, wanted: Ways| -> BTreeSet<Vec<u32>> {
        all_sets(pool, wanted, &Plan::default()).into_iter().map(|set| set.pieces).collect()
    };
    let mut numbers = Vec::new();
    for wanted in [Ways::exactly(0), Ways::exactly(1), Ways { low: 1, high: None }] {
        let [one, two, three] = puzzles.each_ref().map(|puzzle| sets(&pool(puzzle), wanted));
        let both = pool(&puzzles[0]).also(puzzles[1].region.clone()).unwrap();
        assert_eq!(sets(&both, wanted), one.intersection(&two).cloned().collect(), "{wanted:?}");
        let all = both.also(puzzles[2].region.clone()).unwrap();
        let expected: BTreeSet<_> =
            one.intersection(&two).filter(|set| three.contains(*set)).cloned().collect();
        numbers.push(expected.len());
        assert_eq!(sets(&all, wanted), expected, "{wanted:?}");
    }
    assert!(numbers.iter().any(|&number| number > 0), "{numbers:?}");
    let (out, said, status) =
        run(&["design", "sets", "pentominoes", "--box", "rectangle 3 5", "--also", "square 4"], "");
    assert_eq!((out.as_str(), status), ("", 2));
    assert!(said.contains("error[no-pool]: the other box has 16 cells, but the first one has 15"), "{said}");
}

/// Sets that suit all places of some pieces are those that suit each of them.
#[test]
fn sets_that_suit_all_places() {
    let mut numbers = BTreeMap::new();
    for (head, cells, markers) in [
        ("|! lattice square\n|! use tetrominoes times 2\n|! use trominoes\n|! use domino\n", "[0-2][0-2]", 1),
        ("|! lattice square\n|! use trominoes\n|! use domino times 2\n", "[0-2][0-2]", 2),
        ("|! lattice square\n|! sided one\n|! use tetrominoes\n|! use trominoes times 2\n", "[01][0-3]", 1),
        ("|! lattice square\n|! use trominoes times 2\n|! use domino times 2\n", "[01][0-2] [01]5 05", 1),
        ("|! lattice square\n|! use domino times 3\n@broken 00 02\n", "[01][0-2] [01]4 64", 1),
        ("|! lattice hex\n|! use trihexes times 2\n@D 00 01\n", "0[0-2] 1[0-2] 20", 1),
        ("|! lattice triangle\n|! use tetriamonds times 2\n|! use triamond\n", "[01][01] [01][01]'", 1),
        ("|! lattice cube\n|! use tricubes times 2\n@D 000 001\n", "[01][01][01]", 1),
        ("|! lattice sphere\n|! use trispheres\n@D 000 001\n", "[01][01][01]", 2),
    ] {
        let cube = if head.contains("cube") || head.contains("sphere") { "000" } else { "00" };
        let names = &["M", "N"][..markers];
        let with: String = names.iter().map(|name| format!("{name} {cube}\n")).collect();
        // What follows an `@` is a piece, and comes after the box.
        let (head, piece) = head.split_once('@').unwrap_or((head, ""));
        let whole = super::loaded(&format!("{head}{cells}\n{piece}{with}"));
        let whole = whole.puzzle().unwrap();
        let first = whole.pieces.len() - markers;
        let ids: Vec<PieceId> = (first..whole.pieces.len()).map(PieceId).collect();
        let sites = whole.region.sites();
        let places: Vec<Vec<usize>> = match markers {
            1 => (0..sites.len()).map(|site| vec![site]).collect(),
            _ => (0..sites.len()).flat_map(|a| (0..a).map(move |b| vec![a, b])).collect(),
        };
        let bare = super::loaded(&format!("{head}{cells}\n{piece}"));
        let sets = |pool: &Pool, wanted: Ways| -> BTreeSet<Vec<u32>> {
            let all = all_sets(pool, wanted, &Plan::default()).into_iter();
            all.map(|set| set.pieces[..first].to_vec()).collect()
        };
        for wanted in [Ways::exactly(0), Ways::exactly(1), Ways::SOME, Ways { low: 2, high: None }] {
            let expected = places.iter().map(|place| {
                let left = (0..sites.len()).filter(|site| !place.contains(site)).map(|site| sites[site]);
                let region = Region::new(whole.lattice, Shape::new(left)).unwrap();
                let puzzle = Puzzle { region, ..bare.puzzle().unwrap().clone() };
                sets(&Pool::new(&puzzle, &Rules::default()).unwrap(), wanted)
            });
            let expected = expected.reduce(|all, one| all.intersection(&one).cloned().collect()).unwrap();
            let puzzles = Pool::wherever(whole, &ids, wanted).unwrap();
            assert!(puzzles.len() <= places.len() * markers);
            let mut pool = Pool::new(&puzzles[0], &Rules::default()).unwrap();
            for other in &puzzles[1..] {
                pool = pool.also(other.region.clone()).unwrap();
            }
            assert_eq!(sets(&pool, wanted), expected, "{wanted:?} {head}{cells}");
            *numbers.entry(format!("{wanted:?}")).or_insert(0) += expected.len();
        }
    }
    assert!(numbers.values().filter(|&&number| number > 0).count() >= 3, "{numbers:?}");
}

/// Whether sets are searched together or one by one, in pieces or at random, they are the same.
#[test]
fn ways_to_search_sets() {
    for (text, rules, known) in [
        // More than fifty sets: these are searched together.
        ("|! lattice square\n|! use pentominoes\n[0-4][0-4]\n", Rules::default(), Some((792, 19))),
        (
            "|! lattice square\n|! use pentominoes\n|! use tetrominoes\n[0-3][0-3]\n",
            Rules::default(),
            Some((5, 0)),
        ),
        (
            "|! lattice square\n|! use pentominoes\n|! use tetrominoes\n|! use trominoes\n[0-3][0-5]\n",
            Rules { pieces: Some(6), sizes: None },
            None,
        ),
        (
            "|! lattice square\n|! use pentominoes\n|! use tetrominoes\n|! use trominoes\n[0-3][0-4]\n",
            Rules { pieces: None, sizes: Some(vec![5, 4, 3, 5, 3]) },
            None,
        ),
        (
            "|! lattice square\n|! use pentominoes\n|! use tetrominoes\n|! use trominoes\n|! use domino\n[0-2][0-4]\n",
            Rules { pieces: None, sizes: Some(vec![5, 4, 3, 3]) },
            None,
        ),
    ] {
        let loaded = super::loaded(text);
        let pool = Pool::new(loaded.puzzle().unwrap(), &rules).unwrap();
        assert!(!pool.is_empty());
        let wanted = Ways { low: 1, high: Some(2) };
        let found = all_sets(&pool, wanted, &Plan { threads: 2, ..Plan::default() });
        let unique = found.iter().filter(|set| set.ways.classes == 1).count();
        assert!(known.is_none_or(|known| known == (pool.len(), unique)), "{text}{unique}");
        // With a range of one set each, nothing is searched together.
        let single = |number: u64| {
            let span = Span { first: number, last: Some(number) };
            all_sets(&pool, wanted, &Plan { span, ..Plan::default() })
        };
        assert_eq!((1..=pool.len()).flat_map(single).collect::<Vec<_>>(), found, "{text}");
        let shuffled = all_sets(&pool, wanted, &Plan { seed: Some(5), threads: 3, ..Plan::default() });
        assert!(shuffled.windows(2).all(|two| two[0].number < two[1].number));
        let sorted = |sets: &[FoundSet]| sets.iter().map(|set| set.pieces.clone()).collect::<BTreeSet<_>>();
        assert_eq!((sorted(&shuffled), shuffled.len()), (sorted(&found), found.len()));
    }
}

/// Random pieces and all regions of their size, as they lie, compared with brute force; regions that are not told apart
/// are filled in the same number of ways.
#[test]
fn regions_against_brute_force() {
    let mut dice = Dice(2);
    let mut filled = 0;
    for _ in 0..cases(40) {
        let lattice = random_lattice(&mut dice);
        // Where pieces are made of units, not all sets of cells are regions.
        if !lattice.units().is_empty() {
            continue;
        }
        let sizes = if lattice.dimension() == 3 {
            vec![2, 2]
        } else {
            dice.pick(&[vec![3, 2], vec![2, 2, 1], vec![4, 1]]).clone()
        };
        let mut pieces: Vec<_> =
            sizes.iter().map(|&size| (1, random_shape(&mut dice, lattice, size))).collect();
        if sizes[0] < 4 && dice.roll(3) == 0 {
            // Mirror twins.
            pieces.truncate(1);
            pieces.push((
                1,
                pieces[0].1.moved(lattice, lattice.mirror().unwrap_or(Motion::IDENTITY)).normalized(),
            ));
        }
        let size = pieces.iter().map(|(_, shape)| shape.sites().len()).sum();
        let sided = *dice.pick(&Sided::ALL);
        let text = format!(
            "|! set\n|! lattice {}\n|! sided {}\n{}",
            lattice.name(),
            sided.name(),
            lines(lattice, &pieces)
        );
        let loaded = super::loaded(&text);
        let puzzle = loaded.puzzle().unwrap();
        let plan = Plan { threads: 2, ..Plan::default() };
        let fixed = all_regions(puzzle, (&Family::Polyforms, size, Sided::Fixed), Ways::ANY, &plan);
        assert_eq!(fixed.len(), polyforms(lattice, size, Sided::Fixed).len());
        let apart = equivalence(puzzle);
        let least = |shape: &Shape| shape.base_placements(lattice, apart).into_iter().min().unwrap();
        let told: BTreeMap<Shape, Found> =
            all_regions(puzzle, (&Family::Polyforms, size, apart), Ways::ANY, &plan)
                .into_iter()
                .map(|region| (region.shape, region.ways))
                .collect();
        for region in fixed {
            let puzzle =
                Puzzle { region: Region::new(lattice, region.shape.clone()).unwrap(), ..puzzle.clone() };
            assert_eq!(brute_ways(&puzzle), Some(region.ways), "{text}{:?}", region.shape);
            assert_eq!(told[&least(&region.shape)], region.ways, "{text}{:?}", region.shape);
            filled += usize::from(region.ways.total > 0);
        }
    }
    assert!(filled > 500, "{filled}");
}

/// The fewest hints by trying all subsets of a solution; none if another one contains it.
fn brute_hints(solutions: &[Tiling], of: &Tiling) -> Option<usize> {
    let subsets = 0..1_u32 << of.len();
    let is_unique = |subset: &u32| {
        let chosen = || of.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1).map(|(_, place)| place);
        solutions.iter().filter(|other| chosen().all(|place| other.contains(place))).count() == 1
    };
    subsets.filter(is_unique).map(|subset| subset.count_ones() as usize).min()
}

#[test]
fn hints_against_brute_force() {
    let mut dice = Dice(3);
    let (mut checked, mut several, mut contained) = (0, 0, 0);
    for round in 0..cases(500) {
        let text = random_puzzle(&mut dice);
        let loaded = super::loaded(&text);
        let puzzle = loaded.puzzle().unwrap();
        if Brute::new(puzzle).is_none() {
            continue;
        }
        let plan = HintsPlan { seed: round % 3, threads: 1 + round as usize % 2, ..HintsPlan::default() };
        let packing = Packing::new(puzzle);
        let mut solutions = Vec::new();
        let outcome = Search::new(packing.problem()).limit(61).for_each(|solution| {
            solutions.push(packing.tiling(solution.options()));
            ControlFlow::Continue(())
        });
        if !outcome.complete || solutions.iter().any(|solution| solution.len() > 10) {
            continue;
        }
        let sound = |hints: &Hints| {
            let left =
                solutions.iter().filter(|other| hints.placements.iter().all(|place| other.contains(place)));
            assert_eq!(left.collect::<Vec<_>>(), [&hints.solution], "{text}");
            // What a spec with these hints says.
            let mut hinted = puzzle.clone();
            hinted
                .placed
                .extend(hints.placements.iter().filter(|place| !puzzle.placed.contains(place)).cloned());
            assert_eq!(Search::new(Packing::new(&hinted).problem()).count().solutions, 1, "{text}");
        };
        match fewest_hints(puzzle, &plan) {
            Err(HintsError::TwinOptions) => continue,
            Err(error) => {
                assert_eq!((error, solutions.len()), (HintsError::NoSolution, 0), "{text}");
                continue;
            }
            Ok(hints) => {
                sound(&hints);
                let expected = solutions.iter().filter_map(|of| brute_hints(&solutions, of)).min().unwrap();
                assert_eq!(hints.placements.len(), expected, "{text}");
                assert_eq!(hints.scope, Scope::All(solutions.len() as u64));
                checked += usize::from(expected > 0);
                several += usize::from(expected > 1);
            }
        }
        for of in &solutions {
            match (fewest_hints_for(puzzle, of, &plan), brute_hints(&solutions, of)) {
                (Ok(hints), Some(expected)) => {
                    sound(&hints);
                    assert_eq!((hints.placements.len(), &hints.solution), (expected, of), "{text}");
                }
                (Err(HintsError::Contained), None) => contained += 1,
                other => panic!("{other:?} {text}"),
            }
        }
        if solutions.len() > 1 {
            match fewest_hints(puzzle, &HintsPlan { most: 1, sample: 3, ..plan }) {
                Ok(sample) => {
                    sound(&sample);
                    assert_eq!(sample.scope, Scope::Sample(3));
                    let expected = brute_hints(&solutions, &sample.solution);
                    assert_eq!(Some(sample.placements.len()), expected, "{text}");
                }
                Err(error) => assert_eq!(error, HintsError::Contained, "{text}"),
            }
        }
    }
    assert!(checked >= 60 && several >= 20 && contained >= 50, "{checked} {several} {contained}");
}

fn ways_of(puzzle: &str, args: (&Family, usize, Sided), wanted: Ways) -> Vec<(u64, u64)> {
    let loaded = super::loaded(puzzle);
    let plan = Plan { threads: 2, ..Plan::default() };
    let regions = all_regions(loaded.puzzle().unwrap(), args, wanted, &plan);
    regions.iter().map(|region| (region.ways.total, region.ways.classes)).collect()
}

/// CU-16 and CU-29: TAOCP 7.2.2.1, answers 330 and 339.
#[test]
fn prisms() {
    let soma = ways_of(
        "|! set\n|! lattice cube\n|! use soma\n",
        (&Family::Prisms(3), 27, Sided::Free),
        Ways { low: 0, high: Some(1) },
    );
    assert_eq!(soma.iter().filter(|ways| **ways == (0, 0)).count(), 216);
    assert_eq!(soma.iter().filter(|ways| **ways == (2, 1)).count(), 5);
    assert_eq!(soma.len(), 221);
    let tetracubes = ways_of(
        "|! set\n|! lattice cube\n|! use tetracubes\n",
        (&Family::Prisms(4), 32, Sided::Free),
        Ways::ANY,
    );
    assert_eq!(tetracubes.len(), 369);
    assert_eq!(tetracubes.iter().filter(|ways| **ways == (0, 0)).count(), 48);
    let hardest: Vec<_> = tetracubes.iter().filter(|(total, _)| (1..=4).contains(total)).collect();
    assert_eq!(hardest, [&(4, 2)]);
    assert_eq!(tetracubes.iter().max(), Some(&(11120, 695)));
}

/// TAOCP 7.2.2.1, answer 308: the pentiamonds fill one convex polygon, in two ways; the six one-sided ones fill three.
#[test]
fn convex_polygons() {
    let free = ways_of(
        "|! set\n|! lattice triangle\n|! use pentiamonds\n",
        (&Family::Convex, 20, Sided::Free),
        Ways::ANY,
    );
    let mut classes: Vec<u64> = free.iter().map(|(_, classes)| *classes).collect();
    classes.sort_unstable();
    assert_eq!(classes, [0, 0, 0, 2]);
    let mut one = "|! set\n|! lattice triangle\n|! sided one\n".to_owned();
    for (number, shape) in polyforms(Lattice::TRIANGLE, 5, Sided::One).iter().enumerate() {
        one += &format!("p-{number} {}\n", cells_of(Lattice::TRIANGLE, shape).unwrap());
    }
    assert_eq!(equivalence(super::loaded(&one).puzzle().unwrap()), Sided::Free);
    let one = ways_of(&one, (&Family::Convex, 30, Sided::Free), Ways::ANY);
    let mut classes: Vec<u64> = one.iter().map(|(_, classes)| *classes).collect();
    classes.sort_unstable();
    assert_eq!(classes, [0, 0, 1, 3, 4]);
}

/// TAOCP 7.2.2.1, answer 317: tetrahexes made of tetrahexes, each hexagon a rosette of seven. There are two ways to put
/// rosettes together, which matter for the pieces that differ from their mirror images.
#[test]
fn rosettes() {
    let loaded = super::loaded("|! set\n|! lattice hex\n|! use tetrahexes\n");
    let puzzle = loaded.puzzle().unwrap();
    let rosettes = |shape: &Shape, [u, v]: [[i32; 2]; 2]| -> Shape {
        let centers = shape.sites().iter().map(|site| {
            let [x, y, _] = site.at;
            Site::new([x * u[0] + y * v[0], x * u[1] + y * v[1], 0])
        });
        let whole = centers.flat_map(|center| {
            let around = Lattice::HEX.neighbors(center.cell()).map(Cell::site);
            around.chain([center]).collect::<Vec<_>>()
        });
        whole.collect::<Shape>().normalized()
    };
    let expected: [(&str, [u64; 2]); 7] = [
        ("bar", [0, 0]),
        ("wave", [0, 0]),
        ("prop", [0, 0]),
        ("bee", [4, 4]),
        ("arch", [1, 1]),
        ("boot", [0, 10]),
        ("worm", [0, 4]),
    ];
    for (name, totals) in expected {
        let piece = puzzle.pieces.iter().position(|piece| piece.name == name).unwrap();
        let shape = &puzzle.shapes.iter().find(|typical| typical.piece.0 == piece).unwrap().shape;
        let regions = [[[2, 1], [-1, 3]], [[1, 2], [-2, 3]]].map(|axes| rosettes(shape, axes));
        assert!(regions.iter().all(|region| region.sites().len() == 28));
        let family = Family::Listed(regions.to_vec());
        let found = all_regions(puzzle, (&family, 28, Sided::Free), Ways::ANY, &Plan::default());
        let mut ways: Vec<u64> = found.iter().map(|region| region.ways.total).collect();
        ways.sort_unstable();
        assert_eq!(ways, totals, "{name}");
        if name == "bee" {
            assert!(found.iter().all(|region| region.ways.classes == 2));
        }
    }
}

/// The flat pieces of sizes 2 to 7 that fit into the cube, in a box.
fn flat_pieces(region: &str) -> String {
    let mut text = format!("|! lattice cube\n{region}\n");
    for size in 2..=7 {
        for (number, shape) in polyforms(Lattice::SQUARE, size, Sided::Free).iter().enumerate() {
            if shape.highest().iter().all(|&d| d < 3) {
                let solid: Shape =
                    shape.sites().iter().map(|site| Site::new([0, site.at[0], site.at[1]])).collect();
                text += &format!("{size}-{number} {}\n", cells_of(Lattice::CUBE, &solid).unwrap());
            }
        }
    }
    text
}

/// CU-22, TAOCP 7.2.2.1, answer 335(b): of the sets of flat pieces of sizes 2 to 7, 320 make the cube in one way,
/// and 19 of these make a 9×3×1 slab in one way too.
#[test]
fn cubes_of_six_flat_pieces() {
    let rules = Rules { pieces: None, sizes: Some(vec![7, 6, 5, 4, 3, 2]) };
    let unique = |region: &str| -> BTreeSet<Vec<u32>> {
        let loaded = super::loaded(&flat_pieces(region));
        let pool = Pool::new(loaded.puzzle().unwrap(), &rules).unwrap();
        assert_eq!(pool.len(), 3584);
        let sets = all_sets(&pool, Ways::exactly(1), &Plan { threads: 2, ..Plan::default() });
        sets.into_iter().map(|set| set.pieces).collect()
    };
    let (cube, slab) = (unique("[0-2][0-2][0-2]"), unique("[0-8][0-2]0"));
    assert_eq!((cube.len(), cube.intersection(&slab).count()), (320, 19));
}

const POOL: &str = "|! lattice square\n|! use pentominoes\n[0-4][0-4]\n";

#[test]
fn the_command_finds_sets() {
    let (all, said, status) = run(&["design", "sets", "-"], POOL);
    assert_eq!((all.lines().count(), said.as_str(), status), (19, "19 of 792 sets.\n", 0));
    assert!(all.lines().all(|line| line.contains(" up to symmetry: ")), "{all}");
    // The pieces can be put into a spec as they are.
    let (number, set) = all.lines().next().map(|line| (line.split(':').next().unwrap(), line)).unwrap();
    let names = set.rsplit(": ").next().unwrap();
    let spec = format!("|! lattice square\n|! use pentominoes only {names}\n[0-4][0-4]\n");
    assert_eq!(run(&["count", "-", "--up-to", "symmetry"], &spec).0, "1\n");
    let total = format!("{number}: {} ways, 1 up to symmetry", run(&["count", "-"], &spec).0.trim());
    assert!(set.starts_with(&total), "{set}");

    // Threads, ranges and orders.
    assert_eq!(
        run(&["design", "sets", "-", "--threads", "1", "--quiet"], POOL),
        (all.clone(), String::new(), 0)
    );
    let part = |range: &str| run(&["design", "sets", "-", "--range", range], POOL).0;
    assert_eq!(part("1..400") + &part("401.."), all);
    let (some, said, status) = run(&["design", "sets", "-", "--seed", "1", "-n", "3"], POOL);
    assert_eq!((some.lines().count(), status), (3, 0));
    assert!(said.ends_with(" sets, as asked for.\n"), "{said}");
    assert_eq!(run(&["design", "sets", "-", "--seed", "1", "-n", "3", "--threads", "1"], POOL).0, some);

    let (out, ..) = run(&["design", "sets", "-", "--count", "--ways", "0..1"], POOL);
    assert!(out.ends_with("\n1 way: 19 sets\n") && out.starts_with("0 ways: "), "{out}");
    assert_eq!(
        run(&["design", "sets", "-", "--pieces", "4"], POOL),
        (String::new(), "0 of 0 sets.\n".into(), 1)
    );
}

#[test]
fn the_command_finds_regions() {
    let (out, said, status) = run(&["design", "regions", "pentiamonds", "--family", "convex"], "");
    assert_eq!((out.lines().count(), said.as_str(), status), (1, "1 of 4 regions.\n", 0));
    // A region can be put into a spec as it is, and into a list of regions.
    let cells = out.trim_end().rsplit(": ").next().unwrap();
    let spec = format!("|! lattice triangle\n|! use pentiamonds\n{cells}\n");
    assert_eq!(run(&["count", "-"], &spec).0, "2\n");
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list");
    std::fs::write(&list, format!("| found\n{out}{cells}\n0[0-3]\n")).unwrap();
    let listed =
        run(&["design", "regions", "pentiamonds", "--ways", "0..", "--regions", list.to_str().unwrap()], "");
    let expected = format!(
        "1: 2 ways, 2 up to symmetry: {cells}\n2: 2 ways, 2 up to symmetry: {cells}\n3: 0 ways, 0 up to symmetry: 0[0-3]\n"
    );
    assert_eq!(listed, (expected, "3 of 3 regions.\n".into(), 0));

    let prisms = |more: &[&str]| {
        run(&[&["design", "regions", "soma", "--family", "prisms", "--height", "3"], more].concat(), "")
    };
    let (out, _, status) = prisms(&["--count", "--ways", "0..1"]);
    assert_eq!((out.as_str(), status), ("0 ways: 216 regions\n1 way: 5 regions\n", 0));
    let (all, ..) = prisms(&["--ways", "1"]);
    assert_eq!(all.lines().count(), 5);
    let part = |range: &str| prisms(&["--ways", "1", "--range", range]).0;
    assert_eq!(part("1..700") + &part("701.."), all);
    let (shuffled, ..) = prisms(&["--ways", "1", "--seed", "4"]);
    let cells = |text: &str| {
        text.lines().map(|line| line.rsplit(": ").next().unwrap().to_owned()).collect::<BTreeSet<_>>()
    };
    assert_eq!(cells(&shuffled), cells(&all));

    // TAOCP 7.2.2.1, answer 329(b): 16 are disconnected, and three more cannot be made.
    let parts =
        ["design", "regions", "soma", "--within", "cuboid 3 3 4", "--height", "3", "--ways", "0", "--count"];
    assert_eq!(run(&parts, ""), ("0 ways: 19 regions\n".into(), "19 of 60 regions.\n".into(), 0));
    let square =
        ["design", "regions", "-", "--within", "square 3", "--with", "11", "--size", "2", "--ways", "0.."];
    let (out, ..) = run(&square, "|! set\n|! lattice square\nD 0[01]\n");
    assert_eq!(out, "1: 0 ways, 0 up to symmetry: 00 11\n2: 1 way, 1 up to symmetry: 01 11\n");

    let boxes =
        run(&["design", "regions", "pentominoes", "--family", "boxes", "--ways", "0..", "--count"], "");
    assert!(boxes.0.starts_with("0 ways: 2 regions\n2 ways: 1 region\n"), "{boxes:?}");
}

#[test]
fn the_command_gives_hints() {
    for (puzzle, number) in [("pentominoes-6x10", 1), ("soma-3x3x3", 2), ("pentominoes-3x20", 1)] {
        let (spec, said, status) = run(&["design", "hints", puzzle], "");
        assert_eq!((said.as_str(), status), ("", 0));
        assert_eq!(spec.lines().filter(|line| line.starts_with("|! place ")).count(), number, "{spec}");
        assert!(run(&["verify", "-"], &spec).0.ends_with(" 1         1  yes\n"));
        let (other, ..) = run(&["design", "hints", puzzle, "--seed", "9"], "");
        assert_eq!(run(&["count", "-"], &other).0, "1\n");
        assert_eq!(run(&["design", "hints", puzzle, "--threads", "1"], "").0, spec);
    }
    let (solution, ..) = run(&["solve", "soma-3x3x3", "-n", "1"], "");
    let (spec, ..) = run(&["design", "hints", "soma-3x3x3", "--solution", "-"], &solution);
    assert!(spec.contains("hints leave just the given solution"), "{spec}");
    let only = run(&["solve", "-"], &spec);
    assert_eq!(only.0, solution);
    let (spec, _, status) =
        run(&["design", "hints", "pentominoes-6x10", "--most", "100", "--sample", "3"], "");
    assert_eq!(status, 0);
    assert!(spec.contains("There are more than 100 solutions, and 3 were looked at"), "{spec}");
    assert_eq!(run(&["count", "-"], &spec).0, "1\n");
    let none = "[0-1][0-2]\n2|I 0[0-2]\n|! place I 00 10 20\n".replace("|! place I 00 10 20\n", "");
    let one = run(&["design", "hints", "-", "--lattice", "square"], &none);
    assert!(
        one.0.starts_with("| There is only one solution, without hints.\n|! lattice square\n"),
        "{one:?}"
    );
    let mine = "|! lattice square\n[0-1][0-1]\nI 0[0-2]\nM 00\n";
    assert_eq!(run(&["design", "hints", "-"], mine).2, 1);
}

#[test]
fn mistakes_and_limits() {
    for (args, stdin, kind) in [
        (&["regions", "soma", "--family", "prisms"][..], "", "no-height"),
        (&["regions", "soma", "--family", "prisms", "--height", "2"], "", "no-family"),
        (&["regions", "pentominoes", "--family", "prisms", "--height", "2"], "", "no-family"),
        (&["regions", "soma", "--family", "convex"], "", "no-family"),
        (&["regions", "soma", "--family", "boxes", "--height", "3"], "", "no-prisms"),
        (&["regions", "soma", "--family", "boxes", "--within", "cuboid 3 3 4"], "", "no-parts"),
        (&["regions", "soma", "--family", "parts"], "", "no-box"),
        (&["regions", "soma", "--within", "cuboid 3 3 2"], "", "no-family"),
        (&["regions", "soma", "--within", "cuboid 3 3 4", "--with", "[0-3][0-3]0"], "", "no-family"),
        (&["regions", "soma", "--within", "cuboid 3 3 4", "--height", "2"], "", "no-family"),
        (&["regions", "-", "--family", "boxes"], "|! set\n|! lattice square\n0:2|A 00\n", "unknown-size"),
        (&["sets", "pentominoes"], "", "no-box"),
        (&["sets", "-", "--sizes", "5,5"], POOL, "no-pool"),
        (&["sets", "-"], "|! lattice square\n|! cells optional\n[0-1][0-1]\nA 00\n", "no-pool"),
        (&["sets", "-"], "|! lattice square\n[0-1][0-1]\nA 00\nA 0[01]\n", "no-pool"),
        (&["hints", "-", "--solution", "-"], POOL, "two-inputs"),
        (&["hints", "-"], "|! lattice square\n[0-1][0-1]\nA 0[01]\nA 0[01]\nB 0[01]\n", "no-hints"),
    ] {
        let (out, said, status) = run(&[&["design"], args].concat(), stdin);
        assert_eq!((out.as_str(), status), ("", 2), "{args:?} {said}");
        assert!(said.contains(&format!("error[{kind}]: ")), "{args:?} {said}");
    }
    for args in [
        &["design", "sets", "-", "--ways", "3..1"][..],
        &["design", "sets", "-", "--ways", "few"],
        &["design", "sets", "-", "--range", "0..3"],
        &["design", "regions", "soma"],
    ] {
        assert_eq!(run(args, POOL).2, 2, "{args:?}");
    }
    // Boxes with a long side cannot be written.
    let (_, said, _) = run(
        &["design", "regions", "-", "--family", "boxes", "--ways", "0", "--size", "2018"],
        "|! set\n|! lattice square\n|! use domino times 1009\n",
    );
    assert_eq!(
        said,
        "0 of 2 regions.\n2 regions could not be looked at: a coordinate would be greater than 999.\n"
    );

    // Shapes of 60 cells: even the next one may take long to find.
    for set in ["pentominoes", "pentiamonds"] {
        let (out, said, status) = run(
            &["design", "regions", set, "--family", "polyforms", "--time-limit", "500ms", "--ways", "0"],
            "",
        );
        assert_eq!(status, 3, "{said}");
        let found = out.lines().count();
        assert!(said.starts_with(&format!("At least {found}: stopped at the time limit after ")), "{said}");
        let next = said.split("--range ").nth(1).and_then(|rest| rest.split("..").next()).unwrap();
        assert!(next.parse::<usize>().unwrap() > found, "{said}");
    }
    // Too many sets to be done in time, and solutions too hard to find.
    let pool = "|! lattice square\n|! use hexominoes\n|! use heptominoes\n[0-9][0-8]\n";
    assert_eq!(run(&["design", "sets", "-", "--time-limit", "500ms"], pool).2, 3);
    let cubes = "|! lattice cube\n|! use pentacubes except p\n[0-6][0-4][0-3]\n";
    assert_eq!(run(&["design", "hints", "-", "--time-limit", "500ms"], cubes).2, 3);
}

#[test]
fn boxes_are_filled_from_one_pool() {
    // A puzzle whose box has two parts is the same; each part has four symmetries, and they can change places.
    let (out, said, status) = run(&["design", "split", "2|rectangle 5 6", "pentominoes", "--count"], "");
    assert_eq!(status, 0, "{said}");
    let number = |name: &str| -> u64 {
        let line = out.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].trim().parse().unwrap()
    };
    let (whole, ..) = run(&["count", "pentominoes-two-5x6"], "");
    assert_eq!(2 * number("packings"), whole.trim().parse::<u64>().unwrap());
    let (list, said, _) = run(&["design", "split", "pentominoes-two-5x6"], "");
    assert_eq!(list.lines().count() as u64, number("partitions"), "{said}");
    let (json, ..) = run(&["design", "split", "2|rectangle 5 6", "pentominoes", "--json", "-n", "1"], "");
    assert!(json.starts_with("{\"number\":1,\"packings\":") && json.lines().count() == 1, "{json}");
    let (_, _, status) = run(&["design", "split", "2|rectangle 5 5", "pentominoes"], "");
    assert_eq!(status, 1);
    // A quarter of Dowler's box (TAOCP 7.2.2.1, answer 341(c)).
    let quarter = "4|[0-2][0-2]0 [01]30 0[0-3][1-4] [12]0[1-4]";
    let (out, said, _) = run(&["design", "split", quarter, "pentacubes", "--without", "x", "--count"], "");
    assert!(said.contains(": 33412 sets, 55356 ways"), "{said}");
    assert!(out.starts_with("partitions     7\npackings       8\n"), "{out}");
    let (_, said, status) = run(&["design", "split", "x|rectangle 5 5", "pentominoes"], "");
    assert!(status == 2 && said.contains("how often"), "{said}");
    let (_, said, status) = run(&["design", "split", "pentominoes"], "");
    assert!(status == 2 && said.contains("no-box"), "{said}");
}
