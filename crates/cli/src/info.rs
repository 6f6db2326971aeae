//! `polydlx info`

use crate::args::{ChangeArgs, From, lattice};
use crate::input::{self, Input};
use crate::pruning::{self, Reduce};
use crate::search::told;
use crate::voice::is_quiet;
use crate::watch::{because, watched};
use crate::{Answer, Outcome, asking, impossible, output, properties};
use itertools::Itertools;
use polydlx::cover::{Estimate, Figure, Problem, Search};
use polydlx::design::{Difficulty, difficulty};
use polydlx::diagnostic::harmless;
use polydlx::lattice::{Bounds, Lattice, Part, PieceId, Placement, Puzzle, Shape, Sided};
use polydlx::packing::{Group, Options, Packing, area, reasons_watched};
use polydlx::spec::{About, Loaded, Pragma, Spec};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Show what a puzzle, a piece set or a DLX file is made of
///
/// Cells, pieces, base placements, options, how many symmetries the box has, and why there can be no solution
/// where that is easy to see.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx info soma-3x3x3
  polydlx info shapes/tetraspheres.spec
  polydlx info my.spec --lattice hex --json
  polydlx info bedlam-4x4x4 --estimate
  polydlx info pentominoes-3x20 --reduce=area
  polydlx info soma-3x3x3 --difficulty
  polydlx info soma-3x3x3 --kinds
  polydlx info dominoes-mutilated --certificate proof.json
  polydlx info --properties")]
pub(crate) struct InfoArgs {
    /// A spec (.spec), a DLX file (.dlx), `-` for standard input, or the name of a puzzle or a piece set of the library
    #[arg(required_unless_present = "properties")]
    pub(crate) input: Option<String>,

    /// What cells are, if the spec does not say it
    #[arg(long, value_name = "LATTICE", value_parser = lattice())]
    pub(crate) lattice: Option<Lattice>,

    #[command(flatten)]
    pub(crate) change: ChangeArgs,

    /// What the input is [default: dlx for files that end in .dlx, else spec]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<From>,

    /// Estimate the size of the search tree and the number of solutions from so many random descents [default: 10000]
    #[arg(long, value_name = "TRIALS", num_args = 0..=1, require_equals = true, default_missing_value = "10000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) estimate: Option<u64>,

    /// Where the random numbers of the estimate begin
    #[arg(long, value_name = "SEED", default_value = "0", requires = "estimate")]
    pub(crate) seed: u64,

    /// Tell which options no solution has, and why, by these rules
    #[arg(long, value_name = "RULE", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub(crate) reduce: Option<Reduce>,

    /// Write a proof that there is no solution, if one is found: `polydlx check --certificate` verifies it
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) certificate: Option<PathBuf>,

    /// Tell how hard the puzzle is for a person, in stars from 1 to 5, and by what
    #[arg(long)]
    pub(crate) difficulty: bool,

    /// List all symmetries of the puzzle by name, not only some that make the others
    #[arg(long)]
    pub(crate) symmetries: bool,

    /// List the kinds of cells, which symmetries of the box take to each other, and how many of each every piece can cover
    #[arg(long)]
    pub(crate) kinds: bool,

    /// List the properties that solutions can be asked for: all, or those that make sense for the puzzle
    #[arg(long)]
    pub(crate) properties: bool,

    /// Write one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &InfoArgs) -> Outcome {
    let (monitor, watch) = watched();
    monitor.enter("reading");
    let estimate = |problem: &Problem| {
        let trials = args.estimate?;
        monitor.enter("going down at random");
        let estimate = Search::new(problem).monitor(&monitor).estimate(trials, args.seed);
        (estimate.trials > 0).then_some(estimate)
    };
    let reduced = |problem: &Problem, packing: Option<&Packing<'_>>| {
        let pruning = pruning::of(problem, packing, args.reduce?, &monitor).ok()?;
        Some((pruning::reasons(problem, packing, &pruning), pruning::json(problem, packing, &pruning)))
    };
    let Some(input) = &args.input else {
        let text = properties::list(None, args.json);
        output::to(None, |out| out.write_all(text.as_bytes()))?;
        return Ok(Answer::Yes);
    };
    let text = match input::problem_of(input, args.lattice, &args.change, args.from)? {
        Input::Spec(loaded) if args.properties => properties::list(loaded.puzzle(), args.json),
        Input::Dlx(problem, about) => {
            of_problem(&problem, &about, estimate(&problem), reduced(&problem, None), args.json)
        }
        Input::Spec(loaded) => {
            let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
            // What is so large is described, but not looked at option by option.
            let looked_at = args.estimate.is_some() || args.symmetries || args.kinds;
            let huge = puzzle.region.len() > HUGE && !looked_at;
            let packing = (!loaded.is_set() && !huge).then(|| asking::packing(&loaded, &monitor));
            let is_known = packing.as_ref().is_none_or(Result::is_ok);
            let packing = packing.and_then(Result::ok);
            let mut facts = match &packing {
                Some(packing) => Facts::new(&loaded, packing.options()),
                None => Facts::new(&loaded, &Options::new(puzzle)),
            };
            if let (Some(path), Some(packing)) = (&args.certificate, &packing) {
                return impossible::write(&loaded, packing, path, (&monitor, watch));
            }
            facts.all_symmetries = args.symmetries;
            if let Some(packing) = packing.as_ref().filter(|_| args.kinds) {
                facts.kinds = Some(kinds(puzzle, packing.options()));
            }
            if let Some(packing) = &packing {
                let problem = packing.problem();
                facts.items = (problem.primaries().len(), problem.secondaries().len());
                facts.idle = (problem.options() - packing.placements().count()) as u64;
                facts.estimate = estimate(packing.problem());
                facts.reduced = reduced(packing.problem(), Some(packing));
                monitor.enter("looking for symmetries");
                facts.group = Group::watched(packing, &monitor).ok();
                monitor.enter("looking for reasons why there is no solution");
                let reasons = reasons_watched(packing, &monitor).unwrap_or_default();
                facts.reasons = if args.json {
                    reasons.iter().map(ToString::to_string).collect()
                } else {
                    told(&reasons)
                };
                if args.difficulty {
                    monitor.enter("trying how hard it is");
                    facts.difficulty = difficulty(packing, &monitor).ok().flatten();
                }
            } else if is_known && !loaded.is_set() {
                let cells = facts.cells().0;
                facts.reasons = area(puzzle, cells).iter().map(ToString::to_string).collect();
            }
            if args.json { facts.json() } else { facts.table() }
        }
    };
    let cause = watch.cause();
    drop(watch);
    let text = if args.json { text } else { harmless(&text).into_owned() };
    output::to(None, |out| out.write_all(text.as_bytes()))?;
    if cause.is_none() {
        return Ok(Answer::Yes);
    }
    if !is_quiet() {
        eprintln!("Not all was found out: {}.", because(cause));
    }
    Ok(Answer::Partial)
}

/// How many cells a box may have if its symmetries and reasons shall be known at once.
const HUGE: usize = 20_000;

/// What there is to say of a DLX file.
fn of_problem(
    problem: &Problem,
    about: &About,
    estimate: Option<Estimate>,
    reduced: Option<Reduced>,
    as_json: bool,
) -> String {
    let (primary, secondary) = (problem.primaries().len(), problem.secondaries().len());
    if as_json {
        let facts = json!({
            "title": about.title(),
            "source": about.source(),
            "primary_items": primary,
            "secondary_items": secondary,
            "options": problem.options(),
            "colors": problem.has_colors(),
            "multiplicities": problem.has_multiplicities(),
            "estimate": estimate.map(|estimate| estimate_json(&estimate)),
            "reduced": reduced.map(|(_, json)| json),
        });
        return format!("{facts}\n");
    }
    let mut out = String::new();
    for (label, text) in [("title", about.title()), ("source", about.source())] {
        text.iter().for_each(|text| out.push_str(&format!("{label:16} {text}\n")));
    }
    out.push_str(&format!(
        "items            {primary}+{secondary}\noptions          {}\n",
        problem.options()
    ));
    if problem.has_colors() {
        out.push_str("colors           yes\n");
    }
    if problem.has_multiplicities() {
        out.push_str("multiplicities   yes\n");
    }
    reduced.iter().for_each(|reduced| out.push_str(&reduced_lines(reduced)));
    estimate.iter().for_each(|estimate| out.push_str(&estimate_lines(estimate)));
    out
}

/// What is known to be useless, for people and for programs.
type Reduced = (Vec<String>, serde_json::Value);

fn reduced_lines((lines, _): &Reduced) -> String {
    let labels = ["reduced"].into_iter().chain(std::iter::repeat(""));
    labels.zip(lines).map(|(label, line)| format!("{label:16} {line}\n")).collect()
}

fn estimate_lines(estimate: &Estimate) -> String {
    let figure = |figure: &Figure| format!("{:.4e} ± {:.1e}", figure.mean, figure.error);
    let solutions = if estimate.solutions.mean > 0.0 {
        format!("about {}", figure(&estimate.solutions))
    } else {
        "unknown: no descent reached one".to_owned()
    };
    let (nodes, trials) = (figure(&estimate.nodes), estimate.trials);
    format!("nodes            about {nodes} (from {trials} random descents)\nsolutions        {solutions}\n")
}

fn estimate_json(estimate: &Estimate) -> serde_json::Value {
    let figure = |figure: &Figure| json!({"mean": figure.mean, "standard_error": figure.error});
    json!({"trials": estimate.trials, "nodes": figure(&estimate.nodes), "solutions": figure(&estimate.solutions)})
}

/// What there is to say of a puzzle.
struct Facts<'a> {
    spec: &'a Spec,
    puzzle: &'a Puzzle,
    is_set: bool,
    pieces: Vec<PieceFacts<'a>>,
    items: (usize, usize),
    /// How many options place nothing: they belong to rules.
    idle: u64,
    /// Of the box; none if it is too large to look for them.
    symmetries: Option<usize>,
    group: Option<Group>,
    all_symmetries: bool,
    reasons: Vec<String>,
    difficulty: Option<Difficulty>,
    estimate: Option<Estimate>,
    reduced: Option<Reduced>,
    kinds: Option<Kinds>,
}

/// The kinds of cells, and for each piece how many of each kind its placements cover.
type Kinds = (Vec<Vec<String>>, Vec<BTreeSet<Vec<usize>>>);

fn kinds(puzzle: &Puzzle, options: &Options<'_>) -> Kinds {
    let kinds = puzzle.kinds_of_cells();
    let kind_of: BTreeMap<_, _> = kinds
        .iter()
        .enumerate()
        .flat_map(|(kind, sites)| sites.iter().map(move |&site| (site, kind)))
        .collect();
    let mut covered = vec![BTreeSet::new(); puzzle.pieces.len()];
    for option in options.iter() {
        let mut numbers = vec![0; kinds.len()];
        option.sites().filter_map(|site| kind_of.get(&site)).for_each(|&kind| numbers[kind] += 1);
        covered[option.piece.0].insert(numbers);
    }
    let names = |sites: &Vec<_>| sites.iter().map(|&site| puzzle.site_name(site)).collect_vec();
    (kinds.iter().map(names).collect(), covered)
}

/// Primary and secondary items of a puzzle without rules, by counting.
fn items(options: &Options<'_>) -> (usize, usize) {
    let puzzle = options.puzzle();
    let secondary = puzzle.region.sites().iter().filter(|&&site| puzzle.is_secondary(site)).count();
    let extras = options.extra_names().count();
    (puzzle.region.len() - secondary + puzzle.pieces.len() + extras, secondary)
}

/// The cells of a piece, those with suffixes included, but not what has colours on its sides and corners.
fn cells_of(shape: &Shape) -> usize {
    shape.sites().iter().filter(|site| Part::of_suffix(site.suffix).is_none()).count()
}

struct PieceFacts<'a> {
    name: &'a str,
    sizes: Vec<usize>,
    bounds: Bounds,
    sided: Sided,
    base_placements: usize,
    options: u64,
}

impl<'a> Facts<'a> {
    fn new(loaded: &'a Loaded, options: &Options<'a>) -> Self {
        let spec = loaded.spec.as_ref().expect("a spec without mistakes");
        let puzzle = options.puzzle();
        // There may be many thousands of pieces.
        let shapes = puzzle.shapes.iter().into_group_map_by(|typical| typical.piece);
        let bases = options.bases().iter().into_group_map_by(|base| base.piece);
        let pieces = (0..).map(PieceId).zip(&puzzle.pieces).map(|(id, piece)| {
            let shapes = shapes.get(&id).into_iter().flatten();
            let bases = bases.get(&id).into_iter().flatten();
            PieceFacts {
                name: &piece.name,
                sizes: shapes.map(|typical| cells_of(&typical.shape)).unique().collect(),
                bounds: piece.bounds,
                sided: piece.sided,
                base_placements: bases.clone().count(),
                options: bases.map(|base| options.count_of(base) as u64).sum(),
            }
        });
        Self {
            spec,
            puzzle,
            is_set: loaded.is_set(),
            pieces: pieces.collect(),
            items: items(options),
            idle: 0,
            symmetries: (puzzle.region.len() <= HUGE).then(|| puzzle.region_symmetries()),
            group: None,
            all_symmetries: false,
            reasons: Vec::new(),
            difficulty: None,
            estimate: None,
            reduced: None,
            kinds: None,
        }
    }

    fn cells(&self) -> (usize, usize) {
        let suffixed = self.puzzle.region.sites().iter().filter(|site| site.suffix != 0).count();
        (self.puzzle.region.len() - suffixed, suffixed)
    }

    /// The rules, as the file says them.
    fn rules(&self) -> Vec<String> {
        let is_rule = |pragma: &&Pragma| {
            matches!(
                pragma,
                Pragma::Rule(_)
                    | Pragma::Wrap(_)
                    | Pragma::Colored(_)
                    | Pragma::Border(_)
                    | Pragma::Recolor(_)
            )
        };
        let rules = self.spec.pragmas().filter(is_rule);
        rules.map(ToString::to_string).collect()
    }

    fn options(&self) -> u64 {
        self.pieces.iter().map(|piece| piece.options).sum()
    }

    fn base_placements(&self) -> usize {
        self.pieces.iter().map(|piece| piece.base_placements).sum()
    }

    fn table(&self) -> String {
        let mut out = String::new();
        let mut line = |label: &str, value: String| {
            let _ = writeln!(out, "{label:16} {value}");
        };
        if let Some(title) = self.spec.title() {
            line("title", title.to_owned());
        }
        if let Some(source) = self.spec.source() {
            line("source", source.to_owned());
        }
        line("lattice", self.puzzle.lattice.name().to_owned());
        line("pieces", self.pieces.len().to_string());
        if self.puzzle.has_colors() {
            line("colours", self.puzzle.palette.names.join(" "));
        }
        line("base placements", self.base_placements().to_string());
        if !self.is_set {
            let plus = |(a, b): (usize, usize)| if b == 0 { a.to_string() } else { format!("{a}+{b}") };
            line("cells", plus(self.cells()));
            match (self.symmetries, self.group.as_ref().map(Group::order)) {
                (Some(of_box), Some(of_puzzle)) => {
                    line("symmetries", format!("{of_box} of the box, {of_puzzle} of the puzzle"));
                }
                // It was stopped before they were known.
                (Some(of_box), None) => line("symmetries", format!("{of_box} of the box")),
                (None, _) => {
                    line("symmetries", "not looked for in so large a box; `--symmetries` does".to_owned());
                }
            }
            for text in self.group.iter().flat_map(|group| self.generators(group)) {
                line("", text);
            }
            if let Some(condition) = self.spec.requirement() {
                line("required", condition.to_string());
            }
            line("items", plus(self.items));
            line("options", plus((self.options() as usize, self.idle as usize)));
            for rule in self.rules() {
                line("rule", rule);
            }
            for Placement { piece, shape } in &self.puzzle.placed {
                let cells = shape.sites().iter().map(|&site| self.puzzle.site_name(site)).join(" ");
                line("placed", format!("{} {cells}", self.pieces[piece.0].name));
            }
            for reason in &self.reasons {
                line("no solution", format!("because {reason}"));
            }
            if let Some(difficulty) = self.difficulty {
                line("difficulty", difficulty.to_string());
            }
        }
        self.reduced.iter().for_each(|reduced| out.push_str(&reduced_lines(reduced)));
        self.estimate.iter().for_each(|estimate| out.push_str(&estimate_lines(estimate)));
        out.push('\n');
        self.piece_table(&mut out);
        if let Some((kinds, covered)) = &self.kinds {
            out.push('\n');
            for (number, cells) in (1..).zip(kinds) {
                let noun = if cells.len() == 1 { "cell" } else { "cells" };
                let _ = writeln!(out, "kind {number}: {} {noun}, {}", cells.len(), cells.join(" "));
            }
            for (piece, numbers) in self.pieces.iter().zip(covered) {
                let ways = numbers.iter().map(|numbers| numbers.iter().join("+")).join(" ");
                let _ = writeln!(out, "{} covers {ways}", piece.name);
            }
        }
        out
    }

    /// The symmetries, or some that make all others, and what they do to the pieces.
    fn generators(&self, group: &Group) -> Vec<String> {
        let text = |number: usize| {
            let element = &group.elements()[number];
            let name = |piece: usize| self.pieces[piece].name;
            let swaps = element.pieces.iter().enumerate().filter(|(from, to)| *from != to.0);
            let swaps = swaps.map(|(from, to)| format!("{}→{}", name(from), name(to.0))).join(" ");
            if swaps.is_empty() { element.name.clone() } else { format!("{}, {swaps}", element.name) }
        };
        let shown = if self.all_symmetries { (0..group.order()).collect() } else { group.generators() };
        shown.into_iter().map(text).collect()
    }

    fn piece_table(&self, out: &mut String) {
        let heading = ["piece", "cells", "times", "sided", "base placements", "options"].map(str::to_owned);
        let rows = self.pieces.iter().map(|piece| {
            [
                piece.name.to_owned(),
                piece.sizes.iter().join(","),
                piece.bounds.to_string(),
                piece.sided.name().to_owned(),
                piece.base_placements.to_string(),
                piece.options.to_string(),
            ]
        });
        let rows = [heading].into_iter().chain(rows).collect_vec();
        let columns = if self.is_set { 5 } else { 6 };
        let width =
            |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
        let widths = (0..columns).map(width).collect_vec();
        for row in &rows {
            // Names may be wider than any width that `format!` knows.
            let mut cells = (0..columns).map(|column| {
                let rest = " ".repeat(widths[column] - row[column].chars().count());
                if column == 0 { row[column].clone() + &rest } else { rest + &row[column] }
            });
            let _ = writeln!(out, "{}", cells.join("  "));
        }
    }

    fn json(&self) -> String {
        let pieces = self.pieces.iter().map(|piece| {
            json!({
                "name": piece.name,
                "cells": piece.sizes,
                "low": piece.bounds.low,
                "high": piece.bounds.high,
                "sided": piece.sided.name(),
                "base_placements": piece.base_placements,
                "options": piece.options,
            })
        });
        let (cells, suffixed) = self.cells();
        let (primary, secondary) = self.items;
        let mut facts = json!({
            "title": self.spec.title(),
            "source": self.spec.source(),
            "lattice": self.puzzle.lattice.name(),
            "set": self.is_set,
            "cells": cells,
            "suffixed_cells": suffixed,
            "region_symmetries": self.symmetries,
            "symmetries": self.group.as_ref().map(|group| {
                group.elements().iter().map(|element| element.name.as_str()).collect_vec()
            }),
            "primary_items": primary,
            "secondary_items": secondary,
            "base_placements": self.base_placements(),
            "options": self.options(),
            "idle_options": self.idle,
            "rules": self.rules(),
            "pieces": pieces.collect_vec(),
            "no_solution_because": self.reasons,
            "estimate": self.estimate.as_ref().map(estimate_json),
            "reduced": self.reduced.as_ref().map(|(_, json)| json),
        });
        if let Some(difficulty) = self.difficulty {
            facts["difficulty"] = json!({
                "stars": difficulty.stars,
                "effort": difficulty.effort,
                "choices": difficulty.choices,
                "taken_back": difficulty.taken_back,
                "depth": difficulty.depth,
                "gave_up": difficulty.gave_up,
            });
        }
        if let Some((kinds, covered)) = &self.kinds {
            facts["kinds"] = json!(kinds);
            facts["kinds_covered"] = json!(covered);
        }
        if let Some(condition) = self.spec.requirement() {
            facts["required"] = json!(condition.to_string());
        }
        format!("{facts}\n")
    }
}
