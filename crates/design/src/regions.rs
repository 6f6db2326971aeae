//! Regions that given pieces fill in as many ways as wanted.

use crate::family::Family;
use crate::plan::{Plan, Report};
use crate::pool::with_neutral_names;
use crate::shuffle::Shuffle;
use crate::team::in_order;
use crate::ways::{Found, Verdict, Ways, count_ways};
use polydlx_lattice::{Puzzle, Region, Shape, Sided};
use polydlx_packing::area;
use std::ops::ControlFlow;
use std::sync::mpsc::sync_channel;

/// A region that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRegion {
    /// Its number in the family, from 1.
    pub number: u64,
    /// Its cells.
    pub shape: Shape,
    /// In how many ways the pieces fill it.
    pub ways: Found,
}

/// Calls `visit` with the regions of a family that the pieces of a puzzle fill in as many ways (up to symmetry) as wanted,
/// in the order of the family, until it breaks.
///
/// The region of the puzzle does not matter, nor where pieces are placed, nor wraps, nor rules that name cells. Without a seed regions are made as they are
/// needed; with one, all of them are listed first.
pub fn search_regions(
    puzzle: &Puzzle,
    (family, size, sided): (&Family, usize, Sided),
    wanted: Ways,
    plan: &Plan,
    mut visit: impl FnMut(&FoundRegion) -> ControlFlow<()>,
) -> Report {
    let lattice = puzzle.lattice;
    let mut pieces = Puzzle { placed: Vec::new(), wrap: None, ..with_neutral_names(puzzle) };
    pieces.rules.retain(|rule| !rule.names_cells());
    let first = plan.span.first.max(1);
    let sizes_differ = matches!(family, Family::Listed(_));
    if let Some(proof) = area(&pieces, size).filter(|_| wanted.low > 0 && !sizes_differ) {
        return Report { looked_at: 0, stopped_at: None, left_out: 0, proof: Some(proof) };
    }
    let mut next = first;
    let (mut left_out, mut stopped) = (0, false);
    let work = |(number, shape): (u64, Shape)| {
        let verdict = Region::new(lattice, shape.clone())
            .ok()
            .map(|region| count_ways(&pieces.in_region(region), wanted, &plan.monitor));
        (number, shape, verdict)
    };
    let see = |(number, shape, verdict): (u64, Shape, Option<Verdict>)| {
        plan.show(number);
        if verdict == Some(Verdict::Stopped) {
            stopped = true;
            return ControlFlow::Break(());
        }
        next = number + 1;
        match verdict {
            None => left_out += 1,
            Some(Verdict::Counted(ways)) if wanted.contains(ways.classes) => {
                let flow = visit(&FoundRegion { number, shape, ways });
                stopped |= flow.is_break();
                return flow;
            }
            Some(_) => {}
        }
        ControlFlow::Continue(())
    };
    let mut cut = false;
    std::thread::scope(|scope| {
        let (sender, shapes) = sync_channel(64);
        let maker = scope.spawn(move || {
            let mut number = 0;
            let mut send = |shape: Shape| {
                number += 1;
                let past = plan.span.last.is_some_and(|last| number > last);
                let gone = past || (number >= first && sender.send((number, shape)).is_err());
                if gone { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let members = (lattice, size, sided);
            match plan.seed {
                None => family.for_each(members, &plan.monitor, send),
                Some(seed) => {
                    let mut all = Vec::new();
                    family.for_each(members, &plan.monitor, |shape| {
                        all.push(shape);
                        ControlFlow::Continue(())
                    })?;
                    let shuffle = Shuffle::new(seed, all.len() as u64);
                    (0..all.len() as u64).try_for_each(|at| send(all[shuffle.get(at) as usize].clone()))
                }
            }
        });
        in_order(shapes.into_iter(), plan.threads, work, see);
        let made = maker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        cut = made.is_break() && plan.monitor.is_stopped();
    });
    let stopped_at = (stopped || cut).then_some(next);
    Report { looked_at: next - first, stopped_at, left_out, proof: None }
}
