//! Bodies with names and colours, each in its place.

use crate::mesh::{Mesh, PER_MILLIMETRE, units};
use crate::vector::{cross, dot, mean, minus, unit};
use crate::{Make, Misfit, cells, piece};
use itertools::Itertools;
use polydlx_draw::{Body, Pinch, body, directions, frame, middle, outline, polyhedron};
use polydlx_lattice::{Cell, Lattice, Shape};
use std::cmp::Reverse;

/// A piece that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name.
    pub name: String,
    /// Red, green and blue.
    pub color: [u8; 3],
    /// Its cells.
    pub shape: Shape,
}

/// A body with a name and a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Red, green and blue.
    pub color: [u8; 3],
    /// The body, in its place.
    pub mesh: Mesh,
}

/// What stands on the plate of a printer, or is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// What it is called.
    pub title: String,
    /// The bodies.
    pub parts: Vec<Part>,
}

/// The room between bodies on a plate, in millimetres.
const ROOM: f64 = 5.0;

/// How much is taken off the lowest balls, so that they stand, as part of the diameter.
const FOOT: f64 = 0.03;

/// The colour of trays.
const WOOD: [u8; 3] = [0xd8, 0xc3, 0x9a];

/// Pieces beside each other on a plate, each as flat as it can lie; a tray in a row of its own.
pub fn plate(lattice: Lattice, pieces: &[Piece], tray: Option<&Shape>, make: &Make) -> Result<Model, Misfit> {
    let mut parts = Vec::new();
    for Piece { name, color, shape } in pieces {
        let mesh = piece(lattice, shape, make)?.turned(frame(lattice, up(lattice, shape)));
        let mesh = lying(lattice, &mesh).grounded();
        parts.push(Part { name: name.clone(), color: *color, mesh: standing(lattice, mesh, make) });
    }
    let tray = tray.map(|region| crate::tray(lattice, region, make)).transpose()?;
    let tray = tray.map(|mesh| Part { name: TRAY.to_owned(), color: WOOD, mesh: mesh.grounded() });
    Ok(Model { title: String::new(), parts: shelved(tray, parts) })
}

/// What trays are called.
const TRAY: &str = "tray";

/// Pieces where they lie, in their tray if there is one; the heap has its wide side down.
pub fn assembled(
    lattice: Lattice,
    pieces: &[Piece],
    tray: Option<&Shape>,
    make: &Make,
) -> Result<Model, Misfit> {
    let all = Shape::new(pieces.iter().flat_map(|piece| piece.shape.sites().iter().copied()));
    let heap = tray.unwrap_or(&all);
    let turn = frame(lattice, up(lattice, heap));
    let mut parts = Vec::new();
    for Piece { name, color, shape } in pieces {
        let mesh = piece(lattice, shape, make)?.turned(turn);
        parts.push(Part { name: name.clone(), color: *color, mesh });
    }
    // Where the lowest point of the heap is, with half a clearance below it.
    let floor = parts.iter().map(|part| part.mesh.extent()[0][2]).min().unwrap_or(0);
    for part in &mut parts {
        part.mesh = std::mem::take(&mut part.mesh).shifted([0, 0, -floor]);
    }
    if let Some(region) = tray {
        parts.push(Part { name: TRAY.to_owned(), color: WOOD, mesh: crate::tray(lattice, region, make)? });
    }
    Ok(Model { title: String::new(), parts })
}

/// Pieces where they lie, pulled apart.
pub fn exploded(lattice: Lattice, pieces: &[Piece], make: &Make) -> Result<Model, Misfit> {
    let mut model = assembled(lattice, pieces, None, make)?;
    let places =
        pieces.iter().map(|piece| cells(&piece.shape).map(|cell| place(lattice, cell)).collect_vec());
    let places = places.collect_vec();
    let middle = mean(&places.concat());
    let offsets = places.iter().map(|own| minus(mean(own), middle)).collect_vec();
    // As far as it takes for no two cells of different pieces to touch.
    let reach = reach(lattice);
    let apart = |pull: &f64| {
        let pulled = |number: usize, at: [f64; 3]| [0, 1, 2].map(|i| at[i] + pull * offsets[number][i]);
        places.iter().enumerate().array_combinations().all(|[(one, these), (other, those)]| {
            these.iter().cartesian_product(those).all(|(&a, &b)| {
                let way = minus(pulled(one, a), pulled(other, b));
                dot(way, way) > reach * reach
            })
        })
    };
    let pull = [0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0].into_iter().find(apart).unwrap_or(5.0);
    let turn = frame(lattice, up(lattice, &Shape::new(pieces.iter().flat_map(|p| p.shape.sites().to_vec()))));
    for (part, offset) in model.parts.iter_mut().zip(offsets) {
        let by = turn.map(|row| (0..3).map(|i| row[i] * offset[i]).sum::<f64>() * pull * make.cell_size);
        part.mesh = std::mem::take(&mut part.mesh).shifted(by.map(units));
    }
    Ok(model)
}

/// Cells whose middles are so far apart do not touch: the diagonal of a cube, or more where cells are larger.
fn reach(lattice: Lattice) -> f64 {
    let corners = lattice.cell_classes().flat_map(|cell| {
        let middle = place(lattice, cell);
        let corners = polyhedron(lattice, cell).map_or(Vec::new(), |solid| solid.corners);
        corners.into_iter().map(move |(_, at)| {
            let way = minus(at, middle);
            dot(way, way).sqrt()
        })
    });
    2.0 * corners.fold(0.87, f64::max)
}

/// Where a cell is, when neighbours are 1 apart.
fn place(lattice: Lattice, cell: Cell) -> [f64; 3] {
    middle(lattice, cell).unwrap_or_else(|| {
        let corners = outline(lattice, [cell], Pinch::Parted)
            .concat()
            .into_iter()
            .map(|[x, y]| [x, y, 0.0])
            .collect_vec();
        mean(&corners)
    })
}

/// Which way is up, so that as many cells as possible lie on the plate, and the heap is low.
pub(crate) fn up(lattice: Lattice, shape: &Shape) -> [i32; 3] {
    let heights = |up: [i32; 3]| {
        let points = cells(shape).map(|cell| lattice.point(cell));
        points.map(|at| at[0] * up[0] + at[1] * up[1] + at[2] * up[2]).sorted().collect_vec()
    };
    let flatness = |&up: &[i32; 3]| {
        let heights = heights(up);
        let (low, high) = (heights.first().copied().unwrap_or(0), heights.last().copied().unwrap_or(0));
        let lowest = heights.iter().filter(|&&height| height == low).count();
        // The square of the height, a common multiple of squared lengths times.
        let length: i32 = up.iter().map(|d| d * d).sum();
        (Reverse(lowest), (high - low).pow(2) * 6 / length)
    };
    directions(lattice).into_iter().min_by_key(flatness).expect("there is at least one direction")
}

/// Polyhedra lie on that of their faces that most corners come to lie with, and on which they are low.
fn lying(lattice: Lattice, mesh: &Mesh) -> Mesh {
    let cells = lattice.cell_classes().filter_map(|cell| polyhedron(lattice, cell));
    let downs = cells.flat_map(|cell| {
        let ways = cell.faces.iter().map(|face| {
            let [a, b, c] = [0, 1, 2].map(|at| cell.corners[face[at]].1);
            unit(cross(minus(b, a), minus(c, a)))
        });
        ways.collect_vec()
    });
    let lain = downs.map(|down| {
        let mut mesh = mesh.clone().turned(standing_on(down)).grounded();
        // What lies on the plate lies there as a whole.
        for point in mesh.points.iter_mut().filter(|point| point[2] < LEVEL) {
            point[2] = 0;
        }
        let low = mesh.points.iter().filter(|point| point[2] == 0).count();
        (Reverse(low), mesh.extent()[1][2] / LEVEL, mesh)
    });
    let best = lain.min_by_key(|(low, height, _)| (*low, *height));
    best.map_or_else(|| mesh.clone(), |(_, _, mesh)| mesh)
}

/// Heights that differ by less are the same.
const LEVEL: i32 = 10;

/// A matrix that turns some way down.
fn standing_on(down: [f64; 3]) -> [[f64; 3]; 3] {
    let up = down.map(|d| -d);
    // Any way that is not nearly the same.
    let aside = if up[0].abs() < 0.8 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let back = unit(cross(up, aside));
    [cross(back, up), back, up]
}

/// Balls would stand on points: they get feet.
fn standing(lattice: Lattice, mut mesh: Mesh, make: &Make) -> Mesh {
    if body(lattice) != Body::Ball {
        return mesh;
    }
    let foot = units(FOOT * make.cell_size);
    for point in &mut mesh.points {
        point[2] = point[2].max(foot) - foot;
    }
    mesh
}

/// Bodies in rows, none of them over another; the first in a row of its own.
fn shelved(first: Option<Part>, parts: Vec<Part>) -> Vec<Part> {
    let room = units(ROOM);
    let size = |part: &Part| {
        let [_, high] = part.mesh.extent();
        [high[0] + room, high[1] + room]
    };
    let area: f64 = parts.iter().map(size).map(|[w, d]| f64::from(w) * f64::from(d)).sum();
    let widest = parts.iter().chain(&first).map(|part| size(part)[0]).max().unwrap_or(0);
    let limit = widest.max((1.2 * area).sqrt().min(1000.0 * PER_MILLIMETRE) as i32);
    let (mut left, mut front, mut depth) = (0, 0, 0);
    let alone = first.is_some();
    let mut placed = Vec::new();
    for (number, mut part) in first.into_iter().chain(parts).enumerate() {
        let [w, d] = size(&part);
        if left > 0 && (left + w > limit || (alone && number == 1)) {
            (left, front, depth) = (0, front + depth, 0);
        }
        part.mesh = part.mesh.shifted([left, front, 0]);
        (left, depth) = (left + w, depth.max(d));
        placed.push(part);
    }
    placed
}
