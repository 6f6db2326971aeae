//! The ways to count: polydlx's engines and the other crates, each fed with the same options in the same order.

use clap::ValueEnum;
use dancing_links::ExactCover;
use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use exact_covers::Solver as _;
use polydlx::cover::{self, Config, Frontier, Monitor, OptionId, Problem, Search, Vectors};
use polydlx::packing::{Packing, Question};
use std::fmt;
use std::ops::ControlFlow;

/// What counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    Auto,
    Frontier,
    Bits,
    BitsPortable,
    BitsOnTwo,
    Links,
    Dlx,
    DlxRs,
    DancingLinks,
    ExactCovers,
}

impl Engine {
    /// Those with a column in the table.
    pub(crate) const ALL: [Self; 9] = [
        Self::Auto,
        Self::Frontier,
        Self::Bits,
        Self::BitsPortable,
        Self::Links,
        Self::Dlx,
        Self::DancingLinks,
        Self::DlxRs,
        Self::ExactCovers,
    ];

    pub(crate) fn is_ours(self) -> bool {
        matches!(
            self,
            Self::Auto | Self::Frontier | Self::Bits | Self::BitsPortable | Self::BitsOnTwo | Self::Links
        )
    }

    /// Whether it is no search of the whole tree: it knows a shorter way.
    pub(crate) fn is_shortcut(self) -> bool {
        matches!(self, Self::Auto | Self::Frontier)
    }

    /// Counts all solutions; the time includes making the engine's own tables.
    ///
    /// Only [`Engine::Auto`] asks for the puzzle, whose symmetry it uses.
    pub(crate) fn count(self, problem: &Problem, packing: Option<&Packing<'_>>) -> u64 {
        match self {
            Self::Auto => {
                let question = match packing {
                    Some(packing) => Question::about(packing),
                    None => Question::about_problem(problem),
                };
                question
                    .config(&means(cover::Engine::Auto))
                    .count(&Monitor::new())
                    .count
                    .try_into()
                    .expect("no large number")
            }
            Self::Frontier => {
                let tally = Frontier::new(problem).count().expect("a puzzle for engine frontier");
                tally.solutions.try_into().expect("no large number")
            }
            Self::Bits => ours(problem, &means(cover::Engine::Bits)),
            Self::BitsPortable => {
                ours(problem, &Config { vectors: Vectors::Portable, ..means(cover::Engine::Bits) })
            }
            Self::BitsOnTwo => ours(problem, &Config { threads: 2, ..means(cover::Engine::Bits) }),
            Self::Links => ours(problem, &means(cover::Engine::Links)),
            Self::Dlx => by_dlx(problem),
            Self::DlxRs => by_dlx_rs(problem),
            Self::DancingLinks => by_dancing_links(problem),
            Self::ExactCovers => by_exact_covers(problem),
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "polydlx",
            Self::Frontier => "`frontier`",
            Self::Bits => "`bits`",
            Self::BitsPortable => "`bits`, portable",
            Self::BitsOnTwo => "`bits`, two threads",
            Self::Links => "`links`",
            Self::Dlx => "`dlx`",
            Self::DlxRs => "`dlx-rs`",
            Self::DancingLinks => "`dancing-links`",
            Self::ExactCovers => "`exact-covers`",
        })
    }
}

/// One thread.
pub(crate) fn means(engine: cover::Engine) -> Config {
    Config { engine, ..Config::default() }
}

fn ours(problem: &Problem, config: &Config) -> u64 {
    let outcome = Search::with(problem, config).count();
    assert_eq!(outcome.engine, config.engine, "not another engine in its place");
    outcome.solutions
}

/// The items of each option by their place in the list of items, primary ones first.
fn rows(problem: &Problem) -> Vec<Vec<usize>> {
    let mut places = vec![0; problem.items()];
    for (place, item) in problem.listing().iter().enumerate() {
        places[item.0 as usize] = place;
    }
    let row =
        |option: OptionId| problem.option(option).iter().map(|entry| places[entry.item.0 as usize]).collect();
    problem.option_ids().map(row).collect()
}

fn by_dlx(problem: &Problem) -> u64 {
    let rows: Vec<Vec<dlx::Uint>> =
        rows(problem).iter().map(|row| row.iter().copied().map(dlx::Uint).collect()).collect();
    let (primary, secondary) = (problem.primaries().len(), problem.secondaries().len());
    let mut problem =
        dlx::x::make_problem(dlx::Uint(primary), dlx::Uint(secondary), &rows, dlx::OptOrder::Seq);
    let mut solver = dlx::Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solutions = 0;
    while solver.next_solution(&mut chooser) {
        solutions += 1;
    }
    solutions
}

fn by_dlx_rs(problem: &Problem) -> u64 {
    let mut solver = dlx_rs::Solver::new_optional(problem.primaries().len(), problem.secondaries().len());
    for (number, row) in rows(problem).iter().enumerate() {
        let items: Vec<_> = row.iter().map(|place| place + 1).collect();
        solver.add_option(number, &items);
    }
    solver.count() as u64
}

fn by_dancing_links(problem: &Problem) -> u64 {
    struct Cover {
        rows: Vec<Vec<usize>>,
        items: Vec<usize>,
        primary: usize,
    }
    impl ExactCover for Cover {
        type Possibility = Vec<usize>;
        type Constraint = usize;
        fn satisfies(&self, row: &Vec<usize>, item: &usize) -> bool {
            row.contains(item)
        }
        fn is_optional(&self, item: &usize) -> bool {
            *item >= self.primary
        }
        fn possibilities(&self) -> &[Vec<usize>] {
            &self.rows
        }
        fn constraints(&self) -> &[usize] {
            &self.items
        }
    }
    let (items, primary) = ((0..problem.items()).collect(), problem.primaries().len());
    let cover = Cover { rows: rows(problem), items, primary };
    let mut solver = cover.solver();
    let mut solutions = 0;
    while solver.next_solution().is_some() {
        solutions += 1;
    }
    solutions
}

fn by_exact_covers(problem: &Problem) -> u64 {
    let items: Vec<usize> = (0..problem.items()).collect();
    let (primary, secondary) = items.split_at(problem.primaries().len());
    let mut solver: exact_covers::DlSolver<'_, usize, ()> = exact_covers::DlSolver::new(primary, secondary);
    for row in rows(problem) {
        let (primary, secondary): (Vec<_>, Vec<_>) = row.iter().partition(|place| primary.contains(place));
        let secondary: Vec<(usize, Option<()>)> = secondary.into_iter().map(|place| (place, None)).collect();
        solver.add_option(primary, secondary);
    }
    let mut solutions = 0;
    solver.solve(|_| {
        solutions += 1;
        ControlFlow::Continue(())
    });
    solutions
}
