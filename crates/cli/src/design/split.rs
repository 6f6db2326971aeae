//! `polydlx design split`

use super::listing::{show, threads};
use crate::args::{ChangeArgs, WorkArgs, lattice};
use crate::asking::no_requirement;
use crate::failure::Failure;
use crate::json::Object;
use crate::search::{HALF_OF_WHAT_IS_FREE, because, cause_json};
use crate::watch::{Cause, Watch, duration};
use crate::{Answer, Outcome, input, output};
use polydlx::cover::{BigUint, Config, Monitor, Stopped};
use polydlx::design::{Filling, Kind, Partition, Split, SplitError, Totals};
use polydlx::diagnostic::Diagnostic;
use polydlx::lattice::{Cell, Lattice, Piece, Puzzle, Region};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Fill several boxes from one pool, so that every piece is used
///
/// First the sets of pieces that fill each box are found, and then the ways to use every piece of the pool once, or as
/// often as it says, by one set for each box. Boxes are given as with `--box`, by name or as cells, with N| before what
/// is there N times; without any, the parts of the pool's own box that do not touch are the boxes. Each line has, box by
/// box, the sets of a partition of the pool, and how many packings these are; boxes that look alike are not told apart,
/// but if they have the same set, each packing of the one goes with each of the other.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx design split '2|rectangle 5 6' pentominoes
  polydlx design split 'rectangle 5 4' 'rectangle 5 8' pentominoes --count
  polydlx design split '3|rectangle 4 5' pentominoes --json
  polydlx design split boxes.spec               its box has several parts

Exit status: 0 found, 1 there is no partition, 2 error, 3 stopped early.")]
pub(crate) struct SplitArgs {
    /// Boxes, and the spec or set with the pieces
    #[arg(value_names = ["BOX", "POOL"], required = true, num_args = 1..)]
    pub(crate) inputs: Vec<String>,

    /// What cells are, if the pool does not say it
    #[arg(long, value_name = "LATTICE", value_parser = lattice())]
    pub(crate) lattice: Option<Lattice>,

    #[command(flatten)]
    pub(crate) change: ChangeArgs,

    /// Stop after so many partitions
    #[arg(short = 'n', long = "number", value_name = "N", conflicts_with = "count")]
    pub(crate) number: Option<u64>,

    /// Only count; not even partitions are listed
    #[arg(long)]
    pub(crate) count: bool,

    /// Write JSON: an object a partition, or one with all numbers
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

pub(crate) fn run(args: &SplitArgs) -> Outcome {
    let boxes = boxes(args)?;
    let monitor = Monitor::new();
    let config = Config { threads: threads(&args.work), memory: *HALF_OF_WHAT_IS_FREE, ..Config::default() };
    let phase = monitor.clone();
    // There are many searches, one after the other, and nobody knows how many.
    let watch = Watch::with(&monitor, show(&args.work, false), move |elapsed| {
        format!("{}: {}", duration(elapsed.as_secs_f64()), phase.progress().phase)
    });
    monitor.enter("looking for sets");
    let split = match Split::new(&boxes, &config, &monitor) {
        Ok(split) => split,
        Err(SplitError::Stopped) => {
            let cause = watch.cause();
            drop(watch);
            eprintln!("Nothing is known: {} while the sets of a box were looked for.", because(cause));
            return Ok(Answer::Partial);
        }
        Err(error) => {
            let message = error.to_string();
            return Err(Failure::mistake(Diagnostic::error("cannot-split", message)));
        }
    };
    if !args.work.quiet {
        split.kinds().iter().for_each(|kind| eprintln!("{}.", sentence(kind)));
    }
    if args.count {
        count(args, &split, &config, &monitor, watch)
    } else {
        list(args, &split, &config, &monitor, watch)
    }
}

fn count(args: &SplitArgs, split: &Split, config: &Config, monitor: &Monitor, watch: Watch) -> Outcome {
    let (totals, complete) = match split.count(config, monitor) {
        Ok(totals) => (totals, true),
        Err((totals, Stopped)) => (totals, false),
    };
    let cause = watch.cause();
    drop(watch);
    let Totals { partitions, packings, classes } = &totals;
    let rows = [("partitions", partitions), ("packings", packings), ("up to symmetry", classes)];
    if args.json {
        let [partitions, packings, classes] = [partitions, packings, classes];
        let object = Object::default()
            .raw("partitions", partitions)
            .raw("packings", packings)
            .raw("classes", classes)
            .with("complete", complete)
            .with("stopped_by", cause_json(cause).filter(|_| !complete))
            .list("kinds", split.kinds().iter().map(kind_json));
        output::to(None, |out| writeln!(out, "{object}"))?;
    } else {
        let at_least = if complete { "" } else { "at least " };
        output::to(None, |out| {
            rows.iter().try_for_each(|(name, number)| writeln!(out, "{name:15}{at_least}{number}"))
        })?;
    }
    Ok(answer(args, complete, totals.partitions == BigUint::default(), cause))
}

fn list(args: &SplitArgs, split: &Split, config: &Config, monitor: &Monitor, watch: Watch) -> Outcome {
    if args.number == Some(0) {
        return Ok(Answer::Yes);
    }
    let mut number = 0;
    let mut totals = Totals::default();
    let mut failed = None;
    let mut as_wanted = false;
    let complete = split.for_each(config, monitor, |partition| {
        number += 1;
        totals.packings += partition.packings();
        totals.classes += partition.classes();
        let sets = in_order(partition);
        let line = if args.json {
            json(split.pieces(), number, partition, &sets).to_string()
        } else {
            let names: Vec<String> = sets.iter().map(|set| names(split.pieces(), set).join(" ")).collect();
            let ways = if partition.packings() == BigUint::from(1u32) { "way" } else { "ways" };
            let (packings, classes) = (partition.packings(), partition.classes());
            format!("{number}: {packings} {ways}, {classes} up to symmetry: {}", names.join(" | "))
        };
        if let Err(failure) = output::to(None, |out| writeln!(out, "{line}")) {
            failed = Some(failure);
            return ControlFlow::Break(());
        }
        as_wanted = args.number == Some(number);
        if as_wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let cause = watch.cause();
    drop(watch);
    if let Some(failure) = failed {
        return Err(failure);
    }
    if !args.work.quiet && as_wanted && !complete {
        eprintln!("{number} as asked for; there may be more.");
    } else if !args.work.quiet {
        let at_least = if complete { "" } else { "At least " };
        let partitions = if number == 1 { "partition" } else { "partitions" };
        eprintln!(
            "{at_least}{number} {partitions}, {} {}, {} up to symmetry.",
            totals.packings,
            if totals.packings == BigUint::from(1u32) { "packing" } else { "packings" },
            totals.classes
        );
    }
    Ok(answer(args, complete || as_wanted, number == 0, cause))
}

fn answer(args: &SplitArgs, complete: bool, none: bool, cause: Option<Cause>) -> Answer {
    if !complete {
        if !args.work.quiet {
            eprintln!("The list is partial: {}.", because(cause));
        }
        return Answer::Partial;
    }
    if none { Answer::No } else { Answer::Yes }
}

/// The boxes as puzzles with all pieces.
fn boxes(args: &SplitArgs) -> Result<Vec<Puzzle>, Failure> {
    let (pool, named) = args.inputs.split_last().expect("there is at least one");
    let load = |region: Option<String>| -> Result<Puzzle, Failure> {
        let change = ChangeArgs { region, ..args.change.clone() };
        let loaded = input::with_box(input::spec(pool, args.lattice, &change)?)?;
        no_requirement(&loaded, "`polydlx design`")?;
        Ok(loaded.puzzle().expect("a spec without mistakes is a puzzle").clone())
    };
    let named: Vec<String> = named.iter().cloned().chain(args.change.region.clone()).collect();
    if named.is_empty() {
        return Ok(parts(&load(None)?));
    }
    let mut boxes = Vec::new();
    for said in &named {
        let (times, region) = match said.split_once('|') {
            Some((times, region)) => (times.trim().parse::<usize>().ok(), region),
            None => (Some(1), said.as_str()),
        };
        let times = times.filter(|times| (1..=999).contains(times)).ok_or_else(|| {
            let message = format!("`{said}` does not say how often the box is there");
            let remedy = "write a number before the line, as in '5|rectangle 6 7'";
            Failure::mistake(Diagnostic::error("bad-times", message).remedy(remedy))
        })?;
        let puzzle = load(Some(region.trim().to_owned()))?;
        boxes.extend(std::iter::repeat_n(puzzle, times));
    }
    Ok(boxes)
}

/// The parts of a puzzle's box that do not touch.
fn parts(puzzle: &Puzzle) -> Vec<Puzzle> {
    let whole = puzzle.region.shape().unguarded();
    let parts = puzzle.lattice.parts_of(whole.sites().iter().map(|site| site.cell()));
    let part = |cells: BTreeSet<Cell>| {
        let shape = whole.sites().iter().copied().filter(|site| cells.contains(&site.cell())).collect();
        let region = Region::new(puzzle.lattice, shape).expect("a part of a region");
        Puzzle { region, ..puzzle.clone() }
    };
    parts.into_iter().map(part).collect()
}

/// The sets in the order of the boxes.
fn in_order<'a>(partition: &Partition<'a>) -> Vec<&'a Filling> {
    let mut sets: Vec<(usize, &Filling)> = Vec::new();
    for (kind, own) in &partition.sets {
        sets.extend(kind.boxes.iter().copied().zip(own.iter().copied()));
    }
    sets.sort_by_key(|(number, _)| *number);
    sets.into_iter().map(|(_, set)| set).collect()
}

fn names(pieces: &[Piece], set: &Filling) -> Vec<String> {
    let name = |(piece, &times): (&Piece, &u32)| match times {
        0 => None,
        1 => Some(piece.name.clone()),
        _ => Some(format!("{times}|{}", piece.name)),
    };
    pieces.iter().zip(&set.pieces).filter_map(name).collect()
}

fn json(pieces: &[Piece], number: u64, partition: &Partition<'_>, sets: &[&Filling]) -> Object {
    let boxes: Vec<Vec<String>> = sets.iter().map(|set| names(pieces, set)).collect();
    Object::default()
        .with("number", number)
        .raw("packings", &partition.packings())
        .raw("classes", &partition.classes())
        .with("boxes", boxes)
}

fn ways(kind: &Kind) -> [u64; 2] {
    [kind.sets.iter().map(|set| set.ways).sum(), kind.sets.iter().map(|set| set.classes).sum()]
}

fn kind_json(kind: &Kind) -> Object {
    let [ways, classes] = ways(kind);
    let boxes: Vec<usize> = kind.boxes.iter().map(|number| number + 1).collect();
    Object::default()
        .with("boxes", boxes)
        .with("sets", kind.sets.len())
        .with("ways", ways)
        .with("classes", classes)
}

fn sentence(kind: &Kind) -> String {
    let numbers: Vec<String> = kind.boxes.iter().map(|number| (number + 1).to_string()).collect();
    let [ways, classes] = ways(kind);
    let boxes = if numbers.len() == 1 { "Box" } else { "Boxes" };
    let sets = if kind.sets.len() == 1 { "set" } else { "sets" };
    let times = if ways == 1 { "way" } else { "ways" };
    format!(
        "{boxes} {}: {} {sets}, {ways} {times}, {classes} up to symmetry",
        numbers.join(", "),
        kind.sets.len()
    )
}
