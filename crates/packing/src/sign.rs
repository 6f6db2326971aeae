//! Digests of the solutions of a question, whatever the method.

use crate::group::Group;
use crate::plan::{Job, Method, Plan, Source};
use crate::question::Question;
use polydlx_cover::{Digest, OptionId, Sign};

impl<'a> Plan<'a> {
    /// The mark of each option of the whole problem, if digests are wanted.
    pub(crate) fn marks(&self) -> Option<&[Digest]> {
        let marks = self.marks.get_or_init(|| self.question.as_ref().and_then(Question::marks));
        marks.as_deref()
    }

    /// Whether the solutions of a job belong to the digest. Burnside's lemma needs some that have been counted already.
    pub(crate) fn is_signed(&self, job: &Job<'a>) -> bool {
        self.method != Method::Burnside || matches!(job.source, Source::Whole(_))
    }

    /// The digest of a solution of a job: if it stands for a class, of all images.
    pub(crate) fn sign<'s>(&'s self, job: &'s Job<'a>) -> Option<Box<Sign<'s>>> {
        let marks = self.marks().filter(|_| self.is_signed(job))?;
        let group = self.group.as_deref();
        Some(Box::new(move |options| {
            let options: Vec<OptionId> = options.iter().map(|&option| job.of_source(option)).collect();
            let whole = job.source.whole(&options);
            let (Source::Case(case, _), Some(group)) = (&job.source, group) else {
                return product(marks, &whole);
            };
            let images = self.images.get_or_init(|| Images::new(marks, group));
            let sum = images.sum(marks, group, &whole);
            match case.stabilizer(group, &whole).len() {
                1 => sum,
                fixed => sum.over(fixed as u64),
            }
        }))
    }
}

/// So many images are made at once: a product waits for each of its factors, but not for other products.
const AT_ONCE: usize = 8;

/// A table of more marks than this, 64 MB, is not made.
const MOST: usize = 1 << 22;

/// The marks of the images of all options, those of one option side by side: between two solutions a search has used all
/// of the cache for other things, and to look each image up made counting Bedlam's cube slower by a thirtieth.
#[derive(Debug)]
pub(crate) struct Images(Option<Vec<Digest>>);

impl Images {
    fn new(marks: &[Digest], group: &Group) -> Self {
        let images = |option: u32| {
            group.elements().iter().map(move |element| marks[element.image(OptionId(option)).0 as usize])
        };
        let is_small = marks.len() * group.order() <= MOST;
        Self(is_small.then(|| (0..marks.len() as u32).flat_map(images).collect()))
    }

    /// The digests of all images of a solution, added up.
    fn sum(&self, marks: &[Digest], group: &Group, solution: &[OptionId]) -> Digest {
        let (elements, order) = (group.elements(), group.order());
        match &self.0 {
            Some(table) => sum(order, solution, |option, number| table[option.0 as usize * order + number]),
            None => sum(order, solution, |option, number| marks[elements[number].image(option).0 as usize]),
        }
    }
}

/// The sum over so many symmetries of the products over all options.
fn sum(order: usize, solution: &[OptionId], mark: impl Fn(OptionId, usize) -> Digest) -> Digest {
    let mut sum = Digest::ZERO;
    for begin in (0..order).step_by(AT_ONCE) {
        let mut products = [Digest::ONE; AT_ONCE];
        let products = &mut products[..AT_ONCE.min(order - begin)];
        for &option in solution {
            for (number, product) in (begin..).zip(&mut *products) {
                *product = *product * mark(option, number);
            }
        }
        sum += products.iter().copied().sum();
    }
    sum
}

impl Job<'_> {
    /// The marks of its options.
    pub(crate) fn marks(&self, whole: &[Digest]) -> Vec<Digest> {
        let mark = |option: OptionId| product(whole, &self.source.whole(&[self.of_source(option)]));
        self.problem().option_ids().map(mark).collect()
    }
}

/// The digest of a solution.
pub(crate) fn product(marks: &[Digest], options: &[OptionId]) -> Digest {
    options.iter().map(|option| marks[option.0 as usize]).product()
}
