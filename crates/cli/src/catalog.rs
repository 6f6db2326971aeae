//! `polydlx list` and `polydlx show`

use crate::args::{ListArgs, ShowArgs};
use crate::failure::{Failure, plain};
use crate::{Answer, Outcome, input, output};
use polydlx::diagnostic::{Diagnostic, nearest};
use polydlx::library::{self, Format, Item, Kind};
use polydlx::shelf::File;
use polydlx::spec::{about, parse};
use std::fs;

pub(crate) fn list(args: &ListArgs) -> Outcome {
    let shelf = input::shelf();
    for (folder, why) in shelf.closed() {
        eprintln!("POLYDLX_PATH: {} is left out: {why}.", folder.display());
    }
    let is_hidden = |item: &Item| {
        shelf.files().iter().any(|file| (file.name.as_str(), file.kind) == (item.name, item.kind))
    };
    let own = |kind| shelf.files().iter().filter(move |file| file.kind == kind).map(own_row);
    let ours = |kind| {
        library::items().filter(move |item| item.kind == kind).filter(|item| !is_hidden(item)).map(row)
    };
    let sections: [(&str, Vec<Row>); 4] = [
        ("Your own piece sets, for `|! use NAME`:", own(Kind::Shapes).collect()),
        ("Your own puzzles:", own(Kind::Puzzle).collect()),
        ("Piece sets, for `|! use NAME`:", ours(Kind::Shapes).collect()),
        ("Puzzles:", ours(Kind::Puzzle).collect()),
    ];
    let mut lines = String::new();
    for (heading, rows) in sections {
        let rows: Vec<_> = rows
            .into_iter()
            .filter(|row| args.lattice.is_none_or(|lattice| lattice.name() == row.on))
            .collect();
        let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or_default();
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
    name: String,
    /// Its lattice, if it has one.
    on: &'static str,
    title: String,
}

impl Row {
    fn new(name: &str, format: Format, text: &str) -> Self {
        let (on, title) = match format {
            Format::Spec => parse(0, text, None)
                .0
                .map_or(("", None), |spec| (spec.lattice.name(), spec.title().map(str::to_owned))),
            Format::Dlx => ("items", about(0, text).0.title().map(str::to_owned)),
        };
        Self { name: name.to_owned(), on, title: title.unwrap_or_default() }
    }
}

fn row(item: Item) -> Row {
    Row::new(item.name, item.format, item.text)
}

fn own_row(file: &File) -> Row {
    let mut row = Row::new(&file.name, file.format, &fs::read_to_string(&file.path).unwrap_or_default());
    if file.hides_library() {
        let space = if row.title.is_empty() { "" } else { " " };
        row.title += &format!("{space}(instead of the library's)");
    }
    row
}

pub(crate) fn show(args: &ShowArgs) -> Outcome {
    let name = args.name.strip_suffix(".spec").or(args.name.strip_suffix(".dlx")).unwrap_or(&args.name);
    let shelf = input::shelf();
    if let Some(file) = shelf.find(name) {
        input::tell(file);
        let text = fs::read(&file.path).map_err(|error| {
            let message = format!("cannot read {}: {}", file.path.display(), plain(&error));
            Failure::mistake(Diagnostic::error("cannot-read", message))
        })?;
        output::to(None, |out| out.write_all(&text))?;
        return Ok(Answer::Yes);
    }
    // With its folder, a name means the library's file whatever hides it.
    let name = name.strip_prefix("shapes/").or(name.strip_prefix("puzzles/")).unwrap_or(name);
    let Some(item) = library::find(name) else {
        let own = shelf.files().iter().map(|file| file.name.as_str());
        let remedy = match nearest(name, own.chain(library::items().map(|item| item.name))) {
            Some(known) => format!("did you mean `{known}`?"),
            None => "`polydlx list` shows them all".to_owned(),
        };
        let message = format!("the library has no piece set and no puzzle called `{name}`");
        return Err(Failure::mistake(Diagnostic::error("not-in-library", message).remedy(remedy)));
    };
    output::to(None, |out| out.write_all(item.text.as_bytes()))?;
    Ok(Answer::Yes)
}
