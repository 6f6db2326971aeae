//! Which of some options fit a shape, without looking at each of them.

use super::window::Window;

/// For each four bits of a shape, the options that they are in the way of, 64 options in a word.
pub(super) struct Fits<const N: usize> {
    windows: Vec<Window<N>>,
    /// How many times four bits; 0 if it is quicker to look at each option.
    fours: usize,
    barred: Vec<[u64; 16]>,
}

impl<const N: usize> Fits<N> {
    /// A table of options, each as what it covers.
    pub(super) fn new(windows: impl Iterator<Item = Window<N>>) -> Self {
        let windows: Vec<Window<N>> = windows.collect();
        let fours = windows.iter().map(Window::extent).max().unwrap_or(0).div_ceil(4);
        if fours > windows.len() {
            return Self { windows, fours: 0, barred: Vec::new() };
        }
        let mut barred = vec![[0; 16]; windows.len().div_ceil(64) * fours];
        for (number, window) in windows.iter().enumerate() {
            for at in window.bits() {
                barred[number / 64 * fours + at / 4][8 >> (at % 4)] |= 1 << (number % 64);
            }
        }
        for by in &mut barred {
            for value in 1..16usize {
                by[value] = by[value & (value - 1)] | by[value & value.wrapping_neg()];
            }
        }
        Self { windows, fours, barred }
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.windows) + size_of_val(&*self.barred)
    }

    /// Calls with the number of each option that fits, in order, until one is what was looked for; tells which.
    #[inline]
    pub(super) fn find(&self, shape: &Window<N>, mut is_it: impl FnMut(usize) -> bool) -> Option<usize> {
        if self.fours == 0 {
            let fit = |&number: &usize| !shape.meets(&self.windows[number]) && is_it(number);
            return (0..self.windows.len()).find(fit);
        }
        for (word, barred) in self.barred.chunks_exact(self.fours).enumerate() {
            let left = self.windows.len() - 64 * word;
            let all = if left < 64 { (1 << left) - 1 } else { u64::MAX };
            let by_four = barred.iter().enumerate();
            let mut fit = all & !by_four.fold(0, |sum, (at, by)| sum | by[shape.four(4 * at)]);
            while fit != 0 {
                let number = 64 * word + fit.trailing_zeros() as usize;
                if is_it(number) {
                    return Some(number);
                }
                fit &= fit - 1;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn tables_find_what_fits(
            options in prop::collection::vec(prop::collection::vec(0usize..90, 1..6), 0..200),
            shape in prop::collection::vec(0usize..128, 0..40),
        ) {
            let window = |bits: &Vec<usize>| {
                let mut window = Window::<2>::EMPTY;
                bits.iter().for_each(|&at| window.set(at));
                window
            };
            let table = Fits::new(options.iter().map(window));
            let mut found = Vec::new();
            table.find(&window(&shape), |number| {
                found.push(number);
                false
            });
            let free = |option: &Vec<usize>| !option.iter().any(|at| shape.contains(at));
            let expected: Vec<usize> = (0..options.len()).filter(|&number| free(&options[number])).collect();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(table.find(&window(&shape), |number| number > 3), found.into_iter().find(|&number| number > 3));
        }
    }
}
