//! Bodies made of triangles, in integers.

use std::collections::BTreeMap;

/// How many units of length a millimetre has: a tenth of a micrometre is finer than any printer.
pub const PER_MILLIMETRE: f64 = 10_000.0;

/// The nearest number of units to a length in millimetres.
pub(crate) fn units(millimetres: f64) -> i32 {
    (millimetres * PER_MILLIMETRE).round() as i32
}

/// A body, by the triangles of its surface. Seen from outside their corners run counter-clockwise.
///
/// Corners are integers, so that two triangles have a side in common or not, and nothing is nearly closed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mesh {
    pub(crate) points: Vec<[i32; 3]>,
    pub(crate) triangles: Vec<[usize; 3]>,
}

impl Mesh {
    /// The corners, in units of which [`PER_MILLIMETRE`] make a millimetre.
    pub fn points(&self) -> &[[i32; 3]] {
        &self.points
    }

    /// The triangles, by the numbers of their corners.
    pub fn triangles(&self) -> &[[usize; 3]] {
        &self.triangles
    }

    pub(crate) fn add(&mut self, point: [i32; 3]) -> usize {
        self.points.push(point);
        self.points.len() - 1
    }

    pub(crate) fn quad(&mut self, [a, b, c, d]: [usize; 4]) {
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }

    /// The least and the greatest coordinates.
    pub fn extent(&self) -> [[i32; 3]; 2] {
        let first = self.points.first().copied().unwrap_or_default();
        self.points.iter().fold([first; 2], |[low, high], point| {
            [[0, 1, 2].map(|i| low[i].min(point[i])), [0, 1, 2].map(|i| high[i].max(point[i]))]
        })
    }

    /// The body elsewhere.
    #[must_use]
    pub(crate) fn shifted(mut self, by: [i32; 3]) -> Self {
        for point in &mut self.points {
            *point = [0, 1, 2].map(|i| point[i] + by[i]);
        }
        self
    }

    /// The body, turned: the rows of the matrix say what its coordinates become.
    #[must_use]
    pub(crate) fn turned(mut self, matrix: [[f64; 3]; 3]) -> Self {
        for point in &mut self.points {
            let at = point.map(f64::from);
            *point = matrix.map(|[x, y, z]| (x * at[0] + y * at[1] + z * at[2]).round() as i32);
        }
        self
    }

    /// The body on the plate, with its least corner at the origin.
    #[must_use]
    pub(crate) fn grounded(self) -> Self {
        let [low, _] = self.extent();
        self.shifted(low.map(|d| -d))
    }

    /// The volume in cubic millimetres: that of the cones from the origin over all triangles.
    pub fn volume(&self) -> f64 {
        let sixfold: i128 = self
            .triangles
            .iter()
            .map(|corners| {
                let [a, b, c] = corners.map(|corner| self.points[corner].map(i128::from));
                a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0])
            })
            .sum();
        sixfold as f64 / 6.0 / PER_MILLIMETRE.powi(3)
    }

    /// Whether every side of a triangle is that of just one other, which runs along it the other way, and none is flat.
    pub fn is_watertight(&self) -> bool {
        let mut sides: BTreeMap<([i32; 3], [i32; 3]), u32> = BTreeMap::new();
        for &[a, b, c] in &self.triangles {
            let [a, b, c] = [a, b, c].map(|corner| self.points[corner]);
            if is_flat(a, b, c) {
                return false;
            }
            for side in [(a, b), (b, c), (c, a)] {
                *sides.entry(side).or_default() += 1;
            }
        }
        sides.iter().all(|(&(a, b), &number)| number == 1 && sides.get(&(b, a)) == Some(&1))
    }

    /// How many parts there are that do not hang together.
    pub fn parts(&self) -> usize {
        let mut leader: Vec<usize> = (0..self.points.len()).collect();
        fn find(leader: &mut [usize], mut at: usize) -> usize {
            while leader[at] != at {
                leader[at] = leader[leader[at]];
                at = leader[at];
            }
            at
        }
        for &[a, b, c] in &self.triangles {
            for other in [b, c] {
                let (one, other) = (find(&mut leader, a), find(&mut leader, other));
                leader[other] = one;
            }
        }
        (0..leader.len()).filter(|&at| leader[at] == at).count()
    }
}

/// Whether three points lie on a line.
fn is_flat(a: [i32; 3], b: [i32; 3], c: [i32; 3]) -> bool {
    let [u, v] = [b, c].map(|end| [0, 1, 2].map(|i| i64::from(end[i]) - i64::from(a[i])));
    (0..3).all(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        i128::from(u[j]) * i128::from(v[k]) == i128::from(u[k]) * i128::from(v[j])
    })
}
