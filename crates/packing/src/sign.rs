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
            let image = |element: &Element| {
                let images = whole.iter().map(|&option| element.image(option));
                images.map(|option| marks[option.0 as usize]).product::<Digest>()
            };
            let sum: Digest = group.elements().iter().map(image).sum();
            match case.stabilizer(group, &whole).len() {
                1 => sum,
                fixed => sum.over(fixed as u64),
            }
        }))
    }
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
