//! The simplex method with floating-point numbers, for those who verify what comes of it.

use crate::{Monitor, Stopped};

/// Smaller numbers count as zero.
const TINY: f64 = 1e-7;

/// Exchanges variables until none of the first `candidates` is worth entering; false if there is no end, or none soon.
///
/// `table` has rows of `width` numbers, of which the last is the right-hand side; the last row has what each variable costs.
pub fn simplex(
    table: &mut [f64],
    width: usize,
    candidates: usize,
    monitor: &Monitor,
) -> Result<bool, Stopped> {
    let rows = table.len() / width - 1;
    for _ in 0..20 * rows {
        monitor.go_on()?;
        let (enters, best) = least(table[rows * width..][..candidates].iter().copied());
        if best > -TINY {
            return Ok(true);
        }
        let ratio = |row: usize| match table[row * width + enters] {
            rate if rate > TINY => table[row * width + width - 1] / rate,
            _ => f64::INFINITY,
        };
        let (leaves, limit) = least((0..rows).map(ratio));
        if limit == f64::INFINITY {
            break;
        }
        pivot(table, width, leaves, enters);
    }
    Ok(false)
}

fn least(values: impl Iterator<Item = f64>) -> (usize, f64) {
    values
        .enumerate()
        .fold((0, f64::INFINITY), |best, (at, value)| if value < best.1 { (at, value) } else { best })
}

fn pivot(table: &mut [f64], width: usize, row: usize, column: usize) {
    let factor = 1.0 / table[row * width + column];
    table[row * width..][..width].iter_mut().for_each(|value| *value *= factor);
    let pivot: Vec<f64> = table[row * width..][..width].to_vec();
    for (number, line) in table.chunks_mut(width).enumerate() {
        let times = line[column];
        if number != row && times.abs() > TINY * TINY {
            line.iter_mut().zip(&pivot).for_each(|(value, by)| *value -= times * by);
        }
    }
}
