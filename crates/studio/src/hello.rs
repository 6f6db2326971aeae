//! What there is: lattices, boxes, piece sets, puzzles, properties.

use crate::cell::id;
use crate::request::Refused;
use itertools::Itertools;
use polydlx::draw::{Palette, View, layer_name, tile};
use polydlx::lattice::{Cell, Lattice, NamedBox, Sided};
use polydlx::library::{self, Format, Item, Kind};
use polydlx::properties::{Better, Needs, PROPERTIES, Property, Takes};
use polydlx::spec::{Equivalence, Sets, Spec, parse};
use serde_json::{Value, json};

/// All that the page has to know before it begins.
pub(crate) fn hello(sets: &dyn Sets) -> Value {
    let sets = all_sets(sets);
    let lattices: Vec<Value> = Lattice::ALL.into_iter().map(|lattice| of_lattice(lattice, &sets)).collect();
    let puzzles: Vec<Value> = library::items().filter_map(|item| of_puzzle(&item)).collect();
    json!({
        "event": "hello",
        "version": env!("CARGO_PKG_VERSION"),
        "lattices": lattices,
        "puzzles": puzzles,
        "views": View::ALL.map(View::name),
        "palettes": Palette::ALL.map(Palette::name),
        "sided": Sided::ALL.map(Sided::name),
    })
}

/// A lattice: its tiles, boxes, sets and properties.
fn of_lattice(lattice: Lattice, sets: &[(Lattice, Value)]) -> Value {
    let own = sets.iter().filter(|(of, _)| *of == lattice).map(|(_, set)| set.clone());
    let classes: Vec<Value> =
        lattice.cell_classes().map(|class| json!(tile(lattice, class).corners)).collect();
    let origin = lattice.cell_classes().next().unwrap_or_default();
    let here = tile(lattice, origin);
    // Where a step along each axis leads: to the right, down, and how many layers up.
    let step = |axis: usize| {
        let mut by = [0; 3];
        by[axis] = 1;
        let there = tile(lattice, origin.shifted(by));
        let [x, y] = [0, 1].map(|axis| there.corners[0][axis] - here.corners[0][axis]);
        json!([x, y, there.layer - here.layer])
    };
    let neighbors: Vec<Value> = { lattice.cell_classes() }
        .map(|class| lattice.neighbors(class).map(|cell| json!(id(lattice, cell))).collect())
        .collect();
    let boxes: Vec<Value> = NamedBox::on(lattice)
        .map(|named| {
            json!({
                "name": named.name,
                "numbers": named.numbers,
                "example": named.example,
                "meaning": named.meaning,
                "ofPiece": named.of_piece,
            })
        })
        .collect();
    json!({
        "name": lattice.name(),
        "polyforms": lattice.polyforms(),
        "dimension": lattice.dimension(),
        "layer": layer_name(lattice),
        "drawable": is_drawable(lattice),
        "tiles": classes,
        "steps": (0..lattice.dimension()).map(step).collect::<Value>(),
        "neighbors": neighbors,
        "turns": lattice.rotations().len(),
        "sided": Sided::default_for(lattice).name(),
        "boxes": boxes,
        "sets": own.collect_vec(),
        "properties": PROPERTIES.iter().filter(|known| is_simple(known, lattice)).map(of_property).collect::<Value>(),
    })
}

/// Whether a step along an axis is the same step of tiles everywhere, so that the page can find all tiles by itself.
fn is_drawable(lattice: Lattice) -> bool {
    // By how much a tile moves if its cell does; none if it does not stay as it is.
    let moved = |class: Cell, by: [i32; 3]| {
        let (here, there) = (tile(lattice, class), tile(lattice, class.shifted(by)));
        let layers = f64::from(there.layer - here.layer);
        let pairs = here.corners.iter().zip(&there.corners);
        let steps = pairs.map(|(a, b)| [b[0] - a[0], b[1] - a[1], layers]).collect_vec();
        let first = *steps.first()?;
        (here.corners.len() == there.corners.len() && steps.iter().all(|step| is_near(*step, first)))
            .then_some(first)
    };
    let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].into_iter().take(lattice.dimension());
    let origin = lattice.cell_classes().next().unwrap_or_default();
    axes.cartesian_product([1, 2, 7]).all(|(axis, times)| {
        let expected = moved(origin, axis).map(|step| step.map(|d| d * f64::from(times)));
        lattice.cell_classes().all(|class| {
            let found = moved(class, axis.map(|d| d * times));
            found.zip(expected).is_some_and(|(found, expected)| is_near(found, expected))
        })
    })
}

fn is_near(a: [f64; 3], b: [f64; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6)
}

/// What can be asked of every solution without further words.
fn is_simple(property: &Property, lattice: Lattice) -> bool {
    let known = matches!(property.needs, Needs::Nothing | Needs::Group | Needs::Swaps);
    property.takes == Takes::Nothing && known && property.is_on(lattice)
}

fn of_property(property: &Property) -> Value {
    let better = if property.better == Better::More { "more" } else { "less" };
    json!({"name": property.name, "meaning": property.meaning, "better": better})
}

/// The piece sets, with their lattices and titles.
fn all_sets(sets: &dyn Sets) -> Vec<(Lattice, Value)> {
    let names = sets.names().into_iter().sorted_unstable().dedup();
    let one = |name: &str| {
        let source = sets.find(name, "").ok()?;
        let spec = parse(0, &source.text, None).0?;
        Some((spec.lattice, json!({"name": name, "title": spec.title()})))
    };
    names.filter_map(one).collect()
}

/// A puzzle of the library that can be drawn.
fn of_puzzle(item: &Item) -> Option<Value> {
    let spec = Some(item).filter(|item| item.kind == Kind::Puzzle && item.format == Format::Spec);
    let spec: Spec = parse(0, spec?.text, None).0?;
    Some(json!({
        "name": item.name,
        "lattice": spec.lattice.name(),
        "title": spec.title(),
        "source": spec.source(),
        "solutions": spec.expected(Equivalence::UpToSymmetry).or(spec.expected(Equivalence::Total)),
        "cost": spec.cost().map(polydlx::spec::Cost::name),
    }))
}

/// The text of a puzzle of the library.
pub(crate) fn open(name: &str) -> Result<Value, Refused> {
    let item = library::items().find(|item| item.name == name && item.format == Format::Spec);
    let item = item.ok_or_else(|| format!("there is no puzzle called {name} in the library"))?;
    Ok(text(item.text))
}

/// A puzzle to begin with: a small box of the lattice, and no pieces.
pub(crate) fn fresh(name: &str) -> Result<Value, Refused> {
    let lattice = Lattice::from_name(name).ok_or_else(|| format!("there is no lattice called {name}"))?;
    let mut spec = format!("|! lattice {name}\n");
    match NamedBox::on(lattice).find(|named| !named.of_piece) {
        Some(named) => {
            let numbers: String = named.example.iter().map(|number| format!(" {number}")).collect();
            spec += &format!("|! box {}{numbers}\n", named.name);
        }
        // An empty line is a box without cells.
        None => spec.push('\n'),
    }
    Ok(text(&spec))
}

/// The event with a text.
pub(crate) fn text(text: &str) -> Value {
    json!({"event": "text", "text": text})
}
