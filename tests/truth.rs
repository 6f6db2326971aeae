//! Base placements, options and solutions, as TAOCP 7.2.2.1 states them.

use polydlx::cover::{Branch, Engine, Search};
use polydlx::lattice::{Lattice, PieceId, Sided, polyforms};
use polydlx::packing::{Options, Packing};

/// For each piece of a spec its base placements and its options.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let loaded = super::loaded(text);
    let options = Options::new(loaded.puzzle().unwrap());
    (0..loaded.puzzle().unwrap().pieces.len())
        .map(|piece| {
            let bases = options.bases().iter().filter(|base| base.piece == PieceId(piece));
            (bases.clone().count(), bases.map(|base| options.of(base).count()).sum())
        })
        .collect()
}

fn bases(text: &str) -> Vec<usize> {
    numbers(text).into_iter().map(|(bases, _)| bases).collect()
}

fn options(text: &str) -> Vec<usize> {
    numbers(text).into_iter().map(|(_, options)| options).collect()
}

#[test]
fn pentominoes_in_rectangles() {
    let spec = |region| format!("|! lattice square\n|! use pentominoes\n{region}\n");
    assert_eq!(bases(&spec("00")), [2, 8, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]);
    // SQ-O1, SQ-O3, SQ-O4, SQ-O6, SQ-O7.
    assert_eq!(options(&spec("[0-2][0-j]")), [48, 220, 136, 144, 136, 72, 110, 72, 72, 18, 136, 72]);
    assert_eq!(options(&spec("[0-4][0-b]")), [52, 292, 232, 240, 232, 120, 146, 120, 120, 30, 232, 120]);
    assert_eq!(options(&spec("[0-5][0-9]")), [56, 304, 248, 256, 248, 128, 152, 128, 128, 32, 248, 128]);
    let scott = options(&spec("[0-2][0-7] [5-7][0-7] [34][0-25-7]"));
    assert_eq!((scott.iter().sum::<usize>(), scott[3]), (1568, 192));
}

#[test]
fn small_polyominoes_on_a_chessboard() {
    let spec = "|! lattice square\n|! use trominoes only tri-I\n|! use monomino\n[0-7][0-7]\n";
    assert_eq!(options(spec), [96, 64]);
}

/// SQ-N12: all n-ominoes but the straight one, in an n×n square.
#[test]
fn nonstraight_polyominoes_in_squares() {
    for (size, expected) in (3_u32..=7).zip([16, 105, 561, 2804, 13602]) {
        let shapes = polyforms(Lattice::SQUARE, size as usize, Sided::Free);
        let last = size - 1;
        let mut spec = format!("|! lattice square\n[0-{last}][0-{last}]\n");
        for (number, shape) in shapes.iter().enumerate().skip(1) {
            let cells = polydlx::spec::cells_of(Lattice::SQUARE, shape).unwrap();
            spec += &format!("p-{number} {cells}\n");
        }
        assert_eq!(options(&spec).iter().sum::<usize>(), expected, "{spec}");
    }
}

#[test]
fn polyiamonds() {
    assert_eq!(bases("|! lattice triangle\n|! use tetriamonds\n00\n"), [2, 6, 6]);
    let hexiamonds = "|! lattice triangle\n|! use hexiamonds\n[0-5][0-5] [0-5][0-5]'\n";
    assert_eq!(bases(hexiamonds), [6, 3, 6, 1, 6, 6, 12, 12, 6, 12, 12, 12]);
    assert_eq!(options(hexiamonds).iter().sum::<usize>(), 1845);
}

#[test]
fn soma() {
    let spec = "|! lattice cube\n|! use soma\n[0-2][0-2][0-2]\n";
    assert_eq!(bases(spec), [12, 24, 12, 12, 12, 12, 8]);
    assert_eq!(options(spec), [144, 144, 72, 72, 96, 96, 64]);
}

#[test]
fn other_cubes() {
    // PEERS: the sizes of the matrices that were measured.
    let solid = "|! lattice cube\n|! use solid-pentominoes\n[0-2][0-3][0-4]\n";
    assert_eq!(options(solid).iter().sum::<usize>(), 2440);
    let bedlam = "|! lattice cube\n|! use bedlam\n[0-3][0-3][0-3]\n";
    assert_eq!(options(bedlam).iter().sum::<usize>(), 4188);
}

#[test]
fn polyspheres() {
    // SP-B1, in the order of the numbers 1 to 4; SP-B2.
    assert_eq!(bases("|! lattice sphere\n|! use trispheres\n000\n"), [8, 12, 24, 6]);
    let tetrahedron = "00[0-3] 01[0-2] 02[01] 030 10[0-2] 11[01] 120 20[01] 210 300";
    let found = numbers(&format!("|! lattice sphere\n|! use tetraspheres\n{tetrahedron}\n"));
    assert_eq!(found.iter().map(|(bases, _)| bases).sum::<usize>(), 475);
    assert_eq!(found.iter().map(|(_, options)| options).sum::<usize>(), 853);
}

#[test]
fn symmetries_of_regions() {
    for (spec, order) in [
        ("|! lattice square\n[0-7][0-7]\n", 8),
        ("|! lattice square\n[0-5][0-9]\n", 4),
        ("|! lattice square\n[0-2][0-2] 00!\n", 2),
        ("|! lattice square\n0[0-4]\n", 2),
        ("|! lattice triangle\n[0-5][0-5] [0-5][0-5]'\n", 4),
        ("|! lattice triangle\n00\n", 1),
        ("|! lattice triangle\n01 0[01]' 1[01] 10'\n", 12),
        ("|! lattice hex\n0[3-6] 1[2-6] 2[1-6] 3[0-6] 4[0-5] 5[0-4] 6[0-3]\n", 12),
        ("|! lattice hex\n[0-3][0-6]\n", 2),
        ("|! lattice cube\n[0-2][0-2][0-2]\n", 48),
        ("|! lattice cube\n[0-3][0-3]0\n", 8),
        ("|! lattice cube\n000 001 011\n", 2),
        ("|! lattice sphere\n00[0-3] 01[0-2] 02[01] 030 10[0-2] 11[01] 120 20[01] 210 300\n", 24),
        ("|! lattice square\n\n", 1),
    ] {
        let loaded = super::loaded(spec);
        let puzzle = loaded.puzzle().unwrap();
        assert_eq!(puzzle.region.symmetries(puzzle.lattice).len(), order, "{spec}");
    }
}

/// The number of all solutions.
fn total(text: &str) -> u64 {
    let loaded = super::loaded(text);
    let packing = Packing::new(loaded.puzzle().unwrap());
    Search::new(packing.lean_problem()).threads(2).count().solutions
}

#[test]
fn totals_in_the_plane() {
    let square =
        |region: &str, pieces: &str| total(&format!("|! lattice square\n|! use {pieces}\n{region}\n"));
    for (pieces, region, expected) in [
        ("pentominoes only P Q R U X", "[0-4][0-4]", 8),
        ("pentominoes only O S T V W Y Z", "[0-4][0-6]", 4),
        ("pentominoes only P R U", "[0-4][0-2]", 4),
        ("pentominoes only O Q S T V W X Y Z", "[0-4][0-8]", 4),
        ("pentominoes only O Q T W Y Z", "[0-4][0-5]", 4),
        ("pentominoes only P R S U V X", "[0-4][0-5]", 8),
        ("trominoes only tri-V times 3", "[0-2][0-2]", 0),
        ("domino times 28", "[0-6][0-7]", 1_292_697),
        ("domino times 8", "[0-3][0-3]", 36),
        ("domino times 4", "[01][0-2] 2[01]", 4),
        ("domino times 31", "0[1-7] [1-6][0-7] 7[0-6]", 0),
        ("tetrominoes", "[0-3][0-4]", 0),
        ("one-sided-pentominoes only Y times 10", "[0-4][0-9]", 1),
        ("pentominoes only Y times 10", "[0-4][0-9]", 10),
        ("pentominoes only Y times 20", "[0-9][0-9]", 350),
    ] {
        assert_eq!(square(region, pieces), expected, "{pieces} in {region}");
    }
    let triangle = "0[0-6] 1[0-5] 2[0-4] 3[0-3] 4[0-2] 5[01] 60";
    assert_eq!(total(&format!("|! lattice hex\n|! use tetrahexes\n{triangle}\n")), 0);
}

/// Answer 327 of TAOCP 7.2.2.1, as far as the shapes could be rebuilt.
#[test]
fn soma_figures() {
    for (name, region, expected) in [
        ("W-wall", "51[1-3] 41[1-3] 31[1-3] 32[1-3] 33[1-3] 23[1-3] 13[1-3] 14[1-3] 15[1-3]", 0),
        ("almost W-wall", "00[0-2] 01[0-2] 11[0-2] 21[0-2] 22[0-2] 32[0-2] 33[0-2] 34[0-2] 44[0-2]", 12),
        ("bed", "0[0-6][0-2] 10[0-2] 16[0-2]", 24),
        ("apartments 2", "0[0-2][0-2] 1[2-4][0-2] 2[4-6][0-2]", 28),
        ("doorway", "0[0-24-6][0-2] 1[2-4][0-2]", 28),
        ("clip", "0[0-3][0-2] 10[0-2] 13[0-2] 20[0-2] 3[01][0-2]", 40),
        ("tunnel", "0[0134][0-2] 11[0-2] 13[0-2] 2[1-3][0-2]", 52),
        ("zigzag wall", "0[01][0-2] 1[12][0-2] 2[23][0-2] 3[34][0-2] 44[0-2]", 92),
        ("underpass", "0[01][0-2] 1[12][0-2] 22[0-2] 3[12][0-2] 4[01][0-2]", 132),
        ("apartments 1", "0[0-2][0-2] 1[1-3][0-2] 2[2-4][0-2]", 488),
        ("4x5 corral", "[03][0-4]0 [12][04]0 0[1-4]1 3[0-4]1 [12][04]1", 2),
        ("3x6 corral", "[02][0-5]0 1[05]0 0[1-5]1 2[0-5]1 1[05]1", 4),
        ("canal", "[0-2][0-4]0 [0-2][0134]1", 1176),
        ("stepping stones", "[0-2][0-4]0 [0-2][1-4]1", 2718),
        ("", "0[1-3][01] 001 041 1[0-4][01] 2[1-4][01] 201", 3050),
    ] {
        assert_eq!(total(&format!("|! lattice cube\n|! use soma\n{region}\n")), expected, "{name}");
    }
}

/// What TAOCP 7.2.2.1 says of pentacubes by their letters, which it defines by a picture only.
#[test]
fn pentacubes_have_their_letters() {
    let pieces = |only: &str, region: &str| format!("|! lattice cube\n|! use pentacubes{only}\n{region}\n");
    // Answer 340(c): five prisms make a Dorian cube. One of them does not exist if A or E has the other hand.
    for (only, region) in [
        ("a e j m w", "0[0-2][0-4] 1[01][0-4]"),
        ("f k l p r", "0[0-3][0-4] 10[0-4]"),
        ("A d D E n", "0[01][0-4] 1[12][0-4] 21[0-4]"),
        ("c C F u v", "0[01][0-4] 11[0-4] 2[01][0-4]"),
        ("b B t x z", "01[0-4] 1[0-2][0-4] 21[0-4]"),
    ] {
        assert_ne!(total(&pieces(&format!(" only {only}"), region)), 0, "{only}");
    }
    assert_eq!(total(&pieces(" only a d D E n", "0[01][0-4] 1[12][0-4] 21[0-4]")), 0);

    // Answer 335: Mikusinski's cube has two solutions up to rotation. So it has not with other hands.
    let cube = |hands: &str| {
        let text = pieces(&format!(" only {hands}"), "[0-2][0-2][0-2]");
        total(&text.replacen('\n', "\n|! use tetracubes only ell twist-L twist-R\n", 1))
    };
    assert_eq!(["B C f", "b C f", "B c f", "B C F"].map(cube), [2, 3, 11, 6].map(|rotations| 24 * rotations));

    // Answer 343: the greatest weights in a tower upon a T.
    let weight = |[x, y, _]: [i32; 3]| match [x, y] {
        [0, 0] | [0, 2] => 100,
        [1, 1] => 10,
        [2, 1] => 101,
        _ => 0,
    };
    let most = |name: String| {
        let loaded = super::loaded(&pieces(&format!(" only {name}"), "0[0-2][0-8] [12]1[0-8]"));
        let options = Options::new(loaded.puzzle().unwrap());
        options.iter().map(|option| option.sites().map(|site| weight(site.at)).sum::<u32>()).max().unwrap()
    };
    let achiral = [220, 210, 211, 210, 310, 505, 323, 414, 300, 323, 400, 400, 400, 300, 200, 414, 400];
    for (name, expected) in ('a'..='f').zip([312, 310, 311, 221, 210, 220]).chain(('j'..='z').zip(achiral)) {
        assert_eq!(most(name.to_string()), expected, "{name}");
    }

    // Answer 341(a): a piece of Dowler's box and its mirror image beside it. The diagonal numbers of (b) are these, too, but
    // for its 59, which cannot be: half a turn makes another placement of each.
    let walls = "[0-6][0-6]0 [06][0-6][1-4] [1-5][06][1-4]";
    let pairs = |name: char, mirror: fn([i32; 3]) -> [i32; 3]| {
        let loaded = super::loaded(&pieces(&format!(" only {name}"), walls));
        let options = Options::new(loaded.puzzle().unwrap());
        let apart = options.iter().filter(|option| {
            let at: Vec<[i32; 3]> = option.sites().map(|site| site.at).collect();
            at.iter().all(|&cell| !at.contains(&mirror(cell)))
        });
        apart.count()
    };
    for (name, across, diagonal) in
        [('a', 86, 60), ('b', 112, 84), ('c', 172, 120), ('d', 112, 82), ('e', 52, 42), ('f', 26, 20)]
    {
        assert_eq!(pairs(name, |[x, y, z]| [6 - x, y, z]), across, "{name}");
        assert_eq!(pairs(name, |[x, y, z]| [y, x, z]), diagonal, "{name}");
    }
}

/// Answers 356(b) and 356(d): five or six tetraspheres, repeated at will.
#[test]
fn sphere_figures() {
    let fill = |cells: &[[i32; 3]], times: u32| {
        let least = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap());
        let names: Vec<String> = cells
            .iter()
            .map(|cell| (0..3).map(|axis| (cell[axis] - least[axis]).to_string()).collect())
            .collect();
        total(&format!("|! lattice sphere\n|! use tetraspheres times 0:{times}\n{}\n", names.join(" ")))
    };
    let roof = |m: i32, n: i32, stretched: bool| -> Vec<[i32; 3]> {
        let mut cells = Vec::new();
        for k in 0..m.min(n) {
            for x in 0..n - k {
                for y in 0..m - k {
                    cells.push(if stretched { [x + m - 1 - y, y + k, y] } else { [x, y + k, m - 1 - y] });
                }
            }
        }
        cells
    };
    assert_eq!(fill(&roof(3, 4, false), 5), 77783);
    assert_eq!(fill(&roof(3, 4, true), 5), 3440);
    assert_eq!(fill(&roof(4, 3, true), 5), 996);
    assert_eq!(fill(&roof(2, 7, false), 5), 3940);
    assert_eq!(fill(&roof(2, 7, true), 5), 426);
    assert_eq!(fill(&roof(7, 2, true), 5), 4);
    let distinct = |&[x, y, z]: &[i32; 3]| x != y && y != z && z != x;
    let octahedron: Vec<[i32; 3]> = (0..64).map(|n| [n / 16, n / 4 % 4, n % 4]).filter(distinct).collect();
    assert_eq!((octahedron.len(), fill(&octahedron, 6)), (24, 3031));
}

/// SQ-1, SQ-5, SQ-8: how the tree of the 3x20 rectangle depends on what is primary and in what order.
#[test]
fn nodes() {
    let nodes = |text: &str, branch: Branch, engine: Engine| {
        let loaded = super::loaded(text);
        let packing = Packing::new(loaded.puzzle().unwrap());
        let outcome = Search::new(packing.lean_problem()).engine(engine).branch(branch).count();
        assert_eq!(outcome.solutions, 8);
        outcome.nodes
    };
    for engine in [Engine::Links, Engine::Bits, Engine::Sets] {
        let wide = "|! lattice square\n|! use pentominoes\n[0-2][0-j]\n";
        assert_eq!(nodes(wide, Branch::Mrv, engine), 32_644);
        assert_eq!(nodes(&format!("|! pieces optional\n{wide}"), Branch::Mrv, engine), 61_851);
        let tall = "|! lattice square\n|! use pentominoes\n[0-j][0-2]\n";
        assert_eq!(nodes(tall, Branch::First, engine), 71_191);
    }
}

/// SQ-46: no symmetry leaves any of these packings as it is, so that there are just a fourth as many classes. A search would take
/// days; sweeps for the whole and for each symmetry, by Burnside's lemma, take a moment.
#[test]
fn eleven_pentominoes_with_five_empty_cells() {
    let text = "|! lattice square\n|! use pentominoes\n|! choose 11\n|! cells optional\n[0-2][0-j]\n";
    for (more, expected) in [(&[][..], "47213856\n"), (&["--up-to", "symmetry"], "11803464\n")] {
        let args = [&["count", "-"], more].concat();
        let (out, said, status) = super::run(&args, text);
        assert_eq!((out.as_str(), status), (expected, 0), "{said}");
    }
}
