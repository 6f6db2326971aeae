//! Certificates: what was found, with all that is needed to check it.
//!
//! What is checked here is checked by other means than those by which it was found: sums of plain large integers instead
//! of the field's own arithmetic, and names of units instead of trees.

use crate::manifest::FORMAT;
use crate::sealed::{lines, seal};
use polydlx_cover::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a search has found, unit by unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// What it states: `search`. Others state other things.
    pub kind: String,
    /// The version of its form.
    pub format: u32,
    /// The version of the program.
    pub version: String,
    /// The command.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The files that the question is about, by name.
    pub files: BTreeMap<String, String>,
    /// A hash of the options.
    pub options: String,
    /// In which way the answer was found.
    pub method: String,
    /// What the units refer to.
    pub plan: String,
    /// The number of solutions, or of classes.
    pub count: String,
    /// By what the sum over the units is divided, for Burnside's lemma.
    pub divisor: u64,
    /// The digest of all solutions.
    pub digest: String,
    /// Nodes by level, if trees were walked.
    pub nodes: Vec<u64>,
    /// Those that are above all units.
    pub above: Vec<u64>,
    /// The units.
    pub units: Vec<UnitResult>,
    /// How many solutions have which value, if that was asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<(Vec<i64>, u64)>,
    /// How many solutions are kept beside the certificate, if all are.
    pub kept: Option<u64>,
    /// What was done once more.
    pub replayed: Option<Replayed>,
}

/// What came of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitResult {
    /// The unit.
    pub part: String,
    /// Solutions, each as often as it counts.
    pub sum: String,
    /// Their digest.
    pub digest: String,
    /// Nodes by level.
    pub nodes: Vec<u64>,
    /// How many solutions have which value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<(Vec<i64>, u64)>,
}

/// What was done once more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replayed {
    /// So many units.
    pub units: usize,
    /// So many of them in another order of items and options, by another engine.
    pub otherwise: usize,
    /// By which they were drawn.
    pub seed: u64,
}

impl Certificate {
    /// The kind of these.
    pub const KIND: &str = "search";

    /// The text of its file.
    pub fn to_text(&self) -> String {
        seal([serde_json::to_string(self).expect("a certificate is plain").as_str()])
    }

    /// What a text states, or a sentence that says why it is no certificate of a search.
    pub fn read(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let lines = lines(text).map_err(|broken| broken.to_string())?;
        let no_certificate = || "it is no certificate of a search".to_owned();
        let [line] = &lines[..] else { return Err(no_certificate()) };
        let head: Head = serde_json::from_str(line).map_err(|_| no_certificate())?;
        if head.format != FORMAT {
            let (format, own) = (head.format, FORMAT);
            return Err(format!(
                "it has format {format}, and this version of polydlx reads format {own} only"
            ));
        }
        serde_json::from_str(line).map_err(|_| no_certificate())
    }

    /// What is wrong with what it says, by itself: sums that do not add up, units that overlap or leave gaps.
    pub fn contradictions(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let sum = self.units.iter().map(|unit| unit.sum.parse::<BigUint>());
        let Ok(sum) = sum.collect::<Result<Vec<_>, _>>().map(|all| all.into_iter().sum::<BigUint>()) else {
            return vec!["a unit has a count that is no number".to_owned()];
        };
        match self.count.parse::<BigUint>() {
            Ok(count) if count.clone() * self.divisor == sum => {}
            Ok(count) => wrong
                .push(format!("the counts of the units add up to {sum}, not to {count}·{}", self.divisor)),
            Err(_) => wrong.push("the count is no number".to_owned()),
        }
        let prime = (BigUint::from(1u32) << 127u32) - 1u32;
        let number = |text: &str| BigUint::parse_bytes(text.as_bytes(), 16).filter(|value| *value < prime);
        let digests = self.units.iter().map(|unit| number(&unit.digest)).collect::<Option<Vec<_>>>();
        match (digests, number(&self.digest)) {
            (Some(all), Some(digest)) if all.iter().sum::<BigUint>() % &prime == digest => {}
            (Some(_), Some(_)) => {
                wrong.push("the digests of the units do not add up to the digest".to_owned());
            }
            _ => wrong.push("a digest is no number".to_owned()),
        }
        for level in 0..self.nodes.len() {
            let at = |nodes: &[u64]| u128::from(nodes.get(level).copied().unwrap_or(0));
            let sum = self.units.iter().map(|unit| at(&unit.nodes)).sum::<u128>() + at(&self.above);
            if sum != at(&self.nodes) {
                let said = self.nodes[level];
                wrong.push(format!("the nodes of level {level} add up to {sum}, not to {said}"));
            }
        }
        wrong.extend(self.wrong_values());
        wrong.extend(gap(&self.units));
        wrong
    }

    /// Whether the numbers of solutions by value are not those of the units, or not of all solutions.
    fn wrong_values(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut sums: BTreeMap<&[i64], u128> = BTreeMap::new();
        for unit in &self.units {
            let own = unit.by.iter().map(|(_, number)| u128::from(*number)).sum::<u128>();
            if !(unit.by.is_empty() && self.by.is_empty()) && unit.sum != own.to_string() {
                let UnitResult { part, sum, .. } = unit;
                wrong.push(format!("unit {part} has {sum} solutions, but {own} with values"));
            }
            for (value, number) in &unit.by {
                *sums.entry(value).or_default() += u128::from(*number);
            }
        }
        let said = self.by.iter().map(|(value, number)| (&value[..], u128::from(*number))).collect();
        if sums != said {
            wrong.push("the numbers of solutions by value do not add up".to_owned());
        }
        wrong
    }
}

/// Whether units overlap, or leave out a branch before another: what can be told from their names, without the trees.
fn gap(units: &[UnitResult]) -> Option<String> {
    let mut all: Vec<(Vec<u64>, u64, &str)> = Vec::new();
    for unit in units {
        match path(unit) {
            Some((path, end)) => all.push((path, end, &unit.part)),
            None => return Some(format!("`{}` is no unit", unit.part)),
        }
    }
    all.sort();
    // Where the next unit begins, or above that at the branch that follows, and from there always at the first branch.
    let mut expected = vec![0];
    for (start, end, name) in &all {
        let common = start.iter().zip(&expected).take_while(|(a, b)| a == b).count();
        let rest = if common == expected.len() {
            &start[common..]
        } else if common + 1 < expected.len() && start.get(common) == Some(&(expected[common] + 1)) {
            &start[common + 1..]
        } else {
            &[1]
        };
        if rest.iter().any(|&branch| branch != 0) {
            return Some(format!("unit {name} does not begin where the one before it ends"));
        }
        expected.clone_from(start);
        *expected.last_mut().expect("a path begins with a job") = *end;
    }
    None
}

/// The path to the first branch of a unit, which begins with the number of the job, and where its last range ends.
fn path(unit: &UnitResult) -> Option<(Vec<u64>, u64)> {
    let (job, part) = unit.part.split_once(':')?;
    let job: u64 = job.parse().ok()?;
    if part == "*" {
        return Some((vec![job], job + 1));
    }
    let (path, end) = part.rsplit_once('-')?;
    let numbers = path.split('.').map(|number| number.parse().ok());
    let mut path = std::iter::once(Some(job)).chain(numbers).collect::<Option<Vec<u64>>>()?;
    // A part of a sweep has no nodes, and names the number of parts first, which is no branch.
    if path.len() == 3 && unit.nodes.is_empty() {
        path.remove(1);
    }
    Some((path, end.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(part: &str, sum: u32, digest: u32) -> UnitResult {
        let nodes = if part.starts_with("2:") { vec![] } else { vec![0, 1] };
        UnitResult {
            part: part.to_owned(),
            sum: sum.to_string(),
            digest: format!("{digest:032x}"),
            nodes,
            by: vec![],
        }
    }

    fn certificate() -> Certificate {
        let parts = ["0:*", "1:0.0-2", "1:0.2.0-3", "1:1-2", "1:2.0.0-2", "1:3-4", "2:2.0-1", "2:2.1-2"];
        Certificate {
            kind: Certificate::KIND.to_owned(),
            format: FORMAT,
            version: "0".to_owned(),
            command: "count".to_owned(),
            arguments: Vec::new(),
            files: [("puzzle.spec".to_owned(), "text".to_owned())].into(),
            options: String::new(),
            method: "search".to_owned(),
            plan: String::new(),
            count: "4".to_owned(),
            divisor: 2,
            digest: format!("{:032x}", 24),
            nodes: vec![1, 6],
            above: vec![1],
            units: parts.iter().map(|part| unit(part, 1, 3)).collect(),
            by: Vec::new(),
            kept: None,
            replayed: None,
        }
    }

    #[test]
    fn what_is_right_comes_back() {
        let right = certificate();
        assert_eq!(right.contradictions(), [""; 0]);
        assert_eq!(Certificate::read(&right.to_text()), Ok(right.clone()));
        let newer = Certificate { format: 99, ..right };
        assert!(Certificate::read(&newer.to_text()).unwrap_err().contains("format 99"));
    }

    #[test]
    fn every_lie_is_found() {
        let lie = |change: &dyn Fn(&mut Certificate)| {
            let mut certificate = certificate();
            change(&mut certificate);
            certificate.contradictions()
        };
        let lies: [&dyn Fn(&mut Certificate); 9] = [
            &|it| it.count = "5".to_owned(),
            &|it| it.digest = format!("{:032x}", 25),
            &|it| it.nodes[1] = 7,
            &|it| it.units[2].sum = "2".to_owned(),
            &|it| it.units[2].digest = format!("{:032x}", 4),
            &|it| it.units[3].part = "1:1-3".to_owned(),
            &|it| it.units[1].part = "1:0.0-1".to_owned(),
            &|it| it.units[4].part = "1:2.1.0-2".to_owned(),
            &|it| it.units[6].part = "2:2.1-2".to_owned(),
        ];
        for (number, change) in lies.iter().enumerate() {
            assert_eq!(lie(change).len(), 1, "{number}: {:?}", lie(change));
        }
        let values = |it: &mut Certificate| {
            it.units.iter_mut().for_each(|unit| unit.by = vec![(vec![7], 1)]);
            it.by = vec![(vec![7], 8)];
        };
        assert_eq!(lie(&values), [""; 0]);
        let lies: [&dyn Fn(&mut Certificate); 3] =
            [&|it| it.by[0].1 = 9, &|it| it.by[0].0 = vec![8], &|it| it.units[0].by[0].0 = vec![8]];
        for change in lies {
            assert_eq!(lie(&|it| (values(it), change(it)).1).len(), 1);
        }
        let without = lie(&|it| drop(it.units.remove(3)));
        assert_eq!(without.len(), 4, "{without:?}");
    }
}
