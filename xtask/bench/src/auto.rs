//! `cargo xtask bench --auto`: how good the choice between searching and sweeping is, on every puzzle of the library.

use crate::engine::means;
use crate::library::{Found, cpu, puzzles};
use polydlx::cover::{Config, Engine, Monitor};
use polydlx::packing::{Group, Method, Packing, Question, Which};
use std::time::Duration;

/// A choice is good if it takes at most so many times as long as the better way, or so many seconds more.
const TIMES: f64 = 1.3;
const SECONDS: f64 = 0.005;
/// What the command takes where eight gigabytes are free.
const MEMORY: usize = 4 << 30;

/// Prints a table of processor times of one thread; false if a choice is not good, or a number is wrong.
pub(crate) fn auto(only: &[String], patience: u64) -> bool {
    println!("| puzzle | number | search | sweep | auto | ratio | |");
    println!("|---|--:|--:|--:|--:|--:|---|");
    let (mut rows, mut bad) = (0, 0);
    let mut endless = Vec::new();
    for Found { name, loaded } in puzzles() {
        let Some(puzzle) = loaded
            .puzzle()
            .filter(|_| only.is_empty() || only.iter().any(|word| name.contains(word.as_str())))
        else {
            continue;
        };
        let packing = Packing::new(puzzle);
        let group = Group::new(&packing);
        for (title, which) in [("", Which::All), (" up to symmetry", Which::UpTo(&group))] {
            if group.order() == 1 && !title.is_empty() {
                continue;
            }
            let config = Config { memory: MEMORY, ..means(Engine::Auto) };
            let question = Question::about(&packing).which(which).config(&config);
            let [search, sweep] = both(&question, patience);
            let Some((number, best)) =
                [&search, &sweep].into_iter().flatten().min_by(|a, b| a.1.total_cmp(&b.1))
            else {
                endless.push(format!("{name}{title}"));
                continue;
            };
            let auto = timed(&question, Duration::from_secs_f64(best * 20.0 + 10.0));
            let time = auto.as_ref().map_or(f64::INFINITY, |(_, time)| *time);
            let wrong = [&search, &sweep, &auto].into_iter().flatten().any(|(other, _)| other != number);
            let poor = time > TIMES * best && time > best + SECONDS;
            (rows, bad) = (rows + 1, bad + usize::from(poor || wrong));
            let verdict = if wrong {
                "WRONG"
            } else if poor {
                "poor"
            } else {
                ""
            };
            // What takes a moment in any way is of no interest.
            if time.max(*best) > SECONDS || !verdict.is_empty() {
                let show = |way: &Option<(String, f64)>| {
                    way.as_ref().map_or("–".to_owned(), |(_, time)| format!("{:.1}", time * 1e3))
                };
                println!(
                    "| {name}{title} | {number} | {} | {} | {} | {:.2} | {verdict} |",
                    show(&search),
                    show(&sweep),
                    show(&auto),
                    time / best
                );
            }
        }
    }
    println!(
        "\nMilliseconds of processor time. {rows} questions, {bad} choices that are poor: more than {TIMES} times the better way and {} ms.",
        SECONDS * 1e3
    );
    println!(
        "Not in {patience} s, neither way: {}.",
        if endless.is_empty() { "none".to_owned() } else { endless.join(", ") }
    );
    bad == 0
}

/// The number by searching and by sweeping; the slower way is not waited for much longer than the quicker one.
fn both(question: &Question<'_>, patience: u64) -> [Option<(String, f64)>; 2] {
    let ways = [Method::Search, Method::Sweep].map(|method| question.clone().by(method));
    let mut found = [None, None];
    let mut limit = 1.0;
    while found.iter().all(Option::is_none) && limit <= patience as f64 {
        found = ways.each_ref().map(|way| timed(way, Duration::from_secs_f64(limit)));
        limit *= 4.0;
    }
    found
}

/// The number that a question asks for, and the seconds it takes; none if it does not end in time.
fn timed(question: &Question<'_>, patience: Duration) -> Option<(String, f64)> {
    let once = || {
        let monitor = Monitor::new();
        std::thread::scope(|scope| {
            let (end, ended) = std::sync::mpsc::channel::<()>();
            let watched = monitor.clone();
            scope.spawn(move || {
                if ended.recv_timeout(patience) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                    watched.stop();
                }
            });
            let (answer, seconds) = cpu(|| question.count(&monitor));
            drop(end);
            answer.complete.then(|| (answer.count.to_string(), seconds))
        })
    };
    let first = once()?;
    // Short times are the best of several.
    let again = if first.1 < 0.1 {
        4
    } else if first.1 < 2.0 {
        1
    } else {
        0
    };
    (0..again).filter_map(|_| once()).chain([first.clone()]).min_by(|a, b| a.1.total_cmp(&b.1))
}
