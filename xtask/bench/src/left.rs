//! `cargo xtask bench --left`: what was said of the time left, and what came true, on the slow puzzles of the library.

use crate::engine::means;
use crate::library::{Found, puzzles};
use nix::time::{ClockId, clock_gettime};
use polydlx::cover::{Engine, Monitor, Pace};
use polydlx::packing::{Group, Packing, Question, Which};
use polydlx::spec::{Cost, Spec};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// What takes less is over before anybody reads how long it will take.
const SECONDS: f64 = 2.0;
/// When it is asked, as parts of all the time.
const MOMENTS: [f64; 4] = [0.1, 0.25, 0.5, 0.75];
/// How often the pace is looked at, as the command does.
const LOOK: Duration = Duration::from_millis(50);

/// Prints a table: what was said to be left at some moments, relative to what was left in truth.
pub(crate) fn left(only: &[String], patience: u64) {
    println!("| puzzle | s | at 10 % | at 25 % | at 50 % | at 75 % |");
    println!("|---|--:|--:|--:|--:|--:|");
    let mut ratios: [Vec<f64>; MOMENTS.len()] = Default::default();
    for Found { name, loaded } in puzzles() {
        let is_wanted = if only.is_empty() {
            loaded.spec.as_ref().and_then(Spec::cost) == Some(Cost::Slow)
        } else {
            only.iter().any(|word| name.contains(word.as_str()))
        };
        let Some(puzzle) = loaded.puzzle().filter(|_| is_wanted) else { continue };
        let packing = Packing::new(puzzle);
        let group = Group::new(&packing);
        for (title, which) in [("", Which::All), (" up to symmetry", Which::UpTo(&group))] {
            if group.order() == 1 && !title.is_empty() {
                continue;
            }
            let question = Question::about(&packing).which(which).config(&means(Engine::Auto));
            let Some((seconds, said)) = said(&question, patience).filter(|(seconds, _)| *seconds >= SECONDS)
            else {
                continue;
            };
            let cells = MOMENTS.iter().zip(&mut ratios).map(|(moment, ratios)| {
                // The last thing that was said before that moment.
                let last = said.iter().take_while(|(at, _)| *at <= moment * seconds).last();
                let Some((at, left)) = last.and_then(|&(at, left)| Some((at, left?))) else {
                    return "–".to_owned();
                };
                let ratio = left / (seconds - at);
                ratios.push(ratio);
                format!("{ratio:.2}")
            });
            println!("| {name}{title} | {seconds:.1} | {} |", cells.collect::<Vec<_>>().join(" | "));
        }
    }
    println!("\nWhat was said to be left, in times of what was left: 1 is right, 2 is twice too long.");
    for (moment, mut ratios) in MOMENTS.iter().zip(ratios) {
        ratios.sort_by(f64::total_cmp);
        let within = ratios.iter().filter(|ratio| (0.5..=2.0).contains(*ratio)).count();
        let middle = ratios.get(ratios.len() / 2).map_or("–".to_owned(), |ratio| format!("{ratio:.2}"));
        println!(
            "At {:.0} %: median {middle}, {within} of {} within a factor of two.",
            moment * 100.0,
            ratios.len()
        );
    }
}

/// When something was said, and what was said to be left, if anything.
type Said = (f64, Option<f64>);

/// How many seconds of processor time a question takes, and what was said to be left at which time;
/// nothing if it does not end in time.
fn said(question: &Question<'_>, patience: u64) -> Option<(f64, Vec<Said>)> {
    let monitor = Monitor::new();
    let begin = now();
    std::thread::scope(|scope| {
        let (end, ended) = channel::<()>();
        let watched = monitor.clone();
        let watch = scope.spawn(move || {
            let (mut said, mut pace) = (Vec::new(), Pace::default());
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let seconds = now() - begin;
                said.push((seconds, pace.left(seconds, &watched.progress())));
                if seconds > patience as f64 {
                    watched.stop();
                }
            }
            said
        });
        let answer = question.count(&monitor);
        let seconds = now() - begin;
        drop(end);
        let said = watch.join().expect("looking does not panic");
        answer.complete.then_some((seconds, said))
    })
}

/// The processor time of this process: one thread works, and others do not matter on a busy machine.
fn now() -> f64 {
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("a clock for processes");
    time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9
}
