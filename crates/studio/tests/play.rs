//! Playing, as the page does it.

use polydlx::cover::Monitor;
use polydlx::library::Library;
use polydlx_studio::{Home, Request};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn events(request: &Value) -> Vec<Value> {
    let home = Home { threads: 1, memory: 1 << 28, pace: 1.0, sets: &Library };
    let mut events = Vec::new();
    Request::read(&request.to_string()).unwrap().answer(&home, &Monitor::new(), &mut |event| {
        events.push(serde_json::from_str(&event).unwrap());
    });
    events
}

fn ask(request: &Value) -> Value {
    events(request).pop().unwrap_or_default()
}

fn text_of(name: &str) -> Value {
    ask(&json!({"ask": "open", "name": name}))["text"].clone()
}

/// Turns and flips stay among the ways a piece can lie; four quarter turns are none.
#[test]
fn turns_and_flips() {
    for name in [
        "pentominoes-6x10",
        "hexiamonds-6x6",
        "tetrahexes-4x7",
        "soma-3x3x3",
        "tetraspheres-T4",
        "one-sided-9x10",
    ] {
        let tray = ask(&json!({"ask": "tray", "text": text_of(name)}));
        for piece in tray["pieces"].as_array().unwrap() {
            let ways = piece["ways"].as_array().unwrap().len();
            for turn in piece["turns"].as_array().unwrap() {
                let turn: Vec<Option<u64>> = turn.as_array().unwrap().iter().map(Value::as_u64).collect();
                for start in 0..ways {
                    let Some(mut at) = turn[start] else { continue };
                    let mut steps = 1;
                    while at as usize != start {
                        at = turn[at as usize].expect("a turn can be gone on with");
                        steps += 1;
                        assert!(steps <= 12);
                    }
                }
            }
            let flips = piece["flips"].as_array().unwrap();
            assert_eq!(flips.len(), ways);
            if name == "one-sided-9x10" && piece["name"].as_str().unwrap().len() > 1 {
                assert!(flips.iter().all(Value::is_null) || flips.iter().all(Value::is_u64));
            }
        }
    }
}

/// From the empty box, hint by hint, to the end: the light is always on.
#[test]
fn hints_lead_to_the_end() {
    let names = [
        "pentominoes-6x10",
        "hexiamonds-6x6",
        "tetrahexes-4x7",
        "soma-3x3x3",
        "tetraspheres-T4",
        "tetrominoes-twice-5x8",
    ];
    for text in names.map(text_of).into_iter().chain(WRAPPED.map(Value::from)) {
        let mut placements = Vec::new();
        loop {
            let light = ask(&json!({"ask": "light", "text": text, "placements": placements, "hint": true}));
            if light["light"] == "solved" {
                break;
            }
            assert_eq!(light["light"], "yes", "{text}: {placements:?}");
            placements.push(light["hint"].clone());
            assert!(placements.len() < 30);
        }
    }
}

#[test]
fn the_light_goes_out() {
    let text = text_of("pentominoes-6x10");
    let light = |placements: Value| ask(&json!({"ask": "light", "text": text, "placements": placements}));
    let corner = json!([[0, 1, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0], [1, 2, 0, 0], [2, 1, 0, 0]]);
    assert_eq!(light(json!([{"piece": "X", "cells": corner}]))["light"], "no");
    let straight = |x: i32, y: i32| (0..5).map(|d| json!([x, y + d, 0, 0])).collect::<Vec<Value>>();
    assert_eq!(light(json!([{"piece": "O", "cells": straight(0, 0)}]))["light"], "yes");
    // Not like that: outside, twice, upon each other, out of shape.
    assert_eq!(light(json!([{"piece": "O", "cells": straight(0, 8)}]))["light"], "no");
    let twice = json!([{"piece": "O", "cells": straight(0, 0)}, {"piece": "O", "cells": straight(1, 0)}]);
    assert_eq!(light(twice)["light"], "no");
    assert_eq!(light(json!([{"piece": "X", "cells": straight(0, 0)}]))["light"], "no");
    assert_eq!(light(json!([{"piece": "?", "cells": []}]))["event"], "refusal");
}

const WRAPPED: [&str; 5] = [
    "|! lattice square\n|! use pentominoes\n|! wrap y\n[0-5][0-9]\n",
    "|! lattice square\n|! use pentominoes\n|! wrap x\n|! wrap y\n[0-4][0-b]\n",
    "|! lattice square\n|! use pentominoes only P U V X Y Z\n|! wrap y flip\n[0-4][0-5]\n",
    "|! lattice square\n|! use tetrominoes times 2\n|! wrap x\n|! wrap y flip\n[0-4][0-7]\n",
    "|! lattice hex\n|! use tetrahexes\n|! wrap x\n|! wrap y\n[0-3][0-6]\n",
];

/// Where ends are joined, moving pieces about and looking up what is beyond them leads to all placements, and to no others.
#[test]
fn pieces_reach_across_the_seam() {
    type Cell = [i64; 4];
    let cells = |value: &Value| serde_json::from_value::<Vec<Cell>>(value.clone()).unwrap();
    for text in WRAPPED {
        let tray = ask(&json!({"ask": "tray", "text": text}));
        let inside: BTreeSet<Cell> = cells(&tray["cells"]).into_iter().collect();
        let seam: Vec<[Cell; 2]> = serde_json::from_value(tray["seam"].clone()).unwrap();
        let seam: BTreeMap<Cell, Cell> = seam.into_iter().map(|[cell, same]| (cell, same)).collect();
        let beyond = cells(&tray["beyond"]);
        assert!(!beyond.is_empty() && beyond.iter().all(|cell| inside.contains(&seam[cell])), "{text}");
        let mut placements = BTreeSet::new();
        let mut crossing = 0;
        for piece in tray["pieces"].as_array().unwrap() {
            for way in piece["ways"].as_array().unwrap().iter().map(cells) {
                for (from, to) in way.iter().flat_map(|from| inside.iter().map(move |to| (from, to))) {
                    if from[3] != to[3] {
                        continue;
                    }
                    let moved = way.iter().map(|cell| {
                        [0, 1, 2, 3].map(|axis| match axis {
                            3 => cell[3],
                            _ => cell[axis] + to[axis] - from[axis],
                        })
                    });
                    let there: BTreeSet<Cell> =
                        moved.clone().map(|cell| *seam.get(&cell).unwrap_or(&cell)).collect();
                    if there.len() == way.len() && there.is_subset(&inside) {
                        crossing += usize::from(moved.clone().any(|cell| !inside.contains(&cell)));
                        placements.insert((piece["name"].to_string(), there));
                    }
                }
            }
        }
        assert!(crossing > 0, "{text}");
        let facts = events(&json!({"ask": "facts", "text": text}))
            .into_iter()
            .find(|event| event["event"] == "facts");
        assert_eq!(facts.unwrap()["options"], placements.len(), "{text}");
    }
}
