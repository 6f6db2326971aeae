//! What the user's terminal can do.

use crate::args::{PictureArgs, When};
use polydlx::draw::terminal::{Colors, Terminal};
use std::env;
use std::io::{self, IsTerminal};
use std::path::Path;
use terminal_size::{Width, terminal_size_of};

/// Whether results are read by a person.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// What standard output can show. A file, or what else is no terminal, has 80 columns, or as many as `COLUMNS` says.
/// What is only to be looked at may be `upright`; what programs may read is not.
pub(crate) fn terminal(args: &PictureArgs, file: Option<&Path>, upright: bool) -> Terminal {
    let on_terminal = file.is_none() && is_terminal();
    let width = match terminal_size_of(io::stdout()).filter(|_| on_terminal) {
        Some((Width(width), _)) => usize::from(width),
        None => env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).unwrap_or(80),
    };
    let is = |name: &str, values: &[&str]| env::var(name).is_ok_and(|value| values.contains(&value.as_str()));
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let wanted = match args.ansi {
        When::Always => true,
        When::Never => false,
        When::Auto => on_terminal && !no_color && !is("TERM", &["dumb"]),
    };
    let colors = match (wanted, is("COLORTERM", &["truecolor", "24bit"])) {
        (false, _) => Colors::None,
        (true, true) => Colors::Full,
        (true, false) => Colors::Indexed,
    };
    Terminal { width, colors, palette: args.palette, upright }
}
