//! What is kept of a stretch beside its number of solutions: each of them, the best, or how many have which value.

use super::Kept;
use polydlx::cover::{Monitor, Unit};
use polydlx::journal::{Best, Table};
use polydlx::packing::{self, Answer, Ranking};
use polydlx::solutions::{Found, JsonWriter, Writer};
use std::io;
use std::ops::ControlFlow;

/// What came of a stretch.
pub(crate) struct Gathered {
    pub(crate) answer: Answer,
    /// How many solutions were written.
    pub(crate) kept: u64,
    pub(crate) by: Table,
    pub(crate) best: Option<Best>,
}

impl From<Answer> for Gathered {
    fn from(answer: Answer) -> Self {
        Self { answer, kept: 0, by: Table::new(), best: None }
    }
}

/// Writes solutions as JSON lines.
struct Lines<'k, 'a> {
    kept: &'k Kept<'a>,
    writer: JsonWriter,
    number: u64,
    line: Vec<u8>,
}

impl<'k, 'a> Lines<'k, 'a> {
    fn new(kept: &'k Kept<'a>) -> Self {
        let writer = match kept.context.packing {
            Some(packing) => JsonWriter::of_puzzle(packing, kept.context.title),
            None => JsonWriter::of_problem(kept.context.problem),
        };
        Self { kept, writer, number: 0, line: Vec::new() }
    }

    fn write(
        &mut self,
        solution: &packing::Found<'_>,
        write: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> io::Result<()> {
        let context = self.kept.context;
        self.number += 1;
        let mut found = match context.packing {
            Some(packing) => Found::in_puzzle(packing, self.number, solution.steps),
            None => Found::in_problem(self.number, solution.steps),
        };
        found.values = context.asked.values(context.packing, solution.options);
        self.line.clear();
        self.writer.write(&found, &mut self.line)?;
        write(String::from_utf8_lossy(&self.line).trim_end())
    }
}

/// Writes each solution, until `is_enough`.
pub(crate) fn each(
    kept: &Kept<'_>,
    units: Vec<Unit>,
    monitor: &Monitor,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
    is_enough: &dyn Fn() -> bool,
) -> io::Result<Gathered> {
    let mut lines = Lines::new(kept);
    let mut result = Ok(());
    let mut visit = |solution: &packing::Found<'_>| {
        result = lines.write(solution, write);
        if result.is_err() || is_enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let answer = kept.plan.run_units(units, monitor, Some(&mut visit));
    result.map(|()| Gathered { kept: lines.number, ..answer.into() })
}

/// Writes the solutions that come first, in their order, when all have been looked at.
pub(crate) fn first(
    kept: &Kept<'_>,
    units: Vec<Unit>,
    most: usize,
    monitor: &Monitor,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
) -> io::Result<Gathered> {
    let Some((rank, scorer)) = kept.rank().and_then(|rank| Some((rank, kept.plan.scorer(rank)?))) else {
        return Ok(kept.plan.run_units(units, monitor, None).into());
    };
    let mut ranking = Ranking::new(most, scorer);
    let mut visit = |solution: &packing::Found<'_>| {
        ranking.add(solution);
        ControlFlow::Continue(())
    };
    let answer = kept.plan.run_units(units, monitor, Some(&mut visit));
    let mut lines = Lines::new(kept);
    let mut order = Vec::new();
    for scored in ranking.into_list() {
        lines.write(&packing::Found { steps: &scored.steps, options: &scored.options }, write)?;
        let options = scored.options.iter().map(|option| option.0).collect();
        order.push((rank.key(scored.value), options));
    }
    Ok(Gathered { kept: lines.number, best: Some(Best { most, order }), ..answer.into() })
}

/// Counts how many solutions have which value. Of classes by their symmetry, the value is a list of symmetries.
pub(crate) fn table(kept: &Kept<'_>, units: Vec<Unit>, monitor: &Monitor) -> Gathered {
    let Some((rank, scorer)) = kept.rank().and_then(|rank| Some((rank, kept.plan.scorer(rank)?))) else {
        return kept.plan.run_units(units, monitor, None).into();
    };
    let group = kept.context.group.filter(|_| rank.measure.property.name == "stabilizer");
    let mut by = Table::new();
    let mut visit = |solution: &packing::Found<'_>| {
        let value = match group {
            None => vec![scorer.value_of(solution)],
            Some(group) => {
                let stabilizer = group.least_conjugate(&group.stabilizer(solution.options));
                stabilizer.into_iter().map(|number| number as i64).collect()
            }
        };
        *by.entry(value).or_default() += 1;
        ControlFlow::Continue(())
    };
    let answer = kept.plan.run_units(units, monitor, Some(&mut visit));
    Gathered { by, ..answer.into() }
}
