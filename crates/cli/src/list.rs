//! `polydlx list`

use crate::args::named;
use crate::{Answer, Outcome, input, output};
use polydlx::lattice::Lattice;
use polydlx::library::{self, Format, Item, Kind};
use polydlx::shelf::File;
use polydlx::spec::{about, parse};
use std::fs;

/// List the piece sets and puzzles that come with polydlx
///
/// Each with its lattice, or the word `items` if it is a DLX file. Those in folders of POLYDLX_PATH come first.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx list
  polydlx list --lattice sphere
  POLYDLX_PATH=~/puzzles polydlx list")]
pub(crate) struct ListArgs {
    /// Only those on this lattice
    #[arg(long, value_name = "LATTICE", value_parser = named(Lattice::ALL, Lattice::name))]
    pub(crate) lattice: Option<Lattice>,
}

pub(crate) fn run(args: &ListArgs) -> Outcome {
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
