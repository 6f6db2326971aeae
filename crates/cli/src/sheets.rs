//! `polydlx sheets`

mod book;
mod calendar;

pub(crate) use book::{Entry, Look, write};

use crate::args::{ChangeArgs, PaperName, PictureArgs, cell_length, length};
use crate::failure::Failure;
use crate::{Outcome, input};
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::Paper;
use std::path::PathBuf;

/// Write puzzles to be printed: one PDF file with real pages, solutions at the end
///
/// Each puzzle has a title, its box with what lies in it already, the pieces to use at the same scale, how many solutions
/// there are, and stars for how hard it is.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx sheets soma-3x3x3 catel-6x6 -o two.pdf
  polydlx sheets class/*.spec --per-page 6 --title 'Class 4b' -o class.pdf
  polydlx sheets calendar --year 2028 --per-page 6 -o calendar.pdf
  polydlx design sets pool.spec --seed 1 -n 6 --draw class.pdf      six puzzles with one solution each

With --year the puzzle is a calendar: its pieces `month`, `day` and `weekday` are put upon the labels of each date.

Exit status: 0 written, 2 error, 3 stopped early; the pages that were ready are written all the same.")]
pub(crate) struct SheetsArgs {
    /// Specs, or names of puzzles of the library
    #[arg(required = true, value_name = "SPEC")]
    pub(crate) input: Vec<String>,

    /// The PDF file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// A puzzle for each day of this year, of a calendar
    #[arg(long, value_name = "YEAR", value_parser = clap::value_parser!(u32).range(1583..=9999))]
    pub(crate) year: Option<u32>,

    #[command(flatten)]
    pub(crate) book: BookArgs,

    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

/// What books look like.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Paper")]
pub(crate) struct BookArgs {
    /// What stays free on all sides of a page
    #[arg(long, value_name = "LENGTH", value_parser = length, default_value = "15mm")]
    pub(crate) margin: f64,

    /// The greatest size of a cell; where there is less room, cells are smaller
    #[arg(long, value_name = "LENGTH", value_parser = cell_length, default_value = "15mm")]
    pub(crate) largest: f64,

    /// What stands on the cover
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Leave out the cover and the table of contents
    #[arg(long)]
    pub(crate) no_cover: bool,

    /// Leave out the solutions
    #[arg(long)]
    pub(crate) no_solutions: bool,

    /// Show the pieces once, on a page of their own, if all puzzles have the same
    #[arg(long)]
    pub(crate) pieces_once: bool,
}

impl BookArgs {
    pub(crate) fn paper(&self, size: Option<PaperName>) -> Result<Paper, Failure> {
        let size = size.unwrap_or(PaperName::A4).paper();
        let paper = Paper { margin: self.margin, ..size };
        if paper.area()[1].iter().any(|&room| room < 60.0) {
            let message = "the margins leave too little of the page";
            return Err(Failure::mistake(
                Diagnostic::error("wide-margins", message).remedy("make --margin smaller"),
            ));
        }
        Ok(paper)
    }
}

pub(crate) fn run(args: &SheetsArgs) -> Outcome {
    let mut entries = Vec::new();
    for name in &args.input {
        if let Some(year) = args.year {
            entries.extend(calendar::entries(name, year, &args.picture)?);
            continue;
        }
        let loaded = input::with_box(input::spec(name, None, &ChangeArgs::default())?)?;
        entries.push(Entry::new(name, &loaded, &args.picture)?);
    }
    let many = entries.len() > 12;
    let look = Look {
        paper: args.book.paper(args.picture.paper)?,
        per_page: args.picture.per_page.map_or(if many { 6 } else { 1 }, |number| number as usize),
        columns: args.picture.columns.map(usize::from),
        largest: args.book.largest,
        title: args.book.title.clone(),
        cover: !args.book.no_cover,
        solutions: !args.book.no_solutions,
        pieces_once: args.book.pieces_once || args.year.is_some(),
    };
    write(&entries, &look, &args.output)
}
