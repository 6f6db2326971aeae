//! Playing, as the page does it.

use polydlx::cover::Monitor;
use polydlx::library::Library;
use polydlx_studio::{Home, Request};
use serde_json::{Value, json};

fn ask(request: &Value) -> Value {
    let home = Home { threads: 1, memory: 1 << 28, pace: 1.0, sets: &Library };
    let mut last = Value::Null;
    Request::read(&request.to_string()).unwrap().answer(&home, &Monitor::new(), &mut |event| {
        last = serde_json::from_str(&event).unwrap();
    });
    last
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
    for name in [
        "pentominoes-6x10",
        "hexiamonds-6x6",
        "tetrahexes-4x7",
        "soma-3x3x3",
        "tetraspheres-T4",
        "tetrominoes-twice-5x8",
    ] {
        let text = text_of(name);
        let mut placements = Vec::new();
        loop {
            let light = ask(&json!({"ask": "light", "text": text, "placements": placements, "hint": true}));
            if light["light"] == "solved" {
                break;
            }
            assert_eq!(light["light"], "yes", "{name}: {placements:?}");
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
