//! Requests and their events, as the page sees them.
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values")]

use polydlx::cover::Monitor;
use polydlx::lattice::Lattice;
use polydlx::library::Library;
use polydlx_studio::{Home, Request, progress};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const PENTOMINOES: &str = "|! lattice square\n|! use pentominoes\n[0-5][0-9]\n";

fn ask_with(request: &Value, monitor: &Monitor) -> Vec<Value> {
    let home = Home { threads: 2, memory: 1 << 28, pace: 1.0, sets: &Library };
    let mut events = Vec::new();
    let mut emit = |event: String| {
        assert!(!event.contains('\n'), "an event is a line");
        events.push(serde_json::from_str(&event).expect("events are JSON"));
    };
    match Request::read(&request.to_string()) {
        Ok(request) => request.answer(&home, monitor, &mut emit),
        Err(event) => emit(event),
    }
    events
}

fn ask(request: Value) -> Vec<Value> {
    ask_with(&request, &Monitor::new())
}

fn last(request: Value) -> Value {
    ask(request).pop().expect("an event")
}

fn event<'a>(events: &'a [Value], kind: &str) -> &'a Value {
    events.iter().find(|event| event["event"] == kind).unwrap_or_else(|| panic!("no {kind} in {events:?}"))
}

fn edited(text: &str, change: Value) -> String {
    let event = last(json!({"ask": "edit", "text": text, "change": change}));
    event["text"].as_str().unwrap_or_else(|| panic!("{event}")).to_owned()
}

/// What the page needs of a lattice is there for all of them.
#[test]
fn hello() {
    let hello = last(json!({"ask": "hello"}));
    assert_eq!(hello["lattices"].as_array().unwrap().len(), Lattice::ALL.len());
    for lattice in hello["lattices"].as_array().unwrap() {
        assert!(!lattice["tiles"].as_array().unwrap().is_empty());
        // In the plane every lattice can be drawn upon by hand.
        assert!(lattice["drawable"] == true || lattice["dimension"] == 3, "{lattice}");
        assert_eq!(lattice["steps"].as_array().unwrap().len() as u64, lattice["dimension"].as_u64().unwrap());
        let fresh = last(json!({"ask": "fresh", "lattice": lattice["name"]}));
        let stopped = Monitor::new();
        stopped.stop();
        let events = ask_with(&json!({"ask": "facts", "text": fresh["text"]}), &stopped);
        assert_eq!(events[0]["ok"], true, "{events:?}");
    }
}

/// All puzzles of the library can be opened, described and drawn.
#[test]
fn library() {
    let hello = last(json!({"ask": "hello"}));
    let puzzles = hello["puzzles"].as_array().unwrap();
    assert!(puzzles.len() > 100);
    for puzzle in puzzles {
        let picture = last(json!({"ask": "picture", "name": puzzle["name"]}));
        assert!(picture["svg"].as_str().unwrap_or_default().starts_with("<svg"), "{puzzle}");
    }
    let text = last(json!({"ask": "open", "name": "soma-3x3x3"}));
    assert!(text["text"].as_str().unwrap().contains("|! use soma"));
    let sentence = last(json!({"ask": "open", "name": "<b>"}));
    assert_eq!(sentence["event"], "refusal");
}

#[test]
fn pieces_by_themselves() {
    let piece = |color: &str, class: i32| {
        last(
            json!({"ask": "piece", "lattice": "square", "cells": [[0, 0, 0, 0], [0, 1, 0, class]], "color": color}),
        )
    };
    assert!(piece("#c0ffee", 0)["svg"].as_str().unwrap().contains("c0ffee"));
    assert!(piece("nonsense", 0)["sentence"].as_str().unwrap().contains("not a colour"));
    assert_eq!(piece("#c0ffee", 1)["sentence"], "there is no such cell");
}

#[test]
fn facts_of_the_classic() {
    let events = ask(json!({"ask": "facts", "text": PENTOMINOES}));
    let facts = event(&events, "facts");
    assert_eq!(facts["cells"], 60);
    assert_eq!((&facts["least"], &facts["most"]), (&json!(60), &json!(60)));
    assert_eq!(facts["options"], 2056);
    assert_eq!((&facts["symmetries"], &facts["boxSymmetries"]), (&json!(4), &json!(4)));
    assert_eq!(facts["reasons"], json!([]));
    let seconds = event(&events, "price")["seconds"].as_f64().unwrap();
    assert!((0.01..100.0).contains(&seconds), "{seconds}");
    let puzzle = event(&events, "puzzle");
    assert_eq!(puzzle["pieces"].as_array().unwrap().len(), 12);
    assert_eq!(puzzle["pieces"][0]["set"], "pentominoes");
    assert_eq!(puzzle["sets"][0]["pieces"].as_array().unwrap().len(), 12);
}

#[test]
fn reasons_are_told_while_editing() {
    let text = "|! lattice square\n|! use tetrominoes\n[0-3][0-4]\n";
    let events = ask(json!({"ask": "facts", "text": text}));
    assert!(event(&events, "facts")["reasons"][0].as_str().unwrap().contains("x+y ≡ 0 (mod 2)"));
    assert!(!events.iter().any(|event| event["event"] == "price"));
}

/// A mistake points into the text, in the characters that browsers count, and looks as the command shows it.
#[test]
fn mistakes_have_carets() {
    let text = "|! lattice square\n|! title 🧩 é\n|! use pentominos\n[0-5][0-9]\n";
    let events = ask(json!({"ask": "facts", "text": text}));
    assert_eq!(events.len(), 1);
    let mistake = &events[0]["diagnostics"][0];
    let units: Vec<u16> = text.encode_utf16().collect();
    let [from, to] = [0, 1].map(|at| mistake["at"][at].as_u64().unwrap() as usize);
    assert_eq!(String::from_utf16(&units[from..to]).unwrap(), "pentominos");
    insta::assert_snapshot!(mistake["shown"].as_str().unwrap(), @"
    error[unknown-set]: there is no piece set `pentominos`
     --> puzzle:3:8
      |
    3 | |! use pentominos
      |        ^^^^^^^^^^ unknown
      |
      = help: did you mean `pentominoes`?; a file is named by its path, as in `./mine.spec`
    ");
}

#[test]
fn counts() {
    let count = |which: &str| last(json!({"ask": "count", "text": PENTOMINOES, "which": which}));
    assert_eq!((&count("all")["count"], &count("all")["complete"]), (&json!("9356"), &json!(true)));
    assert_eq!(count("symmetry")["count"], "2339");
    let soma = last(json!({"ask": "open", "name": "soma-3x3x3"}));
    let soma = |which: &str| last(json!({"ask": "count", "text": soma["text"], "which": which}));
    assert_eq!((&soma("rotation")["count"], &soma("symmetry")["count"]), (&json!("480"), &json!("240")));
}

#[test]
fn solutions_come_with_pictures_and_can_be_had_in_parts() {
    let solve = |skip: u64, limit: u64| {
        ask(json!({"ask": "solve", "text": PENTOMINOES, "which": "symmetry", "skip": skip, "limit": limit}))
    };
    let all = solve(0, 5);
    assert_eq!(all.len(), 6);
    assert_eq!(all[5]["limited"], true);
    assert_eq!(all[0]["placements"].as_array().unwrap().len(), 12);
    assert!(all[0]["svg"].as_str().unwrap().starts_with("<svg"));
    let rest = solve(3, 2);
    assert_eq!(rest[0], all[3]);
    assert_eq!(rest[1], all[4]);
    // As lines they are what the command writes.
    let solutions: Vec<&Value> = all[..5].iter().map(|event| &event["placements"]).collect();
    let lines = last(json!({"ask": "lines", "text": PENTOMINOES, "solutions": solutions}));
    let lines: Vec<&str> = lines["text"].as_str().unwrap().lines().collect();
    assert_eq!(lines.len(), 6);
    assert!(lines[0].starts_with(r#"{"polydlx":1,"lattice":"square""#));
    assert!(lines[5].starts_with(r#"{"solution":5,"#), "{}", lines[5]);
}

#[test]
fn the_best() {
    let text = "|! lattice square\n[0-3][0-3]\n8|D 00 01\n";
    let events = ask(json!({"ask": "best", "text": text, "which": "symmetry", "by": "rim", "limit": 2}));
    assert_eq!(events.last().unwrap()["count"], "9");
    assert!(events[0]["value"].as_i64() >= events[1]["value"].as_i64());
    let wrong = last(json!({"ask": "best", "text": text, "which": "all", "by": "rimm", "limit": 2}));
    assert!(wrong["sentence"].as_str().unwrap().contains("rim"), "{wrong}");
}

/// After the hints there is one solution, and there was more than one before.
#[test]
fn hints_leave_one_solution() {
    let text = "|! lattice square\n|! use tetrominoes times 2\n[0-4][0-7]\n";
    let made = last(json!({"ask": "hints", "text": text, "seed": 1}));
    assert!(made["hints"].as_u64().unwrap() > 0);
    let text = made["text"].as_str().unwrap();
    assert!(text.contains("|! place"));
    assert_eq!(last(json!({"ask": "count", "text": text, "which": "all"}))["count"], "1");
}

#[test]
fn random_puzzles_are_as_hard_as_wanted() {
    for (set, pieces) in
        [("pentominoes", 5), ("hexiamonds", 5), ("tetrahexes", 5), ("soma", 5), ("tetraspheres", 4)]
    {
        for difficulty in ["medium", "hard"] {
            let wish =
                json!({"ask": "random", "set": set, "pieces": pieces, "difficulty": difficulty, "seed": 7});
            let made = last(wish.clone());
            assert_eq!(made, last(wish), "the same seed makes the same puzzle");
            let count = last(json!({"ask": "count", "text": made["text"], "which": "symmetry"}));
            let count: u64 = count["count"].as_str().unwrap().parse().unwrap();
            assert_eq!(json!(count), made["classes"]);
            assert!(
                if difficulty == "hard" { count == 1 } else { (2..10).contains(&count) },
                "{set} {count}"
            );
        }
    }
    let easy =
        last(json!({"ask": "random", "set": "pentominoes", "pieces": 8, "difficulty": "easy", "seed": 1}));
    let count = last(json!({"ask": "count", "text": easy["text"], "which": "symmetry"}));
    assert!(count["count"].as_str().unwrap().parse::<u64>().unwrap() >= 10);
}

/// A search that would take for ever ends within a tenth of a second, and says what it knows.
#[test]
fn a_stop_is_obeyed_at_once() {
    let text = "|! lattice square\n|! use pentominoes times 4\n{0-14}{0-13}\n";
    let text = edited(text, json!({"box": "rectangle 15 16"}));
    let forever = "|! lattice cube\n|! use pentacubes\n[0-4][0-4][0-4]\n|! pieces optional\n";
    for (text, ask) in [(text.as_str(), "count"), (forever, "count"), (forever, "solve")] {
        let monitor = Monitor::new();
        let mut request = json!({"ask": ask, "text": text, "which": "all"});
        if ask == "solve" {
            request["limit"] = json!(1_000_000_000u64);
            request["skip"] = json!(1_000_000_000u64);
        }
        let handle = monitor.clone();
        let (events, stopped) = std::thread::scope(|scope| {
            let work = scope.spawn(move || ask_with(&request, &monitor));
            std::thread::sleep(Duration::from_millis(600));
            let shown: Value = serde_json::from_str(&progress(&handle)).unwrap();
            assert_eq!(shown["event"], "progress");
            let begin = Instant::now();
            handle.stop();
            (work.join().unwrap(), begin.elapsed())
        });
        // The machine may be busy with other tests; without them it is a few milliseconds.
        assert!(stopped < Duration::from_millis(500), "{ask}: {stopped:?}");
        let answer = events.last().unwrap();
        if answer["event"] == "answer" {
            assert_eq!(
                (&answer["event"], &answer["complete"]),
                (&json!("answer"), &json!(false)),
                "{answer}"
            );
        }
    }
}

/// What is too large for the memory is refused in a sentence, and described as far as it can be.
#[test]
fn memory() {
    let text = "|! lattice cube\n|! use pentacubes\n|! box box 60 60 60\n";
    let text = if ask(json!({"ask": "facts", "text": text}))[0]["ok"] == true {
        text.to_owned()
    } else {
        "|! lattice cube\n|! use pentacubes\n{0-59}{0-59}{0-59}\n".to_owned()
    };
    let events = ask(json!({"ask": "facts", "text": text}));
    assert!(event(&events, "facts")["tooLarge"].as_str().unwrap().contains("too large"));
    let refusal = last(json!({"ask": "count", "text": text, "which": "all"}));
    assert!(refusal["sentence"].as_str().unwrap().contains("too large"), "{refusal}");
}

#[test]
fn what_is_no_request_is_refused() {
    for text in [
        "",
        "{",
        "[]",
        r#"{"ask": "rm"}"#,
        r#"{"ask": "count"}"#,
        r#"{"ask":"count","text":1,"which":"all"}"#,
    ] {
        assert!(Request::read(text).unwrap_err().contains("no request"), "{text}");
    }
    let limited = Request::read(r#"{"ask": "hello", "seconds": 2.5}"#).unwrap();
    assert_eq!(limited.seconds(), Some(2.5));
    let mistakes = last(json!({"ask": "count", "text": "[0-3", "which": "all"}));
    assert!(mistakes["sentence"].as_str().unwrap().contains('^'), "{mistakes}");
}
