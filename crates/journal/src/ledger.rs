//! All results of a folder, put together: what is done, what is left, and what is wrong.

use crate::folder::{Folder, PARTIAL, RESULTS};
use crate::manifest::{Asked, FORMAT, Units, check_format};
use crate::record::{Record, Table, add_levels, add_table};
use crate::sealed;
use crate::states::unit_of;
use polydlx_cover::{BigUint, Digest, Unit};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, BufRead};

/// The results of a folder.
#[derive(Debug)]
pub struct Ledger {
    /// For each unit what was done of it.
    stretches: Vec<Vec<Stretch>>,
    files: Vec<String>,
    /// Units that are sweeps, and have states to go on from, with the names of their files.
    swept: BTreeMap<usize, String>,
    /// What is wrong with files.
    pub faults: Vec<Fault>,
}

/// A record, and where its solutions are.
#[derive(Clone, Debug)]
struct Stretch {
    record: Record,
    file: usize,
    /// The line on which its solutions begin, from 0.
    line: u64,
}

/// What is known of a unit.
#[derive(Clone, Debug, PartialEq)]
// What is left is told from these three, so this is exhaustive.
pub enum State {
    /// Nothing is done.
    Open,
    /// Something is done, and something is left.
    Begun(Record),
    /// All is done.
    Done(Record),
}

/// What is wrong with results.
#[derive(Clone, Debug, PartialEq, Eq)]
// Whoever reports them has a remedy for each, so this is exhaustive: the compiler tells if one is missing.
pub enum Fault {
    /// A file is not what was written; whatever it had is to be done again.
    Broken(String, String),
    /// A file belongs to something else.
    Foreign(String, String),
    /// A unit was done twice, and not the same was found.
    Conflict(usize, [String; 2]),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(file, why) | Self::Foreign(file, why) => write!(f, "{file}: {why}"),
            Self::Conflict(unit, [one, other]) => {
                write!(f, "unit {unit} was done twice, and {one} and {other} do not say the same")
            }
        }
    }
}

/// The first line of a file with results.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    polydlx: String,
    format: u32,
    question: String,
    plan: String,
}

/// The first line of a file with results of some plan.
pub fn head(asked: &Asked, units: &Units) -> String {
    let (question, plan) = (asked.name(), units.name().to_owned());
    let head = Head { polydlx: "results".to_owned(), format: FORMAT, question, plan };
    serde_json::to_string(&head).expect("a head is plain")
}

impl Ledger {
    /// Reads all results of a folder.
    pub fn read(folder: &Folder, asked: &Asked, units: &Units) -> io::Result<Self> {
        let mut ledger = Self {
            stretches: vec![Vec::new(); units.len()],
            files: Vec::new(),
            swept: BTreeMap::new(),
            faults: Vec::new(),
        };
        let names = folder.list(RESULTS)?.into_iter().chain(folder.list(PARTIAL)?);
        let own = head(asked, units);
        for name in names {
            if let Some(unit) = unit_of(&name) {
                ledger.swept.insert(unit, name);
                continue;
            }
            match folder.open(&name) {
                Ok(text) => ledger.read_file(&name, text, &own, units),
                // Somebody has finished the unit in the meantime.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        for unit in 0..units.len() {
            if let Err(files) = ledger.follow(unit, &[]) {
                ledger.faults.push(Fault::Conflict(unit, files.map(|file| ledger.files[file].clone())));
            }
        }
        Ok(ledger)
    }

    fn read_file(&mut self, name: &str, text: impl BufRead, own: &str, units: &Units) {
        let mut found = Vec::new();
        let (mut line, mut start, mut wrong) = (0, 1, None);
        let read = sealed::read(text, |text| {
            if line == 0 {
                wrong = foreign(text, own);
            } else if text.starts_with(r#"{"unit":"#) {
                match Record::read(text).ok_or("a line of it is no record") {
                    Ok(record) if record.kept == line - start => {
                        found.push((record, start));
                        start = line + 1;
                    }
                    Ok(_) => wrong = wrong.take().or(Some("it lacks solutions".to_owned())),
                    Err(why) => wrong = wrong.take().or(Some(why.to_owned())),
                }
            }
            line += 1;
        });
        let is_known = |record: &Record| {
            units.units.get(record.unit).is_some_and(|(unit, _)| *unit == record.part) && record.moves()
        };
        let fault = match (read, wrong) {
            (Err(broken), _) => Some(Fault::Broken(name.to_owned(), broken.to_string())),
            (Ok(()), Some(why)) => Some(Fault::Foreign(name.to_owned(), why)),
            (Ok(()), None) if !found.iter().all(|(record, _)| is_known(record)) => {
                Some(Fault::Foreign(name.to_owned(), "it has a unit that is not in the plan".to_owned()))
            }
            _ => None,
        };
        if let Some(fault) = fault {
            self.faults.push(fault);
            return;
        }
        let file = self.files.len();
        self.files.push(name.to_owned());
        for (record, line) in found {
            self.stretches[record.unit].push(Stretch { record, file, line });
        }
    }

    /// All that was done of a unit after `from` was left: the sum, and the chain that leads there. If the end was reached in
    /// several ways, they must agree: if not, two files that differ.
    fn follow(&self, unit: usize, from: &[Unit]) -> Result<Option<(Record, Vec<&Stretch>)>, [usize; 2]> {
        let mut best: Option<(Record, Vec<&Stretch>)> = None;
        for stretch in self.stretches[unit].iter().filter(|stretch| stretch.record.from == from) {
            let mut sum = stretch.record.clone();
            let mut chain = vec![stretch];
            if !sum.is_last()
                && let Some((more, others)) = self.follow(unit, &stretch.record.left)?
            {
                sum.add(&more);
                chain.extend(others);
            }
            best = Some(match best.take() {
                Some((other, others)) if other.is_last() && sum.is_last() => {
                    if !other.agrees(&sum) {
                        return Err([others[0].file, stretch.file]);
                    }
                    (other, others)
                }
                Some((other, others)) if !sum.is_further_than(&other) => (other, others),
                _ => (sum, chain),
            });
        }
        Ok(best)
    }

    /// How far a unit has come.
    pub fn state(&self, unit: usize) -> State {
        match self.follow(unit, &[]) {
            Ok(Some((record, _))) if record.is_last() => State::Done(record),
            Ok(Some((record, _))) => State::Begun(record),
            Ok(None) | Err(_) => State::Open,
        }
    }

    /// Whether something of a unit is done, and something is left.
    pub fn is_begun(&self, unit: usize) -> bool {
        match self.state(unit) {
            State::Open => self.swept.contains_key(&unit),
            State::Begun(_) => true,
            State::Done(_) => false,
        }
    }

    /// The units that are not done, in order.
    pub fn left(&self) -> Vec<usize> {
        (0..self.stretches.len()).filter(|&unit| !matches!(self.state(unit), State::Done(_))).collect()
    }

    /// What all units came to, as far as they have come.
    pub fn total(&self) -> Total {
        let mut total = Total { units: self.stretches.len(), ..Total::default() };
        let mut best = Record::begin(0, &Unit::default());
        for unit in 0..self.stretches.len() {
            let record = match self.state(unit) {
                State::Open => continue,
                State::Begun(record) => record,
                State::Done(record) => {
                    total.done += 1;
                    record
                }
            };
            total.sum += &record.sum;
            total.digest += record.digest;
            add_levels(&mut total.nodes, &record.nodes);
            total.kept += record.kept;
            add_table(&mut total.by, &record.by);
            best.add(&record);
            total.seconds += record.seconds;
        }
        if let Some(best) = best.best {
            total.kept = best.order.len() as u64;
        }
        total
    }

    /// The lines that are solutions, in the order of units; if only the best are kept, the best of all, in their order.
    pub fn solutions(&self, folder: &Folder) -> impl Iterator<Item = io::Result<String>> + use<> {
        let mut places = Vec::new();
        let (mut ranked, mut most) = (Vec::new(), 0);
        for unit in 0..self.stretches.len() {
            let Ok(Some((_, chain))) = self.follow(unit, &[]) else { continue };
            for Stretch { record, file, line } in chain {
                let (file, line) = (self.files[*file].clone(), *line as usize);
                match &record.best {
                    None => places.push((file, line, record.kept as usize)),
                    Some(best) => {
                        most = best.most;
                        let place = |(at, rank)| (rank, (file.clone(), line + at, 1));
                        ranked.extend(best.order.iter().enumerate().map(place));
                    }
                }
            }
        }
        ranked.sort_unstable();
        places.extend(ranked.into_iter().take(most).map(|(_, place)| place));
        let folder = folder.clone();
        places.into_iter().flat_map(move |(file, first, number)| -> Box<dyn Iterator<Item = _>> {
            match folder.open(&file) {
                Ok(text) => Box::new(text.lines().skip(first).take(number)),
                Err(error) => Box::new(std::iter::once(Err(error))),
            }
        })
    }

    /// Files none of whose results are needed any more, because others have come further.
    pub fn superfluous(&self) -> BTreeSet<&str> {
        let partial = |file: &&String| file.starts_with(PARTIAL);
        let done = |file: &&String| {
            let own = |stretch: &&Stretch| self.files[stretch.file] == **file;
            let unit = self.stretches.iter().position(|stretches| stretches.iter().any(|s| own(&s)));
            unit.is_some_and(|unit| matches!(self.state(unit), State::Done(_)))
        };
        let swept = self.swept.iter().filter(|(unit, _)| matches!(self.state(**unit), State::Done(_)));
        let files = self.files.iter().filter(partial).filter(done);
        files.chain(swept.map(|(_, name)| name)).map(String::as_str).collect()
    }
}

/// What units came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Total {
    /// All units.
    pub units: usize,
    /// Those that are done.
    pub done: usize,
    /// The solutions, each as often as it counts.
    pub sum: BigUint,
    /// Their digest.
    pub digest: Digest,
    /// Nodes by level, but for those above all units.
    pub nodes: Vec<u64>,
    /// Solutions that are kept; if only the best are, those of all units together.
    pub kept: u64,
    /// How many have which value, if that is asked.
    pub by: Table,
    /// The time that it took, in seconds of one thread.
    pub seconds: f64,
}

/// Why a file does not belong to a plan, by its first line.
fn foreign(line: &str, own: &str) -> Option<String> {
    if line == own {
        return None;
    }
    let Err(why) = check_format(line, "results") else {
        let [theirs, ours] = [line, own].map(|line| serde_json::from_str::<Head>(line).ok());
        let question = theirs.zip(ours).is_some_and(|(theirs, ours)| theirs.question == ours.question);
        let what = if question { "another plan for the same question" } else { "another question" };
        return Some(format!("it belongs to {what}"));
    };
    Some(why)
}

impl Record {
    /// Whether it comes nearer to the end of its unit.
    fn moves(&self) -> bool {
        match (self.from.iter().min(), self.left.iter().min()) {
            (Some(from), Some(left)) => left > from,
            (None, Some(left)) => self.part != *left,
            (_, None) => true,
        }
    }

    fn is_further_than(&self, other: &Self) -> bool {
        match (self.left.iter().min(), other.left.iter().min()) {
            (None, left) => left.is_some(),
            (Some(_), None) => false,
            (Some(own), Some(theirs)) => own > theirs,
        }
    }
}
