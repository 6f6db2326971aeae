//! Boxes and trays.

use crate::mesh::{Mesh, units};
use crate::polygon::inset;
use crate::{LEAST_GAP, Make, Misfit, cells, model, scaled, tiles};
use itertools::Itertools;
use polydlx_draw::{Body, Pinch, body, frame, middle, opening, outline, polyhedron};
use polydlx_lattice::{Cell, Lattice, Shape};

/// How thick a floor is, and how wide a rim, in millimetres: whole layers, and whole lines of a nozzle of 0.4 mm.
const FLOOR: f64 = 2.0;
const RIM: f64 = 4.0;

/// The radius of outer corners, and in how many steps they are rounded.
const CORNER: f64 = 3.0;
const CORNER_STEPS: usize = 8;

/// A tray in which the cells of a region lie, on the plate, in the place where [`assembled`](crate::assembled) has them.
///
/// Flat pieces get a tray as deep as they are thick; cubes an open box, if need be wider at the bottom than their heap;
/// heaps of balls a rim around their lowest layer, those of polyhedra one around all of them.
pub fn tray(lattice: Lattice, region: &Shape, make: &Make) -> Result<Mesh, Misfit> {
    let room = make.clearance.max(LEAST_GAP) / 2.0;
    let (openings, height) = match body(lattice) {
        Body::Tile => (scaled(opening(lattice, cells(region)), make.cell_size), make.thickness),
        Body::Cube => {
            let turn = frame(lattice, model::up(lattice, region)).map(|row| row.map(|d| d as i32));
            let along = |row: [i32; 3], at: [i32; 3]| row[0] * at[0] + row[1] * at[1] + row[2] * at[2];
            // Twice the middle of each cell is odd, and so it is after a turn.
            let doubled = |cell: Cell| {
                let [x, y, z, _] = lattice.point(cell);
                [x, y, z].map(|d| 2 * d + 1)
            };
            let stand = cells(region).map(|cell| turn.map(|row| along(row, doubled(cell)).div_euclid(2)));
            let stand = stand.collect_vec();
            let levels =
                stand.iter().map(|at| at[2]).minmax().into_option().map_or(0, |(low, high)| high - low + 1);
            // As pictures of squares have them, x goes down and y to the right.
            let columns = stand.iter().map(|&[x, y, _]| Cell { at: [-y, x, 0], ..Cell::default() });
            let loops = outline(lattice.layer(), columns.sorted().dedup(), Pinch::Joined);
            // Those are the squares up to the next number in both directions: here cells lie above them.
            let loops =
                loops.into_iter().map(|corners| corners.into_iter().map(|[x, y]| [x, y + 1.0]).collect());
            (scaled(loops.collect(), make.cell_size), f64::from(levels) * make.cell_size)
        }
        Body::Ball => {
            let turn = frame(lattice, model::up(lattice, region));
            let stand = cells(region).filter_map(|cell| middle(lattice, cell)).map(|at| {
                turn.map(|row| (row[0] * at[0] + row[1] * at[1] + row[2] * at[2]) * make.cell_size)
            });
            let stand = stand.collect_vec();
            let low = stand.iter().map(|at| at[2]).fold(f64::INFINITY, f64::min);
            let lowest = stand.iter().filter(|at| at[2] < low + 0.1 * make.cell_size);
            let around = around(&lowest.map(|at| [at[0], at[1]]).collect_vec());
            let opening = inset(&[around], -make.cell_size / 2.0).ok_or(Misfit::Thin)?;
            (opening, make.cell_size / 2.0)
        }
        Body::Polyhedron => {
            let all =
                cells(region).filter_map(|cell| polyhedron(lattice, cell)).flat_map(|cell| cell.corners);
            let seen = all.map(|(_, [x, y, _])| [x, y].map(|d| d * make.cell_size)).collect_vec();
            if seen.is_empty() {
                return Err(Misfit::Cells);
            }
            (vec![around(&seen)], make.cell_size / 2.0)
        }
        Body::Other => return Err(Misfit::Cells),
    };
    let openings = inset(&openings, -room).ok_or(Misfit::Thin)?;
    let corners = openings.iter().flatten();
    let [x, y] = [0, 1].map(|axis| {
        let (low, high) =
            corners.clone().map(|at| at[axis]).minmax_by(f64::total_cmp).into_option().unwrap_or_default();
        [low - RIM, high + RIM]
    });
    let mesh = tiles::tray(&rounded([x[0], y[0]], [x[1], y[1]]), &openings, FLOOR, FLOOR + height)?;
    // What lies in the tray has its lowest point at height 0.
    Ok(mesh.shifted([0, 0, -units(FLOOR)]))
}

/// A rectangle with round corners, counter-clockwise.
fn rounded(low: [f64; 2], high: [f64; 2]) -> Vec<[f64; 2]> {
    let corners = [[high[0], high[1]], [low[0], high[1]], [low[0], low[1]], [high[0], low[1]]];
    let inwards = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let quarter = |number: usize| {
        let middle = [0, 1].map(|i| corners[number][i] + CORNER * inwards[number][i]);
        (0..=CORNER_STEPS).map(move |step| {
            // A quarter of a circle from the middle of one side of a square to that of the next, by its diagonals.
            let part = 2.0 * step as f64 / CORNER_STEPS as f64;
            let [x, y] = [(2.0 - part).min(1.0), part.min(1.0)];
            let length = (x * x + y * y).sqrt();
            let (x, y) = (CORNER * x / length, CORNER * y / length);
            let [x, y] = [[x, y], [-y, x], [-x, -y], [y, -x]][number];
            [middle[0] + x, middle[1] + y]
        })
    };
    (0..4).flat_map(quarter).collect()
}

/// The convex hull of points, counter-clockwise; around few points a triangle or a rectangle that contains them.
fn around(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let sorted = points.iter().copied().sorted_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let sorted = sorted.collect_vec();
    let half = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut hull: Vec<[f64; 2]> = Vec::new();
        for at in points {
            while let [.., a, b] = hull[..]
                && (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]) <= 1e-6
            {
                hull.pop();
            }
            hull.push(at);
        }
        hull.pop();
        hull
    };
    let mut hull = half(&mut sorted.iter().copied());
    hull.extend(half(&mut sorted.iter().rev().copied()));
    if hull.len() >= 3 {
        return hull;
    }
    // A row has no inside: a thin rectangle around it has.
    let (from, to) = (sorted[0], sorted[sorted.len() - 1]);
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let length = (x * x + y * y).sqrt().max(1e-9);
    let [x, y] = if length > 1e-6 { [x / length, y / length].map(|d| d * 1e-3) } else { [1e-3, 0.0] };
    vec![
        [from[0] - x + y, from[1] - y - x],
        [to[0] + x + y, to[1] + y - x],
        [to[0] + x - y, to[1] + y + x],
        [from[0] - x - y, from[1] - y + x],
    ]
}
