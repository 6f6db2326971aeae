//! `polydlx relate`

use crate::args::{AskArgs, ChangeArgs, InputArgs, SearchArgs, SymmetryArgs};
use crate::asking::{self, Asked};
use crate::diagram;
use crate::failure::Failure;
use crate::input;
use crate::json::Object;
use crate::pages::Target;
use crate::pieces::ByType;
use crate::search::{Symmetries, because, config, report, subgroup, watched};
use crate::voice::is_quiet;
use crate::watch::Watch;
use crate::{Answer, Outcome, output};
use clap::ValueEnum;
use itertools::Itertools;
use polydlx::cover::Monitor;
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::network;
use polydlx::lattice::{Puzzle, Shape, Sided, SymmetryType};
use polydlx::packing::{self, Bipair, Nearness, Question, Relation, Twins, Which, bipairs, twins};
use polydlx::spec::{Loaded, Spec, all_cells_of, cells_of};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Tell which solutions of a puzzle differ in few pieces only
///
/// Solutions are the vertices of a graph, and those that differ in two pieces are neighbours. With `--up-to symmetry`
/// vertices are classes, and one solution of each is compared with all images of the others.
/// Of a piece set, it lists the bipairs: two pieces that fill the same shape together in two ways.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx relate soma-3x3x3 --up-to symmetry
  polydlx relate soma-3x3x3 --up-to symmetry --distance 3 --format dot > somap.dot
  polydlx relate soma-3x3x3 --up-to symmetry --distance 3 --draw somap.svg
  polydlx relate scott-8x8
  polydlx relate scott-8x8 --strong --grow
  polydlx relate pentominoes-6x10 --among some.zdd
  polydlx relate pentominoes
  polydlx relate pentominoes --by-symmetry
  polydlx relate pentiamonds --pairs

Formats: table is for people; json is one object; dot is the graph, for Graphviz to draw.

Exit status: 0 done, 1 there is no solution, 2 error, 3 stopped early.")]
pub(crate) struct RelateArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// In how many pieces neighbours differ at most
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) distance: u8,

    /// Add all solutions that can be had by moving two pieces at a time: with --strong, from the strong ones, which
    /// gives all
    #[arg(long, conflicts_with_all = ["up_to", "invariant_under"])]
    pub(crate) grow: bool,

    /// Draw the graph, too (.svg, .png, .pdf)
    #[arg(long, value_name = "FILE")]
    pub(crate) draw: Option<PathBuf>,

    /// Of a piece set, list also shapes with holes
    #[arg(long)]
    pub(crate) holes: bool,

    /// Of a piece set, list instead the shapes that two pairs of pieces fill, all four of them different
    #[arg(long)]
    pub(crate) pairs: bool,

    /// Of a piece set, only print how many of these shapes have which type of symmetry
    #[arg(long, conflicts_with_all = ["pairs", "format"])]
    pub(crate) by_symmetry: bool,

    /// Compare only solutions that stand in this diagram, which `polydlx zdd` has made of the puzzle
    #[arg(long, value_name = "FILE")]
    pub(crate) among: Option<PathBuf>,

    /// How the graph is written
    #[arg(long, default_value = "table")]
    pub(crate) format: GraphFormat,

    #[command(flatten)]
    pub(crate) symmetry: SymmetryArgs,

    #[command(flatten)]
    pub(crate) ask: AskArgs,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// The forms of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// Numbers for people
    Table,
    /// One JSON object
    Json,
    /// A graph for Graphviz
    Dot,
}

pub(crate) fn run(args: &RelateArgs) -> Outcome {
    let target = args.draw.as_deref().map(|path| Target::of_graph(Some(path), None, None)).transpose()?;
    let (monitor, watch) = watched(&args.search, false);
    let loaded = input::spec(&args.input.input, args.input.lattice, &args.input.change)?;
    if loaded.is_set() && args.among.is_some() {
        let message = "--among compares solutions of a puzzle, but this is a piece set";
        let remedy = "name the puzzle that the diagram was made from";
        return Err(Failure::mistake(Diagnostic::error("not-a-puzzle", message).remedy(remedy)));
    }
    if loaded.is_set() && args.pairs {
        return pairs_of_set(args, &loaded, &monitor, watch);
    }
    if loaded.is_set() {
        return of_set(args, &loaded, &monitor, watch);
    }
    let of_sets = [(args.pairs, "--pairs"), (args.by_symmetry, "--by-symmetry"), (args.holes, "--holes")];
    if let Some((_, name)) = of_sets.iter().find(|(is, _)| *is) {
        let message = format!("{name} belongs to a piece set, but this is a puzzle");
        let remedy = format!("name the set, as in `polydlx relate pentominoes {name}`");
        return Err(Failure::mistake(Diagnostic::error("not-a-set", message).remedy(remedy)));
    }
    let Ok(packing) = asking::packing(&loaded, &monitor) else {
        return Ok(nothing(watch));
    };
    asking::no_rules(packing.puzzle(), "`polydlx relate`")?;
    let symmetries = Symmetries::new(&packing);
    let asked = Asked::new(&args.ask, &args.input.input, &symmetries, &monitor)?;
    let among = match &args.among {
        None => None,
        Some(file) => {
            // Of a search that is stopped, none are needed.
            let Ok(family) = diagram::read(&file.to_string_lossy(), &ChangeArgs::default(), &monitor)? else {
                return Ok(nothing(watch));
            };
            Some(diagram::within(&family, packing.problem(), &monitor)?)
        }
    };
    let mut question = Question::about(&packing).config(&config(&args.search));
    if let Some(among) = &among {
        question = question.among(among);
    }
    if let Some(condition) = &asked.condition {
        question = question.when(&asked.judge, condition);
    }
    let distance = usize::from(args.distance);
    let names = &args.symmetry.invariant_under;
    let stopped = || {
        (
            Relation { solutions: Vec::new(), edges: Default::default(), swaps: None },
            packing::Answer::stopped(),
        )
    };
    let (relation, answered) = if let Some(up_to) = args.symmetry.up_to {
        symmetries.up_to(up_to, &monitor).map_or_else(
            |_| stopped(),
            |group| question.clone().which(Which::UpTo(&group)).relation(distance, &monitor),
        )
    } else if names.is_empty() && args.grow {
        question.grown_relation(distance, &monitor)
    } else if names.is_empty() {
        question.relation(distance, &monitor)
    } else {
        match symmetries.all(&monitor) {
            Ok(group) => {
                let subgroup = subgroup(group, names)?;
                question.which(Which::Invariant(group, &subgroup)).relation(distance, &monitor)
            }
            Err(_) => stopped(),
        }
    };
    if !answered.complete {
        return Ok(nothing(watch));
    }
    drop(watch);
    let text = match args.format {
        GraphFormat::Table => table(&relation),
        GraphFormat::Json => json(&relation),
        GraphFormat::Dot => dot(&relation),
    };
    output::to(None, |out| out.write_all(text.as_bytes()))?;
    if let Some(target) = target {
        let edges = relation.edges.iter().map(|(&(one, other), near)| (one, other, near.times)).collect_vec();
        let title = loaded.spec.as_ref().and_then(Spec::title).unwrap_or(&args.input.input);
        target.write(&network(title, &relation.components(), &edges), 1)?;
    }
    report(&args.search, &answered);
    Ok(if relation.solutions.is_empty() { Answer::No } else { Answer::Yes })
}

/// Numbers and how often they occur, the greatest first: `7^1 6^5`.
fn powers(numbers: impl IntoIterator<Item = usize>) -> String {
    let counts = numbers.into_iter().counts();
    counts.into_iter().sorted().rev().map(|(number, times)| format!("{number}^{times}")).join(" ")
}

fn table(relation: &Relation) -> String {
    let mut out = String::new();
    let mut line = |label: &str, value: String| {
        let _ = writeln!(out, "{label:12} {value}");
    };
    let degrees =
        |multiple| relation.degrees(multiple).into_iter().map(|degree| degree as usize).collect_vec();
    let components = relation.components();
    let repeated = relation.edges.values().filter(|near| near.times > 1).count();
    line("vertices", relation.solutions.len().to_string());
    let edges = relation.edges.len();
    line(
        "edges",
        if repeated > 0 { format!("{edges}, {repeated} of them repeated") } else { edges.to_string() },
    );
    if edges > 0 {
        line("pieces moved", powers(relation.edges.values().map(|near| near.pieces)));
    }
    line("isolated", degrees(false).into_iter().filter(|&degree| degree == 0).count().to_string());
    line("components", components.len().to_string());
    line("sizes", powers(components.iter().map(Vec::len)));
    if let Some(diameter) = relation.diameter() {
        line("diameter", diameter.to_string());
    }
    line("bicomponents", relation.bicomponents().to_string());
    line("degrees", powers(degrees(false)));
    if repeated > 0 {
        line("with repeats", powers(degrees(true)));
    }
    if let Some(swaps) = &relation.swaps {
        line("sources", swaps.iter().filter(|(_, worse)| *worse == 0).count().to_string());
        line("sinks", swaps.iter().filter(|(better, _)| *better == 0).count().to_string());
    }
    out
}

fn json(relation: &Relation) -> String {
    let edges = relation.edges.iter().map(|(&(one, other), &Nearness { times, pieces })| {
        let object = Object::default().with("from", one + 1).with("to", other + 1);
        object.with("times", times).with("pieces", pieces)
    });
    let components = relation.components().into_iter();
    let components = components.map(|group| group.into_iter().map(|at| at + 1).collect_vec()).collect_vec();
    let object = Object::default()
        .with("vertices", relation.solutions.len())
        .list("edges", edges)
        .with("components", components)
        .with("diameter", relation.diameter())
        .with("bicomponents", relation.bicomponents());
    format!("{object}\n")
}

fn dot(relation: &Relation) -> String {
    let mut out = "graph solutions {\n".to_owned();
    for number in 1..=relation.solutions.len() {
        let _ = writeln!(out, "  {number};");
    }
    for (&(one, other), near) in &relation.edges {
        for _ in 0..near.times {
            let _ = writeln!(out, "  {} -- {};", one + 1, other + 1);
        }
    }
    out + "}\n"
}

/// The pieces of a set: the first shape of each, what they are called, and how all of them may be moved.
fn pieces_of<'a>(puzzle: &'a Puzzle) -> (Vec<Shape>, impl Fn(usize) -> &'a str, Sided) {
    let mut seen = std::collections::BTreeSet::new();
    let first = puzzle.shapes.iter().filter(|typical| seen.insert(typical.piece)).collect_vec();
    let shapes = first.iter().map(|typical| typical.shape.clone()).collect_vec();
    let sided = puzzle.pieces.iter().map(|piece| piece.sided).max().expect("a set has pieces");
    (shapes, move |number: usize| puzzle.pieces[first[number].piece.0].name.as_str(), sided)
}

/// The shapes that two pairs of pieces of a set fill.
fn pairs_of_set(args: &RelateArgs, loaded: &Loaded, monitor: &Monitor, watch: Watch) -> Outcome {
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let (shapes, name, sided) = pieces_of(puzzle);
    let Ok(mut found) = twins(puzzle.lattice, sided, &shapes, monitor) else { return Ok(nothing(watch)) };
    drop(watch);
    found.retain(|twins| args.holes || !twins.has_hole);
    let both = |pair: [usize; 2]| pair.map(&name).join(" ");
    let text = match args.format {
        GraphFormat::Json => {
            let rows = found.iter().map(|twins| {
                Object::default()
                    .with(
                        "pairs",
                        twins.pairs.map(|pair| pair.map(|piece| name(piece).to_owned()).to_vec()).to_vec(),
                    )
                    .with("cells", write_cells(puzzle, &twins.shape))
                    .with("hole", twins.has_hole)
            });
            format!("{}\n", Object::default().list("twins", rows))
        }
        GraphFormat::Dot => return Err(no_graph("pairs of pieces are no graph")),
        GraphFormat::Table => {
            let row = |Twins { shape, pairs: [one, other], .. }: &Twins| {
                format!("{} = {}  {}\n", both(*one), both(*other), write_cells(puzzle, shape))
            };
            found.iter().map(row).collect()
        }
    };
    output::to(None, |out| out.write_all(text.as_bytes()))?;
    if !args.search.quiet {
        eprintln!("{} {}.", found.len(), if found.len() == 1 { "pair of pairs" } else { "pairs of pairs" });
    }
    Ok(if found.is_empty() { Answer::No } else { Answer::Yes })
}

fn no_graph(message: &str) -> Failure {
    let remedy = "give a puzzle, or write them with `--format json`";
    Failure::mistake(Diagnostic::error("no-graph", message).remedy(remedy))
}

/// It was stopped.
fn nothing(watch: Watch) -> Answer {
    let cause = watch.cause();
    drop(watch);
    if !is_quiet() {
        eprintln!("Nothing was compared: {}.", because(cause));
    }
    Answer::Partial
}

/// The bipairs of a piece set.
fn of_set(args: &RelateArgs, loaded: &Loaded, monitor: &Monitor, watch: Watch) -> Outcome {
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let (shapes, name, sided) = pieces_of(puzzle);
    let Ok(mut found) = bipairs(puzzle.lattice, sided, &shapes, monitor) else { return Ok(nothing(watch)) };
    drop(watch);
    found.retain(|bipair| args.holes || !bipair.has_hole);
    let type_of = |bipair: &Bipair| SymmetryType::of(puzzle.lattice, sided, &bipair.shape);
    let text = match args.format {
        _ if args.by_symmetry => {
            let mut types = ByType::default();
            found.iter().for_each(|bipair| types.add(&type_of(bipair)));
            types.to_string()
        }
        GraphFormat::Json => {
            let rows = found.iter().map(|bipair| {
                let cells = |shape: &Shape| write_cells(puzzle, shape);
                Object::default()
                    .with("pieces", bipair.pieces.map(|piece| name(piece).to_owned()).to_vec())
                    .with("cells", cells(&bipair.shape))
                    .with("first", bipair.first.iter().map(cells).collect_vec())
                    .with("symmetry", type_of(bipair).to_string())
                    .with("hole", bipair.has_hole)
            });
            format!("{}\n", Object::default().list("bipairs", rows))
        }
        GraphFormat::Dot => return Err(no_graph("bipairs are no graph")),
        GraphFormat::Table => {
            let row = |Bipair { pieces: [a, b], shape, first, .. }: &Bipair| {
                let cells = |shape: &Shape| write_cells(puzzle, shape);
                format!(
                    "{} {}  {}  {} or {}\n",
                    name(*a),
                    name(*b),
                    cells(shape),
                    cells(&first[0]),
                    cells(&first[1])
                )
            };
            found.iter().map(row).collect()
        }
    };
    output::to(None, |out| out.write_all(text.as_bytes()))?;
    if !args.search.quiet {
        let bipairs = if found.len() == 1 { "bipair" } else { "bipairs" };
        eprintln!("{} {bipairs}.", found.len());
    }
    Ok(if found.is_empty() { Answer::No } else { Answer::Yes })
}

fn write_cells(puzzle: &Puzzle, shape: &Shape) -> String {
    cells_of(puzzle.lattice, shape).unwrap_or_else(|_| all_cells_of(puzzle, shape))
}
