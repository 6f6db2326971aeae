//! `polydlx verify`

use crate::args::{SearchArgs, UpTo};
use crate::asking;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::json::Object;
use crate::search::{Symmetries, because, config, report};
use crate::watch::{Show, Watch, duration};
use crate::{Answer, Outcome, output};
use polydlx::cover::{Monitor, Stopped};
use polydlx::diagnostic::harmless;
use polydlx::packing::{self, Question, Which};
use polydlx::spec::Equivalence;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Solve puzzles and compare with the numbers that they expect
///
/// Counts the solutions of each spec or DLX file, compares with its `|! expect` lines, and prints a table of what agreed.
/// A time limit holds for all of them together.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx verify pentominoes-6x10 soma-3x3x3
  polydlx verify queens-8 langford-7
  polydlx verify puzzles/*.spec --time-limit 1m

Exit status: 0 all numbers agree, 1 one does not or none is expected, 2 error, 3 some searches were stopped early and all others agree.")]
pub(crate) struct VerifyArgs {
    /// Specs (.spec), DLX files (.dlx), or names of puzzles of the library
    #[arg(value_name = "INPUT", required = true)]
    pub(crate) inputs: Vec<String>,

    /// Write a JSON object a line instead of a table
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

pub(crate) fn run(args: &VerifyArgs) -> Outcome {
    let mut unreadable = false;
    let mut cases = Vec::new();
    for name in &args.inputs {
        match Case::new(name) {
            Ok(case) => cases.push(case),
            Err(failure) => {
                // The others are verified all the same.
                failure.report();
                unreadable = true;
            }
        }
    }
    let table = Table::new(&cases, args.json);
    table.heading()?;
    let agenda = Agenda::new(cases.iter().map(|case| case.expected.len()).sum());
    let monitor = Monitor::new();
    let show = Show::new(args.search.progress, args.search.quiet, false);
    let watch = watch(&monitor, show, &agenda);
    let mut worst = Answer::Yes;
    'all: for case in &cases {
        for (what, expected) in &case.expected {
            agenda.begin(&format!("{}, {}", case.name, what.name()));
            let verdict = compare(args, case, (*what, expected), (&monitor, &watch));
            agenda.done();
            show.clear();
            table.verdict(case.name, *what, expected, &verdict)?;
            worst = match (worst, verdict.answer()) {
                (Answer::No, _) | (_, Answer::No) => Answer::No,
                (Answer::Partial, _) | (_, Answer::Partial) => Answer::Partial,
                _ => Answer::Yes,
            };
            if monitor.is_stopped() {
                // Whatever stops it means everything.
                break 'all;
            }
        }
        if case.expected.is_empty() {
            // What expects nothing cannot be verified.
            worst = Answer::No;
            table.nothing_expected(case.name)?;
        }
    }
    if unreadable { Err(Failure::told()) } else { Ok(worst) }
}

/// A puzzle, and the numbers that it states.
struct Case<'a> {
    name: &'a str,
    input: Input,
    expected: Vec<(Equivalence, String)>,
}

impl<'a> Case<'a> {
    fn new(name: &'a str) -> Result<Self, Failure> {
        let input = match input::problem_called(name)? {
            Input::Spec(loaded) => Input::Spec(Box::new(input::with_box(*loaded)?)),
            dlx @ Input::Dlx(..) => dlx,
        };
        let expected = |what| match &input {
            Input::Spec(loaded) => loaded.spec.as_ref().and_then(|spec| spec.expected(what)),
            Input::Dlx(_, about) => about.expected().filter(|_| what == Equivalence::Total),
        };
        let expected = Equivalence::ALL.map(|what| expected(what).map(|number| (what, number.to_owned())));
        Ok(Self { name, expected: expected.into_iter().flatten().collect(), input })
    }
}

/// Lines with columns, which appear as their numbers are known.
struct Table {
    widths: [usize; 4],
    /// Whether it is for programs.
    json: bool,
}

impl Table {
    fn new(cases: &[Case<'_>], json: bool) -> Self {
        let numbers = cases.iter().flat_map(|case| &case.expected).map(|(_, number)| number.len());
        let number = numbers.max().unwrap_or_default().max("expected".len());
        let name = cases.iter().map(|case| case.name.chars().count()).max().unwrap_or_default();
        let what = Equivalence::ALL.map(|what| what.name().len()).into_iter().max().unwrap_or_default();
        Self { widths: [name.max("puzzle".len()), what, number, number], json }
    }

    fn heading(&self) -> Result<(), Failure> {
        if self.json { Ok(()) } else { self.row(["puzzle", "what", "expected", "counted", "agreed"]) }
    }

    fn verdict(
        &self,
        name: &str,
        what: Equivalence,
        expected: &str,
        verdict: &Verdict,
    ) -> Result<(), Failure> {
        let Verdict { counted, complete, agreed, because, .. } = verdict;
        if self.json {
            let object =
                Object::default().with("puzzle", name).with("what", what.name()).raw("expected", &expected);
            let object = object.raw("counted", counted).with("complete", *complete).with("agreed", *agreed);
            return output::to(None, |out| writeln!(out, "{object}"));
        }
        let counted = if *complete { counted.clone() } else { format!("at least {counted}") };
        let said = match agreed {
            Some(true) => "yes".to_owned(),
            Some(false) => "NO".to_owned(),
            None => format!("unknown: {because}"),
        };
        self.row([name, what.name(), expected, &counted, &said])
    }

    fn nothing_expected(&self, name: &str) -> Result<(), Failure> {
        if self.json {
            let none = None::<u64>;
            let object = Object::default().with("puzzle", name).with("what", none).with("expected", none);
            let object = object.with("counted", none).with("complete", none).with("agreed", none);
            return output::to(None, |out| writeln!(out, "{object}"));
        }
        self.row([name, "–", "", "", "no number is expected"])
    }

    fn row(&self, [name, what, expected, counted, verdict]: [&str; 5]) -> Result<(), Failure> {
        let [a, b, c, d] = self.widths;
        let name = harmless(name);
        output::to(None, |out| {
            writeln!(out, "{name:a$}  {what:b$}  {expected:>c$}  {counted:>d$}  {verdict}")
        })
    }
}

/// The number that was found, and whether it agrees.
struct Verdict {
    counted: String,
    complete: bool,
    /// None if that is not known.
    agreed: Option<bool>,
    /// What ended the search early, if anything did.
    because: &'static str,
}

impl Verdict {
    fn answer(&self) -> Answer {
        match self.agreed {
            Some(true) => Answer::Yes,
            Some(false) => Answer::No,
            None => Answer::Partial,
        }
    }
}

/// The numbers one after the other, of which progress is told as of one question.
#[derive(Clone, Default)]
struct Agenda(Arc<Mutex<(String, usize, usize)>>);

impl Agenda {
    fn new(all: usize) -> Self {
        Self(Arc::new(Mutex::new((String::new(), 0, all))))
    }

    fn begin(&self, what: &str) {
        self.state().0 = what.to_owned();
    }

    fn done(&self) {
        self.state().1 += 1;
    }

    fn state(&self) -> MutexGuard<'_, (String, usize, usize)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Watches all numbers together.
fn watch(monitor: &Monitor, show: Show, agenda: &Agenda) -> Watch {
    let (watched, agenda) = (monitor.clone(), agenda.clone());
    let mut shown: f64 = 0.0;
    Watch::with(monitor, show, move |elapsed| {
        let progress = watched.progress();
        let (what, done, all) = agenda.state().clone();
        // A number that is begun is as far as its own search; what was said is not taken back.
        shown = ((done as f64 + progress.done) / all.max(1) as f64).clamp(shown, 1.0);
        let (seconds, phase) = (duration(elapsed.as_secs_f64()), progress.phase);
        format!("{seconds}: number {} of {all}, {what}: {phase}, {:.2} % done", done + 1, shown * 100.0)
    })
}

/// Counts and compares.
fn compare(
    args: &VerifyArgs,
    case: &Case<'_>,
    (what, expected): (Equivalence, &str),
    (monitor, watch): (&Monitor, &Watch),
) -> Verdict {
    monitor.begin();
    let answer = count(args, case, what, monitor).unwrap_or_else(|Stopped| packing::Answer::stopped());
    let cause = watch.cause();
    report(&args.search, &answer);
    let counted = answer.count.to_string();
    let agreed = if answer.complete {
        Some(counted == expected)
    } else {
        is_greater(&counted, expected).then_some(false)
    };
    Verdict { counted, complete: answer.complete, agreed, because: because(cause) }
}

fn count(
    args: &VerifyArgs,
    case: &Case<'_>,
    what: Equivalence,
    monitor: &Monitor,
) -> Result<packing::Answer, Stopped> {
    let config = config(&args.search);
    let loaded = match &case.input {
        Input::Dlx(problem, _) => return Ok(Question::about_problem(problem).config(&config).count(monitor)),
        Input::Spec(loaded) => loaded,
    };
    let packing = asking::packing(loaded, monitor)?;
    let symmetries = Symmetries::new(&packing);
    let question = Question::about(&packing).config(&config);
    let up_to = match what {
        Equivalence::Total => return Ok(question.count(monitor)),
        Equivalence::UpToSymmetry => UpTo::Symmetry,
        Equivalence::UpToRotation => UpTo::Rotation,
    };
    let group = symmetries.up_to(up_to, monitor)?;
    Ok(question.which(Which::UpTo(&group)).count(monitor))
}

/// Whether one decimal number is greater than another.
fn is_greater(a: &str, b: &str) -> bool {
    (a.len(), a) > (b.len(), b)
}
