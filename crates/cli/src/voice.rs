//! How much the user wants to hear: `-v` and `-q`, which all commands have.

use std::sync::OnceLock;

/// Said once, at the start. What reads files is far from the arguments, and all commands share it.
static VOICE: OnceLock<Voice> = OnceLock::new();

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

/// Whether only results are wanted.
pub(crate) fn is_quiet() -> bool {
    Voice::get() == Voice::Quiet
}

/// Whether the reasons are wanted, too.
pub(crate) fn is_verbose() -> bool {
    Voice::get() == Voice::Verbose
}
