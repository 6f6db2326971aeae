//! What is asked, and how it was divided: two files that every result refers to.

use crate::sealed::{hex, lines, seal};
use polydlx_cover::{Problem, Sha256, Unit, sha256};
use polydlx_packing::{Method, Plan};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the folders that are written here; no other can be read.
pub const FORMAT: u32 = 1;

/// The name of the file with the question.
pub const QUESTION: &str = "question.json";
/// The name of the file with the units.
pub const PLAN: &str = "plan.jsonl";

/// What is asked: a command, its arguments, and the files that they name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    polydlx: String,
    format: u32,
    /// The version of the program that began.
    pub version: String,
    /// `count` or `solve`.
    pub command: String,
    /// What else was said, one word after the other.
    pub arguments: Vec<String>,
    /// The files in the folder that belong to the question, with their SHA-256 hashes.
    pub files: BTreeMap<String, String>,
    /// A hash of the options: see [`options_hash`].
    pub options: String,
    /// How many bytes a worker may use for the states of sweeps, which decides if there are sweeps.
    pub memory: usize,
}

impl Asked {
    /// A question about some files.
    pub fn new(
        version: &str,
        command: &str,
        arguments: Vec<String>,
        files: &BTreeMap<String, String>,
        options: String,
        memory: usize,
    ) -> Self {
        let hash = |(name, text): (&String, &String)| (name.clone(), hex(&sha256(text.as_bytes())));
        Self {
            polydlx: "question".to_owned(),
            format: FORMAT,
            version: version.to_owned(),
            command: command.to_owned(),
            arguments,
            files: files.iter().map(hash).collect(),
            options,
            memory,
        }
    }

    /// The text of its file.
    pub fn to_text(&self) -> String {
        seal([serde_json::to_string(self).expect("a question is plain").as_str()])
    }

    /// The question that a text stands for, or a sentence that says why there is none.
    pub fn read(text: &str) -> Result<Self, String> {
        let lines = lines(text).map_err(|broken| broken.to_string())?;
        let [line] = &lines[..] else { return Err("it is no question".to_owned()) };
        check_format(line, "question")?;
        serde_json::from_str(line).map_err(|_| "it is no question".to_owned())
    }

    /// What results refer to it by.
    pub fn name(&self) -> String {
        hex(&sha256(self.to_text().as_bytes()))
    }

    /// What is different in another question, in a few words; nothing if it is the same.
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.command != other.command {
            return Some(format!("it was made by `{}`, not by `{}`", self.command, other.command));
        }
        if self.options != other.options {
            return Some("it is about another puzzle: the options differ".to_owned());
        }
        if let Some(name) = self
            .files
            .keys()
            .chain(other.files.keys())
            .find(|name| self.files.get(*name) != other.files.get(*name))
        {
            return Some(format!("its {name} has another text"));
        }
        if self.arguments != other.arguments {
            let say = |arguments: &[String]| match arguments {
                [] => "nothing else".to_owned(),
                some => format!("`{}`", some.join(" ")),
            };
            return Some(format!("it says {}, not {}", say(&self.arguments), say(&other.arguments)));
        }
        None
    }
}

/// Whether a line tells that it was written by this version, and what it is.
pub(crate) fn check_format(line: &str, what: &str) -> Result<(), String> {
    #[derive(Deserialize)]
    struct Head {
        polydlx: String,
        format: u32,
    }
    let head: Head = serde_json::from_str(line).map_err(|_| format!("it is no {what} of polydlx"))?;
    if head.polydlx != what {
        return Err(format!("it is no {what} of polydlx, but something else: {}", head.polydlx));
    }
    if head.format != FORMAT {
        let (format, own) = (head.format, FORMAT);
        return Err(format!("it has format {format}, and this version of polydlx reads format {own} only"));
    }
    Ok(())
}

/// A hash of the options of a problem and of the bounds of its items, whatever their order.
pub fn options_hash(problem: &Problem) -> String {
    let item = |&item: &_| {
        let bounds = problem.is_primary(item).then(|| problem.bounds(item));
        let bounds =
            bounds.map_or("secondary".to_owned(), |bounds| format!("{}:{}", bounds.low, bounds.high));
        format!("{} {bounds}", problem.name(item))
    };
    let mut items: Vec<String> = problem.listing().iter().map(item).collect();
    let mut options: Vec<String> = problem.option_ids().map(|option| problem.contents(option)).collect();
    items.sort_unstable();
    options.sort_unstable();
    let mut hash = Sha256::default();
    items.iter().chain(&options).for_each(|line| hash.update(format!("{line}\n").as_bytes()));
    hex(&hash.finish())
}

/// The units that the work was divided into.
#[derive(Clone, Debug, PartialEq)]
pub struct Units {
    /// What the units refer to: see [`Plan::fingerprint`].
    pub fingerprint: String,
    /// In which way the question is answered.
    pub method: String,
    /// The units, with their prices in nanoseconds, by guess.
    pub units: Vec<(Unit, f64)>,
    name: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    polydlx: String,
    format: u32,
    question: String,
    fingerprint: String,
    method: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    unit: usize,
    part: String,
    price: f64,
}

impl Units {
    /// Divides a plan; gives the text of the file, too.
    pub fn new(plan: &Plan<'_>, units: &[(Unit, f64)], asked: &Asked) -> (Self, String) {
        let head = Head {
            polydlx: "plan".to_owned(),
            format: FORMAT,
            question: asked.name(),
            fingerprint: hex(&plan.fingerprint()),
            method: method_name(plan.method).to_owned(),
        };
        let line = |(number, (unit, price)): (usize, &(Unit, f64))| {
            let line = UnitLine { unit: number, part: unit.to_string(), price: price.round() };
            serde_json::to_string(&line).expect("a unit is plain")
        };
        let head = serde_json::to_string(&head).expect("a head is plain");
        let all: Vec<String> = std::iter::once(head).chain(units.iter().enumerate().map(line)).collect();
        let text = seal(all.iter().map(String::as_str));
        let units = Self::read(&text, asked).expect("it was just written");
        (units, text)
    }

    /// The units that a text stands for, or a sentence that says why there are none.
    pub fn read(text: &str, asked: &Asked) -> Result<Self, String> {
        let lines = lines(text).map_err(|broken| broken.to_string())?;
        let no_plan = || "it is no plan".to_owned();
        let (head, rest) = lines.split_first().ok_or_else(no_plan)?;
        check_format(head, "plan")?;
        let head: Head = serde_json::from_str(head).map_err(|_| no_plan())?;
        if head.question != asked.name() {
            return Err("it belongs to another question".to_owned());
        }
        let mut units = Vec::new();
        for line in rest {
            let line: UnitLine = serde_json::from_str(line).map_err(|_| no_plan())?;
            if line.unit != units.len() {
                return Err(no_plan());
            }
            units.push((line.part.parse().map_err(|_| no_plan())?, line.price));
        }
        let name = hex(&sha256(text.as_bytes()));
        Ok(Self { fingerprint: head.fingerprint, method: head.method, units, name })
    }

    /// What results refer to it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of units.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }
}

/// The word for a method.
pub fn method_name(method: Method) -> &'static str {
    match method {
        Method::Proof => "proof",
        Method::Search => "search",
        Method::Sweep => "sweep",
        Method::Burnside => "burnside",
        Method::Diagram => "diagram",
        _ => "other",
    }
}
