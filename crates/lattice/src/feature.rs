//! What can be said of a piece by one word: the table that `pieces --where` and `use … where` share.

mod hull;

use crate::motion::Motion;
use crate::shape::{Shape, Sided};
use crate::site::{Cell, Site, minus};
use crate::table::{Lattice, Part};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A word for a kind of shapes.
///
/// ```
/// use polydlx_lattice::{PieceCondition, Lattice, Sided, polyforms};
///
/// let slim: PieceCondition = "slim and fits 4x4".parse().unwrap();
/// let nonominoes = polyforms(Lattice::SQUARE, 9, Sided::Free);
/// assert_eq!(nonominoes.iter().filter(|shape| slim.holds(Lattice::SQUARE, shape)).count(), 94);
/// ```
#[derive(Clone, Copy)]
pub struct Feature {
    /// The word.
    pub name: &'static str,
    /// What must follow it, if anything does: an example.
    pub argument: Option<&'static str>,
    /// What it means.
    pub meaning: &'static str,
    accepts: fn(&str) -> bool,
    holds: fn(Lattice, &Shape, &str) -> bool,
}

/// All words.
pub const FEATURES: [Feature; 10] = [
    Feature {
        name: "balanced",
        argument: None,
        meaning: "on a checkerboard it covers as many white cells as black ones",
        accepts: nothing,
        holds: |lattice, shape, _| {
            blacks(lattice, shape).is_some_and(|black| 2 * black == shape.sites().len())
        },
    },
    Feature {
        name: "chiral",
        argument: None,
        meaning: "no rotation makes it its mirror image",
        accepts: nothing,
        holds: |lattice, shape, _| {
            lattice.mirror().is_some_and(|mirror| {
                let mirrored = shape.moved(lattice, mirror).normalized();
                !shape.base_placements(lattice, Sided::One).contains(&mirrored)
            })
        },
    },
    Feature {
        name: "convex",
        argument: None,
        meaning: "every row of its cells, in each direction of the lattice, is unbroken; where cells have several shapes, it is a convex polygon",
        accepts: nothing,
        holds: |lattice, shape, _| is_convex(lattice, shape),
    },
    Feature {
        name: "fits",
        argument: Some("4x4"),
        meaning: "it fits into a box of that size, turned and flipped if need be; `3x4x5` in space",
        accepts: |text| sides(text).is_some(),
        holds: |lattice, shape, text| {
            let Some(sides) = sides(text) else { return false };
            let fits = |shape: &Shape| (0..3).all(|axis| shape.highest()[axis] < sides[axis]);
            shape.base_placements(lattice, Sided::Free).iter().any(fits)
        },
    },
    Feature {
        name: "flat",
        argument: None,
        meaning: "its cells lie in one plane",
        accepts: nothing,
        holds: |lattice, shape, _| is_flat(lattice, shape),
    },
    Feature {
        name: "holes",
        argument: None,
        meaning: "it encloses cells that are not its own",
        accepts: nothing,
        holds: |lattice, shape, _| has_holes(lattice, shape),
    },
    Feature {
        name: "parity",
        argument: Some("even"),
        meaning: "on a checkerboard it covers an even, or an odd, number of black cells and of white cells",
        accepts: |text| ["even", "odd"].contains(&text),
        holds: |lattice, shape, text| {
            let white = |black: usize| shape.sites().len() - black;
            let wanted = usize::from(text == "odd");
            blacks(lattice, shape).is_some_and(|black| black % 2 == wanted && white(black) % 2 == wanted)
        },
    },
    Feature {
        name: "slim",
        argument: None,
        meaning: "it has no block: no 2x2 square, no three hexagons or spheres that all touch, no six triangles around a point",
        accepts: nothing,
        holds: |lattice, shape, _| !has_cycle(lattice, shape, lattice.ring()),
    },
    Feature {
        name: "symmetric",
        argument: None,
        meaning: "a rotation or a reflection that moves some of its cells leaves it as it is",
        accepts: nothing,
        holds: |lattice, shape, _| {
            let shape = shape.normalized();
            let keeps = |motion: &Motion| shape.moved(lattice, *motion).normalized() == shape;
            // The reflection of a flat piece in its own plane does not count.
            let moved = |motion: &Motion| {
                shape.sites().iter().any(|site| {
                    let point = lattice.point(site.cell());
                    let origin = lattice.point(shape.sites()[0].cell());
                    motion.apply(minus(point, origin)) != minus(point, origin)
                })
            };
            let group = lattice.motion_group();
            shape.sites().len() == 1 || group.iter().any(|motion| keeps(motion) && moved(motion))
        },
    },
    Feature {
        name: "tree",
        argument: None,
        meaning: "there is only one way from each of its cells to each other",
        accepts: nothing,
        holds: |lattice, shape, _| {
            let cells = cells(shape);
            let ends: usize = cells.iter().map(|&cell| around(lattice, cell, &cells).count()).sum();
            ends / 2 + 1 == cells.len()
        },
    },
];

/// Features that all hold, or some that do not: `convex and not holes and fits 4x4`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PieceCondition {
    terms: Vec<Term>,
}

/// One word, what follows it, and whether it is denied.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    not: bool,
    name: &'static str,
    argument: String,
}

/// What is wrong with a condition: which of its words, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCondition {
    /// There is no such word.
    Unknown(usize),
    /// Something must follow the word before, such as this.
    Argument(usize, &'static str),
    /// `and` is wanted here.
    And(usize),
}

impl fmt::Display for NoCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(_) => {
                write!(f, "known words are {}", FEATURES.map(|feature| feature.name).join(", "))
            }
            Self::Argument(_, example) => write!(f, "something like `{example}` must stand there"),
            Self::And(_) => write!(f, "conditions are joined by `and`"),
        }
    }
}

impl std::error::Error for NoCondition {}

impl PieceCondition {
    /// Reads words.
    pub fn read(words: &[&str]) -> Result<Self, NoCondition> {
        let mut terms = Vec::new();
        let mut at = 0;
        loop {
            let not = words.get(at) == Some(&"not");
            at += usize::from(not);
            let feature =
                words.get(at).and_then(|word| FEATURES.iter().find(|feature| feature.name == *word));
            let feature = feature.ok_or(NoCondition::Unknown(at))?;
            at += 1;
            let mut argument = String::new();
            if let Some(example) = feature.argument {
                let word = words.get(at).filter(|word| (feature.accepts)(word));
                argument = (*word.ok_or(NoCondition::Argument(at, example))?).to_owned();
                at += 1;
            }
            terms.push(Term { not, name: feature.name, argument });
            match words.get(at) {
                None => return Ok(Self { terms }),
                Some(&"and") => at += 1,
                Some(_) => return Err(NoCondition::And(at)),
            }
        }
    }

    /// Whether it holds for a shape. No condition at all always holds.
    pub fn holds(&self, lattice: Lattice, shape: &Shape) -> bool {
        // What a cell has on its sides and corners does not matter.
        let is_cell = |site: &&Site| Part::of_suffix(site.suffix).is_none();
        let shape = &shape.sites().iter().filter(is_cell).copied().collect();
        self.terms.iter().all(|term| {
            let feature = FEATURES.iter().find(|feature| feature.name == term.name);
            feature.is_some_and(|feature| (feature.holds)(lattice, shape, &term.argument) != term.not)
        })
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

impl std::str::FromStr for PieceCondition {
    type Err = NoCondition;

    fn from_str(text: &str) -> Result<Self, NoCondition> {
        Self::read(&text.split_whitespace().collect::<Vec<_>>())
    }
}

impl fmt::Display for PieceCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, Term { not, name, argument }) in self.terms.iter().enumerate() {
            let and = if number > 0 { " and " } else { "" };
            let not = if *not { "not " } else { "" };
            let space = if argument.is_empty() { "" } else { " " };
            write!(f, "{and}{not}{name}{space}{argument}")?;
        }
        Ok(())
    }
}

fn nothing(_: &str) -> bool {
    false
}

/// The lengths of the sides in `4x4` or `3x4x5`.
fn sides(text: &str) -> Option<[i32; 3]> {
    let numbers: Option<Vec<i32>> =
        text.split('x').map(|side| side.parse().ok().filter(|&side| side > 0)).collect();
    match numbers?[..] {
        [a, b] => Some([a, b, 1]),
        [a, b, c] => Some([a, b, c]),
        _ => None,
    }
}

fn cells(shape: &Shape) -> BTreeSet<Cell> {
    shape.sites().iter().filter(|site| site.suffix == 0).map(|site| site.cell()).collect()
}

/// The neighbours of a cell that a set has.
fn around(lattice: Lattice, cell: Cell, cells: &BTreeSet<Cell>) -> impl Iterator<Item = Cell> {
    lattice.neighbors(cell).filter(|next| cells.contains(next))
}

/// How many cells are black, if the lattice can be coloured like a checkerboard.
fn blacks(lattice: Lattice, shape: &Shape) -> Option<usize> {
    let colors: Option<Vec<bool>> = cells(shape).into_iter().map(|cell| lattice.is_black(cell)).collect();
    Some(colors?.into_iter().filter(|black| *black).count())
}

fn is_convex(lattice: Lattice, shape: &Shape) -> bool {
    let cells = cells(shape);
    if lattice.has_primes() && lattice.dimension() == 2 {
        // Rows of triangles that lie between two lines: one coordinate is the same, and along the row the difference
        // of the other two goes up by 1 from cell to cell.
        return (0..3).all(|axis| {
            let mut rows: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
            for &cell in &cells {
                let p = lattice.point(cell);
                let row = p[axis] + i32::from(cell.class == 0);
                rows.entry(row).or_default().push(p[(axis + 1) % 3] - p[(axis + 2) % 3]);
            }
            rows.values().all(|row| {
                let (least, most) = (row.iter().min(), row.iter().max());
                most.zip(least).is_some_and(|(most, least)| (most - least) as usize + 1 == row.len())
            })
        });
    }
    let origin = lattice.cell_classes().next().expect("there is a cell");
    let steps: BTreeSet<[i32; 3]> = if lattice.cell_classes().count() == 1 {
        lattice.neighbors(origin).map(|next| next.at).collect()
    } else if lattice.dimension() == 2 && !lattice.has_edges() {
        return hull::is_convex(lattice, &cells);
    } else {
        // Cells of a class, along the axes and where motions take them.
        let along = (0..lattice.dimension()).map(|axis| {
            let mut step = [0; 3];
            step[axis] = 1;
            step
        });
        let moved = |motion: Motion, step: [i32; 3]| {
            minus(lattice.moved(origin.shifted(step), motion).at, lattice.moved(origin, motion).at)
        };
        along
            .flat_map(|step| lattice.motion_group().into_iter().map(move |motion| moved(motion, step)))
            .collect()
    };
    steps.into_iter().all(|step| {
        cells.iter().all(|cell| {
            let at = |k: i32| cell.shifted(step.map(|d| k * d));
            cells.contains(&at(1)) || !(2..=cells.len() as i32 * 2).any(|k| cells.contains(&at(k)))
        })
    })
}

fn is_flat(lattice: Lattice, shape: &Shape) -> bool {
    if lattice.dimension() == 2 {
        return true;
    }
    // It does not matter that the axes need not be square to each other.
    let points: Vec<[i32; 3]> = cells(shape).iter().map(|&cell| lattice.along(cell)).collect();
    let steps: Vec<[i32; 3]> = points.iter().map(|&p| minus(p, points[0])).collect();
    let cross = |a: [i32; 3], b: [i32; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let normals = steps.iter().flat_map(|&a| steps.iter().map(move |&b| cross(a, b)));
    let normal = { normals }.find(|normal| *normal != [0; 3]);
    normal.is_none_or(|n| steps.iter().all(|p| n[0] * p[0] + n[1] * p[1] + n[2] * p[2] == 0))
}

/// Whether some cells beside the shape cannot be left without crossing it.
fn has_holes(lattice: Lattice, shape: &Shape) -> bool {
    let cells = cells(shape);
    let inside = |cell: &Cell| {
        let (low, high) = (shape.lowest(), shape.highest());
        (0..lattice.dimension()).all(|axis| (low[axis] - 2..=high[axis] + 2).contains(&cell.at[axis]))
    };
    let corner =
        Cell { at: [0, 1, 2].map(|i| shape.lowest()[i] - 2 * i32::from(i < lattice.dimension())), class: 0 };
    let mut outside = BTreeSet::from([corner]);
    let mut new = vec![corner];
    while let Some(cell) = new.pop() {
        for next in lattice.neighbors(cell).filter(|next| inside(next) && !cells.contains(next)) {
            if outside.insert(next) {
                new.push(next);
            }
        }
    }
    let mut beside = cells.iter().flat_map(|&cell| lattice.neighbors(cell));
    beside.any(|cell| !cells.contains(&cell) && !outside.contains(&cell))
}

/// Whether there is a way of so many cells that comes back to where it began.
fn has_cycle(lattice: Lattice, shape: &Shape, length: usize) -> bool {
    fn goes_on(lattice: Lattice, cells: &BTreeSet<Cell>, way: &mut Vec<Cell>, length: usize) -> bool {
        let last = way[way.len() - 1];
        if way.len() == length {
            return lattice.neighbors(last).any(|next| next == way[0]);
        }
        // Each way begins at its least cell.
        let next: Vec<Cell> = around(lattice, last, cells).filter(|next| *next > way[0]).collect();
        next.into_iter().any(|next| {
            !way.contains(&next) && {
                way.push(next);
                let found = goes_on(lattice, cells, way, length);
                way.pop();
                found
            }
        })
    }
    let cells = cells(shape);
    cells.iter().any(|&cell| goes_on(lattice, &cells, &mut vec![cell], length))
}
