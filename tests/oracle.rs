//! A generator of option files after Knuth's descriptions, slow and plain.
//!
//! It works in the user's coordinates with the formulas of TAOCP 7.2.2.1, answers 266, 308, 315, 324 and 355,
//! and shares no code with ours: no table of lattices, no bits, no templates.

use itertools::Itertools;
use polydlx::lattice::{Lattice, Sided, polyforms};
use polydlx::packing::{Claim, Options, check};
use polydlx::spec::cells_of;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeSet;

/// x, y, z, number of the suffix, down.
type Site = (i32, i32, i32, usize, bool);
type Shape = BTreeSet<Site>;

const DIGITS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

fn normalize(shape: &Shape) -> Shape {
    let least = |f: fn(&Site) -> i32| shape.iter().map(f).min().unwrap();
    let (x, y, z) = (least(|s| s.0), least(|s| s.1), least(|s| s.2));
    shape.iter().map(|s| (s.0 - x, s.1 - y, s.2 - z, s.3, s.4)).collect()
}

/// The elementary transformations, in Knuth's order; none where one does not apply.
fn transformations(lattice: &str, shape: &Shape) -> Vec<Shape> {
    let xmax = shape.iter().map(|s| s.0).max().unwrap();
    let map = |f: &dyn Fn(Site) -> Site| -> Shape { shape.iter().map(|&s| f(s)).collect() };
    let mut images = match lattice {
        "square" => {
            vec![map(&|(x, y, z, s, d)| (y, xmax - x, z, s, d)), map(&|(x, y, z, s, d)| (y, x, z, s, d))]
        }
        "triangle" => vec![
            map(&|(x, y, z, s, d)| {
                if d { (x + y + 1, xmax - x, z, s, false) } else { (x + y, xmax - x, z, s, true) }
            }),
            map(&|(x, y, z, s, d)| (y, x, z, s, d)),
        ],
        "hex" => {
            vec![map(&|(x, y, z, s, d)| (x + y, xmax - x, z, s, d)), map(&|(x, y, z, s, d)| (y, x, z, s, d))]
        }
        "cube" => {
            vec![map(&|(x, y, z, s, d)| (y, xmax - x, z, s, d)), map(&|(x, y, z, s, d)| (y, z, x, s, d))]
        }
        _ => vec![
            map(&|(x, y, z, s, d)| (y, z, x, s, d)),
            map(&|(x, y, z, s, d)| (x + y + z, 100 - z, 100 - x, s, d)),
        ],
    };
    if lattice == "sphere" && shape.iter().all(|s| s.2 == 0) {
        images.push(map(&|(x, y, z, s, d)| (y, x, z, s, d)));
    }
    images.iter().map(normalize).collect()
}

fn base_placements(lattice: &str, shape: &Shape) -> Vec<Shape> {
    let mut bases = vec![normalize(shape)];
    let mut k = 0;
    while k < bases.len() {
        for image in transformations(lattice, &bases[k].clone()) {
            if !bases.contains(&image) {
                bases.push(image);
            }
        }
        k += 1;
    }
    bases
}

#[derive(Clone, Debug)]
struct Puzzle {
    lattice: &'static str,
    region: Shape,
    pieces: Vec<(&'static str, &'static str, Shape)>,
}

impl Puzzle {
    const SUFFIXES: [&'static str; 3] = ["", "!", ".x"];

    fn name(&self, s: Site) -> String {
        let plane = !matches!(self.lattice, "cube" | "sphere");
        let mut name: String = [s.0, s.1, s.2].map(|d| char::from(DIGITS[d as usize])).iter().collect();
        if plane {
            name.pop();
        }
        if s.4 {
            name.push('\'');
        }
        name + Self::SUFFIXES[s.3]
    }

    fn words(&self, shape: &Shape) -> String {
        shape.iter().map(|&s| format!(" {}", self.name(s))).collect()
    }

    fn spec(&self) -> String {
        // The suffixes are mentioned first in the order of their numbers.
        let mut text = format!("|! lattice {}\n", self.lattice);
        let mut by_suffix: Vec<Site> = self.region.iter().copied().collect();
        by_suffix.sort_by_key(|s| s.3);
        let cells: Vec<_> = by_suffix.iter().map(|&s| self.name(s)).collect();
        text += &format!("{}\n", cells.join(" "));
        for (prefix, name, shape) in &self.pieces {
            text += &format!("{prefix}{name}{}\n", self.words(shape));
        }
        text
    }

    fn option_file(&self) -> String {
        let mut out: String = self.spec().lines().map(|line| format!("| {line}\n")).collect();
        out += "| this file was created by polydlx from that data\n";
        let part = |secondary: bool| -> String {
            self.region
                .iter()
                .filter(|s| (s.3 != 0) == secondary)
                .map(|&s| format!(" {}", self.name(s)))
                .collect()
        };
        out += &part(false);
        let mut seen = BTreeSet::new();
        for (prefix, name, _) in &self.pieces {
            if seen.insert(name) {
                out += &format!(" {}{name}", if *prefix == "1|" { "" } else { prefix });
            }
        }
        let all = self.pieces.iter().flat_map(|(_, _, shape)| shape).chain(&self.region);
        if all.clone().any(|s| s.3 != 0) {
            out += " |";
            out += &part(true);
        }
        out.push('\n');
        for (_, name, shape) in &self.pieces {
            for base in base_placements(self.lattice, shape) {
                let first = base.iter().next().unwrap();
                let shifts: BTreeSet<_> =
                    self.region.iter().map(|s| (s.0 - first.0, s.1 - first.1, s.2 - first.2)).collect();
                for (x, y, z) in shifts {
                    let placed: Shape = base.iter().map(|s| (s.0 + x, s.1 + y, s.2 + z, s.3, s.4)).collect();
                    if placed.is_subset(&self.region) {
                        out += &format!("{name}{}\n", self.words(&placed));
                    }
                }
            }
        }
        out
    }
}

fn sites(lattice: &'static str, from: i32, to: i32, most: usize) -> impl Strategy<Value = Shape> {
    let plane = !matches!(lattice, "cube" | "sphere");
    let z = if plane { 0..=0 } else { from..=to };
    let suffix = prop_oneof![6 => Just(0_usize), 1 => Just(1), 1 => Just(2)];
    let site = (from..=to, from..=to, z, suffix, any::<bool>())
        .prop_map(move |(x, y, z, s, d)| (x, y, z, s, d && lattice == "triangle"));
    prop::collection::btree_set(site, 1..=most)
}

fn puzzles() -> impl Strategy<Value = Puzzle> {
    let lattices = prop::sample::select(vec!["square", "triangle", "hex", "cube", "sphere"]);
    (lattices, 0..58).prop_flat_map(|(lattice, corner)| {
        let prefix = prop::sample::select(vec!["", "1|", "2|", "0:3|", "12|"]);
        let shape = prop_oneof![sites(lattice, 0, 2, 4), sites(lattice, 5, 6, 3)];
        let line = prop::collection::vec(shape, 1..3);
        let pieces = prop::collection::vec((prefix, line), 1..4).prop_map(|pieces| {
            let named = ["piece-1", "Q", "z-'"].into_iter().zip(pieces);
            named
                .flat_map(|(name, (prefix, lines))| lines.into_iter().map(move |shape| (prefix, name, shape)))
                .collect()
        });
        // A region with many cells and few holes, now and then at the far end of the digits.
        let region =
            sites(lattice, corner, corner + 3, if matches!(lattice, "cube" | "sphere") { 90 } else { 40 });
        (region, pieces).prop_map(move |(region, pieces)| Puzzle { lattice, region, pieces })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, rng_seed: RngSeed::Fixed(62), ..ProptestConfig::default() })]

    #[test]
    fn random_option_files_agree(puzzle in puzzles()) {
        // Pieces may mention suffixes before the region's table is complete, in another order.
        let suffixes = |shape: &Shape| -> Vec<usize> { shape.iter().map(|s| s.3).filter(|&s| s > 0).collect() };
        let mut order = suffixes(&puzzle.region);
        order.sort_unstable();
        order.extend(puzzle.pieces.iter().flat_map(|(_, _, shape)| suffixes(shape)));
        let mut first = Vec::new();
        for suffix in order {
            if !first.contains(&suffix) {
                first.push(suffix);
            }
        }
        prop_assume!(first.is_sorted());
        prop_assert_eq!(super::option_file(&puzzle.spec()), puzzle.option_file());
    }
}

/// The lattices that this generator knows.
const KNOWN: [Lattice; 5] =
    [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX, Lattice::CUBE, Lattice::SPHERE];

/// All subsets of a small region that `check` takes for a placement of the piece are its options, and no others.
///
/// `check` has geometry of its own, so this compares two definitions of what a piece may do: by closure under
/// elementary transformations, and by trying all signed permutations.
fn options_are_what_check_accepts(lattice: Lattice, sided: Sided, region: &Shape, piece: &Shape) {
    let puzzle = Puzzle {
        lattice: lattice.name(),
        region: region.clone(),
        pieces: vec![("", "piece-1", piece.clone())],
    };
    let spec = format!("|! sided {}\n|! cells optional\n{}", sided.name(), puzzle.spec());
    let loaded = super::loaded(&spec);
    let puzzle = loaded.puzzle().unwrap();
    let options = Options::new(puzzle);
    let found: BTreeSet<Vec<_>> = options.iter().map(|placement| placement.sites().collect()).collect();
    let accepted: BTreeSet<Vec<_>> = puzzle
        .region
        .sites()
        .iter()
        .copied()
        .combinations(piece.len())
        .filter(|sites| {
            let cells = sites.iter().map(|&site| puzzle.site_name(site)).collect();
            check(puzzle, &[Claim { piece: "piece-1".to_owned(), cells }]).is_ok()
        })
        .collect();
    assert_eq!(found, accepted, "{spec}");
    assert_eq!(found.len(), options.iter().count(), "no option occurs twice");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, rng_seed: RngSeed::Fixed(48), ..ProptestConfig::default() })]

    #[test]
    fn two_definitions_of_placements_agree(
        (lattice, sided, region, piece) in (prop::sample::select(KNOWN.to_vec()), prop::sample::select(Sided::ALL.to_vec()))
            .prop_flat_map(|(lattice, sided)| {
                let name = lattice.name();
                let region = sites(name, 0, 3, 16);
                (Just(lattice), Just(sided), region, sites(name, 0, 2, 4))
            })
    ) {
        options_are_what_check_accepts(lattice, sided, &region, &piece);
    }
}

/// Whole boxes, in which everything that can occur does occur.
#[test]
fn two_definitions_of_placements_agree_in_boxes() {
    for lattice in KNOWN {
        let plane = lattice.dimension() == 2;
        let side = if plane { 4 } else { 2 };
        let mut region = Shape::new();
        for (x, y, z) in itertools::iproduct!(0..=side, 0..=side, 0..=if plane { 0 } else { side }) {
            region.insert((x, y, z, 0, false));
            if lattice.has_primes() {
                region.insert((x, y, z, 0, true));
            }
        }
        for size in 1..=3 {
            for piece in polyforms(lattice, size, Sided::One) {
                let piece: Shape = piece
                    .sites()
                    .iter()
                    .map(|s| (s.at[0], s.at[1], s.at[2], usize::from(s.suffix), s.class == 1))
                    .collect();
                for sided in Sided::ALL {
                    options_are_what_check_accepts(lattice, sided, &region, &piece);
                }
            }
        }
    }
}

/// The same on all lattices: pieces of up to three cells, or one unit, in a box of about sixteen cells.
#[test]
fn two_definitions_of_placements_agree_on_all_lattices() {
    for lattice in Lattice::ALL {
        let (plane, classes) = (lattice.dimension() == 2, lattice.cell_classes().count());
        let reach =
            |cells: usize| (1..4).rev().find(|n| n * n * if plane { 1 } else { *n } * classes <= cells);
        let side = reach(16).unwrap_or(1) as i32;
        let ranges = itertools::iproduct!(0..side, 0..side.max(2), 0..if plane { 1 } else { side });
        let cells =
            ranges.flat_map(|(x, y, z)| lattice.cell_classes().map(move |cell| cell.shifted([x, y, z])));
        let region = polydlx::lattice::Shape::new(cells.map(polydlx::lattice::Cell::site));
        let most = if lattice.units().is_empty() { 3 } else { 1 };
        for piece in (1..=most).flat_map(|size| polyforms(lattice, size, Sided::One)) {
            for sided in Sided::ALL {
                let [region, piece] = [&region, &piece].map(|shape| cells_of(lattice, shape).unwrap());
                let spec = format!(
                    "|! lattice {}\n|! sided {}\n|! cells optional\n{region}\npiece-1 {piece}\n",
                    lattice.name(),
                    sided.name()
                );
                accepted_are_options(&spec);
            }
        }
    }
}

/// All sets of cells that `check` takes for a placement of the only piece are its options, and no others.
fn accepted_are_options(spec: &str) {
    let loaded = super::loaded(spec);
    let puzzle = loaded.puzzle().unwrap();
    let plain = |sites: &mut dyn Iterator<Item = polydlx::lattice::Site>| -> Vec<_> {
        sites.filter(|site| site.suffix == 0).collect()
    };
    let options = Options::new(puzzle);
    let found: BTreeSet<Vec<_>> = options.iter().map(|placement| plain(&mut placement.sites())).collect();
    let size = puzzle.shapes[0].shape.sites().len();
    let cells = plain(&mut puzzle.region.sites().iter().copied());
    let accepted: BTreeSet<Vec<_>> = { cells.into_iter().combinations(size) }
        .filter(|sites| {
            let cells = sites.iter().map(|&site| puzzle.site_name(site)).collect();
            check(puzzle, &[Claim { piece: "piece-1".to_owned(), cells }]).is_ok()
        })
        .collect();
    assert_eq!(found, accepted, "{spec}");
    assert_eq!(found.len(), options.iter().count(), "no option occurs twice");
}
