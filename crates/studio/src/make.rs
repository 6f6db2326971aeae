//! Hints that leave one solution.

use crate::Home;
use crate::cell::Placed;
use crate::edit::{Change, changed};
use crate::puzzle::{puzzle, size, whole};
use crate::request::{Emit, Refused};
use polydlx::cover::Monitor;
use polydlx::design::{HintsError, HintsPlan, Scope, fewest_hints};
use polydlx::spec::Spec;
use serde_json::json;

/// With more solutions than this, a sample of them is looked at: somebody is waiting.
const MOST: u64 = 20_000;

/// Places the fewest pieces that leave one solution.
pub(crate) fn hints(
    text: &str,
    seed: u64,
    home: &Home<'_>,
    monitor: &Monitor,
    emit: &mut Emit<'_>,
) -> Result<(), Refused> {
    let loaded = whole(text, home.sets)?;
    let puzzle = puzzle(&loaded);
    // Each thread has a puzzle of its own.
    size(puzzle, home.for_puzzle() / home.threads.max(1))?;
    if loaded.spec.as_ref().and_then(Spec::requirement).is_some() {
        return Err("hints are not found for puzzles that require something of their solutions".to_owned());
    }
    let plan = HintsPlan {
        most: MOST,
        seed,
        threads: home.threads,
        monitor: monitor.clone(),
        ..HintsPlan::default()
    };
    let hints = match fewest_hints(puzzle, &plan) {
        Ok(hints) => hints,
        Err(HintsError::Stopped) => {
            emit(json!({"event": "made", "text": null, "complete": false}));
            return Ok(());
        }
        Err(error) => return Err(error.to_string()),
    };
    let all =
        puzzle.placed.iter().chain(hints.placements.iter().filter(|hint| !puzzle.placed.contains(hint)));
    let placed = all.map(|placement| Placed {
        piece: puzzle.pieces[placement.piece.0].name.clone(),
        cells: crate::cell::ids(puzzle.lattice, &placement.shape),
    });
    let text = changed(&loaded, &Change::Place(placed.collect()), home.sets)?;
    let (scope, looked_at) = match hints.scope {
        Scope::All(number) => ("all", number),
        Scope::Sample(number) => ("sample", number),
    };
    emit(json!({
        "event": "made",
        "text": text,
        "hints": hints.placements.len(),
        "scope": scope,
        "lookedAt": looked_at,
        "complete": true,
    }));
    Ok(())
}
