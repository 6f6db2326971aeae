//! The border of lines that have a width.

use crate::mark::Point;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The border of lines, given by their ends on paper, that are so wide on both sides and have round ends: loops with y
/// upwards and the lines to their left.
///
/// One walks along the right side of a line, and at its end goes on along the next one to the right.
pub(super) fn around(lines: &[Vec<Point>], half: f64) -> Vec<Vec<Point>> {
    let mut graph = Graph::default();
    for line in lines {
        if let [from, to] = line[..] {
            let (from, to) = (graph.node(from), graph.node(to));
            graph.ends[from].push(to);
            graph.ends[to].push(from);
        }
    }
    let mut rest: BTreeSet<[usize; 2]> = BTreeSet::new();
    for (from, ends) in graph.ends.iter().enumerate() {
        rest.extend(ends.iter().map(|&to| [from, to]));
    }
    let mut loops = Vec::new();
    while let Some(first) = rest.pop_first() {
        let (mut way, mut corners) = (first, Vec::new());
        loop {
            let next = graph.next(way);
            graph.turn(way, next, half, &mut corners);
            rest.remove(&next);
            way = next;
            if way == first {
                break;
            }
        }
        loops.push(corners);
    }
    loops
}

/// Points, each with those to which there is a line.
#[derive(Default)]
struct Graph {
    numbers: BTreeMap<[i64; 2], usize>,
    at: Vec<Point>,
    ends: Vec<Vec<usize>>,
}

impl Graph {
    /// The number of a point on paper; those that are nearly the same are the same.
    fn node(&mut self, [x, y]: Point) -> usize {
        let key = [x, y].map(|d| (d * 1e6).round() as i64);
        *self.numbers.entry(key).or_insert_with(|| {
            self.at.push([x, 0.0 - y]);
            self.ends.push(Vec::new());
            self.at.len() - 1
        })
    }

    /// The way from one point to another, with length 1.
    fn way(&self, [from, to]: [usize; 2]) -> Point {
        let ([a, b], [c, d]) = (self.at[from], self.at[to]);
        unit([c - a, d - b])
    }

    /// Where one goes on: along the first line to the right of the way back, against the clock; or back.
    fn next(&self, [from, at]: [usize; 2]) -> [usize; 2] {
        let back = self.way([at, from]);
        let others = self.ends[at].iter().copied().filter(|&to| to != from);
        let to = others.min_by(|&one, &other| before(back, self.way([at, one]), self.way([at, other])));
        [at, to.unwrap_or(from)]
    }

    /// The corners of the border where two lines meet.
    fn turn(&self, way: [usize; 2], next: [usize; 2], half: f64, corners: &mut Vec<Point>) {
        let (u, v) = (self.way(way), self.way(next));
        let at = self.at[way[1]];
        let out = |[x, y]: Point| [at[0] + half * x, at[1] + half * y];
        // To the right of both ways.
        let (m, n) = ([u[1], -u[0]], [v[1], -v[0]]);
        let (left, along) = (u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1]);
        if along > 1.0 - 1e-9 {
            return;
        }
        if left < -1e-9 {
            let far = 1.0 / (1.0 + along);
            corners.push(out([far * (m[0] + n[0]), far * (m[1] + n[1])]));
            return;
        }
        corners.push(out(m));
        // Half a turn has its middle straight ahead.
        let middle = if along < -1.0 + 1e-9 { u } else { unit([m[0] + n[0], m[1] + n[1]]) };
        for (from, to) in [(m, middle), (middle, n)] {
            arc(from, to, &mut |way| corners.push(out(way)));
        }
    }
}

/// The ways from one to another, without the first, so that each is no more than an eighth of a half turn from the next.
fn arc(from: Point, to: Point, push: &mut impl FnMut(Point)) {
    /// The cosine of 22.5°.
    const NEAR: f64 = 0.923_879_532_511_286_7;
    if from[0] * to[0] + from[1] * to[1] > NEAR - 1e-9 {
        return push(to);
    }
    let middle = unit([from[0] + to[0], from[1] + to[1]]);
    arc(from, middle, push);
    arc(middle, to, push);
}

fn unit([x, y]: Point) -> Point {
    let length = (x * x + y * y).sqrt();
    [x / length, y / length]
}

/// Which of two ways comes first, when one turns from a third against the clock.
fn before(from: Point, one: Point, other: Point) -> Ordering {
    // Grows with the angle, from 0 to 4.
    let angle = |way: Point| {
        let (along, left) = (from[0] * way[0] + from[1] * way[1], from[0] * way[1] - from[1] * way[0]);
        if left >= 0.0 { 1.0 - along } else { 3.0 + along }
    };
    angle(one).total_cmp(&angle(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The area of loops.
    fn area(loops: &[Vec<Point>]) -> f64 {
        let area = |corners: &Vec<Point>| {
            let next = corners.iter().cycle().skip(1);
            corners.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
        };
        loops.iter().map(area).sum()
    }

    /// Eight corners of a circle of 16 on each end of a line.
    const CAPS: f64 = 16.0 * 0.191_341_716_182_544_9;

    #[test]
    fn lines_have_round_ends() {
        let bar = around(&[vec![[0.0, 0.0], [3.0, 0.0]]], 0.1);
        assert_eq!(bar.len(), 1);
        assert!((area(&bar) - (0.6 + 0.01 * CAPS)).abs() < 1e-9, "{}", area(&bar));
    }

    #[test]
    fn a_square_has_a_hole() {
        let [a, b, c, d] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let square = around(&[vec![a, b], vec![b, c], vec![c, d], vec![d, a]], 0.1);
        assert_eq!(square.len(), 2);
        // Four strips outside, four round corners, and what is missing inside.
        let expected = 1.0 + 4.0 * 0.1 + 0.01 * CAPS - 0.64;
        assert!((area(&square) - expected).abs() < 1e-9, "{}", area(&square));
    }

    #[test]
    fn a_cross_has_four_ends() {
        let ends = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
        let cross = around(&ends.map(|end| vec![[0.0, 0.0], end]), 0.1);
        assert_eq!(cross.len(), 1);
        let expected = 4.0 * 0.9 * 0.2 + 0.04 + 2.0 * 0.01 * CAPS;
        assert!((area(&cross) - expected).abs() < 1e-9, "{}", area(&cross));
    }
}
