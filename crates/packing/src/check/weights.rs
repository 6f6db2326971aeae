//! Whether weights of cells prove that a puzzle has no solution.
//!
//! All places of all pieces are found anew, with the geometry of this checker, and everything is added up.

use super::congruent::places;
use super::rules;
use polydlx_lattice::{Puzzle, Site};
use std::collections::{BTreeMap, BTreeSet};

/// Adds up: the weights of the cells by their names, and the modulus, if only remainders count. Says what was seen, or why it is no proof.
pub fn check_weights(
    puzzle: &Puzzle,
    weights: &BTreeMap<String, u32>,
    modulus: Option<u32>,
) -> Result<String, String> {
    if modulus == Some(0) {
        return Err("a modulus cannot be 0".to_owned());
    }
    let names: BTreeMap<String, Site> =
        puzzle.region.sites().iter().map(|&site| (puzzle.site_name(site), site)).collect();
    let mut cells: BTreeMap<Site, u64> = BTreeMap::new();
    for (name, &weight) in weights {
        let Some(&site) = names.get(name) else { return Err(format!("there is no cell {name}")) };
        if rules::bounds(puzzle, site) != (1, 1) {
            return Err(format!("cell {name} has a weight, but need not be covered exactly once"));
        }
        cells.insert(site, weight.into());
    }
    let remainder = |sum: u64| modulus.map_or(sum, |modulus| sum % u64::from(modulus));
    let whole: u64 = cells.values().sum();
    // A sum that is greater than the whole never becomes less; remainders stay small by themselves.
    let fits = |sum: &u64| *sum <= whole || modulus.is_some();
    let (mut sums, mut missing) = (BTreeSet::from([0]), false);
    let most = puzzle.region.len() as u32;
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        let mut values: BTreeSet<u64> = BTreeSet::new();
        for typical in puzzle.shapes.iter().filter(|typical| typical.piece.0 == number) {
            let Some(places) = places(puzzle, piece.sided, typical.shape.sites()) else {
                return Err("pieces of this puzzle can lie in ways that are not known here".to_owned());
            };
            let weigh = |place: Vec<Site>| remainder(place.iter().filter_map(|site| cells.get(site)).sum());
            values.extend(places.into_iter().map(weigh));
        }
        missing |= values.is_empty() && piece.bounds.low > 0;
        let add = |sums: &BTreeSet<u64>| -> BTreeSet<u64> {
            let more = sums.iter().flat_map(|sum| values.iter().map(move |value| sum + value));
            more.map(remainder).filter(fits).collect()
        };
        for _ in 0..piece.bounds.low {
            sums = add(&sums);
        }
        for _ in piece.bounds.low..piece.bounds.high.min(most.max(piece.bounds.low)) {
            let before = sums.len();
            sums.extend(add(&sums));
            if sums.len() == before {
                break;
            }
        }
    }
    let wanted = remainder(whole);
    if sums.contains(&wanted) {
        return Err(format!("the cells weigh {wanted}, and so may the pieces"));
    }
    let text = match (modulus, sums.range(..wanted).next_back(), sums.range(wanted..).next()) {
        (Some(modulus), ..) => format!("never do, modulo {modulus}"),
        (None, Some(below), None) => format!("weigh at most {below}"),
        (None, Some(below), Some(above)) => format!("weigh {below} or less or {above} or more"),
        (None, None, Some(above)) => format!("weigh at least {above}"),
        (None, None, None) if missing => "cannot all be placed".to_owned(),
        (None, None, None) => "weigh more".to_owned(),
    };
    Ok(format!("the cells weigh {wanted}, and the pieces {text}: there is no solution"))
}
