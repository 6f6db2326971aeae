//! Requests, and who answers them.

use crate::cell::Placed;
use crate::edit::Change;
use crate::look::{Look, Single, What};
use crate::random::Wish;
use crate::search::{Best, Which};
use crate::{Home, edit, facts, hello, look, make, play, random, search};
use polydlx::cover::Monitor;
use serde::Deserialize;
use serde_json::{Value, json};

/// A request that has been read.
#[derive(Debug)]
pub struct Request {
    ask: Ask,
    seconds: Option<f64>,
}

/// What is asked for.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
enum Ask {
    Hello {},
    Open {
        name: String,
    },
    Fresh {
        lattice: String,
    },
    Facts {
        text: String,
    },
    Edit {
        text: String,
        change: Change,
    },
    Picture(What),
    Piece(Single),
    Solve {
        text: String,
        which: Which,
        /// Solutions that need not be shown again.
        #[serde(default)]
        skip: u64,
        /// How many to show.
        limit: u64,
        #[serde(default)]
        look: Look,
    },
    Count {
        text: String,
        which: Which,
    },
    Best(Best),
    Hints {
        text: String,
        seed: u64,
    },
    Random(Wish),
    Tray {
        text: String,
    },
    Light {
        text: String,
        placements: Vec<Placed>,
        /// Whether one more piece is wanted.
        #[serde(default)]
        hint: bool,
    },
    Lines {
        text: String,
        solutions: Vec<Vec<Placed>>,
    },
}

/// What is done with events.
pub(crate) type Emit<'a> = dyn FnMut(Value) + 'a;

/// Why something cannot be done, in a sentence.
pub(crate) type Refused = String;

impl Request {
    /// Reads a request; if it is none, the event that says so.
    pub fn read(text: &str) -> Result<Self, String> {
        let read = || {
            let mut value: Value = serde_json::from_str(text)?;
            let seconds = value.as_object_mut().and_then(|request| request.remove("seconds"));
            let seconds = seconds.and_then(|seconds| seconds.as_f64());
            Ok(Self { ask: serde_json::from_value(value)?, seconds })
        };
        read().map_err(|error: serde_json::Error| refusal(&format!("this is no request: {error}")))
    }

    /// After how many seconds it is to be stopped, if it says so.
    pub fn seconds(&self) -> Option<f64> {
        self.seconds.filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
    }

    /// Whether it may take long: a search. Others are over in a moment.
    pub fn is_search(&self) -> bool {
        matches!(
            self.ask,
            Ask::Solve { .. } | Ask::Count { .. } | Ask::Best(_) | Ask::Hints { .. } | Ask::Random(_)
        )
    }

    /// Whether it needs memory to speak of: searches, and whatever looks at all placements.
    pub fn is_large(&self) -> bool {
        self.is_search() || matches!(self.ask, Ask::Facts { .. } | Ask::Light { .. } | Ask::Lines { .. })
    }

    /// Answers it: `emit` is called with each event, a JSON object without line breaks.
    pub fn answer(&self, home: &Home<'_>, monitor: &Monitor, emit: &mut dyn FnMut(String)) {
        let mut emit = |event: Value| emit(event.to_string());
        if let Err(sentence) = self.events(home, monitor, &mut emit) {
            emit(refused(&sentence));
        }
    }

    fn events(&self, home: &Home<'_>, monitor: &Monitor, emit: &mut Emit<'_>) -> Result<(), Refused> {
        match &self.ask {
            Ask::Hello {} => emit(hello::hello(home.sets)),
            Ask::Open { name } => emit(hello::open(name)?),
            Ask::Fresh { lattice } => emit(hello::fresh(lattice)?),
            Ask::Facts { text } => facts::facts(text, home, monitor, emit),
            Ask::Edit { text, change } => emit(edit::edit(text, change, home.sets)?),
            Ask::Picture(what) => emit(look::picture(what, home)?),
            Ask::Piece(single) => emit(look::piece(single)?),
            Ask::Solve { text, which, skip, limit, look } => {
                search::solve(text, *which, (*skip, *limit), look, home, monitor, emit)?;
            }
            Ask::Count { text, which } => search::count(text, *which, home, monitor, emit)?,
            Ask::Best(best) => search::best(best, home, monitor, emit)?,
            Ask::Hints { text, seed } => make::hints(text, *seed, home, monitor, emit)?,
            Ask::Random(wish) => random::random(wish, home, monitor, emit)?,
            Ask::Tray { text } => emit(play::tray(text, home)?),
            Ask::Light { text, placements, hint } => {
                emit(play::light(text, placements, *hint, home, monitor)?);
            }
            Ask::Lines { text, solutions } => emit(search::lines(text, solutions, home)?),
        }
        Ok(())
    }
}

fn refused(sentence: &str) -> Value {
    json!({"event": "refusal", "sentence": sentence})
}

/// The event that says why something cannot be done.
pub fn refusal(sentence: &str) -> String {
    refused(sentence).to_string()
}

/// The event that tells how far a request has come.
pub fn progress(monitor: &Monitor) -> String {
    let progress = monitor.progress();
    let sweep =
        progress.sweep.map(|sweep| json!({"step": sweep.step, "steps": sweep.steps, "states": sweep.states}));
    json!({
        "event": "progress",
        "phase": progress.phase,
        "done": progress.done,
        "solutions": progress.solutions,
        "nodes": progress.nodes,
        "sweep": sweep,
    })
    .to_string()
}
