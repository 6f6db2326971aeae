//! Merging what is sorted in parts. The sort of the standard library would do that, too, but it is compiled for each kind of
//! states, and there are many; this is a tenth of the code.

/// Merges runs of so many places, each of which is in order, two and two, until there is but one; or until it is stopped.
pub(super) fn merge_runs<T: Copy, K: Ord>(
    list: &mut Vec<T>,
    mut length: usize,
    key: impl Fn(T) -> K,
    is_stopped: &dyn Fn() -> bool,
) {
    let mut merged = Vec::new();
    while length < list.len() && !is_stopped() {
        merged.clear();
        merged.reserve(list.len());
        for pair in list.chunks(2 * length) {
            let (mut one, mut other) = pair.split_at(length.min(pair.len()));
            while let ([first, ..], [second, ..]) = (one, other) {
                let from = if key(*first) <= key(*second) { &mut one } else { &mut other };
                merged.push(from[0]);
                *from = &from[1..];
            }
            merged.extend_from_slice(one);
            merged.extend_from_slice(other);
        }
        std::mem::swap(list, &mut merged);
        length *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_become_one() {
        for size in 0..70_u32 {
            // In no order, and some of them are equal.
            let mut list: Vec<u32> = (0..size).map(|at| at * 29 % 41).collect();
            let mut sorted = list.clone();
            sorted.sort_unstable();
            list.chunks_mut(8).for_each(<[u32]>::sort_unstable);
            merge_runs(&mut list, 8, |one| one, &|| false);
            assert_eq!(list, sorted);
        }
    }
}
