//! What is shown of a drawing: as it lies, in layers, as a solid, pulled apart, step by step.

use crate::assembly::{assembly, directions};
use crate::canvas::Canvas;
use crate::explode::exploded;
use crate::geometry::{Space, Tessellation, space};
use crate::mark::Point;
use crate::page;
use crate::scene::Scene;
use crate::style::{Style, View};
use crate::{Drawing, balls, cubes, flat, polyhedra};
use itertools::Itertools;
use polydlx_lattice::{Cell, Lattice, Shape};

/// The picture of a drawing, without its caption.
pub(crate) fn picture(drawing: &Drawing, style: &Style) -> Canvas {
    let scene = Scene::new(drawing, style);
    let pose = Pose::new(&scene, style);
    // Layers alone do not tell what an empty box of a solid looks like.
    let is_empty = scene.pieces.is_empty() && !scene.cells.is_empty() && !matches!(pose, Pose::Plane(_));
    match style.view {
        View::Auto if is_empty => both(&scene, pose, style),
        View::Auto | View::Layers => pose.layers(&scene, style),
        View::Solid => pose.whole(&scene, style),
        View::Both => both(&scene, pose, style),
        View::Exploded => {
            let spot = |cell: Cell| pose.spot(cell, style);
            let is_flat = matches!(pose, Pose::Plane(_));
            pose.whole(&exploded(&scene, if is_flat { None } else { Some(&spot) }), style)
        }
        View::Assembly => steps(&scene, pose, style),
    }
}

/// A solid piece as it is seen best: turned so that the cell of which least is seen shows as much as possible, if not all
/// of them show well by themselves.
///
/// Pieces in the plane, which are seen as they are, and those of other solids are not turned.
pub fn clearest(lattice: Lattice, shape: &Shape, style: &Style) -> Shape {
    let shown = |shape: &Shape| {
        let drawing = Drawing::of_piece(lattice, shape.clone());
        let scene = Scene::new(&drawing, style);
        match Pose::new(&scene, style) {
            Pose::Plane(_) | Pose::Polyhedra(_) => (ENOUGH, 0),
            Pose::Cubes(pose) => cubes::shown(&scene, pose, style),
            Pose::Balls(stage) => balls::shown(&scene, &stage),
        }
    };
    let mut best = (shape.clone(), shown(shape));
    for motion in lattice.rotation_group() {
        if best.1.0 >= ENOUGH {
            break;
        }
        let turned = shape.moved(lattice, motion).normalized();
        let seen = shown(&turned);
        if seen > best.1 {
            best = (turned, seen);
        }
    }
    best.0
}

/// So much is to be seen of each cell, in hundredths: a whole face of a cube, most of a ball.
pub(crate) const ENOUGH: usize = 100;

/// The solid, and its layers beside it.
fn both(scene: &Scene<'_>, pose: Pose, style: &Style) -> Canvas {
    let both = [pose.whole(scene, style), pose.layers(scene, style)];
    page::arranged(both.map(|picture| (picture, None)).into(), 2, style)
}

/// How a scene is looked at; parts of it are, too, so that they can be compared.
#[derive(Clone, Copy)]
enum Pose {
    Plane(Tessellation),
    Cubes(cubes::Pose),
    Balls(balls::Stage),
    Polyhedra(polyhedra::Pose),
}

impl Pose {
    fn new(scene: &Scene<'_>, style: &Style) -> Self {
        match space(scene.lattice) {
            Space::Plane(tessellation) => Self::Plane(tessellation),
            Space::Cubes => Self::Cubes(cubes::Pose::new(style, [0, 0, 1])),
            Space::Balls => Self::Balls(balls::Stage::new(scene, style)),
            Space::Polyhedra => Self::Polyhedra(polyhedra::Pose::new(scene.lattice, style)),
        }
    }

    fn whole(self, scene: &Scene<'_>, style: &Style) -> Canvas {
        match self {
            Self::Plane(tessellation) => flat::picture(&tessellation, scene, style),
            Self::Cubes(pose) => cubes::solid(scene, pose, style),
            Self::Balls(stage) => balls::solid(scene, &stage, style),
            Self::Polyhedra(pose) => polyhedra::solid(scene, pose, style),
        }
    }

    fn layers(self, scene: &Scene<'_>, style: &Style) -> Canvas {
        match self {
            Self::Plane(tessellation) => flat::picture(&tessellation, scene, style),
            Self::Cubes(_) => cubes::layers(scene, style),
            Self::Balls(stage) => balls::layers(scene, &stage, style),
            Self::Polyhedra(pose) if scene.lattice.look().is_none() => polyhedra::slices(scene, pose, style),
            Self::Polyhedra(_) => polyhedra::layers(scene, style),
        }
    }

    /// Where everything stands.
    fn floor(self, scene: &Scene<'_>, style: &Style) -> Canvas {
        match self {
            Self::Plane(tessellation) => flat::floor(&tessellation, scene, style),
            Self::Cubes(pose) => cubes::floor(scene, pose, style),
            Self::Balls(stage) => balls::floor(scene, &stage, style),
            // What is not there yet is not shown.
            Self::Polyhedra(_) => Canvas::default(),
        }
    }

    /// Where a cell is on paper, on such a scale that cells which are at least 1 apart do not overlap.
    fn spot(self, cell: Cell, style: &Style) -> Point {
        let (at, reach) = match self {
            Self::Plane(tessellation) => (tessellation.center(cell).map(|d| d * style.cell_size), 1.0),
            Self::Cubes(pose) => (pose.middle(cell, style.cell_size), 1.65),
            Self::Balls(stage) => (stage.seen_from_front(cell).0, 1.1),
            Self::Polyhedra(pose) => (pose.middle(cell, style.cell_size), 1.65),
        };
        at.map(|d| d / (reach * style.cell_size))
    }

    /// Which way is up.
    fn up(self) -> [i32; 3] {
        match self {
            Self::Balls(stage) => stage.up(),
            Self::Plane(_) | Self::Cubes(_) | Self::Polyhedra(_) => [0, 0, 1],
        }
    }

    /// The same with another way up, and what grows that way.
    fn upright(self, up: [i32; 3], style: &Style) -> (Self, String) {
        match self {
            Self::Plane(_) => (self, String::new()),
            Self::Polyhedra(_) => (self, "z".to_owned()),
            Self::Cubes(_) => {
                let axis = up.iter().position(|&d| d != 0).unwrap_or_default();
                let sign = if up[axis] < 0 { "−" } else { "" };
                (Self::Cubes(cubes::Pose::new(style, up)), format!("{sign}{}", ["x", "y", "z"][axis]))
            }
            Self::Balls(_) => {
                let stage = balls::Stage::upright(up, style);
                (Self::Balls(stage), stage.up_name())
            }
        }
    }
}

/// A picture for each piece that is put down, and a remark on how.
fn steps(scene: &Scene<'_>, pose: Pose, style: &Style) -> Canvas {
    let shapes = scene.pieces.iter().map(|piece| piece.shape.clone()).collect_vec();
    let plan = assembly(scene.lattice, &shapes, pose.up());
    let (pose, up) = pose.upright(plan.up, style);
    let all = pose.whole(scene, style).extent();
    let pictures = plan.order.iter().enumerate().map(|(number, &piece)| {
        let there = &plan.order[..=number];
        let part = scene.part(|cell, owner| owner.filter(|piece| there.contains(piece)).map(|_| cell));
        let mut picture = pose.floor(scene, style);
        picture.place(pose.whole(&part.focused(piece), style), None, [0.0, 0.0]);
        // All pictures are as large as the last one, so that pieces stay in place from one to the next.
        for corner in all {
            picture.cover(corner, 0.0);
        }
        let remark = if plan.blocked.contains(&piece) { " (not from above)" } else { "" };
        (picture, Some(format!("step {}: {}{remark}", number + 1, scene.name(Some(piece)))))
    });
    let mut page = page::layers(pictures.collect(), style);
    let remark = match (plan.blocked.len(), up.as_str()) {
        (_, "") => return page,
        (0, "z") => "Each piece goes straight down.".to_owned(),
        (0, up) => format!("Each piece goes straight down; {up} is up."),
        (n, _) => {
            let which =
                if directions(scene.lattice).len() == 1 { "Not from above" } else { "In no direction" };
            let n = if n == 1 { "one".to_owned() } else { n.to_string() };
            format!("{which} can all pieces be put down: here {n} cannot.")
        }
    };
    page::caption(&mut page, &remark, style);
    page
}
