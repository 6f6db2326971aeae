//! Parts of a search tree, as values that can be written down.

use crate::random::Random;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A part of a search tree: some neighbouring branches of the node at the end of a path, or the whole tree.
///
/// The order of disjoint parts is the order in which one walk would come to them.
/// The text of a part names the branch at each level, from 0, and at last the range of branches: `3.0.2-5`; all of the
/// tree is `*`.
///
/// ```
/// use polydlx_cover::Part;
///
/// let part: Part = "3.0.2-5".parse().unwrap();
/// assert_eq!(part.to_string(), "3.0.2-5");
/// assert!(part > Part::default() && "5-3".parse::<Part>().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// The branch to take at each level, from 0; the last is the first of those to walk.
    /// Empty for the whole tree, root included.
    pub(crate) start: Vec<u32>,
    /// One past the last branch to walk.
    pub(crate) end: u32,
}

impl Part {
    /// Some of so many parts of a sweep, which has states instead of a tree; the first is 0.
    ///
    /// Its text names the number of parts first: `64.3-5` is the fourth and the fifth of 64 parts.
    pub fn share(parts: u32, range: Range<u32>) -> Self {
        Self { start: vec![parts, range.start], end: range.end }
    }

    /// The number of parts and the range that [`Part::share`] was made of; none for the whole.
    pub fn as_share(&self) -> Option<(u32, Range<u32>)> {
        match self.start[..] {
            [parts, first] if self.end <= parts => Some((parts, first..self.end)),
            _ => None,
        }
    }

    /// One of its branches at random, as the path that leads there, and how many there are; the root of the whole tree.
    pub(crate) fn branch(&self, random: &mut Random) -> (Vec<u32>, u32) {
        let mut path = self.start.clone();
        let Some(first) = path.last_mut() else { return (path, 1) };
        let branches = self.end - *first;
        *first += random.below(branches);
        (path, branches)
    }

    /// Whether it is the whole tree.
    pub fn is_whole(&self) -> bool {
        self.start.is_empty()
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((last, path)) = self.start.split_last() else { return f.write_str("*") };
        path.iter().try_for_each(|branch| write!(f, "{branch}."))?;
        write!(f, "{last}-{}", self.end)
    }
}

/// A text that is no [`Part`], or a part that the tree at hand does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchPart;

impl fmt::Display for NoSuchPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no such part of the search tree")
    }
}

impl std::error::Error for NoSuchPart {}

impl FromStr for Part {
    type Err = NoSuchPart;

    fn from_str(text: &str) -> Result<Self, NoSuchPart> {
        if text == "*" {
            return Ok(Self::default());
        }
        let (path, end) = text.rsplit_once('-').ok_or(NoSuchPart)?;
        let number = |text: &str| {
            let plain = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| plain).ok_or(NoSuchPart)
        };
        let start = path.split('.').map(number).collect::<Result<Vec<u32>, _>>()?;
        let end = number(end)?;
        if start.last().is_some_and(|&first| first < end) { Ok(Self { start, end }) } else { Err(NoSuchPart) }
    }
}

/// A part of the work that stands by itself: a part of the tree of one of several jobs.
///
/// Its text is the number of the job, a colon and the part: `0:3.0.2-5`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit {
    /// The number of the job.
    pub job: usize,
    /// The part of its tree.
    pub part: Part,
}

impl Unit {
    /// All that there is to do for a job.
    pub fn whole(job: usize) -> Self {
        Self { job, part: Part::default() }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.job, self.part)
    }
}

impl FromStr for Unit {
    type Err = NoSuchPart;

    fn from_str(text: &str) -> Result<Self, NoSuchPart> {
        let (job, part) = text.split_once(':').ok_or(NoSuchPart)?;
        let job = job.parse().map_err(|_| NoSuchPart)?;
        Ok(Self { job, part: part.parse()? })
    }
}
