//! Cubes that hang together, on a grid of planes that follow the surface.
//!
//! Between two cells that touch there is a strip as wide as the clearance, which belongs to the body only if all cells
//! around it do. So the body is what is left when half a clearance is taken away all around, and cells of a piece that
//! meet only at an edge come apart cleanly. Bevels do not change the grid: they move its points.

use crate::Misfit;
use crate::mesh::Mesh;
use itertools::{Itertools, iproduct};
use std::collections::{BTreeMap, BTreeSet};

/// How the body looks, in units of length.
pub(crate) struct Form {
    /// The side of a cell.
    pub(crate) cell: i32,
    /// What is taken away on each side.
    pub(crate) gap: i32,
    /// How far bevels reach.
    pub(crate) bevel: i32,
    /// In how many steps edges are rounded; 1 makes them plain.
    pub(crate) steps: i32,
    /// How wide what joins two cells is, if they are not joined by all of their faces.
    pub(crate) connector: Option<i32>,
}

/// What lies between two planes.
#[derive(Clone, Copy)]
struct Strip {
    low: i32,
    high: i32,
    /// The cells that it belongs to: one, or the two that it lies between.
    cells: [i32; 2],
    /// Whether a connector may pass.
    middle: bool,
}

struct Grid<'a> {
    cells: &'a BTreeSet<[i32; 3]>,
    form: &'a Form,
    axes: [Vec<Strip>; 3],
}

/// The body of cells.
pub(crate) fn body(cells: &BTreeSet<[i32; 3]>, form: &Form) -> Result<Mesh, Misfit> {
    let room = form.connector.unwrap_or(form.cell - 2 * form.gap);
    if 2 * form.bevel >= room || room > form.cell - 2 * form.gap - 2 * form.bevel && form.connector.is_some()
    {
        return Err(Misfit::Thin);
    }
    let axes = [0, 1, 2].map(|axis| strips(cells.iter().map(|cell| cell[axis]), form));
    Ok(Grid { cells, form, axes }.surface())
}

/// The strips along an axis, from the first cell to the last.
fn strips(cells: impl Iterator<Item = i32>, form: &Form) -> Vec<Strip> {
    let &Form { cell: side, gap, bevel, steps, connector } = form;
    let Some((first, last)) = cells.minmax().into_option() else { return Vec::new() };
    let mut strips = Vec::new();
    for cell in first..=last {
        let start = cell * side;
        strips.push(Strip { low: start - gap, high: start + gap, cells: [cell - 1, cell], middle: false });
        let near = (0..=steps).map(|step| gap + bevel * step / steps);
        let ends = near.clone().chain(near.map(|d| side - d));
        let around = connector.map(|width| [(side - width) / 2, (side + width) / 2]);
        let planes = ends.chain(around.into_iter().flatten()).sorted().dedup();
        strips.extend(planes.tuple_windows().map(|(low, high)| {
            let middle = around.is_none_or(|[from, to]| from <= low && high <= to);
            Strip { low: start + low, high: start + high, cells: [cell, cell], middle }
        }));
    }
    let end = (last + 1) * side;
    strips.push(Strip { low: end - gap, high: end + gap, cells: [last, last + 1], middle: false });
    strips
}

/// The number of a box: those of its strips.
type At = [usize; 3];

impl Grid<'_> {
    fn is_filled(&self, at: At) -> bool {
        let strips = [0, 1, 2].map(|axis| self.axes[axis][at[axis]]);
        let [x, y, z] = strips.map(|strip| strip.cells);
        let all = iproduct!(x, y, z).all(|(x, y, z)| self.cells.contains(&[x, y, z]));
        let between = strips.iter().filter(|strip| strip.cells[0] != strip.cells[1]).count();
        let passes = strips.iter().all(|strip| strip.middle || strip.cells[0] != strip.cells[1]);
        all && (self.form.connector.is_none() || between == 0 || (between == 1 && passes))
    }

    /// The next box in a direction.
    fn next(&self, at: At, axis: usize, up: bool) -> Option<At> {
        let mut next = at;
        next[axis] = if up { at[axis] + 1 } else { at[axis].checked_sub(1)? };
        (next[axis] < self.axes[axis].len()).then_some(next)
    }

    fn filled_next(&self, at: At, axis: usize, up: bool) -> Option<At> {
        self.next(at, axis, up).filter(|&next| self.is_filled(next))
    }

    fn surface(&self) -> Mesh {
        let mut mesh = Mesh::default();
        let mut corners: BTreeMap<At, usize> = BTreeMap::new();
        let mut moves: BTreeMap<usize, [f64; 3]> = BTreeMap::new();
        let [x, y, z] = [0, 1, 2].map(|axis| 0..self.axes[axis].len());
        for at in iproduct!(x, y, z).map(|(x, y, z)| [x, y, z]).filter(|&at| self.is_filled(at)) {
            for (axis, up) in (0..3).cartesian_product([false, true]) {
                if self.filled_next(at, axis, up).is_some() {
                    continue;
                }
                let [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
                let edges = [b, c].map(|along| [false, true].map(|to| self.edge(at, axis, up, along, to)));
                // Around the face, counter-clockwise if it looks along its axis.
                let mut quad = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(i, j)| {
                    let mut corner = at;
                    corner[axis] += usize::from(up);
                    corner[b] += i;
                    corner[c] += j;
                    let number = *corners.entry(corner).or_insert_with(|| mesh.add(self.point(corner)));
                    let by = self.bevel(mesh.points[number], (axis, up), [b, c], edges);
                    let most = moves.entry(number).or_default();
                    *most = [0, 1, 2].map(|i| if by[i].abs() > most[i].abs() { by[i] } else { most[i] });
                    number
                });
                if !up {
                    quad.reverse();
                }
                mesh.quad(quad);
            }
        }
        for (number, by) in moves {
            mesh.points[number] = [0, 1, 2].map(|i| mesh.points[number][i] + by[i].round() as i32);
        }
        mesh
    }

    fn point(&self, corner: At) -> [i32; 3] {
        [0, 1, 2].map(|axis| {
            let strips = &self.axes[axis];
            strips.get(corner[axis]).map_or_else(|| strips[strips.len() - 1].high, |strip| strip.low)
        })
    }

    /// Where the face of a box ends at a convex edge, if that is near enough for a bevel.
    fn edge(&self, at: At, axis: usize, up: bool, along: usize, to: bool) -> Option<i32> {
        let strip = |at: At| self.axes[along][at[along]];
        let end = |at: At| if to { strip(at).high } else { strip(at).low };
        let start = if to { strip(at).low } else { strip(at).high };
        let mut here = at;
        loop {
            if (end(here) - start).abs() > self.form.bevel && here != at {
                return None;
            }
            match self.filled_next(here, along, to) {
                None => return Some(end(here)),
                // Something rises there, so the edge is concave.
                Some(next) if self.filled_next(next, axis, up).is_some() => return None,
                Some(next) => here = next,
            }
        }
    }

    /// How far a corner of a face is moved.
    ///
    /// The body with bevels is what is left when its surface is moved inwards by the bevel, and then outwards by all of an
    /// octahedron, or of a ball.
    fn bevel(
        &self,
        point: [i32; 3],
        (axis, up): (usize, bool),
        along: [usize; 2],
        edges: [[Option<i32>; 2]; 2],
    ) -> [f64; 3] {
        let bevel = f64::from(self.form.bevel);
        let mut out = [0.0; 3];
        out[axis] = if up { bevel } else { -bevel };
        for (b, [low, high]) in along.into_iter().zip(edges) {
            let reach = |edge: Option<i32>| {
                edge.map_or(0.0, |edge| (bevel - f64::from((edge - point[b]).abs())).max(0.0))
            };
            out[b] = reach(high) - reach(low);
        }
        let norm = if self.form.steps > 1 {
            out.iter().map(|d| d * d).sum::<f64>().sqrt()
        } else {
            out.iter().map(|d| d.abs()).sum()
        };
        if norm == 0.0 { out } else { out.map(|d| d * (bevel / norm - 1.0)) }
    }
}
