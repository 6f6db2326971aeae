//! What cells and pieces may do, against brute force: all sets of placements that `check` accepts.

use super::symmetry::{Dice, random_puzzle, units_add_up};
use polydlx::cover::{BigUint, Config, Digest, Engine, Monitor, OptionId, Search};
use polydlx::lattice::{Lattice, PieceId, Placement, Puzzle, Rule, Shape, Site};
use polydlx::library::Library;
use polydlx::packing::{Claim, Group, Options, Packing, Question, Reduction, Which, check};
use polydlx::spec::{Changes, Form, Loaded, Source, load, load_changed};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// The placements that pieces have without rules, and the sets of them that are solutions.
pub(super) struct Brute {
    pub(super) placements: Vec<Placement>,
    pub(super) solutions: BTreeSet<Vec<usize>>,
}

impl Brute {
    /// None if it would take too long.
    pub(super) fn new(puzzle: &Puzzle) -> Option<Self> {
        let bare = Puzzle { rules: Vec::new(), placed: Vec::new(), ..puzzle.clone() };
        let place = |option: polydlx::packing::Shifted<'_>| Placement {
            piece: option.piece,
            shape: option.sites().collect(),
        };
        let placements: Vec<Placement> = Options::new(&bare).iter().map(place).collect();
        let mut brute = Self { placements, solutions: BTreeSet::new() };
        brute.search(puzzle, 0, &mut Vec::new(), &mut 6000).then_some(brute)
    }

    fn search(&mut self, puzzle: &Puzzle, next: usize, chosen: &mut Vec<usize>, budget: &mut u32) -> bool {
        if *budget == 0 || self.solutions.len() > 400 {
            return false;
        }
        *budget -= 1;
        if next == self.placements.len() {
            if check(puzzle, &self.claims(puzzle, chosen)).is_ok() {
                self.solutions.insert(chosen.clone());
            }
            return true;
        }
        let room = |site: &Site| {
            let covers = |other: &&usize| self.placements[**other].shape.sites().contains(site);
            chosen.iter().filter(covers).count() < most(puzzle, *site)
        };
        let piece = self.placements[next].piece;
        let copies = chosen.iter().filter(|&&other| self.placements[other].piece == piece).count();
        let free = copies < puzzle.pieces[piece.0].bounds.high as usize;
        if free && self.placements[next].shape.sites().iter().all(room) {
            chosen.push(next);
            let done = self.search(puzzle, next + 1, chosen, budget);
            chosen.pop();
            if !done {
                return false;
            }
        }
        self.search(puzzle, next + 1, chosen, budget)
    }

    fn claims(&self, puzzle: &Puzzle, chosen: &[usize]) -> Vec<Claim> {
        let claim = |&number: &usize| {
            let Placement { piece, shape } = &self.placements[number];
            Claim {
                piece: puzzle.pieces[piece.0].name.clone(),
                cells: shape.sites().iter().map(|&site| puzzle.site_name(site)).collect(),
            }
        };
        chosen.iter().map(claim).collect()
    }
}

/// How often a site can be covered at most, or more.
fn most(puzzle: &Puzzle, site: Site) -> usize {
    if site.color != 0 {
        return usize::MAX;
    }
    let said = puzzle.rules.iter().filter_map(|rule| match rule {
        Rule::Each(bounds, shape) if shape.sites().contains(&site) => Some(bounds.high as usize),
        _ => None,
    });
    said.max().unwrap_or(1)
}

/// A rule as text, after a motion: cells and pieces by the names that they have then. Names that are shared do not matter.
fn rules_as_text(
    puzzle: &Puzzle,
    site: &dyn Fn(Site) -> Site,
    piece: &dyn Fn(PieceId) -> PieceId,
) -> BTreeSet<String> {
    let cells = |shape: &Shape| {
        let names: BTreeSet<String> = shape.sites().iter().map(|&at| puzzle.site_name(site(at))).collect();
        format!("{names:?}")
    };
    let name = |id: PieceId| puzzle.pieces[piece(id).0].name.clone();
    let mut shared: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut found = BTreeSet::new();
    for rule in &puzzle.rules {
        found.insert(match rule {
            Rule::Optional(shape) => format!("optional {}", cells(shape)),
            Rule::Each(bounds, shape) => format!("each {bounds} {}", cells(shape)),
            Rule::Of(bounds, shape) => format!("of {bounds} {}", cells(shape)),
            Rule::Choose(bounds, pieces) => {
                format!("choose {bounds} {:?}", pieces.iter().map(|&id| name(id)).collect::<BTreeSet<_>>())
            }
            Rule::Together(a, b) => format!("together {:?}", BTreeSet::from([name(*a), name(*b)])),
            Rule::Apart(a, b) => format!("apart {:?}", BTreeSet::from([name(*a), name(*b)])),
            Rule::Colored(shape) => format!("colored {}", cells(shape)),
            Rule::Rim(id) => format!("rim {}", name(*id)),
            Rule::Within(id, shape) => format!("within {} {}", name(*id), cells(shape)),
            Rule::Meet(id, shape) => format!("meet {} {}", name(*id), cells(shape)),
            Rule::Share(item, id, shape) => {
                let where_to = shape.as_ref().map_or_else(|| "anywhere".to_owned(), &cells);
                shared.entry(item).or_default().insert(format!("{} {where_to}", name(*id)));
                continue;
            }
            other => panic!("nobody thought of {other:?} here"),
        });
    }
    found.extend(shared.values().map(|members| format!("share {members:?}")));
    found
}

/// How many symmetries there are at least: those of the puzzle without rules that make rules of its rules, by what they
/// do to the placements that are left.
fn symmetries(puzzle: &Puzzle, packing: &Packing<'_>) -> usize {
    let bare = Puzzle { rules: Vec::new(), ..puzzle.clone() };
    let bare_packing = Packing::new(&bare);
    let bare_group = Group::new(&bare_packing);
    let here = rules_as_text(puzzle, &|site| site, &|piece| piece);
    let regional = puzzle.region.symmetries(puzzle.lattice);
    let left: BTreeSet<Placement> = packing.placements().map(|option| packing.placement(option)).collect();
    let mut found: BTreeSet<Vec<Placement>> = BTreeSet::new();
    for element in bare_group.elements() {
        // The motion of the region that does it.
        let image = |option: OptionId| bare_packing.placement(element.image(option));
        for symmetry in &regional {
            let site = |site: Site| {
                let number = puzzle.region.index_of(site.uncolored()).expect("a site of the box");
                Site { color: site.color, ..puzzle.region.sites()[symmetry.permutation[number]] }
            };
            let does = bare_packing.placements().all(|option| {
                let shape: Shape =
                    bare_packing.placement(option).shape.sites().iter().map(|&at| site(at)).collect();
                image(option).shape == shape
            });
            if does && rules_as_text(puzzle, &site, &|piece| element.pieces[piece.0]) == here {
                let options = bare_packing.placements();
                let kept = options.filter(|&option| left.contains(&bare_packing.placement(option)));
                found.insert(kept.map(image).collect());
            }
        }
    }
    found.len()
}

/// Compares all that is found with brute force; false if that would take too long.
pub(super) fn agrees_with_brute_force(loaded: &Loaded, text: &str) -> bool {
    let puzzle = loaded.puzzle().expect(text);
    let Some(brute) = Brute::new(puzzle) else { return false };
    let tilings: BTreeSet<Vec<Placement>> = { brute.solutions.iter() }
        .map(|solution| {
            let mut tiling: Vec<Placement> =
                solution.iter().map(|&at| brute.placements[at].clone()).collect();
            tiling.sort();
            tiling
        })
        .collect();
    let packing = Packing::new(puzzle);
    let number = tilings.len();
    for problem in [packing.problem(), packing.lean_problem()] {
        assert_eq!(Search::new(problem).count().solutions as usize, number, "{text}");
    }
    let monitor = &Monitor::new();
    let group = Group::new(&packing);
    if puzzle.wrap.is_none() {
        assert!(group.order() >= symmetries(puzzle, &packing), "{} symmetries: {text}", group.order());
    }
    // What symmetries do to tilings.
    let by_placement: BTreeMap<Placement, OptionId> =
        packing.placements().map(|option| (packing.placement(option), option)).collect();
    let orbit = |group: &Group, tiling: &Vec<Placement>| -> BTreeSet<Vec<Placement>> {
        let moved = |element: &polydlx::packing::Element| {
            let mut image: Vec<Placement> =
                tiling.iter().map(|place| packing.placement(element.image(by_placement[place]))).collect();
            image.sort();
            assert!(tilings.contains(&image), "{} makes no solution: {text}", element.name);
            image
        };
        group.elements().iter().map(moved).collect()
    };
    let ways =
        [(Engine::Auto, false), (Engine::Auto, true), (Engine::Frontier, false), (Engine::Links, false)];
    let question = |(engine, thorough): (Engine, bool)| {
        let config = Config { engine, threads: 2, ..Config::default() };
        let question = Question::about(&packing).config(&config);
        if thorough { question.thoroughly() } else { question }
    };
    // What the rules add is determined by the placements, but it has marks, too.
    let mut digest = Digest::ZERO;
    Search::new(packing.problem()).for_each(|solution| {
        digest += solution.options().map(|option| packing.problem().mark(option)).product::<Digest>();
        ControlFlow::Continue(())
    });
    for way in ways {
        units_add_up(&question(way), number, digest, text);
        let answer = question(way).count(monitor);
        assert_eq!(
            (answer.count, answer.complete),
            (number.into(), true),
            "{way:?} {:?} {text}",
            answer.method
        );
    }
    for group in [&group, &group.rotations()] {
        let classes: BTreeSet<Vec<Placement>> = { tilings.iter() }
            .map(|tiling| orbit(group, tiling).into_iter().next().expect("itself"))
            .collect();
        for way in ways {
            let up_to = question(way).which(Which::UpTo(group));
            units_add_up(&up_to, classes.len(), digest, text);
            let answer = up_to.count(monitor);
            assert_eq!(answer.count, classes.len().into(), "{way:?} {:?} {text}", answer.method);
        }
        let mut seen = BTreeSet::new();
        question(ways[0]).which(Which::UpTo(group)).for_each(monitor, &mut |found| {
            let tiling = packing.tiling(found.options.iter().copied()).to_vec();
            assert!(seen.insert(orbit(group, &tiling)), "a class comes twice: {text}");
            let all = orbit(group, &tiling).len() * group.stabilizer(found.options).len();
            assert_eq!(all, group.order(), "{text}");
            ControlFlow::Continue(())
        });
        assert_eq!(seen.len(), classes.len(), "{text}");
        let fixed = question(ways[1]).fixed(group, monitor).unwrap();
        let sum: BigUint = fixed.iter().map(|(_, number, solutions)| solutions * number).sum();
        assert_eq!(sum, (group.order() * classes.len()).into(), "{text}");
        if let Some(problem) = polydlx::packing::reduced_problem(&packing, &Reduction::new(&packing, group)) {
            assert_eq!(Search::new(&problem).count().solutions as usize, classes.len(), "{text}");
        }
    }
    if packing.problem().primary_items() > 0 {
        let file = super::option_file(text);
        let (problem, _) = polydlx::cover::dlx::read(0, &file).unwrap();
        assert_eq!(Search::new(&problem).count().solutions as usize, number, "{text}");
    }
    true
}

/// A puzzle with rules; it may have mistakes.
fn with_rules(dice: &mut Dice, kinds: &[&str]) -> Option<String> {
    let mut text = random_puzzle(dice);
    let loaded = super::loaded(&text);
    let puzzle = loaded.puzzle()?;
    if !(2..=11).contains(&puzzle.region.len()) {
        return None;
    }
    let symmetries = puzzle.region.symmetries(puzzle.lattice);
    // Some cells, and often all that symmetries make of them.
    let some_cells = |dice: &mut Dice| {
        let all = dice.roll(2) == 0;
        let mut numbers = BTreeSet::new();
        for _ in 0..1 + dice.roll(5) {
            let number = dice.roll(puzzle.region.len());
            let images = symmetries.iter().map(|symmetry| symmetry.permutation[number]);
            numbers.extend(images.filter(|&image| all || image == number));
        }
        let names = numbers.iter().map(|&number| puzzle.site_name(puzzle.region.sites()[number]));
        (names.collect::<Vec<_>>().join(" "), numbers.len())
    };
    let some_piece = |dice: &mut Dice| dice.pick(&puzzle.pieces).name.clone();
    let range = |dice: &mut Dice, most: usize| {
        let (a, b) = (dice.roll(most + 1), 1 + dice.roll(most));
        format!("{}:{}", a.min(b), a.max(b))
    };
    for _ in 0..1 + dice.roll(2) {
        let line = match *dice.pick(kinds) {
            "optional" => format!("optional {}", some_cells(dice).0),
            "each" => format!("cover {} each {}", range(dice, 2), some_cells(dice).0),
            "of" => {
                let (cells, number) = some_cells(dice);
                format!("cover {} of {cells}", range(dice, number))
            }
            "choose" => {
                let copies: u32 = puzzle.pieces.iter().map(|piece| piece.bounds.high).sum();
                let bounds = range(dice, (copies as usize).min(4));
                let some =
                    (0..1 + dice.roll(3)).map(|_| format!(" {}", some_piece(dice))).collect::<String>();
                if dice.roll(3) == 0 {
                    format!("choose {bounds}")
                } else {
                    format!("choose {bounds} of{some}")
                }
            }
            "wrap" => dice
                .pick(&["wrap x", "wrap y", "wrap x\n|! wrap y", "wrap y flip", "wrap x flip\n|! wrap y"])
                .to_string(),
            "rim" => format!("rim {}", some_piece(dice)),
            "within" => format!("within {} {}", some_piece(dice), some_cells(dice).0),
            "meet" => format!("meet {} {}", some_piece(dice), some_cells(dice).0),
            "share" => {
                let cells = if dice.roll(3) == 0 { String::new() } else { some_cells(dice).0 };
                format!("share {} {} {cells}", dice.pick(&["s", "t"]), some_piece(dice))
            }
            "mirror" => format!("mirror {} as mirrored", some_piece(dice)),
            pair => format!("{pair} {} {}", some_piece(dice), some_piece(dice)),
        };
        text = format!("|! {line}\n{text}");
    }
    Some(text)
}

/// Compares so many random puzzles with rules of some kinds.
fn compare(seed: u64, cases: usize, kinds: &[&str]) {
    let mut dice = Dice(seed);
    let (mut compared, mut telling, mut symmetrical) = (0, 0, 0);
    let mut lattices = BTreeSet::new();
    let cases = std::env::var("RULE_CASES").map_or(cases, |cases| cases.parse().unwrap());
    while compared < cases {
        let Some(text) = with_rules(&mut dice, kinds) else { continue };
        let loaded = load(Source::new("test", text.clone()), None, &Library);
        let Some(puzzle) = loaded.puzzle() else { continue };
        if !agrees_with_brute_force(&loaded, &text) {
            continue;
        }
        compared += 1;
        lattices.insert(puzzle.lattice.name());
        let bare = Puzzle { rules: Vec::new(), wrap: None, ..puzzle.clone() };
        let packing = Packing::new(puzzle);
        let with = Search::new(packing.problem()).count().solutions;
        let without = Search::new(Packing::new(&bare).problem()).count().solutions;
        telling += usize::from(with != without && with > 0);
        symmetrical += usize::from(with > 1 && Group::new(&packing).order() > 1);
        for form in Form::ALL {
            let again = loaded.rewritten(form).expect("no mistakes").to_string();
            assert_eq!(solutions_of(&super::loaded(&again)), with, "{form:?}\n{text}\n{again}");
        }
    }
    // The comparison must not be of trivialities, nor of some lattices only.
    let wraps = kinds.contains(&"wrap");
    assert!(wraps || cases < 500 || lattices.len() * 10 > Lattice::ALL.len() * 8, "only {lattices:?}");
    assert!(telling * 30 > cases, "only {telling} rules of {cases} make a difference");
    assert!(
        symmetrical * 20 > cases,
        "only {symmetrical} puzzles of {cases} have symmetries and several solutions"
    );
}

fn solutions_of(loaded: &Loaded) -> u64 {
    Search::new(Packing::new(loaded.puzzle().expect("no mistakes")).problem()).count().solutions
}

/// A puzzle, lines with words for cells and another name for a piece, and where that piece is said to lie, by such names or by
/// those that all have; and the piece and these cells.
fn with_placed(dice: &mut Dice) -> Option<(String, String, String, PieceId, Vec<Site>)> {
    let text = random_puzzle(dice);
    let loaded = super::loaded(&text);
    let puzzle = loaded.puzzle()?;
    let options = Options::new(puzzle);
    let all: Vec<_> = options.iter().collect();
    if !(2..=11).contains(&puzzle.region.len()) || all.is_empty() {
        return None;
    }
    let option = dice.pick(&all);
    let whole = dice.roll(2) == 0;
    let sites = option.sites().filter(|site| site.suffix == 0 || whole && site.is_suffixed());
    let sites: Vec<Site> = sites.collect();
    let (mut lines, mut said) = (String::new(), puzzle.pieces[option.piece.0].name.clone());
    if dice.roll(2) == 0 {
        lines += &format!("|! also {said} other\n");
        said = "other".to_owned();
    }
    for (number, &site) in sites.iter().enumerate() {
        let name = puzzle.site_name(site);
        if site.suffix == 0 && dice.roll(2) == 0 {
            lines += &format!("|! label {name} word{number}\n");
            said += &format!(" @word{number}");
        } else {
            said += &format!(" {name}");
        }
    }
    Some((text, lines, said, option.piece, sites))
}

/// Pieces that are placed, in the file and from outside, by all names that they and cells have: what is left of the solutions
/// of the puzzle without them.
#[test]
fn placed_pieces_agree_with_brute_force() {
    let mut dice = Dice(13);
    let cases = std::env::var("RULE_CASES").map_or(500, |cases| cases.parse().unwrap());
    let (mut compared, mut telling) = (0, 0);
    let mut lattices = BTreeSet::new();
    while compared < cases {
        let Some((bare, lines, said, piece, sites)) = with_placed(&mut dice) else { continue };
        let text = format!("{lines}|! place {said}\n{bare}");
        let loaded = load(Source::new("test", text.clone()), None, &Library);
        let without = super::loaded(&bare);
        let puzzle = without.puzzle().unwrap();
        // What is said may fit several placements, which differ in suffixes; that is a mistake.
        let Some(brute) = Brute::new(puzzle).filter(|_| loaded.puzzle().is_some()) else { continue };
        if !agrees_with_brute_force(&loaded, &text) {
            continue;
        }
        let lies_there = |&at: &usize| {
            let cells = |site: &&Site| site.suffix == 0;
            let placement = &brute.placements[at];
            placement.piece == piece
                && sites.iter().all(|site| placement.shape.contains(*site))
                && placement.shape.sites().iter().filter(cells).count() == sites.iter().filter(cells).count()
        };
        let expected = brute.solutions.iter().filter(|solution| solution.iter().any(lies_there)).count();
        assert_eq!(solutions_of(&loaded), expected as u64, "{text}");
        let changes = Changes { place: vec![said], ..Changes::default() };
        let source = Source::new("test", format!("{lines}{bare}"));
        let changed = load_changed(source, None, &changes, &Library);
        assert_eq!(solutions_of(&changed), expected as u64, "from outside: {text}");
        for form in Form::ALL {
            let again = loaded.rewritten(form).expect("no mistakes").to_string();
            assert_eq!(solutions_of(&super::loaded(&again)), expected as u64, "{form:?}\n{text}\n{again}");
        }
        compared += 1;
        lattices.insert(puzzle.lattice.name());
        telling += usize::from(expected > 0 && expected < brute.solutions.len());
    }
    assert!(cases < 500 || lattices.len() * 10 > Lattice::ALL.len() * 8, "only {lattices:?}");
    assert!(telling * 8 > cases, "only {telling} of {cases} make a difference");
}

#[test]
fn rules_on_cells_agree_with_brute_force() {
    compare(1, 500, &["optional", "each", "of", "of"]);
}

#[test]
fn rules_on_pieces_agree_with_brute_force() {
    compare(2, 500, &["choose", "rim", "within", "meet", "share", "mirror"]);
}

#[test]
fn rules_on_pairs_agree_with_brute_force() {
    compare(3, 500, &["together", "apart"]);
}

#[test]
fn wraps_agree_with_brute_force() {
    compare(5, 500, &["wrap", "wrap", "apart", "rim"]);
}

#[test]
fn rules_of_all_kinds_agree_with_brute_force() {
    let all =
        ["optional", "each", "of", "choose", "rim", "within", "meet", "share", "mirror", "together", "apart"];
    compare(4, 500, &all);
}

/// What is said of solutions that break a rule, one rule a time.
#[test]
fn broken_rules_are_named() {
    let pieces = "A 00 01\nB 00 01\n0:3|M 00\n";
    let said = |rule: &str, claims: &[&str]| {
        let text = format!("|! lattice square\n|! {rule}\n[0-2][0-2]\n{pieces}");
        let loaded = super::loaded(&text);
        let claim = |line: &&str| {
            let mut words = line.split(' ').map(str::to_owned);
            Claim { piece: words.next().expect("a piece"), cells: words.collect() }
        };
        check(loaded.puzzle().unwrap(), &claims.iter().map(claim).collect::<Vec<_>>())
            .unwrap_err()
            .to_string()
    };
    let full = ["A 00 01", "B 10 11", "M 02", "M 12", "M 22"];
    assert_eq!(said("optional 20", &full), "cell 21 is not covered");
    assert_eq!(said("optional [12]0", &full[..2]), "cell 02 and 3 more are not covered");
    assert_eq!(said("cover 2 each 00", &full), "cell 00 is covered only once");
    assert_eq!(said("cover 8 of [0-2][0-2]", &full), "7 of 9 cells are covered, where 8 to 8 are wanted");
    let rest = "optional 2[01]\n|! ";
    let said_of = |rule: &str| said(&format!("{rest}{rule}"), &full);
    assert_eq!(said_of("choose 4 of A B M"), "of pieces A B M 5 are used");
    assert_eq!(said_of("apart A B"), "pieces A and B touch");
    assert_eq!(said_of("apart M M"), "pieces M and M touch");
    assert_eq!(said_of("meet A 22"), "piece A covers none of the cells that it must meet");
    assert_eq!(said_of("within A [12][0-2]"), "piece A leaves the cells that it must lie within");
    assert_eq!(said_of("share s A\n|! share s B 1[01]"), "pieces A and B share s");
    assert_eq!(said_of("share s M"), "two copies of M share s");
    let far = ["A 00 01", "B 21 22", "M 11", "M 10", "M 12"];
    assert_eq!(said("optional 02 20\n|! together A B", &far), "pieces A and B do not touch");
    assert_eq!(said("optional 02 20\n|! rim M", &far), "piece M does not touch the rim");
    let twice = ["A 00 01", "B 10 11", "M 00", "M 00"];
    assert_eq!(
        said("cover 1:3 each 00\n|! optional [0-2]2 2[01]", &twice),
        "piece M lies in the same place twice"
    );
}

/// Numbers of the literature that need rules, TAOCP 7.2.2.1, answer 68, and some that can be found otherwise.
#[test]
fn numbers_of_the_literature() {
    let count = |text: &str| {
        let loaded = super::loaded(text);
        Question::about(&Packing::new(loaded.puzzle().unwrap())).count(&Monitor::new()).count
    };
    assert_eq!(
        count("|! lattice square\n|! use size 4 where convex times 0:4\n[0-3][0-3]\n"),
        117_u32.into()
    );
    assert_eq!(
        count("|! lattice square\n|! use size 6 where convex times 0:6\n[0-5][0-5]\n"),
        162_616_u32.into()
    );
    // Twelve dominoes leave a corner of 5x5 free: 192 ways each.
    assert_eq!(
        count("|! lattice square\n|! cover 3 of 00 04 40 44\n[0-4][0-4]\n12|D 00 01\n"),
        768_u32.into()
    );
    // The 4x4 square twice over by dominoes: each edge at most once, so 2-factors of the grid graph.
    assert_eq!(
        count("|! lattice square\n|! cover 2 each [0-3][0-3]\n[0-3][0-3]\n16|D 00 01\n"),
        18_u32.into()
    );
    // Wraps: dominoes on the torus (A212800), the cylinder (121 = 11²), the Möbius strip, the Klein bottle, and polyominoes
    // on the torus; TAOCP 7.2.2.1, answer 280, has the pentominoes on a Möbius strip.
    for (wraps, four, six) in [
        ("|! wrap x\n|! wrap y\n", 272_u32, 90176_u32),
        ("|! wrap y\n", 121, 28561),
        ("|! wrap y flip\n", 71, 17753),
        ("|! wrap x\n|! wrap y flip\n", 196, 64152),
    ] {
        assert_eq!(
            count(&format!("|! lattice square\n{wraps}[0-3][0-3]\n8|D 00 01\n")),
            four.into(),
            "{wraps}"
        );
        assert_eq!(
            count(&format!("|! lattice square\n{wraps}[0-5][0-5]\n18|D 00 01\n")),
            six.into(),
            "{wraps}"
        );
    }
    let torus = "|! lattice square\n|! wrap x\n|! wrap y\n";
    assert_eq!(count(&format!("{torus}[0-3][0-5]\n12|D 00 01\n")), 3108_u32.into());
    assert_eq!(
        count(&format!("{torus}|! sided one\n|! use one-sided-tetrominoes\n[0-3][0-6]\n")),
        3472_u32.into()
    );
    // As many monominoes as can be without neighbours: one colour of the checkerboard.
    assert_eq!(
        count("|! lattice square\n|! cells optional\n|! apart M M\n[0-2][0-2]\n5|M 00\n"),
        1_u32.into()
    );
    assert_eq!(
        count("|! lattice square\n|! cells optional\n|! apart M M\n[0-3][0-3]\n8|M 00\n"),
        2_u32.into()
    );
}

/// Symmetries of wrapped boxes: 4mn of a torus, 8n² of a square one, and those of the pentominoes' Möbius strip.
/// What two rules say of the same placements is the same, by whatever cells.
#[test]
fn shares_are_what_they_mean() {
    let rules = |cells: &str| {
        let spec = format!("|! lattice square\n|! share s D {cells}\n[0-2][0-2]\n0:4|D 00 01\n9|M 00\n");
        super::loaded(&spec).puzzle().unwrap().rules.clone()
    };
    assert_eq!(rules("00 01"), rules("00 01 22"));
    assert_eq!(rules("00 01 11 02"), rules("00 01 11 02 20"));
    assert_ne!(rules("00 01"), rules("00 01 02"));
    // The two rules are mirror images of each other if what is beside them does not count.
    let spec =
        "|! lattice square\n|! share s D 00 01 20\n|! share s D 01 02\n[0-2][0-2]\n0:4|D 00 01\n1:9|M 00\n";
    let loaded = super::loaded(spec);
    assert_eq!(Group::new(&Packing::new(loaded.puzzle().unwrap())).order(), 2);
}

#[test]
fn wrapped_boxes_have_their_symmetries() {
    let order = |text: &str| super::loaded(text).puzzle().unwrap().region_symmetries();
    let torus = "|! wrap x\n|! wrap y\n";
    assert_eq!(order(&format!("|! lattice square\n{torus}[0-3][0-4]\nA 00\n")), 4 * 4 * 5);
    assert_eq!(order(&format!("|! lattice square\n{torus}[0-4][0-4]\nA 00\n")), 8 * 25);
    assert_eq!(order(&format!("|! lattice hex\n{torus}[0-3][0-3]\nA 00\n")), 12 * 16);
    assert_eq!(order(&format!("|! lattice hex\n{torus}[0-3][0-4]\nA 00\n")), 2 * 20);
    assert_eq!(order(&format!("|! lattice triangle\n{torus}[0-3][0-3] [0-3][0-3]'\nA 00\n")), 12 * 16);
    assert_eq!(order("|! lattice square\n|! wrap y\n[0-3][0-4]\nA 00\n"), 4 * 5);
    // Three hexagons wide, six long: shifts by one, twelve of them, and half turns.
    assert_eq!(order("|! lattice hex\n|! wrap 00 01 = 25 26 flip\n0[1-6] 1[1-6] 2[0-5]\nA 00\n"), 24);
    // Each way to say the same.
    let strip = |wrap: &str| format!("|! lattice square\n|! use pentominoes\n|! {wrap}\n[0-3][0-9a-e]\n");
    for wrap in ["wrap y flip", "wrap 00 10 = 3f 2f flip", "wrap 10 30 = 2f 0f flip"] {
        assert_eq!(order(&strip(wrap)), 60, "{wrap}");
    }
    let loaded = super::loaded(&strip("wrap y flip"));
    let packing = Packing::new(loaded.puzzle().unwrap());
    let group = Group::new(&packing);
    assert_eq!((group.order(), group.rotations().order()), (60, 60));
    let monitor = &Monitor::new();
    assert_eq!(Question::about(&packing).count(monitor).count, 51000_u32.into());
    assert_eq!(Question::about(&packing).which(Which::UpTo(&group)).count(monitor).count, 850_u32.into());
}

/// Placements on wrapped rectangles, by remainders: nothing of the wrap is used.
#[test]
fn placements_go_around() {
    let mut dice = Dice(6);
    for round in 0..600 {
        let lattice = *dice.pick(&["square", "hex", "triangle"]);
        let (m, n) = (1 + dice.roll(4) as i32, 1 + dice.roll(4) as i32);
        let flip = lattice == "square" && dice.roll(3) == 0;
        let across = dice.roll(2) == 0;
        let names = |down: &str| format!("[0-{}][0-{}]{down}", m - 1, n - 1);
        let cells = if lattice == "triangle" { format!("{} {}", names(""), names("'")) } else { names("") };
        let wraps = format!(
            "|! wrap y{}\n{}",
            if flip { " flip" } else { "" },
            if across { "|! wrap x\n" } else { "" }
        );
        let piece = match (lattice, dice.roll(3)) {
            (_, 0) => "00 01",
            (_, 1) => "00 01 02 10",
            ("triangle", _) => "00 00' 10 11",
            _ => "00 10 11 21",
        };
        let text = format!("|! lattice {lattice}\n{wraps}{cells}\n0:9|A {piece}\n");
        let loaded = super::loaded(&text);
        let puzzle = loaded.puzzle().unwrap();
        let reduce = |site: Site| -> Option<Site> {
            let [x, y, _] = site.at;
            let x = if flip && y.div_euclid(n) % 2 != 0 { m - 1 - x } else { x };
            let x = if across { x.rem_euclid(m) } else { x };
            (0..m).contains(&x).then_some(Site { at: [x, y.rem_euclid(n), 0], ..site })
        };
        let mut expected = BTreeSet::new();
        for base in puzzle.base_placements(&puzzle.shapes[0]) {
            for (dx, dy) in (-9..9).flat_map(|dx| (-9..9).map(move |dy| (dx, dy))) {
                let sites: Option<BTreeSet<Site>> =
                    base.shifted([dx, dy, 0]).sites().iter().map(|&site| reduce(site)).collect();
                expected.extend(sites.filter(|sites| sites.len() == base.sites().len()));
            }
        }
        let packing = Packing::new(puzzle);
        let found = packing
            .placements()
            .map(|option| packing.placement(option).shape.sites().iter().copied().collect());
        let found: Vec<BTreeSet<Site>> = found.collect();
        assert_eq!(found.len(), expected.len(), "round {round}: {text}");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "round {round}: {text}");
    }
}

/// The rim of a picture is where the box ends: a torus has none, a strip two of its four sides.
#[test]
fn pictures_of_wrapped_boxes_have_less_rim() {
    let rim = |wraps: &str| {
        let text = format!("|! lattice square\n{wraps}[01][01]\n4|M 00\n");
        let folder = tempfile::tempdir().unwrap();
        let spec = folder.path().join("wrapped.spec");
        std::fs::write(&spec, text).unwrap();
        let output = super::polydlx().args(["draw", spec.to_str().unwrap(), "--format", "svg"]).output();
        let svg = String::from_utf8(output.unwrap().stdout).unwrap();
        assert!(svg.contains("<svg"), "{svg}");
        svg.lines().filter(|line| line.contains("stroke-width=\"3.6\"")).map(str::len).sum::<usize>()
    };
    let (all, some, none) = (rim(""), rim("|! wrap y\n"), rim("|! wrap x\n|! wrap y\n"));
    assert!(all > 0 && some > 0 && none == 0, "{all} {some} {none}");
}
