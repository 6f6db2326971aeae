//! A row, made ready: what is written of a lattice, in the user's coordinates, with all that follows from it.

use super::check;
use super::fault::{RowFault, RowMistake, mistake};
use super::parts::{self, Parts};
use super::read::{Draft, DraftGuard, Form, Ratio, Said, read};
use crate::motion::{Motion, Transformation, When};
use crate::site::{Cell, Point, minus, plus};
use std::collections::BTreeMap;
use std::ops::Range;

/// What there is to know of a lattice.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) polyforms: String,
    pub(crate) dimension: usize,
    pub(crate) axes: [Point; 3],
    /// The way back from points to coordinates, `divisor` times.
    pub(crate) inverse: [Point; 3],
    pub(crate) divisor: i32,
    pub(crate) classes: Vec<Class>,
    pub(crate) guards: Vec<Guard>,
    /// Corners are points on a scale that is so much finer.
    pub(crate) scale: i32,
    /// How many cells the shortest way around has.
    pub(crate) ring: usize,
    /// Coefficients of x, y, z and a number for each class, the sum of which tells black cells from white ones.
    pub(crate) checkerboard: Option<([i32; 3], Vec<i32>)>,
    /// How pieces turn, in the order in which Knuth's programs try it.
    pub(crate) turns: Vec<Transformation>,
    pub(crate) mirror: Option<Motion>,
    pub(crate) rotations: Vec<Motion>,
    pub(crate) motions: Vec<Motion>,
    pub(crate) actions: Vec<(Motion, Action)>,
    pub(crate) marking: Marking,
    /// Whether `4*Z` is a piece that is used four times, as POLYCUBE-DLX has it.
    pub(crate) stars: bool,
    pub(crate) letters: Letters,
    pub(crate) mirrors: Vec<String>,
    pub(crate) paper: [PaperAxis; 2],
    /// What pieces are made of, all ways up; nothing if that is single cells.
    pub(crate) units: Vec<Vec<Cell>>,
    pub(crate) look: Option<String>,
    pub(crate) solid: Option<String>,
    pub(crate) loose: bool,
    /// Sides and corners of cells.
    pub(crate) parts: Parts,
}

/// The cells that are shifted copies of one.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) letter: char,
    pub(crate) origin: Point,
    /// The neighbours of the cell with coordinates 0.
    pub(crate) steps: Vec<Cell>,
    /// The corners of that cell, on the finer scale.
    pub(crate) corners: Vec<Point>,
}

/// Places that at most one piece may use: a piece uses one if it has both cells of one of some pairs.
#[derive(Debug)]
pub(crate) struct Guard {
    pub(crate) letter: Option<char>,
    pub(crate) origin: Point,
    pub(crate) pairs: Vec<[Cell; 2]>,
}

/// How cells of several classes are told apart in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marking {
    /// There is but one class.
    Plain,
    /// The second class has a prime.
    Primes,
    /// Each class has a letter, which follows the coordinates.
    Letters,
    /// The coordinates of points are written; what they leave when divided by the period tells the class.
    Points,
}

/// What a motion does to cells, in the user's coordinates.
#[derive(Debug)]
pub(crate) struct Action {
    matrix: [[i32; 3]; 3],
    /// Where the cells with coordinates 0 go, then the guards, then sides and corners.
    classes: Vec<Cell>,
}

impl Action {
    pub(crate) fn apply(&self, cell: Cell) -> Cell {
        let [x, y, z] = cell.at;
        let along = self.matrix.map(|[a, b, c]| a * x + b * y + c * z);
        self.classes[usize::from(cell.class)].shifted(along)
    }
}

/// Layer, row and column in pictures made of letters.
#[derive(Debug)]
pub(crate) struct Letters {
    pub(crate) along: [[i32; 3]; 3],
    pub(crate) offsets: Vec<[i32; 3]>,
}

/// One of the two coordinates of corners on paper: a form of points, and where a unit of it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperAxis {
    /// Coefficients of a, b, c and d.
    pub form: Point,
    /// How far to the right: a numerator and a denominator.
    pub right: Ratio,
    /// How far up.
    pub up: Ratio,
    /// Whether that is to be multiplied by the square root of 3.
    pub root: bool,
}

impl Row {
    /// The row that a text describes, or all that is wrong with it.
    pub(crate) fn new(text: &str) -> Result<Self, Vec<RowMistake>> {
        let (row, draft) = Self::read(text)?;
        let mistakes = check::geometry(&row, &draft);
        if mistakes.is_empty() { Ok(row) } else { Err(mistakes) }
    }

    /// The same without a look at corners.
    pub(crate) fn read(text: &str) -> Result<(Self, Draft), Vec<RowMistake>> {
        let (draft, mistakes) = read(text);
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let end = text.len()..text.len();
        let row = Maker { draft: &draft, end, mistakes: Vec::new() }.row()?;
        Ok((row, draft))
    }

    /// How far a vector leads along the axes, if it leads from cells to cells of the same class.
    pub(crate) fn along(&self, v: Point) -> Option<[i32; 3]> {
        let along = self.inverse.map(|form| dot(form, v).div_euclid(self.divisor));
        (self.vector(along) == v).then_some(along)
    }

    pub(crate) fn vector(&self, at: [i32; 3]) -> Point {
        let mut sum = [0; 4];
        for (axis, times) in self.axes.iter().zip(at) {
            sum = plus(sum, axis.map(|d| d * times));
        }
        sum
    }

    /// The point of a cell.
    pub(crate) fn point(&self, cell: Cell) -> Point {
        plus(self.vector(cell.at), self.classes[usize::from(cell.class)].origin)
    }

    /// The cell at a point.
    pub(crate) fn cell(&self, point: Point) -> Option<Cell> {
        (0_u8..).zip(&self.classes).find_map(|(number, class)| {
            Some(Cell { at: self.along(minus(point, class.origin))?, class: number })
        })
    }

    pub(crate) fn neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let class = self.classes.get(usize::from(cell.class));
        class.map_or(&[][..], |class| &class.steps).iter().map(move |step| step.shifted(cell.at))
    }

    pub(crate) fn corners(&self, cell: Cell) -> impl Iterator<Item = Point> {
        let by = self.vector(cell.at).map(|d| self.scale * d);
        self.classes[usize::from(cell.class)].corners.iter().map(move |&corner| plus(corner, by))
    }

    /// What a motion does; it is one of those that the row knows.
    pub(crate) fn action(&self, motion: Motion) -> &Action {
        let found = self.actions.iter().find(|(known, _)| *known == motion);
        &found.expect("a motion of the lattice").1
    }

    pub(crate) fn letter_place(&self, cell: Cell) -> [i32; 3] {
        let [x, y, z] = cell.at;
        let along = self.letters.along.map(|[a, b, c]| a * x + b * y + c * z);
        plus(along, self.letters.offsets[usize::from(cell.class)])
    }

    pub(crate) fn cell_at_letter(&self, place: [i32; 3]) -> Option<Cell> {
        let mut rows = self.letters.along;
        if self.dimension == 2 {
            rows[0] = [0, 0, 1];
        }
        let (adjugate, determinant) = adjugate(rows);
        (0_u8..).zip(&self.letters.offsets).find_map(|(class, &offset)| {
            let way = minus(place, offset);
            let at = adjugate.map(|row| (0..3).map(|i| row[i] * way[i]).sum::<i32>().div_euclid(determinant));
            let cell = Cell { at, class };
            (self.letter_place(cell) == place).then_some(cell)
        })
    }
}

fn dot(form: Point, v: Point) -> i32 {
    (0..4).map(|i| form[i] * v[i]).sum()
}

/// The inverse of a matrix, times its determinant; and that.
fn adjugate(m: [[i32; 3]; 3]) -> ([[i32; 3]; 3], i32) {
    let cofactor = |i: usize, j: usize| {
        let (i, k, j, l) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        m[i][j] * m[k][l] - m[i][l] * m[k][j]
    };
    let transposed = [0, 1, 2].map(|i| [0, 1, 2].map(|j| cofactor(j, i)));
    (transposed, (0..3).map(|j| m[0][j] * cofactor(0, j)).sum())
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Makes a row of what is written.
struct Maker<'a> {
    draft: &'a Draft,
    /// Where the text ends.
    end: Range<usize>,
    mistakes: Vec<RowMistake>,
}

impl Maker<'_> {
    fn row(mut self) -> Result<Row, Vec<RowMistake>> {
        let draft = self.draft;
        let missing = [
            (draft.name.is_none(), "lattice NAME"),
            (draft.polyforms.is_none(), "pieces NAME"),
            (draft.axes.is_none(), "axes (1,0) (0,1)"),
            (draft.classes.is_empty(), "cell (0,0)"),
            (draft.turns.is_empty(), "turn (b,-a)"),
        ];
        for (_, example) in missing.iter().filter(|(is, _)| *is) {
            self.mistakes.push(mistake(&self.end, RowFault::Missing(example)));
        }
        self.finish()?;
        let mut row = self.frame()?;
        self.classes(&mut row)?;
        self.motions(&mut row)?;
        self.guards(&mut row)?;
        self.steps(&row);
        self.finish()?;
        let (parts, images) = parts::parts(&row);
        row.parts = parts;
        for ((_, action), images) in row.actions.iter_mut().zip(images) {
            action.classes.extend(images);
        }
        row.ring = check::ring(&row);
        row.checkerboard = check::checkerboard(&row);
        self.text(&mut row);
        self.letters(&mut row);
        self.units(&mut row);
        self.finish()?;
        Ok(row)
    }

    fn finish(&mut self) -> Result<(), Vec<RowMistake>> {
        if self.mistakes.is_empty() { Ok(()) } else { Err(std::mem::take(&mut self.mistakes)) }
    }

    fn fault(&mut self, at: &Range<usize>, fault: RowFault) {
        self.mistakes.push(mistake(at, fault));
    }

    /// The row with its axes, and nothing else that is not just copied.
    fn frame(&mut self) -> Result<Row, Vec<RowMistake>> {
        let draft = self.draft;
        let said = draft.axes.as_ref().expect("there are axes");
        let dimension = said.value.len();
        let mut axes = [[0; 4]; 3];
        axes[..dimension].copy_from_slice(&said.value);
        let text = |word: &Option<Said<String>>| word.as_ref().map(|word| word.value.clone());
        let Some((inverse, divisor)) = inverse(axes, dimension) else {
            self.fault(&said.at, RowFault::FlatAxes);
            return Err(std::mem::take(&mut self.mistakes));
        };
        let is_square = axes.iter().all(|axis| axis[2] == 0);
        let one = |form: Point, right: Ratio, up: Ratio, root: bool| PaperAxis { form, right, up, root };
        let usual = if is_square {
            [one([1, 0, 0, 0], (0, 1), (-1, 1), false), one([0, 1, 0, 0], (1, 1), (0, 1), false)]
        } else {
            [one([1, 0, 0, 0], (1, 1), (0, 1), false), one([0, 1, 0, 0], (1, 2), (1, 2), true)]
        };
        let paper = match draft.paper[..] {
            [one, two] => [one, two].map(|paper| PaperAxis {
                form: [paper.form[4], paper.form[5], paper.form[6], paper.form[7]],
                right: paper.right,
                up: paper.up,
                root: paper.root,
            }),
            _ => usual,
        };
        Ok(Row {
            name: text(&draft.name).unwrap_or_default(),
            polyforms: text(&draft.polyforms).unwrap_or_default(),
            dimension,
            axes,
            inverse,
            divisor,
            classes: Vec::new(),
            guards: Vec::new(),
            scale: 1,
            ring: 0,
            checkerboard: None,
            turns: Vec::new(),
            mirror: draft.flip.as_ref().map(|flip| flip.value.motion),
            rotations: Vec::new(),
            motions: Vec::new(),
            actions: Vec::new(),
            marking: Marking::Plain,
            stars: draft.stars,
            letters: Letters { along: [[0; 3]; 3], offsets: Vec::new() },
            mirrors: draft.mirrors.as_ref().map(|names| names.value.clone()).unwrap_or_default(),
            paper,
            units: Vec::new(),
            look: text(&draft.look),
            solid: text(&draft.solid),
            loose: draft.loose,
            parts: Parts::default(),
        })
    }

    fn classes(&mut self, row: &mut Row) -> Result<(), Vec<RowMistake>> {
        let draft = self.draft;
        let parts = draft.classes.iter().flat_map(|class| class.corners.iter().flatten()).map(|part| part.1);
        row.scale = parts.fold(1, |scale, part| scale / gcd(scale, part) * part);
        for class in &draft.classes {
            let letter = class.letter.unwrap_or('.');
            if let Some(same) = row.cell(class.origin) {
                let other = row.classes[usize::from(same.class)].letter;
                self.fault(&class.at, RowFault::SameCells(other, letter));
            }
            if letter != '.' && row.classes.iter().any(|other| other.letter == letter) {
                self.fault(&class.at, RowFault::SameLetter(letter));
            }
            let fine = |corner: &[Ratio; 4]| corner.map(|(top, bottom)| top * (row.scale / bottom));
            let corners = class.corners.iter().map(fine).collect();
            row.classes.push(Class { letter, origin: class.origin, steps: Vec::new(), corners });
        }
        for (number, class) in draft.classes.iter().enumerate() {
            for step in &class.steps {
                match row.cell(plus(class.origin, step.value)) {
                    Some(cell) => row.classes[number].steps.push(cell),
                    None => self.fault(&step.at, RowFault::StepNowhere),
                }
            }
        }
        self.finish()
    }

    /// The group, with the shift of each motion, and what each does to cells.
    fn motions(&mut self, row: &mut Row) -> Result<(), Vec<RowMistake>> {
        let draft = self.draft;
        let whole = draft.turns.iter().filter(|turn| turn.value.flat.is_none());
        let turns: Vec<_> = whole.map(|turn| (turn.value.motion, turn.value.shift, &turn.at)).collect();
        let mut all = turns.clone();
        all.extend(draft.flip.iter().map(|flip| (flip.value.motion, flip.value.shift, &flip.at)));
        row.rotations = self.close(row, &turns).into_iter().map(|(motion, _)| motion).collect();
        let mut moves = self.close(row, &all);
        row.motions = moves.iter().map(|(motion, _)| *motion).collect();
        for turn in draft.turns.iter().filter(|turn| turn.value.flat.is_some()) {
            if !row.motions.contains(&turn.value.motion) {
                moves.push((turn.value.motion, turn.value.shift));
            }
        }
        self.finish()?;
        for (motion, shift) in moves {
            let image = |class: &Class| row.cell(plus(motion.apply(class.origin), shift));
            let mut classes = Vec::new();
            for class in &row.classes {
                match image(class) {
                    Some(cell) => classes.push(cell),
                    None => {
                        let said = draft.turns.iter().chain(&draft.flip);
                        let by =
                            said.clone().find(|turn| turn.value.motion == motion).or(said.clone().next());
                        let at = by.map_or(self.end.clone(), |turn| turn.at.clone());
                        self.fault(&at, RowFault::NoImage(class.letter));
                        return Err(std::mem::take(&mut self.mistakes));
                    }
                }
            }
            let mut matrix = [[0; 3]; 3];
            for (at, &axis) in row.axes.iter().enumerate().take(row.dimension) {
                let Some(along) = row.along(motion.apply(axis)) else {
                    self.fault(&self.end.clone(), RowFault::NoImage(row.classes[0].letter));
                    return Err(std::mem::take(&mut self.mistakes));
                };
                (0..3).for_each(|i| matrix[i][at] = along[i]);
            }
            row.actions.push((motion, Action { matrix, classes }));
        }
        row.turns = draft
            .turns
            .iter()
            .map(|turn| Transformation {
                motion: turn.value.motion,
                when: turn.value.flat.map_or(When::Always, When::Flat),
            })
            .collect();
        let mut bricks = Vec::new();
        for brick in &draft.bricks {
            let cells = |points: &Vec<Point>| points.iter().map(|&p| row.cell(p)).collect::<Option<Vec<_>>>();
            match (cells(&brick.value[0]), cells(&brick.value[1])) {
                (Some(from), Some(to)) => bricks.push([from, to]),
                _ => self.fault(&brick.at, RowFault::NotACell),
            }
        }
        if !bricks.is_empty() {
            row.turns.push(Transformation { motion: Motion::IDENTITY, when: When::Bricks(bricks) });
        }
        self.finish()
    }

    /// All that some motions make, each with a shift; that of a motion must be the same up to shifts of the lattice.
    fn close(&mut self, row: &Row, generators: &[(Motion, Point, &Range<usize>)]) -> Vec<(Motion, Point)> {
        let mut group = vec![(Motion::IDENTITY, [0; 4])];
        let mut done = 0;
        while done < group.len() {
            for &(motion, shift, at) in generators {
                let (first, before) = group[done];
                let next = (motion.after(first), plus(motion.apply(before), shift));
                match group.iter().find(|(known, _)| *known == next.0) {
                    None => group.push(next),
                    Some((_, known)) if row.along(minus(*known, next.1)).is_none() => {
                        self.fault(at, RowFault::TwoShifts);
                        return group;
                    }
                    Some(_) => {}
                }
            }
            done += 1;
        }
        group
    }

    fn guards(&mut self, row: &mut Row) -> Result<(), Vec<RowMistake>> {
        let draft = self.draft;
        for DraftGuard { letter, origin, pairs, at } in &draft.guards {
            let pair = |pair: &[Point; 2]| {
                let mut cells = [row.cell(pair[0])?, row.cell(pair[1])?];
                cells.sort_unstable();
                Some(cells)
            };
            match pairs.iter().map(pair).collect::<Option<Vec<_>>>() {
                Some(mut pairs) => {
                    pairs.sort_unstable();
                    row.guards.push(Guard { letter: *letter, origin: *origin, pairs });
                }
                None => self.fault(at, RowFault::NotACell),
            }
        }
        self.finish()?;
        let moved = |action: &Action, guard: &Guard| -> Option<Cell> {
            let mut image: Vec<[Cell; 2]> = { guard.pairs.iter() }
                .map(|pair| {
                    let mut pair = pair.map(|cell| action.apply(cell));
                    pair.sort_unstable();
                    pair
                })
                .collect();
            image.sort_unstable();
            (0..).zip(&row.guards).find_map(|(number, other)| {
                let by = minus(image.first()?[0].at, other.pairs.first()?[0].at);
                let shifted = other.pairs.iter().map(|pair| pair.map(|cell| cell.shifted(by)));
                let class = (row.classes.len() + number) as u8;
                shifted.eq(image.iter().copied()).then_some(Cell { at: by, class })
            })
        };
        let mut images = Vec::new();
        for (_, action) in &row.actions {
            let all: Option<Vec<Cell>> = row.guards.iter().map(|guard| moved(action, guard)).collect();
            match all {
                Some(all) => images.push(all),
                None => {
                    let at = draft.guards[0].at.clone();
                    self.fault(&at, RowFault::GuardNotMoved);
                    return self.finish();
                }
            }
        }
        for ((_, action), images) in row.actions.iter_mut().zip(images) {
            action.classes.extend(images);
        }
        Ok(())
    }

    /// Each step must have a way back, and motions must keep neighbours.
    fn steps(&mut self, row: &Row) {
        for (number, class) in row.classes.iter().enumerate() {
            let from = Cell { at: [0; 3], class: number as u8 };
            for (&to, said) in class.steps.iter().zip(&self.draft.classes[number].steps) {
                if !row.neighbors(to).any(|cell| cell == from) {
                    self.mistakes.push(mistake(&said.at, RowFault::StepNotBack));
                    continue;
                }
                let kept = |(_, action): &(Motion, Action)| {
                    row.neighbors(action.apply(from)).any(|cell| cell == action.apply(to))
                };
                if !row.actions.iter().filter(|(motion, _)| row.motions.contains(motion)).all(kept) {
                    self.mistakes.push(mistake(&said.at, RowFault::StepNotMoved));
                }
            }
        }
    }

    fn text(&mut self, row: &mut Row) {
        let draft = self.draft;
        let said = draft.text.as_ref().map(|said| (said.value.as_str(), said.at.clone()));
        row.marking = match said {
            Some(("points", at)) => {
                let digits = row.dimension;
                let is_diagonal = (0..digits).all(|i| {
                    (0..digits).all(|j| if i == j { row.axes[i][j] > 0 } else { row.axes[i][j] == 0 })
                });
                let inside = |origin: Point| (0..digits).all(|i| (0..row.axes[i][i]).contains(&origin[i]));
                let residue = |origin: Point| origin[..digits].to_vec();
                let mut residues: Vec<_> = row.classes.iter().map(|class| residue(class.origin)).collect();
                residues.sort_unstable();
                residues.dedup();
                let apart = residues.len() == row.classes.len();
                if !(is_diagonal && apart && row.classes.iter().all(|class| inside(class.origin))) {
                    self.fault(&at, RowFault::PointText);
                }
                Marking::Points
            }
            Some((_, at)) => {
                if row.classes.len() != 2 {
                    self.fault(&at, RowFault::Expected("two classes of cells", "text primes"));
                }
                Marking::Primes
            }
            None if row.classes.len() == 1 => Marking::Plain,
            None => {
                for class in draft.classes.iter().filter(|class| class.letter.is_none()) {
                    self.mistakes.push(mistake(&class.at, RowFault::NoLetter));
                }
                Marking::Letters
            }
        };
        let wanted = match row.mirror {
            Some(_) if row.dimension == 2 => row.rotations.len(),
            // Prisms have the reflections of their bases.
            Some(_) if row.inverse[2][3] != 0 => row.rotations.len() / 2,
            _ => 0,
        };
        if let Some(names) = draft.mirrors.as_ref().filter(|names| names.value.len() != wanted) {
            self.fault(&names.at, RowFault::Mirrors(wanted));
        }
        if row.mirrors.is_empty() {
            row.mirrors = (1..=wanted).map(|number| format!("number {number}")).collect();
        }
    }

    fn letters(&mut self, row: &mut Row) {
        let draft = self.draft;
        let mut forms: Vec<Form> = match &draft.letters {
            Some(said) => said.value.clone(),
            None if row.dimension == 2 => {
                let whole = |of: fn(&PaperAxis) -> Ratio| {
                    let parts = row.paper.map(|axis| of(&axis));
                    let mut form = [0; 8];
                    for (axis, (top, bottom)) in row.paper.iter().zip(parts) {
                        let times = top * (parts[0].1 * parts[1].1 / bottom);
                        (0..4).for_each(|i| form[4 + i] += times * axis.form[i]);
                    }
                    form
                };
                vec![whole(|axis| axis.up).map(|d| -d), whole(|axis| axis.right)]
            }
            None if row.classes.len() == 1 => [0, 1, 2].map(unit_form).to_vec(),
            None => [4, 5, 6].map(unit_form).to_vec(),
        };
        if forms.len() == 2 {
            forms.insert(0, [0; 8]);
        }
        let mut offsets = vec![[0; 3]; row.classes.len()];
        for (line, form) in forms.iter().enumerate() {
            let of = |point: Point| dot([form[4], form[5], form[6], form[7]], point);
            let first = of(row.classes[0].origin);
            let mut along: Vec<i32> = (0..3).map(|axis| form[axis] + of(row.axes[axis])).collect();
            along.extend((0..).zip(&row.classes).map(|(k, class)| form[3] * k + of(class.origin) - first));
            let divisor = along.iter().fold(0, |a, &b| gcd(a, b)).max(1);
            (0..3).for_each(|axis| row.letters.along[line][axis] = along[axis] / divisor);
            (0..row.classes.len()).for_each(|class| offsets[class][line] = along[3 + class] / divisor);
        }
        row.letters.offsets = offsets;
        let at = draft.letters.as_ref().map_or(self.end.clone(), |said| said.at.clone());
        let mut rows = row.letters.along;
        if row.dimension == 2 {
            rows[0] = [0, 0, 1];
        }
        let is_own = |class: u8| {
            let cell = Cell { at: [0; 3], class };
            row.cell_at_letter(row.letter_place(cell)) == Some(cell)
        };
        if adjugate(rows).1 == 0 || !(0..row.classes.len() as u8).all(is_own) {
            self.fault(&at, RowFault::SameLetterPlace);
        }
    }

    fn units(&mut self, row: &mut Row) {
        let mut units: BTreeMap<Vec<Cell>, ()> = BTreeMap::new();
        for unit in &self.draft.units {
            let cells: Option<Vec<Cell>> = unit.value.iter().map(|&point| row.cell(point)).collect();
            let Some(cells) = cells else {
                self.mistakes.push(mistake(&unit.at, RowFault::NotACell));
                continue;
            };
            for motion in &row.motions {
                let action = row.action(*motion);
                let mut image: Vec<Cell> = cells.iter().map(|&cell| action.apply(cell)).collect();
                image.sort_unstable();
                let back = image[0].at.map(|d| -d);
                units.insert(image.into_iter().map(|cell| cell.shifted(back)).collect(), ());
            }
        }
        row.units = units.into_keys().collect();
    }
}

fn unit_form(at: usize) -> Form {
    let mut form = [0; 8];
    form[at] = 1;
    form
}

/// Forms that tell how far a vector leads along each axis, and a number to divide by.
fn inverse(axes: [Point; 3], dimension: usize) -> Option<([Point; 3], i32)> {
    let choices: &[&[usize]] = match dimension {
        2 => &[&[0, 1], &[0, 2], &[1, 2]],
        _ => &[&[0, 1, 2], &[0, 1, 3], &[0, 2, 3], &[1, 2, 3]],
    };
    choices.iter().find_map(|columns| {
        let mut matrix = [[0, 0, 0], [0, 0, 0], [0, 0, 1]];
        for (axis, row) in matrix.iter_mut().enumerate().take(dimension) {
            for (at, &column) in columns.iter().enumerate() {
                row[at] = axes[axis][column];
            }
        }
        let (adjugate, determinant) = adjugate(matrix);
        (determinant != 0).then(|| {
            let mut forms = [[0; 4]; 3];
            for (axis, form) in forms.iter_mut().enumerate().take(dimension) {
                for (at, &column) in columns.iter().enumerate() {
                    form[column] = adjugate[at][axis] * determinant.signum();
                }
            }
            let common = forms.iter().flatten().fold(determinant, |a, &b| gcd(a, b));
            (forms.map(|form| form.map(|d| d / common)), determinant.abs() / common)
        })
    })
}
