//! Properties of packings, against the numbers of the sources and against geometry of another kind.

use super::symmetry::{Brute, Dice, random_puzzle_on};
use polydlx::cover::{Monitor, OptionId};
use polydlx::lattice::{Cell, Lattice, PieceId, Placement, Puzzle, Site};
use polydlx::library::{self, Library};
use polydlx::packing::{Group, Judge, Packing, Question, Rank, Which};
use polydlx::properties::{
    Argument, Better, Charge, Condition, Kind, Measure, Needs, PROPERTIES, Per, Property, Takes,
};
use polydlx::spec::{Loaded, Source, load};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

fn measure(text: &str) -> Measure {
    text.parse().unwrap()
}

/// How many solutions, or classes, have which value.
fn distribution(loaded: &Loaded, classes: bool, name: &str) -> BTreeMap<i64, usize> {
    let packing = Packing::new(loaded.puzzle().unwrap());
    let group = Group::new(&packing);
    let judge = Judge::new(&packing);
    let which = if classes { Which::UpTo(&group) } else { Which::All };
    let measure = &measure(name);
    let rank = Rank { judge: &judge, measure, worst: false };
    let (found, answer) = Question::about(&packing).which(which).distribution(rank, &Monitor::new());
    assert!(answer.complete);
    found.into_iter().map(|(value, number)| (value, number.to_string().parse().unwrap())).collect()
}

/// `20:2,21:5`, or a single value that all have.
fn listed(text: &str, total: usize) -> BTreeMap<i64, usize> {
    let pair = |part: &str| match part.split_once(':') {
        Some((value, number)) => (value.parse().unwrap(), number.parse().unwrap()),
        None => (part.parse().unwrap(), total),
    };
    text.split(',').map(pair).collect()
}

/// The rows of a table with a header, by the names of its columns.
fn rows(file: &str) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(super::folder().join("golden/props").join(file)).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let row = |line: &str| {
        names
            .iter()
            .zip(line.split('\t'))
            .map(|(name, value)| ((*name).to_owned(), value.to_owned()))
            .collect()
    };
    lines.map(row).collect()
}

fn compare(
    loaded: &Loaded,
    classes: bool,
    row: &BTreeMap<String, String>,
    columns: &[(&str, &str)],
    name: &str,
) {
    let total: usize = row.get("count").unwrap_or(&row["classes"]).parse().unwrap();
    for (column, condition) in [
        ("weak2", "colors <= 2"),
        ("strong4", "strong-colors <= 4"),
        ("all_rim", "inner = 0"),
        ("no_crossroads", "crossroads = 0"),
    ] {
        // The table of triangles has fewer columns.
        if !row.contains_key(column) {
            assert_eq!(column, "no_crossroads", "{name}");
            continue;
        }
        let packing = Packing::new(loaded.puzzle().unwrap());
        let (group, judge) = (Group::new(&packing), Judge::new(&packing));
        let which = if classes { Which::UpTo(&group) } else { Which::All };
        let condition: Condition = condition.parse().unwrap();
        let found = Question::about(&packing).which(which).when(&judge, &condition).count(&Monitor::new());
        assert_eq!(found.count.to_string(), row[column], "{name}: {condition}");
    }
    for (column, property) in columns {
        let found = distribution(loaded, classes, property);
        let is_flag = measure(property).property.kind == Kind::Flag;
        if is_flag {
            let yes: usize = row[*column].parse().unwrap();
            assert_eq!(found.get(&1).copied().unwrap_or(0), yes, "{name}: {property}");
            assert_eq!(found.values().sum::<usize>(), total, "{name}: {property}");
        } else {
            assert_eq!(found, listed(&row[*column], total), "{name}: {property}");
        }
    }
}

const COLUMNS: [(&str, &str); 12] = [
    ("edges", "edges"),
    ("perimeter", "perimeter"),
    ("tatami", "tatami"),
    ("crossings", "crossings"),
    ("faultfree", "faultfree"),
    ("faults", "faults"),
    ("strong3", "strong-3-colorable"),
    ("weak3", "weak-3-colorable"),
    ("rim", "rim"),
    ("rim_any", "border"),
    ("hsym", "hsym"),
    ("vsym", "vsym"),
];

#[test]
fn pentominoes_have_the_properties_of_the_sources() {
    for row in rows("named.tsv") {
        let name = &row["puzzle"];
        let item = library::find(name).unwrap();
        let loaded = load(Source::new(item.path(), item.text), None, &Library);
        // In a square a rotation swaps hsym and vsym, so the numbers of the best images are others.
        let columns = if name == "scott-8x8" { &COLUMNS[..10] } else { &COLUMNS[..] };
        compare(&loaded, true, &row, columns, name);
    }
}

#[test]
fn random_regions_have_the_properties_of_a_second_program() {
    for row in rows("random.tsv") {
        let name = &row["file"];
        let text = fs::read_to_string(super::folder().join("golden/props").join(name)).unwrap();
        let loaded = super::loaded(&text);
        compare(&loaded, false, &row, &COLUMNS, name);
        let packing = Packing::new(loaded.puzzle().unwrap());
        let judge = Judge::new(&packing);
        let mut pairs = Vec::new();
        Question::about(&packing).for_each(&Monitor::new(), &mut |found| {
            let value = |name| judge.value(&packing, &measure(name), found.options);
            pairs.push((value("hsym"), value("vsym")));
            std::ops::ControlFlow::Continue(())
        });
        compare_greatest(&row, &pairs);
    }
}

/// The greatest values of hsym and vsym, and what vsym is where hsym is greatest.
fn compare_greatest(row: &BTreeMap<String, String>, pairs: &[(i64, i64)]) {
    let greatest = pairs.iter().map(|(hsym, _)| *hsym).max().unwrap();
    assert_eq!(greatest.to_string(), row["hsym_max"], "{row:?}");
    assert_eq!(pairs.iter().map(|(_, vsym)| *vsym).max().unwrap().to_string(), row["vsym_max"], "{row:?}");
    let mut beside: Vec<i64> =
        pairs.iter().filter(|(hsym, _)| *hsym == greatest).map(|(_, vsym)| *vsym).collect();
    beside.sort_unstable();
    let beside: Vec<String> = beside.iter().map(i64::to_string).collect();
    assert_eq!(beside.join(","), row["hsym_max_vsyms"], "{row:?}");
}

/// One packing of each class, as a second program wrote it down, with its values.
#[test]
fn each_packing_has_the_values_of_a_second_program() {
    let columns = [
        ("cross4", "crossings"),
        ("faults", "faults"),
        ("strong3", "strong-3-colorable"),
        ("weak3", "weak-3-colorable"),
        ("rim", "rim"),
        ("hsym", "hsym"),
        ("vsym", "vsym"),
    ];
    for named in rows("named.tsv") {
        let item = library::find(&named["puzzle"]).unwrap();
        let loaded = load(Source::new(item.path(), item.text), None, &Library);
        let puzzle = loaded.puzzle().unwrap();
        let packing = Packing::new(puzzle);
        let (group, judge) = (Group::new(&packing), Judge::new(&packing));
        let options: BTreeMap<Placement, OptionId> =
            packing.placements().map(|option| (packing.placement(option), option)).collect();
        let (mut classes, mut pairs) = (BTreeSet::new(), Vec::new());
        for row in rows(&format!("{}.classes.tsv", named["puzzle"])) {
            let mut chosen: Vec<OptionId> = { puzzle.pieces.iter().enumerate() }
                .map(|(number, piece)| {
                    let cells = puzzle.region.sites().iter().zip(row["text"].chars());
                    let own = cells.filter(|(_, letter)| piece.name == letter.to_string());
                    options
                        [&Placement { piece: PieceId(number), shape: own.map(|(site, _)| *site).collect() }]
                })
                .collect();
            chosen.sort_unstable();
            for (column, name) in columns {
                let value = judge.value(&packing, &measure(name), &chosen);
                assert_eq!(value.to_string(), row[column], "{name}: {row:?}");
            }
            pairs.push((row["hsym"].parse().unwrap(), row["vsym"].parse().unwrap()));
            let images = (0..group.order()).map(|number| {
                let mut image = group.image(number, &chosen);
                image.sort_unstable();
                image
            });
            classes.insert(images.min().unwrap());
        }
        assert_eq!(classes.len().to_string(), named["count"]);
        compare_greatest(&named, &pairs);
        let mut counted: [BTreeMap<i64, usize>; 2] = Default::default();
        for (hsym, vsym) in pairs {
            *counted[0].entry(hsym).or_default() += 1;
            *counted[1].entry(vsym).or_default() += 1;
        }
        for (name, counted) in ["hsym", "vsym"].into_iter().zip(counted) {
            assert_eq!(counted, listed(&named[name], classes.len()), "{name} {}", named["puzzle"]);
        }
    }
}

#[test]
fn triangles_have_the_properties_of_a_second_program() {
    let columns = [
        ("edges", "edges"),
        ("max_pieces_at_a_point", "meeting"),
        ("weak3", "weak-3-colorable"),
        ("strong3", "strong-3-colorable"),
        ("rim", "rim"),
    ];
    for row in rows("triangle.tsv") {
        let name = &row["puzzle"];
        let item = library::find(name).unwrap();
        let loaded = load(Source::new(item.path(), item.text), None, &Library);
        compare(&loaded, true, &row, &columns, name);
    }
}

/// Dancing Links (2000), Figure 9: the one-sided pentominoes in a 3×30 rectangle.
#[test]
fn the_most_symmetrical_one_sided_pentominoes() {
    let item = library::find("one-sided-3x30").unwrap();
    let loaded = load(Source::new(item.path(), item.text), None, &Library);
    let greatest = |name| *distribution(&loaded, true, name).last_key_value().unwrap().0;
    assert_eq!((greatest("hsym"), greatest("vsym")), (51, 48));
}

/// Whether the value is what it should be, found in a plainer way.
pub(super) fn naive(puzzle: &Puzzle, solution: &[Placement], name: &str) -> i64 {
    let plain = |placement: &Placement| -> Vec<Cell> {
        placement.shape.sites().iter().filter(|site| site.suffix == 0).map(|site| site.cell()).collect()
    };
    let lattice = puzzle.lattice;
    let pieces: Vec<Vec<Cell>> = solution.iter().map(plain).collect();
    let owner = |cell: Cell| pieces.iter().position(|cells| cells.contains(&cell));
    let region: Vec<Cell> =
        puzzle.region.sites().iter().filter(|site| site.suffix == 0).map(|site| site.cell()).collect();
    let meet = |a: Cell, b: Cell, most: bool| {
        let shared = corners(lattice, a).intersection(&corners(lattice, b)).count();
        match (lattice.name(), most) {
            ("sphere", _) => distance(a, b) == 2,
            ("cube", true) => shared == 4,
            (_, true) => shared == 2,
            (_, false) => shared > 0,
        }
    };
    let touch = |one: &[Cell], other: &[Cell], most: bool| {
        one.iter().any(|&a| other.iter().any(|&b| meet(a, b, most)))
    };
    // All sides between pieces, each as the set of the two cells.
    let sides = || -> BTreeSet<[Cell; 2]> {
        let pairs = region.iter().flat_map(|&a| region.iter().map(move |&b| [a, b]));
        let between = |[a, b]: &[Cell; 2]| {
            a < b
                && meet(*a, *b, true)
                && owner(*a).is_some()
                && owner(*b).is_some()
                && owner(*a) != owner(*b)
        };
        pairs.filter(between).collect()
    };
    let points = || -> Vec<usize> {
        let all: BTreeSet<[i32; 3]> = region.iter().flat_map(|&cell| corners(lattice, cell)).collect();
        let around = |point: &[i32; 3]| {
            let cells = region.iter().filter(|&&cell| corners(lattice, cell).contains(point));
            cells.filter_map(|&cell| owner(cell)).collect::<BTreeSet<_>>().len()
        };
        all.iter().map(around).collect()
    };
    let paintable = |differ: &dyn Fn(&[Cell], &[Cell]) -> bool, colors: usize| {
        let n = pieces.len();
        let pairs: Vec<(usize, usize)> = (0..n)
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .filter(|&(i, j)| differ(&pieces[i], &pieces[j]))
            .collect();
        let fits = |mut code: usize| {
            let paint: Vec<usize> = (0..n)
                .map(|_| {
                    let color = code % colors;
                    code /= colors;
                    color
                })
                .collect();
            pairs.iter().all(|&(i, j)| paint[i] != paint[j])
        };
        n == 0 || colors > 0 && (0..colors.pow(n as u32)).any(fits)
    };
    let colorable = |most: bool, colors: usize| paintable(&|one, other| touch(one, other, most), colors);
    let mirrored = |axis: usize| {
        let (low, high) = {
            let along = || region.iter().flat_map(|&cell| corners(lattice, cell)).map(|corner| corner[axis]);
            (along().min().unwrap_or(0), along().max().unwrap_or(0))
        };
        let image = |cell: Cell| -> BTreeSet<[i32; 3]> {
            let reflect = |mut corner: [i32; 3]| {
                corner[axis] = low + high - corner[axis];
                corner
            };
            corners(lattice, cell).into_iter().map(reflect).collect()
        };
        let find = |cell: Cell| region.iter().copied().find(|&other| corners(lattice, other) == image(cell));
        let sides = sides();
        let kept = sides.iter().filter(|[a, b]| match (find(*a), find(*b)) {
            (Some(a), Some(b)) => sides.contains(&[a.min(b), a.max(b)]),
            _ => false,
        });
        kept.count() as i64
    };
    let everywhere: Vec<Cell> = {
        let range = |axis: usize| {
            let along = || region.iter().map(|cell| cell.at[axis]);
            let wide = if axis < lattice.dimension() { 1 } else { 0 };
            along().min().unwrap_or(0) - wide..=along().max().unwrap_or(0) + wide
        };
        let mut cells = Vec::new();
        for x in range(0) {
            for y in range(1) {
                for z in range(2) {
                    cells.push(Cell { at: [x, y, z], class: 0 });
                    if lattice.name() == "triangle" {
                        cells.push(Cell { at: [x, y, z], class: 1 });
                    }
                }
            }
        }
        cells
    };
    // Groups of cells that hang together, among those that are free.
    let groups = |free: &dyn Fn(Cell) -> bool| -> Vec<BTreeSet<Cell>> {
        let mut groups: Vec<BTreeSet<Cell>> = Vec::new();
        for &cell in everywhere.iter().filter(|&&cell| free(cell)) {
            let (near, far): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| group.iter().any(|&other| meet(cell, other, true)));
            groups = far;
            groups.push(near.into_iter().flatten().chain([cell]).collect());
        }
        groups
    };
    // Which pieces end at the outer rim.
    let at_rim = || -> Vec<bool> {
        let outside = groups(&|cell| !region.contains(&cell));
        let outside = outside.iter().find(|group| group.contains(&everywhere[0]));
        let is_outside =
            |cell: Cell| outside.is_some_and(|group| group.iter().any(|&other| meet(cell, other, true)));
        pieces.iter().map(|cells| cells.iter().any(|&cell| is_outside(cell))).collect()
    };
    let rim = || at_rim().into_iter().filter(|&is| is).count() as i64;
    if let Some((property, named)) = name.split_once(' ') {
        let is_named = |&number: &usize| puzzle.pieces[solution[number].piece.0].name == named;
        let ones: Vec<usize> = (0..pieces.len()).filter(is_named).collect();
        let beside = |most: bool| {
            let touched = |&other: &usize| {
                ones.iter().any(|&one| one != other && touch(&pieces[one], &pieces[other], most))
            };
            (0..pieces.len()).filter(touched).count() as i64
        };
        return match property {
            "degree" => beside(true),
            "contacts" => beside(false),
            "inside" => {
                let at_rim = at_rim();
                i64::from(!ones.is_empty() && !ones.iter().any(|&one| at_rim[one]))
            }
            other => panic!("{other} is not known here"),
        };
    }
    let colors = |most: bool| (0..).find(|&colors| colorable(most, colors)).unwrap() as i64;
    let faults = || {
        let mut faults = 0;
        for (form, step) in lines(lattice) {
            let value = |corner: &[i32; 3]| (0..3).map(|i| form[i] * corner[i]).sum::<i32>();
            let range = |cells: &[Cell]| {
                let values: Vec<i32> = cells
                    .iter()
                    .flat_map(|&cell| corners(lattice, cell))
                    .map(|corner| value(&corner))
                    .collect();
                (values.iter().copied().min().unwrap_or(0), values.into_iter().max().unwrap_or(0))
            };
            let (low, high) = range(&pieces.concat());
            let cuts = |at: i32| pieces.iter().map(|cells| range(cells)).any(|(a, b)| a < at && at < b);
            faults += (low + 1..high).filter(|&at| at % step == 0 && !cuts(at)).count();
        }
        faults as i64
    };
    let stable = || {
        let floor = region.iter().map(|cell| cell.at[2]).min().unwrap_or(0);
        let mut stands: BTreeSet<usize> = BTreeSet::new();
        for _ in 0..=pieces.len() {
            for (number, cells) in pieces.iter().enumerate() {
                let supported = |&cell: &Cell| {
                    cell.at[2] == floor
                        || pieces.iter().enumerate().any(|(other, below)| {
                            other != number
                                && stands.contains(&other)
                                && below.iter().any(|&b| b.at[2] == cell.at[2] - 1 && meet(cell, b, true))
                        })
                };
                if cells.iter().any(supported) {
                    stands.insert(number);
                }
            }
        }
        stands.len() == pieces.len()
    };
    let buildable = |ways: &[[i32; 3]]| {
        // All orders in which pieces can be taken away.
        let mut left: Vec<usize> = (0..pieces.len()).collect();
        loop {
            let free = left.iter().position(|&piece| {
                ways.iter().any(|&way| {
                    !pieces[piece].iter().any(|&cell| {
                        left.iter()
                            .filter(|&&other| other != piece)
                            .any(|&other| pieces[other].iter().any(|&b| in_the_way(lattice, cell, b, way)))
                    })
                })
            });
            match free {
                Some(at) => drop(left.remove(at)),
                None => return left.is_empty(),
            }
        }
    };
    let above = if lattice.name() == "cube" { [0, 0, 1] } else { [1, 1, -1] };
    let sideways: &[[i32; 3]] = if lattice.name() == "cube" {
        &[[0, 0, 1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]]
    } else {
        &[[1, 1, -1], [1, 1, 1], [1, -1, -1], [-1, 1, -1]]
    };
    match name {
        "tatami" => i64::from(points().iter().all(|&pieces| pieces < 4)),
        "crossings" => points().iter().filter(|&&pieces| pieces >= 4).count() as i64,
        // Two sides end at a point of the plane if two cells that share a side have it for a corner.
        "crossroads" => {
            let all: BTreeSet<[i32; 3]> = region.iter().flat_map(|&cell| corners(lattice, cell)).collect();
            let ends = |point: &[i32; 3], [a, b]: &[Cell; 2]| {
                [a, b].iter().all(|&&cell| corners(lattice, cell).contains(point))
            };
            let sides = sides();
            all.iter().filter(|point| sides.iter().filter(|side| ends(point, side)).count() >= 4).count()
                as i64
        }
        "meeting" => points().into_iter().max().unwrap_or(0) as i64,
        "faults" => faults(),
        "faultfree" => i64::from(faults() == 0),
        "rim" => rim(),
        "border" => {
            let outside =
                |cell: &Cell| everywhere.iter().any(|b| !region.contains(b) && meet(*cell, *b, true));
            pieces.iter().filter(|cells| cells.iter().any(outside)).count() as i64
        }
        "inner" => pieces.len() as i64 - rim(),
        "connected" => i64::from(groups(&|cell| owner(cell).is_some()).len() <= 1),
        "hands" => {
            let typical = |piece: usize| -> Vec<Vec<[i32; 3]>> {
                let own = puzzle.shapes.iter().filter(|typical| typical.piece.0 == piece);
                let cells = own
                    .map(|typical| plain(&Placement { piece: typical.piece, shape: typical.shape.clone() }));
                cells.map(|cells| middles(lattice, &cells)).collect()
            };
            let mirrored =
                |cells: &Vec<[i32; 3]>| cells.iter().map(|&[a, b, c]| [a, b, -c]).collect::<Vec<_>>();
            let turns = |one: &[[i32; 3]], all: &[Vec<[i32; 3]>]| {
                all.iter().any(|other| is_turned(lattice, one, other))
            };
            let chiral: Vec<usize> = (0..puzzle.pieces.len())
                .filter(|&piece| typical(piece).iter().any(|cells| !turns(&mirrored(cells), &typical(piece))))
                .collect();
            let value = |(cells, placed): (&Vec<Cell>, &Placement)| {
                let Some(rank) = chiral.iter().position(|&piece| piece == placed.piece.0) else { return 0 };
                if turns(&middles(lattice, cells), &typical(placed.piece.0)) { 0 } else { 1 << rank }
            };
            pieces.iter().zip(solution).map(value).sum()
        }
        "holes" => groups(&|cell| owner(cell).is_none()).len() as i64 - 1,
        "pieces" => pieces.len() as i64,
        "weak-3-colorable" => i64::from(colorable(true, 3)),
        "strong-3-colorable" => i64::from(colorable(false, 3)),
        "colors" => colors(true),
        "strong-colors" => colors(false),
        "levels" => {
            let share = |one: &[Cell], other: &[Cell]| one.iter().any(|cell| other.contains(cell));
            (0..).find(|&levels| paintable(&share, levels)).unwrap() as i64
        }
        "edges" => sides().len() as i64,
        "perimeter" => {
            let around = |&cell: &Cell| {
                let all = everywhere.iter().filter(|&&other| meet(cell, other, true));
                all.filter(|&&other| owner(other) != owner(cell)).count()
            };
            pieces.concat().iter().map(around).sum::<usize>() as i64
        }
        "hsym" => mirrored(2),
        "vsym" => mirrored(1),
        "dsym" => mirrored(0),
        "stable" => i64::from(stable()),
        "buildable" => i64::from(buildable(&[above])),
        "buildable-sideways" => i64::from(buildable(sideways)),
        _ => panic!("nobody has thought of {name}"),
    }
}

/// The middles of cells: the sums of their corners, which all have as many.
fn middles(lattice: Lattice, cells: &[Cell]) -> Vec<[i32; 3]> {
    let sum = |a: [i32; 3], b: [i32; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
    cells.iter().map(|&cell| corners(lattice, cell).into_iter().fold([0; 3], sum)).collect()
}

/// Whether points become others when they are turned and shifted, by lengths and angles, as they are on paper or in space.
fn is_turned(lattice: Lattice, from: &[[i32; 3]], to: &[[i32; 3]]) -> bool {
    // How much layers, rows and columns count in squares of lengths.
    let weights = match lattice.name() {
        "triangle" => [1, 3, 1],
        "hex" => [1, 1, 3],
        _ => [1, 1, 1],
    };
    let step = |a: &[i32; 3], b: &[i32; 3]| [0, 1, 2].map(|i| i64::from(b[i] - a[i]));
    let dot = |a: [i64; 3], b: [i64; 3]| (0..3).map(|i| weights[i] * a[i] * b[i]).sum::<i64>();
    let volume = |a: [i64; 3], b: [i64; 3], c: [i64; 3]| {
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    };
    let flat = lattice.dimension() == 2;
    // What one sees of all points from three of them; in the plane, the third is straight above the first.
    let seen = |points: &[[i32; 3]], frame: [usize; 3]| {
        let [one, two] = [1, 2].map(|at| step(&points[frame[0]], &points[frame[at]]));
        let two = if flat { [1, 0, 0] } else { two };
        let of = |point: &[i32; 3]| {
            let way = step(&points[frame[0]], point);
            [dot(way, way), dot(way, one), dot(way, two), volume(one, two, way)]
        };
        let mut all: Vec<_> = points.iter().map(of).collect();
        all.sort_unstable();
        (dot(one, one), dot(two, two), dot(one, two), all)
    };
    let n = to.len();
    let all = || (0..n).flat_map(move |a| (0..n).flat_map(move |b| (0..n).map(move |c| [a, b, c])));
    // Any three points do that are not in line; if there are none, a flip is a turn.
    let spread = |points: &[[i32; 3]], [a, b, c]: [usize; 3]| {
        let (one, two) = (step(&points[a], &points[b]), step(&points[a], &points[c]));
        dot(one, one) * dot(two, two) != dot(one, two) * dot(one, two)
    };
    from.len() == n
        && match all().find(|&frame| spread(from, frame)) {
            Some(frame) => {
                let goal = seen(from, frame);
                all().any(|other| spread(to, other) && seen(to, other) == goal)
            }
            None => {
                let lengths = |points: &[[i32; 3]]| {
                    let pairs = points.iter().flat_map(|a| points.iter().map(move |b| step(a, b)));
                    let mut all: Vec<i64> = pairs.map(|way| dot(way, way)).collect();
                    all.sort_unstable();
                    all
                };
                lengths(from) == lengths(to)
            }
        }
}

/// The corners of a cell as they stand on paper: layer, row, column, in units that make them integers.
pub(super) fn corners(lattice: Lattice, Cell { at: [x, y, z], class }: Cell) -> BTreeSet<[i32; 3]> {
    match lattice.name() {
        "square" => BTreeSet::from([[0, x, y], [0, x + 1, y], [0, x, y + 1], [0, x + 1, y + 1]]),
        "triangle" => {
            let corners = if class == 1 {
                [[x + 1, y], [x + 1, y + 1], [x, y + 1]]
            } else {
                [[x, y], [x + 1, y], [x, y + 1]]
            };
            corners.map(|[x, y]| [0, -y, 2 * x + y]).into()
        }
        "hex" => [[-2, 0], [-1, 1], [1, 1], [2, 0], [1, -1], [-1, -1]]
            .map(|[row, column]| [0, 3 * x + row, 2 * y + x + column])
            .into(),
        "cube" => {
            let both = |d: i32| [d, d + 1];
            let mut corners = BTreeSet::new();
            for x in both(x) {
                for y in both(y) {
                    corners.extend(both(z).map(|z| [x, y, z]));
                }
            }
            corners
        }
        _ => BTreeSet::new(),
    }
}

/// Forms that are constant on the straight lines of a lattice, and by how much they grow from one to the next.
pub(super) fn lines(lattice: Lattice) -> Vec<([i32; 3], i32)> {
    match lattice.name() {
        "square" => vec![([0, 1, 0], 1), ([0, 0, 1], 1)],
        // With row -y and column 2x + y these are -y, 2x and 2x + 2y.
        "triangle" => vec![([0, 1, 0], 1), ([0, 1, 1], 2), ([0, -1, 1], 2)],
        "cube" => vec![([1, 0, 0], 1), ([0, 1, 0], 1), ([0, 0, 1], 1)],
        _ => Vec::new(),
    }
}

/// The square of the distance of two balls.
fn distance(a: Cell, b: Cell) -> i32 {
    let point = |[x, y, z]: [i32; 3]| [x + z, y + z, x + y];
    point(a.at).iter().zip(point(b.at)).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Whether a cell that flies off meets another one; balls of diameter √2, cubes of side 1.
fn in_the_way(lattice: Lattice, from: Cell, other: Cell, way: [i32; 3]) -> bool {
    if lattice.name() == "cube" {
        return (1..64).any(|n| (0..3).all(|i| from.at[i] + n * way[i] == other.at[i]));
    }
    let point = |[x, y, z]: [i32; 3]| [x + z, y + z, x + y].map(f64::from);
    let (a, b) = (point(from.at), point(other.at));
    // Many small steps along the way.
    (1..240).any(|n| {
        let t = f64::from(n) / 20.0;
        let square = |i: usize| (a[i] + t * f64::from(way[i]) - b[i]).powi(2);
        square(0) + square(1) + square(2) < 2.0 - 1e-3
    })
}

/// Properties that need nothing but the packing, and have no argument.
pub(super) fn plain_measures(lattice: Lattice) -> Vec<Measure> {
    let plain = PROPERTIES.iter().filter(|property| {
        property.takes == Takes::Nothing && property.needs == Needs::Nothing && property.is_on(lattice)
    });
    plain.map(Measure::from).collect()
}

/// Properties of one piece.
fn measures_of(puzzle: &Puzzle, piece: &str) -> Vec<Measure> {
    let said = ["inside", "degree", "contacts"].map(|property| measure(&format!("{property} {piece}")));
    said.into_iter().filter(|measure| measure.property.is_on(puzzle.lattice)).collect()
}

/// What solutions pay for each cell, for each step, and for properties that add up.
fn charges_agree(puzzle: &Puzzle, brute: &Brute, dice: &mut Dice) {
    let monitor = &Monitor::new();
    let cells: Vec<Site> = puzzle.region.sites().iter().copied().filter(|site| site.suffix == 0).collect();
    let from = *dice.pick(&cells);
    // By what is known of neighbours, again and again until nothing changes.
    let mut steps: BTreeMap<Site, u64> = BTreeMap::from([(from, 0)]);
    for _ in &cells {
        let near = |a: Site, b: Site| puzzle.lattice.neighbors(a.cell()).any(|cell| cell == b.cell());
        for &cell in &cells {
            let best =
                steps.iter().filter(|(other, _)| near(**other, cell)).map(|(_, steps)| steps + 1).min();
            let known = steps.get(&cell).copied();
            steps.extend(best.into_iter().chain(known).min().map(|steps| (cell, steps)));
        }
    }
    for word in Per::words().filter(|word| KNOWN.contains(&puzzle.lattice) || ["cell", "step"].contains(word))
    {
        let sites = if ["cell", "step"].contains(&word) { vec![from] } else { Vec::new() };
        let charge = Charge { piece: None, sites, cost: 3, per: word.parse().unwrap() };
        let packing = Packing::new(puzzle).charge(&[charge], monitor).unwrap();
        for solution in &brute.solutions {
            let options: Vec<OptionId> = solution.iter().map(|&option| OptionId(option as u32)).collect();
            let tiling = packing.tiling(options.iter().copied());
            let of = |placement: &Placement| match word {
                "cell" => u64::from(placement.shape.sites().contains(&from)),
                _ => placement
                    .shape
                    .sites()
                    .iter()
                    .filter_map(|site| steps.get(site))
                    .min()
                    .copied()
                    .unwrap_or(0),
            };
            let paid = match word {
                "cell" | "step" => tiling.iter().map(of).sum::<u64>() as i64,
                name => naive(puzzle, &tiling, name),
            };
            let cost: u64 = options.iter().map(|&option| packing.problem().cost(option)).sum();
            assert_eq!(cost as i64, 3 * paid, "{word} {solution:?}");
        }
    }
}

/// Exercise 301: pieces that share a cell lie on different levels.
#[test]
fn pieces_upon_each_other_lie_on_levels() {
    let text = "|! lattice square\n|! cover 0:3 each 0[0-4]\n0[0-4]\n\
        A 00 01\nB 00 01 02\nC 00 02\nD 00 03\n0:2|E 00\n0:1|F 00 04\n";
    let loaded = super::loaded(text);
    let packing = Packing::new(loaded.puzzle().unwrap());
    let judge = Judge::new(&packing);
    let levels = measure("levels");
    let mut found = BTreeMap::new();
    Question::about(&packing).for_each(&Monitor::new(), &mut |solution| {
        let value = judge.value(&packing, &levels, solution.options);
        let tiling = packing.tiling(solution.options.iter().copied());
        assert_eq!(value, naive(loaded.puzzle().unwrap(), &tiling, "levels"), "{tiling:?}");
        *found.entry(value).or_insert(0) += 1;
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(found.keys().copied().collect::<Vec<_>>(), [2, 3, 4]);
}

/// All solutions of a puzzle with their values, and what questions about them answer.
fn agrees_with_brute_force(text: &str, dice: &mut Dice) -> bool {
    let loaded = super::loaded(text);
    let puzzle = loaded.puzzle().unwrap();
    let Some(brute) = Brute::new(puzzle).filter(|brute| (1..40).contains(&brute.solutions.len())) else {
        return false;
    };
    let packing = Packing::new(puzzle);
    let group = Group::new(&packing);
    let judge = Judge::new(&packing);
    let monitor = &Monitor::new();
    let options = |solution: &[usize]| -> Vec<OptionId> {
        solution.iter().map(|&option| OptionId(option as u32)).collect()
    };
    let names: Vec<&str> = puzzle.pieces.iter().map(|piece| piece.name.as_str()).take(2).collect();
    let mut measures = plain_measures(puzzle.lattice);
    measures.extend(names.iter().take(1).flat_map(|name| measures_of(puzzle, name)));
    let mut values: BTreeMap<Vec<usize>, BTreeMap<String, i64>> = BTreeMap::new();
    for solution in &brute.solutions {
        if solution.len() > 6 {
            return false;
        }
        let tiling = packing.tiling(options(solution));
        for measure in &measures {
            let value = judge.value(&packing, measure, &options(solution));
            if KNOWN.contains(&puzzle.lattice) {
                let naive = naive(puzzle, &tiling, &measure.to_string());
                assert_eq!(value, naive, "{measure} {solution:?} {text}");
            }
            values.entry(solution.clone()).or_default().insert(measure.to_string(), value);
        }
    }
    let measure = dice.pick(&measures);
    let name = measure.to_string();
    let some = *dice.pick(&values.values().map(|values| values[&name]).collect::<Vec<_>>());
    let condition: Condition = match measure.property.kind {
        Kind::Flag => name.clone(),
        Kind::Number => format!("{name} {} {some}", dice.pick(&["<", "<=", "=", ">=", ">", "!="])),
    }
    .parse()
    .unwrap();
    let holds = |solution: &Vec<usize>| judge.holds(&packing, &condition, &options(solution));
    let question = Question::about(&packing);
    let count = question.clone().when(&judge, &condition).count(monitor).count;
    assert_eq!(
        count,
        brute.solutions.iter().filter(|solution| holds(solution)).count().into(),
        "{condition} {text}"
    );
    // What the search itself heeds, and what is looked at afterwards, are the same.
    let mut conditions =
        vec![condition.clone(), "inner = 0".parse().unwrap(), "inner < 2 and max <= 0".parse().unwrap()];
    for text in ["inner <= 2", "inner = 1", "rim >= 2", "rim > 2", "pieces <= 2", "pieces = 3"] {
        conditions.push(text.parse().unwrap());
    }
    if let [one, other] = names[..] {
        conditions.push(format!("neighbors {one} {other}").parse().unwrap());
        conditions.push(format!("not neighbors {one} {other}").parse().unwrap());
        conditions.push(format!("inside {one} and not inside {other}").parse().unwrap());
    }
    if Property::named("faultfree").unwrap().is_on(puzzle.lattice) {
        conditions.push("faultfree".parse().unwrap());
        conditions.push("faults = 0 and inner < 2".parse().unwrap());
    }
    if puzzle.lattice == Lattice::SQUARE {
        conditions.push("tatami".parse().unwrap());
        conditions.push("crossings = 0".parse().unwrap());
        conditions.push("tatami and inner <= 0".parse().unwrap());
    }
    for condition in &conditions {
        for which in [Which::All, Which::UpTo(&group)] {
            let question = question.clone().which(which).when(&judge, condition);
            let (now, later) = (question.count(monitor).count, question.afterwards().count(monitor).count);
            assert_eq!(now, later, "{condition} {text}");
        }
    }
    charges_agree(puzzle, &brute, dice);
    // Maximal is what nothing can be added to.
    let maximal: Condition = "maximal".parse().unwrap();
    let filled = Judge::new(&packing).prepared_for(&maximal.measures(), &packing, monitor).unwrap();
    for solution in &brute.solutions {
        let chosen: Vec<Placement> = packing.tiling(options(solution)).to_vec();
        let used: BTreeSet<_> =
            chosen.iter().flat_map(|placement| placement.shape.sites().to_vec()).collect();
        let fits = |option: OptionId| {
            let Placement { piece, shape } = packing.placement(option);
            let times = chosen.iter().filter(|placement| placement.piece == piece).count();
            times < puzzle.pieces[piece.0].bounds.high as usize
                && !shape.sites().iter().any(|site| used.contains(site))
        };
        let expected = !packing.problem().option_ids().any(fits);
        assert_eq!(filled.holds(&packing, &maximal, &options(solution)), expected, "{solution:?} {text}");
    }
    for which in [Which::All, Which::UpTo(&group)] {
        let question = question.clone().which(which).when(&filled, &maximal);
        let (now, later) = (question.count(monitor).count, question.afterwards().count(monitor).count);
        assert_eq!(now, later, "maximal {text}");
    }
    // A class counts if one of its solutions does.
    let qualified: BTreeSet<Vec<usize>> = brute
        .solutions
        .iter()
        .filter(|solution| holds(solution))
        .map(|solution| brute.canonical(solution, false))
        .collect();
    let classes = question.clone().which(Which::UpTo(&group)).when(&judge, &condition);
    let mut shown = BTreeSet::new();
    let answer = classes.for_each(monitor, &mut |found| {
        let solution: Vec<usize> = found.options.iter().map(|option| option.0 as usize).collect();
        assert!(holds(&solution), "{condition} {text}");
        shown.insert(brute.canonical(&solution, false));
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!((answer.count, &shown), (qualified.len().into(), &qualified), "{condition} {text}");
    // The best solution of a class stands for it.
    let better = |a: i64, b: i64| if measure.property.better == Better::More { a.max(b) } else { a.min(b) };
    let mut best: BTreeMap<Vec<usize>, i64> = BTreeMap::new();
    for solution in &brute.solutions {
        let value = values[solution][&name];
        best.entry(brute.canonical(solution, false))
            .and_modify(|old| *old = better(*old, value))
            .or_insert(value);
    }
    let mut sorted: Vec<i64> = best.into_values().collect();
    sorted.sort_unstable();
    let worst = dice.roll(2) == 0;
    if worst != (measure.property.better == Better::More) {
        sorted.reverse();
    }
    let rank = Rank { judge: &judge, measure, worst };
    let number = 1 + dice.roll(4);
    let upto = question.clone().which(Which::UpTo(&group));
    let (found, _) = upto.first(number, rank, monitor);
    let found: Vec<i64> = found.into_iter().map(|scored| scored.value).collect();
    sorted.truncate(number);
    // What comes first: the best, or the worst.
    sorted.sort_unstable();
    let mut listed = found.clone();
    listed.sort_unstable();
    assert_eq!(listed, sorted, "{name} worst {worst} {text}");
    // What a puzzle requires is kept by its symmetries.
    let strict = Packing::new(puzzle).require(condition.clone(), monitor).unwrap();
    let kept = Group::new(&strict);
    for number in 0..kept.order() {
        for solution in brute.solutions.iter().filter(|solution| holds(solution)) {
            let mut image: Vec<OptionId> =
                options(solution).into_iter().map(|option| kept.elements()[number].image(option)).collect();
            image.sort_unstable();
            assert!(judge.holds(&packing, &condition, &image), "{condition} {text}");
        }
    }
    assert_eq!(Question::about(&strict).count(monitor).count, count, "{condition} {text}");
    let fixed = Question::about(&strict).fixed(&kept, monitor).unwrap();
    let sum: polydlx::cover::BigUint = fixed.iter().map(|(_, number, solutions)| solutions * number).sum();
    let classes = Question::about(&strict).which(Which::UpTo(&kept)).count(monitor).count;
    assert_eq!(sum, classes * kept.order(), "{condition} {text}");
    true
}

/// The lattices that this file has geometry for.
pub(super) const KNOWN: [Lattice; 5] =
    [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX, Lattice::CUBE, Lattice::SPHERE];

#[test]
fn random_puzzles_agree_with_brute_force() {
    compare_random(14, &KNOWN, 700, 5);
}

/// Elsewhere values are what the program says, but questions about them are answered by going through all solutions.
#[test]
fn random_puzzles_on_other_lattices_agree_with_brute_force() {
    let others: Vec<Lattice> = Lattice::ALL.into_iter().filter(|lattice| !KNOWN.contains(lattice)).collect();
    compare_random(15, &others, 1200, 1);
}

/// Compares so many random puzzles; at least so many of each lattice have solutions, and few enough.
fn compare_random(seed: u64, lattices: &[Lattice], number: usize, least: usize) {
    let mut dice = Dice(seed);
    let mut compared: BTreeMap<&str, usize> = lattices.iter().map(|lattice| (lattice.name(), 0)).collect();
    for _ in 0..number {
        let lattice = *dice.pick(lattices);
        let text = random_puzzle_on(lattice, &mut dice);
        if agrees_with_brute_force(&text, &mut dice) {
            *compared.entry(lattice.name()).or_default() += 1;
        }
    }
    assert!(compared.values().all(|&number| number >= least), "{compared:?}");
}

/// Small pieces in rectangles, where pieces often meet: the search heeds conditions as a look afterwards does.
#[test]
fn conditions_are_the_same_both_ways() {
    let conditions = [
        "tatami",
        "faultfree",
        "faults <= 0",
        "inner <= 1",
        "inner <= 2",
        "rim >= 5",
        "border >= 7",
        "border = 8",
        "crossroads = 0",
        "crossings = 0",
        "neighbors D M",
        "pieces <= 6",
    ];
    let few = ["rim >= 11", "neighbors O Z", "not neighbors O Z", "inside X", "not inside Z"];
    let mut heeded: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (text, conditions) in [
        ("|! lattice square\n[0-3][0-3]\n8|D 00 01\n", &conditions[..]),
        ("|! lattice square\n[0-2][0-3]\n0:10|D 00 01\n0:20|M 00\n", &conditions[..]),
        ("|! lattice square\n[0-3][0-3]\n1:7|D 00 01\n2:3|M 00\n", &conditions[..]),
        // A piece that has two opposite cells of a point, and not the others.
        ("|! lattice square\n[0-2][0-3]\n0:8|D 00 01\n0:4|X 00 11\n0:16|M 00\n", &conditions[..]),
        // A hole in the box.
        ("|! lattice square\n0[0-4] 1[0-24] 2[0-4]\n7|D 00 01\n", &conditions[..]),
        ("|! lattice square\n|! cells optional\n[0-2][0-3]\n0:6|D 00 01\n0:3|M 00\n", &conditions[..]),
        ("|! lattice square\n|! use pentominoes\n[0-4][0-b]\n", &conditions[..1]),
        ("|! lattice square\n|! use pentominoes\n[0-2][0-j]\n", &few[..]),
    ] {
        let loaded = super::loaded(text);
        let packing = Packing::new(loaded.puzzle().unwrap());
        let (group, judge) = (Group::new(&packing), Judge::new(&packing));
        for &said in conditions {
            let condition: Condition = said.parse().unwrap();
            if judge.board().fits(&condition).is_err() {
                continue;
            }
            for which in [Which::All, Which::UpTo(&group)] {
                let question = Question::about(&packing).which(which).when(&judge, &condition);
                let (now, later) =
                    (question.count(&Monitor::new()), question.clone().afterwards().count(&Monitor::new()));
                assert_eq!(now.count, later.count, "{said} {text}");
                assert_eq!(now.conditions.len(), 1);
                let how: String = now.conditions[0].chars().filter(char::is_ascii_alphabetic).collect();
                heeded.entry(said).or_default().insert(how);
            }
        }
    }
    // Where a sweep counts, a diagram does; the number is also that of inclusion and exclusion, with products of smaller
    // boxes for each set of faults.
    let loaded = super::loaded("|! lattice square\n[0-7][0-7]\n32|D 00 01\n");
    let packing = Packing::new(loaded.puzzle().unwrap());
    let (judge, condition) = (Judge::new(&packing), "faultfree".parse().unwrap());
    let answer = Question::about(&packing).when(&judge, &condition).count(&Monitor::new());
    assert_eq!(answer.count, 25_506u32.into());
    assert!(answer.conditions[0].ends_with("in a diagram of all solutions"), "{:?}", answer.conditions);
    for (said, how) in [
        ("tatami", "secondaryitemsinthesearch"),
        ("faultfree", "itemswithboundsinthesearch"),
        ("inner <= 1", "secondaryiteminthesearch"),
        ("inner <= 2", "itemwithboundsinthesearch"),
        ("rim >= 11", "secondaryiteminthesearch"),
        ("border = 8", "optionsareleftoutofthesearch"),
        ("border >= 7", "secondaryiteminthesearch"),
        ("crossroads = 0", "secondaryitemsinthesearch"),
        ("neighbors O Z", "secondaryitemsinthesearch"),
        ("pieces <= 6", "itemwithboundsinthesearch"),
        ("inside X", "optionsareleftoutofthesearch"),
    ] {
        assert!(heeded[said].iter().any(|line| line.ends_with(how)), "{said}: {:?}", heeded[said]);
    }
}

/// Every row of the table says all that there is to say, and can be asked for somewhere.
#[test]
fn the_table_is_whole() {
    for property in PROPERTIES {
        assert!(property.meaning.ends_with('.') && !property.source.is_empty(), "{}", property.name);
        assert!(Lattice::ALL.into_iter().any(|lattice| property.is_on(lattice)), "{}", property.name);
        assert_eq!(PROPERTIES.iter().filter(|other| other.name == property.name).count(), 1);
    }
    let argument = Argument::Symmetry("rotation by 180°".to_owned());
    assert_eq!(measure("sym \"rotation by 180°\"").argument, argument);
}

fn says(args: &[&str]) -> (String, String, Option<i32>) {
    let output = super::polydlx().args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn the_command_asks_by_properties() {
    let count = ["count", "pentominoes-6x10", "--up-to", "symmetry"];
    let (number, _, status) = says(&[&count[..], &["--where", "strong-3-colorable and hsym >= 36"]].concat());
    assert_eq!((number.as_str(), status), ("5\n", Some(0)));
    let (rows, _, _) = says(&[&count[..], &["--by", "rim"]].concat());
    assert_eq!(rows, "rim = 8: 207\nrim = 9: 1111\nrim = 10: 864\nrim = 11: 155\nrim = 12: 2\n2339\n");
    let (json, _, _) = says(&[&count[..], &["--by", "tatami", "--json"]].concat());
    assert!(
        json.contains(r#""by":"tatami","values":[{"value":0,"count":1776},{"value":1,"count":563}]"#),
        "{json}"
    );
    // Two names for one thing.
    let count = ["count", "cuts-4x4", "--up-to", "symmetry"];
    let old = says(&[&count[..], &["--by-stabilizer"]].concat());
    assert_eq!(old, says(&[&count[..], &["--by", "stabilizer"]].concat()));
    let all = says(&["count", "cuts-4x4", "--by-stabilizer"]);
    assert!(all.2 == Some(0) && all.0.contains("stabilizer = 2: "), "{all:?}");
    assert_eq!(all, says(&["count", "cuts-4x4", "--by", "stabilizer"]));
    let solve = ["solve", "pentominoes-6x10", "--up-to", "symmetry", "--by", "hsym", "--format", "jsonl"];
    let (lines, said, _) = says(&[&solve[..], &["--best", "7"]].concat());
    let values: Vec<i64> = lines
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["hsym"].as_i64().unwrap())
        .collect();
    assert_eq!(
        (values, said.as_str()),
        (vec![42, 42, 42, 42, 42, 42, 41], "The best 7 of 2339 solutions.\n")
    );
    let (lines, _, _) = says(&[&solve[..], &["--worst", "3"]].concat());
    assert!(lines.lines().nth(1).unwrap().starts_with(r#"{"solution":1,"hsym":20,"#), "{lines}");
    let (_, said, _) = says(&["count", "scott-8x8", "--up-to", "symmetry", "--by", "hsym", "-v"]);
    assert!(said.contains("hsym is kept by 4 of 8 symmetries"), "{said}");
    // What is done with a condition is said, also if not all symmetries keep it.
    for (puzzle, condition) in
        [("soma-3x3x3", "stable"), ("scott-8x8", "hsym >= 33"), ("pentominoes-3x20", "strong")]
    {
        let (_, said, _) = says(&["count", puzzle, "--up-to", "symmetry", "--where", condition, "-v"]);
        let line =
            format!("Condition {condition}: looked at when a solution has been found, at all its images.");
        assert!(said.contains(&line), "{said}");
    }
    let (_, said, status) = says(&["count", "soma-3x3x3", "--where", "tatami"]);
    assert!(said.contains("makes no sense on lattice cube") && status == Some(2), "{said}");
}

#[test]
fn a_requirement_is_part_of_the_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let text =
        "|! lattice square\n|! use pentominoes\n|! require tatami\n|! require hsym >= 40\n[0-5][0-9]\n";
    fs::write(file("mine.spec"), text).unwrap();
    let mine = file("mine.spec");
    assert_eq!(says(&["count", &mine, "--up-to", "symmetry"]).0, "6\n");
    assert_eq!(says(&["count", &mine]).0, "24\n");
    let (info, _, _) = says(&["info", &mine]);
    assert!(info.contains("required         tatami and hsym >= 40"), "{info}");
    let (solutions, _, _) = says(&["solve", "pentominoes-6x10", "-n", "1", "--where", "not tatami"]);
    assert!(solutions.starts_with("1: (not tatami)\n"), "{solutions}");
    fs::write(file("other.txt"), solutions).unwrap();
    let (said, _, status) = says(&["check", &mine, &file("other.txt")]);
    assert!(said.contains("the puzzle requires `tatami and hsym >= 40`") && status == Some(1), "{said}");
    assert_eq!(says(&["check", "pentominoes-6x10", &file("other.txt")]).2, Some(0));
    // A diagram is made of the solutions that are left.
    let zdd = file("mine.zdd");
    assert!(says(&["zdd", &mine, "-o", &zdd]).1.ends_with(" nodes, 24 solutions\n"));
    assert_eq!(
        says(&["count", &zdd, "--spec", "pentominoes-6x10", "--where", "tatami and hsym >= 40"]).0,
        "24\n"
    );
    let asked = ["zdd", "pentominoes-6x10", "--where", "tatami and hsym >= 40", "-o", &file("same.zdd")];
    assert_eq!(says(&asked).2, Some(0));
    assert_eq!(says(&["zdd", &zdd, "--minus", &file("same.zdd")]).2, Some(1));
    assert_eq!(says(&["zdd", "pentominoes-6x10", "--where", "tatami", "--memory", "1"]).2, Some(2));
    assert_eq!(says(&["options", &mine]).2, Some(2));
    let sampled = says(&["sample", &mine, "-n", "3", "--format", "text"]);
    assert_eq!(sampled.0.matches(":\n").count(), 3, "{sampled:?}");
    fs::write(file("three.txt"), sampled.0).unwrap();
    assert_eq!(says(&["check", &mine, &file("three.txt")]).2, Some(0));
    // In a square a quarter turn does not keep hsym.
    fs::write(
        file("scott.spec"),
        "|! lattice square\n|! use pentominoes\n|! require hsym >= 30\n[0-2][0-7] [5-7][0-7] [34][0-25-7]\n",
    )
    .unwrap();
    let (info, _, _) = says(&["info", &file("scott.spec")]);
    assert!(info.contains("8 of the box, 4 of the puzzle"), "{info}");
}

#[test]
fn solutions_are_compared_with_a_given_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.txt").to_str().unwrap().to_owned();
    fs::write(&file, says(&["solve", "pentominoes-3x20", "-n", "1"]).0).unwrap();
    let count = ["count", "pentominoes-3x20", "--by", "moved"];
    // The two classes differ by a half turn of seven pieces in the middle.
    assert_eq!(says(&[&count[..], &["--reference", &file]].concat()).0, "moved = 0: 4\nmoved = 7: 4\n8\n");
    let (_, said, status) = says(&count);
    assert!(said.contains("--reference FILE") && status == Some(2), "{said}");
}

/// The picture of the book is the one that its command makes.
#[test]
fn the_picture_for_the_wall() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("best.svg");
    let book = fs::read_to_string(super::folder().join("../crates/cli/doc/choosing.md")).unwrap();
    let line = book
        .lines()
        .find_map(|line| line.split_once("$ polydlx ")?.1.strip_suffix(" --draw best.svg --columns 3"));
    let mut args: Vec<&str> = line.unwrap().split(' ').collect();
    args.extend(["--draw", file.to_str().unwrap(), "--columns", "3"]);
    assert_eq!(says(&args).2, Some(0));
    let shown =
        fs::read_to_string(super::folder().join("../crates/draw/doc/most-symmetrical-6x10.svg")).unwrap();
    assert_eq!(fs::read_to_string(file).unwrap(), shown);
}
