//! Classes of solutions, against brute force and against the literature.

use super::run;
use polydlx::cover::{BigUint, Config, Digest, Engine, Monitor, OptionId, Search, Unit};
use polydlx::lattice::{Lattice, Motion, Placement, Puzzle, Shape, Sided, Site};
use polydlx::packing::{Group, Options, Packing, Question, Reduction, Which};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// All that brute force knows of a puzzle: options, solutions and symmetries, each found in the plainest way.
pub(super) struct Brute {
    options: Vec<(usize, BTreeSet<Site>)>,
    pub(super) solutions: BTreeSet<Vec<usize>>,
    /// Permutations of the options; whether a rotation does it.
    symmetries: BTreeMap<Vec<usize>, bool>,
}

impl Brute {
    /// None if there are too many solutions for brute force.
    pub(super) fn new(puzzle: &Puzzle) -> Option<Self> {
        let list = Options::new(puzzle);
        let options: Vec<(usize, BTreeSet<Site>)> =
            list.iter().map(|placement| (placement.piece.0, placement.sites().collect())).collect();
        let mut brute = Self { options, solutions: BTreeSet::new(), symmetries: BTreeMap::new() };
        if !brute.search(puzzle, 0, &mut Vec::new(), &mut 200_000) {
            return None;
        }
        let rotations = puzzle.lattice.rotation_group();
        for motion in puzzle.lattice.motion_group() {
            if let Some(permutation) = brute.permutation(puzzle, motion) {
                *brute.symmetries.entry(permutation).or_default() |= rotations.contains(&motion);
            }
        }
        Some(brute)
    }

    /// Takes or leaves each option in turn; false when it takes too long.
    fn search(&mut self, puzzle: &Puzzle, next: usize, chosen: &mut Vec<usize>, budget: &mut u32) -> bool {
        if *budget == 0 || self.solutions.len() > 1500 {
            return false;
        }
        *budget -= 1;
        if next == self.options.len() {
            if self.is_solution(puzzle, chosen) {
                self.solutions.insert(chosen.clone());
            }
            return true;
        }
        let free = chosen.iter().all(|&other| self.options[other].1.is_disjoint(&self.options[next].1));
        if free {
            chosen.push(next);
            let done = self.search(puzzle, next + 1, chosen, budget);
            chosen.pop();
            if !done {
                return false;
            }
        }
        // A cell that only earlier options cover must be covered by now.
        let lost = self.options[next].1.iter().any(|&site| {
            !puzzle.is_secondary(site)
                && !chosen.iter().any(|&other| self.options[other].1.contains(&site))
                && !self.options[next + 1..].iter().any(|(_, sites)| sites.contains(&site))
        });
        lost || self.search(puzzle, next + 1, chosen, budget)
    }

    fn is_solution(&self, puzzle: &Puzzle, chosen: &[usize]) -> bool {
        let covered: BTreeSet<Site> =
            chosen.iter().flat_map(|&option| self.options[option].1.iter().copied()).collect();
        let full =
            puzzle.region.sites().iter().all(|&site| puzzle.is_secondary(site) || covered.contains(&site));
        let times =
            |piece: usize| chosen.iter().filter(|&&option| self.options[option].0 == piece).count() as u32;
        let numbers =
            puzzle.pieces.iter().enumerate().all(|(number, piece)| piece.bounds.contains(times(number)));
        let placed = puzzle.placed.iter().all(|Placement { piece, shape }| {
            let there: BTreeSet<Site> = shape.sites().iter().copied().collect();
            chosen.iter().any(|&option| self.options[option] == (piece.0, there.clone()))
        });
        full && numbers && placed
    }

    /// What a motion does to the options, if with some shift it is a symmetry.
    fn permutation(&self, puzzle: &Puzzle, motion: Motion) -> Option<Vec<usize>> {
        let lattice = puzzle.lattice;
        let turned = puzzle.region.shape().moved(lattice, motion);
        let (from, to) = (turned.lowest(), puzzle.region.shape().lowest());
        let shift = [0, 1, 2].map(|axis| to[axis] - from[axis]);
        let image = |sites: &BTreeSet<Site>| -> BTreeSet<Site> {
            let moved = Shape::new(sites.iter().copied()).moved(lattice, motion).shifted(shift);
            moved.sites().iter().copied().collect()
        };
        let region: BTreeSet<Site> = puzzle.region.sites().iter().copied().collect();
        if image(&region) != region {
            return None;
        }
        // Groups of names with the same footprints, the same bounds, and the same of them placed.
        let is_placed = |piece: usize, sites: &BTreeSet<Site>| {
            puzzle.placed.iter().any(|placed| {
                placed.piece.0 == piece
                    && placed.shape.sites().iter().copied().collect::<BTreeSet<_>>() == *sites
            })
        };
        let footprints = |piece: usize, f: &dyn Fn(&BTreeSet<Site>) -> BTreeSet<Site>| {
            let mut list: Vec<_> = self
                .options
                .iter()
                .filter(|(other, _)| *other == piece)
                .map(|(_, sites)| (f(sites), is_placed(piece, sites)))
                .collect();
            list.sort();
            list
        };
        let bounds = |piece: usize| puzzle.pieces[piece].bounds;
        let names: Vec<usize> = (0..puzzle.pieces.len()).collect();
        let same: Vec<_> =
            names.iter().map(|&piece| (footprints(piece, &|sites| sites.clone()), bounds(piece))).collect();
        let mut target = vec![0; names.len()];
        for &piece in &names {
            let rank = names[..piece].iter().filter(|&&other| same[other] == same[piece]).count();
            let size = names.iter().filter(|&&other| same[other] == same[piece]).count();
            let moved = (footprints(piece, &image), bounds(piece));
            let goals: Vec<usize> = names.iter().copied().filter(|&other| same[other] == moved).collect();
            if goals.len() != size {
                return None;
            }
            target[piece] = goals[rank];
        }
        let find = |piece: usize, sites: &BTreeSet<Site>, rank: usize| {
            let equal = (0..self.options.len())
                .filter(|&o| self.options[o].0 == piece && self.options[o].1 == *sites);
            equal.clone().nth(rank).expect("options are mapped onto options")
        };
        Some(
            (0..self.options.len())
                .map(|option| {
                    let (piece, sites) = &self.options[option];
                    let rank =
                        self.options[..option].iter().filter(|other| **other == self.options[option]).count();
                    find(target[*piece], &image(sites), rank)
                })
                .collect(),
        )
    }

    fn image(permutation: &[usize], solution: &[usize]) -> Vec<usize> {
        let mut image: Vec<usize> = solution.iter().map(|&option| permutation[option]).collect();
        image.sort_unstable();
        image
    }

    /// The least image of a solution.
    pub(super) fn canonical(&self, solution: &[usize], rotations_only: bool) -> Vec<usize> {
        let wanted = self.symmetries.iter().filter(|(_, is_rotation)| **is_rotation || !rotations_only);
        wanted.map(|(permutation, _)| Self::image(permutation, solution)).min().unwrap()
    }
}

fn numbers(options: &[OptionId]) -> Vec<usize> {
    options.iter().map(|option| option.0 as usize).collect()
}

/// Compares all that is said of a puzzle's symmetry with brute force; false if that would take too long.
fn agrees_with_brute_force(text: &str) -> bool {
    let loaded = super::loaded(text);
    let puzzle = loaded.puzzle().unwrap();
    let Some(brute) = Brute::new(puzzle) else { return false };
    let packing = Packing::new(puzzle);
    let whole = Group::new(&packing);
    assert_eq!(whole.order(), brute.symmetries.len(), "{text}");
    assert_eq!(Search::new(packing.problem()).count().solutions, brute.solutions.len() as u64, "{text}");
    assert_eq!(Search::new(packing.lean_problem()).count().solutions, brute.solutions.len() as u64, "{text}");
    let monitor = &Monitor::new();
    let question = |engine: Engine, thorough: bool| {
        let config = Config { engine, threads: 2, ..Config::default() };
        let question = Question::about(&packing).config(&config);
        if thorough { question.thoroughly() } else { question }
    };
    let ways = [
        (Engine::Auto, false),
        // As if nothing were small: all ways are thought of.
        (Engine::Auto, true),
        (Engine::Frontier, false),
        (Engine::Links, false),
    ];
    let problem = packing.problem();
    let mark = |&option: &usize| problem.mark(OptionId(option as u32));
    let digest = |solutions: &BTreeSet<Vec<usize>>| -> Digest {
        solutions.iter().map(|solution| solution.iter().map(mark).product::<Digest>()).sum()
    };
    let all = digest(&brute.solutions);
    for (engine, thorough) in ways {
        units_add_up(&question(engine, thorough), brute.solutions.len(), all, text);
        let answer = question(engine, thorough).count(monitor);
        assert_eq!(
            (answer.count, answer.complete),
            (brute.solutions.len().into(), true),
            "{engine:?} {:?} {text}",
            answer.method
        );
    }
    for rotations_only in [false, true] {
        let group = if rotations_only { whole.rotations() } else { whole.clone() };
        let expected: BTreeSet<Vec<usize>> =
            brute.solutions.iter().map(|solution| brute.canonical(solution, rotations_only)).collect();
        let mut found = BTreeSet::new();
        let mut total = 0;
        let classes = question(Engine::Auto, false).which(Which::UpTo(&group));
        let answer = classes.for_each(monitor, &mut |class| {
            let solution = numbers(class.options);
            assert!(brute.solutions.contains(&solution), "{text}");
            assert!(found.insert(brute.canonical(&solution, rotations_only)), "a class comes twice: {text}");
            total += group.order() / group.stabilizer(class.options).len();
            ControlFlow::Continue(())
        });
        assert_eq!(found, expected, "{text}");
        assert_eq!((answer.count, answer.complete), (expected.len().into(), true), "{text}");
        assert_eq!(total, brute.solutions.len(), "{text}");
        for (engine, thorough) in ways {
            let up_to = question(engine, thorough).which(Which::UpTo(&group));
            units_add_up(&up_to, expected.len(), all, text);
            let answer = up_to.count(monitor);
            assert_eq!(
                (answer.count, answer.complete),
                (expected.len().into(), true),
                "{engine:?} {:?} {text}",
                answer.method
            );
        }
        let fixed = question(Engine::Auto, true).fixed(&group, monitor).unwrap();
        let sum: BigUint = fixed.iter().map(|(_, number, solutions)| solutions * number).sum();
        assert_eq!(sum, (group.order() * expected.len()).into(), "{text}");
        let reduction = Reduction::new(&packing, &group);
        if !rotations_only {
            reduced_file_has_one_solution_a_class(&packing, &reduction, expected.len(), text);
        }
    }
    for number in 0..whole.order() {
        let subgroup = whole.generated(&[number]);
        let mut found = BTreeSet::new();
        let invariant = question(Engine::Auto, false).which(Which::Invariant(&whole, &subgroup));
        invariant.for_each(monitor, &mut |solution| {
            assert!(found.insert(numbers(solution.options)), "an invariant solution comes twice: {text}");
            ControlFlow::Continue(())
        });
        for (engine, thorough) in ways {
            let invariant = question(engine, thorough).which(Which::Invariant(&whole, &subgroup));
            let answer = invariant.clone().digest().count(monitor);
            assert_eq!(answer.digest, Some(digest(&found)), "{engine:?} {text}");
            let answer = invariant.count(monitor);
            assert_eq!(answer.count, found.len().into(), "{engine:?} {:?} {text}", answer.method);
        }
        let element = &whole.elements()[number];
        let permutation: Vec<usize> = (0..brute.options.len())
            .map(|option| element.image(OptionId(option as u32)).0 as usize)
            .collect();
        assert!(brute.symmetries.contains_key(&permutation), "{text}");
        let expected =
            brute.solutions.iter().filter(|solution| Brute::image(&permutation, solution) == **solution);
        assert_eq!(found, expected.cloned().collect(), "{} of {text}", element.name);
    }
    true
}

/// The digest is that of all solutions, whatever the way; units are all of the plan, they add up, and the same is found when they are
/// done once more.
pub(super) fn units_add_up(question: &Question<'_>, count: usize, digest: Digest, text: &str) {
    let monitor = &Monitor::new();
    let question = question.clone().digest();
    let answer = question.count(monitor);
    assert_eq!((answer.count, answer.digest), (count.into(), Some(digest)), "{:?} {text}", answer.method);
    let plan = question.plan(monitor).unwrap().firm();
    let mut units: Vec<Unit> = plan.divide(4, monitor).into_iter().map(|(unit, _)| unit).collect();
    assert!(plan.verify(&units).is_ok(), "{:?}: {units:?} {text}", plan.method);
    let (mut sum, mut all) = (BigUint::default(), Digest::ZERO);
    for unit in &units {
        let answer = plan.run_units(vec![unit.clone()], monitor, None);
        assert!(answer.complete && answer.left.is_empty());
        let (again, _) = plan.replay(unit, monitor);
        assert_eq!((again.sum(), again.digest), (answer.sum(), answer.digest), "{unit} of {text}");
        sum += answer.sum();
        all += answer.digest.unwrap();
    }
    assert_eq!((plan.quotient(&sum), all), (Some(count.into()), digest), "{:?} {text}", plan.method);
    if units.pop().is_some() {
        assert!(plan.verify(&units).is_err(), "{text}");
    }
}

fn reduced_file_has_one_solution_a_class(
    packing: &Packing<'_>,
    reduction: &Reduction,
    classes: usize,
    text: &str,
) {
    let Some(problem) = polydlx::packing::reduced_problem(packing, reduction) else { return };
    assert_eq!(Search::new(&problem).count().solutions as usize, classes, "{text}");
}

/// Random numbers that are the same every time.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }

    pub(super) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.roll(list.len())]
    }
}

/// A small puzzle with as much symmetry, and as many traps, as chance allows.
pub(super) fn random_puzzle(dice: &mut Dice) -> String {
    let lattice = random_lattice(dice);
    random_puzzle_on(lattice, dice)
}

/// Any lattice, but seldom one on which a few cells at random hardly ever touch.
pub(super) fn random_lattice(dice: &mut Dice) -> Lattice {
    let dense = [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX, Lattice::CUBE, Lattice::SPHERE];
    if dice.roll(6) > 0 { *dice.pick(&dense) } else { *dice.pick(&Lattice::ALL) }
}

/// The same on a given lattice.
pub(super) fn random_puzzle_on(lattice: Lattice, dice: &mut Dice) -> String {
    let name = |site: Site| {
        let mut name = String::new();
        lattice.push_cell(site.cell(), &mut name);
        name
    };
    let site = |dice: &mut Dice, side: usize| {
        let mut at = [0; 3];
        at[..lattice.dimension()].iter_mut().for_each(|d| *d = dice.roll(side) as i32);
        polydlx::lattice::Cell { at, class: dice.roll(lattice.cell_classes().count()) as u8 }.site()
    };
    // A region that a random group of motions maps onto itself: the images of a few cells, put together.
    let motions = lattice.motion_group();
    let count = dice.roll(3);
    let generators: Vec<Motion> = (0..count).map(|_| *dice.pick(&motions)).collect();
    let group = Motion::group(&generators);
    let seeds = 1 + dice.roll(4);
    let mut region = Shape::default();
    for _ in 0..seeds {
        let seed = Shape::new([site(dice, 3)]);
        let images = group.iter().flat_map(|&motion| seed.moved(lattice, motion).sites().to_vec());
        region = Shape::new(region.sites().iter().copied().chain(images));
    }
    if dice.roll(2) == 0 {
        let side = 2 + dice.roll(2);
        let cells = 3 + dice.roll(if lattice.dimension() == 2 { 7 } else { 6 });
        region = Shape::new(region.sites().iter().copied().chain((0..cells).map(|_| site(dice, side))));
    }
    let region = region.normalized();
    let mut cells: Vec<String> = region.sites().iter().map(|&site| name(site)).collect();
    let suffixed = dice.roll(4) == 0;
    if suffixed {
        cells.extend(cells.clone().iter().map(|cell| format!("{cell}!")));
    }
    let mut text = format!("|! lattice {}\n", lattice.name());
    match dice.roll(6) {
        0 => text += "|! cells optional\n",
        1 => text += "|! pieces optional\n",
        _ => {}
    }
    if dice.roll(2) == 0 {
        text += &format!("|! sided {}\n", dice.pick(&Sided::ALL).name());
    }
    text += &format!("{}\n", cells.join(" "));
    let mut shapes: Vec<Shape> = Vec::new();
    for number in 0..1 + dice.roll(4) {
        // New shapes, and old ones again: as they are, or mirrored.
        let shape = match (shapes.is_empty(), dice.roll(4)) {
            (false, 0) => dice.pick(&shapes).clone(),
            (false, 1) => {
                let mirror = lattice.mirror().unwrap_or(Motion::IDENTITY);
                dice.pick(&shapes).moved(lattice, mirror).normalized()
            }
            _ => {
                let mut sites = vec![site(dice, 2)];
                for _ in 0..dice.roll(3) {
                    let next: Vec<_> = lattice.neighbors(sites[dice.roll(sites.len())].cell()).collect();
                    sites.push(dice.pick(&next).site());
                }
                Shape::new(sites).normalized()
            }
        };
        let prefix = *dice.pick(&["", "", "2|", "0:2|", "1:9|", "0:9|"]);
        let mut cells: Vec<String> = shape.sites().iter().map(|&site| name(site)).collect();
        if suffixed && dice.roll(2) == 0 {
            cells.push(format!("{}!", cells[0]));
        }
        text += &format!("{prefix}p-{number} {}\n", cells.join(" "));
        shapes.push(shape);
    }
    if dice.roll(2) == 0 {
        // Something that fills what is left.
        text += &format!("0:{}|filler {}\n", 1 + dice.roll(9), name(Site::default()));
    }
    text
}

#[test]
fn random_puzzles_agree_with_brute_force() {
    let mut dice = Dice(2026);
    let cases = std::env::var("SYMMETRY_CASES").map_or(1000, |cases| cases.parse().unwrap());
    let (mut compared, mut worthwhile) = (0, 0);
    while compared < cases {
        let text = random_puzzle(&mut dice);
        let loaded = super::loaded(&text);
        if loaded.puzzle().unwrap().region.len() > 24 || !agrees_with_brute_force(&text) {
            continue;
        }
        compared += 1;
        let packing = Packing::new(loaded.puzzle().unwrap());
        let several = Search::new(packing.problem()).limit(2).count().solutions > 1;
        worthwhile += usize::from(several && Group::new(&packing).order() > 1);
    }
    // The comparison must not be of trivialities.
    assert!(worthwhile * 8 > cases, "only {worthwhile} puzzles have symmetries and several solutions");
}

#[test]
fn every_lattice_agrees_with_brute_force() {
    for lattice in Lattice::ALL {
        let mut dice = Dice(15);
        let mut compared = 0;
        while compared < 12 {
            let text = random_puzzle_on(lattice, &mut dice);
            let size = super::loaded(&text).puzzle().unwrap().region.len();
            compared += usize::from(size <= 24 && agrees_with_brute_force(&text));
        }
    }
}

#[test]
fn special_puzzles_agree_with_brute_force() {
    for text in [
        "|! lattice square\n[0-2][0-2]\n4|D 0[01]\nM 00\n",
        "|! lattice square\n[0-3][01]\n4|D 0[01]\n",
        "|! lattice square\n[0-1][0-4]\nA 0[01]\nB 0[01]\n3|D 0[01]\n",
        "|! lattice square\n|! place A 00 01\n[0-2][0-2]\nA 0[01]\n3|D 0[01]\nM 00\n",
        "|! lattice square\n|! sided one\n[01][0-3]\nL 0[0-2] 10\nJ 0[0-2] 12\n",
        "|! lattice square\n|! sided fixed\n[01][0-1]\nH 0[01]\nV 00 10\n0:2|I 0[01]\n",
        "|! lattice triangle\n01 0[01]' 1[01] 10'\n3|L 00 00'\n",
        "|! lattice hex\n01 02 10 11 12 20 21\n2|D 0[01]\nT 00 01 10\n",
        "|! lattice cube\n[01][01][01]\n4|D 00[01]\n",
        "|! lattice cube\n[01][0-2]0\n3|D 00[01]\n",
        "|! lattice sphere\n000 001 010 100\n2|D 000 001\n",
        "|! lattice sphere\n00[0-2] 01[01] 020\n2|T 000 001 010\n",
        "|! lattice square\n00 22\n2|M 00\n",
        "|! lattice square\n\nA 00\n",
    ] {
        assert!(agrees_with_brute_force(text), "too much for brute force: {text}");
    }
}

/// The number of classes of a puzzle, and the order of its group.
fn classes(text: &str, rotations_only: bool) -> (u64, usize) {
    let loaded = super::loaded(text);
    let packing = Packing::new(loaded.puzzle().unwrap());
    let group = Group::new(&packing);
    let group = if rotations_only { group.rotations() } else { group };
    let answer = Question::about(&packing).which(Which::UpTo(&group)).count(&Monitor::new());
    assert!(answer.complete);
    (answer.count.try_into().unwrap(), group.order())
}

#[test]
fn the_literature() {
    let square = |region: &str, pieces: &str| format!("|! lattice square\n{pieces}\n{region}\n");
    let cube = |region: &str, pieces: &str| format!("|! lattice cube\n{pieces}\n{region}\n");
    let pentominoes = "|! use pentominoes";
    for (text, rotations_only, expected) in [
        (square("[0-2][0-j]", pentominoes), false, (2, 4)),
        (square("[0-3][0-e]", pentominoes), false, (368, 4)),
        (square("[0-4][0-b]", pentominoes), false, (1010, 4)),
        (square("[0-5][0-9]", pentominoes), false, (2339, 4)),
        (square("[0-2][0-7] [5-7][0-7] [34][0-25-7]", pentominoes), false, (65, 8)),
        (square("[0-7][0-7]", "|! use pentominoes\n|! use tetrominoes only square"), false, (16146, 8)),
        (square("[0-2][0-t]", "|! use one-sided-pentominoes"), false, (46, 4)),
        (square("[0-4][0-4]", "|! use pentominoes only P Q R U X"), false, (1, 8)),
        (square("[0-4][0-6]", "|! use pentominoes only O S T V W Y Z"), false, (1, 4)),
        ("|! lattice triangle\n|! use hexiamonds\n[0-5][0-5] [0-5][0-5]'\n".to_owned(), false, (156, 4)),
        (
            "|! lattice hex\n|! use trihexes\n|! use tetrahexes\n0[3-6] 1[2-6] 2[1-6] 3[0-6] 4[0-5] 5[0-4] 6[0-3]\n"
                .to_owned(),
            false,
            (12290, 12),
        ),
        ("|! lattice hex\n|! use tetrahexes\n[0-3][0-6]\n".to_owned(), false, (9, 2)),
        (cube("[0-2][0-2][0-2]", "|! use soma"), false, (240, 48)),
        (cube("[0-2][0-2][0-2]", "|! use soma"), true, (480, 24)),
        (cube("[01][0-3][0-3]", "|! use tetracubes"), false, (695, 16)),
        (cube("[01][0-2][0-9]", "|! use solid-pentominoes"), false, (12, 8)),
        (cube("[01][0-4][0-5]", "|! use solid-pentominoes"), false, (264, 8)),
        (cube("[0-2][0-3][0-4]", "|! use solid-pentominoes"), false, (3940, 8)),
        // Catel's problem of 1785 and dominoes show symmetrical solutions.
        (square("[0-7][0-7]", "|! use domino times 32").replace("[0-7][0-7]", "[0-5][0-5]").replace("32", "18"), false, (930, 8)),
    ] {
        assert_eq!(classes(&text, rotations_only), expected, "{text}");
    }
}

/// Nonstraight n-omino cuts of the n×n square: 33, 2082, 320098 in all; 8, 266, 40237 up to symmetry.
#[test]
fn cuts_of_squares() {
    for (size, total, expected) in [(4_u32, 33, 8), (5, 2082, 266), (6, 320_098, 40_237)] {
        let last = size - 1;
        let mut text = format!("|! lattice square\n|! pieces optional\n[0-{last}][0-{last}]\n");
        for (number, shape) in polydlx::lattice::polyforms(Lattice::SQUARE, size as usize, Sided::Free)
            .iter()
            .enumerate()
            .skip(1)
        {
            text +=
                &format!("{size}|p-{number} {}\n", polydlx::spec::cells_of(Lattice::SQUARE, shape).unwrap());
        }
        let loaded = super::loaded(&text);
        let packing = Packing::new(loaded.puzzle().unwrap());
        assert_eq!(Search::new(packing.lean_problem()).count().solutions, total);
        assert_eq!(classes(&text, false), (expected, 8));
    }
}

/// Where no item must be covered just once, cells that may stay empty make the cases: classes are those of Burnside's lemma, and
/// far fewer nodes are visited than in the whole tree.
#[test]
fn cells_that_may_stay_empty_make_cases() {
    let text = "|! lattice square\n|! cells optional\n[0-5][0-5]\n6|T 00 01 02 11\n";
    let args = |engine| ["count", "-", "--stats", "--engine", engine, "--up-to", "symmetry"];
    let nodes = |stats: &str| -> u64 {
        let number = stats.lines().find_map(|line| line.strip_prefix("nodes")).expect("nodes are told");
        number.trim().parse().unwrap()
    };
    let (swept, ..) = run(&args("frontier"), text);
    let (searched, stats, _) = run(&args("sets"), text);
    assert_eq!((searched.as_str(), swept.as_str()), ("10994\n", "10994\n"));
    assert!(stats.contains("options or none") || stats.contains("images, or none"), "{stats}");
    let (all, whole, _) = run(&args("sets")[..5], text);
    assert_eq!(all, "87588\n");
    assert!(3 * nodes(&stats) < nodes(&whole), "{stats} {whole}");
}

/// The 14 parallominoes of width and height 4 in all, fixed, in 8x8: the region has 8 symmetries, the puzzle 4.
#[test]
fn pieces_that_may_not_be_turned() {
    // A staircase polygon lies between two paths that start and end together: rows [from, to] that move to the right.
    let mut shapes = BTreeSet::new();
    let mut rows: Vec<Vec<(i32, i32)>> = (0..5).map(|to| vec![(0, to)]).collect();
    while let Some(shape) = rows.pop() {
        let (height, width) = (shape.len() as i32, shape.last().unwrap().1 + 1);
        if height + width == 5 {
            shapes.insert(shape.clone());
        }
        if height + width < 5 {
            let (from, to) = *shape.last().unwrap();
            for next_from in from..=to {
                for next_to in to..5 {
                    let mut more = shape.clone();
                    more.push((next_from, next_to));
                    rows.push(more);
                }
            }
        }
    }
    assert_eq!(shapes.len(), 14);
    let mut text = "|! lattice square\n|! sided fixed\n[0-7][0-7]\n".to_owned();
    for (number, shape) in shapes.iter().enumerate() {
        let cells: Vec<String> =
            (0..).zip(shape).map(|(x, (from, to))| format!("{x}[{from}-{to}]")).collect();
        text += &format!("p-{number} {}\n", cells.join(" "));
    }
    let loaded = super::loaded(&text);
    let packing = Packing::new(loaded.puzzle().unwrap());
    assert_eq!(loaded.puzzle().unwrap().region.symmetries(Lattice::SQUARE).len(), 8);
    assert_eq!(Search::new(packing.problem()).threads(2).count().solutions, 3204);
    assert_eq!(classes(&text, false), (801, 4));
}

#[test]
fn count_up_to_symmetry() {
    assert_eq!(run(&["count", "soma-3x3x3", "--up-to", "symmetry"], "").0, "240\n");
    assert_eq!(run(&["count", "soma-3x3x3", "--up-to", "rotation"], "").0, "480\n");
    let (out, said, status) = run(&["count", "scott-8x8", "--up-to", "symmetry", "--verify"], "");
    assert_eq!((out.as_str(), status), ("65\n", 0));
    assert_eq!(
        said,
        "Verified by Burnside's lemma: the numbers of solutions that each symmetry fixes add up to 520 = 8·65.\n"
    );
    let dominoes = "|! lattice square\n|! use domino times 8\n[0-3][0-3]\n";
    let (out, said, _) = run(&["count", "-", "--up-to", "symmetry", "--by-stabilizer"], dominoes);
    let expected = "\
2 classes of 8: no symmetry
1 class of 2: rotation by 90°, rotation by 180°, rotation by 270°
3 classes of 2: rotation by 180°, reflection up-down, reflection left-right
3 classes of 4: reflection up-down
9
";
    assert_eq!((out.as_str(), said.as_str()), (expected, "36 solutions in all.\n"));
}

#[test]
fn solve_up_to_symmetry() {
    for format in ["text", "jsonl", "dlx"] {
        let solve = |threads| {
            run(&["solve", "scott-8x8", "--up-to", "symmetry", "--format", format, "--threads", threads], "")
        };
        let (out, said, status) = solve("2");
        assert_eq!((said.as_str(), status), ("65 solutions.\n", 0));
        assert_eq!(run(&["check", "scott-8x8", "-"], &out).0, "65 solutions, all right\n");
        assert_eq!(out, solve("1").0, "the order does not depend on threads");
    }
    let (out, ..) = run(&["solve", "soma-3x3x3", "--up-to", "rotation", "-n", "7"], "");
    assert_eq!(run(&["check", "soma-3x3x3", "-"], &out).0, "7 solutions, all right\n");
}

#[test]
fn invariant_solutions() {
    let dominoes = "|! lattice square\n|! use domino times 8\n[0-3][0-3]\n";
    let count = |names: &str| run(&["count", "-", "--invariant-under", names], dominoes).0;
    // From the classes by stabiliser above: 2 with a quarter turn, 2·3 + 2 with a half turn.
    assert_eq!(count("rotation by 90°"), "2\n");
    assert_eq!(count("Rotation 180"), "8\n");
    assert_eq!(count("reflection left-right,reflection up-down"), "6\n");
    let (out, _, status) = run(&["solve", "-", "--invariant-under", "rotation by 90°"], dominoes);
    assert_eq!((out.matches(':').count(), status), (3, 0), "a legend and two solutions: {out}");
    let (_, said, status) = run(&["count", "-", "--invariant-under", "rotation by 9°"], dominoes);
    assert_eq!(status, 2);
    assert!(said.contains("did you mean `rotation by 90°`"), "{said}");
}

#[test]
fn option_files_up_to_symmetry() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reduced.dlx");
    let path = path.to_str().unwrap();
    for (puzzle, expected) in [("pentominoes-3x20", "2\n"), ("scott-8x8", "65\n"), ("soma-3x3x3", "240\n")] {
        assert_eq!(run(&["options", puzzle, "--up-to", "symmetry", "-o", path], "").2, 0, "{puzzle}");
        assert_eq!(run(&["count", path], "").0, expected, "{puzzle}");
    }
    let dominoes = "|! lattice square\n|! use domino times 8\n[0-3][0-3]\n";
    let (out, said, status) = run(&["options", "-", "--up-to", "symmetry"], dominoes);
    assert_eq!((out.as_str(), status), ("", 2));
    assert!(said.contains("several-cases"), "{said}");
    assert_eq!(run(&["count", path, "--up-to", "symmetry"], "").2, 2, "a DLX file has no geometry");
}

#[test]
fn info_shows_the_group() {
    let (out, ..) = run(&["info", "soma-3x3x3"], "");
    assert!(
        out.contains("symmetries       48 of the box, 48 of the puzzle\n") && out.contains("5→6 6→5"),
        "{out}"
    );
    let (out, ..) = run(&["info", "bedlam-4x4x4"], "");
    assert!(out.contains("symmetries       48 of the box, 24 of the puzzle\n"), "{out}");
    let (out, ..) = run(&["info", "pentominoes-6x10"], "");
    assert!(out.contains("reflection left-right\n") || out.contains("rotation by 180°\n"), "{out}");
}

/// Every puzzle of the library that is marked as fast has the numbers of solutions that it states.
#[test]
fn the_library_is_right() {
    let fast: Vec<&str> = polydlx::library::items()
        .filter(|item| item.text.lines().any(|line| line == "|! cost fast"))
        .map(|item| item.name)
        .collect();
    assert!(fast.len() >= 80, "{fast:?}");
    let (out, said, status) = run(&[&["verify", "--quiet"], &fast[..]].concat(), "");
    assert_eq!(status, 0, "{out}{said}");
    assert!(out.lines().filter(|line| line.ends_with("  yes")).count() >= 140, "{out}");
}

/// What puzzles of the library say of their symmetrical solutions.
#[test]
fn the_library_is_right_about_invariant_solutions() {
    let mut compared = 0;
    for item in polydlx::library::items() {
        for line in item.text.lines().filter_map(|line| line.strip_prefix("| Invariant: ")) {
            let (number, symmetry) = line.strip_suffix('.').unwrap().split_once(" under ").unwrap();
            let (out, ..) = run(&["count", item.name, "--quiet", "--invariant-under", symmetry], "");
            assert_eq!(out, format!("{number}\n"), "{}: {symmetry}", item.name);
            compared += 1;
        }
    }
    assert!(compared >= 4);
}
