//! `polydlx verify`

use crate::args::{SearchArgs, UpTo};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::search::{Symmetries, because, count_all, count_classes, report, search};
use crate::watch::{Show, Watch};
use crate::{Answer, Outcome, output};
use polydlx::cover::Monitor;
use polydlx::packing::Packing;
use polydlx::spec::Equivalence;

/// Solve puzzles and compare with the numbers that they expect
///
/// Counts the solutions of each spec or DLX file, compares with its `|! expect` lines, and prints a table of what agreed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx verify pentominoes-6x10 soma-3x3x3
  polydlx verify queens-8 langford-7
  polydlx verify puzzles/*.spec --time-limit 1m

Exit status: 0 all numbers agree, 1 one does not, 2 error, 3 some searches were stopped early and all others agree.")]
pub(crate) struct VerifyArgs {
    /// Specs (.spec), DLX files (.dlx), or names of puzzles of the library
    #[arg(value_name = "INPUT", required = true)]
    pub(crate) inputs: Vec<String>,

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
    let table = Table::new(&cases);
    table.heading()?;
    let mut worst = Answer::Yes;
    for case in &cases {
        let packing = match &case.input {
            Input::Spec(loaded) => {
                Some(Packing::new(loaded.puzzle().expect("a spec without mistakes is a puzzle")))
            }
            Input::Dlx(..) => None,
        };
        let symmetries = packing.as_ref().map(Symmetries::new);
        for (what, expected) in &case.expected {
            let (counted, verdict, answer) = compare(args, case, symmetries.as_ref(), *what, expected);
            table.row([case.name, what.name(), expected, &counted, &verdict])?;
            worst = match (worst, answer) {
                (Answer::No, _) | (_, Answer::No) => Answer::No,
                (Answer::Partial, _) | (_, Answer::Partial) => Answer::Partial,
                _ => Answer::Yes,
            };
        }
        if case.expected.is_empty() {
            table.row([case.name, "–", "", "", "no number is expected"])?;
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
            Input::Spec(loaded) => Input::Spec(input::with_box(loaded)?),
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
}

impl Table {
    fn new(cases: &[Case<'_>]) -> Self {
        let numbers = cases.iter().flat_map(|case| &case.expected).map(|(_, number)| number.len());
        let number = numbers.max().unwrap_or_default().max("expected".len());
        let name = cases.iter().map(|case| case.name.chars().count()).max().unwrap_or_default();
        let what = Equivalence::ALL.map(|what| what.name().len()).into_iter().max().unwrap_or_default();
        Self { widths: [name.max("puzzle".len()), what, number, number] }
    }

    fn heading(&self) -> Result<(), Failure> {
        self.row(["puzzle", "what", "expected", "counted", "agreed"])
    }

    fn row(&self, [name, what, expected, counted, verdict]: [&str; 5]) -> Result<(), Failure> {
        let [a, b, c, d] = self.widths;
        output::to(None, |out| {
            writeln!(out, "{name:a$}  {what:b$}  {expected:>c$}  {counted:>d$}  {verdict}")
        })
    }
}

/// The number that was found, whether it agrees, and what that means.
fn compare(
    args: &VerifyArgs,
    case: &Case<'_>,
    symmetries: Option<&Symmetries<'_>>,
    what: Equivalence,
    expected: &str,
) -> (String, String, Answer) {
    let monitor = Monitor::new();
    let show = Show::new(args.search.progress, args.search.quiet, false);
    let watch = Watch::start(&monitor, args.search.time_limit, show);
    let up_to = match what {
        Equivalence::Total => None,
        Equivalence::UpToSymmetry => Some(UpTo::Symmetry),
        Equivalence::UpToRotation => Some(UpTo::Rotation),
    };
    let outcome = match (&case.input, symmetries, up_to) {
        (Input::Dlx(problem, _), ..) => search(&args.search, problem, &monitor).total(),
        (_, Some(symmetries), Some(up_to)) => {
            count_classes(&args.search, symmetries.packing(), &symmetries.up_to(up_to), &monitor)
        }
        (_, Some(symmetries), None) => count_all(&args.search, symmetries, &monitor),
        (Input::Spec(_), None, _) => unreachable!("a spec has a packing"),
    };
    let cause = watch.cause();
    drop(watch);
    report(&args.search, &outcome);
    let found = outcome.solutions.to_string();
    if outcome.complete && found == expected {
        (found, "yes".to_owned(), Answer::Yes)
    } else if outcome.complete {
        (found, "NO".to_owned(), Answer::No)
    } else if is_greater(&found, expected) {
        (format!("at least {found}"), "NO".to_owned(), Answer::No)
    } else {
        (format!("at least {found}"), format!("unknown: {}", because(cause)), Answer::Partial)
    }
}

/// Whether one decimal number is greater than another.
fn is_greater(a: &str, b: &str) -> bool {
    (a.len(), a) > (b.len(), b)
}
