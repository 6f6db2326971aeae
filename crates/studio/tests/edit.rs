//! Changes that are drawn, as changes of the text.
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values")]

use polydlx::cover::Monitor;
use polydlx::lattice::{Lattice, Shape};
use polydlx::library::Library;
use polydlx::spec::cells_of;
use polydlx_studio::{Home, Request};
use serde_json::{Value, json};

fn ask(request: &Value) -> Vec<Value> {
    // What takes longer than a moment is of no interest here.
    let monitor = Monitor::new();
    monitor.stop();
    let home = Home { threads: 1, memory: 1 << 28, pace: 1.0, sets: &Library };
    let mut events = Vec::new();
    Request::read(&request.to_string()).unwrap().answer(&home, &monitor, &mut |event| {
        events.push(serde_json::from_str(&event).unwrap());
    });
    events
}

fn edited(text: &str, change: Value) -> Result<String, String> {
    let event = ask(&json!({"ask": "edit", "text": text, "change": change})).pop().unwrap();
    match event["text"].as_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(event["sentence"].as_str().unwrap().to_owned()),
    }
}

fn puzzle(text: &str) -> Value {
    let puzzle = ask(&json!({"ask": "facts", "text": text})).swap_remove(0);
    assert_eq!(puzzle["ok"], true, "{text}\n{puzzle}");
    puzzle
}

const START: &str = "\
| A comment.
|! lattice square
|! use tetrominoes
|! expect total 0
|! cost fast
[0-3][0-4]
";

#[test]
fn the_box_is_drawn() {
    let cells = json!([[0, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 0]]);
    insta::assert_snapshot!(edited(START, json!({"cells": cells})).unwrap(), @"
    | A comment.
    |! lattice square
    |! use tetrominoes
    0[01] 11
    ");
    // Cells beyond the edge move the whole.
    let beyond = edited(START, json!({"cells": [[-2, 3, 0, 0], [-1, 3, 0, 0]]})).unwrap();
    assert!(beyond.ends_with("[01]3\n") || beyond.ends_with("03 13\n"), "{beyond}");
    assert_eq!(puzzle(&beyond)["cells"], json!([[0, 3, 0, 0], [1, 3, 0, 0]]));
    // Nothing at all is a box, too.
    assert_eq!(puzzle(&edited(START, json!({"cells": []})).unwrap())["cells"], json!([]));
    let again = edited(&edited(START, json!({"cells": []})).unwrap(), json!({"cells": cells})).unwrap();
    assert_eq!(puzzle(&again)["cells"], cells);
}

#[test]
fn the_box_has_a_name() {
    let named = edited(START, json!({"box": "rectangle 2 10"})).unwrap();
    insta::assert_snapshot!(named, @"
    | A comment.
    |! lattice square
    |! use tetrominoes
    |! box rectangle 2 10
    ");
    let cells = edited(&named, json!({"cells": [[0, 0, 0, 0]]})).unwrap();
    assert!(!cells.contains("|! box"), "{cells}");
    // What is no box is told where it stands, by the next look at the text.
    let wrong = edited(START, json!({"box": "rectangel 2 10"})).unwrap();
    assert_eq!(ask(&json!({"ask": "facts", "text": wrong}))[0]["diagnostics"][0]["kind"], "unknown-box");
}

/// A title cannot become a line of its own, whatever is typed.
#[test]
fn titles() {
    let titled = edited(START, json!({"title": "Two\n[0-9]\r\n|! set <script>alert(1)</script>"})).unwrap();
    assert_eq!(puzzle(&titled)["title"], "Two [0-9] |! set <script>alert(1)</script>");
    assert!(!edited(&titled, json!({"title": ""})).unwrap().contains("title"));
}

#[test]
fn sets_and_counts() {
    let with = edited(START, json!({"set": {"name": "trominoes", "on": true}})).unwrap();
    assert_eq!(puzzle(&with)["sets"].as_array().unwrap().len(), 2);
    let without = edited(&with, json!({"set": {"name": "tetrominoes", "on": false}})).unwrap();
    assert!(!without.contains("tetrominoes"));
    let times = |text: &str, piece: &str, times: &str| {
        edited(text, json!({"times": {"piece": piece, "times": times}}))
    };
    let name = puzzle(START)["pieces"][0]["name"].as_str().unwrap().to_owned();
    let twice = times(START, &name, "2").unwrap();
    assert_eq!(puzzle(&twice)["pieces"].as_array().unwrap().len(), 5);
    let high = |text: &str| {
        let puzzle = puzzle(text);
        let pieces = puzzle["pieces"].as_array().unwrap().clone();
        pieces
            .iter()
            .map(|piece| (piece["name"].as_str().unwrap().to_owned(), piece["high"].as_u64().unwrap()))
            .collect::<std::collections::BTreeMap<_, _>>()
    };
    assert_eq!(high(&twice)[&name], 2);
    assert_eq!(high(&twice).values().sum::<u64>(), 6);
    let gone = times(&twice, &name, "0").unwrap();
    assert_eq!(high(&gone).len(), 4);
    assert_eq!(high(&times(&gone, &name, "1").unwrap()), high(START));
    assert!(times(START, "nobody", "3").is_err());
}

#[test]
fn own_pieces() {
    let own =
        edited(START, json!({"piece": {"name": "mine", "cells": [[5, 5, 0, 0], [5, 6, 0, 0]]}})).unwrap();
    assert!(own.ends_with("mine 0[01]\n"), "{own}");
    let often = edited(&own, json!({"times": {"piece": "mine", "times": "0:3"}})).unwrap();
    assert!(often.ends_with("0:3|mine 0[01]\n"), "{often}");
    let other =
        edited(&often, json!({"piece": {"name": "mine", "cells": [[0, 0, 0, 0], [1, 0, 0, 0]]}})).unwrap();
    assert!(other.ends_with("0:3|mine 00 10\n"), "{other}");
    assert!(!edited(&other, json!({"piece": {"name": "mine", "cells": []}})).unwrap().contains("mine"));
    let wrong = edited(START, json!({"piece": {"name": "mine", "cells": [[0, 0, 0, 7]]}}));
    assert_eq!(wrong.unwrap_err(), "there is no such cell");
}

/// Placed pieces move with the box, and go if the box leaves them.
#[test]
fn placed_pieces() {
    let cells: Vec<Value> = (0..4).flat_map(|x| (0..5).map(move |y| json!([x, y, 0, 0]))).collect();
    let name = puzzle(START)["pieces"][0]["name"].as_str().unwrap().to_owned();
    let tray = ask(&json!({"ask": "tray", "text": START})).pop().unwrap();
    let way = &tray["pieces"][0]["ways"][0];
    let placed = edited(START, json!({"place": [{"piece": name, "cells": way}]})).unwrap();
    assert_eq!(puzzle(&placed)["placed"][0]["cells"], *way);
    let mut more = cells.clone();
    more.push(json!([-1, 0, 0, 0]));
    let moved = edited(&placed, json!({"cells": more})).unwrap();
    assert_eq!(puzzle(&moved)["placed"][0]["cells"][0][0], way[0][0].as_i64().unwrap() + 1);
    let left = edited(&placed, json!({"cells": [[3, 4, 0, 0]]})).unwrap();
    assert_eq!(puzzle(&left)["placed"], json!([]));
}

#[test]
fn ways_to_move_and_what_may_be_left() {
    let one = edited(START, json!({"sided": "one"})).unwrap();
    assert_eq!(puzzle(&one)["sided"], "one");
    assert!(!edited(&one, json!({"sided": null})).unwrap().contains("sided"));
    let loose = edited(START, json!({"optional": {"cells": true, "pieces": false}})).unwrap();
    assert_eq!(puzzle(&loose)["cellsOptional"], true);
}

/// A drawn box becomes a list of cells when it is changed; a text with mistakes is left alone.
#[test]
fn pictures_and_mistakes() {
    let drawn = "|! lattice square\n|! use tetrominoes\n|! picture box\n#####\n#####\n|! end\n";
    let title = edited(drawn, json!({"title": "Drawn"})).unwrap();
    assert_eq!(puzzle(&title)["cells"].as_array().unwrap().len(), 10);
    assert!(edited("|! lattice square\n[0-\n", json!({"title": "No"})).unwrap_err().contains('^'));
}

/// Every puzzle of the library can have its box drawn anew, and stays what it was.
#[test]
fn library() {
    let hello = ask(&json!({"ask": "hello"})).pop().unwrap();
    let (mut same, mut refused) = (0, 0);
    for name in hello["puzzles"].as_array().unwrap().iter().map(|puzzle| &puzzle["name"]) {
        let text = ask(&json!({"ask": "open", "name": name})).pop().unwrap();
        let text = text["text"].as_str().unwrap();
        let before = puzzle(text);
        if before["cells"].as_array().unwrap().len() > 500 {
            continue;
        }
        match edited(text, json!({"cells": before["cells"]})) {
            Ok(text) => {
                let mut after = puzzle(&text);
                after["diagnostics"] = before["diagnostics"].clone();
                assert!(after == before, "{name}: {text}");
                same += 1;
            }
            Err(sentence) => {
                assert!(sentence.contains("suffixes"), "{sentence}");
                refused += 1;
            }
        }
    }
    assert!(same > 100 && refused < 60, "{same} {refused}");
}

/// On every lattice a box can be drawn cell by cell: what is taken away is gone, and nothing else.
#[test]
fn boxes_of_all_lattices_can_be_changed() {
    for lattice in Lattice::ALL {
        let cells =
            (0..3).flat_map(|x| lattice.cell_classes().map(move |cell| cell.shifted([x, 0, 0]).site()));
        let written = cells_of(lattice, &Shape::new(cells)).unwrap();
        let text = format!("|! lattice {}\n{written}\n", lattice.name());
        let before = puzzle(&text)["cells"].as_array().unwrap().clone();
        assert_eq!(before.len(), 3 * lattice.cell_classes().count(), "{text}");
        let fewer = edited(&text, json!({"cells": before[1..]})).unwrap();
        assert_eq!(puzzle(&fewer)["cells"], json!(before[1..]), "{lattice:?}");
    }
}
