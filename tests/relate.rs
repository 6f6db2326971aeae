//! How solutions hang together.

use super::symmetry::{Brute, Dice, random_puzzle};
use polydlx::cover::{Monitor, OptionId};
use polydlx::lattice::{PieceId, Placement};
use polydlx::packing::{Group, Judge, Packing, Question, Which};
use polydlx::properties::Condition;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

fn says(args: &[&str], input: &str) -> String {
    let output = super::polydlx().args(args).write_stdin(input).output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

/// TAOCP 7.2.2.1, answer 325.
#[test]
fn the_somap() {
    let strong = says(&["relate", "soma-3x3x3", "--up-to", "symmetry"], "");
    for line in [
        "vertices     240",
        "edges        307, 1 of them repeated",
        "pieces moved 2^307",
        "components   40",
        "diameter     18",
        "bicomponents 58",
        "sizes        118^1 16^1 11^1 8^1 7^1 6^2 5^3 4^1 3^6 2^8 1^15",
        "degrees      7^1 6^5 5^21 4^31 3^59 2^63 1^45 0^15",
        "with repeats 7^1 6^7 5^19 4^31 3^59 2^63 1^45 0^15",
    ] {
        assert!(strong.contains(line), "{strong}");
    }
    // With three pieces, those that differ in two are told from the others.
    let all = says(&["relate", "soma-3x3x3", "--up-to", "symmetry", "--distance", "3"], "");
    assert!(all.contains("pieces moved 3^776 2^307\n") && all.contains("diameter     8\n"), "{all}");
    let dot = says(&["relate", "soma-3x3x3", "--up-to", "symmetry", "--format", "dot"], "");
    assert_eq!(dot.matches(" -- ").count(), 308);
    let json = says(&["relate", "soma-3x3x3", "--up-to", "symmetry", "--format", "json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (json["edges"].as_array().unwrap().len(), json["components"][0].as_array().unwrap().len()),
        (307, 118)
    );
}

/// As many classes as a second program wrote down, one packing each; and what it found out about the graph.
#[test]
fn the_somap_of_a_second_program() {
    let folder = super::folder().join("golden/relate");
    let loaded = super::loaded("|! lattice cube\n|! use soma\n|! box cube 3\n");
    let puzzle = loaded.puzzle().unwrap();
    let packing = Packing::new(puzzle);
    let group = Group::new(&packing);
    let options: BTreeMap<_, _> =
        packing.placements().map(|option| (packing.placement(option), option)).collect();
    let mut classes = BTreeSet::new();
    for line in std::fs::read_to_string(folder.join("soma240.txt")).unwrap().lines() {
        let mut chosen: Vec<OptionId> = { puzzle.pieces.iter().enumerate() }
            .map(|(number, piece)| {
                let cells = puzzle.region.sites().iter().zip(line.chars());
                let own = cells.filter(|(_, letter)| piece.name == letter.to_string());
                let shape = own.map(|(site, _)| *site).collect();
                options[&Placement { piece: PieceId(number), shape }]
            })
            .collect();
        chosen.sort_unstable();
        let images = (0..group.order()).map(|number| {
            let mut image = group.image(number, &chosen);
            image.sort_unstable();
            image
        });
        classes.insert(images.min().unwrap());
    }
    assert_eq!(classes.len(), 240);
    let json = says(&["relate", "soma-3x3x3", "--up-to", "symmetry", "--format", "json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let mut near = vec![BTreeSet::new(); 241];
    for edge in json["edges"].as_array().unwrap() {
        let [from, to] = ["from", "to"].map(|end| edge[end].as_u64().unwrap() as usize);
        near[from].insert(to);
        near[to].insert(from);
    }
    let steps = |from: usize| {
        let mut steps = BTreeMap::from([(from, 0)]);
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            for &next in &near[at] {
                if !steps.contains_key(&next) {
                    steps.insert(next, steps[&at] + 1);
                    queue.push_back(next);
                }
            }
        }
        steps.into_values().max().unwrap()
    };
    assert_eq!((1..=240).map(steps).max(), Some(18));
    // Blocks: edges that lie on a ring belong together.
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    blocks(&near).into_iter().for_each(|size| *sizes.entry(size).or_default() += 1);
    assert_eq!(sizes, BTreeMap::from([(2, 46), (3, 1), (4, 4), (6, 5), (8, 1), (109, 1)]));
}

/// How many vertices each block of a graph has: two edges belong to one if no vertex whose loss cuts one off from the other lies
/// between them.
fn blocks(near: &[BTreeSet<usize>]) -> Vec<usize> {
    let edges: Vec<[usize; 2]> = { near.iter().enumerate() }
        .flat_map(|(a, others)| others.iter().filter(move |&&b| a < b).map(move |&b| [a, b]))
        .collect();
    // Edges at a vertex are in one block if their other ends hang together without it.
    let mut block: Vec<usize> = (0..edges.len()).collect();
    for (vertex, others) in near.iter().enumerate() {
        let mut part: BTreeMap<usize, usize> = BTreeMap::new();
        for &start in others {
            let mut left = vec![start];
            while let Some(at) = left.pop() {
                if at != vertex && !part.contains_key(&at) {
                    part.insert(at, start);
                    left.extend(&near[at]);
                }
            }
        }
        let mut first: BTreeMap<usize, usize> = BTreeMap::new();
        for (number, edge) in edges.iter().enumerate().filter(|(_, edge)| edge.contains(&vertex)) {
            let other = if edge[0] == vertex { edge[1] } else { edge[0] };
            let same = *first.entry(part[&other]).or_insert(number);
            let (old, new) = (block[number], block[same]);
            block.iter_mut().filter(|block| **block == old).for_each(|block| *block = new);
        }
    }
    let mut vertices: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (edge, block) in edges.iter().zip(block) {
        vertices.entry(block).or_default().extend(edge);
    }
    vertices.into_values().map(|vertices| vertices.len()).collect()
}

/// TAOCP 7.2.2.1, answer 314: two pairs of pentiamonds make the same shape in just one way. And by brute force: each pair of
/// tetrominoes in all shapes of eight squares.
#[test]
fn pairs_that_fill_one_shape() {
    let said = says(&["relate", "pentiamonds", "--pairs", "--holes"], "");
    assert!(said.ends_with("\n1 pair of pairs.\n") && said.lines().count() == 2, "{said}");
    let json = says(&["relate", "tetrominoes", "--pairs", "--holes", "--format", "json", "-q"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let found: BTreeSet<String> =
        json["twins"].as_array().unwrap().iter().map(|row| row["pairs"].to_string()).collect();
    let listed = json["twins"].as_array().unwrap().len();
    let tetrominoes = super::loaded("|! lattice square\n|! set\n|! use tetrominoes\n");
    let puzzle = tetrominoes.puzzle().unwrap();
    let shape = |piece: usize| puzzle.shapes[piece].shape.clone();
    let (mut expected, mut number) = (BTreeSet::new(), 0);
    polydlx::lattice::for_each_polyform(puzzle.lattice, 8, polydlx::lattice::Sided::Free, |whole| {
        let fills = |one: usize, other: usize| {
            let (low, high) = (whole.lowest(), whole.highest());
            let bases = shape(one).base_placements(puzzle.lattice, polydlx::lattice::Sided::Free);
            bases.iter().any(|base| {
                (low[0]..=high[0]).any(|x| {
                    (low[1]..=high[1]).any(|y| {
                        let placed = base.shifted([x, y, 0]);
                        let rest = whole.sites().iter().copied().filter(|&site| !placed.contains(site));
                        let rest = polydlx::lattice::Shape::new(rest).normalized();
                        placed.sites().iter().all(|&site| whole.contains(site))
                            && shape(other)
                                .base_placements(puzzle.lattice, polydlx::lattice::Sided::Free)
                                .contains(&rest)
                    })
                })
            })
        };
        for (a, b) in (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))) {
            for (c, d) in (a + 1..5).flat_map(|c| (c + 1..5).map(move |d| (c, d))) {
                if ![c, d].contains(&b) && fills(a, b) && fills(c, d) {
                    number += 1;
                    let names =
                        [[a, b], [c, d]].map(|pair| pair.map(|piece| puzzle.pieces[piece].name.clone()));
                    expected.insert(serde_json::json!(names).to_string());
                }
            }
        }
    });
    assert_eq!((found, listed), (expected, number));
    assert!(says(&["relate", "soma-3x3x3", "--pairs"], "").starts_with("error[not-a-set]: "));
}

/// TAOCP 7.2.2.1, answer 278: X comes first, and its centre is in the upper left quarter.
#[test]
fn strong_solutions_of_the_six_by_ten() {
    let mut text = "|! lattice square\n|! use pentominoes only X\n|! use pentominoes except X\n".to_owned();
    // Whoever leaves the quarter covers a cell of row 4, or of column 6 or 7.
    let row = (0..10).map(|column| (4, column));
    let columns = (0..6).flat_map(|row| [(row, 6), (row, 7)]);
    for (row, column) in row.chain(columns) {
        let _ = writeln!(text, "|! charge X {row}{column} |1");
    }
    text += "[0-5][0-9]\n";
    let graph = says(&["relate", "-", "--where", "cost = 0"], &text);
    for line in [
        "vertices     2339",
        "edges        937",
        "isolated     939",
        "components   1499",
        "sizes        10^1 8^2 6^18 5^5 4^57 3^59 2^418 1^939",
        "sources      1528",
        "sinks        1523",
    ] {
        assert!(graph.contains(line), "{graph}");
    }
    assert_eq!(says(&["count", "-", "--where", "cost = 0", "--strong"], &text), "1523\n");
    // The same, said by a rule.
    let within = says(&["relate", "pentominoes-6x10-quarter"], "");
    assert_eq!(within, graph);
}

/// TAOCP 7.2.2.1, exercise 217.
#[test]
fn bipairs_of_pentominoes() {
    assert!(says(&["relate", "pentominoes"], "").ends_with("34 bipairs.\n"));
    let all = says(&["relate", "pentominoes", "--holes"], "");
    assert!(all.ends_with("41 bipairs.\n"));
    assert!(all.contains("O Q  0[0-4] 1[01] 20 30 40  0[0-4] or 00 10 20 30 40\n"), "{all}");
    // Answer 217: eighteen have left-right symmetry, fourteen that of a transposition, and two have none.
    let types = says(&["relate", "pentominoes", "--by-symmetry", "-q"], "");
    let number = |word: &str| -> u32 {
        let such = types.lines().filter(|line| line.contains(word));
        such.map(|line| line.split_whitespace().next().unwrap().parse::<u32>().unwrap()).sum()
    };
    assert_eq!((number("up-down"), number("diagonal"), number("no symmetry")), (18, 14, 2), "{types}");
    assert!(says(&["relate", "soma-3x3x3", "--by-symmetry"], "").starts_with("error[not-a-set]: "));
}

/// Only solutions in a file are compared, and only with each other.
#[test]
fn solutions_of_a_diagram_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (all, some) = (file("all.zdd"), file("some.zdd"));
    says(&["zdd", "scott-8x8", "-o", &all], "");
    assert_eq!(says(&["relate", "scott-8x8", "--among", &all], ""), says(&["relate", "scott-8x8"], ""));
    let place = ["--place", "X 02 1[1-3] 22"];
    says(&[&["zdd", &all, "-o", &some], &place[..]].concat(), "");
    let of_some = says(&["relate", "scott-8x8", "--among", &some], "");
    assert!(of_some.starts_with("vertices     19\n"), "{of_some}");
    assert_eq!(of_some, says(&[&["relate", "scott-8x8"], &place[..]].concat(), ""));
    assert!(says(&["relate", "soma-3x3x3", "--among", &some], "").starts_with("error[another-spec]: "));
    assert!(says(&["relate", "soma", "--among", &some], "").starts_with("error[not-a-puzzle]: "));
}

/// Bipairs that a second program listed, and graphs that it drew.
#[test]
fn the_bipairs_of_a_second_program() {
    let read = |name: &str| -> Vec<Vec<String>> {
        let text = std::fs::read_to_string(super::folder().join("golden/relate").join(name)).unwrap();
        text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
    };
    let json = says(&["relate", "pentominoes", "--format", "json", "-q"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    // Cells as pairs of numbers; a shape in all its eight positions, each with the two places of the first piece.
    let cells = |text: &str| -> Vec<[i32; 2]> {
        let loaded = super::loaded(&format!("|! lattice square\n|! set\nA {text}\n"));
        let shape = &loaded.puzzle().unwrap().shapes[0].shape;
        shape.sites().iter().map(|site| [site.cell().at[0], site.cell().at[1]]).collect()
    };
    type Cells = BTreeSet<[i32; 2]>;
    let canonical = |pieces: [&str; 2], shape: &str, first: [&str; 2]| {
        let lists = [shape, first[0], first[1]].map(cells);
        let images = (0..8).map(|number| {
            let turn = |[mut x, mut y]: [i32; 2]| {
                (0..number % 4).for_each(|_| (x, y) = (y, -x));
                if number > 3 { [y, x] } else { [x, y] }
            };
            let low = [0, 1].map(|axis| lists[0].iter().map(|&cell| turn(cell)[axis]).min().unwrap());
            let [shape, one, other] = lists.clone().map(|list| -> Cells {
                let shifted = list.into_iter().map(|cell| [turn(cell)[0] - low[0], turn(cell)[1] - low[1]]);
                shifted.collect()
            });
            (shape, BTreeSet::from([one, other]))
        });
        (pieces.map(str::to_owned), images.min().unwrap())
    };
    let listed: BTreeSet<_> = { json["bipairs"].as_array().unwrap().iter() }
        .map(|row| {
            let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
            let [a, b] = [0, 1].map(|at| text(&row["pieces"][at]));
            let [one, other] = [0, 1].map(|at| text(&row["first"][at]));
            canonical([&a, &b], &text(&row["cells"]), [&one, &other])
        })
        .collect();
    assert_eq!(listed.len(), 34);
    for row in read("catalog.tsv") {
        let bipair = canonical([&row[0], &row[1]], &row[2], [&row[3], &row[4]]);
        assert!(listed.contains(&bipair), "{row:?}");
    }
    for row in read("graph.tsv") {
        let name = if row[0] == "pentominoes-6x10" { "pentominoes-6x10-quarter" } else { &row[0] };
        let graph = says(&["relate", name], "");
        let mut sizes: Vec<(usize, &str)> = { row[8].split(',') }
            .map(|pair| pair.split_once(':').map(|(size, number)| (size.parse().unwrap(), number)).unwrap())
            .collect();
        sizes.sort_by_key(|&(size, _)| std::cmp::Reverse(size));
        let sizes: Vec<String> = sizes.iter().map(|(size, number)| format!("{size}^{number}")).collect();
        for (title, value) in [
            ("vertices", row[2].as_str()),
            ("edges", &row[3]),
            ("sources", &row[4]),
            ("sinks", &row[5]),
            ("isolated", &row[6]),
            ("components", &row[7]),
            ("sizes", &sizes.join(" ")),
        ] {
            assert!(graph.contains(&format!("{title:<12} {value}\n")), "{name} {title} {value}: {graph}");
        }
    }
}

/// Compares the relation, and what is strong, with all pairs of solutions.
#[test]
fn random_puzzles_agree_with_all_pairs() {
    let mut dice = Dice(8);
    let (mut compared, mut edges) = (0, 0);
    for _ in 0..700 {
        let text = random_puzzle(&mut dice);
        let loaded = super::loaded(&text);
        let puzzle = loaded.puzzle().unwrap();
        let Some(brute) = Brute::new(puzzle).filter(|brute| (2..60).contains(&brute.solutions.len())) else {
            continue;
        };
        let packing = Packing::new(puzzle);
        let group = Group::new(&packing);
        let monitor = &Monitor::new();
        let question = Question::about(&packing);
        let distance = 1 + dice.roll(3);
        let apart = |a: &[usize], b: &[usize]| {
            let lacks = |a: &[usize], b: &[usize]| a.iter().filter(|option| !b.contains(option)).count();
            lacks(a, b).max(lacks(b, a))
        };
        let numbers =
            |options: &[OptionId]| options.iter().map(|option| option.0 as usize).collect::<Vec<_>>();
        let near = |a: &[usize], b: &[usize]| a != b && apart(a, b) <= distance;
        let (relation, _) = question.clone().relation(distance, monitor);
        let found: BTreeSet<BTreeSet<Vec<usize>>> = relation
            .edges
            .keys()
            .map(|&(a, b)| [a, b].map(|at| numbers(&relation.solutions[at])).into())
            .collect();
        let mut expected = BTreeSet::new();
        let mut classes: BTreeMap<BTreeSet<Vec<usize>>, (u32, usize)> = BTreeMap::new();
        for a in &brute.solutions {
            for b in brute.solutions.iter().filter(|b| near(a, b)) {
                expected.insert(BTreeSet::from([a.clone(), b.clone()]));
                let pair = [a, b].map(|solution| brute.canonical(solution, false));
                // Counted from one solution of the one class.
                if pair[0] != pair[1] && *a == pair[0] && pair[0] < pair[1] {
                    let (times, pieces) = classes.entry(pair.into()).or_insert((0, usize::MAX));
                    (*times, *pieces) = (*times + 1, (*pieces).min(apart(a, b)));
                }
            }
        }
        assert_eq!(found, expected, "{text}");
        for (&(a, b), nearness) in &relation.edges {
            let [a, b] = [a, b].map(|at| numbers(&relation.solutions[at]));
            assert_eq!((nearness.times, nearness.pieces), (1, apart(&a, &b)), "{text}");
        }
        let mut around = vec![BTreeSet::new(); relation.solutions.len()];
        for &(a, b) in relation.edges.keys() {
            around[a].insert(b);
            around[b].insert(a);
        }
        assert_eq!(relation.bicomponents(), blocks(&around).len(), "{text}");
        edges += found.len();
        let (relation, _) = question.clone().which(Which::UpTo(&group)).relation(distance, monitor);
        let found: BTreeMap<BTreeSet<Vec<usize>>, usize> = { relation.edges.iter() }
            .map(|(&(a, b), nearness)| {
                let canonical = |at: usize| brute.canonical(&numbers(&relation.solutions[at]), false);
                ([a, b].map(canonical).into(), nearness.pieces)
            })
            .collect();
        assert_eq!(found, classes.into_iter().map(|(pair, (_, pieces))| (pair, pieces)).collect(), "{text}");
        // Strong solutions are the sinks, and there is one if there is any solution.
        let condition: Condition = "strong".parse().unwrap();
        let judge = Judge::new(&packing).prepared_for(&condition.measures(), &packing, monitor).unwrap();
        let strong = question.clone().when(&judge, &condition).count(monitor).count;
        // All solutions can be had from the strong ones.
        let (all, _) = question.clone().when(&judge, &condition).grown_relation(2, monitor);
        let all: BTreeSet<Vec<usize>> = all.solutions.iter().map(|solution| numbers(solution)).collect();
        assert_eq!(all, brute.solutions.iter().cloned().collect(), "{text}");
        let (relation, _) = question.relation(2, monitor);
        let is_sink = |at: &usize| relation.swaps.as_ref().unwrap()[*at].0 == 0;
        let plain = puzzle.placed.is_empty() && !puzzle.has_suffixes() && !puzzle.cells_optional;
        if plain && puzzle.pieces.iter().all(|piece| piece.bounds.low == piece.bounds.high) {
            assert_eq!(strong, (0..relation.solutions.len()).filter(is_sink).count().into(), "{text}");
        }
        assert!(strong > 0u32.into(), "{text}");
        compared += 1;
    }
    assert!(compared > 50 && edges > 300, "{compared} {edges}");
}

#[test]
fn graphs_grow_and_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("somap.svg").to_str().unwrap().to_owned();
    let (table, said, status) =
        super::run(&["relate", "soma-3x3x3", "--up-to", "symmetry", "--distance", "3", "--draw", &file], "");
    assert_eq!(status, 0, "{said}");
    assert!(table.starts_with("vertices     240\nedges        1083,"), "{table}");
    let picture = std::fs::read_to_string(&file).unwrap();
    assert_eq!(picture.matches("<circle").count(), 240);
    assert_eq!(super::run(&["relate", "soma-3x3x3", "--draw", "graph.stl"], "").2, 2);
    let (strong, ..) = super::run(&["relate", "soma-3x3x3", "--strong"], "");
    assert!(strong.starts_with("vertices     3176\n"), "{strong}");
    let (all, ..) = super::run(&["relate", "soma-3x3x3", "--strong", "--grow"], "");
    assert!(all.starts_with("vertices     11520\n"), "{all}");
}
