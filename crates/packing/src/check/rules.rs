//! Whether placements obey the rules of a puzzle: from the definitions, with adjacency of its own.

use super::Fault;
use polydlx_lattice::{Bounds, Lattice, PieceId, Placement, Puzzle, Rule, Shape, Site};
use std::collections::BTreeSet;

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
        // How often each site is covered has been looked at.
        Rule::Optional(_) | Rule::Each(..) => None,
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
            let touch = { pairs }.any(|(one, other)| one != other && touch(puzzle.lattice, one, other));
            match rule {
                Rule::Together(..) if !touch => Some(Fault::NotTogether(name(*a), name(*b))),
                Rule::Apart(..) if touch => Some(Fault::NotApart(name(*a), name(*b))),
                _ => None,
            }
        }
        Rule::Rim(piece) => {
            let region: BTreeSet<Site> = puzzle.region.sites().iter().copied().collect();
            let at_rim = |site: &Site| {
                let inside = region.iter().filter(|other| adjacent(puzzle.lattice, *site, **other)).count();
                site.suffix == 0 && inside < degree(puzzle.lattice)
            };
            let wrong = |placed: &&Placement| !placed.shape.sites().iter().any(at_rim);
            { copies(*piece) }.any(|placed| wrong(&placed)).then(|| Fault::NotAtRim(name(*piece)))
        }
        Rule::Within(piece, shape) => {
            let inside = |site: &Site| site.suffix > 0 || has(shape, *site);
            let wrong = |placed: &Placement| !placed.shape.sites().iter().all(inside);
            { copies(*piece) }.any(wrong).then(|| Fault::NotWithin(name(*piece)))
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

fn touch(lattice: Lattice, one: &Placement, other: &Placement) -> bool {
    let plain = |placed: &Placement| -> Vec<Site> {
        placed.shape.sites().iter().copied().filter(|site| site.suffix == 0).collect()
    };
    plain(one).iter().any(|&a| plain(other).iter().any(|&b| adjacent(lattice, a, b)))
}

/// Whether two cells are neighbours: by the distance of their points, and on triangles by the way they point.
fn adjacent(lattice: Lattice, a: Site, b: Site) -> bool {
    let (p, q) = (lattice.point(a.cell()), lattice.point(b.cell()));
    let square: i32 = (0..3).map(|i| (p[i] - q[i]).pow(2)).sum();
    let distance = if ["square", "cube"].contains(&lattice.name()) { 1 } else { 2 };
    a.suffix == 0 && b.suffix == 0 && square == distance && (lattice.name() != "triangle" || a.down != b.down)
}

/// How many neighbours a cell has.
fn degree(lattice: Lattice) -> usize {
    match lattice.name() {
        "triangle" => 3,
        "square" => 4,
        "sphere" => 12,
        _ => 6,
    }
}
