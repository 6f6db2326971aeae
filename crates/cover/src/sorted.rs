//! Lists in the order of keys. The sorts of the standard library are compiled for each kind of list and of key, a thousand lines of
//! code and more each time, so that whatever is short, or sorted but once, is sorted by keys of one kind.

/// What comes first counts most.
pub(crate) type Key = [u64; 3];

/// Puts a list into the order of its keys; what has the same key stays in its order.
pub(crate) fn sort_by_keys<T: Clone>(list: &mut [T], key: impl FnMut(&T) -> Key) {
    let places = places(list.iter().map(key).collect());
    let sorted: Vec<T> = places.into_iter().map(|place| list[place].clone()).collect();
    list.clone_from_slice(&sorted);
}

/// Where the keys are, in their order.
fn places(keys: Vec<Key>) -> Vec<usize> {
    let mut keys: Vec<(Key, usize)> = keys.into_iter().zip(0..).collect();
    keys.sort_unstable();
    keys.into_iter().map(|(_, place)| place).collect()
}

/// A key with the order of [`f64::total_cmp`].
pub(crate) fn float(number: f64) -> u64 {
    let bits = number.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}
