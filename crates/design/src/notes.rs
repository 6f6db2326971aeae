//! What was found out on the way to hints, so that it need not be found out again.

use crate::hints::HintsPlan;
use std::fmt;

/// Remembers short texts by name. They belong to one puzzle and one plan.
pub trait Notes: fmt::Debug + Send + Sync {
    /// The last text of a name.
    fn recall(&self, name: &str) -> Option<String>;
    /// A text instead of what was noted before under this name.
    fn note(&self, name: &str, text: &str);
}

impl HintsPlan {
    /// Lists of numbers that were noted.
    pub(crate) fn recall(&self, name: &str) -> Option<Vec<Vec<usize>>> {
        let text = self.notes.as_ref()?.recall(name)?;
        let numbers = |line: &str| line.split_whitespace().map(|word| word.parse().ok()).collect();
        text.lines().map(numbers).collect()
    }

    /// Notes lists of numbers, one on each line.
    pub(crate) fn note<'l>(&self, name: &str, lists: impl IntoIterator<Item = &'l [usize]>) {
        if let Some(notes) = &self.notes {
            let words = |list: &[usize]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let lines: Vec<String> = lists.into_iter().map(|list| words(list) + "\n").collect();
            notes.note(name, &lines.concat());
        }
    }
}
