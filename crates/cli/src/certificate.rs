//! `polydlx check --certificate`

use crate::args::UpTo;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::long::reader::results;
use crate::{Answer, Outcome, asking, impossible, output};
use polydlx::cover::{Monitor, Problem, dlx};
use polydlx::diagnostic::{Diagnostic, harmless};
use polydlx::journal::{Certificate, Listing, Refutation, options_hash};
use polydlx::packing::{Group, Packing};
use polydlx::spec::{Changes, Loaded, Source};
use serde_json::Value;
use std::path::Path;

/// Checks what a certificate of some kind states, given its text, its path, and the puzzle that it should be about: tells what
/// was verified, or what is wrong.
type Checker = fn(&str, &Path, Option<&Input>) -> Result<Result<Vec<String>, Vec<String>>, Failure>;

/// What certificates can state.
const KINDS: [(&str, Checker); 2] = [(Certificate::KIND, search), (Refutation::KIND, impossible::check)];

pub(crate) fn run(path: &Path, spec: Option<&Input>) -> Outcome {
    let name = path.display();
    let text = input::text_of(path).map_err(|why| {
        let message = format!("cannot read {name}: {why}");
        Failure::mistake(Diagnostic::error("cannot-read", message))
    })?;
    let kind = text.lines().next().and_then(|line| serde_json::from_str::<Value>(line).ok());
    let kind = kind.as_ref().and_then(|value| value["kind"].as_str());
    let Some((_, checker)) = KINDS.iter().find(|(known, _)| Some(*known) == kind) else {
        let known = KINDS.map(|(name, _)| name).join(", ");
        let message = match kind {
            Some(kind) => {
                format!("{name} is a certificate of kind `{kind}`, which this version does not know")
            }
            None => format!("{name} is no certificate"),
        };
        return Err(Failure::mistake(
            Diagnostic::error("no-certificate", message).remedy(format!("known kinds are: {known}")),
        ));
    };
    match checker(&text, path, spec)? {
        Ok(verified) => {
            verified
                .iter()
                .try_for_each(|line| output::to(None, |out| writeln!(out, "{}", harmless(line))))?;
            Ok(Answer::Yes)
        }
        Err(wrong) => {
            for line in &wrong {
                let line = format!("{name}: {line}");
                output::to(None, |out| writeln!(out, "{}", harmless(&line)))?;
            }
            Ok(Answer::No)
        }
    }
}

/// A search that is said to be complete.
fn search(
    text: &str,
    path: &Path,
    spec: Option<&Input>,
) -> Result<Result<Vec<String>, Vec<String>>, Failure> {
    let certificate = match Certificate::read(text) {
        Ok(certificate) => certificate,
        Err(why) => return Ok(Err(vec![why])),
    };
    let mut wrong = certificate.contradictions();
    let mut verified = vec![format!(
        "{} units add up to {}, with digest {}",
        certificate.units.len(),
        certificate.count,
        certificate.digest
    )];
    let subject = Subject::of(&certificate)?;
    let hash = subject.as_ref().map_or_else(String::new, Subject::hash);
    if hash != certificate.options {
        wrong.push("its puzzle has other options than those that it is about".to_owned());
    }
    if let Some(spec) = spec {
        if hash_of(spec) == certificate.options {
            verified.push("it is about this puzzle".to_owned());
        } else {
            wrong.push("it is about another puzzle".to_owned());
        }
    }
    match (&subject, certificate.kept) {
        (Some(subject), Some(kept)) if wrong.is_empty() => match list(&certificate, subject, kept, path)? {
            Ok(line) => verified.push(line),
            Err(fault) => wrong.push(fault),
        },
        _ => verified.push("solutions were not kept, so that they cannot be listed again".to_owned()),
    }
    if let Some(replayed) = &certificate.replayed {
        verified.push(format!(
            "it says that {} units were done once more, {} of them in another order",
            replayed.units, replayed.otherwise
        ));
    }
    Ok(if wrong.is_empty() { Ok(verified) } else { Err(wrong) })
}

/// What a certificate is about.
enum Subject {
    Puzzle(Box<Loaded>),
    Problem(Problem),
}

impl Subject {
    /// From the texts in the certificate; none if they make no sense.
    fn of(certificate: &Certificate) -> Result<Option<Self>, Failure> {
        if let Some(text) = certificate.files.get("puzzle.dlx") {
            return Ok(dlx::read(0, text).ok().map(|(problem, _)| Self::Problem(problem)));
        }
        let Some(text) = certificate.files.get("puzzle.spec") else { return Ok(None) };
        let source = Source::new("puzzle.spec of the certificate", text.as_str());
        let loaded = input::load_spec(source, None, &Changes::default())?;
        Ok(Some(Self::Puzzle(Box::new(loaded))))
    }

    fn hash(&self) -> String {
        match self {
            Self::Puzzle(loaded) => hash_of_puzzle(loaded),
            Self::Problem(problem) => options_hash(problem),
        }
    }
}

fn hash_of(input: &Input) -> String {
    match input {
        Input::Spec(loaded) => hash_of_puzzle(loaded),
        Input::Dlx(problem, _) => options_hash(problem),
    }
}

fn hash_of_puzzle(loaded: &Loaded) -> String {
    loaded.puzzle().map_or_else(String::new, |puzzle| options_hash(Packing::new(puzzle).problem()))
}

/// Goes through all solutions that were kept beside a certificate.
fn list(
    certificate: &Certificate,
    subject: &Subject,
    kept: u64,
    path: &Path,
) -> Result<Result<String, String>, Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let Ok((_, ledger, _)) = results(folder) else {
        return Ok(Err(format!("the solutions are not in {}, beside it", folder.display())));
    };
    let lines = ledger.solutions(&crate::long::folder(folder));
    let loaded = match subject {
        Subject::Problem(problem) => {
            return Ok(Listing::of_problem(problem).verify(certificate, kept, lines));
        }
        Subject::Puzzle(loaded) => loaded,
    };
    let packing = asking::packing(loaded, &Monitor::new()).map_err(|_| Failure::told())?;
    let up_to = certificate.arguments.windows(2).find(|words| words[0] == "--up-to");
    let group = up_to.map(|words| {
        let all = Group::new(&packing);
        if words[1] == UpTo::Rotation.name() { all.rotations() } else { all }
    });
    Ok(Listing::of_puzzle(&packing, group.as_ref()).verify(certificate, kept, lines))
}
