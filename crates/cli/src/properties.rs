//! The properties of packings, for `polydlx info --properties`.

use crate::json::Object;
use itertools::Itertools;
use polydlx::lattice::{Lattice, Puzzle};
use polydlx::properties::{Better, Kind, PROPERTIES, Property, Takes};
use std::fmt::Write as _;

/// All properties, or those that make sense for a puzzle.
pub(crate) fn list(puzzle: Option<&Puzzle>, as_json: bool) -> String {
    let on = |property: &&Property| puzzle.is_none_or(|puzzle| property.is_for(puzzle));
    let shown = PROPERTIES.iter().filter(on);
    if as_json {
        let rows = shown.map(|property| {
            Object::default()
                .with("name", property.name)
                .with("takes", arguments(property).trim())
                .with("kind", kind(property))
                .with("better", better(property))
                .with("lattices", lattices(property))
                .with("meaning", property.meaning)
                .with("source", property.source)
        });
        return format!("{}\n", Object::default().list("properties", rows));
    }
    let mut out = String::new();
    for property in shown {
        let lattices = lattices(property);
        let all = |dimension: usize| {
            let every = Lattice::ALL.into_iter().filter(|lattice| lattice.dimension() == dimension);
            every.map(Lattice::name).collect_vec()
        };
        let on = if lattices.len() == Lattice::ALL.len() {
            "all lattices".to_owned()
        } else if lattices == all(2) {
            "in the plane".to_owned()
        } else if lattices == all(3) {
            "in space".to_owned()
        } else {
            lattices.join(", ")
        };
        let better = match property.kind {
            Kind::Flag => String::new(),
            Kind::Number => format!("; {} is better", better(property)),
        };
        let _ = writeln!(out, "{}{}  ({on}{better})", property.name, arguments(property));
        let _ = writeln!(out, "    {} [{}]", property.meaning, property.source);
    }
    out
}

fn lattices(property: &Property) -> Vec<&'static str> {
    Lattice::ALL.into_iter().filter(|&lattice| property.is_on(lattice)).map(Lattice::name).collect()
}

fn arguments(property: &Property) -> String {
    match property.takes {
        Takes::Nothing => String::new(),
        Takes::Pieces(number) => " PIECE".repeat(number),
        Takes::Sides => " \"SIDES\"".to_owned(),
        Takes::Symmetry => " \"SYMMETRY\"".to_owned(),
    }
}

fn kind(property: &Property) -> &'static str {
    match property.kind {
        Kind::Flag => "flag",
        Kind::Number => "number",
    }
}

fn better(property: &Property) -> &'static str {
    match property.better {
        Better::More => "more",
        Better::Less => "less",
    }
}
