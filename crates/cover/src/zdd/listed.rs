//! Diagrams of sets that are listed.

use super::{Node, Zdd};
use crate::OptionId;
use std::ops::Range;

/// Sets that begin alike.
struct Group {
    /// Which of the list they are, as far as nothing is made of them.
    sets: Range<usize>,
    /// How many options they have in common.
    depth: usize,
    /// What is made of the others.
    made: u32,
    /// The option by which those go on that are looked at now.
    option: OptionId,
}

impl Group {
    /// The first of the sets may have no more options.
    fn new(list: &[Vec<OptionId>], mut sets: Range<usize>, depth: usize) -> Self {
        let ends = list.get(sets.start).is_some_and(|set| set.len() == depth) && !sets.is_empty();
        sets.start += usize::from(ends);
        Self { sets, depth, made: if ends { Zdd::TOP } else { Zdd::BOTTOM }, option: OptionId(0) }
    }
}

impl Zdd {
    /// The family of these sets, each in ascending order; it asks for options in the order of their numbers.
    pub fn of_sets(mut list: Vec<Vec<OptionId>>) -> Self {
        list.sort_unstable();
        list.dedup();
        let mut zdd = Self::default();
        let mut groups = vec![Group::new(&list, 0..list.len(), 0)];
        let mut root = Self::BOTTOM;
        while let Some(group) = groups.last_mut() {
            let Group { sets, depth, .. } = group;
            if let Some(last) = sets.clone().next_back() {
                // From the last option to the first, since those who are asked later are made first.
                group.option = list[last][*depth];
                let before = |set: &Vec<OptionId>| set[*depth] < group.option;
                let first = sets.start + list[sets.clone()].partition_point(before);
                let (own, depth) = (first..sets.end, *depth + 1);
                sets.end = first;
                groups.push(Group::new(&list, own, depth));
                continue;
            }
            let made = group.made;
            groups.pop();
            match groups.last_mut() {
                Some(Group { option, made: low, .. }) => {
                    *low = zdd.node(Node { option: *option, low: *low, high: made });
                }
                None => root = made,
            }
        }
        zdd.rooted(root)
    }
}
