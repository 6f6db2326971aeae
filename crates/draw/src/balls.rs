//! Balls: in layers, and as a heap.

use crate::canvas::{Canvas, text_width};
use crate::color::{Fill, Rgb};
use crate::flat::{GRID, THIN};
use crate::mark::{Figure, Gradient, Group, Mark, Paint, Point, Rule, circle, lines, loops};
use crate::page;
use crate::scene::{Owner, Scene};
use crate::style::Style;
use crate::view::ENOUGH;
use itertools::Itertools;
use polydlx_lattice::{Cell, Lattice, Region, Shape};
use std::collections::BTreeMap;

/// A direction in which balls lie in layers.
#[derive(Clone, Copy)]
struct Stacking {
    /// What all balls of a layer have in common, in the user's coordinates.
    name: &'static str,
    /// That times `divisor` is this form in the coordinates of [`position`].
    form: [i32; 3],
    divisor: i32,
}

/// Hexagonal layers first, and the user's own before all.
const STACKINGS: [Stacking; 7] = [
    Stacking { name: "z", form: [1, 1, -1], divisor: 2 },
    Stacking { name: "x+y+z", form: [1, 1, 1], divisor: 2 },
    Stacking { name: "x", form: [-1, 1, 1], divisor: 2 },
    Stacking { name: "y", form: [1, -1, 1], divisor: 2 },
    Stacking { name: "x+y", form: [0, 0, 1], divisor: 1 },
    Stacking { name: "x+z", form: [0, 1, 0], divisor: 1 },
    Stacking { name: "y+z", form: [1, 0, 0], divisor: 1 },
];

/// Steps from a ball to a neighbour, of which a row is made; the first that lies in a layer is taken.
const ROWS: [[i32; 3]; 4] = [[1, 0, 1], [0, 1, 1], [1, -1, 0], [1, 1, 0]];

/// Radius of a disc and width of the bars between discs of one piece, when balls that touch are 1 apart.
const DISC: f64 = 0.42;
const BAR: f64 = 0.4;

/// What all balls of a layer of [`place_in_layer`] have in common.
pub(crate) const LAYER: &str = STACKINGS[0].name;

/// The user's own layer of a ball, and where its centre is seen there from above when balls that touch are 1 apart.
pub(crate) fn place_in_layer(cell: Cell) -> (i32, Point) {
    let stage = Stage::stacked(STACKINGS[0], 1, &Style { cell_size: 1.0, ..Style::default() });
    (stage.value(cell), stage.seen_from_above(cell))
}

/// Where the balls of a heap stand whose layers are squares: layer, and twice the row and the column, since every other
/// layer lies half a ball further. None if its layers are hexagons.
pub(crate) fn square_layers(cells: &[Cell]) -> Option<impl Fn(Cell) -> [i32; 3] + use<>> {
    let stage = Stage::of(cells, &Style::default());
    let up = stage.stacking.form.map(|d| stage.sign * d);
    let right = ROWS.into_iter().find(|&row| dot(row, up) == 0)?;
    let back = cross(up, right);
    let place =
        move |cell: Cell| [stage.height(cell), -dot(back, position(cell)), dot(right, position(cell))];
    (stage.stacking.divisor == 1).then_some(place)
}

/// The layers from the lowest up, each as seen from above.
pub(crate) fn layers(scene: &Scene<'_>, stage: &Stage, style: &Style) -> Canvas {
    let mut layers: BTreeMap<i32, Vec<(Cell, Owner)>> = BTreeMap::new();
    for (&cell, &owner) in &scene.cells {
        layers.entry(stage.height(cell)).or_default().push((cell, owner));
    }
    let pictures = layers.into_values().map(|balls| {
        let caption = format!("{} = {}", stage.stacking.name, stage.value(balls[0].0));
        let mut picture = layer(stage, &balls, scene, style);
        let height = stage.height(balls[0].0);
        for &(cell, _, owner) in scene.discs.iter().filter(|(cell, ..)| stage.height(*cell) == height) {
            let [x, y] = stage.seen_from_above(cell);
            let off = 0.25 * style.cell_size;
            let disc = circle([x + off, y - off], 0.1 * style.cell_size);
            picture
                .add(disc.filled(scene.fill(owner).color.into()).stroked(THIN * style.cell_size, Rgb::INK));
        }
        // All layers are as large as the heap, so that what lies upon each other looks it.
        for &cell in scene.cells.keys() {
            picture.cover(stage.seen_from_above(cell), style.cell_size / 2.0);
        }
        (picture, Some(caption))
    });
    page::layers(pictures.collect(), style)
}

fn layer(stage: &Stage, balls: &[(Cell, Owner)], scene: &Scene<'_>, style: &Style) -> Canvas {
    let size = style.cell_size;
    let mut picture = Canvas::default();
    let owners = balls.iter().map(|&(cell, owner)| (owner, cell)).sorted().chunk_by(|&(owner, _)| owner);
    for (owner, cells) in &owners {
        let cells = cells.map(|(_, cell)| cell).collect_vec();
        let fill = scene.fill(owner);
        let mut group = Group::titled(scene.name(owner));
        let touch = |one: Cell, other: Cell| owner.is_some() && scene.lattice.neighbors(one).contains(&other);
        let at = |cell: Cell| stage.seen_from_above(cell);
        let pairs = cells.iter().copied().array_combinations().filter(|&[one, other]| touch(one, other));
        let bars = pairs.map(|pair| pair.map(at).to_vec()).collect_vec();
        let triples = cells.iter().copied().array_combinations();
        let triples = triples.filter(|&[a, b, c]| touch(a, b) && touch(b, c) && touch(a, c));
        let webs = triples.map(|triple| triple.map(at).to_vec()).collect_vec();
        // All in ink, then the same a little smaller in colour: so the piece has one outline.
        let line = 2.0 * THIN * size;
        if !bars.is_empty() {
            group.add(lines(bars.clone(), BAR * size + line, Rgb::INK));
        }
        for &cell in &cells {
            group.add(circle(at(cell), DISC * size).filled(fill.color.into()).stroked(line, Rgb::INK));
        }
        if !bars.is_empty() {
            group.add(lines(bars, BAR * size - line, fill.color));
        }
        if !webs.is_empty() {
            group.add(loops(webs, Rule::Around).filled(fill.color.into()));
        }
        for &cell in &cells {
            group.marks.extend(hatched(circle(at(cell), DISC * size), fill, size));
        }
        picture.add(group);
        if let Some(name) = scene.label(owner).filter(|_| style.labels) {
            for &cell in &cells {
                write_name(&mut picture, name, stage.seen_from_above(cell), size, fill);
            }
        }
    }
    picture
}

/// The heap, from in front and above, painted from the back to the front.
pub(crate) fn solid(scene: &Scene<'_>, stage: &Stage, style: &Style) -> Canvas {
    let size = style.cell_size;
    let mut picture = Canvas::default();
    let balls = from_the_back(scene, stage);
    for (number, &(at, owner)) in balls.iter().enumerate() {
        let fill = scene.fill(owner);
        picture.cover(at, 0.6 * size);
        let ball = circle(at, size / 2.0);
        let mut group = Group::titled(scene.name(owner));
        group.add(circle(at, 0.6 * size).filled(Paint::Gradient(Gradient::Shadow)));
        group.add(ball.clone().filled(Paint::Gradient(Gradient::Sheen(fill.color))));
        group.marks.extend(hatched(ball, fill, size));
        picture.add(group);
        let clear = balls[number + 1..].iter().all(|&(other, _)| distance(at, other) > 0.72 * size);
        if let Some(name) = scene.label(owner).filter(|_| style.labels && clear) {
            write_name(&mut picture, name, at, size, fill);
        }
    }
    picture
}

/// Where the lowest balls lie, in thin lines.
pub(crate) fn floor(scene: &Scene<'_>, stage: &Stage, style: &Style) -> Canvas {
    let mut picture = Canvas::default();
    let low = scene.cells.keys().map(|&cell| stage.height(cell)).min();
    for &cell in scene.cells.keys().filter(|&&cell| Some(stage.height(cell)) == low) {
        let disc = circle(stage.seen_from_front(cell).0, style.cell_size / 2.0);
        picture.add(disc.stroked(THIN * style.cell_size, GRID));
    }
    picture
}

/// How much is seen of the ball that shows least, and of all: in hundredths of what is enough.
pub(crate) fn shown(scene: &Scene<'_>, stage: &Stage) -> (usize, usize) {
    let balls = from_the_back(scene, stage);
    let nearest = |number: usize, at: Point| {
        let nearer = balls[number + 1..].iter().map(|&(nearer, _)| distance(at, nearer) / stage.size);
        nearer.fold(1.0, f64::min)
    };
    let seen = balls.iter().enumerate().map(|(number, &(at, _))| nearest(number, at) / MOST * ENOUGH as f64);
    let seen = seen.map(|share| share.round() as usize).collect_vec();
    (seen.iter().copied().min().unwrap_or(0), seen.iter().sum())
}

/// Of a ball whose middle is so many diameters from that of a nearer one, most is seen.
const MOST: f64 = 0.85;

/// Where the balls are seen, from the back to the front.
fn from_the_back(scene: &Scene<'_>, stage: &Stage) -> Vec<(Point, Owner)> {
    let balls = scene.cells.iter().map(|(&cell, &owner)| (stage.seen_from_front(cell), owner));
    let sorted = balls.sorted_by(|((_, one), _), ((_, other), _)| other.total_cmp(one));
    sorted.map(|((at, _), owner)| (at, owner)).collect()
}

/// How balls are looked at.
#[derive(Clone, Copy)]
pub(crate) struct Stage {
    stacking: Stacking,
    /// 1, or -1 if the layers are stacked the other way.
    sign: i32,
    /// Unit vectors: to the right, to the back, up.
    axes: [[f64; 3]; 3],
    /// By how many quarters the heap is turned.
    quarters: usize,
    /// Whether it is seen from below.
    below: bool,
    size: f64,
}

impl Stage {
    /// Layers lie as most of the symmetries of the heap want them; the wide end is down.
    pub(crate) fn new(scene: &Scene<'_>, style: &Style) -> Self {
        Self::of(&scene.cells.keys().copied().collect_vec(), style)
    }

    fn of(cells: &[Cell], style: &Style) -> Self {
        let heap = Shape::new(cells.iter().map(|cell| cell.site())).normalized();
        let symmetries = Region::new(Lattice::SPHERE, heap)
            .map_or_else(|_| Vec::new(), |region| region.symmetries(Lattice::SPHERE));
        let kept = |stacking: &Stacking| {
            let form = swapped(stacking.form);
            symmetries.iter().filter(|symmetry| symmetry.motion.turn(form) == form).count()
        };
        let stacking = STACKINGS.into_iter().rev().max_by_key(kept).expect("there is more than one way");
        let heights = cells.iter().map(|&cell| dot(stacking.form, position(cell)));
        let layers = heights.sorted().dedup_with_count().map(|(balls, _)| balls).collect_vec();
        let sign = if layers.first() < layers.last() { -1 } else { 1 };
        Self::stacked(stacking, sign, style)
    }

    /// The stage on which a direction is up, given in the coordinates of [`Lattice::point`].
    pub(crate) fn upright(up: [i32; 3], style: &Style) -> Self {
        let stackings = STACKINGS.into_iter().cartesian_product([1, -1]);
        let (stacking, sign) = stackings
            .into_iter()
            .find(|(stacking, sign)| stacking.form.map(|d| sign * d) == swapped(up))
            .expect("balls stand in layers in this direction");
        Self::stacked(stacking, sign, style)
    }

    fn stacked(stacking: Stacking, sign: i32, style: &Style) -> Self {
        let up = stacking.form.map(|d| sign * d);
        let right =
            ROWS.into_iter().find(|&row| dot(row, up) == 0).expect("there are rows in all directions");
        Self {
            stacking,
            sign,
            axes: [right, cross(up, right), up].map(unit),
            quarters: style.corner.quarters(),
            below: style.corner.is_below(),
            size: style.cell_size,
        }
    }

    /// Unit vectors: to the right, to the back, up.
    pub(crate) fn axes(&self) -> [[f64; 3]; 3] {
        self.axes
    }

    /// Which way is up, in the coordinates of [`Lattice::point`].
    pub(crate) fn up(&self) -> [i32; 3] {
        swapped(self.stacking.form.map(|d| self.sign * d))
    }

    /// What grows upwards, in the user's coordinates.
    pub(crate) fn up_name(&self) -> String {
        let name = self.stacking.name;
        match self.sign {
            1 => name.to_owned(),
            _ if name.len() > 1 => format!("−({name})"),
            _ => format!("−{name}"),
        }
    }

    /// Layers that are higher have greater numbers.
    fn height(&self, cell: Cell) -> i32 {
        self.sign * self.value(cell)
    }

    fn value(&self, cell: Cell) -> i32 {
        dot(self.stacking.form, position(cell)) / self.stacking.divisor
    }

    fn seen_from_above(&self, cell: Cell) -> Point {
        let [right, back, _] = self.place(cell);
        [right, -back]
    }

    /// Where a ball is seen, and how far away it is.
    ///
    /// The heap is turned a little, so that rows do not hide each other, and seen from above (or below) a little.
    pub(crate) fn seen_from_front(&self, cell: Cell) -> (Point, f64) {
        // Sines and cosines in Pythagorean triples, so that all machines agree.
        let (turn, tilt) = ([7.0 / 25.0, 24.0 / 25.0], [5.0 / 13.0, 12.0 / 13.0]);
        let tilt = [if self.below { -tilt[0] } else { tilt[0] }, tilt[1]];
        let [right, back, up] = self.place(cell);
        let (right, back) = (0..self.quarters).fold((right, back), |(right, back), _| (back, -right));
        let (right, back) = (turn[1] * right + turn[0] * back, turn[1] * back - turn[0] * right);
        ([right, -(tilt[1] * up + tilt[0] * back)], tilt[1] * back - tilt[0] * up)
    }

    fn place(&self, cell: Cell) -> [f64; 3] {
        let at = position(cell).map(f64::from);
        // Neighbours are the square root of 2 apart in these coordinates.
        self.axes.map(|axis| {
            let along = axis[0] * at[0] + axis[1] * at[1] + axis[2] * at[2];
            along * self.size * std::f64::consts::FRAC_1_SQRT_2
        })
    }
}

/// The point of a ball in right angles, two of them swapped: so the user's x, y, z are a right-handed corner.
fn position(cell: Cell) -> [i32; 3] {
    let [a, b, c, _] = Lattice::SPHERE.point(cell);
    swapped([a, b, c])
}

fn swapped([a, b, c]: [i32; 3]) -> [i32; 3] {
    [b, a, c]
}

/// The marks of a fill upon a disc, if it has any.
fn hatched(disc: Figure, fill: Fill, size: f64) -> Option<Mark> {
    fill.hatch(size).map(|hatch| disc.filled(Paint::Hatch(hatch)).into())
}

fn write_name(picture: &mut Canvas, name: &str, at: Point, size: f64, fill: Fill) {
    picture.write_upon(name, at, size * (0.62 / text_width(name)).min(0.42), fill);
}

fn distance(a: Point, b: Point) -> f64 {
    ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt()
}

fn dot(a: [i32; 3], b: [i32; 3]) -> i32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(a: [i32; 3]) -> [f64; 3] {
    let length = f64::from(dot(a, a)).sqrt();
    a.map(|d| f64::from(d) / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Drawing;

    /// How a heap is stacked, given by points (a,b,c).
    fn check(points: impl IntoIterator<Item = [i32; 3]>, name: &str, sign: i32) {
        let cells =
            points.into_iter().map(|[a, b, c]: [i32; 3]| Lattice::SPHERE.cell([a, b, c, 0]).expect("a ball"));
        let region = Shape::new(cells.map(Cell::site));
        let drawing = Drawing {
            lattice: Lattice::SPHERE,
            region,
            pieces: vec![],
            title: None,
            caption: None,
            labels: Vec::new(),
            tints: Vec::new(),
        };
        let style = Style::default();
        let stage = Stage::new(&Scene::new(&drawing, &style), &style);
        assert_eq!((stage.stacking.name, stage.sign), (name, sign));
    }

    #[test]
    fn heaps_are_stacked_as_suits_them() {
        let at = |x, y, z| {
            let [a, b, c, _] = Lattice::SPHERE.point(Cell { at: [x, y, z], class: 0 });
            [a, b, c]
        };
        let cube = || itertools::iproduct!(0..4, 0..4, 0..4);
        check(cube().filter(|(x, y, z)| x + y + z < 4).map(|(x, y, z)| at(x, y, z)), "z", 1);
        // A square pyramid, upright and on its head.
        let pyramid = |(h, i, j): (i32, i32, i32)| (i.max(j) < 4 - h).then_some([i + j + h, i - j, h]);
        check(cube().filter_map(pyramid), "x+y", 1);
        check(cube().filter_map(pyramid).map(|[a, b, c]| [a, b, -c]), "x+y", -1);
        // One layer of hexagons with another number.
        check([at(0, 0, 0), at(0, 1, 0), at(0, 0, 1)], "x", 1);
    }

    #[test]
    fn every_direction_can_be_up() {
        for up in crate::assembly::directions(Lattice::SPHERE) {
            let stage = Stage::upright(up, &Style::default());
            assert_eq!(stage.up(), up);
            // The heights that order the layers are those that are seen.
            let low = Cell::default();
            for high in Lattice::SPHERE.neighbors(low).filter(|&cell| stage.height(cell) > stage.height(low))
            {
                assert!(stage.place(high)[2] > stage.place(low)[2], "{}", stage.up_name());
            }
        }
    }

    #[test]
    fn neighbours_are_one_cell_apart() {
        let drawing = Drawing {
            lattice: Lattice::SPHERE,
            region: Shape::default(),
            pieces: vec![],
            title: None,
            caption: None,
            labels: Vec::new(),
            tints: Vec::new(),
        };
        let style = Style::default();
        let stage = Stage::new(&Scene::new(&drawing, &style), &style);
        let [x, y, z] = stage.place(Cell::default());
        for cell in Lattice::SPHERE.neighbors(Cell::default()) {
            let [u, v, w] = stage.place(cell);
            let distance = ((u - x).powi(2) + (v - y).powi(2) + (w - z).powi(2)).sqrt();
            assert!((distance - style.cell_size).abs() < 1e-9);
        }
    }
}
