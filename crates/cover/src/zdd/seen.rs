//! What a search has seen: words, and a number for each, in a few long lists, so that memory is known to the byte and given
//! back in a moment.

/// Numbers by what they belong to.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// All words, one after the other, and where each of them ends.
    letters: Vec<u32>,
    ends: Vec<usize>,
    numbers: Vec<u32>,
    /// Which word it is, counted from 1, in the first place that was free from its hash on; 0 is free.
    slots: Vec<u32>,
}

impl Seen {
    /// The number of a word.
    pub(super) fn get(&self, word: &[u32]) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let at = self.slots[self.place(word)] as usize;
        (at > 0).then(|| self.numbers[at - 1])
    }

    /// Remembers a word that is new.
    pub(super) fn insert(&mut self, word: &[u32], number: u32) {
        self.letters.extend(word);
        self.ends.push(self.letters.len());
        self.numbers.push(number);
        if self.ends.len() * 4 > self.slots.len() * 3 {
            self.grow();
        } else {
            self.settle(self.ends.len() - 1);
        }
    }

    /// The memory that it takes, while it grows.
    pub(super) fn bytes(&self) -> usize {
        let slots = self.slots.len() * 3;
        (self.letters.len() + self.numbers.len() + slots) * size_of::<u32>()
            + self.ends.len() * size_of::<usize>()
    }

    /// Twice as many places.
    fn grow(&mut self) {
        let places = (self.slots.len() * 2).max(16);
        self.slots = vec![0; places];
        (0..self.ends.len()).for_each(|at| self.settle(at));
    }

    fn settle(&mut self, at: usize) {
        let place = self.place(self.word(at));
        self.slots[place] = u32::try_from(at + 1).expect("a list of fewer than 2^32 words");
    }

    fn word(&self, at: usize) -> &[u32] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.letters[start..self.ends[at]]
    }

    /// Where a word stands, or would stand.
    fn place(&self, word: &[u32]) -> usize {
        let last = self.slots.len() - 1;
        let mut place = hash(word) & last;
        loop {
            match self.slots[place] {
                0 => return place,
                at if self.word(at as usize - 1) == word => return place,
                _ => place = (place + 1) & last,
            }
        }
    }
}

/// The same in each run.
fn hash(word: &[u32]) -> usize {
    let mix = |hash: u64, &letter: &u32| {
        (hash.rotate_left(5) ^ u64::from(letter)).wrapping_mul(0x517c_c1b7_2722_0a95)
    };
    // The upper bits of a product depend on all of its factors.
    (word.iter().fold(0, mix) >> 24) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn it_remembers_what_it_has_seen() {
        let (mut seen, mut known) = (Seen::default(), BTreeMap::new());
        for number in 0..5000u32 {
            // Many of them come more than once; their lengths differ.
            let word: Vec<u32> = (0..number % 7).map(|at| (number * number + at) % 97).collect();
            assert_eq!(seen.get(&word), known.get(&word).copied());
            known.entry(word).or_insert_with_key(|word| {
                seen.insert(word, number);
                number
            });
        }
        assert!(known.iter().all(|(word, &number)| seen.get(word) == Some(number)));
        assert_eq!(seen.get(&[1000]), None);
        assert!(seen.bytes() >= known.keys().map(|word| word.len() * 4 + 12).sum());
    }
}
