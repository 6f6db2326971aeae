//! `polydlx merge`

use crate::args::WorkArgs;
use crate::failure::Failure;
use crate::long::conclusion::{By, warn_of_broken};
use crate::long::replay::replay;
use crate::long::session::Session;
use crate::long::{Conclusion, Kept, Means, conclude, with_kept};
use crate::voice::is_quiet;
use crate::watch::because;
use crate::{Answer, Outcome, output};
use polydlx::cover::BigUint;
use polydlx::diagnostic::Diagnostic;
use polydlx::journal::{Certificate, FORMAT, Ledger, Replayed, State, UnitResult};
use std::path::PathBuf;
use std::thread::available_parallelism;

/// Verify that a search is complete, and add up
///
/// The plan is expanded again: its units must be all of the work, nothing twice. Each must have one result that belongs to this
/// question; if a unit was done twice, both results must be the same. Prints the number of solutions, their digest, and the nodes
/// of the search trees by level; and writes a certificate, which `polydlx check --certificate` verifies.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx merge search
  polydlx merge search --replay 5%
  polydlx merge search -o result.json

Exit status: 0 complete, 1 complete, and there is no solution, 2 something is missing or wrong, 3 stopped early.")]
pub(crate) struct MergeArgs {
    /// The folder
    pub(crate) folder: PathBuf,

    /// Do this part of the units once more, drawn at random, in another order of items and by another engine, and compare
    #[arg(long, value_name = "P%", value_parser = percent)]
    pub(crate) replay: Option<f64>,

    /// Which units are drawn
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,

    /// Where the certificate goes [default: certificate.json in the folder]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write one JSON object instead of lines
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

fn percent(text: &str) -> Result<f64, String> {
    let wrong = || "write a part of a hundred, as in 5%".to_owned();
    let value: f64 = text.trim_end_matches('%').trim().parse().map_err(|_| wrong())?;
    if (0.0..=100.0).contains(&value) { Ok(value / 100.0) } else { Err(wrong()) }
}

pub(crate) fn run(args: &MergeArgs) -> Outcome {
    let session = Session::start(args.work.progress);
    let cores = || available_parallelism().map_or(1, usize::from);
    let threads = args.work.threads.map_or_else(cores, usize::from);
    let merged = with_kept(&args.folder, Means { threads, ..Means::default() }, &session.monitor, |kept| {
        let ledger = kept.ledger()?;
        warn_of_broken(kept, &ledger);
        let conclusion = conclude(kept, &ledger)?;
        if !conclusion.complete {
            return Err(missing(args, &ledger));
        }
        let replayed = match args.replay {
            None => None,
            Some(part) => match replay(kept, &ledger, (part, args.seed), threads, &session.monitor)? {
                None => return Ok(None),
                replayed => replayed,
            },
        };
        let path = args.output.clone().unwrap_or_else(|| args.folder.join("certificate.json"));
        let text = certificate(kept, &ledger, &conclusion, replayed.clone()).to_text();
        output::to(Some(&path), |out| out.write_all(text.as_bytes()))?;
        Ok(Some((conclusion, replayed)))
    })?;
    let cause = session.end();
    let Some((conclusion, replayed)) = merged.flatten() else {
        if !is_quiet() {
            eprintln!("Not merged: {}.", because(cause));
        }
        return Ok(Answer::Partial);
    };
    if args.json {
        let object = conclusion.json().with("replayed", replayed.as_ref().map(|replayed| replayed.units));
        output::to(None, |out| writeln!(out, "{object}"))?;
    } else {
        let lines = conclusion.by.as_ref().map(By::lines);
        lines.iter().flatten().try_for_each(|line| output::to(None, |out| writeln!(out, "{line}")))?;
        output::to(None, |out| {
            writeln!(out, "{}\ndigest {}", conclusion.count, conclusion.digest)?;
            let nodes: Vec<String> = conclusion.nodes.iter().map(u64::to_string).collect();
            if nodes.is_empty() { Ok(()) } else { writeln!(out, "nodes {}", nodes.join(" ")) }
        })?;
    }
    if !is_quiet() {
        match conclusion.total.units {
            1 => eprintln!("One unit, which is all of the work."),
            units => eprintln!("{units} units, each once, and they are all of the work."),
        }
        if let Some(Replayed { units, otherwise, .. }) = replayed {
            eprintln!(
                "{units} of them were done once more, {otherwise} in another order: the same was found."
            );
        }
    }
    Ok(if conclusion.count == BigUint::default() { Answer::No } else { Answer::Yes })
}

/// Says which units have no result.
fn missing(args: &MergeArgs, ledger: &Ledger) -> Failure {
    let left = ledger.left();
    let some: Vec<String> = left.iter().take(8).map(usize::to_string).collect();
    let more = if left.len() > 8 { " …" } else { "" };
    let units = if left.len() == 1 { "unit has" } else { "units have" };
    let message = format!("{} {units} no result: {}{more}", left.len(), some.join(" "));
    let remedy = format!("`polydlx work {}` does what is left", args.folder.display());
    Failure::mistake(Diagnostic::error("missing-results", message).remedy(remedy))
}

fn certificate(
    kept: &Kept<'_>,
    ledger: &Ledger,
    conclusion: &Conclusion,
    replayed: Option<Replayed>,
) -> Certificate {
    let unit = |(number, (unit, _)): (usize, &(polydlx::cover::Unit, f64))| {
        let State::Done(record) = ledger.state(number) else { unreachable!("all units are done") };
        UnitResult {
            part: unit.to_string(),
            sum: record.sum.to_string(),
            digest: record.digest.to_string(),
            nodes: record.nodes,
            by: record.by.into_iter().collect(),
        }
    };
    let asked = &kept.asked;
    Certificate {
        kind: Certificate::KIND.to_owned(),
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: asked.command.clone(),
        arguments: asked.arguments.clone(),
        files: kept.files.clone(),
        options: asked.options.clone(),
        method: kept.units.method.clone(),
        plan: kept.units.fingerprint.clone(),
        count: conclusion.count.to_string(),
        divisor: kept.plan.divisor(),
        digest: conclusion.digest.to_string(),
        nodes: conclusion.nodes.clone(),
        above: if conclusion.nodes.is_empty() { Vec::new() } else { conclusion.above.clone() },
        units: kept.units.units.iter().enumerate().map(unit).collect(),
        by: conclusion.total.by.clone().into_iter().collect(),
        kept: (kept.keeps_solutions() && kept.rank.number().is_none()).then_some(conclusion.total.kept),
        replayed,
    }
}
