//! `polydlx count`

use crate::args::{AskArgs, ProblemArgs, RankArgs, SearchArgs, SymmetryArgs, UpTo};
use crate::asking::Asked;
use crate::diagram::{self, Opened};
use crate::edited::{self, SpecArgs};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::json::Object;
use crate::long::conclusion::By;
use crate::long::session::save;
use crate::long::{SaveArgs, Wanted};
use crate::search::{
    Symmetries, answer, answer_json, because, cause_json, config, explain_none, no_geometry, report,
    report_way, subgroup, warn_of_engine, warn_of_refusal, watched, why_none,
};
use crate::watch::Watch;
use crate::{Answer, Outcome, output};
use polydlx::cover::{BigUint, Monitor, Zdd};
use polydlx::diagnostic::Diagnostic;
use polydlx::packing::{self, Group, Judge, Method, Question, Rank, Which};
use polydlx::properties::Measure;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

/// Count the solutions of a puzzle
///
/// Prints just the number. Nothing is stored. If the search is stopped early, prints "at least" before it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx count pentominoes-6x10 --up-to symmetry
  polydlx count cuts-4x4 --invariant-under 'rotation by 180°'
  polydlx count pentominoes-6x10 --up-to symmetry --where 'tatami and faultfree'
  polydlx count pentominoes-6x10 --up-to symmetry --by rim
  polydlx count soma-3x3x3 --engine links --threads 1 --stats
  polydlx count my.dlx --time-limit 8h
  polydlx count soma-3x3x3 --digest
  polydlx count bedlam-4x4x4 --save bedlam
  polydlx count edited.dlx --spec my.spec --up-to symmetry
  polydlx count 6x10.zdd --place 'X 12'

Exit status: 0 there are solutions, 1 there are none, 2 error, 3 stopped early.")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    #[command(flatten)]
    pub(crate) spec: SpecArgs,

    #[command(flatten)]
    pub(crate) symmetry: SymmetryArgs,

    /// Print how many solutions or classes have which symmetry: the same as `--by stabilizer`
    #[arg(long, conflicts_with = "by", help_heading = "Symmetry")]
    pub(crate) by_stabilizer: bool,

    /// Count once more by Burnside's lemma, and compare
    #[arg(long, requires = "up_to", conflicts_with_all = ["condition", "by"], help_heading = "Symmetry")]
    pub(crate) verify: bool,

    #[command(flatten)]
    pub(crate) ask: AskArgs,

    /// Print the digest of all solutions, too: the same for every engine, thread count and order; up to symmetry, of all
    /// images of the classes
    #[arg(long, conflicts_with = "by")]
    pub(crate) digest: bool,

    /// Write one JSON object instead of a number
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) save: SaveArgs,
}

impl CountArgs {
    /// What is asked of solutions, whatever it is called.
    fn asked(&self) -> AskArgs {
        let by_stabilizer = self.by_stabilizer.then(|| "stabilizer".to_owned());
        AskArgs { by: by_stabilizer.or_else(|| self.ask.by.clone()), ..self.ask.clone() }
    }
}

pub(crate) fn run(args: &CountArgs) -> Outcome {
    if let Some(folder) = &args.save.save {
        return save_count(args, folder);
    }
    let (monitor, watch) = watched(&args.search, false);
    let ask = args.asked();
    let opened = diagram::open(&args.problem.input, &args.problem, &args.spec, &ask, &monitor)?;
    let Some(Opened { input, edited, family }) = opened else {
        return finish(args, watch, &Counted::nothing());
    };
    match input {
        Input::Dlx(problem, _) => {
            no_geometry(&args.symmetry)?;
            diagram::check_alone(family.as_ref(), &ask)?;
            let warned = warn_of_engine(&args.search, &problem)?;
            let asked = Asked::of_problem(&ask, &problem)?;
            let family = family.as_ref().map(|family| &family.zdd);
            let question = question(args, Question::about_problem(&problem), &asked, family);
            finish(args, watch, &Counted { warned, ..count_all(args, &question, &asked, &monitor)? })
        }
        Input::Spec(loaded) => {
            let loaded = input::with_box(*loaded)?;
            let Some(packing) = edited::packing(&loaded, edited, &monitor)? else {
                return finish(args, watch, &Counted::nothing());
            };
            let symmetries = Symmetries::new(&packing);
            let asked = Asked::new(&ask, &args.problem.input, &symmetries, &monitor)?;
            let family =
                family.map(|family| diagram::within(&family, packing.problem(), &monitor)).transpose()?;
            let mut counted = count(args, &symmetries, (&asked, family.as_ref()), &monitor)?;
            let is_plain = args.symmetry.invariant_under.is_empty()
                && asked.condition.is_none()
                && packing.requirement().is_none()
                && family.is_none();
            if args.json && is_plain && counted.is_none() {
                counted.reasons = why_none(&packing, &counted.answer.proofs);
            }
            let answer = finish(args, watch, &counted)?;
            if answer == Answer::No && is_plain && !args.search.quiet {
                explain_none(&packing, &counted.answer.proofs);
            }
            Ok(answer)
        }
    }
}

/// Counts in a folder.
fn save_count(args: &CountArgs, path: &Path) -> Outcome {
    let CountArgs { problem, spec, symmetry, search, .. } = args;
    if args.verify {
        let message = "--verify counts once more in another way, which is no part of what a folder keeps";
        let remedy = "leave it out; `polydlx merge --replay` verifies what is kept";
        return Err(Failure::mistake(Diagnostic::error("cannot-keep", message).remedy(remedy)));
    }
    let (ask, rank) = (&args.asked(), &RankArgs::default());
    let saved = save(path, "count", Wanted { problem, spec, symmetry, ask, rank, search }, None)?;
    let (complete, count) = saved
        .conclusion
        .as_ref()
        .map_or((false, BigUint::default()), |conclusion| (conclusion.complete, conclusion.count.clone()));
    if args.json {
        output::to(None, |out| writeln!(out, "{}", saved.json(search)))?;
    } else {
        let at_least = if complete { "" } else { "at least " };
        let lines = saved.conclusion.as_ref().and_then(|conclusion| conclusion.by.as_ref()).map(By::lines);
        lines.iter().flatten().try_for_each(|line| output::to(None, |out| writeln!(out, "{line}")))?;
        output::to(None, |out| writeln!(out, "{at_least}{count}"))?;
        if let Some(conclusion) = saved.conclusion.as_ref().filter(|_| args.digest) {
            output::to(None, |out| writeln!(out, "digest {}", conclusion.digest))?;
        }
    }
    saved.tell(path);
    Ok(if complete { answer(true, count == BigUint::default(), None) } else { Answer::Partial })
}

/// What the arguments ask of a puzzle.
fn count(
    args: &CountArgs,
    symmetries: &Symmetries<'_>,
    (asked, family): (&Asked, Option<&Zdd>),
    monitor: &Monitor,
) -> Result<Counted, Failure> {
    let question = question(args, Question::about(symmetries.packing()), asked, family);
    let names = &args.symmetry.invariant_under;
    if let Some(up_to) = args.symmetry.up_to {
        let Ok(group) = symmetries.up_to(up_to, monitor) else { return Ok(Counted::nothing()) };
        asked.tell(&group);
        match &asked.by {
            Some(measure) if measure.property.name != "stabilizer" => {
                by(args, &question.which(Which::UpTo(&group)), &asked.judge, measure, monitor)
            }
            _ => classes(args, &question, &group, monitor),
        }
    } else if !names.is_empty() {
        let Ok(group) = symmetries.all(monitor) else { return Ok(Counted::nothing()) };
        let subgroup = subgroup(group, names)?;
        count_all(args, &question.which(Which::Invariant(group, &subgroup)), asked, monitor)
    } else {
        let warned = warn_of_engine(&args.search, symmetries.packing().problem())?;
        Ok(Counted { warned, ..count_all(args, &question, asked, monitor)? })
    }
}

/// A question with all that the arguments say, but for symmetries.
fn question<'a>(
    args: &CountArgs,
    about: Question<'a>,
    asked: &'a Asked,
    family: Option<&'a Zdd>,
) -> Question<'a> {
    let mut question = about.config(&config(&args.search));
    if let Some(family) = family {
        question = question.among(family);
    }
    if args.digest {
        question = question.digest();
    }
    if let Some(condition) = &asked.condition {
        question = question.when(&asked.judge, condition);
    }
    question
}

/// How many solutions there are, or how many have which value.
fn count_all(
    args: &CountArgs,
    question: &Question<'_>,
    asked: &Asked,
    monitor: &Monitor,
) -> Result<Counted, Failure> {
    match &asked.by {
        Some(measure) => by(args, question, &asked.judge, measure, monitor),
        None => Ok(question.count(monitor).into()),
    }
}

/// How many solutions have which value of a measure.
fn by(
    args: &CountArgs,
    question: &Question<'_>,
    judge: &Judge,
    measure: &Measure,
    monitor: &Monitor,
) -> Result<Counted, Failure> {
    let rank = Rank { judge, measure, worst: false };
    let (values, answer) = question.distribution(rank, monitor);
    let by = By::Values(measure.clone(), values);
    if !args.json {
        by.lines().iter().try_for_each(|line| output::to(None, |out| writeln!(out, "{line}")))?;
    }
    Ok(Counted { by: Some(by), ..answer.into() })
}

/// Prints the number.
fn finish(args: &CountArgs, watch: Watch, counted: &Counted) -> Outcome {
    let cause = watch.cause();
    drop(watch);
    let answered = &counted.answer;
    if args.json {
        let stopped = !answered.complete || counted.lacks_verification(args);
        let object = counted.json(args).with("stopped_by", cause_json(cause).filter(|_| stopped));
        output::to(None, |out| writeln!(out, "{object}"))?;
        report_way(&args.search, answered, args.search.verbose);
    } else {
        let at_least = if answered.complete { "" } else { "at least " };
        output::to(None, |out| writeln!(out, "{at_least}{}", answered.count))?;
        if let Some(digest) = answered.digest {
            output::to(None, |out| writeln!(out, "digest {digest}"))?;
        }
        report(&args.search, answered);
    }
    if !counted.warned {
        warn_of_refusal(&args.search, answered);
    }
    if !answered.complete && !args.search.quiet {
        eprintln!("The count is partial: {}.", because(cause));
    }
    if counted.lacks_verification(args) {
        return Ok(Answer::Partial);
    }
    Ok(answer(answered.complete, answered.count == BigUint::default(), cause))
}

/// What came of counting.
struct Counted {
    answer: packing::Answer,
    /// How many have which value of a measure or which symmetry, if anybody wants to know.
    by: Option<By>,
    /// Whether another way to count gave the same number, if it was tried.
    verified: Option<bool>,
    /// Whether it has been said that the engine that was named cannot be used.
    warned: bool,
    /// Why there is no solution, for programs, as far as that is easy to see.
    reasons: Vec<String>,
}

/// The classes of solutions that have one kind of symmetry.
pub(crate) struct Stabilized {
    classes: u64,
    /// How many solutions there are in each.
    size: usize,
    /// The symmetries that their solutions have, without the identity.
    symmetries: Vec<String>,
}

impl fmt::Display for Stabilized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { classes, size, symmetries } = self;
        let class = if *classes == 1 { "class" } else { "classes" };
        let names = if symmetries.is_empty() { "no symmetry".to_owned() } else { symmetries.join(", ") };
        write!(f, "{classes} {class} of {size}: {names}")
    }
}

impl Stabilized {
    /// For programs.
    pub(crate) fn json(&self) -> Object {
        Object::default()
            .with("classes", self.classes)
            .with("size", self.size)
            .with("symmetries", self.symmetries.clone())
    }
}

/// The classes by their symmetries, which are numbers of elements of the group.
pub(crate) fn stabilized(group: &Group, classes: &BTreeMap<Vec<usize>, u64>) -> Vec<Stabilized> {
    let row = |(stabilizer, &classes): (&Vec<usize>, &u64)| Stabilized {
        classes,
        size: group.order() / stabilizer.len(),
        symmetries: stabilizer[1..].iter().map(|&number| group.elements()[number].name.clone()).collect(),
    };
    classes.iter().map(row).collect()
}

impl From<packing::Answer> for Counted {
    fn from(answer: packing::Answer) -> Self {
        Self { answer, by: None, verified: None, warned: false, reasons: Vec::new() }
    }
}

impl Counted {
    /// It was stopped before it began.
    fn nothing() -> Self {
        packing::Answer::stopped().into()
    }

    /// Whether it is certain that there is no solution.
    fn is_none(&self) -> bool {
        self.answer.complete && self.answer.count == BigUint::default()
    }

    /// Whether it was to be counted once more, and was not.
    fn lacks_verification(&self, args: &CountArgs) -> bool {
        args.verify && self.verified.is_none()
    }

    fn json(&self, args: &CountArgs) -> Object {
        let mut object = answer_json(&args.search, &self.answer)
            .with("up_to", args.symmetry.up_to.map(UpTo::name))
            .with("invariant_under", args.symmetry.invariant_under.clone());
        if args.digest {
            object = object.with("digest", self.answer.digest.map(|digest| digest.to_string()));
        }
        if let Some(by) = &self.by {
            object = by.json(object);
        }
        if self.is_none() {
            object = object.with("no_solution_because", self.reasons.clone());
        }
        if args.verify {
            object = object.with("verified", self.verified);
        }
        object
    }
}

fn classes(
    args: &CountArgs,
    question: &Question<'_>,
    group: &Group,
    monitor: &Monitor,
) -> Result<Counted, Failure> {
    let classes = question.clone().which(Which::UpTo(group));
    if args.asked().by.is_none() {
        let answer = classes.count(monitor);
        let verified = verified(args, question, group, &answer, monitor)?;
        return Ok(Counted { verified, ..answer.into() });
    }
    let mut by_stabilizer: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
    let answer = classes.for_each(monitor, &mut |class| {
        *by_stabilizer.entry(group.least_conjugate(&group.stabilizer(class.options))).or_default() += 1;
        ControlFlow::Continue(())
    });
    let rows = stabilized(group, &by_stabilizer);
    let total: u128 = rows.iter().map(|row| u128::from(row.classes) * row.size as u128).sum();
    let by = By::Stabilizers(rows);
    if !args.json {
        by.lines().iter().try_for_each(|line| output::to(None, |out| writeln!(out, "{line}")))?;
    }
    if answer.complete && !args.search.quiet {
        let solutions = if total == 1 { "solution" } else { "solutions" };
        eprintln!("{total} {solutions} in all.");
    }
    let verified = verified(args, question, group, &answer, monitor)?;
    Ok(Counted { by: Some(by), verified, ..answer.into() })
}

/// Compares with Burnside's lemma, if that is wanted: classes = (1/|G|) Σ fix(g), with fix(g) from searches of their own.
/// None if these were stopped.
fn verified(
    args: &CountArgs,
    question: &Question<'_>,
    group: &Group,
    answer: &packing::Answer,
    monitor: &Monitor,
) -> Result<Option<bool>, Failure> {
    if !args.verify || !answer.complete {
        return Ok(None);
    }
    let classes = &answer.count;
    if answer.method == Method::Given {
        eprintln!("Not verified: a diagram need not have all images of its solutions.");
        return Ok(None);
    }
    let Ok(fixed) = question.fixed(group, monitor) else {
        eprintln!("Not verified: the searches for symmetrical solutions were stopped.");
        return Ok(None);
    };
    let sum: BigUint = fixed.iter().map(|(_, number, solutions)| solutions * number).sum();
    if sum == classes * group.order() {
        let order = group.order();
        eprintln!(
            "Verified by Burnside's lemma: the numbers of solutions that each symmetry fixes add up to {sum} = {order}·{classes}."
        );
        return Ok(Some(true));
    }
    let message = format!(
        "two ways to count disagree: {classes} classes, but Burnside's sum is {sum} for {} symmetries",
        group.order()
    );
    Err(Failure::mistake(
        Diagnostic::error("count-disagrees", message).remedy("this is a bug: please report the puzzle"),
    ))
}
