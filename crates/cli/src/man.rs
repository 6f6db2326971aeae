//! `polydlx man`

use crate::args::Args;
use crate::failure::Failure;
use crate::{Answer, Outcome, output};
use clap::CommandFactory;
use clap_mangen::Man;
use std::path::{Path, PathBuf};

/// Write man pages of all commands into a folder
#[derive(Debug, clap::Args)]
#[command(
    hide = true,
    after_help = "\
Examples:
  polydlx man -o ~/.local/share/man/man1"
)]
pub(crate) struct ManArgs {
    /// The folder, which is made if need be
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
}

pub(crate) fn run(args: &ManArgs) -> Outcome {
    let folder = &args.output;
    std::fs::create_dir_all(folder).map_err(|error| Failure::Io(folder.display().to_string(), error))?;
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    page(&command, folder)?;
    Ok(Answer::Yes)
}

/// The page of a command, and those of the commands below it.
fn page(command: &clap::Command, folder: &Path) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let file = folder.join(format!("{name}.1"));
    // What comes after the options is made of lines, and roff would fill them.
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let man = Man::new(command.clone().after_help(None::<&str>));
    output::to(Some(&file), |mut out| {
        man.render(&mut out)?;
        write!(out, "{}", as_it_stands(&after))
    })?;
    command.get_subcommands().filter(|below| !below.is_hide_set()).try_for_each(|below| page(below, folder))
}

/// The roff of a text whose lines are kept, each paragraph with a title of its own as far as it has one.
fn as_it_stands(text: &str) -> String {
    let mut roff = String::new();
    for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        let titled = paragraph.split_once(':').filter(|(title, _)| title.split(' ').count() <= 2);
        let (title, rest) = titled.unwrap_or(("NOTES", paragraph));
        roff.push_str(&format!(".SH {}\n.nf\n", title.to_uppercase()));
        for line in rest.trim_start_matches(' ').trim_start_matches('\n').lines() {
            // A dot or a quote at the start of a line would be a request.
            let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
            roff.push_str(&format!("{guard}{}\n", line.replace('\\', "\\e").replace('-', "\\-")));
        }
        roff.push_str(".fi\n");
    }
    roff
}

#[cfg(test)]
mod tests {
    use super::as_it_stands;

    #[test]
    fn lines_are_kept() {
        let roff =
            as_it_stands("Examples:\n  polydlx list -q\n  printf '\\n'\n\nExit status: 0 done.\n\n.dot");
        let expected = "\
.SH EXAMPLES
.nf
  polydlx list \\-q
  printf '\\en'
.fi
.SH EXIT STATUS
.nf
0 done.
.fi
.SH NOTES
.nf
\\&.dot
.fi
";
        assert_eq!(roff, expected);
    }
}
