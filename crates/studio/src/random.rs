//! Puzzles made by chance.
//!
//! Some pieces of a set are laid down one after the other, each where it touches the others most: that is the box. So
//! there is a solution; how many there are tells how hard it is to find one.

use crate::Home;
use crate::puzzle::NAME;
use crate::request::{Emit, Refused};
use itertools::Itertools;
use polydlx::cover::{Monitor, Random};
use polydlx::design::{Verdict, Ways, count_ways};
use polydlx::lattice::{Cell, Lattice, PieceId, Puzzle, Region, Shape, Site};
use polydlx::spec::{cells_of, load};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeSet;

/// What kind of puzzle is wanted.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    /// Pieces are taken from this set.
    set: String,
    /// So many.
    pieces: usize,
    difficulty: Difficulty,
    /// The same seed makes the same puzzle.
    seed: u64,
}

/// How hard it is, by the number of solutions up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Difficulty {
    /// Many.
    Easy,
    /// A few.
    Medium,
    /// One.
    Hard,
}

/// From how many solutions on a puzzle is easy.
const MANY: u64 = 10;

impl Difficulty {
    /// What is counted at most.
    fn ways(self) -> Ways {
        match self {
            Self::Easy | Self::Medium => Ways { low: 0, high: Some(MANY - 1) },
            Self::Hard => Ways::exactly(1),
        }
    }

    fn is(self, verdict: &Verdict) -> bool {
        match (self, verdict) {
            (Self::Easy, Verdict::TooMany) => true,
            (Self::Medium, Verdict::Counted(found)) => found.classes > 1,
            (Self::Hard, Verdict::Counted(found)) => found.classes == 1,
            _ => false,
        }
    }
}

/// How many boxes are tried.
const TRIES: u64 = 1000;

/// Makes a puzzle.
pub(crate) fn random(
    wish: &Wish,
    home: &Home<'_>,
    monitor: &Monitor,
    emit: &mut Emit<'_>,
) -> Result<(), Refused> {
    let source =
        home.sets.find(&wish.set, NAME).map_err(|_| format!("there is no set called {}", wish.set))?;
    let loaded = load(source, None, home.sets);
    let set = loaded.puzzle().filter(|_| loaded.is_set());
    let set = set.ok_or_else(|| format!("{} is no set of pieces", wish.set))?;
    let most = set.pieces.len();
    if !(2..=most).contains(&wish.pieces) {
        return Err(format!("a puzzle with pieces of {} has from 2 to {most} of them", wish.set));
    }
    let mut random = Random::new(wish.seed);
    for tries in 1..=TRIES {
        monitor.enter("trying boxes");
        let chosen = some(set.pieces.len(), wish.pieces, &mut random);
        // Compact boxes have many solutions, ragged ones few.
        let slack = if wish.difficulty == Difficulty::Easy { 0 } else { tries as usize % 4 };
        let Some(shape) = grown(set, &chosen, slack, &mut random) else { continue };
        let Some(puzzle) = with(set, &chosen, &shape) else { continue };
        let verdict = count_ways(&puzzle, wish.difficulty.ways(), monitor);
        if verdict == Verdict::Stopped {
            break;
        }
        if wish.difficulty.is(&verdict) {
            let classes = match verdict {
                Verdict::Counted(found) => Some(found.classes),
                _ => None,
            };
            let names = chosen.iter().map(|&piece| set.pieces[piece].name.as_str()).join(" ");
            let cells = cells_of(set.lattice, &shape).map_err(|error| error.to_string())?;
            let only = if chosen.len() == most { String::new() } else { format!(" only {names}") };
            let text = format!("|! lattice {}\n|! use {}{only}\n{cells}\n", set.lattice.name(), wish.set);
            emit(
                json!({"event": "made", "text": text, "classes": classes, "tries": tries, "complete": true}),
            );
            return Ok(());
        }
    }
    if monitor.is_stopped() {
        emit(json!({"event": "made", "text": null, "complete": false}));
        return Ok(());
    }
    Err(format!("none of {TRIES} boxes was like that; with another number of pieces there may be one"))
}

/// So many of some numbers, in ascending order.
fn some(of: usize, number: usize, random: &mut Random) -> Vec<usize> {
    let mut left = (0..of).collect_vec();
    let mut chosen =
        (0..number).map(|_| left.swap_remove(random.below(left.len() as u32) as usize)).collect_vec();
    chosen.sort_unstable();
    chosen
}

/// Pieces laid down one after the other, each where it touches the others most, or up to `slack` times less.
fn grown(set: &Puzzle, chosen: &[usize], slack: usize, random: &mut Random) -> Option<Shape> {
    let lattice = set.lattice;
    let mut order = chosen.to_vec();
    for at in (1..order.len()).rev() {
        order.swap(at, random.below(at as u32 + 1) as usize);
    }
    let mut cells: BTreeSet<Site> = BTreeSet::new();
    for piece in order {
        let shapes = set.shapes.iter().filter(|typical| typical.piece == PieceId(piece));
        let bases = shapes.flat_map(|typical| set.base_placements(typical)).collect_vec();
        if cells.is_empty() {
            cells.extend(bases[random.below(bases.len() as u32) as usize].sites());
            continue;
        }
        let contact =
            |site: &Site| lattice.neighbors(site.cell()).filter(|cell| cells.contains(&cell.site())).count();
        let mut places = Vec::new();
        for (base, free) in bases.iter().cartesian_product(&rim(lattice, &cells)) {
            for anchor in base.sites().iter().filter(|site| site.shifted(minus(free.at, site.at)) == *free) {
                let moved = base.shifted(minus(free.at, anchor.at));
                if !moved.sites().iter().any(|site| cells.contains(site)) {
                    places.push((moved.sites().iter().map(contact).sum::<usize>(), moved));
                }
            }
        }
        let most = places.iter().map(|(contacts, _)| *contacts).max()?;
        places.retain(|(contacts, _)| contacts + slack >= most);
        places.sort();
        places.dedup();
        cells.extend(places[random.below(places.len() as u32) as usize].1.sites());
    }
    Some(Shape::new(cells).normalized())
}

/// The free neighbours of cells.
fn rim(lattice: Lattice, cells: &BTreeSet<Site>) -> BTreeSet<Site> {
    let around = cells.iter().flat_map(|site| lattice.neighbors(site.cell()).map(Cell::site));
    around.filter(|site| !cells.contains(site)).collect()
}

fn minus(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The puzzle with some pieces of a set, and this box.
fn with(set: &Puzzle, chosen: &[usize], shape: &Shape) -> Option<Puzzle> {
    let place = |piece: PieceId| chosen.iter().position(|&number| number == piece.0);
    let shapes = set.shapes.iter().filter_map(|typical| {
        let piece = PieceId(place(typical.piece)?);
        Some(polydlx::lattice::Typical { piece, shape: typical.shape.clone() })
    });
    let region = Region::new(set.lattice, shape.clone()).ok()?;
    let puzzle = Puzzle {
        pieces: chosen.iter().map(|&number| set.pieces[number].clone()).collect(),
        shapes: shapes.collect(),
        ..set.clone()
    };
    Some(puzzle.in_region(region))
}
