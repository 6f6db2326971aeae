//! Weights modulo a prime for which each piece weighs the same wherever it lies.
//!
//! A solution is a vector of zeros and ones that solves a linear system: each cell once, each piece as often as it is
//! used. If the system has no solution even among all remainders modulo a prime, then some combination of its equations has zeros on the
//! left and no zero on the right (Fredholm's alternative), and its coefficients are the weights.

use super::{System, Weights};
use polydlx_cover::{Monitor, Stopped};

/// Weights for which the sums cannot be right.
pub(super) fn inconsistent(
    system: &System,
    modulus: u32,
    monitor: &Monitor,
) -> Result<Option<Weights>, Stopped> {
    let rows = system.wanted.len();
    // A basis of what the options span, in reduced echelon form: for each pivot a vector with one there, and with zeros at all
    // other pivots.
    let mut basis: Vec<Option<Vec<u32>>> = vec![None; rows];
    let mut rank = 0;
    for (number, column) in system.columns.iter().enumerate() {
        if number % 64 == 0 {
            monitor.go_on()?;
        }
        let mut vector = vec![0; rows];
        column.iter().for_each(|&row| vector[row] = 1);
        reduce(&mut vector, &basis, modulus);
        let Some(pivot) = vector.iter().position(|&value| value != 0) else { continue };
        let inverse = inverse(vector[pivot], modulus);
        vector.iter_mut().for_each(|value| *value = *value * inverse % modulus);
        for other in basis.iter_mut().flatten() {
            let times = modulus - other[pivot];
            if times < modulus {
                other
                    .iter_mut()
                    .zip(&vector)
                    .for_each(|(value, by)| *value = (*value + times * by) % modulus);
            }
        }
        basis[pivot] = Some(vector);
        rank += 1;
        if rank == rows {
            return Ok(None);
        }
    }
    let mut wanted: Vec<u32> = system.wanted.iter().map(|wanted| wanted % modulus).collect();
    reduce(&mut wanted, &basis, modulus);
    // What is left has a value where there is no pivot; to look there, and at what the basis has there, tells options from the
    // right-hand side.
    let Some(at) = wanted.iter().position(|&value| value != 0) else { return Ok(None) };
    let weight = |row: usize| match &basis[row] {
        Some(vector) => (modulus - vector[at]) % modulus,
        None => u32::from(row == at),
    };
    Ok(Some(system.weights(weight, Some(modulus))))
}

/// Makes a vector zero at all pivots.
fn reduce(vector: &mut [u32], basis: &[Option<Vec<u32>>], modulus: u32) {
    for (pivot, row) in basis.iter().enumerate() {
        if let Some(row) = row
            && vector[pivot] != 0
        {
            let times = modulus - vector[pivot];
            vector.iter_mut().zip(row).for_each(|(value, by)| *value = (*value + times * by) % modulus);
        }
    }
}

fn inverse(value: u32, modulus: u32) -> u32 {
    (1..modulus).find(|other| value * other % modulus == 1).expect("a prime")
}
