//! Problems on grids that are no lattice of ours, as items and options.
//!
//! Cells are points of Z³ and a layer. Motions are those of a lattice, combined with turning over; shifts lead from cells to
//! cells of one kind, and whether a shifted piece lies on cells at all, the result decides.

use super::document::{Document, Grid, Part, Problem, State, Voxel};
use super::puzzle::{allows, default_name};
use crate::{narrow, wide};
use itertools::Itertools;
use polydlx_cover::{Bounds, Entry, Problem as Cover, dlx};
use polydlx_diagnostic::Diagnostic;
use polydlx_lattice::{Lattice, Motion};
use std::collections::{BTreeMap, BTreeSet};

/// A cell: its point, and its layer.
type At = ([i32; 3], i32);

/// How pieces are moved on a grid.
struct Space {
    /// Motions of points, and what becomes of layers.
    turns: Vec<(Motion, i32)>,
    place: fn([i32; 3]) -> At,
    /// Whether a shift leads from cells to cells of the same kind.
    is_shift: fn([i32; 3]) -> bool,
}

fn space(grid: Grid) -> Space {
    match grid {
        Grid::Prisms => {
            let rotations = Lattice::TRIANGLE.rotation_group();
            let others = Lattice::TRIANGLE.motion_group();
            let others = others.into_iter().filter(|motion| !rotations.contains(motion)).collect_vec();
            let upright = rotations.into_iter().map(|motion| (motion, 1));
            Space {
                turns: upright.chain(others.into_iter().map(|motion| (motion, -1))).collect(),
                // Triangles as in the plane: those that point up have a+b+c = -1.
                place: |[x, y, z]| match (x + y).rem_euclid(2) {
                    0 => ([(x - y) / 2 - 1, y - 1, 1 - (x - y) / 2 - y], z),
                    _ => ([(x - y - 1).div_euclid(2), y, 1 - (x - y - 1).div_euclid(2) - y], z),
                },
                is_shift: |[a, b, c]| a + b + c == 0,
            }
        }
        // Twice the point, less twice the middle of the first block: so turns take blocks to blocks.
        Grid::Rhombic => Space {
            turns: Lattice::CUBE.rotation_group().into_iter().map(|motion| (motion, 1)).collect(),
            place: |at| (at.map(|d| d - 2), 0),
            is_shift: |by| by.iter().all(|d| d % 5 == 0),
        },
        Grid::Tetrahedra => Space {
            turns: Lattice::CUBE.rotation_group().into_iter().map(|motion| (motion, 1)).collect(),
            place: |at| (at.map(|d| d - 1), 0),
            is_shift: |by| by.iter().all(|d| d % 3 == 0),
        },
        Grid::Bricks | Grid::Spheres => unreachable!("these are lattices of ours"),
    }
}

/// The text of a DLX file.
pub(super) fn dlx(document: &Document, problem: &Problem) -> Result<String, Vec<Diagnostic>> {
    let space = space(document.grid);
    let result = &document.shapes[problem.result.expect("a problem that is chosen has a result")];
    let cells: BTreeMap<At, Voxel> = result.filled().map(|(at, voxel)| ((space.place)(at), voxel)).collect();
    let has_range = problem.parts.iter().any(|part| part.low < part.high);
    let holes = problem.max_holes.filter(|_| has_range);
    let mut builder = Cover::builder();
    let mut items = BTreeMap::new();
    for (number, (&at, voxel)) in cells.iter().enumerate() {
        let name = format!("c{number}");
        // Cells that may stay empty, if that is limited, must be covered too: by a hole.
        let must = voxel.state == State::Filled || holes.is_some();
        items.insert(at, if must { builder.primary(&name, Bounds::ONCE) } else { builder.secondary(&name) });
    }
    let parts = problem.parts.iter().filter(|part| part.high > 0).enumerate().map(|(number, part)| {
        let Part { low, high, .. } = *part;
        (
            part,
            builder.primary(&format!("p{}", number + 1), Bounds { low, high: high.min(cells.len() as u32) }),
        )
    });
    let parts = parts.collect_vec();
    let hole = holes.filter(|&holes| holes > 0).map(|high| builder.primary("hole", Bounds { low: 0, high }));
    let mut about = String::from("| made of a BurrTools problem\n");
    for (part, item) in parts {
        let shape = &document.shapes[part.shape];
        let name = shape.name.clone().unwrap_or_else(|| default_name(part.shape));
        about += &format!("| p{} is {}\n", item.0 as usize + 1 - cells.len(), crate::draft::one_line(&name));
        let own = shape.filled().filter(|(_, voxel)| voxel.state == State::Filled);
        let own = own.map(|(at, voxel)| ((space.place)(at), voxel.color)).collect_vec();
        for placement in placements(&space, &own, &cells, &|color, on| {
            document.colors.is_empty() || color == 0 || allows(problem, usize::from(color) - 1, on)
        }) {
            let covered = placement.iter().map(|(at, _)| Entry::from(items[at]));
            builder.option(std::iter::once(Entry::from(item)).chain(covered));
        }
    }
    for (at, voxel) in cells.iter().filter(|(_, voxel)| voxel.state == State::Variable) {
        if let Some(hole) = hole.filter(|_| voxel.state == State::Variable) {
            builder.option([Entry::from(hole), Entry::from(items[at])]);
        }
    }
    let built = builder.build().map_err(|why| vec![Diagnostic::error("no-problem", why.to_string())])?;
    let mut text = about.into_bytes();
    dlx::write(&built, &mut text).map_err(|why| vec![Diagnostic::error("no-problem", why.to_string())])?;
    Ok(String::from_utf8(text).expect("names are text"))
}

/// All ways in which a piece lies in the result, colours included.
fn placements(
    space: &Space,
    piece: &[(At, u8)],
    cells: &BTreeMap<At, Voxel>,
    may: &dyn Fn(u8, Voxel) -> bool,
) -> BTreeSet<Vec<(At, u8)>> {
    let mut found = BTreeSet::new();
    for &(motion, over) in &space.turns {
        let turned =
            piece.iter().map(|&((at, layer), color)| ((narrow(motion.apply(wide(at))), over * layer), color));
        let turned = turned.collect_vec();
        let (first, layer) = turned[0].0;
        for &(to, up) in cells.keys() {
            let by = [0, 1, 2].map(|i| to[i] - first[i]);
            if !(space.is_shift)(by) {
                continue;
            }
            let moved = turned
                .iter()
                .map(|&((at, z), color)| (([0, 1, 2].map(|i| at[i] + by[i]), z + up - layer), color));
            let moved = moved.sorted().collect_vec();
            if moved.iter().all(|(at, color)| cells.get(at).is_some_and(|&on| may(*color, on))) {
                found.insert(moved);
            }
        }
    }
    found
}
