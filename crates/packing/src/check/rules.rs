//! Whether placements obey the rules of a puzzle: from the definitions, with adjacency of its own.

use super::Fault;
use polydlx_lattice::{Bounds, Cell, Lattice, PieceId, Placement, Point, Puzzle, Rule, Shape, Site};
use std::collections::{BTreeMap, BTreeSet};

/// How often a site may be covered, by what all rules say of it.
pub(super) fn bounds(puzzle: &Puzzle, site: Site) -> (u32, u32) {
    let mut found = if puzzle.cells_optional || site.suffix > 0 { (0, 1) } else { (1, 1) };
    for rule in &puzzle.rules {
        match rule {
            Rule::Each(Bounds { low, high }, shape) if has(shape, site) => found = (*low, *high),
            Rule::Optional(shape) | Rule::Of(_, shape) if has(shape, site) => found = (0, 1),
            _ => {}
        }
    }
    found
}

/// The colours that places of the box have, and who says so: the box.
pub(super) fn colors(puzzle: &Puzzle) -> BTreeMap<Site, (u16, String)> {
    let said = puzzle.rules.iter().flat_map(|rule| match rule {
        Rule::Colored(shape) => shape.sites(),
        _ => &[],
    });
    said.map(|site| (Site { color: 0, ..*site }, (site.color, "the box".to_owned()))).collect()
}

/// The first rule that is broken.
pub(super) fn broken(puzzle: &Puzzle, placements: &[Placement]) -> Option<Fault> {
    puzzle.rules.iter().find_map(|rule| broken_rule(puzzle, placements, rule))
}

fn broken_rule(puzzle: &Puzzle, placements: &[Placement], rule: &Rule) -> Option<Fault> {
    let name = |piece: PieceId| puzzle.pieces[piece.0].name.clone();
    let copies = |piece: PieceId| placements.iter().filter(move |placed| placed.piece == piece);
    let covered: BTreeSet<Site> =
        placements.iter().flat_map(|placed| placed.shape.sites().to_vec()).collect();
    match rule {
        // How often each site is covered, and in what colour, has been looked at.
        Rule::Optional(_) | Rule::Each(..) | Rule::Colored(_) => None,
        Rule::Of(Bounds { low, high }, shape) => {
            let number = shape.sites().iter().filter(|site| covered.contains(site)).count() as u32;
            (number < *low || number > *high)
                .then(|| Fault::WrongCover(number, format!("{low} to {high}"), shape.sites().len()))
        }
        Rule::Choose(Bounds { low, high }, pieces) => {
            let number = placements.iter().filter(|placed| pieces.contains(&placed.piece)).count() as u32;
            let names: Vec<String> = pieces.iter().map(|&piece| name(piece)).collect();
            (number < *low || number > *high).then_some(Fault::WrongChoice(number, names))
        }
        Rule::Together(a, b) | Rule::Apart(a, b) => {
            let pairs = copies(*a).flat_map(|one| copies(*b).map(move |other| (one, other)));
            let touch = { pairs }.any(|(one, other)| one != other && touch(puzzle, one, other));
            match rule {
                Rule::Together(..) if !touch => Some(Fault::NotTogether(name(*a), name(*b))),
                Rule::Apart(..) if touch => Some(Fault::NotApart(name(*a), name(*b))),
                _ => None,
            }
        }
        Rule::Rim(piece) => {
            let at_rim = |site: &Site| site.suffix == 0 && around(puzzle, *site).contains(&None);
            let wrong = |placed: &Placement| !placed.shape.sites().iter().any(at_rim);
            { copies(*piece) }.any(wrong).then(|| Fault::NotAtRim(name(*piece)))
        }
        Rule::Within(piece, shape) => {
            let inside = |site: &Site| site.suffix > 0 || has(shape, *site);
            let wrong = |placed: &Placement| !placed.shape.sites().iter().all(inside);
            { copies(*piece) }.any(wrong).then(|| Fault::NotWithin(name(*piece)))
        }
        Rule::Meet(piece, shape) => {
            let wrong = |placed: &Placement| !placed.shape.sites().iter().any(|site| has(shape, *site));
            { copies(*piece) }.any(wrong).then(|| Fault::NotMeeting(name(*piece)))
        }
        Rule::Share(shared, ..) => {
            let mut users: Vec<&Placement> = Vec::new();
            for placed in placements {
                let uses = puzzle.rules.iter().any(|rule| match rule {
                    Rule::Share(other, piece, shape) if other == shared && *piece == placed.piece => {
                        let inside = |site: &Site| {
                            site.suffix > 0 || shape.as_ref().is_none_or(|shape| has(shape, *site))
                        };
                        placed.shape.sites().iter().all(inside)
                    }
                    _ => false,
                });
                if uses {
                    users.push(placed);
                }
            }
            (users.len() > 1).then(|| Fault::Shared(shared.clone(), [0, 1].map(|at| name(users[at].piece))))
        }
        other => unreachable!("nobody thought of {other:?} here"),
    }
}

fn has(shape: &Shape, site: Site) -> bool {
    shape.sites().contains(&site)
}

fn touch(puzzle: &Puzzle, one: &Placement, other: &Placement) -> bool {
    let mut cells = one.shape.sites().iter().filter(|site| site.suffix == 0);
    cells.any(|&site| around(puzzle, site).into_iter().flatten().any(|next| has(&other.shape, next)))
}

/// The neighbours of a cell: the cells of the box, and none for each that is outside.
fn around(puzzle: &Puzzle, site: Site) -> Vec<Option<Site>> {
    let lattice = puzzle.lattice;
    let mut found = Vec::new();
    for (dx, dy, dz) in itertools::iproduct!(-2..=2, -2..=2, -2..=2) {
        for class in lattice.cell_classes().filter(|_| lattice.dimension() == 3 || dz == 0) {
            let cell = class.shifted([site.at[0] + dx, site.at[1] + dy, site.at[2] + dz]);
            if cell != site.cell() && adjacent(lattice, site.cell(), cell) {
                let there = puzzle.wrap.as_ref().map_or(Some(cell), |wrap| wrap.representative(cell));
                let inside = |cell: &Cell| puzzle.region.sites().contains(&cell.site());
                found.push(there.filter(inside).map(Cell::site));
            }
        }
    }
    found
}

/// Whether two cells are neighbours: they share a side, edges share an end, and balls touch. Where that is not what makes
/// neighbours, there is nothing to tell it from.
fn adjacent(lattice: Lattice, a: Cell, b: Cell) -> bool {
    if lattice.is_loose() {
        return lattice.neighbors(a).any(|next| next == b);
    }
    let corners: Vec<Point> = lattice.corners(a).collect();
    if corners.is_empty() {
        let (p, q) = (lattice.point(a), lattice.point(b));
        return (0..4).map(|i| (p[i] - q[i]).pow(2)).sum::<i32>() == 2;
    }
    let shared = lattice.corners(b).filter(|corner| corners.contains(corner)).count();
    shared >= if lattice.has_edges() { 1 } else { lattice.dimension() }
}
