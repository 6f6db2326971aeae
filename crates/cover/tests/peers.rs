//! Random problems, counted by crates `dlx` and `exact-covers` as well: programs of other people, on other data structures.

use dlx::choose::{Choose, mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Int, OptOrder, Uint};
use exact_covers::{DlSolver, Solver as _};
use polydlx_cover::{Bounds, Color, Engine, Entry, Problem, Search};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// An option: items by number, primary ones first, each with a colour from 1, or 0 for none.
type Row = BTreeMap<u32, u32>;

#[derive(Clone, Debug)]
struct Cover {
    primary: u32,
    secondary: u32,
    rows: Vec<Row>,
}

impl Cover {
    fn problem(&self) -> Problem {
        let mut builder = Problem::builder();
        let colors: Vec<Color> = ["a", "b"].map(|name| builder.color(name)).to_vec();
        let mut items = Vec::new();
        for at in 0..self.primary {
            items.push(builder.primary(&format!("p{at}"), Bounds::ONCE));
        }
        for at in 0..self.secondary {
            items.push(builder.secondary(&format!("s{at}")));
        }
        for row in &self.rows {
            builder.option(row.iter().map(|(&item, &color)| {
                let color = color.checked_sub(1).map(|number| colors[number as usize]);
                Entry { item: items[item as usize], color }
            }));
        }
        builder.build().unwrap()
    }
}

fn cover(colors: u32) -> impl Strategy<Value = Cover> {
    (3..=8u32, 0..=6u32).prop_flat_map(move |(primary, secondary)| {
        let row = (0..primary, prop::collection::btree_map(0..primary + secondary, 0..=colors, 0..=3));
        let row = row.prop_map(move |(must, mut row)| {
            row.insert(must, 0);
            row.iter_mut().filter(|(item, _)| **item < primary).for_each(|(_, color)| *color = 0);
            row
        });
        prop::collection::vec(row, 1..=24).prop_map(move |rows| Cover { primary, secondary, rows })
    })
}

/// What the engines say, which must be one thing.
fn ours(cover: &Cover) -> u64 {
    let problem = cover.problem();
    let links = Search::new(&problem).engine(Engine::Links).count();
    let auto = Search::new(&problem).count();
    assert_eq!((auto.solutions, auto.nodes), (links.solutions, links.nodes));
    links.solutions
}

fn solutions_of_dlx<P: dlx::Solve>(problem: &mut P, mut chooser: impl Choose<P>) -> u64 {
    let mut solver = dlx::Solver::new(problem);
    let mut solutions = 0;
    while solver.next_solution(&mut chooser) {
        solutions += 1;
    }
    solutions
}

fn solutions_of_exact_covers(cover: &Cover) -> u64 {
    let items: Vec<u32> = (0..cover.primary + cover.secondary).collect();
    let (primary, secondary) = items.split_at(cover.primary as usize);
    let mut solver: DlSolver<'_, u32, u32> = DlSolver::new(primary, secondary);
    for row in &cover.rows {
        let (primary, secondary): (Vec<_>, Vec<_>) = row.iter().partition(|(item, _)| **item < cover.primary);
        let primary: Vec<u32> = primary.into_iter().map(|(&item, _)| item).collect();
        let color = |color: u32| (color > 0).then_some(color);
        let secondary: Vec<_> = secondary.into_iter().map(|(&item, &at)| (item, color(at))).collect();
        solver.add_option(primary, secondary);
    }
    let mut solutions = 0;
    solver.solve(|_| {
        solutions += 1;
        ControlFlow::Continue(())
    });
    solutions
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn exact_covers_agree(cover in cover(0)) {
        let rows: Vec<Vec<Uint>> = cover.rows.iter().map(|row| row.keys().copied().collect()).collect();
        let mut problem = dlx::x::make_problem(cover.primary, cover.secondary, &rows, OptOrder::Seq);
        let theirs = solutions_of_dlx(&mut problem, mrv_chooser(prefer_any(), no_tiebreak()));
        prop_assert_eq!(ours(&cover), theirs);
        prop_assert_eq!(solutions_of_exact_covers(&cover), theirs);
    }

    #[test]
    fn coloured_covers_agree(cover in cover(2)) {
        let rows: Vec<Vec<(Uint, Int)>> =
            cover.rows.iter().map(|row| row.iter().map(|(&item, &color)| (item, Int(color))).collect()).collect();
        let mut problem = dlx::c::make_problem(cover.primary, cover.secondary, &rows, OptOrder::Seq);
        let theirs = solutions_of_dlx(&mut problem, mrv_chooser(prefer_any(), no_tiebreak()));
        prop_assert_eq!(ours(&cover), theirs);
        prop_assert_eq!(solutions_of_exact_covers(&cover), theirs);
    }
}
