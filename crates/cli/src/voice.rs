//! How much the user wants to hear: `-v` and `-q`, which all commands have.

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock};

/// Said once, at the start. What reads files is far from the arguments, and all commands share it.
static VOICE: OnceLock<Voice> = OnceLock::new();

/// Characters of which it was said that the font lacks them. Pages are made one by one, and one word is enough for all.
static LETTERS: Mutex<BTreeSet<char>> = Mutex::new(BTreeSet::new());

/// How much to say beside the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Voice {
    /// Nothing, unless something went wrong.
    Quiet,
    /// What most people want to know.
    #[default]
    Usual,
    /// Which way was taken, and why.
    Verbose,
}

impl Voice {
    /// What the flags say; clap sees to it that only one of them is given.
    pub(crate) fn set(verbose: bool, quiet: bool) {
        let voice = match (verbose, quiet) {
            (true, _) => Self::Verbose,
            (_, true) => Self::Quiet,
            _ => Self::Usual,
        };
        VOICE.set(voice).expect("said once");
    }

    fn get() -> Self {
        VOICE.get().copied().unwrap_or_default()
    }
}

/// Those of some characters of which nothing was said yet.
pub(crate) fn unsaid_letters(letters: BTreeSet<char>) -> Vec<char> {
    let mut said = LETTERS.lock().expect("nobody panics while saying something");
    letters.into_iter().filter(|&letter| said.insert(letter)).collect()
}

/// Whether only results are wanted.
pub(crate) fn is_quiet() -> bool {
    Voice::get() == Voice::Quiet
}

/// Whether the reasons are wanted, too.
pub(crate) fn is_verbose() -> bool {
    Voice::get() == Voice::Verbose
}
