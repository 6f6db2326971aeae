//! Writing solutions as they are found.

use crate::letters::Letters;
use itertools::Itertools;
use polydlx_cover::{ItemId, OptionId, Problem, Step, dlx};
use polydlx_lattice::{Puzzle, Shape, Tiling};
use polydlx_packing::Packing;
use serde_json::{Value, json};
use std::cell::OnceCell;
use std::io::{self, Write};

/// A form of solutions.
pub trait Writer {
    /// What comes before the first solution.
    fn begin(&self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// A solution.
    fn write(&mut self, found: &Found<'_>, out: &mut dyn Write) -> io::Result<()>;
}

/// A solution that a search has found.
pub struct Found<'a> {
    /// Its number.
    pub number: u64,
    /// How it was found.
    pub steps: &'a [Step],
    /// What was asked of it, and the answers.
    pub values: Vec<(String, Answered)>,
    packing: Option<&'a Packing<'a>>,
    tiling: OnceCell<Tiling>,
}

/// An answer to a question about a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(i64),
}

impl<'a> Found<'a> {
    /// A solution of a problem that has no geometry.
    pub fn in_problem(number: u64, steps: &'a [Step]) -> Self {
        Self { number, steps, values: Vec::new(), packing: None, tiling: OnceCell::new() }
    }

    /// A solution of a puzzle.
    pub fn in_puzzle(packing: &'a Packing<'a>, number: u64, steps: &'a [Step]) -> Self {
        Self { packing: Some(packing), ..Self::in_problem(number, steps) }
    }

    /// What was asked of it, for people: `hsym 42, not tatami`; nothing if nothing was asked.
    pub fn remark(&self) -> String {
        let say = |(name, value): &(String, Answered)| match value {
            Answered::Flag(true) => name.clone(),
            Answered::Flag(false) => format!("not {name}"),
            Answered::Number(number) => format!("{name} {number}"),
        };
        self.values.iter().map(say).join(", ")
    }

    /// Its number, and what was asked of it: `3:`, or `3: (hsym 42)`.
    pub fn heading(&self) -> String {
        let remark = self.remark();
        if remark.is_empty() { format!("{}:", self.number) } else { format!("{}: ({remark})", self.number) }
    }

    /// Its options, in the order in which they were chosen.
    pub fn options(&self) -> impl Iterator<Item = OptionId> {
        self.steps.iter().filter_map(|step| step.option)
    }

    /// Where the pieces lie, made when somebody asks for it first; none if there is no geometry.
    pub fn tiling(&self) -> Option<&Tiling> {
        self.packing.map(|packing| self.tiling.get_or_init(|| packing.tiling(self.options())))
    }
}

/// For those who only want to know how it ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoWriter;

impl Writer for NoWriter {
    fn write(&mut self, _: &Found<'_>, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// Pictures made of letters.
pub struct TextWriter<'a>(Letters<'a>);

impl<'a> TextWriter<'a> {
    /// For solutions of this puzzle.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Self(Letters::new(puzzle))
    }
}

impl Writer for TextWriter<'_> {
    fn write(&mut self, found: &Found<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Some(tiling) = found.tiling() else { return Ok(()) };
        writeln!(out, "{}{}\n{}", self.0.legend(tiling, &[]), found.heading(), self.0.draw(tiling))
    }
}

/// Option lines, as Knuth's solvers print them.
pub struct DlxWriter<'a>(pub &'a Problem);

impl Writer for DlxWriter<'_> {
    fn write(&mut self, found: &Found<'_>, mut out: &mut dyn Write) -> io::Result<()> {
        match &found.values[..] {
            // As dlx5 says it.
            [(name, Answered::Number(cost))] if name == "cost" => {
                writeln!(out, "{}: (total cost ${cost})", found.number)?;
            }
            _ => writeln!(out, "{}", found.heading())?,
        }
        dlx::write_steps(self.0, found.steps, &mut out)
    }
}

/// JSON lines. The text of each option is made once; solutions only put them together.
pub struct JsonWriter {
    header: String,
    field: &'static str,
    options: Vec<String>,
    /// For each option its place in the order in which placements are listed.
    rank: Vec<usize>,
}

impl JsonWriter {
    /// For solutions of a puzzle that may have a title.
    pub fn of_puzzle(packing: &Packing<'_>, title: Option<&str>) -> Self {
        let puzzle = packing.puzzle();
        let names = |shape: &Shape| shape.sites().iter().map(|&site| puzzle.site_name(site)).collect_vec();
        let pieces = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect_vec();
        let header = format!(
            r#"{{"polydlx":1,"lattice":{},"title":{},"cells":{},"pieces":{}}}"#,
            json!(puzzle.lattice.name()),
            json!(title),
            json!(names(puzzle.region.shape())),
            json!(pieces)
        );
        let problem = packing.problem();
        let mut options = vec![String::new(); problem.options()];
        let placements = packing.placements().map(|option| (packing.placement(option), option)).sorted();
        let mut rank = vec![0; options.len()];
        for (at, (placement, option)) in placements.enumerate() {
            rank[option.0 as usize] = at;
            options[option.0 as usize] = format!(
                r#"{{"piece":{},"cells":{}}}"#,
                json!(pieces[placement.piece.0]),
                json!(names(&placement.shape))
            );
        }
        Self { header, field: "placements", options, rank }
    }

    /// For solutions of a problem without geometry.
    pub fn of_problem(problem: &Problem) -> Self {
        let text = |option: OptionId| {
            let names = problem.option(option).iter().map(|entry| {
                let color = entry.color.map(|color| format!(":{}", problem.color_name(color)));
                format!("{}{}", problem.name(entry.item), color.unwrap_or_default())
            });
            Value::from(names.collect_vec()).to_string()
        };
        let items = |ids: &[ItemId]| json!(ids.iter().map(|&item| problem.name(item)).collect_vec());
        let header = format!(
            r#"{{"polydlx":1,"primary":{},"secondary":{}}}"#,
            items(problem.primaries()),
            items(problem.secondaries())
        );
        let options = problem.option_ids().map(text).collect_vec();
        Self { header, field: "options", rank: (0..options.len()).collect(), options }
    }
}

impl Writer for JsonWriter {
    fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.header)
    }

    fn write(&mut self, found: &Found<'_>, out: &mut dyn Write) -> io::Result<()> {
        let chosen =
            // Options that place nothing are not listed.
            found.options().map(|option| option.0 as usize).filter(|&option| !self.options[option].is_empty());
        let chosen = chosen.sorted_by_key(|&option| self.rank[option]);
        write!(out, r#"{{"solution":{}"#, found.number)?;
        for (name, value) in &found.values {
            match value {
                Answered::Flag(flag) => write!(out, ",{}:{flag}", json!(name))?,
                Answered::Number(number) => write!(out, ",{}:{number}", json!(name))?,
            }
        }
        write!(out, r#","{}":["#, self.field)?;
        for (at, option) in chosen.enumerate() {
            let comma = if at > 0 { "," } else { "" };
            write!(out, "{comma}{}", self.options[option])?;
        }
        writeln!(out, "]}}")
    }
}
