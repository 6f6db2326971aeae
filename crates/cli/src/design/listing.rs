//! Going through a list of sets or regions, and printing what is found.

use super::keeping;
use crate::args::{Stretch, WorkArgs, numbers};
use crate::failure::Failure;
use crate::json::Object;
use crate::search::because;
use crate::watch::{Show, Watch, duration};
use crate::{Answer, Outcome, output};
use polydlx::design::{Found, Plan, Report, Span, Ways};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;

/// Which part of a list to look at.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "List")]
pub(crate) struct ListingArgs {
    /// Look only at these numbers of the list, as in 1..1000 or 1001..
    #[arg(long, value_name = "N..M", value_parser = numbers)]
    pub(crate) range: Option<Stretch>,

    /// Look at the list in a random order; numbers then mean places in that order
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// Stop after so many have been found
    #[arg(short = 'n', long = "number", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) number: Option<u64>,

    /// Only print how many there are with each number of ways
    #[arg(long)]
    pub(crate) count: bool,

    /// Write a JSON object a line
    #[arg(long)]
    pub(crate) json: bool,

    /// Keep what was looked at in this folder; the same command again goes on where it stopped, and prints all in the end
    #[arg(long, value_name = "FOLDER")]
    pub(crate) save: Option<PathBuf>,
}

/// A list to go through.
pub(crate) struct Listing<'a> {
    pub(crate) list: &'a ListingArgs,
    pub(crate) work: &'a WorkArgs,
    /// The spec.
    pub(crate) input: &'a str,
    /// What its members are called, one and several.
    pub(crate) names: [&'static str; 2],
    /// What it is that they differ in.
    pub(crate) field: &'static str,
    /// How many there are, if that is known.
    pub(crate) length: Option<u64>,
}

/// What is done with a member that was found: its number, its ways, and what it is: a text, or a list of texts.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(u64, Found, &dyn Fn() -> io::Result<Value>) -> ControlFlow<()>;

impl Listing<'_> {
    /// Searches under watch, and prints what is found, or how many with each number of ways.
    pub(crate) fn run(&self, search: impl Fn(&Plan, Visit<'_>) -> Report) -> Outcome {
        let span = self.list.range.map_or(Span::ALL, |range| Span { first: range.low, last: range.high });
        let plan = Plan { span, seed: self.list.seed, threads: threads(self.work), ..Plan::default() };
        let (done, length, names) = (plan.done.clone(), self.length, self.names);
        let on_terminal = !self.list.count && io::stdout().is_terminal();
        let watch =
            Watch::with(&plan.monitor, self.work.time_limit, show(self.work, on_terminal), move |elapsed| {
                let of = length.map(|length| format!(" of {length}")).unwrap_or_default();
                let done = done.load(Ordering::Relaxed);
                format!("{}: {done}{of} {} looked at", duration(elapsed.as_secs_f64()), names[1])
            });
        let mut found = 0;
        let mut failed = None;
        let mut by_ways: BTreeMap<u64, u64> = BTreeMap::new();
        let mut visit = |number: u64, ways: Found, member: &dyn Fn() -> io::Result<Value>| {
            found += 1;
            *by_ways.entry(ways.classes).or_default() += 1;
            if !self.list.count {
                failed = member()
                    .map(|member| self.line(number, ways, member))
                    .map_err(Failure::stdout)
                    .and_then(|line| output::to(None, |out| writeln!(out, "{line}")))
                    .err();
            }
            let enough = failed.is_some() || self.list.number == Some(found);
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let report = match &self.list.save {
            None => search(&plan, &mut visit),
            Some(folder) => {
                let kept = keeping::go_on(self, folder, &plan, &search)?;
                let mut members = kept.found.iter();
                let _ended = members
                    .try_for_each(|(number, ways, member)| visit(*number, *ways, &|| Ok(member.clone())));
                kept.report
            }
        };
        let cause = watch.cause();
        drop(watch);
        if let Some(failure) = failed {
            return Err(failure);
        }
        if self.list.count {
            for (ways, number) in by_ways {
                if self.list.json {
                    let object = Object::default().with("classes", ways).with(self.names[1], number);
                    output::to(None, |out| writeln!(out, "{object}"))?;
                    continue;
                }
                let [way, member] = [plural(ways, ["way", "ways"]), plural(number, self.names)];
                output::to(None, |out| writeln!(out, "{ways} {way}: {number} {member}"))?;
            }
        }
        if !self.work.quiet {
            self.summary(found, &report, cause.map(|cause| because(Some(cause))));
        }
        Ok(match (report.stopped_at, cause) {
            (Some(_), Some(_)) => Answer::Partial,
            _ if found == 0 => Answer::No,
            _ => Answer::Yes,
        })
    }

    fn line(&self, number: u64, ways: Found, member: Value) -> String {
        if self.list.json {
            let object = Object::default().with("number", number).with("ways", ways.total);
            return object.with("classes", ways.classes).with(self.field, member).to_string();
        }
        let text = match member {
            Value::Array(parts) => parts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
            text => text.as_str().unwrap_or_default().to_owned(),
        };
        format!("{number}: {}: {text}", words(ways))
    }

    fn summary(&self, found: u64, report: &Report, because: Option<&str>) {
        let Report { looked_at, stopped_at, left_out, ref proof } = *report;
        if let Some(proof) = proof {
            eprintln!("There is no such {}: {proof}.", self.names[0]);
            return;
        }
        let members = plural(looked_at, self.names);
        match (stopped_at, because) {
            (None, _) => eprintln!("{found} of {looked_at} {members}."),
            (Some(_), None) => eprintln!("{found} of the first {looked_at} {members}, as asked for."),
            (Some(_), Some(because)) if self.list.save.is_some() => eprintln!(
                "At least {found}: {because} after {looked_at} {members}; the same command goes on from there."
            ),
            (Some(next), Some(because)) => eprintln!(
                "At least {found}: {because} after {looked_at} {members}; `--range {next}..` goes on from there."
            ),
        }
        if left_out > 0 {
            let regions = plural(left_out, self.names);
            eprintln!("{left_out} {regions} could not be looked at: a coordinate would be greater than 999.");
        }
    }
}

fn words(ways: Found) -> String {
    format!("{} {}, {} up to symmetry", ways.total, plural(ways.total, ["way", "ways"]), ways.classes)
}

fn plural(number: u64, [one, several]: [&'static str; 2]) -> &'static str {
    if number == 1 { one } else { several }
}

pub(crate) fn ways(stretch: Stretch) -> Ways {
    Ways { low: stretch.low, high: stretch.high }
}

pub(crate) fn threads(work: &WorkArgs) -> usize {
    work.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
}

pub(crate) fn show(work: &WorkArgs, on_terminal: bool) -> Show {
    Show::new(work.progress, work.quiet, on_terminal)
}
