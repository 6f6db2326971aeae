//! Motions in words.

use crate::motion::Motion;
use crate::table::Lattice;

/// A name for a motion, different for each motion of a lattice.
///
/// In the plane directions are those of the pictures: squares have x downwards and y to the right,
/// triangles and hexagons Knuth's slanted axes. In space the axes are x, y and z for cubes, and for spheres the axes
/// a = x+z, b = y+z, c = x+y of the cubic lattice. Prisms have words for their bases, and stand along z.
pub fn describe(lattice: Lattice, motion: Motion) -> String {
    let known = match lattice.up() {
        None => plane(lattice, motion),
        Some([.., 0]) => Some(solid(motion.matrix(), lattice.directions())),
        Some(_) => prism(lattice, motion),
    };
    known.expect("these are all motions of the lattice")
}

/// Whether two names mean the same motion; `°`, case, and the words `by`, `the`, `in`, `about` do not matter.
pub fn is_same_motion(one: &str, other: &str) -> bool {
    let plain = |name: &str| {
        let name = name.to_lowercase().replace(['°', '-', '_'], " ");
        let words = name.split_whitespace().filter(|word| !["by", "the", "in", "about", "at"].contains(word));
        words.collect::<Vec<_>>().join(" ")
    };
    plain(one) == plain(other)
}

/// The same with a shift, which in a wrapped region makes another symmetry.
pub fn describe_move(lattice: Lattice, motion: Motion, shift: [i32; 3]) -> String {
    let [x, y, _] = shift;
    match (motion == Motion::IDENTITY, shift == [0; 3]) {
        (true, true) => "identity".to_owned(),
        (true, false) => format!("shift by {x},{y}"),
        (false, _) => format!("{} and shift by {x},{y}", describe(lattice, motion)),
    }
}

/// Rotations are powers of the first turn; a reflection is one of them after the mirror.
fn plane(lattice: Lattice, motion: Motion) -> Option<String> {
    let turn = lattice.rotations()[0].motion;
    let rotations = Motion::group(&[turn]);
    let is_mirrored =
        |rotation: &Motion| lattice.mirror().is_some_and(|mirror| rotation.after(mirror) == motion);
    let turned = rotations.iter().position(|rotation| *rotation == motion);
    let mirrored = rotations.iter().position(is_mirrored);
    match (turned, mirrored) {
        (Some(0), _) => Some("identity".to_owned()),
        (Some(step), _) => Some(format!("rotation by {}°", 360 / rotations.len() * step)),
        (_, Some(step)) => Some(format!("reflection {}", lattice.reflections()[step])),
        _ => None,
    }
}

/// The base turns or is reflected, and the prism is turned upside down, or not.
///
/// The row has a turn about the axis first, then one that turns the prism upside down, and a flip that does no more than
/// exchange top and bottom.
fn prism(lattice: Lattice, motion: Motion) -> Option<String> {
    let [turn, over] = [0, 1].map(|at| lattice.rotations()[at].motion);
    let level = lattice.mirror()?;
    let rotations = Motion::group(&[turn]);
    let upright = over.after(level);
    let angle = |step: usize| format!("rotation by {}° about z", 360 / rotations.len() * step);
    (0..).zip(&rotations).zip(lattice.reflections()).find_map(|((step, &rotation), name)| {
        let mirrored = rotation.after(upright);
        if motion == rotation {
            Some(if step == 0 { "identity".to_owned() } else { angle(step) })
        } else if motion == mirrored {
            Some(format!("reflection {name}"))
        } else if motion == rotation.after(level) {
            let turned = if step == 0 { String::new() } else { format!("{} and ", angle(step)) };
            Some(format!("{turned}reflection along z"))
        } else {
            (motion == mirrored.after(level))
                .then(|| format!("rotation by 180° {}", name.replacen("in ", "about ", 1)))
        }
    })
}

fn solid(m: [[i32; 4]; 4], axes: [&str; 3]) -> String {
    let m = [0, 1, 2].map(|i| [m[i][0], m[i][1], m[i][2]]);
    let determinant: i32 = (0..3)
        .map(|i| m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]))
        .sum();
    // A reflection is minus a rotation.
    let r = m.map(|row| row.map(|entry| entry * determinant));
    let trace = r[0][0] + r[1][1] + r[2][2];
    let axis = axis(r);
    let name = |v: [i32; 3]| {
        let terms = v.iter().zip(axes).filter(|(c, _)| **c != 0);
        let text: String =
            terms.map(|(&c, axis)| format!("{}{axis}", if c > 0 { "+" } else { "-" })).collect();
        text.trim_start_matches('+').to_owned()
    };
    // The antisymmetric part of a rotation is its axis times the sine of the angle.
    let sine = axis[0] * (r[2][1] - r[1][2]) + axis[1] * (r[0][2] - r[2][0]) + axis[2] * (r[1][0] - r[0][1]);
    let about = |angle: i32| {
        let angle = if sine < 0 { 360 - angle } else { angle };
        let diagonal = if axis.iter().all(|&c| c != 0) { "the diagonal " } else { "" };
        format!("{angle}° about {diagonal}{}", name(axis))
    };
    match (determinant, trace) {
        (1, 3) => "identity".to_owned(),
        (1, 1) => format!("rotation by {}", about(90)),
        (1, 0) => format!("rotation by {}", about(120)),
        (1, _) => format!("rotation by {}", about(180)),
        (_, 3) => "point reflection".to_owned(),
        // Half a turn and a point reflection make a reflection in the plane across the axis.
        (_, -1) => format!("reflection along {}", name(axis)),
        (_, 1) => format!("rotation by {} and point reflection", about(90)),
        _ => format!("rotation by {} and point reflection", about(120)),
    }
}

/// A direction that a rotation of the cube keeps, with its first coordinate positive.
fn axis(r: [[i32; 3]; 3]) -> [i32; 3] {
    let values = [0, 1, -1];
    let times = |v: [i32; 3]| r.map(|row| (0..3).map(|i| row[i] * v[i]).sum::<i32>());
    let mut kept = [0; 3];
    for a in values {
        for b in values {
            for c in values {
                let v = [a, b, c];
                let first = v.into_iter().find(|&d| d != 0);
                if first == Some(1) && times(v) == v && (kept == [0; 3] || size(v) < size(kept)) {
                    kept = v;
                }
            }
        }
    }
    kept
}

fn size(v: [i32; 3]) -> i32 {
    v.iter().map(|d| d * d).sum()
}
