//! In how many ways sets add up to a pool, counted without making them.
//!
//! Sets of pieces are exponents of monomials, one variable a piece, so that the sets of a box are a polynomial, and what is
//! wanted is one coefficient of a product. If boxes look alike, the factor is a complete homogeneous symmetric polynomial
//! in the sets, which Newton's identities make of their power sums. The product is made modulo x^(t+1) − 1, where the pool
//! has the piece t times: at the roots of unity, that is, where products are made value by value. What goes around there
//! does no harm, because sets that fill all boxes have as many cells as the pool, and what has gone around has fewer.
//! Numbers are found modulo some primes, and put together.

use polydlx_cover::{BigUint, Monitor, Stopped};

/// The sets of boxes that look alike: how many boxes, and for each set how often it has each piece, and what it counts for.
pub(super) type Terms<'a> = (usize, Vec<(&'a [u32], u64)>);

/// There are no more values than this.
const MOST: usize = 1 << 25;

/// Primes are smaller, so that four products fit into a word.
const WORD: u64 = 1 << 31;

/// How many ways there are to choose a set for each box so that together they have each piece as often as the pool; each way
/// counts for the product of its sets. None if that would be too much work or memory.
pub(super) fn sum(
    pool: &[u32],
    kinds: &[Terms<'_>],
    memory: usize,
    monitor: &Monitor,
) -> Result<Option<BigUint>, Stopped> {
    let size = pool
        .iter()
        .try_fold(1usize, |size, &times| size.checked_mul(times as usize + 1).filter(|&size| size <= MOST));
    let period = pool.iter().try_fold(1u64, |period, &times| {
        let times = u64::from(times) + 1;
        Some(period / gcd(period, times) * times).filter(|&period| period < 1 << 20)
    });
    let (Some(size), Some(period)) = (size, period) else { return Ok(None) };
    let vectors = kinds.iter().map(|(boxes, _)| boxes + 1).max().unwrap_or(1);
    if size.saturating_mul(4 * vectors) > memory / 2 {
        return Ok(None);
    }
    let most: BigUint = kinds
        .iter()
        .map(|(boxes, sets)| {
            sets.iter().map(|(_, weight)| BigUint::from(*weight)).sum::<BigUint>().pow(*boxes as u32)
        })
        .product();
    let (mut found, mut modulus) = (BigUint::default(), BigUint::from(1u32));
    let mut primes = (1..(WORD - 1) / period).rev().map(|times| times * period + 1).filter(|&p| is_prime(p));
    while modulus <= most {
        let Some(prime) = primes.next() else { return Ok(None) };
        let residue = Field::new(prime, pool).sum(kinds, size, monitor)?;
        // What is known so far, and a multiple of its modulus.
        let rest = |number: &BigUint| u64::try_from(number % prime).unwrap_or(0);
        let lack = (residue + prime - rest(&found)) % prime;
        found += &modulus * (lack * power(rest(&modulus), prime - 2, prime) % prime);
        modulus *= prime;
    }
    Ok(Some(found))
}

/// Arithmetic modulo a prime, with roots of unity for each piece.
struct Field<'a> {
    prime: u64,
    /// 2^64 divided by it.
    inverse: u64,
    pool: &'a [u32],
    /// For each piece, the powers of a root of unity.
    roots: Vec<Vec<u64>>,
}

impl<'a> Field<'a> {
    fn new(prime: u64, pool: &'a [u32]) -> Self {
        let roots = |&times: &u32| -> Vec<u64> {
            let order = u64::from(times) + 1;
            let powers = |root: u64| (0..order).map(move |exponent| power(root, exponent, prime));
            let candidates = (2..prime).map(|base| power(base, (prime - 1) / order, prime));
            let mut primitive = candidates.filter(|&root| powers(root).skip(1).all(|power| power != 1));
            powers(primitive.next().unwrap_or(1)).collect()
        };
        Self { prime, inverse: u64::MAX / prime, pool, roots: pool.iter().map(roots).collect() }
    }

    fn sum(&self, kinds: &[Terms<'_>], size: usize, monitor: &Monitor) -> Result<u64, Stopped> {
        let prime = self.prime;
        let mut product = vec![1u32; size];
        for (boxes, sets) in kinds {
            let powers = (1..=*boxes)
                .map(|k| self.power_sum(k as u32, sets, size, monitor))
                .collect::<Result<Vec<_>, _>>()?;
            let inverses: Vec<u64> = (0..=*boxes as u64).map(|k| power(k, prime - 2, prime)).collect();
            let mut whole = vec![1u64; boxes + 1];
            for (at, value) in product.iter_mut().enumerate() {
                if at % 65536 == 0 {
                    monitor.go_on()?;
                }
                for number in 1..=*boxes {
                    let terms = (1..=number).filter_map(|k| {
                        powers[k - 1]
                            .as_ref()
                            .map(|power| self.reduce(u64::from(power[at]) * whole[number - k]))
                    });
                    whole[number] = self.reduce(self.reduce(terms.sum()) * inverses[number]);
                }
                *value = self.reduce(u64::from(*value) * whole[*boxes]) as u32;
            }
        }
        // The coefficient of the pool: its exponents are one less than the orders of the roots.
        for roots in &self.roots {
            let values = product.chunks(roots.len());
            product =
                values.map(|values| self.dot(values.iter().map(|&value| value.into()), roots)).collect();
            monitor.go_on()?;
        }
        Ok(u64::from(product[0]) * power(size as u64, prime - 2, prime) % prime)
    }

    /// The values of Σ (w x^A)^k over all sets A, at all roots of unity; none if no set can be there k times.
    fn power_sum(
        &self,
        k: u32,
        sets: &[(&[u32], u64)],
        size: usize,
        monitor: &Monitor,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        let mut values = vec![0u32; size];
        let mut is_empty = true;
        for (set, weight) in sets {
            if set.iter().zip(self.pool).all(|(&own, &times)| own * k <= times) {
                let place = set
                    .iter()
                    .zip(self.pool)
                    .rev()
                    .fold(0, |place, (&own, &times)| place * (times as usize + 1) + (own * k) as usize);
                let more = power(weight % self.prime, k.into(), self.prime);
                values[place] = ((u64::from(values[place]) + more) % self.prime) as u32;
                is_empty = false;
            }
        }
        if is_empty {
            return Ok(None);
        }
        let mut stride = 1;
        for roots in &self.roots {
            self.transform(&mut values, roots, stride, monitor)?;
            stride *= roots.len();
        }
        Ok(Some(values))
    }

    /// The rest of a number; Barrett's way, because division takes long.
    #[inline]
    fn reduce(&self, number: u64) -> u64 {
        let quotient = ((u128::from(number) * u128::from(self.inverse)) >> 64) as u64;
        let mut rest = number - quotient * self.prime;
        while rest >= self.prime {
            rest -= self.prime;
        }
        rest
    }

    /// Four products and a rest fit into a word.
    #[inline]
    fn dot(&self, values: impl Iterator<Item = u64>, roots: &[u64]) -> u32 {
        let mut sum = 0;
        for (at, (value, root)) in values.zip(roots).enumerate() {
            sum += value * root;
            if at % 4 == 3 {
                sum = self.reduce(sum);
            }
        }
        self.reduce(sum) as u32
    }

    /// The transform along one axis.
    fn transform(
        &self,
        values: &mut [u32],
        roots: &[u64],
        stride: usize,
        monitor: &Monitor,
    ) -> Result<(), Stopped> {
        let order = roots.len();
        let table: Vec<u64> =
            (0..order * order).map(|at| roots[(at / order) * (at % order) % order]).collect();
        let (mut before, mut done) = (vec![0u64; order], 0);
        for block in values.chunks_mut(order * stride) {
            done += block.len();
            if done > 65536 {
                monitor.go_on()?;
                done = 0;
            }
            for at in 0..stride {
                before.iter_mut().enumerate().for_each(|(j, value)| *value = block[at + j * stride].into());
                if before.iter().all(|&value| value == 0) {
                    continue;
                }
                for (k, roots) in table.chunks(order).enumerate() {
                    block[at + k * stride] = self.dot(before.iter().copied(), roots);
                }
            }
        }
        Ok(())
    }
}

fn power(base: u64, mut exponent: u64, prime: u64) -> u64 {
    let (mut base, mut product) = (base % prime, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = product * base % prime;
        }
        base = base * base % prime;
        exponent >>= 1;
    }
    product
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn is_prime(number: u64) -> bool {
    number > 1 && (2..).take_while(|d| d * d <= number).all(|d| !number.is_multiple_of(d))
}
