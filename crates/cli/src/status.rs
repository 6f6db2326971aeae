//! `polydlx status`

use crate::failure::Failure;
use crate::json::Object;
use crate::long::folder;
use crate::long::kept::{only_searches, question, unreadable};
use crate::watch::duration;
use crate::{Answer, Outcome, output};
use polydlx::cover::Unit;
use polydlx::diagnostic::Diagnostic;
use polydlx::journal::{Ledger, PLAN, State, Units};
use std::path::PathBuf;

/// Show how far a search has come that is kept in a folder
///
/// The time that is left is estimated from the units that are done: how long they took, and how long they had been thought
/// to take. It is the time of one thread.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx status search
  polydlx status search --json

Exit status: 0 all is done, 2 error, 3 something is left.")]
pub(crate) struct StatusArgs {
    /// The folder
    pub(crate) folder: PathBuf,

    /// Write one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &StatusArgs) -> Outcome {
    let folder = folder(&args.folder);
    let asked = question(&folder)?;
    only_searches(&asked, &args.folder)?;
    if !folder.has(PLAN) {
        let message = format!("the work in {} has not been divided yet", args.folder.display());
        return Err(Failure::mistake(
            Diagnostic::error("no-plan", message).remedy("`polydlx work` does that, and goes on with it"),
        ));
    }
    let path = args.folder.join(PLAN);
    let text = folder.read(PLAN).map_err(|error| unreadable(&path, &error.to_string()))?;
    let units = Units::read(&text, &asked).map_err(|why| unreadable(&path, &why))?;
    let ledger = Ledger::read(&folder, &asked, &units)
        .map_err(|error| unreadable(&args.folder, &error.to_string()))?;
    let total = ledger.total();
    let guess = Guess::new(&ledger, &units.units);
    let answer = if total.done == total.units { Answer::Yes } else { Answer::Partial };
    let begun = (0..total.units).filter(|&unit| ledger.is_begun(unit)).count();
    if args.json {
        let object = Object::default()
            .with("command", asked.command.clone())
            .with("arguments", asked.arguments.clone())
            .with("method", units.method.clone())
            .with("units", total.units)
            .with("units_done", total.done)
            .with("units_begun", begun)
            .raw("found", &total.sum)
            .with("seconds", total.seconds)
            .with("seconds_left", guess.as_ref().map(|guess| guess.left))
            .with("faults", ledger.faults.iter().map(ToString::to_string).collect::<Vec<_>>());
        output::to(None, |out| writeln!(out, "{object}"))?;
        return Ok(answer);
    }
    let mut rows = vec![
        ("question", format!("{} {}", asked.command, asked.arguments.join(" ")).trim_end().to_owned()),
        ("method", units.method.clone()),
        ("units", format!("{} of {} done", total.done, total.units)),
    ];
    if begun > 0 {
        rows.push(("begun", begun.to_string()));
    }
    let found = if units.method == "burnside" { "sum so far" } else { "found" };
    rows.push((found, total.sum.to_string()));
    rows.push(("time", format!("{} of one thread so far", duration(total.seconds))));
    match guess {
        _ if answer == Answer::Yes => rows.push(("left", "nothing".to_owned())),
        Some(Guess { left, least, most }) => rows.push((
            "left",
            format!(
                "about {} of one thread, between {} and {} by the units that are done",
                duration(left),
                duration(least),
                duration(most)
            ),
        )),
        None => rows.push(("left", "nobody knows before some units are done".to_owned())),
    }
    rows.extend(ledger.faults.iter().map(|fault| ("fault", fault.to_string())));
    for (name, value) in rows {
        output::to(None, |out| writeln!(out, "{name:11} {value}"))?;
    }
    Ok(answer)
}

/// What is left, in seconds of one thread.
struct Guess {
    left: f64,
    least: f64,
    most: f64,
}

impl Guess {
    /// By what the units that are done have cost, compared with what they were thought to cost.
    fn new(ledger: &Ledger, units: &[(Unit, f64)]) -> Option<Self> {
        let (mut seconds, mut price, mut open) = (0.0, 0.0, 0.0);
        let mut ratios = Vec::new();
        for (unit, (_, expected)) in units.iter().enumerate() {
            match ledger.state(unit) {
                State::Done(record) => {
                    seconds += record.seconds;
                    price += expected;
                    ratios.push(record.seconds / expected.max(1.0));
                }
                State::Begun(_) | State::Open => open += expected,
            }
        }
        ratios.sort_by(f64::total_cmp);
        let at = |part: f64| ratios.get(((ratios.len() as f64 - 1.0) * part).round() as usize).copied();
        let (low, high) = (at(0.1)?, at(0.9)?);
        let mean = seconds / price.max(1.0);
        Some(Self { left: open * mean, least: open * low.min(mean), most: open * high.max(mean) })
    }
}
