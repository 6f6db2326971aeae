//! From the results of a folder to an answer: verified, or with what is wrong.

use super::Kept;
use crate::asking::in_words;
use crate::count::{Stabilized, stabilized};
use crate::failure::Failure;
use crate::json::Object;
use polydlx::cover::{BigUint, Digest, Unit};
use polydlx::diagnostic::Diagnostic;
use polydlx::journal::{Fault, Ledger, Table, Total, add_levels};
use polydlx::properties::Measure;
use std::collections::BTreeMap;

/// What the results of a folder come to.
pub(crate) struct Conclusion {
    /// The number of solutions or classes; at least so many if not all is done.
    pub(crate) count: BigUint,
    pub(crate) digest: Digest,
    /// Nodes by level, those above the units included.
    pub(crate) nodes: Vec<u64>,
    /// Those above the units.
    pub(crate) above: Vec<u64>,
    pub(crate) total: Total,
    /// Whether all is done.
    pub(crate) complete: bool,
    /// How many have which value, if that is asked.
    pub(crate) by: Option<By>,
}

/// How many solutions have which value of a measure, or how many classes which symmetry.
pub(crate) enum By {
    Values(Measure, BTreeMap<i64, BigUint>),
    Stabilizers(Vec<Stabilized>),
}

impl By {
    /// What is known of a folder, if it was asked.
    fn new(kept: &Kept<'_>, table: &Table) -> Option<Self> {
        if kept.keeps_solutions() {
            return None;
        }
        let measure = kept.rank()?.measure;
        if let Some(group) = kept.context.group.filter(|_| measure.property.name == "stabilizer") {
            let numbers = |value: &[i64]| value.iter().map(|&number| number as usize).collect();
            let table = table.iter().map(|(value, &classes)| (numbers(value), classes)).collect();
            return Some(Self::Stabilizers(stabilized(group, &table)));
        }
        let values = table.iter().filter_map(|(value, &number)| Some((*value.first()?, number.into())));
        Some(Self::Values(measure.clone(), values.collect()))
    }

    /// A line for each value.
    pub(crate) fn lines(&self) -> Vec<String> {
        match self {
            Self::Values(measure, values) => values
                .iter()
                .map(|(&value, number)| format!("{}: {number}", in_words(measure, value)))
                .collect(),
            Self::Stabilizers(rows) => rows.iter().map(ToString::to_string).collect(),
        }
    }

    /// For programs.
    pub(crate) fn json(&self, object: Object) -> Object {
        match self {
            Self::Values(measure, values) => {
                let row = |(&value, number): (&i64, &BigUint)| {
                    Object::default().with("value", value).raw("count", number)
                };
                object.with("by", measure.to_string()).list("values", values.iter().map(row))
            }
            Self::Stabilizers(rows) => object.list("by_stabilizer", rows.iter().map(Stabilized::json)),
        }
    }
}

/// Adds up what is done. Whatever is wrong is said, all at once: units that are no partition, results that belong to
/// something else, or that contradict each other. Files that are broken count as if they were not there.
pub(crate) fn conclude(kept: &Kept<'_>, ledger: &Ledger) -> Result<Conclusion, Failure> {
    let mut mistakes = Vec::new();
    let units: Vec<Unit> = kept.units.units.iter().map(|(unit, _)| unit.clone()).collect();
    let above = kept.plan.verify(&units).unwrap_or_else(|(job, gap)| {
        let message = format!("the units of the plan are not all of the work: of job {job}, {gap}");
        mistakes.push(Diagnostic::error("no-partition", message).remedy("plan anew, in another folder"));
        Vec::new()
    });
    for fault in &ledger.faults {
        let message = format!("{}/{fault}", kept.folder.path().display());
        match fault {
            Fault::Broken(..) => {}
            Fault::Foreign(..) => mistakes.push(
                Diagnostic::error("foreign-results", message)
                    .remedy("take the file away: it does not belong here"),
            ),
            Fault::Conflict(..) => mistakes.push(
                Diagnostic::error("contradiction", format!("in {}: {fault}", kept.folder.path().display()))
                    .remedy(
                        "one of the two is wrong: take both away, and do the unit again with `polydlx work`",
                    ),
            ),
        }
    }
    let total = ledger.total();
    let complete = total.done == total.units;
    let quotient = kept.plan.quotient(&total.sum);
    if complete && quotient.is_none() && mistakes.is_empty() {
        let message =
            format!("the units add up to {}, which is no multiple of the order of the group", total.sum);
        mistakes.push(
            Diagnostic::error("no-multiple", message)
                .remedy("a result is wrong: see `polydlx merge --replay`"),
        );
    }
    if !mistakes.is_empty() {
        return Err(Failure::Mistakes(Vec::new(), mistakes));
    }
    let mut nodes = total.nodes.clone();
    if !nodes.is_empty() {
        add_levels(&mut nodes, &above);
    }
    let count = quotient.unwrap_or_else(|| kept.plan.at_least(&total.sum));
    let by = By::new(kept, &total.by);
    Ok(Conclusion { count, digest: total.digest, nodes, above, total, complete, by })
}

/// Says which files are broken, so that what they had is done again.
pub(crate) fn warn_of_broken(kept: &Kept<'_>, ledger: &Ledger) {
    for fault in &ledger.faults {
        if let Fault::Broken(..) = fault {
            eprintln!("{}/{fault}; what it had is done again.", kept.folder.path().display());
        }
    }
}
