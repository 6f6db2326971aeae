//! What is asked of puzzles with colours, compared with filtering and sorting all solutions.
//!
//! Solutions are the sets of placements that `check` accepts; costs, room for another piece and swaps are found here from
//! their definitions, other properties by the geometry of `properties.rs` where it has one.

use super::colors::{colored, read};
use super::properties::{KNOWN, naive, plain_measures};
use super::rules::Brute;
use super::symmetry::Dice;
use polydlx::cover::{Config, Engine, Frontier, Monitor, OptionId, Zdd};
use polydlx::lattice::{Placement, Puzzle, Rule, Site};
use polydlx::packing::{Group, Judge, Packing, Question, Rank, Which};
use polydlx::properties::{Better, Condition, Kind, Measure, Needs};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// A solution, as placements in ascending order.
type Solution = Vec<Placement>;

/// All solutions of a puzzle with what can be asked of them.
struct Listed {
    values: BTreeMap<Solution, BTreeMap<String, i64>>,
    /// By solution, all its images.
    orbits: BTreeMap<Solution, BTreeSet<Solution>>,
}

impl Listed {
    /// The solutions that meet a condition.
    fn filtered(&self, holds: &dyn Fn(&BTreeMap<String, i64>) -> bool) -> Vec<&Solution> {
        self.values.iter().filter(|(_, values)| holds(values)).map(|(solution, _)| solution).collect()
    }

    /// The classes of some solutions.
    fn classes(&self, solutions: &[&Solution]) -> BTreeSet<&BTreeSet<Solution>> {
        solutions.iter().map(|&solution| &self.orbits[solution]).collect()
    }

    /// The values that count: of each solution, or the best one of each class, among solutions that meet a condition.
    fn ranked(
        &self,
        measure: &Measure,
        classes: bool,
        holds: &dyn Fn(&BTreeMap<String, i64>) -> bool,
    ) -> Vec<i64> {
        let name = measure.to_string();
        let value = |solution: &Solution| self.values[solution][&name];
        let found = self.filtered(holds);
        if !classes {
            return found.into_iter().map(value).collect();
        }
        let best = |class: &BTreeSet<Solution>| {
            let values = class.iter().filter(|solution| holds(&self.values[*solution])).map(value);
            let best = if measure.property.better == Better::More { values.max() } else { values.min() };
            best.expect("one of them meets it")
        };
        self.classes(&found).into_iter().map(best).collect()
    }
}

/// Whether two placements can lie in the box together.
fn are_compatible(one: &Placement, other: &Placement) -> bool {
    one.shape.sites().iter().all(|a| {
        let same = other.shape.sites().iter().find(|b| b.uncolored() == a.uncolored());
        same.is_none_or(|b| a.color != 0 && a.color == b.color)
    })
}

/// Whether nothing can be added to a solution.
fn is_maximal(puzzle: &Puzzle, all: &[Placement], solution: &Solution) -> bool {
    let fits = |placement: &Placement| {
        let copies = solution.iter().filter(|other| other.piece == placement.piece).count();
        copies < puzzle.pieces[placement.piece.0].bounds.high as usize
            && solution.iter().all(|other| are_compatible(placement, other))
    };
    !all.iter().any(fits)
}

/// The solutions in which two pieces lie elsewhere and cover the same together, colours included.
fn swapped<'a>(solutions: &'a BTreeSet<Solution>, solution: &Solution) -> Vec<&'a Solution> {
    let differs = |other: &&Solution| {
        let only = |a: &Solution, b: &Solution| -> Vec<Placement> {
            a.iter().filter(|placement| !b.contains(placement)).cloned().collect()
        };
        let (mine, theirs) = (only(solution, other), only(other, solution));
        let pieces = |list: &[Placement]| {
            let mut pieces: Vec<usize> = list.iter().map(|placement| placement.piece.0).collect();
            pieces.sort_unstable();
            pieces
        };
        let filled = |list: &[Placement]| {
            let mut sites: Vec<Site> =
                list.iter().flat_map(|placement| placement.shape.sites().to_vec()).collect();
            sites.sort_unstable();
            sites
        };
        mine.len() == 2 && pieces(&mine) == pieces(&theirs) && filled(&mine) == filled(&theirs)
    };
    solutions.iter().filter(differs).collect()
}

/// Whether of the first piece that lies elsewhere, in the order of the puzzle, the one solution has the first site that only one
/// of them has; none if each piece has the same sites.
fn is_better(one: &Solution, other: &Solution) -> Option<bool> {
    let of = |solution: &Solution, piece: usize| -> BTreeSet<Site> {
        let has_moved =
            |place: &&Placement| place.piece.0 == piece && !(one.contains(place) && other.contains(place));
        let own = solution.iter().filter(has_moved);
        own.flat_map(|placement| placement.shape.sites().to_vec()).collect()
    };
    let pieces: BTreeSet<usize> = one.iter().chain(other).map(|placement| placement.piece.0).collect();
    pieces.into_iter().find_map(|piece| {
        let (mine, theirs) = (of(one, piece), of(other, piece));
        mine.symmetric_difference(&theirs).next().map(|site| mine.contains(site))
    })
}

/// One way to ask: by which engine, whether the search may heed conditions, and whether solutions are taken from a diagram.
fn ways() -> Vec<(Engine, bool, bool)> {
    let mut ways: Vec<(Engine, bool, bool)> = Engine::ALL.map(|engine| (engine, true, false)).into();
    ways.extend([(Engine::Auto, false, false), (Engine::Auto, true, true)]);
    ways
}

/// Compares all questions; gives how many were asked, or none if there are too many solutions.
fn agrees(text: &str, dice: &mut Dice) -> Option<usize> {
    let loaded = read(text);
    let puzzle = loaded.puzzle()?;
    let brute = Brute::new(puzzle).filter(|brute| (2..40).contains(&brute.solutions.len()))?;
    let monitor = &Monitor::new();
    let packing = Packing::new(puzzle).charge(loaded.charges(), monitor).unwrap();
    let group = Group::new(&packing);
    let options: BTreeMap<Placement, OptionId> =
        packing.placements().map(|option| (packing.placement(option), option)).collect();
    let solutions: BTreeSet<Solution> = { brute.solutions.iter() }
        .map(|solution| {
            let mut placements: Solution = solution.iter().map(|&at| brute.placements[at].clone()).collect();
            placements.sort();
            placements
        })
        .collect();
    let named = |solution: &Solution| -> Vec<OptionId> {
        let mut named: Vec<OptionId> = solution.iter().map(|placement| options[placement]).collect();
        named.sort_unstable();
        named
    };
    let all: Vec<Placement> = options.keys().cloned().collect();
    // What is asked for.
    let mut measures: Vec<Measure> =
        if puzzle.wrap.is_some() { Vec::new() } else { plain_measures(puzzle.lattice) };
    while measures.len() > 6 {
        measures.swap_remove(dice.roll(measures.len()));
    }
    measures.extend(["cost", "max"].map(|name| name.parse().unwrap()));
    let heeds_room = puzzle.wrap.is_none() && puzzle.rules.iter().all(Rule::leaves_out);
    if heeds_room {
        measures.extend(["maximal", "strong", "swaps"].map(|name| name.parse().unwrap()));
    }
    let judge =
        Judge::new(&packing).prepared_for(&measures.iter().collect::<Vec<_>>(), &packing, monitor).unwrap();
    let charge = |placement: &Placement| -> i64 {
        let paid = loaded.charges().iter().filter(|charge| {
            charge.piece.is_none_or(|piece| piece == placement.piece)
                && charge.sites.iter().all(|site| placement.shape.contains(*site))
        });
        paid.map(|charge| charge.cost as i64).sum()
    };
    let mut listed = Listed { values: BTreeMap::new(), orbits: BTreeMap::new() };
    for solution in &solutions {
        let own = named(solution);
        let images = (0..group.order()).map(|number| {
            let mut image: Solution =
                group.image(number, &own).into_iter().map(|option| packing.placement(option)).collect();
            image.sort();
            assert!(solutions.contains(&image), "an image is no solution: {text}");
            image
        });
        listed.orbits.insert(solution.clone(), images.collect());
        let mut values = BTreeMap::new();
        for measure in &measures {
            let name = measure.to_string();
            let said = judge.value(&packing, measure, &own);
            let value = match name.as_str() {
                "cost" => solution.iter().map(charge).sum(),
                "max" => solution.iter().map(charge).max().unwrap_or(0),
                "maximal" => i64::from(is_maximal(puzzle, &all, solution)),
                "swaps" => swapped(&solutions, solution).len() as i64,
                "strong" => {
                    let better: Vec<Option<bool>> = { swapped(&solutions, solution).into_iter() }
                        .map(|other| is_better(other, solution))
                        .collect();
                    // Whether one way is better that gives each piece the same sites is up to the program.
                    if better.contains(&Some(true)) || !better.contains(&None) {
                        i64::from(!better.contains(&Some(true)))
                    } else {
                        said
                    }
                }
                name if KNOWN.contains(&puzzle.lattice) && solution.len() < 5 => {
                    naive(puzzle, solution, name)
                }
                _ => said,
            };
            assert_eq!(said, value, "{name} of {own:?}: {text}");
            values.insert(name, value);
        }
        listed.values.insert(solution.clone(), values);
    }
    // Diagrams.
    let diagram = Frontier::new(packing.lean_problem()).zdd();
    let diagram =
        diagram.or_else(|_| Zdd::searched(packing.lean_problem(), &Config::default(), monitor)).unwrap();
    let question = |(engine, narrow, taken): (Engine, bool, bool)| {
        let config = Config { engine, threads: 1, ..Config::default() };
        let question = Question::about(&packing).config(&config);
        let question = if narrow { question } else { question.afterwards() };
        if taken { question.among(&diagram) } else { question }
    };
    let mut asked = 0;
    {
        // One or two conditions, about values that there are.
        let mut said = Vec::new();
        for _ in 0..1 + dice.roll(2) {
            let measure = dice.pick(&measures);
            let values: Vec<i64> =
                listed.values.values().map(|values| values[&measure.to_string()]).collect();
            said.push(match measure.property.kind {
                Kind::Flag => (measure.to_string(), "", 0),
                Kind::Number => {
                    (measure.to_string(), *dice.pick(&["<", "<=", "=", ">=", ">", "!="]), *dice.pick(&values))
                }
            });
        }
        let (both, negated) = (dice.roll(2) == 0, dice.roll(3) == 0);
        let one = |values: &BTreeMap<String, i64>, (name, compared, number): &(String, &str, i64)| {
            let value = values[name];
            match *compared {
                "" => value != 0,
                "<" => value < *number,
                "<=" => value <= *number,
                "=" => value == *number,
                ">=" => value >= *number,
                ">" => value > *number,
                _ => value != *number,
            }
        };
        let holds = |values: &BTreeMap<String, i64>| {
            let each = |row: &(String, &str, i64)| one(values, row);
            negated != if both { said.iter().all(each) } else { said.iter().any(each) }
        };
        let words: Vec<String> = { said.iter() }
            .map(
                |(name, compared, number)| {
                    if compared.is_empty() { name.clone() } else { format!("{name} {compared} {number}") }
                },
            )
            .collect();
        let words = words.join(if both { " and " } else { " or " });
        let words = if negated { format!("not ({words})") } else { words };
        let condition: Condition = words.parse().unwrap();
        let expected = listed.filtered(&holds);
        let classes = listed.classes(&expected).len();
        let measure = dice.pick(&measures);
        let worst = dice.roll(2) == 0;
        let rank = Rank { judge: &judge, measure, worst };
        let number = 1 + dice.roll(4);
        for way in ways() {
            for (which, up_to) in [(Which::All, false), (Which::UpTo(&group), true)] {
                let place =
                    format!("{way:?} up to symmetry {up_to}: {words} by {measure} worst {worst}: {text}");
                let plain = question(way).which(which);
                for (question, holds) in [
                    (plain.clone(), &(|_: &BTreeMap<String, i64>| true) as &dyn Fn(&_) -> bool),
                    (plain.when(&judge, &condition), &holds),
                ] {
                    let values = listed.ranked(measure, up_to, holds);
                    assert_eq!(question.count(monitor).count, values.len().into(), "{place}");
                    let mut shown: BTreeSet<BTreeSet<Solution>> = BTreeSet::new();
                    let mut times = 0;
                    question.for_each(monitor, &mut |found| {
                        let mut solution: Solution = found
                            .options
                            .iter()
                            .filter(|option| packing.places(**option))
                            .map(|&option| packing.placement(option))
                            .collect();
                        solution.sort();
                        assert!(holds(&listed.values[&solution]), "{place}");
                        shown.insert(if up_to {
                            listed.orbits[&solution].clone()
                        } else {
                            [solution].into()
                        });
                        times += 1;
                        ControlFlow::Continue(())
                    });
                    assert_eq!((shown.len(), times), (values.len(), values.len()), "{place}");
                    let mut distribution: BTreeMap<i64, usize> = BTreeMap::new();
                    values.iter().for_each(|value| *distribution.entry(*value).or_default() += 1);
                    let found = question.distribution(rank, monitor).0;
                    let found: BTreeMap<i64, usize> = found
                        .into_iter()
                        .map(|(value, number)| (value, number.to_string().parse().unwrap()))
                        .collect();
                    assert_eq!(found, distribution, "{place}");
                    let mut sorted = values.clone();
                    sorted.sort_unstable();
                    if (measure.property.better == Better::More) != worst {
                        sorted.reverse();
                    }
                    sorted.truncate(number);
                    let (first, _) = question.first(number, rank, monitor);
                    assert_eq!(
                        first.iter().map(|scored| scored.value).collect::<Vec<_>>(),
                        sorted,
                        "{place}"
                    );
                    for scored in &first {
                        let mut solution: Solution = { scored.options.iter() }
                            .filter(|option| packing.places(**option))
                            .map(|&option| packing.placement(option))
                            .collect();
                        solution.sort();
                        assert_eq!(listed.values[&solution][&measure.to_string()], scored.value, "{place}");
                        assert!(holds(&listed.values[&solution]), "{place}");
                    }
                    asked += 4;
                }
            }
        }
        assert_eq!(listed.classes(&listed.filtered(&holds)).len(), classes);
        // The same as a part of the puzzle: its symmetries keep what is required.
        if measures.iter().all(|measure| measure.property.needs != Needs::Group) {
            let strict = Packing::new(puzzle).charge(loaded.charges(), monitor).unwrap();
            let strict = strict.require(condition.clone(), monitor).unwrap();
            let kept = Group::new(&strict);
            let count = Question::about(&strict).count(monitor).count;
            assert_eq!(count, expected.len().into(), "required {words}: {text}");
            let orbits: BTreeSet<BTreeSet<Vec<OptionId>>> = { expected.iter() }
                .map(|solution| {
                    (0..kept.order())
                        .map(|number| {
                            let mut image = kept.image(number, &named(solution));
                            image.sort_unstable();
                            image
                        })
                        .collect()
                })
                .collect();
            let there: BTreeSet<Vec<OptionId>> = expected.iter().map(|solution| named(solution)).collect();
            assert!(orbits.iter().flatten().all(|image| there.contains(image)), "required {words}: {text}");
            let count = Question::about(&strict).which(Which::UpTo(&kept)).count(monitor).count;
            assert_eq!(count, orbits.len().into(), "required {words} up to symmetry: {text}");
            asked += 2;
        }
    }
    Some(asked)
}

/// Often without some cells that must be covered, so that there is room; and with charges.
fn puzzle_to_ask(dice: &mut Dice) -> Option<String> {
    let text = colored(dice)?;
    let loaded = read(&text);
    let puzzle = loaded.puzzle()?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = lines.iter().position(|line| !line.starts_with("|!"))?;
    let mut more = Vec::new();
    for _ in 0..dice.roll(4) {
        let piece = dice.pick(&puzzle.pieces).name.clone();
        let piece = if dice.roll(3) == 0 { "*".to_owned() } else { piece };
        let plain: Vec<Site> = puzzle
            .region
            .sites()
            .iter()
            .copied()
            .filter(|site| site.suffix == 0 && site.color == 0)
            .collect();
        let cell = puzzle.site_name(*dice.pick(&plain));
        let cell = if dice.roll(4) == 0 { String::new() } else { format!("{cell} ") };
        more.push(format!("|! charge {piece} {cell}|{}", 1 + dice.roll(6)));
    }
    if !puzzle.cells_optional && dice.roll(3) == 0 {
        more.push("|! cells optional".to_owned());
    }
    lines.splice(at..at, more);
    // Pieces that may stay away.
    if dice.roll(3) == 0 {
        for line in lines.iter_mut().skip(at + 1).filter(|line| !line.starts_with('|') && !line.contains('|'))
        {
            let is_piece = puzzle.pieces.iter().any(|piece| line.starts_with(&format!("{} ", piece.name)));
            if is_piece && dice.roll(2) == 0 {
                line.insert_str(0, "0:1|");
            }
        }
    }
    Some(lines.join("\n") + "\n")
}

/// `ASKED_CASES` says how many, `ASKED_SEED` which.
#[test]
fn questions_about_colors_agree_with_all_solutions() {
    let seed = std::env::var("ASKED_SEED").map_or(14, |seed| seed.parse().unwrap());
    let cases = std::env::var("ASKED_CASES").map_or(40, |cases| cases.parse().unwrap());
    let mut dice = Dice(seed);
    let (mut compared, mut asked, mut lattices) = (0, 0, BTreeSet::new());
    while compared < cases {
        let Some(text) = puzzle_to_ask(&mut dice) else { continue };
        let Some(number) = agrees(&text, &mut dice) else { continue };
        lattices.insert(text.lines().find(|line| line.starts_with("|! lattice ")).unwrap().to_owned());
        (compared, asked) = (compared + 1, asked + number);
    }
    assert!(asked > 50 * cases && lattices.len() > 6, "{asked} {lattices:?}");
}
