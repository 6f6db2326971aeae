//! How many solutions there are of each cost, by sweeps that keep no diagram.
//!
//! The number of solutions of cost c is the coefficient of x^c in a polynomial: the sum over all solutions of the product
//! over their options of x^cost. With these powers for marks, the digest that a sweep carries beside its numbers is the
//! value of that polynomial in the field of digests; so the sweep is made for some x, and the coefficients follow. A number
//! of solutions that is less than the prime is what it is in the field.
//!
//! If the dearest option counts, marks are 1 for options up to some cost, and 0 for others.

use super::{Frontier, Prepared, Refusal};
use crate::cheapest::range;
use crate::{Digest, Total};
use num_bigint::BigUint;
use std::collections::BTreeMap;

impl Frontier<'_> {
    /// How many sweeps [`Self::costs`] makes at most.
    pub fn sweeps(&self, total: Total) -> usize {
        match total {
            Total::Sum => Scale::new(self).map_or(usize::MAX, |scale| scale.most + 1),
            Total::Greatest => self.prices().len(),
        }
    }

    /// How many solutions there are of each cost. It takes no more memory than a count, but may take many sweeps.
    ///
    /// ```
    /// use polydlx_cover::{Frontier, Total, dlx};
    ///
    /// let (problem, _) = dlx::read(0, "a b c\na b |3\nc |4\na |1\nb c |2\nb |5\n").unwrap();
    /// let costs = |total| Frontier::new(&problem).costs(total).unwrap().into_keys().collect::<Vec<_>>();
    /// assert_eq!(costs(Total::Sum), [3, 7, 10]);
    /// assert_eq!(costs(Total::Greatest), [2, 4, 5]);
    /// ```
    pub fn costs(&self, total: Total) -> Result<BTreeMap<u64, BigUint>, Refusal> {
        let prepared = self.lay_out(&[])?;
        match total {
            Total::Sum => self.sums(&prepared),
            Total::Greatest => self.greatest(&prepared),
        }
    }

    fn sums(&self, prepared: &Prepared) -> Result<BTreeMap<u64, BigUint>, Refusal> {
        let scale = Scale::new(self).ok_or(Refusal::TooLarge)?;
        let costs: Vec<u64> =
            self.problem.option_ids().map(|option| self.problem.cost(option) / scale.unit).collect();
        let sweeps = scale.most + 1;
        // The value at a point, as if the least cost were 0.
        let value = |point: Digest| -> Result<(Digest, BigUint), Refusal> {
            let marks: Vec<Digest> = costs.iter().map(|&cost| point.power(cost.into())).collect();
            let (digest, all) = self.weighed(prepared, &marks, sweeps)?;
            Ok((digest * point.power(scale.least.into()).inverse(), all))
        };
        let (one, all) = value(Digest::ONE)?;
        // Numbers that are short stand side by side in one value, like digits.
        let width = all.bits().max(1);
        if width.saturating_mul(sweeps as u64) < Digest::BITS {
            let digits = value(Digest::from(2).power(width.into()))?.0.big();
            let mask = (BigUint::from(1u32) << width) - 1u32;
            return Ok(scale.table((0..sweeps as u64).map(|at| (&digits >> (at * width)) & &mask)));
        }
        let mut values = vec![one];
        for point in 2..=sweeps as u64 {
            values.push(value(point.into())?.0);
        }
        Ok(scale.table(coefficients(values).into_iter().map(Digest::big)))
    }

    fn greatest(&self, prepared: &Prepared) -> Result<BTreeMap<u64, BigUint>, Refusal> {
        let prices = self.prices();
        let mut table = BTreeMap::new();
        let mut before = BigUint::default();
        for &price in &prices {
            let open = |option| u64::from(self.problem.cost(option) <= price).into();
            let marks: Vec<Digest> = self.problem.option_ids().map(open).collect();
            let number = self.weighed(prepared, &marks, prices.len())?.0.big();
            if number > before {
                table.insert(price, &number - &before);
            }
            before = number;
        }
        Ok(table)
    }

    /// What options cost, in ascending order, and at least one such cost.
    fn prices(&self) -> Vec<u64> {
        let mut prices: Vec<u64> =
            self.problem.option_ids().map(|option| self.problem.cost(option)).chain([0]).collect();
        prices.sort_unstable();
        prices.dedup();
        prices
    }

    /// The sum over all solutions of the product of their marks, and how many there are; by one of so many sweeps.
    fn weighed(
        &self,
        prepared: &Prepared,
        marks: &[Digest],
        sweeps: usize,
    ) -> Result<(Digest, BigUint), Refusal> {
        let one = Frontier { marks: Some(marks), share: self.share / sweeps as f64, ..self.clone() };
        let tally = one.count_from(prepared)?;
        if tally.solutions.bits() >= Digest::BITS {
            return Err(Refusal::TooLarge);
        }
        Ok((tally.digest.unwrap_or_default(), tally.solutions))
    }
}

/// Which costs there may be: from the least on, in steps of a unit that divides all costs, and so many steps.
struct Scale {
    unit: u64,
    /// In units.
    least: u64,
    most: usize,
}

impl Scale {
    fn new(frontier: &Frontier<'_>) -> Option<Self> {
        let problem = frontier.problem;
        let unit = problem.option_ids().fold(0, |unit, option| gcd(problem.cost(option), unit)).max(1);
        let (least, greatest) = range(problem)?;
        let (least, greatest) = (least.div_ceil(unit), greatest / unit);
        let most = usize::try_from(greatest.saturating_sub(least)).ok().filter(|&most| most < usize::MAX)?;
        Some(Self { unit, least, most })
    }

    /// Numbers of solutions by cost, from the least on.
    fn table(&self, numbers: impl Iterator<Item = BigUint>) -> BTreeMap<u64, BigUint> {
        let costs = (self.least..).map(|cost| cost * self.unit);
        costs.zip(numbers).filter(|(_, number)| *number > BigUint::default()).collect()
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if a == 0 { b } else { gcd(b % a, a) }
}

/// The coefficients of the polynomial that has these values at 1, 2, 3, …; by Newton's method.
fn coefficients(mut values: Vec<Digest>) -> Vec<Digest> {
    let number = values.len();
    for step in 1..number {
        let inverse = Digest::from(step as u64).inverse();
        for at in (step..number).rev() {
            values[at] = (values[at] - values[at - 1]) * inverse;
        }
    }
    // Now it is a sum of products (x − 1)(x − 2)…, which are taken apart, the longest first.
    for at in (0..number.saturating_sub(1)).rev() {
        let point = Digest::from(at as u64 + 1);
        for power in at..number - 1 {
            let next = values[power + 1];
            values[power] = values[power] - point * next;
        }
    }
    values
}
