//! What there is: lattices, boxes, piece sets, puzzles, properties.

use crate::cell::id;
use crate::request::Refused;
use polydlx::draw::{Palette, View, layer_name, tile};
use polydlx::lattice::{Lattice, NamedBox, Sided};
use polydlx::library::{self, Format, Item, Kind};
use polydlx::properties::{Better, Needs, PROPERTIES, Property, Takes};
use polydlx::spec::{Equivalence, Sets, Spec, parse};
use serde_json::{Value, json};

/// All that the page has to know before it begins.
pub(crate) fn hello(sets: &dyn Sets) -> Value {
    let lattices: Vec<Value> = Lattice::ALL.into_iter().map(|lattice| of_lattice(lattice, sets)).collect();
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
fn of_lattice(lattice: Lattice, sets: &dyn Sets) -> Value {
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
        "tiles": classes,
        "steps": (0..lattice.dimension()).map(step).collect::<Value>(),
        "neighbors": neighbors,
        "turns": lattice.rotations().len(),
        "sided": Sided::default_for(lattice).name(),
        "boxes": boxes,
        "sets": sets_on(lattice, sets),
        "properties": PROPERTIES.iter().filter(|known| is_simple(known, lattice)).map(of_property).collect::<Value>(),
    })
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

/// The piece sets on a lattice, with their titles.
fn sets_on(lattice: Lattice, sets: &dyn Sets) -> Value {
    let mut names = sets.names();
    names.sort_unstable();
    names.dedup();
    let one = |name: &&str| {
        let source = sets.find(name, "").ok()?;
        let spec = parse(0, &source.text, None).0.filter(|spec| spec.lattice == lattice)?;
        Some(json!({"name": name, "title": spec.title()}))
    };
    names.iter().filter_map(one).collect()
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
    if let Some(named) = NamedBox::on(lattice).find(|named| !named.of_piece) {
        let numbers: String = named.example.iter().map(|number| format!(" {number}")).collect();
        spec += &format!("|! box {}{numbers}\n", named.name);
    }
    Ok(text(&spec))
}

/// The event with a text.
pub(crate) fn text(text: &str) -> Value {
    json!({"event": "text", "text": text})
}
