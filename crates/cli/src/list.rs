//! `polydlx list`

use crate::args::lattice;
use crate::json::Object;
use crate::{Answer, Outcome, input, output};
use polydlx::diagnostic::harmless;
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
    #[arg(long, value_name = "LATTICE", value_parser = lattice())]
    pub(crate) lattice: Option<Lattice>,

    /// Write a JSON object a line instead of a table
    #[arg(long)]
    pub(crate) json: bool,
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
        let rows: Vec<_> =
            rows.into_iter().filter(|row| args.lattice.is_none() || args.lattice == row.lattice).collect();
        if args.json {
            rows.iter().for_each(|row| lines.push_str(&format!("{}\n", row.json())));
            continue;
        }
        let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or_default();
        if rows.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push('\n');
        }
        lines.push_str(&format!("{heading}\n"));
        for row in &rows {
            let remark = if row.hides_library { "(instead of the library's)" } else { "" };
            let title = format!("{} {remark}", row.title);
            let line = format!("  {:width$}  {:8}  {}", row.name, row.on(), title.trim_start());
            lines.push_str(line.trim_end());
            lines.push('\n');
        }
    }
    let lines = if args.json { lines } else { harmless(&lines).into_owned() };
    output::to(None, |out| out.write_all(lines.as_bytes()))?;
    Ok(if lines.is_empty() { Answer::No } else { Answer::Yes })
}

struct Row {
    name: String,
    kind: Kind,
    lattice: Option<Lattice>,
    format: Format,
    title: String,
    /// Where it is, if it is the user's own.
    path: Option<String>,
    hides_library: bool,
}

impl Row {
    fn new(name: &str, kind: Kind, format: Format, text: &str) -> Self {
        let (lattice, title) = match format {
            Format::Spec => parse(0, text, None)
                .0
                .map_or((None, None), |spec| (Some(spec.lattice), spec.title().map(str::to_owned))),
            Format::Dlx => (None, about(0, text).0.title().map(str::to_owned)),
        };
        let title = title.unwrap_or_default();
        Self { name: name.to_owned(), kind, lattice, format, title, path: None, hides_library: false }
    }

    /// What it is made of, in a word.
    fn on(&self) -> &'static str {
        if self.format == Format::Dlx { "items" } else { self.lattice.map_or("", Lattice::name) }
    }

    fn json(&self) -> Object {
        Object::default()
            .with("name", self.name.as_str())
            .with("kind", if self.kind == Kind::Shapes { "set" } else { "puzzle" })
            .with("lattice", self.lattice.map(Lattice::name))
            .with("title", Some(self.title.as_str()).filter(|title| !title.is_empty()))
            .with("path", self.path.as_deref())
            .with("hides_library", self.hides_library)
    }
}

fn row(item: Item) -> Row {
    Row::new(item.name, item.kind, item.format, item.text)
}

fn own_row(file: &File) -> Row {
    let text = fs::read_to_string(&file.path).unwrap_or_default();
    Row {
        path: Some(file.path.display().to_string()),
        hides_library: file.hides_library(),
        ..Row::new(&file.name, file.kind, file.format, &text)
    }
}
