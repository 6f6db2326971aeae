//! Digests of the solutions of a question, whatever the method.

use crate::group::Element;
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
            let (Source::Case(case), Some(group)) = (&job.source, group) else {
                return product(marks, &whole);
            };
            let sum: Digest = group.elements().chunks(AT_ONCE).map(|some| images(marks, some, &whole)).sum();
            match case.stabilizer(group, &whole).len() {
                1 => sum,
                fixed => sum.over(fixed as u64),
            }
        }))
    }
}

/// So many images are made at once: a product waits for each of its factors, but not for other products.
const AT_ONCE: usize = 8;

/// The digests of some images of a solution, added up.
fn images(marks: &[Digest], elements: &[Element], solution: &[OptionId]) -> Digest {
    let mut products = [Digest::ONE; AT_ONCE];
    for &option in solution {
        for (product, element) in products.iter_mut().zip(elements) {
            *product = *product * marks[element.image(option).0 as usize];
        }
    }
    products[..elements.len()].iter().copied().sum()
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
