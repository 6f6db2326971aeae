//! `polydlx completions`

use crate::args::Args;
use crate::{Answer, Outcome, output};
use clap::CommandFactory;

/// Write what a shell needs to complete command lines
///
/// Where shells look for it differs; the examples show usual places.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx completions bash > ~/.local/share/bash-completion/completions/polydlx
  polydlx completions zsh > ~/.zfunc/_polydlx
  polydlx completions fish > ~/.config/fish/completions/polydlx.fish")]
pub(crate) struct CompletionsArgs {
    /// Which shell
    pub(crate) shell: clap_complete::Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "polydlx", &mut text);
    output::to(None, |out| out.write_all(&text))?;
    Ok(Answer::Yes)
}
