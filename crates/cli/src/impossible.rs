//! Certificates that there is no solution: weights of cells that do not add up.

use crate::failure::Failure;
use crate::input::{self, Input};
use crate::voice::is_quiet;
use crate::watch::{Watch, because};
use crate::{Answer, Outcome, output};
use polydlx::cover::Monitor;
use polydlx::journal::Refutation;
use polydlx::packing::{Packing, check_weights};
use polydlx::spec::{Changes, Form, Loaded, Source};
use std::path::Path;

/// So many nanoseconds may be spent on looking for a proof, about.
const BUDGET: f64 = 3e10;

/// Writes a certificate, if there is a proof; says so if none is found.
pub(crate) fn write(
    loaded: &Loaded,
    packing: &Packing<'_>,
    path: &Path,
    (monitor, watch): (&Monitor, Watch),
) -> Outcome {
    monitor.enter("looking for a proof");
    let found = packing.refuting_weights(BUDGET, monitor);
    let cause = watch.cause();
    drop(watch);
    let Ok(found) = found else {
        if !is_quiet() {
            eprintln!("Nothing was written: {} before a proof was found.", because(cause));
        }
        return Ok(Answer::Partial);
    };
    let Some((weights, _)) = found else {
        eprintln!("No weights were found that prove that there is no solution; which proves nothing.");
        return Ok(Answer::No);
    };
    let spec = loaded.rewritten(Form::Knuth).expect("a spec without mistakes is a puzzle").to_string();
    let (modulus, weights) = (weights.modulus, packing.weights_by_name(&weights));
    let certificate = Refutation { spec, modulus, weights };
    output::to(Some(path), |out| writeln!(out, "{}", certificate.text()))?;
    Ok(Answer::Yes)
}

/// Adds up what a certificate says; see [`certificate`](crate::certificate).
pub(crate) fn check(
    text: &str,
    _path: &Path,
    spec: Option<&Input>,
) -> Result<Result<Vec<String>, Vec<String>>, Failure> {
    let Refutation { spec: spec_text, modulus, weights } = match Refutation::read(text) {
        Ok(certificate) => certificate,
        Err(why) => return Ok(Err(vec![why])),
    };
    let source = Source::new("the puzzle of the certificate", spec_text);
    let loaded = input::load_spec(source, None, &Changes::default())?;
    let mut verified = Vec::new();
    if let Some(spec) = spec {
        let same = match spec {
            Input::Spec(other) => other.puzzle() == loaded.puzzle(),
            Input::Dlx(..) => false,
        };
        if !same {
            return Ok(Err(vec!["it is about another puzzle".to_owned()]));
        }
        verified.push("it is about this puzzle".to_owned());
    }
    let Some(puzzle) = loaded.puzzle().filter(|_| !loaded.is_set()) else {
        return Ok(Err(vec!["there is no box in its puzzle".to_owned()]));
    };
    Ok(match check_weights(puzzle, &weights, modulus) {
        Ok(text) => {
            verified.insert(0, text);
            Ok(verified)
        }
        Err(why) => Err(vec![format!("it proves nothing: {why}")]),
    })
}
