//! How long it will take, as far as one can tell: a value, no clock.

/// How fast work goes on, once it has begun.
///
/// ```
/// use polydlx_cover::Pace;
///
/// let mut pace = Pace::default();
/// assert_eq!(pace.left(50.0, 0.0), None, "getting ready says nothing");
/// assert_eq!(pace.left(51.0, 0.01), None);
/// assert_eq!(pace.left(61.0, 0.11).map(f64::round), Some(89.0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// When something had been done first, and how much.
    begun: Option<(f64, f64)>,
}

impl Pace {
    /// The seconds that are left after so many, if this part of the whole is done; nothing as long as that cannot be told.
    ///
    /// What is left is taken to go on as fast as what was done on average: to look at the last while only was no better,
    /// because trees are lopsided at all scales.
    pub fn left(&mut self, seconds: f64, done: f64) -> Option<f64> {
        if done <= 0.0 {
            return None;
        }
        let (since, before) = *self.begun.get_or_insert((seconds, done));
        (seconds > since && done > before).then(|| (seconds - since) * (1.0 - done) / (done - before))
    }
}
