//! Numbers that the environment may set.

use crate::failure::Failure;
use polydlx::diagnostic::Diagnostic;
use std::env;

/// How many bytes of a file are read.
pub(crate) const MAX_BYTES: &str = "POLYDLX_MAX_BYTES";
/// How many times as much as usual a spec may take.
pub(crate) const LEEWAY: &str = "POLYDLX_LEEWAY";

/// The number that a variable is set to, if it is set.
pub(crate) fn number(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

/// Whether what is set is a number; nothing is done before that is known.
pub(crate) fn check() -> Result<(), Failure> {
    let is_set = |name: &str| env::var_os(name).is_some_and(|text| !text.is_empty());
    let is_wrong = |name: &&str| is_set(name) && number(name).is_none_or(|number| number == 0);
    let wrong = [MAX_BYTES, LEEWAY].into_iter().filter(is_wrong).map(|name| {
        let text = env::var_os(name).unwrap_or_default();
        let message = format!("the environment variable {name} is no positive number: `{}`", text.display());
        Diagnostic::error("no-number", message).remedy(format!("as in {name}=1000; or leave it unset"))
    });
    let wrong: Vec<Diagnostic> = wrong.collect();
    if wrong.is_empty() { Ok(()) } else { Err(Failure::Mistakes(Vec::new(), wrong)) }
}
