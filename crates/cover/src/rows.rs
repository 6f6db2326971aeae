//! Sets of small numbers as rows of bits, all of one length.

/// Rows of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    /// So many empty rows of so many bits.
    pub(crate) fn new(rows: usize, bits: usize) -> Self {
        let words = bits.div_ceil(64).max(1);
        Self { words, bits: vec![0; rows * words] }
    }

    /// The words of a row.
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    /// The same, to be changed.
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..(row + 1) * self.words]
    }

    pub(crate) fn set(&mut self, row: usize, bit: usize) {
        self.row_mut(row)[bit / 64] |= 1 << (bit % 64);
    }

    pub(crate) fn clear(&mut self, row: usize, bit: usize) {
        self.row_mut(row)[bit / 64] &= !(1 << (bit % 64));
    }
}

/// Whether a bit is set.
pub(crate) fn has(row: &[u64], bit: usize) -> bool {
    row[bit / 64] >> (bit % 64) & 1 == 1
}

/// The bits that are set, in ascending order.
pub(crate) fn ones(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                64 * at + bit
            })
        })
    })
}

/// The number of bits that are set.
pub(crate) fn count(row: &[u64]) -> usize {
    row.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sets() {
        let mut rows = Rows::new(2, 130);
        for bit in [0, 63, 64, 129] {
            rows.set(1, bit);
        }
        rows.clear(1, 64);
        assert_eq!(ones(rows.row(1)).collect::<Vec<_>>(), [0, 63, 129]);
        assert_eq!((count(rows.row(1)), count(rows.row(0))), (3, 0));
        assert!(has(rows.row(1), 129) && !has(rows.row(1), 64));
    }
}
