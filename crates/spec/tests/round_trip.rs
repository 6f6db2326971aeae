//! Printing a spec and parsing it again gives the same spec; and no text makes the parser panic.

use polydlx_diagnostic::has_errors;
use polydlx_lattice::{Bounds, Cell, Lattice, NamedBox, Piece, Puzzle, Shape, Sided, Site};
use polydlx_properties::{Condition, Per};
use polydlx_spec::{
    Axis, BoxSpec, CellSpec, ChargeLine, Cost, Digits, Equivalence, Form, Line, Multiplicity, NoSets,
    PictureKind, PictureSpec, PieceLine, Pragma, RuleLine, Source, Spanned, Spec, Use, WrapLine, load, parse,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeSet;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

/// All specs, as far as their lines are legal one by one.
fn specs() -> impl Strategy<Value = Spec> {
    prop::sample::select(Lattice::ALL.to_vec()).prop_flat_map(|lattice| {
        let before = prop::collection::vec(comment_or_pragma(lattice), 0..4);
        let after = prop_oneof![
            Just(Line::Blank),
            comment_or_pragma(lattice),
            piece(lattice).prop_map(Line::Piece),
            picture(lattice).prop_map(Line::Picture),
        ];
        (before, cells(lattice), prop::collection::vec(after, 0..6), any::<bool>()).prop_map(
            move |(before, cells, after, said)| {
                let mut lines: Vec<Line> = before;
                if said {
                    lines.push(Line::Pragma(Pragma::Lattice(lattice)));
                }
                let no_box = |line: &Line| match line {
                    Line::Picture(picture) => picture.kind.has_box(),
                    _ => matches!(line, Line::Pragma(Pragma::Set | Pragma::Box(_))),
                };
                if !lines.iter().chain(&after).any(no_box) {
                    lines.push(Line::Box(cells));
                }
                lines.extend(after);
                // A file without a word in it is refused as empty.
                lines.push(Line::Comment(" end".to_owned()));
                Spec { lattice, lines: lines.into_iter().map(Spanned::from).collect() }
            },
        )
    })
}

fn name() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9'!.,=-]{1,9}"
}

fn names() -> impl Strategy<Value = Vec<Spanned<String>>> {
    prop::collection::vec(name().prop_map(Spanned::from), 1..3)
}

fn cells(lattice: Lattice) -> impl Strategy<Value = Vec<Spanned<CellSpec>>> {
    let single = (0..62_i32).prop_map(Digits::of);
    let several = any::<u64>().prop_map(|bits| (0..62).filter(|d| bits >> d & 1 == 1).collect());
    let beyond = prop::collection::vec(0..1000_i32, 0..4).prop_map(Digits::from_iter);
    let digits = prop_oneof![6 => single, 2 => several, 1 => beyond];
    let suffix =
        if lattice.has_primes() { "('?[!.a-z0-9é][!'a]?)?|'".boxed() } else { "[!.'a-z0-9é]{0,3}".boxed() };
    let letters: Vec<char> = lattice.class_letters().collect();
    let mark = if lattice.has_letters() {
        let single = prop::sample::select(letters.clone()).prop_map(|letter| letter.to_string());
        prop_oneof![single, Just(format!("[{}{}]", letters[0], letters[1]))].boxed()
    } else {
        Just(String::new()).boxed()
    };
    let suffix = (mark, suffix).prop_map(|(mark, suffix)| mark + &suffix);
    let cell = (prop::collection::vec(digits, lattice.dimension()), suffix);
    let cell = cell.prop_map(|(coordinates, suffix)| CellSpec { coordinates, suffix });
    // At the beginning of a line that would be a pragma without its bar.
    let words = [
        "set", "box", "end", "use", "also", "cost", "rule", "wrap", "title", "sided", "place", "color",
        "label",
    ];
    let cell =
        cell.prop_filter("a cell is no pragma", move |cell| !words.contains(&cell.to_string().as_str()));
    prop::collection::vec(cell.prop_map(Spanned::from), 0..4)
}

/// Cells, some of them with colours. Whether there are as many colours as sides is not asked when lines are read.
fn colored_cells(lattice: Lattice) -> impl Strategy<Value = Vec<Spanned<CellSpec>>> {
    let colors = prop::option::of("[>^]?:[a-c.é]{1,4}");
    (cells(lattice), prop::collection::vec(colors, 4)).prop_map(|(mut cells, colors)| {
        for (cell, colors) in cells.iter_mut().zip(colors) {
            cell.value.suffix += &colors.unwrap_or_default();
        }
        cells
    })
}

fn named_box(lattice: Lattice) -> impl Strategy<Value = BoxSpec> {
    let rows: Vec<_> = NamedBox::on(lattice).collect();
    let some = cells(lattice).prop_filter("a change has cells", |cells| !cells.is_empty());
    let changes = prop::collection::vec((any::<bool>(), some), 0..3);
    (prop::sample::select(rows), name(), changes).prop_map(|(row, piece, changes)| BoxSpec {
        name: row.name.to_owned().into(),
        numbers: row.example.to_vec(),
        piece: row.of_piece.then(|| piece.into()),
        changes,
    })
}

fn picture(lattice: Lattice) -> impl Strategy<Value = PictureSpec> {
    let kind = prop_oneof![
        Just(PictureKind::Box),
        Just(PictureKind::Puzzle),
        Just(PictureKind::Pieces),
        (multiplicity(), name()).prop_map(|(times, name)| PictureKind::Piece(times, name.into())),
    ];
    let axis = 0..5_i32;
    let classes = lattice.cell_classes().count() as u8;
    let cell = (axis.clone(), axis.clone(), axis, 0..classes);
    let cells = prop::collection::vec(cell, 1..9);
    (kind, cells, "[#A-Cé]{9}").prop_map(move |(kind, cells, symbols)| {
        let site = |(x, y, z, class): (i32, i32, i32, u8)| {
            let at = if lattice.dimension() == 3 { [x, y, z] } else { [x, y, 0] };
            Cell { at, class }.site()
        };
        let shape: Shape = cells.into_iter().map(site).collect();
        let symbol =
            |cell: Cell| symbols.chars().nth(shape.sites().binary_search(&cell.site()).unwrap()).unwrap();
        PictureSpec::of(lattice, kind, &shape, symbol)
    })
}

fn multiplicity() -> impl Strategy<Value = Option<Spanned<Multiplicity>>> {
    let bounds = (0..20_u32, 1..20_u32).prop_map(|(a, b)| Bounds { low: a.min(b), high: a.max(b) });
    prop::option::of(bounds.prop_map(|bounds| Multiplicity::from(bounds).into()))
}

fn piece(lattice: Lattice) -> impl Strategy<Value = PieceLine> {
    let some = colored_cells(lattice).prop_filter("a piece has cells", |cells| !cells.is_empty());
    (multiplicity(), name(), some).prop_map(|(multiplicity, name, cells)| PieceLine {
        multiplicity,
        name: name.into(),
        cells,
    })
}

fn rule(lattice: Lattice) -> impl Strategy<Value = RuleLine> {
    let some = || cells(lattice).prop_filter("a rule has cells", |cells| !cells.is_empty());
    let bounds = || {
        let bounds = (0..20_u32, 1..20_u32).prop_map(|(a, b)| Bounds { low: a.min(b), high: a.max(b) });
        bounds.prop_map(|bounds| Spanned::from(Multiplicity::from(bounds)))
    };
    let pair = || (name(), name()).prop_map(|(a, b)| [a.into(), b.into()]);
    prop_oneof![
        some().prop_map(RuleLine::Optional),
        (bounds(), some()).prop_map(|(bounds, cells)| RuleLine::Each(bounds, cells)),
        (bounds(), some()).prop_map(|(bounds, cells)| RuleLine::Of(bounds, cells)),
        (bounds(), prop::option::of(names()))
            .prop_map(|(bounds, names)| RuleLine::Choose(bounds, names.unwrap_or_default())),
        pair().prop_map(RuleLine::Together),
        pair().prop_map(RuleLine::Apart),
        names().prop_map(RuleLine::Rim),
        (name(), some()).prop_map(|(piece, cells)| RuleLine::Within(piece.into(), cells)),
        (name(), some()).prop_map(|(piece, cells)| RuleLine::Meet(piece.into(), cells)),
        (name(), name(), cells(lattice)).prop_map(|(item, piece, cells)| RuleLine::Share(
            item.into(),
            piece.into(),
            cells
        )),
    ]
}

fn comment_or_pragma(lattice: Lattice) -> impl Strategy<Value = Line> {
    let sided = prop::sample::select(Sided::ALL.to_vec());
    let expect = (prop::sample::select(Equivalence::ALL.to_vec()), "0|[1-9][0-9]{0,40}");
    let place =
        (name(), colored_cells(lattice)).prop_filter("a place has cells", |(_, cells)| !cells.is_empty());
    // The words that divide a `use` line cannot be names in it.
    let set = prop_oneof![3 => name(), 1 => "[1-9]".prop_map(|size| format!("size {size}"))];
    let wanted = "(not )?(convex|slim|fits 4x[1-9]|parity odd)( and (not )?holes)?";
    let piece_set = (
        set.prop_filter("sizes have numbers", |set| set != "size"),
        prop::option::of(names()),
        prop::option::of(names()),
        multiplicity(),
        prop::option::of(wanted),
    );
    let text = "[a-zA-Zé0-9|!][a-zA-Zé0-9|! ]{0,8}[a-z]";
    prop_oneof![
        "( [a-z|!é ]{0,9})?".prop_map(Line::Comment),
        prop_oneof![
            text.prop_map(Pragma::Title),
            text.prop_map(Pragma::Source),
            Just(Pragma::Set),
            Just(Pragma::CellsOptional),
            Just(Pragma::PiecesOptional),
            (sided, prop::option::of(names()))
                .prop_map(|(sided, names)| Pragma::Sided(sided, names.unwrap_or_default())),
            (name(), "#[0-9a-fA-F]{6}|#[0-9a-f]{3}|teal|Gold")
                .prop_map(|(piece, color)| Pragma::Color(piece.into(), color.parse().expect("a colour"))),
            (name(), "#[0-9a-f]{3}").prop_map(|(color, hue)| {
                Pragma::Color(format!(":{color}").into(), hue.parse().expect("a colour"))
            }),
            colored_cells(lattice).prop_filter_map("there are cells", |cells| (!cells.is_empty())
                .then_some(Pragma::Colored(cells))),
            name().prop_map(|color| Pragma::Border(color.into())),
            (name(), names()).prop_map(|(color, mut colors)| {
                colors.push(color.into());
                Pragma::Recolor(colors)
            }),
            named_box(lattice).prop_map(Pragma::Box),
            (name(), names()).prop_map(|(piece, names)| Pragma::Also(piece.into(), names)),
            (cells(lattice), names()).prop_filter_map("a label has a cell", |(cells, names)| {
                Some(Pragma::Label(cells.into_iter().next()?, names))
            }),
            place.prop_map(|(name, cells)| Pragma::Place(name.into(), cells)),
            expect.prop_map(|(what, number)| Pragma::Expect(what, number)),
            prop::sample::select(Cost::ALL.to_vec()).prop_map(Pragma::Cost),
            (
                name(),
                cells(lattice),
                0..9999u64,
                prop::option::of(prop::sample::select(Per::words().collect::<Vec<_>>()))
            )
                .prop_map(|(piece, cells, cost, per)| {
                    let per = per.map_or(Per::Placement, |word| word.parse().unwrap());
                    Pragma::Charge(ChargeLine { piece: piece.into(), cells, cost, per: per.into() })
                }),
            condition().prop_map(|condition| Pragma::Require(condition.into())),
            piece_set.prop_map(|(set, only, except, times, condition)| Pragma::Use(Use {
                set: set.into(),
                only: only.unwrap_or_default(),
                except: except.unwrap_or_default(),
                times,
                condition: condition.map(|text| text.parse().expect("a condition")).unwrap_or_default(),
            })),
            (name(), prop::option::of(name()))
                .prop_map(|(piece, other)| Pragma::Mirror(piece.into(), other.map(Spanned::from))),
            rule(lattice).prop_map(Pragma::Rule),
            (prop::sample::select(Axis::ALL.to_vec()), any::<bool>())
                .prop_map(|(axis, flips)| Pragma::Wrap(WrapLine::Axis(axis, flips))),
            (cells(lattice), cells(lattice), any::<bool>())
                .prop_filter("two cells on each side", |(from, to, _)| from.len() == 2 && to.len() == 2)
                .prop_map(|(from, to, flips)| Pragma::Wrap(WrapLine::Cells(from, to, flips))),
        ]
        .prop_map(Line::Pragma),
    ]
}

/// Conditions of all kinds, as `require` reads them: lists have two parts or more.
fn condition() -> impl Strategy<Value = Condition> {
    let text = prop_oneof![
        Just("tatami".to_owned()),
        (name(), "[A-Z] [A-Z]").prop_map(|(one, other)| format!("neighbors \"{one}\" \"{other}\"")),
        (prop::sample::select(vec!["<", "<=", "=", ">=", ">", "!="]), -9..99i64)
            .prop_map(|(sign, number)| format!("hsym {sign} {number}")),
        Just("sym \"rotation by 180°\" > vsym".to_owned()),
    ];
    let leaf = text.prop_map(|text| text.parse::<Condition>().expect("a condition"));
    leaf.prop_recursive(3, 8, 3, |inner| {
        let parts = prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            parts.clone().prop_map(Condition::All),
            parts.prop_map(Condition::Any),
            inner.prop_map(|part| Condition::Not(Box::new(part))),
        ]
    })
}

/// Texts that look like specs, with mistakes.
fn texts() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[0-3]{2,3}",
        3 => r"\[[0-9a-z-]{0,4}\]?[0-3]{0,2}['!]{0,2}",
        1 => r"\{[0-9,-]{0,6}\}?[0-3]{0,2}['!]{0,2}",
        2 => "[A-Z]",
        1 => "[0-9]{0,2}[:|*][0-9]?[A-Z]?",
        2 => "[0-2]{2}'?([!^]?:[ab.]{1,4}|:[ab.]{3,4})",
        1 => prop::sample::select(vec![
            "|!", "lattice", "square", "triangle", "cube", "sphere", "use", "only", "times", "sided", "one", "place",
            "A", "set", "where", "size", "not", "convex", "optional", "cover", "each", "of", "choose", "apart", "as", "box", "rectangle", "hexagon", "magnify", "plus", "minus", "2", "{62}0", "cells", "optional", "pieces", "expect", "total", "12", "\t", "\r", "é", "\u{feff}", "|", "||",
        ]).prop_map(str::to_owned),
    ];
    let line = prop::collection::vec(word, 0..5).prop_map(|words| words.join(" "));
    let pragma = "( lattice (square|triangle|hex|cube|sphere)| (set|cells optional|pieces optional)| box (rectangle 2 3|hexagon 2|magnify 2 A|cube 2|roof 2 3)( (plus|minus) [01]{2,3})?| place A [0-2]{2,3}| sided (one|free|fixed)( A)?| (optional|cover [0-3]:?[0-3]? (each|of)|within A|share s A) [0-2]{2,3} [0-2]{2,3}| (together|apart|rim|mirror) A( B)?| choose [0-2](:[1-3])?( of A B)?| use size [1-4]( where slim)?| wrap (x|y)( flip)?| border a| recolor a b| color :[ab] red| colored [0-2]{2}'?([>^]?:[ab.]{3,4}|!:a)| wrap [0-2]{2,3} [0-2]{2,3} = [0-5]{2,3} [0-5]{2,3}( flip)?)";
    let drawn = "picture (box|puzzle|pieces|piece A)( at [0-2]{2,3})?\n(\\| A: BC\n)?( {0,2}[#ABC.]( {0,2}[#ABC.]){0,3}\n){0,3}(\\|! end)?";
    let lines = prop_oneof![4 => line, 1 => drawn.prop_map(|text| format!("|! {text}")), 1 => pragma.prop_map(|text| format!("|!{text}"))];
    prop::collection::vec(lines, 0..7).prop_map(|lines| lines.join("\n"))
}

/// Names of cells.
type Cells = BTreeSet<String>;

/// What a puzzle is made of, by the names of its cells and pieces.
fn in_names(puzzle: &Puzzle) -> (Cells, Vec<Piece>, Vec<(String, Cells)>) {
    let names = |sites: &[Site]| sites.iter().map(|&site| puzzle.site_name(site)).collect();
    let placed = puzzle
        .placed
        .iter()
        .map(|placed| (puzzle.pieces[placed.piece.0].name.clone(), names(placed.shape.sites())));
    (names(puzzle.region.sites()), puzzle.pieces.clone(), placed.collect())
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn parse_inverts_print(spec in specs()) {
        let text = spec.to_string();
        let (again, mistakes) = parse(0, &text, Some(spec.lattice));
        prop_assert!(!has_errors(&mistakes) || mistakes.iter().all(|m| m.kind == "said-twice"), "{text}\n{mistakes:#?}");
        prop_assert_eq!(again.unwrap(), spec, "{}", text);
    }
}

proptest! {
    #![proptest_config(config(6000))]

    #[test]
    fn no_text_makes_it_panic(text in prop_oneof![texts(), any::<String>()], lattice in 0..6_usize) {
        let lattice = Lattice::ALL.get(lattice).copied();
        let loaded = load(Source::new("random", text.clone()), lattice, &NoSets);
        prop_assert_eq!(loaded.puzzle().is_some(), !has_errors(&loaded.diagnostics));
        for mistake in &loaded.diagnostics {
            let (span, _) = mistake.at.as_ref().expect("every mistake has a place");
            prop_assert!(text.get(span.start..span.end).is_some(), "{mistake:?}");
        }
        let shown = polydlx_diagnostic::render(&loaded.sources, &loaded.diagnostics, polydlx_diagnostic::Paint::Plain);
        prop_assert_eq!(shown.is_empty(), loaded.diagnostics.is_empty());
        if let (Some(spec), false) = (&loaded.spec, has_errors(&loaded.diagnostics)) {
            let (again, _) = parse(0, &spec.to_string(), Some(spec.lattice));
            prop_assert_eq!(again.as_ref(), Some(spec));
        }
        for form in Form::ALL {
            let Some(spec) = loaded.rewritten(form) else { continue };
            let again = load(Source::new("again", spec.to_string()), Some(spec.lattice), &NoSets);
            prop_assert_eq!(again.puzzle().map(in_names), loaded.puzzle().map(in_names), "{:?}\n{}\n{}", form, text, spec);
        }
    }
}
