//! What is left of a sweep between two layers: states that can be written down, and swept on from another day.
//!
//! The text has a line for the sweep, one for what was counted so far, and then what waits, the next last: a line for
//! the layer, and lines of states. All numbers of states are in hexadecimal digits.

use super::number::Number;
use super::set::Set;
use super::sets::{Lists, State, all_weights};
use super::shapes::Shapes;
use crate::Digest;
use num_bigint::BigUint;
use std::fmt::Write;
use std::io;
use std::iter::Peekable;

/// Keeps the states of a sweep, so that it can go on from there.
pub trait Keeper: Sync {
    /// Whether states are to be kept now. Asked between layers; `is_last` says that the sweep was stopped.
    fn is_due(&self, is_last: bool) -> bool;
    /// Keeps states.
    fn keep(&self, states: &States<'_>);
    /// The lines of states that were kept before, if there are any.
    fn kept(&self) -> Option<Box<dyn Iterator<Item = String>>>;
}

/// The states of a sweep between two layers.
pub struct States<'a> {
    pub(super) frame: &'a dyn Frame,
    pub(super) shapes: &'a Shapes,
}

/// Takes a line.
pub(super) type Line<'a> = dyn FnMut(&str) -> io::Result<()> + 'a;

impl States<'_> {
    /// Writes them, line by line.
    pub fn write(&self, line: &mut dyn FnMut(&str) -> io::Result<()>) -> io::Result<()> {
        line(&name(self.shapes))?;
        let (sum, digest) = self.frame.so_far();
        line(&format!("sum {sum} {digest}"))?;
        self.frame.write(self.shapes, line)
    }
}

impl std::fmt::Debug for States<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("States").finish_non_exhaustive()
    }
}

/// What tells a sweep from others, so that its shapes have the same numbers.
fn name(shapes: &Shapes) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let options = shapes.ways.iter().map(|way| way.choice.option().map_or(u32::MAX, |option| option.0));
    for word in shapes.into.iter().copied().chain(shapes.ways.iter().map(|way| way.from)).chain(options) {
        hash = (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("sweep {} {} {} {hash:x}", shapes.steps.len(), shapes.len(), shapes.ways.len())
}

/// Something that waits.
pub(super) trait Frame {
    /// What was counted so far, here and further out.
    fn so_far(&self) -> (BigUint, Digest);
    fn write(&self, shapes: &Shapes, line: &mut Line<'_>) -> io::Result<()>;
}

/// States that are to be swept from a step on.
pub(super) struct Rest<S, C> {
    pub(super) lists: Lists<S, C>,
    pub(super) step: usize,
    /// What part of the sweep is done before, and what part this is.
    pub(super) done: f64,
    pub(super) share: f64,
}

impl<S: Set, C: Number> Rest<S, C> {
    /// The same, with room for greater numbers.
    pub(super) fn widen(self) -> Option<Rest<C::Sets<S>, C::Wider>> {
        let mut lists = Vec::with_capacity(self.lists.len());
        // Each list goes as soon as there is a wider one.
        for list in self.lists {
            let mut wide = Vec::with_capacity(list.len());
            for &State { set, count } in &list {
                wide.push(State { set: Set::from_bits(set.bits()), count: count.widen()? });
            }
            lists.push(wide.into_boxed_slice());
        }
        Some(Rest { lists, step: self.step, done: self.done, share: self.share })
    }
}

/// What waits until the states above it have come to the end, with numbers of one width; and what was counted.
pub(super) struct Stack<'o, S, C> {
    pub(super) waiting: Vec<Rest<S, C>>,
    pub(super) sum: BigUint,
    pub(super) digest: Digest,
    /// How often numbers have become wider.
    pub(super) width: u32,
    /// What waits with narrower numbers.
    pub(super) outer: Option<&'o dyn Frame>,
}

impl<'o, S: Set, C: Number> Stack<'o, S, C> {
    pub(super) fn new(waiting: Vec<Rest<S, C>>, width: u32, outer: Option<&'o dyn Frame>) -> Self {
        Self { waiting, sum: BigUint::default(), digest: Digest::ZERO, width, outer }
    }

    pub(super) fn add(&mut self, (sum, digest): (BigUint, Digest)) {
        self.sum += sum;
        self.digest += digest;
    }

    /// The memory that it takes.
    pub(super) fn weight(&self) -> usize {
        self.waiting.iter().map(|rest| all_weights(&rest.lists)).sum()
    }
}

/// So many states are on a line at most.
const STATES_A_LINE: usize = 1 << 12;

impl<S: Set, C: Number> Frame for Stack<'_, S, C> {
    fn so_far(&self) -> (BigUint, Digest) {
        let (sum, digest) = self.outer.map_or((BigUint::default(), Digest::ZERO), Frame::so_far);
        (sum + &self.sum, digest + self.digest)
    }

    fn write(&self, shapes: &Shapes, line: &mut Line<'_>) -> io::Result<()> {
        if let Some(outer) = self.outer {
            outer.write(shapes, line)?;
        }
        for Rest { lists, step, done, share } in &self.waiting {
            line(&format!("from {step} {} {done} {share}", self.width))?;
            for (shape, list) in lists.iter().enumerate() {
                if shapes.last[shape] as usize >= *step {
                    write_list((shape, list.len()), line, &|at, text| {
                        let State { set, count } = list[at];
                        write_set(set.bits(), text);
                        count.write(text);
                    })?;
                }
            }
        }
        Ok(())
    }
}

/// Writes a list whose states can be written one by one, whatever they are.
fn write_list(
    (shape, length): (usize, usize),
    line: &mut Line<'_>,
    state: &dyn Fn(usize, &mut String),
) -> io::Result<()> {
    for first in (0..length).step_by(STATES_A_LINE) {
        let mut text = shape.to_string();
        (first..length.min(first + STATES_A_LINE)).for_each(|at| state(at, &mut text));
        line(&text)?;
    }
    Ok(())
}

fn write_set(bits: u128, text: &mut String) {
    let _ = write!(text, " {bits:x} ");
}

/// What a line is made of.
type Words<'a> = std::str::Split<'a, char>;

/// Reads what [`States::write`] wrote.
pub(super) struct Reader<'a> {
    lines: Peekable<&'a mut dyn Iterator<Item = String>>,
    shapes: &'a Shapes,
}

impl<'a> Reader<'a> {
    /// Reads the first lines, with what was counted so far; none if it is the text of another sweep.
    pub(super) fn new(
        lines: &'a mut dyn Iterator<Item = String>,
        shapes: &'a Shapes,
    ) -> Option<(Self, (BigUint, Digest))> {
        let mut lines = lines.peekable();
        if lines.next()? != name(shapes) {
            return None;
        }
        let line = lines.next()?;
        let (sum, digest) = line.strip_prefix("sum ")?.split_once(' ')?;
        let sum = (sum.parse().ok()?, digest.parse().ok()?);
        Some((Self { lines, shapes }, sum))
    }

    /// The width of the numbers that come next; none at the end.
    pub(super) fn width(&mut self) -> Option<u32> {
        self.lines.peek()?.split(' ').nth(2)?.parse().ok()
    }

    /// What comes next; none if it makes no sense.
    pub(super) fn rest<S: Set, C: Number>(&mut self) -> Option<Rest<S, C>> {
        let mut lists: Vec<Vec<State<S, C>>> = Vec::new();
        lists.resize_with(self.shapes.len(), Vec::new);
        let (step, done, share) = self.states(&mut |shape, set, words| {
            let (list, set) = (lists.get_mut(shape)?, S::from_bits(set));
            if list.last().is_some_and(|last| { last.set } >= set) {
                return None;
            }
            list.push(State { set, count: C::read(words)? });
            Some(())
        })?;
        Some(Rest { lists: lists.into_iter().map(Vec::into_boxed_slice).collect(), step, done, share })
    }

    /// The same, whatever states are: each is taken with its shape, its set and the words that its number begins with.
    fn states(
        &mut self,
        take: &mut dyn FnMut(usize, u128, &mut Words<'_>) -> Option<()>,
    ) -> Option<(usize, f64, f64)> {
        let line = self.lines.next()?;
        let mut words = line.strip_prefix("from ")?.split(' ');
        let step = words.next()?.parse().ok().filter(|&step| step >= 1)?;
        let (done, share) = (words.nth(1)?.parse().ok()?, words.next()?.parse().ok()?);
        while let Some(line) = self.lines.next_if(|line| !line.starts_with("from ")) {
            let mut words = line.split(' ');
            let shape = words.next()?.parse().ok().filter(|&shape| shape < self.shapes.len())?;
            while let Some(set) = words.next() {
                take(shape, u128::from_str_radix(set, 16).ok()?, &mut words)?;
            }
        }
        Some((step, done, share))
    }

    /// Whether all was read.
    pub(super) fn is_over(&mut self) -> bool {
        self.lines.peek().is_none()
    }
}
