//! Flat bodies: polygons with a thickness.

use crate::Misfit;
use crate::mesh::{Mesh, units};
use crate::polygon::{Corner, inset, triangles};

/// How far the border is moved inwards, and how high, in millimetres.
pub(crate) type Step = (f64, f64);

/// A body with the same polygons at all heights, but for how far their borders are moved inwards; from below upwards.
pub(crate) fn prism(loops: &[Vec<[f64; 2]>], steps: &[Step]) -> Result<Mesh, Misfit> {
    let mut mesh = Mesh::default();
    let mut rings: Vec<Vec<Vec<Corner>>> = Vec::new();
    for &(by, _) in steps {
        rings.push(corners(&inset(loops, by).ok_or(Misfit::Thin)?));
    }
    let mut below: Option<Vec<Vec<usize>>> = None;
    for (ring, &(_, height)) in rings.iter().zip(steps) {
        let height = units(height);
        let numbers: Vec<Vec<usize>> = ring
            .iter()
            .map(|corners| corners.iter().map(|&[x, y]| mesh.add([x, y, height])).collect())
            .collect();
        if let Some(below) = below {
            for (low, high) in below.iter().zip(&numbers) {
                wall(&mut mesh, low, high);
            }
        }
        below = Some(numbers);
    }
    // The floor looks down, the top up.
    let (first, last) = (rings.first().ok_or(Misfit::Thin)?, rings.last().ok_or(Misfit::Thin)?);
    let floor = triangles(first).ok_or(Misfit::Thin)?;
    mesh.triangles.extend(floor.into_iter().map(|[a, b, c]| [a, c, b]));
    let above = mesh.points.len() - last.iter().map(Vec::len).sum::<usize>();
    let top = triangles(last).ok_or(Misfit::Thin)?;
    mesh.triangles.extend(top.into_iter().map(|corners| corners.map(|corner| above + corner)));
    Ok(mesh)
}

/// What stands between two loops that run the same way, with the inside to their left.
fn wall(mesh: &mut Mesh, low: &[usize], high: &[usize]) {
    for i in 0..low.len() {
        let j = (i + 1) % low.len();
        mesh.quad([low[i], low[j], high[j], high[i]]);
    }
}

pub(crate) fn corners(loops: &[Vec<[f64; 2]>]) -> Vec<Vec<Corner>> {
    loops.iter().map(|corners| corners.iter().map(|at| at.map(units)).collect()).collect()
}

/// A slab with hollows: its floor, and a rim around openings. What is in an opening's hole stands as high as the rim.
///
/// Both kinds of loops have what they are about to their left: the slab, or the openings.
pub(crate) fn tray(
    outer: &[[f64; 2]],
    openings: &[Vec<[f64; 2]>],
    floor: f64,
    height: f64,
) -> Result<Mesh, Misfit> {
    let mut mesh = Mesh::default();
    let outer = corners(&[outer.to_vec()]);
    let openings = corners(openings);
    let rise = |mesh: &mut Mesh, loops: &[Vec<Corner>], height: f64| -> Vec<Vec<usize>> {
        let height = units(height);
        let number = |corners: &Vec<Corner>| corners.iter().map(|&[x, y]| mesh.add([x, y, height])).collect();
        loops.iter().map(number).collect()
    };
    let ground = rise(&mut mesh, &outer, 0.0);
    let edge = rise(&mut mesh, &outer, height);
    let hollow = rise(&mut mesh, &openings, floor);
    let rim = rise(&mut mesh, &openings, height);
    wall(&mut mesh, &ground[0], &edge[0]);
    for (low, high) in hollow.iter().zip(&rim) {
        // Seen from the slab, openings are outside.
        wall(&mut mesh, high, low);
    }
    let mut cap = |loops: &[Vec<Corner>], numbers: &[usize], up: bool| -> Result<(), Misfit> {
        let found = triangles(loops).ok_or(Misfit::Thin)?;
        let turned = |[a, b, c]: [usize; 3]| if up { [a, b, c] } else { [a, c, b] };
        mesh.triangles.extend(found.into_iter().map(|corners| turned(corners.map(|i| numbers[i]))));
        Ok(())
    };
    cap(&outer, &ground[0], false)?;
    cap(&openings, &hollow.concat(), true)?;
    let reversed = |loops: &[Vec<Corner>]| -> Vec<Vec<Corner>> {
        loops.iter().map(|corners| corners.iter().rev().copied().collect()).collect()
    };
    let around: Vec<Vec<Corner>> = outer.iter().cloned().chain(reversed(&openings)).collect();
    let numbers: Vec<usize> = edge
        .concat()
        .into_iter()
        .chain(rim.iter().flat_map(|corners| corners.iter().rev().copied()))
        .collect();
    cap(&around, &numbers, true)?;
    Ok(mesh)
}
