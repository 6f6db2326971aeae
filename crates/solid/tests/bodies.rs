//! Bodies are closed, as large as they should be, and fit together.

use itertools::{Itertools, iproduct};
use polydlx_draw::{Body, Pinch, body, directions, middle, outline};
use polydlx_lattice::{Lattice, Shape, Sided, Site, polyforms};
use polydlx_solid::{Make, Mesh, Misfit, PER_MILLIMETRE, Piece, assembled, exploded, piece, plate, tray};
use std::collections::BTreeSet;

fn makes() -> [Make; 5] {
    let usual = Make::default();
    [
        usual,
        Make { bevel: 0.0, ..usual },
        Make { round: true, bevel: 1.0, ..usual },
        Make { clearance: 0.0, bevel: 0.5, cell_size: 10.0, ..usual },
        Make { clearance: 1.0, bevel: 0.0, cell_size: 20.0, thickness: 3.0, ..usual },
    ]
}

fn sound(mesh: &Mesh) {
    assert!(mesh.is_watertight());
    assert!(mesh.volume() > 0.0);
}

/// The lattices of whose cells bodies are made.
fn lattices() -> impl Iterator<Item = Lattice> {
    Lattice::ALL.into_iter().filter(|&lattice| body(lattice) != Body::Other)
}

/// The volume of a body without bevel, from its definition.
fn expected(lattice: Lattice, shape: &Shape, make: &Make) -> f64 {
    let Make { cell_size: s, clearance: c, thickness, .. } = *make;
    let c = c.max(0.01);
    let cells: BTreeSet<[i32; 3]> = shape.sites().iter().map(|site| site.at).collect();
    match body(lattice) {
        Body::Tile => {
            // Steiner: what a band of a given width takes off, with the corners counted.
            let (d, mut area) = (c / 2.0, 0.0);
            for corners in outline(lattice, shape.sites().iter().map(|site| site.cell()), Pinch::Parted) {
                for (a, b, e) in corners.iter().map(|at| at.map(|x| x * s)).circular_tuple_windows() {
                    let ([ux, uy], [vx, vy]) = ([b[0] - a[0], b[1] - a[1]], [e[0] - b[0], e[1] - b[1]]);
                    let turn = (ux * vy - uy * vx).atan2(ux * vx + uy * vy);
                    area += (a[0] * b[1] - a[1] * b[0]) / 2.0 - d * ux.hypot(uy) + d * d * (turn / 2.0).tan();
                }
            }
            area * thickness
        }
        // Cells, strips between two, rods between four, dots between eight.
        Body::Cube => iproduct!(0..2, 0..2, 0..2)
            .map(|(x, y, z)| {
                let full = |at: &&[i32; 3]| {
                    iproduct!(0..=x, 0..=y, 0..=z)
                        .all(|(i, j, k)| cells.contains(&[at[0] + i, at[1] + j, at[2] + k]))
                };
                let number = cells.iter().filter(full).count() as f64;
                number * c.powi(x + y + z) * (s - c).powi(3 - x - y - z)
            })
            .sum(),
        Body::Ball | Body::Polyhedron | Body::Other => unreachable!("only tiles and cubes are asked for"),
    }
}

#[test]
fn all_small_pieces_are_closed_and_as_large_as_they_should_be() {
    for (lattice, size) in lattices().zip([6, 6, 4, 4, 3].into_iter().chain(std::iter::repeat(3))) {
        for shape in (1..=size).flat_map(|size| polyforms(lattice, size, Sided::Free)) {
            for make in makes() {
                let mesh = piece(lattice, &shape, &make).unwrap();
                sound(&mesh);
                // What is joined at corners only comes apart.
                let whole = ![Lattice::POLYPLET, Lattice::WEAKCUBE].contains(&lattice);
                assert!(mesh.parts() == 1 || !whole, "{lattice:?} {shape:?}");
                if matches!(body(lattice), Body::Ball | Body::Polyhedron) {
                    continue;
                }
                let sharp = expected(lattice, &shape, &make);
                let volume = mesh.volume();
                if make.bevel == 0.0 {
                    assert!((volume / sharp - 1.0).abs() < 1e-4, "{lattice:?} {shape:?} {volume} {sharp}");
                } else {
                    // Of a narrow line a bevel takes more.
                    let least = if lattice.has_edges() { 0.4 } else { 0.8 };
                    let fits = volume < sharp && volume > least * sharp;
                    assert!(fits, "{lattice:?} {shape:?} {volume} {sharp}");
                }
            }
        }
    }
}

/// A piece of polyhedra has the volume of its cells and of what is between them; the cells fill space.
#[test]
fn polyhedra_have_the_volume_of_their_cells() {
    let tight = Make { cell_size: 10.0, clearance: 0.0, ..Make::default() };
    let loose = Make { clearance: 0.6, ..tight };
    let volume = |lattice: Lattice, shape: &Shape, make: &Make| piece(lattice, shape, make).unwrap().volume();
    for (lattice, cell) in [
        (Lattice::JUBE, 0.5_f64.sqrt()),
        (Lattice::BCC, 4.0 / 27.0_f64.sqrt()),
        (Lattice::CRUNCH, 4.0 / 27.0_f64.sqrt()),
        (Lattice::HEXPRISM, 0.75_f64.sqrt()),
        (Lattice::TRIPRISM, 2.25),
    ] {
        let found = volume(lattice, &Shape::new([Site::new([0, 0, 0])]), &tight);
        assert!((found / (1000.0 * cell) - 1.0).abs() < 0.01, "{lattice:?} {found}");
    }
    for lattice in lattices().filter(|&lattice| body(lattice) == Body::Polyhedron) {
        for shape in polyforms(lattice, 4, Sided::One) {
            let cells = |make: &Make| {
                shape.sites().iter().map(|&site| volume(lattice, &Shape::new([site]), make)).sum::<f64>()
            };
            let (found, of_cells) = (volume(lattice, &shape, &tight), cells(&tight));
            assert!(found > of_cells && found < 1.01 * of_cells, "{lattice:?} {shape:?} {found} {of_cells}");
            let (found, of_cells) = (volume(lattice, &shape, &loose), cells(&loose));
            assert!(found > of_cells && found < cells(&tight), "{lattice:?} {shape:?} {found} {of_cells}");
        }
        // What is all around a cell leaves no gap inside: only the surface is drawn in.
        let all = iproduct!(0..3, 0..3, 0..3)
            .flat_map(|(x, y, z)| lattice.cell_classes().map(move |class| class.shifted([x, y, z]).site()));
        let heap = piece(lattice, &Shape::new(all), &loose).unwrap();
        sound(&heap);
        assert_eq!(heap.parts(), 1, "{lattice:?}");
    }
}

#[test]
fn bevelled_cubes_have_the_volume_of_the_formula() {
    let cube = Shape::new([Site::new([0, 0, 0])]);
    let make = Make { cell_size: 20.0, clearance: 0.4, bevel: 2.0, ..Make::default() };
    let (core, r) = (20.0 - 0.4 - 4.0, 2.0_f64);
    // Steiner's formula, for an octahedron and for a ball.
    let cut = core * core * core + 6.0 * core * core * r + 6.0 * core * r * r + 8.0 / 6.0 * r.powi(3);
    let volume = piece(Lattice::CUBE, &cube, &make).unwrap().volume();
    assert!((volume / cut - 1.0).abs() < 1e-5, "{volume} {cut}");
    let pi = std::f64::consts::PI;
    let round = core.powi(3) + 6.0 * core * core * r + 3.0 * pi * core * r * r + 4.0 / 3.0 * pi * r.powi(3);
    let volume = piece(Lattice::CUBE, &cube, &Make { round: true, ..make }).unwrap().volume();
    // A polygon in a circle is a little smaller.
    assert!(volume < round && volume > 0.995 * round, "{volume} {round}");
}

#[test]
fn balls_and_necks_have_the_volume_of_the_formula() {
    let pi = std::f64::consts::PI;
    let make = Make { cell_size: 20.0, clearance: 0.4, connector: Some(6.0), ..Make::default() };
    let (r, n) = (9.8_f64, 3.0_f64);
    let one = piece(Lattice::SPHERE, &Shape::new([Site::new([0, 0, 0])]), &make).unwrap();
    let ball = 4.0 / 3.0 * pi * r.powi(3);
    assert!(one.volume() < ball && one.volume() > 0.98 * ball, "{} {ball}", one.volume());
    let two = piece(Lattice::SPHERE, &Shape::new([[0, 0, 0], [0, 0, 1]].map(Site::new)), &make).unwrap();
    // A neck is a cylinder without the two caps of balls that reach into it.
    let depth = (r * r - n * n).sqrt();
    let cap = pi * (r - depth).powi(2) * (3.0 * r - (r - depth)) / 3.0;
    let neck = pi * n * n * (20.0 - 2.0 * depth) - 2.0 * cap;
    let found = two.volume() - 2.0 * one.volume();
    assert!((found - neck).abs() < 0.05 * neck + 1.0, "{found} {neck}");
}

#[test]
fn connectors_join_cubes_by_less_than_their_faces() {
    let make = Make { cell_size: 20.0, clearance: 0.4, bevel: 0.0, connector: Some(8.0), ..Make::default() };
    for shape in polyforms(Lattice::CUBE, 4, Sided::One) {
        let mesh = piece(Lattice::CUBE, &shape, &make).unwrap();
        sound(&mesh);
        assert_eq!(mesh.parts(), 1);
        let pairs = shape
            .sites()
            .iter()
            .array_combinations()
            .filter(|[a, b]| (0..3).map(|i| (a.at[i] - b.at[i]).abs()).sum::<i32>() == 1);
        let volume = 4.0 * 19.6_f64.powi(3) + pairs.count() as f64 * 0.4 * 64.0;
        assert!((mesh.volume() / volume - 1.0).abs() < 1e-9);
        sound(&piece(Lattice::CUBE, &shape, &Make { bevel: 1.5, ..make }).unwrap());
        sound(&piece(Lattice::CUBE, &shape, &Make { bevel: 1.5, round: true, ..make }).unwrap());
    }
    let square = Shape::new([Site::new([0, 0, 0])]);
    assert_eq!(piece(Lattice::HEX, &square, &make), Err(Misfit::Connector));
    assert_eq!(piece(Lattice::SPHERE, &square, &Make { connector: Some(10.0), ..make }), Err(Misfit::Neck));
}

#[test]
fn cells_that_touch_at_an_edge_only_come_apart() {
    let diagonal = Shape::new([[0, 0, 0], [1, 1, 0]].map(Site::new));
    for lattice in [Lattice::SQUARE, Lattice::CUBE] {
        for make in makes() {
            let mesh = piece(lattice, &diagonal, &make).unwrap();
            sound(&mesh);
            assert_eq!(mesh.parts(), 2);
        }
    }
    // A ring whose ends touch at an edge, and one whose ends touch at a corner.
    let ring = Shape::new([[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1], [1, 1, 0]].map(Site::new));
    sound(&piece(Lattice::CUBE, &ring, &Make { round: true, ..Make::default() }).unwrap());
}

#[test]
fn what_leaves_nothing_is_refused() {
    let cell = Shape::new([Site::new([0, 0, 0])]);
    let usual = Make::default();
    for lattice in lattices() {
        // The width of the cell, where all have the same.
        let width = if lattice.cell_classes().count() == 1 { 15.0 } else { 60.0 };
        for make in [
            Make { cell_size: 0.0, ..usual },
            Make { cell_size: -1.0, ..usual },
            Make { clearance: f64::NAN, ..usual },
            Make { clearance: width, ..usual },
        ] {
            assert_eq!(piece(lattice, &cell, &make), Err(Misfit::Thin), "{lattice:?} {make:?}");
        }
        if !matches!(body(lattice), Body::Ball | Body::Polyhedron) {
            assert_eq!(piece(lattice, &cell, &Make { bevel: 8.0, ..usual }), Err(Misfit::Thin));
        }
    }
}

/// The rows of a box as pieces.
fn rows(lattice: Lattice) -> (Shape, Vec<Piece>) {
    let solid = lattice.dimension() == 3;
    let all = iproduct!(0..3, 0..3, 0..if solid { 3 } else { 1 }).map(|(x, y, z)| [x, y, z]);
    let cells = all.flat_map(|at| lattice.cell_classes().map(move |class| (at, class.shifted(at).site())));
    let cells = cells.collect_vec();
    let pieces = cells.iter().map(|&(at, site)| ((at[0], at[2]), site)).into_group_map();
    let pieces = pieces.into_iter().sorted().map(|((x, z), sites)| Piece {
        name: format!("{x}{z}"),
        color: [1, 2, 3],
        shape: Shape::new(sites),
    });
    (Shape::new(cells.iter().map(|&(_, site)| site)), pieces.collect())
}

/// Points on the surface: corners, and middles of triangles and their sides.
fn samples(mesh: &Mesh) -> Vec<[f64; 3]> {
    let at = |number: usize| mesh.points()[number].map(|d| f64::from(d) / PER_MILLIMETRE);
    let mixed = |parts: &[usize]| {
        [0, 1, 2].map(|i| parts.iter().map(|&number| at(number)[i]).sum::<f64>() / parts.len() as f64)
    };
    let triangles = mesh.triangles().iter();
    triangles.flat_map(|&[a, b, c]| [mixed(&[a]), mixed(&[a, b]), mixed(&[a, b, c])]).collect()
}

/// Whether a body without dents, given by points on its surface, is clear of a point: here of bars and rows.
fn distance(one: &[[f64; 3]], other: &[[f64; 3]]) -> f64 {
    let apart = |(a, b): (&[f64; 3], &[f64; 3])| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>();
    // What is far from the box around the other need not be looked at.
    let box_of = |points: &[[f64; 3]], pick: fn(f64, f64) -> f64, start: f64| {
        [0, 1, 2].map(|i| points.iter().map(|at| at[i]).fold(start, pick))
    };
    let near = |of: &[[f64; 3]], to: &[[f64; 3]]| {
        let (low, high) = (box_of(to, f64::min, f64::INFINITY), box_of(to, f64::max, -f64::INFINITY));
        let is_near = |at: &&[f64; 3]| (0..3).all(|i| at[i] > low[i] - 3.0 && at[i] < high[i] + 3.0);
        of.iter().filter(is_near).copied().collect_vec()
    };
    let (one, other) = (near(one, other), near(other, one));
    one.iter().cartesian_product(&other).map(apart).fold(f64::INFINITY, f64::min).sqrt()
}

#[test]
fn assembled_pieces_keep_the_clearance_from_each_other_and_from_their_tray() {
    let make = Make { clearance: 0.5, ..Make::default() };
    for lattice in lattices() {
        let (region, pieces) = rows(lattice);
        let model = assembled(lattice, &pieces, Some(&region), &make).unwrap();
        assert_eq!(model.parts.len(), pieces.len() + 1);
        model.parts.iter().for_each(|part| sound(&part.mesh));
        let surfaces = model.parts.iter().map(|part| samples(&part.mesh)).collect_vec();
        let mut nearest = f64::INFINITY;
        for [one, other] in surfaces[..pieces.len()].iter().array_combinations() {
            nearest = nearest.min(distance(one, other));
        }
        // Walls are flat, also in a dent that the edge of another piece enters.
        let least = if body(lattice) == Body::Polyhedron { 0.42 } else { 0.4999 };
        assert!(nearest > least, "{lattice:?} {nearest}");
        // Lines do not lie side by side.
        assert!(nearest < 1.5 || lattice.has_edges(), "{lattice:?} {nearest}");
        // In the tray nothing is lower than its floor, and at the sides there is room.
        let hollow = surfaces.last().unwrap();
        for piece in &surfaces[..pieces.len()] {
            assert!(piece.iter().all(|at| at[2] > -1e-9));
            let sides = hollow.iter().filter(|at| at[2] > 0.1).copied().collect_vec();
            assert!(distance(piece, &sides) > least - 0.01, "{lattice:?}");
        }
        let apart = exploded(lattice, &pieces, &make).unwrap();
        let surfaces = apart.parts.iter().map(|part| samples(&part.mesh)).collect_vec();
        for [one, other] in surfaces.iter().array_combinations() {
            assert!(distance(one, other) > 2.0, "{lattice:?}");
        }
    }
}

#[test]
fn pieces_lie_flat_on_a_plate_and_apart() {
    let make = Make::default();
    for lattice in lattices() {
        let (region, _) = rows(lattice);
        let pieces = polyforms(lattice, 4, Sided::Free).into_iter().map(|shape| Piece {
            name: String::new(),
            color: [0; 3],
            shape,
        });
        let pieces = pieces.collect_vec();
        let model = plate(lattice, &pieces, Some(&region), &make).unwrap();
        for part in &model.parts {
            sound(&part.mesh);
            assert_eq!(part.mesh.extent()[0][2], 0);
        }
        for [one, other] in model.parts.iter().array_combinations() {
            let ([a, b], [c, d]) = (one.mesh.extent(), other.mesh.extent());
            assert!((0..2).any(|i| b[i] + 40_000 < c[i] || d[i] + 40_000 < a[i]), "{lattice:?}");
        }
        // No piece could lie flatter.
        for (piece, part) in pieces.iter().zip(&model.parts[1..]) {
            let middles =
                piece.shape.sites().iter().filter_map(|site| middle(lattice, site.cell())).collect_vec();
            let most = directions(lattice).into_iter().map(|up| {
                let up = if body(lattice) == Body::Ball { [up[1], up[0], up[2]] } else { up }.map(f64::from);
                let height = |at: &[f64; 3]| (0..3).map(|i| up[i] * at[i]).sum::<f64>();
                let low = middles.iter().map(height).fold(f64::INFINITY, f64::min);
                middles.iter().filter(|at| height(at) < low + 1e-6).count()
            });
            let floor = part.mesh.points().iter().filter(|at| at[2] == 0).count();
            // Polyhedra can lie on each of their faces.
            let most = if body(lattice) == Body::Polyhedron { 1 } else { most.max().unwrap() };
            assert!(floor >= 3 * most, "{lattice:?}");
        }
    }
}

#[test]
fn trays_are_closed_and_have_the_volume_of_slab_and_rim() {
    let make = Make { clearance: 0.5, cell_size: 10.0, thickness: 4.0, ..Make::default() };
    let board = iproduct!(0..8, 0..8).filter(|&(x, y)| !((3..5).contains(&x) && (3..5).contains(&y)));
    let board = Shape::new(board.map(|(x, y)| Site::new([x, y, 0])));
    let mesh = tray(Lattice::SQUARE, &board, &make).unwrap();
    sound(&mesh);
    let (outer, opening) = (88.5 * 88.5 - (4.0 - std::f64::consts::PI) * 9.0, 80.5 * 80.5 - 19.5 * 19.5);
    let volume = outer * 6.0 - opening * 4.0;
    assert!((mesh.volume() / volume - 1.0).abs() < 1e-4, "{} {volume}", mesh.volume());
    let pyramid = iproduct!(0..4, 0..4, 0..4).filter(|(x, y, z)| x + y + z < 4);
    let pyramid = Shape::new(pyramid.map(|(x, y, z)| Site::new([x, y, z])));
    sound(&tray(Lattice::SPHERE, &pyramid, &make).unwrap());
    let row = Shape::new((0..4).map(|x| Site::new([x, 0, 0])));
    lattices().for_each(|lattice| sound(&tray(lattice, &row, &make).unwrap()));
}
