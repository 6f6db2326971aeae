//! Solutions, their number, and the best of them.

use crate::Home;
use crate::cell::{Placed, placement, placements};
use crate::look::{Look, shown};
use crate::puzzle::{puzzle, size, whole};
use crate::request::{Emit, Refused};
use itertools::Itertools;
use polydlx::cover::{Config, Monitor, OptionId, Step, Stopped};
use polydlx::diagnostic::{Paint, Source, render};
use polydlx::packing::{self, Answer, Group, Judge, Method, Packing, Question, Rank};
use polydlx::posed;
use polydlx::properties::Board;
use polydlx::solutions::{Found, JsonWriter, Writer};
use polydlx::spec::{Loaded, read_measure};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Which solutions are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Which {
    /// All.
    All,
    /// Those that no symmetry of the puzzle takes to each other.
    Symmetry,
    /// Those that no rotation does.
    Rotation,
}

/// The best solutions by a property.
#[derive(Debug, Deserialize)]
pub(crate) struct Best {
    text: String,
    which: Which,
    /// The property.
    by: String,
    /// Whether the worst are wanted instead.
    #[serde(default)]
    worst: bool,
    /// How many.
    limit: usize,
    #[serde(default)]
    look: Look,
}

/// How many of the best solutions are shown if the search was stopped.
const FEW: usize = 24;

/// A puzzle that is searched.
struct Subject<'a> {
    loaded: &'a Loaded,
    packing: Packing<'a>,
    group: Option<Group>,
}

impl<'a> Subject<'a> {
    fn new(
        loaded: &'a Loaded,
        which: Which,
        home: &Home<'_>,
        monitor: &Monitor,
    ) -> Result<Result<Self, Stopped>, Refused> {
        size(puzzle(loaded), home.for_puzzle())?;
        let ready = || {
            let packing = posed::packing(loaded, monitor)?;
            let group = match which {
                Which::All => None,
                Which::Symmetry => Some(Group::watched(&packing, monitor)?),
                Which::Rotation => Some(Group::watched(&packing, monitor)?.rotations()),
            };
            Ok(Self { loaded, packing, group })
        };
        Ok(ready())
    }

    fn question(&self, home: &Home<'_>, limit: Option<u64>) -> Question<'_> {
        let config = Config {
            threads: home.threads,
            memory: home.for_states(),
            limit,
            ordered: true,
            ..Config::default()
        };
        let question = Question::about(&self.packing).config(&config);
        match &self.group {
            Some(group) => question.which(packing::Which::UpTo(group)),
            None => question,
        }
    }

    /// The event that shows a solution.
    fn solution(&self, number: u64, options: &[OptionId], look: &Look) -> Value {
        let tiling = self.packing.tiling(options.iter().copied());
        let placed = placements(puzzle(self.loaded), &tiling);
        json!({"event": "solution", "number": number, "placements": placed, "svg": shown(self.loaded, &tiling, look)})
    }
}

/// What came of it, as an event.
fn event(answer: &Answer) -> Value {
    let method = match answer.method {
        Method::Proof => "proof",
        Method::Search => "search",
        Method::Sweep => "sweep",
        Method::Burnside => "Burnside's lemma",
        Method::Hunt => "hunt",
        _ => "diagram",
    };
    json!({
        "event": "answer",
        "count": answer.count.to_string(),
        "complete": answer.complete,
        "method": method,
        "reasons": answer.proofs.iter().map(ToString::to_string).collect_vec(),
    })
}

/// Counts.
pub(crate) fn count(
    text: &str,
    which: Which,
    home: &Home<'_>,
    monitor: &Monitor,
    emit: &mut Emit<'_>,
) -> Result<(), Refused> {
    let loaded = whole(text, home.sets)?;
    let answer = match Subject::new(&loaded, which, home, monitor)? {
        Ok(subject) => subject.question(home, None).count(monitor),
        Err(Stopped) => Answer::stopped(),
    };
    emit(event(&answer));
    Ok(())
}

/// Finds solutions, and shows some of them: `skip` are left out, then `limit` are shown.
pub(crate) fn solve(
    text: &str,
    which: Which,
    (skip, limit): (u64, u64),
    look: &Look,
    home: &Home<'_>,
    monitor: &Monitor,
    emit: &mut Emit<'_>,
) -> Result<(), Refused> {
    let loaded = whole(text, home.sets)?;
    let most = skip.saturating_add(limit);
    let mut number = 0;
    let answer = match Subject::new(&loaded, which, home, monitor)? {
        Ok(subject) => subject.question(home, Some(most)).for_each(monitor, &mut |found| {
            number += 1;
            if number > skip {
                emit(subject.solution(number, found.options, look));
            }
            ControlFlow::Continue(())
        }),
        Err(Stopped) => Answer::stopped(),
    };
    let mut event = event(&answer);
    event["limited"] = json!(number >= most);
    emit(event);
    Ok(())
}

/// Finds the best solutions.
pub(crate) fn best(
    best: &Best,
    home: &Home<'_>,
    monitor: &Monitor,
    emit: &mut Emit<'_>,
) -> Result<(), Refused> {
    let loaded = whole(&best.text, home.sets)?;
    let measure = read_measure(0, &best.by, &Board::of(puzzle(&loaded)))
        .map_err(|mistake| render(&[Source::new("property", best.by.as_str())], &[*mistake], Paint::Plain))?;
    let found = match Subject::new(&loaded, best.which, home, monitor)? {
        Ok(subject) => Judge::new(&subject.packing)
            .prepared_for(&[&measure], &subject.packing, monitor)
            .map(|judge| (judge, subject)),
        Err(Stopped) => Err(Stopped),
    };
    let Ok((judge, subject)) = found else {
        emit(event(&Answer::stopped()));
        return Ok(());
    };
    let rank = Rank { judge: &judge, measure: &measure, worst: best.worst };
    let (found, answer) = subject.question(home, None).first(best.limit, rank, monitor);
    // Whoever stopped it wants an answer now.
    let shown = if monitor.is_stopped() { FEW } else { usize::MAX };
    for (number, scored) in (1..).zip(found.iter().take(shown)) {
        let mut event = subject.solution(number, &scored.options, &best.look);
        event["value"] = json!(scored.value);
        emit(event);
    }
    emit(event(&answer));
    Ok(())
}

/// Solutions as JSON lines.
pub(crate) fn lines(text: &str, solutions: &[Vec<Placed>], home: &Home<'_>) -> Result<Value, Refused> {
    let loaded = whole(text, home.sets)?;
    let puzzle = puzzle(&loaded);
    size(puzzle, home.for_puzzle())?;
    let packing = posed::packing(&loaded, &Monitor::new()).expect("nobody stops it");
    let mut known = BTreeMap::new();
    for option in packing.placements() {
        known.entry(packing.placement(option)).or_insert(option);
    }
    let title = loaded.spec.as_ref().and_then(|spec| spec.title());
    let mut writer = JsonWriter::of_puzzle(&packing, title);
    let mut out = Vec::new();
    writer.begin(&mut out).expect("memory takes everything");
    for (number, solution) in (1..).zip(solutions) {
        let option = |placed: &Placed| known.get(&placement(puzzle, placed)?).copied();
        let options = solution.iter().map(option).collect::<Option<Vec<OptionId>>>();
        let options = options.ok_or("one of the solutions has a piece where it cannot be")?;
        let step = |&option: &OptionId| {
            let item = packing.problem().option(option)[0].item;
            Step { item, option: Some(option), choice: 1, degree: 1 }
        };
        let steps = options.iter().map(step).collect_vec();
        let found = Found::in_puzzle(&packing, number, &steps);
        writer.write(&found, &mut out).expect("memory takes everything");
    }
    Ok(crate::hello::text(&String::from_utf8_lossy(&out)))
}
