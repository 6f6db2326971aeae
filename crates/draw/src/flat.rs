//! Pictures in the plane: every piece one outline, every border one line.

use crate::canvas::Canvas;
use crate::color::Rgb;
use crate::geometry::{Tessellation, Vertex};
use crate::label;
use crate::mark::{Group, Paint, Point, Rule, circle, lines, loops};
use crate::scene::{Owner, Scene};
use crate::sticks;
use crate::style::Style;
use crate::tint;
use crate::trace::{self, Pinch, Side};
use itertools::Itertools;
use polydlx_lattice::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// Widths of lines, as parts of a cell.
pub(crate) const THIN: f64 = 0.02;
pub(crate) const THICK: f64 = 0.06;
const OUTLINE: f64 = 0.09;

/// The colour of thin lines.
pub(crate) const GRID: Rgb = Rgb(0x595959);

/// The picture of a scene whose cells are those of a tessellation.
pub(crate) fn picture(tessellation: &Tessellation, scene: &Scene<'_>, style: &Style) -> Canvas {
    if tessellation.has_edges() {
        return sticks::picture(tessellation, scene, style);
    }
    if !scene.cells.keys().map(|&cell| tessellation.layer(cell)).all_equal() {
        let part =
            |below: bool| scene.part(|cell, _| ((tessellation.layer(cell) == 0) == below).then_some(cell));
        // Names would be hidden there.
        let mut picture = picture(tessellation, &part(true), &Style { labels: false, ..style.clone() });
        let above = self::picture(tessellation, &part(false), style);
        let extent = above.extent();
        picture.place(above, None, [0.0, 0.0]);
        extent.into_iter().for_each(|corner| picture.cover(corner, 0.0));
        if style.labels {
            let upper: BTreeSet<_> = part(false).cells.into_values().collect();
            let lower = scene.part(|cell, owner| (!upper.contains(&owner)).then_some(cell));
            write_names(tessellation, &lower, style, &mut picture);
        }
        return picture;
    }
    let size = style.cell_size;
    let on_paper = |corner: Vertex| tessellation.point(corner).map(|d| d * size);
    let to_paper =
        |lines: Vec<Vec<Vertex>>| lines.into_iter().map(|line| line.into_iter().map(on_paper).collect());
    let mut picture = Canvas::default();
    for (owner, cells) in scene.by_owner() {
        let outline: Vec<Vec<Point>> = to_paper(trace::outline(tessellation, cells, Pinch::Parted)).collect();
        for &corner in outline.iter().flatten() {
            picture.cover(corner, OUTLINE * size / 2.0);
        }
        let fill = scene.fill(owner);
        let area = loops(outline, Rule::EvenOdd);
        let mut group = Group::titled(scene.name(owner));
        group.add(area.clone().filled(fill.color.into()));
        if let Some(hatch) = fill.hatch(size) {
            group.add(area.filled(Paint::Hatch(hatch)));
        }
        picture.add(group);
    }
    tint::paint(tessellation, scene, style, &mut picture);
    let Borders { inside, between, around } = borders(tessellation, scene);
    let mut draw = |sides: Vec<Side>, width: f64, color: Rgb| {
        if !sides.is_empty() {
            picture.add(lines(to_paper(trace::lines(sides)), width * size, color));
        }
    };
    if style.grid {
        draw(inside, THIN, GRID);
    }
    draw(between, THICK, Rgb::INK);
    draw(around, OUTLINE, Rgb::INK);
    if style.labels {
        write_names(tessellation, scene, style, &mut picture);
    }
    for &(cell, suffix, owner) in &scene.discs {
        let [x, y] = tessellation.center(cell);
        // Beside the name, each suffix in a corner of its own, but in the middle where there is nothing else.
        let alone = !scene.cells.contains_key(&cell);
        let [right, down] =
            CORNERS[usize::from(suffix - 1) % CORNERS.len()].map(|d| d * tessellation.room.single);
        let at = if alone { [x, y] } else { [x + right, y + down] }.map(|d| d * size);
        let radius = tessellation.room.single * size * if alone { 0.3 } else { 0.12 };
        let disc = circle(at, radius).filled(scene.fill(owner).color.into());
        picture.cover(at, radius);
        picture.add(disc.stroked(THIN * 2.0 * size, Rgb::INK));
    }
    picture
}

/// Where the discs of suffixes stand in a cell, from its middle.
const CORNERS: [Point; 4] = [[0.3, -0.3], [-0.3, 0.3], [-0.3, -0.3], [0.3, 0.3]];

/// Where the scene lies, in thin lines.
pub(crate) fn floor(tessellation: &Tessellation, scene: &Scene<'_>, style: &Style) -> Canvas {
    let size = style.cell_size;
    let mut picture = Canvas::default();
    let place = |corner: Vertex| tessellation.point(corner).map(|d| d * size);
    let around = trace::lines(borders(tessellation, scene).around).into_iter();
    let around = around.map(|line| line.into_iter().map(place).collect());
    picture.add(lines(around, THIN * size, GRID));
    picture
}

/// The sides of cells, each once.
pub(crate) struct Borders {
    /// Between cells of one piece, or uncovered ones.
    pub(crate) inside: Vec<Side>,
    /// Between pieces.
    pub(crate) between: Vec<Side>,
    /// At the edge of the region.
    pub(crate) around: Vec<Side>,
}

/// All sides of cells, sorted by what they separate.
pub(crate) fn borders(tessellation: &Tessellation, scene: &Scene<'_>) -> Borders {
    let mut sides: BTreeMap<Side, Vec<Owner>> = BTreeMap::new();
    for (&cell, &owner) in &scene.cells {
        for side in trace::sides(tessellation, cell) {
            sides.entry(side).or_default().push(owner);
        }
    }
    // An end that is joined to another is a border between cells.
    let is_cell = |cell: Cell| scene.lattice.around(cell).next().is_none();
    for (&beyond, there) in scene.joined.iter().filter(|(cell, _)| is_cell(**cell)) {
        for side in trace::sides(tessellation, beyond) {
            if let (Some(owners), Some(&owner)) = (sides.get_mut(&side), scene.cells.get(there)) {
                owners.push(owner);
            }
        }
    }
    let mut borders = Borders { inside: Vec::new(), between: Vec::new(), around: Vec::new() };
    for (side, owners) in sides {
        let kind = match owners.iter().collect_tuple() {
            None => &mut borders.around,
            Some((one, other)) if one == other => &mut borders.inside,
            Some(_) => &mut borders.between,
        };
        kind.push(side);
    }
    borders
}

/// Writes the name of each piece upon each part of it that hangs together.
fn write_names(tessellation: &Tessellation, scene: &Scene<'_>, style: &Style, picture: &mut Canvas) {
    for &(cell, word) in &scene.words {
        if let (Some(place), Some(&owner)) =
            (label::place(tessellation, &[cell].into(), word), scene.cells.get(&cell))
        {
            let at = place.at.map(|d| d * style.cell_size);
            picture.write_upon(word, at, place.size * style.cell_size, scene.fill(owner));
        }
    }
    for (owner, cells) in scene.by_owner() {
        let Some(name) = scene.label(owner) else { continue };
        // Upon several colours names are hard to read, and the colours tell as much.
        if owner.is_some_and(|number| tint::has_tints(&scene.pieces[number])) {
            continue;
        }
        if let [only] = cells[..]
            && scene.words.iter().any(|(cell, _)| *cell == only)
        {
            continue;
        }
        for place in label::places(tessellation, &cells, name) {
            let at = place.at.map(|d| d * style.cell_size);
            picture.write_upon(name, at, place.size * style.cell_size, scene.fill(owner));
        }
    }
}
