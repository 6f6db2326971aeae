//! Whether a row says what it should: its corners against its motions and its steps, and what follows from its steps.

use super::fault::{RowFault, RowMistake, mistake};
use super::read::Draft;
use super::row::Row;
use crate::site::{Cell, Point, minus};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Motions take cells to cells with all of their corners; cells that share a side are just those that steps join; and the
/// cells of a period fill it.
pub(super) fn geometry(row: &Row, draft: &Draft) -> Vec<RowMistake> {
    let mut mistakes = Vec::new();
    if row.classes.iter().any(|class| class.corners.is_empty()) {
        return mistakes;
    }
    let at = |class: u8| &draft.classes[usize::from(class)].corners_at;
    let corners = |cell: Cell| row.corners(cell).collect::<BTreeSet<Point>>();
    let shifts = |cell: Cell| cell.at;
    for class in classes(row) {
        let own = corners(class);
        for motion in &row.motions {
            let image = row.action(*motion).apply(class);
            // The shift of a motion is that of the centres.
            let shift = minus(row.point(image), motion.apply(row.point(class))).map(|d| d * row.scale);
            let moved: BTreeSet<Point> =
                own.iter().map(|&corner| crate::site::plus(motion.apply(corner), shift)).collect();
            if moved != corners(image) {
                mistakes.push(mistake(at(class.class), RowFault::CornersNotMoved));
                break;
            }
        }
    }
    if row.loose || !mistakes.is_empty() {
        return mistakes;
    }
    let is_edges = row.classes.iter().all(|class| class.corners.len() == 2);
    // In the plane a side has two corners, in space at least three, and edges meet in one.
    let enough = if is_edges { 1 } else { row.dimension };
    for class in classes(row) {
        let (own, around): (_, BTreeSet<Cell>) = (corners(class), row.neighbors(class).collect());
        for other in near(row).filter(|other| *other != class) {
            let shares = own.intersection(&corners(other)).count() >= enough;
            match (shares, around.contains(&other)) {
                (false, true) => {
                    let step = row.classes[usize::from(class.class)].steps.iter().position(|s| *s == other);
                    let said = step.map(|step| &draft.classes[usize::from(class.class)].steps[step].at);
                    mistakes.push(mistake(said.unwrap_or(at(class.class)), RowFault::NoSharedSide));
                }
                (true, false) => {
                    let step = minus(row.point(other), row.point(class)).iter().join(",");
                    mistakes.push(mistake(at(class.class), RowFault::SharedSide(format!("({step})"))));
                }
                _ => {}
            }
        }
        debug_assert_eq!(shifts(class), [0; 3]);
    }
    if row.dimension == 2 && !is_edges {
        mistakes.extend(area(row, draft));
    }
    mistakes
}

fn classes(row: &Row) -> impl Iterator<Item = Cell> {
    (0..row.classes.len() as u8).map(|class| Cell { at: [0; 3], class })
}

/// All cells that can be near those with coordinates 0.
fn near(row: &Row) -> impl Iterator<Item = Cell> {
    let depth = if row.dimension == 3 { -3..=3 } else { 0..=0 };
    let all = (-3..=3).cartesian_product(-3..=3).cartesian_product(depth);
    all.flat_map(|((x, y), z)| classes(row).map(move |class| class.shifted([x, y, z])))
}

/// The cells of a period must be as large as the period.
fn area(row: &Row, draft: &Draft) -> Option<RowMistake> {
    let cross = |p: Point, q: Point| i64::from(p[0]) * i64::from(q[1]) - i64::from(p[1]) * i64::from(q[0]);
    let scale = i64::from(row.scale);
    let period = 2 * scale * scale * cross(row.axes[0], row.axes[1]).abs();
    let doubled = |class: Cell| {
        let corners: Vec<Point> = row.corners(class).collect();
        corners.iter().circular_tuple_windows().map(|(&p, &q)| cross(p, q)).sum::<i64>().abs()
    };
    let cells: i64 = classes(row).map(doubled).sum();
    (cells != period).then(|| mistake(&draft.classes[0].corners_at, RowFault::Area(cells, period)))
}

/// The length of the shortest way around.
pub(super) fn ring(row: &Row) -> usize {
    let mut best = usize::MAX;
    for root in classes(row) {
        let mut depth: BTreeMap<Cell, (usize, Option<Cell>)> = BTreeMap::from([(root, (0, None))]);
        let mut open = VecDeque::from([root]);
        while let Some(cell) = open.pop_front() {
            let (far, from) = depth[&cell];
            if 2 * far + 1 >= best || far > 6 {
                break;
            }
            for next in row.neighbors(cell) {
                match depth.get(&next) {
                    None => {
                        depth.insert(next, (far + 1, Some(cell)));
                        open.push_back(next);
                    }
                    Some((other, _)) if from != Some(next) => best = best.min(far + other + 1),
                    Some(_) => {}
                }
            }
        }
    }
    if best == usize::MAX { 0 } else { best }
}

/// A way to colour cells like a checkerboard, if there is one.
pub(super) fn checkerboard(row: &Row) -> Option<([i32; 3], Vec<i32>)> {
    let depth = if row.dimension == 3 { 0..2 } else { 0..1 };
    let all = (0..2).cartesian_product(0..2).cartesian_product(depth);
    all.map(|((x, y), z)| [x, y, z]).find_map(|form| {
        let value = |at: [i32; 3]| (0..3).map(|i| form[i] * at[i]).sum::<i32>();
        let mut colors: Vec<Option<i32>> = vec![None; row.classes.len()];
        for start in 0..row.classes.len() {
            if colors[start].is_some() {
                continue;
            }
            colors[start] = Some(0);
            let mut open = vec![start];
            while let Some(class) = open.pop() {
                let own = colors[class].unwrap_or_default();
                for step in &row.classes[class].steps {
                    let wanted = (own + 1 + value(step.at)).rem_euclid(2);
                    match &mut colors[usize::from(step.class)] {
                        Some(color) if *color != wanted => return None,
                        Some(_) => {}
                        color => {
                            *color = Some(wanted);
                            open.push(usize::from(step.class));
                        }
                    }
                }
            }
        }
        Some((form, colors.into_iter().map(Option::unwrap_or_default).collect()))
    })
}
