//! Properties in boxes that go around, against a picture of the plane that is covered by copies of the box.

use super::properties::{corners, lines, plain_measures};
use super::symmetry::Dice;
use polydlx::cover::{Monitor, OptionId};
use polydlx::lattice::{Cell, Lattice, Shape, Sided};
use polydlx::packing::{Group, Judge, Packing, Question, Rank, Which};
use polydlx::properties::{Argument, Better, Charge, Condition, Kind, Measure, Per};
use polydlx::solutions::Letters;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// One way around: so far down and to the right, upside down or not.
#[derive(Clone, Copy)]
struct Turn {
    by: [i32; 2],
    /// What x and its image have for a sum, if this turns over.
    flip: Option<i32>,
}

impl Turn {
    fn apply(self, cell: Cell, times: i32) -> Cell {
        (0..times.abs()).fold(cell, |Cell { at: [x, y, z], class }, _| {
            let x = self.flip.map_or(x + times.signum() * self.by[0], |sum| sum - x);
            Cell { at: [x, y + times.signum() * self.by[1], z], class }
        })
    }
}

/// So many copies of the box lie in each direction, and the plane is looked at so far beyond the box.
const COPIES: i32 = 6;
const MARGIN: i32 = 3;

/// The plane, covered by copies of a packing.
struct Plane {
    lattice: Lattice,
    size: [i32; 2],
    turns: Vec<Turn>,
    region: Vec<Cell>,
    /// Which cell of the box each one is.
    same: BTreeMap<Cell, Cell>,
    pieces: Vec<(String, Vec<Cell>)>,
    owner: BTreeMap<Cell, usize>,
}

/// Sets that are put together.
#[derive(Default)]
struct Union<T>(BTreeMap<T, T>);

impl<T: Ord + Copy> Union<T> {
    fn find(&self, mut one: T) -> T {
        while let Some(&next) = self.0.get(&one) {
            one = next;
        }
        one
    }

    fn join(&mut self, one: T, other: T) {
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            self.0.insert(one.max(other), one.min(other));
        }
    }
}

impl Plane {
    fn words(&self) -> Vec<[i32; 2]> {
        let far = if self.turns.len() > 1 { COPIES } else { 0 };
        (-COPIES..=COPIES).flat_map(|i| (-far..=far).map(move |j| [i, j])).collect()
    }

    fn image(&self, cell: Cell, word: [i32; 2]) -> Cell {
        self.turns.iter().zip(word).fold(cell, |cell, (turn, times)| turn.apply(cell, times))
    }

    fn owner(&self, cell: Cell) -> Option<usize> {
        self.owner.get(self.same.get(&cell)?).copied()
    }

    fn meet(&self, a: Cell, b: Cell, corners_in_common: usize) -> bool {
        a != b
            && corners(self.lattice, a).intersection(&corners(self.lattice, b)).count() >= corners_in_common
    }

    /// The cells that share so many corners with a cell.
    fn near(&self, cell: Cell, corners_in_common: usize) -> Vec<Cell> {
        let steps = (-2..=2).flat_map(|x| (-2..=2).map(move |y| [x, y, 0]));
        let all = steps.flat_map(|step| {
            self.lattice
                .cell_classes()
                .map(move |class| class.shifted([0, 1, 2].map(|i| cell.at[i] + step[i])))
        });
        all.filter(|&other| self.meet(cell, other, corners_in_common)).collect()
    }

    /// Which pieces touch, by sides or by corners.
    fn pairs(&self, corners_in_common: usize) -> BTreeSet<[usize; 2]> {
        let mut found = BTreeSet::new();
        for &cell in &self.region {
            for other in self.near(cell, corners_in_common) {
                if let (Some(a), Some(b)) = (self.owner(cell), self.owner(other))
                    && a != b
                {
                    found.extend([[a, b], [b, a]]);
                }
            }
        }
        found
    }

    fn colors(&self, corners_in_common: usize) -> i64 {
        let pairs = self.pairs(corners_in_common);
        fn paint(colors: usize, number: usize, pairs: &BTreeSet<[usize; 2]>, done: &mut Vec<usize>) -> bool {
            done.len() == number
                || (0..colors).any(|color| {
                    let fits = (0..done.len())
                        .all(|other| done[other] != color || !pairs.contains(&[other, done.len()]));
                    fits && {
                        done.push(color);
                        let is_good = paint(colors, number, pairs, done);
                        done.pop();
                        is_good
                    }
                })
        }
        (0..).find(|&colors| paint(colors, self.pieces.len(), &pairs, &mut Vec::new())).unwrap() as i64
    }

    /// For each point what is there, and how often it is seen: by each cell at it once.
    fn points(&self) -> Vec<(usize, usize, usize)> {
        let mut found = Vec::new();
        for &cell in &self.region {
            for point in corners(self.lattice, cell) {
                let near = self.near(cell, 1).into_iter().chain([cell]);
                let there: Vec<Cell> = near
                    .filter(|other| {
                        corners(self.lattice, *other).contains(&point) && self.same.contains_key(other)
                    })
                    .collect();
                let owners: BTreeSet<usize> = there.iter().filter_map(|&cell| self.owner(cell)).collect();
                let pairs = there.iter().flat_map(|&a| there.iter().map(move |&b| (a, b)));
                let sides = pairs.filter(|&(a, b)| {
                    let differ = self.owner(a).zip(self.owner(b)).is_some_and(|(a, b)| a != b);
                    self.meet(a, b, 2) && differ
                });
                found.push((there.len(), owners.len(), sides.count() / 2));
            }
        }
        found
    }

    fn number_of_points(&self, is: impl Fn(usize, usize) -> bool) -> i64 {
        // Twelve cells meet at most.
        let whole = 27720;
        let seen = self.points().into_iter().filter(|&(_, pieces, sides)| is(pieces, sides));
        (seen.map(|(cells, _, _)| whole / cells).sum::<usize>() / whole) as i64
    }

    fn faults(&self) -> i64 {
        // The line upon which two cells meet.
        let line = |a: Cell, b: Cell| {
            let shared: Vec<[i32; 3]> =
                corners(self.lattice, a).intersection(&corners(self.lattice, b)).copied().collect();
            let value = |form: [i32; 3], corner: [i32; 3]| (0..3).map(|i| form[i] * corner[i]).sum::<i32>();
            let mut forms = lines(self.lattice).into_iter().enumerate();
            forms.find_map(|(number, (form, _))| {
                let at = value(form, shared[0]);
                shared.iter().all(|&corner| value(form, corner) == at).then_some((number, at))
            })
        };
        let mut same = Union::default();
        let mut met = Vec::new();
        for &cell in &self.region {
            for other in self.near(cell, 2) {
                let Some(own) = line(cell, other) else { continue };
                for word in self.words() {
                    same.join(own, line(self.image(cell, word), self.image(other, word)).unwrap());
                }
                met.push((own, self.owner(cell), self.owner(other)));
            }
        }
        let mut cut: BTreeMap<(usize, i32), bool> = BTreeMap::new();
        for (line, one, other) in met {
            if let (Some(one), Some(other)) = (one, other) {
                *cut.entry(same.find(line)).or_default() |= one == other;
            }
        }
        cut.values().filter(|&&cut| !cut).count() as i64
    }

    /// What hangs together of cells of some kind, and infinity if that is of this kind: `None`.
    fn groups(&self, is: impl Fn(Cell) -> bool, with_infinity: bool) -> (Union<Option<Cell>>, usize) {
        let [height, width] = self.size;
        let mut cells = Vec::new();
        for x in -MARGIN..height + MARGIN {
            for y in -MARGIN..width + MARGIN {
                cells.extend(self.lattice.cell_classes().map(|class| class.shifted([x, y, 0])));
            }
        }
        cells.retain(|&cell| is(cell));
        let all: BTreeSet<Cell> = cells.iter().copied().collect();
        let mut union = Union::default();
        for &cell in &cells {
            let [x, y, _] = cell.at;
            let is_far = match self.turns[..] {
                [turn] if turn.by[0] == 0 => !(0..height).contains(&x),
                [_] => !(0..width).contains(&y),
                _ => false,
            };
            if is_far && with_infinity {
                union.join(None, Some(cell));
            }
            let images = self.turns.iter().map(|turn| turn.apply(cell, 1));
            for other in images.chain(self.near(cell, 2)).filter(|other| all.contains(other)) {
                union.join(Some(cell), Some(other));
            }
        }
        let mut roots: BTreeSet<Option<Cell>> = cells.iter().map(|&cell| union.find(Some(cell))).collect();
        roots.remove(&None);
        (union, roots.len())
    }

    /// Which pieces end at infinity.
    fn at_rim(&self) -> Vec<bool> {
        let is_outside = |cell: Cell| !self.same.contains_key(&cell);
        let (union, _) = self.groups(is_outside, true);
        let ends = |cell: &Cell| {
            let mut near = self.near(*cell, 2).into_iter();
            near.any(|other| is_outside(other) && union.find(Some(other)).is_none())
        };
        self.pieces.iter().map(|(_, cells)| cells.iter().any(ends)).collect()
    }

    fn value(&self, measure: &Measure) -> i64 {
        let rim = || self.at_rim().into_iter().filter(|&is| is).count() as i64;
        let called = |name: &String| -> Vec<usize> {
            (0..self.pieces.len()).filter(|&piece| self.pieces[piece].0 == *name).collect()
        };
        let beside = |name: &String, corners_in_common: usize| {
            let pairs = self.pairs(corners_in_common);
            let ones = called(name);
            let touched = |other: usize| ones.iter().any(|&one| pairs.contains(&[one, other]));
            (0..self.pieces.len()).filter(|&other| touched(other)).count() as i64
        };
        let names = match &measure.argument {
            Argument::Pieces(names) => names.as_slice(),
            _ => &[],
        };
        match (measure.property.name, names) {
            ("tatami", _) => i64::from(self.number_of_points(|pieces, _| pieces >= 4) == 0),
            ("crossings", _) => self.number_of_points(|pieces, _| pieces >= 4),
            ("crossroads", _) => self.number_of_points(|_, sides| sides >= 4),
            ("meeting", _) => self.points().iter().map(|point| point.1).max().unwrap_or(0) as i64,
            ("faults", _) => self.faults(),
            ("faultfree", _) => i64::from(self.faults() == 0),
            ("rim", _) => rim(),
            ("inner", _) => self.pieces.len() as i64 - rim(),
            ("border", _) => {
                let ends =
                    |cell: &Cell| self.near(*cell, 2).iter().any(|other| !self.same.contains_key(other));
                self.pieces.iter().filter(|(_, cells)| cells.iter().any(ends)).count() as i64
            }
            ("holes", _) => self.groups(|cell| self.owner(cell).is_none(), true).1 as i64,
            ("connected", _) => i64::from(self.groups(|cell| self.owner(cell).is_some(), false).1 <= 1),
            ("pieces", _) => self.pieces.len() as i64,
            ("levels", _) => i64::from(!self.pieces.is_empty()),
            ("weak-3-colorable", _) => i64::from(self.colors(2) <= 3),
            ("strong-3-colorable", _) => i64::from(self.colors(1) <= 3),
            ("colors", _) => self.colors(2),
            ("strong-colors", _) => self.colors(1),
            ("edges" | "perimeter", _) => {
                let (mut edges, mut perimeter) = (0, 0);
                for &cell in self.region.iter().filter(|&&cell| self.owner(cell).is_some()) {
                    for other in self.near(cell, 2) {
                        let differ = self.owner(other) != self.owner(cell);
                        perimeter += i64::from(differ);
                        edges += i64::from(differ && self.owner(other).is_some());
                    }
                }
                if measure.property.name == "edges" { edges / 2 } else { perimeter }
            }
            ("neighbors", [one, other]) => {
                let pairs = self.pairs(2);
                let others = called(other);
                let is = |&a: &usize| others.iter().any(|&b| pairs.contains(&[a, b]));
                i64::from(called(one).iter().any(is))
            }
            ("degree", [name]) => beside(name, 2),
            ("contacts", [name]) => beside(name, 1),
            ("inside", [name]) => {
                let (at_rim, ones) = (self.at_rim(), called(name));
                i64::from(!ones.is_empty() && !ones.iter().any(|&one| at_rim[one]))
            }
            (name, _) => panic!("nobody has thought of {name}"),
        }
    }
}

/// A box of which some cells may be missing, what its ends are, and small pieces.
fn random_box(dice: &mut Dice) -> (String, Lattice, [i32; 2], Vec<Turn>) {
    let lattice = *dice.pick(&[Lattice::SQUARE, Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX]);
    let triangles = lattice == Lattice::TRIANGLE;
    let most = if triangles { 3 } else { 4 };
    let [height, width] = [1 + dice.roll(most) as i32, 1 + dice.roll(most) as i32];
    let down = Turn { by: [height, 0], flip: None };
    let right = Turn { by: [0, width], flip: None };
    let over = Turn { flip: Some(height - 1), ..right };
    let askew = Turn { by: [height, dice.roll(width as usize) as i32], flip: None };
    let turns = match dice.roll(if lattice == Lattice::SQUARE { 6 } else { 4 }) {
        0 => vec![down],
        1 => vec![right],
        2 => vec![down, right],
        3 => vec![askew, right],
        4 => vec![over],
        _ => vec![over, down],
    };
    let mut text = format!("|! lattice {}\n", lattice.name());
    for turn in &turns {
        let cells = [[0, 0], [0, 1]].map(|[x, y]| {
            let Cell { at, .. } = turn.apply(Cell { at: [x, y, 0], class: 0 }, 1);
            format!("{}{}", at[0], at[1])
        });
        let flip = if turn.flip.is_some() { " flip" } else { "" };
        text += &format!("|! wrap 00 01 = {}{flip}\n", cells.join(" "));
    }
    if dice.roll(3) == 0 {
        text += "|! cells optional\n";
    }
    let mut cells = Vec::new();
    let holes = dice.roll(2);
    for (x, y) in (0..height).flat_map(|x| (0..width).map(move |y| (x, y))) {
        for prime in if triangles { &["", "'"][..] } else { &[""] } {
            if holes == 0 || cells.is_empty() || dice.roll(5) > 0 {
                cells.push(format!("{x}{y}{prime}"));
            }
        }
    }
    text += &format!("{}\n", cells.join(" "));
    let shapes: &[&str] = match lattice.name() {
        "square" => &["00", "00 01", "00 01 02", "00 01 11", "00 01 10 11", "00 11"],
        "triangle" => &["00", "00 00'", "00 00' 10", "01 00' 10 00"],
        _ => &["00", "00 01", "00 01 02", "00 01 10", "00 10 11"],
    };
    for name in ["A", "B", "C"] {
        let prefix = dice.pick(&["", "0:2|", "0:3|", "1:4|", "0:9|"]);
        text += &format!("{prefix}{name} {}\n", dice.pick(shapes));
    }
    (text, lattice, [height, width], turns)
}

/// Compares all properties of all solutions, and what questions about one of them answer; tells whether there were any.
fn agrees(dice: &mut Dice) -> bool {
    let (text, lattice, size, turns) = random_box(dice);
    let loaded = super::loaded(&text);
    let puzzle = loaded.puzzle().unwrap();
    let packing = Packing::new(puzzle);
    let monitor = &Monitor::new();
    let mut solutions: Vec<Vec<OptionId>> = Vec::new();
    Question::about(&packing).for_each(monitor, &mut |found| {
        solutions.push(found.options.to_vec());
        if solutions.len() > 60 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if solutions.is_empty() || solutions.len() > 60 {
        return false;
    }
    let judge = Judge::new(&packing);
    let mut measures: Vec<Measure> = plain_measures(lattice);
    measures.retain(|measure| measure.property.around);
    for said in ["neighbors A B", "neighbors A A", "degree A", "contacts B", "inside C"] {
        measures.push(said.parse().unwrap());
    }
    let region: Vec<Cell> = puzzle.region.sites().iter().map(|site| site.cell()).collect();
    let mut plane = Plane {
        lattice,
        size,
        turns,
        region: region.clone(),
        same: BTreeMap::new(),
        pieces: Vec::new(),
        owner: BTreeMap::new(),
    };
    for word in plane.words() {
        for &cell in &region {
            let image = plane.image(cell, word);
            assert_eq!(*plane.same.entry(image).or_insert(cell), cell, "{text}");
        }
    }
    let mut values: BTreeMap<&Vec<OptionId>, Vec<i64>> = BTreeMap::new();
    for solution in &solutions {
        plane.pieces.clear();
        plane.owner.clear();
        for placement in packing.tiling(solution.iter().copied()).iter() {
            let cells: Vec<Cell> = placement.shape.sites().iter().map(|site| site.cell()).collect();
            plane.owner.extend(cells.iter().map(|&cell| (cell, plane.pieces.len())));
            plane.pieces.push((puzzle.pieces[placement.piece.0].name.clone(), cells));
        }
        for measure in &measures {
            let naive = plane.value(measure);
            let value = judge.value(&packing, measure, solution);
            assert_eq!(value, naive, "{measure} {text} {:?}", plane.pieces);
            values.entry(solution).or_default().push(naive);
        }
        // What is paid for a property is the property, if it adds up.
        for property in measures.iter().map(|measure| measure.property).filter(|property| property.adds) {
            let charge = Charge {
                piece: None,
                sites: Vec::new(),
                cost: 1,
                per: property.name.parse::<Per>().unwrap(),
            };
            let charged = Packing::new(puzzle).charge(&[charge], monitor).unwrap();
            let paid: u64 = solution.iter().map(|&option| charged.problem().cost(option)).sum();
            assert_eq!(paid as i64, plane.value(&property.into()), "{} {text}", property.name);
        }
    }
    let group = Group::new(&packing);
    let class = |solution: &Vec<OptionId>| {
        let images = (0..group.order()).map(|number| {
            let mut image = group.image(number, solution);
            image.sort_unstable();
            image
        });
        images.min().unwrap()
    };
    for at in [dice.roll(measures.len()), dice.roll(measures.len())] {
        let measure = &measures[at];
        let some = values[dice.pick(&solutions)][at];
        let comparison = *dice.pick(&["<", "<=", "=", ">=", ">", "!="]);
        let said = match (measure.property.kind, dice.roll(2)) {
            (Kind::Flag, 0) => measure.to_string(),
            (Kind::Flag, _) => format!("not {measure}"),
            (Kind::Number, _) => format!("{measure} {comparison} {some}"),
        };
        let condition: Condition = said.parse().unwrap();
        let holds = |solution: &Vec<OptionId>| {
            let value = values[solution][at];
            match (measure.property.kind, comparison) {
                (Kind::Flag, _) => (value == 1) != said.starts_with("not"),
                (_, "<") => value < some,
                (_, "<=") => value <= some,
                (_, "=") => value == some,
                (_, ">=") => value >= some,
                (_, ">") => value > some,
                _ => value != some,
            }
        };
        let met: Vec<&Vec<OptionId>> = solutions.iter().filter(|solution| holds(solution)).collect();
        let classes: BTreeSet<Vec<OptionId>> = met.iter().map(|solution| class(solution)).collect();
        for (which, number) in [(Which::All, met.len()), (Which::UpTo(&group), classes.len())] {
            let question = Question::about(&packing).which(which).when(&judge, &condition);
            assert_eq!(question.count(monitor).count, number.into(), "{said} {text}");
            assert_eq!(question.afterwards().count(monitor).count, number.into(), "{said} {text}");
        }
        let strict = Packing::new(puzzle).require(condition.clone(), monitor).unwrap();
        assert_eq!(Question::about(&strict).count(monitor).count, met.len().into(), "{said} {text}");
        // Every symmetry keeps what does not speak of pieces by name.
        if matches!(measure.argument, Argument::Nothing) {
            assert_eq!(Group::new(&strict).order(), group.order(), "{said} {text}");
        }
        let worst = dice.roll(2) == 0;
        let rank = Rank { judge: &judge, measure, worst };
        let (found, _) = Question::about(&packing).first(2, rank, monitor);
        let mut sorted: Vec<i64> = solutions.iter().map(|solution| values[solution][at]).collect();
        sorted.sort_unstable();
        if worst != (measure.property.better == Better::More) {
            sorted.reverse();
        }
        sorted.truncate(2);
        assert_eq!(found.iter().map(|scored| scored.value).collect::<Vec<_>>(), sorted, "{measure} {text}");
    }
    true
}

#[test]
fn boxes_that_go_around_agree_with_the_plane() {
    let cases = std::env::var("AROUND_CASES").map_or(200, |cases| cases.parse().unwrap());
    let mut dice = Dice(51);
    let mut compared = 0;
    while compared < cases {
        compared += usize::from(agrees(&mut dice));
    }
}

/// A solution that is pasted is the puzzle that it solves, or it is said that pieces could be others. Only pieces that hang
/// together can be told.
#[test]
fn pictures_of_boxes_that_go_around_are_read_back() {
    let mut dice = Dice(33);
    let (mut told, mut doubtful, mut around) = (0, 0, 0);
    while told < 300 {
        let (text, lattice, ..) = random_box(&mut dice);
        let loaded = super::loaded(&text);
        let puzzle = loaded.puzzle().unwrap();
        if text.contains("00 11\n") {
            continue;
        }
        let packing = Packing::new(puzzle);
        let wraps: String =
            text.lines().filter(|line| line.starts_with("|! wrap")).flat_map(|line| [line, "\n"]).collect();
        let kind = |shape: &Shape| shape.base_placements(lattice, Sided::Free).into_iter().min().unwrap();
        let mut seen = 0;
        Question::about(&packing).for_each(&Monitor::new(), &mut |found| {
            let tiling = packing.tiling(found.options.iter().copied());
            let mut meant = BTreeSet::new();
            for placement in tiling.iter() {
                let typical = puzzle.shapes.iter().find(|typical| typical.piece == placement.piece).unwrap();
                meant.insert((puzzle.pieces[placement.piece.0].name.clone(), kind(&typical.shape)));
                around += usize::from(kind(&placement.shape.normalized()) != kind(&typical.shape));
            }
            // What nothing covers is left out, so the box need not be wrapped any more.
            let covered = tiling.iter().map(|placement| placement.shape.sites().len()).sum::<usize>();
            if covered == puzzle.region.len() {
                let mut letters = Letters::new(puzzle);
                let picture = letters.legend(&tiling, &[]) + &letters.draw(&tiling);
                let text =
                    format!("|! lattice {}\n{wraps}|! picture puzzle\n{picture}|! end\n", lattice.name());
                let pasted = super::loaded(&text);
                let read = pasted.puzzle().unwrap();
                let drawn: BTreeSet<_> = { read.shapes.iter() }
                    .map(|typical| (read.pieces[typical.piece.0].name.clone(), kind(&typical.shape)))
                    .collect();
                if pasted.diagnostics.iter().any(|said| said.kind == "picture-around") {
                    doubtful += 1;
                } else {
                    assert_eq!(drawn, meant, "{text}");
                    told += 1;
                }
            }
            seen += 1;
            if seen < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    assert!(doubtful > 30 && around > 100, "{doubtful} in doubt, {around} go around");
}
