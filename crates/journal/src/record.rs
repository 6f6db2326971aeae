//! What came of a unit, or of a stretch of it.

use polydlx_cover::{BigUint, Digest, Unit};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many solutions have which value, or which list of values.
pub type Table = BTreeMap<Vec<i64>, u64>;

/// The solutions that come first, where only these are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// So many at most.
    pub most: usize,
    /// What they come in the order of: a number that is less for what comes first, then options.
    pub order: Vec<(i64, Vec<u32>)>,
}

impl Best {
    /// Adds what was kept elsewhere.
    fn add(&mut self, other: &Self) {
        self.most = self.most.max(other.most);
        self.order.extend_from_slice(&other.order);
        self.order.sort_unstable();
        self.order.truncate(self.most);
    }
}

/// A stretch of a unit that was done without a break: from where to where, and what was found there.
///
/// A unit begins with all of it left, and ends with nothing left. Stretches of one unit make a chain between.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The number of the unit in the plan, from 0.
    pub unit: usize,
    /// The unit itself.
    pub part: Unit,
    /// What was left of it before; all of it if there is nothing.
    pub from: Vec<Unit>,
    /// What is left of it now.
    pub left: Vec<Unit>,
    /// The solutions, each as often as it counts.
    pub sum: BigUint,
    /// Their digest.
    pub digest: Digest,
    /// Nodes by level, if a tree was walked.
    pub nodes: Vec<u64>,
    /// How many solutions stand before the record in its file.
    pub kept: u64,
    /// How many have which value, if that is asked.
    pub by: Table,
    /// What the solutions that are kept come in the order of, if only the first are.
    pub best: Option<Best>,
    /// The time that one thread took, in seconds; it is for estimates only.
    pub seconds: f64,
}

/// The same as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    unit: usize,
    part: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    from: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    left: Vec<String>,
    sum: String,
    digest: String,
    nodes: Vec<u64>,
    kept: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    by: Vec<(Vec<i64>, u64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<Best>,
    seconds: f64,
}

impl Record {
    /// Nothing yet.
    pub fn begin(unit: usize, part: &Unit) -> Self {
        Self {
            unit,
            part: part.clone(),
            from: Vec::new(),
            left: vec![part.clone()],
            sum: BigUint::default(),
            digest: Digest::ZERO,
            nodes: Vec::new(),
            kept: 0,
            by: Table::new(),
            best: None,
            seconds: 0.0,
        }
    }

    /// Whether it ends the unit.
    pub fn is_last(&self) -> bool {
        self.left.is_empty()
    }

    /// Adds what was found in the stretch that follows.
    pub fn add(&mut self, other: &Self) {
        self.left.clone_from(&other.left);
        self.sum += &other.sum;
        self.digest += other.digest;
        add_levels(&mut self.nodes, &other.nodes);
        self.kept += other.kept;
        add_table(&mut self.by, &other.by);
        if let Some(best) = &other.best {
            self.best.get_or_insert_default().add(best);
        }
        self.seconds += other.seconds;
    }

    /// Whether the same was found: the same count, digest, nodes and values. Of the best, it depends on the stretches how many
    /// are kept that are not needed.
    pub fn agrees(&self, other: &Self) -> bool {
        let said = |record: &Self| (record.sum.clone(), record.digest, record.nodes.clone());
        let kept = self.kept == other.kept || self.best.is_some();
        said(self) == said(other) && kept && self.by == other.by && self.best == other.best
    }

    /// The line that stands for it.
    pub fn to_line(&self) -> String {
        let texts = |units: &[Unit]| units.iter().map(Unit::to_string).collect();
        let line = Line {
            unit: self.unit,
            part: self.part.to_string(),
            from: texts(&self.from),
            left: texts(&self.left),
            sum: self.sum.to_string(),
            digest: self.digest.to_string(),
            nodes: self.nodes.clone(),
            kept: self.kept,
            by: self.by.clone().into_iter().collect(),
            best: self.best.clone(),
            seconds: (self.seconds * 1e3).round() / 1e3,
        };
        serde_json::to_string(&line).expect("a record is plain")
    }

    /// The record that a line stands for.
    pub fn read(line: &str) -> Option<Self> {
        let line: Line = serde_json::from_str(line).ok()?;
        let units = |texts: &[String]| texts.iter().map(|text| text.parse().ok()).collect::<Option<_>>();
        Some(Self {
            unit: line.unit,
            part: line.part.parse().ok()?,
            from: units(&line.from)?,
            left: units(&line.left)?,
            sum: line.sum.parse().ok()?,
            digest: line.digest.parse().ok()?,
            nodes: line.nodes,
            kept: line.kept,
            by: line.by.into_iter().collect(),
            best: line.best,
            seconds: line.seconds,
        })
    }
}

/// Adds numbers by level.
pub fn add_levels(sum: &mut Vec<u64>, more: &[u64]) {
    sum.resize(sum.len().max(more.len()), 0);
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Adds numbers by value.
pub fn add_table(sum: &mut Table, more: &Table) {
    more.iter().for_each(|(value, number)| *sum.entry(value.clone()).or_default() += number);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back() {
        let part: Unit = "0:3.0.2-5".parse().unwrap();
        let record = Record {
            from: vec!["0:3.0.3-5".parse().unwrap()],
            left: vec!["0:3.0.3.1-4".parse().unwrap(), "0:3.0.4-5".parse().unwrap()],
            sum: "123456789012345678901234567890".parse().unwrap(),
            digest: Digest::from(77),
            nodes: vec![0, 1, 2],
            kept: 3,
            by: [(vec![-3], 2), (vec![0, 4], 1)].into(),
            best: Some(Best { most: 2, order: vec![(-3, vec![1, 5]), (7, vec![0])] }),
            seconds: 1.5,
            ..Record::begin(17, &part)
        };
        assert_eq!(Record::read(&record.to_line()), Some(record.clone()));
        let begin = Record::begin(0, &part);
        assert_eq!(Record::read(&begin.to_line()), Some(begin));
        assert_eq!(Record::read(&record.to_line().replace("\"sum\"", "\"summe\"")), None);
        assert_eq!(Record::read("{}"), None);
    }

    #[test]
    fn the_best_of_stretches_are_the_best_of_all() {
        let part: Unit = "0:*".parse().unwrap();
        let kept = |order: &[i64]| Record {
            kept: order.len() as u64,
            by: order.iter().map(|&value| (vec![value], 1)).collect(),
            best: Some(Best { most: 2, order: order.iter().map(|&value| (value, vec![9])).collect() }),
            left: Vec::new(),
            ..Record::begin(0, &part)
        };
        let mut chain = kept(&[5, 8]);
        chain.add(&kept(&[1, 6]));
        let mut other = kept(&[8]);
        other.add(&kept(&[1, 5]));
        assert_eq!(chain.best.as_ref().unwrap().order, [(1, vec![9]), (5, vec![9])]);
        assert!(!chain.agrees(&other), "one has a solution more");
        other.add(&Record { best: None, ..kept(&[6]) });
        assert!(chain.agrees(&other));
    }
}
