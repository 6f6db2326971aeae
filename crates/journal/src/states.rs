//! The states of a sweep that is not finished, as a file beside the results: nothing but a place to go on from.

use crate::folder::{Folder, PARTIAL};
use crate::manifest::{Asked, FORMAT, Units, check_format};
use crate::sealed::{self, Sealing};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead};

/// The first line of such a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    polydlx: String,
    format: u32,
    question: String,
    plan: String,
    unit: usize,
    part: String,
    /// What was spent before, in seconds.
    seconds: f64,
}

/// States to go on from.
pub struct KeptStates {
    /// What was spent on them, in seconds of one thread.
    pub seconds: f64,
    /// Their lines.
    pub lines: Box<dyn Iterator<Item = String>>,
}

impl std::fmt::Debug for KeptStates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptStates").field("seconds", &self.seconds).finish_non_exhaustive()
    }
}

/// The name of the file with the states of a unit.
pub fn states_name(unit: usize) -> String {
    format!("{PARTIAL}/{unit:06}{ENDING}")
}

const ENDING: &str = ".states";

/// The unit whose states a file has, by its name.
pub(crate) fn unit_of(name: &str) -> Option<usize> {
    name.strip_prefix(PARTIAL)?.strip_prefix('/')?.strip_suffix(ENDING)?.parse().ok()
}

/// Keeps the states of a unit, instead of those that were kept before.
pub fn write_states(
    folder: &Folder,
    (asked, units): (&Asked, &Units),
    (unit, seconds): (usize, f64),
    write: impl FnOnce(&mut dyn FnMut(&str) -> io::Result<()>) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = Sealing::new(folder.draft()?);
    let head = Head {
        polydlx: "states".to_owned(),
        format: FORMAT,
        question: asked.name(),
        plan: units.name().to_owned(),
        unit,
        part: units.units[unit].0.to_string(),
        seconds,
    };
    file.line(&serde_json::to_string(&head).expect("a head is plain"))?;
    write(&mut |line| file.line(line))?;
    let (draft, _) = file.finish()?;
    folder.publish(draft, &states_name(unit))
}

/// The states of a unit that were kept, if there are any; or a sentence that says why they are of no use.
pub fn read_states(
    folder: &Folder,
    (asked, units): (&Asked, &Units),
    unit: usize,
) -> Result<Option<KeptStates>, String> {
    let name = states_name(unit);
    let open = || folder.open(&name).map_err(|error| error.to_string());
    if !folder.has(&name) {
        return Ok(None);
    }
    // First it must be whole; it may be too large to be read at once.
    let mut first = String::new();
    let keep = |line: &str| {
        if first.is_empty() {
            first.push_str(line);
        }
    };
    sealed::read(open()?, keep).map_err(|broken| broken.to_string())?;
    check_format(&first, "states")?;
    let head: Head = serde_json::from_str(&first).map_err(|_| "its first line makes no sense".to_owned())?;
    let own = (asked.name(), units.name().to_owned(), unit, units.units[unit].0.to_string());
    if (head.question, head.plan, head.unit, head.part) != own {
        return Err("it belongs to another question or plan".to_owned());
    }
    let lines = open()?.lines().skip(1).map_while(Result::ok).filter(|line| !line.starts_with('{'));
    Ok(Some(KeptStates { seconds: head.seconds, lines: Box::new(lines) }))
}
