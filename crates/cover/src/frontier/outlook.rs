//! How many shapes are to come, by how many there have been.

use std::ops::Range;

/// Where most shapes are, as a part of the way: before the middle, as what is filled later must also come out even.
const SUMMIT: f64 = 0.35;
/// The part of the way that is looked back at to tell how fast their number grows.
const LATELY: f64 = 0.15;
/// How much greater the logarithm of their number is at the summit than at either end.
const LEAST: f64 = 1.0;
const MOST: f64 = 4.0;
/// A summit is rounder than the way up to it.
const ROUND: f64 = 0.5;

/// The number of shapes to come, about, if there were so many at the steps up to now, and of the steps to come so many
/// have any.
///
/// The logarithm of their number is taken for two halves of parabolas, up to the summit and down from it, as steep as the
/// number has grown lately. The constants were picked from some hundred for fifty sweeps of the library. If they are picked
/// for half of the families alone, what comes true in the other half is, when 3, 10, 30 and 60 hundredths are found, wrong by
/// a factor of 4.0, 2.9, 2.1 and 2.7, or 2.6, 2.7, 2.6 and 3.9 (in the quadratic mean of the logarithms). If the number stays
/// what it is for a third of the steps that are left, it is 7.6, 4.8, 4.3 and 6.0, or 6.9, 3.3, 1.7 and 2.3: this sees better
/// at first, and later not always.
pub(super) fn coming(counts: &[usize], steps: usize, follow: usize) -> f64 {
    let now = counts.len();
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
    // A few places stand for all.
    const PLACES: usize = 16;
    let left = steps.saturating_sub(now) as f64;
    let place = |place: usize| now as f64 - 0.5 + left * (place as f64 + 0.5) / PLACES as f64;
    let usual: f64 = (0..PLACES).map(|number| (steep * (height(place(number)) - here)).exp()).sum();
    many * usual / PLACES as f64 * follow as f64
}

#[cfg(test)]
mod tests {
    use super::coming;

    /// A hill of shapes is seen from any place on it, and nothing comes behind the end.
    #[test]
    fn hills_are_seen() {
        for (steps, height) in [(60, 100.0), (300, 20.0), (40, 8.0)] {
            let hill = |step: usize| {
                let part = (step as f64 + 0.5) / f64::from(steps);
                (1.0 + height * (std::f64::consts::PI * part.powf(0.7)).sin()) as usize
            };
            let counts: Vec<usize> = (0..steps as usize).map(hill).collect();
            for now in [steps / 5, steps / 3, steps / 2, 3 * steps / 4] {
                let now = now as usize;
                let truth: usize = counts[now..].iter().sum();
                let found = coming(&counts[..now], steps as usize, counts.len() - now);
                assert!((truth as f64 / 4.0..truth as f64 * 4.0).contains(&found), "{now}: {found}, {truth}");
            }
            assert_eq!(coming(&counts, steps as usize, 0), 0.0);
        }
        assert!(coming(&[1], 10, 9) > 0.0 && coming(&[1], 1, 0) == 0.0);
    }
}
