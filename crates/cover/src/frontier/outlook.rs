//! How much is to be tried at shapes to come, by how many there have been.

use std::ops::Range;

/// Where most shapes are, as a part of the way: before the middle, as what is filled later must also come out even.
const SUMMIT: f64 = 0.42;
/// The part of the way that is looked back at to tell how fast their number grows.
const LATELY: f64 = 0.1;
/// How much greater the logarithm of their number is at the summit than at either end.
const LEAST: f64 = 1.0;
const MOST: f64 = 3.0;
/// A summit is rounder than the way up to it.
const ROUND: f64 = 0.5;
/// So many places stand for all that is left of the way.
const PLACES: usize = 16;

/// How many options there will be to try, about, at the shapes of steps to come, if there were so many shapes at the steps up to
/// now; `begin` tells for each step how many options begin before it.
///
/// The logarithm of the number of shapes is taken for two halves of parabolas, up to the summit and down from it, as steep as
/// the number has grown lately. The constants were picked from some four hundred for sixty sweeps of the library. When
/// 3, 10, 20, 30 and 50 hundredths of the work are done, what is left is wrong by a factor of 2.8, 2.2, 2.0, 1.8 and 2.0 (in the
/// quadratic mean of the logarithms). Shapes alone, whatever there is to try at them, were wrong by 3.4, 2.9, 2.3, 2.0 and 2.0,
/// as fewer options begin near the end.
pub(super) fn coming(counts: &[usize], begin: &[usize]) -> f64 {
    let now = counts.len();
    let all = begin.last().copied().unwrap_or(0);
    // Behind the last option there is nothing but steps.
    let steps = begin.partition_point(|&before| before < all);
    if now >= steps {
        return 0.0;
    }
    let back = ((steps as f64 * LATELY) as usize).max(3);
    let lately = now.saturating_sub(back)..now;
    let before = now.saturating_sub(2 * back)..lately.start;
    let height = |step: f64| {
        let part = (step + 0.5) / steps as f64 - SUMMIT;
        1.0 - (part / if part < 0.0 { SUMMIT } else { 1.0 - SUMMIT }).powi(2)
    };
    let mean = |steps: &Range<usize>, of: &dyn Fn(usize) -> f64| {
        steps.clone().map(of).sum::<f64>() / steps.len() as f64
    };
    let number = |step: usize| counts[step] as f64;
    let at = |step: usize| height(step as f64);
    let (here, many) = (mean(&lately, &at), mean(&lately, &number));
    let steep = if before.is_empty() {
        LEAST.midpoint(MOST)
    } else {
        let climb = here - mean(&before, &at);
        let growth = (many / mean(&before, &number)).ln();
        if climb > 0.02 { ROUND * growth / climb } else { MOST }
    };
    let steep = steep.clamp(LEAST, MOST);
    let places = PLACES.min(steps - now);
    let from = |place: usize| now + (steps - now) * place / places;
    let place = |place: usize| {
        let (first, next) = (from(place), from(place + 1));
        let middle = (first + next - 1) as f64 / 2.0;
        (begin[next] - begin[first]) as f64 * (steep * (height(middle) - here)).exp()
    };
    many * (0..places).map(place).sum::<f64>()
}

/// The sums of what comes before each number, and of all.
pub(super) fn sums(numbers: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut sum = 0;
    std::iter::once(0)
        .chain(numbers.map(|number| {
            sum += number;
            sum
        }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{coming, sums};

    /// A hill of shapes is seen from any place on it, and nothing comes behind the end.
    #[test]
    fn hills_are_seen() {
        for (steps, height) in [(60, 100.0), (300, 20.0), (40, 8.0)] {
            let hill = |step: usize| {
                let part = (step as f64 + 0.5) / f64::from(steps);
                (1.0 + height * (std::f64::consts::PI * part.powf(0.7)).sin()) as usize
            };
            let counts: Vec<usize> = (0..steps as usize).map(hill).collect();
            // Five options begin at each step, and none behind the end.
            let begin = sums((0..steps as usize + 9).map(|step| if step < counts.len() { 5 } else { 0 }));
            for now in [steps / 5, steps / 3, steps / 2, 3 * steps / 4] {
                let now = now as usize;
                let truth: usize = counts[now..].iter().sum::<usize>() * 5;
                let found = coming(&counts[..now], &begin);
                assert!((truth as f64 / 4.0..truth as f64 * 4.0).contains(&found), "{now}: {found}, {truth}");
            }
            assert_eq!(coming(&counts, &begin), 0.0);
        }
        assert!(
            coming(&[1], &sums([1; 10].into_iter())) > 0.0 && coming(&[1], &sums([1].into_iter())) == 0.0
        );
    }
}
