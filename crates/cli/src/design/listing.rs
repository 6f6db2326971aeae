//! Going through a list of sets or regions, and printing what is found.

use super::keeping;
use crate::args::{PaperName, Stretch, WorkArgs, numbers, stretch};
use crate::failure::Failure;
use crate::json::Object;
use crate::pages::numbered;
use crate::search::because;
use crate::sheets::{BookArgs, Entry, Look, write};
use crate::watch::{Show, Watch, duration};
use crate::{Answer, Outcome, output};
use polydlx::cover::{Monitor, Stopped};
use polydlx::design::{Found, Plan, Report, Span, Ways, difficulty};
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::Style;
use polydlx::lattice::{Bounds, Puzzle, Shape, Sided};
use polydlx::packing::Packing;
use polydlx::posed::paint;
use polydlx::spec::{Loaded, all_cells_of, cells_of};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;

/// Which part of a list to look at.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "List")]
pub(crate) struct ListingArgs {
    /// Look only at these numbers of the list, as in 1..1000 or 1001..
    #[arg(long, value_name = "N..M", value_parser = numbers)]
    pub(crate) range: Option<Stretch>,

    /// Look at the list in a random order; numbers then mean places in that order
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// Stop after so many have been found
    #[arg(short = 'n', long = "number", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) number: Option<u64>,

    /// Only print how many there are with each number of ways
    #[arg(long)]
    pub(crate) count: bool,

    /// Write a JSON object a line
    #[arg(long)]
    pub(crate) json: bool,

    /// Only puzzles as hard as this, in stars from 1 to 5, as in 3 or 3..4
    #[arg(long, value_name = "N..M", value_parser = stretch)]
    pub(crate) difficulty: Option<Stretch>,

    /// Write each puzzle that is found as a spec; the name has a place for its number, as in class-%d.spec
    #[arg(long, value_name = "FILE")]
    pub(crate) specs: Option<PathBuf>,

    /// Write the puzzles that are found as sheets to be printed, with solutions at the end (.pdf); see `polydlx sheets`
    #[arg(long, value_name = "FILE")]
    pub(crate) draw: Option<PathBuf>,

    /// The size of the pages of --draw
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    pub(crate) paper: PaperName,

    /// How many puzzles stand on a page of --draw
    #[arg(long, value_name = "N", default_value = "6", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) per_page: u32,

    #[command(flatten)]
    pub(crate) book: BookArgs,
    /// Keep what was looked at in this folder; the same command again goes on where it stopped, and prints all in the end
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["difficulty", "specs", "draw"])]
    pub(crate) save: Option<PathBuf>,
}

/// A list to go through.
pub(crate) struct Listing<'a> {
    pub(crate) list: &'a ListingArgs,
    pub(crate) work: &'a WorkArgs,
    /// The spec.
    pub(crate) input: &'a str,
    /// What its members are called, one and several.
    pub(crate) names: [&'static str; 2],
    /// What it is that they differ in.
    pub(crate) field: &'static str,
    /// How many there are, if that is known.
    pub(crate) length: Option<u64>,
    /// How pictures of its members look.
    pub(crate) style: Style,
}

/// A member that was found.
pub(crate) struct Member<'a> {
    pub(crate) number: u64,
    pub(crate) ways: Found,
    /// What it is: a text, or a list of texts.
    pub(crate) words: &'a dyn Fn() -> io::Result<Value>,
    /// The puzzle that it makes.
    pub(crate) puzzle: &'a dyn Fn() -> Puzzle,
}

/// What is done with a member that was found.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(&Member<'_>) -> ControlFlow<()>;

impl Listing<'_> {
    /// Searches under watch, and prints what is found, or how many with each number of ways.
    pub(crate) fn run(&self, search: impl Fn(&Plan, Visit<'_>) -> Report) -> Outcome {
        let span = self.list.range.map_or(Span::ALL, |range| Span { first: range.low, last: range.high });
        let plan = Plan { span, seed: self.list.seed, threads: threads(self.work), ..Plan::default() };
        let (done, length, names) = (plan.done.clone(), self.length, self.names);
        let on_terminal = !self.list.count && io::stdout().is_terminal();
        let watch = Watch::with(&plan.monitor, show(self.work, on_terminal), move |elapsed| {
            let of = length.map(|length| format!(" of {length}")).unwrap_or_default();
            let done = done.load(Ordering::Relaxed);
            format!("{}: {done}{of} {} looked at", duration(elapsed.as_secs_f64()), names[1])
        });
        let mut found = 0;
        let mut failed = self.unwritable();
        if let Some(failure) = failed {
            return Err(failure);
        }
        let mut by_ways: BTreeMap<u64, u64> = BTreeMap::new();
        let mut entries = Vec::new();
        let mut visit = |member: &Member<'_>| {
            let Ok(stars) = self.stars(member, &plan.monitor) else { return ControlFlow::Break(()) };
            let is_wanted = |range: &Stretch| {
                stars.is_some_and(|stars| range.low <= stars && range.high.is_none_or(|high| stars <= high))
            };
            if !self.list.difficulty.as_ref().is_none_or(is_wanted) {
                return ControlFlow::Continue(());
            }
            found += 1;
            *by_ways.entry(member.ways.classes).or_default() += 1;
            if !self.list.count {
                failed = (member.words)()
                    .map(|words| self.line(member.number, member.ways, words))
                    .map_err(Failure::stdout)
                    .and_then(|line| output::to(None, |out| writeln!(out, "{line}")))
                    .and_then(|()| self.keep(member, &mut entries))
                    .err();
            }
            let enough = failed.is_some() || self.list.number == Some(found);
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let report = match &self.list.save {
            None => search(&plan, &mut visit),
            Some(folder) => {
                let kept = keeping::go_on(self, folder, &plan, &search)?;
                let mut members = kept.found.iter();
                let _ended = members.try_for_each(|(number, ways, words)| {
                    let puzzle = || unreachable!("nobody who asks for puzzles keeps a list");
                    let words = || Ok(words.clone());
                    visit(&Member { number: *number, ways: *ways, words: &words, puzzle: &puzzle })
                });
                kept.report
            }
        };
        let cause = watch.cause();
        drop(watch);
        if let Some(failure) = failed {
            return Err(failure);
        }
        let mut is_drawn = true;
        if let Some(path) = self.list.draw.as_deref().filter(|_| !entries.is_empty()) {
            // It says itself what is not in it.
            is_drawn = write(&entries, &self.look()?, path)? == Answer::Yes;
        }
        if self.list.count {
            for (ways, number) in by_ways {
                if self.list.json {
                    let object = Object::default().with("classes", ways).with(self.names[1], number);
                    output::to(None, |out| writeln!(out, "{object}"))?;
                    continue;
                }
                let [way, member] = [plural(ways, ["way", "ways"]), plural(number, self.names)];
                output::to(None, |out| writeln!(out, "{ways} {way}: {number} {member}"))?;
            }
        }
        if !self.work.quiet {
            self.summary(found, &report, cause.map(|cause| because(Some(cause))));
        }
        Ok(match (report.stopped_at, cause) {
            (Some(_), Some(_)) => Answer::Partial,
            _ if !is_drawn => Answer::Partial,
            _ if found == 0 => Answer::No,
            _ => Answer::Yes,
        })
    }

    /// How hard a member is, if anybody wants to know.
    fn stars(&self, member: &Member<'_>, monitor: &Monitor) -> Result<Option<u64>, Stopped> {
        if self.list.difficulty.is_none() {
            return Ok(None);
        }
        let puzzle = (member.puzzle)();
        Ok(difficulty(&Packing::new(&puzzle), monitor)?.map(|difficulty| u64::from(difficulty.stars)))
    }

    /// Writes the spec of a member, and keeps it for the sheets.
    fn keep(&self, member: &Member<'_>, entries: &mut Vec<Entry>) -> Result<(), Failure> {
        let name = self.names[0];
        let title = format!("{}{} {}", name[..1].to_uppercase(), &name[1..], member.number);
        if let Some(path) = &self.list.specs {
            let text = spec_of(&(member.puzzle)(), &title, member.ways)?;
            let path = numbered(path, member.number).expect("looked at before");
            output::to(Some(&path), |out| out.write_all(text.as_bytes()))?;
        }
        if self.list.draw.is_some() {
            let (puzzle, style) = ((member.puzzle)(), self.style.clone());
            entries.push(Entry { title, puzzle, labels: Vec::new(), style });
        }
        Ok(())
    }

    /// What is wrong with the files to be written; better now than when everything has been found.
    fn unwritable(&self) -> Option<Failure> {
        if self.list.specs.as_deref().is_some_and(|path| numbered(path, 1).is_none()) {
            let message = "several specs are written, but the name of the file has no place for their number";
            return Some(Failure::mistake(
                Diagnostic::error("no-page-number", message).remedy("write --specs set-%d.spec"),
            ));
        }
        if self.list.count && (self.list.specs.is_some() || self.list.draw.is_some()) {
            let message = "what is only counted is not written";
            return Some(Failure::mistake(
                Diagnostic::error("only-counted", message).remedy("leave out --count"),
            ));
        }
        self.look().err()
    }

    fn look(&self) -> Result<Look, Failure> {
        let book = &self.list.book;
        Ok(Look {
            paper: book.paper(Some(self.list.paper))?,
            per_page: self.list.per_page as usize,
            columns: None,
            largest: book.largest,
            title: book.title.clone(),
            cover: !book.no_cover,
            solutions: !book.no_solutions,
            pieces_once: book.pieces_once,
        })
    }

    fn line(&self, number: u64, ways: Found, member: Value) -> String {
        if self.list.json {
            let object = Object::default().with("number", number).with("ways", ways.total);
            return object.with("classes", ways.classes).with(self.field, member).to_string();
        }
        let text = match member {
            Value::Array(parts) => parts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
            text => text.as_str().unwrap_or_default().to_owned(),
        };
        format!("{number}: {}: {text}", words(ways))
    }

    fn summary(&self, found: u64, report: &Report, because: Option<&str>) {
        let Report { looked_at, stopped_at, left_out, ref proof } = *report;
        if let Some(proof) = proof {
            eprintln!("There is no such {}: {proof}.", self.names[0]);
            return;
        }
        let members = plural(looked_at, self.names);
        match (stopped_at, because) {
            (None, _) => eprintln!("{found} of {looked_at} {members}."),
            (Some(_), None) => eprintln!("{found} of the first {looked_at} {members}, as asked for."),
            (Some(_), Some(because)) if self.list.save.is_some() => eprintln!(
                "At least {found}: {because} after {looked_at} {members}; the same command goes on from there."
            ),
            (Some(next), Some(because)) => eprintln!(
                "At least {found}: {because} after {looked_at} {members}; `--range {next}..` goes on from there."
            ),
        }
        if left_out > 0 {
            let regions = plural(left_out, self.names);
            eprintln!("{left_out} {regions} could not be looked at: a coordinate would be greater than 999.");
        }
    }
}

/// A puzzle as a spec.
fn spec_of(puzzle: &Puzzle, title: &str, ways: Found) -> Result<String, Failure> {
    let refuse = |why: &str| {
        let message = format!("a spec of this puzzle cannot be written: {why}");
        Failure::mistake(Diagnostic::error("no-spec", message).remedy("use --json"))
    };
    if !puzzle.rules.is_empty() || puzzle.wrap.is_some() || !puzzle.placed.is_empty() || puzzle.cells_optional
    {
        return Err(refuse("it has rules"));
    }
    let cells = |shape: &Shape| match puzzle.has_colors() {
        true => Ok(all_cells_of(puzzle, shape)),
        false => cells_of(puzzle.lattice, shape).map_err(|_| refuse("it has suffixes")),
    };
    let mut text = format!("|! lattice {}\n|! title {title}\n", puzzle.lattice.name());
    text += &format!("|! expect total {}\n", ways.total);
    for piece in puzzle.pieces.iter().filter(|piece| piece.sided != Sided::default_for(puzzle.lattice)) {
        text += &format!("|! sided {} {}\n", piece.sided.name(), piece.name);
    }
    text += &format!("{}\n", cells(puzzle.region.shape())?);
    for typical in &puzzle.shapes {
        let piece = &puzzle.pieces[typical.piece.0];
        let prefix = if piece.bounds == Bounds::ONCE { String::new() } else { format!("{}|", piece.bounds) };
        text += &format!("{prefix}{} {}\n", piece.name, cells(&typical.shape.normalized())?);
    }
    Ok(text)
}

fn words(ways: Found) -> String {
    format!("{} {}, {} up to symmetry", ways.total, plural(ways.total, ["way", "ways"]), ways.classes)
}

fn plural(number: u64, [one, several]: [&'static str; 2]) -> &'static str {
    if number == 1 { one } else { several }
}

/// How pictures look if nobody says it, but for the colours of the pieces.
pub(crate) fn usual_style(loaded: &Loaded) -> Style {
    let mut style = Style::default();
    paint(&mut style, loaded);
    style
}

pub(crate) fn ways(stretch: Stretch) -> Ways {
    Ways { low: stretch.low, high: stretch.high }
}

pub(crate) fn threads(work: &WorkArgs) -> usize {
    work.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
}

pub(crate) fn show(work: &WorkArgs, on_terminal: bool) -> Show {
    Show::new(work.progress, work.quiet, on_terminal)
}
