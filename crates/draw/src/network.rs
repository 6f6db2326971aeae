//! Graphs: which solutions lead to which others, with what hangs together side by side.
//!
//! Vertices repel each other, and edges pull (Fruchterman and Reingold, 1991), from a place that is always the same. Only
//! square roots are taken, so that the picture is the same everywhere.

use crate::Picture;
use crate::color::Rgb;
use crate::mark::{Figure, Mark, Outline, Paint, Text};
use crate::picture::Frame;
use crate::style::Unit;
use std::collections::BTreeMap;

/// The distance of neighbours, in pixels, about.
const STEP: f64 = 22.0;
/// The width of a row of components, at least, and the room around each.
const ROW: f64 = 900.0;
const ROOM: f64 = 14.0;
/// Larger components stay where they begin: in rows.
const MOST: usize = 1500;

/// A picture of a graph, given what hangs together, the largest first; an edge that is there several times is bolder.
///
/// Vertices are numbered from 0; their numbers, from 1, are written upon them if there are few of them.
///
/// ```
/// let picture = polydlx_draw::network("Four", &[vec![0, 1, 2], vec![3]], &[(0, 1, 1), (1, 2, 3)]).svg();
/// assert_eq!(picture.matches("<circle").count(), 4);
/// ```
pub fn network(title: &str, components: &[Vec<usize>], edges: &[(usize, usize, u32)]) -> Picture {
    let vertices = components.iter().map(Vec::len).sum();
    let mut at = vec![[0.0; 2]; vertices];
    // Components stand in rows, the largest first.
    let (mut left, mut top, mut height, mut width) = (ROOM, ROOM, 0.0f64, 0.0f64);
    for component in components {
        let places = spread(component, edges);
        let [low, high] = extent(&places);
        let size = [high[0] - low[0], high[1] - low[1]];
        if left > ROOM && left + size[0] > ROW {
            (left, top, height) = (ROOM, top + height + ROOM, 0.0);
        }
        for (vertex, place) in component.iter().zip(&places) {
            at[*vertex] = [left + place[0] - low[0], top + place[1] - low[1]];
        }
        left += size[0] + ROOM;
        height = height.max(size[1]);
        width = width.max(left);
    }
    let lines = edges.iter().map(|&(one, other, times)| {
        let outline = Outline::Lines(vec![vec![at[one], at[other]]]);
        let bare = Figure { outline, fill: None, stroke: None };
        Mark::Figure(bare.stroked(if times > 1 { 2.0 } else { 1.0 }, Rgb(0x8a_8a8a)))
    });
    let has_numbers = vertices <= 300;
    let circles = at.iter().map(|&at| {
        let outline = Outline::Circle { at, radius: if has_numbers { 6.0 } else { 3.0 } };
        Mark::Figure(Figure { outline, fill: Some(Paint::Plain(Rgb(0x2f_5d8a))), stroke: None })
    });
    let numbers = at.iter().enumerate().filter(|_| has_numbers).map(|(number, &at)| {
        Mark::Text(Text { text: (number + 1).to_string(), at, size: 6.0, color: Rgb::WHITE, rim: None })
    });
    let frame = Frame {
        title: title.to_owned(),
        about: format!("{vertices} vertices, {} edges", edges.len()),
        low: [0.0; 2],
        size: [width.max(2.0 * ROOM), top + height + ROOM],
        unit: Unit::Pixel,
    };
    Picture { frame, parts: vec![lines.chain(circles).chain(numbers).collect()] }
}

/// Where the vertices of a component lie.
fn spread(component: &[usize], edges: &[(usize, usize, u32)]) -> Vec<[f64; 2]> {
    let number = component.len();
    let side = (1..).find(|side| side * side >= number).expect("there is a greater number");
    // Rows, a little out of line.
    let begin = |at: usize| {
        let askew = |salt: u64| {
            ((at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ salt) >> 40) as f64 / (1u64 << 26) as f64
        };
        [(at % side) as f64 + askew(0), (at / side) as f64 + askew(0x5bd1)].map(|place| place * STEP)
    };
    let mut places: Vec<[f64; 2]> = (0..number).map(begin).collect();
    if !(2..=MOST).contains(&number) {
        return places;
    }
    let mut position = BTreeMap::new();
    component.iter().enumerate().for_each(|(at, &vertex)| {
        position.insert(vertex, at);
    });
    let own: Vec<(usize, usize)> = { edges.iter() }
        .filter_map(|(one, other, _)| Some((*position.get(one)?, *position.get(other)?)))
        .collect();
    let rounds = 200;
    for round in 0..rounds {
        let mut force = vec![[0.0; 2]; number];
        let mut push = |one: usize, other: usize, strength: &dyn Fn(f64) -> f64| {
            let way = [0, 1].map(|axis| places[one][axis] - places[other][axis]);
            let distance = (way[0] * way[0] + way[1] * way[1]).sqrt().max(0.01);
            for axis in 0..2 {
                let part = way[axis] / distance * strength(distance);
                force[one][axis] += part;
                force[other][axis] -= part;
            }
        };
        for one in 0..number {
            (one + 1..number).for_each(|other| push(one, other, &|distance| STEP * STEP / distance));
        }
        own.iter().for_each(|&(one, other)| push(one, other, &|distance| -distance * distance / STEP));
        // Nobody moves far, and less and less.
        let most = STEP * 2.0 * (1.0 - f64::from(round) / f64::from(rounds));
        for (place, force) in places.iter_mut().zip(&force) {
            let length = (force[0] * force[0] + force[1] * force[1]).sqrt().max(0.01);
            for axis in 0..2 {
                place[axis] += force[axis] / length * length.min(most);
            }
        }
    }
    places
}

fn extent(places: &[[f64; 2]]) -> [[f64; 2]; 2] {
    let fold = |axis: usize, pick: fn(f64, f64) -> f64| {
        places.iter().map(|place| place[axis]).reduce(pick).unwrap_or(0.0)
    };
    [[fold(0, f64::min), fold(1, f64::min)], [fold(0, f64::max), fold(1, f64::max)]]
}

#[cfg(test)]
mod tests {
    use super::network;
    use crate::mark::{Figure, Mark, Outline};

    #[test]
    fn all_is_drawn_within_the_picture() {
        let edges: Vec<(usize, usize, u32)> = (0..40)
            .flat_map(|at| [(at, (at + 1) % 40, 1), (at, (at * 7 + 3) % 40, 2)])
            .filter(|(a, b, _)| a != b)
            .collect();
        let components: Vec<Vec<usize>> =
            std::iter::once((0..40).collect()).chain((40..60).map(|alone| vec![alone])).collect();
        let picture = network("test", &components, &edges);
        let [width, height] = picture.frame.size;
        let text = picture.svg();
        assert_eq!(text.matches("<circle").count(), 60);
        assert_eq!(text, network("test", &components, &edges).svg());
        for mark in picture.parts.iter().flatten() {
            let Mark::Figure(Figure { outline: Outline::Circle { at: [x, y], .. }, .. }) = mark else {
                continue;
            };
            assert!((0.0..=width).contains(x) && (0.0..=height).contains(y), "{mark:?}");
        }
        assert_eq!(network("nothing", &[], &[]).parts, [Vec::new()]);
    }
}
