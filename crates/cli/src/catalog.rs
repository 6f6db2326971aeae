//! `polydlx list` and `polydlx show`

use crate::args::{ListArgs, ShowArgs};
use crate::failure::Failure;
use crate::{Answer, Outcome, output};
use polydlx::diagnostic::{Diagnostic, nearest};
use polydlx::library::{self, Format, Item, Kind};
use polydlx::spec::{about, parse};

pub(crate) fn list(args: &ListArgs) -> Outcome {
    let mut lines = String::new();
    for (kind, heading) in [(Kind::Shapes, "Piece sets, for `|! use NAME`:"), (Kind::Puzzle, "Puzzles:")] {
        let rows: Vec<_> = library::items()
            .filter(|item| item.kind == kind)
            .map(row)
            .filter(|row| args.lattice.is_none_or(|lattice| lattice.name() == row.on))
            .collect();
        let width = rows.iter().map(|row| row.name.len()).max().unwrap_or_default();
        if rows.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push('\n');
        }
        lines.push_str(&format!("{heading}\n"));
        for Row { name, on, title } in &rows {
            let line = format!("  {name:width$}  {on:8}  {title}");
            lines.push_str(line.trim_end());
            lines.push('\n');
        }
    }
    output::to(None, |out| out.write_all(lines.as_bytes()))?;
    Ok(if lines.is_empty() { Answer::No } else { Answer::Yes })
}

struct Row {
    name: &'static str,
    /// Its lattice, if it has one.
    on: &'static str,
    title: String,
}

fn row(item: Item) -> Row {
    let (on, title) = match item.format {
        Format::Spec => parse(0, item.text, None)
            .0
            .map_or(("", None), |spec| (spec.lattice.name(), spec.title().map(str::to_owned))),
        Format::Dlx => ("items", about(0, item.text).0.title().map(str::to_owned)),
    };
    Row { name: item.name, on, title: title.unwrap_or_default() }
}

pub(crate) fn show(args: &ShowArgs) -> Outcome {
    let name = args.name.strip_suffix(".spec").or(args.name.strip_suffix(".dlx")).unwrap_or(&args.name);
    let name = name.strip_prefix("shapes/").or(name.strip_prefix("puzzles/")).unwrap_or(name);
    let Some(item) = library::find(name) else {
        let names: Vec<_> = library::items().map(|item| item.name).collect();
        let remedy = match nearest(name, names) {
            Some(known) => format!("did you mean `{known}`?"),
            None => "`polydlx list` shows them all".to_owned(),
        };
        let message = format!("the library has no piece set and no puzzle called `{name}`");
        return Err(Failure::mistake(Diagnostic::error("not-in-library", message).remedy(remedy)));
    };
    output::to(None, |out| out.write_all(item.text.as_bytes()))?;
    Ok(Answer::Yes)
}
