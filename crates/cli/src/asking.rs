//! What is asked of solutions: from the arguments to a judge, and from its answers to words.

use crate::args::AskArgs;
use crate::caption::Known;
use crate::failure::Failure;
use crate::search::Symmetries;
use crate::solutions;
use crate::voice::is_verbose;
pub(crate) use polydlx::posed::packing;

use polydlx::cover::{Monitor, OptionId, Problem};
use polydlx::diagnostic::Diagnostic;
use polydlx::lattice::{Puzzle, Rule};
use polydlx::packing::{Group, Judge, Packing};
use polydlx::properties::{Board, Condition, Kind, Measure, Needs, Property};
use polydlx::solutions::Answered;
use polydlx::spec::{Loaded, Source, Spec, read_condition, read_measure};

/// What is asked of the solutions of a puzzle, or of a problem without geometry.
pub(crate) struct Asked {
    pub(crate) judge: Judge,
    /// What they must be like.
    pub(crate) condition: Option<Condition>,
    /// By what they are counted or put into an order.
    pub(crate) by: Option<Measure>,
}

impl Asked {
    /// What the arguments ask for; `input` is what the user calls the puzzle.
    pub(crate) fn new(
        args: &AskArgs,
        input: &str,
        symmetries: &Symmetries<'_>,
        monitor: &Monitor,
    ) -> Result<Self, Failure> {
        let packing = symmetries.packing();
        let puzzle = packing.puzzle();
        let mut asked = Self::read(args, Judge::new(packing), args.maximal)?;
        let looks_at_options = |measure: &Measure| measure.property.needs == Needs::Swaps;
        if let Some(measure) = asked.measures().iter().find(|measure| looks_at_options(measure)) {
            no_rules(puzzle, &format!("`{measure}`"))?;
        }
        let measures: Vec<Measure> = asked.measures();
        let needed: Vec<&Measure> = measures.iter().collect();
        // Whoever stops it now stops what follows, too.
        if let Ok(judge) = asked.judge.clone().prepared_for(&needed, packing, monitor) {
            asked.judge = judge;
        }
        let compares = |measure: &&Measure| measure.property.needs == Needs::Reference;
        if let Some(measure) = measures.iter().find(compares) {
            let Some(file) = &args.reference else { return Err(no_reference(measure.property.name)) };
            let reference = reference(input, file, packing)?;
            if let Ok(group) = symmetries.all(monitor) {
                asked.judge = asked.judge.compared_with(packing, &reference, group);
            }
        }
        Ok(asked)
    }

    /// What the arguments ask for of the solutions of a DLX file: they have no properties but costs.
    pub(crate) fn of_problem(args: &AskArgs, problem: &Problem) -> Result<Self, Failure> {
        let needs_geometry = [(args.strong, "--strong"), (args.reference.is_some(), "--reference")];
        if let Some((_, name)) = needs_geometry.iter().find(|(is, _)| *is) {
            let message = format!("a DLX file has no geometry, so {name} has no meaning for its solutions");
            let remedy = "give the spec instead, or with --spec";
            return Err(Failure::mistake(Diagnostic::error("no-geometry", message).remedy(remedy)));
        }
        Self::read(args, Judge::of_problem(problem), args.maximal && problem.has_idle_options())
    }

    fn read(args: &AskArgs, judge: Judge, maximal: bool) -> Result<Self, Failure> {
        let board = judge.board();
        let condition =
            args.condition.as_deref().map(|text| read("--where", text, board, read_condition)).transpose()?;
        let flag = |name| Condition::Flag(Property::named(name).expect("there is such a property").into());
        let flags = [(args.strong, "strong"), (maximal, "maximal")];
        let flags = flags.into_iter().filter(|(is, _)| *is).map(|(_, name)| flag(name));
        let condition = condition.into_iter().chain(flags).reduce(Condition::and);
        let by = args.by.as_deref().map(|text| read("--by", text, board, read_measure)).transpose()?;
        Ok(Self { judge, condition, by })
    }

    /// What is to be shown of each solution: by what they are ordered first.
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let mut all: Vec<Measure> = self.by.iter().cloned().collect();
        for measure in self.condition.iter().flat_map(Condition::measures) {
            if !all.contains(measure) {
                all.push(measure.clone());
            }
        }
        all
    }

    /// The answers of a solution.
    pub(crate) fn values(
        &self,
        packing: Option<&Packing<'_>>,
        options: &[OptionId],
    ) -> Vec<(String, Answered)> {
        let answer = |measure: Measure| {
            let value = self.judge.value(packing, &measure, options);
            let answered = match measure.property.kind {
                Kind::Flag => Answered::Flag(value != 0),
                Kind::Number => Answered::Number(value),
            };
            (measure.to_string(), answered)
        };
        self.measures().into_iter().map(answer).collect()
    }

    /// Says which measures depend on the image that one looks at.
    pub(crate) fn tell(&self, group: &Group) {
        for measure in self.measures().iter().filter(|_| is_verbose()) {
            let (kept, order) = (self.judge.keepers(group, &[measure]).len(), group.order());
            if kept < order {
                eprintln!(
                    "{measure} is kept by {kept} of {order} symmetries: of each class the best solution counts."
                );
            }
        }
    }
}

/// A value of a measure, as a condition would say it.
pub(crate) fn in_words(measure: &Measure, value: i64) -> String {
    match (measure.property.kind, value) {
        (Kind::Number, value) => format!("{measure} = {value}"),
        (Kind::Flag, 0) => format!("not {measure}"),
        (Kind::Flag, _) => measure.to_string(),
    }
}

/// What to say where rules are not heeded; those that only leave out placements need not be.
pub(crate) fn no_rules(puzzle: &Puzzle, what: &str) -> Result<(), Failure> {
    if puzzle.rules.iter().all(Rule::leaves_out) {
        return Ok(());
    }
    let message = format!("the puzzle has rules, and {what} knows nothing of them");
    let remedy = "leave out the rules, or ask for something else";
    Err(Failure::mistake(Diagnostic::error("unheeded-rules", message).remedy(remedy)))
}

/// The same for what solutions must be like.
pub(crate) fn no_requirement(loaded: &Loaded, what: &str) -> Result<(), Failure> {
    let Some(condition) = loaded.spec.as_ref().and_then(Spec::requirement) else { return Ok(()) };
    let message = format!("the puzzle requires `{condition}`, and {what} cannot say that");
    let remedy = "leave out the line `|! require …`, or use `polydlx solve` and `polydlx count`";
    Err(Failure::mistake(Diagnostic::error("unheeded-requirement", message).remedy(remedy)))
}

fn read<T>(
    name: &str,
    text: &str,
    board: &Board,
    read: fn(usize, &str, &Board) -> Result<T, Box<Diagnostic>>,
) -> Result<T, Failure> {
    read(0, text, board).map_err(|mistake| Failure::Mistakes(vec![Source::new(name, text)], vec![*mistake]))
}

fn no_reference(name: &str) -> Failure {
    let message = format!("`{name}` needs a solution to compare with");
    let remedy = "name a file that has one with --reference FILE";
    Failure::mistake(Diagnostic::error("needs-reference", message).remedy(remedy))
}

/// The first solution of a file.
fn reference(input: &str, file: &str, packing: &Packing<'_>) -> Result<Vec<OptionId>, Failure> {
    let not_one = |why: String| {
        Failure::mistake(
            Diagnostic::error("not-a-solution", why).remedy("`polydlx solve SPEC -n 1 > FILE` writes one"),
        )
    };
    let puzzle = packing.puzzle();
    let first = solutions::open(input, file, puzzle)?.next();
    let solution = first.unwrap_or_else(|| Err(not_one(format!("there is no solution in {file}"))))?;
    let tiling =
        solution.tiling(puzzle).map_err(|why| not_one(format!("{file}, line {}: {why}", solution.line)))?;
    Known::new(packing)
        .options(&tiling)
        .ok_or_else(|| not_one(format!("{file} has a solution of another puzzle")))
}
