//! `--save`: a list that is gone through in stretches, each of which is kept.

use super::listing::{Listing, Visit};
use crate::failure::Failure;
use crate::input;
use crate::long::kept::{is_gone, question, unreadable};
use crate::long::{folder, refused};
use polydlx::cover::sha256;
use polydlx::design::{Found, Plan, Report, Span};
use polydlx::diagnostic::Diagnostic;
use polydlx::journal::{Asked, FORMAT, Folder, QUESTION, RESULTS, sealed};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// A stretch of a list that has been looked at.
struct Stretch {
    /// The number of its first member.
    from: u64,
    /// The number of the member after its last; none at the end of the list.
    next: Option<u64>,
    looked_at: u64,
    left_out: u64,
    /// What was found: number, ways, and what it is.
    found: Vec<(u64, Found, Value)>,
}

/// What is kept of a list, as far as one has come without a gap.
pub(super) struct Kept {
    pub(super) found: Vec<(u64, Found, Value)>,
    pub(super) report: Report,
}

/// A stretch is to take about so long.
const PACE: Duration = Duration::from_secs(20);
/// So many members are looked at first.
const FIRST: u64 = 256;

/// Goes through a list, stretch by stretch, from where it was left; and gives all that was ever found.
pub(super) fn go_on(
    listing: &Listing<'_>,
    path: &Path,
    plan: &Plan,
    search: &impl Fn(&Plan, Visit<'_>) -> Report,
) -> Result<Kept, Failure> {
    let folder = folder(path);
    if listing.list.number.is_some() {
        let message = "a folder keeps a whole list: -n would end it somewhere";
        let remedy = "leave out -n, or look only at a part of the list with --range";
        return Err(Failure::mistake(Diagnostic::error("cannot-keep", message).remedy(remedy)));
    }
    let asked = begin(&folder, listing.names[1], listing.input, None)?;
    folder.tidy(is_gone);
    let stretches = read(&folder, &asked)?;
    let first = plan.span.first.max(1);
    let (mut next, mut number) = (Some(first), FIRST);
    let mut kept = Kept {
        found: Vec::new(),
        report: Report { looked_at: 0, stopped_at: None, left_out: 0, proof: None },
    };
    let mut add = |stretch: Stretch| {
        kept.report.looked_at += stretch.looked_at;
        kept.report.left_out += stretch.left_out;
        kept.found.extend(stretch.found);
        stretch.next
    };
    // Of several stretches that begin at the same number, the longest; the others are parts of it.
    let mut known: BTreeMap<u64, Stretch> = BTreeMap::new();
    for stretch in stretches {
        let longer = known.get(&stretch.from).is_none_or(|other| other.looked_at < stretch.looked_at);
        if longer {
            known.insert(stretch.from, stretch);
        }
    }
    while let Some(stretch) = next.and_then(|from| known.remove(&from)) {
        next = add(stretch);
    }
    let mut proof = None;
    while let Some(from) = next.filter(|_| !plan.monitor.is_stopped()) {
        let last = from.saturating_add(number - 1);
        let last = plan.span.last.map_or(last, |most| last.min(most));
        let part = Plan { span: Span { first: from, last: Some(last) }, ..plan.clone() };
        let begun = Instant::now();
        let (mut found, mut failed) = (Vec::new(), None);
        let report = search(&part, &mut |member| match (member.words)() {
            Ok(words) => {
                found.push((member.number, member.ways, words));
                ControlFlow::Continue(())
            }
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        });
        if let Some(error) = failed {
            return Err(Failure::stdout(error));
        }
        let whole = report.stopped_at.is_none();
        // A list whose length nobody knows ends where there is nothing more.
        let ends = whole
            && (report.looked_at < last - from + 1
                || report.proof.is_some()
                || plan.span.last == Some(last)
                || listing.length.is_some_and(|length| last >= length));
        let after = report.stopped_at.unwrap_or(last + 1);
        let (looked_at, left_out) = (report.looked_at, report.left_out);
        proof = report.proof.or(proof);
        next = Some(after);
        if looked_at > 0 || ends {
            let stretch = Stretch { from, next: (!ends).then_some(after), looked_at, left_out, found };
            write(&folder, &asked, &stretch).map_err(|error| refused(path, &error))?;
            next = add(stretch);
        }
        number = match begun.elapsed() {
            time if time < PACE / 2 => number.saturating_mul(2),
            time if time > PACE * 2 => (number / 2).max(1),
            _ => number,
        };
    }
    kept.report.stopped_at = next;
    kept.report.proof = proof;
    Ok(kept)
}

/// The question: the words of the command, and the texts that it is about.
pub(super) fn begin(
    folder: &Folder,
    what: &str,
    input: &str,
    solution: Option<&str>,
) -> Result<Asked, Failure> {
    let path = folder.path();
    if input == "-" || solution == Some("-") {
        let message = "what comes from standard input cannot be kept";
        return Err(Failure::mistake(Diagnostic::error("cannot-keep", message).remedy("put it into a file")));
    }
    let text = input::source(input)?.text;
    let options = sealed::hex(&sha256(text.as_bytes()));
    let mut files = BTreeMap::from([("puzzle.spec".to_owned(), text)]);
    if let Some(solution) = solution {
        files.insert("solution.txt".to_owned(), input::source(solution)?.text);
    }
    let command = format!("design {what}");
    let asked = Asked::new(env!("CARGO_PKG_VERSION"), &command, words(), &files, options, 0);
    if folder.has(QUESTION) {
        let known = question(folder)?;
        return match known.difference(&asked) {
            None => Ok(known),
            Some(difference) => {
                let message = format!("{} belongs to another question: {difference}", path.display());
                let remedy = "name another folder, or ask the question that it belongs to";
                Err(Failure::mistake(Diagnostic::error("another-question", message).remedy(remedy)))
            }
        };
    }
    let keep = || {
        folder.create()?;
        files.iter().try_for_each(|(name, text)| folder.write(name, text))?;
        folder.write(QUESTION, &asked.to_text())
    };
    keep().map_err(|error| refused(path, &error))?;
    Ok(asked)
}

/// What was said on the command line, without what does not matter for what is found.
fn words() -> Vec<String> {
    let mut words = Vec::new();
    let mut said = std::env::args().skip(1);
    while let Some(word) = said.next() {
        let name = word.split('=').next().unwrap_or_default();
        match name {
            "--save" | "--threads" | "--time-limit" | "--draw" if !word.contains('=') => drop(said.next()),
            "--save" | "--threads" | "--time-limit" | "--draw" | "--progress" | "--json" | "-q"
            | "--quiet" | "-v" | "--verbose" => {}
            _ => words.push(word),
        }
    }
    words
}

fn head(asked: &Asked) -> String {
    json!({"polydlx": "list", "format": FORMAT, "question": asked.name()}).to_string()
}

fn write(folder: &Folder, asked: &Asked, stretch: &Stretch) -> std::io::Result<()> {
    let mut lines = vec![head(asked)];
    lines.extend(stretch.found.iter().map(|(number, ways, member)| {
        json!({"number": number, "total": ways.total, "classes": ways.classes, "member": member}).to_string()
    }));
    let Stretch { from, next, looked_at, left_out, .. } = stretch;
    lines.push(json!({"from": from, "next": next, "looked_at": looked_at, "left_out": left_out}).to_string());
    let text = sealed::seal(lines.iter().map(String::as_str));
    let hash = sealed::hex(&sha256(text.as_bytes()));
    folder.write(&format!("{RESULTS}/{from:012}-{}.jsonl", &hash[..12]), &text)
}

/// All stretches of a folder; files that are broken count as if they were not there.
fn read(folder: &Folder, asked: &Asked) -> Result<Vec<Stretch>, Failure> {
    let mut stretches = Vec::new();
    let failed = |name: &str, why: &str| unreadable(&folder.path().join(name), why);
    let names = folder.list(RESULTS).map_err(|error| failed(RESULTS, &error.to_string()))?;
    for name in names {
        let text = folder.read(&name).unwrap_or_default();
        let lines = match sealed::lines(&text) {
            Ok(lines) => lines,
            Err(broken) => {
                eprintln!("{}/{name}: {broken}; what it had is done again.", folder.path().display());
                continue;
            }
        };
        let Some((_, rest)) = lines.split_first().filter(|(first, _)| **first == head(asked)) else {
            return Err(failed(&name, "it belongs to another question"));
        };
        let stretch = stretch(rest).ok_or_else(|| failed(&name, "a line of it makes no sense"))?;
        stretches.push(stretch);
    }
    Ok(stretches)
}

fn stretch(lines: &[String]) -> Option<Stretch> {
    let (last, found) = lines.split_last()?;
    let value: Value = serde_json::from_str(last).ok()?;
    let member = |line: &String| {
        let value: Value = serde_json::from_str(line).ok()?;
        let ways = Found { total: value["total"].as_u64()?, classes: value["classes"].as_u64()? };
        Some((value["number"].as_u64()?, ways, value["member"].clone()))
    };
    Some(Stretch {
        from: value["from"].as_u64()?,
        next: value["next"].as_u64(),
        looked_at: value["looked_at"].as_u64()?,
        left_out: value["left_out"].as_u64()?,
        found: found.iter().map(member).collect::<Option<_>>()?,
    })
}
