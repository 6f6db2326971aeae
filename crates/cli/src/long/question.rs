//! A question that can be kept: from arguments to files and words, and from these to a question again.

use crate::args::{AskArgs, ChangeArgs, ProblemArgs, RankArgs, SearchArgs, SymmetryArgs, UpTo, branch_words};
use crate::asking::Asked;
use crate::edited::{self, SpecArgs, with_spec};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::search::{Symmetries, config, no_geometry, subgroup};
use clap::Parser;
use polydlx::cover::{Branch, Config, Engine, Monitor, Problem};
use polydlx::diagnostic::Diagnostic;
use polydlx::journal::options_hash;
use polydlx::lattice::Lattice;
use polydlx::packing::{Group, Packing, Question, What, Which};
use polydlx::spec::Form;
use std::collections::BTreeMap;
use std::path::Path;

/// All that a kept question can be about.
#[derive(Debug, clap::Args)]
pub(crate) struct QuestionArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    #[command(flatten)]
    pub(crate) spec: SpecArgs,

    #[command(flatten)]
    pub(crate) symmetry: SymmetryArgs,

    #[command(flatten)]
    pub(crate) ask: AskArgs,

    #[command(flatten)]
    pub(crate) rank: RankArgs,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// The same, of whatever command.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) problem: &'a ProblemArgs,
    pub(crate) spec: &'a SpecArgs,
    pub(crate) symmetry: &'a SymmetryArgs,
    pub(crate) ask: &'a AskArgs,
    pub(crate) rank: &'a RankArgs,
    pub(crate) search: &'a SearchArgs,
}

impl<'a> From<&'a QuestionArgs> for Wanted<'a> {
    fn from(args: &'a QuestionArgs) -> Self {
        let QuestionArgs { problem, spec, symmetry, ask, rank, search } = args;
        Self { problem, spec, symmetry, ask, rank, search }
    }
}

/// Words that were kept, to be read like a command line.
#[derive(Debug, Parser)]
struct Words {
    #[command(flatten)]
    question: QuestionArgs,
}

impl QuestionArgs {
    /// What is asked if nothing is said but which puzzle.
    pub(crate) fn about(input: &str, lattice: Option<Lattice>, change: &ChangeArgs) -> Result<Self, Failure> {
        let words = Words::try_parse_from(["polydlx", "--", input]);
        let words =
            words.map_err(|error| Failure::mistake(Diagnostic::error("no-input", error.to_string())))?;
        let mut question = words.question;
        (question.problem.lattice, question.problem.change) = (lattice, change.clone());
        Ok(question)
    }
}

/// The names of the files of a question.
const SPEC: &str = "puzzle.spec";
const DLX: &str = "puzzle.dlx";
const GEOMETRY: &str = "geometry.spec";
const REFERENCE: &str = "reference.txt";

/// What is kept of a question: files by name, and words.
pub(crate) struct Written {
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) words: Vec<String>,
    pub(crate) options: String,
}

impl Wanted<'_> {
    /// Writes everything down that the answer depends on; none if it was stopped.
    pub(crate) fn write(&self, command: &str, monitor: &Monitor) -> Result<Option<Written>, Failure> {
        self.refuse_what_has_no_units(command)?;
        let mut files = BTreeMap::new();
        let name = &self.problem.input;
        let knuth = |loaded: &polydlx::spec::Loaded| {
            loaded.rewritten(Form::Knuth).expect("a spec without mistakes is a puzzle").to_string()
        };
        let (input, edited) = with_spec(input::problem(self.problem)?, self.spec, self.problem.lattice)?;
        let options = match &input {
            Input::Dlx(problem, _) => options_hash(problem),
            Input::Spec(loaded) => {
                let geometry = if edited.is_some() { GEOMETRY } else { SPEC };
                files.insert(geometry.to_owned(), knuth(loaded));
                match &edited {
                    Some(problem) => options_hash(problem),
                    None => {
                        let loaded = input::with_box((**loaded).clone())?;
                        let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
                        let Ok(packing) = Packing::watched(puzzle, monitor) else { return Ok(None) };
                        options_hash(packing.problem())
                    }
                }
            }
        };
        if edited.is_some() || matches!(input, Input::Dlx(..)) {
            if name == "-" {
                let message = "a DLX file that comes from standard input cannot be kept";
                return Err(Failure::mistake(
                    Diagnostic::error("cannot-keep", message).remedy("put it into a file"),
                ));
            }
            files.insert(DLX.to_owned(), input::source(name)?.text);
        }
        if let Some(reference) = &self.ask.reference {
            files.insert(REFERENCE.to_owned(), input::source(reference)?.text);
        }
        Ok(Some(Written { files, words: self.words(), options }))
    }

    /// The arguments that matter, in one order.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut say = |name: &str, value: Option<&str>| {
            words.push(name.to_owned());
            words.extend(value.map(str::to_owned));
        };
        if let Some(up_to) = self.symmetry.up_to {
            say("--up-to", Some(up_to.name()));
        }
        if !self.symmetry.invariant_under.is_empty() {
            say("--invariant-under", Some(&self.symmetry.invariant_under.join(",")));
        }
        if let Some(condition) = &self.ask.condition {
            say("--where", Some(condition));
        }
        if self.ask.strong {
            say("--strong", None);
        }
        if self.ask.maximal {
            say("--maximal", None);
        }
        if let Some(property) = &self.ask.by {
            say("--by", Some(property));
        }
        for (name, number) in [("--best", self.rank.best), ("--worst", self.rank.worst)] {
            if let Some(number) = number {
                say(name, Some(&number.to_string()));
            }
        }
        if self.search.engine != Engine::Auto {
            say("--engine", Some(self.search.engine.name()));
        }
        if self.search.branch != Branch::Mrv {
            say("--branch", Some(&branch_words(&self.search.branch)));
        }
        words
    }

    fn refuse_what_has_no_units(&self, command: &str) -> Result<(), Failure> {
        let refuse = |message: &str, remedy: &str| {
            Err(Failure::mistake(Diagnostic::error("cannot-keep", message).remedy(remedy)))
        };
        let (is_solve, first) = (command == "solve", self.rank.number().is_some());
        if is_solve && self.ask.by.is_some() && !first {
            return refuse(
                "solutions are kept as they are found, and there is no order by a property before all are known",
                "say --best K, and the first K of that order are kept; or leave out --by",
            );
        }
        if !is_solve && first {
            return refuse(
                "--best and --worst choose solutions, and a number has none",
                "leave them out, or keep solutions with `solve`",
            );
        }
        if (is_solve || self.ask.by.is_some()) && self.search.engine == Engine::Frontier {
            return refuse(
                "engine frontier has no solutions one by one that could be kept or asked",
                "leave out --engine frontier",
            );
        }
        Ok(())
    }
}

/// The arguments that words and files in a folder stand for.
pub(crate) fn read(folder: &Path, words: &[String], files: &[&str]) -> Result<QuestionArgs, String> {
    let path = |name: &str| folder.join(name).display().to_string();
    let is = |name: &str| files.contains(&name);
    let mut line = vec!["polydlx".to_owned(), path(if is(DLX) { DLX } else { SPEC })];
    if is(GEOMETRY) {
        line.extend(["--spec".to_owned(), path(GEOMETRY)]);
    }
    if is(REFERENCE) {
        line.extend(["--reference".to_owned(), path(REFERENCE)]);
    }
    line.extend_from_slice(words);
    let words = Words::try_parse_from(line).map_err(|error| error.kind().to_string())?;
    Ok(words.question)
}

/// What there is beside a question: what it is about.
pub(crate) struct Context<'a> {
    /// The problem whose options digests are made of.
    pub(crate) problem: &'a Problem,
    pub(crate) packing: Option<&'a Packing<'a>>,
    pub(crate) title: Option<&'a str>,
    /// The group whose classes are counted.
    pub(crate) group: Option<&'a Group>,
    /// What is asked of solutions.
    pub(crate) asked: &'a Asked,
}

/// Asks a question, with its digest, for one thread and so much memory; none if it was stopped before that.
pub(crate) fn ask<T>(
    args: &QuestionArgs,
    what: What,
    memory: usize,
    monitor: &Monitor,
    work: impl FnOnce(Question<'_>, &Context<'_>) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    let means = Config { threads: 1, memory, ..config(&args.search) };
    let (input, edited) = with_spec(
        input::problem_asked(&args.problem.input, &args.problem, &args.ask)?,
        &args.spec,
        args.problem.lattice,
    )?;
    let loaded = match input {
        Input::Dlx(problem, _) => {
            no_geometry(&args.symmetry)?;
            let asked = Asked::of_problem(&args.ask, &problem)?;
            let mut question = Question::about_problem(&problem).what(what).config(&means).digest();
            if let Some(condition) = &asked.condition {
                question = question.when(&asked.judge, condition);
            }
            let context =
                Context { problem: &problem, packing: None, title: None, group: None, asked: &asked };
            return work(question, &context).map(Some);
        }
        Input::Spec(loaded) => input::with_box(*loaded)?,
    };
    let Some(packing) = edited::packing(&loaded, edited, monitor)? else { return Ok(None) };
    let symmetries = Symmetries::new(&packing);
    let asked = Asked::new(&args.ask, &args.problem.input, &symmetries, monitor)?;
    let title = loaded.spec.as_ref().and_then(|spec| spec.title());
    let mut question = Question::about(&packing).what(what).config(&means).digest();
    if let Some(condition) = &asked.condition {
        question = question.when(&asked.judge, condition);
    }
    let problem = packing.problem();
    let mut context = Context { problem, packing: Some(&packing), title, group: None, asked: &asked };
    if let Some(up_to) = args.symmetry.up_to {
        let Ok(group) = up_to_group(&symmetries, up_to, monitor) else { return Ok(None) };
        context.group = Some(&group);
        return work(question.which(Which::UpTo(&group)), &context).map(Some);
    }
    if args.symmetry.invariant_under.is_empty() {
        return work(question, &context).map(Some);
    }
    let Ok(group) = symmetries.all(monitor) else { return Ok(None) };
    let subgroup = subgroup(group, &args.symmetry.invariant_under)?;
    work(question.which(Which::Invariant(group, &subgroup)), &context).map(Some)
}

fn up_to_group(
    symmetries: &Symmetries<'_>,
    up_to: UpTo,
    monitor: &Monitor,
) -> Result<Group, polydlx::cover::Stopped> {
    symmetries.up_to(up_to, monitor).map(std::borrow::Cow::into_owned)
}
