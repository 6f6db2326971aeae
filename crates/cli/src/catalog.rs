//! `polydlx list` and `polydlx show`

use crate::args::{ListArgs, ShowArgs};
use crate::failure::Failure;
use crate::{Answer, Outcome, output};
use polydlx::diagnostic::{Diagnostic, nearest};
use polydlx::library::{self, Kind};
use polydlx::spec::parse;

pub(crate) fn list(args: &ListArgs) -> Outcome {
    let mut lines = String::new();
    for (kind, heading) in [(Kind::Shapes, "Piece sets, for `|! use NAME`:"), (Kind::Puzzle, "Puzzles:")] {
        let specs = library::items().filter(|item| item.kind == kind).filter_map(|item| {
            let spec = parse(0, item.text, None).0?;
            args.lattice.is_none_or(|lattice| lattice == spec.lattice).then_some((item.name, spec))
        });
        let rows: Vec<_> = specs.collect();
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        if rows.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push('\n');
        }
        lines.push_str(&format!("{heading}\n"));
        for (name, spec) in &rows {
            let title = spec.title().unwrap_or_default();
            let line = format!("  {name:width$}  {:8}  {title}", spec.lattice.name());
            lines.push_str(line.trim_end());
            lines.push('\n');
        }
    }
    output::to(None, |out| out.write_all(lines.as_bytes()))?;
    Ok(if lines.is_empty() { Answer::No } else { Answer::Yes })
}

pub(crate) fn show(args: &ShowArgs) -> Outcome {
    let name = args.name.strip_suffix(".spec").unwrap_or(&args.name);
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
