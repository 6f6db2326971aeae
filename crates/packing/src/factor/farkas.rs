//! Weights for which the pieces are too light, or too heavy, wherever they lie.
//!
//! Ask less than a solution: fractions of placements that cover each cell once in all. If there are none, Farkas's lemma
//! gives weights that show it. They are found by the first phase of the simplex method with floating-point numbers, made to whole
//! numbers, and believed only if they prove what they should when added up exactly.

use super::{System, Weights};
use polydlx_cover::{Monitor, Stopped, simplex};

/// The least difference of weights that is one.
const TINY: f64 = 1e-7;

/// Weights that may prove it, in different roundings; none if there are such fractions, or if it is not seen soon.
pub(super) fn infeasible(system: &System, monitor: &Monitor) -> Result<Option<Vec<Weights>>, Stopped> {
    let (rows, columns) = (system.wanted.len(), system.columns.len());
    // The options, and the right-hand side in the last column. Each row begins with a variable of its own that is not wanted;
    // the last row has the sum of what is not wanted, in terms of the others.
    let width = columns + rows + 1;
    let mut table = vec![0.0; (rows + 1) * width];
    for (number, column) in system.columns.iter().enumerate() {
        for &row in column {
            table[row * width + number] = 1.0;
            table[rows * width + number] -= 1.0;
        }
    }
    for (row, &wanted) in system.wanted.iter().enumerate() {
        // Different right-hand sides by very little keep the method from going in circles.
        let wanted = f64::from(wanted) + 1e-5 * (1.0 + row as f64 / rows as f64);
        table[row * width + columns + row] = 1.0;
        table[row * width + width - 1] = wanted;
        table[rows * width + width - 1] -= wanted;
    }
    if !simplex(&mut table, width, columns, monitor)? {
        return Ok(None);
    }
    let missing = -table[rows * width + width - 1];
    // What of the missing is due to the small differences is not meant.
    Ok((missing > 1e-3).then(|| roundings(system, &table[rows * width + columns..])))
}

/// The dual solution, in whole numbers that are not negative: the unit is one of the fractions that it is made of.
fn roundings(system: &System, duals: &[f64]) -> Vec<Weights> {
    let cells = system.cells.len();
    // A variable that is not wanted costs one less its row's weight.
    let weights: Vec<f64> = duals[..cells].iter().map(|cost| 1.0 - cost).collect();
    let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
    let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let span = (most - least).max(TINY);
    let mut found = Vec::new();
    for parts in 1..=60 {
        for heavy in [true, false] {
            let weight = |row: usize| {
                let from_end = if heavy { weights[row] - least } else { most - weights[row] };
                (from_end / span * f64::from(parts)).round() as u32
            };
            found.push(system.weights(weight, None));
        }
    }
    found
}
