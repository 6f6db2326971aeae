//! The text of a row: one line for each thing that is to be said of a lattice.
//!
//! ```text
//! | Comments begin as in specs.
//! lattice square
//! pieces polyominoes
//! axes (1,0) (0,1)
//! cell (0,0)
//! steps (1,0) (0,1) (-1,0) (0,-1)
//! corners (-1/2,-1/2) (1/2,-1/2) (1/2,1/2) (-1/2,1/2)
//! turn (b,-a)
//! flip (b,a)
//! ```

use super::fault::{RowFault, RowMistake, mistake};
use crate::motion::Motion;
use crate::site::Point;
use std::ops::Range;

/// Something, and where it was said.
#[derive(Clone, Debug)]
pub(super) struct Said<T> {
    pub(super) value: T,
    pub(super) at: Range<usize>,
}

/// A number that need not be whole: a numerator and a positive denominator.
pub(super) type Ratio = (i32, i32);

/// A linear form of x, y, z, the number of the class, a, b, c and d, in this order.
pub(super) type Form = [i32; 8];

/// A turn or a flip as it is written.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) motion: Motion,
    pub(super) shift: Point,
    pub(super) flat: Option<Point>,
}

#[derive(Clone, Debug)]
pub(super) struct DraftClass {
    pub(super) letter: Option<char>,
    pub(super) origin: Point,
    pub(super) at: Range<usize>,
    pub(super) steps: Vec<Said<Point>>,
    pub(super) corners: Vec<[Ratio; 4]>,
    pub(super) corners_at: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct DraftGuard {
    pub(super) letter: Option<char>,
    pub(super) origin: Point,
    pub(super) pairs: Vec<[Point; 2]>,
    pub(super) at: Range<usize>,
}

/// Where one of two forms of corners leads on paper: to the right, and up, the second possibly times √3.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraftPaper {
    pub(super) form: Form,
    pub(super) right: Ratio,
    pub(super) up: Ratio,
    pub(super) root: bool,
}

/// A row as it is written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(super) name: Option<Said<String>>,
    pub(super) polyforms: Option<Said<String>>,
    pub(super) axes: Option<Said<Vec<Point>>>,
    pub(super) classes: Vec<DraftClass>,
    pub(super) turns: Vec<Said<Turn>>,
    pub(super) flip: Option<Said<Turn>>,
    pub(super) bricks: Vec<Said<[Vec<Point>; 2]>>,
    pub(super) mirrors: Option<Said<Vec<String>>>,
    pub(super) text: Option<Said<String>>,
    pub(super) letters: Option<Said<Vec<Form>>>,
    pub(super) paper: Vec<DraftPaper>,
    pub(super) units: Vec<Said<Vec<Point>>>,
    pub(super) guards: Vec<DraftGuard>,
    pub(super) look: Option<Said<String>>,
    pub(super) solid: Option<Said<String>>,
    pub(super) stars: bool,
    pub(super) loose: bool,
}

/// The words that lines begin with.
const WORDS: [&str; 20] = [
    "lattice", "pieces", "axes", "cell", "steps", "corners", "turn", "flip", "brick", "mirrors", "text",
    "letters", "paper", "unit", "guard", "look", "solid", "stars", "loose", "|",
];

pub(super) fn read(text: &str) -> (Draft, Vec<RowMistake>) {
    let mut draft = Draft::default();
    let mut mistakes = Vec::new();
    for line in text.split('\n') {
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let mut words = Words { text: line, start, next: 0 };
        if line.starts_with('|') {
            continue;
        }
        let Some(word) = words.word() else { continue };
        if let Err(mistake) = draft.line(&word, &mut words) {
            mistakes.push(mistake);
        }
    }
    (draft, mistakes)
}

/// The words of a line, one after the other.
struct Words<'a> {
    text: &'a str,
    start: usize,
    next: usize,
}

impl<'a> Words<'a> {
    fn word(&mut self) -> Option<Said<&'a str>> {
        let rest = &self.text[self.next..];
        let from = self.next + rest.find(|c: char| !c.is_whitespace())?;
        let end = self.text[from..].find(char::is_whitespace).map_or(self.text.len(), |at| from + at);
        self.next = end;
        Some(Said { value: &self.text[from..end], at: self.start + from..self.start + end })
    }

    /// The rest of the line.
    fn rest(&mut self) -> Said<&'a str> {
        let rest = self.text[self.next..].trim();
        let from = if rest.is_empty() {
            self.text.trim_end().len()
        } else {
            rest.as_ptr() as usize - self.text.as_ptr() as usize
        };
        self.next = self.text.len();
        Said { value: rest, at: self.start + from..self.start + from + rest.len() }
    }

    fn expected(&mut self, what: &'static str, example: &'static str) -> RowMistake {
        let rest = self.rest();
        mistake(&rest.at, RowFault::Expected(what, example))
    }

    /// The next word, as something else.
    fn one<T>(
        &mut self,
        what: &'static str,
        example: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Said<T>, RowMistake> {
        let before = self.next;
        let Some(word) = self.word() else {
            self.next = before;
            return Err(self.expected(what, example));
        };
        let wrong = || mistake(&word.at, RowFault::Expected(what, example));
        read(word.value).map(|value| Said { value, at: word.at.clone() }).ok_or_else(wrong)
    }

    /// All words that are left, at least one.
    fn all<T>(
        &mut self,
        what: &'static str,
        example: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<Said<T>>, RowMistake> {
        let mut found = vec![self.one(what, example, &read)?];
        while !self.text[self.next..].trim().is_empty() {
            found.push(self.one(what, example, &read)?);
        }
        Ok(found)
    }
}

/// What points, motions and the like look like.
const POINT: (&str, &str) = ("a point", "(1,0,-1)");
const MOTION: (&str, &str) = ("a motion", "(b,-a)");

impl Draft {
    fn line(&mut self, word: &Said<&str>, words: &mut Words<'_>) -> Result<(), RowMistake> {
        let twice = |is: bool, what: &'static str| {
            if is { Err(mistake(&word.at, RowFault::Twice(what))) } else { Ok(()) }
        };
        let values =
            |points: Vec<Said<Point>>| points.into_iter().map(|point| point.value).collect::<Vec<_>>();
        match word.value {
            "lattice" => {
                twice(self.name.is_some(), "the name")?;
                self.name = Some(words.one("a name", "lattice kite", name)?);
            }
            "pieces" => {
                twice(self.polyforms.is_some(), "what pieces are called")?;
                self.polyforms = Some(words.one("a word", "pieces polykites", name)?);
            }
            "axes" => {
                twice(self.axes.is_some(), "the axes")?;
                let points = words.all(POINT.0, "axes (1,0) (0,1)", point)?;
                let wrong =
                    || mistake(&word.at, RowFault::Expected("two or three points", "axes (1,0) (0,1)"));
                if !(2..=3).contains(&points.len()) {
                    return Err(wrong());
                }
                self.axes = Some(Said { value: values(points), at: word.at.clone() });
            }
            "cell" => {
                let (letter, origin) = lettered(words)?;
                self.classes.push(DraftClass {
                    letter,
                    origin,
                    at: word.at.clone(),
                    steps: Vec::new(),
                    corners: Vec::new(),
                    corners_at: word.at.clone(),
                });
            }
            "steps" | "corners" => {
                let no_cell = || mistake(&word.at, RowFault::NoCellYet);
                let class = self.classes.last_mut().ok_or_else(no_cell)?;
                if word.value == "steps" {
                    class.steps.extend(words.all(POINT.0, "steps (1,0) (-1,0)", point)?);
                } else {
                    let corners = words.all(POINT.0, "corners (1/2,1/2) (-1/2,1/2)", fine_point)?;
                    class.corners.extend(corners.into_iter().map(|corner| corner.value));
                    class.corners_at = word.at.clone();
                }
            }
            "turn" => self.turns.push(turn(word, words)?),
            "flip" => {
                twice(self.flip.is_some(), "the flip")?;
                self.flip = Some(turn(word, words)?);
            }
            "brick" => {
                let example = "brick (0,1) (1,0) to (1,1) (2,0)";
                let rest = words.rest();
                let wrong = || mistake(&rest.at, RowFault::Expected("points, `to`, points", example));
                let (from, to) = rest.value.split_once(" to ").ok_or_else(wrong)?;
                let points = |text: &str| {
                    text.split_whitespace().map(point).collect::<Option<Vec<_>>>().ok_or_else(wrong)
                };
                self.bricks.push(Said { value: [points(from)?, points(to)?], at: rest.at.clone() });
            }
            "mirrors" => {
                let rest = words.rest();
                let names = rest.value.split(',').map(|name| name.trim().to_owned()).collect();
                self.mirrors = Some(Said { value: names, at: rest.at });
            }
            "text" => {
                let known = |word: &str| ["points", "primes"].contains(&word).then(|| word.to_owned());
                self.text = Some(words.one("`points` or `primes`", "text points", known)?);
            }
            "letters" => {
                let forms = words.all("a sum of x, y, z, k, a, b, c, d", "letters -y 2x+y", form)?;
                let wrong = || mistake(&word.at, RowFault::Expected("two or three sums", "letters -y 2x+y"));
                if !(2..=3).contains(&forms.len()) {
                    return Err(wrong());
                }
                let at = word.at.clone();
                self.letters = Some(Said { value: forms.into_iter().map(|form| form.value).collect(), at });
            }
            "paper" => {
                twice(self.paper.len() == 2, "where things stand on paper")?;
                self.paper.push(paper(words)?);
            }
            "unit" => {
                let points = values(words.all(POINT.0, "unit (0,1) (1,0)", point)?);
                self.units.push(Said { value: points, at: word.at.clone() });
            }
            "guard" => {
                let (letter, origin) = lettered(words)?;
                let rest = words.rest();
                let example = "guard (0,0) of (1,0) (-1,0) or (0,1) (0,-1)";
                let wrong = || mistake(&rest.at, RowFault::Expected("`of` and pairs of points", example));
                let pair = |text: &str| {
                    let points: Vec<Point> = text.split_whitespace().map(point).collect::<Option<_>>()?;
                    points.try_into().ok()
                };
                let pairs = rest.value.strip_prefix("of ").ok_or_else(wrong)?;
                let pairs = pairs.split(" or ").map(pair).collect::<Option<Vec<_>>>().ok_or_else(wrong)?;
                self.guards.push(DraftGuard { letter, origin, pairs, at: word.at.clone() });
            }
            "look" => {
                let known = |word: &str| {
                    ["squares", "triangles", "hexagons"].contains(&word).then(|| word.to_owned())
                };
                self.look = Some(words.one("`squares`, `triangles` or `hexagons`", "look squares", known)?);
            }
            "solid" => {
                let known = |word: &str| ["cubes", "balls"].contains(&word).then(|| word.to_owned());
                self.solid = Some(words.one("`cubes` or `balls`", "solid cubes", known)?);
            }
            "stars" => self.stars = true,
            "loose" => self.loose = true,
            other => {
                return Err(mistake(&word.at, RowFault::UnknownWord(other.to_owned(), WORDS.to_vec())));
            }
        }
        match words.word() {
            Some(word) => Err(mistake(&word.at, RowFault::Expected("the end of the line", "stars"))),
            None => Ok(()),
        }
    }
}

fn name(word: &str) -> Option<String> {
    let fits = word.chars().all(|c| c.is_alphanumeric() || c == '-') && !word.is_empty();
    fits.then(|| word.to_owned())
}

/// A letter, perhaps, and a point.
fn lettered(words: &mut Words<'_>) -> Result<(Option<char>, Point), RowMistake> {
    let before = words.next;
    let letter = words.word().and_then(|word| {
        let mut chars = word.value.chars();
        chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none())
    });
    if letter.is_none() {
        words.next = before;
    }
    Ok((letter, words.one("a letter and a point, or a point", "cell n (0,1)", point)?.value))
}

fn turn(word: &Said<&str>, words: &mut Words<'_>) -> Result<Said<Turn>, RowMistake> {
    let motion = words.one(MOTION.0, MOTION.1, motion)?.value;
    let mut turn = Turn { motion, shift: [0; 4], flat: None };
    while let Some(next) = words.word() {
        match next.value {
            "+" => turn.shift = words.one(POINT.0, "turn (b,-a) + (1,0)", point)?.value,
            "when" => {
                let read = words.one("a sum of a, b, c and d", "turn (b,a,c) when a+b-c", form)?.value;
                turn.flat = Some([read[4], read[5], read[6], read[7]]);
            }
            _ => return Err(mistake(&next.at, RowFault::Expected("`+` or `when`", "turn (b,-a) + (1,0)"))),
        }
    }
    Ok(Said { value: turn, at: word.at.clone() })
}

fn paper(words: &mut Words<'_>) -> Result<DraftPaper, RowMistake> {
    const EXAMPLE: &str = "paper b right 1/2 up 1/2√3";
    let form = words.one("a sum of a, b, c and d", EXAMPLE, form)?.value;
    let mut paper = DraftPaper { form, right: (0, 1), up: (0, 1), root: false };
    while let Some(way) = words.word() {
        let sign = match way.value {
            "right" | "up" => 1,
            "left" | "down" => -1,
            _ => {
                return Err(mistake(&way.at, RowFault::Expected("`right`, `left`, `up` or `down`", EXAMPLE)));
            }
        };
        let is_level = ["right", "left"].contains(&way.value);
        let far = words.one("a number", EXAMPLE, |word| {
            let (number, root) = word.strip_suffix("√3").map_or((word, false), |number| (number, true));
            Some((ratio(number)?, root)).filter(|_| !(root && is_level))
        })?;
        let ((number, part), root) = far.value;
        if is_level {
            paper.right = (sign * number, part);
        } else {
            (paper.up, paper.root) = ((sign * number, part), root);
        }
    }
    Ok(paper)
}

fn ratio(text: &str) -> Option<Ratio> {
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    let number = |text: &str| text.parse::<i32>().ok().filter(|number| number.abs() <= 1000);
    Some((number(top)?, number(bottom).filter(|&bottom| bottom > 0)?))
}

/// `(1,-1/2)`; what is not said is 0.
fn fine_point(text: &str) -> Option<[Ratio; 4]> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut point = [(0, 1); 4];
    for (at, number) in inside.split(',').enumerate() {
        *point.get_mut(at)? = ratio(number)?;
    }
    Some(point)
}

fn point(text: &str) -> Option<Point> {
    let point = fine_point(text)?;
    point.iter().all(|&(_, bottom)| bottom == 1).then(|| point.map(|(top, _)| top))
}

/// `(b,-a)`; what is not said stays.
fn motion(text: &str) -> Option<Motion> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut images = [1, 2, 3, 4];
    for (at, letter) in inside.split(',').enumerate() {
        let (sign, letter) = letter.strip_prefix('-').map_or((1, letter), |letter| (-1, letter));
        let axis = ["a", "b", "c", "d"].iter().position(|known| *known == letter)?;
        *images.get_mut(at)? = sign * (axis as i8 + 1);
    }
    let mut axes = images.map(i8::abs);
    axes.sort_unstable();
    (axes == [1, 2, 3, 4]).then(|| Motion::signed(images))
}

/// `2x+y-k`, without spaces.
fn form(text: &str) -> Option<Form> {
    const LETTERS: &str = "xyzkabcd";
    let mut form = [0; 8];
    let mut rest = text;
    while !rest.is_empty() {
        let (sign, after) = match rest.as_bytes()[0] {
            b'-' => (-1, &rest[1..]),
            b'+' => (1, &rest[1..]),
            _ => (1, rest),
        };
        let digits = after.find(|c: char| !c.is_ascii_digit())?;
        let times =
            if digits == 0 { 1 } else { after[..digits].parse::<i32>().ok().filter(|&n| n <= 1000)? };
        let letter = after[digits..].chars().next()?;
        form[LETTERS.find(letter)?] += sign * times;
        rest = &after[digits + letter.len_utf8()..];
    }
    (!text.is_empty()).then_some(form)
}
