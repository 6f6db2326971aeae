//! Colours of sides, corners and suffixes, against brute force and the literature.

use super::rules::agrees_with_brute_force;
use super::symmetry::{Dice, random_puzzle};
use polydlx::cover::Search;
use polydlx::lattice::{Bounds, Lattice, Part, Placement, Puzzle, Shape, Sided, Site};
use polydlx::library::Library;
use polydlx::packing::{Claim, Group, Packing, check};
use polydlx::spec::{Form, Loaded, Source, load};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn read(text: &str) -> Loaded {
    load(Source::new("test", text), None, &Library)
}

/// A random puzzle whose pieces have colours, and perhaps its box, on any lattice; it may have mistakes.
pub(super) fn colored(dice: &mut Dice) -> Option<String> {
    let text = random_puzzle(dice);
    let loaded = super::loaded(&text);
    let puzzle = loaded.puzzle()?;
    if !(2..=10).contains(&puzzle.region.len()) {
        return None;
    }
    let lattice = puzzle.lattice;
    // Faces seldom make a difference, so there are fewer of them.
    let kinds: Vec<Part> = { Part::ALL.into_iter().chain([Part::Side, Part::Corner]) }
        .filter(|&part| lattice.parts(part, puzzle.region.sites()[0].cell()).next().is_some())
        .collect();
    let part = if kinds.is_empty() { None } else { Some(*dice.pick(&kinds)) };
    let mut colors = |site: Site, part: Part, often: usize| {
        let mark = part.mark().map(String::from).unwrap_or_default();
        let names = lattice.parts(part, site.cell());
        let names: String =
            names.map(|_| if dice.roll(often) == 0 { '.' } else { *dice.pick(&['a', 'b']) }).collect();
        format!("{mark}:{names}")
    };
    // The lines up to the box stay; those of pieces get colours.
    let box_line = text.lines().position(|line| !line.starts_with('|'))?;
    let mut lines: Vec<String> = text.lines().take(box_line + 1).map(str::to_owned).collect();
    for typical in &puzzle.shapes {
        let piece = &puzzle.pieces[typical.piece.0];
        let cell = |site: &Site| match (site.suffix, part) {
            (0, Some(part)) => {
                let mut name = String::new();
                lattice.push_cell(site.cell(), &mut name);
                name + &colors(*site, part, 2 + typical.piece.0)
            }
            (0, None) => puzzle.site_name(*site),
            _ => puzzle.site_name(*site) + ":a",
        };
        let cells: Vec<String> = typical.shape.sites().iter().map(cell).collect();
        let prefix = if piece.bounds == Bounds::ONCE { String::new() } else { format!("{}|", piece.bounds) };
        lines.push(format!("{prefix}{} {}", piece.name, cells.join(" ")));
    }
    // Often each piece has a twin with the other colours, so that they can be exchanged.
    let twins = dice.roll(2) == 0;
    if twins {
        let twin = |line: &String| {
            let (name, cells) = line.split_once(' ').expect("a name and cells");
            let word = |word: &str| match word.split_once(':') {
                Some((cell, colors)) => {
                    let other = |c: char| {
                        if c == 'a' {
                            'b'
                        } else if c == 'b' {
                            'a'
                        } else {
                            c
                        }
                    };
                    format!("{cell}:{}", colors.chars().map(other).collect::<String>())
                }
                None => word.to_owned(),
            };
            format!("{name}x {}", cells.split(' ').map(word).collect::<Vec<_>>().join(" "))
        };
        let more: Vec<String> = lines[box_line + 1..].iter().map(twin).collect();
        lines.extend(more);
    } else if part == Some(Part::Face) || dice.roll(3) == 0 {
        // Only the box cares for faces.
        lines.insert(0, "|! border a".to_owned());
    }
    if twins || dice.roll(2) == 0 {
        lines.insert(0, "|! recolor a b".to_owned());
    }
    if dice.roll(6) == 0 && [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX].contains(&lattice) {
        let wrap = *dice.pick(&["|! wrap x", "|! wrap y", "|! wrap y flip", "|! wrap x\n|! wrap y"]);
        lines.insert(0, wrap.to_owned());
    }
    Some(lines.join("\n") + "\n")
}

/// The symmetries, from the definition: what motions and exchanges of colours do to the placements of all pieces.
fn symmetries(puzzle: &Puzzle, packing: &Packing<'_>) -> usize {
    let mut of_pieces: BTreeMap<usize, BTreeSet<Shape>> = BTreeMap::new();
    for option in packing.placements() {
        let Placement { piece, shape } = packing.placement(option);
        of_pieces.entry(piece.0).or_default().insert(shape);
    }
    let all = |image: &dyn Fn(&Shape) -> Shape| {
        let mut all: Vec<_> = { puzzle.pieces.iter().enumerate() }
            .map(|(number, piece)| {
                let shapes = of_pieces.get(&number).into_iter().flatten().map(image);
                (piece.bounds, shapes.collect::<BTreeSet<Shape>>())
            })
            .collect();
        all.sort();
        all
    };
    let here = all(&Shape::clone);
    let exchanges =
        if puzzle.palette.alike.is_empty() { vec![[0, 1, 2]] } else { vec![[0, 1, 2], [0, 2, 1]] };
    let mut found = BTreeSet::new();
    for symmetry in puzzle.region.symmetries(puzzle.lattice) {
        for exchange in &exchanges {
            let site = |site: &Site| {
                let number = puzzle.region.index_of(site.uncolored()).expect("a site of the box");
                let color = exchange[usize::from(site.color)];
                Site { color, ..puzzle.region.sites()[symmetry.permutation[number]] }
            };
            let image = |shape: &Shape| shape.sites().iter().map(site).collect::<Shape>();
            if all(&image) == here {
                let shapes: BTreeSet<&Shape> = of_pieces.values().flatten().collect();
                found.insert(shapes.into_iter().map(image).collect::<Vec<Shape>>());
            }
        }
    }
    found.len()
}

#[test]
fn random_puzzles_with_colors_agree_with_brute_force() {
    let mut dice = Dice(126);
    let cases = std::env::var("COLOR_CASES").map_or(400, |cases| cases.parse().unwrap());
    let (mut compared, mut telling, mut symmetrical, mut exchanged) = (0, 0, 0, 0);
    let mut lattices = BTreeSet::new();
    while compared < cases {
        let Some(text) = colored(&mut dice) else { continue };
        let loaded = read(&text);
        let Some(puzzle) = loaded.puzzle() else { continue };
        if !agrees_with_brute_force(&loaded, &text) {
            continue;
        }
        compared += 1;
        lattices.insert(puzzle.lattice.name());
        let packing = Packing::new(puzzle);
        let group = Group::new(&packing);
        // Pieces that cannot be told apart by what they cover are not exchanged by themselves.
        if puzzle.wrap.is_none() && puzzle.placed.is_empty() {
            assert_eq!(group.order(), symmetries(puzzle, &packing), "{text}");
        }
        for form in Form::ALL {
            let again = loaded.rewritten(form).expect("no mistakes").to_string();
            let again = read(&again);
            let same = again.puzzle().expect(&text);
            let number = |puzzle: &Puzzle| Search::new(Packing::new(puzzle).problem()).count().solutions;
            assert_eq!(number(same), number(puzzle), "{text}");
        }
        let with = Search::new(packing.problem()).count().solutions;
        let plain = Puzzle { shapes: puzzle.shapes.clone(), rules: Vec::new(), ..puzzle.clone() };
        let plain = without_colors(&plain);
        telling +=
            usize::from(with > 0 && with != Search::new(Packing::new(&plain).problem()).count().solutions);
        symmetrical += usize::from(with > 1 && group.order() > 1);
        exchanged +=
            usize::from(with > 1 && group.elements().iter().any(|element| element.name.contains("colours")));
    }
    // The comparison must not be of trivialities.
    assert!(lattices.len() > 20, "{lattices:?}");
    assert!(telling * 10 > cases, "only {telling} puzzles of {cases} depend on their colours");
    assert!(symmetrical * 20 > cases, "only {symmetrical} puzzles of {cases} have symmetries");
    assert!(exchanged * 60 > cases, "only {exchanged} puzzles of {cases} have colours that can be exchanged");
}

/// The same puzzle with pieces that have no colours.
fn without_colors(puzzle: &Puzzle) -> Puzzle {
    let mut plain = puzzle.clone();
    for typical in &mut plain.shapes {
        typical.shape = typical.shape.sites().iter().filter(|site| site.color == 0).copied().collect();
    }
    plain
}

/// A solution, as claims.
fn claims(text: &str) -> (Loaded, Vec<Claim>) {
    let loaded = read(text);
    let puzzle = loaded.puzzle().expect("no mistakes");
    let packing = Packing::new(puzzle);
    let solution = Search::new(packing.problem()).solutions().next().expect("there is one");
    let tiling = packing.tiling(solution.options());
    let claim = |placement: &Placement| Claim {
        piece: puzzle.pieces[placement.piece.0].name.clone(),
        cells: placement.shape.sites().iter().map(|&site| puzzle.site_name(site)).collect(),
    };
    let claims = tiling.iter().map(claim).collect();
    (loaded, claims)
}

/// What is wrong with colours is found by geometry of another kind, and said.
#[test]
fn wrong_colors_are_found() {
    let text = "|! lattice square\n|! border a\n|! sided one\n0[01]\nA 00:aaba\nB 00:baaa\n";
    let (loaded, good) = claims(text);
    let puzzle = loaded.puzzle().unwrap();
    assert_eq!(check(puzzle, &good), Ok(()));
    let fault = |claims: &[Claim]| check(puzzle, claims).expect_err("wrong").to_string();
    let claim = |piece: &str, cells: &str| Claim {
        piece: piece.to_owned(),
        cells: cells.split(' ').map(str::to_owned).collect(),
    };
    let right = claim("A", "00 00/0:a 00/1:a 00/2:b 00/3:a");
    assert!(good.iter().any(|other| other.piece == "A"));
    for (claims, expected) in [
        // Turned: the box sees another colour.
        (vec![claim("A", "00 00/0:a 00/1:b 00/2:a 00/3:a")], "00/1 is a for the box and b for A"),
        // Not a motion of the piece.
        (vec![claim("A", "00 00/0:a 00/1:a 00/2:a 00/3:a")], "do not have the shape of piece A"),
        (vec![claim("A", "00 00/0:a 00/1:a 00/2:b")], "do not have the shape of piece A"),
        (vec![right.clone(), claim("B", "01 00/2:a 01/1:a 01/2:b 01/3:a")], "00/2 is b for A and a for B"),
        (vec![claim("A", "00 00/0:c 00/1:a 00/2:b 00/3:a")], "which is no cell of the box"),
        (vec![right.clone()], "cell 01 is not covered"),
    ] {
        let fault = fault(&claims);
        assert!(fault.contains(expected), "{fault}");
    }
    let whole = [right, claim("B", "01 00/2:b 01/1:a 01/2:a 01/3:a")];
    assert_eq!(check(puzzle, &whole), Ok(()));
}

/// The sets of the library have all ways to give colours to a cell, up to rotation.
#[test]
fn sets_are_complete() {
    for (set, lattice, part, colors) in [
        ("macmahon-triangles", Lattice::TRIANGLE, Part::Side, 4),
        ("macmahon-squares", Lattice::SQUARE, Part::Side, 3),
        ("langford-triangles", Lattice::TRIANGLE, Part::Corner, 4),
        ("langford-squares", Lattice::SQUARE, Part::Corner, 3),
    ] {
        let text = format!("|! lattice {}\n|! use {set}\n00\n", lattice.name());
        let loaded = read(&text);
        let puzzle = loaded.puzzle().expect(set);
        let own: BTreeSet<Shape> = { puzzle.shapes.iter() }
            .map(|typical| typical.shape.base_placements(lattice, Sided::One).into_iter().min().unwrap())
            .collect();
        let cell = Site::default();
        let places: Vec<_> = lattice.parts(part, cell.cell()).collect();
        let all = (0..(colors as u32).pow(places.len() as u32)).map(|mut number| {
            let colored = places.iter().map(|place| {
                let color = (number % colors as u32) as u16 + 1;
                number /= colors as u32;
                Site { suffix: part.suffix(), color, ..place.site() }
            });
            let shape: Shape = [cell].into_iter().chain(colored.collect::<Vec<_>>()).collect();
            shape.base_placements(lattice, Sided::One).into_iter().min().unwrap()
        });
        assert_eq!(own, all.collect::<BTreeSet<Shape>>(), "{set}");
        assert_eq!((puzzle.shapes.len(), puzzle.palette.names.len()), (24, colors), "{set}");
    }
}

/// The set of path dominoes has all ways to join some of the six places at which paths end, up to rotation.
#[test]
fn path_dominoes_are_complete() {
    let loaded = read("|! lattice square\n|! use path-dominoes\n00 01\n");
    let puzzle = loaded.puzzle().expect("no mistakes");
    let lattice = Lattice::SQUARE;
    let cells = [[0, 0, 0], [0, 1, 0]].map(Site::new);
    let sides = |at: usize| lattice.parts(Part::Side, cells[at].cell()).collect::<Vec<_>>();
    let (left, right) = (sides(0), sides(1));
    // Around the domino, so that half a turn leads three places on.
    let places = [left[0], left[1], right[1], right[2], right[3], left[3]];
    let mut pairings: Vec<Vec<[usize; 2]>> = vec![Vec::new()];
    let mut all: BTreeSet<Vec<[usize; 2]>> = BTreeSet::new();
    while let Some(pairs) = pairings.pop() {
        let first = pairs.last().map_or(0, |pair| pair[0] + 1);
        let used = |place: usize| pairs.iter().any(|pair| pair.contains(&place));
        for a in (first..6).filter(|&a| !used(a)) {
            for b in (a + 1..6).filter(|&b| !used(b)) {
                pairings.push([&pairs[..], &[[a, b]]].concat());
            }
        }
        all.insert(pairs);
    }
    let turned = |pairs: &Vec<[usize; 2]>| {
        let mut turned: Vec<[usize; 2]> =
            pairs.iter().map(|pair| pair.map(|place| (place + 3) % 6)).collect();
        turned.iter_mut().for_each(|pair| pair.sort_unstable());
        turned.sort_unstable();
        turned
    };
    let different = all.iter().filter(|pairs| **pairs <= turned(pairs));
    let mut copies: BTreeMap<Shape, u32> = BTreeMap::new();
    for pairs in different {
        let name = |at: usize| if pairs.as_flattened().contains(&at) { "p" } else { "n" };
        let sides = places.iter().enumerate().map(|(at, place)| {
            let color = puzzle.palette.number(name(at)).expect("a colour");
            Site { suffix: Part::Side.suffix(), color, ..place.site() }
        });
        let shape: Shape = sides.chain(cells).collect();
        *copies.entry(shape.base_placements(lattice, Sided::One).into_iter().min().unwrap()).or_default() +=
            1;
    }
    let own = puzzle.shapes.iter().map(|typical| {
        let shape = typical.shape.base_placements(lattice, Sided::One).into_iter().min().unwrap();
        (shape, puzzle.pieces[typical.piece.0].bounds.high)
    });
    assert_eq!(own.collect::<BTreeMap<_, _>>(), copies);
    assert_eq!((copies.len(), copies.values().sum::<u32>()), (20, 48));
}

/// TAOCP 7.2.2.1, answer 337: nine bent tricubes are packed, and given the spots of a die; can they be packed again to show the
/// die of the other hand? All 5328 packings are looked at with `DICE_STEP=1`, some of them otherwise.
#[test]
fn dice_can_be_made_again() {
    let step = std::env::var("DICE_STEP").map_or(48, |step| step.parse().unwrap());
    // Faces have one even coordinate, and cubes have none.
    let both = "330 105 501 015 051 611 615 651 655 161 165 561 565 116 136 156 516 536 556";
    let die = |others: [&str; 2]| -> BTreeSet<String> {
        both.split(' ').chain(others).map(str::to_owned).collect()
    };
    let (red, green) = (die(["033", "363"]), die(["303", "633"]));
    let faces = |cell: &str, spots: &BTreeSet<String>, spot: char| -> String {
        let face = |&(axis, way): &(usize, i32)| {
            let mut at: Vec<i32> = cell.bytes().map(|digit| 2 * i32::from(digit - b'0') + 1).collect();
            at[axis] += way;
            let is_outside = [0, 6].contains(&at[axis]);
            let name: String = at.iter().map(ToString::to_string).collect();
            if !is_outside {
                '.'
            } else if spots.contains(&name) {
                spot
            } else {
                'b'
            }
        };
        [(0, 1), (1, 1), (2, 1), (0, -1), (1, -1), (2, -1)].iter().map(face).collect()
    };
    let with =
        |cell: &str, spots: &BTreeSet<String>, spot: char| format!("{cell}>:{}", faces(cell, spots, spot));
    let cells = (0..27).map(|n| format!("{}{}{}", n / 9, n / 3 % 3, n % 3)).filter(|cell| cell != "111");
    let goal: Vec<String> = cells.map(|cell| with(&cell, &green, 'g')).collect();
    let loaded = read("|! lattice cube\n|! use tricubes only tri-V times 9\n|! box cube 3\n");
    let puzzle = loaded.puzzle().unwrap();
    let packing = Packing::new(puzzle);
    let mut packings: Vec<Vec<String>> = Search::new(packing.problem())
        .solutions()
        .map(|solution| {
            let piece = |placement: &Placement| {
                let cells = placement.shape.sites().iter();
                cells.map(|&site| with(&puzzle.site_name(site), &red, 'r')).collect::<Vec<_>>().join(" ")
            };
            packing.tiling(solution.options()).iter().map(piece).collect()
        })
        .collect();
    packings.sort();
    assert_eq!(packings.len(), 5328);
    let (mut good, mut most) = (0, 0);
    for pieces in packings.into_iter().step_by(step) {
        let pieces: String = ('A'..).zip(pieces).map(|(name, cells)| format!("{name} {cells}\n")).collect();
        let text = format!("|! lattice cube\n|! colored {}\n|! box cube 3\n{pieces}", goal.join(" "));
        let again = read(&text);
        let again = again.puzzle().expect(&text);
        let found = Search::new(Packing::new(again).problem()).count().solutions;
        // A piece that looks the same after half a turn lies in its place in two ways, which the source counts.
        let alike = again.shapes.iter().filter(|piece| again.base_placements(piece).len() == 12).count();
        good += usize::from(found > 0);
        most = most.max(found << alike);
    }
    match step {
        1 => assert_eq!((good, most), (371, 6048)),
        _ => assert!(good > 0 && most <= 6048, "{good} {most}"),
    }
}

/// Numbers of the source that are found quickly; the library has the others.
#[test]
fn numbers_of_the_source() {
    let count =
        |text: &str| Search::new(Packing::new(read(text).puzzle().expect(text)).problem()).count().solutions;
    // TAOCP 7.2.2.1, answer 126: the white triangle at the rim, the three of other colours in the middle, as MacMahon had it.
    let fixed = |cells: [&str; 3]| {
        let place = |(name, cell): (&str, &str)| format!("|! place {name} {cell}:{name}\n");
        let places: String = ["bbb", "ccc", "ddd"].into_iter().zip(cells).map(place).collect();
        format!(
            "|! lattice triangle\n|! use macmahon-triangles\n|! border a\n|! box hexagon 2\n|! place aaa 20:aaa\n{places}"
        )
    };
    assert_eq!(count(&fixed(["12", "21", "22"])), 2138);
    assert_eq!(count(&fixed(["11'", "21'", "12'"])), 2670);
}

/// The command: what is solved is right, what is said of colours is shown, and pictures have them.
#[test]
fn the_command_knows_colors() {
    let spec = "|! lattice triangle\n|! sided one\n|! border a\n|! color :b #123456\n00 00'\nA 00:aba\nB 00:bbb\nB 00:aab\n";
    let good = |args: &[&str], input: &str| {
        let (out, error, status) = super::run(args, input);
        assert_eq!(status, 0, "{args:?} {error}");
        out
    };
    assert_eq!(good(&["count", "-"], spec), "2\n");
    let options = good(&["options", "-", "--quiet"], spec);
    assert!(options.contains("\n 00 00' A B | 00/2 00/0 00/1 00'/1 00'/0\n"), "{options}");
    assert!(options.contains("\nA 00 00/2:a 00/0:a 00/1:b\n"), "{options}");
    let info = good(&["info", "-"], spec);
    assert!(
        info.contains("colours          a b\n") && info.contains("rule             border a\n"),
        "{info}"
    );
    let folder = tempfile::tempdir().unwrap();
    let (puzzle, found) = (folder.path().join("two.spec"), folder.path().join("two.jsonl"));
    let [puzzle, found] = [puzzle, found].map(|path| path.to_str().unwrap().to_owned());
    std::fs::write(&puzzle, spec).unwrap();
    std::fs::write(&found, good(&["solve", &puzzle, "--format", "jsonl", "--quiet"], "")).unwrap();
    assert_eq!(good(&["check", &puzzle, &found], ""), "2 solutions, all right\n");
    // Three wedges a triangle, of which one is b: that is two in each solution.
    let svg = good(&["draw", &puzzle, &found], "");
    assert_eq!(svg.matches("#123456").count(), 4, "{svg}");
    // A picture of letters does not tell how tiles lie: it is taken if they can lie in one way only.
    let letters = good(&["solve", &puzzle, "-n", "1", "--quiet"], "");
    assert_eq!(good(&["check", &puzzle, "-"], &letters), "1 solution, right\n");
    let turns = folder.path().join("turns.spec").to_str().unwrap().to_owned();
    std::fs::write(&turns, "|! lattice triangle\n|! sided one\n00\nA 00:aba\n").unwrap();
    let letters = good(&["solve", &turns, "-n", "1", "--quiet"], "");
    let (out, error, status) = super::run(&["check", &turns, "-"], &letters);
    assert_eq!(status, 2, "{out}{error}");
    assert!(error.contains("there are several ways to lay pieces so"), "{error}");
    // An edited file keeps its geometry.
    let edited = folder.path().join("two.dlx").to_str().unwrap().to_owned();
    std::fs::write(&edited, options.replace("\nA 00 00/2:a 00/0:a 00/1:b", "")).unwrap();
    assert_eq!(good(&["count", &edited, "--spec", &puzzle, "--quiet"], ""), "1\n");
    // What is shown can be read again.
    for form in ["picture", "cells", "knuth"] {
        let again = good(&["show", &puzzle, "--as", form], "");
        assert_eq!(good(&["count", "-"], &again), "2\n", "{again}");
        assert!(again.contains("|! color :b #123456") && again.contains("00:aba"), "{again}");
    }
}

/// Sides as pairs of corners, by corner of the cell with which they begin; and what the motions of the plane do to corners.
struct Plane {
    lattice: Lattice,
    corners: fn(polydlx::lattice::Cell) -> Vec<[i32; 2]>,
    motions: Vec<fn([i32; 2]) -> [i32; 2]>,
}

impl Plane {
    fn squares() -> Self {
        Self {
            lattice: Lattice::SQUARE,
            // The first side is the left one, then they go around by the lower one; x goes down.
            corners: |cell| {
                let [x, y, _] = cell.at;
                vec![[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]
            },
            motions: vec![|[x, y]| [y, -x], |[x, y]| [y, x]],
        }
    }

    fn triangles() -> Self {
        Self {
            lattice: Lattice::TRIANGLE,
            corners: |cell| {
                let [x, y, _] = cell.at;
                let third = if cell.class == 0 { [x, y] } else { [x + 1, y + 1] };
                vec![[x + 1, y], [x, y + 1], third]
            },
            motions: vec![|[x, y]| [-y, x + y], |[x, y]| [y, x]],
        }
    }

    /// Twice the middle of each side, in any order.
    fn sides(&self, cell: polydlx::lattice::Cell) -> Vec<[i32; 2]> {
        let corners = (self.corners)(cell);
        let next = |at: usize| corners[(at + 1) % corners.len()];
        (0..corners.len()).map(|at| [0, 1].map(|axis| corners[at][axis] + next(at)[axis])).collect()
    }

    /// All images of a figure, shifted to the origin.
    fn images(&self, figure: &BTreeSet<[i32; 2]>) -> BTreeSet<BTreeSet<[i32; 2]>> {
        let home = |figure: &BTreeSet<[i32; 2]>| -> BTreeSet<[i32; 2]> {
            let least = [0, 1].map(|axis| figure.iter().map(|at| at[axis]).min().unwrap());
            figure.iter().map(|at| [at[0] - least[0], at[1] - least[1]]).collect()
        };
        let mut found = BTreeSet::from([home(figure)]);
        let mut new: Vec<_> = found.iter().cloned().collect();
        while let Some(figure) = new.pop() {
            for motion in &self.motions {
                let image = home(&figure.iter().map(|&at| motion(at)).collect());
                if found.insert(image.clone()) {
                    new.push(image);
                }
            }
        }
        found
    }
}

/// The other definition knows a side by its middle: two of one cell belong together if a corner is at the end of both.
#[test]
fn areas_of_one_color_agree_with_another_definition() {
    use polydlx::lattice::{Cell, PieceId, Region, Tiling};
    use polydlx::properties::{Board, Given, Measure};
    let mut dice = Dice(134);
    let mut found = [0; 3];
    for case in 0..400 {
        let plane = if case % 3 == 0 { Plane::triangles() } else { Plane::squares() };
        let lattice = plane.lattice;
        let (width, height) = (2 + dice.roll(4) as i32, 2 + dice.roll(3) as i32);
        let squares = (0..width).flat_map(|x| (0..height).map(move |y| [x, y, 0]));
        let cells: Vec<Cell> = { squares }
            .flat_map(|at| lattice.cell_classes().map(move |class| class.shifted(at)))
            .filter(|_| dice.roll(8) > 0)
            .collect();
        if cells.is_empty() {
            continue;
        }
        let number = 2 + dice.roll(3);
        let mut colors: BTreeMap<Cell, u16> = BTreeMap::new();
        let mut middles: BTreeMap<Cell, [i32; 2]> = BTreeMap::new();
        let mut placements = Vec::new();
        let mut users: BTreeMap<[i32; 2], Vec<usize>> = BTreeMap::new();
        for (at, &cell) in cells.iter().enumerate() {
            let mut sites = vec![cell.site()];
            for side in lattice.parts(Part::Side, cell) {
                let color = *colors.entry(side).or_insert_with(|| 1 + dice.roll(number) as u16);
                sites.push(Site { suffix: Site::SIDE, color, ..side.site() });
                // Of the middles of this cell, the one that is of no other side of it: seen from both cells.
                let near = |middle: &[i32; 2]| {
                    let around = lattice.around(side).map(|(cell, _)| cell);
                    around.into_iter().all(|cell| plane.sides(cell).contains(middle))
                };
                let middle = plane.sides(cell).into_iter().find(near).unwrap();
                middles.insert(side, middle);
                users.entry(middle).or_default().push(at);
            }
            placements.push(Placement { piece: PieceId(0), shape: Shape::new(sites) });
        }
        let color: BTreeMap<[i32; 2], u16> =
            colors.iter().map(|(side, &color)| (middles[side], color)).collect();
        // Areas by joining what belongs together until nothing changes.
        let mut label: BTreeMap<[i32; 2], [i32; 2]> = color.keys().map(|&side| (side, side)).collect();
        loop {
            let mut changed = false;
            for &cell in &cells {
                let sides = plane.sides(cell);
                for at in 0..sides.len() {
                    let (one, other) = (sides[at], sides[(at + 1) % sides.len()]);
                    if color[&one] == color[&other] && label[&one] != label[&other] {
                        let least = label[&one].min(label[&other]);
                        label.insert(one, least);
                        label.insert(other, least);
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let mut areas: BTreeMap<[i32; 2], BTreeSet<[i32; 2]>> = BTreeMap::new();
        for (&side, &label) in &label {
            areas.entry(label).or_default().insert(side);
        }
        let board = Board::new(
            lattice,
            Region::new(lattice, cells.iter().map(|cell| cell.site()).collect()).unwrap().shape(),
            vec!["A".to_owned()],
        );
        let tiling: Tiling = placements.into_iter().collect();
        let view = board.view(&tiling, Given::default());
        let inside = |area: &&BTreeSet<[i32; 2]>| area.iter().all(|side| users[side].len() == 2);
        for wanted in areas.values() {
            let names: Vec<String> = { middles.iter() }
                .filter(|(_, middle)| wanted.contains(*middle))
                .map(|(&side, _)| {
                    let (cell, number) = lattice.around(side).find(|(cell, _)| cells.contains(cell)).unwrap();
                    let mut name = String::new();
                    lattice.push_cell(cell, &mut name);
                    format!("{name}/{number}")
                })
                .collect();
            let measure: Measure = format!("areas \"{}\"", names.join(" ")).parse().unwrap();
            assert_eq!(board.knows(&measure), Ok(()));
            let images = plane.images(wanted);
            let alike = areas.values().filter(inside).filter(|area| !plane.images(area).is_disjoint(&images));
            let alike = alike.count();
            assert_eq!(view.value(&measure), alike as i64, "{measure} {colors:?}");
            found[alike.min(2)] += 1;
        }
    }
    assert!(found.iter().all(|&number| number > 200), "{found:?}");
}
